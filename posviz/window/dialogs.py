"""The windows that open for a moment: help, sessions, about."""

from __future__ import annotations

import inspect
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from posviz import __version__
from posviz.language import in_language, tr
from posviz.model import text_rules
from posviz.model.embeddings import TABLES, EmbeddingTable
from posviz.model.notation import grouped, inserted, plain, shape_text
from posviz.panels import all_panels, find_panel
from posviz.paths import resource
from posviz.state import State
from posviz.state_fields import FIELDS
from posviz.user_files import UserFileError, write_session
from posviz.widgets import theme
from posviz.widgets.document import open_lines, use_own_letters
from posviz.widgets.note import literal
from posviz.window import file_dialogs
from posviz.window.actions import ACTIONS, MENUS


def _tr(text: str) -> str:
    return QCoreApplication.translate("dialogs", text)


def status_text(state: State) -> str:
    """What is selected, for the status line."""
    table = state.embeddings
    token_id = table.vocabulary.id_of(state.token)
    sequence = _tr("X {shape}").format(shape=shape_text((len(state.tokens), table.width)))
    if token_id is None:
        return (
            _tr("{token} · not in the vocabulary").format(token=inserted(state.token))
            + "   "
            + sequence
        )
    if not table.has_vector(token_id):
        lacking = _tr("{token} · id {id} · no vector in this table")
        return lacking.format(token=inserted(state.token), id=token_id) + "   " + sequence
    row = table.row(token_id)
    norm = plain(float((row @ row) ** 0.5), 2)
    selected = _tr("{token} · id {id} · |E[{id}]| = {norm}").format(
        token=inserted(state.token), id=token_id, norm=norm
    )
    return f"{selected}   {sequence}"


def show_text(parent: QWidget, title: str, markdown: str) -> None:
    """Show a text to read; it is not modal, so work can go on beside it."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    browser = QTextBrowser(dialog)
    browser.setMarkdown(markdown)
    open_lines(browser.document(), below=theme.look().px(7))
    use_own_letters(browser.document())
    browser.setAccessibleName(title)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.rejected.connect(dialog.close)
    column = QVBoxLayout(dialog)
    column.addWidget(browser)
    column.addWidget(buttons)
    px = theme.look().px
    browser.document().setTextWidth(px(510))
    needed = browser.document().size().height() + px(90)
    dialog.resize(round(px(560)), round(min(needed, px(620))))
    dialog.show()


def show_panel_help(parent: QWidget, panel_id: str) -> None:
    """Say what a panel shows and how it is used."""
    panel = find_panel(panel_id)
    show_text(parent, panel.title(), f"## {panel.title()}\n\n{panel.help()}")


def show_text_rules(parent: QWidget) -> None:
    """Show the rule for text, as it stands in the module that applies it."""
    rules = inspect.cleandoc(text_rules.__doc__ or "").split("\n\n")[1]
    title = _tr("How text becomes words")
    show_text(parent, title, f"## {title}\n\n{rules}")


def show_lesson_format(parent: QWidget) -> None:
    """Show how the files of a lesson are written, and every name that may stand in them."""
    text = in_language(resource("help"), "lesson-format.md").read_text(encoding="utf-8")
    panels = [f"- `{panel.id}` — {panel.title()}" for panel in all_panels()]
    values = [
        f"- `{name}` — {literal(row.allowed, 400)}"
        for name, row in FIELDS.items()
        if name not in ("lesson", "step")
    ]
    lists = [f"### {_tr('Panels')}", "", *panels, "", f"### {_tr('Values')}", "", *values]
    show_text(parent, _tr("Writing a lesson"), "\n".join((text, *lists)))


def show_shortcuts(parent: QWidget) -> None:
    """Show all keys, made from the ACTIONS table."""
    lines = [f"## {_tr('Keyboard')}", ""]
    for menu, title in MENUS.items():
        rows = [row for row in ACTIONS if row.menu == menu and row.keys]
        if rows:
            name = QCoreApplication.translate("actions", title).replace("&", "")
            lines += ["", f"**{name}**", ""]
        for row in rows:
            keys = ", ".join(
                QKeySequence(k).toString(QKeySequence.SequenceFormat.NativeText) for k in row.keys
            )
            lines.append(f"- `{keys}` — {row.shown_text.replace('&', '')}")
    lines += ["", f"**{_tr('While presenting')}**", "", *_talk_keys()]
    lines += ["", f"**{_tr('In a panel')}**", "", *_panel_keys()]
    show_text(parent, _tr("Keyboard"), "\n".join(lines))


def _talk_keys() -> list[str]:
    return [
        "- " + _tr("Page Down and Page Up, the keys of a clicker, go on and back."),
        "- " + _tr("1 to 9 go to a chapter."),
        "- " + _tr("B makes the screen black; any key brings the picture back."),
        "- " + _tr("L lights up the place under the pointer."),
        "- " + _tr("Z gives the panel under the pointer all the room."),
        "- " + _tr("Esc leaves; what you changed for the class is put back."),
    ]


def _panel_keys() -> list[str]:
    return [
        "- " + _tr("Arrow keys move the selection; Home and End jump; Page Up and Page Down leap."),
        "- " + _tr("In Tokens, type the start of a word to find it."),
        "- " + _tr("In the positional table, + and − zoom, 0 shows the whole table."),
        "- " + _tr("Tab and Shift+Tab go from control to control."),
        "- " + _tr("In Lesson, the arrow keys go to the words that explain themselves."),
        "- " + _practice_keys(),
    ]


def _practice_keys() -> str:
    from posviz.panels.practice_words import shown_keys  # noqa: PLC0415 - slow to import

    return _tr(
        "In Practice, {check} checks the code, {run} runs it, {stop} stops it. In its editor Tab "
        "indents; Ctrl+Tab leaves it."
    ).format(**shown_keys())


def show_about(parent: QWidget) -> None:
    """Say what the program is and what it ships."""
    text = _tr(
        "See how text becomes what attention reads. Everything works without a network.\n\n"
        "Licence: MIT. posviz ships Inter and JetBrains Mono (SIL Open Font License) and uses "
        "Qt for Python (LGPL), NumPy, pyqtgraph, superqt and ziamath. The file NOTICE names "
        "every part and its licence."
    )
    show_text(parent, _tr("About posviz"), f"## posviz {__version__}\n\n{text}")


def choose_session(parent: QWidget) -> Path | None:
    """Let the user choose a session file; None when that was called off."""
    kinds = _tr("posviz sessions (*.posviz)") + ";;" + _tr("All files (*)")
    return file_dialogs.open_file(parent, _tr("Open session"), kinds)


def choose_embeddings(parent: QWidget) -> Path | None:
    """Let the user choose a file of embeddings; None when that was called off."""
    kinds = (
        _tr("Embeddings (*.vec *.txt *.bin *.npy *.npz *.safetensors *.tsv *.gz)")
        + ";;"
        + _tr("All files (*)")
    )
    return file_dialogs.open_file(parent, _tr("Open embeddings"), kinds)


def show_table(parent: QWidget, table: EmbeddingTable) -> None:
    """Say where a table comes from, what it is, and what was left out of it."""
    lines = [
        f"## {literal(table.title)}",
        "",
        " ".join((_size(table), literal(tr(table.origin), 400))),
    ]
    if table.report:
        lines += ["", f"**{_tr('From reading it')}**", ""]
        lines += [f"- {literal(line, 400)}" for line in table.report]
    if table.name not in TABLES:
        lines += ["", _tr("The file: {path}").format(path=literal(table.name, 400))]
    show_text(parent, _tr("The embeddings"), "\n".join(lines))


def _size(table: EmbeddingTable) -> str:
    tokens = _tr("1 token") if table.size == 1 else _tr("{count} tokens")
    values = _tr("1 value each") if table.width == 1 else _tr("{width} values each")
    shown = _tr("{tokens}, {values}.").format(tokens=tokens, values=values)
    return shown.format(count=grouped(table.size), width=grouped(table.width))


def save_session(parent: QWidget, state: State) -> None:
    """Let the user choose where the session is saved, and save it."""
    target = file_dialogs.save_file(
        parent, _tr("Save session"), "lesson.posviz", _tr("posviz sessions (*.posviz)")
    )
    if target is None:
        return
    try:
        write_session(target, state)
    except UserFileError as error:
        tell(parent, str(error))


def tell(parent: QWidget, message: str) -> None:
    """Show a message that asks for nothing."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, "posviz", message, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
    box.deleteLater()

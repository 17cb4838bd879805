"""The ACTIONS table: menus, shortcuts and the shortcut sheet are all made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    # PySide6 declares that it returns an object.
    def QT_TRANSLATE_NOOP(context: str, text: str) -> str: ...  # noqa: D103
else:
    from PySide6.QtCore import QT_TRANSLATE_NOOP


@dataclass(frozen=True)
class Action:
    """One thing that the user can do from a menu or by a key.

    Attributes
    ----------
    id
        Name of the window's method ``_on_<id>`` that does it.
    menu
        Menu that lists it.
    text
        Its name, with the mnemonic marked by ``&``.
    keys
        Its shortcuts; the menu shows the first.
    separated
        Whether a line stands above it in the menu.
    button
        Shorter name where it is a button; empty: the icon alone.
    """

    id: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    separated: bool = False
    button: str = ""

    @property
    def shown_text(self) -> str:
        """The name in the user's language."""
        return QCoreApplication.translate("actions", self.text)


MENUS: dict[str, str] = {
    "file": QT_TRANSLATE_NOOP("actions", "&File"),
    "edit": QT_TRANSLATE_NOOP("actions", "&Edit"),
    "view": QT_TRANSLATE_NOOP("actions", "&View"),
    "lesson": QT_TRANSLATE_NOOP("actions", "&Lesson"),
    "help": QT_TRANSLATE_NOOP("actions", "&Help"),
}

ACTIONS: tuple[Action, ...] = (
    Action("open", "file", QT_TRANSLATE_NOOP("actions", "&Open session…"), ("Ctrl+O",)),
    Action("save", "file", QT_TRANSLATE_NOOP("actions", "&Save session…"), ("Ctrl+S",)),
    Action(
        "open_embeddings",
        "file",
        QT_TRANSLATE_NOOP("actions", "Open &embeddings…"),
        ("Ctrl+Shift+O",),
        separated=True,
    ),
    Action("about_table", "file", QT_TRANSLATE_NOOP("actions", "&About the embeddings")),
    Action(
        "export",
        "file",
        QT_TRANSLATE_NOOP("actions", "E&xport panel…"),
        ("Ctrl+E",),
        separated=True,
        button=QT_TRANSLATE_NOOP("actions", "Export…"),
    ),
    Action(
        "show_numpy", "file", QT_TRANSLATE_NOOP("actions", "Show me the &numpy"), ("Ctrl+Shift+N",)
    ),
    Action("quit", "file", QT_TRANSLATE_NOOP("actions", "&Quit"), ("Ctrl+Q",), separated=True),
    Action("undo", "edit", QT_TRANSLATE_NOOP("actions", "&Undo"), ("Ctrl+Z",)),
    Action("redo", "edit", QT_TRANSLATE_NOOP("actions", "&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y")),
    Action(
        "edit_text",
        "edit",
        QT_TRANSLATE_NOOP("actions", "Edit &text"),
        ("Ctrl+T",),
        separated=True,
    ),
    Action("reset_state", "edit", QT_TRANSLATE_NOOP("actions", "Start &afresh")),
    Action(
        "larger_text", "view", QT_TRANSLATE_NOOP("actions", "Lar&ger text"), ("Ctrl++", "Ctrl+=")
    ),
    Action("smaller_text", "view", QT_TRANSLATE_NOOP("actions", "S&maller text"), ("Ctrl+-",)),
    Action("usual_text", "view", QT_TRANSLATE_NOOP("actions", "&Usual text size"), ("Ctrl+0",)),
    Action(
        "reset_layout",
        "view",
        QT_TRANSLATE_NOOP("actions", "&Reset layout"),
        ("Ctrl+Shift+L",),
        separated=True,
    ),
    Action(
        "next_panel", "view", QT_TRANSLATE_NOOP("actions", "&Next panel"), ("F6",), separated=True
    ),
    Action(
        "previous_panel", "view", QT_TRANSLATE_NOOP("actions", "&Previous panel"), ("Shift+F6",)
    ),
    Action("next_step", "lesson", QT_TRANSLATE_NOOP("actions", "&Next step"), ("Ctrl+PgDown",)),
    Action(
        "previous_step", "lesson", QT_TRANSLATE_NOOP("actions", "&Previous step"), ("Ctrl+PgUp",)
    ),
    Action(
        "restart_step",
        "lesson",
        QT_TRANSLATE_NOOP("actions", "&Restart this step"),
        ("Ctrl+R",),
    ),
    Action(
        "open_lesson",
        "lesson",
        QT_TRANSLATE_NOOP("actions", "&Open lesson folder…"),
        separated=True,
    ),
    Action("shipped_lesson", "lesson", QT_TRANSLATE_NOOP("actions", "&Lesson that ships")),
    Action("capture_step", "lesson", QT_TRANSLATE_NOOP("actions", "&Capture step…")),
    Action("handout", "lesson", QT_TRANSLATE_NOOP("actions", "&Handout…"), separated=True),
    Action(
        "present",
        "view",
        QT_TRANSLATE_NOOP("actions", "Pr&esent"),
        ("F5",),
        separated=True,
        button=QT_TRANSLATE_NOOP("actions", "Present  F5"),
    ),
    Action(
        "present_panel",
        "view",
        QT_TRANSLATE_NOOP("actions", "Present the pane&l alone"),
        ("Shift+F5",),
    ),
    Action("presenter", "view", QT_TRANSLATE_NOOP("actions", "Presenter &view"), ("Ctrl+F5",)),
    Action("panel_help", "help", QT_TRANSLATE_NOOP("actions", "Help for this &panel"), ("F1",)),
    Action("text_rules", "help", QT_TRANSLATE_NOOP("actions", "How text becomes &words")),
    Action("lesson_format", "help", QT_TRANSLATE_NOOP("actions", "Writing a &lesson")),
    Action("shortcuts", "help", QT_TRANSLATE_NOOP("actions", "&Keyboard"), ("Ctrl+F1",)),
    Action("about", "help", QT_TRANSLATE_NOOP("actions", "&About posviz"), separated=True),
)

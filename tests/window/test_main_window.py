"""The window: one selection seen everywhere, chapters, docks, keys and menus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from posviz.lesson.steps import shipped_lesson
from posviz.panels import ENTRIES
from posviz.settings import Settings
from posviz.state import State
from posviz.user_files import write_session
from posviz.widgets import theme
from posviz.widgets.note import Note
from posviz.widgets.theme import LOOKS
from posviz.window import dialogs, shell
from posviz.window.actions import ACTIONS, MENUS
from posviz.window.layouts import ARRANGEMENTS
from posviz.window.main_window import MainWindow

Make = Callable[..., MainWindow]
LESSON = shipped_lesson()


def shown(window: MainWindow) -> set[str]:
    return {name for name, dock in window.docks.items() if dock.isVisible()}


# One selection


def test_a_selection_is_seen_everywhere(window: MainWindow, qtbot: QtBot) -> None:
    window.session.update(text="the king sat on the mat", position=1)
    assert window.sequence.chips.selected == 1
    assert "king" in window.sequence.chips.accessibleDescription()
    assert window._readout.text().startswith("king · id ")
    for dock in window.docks.values():
        if dock.isVisible() and "token" in dock.panel_class.uses:
            panel = dock.build()
            assert panel.figure.accessibleDescription() == panel.summary(
                panel.content(window.session.state)
            )
    chips = window.sequence.chips
    qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=chips.chip_rect(5).center().toPoint())
    assert (window.session.state.position, window.session.state.token) == (5, "mat")
    assert "not in the vocabulary" in window._readout.text()
    assert chips.selected == 5


def test_arrow_keys_walk_the_chips(window: MainWindow, qtbot: QtBot) -> None:
    chips = window.sequence.chips
    assert QApplication.focusWidget() is chips
    qtbot.keyClick(chips, Qt.Key.Key_Right)
    assert window.session.state.token == "sat"
    qtbot.keyClick(chips, Qt.Key.Key_Home)
    assert window.session.state.position == 0


def test_a_readout_replaces_the_status_until_it_ends(window: MainWindow) -> None:
    before = window._readout.text()
    dock = window.docks["neighbours"]
    dock.build().readout.emit("row 3")
    assert window._readout.text() == "row 3"
    dock.build().readout.emit("")
    assert window._readout.text() == before


def test_the_origin_of_the_table_is_always_said(window: MainWindow) -> None:
    for table in ("toy4", "toy16"):
        window.session.update(table=table)
        assert window._origin.text() == window.session.state.embeddings.origin


# Chapters


@pytest.mark.parametrize("chapter", LESSON, ids=lambda chapter: chapter.id)
def test_a_chapter_shows_its_panels(
    window: MainWindow, arrangements: dict[str, list[str]], chapter: object
) -> None:
    picked = next(c for c in LESSON if c is chapter)
    window.chapters.picked.emit(picked.id)
    assert window.session.state.step == picked.steps[0].id
    assert shown(window) == set(arrangements[picked.id])
    tabs = window.chapters._group.buttons()
    assert [tab.isChecked() for tab in tabs] == [c is picked for c in LESSON]


def test_the_chapter_on_show_again_keeps_the_step(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_id["next_step"].trigger()
    step = window.session.state.step
    tab = window.chapters._group.button(0)
    qtbot.mouseClick(tab, Qt.MouseButton.LeftButton)
    assert window.session.state.step == step
    assert tab.isChecked()


def test_steps_go_on_back_and_again(window: MainWindow) -> None:
    steps = [step.id for chapter in LESSON for step in chapter.steps]
    walked = [window.session.state.step]
    for _ in steps:
        window.actions_by_id["next_step"].trigger()
        walked.append(window.session.state.step)
    assert walked == [*steps, steps[-1]]
    window.actions_by_id["previous_step"].trigger()
    assert window.session.state.step == steps[-2]
    window.session.update(width=99, text="else")
    window.actions_by_id["restart_step"].trigger()
    step = next(s for c in LESSON for s in c.steps if s.id == steps[-2])
    assert window.session.state.width == step.values.get("width", 99)


def test_a_panel_opens_the_one_that_explains_its_object(window: MainWindow, qtbot: QtBot) -> None:
    window.session.update(step="z-to-qkv/1", part="P", scheme="sinusoidal")
    assert "positional_table" not in shown(window)
    button = next(
        button
        for button in window.panel("pipeline").findChildren(QPushButton)
        if button.text() == "Open Positional table"
    )
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "positional_table" in shown(window)
    assert window.focused_panel() == "positional_table"
    table, pipeline = window.docks["positional_table"], window.docks["pipeline"]
    assert window.tabifiedDockWidgets(pipeline) == [table]
    assert not table.isHidden()
    assert table.width() > window.width() / 2


def test_undo_across_a_step_brings_back_the_chapter(
    window: MainWindow, arrangements: dict[str, list[str]]
) -> None:
    before = window.session.state
    window.chapters.picked.emit(LESSON[2].id)
    window.actions_by_id["undo"].trigger()
    assert window.session.state == before
    assert window.chapters._group.button(0).isChecked()
    assert shown(window) == set(arrangements[LESSON[0].id])
    window.actions_by_id["redo"].trigger()
    assert window.chapters._group.button(2).isChecked()


def test_each_chapter_remembers_what_was_closed(
    window: MainWindow, arrangements: dict[str, list[str]]
) -> None:
    window.docks["neighbours"].close()
    left = shown(window)
    window.chapters.picked.emit(LESSON[1].id)
    assert shown(window) == set(arrangements[LESSON[1].id])
    window.chapters.picked.emit(LESSON[0].id)
    assert shown(window) == left
    window.actions_by_id["reset_layout"].trigger()
    assert shown(window) == set(arrangements[LESSON[0].id])


def test_start_afresh_keeps_the_step_and_forgets_the_rest(window: MainWindow) -> None:
    step = LESSON[1].steps[1]
    window.session.replace(step.applied_to(State(k=50, text="mine")))
    window.actions_by_id["reset_state"].trigger()
    assert window.session.state == step.applied_to(State())


# Docks


def test_view_menu_and_reset_bring_every_panel_back(
    window: MainWindow, arrangements: dict[str, list[str]]
) -> None:
    for dock in window.docks.values():
        dock.close()
    assert shown(window) == set()
    listed = window.menus["view"].actions()
    for dock in window.docks.values():
        assert dock.toggleViewAction() in listed
        assert dock.toggleViewAction().text() == dock.panel_class.title()
        dock.toggleViewAction().trigger()
    assert shown(window) == set(window.docks)
    for dock in window.docks.values():
        dock.close()
    window.actions_by_id["reset_layout"].trigger()
    assert shown(window) == set(arrangements[LESSON[0].id])


def test_all_closed_and_restarted_each_comes_back(
    window: MainWindow, make_main_window: Make
) -> None:
    for dock in window.docks.values():
        dock.close()
    window.close()
    second = make_main_window(settings=window.settings)
    assert shown(second) == set()
    for dock in second.docks.values():
        dock.toggleViewAction().trigger()
        assert dock.isVisible()
        assert dock.panel is not None


def test_a_panel_that_a_saved_layout_does_not_know_can_be_opened(
    make_main_window: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = ENTRIES[-1].id
    monkeypatch.setattr(shell, "ENTRIES", ENTRIES[:-1])
    monkeypatch.setitem(ARRANGEMENTS, LESSON[0].id, "lesson")
    old = make_main_window()
    old.close()
    monkeypatch.setattr(shell, "ENTRIES", ENTRIES)
    window = make_main_window(settings=old.settings)
    dock = window.docks[newest]
    assert not dock.isVisible()
    dock.toggleViewAction().trigger()
    assert dock.isVisible()
    assert window.dockWidgetArea(dock) != Qt.DockWidgetArea.NoDockWidgetArea
    top = window.menuWidget()
    assert top is not None
    assert not dock.geometry().intersects(top.geometry())


def test_a_layout_that_qt_refuses_gives_the_default_one(
    make_main_window: Make, arrangements: dict[str, list[str]]
) -> None:
    window = make_main_window(settings=Settings(layouts={LESSON[0].id: b"\0" * 40}))
    assert shown(window) == set(arrangements[LESSON[0].id])


def test_hidden_panels_do_not_refresh_and_catch_up(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    dock = window.docks["neighbours"]
    panel = dock.build()
    contents: list[object] = []
    monkeypatch.setattr(panel, "show_content", contents.append)
    dock.close()
    window.session.update(k=3)
    window.session.update(k=4)
    assert contents == []
    dock.toggleViewAction().trigger()
    assert contents == [panel.content(window.session.state)]


def test_f6_goes_round_the_panels_in_sight(window: MainWindow, qtbot: QtBot) -> None:
    seen = [name for name in window.docks if name in shown(window)]
    walked = []
    for _ in range(2 * len(seen)):
        window.actions_by_id["next_panel"].trigger()
        walked.append(window.focused_panel())
    assert walked == seen * 2
    window.actions_by_id["previous_panel"].trigger()
    assert window.focused_panel() == seen[-2]
    for dock in window.docks.values():
        dock.close()
    window.actions_by_id["next_panel"].trigger()
    assert window.focused_panel() == ""


# Menus, keys, size


def test_menus_hold_every_action_with_its_keys(window: MainWindow) -> None:
    assert list(window.menus) == list(MENUS)
    for row in ACTIONS:
        action = window.actions_by_id[row.id]
        assert action in window.menus[row.menu].actions()
        assert [key.toString() for key in action.shortcuts()] == list(row.keys)
        assert action in window.actions()


def test_no_shortcut_of_the_window_is_ambiguous(window: MainWindow) -> None:
    keys = [
        key.toString()
        for action in window.findChildren(QAction)
        for key in action.shortcuts()
        if not key.isEmpty()
    ]
    assert len(set(keys)) == len(keys)


def test_undo_and_redo_are_open_when_there_is_something(window: MainWindow) -> None:
    undo, redo = window.actions_by_id["undo"], window.actions_by_id["redo"]
    open_ones = [(undo.isEnabled(), redo.isEnabled())]
    window.session.update(k=3)
    open_ones.append((undo.isEnabled(), redo.isEnabled()))
    undo.trigger()
    open_ones.append((undo.isEnabled(), redo.isEnabled()))
    assert open_ones == [(False, False), (True, False), (False, True)]


@pytest.mark.parametrize("size", [QSize(1024, 768), QSize(800, 700)])
def test_small_screens_are_enough(make_main_window: Make, size: QSize) -> None:
    window = make_main_window(size=size)
    assert window.minimumSizeHint().width() <= 1024
    assert window.minimumSizeHint().height() <= 768
    assert window.size() == size
    for chapter in LESSON:
        window.chapters.picked.emit(chapter.id)
        window.notices.tell("“" + "/a-long-folder" * 20 + "” cannot be written.")
        assert window.size() == size
    top = window.menuWidget()
    assert top is not None
    for part in (window.sequence, window.chapters):
        assert part.minimumSizeHint().width() <= 800
        for child in part.findChildren(QWidget):
            if child.isVisibleTo(top) and not window.sequence._strip.isAncestorOf(child):
                right = child.mapTo(top, child.rect().topRight()).x()
                assert right < size.width(), child


def test_only_panels_on_screen_are_built(make_main_window: Make) -> None:
    window = make_main_window()

    def built() -> set[str]:
        return {name for name, dock in window.docks.items() if dock.panel is not None}

    first = shown(window)
    assert built() == first
    window.chapters.picked.emit(LESSON[1].id)
    assert built() == first | shown(window)


def test_far_chapters_show_their_number_alone_where_room_is_short(make_main_window: Make) -> None:
    window = make_main_window(size=QSize(800, 700))
    tabs = window.chapters.findChildren(QToolButton, "chapter")
    beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    named = [tab.toolButtonStyle() == beside for tab in tabs]
    assert named[0]
    assert not named[-1]
    assert named == sorted(named, reverse=True)
    window.resize(1600, 900)
    assert all(tab.toolButtonStyle() == beside for tab in tabs)
    assert [tab.toolTip() for tab in tabs] == [chapter.title for chapter in LESSON]


def test_the_look_is_switched_while_the_window_is_open(
    window: MainWindow, dark_again: QApplication
) -> None:
    del dark_again
    for name in ("light", "dark", "light"):
        action = next(a for a in window.themes.actions() if name in a.text().lower())
        action.trigger()
        assert window.settings.preferences["theme"] == name
        assert theme.look().name == name
        image = window.grab().toImage()
        bar = window.sequence.mapTo(window, QPoint(2, 10))
        assert image.pixelColor(bar) == LOOKS[name].colour("window")
        assert action.isChecked()


def test_the_system_decides_where_no_theme_was_chosen(
    window: MainWindow, dark_again: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    del dark_again
    assert window.settings.preferences["theme"] == "system"
    monkeypatch.setattr(theme, "system_theme", lambda: "light")
    QApplication.styleHints().colorSchemeChanged.connect(window.apply_theme)
    QApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    QApplication.styleHints().colorSchemeChanged.disconnect(window.apply_theme)
    assert theme.look().name == "light"


# The sentence


def test_text_is_edited_live_and_is_one_undo_step(window: MainWindow, qtbot: QtBot) -> None:
    before = window.session.state
    window.actions_by_id["edit_text"].trigger()
    field = window.sequence.field
    assert field.hasFocus()
    assert field.selectedText() == "the cat sat"
    qtbot.keyClicks(field, "a king")
    assert window.session.state.text == "a king"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not window.sequence.editing
    assert QApplication.focusWidget() is window.sequence.chips
    window.actions_by_id["undo"].trigger()
    assert window.session.state == before
    assert not window.session.can_undo


def test_escape_restores_the_sentence_and_leaves_no_undo_step(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.session.update(position=2)
    before = window.session.state
    window.sequence.start_editing()
    qtbot.keyClicks(window.sequence.field, "x")
    window.sequence.start_editing()  # the key again, while the field is open
    qtbot.keyClicks(window.sequence.field, "y")
    qtbot.keyClick(window.sequence.field, Qt.Key.Key_Escape)
    assert window.session.state == before
    assert not window.sequence.editing
    window.session.undo()
    assert window.session.state == State()


def test_the_button_opens_and_closes_the_field(window: MainWindow, qtbot: QtBot) -> None:
    button = window.sequence.edit
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    open_after = [window.sequence.editing]
    qtbot.keyClicks(window.sequence.field, "dog")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    open_after.append(window.sequence.editing)
    assert open_after == [True, False]
    assert window.session.state.text == "dog"


def test_what_is_done_elsewhere_meanwhile_is_its_own_undo_step(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.sequence.start_editing()
    qtbot.keyClicks(window.sequence.field, "dog")
    window.sequence.table.setFocus()
    window.session.update(k=3)
    window.session.update(table="toy16")
    window.sequence.field.setFocus()
    qtbot.keyClicks(window.sequence.field, "s")
    qtbot.keyClick(window.sequence.field, Qt.Key.Key_Return)
    texts = []
    while window.session.can_undo:
        window.session.undo()
        state = window.session.state
        texts.append((state.text, state.k, state.table))
    assert texts == [
        ("dog", 3, "toy16"),
        ("dog", 3, "toy4"),
        ("dog", 7, "toy4"),
        ("the cat sat", 7, "toy4"),
    ]


def test_undo_while_editing_shows_the_old_sentence(window: MainWindow, qtbot: QtBot) -> None:
    window.sequence.start_editing()
    qtbot.keyClicks(window.sequence.field, "dog")
    window.session.undo()
    assert window.session.state == State()
    assert not window.sequence.editing


def test_a_huge_paste_is_refused_whole_with_a_notice(window: MainWindow, qtbot: QtBot) -> None:
    window.sequence.start_editing()
    field = window.sequence.field
    QApplication.clipboard().setText("word " * 200_000)
    field.paste()
    assert field.text() == "the cat sat"
    assert window.session.state == State()
    assert len(window.notices.messages) == 1
    assert "1\u202f000\u202f000" in window.notices.messages[0]
    assert "100\u202f000" in window.notices.messages[0]
    field.paste()
    assert len(window.notices.messages) == 1
    QApplication.clipboard().clear()


def test_the_longest_sentence_is_taken(window: MainWindow) -> None:
    window.sequence.start_editing()
    window.sequence.field.selectAll()
    QApplication.clipboard().setText("word " * 20_000)
    window.sequence.field.paste()
    QApplication.clipboard().clear()
    assert len(window.session.state.text) == 100_000
    assert len(window.session.state.tokens) == 20_000
    assert not window.notices.messages


@pytest.mark.parametrize("text", ["", "   ", "...", "שלום עולם", "👨‍👩‍👧‍👦 👍🏽", "x" * 5000])
def test_any_sentence_is_shown(window: MainWindow, text: str) -> None:
    window.session.update(text=text)
    assert window.sequence.chips.accessibleDescription()
    assert not window.grab().isNull()
    window.sequence.start_editing()
    assert window.session.state.text == text


def test_the_selected_chip_is_scrolled_into_sight(window: MainWindow) -> None:
    window.session.update(text="cat " * 200, length=300)
    for position in (199, 0, 100):
        window.session.update(position=position)
        strip = window.sequence._strip
        place = window.sequence.chips.chip_rect(position).toRect()
        seen = window.sequence.chips.visibleRegion().boundingRect()
        assert seen.intersects(place), (position, seen, strip.horizontalScrollBar().value())


def test_closing_while_editing_keeps_the_text(window: MainWindow, qtbot: QtBot) -> None:
    window.sequence.start_editing()
    qtbot.keyClicks(window.sequence.field, "dog")
    window.close()
    assert window.session.state.text == "dog"
    assert window.settings.geometry


def test_another_table_is_picked_with_the_list(window: MainWindow, qtbot: QtBot) -> None:
    tables = window.sequence.table
    qtbot.keyClick(tables, Qt.Key.Key_Down)
    assert window.session.state.table == "toy16"
    assert tables.currentText() == "Hand-made · 15 × 16"
    window.session.undo()
    assert tables.currentText() == "Hand-made · 15 × 4"


def test_a_window_that_goes_at_once_leaves_nothing_behind(make_main_window: Make) -> None:
    window = make_main_window()
    window.stage.reset()
    window.close()


# Sessions, export, help


def test_open_and_save_go_through_the_dialogs(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saved: list[State] = []
    write_session(tmp_path / "mine.posviz", State(k=9))
    monkeypatch.setattr(dialogs, "save_session", lambda _parent, state: saved.append(state))
    monkeypatch.setattr(dialogs, "choose_session", lambda _parent: tmp_path / "mine.posviz")
    window.actions_by_id["save"].trigger()
    window.actions_by_id["open"].trigger()
    assert saved == [State()]
    assert window.session.state == State(k=9)
    monkeypatch.setattr(dialogs, "choose_session", lambda _parent: None)
    window.actions_by_id["open"].trigger()
    assert window.session.state == State(k=9)


def test_help_and_export_are_for_the_panel_with_the_focus(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(
        dialogs, "show_panel_help", lambda _parent, panel: asked.append(("help", panel))
    )
    monkeypatch.setattr(
        window.exports, "export", lambda _state, panel, _sight: asked.append(("export", panel))
    )
    window.actions_by_id["panel_help"].trigger()
    window.docks["neighbours"].take_focus()
    window.actions_by_id["panel_help"].trigger()
    window.actions_by_id["export"].trigger()
    window.docks["lesson"]._on_help()
    window.docks["lesson"]._on_export()
    assert asked == [
        ("help", "lesson"),
        ("help", "neighbours"),
        ("export", "neighbours"),
        ("help", "lesson"),
        ("export", "lesson"),
    ]


def test_quit_closes_the_window(window: MainWindow) -> None:
    window.actions_by_id["quit"].trigger()
    assert not window.isVisible()


def test_a_hint_stands_where_all_panels_are_closed(window: MainWindow) -> None:
    assert window._hint.isHidden()
    for dock in window.docks.values():
        dock.close()
    assert not window._hint.isHidden()
    window.stage.reset()
    assert window._hint.isHidden()


def test_f6_goes_round_as_the_panels_stand_on_screen(window: MainWindow) -> None:
    window._on_next_panel()
    went = [window.focused_panel()]
    for _ in range(4):
        window._on_next_panel()
        went.append(window.focused_panel())
    places = [(window.docks[name].x(), window.docks[name].y()) for name in went]
    assert len(set(went)) == 5
    assert places[places.index(min(places)) :] + places[: places.index(min(places))] == sorted(
        places
    )


def test_a_refused_paste_is_forgotten_with_the_next_text(window: MainWindow) -> None:
    window.sequence.start_editing()
    window.sequence.field.limit.refused.emit(1_000_000)
    assert len(window.notices.messages) == 1
    window.sequence.field.textEdited.emit("a cat")
    assert not window.notices.messages


def test_a_word_of_any_length_is_shortened_wherever_it_is_named(
    window: MainWindow,
) -> None:
    session = window.session
    session.update(text="a" * 100_000)
    for panel_id in ("tokens", "vectors", "neighbours", "fusion"):
        panel = window.panel(panel_id)
        panel.set_on_screen(True)
        content = panel.content(session.state)
        assert len(panel.heading(content)) < 200
        assert len(panel.summary(content)) < 400
        assert all(len(note.text) < 800 for note in panel.findChildren(Note))
    assert len(window.sequence.chips._chips[0].word) == 40
    assert len(dialogs.status_text(session.state)) < 120

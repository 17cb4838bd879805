"""Two rows of words: selecting, dragging, swapping and moving with real events."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from posviz.model.word_order import moved
from posviz.widgets import theme
from posviz.widgets.token_chips import Chip
from posviz.widgets.word_moves import WordMoves

Make = Callable[..., WordMoves]
LEFT = Qt.MouseButton.LeftButton
TITLES = ("Before", "After")


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def build(
        words: str = "the cat sat on", order: tuple[int, ...] = (), selected: int = 1
    ) -> WordMoves:
        view = WordMoves()
        qtbot.addWidget(view)
        chips = [Chip(word, "", word != "mat") for word in words.split()]
        view.set_words(chips, order or tuple(range(len(chips))), selected, TITLES)
        view.resize(500, 200)
        view.show()
        return view

    return build


def lower(view: WordMoves, place: int) -> QPoint:
    return view.chip_rect(place, lower=True).center().toPoint()


def drag(qtbot: QtBot, view: WordMoves, from_: QPoint, to: QPoint, *, drop: bool = True) -> None:
    qtbot.mousePress(view, LEFT, pos=from_)
    for part in range(1, 5):
        way = (to - from_) * part / 4
        qtbot.mouseMove(view, from_ + way)
    if drop:
        qtbot.mouseRelease(view, LEFT, pos=to)


def accents(view: WordMoves) -> set[tuple[int, int]]:
    image: QImage = view.grab().toImage()
    wanted = theme.look().colour("accent")
    return {
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if QColor(image.pixel(x, y)) == wanted
    }


def test_a_click_selects_the_word_in_either_row(make: Make, qtbot: QtBot) -> None:
    view = make(order=(2, 0, 3, 1))
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.mouseClick(view, LEFT, pos=view.chip_rect(3, lower=False).center().toPoint())
    assert picked.args == [3]
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.mouseClick(view, LEFT, pos=lower(view, 0))
    assert picked.args == [2]


def test_a_click_that_does_not_drag_moves_nothing(make: Make, qtbot: QtBot) -> None:
    view = make()
    with (
        qtbot.assertNotEmitted(view.moved),
        qtbot.waitSignals([view.drag_started, view.drag_ended]),
    ):
        qtbot.mouseClick(view, LEFT, pos=lower(view, 1))


@pytest.mark.parametrize(("from_", "over", "to"), [(0, 2, 2), (3, 0, 0), (1, 3, 3), (2, 1, 1)])
def test_a_word_is_dragged_behind_or_before_another(
    make: Make, qtbot: QtBot, from_: int, over: int, to: int
) -> None:
    view = make()
    beyond = QPoint(30 if over > from_ else -30, 0)
    with qtbot.waitSignal(view.moved) as seen:
        drag(qtbot, view, lower(view, from_), lower(view, over) + beyond)
    assert seen.args == [from_, to]


def test_a_drag_tells_its_beginning_and_its_end_around_what_it_does(
    make: Make, qtbot: QtBot
) -> None:
    view = make()
    told: list[str] = []
    view.drag_started.connect(lambda: told.append("start"))
    view.picked.connect(lambda _word: told.append("pick"))
    view.moved.connect(lambda _from, _to: told.append("move"))
    view.drag_ended.connect(lambda: told.append("end"))
    drag(qtbot, view, lower(view, 3), lower(view, 0))
    assert told == ["start", "pick", "move", "end"]


def test_a_word_that_is_dropped_where_it_was_stays(make: Make, qtbot: QtBot) -> None:
    view = make()
    with qtbot.assertNotEmitted(view.moved):
        drag(qtbot, view, lower(view, 1), lower(view, 1) + QPoint(20, 10))


def test_the_upper_row_is_not_dragged(make: Make, qtbot: QtBot) -> None:
    view = make()
    start = view.chip_rect(0, lower=False).center().toPoint()
    with qtbot.assertNotEmitted(view.moved), qtbot.assertNotEmitted(view.drag_started):
        drag(qtbot, view, start, lower(view, 3))


def test_a_mark_shows_where_the_word_would_go(make: Make, qtbot: QtBot) -> None:
    view = make(selected=-1)
    before = accents(view)
    drag(qtbot, view, lower(view, 0), lower(view, 2) + QPoint(30, 0), drop=False)
    after = accents(view)
    qtbot.mouseRelease(view, LEFT, pos=lower(view, 0))
    gap = view.slots(view.width(), theme.look()).gap_centre(3)
    assert not before
    assert after
    assert all(abs(x - gap) <= 3 for x, _ in after)


def test_escape_gives_up_a_drag(make: Make, qtbot: QtBot) -> None:
    view = make()
    with qtbot.assertNotEmitted(view.moved), qtbot.waitSignal(view.drag_ended):
        drag(qtbot, view, lower(view, 0), lower(view, 3), drop=False)
        qtbot.keyClick(view, Qt.Key.Key_Escape)
        qtbot.mouseRelease(view, LEFT, pos=lower(view, 3))


@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier]
)
def test_a_click_with_a_key_held_swaps_with_the_selected_word(
    make: Make, qtbot: QtBot, held: Qt.KeyboardModifier
) -> None:
    view = make(order=(2, 0, 3, 1), selected=0)
    with qtbot.waitSignal(view.swapped) as seen, qtbot.assertNotEmitted(view.picked):
        qtbot.mouseClick(view, LEFT, held, lower(view, 3))
    assert seen.args == [1, 3]
    with qtbot.assertNotEmitted(view.swapped):
        qtbot.mouseClick(view, LEFT, held, lower(view, 1))


@pytest.mark.parametrize(
    ("key", "word"),
    [(Qt.Key.Key_Right, 3), (Qt.Key.Key_Left, 2), (Qt.Key.Key_Home, 2), (Qt.Key.Key_End, 1)],
)
def test_arrows_select_along_the_lower_row(
    make: Make, qtbot: QtBot, key: Qt.Key, word: int
) -> None:
    view = make(order=(2, 0, 3, 1), selected=0)
    with qtbot.waitSignal(view.picked) as picked:
        qtbot.keyClick(view, key)
    assert picked.args == [word]


@pytest.mark.parametrize(
    "held", [Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier]
)
@pytest.mark.parametrize(
    ("key", "to"),
    [(Qt.Key.Key_Right, 2), (Qt.Key.Key_Left, 0), (Qt.Key.Key_End, 3), (Qt.Key.Key_Home, 0)],
)
def test_arrows_with_a_key_held_move_the_word(
    make: Make, qtbot: QtBot, key: Qt.Key, to: int, held: Qt.KeyboardModifier
) -> None:
    view = make(order=(2, 0, 3, 1), selected=0)
    with qtbot.waitSignal(view.moved) as seen:
        qtbot.keyClick(view, key, held)
    assert seen.args == [1, to]


def test_keys_stop_at_the_ends_and_pass_on_what_they_do_not_know(make: Make, qtbot: QtBot) -> None:
    view = make(selected=3)
    with qtbot.assertNotEmitted(view.picked), qtbot.assertNotEmitted(view.moved):
        qtbot.keyClick(view, Qt.Key.Key_Right)
        qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClick(view, Qt.Key.Key_X)


def test_right_to_left_turns_words_and_keys(
    make: Make, qtbot: QtBot, right_to_left: Callable[[], None]
) -> None:
    right_to_left()
    view = make()
    assert lower(view, 0).x() > lower(view, 3).x()
    with qtbot.waitSignal(view.moved) as seen:
        qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert seen.args == [1, 2]
    with qtbot.waitSignal(view.moved) as seen:
        drag(qtbot, view, lower(view, 0), lower(view, 2) - QPoint(30, 0))
    assert seen.args == [0, 2]


def test_the_word_under_the_pointer_is_told_by_its_original_place(make: Make, qtbot: QtBot) -> None:
    view = make(order=(2, 0, 3, 1))
    with qtbot.waitSignal(view.hovered) as seen:
        qtbot.mouseMove(view, lower(view, 2))
    assert seen.args == [3]
    with qtbot.waitSignal(view.hovered) as seen:
        qtbot.mouseMove(view, QPoint(2, 100))
    assert seen.args == [-1]
    with qtbot.assertNotEmitted(view.hovered):
        view.light(2)


def test_of_many_words_the_selected_one_is_in_sight(make: Make, qtbot: QtBot) -> None:
    words = " ".join(f"w{k}" for k in range(40))
    view = make(words, selected=30)
    seen = view.slots(view.width(), theme.look())
    assert seen.shown < 40
    assert seen.first <= 30 < seen.first + seen.shown
    view.set_words([Chip(w, "") for w in words.split()], moved(range(40), 30, 2), 30, TITLES)
    assert view.slots(view.width(), theme.look()).first <= 2


def test_the_wheel_shows_others_when_the_view_has_the_focus(make: Make, qtbot: QtBot) -> None:
    view = make(" ".join(f"w{k}" for k in range(40)), selected=0)

    def turn() -> bool:
        event = QWheelEvent(
            QPointF(50, 50),
            view.mapToGlobal(QPointF(50, 50)),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view, event)
        return event.isAccepted()

    view.clearFocus()
    assert not turn()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    assert turn()
    assert view.slots(view.width(), theme.look()).first == 1


def test_a_word_held_at_the_edge_brings_others_into_sight(make: Make, qtbot: QtBot) -> None:
    view = make(" ".join(f"w{k}" for k in range(40)), selected=0)
    drag(qtbot, view, lower(view, 0), QPoint(view.width() - 4, lower(view, 0).y()), drop=False)
    qtbot.waitUntil(lambda: view.slots(view.width(), theme.look()).first >= 2)
    with qtbot.waitSignal(view.moved) as seen:
        qtbot.mouseRelease(view, LEFT, pos=QPoint(view.width() - 4, lower(view, 5).y()))
    assert seen.args is not None
    assert seen.args[0] == 0
    assert seen.args[1] >= 7


@pytest.mark.parametrize("words", ["", "cat", "x" * 5000, "שלום עולם", "cat cat mat"])
def test_any_words_are_painted_and_take_every_event(make: Make, qtbot: QtBot, words: str) -> None:
    view = make(words, selected=0 if words else -1)
    assert not view.grab().isNull()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Escape):
        qtbot.keyClick(view, key)
    drag(qtbot, view, QPoint(20, view.height() - 40), QPoint(300, view.height() - 40))

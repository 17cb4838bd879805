"""The row of controls above a figure."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets import theme
from posviz.widgets.control_row import ControlRow, show_choice, show_switch
from tests.laying_out import lay_out

CHOICES = (("a", "First"), ("b", "Second"), ("c", "Third"))


def test_a_row_without_controls_takes_no_room(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    row = ControlRow(window)
    column.addWidget(row)
    window.show()
    seen = [row.isVisible()]
    row.add_switch("On", lambda _on: None)
    seen.append(row.isVisible())
    assert seen == [False, True]


def test_labels_name_their_controls(qtbot: QtBot) -> None:
    row = ControlRow()
    qtbot.addWidget(row)
    number = row.add_number("Width d", lambda _value: None, 1, 512)
    choice = row.add_choice("Layout", CHOICES, lambda _value: None)
    switch = row.add_switch("Scale", lambda _on: None)
    assert [w.accessibleName() or switch.text() for w in (number, choice, switch)] == [
        "Width d",
        "Layout",
        "Scale",
    ]
    buddies = {label.text(): label.buddy() for label in row.findChildren(QLabel)}
    assert buddies == {"Width d": number, "Layout": choice}


def test_slots_get_what_the_user_does_and_nothing_else(qtbot: QtBot) -> None:
    row = ControlRow()
    qtbot.addWidget(row)
    got: list[object] = []
    number = row.add_number("Number", got.append, 1, 512, geometric=True)
    choice = row.add_choice("Choice", CHOICES, got.append)
    switch = row.add_switch("Switch", lambda on: got.append(bool(on)))
    row.show()
    number.show_value(64)
    show_choice(choice, "c")
    show_switch(switch, on=True)
    assert got == []
    assert (number.value(), choice.currentData(), switch.isChecked()) == (64, "c", True)
    qtbot.keyClick(number, Qt.Key.Key_Up)
    qtbot.keyClick(choice, Qt.Key.Key_Up)
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert got == [128, "b", False]


def test_the_wheel_passes_over_a_list_without_focus(qtbot: QtBot) -> None:
    row = ControlRow()
    qtbot.addWidget(row)
    got: list[str] = []
    choice = row.add_choice("Choice", CHOICES, got.append)
    row.show()
    choice.clearFocus()
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(choice.mapToGlobal(QPoint(5, 5))),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(choice, event)
    assert not event.isAccepted()
    assert got == []
    assert choice.currentData() == "a"
    assert choice.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_controls_wrap_when_room_is_short(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = ControlRow(window)
    for number in range(6):
        row.add_number(f"Number {number}", lambda _value: None, 0, 9)
    assert row.heightForWidth(300) > row.heightForWidth(2000) > 0
    assert row.minimumSizeHint().width() <= 320


def test_what_belongs_beside_another_wraps_with_it(qtbot: QtBot) -> None:
    row = ControlRow()
    qtbot.addWidget(row)
    first = row.add_number("Go to", lambda value: None, 0, 9, name="row")
    second = row.add_number("", lambda value: None, 0, 9, name="column", beside=first)
    row.add_number("d", lambda value: None, 0, 9)
    row.show()
    for width in range(150, 500, 25):
        row.resize(width, 120)
        lay_out(row)
        at, beside = (box.mapTo(row, QPoint()) for box in (first, second))
        assert at.y() == beside.y()
        assert at.x() + first.width() <= beside.x() < at.x() + first.width() + 20


def test_a_number_has_room_at_every_text_size(qtbot: QtBot) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    row = ControlRow()
    qtbot.addWidget(row)
    box = row.add_number("base", lambda value: None, 0, 1e6, width=88)
    box.show_value(10_000)
    row.show()
    try:
        for scale in (1.0, 1.86, 1.0):
            theme.apply(app, "light", scale)
            assert box.width() == round(88 * scale)
            field = box.lineEdit()
            margins = field.textMargins()
            room = field.width() - margins.left() - margins.right()
            assert field.fontMetrics().horizontalAdvance(field.text()) <= room
    finally:
        theme.apply(app, "dark")

"""NumberBox: 1.5 is 1.5 in every locale, or it is refused and the user is told why."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from posviz.widgets.number_box import NumberBox, read_number


@pytest.fixture(autouse=True)
def tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What tool tips say, without opening them."""
    said: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text: said.append(text))
    return said


@pytest.fixture(params=["de_DE", "en_GB", "ar_EG", "fa_IR"])
def _locale(request: pytest.FixtureRequest) -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)


def _typed(qtbot: QtBot, box: NumberBox, text: str) -> float:
    qtbot.addWidget(box)
    box.show()
    box.setFocus()
    box.selectAll()
    for sign in text:  # QTest types ASCII only
        key = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, sign)
        QApplication.sendEvent(box, key)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    return box.value()


@pytest.mark.usefixtures("_locale")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5", 1.5),
        ("1,5", 1.5),
        ("-1.5", -1.5),
        ("−1,5", -1.5),
        ("10 000", 10_000.0),
        ("10\u202f000,5", 10_000.5),
        ("1e4", 10_000.0),
        (".5", 0.5),
        ("١٫٥", 1.5),
        ("۱٫۵", 1.5),
        ("١٠٠", 100.0),
    ],
)
def test_a_number_is_read_the_same_in_every_locale(qtbot: QtBot, text: str, value: float) -> None:
    box = NumberBox(-1e6, 1e6, decimals=3)
    assert _typed(qtbot, box, text) == value


@pytest.mark.usefixtures("_locale")
@pytest.mark.parametrize(
    "text", ["1,500", "1,234.5", "1.2.3", "1 5", "1e999", "-", "1٬5", "1'5", "1_0", "ten", "nan"]
)
def test_what_is_doubtful_leaves_the_number_and_says_why(
    qtbot: QtBot, tips: list[str], text: str
) -> None:
    box = NumberBox(-1e6, 1e6, decimals=3)
    box.show_value(7)
    entered: list[float] = []
    box.entered.connect(entered.append)
    assert _typed(qtbot, box, text) == 7
    assert entered == []
    assert text in tips[0]
    assert box.text() == "7"


@pytest.mark.usefixtures("_locale")
@pytest.mark.parametrize(
    ("text", "value"),
    [("10 000", 10_000), ("10,000", 10_000), ("1,234,567", 1_234_567), ("1e3", 1000), ("٣", 3)],
)
def test_whole_numbers_may_be_grouped(qtbot: QtBot, text: str, value: int) -> None:
    assert _typed(qtbot, NumberBox(0, 10_000_000), text) == value


@pytest.mark.usefixtures("_locale")
@pytest.mark.parametrize("text", ["1.5", "1,5", "1.000", "1.0", "10,00", "1e-1", "1 5", "1,0000"])
def test_a_whole_number_box_refuses_fractions_and_odd_groups(
    qtbot: QtBot, tips: list[str], text: str
) -> None:
    box = NumberBox(0, 10_000_000)
    box.show_value(64)
    assert _typed(qtbot, box, text) == 64
    assert "whole number" in tips[0]


def test_a_number_beyond_the_limits_takes_the_nearest_and_says_so(
    qtbot: QtBot, tips: list[str]
) -> None:
    box = NumberBox(1, 512)
    assert _typed(qtbot, box, "9999") == 512
    assert "1 to 512" in tips[0]


def test_what_has_two_readings_is_said_to_have_them(qtbot: QtBot, tips: list[str]) -> None:
    _typed(qtbot, NumberBox(0, 10, decimals=2), "1,500")
    assert "two ways" in tips[0]


def test_a_number_that_is_taken_needs_no_words(qtbot: QtBot, tips: list[str]) -> None:
    _typed(qtbot, NumberBox(0, 10, decimals=2), "1,5")
    assert tips == []


@given(st.floats(-1e9, 1e9, allow_nan=False), st.integers(0, 6))
def test_what_a_box_shows_it_can_read(value: float, decimals: int) -> None:
    text = f"{value:z.{decimals}f}".replace("-", "−")
    read = read_number(text, whole=decimals == 0)
    assert read == float(f"{value:z.{decimals}f}")


@given(st.text(alphabet="0123456789.,-−+eE ٫١\u202f", max_size=8), st.booleans())
def test_reading_never_fails_and_never_gives_infinity(text: str, whole: bool) -> None:
    number = read_number(text, whole=whole)
    assert number is None or math.isfinite(number)
    if whole and number is not None:
        assert number.is_integer()


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1500, 0, "1500"),
        (10_000, 0, "10\u202f000"),
        (-12_345.5, 2, "−12\u202f345.5"),
        (-0.001, 2, "0"),
        (0.25, 3, "0.25"),
        (1e12, 3, "1\u202f000\u202f000\u202f000\u202f000"),
    ],
)
def test_how_a_number_is_shown(qtbot: QtBot, value: float, decimals: int, text: str) -> None:
    box = NumberBox(-1e12, 1e12, decimals=decimals)
    qtbot.addWidget(box)
    box.show_value(value)
    assert box.text() == text
    assert box.valueFromText(text) == pytest.approx(value, abs=10.0**-decimals)


def test_showing_a_value_and_new_limits_tell_nobody(qtbot: QtBot) -> None:
    box = NumberBox(0, 100)
    qtbot.addWidget(box)
    with qtbot.assertNotEmitted(box.entered):
        box.show_value(50)
        box.setRange(0, 10)
    assert box.value() == 10


def test_a_value_is_told_once_when_it_is_settled(qtbot: QtBot) -> None:
    box = NumberBox(0, 1000)
    entered: list[float] = []
    box.entered.connect(entered.append)
    _typed(qtbot, box, "512")
    assert entered == [512]


def test_arrow_keys_step_by_one_or_by_powers_of_two(qtbot: QtBot) -> None:
    for geometric, up, down in ((False, 65, 64), (True, 128, 64)):
        box = NumberBox(1, 512, geometric=geometric)
        qtbot.addWidget(box)
        box.show_value(64)
        qtbot.keyClick(box, Qt.Key.Key_Up)
        assert box.value() == up
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.value() == down
        box.stepBy(10)
        assert box.value() == (512 if geometric else 74)


def _wheel(box: QWidget) -> QWheelEvent:
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(box.mapToGlobal(QPoint(5, 5))),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, event)
    return event


def test_the_wheel_passes_over_a_box_without_focus(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    other, box = NumberBox(0, 10), NumberBox(0, 10)
    column.addWidget(other)
    column.addWidget(box)
    window.show()
    window.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert not _wheel(box).isAccepted()
    assert box.value() == 0
    assert not box.focusPolicy() & Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus
    _wheel(other)
    assert other.value() == 1

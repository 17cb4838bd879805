"""The text size: kept, live over the whole program, of its own before a class."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenuBar, QPushButton
from pytestqt.qtbot import QtBot

from posviz.settings import TEXT_SIZES, Settings, load_settings
from posviz.widgets import theme
from posviz.window.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("dark_again")
Make = Callable[..., MainWindow]
CONTROL = Qt.KeyboardModifier.ControlModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


def percent() -> int:
    return round(theme.look().scale * 100)


@pytest.mark.parametrize(
    ("key", "held"),
    [
        (Qt.Key.Key_Plus, CONTROL),
        (Qt.Key.Key_Equal, CONTROL),
        (Qt.Key.Key_Plus, CONTROL | KEYPAD),
    ],
    ids=["plus", "equals", "number pad"],
)
def test_keys_make_everything_larger(
    window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    QTest.keyClick(window, key, held)
    assert percent() == 110


@pytest.mark.parametrize("held", [CONTROL, CONTROL | KEYPAD], ids=["minus", "number pad"])
def test_keys_make_everything_smaller_and_usual_again(
    window: MainWindow, held: Qt.KeyboardModifier
) -> None:
    QTest.keyClick(window, Qt.Key.Key_Minus, held)
    assert percent() == 90
    QTest.keyClick(window, Qt.Key.Key_0, held)
    assert percent() == 100


def test_the_sizes_go_from_80_to_300_percent_and_end_there(window: MainWindow) -> None:
    seen = [percent()]
    for name in ["smaller_text"] * len(TEXT_SIZES) + ["larger_text"] * (len(TEXT_SIZES) + 1):
        window.actions_by_id[name].trigger()
        seen.append(percent())
    assert sorted({*seen}) == [int(size) for size in TEXT_SIZES]
    assert (min(seen), max(seen), seen[-2:]) == (80, 300, [300, 300])


def test_the_size_is_said_and_remembered(window: MainWindow) -> None:
    for _ in range(3):
        window.actions_by_id["larger_text"].trigger()
    assert window._readout.text() == "Text size: 150 %"
    window.settings.save()
    kept, problems = load_settings()
    assert (kept.preferences["text_size"], problems) == ("150", [])


def test_a_window_starts_with_the_size_that_was_kept(make_main_window: Make) -> None:
    settings = Settings()
    settings.preferences["text_size"] = "200"
    window = make_main_window(settings=settings)
    window.apply_theme()  # as the program does when it starts
    assert percent() == 200


def test_every_part_of_the_window_grows_while_it_is_shown(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.panel("lesson")
    parts = {
        "menu bar": window.findChildren(QMenuBar)[0],
        "sequence": window.sequence,
        "chapters": window.chapters,
        "status": window.statusBar(),
    }
    high = {name: part.height() for name, part in parts.items()}
    button = next(b for b in panel.findChildren(QPushButton) if b.isVisible())
    label = next(part for part in window.sequence.findChildren(QLabel) if part.isVisible())
    sizes = [w.fontMetrics().height() for w in (button, label)]
    for _ in range(TEXT_SIZES.index("200") - TEXT_SIZES.index("100")):
        window.actions_by_id["larger_text"].trigger()
    for widget, before in zip((button, label), sizes, strict=True):
        assert widget.fontMetrics().height() == pytest.approx(2 * before, abs=2)
    qtbot.waitUntil(lambda: all(parts[name].height() > 1.5 * high[name] for name in parts))


def test_before_a_class_the_size_is_another_one(window: MainWindow) -> None:
    window.actions_by_id["larger_text"].trigger()
    window.actions_by_id["present"].trigger()
    projected = percent()
    window.actions_by_id["larger_text"].trigger()
    window.actions_by_id["larger_text"].trigger()
    assert percent() == pytest.approx(1.25 * projected, abs=1)
    window.actions_by_id["present"].trigger()
    assert percent() == 110
    assert window.settings.preferences["text_size_in_class"] == "125"
    assert QApplication.font().pixelSize() == round(14 * 1.1)

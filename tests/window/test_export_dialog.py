"""The export dialog: what can be chosen, what is previewed, and what is copied."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from posviz.export import PICTURES
from posviz.panels.tokens import TokensPanel
from posviz.state import State
from posviz.window.export_dialog import ExportDialog

Make = Callable[..., ExportDialog]


@pytest.fixture
def make(qtbot: QtBot) -> Iterator[Make]:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    made: list[ExportDialog] = []

    def make(panel: str = "tokens", state: State | None = None) -> ExportDialog:
        dialog = ExportDialog(parent, state or State(), panel, lambda _panel: {})
        made.append(dialog)
        dialog.show()
        return dialog

    yield make
    for dialog in made:
        dialog.close()


def choose(box: QComboBox, value: object) -> None:
    box.setCurrentIndex(box.findData(value))


def seen(dialog: ExportDialog, qtbot: QtBot) -> QColor:
    """The colour in the corner of the preview, as soon as there is one."""
    qtbot.waitUntil(lambda: not dialog._later.isActive() and not dialog.preview.image.isNull())
    return dialog.preview.image.pixelColor(0, 0)


def test_the_preview_shows_what_was_chosen(make: Make, qtbot: QtBot) -> None:
    dialog = make("fusion")
    assert seen(dialog, qtbot) == QColor("#ffffff")
    choose(dialog.themes, "dark")
    assert seen(dialog, qtbot) == QColor("#151a22")
    choose(dialog.backgrounds, "transparent")
    assert seen(dialog, qtbot).alpha() == 0
    dialog.wide.setValue(400)
    dialog.high.setValue(400)
    seen(dialog, qtbot)
    assert dialog.preview.image.width() == dialog.preview.image.height()


def test_white_is_not_offered_for_light_letters(make: Make) -> None:
    dialog = make()
    choose(dialog.backgrounds, "white")
    assert dialog.style_of_picture.colour == QColor("white")
    choose(dialog.themes, "dark")
    assert dialog.backgrounds.currentData() == "theme"
    model = cast(QStandardItemModel, dialog.backgrounds.model())
    assert not model.item(dialog.backgrounds.findData("white")).isEnabled()
    choose(dialog.themes, "light")
    assert model.item(dialog.backgrounds.findData("white")).isEnabled()


def test_the_size_in_pixels_is_told(make: Make, qtbot: QtBot) -> None:
    dialog = make()
    qtbot.waitUntil(lambda: "pixels" in dialog.told.text())
    assert dialog.told.text() == "2400 × 1600 pixels"
    choose(dialog.scales, 4.0)
    qtbot.waitUntil(lambda: dialog.told.text() == "4800 × 3200 pixels")
    choose(dialog.formats, ".pdf")
    qtbot.waitUntil(lambda: dialog.told.text() == "318 × 212 mm, sharp at any size")
    assert not dialog.scales.isVisible()


def test_the_name_follows_until_it_is_the_users_own(make: Make, qtbot: QtBot) -> None:
    dialog = make("waves")
    assert dialog.file_name == dialog.name.text() == "waves.png"
    choose(dialog.panels, "fusion")
    assert dialog.file_name == "fusion.png"
    dialog.name.clear()
    qtbot.keyClicks(dialog.name, "my picture")
    assert dialog.file_name == "my picture.png"
    choose(dialog.formats, ".csv")
    assert dialog.file_name == dialog.name.text() == "my picture.csv"
    dialog.name.clear()
    assert dialog.file_name == "fusion.csv"


def test_numbers_are_shown_by_their_first_lines(make: Make, qtbot: QtBot) -> None:
    dialog = make("neighbours")
    choose(dialog.formats, ".csv")
    qtbot.waitUntil(lambda: dialog.preview.text.startswith("token"))
    lines = dialog.preview.text.split("\n")
    assert lines[0].split()[:3] == ["token", "cosine", "rank"]
    assert lines[1].split()[0] == "kitten"
    assert dialog.told.text() == "7 numbers"
    choose(dialog.formats, ".png")
    seen(dialog, qtbot)


def test_only_what_the_format_needs_is_asked(make: Make) -> None:
    dialog = make()
    for ending in (".png", ".svg", ".pdf", ".csv", ".npy"):
        choose(dialog.formats, ending)
        for control in (dialog.themes, dialog.backgrounds, dialog.legend, dialog.wide):
            assert control.isVisible() == (ending in PICTURES)
        assert dialog.scales.isVisible() == (ending == ".png")


def test_the_picture_is_copied(make: Make, qtbot: QtBot) -> None:
    dialog = make("fusion")
    choose(dialog.scales, 1.0)
    seen(dialog, qtbot)
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().image().size() == QSize(1200, 800)
    assert "copied" in dialog.told.text()


def test_numbers_are_copied_for_a_spreadsheet(make: Make, qtbot: QtBot) -> None:
    dialog = make("formula")
    choose(dialog.formats, ".csv")
    qtbot.waitUntil(lambda: bool(dialog.preview.text))
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0] == "quantity\tvalue"
    assert lines[1] == "position\t1"


def test_too_many_numbers_are_not_copied(make: Make, qtbot: QtBot) -> None:
    dialog = make("positional_table", State().with_changes(length=1_000_000, width=512))
    choose(dialog.formats, ".npy")
    qtbot.waitUntil(lambda: bool(dialog.preview.text))
    QGuiApplication.clipboard().setText("before")
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "before"
    assert "too many" in dialog.told.text()


def test_a_matrix_that_is_not_there_is_told(make: Make, qtbot: QtBot) -> None:
    dialog = make("pipeline", State().with_changes(part="QR"))
    choose(dialog.formats, ".csv")
    qtbot.waitUntil(lambda: "RoPE" in dialog.told.text())
    assert not dialog.copy.isEnabled()


@pytest.mark.parametrize("panel_id", ["positional_table", "waves", "attention"])
def test_a_picture_without_its_legend_differs(panel_id: str, make: Make, qtbot: QtBot) -> None:
    dialog = make(panel_id)
    seen(dialog, qtbot)
    before = dialog.preview.image.copy()
    dialog.legend.setChecked(False)
    qtbot.waitUntil(lambda: dialog.preview.image != before)
    dialog.legend.setChecked(True)
    qtbot.waitUntil(lambda: dialog.preview.image == before)


def test_a_picture_that_takes_long_has_no_preview(
    make: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_state: Any) -> bool:
        return True

    monkeypatch.setattr(TokensPanel, "takes_long", staticmethod(never))
    dialog = make("tokens")
    qtbot.waitUntil(lambda: dialog.preview.text.startswith("No preview"))


def test_every_control_has_a_name_and_a_key(make: Make) -> None:
    dialog = make("positional_table")
    for control in (dialog.panels, dialog.formats, dialog.themes, dialog.backgrounds, dialog.name):
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus

"""The waves panel: which pairs, where, and how a bad list of pairs is answered."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from posviz.export import RowBlocks
from posviz.panels.output import PanelPicture, Style, draw_panel
from posviz.panels.waves import WavesPanel
from posviz.session import Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.theme import DARK, LIGHT, Look
from posviz.widgets.wave_legend import WaveLegend
from posviz.widgets.wave_plot import WavePlot

MakePanel = Callable[..., WavesPanel]
Part = TypeVar("Part", bound=QWidget)


def part(panel: WavesPanel, kind: type[Part]) -> Part:
    found = panel.findChild(kind)
    assert isinstance(found, kind)
    return found


def test_importing_the_panels_does_not_import_pyqtgraph() -> None:
    code = "import sys, posviz.panels, posviz.app; sys.exit('pyqtgraph' in sys.modules)"
    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


def test_the_selected_pair_is_always_among_the_waves() -> None:
    content = WavesPanel.content(State().with_changes(pair=7, pairs=(10, 4)))
    assert content.pairs == (4, 7, 10)
    assert content.wavelengths == pytest.approx(
        [2 * math.pi * 10_000 ** (2 * pair / 64) for pair in (4, 7, 10)]
    )
    assert content.frequencies[1] == pytest.approx(10_000 ** (-14 / 64))


def test_wavelengths_of_a_table_16_wide() -> None:
    content = WavesPanel.content(State().with_changes(width=16, pairs=(0, 1, 2, 3, 4, 5, 6, 7)))
    expected = [6.283, 19.87, 62.83, 198.7, 628.3, 1987, 6283, 19869]
    assert content.wavelengths == pytest.approx(expected, rel=3e-4)


def test_numbers_are_the_sines_at_whole_positions() -> None:
    content = WavesPanel.content(State().with_changes(length=5))
    numbers = WavesPanel.numbers(content)
    assert numbers.header == ("position", "pair 0 (sin)", "pair 4 (sin)", "pair 10 (sin)")
    assert numbers.array.shape == (5, 3)
    assert numbers.array[:, 0] == pytest.approx(np.sin(range(5)))
    assert [position for position, *_ in numbers.rows] == [0, 1, 2, 3, 4]


def test_a_million_positions_are_never_in_memory_at_once() -> None:
    state = State().with_changes(length=1_000_000, width=128, pair=40, pairs=tuple(range(8)))
    numbers = WavesPanel.numbers(WavesPanel.content(state))
    assert isinstance(numbers.values, RowBlocks)
    assert numbers.values.shape == (1_000_000, 9)
    last = numbers.values.make(range(999_999, 1_000_000))
    assert last[0, 0] == math.sin(999_999)


def test_heading_and_summary_name_the_pairs(make_panel: MakePanel, session: Session) -> None:
    panel = make_panel(WavesPanel)
    content = panel.content(session.state)
    assert panel.heading(content) == "Waves · pairs 0, 4, 10"
    summary = panel.summary(content)
    assert "pair 4 · 19.87 positions: +0.310984" in summary
    assert "pair 0, cosine: +0.540302" in summary


def test_a_lone_sine_has_no_cosine(make_panel: MakePanel, session: Session) -> None:
    session.update(width=5, pair=2)
    panel = make_panel(WavesPanel)
    assert "cosine" not in panel.summary(panel.content(session.state))
    session.update(pair=1)
    assert "pair 1, cosine" in panel.summary(panel.content(session.state))


def type_pairs(panel: WavesPanel, qtbot: QtBot, text: str) -> None:
    field = part(panel, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_pairs_can_be_typed(make_panel: MakePanel, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(WavesPanel)
    type_pairs(panel, qtbot, "2,  31, 2")
    assert session.state.pairs == (2, 31)
    assert part(panel, QLineEdit).text() == "2, 31"


@pytest.mark.parametrize("text", ["0, x", "32", "-1", "1 2", "0,1,2,3,4,5,6,7,8"])
def test_bad_pairs_are_answered_in_place_and_change_nothing(
    make_panel: MakePanel, session: Session, qtbot: QtBot, text: str
) -> None:
    panel = make_panel(WavesPanel)
    type_pairs(panel, qtbot, text)
    assert list(session.state.pairs) == [4, 10]
    answer = part(panel, Note)
    assert "from 0 to 31" in answer.text
    assert answer.isVisibleTo(panel)
    type_pairs(panel, qtbot, "3")
    assert list(session.state.pairs) == [3]
    assert not answer.isVisibleTo(panel)


def test_a_drag_of_the_cursor_is_one_undo_step(make_panel: MakePanel, session: Session) -> None:
    panel = make_panel(WavesPanel)
    plot = part(panel, WavePlot)
    plot.drag_started.emit()
    for position in (2, 3, 9):
        plot.picked.emit(position)
    plot.drag_ended.emit()
    assert session.state.position == 9
    session.undo()
    assert session.state.position == 1


def test_clicking_a_name_selects_its_pair(
    make_panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(WavesPanel, 320)
    legend = part(panel, WaveLegend)

    def click_name(row: int) -> None:
        qtbot.mouseClick(legend, Qt.MouseButton.LeftButton, pos=QPoint(20, 22 * row + 11))

    click_name(2)
    assert session.state.pair == 4
    click_name(1)  # the cosine of 4, now that only pairs 4 and 10 are on show
    assert session.state.pair == 4
    click_name(2)
    assert session.state.pair == 10
    click_name(0)
    assert session.state.pair == 4


def test_keys_move_position_and_pair(make_panel: MakePanel, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(WavesPanel)
    plot = part(panel, WavePlot)
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert session.state.position == 2
    qtbot.keyClick(plot, Qt.Key.Key_End)
    assert session.state.position == 63
    session.update(pairs=(0, 4, 10))
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    assert session.state.pair == 4
    qtbot.keyClick(plot, Qt.Key.Key_Up)
    qtbot.keyClick(plot, Qt.Key.Key_Up)
    assert session.state.pair == 0


def test_hover_reads_all_sines(make_panel: MakePanel, qtbot: QtBot) -> None:
    panel = make_panel(WavesPanel)
    with qtbot.waitSignal(panel.readout) as told:
        part(panel, WavePlot).hovered.emit(1)
    assert told.args[0].startswith("pos 1 · sin of pair 0: +0.841471, pair 4: +0.310984")


@pytest.mark.parametrize(
    "changes",
    [
        {"length": 1},
        {"width": 1},
        {"length": 1_000_000, "width": 12_288, "position": 999_999},
        {"text": "the cat sat on", "length": 2, "position": 3},
        {"text": ""},
        {"base": 0.001},
        {"base": 1e12},
    ],
)
@pytest.mark.parametrize("look", [DARK, LIGHT])
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_every_state_is_drawn(
    qtbot: QtBot, tmp_path: Path, changes: dict[str, object], look: Look, ending: str
) -> None:
    path = tmp_path / f"waves.{ending}"
    state = State().with_changes(**changes)
    draw_panel(WavesPanel, state, path, size=QSize(400, 300), look=look)
    assert path.stat().st_size > 2000


def test_no_background_is_left_behind_the_waves(qtbot: QtBot) -> None:
    picture = PanelPicture(WavesPanel, State())
    image = picture.image(Style(QSize(600, 400), DARK, background="transparent", scale=1))
    picture.close()
    seen = [image.pixelColor(x, y).alpha() for x in range(60, 590) for y in range(50, 300)]
    assert sum(alpha == 0 for alpha in seen) > len(seen) / 2
    assert max(seen) == 255

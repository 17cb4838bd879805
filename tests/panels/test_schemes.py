"""The schemes panel: what it says of each scheme, and that its controls reach the State."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from posviz.model.notation import signed
from posviz.model.positional import SchemeName
from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.schemes import SCHEMES
from posviz.panels import schemes_words as words
from posviz.panels.output import draw_panel
from posviz.panels.schemes import SchemesPanel
from posviz.panels.schemes_content import Schemes, are_rows_ready, learned_rows
from posviz.panels.schemes_curves import profile_curves, shown_lines, turn_curves, value_text
from posviz.session import Hover, Session
from posviz.state import State
from posviz.table_reader import TableReader
from posviz.widgets.choice_cards import ChoiceCards
from posviz.widgets.curve_plot import CurvePlot
from posviz.widgets.matrix_picture import MatrixPicture
from posviz.widgets.number_box import NumberBox
from posviz.widgets.scatter_view import ScatterView
from posviz.widgets.table_view import TableView
from posviz.widgets.theme import DARK

MakePanel = Callable[..., SchemesPanel]


def content_of(**changes: Any) -> Schemes:
    return SchemesPanel.content(State().with_changes(**changes))


def box(panel: SchemesPanel, name: str) -> NumberBox:
    return next(b for b in panel.findChildren(NumberBox) if b.accessibleName().startswith(name))


# The content


def test_offsets_reach_to_twice_the_training_length() -> None:
    content = content_of(trained_length=100)
    assert content.offsets.tolist() == list(range(200))
    assert all(lines.shape[1] == 200 for lines in content.lines)
    assert content.step == 1


@pytest.mark.parametrize("changes", [{"width": 12_288}, {"trained_length": 131_072}])
def test_too_many_offsets_are_spread_and_said_to_be(changes: dict[str, Any]) -> None:
    content = content_of(**changes)
    assert len(content.offsets) <= 2048
    assert content.offsets[0] == 0
    assert content.offsets[-1] == 2 * content.sizes.trained_length - 1
    assert (np.diff(content.offsets) > 0).all()
    assert "one offset in" in words.what_the_line_is(content)
    assert "one offset in" not in words.what_the_line_is(content_of())


def test_a_lone_sine_is_said_to_be_left_out() -> None:
    assert "lone last sine" in words.what_the_line_is(content_of(width=65))
    assert "lone last sine" not in words.what_the_line_is(content_of())
    assert np.isnan(content_of(width=1).lines_of("sinusoidal")).all()


def test_parameters_and_where_each_scheme_enters() -> None:
    content = content_of(heads=12)
    said = {name: words.parameters(content, name) for name in SCHEMES}
    assert said["learned"] == "196\u202f608 parameters"
    assert said["t5"] == "384 parameters"
    assert {said[name] for name in ("none", "sinusoidal", "rotary", "alibi")} == {"0 parameters"}
    assert words.parameters(content_of(heads=1), "t5") == "32 parameters"


@pytest.mark.parametrize("name", SCHEMES)
def test_every_scheme_has_its_facts_and_source(name: str) -> None:
    parameters, enters, beyond, source = words.facts(content_of(scheme=name))
    assert parameters.startswith("**Parameters**")
    assert enters.startswith("**Enters**")
    assert len(beyond) > 40
    assert any(year in source for year in ("2017", "2020", "2021", "2022"))
    assert "{" not in "".join((parameters, enters, beyond, source))


def test_learned_rows_end_and_row_0_is_special() -> None:
    content = content_of(scheme="learned", trained_length=2048)
    assert "no row 512" in words.facts(content)[2]
    rows = content.learned
    assert rows is not None
    assert rows.norms[0] == pytest.approx(2.36, abs=0.01)
    assert rows.norms[1:].max() < 1
    assert "2.36" in words.about_learned(rows)
    shade = profile_curves(content, "learned").shade
    assert shade is not None
    assert shade[0] == 512
    assert profile_curves(content, "alibi").shade == (2048, 4095, "past the training length")
    assert value_text("learned", math.nan) == "no row"


def test_learned_rows_lie_on_a_ring() -> None:
    ring = learned_rows().ring
    radii = np.hypot(*ring.T)
    assert ring.shape == (511, 2)
    assert radii.min() > 0.4 * radii.max()  # a hole in the middle
    angles = np.arctan2(*ring.T)
    assert np.histogram(angles, bins=12, range=(-np.pi, np.pi))[0].min() > 0  # all the way round


def test_end_colours_are_at_a_percentile() -> None:
    rows = learned_rows()
    share = (np.abs(rows.values) > 1).mean()
    assert 0.015 < share < 0.021


def test_18_of_64_pairs_never_finish_a_turn() -> None:
    content = content_of(scheme="rotary", head_width=128, trained_length=4096)
    assert content.turning is not None
    assert content.turning.unfinished == 18
    assert "18 of 64 pairs" in words.facts(content)[2]
    shade = turn_curves(content.turning).shade
    assert shade is not None
    assert shade[:2] == (46, 63)


@pytest.mark.parametrize(
    ("extension", "unseen"), [("none", 18), ("interpolation", 0), ("yarn", 0), ("ntk", 17)]
)
def test_pairs_that_meet_angles_beyond_training(extension: str, unseen: int) -> None:
    content = content_of(scheme="rotary", head_width=128, trained_length=4096, extension=extension)
    assert content.turning is not None
    # NTK-aware: w' · 4L against w · L, so only the slowest pair is back; the others exceed it.
    assert content.turning.unseen == unseen
    assert f"**{unseen}** of the 18 pairs" in words.extension_text(content)


def test_extensions_name_their_numbers() -> None:
    text = words.extension_text(content_of(scheme="rotary", head_width=128, extension="ntk"))
    assert "to 40\u202f890" in text
    text = words.extension_text(content_of(scheme="rotary", extension="yarn"))
    assert "1.139" in text
    assert "2048 positions" in text


def test_rotary_scores_are_shown_to_depend_on_the_offset() -> None:
    text = words.rotary_check(content_of(scheme="rotary"))
    near, far, back = (part.split(",")[0].split(".\n")[0] for part in _scores(text))
    assert near == far != back


def _scores(text: str) -> list[str]:
    rest = text.split("score ")[1]
    first, second, third = (part for part in rest.split(", at "))
    return [first, second.split(") ")[1], third.split(") ")[1].rstrip(".")]


def test_both_pairings_of_the_public_report() -> None:
    text = words.pairings()
    assert "(−1.1426, 1.9221, 2.9599, 4.0298)" in text
    assert "(−1.9841, 1.9599, 2.4624, 4.0198)" in text


def test_few_of_many_heads_are_drawn_the_steepest_first() -> None:
    assert shown_lines(3) == [0, 1, 2]
    assert shown_lines(8) == [0, 2, 5, 7]
    assert shown_lines(256) == [0, 85, 170, 255]
    curves = profile_curves(content_of(heads=12), "alibi")
    assert len(curves.lines) == 4
    assert (np.diff(curves.lines[:, 1]) > 0).all()
    assert "Four of the 12 heads" in words.what_the_line_is(content_of(scheme="alibi", heads=12))


def test_numbers_hold_every_scheme() -> None:
    content = content_of(trained_length=300, heads=2)
    numbers = SchemesPanel.numbers(content)
    assert numbers.header == [
        "offset",
        "None: term in the score",
        "None: weight of the first token, masked",
        "Sinusoidal: cosine of rows p and p + offset",
        "Learned: mean cosine of two rows",
        "RoPE: q = k",
        "RoPE: q a quarter turn ahead of k",
        "ALiBi: head 1",
        "ALiBi: head 2",
        "T5 bias: bucket",
    ]
    assert numbers.array.shape == (600, 10)
    assert numbers.array[16, 7] == -1  # 16 · 2^(−8/2)
    assert numbers.array[128, 9] == 31
    assert np.isnan(numbers.array[512, 4])
    assert next(iter(numbers.rows))[0] == 0


def test_numbers_of_the_learned_rows_are_values_lengths_and_cosines() -> None:
    numbers = SchemesPanel.numbers(content_of(scheme="learned"))
    rows = minilm_positions().matrix.astype(float)
    assert numbers.array.shape == (512, 1 + 384 + 512)
    assert list(numbers.header[:3]) == ["position", "length", "value 0"]
    assert numbers.header[386] == "cosine with 0"
    assert numbers.array[7, 1:385] == pytest.approx(rows[7], abs=1e-12)
    dot = sum(a * b for a, b in zip(rows[7], rows[30], strict=True))
    lengths = [math.sqrt(sum(x * x for x in rows[p])) for p in (7, 30)]
    assert numbers.array[7, 0] == pytest.approx(lengths[0])
    assert numbers.array[7, 385 + 30] == pytest.approx(dot / lengths[0] / lengths[1], abs=1e-6)
    line = list(numbers.rows)[7]
    assert line[0] == 7
    assert len(line) == len(numbers.header)


def test_numbers_of_rotary_positions_are_turns_under_the_extension() -> None:
    sizes: dict[str, Any] = {"head_width": 128, "trained_length": 4096, "extension_factor": 4.0}
    numbers = SchemesPanel.numbers(content_of(scheme="rotary", extension="interpolation", **sizes))
    lines: list[Any] = list(numbers.rows)
    assert [line[0] for line in lines] == list(range(64))
    for pair, speed, trained, longer, full in lines:
        w = 10_000 ** (-2 * pair / 128)
        assert speed == pytest.approx(w / 4)
        assert trained == pytest.approx(4096 * w / (2 * math.pi))
        assert longer == pytest.approx(trained)  # 4 times as long, 4 times as slow
        assert full == (trained >= 1)
    assert sum(line[4] for line in lines) == 64 - 18
    assert "interpolation" in numbers.header[1]
    plain = SchemesPanel.numbers(content_of(scheme="rotary", **sizes)).array
    assert plain[:, 2] == pytest.approx(4 * plain[:, 1])


def test_fixed_against_learned_with_the_numbers_of_the_paper(make_panel: MakePanel) -> None:
    # Vaswani et al. 2017, table 3: the base model, and row (E).
    table = make_panel(SchemesPanel).findChild(TableView)
    assert table is not None
    said = table.accessibleDescription().replace("\u2066", "").replace("\u2069", "")
    assert said.split("; ") == [
        "Fixed: sinusoidal, defined, 4.92 / 25.8",
        "Learned: row (E), no row, 4.92 / 25.7",
    ]


@pytest.mark.parametrize("name", SCHEMES)
def test_what_lies_past_the_training_length_is_shaded(name: SchemeName) -> None:
    content = content_of(scheme=name, trained_length=100)
    curves = profile_curves(content, name)
    if name == "learned":
        assert curves.shade is None  # 200 offsets end before its own 512
        assert profile_curves(content_of(trained_length=600), name).shade == (
            (512, 1199, "no row here")
        )
    else:
        assert curves.shade == (100, 199, "past the training length")


# On screen


def test_cards_choose_the_scheme(make_panel: MakePanel, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(SchemesPanel)
    cards = panel.findChild(ChoiceCards)
    assert cards is not None
    for expected in ("learned", "rotary", "alibi"):
        qtbot.keyClick(cards, Qt.Key.Key_Right)
        assert session.state.scheme == expected
    session.undo()
    assert session.state.scheme == "rotary"


def test_controls_belong_to_their_schemes(make_panel: MakePanel, session: Session) -> None:
    panel = make_panel(SchemesPanel)
    for scheme, heads, width in (("t5", True, False), ("rotary", False, True), ("none", 0, 0)):
        session.update(scheme=scheme)
        assert box(panel, "Heads").isVisibleTo(panel) == heads
        assert box(panel, "Head width").isVisibleTo(panel) == width
        assert box(panel, "Training length").isVisibleTo(panel)


def test_controls_reach_the_state(make_panel: MakePanel, session: Session, qtbot: QtBot) -> None:
    session.update(scheme="rotary")
    panel = make_panel(SchemesPanel)
    box(panel, "Training length").setValue(2048)
    box(panel, "Head width").setValue(128)
    box(panel, "How many times").setValue(8)
    extension = panel.findChild(QComboBox)
    assert extension is not None
    extension.setCurrentIndex(extension.findData("yarn"))
    extension.activated.emit(extension.currentIndex())
    session.update(scheme="alibi")
    box(panel, "Heads").setValue(6)
    state = session.state
    assert (state.trained_length, state.head_width, state.extension_factor) == (2048, 128, 8)
    assert (state.extension, state.heads) == ("yarn", 6)


def test_an_odd_head_width_is_made_even(make_panel: MakePanel, session: Session) -> None:
    session.update(scheme="rotary")
    panel = make_panel(SchemesPanel)
    box(panel, "Head width").setValue(33)
    assert session.state.head_width == 32
    assert box(panel, "Head width").value() == 32
    box(panel, "Head width").setValue(33)
    assert box(panel, "Head width").value() == 32


def test_pictures_of_the_learned_rows_are_shown_for_them_alone(
    make_panel: MakePanel, session: Session
) -> None:
    panel = make_panel(SchemesPanel)
    pictures = [*panel.findChildren(MatrixPicture), *panel.findChildren(ScatterView)]
    assert len(pictures) == 3
    assert not any(picture.isVisibleTo(panel) for picture in pictures)
    session.update(scheme="learned")
    assert all(picture.isVisibleTo(panel) for picture in pictures)


def test_a_point_of_the_ring_selects_its_position(make_panel: MakePanel, session: Session) -> None:
    session.update(scheme="learned")
    panel = make_panel(SchemesPanel)
    ring = panel.findChild(ScatterView)
    assert ring is not None
    ring.picked.emit(30)
    assert session.state.position == 31
    ring.picked.emit(400)  # beyond the positional table of the State
    assert session.state.position == 31


def test_pointing_at_the_ring_lights_the_position_elsewhere_and_back(
    make_panel: MakePanel, session: Session
) -> None:
    session.update(scheme="learned")
    panel = make_panel(SchemesPanel)
    ring = panel.findChild(ScatterView)
    assert ring is not None
    told: list[Hover] = []
    session.hovered.connect(told.append)
    ring.hovered.emit(4)
    ring.hovered.emit(-1)
    assert told == [Hover(position=5), Hover()]
    before = ring.grab().toImage()
    session.point_at(position=300)
    assert ring.grab().toImage() != before
    session.point_at(position=600)  # has no row
    assert ring.grab().toImage() == before


def test_the_cursor_reads_all_schemes(make_panel: MakePanel, qtbot: QtBot) -> None:
    panel = make_panel(SchemesPanel)
    plot = next(p for p in panel.findChildren(CurvePlot) if "offset" in p.accessibleName())
    with qtbot.waitSignal(panel.readout) as told:
        plot.move_cursor(16)
    text = told.args[0]
    assert text.startswith("offset 16: Sinusoidal +0.")
    assert "ALiBi head 1 −8.000" in text
    assert "T5 bias 16" in text


def test_what_is_under_the_pointer_in_the_pictures(
    make_panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    session.update(scheme="learned")
    panel = make_panel(SchemesPanel)
    values, cosines = panel.findChildren(MatrixPicture)
    with qtbot.waitSignal(panel.readout) as told:
        cosines.hovered.emit(7, 7)
    assert told.args == ["learned: positions 7 and 7: cosine +1.0000"]
    with qtbot.waitSignal(panel.readout) as told:
        values.hovered.emit(0, 3)
    assert told.args[0].startswith("learned: position 0, dimension 3: ")
    with qtbot.waitSignal(panel.readout) as told:
        values.hovered.emit(-1, -1)
    assert told.args == [""]


def test_the_pictures_are_read_with_the_keys(
    make_panel: MakePanel, session: Session, qtbot: QtBot
) -> None:
    session.update(scheme="learned")
    panel = make_panel(SchemesPanel)
    values, cosines = panel.findChildren(MatrixPicture)
    rows = minilm_positions().matrix
    with qtbot.waitSignal(panel.readout) as told:
        qtbot.keyClick(values, Qt.Key.Key_Down)
    assert told.args == [f"learned: position 1, dimension 0: {signed(float(rows[1, 0]), 6)}"]
    assert values.accessibleDescription() == told.args[0]
    with qtbot.waitSignal(panel.readout) as told:
        qtbot.keyClick(cosines, Qt.Key.Key_End)
    assert told.args[0].startswith("learned: positions 0 and 511: cosine ")


def test_the_first_look_at_the_learned_rows_is_computed_in_the_background(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned_rows.cache_clear()
    assert not are_rows_ready()
    session = Session(State(), reader=TableReader())
    panel = SchemesPanel(session)
    qtbot.addWidget(panel)
    panel.show()
    panel.set_on_screen(True)
    assert panel.busy is False
    with qtbot.waitSignal(panel.refreshed):
        session.update(scheme="learned")
        assert SchemesPanel.takes_long(session.state)
    assert are_rows_ready()
    assert not SchemesPanel.takes_long(session.state)


def test_the_summary_says_where_position_goes(make_panel: MakePanel, session: Session) -> None:
    panel = make_panel(SchemesPanel)
    session.update(scheme="rotary")
    summary = panel.summary(panel.content(session.state))
    assert summary.startswith("Schemes · RoPE. each pair turned")
    assert "16 of 32 pairs never finish a turn" in summary
    assert "*" not in summary


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ending", ["svg", "pdf", "csv", "npy"])
def test_every_scheme_is_written(qtbot: QtBot, tmp_path: Path, scheme: str, ending: str) -> None:
    path = tmp_path / f"schemes.{ending}"
    state = State().with_changes(scheme=scheme, trained_length=20)
    draw_panel(SchemesPanel, state, path, size=QSize(500, 400), look=DARK)
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("name", SCHEMES)
def test_fixed_and_learned_rows_are_set_against_each_other_where_one_is_chosen(
    make_panel: MakePanel, session: Session, name: str
) -> None:
    session.update(scheme=name)
    panel = make_panel(SchemesPanel, 1070, 600)
    table = panel.findChild(TableView)
    assert table is not None
    assert table.isVisibleTo(panel) == (name in ("sinusoidal", "learned"))

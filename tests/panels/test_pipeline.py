"""The pipeline: every matrix against loops, what is said of its numbers, what is clicked."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from posviz.export import ExportError
from posviz.lesson.steps import find_step, shipped_lesson
from posviz.panels import find_panel
from posviz.panels.pipeline import PipelinePanel
from posviz.panels.pipeline_content import PARTS, SQUARE, Pipeline, part_named
from posviz.panels.pipeline_flow import links_of, node_named, nodes_of
from posviz.panels.pipeline_origin import origin
from posviz.panels.pipeline_words import full_name, not_this, opening, panel_of, table_of
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets import flow_chart, flow_places
from posviz.widgets.flow_chart import FlowChart
from posviz.widgets.flow_places import Places
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.note import Note, spoken
from tests.laying_out import lay_out
from tests.panels.head_by_loops import parts_by_loops

Make = Callable[..., PipelinePanel]

SETTINGS: dict[str, dict[str, Any]] = {
    "sines": {},
    "sines, scaled, masked": {"scale": True, "causal": True, "table": "toy16", "seed": 4},
    "none, masked": {"scheme": "none", "causal": True},
    "learned, dropped": {"scheme": "learned", "dropout": True, "seed": 3, "table": "toy16"},
    "rotary": {"scheme": "rotary", "text": "the cat sat on the cat", "head_width": 6},
    "rotary, identity": {"scheme": "rotary", "identity_weights": True, "base": 100.0},
    "alibi": {"scheme": "alibi", "head": 2, "causal": True},
    "t5": {"scheme": "t5", "head": 1, "text": "the cat sat on the cat"},
    "t5, masked": {"scheme": "t5", "causal": True, "text": "the cat sat on the cat"},
    "BERT's block": {"scheme": "learned", "table": "minilm", "head_width": 4, "scale": True},
    "BERT's block, dropped": {
        "scheme": "learned",
        "table": "minilm",
        "head_width": 2,
        "dropout": True,
        "text": "the cat",
    },
}
EACH_SETTING = pytest.mark.parametrize("changes", SETTINGS.values(), ids=SETTINGS)


def state(**changes: Any) -> State:
    return State().with_changes(**{"head_width": 8, **changes})


def content(**changes: Any) -> Pipeline:
    return PipelinePanel.content(state(**changes))


# The numbers


@EACH_SETTING
def test_every_matrix_is_that_of_loops_over_single_numbers(changes: dict[str, Any]) -> None:
    expected = parts_by_loops(state(**changes))
    for part in PARTS:
        shown, wanted = content(part=part, **changes), expected[part]
        if wanted is None:
            with pytest.raises(ExportError):
                PipelinePanel.numbers(shown)
            continue
        numbers = PipelinePanel.numbers(shown)
        np.testing.assert_allclose(numbers.array, wanted, rtol=0, atol=1e-12, err_msg=part)
        lines = [list(line) for line in numbers.rows]
        labels = 1 if part in ("WQ", "WK", "WV") else 2
        assert [line[labels:] for line in lines] == numbers.array.tolist()
        assert [line[0] for line in lines] == list(range(len(lines)))
        if labels == 2:
            assert tuple(line[1] for line in lines) == shown.words
        assert len(numbers.header) == numbers.array.shape[1] + labels


def test_columns_of_scores_carry_the_words() -> None:
    header = PipelinePanel.numbers(content(part="scores", text="the cat the")).header
    assert header == ("position", "token", "0 the", "1 cat", "2 the")


@pytest.mark.parametrize(
    ("part", "changes", "said"),
    [
        ("P", {"scheme": "rotary"}, "RoPE adds nothing to X"),
        ("P", {"scheme": "none"}, "None adds nothing to X"),
        ("T", {}, "Sinusoidal has no token types"),
        ("QR", {"scheme": "alibi"}, "ALiBi turns no query"),
        ("KR", {"scheme": "t5"}, "T5 bias turns no key"),
        ("bias", {"scheme": "learned"}, "Learned adds nothing to the scores"),
    ],
)
def test_what_a_scheme_lacks_is_refused_in_words(
    part: str, changes: dict[str, Any], said: str
) -> None:
    shown = content(part=part, **changes)
    with pytest.raises(ExportError, match=said):
        PipelinePanel.numbers(shown)


@pytest.mark.parametrize("text", ["", "cat", "mat", "mat cat", "cat " * 1100])
@pytest.mark.parametrize("table", ["toy4", "minilm"])
def test_any_length_and_any_word_has_its_matrices(text: str, table: str) -> None:
    shown = content(text=text, table=table, scheme="learned", head_width=2)
    most = 512 if table == "minilm" else 1024
    assert min(len(text.split()), most) == shown.L
    assert (f"the first {most} of" in opening(shown)) == (text.count("cat") > most)
    for part in PARTS:
        matrix = shown.matrix(part)
        if matrix is not None and part in SQUARE:
            assert matrix.shape == (shown.L, shown.L)
        elif matrix is not None and not part.startswith("W"):
            assert len(matrix) == shown.L


def test_a_word_without_a_vector_is_a_gap_and_not_a_zero() -> None:
    shown = content(text="the mat sat")
    assert np.isnan(shown.found.Z[1]).all()
    assert "1 of 3 tokens without a vector" in opening(shown)
    numbers = PipelinePanel.numbers(content(text="the mat sat", part="scores"))
    assert np.isnan(numbers.array[1]).all()
    assert (numbers.array[[0, 2], 1] == -math.inf).all()
    assert "has no vector" in origin(shown, "Q", 1, 0).text
    assert "has no vector" in origin(shown, "scores", 0, 1).text
    assert "asks nothing" in origin(shown, "A", 1, 0).text


# The picture


def ids_and_links(**changes: Any) -> tuple[set[str], set[tuple[str, str]]]:
    shown = content(**changes)
    links = links_of(shown)
    return {n.id for n in nodes_of(shown)}, {(link.start, link.end) for link in links}


@EACH_SETTING
def test_every_node_is_linked_and_named_and_has_a_panel(changes: dict[str, Any]) -> None:
    shown = content(**changes)
    nodes, links = ids_and_links(**changes)
    assert {end for link in links for end in link} == nodes
    for node in nodes_of(shown):
        found = node_named(node.id)
        if found is None:
            assert node.kind == "sign"
            continue
        assert full_name(shown, found)
        assert not_this(shown, found).startswith("Not ")
        assert find_panel(panel_of(shown, found)).title()
        part = part_named(node.id)
        if part is not None:
            matrix = shown.matrix(part)
            assert matrix is not None
            assert node.shape == matrix.shape
    assert {part for part in PARTS if shown.matrix(part) is not None} <= nodes


def test_a_scheme_stands_where_it_enters() -> None:
    nodes, links = ids_and_links()
    assert {("X", "+"), ("P", "+"), ("+", "Z"), ("Q", "scores")} <= links
    nodes, links = ids_and_links(scheme="rotary")
    assert {("X", "Z"), ("Q", "QR"), ("K", "KR"), ("QR", "scores"), ("KR", "scores")} <= links
    assert not nodes & {"P", "+", "bias"}
    nodes, links = ids_and_links(scheme="alibi")
    assert {("X", "Z"), ("bias", "scores"), ("Q", "scores")} <= links
    nodes, links = ids_and_links(scheme="learned", table="minilm")
    assert {("T", "+"), ("P", "+")} <= links


def boxes(**changes: Any) -> list[str]:
    return [box for link in links_of(content(**changes)) for box in link.boxes]


def test_steps_stand_on_the_arrows_only_where_they_are_done() -> None:
    assert boxes() == ["softmax"]
    assert boxes(causal=True, dropout=True) == ["dropout", "mask", "softmax"]
    assert boxes(table="minilm", scheme="learned") == ["LayerNorm", "softmax"]
    names = {n.id: n.name for n in nodes_of(content(scale=True))}
    assert names["X"] == "√d X"
    block = content(scale=True, table="minilm", scheme="learned")
    assert {n.id: n.name for n in nodes_of(block)}["X"] == "X"


def test_colours_reach_the_largest_number_and_weights_from_0_to_1() -> None:
    shown = content(causal=True)
    table = table_of(shown, "scores")
    assert table is not None
    finite = [abs(v) for v in shown.found.scores.ravel().tolist() if math.isfinite(v)]
    assert table.levels == (-max(finite), max(finite))
    weights = table_of(shown, "A")
    assert weights is not None
    assert weights.levels == (0.0, 1.0)
    assert weights.row_labels == weights.column_labels == ("0 the", "1 cat", "2 sat")


# Where a number comes from


def products(text: str) -> float:
    """The sum of all products written in a text, such as (+0.5)(−0.25)."""
    pairs = re.findall(r"\(([+−]\d+\.\d+)\)\(([+−]\d+\.\d+)\)", text)
    assert pairs
    return sum(number(a) * number(b) for a, b in pairs)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


def value_in(text: str) -> float:
    found = re.search(r"= ([+−]?\d+\.\d+)(?: × 10(\S+))?\*\*", text)
    assert found is not None
    power = (found[2] or "⁰").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return number(found[1]) * 10.0 ** int(power)


@EACH_SETTING
def test_what_is_said_begins_with_the_number_itself(changes: dict[str, Any]) -> None:
    shown = content(**changes)
    for part in PARTS:
        matrix = shown.matrix(part)
        if matrix is None:
            continue
        for row in range(len(matrix)):
            said = origin(shown, part, row, 1)
            assert said.marks[part] == (row, 1)
            if math.isfinite(matrix[row, 1]):
                assert value_in(said.text) == pytest.approx(matrix[row, 1], abs=5.1e-5)
            else:
                assert "−∞" in said.text


def test_products_that_are_written_add_up_to_the_number() -> None:
    shown = content(head_width=4)  # d = 4 as well: every sum is short enough to be whole
    for part in ("Q", "K", "V"):
        said = origin(shown, part, 2, 3)
        assert products(said.text) == pytest.approx(value_in(said.text), abs=5e-3)
        assert said.marks == {part: (2, 3), "Z": (2, None), f"W{part}": (None, 3)}
    said = origin(shown, "scores", 1, 2)
    assert products(said.text) / 2 == pytest.approx(value_in(said.text), abs=5e-3)
    assert "divided by √h = 2.000" in said.text
    assert said.marks["Q"] == (1, None)
    assert said.marks["K"] == (2, None)
    said = origin(shown, "out", 0, 1)
    terms = re.findall(r"(\d\.\d+) × \(([+−]\d+\.\d+)\)", said.text)
    assert len(terms) == 3
    total = sum(float(weight) * number(value) for weight, value in terms)
    assert total == pytest.approx(value_in(said.text), abs=5e-3)
    assert said.marks == {"out": (0, 1), "A": (0, None), "V": (None, 1)}


def test_long_sums_are_cut_short() -> None:
    text = origin(content(table="toy16"), "Q", 0, 0).text
    assert len(re.findall(r"\([+−]", text)) == 6
    assert "+ … =" in text
    many = origin(content(text="the cat sat on the cat sat"), "out", 0, 0).text
    assert many.count("×") == 4
    assert many.endswith(" + …")


@pytest.mark.parametrize(
    ("part", "row", "column", "changes", "said"),
    [
        ("P", 2, 1, {}, "cos(2 × 1.000), pair 0"),
        ("P", 2, 2, {}, "sin(2 × 0.01000), pair 1"),
        ("P", 1, 0, {"scheme": "learned"}, "at random from seed 1"),
        ("P", 1, 0, {"scheme": "learned", "table": "minilm"}, "Row 1 of the trained"),
        ("T", 1, 0, {"scheme": "learned", "table": "minilm"}, "Token type 0"),
        ("X", 1, 0, {"scale": True}, "times √4: "),
        ("Z", 1, 0, {"scheme": "none"}, "z = x: this scheme adds nothing"),
        ("Z", 1, 0, {"scheme": "learned", "table": "minilm"}, "LayerNorm"),
        ("WK", 1, 0, {}, "variance 1/d = 1/4"),
        ("WK", 1, 1, {"identity_weights": True}, "1 on the diagonal"),
        ("Q", 1, 0, {"identity_weights": True}, "z itself"),
        ("QR", 2, 2, {"scheme": "rotary", "head_width": 4}, "cos θ − "),
        ("KR", 2, 3, {"scheme": "rotary", "head_width": 4}, "θ = 2 × 0.01000: pair 1"),
        ("bias", 0, 2, {"scheme": "alibi", "head": 1}, "−0.2500 × 2, head 1"),
        ("bias", 0, 2, {"scheme": "t5"}, "Bucket 18 of the offset key − query = 2"),
        ("bias", 2, 0, {"scheme": "t5"}, "Bucket 2 of the offset key − query = −2"),
        ("scores", 0, 2, {"causal": True}, "stands later: the causal mask hides it"),
        ("scores", 0, 2, {"scheme": "alibi"}, "plus the bias (−1.000)"),
        ("A", 0, 2, {}, "Softmax of the row"),
        ("out", 0, 2, {"causal": True}, "heaviest first: 1.000 × "),
    ],
)
def test_every_number_says_where_it_comes_from(
    part: Any, row: int, column: int, changes: dict[str, Any], said: str
) -> None:
    assert said in origin(content(**changes), part, row, column).text


def test_numbers_of_any_size_are_written_short(tmp_path: Path) -> None:
    path = tmp_path / "sizes.txt"
    path.write_text("the 1e-9 2\ncat 3e30 -2e-5\n", encoding="utf-8")
    shown = content(
        table=str(path), text="the cat", scheme="none", identity_weights=True, causal=True
    )
    assert "X of “the” (0), dimension 0 = +1.000 × 10⁻⁹" in origin(shown, "X", 0, 0).text
    assert "= +3.000 × 10³⁰" in origin(shown, "X", 1, 0).text
    assert "= −2.000 × 10⁻⁵" in origin(shown, "X", 1, 1).text
    assert all(np.isfinite(small).all() for part, small in shown.thumbnails if part in ("X", "Q"))


def test_dropped_numbers_say_so() -> None:
    shown = content(dropout=True, table="toy16")
    for column in range(16):
        text = origin(shown, "Z", 1, column).text
        dropped = shown.found.Z[1, column] == 0
        assert ("dropout: dropped" in text) == dropped
        assert ("divided by 0.9" in text) == (not dropped)
    assert (shown.found.Z == 0).any()


def test_the_last_of_an_odd_number_is_not_turned(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("the 1 2 3\ncat 3 2 1\nsat 0 1 0\n", encoding="utf-8")
    shown = content(table=str(path), scheme="rotary", identity_weights=True)
    assert shown.h == 3
    assert "no partner" in origin(shown, "QR", 2, 2).text
    assert shown.found.QR is not None
    assert shown.found.QR[2, 2] == shown.found.Q[2, 2]


# On screen


@pytest.fixture
def panel(make_panel: Make, session: Session) -> PipelinePanel:
    session.update(table="toy16", head_width=8)
    return make_panel(PipelinePanel, 1100, 700)


def flow_of(panel: PipelinePanel) -> FlowChart:
    view = panel.findChild(FlowChart)
    assert view is not None
    return view


def view_of(panel: PipelinePanel) -> HeatmapView:
    view = panel.findChild(HeatmapView)
    assert view is not None
    return view


def notes(panel: PipelinePanel) -> str:
    return " ".join(n.text for n in panel.findChildren(Note) if n.isVisible())


def node_point(panel: PipelinePanel, node: str) -> QPoint:
    return flow_of(panel).place_of(node).picture.center().toPoint()


def cell_point(panel: PipelinePanel, row: int, column: int) -> QPoint:
    frame = view_of(panel).frame()
    return QPoint(round(frame.columns.middle(column)), round(frame.rows.middle(row)))


def test_a_click_on_a_node_shows_it_large(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    assert view_of(panel).isVisible()
    for node in ("P", "WK", "scores", "out"):
        qtbot.mouseClick(flow_of(panel), Qt.MouseButton.LeftButton, pos=node_point(panel, node))
        assert session.state.part == node
        found = node_named(node)
        assert found is not None
        assert spoken(full_name(panel.content(session.state), found)) in spoken(notes(panel))
        assert view_of(panel).accessibleName() in spoken(notes(panel))
    qtbot.mouseClick(flow_of(panel), Qt.MouseButton.LeftButton, pos=node_point(panel, "P"))
    assert "Not ids, not rows of E, not Q, K or V" in notes(panel)


def test_keys_walk_to_a_node_and_return_chooses_it(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    flow = flow_of(panel)
    session.update(part="Z")
    flow.setFocus()
    qtbot.keyClick(flow, Qt.Key.Key_Left)
    assert flow.accessibleDescription() == "P 3 × 16"
    told: list[str] = []
    session.changed.connect(lambda _: told.append(session.state.part))
    qtbot.keyClick(flow, Qt.Key.Key_Return)
    qtbot.keyClick(flow, Qt.Key.Key_End)
    qtbot.keyClick(flow, Qt.Key.Key_Space)
    assert told == ["P", "out"]


def test_what_is_no_matrix_is_told_in_words_until_another_part_comes(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    part = session.state.part
    qtbot.mouseClick(flow_of(panel), Qt.MouseButton.LeftButton, pos=node_point(panel, "ids"))
    assert "Not positions" in notes(panel)
    assert not view_of(panel).isVisible()
    assert session.state.part == part
    session.update(part="K")
    assert view_of(panel).isVisible()
    assert "Not positions" not in notes(panel)


def test_a_part_that_the_scheme_lacks_is_told(panel: PipelinePanel, session: Session) -> None:
    session.update(part="P", scheme="rotary")
    assert "so there is no P" in notes(panel)
    assert not view_of(panel).isVisible()
    assert "no P" in panel.figure.accessibleDescription()
    session.update(scheme="learned")
    assert view_of(panel).isVisible()


def test_a_click_selects_position_dimension_and_key(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    view = view_of(panel)
    session.update(part="Z")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=cell_point(panel, 2, 5))
    assert (session.state.position, session.state.dimension) == (2, 5)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert session.state.position == 1
    session.update(part="scores")
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=cell_point(panel, 2, 0))
    assert (session.state.position, session.state.offset) == (2, -2)
    assert "query “sat” (2) and key “the” (0)" in notes(panel)


def test_a_key_outside_the_sentence_is_none(panel: PipelinePanel, session: Session) -> None:
    session.update(part="A", offset=20)
    assert "Choose a number" in notes(panel)
    session.update(position=40)
    assert "Choose a number" in notes(panel)
    session.update(position=0, offset=0)
    assert "Choose a number" not in notes(panel)


def test_columns_beyond_the_positional_table_can_be_selected(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    session.update(width=4, part="X")
    qtbot.mouseClick(view_of(panel), Qt.MouseButton.LeftButton, pos=cell_point(panel, 1, 11))
    assert "dimension 11" in notes(panel)
    session.update(part="WQ")
    qtbot.mouseClick(view_of(panel), Qt.MouseButton.LeftButton, pos=cell_point(panel, 9, 7))
    assert r"W\_Q\[9, 7\]" in notes(panel)
    qtbot.keyClick(view_of(panel), Qt.Key.Key_Left)
    assert r"W\_Q\[9, 6\]" in notes(panel)


def test_pointing_at_a_score_lights_its_query_and_its_key(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    session.update(part="scores", offset=0)
    before = notes(panel)
    told: list[str] = []
    panel.readout.connect(told.append)
    pointed: list[Hover] = []
    session.hovered.connect(pointed.append)
    qtbot.mouseMove(view_of(panel), cell_point(panel, 0, 2))
    flow = flow_of(panel)
    assert flow._lit["Q"] == (0, None)
    assert flow._lit["K"] == (2, None)
    assert "query “the” (0) and key “sat” (2)" in notes(panel)
    assert told[-1].startswith("score of query “the” (0) and key “sat” (2) = −0.4703. q · k = (")
    assert pointed[-1].position == 0
    qtbot.mouseMove(view_of(panel), QPoint(1, 1))
    assert notes(panel) == before
    assert flow._lit == {}


def test_pointing_into_the_picture_tells_where_a_number_comes_from(
    panel: PipelinePanel, qtbot: QtBot
) -> None:
    flow = flow_of(panel)
    picture = flow.place_of("out").picture
    qtbot.mouseMove(flow, picture.topLeft().toPoint() + QPoint(3, 3))
    assert "out of “" in notes(panel)
    told: list[str] = []
    panel.readout.connect(told.append)
    qtbot.mouseMove(flow, node_point(panel, "tokens"))
    assert told[-1] == "tokens · the pieces of the text"
    assert flow._lit == {}
    qtbot.mouseMove(flow, picture.topLeft().toPoint() + QPoint(3, 3))
    assert flow._lit["A"] == (0, None)
    assert flow._lit["V"] == (None, 0)


def test_hover_elsewhere_lights_the_row(panel: PipelinePanel, session: Session) -> None:
    session.point_at(position=2)
    assert flow_of(panel)._lit["Z"] == (2, None)
    assert flow_of(panel)._lit["K"] == flow_of(panel)._lit["V"] == (2, None)
    # E is read by id, so its row is not that of the position.
    assert flow_of(panel)._lit["E"] == (session.state.id_of(session.state.tokens[2]), None)
    session.point_at()
    assert flow_of(panel)._lit == {}


def test_a_word_is_outlined_wherever_it_goes(panel: PipelinePanel, session: Session) -> None:
    # As the first step of chapter 6 says, for the step as it is set up.
    step = find_step("z-to-qkv/1", shipped_lesson())
    assert "Row 1 is outlined wherever **cat** goes" in step.text
    session.replace(step.applied_to(State()))
    flow = flow_of(panel)
    rows = {node: mark for node, mark in flow._marks.items() if node not in ("scores", "A", "E")}
    assert set(rows) == {"X", "P", "Z", "Q", "K", "V", "out"}
    assert set(rows.values()) == {(1, None)}
    assert flow._marks["E"] == (session.state.id_of("cat"), None)
    assert flow._marks["A"] == (1, 2)
    assert flow._second == {"K": (2, None), "V": (2, None)}
    session.update(part="K")
    assert "the selected key, sat (2)" in notes(panel)
    session.update(offset=0, scheme="rotary")
    assert flow._marks["KR"] == (1, None)
    assert flow._second == {}


def test_small_weights_of_a_long_sentence_are_seen(panel: PipelinePanel, session: Session) -> None:
    session.update(text="the cat sat on " * 100, part="A", causal=True)
    shown = PipelinePanel.content(session.state)
    table = table_of(shown, "A")
    assert table is not None
    largest = sorted(max(row) for row in shown.found.A.tolist())
    assert table.levels[0] == 0
    assert table.levels[1] == pytest.approx((largest[199] + largest[200]) / 2)
    assert table.levels[1] < 0.02
    assert f"the colours end at {table.levels[1]:.4f}" in notes(panel)
    session.update(text="the cat sat")
    short = table_of(PipelinePanel.content(session.state), "A")
    assert short is not None
    assert short.levels == (0.0, 1.0)
    assert "colours end" not in notes(panel)


def test_another_selection_places_nothing_anew(
    panel: PipelinePanel, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.update(text="the cat sat on the cat", position=0)
    lay_out(panel)
    panel.grab()
    asked: list[object] = []

    def counted(*args: Any) -> Places:
        asked.append(args)
        return flow_places.lay_out(*args)

    monkeypatch.setattr(flow_chart, "lay_out", counted)
    for position in range(1, 6):
        session.update(position=position, offset=-1, dimension=position)
        panel.grab()
    assert asked == []
    session.update(scheme="rotary")  # other nodes
    panel.grab()
    assert asked
    assert "QR" in flow_of(panel).nodes


def test_button_and_double_click_ask_for_the_panel(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    wanted: list[str] = []
    panel.wanted_panel.connect(wanted.append)
    session.update(part="Z")
    button = panel.findChild(QPushButton)
    assert button is not None
    assert button.text() == "Open Fusion"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.mouseDClick(flow_of(panel), Qt.MouseButton.LeftButton, pos=node_point(panel, "tokens"))
    qtbot.mouseDClick(flow_of(panel), Qt.MouseButton.LeftButton, pos=node_point(panel, "P"))
    assert wanted == ["fusion", "tokens", "positional_table"]


def test_an_empty_sentence_has_its_maps_still(
    panel: PipelinePanel, session: Session, qtbot: QtBot
) -> None:
    session.update(text="", part="WQ")
    assert "The sentence is empty" in notes(panel)
    assert view_of(panel).isVisible()
    session.update(part="A")
    assert not view_of(panel).isVisible()
    for node in ("X", "scores", "out"):
        qtbot.mouseClick(flow_of(panel), Qt.MouseButton.LeftButton, pos=node_point(panel, node))
        qtbot.mouseMove(flow_of(panel), node_point(panel, node))
    assert not panel.grab().isNull()


def test_long_sentences_are_computed_in_the_background() -> None:
    assert not PipelinePanel.takes_long(state())
    assert PipelinePanel.takes_long(state(text="cat " * 600, table="minilm", head_width=64))

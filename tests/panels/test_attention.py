"""The attention panel: a score and an output apart, against loops, and what one can do there."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QSizeF, Qt
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from posviz.model.embeddings import embed
from posviz.panels import attention_words as words
from posviz.panels.attention import AttentionPanel
from posviz.panels.attention_apart import output_parts, score_parts
from posviz.panels.attention_content import MOST_ROWS, TERMS, Attention, attention_of
from posviz.panels.attention_views import matrices, output_rows, score_rows
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_MOVED
from posviz.table_reader import TableReader
from posviz.widgets.cell_rows import CellRows
from posviz.widgets.labelled_map import LabelledMap
from posviz.widgets.note import Note
from posviz.widgets.term_box import SUM, TermBox
from posviz.widgets.theme import look

Make = Callable[..., AttentionPanel]
TOY: dict[str, Any] = {
    "table": "toy16",
    "text": "the cat sat on the cat",
    "head_width": 8,
    "position": 1,
    "offset": -1,
}
SCHEMES = ("none", "sinusoidal", "learned", "rotary", "alibi", "t5")
EACH_SCHEME = pytest.mark.parametrize("scheme", SCHEMES)


def content(**changes: Any) -> Attention:
    return attention_of(State().with_changes(**{**TOY, **changes}))


# Numbers


@EACH_SCHEME
@pytest.mark.parametrize("causal", [False, True])
def test_a_score_is_made_of_its_parts(scheme: str, causal: bool) -> None:
    shown = content(scheme=scheme, causal=causal)
    head, h = shown.head, 8
    for query in range(6):
        powers = []
        for key in range(6):
            parts = score_parts(shown, query, key)
            dot = math.fsum(a * b for a, b in zip(parts.q, parts.k, strict=True))
            assert parts.dot == pytest.approx(dot, abs=1e-12)
            assert parts.products.tolist() == [a * b for a, b in zip(parts.q, parts.k, strict=True)]
            score = dot / h**0.5 + (parts.bias or 0.0)
            assert parts.score == pytest.approx(score, abs=1e-12)
            later = causal and key > query
            assert parts.seen == ("later" if later else "yes")
            if not later:
                assert head.scores[query, key] == pytest.approx(score, abs=1e-12)
            powers.append(0.0 if later else math.exp(score))
        for key in range(6):
            parts = score_parts(shown, query, key)
            assert parts.weight == pytest.approx(powers[key] / math.fsum(powers), abs=1e-12)
            assert parts.total * math.exp(parts.largest) == pytest.approx(math.fsum(powers))
            assert (parts.weight == 0.0) == (parts.seen == "later")


@pytest.mark.parametrize("scheme", ["sinusoidal", "learned"])
@pytest.mark.parametrize("changes", [{}, {"identity_weights": True}, {"scale": True}])
def test_the_four_terms_are_bilinear_forms_of_words_and_positions(
    scheme: str, changes: dict[str, Any]
) -> None:
    shown = content(scheme=scheme, **changes)
    head = shown.head
    state = State().with_changes(**TOY)
    E = embed(state.embeddings, state.embeddings.vocabulary.ids_of(state.tokens))
    X = E * math.sqrt(16) if changes.get("scale") else E
    P = head.P
    assert P is not None
    # q · k = z W_Q W_Kᵀ z': one matrix between two rows.
    M = np.eye(16) if head.WQ is None or head.WK is None else head.WQ @ head.WK.T
    h = 16 if head.WQ is None else 8
    for query, key in ((0, 5), (1, 4), (3, 3)):
        parts = score_parts(shown, query, key)
        assert parts.terms is not None
        wanted = []
        for of_query in (X, P):
            for of_key in (X, P):
                total = 0.0
                for a in range(16):
                    for b in range(16):
                        total += of_query[query][a] * M[a, b] * of_key[key][b]
                wanted.append(total / h**0.5)
        assert parts.terms == pytest.approx(wanted, abs=1e-12)
        assert sum(parts.terms) == pytest.approx(parts.scaled, abs=1e-12)
        assert "they add up to it" in words.terms_title(parts)


def test_terms_of_berts_block_add_up_too() -> None:
    shown = content(table="minilm", scheme="learned", head_width=64, causal=True)
    for query, key in ((0, 0), (1, 5), (5, 2)):
        parts = score_parts(shown, query, key)
        assert parts.terms is not None
        assert sum(parts.terms) == pytest.approx(parts.scaled, abs=1e-12)
        assert "they add up to it" in words.terms_title(parts)
    assert "own mean and deviation" in words.terms_text(shown)
    # What is not the word is what is left of LayerNorm when the word's part is taken away.
    row = shown.head.X[2] + shown.head.P[2] + shown.head.T[2]  # type: ignore[index]
    x = shown.head.X[2]
    block = shown.setup.block
    assert block is not None
    of_word = (x - x.mean()) * block.norm_weight / math.sqrt(row.var() + block.norm_epsilon)
    assert shown.head.of_words[2] == pytest.approx(of_word, abs=1e-12)


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_rope_turns_each_pair_and_leaves_only_the_offset(layout: str) -> None:
    shown = content(scheme="rotary", layout=layout, position=4, offset=-1)
    parts = score_parts(shown, 4, 3)
    assert parts.unturned is not None
    for row, turned, position in zip(parts.unturned, (parts.q, parts.k), (4, 3), strict=True):
        for pair in range(4):
            angle = position * 10_000.0 ** (-2 * pair / 8)
            number = complex(row[2 * pair], row[2 * pair + 1]) * cmath.exp(1j * angle)
            assert turned[2 * pair] == pytest.approx(number.real, abs=1e-12)
            assert turned[2 * pair + 1] == pytest.approx(number.imag, abs=1e-12)
    text = words.turned_text(shown, parts)
    assert "−1 × speed" in text
    assert "pair 0 by −1.00, pair 1 by −0.10" in text
    cosine = np.dot(parts.q, parts.k) / np.sqrt(np.dot(parts.q, parts.q) * np.dot(parts.k, parts.k))
    assert f"**{np.degrees(np.arccos(cosine)):.1f}°** after" in text
    assert [row.label for row in score_rows(shown, parts)] == [
        *("q of the", "turned 4 steps", "k of on", "turned 3 steps", "products")
    ]
    assert words.turned_text(content(), score_parts(content(), 1, 0)) == ""


@EACH_SCHEME
@pytest.mark.parametrize("text", ["the cat sat on the cat", "cat mat the " * 12])
def test_an_output_is_the_sum_of_its_rows(scheme: str, text: str) -> None:
    shown = content(scheme=scheme, text=text, causal=True)
    for query in (0, 2, 5, shown.length - 1):
        parts = output_parts(shown, query, 0)
        assert bool(parts.rest) == (query > MOST_ROWS)
        total = np.zeros(8)
        for weight, row in zip(parts.weights, parts.rows, strict=True):
            if weight > 0:
                total += weight * row
        if parts.rest:
            total += parts.rest * parts.mean
        assert total == pytest.approx(parts.out, abs=1e-12)
        assert parts.weights.sum() + parts.rest == pytest.approx(1.0, abs=1e-12)
        assert len(parts.keys) + parts.others == shown.length


def test_a_long_sentence_shows_the_largest_weights_and_the_selected_key() -> None:
    shown = content(text="the cat sat on the cat " * 8, position=20, offset=0)
    A = shown.head.A[20]
    smallest = int(np.argmin(A))
    parts = output_parts(shown, 20, smallest)
    assert len(parts.keys) == MOST_ROWS - 1
    assert list(parts.keys) == sorted(parts.keys)
    assert smallest in parts.keys
    left_out = np.delete(A, parts.keys)
    others = [A[key] for key in parts.keys if key != smallest]
    assert min(others) >= left_out.max()
    rows = output_rows(shown, parts, smallest)
    assert rows[-2].label == "37 more words, mean v"
    assert [row.chosen for row in rows].count(True) == 1


@pytest.mark.parametrize("query", [0, 3, 300])
def test_the_bars_of_a_long_sentence_are_on_one_scale(query: int) -> None:
    shown = content(text=" ".join(["the cat sat on bread and"] * 100), position=query)
    parts = output_parts(shown, query, 2)
    *rows, rest, out = output_rows(shown, parts, 2)
    shares = np.array([row.share for row in rows])
    largest = float(parts.weights.max())
    assert shares == pytest.approx(parts.weights / largest)
    assert shares.max() == 1.0  # none is cut at the end of its track
    assert math.isnan(rest.share)  # a sum of 589 weights would be far beyond it
    assert math.isnan(out.share)
    assert f"a full bar is {largest:.5f}" in words.output_title(shown, parts)


def test_a_word_from_right_to_left_keeps_its_number_behind_it() -> None:
    shown = content(text=" ".join(["שלום", *["the cat"] * 8]), position=1, offset=-1)
    rows = output_rows(shown, output_parts(shown, 1, 0), 0)
    assert rows[0].label == "\u2068שלום\u2069 (0)"  # isolated, as a chip is
    silent = output_parts(shown, 0, 0)
    assert "full bar" not in words.output_title(shown, silent)  # no weight, no bar


def test_the_bars_of_a_short_sentence_are_full_at_one() -> None:
    shown = content()
    parts = output_parts(shown, 1, 2)
    shares = [row.share for row in output_rows(shown, parts, 2)[:-1]]
    assert shares == parts.weights.tolist()
    assert "full bar" not in words.output_title(shown, parts)


def test_colours_of_weights_are_said_to_be_cut_only_where_they_are() -> None:
    short = matrices(content())[1]
    thirteen = matrices(content(text="the cat sat on the cat zyx the dog qux vex the king"))[1]
    long = matrices(content(text=" ".join(["the cat sat on"] * 60)))[1]
    assert not short.clipped
    assert (thirteen.level, thirteen.clipped) == (1.0, False)
    assert long.clipped
    assert long.level < np.nan_to_num(long.values).max()


def test_the_map_shows_the_chosen_term_in_the_same_colours() -> None:
    whole, part = content(), content(term="position-word")
    assert whole.map is whole.head.scores
    assert part.map == pytest.approx(part.head.term("position-word"), abs=1e-12)
    assert whole.views.level == part.views.level
    largest = max(float(np.abs(whole.head.term(name)).max()) for name in (*TERMS, "all"))
    assert whole.views.level == pytest.approx(largest)
    assert content(scheme="alibi", term="position-word").term == "all"


# Words


def test_the_dot_product_is_written_out() -> None:
    shown = content()
    parts = score_parts(shown, 1, 0)
    assert words.dot_text(parts) == (
        "q · k = +1.35 +0.70 −0.27 +0.21 +0.66 −0.55 +0.55 −0.25 = **+2.42**"
    )
    assert words.score_text(shown, parts) == "score = +2.42 / √8 = **+0.85**"
    assert (
        words.weight_text(parts) == "weight = exp(+0.85) / Σ exp(score) = 2.35 / 13.8 = **0.170**"
    )
    small = score_parts(content(table="minilm", scheme="none"), 1, 0)
    assert 0 < abs(small.score) < 0.01
    digits = words.score_text(shown, small).rsplit("**", 2)[1].lstrip("+−0.")
    assert digits
    wide = words.dot_text(score_parts(content(head_width=64), 1, 0))
    assert wide.count(")(") == 2
    assert wide.endswith("64 products")


def test_a_bias_is_added_and_a_mask_is_said() -> None:
    shown = content(scheme="alibi", heads=8, head=0)
    parts = score_parts(shown, 2, 1)
    assert parts.bias == -0.5  # the slope of the first of 8 heads is 1/2
    assert words.score_text(shown, parts) == "score = +0.02 / √8 −0.50 = +0.01 −0.50 = **−0.49**"
    masked = content(causal=True)
    parts = score_parts(masked, 1, 4)
    assert "masked, **−∞**" in words.score_text(masked, parts)
    assert "**0**, exactly" in words.weight_text(parts)
    rows = output_rows(masked, output_parts(masked, 1, 4), 4)
    assert [row.text for row in rows[2:6]] == ["0"] * 4


def test_large_scores_are_told_from_the_largest() -> None:
    shown = content(table="glove", identity_weights=True, scale=True)
    parts = score_parts(shown, 1, 0)
    assert abs(parts.largest) > 20
    text = words.weight_text(parts)
    assert "exp(score − largest)" in text
    assert "∞" not in text


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ("none", "no position enters"),
        ("rotary", "RoPE adds nothing to x"),
        ("alibi", "ALiBi adds nothing to x"),
        ("t5", "T5 adds nothing to x"),
    ],
)
def test_schemes_without_four_terms_say_why(scheme: str, said: str) -> None:
    shown = content(scheme=scheme)
    assert score_parts(shown, 0, 0).terms is None
    assert said in words.terms_text(shown)
    assert "pull them apart" in words.terms_text(content())


def test_equal_words_tell_whether_the_head_sees_order() -> None:
    def said(**changes: Any) -> str:
        shown = content(**changes)
        return words.twin_text(shown, output_parts(shown, 1, 0))

    assert "**equal** to the last digit. Without positions" in said(scheme="none")
    for scheme in SCHEMES[1:]:
        shown = content(scheme=scheme)
        parts = output_parts(shown, 1, 0)
        assert parts.twin == 5
        difference = max(abs(a - b) for a, b in zip(*shown.head.out[[1, 5]], strict=True))
        assert parts.apart == pytest.approx(difference, abs=1e-15)
        assert difference > 0.01
        assert "differs by **0." in said(scheme=scheme)
        assert "does not see order" not in said(scheme=scheme)
    assert "does not see order" not in said(scheme="none", causal=True)
    assert said(text="the cat sat") == ""
    # Where all words are one, all v are, and so all outputs, whatever the head sees.
    assert "does not see order" not in said(scheme="rotary", text="cat cat cat")


def test_words_without_a_vector_are_never_zeros() -> None:
    shown = content(text="the mat sat")
    scores, weights, outputs = matrices(shown)
    assert scores.masked is not None
    assert scores.masked[:, 1].tolist() == [True, False, True]
    for matrix in (scores, weights, outputs):
        assert np.isnan(matrix.values[1]).all()
    assert np.isnan(
        matrices(content(text="the mat sat", term="position-position"))[0].values[1]
    ).all()
    unknown = score_parts(shown, 0, 1)
    assert unknown.seen == "no key vector"
    assert "no query sees it" in words.score_text(shown, unknown)
    assert score_parts(shown, 1, 0).seen == "no query vector"
    rows = output_rows(shown, output_parts(shown, 0, 1), 1)
    assert rows[1].text == "0"
    assert "no query sees it" in rows[1].empty
    assert np.isnan(output_rows(shown, output_parts(shown, 1, 0), 0)[-1].values).all()


# Files


@EACH_SCHEME
def test_the_file_holds_the_row_of_the_query(scheme: str) -> None:
    shown = content(scheme=scheme, causal=True, position=3)
    numbers = AttentionPanel.numbers(shown)
    parts: tuple[str, ...] = ("product",)
    if scheme in ("sinusoidal", "learned"):
        parts = ("word_word", "word_position", "position_word", "position_position")
    elif scheme in ("alibi", "t5"):
        parts = ("product", "bias")
    assert tuple(numbers.header) == ("key_position", "token", *parts, "score", "weight")
    lines = list(numbers.rows)
    assert [line[:2] for line in lines] == list(enumerate(shown.words))
    for key, line in enumerate(lines):
        found = [float(str(cell)) for cell in line[2:]]
        wanted = score_parts(shown, 3, key)
        assert sum(found[:-2]) == pytest.approx(wanted.score, abs=1e-12)
        assert found[-2] == (-np.inf if key > 3 else pytest.approx(wanted.score, abs=1e-12))
        assert found[-1] == pytest.approx(wanted.weight, abs=1e-12)
    assert numbers.array.shape == (6, len(parts) + 3)
    assert numbers.array[:, -1].sum() == pytest.approx(1.0, abs=1e-12)
    assert numbers.array[:, 0].tolist() == list(range(6))


@pytest.mark.parametrize("changes", [{"text": ""}, {"position": 40}])
def test_without_a_query_the_file_is_empty(changes: dict[str, Any]) -> None:
    shown = content(**changes)
    assert (shown.query, shown.key) == (-1, -1)
    numbers = AttentionPanel.numbers(shown)
    assert list(numbers.rows) == []
    assert numbers.array.shape == (0, 7)


# The selection


def test_a_key_beyond_the_sentence_gives_way_to_its_end() -> None:
    assert (content(offset=500).query, content(offset=500).key) == (1, 5)
    assert content(offset=-9).key == 0


def test_a_long_text_is_read_to_the_limit() -> None:
    shown = content(text="cat " * 3000, position=1023)
    assert (shown.length, shown.unread) == (MAX_MOVED, 3000 - MAX_MOVED)
    assert "first 1024 tokens; 1976 more" in words.unread(shown)
    assert content(text="cat " * 3000, position=2000).query == -1
    assert words.unread(content()) == ""


def term(session: Session) -> str:
    return session.state.term


# On screen


@pytest.fixture
def panel(make_panel: Make, session: Session) -> AttentionPanel:
    session.update(**TOY)
    return make_panel(AttentionPanel, 1100, 900)


def maps(panel: AttentionPanel) -> tuple[LabelledMap, LabelledMap, LabelledMap]:
    scores, weights, outputs = panel.findChildren(LabelledMap)
    return scores, weights, outputs


def cell(view: LabelledMap, row: int, column: int) -> QPoint:
    frame = view.frame()
    assert frame is not None
    return frame.cell(row, column).center().toPoint()


def notes(panel: AttentionPanel) -> str:
    return "\n".join(note.text for note in panel.findChildren(Note) if note.isVisible())


def pair(session: Session) -> tuple[int, int]:
    return session.state.position, session.state.position + session.state.offset


def test_cells_of_both_square_maps_choose(
    panel: AttentionPanel, session: Session, qtbot: QtBot
) -> None:
    scores, weights, _ = maps(panel)
    qtbot.mouseClick(scores, Qt.MouseButton.LeftButton, pos=cell(scores, 3, 2))
    assert pair(session) == (3, 2)
    assert weights.selected == (3, 2)
    qtbot.mouseClick(weights, Qt.MouseButton.LeftButton, pos=cell(weights, 0, 5))
    assert pair(session) == (0, 5)
    qtbot.keyClick(weights, Qt.Key.Key_Down)
    assert pair(session) == (1, 5)
    assert "query **cat** (1), key **cat** (5)" in notes(panel)


def test_a_row_of_the_outputs_chooses_the_query_and_keeps_the_key(
    panel: AttentionPanel, session: Session, qtbot: QtBot
) -> None:
    outputs = maps(panel)[2]
    assert outputs.selected == (1, -1)
    qtbot.mouseClick(outputs, Qt.MouseButton.LeftButton, pos=cell(outputs, 4, 7))
    assert pair(session) == (4, 0)


def test_a_drag_is_one_step_back(panel: AttentionPanel, session: Session, qtbot: QtBot) -> None:
    scores, left = maps(panel)[0], Qt.MouseButton.LeftButton
    before = session.state
    qtbot.mousePress(scores, left, pos=cell(scores, 2, 2))
    for at in ((2, 3), (3, 3), (4, 4)):
        qtbot.mouseMove(scores, cell(scores, *at))
    qtbot.mouseRelease(scores, left, pos=cell(scores, 4, 4))
    assert pair(session) == (4, 4)
    session.undo()
    assert session.state == before


def test_the_pointer_previews_and_chooses_nothing(
    panel: AttentionPanel, session: Session, qtbot: QtBot
) -> None:
    scores, weights, outputs = maps(panel)
    before, text = session.state, notes(panel)
    said: list[str] = []
    hovered: list[Hover] = []
    panel.readout.connect(said.append)
    session.hovered.connect(hovered.append)
    qtbot.mouseMove(weights, cell(weights, 4, 2))
    assert scores.pointed == (4, 2)
    assert outputs.pointed == (4, -1)
    assert hovered[-1].position == 4
    assert said[-1].startswith("query 4, the; key 2, sat: 0.")
    assert "query **the** (4), key **sat** (2)" in notes(panel)
    qtbot.mouseMove(outputs, cell(outputs, 2, 3))
    assert scores.pointed == (2, -1)
    assert "query **sat** (2), key **the** (0)" in notes(panel)
    QApplication.sendEvent(outputs, QEvent(QEvent.Type.Leave))
    assert scores.pointed == (-1, -1)
    assert notes(panel) == text
    assert session.state is before


def test_another_panels_pointer_lights_a_row(panel: AttentionPanel, session: Session) -> None:
    session.point_at(position=5)
    assert [view.pointed for view in maps(panel)] == [(5, -1)] * 3
    session.point_at()
    assert [view.pointed for view in maps(panel)] == [(-1, -1)] * 3


def row_center(view: CellRows, row: int, column: int) -> QPoint:
    cells = view.cells_frame(row, QSizeF(view.size()), look())
    return QPoint(
        round(cells.left() + (column + 0.5) * cells.width() / view.columns),
        round(cells.center().y()),
    )


def test_rows_of_v_light_their_cell_say_their_sum_and_choose_their_key(
    panel: AttentionPanel, session: Session, qtbot: QtBot
) -> None:
    products, weighted = panel.findChildren(CellRows)
    said: list[str] = []
    panel.readout.connect(said.append)
    qtbot.mouseMove(weighted, row_center(weighted, 3, 2))
    assert maps(panel)[1].pointed == (1, 3)
    shown = panel.content(session.state)
    total = math.fsum(shown.head.A[1, k] * shown.head.V[k, 2] for k in range(6))
    assert said[-1].startswith("out, dimension 2: 0.")
    assert said[-1].count(" · ") == 6
    assert f"= {total:+.4f}".replace("-", "−") in said[-1]
    qtbot.mouseMove(products, row_center(products, 2, 0))
    parts = score_parts(shown, 1, 0)
    assert said[-1].startswith("dimension 0: ")
    assert said[-1].endswith(f"{parts.q[0] * parts.k[0]:+.4f}".replace("-", "−"))
    qtbot.mouseClick(weighted, Qt.MouseButton.LeftButton, pos=row_center(weighted, 4, 1))
    assert pair(session) == (1, 4)
    out = len(weighted.rows) - 1
    qtbot.mouseClick(weighted, Qt.MouseButton.LeftButton, pos=row_center(weighted, out, 1))
    assert pair(session) == (1, 4)


def test_a_term_is_chosen_in_the_box_and_in_the_list(
    panel: AttentionPanel, session: Session, qtbot: QtBot
) -> None:
    box = panel.findChild(TermBox)
    assert box is not None
    at = box.frame(2, QSizeF(box.size()), look()).center().toPoint()
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=at)
    assert term(session) == "position-word"
    matrix = maps(panel)[0].matrix
    assert matrix is not None
    assert matrix.title == "Part of the scores: position · word"
    choice = next(c for c in panel.findChildren(QComboBox) if c.findData("word-word") >= 0)
    assert choice.currentData() == "position-word"
    choice.setFocus()
    qtbot.keyClick(choice, Qt.Key.Key_Up)
    assert term(session) == "word-position"
    box.activated.emit(SUM)
    assert term(session) == "all"
    said: list[str] = []
    panel.readout.connect(said.append)
    qtbot.mouseMove(box, at + QPoint(1, 0))
    assert said[-1].startswith("position 1 · the: ")


def test_terms_give_way_where_there_are_none(panel: AttentionPanel, session: Session) -> None:
    box = panel.findChild(TermBox)
    choice = next(c for c in panel.findChildren(QComboBox) if c.findData("word-word") >= 0)
    assert box is not None
    assert box.isVisible()
    assert choice.isVisible()
    session.update(scheme="rotary")
    assert not box.isVisible()
    assert not choice.isVisible()
    assert "RoPE leaves" in notes(panel)
    session.update(scheme="sinusoidal", text="the mat sat", position=1)
    assert choice.isVisible()
    assert not box.isVisible()


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"text": ""}, "No word, no query."), ({"position": 40}, "Position 40 has no word here.")],
)
def test_without_a_query_the_panel_says_what_to_do(
    panel: AttentionPanel, session: Session, changes: dict[str, Any], said: str
) -> None:
    session.update(**changes)
    assert said in notes(panel)
    assert not any(view.isVisible() for view in panel.findChildren(CellRows))
    assert said in panel.summary(panel.content(session.state))
    session.update(text="cat sat", position=0)
    assert said not in notes(panel)
    assert all(view.isVisible() for view in panel.findChildren(CellRows))


def test_a_cell_can_be_chosen_where_no_query_was(
    panel: AttentionPanel, session: Session, qtbot: QtBot
) -> None:
    session.update(position=40)
    scores = maps(panel)[0]
    size = scores.size()
    qtbot.waitUntil(lambda: scores.size() != size)
    size = scores.size()
    qtbot.mouseMove(scores, cell(scores, 2, 4))
    assert maps(panel)[1].pointed == (2, 4)
    assert "One score" not in notes(panel)
    qtbot.mouseClick(scores, Qt.MouseButton.LeftButton, pos=cell(scores, 2, 4))
    assert pair(session) == (2, 4)


@pytest.fixture
def reading(qapp: QApplication) -> Session:
    return Session(State(), reader=TableReader())


def test_a_large_pass_is_computed_in_the_background(reading: Session, qtbot: QtBot) -> None:
    panel = AttentionPanel(reading)
    qtbot.addWidget(panel)
    panel.show()
    panel.set_on_screen(True)
    busy: list[bool] = []
    panel.busy_changed.connect(busy.append)
    with qtbot.waitSignal(panel.refreshed):
        reading.update(text="the cat sat on " * 128)
        assert busy == [True]
    matrix = maps(panel)[0].matrix
    assert matrix is not None
    assert matrix.values.shape == (512, 512)


def test_what_a_screen_reader_hears(panel: AttentionPanel) -> None:
    text = panel.figure.accessibleDescription()
    assert text.startswith("Attention · 6 words, d = 16, h = 8. One score: query cat (1), key the")
    assert "*" not in text
    assert maps(panel)[0].accessibleDescription().startswith("query 1, cat; key 0, the: +0.85")

"""The scale panel: s·x + p by hand, the nearest against a brute search, lengths, dropout."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QPushButton
from pytestqt.qtbot import QtBot

from posviz.model.positional.sinusoidal import encode
from posviz.panels import scale_words
from posviz.panels.scale import ScalePanel
from posviz.panels.scale_content import mean_position_norm
from posviz.session import Session
from posviz.state import State
from posviz.widgets.bar_list import BarList
from posviz.widgets.marked_dial import MarkedDial
from posviz.widgets.note import Note
from posviz.widgets.number_box import NumberBox
from posviz.widgets.sum_strip import SumStrip

Make = Callable[..., ScalePanel]
CAT = [0.90, 0.72, -0.35, 0.10]
SENTENCE = "the cat sat on the cat"


def row(p: int) -> list[float]:
    return [math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)]


def cosine(a: list[float], b: list[float]) -> float:
    dot = math.fsum(x * y for x, y in zip(a, b, strict=True))
    return dot / (math.hypot(*a) * math.hypot(*b))


def texts(panel: ScalePanel) -> str:
    return " ".join(note.text for note in panel.findChildren(Note))


def dial(panel: ScalePanel) -> MarkedDial:
    found = panel.findChild(MarkedDial)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("changes", "s"),
    [({}, 1), ({"scale": True}, 2), ({"factor": 2.5}, 2.5), ({"factor": 3, "scale": True}, 6)],
)
def test_the_sum_and_its_cosines_by_hand(changes: dict[str, float], s: float) -> None:
    content = ScalePanel.content(State().with_changes(text=SENTENCE, position=1, **changes))
    assert content.s == s
    z = {q: [s * x + p for x, p in zip(CAT, row(q), strict=True)] for q in (1, 5)}
    assert content.rows[2] == pytest.approx(z[1], abs=1e-14)
    assert (content.other, content.in_sentence) == (5, True)
    assert content.now.cosine == pytest.approx(cosine(z[1], z[5]), abs=1e-14)
    for trial, factor in zip(content.trials[:2], (1, 2), strict=True):
        sums = [[factor * x + p for x, p in zip(CAT, row(q), strict=True)] for q in (1, 5)]
        assert trial.cosine == pytest.approx(cosine(*sums), abs=1e-14)


@pytest.mark.parametrize("factor", [0.0, 0.3, 1.0, 40.0])
def test_the_nearest_are_those_of_a_search_one_by_one(factor: float) -> None:
    state = State().with_changes(table="toy16", text=SENTENCE, position=1, factor=factor, k=9)
    table = state.embeddings
    sums = {}
    for word in set(SENTENCE.split()):
        x = [float(v) for v in table.matrix[state.id_of(word)]]
        for q in range(6):
            p = encode([q], 16)[0].tolist()
            sums[word, q] = [factor * a + b for a, b in zip(x, p, strict=True)]
    z = sums.pop(("cat", 1))
    best = sorted((cosine(z, other) for other in sums.values()), reverse=True)[:9]
    content = ScalePanel.content(state)
    assert [near.cosine for near in content.now.near] == pytest.approx(best, abs=1e-12)
    for near in content.now.near:
        assert near.cosine == pytest.approx(cosine(z, sums[near.word, near.position]), abs=1e-12)
        assert near.stands == (SENTENCE.split()[near.position] == near.word)
    assert content.now.same_word == sum(near.word == "cat" for near in content.now.near)
    assert content.now.same_place == sum(near.position == 1 for near in content.now.near)
    assert (content.words, content.places, content.all_places) == (4, 6, True)


def test_position_drowns_words_at_1_and_words_drown_position_at_the_root() -> None:
    """The trained rows of MiniLM are about 1.12 long and each p is √192 = 13.86 long."""
    state = State().with_changes(table="minilm", text=SENTENCE, position=1)
    one, root, _ = ScalePanel.content(state).trials
    assert [near.position for near in one.near[:3]] == [1, 1, 1]
    assert [near.word for near in root.near[:5]] == ["cat"] * 5
    assert one.cosine < root.cosine
    norms = ScalePanel.content(state).norms
    assert norms.table_words == pytest.approx(1.12, abs=0.005)
    assert norms.table_positions == norms.position == pytest.approx(13.8564, abs=1e-4)


@pytest.mark.parametrize("table", ["toy4", "minilm"])
@pytest.mark.parametrize("factor", [0.0, 0.02, 0.5, 1.0, 2.0, 5.0, 20.0, 100.0])
def test_which_drowns_which_against_a_search_one_by_one(table: str, factor: float) -> None:
    state = State().with_changes(table=table, text=SENTENCE, position=1, factor=factor)
    d = state.embeddings.width

    def z(word: str, q: int) -> list[float]:
        x = [float(v) for v in state.embeddings.row(state.id_of(word))]
        return [factor * a + b for a, b in zip(x, encode([q], d)[0].tolist(), strict=True)]

    here = [cosine(z("cat", 1), z(word, 1)) for word in ("the", "sat", "on")]
    elsewhere = [cosine(z("cat", 1), z("cat", q)) for q in (0, 2, 3, 4, 5)]
    content = ScalePanel.content(state)
    expected = "neither"
    if min(here) > max(elsewhere):
        expected = "position"
    elif min(elsewhere) > max(here):
        expected = "word"
    assert content.now.drowns == expected
    text = scale_words.opening(content)
    assert ("position drowns the word" in text) == (expected == "position")
    assert ("word drowns the position" in text) == (expected == "word")
    assert ("Both have a say" in text) == (expected == "neither")


def test_trained_rows_of_length_1_drown_unless_they_are_scaled() -> None:
    state = State().with_changes(table="minilm", text=SENTENCE, position=1)
    assert [trial.drowns for trial in ScalePanel.content(state).trials[:2]] == ["position", "word"]
    # Rows made by hand are as long as the positions, and neither has its way.
    assert ScalePanel.content(state.with_changes(table="toy4")).now.drowns == "neither"
    for alone in ({"text": "cat", "length": 1, "position": 0}, {"text": "cat cat"}):
        content = ScalePanel.content(State().with_changes(**alone))
        assert content.now.drowns == ""
        assert "drowns" not in scale_words.opening(content)


def test_the_lengths_of_the_sentence_are_means() -> None:
    state = State().with_changes(text="cat dog cat", position=0, factor=2)
    norms = ScalePanel.content(state).norms
    dog = [float(v) for v in state.embeddings.matrix[state.id_of("dog")]]
    mean = (2 * math.hypot(*CAT) + math.hypot(*dog)) / 3
    assert norms.sentence_words == pytest.approx(2 * mean)
    assert norms.word == pytest.approx(2 * math.hypot(*CAT))
    assert norms.position == pytest.approx(math.sqrt(2))
    every = [math.hypot(*map(float, r)) for r in state.embeddings.matrix]
    assert norms.table_words == pytest.approx(2 * math.fsum(every) / len(every))


@pytest.mark.parametrize("width", [1, 2, 5, 7, 16])
def test_the_mean_length_of_positions_is_that_of_the_rows(width: int) -> None:
    rows = encode(np.arange(70_000), width, 50.0)
    mean = np.linalg.norm(rows, axis=1).mean()
    assert mean_position_norm(70_000, width, 50.0) == pytest.approx(mean, rel=1e-12)
    assert math.isnan(mean_position_norm(0, width, 50.0))


def test_dropout_is_seen_and_can_be_repeated() -> None:
    state = State().with_changes(table="toy16", dropout=True, seed=3)
    content = ScalePanel.content(state)
    z, kept = content.rows[2], content.dropped
    gone = kept == 0
    assert 0 < gone.sum() < 16
    assert kept[~gone] == pytest.approx(z[~gone] / 0.9)
    assert f"set {gone.sum()} of 16 numbers" in scale_words.dropout_text(content)
    off = ScalePanel.content(state.with_changes(dropout=False))
    assert np.array_equal(off.dropped, off.rows[2])
    assert scale_words.dropout_text(off) == ""
    assert off.now == content.now


def test_a_word_without_a_vector_has_no_neighbours(make_panel: Make, session: Session) -> None:
    session.update(text="the mat", position=1, dropout=True)
    panel = make_panel(ScalePanel)
    content = panel.content(session.state)
    assert not content.known
    assert content.now.near == ()
    assert "**mat** has no row" in texts(panel)
    assert panel.numbers(content).array.shape == (0,)


def test_zero_words_leave_the_position() -> None:
    content = ScalePanel.content(State().with_changes(text=SENTENCE, position=1, factor=0))
    assert content.now.near[0].cosine == pytest.approx(1)
    assert content.now.same_place == 3
    assert "the position alone" in scale_words.opening(content)


@pytest.mark.parametrize(
    ("changes", "other"),
    [
        ({"text": "the cat", "position": 1}, 2),
        ({"text": "", "position": 63, "token": "cat"}, 62),
        ({"text": "cat", "length": 1, "position": 0}, 1),
    ],
)
def test_a_word_that_stands_once_is_held_against_the_next_place(
    changes: dict[str, object], other: int
) -> None:
    content = ScalePanel.content(State().with_changes(**changes))
    assert (content.other, content.in_sentence) == (other, False)
    assert f"so {other} is only as if" in scale_words.same_word(content)


def test_of_a_long_sentence_the_places_near_by_are_taken() -> None:
    content = ScalePanel.content(State().with_changes(text="the cat sat on " * 50, position=100))
    assert (content.places, content.all_places) == (48, False)
    assert all(76 <= near.position <= 124 for near in content.now.near)
    assert "The sentence is longer" in scale_words.candidates(content)


def test_the_dial_its_marks_and_the_box(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(ScalePanel)
    at = dial(panel)
    qtbot.keyClick(at, Qt.Key.Key_End)
    assert (session.state.scale, session.state.factor) == (True, 1.0)
    qtbot.keyClick(at, Qt.Key.Key_Right)
    assert session.state.scale
    assert 1 < session.state.factor < 1.2
    qtbot.keyClick(at, Qt.Key.Key_Home)
    assert (session.state.scale, session.state.factor) == (False, 1.0)
    box = panel.findChild(NumberBox)
    assert box is not None
    box.setValue(7.5)
    assert session.state.factor == 7.5
    assert panel.heading(panel.content(session.state)) == "Scale · z = s·x + p · s = 7.50, √d = 2"
    drop = panel.findChildren(QCheckBox)[1]
    drop.click()
    assert session.state.dropout
    reset = panel.findChild(QPushButton)
    assert reset is not None
    reset.click()
    state = session.state
    assert (state.scale, state.factor, state.dropout) == (False, 1.0, False)


def test_a_large_factor_is_kept_when_the_root_is_switched_off(
    make_panel: Make, session: Session
) -> None:
    panel = make_panel(ScalePanel)
    session.update(factor=100.0, scale=True)
    assert panel.content(session.state).s == 200
    session.update(scale=False)
    assert session.state.factor == 100.0


def test_keys_choose_dimension_position_and_neighbour(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(text=SENTENCE)
    panel = make_panel(ScalePanel)
    strip = panel.findChild(SumStrip)
    assert strip is not None
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    assert session.state.dimension == 1
    qtbot.keyClick(strip, Qt.Key.Key_Down)
    assert session.state.position == 2
    near = panel.findChildren(BarList)[1]
    first = panel.content(session.state).now.near[0]
    near.light(0)
    qtbot.keyClick(near, Qt.Key.Key_Return)
    assert (session.state.token, session.state.position) == (first.word, first.position)


def test_the_numbers_hold_three_rankings() -> None:
    content = ScalePanel.content(State().with_changes(text=SENTENCE, factor=3, k=4))
    numbers = ScalePanel.numbers(content)
    rows = list(numbers.rows)
    assert [row[0] for row in rows] == [1.0] * 4 + [2.0] * 4 + [3.0] * 4
    assert numbers.array.tolist() == [row[-1] for row in rows]

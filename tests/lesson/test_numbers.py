"""Numbers that steps quote, computed anew in the State that the step sets."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from posviz.lesson.steps import Chapter, find_step, shipped_lesson
from posviz.model.bert_input import TwoPlaces, at_two_places
from posviz.model.combine import layer_cost
from posviz.model.embeddings import embed
from posviz.model.notation import grouped, plain, signed
from posviz.model.positional import (
    alibi,
    bugs,
    clocks,
    closest,
    collisions,
    none,
    rotary,
    scaling,
    schemes,
    t5_bias,
)
from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.sinusoidal import encode, frequencies, value, wavelength
from posviz.panels.scale import ScalePanel
from posviz.state import State

Computed = Callable[[State], str]
LESSON = shipped_lesson()


def state_of(step: str) -> State:
    return find_step(step, LESSON).applied_to(State())


def text_of(step: str) -> str:
    """All that a step says, without the marks of bold and italic."""
    found = find_step(step, LESSON)
    asked = found.prediction
    parts = [found.text, *((asked.question, *asked.choices, asked.why) if asked else ())]
    parts += [found.goal.text] if found.goal else []
    return "\n".join(parts).replace("*", "")


def norm(row: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(row))


def sines(state: State) -> NDArray[np.float64]:
    rows = encode([state.position], state.embeddings.width, state.base, state.layout)
    return np.asarray(rows[0])


def row_of_e(state: State, word: str) -> NDArray[np.float64]:
    return np.asarray(embed(state.embeddings, [state.id_of(word)])[0])


def places(state: State, word: str) -> list[int]:
    return [i for i, token in enumerate(state.tokens) if token == word]


def in_model(state: State) -> TwoPlaces:
    first, second = places(state, "the")
    return at_two_places(row_of_e(state, "the"), (first, second), minilm_positions())


def between(state: State, one: str, other: str) -> str:
    """Cosine of two words, from their rows multiplied out."""
    a, b = row_of_e(state, one), row_of_e(state, other)
    return plain(float((a * b).sum() / math.sqrt((a * a).sum() * (b * b).sum())), 2)


def glove(state: State) -> State:
    return state.with_changes(table="glove")


def known(state: State) -> int:
    return int((np.linalg.norm(state.embeddings.matrix, axis=1) > 0).sum())


def average(state: State) -> str:
    """Mean cosine of random pairs as Neighbours tells it, near that of all pairs."""
    rows = state.embeddings.matrix.astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1)
    rows = rows[lengths > 0] / lengths[lengths > 0, np.newaxis]
    total, n = rows.sum(axis=0), len(rows)
    told = state.embeddings.search.baseline()
    exact = float((total @ total - n) / (n * (n - 1)))
    assert told.mean == pytest.approx(exact, abs=4 * told.deviation / math.sqrt(told.pairs))
    return plain(told.mean, 2)


def mean_length(state: State) -> float:
    lengths = np.linalg.norm(state.embeddings.matrix.astype(np.float64), axis=1)
    return float(lengths[lengths > 0].mean())


def spread(d: int) -> str:
    """Standard deviation of the cosine of random directions, 1/sqrt(d)."""
    return plain(d**-0.5, 3)


def unfinished(state: State) -> int:
    return int((clocks.turns(state.length, state.width, state.base) < 1).sum())


def likeness(state: State, offset: int) -> str:
    at, other = encode([state.position, state.position + offset], state.width, state.base)
    return plain(float(at @ other) / (state.width / 2), 4)


def rotary_score(state: State, m: int, n: int) -> str:
    q, k = np.cos(np.arange(state.head_width)), np.sin(np.arange(state.head_width))
    turned = rotary.rotate([q, k], [m, n], state.base)
    return signed(float(turned[0] @ turned[1]) / norm(q) / norm(k), 3)


def beyond(state: State, extension: scaling.Extension) -> int:
    """Pairs that never finished a turn in training and go further in the longer text."""
    width, length, factor = state.head_width, state.trained_length, state.extension_factor
    trained = frequencies(width, state.base) * length
    longer = scaling.stretched(extension, width, state.base, factor, length) * length * factor
    return int(((trained < 2 * math.pi) & (longer > trained * (1 + 1e-9))).sum())


def edges(state: State) -> tuple[int, int]:
    """The last offset with a bucket of its own, and the first of the last bucket, in T5."""
    buckets = t5_bias.bucket_of(-np.arange(1000), bidirectional=False)
    alone = np.flatnonzero(np.bincount(buckets) == 1)
    return int(alone[-1]), int(np.argmax(buckets == t5_bias.BUCKETS - 1))


def learned_lengths(state: State) -> NDArray[np.float64]:
    return np.asarray(np.linalg.norm(minilm_positions().matrix.astype(np.float64), axis=1))


QUOTED: list[tuple[str, str, Computed]] = [
    ("token-to-vector/2", "With {} tokens it has", lambda s: str(s.embeddings.size)),
    ("token-to-vector/5", "trained: {} of the", lambda s: grouped(known(s))),
    ("token-to-vector/5", "a small BERT, {} wide", lambda s: str(s.embeddings.width)),
    ("token-to-vector/5", "{} for kitten", lambda s: between(s, "cat", "kitten")),
    ("token-to-vector/5", "table average {}", average),
    ("token-to-vector/5", "pairs average {}", lambda s: average(glove(s))),
    ("token-to-vector/5", "dog comes to {}", lambda s: between(glove(s), "cat", "dog")),
    (
        "token-to-vector/6",
        "would take {} GB",
        lambda s: plain(100_000 * s.try_vocabulary * 4 / 1e9, 1),
    ),
    ("add-position/1", "positions {}", lambda s: " and ".join(map(str, places(s, "cat")))),
    ("add-position/2", "{} numbers", lambda s: grouped(2 * s.width**2)),
    ("add-position/2", "instead of {}", lambda s: grouped(s.width**2)),
    (
        "add-position/2",
        "{} times as much",
        lambda s: str(
            layer_cost(2 * s.width, s.length).projections // layer_cost(s.width, 1).projections
        ),
    ),
    ("add-position/3", "{} at d = 2", lambda _: spread(2)),
    ("add-position/3", "{} at 4,", lambda s: spread(s.embeddings.width)),
    ("add-position/3", "{} at 16", lambda _: spread(16)),
    ("add-position/3", "{} at 384", lambda _: spread(384)),
    ("add-position/3", "{} at 512", lambda _: spread(512)),
    ("add-position/3", "{} at 4096", lambda _: spread(4096)),
    ("add-position/4", "{} at d = 384", lambda s: plain(norm(sines(s)), 2)),
    ("add-position/4", "about {} long", lambda s: plain(mean_length(s), 1)),
    ("add-position/5", "the is {} long in E", lambda s: plain(norm(row_of_e(s, "the")), 2)),
    (
        "add-position/5",
        "its learned p at position 1 only {}",
        lambda _: plain(norm(minilm_positions().encode([1])[0]), 2),
    ),
    ("add-position/5", "positions {}", lambda s: " and ".join(map(str, places(s, "the")))),
    ("add-position/5", "{} with positions", lambda s: plain(in_model(s).added, 3)),
    ("add-position/5", "{} after LayerNorm", lambda s: plain(in_model(s).normed, 3)),
    (
        "positional-table/1",
        "{}",
        lambda s: ", ".join(plain(value(0, j, s.width, s.base, s.layout), 0) for j in range(4)),
    ),
    ("positional-table/2", "every {} positions", lambda s: plain(wavelength(0, s.width), 2)),
    (
        "positional-table/2",
        "about {}.",
        lambda s: grouped(int(round(wavelength(s.width // 2 - 1, s.width, s.base), -3))),
    ),
    ("positional-table/3", "Within {} positions", lambda s: grouped(s.length)),
    ("positional-table/3", "{} never come round", lambda s: f"{unfinished(s)} of {s.width // 2}"),
    (
        "positional-table/3",
        "from 31 to 32 {} change",
        lambda _: {6: "six"}[(31 ^ 32).bit_count()],
    ),
    ("positional-table/4", "these {} positions", lambda s: grouped(s.length)),
    (
        "positional-table/4",
        "but {} steps",
        lambda s: grouped(closest.closest_rows(s.length, 2, s.base).pairs[0].second),
    ),
    ("positional-table/4", "exactly {}.", lambda _: f"{710 / (2 * math.pi):.3g}"),
    (
        "positional-table/4",
        "turns 2049 into {}",
        lambda s: grouped(collisions.equal_positions(s.length, "float16").pairs[0][0]),
    ),
    ("positional-table/6", "{}, then", lambda s: likeness(s, s.offset)),
    ("positional-table/6", "then {}", lambda s: likeness(s, s.offset + 1)),
    ("positional-table/7", "GPT-3, {}", lambda s: grouped(s.width)),
    ("positional-table/7", "{} positions long", lambda s: grouped(s.length)),
    ("positional-table/7", "{} billion", lambda s: plain(s.length * s.width / 1e9, 1)),
    ("positional-table/7", "{} GB in float32", lambda s: plain(4 * s.length * s.width / 1e9, 1)),
    (
        "positional-table/7",
        "takes {} positions",
        lambda s: grouped(round(wavelength(s.width // 2 - 1, s.width, s.base))),
    ),
    (
        "positional-table/8",
        "{} columns hardly move",
        lambda s: f"{bugs.flat_columns(wrong(s, s.bug))} of {s.width}",
    ),
    (
        "positional-table/8",
        "hardly move, not {}",
        lambda s: str(bugs.flat_columns(wrong(s, "none"))),
    ),
    ("other-schemes/1", "are {} of them", lambda _: grouped(minilm_positions().length)),
    ("other-schemes/1", "{} wide", lambda _: grouped(minilm_positions().width)),
    (
        "other-schemes/1",
        "{} on average",
        lambda _: plain(float(schemes.learned_cosines().diagonal(1).mean()), 2),
    ),
    ("other-schemes/1", "special: {} long", lambda s: plain(float(learned_lengths(s)[0]), 2)),
    ("other-schemes/2", "rows 0 to {}", lambda _: grouped(minilm_positions().length - 1)),
    ("other-schemes/3", "trained on {} positions", lambda s: grouped(s.length)),
    ("other-schemes/3", "{} hands", lambda s: f"{unfinished(s)} of {s.width // 2}"),
    ("other-schemes/4", "12 and 0, have the cosine {}", lambda s: rotary_score(s, 12, 0)),
    ("other-schemes/4", "at 0 and 12 it is {}", lambda s: rotary_score(s, 0, 12)),
    ("other-schemes/5", "{} slopes", lambda s: str(s.heads)),
    ("other-schemes/5", "1/2 to 1/{}", lambda s: plain(1 / alibi.slopes(s.heads)[-1], 0)),
    ("other-schemes/5", "Up to {} each", lambda s: str(edges(s)[0])),
    ("other-schemes/5", "{}\n", lambda s: str(edges(s)[1])),
    (
        "other-schemes/5",
        "{}.",
        lambda s: f"{t5_bias.BUCKETS} × {s.heads} = {t5_bias.BUCKETS * s.heads}",
    ),
    ("other-schemes/6", "{} at position 1", lambda _: plain(share_of_first(1), 3)),
    ("other-schemes/6", "{} at 3", lambda _: plain(share_of_first(3), 3)),
    ("other-schemes/7", "{} pairs", lambda s: str(s.head_width // 2)),
    ("other-schemes/7", "{} positions", lambda s: grouped(s.trained_length)),
    ("other-schemes/7", "{} of them never", lambda s: str(beyond(s, "none"))),
    ("other-schemes/7", "{} times as long", lambda s: plain(s.extension_factor, 0)),
    (
        "other-schemes/7",
        "Base {} slows",
        lambda s: grouped(round(scaling.ntk_base(s.base, s.extension_factor, s.head_width))),
    ),
    ("other-schemes/7", "{}\n", lambda s: str(beyond(s, "ntk"))),
]
"""The step, the words around the number, and the number as computed."""


def wrong(state: State, bug: bugs.BugName) -> NDArray[np.float64]:
    return bugs.table_with(bug, np.arange(state.length), state.width, state.base)


def share_of_first(position: int) -> float:
    return float(none.share_of_first(np.array([position]))[0])


@pytest.mark.parametrize(("step", "phrase", "computed"), QUOTED)
def test_a_step_quotes_what_is_computed_in_its_state(
    step: str, phrase: str, computed: Computed
) -> None:
    said = text_of(step)
    assert phrase.format(computed(state_of(step))) in said


# What steps say without a number


def test_the_nearest_to_z_are_other_words_at_the_same_place() -> None:
    state = state_of("add-position/4")
    near = ScalePanel.content(state).now.near
    assert [n.position for n in near[:3]] == [state.position] * 3


def test_no_rows_are_equal_before_rounding_nor_after_rounding_the_values() -> None:
    state = state_of("positional-table/4")
    pairs = closest.closest_rows(state.length, state.width, state.base).pairs
    assert pairs[0].distance > 1
    for name in ("float16", "bfloat16"):
        assert not collisions.equal_rows(state.length, state.width, state.base, name).pairs
    assert collisions.equal_positions(state.length, "bfloat16").pairs[0] == (256, 257)


def test_likeness_is_the_same_to_both_sides() -> None:
    state = state_of("positional-table/6")
    assert likeness(state, -7) == likeness(state, 7)


def test_one_bug_keeps_every_similarity_and_most_are_right_at_position_0() -> None:
    state = state_of("positional-table/8")
    names = [name for name in get_args(bugs.BugName) if name != "none"]
    right = wrong(state, "none")
    same = [n for n in names if np.allclose(wrong(state, n) @ wrong(state, n).T, right @ right.T)]
    shown = [n for n in names if not np.array_equal(wrong(state, n), right)]
    assert [name for name in same if name in shown] == ["halves"]
    assert sum(np.allclose(wrong(state, name)[0], right[0]) for name in names) > len(names) / 2
    late = {name for name in shown if not np.allclose(wrong(state, name)[1:, 2:], right[1:, 2:])}
    assert late == set(shown)


def test_row_0_of_the_learned_positions_alone_is_longer_than_1() -> None:
    assert np.flatnonzero(learned_lengths(state_of("other-schemes/1")) > 1).tolist() == [0]


def test_the_learned_rows_end_where_the_step_says() -> None:
    with pytest.raises(IndexError):
        minilm_positions().encode([512])


def test_only_the_difference_of_two_positions_counts_for_rotary_ones() -> None:
    state = state_of("other-schemes/4")
    assert rotary_score(state, 1012, 1000) == rotary_score(state, 12, 0)


def test_interpolation_and_yarn_meet_no_new_angle_and_two_methods_keep_pair_0() -> None:
    state = state_of("other-schemes/7")
    assert beyond(state, "interpolation") == beyond(state, "yarn") == 0
    width, length = state.head_width, state.trained_length
    first = {
        name: scaling.stretched(name, width, state.base, 4.0, length)[0]
        for name in get_args(scaling.Extension)
    }
    assert first == {"none": 1.0, "interpolation": 0.25, "ntk": 1.0, "yarn": 1.0}


WITH_STEPS = [chapter for chapter in LESSON if chapter.id != "quiz"]


@pytest.mark.parametrize("chapter", WITH_STEPS, ids=lambda chapter: chapter.id)
def test_a_chapter_has_3_to_8_steps_and_no_wall_of_text(chapter: Chapter) -> None:
    assert 3 <= len(chapter.steps) <= 8
    for step in chapter.steps:
        count = len(re.findall(r"\w[\w’.,−/]*", text_of(step.id)))
        assert 40 <= count <= 160, step.id

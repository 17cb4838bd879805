"""The answer to every prediction of the lesson, found by computing it."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from posviz.lesson.step_file import Prediction
from posviz.lesson.steps import find_step, shipped_lesson
from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges
from posviz.model.embeddings import embed
from posviz.model.positional import bugs, none, rotary, scaling, schemes, t5_bias
from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.sinusoidal import encode, frequencies
from posviz.panels.attention import AttentionPanel
from posviz.panels.attention_content import TERMS
from posviz.panels.bug_zoo_words import name_of
from posviz.panels.fusion import FusionPanel
from posviz.panels.order import OrderPanel
from posviz.panels.scale import ScalePanel
from posviz.panels.similarity import SimilarityPanel
from posviz.state import State

Floats = NDArray[np.float64]
LESSON = shipped_lesson()
ASKED = {s.id: s.prediction for chapter in LESSON for s in chapter.steps if s.prediction}

IN_WORDS = {"token-to-vector/1", "token-to-vector/3", "z-to-qkv/1"}
"""What nothing that is computed can decide."""


def state_of(step: str) -> State:
    return find_step(step, LESSON).applied_to(State())


def row(state: State, word: str) -> Floats:
    return np.asarray(embed(state.embeddings, [state.id_of(word)])[0])


def cosine(a: Floats, b: Floats) -> float:
    return float((a * b).sum() / math.sqrt((a * a).sum() * (b * b).sum()))


def first(yes: bool, answer: str, other: str = "") -> str:
    """Return the answer if what it claims is so."""
    return answer if yes else other


def one_hot() -> str:
    cat, dog, the = np.eye(15)[[0, 1, 13]]
    gaps = [float(np.linalg.norm(cat - other)) for other in (dog, the)]
    assert cosine(cat, dog) == cosine(cat, the) == 0
    assert gaps == pytest.approx([math.sqrt(2)] * 2)
    return "neither"


def doubled() -> str:
    state = state_of("token-to-vector/4")
    cat, dog = row(state, "cat"), row(state, "dog")
    return first(math.isclose(cosine(cat, dog), cosine(cat, 2 * dog)), "it stays")


def nearest_to_sat() -> str:
    state = state_of("token-to-vector/5")
    sat = row(state, "sat")
    return max(("mat", "cat", "sitting"), key=lambda word: cosine(sat, row(state, word)))


def size_of_e() -> str:
    state = state_of("token-to-vector/6")
    longer = state.with_changes(text="cat " * 20_000, try_length=100_000)
    same = longer.embeddings.matrix.shape == state.embeddings.matrix.shape
    assert len(longer.tokens) == 20_000
    return first(same, "as large as before")


def pieces() -> str:
    return str(len(BytePairEncoding(gpt2_merges()).tokenize("Unbelievable")))


def pooled() -> str:
    state = state_of("order-blind/1").with_changes(other_text="man bites dog")
    same = OrderPanel.content(state).case("texts").difference < 1e-12
    return first(same, "No, it has the same words", "Yes, it means something else")


def moved() -> str:
    test = OrderPanel.content(state_of("order-blind/2").with_changes(order=(1, 0, 2))).test
    return first(np.allclose(test.moved.out[0], test.original.out[1]), "It only moves")


def masked() -> str:
    state = state_of("order-blind/3").with_changes(order=(1, 0, 2), causal=True)
    return first(not OrderPanel.content(state).test.equivariant, "Yes, the mask shows it")


def same_at_both() -> str:
    one, other = (
        FusionPanel.content(state_of("add-position/1").with_changes(position=p)) for p in (1, 5)
    )
    pairs = {"x": (one.x, other.x), "p": (one.p, other.p), "z": (one.z, other.z)}
    return " ".join(name for name, (a, b) in pairs.items() if np.array_equal(a, b))


def cost_beside() -> str:
    d = state_of("add-position/2").width
    return f"{4 * (2 * d) ** 2 // (4 * d**2)} times as much"


def cosine_at_512() -> str:
    a, b = np.random.default_rng(0).normal(size=(2, 4000, 512))
    cosines = (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    found = float(cosines.std())
    return min(("0.500", "0.250", "0.044"), key=lambda text: abs(float(text) - found))


def nearest_when_scaled() -> str:
    state = state_of("add-position/4").with_changes(scale=True)
    near = ScalePanel.content(state).now.near
    assert near[0].position != state.position
    return f"{near[0].word} at another place"


def the_at_two_places() -> str:
    content = FusionPanel.content(state_of("add-position/5").with_changes(position=1))
    assert content.in_model is not None
    return f"{content.in_model.normed:.3f}"


def unknown_word() -> str:
    content = FusionPanel.content(
        state_of("add-position/6").with_changes(text="the zyx sat", position=1)
    )
    has = {"x": content.x, "p": content.p, "z": content.z}
    return first([n for n, v in has.items() if not np.isnan(v).any()] == ["p"], "p, but no x")


def row_0() -> str:
    state = state_of("positional-table/1")
    return ", ".join(f"{v:.0f}" for v in encode([0], state.width, state.base)[0, :4]) + ", …"


def faster_end() -> str:
    state = state_of("positional-table/2")
    steps = np.abs(np.diff(encode(range(state.length), state.width, state.base), axis=0))
    most = steps.max(axis=0)
    return "the left" if most[:2].min() > most[-2:].max() else "the right"


def different_frequencies() -> str:
    # Pair by pair the angle at position 1, which no hand has turned past a quarter of.
    values = encode([1], state_of("positional-table/3").width)[0]
    angles = np.concatenate([np.arcsin(values[0::2]), np.arccos(values[1::2])])
    return str(len(set(np.round(angles, 6))))


def one_hand() -> str:
    state = state_of("positional-table/4")
    turned = np.sort(np.arange(state.length) % (2 * math.pi))
    gap = float(np.diff(turned).min())
    return first(0 < gap < 1e-3, "never exactly")


def odd_width() -> str:
    state = state_of("positional-table/5")
    # Over few positions the lone sine, which is slow, is nearly a straight line: look far on.
    here, there = (encode(np.arange(20_000) + k, 7, state.base) for k in (0, state.shift))
    fitted, *_ = np.linalg.lstsq(here, there, rcond=None)
    wrong = np.abs(here @ fitted - there).max(axis=0) > 1e-6
    return first(wrong.tolist() == [False] * 6 + [True], "all but its last number")


def turned_pairs() -> str:
    state = state_of("positional-table/6")
    offsets = range(-20, 21)
    peaks = [
        offsets[int(np.argmax(SimilarityPanel.content(s).profile.at(offsets)))]
        for s in (state, state.with_changes(weights="turned"))
    ]
    return first(peaks[0] == 0 != peaks[1], "yes: they can turn the pairs")


def left_half() -> str:
    state = state_of("positional-table/7")
    values = encode(range(2000), state.width, state.base)[:, :2000]
    return first(values.std() > 0.7 and abs(values.mean()) < 0.05, "stripes")


def harmless_bug() -> str:
    state = state_of("positional-table/8")
    names: tuple[bugs.BugName, ...] = ("none", "own", "halves", "integer")
    tables = {
        name: bugs.table_with(name, np.arange(state.length), state.width, state.base)
        for name in names
    }
    right = tables.pop("none")
    same = [n for n, t in tables.items() if np.allclose(t @ t.T, right @ right.T)]
    (found,) = same
    return name_of(found)


def learned_neighbours() -> str:
    return f"very: about {schemes.learned_cosines().diagonal(1).mean():.2f}"


def past_the_end() -> str:
    with pytest.raises(IndexError):
        minilm_positions().encode([512])
    return "an error"


def new_angles() -> str:
    state = state_of("other-schemes/3")
    w = frequencies(state.width, state.base)
    new = [w_i * 63 < 2 * math.pi for w_i in w]
    return first(new == [False] * 3 + [True] * 5, "the five slow ones")


def far_along() -> str:
    state = state_of("other-schemes/4")
    q, k = np.cos(np.arange(state.head_width)), np.sin(np.arange(state.head_width))
    near, far = (
        cosine(*rotary.rotate([q, k], places, state.base)) for places in ([12, 0], [1012, 1000])
    )
    assert near == pytest.approx(far)
    return f"{far:+.3f} again"


def last_bucket() -> str:
    buckets = t5_bias.bucket_of(-np.arange(1000), bidirectional=False)
    return str(int(np.argmax(buckets == buckets.max())))


def first_token() -> str:
    return f"1/{1 / none.share_of_first(np.array([3]))[0]:.0f}"


def still_new() -> str:
    s = state_of("other-schemes/7")
    trained = frequencies(s.head_width, s.base) * s.trained_length
    part = scaling.stretched("ntk", s.head_width, s.base, s.extension_factor, s.trained_length)
    longer = part * s.extension_factor
    assert part[-1] == pytest.approx(1 / s.extension_factor * frequencies(s.head_width)[-1])
    grown = longer * s.trained_length > trained * (1 + 1e-9)
    return str(int(((trained < 2 * math.pi) & grown).sum()))


def numbers_of_z() -> str:
    WQ = AttentionPanel.content(state_of("z-to-qkv/2")).head.WQ
    assert WQ is not None
    return str(WQ.shape[0])


def differing_terms() -> str:
    head = AttentionPanel.content(state_of("z-to-qkv/3")).head
    parts = {name: head.term(name)[1] for name in TERMS}
    differ = [name for name, values in parts.items() if abs(values[0] - values[4]) > 1e-9]
    return first(differ == ["word-position", "position-position"], "those with the position")


def first_weight() -> str:
    A = AttentionPanel.content(state_of("z-to-qkv/4").with_changes(causal=True)).head.A
    return first(bool(A[0, 0] == 1), "exactly 1")


def ties_broken() -> str:
    state = state_of("z-to-qkv/5")

    def apart(**changes: object) -> bool:
        out = AttentionPanel.content(state.with_changes(**changes)).head.out
        return float(np.abs(out[1] - out[5]).max()) > 1e-9

    assert not apart()
    others = [apart(scheme=s) for s in ("rotary", "alibi", "t5")]
    return first(all(others) and apart(causal=True), "RoPE, ALiBi, T5 and the causal mask")


def from_alibi_to_t5() -> str:
    state = state_of("z-to-qkv/6")
    one, other = (
        AttentionPanel.content(state.with_changes(scheme=s)).head for s in ("alibi", "t5")
    )
    assert one.bias is not None
    assert other.bias is not None
    same = [np.array_equal(getattr(one, n), getattr(other, n)) for n in ("Z", "Q", "K", "V")]
    differ = [not np.array_equal(a, b) for a, b in ((one.bias, other.bias), (one.A, other.A))]
    return first(all(same) and all(differ), "the bias")


COMPUTED: dict[str, Callable[[], str]] = {
    "token-to-vector/2": one_hot,
    "token-to-vector/4": doubled,
    "token-to-vector/5": nearest_to_sat,
    "token-to-vector/6": size_of_e,
    "token-to-vector/7": pieces,
    "order-blind/1": pooled,
    "order-blind/2": moved,
    "order-blind/3": masked,
    "add-position/1": same_at_both,
    "add-position/2": cost_beside,
    "add-position/3": cosine_at_512,
    "add-position/4": nearest_when_scaled,
    "add-position/5": the_at_two_places,
    "add-position/6": unknown_word,
    "positional-table/1": row_0,
    "positional-table/2": faster_end,
    "positional-table/3": different_frequencies,
    "positional-table/4": one_hand,
    "positional-table/5": odd_width,
    "positional-table/6": turned_pairs,
    "positional-table/7": left_half,
    "positional-table/8": harmless_bug,
    "other-schemes/1": learned_neighbours,
    "other-schemes/2": past_the_end,
    "other-schemes/3": new_angles,
    "other-schemes/4": far_along,
    "other-schemes/5": last_bucket,
    "other-schemes/6": first_token,
    "other-schemes/7": still_new,
    "z-to-qkv/2": numbers_of_z,
    "z-to-qkv/3": differing_terms,
    "z-to-qkv/4": first_weight,
    "z-to-qkv/5": ties_broken,
    "z-to-qkv/6": from_alibi_to_t5,
}
"""What the answer of each begins with."""


def test_every_prediction_of_the_lesson_is_looked_at_here() -> None:
    assert COMPUTED.keys() | IN_WORDS == ASKED.keys()


@pytest.mark.parametrize("step", COMPUTED)
def test_the_answer_is_what_is_computed(step: str) -> None:
    asked: Prediction = ASKED[step]
    found = COMPUTED[step]()
    assert found
    assert [choice for choice in asked.choices if choice.startswith(found)] == [asked.answer]


def test_the_right_choice_does_not_stand_at_one_place() -> None:
    places = [asked.choices.index(asked.answer) for asked in ASKED.values()]
    assert max(map(places.count, places)) < 0.6 * len(places)


def test_no_step_tells_its_answer_before_the_choice() -> None:
    for step, asked in ASKED.items():
        found = find_step(step, LESSON)
        told = f"{found.title}\n{found.text}".replace("*", "").lower()
        assert asked.answer.lower() not in told or len(asked.answer) < 4, step

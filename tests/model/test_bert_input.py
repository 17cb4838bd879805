"""A word at two places in MiniLM: values found before, and what must hold without them."""

from __future__ import annotations

import numpy as np
import pytest

from posviz.model.bert_input import at_two_places
from posviz.model.embeddings import table
from posviz.model.positional.learned import minilm_positions


def row_of(word: str) -> np.ndarray:
    minilm = table("minilm")
    id_ = minilm.vocabulary.id_of(word)
    assert id_ is not None
    return np.asarray(minilm.matrix[id_], dtype=np.float64)


def test_the_at_1_and_5() -> None:
    found = at_two_places(row_of("the"), (1, 5), minilm_positions())
    assert found.added == pytest.approx(0.935, abs=6e-4)
    assert found.normed == pytest.approx(0.872, abs=6e-4)


def test_every_number_is_added_and_normalised_by_hand() -> None:
    learned, word = minilm_positions(), row_of("cat")
    rows = []
    for position in (3, 40):
        z = [float(w) + float(p) for w, p in zip(word, learned.matrix[position], strict=True)]
        rows.append([a + float(t) for a, t in zip(z, learned.token_types[0], strict=True)])
    normed = []
    for row in rows:
        mean = sum(row) / len(row)
        deviation = (sum((v - mean) ** 2 for v in row) / len(row) + learned.norm_epsilon) ** 0.5
        scaled = [(v - mean) / deviation for v in row]
        normed.append(np.array(scaled) * learned.norm_weight + learned.norm_bias)
    a, b = normed
    cosine = sum(a * b) / (sum(a * a) * sum(b * b)) ** 0.5
    assert at_two_places(word, (3, 40), learned).normed == pytest.approx(cosine, abs=1e-12)


def test_one_place_is_like_itself_and_a_place_without_a_row_is_refused() -> None:
    same = at_two_places(row_of("the"), (7, 7), minilm_positions())
    assert (same.added, same.normed) == (1, 1)
    with pytest.raises(IndexError):
        at_two_places(row_of("the"), (1, 512), minilm_positions())
    with pytest.raises(ValueError, match="must be"):
        at_two_places(np.ones(4), (1, 5), minilm_positions())

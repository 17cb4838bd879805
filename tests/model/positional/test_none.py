"""What a causal mask tells: attention worked out in full, once with it and once without."""

from __future__ import annotations

import numpy as np
import pytest

from posviz.model.positional.none import share_of_first


def test_the_share_is_what_masked_attention_gives_with_equal_scores() -> None:
    L = 6
    scores = np.where(np.tril(np.ones((L, L))) > 0, 0.0, -np.inf)
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    assert share_of_first(np.arange(L)) == pytest.approx(weights[:, 0])


def test_no_two_positions_are_alike() -> None:
    assert len(set(share_of_first(np.arange(5000)).tolist())) == 5000


def test_positions_below_0_are_refused() -> None:
    with pytest.raises(ValueError, match="from 0"):
        share_of_first(np.array([-1]))

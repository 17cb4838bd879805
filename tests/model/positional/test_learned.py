import numpy as np
import pytest

from posviz.model.embeddings import embed, table
from posviz.model.input_layer import input_layer, layer_norm
from posviz.model.positional import sinusoidal
from posviz.model.positional.learned import minilm_positions
from posviz.model.similarity import cosine, nearest


def cosine_table(rows: np.ndarray) -> np.ndarray:
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(unit @ unit.T)


def test_shapes_and_that_nobody_writes() -> None:
    learned = minilm_positions()
    assert learned is minilm_positions()
    assert learned.matrix.shape == (learned.length, learned.width) == (512, 384)
    assert learned.token_types.shape == (2, 384)
    assert learned.norm_weight.shape == learned.norm_bias.shape == (384,)
    assert learned.norm_epsilon == pytest.approx(1e-12)
    for array in (learned.matrix, learned.token_types, learned.norm_weight, learned.norm_bias):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_last_row_is_there_and_the_next_is_not() -> None:
    learned = minilm_positions()
    assert learned.encode([511])[0].tolist() == learned.matrix[511].tolist()
    with pytest.raises(IndexError, match=r"Position 512 has no row: .* 512 positions, 0 to 511"):
        learned.encode([0, 512])
    with pytest.raises(IndexError, match="Position −1 has no row: positions count from 0"):
        learned.encode(np.array([-1]))
    assert learned.encode([]).shape == (0, 384)
    assert learned.encode(range(3)).dtype == np.float64


@pytest.mark.parametrize(
    ("distance", "learned", "sines"),
    [
        (1, 0.851, 0.973),
        (2, 0.592, 0.904),
        (8, 0.294, 0.722),
        (64, 0.137, 0.484),
        (256, -0.031, 0.360),
    ],
)
def test_mean_cosine_by_distance(distance: int, learned: float, sines: float) -> None:
    P = minilm_positions().encode(range(512))  # (512, d)
    assert cosine_table(P).diagonal(distance).mean() == pytest.approx(learned, abs=6e-4)
    S = sinusoidal.table(512, 384)
    assert cosine_table(S).diagonal(distance).mean() == pytest.approx(sines, abs=6e-4)


def test_the_nearest_position_is_next_door_for_all_but_one() -> None:
    P = minilm_positions().matrix
    found = [int(nearest(P, position, 1).ids[0]) for position in range(512)]
    elsewhere = [p for p, other in enumerate(found) if abs(p - other) != 1]
    assert elsewhere == [0]


def test_row_0_is_long_and_a_seam_lies_at_126() -> None:
    P = minilm_positions().encode(range(512))
    norms = np.linalg.norm(P, axis=1)
    assert norms[0] == pytest.approx(2.36, abs=0.005)
    assert norms[1:].mean() == pytest.approx(0.47, abs=0.005)
    steps = cosine_table(P).diagonal(1)  # of position p with p + 1
    assert np.argsort(steps)[:2].tolist() == [0, 126]


def test_the_same_word_at_two_positions() -> None:
    minilm, learned = table("minilm"), minilm_positions()
    E = embed(minilm, minilm.vocabulary.ids_of(("the", "the")))  # (2, d)
    assert cosine(*E) == 1.0
    Z = input_layer(E, learned.encode([1, 5]), scaled=False).Z
    assert cosine(*Z) == pytest.approx(0.935, abs=6e-4)
    normed = layer_norm(
        Z + learned.token_types[0], learned.norm_weight, learned.norm_bias, learned.norm_epsilon
    )
    assert cosine(*normed) == pytest.approx(0.872, abs=6e-4)

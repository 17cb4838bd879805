import numpy as np
import pytest
from numpy.typing import NDArray

from posviz.model.embeddings import table
from posviz.model.projection import principal_components


def by_svd(matrix: NDArray[np.floating], count: int) -> tuple[NDArray[np.float64], list[float]]:
    centred = matrix.astype(np.float64) - matrix.mean(axis=0, dtype=np.float64)
    _, sizes, directions = np.linalg.svd(centred, full_matrices=False)
    return centred @ directions[:count].T, (sizes**2 / (sizes**2).sum())[:count].tolist()


def random_table(rows: int, width: int, mean: float = 0.0) -> NDArray[np.float64]:
    rng = np.random.default_rng(rows)
    return rng.normal(mean, np.linspace(3, 0.5, width), (rows, width))


@pytest.mark.parametrize(
    ("matrix", "tolerance"),
    [
        (random_table(50, 7), 1e-12),
        (random_table(9000, 20), 1e-10),  # several blocks
        (random_table(5000, 12, mean=1e6), 1e-6),  # a large mean
        (random_table(5000, 12).astype(np.float32), 1e-4),
        (random_table(3, 8), 1e-12),  # fewer rows than columns
        (random_table(40, 1), 1e-12),
        (np.asfortranarray(random_table(60, 5)), 1e-12),
    ],
)
def test_it_agrees_with_numpys_svd(matrix: NDArray[np.float64], tolerance: float) -> None:
    found = principal_components(matrix, 2)
    points, explained = by_svd(matrix, 2)
    assert found.points.shape == points.shape
    assert np.abs(found.points) == pytest.approx(np.abs(points), abs=tolerance)
    assert found.explained.tolist() == pytest.approx(explained, abs=tolerance)
    assert found.mean == pytest.approx(matrix.mean(axis=0, dtype=np.float64), abs=tolerance)


def by_covariance(matrix: NDArray[np.floating], count: int) -> NDArray[np.float64]:
    """Directions of the d × d covariance, none mirrored."""
    _, vectors = np.linalg.eigh(np.cov(matrix.astype(np.float64), rowvar=False))
    directions = vectors[:, ::-1][:, :count].T
    return np.array([d * np.sign(d[np.abs(d).argmax()]) for d in directions])


@pytest.mark.parametrize(
    ("matrix", "tolerance"),
    [
        (random_table(11, 384), 1e-10),
        (random_table(11, 384).astype(np.float32), 1e-5),
        (random_table(11, 60, mean=1e6), 1e-7),
        (random_table(59, 60), 1e-10),
        (random_table(60, 60), 1e-10),
    ],
)
def test_few_rows_give_the_directions_of_the_covariance(
    matrix: NDArray[np.float64], tolerance: float
) -> None:
    found = principal_components(matrix, 3)
    assert found.directions == pytest.approx(by_covariance(matrix, 3), abs=tolerance)
    points, explained = by_svd(matrix, 3)
    assert np.abs(found.points) == pytest.approx(np.abs(points), abs=100 * tolerance)
    assert found.explained.tolist() == pytest.approx(explained, abs=tolerance)


@pytest.mark.parametrize("rows", [1, 2, 3, 40])
def test_nothing_wider_than_the_fewer_of_rows_and_columns_is_decomposed(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes = []
    eigh = np.linalg.eigh

    def watched(matrix: NDArray[np.float64]) -> object:
        shapes.append(matrix.shape)
        return eigh(matrix)

    monkeypatch.setattr(np.linalg, "eigh", watched)
    found = principal_components(random_table(rows, 30), 4)
    assert shapes == [(min(rows, 30),) * 2]
    assert found.points.shape == (rows, 4)
    assert found.directions @ found.directions.T == pytest.approx(np.eye(4), abs=1e-12)
    assert found.explained[max(rows - 1, 0) :] == pytest.approx(0, abs=1e-12)


def test_a_flat_table_is_seen_whole() -> None:
    angle = np.linspace(0, 6, 30)
    flat = np.column_stack([3 * np.cos(angle), np.sin(angle)]) @ [[0.6, 0, 0.8], [0, 1, 0]] + 5
    found = principal_components(flat, 2)
    assert found.explained.sum() == pytest.approx(1, abs=1e-12)
    assert found.points @ found.directions + found.mean == pytest.approx(flat, abs=1e-12)


def test_directions_are_at_right_angles_and_never_mirrored() -> None:
    matrix = random_table(200, 9)
    found = principal_components(matrix, 3)
    assert found.directions @ found.directions.T == pytest.approx(np.eye(3), abs=1e-12)
    for direction in found.directions:
        assert direction[np.abs(direction).argmax()] > 0
    again = principal_components(matrix[::-1].copy(), 3)
    assert again.points[::-1] == pytest.approx(found.points, abs=1e-9)


def test_at_most_d_directions_and_equal_rows() -> None:
    assert principal_components(random_table(9, 2), 5).points.shape == (9, 2)
    same = principal_components(np.full((4, 3), 7.0))
    assert same.points.tolist() == [[0, 0]] * 4
    assert same.explained.tolist() == [0, 0]
    assert principal_components(np.array([[1.0, 2.0]])).points.tolist() == [[0, 0]]


def test_no_result_can_be_written_to() -> None:
    found = principal_components(random_table(5, 3))
    for array in (found.points, found.directions, found.explained, found.mean):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e200])
def test_values_that_have_no_variance_are_refused(value: float) -> None:
    matrix = random_table(20, 3)
    matrix[4, 1] = value
    with pytest.raises(ValueError, match="not finite"):
        principal_components(matrix)


@pytest.mark.parametrize("shape", [(3,), (0, 3), (3, 0)])
def test_what_is_no_table_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="there must be rows and columns"):
        principal_components(np.ones(shape))


def test_the_map_of_the_toy_table_keeps_groups_together() -> None:
    toy = table("toy4")
    points = principal_components(toy.matrix).points
    for group in (g for g in toy.groups if g.name in ("animals", "royalty", "food")):
        inside = points[list(group.ids)]
        spread = np.linalg.norm(inside - inside.mean(axis=0), axis=1).max()
        others = np.delete(points, list(group.ids), axis=0)
        assert np.linalg.norm(others - inside.mean(axis=0), axis=1).min() > spread * 0.5

import numpy as np
import pytest

from posviz.model.shapes import quantities


def test_the_lesson_sizes() -> None:
    assert [(q.symbol, q.shape, q.values, q.bytes) for q in quantities(15, 3, 4)] == [
        ("E", (15, 4), 60, 240),
        ("X", (3, 4), 12, 48),
        ("one-hot", (3, 15), 45, 180),
        ("d", (4,), 4, 16),
    ]


def test_the_largest_dials_stay_exact() -> None:
    E, X, hot, d = quantities(100_000, 100_000, 12_288)
    assert E.bytes == X.bytes == 4_915_200_000
    assert hot.bytes == 40_000_000_000
    assert d.bytes == 49_152


def test_small_numpy_integers_do_not_overflow() -> None:
    big = np.int32(100_000)
    assert quantities(big, big, np.int32(4))[2].bytes == 40_000_000_000  # type: ignore[arg-type]


def test_each_depends_on_exactly_what_changes_it() -> None:
    start = {"V": 15, "L": 3, "d": 4}
    for place, quantity in enumerate(quantities(**start)):
        changed = {
            name
            for name, value in start.items()
            if quantities(**{**start, name: value + 1})[place].shape != quantity.shape
        }
        assert quantity.depends_on == changed


def test_the_table_does_not_grow_with_the_input() -> None:
    assert quantities(15, 3, 4)[0] == quantities(15, 100_000, 4)[0]


def test_an_empty_sentence_takes_no_memory() -> None:
    assert [q.bytes for q in quantities(15, 0, 4)] == [240, 0, 0, 16]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [((0, 3, 4), "V is 0"), ((15, -1, 4), "L is -1"), ((15, 3, 0), "d is 0")],
)
def test_impossible_sizes_are_refused(sizes: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quantities(*sizes)

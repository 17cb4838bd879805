"""The table of schemes: one interface, parameters, lines over the offset."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.schemes import SCHEMES, Sizes, learned_cosines
from posviz.model.positional.sinusoidal import encode

SIZES = Sizes(width=64, base=10_000.0, heads=12, head_width=32, trained_length=512)
OFFSETS = np.array([0, 1, 2, 5, 100, 511, 512, 1023])


def test_every_scheme_gives_lines_over_the_offset() -> None:
    assert list(SCHEMES) == ["none", "sinusoidal", "learned", "rotary", "alibi", "t5"]
    for name, scheme in SCHEMES.items():
        assert scheme.name == name
        assert scheme.profile(OFFSETS, SIZES).shape[1] == len(OFFSETS)
        assert any(year in scheme.source for year in ("2017", "2020", "2021", "2022"))


def test_parameters() -> None:
    sizes = replace(SIZES, width=384)
    counts = {name: scheme.parameters(sizes) for name, scheme in SCHEMES.items()}
    assert counts == {
        "none": 0,
        "sinusoidal": 0,
        "learned": 196_608,  # 512 · 384
        "rotary": 0,
        "alibi": 0,
        "t5": 384,  # 32 · 12
    }


def test_sinusoidal_is_the_cosine_of_two_rows_wherever_they_stand() -> None:
    line = SCHEMES["sinusoidal"].profile(OFFSETS, SIZES)[0]
    for first in (0, 77):
        start, *_ = encode([first], 64)
        for offset, value in zip(OFFSETS, line, strict=True):
            row = encode([first + int(offset)], 64)[0]
            cosine = start @ row / np.linalg.norm(start) / np.linalg.norm(row)
            assert value == pytest.approx(cosine, abs=1e-12)


def test_sinusoidal_values_of_the_oracle_at_width_512() -> None:
    line = SCHEMES["sinusoidal"].profile(
        np.array([0, 1, 2, 5, 10, 50, 100]), replace(SIZES, width=512)
    )
    assert line[0] == pytest.approx([1, 0.973, 0.905, 0.741, 0.679, 0.512, 0.437], abs=5e-4)


def test_a_lone_sine_has_no_line_of_its_own() -> None:
    assert np.isnan(SCHEMES["sinusoidal"].profile(OFFSETS, replace(SIZES, width=1))).all()
    even = SCHEMES["sinusoidal"].profile(OFFSETS, replace(SIZES, width=3))
    assert even[0] == pytest.approx(np.cos(OFFSETS))


def test_learned_ends_at_512() -> None:
    line = SCHEMES["learned"].profile(OFFSETS, SIZES)[0]
    assert np.isnan(line[6:]).all()
    matrix = minilm_positions().matrix.astype(np.float64)
    cosines = [
        a @ b / np.sqrt((a @ a) * (b @ b)) for a, b in zip(matrix[:-100], matrix[100:], strict=True)
    ]
    assert line[4] == pytest.approx(np.mean(cosines))
    assert line[0] == pytest.approx(1)
    assert learned_cosines().shape == (512, 512)
    assert not learned_cosines().flags.writeable


def test_rotary_is_stretched() -> None:
    rotary = SCHEMES["rotary"].profile
    stretched = rotary(OFFSETS * 4, replace(SIZES, extension="interpolation", factor=4.0))
    assert stretched == pytest.approx(rotary(OFFSETS, SIZES))


def test_the_rest_is_their_models() -> None:
    assert SCHEMES["alibi"].profile(OFFSETS, SIZES)[0, 1] == -0.5
    assert SCHEMES["alibi"].profile(OFFSETS, SIZES).shape == (12, 8)
    assert SCHEMES["t5"].profile(OFFSETS, SIZES)[0].tolist()[:5] == [0, 1, 2, 5, 30]
    assert SCHEMES["none"].profile(OFFSETS, SIZES)[:, 1].tolist() == [0, 0.5]

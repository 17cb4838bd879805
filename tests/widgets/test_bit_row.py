"""A number in binary, lowest bit first."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from posviz.widgets.bit_row import BitRow


@pytest.mark.parametrize(
    ("value", "bits", "digits"),
    [
        (0, 1, "0"),
        (6, 6, "011000"),
        (6, 1, "011"),
        (0, 3, "000"),
        (5, 3, "101"),
        (1 << 19, 20, "0" * 19 + "1"),
    ],
)
def test_the_lowest_bit_comes_first(qtbot: QtBot, value: int, bits: int, digits: str) -> None:
    row = BitRow()
    qtbot.addWidget(row)
    row.set_value(value, bits)
    assert row.digits == digits
    row.resize(300, 46)
    assert not row.grab().isNull()


def test_another_number_is_another_picture(qtbot: QtBot) -> None:
    row = BitRow()
    qtbot.addWidget(row)
    row.set_value(5, 6)
    before = row.grab().toImage()
    row.set_value(6, 6)
    assert row.grab().toImage() != before

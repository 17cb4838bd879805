"""The number formats that models compute in, and what is left of a number in each.

float64, float32 and float16 are those of IEEE 754; bfloat16 is the upper half of a float32.
All round to the nearest number that they have, ties to the one whose last bit is 0.

Source: IEEE 754-2019; Kalamkar et al. 2019, "A Study of BFLOAT16 for Deep Learning Training".
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

NumberFormat = Literal["float64", "float32", "float16", "bfloat16"]

SIGNIFICANT_BITS: dict[NumberFormat, int] = {
    "float64": 53,
    "float32": 24,
    "float16": 11,
    "bfloat16": 8,
}
"""Binary digits of a number in each format, the leading 1 included."""


def rounded(values: npt.ArrayLike, number_format: NumberFormat) -> npt.NDArray[np.float64]:
    """Return numbers as they are after having been stored in a format.

    What is too large becomes infinite. A negative zero becomes a positive one: the two are
    equal. bfloat16 is made from the float32, as processors do.
    """
    exact = np.asarray(values, dtype=np.float64)
    with np.errstate(over="ignore", under="ignore"):
        if number_format == "float64":
            stored: npt.NDArray[Any] = exact
        elif number_format == "bfloat16":
            stored = _bfloat16(exact.astype(np.float32))
        else:
            stored = exact.astype(np.dtype(number_format))
    result: npt.NDArray[np.float64] = stored.astype(np.float64) + 0.0
    return result


def largest_error(number_format: NumberFormat) -> float:
    """Return the most by which rounding can move a number from −1 to 1."""
    # The numbers from 0.5 to 1 lie 2^−bits apart.
    return 0.5 * 2.0 ** -SIGNIFICANT_BITS[number_format]


def _bfloat16(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    bits = values.view(np.uint32)
    last = (bits >> np.uint32(16)) & np.uint32(1)
    # Half a unit of the last place that stays, less the tie that goes to the even neighbour.
    upper = (bits + np.uint32(0x7FFF) + last) & np.uint32(0xFFFF0000)
    return np.where(np.isnan(values), values, upper.view(np.float32))

"""Whether the numbers come out right on this machine: the processor, the library, our sums."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from posviz.model.positional.alibi import slopes
from posviz.model.positional.rotary import rotate
from posviz.model.positional.shift import shifted
from posviz.model.positional.sinusoidal import encode
from posviz.model.positional.t5_bias import bucket_of
from posviz.paths import resource
from posviz.selftest.report import Failed

_NEAR = 1e-9
"""What the values may be off by: those of large positions are as exact as float64 angles are."""


def compare_numbers() -> str:
    """Compare with values of 60-digit arithmetic."""
    known = json.loads(resource("selftest.json").read_text(encoding="utf-8"))
    count = 0

    def compare(found: Any, expected: Any, what: str) -> None:
        nonlocal count
        right = np.asarray(expected, dtype=float)
        off = np.abs(np.asarray(found, dtype=float) - right)
        if off.shape != right.shape or not np.all(off <= _NEAR):
            raise Failed(f"{what} is computed wrongly on this machine.")
        count += right.size

    for case in known["sinusoidal"]:
        place = f"the table's value at position {case['pos']}, dimension {case['dim']}"
        row = encode([case["pos"]], case["d"], case["base"])[0]
        compare(row[case["dim"]], case["value"], place)
    for case in known["dot_of_two_rows"]:
        first, second = encode([case["a"], case["b"]], case["d"])
        compare(first @ second, case["value"], f"the product of rows {case['a']} and {case['b']}")
    for case in known["shift_matrix"]:
        turned = shifted(np.eye(case["d"]), case["k"], 10_000.0, "interleaved").T
        compare(turned, case["rows"], f"the shift by {case['k']}")
    for case in known["rope"]:
        row = rotate([[float(x) for x in case["x"]]], [case["pos"]], case["base"], case["pairing"])
        compare(row[0], case["value"], f"RoPE at position {case['pos']}")
    for heads, expected in known["alibi_slopes"].items():
        compare(slopes(int(heads)), expected, f"ALiBi for {heads} heads")
    for case in known["t5_buckets"]:
        bucket = bucket_of(
            np.array([case["relative_position"]]),
            bidirectional=case["bidirectional"],
            buckets=case["num_buckets"],
            farthest=case["max_distance"],
        )
        compare(bucket[0], case["bucket"], f"T5's bucket at {case['relative_position']}")
    return f"{count} values agree with 60-digit arithmetic"

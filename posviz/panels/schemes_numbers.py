"""What a file of the schemes panel holds: the numbers of what is on show for the scheme."""

from __future__ import annotations

import numpy as np

from posviz.export import Numbers
from posviz.model.positional.schemes import SCHEMES
from posviz.panels import schemes_words as words
from posviz.panels.schemes_content import LearnedRows, Schemes, Turning


def numbers_of(content: Schemes) -> Numbers:
    """Return one line a learned row, one a rotary pair, or one an offset with every scheme."""
    if content.learned is not None:
        return _of_learned(content.learned)
    if content.turning is not None:
        return _of_turns(content, content.turning)
    header = ["offset"]
    for name in SCHEMES:
        names = words.line_names(content, name)
        header += [f"{words.title(name)}: {line}" for line in names]
    array = np.vstack([content.offsets, *content.lines]).T  # (n, 1 + lines)
    rows = ([int(row[0]), *row[1:]] for row in array)
    return Numbers(array, header, rows)


def _of_learned(learned: LearnedRows) -> Numbers:
    """Each row's length, its values, and its cosine with every row."""
    values = learned.values * learned.level  # (512, 384)
    array = np.hstack([learned.norms[:, np.newaxis], values, learned.cosines])
    header = ["position", "length"]
    header += [f"value {dimension}" for dimension in range(values.shape[1])]
    header += [f"cosine with {position}" for position in range(len(values))]
    rows = ((position, *row) for position, row in enumerate(array.tolist()))
    return Numbers(array, header, rows)


def _of_turns(content: Schemes, turning: Turning) -> Numbers:
    """Each pair's turns in training and in the longer text, and whether it finished one."""
    speeds = np.asarray(content.sizes.rotary_speeds)  # (pairs,)
    seen = turning.trained >= 1
    array = np.column_stack([speeds, turning.trained, turning.longer, seen])  # (pairs, 4)
    header = (
        "pair",
        f"radians a position, extension {content.sizes.extension}",
        "turns in training",
        "turns in the longer text",
        "full turn in training",
    )
    rows = (
        (pair, speed, trained, longer, int(full))
        for pair, (speed, trained, longer, full) in enumerate(array.tolist())
    )
    return Numbers(array, header, rows)

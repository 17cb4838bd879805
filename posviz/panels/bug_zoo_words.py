"""The sentences of the bug zoo."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from posviz.model.notation import counted, grouped, plain, signed, signed_whole, significant
from posviz.model.positional.bugs import CATCHERS, FLAT, BugName
from posviz.panels.bug_zoo_content import BugZoo
from posviz.state_fields import MAX_LENGTH, MAX_WIDTH
from posviz.widgets.note import literal
from posviz.widgets.table_view import Cell, Column


def _tr(text: str) -> str:
    return QCoreApplication.translate("BugZooPanel", text)


def names() -> list[tuple[str, str]]:
    """Every mistake with its name on screen."""
    return [
        ("none", _tr("none")),
        ("doubled", _tr("exponent doubled")),
        ("own", _tr("a frequency per column")),
        ("ladder", _tr("divided by pairs − 1")),
        ("integer", _tr("integer division")),
        ("halves", _tr("halves read as interleaved")),
        ("batch", _tr("added along the batch")),
        ("float16", _tr("positions in float16")),
        ("bfloat16", _tr("positions in bfloat16")),
        ("odd", _tr("odd width")),
    ]


def name_of(bug: BugName) -> str:
    """Name of a mistake on screen."""
    return dict(names())[bug]


def help_text() -> str:
    """What the panel shows and how it is used."""
    return _tr(
        "Mistakes that people really make when they program the positional table, beside the "
        "right one (Vaswani et al. 2017, section 3.5). Nothing stops with an error: the model "
        "trains, only worse.\n\n"
        "A column is called **flat** when its largest and smallest value in the table are less "
        "than {flat} apart. A cell is wrong when it is off by more than a millionth.\n\n"
        "**Similarity** is the inner product of the selected row with every row, divided by d/2. "
        "A table whose columns stand in another order keeps every one of them, so no test of "
        "similarities finds that. The curves show both over the offset from that row, the wrong "
        "one dashed; a click, a drag or the arrow keys choose the offset.\n\n"
        "Both tables are in the paper's order, sine and cosine in turn, whatever layout is "
        "chosen elsewhere. Dividing by pairs − 1 is what tensor2tensor's code does on purpose; "
        "beside a formula that says d it is a mistake. bfloat16: Kalamkar et al. 2019; float16: "
        "IEEE 754.\n\n"
        "Click a cell to select its position and dimension, or use the arrow keys, Page Up, "
        "Page Down, Home and End."
    ).format(flat=plain(FLAT, 2))


def opening(content: BugZoo) -> str:
    """What the code does wrong, and what comes of it."""
    texts: dict[BugName, str] = {
        "none": _tr("**No bug.** Columns 2i and 2i + 1 share the frequency base^(−2i/d)."),
        "doubled": _tr(
            "**The column c is used where the pair i = c // 2 belongs**: the exponent is 2c/d, "
            "twice what it should be. Frequencies fall to about 1/base² instead of 1/base."
        ),
        "own": _tr(
            "**Every column has a frequency of its own**, base^(−c/d). The sines are right; each "
            "cosine has a frequency halfway to the next pair, so sine and cosine are no hand of "
            "a clock and no rotation moves a row on."
        ),
        "ladder": _tr(
            "**The exponent is divided by the number of pairs − 1**, i/(d/2 − 1), so the last "
            "frequency is exactly 1/base. With a single pair (d = 2) this is 0/0: every cell is "
            "NaN."
        ),
        "integer": _tr(
            "**2 * i // d is a division of whole numbers** and gives 0 for every pair (in "
            "Python 2 the plain / did). All pairs turn like pair 0 and hold the same two numbers."
        ),
        "halves": _tr(
            "**Made as sines then cosines, read as sine, cosine in turn.** All numbers are there, "
            "in other columns: M_k, rotary code and stored weights that expect pairs go wrong."
        ),
        "batch": _tr(
            "**The table is added along the batch**: a tensor (batch, position, d) was taken for "
            "(position, batch, d). Every token of the first sequence gets PE(0), shown here; "
            "those of sequence b get PE(b)."
        ),
        "float16": _tr(
            "**The position is kept in float16** (11 binary digits) before the angle is computed: "
            "2049 becomes 2048. Below that every whole number is exact and nothing shows."
        ),
        "bfloat16": _tr(
            "**The position is kept in bfloat16** (8 binary digits) before the angle is computed: "
            "257 becomes 256. Below that every whole number is exact and nothing shows."
        ),
        "odd": _tr(
            "**An odd width is not thought of**: floor(d/2) pairs are filled and the last column "
            "stays 0. It should be a sine without its cosine. Other code stops with an error "
            "here; with even d both are right."
        ),
    }
    return literal_stars(texts[content.bug])


def literal_stars(text: str) -> str:
    """Keep the star of a product from being read as a mark."""
    return text.replace(" * ", " \\* ").replace("M_k", "M\\_k")


def verdict(content: BugZoo) -> str:
    """What gives it away at this size, in a sentence."""
    found = content.found
    if content.bug == "none":
        return ""
    if found.first is None:
        return _tr("**Nothing shows over the {positions} compared at d = {width}.** {hint}").format(
            positions=counted(content.compared, "position"),
            width=grouped(content.width),
            hint=_hint(content),
        )
    if content.at_start:
        return _tr("The row of position 0 is right, so **a test there finds nothing.**")
    return _tr("The row of position 0 is wrong already: a test there finds it.")


def _hint(content: BugZoo) -> str:
    hints: dict[BugName, str] = {
        "float16": _tr("Set L above 2049."),
        "bfloat16": _tr("Set L above 257."),
        "odd": _tr("Choose an odd d and at least 2 positions."),
    }
    return hints.get(content.bug, _tr("Choose more positions or dimensions."))


def size_of(difference: float) -> str:
    """Write a difference; zero only where there is none at all."""
    if math.isnan(difference):
        return "NaN"
    return _tr("exactly 0") if difference == 0 else significant(difference, 3)


def table(content: BugZoo) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
    """Columns and rows of what was computed."""
    found = content.found
    if found.first is None:
        first = _tr("none")
    else:
        first = _tr("pos {position}, dim {dimension}").format(
            position=grouped(found.first[0]), dimension=grouped(found.first[1])
        )
    right, wrong = content.values_at(content.position, content.dimension)
    longest = _tr("pos {position}, dim {dimension}").format(
        position=grouped(MAX_LENGTH - 1), dimension=grouped(MAX_WIDTH - 1)
    )
    columns = (
        Column(_tr("Tell-tale")),
        Column(_tr("right"), "number", _tr("exactly 0")),
        Column(_tr("wrong"), "number", longest),
    )
    count = _tr("{flat} of {width}")
    width = grouped(content.width)
    rows = (
        (
            _tr("flat columns"),
            count.format(flat=grouped(found.flat_right), width=width),
            count.format(flat=grouped(found.flat), width=width),
        ),
        (_tr("cells that are wrong"), "—", f"{significant(100 * found.share, 3)} %"),
        (_tr("largest difference"), "—", size_of(found.largest)),
        (_tr("first wrong cell"), "—", first),
        (
            _tr("similarity to pos {position}").format(position=grouped(content.position)),
            "—",
            similarity(content),
        ),
        (
            _tr("pos {position}, dim {dimension}").format(
                position=grouped(content.position), dimension=grouped(content.dimension)
            ),
            signed(right, 4),
            "NaN" if math.isnan(wrong) else signed(wrong, 4),
        ),
    )
    return columns, tuple(tuple(Cell(text) for text in row) for row in rows)


def similarity(content: BugZoo) -> str:
    """Whether the similarities of the selected row changed."""
    if math.isnan(content.similarity):
        return "NaN"
    if content.similarity < 1e-9:
        return _tr("unchanged")
    return _tr("off by {most}").format(most=significant(content.similarity, 3))


def curve_title(content: BugZoo) -> str:
    """Line above the curves, with the number that they come to."""
    return _tr("**Similarity to pos {position}** over the offset: {change}").format(
        position=grouped(content.position), change=similarity(content)
    )


def offset_text(content: BugZoo, offset: int) -> str:
    """Both similarities at an offset, for the status bar."""
    right, wrong = (
        float(curve.means([offset], 1)[0]) for curve in (content.right_curve, content.wrong_curve)
    )
    return _tr("pos {i} with pos {j}, offset {offset}: right {right}, wrong {wrong}").format(
        i=grouped(content.position),
        j=grouped(content.position + offset),
        offset=signed_whole(offset),
        right=signed(right, 6),
        wrong="NaN" if math.isnan(wrong) else signed(wrong, 6),
    )


def test_title(content: BugZoo) -> str:
    """Line above the test."""
    if content.bug == "none":
        return _tr("A test that catches most of them:")
    return _tr("A test that catches it:")


def test_lines(content: BugZoo) -> str:
    """Two lines of Python as Markdown that shows them as they are."""
    first, second = CATCHERS[content.bug]
    return f"{literal(first, 200)}\\\n{literal(second, 200)}"


def limits(content: BugZoo) -> str:
    """What is not compared; empty where all is."""
    if content.compared == content.length:
        return ""
    return _tr("Compared and drawn: the first {count} of {length} positions.").format(
        count=grouped(content.compared), length=grouped(content.length)
    )


def cell(content: BugZoo, position: int, dimension: int) -> str:
    """A cell of both tables for the status bar."""
    right, wrong = content.values_at(position, dimension)
    return _tr("pos {position}, dim {dimension}: right {right}, wrong {wrong}").format(
        position=grouped(position),
        dimension=grouped(dimension),
        right=signed(right, 6),
        wrong="NaN" if math.isnan(wrong) else signed(wrong, 6),
    )

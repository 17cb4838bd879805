"""What the text of a step may hold besides words: formulas and tables; and what is wrong there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_DELIMITER = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_CODE = re.compile(r"(`+).+?\1")
_DOLLAR = re.compile(r"(?<!\\)\$")
_OPEN, _CLOSE = re.compile(r"(?<!\\)\{"), re.compile(r"(?<!\\)\}")
_BAR = re.compile(r"(?<!\\)\|")


def paragraphs_of(text: str) -> list[str]:
    """Cut a text at its empty lines, and a table from the words that touch it."""
    return [part for _, part in _numbered(text.split("\n"))]


def _numbered(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Each paragraph with the index of its first line."""
    start, part = 0, list[str]()
    for index, line in enumerate((*lines, "")):
        apart = bool(part) and is_row(line) != is_row(part[-1])
        if part and (not line.strip() or apart):
            yield start, "\n".join(part)
            part = []
        if line.strip():
            start = start if part else index
            part.append(line)


def is_row(line: str) -> bool:
    """Whether a line is one of a table."""
    return line.lstrip().startswith("|") and not line.startswith("    ")


def is_table(part: str) -> bool:
    """Whether a paragraph is a table: its lines begin with a bar, the second is ``|---|---|``."""
    lines = part.split("\n")
    return len(lines) > 1 and is_row(lines[0]) and _DELIMITER.fullmatch(lines[1]) is not None


def cells_of(row: str) -> list[str]:
    """Return the cells of a line of a table."""
    inner = _CODE.sub(lambda found: found.group().replace("|", "\0"), row.strip())
    inner = inner.removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.replace("\0", "|").strip() for cell in _BAR.split(inner)]


def heard(text: str) -> str:
    """Return a text in words: of a formula how it is read, of a table each cell with its column."""
    return "\n\n".join(map(_heard, paragraphs_of(text)))


def _heard(part: str) -> str:
    lines = part.split("\n")
    if lines[0].startswith("$$") and len(lines) > 1:
        return "\n".join(lines[1:])
    if is_table(part):
        heading, _, *rows = (cells_of(line) for line in lines)
        return "\n".join(heard_row(heading, row) for row in rows)
    return part


def heard_row(heading: Sequence[str], row: Sequence[str]) -> str:
    """Return a row of a table as nobody sees it: each cell behind the name of its column."""
    pairs = zip(heading, row, strict=False)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell) + "."


def text_faults(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Find what is wrong in the lines of a text, each with the index of its line."""
    for start, part in _numbered(lines):
        own = part.split("\n")
        if all(line.startswith("    ") for line in own):  # shown as typed
            continue
        if own[0].lstrip().startswith("$$"):
            found = _formula_faults(own)
        elif is_row(own[0]):
            found = _table_faults(own)
        else:
            found = _dollars(own)
        for offset, fault in found:
            yield start + offset, fault


def _formula_faults(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    first = lines[0].strip()
    inner = first[2:-2]
    if len(first) < 5 or not first.endswith("$$"):
        yield 0, "this formula is not closed. Write it on one line: $$ formula $$."
        return
    if _DOLLAR.search(inner):
        yield 0, "there is a $ inside the formula. One formula stands on a line: $$ formula $$."
    elif len(_OPEN.findall(inner)) != len(_CLOSE.findall(inner)):
        yield 0, "a brace { } of the formula is not closed."
    if len(lines) < 2:
        yield 0, "how the formula is read out is missing. Write it on the line below."
    yield from ((n, fault) for n, fault in _dollars(lines) if n)


def _dollars(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    for index, line in enumerate(lines):
        marks = _DOLLAR.findall(_CODE.sub("", line))
        if "$$" in _CODE.sub("", line):
            yield index, "$$ stands only at the beginning of a paragraph, and at the line's end."
        elif len(marks) % 2:
            yield index, "this $ is not closed. Write \\$ for the sign of the dollar."
        elif marks:
            yield (
                index,
                "no formula is drawn inside a sentence. Put it in a paragraph of its own, "
                "$$ formula $$, or write it in words.",
            )


def _table_faults(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    if len(lines) < 2 or _DELIMITER.fullmatch(lines[1]) is None:
        yield 0, "a table needs a line such as |---|---| below its heading."
        return
    columns = len(cells_of(lines[0]))
    for index, line in enumerate(lines[1:], start=1):
        count = len(cells_of(line))
        if count != columns:
            has = "1 cell" if count == 1 else f"{count} cells"
            yield index, f"this line of the table has {has}, its heading {columns}."
    if len(lines) == 2:
        yield 0, "the table has a heading and no rows."
    yield from _dollars(lines)

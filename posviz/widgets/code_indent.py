"""Where a line of Python begins."""

from __future__ import annotations

import re

INDENT = 4
_LEAVES = re.compile(r"(return|pass|break|continue|raise)\b")


def surplus(line: str) -> int:
    """How many blanks Shift+Tab takes from the start of a line."""
    if line.startswith("\t"):
        return 1
    blanks = len(line) - len(line.lstrip(" "))
    return (blanks - 1) % INDENT + 1 if blanks else 0


def indent_after(line: str) -> int:
    """How many blanks begin the line after this one."""
    code = line.split("#", 1)[0].rstrip()
    blanks = len(line) - len(line.lstrip(" "))
    if code.endswith((":", "(", "[", "{")):
        return blanks + INDENT
    if _LEAVES.match(code.lstrip()):
        return max(0, blanks - INDENT)
    return blanks


def with_spaces(text: str) -> str:
    """Replace tabs at the starts of lines: Python takes them and blanks for different things."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        rest = line.lstrip(" \t")
        lines[number] = line[: len(line) - len(rest)].expandtabs(INDENT) + rest
    return "\n".join(lines)

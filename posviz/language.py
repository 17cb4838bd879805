"""The language on screen: which there are, which is on, and where its files lie. Knows no Qt.

A language is a file ``translations/<code>.qm`` among the resources. Texts that are files
themselves (steps, exercises, questions) lie in a folder of that code beside the British ones;
each falls back on the British file by itself, so that half a translation can be used.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from posviz.paths import resource

BRITISH = "en_GB"
"""The language that the program is written in."""

Translate = Callable[[str, int], str]
"""Gives a text in the language on screen; with a number (−1: none), its form behind that."""

_current = BRITISH
_translate: Translate | None = None
_mark = "."
_forget: list[Callable[[], None]] = []


class _Kept(Protocol):
    def cache_clear(self) -> None: ...


_Reader = TypeVar("_Reader", bound=_Kept)


def per_language(reader: _Reader) -> _Reader:
    """Let a function that keeps what it read forget it when the language changes."""
    _forget.append(reader.cache_clear)
    return reader


def languages() -> tuple[str, ...]:
    """Codes of the languages that there are, the British one first."""
    found = (path.stem for path in resource("translations").glob("*.qm"))
    return (BRITISH, *sorted(code for code in found if code != BRITISH))


def current() -> str:
    """Return the code of the language that is on."""
    return _current


def use(code: str, translate: Translate | None = None, mark: str = ".") -> None:
    """Read and write texts in this language from now on.

    Parameters
    ----------
    code
        The language.
    translate
        Gives its texts; none for those that the program is written in.
    mark
        The sign before decimals.
    """
    global _current, _translate, _mark
    _current, _translate, _mark = code, translate, mark
    for forget in _forget:
        forget()


def tr(text: str) -> str:
    """Return a text of the modules without Qt in the language on screen.

    Values come afterwards, ``tr("{path} is empty.").format(path=path)``, so that the text is
    one that a translation can list.
    """
    return text if _translate is None else _translate(text, -1)


def marked(text: str) -> str:
    """Return a text unchanged that is kept now and translated by `tr` where it is shown."""
    return text


def behind(n: int, unit: str) -> str | None:
    """Return a word in the form that it has behind a number; None if nobody translates it."""
    translated = unit if _translate is None else _translate(unit, n)
    return None if translated == unit else translated


def decimal_mark() -> str:
    """Return the sign before the decimals of a number on screen."""
    return _mark


def in_language(root: Path, name: str, code: str | None = None) -> Path:
    """Path of the file `name` below `root` in a language, or of the one it falls back on.

    Parameters
    ----------
    root
        Folder that may hold folders of languages.
    name
        The British file, relative to `root`: ``"token-to-vector/1.md"``.
    code
        The language; that which is on if it is left out.
    """
    translated = root / (code or _current) / name
    return translated if translated.is_file() else root / name

"""The words that explain themselves on hover: ``glossary.toml`` in a lesson folder.

Each line is ``term = "explanation"``; several terms for one thing stand in one key, with
commas between: ``"id, ids" = "..."``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from posviz.language import in_language, per_language
from posviz.lesson.step_file import LessonError
from posviz.paths import resource


@per_language
@lru_cache(maxsize=1)
def shipped_glossary() -> Mapping[str, str]:
    """Return the glossary that ships with the program.

    Steps without a translation use the British terms, so these stay in it.
    """
    british = resource("lesson/glossary.toml")
    translated = in_language(resource("lesson"), "glossary.toml")
    return {**read_glossary(british), **read_glossary(translated)}


def read_glossary(path: Path) -> Mapping[str, str]:
    """Read a glossary: explanations by term, terms in lower case.

    Raises
    ------
    LessonError
        If the file cannot be read, or holds anything but texts.
    """
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise LessonError(f"{path}: {error.strerror}.") from None
    except ValueError as error:  # not UTF-8, or not TOML, which names the line itself
        raise LessonError(f"{path}: {error}.") from None
    glossary: dict[str, str] = {}
    for key, explanation in entries.items():
        if not isinstance(explanation, str) or not explanation:
            raise LessonError(f"{path}: “{key}” needs a text that explains it.")
        glossary |= {term.strip().lower(): explanation for term in key.split(",") if term.strip()}
    return glossary

"""The words that explain themselves: ``glossary.toml``, of the program and of a lesson folder.

Each line is ``term = "explanation"``; several terms for one thing stand in one key, with
commas between: ``"id, ids" = "..."``. A lesson's own glossary is added to that of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from posviz.language import in_language, per_language
from posviz.lesson.lesson_files import LessonError, line_in, read_text, read_toml
from posviz.paths import resource

NAME = "glossary.toml"


@per_language
@lru_cache(maxsize=1)
def shipped_glossary() -> Mapping[str, str]:
    """Return the glossary that ships with the program.

    Steps without a translation use the British terms, so these stay in it.
    """
    translated = in_language(resource("lesson"), NAME)
    return {**read_glossary(resource("lesson") / NAME), **read_glossary(translated)}


def glossary_of(folder: str) -> Mapping[str, str]:
    """Return the glossary of a lesson folder, empty for the one that ships.

    A glossary of a folder's own that cannot be read explains nothing; ``lesson check`` tells why.
    """
    own: dict[str, str] = {}
    for path in (Path(folder) / NAME, in_language(Path(folder), NAME)) if folder else ():
        if path.exists():
            with suppress(LessonError):
                own |= read_glossary(path)
    return {**shipped_glossary(), **own}


def read_glossary(path: Path) -> Mapping[str, str]:
    """Read a glossary: explanations by term, terms in lower case.

    Raises
    ------
    LessonError
        If the file cannot be read, or holds anything but texts: all faults.
    """
    source = read_text(path)
    glossary: dict[str, str] = {}
    faults = []
    for key, explanation in read_toml(source, path, first_line=1).items():
        if not isinstance(explanation, str) or not explanation.strip():
            line = line_in("", key, source.split("\n"))
            faults.append(f"{path}, line {line}: “{key}” needs a text that explains it.")
            continue
        glossary |= {term.strip().lower(): explanation for term in key.split(",") if term.strip()}
    if faults:
        raise LessonError(*faults)
    return glossary

"""The hand-written questions: ``resources/quiz/*.toml``.

A file lists questions::

    [[question]]
    id = "one-hot-nearer"
    topic = "One-hot"
    text = "…"
    choices = ["…", "…"]
    right = "0f4c51a9b2de"
    why = "…"
    view = { panel = "vectors", token = "cat" }
    [question.reasons]
    "…" = "what is wrong with this choice"

The choices stand in alphabetical order, or in the order in which they are to be asked with
``keep_order = true``; `digest` of the right one is what stands under ``right``, so that the
file does not show it at a glance. Python tells it::

    from posviz.lesson.quiz_bank import digest
    digest("one-hot-nearer", "the right choice")

A question for a number has ``number``, ``tolerance`` and ``unit`` instead of the choices; one
that is answered by selecting in the panel has ``wanted``, the fields of State asked for.
"""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from posviz.language import current, per_language
from posviz.lesson.quiz import Question, Source, View
from posviz.paths import resource
from posviz.state import State
from posviz.state_fields import StateError

_DIGITS = 12
_FEWEST, _MOST = 2, 5
_TEXTS = ("id", "topic", "text", "why")
_KINDS: Mapping[str, frozenset[str]] = {
    "choice": frozenset({"choices", "right", "keep_order", "reasons"}),
    "number": frozenset({"number", "tolerance", "unit"}),
    "pick": frozenset({"wanted"}),
}
"""What a question of each kind has besides the texts and the view."""


class QuizError(Exception):
    """A file of questions that cannot be used; the message names file, place and reason."""


@dataclass(frozen=True)
class _Entry:
    """A question as its file has it, and whether its choices may change places."""

    question: Question
    fixed: bool

    def make(self, seed: int) -> Question:
        """Return the question with its choices in the order of a seed."""
        question = self.question
        if self.fixed:
            return question
        order = list(range(len(question.choices)))
        random.Random(seed).shuffle(order)
        return replace(
            question,
            choices=tuple(question.choices[old] for old in order),
            right=order.index(question.right),
            reasons={
                new: question.reasons[old]
                for new, old in enumerate(order)
                if old in question.reasons
            },
        )


@per_language
@lru_cache(maxsize=1)
def shipped_bank() -> tuple[Source, ...]:
    """Return the questions that ship with the program."""
    translated = {source.id: source for source in read_bank(resource("quiz") / current())}
    return tuple(translated.get(source.id, source) for source in read_bank(resource("quiz")))


def read_bank(folder: Path) -> tuple[Source, ...]:
    """Read the questions of a folder, by file name and then in the order of the file.

    Raises
    ------
    QuizError
        If a file cannot be read, a question is wrong, or two have one id.
    """
    sources: dict[str, Source] = {}
    for path in sorted(folder.glob("*.toml")):
        for number, values in enumerate(_listed(path), start=1):
            place = f"{path}, question {number}"
            if isinstance(values, dict) and isinstance(values.get("id"), str):
                place = f"{path}, question “{values['id']}”"
            try:
                entry = _entry(values)
            except (ValueError, StateError) as error:
                raise QuizError(f"{place}: {error}") from None
            question = entry.question
            if question.id in sources:
                raise QuizError(f"{place}: another question has this id.")
            sources[question.id] = Source(question.id, question.topic, entry.make)
    return tuple(sources.values())


def digest(question_id: str, choice: str) -> str:
    """Return what stands in a file for the right choice of a question."""
    return hashlib.sha256(f"{question_id}\n{choice}".encode()).hexdigest()[:_DIGITS]


def _listed(path: Path) -> list[Any]:
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("question")
    except OSError as error:
        raise QuizError(f"{path}: {error.strerror}.") from None
    except ValueError as error:  # not UTF-8, or not TOML, which names the line itself
        raise QuizError(f"{path}: {error}.") from None
    if not isinstance(listed, list):
        raise QuizError(f"{path}: list the questions, each under [[question]].")
    return listed


def _entry(values: Any) -> _Entry:
    if not isinstance(values, dict):
        raise ValueError("a question stands under [[question]].")
    for key in _TEXTS:
        if not isinstance(values.get(key), str) or not values[key].strip():
            raise ValueError(f"it needs the text “{key}”.")
    kind = _kind(values)
    for key in values.keys() - {*_TEXTS, "view", *_KINDS[kind]}:
        raise ValueError(f"a question of this kind has no “{key}”.")
    question = Question(
        values["id"], values["topic"], kind, values["text"], values["why"], _view(values)
    )
    if kind == "number":
        return _Entry(replace(question, **_number(values)), fixed=True)
    if kind == "pick":
        wanted = _fields(values["wanted"], "wanted")
        if not wanted:
            raise ValueError("“wanted” names at least one field.")
        return _Entry(replace(question, wanted=wanted), fixed=True)
    fixed = values.get("keep_order", False)
    if not isinstance(fixed, bool):
        raise ValueError("“keep_order” is true or false.")
    return _Entry(replace(question, **_choices(values, fixed)), fixed)


def _kind(values: Mapping[str, Any]) -> Literal["choice", "number", "pick"]:
    if "choices" in values:
        return "choice"
    if "number" in values:
        return "number"
    if "wanted" in values:
        return "pick"
    raise ValueError("it needs “choices”, a “number” or “wanted”.")


def _view(values: Mapping[str, Any]) -> View:
    view = values.get("view")
    if not isinstance(view, dict) or not isinstance(view.get("panel"), str):
        raise ValueError('it needs “view” with a panel, such as { panel = "tokens" }.')
    return View(view["panel"], _fields({k: v for k, v in view.items() if k != "panel"}, "view"))


def _fields(values: Any, key: str) -> dict[str, Any]:
    """Return fields of State, in the types that State has."""
    if not isinstance(values, dict):
        raise ValueError(f"“{key}” is a table of fields.")
    State().sources_after(**values)
    return {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}


def _number(values: Mapping[str, Any]) -> dict[str, Any]:
    for key in ("number", "tolerance"):
        value = values.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"“{key}” is a number.")
    if not isinstance(values.get("unit", ""), str):
        raise ValueError("“unit” is a text.")
    if values["tolerance"] < 0:
        raise ValueError("“tolerance” is not below 0.")
    return {
        "number": float(values["number"]),
        "tolerance": float(values["tolerance"]),
        "unit": values.get("unit", ""),
    }


def _choices(values: Mapping[str, Any], fixed: bool) -> dict[str, Any]:
    choices = values["choices"]
    if not isinstance(choices, list) or not all(isinstance(c, str) and c for c in choices):
        raise ValueError("“choices” is a list of texts.")
    if len(set(choices)) != len(choices) or not _FEWEST <= len(choices) <= _MOST:
        raise ValueError(f"there are {_FEWEST} to {_MOST} different choices.")
    if not fixed and choices != sorted(choices, key=str.casefold):
        raise ValueError("the choices stand in alphabetical order, or set keep_order = true.")
    right = [i for i, c in enumerate(choices) if digest(values["id"], c) == values.get("right")]
    if not right:
        raise ValueError("“right” is the digest of none of the choices.")
    reasons = values.get("reasons", {})
    if not isinstance(reasons, dict):
        raise ValueError("“reasons” is a table of texts by choice.")
    for choice, reason in reasons.items():
        if choice not in choices or choices.index(choice) == right[0]:
            raise ValueError(f"a reason is for “{choice}”, which is no wrong choice.")
        if not isinstance(reason, str) or not reason:
            raise ValueError(f"the reason for “{choice}” is a text.")
    return {
        "choices": tuple(choices),
        "right": right[0],
        "reasons": {choices.index(choice): reason for choice, reason in reasons.items()},
    }

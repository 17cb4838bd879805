"""What a step asks for and the program recognises when the learner does it.

A goal stands in the header of a step::

    [goal]
    text = "Find two words with a cosine above 0.9 and two with one below 0."
    kind = "alike"
    above = 0.9
    below = 0.0

`KINDS` lists the kinds. Each compares the State that the step sets with the present one, so
a goal is never reached before something was done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from posviz.model.embeddings import embed
from posviz.model.positional.closest import closest_rows
from posviz.model.positional.collisions import equal_positions
from posviz.model.similarity import cosine
from posviz.state import State
from posviz.state_fields import FIELDS, checked

_OF_FIELDS = ("state", "least")
"""Kinds whose settings are fields of State."""
_MOST_WORDS = 40
_MOST_POSITIONS = 3000
_MOST_WIDTH = 64
"""Goals are looked at after every change, which must not be felt."""


class GoalError(ValueError):
    """A goal that cannot be used; `key` is the line of the header that is wrong."""

    def __init__(self, message: str, key: str = "goal") -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True)
class Goal:
    """One goal.

    Attributes
    ----------
    text
        What to do, for the learner.
    kind
        One of `KINDS`.
    settings
        What the kind wants to know besides.
    """

    text: str
    kind: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    def is_reached(self, start: State, now: State) -> bool:
        """Whether the learner has done it, coming from the State that the step sets."""
        return now != start and KINDS[self.kind].reached(start, now, self.settings)


@dataclass(frozen=True)
class Kind:
    """A kind of goal.

    Attributes
    ----------
    meaning
        When it is reached, in words.
    settings
        The settings that it takes, each with a function that returns the value in its right
        type or raises ValueError or TypeError.
    needed
        Those that must be given.
    reached
        Decides, from the State at the start, the present one and the settings.
    """

    meaning: str
    reached: Callable[[State, State, Mapping[str, Any]], bool]
    settings: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    needed: tuple[str, ...] = ()


def read_goal(header: Mapping[str, Any]) -> Goal:
    """Make the goal of a header.

    Raises
    ------
    GoalError
        If a part is missing, unknown or has no allowed value.
    """
    text, kind = header.get("text"), header.get("kind")
    if not isinstance(text, str) or not text:
        raise GoalError("a goal needs a text that says what to do.", "text")
    if not isinstance(kind, str) or kind not in KINDS:
        raise GoalError(f"the kind of a goal is one of {', '.join(KINDS)}.", "kind")
    allowed = KINDS[kind]
    given = {name: value for name, value in header.items() if name not in ("text", "kind")}
    for name in allowed.needed:
        if name not in given:
            raise GoalError(f"a goal of the kind “{kind}” needs “{name}”.", "kind")
    settings = {}
    for name, value in given.items():
        known = allowed.settings.get(name)
        if known is None and kind not in _OF_FIELDS:
            takes = ", ".join(allowed.settings) or "nothing more"
            raise GoalError(f"a goal of the kind “{kind}” takes {takes}, not “{name}”.", name)
        try:
            settings[name] = checked(name, value) if known is None else known(value)
        except (ValueError, TypeError) as error:
            reason = str(error) if known is None else f"{value!r} is not allowed for “{name}”."
            raise GoalError(reason, name) from None
        if kind == "least" and not _is_number(settings[name]):
            raise GoalError(f"“{name}” is no number, so nothing is at least that.", name)
    if kind in _OF_FIELDS and not settings:
        raise GoalError(f"a goal of the kind “{kind}” needs fields of State.", "kind")
    return Goal(text, kind, settings)


def _own_word(start: State, now: State, _settings: Mapping[str, Any]) -> bool:
    if now.text == start.text:
        return False
    new = set(now.tokens[:10_000]) - set(start.tokens)
    return any(now.id_of(token) >= 0 for token in new)


def _select(start: State, now: State, settings: Mapping[str, Any]) -> bool:
    wanted = {
        name: settings[name] for name in ("token", "position", "dimension") if name in settings
    }
    if wanted:
        return all(getattr(now, name) == value for name, value in wanted.items())
    return now.token != start.token


def _unknown(start: State, now: State, settings: Mapping[str, Any]) -> bool:
    if settings.get("typed") and now.token in start.tokens:
        return False  # another table may lack what the step's own sentence holds
    return bool(now.token) and now.id_of(now.token) < 0


def _changed(start: State, now: State, settings: Mapping[str, Any]) -> bool:
    return any(getattr(now, name) != getattr(start, name) for name in settings["fields"])


def _in_state(_start: State, now: State, settings: Mapping[str, Any]) -> bool:
    return all(getattr(now, name) == value for name, value in settings.items())


def _at_least(_start: State, now: State, settings: Mapping[str, Any]) -> bool:
    return all(getattr(now, name) >= value for name, value in settings.items())


def _moved(_start: State, now: State, settings: Mapping[str, Any]) -> bool:
    words, order = now.tokens[: len(now.order)], now.order
    if tuple(words[place] for place in order) == words:
        return False
    if "front" in settings and words[order[0]] != settings["front"]:
        return False
    return "causal" not in settings or now.causal == settings["causal"]


def _second_sentence(start: State, now: State, settings: Mapping[str, Any]) -> bool:
    if (now.text, now.source) != (start.text, start.source):
        return False  # the sentence that it is to be compared with
    tokens_of = now.embeddings.tokens_of
    return tokens_of(now.other_text) == tokens_of(settings["words"])


def _wider(start: State, now: State, _settings: Mapping[str, Any]) -> bool:
    return now.source != start.source and now.embeddings.width > start.embeddings.width


def _alike(start: State, now: State, settings: Mapping[str, Any]) -> bool:
    if (now.text, now.source) == (start.text, start.source):
        return False
    words = tuple(dict.fromkeys(now.tokens))[:_MOST_WORDS]
    known = [word for word in words if now.id_of(word) >= 0]
    rows = embed(now.embeddings, now.embeddings.vocabulary.ids_of(known))  # (n, d)
    cosines = [cosine(a, b) for a, b in combinations(rows, 2)]  # NaN counts as neither
    above, below = settings.get("above"), settings.get("below")
    return (above is None or any(c > above for c in cosines)) and (
        below is None or any(c < below for c in cosines)
    )


def _other_place(start: State, now: State, _settings: Mapping[str, Any]) -> bool:
    return now.text == start.text and now.token == start.token and now.position != start.position


def _collide(start: State, now: State, settings: Mapping[str, Any]) -> bool:
    length = min(now.length, _MOST_POSITIONS)
    changed = (now.number_format, now.length) != (start.number_format, start.length)
    if changed and equal_positions(length, now.number_format).count:
        return True
    if now.width > _MOST_WIDTH:  # rows as wide as this are far apart, and the search takes long
        return False
    pairs = closest_rows(length, now.width, now.base).pairs
    return bool(pairs) and pairs[0].distance < settings.get("within", 0.01)


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _word(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError
    return value


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or any(name not in FIELDS for name in value):
        raise ValueError
    return tuple(value)


KINDS: dict[str, Kind] = {
    "own_word": Kind(
        "The sentence holds a word that the step's does not, and the vocabulary knows it.",
        _own_word,
    ),
    "select": Kind(
        "Another token is selected, or the token, position or dimension that is named.",
        _select,
        {name: partial(checked, name) for name in ("token", "position", "dimension")},
    ),
    "unknown": Kind(
        "A token is selected that the vocabulary does not know; with “typed” not one of the "
        "step’s own sentence.",
        _unknown,
        {"typed": _switch},
    ),
    "changed": Kind(
        "One of the fields of State that are listed differs from what the step sets.",
        _changed,
        {"fields": _names},
        ("fields",),
    ),
    "state": Kind("All fields of State that are named have the values given.", _in_state),
    "least": Kind("All fields of State that are named have at least the values given.", _at_least),
    "moved": Kind(
        "The words stand in another order in the order test; with “front” that word comes first, "
        "with “causal” the mask on or off.",
        _moved,
        {"front": _word, "causal": _switch},
    ),
    "second_sentence": Kind(
        "The second sentence of the order test reads as “words”, the first is still the step’s.",
        _second_sentence,
        {"words": _word},
        ("words",),
    ),
    "wider": Kind("Another table is chosen, with longer rows than the step’s.", _wider),
    "alike": Kind(
        "Another sentence holds two words with a cosine above, and two with one below, a number.",
        _alike,
        {"above": _share, "below": _share},
    ),
    "other_place": Kind(
        "The same word is selected at another position of the same sentence.", _other_place
    ),
    "collide": Kind(
        "Two positions are equal in the chosen number format, or two rows nearer than “within”.",
        _collide,
        {"within": _share},
    ),
}
"""Every kind of goal; the table is also what the help for lecturers is made from."""

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

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from itertools import combinations
from typing import Any

from posviz.model.embeddings import embed
from posviz.model.positional.closest import closest_rows
from posviz.model.positional.collisions import equal_positions
from posviz.model.similarity import cosine
from posviz.state import State
from posviz.state_fields import FIELDS, StateError, checked

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
    for fault in goal_faults(header):
        raise fault
    kind = header["kind"]
    return Goal(
        header["text"], kind, {name: _read(kind, name, header[name]) for name in _given(header)}
    )


def goal_faults(header: Mapping[str, Any]) -> Iterator[GoalError]:
    """Find all that is wrong with the goal of a header."""
    text, kind = header.get("text"), header.get("kind")
    if not isinstance(text, str) or not text.strip():
        yield GoalError("a goal needs a text that says what to do.", "text")
    if not isinstance(kind, str) or kind not in KINDS:
        yield GoalError(f"the kind of a goal is one of {', '.join(KINDS)}.", "kind")
        return
    given = _given(header)
    for name in KINDS[kind].needed:
        if name not in given:
            yield GoalError(f"a goal of the kind “{kind}” needs “{name}”.", "kind")
    if kind in _OF_FIELDS and not given:
        yield GoalError(f"a goal of the kind “{kind}” needs fields of State.", "kind")
    if kind == "alike" and not given:
        yield GoalError("a goal of the kind “alike” needs “above”, “below” or both.", "kind")
    for name in given:
        try:
            _read(kind, name, header[name])
        except GoalError as error:
            yield error


def _given(header: Mapping[str, Any]) -> list[str]:
    return [name for name in header if name not in ("text", "kind")]


def _read(kind: str, name: str, value: Any) -> Any:
    """Return a setting of a goal in its right type.

    Raises
    ------
    GoalError
        If the kind has no such setting, or it cannot have this value.
    """
    known = KINDS[kind].settings.get(name)
    if known is None and kind not in _OF_FIELDS:
        takes = ", ".join(KINDS[kind].settings) or "nothing more"
        raise GoalError(f"a goal of the kind “{kind}” takes {takes}, not “{name}”.", name)
    try:
        if known is None and kind == "least" and not _is_number(checked(name, value)):
            raise GoalError(f"“{name}” is no number, so nothing is at least that.", name)
        return checked(name, value) if known is None else known(value)
    except GoalError:
        raise
    except StateError as error:
        raise GoalError(str(error), name) from None
    except (ValueError, TypeError) as error:
        allowed = str(error) or "It has another type"
        raise GoalError(f"{value!r} is not allowed for “{name}”: {allowed}.", name) from None


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


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("it is a number")
    return float(value)


def _cosine_above(value: Any) -> float:
    number = _number(value)
    if not -1 <= number < 1:  # true for NaN too
        raise ValueError("no cosine is above 1, so it is a number from −1 to less than 1")
    return number


def _cosine_below(value: Any) -> float:
    number = _number(value)
    if not -1 < number <= 1:
        raise ValueError("no cosine is below −1, so it is a number from more than −1 to 1")
    return number


def _distance(value: Any) -> float:
    number = _number(value)
    if not 0 < number < math.inf:
        raise ValueError("no distance is below 0, so it is a number above 0")
    return number


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("it is true or false")
    return value


def _word(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise TypeError("it is a text")
    return value


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise TypeError("it is a list of fields of State")
    for name in value:
        if not isinstance(name, str) or name not in FIELDS:
            near = get_close_matches(str(name), FIELDS, 1, 0.5)
            meant = f", did you mean “{near[0]}”" if near else ""
            raise ValueError(f"there is no field {name!r}{meant}")
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
        {"above": _cosine_above, "below": _cosine_below},
    ),
    "other_place": Kind(
        "The same word is selected at another position of the same sentence.", _other_place
    ),
    "collide": Kind(
        "Two positions are equal in the chosen number format, or two rows nearer than “within”.",
        _collide,
        {"within": _distance},
    ),
}
"""Every kind of goal; the table is also what the help for lecturers is made from."""

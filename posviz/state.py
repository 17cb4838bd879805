"""Everything that is shared between panels or saved: one frozen dataclass.

`State.with_changes` is the only way to a new State. It checks what was asked for and then
settles what follows from it (a narrower table moves a dimension that fell off its edge, a
new position takes the word that stands there), so every State that exists is consistent.
Undo, session files, lesson steps, exported pictures and ``--set`` are all just States.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any, get_args

from posviz.model.embeddings import EmbeddingTable
from posviz.model.embeddings import table as embedding_table
from posviz.model.positional.sinusoidal import (
    Layout,
    dimension_of,
    is_cosine,
    pair_count,
    pair_of,
)
from posviz.model.text_rules import MAX_CHARACTERS, split_words

OFFERED_TABLES = ("toy4", "toy16")
"""The tables of whole words; those of word pieces wait until a text can be cut into pieces."""
MAX_LENGTH = 1_000_000
MAX_WIDTH = 12_288
MAX_VOCABULARY = 100_000
MAX_NEIGHBOURS = 100
MAX_WAVES = 8
MIN_BASE, MAX_BASE = 1e-3, 1e12


class StateError(ValueError):
    """A value that no State can have; the message says which values are allowed."""


@dataclass(frozen=True)
class State:
    """What the program shows.

    Attributes
    ----------
    table
        Name of the embedding table E.
    text
        The sentence as typed.
    token
        The selected word, case folded; it may be outside the vocabulary.
    position, dimension, pair
        The selected row, column and (sin, cos) pair of the positional table. `dimension`
        always belongs to `pair`.
    length, width, base, layout
        L, d, base and column order of the positional table.
    scale
        Whether x is multiplied by sqrt(d) before p is added.
    k
        Number of neighbours shown.
    pairs
        Pairs drawn as waves besides the selected one.
    try_vocabulary, try_length, try_width
        The dials of the shapes panel: sizes to try out, without changing anything else.
    step
        Id of the lesson step.
    """

    table: str = "toy4"
    text: str = "the cat sat"
    token: str = "cat"
    position: int = 1
    dimension: int = 0
    pair: int = 0
    length: int = 64
    width: int = 64
    base: float = 10_000.0
    layout: Layout = "interleaved"
    scale: bool = False
    k: int = 7
    pairs: tuple[int, ...] = (4, 10)
    try_vocabulary: int = 37_000
    try_length: int = 512
    try_width: int = 512
    step: str = "token-to-vector/1"

    @property
    def words(self) -> tuple[str, ...]:
        """The sentence as words, one a position, (L,)."""
        return _words(self.text)

    @property
    def embeddings(self) -> EmbeddingTable:
        """The embedding table E with its vocabulary."""
        return embedding_table(self.table)

    def id_of(self, token: str | None) -> int:
        """Id of a token; −1 for none, and for one outside the vocabulary."""
        found = None if token is None else self.embeddings.vocabulary.id_of(token)
        return -1 if found is None else found

    def with_changes(self, /, **changes: Any) -> State:
        """Return a State with some fields changed and what depends on them settled.

        Raises
        ------
        StateError
            If a field is unknown or a value is outside its allowed range. A value that was
            not asked for is moved into its range instead.
        """
        checked = {name: _checked(name, value) for name, value in changes.items()}
        return _settled(replace(self, **checked), frozenset(changes), before=self)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON-ready values."""
        return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(self).items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> State:
        """Build a State from `to_dict`'s values; fields left out keep their defaults.

        Raises
        ------
        StateError
            If a field is unknown or a value is not allowed.
        """
        return cls().with_changes(**values)


@dataclass(frozen=True)
class Field:
    """How one field of State is read from text, checked and described."""

    allowed: str
    """The allowed values, in words."""
    check: Callable[[Any], Any]
    """Return the value in its right type, or raise `ValueError`."""
    parse: Callable[[str], Any]
    """Read the value as typed on the command line."""


def _whole(low: int, high: int, allowed: str | None = None) -> Field:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return Field(allowed or f"a whole number from {low} to {high}", check, lambda t: int(t, 10))


def _choice(names: tuple[str, ...]) -> Field:
    def check(value: Any) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return Field("one of " + ", ".join(names), check, str)


def _check_text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_CHARACTERS:
        raise ValueError
    return value


def _check_token(value: Any) -> str:
    words = split_words(_check_text(value))
    if len(words) != 1:
        raise ValueError
    return words[0]


def _check_base(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError
    if not MIN_BASE <= value <= MAX_BASE:  # false for NaN too
        raise ValueError
    return float(value)


def _check_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _parse_flag(text: str) -> bool:
    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[
        text.lower()
    ]


def _check_pairs(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError
    one = FIELDS["pair"].check
    pairs = tuple(dict.fromkeys(one(v) for v in value))
    if len(pairs) > MAX_WAVES:
        raise ValueError
    return pairs


def _check_step(value: Any) -> str:
    if not isinstance(value, str) or not value or len(value) > 200:
        raise ValueError
    return value


FIELDS: dict[str, Field] = {
    "table": _choice(OFFERED_TABLES),
    "text": Field(f"at most {MAX_CHARACTERS} characters", _check_text, str),
    "token": Field("one word", _check_token, str),
    "position": _whole(
        0, MAX_LENGTH - 1, "a whole number from 0 to the larger of length and sentence, less 1"
    ),
    "dimension": _whole(0, MAX_WIDTH - 1, "a whole number from 0 to width − 1"),
    "pair": _whole(
        0, (MAX_WIDTH - 1) // 2, "a whole number from 0 to half of width, rounded up, less 1"
    ),
    "length": _whole(1, MAX_LENGTH),
    "width": _whole(1, MAX_WIDTH),
    "base": Field(f"a number from {MIN_BASE:g} to {MAX_BASE:g}", _check_base, float),
    "layout": _choice(get_args(Layout)),
    "scale": Field("true or false", _check_flag, _parse_flag),
    "k": _whole(1, MAX_NEIGHBOURS),
    "pairs": Field(
        f"at most {MAX_WAVES} pairs, separated by commas",
        _check_pairs,
        lambda text: tuple(int(part, 10) for part in text.split(",") if part.strip()),
    ),
    "try_vocabulary": _whole(1, MAX_VOCABULARY),
    "try_length": _whole(1, MAX_VOCABULARY),
    "try_width": _whole(1, MAX_WIDTH),
    "step": Field("the id of a lesson step", _check_step, str),
}
"""One row a field of State: the command line, the files and the tests read this table."""

assert set(FIELDS) == {field.name for field in fields(State)}


def parse_assignment(assignment: str) -> tuple[str, Any]:
    """Read ``field=value`` as typed after ``--set``.

    Raises
    ------
    StateError
        If the field is unknown or its value cannot be read.
    """
    name, equals, text = assignment.partition("=")
    if not equals:
        raise StateError(f"“{assignment}”: write it as field=value, such as width=64.")
    name = name.strip()
    try:
        return name, _field(name).parse(text)
    except (ValueError, KeyError) as error:
        if isinstance(error, StateError):
            raise
        raise _refusal(name, text) from None


@lru_cache(maxsize=8)
def _words(text: str) -> tuple[str, ...]:
    # Every panel asks, and a text of 100 000 characters takes a tenth of a second.
    return split_words(text)


def _field(name: str) -> Field:
    if name not in FIELDS:
        raise StateError(f"There is no field “{name}”. The fields are: {', '.join(FIELDS)}.")
    return FIELDS[name]


def _checked(name: str, value: Any) -> Any:
    try:
        return _field(name).check(value)
    except StateError:
        raise
    except (ValueError, TypeError):
        raise _refusal(name, value) from None


def _refusal(name: str, value: object, allowed: str | None = None) -> StateError:
    try:
        shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    except ValueError:  # Python writes out no whole number of more than 4300 digits
        shown = "…"
    shown = shown if len(shown) <= 40 else shown[:40] + "…"
    return StateError(f"{name} = {shown} is not allowed: {allowed or FIELDS[name].allowed}.")


def _settled(new: State, asked: frozenset[str], before: State) -> State:
    """Move the fields that nobody asked for to where those asked for put them."""
    new = _settled_column(new, asked, before)
    words = new.words
    if asked & {"text", "position"} == {"text"} and before.position < len(before.words):
        # The selection stood on a word, so it stays on one.
        new = replace(new, position=min(new.position, max(len(words) - 1, 0)))
    last = max(new.length, len(words)) - 1
    if new.position > last:
        if "position" in asked:
            raise _refusal("position", new.position, f"a whole number from 0 to {last}")
        new = replace(new, position=last)
    here = words[new.position] if new.position < len(words) else None
    if "token" in asked:
        if "position" not in asked and new.token != here and new.token in words:
            new = replace(new, position=words.index(new.token))
    elif here is not None and (asked & {"position", "text"} or new.position != before.position):
        new = replace(new, token=here)
    elif "text" in asked and not words and new.id_of(new.token) < 0:
        # An unknown word that was deleted is no longer what the program speaks of.
        new = replace(new, token=new.embeddings.vocabulary.token_of(0))
    return new


def _settled_column(new: State, asked: frozenset[str], before: State) -> State:
    """Keep dimension and pair inside the table and belonging together."""
    pairs = pair_count(new.width)
    if "pair" in asked and new.pair >= pairs:
        raise _refusal("pair", new.pair, f"a whole number from 0 to {pairs - 1} at this width")
    if "dimension" in asked:
        if new.dimension >= new.width:
            allowed = f"a whole number from 0 to {new.width - 1} at this width"
            raise _refusal("dimension", new.dimension, allowed)
        pair = pair_of(new.dimension, new.width, new.layout)
        if "pair" in asked and new.pair != pair:
            allowed = f"dimension {new.dimension} belongs to pair {pair}"
            raise _refusal("pair", new.pair, allowed)
    else:
        pair = min(new.pair, pairs - 1)
        cosine = is_cosine(before.dimension, before.width, before.layout)
        dimension = dimension_of(pair, new.width, new.layout, cosine=cosine)
        if dimension is None:
            dimension = dimension_of(pair, new.width, new.layout, cosine=False)
        assert dimension is not None
        new = replace(new, dimension=dimension)
    if "pairs" in asked and any(p >= pairs for p in new.pairs):
        allowed = f"whole numbers from 0 to {pairs - 1} at this width"
        raise _refusal("pairs", new.pairs, allowed)
    return replace(new, pair=pair, pairs=tuple(p for p in new.pairs if p < pairs))

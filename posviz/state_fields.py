"""The fields of State one by one: how each is read from text, checked and described."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args

from posviz.language import marked, tr
from posviz.model.attention import Part, Term
from posviz.model.embeddings import TABLES
from posviz.model.number_formats import NumberFormat
from posviz.model.positional import SchemeName
from posviz.model.positional.bugs import BugName
from posviz.model.positional.scaling import Extension
from posviz.model.positional.sinusoidal import Layout
from posviz.model.positional.weights import MOST, MatrixError, Weights, read_matrix
from posviz.model.similarity import Metric
from posviz.model.text_rules import MAX_CHARACTERS

Cut = Literal["table", "words", "wordpiece", "bpe"]
"""How a text is cut into tokens: as the table's model does, or by another tokenizer."""
Mapped = Literal["table", "neighbours", "sentence", "words"]
"""What is on the map: all tokens, the selected one with its neighbours, the text's, chosen ones."""
EXERCISES = (
    "one_hot",
    "lookup",
    "cosine_neighbours",
    "sinusoidal_table",
    "fuse",
    "order_test",
    "learned_lookup",
    "assemble_z",
    "shift_matrix",
    "rope",
)
"""The exercises in order; `posviz.lesson.exercises` holds them."""
MAX_LENGTH = 1_000_000
MAX_WIDTH = 12_288
MAX_VOCABULARY = 100_000
MAX_NEIGHBOURS = 100
MAX_WAVES = 8
MAX_SHIFT = 10_000
MAX_MERGES = 50_000
MAX_MAP_WORDS = 200
MAX_SEED = 9999
MAX_HEADS = 256
MAX_HEAD_WIDTH = 1024
MAX_MOVED = 1024
"""How many tokens of a sentence attention is computed for: its matrices are L × L."""
MIN_TRAINED_LENGTH, MAX_TRAINED_LENGTH = 2, 131_072
MAX_EXTENSION = 64.0
MAX_FACTOR = 100.0
_MAX_PATH = 4096
_MAX_TYPED = 4096
MIN_BASE, MAX_BASE = 1e-3, 1e12


class StateError(ValueError):
    """A value that no State can have; the message says which values are allowed."""


@dataclass(frozen=True)
class Field:
    """How one field of State is read from text, checked and described."""

    described: str
    """The allowed values, in British words with places for `values`."""
    check: Callable[[Any], Any]
    """Return the value in its right type, or raise `ValueError`."""
    parse: Callable[[str], Any]
    """Read the value as typed on the command line."""
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        return tr(self.described).format(**self.values)


def _read_whole(text: str) -> int:
    return int(_in_plain_digits(text), 10)


def _read_number(text: str) -> float:
    return float(_in_plain_digits(text))


def _in_plain_digits(text: str) -> str:
    """Return a text without what only Python reads as a number: 1_0, and digits of other scripts.

    Raises
    ------
    ValueError
        If there is any of it.
    """
    if "_" in text or not text.isascii():
        raise ValueError
    return text


def _whole(low: int, high: int, allowed: str | None = None) -> Field:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    bounds = {"low": low, "high": high}
    return Field(
        allowed or marked("a whole number from {low} to {high}"), check, _read_whole, bounds
    )


def _choice(names: tuple[str, ...]) -> Field:
    def check(value: Any) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return Field(marked("one of {names}"), check, str, {"names": ", ".join(names)})


def _check_text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_CHARACTERS:
        raise ValueError
    return value


def _check_table(value: Any) -> str:
    """Return the name of a shipped table, or an absolute path, which outlives this run."""
    if not isinstance(value, str) or not value or len(value) > _MAX_PATH or "\0" in value:
        raise ValueError
    return value if value in TABLES else str(Path(value).expanduser().absolute())


def _check_other_table(value: Any) -> str:
    return "" if value == "" else _check_table(value)


def _check_path(value: Any) -> str:
    return "" if value == "" else str(Path(_check_name(value)).expanduser().absolute())


def _check_name(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MAX_PATH or "\0" in value:
        raise ValueError
    return value


def _check_words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_MAP_WORDS:
        raise ValueError
    return tuple(dict.fromkeys(_check_name(word) for word in value))


def _matrix(symbol: str) -> Field:
    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > _MAX_TYPED:
            raise ValueError
        try:
            read_matrix(value, symbol)
        except MatrixError as error:
            raise StateError(str(error)) from None
        return value

    described = marked(
        "{symbol} as numbers, blanks between them and ; between rows, {most} × {most} at most"
    )
    return Field(described, check, str, {"symbol": symbol, "most": MOST})


def _number(low: float, high: float) -> Field:
    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError
        if not low <= value <= high:  # false for NaN too
            raise ValueError
        return float(value)

    bounds = {"low": f"{low:g}", "high": f"{high:g}"}
    return Field(marked("a number from {low} to {high}"), check, _read_number, bounds)


def _check_head_width(value: Any) -> int:
    width: int = _whole(2, MAX_HEAD_WIDTH).check(value)
    if width % 2:
        raise ValueError
    return width


def _check_order(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_MOVED:
        raise ValueError
    each = _whole(0, MAX_MOVED - 1)
    order = tuple(each.check(place) for place in value)
    if len(set(order)) != len(order) or max(order, default=-1) != len(order) - 1:
        raise ValueError
    return order


def _wholes(text: str) -> tuple[int, ...]:
    return tuple(_read_whole(part) for part in text.split(",") if part.strip())


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
    "table": Field(
        marked("one of {names}, or the path of a file"),
        _check_table,
        str,
        {"names": ", ".join(TABLES)},
    ),
    "tensor": Field(marked("the name of a matrix in the file"), _check_name, str),
    "word_list": Field(marked("the path of a file with one word a line"), _check_path, str),
    "text": Field(marked("at most {most} characters"), _check_text, str, {"most": MAX_CHARACTERS}),
    "token": Field(marked("one token"), _check_text, str),
    "position": _whole(
        0,
        MAX_LENGTH - 1,
        marked("a whole number from 0 to the larger of length and sentence, less 1"),
    ),
    "dimension": _whole(0, MAX_WIDTH - 1, marked("a whole number from 0 to width − 1")),
    "pair": _whole(
        0,
        (MAX_WIDTH - 1) // 2,
        marked("a whole number from 0 to half of width, rounded up, less 1"),
    ),
    "length": _whole(1, MAX_LENGTH),
    "width": _whole(1, MAX_WIDTH),
    "base": _number(MIN_BASE, MAX_BASE),
    "layout": _choice(get_args(Layout)),
    "first": _whole(0, MAX_LENGTH - 1, marked("a whole number from 0 to length − 1")),
    "rows": _whole(
        0, MAX_LENGTH, marked("a whole number from 0 (all to the end) to length less first")
    ),
    "first_dimension": _whole(0, MAX_WIDTH - 1, marked("a whole number from 0 to width − 1")),
    "columns": _whole(
        0, MAX_WIDTH, marked("a whole number from 0 (all to the end) to width less first_dimension")
    ),
    "shift": _whole(-MAX_SHIFT, MAX_SHIFT),
    "offset": _whole(1 - MAX_LENGTH, MAX_LENGTH - 1),
    "weights": _choice(get_args(Weights)),
    "seed": _whole(0, MAX_SEED),
    "typed_q": _matrix("W_Q"),
    "typed_k": _matrix("W_K"),
    "number_format": _choice(get_args(NumberFormat)),
    "bug": _choice(get_args(BugName)),
    "scale": Field(marked("true or false"), _check_flag, _parse_flag),
    "factor": _number(0, MAX_FACTOR),
    "dropout": Field(marked("true or false"), _check_flag, _parse_flag),
    "k": _whole(1, MAX_NEIGHBOURS),
    "metric": _choice(get_args(Metric)),
    "other_table": Field(marked("as for table, or empty for none"), _check_other_table, str),
    "analogy": Field(marked("true or false"), _check_flag, _parse_flag),
    "minus": Field(marked("one token"), _check_name, str),
    "plus": Field(marked("one token"), _check_name, str),
    "exclude_inputs": Field(marked("true or false"), _check_flag, _parse_flag),
    "map_of": _choice(get_args(Mapped)),
    "map_words": Field(
        marked("at most {most} tokens, separated by commas"),
        _check_words,
        lambda text: tuple(word.strip() for word in text.split(",") if word.strip()),
        {"most": MAX_MAP_WORDS},
    ),
    "tokenizer": _choice(get_args(Cut)),
    "merges": _whole(0, MAX_MERGES),
    "pairs": Field(
        marked("at most {most} pairs, separated by commas"),
        _check_pairs,
        _wholes,
        {"most": MAX_WAVES},
    ),
    "try_vocabulary": _whole(1, MAX_VOCABULARY),
    "try_length": _whole(1, MAX_VOCABULARY),
    "try_width": _whole(1, MAX_WIDTH),
    "scheme": _choice(get_args(SchemeName)),
    "heads": _whole(1, MAX_HEADS),
    "head_width": Field(
        marked("an even number from 2 to {most}"),
        _check_head_width,
        lambda text: int(text, 10),
        {"most": MAX_HEAD_WIDTH},
    ),
    "trained_length": _whole(MIN_TRAINED_LENGTH, MAX_TRAINED_LENGTH),
    "extension": _choice(get_args(Extension)),
    "extension_factor": _number(1, MAX_EXTENSION),
    "head": _whole(0, MAX_HEADS - 1, marked("a whole number from 0 to heads − 1")),
    "causal": Field(marked("true or false"), _check_flag, _parse_flag),
    "identity_weights": Field(marked("true or false"), _check_flag, _parse_flag),
    "order": Field(
        marked(
            "each number from 0 to one less than the words of the sentence once, separated by "
            "commas, or nothing"
        ),
        _check_order,
        _wholes,
    ),
    "other_text": Field(
        marked("at most {most} characters"), _check_text, str, {"most": MAX_CHARACTERS}
    ),
    "part": _choice(get_args(Part)),
    "term": _choice(get_args(Term)),
    "exercise": _choice(EXERCISES),
    "lesson": Field(marked("a folder with a lesson, or empty"), _check_path, str),
    "step": Field(marked("the id of a lesson step"), _check_step, str),
}
"""One row a field of State: the command line, the files and the tests read this table."""


def parse_assignment(assignment: str) -> tuple[str, Any]:
    """Read ``field=value`` as typed after ``--set``.

    Raises
    ------
    StateError
        If the field is unknown or its value cannot be read.
    """
    name, equals, text = assignment.partition("=")
    if not equals:
        told = tr("“{assignment}”: write it as field=value, such as width=64.")
        raise StateError(told.format(assignment=assignment))
    name = name.strip()
    try:
        return name, _field(name).parse(text)
    except (ValueError, KeyError) as error:
        if isinstance(error, StateError):
            raise
        raise refusal(name, text) from None


def _field(name: str) -> Field:
    if name not in FIELDS:
        near = get_close_matches(name, FIELDS, 3, 0.5)
        told = tr("There is no field “{name}”.").format(name=name)
        if near:
            told += " " + tr("Did you mean {near}?").format(near=tr(" or ").join(near))
        raise StateError(f"{told} {tr('“posviz panels” lists all fields.')}")
    return FIELDS[name]


def checked(name: str, value: Any) -> Any:
    """Return the value of a field in its right type.

    Raises
    ------
    StateError
        If the field is unknown or the value is not allowed.
    """
    try:
        return _field(name).check(value)
    except StateError:
        raise
    except (ValueError, TypeError):
        raise refusal(name, value) from None


def refusal(name: str, value: object, allowed: str | None = None) -> StateError:
    """Make the error for a value that a field cannot have."""
    try:
        shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    except ValueError:  # Python writes out no whole number of more than 4300 digits
        shown = "…"
    shown = shown if len(shown) <= 40 else shown[:40] + "…"
    told = tr("{name} = {shown} is not allowed: {allowed}.")
    return StateError(told.format(name=name, shown=shown, allowed=allowed or FIELDS[name].allowed))

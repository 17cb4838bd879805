"""Everything that is shared between panels or saved: one frozen dataclass.

`State.with_changes` is the only way to a new State. It checks what was asked for and then
settles what follows from it (a narrower table moves a dimension that fell off its edge, a
new position takes the word that stands there), so every State that exists is consistent.
Undo, session files, lesson steps, exported pictures and ``--set`` are all just States.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, get_args

from posviz import tables
from posviz.model.embedding_files import EmbeddingFileError
from posviz.model.embeddings import TABLES, EmbeddingTable
from posviz.model.number_formats import NumberFormat
from posviz.model.positional import SchemeName
from posviz.model.positional.bugs import BugName
from posviz.model.positional.scaling import Extension
from posviz.model.positional.similarity import Weights
from posviz.model.positional.sinusoidal import (
    Layout,
    dimension_of,
    is_cosine,
    pair_count,
    pair_of,
)
from posviz.model.similarity import Metric
from posviz.model.text_rules import MAX_CHARACTERS
from posviz.model.tokenizers import Piece
from posviz.tables import TableSource

Cut = Literal["table", "words", "wordpiece", "bpe"]
"""How a text is cut into tokens: as the table's model does, or by another tokenizer."""
Mapped = Literal["table", "neighbours", "sentence", "words"]
"""What is on the map: all tokens, the selected one with its neighbours, the text's, chosen ones."""
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
MIN_TRAINED_LENGTH, MAX_TRAINED_LENGTH = 2, 131_072
MAX_EXTENSION = 64.0
MAX_FACTOR = 100.0
_MAX_PATH = 4096
MIN_BASE, MAX_BASE = 1e-3, 1e12


class StateError(ValueError):
    """A value that no State can have; the message says which values are allowed."""


class TableError(StateError):
    """A table that cannot be read; `cause` says why, or what must be chosen."""

    def __init__(self, cause: EmbeddingFileError) -> None:
        super().__init__(str(cause))
        self.cause = cause


@dataclass(frozen=True)
class State:
    """What the program shows.

    Attributes
    ----------
    table
        The embedding table E: the name of one that ships, or the path of a file.
    tensor, word_list
        Which matrix of that file, and the file of its words; empty where that is plain.
    text
        The sentence as typed.
    token
        The selected token. A word may be outside a vocabulary of whole words.
    position, dimension, pair
        The selected row, column and (sin, cos) pair of the positional table. `dimension`
        always belongs to `pair`.
    length, width, base, layout
        L, d, base and column order of the positional table.
    shift
        k, by which the matrix M_k moves a position on; negative: back.
    offset
        The selected offset between two positions; the second may lie outside the table.
    weights, seed
        What queries and keys are made with where positions are compared; the seed is that of
        everything that is drawn at random.
    number_format
        What positions or values are rounded to, to see which become equal.
    bug
        The mistake that the bug zoo makes in the positional table.
    scale
        Whether x is multiplied by sqrt(d) before p is added.
    factor, dropout
        What else the scale panel multiplies x by, and whether it drops some numbers of z.
    k, metric
        Number of neighbours shown, and what near means.
    other_table
        A second table, to compare neighbours with; empty: none.
    analogy, minus, plus, exclude_inputs
        Whether neighbours are those of token − minus + plus, and without these three.
    map_of, map_words
        What is on the map, and the tokens chosen for it.
    tokenizer, merges
        How the tokeniser panel cuts the text, and the number of merges of byte pairs.
    pairs
        Pairs drawn as waves besides the selected one.
    try_vocabulary, try_length, try_width
        The dials of the shapes panel: sizes to try out, without changing anything else.
    scheme
        The way to bring in position that the schemes panel explains.
    heads, head_width
        Heads of attention there, and the even width of one.
    trained_length
        L_max there, the longest text in training.
    extension, extension_factor
        How its rotary positions are stretched to longer texts, and how many times longer.
    step
        Id of the lesson step.
    """

    table: str = "toy4"
    tensor: str = ""
    word_list: str = ""
    text: str = "the cat sat"
    token: str = "cat"
    position: int = 1
    dimension: int = 0
    pair: int = 0
    length: int = 64
    width: int = 64
    base: float = 10_000.0
    layout: Layout = "interleaved"
    shift: int = 1
    offset: int = 5
    weights: Weights = "identity"
    seed: int = 1
    number_format: NumberFormat = "float16"
    bug: BugName = "doubled"
    scale: bool = False
    factor: float = 1.0
    dropout: bool = False
    k: int = 7
    metric: Metric = "cosine"
    other_table: str = ""
    analogy: bool = False
    minus: str = "man"
    plus: str = "woman"
    exclude_inputs: bool = True
    map_of: Mapped = "table"
    map_words: tuple[str, ...] = ()
    tokenizer: Cut = "table"
    merges: int = MAX_MERGES
    pairs: tuple[int, ...] = (4, 10)
    try_vocabulary: int = 37_000
    try_length: int = 512
    try_width: int = 512
    scheme: SchemeName = "sinusoidal"
    heads: int = 8
    head_width: int = 64
    trained_length: int = 512
    extension: Extension = "none"
    extension_factor: float = 4.0
    step: str = "token-to-vector/1"

    @property
    def source(self) -> TableSource:
        """Where the embedding table comes from."""
        if self.table in TABLES:
            return TableSource(self.table)
        return TableSource(self.table, self.tensor, self.word_list)

    @property
    def other_source(self) -> TableSource | None:
        """Where the second table comes from; None for none."""
        return TableSource(self.other_table) if self.other_table else None

    @property
    def sources(self) -> tuple[TableSource, ...]:
        """All tables that this State needs."""
        return (self.source, *filter(None, (self.other_source,)))

    @property
    def embeddings(self) -> EmbeddingTable:
        """The embedding table E with its vocabulary; read now if it is not in memory."""
        return tables.table(self.source)

    @property
    def other_embeddings(self) -> EmbeddingTable | None:
        """The second table, or None."""
        return None if self.other_source is None else tables.table(self.other_source)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The sentence cut into tokens as the table's model does, one a position, (L,)."""
        return self.embeddings.pieces_of(self.text)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the sentence as strings, (L,)."""
        return self.embeddings.tokens_of(self.text)

    def id_of(self, token: str | None) -> int:
        """Id of a token; −1 for none, and for one outside the vocabulary."""
        found = None if token is None else self.embeddings.vocabulary.id_of(token)
        return -1 if found is None else found

    def sources_after(self, /, **changes: Any) -> tuple[TableSource, ...]:
        """All tables that `with_changes` would need, told without reading any.

        Raises
        ------
        StateError
            If a field is unknown or a value is not allowed.
        """
        return self._unsettled(changes).sources

    def _unsettled(self, changes: Mapping[str, Any]) -> State:
        checked = {name: _checked(name, value) for name, value in changes.items()}
        if "table" in checked:
            # The choices within a file mean nothing in another one.
            checked = {"tensor": "", "word_list": "", **checked}
        return replace(self, **checked)

    def with_changes(self, /, **changes: Any) -> State:
        """Return a State with some fields changed and what depends on them settled.

        Raises
        ------
        StateError
            If a field is unknown or a value is outside its allowed range, or if a table
            cannot be read. A value that was not asked for is moved into its range instead.
        """
        return _settled(self._unsettled(changes), frozenset(changes), before=self)

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

    @classmethod
    def without_files(cls, values: Mapping[str, Any]) -> State:
        """Build the State of `from_dict` as far as that is possible without the user's tables.

        The default table stands in for one of a file; token and position give way where it
        has no place for them.

        Raises
        ------
        StateError
            If a field is unknown or a value is not allowed.
        """
        cls().sources_after(**values)
        kept = {
            name: value
            for name, value in values.items()
            if name not in ("tensor", "word_list")
            and (name not in ("table", "other_table") or value in TABLES)
        }
        for loose in ("token", "position"):
            try:
                return cls().with_changes(**kept)
            except StateError:
                kept.pop(loose, None)
        return cls().with_changes(**kept)


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


def _number(low: float, high: float) -> Field:
    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError
        if not low <= value <= high:  # false for NaN too
            raise ValueError
        return float(value)

    return Field(f"a number from {low:g} to {high:g}", check, float)


def _check_head_width(value: Any) -> int:
    width: int = _whole(2, MAX_HEAD_WIDTH).check(value)
    if width % 2:
        raise ValueError
    return width


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
    "table": Field(f"one of {', '.join(TABLES)}, or the path of a file", _check_table, str),
    "tensor": Field("the name of a matrix in the file", _check_name, str),
    "word_list": Field("the path of a file with one word a line", _check_path, str),
    "text": Field(f"at most {MAX_CHARACTERS} characters", _check_text, str),
    "token": Field("one token", _check_text, str),
    "position": _whole(
        0, MAX_LENGTH - 1, "a whole number from 0 to the larger of length and sentence, less 1"
    ),
    "dimension": _whole(0, MAX_WIDTH - 1, "a whole number from 0 to width − 1"),
    "pair": _whole(
        0, (MAX_WIDTH - 1) // 2, "a whole number from 0 to half of width, rounded up, less 1"
    ),
    "length": _whole(1, MAX_LENGTH),
    "width": _whole(1, MAX_WIDTH),
    "base": _number(MIN_BASE, MAX_BASE),
    "layout": _choice(get_args(Layout)),
    "shift": _whole(-MAX_SHIFT, MAX_SHIFT),
    "offset": _whole(1 - MAX_LENGTH, MAX_LENGTH - 1),
    "weights": _choice(get_args(Weights)),
    "seed": _whole(0, MAX_SEED),
    "number_format": _choice(get_args(NumberFormat)),
    "bug": _choice(get_args(BugName)),
    "scale": Field("true or false", _check_flag, _parse_flag),
    "factor": _number(0, MAX_FACTOR),
    "dropout": Field("true or false", _check_flag, _parse_flag),
    "k": _whole(1, MAX_NEIGHBOURS),
    "metric": _choice(get_args(Metric)),
    "other_table": Field("as for table, or empty for none", _check_other_table, str),
    "analogy": Field("true or false", _check_flag, _parse_flag),
    "minus": Field("one token", _check_name, str),
    "plus": Field("one token", _check_name, str),
    "exclude_inputs": Field("true or false", _check_flag, _parse_flag),
    "map_of": _choice(get_args(Mapped)),
    "map_words": Field(
        f"at most {MAX_MAP_WORDS} tokens, separated by commas",
        _check_words,
        lambda text: tuple(word.strip() for word in text.split(",") if word.strip()),
    ),
    "tokenizer": _choice(get_args(Cut)),
    "merges": _whole(0, MAX_MERGES),
    "pairs": Field(
        f"at most {MAX_WAVES} pairs, separated by commas",
        _check_pairs,
        lambda text: tuple(int(part, 10) for part in text.split(",") if part.strip()),
    ),
    "try_vocabulary": _whole(1, MAX_VOCABULARY),
    "try_length": _whole(1, MAX_VOCABULARY),
    "try_width": _whole(1, MAX_WIDTH),
    "scheme": _choice(get_args(SchemeName)),
    "heads": _whole(1, MAX_HEADS),
    "head_width": Field(
        f"an even number from 2 to {MAX_HEAD_WIDTH}", _check_head_width, lambda t: int(t, 10)
    ),
    "trained_length": _whole(MIN_TRAINED_LENGTH, MAX_TRAINED_LENGTH),
    "extension": _choice(get_args(Extension)),
    "extension_factor": _number(1, MAX_EXTENSION),
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


def _field(name: str) -> Field:
    if name not in FIELDS:
        near = get_close_matches(name, FIELDS, 3, 0.5)
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        raise StateError(f"There is no field “{name}”.{meant} “posviz panels” lists all fields.")
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
    for source in new.sources:
        if source not in before.sources:
            try:
                tables.table(source)
            except EmbeddingFileError as error:
                raise TableError(error) from None
    return _settled_token(_settled_column(new, asked, before), asked, before)


def _settled_token(new: State, asked: frozenset[str], before: State) -> State:
    """Keep the position inside the table or the sentence, and the token on its position."""
    other_table = new.source != before.source
    if not asked & {"position", "token"}:
        if other_table and "text" not in asked:
            new = replace(new, position=_same_place(new, before))
        elif "text" in asked and before.position < len(before.tokens):
            # The selection stood on a word, so it stays on one.
            new = replace(new, position=min(new.position, max(len(new.tokens) - 1, 0)))
    tokens = new.tokens
    last = max(new.length, len(tokens)) - 1
    if new.position > last:
        if "position" in asked:
            raise _refusal("position", new.position, f"a whole number from 0 to {last}")
        new = replace(new, position=last)
    here = tokens[new.position] if new.position < len(tokens) else None
    if "token" in asked:
        new = replace(new, token=_one_token(new, new.token))
        if "position" not in asked and new.token != here and new.token in tokens:
            new = replace(new, position=tokens.index(new.token))
    elif other_table and not asked & {"text", "position"} and _stands_apart(before):
        new = replace(new, token=_known_token(new, here))
    elif here is not None and (
        other_table or asked & {"position", "text"} or new.position != before.position
    ):
        new = replace(new, token=here)
    elif (other_table or ("text" in asked and not tokens)) and new.id_of(new.token) < 0:
        # An unknown word that was deleted is no longer what the program speaks of.
        new = replace(new, token=_known_token(new, here))
    return new


def _same_place(new: State, before: State) -> int:
    """Position of the token that another tokenizer makes of the selected place of the text."""
    if before.position >= len(before.pieces):
        return new.position
    start = before.pieces[before.position].start
    return max(0, bisect_right(new.pieces, start, key=lambda piece: piece.start) - 1)


def _stands_apart(state: State) -> bool:
    """Whether the selected token was chosen from the vocabulary, not in the sentence."""
    return state.tokens[state.position : state.position + 1] != (state.token,)


def _known_token(state: State, here: str | None) -> str:
    """Return the selected token if the table has it, else that of the position, else the first."""
    try:
        token = _one_token(state, state.token)
    except StateError:
        token = state.token
    if state.id_of(token) >= 0:
        return token
    return state.embeddings.vocabulary.token_of(0) if here is None else here


def _one_token(state: State, typed: str) -> str:
    """Return the token that was typed: one of the vocabulary, or what the tokenizer makes of it."""
    if state.id_of(typed) >= 0:
        return typed
    pieces = state.embeddings.pieces_of(typed)
    if len(pieces) == 1:
        return pieces[0].text
    allowed = FIELDS["token"].allowed
    if 1 < len(pieces) <= 8 and typed.split() == [typed]:
        cut = " ".join(piece.text for piece in pieces)
        allowed += f"; this table cuts it into {len(pieces)}: {cut}"
    raise _refusal("token", typed, allowed)


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

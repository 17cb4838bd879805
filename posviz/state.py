"""Everything that is shared between panels or saved: one frozen dataclass.

`State.with_changes` is the only way to a new State. It checks what was asked for and then
settles what follows from it (a narrower table moves a dimension that fell off its edge, a
new position takes the word that stands there), so every State that exists is consistent.
Undo, session files, lesson steps, exported pictures and ``--set`` are all just States.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from posviz import tables
from posviz.model.attention import Part, Term
from posviz.model.embeddings import TABLES, EmbeddingTable
from posviz.model.number_formats import NumberFormat
from posviz.model.positional import SchemeName
from posviz.model.positional.bugs import BugName
from posviz.model.positional.scaling import Extension
from posviz.model.positional.sinusoidal import (
    Layout,
)
from posviz.model.positional.weights import Weights
from posviz.model.similarity import Metric
from posviz.model.tokenizers import Piece
from posviz.settling import settled
from posviz.state_fields import (
    EXERCISES,
    FIELDS,
    MAX_MERGES,
    Cut,
    Mapped,
    StateError,
    checked,
)
from posviz.tables import TableSource


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
    first, rows, first_dimension, columns
        The block of it that is looked at and written to files: its first position and how many
        rows, its first dimension and how many columns; 0 rows or columns: all to the end.
    shift
        k, by which the matrix M_k moves a position on; negative: back.
    offset
        The selected offset between two positions; the second may lie outside the table.
    weights, seed
        What queries and keys are made with where positions are compared; the seed is that of
        everything that is drawn at random.
    typed_q, typed_k
        W_Q and W_K as typed, used where `weights` says so: only where they fit `width`.
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
    head, causal, identity_weights
        The head of attention that is looked at, whether no query sees a later key, and whether
        q, k and v are z itself. Where one head is computed, `scheme`, `heads`, `head_width`,
        `seed`, `scale` and `dropout` count too; the selected key is that of `position` + `offset`.
    order
        Which word stands at each place after they were moved; empty: as in the sentence.
    other_text
        A second sentence, to compare the pooled outputs.
    part, term
        The matrix of the head that is in view, and which part of its scores.
    exercise
        The exercise in Python that is open.
    lesson, step
        Folder of a lesson of one's own, empty for the one that ships, and id of the step.
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
    first: int = 0
    rows: int = 0
    first_dimension: int = 0
    columns: int = 0
    shift: int = 1
    offset: int = 5
    weights: Weights = "identity"
    seed: int = 1
    typed_q: str = ""
    typed_k: str = ""
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
    head: int = 0
    causal: bool = False
    identity_weights: bool = False
    order: tuple[int, ...] = ()
    other_text: str = "man bites dog"
    part: Part = "A"
    term: Term = "all"
    exercise: str = EXERCISES[0]
    lesson: str = ""
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

    @property
    def block(self) -> tuple[range, range]:
        """Positions and dimensions of the block of the positional table."""
        positions = range(self.first, self.first + self.rows if self.rows else self.length)
        start = self.first_dimension
        return positions, range(start, start + self.columns if self.columns else self.width)

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
        values = {name: checked(name, value) for name, value in changes.items()}
        if "table" in values:
            # The choices within a file mean nothing in another one.
            values = {"tensor": "", "word_list": "", **values}
        return replace(self, **values)

    def with_changes(self, /, **changes: Any) -> State:
        """Return a State with some fields changed and what depends on them settled.

        Raises
        ------
        StateError
            If a field is unknown or a value is outside its allowed range, or if a table
            cannot be read. A value that was not asked for is moved into its range instead.
        """
        return settled(self._unsettled(changes), frozenset(changes), before=self)

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


assert set(FIELDS) == {field.name for field in fields(State)}

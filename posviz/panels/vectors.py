"""The selected word as a one-hot vector and as its row of E."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from posviz.export import Numbers
from posviz.model.embeddings import one_hot
from posviz.model.notation import (
    grouped,
    inserted,
    plain,
    shape_text,
    shortened,
    signed,
    superscript,
)
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.cell_strip import CellStrip
from posviz.widgets.note import Note, literal
from posviz.widgets.table_rows import TableRows


@dataclass(frozen=True, eq=False)
class Vectors:
    """Both vectors of a word, and what multiplying gives.

    Attributes
    ----------
    token
        The selected word.
    id
        Its id, or None when it is outside the vocabulary.
    size, width
        |V| and d of the table.
    one_hot
        1 at the id, 0 elsewhere, (|V|,); None for an unknown word.
    dense
        E[id], (d,); NaN for a token that has no vector.
    difference
        Largest difference between one_hot @ E and E[id]; NaN for a token without a vector.
    dimension
        The selected dimension, or None when the row is too short to have it.
    level
        The value that takes the end colour.
    hand_made
        Whether people, not training, chose the numbers.
    """

    token: str
    id: int | None
    size: int
    width: int
    one_hot: NDArray[np.float64] | None  # (|V|,)
    dense: NDArray[np.float64]  # (d,)
    difference: float
    dimension: int | None
    level: float
    hand_made: bool

    @property
    def has_vector(self) -> bool:
        """Whether the token has a row of E; a known one may lack it."""
        return not bool(np.isnan(self.dense).any())


class VectorsPanel(Panel[Vectors]):
    """Two strips of cells, and the identity that joins them."""

    id = "vectors"
    uses = frozenset({"table", "token", "dimension", "width"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._one_hot_title, self._dense_title = Note(size=14), Note(size=14)
        self._one_hot = CellStrip("one-hot")
        self._one_hot.setAccessibleName(self.tr("One-hot vector"))
        self._one_hot.hovered.connect(self._on_one_hot_hovered)
        self._dense = CellStrip("dense")
        self._dense.setAccessibleName(self.tr("Row of E"))
        self._dense.hovered.connect(self._on_dense_hovered)
        self._dense.activated.connect(self._on_dimension)
        self._identity_title, self._identity = Note(size=14), Note()
        for title, strip in (
            (self._one_hot_title, self._one_hot),
            (self._dense_title, self._dense),
        ):
            self.body.addWidget(title)
            self.body.addWidget(strip, 100)
            self.body.addSpacing(6)
        self.body.addWidget(self._identity_title)
        self.body.addWidget(self._identity)
        self._table = TableRows()
        self._table.setAccessibleName(self.tr("Rows of the table E"))
        self._table.activated.connect(self._on_row)
        self._table.hovered.connect(self._on_row_hovered)
        self.body.addSpacing(4)
        self.body.addWidget(self._table, 300)
        self._shown: Vectors | None = None

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("VectorsPanel", "One-hot and dense")

    @classmethod
    def help(cls) -> str:
        return QCoreApplication.translate(
            "VectorsPanel",
            "The selected word twice. Its one-hot vector has as many entries as the vocabulary "
            "has tokens: 1 at the word's id, 0 everywhere else. Its row of E has d numbers. "
            "Multiplying the one-hot vector by E gives exactly that row, so programs just look "
            "the row up. A vector that is too long for its numbers is drawn as one band, in "
            "which each column shows the mean of its entries, with a part of it larger below: "
            "move the pointer over the band, or use the arrow keys, Page Up, Page Down, Home "
            "and End. Click a dense cell to select its dimension.",
        )

    @staticmethod
    def content(state: State) -> Vectors:
        table = state.embeddings
        token_id = table.vocabulary.id_of(state.token)
        hot = None if token_id is None else one_hot(token_id, table.size)
        dense = np.full(table.width, np.nan) if token_id is None else table.row(token_id)
        difference = np.nan
        if hot is not None:
            # In the table's own type: numpy would copy all of a float32 table to float64.
            product = hot.astype(table.matrix.dtype) @ table.matrix  # (d,)
            difference = float(np.abs(product - dense).max())
        return Vectors(
            token=state.token,
            id=token_id,
            size=table.size,
            width=table.width,
            one_hot=hot,
            dense=dense,
            difference=difference,
            dimension=state.dimension if state.dimension < table.width else None,
            level=table.level,
            hand_made=table.hand_made,
        )

    @staticmethod
    def numbers(content: Vectors) -> Numbers:
        rows = list(enumerate(content.dense.tolist()))
        return Numbers(content.dense, ("dimension", "value"), rows)

    def summary(self, content: Vectors) -> str:
        if content.id is None:
            return self.tr("{token} is not in this vocabulary: it has no vectors").format(
                token=inserted(content.token)
            )
        return self.tr(
            "{token}: one-hot of length {size}, 1 at index {id}; row of E of width {width}"
        ).format(
            token=inserted(content.token),
            size=content.size,
            id=content.id,
            width=content.width,
        )

    def show_content(self, content: Vectors) -> None:
        self._shown = content
        self._show_titles(content)
        if content.one_hot is None or content.id is None:
            self._one_hot.set_empty(content.size)
        else:
            self._one_hot.set_values(content.one_hot, focus=content.id)
        if content.has_vector:
            self._dense.set_values(
                content.dense,
                focus=content.dimension,
                selected=-1 if content.dimension is None else content.dimension,
                level=content.level,
            )
        else:
            self._dense.set_empty(content.width)
        table = self.session.state.embeddings
        self._table.set_rows(
            table.matrix,
            lambda row: shortened(table.vocabulary.token_of(row)),
            -1 if content.id is None else content.id,
            content.level,
        )
        self._table.setAccessibleDescription(self.summary(content))
        self._one_hot.setAccessibleDescription(self.summary(content))
        self._dense.setAccessibleDescription(self.summary(content))

    def _show_titles(self, content: Vectors) -> None:
        size, width = superscript(content.size), superscript(content.width)
        if content.id is None:
            self._one_hot_title.set_text(self.tr("One-hot · ℝ{size}").format(size=size))
            self._dense_title.set_text(self.tr("Row of E · ℝ{width}").format(width=width))
            self._identity_title.set_text("")
            self._identity.set_text(
                self.tr(
                    "**{token}** is not in this vocabulary: it has no id, so it has no one-hot "
                    "vector and no row of E. Pick a word in Tokens."
                ).format(token=literal(content.token))
            )
            return
        row = literal(f"E[{content.id}]")
        self._one_hot_title.set_text(
            self.tr("**One-hot** · ℝ{size} · one 1 at index {id}").format(
                size=size, id=grouped(content.id)
            )
        )
        title = self.tr("**Row of E** · ℝ{width} · {row}").format(width=width, row=row)
        if content.hand_made:
            title += self.tr(" · hand-made")
        if content.level != 1:
            level = f"{content.level:g}"
            title += self.tr(" · colours from −{level} to +{level}").format(level=level)
        self._dense_title.set_text(title)
        if not content.has_vector:
            self._dense_title.set_text(self.tr("Row of E · ℝ{width}").format(width=width))
            self._identity_title.set_text("")
            self._identity.set_text(
                self.tr(
                    "**{token}** is in the vocabulary and has an id, but its row of E is not "
                    "part of this table, and nothing is invented for it."
                ).format(token=literal(content.token))
            )
            return
        self._identity_title.set_text(
            self.tr("**{row} = one-hot @ E** · {one} @ {table} → {dense}").format(
                row=row,
                one=shape_text((1, content.size)),
                table=shape_text((content.size, content.width)),
                dense=shape_text((1, content.width)),
            )
        )
        self._identity.set_text(
            self.tr(
                "Multiplying by a one-hot row picks the row: 1 × {row}, and 0 × every other row. "
                "Looking up is the same as multiplying. Computed here, the largest difference "
                "between the product and {row} is **{difference}**."
            ).format(row=row, difference=_difference(content.difference))
        )

    def _on_one_hot_hovered(self, index: int) -> None:
        shown = self._shown
        if index < 0 or shown is None or shown.one_hot is None:
            self.readout.emit("")
            return
        token = inserted(self.session.state.embeddings.vocabulary.token_of(index))
        self.readout.emit(
            self.tr("index {index} of one-hot({word}) = {value} · id {index} is {token}").format(
                index=index,
                word=inserted(shown.token),
                value=plain(shown.one_hot[index], 0),
                token=token,
            )
        )

    def show_hover(self, hover: Hover) -> None:
        self._dense.light(-1 if hover.dimension is None else hover.dimension)
        self._table.light(self.session.state.id_of(hover.token))

    def _on_dense_hovered(self, index: int) -> None:
        self.session.point_at(dimension=index if index >= 0 else None)
        shown = self._shown
        if index < 0 or shown is None or not shown.has_vector:
            self.readout.emit("")
            return
        self.readout.emit(
            self.tr("dimension {dimension} of E[{word}] = {value}").format(
                dimension=index,
                word=inserted(shown.token),
                value=signed(float(shown.dense[index]), 6),
            )
        )

    def _on_row_hovered(self, row: int) -> None:
        if row < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        token = self.session.state.embeddings.vocabulary.token_of(row)
        self.session.point_at(token=token)
        self.readout.emit(self.tr("row {id} of E: {token}").format(id=row, token=inserted(token)))

    def _on_row(self, row: int) -> None:
        self.session.update(token=self.session.state.embeddings.vocabulary.token_of(row))

    def _on_dimension(self, index: int) -> None:
        if index < self.session.state.width:
            self.session.update(dimension=index)


def _difference(value: float) -> str:
    return "0" if value == 0 else f"{value:.1e}".replace("-", "−")

"""The similarities of all positions as a heat map asks for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QCoreApplication

from posviz.model.notation import grouped, signed, signed_whole
from posviz.model.palette import Floats
from posviz.model.positional.similarity import PositionSimilarity
from posviz.widgets.heatmap_source import Caption, Numbered


def tr(text: str) -> str:
    """Translate a text of the similarity panel."""
    return QCoreApplication.translate("SimilarityPanel", text)


def measure_text(similarity: PositionSimilarity) -> str:
    """Say what the numbers are."""
    if similarity.weights == "separate":
        return tr("q · k / √h, h = {h}").format(h=grouped(similarity.head_size))
    if similarity.weights == "same":
        return tr("q · k / (h/2), h = {h}").format(h=grouped(similarity.head_size))
    if similarity.weights in ("turned", "typed"):
        return tr("q · k / (d/2)")
    return tr("dot product / (d/2)") if similarity.width % 2 else tr("cosine")


@dataclass(frozen=True)
class SimilarityTable(Numbered):
    """The L × L matrix: a `TableSource`."""

    similarity: PositionSimilarity

    @property
    def rows(self) -> int:
        return self.similarity.length

    @property
    def columns(self) -> int:
        return self.similarity.length

    @property
    def levels(self) -> tuple[float, float]:
        return -self.similarity.reach, self.similarity.reach

    @property
    def row_name(self) -> str:
        return tr("position i")

    @property
    def captions(self) -> tuple[tuple[Caption, ...], ...]:
        text = tr("position j · colour: {measure}").format(measure=measure_text(self.similarity))
        return ((Caption(0, self.columns, "", text, ""),),)

    def tile(
        self, first_row: int, rows_each: int, first_column: int, columns_each: int, out: Floats
    ) -> None:
        self.similarity.tile(first_row, rows_each, first_column, columns_each, out)
        out /= self.similarity.reach

    def values(self, rows: range, columns: range) -> npt.NDArray[np.float64]:
        return self.similarity.values(rows, columns)

    def row_tag(self, row: int) -> str:
        return tr("pos {row}").format(row=grouped(row))

    def column_tag(self, column: int) -> str:
        return tr("pos {row}").format(row=grouped(column))

    def cell_text(self, row: int, column: int) -> str:
        value = float(self.values(range(row, row + 1), range(column, column + 1))[0, 0])
        return tr("pos {i} with pos {j}, offset {offset}: {measure} = {value}").format(
            i=grouped(row),
            j=grouped(column),
            offset=signed_whole(column - row),
            measure=measure_text(self.similarity),
            value=signed(value, 6),
        )

    def block_text(self, rows: range, columns: range, mean: float) -> str:
        return tr("pos {i} with pos {j}: mean of {rows} × {columns} pairs = {mean}").format(
            i=_span(rows),
            j=_span(columns),
            rows=grouped(len(rows)),
            columns=grouped(len(columns)),
            mean=signed(mean * self.similarity.reach, 4),
        )


def _span(cells: range) -> str:
    first, last = grouped(cells[0]), grouped(cells[-1])
    return first if first == last else f"{first}–{last}"

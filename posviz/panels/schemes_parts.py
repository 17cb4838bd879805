"""What the schemes panel shows besides: the learned rows, and the turns of rotary pairs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from posviz.model.notation import grouped, plain, signed, significant
from posviz.panels import schemes_words as words
from posviz.panels.schemes_content import LearnedRows, Schemes, Turning
from posviz.panels.schemes_curves import norm_curves, turn_curves
from posviz.widgets.beside_layout import BesideLayout
from posviz.widgets.curve_plot import CurvePlot
from posviz.widgets.matrix_picture import MatrixPicture
from posviz.widgets.note import Note
from posviz.widgets.scatter_layout import Marks, Points
from posviz.widgets.scatter_view import ScatterView

_LEAST = 300.0
_LEAST_PICTURE = 190.0
tr = words.tr


def beside(parts: Iterable[QWidget | QLayout], least: float = _LEAST) -> BesideLayout:
    """Put parts beside each other where each has room."""
    layout = BesideLayout(least=least)
    for part in parts:
        if isinstance(part, QLayout):
            layout.add_layout(part)
        else:
            layout.addWidget(part)
    return layout


def column(widgets: Iterable[QWidget]) -> QVBoxLayout:
    """Put widgets under each other, at the top."""
    layout = QVBoxLayout()
    layout.setSpacing(8)
    for widget in widgets:
        layout.addWidget(widget)
    layout.addStretch(1)
    return layout


class LearnedPart(QObject):
    """Values, cosines, map and lengths of the learned rows; hidden for other schemes.

    Signals
    -------
    readout(str)
        What is under the pointer.
    picked(int)
        The position whose row was chosen on the map.
    pointed(int)
        The position under the pointer on the map; −1 when there is none.
    """

    readout = Signal(str)
    picked = Signal(int)
    pointed = Signal(int)

    def __init__(self, body: QVBoxLayout) -> None:
        super().__init__(body)
        self._rows: LearnedRows | None = None
        self._points: Points | None = None
        self._values, self._cosines = MatrixPicture(), MatrixPicture()
        self._values.hovered.connect(self._on_value)
        self._cosines.hovered.connect(self._on_cosine)
        self._ring = ScatterView()
        self._ring.setAccessibleName(tr("Learned positions on a map"))
        self._ring.setMinimumHeight(self._values.minimumSizeHint().height())
        self._ring.hovered.connect(self._on_ring)
        self._ring.picked.connect(self._on_picked)
        self._norms = CurvePlot()
        self._norms.setAccessibleName(tr("Lengths of the learned rows"))
        self._norms.hovered.connect(self._on_norm)
        self._note = Note()
        pictures = beside([self._values, self._cosines], _LEAST_PICTURE)
        lines = beside([self._ring, self._norms], _LEAST_PICTURE)
        body.addLayout(beside([pictures, lines], 2 * _LEAST_PICTURE + 24))
        body.addWidget(self._note)

    def show_content(self, content: Schemes) -> None:
        """Show the rows where the content has them."""
        self._rows = rows = content.learned
        for widget in (self._values, self._cosines, self._ring, self._norms, self._note):
            widget.setVisible(rows is not None)
        if rows is None:
            return
        position, dimension = tr("position"), tr("dimension")
        title = tr("Values · end colours at ±{level}").format(level=plain(rows.level, 3))
        self._values.show_matrix(rows.values, title, (position, dimension), words=self._value)
        self._cosines.show_matrix(
            rows.cosines, tr("Cosine of each two rows"), (position, position), words=self._cosine
        )
        if self._points is None:
            count = len(rows.ring)
            order = sorted(range(count), key=lambda row: (row + 1) % 64 != 0)
            self._points = Points(
                rows.ring,
                lambda row: grouped(row + 1),
                np.array(order, dtype=np.int64),
                (tr("direction 1"), tr("direction 2")),
            )
        selected = content.position - 1
        self._ring.show_points(
            self._points, Marks(selected if 0 <= selected < len(rows.ring) else -1)
        )
        self._norms.show_curves(norm_curves(rows), lambda value: plain(value, 3))
        self._note.set_text(words.about_learned(rows))

    def _value(self, row: int, column: int) -> str:
        assert self._rows is not None
        value = float(self._rows.values[row, column] * self._rows.level)
        return tr("learned: position {row}, dimension {column}: {value}").format(
            row=row, column=column, value=signed(value, 6)
        )

    def _cosine(self, row: int, column: int) -> str:
        assert self._rows is not None
        value = signed(float(self._rows.cosines[row, column]), 4)
        return tr("learned: positions {row} and {column}: cosine {value}").format(
            row=row, column=column, value=value
        )

    def _on_value(self, row: int, column: int) -> None:
        known = row >= 0 and self._rows is not None
        self.readout.emit(self._value(row, column) if known else "")

    def _on_cosine(self, row: int, column: int) -> None:
        known = row >= 0 and self._rows is not None
        self.readout.emit(self._cosine(row, column) if known else "")

    def light(self, position: int) -> None:
        """Show a position on the map as if pointed at; −1 for none."""
        if self._rows is not None:
            self._ring.light(position - 1 if 0 < position <= len(self._rows.ring) else -1)

    def _on_ring(self, row: int) -> None:
        self.pointed.emit(row + 1 if row >= 0 else -1)
        self.readout.emit(tr("learned: position {row}").format(row=row + 1) if row >= 0 else "")

    def _on_picked(self, row: int) -> None:
        self.picked.emit(row + 1)

    def _on_norm(self, row: int) -> None:
        if self._rows is not None:
            length = plain(float(self._rows.norms[row]), 4)
            self.readout.emit(
                tr("learned: position {row}, length {length}").format(row=row, length=length)
            )


class RotaryPart(QObject):
    """How far each pair turns, and what an extension does to it; hidden for other schemes.

    Signals
    -------
    readout(str)
        What the cursor reads.
    """

    readout = Signal(str)

    def __init__(self, body: QVBoxLayout) -> None:
        super().__init__(body)
        self._turning: Turning | None = None
        self._turns = CurvePlot()
        self._turns.setAccessibleName(tr("Turns of each pair"))
        self._turns.hovered.connect(self._on_pair)
        self._notes = [Note() for _ in range(3)]
        body.addLayout(beside([self._turns, column(self._notes)]))

    def show_content(self, content: Schemes) -> None:
        """Show the turns where the content has them."""
        self._turning = turning = content.turning
        for widget in (self._turns, *self._notes):
            widget.setVisible(turning is not None)
        if turning is None:
            return
        self._turns.show_curves(turn_curves(turning), _turns_text)
        texts = (words.extension_text(content), words.rotary_check(content), words.pairings())
        for note, text in zip(self._notes, texts, strict=True):
            note.set_text(text)

    def _on_pair(self, pair: int) -> None:
        if self._turning is not None:
            self.readout.emit(
                tr("pair {pair}: {trained} turns in training, {longer} in the longer text").format(
                    pair=pair,
                    trained=significant(float(self._turning.trained[pair]), 4),
                    longer=significant(float(self._turning.longer[pair]), 4),
                )
            )


def _turns_text(power: float) -> str:
    return significant(float(10.0**power), 3)

"""The three pictures of weights in the order panel: before, moved along, and computed anew."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout

from posviz.panels import order_words as words
from posviz.panels.order_content import Order
from posviz.widgets.note import spoken
from posviz.widgets.word_matrix import WordMatrix


class WeightMaps(QObject):
    """A, P A Pᵀ and A′ side by side in `layout`; the same two words light up in all three.

    Signals
    -------
    picked(int)
        The word whose row was chosen.
    hovered(int, int)
        The word that asks and the one that it gives a weight to; −1 where there is none.
    """

    picked = Signal(int)
    hovered = Signal(int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.layout = QHBoxLayout()
        self.layout.setSpacing(14)
        self.views = tuple(WordMatrix() for _ in range(3))
        self._rows: tuple[tuple[int, ...], ...] = ((), (), ())
        for which, view in enumerate(self.views):
            view.activated.connect(partial(self._on_activated, which))
            view.hovered.connect(partial(self._on_hovered, which))
            self.layout.addWidget(view)

    def show_content(self, content: Order) -> None:
        """Show the weights of the words that are shown."""
        maps = content.weight_maps()
        level = max(float(np.nan_to_num(values).max(initial=0.0)) for values in maps)
        titles = (
            self.tr("A: weights before"),
            self.tr("P A Pᵀ: moved along"),
            self.tr("A′: computed anew"),
        )
        before, self._rows = self._rows, (content.shown, *(content.shown_moved,) * 2)
        for view, values, title, rows, old in zip(
            self.views, maps, titles, self._rows, before, strict=True
        ):
            # The keys stay with the two words that they have reached, in sight or not.
            cursor = [old[at] if 0 <= at < len(old) else -1 for at in view.cursor_cell]
            names = [content.tokens[word] for word in rows]
            selected = rows.index(content.selected) if content.selected in rows else -1
            view.set_matrix(values, names, title, level=level, selected=selected)
            if min(cursor) >= 0:
                view.set_cursor_cell(*(_nearest(rows, word) for word in cursor))
            view.setAccessibleName(title)
            view.setAccessibleDescription(spoken(words.weights_text(content)))

    def light(self, query: int, key: int) -> None:
        """Light up the weight that a word gives to another; −1 for none."""
        for view, rows in zip(self.views, self._rows, strict=True):
            row, column = (rows.index(w) if w in rows else -1 for w in (query, key))
            view.light(row, column)

    def _on_activated(self, which: int, row: int, _column: int) -> None:
        self.picked.emit(self._rows[which][row])

    def _on_hovered(self, which: int, row: int, column: int) -> None:
        rows = self._rows[which]
        self.hovered.emit(*((rows[row], rows[column]) if row >= 0 else (-1, -1)))


def _nearest(rows: tuple[int, ...], word: int) -> int:
    """Row of a word, or of the one that stands nearest to it in the sentence; −1 of none."""
    return min(range(len(rows)), key=lambda row: abs(rows[row] - word), default=-1)

"""How large each array is, now and at sizes to try, and what its size depends on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.export import Numbers
from posviz.model.notation import bytes_text, grouped, shape_text
from posviz.model.shapes import Quantity, quantities
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import MAX_VOCABULARY, MAX_WIDTH
from posviz.widgets.dial import GeometricDial
from posviz.widgets.note import Note
from posviz.widgets.table_view import Cell, Column, Mark, TableView

_SYMBOLS = {"V": "|V|", "L": "L", "d": "d"}


@dataclass(frozen=True)
class Sizes:
    """|V|, L and d, and the arrays that have these sizes: E, X, one-hot and d, (4,)."""

    V: int
    L: int
    d: int

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The sizes of E, X, the one-hot rows and one vector."""
        return quantities(self.V, self.L, self.d)

    def changed_from(self, other: Sizes) -> frozenset[str]:
        """Which of "V", "L", "d" are different."""
        return frozenset(name for name in _SYMBOLS if getattr(self, name) != getattr(other, name))


@dataclass(frozen=True)
class Shapes:
    """The sizes of the table and sentence in use, and those of the dials."""

    now: Sizes
    tried: Sizes


class ShapesPanel(Panel[Shapes]):
    """A table of shapes with three independent dials."""

    id = "shapes"
    uses = frozenset({"table", "text", "try_vocabulary", "try_length", "try_width"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._vocabulary = self._add_dial("|V|", self.tr("Vocabulary |V| to try"), MAX_VOCABULARY)
        self._vocabulary.entered.connect(self._on_vocabulary)
        self._length = self._add_dial("L", self.tr("Length L to try"), MAX_VOCABULARY)
        self._length.entered.connect(self._on_length)
        self._width = self._add_dial("d", self.tr("Width d to try"), MAX_WIDTH)
        self._width.entered.connect(self._on_width)
        self._table = TableView()
        self._table.setAccessibleName(self.tr("Shapes of the arrays"))
        self._table.hovered.connect(self._on_hovered)
        self._note = Note()
        self.body.addWidget(self._table, 100)
        self.body.addWidget(self._note)
        self.body.addStretch(1)
        self._shown: Shapes | None = None
        self._used: frozenset[str] = frozenset()

    def _add_dial(self, label: str, name: str, high: int) -> GeometricDial:
        dial = GeometricDial(1, high, name)
        dial.began.connect(self.session.begin_gesture)
        dial.ended.connect(self.session.end_gesture)
        self.controls.add(label, dial)
        return dial

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("ShapesPanel", "Shapes")

    @classmethod
    def help(cls) -> str:
        return QCoreApplication.translate(
            "ShapesPanel",
            "How many rows and columns each array has: the table E, the sentence X with one "
            "row of E a word, the same sentence as one-hot rows, and the width of one vector. "
            "**Now** is the table and the sentence in use. **Try it** is what the dials say; "
            "they change nothing else. The marks show which of the vocabulary |V|, the length "
            "L and the width d a shape depends on; the ones that you change light up. Sizes in "
            "memory are for float32, four bytes a number.",
        )

    @staticmethod
    def content(state: State) -> Shapes:
        table = state.embeddings
        return Shapes(
            Sizes(table.size, len(state.tokens), table.width),
            Sizes(state.try_vocabulary, state.try_length, state.try_width),
        )

    @staticmethod
    def numbers(content: Shapes) -> Numbers:
        rows = []
        for group, sizes in (("now", content.now), ("try", content.tried)):
            for quantity in sizes.quantities:
                shape = quantity.shape if len(quantity.shape) == 2 else (1, *quantity.shape)
                rows.append((group, quantity.symbol, *shape, quantity.bytes))
        array = np.array([row[2:] for row in rows], dtype=np.int64)  # (8, 3)
        return Numbers(array, ("group", "quantity", "rows", "columns", "bytes"), rows)

    def summary(self, content: Shapes) -> str:
        parts = [self._in_words(content, row) for row in range(len(content.now.quantities))]
        return f"{self.title()}: " + "; ".join(parts)

    def show_content(self, content: Shapes) -> None:
        if self._shown is not None:
            used = content.now.changed_from(self._shown.now)
            self._used = used | content.tried.changed_from(self._shown.tried) or self._used
        self._shown = content
        self._vocabulary.show_value(content.tried.V)
        self._length.show_value(content.tried.L)
        self._width.show_value(content.tried.d)
        columns = (
            Column(self.tr("Quantity")),
            Column(self.tr("Now"), "number"),
            Column(self.tr("Try it"), "number", shape_text((MAX_VOCABULARY, MAX_VOCABULARY))),
            Column(self.tr("Depends on")),
        )
        pairs = zip(content.now.quantities, content.tried.quantities, strict=True)
        self._table.set_table(
            columns, [self._row(index, *pair) for index, pair in enumerate(pairs)]
        )
        self._table.setAccessibleDescription(self.summary(content))
        self._note.set_text(
            self.tr(
                "E has |V| × d numbers. **L is not in it: a longer text never makes the table "
                "larger.** Bytes are for float32, four a number."
            )
        )

    def _row(self, index: int, now: Quantity, tried: Quantity) -> tuple[Cell, ...]:
        marks = tuple(
            Mark(symbol, name in now.depends_on, name in self._used)
            for name, symbol in _SYMBOLS.items()
        )
        changes = self._used & now.depends_on
        return (
            Cell(self._names()[index]),
            Cell(shape_text(now.shape), bytes_text(now.bytes)),
            Cell(shape_text(tried.shape), bytes_text(tried.bytes), strong=bool(changes)),
            Cell("", self._effect(now), marks, strong=bool(changes)),
        )

    def _names(self) -> tuple[str, ...]:
        return (
            self.tr("Table E"),
            self.tr("This sequence X"),
            self.tr("One-hot of it"),
            self.tr("Width d"),
        )

    def _effect(self, quantity: Quantity) -> str:
        """What the sizes changed last did to a quantity; before that, what it depends on."""
        if not self._used:
            words = {"V": self.tr("vocabulary"), "L": self.tr("length"), "d": self.tr("width")}
            if quantity.depends_on == {"d"}:
                return self.tr("a design choice")
            return ", ".join(words[name] for name in _SYMBOLS if name in quantity.depends_on)
        changes = self._used & quantity.depends_on
        symbols = ", ".join(_SYMBOLS[name] for name in _SYMBOLS if name in (changes or self._used))
        if changes:
            return self.tr("changes with {symbols}").format(symbols=symbols)
        return self.tr("unchanged by {symbols}").format(symbols=symbols)

    def _in_words(self, content: Shapes, row: int) -> str:
        now, tried = content.now.quantities[row], content.tried.quantities[row]
        return self.tr("{name}: {now}, {now_bytes} · to try: {tried}, {tried_bytes}").format(
            name=self._names()[row],
            now=_product(now),
            now_bytes=bytes_text(now.bytes),
            tried=_product(tried),
            tried_bytes=bytes_text(tried.bytes),
        )

    def _on_hovered(self, row: int) -> None:
        shown = self._shown
        self.readout.emit("" if shown is None or row < 0 else self._in_words(shown, row))

    def _on_vocabulary(self, value: int) -> None:
        self.session.update(try_vocabulary=value)

    def _on_length(self, value: int) -> None:
        self.session.update(try_length=value)

    def _on_width(self, value: int) -> None:
        self.session.update(try_width=value)


def _product(quantity: Quantity) -> str:
    shape = shape_text(quantity.shape)
    return shape if len(quantity.shape) == 1 else f"{shape} = {grouped(quantity.values)}"

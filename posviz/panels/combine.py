"""Adding a position to a word or putting it beside it, before the same matrix."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from posviz.export import Numbers
from posviz.model.notation import grouped, shortened
from posviz.panels import combine_words as words
from posviz.panels.combine_content import Combine, content_of, numbers_of
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_LENGTH, MAX_SEED
from posviz.widgets.beside_layout import BesideLayout
from posviz.widgets.matrix_picture import MatrixPicture
from posviz.widgets.note import Note, spoken
from posviz.widgets.sum_strip import SumRow, SumStrip
from posviz.widgets.table_view import Cell, Column, TableView

_LEAST, _HEIGHT = 240, 150


class CombinePanel(Panel[Combine]):
    """x and p, the blocks of W, both products, and what the width costs."""

    id = "combine"
    uses = frozenset(
        {
            *("table", "tensor", "word_list", "token", "position", "dimension"),
            *("length", "width", "base", "layout", "seed"),
        }
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        tr = words.tr
        self._p = self.controls.add_number(
            "p", self._on_position, 0, MAX_LENGTH - 1, width=88, name=tr("Position p")
        )
        self._seed = self.controls.add_number(
            tr("seed"), self._on_seed, 0, MAX_SEED, name=tr("Seed of the weights W")
        )
        reset = QPushButton(tr("Reset"))
        reset.setToolTip(tr("Back to the first weights"))
        reset.clicked.connect(self._on_reset)
        self.controls.add("", reset)
        self._opening = Note(role="text", size=14)
        self._strip = SumStrip()
        self._strip.setAccessibleName(tr("Word, position and their sum"))
        self._strip.activated.connect(self._on_dimension)
        self._strip.hovered.connect(self._on_hovered)
        self._strip.stepped.connect(self._on_stepped)
        self._tied, self._free = (MatrixPicture(height=_HEIGHT) for _ in range(2))
        pictures = BesideLayout(least=_LEAST)
        for picture in (self._tied, self._free):
            part = QVBoxLayout()
            part.addWidget(picture)
            pictures.add_layout(part)
        self._tied.hovered.connect(self._on_tied_hovered)
        self._free.hovered.connect(self._on_free_hovered)
        self._colours = Note()
        self._products = TableView()
        self._products.setAccessibleName(tr("Products"))
        self._apart = Note(role="text")
        self._cost_title = Note(tr("**What the width costs**"), role="text")
        self._costs = TableView()
        self._costs.setAccessibleName(tr("Cost of a layer at d and at 2d"))
        for note in (self._opening, self._apart):
            self.body.addWidget(note)
        self.body.addWidget(self._strip)
        self.body.addLayout(pictures)
        for view in (self._colours, self._products, self._cost_title, self._costs):
            self.body.addWidget(view)
        self.body.addStretch(1)
        self._shown: Combine | None = None

    @classmethod
    def title(cls) -> str:
        return words.tr("Add or concatenate")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def content(state: State) -> Combine:
        return content_of(state)

    @staticmethod
    def numbers(content: Combine) -> Numbers:
        return numbers_of(content)

    def heading(self, content: Combine) -> str:
        return words.tr("Add or concatenate · x + p: {d} wide, [x; p]: {twice}").format(
            d=grouped(content.d), twice=grouped(2 * content.d)
        )

    def summary(self, content: Combine) -> str:
        text = spoken(words.opening(content), words.apart(content))
        return f"{self.heading(content)}. {text}"

    def show_content(self, content: Combine) -> None:
        self._shown = content
        self._p.setRange(0, max(content.length, len(self.session.state.tokens)) - 1)
        self._p.show_value(content.position)
        self._seed.show_value(content.seed)
        self._opening.set_text(words.opening(content))
        rows = (
            SumRow("", "x", shortened(content.token)),
            SumRow("+", "p", words.tr("pos {p}").format(p=grouped(content.position))),
            SumRow("=", "x + p", ""),
        )
        values = np.stack([content.x, content.p, content.x + content.p])  # (3, d)
        selected = content.dimension if content.dimension < content.d else -1
        self._strip.set_sum(values, rows, selected)
        self._show_caption()
        self._show_blocks(content)
        self._colours.set_text(words.colours(content))
        self._products.setVisible(content.known)
        _show_table(self._products, *words.product_table(content))
        self._apart.set_text(words.apart(content))
        _show_table(self._costs, *words.cost_table(content))

    def _show_blocks(self, content: Combine) -> None:
        first, second = content.weights * np.sqrt(content.d) / 2  # (2, n, d)
        names = (words.tr("output"), words.tr("place in [x; p]"))
        titles = (words.tr("[W W], two equal blocks"), words.tr("[W1 W2], W1 = W"))
        pictures = (self._tied, self._free)
        for picture, title, right in zip(pictures, titles, (first, second), strict=True):
            picture.show_matrix(np.concatenate([first, right], axis=1), title, names, parted=True)

    def _show_caption(self) -> None:
        content = self._shown
        if content is not None:
            hover = self._strip.hover
            column = min(content.dimension, content.d - 1) if hover < 0 else hover
            self._strip.set_caption(words.sum_text(content, column))

    def show_hover(self, hover: Hover) -> None:
        at = hover.dimension
        self._strip.light(at if at is not None and at < self._strip.columns else -1)
        self._show_caption()

    def _on_position(self, value: float) -> None:
        self.session.update(position=int(value))

    def _on_seed(self, value: float) -> None:
        self.session.update(seed=int(value))

    def _on_reset(self) -> None:
        self.session.update(seed=State().seed)

    def _on_dimension(self, dimension: int) -> None:
        if dimension < self.session.state.width:
            self.session.update(dimension=dimension)

    def _on_stepped(self, way: int) -> None:
        state = self.session.state
        last = max(state.length, len(state.tokens)) - 1
        self.session.update(position=min(max(state.position + way, 0), last))

    def _on_hovered(self, dimension: int) -> None:
        content = self._shown
        self._show_caption()
        if content is None or dimension < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        self.session.point_at(dimension=dimension)
        self.readout.emit(words.sum_text(content, dimension))

    def _on_tied_hovered(self, row: int, column: int) -> None:
        self._point_at_entry(row, column, tied=True)

    def _on_free_hovered(self, row: int, column: int) -> None:
        self._point_at_entry(row, column, tied=False)

    def _point_at_entry(self, row: int, column: int, *, tied: bool) -> None:
        content = self._shown
        if content is None or row < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        block, dimension = divmod(column, content.d)
        self.session.point_at(dimension=dimension)
        self.readout.emit(words.entry(content, 0 if tied else block, row, dimension))


def _show_table(view: TableView, columns: list[Column], rows: list[list[Cell]]) -> None:
    view.set_table(columns, rows)
    view.setAccessibleDescription("; ".join(", ".join(cell.text for cell in row) for row in rows))

"""How long words and positions are, and which of them decides what is near to z."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from posviz.export import Numbers
from posviz.model.notation import grouped, shortened
from posviz.panels import scale_words as words
from posviz.panels.panel import Panel
from posviz.panels.scale_content import Scale, content_of, is_known, numbers_of
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_FACTOR
from posviz.widgets.bar_list import BarList
from posviz.widgets.beside_layout import BesideLayout
from posviz.widgets.control_row import show_switch
from posviz.widgets.marked_dial import MarkedDial
from posviz.widgets.note import Note, spoken
from posviz.widgets.sum_strip import SumRow, SumStrip
from posviz.widgets.table_view import TableView

_LEAST = 270


class ScalePanel(Panel[Scale]):
    """The dial of s, lengths as bars, the sum, and the nearest to z."""

    id = "scale"
    uses = frozenset(
        {
            *("table", "tensor", "word_list", "text", "token", "position", "dimension"),
            *("length", "base", "layout", "scale", "factor", "dropout", "seed", "k"),
        }
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        tr = words.tr
        self._s = self.controls.add_number(
            "s", self._on_s, 0, MAX_FACTOR, decimals=3, width=92, name=tr("Factor s of x")
        )
        self._scale = self.controls.add_switch(tr("s with √d, as in the paper"), self._on_scale)
        self._dropout = self.controls.add_switch(tr("Dropout 0.1"), self._on_dropout)
        reset = QPushButton(tr("Reset"))
        reset.setToolTip(tr("Back to s = 1, without dropout"))
        reset.clicked.connect(self._on_reset)
        self.controls.add("", reset)
        self._dial = MarkedDial(MAX_FACTOR)
        self._dial.setAccessibleName(tr("Factor s of x"))
        self._dial.entered.connect(self._on_s)
        self._dial.marked.connect(self._on_mark)
        self._dial.began.connect(session.begin_gesture)
        self._dial.ended.connect(session.end_gesture)
        self._opening = Note(role="text", size=14)
        self._norms_title = Note(tr("**Lengths**, here and on average"), role="text")
        self._norms = BarList()
        self._norms.setAccessibleName(tr("Lengths of s·x and p"))
        self._near_title = Note(role="text")
        self._near = BarList()
        self._near.setAccessibleName(tr("Nearest to z"))
        self._near.activated.connect(self._on_near)
        self._near.hovered.connect(self._on_near_hovered)
        self._strip = SumStrip()
        self._strip.setAccessibleName(tr("Sum of the selected word"))
        self._strip.activated.connect(self._on_dimension)
        self._strip.hovered.connect(self._on_hovered)
        self._strip.stepped.connect(self._on_stepped)
        self._drop = Note(role="text")
        self._table = TableView()
        self._table.setAccessibleName(tr("Three values of s"))
        self._same = Note(role="text")
        self._candidates = Note()
        both = BesideLayout(least=_LEAST)
        for title, bars in ((self._norms_title, self._norms), (self._near_title, self._near)):
            part = QVBoxLayout()
            part.setSpacing(2)
            part.addWidget(title)
            part.addWidget(bars)
            part.addStretch(1)
            both.add_layout(part)
        self.body.addWidget(self._dial)
        self.body.addWidget(self._opening)
        self.body.addLayout(both)
        for view in (self._candidates, self._table, self._same, self._strip, self._drop):
            self.body.addWidget(view)
        self.body.addStretch(1)
        self._shown: Scale | None = None

    @classmethod
    def title(cls) -> str:
        return words.tr("Scale")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return not is_known(state)

    @staticmethod
    def content(state: State) -> Scale:
        return content_of(state)

    @staticmethod
    def numbers(content: Scale) -> Numbers:
        return numbers_of(content)

    def heading(self, content: Scale) -> str:
        return words.tr("Scale · z = s·x + p · s = {s}, √d = {root}").format(
            s=words.number(content.s), root=words.number(math.sqrt(content.width))
        )

    def summary(self, content: Scale) -> str:
        text = spoken(words.opening(content), words.same_word(content), words.dropout_text(content))
        return f"{self.heading(content)}. {text}"

    def show_content(self, content: Scale) -> None:
        self._shown = content
        root = math.sqrt(content.width)
        self._s.setRange(0, MAX_FACTOR * (root if content.scale else 1.0))
        self._s.show_value(content.s)
        show_switch(self._scale, content.scale)
        show_switch(self._dropout, content.dropout)
        marks = [(1.0, "1")] if content.width == 1 else [(1.0, "1"), (root, f"√{content.width}")]
        self._dial.show_value(content.s, marks)
        self._dial.setAccessibleDescription(words.number(content.s))
        self._opening.set_text(words.opening(content))
        bars, axis = words.norm_bars(content)
        self._norms.set_bars(bars, ("", words.tr("length")), axis)
        self._norms.setAccessibleDescription(
            ", ".join(f"{bar.label} {bar.columns[0]}" for bar in bars)
        )
        near = words.near_bars(content)
        title = words.tr("**Nearest to z**, by cosine") if near else ""
        self._near_title.set_text(title)
        self._near.setVisible(bool(near))
        self._near.set_bars(near, ("", words.tr("cosine")))
        self._near.setAccessibleDescription(
            ", ".join(f"{bar.label} {bar.columns[0]}" for bar in near)
        )
        self._candidates.set_text(words.candidates(content))
        columns, rows = words.trial_table(content)
        self._table.setVisible(content.known)
        self._table.set_table(columns, rows)
        self._table.setAccessibleDescription(
            "; ".join(", ".join(cell.text for cell in row) for row in rows)
        )
        self._same.set_text(words.same_word(content))
        self._show_strip(content)
        self._drop.set_text(words.dropout_text(content))

    def _show_strip(self, content: Scale) -> None:
        last = words.tr("dropout") if content.dropout else ""
        rows = (
            SumRow("", "s·x", shortened(content.token)),
            SumRow("+", "p", words.tr("pos {p}").format(p=grouped(content.position))),
            SumRow("=", "z", last),
        )
        selected = content.dimension if content.dimension < content.width else -1
        values = np.stack([content.rows[0], content.rows[1], content.dropped])  # (3, d)
        self._strip.set_sum(values, rows, selected)
        self._show_caption()

    def _show_caption(self) -> None:
        content = self._shown
        if content is not None:
            hover = self._strip.hover
            column = min(content.dimension, content.width - 1) if hover < 0 else hover
            self._strip.set_caption(words.sum_text(content, column))

    def show_hover(self, hover: Hover) -> None:
        content = self._shown
        if content is None:
            return
        at = hover.dimension
        self._strip.light(at if at is not None and at < content.width else -1)
        self._show_caption()
        pointed = (hover.token, hover.position)
        near = [(one.word, one.position) for one in content.now.near]
        self._near.light(near.index(pointed) if pointed in near else -1)

    def _on_s(self, s: float) -> None:
        shown = self._shown
        root = math.sqrt(shown.width) if shown is not None and shown.scale else 1.0
        self.session.update(factor=min(s / root, MAX_FACTOR))

    def _on_mark(self, mark: int) -> None:
        self.session.update(factor=1.0, scale=mark == 1)

    def _on_scale(self, on: bool) -> None:
        self.session.update(scale=on)

    def _on_dropout(self, on: bool) -> None:
        self.session.update(dropout=on)

    def _on_reset(self) -> None:
        start = State()
        self.session.update(scale=start.scale, factor=start.factor, dropout=start.dropout)

    def _on_near(self, row: int) -> None:
        content = self._shown
        if content is None:
            return
        near = content.now.near[row]
        if near.position < max(content.length, len(self.session.state.tokens)):
            self.session.update(position=near.position, token=near.word)

    def _on_near_hovered(self, row: int) -> None:
        if self._shown is None or row < 0:
            self.session.point_at()
            return
        near = self._shown.now.near[row]
        self.session.point_at(token=near.word, position=near.position)

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

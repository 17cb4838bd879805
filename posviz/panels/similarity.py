"""How alike any two positions are, and what queries and keys can make of it."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtWidgets import QPushButton

from posviz.export import Numbers, RowBlocks
from posviz.model.notation import grouped, signed, signed_whole
from posviz.panels.panel import Panel
from posviz.panels.similarity_content import Similarities, similarities_in, takes_long
from posviz.panels.similarity_dialog import TypeWeightsDialog
from posviz.panels.similarity_source import measure_text, tr
from posviz.panels.similarity_words import found_text
from posviz.panels.table_boxes import TableBoxes
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_SEED, StateError
from posviz.widgets.beside_or_below import BesideOrBelow
from posviz.widgets.control_row import show_choice
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.note import Note
from posviz.widgets.offset_curve import OffsetCurve

_ROWS_AT_A_TIME = 1 << 14
"""Each is a sum of up to thousands of waves; fewer at a time would be slower for each."""


class SimilarityPanel(Panel[Similarities]):
    """The L × L matrix of similarities and one row of it as a curve over the offset."""

    id = "similarity"
    uses = frozenset({"position", "offset", "length", "width", "base", "weights", "seed"}) | {
        "typed_q",
        "typed_k",
    }

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        controls = self.controls
        self._boxes = TableBoxes(controls, session, with_base=False)
        self._weights = controls.add_choice(
            "W",
            [
                ("identity", self.tr("none: rows themselves")),
                ("same", self.tr("random, W_Q = W_K")),
                ("turned", self.tr("W_K turns the pairs")),
                ("separate", self.tr("random W_Q and W_K")),
                ("typed", self.tr("typed W_Q and W_K")),
            ],
            self._on_weights,
        )
        self._weights.setAccessibleName(self.tr("What queries and keys are made with"))
        self._weights.setToolTip(self.tr("What queries and keys are made with"))
        self._seed = controls.add_number(
            self.tr("seed"), self._on_seed, 0, MAX_SEED, name=self.tr("Seed of the matrices")
        )
        self._type = QPushButton(self.tr("Type W…"))
        for name in (self._type.setAccessibleName, self._type.setToolTip):
            name(self.tr("Type W_Q and W_K"))
        self._type.clicked.connect(self._on_type)
        controls.add("", self._type)
        reset = QPushButton(self.tr("Reset"))
        reset.clicked.connect(self._on_reset)
        controls.add("", reset)
        self._view = HeatmapView(self.content(session.state).table)
        self._view.setAccessibleName(self.title())
        self._view.picked.connect(self._on_cell_picked)
        self._view.hovered.connect(self.readout)
        self._view.pointed.connect(self._on_pointed)
        self._curve = OffsetCurve()
        self._curve.setAccessibleName(self.tr("Similarity over the offset"))
        self._curve.picked.connect(self._on_offset_picked)
        self._curve.hovered.connect(self._on_offset_hovered)
        self._curve.drag_started.connect(session.begin_gesture)
        self._curve.drag_ended.connect(session.end_gesture)
        self._note = Note()
        both = BesideOrBelow(share=0.38)
        both.addWidget(self._view)
        both.addWidget(self._curve)
        self.body.addLayout(both, 1)
        self.body.addWidget(self._note)
        self._shown: Similarities | None = None

    @classmethod
    def title(cls) -> str:
        return tr("Similarity of positions")

    @classmethod
    def help(cls) -> str:
        return tr(
            "Each cell compares the encodings of two positions, i down and j across: the dot "
            "product of their rows, divided by d/2, which for even d is their cosine. The curve "
            "is the row of the selected position over the offset j − i; its faint part lies "
            "outside the table.\n\n"
            "PE(i) · PE(j) is the sum over all pairs of cos((j − i) w). So with even d it depends "
            "on the offset alone, and not on its sign: distance without direction (Yan et al. "
            "2019, TENER). You may have read that it falls steadily with distance; it does not.\n\n"
            "Attention compares q = PE(i) W_Q with k = PE(j) W_K (Vaswani et al. 2017). **W** "
            "shows what that can do. One random matrix for both spoils the pattern. A W_K that "
            "turns every pair as a step of s positions does keeps the pattern and gives it a "
            "direction. Two random matrices break it: only training makes something of them. They "
            "have d × h normal numbers of variance 1/d, h = 64 or d if that is less; the seed "
            "chooses which. For d up to 8 you can type W_Q and W_K, and see what yours do.\n\n"
            "Click a cell or use the arrows to select two positions; the wheel zooms, a drag "
            "moves, 0 or a double click shows everything. While only a part is in sight, a small "
            "map shows which: click or drag on it to go elsewhere; M hides it. Where cells or "
            "offsets share a pixel their exact mean is drawn. On the curve, a click or a drag "
            "chooses the offset; left "
            "and right go by one, Home and End to the ends of the table."
        )

    @staticmethod
    def takes_long(state: State) -> bool:
        return takes_long(state)

    @staticmethod
    def content(state: State) -> Similarities:
        return similarities_in(state)

    @staticmethod
    def numbers(content: Similarities) -> Numbers:
        values = RowBlocks(
            (content.similarity.length,),
            lambda rows: content.profile.at(np.arange(rows.start, rows.stop) + content.low),
            label=lambda row: (content.position, row, row - content.position),
            each=_ROWS_AT_A_TIME,
        )
        return values.numbers(("position", "other_position", "offset", "similarity"))

    def heading(self, content: Similarities) -> str:
        return tr("Similarity of positions · {measure}").format(
            measure=measure_text(content.similarity)
        )

    def summary(self, content: Similarities) -> str:
        return tr("{heading}. Position {i}, offset {offset}: {value}. {found}").format(
            heading=self.heading(content),
            i=grouped(content.position),
            offset=signed_whole(content.offset),
            value=signed(content.value, 6),
            found=found_text(content).replace("**", ""),
        )

    def show_content(self, content: Similarities) -> None:
        self._shown = content
        similarity = content.similarity
        self._boxes.show_values(similarity.width, similarity.length)
        show_choice(self._weights, similarity.weights)
        self._seed.show_value(self.session.state.seed)
        self.controls.set_shown(self._seed, similarity.weights not in ("identity", "typed"))
        self._view.show_table(content.table, content.position, content.position + content.offset)
        self._curve.show_curve(
            content.profile,
            max(similarity.length - 1, content.position),
            content.low,
            content.high,
            content.offset,
        )
        self._curve.setAccessibleDescription(self.summary(content))
        self._note.set_text(found_text(content))

    def show_hover(self, hover: Hover) -> None:
        self._view.light(hover.position, None)
        if self._shown is not None:
            at = hover.position
            self._curve.light(None if at is None else at - self._shown.position)

    def _on_weights(self, value: str) -> None:
        state = self.session.state
        try:
            self.session.update(weights=value)
        except StateError:  # no typed matrices fit this width
            show_choice(self._weights, state.weights)
            self._on_type()

    def _on_type(self) -> None:
        dialog = TypeWeightsDialog(self.session.state, self)
        dialog.accepted.connect(partial(self._on_typed, dialog))
        dialog.open()

    def _on_typed(self, dialog: TypeWeightsDialog) -> None:
        self.session.update(**dialog.changes)

    def _on_seed(self, value: float) -> None:
        self.session.update(seed=int(value))

    def _on_reset(self) -> None:
        start = State()
        self._view.show_whole()
        self._curve.show_whole()
        self.session.update(offset=start.offset, weights=start.weights, seed=start.seed)

    def _on_cell_picked(self, row: int, column: int) -> None:
        self.session.update(position=row, offset=column - row)

    def _on_pointed(self, row: int, column: int) -> None:
        if row < 0:
            self.session.point_at()
        else:
            self.session.point_at(position=row)

    def _on_offset_picked(self, offset: int) -> None:
        self.session.update(offset=offset)

    def _on_offset_hovered(self, offset: int | None) -> None:
        shown = self._shown
        if offset is None or shown is None:
            self.session.point_at()
            self.readout.emit("")
            return
        other = shown.position + offset
        self.session.point_at(position=other)
        self.readout.emit(shown.table.cell_text(shown.position, other))

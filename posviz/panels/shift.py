"""One matrix of rotations moves any position on by k: M_k, at work on the selected row."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QPushButton

from posviz.export import Numbers
from posviz.model.notation import grouped
from posviz.panels import shift_words as words
from posviz.panels.panel import Panel
from posviz.panels.shift_content import Shift, content_of, is_known, numbers_of
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_LENGTH, MAX_SHIFT
from posviz.widgets.note import Note, spoken
from posviz.widgets.rotation_blocks import RotationBlocks
from posviz.widgets.sum_strip import SumRow, SumStrip
from posviz.widgets.table_view import TableView


class ShiftPanel(Panel[Shift]):
    """M_k as blocks, the rows before and after, and the fit to learned rows."""

    id = "shift"
    uses = frozenset(
        {"shift", "position", "dimension", "pair", "length", "width", "base", "layout"}
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._k = self.controls.add_number(
            "k", self._on_shift, -MAX_SHIFT, MAX_SHIFT, width=82, name=self.tr("Shift k")
        )
        self._p = self.controls.add_number(
            "p", self._on_position, 0, MAX_LENGTH - 1, width=88, name=self.tr("Position p")
        )
        reset = QPushButton(self.tr("Reset"))
        reset.setToolTip(self.tr("Back to k = 1"))
        reset.clicked.connect(self._on_reset)
        self.controls.add("", reset)
        self._opening = Note(role="text", size=14)
        self._matrix = RotationBlocks()
        self._matrix.setAccessibleName(self.tr("Matrix M_k"))
        self._matrix.activated.connect(self._on_pair)
        self._matrix.hovered.connect(self._on_entry_hovered)
        self._layout_note = Note()
        self._rows = SumStrip()
        self._rows.setAccessibleName(self.tr("Rows p and p + k"))
        self._rows.activated.connect(self._on_dimension)
        self._rows.hovered.connect(self._on_hovered)
        self._rows.stepped.connect(self._on_stepped)
        self._place = Note()
        self._differences = Note(role="text")
        self._lone = Note(role="text")
        self._contrast_title = Note(role="text")
        self._contrast = TableView()
        self._contrast.setAccessibleName(self.tr("One matrix fitted to learned positions"))
        self._contrast_note = Note()
        self.body.addWidget(self._opening)
        self.body.addWidget(self._matrix, 100)
        for view in (
            *(self._layout_note, self._rows, self._place, self._differences, self._lone),
            *(self._contrast_title, self._contrast, self._contrast_note),
        ):
            self.body.addWidget(view)
        self.body.addStretch(1)
        self._shown: Shift | None = None

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("ShiftPanel", "Shift")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return not is_known(state)

    @staticmethod
    def content(state: State) -> Shift:
        return content_of(state)

    @staticmethod
    def numbers(content: Shift) -> Numbers:
        return numbers_of(content)

    def heading(self, content: Shift) -> str:
        return self.tr("Shift · k = {k}, position {p} → {target}").format(
            k=grouped(content.shift),
            p=grouped(content.position),
            target=grouped(content.position + content.shift),
        )

    def summary(self, content: Shift) -> str:
        text = spoken(words.opening(content), words.differences(content), words.lone(content))
        return f"{self.heading(content)}. {text}"

    def show_content(self, content: Shift) -> None:
        self._shown = content
        self._k.show_value(content.shift)
        last = max(content.length, len(self.session.state.tokens)) - 1
        self._p.setRange(0, last)
        self._p.show_value(content.position)
        self._opening.set_text(words.opening(content))
        self._matrix.set_rotations(
            content.angles, content.width, content.dimension_at, content.pair
        )
        self._matrix.setAccessibleDescription(spoken(words.opening(content)))
        self._layout_note.set_text(words.layout(content))
        p, k = grouped(content.position), grouped(content.position + content.shift)
        labels = (
            SumRow("", "PE(p)", f"p = {p}"),
            SumRow("", "M_k PE(p)", ""),
            SumRow("", "PE(p+k)", f"p+k = {k}"),
        )
        self._rows.set_sum(content.rows, labels, content.dimension)
        self._show_caption()
        self._place.set_text(words.place(content))
        self._differences.set_text(words.differences(content))
        self._lone.set_text(words.lone(content))
        self._show_contrast(content)

    def _show_caption(self) -> None:
        content = self._shown
        if content is not None:
            hover = self._rows.hover
            self._rows.set_caption(
                words.sum_text(content, content.dimension if hover < 0 else hover)
            )

    def _show_contrast(self, content: Shift) -> None:
        self._contrast_title.set_text(words.contrast_opening(content))
        found = content.contrast
        self._contrast.setVisible(found is not None)
        if found is None:
            self._contrast_note.set_text("")
            return
        columns, rows = words.contrast_table(found)
        self._contrast.set_table(columns, rows)
        self._contrast.setAccessibleDescription(
            "; ".join(", ".join(cell.text for cell in row) for row in rows)
        )
        self._contrast_note.set_text(words.contrast_note(found))

    def show_hover(self, hover: Hover) -> None:
        inside = hover.dimension is not None and hover.dimension < self._rows.columns
        self._rows.light(hover.dimension if inside and hover.dimension is not None else -1)
        self._show_caption()

    def _on_shift(self, value: float) -> None:
        self.session.update(shift=int(value))

    def _on_position(self, value: float) -> None:
        self.session.update(position=int(value))

    def _on_reset(self) -> None:
        self.session.update(shift=State().shift)

    def _on_pair(self, pair: int) -> None:
        self.session.update(pair=pair)

    def _on_dimension(self, dimension: int) -> None:
        self.session.update(dimension=dimension)

    def _on_stepped(self, way: int) -> None:
        state = self.session.state
        last = max(state.length, len(state.tokens)) - 1
        self.session.update(position=min(max(state.position + way, 0), last))

    def _on_entry_hovered(self, row: int, column: int) -> None:
        content = self._shown
        self.readout.emit("" if content is None or row < 0 else words.entry(content, row, column))

    def _on_hovered(self, dimension: int) -> None:
        content = self._shown
        self._show_caption()
        if content is None or dimension < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        self.session.point_at(dimension=dimension)
        self.readout.emit(words.sum_text(content, dimension))

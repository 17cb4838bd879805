"""The same table in three orders of columns, one of them with frequencies of its own."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QPushButton

from posviz.export import Numbers
from posviz.model.notation import grouped
from posviz.panels import layouts_words as words
from posviz.panels.layouts_content import Layouts, content_of, numbers_of, takes_long
from posviz.panels.panel import Panel
from posviz.panels.table_boxes import TableBoxes
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.note import Note, spoken
from posviz.widgets.table_pictures import Picture, TablePictures
from posviz.widgets.table_view import TableView


class LayoutsPanel(Panel[Layouts]):
    """Three heat maps with the selected dimension outlined in each, and its numbers."""

    id = "layouts"
    uses = frozenset({"position", "dimension", "pair", "length", "width", "base", "layout"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        controls = self.controls
        self._boxes = TableBoxes(controls, session)
        reset = QPushButton(self.tr("Reset"))
        reset.clicked.connect(self._on_reset)
        controls.add("", reset)
        self._opening = Note(role="text")
        self._trap = Note(role="text")
        self._tables = TablePictures()
        self._tables.setAccessibleName(self.tr("The table in three layouts"))
        self._tables.activated.connect(self._on_activated)
        self._tables.hovered.connect(self._on_hovered)
        self._limits = Note()
        self._numbers = TableView()
        self._numbers.setAccessibleName(self.tr("The selected dimension in each table"))
        self.body.addWidget(self._opening)
        self.body.addWidget(self._trap)
        self.body.addWidget(self._tables, 100)
        self.body.addWidget(self._limits)
        self.body.addWidget(self._numbers)
        self.body.addStretch(1)
        self._shown: Layouts | None = None

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("LayoutsPanel", "Layouts")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return takes_long(state)

    @staticmethod
    def content(state: State) -> Layouts:
        return content_of(state)

    @staticmethod
    def numbers(content: Layouts) -> Numbers:
        return numbers_of(content)

    def heading(self, content: Layouts) -> str:
        return self.tr("Layouts · dim {paper} is dim {halves} and dim {timing}").format(
            paper=grouped(content.columns[0]),
            halves=grouped(content.columns[1]),
            timing=grouped(content.columns[2]),
        )

    def summary(self, content: Layouts) -> str:
        text = spoken(words.opening(content), words.trap(content))
        return f"{self.heading(content)}. {text}"

    def show_content(self, content: Layouts) -> None:
        self._shown = content
        self._boxes.show_values(content.width, content.length, content.base)
        self._opening.set_text(words.opening(content))
        self._trap.set_text(words.trap(content))
        pictures = [
            Picture(name, table, column)
            for name, table, column in zip(
                words.names(), content.tables, content.columns, strict=True
            )
        ]
        row = content.position if content.position < content.compared else -1
        self._tables.set_tables(pictures, row)
        self._tables.setAccessibleDescription(self.heading(content))
        self._limits.set_text(words.limits(content))
        columns, rows = words.table(content)
        self._numbers.set_table(columns, rows)
        self._numbers.setAccessibleDescription(
            "; ".join(", ".join(cell.text for cell in row) for row in rows)
        )

    def show_hover(self, hover: Hover) -> None:
        content, dimension = self._shown, hover.dimension
        if content is None:
            return
        inside = dimension is not None and dimension < content.width
        columns = content.columns_of(dimension) if inside and dimension is not None else (-1,) * 3
        self._tables.light(-1 if hover.position is None else hover.position, columns)

    def _on_reset(self) -> None:
        start = State()
        self.session.update(width=start.width, length=start.length, base=start.base)

    def _on_activated(self, table: int, row: int, column: int) -> None:
        content = self._shown
        if content is not None:
            self.session.update(position=row, dimension=content.dimension_of(table, column))

    def _on_hovered(self, table: int, row: int, column: int) -> None:
        content = self._shown
        if content is None or table < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        self.session.point_at(position=row, dimension=content.dimension_of(table, column))
        self.readout.emit(words.cell(content, table, row, column))

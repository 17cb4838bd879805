"""The classic wrong implementations of the positional table, each beside the right one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from posviz.export import Numbers
from posviz.model.notation import grouped
from posviz.panels import bug_zoo_words as words
from posviz.panels.bug_zoo_content import BugZoo, content_of, numbers_of, takes_long
from posviz.panels.panel import Panel
from posviz.panels.table_boxes import TableBoxes
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.beside_layout import BesideLayout
from posviz.widgets.control_row import show_choice
from posviz.widgets.heatmap_axis import Sight
from posviz.widgets.note import Note, spoken
from posviz.widgets.offset_curve import OffsetCurve
from posviz.widgets.table_pictures import Picture, TablePictures
from posviz.widgets.table_view import TableView

_LEAST, _HEIGHT = 380, 170


class BugZooPanel(Panel[BugZoo]):
    """Right and wrong table, what gives the wrong one away, and a test that catches it."""

    id = "bug_zoo"
    uses = frozenset({"bug", "position", "dimension", "offset", "length", "width", "base"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        controls = self.controls
        self._bug = controls.add_choice(self.tr("Bug"), words.names(), self._on_bug)
        self._boxes = TableBoxes(controls, session)
        reset = QPushButton(self.tr("Reset"))
        reset.clicked.connect(self._on_reset)
        controls.add("", reset)
        self._opening = Note(role="text")
        self._tables = TablePictures(height=_HEIGHT)
        self._tables.setAccessibleName(self.tr("The right and the wrong table"))
        self._tables.activated.connect(self._on_activated)
        self._tables.hovered.connect(self._on_hovered)
        self._limits = Note()
        self._verdict = Note(role="text")
        self._numbers = TableView()
        self._numbers.setAccessibleName(self.tr("What gives it away"))
        self._test_title = Note()
        self._test = Note(role="text", mono=True)
        self._curve_title = Note(role="text")
        self._curve = OffsetCurve(names=(self.tr("right"), self.tr("wrong")))
        self._curve.setAccessibleName(self.tr("Similarity over the offset, right and wrong"))
        self._curve.picked.connect(self._on_offset)
        self._curve.hovered.connect(self._on_offset_hovered)
        self._curve.drag_started.connect(session.begin_gesture)
        self._curve.drag_ended.connect(session.end_gesture)
        below = BesideLayout(least=_LEAST)
        for views in (
            (self._verdict, self._numbers, self._test_title, self._test),
            (self._curve_title, self._curve),
        ):
            part = QVBoxLayout()
            part.setSpacing(5)
            for view in views:
                part.addWidget(view, int(view is self._curve))
            below.add_layout(part)
        self.body.addWidget(self._opening)
        self.body.addWidget(self._tables, 100)
        self.body.addWidget(self._limits)
        self.body.addLayout(below)
        self.body.addStretch(1)
        self._shown: BugZoo | None = None
        self._sight = (-1, -1)

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("BugZooPanel", "Bug zoo")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return takes_long(state)

    @staticmethod
    def content(state: State) -> BugZoo:
        return content_of(state)

    @staticmethod
    def numbers(content: BugZoo) -> Numbers:
        return numbers_of(content)

    def heading(self, content: BugZoo) -> str:
        return self.tr("Bug zoo · {name}: flat columns {flat}, should be {right}").format(
            name=words.name_of(content.bug),
            flat=grouped(content.found.flat),
            right=grouped(content.found.flat_right),
        )

    def summary(self, content: BugZoo) -> str:
        text = spoken(words.opening(content), words.verdict(content))
        return f"{self.heading(content)}. {text}"

    def show_content(self, content: BugZoo) -> None:
        self._shown = content
        show_choice(self._bug, content.bug)
        self._boxes.show_values(content.width, content.length, content.base)
        self._opening.set_text(words.opening(content))
        pictures = (
            Picture(self.tr("Right"), content.right, content.dimension),
            Picture(self.tr("Wrong"), content.wrong, content.dimension),
        )
        row = content.position if content.position < content.compared else -1
        self._tables.set_tables(pictures, row)
        self._tables.setAccessibleDescription(
            words.cell(content, content.position, content.dimension)
        )
        self._limits.set_text(words.limits(content))
        self._verdict.set_text(words.verdict(content))
        columns, rows = words.table(content)
        self._numbers.set_table(columns, rows)
        self._numbers.setAccessibleDescription(
            "; ".join(", ".join(cell.text for cell in row) for row in rows)
        )
        self._curve_title.set_text(words.curve_title(content))
        self._show_curve(content)
        self._test_title.set_text(words.test_title(content))
        self._test.set_text(words.test_lines(content))

    def _show_curve(self, content: BugZoo) -> None:
        position, last = content.position, content.compared - 1
        reach = max(last, position)
        low, high = -position, last - position
        self._curve.show_curve(
            content.right_curve, reach, low, high, content.offset, content.wrong_curve
        )
        self._curve.setAccessibleDescription(words.offset_text(content, content.offset))
        if (position, last) != self._sight:
            # Half of the offsets or more have no position: those that have one fill the plot.
            self._sight = position, last
            self._curve.look_at(Sight(2 * reach + 1, low + reach, last + 1))

    def show_hover(self, hover: Hover) -> None:
        position = -1 if hover.position is None else hover.position
        dimension = -1 if hover.dimension is None else hover.dimension
        self._tables.light(position, (dimension, dimension))
        shown = self._shown
        self._curve.light(position - shown.position if shown and position >= 0 else None)

    def _on_bug(self, value: str) -> None:
        self.session.update(bug=value)

    def _on_reset(self) -> None:
        start = State()
        self.session.update(bug=start.bug, width=start.width, length=start.length, base=start.base)

    def _on_activated(self, _table: int, row: int, column: int) -> None:
        self.session.update(position=row, dimension=column)

    def _on_hovered(self, table: int, row: int, column: int) -> None:
        content = self._shown
        if content is None or table < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        self.session.point_at(position=row, dimension=column)
        self.readout.emit(words.cell(content, row, column))

    def _on_offset(self, offset: int) -> None:
        self.session.update(offset=offset)

    def _on_offset_hovered(self, offset: int | None) -> None:
        content = self._shown
        if content is None or offset is None:
            self.session.point_at()
            self.readout.emit("")
            return
        self.session.point_at(position=content.position + offset)
        self.readout.emit(words.offset_text(content, offset))

"""The one flow on which every object of the program has its place, from text to output."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from posviz.export import ExportError, Numbers
from posviz.model.attention import Part, Pass
from posviz.panels import find_panel, forward_pass
from posviz.panels import pipeline_words as words
from posviz.panels.head_boxes import HeadBoxes
from posviz.panels.panel import Panel
from posviz.panels.pipeline_content import SQUARE, WEIGHTS, Pipeline, part_named, pipeline_in
from posviz.panels.pipeline_flow import (
    links_of,
    marks_of_key,
    marks_of_selection,
    marks_of_word,
    node_named,
    nodes_of,
)
from posviz.panels.pipeline_origin import origin
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.beside_or_below import BesideOrBelow
from posviz.widgets.flow_chart import FlowChart
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.matrix_source import MatrixTable
from posviz.widgets.note import Note, spoken
from posviz.widgets.text_sized import follow_text_size

_LEAST_DETAIL = 190.0
"""Height in which the notes beside the matrix can be read."""
_NOTHING = MatrixTable("", np.zeros((1, 1)), (-1.0, 1.0), "", "")


class PipelinePanel(Panel[Pipeline]):
    """The picture of the whole way, and below it the selected matrix large."""

    id = "pipeline"
    uses = forward_pass.USES | {"part", "position", "offset", "dimension"}

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._boxes = HeadBoxes(self.controls, session)
        self._opening = Note()
        self._flow = FlowChart()
        self._flow.setAccessibleName(words.tr("The way from the text to the output"))
        self._flow.activated.connect(self._on_node)
        self._flow.opened.connect(self._on_opened)
        self._flow.pointed.connect(self._on_flow_pointed)
        self._view = HeatmapView(_NOTHING)
        follow_text_size(self._view, self._view.setMinimumHeight, _LEAST_DETAIL)
        self._view.picked.connect(self._on_picked)
        self._view.pointed.connect(self._on_view_pointed)
        self._name, self._from = Note(role="text", size=14), Note(role="text")
        self._open = QPushButton()
        self._open.clicked.connect(self._on_open)
        notes = QVBoxLayout()
        notes.addWidget(self._from)
        notes.addStretch(1)
        notes.addWidget(self._open, 0, Qt.AlignmentFlag.AlignLeft)
        detail = BesideOrBelow(share=0.36)
        detail.addWidget(self._view)
        detail.add_layout(notes)
        self.body.addWidget(self._opening)
        self.body.addWidget(self._flow, 5)
        self.body.addWidget(self._name)
        self.body.addLayout(detail, 4)
        self._shown: Pipeline | None = None
        self._drawn: tuple[Pass, str, int] | None = None
        self._node = ""
        self._cell = (0, 0)
        self._pointing = False

    @classmethod
    def title(cls) -> str:
        return words.tr("Pipeline")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return forward_pass.takes_long(state)

    @staticmethod
    def content(state: State) -> Pipeline:
        return pipeline_in(state)

    @staticmethod
    def numbers(content: Pipeline) -> Numbers:
        part = content.part
        matrix = content.matrix(part)
        if matrix is None:
            raise ExportError(words.missing(content, part))
        columns = list(map(str, range(matrix.shape[1])))
        if part in WEIGHTS:
            lines = ([index, *row] for index, row in enumerate(matrix.tolist()))
            return Numbers(matrix, ("dimension", *columns), lines)
        if part in SQUARE:
            columns = [f"{place} {word}" for place, word in enumerate(content.words)]
        rows = (
            [place, word, *row]
            for place, (word, row) in enumerate(zip(content.words, matrix.tolist(), strict=True))
        )
        return Numbers(matrix, ("position", "token", *columns), rows)

    def heading(self, content: Pipeline) -> str:
        return words.heading(content)

    def summary(self, content: Pipeline) -> str:
        part = content.part
        if content.matrix(part) is None:
            return spoken(f"{self.heading(content)}.", words.missing(content, part))
        said = words.full_name(content, part)
        return spoken(f"{self.heading(content)}.", words.opening(content), f"{said}.")

    def show_content(self, content: Pipeline) -> None:
        before, self._shown = self._shown, content
        self._boxes.show_values(self.session.state)
        if before is None or before.part != content.part:
            self._node = ""
        if before is None or before.dimension != content.dimension or before.part != content.part:
            self._cell = (content.dimension, content.dimension)
        self._opening.set_text(words.opening(content))
        # What is selected changes neither nodes nor arrows, and to place them takes time.
        drawn = content.found, content.text, content.length
        if drawn != self._drawn:
            self._drawn = drawn
            self._flow.show_flow(nodes_of(content), links_of(content), "Z")
        self._show_node()

    def _show_node(self) -> None:
        """Show the selected node large, and what it is."""
        content = self._shown
        if content is None:
            return
        node = node_named(self._node) or content.part
        part = part_named(node)
        table = None if part is None else words.table_of(content, part)
        self._flow.select(node, marks_of_selection(content), marks_of_key(content))
        self._view.setVisible(table is not None)
        if part is not None and table is not None:
            row, column = self._selected(content, part, table)
            self._view.show_table(table, row, column)
            self._view.setAccessibleName(spoken(words.full_name(content, part)))
        if part is not None and content.matrix(part) is None:
            self._name.set_text(words.missing(content, part))
        else:
            said = words.full_name(content, node), words.not_this(content, node)
            notes = words.key_note(content, node), words.level_note(content, node)
            text = f"{said[0]}. {said[1]} {''.join(notes)}"
            self._name.set_text(text.strip())
        self._open.setText(
            words.tr("Open {panel}").format(panel=find_panel(words.panel_of(content, node)).title())
        )
        self._say_origin()

    def _selected(self, content: Pipeline, part: Part, table: MatrixTable) -> tuple[int, int]:
        """The row and the column of a matrix that are selected; those of W are this panel's own."""
        if part in SQUARE:
            return content.position, content.key
        row = min(self._cell[0], table.rows - 1) if part in WEIGHTS else content.position
        return row, min(self._cell[1], table.columns - 1)

    def _say_origin(self) -> None:
        """Say where the selected number comes from, while none is pointed at."""
        content = self._shown
        part = None if content is None or self._node else content.part
        table = None if content is None or part is None else words.table_of(content, part)
        text = ""
        if content is not None and part is not None and table is not None:
            row, column = self._selected(content, part, table)
            inside = 0 <= row < table.rows and 0 <= column < table.columns
            text = origin(content, part, row, column).text if inside else words.hint()
        self._from.set_text(text)
        self._flow.light({})

    def show_hover(self, hover: Hover) -> None:
        content = self._shown
        if self._pointing or content is None:
            return
        at = hover.position
        self._flow.light({} if at is None else marks_of_word(content, at))
        if content.part not in WEIGHTS:
            self._view.light(at, None)

    def _point_at(self, node: str, row: int, column: int) -> None:
        """Say where a number under the pointer comes from, and light up what it is made of."""
        content, part = self._shown, part_named(node)
        self._pointing = row >= 0
        if content is None or part is None or row < 0:
            self.session.point_at()
            self._say_origin()
            self.readout.emit(self._said_of(node))
            return
        found = origin(content, part, row, column)
        self.session.point_at(position=None if part in WEIGHTS else row)
        self._from.set_text(found.text)
        self._flow.light(found.marks)
        self.readout.emit(spoken(found.text))

    def _said_of(self, name: str) -> str:
        """What an object is, for the status bar."""
        node = node_named(name)
        if self._shown is None or node is None:
            return ""
        return spoken(words.full_name(self._shown, node))

    def _on_flow_pointed(self, node: str, row: int, column: int) -> None:
        self._point_at(node, row, column)

    def _on_view_pointed(self, row: int, column: int) -> None:
        if self._shown is not None:
            self._point_at(self._shown.part if row >= 0 else "", row, column)

    def _on_node(self, node: str) -> None:
        part = part_named(node)
        self._node = "" if part is not None else node
        if part is not None:
            self.session.update(part=part)
        self._show_node()

    def _on_picked(self, row: int, column: int) -> None:
        if self._shown is None:
            return
        part, state = self._shown.part, self.session.state
        self._cell = (row, column)
        if part in SQUARE:
            self.session.update(position=row, offset=column - row)
        elif part not in WEIGHTS:
            inside = {"dimension": column} if column < state.width else {}
            self.session.update(position=row, **inside)
        self._cell = (row, column)
        self._show_node()

    def _on_opened(self, node: str) -> None:
        found = node_named(node)
        if self._shown is not None and found is not None:
            self.wanted_panel.emit(words.panel_of(self._shown, found))

    def _on_open(self) -> None:
        if self._shown is not None:
            self._on_opened(self._node or self._shown.part)

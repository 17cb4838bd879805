"""One head of attention: its scores, weights and outputs, and one of each taken apart."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from posviz.export import Numbers
from posviz.model.notation import grouped, signed
from posviz.panels import attention_words as words
from posviz.panels.attention_apart import OutputParts, ScoreParts, output_parts, score_parts
from posviz.panels.attention_content import TERMS, Attention, attention_of, row_numbers
from posviz.panels.attention_views import matrices, output_rows, score_rows, terms_of
from posviz.panels.forward_pass import USES, takes_long
from posviz.panels.head_boxes import HeadBoxes
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.beside_layout import BesideLayout
from posviz.widgets.cell_rows import CellRows
from posviz.widgets.control_row import show_choice
from posviz.widgets.labelled_map import LabelledMap
from posviz.widgets.note import Note, spoken
from posviz.widgets.term_box import SUM, TermBox


class AttentionPanel(Panel[Attention]):
    """Three linked heat maps over one score and one output in full."""

    id = "attention"
    uses = USES | {"position", "offset", "term"}

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        tr = words.tr
        self._boxes = HeadBoxes(self.controls, session)
        self._term = self.controls.add_choice(
            tr("show"),
            [("all", tr("whole scores")), *((term, words.term_name(term)) for term in TERMS)],
            self._on_term,
        )
        self._term.setAccessibleName(tr("Part of the scores that their map shows"))
        self._scores, self._weights, self._outputs = (
            self._map(name) for name in (tr("Scores"), tr("Weights A"), tr("Outputs"))
        )
        maps = BesideLayout(least=190, spacing=18)
        for view in (self._scores, self._weights, self._outputs):
            maps.addWidget(view)
        self._hint = Note(role="text", size=14)
        self._score_title, self._output_title = Note(role="text"), Note(role="text")
        self._score_rows, self._output_rows = CellRows(), CellRows()
        self._score_rows.setAccessibleName(tr("Dot product of q and k"))
        self._score_rows.hovered.connect(self._on_product)
        self._output_rows.setAccessibleName(tr("Weighted rows of v and their sum"))
        self._output_rows.hovered.connect(self._on_weighted)
        self._output_rows.activated.connect(self._on_weighted_chosen)
        self._sums = [Note(role="text", size=12, mono=True) for _ in range(3)]
        self._turned, self._twin = Note(), Note(role="text")
        self._terms_title, self._terms_text = Note(role="text"), Note()
        self._notes = (
            *(self._score_title, self._output_title, self._turned, self._twin),
            *(self._terms_title, *self._sums),
        )
        self._box = TermBox()
        self._box.setAccessibleName(tr("Four terms of the score"))
        self._box.activated.connect(self._on_box)
        self._box.hovered.connect(self._on_box_hovered)
        self.body.addWidget(self._hint)
        self.body.addLayout(maps, 1)
        parts = BesideLayout(least=380)
        parts.add_layout(
            _column(
                *(self._score_title, self._score_rows, *self._sums, self._turned),
                *(self._terms_title, self._box),
            )
        )
        parts.add_layout(
            _column(self._output_title, self._output_rows, self._twin, self._terms_text)
        )
        self.body.addLayout(parts)
        self._shown: Attention | None = None
        self._parts: tuple[ScoreParts, OutputParts] | None = None

    def _map(self, name: str) -> LabelledMap:
        view = LabelledMap()
        view.setAccessibleName(name)
        view.picked.connect(self._on_picked)
        view.hovered.connect(self._on_pointed)
        view.drag_started.connect(self.session.begin_gesture)
        view.drag_ended.connect(self.session.end_gesture)
        return view

    @classmethod
    def title(cls) -> str:
        return words.tr("Attention")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return takes_long(state)

    @staticmethod
    def content(state: State) -> Attention:
        return attention_of(state)

    @staticmethod
    def numbers(content: Attention) -> Numbers:
        names, numbers = row_numbers(content)
        rows = ((int(line[0]), content.words[int(line[0])], *line[1:]) for line in numbers.tolist())
        return Numbers(numbers, (names[0], "token", *names[1:]), rows)

    def heading(self, content: Attention) -> str:
        return words.heading(content)

    def summary(self, content: Attention) -> str:
        notes = [words.nothing_selected(content), words.unread(content)]
        if content.query >= 0:
            parts = score_parts(content, content.query, content.key)
            notes += [
                f"{words.score_title(content, parts)}:",
                words.score_text(content, parts),
                words.weight_text(parts),
            ]
        return f"{words.heading(content)}. {spoken(*notes)}"

    def show_content(self, content: Attention) -> None:
        self._shown = content
        self._boxes.show_values(self.session.state)
        show_choice(self._term, content.term)
        self.controls.set_shown(self._term, content.views.terms is not None)
        self._show_maps(content)
        hint = " ".join(filter(None, (words.nothing_selected(content), words.unread(content))))
        self._hint.set_text(hint)
        self._terms_text.set_text(words.terms_text(content) if content.length else "")
        self._show_parts(content.query, content.key)

    def _show_maps(self, content: Attention) -> None:
        for view in (self._scores, self._weights, self._outputs):
            view.setVisible(bool(content.length))
        scores, weights, outputs = matrices(content)
        self._scores.show_matrix(scores, content.query, content.key)
        self._weights.show_matrix(weights, content.query, content.key)
        self._outputs.show_matrix(outputs, content.query, -1)

    def _show_parts(self, query: int, key: int) -> None:
        """Take a score and an output apart, the selected ones or those under the pointer."""
        content = self._shown
        assert content is not None
        whole = query >= 0
        for view in (self._score_rows, self._output_rows):
            view.setVisible(whole)
        if not whole:
            self._parts = None
            for note in self._notes:
                note.set_text("")
            self._box.setVisible(False)
            return
        score = score_parts(content, query, key)
        output = output_parts(content, query, key)
        self._parts = score, output
        self._score_title.set_text(words.score_title(content, score))
        self._score_rows.set_rows(score_rows(content, score), content.views.row_level)
        sums = (
            words.dot_text(score),
            words.score_text(content, score),
            words.weight_text(score),
        )
        for note, text in zip(self._sums, sums, strict=True):
            note.set_text(text)
        self._turned.set_text(words.turned_text(content, score))
        self._output_title.set_text(words.output_title(content, output))
        self._twin.set_text(words.twin_text(content, output))
        self._output_rows.set_rows(output_rows(content, output, key), content.views.value_level)
        self._show_terms(content, score)

    def _show_terms(self, content: Attention, score: ScoreParts) -> None:
        terms = None if score.seen.startswith("no ") else score.terms
        self._box.setVisible(terms is not None)
        if terms is None:
            self._terms_title.set_text("")
            return
        self._terms_title.set_text(words.terms_title(score))
        self._box.show_terms(
            terms_of(content, score),
            SUM if content.term == "all" else TERMS.index(content.term),
        )

    def show_hover(self, hover: Hover) -> None:
        row = -1 if hover.position is None else hover.position
        for view in (self._scores, self._weights, self._outputs):
            view.light(row, -1)

    def _on_pointed(self, row: int, column: int) -> None:
        view, content = self.sender(), self._shown
        if content is None:
            return
        if row < 0:
            self.session.point_at()
            self.readout.emit("")
            self._show_parts(content.query, content.key)
            return
        self.session.point_at(position=row)
        assert isinstance(view, LabelledMap)
        self.readout.emit(view.cell_text(row, column))
        on_outputs = view is self._outputs
        key = max(content.key, 0) if on_outputs else column
        self._light(row, -1 if on_outputs else key)
        if content.query >= 0:  # else the parts would push the maps from under the pointer
            self._show_parts(row, key)

    def _light(self, query: int, key: int) -> None:
        for view in (self._scores, self._weights):
            view.light(query, key)
        self._outputs.light(query, -1)

    def _on_picked(self, row: int, column: int) -> None:
        if self.sender() is self._outputs:
            key = max(self._shown.key, 0) if self._shown is not None else 0
            self.session.update(position=row, offset=key - row)
        else:
            self.session.update(position=row, offset=column - row)

    def _on_product(self, _row: int, column: int) -> None:
        if self._parts is None or column < 0:
            self.readout.emit("")
            return
        score = self._parts[0]
        a, b, product = (float(row[column]) for row in (score.q, score.k, score.products))
        text = words.tr("dimension {column}: {a} · {b} = {product}")
        self.readout.emit(
            text.format(
                column=grouped(column), a=signed(a, 4), b=signed(b, 4), product=signed(product, 4)
            )
        )

    def _on_weighted(self, row: int, column: int) -> None:
        if self._parts is None or row < 0:
            self.readout.emit("")
            self._light(-1, -1)
            return
        output = self._parts[1]
        if row < len(output.keys):
            self._light(output.query, output.keys[row])
        if column >= 0 and not np.isnan(output.out).any():
            self.readout.emit(words.column_text(output, column))

    def _on_weighted_chosen(self, row: int) -> None:
        if self._parts is not None and row < len(self._parts[1].keys):
            output = self._parts[1]
            self.session.update(position=output.query, offset=output.keys[row] - output.query)

    def _on_term(self, value: str) -> None:
        self.session.update(term=value)

    def _on_box(self, index: int) -> None:
        self.session.update(term="all" if index == SUM else TERMS[index])

    def _on_box_hovered(self, index: int) -> None:
        self.readout.emit(self._box.text_of(index))


def _column(*views: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    for view in views:
        layout.addWidget(view)
    layout.addStretch(1)
    return layout

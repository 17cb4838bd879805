"""The sum that attention reads: the word's vector x plus the position's vector p is z."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF

from posviz.export import Numbers
from posviz.model.notation import inserted, shortened, signed
from posviz.panels import fusion_words as words
from posviz.panels.fusion_content import Fusion, fusion_content
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.control_row import show_switch
from posviz.widgets.note import Note
from posviz.widgets.row_heatmaps import RowHeatmaps
from posviz.widgets.sum_strip import SumRow, SumStrip

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class FusionPanel(Panel[Fusion]):
    """Cells of x, p and z of the selected word, and below them the whole sentence."""

    id = "fusion"
    uses = frozenset(
        {
            "table",
            "text",
            "token",
            "position",
            "dimension",
            "length",
            "width",
            "base",
            "layout",
            "scale",
        }
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._scale = self.controls.add_switch(
            self.tr("Scale x by √d, as in the paper"), self._on_scale
        )
        self._strip = SumStrip()
        self._strip.setAccessibleName(self.tr("Sum of the selected word"))
        self._strip.activated.connect(self._on_column)
        self._strip.hovered.connect(self._on_column_hovered)
        self._strip.stepped.connect(self._on_step)
        self._note = Note()
        self._in_model = Note(role="text")
        self._title = Note(role="text", size=14)
        self._sentence = RowHeatmaps()
        self._sentence.setAccessibleName(self.tr("Sums of the sentence, a row for each word"))
        self._sentence.activated.connect(self._on_row)
        self._sentence.hovered.connect(self._on_cell_hovered)
        self._facts = Note()
        for view in (self._strip, self._note, self._in_model, self._title, self._facts):
            self.body.addWidget(view)
        self.body.addWidget(self._sentence, 1)
        self.body.addStretch(0)
        self._shown: Fusion | None = None
        self._tables: tuple[object, ...] = ()

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("FusionPanel", "Fusion")

    @classmethod
    def help(cls) -> str:
        return QCoreApplication.translate(
            "FusionPanel",
            "x is the selected word’s row of E, p the encoding of its position, z their sum: "
            "the vector that attention reads. Point at a column to see its sum written out; "
            "click it, or use the left and right keys, to select that dimension; up and down "
            "move the position. Below, every word of the sentence is a row of X, P and Z; "
            "click a row to select its position. The same word has the same row of X wherever "
            "it stands; its rows of P and Z differ. The position is not a row of E, and p "
            "depends on the place only, not on the word. Vaswani et al. 2017, section 3.4, "
            "multiply x by √d first; the switch does the same.",
        )

    @staticmethod
    def content(state: State) -> Fusion:
        return fusion_content(state)

    @staticmethod
    def numbers(content: Fusion) -> Numbers:
        array = np.stack([content.x, content.p, content.z])  # (3, d)
        header = ("row", *(f"dimension {j}" for j in range(content.d)))
        rows = [(name, *values) for name, values in zip("xpz", array, strict=True)]
        return Numbers(array, header, rows)

    def heading(self, content: Fusion) -> str:
        factor = "√d · " if content.scale else ""
        space = f"ℝ{content.d}".translate(_SUPERSCRIPTS)
        return self.tr("Fusion · z = {factor}x + p · {space}").format(factor=factor, space=space)

    def summary(self, content: Fusion) -> str:
        place = self.tr("{token} at position {position}").format(
            token=inserted(content.token), position=content.position
        )
        return f"{self.heading(content)}: {place}"

    def show_content(self, content: Fusion) -> None:
        self._shown = content
        show_switch(self._scale, content.scale)
        factor = f"√{content.d}·" if content.scale else ""
        rows = (
            SumRow("", f"{factor}x", shortened(content.token)),
            SumRow("+", "p", self.tr("pos {position}").format(position=content.position)),
            SumRow("=", "z", ""),
        )
        selected = content.dimension if content.dimension < content.d else -1
        self._strip.set_sum(np.stack([content.x, content.p, content.z]), rows, selected)
        self._show_sum(self._strip.hover)
        self._note.set_text(words.about_word(content))
        self._in_model.set_text(words.about_model(content))
        self._title.set_text(self.tr("**The whole sentence**") if content.words else "")
        self._show_sentence(content)
        self._facts.set_text(words.about_sentence(content))

    def _show_sentence(self, content: Fusion) -> None:
        view = self._sentence
        view.setVisible(bool(content.words))
        names = ("√d·X" if content.scale else "X", "P", "Z")
        tables = (
            content.words,
            content.embeddings,
            content.scale,
            content.base,
            content.layout,
        )
        if tables != self._tables:
            self._tables = tables
            names_of_rows = [shortened(word) for word in content.words]
            view.set_tables(names_of_rows, content.d, content.tables, names)
        inside = content.position < len(content.words)
        view.set_selection(content.position if inside else -1, shortened(content.token))
        if inside and view.hasFocus():
            self.reveal(view, QRectF(view.row_frame_now(content.position)))

    def show_hover(self, hover: Hover) -> None:
        self._strip.light(-1 if hover.dimension is None else hover.dimension)
        self._sentence.light(-1 if hover.position is None else hover.position)

    def _on_column_hovered(self, column: int) -> None:
        self.session.point_at(dimension=column if column >= 0 else None)
        self._show_sum(column)

    def _on_cell_hovered(self, row: int, column: int) -> None:
        if row < 0 or self._shown is None:
            self.session.point_at()
        else:
            word = self._shown.words[row]
            dimension = column if column >= 0 else None
            self.session.point_at(token=word, position=row, dimension=dimension)
        self._show_cell(row, column)

    def _show_sum(self, column: int) -> None:
        """Write out the sum of a column, or of the selected one where none is pointed at."""
        content = self._shown
        if content is None:
            return
        pointed = column >= 0
        if not pointed:
            column = min(content.dimension, content.d - 1)
        text = words.sum_text(content, column)
        self._strip.set_caption(text)
        self.readout.emit(text if pointed else "")

    def _show_cell(self, row: int, column: int) -> None:
        content = self._shown
        if content is None or row < 0:
            self.readout.emit("")
            return
        text = self.tr("position {row} · {word}").format(row=row, word=inserted(content.words[row]))
        if column >= 0:
            x, p, z = (signed(float(t[0, column]), 4) for t in content.tables(row, row + 1))
            text += self.tr(" · dimension {column}: x {x}, p {p}, z {z}").format(
                column=column, x=x, p=p, z=z
            )
        self.readout.emit(text)

    def _on_scale(self, on: bool) -> None:
        self.session.update(scale=on)

    def _on_column(self, column: int) -> None:
        if column < self.session.state.width:
            self.session.update(dimension=column)

    def _on_row(self, row: int) -> None:
        self.session.update(position=row)

    def _on_step(self, step: int) -> None:
        if self._shown is not None:
            position = self._shown.position + step
            if 0 <= position <= self._shown.last_position:
                self.session.update(position=position)

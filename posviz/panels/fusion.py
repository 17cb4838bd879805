"""The sum that attention reads: the word's vector x plus the position's vector p is z."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF

from posviz.export import Numbers
from posviz.model.embeddings import EmbeddingTable, embed
from posviz.model.input_layer import InputLayer, input_layer
from posviz.model.notation import grouped, inserted, plain, shortened, signed
from posviz.model.positional.sinusoidal import Layout, encode
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.control_row import show_switch
from posviz.widgets.note import Note, literal
from posviz.widgets.row_heatmaps import RowHeatmaps, Tables
from posviz.widgets.sum_strip import SumRow, SumStrip

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DECIMALS = 4


@dataclass(frozen=True, eq=False)
class Fusion:
    """The selected word's sum, and where those of the sentence come from.

    Attributes
    ----------
    token, position
        The selected word, and the position that it is shown at.
    words
        The sentence, (L,).
    embeddings
        The table E, d wide.
    word : ndarray of float64, shape (d,)
        E[token] as it stands in the table; NaN where the vocabulary lacks the word.
    x, p, z : ndarray of float64, shape (d,)
        What is added, and the sum: x is `word`, times sqrt(d) where `scale` is on.
    scale
        Whether x is multiplied by sqrt(d).
    base, layout
        Of the positional table.
    dimension, width
        The selected column, and the width, of the positional table; d may be another width.
    last_position
        The last position that can be selected.
    """

    token: str
    position: int
    words: tuple[str, ...]
    embeddings: EmbeddingTable
    word: NDArray[np.float64]  # (d,)
    x: NDArray[np.float64]  # (d,)
    p: NDArray[np.float64]  # (d,)
    z: NDArray[np.float64]  # (d,)
    scale: bool
    base: float
    layout: Layout
    dimension: int
    width: int
    last_position: int

    @property
    def d(self) -> int:
        """Width of x, p and z."""
        return len(self.p)

    @property
    def known(self) -> bool:
        """Whether the word has a row of E."""
        return not bool(np.isnan(self.word).any())

    @property
    def in_vocabulary(self) -> bool:
        """Whether the word has an id; some tables lack the rows of some tokens."""
        return self.embeddings.vocabulary.id_of(self.token) is not None

    @property
    def in_place(self) -> bool:
        """Whether the sentence holds the word at the position."""
        return self.words[self.position : self.position + 1] == (self.token,)

    def rows(self, start: int, stop: int) -> InputLayer:
        """X, P and Z of the positions start .. stop − 1 of the sentence, each (n, d)."""
        words = self.words[start:stop]
        X = embed(self.embeddings, self.embeddings.vocabulary.ids_of(words))
        P = encode(np.arange(start, start + len(words)), self.d, self.base, self.layout)
        return input_layer(X, P, scaled=self.scale)

    def tables(self, start: int, stop: int) -> Tables:
        """The rows as the view wants them."""
        layer = self.rows(start, stop)
        return layer.X, layer.P, layer.Z


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
        self._title = Note(role="text", size=14)
        self._sentence = RowHeatmaps()
        self._sentence.setAccessibleName(self.tr("Sums of the sentence, a row for each word"))
        self._sentence.activated.connect(self._on_row)
        self._sentence.hovered.connect(self._on_cell_hovered)
        self._facts = Note()
        for view in (self._strip, self._note, self._title, self._facts):
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
        table = state.embeddings
        X = embed(table, table.vocabulary.ids_of([state.token]))  # (1, d)
        P = encode([state.position], table.width, state.base, state.layout)  # (1, d)
        layer = input_layer(X, P, scaled=state.scale)
        words = state.tokens
        return Fusion(
            token=state.token,
            position=state.position,
            words=words,
            embeddings=table,
            word=X[0],
            x=layer.X[0],
            p=layer.P[0],
            z=layer.Z[0],
            scale=state.scale,
            base=state.base,
            layout=state.layout,
            dimension=state.dimension,
            width=state.width,
            last_position=max(state.length, len(words)) - 1,
        )

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
        self._note.set_text(self._about_word(content))
        self._title.set_text(self.tr("**The whole sentence**") if content.words else "")
        self._show_sentence(content)
        self._facts.set_text(self._about_sentence(content))

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
            words = [shortened(word) for word in content.words]
            view.set_tables(words, content.d, content.tables, names)
        inside = content.position < len(content.words)
        view.set_selection(content.position if inside else -1, shortened(content.token))
        if inside and view.hasFocus():
            self.reveal(view, QRectF(view.row_frame_now(content.position)))

    def _about_word(self, content: Fusion) -> str:
        token, position = literal(content.token), grouped(content.position)
        parts = []
        if not content.known:
            if content.in_vocabulary:
                lacking = self.tr("The row of E of **{token}** is not part of this table")
            else:
                lacking = self.tr("**{token}** is not in this vocabulary. It has no row of E")
            tail = self.tr(", so there is no x and no z. The position has its p all the same.")
            parts.append((lacking + tail).format(token=token))
        if content.in_place and content.known:
            parts.append(
                self.tr("**{token}** at position {position}.").format(
                    token=token, position=position
                )
            )
        elif not content.in_place:
            if content.token in content.words:
                where = self.tr("**{token}** does not stand at position {position} of the sentence")
            else:
                where = self.tr("**{token}** is not in the sentence")
            tail = self.tr("; shown as if at position {position}.")
            parts.append((where + tail).format(token=token, position=position))
        root = f"√{content.d} = {_short_root(content.d)}"
        if content.scale:
            paper = self.tr(
                "x is multiplied by {root} before p is added, as in the paper (Vaswani et al. "
                "2017, section 3.4)."
            )
        else:
            paper = self.tr(
                "x is added as it stands in E; the paper multiplies it by {root} first (Vaswani "
                "et al. 2017, section 3.4)."
            )
        if content.known:
            parts.append(paper.format(root=root))
            vectors = (content.x, content.p, content.z)
            x, p, z = (plain(float(np.linalg.norm(v)), 2) for v in vectors)
            parts.append(self.tr("Lengths: |x| {x}, |p| {p}, |z| {z}.").format(x=x, p=p, z=z))
        if content.embeddings.name == "minilm":
            parts.append(
                self.tr(
                    "This model itself adds learned positions and then normalises (LayerNorm); "
                    "here p is the sinusoidal encoding."
                )
            )
        if content.width != content.d:
            parts.append(
                self.tr(
                    "The positional table is set to {width} wide; this sum needs d = {d}."
                ).format(width=grouped(content.width), d=grouped(content.d))
            )
        return " ".join(parts)

    def _about_sentence(self, content: Fusion) -> str:
        if not content.words:
            return self.tr(
                "The sentence is empty. Type one in the bar above, such as **the cat sat**: "
                "each of its words becomes a row of X, P and Z here."
            )
        text = self.tr(
            "The position is not a row of E: p depends on the place only, x on the word only."
        )
        places = content.words.count(content.token)
        if places > 1 and content.known:
            text = (
                self.tr(
                    "**{token}** stands at {count} places: the same x, another p, another z. "
                ).format(token=literal(content.token), count=grouped(places))
                + text
            )
        return text

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
        text = sum_text(content, column)
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


def sum_text(content: Fusion, column: int) -> str:
    """Write out the sum of a column: "dimension 2: −0.3500 + 0.1000 = −0.2500".

    The sign "=" stands only where the numbers as written add up as written; where rounding
    gets in the way it is "≈".
    """

    def tr(text: str) -> str:
        return QCoreApplication.translate("FusionPanel", text)

    x, p, z = (float(v[column]) for v in (content.word, content.p, content.z))
    name = tr("dimension {column}: ").format(column=column)
    if math.isnan(z):
        return name + tr("no x, p = {p}, no z").format(p=signed(p, _DECIMALS))
    written = [plain(v, _DECIMALS) for v in (x, p, z)]
    first, second = written[0], _in_brackets(written[1])
    factor = 1.0
    if content.scale:
        factor = math.sqrt(content.d)
        first = f"√{content.d} · {_in_brackets(written[0])}"
    again = factor * round(x, _DECIMALS) + round(p, _DECIMALS)
    equals = "=" if plain(again, _DECIMALS) == written[2] else "≈"
    return f"{name}{first} + {second} {equals} {written[2]}"


def _in_brackets(number: str) -> str:
    return f"({number})" if number.startswith("−") else number


def _short_root(d: int) -> str:
    root = math.isqrt(d)
    return grouped(root) if root * root == d else plain(math.sqrt(d), 4)

"""The text in pieces with their ids, and how byte pairs trade |V| against L."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, QSizeF
from PySide6.QtGui import QPainter, QResizeEvent

from posviz.export import Numbers
from posviz.model.notation import counted, grouped, inserted
from posviz.model.spelling import visible_bytes
from posviz.panels import tokeniser_words as words
from posviz.panels.panel import Panel
from posviz.panels.tokeniser_content import (
    Tokeniser,
    WordMerges,
    content_of,
    numbers_of,
    word_merges,
)
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.control_row import show_choice
from posviz.widgets.merge_dial import DialMark, MergeDial
from posviz.widgets.merge_steps import MergeSteps, StepRow
from posviz.widgets.note import Note, literal
from posviz.widgets.painted import PaintedView
from posviz.widgets.piece_flow import PieceFlow, PlateLabel
from posviz.widgets.theme import look

_MOST = 50_000
_PAPER = 37_000 - 256
_TICKS = (0, 256, 1_000, 2_500, 5_000, 10_000, 20_000, 30_000, _MOST)
_GAP = 3
_LINES_IN_PICTURE = 12


class TokeniserPanel(Panel[Tokeniser]):
    """Text, pieces and ids; for byte pairs a dial on a curve, and the merges of a word."""

    id = "tokeniser"
    uses = frozenset({"table", "text", "position", "tokenizer", "merges"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        choices = (
            ("table", self.tr("as the table")),
            ("words", self.tr("whole words")),
            ("wordpiece", self.tr("WordPiece (BERT)")),
            ("bpe", self.tr("byte pairs (GPT-2)")),
        )
        self._rule = self.controls.add_choice(self.tr("Cut by"), choices, self._on_rule)
        self._merges = self.controls.add_number(
            self.tr("Merges"), self._on_merges, 0, _MOST, width=84
        )
        self._counts = Note(role="text")
        self._flow = PieceFlow()
        self._flow.setAccessibleName(self.tr("Pieces of the text"))
        self._flow.picked.connect(self._on_picked)
        self._flow.hovered.connect(self._on_hovered)
        self._piece = Note()
        self._trade = Note(role="text", size=14)
        marks = (
            DialMark(_PAPER, self.tr("|V| = 37 000, as in the 2017 paper")),
            DialMark(_MOST, self.tr("all of GPT-2’s")),
        )
        self._dial = MergeDial(_MOST, _TICKS, marks)
        self._dial.setAccessibleName(self.tr("Number of merges"))
        self._dial.began.connect(session.begin_gesture)
        self._dial.ended.connect(session.end_gesture)
        self._dial.entered.connect(self._on_merges)
        self._dial.hovered.connect(self._on_dial_hovered)
        self._word = Note(role="text", size=14)
        self._steps = MergeSteps()
        self._steps.setAccessibleName(self.tr("Merges of the selected word"))
        self._steps.activated.connect(self._on_step)
        self._steps.hovered.connect(self._on_step_hovered)
        self._more = Note()
        self._about = Note()
        views: tuple[PaintedView, ...] = (
            *(self._counts, self._flow, self._piece, self._trade, self._dial),
            *(self._word, self._steps, self._more, self._about),
        )
        for view in views:
            self.body.addWidget(view)
        self.body.addStretch(1)
        self._shown: Tokeniser | None = None
        self._index = -1
        self._merging: WordMerges | None = None

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("TokeniserPanel", "Tokeniser")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return len(state.text) > 4_000

    @staticmethod
    def content(state: State) -> Tokeniser:
        return content_of(state)

    @staticmethod
    def numbers(content: Tokeniser) -> Numbers:
        return numbers_of(content)

    def heading(self, content: Tokeniser) -> str:
        return self.tr("Tokeniser · L = {length} · |V| = {size}").format(
            length=grouped(len(content.pieces)), size=grouped(content.size)
        )

    def summary(self, content: Tokeniser) -> str:
        first = min(20, len(content.pieces))
        named = ", ".join(
            f"{inserted(form.token)} {'—' if form.id is None else form.id}"
            for form in map(content.pieces.form_of, range(first))
        )
        more = " …" if first < len(content.pieces) else ""
        return f"{self.heading(content)}: {named}{more}"

    def show_content(self, content: Tokeniser) -> None:
        before, self._shown = self._shown, content
        state = self.session.state
        show_choice(self._rule, state.tokenizer)
        self._merges.show_value(state.merges)
        self.controls.set_shown(self._merges, content.rule == "bpe")
        self._fit_flow(self.height())
        if before is None or content.pieces is not before.pieces:
            self._show_pieces(content)
        self._index = self._settled(content, before)
        self._counts.set_text(words.counts(content))
        self._show_dial(content)
        self._show_selection()
        self._about.set_text(words.about_rule(content))

    def _fit_flow(self, height: float) -> None:
        """Leave room for the dial, so that a drag and what it does are seen together."""
        now = look()
        if self._shown is not None and self._shown.rule == "bpe":
            most = max(3, PieceFlow.lines_in((height - now.px(200)) / 2))
        else:
            most = max(3, PieceFlow.lines_in(height - now.px(180)))
        self._flow.set_most_lines(most)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_flow(self.height())

    def draw_figure(self, painter: QPainter, size: QSizeF) -> None:
        self._flow.set_most_lines(_LINES_IN_PICTURE)
        super().draw_figure(painter, size)
        self._fit_flow(self.height())

    def _show_pieces(self, content: Tokeniser) -> None:
        pieces = content.pieces
        ids = np.array([form.id or 0 for form in pieces.forms], dtype=np.int64)[pieces.form]
        captions = np.floor(np.log10(np.maximum(ids, 1))).astype(np.int64) + 1  # (L,)
        captions += ids >= 10_000  # the narrow space between the digits
        gaps = np.append(pieces.starts[1:], len(pieces.text)) - pieces.ends if len(pieces) else ids
        # Two tints for the pieces of one word, two others for the next.
        first = np.searchsorted(pieces.words, pieces.words)
        tints = pieces.words % 2 * 2 + (np.arange(len(pieces)) - first) % 2
        self._flow.setVisible(len(pieces) > 0)
        self._flow.set_pieces(pieces.columns(), captions, gaps.clip(0, _GAP), tints, self._label)
        self._flow.setAccessibleDescription(self.summary(content))

    def _label(self, index: int) -> PlateLabel:
        content = self._shown
        assert content is not None
        form = content.pieces.form_of(index)
        gap = content.pieces.gap_after(index)
        dots = "".join("⏎" if character == "\n" else "·" for character in gap[:_GAP])
        if len(gap) > _GAP:
            dots = f"{dots[: _GAP - 1]}…"
        bare = bool(content.bare[index]) if len(content.bare) else False
        caption = "—" if form.id is None else grouped(form.id)
        return PlateLabel(form.shown, caption, dots, form.id is not None and not bare)

    def _settled(self, content: Tokeniser, before: Tokeniser | None) -> int:
        """Return the piece to select: the one it was, or one that now stands in its place.

        The sentence has one selected position for all panels; a piece of it, or a space beside
        it, is chosen here only.
        """
        kept, moved = -1, True
        if before is not None and before.pieces.text == content.pieces.text:
            kept, moved = self._index, before.position != content.position
            if content.pieces is not before.pieces and 0 <= kept < len(before.pieces):
                touching = list(content.pieces.covering(*before.pieces.span(kept)))
                if kept in before.linked:
                    touching = [index for index in touching if index in content.linked]
                kept = next(iter(touching), -1)
        if kept in content.linked or (kept >= 0 and not moved):
            return kept
        return content.linked[0] if content.linked else kept

    def _show_dial(self, content: Tokeniser) -> None:
        history = content.history
        on = history is not None and len(content.pieces) > 0
        self._dial.setVisible(on)
        if not on or history is None:
            self._trade.set_text("")
            return
        self._dial.set_curve(history.lengths)
        # Where a drag is now, not where it was when a long text began to be cut.
        self._dial.show_value(self.session.state.merges)
        line = self.tr("**More merges: a larger |V|, fewer tokens.** {words}")
        self._trade.set_text(line.format(words=self._in_words(content.merges)))
        self._dial.setAccessibleDescription(self._in_words(content.merges))

    def _in_words(self, count: int) -> str:
        """What a number of merges gives."""
        assert self._shown is not None
        assert self._shown.history is not None
        length = int(self._shown.history.lengths(np.array([count]))[0])
        text = self.tr("{merges}: |V| = {size}, L = {length}").format(
            merges=counted(count, "merge"), size=grouped(256 + count), length=grouped(length)
        )
        return words.unbroken(text)

    def _show_selection(self) -> None:
        content = self._shown
        assert content is not None
        self._flow.select(self._index, content.linked)
        self._piece.set_text(words.about_piece(content, self._index))
        merging = self._merging = word_merges(content, self._index)
        self._steps.setVisible(merging is not None)
        if merging is None:
            for note in (self._word, self._more):
                note.set_text("")
            return
        name = literal(visible_bytes(merging.values[:400]))
        self._word.set_text(self.tr("**The merges of {word}**").format(word=name))
        count, shown = merging.count, len(merging.joins)
        self._steps.set_rows(
            1 + shown,
            self._step,
            self.tr("needs merge {number}").format(number=grouped(_MOST)),
        )
        more = ""
        if count > shown:
            more = self.tr("These are the first {shown} of {count} merges of this word.").format(
                shown=grouped(shown), count=grouped(count)
            )
        self._more.set_text(more)
        rows = map(self._step, range(min(1 + shown, 20)))
        self._steps.setAccessibleDescription(
            "; ".join(f"{row.label}: {' '.join(row.tokens[:40])}" for row in rows)
        )

    def _step(self, step: int) -> StepRow:
        merging = self._merging
        assert merging is not None
        tokens, joined, before, after = merging.after(step)
        used = merging.used
        state = "later" if step > used else "now" if step == used else "used"
        if step == 0:
            label = self.tr("bytes")
        else:
            text = self.tr("needs merge {number}") if step > used else self.tr("merge {number}")
            label = text.format(number=grouped(merging.joins[step - 1].rank + 1))
        return StepRow(label, tuple(tokens), joined, state, before, after)

    def show_hover(self, hover: Hover) -> None:
        if self._shown is not None:
            self._flow.light(self._shown.at_position(hover.position))

    def _on_rule(self, rule: str) -> None:
        self.session.update(tokenizer=rule)

    def _on_merges(self, count: float) -> None:
        self.session.update(merges=int(count))

    def _on_picked(self, index: int) -> None:
        content = self._shown
        if content is None:
            return
        self._index = index
        self._show_selection()
        self.reveal(self._flow, QRectF(self._flow.place_of(index)))
        position = content.position_of(index)
        if position is not None:
            self.session.update(position=position)

    def _on_hovered(self, index: int) -> None:
        content = self._shown
        if content is None or index < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        position = content.position_of(index)
        token = None if position is None else content.sentence[position].text
        self.session.point_at(token=token, position=position)
        self.readout.emit(words.readout(content, index))

    def _on_dial_hovered(self, count: int) -> None:
        self.readout.emit(self._in_words(count) if count >= 0 else "")

    def _on_step(self, step: int) -> None:
        if self._merging is not None:
            count = self._merging.joins[step - 1].rank + 1 if step else 0
            self.session.update(merges=count)

    def _on_step_hovered(self, step: int) -> None:
        merging = self._merging
        if merging is None or step < 0:
            self.readout.emit("")
            return
        row = self._step(step)
        if row.joined < 0:
            self.readout.emit(self.tr("the bytes of the word, before any merge"))
        else:
            made = row.tokens[row.joined]
            self.readout.emit(self.tr("{label}: makes {token}").format(label=row.label, token=made))

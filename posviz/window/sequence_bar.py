"""The sentence as chips, the place to type another one, and the choice of table."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from posviz import tables
from posviz.model.embeddings import TABLES, EmbeddingTable
from posviz.model.notation import inserted, shortened
from posviz.session import Hover, Session
from posviz.state import State
from posviz.tables import TableSource
from posviz.widgets import theme
from posviz.widgets.control_row import Choice
from posviz.widgets.sentence_field import SentenceField, too_long
from posviz.widgets.token_chips import Chip, TokenChips

_TIP = Qt.ItemDataRole.ToolTipRole


class _Strip(QScrollArea):
    """One line of chips that scrolls sideways and keeps the selected one in sight."""

    def __init__(self, chips: TokenChips) -> None:
        super().__init__()
        self._chips = chips
        self.setWidget(chips)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        chips.setAutoFillBackground(False)

    def follow(self) -> None:
        """Scroll to the selected chip."""
        if self._chips.selected >= 0:
            self._chips.resize(self._chips.sizeHint().expandedTo(self.viewport().size()))
            place: QRect = self._chips.chip_rect(self._chips.selected).toRect()
            self.ensureVisible(place.center().x(), 0, place.width(), 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (delta.x() or delta.y()))
        event.accept()


class SequenceBar(QWidget):
    """Shows the sentence of the session and lets the user change it.

    Signals
    -------
    notice(str)
        Something that the user should read.
    notice_over(str)
        Its cause is gone.
    file_wanted()
        The user wants to open a table of their own.
    """

    notice = Signal(str)
    notice_over = Signal(str)
    file_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._refusal = ""
        self._made: tuple[tuple[EmbeddingTable, str], tuple[Chip, ...]] | None = None
        self._before = session.state
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        label = QLabel(self.tr("Sequence"))
        label.setObjectName("muted")
        self.chips = TokenChips("line")
        self.chips.setAccessibleName(self.tr("Tokens of the sentence"))
        self.chips.picked.connect(self._on_picked)
        self.chips.hovered.connect(self._on_hovered)
        self._strip = _Strip(self.chips)
        self.field = SentenceField()
        self.field.setAccessibleName(self.tr("The sentence"))
        self.field.setPlaceholderText(self.tr("Type a sentence, such as: the cat sat on the mat"))
        self.field.textEdited.connect(self._on_edited)
        self.field.returnPressed.connect(self._on_done)
        self.field.cancelled.connect(self._on_cancelled)
        self.field.entered.connect(self._on_entered)
        self.field.left.connect(session.end_gesture)
        self.field.limit.refused.connect(self._on_too_long)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._strip)
        self._stack.addWidget(self.field)
        self.edit = QPushButton(self.tr("Edit text…"))
        self.edit.clicked.connect(self._on_edit)
        self.table = Choice(self)
        self.table.setAccessibleName(self.tr("Embedding table"))
        self.table.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToContents)
        self._offered: tuple[TableSource, ...] = ()
        self.table.activated.connect(self._on_table)
        tables = QLabel(self.tr("Embeddings"))
        tables.setObjectName("muted")
        self._row = QHBoxLayout(self)
        self._row.setSpacing(12)
        self._row.addWidget(label)
        self._row.addWidget(self._stack, 1)
        self._row.addWidget(self.edit)
        self._row.addSpacing(12)
        self._row.addWidget(tables)
        self._row.addWidget(self.table)
        session.changed.connect(self._on_state_changed)
        session.hovered.connect(self._on_session_hovered)
        theme.current().changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    def start_editing(self) -> None:
        """Let the user type the sentence; what is typed in one go is one undo step."""
        if not self.editing:
            self._on_entered()
            self.field.setText(self._session.state.text)
            self._stack.setCurrentWidget(self.field)
            self.edit.setText(self.tr("Done"))
        self.field.setFocus()
        self.field.selectAll()

    @property
    def editing(self) -> bool:
        """Whether the sentence is being typed."""
        return self._stack.currentWidget() is self.field

    def refresh(self) -> None:
        """Show the session's sentence, selection and table."""
        state = self._session.state
        self.chips.set_chips(self._chips(state), self._selected(state))
        self.chips.setAccessibleDescription(
            self.tr("{token}, position {position}").format(
                token=inserted(state.token), position=state.position
            )
            if self.chips.selected >= 0
            else self.tr("no token selected")
        )
        self._strip.follow()
        self._show_tables(state.source)
        if self.editing and self.field.text() != state.text:
            self._show_chips()

    def _chips(self, state: State) -> tuple[Chip, ...]:
        """Chips of the sentence; made anew for another text or table alone."""
        made_for = (state.embeddings, state.text)
        if self._made is None or self._made[0] != made_for:
            self._made = made_for, tuple(self._make_chips(state))
        return self._made[1]

    def _make_chips(self, state: State) -> Iterator[Chip]:
        table = state.embeddings
        for position, piece in enumerate(state.pieces):
            known = False
            if piece.id is None:
                identity = self.tr("unknown")
            elif table.has_vector(piece.id):
                identity, known = self.tr("id {id}").format(id=piece.id), True
            else:
                identity = self.tr("id {id}, no vector").format(id=piece.id)
            place = self.tr("pos {position}").format(position=position)
            yield Chip(shortened(piece.text), f"{place} · {identity}", known)

    @staticmethod
    def _selected(state: State) -> int:
        here = state.position
        return here if state.tokens[here : here + 1] == (state.token,) else -1

    def _show_tables(self, shown: TableSource) -> None:
        """Offer what ships and the user's own tables that are open; select the one in use."""
        own = [source for source in tables.opened() if source != shown and not source.shipped]
        own = sorted({*own, *(() if shown.shipped else (shown,))})
        offered = (*map(TableSource, TABLES), *own)
        with QSignalBlocker(self.table):
            if offered != self._offered:
                self._offered = offered
                self.table.clear()
                for source in offered:
                    self.table.addItem(shortened(source.title, 32))
                    tip = "" if source.shipped else source.name
                    self.table.setItemData(self.table.count() - 1, tip, _TIP)
                self.table.insertSeparator(len(offered))
                self.table.addItem(self.tr("Open a file…"))
            self.table.setCurrentIndex(offered.index(shown))

    def _on_state_changed(self, names: frozenset[str]) -> None:
        if names & {"text", "token", "position", "table", "tensor", "word_list"}:
            self.refresh()

    def _on_hovered(self, index: int) -> None:
        if index < 0:
            self._session.point_at()
        else:
            self._session.point_at(token=self._session.state.tokens[index], position=index)

    def _on_session_hovered(self, hover: Hover) -> None:
        tokens = self._session.state.tokens
        if hover.position is not None:
            index = hover.position if hover.position < len(tokens) else -1
        else:
            index = tokens.index(hover.token) if hover.token in tokens else -1
        self.chips.light(index)

    def _on_picked(self, index: int) -> None:
        self._session.update(position=index)

    def _on_table(self, index: int) -> None:
        self._show_tables(self._session.state.source)  # until the other one has been read
        if index < len(self._offered):
            name, tensor, word_list = self._offered[index]
            self._session.update(table=name, tensor=tensor, word_list=word_list)
        else:
            self.file_wanted.emit()

    def _on_edit(self) -> None:
        if self.editing:
            self._on_done()
        else:
            self.start_editing()

    def _on_edited(self, text: str) -> None:
        self.notice_over.emit(self._refusal)
        self._session.update(text=text)

    def _on_done(self) -> None:
        self.notice_over.emit(self._refusal)
        self._session.end_gesture()
        self._show_chips()
        self.chips.setFocus()

    def _on_entered(self) -> None:
        self._before = self._session.state
        self._session.begin_gesture()

    def _on_cancelled(self) -> None:
        self._session.replace(self._before)
        self._on_done()

    def _on_too_long(self, characters: int) -> None:
        self._refusal = too_long(characters)
        self.notice.emit(self._refusal)

    def _show_chips(self) -> None:
        self._stack.setCurrentWidget(self._strip)
        self.edit.setText(self.tr("Edit text…"))

    def _restyle(self) -> None:
        look = theme.look()
        self._stack.setFixedHeight(round(look.px(48)))
        self.setFixedHeight(round(look.px(66)))
        self._row.setContentsMargins(round(look.px(16)), 0, round(look.px(14)), 0)

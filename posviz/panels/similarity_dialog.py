"""Where W_Q and W_K are typed, or filled in, and checked as they are typed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from posviz.model.notation import grouped, shape_text
from posviz.model.positional import sinusoidal
from posviz.model.positional.weights import (
    MOST,
    Floats,
    MatrixError,
    matrix_text,
    random_weights,
    read_pair,
    swapped,
    turning,
    typed_width,
)
from posviz.panels.similarity_source import tr
from posviz.state import State
from posviz.state_fields import MAX_SEED
from posviz.widgets.control_row import ControlRow
from posviz.widgets.theme import look

_USUAL_WIDTH = 4
_MOST_TURN = 64


class TypeWeightsDialog(QDialog):
    """Two boxes for W_Q and W_K; `changes` is what of the State they ask for."""

    def __init__(self, state: State, parent: QWidget) -> None:
        super().__init__(parent)
        self._width, self._base = state.width, state.base
        self.setWindowTitle(tr("Type W_Q and W_K"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        px = look().px
        column = QVBoxLayout(self)
        column.setContentsMargins(*(round(px(20)),) * 4)
        column.setSpacing(round(px(10)))
        about = _label(
            tr(
                "q = PE(i) W_Q and k = PE(j) W_K. One row a line, blanks between numbers, a dot "
                "before decimals. Both matrices have d rows, {most} at most, and as many columns. "
                "An empty one is the identity."
            ).format(most=MOST)
        )
        column.addWidget(about)
        column.addWidget(self._fillers(state))
        boxes = QHBoxLayout()
        boxes.setSpacing(round(px(14)))
        self.q, self.k = (self._box(boxes, name) for name in ("W_Q", "W_K"))
        self.q.setPlainText(_lines(state.typed_q))
        self.k.setPlainText(_lines(state.typed_k))
        column.addLayout(boxes, 1)
        self.message = _label("")
        column.addWidget(self.message)
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Ok | standard.Cancel)
        self.ok = buttons.button(standard.Ok)
        self.ok.setObjectName("primary")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        for box in (self.q, self.k):
            box.textChanged.connect(self._check)
        self._check()
        wanted = QSize(round(px(920)), round(px(400)))
        self.resize(wanted.boundedTo(self.screen().availableSize()))
        self.q.setFocus()

    @property
    def changes(self) -> dict[str, object]:
        """Fields of the State and their new values."""
        return {
            "typed_q": self.q.toPlainText(),
            "typed_k": self.k.toPlainText(),
            "weights": "typed",
            "width": self._asked_width(),
        }

    def _box(self, boxes: QHBoxLayout, name: str) -> QPlainTextEdit:
        box = QPlainTextEdit()
        font = look().font(12, mono=True)  # the style sheet of the application overrides a font
        box.setStyleSheet(f'font-family: "{font.family()}"; font-size: {font.pixelSize()}px;')
        box.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        box.setTabChangesFocus(True)
        box.setAccessibleName(name)
        title = QLabel(name)
        title.setBuddy(box)
        part = QVBoxLayout()
        part.setSpacing(round(look().px(4)))
        part.addWidget(title)
        part.addWidget(box, 1)
        boxes.addLayout(part, 1)
        return box

    def _fillers(self, state: State) -> QWidget:
        """Buttons that fill in matrices that are worth looking at."""
        row = ControlRow(self)
        layout = row.layout()
        assert layout is not None
        layout.setContentsMargins(0, 0, 0, 0)

        def add(text: str, slot: Callable[[], None]) -> None:
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(slot)
            row.add("", button)

        add(tr("Identity"), self._on_identity)
        add(tr("Swap sin and cos"), self._on_swap)
        add(tr("Turn the pairs"), self._on_turn)
        self.turn = row.add_number(
            tr("by s ="),
            self._on_number,
            -_MOST_TURN,
            _MOST_TURN,
            width=56,
            name=tr("Positions s to turn by"),
        )
        self.turn.show_value(3)
        add(tr("Random"), self._on_random)
        self.seed = row.add_number(tr("seed"), self._on_number, 0, MAX_SEED, width=64)
        self.seed.show_value(state.seed)
        return row

    def _asked_width(self) -> int:
        width = typed_width((self.q.toPlainText(), self.k.toPlainText()))
        return self._width if width is None else width

    def _filled_width(self) -> int:
        """The d to fill in for: that of the table, if so many rows can be typed."""
        return self._width if self._width <= MOST else _USUAL_WIDTH

    def _fill(self, q: Floats, k: Floats) -> None:
        self.q.setPlainText(matrix_text(q))
        self.k.setPlainText(matrix_text(k))

    def _on_number(self, _value: float) -> None:
        """Wait for the button: a number alone fills in nothing."""

    def _on_identity(self) -> None:
        d = self._filled_width()
        self._fill(np.eye(d), np.eye(d))

    def _on_swap(self) -> None:
        d = self._filled_width()
        self._fill(np.eye(d), swapped(d))

    def _on_turn(self) -> None:
        d = self._filled_width()
        frequencies = sinusoidal.frequencies(d, self._base)
        self._fill(np.eye(d), turning(frequencies, d, self.turn.value()))

    def _on_random(self) -> None:
        d, seed = self._filled_width(), int(self.seed.value())
        q, k = (np.round(random_weights(d, d, seed, which), 2) for which in (0, 1))
        self._fill(q, k)

    def _check(self) -> None:
        """Say under the boxes what is wrong, or what they will do."""
        typed = self.q.toPlainText(), self.k.toPlainText()
        try:
            width = self._asked_width()
            q, _ = read_pair(typed, width)
        except MatrixError as error:
            self._say(str(error), "warning")
            self.ok.setEnabled(False)
            return
        text = tr("Both are {shape}.").format(shape=shape_text(q.shape))
        if width != self._width:
            text += " " + tr("OK changes d from {old} to {new}.").format(
                old=grouped(self._width), new=grouped(width)
            )
        self._say(text, "muted")
        self.ok.setEnabled(True)

    def _say(self, text: str, role: str) -> None:
        self.message.setText(text)
        self.message.setObjectName(role)
        self.message.style().polish(self.message)  # another role is another colour


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _lines(text: str) -> str:
    """Show rows that were parted by semicolons one a line."""
    return "\n".join(line.strip() for line in text.split(";"))

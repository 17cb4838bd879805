"""A box for one number that takes 1.5 for 1.5 in every locale."""

from __future__ import annotations

import re

from PySide6.QtCore import QLocale, QSignalBlocker, Signal
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QToolTip, QWidget

_SPACES = re.compile(r"[\s\u00a0\u202f]")
_GROUPED = re.compile(r"[-+]?\d{1,3}(,\d{3})+")
_DECIMAL = re.compile(r"[-+]?(\d+[.,]?\d*|[.,]\d+)([eE][-+]?\d+)?")
_PARTIAL = re.compile(r"[-+]?[\d.,]*([eE][-+]?\d*)?")


class NumberBox(QDoubleSpinBox):
    """A number with limits.

    Both "1.5" and "1,5" are one and a half and spaces group digits; what could be read in
    two ways is refused (see `read_number`). Arrow keys and the wheel step by one, or by
    powers of two when `geometric`. The wheel does nothing unless the box has the focus.

    Signals
    -------
    entered(float)
        The user settled on a value; not sent while typing goes on, nor by `show_value`.
    """

    entered = Signal(float)

    def __init__(
        self,
        low: float,
        high: float,
        *,
        decimals: int = 0,
        geometric: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._geometric = geometric
        self.setLocale(QLocale.c())
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setKeyboardTracking(False)
        self.setCorrectionMode(QDoubleSpinBox.CorrectionMode.CorrectToNearestValue)
        self.lineEdit().setTextMargins(6, 0, 6, 0)
        self.valueChanged.connect(self.entered)

    def show_value(self, value: float) -> None:
        """Show a value without telling anybody."""
        with QSignalBlocker(self):
            self.setValue(value)

    def textFromValue(self, value: float) -> str:
        text = f"{value:.{self.decimals()}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        whole, point, rest = text.partition(".")
        sign, digits = ("−", whole[1:]) if whole.startswith("-") else ("", whole)
        if len(digits) > 4:
            digits = f"{int(digits):,}".replace(",", "\u202f")
        return sign + digits + point + rest

    def valueFromText(self, text: str) -> float:
        number = read_number(text, whole=self.decimals() == 0)
        return self.value() if number is None else number

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state = QValidator.State
        if read_number(text, whole=self.decimals() == 0) is not None:
            return state.Acceptable, text, position
        partial = _PARTIAL.fullmatch(_plain(text))
        return (state.Intermediate if partial else state.Invalid), text, position

    def fixup(self, text: str) -> str:
        if _plain(text):
            message = self.tr("“{text}” can be read in two ways. Type it with a point: 1.5, 1000.")
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), message.format(text=text))
        return self.textFromValue(self.value())

    def stepBy(self, steps: int) -> None:
        if self._geometric:
            self.setValue(self.value() * 2.0**steps)
        else:
            super().stepBy(steps)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def read_number(text: str, *, whole: bool) -> float | None:
    """Read a number as people type it, or return None rather than guess.

    Spaces group digits. The point is the decimal mark; so is the comma, except where three
    digits follow it, which could be either. In whole numbers the comma groups thousands, and
    a mark of any other meaning is refused.
    """
    plain = _plain(text)
    if whole and _GROUPED.fullmatch(plain):
        return float(plain.replace(",", ""))
    if not _DECIMAL.fullmatch(plain) or _GROUPED.fullmatch(plain):
        return None
    number = float(plain.replace(",", "."))
    if whole and ("." in plain or "," in plain):
        return None
    return number


def _plain(text: str) -> str:
    return _SPACES.sub("", text).replace("−", "-").replace("٫", ".")

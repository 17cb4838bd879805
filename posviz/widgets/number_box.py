"""A box for one number that takes 1.5 for 1.5 in every locale."""

from __future__ import annotations

import re
from math import isfinite

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QToolTip, QWidget

from posviz.language import decimal_mark
from posviz.model.notation import plain

_SPACES = re.compile(r"\s")  # the no-break ones too
_GROUPING_SPACE = re.compile(r"(?<=\d)\s(?=\d{3}(?!\d))")
_GROUPED = re.compile(r"[-+]?\d{1,3}(,\d{3})+")
_DECIMAL = re.compile(r"[-+]?(\d+[.,]?\d*|[.,]\d+)([eE][-+]?\d+)?")


class NumberBox(QDoubleSpinBox):
    """A number with limits.

    Both "1.5" and "1,5" are one and a half and spaces group digits; what could be read in
    two ways is refused (see `read_number`): the box keeps its value and says why. Of a
    number outside the limits the box takes the nearest inside, and says so. Arrow keys and
    the wheel step by one, or by powers of two when `geometric`. The wheel does nothing
    unless the box has the focus, and gives it none.

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
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setKeyboardTracking(False)
        self.setCorrectionMode(QDoubleSpinBox.CorrectionMode.CorrectToNearestValue)
        self.lineEdit().setTextMargins(6, 0, 6, 0)
        self.lineEdit().setAcceptDrops(False)  # a file that is dropped is for the window to open
        self.valueChanged.connect(self.entered)

    def show_value(self, value: float) -> None:
        """Show a value without telling anybody."""
        with QSignalBlocker(self):
            self.setValue(value)

    def setRange(self, minimum: float, maximum: float) -> None:
        """Set the limits; a value that they move is not one that the user entered."""
        with QSignalBlocker(self):
            super().setRange(minimum, maximum)

    def textFromValue(self, value: float) -> str:
        text = f"{value:z.{self.decimals()}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        whole, point, rest = text.partition(".")
        sign, digits = ("−", whole[1:]) if whole.startswith("-") else ("", whole)
        if len(digits) > 4:
            digits = f"{int(digits):,}".replace(",", "\u202f")
        return sign + digits + (point and decimal_mark()) + rest

    def valueFromText(self, text: str) -> float:
        number = self._read(text)
        return self.value() if number is None else number

    def _read(self, text: str) -> float | None:
        return read_number(text, whole=self.decimals() == 0)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state = QValidator.State
        number = self._read(text)
        if number is not None and self.minimum() <= number <= self.maximum():
            return state.Acceptable, text, position
        # No key is swallowed: “1'5” without its mark would be 15.
        return state.Intermediate, text, position

    def fixup(self, text: str) -> str:
        number = self._read(text)
        value = self.value()
        if number is not None:
            value = min(max(number, self.minimum()), self.maximum())
        if _plain(text):
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.refusal(text))
        return self.textFromValue(value)

    def refusal(self, text: str) -> str:
        """Say why a text is not taken as it stands."""
        if self._read(text) is not None:
            low, high = self.textFromValue(self.minimum()), self.textFromValue(self.maximum())
            return self.tr("“{text}” is outside {low} to {high}.").format(
                text=text, low=low, high=high
            )
        if self.decimals() == 0:
            message = self.tr("“{text}” is not a whole number. Type it in digits: 1000.")
        elif _GROUPED.fullmatch(_plain(text)):
            message = self.tr("“{text}” can be read in two ways. Type it like {example} or 1000.")
        else:
            message = self.tr("“{text}” is not a number. Type it like {example} or 1000.")
        return message.format(text=text, example=plain(1.5, 1))

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

    Spaces group thousands. The point is the decimal mark; so is the comma, except where three
    digits follow it, which could be either. In whole numbers the comma groups thousands, and
    a fraction is refused.
    """
    plain = _in_ascii(_GROUPING_SPACE.sub("", text).strip())
    if whole and _GROUPED.fullmatch(plain):
        return float(plain.replace(",", ""))
    if not _DECIMAL.fullmatch(plain) or _GROUPED.fullmatch(plain):
        return None
    if whole and ("." in plain or "," in plain):
        return None
    number = float(plain.replace(",", "."))
    return number if isfinite(number) and (not whole or number.is_integer()) else None


def _plain(text: str) -> str:
    return _in_ascii(_SPACES.sub("", text))


def _in_ascii(text: str) -> str:
    """Return a text with ASCII signs; Arabic and other digits stay, as Python reads them."""
    return text.replace("−", "-").replace("٫", ".")

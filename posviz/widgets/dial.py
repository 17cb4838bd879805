"""A dial for sizes from one to a hundred thousand: a slider with a number box."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from posviz.widgets import theme
from posviz.widgets.number_box import NumberBox


def stops(low: int, high: int, count: int = 120) -> tuple[int, ...]:
    """Whole numbers from `low` to `high`, spread evenly by ratio, easy to read.

    Each has at most two digits that are not zero, except the ends, which are exact. Small
    numbers fall together, so there are fewer than `count`.
    """
    found = {low, high}
    for step in range(count):
        value = low * (high / low) ** (step / (count - 1))
        unit = 10 ** max(0, math.floor(math.log10(value)) - 1)
        found.add(min(max(round(value / unit) * unit, low), high))
    return tuple(sorted(found))


def nearest_stop(stops: Sequence[int], value: float) -> int:
    """Place of the stop whose ratio to a value is nearest to one."""
    after = bisect_left(stops, value)
    if after == 0:
        return 0
    if after == len(stops):
        return after - 1
    before = after - 1
    return before if value / stops[before] <= stops[after] / value else after


class _Slider(QSlider):
    """A slider that lets the wheel scroll the page unless it has the focus."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class GeometricDial(QWidget):
    """A whole number: equal ways of the slider are equal ratios; the box takes any value.

    Signals
    -------
    entered(int)
        The user chose a value; not sent by `show_value`.
    began(), ended()
        A drag of the slider starts and ends.
    """

    entered = Signal(int)
    began = Signal()
    ended = Signal()

    def __init__(self, low: int, high: int, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stops = stops(low, high)
        self.slider = _Slider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(self._stops) - 1)
        self.slider.setPageStep(10)
        self.slider.setAccessibleName(name)
        self.slider.valueChanged.connect(self._on_slider)
        self.slider.sliderPressed.connect(self.began)
        self.slider.sliderReleased.connect(self.ended)
        self.box = NumberBox(low, high, geometric=True)
        self.box.setAccessibleName(name)
        self.box.entered.connect(self._on_box)
        self.setAccessibleName(name)
        self.setFocusProxy(self.slider)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.slider)
        row.addWidget(self.box)
        theme.current().changed.connect(self._restyle)
        self._restyle()

    def show_value(self, value: int) -> None:
        """Show a value without telling anybody."""
        self.box.show_value(value)
        with QSignalBlocker(self.slider):
            self.slider.setValue(nearest_stop(self._stops, value))

    def _on_slider(self, place: int) -> None:
        self.entered.emit(self._stops[place])

    def _on_box(self, value: float) -> None:
        self.entered.emit(int(value))

    def _restyle(self) -> None:
        look = theme.look()
        self.slider.setFixedWidth(round(look.px(96)))
        self.box.setFixedWidth(round(look.px(82)))

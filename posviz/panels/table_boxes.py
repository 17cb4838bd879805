"""The number boxes for d, base and L, which all panels on the positional table share."""

from __future__ import annotations

from PySide6.QtCore import QObject

from posviz.session import Session
from posviz.state_fields import MAX_BASE, MAX_LENGTH, MAX_WIDTH, MIN_BASE
from posviz.widgets.control_row import ControlRow


class TableBoxes(QObject):
    """Boxes that change width, base and length of the session.

    Parameters
    ----------
    controls
        The row that they are added to.
    session
        What they change.
    with_base
        Whether the base is among them.
    """

    def __init__(self, controls: ControlRow, session: Session, *, with_base: bool = True) -> None:
        super().__init__(controls)
        self._session = session
        self._width = controls.add_number(
            "d", self._on_width, 1, MAX_WIDTH, geometric=True, name=self.tr("Width d")
        )
        self._base = None
        if with_base:
            self._base = controls.add_number(
                self.tr("base"), self._on_base, MIN_BASE, MAX_BASE, decimals=3, width=88
            )
        self._length = controls.add_number(
            "L",
            self._on_length,
            1,
            MAX_LENGTH,
            geometric=True,
            width=88,
            name=self.tr("Length L, the number of positions"),
        )

    def show_values(self, width: int, length: int, base: float | None = None) -> None:
        """Show the values without telling anybody."""
        self._width.show_value(width)
        if self._base is not None and base is not None:
            self._base.show_value(base)
        self._length.show_value(length)

    def _on_width(self, value: float) -> None:
        self._session.update(width=int(value))

    def _on_base(self, value: float) -> None:
        self._session.update(base=value)

    def _on_length(self, value: float) -> None:
        self._session.update(length=int(value))

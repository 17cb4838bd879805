"""What is asked before a large file is written."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from posviz.model.notation import bytes_text, shape_text, shortened
from posviz.state import State
from posviz.window.ask_dialog import AskDialog


def _tr(text: str) -> str:
    return QCoreApplication.translate("export_dialogs", text)


def block_text(state: State) -> str:
    """The shape of the block of the positional table, “36 × 64”."""
    return shape_text(map(len, state.block))


class LargeFileDialog(AskDialog):
    """Asks whether a large file is meant; `smaller` says that only what is in sight is."""

    def __init__(
        self,
        parent: QWidget,
        path: Path,
        shape: tuple[int, ...],
        size: int,
        free: int,
        smaller: State | None,
    ) -> None:
        csv = path.suffix.lower() == ".csv"
        text = (
            _tr("“{file}” would hold {shape} numbers: about {size}. The disk has {free} free.")
            if csv
            else _tr("“{file}” would hold {shape} numbers: {size}. The disk has {free} free.")
        )
        text = text.format(
            file=shortened(path.name),
            shape=shape_text(shape),
            # A unit must not stand on the next line.
            size=bytes_text(size).replace(" ", "\u00a0"),
            free=bytes_text(free).replace(" ", "\u00a0"),
        )
        first = _tr("Only what is in sight") if smaller else _tr("Write it")
        super().__init__(parent, _tr("A large file"), text, first)
        if size > free:
            self.add_text(_tr("That is more than the disk has room for."), "warning")
        self.smaller = False
        whole = self.act
        if smaller is not None:
            self.add_text(_tr("In sight are {shape} of them.").format(shape=block_text(smaller)))
            self.act.clicked.connect(self._take_smaller)
            whole = QPushButton(_tr("Write it"), self)
            self.buttons.addButton(whole, QDialogButtonBox.ButtonRole.ActionRole)
        whole.setEnabled(size <= free)
        whole.clicked.connect(self.accept)
        if smaller is None:
            whole.setAutoDefault(False)
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        # Return must not begin hours of writing.
        self.finish(520, default=cancel if smaller is None else self.act)

    def _take_smaller(self) -> None:
        self.smaller = True
        self.accept()

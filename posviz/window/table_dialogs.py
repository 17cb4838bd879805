"""What is asked before a file can be opened: which of its matrices, and where its words are."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from posviz.model.embedding_files import Tensor
from posviz.model.notation import grouped, shape_text, shortened
from posviz.widgets import theme
from posviz.window import file_dialogs
from posviz.window.ask_dialog import AskDialog


def _tr(text: str) -> str:
    return QCoreApplication.translate("table_dialogs", text)


def _kind(kind: str) -> str:
    kinds = {"words": _tr("word embeddings"), "positions": _tr("learned positions")}
    return kinds.get(kind, _tr("other"))


def _meaning(kind: str) -> str:
    texts = {
        "words": _tr("One row a token. The tokens come from the word list that belongs to it."),
        "positions": _tr(
            "One row a place in the text. Its tokens will be the place numbers 0, 1, 2, …"
        ),
    }
    other = _tr("posviz does not know this name. It is opened as one row a token.")
    return texts.get(kind, other)


def best_guess(candidates: tuple[Tensor, ...]) -> int:
    """Index of the matrix that is most likely meant: of the first kind the one of most rows."""
    kind = candidates[0].kind
    alike = [index for index, tensor in enumerate(candidates) if tensor.kind == kind]
    return max(alike, key=lambda index: candidates[index].shape[0])


class ChooseTensorDialog(AskDialog):
    """Lists the matrices of a file; `chosen` is the name of the one in the end."""

    def __init__(self, parent: QWidget, file: Path, candidates: tuple[Tensor, ...]) -> None:
        text = _tr("“{file}” holds {count} matrices. Which one is the table E?").format(
            file=shortened(file.name), count=grouped(len(candidates))
        )
        super().__init__(parent, _tr("Choose a matrix"), text, _tr("Open"))
        self._candidates = candidates
        self.list = QTreeWidget()
        self.list.setAccessibleName(_tr("Matrices of the file"))
        self.list.setHeaderLabels([_tr("Name"), _tr("Shape"), _tr("Numbers"), _tr("Kind")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        mono = theme.look().font(13, mono=True)
        for tensor in candidates:
            name, shape = shortened(tensor.name, 48), shape_text(tensor.shape)
            item = QTreeWidgetItem([name, shape, tensor.dtype, _kind(tensor.kind)])
            item.setToolTip(0, tensor.name)
            for column in range(3):
                item.setFont(column, mono)
            item.setFont(3, theme.look().font(13))
            self.list.addTopLevelItem(item)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.currentItemChanged.connect(self._show_meaning)
        # Enter reaches the default button; "activated" would be a single click on some systems.
        self.list.itemDoubleClicked.connect(self.accept)
        self.act.clicked.connect(self.accept)
        self.column.addWidget(self.list, 1)
        self._meaning = self.add_text("", "muted")
        self.list.setCurrentIndex(self.list.model().index(best_guess(candidates), 0))
        self.list.setFocus()
        self.finish(680)

    @property
    def chosen(self) -> str:
        """Name of the selected matrix."""
        return self._selected().name

    def _selected(self) -> Tensor:
        return self._candidates[self.list.currentIndex().row()]

    def _show_meaning(self) -> None:
        self._meaning.setText(_meaning(self._selected().kind))


class NeedWordsDialog(AskDialog):
    """Explains that a file lacks words and lets the user choose their list: `chosen`."""

    def __init__(
        self, parent: QWidget, file: Path, sizes: tuple[int, ...], refusal: str = ""
    ) -> None:
        count = _tr(" or ").join(map(grouped, dict.fromkeys(sizes)))
        lines = _tr("1 line") if set(sizes) == {1} else _tr("{count} lines")
        text = _tr(
            "“{file}” holds numbers but no words. Its tokens stand in another file, the word "
            "list: a text of {lines}, one token a line, in the order of the rows (such as "
            "vocab.txt, words.txt or metadata.tsv), or a vocab.json or tokenizer.json."
        ).format(file=shortened(file.name), lines=lines.format(count=count))
        super().__init__(parent, _tr("Where are the words?"), text, _tr("Choose the word list…"))
        self.chosen = ""
        self._folder = file.parent
        if refusal:
            self.add_text(refusal, "warning")
        self.column.addStretch(1)
        self.act.clicked.connect(self._choose)
        self.finish(560)

    def _choose(self) -> None:
        kinds = _tr("Word lists (*.txt *.tsv *.json *.vocab *.words);;All files (*)")
        path = file_dialogs.open_file(self, _tr("Word list"), kinds, self._folder)
        if path is not None:
            self.chosen = str(path)
            self.accept()

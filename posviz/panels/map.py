"""The tokens on a flat map, with a word on what a flat map does to neighbours."""

from __future__ import annotations

import re

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QPushButton

from posviz.export import Numbers
from posviz.model.notation import counted, grouped, inserted, plain, shortened
from posviz.panels.map_content import MapContent, Rank, map_content, takes_long
from posviz.panels.map_words import about_map, all_dimensions
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_MAP_WORDS, MAX_NEIGHBOURS
from posviz.widgets.beside_or_below import BesideOrBelow
from posviz.widgets.control_row import show_choice
from posviz.widgets.note import Note
from posviz.widgets.rank_list import Part, Ranked, RankList
from posviz.widgets.scatter_layout import Marks, Points
from posviz.widgets.scatter_view import ScatterView
from posviz.widgets.text_sized import follow_text_size

_BETWEEN_WORDS = re.compile("[,;]")


def _tr(text: str) -> str:
    return QCoreApplication.translate("MapPanel", text)


class MapPanel(Panel[MapContent]):
    """Tokens along their first two principal components, and the true ranks of those near."""

    id = "map"
    uses = frozenset(
        {
            "table",
            "tensor",
            "word_list",
            "text",
            "token",
            "k",
            "metric",
            "map_of",
            "map_words",
        }
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._of = self.controls.add_choice(
            self.tr("Map of"),
            [
                ("table", self.tr("whole table")),
                ("neighbours", self.tr("word and neighbours")),
                ("sentence", self.tr("sentence")),
                ("words", self.tr("chosen words")),
            ],
            self._on_of,
        )
        self._line = QLineEdit()
        self._line.setObjectName("mapWords")
        self._line.setAccessibleName(self.tr("Words on the map, separated by commas"))
        self._line.setPlaceholderText(self.tr("king, queen, man, woman"))
        follow_text_size(self._line, self._line.setFixedWidth, 250)
        self._line.editingFinished.connect(self._on_words)
        self.controls.add("", self._line)
        holder = self._line.parentWidget()
        assert holder is not None
        self._line_holder = holder
        self._k = self.controls.add_number(
            "k", self._on_k, 1, MAX_NEIGHBOURS, width=56, name=self.tr("Number of neighbours k")
        )
        self._view = ScatterView()
        self._view.setAccessibleName(self.title())
        self._view.picked.connect(self._on_picked)
        self._view.hovered.connect(self._on_hovered)
        whole = QPushButton(self.tr("Whole map"))
        whole.clicked.connect(self._view.show_whole)
        self.controls.add("", whole)
        self._ranks = RankList()
        self._ranks.setAccessibleName(self.tr("What the map makes of the neighbours"))
        self._ranks.activated.connect(self._on_rank)
        self._ranks.hovered.connect(self._on_rank_hovered)
        self._note = Note()
        both = BesideOrBelow()
        both.addWidget(self._view)
        both.addWidget(self._ranks)
        self.body.addLayout(both, 1)
        self.body.addWidget(self._note)
        self._shown: MapContent | None = None
        self._points: Points | None = None

    @classmethod
    def title(cls) -> str:
        return _tr("Map")

    @classmethod
    def help(cls) -> str:
        return _tr(
            "Each dot is a token. The two axes are the directions along which the vectors "
            "differ most (principal components, Pearson 1901); how much of the variance they "
            "hold is written on them. The rest is lost, so words that are close here may be "
            "far apart, and the other way round. Lines lead from the selected word to its k "
            "nearest neighbours **over all dimensions**; the list says what number each is "
            "there and on the map. A ring marks the words of the sentence. Lines cross at the "
            "mean of all vectors.\n\n"
            "Two more things differ: the map first subtracts that mean and shows distances, "
            "while the cosine compares directions as seen from zero. So even a map that lost "
            "nothing could order neighbours differently.\n\n"
            "Click a dot or its name to select it. The wheel zooms about the pointer, a drag "
            "moves the map, a double click shows the whole of it. With the keyboard: arrows go "
            "to the next named word that way, Ctrl and arrows move the map, + and − zoom, "
            "Return brings the selected word to the middle, 0 shows the whole map. The closer "
            "you look, the more words have room for their names."
        )

    @staticmethod
    def takes_long(state: State) -> bool:
        return takes_long(state)

    @staticmethod
    def content(state: State) -> MapContent:
        return map_content(state)

    @staticmethod
    def numbers(content: MapContent) -> Numbers:
        points = content.word_map.points
        rows = (
            (content.name(row), int(content.word_map.ids[row]), *points[row].tolist())
            for row in range(len(points))
        )
        return Numbers(np.array(points), ("token", "id", "component 1", "component 2"), rows)

    def heading(self, content: MapContent) -> str:
        word_map = content.word_map
        if not word_map.explained.any():
            count = len(word_map.ids)
            text = self.tr("Map · 1 token") if count == 1 else self.tr("Map · {count} tokens")
            return text.format(count=grouped(count))
        return self.tr("Map · {count} of {directions} {hold} {share} % of the variance").format(
            count=min(2, word_map.width),
            directions=counted(word_map.width, "direction"),
            hold=self.tr("holds") if word_map.width == 1 else self.tr("hold"),
            share=plain(100 * float(word_map.explained.sum()), 1),
        )

    def summary(self, content: MapContent) -> str:
        near = ", ".join(
            self.tr("{token} number {rank} on the map").format(
                token=inserted(content.table.vocabulary.token_of(rank.id)), rank=rank.on_map
            )
            for rank in content.neighbours
            if rank.on_map
        )
        token = inserted(content.token)
        if not near:
            return f"{self.heading(content)}. {token}"
        told = self.tr("The nearest to {token} over all dimensions: {near}").format(
            token=token, near=near
        )
        return f"{self.heading(content)}. {told}"

    def show_content(self, content: MapContent) -> None:
        before, self._shown = self._shown, content
        show_choice(self._of, content.of)
        self._k.show_value(self.session.state.k)
        self._line_holder.setVisible(content.of == "words")
        if not (self._line.hasFocus() and self._line.isModified()):
            self._line.setText(", ".join(content.chosen))
            self._line.setCursorPosition(0)
        if self._points is None or before is None or not _same_points(before, content):
            self._points = self._named_points(content)
        marks = Marks(content.row, content.lit, content.sentence)
        self._view.show_points(self._points, marks)
        self._view.setAccessibleDescription(self.summary(content))
        self._show_ranks(content)
        self._note.set_text(about_map(content))

    def _named_points(self, content: MapContent) -> Points:
        word_map = content.word_map
        shares = [plain(100 * share, 1) for share in word_map.explained.tolist()]
        axes = ("", "")
        if word_map.explained.any():
            across = self.tr("component 1 →  {share} %").format(share=shares[0])
            up = self.tr("↑ component 2  {share} %").format(share=shares[1])
            axes = (across, up if word_map.width > 1 else "")
        return Points(word_map.points, content.name, word_map.importance, axes)

    def _show_ranks(self, content: MapContent) -> None:
        def ranked(rank: Rank) -> Ranked:
            name = content.table.vocabulary.token_of(rank.id)
            return Ranked(shortened(name), _number(rank.true), _number(rank.on_map))

        true = tuple(ranked(rank) for rank in content.neighbours if rank.row >= 0)
        near = tuple(ranked(rank) for rank in content.nearest_on_map)
        columns = (
            self.tr("all {d}").format(d=grouped(content.word_map.width)),
            self.tr("map"),
        )
        parts = (
            Part(self.tr("Nearest"), true, 0, "plus"),
            Part(self.tr("On the map"), near, 1),
        )
        self._ranks.set_parts(parts, columns)
        self._ranks.setAccessibleDescription(
            "; ".join(
                self.tr("{token}: {true} over all dimensions, {on_map} on the map").format(
                    token=inserted(row.name), true=row.first, on_map=row.second
                )
                for part in parts
                for row in part.rows
            )
        )

    def show_hover(self, hover: Hover) -> None:
        shown = self._shown
        if shown is None:
            return
        id_ = self.session.state.id_of(hover.token)
        self._view.light(shown.word_map.place_of(id_) if id_ >= 0 else -1)
        ids = [rank.id for rank in self._listed(shown)]
        self._ranks.light(ids.index(id_) if id_ in ids else -1)

    @staticmethod
    def _listed(content: MapContent) -> tuple[Rank, ...]:
        """Ranks in the order of the list."""
        there = tuple(rank for rank in content.neighbours if rank.row >= 0)
        return there + content.nearest_on_map

    def _on_of(self, value: str) -> None:
        self.session.update(map_of=value)

    def _on_k(self, value: float) -> None:
        self.session.update(k=int(value))

    def _on_words(self) -> None:
        self._line.setModified(False)
        typed = map(str.strip, _BETWEEN_WORDS.split(self._line.text()))
        words = tuple(dict.fromkeys(filter(None, typed)))
        self.session.update(map_words=words[:MAX_MAP_WORDS])

    def _on_picked(self, row: int) -> None:
        if self._shown is not None:
            self.session.update(token=self._shown.name(row))

    def _on_rank(self, index: int) -> None:
        if self._shown is not None:
            rank = self._listed(self._shown)[index]
            self.session.update(token=self._shown.table.vocabulary.token_of(rank.id))

    def _on_hovered(self, row: int) -> None:
        shown = self._shown
        if shown is None or row < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        self.session.point_at(token=shown.name(row))
        self.readout.emit(self._readout(shown, shown.rank_of(row)))

    def _on_rank_hovered(self, index: int) -> None:
        shown = self._shown
        if shown is None or index < 0:
            self.session.point_at()
        else:
            rank = self._listed(shown)[index]
            self.session.point_at(token=shown.table.vocabulary.token_of(rank.id))

    def _readout(self, content: MapContent, rank: Rank) -> str:
        token = inserted(content.table.vocabulary.token_of(rank.id))
        text = self.tr("{token} · id {id}").format(token=token, id=grouped(rank.id))
        if rank.true and rank.on_map:
            text += " · " + self.tr(
                "from {selected}: number {true} over {dimensions}, {on_map} on the map"
            ).format(
                selected=inserted(content.token),
                true=grouped(rank.true),
                dimensions=all_dimensions(content.word_map.width),
                on_map=grouped(rank.on_map),
            )
        return text


def _number(rank: int) -> str:
    return grouped(rank) if rank else "–"


def _same_points(first: MapContent, second: MapContent) -> bool:
    """Whether two maps are the same one, so that one may go on looking where one was."""
    return first.table is second.table and np.array_equal(first.word_map.ids, second.word_map.ids)

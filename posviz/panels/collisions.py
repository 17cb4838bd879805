"""Which positions have nearly the same row, and which the same once numbers are rounded."""

from __future__ import annotations

from typing import get_args

import numpy as np
from PySide6.QtWidgets import QPushButton

from posviz.export import Numbers
from posviz.model.notation import grouped, significant
from posviz.model.number_formats import NumberFormat
from posviz.panels.collision_content import Collisions, collisions_in, takes_long
from posviz.panels.collision_words import distance_text, found_text, others_text, tr
from posviz.panels.panel import Panel
from posviz.panels.table_boxes import TableBoxes
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.beside_or_below import BesideOrBelow
from posviz.widgets.control_row import show_choice
from posviz.widgets.note import Note
from posviz.widgets.offset_curve import OffsetCurve
from posviz.widgets.rank_list import Part, Ranked, RankList

_COLUMN, _PART = 96, 320


class CollisionsPanel(Panel[Collisions]):
    """Distances over the offset, and the pairs of positions that are nearest or equal."""

    id = "collisions"
    uses = frozenset({"position", "offset", "length", "width", "base", "number_format"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        controls = self.controls
        self._boxes = TableBoxes(controls, session)
        self._format = controls.add_choice(
            self.tr("rounded to"),
            [(name, name) for name in get_args(NumberFormat)],
            self._on_format,
        )
        reset = QPushButton(self.tr("Reset"))
        reset.clicked.connect(self._on_reset)
        controls.add("", reset)
        self._found = Note(role="text")
        self._curve = OffsetCurve(
            label=self.tr("distance / typical, offset j − i"),
            shared=self.tr("each point: nearest of {count} offsets"),
            has_signs=False,
        )
        self._curve.setAccessibleName(self.tr("Distance over the offset"))
        self._curve.picked.connect(self._on_offset_picked)
        self._curve.hovered.connect(self._on_offset_hovered)
        self._curve.drag_started.connect(session.begin_gesture)
        self._curve.drag_ended.connect(session.end_gesture)
        self._list = RankList(column=_COLUMN, least=_PART)
        self._list.setAccessibleName(self.tr("Positions that are nearest or equal"))
        self._list.activated.connect(self._on_activated)
        self._list.hovered.connect(self._on_row_hovered)
        self._others = Note()
        both = BesideOrBelow()
        both.addWidget(self._curve)
        both.addWidget(self._list)
        self.body.addWidget(self._found)
        self.body.addLayout(both, 1)
        self.body.addWidget(self._others)
        self._shown: Collisions | None = None

    @classmethod
    def title(cls) -> str:
        return tr("Collisions")

    @classmethod
    def help(cls) -> str:
        return tr(
            "Are rows of the positional table unique? Before rounding no two are equal, but some "
            "come near: with d = 2, positions 15 and 725 are 0.00006 apart. The squared distance "
            "is the sum over the pairs of 4 sin²(w offset / 2) (Vaswani et al. 2017, section 3.5), "
            "so with even d it depends on the offset alone, and all offsets are looked at.\n\n"
            "The curve is the distance from the selected position over the offset, divided by the "
            "typical one. Where offsets share a point it shows the nearest of them.\n\n"
            "Numbers have few digits in a model. Three things are shown apart. Where the "
            "**position** is rounded before the angle is computed, 2049 becomes 2048 in float16 "
            "(11 binary digits) and 257 becomes 256 in bfloat16 (8 digits). Where the finished "
            "**values** are rounded, only rows that were nearly equal become equal. Angles are "
            "computed in float64 in both. Where position, frequency and **angle** are all rounded, "
            "as in code that makes the table in float32, every value past some position is off: "
            "near 10⁶ by up to 0.06. Ties go to the even neighbour (IEEE 754); bfloat16 is the "
            "upper half of a float32 (Kalamkar et al. 2019).\n\n"
            "Click a pair in the list, or press Return on it, to select its position and offset."
        )

    @staticmethod
    def takes_long(state: State) -> bool:
        return takes_long(state)

    @staticmethod
    def content(state: State) -> Collisions:
        return collisions_in(state)

    @staticmethod
    def numbers(content: Collisions) -> Numbers:
        rows: list[tuple[str, int, int, int, float]] = [
            ("nearest before rounding", p.first, p.second, p.offset, p.distance)
            for p in content.nearest
        ]
        for name, equal in (
            ("equal, position rounded", content.by_position),
            ("equal, values rounded", content.by_value),
        ):
            rows += [(name, p, q, q - p, 0.0) for p, q in equal.pairs]
        header = ("which", "position", "other_position", "offset", "distance")
        return Numbers(np.array([row[-1] for row in rows], dtype=np.float64), header, rows)

    def heading(self, content: Collisions) -> str:
        if not content.closest.pairs:
            return self.title()
        return tr("Collisions · nearest {nearest}, typical {typical}").format(
            nearest=distance_text(content.nearest[0].distance),
            typical=distance_text(content.typical),
        )

    def summary(self, content: Collisions) -> str:
        found = found_text(content).replace("**", "").replace("\n\n", " ")
        return f"{self.heading(content)}. {found}"

    def show_content(self, content: Collisions) -> None:
        self._shown = content
        self._boxes.show_values(content.width, content.length, content.base)
        show_choice(self._format, content.number_format)
        self._found.set_text(found_text(content))
        self._others.set_text(others_text(content))
        last = content.length - 1
        self._curve.show_curve(
            content.curve,
            last,
            max(-content.position, -last),
            max(last - content.position, -last),
            content.offset,
        )
        self._curve.setAccessibleDescription(self.heading(content))
        self._list.set_parts(_parts(content), (tr("offset"), tr("distance")))
        self._list.setAccessibleDescription(self.summary(content))

    def show_hover(self, hover: Hover) -> None:
        if self._shown is not None:
            at = hover.position
            self._curve.light(None if at is None else at - self._shown.position)

    def _pairs(self) -> list[tuple[int, int]]:
        """The pairs in the list, from top to bottom."""
        shown = self._shown
        if shown is None:
            return []
        nearest = [(pair.first, pair.second) for pair in shown.nearest]
        return [*nearest, *shown.by_position.pairs, *shown.by_value.pairs]

    def _on_activated(self, row: int) -> None:
        first, second = self._pairs()[row]
        self.session.update(position=first, offset=second - first)

    def _on_row_hovered(self, row: int) -> None:
        self.session.point_at(position=self._pairs()[row][1] if row >= 0 else None)

    def _on_format(self, value: str) -> None:
        self.session.update(number_format=value)

    def _on_reset(self) -> None:
        start = State()
        self._curve.show_whole()
        self.session.update(
            width=start.width,
            base=start.base,
            length=start.length,
            offset=start.offset,
            number_format=start.number_format,
        )

    def _on_offset_picked(self, offset: int) -> None:
        self.session.update(offset=offset)

    def _on_offset_hovered(self, offset: int | None) -> None:
        shown = self._shown
        if offset is None or shown is None:
            self.session.point_at()
            self.readout.emit("")
            return
        self.session.point_at(position=shown.position + offset)
        distance = float(shown.curve.means([offset], 1)[0])
        if shown.typical > 0:
            distance *= shown.typical
        text = tr("pos {first} and pos {second}: distance {distance} before rounding")
        self.readout.emit(
            text.format(
                first=grouped(shown.position),
                second=grouped(shown.position + offset),
                distance=distance_text(distance),
            )
        )


def _parts(content: Collisions) -> list[Part]:
    """The list: nearest rows, then positions that rounding makes equal, in two ways."""
    name = tr("{first} and {second}")
    nearest = tuple(
        Ranked(
            name.format(first=grouped(pair.first), second=grouped(pair.second)),
            grouped(pair.offset),
            # With a power of ten three digits are what the column has room for.
            significant(pair.distance, 4 if pair.distance >= 1e-4 else 3),
        )
        for pair in content.nearest
    )

    def equal(pairs: tuple[tuple[int, int], ...]) -> tuple[Ranked, ...]:
        return tuple(
            Ranked(name.format(first=grouped(p), second=grouped(q)), grouped(q - p), "0")
            for p, q in pairs
        )

    return [
        Part(tr("Nearest"), nearest, 0),
        Part(tr("Position rounded"), equal(content.by_position.pairs), 0),
        Part(tr("Values rounded"), equal(content.by_value.pairs), 0),
    ]

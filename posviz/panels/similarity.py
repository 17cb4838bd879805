"""How alike any two positions are, and what queries and keys can make of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtWidgets import QPushButton

from posviz.export import MOST_NUMBERS, ExportError, Numbers
from posviz.model.notation import grouped, plain, signed, significant
from posviz.model.positional.similarity import (
    PositionSimilarity,
    Profile,
    Rise,
    asymmetry,
    first_rise,
)
from posviz.panels.panel import Panel
from posviz.panels.similarity_source import SimilarityTable, measure_text, offset_text, tr
from posviz.session import Hover, Session
from posviz.state import MAX_LENGTH, MAX_SEED, MAX_WIDTH, State
from posviz.widgets.beside_or_below import BesideOrBelow
from posviz.widgets.control_row import show_choice
from posviz.widgets.heatmap_view import HeatmapView
from posviz.widgets.note import Note
from posviz.widgets.offset_curve import OffsetCurve

_WIDE = 1024
_MOST_WAVES = 20_000_000
_MIRRORED = 64


@dataclass(frozen=True)
class Similarities:
    """The matrix, the row of the selected position, and what was found in them.

    Attributes
    ----------
    similarity
        Any part of the matrix on demand.
    position, offset
        The selected i and j − i; j may lie outside the table.
    value
        The similarity of i and j.
    profile
        The row of position i as a function of the offset.
    spread
        The largest difference along a diagonal, and how many positions and offsets were
        compared for it.
    rise
        Where the row first rises to the right of offset 0.
    asymmetry, mirrored
        The largest difference between an offset and its negative, up to the offset `mirrored`.
    """

    similarity: PositionSimilarity
    position: int
    offset: int
    value: float
    profile: Profile
    spread: tuple[float, int, int]
    rise: Rise
    asymmetry: float
    mirrored: int

    @property
    def table(self) -> SimilarityTable:
        """The matrix as the heat map asks for it."""
        return SimilarityTable(self.similarity)

    @property
    def low(self) -> int:
        """The least offset whose position is in the table."""
        return -self.position

    @property
    def high(self) -> int:
        """The largest offset whose position is in the table."""
        return self.similarity.length - 1 - self.position


@lru_cache(maxsize=8)
def _spread(similarity: PositionSimilarity) -> tuple[float, int, int]:
    return similarity.spread_along_diagonals()


class SimilarityPanel(Panel[Similarities]):
    """The L × L matrix of similarities and one row of it as a curve over the offset."""

    id = "similarity"
    uses = frozenset({"position", "offset", "length", "width", "base", "weights", "seed"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        controls = self.controls
        self._width = controls.add_number(
            "d", self._on_width, 1, MAX_WIDTH, geometric=True, name=self.tr("Width d")
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
        self._weights = controls.add_choice(
            "W",
            [
                ("identity", self.tr("none: rows themselves")),
                ("same", self.tr("random, W_Q = W_K")),
                ("turned", self.tr("W_K turns the pairs")),
                ("separate", self.tr("random W_Q and W_K")),
            ],
            self._on_weights,
        )
        self._weights.setAccessibleName(self.tr("What queries and keys are made with"))
        self._weights.setToolTip(self.tr("What queries and keys are made with"))
        self._seed = controls.add_number(
            self.tr("seed"), self._on_seed, 0, MAX_SEED, name=self.tr("Seed of the matrices")
        )
        reset = QPushButton(self.tr("Reset"))
        reset.clicked.connect(self._on_reset)
        controls.add("", reset)
        self._view = HeatmapView(self.content(session.state).table)
        self._view.setAccessibleName(self.title())
        self._view.picked.connect(self._on_cell_picked)
        self._view.hovered.connect(self.readout)
        self._view.pointed.connect(self._on_pointed)
        self._curve = OffsetCurve()
        self._curve.setAccessibleName(self.tr("Similarity over the offset"))
        self._curve.picked.connect(self._on_offset_picked)
        self._curve.hovered.connect(self._on_offset_hovered)
        self._curve.drag_started.connect(session.begin_gesture)
        self._curve.drag_ended.connect(session.end_gesture)
        self._note = Note()
        both = BesideOrBelow(share=0.38)
        both.addWidget(self._view)
        both.addWidget(self._curve)
        self.body.addLayout(both, 1)
        self.body.addWidget(self._note)
        self._shown: Similarities | None = None

    @classmethod
    def title(cls) -> str:
        return tr("Similarity of positions")

    @classmethod
    def help(cls) -> str:
        return tr(
            "Each cell compares the encodings of two positions, i down and j across: the dot "
            "product of their rows, divided by d/2, which for even d is their cosine. The curve "
            "is the row of the selected position over the offset j − i; its faint part lies "
            "outside the table.\n\n"
            "PE(i) · PE(j) is the sum over all pairs of cos((j − i) w). So with even d it depends "
            "on the offset alone, and not on its sign: distance without direction (Yan et al. "
            "2019, TENER). You may have read that it falls steadily with distance; it does not.\n\n"
            "Attention compares q = PE(i) W_Q with k = PE(j) W_K (Vaswani et al. 2017). **W** "
            "shows what that can do. One random matrix for both spoils the pattern. A W_K that "
            "turns every pair as a step of s positions does keeps the pattern and gives it a "
            "direction. Two random matrices break it: only training makes something of them. The "
            "matrices have d × h normal numbers of variance 1/d, h = 64 or d if that is less; the "
            "seed chooses which.\n\n"
            "Click a cell or use the arrows to select two positions; the wheel zooms, a drag "
            "moves, 0 or a double click shows everything. Where cells or offsets share a pixel "
            "their exact mean is drawn. On the curve, a click or a drag chooses the offset; left "
            "and right go by one, Home and End to the ends of the table."
        )

    @staticmethod
    def takes_long(state: State) -> bool:
        return state.width > _WIDE

    @staticmethod
    def content(state: State) -> Similarities:
        similarity = PositionSimilarity(
            state.length,
            state.width,
            state.base,
            state.weights,
            # Without weights nothing depends on the seed.
            0 if state.weights == "identity" else state.seed,
        )
        profile = similarity.profile(state.position)
        mirrored = min(_MIRRORED, state.length - 1)
        return Similarities(
            similarity=similarity,
            position=state.position,
            offset=state.offset,
            value=float(profile.at([state.offset])[0]),
            profile=profile,
            spread=_spread(similarity),
            rise=first_rise(profile, state.length - 1, _MOST_WAVES),
            asymmetry=asymmetry(profile, mirrored),
            mirrored=mirrored,
        )

    @staticmethod
    def numbers(content: Similarities) -> Numbers:
        L, pairs = content.similarity.length, len(content.profile.frequencies)
        if L * pairs > 25 * MOST_NUMBERS:
            raise ExportError(
                tr(
                    "The similarities of {length} positions are sums of {size} waves; a file takes "
                    "up to {most}. Choose fewer positions or a smaller width."
                ).format(
                    length=grouped(L), size=grouped(L * pairs), most=grouped(25 * MOST_NUMBERS)
                )
            )
        offsets = np.arange(content.low, content.high + 1)  # (L,)
        values = content.profile.at(offsets)  # (L,)
        rows = (
            (content.position, position, position - content.position, value)
            for position, value in enumerate(values.tolist())
        )
        return Numbers(values, ("position", "other_position", "offset", "similarity"), rows)

    def heading(self, content: Similarities) -> str:
        return tr("Similarity of positions · {measure}").format(
            measure=measure_text(content.similarity)
        )

    def summary(self, content: Similarities) -> str:
        return tr("{heading}. Position {i}, offset {offset}: {value}. {found}").format(
            heading=self.heading(content),
            i=grouped(content.position),
            offset=offset_text(content.offset),
            value=signed(content.value, 6),
            found=found_text(content).replace("**", ""),
        )

    def show_content(self, content: Similarities) -> None:
        self._shown = content
        similarity = content.similarity
        self._width.show_value(similarity.width)
        self._length.show_value(similarity.length)
        show_choice(self._weights, similarity.weights)
        self._seed.show_value(self.session.state.seed)
        self.controls.set_shown(self._seed, similarity.weights != "identity")
        self._view.show_table(content.table, content.position, content.position + content.offset)
        self._curve.show_curve(
            content.profile,
            max(similarity.length - 1, content.position),
            content.low,
            content.high,
            content.offset,
        )
        self._curve.setAccessibleDescription(self.summary(content))
        self._note.set_text(found_text(content))

    def show_hover(self, hover: Hover) -> None:
        self._view.light(hover.position, None)
        if self._shown is not None:
            at = hover.position
            self._curve.light(None if at is None else at - self._shown.position)

    def _on_width(self, value: float) -> None:
        self.session.update(width=int(value))

    def _on_length(self, value: float) -> None:
        self.session.update(length=int(value))

    def _on_weights(self, value: str) -> None:
        self.session.update(weights=value)

    def _on_seed(self, value: float) -> None:
        self.session.update(seed=int(value))

    def _on_reset(self) -> None:
        start = State()
        self._view.show_whole()
        self._curve.show_whole()
        self.session.update(offset=start.offset, weights=start.weights, seed=start.seed)

    def _on_cell_picked(self, row: int, column: int) -> None:
        self.session.update(position=row, offset=column - row)

    def _on_pointed(self, row: int, column: int) -> None:
        if row < 0:
            self.session.point_at()
        else:
            self.session.point_at(position=row)

    def _on_offset_picked(self, offset: int) -> None:
        self.session.update(offset=offset)

    def _on_offset_hovered(self, offset: int | None) -> None:
        shown = self._shown
        if offset is None or shown is None:
            self.session.point_at()
            self.readout.emit("")
            return
        other = shown.position + offset
        self.session.point_at(position=other)
        self.readout.emit(shown.table.cell_text(shown.position, other))


def found_text(content: Similarities) -> str:
    """Say what the matrix depends on, in numbers that were computed."""
    similarity = content.similarity
    spread, positions, offsets = content.spread
    compared = tr("compared at {positions} positions and {offsets} offsets").format(
        positions=positions, offsets=offsets
    )
    differ = _small(spread)
    if similarity.weights == "same":
        return tr(
            "**One random matrix for both** (variance 1/d, h = {h}): values along a diagonal now "
            "differ by up to {spread} ({compared}), so the offset alone no longer decides. Cells "
            "(i, j) and (j, i) stay equal."
        ).format(h=grouped(similarity.head_size), spread=differ, compared=compared)
    if similarity.weights == "separate":
        return tr(
            "**Two random matrices** (variance 1/d, h = {h}) break the pattern: values along a "
            "diagonal differ by up to {spread} ({compared}), and left and right of offset 0 by up "
            "to {mirror}."
        ).format(
            h=grouped(similarity.head_size),
            spread=differ,
            compared=compared,
            mirror=significant(content.asymmetry, 2),
        )
    if spread < 1e-9:
        first = tr(
            "**Only the offset counts:** along a diagonal values differ by {spread} at most "
            "({compared})."
        )
    else:
        first = tr(
            "**Nearly only the offset counts:** d is odd, its last column a lone sine, so along a "
            "diagonal values differ by up to {spread} ({compared})."
        )
    first = first.format(spread=differ, compared=compared)
    if similarity.weights == "turned":
        second = tr(
            "**Direction:** W_K turns each pair as a step of {turn} positions does, so the peak "
            "moves to offset {peak}. Offsets and their negatives differ by up to {mirror}."
        ).format(
            turn=offset_text(similarity.turn),
            peak=offset_text(-similarity.turn),
            mirror=significant(content.asymmetry, 2),
        )
        return f"{first} {second}"
    return " ".join(filter(None, (first, _direction_text(content), _rise_text(content.rise))))


def _direction_text(content: Similarities) -> str:
    if not content.mirrored:
        return ""
    if content.asymmetry == 0:
        text = tr("**No direction:** an offset and its negative give the same value, up to {last}.")
    else:
        text = tr(
            "**No direction:** an offset and its negative differ by {mirror} at most, up to {last}."
        )
    return text.format(mirror=significant(content.asymmetry, 2), last=grouped(content.mirrored))


def _rise_text(rise: Rise) -> str:
    if rise.offset is not None:
        # As many decimals as it takes to see the rise.
        decimals = next(
            n for n in range(4, 17) if plain(rise.before, n) != plain(rise.after, n) or n == 16
        )
        return tr(
            "**Not monotone:** it first rises at offset {offset}, from {before} to {after}."
        ).format(
            offset=grouped(rise.offset),
            before=plain(rise.before, decimals),
            after=plain(rise.after, decimals),
        )
    if rise.looked_at < 1:
        return ""
    return tr("Up to offset {last} it only falls.").format(last=grouped(rise.looked_at))


def _small(value: float) -> str:
    return significant(value, 2) if value else "0"

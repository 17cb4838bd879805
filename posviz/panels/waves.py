"""Chosen pairs of the positional table as waves over position."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit

from posviz.export import Numbers, RowBlocks
from posviz.model.notation import grouped, signed, significant
from posviz.model.positional import sinusoidal
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import MAX_WAVES, StateError, parse_assignment
from posviz.widgets.note import Note
from posviz.widgets.text_sized import follow_text_size
from posviz.widgets.wave_legend import Wave, WaveLegend
from posviz.widgets.wave_plot import WavePlot


def _tr(text: str) -> str:
    return QCoreApplication.translate("WavesPanel", text)


@dataclass(frozen=True)
class Waves:
    """The pairs on show, n of them, in order.

    Attributes
    ----------
    pairs
        The selected pair and the chosen ones, (n,).
    frequencies
        Radians per position, (n,).
    wavelengths
        Positions after which each repeats, (n,).
    pair
        The selected pair.
    has_cosine
        Whether the selected pair has a cosine; a lone last sine of an odd width has none.
    position
        The selected position.
    length
        L of the table.
    last
        Last position shown: of the table, or the selected one when that is beyond it.
    """

    pairs: tuple[int, ...]
    frequencies: tuple[float, ...]
    wavelengths: tuple[float, ...]
    pair: int
    has_cosine: bool
    position: int
    length: int
    last: int


class WavesPanel(Panel[Waves]):
    """Sines of a few pairs, and the cosine of the selected one."""

    id = "waves"
    uses = frozenset({"position", "pair", "pairs", "length", "width", "base"})
    needs = ("pyqtgraph",)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._pairs = QLineEdit()
        follow_text_size(self._pairs, self._pairs.setMinimumWidth, 150)
        self._pairs.setToolTip(self.tr("Pairs drawn beside the selected one"))
        self._pairs.editingFinished.connect(self._on_pairs)
        self.controls.add(self.tr("Also pairs"), self._pairs)
        self._refusal = Note(role="warning")
        self._plot = WavePlot()
        self._plot.setAccessibleName(self.title())
        self._plot.picked.connect(self._on_picked)
        self._plot.drag_started.connect(session.begin_gesture)
        self._plot.drag_ended.connect(session.end_gesture)
        self._plot.stepped.connect(self._on_stepped)
        self._plot.hovered.connect(self._on_hovered)
        self._legend = WaveLegend()
        self._legend.setAccessibleName(self.tr("Legend"))
        self._legend.activated.connect(self._on_activated)
        self.body.addWidget(self._refusal)
        self.body.addWidget(self._plot, 1)
        self.body.addWidget(self._legend)
        self._shown: Waves | None = None

    @classmethod
    def title(cls) -> str:
        return _tr("Waves")

    @classmethod
    def help(cls) -> str:
        return _tr(
            "Each column of the positional table is a wave over position. Pair 0 is the fastest "
            "for a base above 1: it repeats every 6.28 positions. The selected pair is drawn in "
            "the accent colour with its cosine dashed: the two are the height and the reach of "
            "one clock hand. Dots are the whole positions, where the table has its numbers. A "
            "wave that is too fast for the screen is drawn as the band that it fills.\n\nType "
            "pairs, separated by commas. Click or drag the cursor, or use the left and right "
            "arrows, to choose a position, up and down for another pair; the wheel zooms, a drag "
            "moves, 0 shows everything. Click a name below the plot to select its pair."
        )

    @staticmethod
    def content(state: State) -> Waves:
        pairs = tuple(sorted({state.pair, *state.pairs}))
        frequencies = sinusoidal.frequencies(state.width, state.base)  # (pairs of the table,)
        return Waves(
            pairs=pairs,
            frequencies=tuple(float(frequencies[pair]) for pair in pairs),
            wavelengths=tuple(sinusoidal.wavelength(p, state.width, state.base) for p in pairs),
            pair=state.pair,
            has_cosine=sinusoidal.dimension_of(state.pair, state.width, cosine=True) is not None,
            position=state.position,
            length=state.length,
            last=max(state.length - 1, state.position),
        )

    @staticmethod
    def numbers(content: Waves) -> Numbers:
        heights = RowBlocks(
            (content.length, len(content.pairs)),
            lambda rows: np.sin(np.outer(rows, content.frequencies)),  # (n, pairs)
        )
        return heights.numbers(("position", *(f"pair {pair} (sin)" for pair in content.pairs)))

    def heading(self, content: Waves) -> str:
        pairs = ", ".join(map(grouped, content.pairs))
        if len(content.pairs) == 1:
            return self.tr("Waves · pair {pairs}").format(pairs=pairs)
        return self.tr("Waves · pairs {pairs}").format(pairs=pairs)

    def summary(self, content: Waves) -> str:
        named = "; ".join(
            f"{wave.label}: {signed(wave.at(content.position), 6)}" for wave in self._waves(content)
        )
        return self.tr("{heading}, at position {position}: {waves}").format(
            heading=self.heading(content), position=grouped(content.position), waves=named
        )

    def show_content(self, content: Waves) -> None:
        self._shown = content
        self._show_pairs()
        waves = self._waves(content)
        self._plot.show_waves(waves, content.position, content.last)
        self._plot.setAccessibleDescription(self.summary(content))
        self._legend.show_waves(waves, content.position)

    def _show_pairs(self) -> None:
        self._pairs.setText(", ".join(map(str, self.session.state.pairs)))
        self._refusal.set_text("")

    def _waves(self, content: Waves) -> list[Wave]:
        """One wave a pair, and the cosine of the selected pair after its sine."""
        waves, order = [], 0
        for pair, frequency, length in zip(
            content.pairs, content.frequencies, content.wavelengths, strict=True
        ):
            selected = pair == content.pair
            label = self.tr("pair {pair} · {wavelength} positions").format(
                pair=grouped(pair), wavelength=significant(length, 4)
            )
            waves.append(Wave(label, frequency, 0.0, selected, order))
            if selected and content.has_cosine:
                cosine = self.tr("pair {pair}, cosine").format(pair=grouped(pair))
                waves.append(Wave(cosine, frequency, math.pi / 2, True))
            order += not selected
        return waves

    def _on_pairs(self) -> None:
        last = sinusoidal.pair_count(self.session.state.width) - 1
        try:
            name, pairs = parse_assignment(f"pairs={self._pairs.text()}")
            if max(pairs, default=0) > last:
                raise StateError
            self.session.update(**{name: pairs})
        except StateError:
            text = self.tr(
                "Type up to {most} pairs from 0 to {last}, separated by commas, such as “0, 4”."
            )
            self._refusal.set_text(text.format(most=MAX_WAVES, last=grouped(last)))
        else:
            self._show_pairs()

    def _on_picked(self, position: int) -> None:
        self.session.update(position=position)

    def _on_stepped(self, way: int) -> None:
        if self._shown is not None:
            pairs = self._shown.pairs
            index = pairs.index(self._shown.pair) + way
            self.session.update(pair=pairs[min(max(0, index), len(pairs) - 1)])

    def _on_activated(self, index: int) -> None:
        if self._shown is not None:
            cosine = self._shown.has_cosine and index > self._shown.pairs.index(self._shown.pair)
            self.session.update(pair=self._shown.pairs[index - cosine])

    def _on_hovered(self, position: int) -> None:
        self.session.point_at(position=position if position >= 0 else None)
        if position < 0 or self._shown is None:
            self.readout.emit("")
            return
        values = ", ".join(
            self.tr("pair {pair}: {value}").format(
                pair=grouped(pair), value=signed(math.sin(position * frequency), 6)
            )
            for pair, frequency in zip(self._shown.pairs, self._shown.frequencies, strict=True)
        )
        self.readout.emit(
            self.tr("pos {position} · sin of {values}").format(
                position=grouped(position), values=values
            )
        )

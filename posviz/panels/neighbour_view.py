"""One table's list of neighbours as the neighbours panel shows it: title, bars, what to think."""

from __future__ import annotations

import math
from collections.abc import Collection

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout

from posviz.model.neighbour_list import NeighbourList, Trouble
from posviz.model.notation import (
    MINUS,
    counted,
    grouped,
    inserted,
    plain,
    shortened,
    signed,
    significant,
    undefined,
)
from posviz.model.similarity import Metric
from posviz.panels.neighbour_content import Neighbours
from posviz.widgets.bar_list import UNIT_AXIS, Axis, Bar, BarList, Mark
from posviz.widgets.note import Note, join_pieces, literal


def tr(text: str) -> str:
    """Translate a text of the neighbours panel."""
    return QCoreApplication.translate("NeighboursPanel", text)


class NeighbourView(QVBoxLayout):
    """A title where two tables are compared, the bars, and a note.

    A layout and no widget: those inside a figure that was never shown are not laid out.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.bars = BarList()
        self.bars.setAccessibleName(name)
        self._title = Note(role="text")
        self._note = Note()
        self.setSpacing(8)
        for part in (self._title, self.bars, self._note):
            self.addWidget(part)

    def show_nothing(self) -> None:
        """Take no room."""
        self._title.set_text("")
        self.bars.setVisible(False)
        self._note.set_text("")

    def show_list(
        self,
        found: NeighbourList,
        metric: Metric,
        *,
        inputs: Collection[str],
        shared: Collection[str],
        compared: bool,
    ) -> None:
        """Show a list.

        `inputs` are the words of an analogy, `shared` the tokens that the list of the other
        table holds too, and `compared` tells whether there is one.
        """
        self._title.set_text(f"**{literal(found.title)}**" if compared else "")
        self.bars.setVisible(bool(found.tokens))
        titles = [tr("token"), tr("dense")]
        last: tuple[float, ...] = ()
        if inputs:
            last = found.alone
            titles.append(tr("{token} alone").format(token=inserted(next(iter(inputs)), 12)))
        elif not compared:
            last = found.one_hot
            titles.append(tr("one-hot"))
        axis, decimals = axis_of(found, metric)
        bars = []
        for row, (token, value) in enumerate(zip(found.tokens, found.values, strict=True)):
            label = shortened(token)
            if token in inputs:
                label = tr("{token} · input").format(token=inserted(token))
            columns = [number(value, metric, decimals)]
            if last:
                columns.append(signed(last[row], 2) if inputs else plain(last[row], 2))
            bars.append(Bar(label, value, tuple(columns), strong=token in shared))
        mark = None
        if math.isfinite(found.baseline.mean):
            base = found.baseline
            text = tr("all pairs {mean} ± {sd}") if base.every else tr("random pairs {mean} ± {sd}")
            text = text.format(
                mean=number(base.mean, metric, decimals), sd=_size(base.deviation, decimals)
            )
            mark = Mark(base.mean, base.deviation, text)
        self.bars.set_bars(bars, titles, axis, mark)
        self._note.set_text(self._words(found, metric, inputs, decimals))

    def _words(
        self, found: NeighbourList, metric: Metric, inputs: Collection[str], decimals: int | None
    ) -> str:
        if found.troubles:
            return " ".join(trouble_text(trouble) for trouble in found.troubles)
        parts = [baseline_text(found, metric, decimals, versus_first=not inputs)]
        if found.first_of_all is not None:
            what = (
                tr("With nothing left out, the nearest here is **{token}**, an input.")
                if found.first_of_all in inputs
                else tr("With nothing left out, the nearest here is **{token}**, not an input.")
            )
            parts.append(what.format(token=literal(found.first_of_all)))
        if found.hand_made:
            parts.append(tr("These numbers are hand-made to show the idea."))
        return " ".join(filter(None, parts))


def trouble_text(trouble: Trouble) -> str:
    """Say why a token has no neighbours."""
    if trouble.kind == "unknown":
        text = tr("**{token}** is not in this vocabulary: it has no row of E.")
        if len(trouble.pieces) > 1:
            text += " " + tr("The table's tokeniser reads it as **{pieces}**.")
        elif trouble.pieces:
            text += " " + tr("The table's tokeniser reads it as **{pieces}**; pick that.")
    elif trouble.kind == "no vector":
        text = tr("**{token}** is a token, but this table has no vector for it.")
    elif trouble.kind == "zero":
        text = tr("The vector of **{token}** is zero: it points nowhere and has no cosine.")
    else:
        text = tr("The vector of **{token}** holds a value that is not a number.")
    return text.format(token=literal(trouble.token), pieces=join_pieces(trouble.pieces))


def baseline_text(
    found: NeighbourList, metric: Metric, decimals: int | None, *, versus_first: bool
) -> str:
    """Say how alike two tokens are that have nothing to do with each other."""
    base = found.baseline
    if not math.isfinite(base.mean):
        return ""
    if base.every:
        text = tr(
            "Two tokens of this table: **{mean}** on average, standard deviation {sd} ({every})."
        )
    else:
        text = tr(
            "Two random tokens of this table: **{mean}** on average, standard deviation {sd} "
            "({pairs})."
        )
    every = tr("the one pair") if base.pairs == 1 else tr("all {pairs} pairs")
    away = found.deviations(0) if versus_first and found.values else math.nan
    if math.isfinite(away):
        if away >= 0:
            text += " " + tr("**{token}** is {away} standard deviations above.")
        else:
            text += " " + tr("**{token}** is {away} standard deviations below.")
    return text.format(
        mean=number(base.mean, metric, decimals),
        sd=_size(base.deviation, decimals),
        pairs=counted(base.pairs, "pair"),
        every=every.format(pairs=grouped(base.pairs)),
        token=literal(found.tokens[0]) if found.tokens else "",
        away=plain(abs(away), 1),
    )


def care_text(content: Neighbours) -> str:
    """Warn of what flatters an analogy; empty without one."""
    if not content.inputs or not any(found.tokens for found in content.lists):
        return ""
    if content.exclude_inputs:
        text = tr(
            "**Read with care.** The three inputs are left out of the answers, as is usual. "
            "That flatters the method: otherwise the nearest is most often an input itself "
            "(Linzen 2016; Rogers et al. 2017)."
        )
    else:
        text = tr(
            "**The inputs may be answers here.** Usually they are left out, which flatters "
            "the method: the nearest is most often an input itself (Linzen 2016; Rogers et "
            "al. 2017)."
        )
    return text


def closing_text(content: Neighbours) -> str:
    """Say what holds for all lists together."""
    parts = []
    if not any(found.tokens for found in content.lists):
        parts.append(_what_to_change(content))
    elif content.inputs:
        parts.append(
            tr(
                "The last column is the cosine with **{token}** alone: what stands high there "
                "already needed no arithmetic."
            ).format(token=literal(content.token))
        )
    else:
        parts.append(_about_metric(content))
    if len(content.lists) > 1:
        parts.append(tr("The two tables are matched by the letters of a token."))
        if content.shared:
            parts.append(tr("Tokens in both lists are bold."))
    return " ".join(filter(None, parts))


def _what_to_change(content: Neighbours) -> str:
    """Say which field needs another token."""
    if not content.inputs:
        return tr("Pick another token.")
    troubled = {trouble.token for found in content.lists for trouble in found.troubles}
    names = (tr("Token"), MINUS, "+")
    boxes = [
        f"**{literal(name)}**"
        for name, word in zip(names, content.inputs, strict=True)
        if word in troubled
    ]
    if len(boxes) == 1:
        return tr("Type a token of this table into the box {box}.").format(box=boxes[0])
    return tr("Type tokens of this table into the boxes {boxes} and {last}.").format(
        boxes=", ".join(boxes[:-1]), last=boxes[-1]
    )


def _about_metric(content: Neighbours) -> str:
    """Say what one-hot vectors give, and what to know about the measure."""
    if content.metric == "euclid":
        text = tr(
            "Smaller is nearer. One-hot vectors say nothing about likeness: every other token is "
            "√2 = {root} away from **{token}**."
        )
    else:
        text = tr(
            "One-hot vectors say nothing about likeness: every other token scores 0, only "
            "**{token}** with itself scores 1."
        )
        if content.metric == "dot":
            text = tr("The dot product grows with the length of a row.") + " " + text
    return text.format(token=literal(content.token), root=plain(math.sqrt(2), 2))


def number(value: float, metric: Metric, decimals: int | None) -> str:
    """Write a value: with its sign, but for a distance."""
    text = _size(value, decimals)
    bare = metric == "euclid" or text.startswith((MINUS, undefined()))
    return text if bare else f"+{text}"


def _size(value: float, decimals: int | None) -> str:
    return significant(value, 3) if decimals is None else plain(value, decimals)


def axis_of(found: NeighbourList, metric: Metric) -> tuple[Axis, int | None]:
    """Return the axis of the bars and the decimals of their numbers.

    The cosine has fixed ends. For the others the ends follow from the values: the next of
    1, 2 or 5 times a power of ten. No decimals: such numbers are written with a power of ten.
    """
    if metric == "cosine":
        return UNIT_AXIS, 2
    base = found.baseline
    held = (*found.values, base.mean - base.deviation, base.mean + base.deviation)
    largest = max((abs(value) for value in held if math.isfinite(value)), default=0.0)
    end = _next_round(largest)
    power = math.floor(math.log10(end))
    decimals = max(0, 2 - power) if -3 <= power <= 6 else None
    top = significant(end, 1)
    if metric == "dot":
        return Axis(-end, end, ((-end, f"−{top}"), (0.0, "0"), (end, f"+{top}"))), decimals
    return Axis(0.0, end, ((0.0, "0"), (end, top))), decimals


def _next_round(value: float) -> float:
    if not 1e-300 < value < 1e300:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(value))
    return next((step * unit for step in (1, 2, 5) if value <= step * unit), 10 * unit)

"""Both lines of the sinusoidal encoding, in general and with the selection put in."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QSignalBlocker

from posviz.export import Numbers
from posviz.model.notation import grouped, plain, signed, significant
from posviz.model.positional.sinusoidal import (
    Layout,
    dimension_of,
    frequencies,
    pair_count,
    value,
    wavelength,
)
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import MAX_LENGTH, MAX_WIDTH
from posviz.widgets.formula_view import FormulaLine, FormulaView
from posviz.widgets.note import Note


@dataclass(frozen=True)
class Formula:
    """The definition at one position and pair.

    Attributes
    ----------
    position, pair, width, base, layout
        What is put in; width is d.
    sine_dimension, cosine_dimension
        The two columns of the pair; None for the cosine that a lone sine lacks.
    angle
        position · frequency, in radians.
    frequency
        Radians a position.
    sine, cosine
        The two values; NaN for a missing cosine.
    wavelength, first_wavelength, last_wavelength
        Positions after which this pair, pair 0 and the last pair repeat.
    last_position, last_pair
        The largest that can be selected.
    """

    position: int
    pair: int
    width: int
    base: float
    layout: Layout
    sine_dimension: int
    cosine_dimension: int | None
    angle: float
    frequency: float
    sine: float
    cosine: float
    wavelength: float
    first_wavelength: float
    last_wavelength: float
    last_position: int
    last_pair: int


class FormulaPanel(Panel[Formula]):
    """The formula typeset, and evaluated digit by digit."""

    id = "formula"
    uses = frozenset({"position", "pair", "width", "base", "layout", "length", "text"})
    needs = ("ziamath",)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._position = self.controls.add_number(
            self.tr("Position p"), self._on_position, 0, MAX_LENGTH - 1, width=86
        )
        self._pair = self.controls.add_number(
            self.tr("Pair"), self._on_pair, 0, (MAX_WIDTH - 1) // 2
        )
        self._formulas = FormulaView()
        self._note = Note()
        self.body.addWidget(self._formulas)
        self.body.addWidget(self._note)
        self.body.addStretch(1)

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("FormulaPanel", "Formula")

    @classmethod
    def help(cls) -> str:
        return QCoreApplication.translate(
            "FormulaPanel",
            "Above, the definition (Vaswani et al. 2017, section 3.5): every pair of columns is "
            "the sine and the cosine of one angle. Below, the same with the selected position "
            "p, the selected pair, the base and the width d put in. The angle is in radians. "
            "The exponent counts pairs, not columns, so both columns of a pair share one "
            "wavelength. With the usual base the left columns are FAST and the right columns "
            "are SLOW.",
        )

    @staticmethod
    def content(state: State) -> Formula:
        p, pair, d, base, layout = (
            state.position,
            state.pair,
            state.width,
            state.base,
            state.layout,
        )
        sine_dimension = dimension_of(pair, d, layout, cosine=False)
        cosine_dimension = dimension_of(pair, d, layout, cosine=True)
        assert sine_dimension is not None
        frequency = float(frequencies(d, base)[pair])
        last_pair = pair_count(d) - 1
        return Formula(
            position=p,
            pair=pair,
            width=d,
            base=base,
            layout=layout,
            sine_dimension=sine_dimension,
            cosine_dimension=cosine_dimension,
            angle=p * frequency,
            frequency=frequency,
            sine=value(p, sine_dimension, d, base, layout),
            cosine=(
                math.nan
                if cosine_dimension is None
                else value(p, cosine_dimension, d, base, layout)
            ),
            wavelength=wavelength(pair, d, base),
            first_wavelength=wavelength(0, d, base),
            last_wavelength=wavelength(last_pair, d, base),
            last_position=max(state.length, len(state.tokens)) - 1,
            last_pair=last_pair,
        )

    @staticmethod
    def numbers(content: Formula) -> Numbers:
        rows: list[tuple[str, float | int | None]] = [
            ("position", content.position),
            ("pair", content.pair),
            ("dimension of sine", content.sine_dimension),
            ("dimension of cosine", content.cosine_dimension),
            ("angle", content.angle),
            ("sine", content.sine),
            ("cosine", content.cosine),
            ("wavelength", content.wavelength),
        ]
        return Numbers(np.array([content.sine, content.cosine]), ("quantity", "value"), rows)

    def heading(self, content: Formula) -> str:
        return self.tr("Formula · position {position}, pair {pair}").format(
            position=grouped(content.position), pair=grouped(content.pair)
        )

    def summary(self, content: Formula) -> str:
        return "\n".join(line.text for line in lines(content))

    def show_content(self, content: Formula) -> None:
        for box, last, shown in (
            (self._position, content.last_position, content.position),
            (self._pair, content.last_pair, content.pair),
        ):
            with QSignalBlocker(box):
                box.setMaximum(last)
            box.show_value(shown)
        self._formulas.set_lines(lines(content))
        self._note.set_text(self._words(content))

    def _words(self, content: Formula) -> str:
        text = self.tr(
            "**Pair {pair}** repeats every **{wavelength}** positions: its angle grows by "
            "{frequency} radians a position. "
        ).format(
            pair=grouped(content.pair),
            wavelength=significant(content.wavelength, 3),
            frequency=significant(content.frequency, 4),
        )
        if content.cosine_dimension is None:
            text += self.tr(
                "d = {d} is odd, so the last pair is a lone sine: column {sine}, and no cosine. "
            ).format(d=grouped(content.width), sine=grouped(content.sine_dimension))
        else:
            text += self.tr("It holds column {sine}, the sine, and column {cosine}, the cosine. ")
            text = text.format(
                sine=grouped(content.sine_dimension), cosine=grouped(content.cosine_dimension)
            )
        return text + self._direction(content)

    def _direction(self, content: Formula) -> str:
        """Say which side is fast, which a base below 1 turns round."""
        if content.last_pair == 0:
            return ""
        if content.base == 1:
            return self.tr("At base 1 all pairs repeat every 6.28 positions.")
        left, right = self.tr("FAST"), self.tr("SLOW")
        if content.base < 1:
            left, right = right, left
        text = self.tr(
            "Left is {left}: pair 0 repeats every {first}. Right is {right}: pair {pair} "
            "repeats every {last}."
        )
        return text.format(
            left=left,
            right=right,
            pair=grouped(content.last_pair),
            first=significant(content.first_wavelength, 3),
            last=significant(content.last_wavelength, 3),
        )

    def _on_position(self, value: float) -> None:
        self.session.update(position=int(value))

    def _on_pair(self, value: float) -> None:
        self.session.update(pair=int(value))


def lines(content: Formula) -> tuple[FormulaLine, ...]:
    """Both lines in general, then those that exist with the selection put in."""
    if content.layout == "interleaved":
        index, columns = "2i", ("2i", "2i+1")
        columns_latex = columns
    else:
        index, columns = "2k", ("k", "⌈d/2⌉ + k")
        columns_latex = ("k", r"\lceil d/2\rceil + k")
    general = [
        FormulaLine(
            (
                rf"\operatorname{{PE}}(p, {latex})",
                rf"= \{name}(p \,/\, \mathrm{{base}}^{{{index}/d}})",
            ),
            f"PE(p, {column}) = {name}(p / base^({index}/d))",
        )
        for name, column, latex in zip(("sin", "cos"), columns, columns_latex, strict=True)
    ]
    selected = [_evaluated(content, "sin", content.sine_dimension, content.sine, first=True)]
    if content.cosine_dimension is not None:
        selected.append(
            _evaluated(content, "cos", content.cosine_dimension, content.cosine, first=False)
        )
    return (*general, *selected)


def _evaluated(
    content: Formula, name: str, dimension: int, result: float, *, first: bool
) -> FormulaLine:
    position, column = grouped(content.position), grouped(dimension)
    base = _base(content.base)
    exponent = f"{grouped(2 * content.pair)}/{grouped(content.width)}"
    angle, outcome = _digits(content.angle), _signed_digits(result)
    return FormulaLine(
        (
            rf"\operatorname{{PE}}({_latex(position)}, {_latex(column)})",
            # On one line: a built-up fraction takes three times as long to typeset.
            rf"= \{name}({_latex(position)} \,/\, {_latex(base)}^{{{_latex(exponent)}}})",
            rf"= \{name}({_latex(angle)})",
            rf"= {_bold(outcome)}",
        ),
        f"PE({position}, {column}) = {name}({position} / {base}^({exponent})) "
        f"= {name}({angle}) = {outcome}",
        starts_group=first,
    )


def _base(base: float) -> str:
    return grouped(int(base)) if base == int(base) else f"{base:.15g}"


def _digits(x: float) -> str:
    """Four decimals, and four significant digits where these would show too little."""
    return plain(x, 4) if x == 0 or abs(x) >= 0.1 else significant(x, 4)


def _signed_digits(x: float) -> str:
    if x == 0 or abs(x) >= 0.1:
        return signed(x, 4)
    text = significant(x, 4)
    return text if text.startswith("−") else f"+{text}"


def _latex(number: str) -> str:
    r"""Write a number of the screen in LaTeX: "10 000" as 10\,000, "10⁻⁷" as 10^{-7}."""
    head, power = _powers(number)
    return head.replace("\u202f", r"\,") + power


def _bold(number: str) -> str:
    """Write a value, with its sign, in LaTeX and bold."""
    head, power = _powers(number)
    # The mathematical font has no bold digits, that for text has.
    return rf"\textbf{{{head}}}{power}"


def _powers(number: str) -> tuple[str, str]:
    """Part a number as written on screen into its digits and its power of ten in LaTeX."""
    head, times, power = number.partition(" × 10")
    exponent = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return head, rf" \times 10^{{{exponent}}}" if times else ""

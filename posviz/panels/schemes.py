"""Where position goes: six schemes side by side, and one of them in full."""

from __future__ import annotations

from posviz.export import Numbers
from posviz.model.notation import grouped
from posviz.model.positional.schemes import SCHEMES
from posviz.panels import schemes_words as words
from posviz.panels.panel import Panel
from posviz.panels.schemes_content import Schemes, are_rows_ready, schemes_content
from posviz.panels.schemes_curves import (
    all_values,
    profile_curves,
    value_text,
)
from posviz.panels.schemes_numbers import numbers_of
from posviz.panels.schemes_parts import (
    LearnedPart,
    RotaryPart,
    beside,
    column,
)
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import (
    MAX_EXTENSION,
    MAX_HEAD_WIDTH,
    MAX_HEADS,
    MAX_TRAINED_LENGTH,
    MIN_TRAINED_LENGTH,
)
from posviz.widgets.choice_cards import Card, ChoiceCards
from posviz.widgets.control_row import show_choice
from posviz.widgets.curve_plot import CurvePlot
from posviz.widgets.note import Note
from posviz.widgets.stage_flow import Span, Stage, StageFlow
from posviz.widgets.table_view import Cell, Column, TableView


class SchemesPanel(Panel[Schemes]):
    """Cards to choose from, the pipeline, the line over the offset, facts, and a table."""

    id = "schemes"
    uses = frozenset(
        {
            "scheme",
            "width",
            "base",
            "heads",
            "head_width",
            "trained_length",
            "extension",
            "extension_factor",
            "position",
        }
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._add_controls()
        self._cards = ChoiceCards()
        self._cards.setAccessibleName(self.tr("Schemes"))
        self._cards.activated.connect(self._on_card)
        self._flow = StageFlow()
        self._flow.setAccessibleName(self.tr("Where position enters"))
        self._plot = CurvePlot()
        self._plot.hovered.connect(self._on_place)
        self._about = Note()
        self._facts = [Note(role="text") for _ in range(4)]
        self.body.setSpacing(10)
        self.body.addWidget(self._cards)
        self.body.addWidget(self._flow)
        # First what a scheme alone has to show: on a small screen the rest is below.
        self._learned = LearnedPart(self.body)
        self._learned.readout.connect(self.readout)
        self._learned.picked.connect(self._on_row)
        self._learned.pointed.connect(self._on_pointed)
        self._rotary = RotaryPart(self.body)
        self._rotary.readout.connect(self.readout)
        self._table = TableView()
        self._table.setAccessibleName(self.tr("Fixed against learned positions"))
        self._show_table()
        about = column([self._about, *self._facts, self._table])
        self.body.addLayout(beside([self._plot, about]), 1)
        self._shown: Schemes | None = None

    def _add_controls(self) -> None:
        controls = self.controls
        self._trained = controls.add_number(
            self.tr("L_max"),
            self._on_trained_length,
            MIN_TRAINED_LENGTH,
            MAX_TRAINED_LENGTH,
            geometric=True,
            width=88,
            name=self.tr("Training length L_max"),
        )
        self._heads = controls.add_number(
            self.tr("Heads"), self._on_heads, 1, MAX_HEADS, geometric=True
        )
        self._head_width = controls.add_number(
            self.tr("Head width"), self._on_head_width, 2, MAX_HEAD_WIDTH, geometric=True
        )
        self._extension = controls.add_choice(
            self.tr("Extension"),
            [
                ("none", self.tr("None")),
                ("interpolation", self.tr("Interpolation")),
                ("ntk", self.tr("NTK-aware")),
                ("yarn", self.tr("YaRN")),
            ],
            self._on_extension,
        )
        self._factor = controls.add_number(
            "×",
            self._on_factor,
            1,
            MAX_EXTENSION,
            decimals=2,
            geometric=True,
            name=self.tr("How many times longer the texts get"),
        )

    @classmethod
    def title(cls) -> str:
        return words.tr("Schemes")

    @classmethod
    def help(cls) -> str:
        return words.tr(
            "Six answers to the question where position goes. Two add a vector to x, once, at "
            "the input; RoPE turns q and k, ALiBi and T5 change the scores, in every layer; the "
            "last does nothing at all.\n\nClick a card, or use the arrow keys on the cards. The "
            "line shows the scheme over the **offset**, how far the key stands before the query, "
            "up to twice the training length L_max; the part past L_max is shaded. The pointer, "
            "or the left and right keys, Page Up, Page Down, Home and End, read the line.\n\nFor "
            "**Learned**, the trained rows of all-MiniLM-L6-v2: their values, the cosine of each "
            "two, their map and their lengths. They end at 512. For **RoPE**, how far each pair "
            "turns, and what an extension does to it. The arrow keys read a picture that has the "
            "focus. A file of numbers holds what is on show: for Learned the rows, their lengths "
            "and cosines, for RoPE the turns of each pair, else all lines over the offset.\n\n"
            "Sources: Vaswani et al. 2017; Devlin et al. 2018; Su et al. 2021; Press et al. 2021; "
            "Raffel et al. 2020; Haviv et al. 2022; "
            "Kazemnejad et al. 2023; Chen et al. 2023; bloc97 2023; Peng et al. 2023."
        )

    @staticmethod
    def content(state: State) -> Schemes:
        return schemes_content(state)

    @staticmethod
    def takes_long(state: State) -> bool:
        return state.scheme == "learned" and not are_rows_ready()

    @staticmethod
    def numbers(content: Schemes) -> Numbers:
        return numbers_of(content)

    def heading(self, content: Schemes) -> str:
        return self.tr("Schemes · {name}").format(name=words.title(content.name))

    def summary(self, content: Schemes) -> str:
        text = " ".join((words.tag(content.name), *words.facts(content)))
        return f"{self.heading(content)}. {text}".replace("**", "")

    def show_content(self, content: Schemes) -> None:
        self._shown = content
        self._show_controls(content)
        self._cards.show_cards(
            [
                Card(
                    words.title(name),
                    words.place(name),
                    words.parameters(content, name),
                    profile_curves(content, name),
                )
                for name in SCHEMES
            ],
            list(SCHEMES).index(content.name),
        )
        self._show_flow(content)
        name = content.name
        self._plot.setAccessibleName(
            self.tr("{name} over the offset").format(name=words.title(name))
        )
        self._plot.show_curves(profile_curves(content, name), lambda value: value_text(name, value))
        self._about.set_text(words.what_the_line_is(content))
        for note, text in zip(self._facts, words.facts(content), strict=True):
            note.set_text(text)
        self._table.setVisible(content.scheme.enters == "input")
        self._learned.show_content(content)
        self._rotary.show_content(content)

    def _show_controls(self, content: Schemes) -> None:
        sizes, name = content.sizes, content.name
        self._trained.show_value(sizes.trained_length)
        self._heads.show_value(sizes.heads)
        self._head_width.show_value(sizes.head_width)
        show_choice(self._extension, sizes.extension)
        self._factor.show_value(sizes.factor)
        self.controls.set_shown(self._heads, name in ("alibi", "t5"))
        for control in (self._head_width, self._extension, self._factor):
            self.controls.set_shown(control, name == "rotary")

    def _show_flow(self, content: Schemes) -> None:
        enters = content.scheme.enters
        at_input, turned = enters == "input", enters == "queries and keys"
        stages = (
            Stage(self.tr("tokens")),
            Stage("E[id]"),
            Stage("x + p" if at_input else "x", at_input),
            Stage("q, k", turned),
            Stage("q·k" if enters != "scores" else "q·k + b", enters == "scores"),
            Stage(self.tr("weights")),
        )
        spans = (Span(0, 2, self.tr("once")), Span(3, 5, self.tr("in every layer")))
        self._flow.show_stages(stages, spans, words.tag(content.name))

    def _show_table(self) -> None:
        columns = (
            Column(self.tr("Vaswani et al. 2017, table 3")),
            Column(self.tr("Past L_max")),
            Column(self.tr("perplexity / BLEU")),
        )
        rows = (
            (
                Cell(self.tr("Fixed: sinusoidal")),
                Cell(self.tr("defined")),
                Cell(_in_one_direction("4.92 / 25.8")),
            ),
            (
                Cell(self.tr("Learned: row (E)")),
                Cell(self.tr("no row")),
                Cell(_in_one_direction("4.92 / 25.7")),
            ),
        )
        self._table.set_table(columns, rows)
        self._table.setAccessibleDescription(
            "; ".join(", ".join(cell.text for cell in row) for row in rows)
        )

    def _on_card(self, index: int) -> None:
        self.session.update(scheme=list(SCHEMES)[index])

    def _on_trained_length(self, value: float) -> None:
        self.session.update(trained_length=int(value))

    def _on_heads(self, value: float) -> None:
        self.session.update(heads=int(value))

    def _on_head_width(self, value: float) -> None:
        self.session.update(head_width=int(value) // 2 * 2)
        self._head_width.show_value(self.session.state.head_width)  # an odd one is made even

    def _on_extension(self, value: str) -> None:
        self.session.update(extension=value)

    def _on_factor(self, value: float) -> None:
        self.session.update(extension_factor=value)

    def show_hover(self, hover: Hover) -> None:
        self._learned.light(-1 if hover.position is None else hover.position)

    def _on_pointed(self, position: int) -> None:
        self.session.point_at(position=position if position >= 0 else None)

    def _on_row(self, position: int) -> None:
        state = self.session.state
        if position < max(state.length, len(state.tokens)):
            self.session.update(position=position)

    def _on_place(self, index: int) -> None:
        content = self._shown
        if content is not None:
            offset = grouped(int(content.offsets[index]))
            self.readout.emit(
                self.tr("offset {offset}: {values}").format(
                    offset=offset, values=all_values(content, index)
                )
            )


def _in_one_direction(numbers: str) -> str:
    """Keep the order of two numbers where text runs from right to left."""
    return f"\u2066{numbers}\u2069"

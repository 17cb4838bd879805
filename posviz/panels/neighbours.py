"""Which tokens are nearest to the selected one in one table or two, or solve an analogy."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QComboBox

from posviz import tables
from posviz.export import Numbers
from posviz.model.embeddings import TABLES
from posviz.model.neighbour_list import pieces_of
from posviz.model.notation import inserted, shortened
from posviz.panels.neighbour_content import Neighbours, known_inputs, neighbours_in, tables_of
from posviz.panels.neighbour_view import (
    NeighbourView,
    axis_of,
    care_text,
    closing_text,
    number,
    tr,
)
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_NEIGHBOURS, StateError
from posviz.tables import TableSource
from posviz.widgets.beside_layout import BesideLayout
from posviz.widgets.control_row import show_choice, show_switch
from posviz.widgets.note import Note, join_pieces, literal
from posviz.widgets.token_search import TokenSearch

# The width of a list that stands beside another: with one column of numbers, and with two.
_LEAST_WIDTH, _LEAST_WIDTH_OF_TWO = 240, 330


class NeighboursPanel(Panel[Neighbours]):
    """Bars of the nearest tokens, one list for each table."""

    id = "neighbours"
    uses = frozenset(
        {
            "table",
            "tensor",
            "word_list",
            "token",
            "k",
            "metric",
            "other_table",
            "analogy",
            "minus",
            "plus",
            "exclude_inputs",
        }
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._token = self._add_search(self.tr("Token"), "token")
        self._analogy = self.controls.add_switch(self.tr("Analogy"), self._on_analogy)
        self._minus = self._add_search("−", "minus", self.tr("Token that is taken away"))
        self._plus = self._add_search("+", "plus", self.tr("Token that is added"))
        self._exclude = self.controls.add_switch(
            self.tr("Leave out the inputs"), self._on_exclude_inputs
        )
        self._metric = self.controls.add_choice(
            "",
            [
                ("cosine", self.tr("Cosine")),
                ("dot", self.tr("Dot product")),
                ("euclid", self.tr("Distance")),
            ],
            self._on_metric,
        )
        self._metric.setAccessibleName(self.tr("What near means"))
        self._metric.setToolTip(self.tr("What near means"))
        self._k = self.controls.add_number(
            "k", self._on_k, 1, MAX_NEIGHBOURS, name=self.tr("How many neighbours, k")
        )
        self._other = self.controls.add_choice(self.tr("Compare with"), [], self._on_other_table)
        self._other.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._message = Note(role="warning")
        self._warning = Note(role="text")
        self._views = (
            NeighbourView(self.tr("Nearest neighbours")),
            NeighbourView(self.tr("Nearest neighbours in the other table")),
        )
        self._beside = BesideLayout(least=_LEAST_WIDTH)
        for view in self._views:
            self._beside.add_layout(view)
        first, second = (view.bars for view in self._views)
        first.activated.connect(self._on_activated)
        second.activated.connect(self._on_other_activated)
        first.hovered.connect(self._on_hovered)
        second.hovered.connect(self._on_other_hovered)
        self._note = Note()
        self.body.addWidget(self._message)
        self.body.addWidget(self._warning)
        self.body.addLayout(self._beside)
        self.body.addWidget(self._note)
        self.body.addStretch(1)
        self._shown: Neighbours | None = None

    def _add_search(self, label: str, field: str, name: str = "") -> TokenSearch:
        search = TokenSearch(self._find)
        search.setProperty("field", field)
        if name:
            search.setAccessibleName(name)
            search.setToolTip(name)
        search.chosen.connect(self._on_chosen)
        search.refused.connect(self._show_refusal)
        search.edited.connect(self._clear_refusal)
        self.controls.add(label, search)
        return search

    @classmethod
    def title(cls) -> str:
        return tr("Nearest neighbours")

    @classmethod
    def help(cls) -> str:
        return tr(
            "The tokens whose rows of E are nearest to that of the selected one, among all rows "
            "and on all dimensions of the table.\n\n"
            "**Cosine** compares directions: 1 for the same, 0 for a right angle, −1 for "
            "opposite ones; a zero vector has none and stands last. The **dot product** is the "
            "cosine times both lengths, so long rows come first. For the **distance**, smaller "
            "is nearer. The last column is what one-hot vectors give by the same measure.\n\n"
            "**The line across the bars** is the average over random pairs of tokens, the band "
            "one standard deviation to each side. A cosine of 0.92 means less where two random "
            "tokens have 0.11 than where they have 0.01.\n\n"
            "**Compare with** shows the same token in a second table. The tables are matched by "
            "the letters of the token: a word of one may be several pieces in the other.\n\n"
            "**Analogy** looks for king − man + woman. The three vectors are brought to length "
            "1 first, and the answers are ranked by their cosine with the sum. The inputs are "
            "usually left out, which flatters the method: without that, the nearest is most "
            "often an input, and many answers are neighbours of the first word anyway (Mikolov "
            "et al. 2013; Linzen 2016; Rogers et al. 2017).\n\n"
            "Type in the field to find a token; Down and Up walk the list, Return takes one. "
            "Click a bar, or press Return on it, to select its token."
        )

    @staticmethod
    def takes_long(state: State) -> bool:
        metric = "cosine" if state.analogy else state.metric
        return not all(table.answers_at_once(metric) for table in tables_of(state))

    @staticmethod
    def content(state: State) -> Neighbours:
        return neighbours_in(state)

    @staticmethod
    def numbers(content: Neighbours) -> Numbers:
        rows = [
            (token, value, rank, id_, one_hot, found.table)
            for found in content.lists
            for rank, (token, value, id_, one_hot) in enumerate(
                zip(found.tokens, found.values, found.ids, found.one_hot, strict=True), start=1
            )
        ]
        header = ("token", content.metric, "rank", "id", "one_hot", "table")
        return Numbers(np.array([row[1] for row in rows], dtype=np.float64), header, rows)

    def heading(self, content: Neighbours) -> str:
        if content.inputs:
            text = self.tr("Nearest neighbours · {asked}")
        elif content.metric == "cosine":
            text = self.tr("Nearest neighbours · cosine with {asked}")
        elif content.metric == "dot":
            text = self.tr("Nearest neighbours · dot product with {asked}")
        else:
            text = self.tr("Nearest neighbours · distance from {asked}")
        return text.format(asked=content.asked)

    def summary(self, content: Neighbours) -> str:
        parts = []
        for found in content.lists:
            decimals = axis_of(found, content.metric)[1]
            named = ", ".join(
                f"{inserted(token)} {number(value, content.metric, decimals)}"
                for token, value in zip(found.tokens, found.values, strict=True)
            )
            parts.append(f"{found.title}: {named or self.tr('none')}")
        return f"{self.heading(content)}. " + ". ".join(parts)

    def show_content(self, content: Neighbours) -> None:
        self._shown = content
        self._clear_refusal()
        self._show_controls(self.session.state)
        self._warning.set_text(care_text(content))
        self._beside.set_least(_LEAST_WIDTH_OF_TWO if content.inputs else _LEAST_WIDTH)
        if len(content.lists) == 1:
            self._views[1].show_nothing()
        for view, found in zip(self._views, content.lists, strict=False):
            view.show_list(
                found,
                content.metric,
                inputs=content.inputs,
                shared=content.shared,
                compared=len(content.lists) > 1,
            )
        self._note.set_text(closing_text(content))

    def _show_controls(self, state: State) -> None:
        self._token.show_token(state.token)
        self._minus.show_token(state.minus)
        self._plus.show_token(state.plus)
        self._k.show_value(state.k)
        show_switch(self._analogy, state.analogy)
        show_switch(self._exclude, state.exclude_inputs)
        for control in (self._minus, self._plus, self._exclude):
            self.controls.set_shown(control, state.analogy)
        self.controls.set_shown(self._metric, not state.analogy)
        show_choice(self._metric, state.metric)
        self._show_other_tables(state)

    def _show_other_tables(self, state: State) -> None:
        # Of a file that holds several matrices the second table could not say which.
        own = [source for source in tables.opened() if source == TableSource(source.name)]
        sources = [*map(TableSource, TABLES), *own]
        if state.other_source is not None:
            sources.append(state.other_source)
        offered = {"": self.tr("no other table")}
        offered |= {s.name: shortened(s.title) for s in sources if s != state.source}
        known = {
            self._other.itemData(i): self._other.itemText(i) for i in range(self._other.count())
        }
        if known != offered:
            self._other.clear()
            for name, title in offered.items():
                self._other.addItem(title, name)
        show_choice(self._other, state.other_table if state.other_table in offered else "")

    def show_hover(self, hover: Hover) -> None:
        lists = () if self._shown is None else self._shown.lists
        for view, found in zip(self._views, lists, strict=False):
            known = hover.token in found.tokens
            view.bars.light(found.tokens.index(hover.token or "") if known else -1)

    def _find(self, typed: str, limit: int) -> list[str]:
        return self.session.state.embeddings.vocabulary.find(typed, limit)

    def _show_refusal(self, typed: str) -> None:
        pieces = pieces_of(self.session.state.embeddings, typed)
        text = self.tr("**{typed}** is not in this vocabulary; the selection stays.")
        if len(pieces) > 1:
            text = self.tr(
                "**{typed}** is not one token of this table but {count}: {pieces}. The selection "
                "stays."
            )
        elif pieces:
            text = self.tr("**{typed}** is not in this vocabulary as typed. Try {pieces}.")
        self._message.set_text(
            text.format(typed=literal(typed), count=len(pieces), pieces=join_pieces(pieces))
        )

    def _clear_refusal(self) -> None:
        self._message.set_text("")

    def _point_at(self, place: int, row: int) -> None:
        shown = self._shown
        self.session.point_at(
            token=shown.lists[place].tokens[row] if shown is not None and row >= 0 else None
        )

    def _on_hovered(self, row: int) -> None:
        self._point_at(0, row)

    def _on_other_hovered(self, row: int) -> None:
        self._point_at(1, row)

    def _on_chosen(self, token: str) -> None:
        self.session.update(**{self.sender().property("field"): token})

    def _on_k(self, value: float) -> None:
        self.session.update(k=int(value))

    def _on_metric(self, value: str) -> None:
        self.session.update(metric=value)

    def _on_other_table(self, value: str) -> None:
        self.session.update(other_table=value)

    def _on_analogy(self, on: bool) -> None:
        more = known_inputs(self.session.state) if on else {}
        self.session.update(analogy=on, **more)

    def _on_exclude_inputs(self, on: bool) -> None:
        self.session.update(exclude_inputs=on)

    def _on_activated(self, row: int) -> None:
        if self._shown is not None:
            self.session.update(token=self._shown.lists[0].tokens[row])

    def _on_other_activated(self, row: int) -> None:
        if self._shown is not None:
            token = self._shown.lists[1].tokens[row]
            try:
                self.session.update(token=token)
            except StateError:  # one token there, several here
                self._show_refusal(token)

"""Which words are nearest to the selected one, by the cosine of their rows of E."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.export import Numbers
from posviz.model.notation import plain, shortened, signed
from posviz.model.similarity import nearest, one_hot_cosine
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import MAX_NEIGHBOURS, State
from posviz.widgets.bar_list import Bar, BarList
from posviz.widgets.note import Note, literal


@dataclass(frozen=True)
class Neighbours:
    """The selected token and its k nearest tokens.

    Attributes
    ----------
    token
        The selected word.
    id
        Its id, or None when it is outside the vocabulary.
    tokens, ids
        The neighbours, nearest first, (k,).
    cosines
        Cosine with the selected token, (k,); NaN where a vector is zero.
    one_hot_cosines
        What one-hot vectors give for the same words, (k,).
    hand_made
        Whether people, not training, chose the numbers.
    """

    token: str
    id: int | None
    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    cosines: tuple[float, ...]
    one_hot_cosines: tuple[float, ...]
    hand_made: bool


class NeighboursPanel(Panel[Neighbours]):
    """Bars of the cosines of the nearest tokens."""

    id = "neighbours"
    uses = frozenset({"table", "token", "k"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._k = self.controls.add_number(self.tr("Neighbours k"), self._on_k, 1, MAX_NEIGHBOURS)
        self._bars = BarList()
        self._bars.setAccessibleName(self.tr("Nearest neighbours"))
        self._bars.activated.connect(self._on_activated)
        self._bars.hovered.connect(self._on_hovered)
        self._note = Note()
        self.body.addWidget(self._bars)
        self.body.addWidget(self._note)
        self.body.addStretch(1)
        self._shown: Neighbours | None = None

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("NeighboursPanel", "Nearest neighbours")

    @classmethod
    def help(cls) -> str:
        return QCoreApplication.translate(
            "NeighboursPanel",
            "The words whose rows of E point most nearly the same way as the selected one. "
            "The cosine is 1 for the same direction, 0 for a right angle, −1 for opposite "
            "directions; it is computed on all dimensions of the table. The last column is "
            "what one-hot vectors give: 0 for every other word, 1 for the word itself. A zero "
            "vector has no cosine and stands last. Click a word to select it.",
        )

    @staticmethod
    def content(state: State) -> Neighbours:
        table = state.embeddings
        token_id = table.vocabulary.id_of(state.token)
        if token_id is None:
            return Neighbours(state.token, None, (), (), (), (), table.hand_made)
        found = nearest(table.matrix, token_id, state.k)
        ids = tuple(int(i) for i in found.ids)
        return Neighbours(
            token=state.token,
            id=token_id,
            tokens=tuple(table.vocabulary.token_of(i) for i in ids),
            ids=ids,
            cosines=tuple(float(c) for c in found.cosines),
            one_hot_cosines=tuple(one_hot_cosine(token_id, i) for i in ids),
            hand_made=table.hand_made,
        )

    @staticmethod
    def numbers(content: Neighbours) -> Numbers:
        rows = list(zip(content.tokens, content.cosines, strict=True))
        return Numbers(np.array(content.cosines, dtype=np.float64), ("token", "cosine"), rows)

    def heading(self, content: Neighbours) -> str:
        return self.tr("Nearest neighbours · cosine with {token}").format(
            token=shortened(content.token)
        )

    def summary(self, content: Neighbours) -> str:
        named = ", ".join(
            f"{token} {signed(cosine, 2)}"
            for token, cosine in zip(content.tokens, content.cosines, strict=True)
        )
        return f"{self.heading(content)}: {named}"

    def show_content(self, content: Neighbours) -> None:
        self._shown = content
        self._k.show_value(self.session.state.k)
        bars = [
            Bar(token, cosine, (signed(cosine, 2), plain(one_hot, 2)))
            for token, cosine, one_hot in zip(
                content.tokens, content.cosines, content.one_hot_cosines, strict=True
            )
        ]
        titles = (self.tr("word"), self.tr("dense"), self.tr("one-hot"))
        self._bars.set_bars(bars, titles if bars else ())
        self._note.set_text(self._words(content))

    def _words(self, content: Neighbours) -> str:
        if content.id is None:
            return self.tr(
                "**{token}** is not in this vocabulary. It has no row of E, so it has no "
                "neighbours. Pick a word in Tokens."
            ).format(token=literal(content.token))
        text = self.tr(
            "One-hot vectors say nothing about likeness: every other word scores 0, only "
            "**{token}** with itself scores 1."
        ).format(token=literal(content.token))
        if content.hand_made:
            text += " " + self.tr("These numbers are hand-made to show the idea.")
        return text

    def show_hover(self, hover: Hover) -> None:
        tokens = () if self._shown is None else self._shown.tokens
        self._bars.light(tokens.index(hover.token) if hover.token in tokens else -1)

    def _on_hovered(self, row: int) -> None:
        shown = self._shown
        self.session.point_at(token=shown.tokens[row] if shown is not None and row >= 0 else None)

    def _on_k(self, value: float) -> None:
        self.session.update(k=int(value))

    def _on_activated(self, row: int) -> None:
        if self._shown is not None:
            self.session.update(token=self._shown.tokens[row])

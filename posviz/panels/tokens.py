"""Every word of the vocabulary with its id; the selected one is lit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.export import Numbers
from posviz.model.notation import grouped, inserted
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.note import Note, literal
from posviz.widgets.token_chips import NumberedChips, TokenChips


@dataclass(frozen=True)
class Tokens:
    """The vocabulary and the selected word.

    Attributes
    ----------
    tokens
        All |V| tokens; the id of each is its place, (|V|,).
    token
        The selected word; it may be outside the vocabulary.
    selected
        Its id, or None when the vocabulary does not hold it.
    has_vector
        Whether it has a row of E; some tables lack those of some tokens.
    """

    tokens: tuple[str, ...]
    token: str
    selected: int | None
    has_vector: bool = False


class TokensPanel(Panel[Tokens]):
    """The vocabulary as chips."""

    id = "tokens"
    uses = frozenset({"table", "token"})

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._chips = TokenChips("wrap")
        self._chips.setAccessibleName(self.tr("Vocabulary"))
        self._chips.picked.connect(self._on_picked)
        self._chips.hovered.connect(self._on_hovered)
        self._note = Note()
        self.body.addWidget(self._chips)
        self.body.addWidget(self._note)
        self.body.addStretch(1)
        self._shown = Tokens((), "", None)
        self._shown_chips = NumberedChips(())
        # The range is new as soon as the chips stand where they belong.
        self.scroll_area.verticalScrollBar().rangeChanged.connect(self._follow)

    @classmethod
    def title(cls) -> str:
        return QCoreApplication.translate("TokensPanel", "Tokens")

    @classmethod
    def help(cls) -> str:
        return QCoreApplication.translate(
            "TokensPanel",
            "The vocabulary: every token there is, in a fixed order. The id of a token is its "
            "place in that order, counted from 0; it says nothing about meaning. |V| is how "
            "many there are. Click a token, use the arrow keys, Page Up, Page Down, Home and "
            "End, or type the start of a word. A word outside the vocabulary has no id.",
        )

    @staticmethod
    def content(state: State) -> Tokens:
        table = state.embeddings
        id_ = table.vocabulary.id_of(state.token)
        has_vector = id_ is not None and table.has_vector(id_)
        return Tokens(table.vocabulary.tokens, state.token, id_, has_vector)

    @staticmethod
    def numbers(content: Tokens) -> Numbers:
        ids = np.arange(len(content.tokens), dtype=np.int64)  # (|V|,)
        return Numbers(ids, ("token", "id"), zip(content.tokens, ids.tolist(), strict=True))

    def heading(self, content: Tokens) -> str:
        return self.tr("Tokens · |V| = {size}").format(size=grouped(len(content.tokens)))

    def summary(self, content: Tokens) -> str:
        if content.selected is None:
            found = self.tr("{token} is not in this vocabulary").format(
                token=inserted(content.token)
            )
        else:
            found = self.tr("{token} has id {id}").format(
                token=inserted(content.token), id=content.selected
            )
        return f"{self.heading(content)}: {found}"

    def show_content(self, content: Tokens) -> None:
        if content.tokens is not self._shown.tokens:
            self._shown_chips = NumberedChips(content.tokens)
        self._shown = content
        self._chips.set_chips(
            self._shown_chips, -1 if content.selected is None else content.selected
        )
        self._chips.setAccessibleDescription(self.summary(content))
        self._note.set_text(self._words(content))
        self._follow()

    def _words(self, content: Tokens) -> str:
        token = literal(content.token)
        if content.selected is None:
            return self.tr("**{token}** is not in this vocabulary: it has no id.").format(
                token=token
            )
        text = self.tr("Click, use the arrow keys, or type to find. **{token}** → id **{id}**")
        if not content.has_vector:
            text += self.tr("; known, but this table has no vector for it")
        return text.format(token=token, id=grouped(content.selected))

    def _follow(self) -> None:
        if self._chips.selected >= 0:
            self.reveal(self._chips, self._chips.chip_rect(self._chips.selected))

    def _on_picked(self, index: int) -> None:
        self.session.update(token=self._shown.tokens[index])

    def show_hover(self, hover: Hover) -> None:
        self._chips.light(self.session.state.id_of(hover.token))

    def _on_hovered(self, index: int) -> None:
        self.session.point_at(token=self._shown.tokens[index] if index >= 0 else None)
        token = inserted(self._shown.tokens[index]) if index >= 0 else ""
        self.readout.emit(f"{token} → id {index}" if index >= 0 else "")

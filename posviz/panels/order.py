"""Does attention see the order of words? Move them, and compare what comes out."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from posviz.export import Numbers
from posviz.model.word_order import moved, shuffled, swapped
from posviz.panels import order_words as words
from posviz.panels.forward_pass import USES, order_of, words_read
from posviz.panels.head_boxes import HeadBoxes
from posviz.panels.order_content import Order, order_content, takes_long
from posviz.panels.order_weights import WeightMaps
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_MOVED
from posviz.widgets.beside_layout import BesideLayout
from posviz.widgets.note import Note, spoken
from posviz.widgets.sentence_field import SentenceField, too_long
from posviz.widgets.table_view import TableView
from posviz.widgets.text_sized import follow_text_size
from posviz.widgets.token_chips import Chip
from posviz.widgets.word_moves import WordMoves
from posviz.widgets.word_pairs import PairWords, WordPairs

_LEAST = 400.0
_TWO_LINES = 42.0
_NOWHERE = (-1, -1)


class OrderPanel(Panel[Order]):
    """Words in two orders, each word's output before and after, the weights, and the verdict."""

    id = "order"
    uses = (USES - {"dropout"}) | {"order", "other_text", "position"}

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._boxes = HeadBoxes(self.controls, session, with_input=False)
        self._moves = WordMoves()
        self._moves.setAccessibleName(self.tr("Words, original and moved"))
        self._moves.picked.connect(self._on_word)
        self._moves.moved.connect(self._on_moved)
        self._moves.swapped.connect(self._on_swapped)
        self._moves.hovered.connect(self._on_word_hovered)
        self._moves.drag_started.connect(session.begin_gesture)
        self._moves.drag_ended.connect(session.end_gesture)
        self._shuffle = self._button(self.tr("Shuffle"), self._on_shuffle)
        self._swap = self._button(self.tr("Swap two"), self._on_swap)
        self._swap.setToolTip(
            self.tr(
                "The selected word and the next one change places. "
                "Ctrl+click a word of the lower row to choose another."
            )
        )
        self._reset = self._button(self.tr("Reset"), self._on_reset)
        self._reset.setToolTip(self.tr("Put the words back in their original order"))
        self._maps = WeightMaps(self)
        self._maps.picked.connect(self._on_word)
        self._maps.hovered.connect(self._on_weight_hovered)
        self._pairs = WordPairs()
        self._pairs.setAccessibleName(self.tr("Outputs before and after"))
        self._pairs.activated.connect(self._on_word)
        self._pairs.hovered.connect(self._on_output_hovered)
        self._found = Note(role="text", size=14)
        follow_text_size(
            self._found, self._found.setMinimumHeight, _TWO_LINES
        )  # so that nothing jumps
        self._other = SentenceField()
        self._other.setAccessibleName(self.tr("Second sentence"))
        self._other.textEdited.connect(self._on_other_text)
        self._other.limit.refused.connect(self._on_other_refused)
        self._other.cancelled.connect(self._on_other_cancelled)
        self._other.editingFinished.connect(self._on_other_done)
        self._other_before: str | None = None
        self._table = TableView()
        self._table.setAccessibleName(self.tr("Verdict"))
        self._table.hovered.connect(self._on_case_hovered)
        self._caution = Note()
        self._texts_note = Note()
        self._empty = Note(role="text")
        self._lay_out()
        self._shown: Order | None = None
        self._pair = _NOWHERE

    def _button(self, text: str, slot: object) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(slot)
        return button

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self._shuffle, self._swap, self._reset):
            buttons.addWidget(button)
        buttons.addStretch(1)
        second = QHBoxLayout()
        second.setSpacing(8)
        label = QLabel(self._other.accessibleName())
        label.setObjectName("muted")
        label.setBuddy(self._other)
        second.addWidget(label)
        second.addWidget(self._other, 1)
        left, right = QVBoxLayout(), QVBoxLayout()
        for part in (left, right):
            part.setSpacing(10)
        left.addWidget(self._moves, 2)
        left.addLayout(buttons)
        left.addWidget(self._found)
        left.addLayout(self._maps.layout, 3)
        right.addWidget(self._pairs, 3)
        right.addWidget(self._table, 2)
        right.addLayout(second)
        right.addWidget(self._texts_note)
        right.addWidget(self._caution)
        both = BesideLayout(least=_LEAST)
        both.add_layout(left)
        both.add_layout(right)
        self.body.addWidget(self._empty)
        self.body.addLayout(both, 1)
        self._needs_words = (
            self._moves,
            self._shuffle,
            self._swap,
            self._reset,
            *self._maps.views,
            self._pairs,
            self._table,
            label,
            self._other,
        )

    @classmethod
    def title(cls) -> str:
        return words.tr("Order test")

    @classmethod
    def help(cls) -> str:
        return words.help_text()

    @staticmethod
    def takes_long(state: State) -> bool:
        return takes_long(state)

    @staticmethod
    def content(state: State) -> Order:
        return order_content(state)

    @staticmethod
    def numbers(content: Order) -> Numbers:
        array = np.array([(c.outputs, c.weights, c.pooled) for c in content.cases])  # (cases, 3)
        rows = (
            (
                words.CASE_NAMES[case.name],
                case.scheme,
                case.causal,
                *(None if np.isnan(value) else value for value in numbers),
                case.verdict,
            )
            for case, numbers in zip(content.cases, array.tolist(), strict=True)
        )
        header = ("case", "scheme", "causal_mask", "outputs", "weights", "pooled", "verdict")
        return Numbers(array, header, rows)

    def heading(self, content: Order) -> str:
        return self.tr("Order test · {settings}").format(
            settings=words.settings_text(content.scheme, causal=content.causal)
        )

    def summary(self, content: Order) -> str:
        if not content.tokens:
            return self.tr("{heading}. No words.").format(heading=self.heading(content))
        return self.tr("{heading}. {found} {cases}").format(
            heading=self.heading(content),
            found=spoken(words.found(content)),
            cases=words.spoken_cases(content),
        )

    def show_content(self, content: Order) -> None:
        self._shown, self._pair = content, _NOWHERE
        state = self.session.state
        self._boxes.show_values(state)
        if self._other.text() != state.other_text:
            self._other.setText(state.other_text)
            self._on_other_done()  # it comes from elsewhere: what is typed now is another change
        some = bool(content.tokens)
        for widget in self._needs_words:
            widget.setVisible(some)
        self._empty.set_text(
            "" if some else self.tr("No words yet. **Edit text…** takes a sentence.")
        )
        found = f"{words.found(content)} {words.weights_text(content)}".strip()
        self._found.set_text(found if some else "")
        self._caution.set_text(words.caution(content) if some else "")
        self._texts_note.set_text(words.about_texts(content) if some else "")
        self._shuffle.setEnabled(len(set(content.tokens)) > 1)
        self._swap.setEnabled(len(content.tokens) > 1)
        self._reset.setEnabled(content.is_moved)
        chips = [
            Chip(token, "", known)
            for token, known in zip(content.tokens, content.known, strict=True)
        ]
        titles = (self.tr("Original order"), self.tr("New order: drag a word"))
        self._moves.set_words(chips, content.order, content.selected, titles)
        self._moves.setAccessibleDescription(self._spoken_order(content))
        self._show_outputs(content)
        self._maps.show_content(content)
        columns, rows, now = words.verdict_table(content)
        self._table.set_table(columns, rows, marked=now)
        self._table.setAccessibleDescription(words.spoken_cases(content))

    def _spoken_order(self, content: Order) -> str:
        first = [content.tokens[word] for word in content.order[:40]]
        return self.tr("New order: {words}").format(words=" ".join(first))

    def _show_outputs(self, content: Order) -> None:
        self._pairs.set_pairs(
            content.tokens,
            content.test.original.out,
            content.moved_outputs,
            words.by_word_texts(content),
            PairWords(
                self.tr("Output of each word, before and after the move"),
                self.tr("before"),
                self.tr("moved"),
                self.tr("no vector"),
                self.tr("Outputs"),
            ),
            content.selected,
        )
        said = words.word_text(content, content.selected) if content.selected >= 0 else ""
        self._pairs.setAccessibleDescription(said)

    def show_hover(self, hover: Hover) -> None:
        count = 0 if self._shown is None else len(self._shown.tokens)
        word = -1 if hover.position is None or hover.position >= count else hover.position
        if word != self._pair[0]:
            self._light(word, -1)

    def _light(self, word: int, key: int) -> None:
        """Light a word, and the weight that it gives to another, wherever they are shown."""
        self._pair = (word, key)
        self._moves.light(word)
        self._pairs.light(word)
        self._maps.light(word, key)

    def _point_at(self, word: int, text: str, key: int = -1) -> None:
        self._light(word, key)
        tokens = () if self._shown is None else self._shown.tokens
        if 0 <= word < len(tokens):
            self.session.point_at(token=tokens[word], position=word)
        else:
            self.session.point_at()
        self.readout.emit(text)

    def _on_word_hovered(self, word: int) -> None:
        shown = self._shown
        self._point_at(word, "" if shown is None or word < 0 else words.word_text(shown, word))

    def _on_output_hovered(self, word: int, dimension: int) -> None:
        shown = self._shown
        if shown is None or word < 0:
            self._point_at(-1, "")
        elif dimension < 0 or not shown.known[word]:
            self._point_at(word, words.word_text(shown, word))
        else:
            self._point_at(word, words.output_text(shown, word, dimension))

    def _on_weight_hovered(self, query: int, key: int) -> None:
        shown = self._shown
        text = "" if shown is None or query < 0 else words.weight_text(shown, query, key)
        self._point_at(query, text, key)

    def _on_case_hovered(self, row: int) -> None:
        shown = self._shown
        inside = shown is not None and 0 <= row < len(shown.cases)
        self.readout.emit(words.spoken_case(shown.cases[row]) if shown and inside else "")

    def _on_word(self, word: int) -> None:
        self.session.update(position=word)

    def _on_moved(self, from_: int, to: int) -> None:
        self._put(moved(order_of(self.session.state), from_, to))

    def _on_swapped(self, first: int, second: int) -> None:
        self._put(swapped(order_of(self.session.state), first, second))

    def _on_shuffle(self) -> None:
        state = self.session.state
        self._put(shuffled(words_read(state), order_of(state), state.seed))

    def _on_swap(self) -> None:
        state = self.session.state
        order = order_of(state)
        here = order.index(state.position) if state.position in order else 0
        first = min(here, len(order) - 2)
        self._put(swapped(order, first, first + 1))

    def _on_reset(self) -> None:
        self.session.update(order=())

    def _put(self, order: tuple[int, ...]) -> None:
        """Take an order; words that the head does not read stay at their places."""
        rest = range(len(order), min(len(self.session.state.tokens), MAX_MOVED))
        self.session.update(order=(*order, *rest))

    def _on_other_text(self, text: str) -> None:
        """Compare while it is typed; all that is typed at once is one step to undo."""
        if self._other_before is None:
            self._other_before = self.session.state.other_text
            self.session.begin_gesture()
        self.session.update(other_text=text)

    def _on_other_refused(self, characters: int) -> None:
        self._texts_note.set_text(too_long(characters))

    def _on_other_cancelled(self) -> None:
        if self._other_before is not None:
            self.session.update(other_text=self._other_before)
            self._other_before = None
            self.session.end_gesture()

    def _on_other_done(self) -> None:
        if self._other_before is not None:
            self._other_before = None
            self.session.end_gesture()

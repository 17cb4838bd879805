"""Pairs as clock hands that turn with the position, beside a binary counter of it."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QPushButton

from posviz.export import Numbers
from posviz.model.notation import grouped, signed, significant
from posviz.model.positional.sinusoidal import dimension_of, pair_of
from posviz.panels.clocks_content import Clocks, Hand, content_of, numbers_of
from posviz.panels.panel import Panel
from posviz.session import Hover, Session
from posviz.state import State
from posviz.state_fields import MAX_LENGTH
from posviz.widgets.bit_row import BitRow
from posviz.widgets.clock_faces import ClockFaces, Face
from posviz.widgets.note import Note

_SPEEDS = (1, 4, 16, 64, 256)
_SHORTEST = 31
"""Milliseconds between two pictures; faster play goes by more than one position each."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("ClocksPanel", text)


class ClocksPanel(Panel[Clocks]):
    """Clocks from fast to slow, bits from fast to slow, and a film over the positions."""

    id = "clocks"
    uses = frozenset(
        {"position", "pair", "pairs", "length", "width", "base", "layout", "table", "text"}
    )

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._play = QPushButton(self.tr("Play"))
        self._play.setMinimumWidth(self._play.fontMetrics().horizontalAdvance("Pause") + 34)
        self._play.clicked.connect(self._on_play)
        self.controls.add("", self._play)
        step = QPushButton(self.tr("Step"))
        step.setToolTip(self.tr("One position further"))
        step.clicked.connect(self._on_step)
        self.controls.add("", step)
        speeds = [
            (str(speed), self.tr("{speed} a second").format(speed=speed)) for speed in _SPEEDS
        ]
        self._speed = self.controls.add_choice("", speeds, self._on_speed)
        self._speed.setAccessibleName(self.tr("Positions a second"))
        self._speed.setToolTip(self.tr("Positions a second"))
        self._speed.setCurrentIndex(1)
        self._p = self.controls.add_number(
            "p", self._on_position, 0, MAX_LENGTH - 1, width=88, name=self.tr("Position p")
        )
        reset = QPushButton(self.tr("Reset"))
        reset.setToolTip(self.tr("Back to position 0"))
        reset.clicked.connect(self._on_reset)
        self.controls.add("", reset)
        self._selected = Note(role="text")
        self._faces = ClockFaces()
        self._faces.setAccessibleName(self.tr("Clock hands"))
        self._faces.activated.connect(self._on_activated)
        self._faces.hovered.connect(self._on_hovered)
        self._faces.stepped.connect(self._on_stepped)
        self._faces.toggled.connect(self._on_play)
        self._turns = Note(role="text")
        self._counter = Note(role="text")
        self._bits = BitRow()
        self._about = Note()
        self.body.addWidget(self._selected)
        self.body.addWidget(self._faces, 100)
        for view in (self._counter, self._bits, self._turns, self._about):
            self.body.addWidget(view)
        self.body.addStretch(1)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_tick)
        self._ticking = False
        self._joins = False
        self._shown: Clocks | None = None

    @classmethod
    def title(cls) -> str:
        return _tr("Clocks")

    @classmethod
    def help(cls) -> str:
        return _tr(
            "Each pair of dimensions is a clock hand. At position p the hand of pair i stands at "
            "the angle p · w, its own frequency w times the position, counted anticlockwise from "
            "the right. Its **height is the sine**, its **reach the cosine**: the two numbers of "
            "the pair in row p. For a base above 1 the hands on the left are fast and those on "
            "the right slow, as seconds, minutes and hours are (Vaswani et al. 2017, section "
            "3.5).\n\n"
            "The rim shows how far the hand goes within the L positions of the table: all round, "
            "or where it is dashed, never. What such a hand shows beyond L was never seen in "
            "training.\n\n"
            "**Below**, the position in binary, with the lowest bit on the left: it changes "
            "fastest there, as the hands do. Bits jump, hands glide, so that near positions have "
            "near rows.\n\n"
            "Play, pause or go step by step; undo takes back a whole play. Click a clock to "
            "select its pair. With the keys, left, right, Home and End choose a clock, up and "
            "down a position, and Space plays and pauses. Of many pairs those chosen in Waves are "
            "drawn, and some from first to last."
        )

    @staticmethod
    def content(state: State) -> Clocks:
        return content_of(state)

    @staticmethod
    def numbers(content: Clocks) -> Numbers:
        return numbers_of(content)

    def heading(self, content: Clocks) -> str:
        return self.tr("Clocks · position {position} of {length}").format(
            position=grouped(content.position), length=grouped(content.length)
        )

    def summary(self, content: Clocks) -> str:
        named = "; ".join(self._in_words(content, content.hand(pair)) for pair in content.drawn)
        return f"{self.heading(content)}. {named}"

    def show_content(self, content: Clocks) -> None:
        self._shown = content
        self._p.setRange(0, content.last)
        self._p.show_value(content.position)
        faces = [self._face(content.hand(pair)) for pair in content.drawn]
        self._faces.set_faces(faces, content.drawn.index(content.pair))
        hand = content.hand(content.pair)
        # Two lines whatever the numbers are, so that the clocks stay where they are.
        self._selected.set_text(self._in_words(content, hand, "  \n"))
        self._faces.setAccessibleDescription(self._in_words(content, hand))
        self._turns.set_text(self._turns_text(content))
        bits = max(content.last, 1).bit_length()
        self._bits.set_value(content.position, bits)
        self._bits.setAccessibleName(
            self.tr("Position {position} in binary, lowest bit first: {digits}").format(
                position=grouped(content.position), digits=" ".join(self._bits.digits)
            )
        )
        self._counter.set_text(
            self.tr("**Position {position} in binary**, lowest bit on the left").format(
                position=grouped(content.position)
            )
        )
        self._about.set_text(
            self.tr(
                "Above each bit, after how many positions it repeats. Hands and bits alike go "
                "from fast on the left to slow on the right; bits jump, hands glide."
            )
        )

    def _face(self, hand: Hand) -> Face:
        name = self.tr("pair {pair}").format(pair=grouped(hand.pair))
        every = self.tr("every {count}").format(count=significant(hand.wavelength, 3))
        if hand.turns < 1:
            percent = 100 * hand.turns
            shown = significant(percent, 2) if percent < 99 else "> 99"
            made = self.tr("{percent} % turn").format(percent=shown)
        elif hand.turns < 2:
            made = self.tr("1 turn")
        else:
            made = self.tr("{turns} turns").format(turns=grouped(math.floor(hand.turns)))
        return Face((name, every, made), hand.angle, hand.turns, hand.has_cosine)

    def _turns_text(self, content: Clocks) -> str:
        one = content.length == 1
        within = self.tr("within one position") if one else self.tr("within {length} positions")
        if content.unfinished == 0:
            text = self.tr(
                "Every pair finishes a turn {within}; the number below a clock counts the whole "
                "turns."
            )
        elif content.unfinished == 1:
            text = self.tr(
                "**1 of {pairs} never finishes a turn** {within}: its rim is dashed where the "
                "hand does not come."
            )
        else:
            text = self.tr(
                "**{count} of {pairs} never finish a turn** {within}: their rim is dashed where "
                "the hand does not come."
            )
        pairs = self.tr("1 pair") if len(content.turns) == 1 else self.tr("{all} pairs")
        text = (
            text.replace("{within}", within)
            .replace("{pairs}", pairs)
            .format(
                count=grouped(content.unfinished),
                all=grouped(len(content.turns)),
                length=grouped(content.length),
            )
        )
        if len(content.drawn) < len(content.turns):
            text += " " + (
                self.tr("One pair is drawn.")
                if len(content.drawn) == 1
                else self.tr("{drawn} pairs are drawn.").format(drawn=len(content.drawn))
            )
        return text

    def _in_words(self, content: Clocks, hand: Hand, between: str = "; ") -> str:
        angle = self.tr("Pair {pair}: angle {position} × {frequency} = {angle} rad = {turns} turns")
        numbers = self.tr("height = sin = {sine}, reach = cos = {cosine}")
        if not hand.has_cosine:
            numbers = self.tr("height = sin = {sine}, a lone sine: its cosine is not in the table")
        return (angle + between + numbers).format(
            pair=grouped(hand.pair),
            position=grouped(content.position),
            frequency=significant(hand.frequency, 4),
            angle=significant(hand.angle, 4),
            turns=significant(hand.angle / (2 * math.pi), 3),
            sine=signed(math.sin(hand.angle), 3),
            cosine=signed(math.cos(hand.angle), 3),
        )

    # Playing

    @property
    def playing(self) -> bool:
        """Whether the positions go on by themselves."""
        return self._timer.isActive()

    def set_on_screen(self, on_screen: bool) -> None:
        super().set_on_screen(on_screen)
        if not on_screen:
            self._pause()

    def _pause(self) -> None:
        self._timer.stop()
        self._play.setText(self.tr("Play"))

    def _on_state_changed(self, names: frozenset[str]) -> None:
        super()._on_state_changed(names)
        if self.playing and not self._ticking:
            self._pause()  # the user does something else; it must be an undo step of its own

    def _on_play(self) -> None:
        if self.playing:
            self._pause()
            return
        self._joins = False
        self._on_speed()
        self._timer.start()
        self._play.setText(self.tr("Pause"))

    def _on_speed(self, _value: str = "") -> None:
        self._timer.setInterval(max(_SHORTEST, 1000 // int(self._speed.currentData())))

    def _on_tick(self) -> None:
        if self._shown is None:
            return
        last = self._shown.last
        here = self.session.state.position
        step = max(1, round(int(self._speed.currentData()) * _SHORTEST / 1000))
        target = min(here + step, last) if here < last or self._joins else 0
        self._ticking = True
        self.session.begin_gesture(joins=self._joins)
        self.session.update(position=target)
        self.session.end_gesture()
        self._ticking = False
        self._joins = True
        if target == last:
            self._pause()

    def _on_step(self) -> None:
        self._on_stepped(1)

    def _on_stepped(self, way: int) -> None:
        if self._shown is not None:
            target = min(max(self.session.state.position + way, 0), self._shown.last)
            self.session.update(position=target)

    def _on_reset(self) -> None:
        self.session.update(position=0)

    def _on_position(self, value: float) -> None:
        self.session.update(position=int(value))

    def _on_activated(self, index: int) -> None:
        if self._shown is not None:
            self.session.update(pair=self._shown.drawn[index])

    def show_hover(self, hover: Hover) -> None:
        content = self._shown
        if content is None:
            return
        index = -1
        if hover.dimension is not None and hover.dimension < content.width:
            pair = pair_of(hover.dimension, content.width, content.layout)
            index = content.drawn.index(pair) if pair in content.drawn else -1
        self._faces.light(index)

    def _on_hovered(self, index: int) -> None:
        content = self._shown
        if content is None or index < 0:
            self.session.point_at()
            self.readout.emit("")
            return
        pair = content.drawn[index]
        self.session.point_at(
            dimension=dimension_of(pair, content.width, content.layout, cosine=False)
        )
        self.readout.emit(self._in_words(content, content.hand(pair)))

"""What the two rows of words are painted with: headings, lines, chips, and a word held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from posviz.model.notation import shortened
from posviz.widgets.theme import Look
from posviz.widgets.token_chips import Chip
from posviz.widgets.word_slots import Slots

TITLE = 22.0
CHIP, TALLEST_CHIP = 46.0, 66.0
_CHIP_SHARE = 0.22
_CENTRE = Qt.AlignmentFlag.AlignCenter
_START = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Words:
    """What is shown.

    Attributes
    ----------
    chips
        The words in their original order, (L,).
    order
        Which of them stands at each place of the lower row, (L,).
    selected, hover
        The selected word and the one under the pointer, by original place; −1 for none.
    """

    chips: Sequence[Chip] = ()
    order: tuple[int, ...] = ()
    selected: int = -1
    hover: int = -1


def chip_height(height: float, look: Look) -> float:
    """Height of a chip in a view of a height."""
    return min(max(height * _CHIP_SHARE, look.px(CHIP)), look.px(TALLEST_CHIP))


def row_tops(height: float, look: Look) -> tuple[float, float]:
    """Upper edges of the two rows in a view of a height."""
    px, chip = look.px, chip_height(height, look)
    return px(TITLE), max(height - chip - px(TITLE) - 1, px(TITLE) + chip)


def draw_titles(
    painter: QPainter, size: QSizeF, titles: tuple[str, str], slots: Slots, look: Look
) -> None:
    """Write what each row is, and which of its places are in sight."""
    px, lower = look.px, row_tops(size.height(), look)[1]
    painter.setFont(look.font(12, 600))
    painter.setPen(look.colour("muted"))
    metrics = QFontMetricsF(painter.font())
    tops = (0.0, lower + chip_height(size.height(), look) + px(6))
    for top, title in zip(tops, titles, strict=True):
        text = title
        if slots.shown < slots.count:
            text = QCoreApplication.translate(
                "WordMoves", "{title} · places {first}–{last} of {count}"
            ).format(
                title=title,
                first=slots.first,
                last=slots.first + slots.shown - 1,
                count=slots.count,
            )
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, size.width())
        painter.drawText(QRectF(0, top, size.width(), px(TITLE - 6)), _START, text)


def draw_lines(
    painter: QPainter, words: Words, top: float, bottom: float, slots: Slots, look: Look
) -> None:
    """Join the same words; the selected one lies on top, then the one under the pointer."""
    seen = range(slots.first, slots.first + slots.shown)
    joined = [(w, place) for place, w in enumerate(words.order) if place in seen or w in seen]
    rank = {words.hover: 1, words.selected: 2}
    for word, place in sorted(joined, key=lambda pair: rank.get(pair[0], 0)):
        chosen, lit = word == words.selected, word == words.hover
        role = "accent" if chosen else "muted" if lit else "faint"
        painter.setPen(QPen(look.colour(role), look.px(2 if chosen or lit else 1.5)))
        painter.drawLine(
            QPointF(slots.centre(word), top + look.px(2)),
            QPointF(slots.centre(place), bottom - look.px(2)),
        )


def draw_chip(
    painter: QPainter,
    words: Words,
    box: QRectF,
    word: int,
    place: int,
    look: Look,
    *,
    keys: bool = False,
) -> None:
    """Paint a word as it stands at a place; `keys`: the arrow keys act on its row."""
    chip, chosen = words.chips[word], word == words.selected
    focused = keys and word == max(words.selected, 0)
    marked = focused or word == words.hover
    edge = "accent" if chosen else "muted" if marked else "line" if chip.known else "faint"
    pen = QPen(look.colour(edge), look.px(2 if chosen else 1))
    if not chip.known:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(look.colour("line" if focused else "raised"))
    inset = pen.widthF() / 2
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), look.px(7), look.px(7))
    px, middle = look.px, box.center().y()
    painter.setFont(look.font(15))
    painter.setPen(look.colour("text" if chip.known else "muted"))
    text = QFontMetricsF(painter.font()).elidedText(
        shortened(chip.word), Qt.TextElideMode.ElideMiddle, box.width() - px(10)
    )
    painter.drawText(QRectF(box.x(), middle - px(19), box.width(), px(22)), _CENTRE, text)
    painter.setFont(look.font(11))
    painter.setPen(look.colour("text" if focused else "accent" if chosen else "muted"))
    caption = QCoreApplication.translate("WordMoves", "pos {position}").format(position=place)
    painter.drawText(QRectF(box.x(), middle + px(2), box.width(), px(16)), _CENTRE, caption)


def draw_held(
    painter: QPainter,
    words: Words,
    held: int,
    at: QPointF,
    box: QRectF,
    slots: Slots,
    look: Look,
) -> None:
    """Paint the word at a place as it is held at a point, and where it would go.

    `box` is where its chip stands.
    """
    x = slots.gap_centre(slots.gap_at(at.x()))
    painter.setPen(QPen(look.colour("accent"), look.px(3), c=Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(x, box.top() - look.px(5)), QPointF(x, box.bottom() + look.px(5)))
    moved = box.translated(at.x() - box.center().x(), look.px(8))
    draw_chip(painter, words, moved, words.order[held], held, look)

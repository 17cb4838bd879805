"""The marks of the selected cell and of the one under the pointer."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from posviz.widgets.heatmap_frame import Frame, labels_at, pills, tag_places
from posviz.widgets.heatmap_label import SMALL, label
from posviz.widgets.heatmap_marks import decimals_in
from posviz.widgets.heatmap_source import TableSource
from posviz.widgets.theme import Look

_CENTRE = Qt.AlignmentFlag.AlignCenter


def draw_selection(
    painter: QPainter, source: TableSource, frame: Frame, selected: tuple[int, int], look: Look
) -> None:
    """Outline the selected row and column and name them at the sides."""
    px, plot = look.px, frame.plot
    shown = plot.adjusted(-px(2), -px(2), px(2), px(2))
    accent = look.colour("accent")
    for band in _bands(frame, selected, look):
        if band.intersects(shown):
            _outline_band(painter, band, shown, px(2), accent)
    painter.setFont(look.font(SMALL, 600, mono=True))
    painter.setPen(accent)
    row_tag, column_tag = tag_places(source, frame, selected, look)
    if not row_tag.isEmpty():
        name = label(source.row_tag(selected[0]), look, 600)
        name.draw(painter, row_tag.right() - name.width, row_tag.center().y())
    if not column_tag.isEmpty():
        name = label(source.column_tag(selected[1]), look, 600)
        name.draw(painter, column_tag.center().x() - name.width / 2, column_tag.center().y())


def _outline_band(
    painter: QPainter, band: QRectF, clip: QRectF, pen: float, colour: QColor
) -> None:
    """Draw the edge of a band: four bars, in a tenth of the time that a stroke takes."""
    half = pen / 2
    outer, inner = (band.adjusted(-d, -d, d, d) for d in (half, -half))
    for bar in (
        QRectF(outer.topLeft(), QPointF(outer.right(), inner.top())),
        QRectF(QPointF(outer.left(), inner.bottom()), outer.bottomRight()),
        QRectF(QPointF(outer.left(), inner.top()), QPointF(inner.left(), inner.bottom())),
        QRectF(QPointF(inner.right(), inner.top()), QPointF(outer.right(), inner.bottom())),
    ):
        painter.fillRect(bar & clip, colour)


def draw_crosshair(
    painter: QPainter,
    source: TableSource,
    frame: Frame,
    hovered: tuple[int, int],
    selected: tuple[int, int],
    look: Look,
) -> None:
    """Draw lines through a cell to both axes and its numbers there, beside those selected."""
    px, plot = look.px, frame.plot
    row, column = hovered
    x, y = frame.columns.middle(column), frame.rows.middle(row)
    painter.save()
    painter.setClipRect(plot, Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    cell = _outline(frame, row, column, look)
    # Dark under light shows on every colour.
    for colour, width in ((look.colour("panel", 0.6), 3.0), (look.colour("text", 0.9), 1.0)):
        painter.setPen(QPen(colour, px(width)))
        painter.drawRect(cell)
        if decimals_in(frame, look, source.levels[1]):  # lines would strike the numbers out
            continue
        painter.drawLine(QPointF(plot.left(), y), QPointF(cell.left(), y))
        painter.drawLine(QPointF(cell.right(), y), QPointF(plot.right(), y))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, cell.top()))
        painter.drawLine(QPointF(x, cell.bottom()), QPointF(x, plot.bottom()))
    painter.restore()
    painter.setFont(look.font(SMALL, 600, mono=True))
    places, texts = pills(source, frame, hovered, look), labels_at(source, hovered)
    for number, chosen, pill, text in zip(hovered, selected, places, texts, strict=True):
        if number == chosen:
            continue
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("line"))
        painter.drawRoundedRect(pill, px(4), px(4))
        painter.setPen(look.colour("text"))
        painter.drawText(pill, _CENTRE, text)


def draw_focus(painter: QPainter, frame: Frame, look: Look) -> None:
    """Frame the cells while the keyboard is theirs."""
    painter.setPen(QPen(look.colour("accent"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame.plot.adjusted(-2.5, -2.5, 2.5, 2.5))


def _bands(frame: Frame, selected: tuple[int, int], look: Look) -> Iterator[QRectF]:
    """Outlines of the selected row and column, wide enough to be seen at any zoom."""
    plot, inset = frame.plot, look.px(1)
    cell = _outline(frame, *selected, look)
    if selected[0] < frame.rows.sight.count:
        yield QRectF(plot.left() + inset, cell.top(), plot.width() - 2 * inset, cell.height())
    if selected[1] < frame.columns.sight.count:
        yield QRectF(cell.left(), plot.top() + inset, cell.width(), plot.height() - 2 * inset)


def _outline(frame: Frame, row: int, column: int, look: Look) -> QRectF:
    """A cell's place, on whole pixels and at least a few of them."""
    least = look.px(4)
    width, height = (max(axis.cell, least) for axis in (frame.columns, frame.rows))
    x, y = frame.columns.middle(column), frame.rows.middle(row)
    return QRectF(round(x - width / 2), round(y - height / 2), round(width), round(height))

"""A computation as one picture: small matrices as nodes, arrows with what is done between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from posviz.widgets import flow_marks as marks
from posviz.widgets.flow_places import LANES, FlowLink, FlowNode, Place, Places, lay_out
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import Look, look

_LANE, _TALL_LANE = 70.0, 108.0
_KEPT = 12
NOWHERE = ("", -1, -1)


class FlowChart(PaintedView):
    """Nodes in columns from left to right; where room is short they stand in two bands.

    Arrow keys walk over the nodes, Home and End go to the first and the last, Return chooses.

    Signals
    -------
    activated(str)
        The node that was clicked or chosen with Return.
    opened(str)
        The node that was double-clicked.
    pointed(str, int, int)
        The node under the pointer, and the row and the column of its matrix; "" and −1 for
        none.
    """

    activated = Signal(str)
    opened = Signal(str)
    pointed = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._nodes: dict[str, FlowNode] = {}
        self._links: tuple[FlowLink, ...] = ()
        self._break_at = ""
        self._selected = ""
        self._cursor = ""
        self._hover = NOWHERE
        self._marks: Mapping[str, marks.Mark] = {}
        self._second: Mapping[str, marks.Mark] = {}
        self._lit: Mapping[str, marks.Mark] = {}
        self._images = marks.Thumbnails()
        self._laid_out: dict[tuple[float, float, Look], Places] = {}
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_flow(
        self, nodes: Sequence[FlowNode], links: Sequence[FlowLink], break_at: str
    ) -> None:
        """Show nodes and links; a second band begins with `break_at` once more."""
        self._nodes = {node.id: node for node in nodes}
        self._links, self._break_at = tuple(links), break_at
        self._images.forget()
        self._laid_out.clear()
        if self._cursor not in self._nodes:
            self._cursor = ""
        self._set_hover(NOWHERE)
        self.updateGeometry()
        self.update()

    def select(
        self,
        node: str,
        selected: Mapping[str, marks.Mark],
        second: Mapping[str, marks.Mark] | None = None,
    ) -> None:
        """Mark the selected node, and rows and columns in the matrices of any.

        Those of `second` are dashed: what goes with the selection.
        """
        if node != self._selected:
            self._selected = self._cursor = node
        self._marks, self._second = selected, second or {}
        self._tell()
        self.update()

    def light(self, lit: Mapping[str, marks.Mark]) -> None:
        """Light up rows and columns, as where something under the pointer comes from."""
        if lit != self._lit:
            self._lit = lit
            self.update()

    @property
    def nodes(self) -> Mapping[str, FlowNode]:
        """What is shown, by id."""
        return self._nodes

    @property
    def links(self) -> Sequence[FlowLink]:
        """The arrows."""
        return self._links

    def places(self) -> Places:
        """Where everything stands in the view as it is now."""
        return self._places(QSizeF(self.size()), look())

    def place_of(self, node: str) -> Place:
        """Where a node stands first in the view as it is now."""
        return next(place for place in self.places().nodes if place.node.id == node)

    def _places(self, size: QSizeF, look: Look) -> Places:
        """Lay everything out; a few sizes are asked for again and again."""
        key = (size.width(), size.height(), look)
        if key not in self._laid_out:
            if len(self._laid_out) >= _KEPT:
                self._laid_out.clear()
            nodes = tuple(self._nodes.values())
            self._laid_out[key] = lay_out(nodes, self._links, self._break_at, size, look)
        return self._laid_out[key]

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        bands = self._places(QSizeF(width, 1), look()).bands
        return round(look().px(_LANE * LANES * bands))

    def sizeHint(self) -> QSize:
        return QSize(round(look().px(640)), round(look().px(_TALL_LANE * LANES)))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(look().px(300)), round(look().px(_LANE * LANES)))

    def draw(self, painter: QPainter, size: QSizeF, look: Look) -> None:
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # formulas run one way
        places = self._places(size, look)
        for link in places.links:
            marks.draw_link(painter, link, look)
        for place in places.nodes:
            node = place.node.id
            marks.draw_node(
                painter,
                place,
                self._images,
                look,
                selected=node == self._selected,
                hovered=node == self._hover[0],
            )
            if node in self._second:
                marks.draw_mark(painter, place, self._second[node], "accent", look, dashed=True)
            for mark, role in ((self._marks, "accent"), (self._lit, "text")):
                if node in mark:
                    marks.draw_mark(painter, place, mark[node], role, look)
            if node == self._cursor and self.hasFocus():
                marks.draw_cursor(painter, place, look)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        if place is None:
            self._set_hover(NOWHERE)
        else:
            self._set_hover((place.node.id, *place.cell_at(event.position())))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(NOWHERE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = place.node.id
            self.activated.emit(place.node.id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(place.node.id)

    def _place_at(self, at: QPointF) -> Place | None:
        places = self.places().nodes
        return next((place for place in places if place.selects and place.frame.contains(at)), None)

    def _set_hover(self, hover: tuple[str, int, int]) -> None:
        if hover != self._hover:
            self._hover = hover
            hand = Qt.CursorShape.PointingHandCursor
            self.setCursor(hand if hover[0] else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(*hover)
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._move_to(self._cursor or self._selected)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        key = Qt.Key(event.key())
        walk = self._in_order()
        if key in steps and walk:
            self._move_to(self._beside(*steps[key]))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and walk:
            self._move_to(walk[0 if key == Qt.Key.Key_Home else -1].id)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._cursor:
            self.activated.emit(self._cursor)
        else:
            super().keyPressEvent(event)

    def _in_order(self) -> list[FlowNode]:
        nodes = [node for node in self._nodes.values() if node.selects]
        return sorted(nodes, key=lambda node: (node.column, node.lane))

    def _beside(self, columns: int, lanes: int) -> str:
        """Id of the next node in a direction; the same where there is none."""
        walk = self._in_order()
        here = self._nodes.get(self._cursor, walk[0])
        if lanes:
            others = [
                n for n in walk if n.column == here.column and (n.lane - here.lane) * lanes > 0
            ]
            return min(others, key=lambda n: abs(n.lane - here.lane), default=here).id
        others = [n for n in walk if (n.column - here.column) * columns > 0]
        return min(
            others,
            key=lambda n: (abs(n.column - here.column), abs(n.lane - here.lane)),
            default=here,
        ).id

    def _move_to(self, node: str) -> None:
        self._cursor = node
        self._tell()
        self.update()

    def _tell(self) -> None:
        at = self._nodes.get(self._cursor)
        self.setAccessibleDescription("" if at is None else f"{at.name} {at.detail}")

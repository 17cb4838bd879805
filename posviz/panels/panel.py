"""What every panel is: a title, the fields it uses, a content, a way to show it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Generic, TypeVar, cast

from PySide6.QtCore import QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from posviz.background import Background
from posviz.export import Numbers
from posviz.panels.show_numpy import numpy_script
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.control_row import ControlRow
from posviz.widgets.painted import draw_tree, height_for
from posviz.widgets.theme import Look, look

Content = TypeVar("Content")

_PADDING = 14


def capitals(heading: str) -> str:
    """Write the name in a heading in capitals, and leave what follows: z is not Z."""
    name, dot, rest = heading.partition(" · ")
    return name.upper() + dot + rest


class Panel(QWidget, Generic[Content]):
    """Base of the panels.

    A panel builds its widgets once, in ``__init__``: settings go into `controls`, painted
    views into `body`. `content` is a pure function of the State; the screen, the exported
    files, the accessible text and the tests all read it. A slot ``_on_...`` calls
    ``self.session.update(...)`` and nothing else; `show_content` sets widgets and never
    updates.

    Signals
    -------
    heading_changed(str)
        The heading for the title bar.
    readout(str)
        What is under the pointer, for the status bar; empty when nothing is.
    refreshed()
        New content is on show.
    busy_changed(bool)
        Whether content is being computed in the background.
    wanted_panel(str)
        The user wants to see another panel, named by its id.
    """

    id: ClassVar[str]
    """Name on the command line, in layouts and in lesson steps."""
    uses: ClassVar[frozenset[str]]
    """The fields of State that the content depends on."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Slow modules that are imported after the first paint, before the panel is built."""

    heading_changed = Signal(str)
    readout = Signal(str)
    refreshed = Signal()
    busy_changed = Signal(bool)
    wanted_panel = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.controls = ControlRow(self)
        self.figure = QWidget()
        self.figure.setObjectName("figure")
        self.body = QVBoxLayout(self.figure)
        self.body.setContentsMargins(_PADDING, 4, _PADDING, _PADDING)
        self.body.setSpacing(8)
        self.scroll_area = QScrollArea(self)
        self.scroll_area.setObjectName("panelScroll")
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # The controls scroll with the figure: a row of them must not be squeezed or cut.
        page = QWidget()
        page.setObjectName("figure")
        self._page = QVBoxLayout(page)
        self._page.setContentsMargins(0, 0, 0, 0)
        self._page.setSpacing(0)
        self._page.addWidget(self.controls)
        self._page.addWidget(self.figure, 1)
        self.scroll_area.setWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.scroll_area)
        self._stale = True
        self._on_screen = False
        self._work = Background(self)
        self._work.done.connect(self._on_content)
        self._work.failed.connect(self._on_failed)
        session.changed.connect(self._on_state_changed)
        session.hovered.connect(self._on_session_hovered)

    @classmethod
    def title(cls) -> str:
        """Short name for menus, tabs and help."""
        raise TypeError(f"{cls.__name__} has no title")

    @classmethod
    def help(cls) -> str:
        """What the panel shows and how it is used, in Markdown."""
        raise TypeError(f"{cls.__name__} has no help")

    @staticmethod
    def content(state: State) -> Content:
        """Compute everything that the panel shows; a pure function."""
        raise TypeError("a panel needs a content")

    @staticmethod
    def numbers(content: Content) -> Numbers:
        """Return the numbers on show, for files."""
        raise TypeError("a panel needs numbers")

    @classmethod
    def numpy(cls, state: State) -> str:
        """Return a few lines of plain numpy that give the numbers on show; "" where there are none.

        They leave in `result` what `numbers` has as an array.
        """
        return str(numpy_script(cls.id, state))

    @staticmethod
    def takes_long(state: State) -> bool:
        """Whether `content` takes longer than a frame, so that it is computed in a thread."""
        return False

    def show_content(self, content: Content) -> None:
        """Set the widgets; signals of controls are blocked by the caller's helpers."""
        raise TypeError("a panel needs a way to show its content")

    def heading(self, content: Content) -> str:
        """Heading with live values, such as “Tokens · |V| = 15”."""
        return self.title()

    def summary(self, content: Content) -> str:
        """Say what the panel shows, in a sentence, for screen readers."""
        return self.heading(content)

    def in_sight(self) -> Mapping[str, int]:
        """The changes to State by which a file holds just what is in sight, whole cells of it.

        Empty where a panel shows all that it has.
        """
        return {}

    def show_hover(self, hover: Hover) -> None:
        """Light up what the pointer is over in another panel; most panels show some of it."""

    def refresh(self) -> None:
        """Show the session's current State; until it is computed the last one stays."""
        self._stale = False
        state = self.session.state
        if self.session.reader is not None and self.takes_long(state):
            self._work.ask(partial(self.content, state))
            self.busy_changed.emit(True)
            return
        if self.busy:
            self._work.drop()
            self.busy_changed.emit(False)
        self._show(self.content(state))

    @property
    def busy(self) -> bool:
        """Whether content is being computed in the background."""
        return self._work.busy

    def _on_content(self, content: object) -> None:
        self.busy_changed.emit(False)
        self._show(cast(Content, content))

    def _on_failed(self, error: Exception) -> None:
        self.busy_changed.emit(False)
        raise error

    def _show(self, content: Content) -> None:
        self.show_content(content)
        self.figure.setAccessibleName(self.title())
        self.figure.setAccessibleDescription(self.summary(content))
        self.heading_changed.emit(self.heading(content))
        self.refreshed.emit()

    def reveal(self, view: QWidget, place: QRectF) -> None:
        """Scroll the figure until a place in one of its views is in sight."""
        at = view.mapTo(self.figure, place.center().toPoint()) + self.figure.pos()
        self.scroll_area.ensureVisible(
            at.x(), at.y(), round(place.width() / 2) + 8, round(place.height() / 2) + 8
        )

    def set_on_screen(self, on_screen: bool) -> None:
        """Tell the panel whether anybody can see it; a hidden one does not refresh."""
        self._on_screen = on_screen
        if on_screen and self._stale:
            self.refresh()

    def end_work(self) -> None:
        """End what still runs for the panel, and wait for that: the window is closed."""

    def _on_state_changed(self, names: frozenset[str]) -> None:
        if names & self.uses:
            self._stale = True
            if self._on_screen:
                self.refresh()

    def _on_session_hovered(self, hover: Hover) -> None:
        if self._on_screen:
            self.show_hover(hover)

    def drawn(self) -> QWidget:
        """Return what a picture shows: the figure, or a widget with all of it in one layout."""
        return self.figure

    def draw_figure(self, painter: QPainter, size: QSizeF) -> None:
        """Draw heading and views, without controls, into (0, 0, size).

        A figure that needs more room than it gets is laid out larger and scaled down, so
        nothing is cut off.
        """
        current, figure = look(), self.drawn()
        top = current.px(40)
        factor = 1.0
        while True:
            width = round(size.width() * factor)
            height = round(size.height() * factor - top)
            if height_for(figure, width) <= height or factor > 16:
                break
            factor *= 1.1
        on_page = figure is self.figure
        if on_page:
            self._page.removeWidget(figure)
        try:
            figure.resize(width, height)
            layout = figure.layout()
            assert layout is not None
            layout.activate()
            painter.save()
            painter.scale(1 / factor, 1 / factor)
            self._draw_heading(painter, width, current)
            painter.translate(0, top)
            draw_tree(figure, painter, current)
            painter.restore()
        finally:
            if on_page:
                self._page.addWidget(figure, 1)

    def _draw_heading(self, painter: QPainter, width: float, look: Look) -> None:
        painter.setFont(look.font(12, 600))
        painter.setPen(look.colour("muted"))
        text = capitals(self.heading(self.content(self.session.state)))
        frame = QRectF(look.px(_PADDING), 0, width - look.px(2 * _PADDING), look.px(38))
        shown = QFontMetricsF(painter.font()).elidedText(
            text, Qt.TextElideMode.ElideRight, frame.width()
        )
        painter.drawText(frame, Qt.AlignmentFlag.AlignVCenter, shown)

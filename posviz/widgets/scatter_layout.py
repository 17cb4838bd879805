"""Where the points of a map and their labels stand in a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from posviz.model.notation import shortened
from posviz.widgets.label_places import LabelPlaces
from posviz.widgets.label_search import LabelSearch, nearest_point
from posviz.widgets.scatter_sight import Extent, Frame
from posviz.widgets.theme import Look

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LABEL_SIZE, AXIS_SIZE = 12.5, 11.5
_MOST_DOTS = 800  # more are stamped into a picture
_SMALLEST_DOT, _LARGEST_DOT = 1.4, 9.0
_MOST_NAMED = 200  # beyond, one in each patch of the map
_LABEL_CELL = (150.0, 52.0)
_LONGEST_NAME = 28
_FEW = 30  # each of so many dots should get its label
_LARGE = 7.0
_LINE = 8.0


@dataclass(frozen=True, eq=False)
class Points:
    """Named points.

    Parameters
    ----------
    places : ndarray of float64, shape (n, 2)
        Where they are on the map.
    name : callable
        Gives the name of a row.
    importance : ndarray of int, shape (n,), optional
        Rows in the order in which they get labels; as they come by default.
    axes : tuple of str
        What is written at the axis across and at the axis up.
    """

    places: Floats  # (n, 2)
    name: Callable[[int], str]
    importance: Ints | None = None  # (n,)
    axes: tuple[str, str] = ("", "")
    extent: Extent = field(init=False)
    reversed: Ints = field(init=False)  # (n,) the least important first

    def __post_init__(self) -> None:
        importance = np.arange(len(self.places)) if self.importance is None else self.importance
        object.__setattr__(self, "reversed", np.ascontiguousarray(importance[::-1]))
        object.__setattr__(self, "extent", Extent.of(self.places))
        # Columns in one piece are read faster, many times a second.
        object.__setattr__(self, "places", np.asfortranarray(self.places, dtype=np.float64))


@dataclass(frozen=True)
class Marks:
    """Rows that stand out: one selected (−1: none), some lit, some ringed."""

    selected: int = -1
    lit: tuple[int, ...] = ()
    ringed: tuple[int, ...] = ()

    @property
    def rows(self) -> tuple[int, ...]:
        """All of them, the selected one first, none twice."""
        first = (self.selected,) if self.selected >= 0 else ()
        return tuple(dict.fromkeys(first + self.lit + self.ringed))


@dataclass(frozen=True, eq=False)
class Scene:
    """What one frame shows, in pixels; made once for each sight."""

    frame: Frame
    marks: Marks
    pixels: Floats  # (n, 2)
    visible: Ints  # (v,) the least important first
    dot: float
    labels: dict[int, QRectF]
    axis_texts: tuple[QRectF, QRectF]

    @property
    def many(self) -> bool:
        """Whether the points are stamped."""
        return len(self.visible) > _MOST_DOTS

    def radius(self, row: int, look: Look) -> float:
        """Radius of a dot."""
        if row == self.marks.selected:
            return max(look.px(6.5), self.dot * 0.7)
        if row in self.marks.lit:
            return max(look.px(4), self.dot / 2)
        return self.dot / 2

    def line_to_label(self, row: int, look: Look) -> QLineF | None:
        """The line from a dot to its label, where that stands far from it."""
        rect = self.labels[row]
        x, y = self.pixels[row].tolist()
        end = QPointF(*nearest_point(_rect(rect), x, y))
        line = QLineF(QPointF(x, y), end)
        radius = self.radius(row, look)
        if line.length() - radius <= look.px(_LINE):
            return None
        line.setP1(line.pointAt((radius + look.px(1.5)) / line.length()))
        return line


def lay_out(points: Points, frame: Frame, marks: Marks, look: Look) -> Scene:
    """Find where points and labels of a frame stand."""
    pixels = frame.on_screen(points.places)  # (n, 2)
    x, y = pixels.T
    inside = (x >= 0) & (x <= frame.width) & (y >= 0) & (y <= frame.height)  # (n,)
    visible = points.reversed[inside[points.reversed]]
    share = frame.width * frame.height / max(len(visible), 1)  # of the room, for each dot
    dot = look.px(5.0 * (1000 / max(len(visible), 1)) ** 0.2)
    dot = min(max(min(dot, share**0.5), look.px(_SMALLEST_DOT)), look.px(_LARGEST_DOT))
    scene = Scene(frame, marks, pixels, visible, dot, {}, (QRectF(), QRectF()))
    return _with_labels(scene, points, look)


def _with_labels(scene: Scene, points: Points, look: Look) -> Scene:
    frame, marks, pixels = scene.frame, scene.marks, scene.pixels
    places = LabelPlaces(frame.width, frame.height, look.scale)
    first = [row for row in marks.rows if frame.contains(*pixels[row])]
    dots: Iterable[int] = first if scene.many else scene.visible.tolist()
    for row in dots:
        x, y = pixels[row].tolist()
        marked = row == marks.selected or row in marks.lit
        never = marked or scene.dot >= look.px(_LARGE)
        places.avoid(x, y, scene.radius(row, look), never=never)
    few = len(scene.visible) <= _FEW
    radii = [scene.radius(row, look) for row in scene.visible.tolist()] if few else []
    dots_of_few = np.column_stack([pixels[scene.visible], radii]) if few else np.empty((0, 3))
    search = LabelSearch(frame.width, frame.height, dots_of_few, look.scale)
    place_of = {row: place for place, row in enumerate(scene.visible.tolist())}
    plain = QFontMetricsF(look.font(LABEL_SIZE))
    strong = QFontMetricsF(look.font(LABEL_SIZE, 600))

    def size_of(row: int) -> tuple[float, float]:
        metrics = strong if row == marks.selected else plain
        width = metrics.horizontalAdvance(label_text(points, row))
        return min(width + look.px(2), frame.width), plain.height()

    def put(row: int, *, over_dots: bool) -> None:
        x, y = pixels[row].tolist()
        width, height = size_of(row)
        spot = places.put(
            x,
            y,
            width,
            height,
            scene.radius(row, look),
            over_dots=over_dots,
            must=row == marks.selected,
        )
        if spot is not None:
            scene.labels[row] = QRectF(*spot)

    def put_one_of_few(row: int, *, line: bool) -> None:
        spot = search.put(place_of[row], *size_of(row), line=line)
        if spot is not None:
            scene.labels[row] = QRectF(*spot)

    for row in first[:1] if marks.selected in first else ():
        if few:
            put_one_of_few(row, line=False)
        if row not in scene.labels:
            put(row, over_dots=True)
            if few and row in scene.labels:
                search.reserve(_rect(scene.labels[row]))
    axis_texts = _axis_texts(points, frame, search if few else places, look)
    others = list(dict.fromkeys([*first, *_spread(scene, points, look)]))
    if few:
        for line in (False, True):
            for row in others:
                if row not in scene.labels:
                    put_one_of_few(row, line=line)
    else:
        marked_rows = set(first)
        for row in others:
            if row not in scene.labels:
                put(row, over_dots=row in marked_rows)
    return Scene(frame, marks, pixels, scene.visible, scene.dot, scene.labels, axis_texts)


def _rect(rect: QRectF) -> tuple[float, float, float, float]:
    return rect.x(), rect.y(), rect.width(), rect.height()


def label_text(points: Points, row: int) -> str:
    """A point's name as its label shows it."""
    return shortened(points.name(row), _LONGEST_NAME)


def _spread(scene: Scene, points: Points, look: Look) -> list[int]:
    """Rows to be labelled, the most important of each patch of the map, the best first.

    The patches move with the map, so that labels stay while it is dragged.
    """
    visible, frame = scene.visible, scene.frame
    if len(visible) <= _MOST_NAMED:
        every: list[int] = visible[::-1].tolist()
        return every
    corner = frame.on_screen(np.zeros((1, 2)))[0].tolist()
    columns, rows = (
        np.floor((scene.pixels[visible, axis] - corner[axis]) / look.px(size)).astype(np.int64)
        for axis, size in enumerate(_LABEL_CELL)
    )
    columns -= columns.min()
    rows -= rows.min()
    patch = columns * (int(rows.max()) + 1) + rows
    best = np.full(int(patch.max()) + 1, -1)
    best[patch] = np.arange(len(visible))  # of equal patches the last one stays
    chosen = np.sort(best[best >= 0])[::-1]
    rows_named: list[int] = visible[chosen].tolist()
    return rows_named


def _axis_texts(
    points: Points, frame: Frame, places: LabelPlaces | LabelSearch, look: Look
) -> tuple[QRectF, QRectF]:
    """Places of the axes' names: at the lower right, and at the upper left."""
    metrics = QFontMetricsF(look.font(AXIS_SIZE))
    found = []
    for index, text in enumerate(points.axes):
        width, height = metrics.horizontalAdvance(text) + look.px(4), metrics.height()
        inset = look.px(4)
        left, top = inset, inset
        if index == 0:
            left, top = frame.width - width - inset, frame.height - height - inset
        place = QRectF(left, top, width, height)
        free = text and places.reserve((left, top, width, height))
        found.append(place if free else QRectF())
    return found[0], found[1]

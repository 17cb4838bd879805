"""What holds for every panel in all_panels(), those that are still to be written included."""

from __future__ import annotations

import dataclasses
import gc
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from posviz.export import Numbers
from posviz.panels import all_panels, find_panel
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import FIELDS
from posviz.widgets import theme
from posviz.widgets.painted import PaintedView
from posviz.widgets.theme import LOOKS

PanelClass = type[Panel[Any]]
Make = Callable[..., Panel[Any]]

EACH_PANEL = pytest.mark.parametrize("panel_class", all_panels(), ids=lambda panel: panel.id)

OTHER: Mapping[str, Any] = {
    "table": "toy16",
    "tensor": "wte",
    "word_list": str(Path("words.txt").absolute()),
    "text": "the dog ran on",
    "token": "king",
    "position": 2,
    "dimension": 9,
    "pair": 5,
    "length": 20,
    "width": 24,
    "base": 100.0,
    "layout": "halves",
    "first": 3,
    "rows": 5,
    "first_dimension": 2,
    "columns": 7,
    "shift": -5,
    "offset": -3,
    "weights": "separate",
    "seed": 8,
    "typed_q": "1 0; 0 2",
    "typed_k": "0 1; 1 0",
    "number_format": "bfloat16",
    "bug": "float16",
    "scale": True,
    "factor": 2.5,
    "dropout": True,
    "k": 3,
    "metric": "dot",
    "other_table": "toy16",
    "analogy": True,
    "minus": "king",
    "plus": "queen",
    "exclude_inputs": False,
    "map_of": "neighbours",
    "map_words": ("cat", "dog"),
    "tokenizer": "bpe",
    "merges": 1000,
    "pairs": (1, 2, 3),
    "try_vocabulary": 100,
    "try_length": 100,
    "try_width": 100,
    "scheme": "alibi",
    "heads": 12,
    "head_width": 32,
    "trained_length": 100,
    "extension": "yarn",
    "extension_factor": 2.0,
    "head": 3,
    "causal": True,
    "identity_weights": True,
    "order": (2, 0, 1),
    "other_text": "bites",
    "part": "Z",
    "term": "word-position",
    "exercise": "fuse",
    "lesson": str(Path("own lesson").absolute()),
    "step": "positional-table/1",
}
"""For every field, a value that is not its default."""

TEXTS = {
    "empty": "",
    "one word": "cat",
    "unknown": "mat",
    "repeated": "cat cat cat",
    "300 words": "the cat sat on " * 75,
    "a long word": "x" * 5000,
    "right to left": "שלום עולם",
    "emoji": "👨‍👩‍👧‍👦 👍🏽 cat 🏳️‍🌈",
    "markup": "<b> & **bold** `code` \\ %1 {token}",
}
SIZES: dict[str, dict[str, Any]] = {
    "width 1": {"width": 1, "length": 1, "pairs": ()},
    "width 5": {"width": 5, "length": 3, "pairs": (0, 2)},
    "width 512": {"width": 512, "length": 512, "position": 500, "dimension": 511},
    "halves": {"width": 7, "layout": "halves", "dimension": 6},
    "many waves": {"pairs": (0, 1, 2, 3, 4, 5, 6, 7)},
    "no waves": {"pairs": ()},
    "small base": {"base": 1e-3},
    "large base": {"base": 1e12},
    "all neighbours": {"k": 100, "table": "toy16", "scale": True},
    "large dials": {"try_vocabulary": 100_000, "try_length": 100_000, "try_width": 12_288},
    "shifted back": {"shift": -30, "width": 7, "layout": "halves"},
    "shifted far": {"shift": 10_000, "width": 512},
    "no scheme": {"scheme": "none"},
    "learned rows": {"scheme": "learned", "trained_length": 2},
    "stretched rotations": {"scheme": "rotary", "extension": "yarn", "trained_length": 131_072},
    "the narrowest head": {"scheme": "rotary", "head_width": 2, "extension": "ntk"},
    "many heads": {"scheme": "alibi", "heads": 256},
    "buckets": {"scheme": "t5", "heads": 1},
    "words are nothing": {"factor": 0.0, "dropout": True, "table": "toy16"},
    "words are all": {"factor": 100.0, "scale": True, "text": "the cat sat on the cat"},
    "no number at all": {"bug": "ladder", "width": 2},
    "the end of float16": {"bug": "float16", "width": 1, "length": 70_000, "position": 69_999},
    "no bug": {"bug": "none"},
    "typed weights": {
        "weights": "typed",
        "width": 2,
        "typed_q": "1 2 3; 4 5 6",
        "typed_k": "1 0 9; 0 −1 0",
    },
    "beyond the sentence": {"position": 40},
    "a block": {"first": 60, "rows": 3, "first_dimension": 63},
}


def _states() -> dict[str, State]:
    texts = {name: State().with_changes(text=text) for name, text in TEXTS.items()}
    return texts | {name: State().with_changes(**values) for name, values in SIZES.items()}


STATES = _states()
EACH_STATE = pytest.mark.parametrize("state", STATES.values(), ids=STATES)


def count_refreshes(panel: Panel[Any], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record the contents that a panel shows from now on."""
    shown: list[Any] = []
    show = panel.show_content

    def remember(content: Any) -> None:
        shown.append(content)
        show(content)

    monkeypatch.setattr(panel, "show_content", remember)
    return shown


def same(first: Any, second: Any) -> bool:
    """Whether two contents are equal, arrays and NaN included."""
    if dataclasses.is_dataclass(first) and type(first) is type(second):
        return all(
            same(getattr(first, f.name), getattr(second, f.name)) for f in dataclasses.fields(first)
        )
    if isinstance(first, np.ndarray):
        if first.dtype.kind in "fc":
            return bool(np.array_equal(first, second, equal_nan=True))
        return bool(np.array_equal(first, second))
    if isinstance(first, tuple | list):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, float) and first != first:
        return bool(second != second)
    return bool(first == second)


def paint(panel: Panel[Any], width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(theme.look().colour("panel"))
    painter = QPainter(image)
    panel.draw_figure(painter, QSizeF(width, height))
    painter.end()
    return image


def is_blank(image: QImage) -> bool:
    first = QColor(image.pixel(0, 0))
    return all(
        QColor(image.pixel(x, y)) == first
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    )


# The class


def test_ids_are_unique_and_found() -> None:
    ids = [panel.id for panel in all_panels()]
    assert len(set(ids)) == len(ids)
    assert all(find_panel(panel.id) is panel for panel in all_panels())
    with pytest.raises(KeyError):
        find_panel("none")


def test_another_value_is_known_for_every_field() -> None:
    assert set(OTHER) == set(FIELDS)
    for name, value in OTHER.items():
        assert getattr(State(), name) != value
        assert getattr(State().with_changes(**{name: value}), name) == value


@EACH_PANEL
def test_a_panel_names_itself_what_it_uses_and_how_it_works(panel_class: PanelClass) -> None:
    assert panel_class.id.isidentifier()
    assert panel_class.uses
    assert panel_class.uses <= set(FIELDS)
    assert panel_class.title()
    assert len(panel_class.help()) > 40
    assert "TODO" not in panel_class.help()


# The content


@EACH_PANEL
@EACH_STATE
def test_the_content_is_pure_and_has_numbers(panel_class: PanelClass, state: State) -> None:
    before = state.to_dict()
    first, second = panel_class.content(state), panel_class.content(state)
    assert dataclasses.is_dataclass(first)
    assert same(first, second)
    assert state.to_dict() == before
    numbers = panel_class.numbers(first)
    assert isinstance(numbers, Numbers)
    assert isinstance(numbers.array, np.ndarray)
    assert numbers.array.dtype.kind != "O"
    assert same(numbers.array, panel_class.numbers(second).array)
    assert all(isinstance(name, str) for name in numbers.header)
    for _, row in zip(range(50), numbers.rows, strict=False):
        assert len(row) == len(numbers.header)


@EACH_PANEL
def test_the_content_is_frozen(panel_class: PanelClass) -> None:
    content = panel_class.content(State())
    name = dataclasses.fields(content)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(content, name, None)


@EACH_PANEL
def test_fields_that_are_not_used_do_not_matter(panel_class: PanelClass) -> None:
    start = State()
    for name in sorted(set(FIELDS) - panel_class.uses):
        other = start.with_changes(**{name: OTHER[name]})
        changed = {n for n in FIELDS if getattr(start, n) != getattr(other, n)}
        if not changed & panel_class.uses:
            assert same(panel_class.content(start), panel_class.content(other)), name


# On screen


@EACH_PANEL
@EACH_STATE
def test_every_state_is_shown_and_named(
    panel_class: PanelClass, state: State, make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(panel_class)
    session.replace(state)
    with qtbot.assertNotEmitted(session.changed):
        panel.refresh()
    assert panel.figure.accessibleName()
    assert panel.figure.accessibleDescription()
    assert panel.heading(panel.content(state))
    assert not panel.grab().isNull()
    paint(panel, 320, 240)


@EACH_PANEL
def test_views_and_controls_that_take_the_focus_are_named(
    panel_class: PanelClass, make_panel: Make
) -> None:
    panel = make_panel(panel_class)
    for widget in panel.findChildren(QWidget):
        takes_tab = widget.focusPolicy().value & 1 and widget.focusProxy() is None
        if takes_tab and widget.isVisibleTo(panel) and not widget.objectName().startswith("qt_"):
            assert widget.accessibleName() or getattr(widget, "text", str)(), widget


@EACH_PANEL
@pytest.mark.parametrize("name", FIELDS)
def test_a_field_refreshes_the_panel_if_and_only_if_it_is_used(
    panel_class: PanelClass,
    name: str,
    make_panel: Make,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panel = make_panel(panel_class)
    shown = count_refreshes(panel, monkeypatch)
    session.replace(dataclasses.replace(session.state, **{name: OTHER[name]}))
    assert len(shown) == (1 if name in panel_class.uses else 0)


@EACH_PANEL
def test_a_hidden_panel_rests_and_catches_up_once(
    panel_class: PanelClass, make_panel: Make, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = make_panel(panel_class)
    panel.set_on_screen(False)
    shown = count_refreshes(panel, monkeypatch)
    for name in sorted(panel_class.uses):
        session.update(**{name: OTHER[name]})
    assert shown == []
    panel.set_on_screen(True)
    assert len(shown) == 1
    assert same(shown[0], panel.content(session.state))
    panel.set_on_screen(True)
    panel.set_on_screen(False)
    panel.set_on_screen(True)
    assert len(shown) == 1


@EACH_PANEL
def test_a_refresh_changes_nothing(
    panel_class: PanelClass, make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(panel_class)
    for name in sorted(panel_class.uses):
        told: list[frozenset[str]] = []
        session.changed.connect(told.append)
        session.update(**{name: OTHER[name]})
        session.changed.disconnect(told.append)
        assert len(told) == 1
    before = session.state
    with qtbot.assertNotEmitted(session.changed):
        panel.refresh()
    assert session.state is before


@EACH_PANEL
def test_the_heading_is_told(panel_class: PanelClass, make_panel: Make, qtbot: QtBot) -> None:
    panel = make_panel(panel_class)
    with qtbot.waitSignal(panel.heading_changed) as told:
        panel.refresh()
    assert told.args == [panel.heading(panel.content(panel.session.state))]


# Pictures


@EACH_PANEL
@pytest.mark.usefixtures("dark_again")
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", [(320, 240), (1600, 1000)], ids=["small", "large"])
def test_a_picture_is_painted_in_both_looks_and_sizes(
    panel_class: PanelClass,
    look: theme.ThemeName,
    scale: float,
    size: tuple[int, int],
    make_panel: Make,
    qapp: QApplication,
) -> None:
    theme.apply(qapp, look, scale)
    panel = make_panel(panel_class)
    place = panel.figure.parentWidget()
    image = paint(panel, *size)
    assert not is_blank(image)
    assert panel.figure.parentWidget() is place  # the figure is back in its window
    assert not panel.grab().isNull()


@EACH_PANEL
@pytest.mark.usefixtures("dark_again")
def test_a_shown_panel_follows_a_switch_of_the_look(
    panel_class: PanelClass, make_panel: Make, qapp: QApplication
) -> None:
    panel = make_panel(panel_class)
    before = panel.grab().toImage()
    theme.apply(qapp, "light")
    after = panel.grab().toImage()
    assert before.pixelColor(2, before.height() - 2) == LOOKS["dark"].colour("panel")
    assert after.pixelColor(2, after.height() - 2) == LOOKS["light"].colour("panel")


# The end


@EACH_PANEL
def test_nothing_is_left_of_a_deleted_panel(
    panel_class: PanelClass, session: Session, qtbot: QtBot
) -> None:
    panel = panel_class(session)
    panel.resize(500, 400)
    panel.show()
    panel.set_on_screen(True)
    parts: list[QObject] = [panel, *panel.findChildren(QWidget)]
    assert any(isinstance(part, PaintedView) for part in parts)
    reference = weakref.ref(panel)
    panel.close()
    panel.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not any(isValid(part) for part in parts)
    parts.clear()
    del panel
    session.update(**{name: OTHER[name] for name in ("text", "k", "width")})
    qtbot.waitUntil(lambda: _is_gone(reference))


def _is_gone(reference: weakref.ref[Any]) -> bool:
    gc.collect()
    return reference() is None

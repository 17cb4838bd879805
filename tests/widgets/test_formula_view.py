from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from posviz.widgets import formula_view
from posviz.widgets.formula_view import FormulaLine, FormulaView, typeset
from posviz.widgets.theme import DARK, LIGHT, Look

LINE = FormulaLine(
    (r"\operatorname{PE}(3, 4)", r"= \sin(1.6870)", r"= \textbf{+0.9933}"),
    "PE(3, 4) = sin(1.6870) = +0.9933",
)
BROKEN = FormulaLine((r"\frac{",), "a line that LaTeX cannot read")


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    typeset.cache_clear()
    yield
    typeset.cache_clear()


def view_of(qtbot: QtBot, *lines: FormulaLine) -> FormulaView:
    view = FormulaView()
    qtbot.addWidget(view)
    view.set_lines(lines)
    return view


def inked(view: FormulaView, look: Look, width: int = 600) -> tuple[int, int, int, int]:
    """Box around all pixels in the ink of the text: left, top, right, bottom."""
    size = QSizeF(width, 300)
    image = QImage(size.toSize(), QImage.Format.Format_RGB32)
    image.fill(look.colour("panel"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.draw(painter, size, look)
    painter.end()
    ink = look.colour("text")
    at = [(x, y) for x in range(width) for y in range(300) if image.pixelColor(x, y) == ink]
    assert at, "nothing is drawn in the ink of the text"
    xs, ys = zip(*at, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("look", [DARK, LIGHT])
def test_formulas_are_drawn_in_the_ink_of_the_look(qtbot: QtBot, look: Look) -> None:
    assert all(typeset(part, look.text) for part in LINE.parts)
    left, top, right, bottom = inked(view_of(qtbot, LINE), look)
    assert right - left > 200
    assert bottom - top > 8


@pytest.mark.parametrize("width", [200, 320, 600, 1_200])
def test_everything_lies_inside_the_view(qtbot: QtBot, width: int) -> None:
    view = view_of(qtbot, LINE, LINE)
    _, _, right, bottom = inked(view, DARK, width)
    assert right <= width
    assert bottom <= view.heightForWidth(width)
    for placed in view.arrangement(width, DARK).parts:
        box = typeset(LINE.parts[placed.part], DARK.text)
        assert box is not None
        assert placed.x + box.width * placed.factor <= width + 1e-6
        assert placed.baseline - box.ascent * placed.factor >= -1e-6


def test_a_line_is_broken_between_its_parts_where_room_is_short(qtbot: QtBot) -> None:
    view = view_of(qtbot, LINE)
    wide = view.arrangement(600, DARK)
    narrow = view.arrangement(200, DARK)
    assert len({placed.baseline for placed in wide.parts}) == 1
    assert len({placed.baseline for placed in narrow.parts}) > 1
    assert [placed.part for placed in narrow.parts] == [0, 1, 2]
    assert view.heightForWidth(200) > 1.5 * view.heightForWidth(320)


def test_a_part_wider_than_the_view_is_set_smaller(qtbot: QtBot) -> None:
    view = view_of(qtbot, FormulaLine((r"\sin(" + "1 + " * 9 + "1)",), "a long sum"))
    _, _, right, _ = inked(view, DARK, 320)
    assert 280 < right <= 320


def test_the_size_of_the_text_depends_on_the_width_and_not_on_the_numbers(qtbot: QtBot) -> None:
    other = FormulaLine(("1", "= 2", "= 3"), "1 = 2 = 3")
    factors = {
        placed.factor
        for view in (view_of(qtbot, LINE), view_of(qtbot, other))
        for placed in view.arrangement(700, DARK).parts
    }
    assert len(factors) == 1


@pytest.mark.parametrize("latex", [r"\frac{", "", "{", r"\left(", "x^", "\x00"])
def test_no_formula_makes_typesetting_fail(latex: str) -> None:
    assert typeset(latex, "#ffffff") is None or typeset(latex, "#ffffff")


@pytest.mark.parametrize("width", [200, 600])
def test_a_formula_that_cannot_be_typeset_is_shown_as_plain_text(qtbot: QtBot, width: int) -> None:
    view = view_of(qtbot, LINE, BROKEN)
    parts = view.arrangement(width, DARK).parts
    assert [p.part for p in parts if p.line == 1] == [0]
    _, _, right, bottom = inked(view_of(qtbot, BROKEN), DARK, width)
    assert 100 < right <= width
    assert bottom <= view.heightForWidth(width)


def test_without_the_library_all_is_plain_text(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(formula_view, "import_module", missing)
    view = view_of(qtbot, LINE)
    assert len(view.arrangement(600, DARK).parts) == 1
    inked(view, DARK)


def test_the_accessible_name_is_the_plain_text(qtbot: QtBot) -> None:
    assert view_of(qtbot, LINE, BROKEN).accessibleName() == f"{LINE.text}\n{BROKEN.text}"


def test_no_lines_take_no_room(qtbot: QtBot) -> None:
    assert view_of(qtbot).arrangement(300, DARK).height == 0

"""SVG and PDF: lines and letters stay lines, cells stay sharp, and what is cut off is cut off."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen
from PySide6.QtSvg import QSvgRenderer

from posviz.export import write_picture
from posviz.export.vectors import enlarged
from posviz.panels import ENTRIES, find_panel
from posviz.panels.output import draw_panel
from posviz.state import State
from posviz.widgets.theme import LIGHT
from tests.pdf import painted, paths_ended_before_they_began

pytestmark = pytest.mark.usefixtures("qapp")

SVG = "{http://www.w3.org/2000/svg}"
SIZE = QSize(300, 200)
CELLS = np.array([[0xFFFF0000, 0xFF00FF00], [0xFF0000FF, 0xFFFFFF00]], dtype=np.uint32)
PLACE = QRectF(50, 40, 200, 120)


def image() -> QImage:
    return QImage(CELLS.tobytes(), 2, 2, 8, QImage.Format.Format_RGB32).copy()


def draw(painter: QPainter, _size: QSizeF) -> None:
    painter.drawImage(PLACE, image())
    painter.setFont(QFont("Inter"))
    painter.drawText(QPointF(10, 20), "cat & dog")
    painter.save()
    painter.setClipRect(QRectF(0, 170, 100, 20))
    painter.fillRect(QRectF(0, 165, 300, 30), QColor("#123456"))
    painter.restore()
    painter.fillRect(QRectF(290, 190, 5, 5), QColor("#654321"))
    painter.save()
    painter.scale(100, 1)
    pen = QPen(QColor("black"), 2)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.drawPolyline([QPointF(0.1, 5), QPointF(2.9, 5)])
    painter.restore()


@pytest.fixture
def root(tmp_path: Path) -> ElementTree.Element:
    write_picture(tmp_path / "x.svg", draw, SIZE, background=QColor("white"), title="x")
    return ElementTree.parse(tmp_path / "x.svg").getroot()


def rasterised_svg(path: Path) -> QImage:
    shown = QImage(SIZE * 2, QImage.Format.Format_RGB32)
    shown.fill(Qt.GlobalColor.white)
    painter = QPainter(shown)
    QSvgRenderer(str(path)).render(painter)
    painter.end()
    return shown


def rasterised_pdf(path: Path, dpi: int = 192) -> QImage:
    program = shutil.which("pdftoppm")
    if program is None:
        pytest.skip("needs pdftoppm")
    out = path.with_suffix("")
    subprocess.run([program, "-r", str(dpi), "-png", "-singlefile", path, out], check=True)
    return QImage(str(out.with_suffix(".png")))


def colours(image: QImage, frame: QRectF) -> set[str]:
    """All colours in a frame given in logical pixels, of a picture twice as fine."""
    return {
        QColor(image.pixel(x, y)).name()
        for x in range(round(frame.left() * 2), round(frame.right() * 2))
        for y in range(round(frame.top() * 2), round(frame.bottom() * 2))
    }


FOUR = {"#ff0000", "#00ff00", "#0000ff", "#ffff00"}


def test_letters_are_outlines_that_keep_their_words(root: ElementTree.Element) -> None:
    assert not list(root.iter(f"{SVG}text"))
    labels = [element.get("aria-label") for element in root.iter(f"{SVG}path")]
    assert "cat & dog" in labels


def test_cells_are_told_to_be_sharp_and_are_fine_already(root: ElementTree.Element) -> None:
    (cells,) = root.iter(f"{SVG}image")
    assert cells.get("style") == "image-rendering:pixelated"
    assert enlarged(image(), 800, 480).size() == QSize(800, 480)
    assert enlarged(image(), 1, 1).size() == QSize(2, 2)
    assert enlarged(image(), 1e9, 1e9).size() == QSize(4096, 4096)


@pytest.mark.parametrize("ending", [".svg", ".pdf"])
def test_cells_have_no_colours_between_them(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"x{ending}"
    write_picture(path, draw, SIZE, background=QColor("white"), title="x")
    shown = rasterised_svg(path) if ending == ".svg" else rasterised_pdf(path)
    assert abs(shown.width() - 600) <= 1
    assert colours(shown, PLACE.adjusted(1, 1, -1, -1)) == FOUR


@pytest.mark.parametrize("ending", [".svg", ".pdf"])
def test_what_is_cut_off_on_screen_is_cut_off_in_files(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"x{ending}"
    write_picture(path, draw, SIZE, background=QColor("white"), title="x")
    if ending == ".svg":
        root = ElementTree.parse(path).getroot()
        clipped = [
            element.get("clip-path")
            for element in root.iter(f"{SVG}g")
            if any(part.get("fill") == "#123456" for part in element.iter(f"{SVG}g"))
        ]
        assert "url(#clip0)" in clipped
        (first, *_) = root.iter(f"{SVG}clipPath")
        numbers = list(map(float, re.findall(r"[\d.]+", first[0].get("d", ""))))
        assert (min(numbers[::2]), max(numbers[::2])) == (0, 100)
        assert (min(numbers[1::2]), max(numbers[1::2])) == (170, 190)
        parents = {child: parent for parent in root.iter() for child in parent}
        after = next(e for e in root.iter(f"{SVG}g") if e.get("fill") == "#654321" and len(e))
        assert parents[after].get("clip-path") is None
    else:
        shown = rasterised_pdf(path)
        assert colours(shown, QRectF(2, 172, 90, 16)) == {"#123456"}
        assert colours(shown, QRectF(102, 166, 150, 22)) == {"#ffffff"}
        assert colours(shown, QRectF(2, 163, 90, 5)) == {"#ffffff"}


def test_a_line_is_as_wide_as_on_screen_whatever_the_scale_around_it(
    root: ElementTree.Element,
) -> None:
    (line,) = root.iter(f"{SVG}polyline")
    assert line.get("vector-effect") != "non-scaling-stroke"
    assert QLineF(10, 5, 290, 5).length() == 280
    assert line.get("points", "").split() == ["10.000,5.000", "290.000,5.000"]


@pytest.mark.parametrize("ending", [".svg", ".pdf"])
@pytest.mark.parametrize("panel_id", ["positional_table", "attention", "fusion"])
def test_a_panel_in_vectors_looks_as_its_png(tmp_path: Path, panel_id: str, ending: str) -> None:
    panel, size = find_panel(panel_id), QSize(900, 600)
    draw_panel(panel, State(), tmp_path / "x.png", size=size, look=LIGHT, scale=1.0)
    path = tmp_path / f"y{ending}"
    draw_panel(panel, State(), path, size=size, look=LIGHT)
    png = QImage(str(tmp_path / "x.png"))
    if ending == ".pdf":
        shown = rasterised_pdf(path, 96)
    else:
        shown = QImage(size, QImage.Format.Format_RGB32)
        shown.fill(Qt.GlobalColor.white)
        painter = QPainter(shown)
        QSvgRenderer(str(path)).render(painter)
        painter.end()
    a, b = (_grey(picture.copy(0, 0, 890, 590)) for picture in (png, shown))
    # Edges may differ by a part of a pixel; shifted or missing parts would differ everywhere.
    assert np.abs(a - b).mean() < 6
    assert float((np.abs(a - b) > 90).mean()) < 0.02


def _grey(picture: QImage) -> NDArray[np.float64]:
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    flat = np.frombuffer(bytes(grey.constBits()), dtype=np.uint8)
    rows = flat.reshape(grey.height(), grey.bytesPerLine())[:, : grey.width()]
    return rows.astype(np.float64)


def test_a_transparent_background_is_left_out(tmp_path: Path) -> None:
    clear = QColor(0, 0, 0, 0)
    for ending in (".png", ".svg"):
        write_picture(tmp_path / f"x{ending}", draw, SIZE, background=clear, title="x")
    assert QImage(str(tmp_path / "x.png")).pixelColor(2, 2).alpha() == 0
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert 'width="300" height="200"' not in text.split("</defs>")[-1]


@pytest.mark.parametrize("panel_id", [entry.id for entry in ENTRIES])
def test_every_panel_is_outlines_and_whole_paths(tmp_path: Path, panel_id: str) -> None:
    state = State(text="the cat sat on the cat")
    panel, size = find_panel(panel_id), QSize(700, 500)
    draw_panel(panel, state, tmp_path / "x.svg", size=size, look=LIGHT)
    letters = list(ElementTree.parse(tmp_path / "x.svg").iter(f"{SVG}text"))
    assert [element.text for element in letters] == []
    draw_panel(panel, state, tmp_path / "x.pdf", size=size, look=LIGHT)
    assert painted(tmp_path / "x.pdf")
    assert paths_ended_before_they_began(tmp_path / "x.pdf") == 0

"""Exports: every format is written, is readable again, and never half-written."""

from __future__ import annotations

import csv
import errno
import locale
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QLocale, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from posviz.export import FORMATS, PICTURES, ExportError, Numbers, write_numbers, write_picture

SIZE = QSize(300, 200)
NUMBERS = Numbers(
    np.array([[0.1, 1 / 3], [np.nan, -2e-300]]),
    ("token", "value"),
    [("a, “b”", 0.1), ("c", 1 / 3), ("d", float("nan")), ("e", None), ("f", np.float64(-2e-300))],
)

pytestmark = pytest.mark.usefixtures("qapp")


def draw(painter: QPainter, size: QSizeF) -> None:
    painter.fillRect(QRectF(0, 0, size.width() / 2, size.height()), QColor("red"))
    painter.setFont(QFont("Inter"))
    painter.drawText(160, 100, "cat")


def write(path: Path) -> None:
    if path.suffix.lower() in PICTURES:
        write_picture(path, draw, SIZE, background=QColor("white"), title="A & B", scale=2.0)
    else:
        write_numbers(path, NUMBERS)


def test_png_has_its_size_background_and_drawing(tmp_path: Path) -> None:
    write(tmp_path / "x.png")
    image = QImage(str(tmp_path / "x.png"))
    assert image.size() == SIZE * 2
    assert image.pixelColor(10, 10) == QColor("red")
    assert image.pixelColor(590, 10) == QColor("white")


def test_svg_is_xml_of_its_size_and_holds_shapes(tmp_path: Path) -> None:
    write(tmp_path / "x.svg")
    root = ElementTree.parse(tmp_path / "x.svg").getroot()
    assert root.get("viewBox") == "0 0 300 200"
    tags = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert {"text", "rect"} <= set(tags) or "path" in tags
    assert "image" not in tags
    assert any("A & B" in (element.text or "") for element in root.iter())


def test_pdf_has_one_page_of_its_size(tmp_path: Path) -> None:
    write(tmp_path / "x.pdf")
    data = (tmp_path / "x.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    box = re.search(rb"/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)", data)
    assert box is not None
    points = [float(side) for side in box.groups()]
    assert points == pytest.approx([300 * 72 / 96, 200 * 72 / 96], abs=1)
    assert len(re.findall(rb"/Type /Page\b", data)) == 1


def test_npy_loads_without_pickle_and_is_exact(tmp_path: Path) -> None:
    write(tmp_path / "x.npy")
    loaded = np.load(tmp_path / "x.npy", allow_pickle=False)
    np.testing.assert_array_equal(loaded, NUMBERS.array)


def test_csv_gives_every_number_back_and_leaves_missing_ones_empty(tmp_path: Path) -> None:
    write(tmp_path / "x.csv")
    with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["token", "value"]
    assert [row[0] for row in rows] == ["a, “b”", "c", "d", "e", "f"]
    assert float(rows[0][1]) == 0.1
    assert float(rows[1][1]) == 1 / 3
    assert rows[2][1] == rows[3][1] == ""
    assert float(rows[4][1]) == -2e-300


def test_csv_keeps_dots_where_the_comma_is_the_decimal_mark(tmp_path: Path) -> None:
    before = QLocale()
    system = locale.setlocale(locale.LC_NUMERIC)
    QLocale.setDefault(QLocale("de_DE"))
    try:
        for name in ("de_DE.UTF-8", "de_DE.utf8", "de_DE", "C"):
            try:
                locale.setlocale(locale.LC_NUMERIC, name)
                break
            except locale.Error:
                continue
        write(tmp_path / "x.csv")
    finally:
        locale.setlocale(locale.LC_NUMERIC, system)
        QLocale.setDefault(before)
    assert "c,0.3333333333333333" in (tmp_path / "x.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["x.jpg", "x", "x.png.exe", ".png"])
def test_an_unknown_ending_is_refused_with_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(ExportError, match=r"\.png, \.svg, \.pdf, \.csv, \.npy"):
        write_picture(tmp_path / name, draw, SIZE, background=QColor("white"), title="")
    with pytest.raises(ExportError):
        write_numbers(tmp_path / name, NUMBERS)
    assert list(tmp_path.iterdir()) == []


def test_the_ending_may_be_in_capitals(tmp_path: Path) -> None:
    write(tmp_path / "X.PNG")
    assert not QImage(str(tmp_path / "X.PNG")).isNull()


@pytest.mark.parametrize("ending", FORMATS)
def test_a_folder_that_does_not_exist_is_named(tmp_path: Path, ending: str) -> None:
    with pytest.raises(ExportError, match="cannot be written"):
        write(tmp_path / "no such" / f"x{ending}")
    assert list(tmp_path.iterdir()) == []


def _full(*_args: Any, **_kwargs: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("step", ["write", "replace"])
@pytest.mark.parametrize("ending", FORMATS)
def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, step: str
) -> None:
    target = tmp_path / f"x{ending}"
    target.write_bytes(b"old")
    if step == "replace":
        monkeypatch.setattr(Path, "replace", _full)
    elif ending in PICTURES:
        monkeypatch.setattr(Path, "write_bytes", _full)
    else:
        monkeypatch.setattr(Path, "open", _full)
    with pytest.raises(ExportError, match="No space left"):
        write(target)
    monkeypatch.undo()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("ending", FORMATS)
def test_a_folder_in_the_place_of_the_file_is_left_alone(tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"x{ending}"
    target.mkdir()
    with pytest.raises(ExportError):
        write(target)
    assert list(tmp_path.iterdir()) == [target]
    assert target.is_dir()


@pytest.mark.parametrize("ending", PICTURES)
def test_an_error_while_drawing_leaves_nothing(tmp_path: Path, ending: str) -> None:
    def fails(painter: QPainter, size: QSizeF) -> None:
        painter.end()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_picture(tmp_path / f"x{ending}", fails, SIZE, background=QColor("red"), title="")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", FORMATS)
def test_names_with_spaces_and_other_scripts_work(tmp_path: Path, ending: str) -> None:
    folder = tmp_path / "Žofia 测试 my files"
    folder.mkdir()
    write(folder / f"ž é{ending}")
    assert [path.name for path in folder.iterdir()] == [f"ž é{ending}"]


def test_a_picture_too_large_for_memory_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="smaller size"):
        write_picture(
            tmp_path / "x.png", draw, QSize(2**20, 2**20), background=QColor("red"), title=""
        )
    assert list(tmp_path.iterdir()) == []

"""The tour: one picture a step, and a plain word when it cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPixmap

from posviz.lesson.steps import shipped_lesson
from posviz.tour import TourError, render_tour

pytestmark = pytest.mark.usefixtures("dark_again")
SIZE = QSize(900, 700)


def test_files_are_named_by_chapter_and_step_and_differ(tmp_path: Path) -> None:
    written = list(render_tour(tmp_path, SIZE, "dark"))
    names = [
        f"{number:02}-{chapter.id}-{place:02}.png"
        for number, chapter in enumerate(shipped_lesson(), start=1)
        for place in range(1, len(chapter.steps) + 1)
    ]
    assert [path.name for path in written] == names
    assert all(QImage(str(path)).size() == SIZE for path in written)
    assert len({path.read_bytes() for path in written}) == len(names)


def test_a_picture_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPixmap, "save", lambda *_args: False)
    with pytest.raises(TourError, match=r"\.png” cannot be written"):
        list(render_tour(tmp_path, SIZE, "dark"))

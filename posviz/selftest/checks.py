"""What the self-test tries, apart from the numbers and the start."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QImage

from posviz import crash, language, picture, tables
from posviz.exercise_runner import check as judge
from posviz.export import FORMATS
from posviz.lesson.exercises import find_exercise, shipped_exercises
from posviz.lesson.quiz import make_round
from posviz.lesson.quiz_kinds import paper_sources
from posviz.lesson.steps import shipped_lesson
from posviz.model.embeddings import TABLES
from posviz.model.notation import plural
from posviz.model.positional.sinusoidal import encode
from posviz.panels import all_panels
from posviz.panels.output import PanelPicture, Style
from posviz.selftest.report import Failed
from posviz.state import State
from posviz.tables import TableSource
from posviz.user_files import read_session, write_session
from posviz.widgets import theme
from posviz.widgets.theme import LOOKS, MONO_FAMILY, TEXT_FAMILY

_SIZE = QSize(480, 320)
_EXERCISE = "sinusoidal_table"


def load_fonts() -> str:
    """Load the fonts that ship, and ask Qt whether they are there."""
    bad = theme.load_fonts()
    if bad:
        raise Failed(f"cannot be loaded: {', '.join(bad)}.")
    for family in (TEXT_FAMILY, MONO_FAMILY):
        if family not in QFontDatabase.families() or QFontInfo(QFont(family)).family() != family:
            raise Failed(f"the font {family} that ships with posviz is not there.")
    return f"{TEXT_FAMILY} and {MONO_FAMILY} are loaded"


def read_files() -> str:
    """Read the lesson, exercises, questions and tables that ship."""
    steps = sum(len(chapter.steps) for chapter in shipped_lesson())
    exercises = len(shipped_exercises())
    questions = len(make_round(paper_sources(), 1))
    for name in TABLES:
        tables.table(TableSource(name))
    if not (steps and exercises and questions):
        raise Failed("the lesson, the exercises or the questions are not there.")
    return (
        f"{steps} {plural(steps, 'step')}, {exercises} {plural(exercises, 'exercise')}, "
        f"{len(TABLES)} {plural(len(TABLES), 'table')}, "
        f"{len(language.languages())} {plural(len(language.languages()), 'language')}"
    )


def draw_panels() -> str:
    """Draw every panel on every table that ships."""
    style = Style(_SIZE, LOOKS["light"], scale=1.0)
    panels = all_panels()
    for name in TABLES:
        state = State().with_changes(table=name)
        for panel in panels:
            try:
                opened = PanelPicture(panel, state)
                try:
                    image = opened.image(style)
                finally:
                    opened.close()
            except Exception as error:
                crash.open_log()
                crash.log_error(error)
                why = f"{type(error).__name__}: {error}"
                raise Failed(
                    f"“{panel.title()}” does not open on the table {name} ({why})."
                ) from None
            if _is_blank(image):
                raise Failed(f"“{panel.title()}” draws nothing on the table {name}.")
    return f"{len(panels)} panels drawn on {len(TABLES)} tables each"


def _is_blank(image: QImage) -> bool:
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32)
    return bool(np.all(pixels == pixels[0]))


def run_exercise() -> str:
    """Let the child judge a right solution and a wrong one."""
    exercise = find_exercise(_EXERCISE)
    right, wrong = judge(exercise, exercise.solution), judge(exercise, exercise.starter)
    if right.state != "passed":
        raise Failed(f"a right solution does not pass: {right.message}")
    if wrong.state == "passed":
        raise Failed("an exercise that is not solved passes.")
    return "a right solution passes, an empty one does not"


def write_files(folder: Path) -> str:
    """Write the positional table in every format, and a session, and read them again."""
    state = State().with_changes(length=12, width=8)
    style = Style(_SIZE, LOOKS["light"], scale=1.0)
    table = encode(range(12), 8)
    for ending in FORMATS:
        path = folder / f"table{ending}"
        picture.write("positional_table", state, path, style, agreed=True)
        if not _is_right(path, table):
            raise Failed(f"the {ending[1:]} file that was written cannot be read.")
    session = folder / "lesson.posviz"
    write_session(session, state)
    if read_session(session) != state:
        raise Failed("a session that was saved is another one when it is opened.")
    return f"{', '.join(ending[1:] for ending in FORMATS)} and a session are written and read"


def _is_right(path: Path, table: Any) -> bool:
    if path.suffix == ".png":
        image = QImage(str(path))
        return image.size() == _SIZE and not _is_blank(image)
    if path.suffix == ".svg":
        return ElementTree.parse(path).getroot().tag.endswith("svg")
    if path.suffix == ".pdf":
        return path.read_bytes().startswith(b"%PDF-")
    if path.suffix == ".npy":
        return np.array_equal(np.load(path, allow_pickle=False), table)
    return len(path.read_text(encoding="utf-8").splitlines()) > len(table)

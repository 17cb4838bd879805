"""Practice: marks, hints and solution; runs that never block; code that is never lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from posviz.lesson.drafts import Drafts
from posviz.lesson.exercises import IDS, find_exercise, shipped_exercises
from posviz.lesson.judging import Verdict
from posviz.lesson.progress import Practised, Progress
from posviz.panels import practice_content
from posviz.panels.practice import PracticePanel
from posviz.panels.practice_results import PracticeResults
from posviz.panels.practice_words import KEYS, shown_keys
from posviz.sandbox.results import NamedArray, Outcome
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import EXERCISES
from posviz.widgets import theme
from posviz.widgets.code_editor import CodeEditor
from posviz.widgets.formula_view import FormulaView
from posviz.widgets.note import Note
from posviz.widgets.painted import PaintedView, height_for
from posviz.window.actions import ACTIONS
from tests.laying_out import lay_out

Make = Callable[..., PracticePanel]
FOREVER = "import time\nprint('at work', flush=True)\nwhile True:\n    time.sleep(0.01)\n"


@pytest.fixture
def practice(make_panel: Callable[..., Any], session: Session) -> Callable[..., PracticePanel]:
    """Build the panel on an exercise, with code of one's own."""

    def make(
        exercise: str = "one_hot", code: str | None = None, width: int = 1300, height: int = 800
    ) -> PracticePanel:
        session.update(exercise=exercise)
        panel = make_panel(PracticePanel, width, height)
        assert isinstance(panel, PracticePanel)
        if code is not None:
            panel._editor.put_text(code)
        return panel

    return make


def finished(panel: PracticePanel, qtbot: QtBot, button: QPushButton) -> None:
    """Press a button and wait until the run is over."""
    with qtbot.waitSignal(panel._runner.finished, timeout=30_000):
        button.click()


def marks(panel: PracticePanel) -> list[str]:
    return [item.mark for item in panel._list.items]


def processes_of(folder: Path) -> list[int]:
    """Ids of this program's children that run exercises in a folder of temporary files."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes()
            where = str((entry / "cwd").readlink())
        except OSError:
            continue
        if b"posviz.sandbox" in command and where.startswith(str(folder)):
            found.append(int(entry.name))
    return found


@pytest.fixture
def own_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let runs of this test lie in its own folder, so that they can be told from others."""
    folder = tmp_path / "runs"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


# What is shown


def test_the_exercises_are_those_of_the_lesson() -> None:
    assert IDS == EXERCISES
    assert [exercise.id for exercise in shipped_exercises()] == list(EXERCISES)
    assert len(IDS) == 10


@pytest.mark.parametrize("exercise", IDS)
def test_an_exercise_shows_its_statement_and_its_starter(practice: Make, exercise: str) -> None:
    panel = practice(exercise)
    wanted = find_exercise(exercise)
    assert panel._editor.toPlainText() == wanted.starter
    spoken = " ".join(view.accessibleName() for view in panel.findChildren(PaintedView))
    assert wanted.title in spoken
    assert f"{wanted.function}(" in spoken
    assert "$$" not in spoken
    assert panel._list.items[panel._list.current].text == wanted.title
    assert wanted.title in panel.heading(panel.content(panel.session.state))
    assert wanted.title in panel.figure.accessibleDescription()
    lay_out(panel)  # the paragraphs are there
    formulas = sum(part.startswith("$$") for part in wanted.statement.split("\n\n"))
    shown = panel._statement.findChildren(FormulaView)
    assert len([view for view in shown if view.isVisibleTo(panel)]) == formulas


@pytest.mark.parametrize("exercise", IDS)
def test_every_formula_is_typeset(practice: Make, exercise: str) -> None:
    panel = practice(exercise)
    for view in panel._statement.findChildren(FormulaView):
        for number, line in enumerate(view.lines):
            assert view._parts(number, theme.look()) is line.parts


def test_content_and_numbers_tell_of_all_exercises() -> None:
    content = PracticePanel.content(State(exercise="fuse"))
    assert (content.exercise.id, content.number, content.count) == ("fuse", 5, 10)
    numbers = PracticePanel.numbers(content)
    rows = list(numbers.rows)
    assert [row[1] for row in rows] == list(IDS)
    assert [row[1] for row in rows if row[4] == "yes"] == ["fuse"]
    assert numbers.array.tolist() == [5]
    assert all(find_exercise(str(row[1])).solution not in str(row) for row in rows)


def test_a_pick_in_the_list_opens_an_exercise_and_can_be_undone(
    practice: Make, session: Session
) -> None:
    panel = practice()
    QTest.keyClick(panel._list, Qt.Key.Key_Down)
    assert session.state.exercise == "lookup"
    assert panel._editor.toPlainText() == find_exercise("lookup").starter
    place = panel._list.places(_size(panel), theme.look())[9]
    QTest.mouseClick(panel._list, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert session.state.exercise == "rope"
    session.undo()
    session.undo()
    assert session.state.exercise == "one_hot"
    assert panel._editor.toPlainText() == find_exercise("one_hot").starter


def _size(panel: PracticePanel) -> QSizeF:
    return QSizeF(panel._list.size())


# Check and run


def test_a_right_solution_passes_and_is_ticked(
    practice: Make, session: Session, qtbot: QtBot
) -> None:
    panel = practice("one_hot", find_exercise("one_hot").solution)
    assert marks(panel)[0] == "open"
    finished(panel, qtbot, panel._check)
    assert panel._results.title == "✓ Passed"
    assert panel._results.reason.startswith("All ")
    assert session.progress.practised("one_hot") == Practised(1, True, 0)
    assert marks(panel)[0] == "done"
    assert "passed" in panel._list.accessibleDescription()
    assert "1 of 10 passed" in panel.heading(panel.content(session.state))


def test_a_wrong_one_is_told_why_and_stays_open(
    practice: Make, session: Session, qtbot: QtBot
) -> None:
    wrong = "import numpy as np\n\ndef one_hot(ids, size):\n    return np.zeros((len(ids), size))\n"
    panel = practice("one_hot", wrong)
    finished(panel, qtbot, panel._check)
    assert panel._results.title == "Not yet"
    assert "it should be 1" in panel._results.reason
    assert session.progress.practised("one_hot") == Practised(1, False, 0)
    assert panel._list.items[0].mark == "tried"


def test_an_error_marks_its_line_until_the_code_is_changed(practice: Make, qtbot: QtBot) -> None:
    panel = practice("one_hot", "def one_hot(ids, size):\n    return nowhere\n")
    finished(panel, qtbot, panel._check)
    assert "NameError" in panel._results.reason
    assert panel._editor.marked_line == 2
    assert any("return nowhere" in line for line in panel._results._lines.lines)
    panel._editor.setFocus()
    QTest.keyClicks(panel._editor, "x")
    assert panel._editor.marked_line is None


def test_a_line_is_not_marked_in_code_that_has_changed_meanwhile(
    practice: Make, qtbot: QtBot
) -> None:
    panel = practice("one_hot", "1 / 0\n")
    with qtbot.waitSignal(panel._runner.finished, timeout=30_000):
        panel._run.click()
        panel._editor.put_text("x = 1\n\n1 / 0\n")
    assert panel._editor.marked_line is None


def test_the_starter_as_it_stands_is_no_attempt(
    practice: Make, session: Session, qtbot: QtBot
) -> None:
    panel = practice("one_hot")
    finished(panel, qtbot, panel._check)
    assert panel._results.title == "Not yet"
    assert session.progress.practised("one_hot") == Practised()
    assert not panel._statement._solve.isEnabled()


def test_run_shows_what_is_printed_and_is_no_attempt(
    practice: Make, session: Session, qtbot: QtBot
) -> None:
    panel = practice("one_hot", "print('שלום 👋 <b>', 1)\n")
    finished(panel, qtbot, panel._run)
    assert panel._results.title == "Finished"
    assert panel._results.output == "שלום 👋 <b> 1\n"
    assert session.progress.practised("one_hot") == Practised()


def test_a_run_without_any_result_says_how_to_get_one(practice: Make, qtbot: QtBot) -> None:
    panel = practice("one_hot", "x = 1\n")
    finished(panel, qtbot, panel._run)
    assert "print(" in panel._results.reason


def test_huge_output_is_cut_and_that_is_said(practice: Make, qtbot: QtBot) -> None:
    panel = practice("one_hot", "print('x' * 10**7)\n")
    finished(panel, qtbot, panel._run)
    assert 90_000 < len(panel._results.output) <= 100_000
    assert "100\u202f000" in panel._results._more.spoken_text()


def test_what_the_code_says_is_never_taken_for_markup(practice: Make, qtbot: QtBot) -> None:
    panel = practice("one_hot", "raise ValueError('**bold** <b>x</b> `a` $$y$$')\n")
    finished(panel, qtbot, panel._run)
    assert "**bold** <b>x</b> `a` $$y$$" in panel._results.reason


# The window goes on


def test_the_window_goes_on_while_code_runs_and_stop_ends_it(
    practice: Make, session: Session, qtbot: QtBot, own_temporary: Path
) -> None:
    panel = practice("one_hot", FOREVER)
    assert not panel._stop.isEnabled()
    panel._check.click()
    assert panel._runner.busy
    assert (panel._check.isEnabled(), panel._run.isEnabled()) == (False, False)
    qtbot.waitUntil(lambda: "at work" in panel._results.output, timeout=30_000)
    panel._editor.setFocus()
    QTest.keyClicks(panel._editor, "#")  # typing goes on
    assert len(processes_of(own_temporary)) == 1
    with qtbot.waitSignal(panel._runner.finished, timeout=1000):
        panel._stop.click()
    assert processes_of(own_temporary) == []
    assert "at work" in panel._results.output
    assert session.progress.practised("one_hot") == Practised()
    assert panel._check.isEnabled()


def test_another_exercise_ends_the_run_and_its_result_is_not_shown(
    practice: Make, session: Session, qtbot: QtBot, own_temporary: Path
) -> None:
    panel = practice("one_hot", FOREVER)
    panel._run.click()
    qtbot.waitUntil(lambda: "at work" in panel._results.output, timeout=30_000)
    with qtbot.assertNotEmitted(panel._runner.finished):
        session.update(exercise="lookup")
        qtbot.waitUntil(lambda: not panel._runner._jobs)
    assert processes_of(own_temporary) == []
    assert panel._results.output == ""
    assert panel._check.isEnabled()
    finished(panel, qtbot, panel._check)  # and the next run is as any other
    assert panel._results.title == "Not yet"


@pytest.mark.parametrize("way", ["hidden", "closed window", "deleted"])
def test_nothing_runs_on_when_the_panel_is_left(
    way: str, session: Session, qtbot: QtBot, own_temporary: Path
) -> None:
    panel = PracticePanel(session)
    panel.resize(900, 600)
    panel.show()
    panel.set_on_screen(True)
    panel._editor.put_text(FOREVER)
    panel._run.click()
    qtbot.waitUntil(lambda: "at work" in panel._results.output, timeout=30_000)
    runner = panel._runner
    if way == "hidden":
        with qtbot.waitSignal(runner.finished, timeout=1000):
            panel.set_on_screen(False)
    elif way == "closed window":
        panel.end_work()
        assert processes_of(own_temporary) == []  # it waits for the end
    panel.close()
    panel.deleteLater()
    QApplication.sendPostedEvents(None, 52)
    assert processes_of(own_temporary) == []
    qtbot.waitUntil(lambda: list(own_temporary.iterdir()) == [])
    names = [thread.name for thread in threading.enumerate() if "_work" in thread.name]
    assert names == []


def test_a_fault_of_the_program_ends_the_run_and_is_reported(
    practice: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Verdict:
        raise RuntimeError("a fault")

    monkeypatch.setattr("posviz.panels.practice_run.verdict", broken)
    panel = practice("one_hot", "x = 1\n")
    with qtbot.captureExceptions() as raised:
        finished(panel, qtbot, panel._check)
    assert [str(error[1]) for error in raised] == ["a fault"]
    assert not panel._runner.busy
    assert panel._check.isEnabled()


# Hints and the solution


def test_hints_come_one_by_one_and_stay(practice: Make, session: Session) -> None:
    panel = practice("fuse")
    statement, hints = panel._statement, find_exercise("fuse").hints
    assert statement.shown_hints == []
    for count in range(1, len(hints) + 1):
        assert statement._hint.text() == f"Hint {count} of 3"
        statement._hint.click()
        assert len(statement.shown_hints) == count
        assert f"Hint {count} of 3." in statement.shown_hints[-1]
    assert not statement._hint.isEnabled()
    assert session.progress.practised("fuse").hints == 3
    session.update(exercise="rope")
    assert statement.shown_hints == []
    session.update(exercise="fuse")
    assert len(statement.shown_hints) == 3


def test_the_solution_is_there_after_an_attempt(
    practice: Make, session: Session, qtbot: QtBot
) -> None:
    panel = practice("lookup", "def lookup(ids, E):\n    return 0\n")
    statement = panel._statement
    assert not statement._solve.isEnabled()
    assert "attempt" in statement._solve.toolTip()
    finished(panel, qtbot, panel._check)
    assert statement._solve.isEnabled()
    statement._solve.click()
    assert statement._code.isVisibleTo(panel)
    assert statement._code.toPlainText() == find_exercise("lookup").solution.rstrip()
    assert statement._code.isReadOnly()
    assert panel._editor.toPlainText() == "def lookup(ids, E):\n    return 0\n"
    session.update(exercise="one_hot")
    assert not statement._code.isVisibleTo(panel)


# The code


def test_code_is_handed_on_as_it_is_typed(practice: Make, session: Session) -> None:
    panel = practice("one_hot")
    assert session.drafts == Drafts()
    assert not panel._reset.isEnabled()
    panel._editor.setFocus()
    QTest.keyClicks(panel._editor, "# a")
    starter = find_exercise("one_hot").starter
    assert session.drafts.code == {"one_hot": "# a" + starter}
    panel._editor.undo()
    assert session.drafts.code == {}


def test_the_code_of_the_last_run_is_there_again(qtbot: QtBot) -> None:
    session = Session(State(), drafts=Drafts({"one_hot": "mine = '👋 שלום \u2068'\n"}))
    panel = PracticePanel(session)
    qtbot.addWidget(panel)
    panel.set_on_screen(True)
    assert panel._editor.toPlainText() == "mine = '👋 שלום \u2068'\n"
    assert not panel._editor.document().isUndoAvailable()


def test_back_to_the_starter_can_be_undone(practice: Make, session: Session) -> None:
    panel = practice("one_hot", "my own code\n")
    panel._reset.click()
    assert panel._editor.toPlainText() == find_exercise("one_hot").starter
    assert not panel._reset.isEnabled()
    panel._editor.undo()
    assert panel._editor.toPlainText() == "my own code\n"
    assert session.drafts.code == {"one_hot": "my own code\n"}


def test_each_exercise_has_undo_steps_of_its_own(practice: Make, session: Session) -> None:
    panel = practice("one_hot", "first\n")
    session.update(exercise="lookup")
    assert not panel._editor.document().isUndoAvailable()
    panel._editor.put_text("second\n")
    session.update(exercise="one_hot")
    panel._editor.undo()
    assert panel._editor.toPlainText() == find_exercise("one_hot").starter
    assert session.drafts.code == {"lookup": "second\n"}
    panel._editor.redo()
    assert session.drafts.code == {"lookup": "second\n", "one_hot": "first\n"}


# Arrays


def array(name: str, value: Any) -> NamedArray:
    values = np.asarray(value)
    return NamedArray(name, str(values.dtype), values.shape, values)


@pytest.mark.parametrize(
    ("value", "shape", "label"),
    [
        (5.0, (1, 1), "0"),
        ([1, 2, 3], (1, 3), "0"),
        ([[1, 2], [3, 4], [5, 6]], (3, 2), "2"),
        (np.arange(24).reshape(2, 3, 4), (6, 4), "1, 2"),
        ([[True, False]], (1, 2), "0"),
    ],
)
def test_arrays_of_any_number_of_axes_become_a_table(
    value: Any, shape: tuple[int, int], label: str
) -> None:
    table = practice_content.table_of(array("a", value))
    assert table is not None
    assert (table.rows, table.columns) == shape
    assert table.matrix.ravel().tolist() == np.asarray(value, dtype=float).ravel().tolist()
    assert table.row_tag(table.rows - 1) == label
    assert table.levels[0] == 0.0  # nothing is below 0


def test_values_below_0_have_the_other_colour() -> None:
    table = practice_content.table_of(array("a", [[-3.0, 1.0], [np.nan, np.inf]]))
    assert table is not None
    assert table.levels == (-3.0, 3.0)


@pytest.mark.parametrize("value", [np.zeros((0, 3)), [1j], np.array(["a"])])
def test_what_has_no_numbers_to_show_is_said(value: Any, qtbot: QtBot) -> None:
    assert practice_content.table_of(array("a", value)) is None
    results = PracticeResults()
    qtbot.addWidget(results)
    results.finish(Outcome("finished", "", arrays=(array("a", value),)), None)
    assert results._why_not.spoken_text()
    assert not results._view.isVisibleTo(results)


def test_an_array_of_the_learner_is_seen_as_a_heat_map(practice: Make, qtbot: QtBot) -> None:
    code = "import numpy as np\nsmall = np.eye(2)\nlarge = np.arange(12.0).reshape(3, 4) - 5\n"
    panel = practice("one_hot", code)
    results = panel._results
    finished(panel, qtbot, panel._run)
    assert results._pages.currentIndex() == 1  # nothing was printed
    assert [results._which.itemText(i) for i in range(2)] == [
        "small · 2 × 2 · float64",
        "large · 3 × 4 · float64",
    ]
    assert results._view.isVisibleTo(panel)
    assert results._view._source.values(range(3), range(4)).tolist() == [
        [-5, -4, -3, -2],
        [-1, 0, 1, 2],
        [3, 4, 5, 6],
    ]
    said: list[str] = []
    panel.readout.connect(said.append)
    results._view.picked.emit(2, 3)
    assert said == ["large[2, 3] = +6.000000"]
    results._which.setCurrentIndex(0)
    results._which.activated.emit(0)
    assert results._view._source.rows == 2
    finished(panel, qtbot, panel._run)
    assert results._which.currentIndex() == 0  # the one that was chosen


def test_a_failing_run_keeps_no_arrays_of_the_last_one(practice: Make, qtbot: QtBot) -> None:
    panel = practice("one_hot", "import numpy as np\na = np.eye(2)\n")
    finished(panel, qtbot, panel._run)
    panel._editor.put_text("1 / 0\n")
    finished(panel, qtbot, panel._run)
    assert panel._results._pages.currentIndex() == 0
    assert "ZeroDivisionError" in panel._results.reason
    assert panel._results._arrays == ()


# By keyboard, and in any room


def test_the_keys_clash_with_none_of_the_window() -> None:
    taken = {QKeySequence(key) for action in ACTIONS for key in action.keys}
    assert not taken & {QKeySequence(key) for key in KEYS.values()}


def test_check_run_and_stop_by_keys_from_the_editor(
    practice: Make, session: Session, qtbot: QtBot, own_temporary: Path
) -> None:
    panel = practice("one_hot", find_exercise("one_hot").solution)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    editor = panel._editor
    editor.setFocus()
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(panel._runner.finished, timeout=30_000):
        QTest.keyClick(editor, Qt.Key.Key_Return, control)
    assert session.progress.practised("one_hot").passed
    editor.put_text(FOREVER)
    QTest.keyClick(editor, Qt.Key.Key_Return, control | shift)
    qtbot.waitUntil(lambda: "at work" in panel._results.output, timeout=30_000)
    with qtbot.waitSignal(panel._runner.finished, timeout=1000):
        QTest.keyClick(editor, Qt.Key.Key_Period, control)
    assert editor.toPlainText() == FOREVER
    assert processes_of(own_temporary) == []
    for button, name in ((panel._check, "check"), (panel._run, "run"), (panel._stop, "stop")):
        assert f"({shown_keys()[name]})" in button.toolTip()
        assert shown_keys()[name] in panel.help()


def test_tab_reaches_every_control_and_never_traps(practice: Make, qtbot: QtBot) -> None:
    panel = practice("one_hot", "x = 1\n")
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel._list.setFocus()
    reached = []
    for _ in range(40):
        focus = QApplication.focusWidget()
        assert focus is not None
        reached.append(focus)
        in_editor = focus is panel._editor
        keys = Qt.KeyboardModifier.ControlModifier if in_editor else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(focus, Qt.Key.Key_Tab, keys)
    for control in (
        panel._list,
        panel._statement._hint,
        panel._check,
        panel._run,
        panel._reset,
        panel._editor,
        panel._results._tabs,
    ):
        assert control in reached, control
    assert panel._editor.toPlainText() == "x = 1\n"


def test_an_array_fits_a_small_panel(practice: Make, qtbot: QtBot) -> None:
    panel = practice("one_hot", "import numpy as np\na = np.eye(20)\n", 1105, 569)
    finished(panel, qtbot, panel._run)
    lay_out(panel)
    assert panel._results._view.isVisibleTo(panel)
    assert panel.scroll_area.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("width", [420, 787, 1105, 1554])
def test_nothing_overlaps_however_wide_the_panel_is(
    practice: Make, qtbot: QtBot, width: int
) -> None:
    panel = practice("sinusoidal_table", width=width, height=570)
    lay_out(panel)
    figure = panel.figure
    parts = [panel._list, panel._columns._area, panel._editor, panel._results]
    places = [part.rect().translated(part.mapTo(figure, part.rect().topLeft())) for part in parts]
    for index, place in enumerate(places):
        assert place.width() >= 200
        assert place.height() >= 100
        for other in places[index + 1 :]:
            assert not place.intersects(other)
    beside = places[3].left() > places[2].right()
    assert beside == (width == 1554)  # the output beside the code, or below it
    assert panel.scroll_area.horizontalScrollBar().maximum() == 0
    if width >= 787:
        assert panel.scroll_area.verticalScrollBar().maximum() == 0
    metrics = panel._list.fontMetrics()
    rows = panel._list.places(_size(panel), theme.look())
    for row, item in zip(rows, panel._list.items, strict=True):
        assert metrics.horizontalAdvance(item.text) < row.width() - 36
    assert panel._list.height() >= rows[-1].bottom()


@pytest.mark.parametrize("exercise", IDS)
def test_a_picture_holds_all_of_the_text_and_the_code(practice: Make, exercise: str) -> None:
    panel = practice(exercise)
    page = panel.drawn()
    page.resize(1200, height_for(page, 1200))
    layout = page.layout()
    assert layout is not None
    layout.activate()
    wanted = find_exercise(exercise)
    views = [view for view in page.findChildren(PaintedView) if view.isVisibleTo(page)]
    spoken = " ".join(view.accessibleName() for view in views)
    assert wanted.title in spoken
    assert f"{wanted.function}(" in spoken
    (editor,) = page.findChildren(CodeEditor)
    assert editor.toPlainText() == wanted.starter
    parts: list[QWidget] = [*views, editor]
    for index, part in enumerate(parts):
        assert page.rect().contains(part.geometry()), part
        if isinstance(part, Note):
            assert part.height() >= part.heightForWidth(part.width())
        assert not any(part.geometry().intersects(other.geometry()) for other in parts[:index])


def test_progress_of_another_place_is_shown_at_once(practice: Make, session: Session) -> None:
    panel = practice("one_hot")
    session.set_progress(Progress().with_check("rope", passed=True))
    assert panel._list.items[9].mark == "done"

"""The sentences of the practice panel."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from posviz.lesson.exercises import shipped_exercises
from posviz.lesson.judging import Verdict
from posviz.lesson.progress import Practised, Progress
from posviz.model.notation import grouped
from posviz.sandbox.results import NamedArray, Outcome
from posviz.widgets.marked_list import Item, Mark

KEYS = {"check": "Ctrl+Return", "run": "Ctrl+Shift+Return", "stop": "Ctrl+."}
"""Keys that count while the panel has the focus."""
_LONGEST = 10_000


def tr(text: str) -> str:
    """Translate a text of the practice panel."""
    return QCoreApplication.translate("PracticePanel", text)


def shown_keys() -> dict[str, str]:
    """Return the keys as this system writes them."""
    form = QKeySequence.SequenceFormat.NativeText
    return {name: QKeySequence(key).toString(form) for name, key in KEYS.items()}


def help_text() -> str:
    """Say how the panel is used, in Markdown."""
    return tr(
        "Ten exercises in real Python with numpy. Write the function that is asked for, and "
        "**Check** it: the program calls it with cases of its own and says what is wrong with the "
        "first that is not right. **Run** runs your code as it stands and shows what it prints; "
        "an array that it makes can be looked at under **Arrays**. The code runs apart from the "
        "program, for 10 seconds at most, and cannot harm anything.\n\n"
        "Hints come one at a time; the solution can be seen after an attempt of your own. Your "
        "code is kept as you type.\n\n"
        "Keys: {check} checks, {run} runs, {stop} stops. In the editor Tab and Shift+Tab "
        "indent; Ctrl+Tab, Ctrl+Shift+Tab and F6 leave it. Each exercise has undo steps of its "
        "own."
    )


def mark_of(done: Practised) -> Mark:
    """How far somebody has got with an exercise."""
    return "done" if done.passed else "tried" if done.checks else "open"


def mark_text(mark: Mark) -> str:
    """The same in words."""
    return {"done": tr("passed"), "tried": tr("tried"), "open": tr("not tried yet")}[mark]


def items_of(progress: Progress) -> list[Item]:
    """Return the list of exercises with their marks."""
    marks = [mark_of(progress.practised(exercise.id)) for exercise in shipped_exercises()]
    return [
        Item(exercise.title, mark, mark_text(mark))
        for exercise, mark in zip(shipped_exercises(), marks, strict=True)
    ]


def heading(title: str, passed: int, count: int) -> str:
    """Heading of the panel."""
    return tr("Practice · {passed} of {count} passed · {title}").format(
        passed=passed, count=count, title=title
    )


def hint_title(number: int, count: int) -> str:
    """What stands above a hint."""
    return tr("**Hint {number} of {count}.**").format(number=number, count=count)


def next_hint(shown: int, count: int) -> str:
    """Text of the button for hints."""
    if shown >= count:
        return tr("No more hints")
    return tr("Hint {number} of {count}").format(number=shown + 1, count=count)


def verdict_title(judged: Verdict) -> str:
    """Say in two words how a check ended."""
    return {
        "passed": tr("✓ Passed"),
        "failed": tr("Not yet"),
        "unfinished": tr("Not finished"),
    }[judged.state]


def verdict_reason(judged: Verdict) -> str:
    """What is said of a verdict below its title, which is not said twice."""
    if judged.state != "passed":
        return judged.message
    return judged.message.removeprefix("Passed: ").capitalize()


def run_title(outcome: Outcome) -> str:
    """Say in two words how a run ended."""
    if outcome.end == "finished":
        return tr("Finished")
    return tr("Stopped") if outcome.end == "stopped" else tr("Not finished")


def told(message: str) -> tuple[str, tuple[str, ...]]:
    """Part a message into its sentences and the lines of code that it shows."""
    lines = message[:_LONGEST].split("\n")
    said = [line for line in lines if line.strip() and not line.startswith("    ")]
    code = tuple(line.strip() for line in lines if line.startswith("    "))
    return "\n\n".join(said), code


def nothing_printed() -> str:
    """What a run says that printed nothing and made no array."""
    return tr(
        "Nothing was printed. To see a result, add a line such as print(…) at the end, or give "
        "it a name, such as X = …, and look at it under Arrays."
    )


def no_arrays() -> str:
    """What stands in the place of arrays."""
    return tr(
        "Arrays that your code makes outside its functions appear here after Run, to be seen as "
        "a heat map. Add a line such as X = np.arange(12.0).reshape(3, 4) at the end."
    )


def array_title(array: NamedArray) -> str:
    """Name, shape and type of an array."""
    shape = " × ".join(map(grouped, array.shape)) or tr("one number")
    return f"{array.name} · {shape} · {array.dtype}"


def not_shown(array: NamedArray) -> str:
    """Say why an array has no picture."""
    if 0 in array.shape:
        return tr("This array is empty: one of its axes has length 0.")
    if array.value is None:
        return tr("This array has too many numbers to be shown, or holds no numbers.")
    return tr("Only arrays of real numbers are shown.")

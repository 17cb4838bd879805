"""Commands for teachers and learners: lesson folders, quiz rounds, exercises."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

from posviz.commands.asking import Parser, Refusal
from posviz.model.notation import plural, shortened
from posviz.whole_files import UnreadableError, read_whole

_NOT_PASSED = 1
_UNFINISHED = 3
_MAX_SEED = 2**31 - 1
_MOST_CODE = 1 << 20


def lesson_command(given: list[str]) -> int:
    """Check a lesson folder."""
    parser = Parser(
        prog="posviz lesson",
        description="Check a lesson folder: exit code 0 if nothing is wrong with it, else 1 with "
        "each fault on a line: file, line and reason.",
    )
    parser.add_argument("task", choices=["check"])
    parser.add_argument("folder", type=Path, metavar="DIR")
    asked = parser.parse_args(given)
    if not asked.folder.is_dir():
        raise Refusal(f"there is no folder “{asked.folder}”.")
    from posviz.lesson.checking import check_folder
    from posviz.lesson.lesson_files import LessonError
    from posviz.panels import ENTRIES
    from posviz.window.layouts import ARRANGEMENTS

    try:
        lesson = check_folder(asked.folder, {entry.id for entry in ENTRIES}, ARRANGEMENTS)
    except LessonError as error:
        for fault in error.faults:
            print(fault)
        return 1
    for chapter in lesson:
        count = len(chapter.steps)
        print(f"{chapter.title}: {count} {plural(count, 'step')}")
    return 0


def quiz_command(given: list[str]) -> int:
    """Print a round of the quiz for paper."""
    parser = Parser(
        prog="posviz quiz",
        description="Print a round of seven questions, for a paper test. The same seed prints the "
        "same round.",
    )
    parser.add_argument("--seed", type=int, required=True, metavar="N", help="a number from 0")
    parser.add_argument("--answers", action="store_true", help="add the answers, with reasons")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    asked = parser.parse_args(given)
    if not 0 <= asked.seed <= _MAX_SEED:
        raise Refusal(f"--seed is a whole number from 0 to {_MAX_SEED}.")
    from posviz.lesson.quiz import make_round
    from posviz.lesson.quiz_kinds import paper_sources
    from posviz.lesson.quiz_paper import as_text, as_values

    questions = make_round(paper_sources(), asked.seed)
    if asked.json:
        values = as_values(questions, answers=asked.answers)
        print(json.dumps(values, ensure_ascii=False, indent=2))
    else:
        print(as_text(questions, answers=asked.answers), end="")
    return 0


def practice_command(given: list[str]) -> int:
    """List the exercises, or check a file against one."""
    parser = Parser(
        prog="posviz practice", description="The exercises in Python, outside the window."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="list|check")
    commands.add_parser(
        "list",
        help="print one exercise a line: id, tab, title",
        description="Print one exercise a line: id, tab, title.",
    )
    check = commands.add_parser(
        "check",
        help="try the hidden cases on a file and print the verdict",
        description="Try an exercise's hidden cases on the function in a file and print the "
        "verdict. What the file prints goes to standard error.",
        epilog="Exit code: 0 passed, 1 not passed, 3 did not finish, 2 refused.",
    )
    check.add_argument("id", help="an exercise, see “posviz practice list”")
    check.add_argument("file", type=Path, metavar="FILE.py", help="the code, in UTF-8")
    asked = parser.parse_args(given)

    from posviz.lesson.exercises import IDS, find_exercise, shipped_exercises

    if asked.command == "list":
        for exercise in shipped_exercises():
            print(f"{exercise.id}\t{exercise.title}")
        return 0
    if asked.id not in IDS:
        raise Refusal(
            f"there is no exercise “{shortened(asked.id)}”. The exercises are: {', '.join(IDS)}."
        )
    source = _code_in(asked.file)

    from posviz.exercise_runner import checking, verdict

    exercise = find_exercise(asked.id)
    outcome = checking(exercise, source, on_output=partial(print, end="", file=sys.stderr)).run()
    if outcome.note:
        print(f"\nposviz: {outcome.note}", file=sys.stderr)
    judged = verdict(exercise, outcome)
    print(judged.message)
    return {"passed": 0, "failed": _NOT_PASSED, "unfinished": _UNFINISHED}[judged.state]


def _code_in(path: Path) -> str:
    if path.is_dir():
        raise Refusal(f"“{path}” is a folder. Name a file of Python code.")
    if not path.exists() and not path.is_symlink():
        raise Refusal(f"there is no file “{path}”.")
    try:
        code = read_whole(path, _MOST_CODE).decode("utf-8-sig")
        return code.replace("\r\n", "\n").replace("\r", "\n")
    except UnreadableError as error:
        raise Refusal(f"“{path}” {error}.") from None
    except UnicodeDecodeError:
        raise Refusal(f"“{path}” is not UTF-8 text. Save it as UTF-8.") from None

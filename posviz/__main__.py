"""The command line: the window, pictures and numbers of any panel, the lesson's screens."""

from __future__ import annotations

import sys

if sys.argv[1:2] == ["--exercise"]:
    # The frozen program has no Python beside it, so it runs a learner's code itself. Whatever
    # is imported below has no place in that process.
    from posviz.sandbox.child import main as run_exercise

    run_exercise()

import argparse
import json
import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from posviz import __version__, tables
from posviz.model.embedding_files import ChooseTensor, NeedWords
from posviz.model.notation import plural, shortened
from posviz.state import State
from posviz.state_fields import FIELDS, StateError, parse_assignment

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

    from posviz.model.tokenizers import Tokenizer

_REFUSED = 2
_NOT_PASSED = 1
_UNFINISHED = 3
_INTERRUPTED = 130
_LISTED = 40
_MAX_SEED = 2**31 - 1
_NO_SCREEN_FOLDER = "posviz-pictures"


class _Refusal(Exception):
    """The user asked for something that cannot be done; the message says what to do."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Refusal(f"{message}. “posviz --help” lists what can be asked for.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run posviz with command-line arguments; return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        if given and given[0] in _COMMANDS:
            code = _COMMANDS[given[0]](given[1:])
            sys.stdout.flush()
            return code
        return _open_window(given)
    except (_Refusal, StateError) as refusal:
        print(f"posviz: {refusal}{_remedy(refusal)}", file=sys.stderr)
        return _REFUSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except MemoryError:
        print(
            "posviz: memory does not suffice. Ask for a smaller length or width.", file=sys.stderr
        )
        return _REFUSED
    except Exception as error:
        return _unexpected(error)


def _remedy(refusal: Exception) -> str:
    """What to add to the command line, where a table can be read once something is chosen."""
    cause = getattr(refusal, "cause", None)
    if isinstance(cause, NeedWords):
        return " Name it with --set word_list=FILE."
    if not isinstance(cause, ChooseTensor):
        return ""
    listed = cause.candidates[:_LISTED]
    wide = max(len(tensor.name) for tensor in listed)
    kinds = {"words": "word embeddings", "positions": "learned positions"}
    lines = [" Say which with --set tensor=NAME:"]
    for tensor in listed:
        shape = " x ".join(map(str, tensor.shape))
        line = f"  {tensor.name:<{wide}}  {shape}  {tensor.dtype}  {kinds.get(tensor.kind, '')}"
        lines.append(line.rstrip())
    if len(cause.candidates) > _LISTED:
        lines.append(f"  and {len(cause.candidates) - _LISTED} more")
    return "\n".join(lines)


def _unexpected(error: Exception) -> int:
    """Tell of an error that nobody expected, without its traceback, which goes to the log."""
    from posviz import crash
    from posviz.paths import user_file

    crash.open_log()
    crash.log_error(error)
    print(
        f"posviz: something went wrong that posviz did not expect ({type(error).__name__}: "
        f"{error}). The details are in “{user_file('posviz.log')}”.",
        file=sys.stderr,
    )
    return 1


def _open_window(given: list[str]) -> int:
    parser = _Parser(
        prog="posviz",
        description="See how text becomes what attention reads.",
        epilog="Commands: picture, panels, tour, tokenize, lesson, quiz, practice. “posviz "
        "COMMAND --help” explains each.",
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        help="a .posviz session, a table of embeddings or a lesson folder to open",
    )
    parser.add_argument("--version", action="version", version=f"posviz {__version__}")
    asked = parser.parse_args(given)
    if asked.file is not None and asked.file.is_dir():
        if not (asked.file / "chapters.toml").is_file():
            raise _Refusal(f"“{asked.file}” is a folder without a lesson: it has no chapters.toml.")
    elif asked.file is not None and not asked.file.is_file():
        raise _Refusal(f"there is no file “{asked.file}”.")
    if not _prepare_screen(needs_window=True):
        print(
            "posviz: there is no display that a window could open on. The lesson's pictures "
            f"are rendered into “{_NO_SCREEN_FOLDER}” instead."
        )
        return _tour(["-o", _NO_SCREEN_FOLDER])
    from posviz.app import run

    return run(asked.file)


def _picture(given: list[str]) -> int:
    parser = _Parser(
        prog="posviz picture",
        description="Write what a panel shows: a picture (png, svg, pdf) or its numbers "
        "(csv, npy). Of the positional table that is the block of the fields first, rows, "
        "first_dimension and columns: all of it, if they are not set.",
    )
    parser.add_argument("panel", help="a panel id, see “posviz panels”")
    parser.add_argument("--set", dest="values", action="append", default=[], metavar="FIELD=VALUE")
    parser.add_argument(
        "--part",
        metavar="NAME",
        help="which matrix the panel pipeline shows, the same as --set part",
    )
    parser.add_argument("--theme", default="light", metavar="dark|light")
    parser.add_argument("--size", default="1200x800", metavar="WxH")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    parser.add_argument(
        "-y", "--yes", action="store_true", help="write a large file of numbers without asking"
    )
    asked = parser.parse_args(given)
    values = [*asked.values, *([] if asked.part is None else [f"part={asked.part}"])]
    state = State().with_changes(**dict(map(parse_assignment, values)))
    size = _size(asked.size)
    _prepare_screen(needs_window=False)

    from posviz import picture
    from posviz.export import ExportError
    from posviz.widgets.theme import theme_name

    if asked.part is not None:
        _check_part(asked.panel)
    try:
        name = theme_name(asked.theme)
    except ValueError as error:
        raise _Refusal(str(error)) from None
    try:
        picture.write(asked.panel, state, asked.output, size=size, name=name, agreed=asked.yes)
    except ExportError as error:
        raise _Refusal(str(error)) from None
    _tell_reports(state)
    return 0


def _check_part(panel_id: str) -> None:
    """Refuse --part for a panel that shows no single matrix."""
    from posviz.panels import all_panels

    panels = {panel.id: panel for panel in all_panels()}
    if panel_id in panels and "part" not in panels[panel_id].uses:
        with_part = [name for name, panel in panels.items() if "part" in panel.uses]
        raise _Refusal(
            f"the panel “{panel_id}” has no parts. Leave --part out, or ask for "
            f"{' or '.join(with_part)}."
        )


def _tell_reports(state: State) -> None:
    """Say on standard error what was left out of the user's tables, and what else to know."""
    for source in state.sources:
        if not source.shipped:
            for line in tables.table(source).report:
                print(f"posviz: “{shortened(source.title)}”: {line}", file=sys.stderr)


def _panels(given: list[str]) -> int:
    _Parser(prog="posviz panels", description="List panel ids and State fields.").parse_args(given)
    _prepare_screen(needs_window=False)
    from posviz.panels import all_panels

    defaults = State().to_dict()
    print("Panels:")
    for panel in all_panels():
        print(f"  {panel.id:<18}{panel.title()}")
    print("\nFields for --set, with their default and allowed values:")
    for name, field in FIELDS.items():
        default = defaults[name]
        if isinstance(default, bool):
            shown = str(default).lower()
        elif isinstance(default, list):
            shown = ",".join(map(str, default))
        else:
            shown = f"{default:g}" if isinstance(default, float) else str(default)
        print(f"  {name:<18}{shown:<20}{field.allowed}")
    return 0


def _lesson(given: list[str]) -> int:
    parser = _Parser(
        prog="posviz lesson",
        description="Check a lesson folder: exit code 0 if the program can open it, else 1 with "
        "file, line and reason.",
    )
    parser.add_argument("task", choices=["check"])
    parser.add_argument("folder", type=Path, metavar="DIR")
    asked = parser.parse_args(given)
    if not asked.folder.is_dir():
        raise _Refusal(f"there is no folder “{asked.folder}”.")
    from posviz.lesson.step_file import LessonError
    from posviz.lesson.steps import check_names, read_lesson
    from posviz.panels import ENTRIES
    from posviz.window.layouts import ARRANGEMENTS

    try:
        lesson = read_lesson(asked.folder)
        check_names(lesson, {entry.id for entry in ENTRIES}, ARRANGEMENTS)
        for step in (step for chapter in lesson for step in chapter.steps):
            checked = step.source
            step.applied_to(State())
    except LessonError as error:
        print(error)
        return 1
    except StateError as error:
        print(f"{checked}: {error}")
        return 1
    for chapter in lesson:
        count = len(chapter.steps)
        print(f"{chapter.title}: {count} {plural(count, 'step')}")
    return 0


def _quiz(given: list[str]) -> int:
    parser = _Parser(
        prog="posviz quiz",
        description="Print a round of seven questions, for a paper test. The same seed prints the "
        "same round.",
    )
    parser.add_argument("--seed", type=int, required=True, metavar="N", help="a number from 0")
    parser.add_argument("--answers", action="store_true", help="add the answers, with reasons")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    asked = parser.parse_args(given)
    if not 0 <= asked.seed <= _MAX_SEED:
        raise _Refusal(f"--seed is a whole number from 0 to {_MAX_SEED}.")
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


def _tour(given: list[str]) -> int:
    parser = _Parser(prog="posviz tour", description="Render each screen of the lesson as a PNG.")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--theme", default="dark", metavar="dark|light")
    parser.add_argument("--size", default="1600x1000", metavar="WxH")
    asked = parser.parse_args(given)
    size = _size(asked.size)
    _prepare_screen(needs_window=False)

    from posviz.tour import TourError, render_tour
    from posviz.widgets.theme import theme_name

    try:
        for path in render_tour(asked.output, size, theme_name(asked.theme)):
            print(path)
    except (TourError, ValueError) as error:
        raise _Refusal(str(error)) from None
    return 0


def _tokenize(given: list[str]) -> int:
    parser = _Parser(
        prog="posviz tokenize",
        description="Cut a text into tokens and print one a line: id, tab, token. A word outside "
        "a vocabulary of whole words has “-” for an id.",
    )
    parser.add_argument(
        "text", nargs="*", help="the text; without it, standard input less its last line end"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--table", help="a table's name, or a file (default minilm)")
    how.add_argument("--bpe", metavar="N", help="the first N of GPT-2's 50 000 byte-pair merges")
    asked = parser.parse_args(given)
    text = " ".join(asked.text)
    if not asked.text:
        data: bytes = sys.stdin.buffer.read()
        text = data.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")
    for piece in _tokenizer(asked.table, asked.bpe).tokenize(text):
        id_ = "-" if piece.id is None else piece.id
        print(f"{id_}\t{piece.text.translate(_LINE_BREAKS)}")
    return 0


def _tokenizer(name: str | None, merges: str | None) -> Tokenizer:
    from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges

    if merges is None:
        state = State().with_changes(table=name or "minilm")
        _tell_reports(state)
        return state.embeddings.tokenizer
    count = parse_assignment(f"merges={merges}")[1]
    return BytePairEncoding(gpt2_merges(), State().with_changes(merges=count).merges)


def _practice(given: list[str]) -> int:
    parser = _Parser(
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
        raise _Refusal(
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
        raise _Refusal(f"“{path}” is a folder. Name a file of Python code.")
    if not path.is_file():
        raise _Refusal(f"there is no file “{path}”.")
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise _Refusal(f"“{path}” cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise _Refusal(f"“{path}” is not UTF-8 text. Save it as UTF-8.") from None


_LINE_BREAKS = {ord(c): repr(c)[1:-1] for c in "\t\n\r\v\f\x85\u2028\u2029"}

_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "picture": _picture,
    "panels": _panels,
    "tour": _tour,
    "tokenize": _tokenize,
    "lesson": _lesson,
    "quiz": _quiz,
    "practice": _practice,
}


def _size(text: str) -> QSize:
    from PySide6.QtCore import QSize

    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    width, height = (int(part) for part in found.groups()) if found else (0, 0)
    if not (200 <= width <= 8192 and 200 <= height <= 8192):
        raise _Refusal(f"--size {text}: give width x height from 200x200 to 8192x8192.")
    return QSize(width, height)


def _prepare_screen(*, needs_window: bool) -> bool:
    """Choose Qt's platform; return whether a window can be shown.

    Raises
    ------
    _Refusal
        If a system library that Qt needs is missing; its name and the command to install it
        are told before Qt would abort.
    """
    from posviz.system_libraries import (
        chosen_platform,
        explain,
        missing_libraries,
        x_server_answers,
    )

    platform = chosen_platform(os.environ)
    if not needs_window:
        platform = "offscreen"
        os.environ["QT_QPA_PLATFORM"] = platform
    elif platform == "offscreen" and "QT_QPA_PLATFORM" not in os.environ:
        return False
    missing = missing_libraries(platform)
    if missing:
        raise _Refusal(explain(missing))
    return platform != "xcb" or x_server_answers()


if __name__ == "__main__":
    sys.exit(main())

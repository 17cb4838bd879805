"""Commands for paper: the lesson as a handout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from posviz.commands.asking import Parser, Refusal, prepare_screen
from posviz.model.notation import counted

if TYPE_CHECKING:
    from posviz.handout import Handout


def handout_command(given: list[str]) -> int:
    """Write a lesson with its figures as a PDF."""
    parser = Parser(
        prog="posviz handout",
        description="Write the lesson with its figures as a PDF, paged for print. It tells how "
        "far it is on standard error and needs no display.",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf")
    parser.add_argument(
        "--lesson", type=Path, metavar="DIR", help="the folder of a lesson of your own"
    )
    parser.add_argument(
        "--answers", action="store_true", help="add the answers, with reasons, at the end"
    )
    parser.add_argument("--paper", default="a4", metavar="a4|letter")
    parser.add_argument(
        "--panels",
        metavar="NAME,…",
        help="draw just these panels where a step shows them, or none; see “posviz panels”. "
        "Without it each step shows its two largest",
    )
    asked = parser.parse_args(given)
    if asked.lesson is not None and not asked.lesson.is_dir():
        raise Refusal(f"there is no folder “{asked.lesson}”.")
    prepare_screen(needs_window=False)

    from posviz.app import make_application
    from posviz.export import ExportError
    from posviz.handout import PAPERS, Choices, Handout
    from posviz.lesson.checking import check_names
    from posviz.lesson.lesson_files import LessonError
    from posviz.lesson.steps import lesson_at
    from posviz.panels import ENTRIES
    from posviz.widgets import theme
    from posviz.window.layouts import ARRANGEMENTS, panels_of

    paper = asked.paper.lower()
    if paper not in PAPERS:
        raise Refusal(f"--paper {asked.paper}: give {' or '.join(PAPERS)}.")
    known = {entry.id for entry in ENTRIES}
    panels = None
    if asked.panels is not None:
        names = {name for name in asked.panels.replace(" ", "").split(",") if name}
        panels = frozenset(names - {"none"})
        if panels - known:
            raise Refusal(
                f"there is no panel “{min(panels - known)}”. The panels are: "
                f"{', '.join(sorted(known))}."
            )
    folder = "" if asked.lesson is None else str(asked.lesson.absolute())
    theme.apply(make_application(), "light")
    try:
        check_names(lesson_at(folder), known, ARRANGEMENTS)
        choices = Choices(panels_of, folder, asked.answers, paper, panels)
        handout = Handout(choices, asked.output)
        _make(handout)
    except (ExportError, LessonError) as error:
        raise Refusal(str(error)) from None
    return 0


def _make(handout: Handout) -> None:
    """Make it, and tell how far it is: on one line of a terminal, else line by line."""
    live, told = sys.stderr.isatty(), -1
    for done, total in handout.steps():
        percent = 100 * done // total
        if percent != told:
            _tell(f"posviz: handout … {percent} %", live=live, end="" if live else "\n")
        told = percent
    pages = counted(handout.pages, "page")
    _tell(f"posviz: “{handout.path.name}” is written, {pages}.", live=live, end="\n")


def _tell(text: str, *, live: bool, end: str) -> None:
    print(f"\r{text}" if live else text, end=end, file=sys.stderr, flush=True)

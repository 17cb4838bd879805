"""Commands for paper: the lesson as a handout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from posviz.commands.asking import Parser, Refusal, prepare_screen

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

    if asked.paper not in PAPERS:
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
        choices = Choices(panels_of, folder, asked.answers, asked.paper, panels)
        handout = Handout(choices, asked.output)
        _make(handout)
    except (ExportError, LessonError) as error:
        raise Refusal(str(error)) from None
    return 0


def _make(handout: Handout) -> None:
    """Make it, and tell how far it is: on one line of a terminal, else line by line."""
    live = sys.stderr.isatty()
    for done, total in handout.steps():
        text = f"posviz: handout … {100 * done // total} %"
        print(f"\r{text}" if live else text, end="" if live else "\n", file=sys.stderr, flush=True)
    print(
        f"{chr(13) if live else ''}posviz: “{handout.path.name}” is written, "
        f"{handout.pages} {'page' if handout.pages == 1 else 'pages'}.",
        file=sys.stderr,
    )

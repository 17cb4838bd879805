"""The command that checks the program itself."""

from __future__ import annotations

from pathlib import Path

from posviz.commands.asking import Parser, prepare_screen

_FAILED = 1


def selftest_command(given: list[str]) -> int:
    """Check that this copy of posviz is whole and works on this machine."""
    parser = Parser(
        prog="posviz selftest",
        description="Check that posviz is whole and works on this machine: fonts, files, numbers, "
        "every panel on every table, an exercise, exports, and the start of the window. Takes "
        "less than 20 seconds. Exit code 0 if all is well, else 1.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument(
        "--start",
        type=Path,
        metavar="FILE",
        help="only open the window, write to FILE when it was painted, and close it",
    )
    asked = parser.parse_args(given)
    # On the screen that there is, as the window would be; without one, off screen.
    if not prepare_screen(needs_window=True):
        prepare_screen(needs_window=False)

    from posviz.selftest import selftest
    from posviz.selftest.start import open_and_close

    if asked.start is not None:
        return open_and_close(asked.start)
    report = selftest()
    print(report.as_json() if asked.json else report.as_text())
    return 0 if report.passed else _FAILED

"""The command line: the window, or one of the commands."""

from __future__ import annotations

import sys

if sys.argv[1:2] == ["--exercise"]:
    # The frozen program has no Python beside it, so it runs a learner's code itself. Whatever
    # is imported below has no place in that process.
    from posviz.sandbox.child import main as run_exercise

    run_exercise()

import os
from collections.abc import Sequence
from pathlib import Path

from posviz import __version__
from posviz.commands import COMMANDS
from posviz.commands.asking import Parser, Refusal, prepare_screen
from posviz.commands.showing import tour_command
from posviz.model.embedding_files import ChooseTensor, NeedWords
from posviz.state_fields import StateError

_REFUSED = 2
_INTERRUPTED = 130
_READER_LEFT = 141
_LISTED = 40
_NO_SCREEN_FOLDER = "posviz-pictures"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run posviz with command-line arguments; return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        if given and given[0] in COMMANDS:
            code = COMMANDS[given[0]](given[1:])
            sys.stdout.flush()
            return code
        return _open_window(given)
    except (Refusal, StateError) as refusal:
        print(f"posviz: {refusal}{_remedy(refusal)}", file=sys.stderr)
        return _REFUSED
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left; there is nobody to tell. The code is the one that
        # shells give such a program: 0 would say that an exercise was passed.
        _drop_output()
        return _READER_LEFT
    except MemoryError:
        print(
            "posviz: memory does not suffice. Ask for a smaller length or width.", file=sys.stderr
        )
        return _REFUSED
    except OSError as error:
        if error.filename is not None:
            return _unexpected(error)
        # Of files, those who write them tell; what has no name is the standard output.
        _drop_output()
        print(f"posviz: the output cannot be written: {error.strerror}.", file=sys.stderr)
        return _REFUSED
    except Exception as error:
        return _unexpected(error)


def _drop_output() -> None:
    """Keep Python from writing what is left when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    parser = Parser(
        prog="posviz",
        description="See how text becomes what attention reads.",
        epilog="Commands: picture, panels, tour, tokenize, handout, lesson, quiz, practice, "
        "selftest. “posviz COMMAND --help” explains each.",
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
            raise Refusal(f"“{asked.file}” is a folder without a lesson: it has no chapters.toml.")
    elif asked.file is not None and not asked.file.is_file():
        raise Refusal(f"there is no file “{asked.file}”.")
    if not prepare_screen(needs_window=True):
        print(
            "posviz: there is no display that a window could open on. The lesson's pictures "
            f"are rendered into “{_NO_SCREEN_FOLDER}” instead."
        )
        return tour_command(["-o", _NO_SCREEN_FOLDER])
    from posviz.app import run

    return run(asked.file)


if __name__ == "__main__":
    sys.exit(main())

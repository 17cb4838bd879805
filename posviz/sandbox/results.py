"""What is asked of a learner's code and what came of it, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

YOUR_CODE = "your code"
"""File name of the learner's code in tracebacks and warnings."""
SPOILT, CUT_OFF = 71, 72
"""Exit codes of a child in which Python no longer works, or that hears no requests any more."""

End = Literal[
    "finished", "error", "time", "memory", "stopped", "exit", "crashed", "channel", "not started"
]
"""How a run ended.

"error": an exception, a syntax error, a missing or wrong function. "exit": the code ended
Python. "channel": it spoiled the line between the program and the child.
"""


@dataclass(frozen=True)
class Call:
    """A call of one of the learner's functions.

    Attributes
    ----------
    function
        Its name.
    arguments
        None, bool, int, float, str, arrays of numbers, and lists of these.
    """

    function: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Strange:
    """A value that is no number, text, array of numbers or list of these.

    Attributes
    ----------
    what
        What it is, to be put after "returned": "a dict", "an array of objects".
    """

    what: str


@dataclass(frozen=True)
class Problem:
    """An exception of the learner's code.

    Attributes
    ----------
    kind
        Name of the exception, such as "NameError".
    text
        What it says.
    frames
        Line and function of each call on the way that is the learner's own, outermost first.
    column
        Where in the line, from 1; known for a syntax error only.
    """

    kind: str
    text: str
    frames: tuple[tuple[int, str], ...] = ()
    column: int | None = None

    @property
    def line(self) -> int | None:
        """Number of the line where it happened, from 1."""
        return self.frames[-1][0] if self.frames else None


@dataclass(frozen=True, eq=False)
class Returned:
    """What a call returned: None, bool, int, float, complex, str, array, list or `Strange`.

    A list or tuple of numbers comes as an array, `listed` then.
    """

    value: Any
    listed: bool = False


@dataclass(frozen=True)
class Raised:
    """A call that ended in an exception; `message` tells of it in plain words."""

    problem: Problem
    message: str


@dataclass(frozen=True, eq=False)
class NamedArray:
    """An array of the learner's own.

    Attributes
    ----------
    name, dtype, shape
        As in the learner's code.
    value
        The numbers; None where they are too many to send or no numbers.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    value: Any


@dataclass(frozen=True)
class Limits:
    """What a run may use.

    Attributes
    ----------
    seconds
        From when the child is ready to when the last value is there.
    memory
        Bytes on top of what Python and numpy take.
    output
        Bytes of printed text that are kept.
    """

    seconds: float = 10.0
    memory: int = 512 << 20
    output: int = 100_000


@dataclass(frozen=True, eq=False)
class Outcome:
    """How a run went.

    Attributes
    ----------
    end
        How it ended.
    message
        The same in plain words; for "finished" too.
    output
        What was printed, at most so much as the limits keep.
    note
        What to say below the output if more was printed than was kept; else nothing.
    problem
        The exception, if one ended the run; for "time" where the code was, if that is known.
    results
        One for each call that was answered, in order.
    arrays
        The learner's own arrays at the end, if they were asked for.
    """

    end: End
    message: str
    output: str = ""
    note: str = ""
    problem: Problem | None = None
    results: tuple[Returned | Raised, ...] = ()
    arrays: tuple[NamedArray, ...] = ()

    @property
    def line(self) -> int | None:
        """Line of the learner's code to be marked, from 1, if one is known."""
        return self.problem.line if self.problem else None

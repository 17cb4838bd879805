"""What went wrong in a learner's code, in plain words and by the lines of that code alone."""

from __future__ import annotations

from posviz.language import marked, tr
from posviz.sandbox.results import Call, Problem

TOO_LONG = marked("The code is longer than an exercise can be.")
STOPPED = marked("Stopped.")
CHANNEL = marked(
    "Your code wrote into, or closed, the line on which posviz asks it for values. Print with "
    "print(), and leave files that your code did not open alone."
)
SPOILT_PYTHON = marked(
    "Your code replaced something that Python itself needs, such as len or a module. Give your "
    "own things names of their own."
)
CRASHED = marked(
    "Your code made Python itself crash. A call that goes into itself too deeply, or one that "
    "reaches into memory, such as those of ctypes, can do that."
)
EXIT = marked(
    "Your code ended Python before it was done. Leave out exit(), os._exit() and os.kill(); if "
    "it uses very much memory, the system may have ended it."
)

_LONGEST_LINE = 120
_SHOWN_CALLS = 3


def not_started(reason: str) -> str:
    """Say that there was no Python to run the code."""
    return tr("Python could not be started for your code: {reason}.").format(reason=reason)


def out_of_time(seconds: float, line: int | None) -> str:
    """Say that the code went on for too long, and where it was then, if that is known."""
    place = tr(" in line {line}").format(line=line) if line is not None else ""
    return tr(
        "Your code was still running{place} after {seconds:g} seconds and "
        "was stopped. Look for a loop that never ends, a thread that goes "
        "on, or far more work than is needed."
    ).format(place=place, seconds=seconds)


def out_of_memory(most: int) -> str:
    """Say that the code needs more bytes than there are."""
    return tr(
        "Your code needs more memory than the {most} MiB that an exercise "
        "has. Look for a list or an array that grows without end, or has "
        "far too large a shape."
    ).format(most=most >> 20)


def output_cut(most: str) -> str:
    """Say that not all of the output is shown."""
    return tr("More was printed. The first {most} bytes are shown.").format(most=most)


def wrong_function(kind: str, call: Call, has: str) -> str:
    """Say why a function cannot be called.

    Parameters
    ----------
    kind
        "missing", "no function" or "signature".
    call
        The call.
    has
        The function with the arguments that it takes, such as "fuse(X)".
    """
    if kind == "missing":
        return tr(
            "There is no function “{function}” in your code. Keep the name of the starter."
        ).format(function=call.function)
    if kind == "no function":
        return tr("“{function}” is no function in your code. Define it with def.").format(
            function=call.function
        )
    count = len(call.arguments)
    if count == 1:
        told = tr("Your function is {has}, but it is called with 1 argument.")
    else:
        told = tr("Your function is {has}, but it is called with {count} arguments.")
    return f"{told.format(has=has, count=count)} {tr('Keep those of the starter.')}"


def with_place(problem: Problem, source: str) -> str:
    """Say what an exception means, and where in the learner's own lines it came about."""
    text = _meaning(problem)
    if problem.line is None:
        return text
    lines = source.splitlines()
    column = tr(", column {column}").format(column=problem.column) if problem.column else ""
    told = [tr("Line {line}{column}: {text}").format(line=problem.line, column=column, text=text)]
    frames = list(dict.fromkeys(problem.frames))  # a recursion has the same call many times
    if len(frames) > 2 * _SHOWN_CALLS:
        frames = frames[:_SHOWN_CALLS] + frames[-_SHOWN_CALLS:]
    for number, function in frames:
        line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
        shown = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"
        where = "" if function == "<module>" else tr(" in {function}").format(function=function)
        told.append(
            "    "
            + tr("line {number}{where}:  {shown}").format(number=number, where=where, shown=shown)
        )
    return "\n".join(told)


def _meaning(problem: Problem) -> str:
    if problem.kind == "SyntaxError":
        return tr("Python cannot read this: {text}.").format(text=problem.text)
    if problem.kind == "SystemExit":
        return tr("exit() ends Python before the exercise is done. Leave it out.")
    if problem.kind == "EOFError" and problem.text == "input":
        return tr(
            "input() has nobody to ask here. Give the value in your code "
            'instead, such as name = "cat".'
        )
    if problem.kind == "RecursionError":
        return tr("A function calls itself without end. It needs a case in which it does not.")
    return f"{problem.kind}: {problem.text}" if problem.text else problem.kind

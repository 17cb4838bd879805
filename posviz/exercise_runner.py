"""Runs a learner's code in a child process that cannot harm the program or talk it into a pass.

The child is a Python of its own: isolated from the user's settings, in a new empty folder,
with limits of time, memory, output and processes. It gets the code and then single calls; the
values come back as plain bytes and are judged here. Knows no Qt: a panel calls `run` in a
thread and `stop` from any other.
"""

from __future__ import annotations

import queue
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from posviz.language import tr
from posviz.lesson.exercises import Exercise
from posviz.lesson.judging import Verdict, judge
from posviz.model.notation import grouped
from posviz.sandbox import messages
from posviz.sandbox.process import ChildProcess
from posviz.sandbox.results import Call, End, Limits, NamedArray, Outcome, Problem, Raised, Returned
from posviz.sandbox.wire import Decoder, WireError, encoded, packed, problem_from

LONGEST_SOURCE = 500_000
"""The most characters of code that are run."""
_START_SECONDS = 60.0
_LOOK_SECONDS = 0.1
_WHERE_SECONDS = 1.0


class _Ended(Exception):
    """The run is over before all was answered."""

    def __init__(self, end: End, message: str, problem: Problem | None = None) -> None:
        super().__init__(message)
        self.end: End = end
        self.message = message
        self.problem = problem


class ExerciseRun:
    """One run of a learner's code.

    Parameters
    ----------
    source
        The code.
    calls
        Calls to be made after it, in order.
    arrays
        Whether the learner's own arrays are wanted at the end.
    limits
        What the run may use.
    on_output
        Called with printed text as it comes, from another thread, some 50 times a second at
        most.
    """

    def __init__(
        self,
        source: str,
        calls: Sequence[Call] = (),
        *,
        arrays: bool = False,
        limits: Limits | None = None,
        on_output: Callable[[str], None] | None = None,
    ) -> None:
        self._source = source
        self._calls = tuple(calls)
        self._wants_arrays = arrays
        self._limits = limits or Limits()
        self._on_output = on_output
        self._lock = threading.Lock()
        self._stopped = False
        self._child: ChildProcess | None = None
        self._deadline = 0.0
        self._results: list[Returned | Raised] = []
        self._arrays: tuple[NamedArray, ...] = ()

    def stop(self) -> None:
        """End the run now, from any thread; `run` then returns. More than once is no harm."""
        with self._lock:
            self._stopped = True
            if self._child is not None:
                self._child.kill()

    def run(self) -> Outcome:
        """Run the code and wait for its end. To be called once."""
        if len(self._source) > LONGEST_SOURCE:
            return Outcome("not started", tr(messages.TOO_LONG))
        folder = tempfile.mkdtemp(prefix="posviz-exercise-")
        try:
            child = self._started(folder)
            try:
                ended = self._talk(child)
            finally:
                with self._lock:
                    self._child = None
                child.kill()
                child.close()
        except OSError as error:
            reason = error.strerror or str(error)
            return Outcome("not started", messages.not_started(reason))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        text, cut = child.output.text()
        return Outcome(
            ended.end,
            ended.message,
            text,
            messages.output_cut(grouped(self._limits.output)) if cut else "",
            ended.problem,
            tuple(self._results),
            self._arrays,
        )

    def _started(self, folder: str) -> ChildProcess:
        child = ChildProcess(folder, self._limits.output, self._on_output)
        with self._lock:
            self._child = child
            if self._stopped:
                child.kill()
        return child

    def _talk(self, child: ChildProcess) -> _Ended:
        """Go through the whole run and say how it ended."""
        try:
            self._greet(child)
            self._deadline = time.monotonic() + self._limits.seconds
            memory, seconds = self._limits.memory, self._limits.seconds
            run = {"do": "run", "source": self._source, "memory": memory, "seconds": seconds}
            self._ask(child, run, "done")
            for call in self._calls:
                self._call(child, call)
            answer, data = self._ask(
                child, {"do": "finish", "arrays": self._wants_arrays}, "finished"
            )
            decoder = Decoder(data)
            self._arrays = tuple(_named_array(node, decoder) for node in answer["arrays"])
        except _Ended as ended:
            return ended
        except (WireError, KeyError, TypeError, ValueError):
            return _Ended("channel", tr(messages.CHANNEL))
        return _Ended("finished", tr("Finished."))

    def _greet(self, child: ChildProcess) -> None:
        """Wait until Python and numpy are there; that is not the learner's time."""
        self._deadline = time.monotonic() + _START_SECONDS
        try:
            answer, _ = self._answer(child)
        except _Ended as ended:
            if ended.end in ("stopped", "memory"):
                raise
            answer = {}
        if answer.get("is") != "ready":
            raise _Ended("not started", messages.not_started(tr("it does not answer")))

    def _call(self, child: ChildProcess, call: Call) -> None:
        blobs: list[bytes] = []
        nodes = [encoded(value, blobs) for value in call.arguments]
        request = {"do": "call", "function": call.function, "arguments": nodes}
        try:
            answer, data = self._ask(child, request, "value", blobs, call)
        except _Ended as ended:
            if ended.end != "error" or ended.problem is None:
                raise
            self._results.append(Raised(ended.problem, ended.message))
        else:
            self._results.append(Decoder(data).returned(answer["value"]))

    def _ask(
        self,
        child: ChildProcess,
        request: dict[str, Any],
        expected: str,
        blobs: Sequence[bytes] = (),
        call: Call | None = None,
    ) -> tuple[dict[str, Any], bytes]:
        """Send a request and wait for its answer.

        Raises
        ------
        _Ended
            If the run ended instead.
        WireError
            If there was an answer that is none.
        """
        child.ask(packed(request, blobs))
        answer, data = self._answer(child)
        kind = answer["is"]
        if kind == expected:
            return answer, data
        if kind == "memory":
            raise _Ended("memory", messages.out_of_memory(self._limits.memory))
        if kind == "problem":
            problem = problem_from(answer["problem"])
            end: End = "exit" if problem.kind == "SystemExit" else "error"
            raise _Ended(end, messages.with_place(problem, self._source), problem)
        if call is not None and kind in ("missing", "no function", "signature"):
            has = str(answer.get("has", ""))[:200]
            raise _Ended("error", messages.wrong_function(kind, call, has))
        raise WireError("an answer to another question")

    def _answer(self, child: ChildProcess) -> tuple[dict[str, Any], bytes]:
        while True:
            left = self._deadline - time.monotonic()
            try:
                answer = child.answer(min(left, _LOOK_SECONDS))
            except queue.Empty:
                if left <= 0:
                    raise self._out_of_time(_where(child)) from None
                if child.memory > self._limits.memory:
                    raise _Ended("memory", messages.out_of_memory(self._limits.memory)) from None
                continue
            if not isinstance(answer, str):
                return answer
            if self._stopped:
                raise _Ended("stopped", tr(messages.STOPPED))
            raise self._silence("cut off" if answer == "broken" else child.how_it_ended())

    def _out_of_time(self, line: int | None) -> _Ended:
        text = messages.out_of_time(self._limits.seconds, line)
        problem = Problem("Timeout", text, ((line, "<module>"),)) if line is not None else None
        return _Ended("time", text, problem)

    def _silence(self, how: str) -> _Ended:
        """Say what the end of all answers means."""
        if how == "crashed":
            return _Ended("crashed", tr(messages.CRASHED))
        if how == "time":
            return self._out_of_time(None)
        if how == "spoilt":
            return _Ended("exit", tr(messages.SPOILT_PYTHON))
        if how == "exit":
            return _Ended("exit", tr(messages.EXIT))
        return _Ended("channel", tr(messages.CHANNEL))


def _where(child: ChildProcess) -> int | None:
    """Ask which line of the code a child is at; None if it cannot tell."""
    child.ask(packed({"do": "where"}))
    try:
        answer = child.answer(_WHERE_SECONDS)
    except queue.Empty:
        return None
    line = answer[0].get("line") if isinstance(answer, tuple) else None
    return line if isinstance(line, int) else None


def _named_array(node: Any, decoder: Decoder) -> NamedArray:
    value = decoder.value(node["value"])
    return NamedArray(
        name=str(node["name"])[:100],
        dtype=str(node["dtype"])[:100],
        shape=tuple(map(int, node["shape"])),
        value=value if hasattr(value, "dtype") else None,
    )


def checking(
    exercise: Exercise,
    source: str,
    *,
    limits: Limits | None = None,
    on_output: Callable[[str], None] | None = None,
) -> ExerciseRun:
    """Return the run that tries an exercise's cases on a solution; see `verdict`."""
    calls = [Call(exercise.function, case.arguments) for case in exercise.task.cases]
    return ExerciseRun(source, calls, limits=limits, on_output=on_output)


def verdict(exercise: Exercise, outcome: Outcome) -> Verdict:
    """Judge what came of a run that `checking` made."""
    judged = judge(exercise.task, outcome.results)
    if outcome.end == "finished" or judged.state == "failed":
        return judged
    if outcome.end == "error":
        return Verdict("failed", outcome.message, outcome.line)
    return Verdict("unfinished", outcome.message, outcome.line)


def check(exercise: Exercise, source: str, *, limits: Limits | None = None) -> Verdict:
    """Try an exercise's cases on a solution and judge it."""
    return verdict(exercise, checking(exercise, source, limits=limits).run())

"""The child process that runs a learner's code: ``posviz --exercise``.

It gets the code, then one call after the other, and answers with what they return. It knows no
expected value and compares nothing, so there is nothing in it that could be found, replaced or
talked into a pass. Its standard streams are pipes to the program when it starts: requests come
on the first and answers go to the third, which both get private numbers before any of the
learner's code runs; what the code prints goes to the second.

Here stand the standard library, numpy and two small modules of our own, nothing else.
"""

from __future__ import annotations

import builtins
import inspect
import io
import linecache
import os
import queue
import sys
import threading
import types
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

from numpy import ndarray

from posviz.sandbox import guard, limits
from posviz.sandbox.results import CUT_OFF, SPOILT, YOUR_CODE
from posviz.sandbox.wire import Decoder, WireError, encoded, packed, read_frame

_FRAMES = 10
"""Calls that are told of at each end of a long chain."""
_ARRAYS = 1_000
_view = ndarray.view


def main() -> NoReturn:
    """Run a learner's code as the program asks; the program ends this process."""
    limits.die_with_parent()
    requests, answers = os.dup(0), os.dup(2)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(1, 2)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - by number
    sys.stdout, sys.stderr = _printer(1), _printer(2)
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr  # type: ignore[misc]
    sys.argv = [YOUR_CODE]
    child = _Child(requests, answers)
    try:
        child.serve()
    except BaseException:
        # What the code did to Python keeps this process from telling of it.
        child.give_up()


def _printer(number: int) -> io.TextIOWrapper:
    """Return a stream that keeps nothing back: what was printed before a crash is seen."""
    raw = io.FileIO(number, "w", closefd=False)
    # FileIO stands where a buffer is asked for, as it does under "python -u".
    return io.TextIOWrapper(raw, "utf-8", "backslashreplace", write_through=True)


class _Child:
    """Answers requests. All that it uses is bound before the learner's code can replace it."""

    def __init__(self, requests: int, answers: int) -> None:
        self._answers = answers
        self._write = os.write
        self._end = os._exit
        self._threads = threading.enumerate
        self._signature = inspect.signature
        self._frames = sys._current_frames
        self._main = threading.get_ident()
        self._lock = threading.Lock()
        self._queue: queue.SimpleQueue[tuple[dict[str, Any], bytes] | None] = queue.SimpleQueue()
        self._module = types.ModuleType("__main__")
        self._own = threading.Thread(target=self._listen, args=(requests,), daemon=True)

    def serve(self) -> NoReturn:
        """Answer one request after the other, until the program ends this process."""
        self._own.start()
        self._answer({"is": "ready"})
        does: dict[str, Callable[[dict[str, Any], bytes], tuple[dict[str, Any], list[bytes]]]] = {
            "run": self._run,
            "call": self._call,
            "finish": self._finish,
        }
        while (request := self._queue.get()) is not None:
            message, data = request
            try:
                answer, blobs = does[message["do"]](message, data)
            except MemoryError as error:
                answer, blobs = _problem(error)
            self._answer(answer, blobs)
        self._end(0)

    def give_up(self) -> NoReturn:
        """End this process with a code that says why."""
        self._end(SPOILT)

    def _listen(self, requests: int) -> None:
        """Pass requests on; when the program is gone there is nobody to run for."""
        try:
            while (request := read_frame(partial(os.read, requests))) is not None:
                if request[0]["do"] == "where":
                    self._answer({"is": "where", "line": self._where()})
                else:
                    self._queue.put(request)
        except (OSError, WireError):
            self._end(CUT_OFF)
        self._end(0)

    def _answer(self, message: dict[str, Any], blobs: Sequence[bytes] = ()) -> None:
        frame = memoryview(packed(message, blobs))
        with self._lock:
            while frame:
                frame = frame[self._write(self._answers, frame) :]

    def _where(self) -> int | None:
        """Line that the learner's code is at, in the main thread if it is there at all."""
        frames = self._frames()
        main_frame = frames.pop(self._main, None)
        for frame in (main_frame, *frames.values()):
            while frame is not None:
                if frame.f_code.co_filename == YOUR_CODE:
                    return frame.f_lineno
                frame = frame.f_back
        return None

    def _run(self, message: dict[str, Any], _data: bytes) -> tuple[dict[str, Any], list[bytes]]:
        source = message["source"]
        _prepare(self._module, source)
        limits.limit_self(message["memory"], message["seconds"])
        guard.refuse_what_is_not_its_own()
        try:
            code = compile(source, YOUR_CODE, "exec", dont_inherit=True)
        except (MemoryError, RecursionError):
            return _problem(SyntaxError("the code is nested too deeply"))
        except BaseException as error:
            return _problem(error)
        try:
            exec(code, self._module.__dict__)
            self._wait_for_threads()
        except BaseException as error:
            return _problem(error)
        return {"is": "done"}, []

    def _call(self, message: dict[str, Any], data: bytes) -> tuple[dict[str, Any], list[bytes]]:
        name = message["function"]
        decoder = Decoder(data)
        arguments = [_writeable(decoder.value(node)) for node in message["arguments"]]
        function = self._module.__dict__.get(name)
        if function is None:
            return {"is": "missing"}, []
        if not callable(function):
            return {"is": "no function"}, []
        try:
            signature = self._signature(function)
        except (TypeError, ValueError):
            signature = None  # a builtin that does not tell what it takes
        try:
            if signature is not None:
                signature.bind(*arguments)
        except TypeError:
            return {"is": "signature", "has": f"{name}{signature}"[:200]}, []
        try:
            value = function(*arguments)
        except BaseException as error:
            return _problem(error)
        blobs: list[bytes] = []
        return {"is": "value", "value": encoded(value, blobs)}, blobs

    def _finish(self, message: dict[str, Any], _data: bytes) -> tuple[dict[str, Any], list[bytes]]:
        self._wait_for_threads()
        blobs: list[bytes] = []
        nodes = _arrays(self._module.__dict__, blobs) if message["arrays"] else []
        return {"is": "finished", "arrays": nodes}, blobs

    def _wait_for_threads(self) -> None:
        """Wait as Python does at its end: for all threads that are no daemons."""
        main_thread = threading.main_thread()
        for thread in self._threads():
            if thread is not main_thread and thread is not self._own and not thread.daemon:
                thread.join()


def _prepare(module: types.ModuleType, source: str) -> None:
    """Make Python look as the learner expects it, without the program's own modules."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "posviz"]:
        del sys.modules[name]
    sys.meta_path.insert(0, _NoProgram())
    sys.modules["__main__"] = module
    lines = source.splitlines(keepends=True)
    linecache.cache[YOUR_CODE] = (len(source), None, lines, YOUR_CODE)
    warnings.formatwarning = _warning
    threading.excepthook = _thread_problem
    builtins.input = _no_input
    # A frozen program has no exit() of its own.
    builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]


def _no_input(_prompt: object = "") -> NoReturn:
    raise EOFError("input")


def _warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    line: str | None = None,
) -> str:
    """Write a warning with the learner's own line, or with none."""
    place = f"line {lineno}: " if filename == YOUR_CODE else ""
    return f"{place}{category.__name__}: {message}\n"


def _thread_problem(happened: threading.ExceptHookArgs) -> None:
    """Write what ended a thread with the learner's own line."""
    frames = _frames(happened.exc_traceback)
    place = f"line {frames[-1][0]}, in a thread: " if frames else "in a thread: "
    text = f"{place}{happened.exc_type.__name__}: {happened.exc_value}"
    print(text, file=sys.stderr)  # noqa: T201 - standard error is the learner's


class _NoProgram:
    """Keeps the answers, which the program has as functions, out of reach of an import."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> None:
        if name.partition(".")[0] == "posviz":
            raise ModuleNotFoundError("posviz itself cannot be imported in an exercise")


def _writeable(value: Any) -> Any:
    return value.copy() if hasattr(value, "flags") else value


def _arrays(namespace: dict[str, Any], blobs: list[bytes]) -> list[dict[str, Any]]:
    """List the arrays among the learner's names, with their numbers as far as they fit."""
    found = []
    for name, value in list(namespace.items()):
        if type(name) is str and not name.startswith("_") and issubclass(type(value), ndarray):
            plain = _view(value, ndarray)
            node = encoded(plain, blobs)
            kind = str(plain.dtype)
            found.append({"name": name, "dtype": kind, "shape": list(plain.shape), "value": node})
    return found[:_ARRAYS]


def _problem(error: BaseException) -> tuple[dict[str, Any], list[bytes]]:
    """Describe an exception of the learner's code by its own lines alone."""
    if isinstance(error, MemoryError):
        limits.open_reserve()
        error.__traceback__ = None  # lets go of what the frames hold
        return {"is": "memory"}, []
    frames = _frames(error.__traceback__)
    column = None
    try:
        text = str(error)
        if isinstance(error, SyntaxError):
            text = str(error.msg)
            if error.filename == YOUR_CODE and error.lineno:
                frames.append((error.lineno, "<module>"))
                column = error.offset
    except BaseException:
        text = ""
    kind = "SystemExit" if isinstance(error, SystemExit) else type(error).__name__
    kind = "SyntaxError" if isinstance(error, SyntaxError) else kind
    return {
        "is": "problem",
        "problem": {"kind": kind, "text": text[:1000], "frames": frames, "column": column},
    }, []


def _frames(trace: types.TracebackType | None) -> list[tuple[int, str]]:
    """Line and function of the learner's own calls that led to an exception."""
    frames: list[tuple[int, str]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == YOUR_CODE:
            frames.append((trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return frames if len(frames) <= 2 * _FRAMES else frames[:_FRAMES] + frames[-_FRAMES:]

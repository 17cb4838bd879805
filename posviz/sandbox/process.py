"""The child process from the program's side: how it is started, spoken to and ended."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal

import posviz
from posviz.sandbox import limits
from posviz.sandbox.output import OutputReader
from posviz.sandbox.results import CUT_OFF, SPOILT
from posviz.sandbox.wire import WireError, read_frame

_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_LEFT_SECONDS = 0.8
_EXIT_SECONDS = 2.0
_CRASHES = {
    -getattr(signal, name, 0)
    for name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS")
}
_WINDOWS_CRASHES = {0xC0000005, 0xC00000FD, 0xC0000409}
"""Access violation, stack overflow, buffer overrun."""


class ChildProcess:
    """A child that waits for requests; see `posviz.sandbox.child`.

    Its standard streams are three pipes: requests, printed text, and answers. Each is served
    by a thread, since Windows cannot wait for several pipes at once.

    Parameters
    ----------
    folder
        Where it runs.
    most_output
        Bytes of printed text that are kept.
    on_output
        Called with printed text as it comes, from another thread.

    Raises
    ------
    OSError
        If it cannot be started.
    """

    def __init__(
        self, folder: str, most_output: int, on_output: Callable[[str], None] | None
    ) -> None:
        self._process = subprocess.Popen(
            _command(),
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            creationflags=_NO_WINDOW,
        )
        self._job = limits.tie_to_parent(self._process)
        requests, printed, answers = (
            _there(pipe)
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._pipes = (requests, printed, answers)
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[
            tuple[dict[str, Any], bytes] | Literal["end", "broken"]
        ] = queue.SimpleQueue()
        self._asked = 1  # it greets without being asked
        self.output = OutputReader(printed, most_output, on_output)
        self._threads = [
            threading.Thread(target=target, daemon=True)
            for target in (
                self.output.read,
                partial(self._send, requests),
                partial(self._receive, answers),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def memory(self) -> int:
        """Bytes that it uses, on systems that set no limit to them; else 0."""
        return limits.memory_of(self._process.pid)

    def ask(self, frame: bytes) -> None:
        """Send a request; does not wait."""
        self._asked += 1
        self._requests.put(frame)

    def answer(self, seconds: float) -> tuple[dict[str, Any], bytes] | Literal["end", "broken"]:
        """Return the next answer.

        Returns
        -------
        tuple or str
            The message and its bytes; "end" when no more can come; "broken" after bytes that
            are no answer.

        Raises
        ------
        queue.Empty
            If none came in time.
        """
        return self._answers.get(timeout=max(0.0, seconds))

    def how_it_ended(self) -> Literal["crashed", "time", "exit", "spoilt", "cut off"]:
        """Say why it gives no more answers: it ended, or it is there and has cut itself off."""
        try:
            code = self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "cut off"
        if code == -getattr(signal, "SIGXCPU", 0) and code:
            return "time"
        if code in (SPOILT, CUT_OFF):
            return "spoilt" if code == SPOILT else "cut off"
        return "crashed" if code in (_CRASHES - {0}) | _WINDOWS_CRASHES else "exit"

    def kill(self) -> None:
        """End it and all that it started, from any thread; more than once is no harm."""
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        limits.end_job(self._job)
        with contextlib.suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Forget it, after `kill`."""
        self._process.wait()
        limits.forget_job(self._job)
        self._requests.put(None)
        self.output.hurry()
        end = time.monotonic() + _LEFT_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        # A pipe that something else still holds open is left to its thread.
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in self._pipes:
                pipe.close()

    def _send(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while (frame := self._requests.get()) is not None:
                left = memoryview(frame)
                while left:
                    left = left[os.write(pipe.fileno(), left) :]

    def _receive(self, pipe: IO[bytes]) -> None:
        answered = 0
        try:
            while (answer := read_frame(partial(os.read, pipe.fileno()))) is not None:
                answered += 1
                if answered > self._asked:
                    raise WireError("an answer to no question")
                self._answers.put(answer)
        except WireError:
            self._answers.put("broken")
        except OSError:
            self._answers.put("end")
        else:
            self._answers.put("end")


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _command() -> list[str]:
    """How the child is started: the frozen program starts itself, having no python beside it."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--exercise"]
    root = str(Path(posviz.__file__).parent.parent)
    start = (
        f"import sys; sys.path.insert(0, {root!r}); from posviz.sandbox import child; "
        "del sys.path[0]; child.main()"
    )
    # -I: no PYTHON variables, no folder of the user's, no current folder; -B: no files beside.
    return [sys.executable, "-I", "-B", "-X", "utf8", "-c", start]


def _environment(folder: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **threads, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), folder)}

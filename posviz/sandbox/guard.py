"""What the child refuses to a learner's code, with a reason in words."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from posviz.paths import resource
from posviz.sandbox.seccomp import keep_alone

_STARTS = frozenset(
    (
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.startfile/2",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
        "_winapi.CreateProcess",
    )
)
_PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120


def refuse_what_is_not_its_own() -> None:
    """Let Python refuse other processes, and the files in which the answers stand.

    Python calls the hook before it does any of that, and no code in Python can take it away.
    On Linux the kernel keeps the process from starting others as well.
    """
    own = os.getpid()
    real, text_of = os.path.realpath, os.fsdecode
    closed = (_PACKAGE + os.sep, real(resource("")) + os.sep)
    # A frozen program has its modules in itself; what an exercise may import lies beside it.
    itself = {real(sys.executable)} if getattr(sys, "frozen", False) else set()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            if not isinstance(arguments[0], int) and _is_closed(real(text_of(arguments[0]))):
                raise PermissionError("an exercise cannot read the files of posviz")
        elif event in _STARTS:
            raise PermissionError("an exercise cannot start other programs or processes")
        elif event in ("os.kill", "os.killpg") and arguments[0] != own:
            raise PermissionError("an exercise cannot end other programs")

    def _is_closed(path: str) -> bool:
        if path.startswith("/proc/"):  # the memory of other processes
            number = path.split("/")[2]
            return number.isdecimal() and int(number) != own
        return path in itself or path.startswith(closed)

    sys.addaudithook(hook)
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            keep_alone()

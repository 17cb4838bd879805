"""Reads what a learner's code prints, passes it on as it comes, and keeps no more than a cap."""

from __future__ import annotations

import codecs
import os
import threading
from collections.abc import Callable
from typing import IO

_PAUSE = 0.02
"""Seconds in which small pieces gather, so that the receiver is not called for each of them."""
_SHORT_PAUSE = 0.001
"""The same for what is dropped; 64 KiB come in one piece then, and the program has its time."""
_PIECE = 1 << 16


class OutputReader:
    """Reads a pipe to its end, in a thread of its own.

    Parameters
    ----------
    pipe
        Where it comes from.
    most
        Bytes that are kept; the rest is read and dropped, so that the code does not block.
    on_text
        Called with each piece of text.
    """

    def __init__(self, pipe: IO[bytes], most: int, on_text: Callable[[str], None] | None) -> None:
        self._pipe = pipe
        self._left = most
        self._on_text = on_text
        self._lock = threading.Lock()
        self._parts: list[str] = []
        self._cut = False
        self._hurry = threading.Event()

    def read(self) -> None:
        """Read until all who could write are gone."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        try:
            while data := os.read(self._pipe.fileno(), _PIECE):
                if self._cut:
                    self._hurry.wait(_SHORT_PAUSE)
                    continue
                self._add(decoder.decode(data[: self._left]))
                with self._lock:
                    self._cut = len(data) > self._left
                    self._left -= min(self._left, len(data))
                self._hurry.wait(_PAUSE)
        except OSError:
            pass
        if not self._cut:
            self._add(decoder.decode(b"", final=True))

    def hurry(self) -> None:
        """Stop gathering: the code has ended."""
        self._hurry.set()

    def text(self) -> tuple[str, bool]:
        """Return what was kept, and whether there was more."""
        with self._lock:
            return "".join(self._parts), self._cut

    def _add(self, text: str) -> None:
        if text:
            with self._lock:
                self._parts.append(text)
            if self._on_text is not None:
                self._on_text(text)

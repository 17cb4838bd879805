"""What the program and the child that runs a learner's code say to each other.

They speak in frames over two private pipes: two lengths, a JSON object, and the raw bytes of
arrays. Nothing is pickled, so neither side runs what the other sends. Whatever comes from the
child is an answer of the learner's at best: it is taken apart with suspicion here and judged
by the program, which alone knows what is right.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy import array as array_of
from numpy import errstate, generic, ndarray

from posviz.sandbox.results import Problem, Returned, Strange

MOST_DATA = 32 << 20
"""The most bytes of arrays in a frame."""
MOST_TEXT = 4 << 20
"""The most bytes of JSON in a frame."""
MOST_ITEMS = 5_000
"""The most values of a list that is no array."""

_LENGTHS = struct.Struct("<II")
_LONGEST_NAME, _LONGEST_TEXT = 100, 500
_DEPTH = 4
_KINDS = "biufc"


class WireError(Exception):
    """Bytes that are no frame, or a frame that says nothing known."""


def packed(message: dict[str, Any], blobs: Sequence[bytes] = ()) -> bytes:
    """Return a frame."""
    text = json.dumps(message).encode("ascii")
    data = b"".join(blobs)
    return _LENGTHS.pack(len(text), len(data)) + text + data


def read_frame(read: Callable[[int], bytes]) -> tuple[dict[str, Any], bytes] | None:
    """Read a frame.

    Parameters
    ----------
    read
        Returns up to so many bytes, none at the end.

    Returns
    -------
    tuple or None
        The JSON object and the bytes of its arrays; None at the end.

    Raises
    ------
    WireError
        If what comes is no frame.
    """
    start = _exactly(read, _LENGTHS.size)
    if not start:
        return None
    of_text, of_data = _LENGTHS.unpack(start) if len(start) == _LENGTHS.size else (MOST_TEXT, -1)
    if of_text > MOST_TEXT or not 0 <= of_data <= MOST_DATA:
        raise WireError("lengths that no frame has")
    text, data = _exactly(read, of_text), _exactly(read, of_data)
    if len(text) + len(data) != of_text + of_data:
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise WireError("no JSON") from None
    if not isinstance(message, dict):
        raise WireError("no object")
    return message, data


def _exactly(read: Callable[[int], bytes], size: int) -> bytes:
    parts = []
    while size and (part := read(min(size, 1 << 20))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def encoded(value: Any, blobs: list[bytes], depth: int = 0) -> dict[str, Any]:
    """Return a value as JSON; the bytes of arrays go to `blobs` in order.

    Never fails: what cannot be sent becomes its description.
    """
    kind = type(value)
    try:
        if value is None or value is True or value is False:
            return {"is": "plain", "value": value}
        if issubclass(kind, ndarray | generic):
            return _array(array_of(value, subok=False, copy=None), blobs)
        if issubclass(kind, int):
            return {"is": "int", "value": int.__repr__(value)}
        if issubclass(kind, float):
            return {"is": "float", "value": float.hex(value)}
        if issubclass(kind, complex):
            return _array(array_of(value, dtype=complex), blobs)
        if issubclass(kind, str) and len(value) <= MOST_TEXT // 16:
            return {"is": "plain", "value": str.__str__(value)}
        if issubclass(kind, list | tuple) and depth < _DEPTH and len(value) <= MOST_DATA:
            return _list(list(value), blobs, depth)
    except MemoryError:
        raise
    except Exception:  # a class of the learner's can raise anything
        pass
    return {"is": "strange", "what": _described(str(getattr(kind, "__name__", "object")))}


def _list(items: list[Any], blobs: list[bytes], depth: int) -> dict[str, Any]:
    try:
        array = array_of(items)
    except (TypeError, ValueError, OverflowError):
        array = None
    if array is not None and array.dtype.kind in _KINDS:
        return {**_array(array, blobs), "listed": True}
    if len(items) > MOST_ITEMS:
        return {"is": "strange", "what": "a list of very many values"}
    return {"is": "list", "items": [encoded(item, blobs, depth + 1) for item in items]}


def _array(array: Any, blobs: list[bytes]) -> dict[str, Any]:
    shape = list(array.shape)
    if array.dtype.kind not in _KINDS:
        names = {"O": "objects", "U": "texts", "S": "bytes"}
        held = names.get(array.dtype.kind, f"dtype {array.dtype}")
        return {"is": "strange", "what": f"an array of {held}"}
    if array.nbytes + sum(map(len, blobs)) > MOST_DATA:
        return {"is": "strange", "what": f"an array of shape {array.shape}, which is too large"}
    # Numbers wider than float64 have no form that every machine knows.
    widest = {"f": 8, "c": 16}.get(array.dtype.kind, 8)
    kind = f"{array.dtype.kind}{min(array.dtype.itemsize, widest)}"
    # Without np.errstate a number too large for float64 would warn here.
    with errstate(all="ignore"):
        blobs.append(array.astype(f"<{kind}").tobytes())
    return {"is": "array", "dtype": kind, "shape": shape}


def _described(name: str) -> str:
    article = "an" if name[:1].lower() in "aeiou" else "a"
    return f"{article} {name[:60]}"


class Decoder:
    """Takes the values of a frame apart.

    Parameters
    ----------
    data
        The bytes of its arrays, which are used up in order.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def returned(self, node: Any) -> Returned:
        """Return a value with whether it was a list.

        Raises
        ------
        WireError
            If it is none.
        """
        return Returned(self.value(node), bool(isinstance(node, dict) and node.get("listed")))

    def value(self, node: Any) -> Any:
        """Return a value.

        Raises
        ------
        WireError
            If it is none.
        """
        try:
            return self._value(node, 0)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise WireError(f"a value that is none: {error}") from None

    def _value(self, node: Any, depth: int) -> Any:
        kind, value = node["is"], node.get("value")
        if kind == "plain" and (value is None or isinstance(value, bool | str)):
            return value
        if kind == "int":
            return int(value)
        if kind == "float":
            return float.fromhex(value)
        if kind == "strange":
            return Strange(_readable(node["what"], _LONGEST_NAME))
        if kind == "list" and depth <= _DEPTH:
            return [self._value(item, depth + 1) for item in node["items"]]
        if kind == "array":
            return self._array(str(node["dtype"]), tuple(map(int, node["shape"])))
        raise WireError("a value of no known kind")

    def _array(self, name: str, shape: tuple[int, ...]) -> Any:
        if name[:1] not in _KINDS or min(shape, default=0) < 0 or len(shape) > 64:
            raise WireError("an array of no known kind")
        dtype = np.dtype(f"<{name}")
        size = math.prod(shape) * dtype.itemsize
        if self._at + size > len(self._data):
            raise WireError("an array that is longer than its bytes")
        part = self._data[self._at : self._at + size]
        self._at += size
        return np.frombuffer(part, dtype).reshape(shape)


def problem_from(node: Any) -> Problem:
    """Take a problem apart.

    Raises
    ------
    WireError
        If it is none.
    """
    try:
        column = node["column"]
        return Problem(
            kind=_readable(node["kind"], _LONGEST_NAME),
            text=_readable(node["text"], _LONGEST_TEXT),
            frames=tuple(
                (int(line), _readable(name, _LONGEST_NAME)) for line, name in node["frames"][:100]
            ),
            column=None if column is None else int(column),
        )
    except (KeyError, TypeError, ValueError):
        raise WireError("a problem that is none") from None


def _readable(text: Any, most: int) -> str:
    """Return text as it can be written: half a surrogate pair cannot."""
    return str(text)[:most].encode("utf-8", "backslashreplace").decode("utf-8")

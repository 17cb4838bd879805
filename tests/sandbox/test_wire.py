"""Frames and values between the program and the child."""

from __future__ import annotations

import io
import json
import math
import struct
from typing import Any

import numpy as np
import pytest

from posviz.sandbox import wire
from posviz.sandbox.results import Problem, Strange
from posviz.sandbox.wire import Decoder, WireError, encoded, packed, problem_from, read_frame


def sent(value: Any) -> Any:
    """A value as it is on the other side."""
    blobs: list[bytes] = []
    frame = read_frame(io.BytesIO(packed({"value": encoded(value, blobs)}, blobs)).read)
    assert frame is not None
    message, data = frame
    return Decoder(data).value(message["value"])


@pytest.mark.parametrize(
    "value", [None, True, False, 0, -3, 2**70, 0.1, -1e300, math.inf, "", "ž猫\udcff", [], ["a", 1]]
)
def test_plain_values_arrive_as_they_are(value: Any) -> None:
    arrived = sent(value)
    assert type(arrived) is type(value) if value != [] else isinstance(arrived, np.ndarray)
    assert list(arrived) == value if isinstance(value, list) else arrived == value


def test_nan_arrives() -> None:
    assert math.isnan(sent(math.nan))


@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "f2", "f4", "f8", "c8", "c16", ">f8", ">i4"])
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3), (2, 1, 4)])
def test_arrays_arrive_bit_for_bit(dtype: str, shape: tuple[int, ...]) -> None:
    array = (np.random.default_rng(1).random(shape) * 9).astype(dtype)
    for given in (array, np.asfortranarray(array), array[..., ::-1] if shape else array):
        arrived = sent(given)
        assert arrived.shape == given.shape
        np.testing.assert_array_equal(arrived, given)
        assert arrived.dtype.newbyteorder("=") == given.dtype.newbyteorder("=")


def test_numbers_wider_than_float64_are_narrowed() -> None:
    assert sent(np.longdouble(0.5)) == 0.5
    assert sent(np.array([1e300], dtype=np.longdouble) * 1e300)[0] == math.inf


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({}, "a dict"),
        (range(3), "a range"),
        (object, "a type"),
        (np.array([None]), "an array of objects"),
        (np.array(["a"]), "an array of texts"),
        (np.array(["2020-01-01"], dtype="M8[D]"), "an array of dtype datetime64[D]"),
        (np.broadcast_to(0.0, (10**5, 10**5)), "an array of shape (100000, 100000), which is"),
        (10**5000, "an int"),
        (["a"] * 5001, "a list of very many values"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_sent_is_described(value: Any, what: str) -> None:
    arrived = sent(value)
    assert isinstance(arrived, Strange)
    assert arrived.what.startswith(what)


def test_a_list_that_holds_itself_ends() -> None:
    endless: list[Any] = ["a"]
    endless.append(endless)
    arrived = sent(endless)
    while isinstance(arrived, list):
        arrived = arrived[1]
    assert arrived == Strange("a list")


class Odd(list[int]):
    def __len__(self) -> int:
        raise KeyError("odd")


def test_a_value_whose_class_raises_is_described() -> None:
    assert sent(Odd()) == Strange("an Odd")


def test_lists_of_numbers_arrive_as_arrays_and_say_so() -> None:
    blobs: list[bytes] = []
    node = encoded([[1, 2], (3, 4)], blobs)
    arrived = Decoder(b"".join(blobs)).returned(node)
    assert arrived.listed
    np.testing.assert_array_equal(arrived.value, [[1, 2], [3, 4]])


def framed(text: bytes, data: bytes = b"") -> bytes:
    return struct.pack("<II", len(text), len(data)) + text + data


@pytest.mark.parametrize(
    "data",
    [
        b"spam" * 9,
        framed(b"spam"),
        framed(b"[1]"),
        framed(b"\xff"),
        framed(b"[" * 100_000),
        struct.pack("<II", 5 << 20, 0),
        struct.pack("<II", 2, 33 << 20),
        b"\0\0\0",
    ],
)
def test_bytes_that_are_no_frame_are_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        read_frame(io.BytesIO(data).read)


@pytest.mark.parametrize("data", [b"", framed(b"{}")[:-1], framed(b"{}", b"12")[:-1]])
def test_an_end_is_an_end(data: bytes) -> None:
    assert read_frame(io.BytesIO(data).read) is None


@pytest.mark.parametrize(
    "node",
    [
        None,
        [],
        {},
        {"is": "plain", "value": 3},
        {"is": "int", "value": "x"},
        {"is": "int", "value": [1]},
        {"is": "float", "value": "x"},
        {"is": "float", "value": "0x1p99999"},
        {"is": "list"},
        {"is": "array", "dtype": "O", "shape": [1]},
        {"is": "array", "dtype": "f3", "shape": [1]},
        {"is": "array", "dtype": "f8,f8", "shape": [1]},
        {"is": "array", "dtype": "f8", "shape": [-1]},
        {"is": "array", "dtype": "f8", "shape": [3]},
        {"is": "array", "dtype": "f8", "shape": [1] * 65},
        {"is": "array", "dtype": "f8", "shape": [0, 10**30]},
        {"is": "array", "dtype": "f8", "shape": None},
        {"is": "code", "value": "1"},
    ],
)
def test_a_value_that_is_none_is_refused(node: Any) -> None:
    with pytest.raises(WireError):
        Decoder(b"12345678").value(json.loads(json.dumps(node)))


def test_lists_are_not_followed_for_ever() -> None:
    node: dict[str, Any] = {"is": "plain", "value": None}
    for _ in range(wire._DEPTH + 2):
        node = {"is": "list", "items": [node]}
    with pytest.raises(WireError):
        Decoder(b"").value(node)


def test_problems_are_taken_apart() -> None:
    node = {"kind": "E", "text": "t" * 5000, "frames": [[3, "f"]], "column": None}
    assert problem_from(node) == Problem("E", "t" * 500, ((3, "f"),))
    assert problem_from({**node, "text": "\ud800"}).text == "\\ud800"
    for broken in (None, {}, {**node, "frames": [3]}, {**node, "column": "x"}):
        with pytest.raises(WireError):
            problem_from(broken)

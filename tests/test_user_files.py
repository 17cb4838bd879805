"""User files: written whole, read with care, never deleted."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from posviz.lesson.drafts import Drafts
from posviz.state import State
from posviz.user_files import (
    VERSION,
    UserFileError,
    is_session,
    is_there,
    move_aside,
    read_drafts,
    read_json,
    read_session,
    session_values,
    write_drafts,
    write_json,
    write_session,
)

GOOD = {"kind": "session", "version": VERSION, "state": {"k": 3}}


@pytest.mark.parametrize(
    "text",
    [
        "the cat sat",
        "",
        "שלום עולם",
        "👨‍👩‍👧‍👦 café\u2028x\ty\r\n",
        'quotes " and \\',
        "half \ud800 pair",
    ],
)
def test_a_session_comes_back_as_it_was(tmp_path: Path, text: str) -> None:
    state = State().with_changes(text=text, width=7, base=1 / 3, pairs=[2, 1], scale=True)
    write_session(tmp_path / "a.posviz", state)
    assert read_session(tmp_path / "a.posviz") == state
    assert [path.name for path in tmp_path.iterdir()] == ["a.posviz"]


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(json.dumps(GOOD), encoding="utf-8-sig")
    assert read_session(tmp_path / "a") == State(k=3)


def test_folders_are_made(tmp_path: Path) -> None:
    write_session(tmp_path / "new" / "deep" / "a.posviz", State())
    assert read_session(tmp_path / "new" / "deep" / "a.posviz") == State()


BAD = {
    "empty": b"",
    "blank": b" \n",
    "NUL-filled": b"\0" * 400,
    "cut in half": json.dumps(GOOD).encode()[:30],
    "binary": bytes(range(256)),
    "UTF-16": json.dumps(GOOD).encode("utf-16"),
    "no JSON": b"width = 64",
    "a list": b"[1, 2]",
    "too deep": b"[" * 200_000,
    "a long number": b'{"kind": "session", "version": 1, "state": {"k": ' + b"1" * 5000 + b"}}",
    "another kind": json.dumps({**GOOD, "kind": "settings"}).encode(),
    "no kind": json.dumps({"version": 1, "state": {}}).encode(),
    "no version": json.dumps({"kind": "session", "state": {}}).encode(),
    "version as text": json.dumps({**GOOD, "version": "1"}).encode(),
    "version true": json.dumps({**GOOD, "version": True}).encode(),
    "version 0": json.dumps({**GOOD, "version": 0}).encode(),
    "no state": json.dumps({"kind": "session", "version": 1}).encode(),
    "state a list": json.dumps({**GOOD, "state": [1]}).encode(),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_bad_file_is_answered_with_its_name_in_plain_words(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.posviz"
    path.write_bytes(data)
    with pytest.raises(UserFileError) as caught:
        read_session(path)
    message = str(caught.value)
    assert str(path) in message
    assert message.endswith(".")
    assert "Error" not in message
    assert len(message) < len(str(path)) + 400
    assert path.read_bytes() == data


def test_a_newer_file_asks_for_an_update(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(json.dumps({**GOOD, "version": VERSION + 1}), encoding="utf-8")
    with pytest.raises(UserFileError, match="newer posviz"):
        read_session(tmp_path / "a")


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserFileError, match="cannot be read"):
        read_json(tmp_path / "none", "session")
    with pytest.raises(UserFileError, match="is a folder, not a file"):
        read_json(tmp_path, "session")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "practice.json")
    with pytest.raises(UserFileError, match="a pipe or a device"):
        read_drafts(tmp_path / "practice.json")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # a hole: no bytes are written
    with pytest.raises(UserFileError, match="too large"):
        read_drafts(path)


def test_code_comes_back_as_it_was(tmp_path: Path) -> None:
    drafts = Drafts({"fuse": "x = '👋 שלום \\ud800 \0'\n\tλ\u2028", "rope": ""})
    write_drafts(tmp_path / "practice.json", drafts)
    assert read_drafts(tmp_path / "practice.json") == drafts


def test_damaged_code_is_told(tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    write_json(path, "practice", {"code": {"fuse": 1}})
    with pytest.raises(UserFileError, match="is damaged: the code of an exercise is a text"):
        read_drafts(path)


def _full(*_args: Any, **_kwargs: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(("owner", "name"), [(Path, "replace"), (os, "fdopen")])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str
) -> None:
    path = tmp_path / "a.posviz"
    write_session(path, State(k=3))
    monkeypatch.setattr(owner, name, _full)
    with pytest.raises(UserFileError, match="No space left"):
        write_session(path, State(k=4))
    monkeypatch.undo()
    assert read_session(path) == State(k=3)
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(UserFileError, match="cannot be written"):
        write_json(tmp_path / "file" / "a", "session", {})


def test_bad_files_are_kept_beside_each_other(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    for text in ("first", "second"):
        path.write_text(text, encoding="utf-8")
        kept = move_aside(path)
        assert kept is not None
        assert kept.read_text(encoding="utf-8") == text
    assert sorted(p.name for p in tmp_path.iterdir()) == ["state.bad1.json", "state.bad2.json"]
    assert move_aside(path) is None


def test_a_folder_that_cannot_be_looked_into_may_hold_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(_path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "exists", denied)
    assert is_there(tmp_path / "a")


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.posviz", b"", True),
        ("A.POSVIZ", b"the 1 2", True),
        ("a.json", json.dumps(GOOD).encode(), True),
        ("a.json", b"\xef\xbb\xbf \n" + json.dumps(GOOD, indent=2).encode(), True),
        ("a.json", b'{"kind": "settings"}', False),
        ("a.txt", b"{ 0.5 1\n} 1 2\n", False),
        ("a.txt", b'"kind" 1 2\n', False),
        ("a", b"\x20\0\0\0\0\0\0\0{", False),
    ],
)
def test_a_session_is_told_from_a_table(
    tmp_path: Path, name: str, data: bytes, expected: bool
) -> None:
    (tmp_path / name).write_bytes(data)
    assert is_session(tmp_path / name) is expected
    assert not is_session(tmp_path / "none")
    assert not is_session(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_is_no_session_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert not is_session(tmp_path / "pipe")


def test_a_link_to_itself_is_there_and_told(tmp_path: Path) -> None:
    for name, target in (("round", "round"), ("nowhere", "gone")):
        (tmp_path / name).symlink_to(target)
        assert is_there(tmp_path / name)
    with pytest.raises(UserFileError, match="is a link that leads round in a circle"):
        read_json(tmp_path / "round", "session")
    with pytest.raises(UserFileError, match="cannot be read"):
        read_json(tmp_path / "nowhere", "session")
    assert move_aside(tmp_path / "round") == tmp_path / "round.bad1"


def test_a_session_is_read_without_its_table(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("an 1 2\nowl 3 4\n", encoding="utf-8")
    state = State().with_changes(
        table=str(tmp_path / "v.txt"), text="an owl", token="owl", other_table="toy16", k=3
    )
    write_session(tmp_path / "a.posviz", state)
    (tmp_path / "v.txt").unlink()
    assert session_values(tmp_path / "a.posviz") == (state.to_dict(), "")
    stand_in = read_session(tmp_path / "a.posviz", files=False)
    assert (stand_in.table, stand_in.other_table) == ("toy4", "toy16")
    assert (stand_in.text, stand_in.k, stand_in.position) == ("an owl", 3, 1)
    assert stand_in == State.from_dict(stand_in.to_dict())


PARTLY: dict[str, tuple[str, str]] = {
    "unknown field": ('"colour": 1', "colour is a field that this posviz does not know"),
    "field named self": ('"self": 1', "self is a field"),
    "wrong type": ('"width": "64"', "width = 64 is not allowed"),
    "out of range": ('"width": -1', "width = -1 is not allowed"),
    "not a number": ('"base": NaN', "base = nan is not allowed"),
    "infinite": ('"base": Infinity', "base = inf is not allowed"),
    "too large for a float": (f'"base": 1{"0" * 400}', "base = "),
    "nested pairs": ('"pairs": [[1]]', "pairs = "),
    "beside the others": ('"width": 8, "dimension": 9', "dimension = 9 is not allowed"),
    "of a longer program": (", ".join(f'"new{n}": {n}' for n in range(9)), "with 6 more"),
}


@pytest.mark.parametrize(("part", "said"), PARTLY.values(), ids=PARTLY)
def test_what_can_be_used_of_a_session_is_kept_and_the_rest_is_told(
    tmp_path: Path, part: str, said: str
) -> None:
    path = tmp_path / "a.posviz"
    text = f'{{"kind": "session", "version": 1, "state": {{"k": 3, {part}, "seed": 5}}}}'
    path.write_text(text, encoding="utf-8")
    values, left_out = session_values(path)
    assert said in left_out
    assert str(path) in left_out
    assert len(left_out) < len(str(path)) + 500
    state = read_session(path)
    assert (state.k, state.seed) == (3, 5)
    assert values["k"] == 3
    assert path.read_text(encoding="utf-8") == text

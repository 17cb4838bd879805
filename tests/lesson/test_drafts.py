"""The learner's code: any text, and back from a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from posviz.lesson.drafts import Drafts, DraftsError

ANY = "def f():\n\treturn '👨‍👩‍👧 שלום \ud800 \0 \u2028'\r\n"


def test_code_is_kept_by_exercise_and_goes_when_it_is_as_it_began() -> None:
    drafts = Drafts().with_code("fuse", "a").with_code("rope", "").with_code("fuse", "b")
    assert drafts.code == {"fuse": "b", "rope": ""}
    assert drafts.with_code("fuse", None).code == {"rope": ""}
    assert drafts.with_code("lookup", None) == drafts


def test_code_comes_back_from_json_as_it_is() -> None:
    drafts = Drafts().with_code("fuse", ANY).with_code("of a later version", "x")
    assert Drafts.from_dict(json.loads(json.dumps(drafts.to_dict()))) == drafts
    assert Drafts.from_dict({}) == Drafts()


def test_a_step_that_is_not_written_comes_back() -> None:
    step = {"folder": "/x", "chapter": "One", "title": "", "text": ANY}
    drafts = Drafts().with_code("fuse", "a").with_step(step)
    assert Drafts.from_dict(json.loads(json.dumps(drafts.to_dict()))) == drafts
    assert drafts.with_step({**step, "text": " "}) == Drafts().with_code("fuse", "a")
    assert drafts.with_step({}).step == {}
    assert "step" not in Drafts().to_dict()


@pytest.mark.parametrize(
    "values",
    [
        {"code": []},
        {"code": {"fuse": 1}},
        {"code": {"fuse": "x" * 2_000_001}},
        {"code": {str(number): "" for number in range(1001)}},
        {"step": []},
        {"step": {"title": 5}},
        {"step": {"text": "x" * 2_000_001}},
    ],
    ids=["a list", "a number", "too long", "too many", "steps", "no text", "a long text"],
)
def test_wrong_values_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(DraftsError):
        Drafts.from_dict(values)

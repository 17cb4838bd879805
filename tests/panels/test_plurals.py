"""What stands behind a 1 is one thing: no panel says “1 words”, whatever there is one of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from posviz.panels import all_panels
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State
from tests.panels.saying import CASES, said

_UNITS = (
    "words rows positions tokens pairs dimensions heads neighbours questions steps exercises "
    "minutes cells values points columns numbers merges pieces products places keys queries "
    "turns bytes characters seconds parameters offsets entries outputs weights vectors directions "
    "others choices lines vectors cases waves hands bits matrices tables"
)
# Not a part of a larger number, as in “0.1 words”, “10 001 rows” or “k = −1 positions”.
_ONE = r"(?:(?<![\d/×·=+−])\s|^|[(“])\*{0,2}1\*{0,2}[ \u202f]"
WRONG = re.compile(_ONE + rf"(?:(?:\w+ )?({'|'.join(_UNITS.split())})|more are)\b")


@pytest.mark.parametrize(
    "text", ["1 words", "all **1** positions", "at 1 other places", "(1 pairs)"]
)
def test_what_is_wrong_is_found(text: str) -> None:
    assert WRONG.search(text)


@pytest.mark.parametrize(
    "text", ["1 word", "0.1 words", "11 words", "10\u202f001 rows", "L = 1 tokens", "p + 1 keys"]
)
def test_what_is_right_is_left(text: str) -> None:
    assert not WRONG.search(text)


@pytest.mark.parametrize("panel_class", all_panels(), ids=lambda panel: panel.id)
def test_one_of_anything_is_said_as_one(
    panel_class: type[Panel[Any]], tmp_path: Path, qtbot: QtBot
) -> None:
    two, one = tmp_path / "two.txt", tmp_path / "one.txt"
    two.write_text("cat 0.5\ndog -1.0\n", encoding="utf-8")
    one.write_text("cat 0.5 1.0\n", encoding="utf-8")
    small = [
        (path.name, {"table": str(path), "text": "cat", "position": 0, "width": 1, "dropout": True})
        for path in (two, one)
    ]
    session = Session()
    panel = panel_class(session)
    qtbot.addWidget(panel)
    panel.set_on_screen(True)
    attends = "scheme" in panel_class.uses
    for of, changes in [*CASES, *small]:
        if not changes.keys() & panel_class.uses or ("causal" in changes and not attends):
            continue
        if panel_class.id == "tokens" and changes.get("table") == "minilm":
            continue  # it would draw 27 628 chips, and say no more than of a small table
        session.replace(State().with_changes(**changes))
        wrong = {text for text in said(panel) if WRONG.search(text)}
        assert not wrong, of

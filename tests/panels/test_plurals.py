"""What stands behind a 1 is one thing: no panel says “1 words”, whatever there is one of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QBuffer, QRect, QSize, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from posviz.panels import all_panels
from posviz.panels.panel import Panel
from posviz.session import Session
from posviz.state import State

SIZE = QSize(900, 1400)
_UNITS = (
    "words rows positions tokens pairs dimensions heads neighbours questions steps exercises "
    "minutes cells values points columns numbers merges pieces products places keys queries "
    "turns bytes characters seconds parameters offsets entries outputs weights vectors directions "
    "others choices lines vectors cases waves hands bits matrices tables"
)
# Not a part of a larger number, as in “0.1 words”, “10 001 rows” or “k = −1 positions”.
_ONE = r"(?:(?<![\d/×·=+−])\s|^|[(“])\*{0,2}1\*{0,2}[ \u202f]"
WRONG = re.compile(_ONE + rf"(?:(?:\w+ )?({'|'.join(_UNITS.split())})|more are)\b")

ONES: dict[str, dict[str, Any]] = {
    "one word": {"text": "cat", "position": 0, "length": 1, "width": 1, "k": 1, "heads": 1},
    "one pair": {"text": "cat sat", "length": 2, "width": 2, "head_width": 2, "k": 2},
    "three wide": {"text": "cat sat", "length": 2, "width": 3, "number_format": "bfloat16"},
    "one without": {"text": "cat zyx sat", "table": "toy16", "length": 3, "width": 16},
    "two without": {"text": "cat zyx qux", "position": 1, "other_text": "cat"},
    "none": {"text": "", "length": 1, "width": 4},
    "thirteen": {"text": " ".join(["the cat"] * 6 + ["sat"]), "position": 3, "order": ()},
    "unread": {"text": " ".join(["cat"] * 1025), "head_width": 2},
    "nine moved": {"text": "the cat sat on the cat sat on the", "order": (8, *range(8))},
    "twice": {"text": "cat sat cat", "position": 0, "length": 3, "map_words": ("cat",)},
    "one merge": {"text": "cat", "tokenizer": "bpe", "merges": 1, "position": 0},
    "bpe": {"text": "é", "tokenizer": "bpe", "merges": 0, "position": 0},
    "pieces": {"text": "a", "tokenizer": "wordpiece", "table": "minilm", "position": 0},
    "emoji": {"text": "👍 a", "tokenizer": "bpe", "table": "minilm", "position": 0},
    "one equal": {"length": 2050, "width": 2, "number_format": "float16", "bug": "float16"},
    "long table": {"length": 100_000, "width": 64, "bug": "float16"},
    "turned": {"weights": "turned", "shift": 1, "length": 2, "width": 4, "offset": 1},
    "rotary": {
        "scheme": "rotary",
        "head_width": 2,
        "trained_length": 4,
        "position": 1,
        "offset": 1,
    },
    "trained": {"table": "minilm", "text": "cat", "position": 0, "scheme": "learned", "k": 1},
    "shapes": {"try_vocabulary": 1, "try_length": 1, "try_width": 1},
}
SCHEMES = ("none", "sinusoidal", "learned", "rotary", "alibi", "t5")
CASES = [
    *ONES.items(),
    *(
        (f"{scheme} {of}", {**ONES[of], "scheme": scheme, "causal": True})
        for scheme in SCHEMES
        for of in ("one word", "thirteen")
    ),
]


def said(panel: Panel[Any]) -> list[str]:
    """Every text that a panel draws, writes, or tells a screen reader."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.ReadWrite)
    writer = QSvgGenerator()
    writer.setOutputDevice(buffer)
    writer.setSize(SIZE)
    writer.setViewBox(QRect(0, 0, SIZE.width(), SIZE.height()))
    painter = QPainter(writer)
    panel.draw_figure(painter, QSizeF(SIZE))
    painter.end()
    drawn = ElementTree.fromstring(bytes(buffer.data().data()))
    texts = ["".join(node.itertext()) for node in drawn.iter() if node.tag.endswith("}text")]
    for widget in panel.findChildren(QWidget):
        texts += [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        text = getattr(widget, "text", "")
        texts.append(str(text() if callable(text) else text))
        if isinstance(widget, QLabel):
            texts.append(widget.text())
    content = panel.content(panel.session.state)
    return [*texts, panel.heading(content), panel.summary(content)]


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

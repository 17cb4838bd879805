"""What a panel says, in all the ways it can, and States in which it says different things."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QRect, QSize, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QLabel, QWidget

from posviz.panels.panel import Panel

SIZE = QSize(900, 1400)
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

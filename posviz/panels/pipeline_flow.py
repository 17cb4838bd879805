"""The picture of the pipeline: which nodes and arrows there are for a scheme."""

from __future__ import annotations

from typing import get_args

from posviz.model.attention import Part
from posviz.model.notation import grouped, inserted, shape_text
from posviz.panels.pipeline_content import PARTS, SQUARE, WEIGHTS, Object, Pipeline, sampled_rows
from posviz.panels.pipeline_words import symbol, tr
from posviz.widgets.flow_marks import Mark
from posviz.widgets.flow_places import FlowLink, FlowNode

TOP, MIDDLE, BOTTOM = 0.5, 1.5, 2.5
_MOST_WORDS = 40


def nodes_of(content: Pipeline) -> list[FlowNode]:
    """Everything that has a place, from left to right."""
    found = content.found
    added, turned = found.P is not None, found.QR is not None
    nodes = [
        _words(content, "text", "", TOP),
        _words(content, "tokens", "", MIDDLE),
        _words(content, "ids", f"L = {grouped(content.L)}", BOTTOM),
        FlowNode(
            "E",
            "E",
            f"{grouped(content.embeddings.size)} × {grouped(content.d)}",
            1,
            BOTTOM,
            sampled_rows(content.embeddings),
            (content.embeddings.size, content.d),
        ),
        _matrix(content, "X", 1, MIDDLE),
    ]
    column = 2
    if added:
        nodes.append(FlowNode("+", "+", "", column, MIDDLE, kind="sign"))
        nodes.append(_matrix(content, "P", column, TOP))
        if content.block:
            nodes.append(_matrix(content, "T", column, BOTTOM))
        column += 1
    nodes.append(_matrix(content, "Z", column, MIDDLE))
    lanes = (TOP, MIDDLE, BOTTOM)
    maps: tuple[tuple[Part, Part], ...] = (("WQ", "Q"), ("WK", "K"), ("WV", "V"))
    for (weights, made), lane in zip(maps, lanes, strict=True):
        nodes.append(_matrix(content, weights, column + 1, lane))
        nodes.append(_matrix(content, made, column + 2, lane))
    column += 3
    if turned:
        nodes += [_matrix(content, "QR", column, TOP), _matrix(content, "KR", column, MIDDLE)]
        column += 1
    nodes.append(_matrix(content, "scores", column, 1.0))
    if found.bias is not None:
        nodes.append(_matrix(content, "bias", column, 1.98))
    nodes += [_matrix(content, "A", column + 1, 1.0), _matrix(content, "out", column + 2, 1.0)]
    return nodes


def links_of(content: Pipeline) -> list[FlowLink]:
    """The arrows, with what is done on the way."""
    found = content.found
    steps = []
    if content.block:
        steps.append("LayerNorm")
    if content.dropped:
        steps.append(tr("dropout"))
    links = [
        FlowLink("text", "tokens", tr("cut")),
        FlowLink("tokens", "ids", tr("look up")),
        FlowLink("ids", "E", tr("one-hot")),
        FlowLink("E", "X", tr("rows × √d") if content.scaled else tr("rows")),
    ]
    if found.P is None:
        links.append(FlowLink("X", "Z", "" if steps else "=", tuple(steps)))
    else:
        links += [FlowLink("X", "+"), FlowLink("P", "+")]
        links += [FlowLink("T", "+")] if content.block else []
        links.append(FlowLink("+", "Z", boxes=tuple(steps)))
    for part in ("Q", "K", "V"):
        links += [FlowLink("Z", f"W{part}"), FlowLink(f"W{part}", part)]
    query, key = "Q", "K"
    if found.QR is not None:
        query, key = "QR", "KR"
        links += [FlowLink("Q", "QR", tr("turn")), FlowLink("K", "KR", tr("turn"))]
    links += [FlowLink(query, "scores", "Q Kᵀ / √h"), FlowLink(key, "scores")]
    if found.bias is not None:
        links.append(FlowLink("bias", "scores", "+"))
    softmax = [tr("mask")] if content.causal else []
    links.append(FlowLink("scores", "A", boxes=(*softmax, "softmax")))
    links += [FlowLink("A", "out", "A V"), FlowLink("V", "out", bent=True)]
    return links


def node_named(name: str) -> Object | None:
    """Return an object by its name; None for a sign, or for no name."""
    return next((node for node in get_args(Object) if node == name), None)


def marks_of_word(content: Pipeline, position: int) -> dict[str, Mark]:
    """The rows of a position, wherever its word goes."""
    marks: dict[str, Mark] = {}
    if 0 <= position < content.L and content.ids[position] is not None:
        marks["E"] = (content.ids[position], None)
    for part in PARTS:
        if part not in WEIGHTS and content.matrix(part) is not None:
            marks[part] = (position, None)
    return marks


def marks_of_selection(content: Pipeline) -> dict[str, Mark]:
    """The rows of the selected position, and the cells of it and the selected key."""
    marks = marks_of_word(content, content.position)
    return marks | dict.fromkeys(SQUARE & marks.keys(), (content.position, content.key))


def marks_of_key(content: Pipeline) -> dict[str, Mark]:
    """The rows that the selected key has of its own; none where it is the query itself."""
    if content.key == content.position:
        return {}
    keys: tuple[Part, ...] = ("K", "KR", "V")
    return {part: (content.key, None) for part in keys if content.matrix(part) is not None}


def _matrix(content: Pipeline, part: Part, column: int, lane: float) -> FlowNode:
    matrix = content.matrix(part)
    assert matrix is not None
    return FlowNode(
        part,
        symbol(content, part),
        shape_text(matrix.shape),
        column,
        lane,
        dict(content.thumbnails)[part],
        (matrix.shape[0], matrix.shape[1]),
    )


def _words(content: Pipeline, node: Object, detail: str, lane: float) -> FlowNode:
    some = content.words[:_MOST_WORDS]
    words, joint = {
        "text": (content.text[:400].split(), " "),
        "tokens": (list(some), " | "),
        "ids": (
            ["–" if id_ is None else grouped(id_) for id_ in content.ids[:_MOST_WORDS]],
            "  ",
        ),
    }[node]
    shown = tuple(inserted(word, 20) for word in words)
    return FlowNode(
        node, symbol(content, node), detail, 0, lane, words=shown, joint=joint, kind="words"
    )

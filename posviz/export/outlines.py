"""An SVG that looks the same everywhere: its letters are outlines, its images stay sharp."""

from __future__ import annotations

import re
from unicodedata import category
from xml.etree import ElementTree

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainterPath, QTransform

from posviz.export.vectors import Clips

_SVG = "http://www.w3.org/2000/svg"
_LINK = "http://www.w3.org/1999/xlink"
_MATRIX = re.compile(r"matrix\(([^()]*)\)")
_NUMBER = r"[-+]?[\d.]+(?:e[-+]?\d+)?"
_PAIR = re.compile(rf"({_NUMBER}),({_NUMBER})")
_COMMANDS = {
    QPainterPath.ElementType.MoveToElement: "M",
    QPainterPath.ElementType.LineToElement: "L",
    QPainterPath.ElementType.CurveToElement: "C",
    QPainterPath.ElementType.CurveToDataElement: " ",
}


def portable(svg: bytes, clips: Clips) -> bytes:
    """Return what Qt wrote as it is to be kept.

    Few machines have the fonts of the program, and with others the words would run into each
    other: so letters become outlines, with their words as label. Viewers smooth an image that
    they enlarge unless they are told not to, and some do not know of strokes that are as wide
    whatever the scale.
    """
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _LINK)
    root = ElementTree.fromstring(svg)
    _clip(root, clips)
    for parent in root.iter():
        for element in parent:
            if element.get("vector-effect") == "non-scaling-stroke":
                _flatten(element, parent.get("transform", ""))
    for element in root.iter():
        if element.tag == f"{{{_SVG}}}text":
            _outline(element)
        elif element.tag == f"{{{_SVG}}}image":
            element.set("style", "image-rendering:pixelated")
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _clip(root: ElementTree.Element, clips: Clips) -> None:
    """Cut off what is to be cut off, from mark to mark."""
    defs = ElementTree.SubElement(root, f"{{{_SVG}}}defs")
    for number, clip in enumerate(clips.paths):
        if clip.isEmpty():
            continue
        inside = ElementTree.SubElement(defs, f"{{{_SVG}}}clipPath", id=f"clip{number}")
        ElementTree.SubElement(inside, f"{{{_SVG}}}path", d=_written(clip))
    now = -1
    for canvas in root.findall(f"{{{_SVG}}}g"):
        groups = list(canvas)
        for group in groups:
            canvas.remove(group)
        for group in groups:
            part = ElementTree.Element(group.tag, group.attrib)
            for element in group:
                if (element.text or "").startswith(clips.mark):
                    _add(canvas, part, -1 if now < 0 or clips.paths[now].isEmpty() else now)
                    part = ElementTree.Element(group.tag, group.attrib)
                    now = int((element.text or "").removeprefix(clips.mark))
                else:
                    part.append(element)
            _add(canvas, part, -1 if now < 0 or clips.paths[now].isEmpty() else now)


def _add(canvas: ElementTree.Element, part: ElementTree.Element, clip: int) -> None:
    if not len(part):
        return
    if clip >= 0:
        around = ElementTree.SubElement(canvas, f"{{{_SVG}}}g", {"clip-path": f"url(#clip{clip})"})
        around.append(part)
    else:
        canvas.append(part)


def _flatten(element: ElementTree.Element, transform: str) -> None:
    """Write a line in the picture's own coordinates, and undo the scale around it."""
    found = _MATRIX.fullmatch(transform)
    if found is None:
        return
    matrix = QTransform(*map(float, found.group(1).split(",")))
    inverse, can = matrix.inverted()
    key = "d" if "d" in element.attrib else "points"
    if not can or key not in element.attrib:
        return

    def mapped(pair: re.Match[str]) -> str:
        at = matrix.map(QPointF(float(pair.group(1)), float(pair.group(2))))
        return f"{at.x():.3f},{at.y():.3f}"

    element.set(key, _PAIR.sub(mapped, element.get(key, "")))
    element.set("transform", f"matrix({','.join(f'{value:.12g}' for value in _six(inverse))})")
    del element.attrib["vector-effect"]


def _six(matrix: QTransform) -> tuple[float, ...]:
    return (
        *(matrix.m11(), matrix.m12(), matrix.m21(), matrix.m22()),
        *(matrix.dx(), matrix.dy()),
    )


def _outline(element: ElementTree.Element) -> None:
    """Turn a text into a path; letters that are pictures, such as emoji, stay text."""
    words = element.text or ""
    font = QFont(element.get("font-family", "").strip("'\""))
    font.setPixelSize(max(1, round(float(element.get("font-size", "1")))))
    font.setWeight(QFont.Weight(int(element.get("font-weight", "400"))))
    font.setItalic(element.get("font-style") == "italic")
    font.setFeature(QFont.Tag("calt"), 0)  # as it was painted: an SVG does not name it
    path = QPainterPath()
    path.addText(float(element.get("x", "0")), float(element.get("y", "0")), font, words)
    if path.isEmpty():
        if all(sign.isspace() or category(sign) == "Cf" for sign in words):
            element.attrib.clear()
            element.text, element.tag = None, f"{{{_SVG}}}g"
        return
    fill = {name: element.get(name, "") for name in ("fill", "fill-opacity")}
    element.attrib.clear()
    element.text = None
    element.tag = f"{{{_SVG}}}path"
    element.attrib |= {
        **fill,
        "stroke": "none",
        "fill-rule": "nonzero",
        "aria-label": words,
        "d": _written(path),
    }


def _written(path: QPainterPath) -> str:
    parts = []
    for i in range(path.elementCount()):
        at = path.elementAt(i)
        parts.append(f"{_COMMANDS[at.type]}{at.x:.2f} {at.y:.2f}")
    return "".join(parts)

"""Lists every text that the program translates: ``python -m tests.languages.catalogue FILE.ts``.

Qt Linguist opens that file, and ``pyside6-lrelease FILE.ts -qm resources/translations/de.qm``
makes of it what the program reads. Qt's own lister knows neither functions called ``tr``
outside classes nor words in the plural.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import posviz
from posviz.widgets.translation import CONTEXT

PACKAGE = Path(posviz.__file__).parent
_ASKS = {"tr": 0, "marked": 0, "_tr": 0, "translate": 1, "QT_TRANSLATE_NOOP": 1, "plural": 1}
"""Functions that give a translation, and which argument is the text."""


@dataclass(frozen=True)
class Text:
    """A text to translate.

    Attributes
    ----------
    source
        As it stands in the program; None where it is no literal, so that nobody can list it.
    place
        File and line.
    counted
        Whether it stands behind a number.
    """

    source: str | None
    place: str
    counted: bool


def texts() -> Iterator[Text]:
    """Every text of the program, in the order of its files."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from _of(node, path)


def _of(call: ast.Call, path: Path) -> Iterator[Text]:
    function = call.func
    name = getattr(function, "id", getattr(function, "attr", ""))
    if name not in _ASKS or len(call.args) <= _ASKS[name]:
        return
    argument = call.args[_ASKS[name]]
    place = f"{path.relative_to(PACKAGE)}:{call.lineno}"
    for value in _values(argument):
        literal = isinstance(value, ast.Constant) and isinstance(value.value, str)
        source = ast.literal_eval(value) if literal else None
        yield Text(source, place, name == "plural")


def _values(node: ast.expr) -> Iterator[ast.expr]:
    """What an argument can be: both ways of a condition."""
    if isinstance(node, ast.IfExp):
        yield from (*_values(node.body), *_values(node.orelse))
    else:
        yield node


def write(path: Path) -> int:
    """Write the catalogue for Qt Linguist; return the number of texts."""
    root = ElementTree.Element("TS", version="2.1", sourcelanguage="en_GB")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    places: dict[tuple[str, bool], list[str]] = {}
    for text in texts():
        if text.source:
            places.setdefault((text.source, text.counted), []).append(text.place)
    for (source, counted), where in sorted(places.items()):
        message = ElementTree.SubElement(context, "message", {"numerus": "yes"} if counted else {})
        for place in where:
            file, line = place.rsplit(":", 1)
            ElementTree.SubElement(message, "location", filename=file, line=line)
        ElementTree.SubElement(message, "source").text = source
        translation = ElementTree.SubElement(message, "translation", type="unfinished")
        if counted:
            ElementTree.SubElement(translation, "numerusform")
    ElementTree.indent(root)
    path.write_bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))
    return len(places)


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]))} texts")

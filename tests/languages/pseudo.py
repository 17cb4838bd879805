"""Made-up languages: every letter of the program's own texts shows that it was translated."""

from __future__ import annotations

import re

from PySide6.QtCore import QTranslator

_KEPT = re.compile(
    r"(\{[^}]*\}"  # values
    r"|<[^>]*>|&\w+;|\]\([^)]*\)"  # markup
    r"|`[^`]*`|\$[^$]*\$"  # code and formulas
    r"|&(?=\w)"  # mnemonics
    r"|\*\*|\\.)"
)
_ACCENTED = str.maketrans("aeiouAEIOUcnsy", "áéíóúÁÉÍÓÚçñšý")
_HEBREW = {
    ord(a): b
    for a, b in zip("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתאבגד", strict=True)
}


class Accented(QTranslator):
    """Doubles the vowels and gives them accents: "words" is "wóórdš".

    Attributes
    ----------
    asked : set[str]
        Every text that was translated.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        self.asked.add(sourceText)
        parts = _KEPT.split(sourceText)
        return "".join(part if i % 2 else self.letters(part) for i, part in enumerate(parts))

    def letters(self, text: str) -> str:
        """Write a text without markup in this language."""
        return re.sub("([aeiouAEIOU])", r"\1\1", text).translate(_ACCENTED)


class Hebrew(Accented):
    """Writes with Hebrew letters, from right to left."""

    def letters(self, text: str) -> str:
        return text.lower().translate(_HEBREW)

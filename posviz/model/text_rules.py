"""The one rule by which text becomes words.

1. Characters that cannot be seen are removed: the byte order mark, the soft hyphen, the word
   joiner, direction marks and every other control or format character. A zero-width joiner or
   non-joiner stays inside a word or an emoji and is removed elsewhere; tag characters stay in
   a flag. Half of a surrogate pair, which is no character, becomes U+FFFD.
2. Canonical composition: the text is brought to Unicode form NFC, so an accented letter is
   the same whether it was typed as one code point or as two.
3. Case is folded: "Cat", "CAT" and "cat" are one word; "Straße" becomes "strasse".
4. Separators are all Unicode white space (space, tab, line ends, no-break space, ideographic
   space, ...) and the zero-width space. They part words and are not words themselves.
5. A word is the longest run of letters, marks and digits (and other numbers such as ½) that
   starts with a letter or digit. An apostrophe between two of them stays: "don't" is one
   word; ’ is written '.
6. Everything else that can be seen is a unit by itself, as large as a reader sees it: one
   punctuation mark, one symbol, one emoji with its skin tone, its joined family, its keycap,
   or the two letters of its flag. A unit counts as one word.
7. A combining mark belongs to what stands before it; with nothing before it, it is a unit.
8. Order is the order in which the text is stored, which for right-to-left scripts is the
   order in which it is read.

All functions take time in proportion to the length of the text.

Sources: Unicode Standard Annex 15 (normalisation) and Annex 29, section 3.1 (grapheme
clusters); Unicode Technical Standard 51 (emoji); emoji-data.txt 15.1 for the pictographs
(17.0 dropped symbols such as ✁ from them; keeping them joins no less than 17.0 does).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from unicodedata import category, combining, normalize

from posviz.model.characters import WHITE_SPACE, CodeRanges

MAX_CHARACTERS = 100_000
"""The longest text, in code points, that the program offers to read; a longer one is refused."""

_PICTOGRAPHS = CodeRanges(
    """
A9 AE 203C 2049 2122 2139 2194-2199 21A9-21AA 231A-231B 2328 2388 23CF 23E9-23F3 23F8-23FA 24C2
25AA-25AB 25B6 25C0 25FB-25FE 2600-2605 2607-2612 2614-2685 2690-2705 2708-2712 2714 2716 271D
2721 2728 2733-2734 2744 2747 274C 274E 2753-2755 2757 2763-2767 2795-2797 27A1 27B0 27BF
2934-2935 2B05-2B07 2B1B-2B1C 2B50 2B55 3030 303D 3297 3299 1F000-1F0FF 1F10D-1F10F 1F12F
1F16C-1F171 1F17E-1F17F 1F18E 1F191-1F19A 1F1AD-1F1E5 1F201-1F20F 1F21A 1F22F 1F232-1F23A
1F23C-1F23F 1F249-1F3FA 1F400-1F53D 1F546-1F64F 1F680-1F6FF 1F774-1F77F 1F7D5-1F7FF 1F80C-1F80F
1F848-1F84F 1F85A-1F85F 1F888-1F88F 1F8AE-1F8FF 1F90C-1F93A 1F93C-1F945 1F947-1FAFF 1FC00-1FFFD
"""
)

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_JOINERS = _ZWNJ + _ZWJ
_TAG = "\U000e0020-\U000e007f"
# Format characters by their category, but drawn: the Arabic, Syriac and Kaithi number signs.
_DRAWN_FORMAT = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)

# Each character is mapped to one letter that names its kind, and the rules are regular
# expressions over that string of kinds: Python's re knows no Unicode categories.
#   w letter or number   d ASCII digit   a apostrophe   m mark        v variation selector 16
#   e enclosing keycap   n ZWNJ          j ZWJ          t skin tone   g tag character
#   p pictograph         r regional indicator           s space       o any other visible one
#   C control or format  R carriage return              L line feed
_KIND_OF = {
    "'": "a", "’": "a", "\ufe0f": "v", "\u20e3": "e", _ZWNJ: "n", _ZWJ: "j",
    "\r": "R", "\n": "L", "\uff9e": "m", "\uff9f": "m",  # half-width kana voicing marks
    **dict.fromkeys("0123456789", "d"),
}  # fmt: skip
_KIND_OF_CATEGORY = {"L": "w", "N": "w", "M": "m", "Z": "s"}


def _kind(character: str) -> str:
    if character in _KIND_OF:
        return _KIND_OF[character]
    code = ord(character)
    if 0x1F3FB <= code <= 0x1F3FF:
        return "t"
    if 0x1F1E6 <= code <= 0x1F1FF:
        return "r"
    if 0xE0020 <= code <= 0xE007F:
        return "g"
    if character in _PICTOGRAPHS:
        return "p"
    name = category(character)
    if name in ("Cc", "Cf", "Zl", "Zp") and character not in _DRAWN_FORMAT:
        return "C"
    return _KIND_OF_CATEGORY.get(name[0], "o")


def _cleaned(character: str) -> str:
    """Return what rules 1 and 4 make of one character: itself, a space, U+FFFD or nothing."""
    if character in WHITE_SPACE or character == "\u200b":
        return " "
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return "" if _kind(character) in "CRL" else character


class _Kinds(dict[int, str]):
    """Table for str.translate: code point -> kind, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        kind = self[code] = _kind(chr(code))
        return kind


class _Cleaning(dict[int, str]):
    """Table for str.translate: code point -> what rules 1 and 4 leave of it."""

    def __missing__(self, code: int) -> str:
        kept = self[code] = _cleaned(chr(code))
        return kept


_KINDS = _Kinds()
_CLEANING = _Cleaning()

_EMOJI = "rr[mvegntj]*|p(?:[mvegnt]*+jp)*[mvegntj]*"
_CLUSTER = re.compile(f"RL|[RLC]|{_EMOJI}|[^RLC][mvegntj]*")
# A digit before an enclosing keycap starts a unit instead of continuing a word.
_LETTER = "(?:w|d(?!v?e))"
_WORD = f"{_LETTER}(?:{_LETTER}|[mve]|a(?={_LETTER})|[nj]++(?={_LETTER}|[mve]))*"
_UNIT = re.compile(f"(?P<word>{_WORD})|{_EMOJI}|[^snj][mvegntj]*")
_STRAY_TAGS = re.compile(f"(?<![\U0001f3f4{_TAG}])[{_TAG}]+")
# No mark is \w, so every long run of marks lies in such a stretch.
_MAYBE_MARKS = re.compile("[^\x00-\u02ff\\w]{31,}")


def _marks_in_order(stretch: re.Match[str]) -> str:
    text = "".join(normalize("NFD", character) for character in stretch.group())
    return "".join(
        "".join(sorted(run, key=combining) if is_marks else run)
        for is_marks, run in itertools.groupby(text, key=lambda mark: combining(mark) > 0)
    )


def _composed(text: str) -> str:
    """Return NFC in linear time.

    The library sorts a run of combining marks by insertion, which takes minutes for a text
    that is nothing but marks. Runs that are already in canonical order cost it nothing.
    """
    return normalize("NFC", _MAYBE_MARKS.sub(_marks_in_order, text))


def grapheme_clusters(text: str) -> list[str]:
    r"""Return what a reader sees as single characters, in order.

    Parameters
    ----------
    text : str
        Any text; nothing is removed or changed, the clusters joined are the text.

    Returns
    -------
    list of str
        Extended grapheme clusters (Annex 29, rules GB3 to GB5, GB9, GB11 to GB13): marks,
        emoji with joiners, skin tones, keycaps, flags, and the pair ``"\r\n"``. The rules
        for Hangul jamo, Indic conjuncts and prepended signs (GB6 to GB8, GB9b, GB9c) are
        left out: such text is only ever cut inside words, where :func:`split_words` does
        not look for clusters.
    """
    kinds = text.translate(_KINDS)
    return [text[cluster.start() : cluster.end()] for cluster in _CLUSTER.finditer(kinds)]


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text by the rule at the head of this module.

    Parameters
    ----------
    text : str
        Any text, of any length (the program itself offers `MAX_CHARACTERS`).

    Returns
    -------
    tuple of str
        Case-folded words and units in the order of the text; empty if there are none.
        Splitting the words joined by spaces gives the same words again.
    """
    text = _STRAY_TAGS.sub("", text.translate(_CLEANING))
    return tuple(word for word, _, _ in _units(_folded(text)))


def locate_words(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the words of a text, each with the place it was read from.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    tuple of (str, int, int)
        The words that :func:`split_words` gives, with the offsets in code points between
        which each stands: ``text[start:end]`` is the word as typed. Removed characters
        inside a word belong to its place.
    """
    cleaned = text.translate(_CLEANING)
    kept = [i for i, character in enumerate(text) if _CLEANING[ord(character)]]
    stray = [range(*match.span()) for match in _STRAY_TAGS.finditer(cleaned)]
    for tags in reversed(stray):
        del kept[tags.start : tags.stop]
    cleaned = _STRAY_TAGS.sub("", cleaned)
    # Composing and folding never look across such a cut: what follows it is a base letter.
    cuts = [
        i
        for i, kind in enumerate(cleaned.translate(_KINDS))
        if kind not in "mve" and not "\u1160" <= cleaned[i] <= "\u11ff"
    ]
    if cleaned and cuts[:1] != [0]:
        cuts.insert(0, 0)
    folded: list[str] = []
    firsts: list[int] = []  # of each folded character: where in the text it comes from
    lasts: list[int] = []
    for start, end in itertools.pairwise([*cuts, len(cleaned)]):
        part = _folded(cleaned[start:end])
        folded.append(part)
        firsts += [kept[start]] * len(part)
        lasts += [kept[end - 1]] * len(part)
    return tuple(
        (word, firsts[start], lasts[end - 1] + 1) for word, start, end in _units("".join(folded))
    )


def _folded(text: str) -> str:
    return _composed(_composed(text).casefold())


def _units(folded: str) -> Iterator[tuple[str, int, int]]:
    for unit in _UNIT.finditer(folded.translate(_KINDS)):
        word = folded[unit.start() : unit.end()].rstrip(_JOINERS)
        start, end = unit.start(), unit.start() + len(word)
        yield (word.replace("’", "'") if unit["word"] is not None else word), start, end

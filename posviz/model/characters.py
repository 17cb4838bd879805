"""Kinds of characters, the same under every Python.

Python 3.11 knows Unicode 14, 3.12 Unicode 15 and 3.13 Unicode 15.1, so a character that was
added in between is a letter under one and unassigned under another. Where tokenising must be
exact, such characters are listed here and Python is not asked.
"""

from __future__ import annotations

from bisect import bisect_right
from unicodedata import category, normalize

WHITE_SPACE = frozenset(
    "\t\n\v\f\r \x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's White_Space; unlike `str.isspace` without the four separators U+001C to U+001F."""


class CodeRanges:
    """A set of code points.

    Parameters
    ----------
    ranges : str
        Hexadecimal code points and ranges in rising order, such as "A9 2194-2199".
    """

    def __init__(self, ranges: str) -> None:
        ends = [span.partition("-") for span in ranges.split()]
        self._firsts = [int(first, 16) for first, _, _ in ends]
        self._lasts = [int(last or first, 16) for first, _, last in ends]

    def __contains__(self, character: str) -> bool:
        """Tell whether a character is in the set."""
        place = bisect_right(self._firsts, ord(character)) - 1
        return place >= 0 and ord(character) <= self._lasts[place]


# The tokenizers package takes its categories from Unicode 8: marks, signs and format
# characters that came later, or moved, are ordinary to it. All of them are in here, with
# gaps filled by characters that are ordinary anyway.
_ORDINARY_IN_BERT = CodeRanges(
    """
61D 7FD 890-8E2 9FD-9FE A76 AFA-AFF B55 C04-C3C C77 C84 D00 D3B-D3C D81 EBA ECE 180F-1886
1ABF-1ACE 1B7D-1B7E 1DF6-1DFB 2E43-2E5D A82C A8C5 A8FF A9BD 10D24-10F89 11070-11074 110C2-110CD
111CF 1123E-11241 1133B 11438-1145E 11660-1166C 116B9 1182F-1183B 1193B-11FFF 12FF1-13455
16E97-16F4F 16FE2-16FE4 1CF00-1CF46 1E000-1E4EF 1E944-1E95F
"""
)
# Three that have changed their category since.
_MARK_IN_BERT = "\u1734"
_PUNCTUATION_IN_BERT = "\u166d\U000111c9"
# Ideographs as the released code lists them. U+2B820 to U+2B91F, which are ideographs too,
# are left out by the tokenizers package.
_IDEOGRAPHS = CodeRanges(
    "3400-4DBF 4E00-9FFF F900-FAFF 20000-2A6DF 2A700-2B81F 2B920-2CEAF 2F800-2FA1F"
)


def bert_form(character: str) -> str:
    """Return what BERT's uncased basic tokeniser makes of one character.

    Parameters
    ----------
    character : str
        One code point.

    Returns
    -------
    str
        Lower case without accents; nothing for accents, control and format characters;
        a space for white space; with a space on either side where it is a word by itself
        (punctuation and ideographs).

    Notes
    -----
    Devlin et al. 2018, the released tokenization.py, in the version of the tokenizers
    package: categories of Unicode 8, and case without regard to the neighbours (σ at the end
    of a word stays σ).
    """
    if character in "\t\n\r" or (character in WHITE_SPACE and category(character)[0] == "Z"):
        return " "
    if character in _ORDINARY_IN_BERT:
        return character
    if character == "\ufffd" or category(character) in ("Cc", "Cf", "Cs", "Co"):
        return ""
    plain = "".join(c for c in normalize("NFD", character) if not _is_mark(c)).lower()
    if character in _IDEOGRAPHS:
        return f" {plain} "
    return "".join(f" {c} " if _is_punctuation(c) else c for c in plain)


def _is_mark(character: str) -> bool:
    if character in _MARK_IN_BERT:
        return True
    return category(character) == "Mn" and character not in _PUNCTUATION_IN_BERT


def _is_punctuation(character: str) -> bool:
    # All ASCII that is neither letter nor digit counts, also $ and +, which Unicode calls symbols.
    if character.isascii():
        return not character.isalnum()
    return category(character)[0] == "P" or character in _PUNCTUATION_IN_BERT


# Letters and numbers of Unicode 15 to 16, which Python 3.11 to 3.13 know in part. tiktoken
# reads \p{L} and \p{N} by Unicode 16; no older character has changed sides.
_NEW_LETTERS = CodeRanges(
    """
1C89-1C8A A7CB-A7CD A7DA-A7DC 105C0-105F3 10D4A-10D65 10D6F-10D85 10EC2-10EC4 1123F-11240
11380-11389 1138B 1138E 11390-113B5 113B7 113D1 113D3 11BC0-11BE0 11F02 11F04-11F10 11F12-11F33
1342F 13441-13446 13460-143FA 16100-1611D 16D40-16D6C 18CFF 1B132 1B155 1DF25-1DF2A 1E030-1E06D
1E4D0-1E4EB 1E5D0-1E5ED 1E5F0 2B739 2EBF0-2EE5D 31350-323AF
"""
)
_NEW_NUMBERS = CodeRanges(
    """
10D40-10D49 116D0-116E3 11BF0-11BF9 11F50-11F59 16130-16139 16D70-16D79 1CCF0-1CCF9 1D2C0-1D2D3
1E4F0-1E4F9 1E5F1-1E5FA
"""
)


def gpt2_kind(character: str) -> str:
    r"""Return the kind of a character in GPT-2's rule for cutting text into words.

    Parameters
    ----------
    character : str
        One code point.

    Returns
    -------
    str
        Itself for the space, the apostrophe and the letters of 's 't 'm 'd 'll 've 're;
        "a" for another letter (``\p{L}``), "0" for a number (``\p{N}``), a tab for other
        white space (``\s``) and "." for anything else.
    """
    if character in " 'stmdlver":
        return character
    if character in WHITE_SPACE:
        return "\t"
    major = category(character)[0]
    if major == "L" or character in _NEW_LETTERS:
        return "a"
    return "0" if major == "N" or character in _NEW_NUMBERS else "."

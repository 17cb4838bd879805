"""Find tokens by the letters that somebody types."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from unicodedata import combining, normalize

_MARK = "\0"


def folded(text: str) -> str:
    """Return a text without case and accents: "Élan" and "elan" are typed alike."""
    if text.isascii():
        return text.lower()
    marked = normalize("NFD", normalize("NFD", text).casefold())
    bare = "".join(character for character in marked if not combining(character))
    return bare or text  # a token that is an accent and nothing else stays one


class TokenIndex:
    """All tokens folded and written one after another, in the order of their ids.

    That order is mostly the order of their frequency, so the first matches are those wanted,
    and looking can stop there. Even a search that finds nothing passes over 400 000 tokens
    in a few milliseconds, so no sorted copy is kept.

    Parameters
    ----------
    tokens : sequence of str
        The |V| tokens.
    """

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        parts = [_MARK + folded(token) for token in tokens]
        self._text = "".join(parts) + _MARK
        self._starts = list(accumulate(map(len, parts), initial=0))[:-1]  # (|V|,)

    def find(self, typed: str, limit: int) -> list[str]:
        """Return at most `limit` tokens that fit what was typed, best first.

        Parameters
        ----------
        typed : str
            Letters; neither case nor accents nor blanks around them matter.
        limit : int
            How many tokens at most.

        Returns
        -------
        list of str
            The tokens that are just those letters, with the very same before others, then
            those that begin with them, then those that hold them, each by id. Where nothing
            is typed, every token begins with it.
        """
        letters = folded(typed.strip() or typed).replace(_MARK, "")
        equal = list(self._ids_with(_MARK + letters + _MARK)) if letters else []
        equal.sort(key=lambda id_: self._tokens[id_] != typed)
        found = dict.fromkeys(equal)
        for start in (_MARK + letters, letters or _MARK):
            for id_ in self._ids_with(start):
                if len(found) >= limit:
                    break
                found[id_] = None
        return [self._tokens[id_] for id_ in found][: max(0, limit)]

    def _ids_with(self, letters: str) -> Iterator[int]:
        last = len(self._tokens) - 1
        id_ = -1
        while id_ < last:
            place = self._text.find(letters, self._starts[id_ + 1])
            if not 0 <= place < len(self._text) - 1:
                return
            id_ = bisect_right(self._starts, place) - 1
            yield id_

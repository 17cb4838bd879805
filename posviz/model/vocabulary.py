"""The vocabulary: which tokens there are, and the id of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from posviz.model.token_index import TokenIndex


@dataclass(frozen=True)
class Vocabulary:
    """Tokens in a fixed order; the id of a token is its place in that order, from 0.

    Parameters
    ----------
    tokens : tuple of str
        All different; |V| of them.

    Raises
    ------
    ValueError
        If a token occurs twice.
    """

    tokens: tuple[str, ...]
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids: dict[str, int] = {}
        for id_, token in enumerate(self.tokens):
            if ids.setdefault(token, id_) != id_:
                raise ValueError(f"token {token!r} has two ids: {ids[token]} and {id_}")
        object.__setattr__(self, "_ids", ids)

    def __len__(self) -> int:
        """Return |V|."""
        return len(self.tokens)

    def id_of(self, token: str) -> int | None:
        """Return the id of a token, or None if the vocabulary does not hold it."""
        return self._ids.get(token)

    def ids_of(self, tokens: Iterable[str]) -> tuple[int | None, ...]:
        """Return the id of each token in turn; None stands for an unknown one."""
        return tuple(map(self._ids.get, tokens))

    def token_of(self, id_: int) -> str:
        """Return the token with this id.

        Raises
        ------
        ValueError
            If the id is not in 0 .. |V| - 1. Negative ids do not count from the end.
        """
        if not 0 <= id_ < len(self.tokens):
            raise ValueError(f"id {id_} is not in 0 .. {len(self.tokens) - 1}")
        return self.tokens[id_]

    def find(self, typed: str, limit: int) -> list[str]:
        """Return at most `limit` tokens that fit what was typed, best first.

        See :meth:`posviz.model.token_index.TokenIndex.find`.
        """
        return self._index.find(typed, limit)

    @cached_property
    def _index(self) -> TokenIndex:
        return TokenIndex(self.tokens)

"""What is added and what follows, z = s·x + p, in a few lines of numpy."""

from __future__ import annotations

import math

import numpy as np

from posviz.model.embeddings import embed
from posviz.panels.combine_content import ROWS
from posviz.panels.scale_content import places_of
from posviz.panels.show_numpy.script import Script, encoding, number, selected_word, tr
from posviz.state import State


def _word(script: Script, state: State) -> int:
    """Give x; return d."""
    table = state.embeddings
    x = embed(table, table.vocabulary.ids_of([state.token]))[0]
    script.array("x", x, tr("the row of {token}").format(token=selected_word(state)))
    return table.width


def fusion(state: State) -> Script:
    """x, p and z."""
    script = Script("fusion")
    d = _word(script, state)
    script.step(*encoding("p", str(state.position), d, state.base, state.layout))
    script.steps[-1] += "[0]"
    if state.scale:
        script.step(f"x = x * np.sqrt({d})")
    script.step("result = np.stack([x, p, x + p])")
    return script


def combine(state: State) -> Script:
    """Adding and concatenating before a matrix."""
    script = Script("combine")
    d = _word(script, state)
    script.step(*encoding("p", str(state.position), d, state.base, state.layout))
    script.steps[-1] += "[0]"
    script.step(
        f"W1, W2 = np.random.default_rng({state.seed}).standard_normal((2, {ROWS}, {d})) "
        f"/ np.sqrt({d})",
        "both = np.concatenate([x, p])",
        "added, tied, free = W1 @ (x + p), np.hstack([W1, W1]) @ both, np.hstack([W1, W2]) @ both",
        "result = np.column_stack([added, tied, free, W1 @ x, W2 @ p])",
    )
    return script


def scale(state: State) -> Script:
    """The nearest to z among all words at all places, for three values of s."""
    script, d = Script("scale"), state.embeddings.width
    places, tokens = places_of(state).compared, state.tokens
    words = dict.fromkeys([state.token, *(tokens[q] for q in places if q < len(tokens))])
    X = embed(state.embeddings, state.embeddings.vocabulary.ids_of(list(words)))
    known = np.logical_not(np.isnan(X).any(axis=1))  # (words,)
    if not known[0]:
        why = tr("{token} has no vector in this table").format(token=selected_word(state))
        script.step(f"result = np.empty(0)  # {why}")
        return script
    script.array(
        "X", X[known], tr("a row a word, {token} first").format(token=selected_word(state))
    )
    script.array("places", np.array(places))
    s = state.factor * (math.sqrt(d) if state.scale else 1.0)
    here = places.index(state.position)
    script.step(
        *encoding("P", "places", d, state.base, state.layout),
        "result = []",
        f"for s in (1.0, {number(math.sqrt(d))}, {number(s)}):",
        f"    Z = (s * X[:, None] + P).reshape(-1, {d})  # " + tr("every word at every place"),
        f"    cosine = Z @ Z[{here}] / (np.linalg.norm(Z, axis=1) * np.linalg.norm(Z[{here}]))",
        f"    result = np.append(result, -np.sort(-np.delete(cosine, {here}))[:{state.k}])",
    )
    return script

"""Tokens, vectors, neighbours and maps in a few lines of numpy."""

from __future__ import annotations

import numpy as np

from posviz.model.embeddings import EmbeddingTable
from posviz.model.similarity import Metric
from posviz.panels.map_content import map_content
from posviz.panels.neighbour_content import neighbours_in, tables_of
from posviz.panels.show_numpy.script import Script, selected_word, tr
from posviz.panels.tokeniser_content import content_of as tokenised
from posviz.state import State

_MOST_LETTERS = 50_000_000
_NAMES = ("E1", "E2")
_COMPARE = {
    "cosine": "E @ E[i] / (np.linalg.norm(E, axis=1) * np.linalg.norm(E[i]))",
    "dot": "E @ E[i]",
    "euclid": "np.linalg.norm(E - E[i], axis=1)",
}


def tokens(state: State) -> Script:
    """The ids."""
    script, known = Script("tokens"), state.embeddings.vocabulary.tokens
    if len(known) * max(map(len, known)) > _MOST_LETTERS:
        script.step(f"size = {len(known)}  # |V|")
    else:
        script.array("tokens", known, tr("the vocabulary: the id is the place"))
        script.step("size = len(tokens)  # |V|")
    script.step("result = np.arange(size)  # " + tr("the ids"))
    found = state.embeddings.vocabulary.id_of(state.token)
    if found is not None:
        script.step(f"one_hot = (result == {found}) * 1.0  # {selected_word(state)}")
    return script


def tokeniser(state: State) -> Script:
    """Ids looked up in the part of the vocabulary that the text needs."""
    content = tokenised(state)
    pieces = content.pieces
    forms = sorted((form.token, form.id) for form in pieces.forms if form.id is not None)
    script = Script("tokeniser")
    script.array(
        "tokens",
        np.array([form.token for form in pieces.forms] or [""])[pieces.form],
        tr("the text, cut by the rule"),
    )
    script.array("spans", np.stack([pieces.starts, pieces.ends], axis=1), tr("where each stands"))
    script.array("vocabulary", [token for token, _ in forms], tr("the tokens of this text, sorted"))
    script.array("their_ids", np.array([id_ for _, id_ in forms], dtype=np.int64))
    script.step("position = np.arange(len(tokens))")
    if forms:
        script.step(
            "at = np.searchsorted(vocabulary, tokens).clip(max=len(vocabulary) - 1)",
            "ids = np.where(vocabulary[at] == tokens, their_ids[at], -1)  # "
            + tr("−1: not in the vocabulary"),
        )
    else:
        script.step("ids = np.full(len(tokens), -1)  # " + tr("−1: not in the vocabulary"))
    script.step("result = np.column_stack([position, ids, spans])")
    return script


def vectors(state: State) -> Script:
    """One-hot times E."""
    script, table = Script("vectors"), state.embeddings
    found = table.vocabulary.id_of(state.token)
    if found is None or not table.has_vector(found):
        why = tr("{token} has no vector in this table").format(token=selected_word(state))
        script.step(f"d = {table.width}", f"result = np.full(d, np.nan)  # {why}")
        return script
    script.array("E", table.matrix, tr("one row a token"))
    script.step(
        f"i = {found}  # " + tr("id of {token}").format(token=selected_word(state)),
        "one_hot = np.zeros(len(E))",
        "one_hot[i] = 1",
        "result = E[i]",
        "difference = np.abs(one_hot @ E - result).max()",
    )
    return script


def neighbours(state: State) -> Script:
    """Compare with all rows and sort."""
    script = Script("neighbours")
    tables = tables_of(state)
    metric: Metric = "cosine" if state.analogy else state.metric
    asked = (state.token, state.minus, state.plus) if state.analogy else (state.token,)
    found = neighbours_in(state).lists
    usable = [
        _places(table, asked)
        for table, near in zip(tables, found, strict=True)
        if not near.troubles
    ]
    with_answer = [table for table, near in zip(tables, found, strict=True) if not near.troubles]
    if not usable:
        why = tr("{token} cannot be compared in this table").format(token=selected_word(state))
        script.step(f"result = np.empty(0)  # {why}")
        return script
    for place, table in enumerate(with_answer):
        rows = table.matrix if table.only_ids is None else table.matrix[table.ids]
        script.array(_NAMES[place], rows, tr("a row a token that has a vector"))
    sort = "value" if metric == "euclid" else "-value"
    lists = ", ".join(
        f"({_NAMES[n]}, {', '.join(map(str, places))})" for n, places in enumerate(usable)
    )
    if state.analogy:
        left_out = "order[~np.isin(order, [a, b, c])]" if state.exclude_inputs else "order"
        script.step(
            "result = []",
            f"for E, a, b, c in [{lists}]:  # {tr('places of the three words')}",
            "    U = E / np.linalg.norm(E, axis=1, keepdims=True)",
            "    target = U[a] - U[b] + U[c]",
            "    value = U @ target / np.linalg.norm(target)",
            '    order = np.argsort(-value, kind="stable")',
            f"    result = np.append(result, value[{left_out}][:{state.k}])",
        )
        return script
    script.step(
        "result = []",
        f"for E, i in [{lists}]:  # {tr('place of the word')}",
        f"    value = {_COMPARE[metric]}",
        f'    order = np.argsort({sort}, kind="stable")',
        f"    result = np.append(result, value[order[order != i]][:{state.k}])",
    )
    return script


def word_map(state: State) -> Script:
    """Principal components."""
    script, content = Script("map"), map_content(state)
    rows = content.table.matrix[content.word_map.ids]
    script.array("E", rows, tr("one row a token on the map"))
    if not len(rows):
        script.step("result = np.zeros((0, 2))  # " + tr("no token has a vector"))
        return script
    script.step(
        "X = E - E.mean(axis=0)",
        "variance, direction = np.linalg.eigh(X.T @ X)  # " + tr("rising"),
        "direction = direction[:, ::-1][:, :2]",
        "largest = np.abs(direction).argmax(axis=0)",
        "direction = direction * np.sign(direction[largest, range(direction.shape[1])])",
        "result = X @ direction",
    )
    if content.table.width == 1:
        script.step("result = np.hstack([result, 0 * result])")
    return script


def shapes(state: State) -> Script:
    """Sizes in memory."""
    script, table = Script("shapes"), state.embeddings
    now = f"{table.size}, {len(state.tokens)}, {table.width}"
    tried = f"{state.try_vocabulary}, {state.try_length}, {state.try_width}"
    script.step(
        "def sizes(V, L, d):  # " + tr("E, X, one-hot, one vector; 4 bytes a number"),
        "    rows, columns = np.array([(V, d), (L, d), (L, V), (1, d)]).T",
        "    return np.stack([rows, columns, 4 * rows * columns], axis=1)",
        f"result = np.vstack([sizes({now}), sizes({tried})])",
    )
    return script


def _places(table: EmbeddingTable, words: tuple[str, ...]) -> list[int]:
    ids = [table.vocabulary.id_of(word) for word in words]
    return [int(np.searchsorted(table.ids, id_)) for id_ in ids if id_ is not None]

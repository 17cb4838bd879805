"""One head of attention in a few lines of numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from posviz.model.embeddings import embed
from posviz.model.positional import alibi, t5_bias
from posviz.model.positional.in_attention import untrained_buckets
from posviz.panels.forward_pass import (
    has_block,
    most_words,
    order_of,
    pass_of,
    setup_of,
    words_read,
)
from posviz.panels.show_numpy.script import Script, encoding, number, silence, tr
from posviz.state import State


@dataclass(frozen=True)
class _Head:
    """What of a head the code has to speak of."""

    L: int
    d: int
    h: int
    known: bool
    any_known: bool
    scheme: str
    block: bool
    identity: bool

    @property
    def adds(self) -> bool:
        """Whether rows of positions are added to words."""
        return self.scheme in ("sinusoidal", "learned")

    @property
    def root(self) -> str:
        """The square root of h."""
        return f"np.sqrt({self.h})"


def _head(script: Script, state: State, words: tuple[str, ...], name: str = "X") -> _Head:
    """Give the word vectors; say what else there is."""
    table = state.embeddings
    X = embed(table, table.vocabulary.ids_of(words))  # (L, d)
    script.array(name, X, tr("rows of E, one a word of the sentence"))
    missing = np.isnan(X).any(axis=1)
    return _Head(
        L=len(words),
        d=table.width,
        h=table.width if state.identity_weights else state.head_width,
        known=not missing.any(),
        any_known=not missing.all(),
        scheme=state.scheme,
        block=has_block(state),
        identity=state.identity_weights,
    )


def _give_weights(script: Script, state: State, head: _Head) -> None:
    script.give(
        f"WQ, WK, WV = (np.random.default_rng(({state.seed}, i)).normal(0, 1 / np.sqrt({head.d}), "
        f"({head.d}, {head.h})) for i in range(3))"
    )


def _give_block(script: Script, state: State, length: int) -> None:
    block = setup_of(state).block
    assert block is not None
    script.array("P", block.encode(range(length)), tr("rows of the learned positions"))
    script.array("T", block.token_types[0].astype(float), tr("token type"))
    script.array("weight", block.norm_weight.astype(float), tr("of LayerNorm"))
    script.array("bias", block.norm_bias.astype(float))
    script.give(f"epsilon = {number(block.norm_epsilon)}")


def _give_positions(script: Script, state: State, length: int, d: int) -> None:
    """Say what P is, where a scheme adds rows."""
    if state.scheme == "learned":
        script.give(
            f"P = np.random.default_rng(({state.seed}, 12)).normal(0, 1 / np.sqrt({d}), "
            f"({length}, {d}))  # " + tr("untrained")
        )
    else:
        script.give(*encoding("P", f"np.arange({length})", d, state.base, state.layout))


def _give_turn(script: Script, state: State, length: int, h: int) -> None:
    """Give a function that turns rows to their positions, as complex numbers of length 1."""
    even = h - h % 2
    angle = f"np.outer(np.arange({length}), {number(state.base)} ** (-2 * np.arange({h // 2}) / "
    script.give(
        f"turn = np.exp(1j * {angle}{max(even, 1)})))",
        "def turned(rows, on=1):  # " + tr("each two numbers are one complex number"),
    )
    if h % 2:
        script.give(
            f"    pairs = np.ascontiguousarray(rows[:, :{even}]).view(complex)",
            "    pairs = (pairs * turn[: len(rows)] ** on).view(float)",
            f"    return np.hstack([pairs, rows[:, {even}:]])",
        )
    else:
        script.give(
            "    pairs = np.ascontiguousarray(rows).view(complex)",
            "    return (pairs * turn[: len(rows)] ** on).view(float)",
        )


def _give_bias(script: Script, state: State, length: int, *, causal: bool, name: str) -> None:
    """Say what is added to the scores."""
    script.give(f"offset = np.arange({length}) - np.arange({length})[:, None]")
    if state.scheme == "alibi":
        slope = float(alibi.slopes(state.heads)[state.head])
        script.give(f"{name} = -{number(slope)} * np.abs(offset)")
        return
    sides = 1 if causal else 2
    exact = t5_bias.BUCKETS // sides // 2
    edges = t5_bias._edges(exact, t5_bias.FARTHEST, t5_bias.BUCKETS // sides - exact)
    distance = "np.maximum(-offset, 0)" if causal else "np.abs(offset)"
    script.array(
        "learned", untrained_buckets(state.head, state.seed), tr("a number for each bucket")
    )
    script.array(f"{name}_edges", edges, tr("least distance of the buckets that grow"))
    script.give(
        f"n = {distance}",
        f'far = {exact - 1} + np.searchsorted({name}_edges, n, side="right")',
        f"bucket = np.where(n < {exact}, n, far)",
    )
    if not causal:
        script.give(f"bucket = bucket + {t5_bias.BUCKETS // 2} * (offset > 0)")
    script.give(f"{name} = learned[bucket]")


def _give_dropout(script: Script, state: State, head: _Head) -> None:
    script.give(
        f"kept = np.random.default_rng({state.seed}).random(({head.L}, {head.d})) >= 0.1",
    )


def _seen(state: State, head: _Head) -> str:
    """Which keys a query may see, (L, L); empty where it is all."""
    parts = [f"np.tri({head.L}, dtype=bool)"] if state.causal else []
    if not head.known:
        parts.append("~np.isnan(X).any(axis=1)")
    return " & ".join(parts)


def _give_all(script: Script, state: State) -> tuple[_Head, str]:
    """Give all that a pass begins with; return the bias to be added to scores."""
    head = _head(script, state, words_read(state))
    if head.block:
        _give_block(script, state, head.L)
    elif state.scale:
        script.give(f"X = X * np.sqrt({head.d})")
    if head.adds and not head.block:
        _give_positions(script, state, head.L, head.d)
    if not head.identity:
        _give_weights(script, state, head)
    if state.dropout:
        _give_dropout(script, state, head)
    if not head.any_known and head.L:
        silence(script, tr("no word has a vector"))
    if state.scheme == "rotary":
        _give_turn(script, state, head.L, head.h)
    if state.scheme in ("alibi", "t5"):
        _give_bias(script, state, head.L, causal=state.causal, name="bias")
        return head, " + bias"
    return head, ""


_ORDER = ("X", "P", "T", "Z", "Q", "K", "V", "QR", "KR", "bias", "scores", "A", "out")


def pipeline(state: State) -> Script:
    """The matrix in view, by all that it is made from."""
    script = Script("pipeline")
    part = state.part
    if pass_of(state).part(part) is None:
        return script
    head, bias = _give_all(script, state)
    given = {"X": "X", "P": "P", "bias": "bias"}
    if part in ("WQ", "WK", "WV"):
        script.step(f"result = np.eye({head.d})" if head.identity else f"result = {part}")
        return script
    if part == "T":
        script.step(f"result = np.tile(T, ({head.L}, 1))")
        return script
    if part in given:
        script.step(f"result = {given[part]}")
        return script
    steps: list[tuple[str, list[str]]] = []
    drop = " * kept / (1 - 0.1)" if state.dropout else ""
    if head.block:
        script.give("S = X + P + T")
        normed = [
            "centred = S - S.mean(axis=1, keepdims=True)",
            "Z = centred / np.sqrt(S.var(axis=1, keepdims=True) + epsilon) * weight + bias",
        ]
        steps.append(("Z", [*normed, *(["Z = Z" + drop] if drop else [])]))
    else:
        total = "X + P" if head.adds else "X"
        steps.append(("Z", [f"Z = ({total}){drop}" if drop else f"Z = {total}"]))
    product = "Z, Z, Z" if head.identity else "Z @ WQ, Z @ WK, Z @ WV"
    steps.append(("QKV", [f"Q, K, V = {product}"]))
    q, k = "Q", "K"
    if state.scheme == "rotary":
        q, k = "QR", "KR"
        steps.append(("QRKR", ["QR, KR = turned(Q), turned(K)"]))
    scores = f"{q} @ {k}.T / {head.root}{bias}"
    seen = _seen(state, head)
    lines = [f"scores = np.where({seen}, {scores}, -np.inf)" if seen else f"scores = {scores}"]
    if not head.known:
        lines.append("scores[np.isnan(X).any(axis=1)] = np.nan  # " + tr("words without a vector"))
    steps.append(("scores", lines))
    top = "scores.max(axis=1, keepdims=True, initial=-np.inf)"
    softmax = [f"A = np.exp(scores - {top})", "A = A / A.sum(axis=1, keepdims=True)"]
    steps.append(("A", softmax))
    steps.append(("out", ["out = A @ V" if head.known else "out = A @ np.nan_to_num(V)"]))
    for made, lines in steps:
        script.step(*lines)
        if part in ("Z", "scores", "A", "out") and made == part:
            break
        if part in ("Q", "K", "V", "QR", "KR") and part in _parts_of(made):
            break
    last = script.steps[-1]
    if last.startswith(f"{part} = "):
        script.steps[-1] = f"result = {last.removeprefix(f'{part} = ')}"
    else:
        script.step(f"result = {part}")
    return script


def _parts_of(made: str) -> tuple[str, ...]:
    return {"QKV": ("Q", "K", "V"), "QRKR": ("QR", "KR")}.get(made, (made,))


def attention(state: State) -> Script:
    """The row of the selected query: parts of the scores, scores and weights."""
    script = Script("attention")
    L = len(words_read(state))
    i = state.position
    columns = {"sinusoidal": 7, "learned": 7, "alibi": 5, "t5": 5}.get(state.scheme, 4)
    if i >= L:
        script.step(f"result = np.empty((0, {columns}))  # " + tr("no word at this position"))
        return script
    head, bias = _give_all(script, state)
    X = script.arrays["X"]
    if np.isnan(X[i]).any():
        script.given.clear()
        script.step(
            f"result = np.full(({L}, {columns}), np.nan)  # "
            + tr("the word of the query has no vector"),
            f"result[:, 0] = np.arange({L})",
        )
        return script
    seen = [f"np.arange({L}) <= {i}"] if state.causal else []
    if not head.known:
        seen.append("~np.isnan(X).any(axis=1)")
    mask = " & ".join(f"({one})" for one in seen) if len(seen) > 1 else "".join(seen)
    drop = " * kept / (1 - 0.1)" if state.dropout else ""
    if head.adds:
        words, places = "X", "P"
        if drop and not head.block:
            script.give(f"X, P = X{drop}, P{drop}")
        if head.block:
            script.give("S, rest = X + P + T, P + T")
            script.step(
                "gain = weight / np.sqrt(S.var(axis=1, keepdims=True) + epsilon)",
                f"words = (X - X.mean(axis=1, keepdims=True)) * gain{drop}",
                f"places = ((rest - rest.mean(axis=1, keepdims=True)) * gain + bias){drop}",
            )
            words, places = "words", "places"
        q, k = (f"a[{i}]", "b.T") if head.identity else (f"a[{i}] @ WQ", "(b @ WK).T")
        pair = f"({words}, {places})"
        script.step(f"parts = [{q} @ {k} / {head.root} for a in {pair} for b in {pair}]")
        parts = "*parts"
        score = "sum(parts)"
    else:
        Z = f"(X{drop})" if drop else "X"
        Q, K = (Z, Z) if head.identity else (f"{Z} @ WQ", f"{Z} @ WK")
        if state.scheme == "rotary":
            script.step(f"Q, K = turned({Q}), turned({K})")
        elif not head.identity:
            script.step(f"Q, K = {Q}, {K}")
        if not head.identity or state.scheme == "rotary":
            Q, K = "Q", "K"
        script.step(f"product = {Q}[{i}] @ {K}.T / {head.root}")
        parts, score = "product", "product"
        if bias:
            parts, score = f"product, bias[{i}]", f"product + bias[{i}]"
    script.step(f"score = np.where({mask}, {score}, -np.inf)" if mask else f"score = {score}")
    script.step(
        "A = np.exp(score - score.max())",
        "A = A / A.sum()",
        f"result = np.column_stack([np.arange({L}), {parts}, score, A])",
    )
    return script


def order(state: State) -> Script:
    """One sentence in two orders, and two sentences, in every setting of the verdict."""
    script = Script("order")
    places = state.with_changes(scheme="sinusoidal") if state.scheme == "none" else state
    others = state.embeddings.tokens_of(state.other_text)[: most_words(state)]
    head = _head(script, places, words_read(state))
    second = _head(script, places, others, "Y")
    length = max(head.L, second.L)
    script.array("order", np.array(order_of(state), dtype=np.int64), tr("who stands where"))
    if head.block:
        _give_block(script, state, length)
    if head.adds and not head.block:
        _give_positions(script, places, length, head.d)
    if not head.identity:
        _give_weights(script, places, head)
    if places.scheme == "rotary":
        _give_turn(script, places, length, head.h)
    if places.scheme in ("alibi", "t5"):
        _give_bias(script, places, length, causal=False, name="bias")
        if places.scheme == "t5" and state.causal:
            _give_bias(script, places, length, causal=True, name="back")
    if not (head.any_known and second.any_known):
        silence(script, tr("no word has a vector"))
    script.give(*_head_function(places, head, scaled=state.scale))
    script.give(
        "def pooled(out):",
        "    return np.nansum(out, axis=0) / max(1, (~np.isnan(out[:, 0])).sum())",
        "def largest(*differences):",
        "    return [np.nan_to_num(abs(a)).max(initial=0.0) for a in differences]",
    )
    settings = ["(0, 0)", "(0, 0)", "(1, 0)", "(0, 1)"]
    if state.scheme != "none" and state.causal:
        settings.append("(1, 1)")
    script.step(
        "result = []",
        f"for how in [{', '.join(settings)}]:  # " + tr("with positions, with a causal mask"),
        "    (out, A), (new, B) = head(X, *how), head(X[order], *how)",
        "    pools = pooled(new) - pooled(out)",
        "    result += [largest(new - out[order], B - A[order][:, order], pools)]",
        "texts = [pooled(head(X, i, 0)[0]) - pooled(head(Y, i, 0)[0]) for i in (0, 1)]",
        "result += [[np.nan, np.nan, *largest(difference)] for difference in texts]",
    )
    return script


def _head_function(state: State, head: _Head, *, scaled: bool) -> list[str]:
    """Lines of a function of words, of whether there are positions, and a causal mask."""
    lines = ["def head(X, places, causal):  # " + tr("outputs and weights"), "    n = len(X)"]
    factor = f" * np.sqrt({head.d})" if scaled else ""
    if head.block:
        lines += [
            f"    Z = X{factor}",
            "    if places:",
            "        S = X + P[:n] + T",
            "        Z = S - S.mean(axis=1, keepdims=True)",
            "        Z = Z / np.sqrt(S.var(axis=1, keepdims=True) + epsilon) * weight + bias",
        ]
    elif head.adds:
        lines.append(f"    Z = X{factor} + places * P[:n]")
    else:
        lines.append(f"    Z = X{factor}")
    lines.append(f"    Q, K, V = {'Z, Z, Z' if head.identity else 'Z @ WQ, Z @ WK, Z @ WV'}")
    if state.scheme == "rotary":
        lines.append("    Q, K = turned(Q, places), turned(K, places)")
    bias = ""
    if state.scheme in ("alibi", "t5"):
        both = state.scheme == "t5" and state.causal
        bias = (
            " + places * (back if causal else bias)[:n, :n]"
            if both
            else (" + places * bias[:n, :n]")
        )
    return [
        *lines,
        "    seen = ~np.isnan(X).any(axis=1) & (np.tri(n, dtype=bool) if causal else True)",
        f"    S = np.where(seen, Q @ K.T / {head.root}{bias}, -np.inf)",
        "    A = np.exp(S - S.max(axis=1, keepdims=True, initial=-np.inf))",
        "    A = A / A.sum(axis=1, keepdims=True)",
        "    return A @ np.nan_to_num(V), A",
    ]

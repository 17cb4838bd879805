"""The positional table and what is seen in it, in a few lines of numpy."""

from __future__ import annotations

from posviz.model.positional.sinusoidal import dimension_of, pair_count
from posviz.model.positional.weights import read_pair
from posviz.panels import bug_zoo_content, similarity_content
from posviz.panels.show_numpy.script import (
    BFLOAT16,
    Script,
    encoding,
    number,
    positions_text,
    silence,
    stored,
    tr,
)
from posviz.state import State

_LARGEST_HALF = 65_519
"""The largest whole number that float16 does not make infinite."""


def _speeds(state: State) -> str:
    return f"{number(state.base)} ** (-2 * np.arange({pair_count(state.width)}) / {state.width})"


def formula(state: State) -> Script:
    """Sine and cosine of one pair."""
    script = Script("formula")
    script.step(
        f"p, pair, d = {state.position}, {state.pair}, {state.width}",
        f"angle = p * {number(state.base)} ** (-2 * pair / d)",
    )
    if dimension_of(state.pair, state.width, cosine=True) is None:
        script.step("result = np.array([np.sin(angle), np.nan])  # " + tr("a lone sine"))
    else:
        script.step("result = np.array([np.sin(angle), np.cos(angle)])")
    return script


def positional_table(state: State) -> Script:
    """The table, or the block of it that is asked for."""
    script = Script("positional_table")
    rows, columns = state.block
    script.step(
        *encoding("result", positions_text(rows), state.width, state.base, state.layout, columns)
    )
    return script


def waves(state: State) -> Script:
    """The sine of some pairs at every position."""
    script = Script("waves")
    pairs = sorted({state.pair, *state.pairs})
    script.step(
        f"pair = np.array({pairs})",
        f"w = {number(state.base)} ** (-2 * pair / {state.width})  # " + tr("radians per position"),
        f"result = np.sin(np.outer(np.arange({state.length}), w))",
    )
    return script


def clocks(state: State) -> Script:
    """All hands at one position."""
    script, d = Script("clocks"), state.width
    script.step(
        f"pair = np.arange({pair_count(d)})",
        f"w = {number(state.base)} ** (-2 * pair / {d})  # " + tr("radians per position"),
        f"angle = {state.position} * w",
        "sine, cosine = np.sin(angle), np.cos(angle)",
    )
    if d % 2:
        script.step("cosine[-1] = np.nan  # " + tr("a lone sine has none"))
    script.step(
        f"turns = {state.length - 1} * w / (2 * np.pi)  # " + tr("within the table"),
        "result = np.column_stack([pair, w, 2 * np.pi / w, angle, sine, cosine, turns])",
    )
    return script


def shift(state: State) -> Script:
    """M_k, a turn of every pair."""
    script, d, k, p = Script("shift"), state.width, state.shift, state.position
    pairs = pair_count(d)
    pair, sine = ("c // 2", "c % 2 == 0")
    if state.layout == "halves":
        pair, sine = f"c % {pairs}", f"c < {pairs}"
    script.step(
        f"c = np.arange({d})  # " + tr("dimensions"),
        f"pair, sines = {pair}, {sine}",
        f"w = {number(state.base)} ** (-2 * pair / {d})",
        f"before, after = (np.where(sines, np.sin(p * w), np.cos(p * w)) for p in ({p}, {p + k}))",
        f"across = np.where(sines, np.cos({p} * w), -np.sin({p} * w))  # "
        + tr("the other of the pair"),
    )
    if d % 2:
        lone = dimension_of(d // 2, d, state.layout, cosine=False)
        script.step(f"across[{lone}] = 0  # " + tr("a lone sine"))
    script.step(
        f"moved = np.cos({k} * w) * before + np.sin({k} * w) * across",
        f"result = np.column_stack([c, pair, {k} * w, np.cos({k} * w), np.sin({k} * w), "
        "before, moved, after])",
    )
    return script


def similarity(state: State) -> Script:
    """The dot products of one row with all."""
    script, d = Script("similarity"), state.width
    similar = similarity_content.similarity_of(state)
    p = positions_text(range(state.length))
    if state.weights == "turned":
        p += f" + {similar.turn}"
    script.step(*encoding("PE", f"np.append({p}, {state.position})", d, state.base, "interleaved"))
    q, keys = "PE[-1]", "PE[:-1]"
    if state.weights == "typed":
        for name, matrix in zip(("WQ", "WK"), read_pair(similar.typed, d), strict=True):
            script.array(name, matrix)
        q, keys = f"{q} @ WQ", f"({keys} @ WK)"
    elif similar.is_random:
        second = int(state.weights == "separate")
        script.give(
            f"WQ, WK = (np.random.default_rng(({state.seed}, i)).normal(0, 1 / np.sqrt({d}), "
            f"({d}, {similar.head_size})) for i in (0, {second}))"
        )
        q, keys = f"{q} @ WQ", f"({keys} @ WK)"
    elif state.weights == "turned" and d % 2:
        own = f"np.sin(np.arange({state.length}) * {number(state.base)} ** (-({d - 1}) / {d}))"
        script.step(f"PE[:-1, -1] = {own}  # " + tr("the lone sine is not turned"))
    script.step(f"q = {q}", f"result = {keys} @ q / {number(similar.scale)}")
    return script


def collisions(state: State) -> Script:
    """The nearest rows, and how many become equal when they are rounded."""
    script, L, d = Script("collisions"), state.length, state.width
    kept = state.number_format
    if kept == "bfloat16":
        script.give(*BFLOAT16)
    if kept == "float16" and L > _LARGEST_HALF:
        silence(script, tr("float16 has no such position"))
    script.give(f"p = np.arange({L})")
    script.step(*encoding("PE", "p", d, state.base, "interleaved"))
    if d == 1:
        script.step("nearest = np.sort(np.diff(np.sort(PE[:, 0])))[:5]")
    elif d % 2:
        script.step(
            "pairs = 4 * (np.sin(angle[:, :-1:2] / 2) ** 2).sum(axis=1)  # "
            + tr("of an offset, squared"),
            "least = [pairs[o] + ((PE[o:, -1] - PE[:-o, -1]) ** 2).min() for o in p[1:]]",
            "nearest = np.sqrt(np.sort(least))[:5]",
        )
    else:
        script.step(
            "nearest = np.sort(2 * np.sqrt((np.sin(angle[1:, ::2] / 2) ** 2).sum(axis=1)))[:5]"
        )
    script.step(
        f"equal = [len(a) - len(np.unique({stored('a', kept)} + 0.0, axis=0)) for a in (p, PE)]",
        "result = np.append(nearest, np.zeros(sum(min(12, n) for n in equal)))  # "
        + tr("distances"),
    )
    return script


def layouts(state: State) -> Script:
    """One row in three orders of columns."""
    script, d, base = Script("layouts"), state.width, number(state.base)
    p, pairs = state.position, d // 2
    last = f"where(c == {d - 1}, {d - 1}, " if d % 2 else ""
    order = f"pair + {pairs} * (c % 2)"
    script.step(
        f"c = np.arange({d})",
        f"pair, halves = c // 2, c // 2 + {pair_count(d)} * (c % 2)",
        f"tensor = np.{last}{order})" if last else f"tensor = {order}",
        f"w, t = {base} ** (-2 * pair / {d}), {base} ** (-pair / {max(pairs - 1, 1)})",
        f"paper, timing = (np.where(c % 2, np.cos({p} * v), np.sin({p} * v)) for v in (w, t))",
        "sines_first = np.append(paper[::2], paper[1::2])[halves]",
    )
    if d % 2:
        script.step("timing[-1] = 0  # " + tr("a column of zeros"))
    script.step("result = np.column_stack([c, halves, tensor, paper, sines_first, timing])")
    return script


def bug_zoo(state: State) -> Script:
    """The right table and the wrong one."""
    script, d, base = Script("bug_zoo"), state.width, number(state.base)
    n = bug_zoo_content.rows_of(state)
    script.step(*encoding("right", f"np.arange({n})", d, state.base, "interleaved"))
    pairs = pair_count(d)
    exponents = {
        "doubled": f"2 * c / {d}",
        "own": f"c / {d}",
        "integer": f"2 * (c // 2) // {d}",
        "ladder": f"(c // 2) / {pairs - 1}",
    }
    if state.bug == "ladder" and pairs == 1:
        script.step("wrong = np.full_like(right, np.nan)  # 0 / 0")
    elif state.bug in exponents:
        script.step(
            f"angle = np.outer(np.arange({n}), {base} ** -({exponents[state.bug]}))",
            "wrong = np.where(c % 2 == 0, np.sin(angle), np.cos(angle))",
        )
    elif state.bug == "halves":
        script.step("wrong = np.hstack([right[:, ::2], right[:, 1::2]])")
    elif state.bug == "batch":
        script.step(f"wrong = np.tile(right[0], ({n}, 1))  # " + tr("the row of position 0"))
    elif state.bug == "odd":
        script.step("wrong = right.copy()")
        if d % 2:
            script.step("wrong[:, -1] = 0  # " + tr("never filled"))
    elif state.bug in ("float16", "bfloat16"):
        if state.bug == "bfloat16":
            script.give(*BFLOAT16)
        elif n > _LARGEST_HALF:
            silence(script, tr("float16 has no such position"))
        script.step(
            f"p = {stored(f'np.arange({n})', state.bug)}.astype(float)",
            f"angle = np.outer(p, {base} ** (-2 * (c // 2) / {d}))",
            "wrong = np.where(c % 2 == 0, np.sin(angle), np.cos(angle))",
        )
    else:
        script.step("wrong = right")
    script.step("result = np.stack([right, wrong])")
    return script

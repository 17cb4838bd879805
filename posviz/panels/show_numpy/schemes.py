"""The schemes of positions side by side in a few lines of numpy."""

from __future__ import annotations

from posviz.model.positional import alibi, t5_bias
from posviz.model.positional.learned import minilm_positions
from posviz.panels.schemes_content import schemes_content
from posviz.panels.show_numpy.script import Script, number, tr
from posviz.state import State


def _give_speeds(script: Script, state: State) -> None:
    """Say how fast the rotary pairs turn, stretched or not: w as trained, v in use."""
    h, base, s = state.head_width, number(state.base), number(state.extension_factor)
    script.give(f"w = {base} ** (-2 * np.arange({h // 2}) / {h})  # " + tr("radians per position"))
    if state.extension == "none" or state.extension_factor == 1:
        script.give("v = w")
    elif state.extension == "interpolation":
        script.give(f"v = w / {s}")
    elif state.extension == "ntk":
        script.give(
            f"v = ({base} * {s} ** ({h} / ({h} - 2))) ** (-2 * np.arange({h // 2}) / {h})"
            if h > 2
            else "v = w"
        )
    else:
        script.give(
            f"kept = ((w * {state.trained_length} / (2 * np.pi) - 1) / 31).clip(0, 1)",
            f"v = (1 - kept) * w / {s} + kept * w",
        )


def schemes(state: State) -> Script:
    """What a file of the panel holds for the scheme that is selected."""
    script = Script("schemes")
    rows = minilm_positions().matrix
    if state.scheme == "rotary":
        L = state.trained_length
        _give_speeds(script, state)
        script.step(
            f"trained = w * {L} / (2 * np.pi)  # " + tr("turns"),
            f"longer = v * {L} * {number(state.extension_factor)} / (2 * np.pi)",
            "result = np.column_stack([v, trained, longer, trained >= 1])",
        )
        return script
    script.array("P", rows, tr("the learned positions"))
    if state.scheme == "learned":
        script.step(
            "length = np.linalg.norm(P, axis=1, keepdims=True)",
            "cosine = (P / length) @ (P / length).T",
            "result = np.hstack([length, P, cosine])",
        )
        return script
    _give_speeds(script, state)
    offsets, count = schemes_content(state).offsets, 2 * state.trained_length
    shown = f"np.arange({count})"
    if len(offsets) < count:
        shown = f"np.arange({len(offsets)}) * {count - 1} // {len(offsets) - 1}"
    script.array("slope", alibi.slopes(state.heads), tr("ALiBi's slope of each head"))
    exact = t5_bias.BUCKETS // 2
    edges = t5_bias._edges(exact, t5_bias.FARTHEST, t5_bias.BUCKETS - exact)
    script.array("edges", edges, tr("least distance of T5's buckets that grow"))
    pairs = state.width // 2
    sines = "np.full(len(m), np.nan)"
    if pairs:
        sines = (
            f"np.cos(np.outer(m, {number(state.base)} ** (-2 * np.arange({pairs}) / "
            f"{state.width}))).mean(axis=1)"
        )
    script.give(f"m = {shown}  # " + tr("offsets"))
    script.step(
        f"sines = {sines}",
        "U = P / np.linalg.norm(P, axis=1, keepdims=True)",
        "C = U @ U.T",
        f"learned = [np.diag(C, o).mean() if o < {len(rows)} else np.nan for o in m]",
        "turn = np.outer(m, v)",
        f'bucket = np.where(m < {exact}, m, {exact - 1} + np.searchsorted(edges, m, "right"))',
        "rows = [m, 0 * m, 1 / (m + 1), sines, learned, np.cos(turn).mean(1), "
        "-np.sin(turn).mean(1)]",
        "result = np.vstack([*rows, -np.outer(slope, m), bucket]).T",
    )
    return script

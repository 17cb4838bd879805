"""What the schemes panel says, in words."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.model.notation import counted, grouped, plain, shape_text, signed, significant
from posviz.model.positional import SchemeName
from posviz.model.positional.learned import minilm_positions
from posviz.model.positional.rotary import rotate
from posviz.model.positional.scaling import attention_factor, ntk_base
from posviz.model.positional.schemes import SCHEMES
from posviz.model.positional.t5_bias import BUCKETS
from posviz.panels.schemes_content import LearnedRows, Schemes


def tr(text: str) -> str:
    """Translate a text of the panel."""
    return QCoreApplication.translate("SchemesPanel", text)


def title(name: SchemeName) -> str:
    """Name of a scheme."""
    return tr("None") if name == "none" else tr(SCHEMES[name].title)


def parameters(content: Schemes, name: SchemeName) -> str:
    """How many learned numbers a scheme has, short."""
    count = content.parameters_of(name)
    if count == 1:
        return tr("1 parameter")
    return tr("{count} parameters").format(count=grouped(count))


def place(name: SchemeName) -> str:
    """Where a scheme enters, in two or three words."""
    return {
        "none": tr("nothing is added"),
        "sinusoidal": tr("added to x"),
        "learned": tr("added to x"),
        "rotary": tr("turns q and k"),
        "alibi": tr("lowers the scores"),
        "t5": tr("added to the scores"),
    }[name]


def tag(name: SchemeName) -> str:
    """What enters at the marked stage."""
    return {
        "none": tr("nothing enters; only a causal mask tells order"),
        "sinusoidal": tr("+ p, computed"),
        "learned": tr("+ p, a row that was trained"),
        "rotary": tr("each pair turned by position × its speed"),
        "alibi": tr("− slope of the head × distance"),
        "t5": tr("+ one learned number for the bucket of the offset"),
    }[name]


def line_names(content: Schemes, name: SchemeName) -> tuple[str, ...]:
    """Names of the lines of a scheme, as many as it has."""
    if name == "alibi":
        heads = range(1, content.sizes.heads + 1)
        return tuple(tr("head {head}").format(head=grouped(head)) for head in heads)
    return {
        "none": (tr("term in the score"), tr("weight of the first token, masked")),
        "sinusoidal": (tr("cosine of rows p and p + offset"),),
        "learned": (tr("mean cosine of two rows"),),
        "rotary": (tr("q = k"), tr("q a quarter turn ahead of k")),
        "t5": (tr("bucket"),),
    }[name]


def what_the_line_is(content: Schemes) -> str:
    """Explain the picture of the selected scheme."""
    texts = {
        "none": tr(
            "Without a mask attention cannot tell one order of the words from another. A causal "
            "mask shows position p only p + 1 tokens: where all scores are equal, the first "
            "token gets the weight 1/(p + 1), which tells p."
        ),
        "sinusoidal": tr(
            "The cosine of two rows depends on their offset alone, and is the same to both sides: "
            "distance, no direction. It does not fall steadily."
        ),
        "learned": tr(
            "The mean over all pairs of rows that are this far apart, in all-MiniLM-L6-v2. "
            "Nothing made training choose waves, yet neighbours came out alike."
        ),
        "rotary": tr(
            "q · k / (|q| |k|) after turning, for two plain choices of q and k. Equal ones score "
            "as sinusoidal rows of that width do; with q turned ahead the score changes its sign "
            "with the offset, so direction can be told."
        ),
        "alibi": tr(
            "What is added to the score before softmax: a straight line for each head, steep "
            "for heads that look nearby, flat for those that look far. −16 makes a weight about "
            "9 million times smaller."
        ),
        "t5": tr(
            "The bucket of a key that stands so far before the query, in the decoder. Offsets "
            "0 to 15 have one each, the others share. The encoder keeps half of the buckets for "
            "each side. The number in a bucket is learned, one for each head, so no height is "
            "drawn."
        ),
    }
    text = texts[content.name]
    if content.name == "alibi" and content.sizes.heads > 4:
        heads = grouped(content.sizes.heads)
        text += " " + tr("Four of the {heads} heads are drawn.").format(heads=heads)
    if content.name == "sinusoidal" and content.sizes.width % 2:
        text += " " + tr("The lone last sine of an odd width is left out here.")
    if content.step > 1:
        step = grouped(round(content.step))
        text += " " + tr("Drawn for about one offset in {step}.").format(step=step)
    return text


def facts(content: Schemes) -> tuple[str, ...]:
    """Parameters, where it enters, what happens past the training length, source."""
    return (
        tr("**Parameters** · {text}").format(text=_about_parameters(content)),
        tr("**Enters** · {text}").format(text=_about_place(content.name)),
        tr("**Past L_max** · {text}").format(text=_beyond(content)),
        tr("**Source** · {text}").format(text=tr(content.scheme.source)),
    )


def _about_parameters(content: Schemes) -> str:
    name, heads = content.name, grouped(content.sizes.heads)
    if name == "learned":
        shipped = minilm_positions()
        shape = shape_text((shipped.length, shipped.width))
        return tr("L_max × d: {shape} = {count} in all-MiniLM-L6-v2.").format(
            shape=shape, count=grouped(content.parameters_of(name))
        )
    if name == "t5":
        return tr(
            "buckets × heads: {buckets} × {heads} = {count} in the encoder and as many in the "
            "decoder, shared by their layers."
        ).format(buckets=BUCKETS, heads=heads, count=grouped(content.parameters_of(name)))
    if name == "alibi":
        slopes = -content.lines_of("alibi")[:, 1] / content.offsets[1]
        if len(slopes) == 1:
            return tr("0. The slope of the head is fixed: {slope}.").format(
                slope=significant(float(slopes[0]), 3)
            )
        return tr("0. The slopes of the {heads} heads are fixed: {steep} to {flat}.").format(
            heads=heads,
            steep=significant(float(slopes.max()), 3),
            flat=significant(float(slopes.min()), 3),
        )
    if name == "rotary":
        return tr("0. The speeds are fixed by head width {width} and base {base}.").format(
            width=grouped(content.sizes.head_width), base=significant(content.sizes.base, 3)
        )
    if name == "sinusoidal":
        return tr("0. The rows are computed from position, d and base.")
    return tr("0.")


def _about_place(name: SchemeName) -> str:
    return {
        "none": tr("nowhere."),
        "sinusoidal": tr("once, at the input: the paper has √d · x + p."),
        "learned": tr("once, at the input: x + p, in BERT and GPT-1 to 3."),
        "rotary": tr("in every layer, on q and k; x, v and all lengths stay as they are."),
        "alibi": tr("in every layer, on the scores; x, q, k and v stay as they are."),
        "t5": tr("in every layer, on the scores; x, q, k and v stay as they are."),
    }[name]


def _beyond(content: Schemes) -> str:
    last = grouped(content.trained_length(content.name))
    if content.name == "rotary":
        assert content.turning is not None
        count = content.turning.unfinished
        return tr(
            "defined, but {count} of {pairs} never {finish} a turn in {length} positions and "
            "{meet} angles there that training never showed."
        ).format(
            count=grouped(count),
            pairs=counted(len(content.turning.trained), "pair"),
            finish=tr("finishes") if count == 1 else tr("finish"),
            meet=tr("meets") if count == 1 else tr("meet"),
            length=last,
        )
    return {
        "none": tr("nothing is undefined; how well it works there is an open question."),
        "sinusoidal": tr(
            "defined for any position. The paper hopes that it “may” reach longer texts; "
            "measured, it hardly does (Press et al. 2021, figure 1)."
        ),
        "learned": tr("there is no row {last}: to look it up is an error, not a bad guess.").format(
            last=last
        ),
        "alibi": tr(
            "the same straight lines. Trained on short texts, its models kept their perplexity "
            "on longer ones (Press et al. 2021, figure 1)."
        ),
        "t5": tr("all distances from 113 on share the last bucket: far is far."),
    }[content.name]


def about_learned(rows: LearnedRows) -> str:
    """What the four pictures of the learned rows show."""
    return tr(
        "The values look like noise; the cosines show bands, and the two main directions of rows "
        "1 to 511 ({share} % of the variance) a ring: training found waves of its own. **Row 0 is "
        "special**: it has the length {first}, the others {low} to {high}."
    ).format(
        share=plain(100 * rows.explained, 0),
        first=plain(float(rows.norms[0]), 2),
        low=plain(float(rows.norms[1:].min()), 2),
        high=plain(float(rows.norms[1:].max()), 2),
    )


def rotary_check(content: Schemes) -> str:
    """Show with numbers that the score depends on m − n only, and both pairings on one vector."""
    width, base, speeds = content.sizes.head_width, content.sizes.base, content.sizes.rotary_speeds
    q, k = np.cos(np.arange(width)), np.sin(np.arange(width))

    def score(m: int, n: int) -> str:
        turned = rotate([q, k], [m, n], base, speeds=speeds)
        return signed(float(turned[0] @ turned[1] / np.linalg.norm(q) / np.linalg.norm(k)), 6)

    return tr(
        "**Only m − n counts**: one q and one k at positions (12, 0) score {near}, at (1012, "
        "1000) {far}, at (0, 12) {back}."
    ).format(near=score(12, 0), far=score(1012, 1000), back=score(0, 12))


def pairings() -> str:
    """Turn (1, 2, 3, 4) to position 1 in both pairings."""

    def shown(pairing: str) -> str:
        turned = rotate([[1, 2, 3, 4]], [1], pairing=pairing)[0]  # type: ignore[arg-type]
        return "(" + ", ".join(plain(value, 4) for value in turned.tolist()) + ")"

    return tr(
        "**Two pairings**: (1, 2, 3, 4) at position 1 with base 10 000 becomes {interleaved} where "
        "neighbours are a pair (paper, GPT-J), and {halves} where k and k + d/2 are (GPT-NeoX, "
        "Llama in transformers). Both have the length √30; a fixed order of the dimensions turns "
        "one into the other."
    ).format(interleaved=shown("interleaved"), halves=shown("halves"))


def extension_text(content: Schemes) -> str:
    """What the extension does to the pairs."""
    sizes, turning = content.sizes, content.turning
    assert turning is not None
    factor = f"{sizes.factor:.2f}".rstrip("0").rstrip(".")
    longer = grouped(round(sizes.trained_length * sizes.factor))
    text = {
        "none": tr("**No extension**: every pair keeps its speed."),
        "interpolation": tr(
            "**Position interpolation** divides all speeds by {factor} (Chen et al. 2023). Fast "
            "pairs then tell neighbours apart less well."
        ),
        "ntk": tr(
            "**NTK-aware** scaling raises the base from {base} to {raised} (bloc97 2023): the "
            "fastest pair stays, the slowest is divided by {factor}."
        ),
        "yarn": tr(
            "**YaRN** divides the pairs with less than 1 turn by {factor}, leaves those with "
            "more than 32, mixes between, and multiplies q and k by {attention}, which "
            "the line above leaves out (Peng et al. 2023)."
        ),
    }[sizes.extension]
    raised = ntk_base(sizes.base, sizes.factor, sizes.head_width) if sizes.head_width > 2 else None
    text = text.format(
        factor=factor,
        base=significant(sizes.base, 5),
        raised=significant(sizes.base if raised is None else raised, 5),
        attention=plain(attention_factor(sizes.factor), 3),
    )
    rest = tr(
        "In a text of {longer} positions **{unseen}** of the {unfinished} that never "
        "finished a turn in training {meet} angles beyond it."
    ).format(
        longer=longer,
        unseen=grouped(turning.unseen),
        unfinished=counted(turning.unfinished, "pair"),
        meet=tr("meets") if turning.unseen == 1 else tr("meet"),
    )
    return f"{text} {rest}"

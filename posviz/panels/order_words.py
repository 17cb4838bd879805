"""The sentences of the order panel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from posviz.model.notation import grouped, inserted, plain, signed, significant
from posviz.model.positional import SchemeName
from posviz.panels.order_content import Case, CaseName, Order, Verdict
from posviz.widgets.note import literal
from posviz.widgets.table_view import Cell, Column

_MOST_NAMED = 5


def tr(text: str) -> str:
    """Translate a text of the panel."""
    return QCoreApplication.translate("OrderPanel", text)


def help_text() -> str:
    """What the panel shows and how it is used."""
    return tr(
        "One head of attention reads the sentence twice: in its own order, and with the words "
        "moved. Positions stay where they are: position 0 is the first place, whichever word "
        "stands there. W_Q, W_K and W_V are drawn from the seed, or left out. "
        "√d counts where it is switched on in Fusion; dropout does not, as it would drop other "
        "numbers each time.\n\n"
        "A function f of the rows X is **equivariant** under a permutation P if f(P X) = P f(X): "
        "each output moves with its word and stays as it was. Then the weights become P A Pᵀ. It "
        "is **invariant** if f(P X) = f(X). Attention without positions and without a mask is "
        "equivariant, since a sum over all keys does not depend on their order (Lee et al. 2019, "
        "Set Transformer, section 3). The mean of its outputs, the pooled output, is invariant: "
        "a mean does not depend on order either. “Permutation-invariant” is often said of "
        "attention itself; that is not so.\n\n"
        "The verdict is computed, not told: both passes in 64-bit numbers, and the largest "
        "difference. Up to 10⁻⁹ of the largest number compared it is rounding. One difference "
        "proves that order matters; no difference in one example proves nothing, so the line "
        "says no more than that. A causal mask alone shows the order, as the first word sees "
        "itself only and the last one sees all (Haviv et al. 2022).\n\n"
        "**Move words**: drag one in the lower row; or select with the left and right keys, and "
        "move with Ctrl or Alt and these keys. Ctrl and click in the lower row lets that word "
        "and the selected one change places. **Shuffle** gives another order at each press, "
        "**Swap two** lets the selected word and the next one change places, **Reset** goes "
        "back. Of a long sentence the words around the selected one are shown; the wheel shows "
        "others.\n\n"
        "Point at a weight, or reach it with the arrow keys: the same two words light up in all "
        "three pictures. The arrow keys read outputs and verdict too. A word without a "
        "vector is no key and has no output."
    )


def size_of(difference: float) -> str:
    """Write a difference: "1.1 × 10⁻¹⁶"; zero only where there is none at all."""
    return tr("exactly 0") if difference == 0 else significant(difference, 2)


def _whole(difference: float) -> str:
    """Write a difference for a sentence: it stays on one line."""
    return size_of(difference).replace(" ", "\u00a0")


def scheme_text(scheme: SchemeName) -> str:
    """Name of a scheme's positions."""
    return {
        "none": tr("no positions"),
        "sinusoidal": tr("sinusoidal positions"),
        "learned": tr("learned positions"),
        "rotary": tr("RoPE"),
        "alibi": tr("ALiBi"),
        "t5": tr("T5 bias"),
    }[scheme]


def settings_text(scheme: SchemeName, *, causal: bool) -> str:
    """Positions and mask: "no positions, no mask"."""
    if not causal:
        return tr("no positions, no mask") if scheme == "none" else scheme_text(scheme)
    if scheme == "none":
        return tr("causal mask alone")
    return tr("{scheme} and causal mask").format(scheme=scheme_text(scheme))


def case_text(case: Case) -> str:
    """What a line of the verdict compares."""
    if case.name == "pooled":
        return tr("the same, pooled")
    if case.name == "texts":
        return tr("two sentences, pooled")
    if case.name == "texts placed":
        return tr("the same, {scheme}").format(scheme=scheme_text(case.scheme))
    return settings_text(case.scheme, causal=case.causal)


def verdict_text(verdict: Verdict) -> str:
    """The verdict in a word or two."""
    return {
        "equivariant": tr("equivariant"),
        "invariant": tr("invariant"),
        "order matters": tr("order matters"),
        "no difference": tr("no difference"),
        "not moved": tr("not moved yet"),
        "same text": tr("reads the same"),
        "other words": tr("other words"),
        "no vector": tr("no vector"),
    }[verdict]


def difference_text(case: Case) -> str:
    """The largest difference of a line, or a dash where nothing was compared."""
    return "–" if case.verdict in ("not moved", "no vector") else size_of(case.difference)


def verdict_table(content: Order) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...], int]:
    """Columns and rows of the verdict, and which row is the program's present setting."""
    columns = (
        Column(tr("Case")),
        Column(tr("Largest difference"), "number", "1.1 × 10⁻¹⁶"),
        Column(tr("Verdict"), widest=tr("order matters")),
    )
    rows = tuple(
        (Cell(case_text(case)), Cell(difference_text(case)), Cell(verdict_text(case.verdict)))
        for case in content.cases
    )
    return columns, rows, next((k for k, case in enumerate(content.cases) if case.now), -1)


def found(content: Order) -> str:
    """What the present settings do to this move."""
    if not any(content.known):
        return tr("No word of this sentence has a vector, so there is nothing to send through.")
    if len(content.tokens) < 2:
        return tr("One word has no order. **Edit text…** takes a longer sentence.")
    if content.all_alike or content.reads_the_same:
        return _no_order(content)
    if not content.is_moved:
        return tr("Nothing has moved yet. Press **Shuffle**, or drag a word of the lower row.")
    case = next(case for case in content.cases if case.now)
    if case.verdict == "order matters":
        worst = int(np.nanargmax(content.by_word))
        return tr(
            "**Order matters** with {settings}: outputs differ by up to **{size}**, most that "
            "of **{word}**."
        ).format(
            settings=settings_text(case.scheme, causal=case.causal),
            size=_whole(case.outputs),
            word=literal(content.tokens[worst]),
        )
    if case.verdict == "equivariant":
        return tr(
            "**Equivariant**: each output moved with its word; largest difference **{size}**."
        ).format(size=_whole(case.outputs))
    if case.scheme == "alibi":
        return tr(
            "**No difference**: ALiBi counts distance, not direction, and this move leaves each "
            "two words as far apart as they were. Move one word alone."
        )
    return tr("**No difference** for this move. That proves nothing: try another one.")


def _no_order(content: Order) -> str:
    """What a move of equal words cannot tell."""
    if content.all_alike:
        text = tr(
            "**All {count} words are the same**: every order reads alike, so no order can be told."
        ).format(count=grouped(len(content.tokens)))
    else:
        text = tr(
            "**Only equal words changed places**: the sentence reads as before, so there is no "
            "other order to tell."
        )
    if not content.is_moved or content.test.equivariant:
        return text
    size = _whole(content.test.outputs)
    return text + " " + tr("Outputs differ by up to **{size}** between places.").format(size=size)


def weights_text(content: Order) -> str:
    """How the weights after the move compare with those moved along."""
    if not content.is_moved or not any(content.known):
        return ""
    size = _whole(content.test.weights)
    if content.same_weights:
        text = tr("A′ is P\u00a0A\u00a0Pᵀ: largest difference {size}.")
    else:
        text = tr("A′ is not P\u00a0A\u00a0Pᵀ: largest difference **{size}**.")
    if len(content.shown) < len(content.tokens):
        text += " " + tr("Weights of {shown} of {count} words are shown; all are compared.").format(
            shown=len(content.shown), count=grouped(len(content.tokens))
        )
    return text.format(size=size)


def caution(content: Order) -> str:
    """The words that are often mixed up, and how the verdict is judged."""
    return tr(
        "You may have read “permutation-invariant”: that holds only of the pooled output. "
        "Differences up to 10⁻⁹ of the largest number compared count as rounding."
    ) + (
        " "
        + tr("The head reads the first {count} tokens.").format(count=grouped(len(content.tokens)))
        if len(content.tokens) < content.total
        else ""
    )


def about_texts(content: Order) -> str:
    """What keeps the two sentences from being compared; nothing if they are."""
    if not content.other_tokens:
        return tr("Type a second sentence: the same words in another order.")
    if content.only_first or content.only_other:
        parts = [tr("The second sentence has other words, and differs for that reason alone.")]
        if content.only_first:
            parts.append(
                tr("The first has more of: {words}").format(words=_listed(content.only_first))
            )
        if content.only_other:
            parts.append(
                tr("The second has more of: {words}").format(words=_listed(content.only_other))
            )
        return " ".join(parts)
    if content.case("texts").verdict == "not moved" and not content.all_alike:
        return tr("The second sentence is the first. Put its words in another order.")
    return ""


def _listed(words: Sequence[str]) -> str:
    named = ", ".join(f"**{literal(word, 20)}**" for word in words[:_MOST_NAMED])
    return f"{named}, …" if len(words) > _MOST_NAMED else f"{named}."


def word_text(content: Order, word: int) -> str:
    """Where a word went and what became of its output, for the status bar."""
    name = inserted(content.tokens[word])
    if not content.known[word]:
        return tr("{word}: no vector, so no output").format(word=name)
    place = content.order.index(word)
    size = size_of(float(content.by_word[word]))
    return tr("{word}: place {before} → {after}, output differs by {size}").format(
        word=name, before=word, after=place, size=size
    )


def output_text(content: Order, word: int, dimension: int) -> str:
    """One number of an output before and after."""
    first = float(content.test.original.out[word, dimension])
    second = float(content.moved_outputs[word, dimension])
    return tr("{word}, output {dimension}: {before} before, {after} after the move").format(
        word=inserted(content.tokens[word]),
        dimension=dimension,
        before=signed(first, 6),
        after=signed(second, 6),
    )


def weight_text(content: Order, query: int, key: int) -> str:
    """The weight that one word gives to another before and after."""
    where = content.order.index
    before = float(content.test.original.A[query, key])
    after = float(content.test.moved.A[where(query), where(key)])
    return tr("{query} gives {key} the weight {before} before, {after} after the move").format(
        query=inserted(content.tokens[query]),
        key=inserted(content.tokens[key]),
        before=plain(before, 6),
        after=plain(after, 6),
    )


def by_word_texts(content: Order) -> tuple[str, ...]:
    """How far the two outputs of each word are apart, (L,); nothing where it has none."""
    if not content.is_moved:
        return ("",) * len(content.tokens)
    return tuple("" if value != value else size_of(value) for value in content.by_word.tolist())


def spoken_case(case: Case) -> str:
    """A line of the verdict, for the status bar and a screen reader."""
    return f"{case_text(case)}: {difference_text(case)}, {verdict_text(case.verdict)}"


def spoken_cases(content: Order) -> str:
    """The verdict for a screen reader."""
    return "; ".join(map(spoken_case, content.cases))


CASE_NAMES: dict[CaseName, str] = {
    "bare": "no positions, no mask",
    "pooled": "no positions, no mask, pooled",
    "positions": "positions",
    "causal": "causal mask alone",
    "both": "positions and causal mask",
    "texts": "two sentences, pooled",
    "texts placed": "two sentences, pooled, positions",
}
"""What a file of numbers calls the lines, in every language."""

"""What the pipeline panel says: names of its objects, what each is, and what it is not."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from posviz.model.attention import Part
from posviz.model.notation import counted, grouped, plain, shape_text
from posviz.model.positional.schemes import SCHEMES
from posviz.panels.pipeline_content import SQUARE, WEIGHTS, Object, Pipeline, levels_of
from posviz.widgets.matrix_source import MatrixTable
from posviz.widgets.note import literal

_WIDE = frozenset({"X", "P", "T", "Z"})


def tr(text: str) -> str:
    """Translate a text of the panel."""
    return QCoreApplication.translate("PipelinePanel", text)


def scheme_title(content: Pipeline) -> str:
    """Name of the scheme."""
    return QCoreApplication.translate("SchemesPanel", SCHEMES[content.scheme].title)


def symbol(content: Pipeline, node: Object) -> str:
    """Short name in the picture."""
    fixed = {
        "text": tr("text"),
        "tokens": tr("tokens"),
        "ids": tr("ids"),
        "X": "√d X" if content.scaled else "X",
        "T": tr("token type"),
        "WQ": "W_Q",
        "WK": "W_K",
        "WV": "W_V",
        "QR": tr("Q turned"),
        "KR": tr("K turned"),
        "bias": tr("bias"),
        "scores": tr("scores"),
    }
    return fixed.get(node, node)


def full_name(content: Pipeline, node: Object) -> str:
    """Heading of the detail: the symbol and what it stands for."""
    said = {
        "text": tr("the sentence"),
        "tokens": tr("the pieces of the text"),
        "ids": tr("the rows of E to read"),
        "E": tr("the embedding table"),
        "X": tr("word vectors"),
        "P": tr("rows of positions"),
        "T": tr("the same row for every token"),
        "Z": tr("what the head reads"),
        "WQ": tr("the map to queries"),
        "WK": tr("the map to keys"),
        "WV": tr("the map to values"),
        "Q": tr("queries"),
        "K": tr("keys"),
        "V": tr("values"),
        "QR": tr("queries at their positions"),
        "KR": tr("keys at their positions"),
        "bias": tr("what the scheme adds to the scores"),
        "scores": tr("how well each query fits each key"),
        "A": tr("the weights of attention"),
        "out": tr("the output of the head"),
    }[node]
    return (
        f"**{symbol(content, node).replace('_', chr(92) + '_')}** · {said}{_shape(content, node)}"
    )


def _shape(content: Pipeline, node: Object) -> str:
    if node == "E":
        return f" · {shape_text((content.embeddings.size, content.d))}"
    if node in ("text", "tokens", "ids"):
        return ""
    matrix = content.matrix(node)
    return "" if matrix is None else f" · {shape_text(matrix.shape)}"


def not_this(content: Pipeline, node: Object) -> str:
    """What an object is not, in a line."""
    return {
        "text": tr("Not what the model reads: it never sees a letter."),
        "tokens": tr("Not numbers yet, and not always words."),
        "ids": tr("Not positions: an id says which word, wherever it stands. Not quantities."),
        "E": tr("Not computed from the word: learned, and read by id. It knows no position."),
        "X": tr("Not yet in order: the same word has the same row at every place."),
        "P": tr("Not ids, not rows of E, not Q, K or V: added to x before the three maps."),
        "T": tr("Not a position: one row for all tokens of a text, learned with E and P."),
        "Z": tr("Not q, k or v: all three are made from it, each by its own map.")
        if content.found.P is not None
        else tr("Not changed by position: here the scheme enters later, and Z = X."),
        "WQ": tr("Not made for one sentence or one position: the same for every row of Z."),
        "WK": tr("Not W_Q turned round: a map of its own, with its own numbers.").replace(
            "_", "\\_"
        ),
        "WV": tr("Not used for the scores: it only says what is passed on."),
        "Q": tr("Not a position and not a word alone: what a token looks for."),
        "K": tr("Not what is passed on: what a token is found by."),
        "V": tr("Not part of the scores: what is passed on, by the weights A."),
        "QR": tr("Not longer or shorter than q: turned. Positions enter here, not in Z."),
        "KR": tr("Not longer or shorter than k: turned. V is left as it is."),
        "bias": tr("Not a vector and not added to x: one number for each two positions."),
        "scores": tr("Not probabilities: any size and sign. Softmax comes next."),
        "A": tr("Not learned: computed anew for each sentence. Each row adds up to 1."),
        "out": tr("Not one of the rows of V: a mean of them, weighted by a row of A."),
    }[node]


def key_note(content: Pipeline, node: Object) -> str:
    """Which row is dashed; empty where the key is no other word, or the object has no keys."""
    key = content.key
    if node not in ("K", "KR", "V") or key == content.position or not 0 <= key < content.L:
        return ""
    return tr("Dashed in the picture: the selected key, {word} ({position}).").format(
        word=literal(content.words[key], 16), position=grouped(key)
    )


def level_note(content: Pipeline, node: Object) -> str:
    """Where the colours of the weights end in a long sentence; empty where that is 1."""
    level = levels_of(content.found, "A")[1]
    if node != "A" or level == 1:
        return ""
    return tr("Nearly all are small here, so the colours end at {level}.").format(
        level=plain(level, 4)
    )


def panel_of(content: Pipeline, node: Object) -> str:
    """Id of the panel that explains an object."""
    scheme = "positional_table" if content.scheme == "sinusoidal" else "schemes"
    return {
        "text": "tokeniser",
        "tokens": "tokens",
        "ids": "tokens",
        "E": "vectors",
        "X": "scale" if content.scaled else "vectors",
        "P": scheme,
        "T": "fusion",
        "Z": "scale" if content.dropped else "fusion",
        "QR": "schemes",
        "KR": "schemes",
        "bias": "schemes",
    }.get(node, "attention")


def missing(content: Pipeline, part: Part) -> str:
    """Why this scheme has no such matrix, and which one to look at."""
    what = {
        "P": tr("{scheme} adds nothing to X, so there is no P: Z = X."),
        "T": tr(
            "{scheme} has no token types here: only BERT's block, table minilm with scheme "
            "learned, has."
        ),
        "QR": tr("{scheme} turns no query: only RoPE (scheme rotary) does."),
        "KR": tr("{scheme} turns no key: only RoPE (scheme rotary) does."),
        "bias": tr("{scheme} adds nothing to the scores: only ALiBi and T5 do."),
    }[part]
    return what.format(scheme=scheme_title(content))


def table_of(content: Pipeline, part: Part) -> MatrixTable | None:
    """A matrix as the heat map shows it; None where there is none, or no row."""
    matrix = content.matrix(part)
    if matrix is None or not matrix.size:
        return None
    low, high = levels_of(content.found, part)
    name = symbol(content, part)
    if part in WEIGHTS:
        return MatrixTable(name, matrix, (low, high), tr("dimension of z"), tr("column of W"))
    labels = content.labels
    if part in SQUARE:
        return MatrixTable(name, matrix, (low, high), tr("query"), tr("key"), labels, labels)
    across = tr("dimension") if part in _WIDE else tr("dimension of the head")
    return MatrixTable(name, matrix, (low, high), tr("token"), across, labels)


def heading(content: Pipeline) -> str:
    """Title with the sizes."""
    return tr("Pipeline · L = {L}, d = {d}, h = {h} · {scheme}").format(
        L=grouped(content.L),
        d=grouped(content.d),
        h=grouped(content.h),
        scheme=scheme_title(content),
    )


def opening(content: Pipeline) -> str:
    """What to know about the whole picture; empty where nothing is special."""
    said = []
    if not content.L:
        said.append(tr("The sentence is empty: **Edit text…** takes one."))
    if content.length > content.L:
        said.append(
            tr("The head reads the first {read} of {length} tokens.").format(
                read=grouped(content.L), length=grouped(content.length)
            )
        )
    lacking = content.L - len(_known(content))
    if lacking:
        said.append(
            tr("{count} of {tokens} without a vector: hidden from every query.").format(
                count=grouped(lacking), tokens=counted(content.L, "token")
            )
        )
    return " ".join(said)


def _known(content: Pipeline) -> list[float]:
    return [z for z in content.found.Z[:, 0].tolist() if not math.isnan(z)]


def hint() -> str:
    """What to do while the selected number lies outside the matrix."""
    return tr("Choose a number, or point at one, to read where it comes from.")


def help_text() -> str:
    """Help of the panel, in Markdown."""
    return tr(
        "The whole way of a sentence into one head of attention, computed for the words at hand. "
        "Each small picture is a matrix in its own colours, its shape below; each arrow says what "
        "is done. Where a scheme does not add at the input the picture shows where it enters "
        "instead: RoPE turns Q and K, ALiBi and T5 add a bias to the scores, and Z = X. With the "
        "trained table and learned positions it is BERT's own block, LayerNorm(E + P + token "
        "type).\n\n"
        "Click a node, or walk with the arrow keys and press Return, to see it large. Point at "
        "any number, in the picture or below, to read where it comes from; the rows and columns "
        "it is made of light up. Clicking a row selects its position; among queries and keys, "
        "both: its row is outlined wherever the word goes, that of the key is dashed in K and V. "
        "A double click, or the button, opens the panel that explains the object.\n\n"
        "W_Q, W_K and W_V are random, of variance 1/d; the seed says which. **q = k = v = z** "
        "leaves them out. Dropout is shown as in training, at a rate of 0.1.\n\n"
        "A file holds the selected matrix, or the one named after --part: X, P, T, Z, WQ, WK, WV, "
        "Q, K, V, QR, KR, bias, scores, A or out. A score that the mask hides is −inf in both "
        "formats; what belongs to a word without a vector is NaN in an array and empty in a table."
    ).replace("W_", "W\\_")

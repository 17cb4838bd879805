"""What the tokeniser panel says, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from posviz.model.byte_pairs import whole_characters
from posviz.model.notation import grouped, inserted, plain
from posviz.model.pieces import Form
from posviz.model.spelling import hex_text, visible
from posviz.panels.tokeniser_content import Tokeniser
from posviz.widgets.note import literal

_MOST_BYTES = 16


def tr(text: str) -> str:
    """Translate a text of the panel."""
    return QCoreApplication.translate("TokeniserPanel", text)


def counts(content: Tokeniser) -> str:
    """How long the text is, in each unit."""
    pieces = content.pieces
    if not len(pieces):
        return tr(
            "There is nothing to cut. Type a sentence in the bar above: it appears here in "
            "pieces, with the id of each. Try an emoji, or another script."
        )
    characters, length = len(pieces.text), len(pieces)
    parts = [
        _characters(characters),
        _bytes(byte_count(content)),
        (tr("**L = {length}** token") if length == 1 else tr("**L = {length}** tokens")).format(
            length=grouped(length)
        ),
        tr("**|V| = {size}**").format(size=grouped(content.size)),
    ]
    if content.history is not None:
        each = plain(byte_count(content) / length, 1)
        parts.append(tr("{each} bytes a token").format(each=each))
    else:
        parts.append(tr("{each} characters a token").format(each=plain(characters / length, 1)))
    if content.unknown:
        parts.append(tr("{count} unknown").format(count=grouped(content.unknown)))
    if content.bare.any():
        bare = grouped(int(content.bare.sum()))
        parts.append(tr("{count} without a vector").format(count=bare))
    return " · ".join(map(unbroken, parts))


def _characters(n: int) -> str:
    text = tr("**{count}** character") if n == 1 else tr("**{count}** characters")
    return text.format(count=grouped(n))


def _bytes(n: int) -> str:
    text = tr("**{count}** byte") if n == 1 else tr("**{count}** bytes")
    return text.format(count=grouped(n))


def unbroken(text: str) -> str:
    """Keep |V| = 15 and L = 3 from being parted at the end of a line."""
    return text.replace("|V| = ", "|\u2060V|\u00a0=\u00a0").replace("L = ", "L\u00a0=\u00a0")


def byte_count(content: Tokeniser) -> int:
    """How many bytes the text has in UTF-8."""
    if content.history is not None:
        return len(content.history.bytes)
    return len(whole_characters(content.pieces.text).encode())


def readout(content: Tokeniser, index: int) -> str:
    """Token, id, offsets and bytes in a line."""
    form = content.pieces.form_of(index)
    start, end = content.pieces.span(index)
    id_ = tr("no id") if form.id is None else tr("id {id}").format(id=grouped(form.id))
    if end - start == 1:
        place = tr("character {start}").format(start=grouped(start))
    else:
        place = tr("characters {start} to {last}").format(
            start=grouped(start), last=grouped(end - 1)
        )
    values = _hex(content.pieces.bytes_of(index))
    line = tr("{token} → {id} · {place} · bytes {values}")
    return line.format(token=inserted(form.token), id=id_, place=place, values=values)


def about_piece(content: Tokeniser, index: int) -> str:
    """What there is to know about a piece."""
    if index < 0:
        return tr("Click a piece, or use the arrow keys.") if len(content.pieces) else ""
    form = content.pieces.form_of(index)
    name = literal(form.token)
    parts = []
    if form.id is None:
        parts.append(
            tr("**{token}** is not in this vocabulary: no id, and no row of E.").format(token=name)
        )
    else:
        line = tr("**{token}** → id **{id}** · bytes {values}.")
        values = _hex(content.pieces.bytes_of(index))
        parts.append(line.format(token=name, id=grouped(form.id), values=values))
    if content.own and content.bare[index : index + 1].any():
        parts.append(tr("The vocabulary knows it, but no vector ships for it."))
    if content.rule == "bpe":
        parts += _about_bytes(content, form, index)
    elif content.rule == "wordpiece":
        parts += _about_word_piece(content, form, index)
    return " ".join(parts)


def _about_word_piece(content: Tokeniser, form: Form, index: int) -> list[str]:
    source = content.pieces.read_from(index)
    if form.token == "[UNK]":
        return [
            tr(
                "It stands for **{word}**, which cannot be put together from known pieces; what "
                "was written there is lost."
            ).format(word=literal(visible(source)))
        ]
    parts = []
    if form.token.startswith("##") and source != "##":
        parts.append(tr("## says that the piece goes on inside a word."))
    if form.token.removeprefix("##") != source and form.token != source:
        parts.append(
            tr("It was read from **{source}**: this vocabulary has no capitals or accents.").format(
                source=literal(visible(source))
            )
        )
    return parts


def _about_bytes(content: Tokeniser, form: Form, index: int) -> list[str]:
    assert form.bytes is not None
    assert form.id is not None
    parts = []
    if form.id >= 256:
        parts.append(tr("Merge {number} makes it.").format(number=grouped(form.id - 255)))
    source = content.pieces.read_from(index)
    whole = whole_characters(source).encode()
    if len(whole) > len(form.bytes) and len(source) == 1:
        parts.append(
            tr("It is a part of **{character}**, which is {count} bytes: {values}.").format(
                character=literal(visible(source)), count=len(whole), values=_hex(whole)
            )
        )
    signs = []
    if b" " in form.bytes:
        signs.append(tr("Ġ is how GPT-2 writes a space"))
    if b"\n" in form.bytes:
        signs.append(tr("Ċ is how it writes a line end"))
    if any(byte >= 0x80 for byte in form.bytes):
        signs.append(tr("GPT-2 writes each byte as one sign, so a letter beyond ASCII looks odd"))
    if signs:
        parts.append("; ".join(signs) + ".")
    return parts


def about_rule(content: Tokeniser) -> str:
    """What the way of cutting is good and bad at."""
    if not len(content.pieces):
        return ""
    if content.rule == "words":
        return tr(
            "One token a word. A word that the vocabulary lacks has no id, however long the "
            "list is; cut into pieces or bytes it would have some."
        )
    if content.rule == "wordpiece":
        return tr(
            "A word that the vocabulary lacks is cut into the longest pieces that it has, from "
            "the left. Spaces belong to no token."
        )
    return tr(
        "|V| is 256 bytes and one token a merge, and any beginning of the list of merges is a "
        "tokeniser. With none, every byte is a token: most emoji take four or more. **The mark "
        "at |V| = 37 000** is the size of the vocabulary in Vaswani et al. 2017 (section 5.1), "
        "learned from English and German together. This list is GPT-2’s, another one, where "
        "that size takes 36 744 merges."
    )


def help_text() -> str:
    """How the panel is used."""
    return tr(
        "The text, the pieces it is cut into, and the id of each: the whole input of a model. "
        "**Cut by** chooses the rule; *as the table* is what the other panels use. Plates of "
        "two shades belong to one word, the next word has two others; · is a space, ⏎ a line "
        "end, and ‹F0 9F› are bytes that make no whole character. A dashed plate has no id, or "
        "no vector. Click a piece, or use the arrow keys; its word is selected everywhere.\n\n"
        "With byte pairs the curve shows how many tokens the text takes for each number of "
        "merges. Drag on it, use the arrow keys, Page Up and Page Down for the marks, Home and "
        "End, or type a number. Its scale is one of square roots, so that the first merges "
        "have room. Below, the merges of the selected word in their order; click one to use "
        "the merges up to it. A merge joins the pair that stands first in the list, wherever "
        "in the word it is. GPT-2 itself adds one token, which marks the end of a text.\n\n"
        "Sources: Sennrich et al. 2016; Wu et al. 2016; Radford et al. 2019, section 2.2."
    )


def _hex(values: bytes) -> str:
    return hex_text(values[:_MOST_BYTES]) + (" …" if len(values) > _MOST_BYTES else "")

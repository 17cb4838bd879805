"""The sentences under the map."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from posviz.model.neighbour_list import pieces_of
from posviz.model.notation import grouped
from posviz.panels.map_content import MapContent
from posviz.widgets.note import join_pieces, literal

_NAMED = 8


def _tr(text: str) -> str:
    return QCoreApplication.translate("MapPanel", text)


def about_map(content: MapContent) -> str:
    """Say what the map gets wrong about the selected word, or why it has no place on it."""
    parts = [_about_missing(content)]
    if content.of == "words" and not content.chosen:
        parts.append(_tr("Type the words for the map, separated by commas."))
    elif content.row < 0 and (len(content.word_map.ids) or content.of == "neighbours"):
        parts.append(_about_no_place(content))
    elif content.row >= 0 and not content.nearest_on_map:
        parts.append(_tr("One token alone has no neighbours to be compared with."))
    elif content.row >= 0:
        parts.append(_about_loss(content))
    return " ".join(filter(None, parts))


def all_dimensions(width: int) -> str:
    """Say that nothing is left out: "all 384 dimensions"."""
    if width == 1:
        return _tr("the one dimension")
    return _tr("all {d} dimensions").format(d=grouped(width))


def _about_missing(content: MapContent) -> str:
    """Say which words are not on the map, and what the table makes of them."""
    parts, lacking = [], []
    for word in content.missing[:_NAMED]:
        pieces = pieces_of(content.table, word)
        if pieces in ((), (word,)):
            lacking.append(f"**{literal(word)}**")
            continue
        if len(pieces) > 1:
            text = _tr("**{word}** is not one token of this table but {count}: {pieces}.")
        else:
            text = _tr("**{word}** is not in this vocabulary as typed. Try {pieces}.")
        parts.append(text.format(word=literal(word), count=len(pieces), pieces=join_pieces(pieces)))
    if lacking:
        text = _tr("Not on the map, since this table has no vector for it: {words}.")
        parts.append(text.format(words=", ".join(lacking)))
    more = len(content.missing) - _NAMED
    if more > 0:
        text = _tr("And 1 more is not") if more == 1 else _tr("And {count} more are not")
        parts.append(_tr("{more} on the map.").format(more=text.format(count=grouped(more))))
    return " ".join(parts)


def _about_no_place(content: MapContent) -> str:
    token = literal(content.token)
    if content.id < 0:
        return _tr(
            "**{token}** is not in this vocabulary. It has no vector, so it has no place on "
            "the map."
        ).format(token=token)
    if content.ranking is None:
        return _tr(
            "This table has no vector for **{token}**, so it has no place on the map."
        ).format(token=token)
    return _tr("**{token}** is not on this map. Click a word to select it.").format(token=token)


def _about_loss(content: MapContent) -> str:
    """Say what number the nearest on the map is in truth, and the other way round."""
    vocabulary = content.table.vocabulary
    first = content.nearest_on_map[0]
    how = {
        "cosine": _tr("by cosine"),
        "dot": _tr("by dot product"),
        "euclid": _tr("by distance"),
    }[content.metric]
    words = {
        "token": literal(content.token),
        "near": literal(vocabulary.token_of(first.id)),
        "how": how,
        "dimensions": all_dimensions(content.word_map.width),
        "rank": grouped(first.true),
        "size": grouped(0 if content.ranking is None else content.ranking.size),
    }
    if first.true == 0:
        return _tr(
            "On this map the nearest to **{token}** is **{near}**; {how} over "
            "{dimensions} it has no number, as one of the two is a zero vector."
        ).format(**words)
    if first.true == 1:
        return _tr(
            "On this map the nearest to **{token}** is **{near}**, and it is so {how} over "
            "{dimensions} too."
        ).format(**words)
    text = _tr(
        "On this map the nearest to **{token}** is **{near}**; {how} over {dimensions} "
        "it is number **{rank}** of {size}."
    ).format(**words)
    if content.neighbours and content.neighbours[0].on_map:
        best = content.neighbours[0]
        text += " " + _tr("**{near}**, the nearest there, is number **{rank}** here.").format(
            near=literal(vocabulary.token_of(best.id)), rank=grouped(best.on_map)
        )
    return text

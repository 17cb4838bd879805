"""What the similarity panel says about the matrix, in numbers that were computed."""

from __future__ import annotations

from posviz.model.notation import (
    counted,
    grouped,
    plain,
    plural,
    shape_text,
    signed_whole,
    significant,
)
from posviz.model.positional.similarity import Rise
from posviz.panels.similarity_content import Similarities
from posviz.panels.similarity_source import tr

_ROUNDING = 1e-9


def found_text(content: Similarities) -> str:
    """Say what the matrix depends on, in numbers that were computed."""
    similarity = content.similarity
    if similarity.length == 1:
        return tr("One position alone has nothing to be compared with. Choose a larger L.")
    spread, positions, offsets = content.spread
    compared = tr("compared at {positions} and {offsets}").format(
        positions=counted(positions, "position"), offsets=counted(offsets, "offset")
    )
    differ = _small(spread)
    if similarity.weights == "same":
        return tr(
            "**One random matrix for both** (variance 1/d, h = {h}): values along a diagonal now "
            "differ by up to {spread} ({compared}), so the offset alone no longer decides. Cells "
            "(i, j) and (j, i) stay equal."
        ).format(h=grouped(similarity.head_size), spread=differ, compared=compared)
    if similarity.weights == "separate":
        return tr(
            "**Two random matrices** (variance 1/d, h = {h}) break the pattern: values along a "
            "diagonal differ by up to {spread} ({compared}), and left and right of offset 0 by up "
            "to {mirror}."
        ).format(
            h=grouped(similarity.head_size),
            spread=differ,
            compared=compared,
            mirror=significant(content.asymmetry, 2),
        )
    if similarity.weights == "typed":
        return _typed_text(content, differ, compared)
    if spread < _ROUNDING:
        first = tr(
            "**Only the offset counts:** along a diagonal values differ by {spread} at most "
            "({compared})."
        )
    else:
        first = tr(
            "**Nearly only the offset counts:** d is odd, its last column a lone sine, so along a "
            "diagonal values differ by up to {spread} ({compared})."
        )
    first = first.format(spread=differ, compared=compared)
    if similarity.weights == "turned":
        second = tr(
            "**Direction:** W_K turns each pair as a step of {turn} {unit} does, so the peak "
            "moves to offset {peak}. Offsets and their negatives differ by up to {mirror}."
        ).format(
            turn=signed_whole(similarity.turn),
            unit=plural(abs(similarity.turn), "position"),
            peak=signed_whole(-similarity.turn),
            mirror=significant(content.asymmetry, 2),
        )
        return f"{first} {second}"
    return f"{first} {_direction_text(content)} {_rise_text(content.rise)}"


def _typed_text(content: Similarities, differ: str, compared: str) -> str:
    """Say what typed matrices make of the pattern."""
    scale = content.similarity.reach  # how large rounding may be
    if content.spread[0] < _ROUNDING * scale:
        first = tr(
            "**Only the offset counts:** along a diagonal values differ by {spread} at most "
            "({compared})."
        )
    else:
        first = tr(
            "**The offset alone does not decide:** along a diagonal values differ by up to "
            "{spread} ({compared})."
        )
    if content.asymmetry < _ROUNDING * scale:
        second = tr(
            "**No direction** in this row: an offset and its negative differ by {mirror} at most."
        )
    else:
        second = tr(
            "**Direction:** in this row an offset and its negative differ by up to {mirror}."
        )
    size = shape_text((content.similarity.width, content.similarity.head_size))
    return " ".join(
        (
            tr("Typed W_Q and W_K, each {size}.").format(size=size),
            first.format(spread=differ, compared=compared),
            second.format(mirror=_small(content.asymmetry)),
        )
    )


def _direction_text(content: Similarities) -> str:
    if content.asymmetry == 0:
        text = tr("**No direction:** an offset and its negative give the same value, up to {last}.")
    else:
        text = tr(
            "**No direction:** an offset and its negative differ by {mirror} at most, up to {last}."
        )
    return text.format(mirror=significant(content.asymmetry, 2), last=grouped(content.mirrored))


def _rise_text(rise: Rise) -> str:
    if rise.offset is not None:
        # As many decimals as it takes to see the rise.
        decimals = next(
            n for n in range(4, 17) if plain(rise.before, n) != plain(rise.after, n) or n == 16
        )
        return tr(
            "**Not monotone:** it first rises at offset {offset}, from {before} to {after}."
        ).format(
            offset=grouped(rise.offset),
            before=plain(rise.before, decimals),
            after=plain(rise.after, decimals),
        )
    return tr("Up to offset {last} it only falls.").format(last=grouped(rise.looked_at))


def _small(value: float) -> str:
    return significant(value, 2) if value else "0"

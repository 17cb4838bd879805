"""What the collisions panel says about the nearest and the equal rows."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from posviz.model.notation import grouped, significant
from posviz.model.number_formats import rounded
from posviz.panels.collision_content import Collisions


def tr(text: str) -> str:
    """Translate a text of the collisions panel."""
    return QCoreApplication.translate("CollisionsPanel", text)


def distance_text(distance: float) -> str:
    """Return a distance to four digits; 0 is exact."""
    return significant(distance, 4) if distance else "0"


def found_text(content: Collisions) -> str:
    """Say which rows are nearest, and which are equal after rounding."""
    if not content.closest.pairs:
        return tr("One position alone has nothing to collide with. Choose a larger L.")
    texts = (_nearest_text, _value_text, _position_text, _angle_text)
    return "\n\n".join(text for make in texts if (text := make(content)))


def _nearest_text(content: Collisions) -> str:
    pair = content.nearest[0]
    if content.closest.anywhere:
        text = tr(
            "**Before rounding** the nearest rows are {distance} apart: offset {offset}, such as "
            "positions {first} and {second}. Two rows are typically {typical} apart (root mean "
            "square of all pairs)."
        )
    else:
        text = tr(
            "**Before rounding** the nearest rows are {distance} apart: positions {first} and "
            "{second}. Two rows are typically {typical} apart (root mean square of all pairs)."
        )
    if not content.closest.proven:
        text += " " + tr("The search was cut short: others may be nearer.")
    return text.format(
        distance=distance_text(pair.distance),
        offset=grouped(pair.offset),
        first=grouped(pair.first),
        second=grouped(pair.second),
        typical=distance_text(content.typical),
    )


def _value_text(content: Collisions) -> str:
    equal, nearest = content.by_value, content.closest_rounded
    if content.number_format == "float64":
        text = tr("**Values in float64** are what is computed here: no rows are equal.")
        if equal.count:
            text = tr(
                "**Values in float64** are what is computed here: {rows} an earlier one, "
                "first {second}, which equals {first}."
            )
    elif equal.count and not equal.proven:
        text = tr(
            "**Values rounded to {format}:** at most {rows} an earlier one; the search "
            "was cut short before all columns were compared."
        )
    elif equal.count:
        text = tr(
            "**Values rounded to {format}:** {some} an earlier one; the "
            "first is {second}, which equals {first}."
        )
    elif nearest.pair is None and nearest.low == 0:
        text = tr(
            "**Values rounded to {format}:** no rows are equal; the nearest are at most {high} "
            "apart."
        )
    elif nearest.pair is None:
        text = tr(
            "**Values rounded to {format}:** no rows are equal; the nearest are {low} to {high} "
            "apart."
        )
    else:
        text = tr("**Values rounded to {format}:** no rows are equal; the nearest are {low} apart.")
    first, second = equal.pairs[0] if equal.pairs else (0, 0)
    one = equal.count == 1
    rows = tr("1 row equals") if one else tr("{count} rows equal")
    some = tr("1 of {length} rows equals") if one else tr("{count} of {length} rows equal")
    return text.format(
        format=content.number_format,
        rows=rows.format(count=grouped(equal.count)),
        some=some.format(count=grouped(equal.count), length=grouped(content.length)),
        first=grouped(first),
        second=grouped(second),
        low=distance_text(nearest.low),
        high=distance_text(nearest.high),
    )


def _position_text(content: Collisions) -> str:
    equal = content.by_position
    if not equal.count and content.infinite is None:
        text = tr(
            "**Position rounded to {format} before the angle is computed:** {stay} different."
        )
    else:
        text = tr(
            "**Position rounded to {format} before the angle is computed:** {count} of {length} "
            "positions {fall} on an earlier one; {first} and {second} both become {value}."
        )
    if content.infinite is not None:
        text += " " + tr("From {infinite} on they are infinite and have no sine at all.")
    first, second = equal.pairs[0] if equal.pairs else (0, 0)
    stay = (
        tr("the one position stays") if content.length == 1 else tr("all {length} positions stay")
    )
    value = float(rounded([second], content.number_format)[0])
    return text.format(
        format=content.number_format,
        count=grouped(equal.count),
        length=grouped(content.length),
        stay=stay.format(length=grouped(content.length)),
        fall=tr("falls") if equal.count == 1 else tr("fall"),
        first=grouped(first),
        second=grouped(second),
        value=grouped(int(value)) if value < float("inf") else "∞",
        infinite=grouped(content.infinite or 0),
    )


def _angle_text(content: Collisions) -> str:
    """Say how far off the last row is where the angle itself has few digits."""
    angle = content.angle
    if content.number_format == "float64":
        return ""
    if math.isnan(angle.error):
        text = tr(
            "**Angle p·w computed in {format}:** at position {position} that of pair {pair} is "
            "infinite and has no sine."
        )
    elif angle.error == 0:
        text = tr(
            "**Angle p·w computed in {format}:** at position {position} every value is right."
        )
    else:
        text = tr(
            "**Angle p·w computed in {format}:** at position {position} a value is off by up to "
            "{error} (pair {pair})."
        )
    return text.format(
        format=content.number_format,
        position=grouped(angle.position),
        pair=grouped(angle.pair),
        error=significant(angle.error, 2),
    )


def others_text(content: Collisions) -> str:
    """Say how near rows come with fewer dimensions, and with a low base."""
    if not content.others:
        return ""
    named = []
    for other in content.others:
        if other.width != content.width:
            name = tr("d = {d}: {distance}")
        else:
            name = tr("base {base}: {distance}")
        named.append(
            name.format(
                d=grouped(other.width),
                base=significant(other.base, 2),
                distance=distance_text(other.distance),
            )
        )
    return tr(
        "With few dimensions or a low base positions come nearer. Nearest of these {length} "
        "before rounding, with all else the same: {list}."
    ).format(length=grouped(content.length), list="; ".join(named))

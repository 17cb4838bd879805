"""Commands that show: pictures and numbers, panels, screens of the lesson, tokens."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from posviz import tables
from posviz.commands.asking import Parser, Refusal, prepare_screen, size_of
from posviz.model.notation import shortened
from posviz.state import State
from posviz.state_fields import FIELDS, parse_assignment

if TYPE_CHECKING:
    from PySide6.QtCore import QSize

    from posviz.model.tokenizers import Tokenizer
    from posviz.panels.output import Style
    from posviz.widgets.theme import ThemeName


_LINE_BREAKS = {ord(c): repr(c)[1:-1] for c in "\t\n\r\v\f\x85\u2028\u2029"}


def picture_command(given: list[str]) -> int:
    """Write a panel's picture or numbers."""
    parser = Parser(
        prog="posviz picture",
        description="Write what a panel shows: a picture (png, svg, pdf) or its numbers "
        "(csv, npy). Of the positional table that is the block of the fields first, rows, "
        "first_dimension and columns: all of it, if they are not set.",
    )
    parser.add_argument("panel", help="a panel id, see “posviz panels”")
    parser.add_argument("--set", dest="values", action="append", default=[], metavar="FIELD=VALUE")
    parser.add_argument(
        "--part",
        metavar="NAME",
        help="which matrix the panel pipeline shows, the same as --set part",
    )
    parser.add_argument("--theme", default="light", metavar="dark|light")
    parser.add_argument("--size", default="1200x800", metavar="WxH")
    parser.add_argument(
        "--scale", default="2", metavar="1|2|3|4", help="how much finer a png is than its size"
    )
    parser.add_argument("--background", default="theme", metavar="theme|white|transparent")
    parser.add_argument(
        "--no-legend", action="store_true", help="leave out what explains colours and lines"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    parser.add_argument(
        "-y", "--yes", action="store_true", help="write a large file of numbers without asking"
    )
    parser.add_argument(
        "--numpy",
        action="store_true",
        help="print a few lines of numpy that give the numbers instead; with -o NAME.py write "
        "them, and beside them the numbers they load",
    )
    asked = parser.parse_args(given)
    if asked.output is None and not asked.numpy:
        raise Refusal("say where to write it: -o FILE.")
    values = [*asked.values, *([] if asked.part is None else [f"part={asked.part}"])]
    state = State().with_changes(**dict(map(parse_assignment, values)))
    size = size_of(asked.size)
    prepare_screen(needs_window=False)

    from posviz import picture
    from posviz.export import ExportError
    from posviz.widgets.theme import theme_name

    if asked.part is not None:
        _check_part(asked.panel)
    try:
        name = theme_name(asked.theme)
    except ValueError as error:
        raise Refusal(str(error)) from None
    try:
        if asked.numpy:
            picture.show_numpy(asked.panel, state, asked.output, agreed=asked.yes)
        else:
            style = _style(size, name, asked.background, asked.scale, legend=not asked.no_legend)
            picture.write(asked.panel, state, asked.output, style, agreed=asked.yes)
    except ExportError as error:
        raise Refusal(str(error)) from None
    _tell_reports(state)
    return 0


def _style(size: QSize, name: ThemeName, background: str, scale: str, *, legend: bool) -> Style:
    """Return how the picture is made, or refuse."""
    from posviz.panels.output import BACKGROUNDS, LARGEST_SCALE, Style
    from posviz.widgets.theme import LOOKS

    found = next((known for known in BACKGROUNDS if known == background), None)
    if found is None:
        raise Refusal(f"--background {background}: give {', '.join(BACKGROUNDS)}.")
    if found == "white" and LOOKS[name].dark:
        raise Refusal("the text of the dark theme cannot be read on white. Give --theme light.")
    if scale not in map(str, range(1, LARGEST_SCALE + 1)):
        raise Refusal(f"--scale {scale}: give a whole number from 1 to {LARGEST_SCALE}.")
    return Style(size, LOOKS[name], found, legend, float(scale))


def _check_part(panel_id: str) -> None:
    """Refuse --part for a panel that shows no single matrix."""
    from posviz.panels import all_panels

    panels = {panel.id: panel for panel in all_panels()}
    if panel_id in panels and "part" not in panels[panel_id].uses:
        with_part = [name for name, panel in panels.items() if "part" in panel.uses]
        raise Refusal(
            f"the panel “{panel_id}” has no parts. Leave --part out, or ask for "
            f"{' or '.join(with_part)}."
        )


def _tell_reports(state: State) -> None:
    """Say on standard error what was left out of the user's tables, and what else to know."""
    for source in state.sources:
        if not source.shipped:
            for line in tables.table(source).report:
                print(f"posviz: “{shortened(source.title)}”: {line}", file=sys.stderr)


def panels_command(given: list[str]) -> int:
    """List the panels and the fields of State."""
    Parser(prog="posviz panels", description="List panel ids and State fields.").parse_args(given)
    prepare_screen(needs_window=False)
    from posviz.panels import all_panels

    defaults = State().to_dict()
    print("Panels:")
    for panel in all_panels():
        print(f"  {panel.id:<18}{panel.title()}")
    print("\nFields for --set, with their default and allowed values:")
    for name, field in FIELDS.items():
        default = defaults[name]
        if isinstance(default, bool):
            shown = str(default).lower()
        elif isinstance(default, list):
            shown = ",".join(map(str, default))
        else:
            shown = f"{default:g}" if isinstance(default, float) else str(default)
        print(f"  {name:<18}{shown:<20}{field.allowed}")
    return 0


def tour_command(given: list[str]) -> int:
    """Render each step of the lesson."""
    parser = Parser(prog="posviz tour", description="Render each screen of the lesson as a PNG.")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--theme", default="dark", metavar="dark|light")
    parser.add_argument("--size", default="1600x1000", metavar="WxH")
    asked = parser.parse_args(given)
    size = size_of(asked.size)
    prepare_screen(needs_window=False)

    from posviz.tour import TourError, render_tour
    from posviz.widgets.theme import theme_name

    try:
        for path in render_tour(asked.output, size, theme_name(asked.theme)):
            print(path)
    except (TourError, ValueError) as error:
        raise Refusal(str(error)) from None
    return 0


def tokenize_command(given: list[str]) -> int:
    """Cut a text into tokens."""
    parser = Parser(
        prog="posviz tokenize",
        description="Cut a text into tokens and print one a line: id, tab, token. A word outside "
        "a vocabulary of whole words has “-” for an id.",
    )
    parser.add_argument(
        "text", nargs="*", help="the text; without it, standard input less its last line end"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--table", help="a table's name, or a file (default minilm)")
    how.add_argument("--bpe", metavar="N", help="the first N of GPT-2's 50 000 byte-pair merges")
    asked = parser.parse_args(given)
    text = " ".join(asked.text)
    if not asked.text:
        data: bytes = sys.stdin.buffer.read()
        text = data.decode("utf-8", "replace").removesuffix("\n").removesuffix("\r")
    for piece in _tokenizer(asked.table, asked.bpe).tokenize(text):
        id_ = "-" if piece.id is None else piece.id
        print(f"{id_}\t{piece.text.translate(_LINE_BREAKS)}")
    return 0


def _tokenizer(name: str | None, merges: str | None) -> Tokenizer:
    from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges

    if merges is None:
        state = State().with_changes(table=name or "minilm")
        _tell_reports(state)
        return state.embeddings.tokenizer
    count = parse_assignment(f"merges={merges}")[1]
    return BytePairEncoding(gpt2_merges(), State().with_changes(merges=count).merges)

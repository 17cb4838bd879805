"""The formula panel: what is put in, what comes out, and that both agree."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from posviz.export import write_numbers
from posviz.model.positional.sinusoidal import is_cosine, pair_of
from posviz.panels.formula import FormulaPanel, lines
from posviz.session import Session
from posviz.state import State
from posviz.state_fields import MAX_LENGTH
from posviz.widgets.formula_view import FormulaView
from posviz.widgets.note import Note
from posviz.widgets.number_box import NumberBox

ORACLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "positional_oracle.json").read_text(encoding="utf-8")
)
Make = Callable[..., FormulaPanel]


def state_at(position: int, pair: int, **changes: Any) -> State:
    return (
        State()
        .with_changes(length=max(64, position + 1), **changes)
        .with_changes(position=position, pair=pair)
    )


def texts(state: State) -> list[str]:
    return [line.text for line in lines(FormulaPanel.content(state))]


def latex(state: State) -> list[str]:
    return [" ".join(line.parts) for line in lines(FormulaPanel.content(state))]


def note(panel: FormulaPanel) -> str:
    found = panel.findChild(Note)
    assert isinstance(found, Note)
    return found.text


# --- values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cases", "layout"), [("sinusoidal", "interleaved"), ("halves_layout", "halves")]
)
def test_values_agree_with_60_digit_arithmetic(cases: str, layout: Any) -> None:
    checked = 0
    for case in ORACLE[cases]:
        if case["pos"] >= MAX_LENGTH:
            continue
        d, dimension = case["d"], case["dim"]
        state = state_at(
            case["pos"],
            pair_of(dimension, d, layout),
            width=d,
            base=float(case["base"]),
            layout=layout,
        )
        content = FormulaPanel.content(state)
        if is_cosine(dimension, d, layout):
            assert content.cosine_dimension == dimension
            found = content.cosine
        else:
            assert content.sine_dimension == dimension
            found = content.sine
        assert found == pytest.approx(float(case["value"]), rel=0, abs=1e-9), case
        checked += 1
    assert checked >= 18


def test_wavelengths_agree_with_60_digit_arithmetic() -> None:
    for case in ORACLE["wavelength_in_positions"]:
        state = state_at(1, case["pair"], width=case["d"], base=float(case["base"]))
        expected = float(case["value"])
        assert FormulaPanel.content(state).wavelength == pytest.approx(expected, rel=1e-12)


def test_numbers_name_every_quantity(tmp_path: Path) -> None:
    numbers = FormulaPanel.numbers(FormulaPanel.content(state_at(3, 2)))
    assert numbers.array.tolist() == [math.sin(3 * 10_000 ** (-4 / 64)), numbers.array[1]]
    assert numbers.array[1] == pytest.approx(math.cos(3 * 10_000 ** (-4 / 64)), abs=1e-15)
    path = tmp_path / "formula.csv"
    write_numbers(path, numbers)
    rows = dict(line.split(",") for line in path.read_text(encoding="utf-8").splitlines())
    assert list(rows) == [
        "quantity",
        "position",
        "pair",
        "dimension of sine",
        "dimension of cosine",
        "angle",
        "sine",
        "cosine",
        "wavelength",
    ]
    assert (rows["position"], rows["pair"]) == ("3", "2")
    assert (rows["dimension of sine"], rows["dimension of cosine"]) == ("4", "5")
    assert float(rows["angle"]) == pytest.approx(3 / 10_000 ** (4 / 64), abs=1e-15)
    assert float(rows["wavelength"]) == pytest.approx(2 * math.pi * 10_000 ** (4 / 64), abs=1e-12)


def test_numbers_of_a_lone_sine_leave_the_cosine_empty(tmp_path: Path) -> None:
    numbers = FormulaPanel.numbers(FormulaPanel.content(state_at(3, 2, width=5)))
    assert math.isnan(numbers.array[1])
    path = tmp_path / "formula.csv"
    write_numbers(path, numbers)
    written = path.read_text(encoding="utf-8").splitlines()
    assert "cosine," in written
    assert "dimension of cosine," in written


# --- lines ----------------------------------------------------------------------------------


def test_the_definition_comes_first_then_the_selection_put_in() -> None:
    assert texts(state_at(3, 2)) == [
        "PE(p, 2i) = sin(p / base^(2i/d))",
        "PE(p, 2i+1) = cos(p / base^(2i/d))",
        "PE(3, 4) = sin(3 / 10 000^(4/64)) = sin(1.6870) = +0.9933".replace("10 0", "10\u202f0"),
        "PE(3, 5) = cos(3 / 10 000^(4/64)) = cos(1.6870) = −0.1160".replace("10 0", "10\u202f0"),
    ]


def test_the_latex_holds_the_numbers_put_in() -> None:
    _, _, sine, cosine = latex(state_at(3, 2))
    for part in (r"{PE}(3, 4)", r"\sin(3 ", r"10\,000^{4/64}", r"\sin(1.6870)", r"{+0.9933}"):
        assert part in sine
    for part in (r"{PE}(3, 5)", r"\cos(3 ", r"10\,000^{4/64}", r"\cos(1.6870)", r"{−0.1160}"):
        assert part in cosine


def test_halves_layout_names_other_columns_and_the_same_angle() -> None:
    general_sine, general_cosine, sine, cosine = texts(state_at(3, 2, layout="halves", base=2.5))
    assert general_sine == "PE(p, k) = sin(p / base^(2k/d))"
    assert general_cosine == "PE(p, ⌈d/2⌉ + k) = cos(p / base^(2k/d))"
    assert sine.startswith("PE(3, 2) = sin(3 / 2.5^(4/64)) = ")
    assert cosine.startswith("PE(3, 34) = cos(3 / 2.5^(4/64)) = ")


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_a_lone_sine_has_no_cosine_line(layout: str) -> None:
    shown = texts(state_at(3, 2, width=5, layout=layout))
    assert len(shown) == 3
    assert shown[-1].startswith(f"PE(3, {4 if layout == 'interleaved' else 2}) = sin(3 / ")


def test_width_one_is_a_lone_sine_of_the_position() -> None:
    assert texts(state_at(1, 0, width=1))[2].endswith("(0/1)) = sin(1.0000) = +0.8415")


def test_small_angles_keep_four_digits() -> None:
    sine, cosine = texts(state_at(1, 31))[2:]
    assert sine.endswith("sin(0.0001334) = +0.0001334")
    assert cosine.endswith("cos(0.0001334) = +1.0000")
    tiny = latex(state_at(1, 31, base=1e12))[2]
    assert r"\sin(2.371 \times 10^{-12})" in tiny
    assert r"\textbf{+2.371} \times 10^{-12}" in tiny


@pytest.mark.parametrize("pair", range(0, 32, 3))
def test_the_written_angle_gives_the_written_value(pair: int) -> None:
    for position in (0, 1, 7, 63, 12_345):
        for line in texts(state_at(position, pair))[2:]:
            _, _, angle, result = line.replace("−", "-").split(" = ")
            function = math.sin if angle.startswith("sin") else math.cos
            written = float(angle[4:-1].replace("\u202f", ""))
            assert function(written) == pytest.approx(float(result), abs=1.1e-4), line


def test_position_zero_is_exact() -> None:
    sine, cosine = texts(state_at(0, 3))[2:]
    assert sine.endswith("sin(0.0000) = +0.0000")
    assert cosine.endswith("cos(0.0000) = +1.0000")


# --- the panel ------------------------------------------------------------------------------


def boxes(panel: FormulaPanel) -> tuple[NumberBox, NumberBox]:
    position, pair = panel.findChildren(NumberBox)
    return position, pair


def test_the_controls_select_position_and_pair(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(FormulaPanel)
    position, pair = boxes(panel)
    position.setFocus()
    qtbot.keyClick(position, Qt.Key.Key_Up)
    assert session.state.position == 2
    qtbot.keyClick(pair, Qt.Key.Key_Up)
    assert (session.state.pair, session.state.dimension) == (1, 2)
    view = panel.findChild(FormulaView)
    assert isinstance(view, FormulaView)
    assert view.accessibleName().splitlines()[2].startswith("PE(2, 2) = sin(2 / ")


def test_the_controls_end_where_the_table_ends(make_panel: Make, session: Session) -> None:
    panel = make_panel(FormulaPanel)
    position, pair = boxes(panel)
    assert (position.maximum(), pair.maximum()) == (63, 31)
    before = session.state
    session.update(width=5, length=2, text="the cat on the mat")
    assert (position.maximum(), pair.maximum()) == (4, 2)
    session.undo()
    assert session.state == before
    assert (position.value(), pair.value()) == (1, 0)


def test_the_note_tells_wavelength_columns_and_direction(
    make_panel: Make, session: Session
) -> None:
    session.update(pair=2)
    text = note(make_panel(FormulaPanel))
    assert "**Pair 2** repeats every **11.2** positions" in text
    assert "column 4, the sine, and column 5, the cosine" in text
    assert "Left is FAST: pair 0 repeats every 6.28. Right is SLOW: pair 31" in text


def test_a_base_below_one_turns_the_direction_round(make_panel: Make, session: Session) -> None:
    session.update(base=0.5)
    panel = make_panel(FormulaPanel)
    assert "Left is SLOW" in note(panel)
    assert "Right is FAST" in note(panel)
    session.update(base=1.0)
    assert "FAST" not in note(panel)


def test_a_lone_sine_is_named(make_panel: Make, session: Session) -> None:
    session.update(width=5, pair=2)
    assert "d = 5 is odd, so the last pair is a lone sine" in note(make_panel(FormulaPanel))


def test_the_summary_is_the_formula_in_plain_text(session: Session, make_panel: Make) -> None:
    panel = make_panel(FormulaPanel)
    content = panel.content(session.state)
    assert panel.summary(content).splitlines() == texts(session.state)

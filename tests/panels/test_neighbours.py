"""The neighbours panel against hand-made expectations and published values."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from posviz import tables
from posviz.export import write_numbers
from posviz.model.similarity import Metric
from posviz.panels.neighbour_content import Neighbours
from posviz.panels.neighbour_view import axis_of, number
from posviz.panels.neighbours import NeighboursPanel
from posviz.session import Session
from posviz.state import State
from posviz.table_reader import TableReader
from posviz.widgets.bar_list import BarList
from posviz.widgets.note import Note
from posviz.widgets.token_search import TokenSearch

Make = Callable[..., NeighboursPanel]


def content(**changes: Any) -> Neighbours:
    return NeighboursPanel.content(State().with_changes(**changes))


def found(**changes: Any) -> dict[str, float]:
    """Return the neighbours of the first table with their values to two decimals."""
    first = content(**changes).lists[0]
    return {t: round(v, 2) for t, v in zip(first.tokens, first.values, strict=True)}


def bar_lists(panel: NeighboursPanel) -> list[BarList]:
    return [bars for bars in panel.findChildren(BarList) if bars.isVisibleTo(panel)]


def notes(panel: NeighboursPanel) -> str:
    return "\n".join(note.text for note in panel.findChildren(Note))


def search(panel: NeighboursPanel, field: str = "token") -> TokenSearch:
    return next(s for s in panel.findChildren(TokenSearch) if s.property("field") == field)


def enter(qtbot: QtBot, field: TokenSearch, typed: str) -> None:
    field.selectAll()
    if typed.isascii():
        qtbot.keyClicks(field, typed)
    else:
        field.insert(typed)  # the keyboard of the tests knows no others
    qtbot.keyClick(field, Qt.Key.Key_Return)


# What is found


@pytest.mark.parametrize("table", ["toy4", "toy16"])
def test_nearest_word_of_cat_is_kitten_by_a_cosine_worked_out_by_hand(table: str) -> None:
    state = State(table=table)
    first = NeighboursPanel.content(state).lists[0]
    E = state.embeddings.matrix
    cat, kitten = (E[state.embeddings.vocabulary.id_of(word)] for word in ("cat", "kitten"))
    by_hand = math.fsum(cat * kitten) / math.sqrt(math.fsum(cat**2) * math.fsum(kitten**2))
    assert first.tokens[0] == "kitten"
    assert first.values[0] == pytest.approx(by_hand, abs=1e-12)
    assert "cat" not in first.tokens


@pytest.mark.parametrize(
    ("table", "token", "expected", "random_pairs"),
    [
        ("minilm", "cat", {"cats": 0.82, "kitten": 0.56, "kitty": 0.54, "dog": 0.42}, 0.01),
        ("glove", "king", {"prince": 0.82, "queen": 0.78}, 0.11),
    ],
)
def test_known_neighbours_and_what_random_pairs_average(
    table: str, token: str, expected: dict[str, float], random_pairs: float
) -> None:
    asked = {"table": table, "token": token, "k": len(expected)}
    assert found(**asked) == pytest.approx(expected, abs=0.011)
    assert list(found(**asked)) == list(expected)
    assert round(content(**asked).lists[0].baseline.mean, 2) == random_pairs


@pytest.mark.parametrize(("metric", "first", "last"), [("dot", -1, 0), ("euclid", 0, -1)])
def test_other_measures_are_those_of_numpy(metric: Metric, first: int, last: int) -> None:
    state = State(table="glove", token="cat", k=20, metric=metric)
    E = state.embeddings.matrix.astype(np.float64)
    cat = E[state.id_of("cat")]
    values = E @ cat if metric == "dot" else np.linalg.norm(E - cat, axis=1)
    values = np.sort(np.delete(values, state.id_of("cat")))
    best = values[::-1] if metric == "dot" else values
    shown = NeighboursPanel.content(state).lists[0].values
    np.testing.assert_allclose(shown, best[:20], rtol=1e-12)


def test_two_tables_side_by_side_know_what_they_share() -> None:
    both = content(table="minilm", other_table="glove", token="cat", k=7)
    assert [one.table for one in both.lists] == ["minilm", "glove"]
    assert both.shared == {"cats", "dog", "dogs"}
    assert both.lists[1].tokens[:3] == ("dog", "rabbit", "monkey")


def test_the_same_table_is_not_compared_with_itself() -> None:
    assert len(content(table="toy16", other_table="toy16").lists) == 1


def test_an_analogy_is_by_cosine_whatever_the_measure() -> None:
    asked = {"table": "glove", "token": "king", "analogy": True, "metric": "euclid"}
    analogy = content(**asked)
    assert (analogy.metric, analogy.inputs) == ("cosine", ("king", "man", "woman"))
    assert analogy.lists[0].tokens[0] == "queen"
    assert content(**asked, exclude_inputs=False).lists[0].tokens[:2] == ("king", "queen")


# What is said


def test_unknown_word_has_no_neighbours_and_says_so(make_panel: Make, session: Session) -> None:
    session.update(text="the mat", token="mat")
    panel = make_panel(NeighboursPanel)
    shown = panel.content(session.state)
    assert shown.lists[0].tokens == ()
    assert "mat" in panel.summary(shown)
    assert list(panel.numbers(shown).rows) == []
    assert "**mat** is not in this vocabulary" in notes(panel)
    assert bar_lists(panel) == []


@pytest.mark.parametrize(
    ("changes", "heading"),
    [
        ({}, "cosine with cat"),
        ({"metric": "dot"}, "dot product with cat"),
        ({"metric": "euclid"}, "distance from cat"),
        ({"analogy": True, "metric": "dot"}, "cat − man + woman"),
    ],
)
def test_the_heading_says_what_was_asked(
    changes: dict[str, Any], heading: str, make_panel: Make, session: Session
) -> None:
    session.update(**changes)
    panel = make_panel(NeighboursPanel)
    assert panel.heading(panel.content(session.state)) == f"Nearest neighbours · {heading}"


def test_the_baseline_is_drawn_and_explained(make_panel: Make, session: Session) -> None:
    panel = make_panel(NeighboursPanel)
    mark = bar_lists(panel)[0].mark
    assert mark is not None
    assert mark.text == "all pairs +0.13 ± 0.47"
    assert "**+0.13** on average, standard deviation 0.47 (all 105 pairs)" in notes(panel)
    session.update(table="glove")
    mark = bar_lists(panel)[0].mark
    assert mark is not None
    assert mark.text == "random pairs +0.11 ± 0.18"
    assert mark.value == pytest.approx(0.116, abs=0.007)  # of all 200 million pairs
    # (0.922 − 0.114) / 0.177
    assert "**dog** is 4.6 standard deviations above" in notes(panel)
    session.update(metric="euclid")
    assert "**dog** is 4.6 standard deviations below" in notes(panel)
    assert "Smaller is nearer" in notes(panel)


def test_an_analogy_warns_and_tells_what_was_left_out(make_panel: Make, session: Session) -> None:
    session.update(table="minilm", token="king", analogy=True)
    panel = make_panel(NeighboursPanel)
    assert "flatters the method" in notes(panel)
    assert "With nothing left out, the nearest here is **king**, an input" in notes(panel)
    assert [bar.label for bar in bar_lists(panel)[0].bars][:2] == ["queen", "kings"]
    session.update(exclude_inputs=False)
    assert "flatters the method" in notes(panel)
    assert bar_lists(panel)[0].bars[0].label == "king · input"


def test_every_unknown_input_of_an_analogy_is_named(make_panel: Make, session: Session) -> None:
    session.update(analogy=True)
    panel = make_panel(NeighboursPanel)
    assert "**man** is not in this vocabulary" in notes(panel)
    assert "**woman** is not in this vocabulary" in notes(panel)
    assert r"into the boxes **−** and **\+**." in notes(panel)
    assert "Pick another token" not in notes(panel)
    session.update(minus="kitten")
    assert r"into the box **\+**." in notes(panel)
    session.update(text="the mat", token="mat", plus="puppy")
    assert "into the box **Token**." in notes(panel)
    session.update(minus="man", plus="woman")
    assert r"into the boxes **Token**, **−** and **\+**." in notes(panel)
    session.update(analogy=False)
    assert "Pick another token" in notes(panel)


def turn_on_analogy(panel: NeighboursPanel, qtbot: QtBot) -> None:
    box = next(b for b in panel.findChildren(QAbstractButton) if b.text() == "Analogy")
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))


@pytest.mark.parametrize(
    ("table", "token", "inputs"),
    [
        ("toy4", "cat", ("cat", "kitten", "puppy")),
        ("toy16", "king", ("king", "kitten", "puppy")),
        ("toy4", "kitten", ("kitten", "puppy", "cat")),
        ("glove", "king", ("king", "man", "woman")),
    ],
)
def test_turning_the_analogy_on_asks_what_the_table_can_answer(
    table: str,
    token: str,
    inputs: tuple[str, ...],
    make_panel: Make,
    session: Session,
    qtbot: QtBot,
) -> None:
    session.update(table=table, token=token)
    panel = make_panel(NeighboursPanel)
    turn_on_analogy(panel, qtbot)
    shown = panel.content(session.state)
    assert shown.inputs == inputs
    assert shown.lists[0].troubles == ()
    if inputs == ("cat", "kitten", "puppy"):
        E = session.state.embeddings.matrix
        ids = session.state.embeddings.vocabulary.id_of
        cat, kitten, puppy, dog = (
            E[ids(w)] / math.hypot(*E[ids(w)]) for w in ("cat", "kitten", "puppy", "dog")
        )
        asked = cat - kitten + puppy
        assert shown.lists[0].tokens[0] == "dog"
        by_hand = math.fsum(asked * dog) / math.hypot(*asked)
        assert shown.lists[0].values[0] == pytest.approx(by_hand, abs=1e-12)
    session.undo()
    assert (session.state.analogy, session.state.minus) == (False, "man")


@pytest.mark.parametrize(
    ("rows", "inputs"),
    [
        ([[1.0, 0], [0, 0], [2, 1], [0, 3]], ("b", "d", "e")),
        ([[1.0, 0], [0, 0], [2, 1]], ("b", "man", "woman")),
    ],
)
def test_another_table_gives_its_first_tokens_that_have_a_direction(
    rows: list[list[float]],
    inputs: tuple[str, ...],
    make_panel: Make,
    session: Session,
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    path = tmp_path / "own.vec"
    lines = (f"{'bcde'[i]} {x} {y}" for i, (x, y) in enumerate(rows))
    path.write_text("\n".join(lines), encoding="utf-8")
    session.update(table=str(path), text="", token="b")
    panel = make_panel(NeighboursPanel)
    turn_on_analogy(panel, qtbot)
    assert session.state.analogy
    assert panel.content(session.state).inputs == inputs


def test_a_token_without_a_vector_says_so(make_panel: Make, session: Session) -> None:
    session.update(table="minilm", token="東")
    assert "no vector" in notes(make_panel(NeighboursPanel))


def test_a_token_that_only_one_table_knows_says_so_there(
    make_panel: Make, session: Session
) -> None:
    session.update(table="minilm", other_table="glove", token="##s")
    panel = make_panel(NeighboursPanel)
    assert len(bar_lists(panel)) == 1
    assert r"**\#\#s** is not in this vocabulary" in notes(panel)
    assert "matched by the letters" in notes(panel)


def test_one_hot_by_every_measure(make_panel: Make, session: Session) -> None:
    panel = make_panel(NeighboursPanel)
    for metric, text in (("cosine", "0.00"), ("dot", "0.00"), ("euclid", "1.41")):
        session.update(metric=metric)
        assert {bar.columns[1] for bar in bar_lists(panel)[0].bars} == {text}


def test_words_from_right_to_left_keep_the_order_of_a_sum() -> None:
    asked = content(token="cat", minus="שלום", plus="سلام", analogy=True)
    assert asked.asked == "cat − \u2068שלום\u2069 + \u2068سلام\u2069"


# The axes


@pytest.mark.parametrize(
    ("metric", "table", "ends", "written"),
    [
        ("cosine", "glove", (-1.0, 1.0), "+0.92"),
        ("dot", "glove", (-20.0, 20.0), "+19.7"),
        ("euclid", "glove", (0.0, 10.0), "1.9"),
        ("euclid", "minilm", (0.0, 2.0), "0.81"),
    ],
)
def test_axes_end_at_the_next_round_number(
    metric: Metric, table: str, ends: tuple[float, float], written: str
) -> None:
    first = content(table=table, token="cat", metric=metric).lists[0]
    axis, decimals = axis_of(first, metric)
    assert (axis.low, axis.high) == ends
    assert number(first.values[0], metric, decimals) == written


@pytest.mark.parametrize("scale", [1e-30, 1e-3, 1.0, 1e4, 1e30])
@pytest.mark.parametrize("metric", ["dot", "euclid"])
def test_numbers_of_any_size_are_written_short(
    scale: float, metric: Metric, make_panel: Make, session: Session, tmp_path: Path
) -> None:
    vectors = np.random.default_rng(0).normal(size=(20, 4)) * scale
    np.save(tmp_path / "v.npy", vectors)
    (tmp_path / "v.txt").write_text("\n".join(f"w{i}" for i in range(20)), encoding="utf-8")
    session.update(table=str(tmp_path / "v.npy"), word_list=str(tmp_path / "v.txt"), text="")
    session.update(token="w3", metric=metric)
    bars = bar_lists(make_panel(NeighboursPanel))[0]
    assert all(len(bar.columns[0]) <= 14 for bar in bars.bars)
    assert all(bars.axis.low <= bar.value <= bars.axis.high for bar in bars.bars)
    assert len({bar.columns[0] for bar in bars.bars}) == len(bars.bars)


@pytest.mark.parametrize(
    ("value", "metric", "decimals", "text"),
    [
        (0.5, "cosine", 2, "+0.50"),
        (-0.001, "cosine", 2, "+0.00"),
        (-0.5, "dot", 1, "−0.5"),
        (0.5, "euclid", 1, "0.5"),
        (math.nan, "cosine", 2, "undefined"),
        (-2.5e-30, "dot", None, "−2.50 × 10⁻³⁰"),
    ],
)
def test_how_a_value_is_written(
    value: float, metric: Metric, decimals: int | None, text: str
) -> None:
    assert number(value, metric, decimals) == text


# What is done with it


@pytest.mark.parametrize(("place", "other"), [(0, ""), (1, "toy16")])
def test_clicking_a_row_selects_its_token(
    place: int, other: str, make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(other_table=other)
    panel = make_panel(NeighboursPanel)
    expected = panel.content(session.state).lists[place].tokens[1]
    second_row = QPoint(30, 24 + 27 + 13)
    with qtbot.waitSignal(session.changed):
        qtbot.mouseClick(bar_lists(panel)[place], Qt.MouseButton.LeftButton, pos=second_row)
    assert session.state.token == expected


def test_keys_walk_the_rows(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(NeighboursPanel)
    expected = panel.content(session.state).lists[0].tokens[2]
    bars = bar_lists(panel)[0]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(bars, key)
    assert session.state.token == expected


def test_a_token_of_the_other_table_that_is_several_here_is_not_selected(
    make_panel: Make, session: Session
) -> None:
    session.update(table="glove", other_table="minilm", token="cat", k=100)
    panel = make_panel(NeighboursPanel)
    others = panel.content(session.state).lists[1].tokens
    bar_lists(panel)[1].activated.emit(others.index("##cat"))
    assert session.state.token == "cat"
    assert r"**\#\#cat** is not one token of this table but 3: \# + \# + cat." in notes(panel)


def test_pointing_at_a_token_lights_it_in_both_lists(make_panel: Make, session: Session) -> None:
    session.update(table="minilm", other_table="glove", token="cat")
    panel = make_panel(NeighboursPanel)
    first, second = bar_lists(panel)
    first.hovered.emit([bar.label for bar in first.bars].index("dog"))
    assert second.bars[second._cursor].label == "dog"
    first.hovered.emit([bar.label for bar in first.bars].index("kitten"))
    assert second._cursor == -1


def test_a_typed_token_is_selected(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    session.update(table="glove", analogy=True)
    panel = make_panel(NeighboursPanel)
    for field, token in (("token", "king"), ("minus", "boy"), ("plus", "girl")):
        enter(qtbot, search(panel, field), token)
        assert getattr(session.state, field) == token
    assert panel.heading(panel.content(session.state)).endswith("king − boy + girl")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("kittenish", r"not one token of this table but 2: kitten + \#\#ish"),
        ("café", "not in this vocabulary as typed. Try cafe"),
        ("w" * 101, "is not in this vocabulary; the selection stays"),
        ("**a** <b>", "not one token"),
    ],
)
def test_what_is_no_token_changes_nothing_and_says_why(
    typed: str, said: str, make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(table="minilm")
    panel = make_panel(NeighboursPanel)
    field = search(panel)
    with qtbot.assertNotEmitted(session.changed):
        enter(qtbot, field, typed)
    assert said in notes(panel)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert said not in notes(panel)
    assert field.text() == "cat"


def test_only_the_controls_of_the_mode_are_shown(make_panel: Make, session: Session) -> None:
    panel = make_panel(NeighboursPanel)

    def shown() -> set[str]:
        widgets = panel.controls.findChildren(QWidget)
        return {w.accessibleName() for w in widgets if w.accessibleName() and w.isVisible()}

    assert "What near means" in shown()
    assert "Token that is added" not in shown()
    session.update(analogy=True)
    assert "What near means" not in shown()
    assert {"Token that is added", "Token that is taken away"} <= shown()


def test_the_other_tables_are_offered_and_chosen(
    make_panel: Make, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "own.vec"
    path.write_text("cat 1 2\ndog 2 1\n", encoding="utf-8")
    tables.table(tables.TableSource(str(path)))
    session.update(table="toy16")
    panel = make_panel(NeighboursPanel)
    box = next(b for b in panel.findChildren(QComboBox) if b.accessibleName() == "Compare with")
    names = [box.itemData(i) for i in range(box.count())]
    assert names[:4] == ["", "toy4", "minilm", "glove"]
    assert str(path) in names
    box.setCurrentIndex(names.index(str(path)))
    box.activated.emit(names.index(str(path)))
    assert session.state.other_table == str(path)
    assert len(bar_lists(panel)) == 2
    session.update(table=str(path))
    assert box.currentData() == ""  # a table is not compared with itself
    assert len(bar_lists(panel)) == 1


# Files


def test_numbers_hold_token_and_cosine() -> None:
    numbers = NeighboursPanel.numbers(content(k=3))
    assert tuple(numbers.header[:2]) == ("token", "cosine")
    assert numbers.array.tolist() == [row[1] for row in numbers.rows]


def test_the_file_has_a_row_for_every_neighbour_of_both_tables(tmp_path: Path) -> None:
    path = tmp_path / "n.csv"
    shown = content(k=2, other_table="toy16", metric="euclid")
    write_numbers(path, NeighboursPanel.numbers(shown))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["token", "euclid", "rank", "id", "one_hot", "table"]
    assert [(row[2], row[5]) for row in rows[1:]] == [
        ("1", "toy4"),
        ("2", "toy4"),
        ("1", "toy16"),
        ("2", "toy16"),
    ]
    tokens = State().embeddings.vocabulary.tokens  # the same in both
    assert all(tokens[int(row[3])] == row[0] for row in rows[1:])
    assert [float(row[1]) for row in rows[1:]] == [v for f in shown.lists for v in f.values]
    assert all(float(row[4]) == pytest.approx(math.sqrt(2)) for row in rows[1:])


# Large tables


def test_a_large_table_takes_long_until_it_is_made_ready(session: Session) -> None:
    minilm = State(table="minilm").embeddings
    minilm.__dict__.pop("search", None)
    state = State(table="minilm")
    assert not NeighboursPanel.takes_long(State())
    assert NeighboursPanel.takes_long(state)
    assert NeighboursPanel.takes_long(State(other_table="minilm"))
    NeighboursPanel.content(state)
    assert not NeighboursPanel.takes_long(state)
    assert NeighboursPanel.takes_long(State(table="minilm", metric="dot"))
    assert not NeighboursPanel.takes_long(State(table="minilm", metric="dot", analogy=True))


def test_in_the_background_the_newest_question_wins(qtbot: QtBot, tmp_path: Path) -> None:
    state = State(table="minilm")
    state.embeddings.__dict__.pop("search", None)
    session = Session(state, reader=TableReader())
    panel = NeighboursPanel(session)
    qtbot.addWidget(panel)
    panel.resize(600, 400)
    panel.show()
    shown: list[str] = []
    panel.heading_changed.connect(shown.append)
    with qtbot.waitSignal(panel.refreshed):
        panel.set_on_screen(True)
        for token in ("dog", "king", "cat"):
            session.update(token=token)
        assert panel.busy
        assert bar_lists(panel) == [] or bar_lists(panel)[0].bars == ()
    assert shown == ["Nearest neighbours · cosine with cat"]
    assert bar_lists(panel)[0].bars[0].label == "cats"
    assert not panel.busy

"""The map panel: what is on the map, the ranks in its list, and what it says is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from posviz.model.embeddings import EmbeddingTable, table
from posviz.model.vocabulary import Vocabulary
from posviz.panels.map import MapPanel
from posviz.panels.map_content import MapContent, Rank
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.rank_list import RankList
from posviz.widgets.scatter_view import ScatterView

Make = Callable[..., MapPanel]


def content(**changes: Any) -> MapContent:
    return MapPanel.content(State().with_changes(**changes))


def view_of(panel: MapPanel) -> ScatterView:
    view = panel.findChild(ScatterView)
    assert view is not None
    return view


def note_of(panel: MapPanel) -> str:
    note = panel.findChild(Note)
    assert note is not None
    return note.text


def tokens(shown: MapContent, ranks: tuple[Rank, ...]) -> list[str]:
    return [shown.table.vocabulary.token_of(rank.id) for rank in ranks]


def use_table(monkeypatch: pytest.MonkeyPatch, matrix: Any, words: str, **more: Any) -> None:
    """Put another table where the State takes its table from."""
    one = EmbeddingTable("t", "T", "", np.array(matrix), Vocabulary(tuple(words.split())), **more)
    monkeypatch.setattr("posviz.tables.table", lambda source: one)


# The content


def brute_force(state: State) -> tuple[list[int], list[int], list[int]]:
    """Ids in order of the cosine, ids in order on the map, all by sorting in plain numpy."""
    E = state.embeddings.matrix.astype(np.float64)  # (|V|, d)
    me = state.id_of(state.token)
    ids = [int(i) for i in state.embeddings.ids if i != me]
    unit = E / np.linalg.norm(E, axis=1, keepdims=True).clip(1e-300)
    cosines = unit @ unit[me]
    centred = E[state.embeddings.ids] - E[state.embeddings.ids].mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    flat = (E @ axes[:, -2:]) - E[me] @ axes[:, -2:]
    distances = np.sqrt((flat**2).sum(axis=1))
    return (
        ids,
        sorted(ids, key=lambda i: -cosines[i]),
        sorted(ids, key=lambda i: distances[i]),
    )


@pytest.mark.parametrize("name", ["toy4", "toy16", "minilm", "glove"])
@pytest.mark.parametrize("token", ["cat", "king"])
def test_both_ranks_are_those_of_brute_force(name: str, token: str) -> None:
    state = State().with_changes(table=name, token=token, k=12)
    shown = MapPanel.content(state)
    _, by_cosine, by_map = brute_force(state)
    assert [rank.id for rank in shown.neighbours] == by_cosine[:12]
    assert [rank.true for rank in shown.neighbours] == list(range(1, 13))
    # The projection of a float32 table is rounded to float32, which may swap two of 27 627.
    assert [rank.on_map for rank in shown.neighbours] == pytest.approx(
        [by_map.index(i) + 1 for i in by_cosine[:12]], rel=2e-4
    )
    assert [rank.id for rank in shown.nearest_on_map] == by_map[:12]
    assert [rank.on_map for rank in shown.nearest_on_map] == list(range(1, 13))
    assert [rank.true for rank in shown.nearest_on_map] == [
        by_cosine.index(i) + 1 for i in by_map[:12]
    ]
    some = shown.word_map.place_of(by_cosine[5])
    assert shown.rank_of(some) == Rank(by_cosine[5], some, 6, by_map.index(by_cosine[5]) + 1)


@pytest.mark.parametrize("metric", ["dot", "euclid"])
def test_near_means_what_the_metric_says(metric: str) -> None:
    state = State().with_changes(table="glove", token="cat", metric=metric)
    shown = MapPanel.content(state)
    E = table("glove").matrix.astype(np.float64)
    me = E[state.id_of("cat")]
    values = E @ me if metric == "dot" else -np.linalg.norm(E - me, axis=1)
    order = [int(i) for i in np.argsort(-values) if i != state.id_of("cat")]
    assert [rank.id for rank in shown.neighbours] == order[:7]
    assert [rank.true for rank in shown.nearest_on_map] == [
        order.index(rank.id) + 1 for rank in shown.nearest_on_map
    ]


def test_the_whole_table_with_the_sentence_ringed() -> None:
    shown = content(text="the king sat on mat", token="king")
    assert len(shown.word_map.ids) == 15
    assert [shown.name(row) for row in shown.sentence] == ["the", "king", "sat", "on"]
    assert shown.name(shown.row) == "king"
    assert len(shown.lit) == 7
    assert shown.missing == ()


def test_the_map_of_the_neighbours_is_of_them_and_the_word() -> None:
    shown = content(map_of="neighbours", k=4)
    names = {shown.name(row) for row in range(len(shown.word_map.ids))}
    assert names == {"cat", *tokens(shown, shown.neighbours)}
    assert len(shown.lit) == 4


def test_the_map_of_the_sentence_names_what_has_no_vector() -> None:
    shown = content(map_of="sentence", text="the cat sat on the mat", token="cat")
    assert [shown.name(row) for row in range(4)] == ["cat", "sat", "the", "on"]
    assert len(shown.word_map.ids) == 4
    assert shown.missing == ("mat",)
    assert shown.sentence == ()
    assert {rank.on_map for rank in shown.nearest_on_map} == {1, 2, 3}


def test_the_map_of_chosen_words() -> None:
    shown = content(map_of="words", map_words=("King", "queen", "mat", "queen"), token="king")
    assert [shown.name(row) for row in range(2)] == ["king", "queen"]
    assert shown.missing == ("mat",)
    assert shown.name(shown.row) == "king"
    assert tokens(shown, shown.nearest_on_map) == ["queen"]
    assert content(map_of="words").word_map.points.shape == (0, 2)


def test_the_file_holds_every_point() -> None:
    shown = content(table="glove")
    numbers = MapPanel.numbers(shown)
    assert numbers.array.shape == (20_000, 2)
    assert numbers.header == ("token", "id", "component 1", "component 2")
    rows = list(numbers.rows)
    assert len(rows) == 20_000
    assert rows[3] == (shown.name(3), 3, *numbers.array[3].tolist())


def test_an_unknown_word_has_no_ranks() -> None:
    shown = content(text="the mat", token="mat")
    assert (shown.id, shown.row, shown.neighbours, shown.nearest_on_map) == (-1, -1, (), ())
    assert len(shown.word_map.ids) == 15
    assert shown.rank_of(0).true == shown.rank_of(0).on_map == 0


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        ([[1.0, 2.0]], "cat"),
        ([[1.0], [2.0], [-4.0]], "cat dog the"),
        ([[1.0, 1.0]] * 5, "cat dog the sat on"),
        ([[0.0, 0.0]] * 3, "cat dog the"),
        ([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]], "cat dog the"),
        ([[np.nan, 0.0], [1.0, 2.0], [2.0, 1.0]], "cat dog the"),
        ([[np.nan, 0.0]] * 3, "cat dog the"),
        ([[1e200, 0.0], [1.0, 2e200], [2.0, 1.0]], "cat dog the"),
    ],
    ids=["one token", "one dimension", "equal", "zero", "zero row", "NaN", "all NaN", "large"],
)
@pytest.mark.parametrize("map_of", ["table", "neighbours", "sentence", "words"])
def test_odd_tables_are_shown(
    matrix: list[list[float]],
    words: str,
    map_of: str,
    monkeypatch: pytest.MonkeyPatch,
    make_panel: Make,
    session: Session,
    qtbot: QtBot,
) -> None:
    use_table(monkeypatch, matrix, words)
    panel = make_panel(MapPanel)
    session.update(map_of=map_of, map_words=tuple(words.split()), token="cat")
    panel.refresh()
    assert not panel.grab().isNull()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Plus, Qt.Key.Key_0):
        qtbot.keyClick(view_of(panel), key)
    for number in MapPanel.numbers(panel.content(session.state)).array.ravel():
        assert np.isfinite(number)


def test_a_token_without_a_vector_says_so(
    monkeypatch: pytest.MonkeyPatch, make_panel: Make, session: Session
) -> None:
    use_table(monkeypatch, np.eye(4), "cat dog the sat", only_ids=np.array([1, 2, 3]))
    panel = make_panel(MapPanel)
    session.update(token="cat")
    panel.refresh()
    assert "no vector for **cat**" in note_of(panel)
    assert panel.content(session.state).word_map.ids.tolist() == [1, 2, 3]


def test_only_a_large_table_that_is_not_mapped_yet_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not MapPanel.takes_long(State())
    large = np.random.default_rng(0).normal(size=(5000, 500)).astype(np.float32)
    use_table(monkeypatch, large, " ".join(f"w{i}" for i in range(5000)))
    state = State(token="w1")
    assert MapPanel.takes_long(state)
    assert not MapPanel.takes_long(State(token="w1", map_of="neighbours"))
    MapPanel.content(state)
    assert not MapPanel.takes_long(state)


def test_a_large_matrix_to_decompose_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    words = tuple(f"w{i}" for i in range(400))
    matrix = np.random.default_rng(0).normal(size=(400, 384))
    use_table(monkeypatch, matrix, " ".join(words))  # far below two million values
    state = State(token="w1")
    assert MapPanel.takes_long(state)
    MapPanel.content(state)
    assert not MapPanel.takes_long(state)
    for few, many in (
        ({"map_of": "neighbours", "k": 14}, {"map_of": "neighbours", "k": 100}),
        (
            {"map_of": "words", "map_words": words[:11]},
            {"map_of": "words", "map_words": words[:150]},
        ),
        (
            {"map_of": "sentence", "text": " ".join(words[:11])},
            {"map_of": "sentence", "text": " ".join(words[:150])},
        ),
    ):
        assert not MapPanel.takes_long(state.with_changes(**few))
        assert MapPanel.takes_long(state.with_changes(**many))


# What is said


def test_the_heading_says_how_much_the_map_holds(make_panel: Make) -> None:
    panel = make_panel(MapPanel)
    matrix = table("toy4").matrix
    sizes = np.linalg.svd(matrix - matrix.mean(axis=0), compute_uv=False) ** 2
    share = 100 * sizes[:2].sum() / sizes.sum()
    assert f"2 of 4 directions hold {share:.1f} %" in panel.heading(content())
    assert panel.heading(content(map_of="words", map_words=("cat",))) == "Map · 1 token"
    assert panel.heading(content(map_of="words")) == "Map · 0 tokens"


def test_the_note_says_what_the_map_gets_wrong(make_panel: Make, session: Session) -> None:
    session.update(table="minilm", token="cat")
    panel = make_panel(MapPanel)
    shown = panel.content(session.state)
    (near, *_), (true, *_) = shown.nearest_on_map, shown.neighbours
    note = note_of(panel).replace("\u202f", " ")
    assert near.true > 100
    assert f"**{tokens(shown, (near,))[0]}**" in note
    assert f"number **{near.true}** of 27 627" in note
    assert f"**{tokens(shown, (true,))[0]}**" in note
    assert f"number **{true.on_map}** here" in note
    assert "all 384 dimensions" in note


def test_the_note_says_where_the_map_is_right(make_panel: Make) -> None:
    assert "**kitten**, and it is so" in note_of(make_panel(MapPanel))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"text": "the mat", "token": "mat"}, "**mat** is not in this vocabulary"),
        ({"text": "the mat", "token": "mat", "map_of": "neighbours"}, "not in this vocabulary"),
        ({"map_of": "words"}, "Type the words"),
        ({"map_of": "words", "map_words": ("king",)}, "**cat** is not on this map"),
        ({"map_of": "words", "map_words": ("cat",)}, "alone"),
        ({"map_of": "words", "map_words": ("*mat*", "cat")}, r"**\*mat\***"),
        ({"map_of": "words", "map_words": tuple("abcdefghijk")}, "And 3 more"),
        ({"map_of": "sentence", "text": ""}, ""),
    ],
)
def test_what_has_no_place_is_told(
    changes: dict[str, Any], words: str, make_panel: Make, session: Session
) -> None:
    session.update(**changes)
    assert words in note_of(make_panel(MapPanel))


# On screen


def test_a_click_and_an_arrow_select(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(MapPanel)
    view = view_of(panel)
    shown = panel.content(session.state)
    place = view.scene().pixels[shown.word_map.place_of(session.state.id_of("king"))]
    at = view.rect().topLeft()
    at.setX(round(place[0]))
    at.setY(round(place[1]))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert session.state.token == "king"
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert session.state.token != "king"


def test_the_list_selects_and_is_lit(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(MapPanel, 800, 500)
    ranks = panel.findChild(RankList)
    assert ranks is not None
    hovers: list[Hover] = []
    session.hovered.connect(hovers.append)
    qtbot.keyClick(ranks, Qt.Key.Key_Down)
    assert hovers == [Hover(token="kitten")]
    qtbot.keyClick(ranks, Qt.Key.Key_Return)
    assert session.state.token == "kitten"


def test_pointing_reads_both_ranks_out(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(MapPanel)
    view = view_of(panel)
    row = panel.content(session.state).neighbours[1].row
    with qtbot.waitSignal(panel.readout) as readout:
        qtbot.mouseMove(view, view.scene().labels[row].center().toPoint())
    assert readout.args == ["puppy · id 3 · from cat: number 2 over all 4 dimensions, 3 on the map"]
    qtbot.mouseMove(view, view.rect().topLeft())


def test_another_word_keeps_the_sight_and_another_map_does_not(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(MapPanel)
    view = view_of(panel)
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Plus):
        qtbot.keyClick(view, key)
    session.update(token="dog")
    assert view.sight.zoom == 2.25
    session.update(map_of="sentence")
    assert view.sight.zoom == 1
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    session.update(token="sat")
    assert view.sight.zoom == 1.5
    session.update(table="toy16")
    assert view.sight.zoom == 1


def test_words_are_typed_and_shown(make_panel: Make, session: Session, qtbot: QtBot) -> None:
    panel = make_panel(MapPanel)
    line, choice = panel.findChild(QLineEdit, "mapWords"), panel.findChild(QComboBox)
    assert isinstance(line, QLineEdit)
    assert choice is not None
    assert not line.isVisibleTo(panel)
    session.update(map_of="words")
    assert choice.currentData() == "words"
    assert line.isVisibleTo(panel)
    qtbot.keyClicks(line, "king,queen ;  bread, king,")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert session.state.map_words == ("king", "queen", "bread")
    assert line.text() == "king, queen, bread"
    session.undo()
    assert line.text() == ""
    line.setText(",".join(f"w{i}" for i in range(300)))
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert len(session.state.map_words) == 200


def test_a_word_of_two_parts_stays_whole_and_its_pieces_are_told(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(table="minilm", map_of="words")
    panel = make_panel(MapPanel)
    line = panel.findChild(QLineEdit, "mapWords")
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, "New York, cat, kittenish")
    line.insert(", café")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert session.state.map_words == ("New York", "cat", "kittenish", "café")
    note = note_of(panel)
    assert "**New York** is not one token of this table but 2: new + york." in note
    assert r"**kittenish** is not one token of this table but 2: kitten + \#\#ish." in note
    assert "**café** is not in this vocabulary as typed. Try cafe." in note
    assert "no vector" not in note


def test_a_word_pointed_at_elsewhere_is_lit(make_panel: Make, session: Session) -> None:
    panel = make_panel(MapPanel)
    before = view_of(panel).grab().toImage()
    session.point_at(token="king")
    assert view_of(panel).grab().toImage() != before
    session.point_at()
    assert view_of(panel).grab().toImage() == before

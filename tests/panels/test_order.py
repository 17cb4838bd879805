"""The order panel: the verdict against loops over single numbers, and words moved by hand."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from posviz.export import write_numbers
from posviz.model.positional.weights import random_weights
from posviz.model.text_rules import MAX_CHARACTERS
from posviz.panels import order_words as words
from posviz.panels.order import OrderPanel
from posviz.panels.order_content import Order
from posviz.session import Session
from posviz.state import State
from posviz.widgets.note import Note
from posviz.widgets.table_view import TableView
from posviz.widgets.word_matrix import WordMatrix
from posviz.widgets.word_moves import WordMoves
from posviz.widgets.word_pairs import WordPairs
from tests.laying_out import lay_out

Make = Callable[..., OrderPanel]
Rows = list[list[float]]
LEFT = Qt.MouseButton.LeftButton
TEXT = "the cat sat on bread"
ORDER = (3, 0, 4, 1, 2)


def content(text: str = TEXT, order: Sequence[int] = ORDER, **changes: object) -> Order:
    values = {"table": "toy16", "head_width": 8, "scheme": "none", **changes}
    return OrderPanel.content(State().with_changes(text=text, order=order, **values))


def texts(panel: OrderPanel) -> str:
    return " ".join(note.text for note in panel.findChildren(Note))


def moves(panel: OrderPanel) -> WordMoves:
    view = panel.findChild(WordMoves)
    assert view is not None
    return view


def button(panel: OrderPanel, text: str) -> QPushButton:
    return next(b for b in panel.findChildren(QPushButton) if b.text() == text)


# A head of attention in loops over single numbers


def sines(position: int, d: int) -> list[float]:
    row = []
    for pair in range(d // 2):
        angle = position / 10_000 ** (2 * pair / d)
        row += [math.sin(angle), math.cos(angle)]
    return row


def loop_head(
    rows: Rows, *, placed: bool = False, causal: bool = False, slope: float = 0.0, seed: int = 1
) -> Rows:
    d, h = len(rows[0]), 8
    if placed:
        rows = [
            [x + p for x, p in zip(row, sines(m, d), strict=True)] for m, row in enumerate(rows)
        ]
    maps = [random_weights(d, h, seed, which).tolist() for which in range(3)]
    q, k, v = (
        [[math.fsum(z[i] * W[i][j] for i in range(d)) for j in range(h)] for z in rows]
        for W in maps
    )
    out = []
    for m, query in enumerate(q):
        seen = range(m + 1) if causal else range(len(rows))
        powers = [
            math.exp(
                math.fsum(a * b for a, b in zip(query, k[n], strict=True)) / math.sqrt(h)
                - slope * abs(m - n)
            )
            for n in seen
        ]
        total = math.fsum(powers)
        out.append(
            [
                math.fsum(w * v[n][j] for w, n in zip(powers, seen, strict=True)) / total
                for j in range(h)
            ]
        )
    return out


def rows_of(text: str) -> Rows:
    table = State().with_changes(table="toy16").embeddings
    return [table.row(i).tolist() for i in table.vocabulary.ids_of(text.split()) if i is not None]


def loop_differences(
    text: str,
    order: Sequence[int],
    *,
    placed: bool = False,
    causal: bool = False,
    slope: float = 0.0,
) -> tuple[float, float]:
    """Largest differences of the outputs, and of their means."""
    rows = rows_of(text)
    before = loop_head(rows, placed=placed, causal=causal, slope=slope)
    after = loop_head([rows[w] for w in order], placed=placed, causal=causal, slope=slope)
    outputs = max(
        abs(a - b)
        for place, word in enumerate(order)
        for a, b in zip(after[place], before[word], strict=True)
    )
    means = [
        [math.fsum(column) / len(rows) for column in zip(*out, strict=True)]
        for out in (before, after)
    ]
    return outputs, max(abs(a - b) for a, b in zip(*means, strict=True))


def test_without_positions_and_mask_outputs_move_along() -> None:
    found = content()
    bare, pooled = found.case("bare"), found.case("pooled")
    assert 0 < bare.outputs < 1e-14
    assert bare.weights < 1e-15
    assert pooled.difference == pooled.pooled < 1e-14
    assert (bare.verdict, pooled.verdict) == ("equivariant", "invariant")
    assert loop_differences(TEXT, ORDER) == pytest.approx((0, 0), abs=1e-14)


def test_sines_break_it_by_what_a_loop_finds() -> None:
    found = content().case("positions")
    expected = loop_differences(TEXT, ORDER, placed=True)
    assert (found.outputs, found.pooled) == pytest.approx(expected, rel=1e-10)
    assert found.outputs > 0.01
    assert (found.scheme, found.verdict) == ("sinusoidal", "order matters")


def test_a_causal_mask_alone_breaks_it_by_what_a_loop_finds() -> None:
    found = content().case("causal")
    expected = loop_differences(TEXT, ORDER, causal=True)
    assert (found.outputs, found.pooled) == pytest.approx(expected, rel=1e-10)
    assert (found.scheme, found.causal, found.verdict) == ("none", True, "order matters")


def test_positions_and_a_mask_together_have_a_line_of_their_own() -> None:
    found = content(scheme="alibi", causal=True)
    expected = loop_differences(TEXT, ORDER, causal=True, slope=0.5)
    both = found.case("both")
    assert (both.outputs, both.pooled) == pytest.approx(expected, rel=1e-10)
    assert [case.name for case in found.cases if case.now] == ["both"]
    with pytest.raises(StopIteration):
        content(causal=True).case("both")


def test_two_sentences_are_compared_by_their_means() -> None:
    other = "bread on the sat cat"
    found = content(other_text=other)
    order = [TEXT.split().index(word) for word in other.split()]
    placed = loop_differences(TEXT, order, placed=True)[1]
    assert found.case("texts").pooled < 1e-14
    assert found.case("texts").verdict == "invariant"
    assert found.case("texts placed").pooled == pytest.approx(placed, rel=1e-10)
    assert found.case("texts placed").verdict == "order matters"


@pytest.mark.parametrize("scheme", ["sinusoidal", "learned", "rotary", "alibi", "t5"])
def test_every_scheme_shows_the_order(scheme: str) -> None:
    found = content(scheme=scheme)
    case = found.case("positions")
    assert (case.scheme, case.verdict, case.now) == (scheme, "order matters", True)
    assert found.test.outputs == case.outputs > 1e-4


def test_distances_alone_do_not_show_a_reversal() -> None:
    found = content(order=(4, 3, 2, 1, 0), scheme="alibi")
    assert found.case("positions").outputs < 1e-14
    assert found.case("positions").verdict == "no difference"
    assert "ALiBi counts distance" in words.found(found)
    assert content(order=(4, 3, 2, 1, 0), scheme="rotary").case("positions").verdict == (
        "order matters"
    )


def test_a_move_of_equal_words_is_not_called_a_proof() -> None:
    found = content("cat cat cat", (1, 2, 0), causal=True)
    assert found.case("causal").outputs < 1e-15
    assert found.case("causal").weights > 0.1
    assert found.case("causal").verdict == "same text"
    assert "A′ is not" in words.weights_text(found)
    assert "no order can be told" in words.found(found)


@pytest.mark.parametrize("order", [(), (3, 2, 1, 0)])
@pytest.mark.parametrize("scheme", ["none", "sinusoidal", "t5"])
def test_words_that_are_all_the_same_have_no_order(scheme: str, order: Sequence[int]) -> None:
    found = content("cat cat cat cat", order, scheme=scheme, other_text="cat cat cat cat")
    assert words.found(found).startswith("**All 4 words are the same**")
    assert "Shuffle" not in words.found(found)
    assert words.about_texts(found) == ""  # there is no other order to put them in
    assert {case.verdict for case in found.cases} <= {
        *("equivariant", "invariant", "same text", "not moved")
    }
    # X is the same after the move, so each place has the output that it had.
    before, after = found.test.original.out, found.test.moved.out
    assert np.array_equal(before, after)


def test_equal_words_that_change_places_are_no_other_order() -> None:
    found = content("the cat the dog", (2, 1, 0, 3), scheme="sinusoidal")
    assert found.case("bare").verdict == "equivariant"
    assert found.case("positions").verdict == "same text"
    assert "Only equal words changed places" in words.found(found)
    assert f"up to **{words.size_of(found.test.outputs)}** between places" in words.found(found)
    other = content("the cat the dog", (0, 2, 1, 3), scheme="sinusoidal")
    assert other.case("positions").verdict == "order matters"


def test_identity_weights_are_those_of_the_rows_themselves() -> None:
    found = content(identity_weights=True)
    assert found.test.original.out.shape == (5, 16)
    assert found.case("bare").verdict == "equivariant"


def test_dropout_does_not_act() -> None:
    assert content(dropout=True).case("bare").verdict == "equivariant"
    assert content(dropout=True).test.outputs == content().test.outputs


# What is shown


def test_outputs_and_weights_are_those_of_the_same_words() -> None:
    found = content(scheme="sinusoidal")
    for word in range(5):
        place = ORDER.index(word)
        assert found.moved_outputs[word].tolist() == found.test.moved.out[place].tolist()
        apart = max(
            abs(a - b)
            for a, b in zip(
                found.test.original.out[word].tolist(),
                found.test.moved.out[place].tolist(),
                strict=True,
            )
        )
        assert found.by_word[word] == apart
    before, along, anew = found.weight_maps()
    for row, query in enumerate(found.shown_moved):
        for column, key in enumerate(found.shown_moved):
            assert along[row, column] == before[query, key]
            assert anew[row, column] == found.test.moved.A[ORDER.index(query), ORDER.index(key)]


def test_of_many_words_the_same_few_are_shown_in_all_pictures() -> None:
    text = " ".join(["the cat sat on"] * 10)
    found = content(text, tuple(reversed(range(40))), position=20)
    assert len(found.shown) == 8
    assert 20 in found.shown
    assert set(found.shown_moved) == set(found.shown)
    assert found.shown_moved == tuple(reversed(found.shown))
    assert all(values.shape == (8, 8) for values in found.weight_maps())
    assert "8 of 40 words" in words.weights_text(found)


def test_zero_is_claimed_only_where_it_is() -> None:
    assert words.size_of(0.0) == "exactly 0"
    assert words.size_of(1.1e-16) == "1.1 × 10⁻¹⁶"
    assert words.size_of(0.4381) == "0.44"


def test_a_difference_is_not_broken_over_lines() -> None:
    text = words.found(content())
    assert " × " not in text
    assert "\u00a0×\u00a010" in text


@pytest.mark.parametrize("text", ["", "cat"])
def test_a_sentence_does_not_end_in_four_dots(
    panel: OrderPanel, session: Session, text: str
) -> None:
    session.update(text=text)
    assert "Edit text…" in texts(panel)
    assert "…**." not in texts(panel)


def test_an_order_that_was_not_changed_is_no_evidence() -> None:
    found = content(order=())
    assert {case.verdict for case in found.cases[:4]} == {"not moved"}
    assert [words.difference_text(case) for case in found.cases[:4]] == ["–"] * 4
    assert "Press **Shuffle**" in words.found(found)


def test_other_words_are_named() -> None:
    found = content(other_text="the cat sat on cheese cheese")
    assert found.case("texts").verdict == "other words"
    said = words.about_texts(found)
    assert "The first has more of: **bread**." in said
    assert "The second has more of: **cheese**." in said
    assert words.about_texts(content(other_text="cat dog king queen run walk cat puppy")).endswith(
        "**cat**, **dog**, **king**, **queen**, **run**, …"
    )
    assert "same words" in words.about_texts(content(other_text=""))
    assert "is the first" in words.about_texts(content(other_text=TEXT))
    assert content(other_text=TEXT).case("texts").verdict == "not moved"
    assert words.about_texts(content(other_text="sat cat the on bread")) == ""


def test_a_word_without_a_vector_has_no_output_and_the_rest_moves() -> None:
    found = content("the mat sat", (1, 2, 0))
    assert found.known == (True, False, True)
    assert np.isnan(found.by_word).tolist() == [False, True, False]
    assert found.case("bare").verdict == "equivariant"
    assert words.by_word_texts(found)[1] == ""
    assert "no vector" in words.word_text(found, 1)
    nothing = content("mat rug", (1, 0))
    assert {case.verdict for case in nothing.cases[:4]} == {"no vector"}
    assert "No word of this sentence" in words.found(nothing)


@pytest.mark.parametrize(("text", "said"), [("", "No word"), ("cat", "One word has no order")])
def test_nothing_and_one_word_are_no_error(text: str, said: str) -> None:
    found = content(text, (), scheme="rotary", causal=True)
    assert said in words.found(found)
    assert len(found.by_word) == len(text.split())


def test_a_long_sentence_is_left_to_a_thread() -> None:
    assert not OrderPanel.takes_long(State().with_changes(table="toy16", text=TEXT))
    assert OrderPanel.takes_long(State().with_changes(text="cat " * 300))
    assert OrderPanel.takes_long(State().with_changes(text="cat", other_text="cat " * 300))


def test_the_files_hold_the_numbers_of_the_verdict(tmp_path: Path) -> None:
    found = content(other_text="bread on the sat cat", causal=True, scheme="t5")
    numbers = OrderPanel.numbers(found)
    assert numbers.array.shape == (7, 3)
    write_numbers(tmp_path / "o.csv", numbers)
    with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows[:2]] == ["equivariant", "invariant"]
    assert [row["case"] for row in rows][4:6] == [
        "positions and causal mask",
        "two sentences, pooled",
    ]
    assert float(rows[4]["outputs"]) == found.case("both").outputs
    assert rows[5]["outputs"] == ""
    assert float(rows[6]["pooled"]) == found.case("texts placed").pooled


# By hand


@pytest.fixture
def panel(make_panel: Make, session: Session) -> OrderPanel:
    session.update(table="toy16", text=TEXT, position=1, scheme="none", head_width=8)
    return make_panel(OrderPanel, 1080, 620)


def test_shuffle_gives_a_new_order_each_time_and_undo_goes_back(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    seen = [session.state.order]
    for _ in range(4):
        qtbot.mouseClick(button(panel, "Shuffle"), LEFT)
        seen.append(session.state.order)
    assert len(set(seen)) >= 4
    assert all(before != after for before, after in pairwise(seen))
    assert () not in seen[1:]
    assert moves(panel).order == seen[-1]
    session.undo()
    assert session.state.order == seen[-2]
    qtbot.mouseClick(button(panel, "Shuffle"), LEFT)
    assert session.state.order == seen[-1]


def test_swap_two_takes_the_selected_word_and_the_next(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    qtbot.mouseClick(button(panel, "Swap two"), LEFT)
    assert session.state.order == (0, 2, 1, 3, 4)
    session.update(position=4)
    qtbot.mouseClick(button(panel, "Swap two"), LEFT)
    assert session.state.order == (0, 2, 1, 4, 3)
    place = moves(panel).chip_rect(0, lower=True).center().toPoint()
    qtbot.mouseClick(moves(panel), LEFT, Qt.KeyboardModifier.ControlModifier, place)
    assert session.state.order == (4, 2, 1, 0, 3)


def test_reset_puts_the_words_back(panel: OrderPanel, session: Session, qtbot: QtBot) -> None:
    assert not button(panel, "Reset").isEnabled()
    session.update(order=ORDER)
    qtbot.mouseClick(button(panel, "Reset"), LEFT)
    assert session.state.order == ()
    assert not button(panel, "Reset").isEnabled()


def test_a_drag_is_one_step_of_undo(panel: OrderPanel, session: Session, qtbot: QtBot) -> None:
    before = session.state
    view = moves(panel)
    start = view.chip_rect(3, lower=True).center().toPoint()
    end = view.chip_rect(0, lower=True).center().toPoint() - QPoint(30, 0)
    qtbot.mousePress(view, LEFT, pos=start)
    for part in range(1, 6):
        qtbot.mouseMove(view, start + (end - start) * part / 5)
    qtbot.mouseRelease(view, LEFT, pos=end)
    assert session.state.order == (3, 0, 1, 2, 4)
    assert session.state.token == "on"
    session.undo()
    assert session.state == before


def test_keys_select_and_move(panel: OrderPanel, session: Session, qtbot: QtBot) -> None:
    view = moves(panel)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert session.state.token == "sat"
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert session.state.order == (0, 1, 3, 4, 2)
    assert session.state.token == "sat"
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert session.state.token == "bread"


def test_words_beyond_what_the_head_reads_stay(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    text = "the cat sat on " * 130
    session.update(table="minilm", text=text, scheme="learned", head_width=2, position=0)
    panel = make_panel(OrderPanel, 1080, 620)
    qtbot.mouseClick(button(panel, "Swap two"), LEFT)
    order = session.state.order
    assert order[:3] == (1, 0, 2)
    assert order[512:] == tuple(range(512, 520))
    assert "first 512 tokens" in texts(panel)


def second_sentence(panel: OrderPanel) -> QLineEdit:
    return next(
        line for line in panel.findChildren(QLineEdit) if line.accessibleName() == "Second sentence"
    )


def test_the_second_sentence_counts_while_it_is_typed(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    line = second_sentence(panel)
    line.selectAll()
    qtbot.keyClicks(line, "bread")
    assert session.state.other_text == "bread"
    assert "The first has more of" in texts(panel)
    qtbot.keyClicks(line, " the cat sat on")
    assert "The first has more of" not in texts(panel)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.keyClicks(line, " zyx")
    assert "zyx" in texts(panel)
    session.undo()
    assert line.text() == "bread the cat sat on"
    qtbot.keyClicks(line, " x")
    session.undo()
    assert line.text() == "bread the cat sat on"
    session.undo()
    assert line.text() == State().other_text


def test_what_comes_from_elsewhere_while_typing_is_a_step_of_its_own(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    line = second_sentence(panel)
    qtbot.keyClicks(line, " again")
    session.update(other_text="sat the cat")
    session.update(seed=8)
    session.update(seed=9)
    session.undo()
    assert (session.state.seed, session.state.other_text) == (8, "sat the cat")


def test_escape_takes_the_second_sentence_back(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    line = second_sentence(panel)
    qtbot.keyClicks(line, " again")
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == session.state.other_text == State().other_text
    session.undo()  # it left no step
    assert session.state.text != TEXT


def test_a_second_sentence_that_is_too_long_is_refused_in_words(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    line = second_sentence(panel)
    line.selectAll()
    line.insert("x" * (MAX_CHARACTERS + 1))
    assert line.text() == session.state.other_text == State().other_text
    assert "a sentence holds up to" in texts(panel)
    qtbot.keyClicks(line, "cat")
    assert "a sentence holds up to" not in texts(panel)


def test_the_present_setting_is_marked(panel: OrderPanel, session: Session) -> None:
    table = panel.findChild(TableView)
    assert table is not None
    for changes, row in (({}, 0), ({"scheme": "rotary"}, 2), ({"causal": True}, 4)):
        session.update(**changes)
        assert table._marked == row
    session.update(scheme="none")
    assert table._marked == 3
    assert panel.heading(panel.content(session.state)) == "Order test · causal mask alone"


def test_the_same_two_words_light_up_in_all_three_pictures(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    session.update(order=ORDER)
    lay_out(panel)
    maps = panel.findChildren(WordMatrix)
    with qtbot.waitSignal(panel.readout) as said, qtbot.waitSignal(session.hovered) as hovered:
        qtbot.mouseMove(maps[0], maps[0].cell_rect(2, 3).center().toPoint())
    assert said.args is not None
    assert "sat gives on the weight" in said.args[0]
    assert hovered.args is not None
    assert hovered.args[0].position == 2
    assert maps[0]._hover == (2, 3)
    assert maps[1]._hover == maps[2]._hover == (ORDER.index(2), ORDER.index(3))
    told: list[str] = []
    panel.readout.connect(told.append)
    qtbot.mouseMove(maps[2], maps[2].cell_rect(0, 0).center().toPoint())
    assert "on gives on the weight" in told[-1]
    assert maps[0]._hover == (3, 3)


def test_a_click_on_an_output_or_a_weight_selects_its_word(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    session.update(order=ORDER)
    pairs = panel.findChild(WordPairs)
    assert pairs is not None
    qtbot.mouseClick(pairs, LEFT, pos=pairs.frame_of(0).center().toPoint())
    assert session.state.position == 0
    third = panel.findChildren(WordMatrix)[2]
    qtbot.mouseClick(third, LEFT, pos=third.cell_rect(0, 1).center().toPoint())
    assert session.state.position == ORDER[0]


def test_a_readout_says_what_became_of_a_word(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    session.update(order=ORDER)
    view = moves(panel)
    with qtbot.waitSignal(panel.readout) as said:
        qtbot.mouseMove(view, view.chip_rect(0, lower=True).center().toPoint())
    assert said.args is not None
    assert said.args[0].startswith("on: place 3 → 0")


def test_without_words_it_says_what_to_do(panel: OrderPanel, session: Session) -> None:
    session.update(text="")
    assert "Edit text…" in texts(panel)
    assert not moves(panel).isVisible()
    session.update(text="cat dog")
    assert moves(panel).isVisible()


def test_words_from_right_to_left(
    make_panel: Make, session: Session, qtbot: QtBot, right_to_left: Callable[[], None]
) -> None:
    right_to_left()
    session.update(table="toy16", text="שלום the cat", position=1, scheme="none")
    panel = make_panel(OrderPanel, 1080, 620)
    qtbot.keyClick(moves(panel), Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert session.state.order == (0, 2, 1)
    assert not panel.grab().isNull()


def test_a_screen_reader_hears_the_verdict(panel: OrderPanel, session: Session) -> None:
    session.update(order=ORDER)
    said = panel.figure.accessibleDescription()
    assert "no positions, no mask: " in said
    assert "equivariant" in said
    assert "causal mask alone: " in said
    assert moves(panel).accessibleDescription() == "New order: on the bread cat sat"


def test_every_number_is_read_with_the_keys(
    panel: OrderPanel, session: Session, qtbot: QtBot
) -> None:
    session.update(order=ORDER)
    lay_out(panel)
    matrix, table, pairs = (
        panel.findChildren(kind)[0] for kind in (WordMatrix, TableView, WordPairs)
    )
    said: list[str] = []
    panel.readout.connect(said.append)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    matrix.setFocus(Qt.FocusReason.TabFocusReason)
    assert said[-1].startswith("cat gives the the weight")
    qtbot.keyClick(matrix, Qt.Key.Key_Right)
    qtbot.keyClick(matrix, Qt.Key.Key_Down)
    assert said[-1].startswith("sat gives cat the weight")
    table.setFocus(Qt.FocusReason.TabFocusReason)
    assert said[-1].startswith("no positions, no mask: ")
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert said[-1].startswith("the same, sinusoidal positions: ")
    pairs.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(pairs, Qt.Key.Key_Right)
    assert said[-1].startswith("sat, output 0: ")


def test_in_a_long_sentence_the_keys_go_on_beyond_the_words_in_sight(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(table="toy16", text=" ".join(["the cat sat on"] * 5), position=0, head_width=8)
    panel = make_panel(OrderPanel, 1080, 620)
    matrix = panel.findChild(WordMatrix)
    assert matrix is not None
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    matrix.setFocus(Qt.FocusReason.TabFocusReason)
    met = []
    for _ in range(25):
        qtbot.keyClick(matrix, Qt.Key.Key_Down)
        met.append(session.state.position)
    assert met == [*range(1, 20), *[19] * 6]

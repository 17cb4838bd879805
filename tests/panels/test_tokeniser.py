"""The tokeniser panel: text, pieces, ids, and what the number of merges does to L and |V|."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tiktoken
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges
from posviz.panels import tokeniser_words as words
from posviz.panels.tokeniser import TokeniserPanel
from posviz.panels.tokeniser_content import Tokeniser, content_of, word_merges
from posviz.session import Hover, Session
from posviz.state import State
from posviz.widgets.merge_dial import MergeDial
from posviz.widgets.merge_steps import MergeSteps
from posviz.widgets.note import Note
from posviz.widgets.piece_flow import PieceFlow
from tests.model.test_byte_pairs import byte_pair_oracle

Make = Callable[..., TokeniserPanel]


def content(text: str, **values: Any) -> Tokeniser:
    return content_of(State().with_changes(text=text, **values))


def listed(shown: Tokeniser) -> list[tuple[str, int | None]]:
    forms = [shown.pieces.form_of(index) for index in range(len(shown.pieces))]
    return [(form.token, form.id) for form in forms]


def flow_of(panel: TokeniserPanel) -> PieceFlow:
    flow = panel.findChild(PieceFlow)
    assert flow is not None
    return flow


def dial_of(panel: TokeniserPanel) -> MergeDial:
    dial = panel.findChild(MergeDial)
    assert dial is not None
    return dial


def steps_of(panel: TokeniserPanel) -> MergeSteps:
    steps = panel.findChild(MergeSteps)
    assert steps is not None
    return steps


def said(panel: TokeniserPanel) -> str:
    text = " ".join(note.text for note in panel.findChildren(Note) if not note.isHidden())
    return text.replace("\u202f", " ").replace("\u00a0", " ").replace("\u2060", "")


# What is shown


def test_the_four_rules() -> None:
    text = "The mat purred"
    own = content(text)
    assert listed(own) == [("the", 13), ("mat", None), ("purred", None)]
    assert (own.rule, own.own, own.size, own.unknown) == ("words", True, 15, 2)
    pieces = content(text, tokenizer="wordpiece")
    assert listed(pieces) == [("the", 1996), ("mat", 13523), ("pu", 16405), ("##rred", 20529)]
    assert (pieces.rule, pieces.own, pieces.size) == ("wordpiece", False, 30_522)
    bytes_ = content(text, tokenizer="bpe")
    oracle = byte_pair_oracle(gpt2_merges(), 50_000)
    assert [id_ for _, id_ in listed(bytes_)] == oracle.encode_ordinary(text)
    assert (bytes_.rule, bytes_.own, bytes_.size) == ("bpe", False, 50_256)
    assert listed(content(text, tokenizer="words")) == listed(own)


def test_the_table_decides_unless_another_rule_is_chosen() -> None:
    minilm = content("playing café", table="minilm")
    assert (minilm.rule, minilm.own, minilm.size) == ("wordpiece", True, 30_522)
    assert content("a", table="minilm", tokenizer="wordpiece").own
    whole = content("unaffable cat", table="minilm", tokenizer="words")
    assert (whole.rule, whole.own, whole.unknown) == ("words", False, 1)
    assert content("a", tokenizer="bpe", merges=300).size == 556


def test_a_token_that_ships_no_vector_is_told_apart() -> None:
    shown = content("cat 東", table="minilm")
    assert [id_ for _, id_ in listed(shown)] == [4937, 1879]
    assert shown.bare.tolist() == [False, True]
    assert shown.unknown == 0
    assert "no vector ships for it" in words.about_piece(shown, 1)
    assert "no vector" not in words.about_piece(shown, 0)
    assert "1 without a vector" in words.counts(shown)


@pytest.mark.parametrize("merges", [0, 256, 5_000, 36_744, 50_000])
def test_the_curve_is_what_tokenising_gives(merges: int) -> None:
    text = "Incomprehensibilities! 東京 👩‍👩‍👧 naïve the the"
    shown = content(text, tokenizer="bpe", merges=merges)
    found = BytePairEncoding(gpt2_merges(), merges).tokenize(text)
    assert len(shown.pieces) == len(found)
    assert shown.history is not None
    assert shown.history.lengths(np.array([merges])).tolist() == [len(found)]


def test_the_selected_word_is_found_in_other_pieces() -> None:
    shown = content("the unbelievable in", tokenizer="bpe", merges=1_000, position=1)
    joined = "".join(shown.pieces.form_of(index).shown for index in shown.linked)
    assert joined == "·unbelievable"
    assert len(shown.linked) > 1
    assert [shown.position_of(index) for index in range(len(shown.pieces))] == [
        0,
        *[1] * len(shown.linked),
        2,
    ]
    spaces = content("a   b", tokenizer="bpe", merges=0)
    assert [spaces.position_of(index) for index in range(5)] == [0, None, None, None, 1]
    beyond = content("the cat", tokenizer="bpe", position=9)
    assert not beyond.linked


def test_steps_of_a_word_by_hand() -> None:
    shown = content("hug the", tokenizer="bpe", position=1)
    merging = word_merges(shown, shown.linked[0])
    assert merging is not None
    assert merging.values == b" the"
    # GPT-2's first merges: Ġ t, Ġ a, h e, ...; so Ġt and he come first, then Ġthe.
    assert [merging.after(step)[0] for step in range(4)] == [
        ["·", "t", "h", "e"],
        ["·t", "h", "e"],
        ["·t", "he"],
        ["·the"],
    ]
    assert [merging.after(step)[1] for step in range(4)] == [-1, 0, 1, 0]
    assert [join.rank for join in merging.joins][:2] == [0, 2]
    assert (merging.count, merging.used) == (3, 3)


@pytest.mark.parametrize("length", [3, 500, 50_000])
def test_steps_of_a_word_of_any_length(length: int) -> None:
    merging = word_merges(content("ab" * length, tokenizer="bpe", merges=0), 0)
    assert merging is not None
    for step in range(len(merging.joins) + 1):
        tokens, joined, _, _ = merging.after(step)
        assert len(tokens) <= 260
        assert joined == -1 if step == 0 else 0 <= joined < len(tokens)
        whole = merging.values.decode()
        assert "".join(tokens) in whole
    assert merging.used == 0
    assert merging.count >= len(merging.joins)


# What is said


def test_counts_say_characters_bytes_and_tokens() -> None:
    line = words.counts(content("naïve 😀", tokenizer="bpe", merges=0))
    line = line.replace("\u00a0", " ").replace("\u2060", "")
    assert "**7** characters · **11** bytes · **L = 11** tokens · **|V| = 256**" in line
    assert "1.0 bytes a token" in line
    line = words.counts(content("a", tokenizer="bpe", merges=0)).replace("\u00a0", " ")
    assert line.startswith("**1** character · **1** byte · **L = 1** token · ")
    assert "2 unknown" in words.counts(content("mat the mug"))


def test_a_part_of_an_emoji_says_what_it_is_a_part_of() -> None:
    shown = content("😀", tokenizer="bpe", merges=0)
    assert [shown.pieces.form_of(i).shown for i in range(4)] == ["‹F0›", "‹9F›", "‹98›", "‹80›"]
    about = words.about_piece(shown, 2)
    assert "a part of **😀**, which is 4 bytes: F0 9F 98 80" in about
    assert words.readout(shown, 2).endswith("→ id 246 · character 0 · bytes 98")


def test_signs_are_explained_where_they_stand() -> None:
    bytes_ = content("a cat", tokenizer="bpe")
    assert "Ġ is how GPT-2 writes a space" in words.about_piece(bytes_, 1)
    assert "Ġ is" not in words.about_piece(bytes_, 0)
    cut = content("Unaffable ☃x" + "y" * 200, tokenizer="wordpiece")
    abouts = [words.about_piece(cut, index) for index in range(len(cut.pieces))]
    assert "read from **Una**" in abouts[0]
    assert "## says that the piece goes on" in abouts[1]
    assert "cannot be put together" in abouts[-1]
    assert cut.unknown >= 1


def test_the_paper_is_quoted_for_what_it_says(make_panel: Make, session: Session) -> None:
    session.update(tokenizer="bpe")
    panel = make_panel(TokeniserPanel)
    assert "English and German together" in said(panel)
    assert "another one, where that size takes 36 744 merges" in said(panel)
    assert BytePairEncoding(gpt2_merges(), 36_744).size == 37_000


def test_an_empty_text_says_what_to_do(make_panel: Make, session: Session) -> None:
    for rule in ("table", "words", "wordpiece", "bpe"):
        session.update(text="", tokenizer=rule)
        panel = make_panel(TokeniserPanel)
        assert "Type a sentence" in said(panel)
        assert not flow_of(panel).isVisible()
        assert not dial_of(panel).isVisible()
        panel.close()


def test_numbers_have_one_row_a_token() -> None:
    numbers = TokeniserPanel.numbers(content("a mat 😀", tokenizer="bpe", merges=0))
    assert numbers.header == ("position", "id", "token", "start", "end", "bytes")
    rows = list(numbers.rows)
    assert rows[0] == (0, 64, "a", 0, 1, "61")
    assert rows[1] == (1, 220, "Ġ", 1, 2, "20")
    assert rows[-1] == (9, 222, "Ģ", 6, 7, "80")
    assert numbers.array.shape == (10, 4)
    assert numbers.array[-1].tolist() == [9, 222, 6, 7]
    unknown = TokeniserPanel.numbers(content("mat"))
    assert list(unknown.rows) == [(0, "", "mat", 0, 3, "6D 61 74")]
    assert unknown.array.tolist() == [[0, -1, 0, 3]]


@pytest.mark.parametrize("rule", ["table", "words", "wordpiece", "bpe"])
@pytest.mark.parametrize("table", ["toy4", "minilm"])
@pytest.mark.parametrize(
    "text",
    [
        "\ud83d \udc00",
        "\0\x07\x9f",
        "👩‍👩‍👧\u0301\ufe0f",
        "שלום مرحبا",
        "\u2028\u3000\n \n",
        "a" * 9_000,
    ],
    ids=["halves", "controls", "emoji", "right to left", "spaces", "a long word"],
)
def test_any_text_is_shown(
    make_panel: Make, session: Session, text: str, rule: str, table: str
) -> None:
    session.update(text=text, tokenizer=rule, table=table, merges=1_000)
    panel = make_panel(TokeniserPanel)
    assert not panel.grab().isNull()
    shown = panel.content(session.state)
    for index in range(min(len(shown.pieces), 40)):
        assert words.readout(shown, index)
        assert words.about_piece(shown, index)
    for row in panel.numbers(shown).rows:
        assert len(row) == 6


# What it does


def test_a_piece_selects_its_word_everywhere(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(text="the unbelievable in", tokenizer="bpe", merges=1_000, position=0)
    panel = make_panel(TokeniserPanel)
    flow = flow_of(panel)
    place = flow.place_of(2).center().toPoint()
    qtbot.mouseClick(flow, Qt.MouseButton.LeftButton, pos=place)
    assert session.state.position == 1
    assert flow.selected == 2
    qtbot.keyClick(flow, Qt.Key.Key_Right)
    assert flow.selected == 3
    assert session.state.position == 1
    session.update(position=2)
    shown = panel.content(session.state)
    assert flow.selected == shown.linked[0] == flow.count - 1


def test_a_space_is_selected_in_this_panel_only(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(text="a   cat", tokenizer="bpe", merges=0, position=0)
    panel = make_panel(TokeniserPanel)
    flow = flow_of(panel)
    before = session.state
    qtbot.keyClick(flow, Qt.Key.Key_Right)
    assert flow.selected == 1
    assert session.state is before
    session.update(merges=5)
    assert flow.selected == 1
    session.update(text="a cat")
    assert flow.selected == 0


def test_the_piece_stays_while_the_merges_change(make_panel: Make, session: Session) -> None:
    session.update(text="the unbelievable in", tokenizer="bpe", merges=0, position=1)
    panel = make_panel(TokeniserPanel)
    flow = flow_of(panel)
    flow.picked.emit(10)
    start = panel.content(session.state).pieces.span(10)[0]
    for merges in (100, 5_000, 50_000, 0):
        session.update(merges=merges)
        assert flow.selected in panel.content(session.state).linked
        first, end = panel.content(session.state).pieces.span(flow.selected)
        assert first <= start < end or merges == 0


def test_a_drag_of_the_dial_is_one_undo_step(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(tokenizer="bpe")
    panel = make_panel(TokeniserPanel)
    dial = dial_of(panel)
    before = session.state
    start = dial.place_of(50_000).toPoint()
    qtbot.mousePress(dial, Qt.MouseButton.LeftButton, pos=start)
    for step in (50, 150, 300):
        qtbot.mouseMove(dial, start - QPoint(step, 0))
    qtbot.mouseRelease(dial, Qt.MouseButton.LeftButton, pos=start - QPoint(300, 0))
    assert session.state.merges < 20_000
    session.undo()
    assert session.state == before


def test_the_dial_and_the_box_belong_to_byte_pairs(make_panel: Make, session: Session) -> None:
    panel = make_panel(TokeniserPanel)
    assert not dial_of(panel).isVisible()
    assert not panel._merges.isVisible()
    session.update(tokenizer="bpe", merges=300)
    assert dial_of(panel).isVisible()
    assert panel._merges.isVisible()
    assert dial_of(panel).value == panel._merges.value() == 300


def test_a_typed_number_and_a_chosen_rule_are_taken(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    panel = make_panel(TokeniserPanel)
    panel._rule.activated.emit(panel._rule.findData("bpe"))
    assert session.state.tokenizer == "bpe"
    panel._merges.selectAll()
    qtbot.keyClicks(panel._merges, "12 345")
    qtbot.keyClick(panel._merges, Qt.Key.Key_Return)
    assert session.state.merges == 12_345
    assert dial_of(panel).value == 12_345


def test_a_step_sets_the_merges_up_to_it(make_panel: Make, session: Session) -> None:
    session.update(text="the cat", tokenizer="bpe", position=1)
    panel = make_panel(TokeniserPanel)
    steps = steps_of(panel)
    assert [panel._step(step).state for step in range(steps.row_count())][-1] == "now"
    steps.activated.emit(1)
    needed = session.state.merges
    shown = panel.content(session.state)
    assert [panel._step(step).state for step in range(3)] == ["used", "now", "later"]
    assert panel._step(2).label.startswith("needs merge")
    session.update(merges=needed - 1)
    assert len(panel.content(session.state).pieces) == len(shown.pieces) + 1
    steps.activated.emit(0)
    assert session.state.merges == 0


def test_hovering_a_piece_points_at_its_word(
    make_panel: Make, session: Session, qtbot: QtBot
) -> None:
    session.update(text="the cat", tokenizer="bpe")
    panel = make_panel(TokeniserPanel)
    flow = flow_of(panel)
    told: list[Hover] = []
    session.hovered.connect(told.append)
    with qtbot.waitSignal(panel.readout) as readout:
        flow.hovered.emit(1)
    (hover,) = told
    assert (hover.token, hover.position) == ("cat", 1)
    assert readout.args == ["Ġcat → id 3797 · characters 3 to 6 · bytes 20 63 61 74"]
    with qtbot.waitSignal(panel.readout) as readout:
        dial_of(panel).hovered.emit(0)
    assert readout.args is not None
    assert "0 merges" in readout.args[0]
    assert readout.args[0].endswith("7")


def test_the_published_ids_of_gpt2() -> None:
    # As OpenAI's encoder gives them; <|endoftext|>, 50 256, is not a merge.
    shown = content("Hello world", tokenizer="bpe")
    assert [id_ for _, id_ in listed(shown)] == [15496, 995]
    assert isinstance(byte_pair_oracle(gpt2_merges(), 50_000), tiktoken.Encoding)


def test_long_texts_are_cut_in_the_background() -> None:
    assert not TokeniserPanel.takes_long(State())
    assert TokeniserPanel.takes_long(State().with_changes(text="the cat " * 2_000))

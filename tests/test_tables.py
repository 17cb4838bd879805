"""Tables in memory: read when asked for, the user's own a few at a time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from posviz import tables
from posviz.model.byte_pairs import BytePairEncoding, gpt2_merges
from posviz.model.embedding_files import ChooseTensor, EmbeddingFileError
from posviz.model.embeddings import TABLES
from posviz.model.tokenizers import WordPiece, Words
from posviz.model.vocabulary import Vocabulary
from posviz.tables import TableSource, tokenizer_for
from tests.model.embedding_files.test_safetensors import F, P, written


def text(path: Path, content: str) -> TableSource:
    path.write_text(content, encoding="utf-8")
    return TableSource(str(path))


@pytest.mark.parametrize("name", ["toy4", "toy16"])
def test_a_shipped_table(name: str) -> None:
    source = TableSource(name)
    assert source.shipped
    assert source.title == TABLES[name].title
    assert tables.table(source).name == name
    assert tables.is_loaded(source)
    assert source not in tables.opened()


def test_a_file_becomes_a_table_that_says_where_it_comes_from(tmp_path: Path) -> None:
    source = text(tmp_path / "v.txt", "the 0.5 1\ncat 2 3\ncat 4 5\n\n")
    assert not tables.is_loaded(source)
    table = tables.table(source)
    assert tables.is_loaded(source)
    assert tables.opened() == (source,)
    np.testing.assert_array_equal(table.matrix, [[0.5, 1], [2, 3]])
    assert table.vocabulary.tokens == ("the", "cat")
    assert (table.title, table.name) == ("v.txt · 2 × 2", source.name)
    assert table.origin == "From v.txt: GloVe text. 2 lines skipped."
    (tmp_path / "w.txt").write_bytes(b"the 0.5 1\n\n")
    one = tables.table(TableSource(str(tmp_path / "w.txt")))
    assert one.origin == "From w.txt: GloVe text. 1 line skipped."
    assert len(table.report) == 2
    assert not table.hand_made


def test_it_is_read_once_and_again_only_when_loaded(tmp_path: Path) -> None:
    source = text(tmp_path / "v.txt", "the 1 2\n")
    first = tables.table(source)
    text(tmp_path / "v.txt", "the 3 4\ncat 5 6\n")
    assert tables.table(source) is first
    tables.load(source)
    np.testing.assert_array_equal(tables.table(source).matrix, [[3, 4], [5, 6]])


def test_reading_keeps_nothing(tmp_path: Path) -> None:
    source = text(tmp_path / "v.txt", "the 1 2\n")
    assert tables.read(source).size == 1
    assert not tables.is_loaded(source)


def test_a_file_that_went_bad_leaves_what_was_kept(tmp_path: Path) -> None:
    source = text(tmp_path / "v.txt", "the 1 2\n")
    first = tables.table(source)
    text(tmp_path / "v.txt", "")
    with pytest.raises(EmbeddingFileError, match="empty"):
        tables.load(source)
    assert tables.table(source) is first


def test_the_longest_unused_table_goes(tmp_path: Path) -> None:
    sources = [text(tmp_path / f"{i}.txt", f"the {i} 2\n") for i in range(6)]
    for source in sources[:4]:
        tables.table(source)
    tables.table(sources[0])
    tables.table(sources[4])
    assert tables.opened() == (sources[2], sources[3], sources[0], sources[4])
    assert not tables.is_loaded(sources[1])
    assert tables.table(sources[1]).size == 1


def test_parts_of_one_file_are_different_tables(tmp_path: Path) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(written({"wpe": P, "wte": F}))
    (tmp_path / "list").write_text("x\ny\nz\n", encoding="utf-8")
    words = TableSource(str(path), "wte", str(tmp_path / "list"))
    places = TableSource(str(path), "wpe")
    assert tables.table(words).vocabulary.tokens == ("x", "y", "z")
    assert tables.table(places).vocabulary.tokens == ("0", "1")
    assert places.title == "m.safetensors · wpe"
    assert "learned positions; their tokens are place numbers" in tables.table(places).origin
    assert "learned positions" not in tables.table(words).origin
    with pytest.raises(ChooseTensor):
        tables.read(TableSource(str(path)), ask=True)


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingFileError, match=r"no such file or table. .*toy4, toy16"):
        tables.table(TableSource(str(tmp_path / "none")))
    with pytest.raises(EmbeddingFileError, match="is a folder"):
        tables.table(TableSource(str(tmp_path)))


def test_memory_that_does_not_suffice_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_kwargs: object) -> None:
        raise MemoryError

    monkeypatch.setattr("posviz.tables._table_of", full)
    with pytest.raises(EmbeddingFileError, match="memory does not suffice"):
        tables.table(text(tmp_path / "v.txt", "the 1 2\n"))


def test_a_name_of_any_length_is_shortened(tmp_path: Path) -> None:
    table = tables.table(text(tmp_path / ("x" * 200 + ".txt"), "the 1 2\n"))
    assert len(table.origin) < 80
    assert len(table.title) < 60


def test_the_tokenizer_fits_the_vocabulary() -> None:
    whole = Vocabulary(("the", "cat"))
    pieces = Vocabulary(("[UNK]", "the", "cat", "##s"))
    capitals = Vocabulary(("[UNK]", "The", "##s"))
    gpt2 = Vocabulary((*gpt2_merges().tokens, "<|endoftext|>"))
    assert isinstance(tokenizer_for(whole), Words)
    assert isinstance(tokenizer_for(pieces), WordPiece)
    assert isinstance(tokenizer_for(capitals), Words)
    assert isinstance(tokenizer_for(gpt2), BytePairEncoding)
    assert [p.text for p in tokenizer_for(pieces).tokenize("cats")] == ["cat", "##s"]

"""A lexicon in memory: ``Lexicon.from_bytes`` reads what ``Lexicon.open`` reads, and refuses what it refuses."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon import ArgumentError, Judge, Lexicon, LexiconError
from belettre_lexicon.lexicon.file.lexicon_file import bundled_path
from tests.lexicon.toy_lexicon import toy


@pytest.fixture(scope="module")
def data() -> bytes:
    """The file of the package."""
    return Path(bundled_path()).read_bytes()


@pytest.mark.parametrize("verify", [True, False])
def test_it_is_the_lexicon_of_the_file(data: bytes, verify: bool) -> None:
    """Hash, verdicts, families and searches are those of the file."""
    memory, file = Lexicon.from_bytes(data, verify=verify), Lexicon.open()

    assert memory == file
    assert Judge(memory)("jouet", played=["joueur"]) == Judge(file)("jouet", played=["joueur"])
    assert memory.find("F", "lec", limit=20) == file.find("F", "lec", limit=20)
    assert memory.readings("école") == file.readings("école")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_all_kinds_of_bytes_are_read(kind: Any) -> None:
    """What can change is copied, so that a change of it changes no lexicon."""
    data = kind(toy())
    lexicon = Lexicon.from_bytes(data)
    if kind is bytearray:
        data[:] = bytes(len(data))

    assert "marche" in lexicon


@pytest.mark.parametrize("data", [None, "text", 7, []])
def test_anything_else_is_an_argument_error(data: Any) -> None:
    """The error says what was given."""
    with pytest.raises(ArgumentError, match=f"expected the bytes of a compiled lexicon, got {type(data).__name__}"):
        Lexicon.from_bytes(data)


@pytest.mark.parametrize("change", ["empty", "cut", "magic", "header", "part"])
def test_damage_is_refused_in_the_same_words(tmp_path: Path, change: str) -> None:
    """The messages are those of ``open``, but for the name."""
    raw = bytearray(toy())
    raw[{"magic": 0, "header": 80, "part": -1}.get(change, 8)] ^= 0xFF
    damaged = {"empty": b"", "cut": toy()[:-8]}.get(change, bytes(raw))
    path = tmp_path / "toy.lexicon"
    path.write_bytes(damaged)

    with pytest.raises(LexiconError) as of_bytes:
        Lexicon.from_bytes(damaged, verify=True)
    with pytest.raises(LexiconError) as of_file:
        Lexicon.open(path, verify=True)

    assert str(of_bytes.value) == str(of_file.value).replace(str(path), "lexicon in memory")


def test_it_cannot_be_pickled_but_closed() -> None:
    """It is in no file that another process could open."""
    lexicon = Lexicon.from_bytes(toy())

    with pytest.raises(LexiconError, match="a lexicon that is in no file cannot be pickled"):
        pickle.dumps(lexicon)
    lexicon.close()

    with pytest.raises(LexiconError, match="lexicon in memory: this lexicon is closed"):
        lexicon.readings("marche")

"""The recipes with words and cards of one's own: an English lexicon, a deck, a spreadsheet as it was exported."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from belettre_lexicon import Judge, Lexicon, Partie
from belettre_lexicon.engine import SEATS
from belettre_lexicon.engine.bots import AmateurBot, play_out
from recipes import english_lexicon, judge_in_processes, list_from_spreadsheet, own_deck
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The lexicon that the recipe compiles from its list."""
    target = tmp_path_factory.mktemp("english") / "english.lexicon"
    assert english_lexicon.main([str(ROOT / "recipes" / "english.tsv"), str(target)]) == 0
    return Lexicon.open(target, verify=True)


@pytest.mark.parametrize(
    ("word", "reasons"),
    [
        ("teapot", ()),
        ("unhappy", ()),
        ("Teacher", ()),
        ("teapots", ("plural",)),
        ("children", ("plural",)),
        ("forgotten", ("conjugated",)),
        ("painting", ("participle",)),
        ("raclette", ("unknown",)),
        ("poet", ("too_short",)),
    ],
)
def test_the_english_lexicon_judges_english(english: Lexicon, word: str, reasons: tuple[str, ...]) -> None:
    """Headwords may be played, their forms may not, and French is unknown."""
    assert Judge(english)(word).reasons == reasons


@pytest.mark.parametrize(
    ("word", "earlier", "kin"),
    [
        ("teacher", "teach", True),
        ("leadership", "leader", True),
        ("unhappy", "happiness", True),
        ("teapot", "tea", True),
        ("breakfast", "breakable", True),
        ("gold", "golden", True),
        ("table", "tea", False),
        ("letter", "let", False),
    ],
)
def test_the_english_lexicon_has_families(english: Lexicon, word: str, earlier: str, kin: bool) -> None:
    """Words that are built on each other, or on the same word, are kin, whichever is played first (W8)."""
    assert (english.kinship(word, earlier) is not None) is kin
    assert (english.kinship(earlier, word) is not None) is kin


def test_the_english_list_is_read_as_it_is_written(english: Lexicon) -> None:
    """Every headword of the list with enough letters may be played; no form is a headword."""
    headwords = list(english_lexicon.read_list(ROOT / "recipes" / "english.tsv"))
    words = {headword.lexeme.spelling for headword in headwords}
    forms = {form for headword in headwords for form in headword.forms}

    assert set(english) == {word for word in words if len(word) >= 5}
    assert not words & forms
    assert len(words) == len(headwords) > 170


def test_bots_play_in_english(english: Lexicon) -> None:
    """A manche with the words of the list ends, every word of it is in the list, and no two are kin."""
    judge = Judge(english)
    partie = Partie.new(judge, random.Random(1), manches=1)

    play_out(partie, dict.fromkeys(SEATS, AmateurBot(judge, random.Random(1))))

    words = list(partie.history)
    assert partie.over
    assert len(words) > 5
    assert all(word.lower() in english for word in words)
    assert not [(a, b) for a in words for b in words if a != b and english.kinship(a, b)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("teacher\tN\tteech V -er", "teacher N: its base teech V is not a headword"),
        ("teach\tQ", "words.tsv:1: 'teach\\tQ', expected « word TAB N, A or V TAB base TAB forms »"),
        ("teach\tV\n\ntea\tN", "words.tsv:2: ''"),
        ("teach\tV\nteach\tN\nteach\tV", "words.tsv:3: 'teach' is listed already as V"),
        ("te4ch\tV", "words.tsv:1: "),
        ("teach\tV\t\tte4ches", "words.tsv:1: "),
        ("teach\tV\t\t\t\t", "words.tsv:1: "),
        ("teach\tV\nteacher\tN\tteach -er", "words.tsv:2: 'teach': invalid code ''"),
        ("teach\tV\tteacher N -er\nteacher\tN\tteach V -er", "its bases lead back to it"),
        (b"caf\xe9\tN", "words.tsv: 'utf-8' codec"),
        (None, "words.tsv: [Errno 2]"),
    ],
)
def test_a_bad_list_is_named(
    text: str | bytes | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status is 2, the message names the line or the word, and no lexicon is written."""
    path, target = tmp_path / "words.tsv", tmp_path / "own.lexicon"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    assert english_lexicon.main([str(path), str(target)]) == 2

    err = capsys.readouterr().err
    assert err.startswith("english_lexicon: ")
    assert message in err
    assert not target.exists()


DECK = "aeiou 6 1 1 2\nlnrst 4 2 1 4\nbcdfgmp 2 3 1 6\n? 4 0 0 0\n"


def test_bots_play_with_a_deck_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str], judge: Judge) -> None:
    """The cards of a game are those of the deck, and its points are at most those of all cards and the rest."""
    path = tmp_path / "deck.txt"
    path.write_text(DECK, encoding="utf-8")

    assert own_deck.main([str(path), "--games", "2"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["68 minuscules, 17 majuscules", "184 points"]
    assert lines[2].startswith("fewest words: ")
    assert len(lines) == 5
    deck = own_deck.Deck.read(str(path))
    hands = own_deck.play(deck, judge, 0).setup.deals[0].hands
    assert {card.letter for hand in hands for card in hand} <= set("aeioulnrstbcdfgmp?")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("aeiou 6 1 1\n", "deck.txt:1: 'aeiou 6 1 1'"),
        ("a 30 1 9 1\né 1 1 1 1\n", "deck.txt:2: 'é 1 1 1 1'"),
        ("aa 30 1 9 1\n", "listed twice"),
        ("a 3 1 2 1\n", "2 majuscules, expected at least 8; 3 minuscules, expected at least 24"),
        (None, "cannot be read"),
    ],
)
def test_a_bad_deck_is_named(
    text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status is 2, and the message names the file and what is wrong in it."""
    path = tmp_path / "deck.txt"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    assert own_deck.main([str(path)]) == 2

    err = capsys.readouterr().err
    assert err.startswith(f"own_deck: {path}")
    assert message in err


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_spreadsheet_is_read_as_it_was_exported(
    separator: str, mark: bytes, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Byte order mark, separator, ends of lines, quotes, empty rows and other columns make no difference."""
    rows = [
        ["Mot", "Qui", "Accepté", "Note"],
        ["frizt", "Chloé", "OUI", '"un mot; de la table, à nous"'],
        ["", "", "", ""],
        ["wagon", "", "non", ""],
    ]
    path = tmp_path / ("decisions.tsv" if separator == "\t" else "decisions.csv")
    path.write_bytes(mark + "".join(separator.join(row) + end for row in rows).encode())

    assert list_from_spreadsheet.main([str(path)]) == 0

    assert capsys.readouterr().out.splitlines() == ["+ frizt un mot; de la table, à nous", "- wagon"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("mot;accepté\nwagon;peut-être\n".encode(), ":2: 'peut-être' in the column 'accepté', expected yes or no"),
        (b"mot;note\nwagon;non\n", ":1: 'mot;note', expected the names of the columns"),
        ("mot;accepté\nwa9on;non\n".encode(), ":2: 'wa9on', expected a word"),
        ("mot;accepté\nwagon;non\nWagon;oui\n".encode(), ":3: 'Wagon' is listed already"),
        ('mot;accepté\n"wagon;non\n'.encode(), "unexpected end of data"),
        ("mot;accepté\n".encode("cp1252"), "not UTF-8 at byte 10"),
        (b"PK\x03\x04 an xlsx file", "expected"),
        (b"", ":1: '', expected the names of the columns"),
    ],
)
def test_a_bad_row_of_a_spreadsheet_is_named(
    raw: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status is 2, nothing is printed as a list, and the message names the file, the row and the value."""
    path = tmp_path / "decisions.csv"
    path.write_bytes(raw)

    assert list_from_spreadsheet.main([str(path)]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"list_from_spreadsheet: {path}")
    assert message in err


def die(judge: Judge, text: str) -> str:
    """Do what a process does that the system kills."""
    os._exit(1)


def test_a_process_that_dies_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program ends with status 2 and a message instead of waiting for the words of that process."""
    path = tmp_path / "words.txt"
    path.write_text("chat\n", encoding="utf-8")
    monkeypatch.setattr(judge_in_processes, "judge_text", die)

    assert judge_in_processes.main([str(path), "--workers", "1"]) == 2

    assert "terminated abruptly" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("raw", "options", "message"),
    [
        (None, [], "[Errno 2]"),
        (b"caf\xe9\n", [], "'utf-8' codec can't decode"),
        (b"chat\n", ["--workers", "0"], "max_workers must be greater than 0"),
        (b"chat\n", ["--min-letters", "99"], "min_letters: 99 is not a number between 1 and 30"),
    ],
)
def test_the_pool_names_what_is_wrong(
    raw: bytes | None, options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that cannot be read and an impossible option end with status 2 and a message."""
    path = tmp_path / "words.txt"
    if raw is not None:
        path.write_bytes(raw)

    assert judge_in_processes.main([str(path), *options]) == 2

    err = capsys.readouterr().err
    assert err.startswith("judge_in_processes: ")
    assert message in err

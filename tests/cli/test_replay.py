"""``belettre replay``: records and games in the short notation are checked and narrated."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from belettre_lexicon import HouseRules, Judge, Lexicon, Partie
from belettre_lexicon.cli.main import main
from belettre_lexicon.engine import format_record, record_of, write_shorthand
from belettre_lexicon.engine.seats import Seat
from tests.engine.forged_records import recompute_checks
from tests.engine.random_games import random_game_with_words

#: A game in the short notation (``engine.records.shorthand``): a Belettre announced, a pli of four words, and a pli
#: with a refused word, a majuscule laid without « Belettre » and a pass.
GAME = """partie 1
belettre SEP
PON l Volonté · SEP e École · LEV c Raclette · MER F Facile → MER
MER b (Portes) · PON q Oblique · SEP ~G Gothique · LEV [k] Passe → SEP
"""


@pytest.fixture
def write(tmp_path: Path) -> Path:
    """Return the path of a file to write a game into."""
    return tmp_path / "game"


def test_a_game_in_the_short_notation_is_narrated(write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every event gives a sentence, refused words with their reasons; the last lines say what was checked."""
    write.write_text(GAME, encoding="utf-8")
    assert main(["replay", str(write)]) == 0

    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Manche 1 : le Méridional donne, le Ponantais ouvre."
    assert "pluriel de « porte » (nom)" in told[7]
    assert "Il manque b" in told[7]
    assert told[10] == "Le Septentrional perd sa Belettre."
    assert told[12] == "Le Septentrional ramasse le pli 2 : 19 points (b, q, G, k)."
    assert told[-2].startswith("Partie intacte. Événements : 12 ; empreinte : ")
    assert main(["replay", str(write), "--lang", "en"]) == 0
    assert "the Ponantais opens" in capsys.readouterr().out


def test_a_record_is_narrated_and_judged_again(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound record is narrated with its players and the winner, and its words are judged again."""
    partie = random_game_with_words(judge, 5, 2)
    write.write_text(format_record(record_of(partie, {Seat.LEVANTIN: "Zoé\x1b[2J"})), encoding="utf-8")
    assert main(["replay", str(write)]) == 0

    told = capsys.readouterr().out
    assert "Le Levantin : Zoé\\u001b[2J" in told
    assert "\x1b" not in told
    assert "Fin de la manche 2." in told
    assert "gagne la partie" in told or "Partie nulle" in told

    words = sum("verdict" in line for line in write.read_text(encoding="utf-8").splitlines())
    assert f"Mots jugés à nouveau : {words}." in told


def test_records_and_short_notation_change_into_each_other(
    judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--shorthand prints a record in the short notation, which reads back to the same points."""
    partie = random_game_with_words(judge, 6, 1)
    write.write_text(format_record(record_of(partie)), encoding="utf-8")
    assert main(["replay", str(write), "--shorthand"]) == 0

    short = capsys.readouterr().out
    assert short == write_shorthand(partie)

    write.write_text(short, encoding="utf-8")
    assert main(["replay", str(write), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == list(partie.points)


def test_a_word_that_is_judged_differently_today(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line and today's verdict are shown, with exit status 1; another edition of the lexicon is named."""
    partie = Partie.new(judge, random.Random(7), manches=1)
    while not partie.state.words:
        lay = next(action for action in partie.legal_actions() if type(action).__name__ == "Lay")
        partie.apply(lay.saying(judge.find(None, lay.card.letter, limit=1)[0].spelling))  # type: ignore[union-attr]
    (word,) = partie.state.words
    text = format_record(record_of(partie)).replace(f'"word":"{word}"', '"word":"xyzzy"').replace("2026.11", "1999.1")
    write.write_text(recompute_checks(text), encoding="utf-8")

    assert main(["replay", str(write)]) == 1

    told = capsys.readouterr().out
    assert "Ligne 3, maintenant : « xyzzy » : refusé." in told
    assert "1999.1" in told


def test_a_record_has_its_own_house_rules(lexicon: Lexicon, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record is judged by the house rules in it, a game in the short notation by those of the command line."""
    judge = Judge(lexicon, HouseRules(memory="pli", plural_only=True))
    partie = Partie.watched(judge, manches=1)
    write.write_text(format_record(record_of(partie)), encoding="utf-8")

    assert main(["replay", str(write)]) == 0

    twice = "PON l Volonté · SEP e École · LEV c Raclette · MER F Facile → MER\nMER l Volonté"
    write.write_text(twice, encoding="utf-8")
    capsys.readouterr()

    assert main(["replay", str(write)]) == 2
    assert "line 2: 'Volonté' is refused (repeated)" in capsys.readouterr().err
    assert main(["replay", str(write), "--memory", "pli"]) == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "record, line 1"),
        (b"\xff\xfe", "not UTF-8"),
        (b"bonjour", "line 1: seat 'bonjour'"),
        (b"PON l Volont\xc3\xa9 \xc2\xb7 PON e Ecole", "line 1: Lay: P1"),
        (b"{" * 100, "record, line 1"),
    ],
)
def test_an_unreadable_game_is_refused(
    write: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    """An unreadable game ends in one line that names the place, with exit status 2."""
    write.write_bytes(content)
    assert main(["replay", str(write)]) == 2

    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A missing file and a folder are reported as unreadable, with exit status 2."""
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("cannot be read") == 2

"""``belettre replay``: records and games in the short notation are checked and told."""

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

GAME = """partie 1
belettre SEP
PON l Volonté · SEP e École · LEV c Raclette · MER F Facile → MER
MER b (Portes) · PON q Oblique · SEP ~G Gothique · LEV [k] Passe → SEP
"""


@pytest.fixture
def write(tmp_path: Path) -> Path:
    """A file to write a game into."""
    return tmp_path / "game"


def test_a_game_in_short_notation_is_told(write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every event is a sentence, refused words with their reasons; the checks are named at the end."""
    write.write_text(GAME, encoding="utf-8")
    assert main(["replay", str(write)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Manche 1 : le Méridional donne, le Ponantais ouvre."
    assert "pluriel de « porte » (nom)" in told[7] and "Il manque b" in told[7]
    assert told[10] == "Le Septentrional perd sa Belettre."
    assert told[12] == "Le Septentrional ramasse le pli 2 : 19 points (b, q, G, k)."
    assert told[-2].startswith("Partie intacte. Événements : 12 ; empreinte : ")
    assert main(["replay", str(write), "--lang", "en"]) == 0
    assert "the Ponantais opens" in capsys.readouterr().out


def test_a_record_is_told_and_judged_again(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sound record tells the whole game, its players and who wins, and names no difference."""
    partie = random_game_with_words(judge, 5, 2)
    write.write_text(format_record(record_of(partie, {Seat.LEVANTIN: "Zoé\x1b[2J"})), encoding="utf-8")
    assert main(["replay", str(write)]) == 0
    told = capsys.readouterr().out
    assert "Le Levantin : Zoé\\u001b[2J" in told and "\x1b" not in told
    assert "Fin de la manche 2." in told and ("gagne la partie" in told or "Partie nulle" in told)
    words = sum("verdict" in line for line in write.read_text(encoding="utf-8").splitlines())
    assert f"Mots jugés à nouveau : {words}." in told


def test_records_and_short_notation_change_into_each_other(
    judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--shorthand writes a record in the short notation, which reads back to the same points."""
    partie = random_game_with_words(judge, 6, 1)
    write.write_text(format_record(record_of(partie)), encoding="utf-8")
    assert main(["replay", str(write), "--shorthand"]) == 0
    short = capsys.readouterr().out
    assert short == write_shorthand(partie)
    write.write_text(short, encoding="utf-8")
    assert main(["replay", str(write), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == list(partie.points)


def test_a_word_that_is_judged_otherwise_today(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line and today's verdict are told, with exit status 1; another edition of the lexicon is named."""
    partie = Partie.new(judge, random.Random(7), manches=1)
    while not partie.state.words:
        lay = next(action for action in partie.legal_actions() if type(action).__name__ == "Lay")
        partie.apply(lay.saying(judge.find(None, lay.card.letter, limit=1)[0].spelling))  # type: ignore[union-attr]
    (word,) = partie.state.words
    text = format_record(record_of(partie)).replace(f'"word":"{word}"', '"word":"xyzzy"').replace("2026.11", "1999.1")
    write.write_text(recompute_checks(text), encoding="utf-8")
    assert main(["replay", str(write)]) == 1
    told = capsys.readouterr().out
    assert "Ligne 3, maintenant : « xyzzy » : refusé." in told and "1999.1" in told


def test_a_record_has_its_own_house_rules(lexicon: Lexicon, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record is judged by the rules it was made with, a game in the short notation by those of the command."""
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
def test_what_is_no_game_is_refused(
    write: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    """One line of error with the place, exit status 2."""
    write.write_bytes(content)
    assert main(["replay", str(write)]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1 and not captured.out


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A missing file and a folder are named."""
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("cannot be read") == 2

"""``belettre replay``: records and games in the short notation are checked and narrated."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from belettre_lexicon import HouseRules, Judge, Lexicon, Partie
from belettre_lexicon.cli.main import main
from belettre_lexicon.engine import Journal, Lay, format_record, record_of, write_shorthand
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.seats import Seat
from tests.engine.forged_records import recompute_checks
from tests.engine.random_games import random_game_with_words

#: A game in the short notation (``games.belettre.records.shorthand``): a Belettre announced, a pli of four words, and a
#: pli with a refused word, a majuscule laid without « Belettre » and a pass.
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
    assert told[-3] == (
        "Partie inachevée : elle s'arrête à la manche 1 sur 1, au pli 3, cartes posées : 0. Le Septentrional joue."
    )
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


def deals_with_seed(judge: Judge, seed: int = 7) -> str:
    """Return the record of a game that has just begun."""
    return format_record(record_of(Partie.new(judge, random.Random(seed), manches=2, seed=seed)))


@pytest.mark.parametrize(("language", "sentence"), [("fr", "La graine 8 ne donne pas"), ("en", "The seed 8 does not")])
def test_a_forged_seed_is_noticed(
    judge: Judge, write: Path, capsys: pytest.CaptureFixture[str], language: str, sentence: str
) -> None:
    """A seed that does not give the deals is said, with status 1; the true seed is not."""
    write.write_text(deals_with_seed(judge), encoding="utf-8")

    assert main(["replay", str(write), "--lang", language]) == 0

    write.write_text(recompute_checks(deals_with_seed(judge).replace('"seed":7', '"seed":8')), encoding="utf-8")
    capsys.readouterr()

    assert main(["replay", str(write), "--lang", language]) == 1
    told = capsys.readouterr().out
    assert sentence in told
    assert "intact" not in told
    assert main(["replay", str(write), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["seed_is_true"] is False


def test_a_forged_edition_is_noticed(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The hash of this lexicon with another edition is said, with status 1; an older lexicon is only a remark."""
    edition, digest = judge.lexicon.edition, judge.lexicon.hash
    text = deals_with_seed(judge)
    write.write_text(recompute_checks(text.replace(f'"edition":"{edition}"', '"edition":"1999.01"')), encoding="utf-8")

    assert main(["replay", str(write)]) == 1
    assert f"est l'édition {edition}, non 1999.01" in capsys.readouterr().out

    other = text.replace(f'"edition":"{edition}"', '"edition":"1999.01"').replace(digest, "0" * 64)
    write.write_text(recompute_checks(other), encoding="utf-8")

    assert main(["replay", str(write)]) == 0
    assert "Jugée alors avec le lexique 1999.01" in capsys.readouterr().out


def test_the_journal_of_a_game_is_narrated(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A journal is replayed without what was taken back; players have their names."""
    journal = Journal(Partie.watched(judge, manches=1), {Seat.PONANTAIS: "Ana", Seat.SEPTENTRIONAL: "Bob"})
    lines = [journal.header]
    for move in (Lay(Seat.PONANTAIS, Card.of("l"), "Volonté"), Lay(Seat.SEPTENTRIONAL, Card.of("e"), "École")):
        with journal.entering(move) as line:
            lines.append(line)
    with journal.taking_back() as line:
        lines.append(line)
    text = "\n".join(lines) + "\n"
    write.write_text(text, encoding="utf-8")

    assert main(["replay", str(write)]) == 0

    told = capsys.readouterr().out

    assert "Ana pose la minuscule l" in told
    assert "École" not in told
    assert "cartes posées : 1. Bob joue." in told

    write.write_text(write.read_text(encoding="utf-8") + '{"check":"0', encoding="utf-8")

    assert main(["replay", str(write)]) == 0
    assert "La dernière ligne du fichier n'est pas finie" in capsys.readouterr().out


def test_a_word_judged_differently_is_found_in_the_line_of_its_journal(
    judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line is that of the file, in which entries that were taken back have lines too."""
    journal = Journal(Partie.watched(judge, manches=1))
    lines = [journal.header]
    for _ in range(2):
        with journal.entering(Lay(Seat.PONANTAIS, Card.of("l"), "Volonté")) as line:
            lines.append(line)
        if len(lines) == 2:
            with journal.taking_back() as line:
                lines.append(line)
    forged = lines[3].replace("Volonté", "xyzzy")
    write.write_text(recompute_checks("\n".join([*lines[:3], forged])), encoding="utf-8")

    assert main(["replay", str(write)]) == 1
    assert "Ligne 4, maintenant : « xyzzy » : refusé." in capsys.readouterr().out


def test_json_says_where_an_unfinished_game_stopped(
    judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The object has what the game awaits and who may act; a finished game awaits nothing."""
    write.write_text(GAME, encoding="utf-8")

    assert main(["replay", str(write), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)

    assert (told["over"], told["awaits"], told["movers"], told["manche"], told["pli"]) == (False, "lay", ["SEP"], 1, 3)

    write.write_text(format_record(record_of(random_game_with_words(judge, 5, 2))), encoding="utf-8")

    assert main(["replay", str(write), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)

    assert (told["over"], told["awaits"], told["movers"]) == (True, "over", [])


def test_a_damaged_record_is_told_apart(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says whether a line was changed or is missing, or the end of the record is."""
    lines = format_record(record_of(random_game_with_words(judge, 5, 1))).splitlines()
    damages = {
        "line 4: line 4 is missing": [*lines[:3], *lines[4:]],
        "line 9: the record ends here": lines[:8],
        "line 5: the line repeats line 4": [*lines[:4], *lines[3:]],
    }

    for message, damaged in damages.items():
        write.write_text("\n".join(damaged) + "\n", encoding="utf-8")

        assert main(["replay", str(write)]) == 2
        assert message in capsys.readouterr().err


def test_a_recorded_game_is_analysed(judge: Judge, write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--analyse tells of each manche what was possible, players by name; with --json it is part of the object."""
    partie = random_game_with_words(judge, 5, 2)
    write.write_text(format_record(record_of(partie, {Seat.LEVANTIN: "Zoé"})), encoding="utf-8")
    assert main(["replay", str(write), "--analyse"]) == 0

    told = capsys.readouterr().out
    assert told.startswith("Manche 1, ce qui était possible :\n")
    assert "\nManche 2, ce qui était possible :\n" in told
    assert told.count("ramassé par") == 16
    assert "  Zoé (" in told
    assert "le Levantin" not in told

    assert main(["replay", str(write), "--analyse", "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    assert [manche["number"] for manche in described["analysis"]] == [1, 2]
    assert [pli["number"] for pli in described["analysis"][0]["plis"]] == list(range(1, 9))
    assert main(["replay", str(write), "--json"]) == 0
    assert "analysis" not in json.loads(capsys.readouterr().out)


def test_a_manche_that_is_not_over_is_not_analysed(write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--analyse says that the manche goes on, and where the game stopped."""
    write.write_text(GAME, encoding="utf-8")
    assert main(["replay", str(write), "--analyse"]) == 0

    told = capsys.readouterr().out.splitlines()
    assert told[0] == "L'analyse vient quand une manche est finie."
    assert told[1].startswith("Partie inachevée")
    assert len(told) == 2
    assert main(["replay", str(write), "--analyse", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["analysis"] == []


def test_an_analysis_is_not_printed_in_the_short_notation(write: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--analyse and --shorthand exclude each other."""
    write.write_text(GAME, encoding="utf-8")

    assert main(["replay", str(write), "--analyse", "--shorthand"]) == 2
    assert "--analyse and --shorthand" in capsys.readouterr().err

"""``belettre table`` fed from a pipe, and what its lines and options mean.

``table_scripts`` explains the lines that the tests enter.
"""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon import ArgumentError, Judge
from belettre_lexicon.cli.belettre.entries import ArbiterCommand, completions, parse_entry
from belettre_lexicon.cli.belettre.savegame import parse_players, parse_start
from belettre_lexicon.cli.belettre.table import run
from belettre_lexicon.cli.commands import TableOptions
from belettre_lexicon.cli.kit.session import UnclearLine
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.french.cards import Card
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    PickUp,
    Swap,
)
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.records.json_lines import parse_record, partie_of
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.referee.names import capital, seat_text
from tests.cli.table_scripts import FR, new_session, published_examples, random_game, typed_lines
from tests.conftest import ROOT

PON, SEP, LEV, MER = SEATS
#: Id, lines, seat that picks up, and late start of the examples E1 to E10.
EXAMPLES = list(published_examples())
PLAYERS = {PON: "Ana", SEP: "Bob", LEV: "Chloé Dupont", MER: "Ana"}


def run_batch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str | bytes, **values: Any
) -> tuple[int, str]:
    """Run a batch on the lines *typed*, with *values* as options; return its exit status and output."""
    raw = typed if isinstance(typed, bytes) else typed.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    options = TableOptions()
    options.chosen.update({name: values.pop(name) for name in [*values] if name in HouseRules.OF_NAME})
    vars(options).update(values)
    status = run(options)
    return status, capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("l volonté", Lay(PON, Card.of("l"), "volonté")),
        ("  F « Facile » !", Lay(PON, Card.of("F"), "Facile")),
        ("É école", Lay(PON, Card.of("E"), "école")),
        ("?e école", Lay(PON, Card.of("?"), "école")),
        ("JOKER=K kiosque", Lay(PON, Card.of("JOKER"), "kiosque", "k")),
        ("pon l volonté", Lay(PON, Card.of("l"), "volonté")),
        ("SEP: k école", Lay(SEP, Card.of("k"), "école")),
        ("Septentrional k école", Lay(SEP, Card.of("k"), "école")),
        ("bob k école", Lay(SEP, Card.of("k"), "école")),
        ("Chloe k école", Lay(LEV, Card.of("k"), "école")),
        ("~G gothique", Lay(PON, Card.of("G"), "gothique", says=False)),
        ("muet G gothique", Lay(PON, Card.of("G"), "gothique", says=False)),
        ("SEP silent G gothique", Lay(SEP, Card.of("G"), "gothique", says=False)),
        ("passe", Passe(PON, Card.of("unseen"))),
        ("« Passe ! »", Passe(PON, Card.of("unseen"))),
        ("sep: passe", UnclearLine("not_now", {}, "table")),
        ("échange", UnclearLine("not_now", {}, "table")),
        ("passe k", Passe(PON, Card.of("k"))),
        ("k passe", Passe(PON, Card.of("k"))),
        ("maj Passe !", Passe(PON, Card.of("maj"))),
        ("bob s « Passe »", Passe(SEP, Card.of("s"))),
        ("PASS maj", Passe(PON, Card.of("maj"))),
        ("passe minuscule", Passe(PON, Card.of("min"))),
        ("défausse ?", Discard(PON, Card.of("?"))),
        ("SEP échange a", Swap(SEP, Card.of("A"))),
        ("ramasse SEP", PickUp(SEP)),
        ("ramasse le Levantin", PickUp(LEV)),
        ("take bob", PickUp(SEP)),
        ("ramasse Chloé Dupont", PickUp(LEV)),
        ("belettre", AnnounceBelettre(PON)),
        ("Belettre Bob", AnnounceBelettre(SEP)),
        ("belettre Ana", UnclearLine("no_seat", {"text": "Ana"})),
        ("42 s", Overtime(PON, 42)),
        ("LEV 42s", Overtime(LEV, 42)),
        ("arbitre accepte il a dit « blouson »", Overrule(True, "il a dit « blouson »")),
        ("overrule refuse not his word", Overrule(False, "not his word")),
        ("accepte  d'accord", Overrule(True, "d'accord")),
        ("arbitre accepte", UnclearLine("no_motive", {}, "table")),
        ("arbitre peut-être", UnclearLine("which_ruling", {}, "table")),
        ("muet", UnclearLine("unknown", {"line": "muet"})),
        ("muet passe k", UnclearLine("silent_what", {}, "table")),
        ("SEP", UnclearLine("seat_alone", {}, "table")),
        ("annuler", ArbiterCommand("undo")),
        ("UNDO 3", ArbiterCommand("undo", "3")),
        ("conteste « Portes »", ArbiterCommand("contest", "Portes")),
        ("juge volonté", ArbiterCommand("judge", "volonté")),
        ("find 5", ArbiterCommand("find", "5")),
        ("save ./Ma Partie!.jsonl", ArbiterCommand("save", "./Ma Partie!.jsonl")),
        ("horloge", ArbiterCommand("clock")),
        ("pli", ArbiterCommand("plis")),
        ("exit", ArbiterCommand("quit")),
        ("", ArbiterCommand("nothing")),
        ("# rien", ArbiterCommand("nothing")),
        ("l", UnclearLine("no_word", {})),
        ("JOKER kiosque", UnclearLine("joker_unnamed", {})),
        ("oui", UnclearLine("unknown", {"line": "oui"})),
        ("main", UnclearLine("unknown", {"line": "main"})),
        ("volonté", UnclearLine("unknown", {"line": "volonté"})),
    ],
)
def test_what_a_line_means(judge: Judge, line: str, meant: Action | ArbiterCommand | UnclearLine) -> None:
    """Lines are parsed leniently, in French and English, for the player whose turn it is."""
    assert parse_entry(line, Partie.watched(judge), PLAYERS) == meant


@pytest.mark.parametrize(("name", "lines", "taker", "start"), EXAMPLES, ids=[name for name, *_ in EXAMPLES])
def test_the_published_examples_through_a_batch(
    name: str,
    lines: list[str],
    taker: str,
    start: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """E1 to E10, typed without seats, are won by the seats named in the rules."""
    assert start in ("", "manche 1 pli 3 PON"), name

    status, out = run_batch(monkeypatch, capsys, "\n".join(lines), start="manche 1 pli 3 PON" if start else None)
    number = 3 if start else 1
    assert status == 0
    assert f"{capital(seat_text(Seat.of(taker), FR))} ramasse le pli {number} : " in out


def test_all_examples_are_there() -> None:
    """All ten examples are found, so that the test above cannot pass without checking anything."""
    assert [name for name, *_ in EXAMPLES] == [f"E{number}" for number in range(1, 11)]


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_can_be_entered(judge: Judge, seed: int) -> None:
    """A whole game can be typed, with hidden cards revealed late, and comes to the same points and words."""
    actions = random_game(judge, seed, manches=1 + seed % 2, wild=seed > 2)
    session = new_session(judge, manches=1 + seed % 2)
    for line in typed_lines(actions, session.partie, random.Random(seed)):
        assert session.enter(line), line
    assert session.partie.over

    played = Partie.new(judge, random.Random(seed), manches=1 + seed % 2)
    for action in actions:
        played.apply(action)
    assert session.partie.points == played.points
    assert session.partie.state.words == played.state.words


def test_a_batch_goes_on_after_a_bad_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A batch names each line not accepted, goes on, prints the points at the end, and exits with status 1."""
    status, out = run_batch(monkeypatch, capsys, "# E1\nl volonté\nfoo\n\ne école\nSEP c raclette\nquitter\nl loup")

    assert status == 1
    assert "Ligne 3 : rien n'a changé." in out
    assert "Ligne 6 : rien n'a changé." in out
    assert "Ligne 8" not in out
    assert "> e école\nLe Septentrional pose la minuscule e." in out
    assert out.endswith("L'équipe Ponantais-Levantin : 0 point.\nL'équipe Septentrional-Méridional : 0 point.\n")
    assert run_batch(monkeypatch, capsys, "")[0] == 0

    _, named = run_batch(monkeypatch, capsys, "l volonté", players="Ana,Bob,Chloé,David")
    assert named.endswith("Ana et Chloé : 0 point.\nBob et David : 0 point.\n")


def test_completion_offers_no_words(judge: Judge) -> None:
    """Verbs, seats, names and legal cards are completed, but never a word, which would be a cheat."""
    partie = Partie.watched(judge)
    assert completions("pas", partie, (), 0) == ["passe"]
    assert completions("DÉF", partie, (), 0) == ["défausse"]
    assert completions("rec", partie, (), 1) == []
    assert completions("ov", partie, (), 1) == ["overrule"]
    assert completions("ref", partie, (), 0) == ["refaire"]
    assert completions("fau", partie, (), 0) == ["faute"]
    assert completions("faute éc", partie, (), 0) == []
    assert completions("ty", partie, (), 1) == ["typo"]
    assert completions("an", partie, ["Ana"], 0) == ["annuler", "analyse", "Ana"]
    assert completions("ramasse S", partie, (), 0) == ["SEP"]
    assert completions("belettre m", partie, (), 0) == ["MER"]
    assert completions("passe ma", partie, (), 0) == ["maj"]
    assert completions("SEP pa", partie, (), 0) == ["passe"]
    assert completions("arbitre ", partie, (), 0) == ["accepte", "refuse"]
    assert completions("l vol", partie, (), 0) == []
    assert completions("arbitre accepte mo", partie, (), 0) == []

    for card, word in (("l", "volonté"), ("F", "fatal")):
        partie.apply(Lay(partie.turn or PON, Card.of(card), word))
    assert completions("passe m", partie, (), 0) == ["m", "min"]
    assert "K" not in completions("", partie, (), 0)
    assert "k" in completions("", partie, (), 0)


def test_the_record_is_saved(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """« sauve » writes a record that reads back as the game, with the players' names, and overwrites no file."""
    path = tmp_path / "ma partie.jsonl"
    status, out = run_batch(monkeypatch, capsys, f"l volonté\nsauve {path}\nsave {path}", players="Ana,,Chloé,")
    assert status == 1
    assert f"Partie écrite dans {path}." in out
    assert f"{path} existe déjà" in out

    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.players == {PON: "Ana", LEV: "Chloé"}
    assert partie_of(record, judge).state.words == ("volonté",)


def test_unusable_options_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each unusable option raises one clear error before any line is read."""
    for wrong in (
        {"manches": 5},
        {"start": "2 9 LEV"},
        {"start": "5"},
        {"start": "2 Nord"},
        {"start": "x"},
        {"deck": "nowhere"},
        {"players": "Ana,Bob"},
        {"players": "\udcff,b,c,d"},
        {"players": "\x1b[2J,b,c,d"},
        {"players": "a,b,c," + "d" * 41},
        {"lang": "de"},
        {"start": "1 3 LEV 999999-0"},
        {"house_list": "nowhere"},
        {"memory": "toujours"},
    ):
        with pytest.raises(ArgumentError):
            run_batch(monkeypatch, capsys, "", **wrong)

    with pytest.raises(UnusableInputError, match="line 2"):
        run_batch(monkeypatch, capsys, b"l volont\xc3\xa9\n\xff\n")

    monkeypatch.setattr(sys, "stdin", None)
    assert run(TableOptions()) == 0


def test_late_start_and_names() -> None:
    """--start takes the words of the short notation; --players takes four names, of which some may be empty."""
    assert parse_start("manche 2 pli 3 LEV 84-61") == parse_start(" 2  3 Levantin 84-61")
    assert parse_start("2") == {"first": 2, "before": 0, "opener": None, "points": (0, 0)}
    assert parse_start(None) == {}
    with pytest.raises(ArgumentError, match=r"pli \(1 to 8\)"):
        parse_start("2 9 LEV")
    assert parse_players(" Ana  Maria ,,,") == {PON: "Ana Maria"}
    assert parse_players(None) == {}


def test_a_late_start_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that starts late shows the pli and the points that were given."""
    status, out = run_batch(monkeypatch, capsys, "table\nl volonté\nscore", start="2 3 LEV 84-61", manches=2)

    assert status == 0
    assert "Manche 2 sur 2, pli 3 — l'équipe Ponantais-Levantin : 84" in out
    assert "Le Levantin pose la minuscule l." in out
    assert "L'équipe Septentrional-Méridional : 61 points." in out


def test_the_session_of_the_page_is_true(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The session shown in docs/table.md is what the command prints for these lines."""
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(> .*?)```", page, re.DOTALL)
    typed = re.findall(r"^> (.*)$", shown, re.MULTILINE)
    _, out = run_batch(monkeypatch, capsys, "\n".join(typed))

    assert len(typed) > 10
    assert out.startswith(shown)

"""``belettre table`` as an arbiter meets it: what they type, what they are told, and what a batch judges.

``table_scripts`` explains the lines that the tests enter.
"""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path

import pytest

from belettre_lexicon import ArgumentError, Judge
from belettre_lexicon.cards import Card
from belettre_lexicon.cli.arguments import TableOptions
from belettre_lexicon.cli.moves import UnclearLine
from belettre_lexicon.cli.table.clock import Clock
from belettre_lexicon.cli.table.entries import VERBS, ArbiterCommand, parse_entry
from belettre_lexicon.cli.table.line_editor import completions
from belettre_lexicon.cli.table.opening import parse_players, parse_start
from belettre_lexicon.cli.table.session import run
from belettre_lexicon.cli.terminal import UnusableInputError
from belettre_lexicon.engine.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    PickUp,
    Reveal,
    Swap,
)
from belettre_lexicon.engine.events import SCORED, BelettreAnnounced, Overran, PliTaken, Swapped
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.records.json_lines import parse_record, partie_of
from belettre_lexicon.engine.seats import SEATS, Seat
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.game import event_text
from belettre_lexicon.referee.names import capital, seat_text
from tests.cli.table_scripts import FR, new_session, published_examples, random_game, typed_lines
from tests.conftest import ROOT

PON, SEP, LEV, MER = SEATS
#: Id, lines, seat that picks up, and late start of the examples E1 to E10.
EXAMPLES = list(published_examples())
PLAYERS = {PON: "Ana", SEP: "Bob", LEV: "Chloé Dupont", MER: "Ana"}


def run_batch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str | bytes, **values: object
) -> tuple[int, str]:
    """Run a batch on the lines *typed*, with *values* as options; return its exit status and output."""
    raw = typed if isinstance(typed, bytes) else typed.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    options = TableOptions()
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


def test_p3_the_session_says_what_may_be_laid(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P3, P8: after each card the session says who holds the pli, what may be laid next, and whose turn it is."""
    session = new_session(judge, players={LEV: "Chloé"})
    assert session.prompt() == "Le Ponantais · pli 1 > "

    assert session.enter("l volonté")
    assert session.enter("e école")
    assert session.prompt() == "Chloé (LEV) · pli 1 : l, e > "

    assert session.enter("c raclette")
    assert session.enter("table")
    out = capsys.readouterr().out

    assert out.endswith(
        "  PON l « volonté » · SEP e « école » · LEV c « raclette »\n  Chloé tient le pli. À poser : une majuscule.\n"
    )

    assert not session.enter("f facile")
    assert "Trois minuscules sont déjà dans le pli : il faut une majuscule" in capsys.readouterr().out


def test_p7_hidden_cards_are_asked_for_one_by_one(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P7: at the pick-up a card alone is the first hidden one; a small letter is enough for a known majuscule."""
    session = new_session(judge)
    for line in ("n dolmen", "o maison", "passe min", "passe maj"):
        assert session.enter(line)
    assert session.prompt() == "Carte cachée (LEV, MER) > "
    assert session.expected() == "Le Levantin avait posé quelle carte ?"

    assert not session.enter("passe")
    assert "Ce n'est pas le moment." in capsys.readouterr().out

    assert not session.enter("K")
    assert "Ce ne peut être la majuscule K" in capsys.readouterr().out

    assert not session.enter("s veste")
    assert capsys.readouterr().out.endswith("Le Levantin avait posé quelle carte ?\n")

    assert session.enter("k")
    assert session.prompt() == "Carte cachée (MER) > "

    assert session.enter("MER b")
    taken = session.partie.log[-1]
    assert isinstance(taken, PliTaken)
    assert [card.text for card in taken.cards] == ["n", "o", "k", "B"]


def test_p9_a_lost_pli_and_who_picks_it_up(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P9: after a pass in position 1 cards are laid without words, and the first player of the other team picks up
    unless another is named."""
    for named, taker in (("ramasse", SEP), ("ramasse MER", MER), ("MER", MER)):
        session = new_session(judge)
        assert session.enter("passe e")
        assert "Le pli est perdu" not in session.prompt()

        assert not session.enter("l volonté")
        assert "sans mot, comme « défausse »" in session.expected()

        assert session.enter("passe A")
        assert session.enter("l")
        assert session.enter("défausse t")

        assert session.prompt() == "Qui ramasse ? (SEP, MER) > "

        assert not session.enter("k")
        assert not session.enter("passe")
        assert not session.enter("LEV")
        assert session.enter(named)
        taken = session.partie.log[-1]

        assert isinstance(taken, PliTaken)
        assert taken.seat is taker

    assert "le pli est perdu" in capsys.readouterr().out


def test_t2_the_trap_through_the_session(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """T1, T2: « passe min » as a fourth minuscule springs the trap; « échange A » swaps in A, « échange » an unknown
    card."""
    for swap, told in (("SEP échange A", ()), ("SEP A", ()), ("sep: swap a", ()), ("SEP échange", ("SEP a",))):
        session = new_session(judge, before=2, opener=PON)
        for line in ("s veste", "o blouson", "d adosser", "passe min"):
            assert session.enter(line)
        assert "Doit échanger sa minuscule" in session.expected()
        assert session.prompt() == "Échange (SEP, LEV, PON) > "

        assert not session.enter("JOKER=K kiosque")
        assert session.enter(swap)
        for line in ("MER e", *told) if not told else (*told, "MER e"):
            assert session.enter(line), (swap, line)
        assert any(isinstance(event, Swapped) for event in session.partie.log)

        taken = session.partie.log[-1]
        assert isinstance(taken, PliTaken)
        assert taken.seat is LEV
        assert taken.cards[1] is Card.of("A")

    assert "Piège : " in capsys.readouterr().out


def test_s3_a_belettre_announced_and_one_forgotten(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """S3: a Belettre can be announced for any seat before the first card; « muet » loses it."""
    session = new_session(judge)
    assert session.enter("belettre SEP")
    assert session.enter("belettre LEV")
    for line in ("l volonté", "G gorille", "s glaise", "e gazelle", "e table", "H habile", "r hibiscrus"):
        session.enter(line)

    assert session.partie.state.manche.belettres[SEP.index].stage != SCORED

    out = capsys.readouterr().out
    assert event_text(BelettreAnnounced(SEP), FR) in out
    assert "Le Septentrional dit « Belettre »." in out

    silent = new_session(judge)
    assert silent.enter("belettre SEP")
    assert silent.enter("l volonté")
    assert silent.enter("~G gorille")

    assert "Le Septentrional perd sa Belettre." in capsys.readouterr().out

    assert not silent.enter("belettre MER")


def test_s2_dix_de_der_and_the_points(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """S1, S2, S5: a manche ends with its points, a partie with its winner; after that no move can be entered."""
    session = new_session(judge, manches=1, before=7, opener=PON, points=(50, 20))
    for line in ("l volonté", "e école", "c raclette", "F facile"):
        assert session.enter(line)

    assert session.enter("score")
    assert session.enter("plis")
    assert session.enter("table")
    out = capsys.readouterr().out

    assert "Dix de Der : 10 points de plus pour l'équipe Septentrional-Méridional." in out
    assert "L'équipe Ponantais-Levantin gagne la partie, 50 points à 42." in out
    assert "Manche 1 : 0 à 22." in out
    assert "Le Méridional a montré : F" in out
    assert session.prompt() == "Partie finie > "

    assert not session.enter("l volonté")
    assert session.enter("annuler")
    assert session.enter("~F facile")


def test_p12_plis_show_their_cards(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P12: « plis » shows the plis picked up, and the majuscules that each player has shown."""
    session = new_session(judge)
    session.enter("plis")
    assert "Aucun pli n'est ramassé" in capsys.readouterr().out

    for line in ("l volonté", "e école", "c raclette", "F facile", "pli"):
        session.enter(line)
    assert capsys.readouterr().out.endswith(
        "Pli 1 à l'équipe Septentrional-Méridional (le Méridional), 12 points : l, e, c, F\n"
        "Le Méridional a montré : F\n"
    )


def test_a_typing_slip_offers_near_words_and_undo(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """Near words are offered for an unknown word; « annuler » gives the card back and says what was undone."""
    session = new_session(judge)
    assert session.enter("l volontée")
    assert "Mots proches : volonté" in capsys.readouterr().out

    assert session.enter("annuler")
    assert session.prompt() == "Le Ponantais · pli 1 > "
    assert capsys.readouterr().out.startswith("Annulé : Le Ponantais pose la minuscule l. « volontée » : refusé.")
    for wrong in ("annuler", "annuler 0", "undo x", "annuler 99999999999999999999"):
        assert not session.enter(wrong)

    assert session.enter("l volonté")
    assert session.enter("e école")
    assert not session.enter("annuler 3")

    assert "De 1 à 2." in capsys.readouterr().out

    assert session.enter("annuler 2")
    assert not session.partie.actions_done


def test_overrule_takes_back_what_followed(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """W10, P6: the arbiter can accept a refused word and refuse an accepted one, for a reason that the log keeps."""
    session = new_session(judge)
    assert not session.enter("arbitre accepte rien dit")
    assert session.enter("l portes")
    assert session.enter("arbitre accepte mot de la région")

    assert session.partie.state.words == ("portes",)

    assert not session.enter("arbitre accepte encore")
    assert not session.enter(f"arbitre refuse {'x' * 501}")
    for line in ("e école", "c raclette", "F facile", "arbitre refuse il a hésité"):
        session.enter(line)

    assert "L'arbitre refuse « facile » (le Méridional) : il a hésité" in capsys.readouterr().out

    taken = session.partie.log[-1]
    assert isinstance(taken, PliTaken)
    assert taken.seat is LEV


def test_contest_shows_the_ruling(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """W10: a dispute shows the verdict and the arbiter's ruling on it; a later verdict on the word has no ruling."""
    session = new_session(judge)
    for line in ("l portes", "arbitre accepte mot de la région"):
        assert session.enter(line)

    capsys.readouterr()
    assert session.enter("conteste")
    out = capsys.readouterr().out

    assert out.startswith("« portes » : refusé.")
    assert out.endswith("(le Ponantais) : mot de la région\n")

    assert session.enter("e portes")
    assert capsys.readouterr()
    assert session.enter("conteste portes")

    assert "L'arbitre" not in capsys.readouterr().out

    assert session.enter("conteste volonté")
    assert "L'arbitre" not in capsys.readouterr().out


def test_contest_shows_everything_about_a_word(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """W6, W8: a dispute shows reasons with their rules, readings with sources, the chain to the earlier word, family
    and edition; a word of this game keeps the verdict it got."""
    session = new_session(judge)
    assert not session.enter("conteste")
    assert "Aucun mot n'a encore été dit." in capsys.readouterr().out

    session.enter("j joueur")
    session.enter("t jouet")
    capsys.readouterr()
    assert session.enter("conteste")
    out = capsys.readouterr().out

    assert out.startswith("« jouet » : refusé.")
    assert "\n  W8  de la famille de « joueur »" in out
    assert "\n  jouet, nom masculin : jouable · attesté par Grammalecte" in out
    assert "\n  Parenté : jouet ← jouer (-et), joueur ← jouer (-eur)" in out
    assert "├─ " in out
    assert "lignes de plus : « belettre family jouet »." in out
    assert f"Lexique {judge.lexicon.edition}, empreinte {judge.lexicon.hash[:12]}." in out

    assert session.enter("conteste Joueur")
    assert capsys.readouterr().out.startswith("« joueur » : valide.")

    assert session.enter("contest portes")
    assert "W6  pluriel de « porte » (nom)" in capsys.readouterr().out

    assert session.enter("juge bijou")
    assert "« bijou » : valide." in capsys.readouterr().out

    assert session.enter("judge volonté")
    assert "« volonté » : refusé." in capsys.readouterr().out

    assert not session.enter("juge")


def test_find_is_a_cheat(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """« trouve » works only where the session allows it, and lists only words that fit the cards."""
    session = new_session(judge)
    assert not session.enter("trouve")
    assert "Chercher des mots serait tricher" in capsys.readouterr().out

    session = new_session(judge, allows_find=True)
    for line in ("l volonté", "F facile"):
        session.enter(line)
    capsys.readouterr()
    assert session.enter("trouve 3")
    assert session.enter("find")
    lines = capsys.readouterr().out.splitlines()

    assert re.match(r"F \+ l : \d+ mots, dont", lines[0])
    assert len(lines) == 4 + 11

    assert not session.enter("find 0")
    assert not session.enter("find 1000")
    assert not session.enter("find x")


class Seconds:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_p13_an_overrun_is_noted_before_the_card(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P13: more than 30 seconds between an entry and the first key of the next are noted with it; 30 are not."""
    time = Seconds()
    session = new_session(judge, clock=Clock(now=time))
    assert session.toolbar() == ("", FR("table.toolbar"))

    time.now = 500
    assert session.enter("l volonté")  # players sort their cards before the first
    time.now += 30.9

    assert session.toolbar() == ("", "Le Septentrional : 30 s")

    assert session.enter("e école")
    time.now += 42
    style, text = session.toolbar()

    assert "red" in style
    assert text == "Le Levantin : 42 s, 12 de trop"

    session.clock.hold(True)
    time.now += 100  # the card lies: the arbiter types
    assert session.toolbar()[1] == "Le Levantin : 42 s, 12 de trop"

    session.clock.hold(False)
    assert session.clock.seconds == 142

    time.now -= 100
    assert session.enter("c raclette")
    events = [event for event in session.partie.log if isinstance(event, Overran)]

    assert len(events) == 1
    assert events[0].seconds == 42
    assert events[0].seat is LEV
    assert "Le Levantin a réfléchi 42 secondes, pour 30 permises" in capsys.readouterr().out


def test_p13_the_clock_waits_where_nobody_thinks(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P13: no time runs after an undo, in a dispute, while hidden cards are revealed, or when the clock is off; an
    arbiter may note an overrun by hand."""
    time = Seconds()
    session = new_session(judge, clock=Clock(now=time))
    for line in ("l volonté", "e école", "annuler"):
        assert session.enter(line)
    assert session.clock.seconds is None

    session.enter("e école")
    session.enter("conteste")
    assert session.clock.seconds is None

    session.enter("horloge")
    assert not session.clock.running

    assert session.enter("c raclette")
    assert session.clock.seconds is None

    session.enter("clock")
    assert session.clock.seconds == 0

    assert session.enter("42 s")
    assert session.enter("passe maj")
    assert session.clock.seconds is None

    assert not session.enter("42 s")
    assert "L'horloge est arrêtée." in capsys.readouterr().out

    assert not new_session(judge).enter("30 s")


def test_mistakes_change_nothing(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """Each mistake is answered by one sentence that is safe on a terminal, and the game stays as it was."""
    slips = {
        "volonté": "Pas compris : « volonté ».",
        "l": "Et le mot ?",
        "SEP l volonté": "Le Septentrional doit attendre",
        "passe 7": "« 7 » n'est pas une carte",
        "échange A": "C'est une carte que l'on attend.",
        "ramasse Nord": "« Nord » n'est pas une place",
        "min volonté": "il faut dire quelle carte on pose",
        "\x1b[2J\u202e": "« \\u001b[2J\\u202e »",
        "x" * 10_000: "Pas compris : « xxxx",
        "\x00": "\\u0000",
        "🦦 loutre": "Pas compris : « 🦦 loutre ».",
        "arbitre accepte \x1b[31m": "Aucun mot n'a été annoncé",
        "sauve": "Dans quel fichier ?",
        "sauve \x00": "n'a pas pu être écrit",
        "sauve /nowhere/x": "n'a pas pu être écrit",
    }
    session = new_session(judge)
    before = (session.partie.state, session.journal.number)
    for slip, answer in slips.items():
        assert not session.enter(slip), slip
        out = capsys.readouterr().out

        assert answer in out, slip
        assert all(line.isprintable() and len(line) < 300 for line in out.splitlines()), slip

    assert (session.partie.state, session.journal.number) == before

    assert session.enter("l " + "é" * 5000)
    assert session.enter("a \x1b[2Jtable\u202e")
    assert all(line.isprintable() and len(line) < 5000 for line in capsys.readouterr().out.splitlines())


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages(judge: Judge, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every verb of both languages works in a session of either language, and the help is in the session's language."""
    say = Catalogue.load(language)
    session = new_session(judge, say=say, allows_find=True)
    for line in ("l volonté", "pass k" if language == "en" else "passe k", "undo", "annuler", "help"):
        assert session.enter(line)

    out = capsys.readouterr().out
    for key in ("events.dealt", "table.help_lay", "table.help_quit"):
        assert key == "events.dealt" or say(key) in out

    for verb in VERBS:
        if verb not in ("save", "quit"):
            for words in VERBS[verb]:
                for word in words:
                    session.enter(word)

    assert session.partie.actions_done == 0
    assert not session.left


def test_completion_offers_no_words(judge: Judge) -> None:
    """Verbs, seats, names and legal cards are completed, but never a word, which would be a cheat."""
    partie = Partie.watched(judge)
    assert completions("pas", partie, (), 0) == ["passe"]
    assert completions("DÉF", partie, (), 0) == ["défausse"]
    assert completions("rec", partie, (), 1) == []
    assert completions("ov", partie, (), 1) == ["overrule"]
    assert completions("an", partie, ["Ana"], 0) == ["annuler", "Ana"]
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


def test_p7_a_joker_can_be_revealed(judge: Judge) -> None:
    """P7: « JOKER » alone reveals a hidden majuscule, « ? » a hidden minuscule."""
    session = new_session(judge)
    for line in ("n dolmen", "o maison", "passe min", "passe maj"):
        session.enter(line)
    assert parse_entry("?", session.partie, {}) == Reveal(LEV, Card.of("?"))

    assert session.enter("?")
    assert parse_entry("JOKER", session.partie, {}) == Reveal(MER, Card.of("JOKER"))
    assert parse_entry("?", session.partie, {}) == Reveal(MER, Card.of("JOKER"))

"""``belettre table`` as an arbiter meets it: what he types, what he is told, what a batch judges."""

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
from belettre_lexicon.cli.moves import Unclear
from belettre_lexicon.cli.table.clock import Clock
from belettre_lexicon.cli.table.entries import VERBS, TableQuery, read_entry
from belettre_lexicon.cli.table.line_editor import completions
from belettre_lexicon.cli.table.opening import read_players, read_start
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
from tests.cli.table_scripts import FR, examples, lines_of, manche, session
from tests.conftest import ROOT

PON, SEP, LEV, MER = SEATS
PLAYERS = {PON: "Ana", SEP: "Bob", LEV: "Chloé Dupont", MER: "Ana"}


def referee(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str | bytes, **values: object
) -> tuple[int, str]:
    """Exit status and output of a batch."""
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
        ("sep: passe", Unclear("not_now", {}, "table")),
        ("échange", Unclear("not_now", {}, "table")),
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
        ("belettre Ana", Unclear("no_seat", {"text": "Ana"})),
        ("42 s", Overtime(PON, 42)),
        ("LEV 42s", Overtime(LEV, 42)),
        ("arbitre accepte il a dit « blouson »", Overrule(True, "il a dit « blouson »")),
        ("overrule refuse not his word", Overrule(False, "not his word")),
        ("accepte  d'accord", Overrule(True, "d'accord")),
        ("arbitre accepte", Unclear("no_motive", {}, "table")),
        ("arbitre peut-être", Unclear("which_ruling", {}, "table")),
        ("muet", Unclear("unknown", {"line": "muet"})),
        ("muet passe k", Unclear("silent_what", {}, "table")),
        ("SEP", Unclear("seat_alone", {}, "table")),
        ("annuler", TableQuery("undo")),
        ("UNDO 3", TableQuery("undo", "3")),
        ("conteste « Portes »", TableQuery("contest", "Portes")),
        ("juge volonté", TableQuery("judge", "volonté")),
        ("find 5", TableQuery("find", "5")),
        ("save ./Ma Partie!.jsonl", TableQuery("save", "./Ma Partie!.jsonl")),
        ("horloge", TableQuery("clock")),
        ("pli", TableQuery("plis")),
        ("exit", TableQuery("quit")),
        ("", TableQuery("nothing")),
        ("# rien", TableQuery("nothing")),
        ("l", Unclear("no_word", {})),
        ("JOKER kiosque", Unclear("joker_unnamed", {})),
        ("oui", Unclear("unknown", {"line": "oui"})),
        ("main", Unclear("unknown", {"line": "main"})),
        ("volonté", Unclear("unknown", {"line": "volonté"})),
    ],
)
def test_what_a_line_means(judge: Judge, line: str, meant: Action | TableQuery | Unclear) -> None:
    """The forgiving reading of what an arbiter types, in French and English, for whoever's turn it is."""
    assert read_entry(line, Partie.watched(judge), PLAYERS) == meant


@pytest.mark.parametrize(("name", "lines", "taker", "start"), list(examples()), ids=[name for name, *_ in examples()])
def test_the_published_examples_through_a_batch(
    name: str,
    lines: list[str],
    taker: str,
    start: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """E1 to E10, typed without seats, go to whom they were published to go."""
    assert start in ("", "manche 1 pli 3 PON"), name
    status, out = referee(monkeypatch, capsys, "\n".join(lines), start="manche 1 pli 3 PON" if start else None)
    number = 3 if start else 1
    assert status == 0
    assert f"{capital(seat_text(Seat.of(taker), FR))} ramasse le pli {number} : " in out


def test_all_examples_are_there() -> None:
    """A gate with nothing to check fails: ten examples."""
    assert [name for name, *_ in examples()] == [f"E{number}" for number in range(1, 11)]


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_entered_is_the_game(judge: Judge, seed: int) -> None:
    """What players do, fools among them, can be typed with hidden cards told late, and comes to the same points."""
    actions = manche(judge, seed, manches=1 + seed % 2, wild=seed > 2)
    table = session(judge, manches=1 + seed % 2)
    for line in lines_of(actions, table.partie, random.Random(seed)):
        assert table.enter(line), line
    assert table.partie.over
    played = Partie.new(judge, random.Random(seed), manches=1 + seed % 2)
    for action in actions:
        played.apply(action)
    assert table.partie.points == played.points
    assert table.partie.state.words == played.state.words


def test_p3_what_may_be_laid_is_said(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P3, P8: with each card who holds the pli, what is wanted next, and whose turn it is."""
    table = session(judge, players={LEV: "Chloé"})
    assert table.prompt() == "Le Ponantais · pli 1 > "
    assert table.enter("l volonté") and table.enter("e école")
    assert table.prompt() == "Chloé (LEV) · pli 1 : l, e > "
    assert table.enter("c raclette") and table.enter("table")
    out = capsys.readouterr().out
    assert out.endswith(
        "  PON l « volonté » · SEP e « école » · LEV c « raclette »\n  Chloé tient le pli. À poser : une majuscule.\n"
    )
    assert not table.enter("f facile")
    assert "Trois minuscules sont déjà dans le pli : il faut une majuscule" in capsys.readouterr().out


def test_p7_hidden_cards_are_asked_one_after_another(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P7: at the pick-up a card alone is that of the first who hid one; a small letter does where a maj. was told."""
    table = session(judge)
    for line in ("n dolmen", "o maison", "passe min", "passe maj"):
        assert table.enter(line)
    assert table.prompt() == "Carte cachée (LEV, MER) > "
    assert table.expected() == "Le Levantin avait posé quelle carte ?"
    assert not table.enter("passe") and "Ce n'est pas le moment." in capsys.readouterr().out
    assert not table.enter("K") and "Ce ne peut être la majuscule K" in capsys.readouterr().out
    assert not table.enter("s veste") and capsys.readouterr().out.endswith("Le Levantin avait posé quelle carte ?\n")
    assert table.enter("k") and table.prompt() == "Carte cachée (MER) > "
    assert table.enter("MER b")
    taken = table.partie.log[-1]
    assert isinstance(taken, PliTaken) and [card.text for card in taken.cards] == ["n", "o", "k", "B"]


def test_p9_a_lost_pli_and_who_picks_it_up(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P9: after a pass in position 1 cards are laid without words, and the first of the other team picks up unless
    another is named."""
    for named, taker in (("ramasse", SEP), ("ramasse MER", MER), ("MER", MER)):
        table = session(judge)
        assert table.enter("passe e") and "Le pli est perdu" not in table.prompt()
        assert not table.enter("l volonté") and "sans mot, comme « défausse »" in table.expected()
        assert table.enter("passe A") and table.enter("l") and table.enter("défausse t")
        assert table.prompt() == "Qui ramasse ? (SEP, MER) > "
        assert not table.enter("k")
        assert not table.enter("passe") and not table.enter("LEV")
        assert table.enter(named)
        taken = table.partie.log[-1]
        assert isinstance(taken, PliTaken) and taken.seat is taker
    assert "le pli est perdu" in capsys.readouterr().out


def test_t2_the_trap_through_the_session(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """T1, T2: « passe min » with three minuscules springs the trap; « échange A » names the card, « échange » none."""
    for swap, told in (("SEP échange A", ()), ("SEP A", ()), ("sep: swap a", ()), ("SEP échange", ("SEP a",))):
        table = session(judge, before=2, opener=PON)
        for line in ("s veste", "o blouson", "d adosser", "passe min"):
            assert table.enter(line)
        assert "Doit échanger sa minuscule" in table.expected() and table.prompt() == "Échange (SEP, LEV, PON) > "
        assert not table.enter("JOKER=K kiosque")
        assert table.enter(swap)
        for line in ("MER e", *told) if not told else (*told, "MER e"):
            assert table.enter(line), (swap, line)
        assert any(isinstance(event, Swapped) for event in table.partie.log)
        taken = table.partie.log[-1]
        assert isinstance(taken, PliTaken) and taken.seat is LEV and taken.cards[1] is Card.of("A")
    assert "Piège : " in capsys.readouterr().out


def test_s3_a_belettre_said_and_one_forgotten(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """S3: announced for any seat before the first card; « muet » loses it."""
    table = session(judge)
    assert table.enter("belettre SEP") and table.enter("belettre LEV")
    for line in ("l volonté", "G gorille", "s glaise", "e gazelle", "e table", "H habile", "r hibiscrus"):
        table.enter(line)
    assert table.partie.state.manche.belettres[SEP.index].stage != SCORED
    out = capsys.readouterr().out
    assert event_text(BelettreAnnounced(SEP), FR) in out and "Le Septentrional dit « Belettre »." in out
    silent = session(judge)
    assert silent.enter("belettre SEP") and silent.enter("l volonté") and silent.enter("~G gorille")
    assert "Le Septentrional perd sa Belettre." in capsys.readouterr().out
    assert not silent.enter("belettre MER")


def test_s2_dix_de_der_and_the_points(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """S1, S2, S5: a manche ends with its points, a partie with its winner; nothing more is entered then."""
    table = session(judge, manches=1, before=7, opener=PON, points=(50, 20))
    for line in ("l volonté", "e école", "c raclette", "F facile"):
        assert table.enter(line)
    assert table.enter("score") and table.enter("plis") and table.enter("table")
    out = capsys.readouterr().out
    assert "Dix de Der : 10 points de plus pour l'équipe Septentrional-Méridional." in out
    assert "L'équipe Ponantais-Levantin gagne la partie, 50 points à 42." in out
    assert "Manche 1 : 0 à 22." in out and "Le Méridional a montré : F" in out
    assert table.prompt() == "Partie finie > "
    assert not table.enter("l volonté") and table.enter("annuler") and table.enter("~F facile")


def test_p12_plis_show_their_cards(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P12: the plis picked up, and which majuscules were seen of whom."""
    table = session(judge)
    table.enter("plis")
    assert "Aucun pli n'est ramassé" in capsys.readouterr().out
    for line in ("l volonté", "e école", "c raclette", "F facile", "pli"):
        table.enter(line)
    assert capsys.readouterr().out.endswith(
        "Pli 1 à l'équipe Septentrional-Méridional (le Méridional), 12 points : l, e, c, F\n"
        "Le Méridional a montré : F\n"
    )


def test_a_typing_slip_offers_near_words_and_undo(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """A word that is not known was perhaps mistyped; « annuler » gives the card back, and says what it took back."""
    table = session(judge)
    assert table.enter("l volontée")
    assert "Mots proches : volonté" in capsys.readouterr().out
    assert table.enter("annuler") and table.prompt() == "Le Ponantais · pli 1 > "
    assert capsys.readouterr().out.startswith("Annulé : Le Ponantais pose la minuscule l. « volontée » : refusé.")
    for wrong in ("annuler", "annuler 0", "undo x", "annuler 99999999999999999999"):
        assert not table.enter(wrong)
    assert table.enter("l volonté") and table.enter("e école") and not table.enter("annuler 3")
    assert "De 1 à 2." in capsys.readouterr().out
    assert table.enter("annuler 2") and not table.partie.actions_done


def test_overrule_takes_back_what_followed(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """W10, P6: the arbiter accepts a refused word and refuses an accepted one, for reasons that the log keeps."""
    table = session(judge)
    assert not table.enter("arbitre accepte rien dit")
    assert table.enter("l portes") and table.enter("arbitre accepte mot de la région")
    assert table.partie.state.words == ("portes",)
    assert not table.enter("arbitre accepte encore")
    assert not table.enter(f"arbitre refuse {'x' * 501}")
    for line in ("e école", "c raclette", "F facile", "arbitre refuse il a hésité"):
        table.enter(line)
    assert "L'arbitre refuse « facile » (le Méridional) : il a hésité" in capsys.readouterr().out
    taken = table.partie.log[-1]
    assert isinstance(taken, PliTaken) and taken.seat is LEV


def test_contest_tells_the_ruling(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """W10: where the arbiter decided otherwise than the judge, a dispute shows both; a later verdict has no ruling."""
    table = session(judge)
    for line in ("l portes", "arbitre accepte mot de la région"):
        assert table.enter(line)
    capsys.readouterr()
    assert table.enter("conteste")
    out = capsys.readouterr().out
    assert out.startswith("« portes » : refusé.") and out.endswith("(le Ponantais) : mot de la région\n")
    assert table.enter("e portes") and capsys.readouterr()
    assert table.enter("conteste portes") and "L'arbitre" not in capsys.readouterr().out
    assert table.enter("conteste volonté") and "L'arbitre" not in capsys.readouterr().out


def test_contest_shows_everything_about_a_word(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """W6, W8: reasons with their rules, readings with sources, the chain to the earlier word, the family, the edition;
    the verdict of a word of this game is the one it got."""
    table = session(judge)
    assert not table.enter("conteste")
    assert "Aucun mot n'a encore été dit." in capsys.readouterr().out
    table.enter("j joueur")
    table.enter("t jouet")
    capsys.readouterr()
    assert table.enter("conteste")
    out = capsys.readouterr().out
    assert out.startswith("« jouet » : refusé.") and "\n  W8  de la famille de « joueur »" in out
    assert "\n  jouet, nom masculin : jouable · attesté par Grammalecte" in out
    assert "\n  Parenté : jouet ← jouer (-et), joueur ← jouer (-eur)" in out
    assert "├─ " in out and "lignes de plus : « belettre family jouet »." in out
    assert f"Lexique {judge.lexicon.edition}, empreinte {judge.lexicon.hash[:12]}." in out
    assert table.enter("conteste Joueur") and capsys.readouterr().out.startswith("« joueur » : valide.")
    assert table.enter("contest portes") and "W6  pluriel de « porte » (nom)" in capsys.readouterr().out
    assert table.enter("juge bijou") and "« bijou » : valide." in capsys.readouterr().out
    assert table.enter("judge volonté") and "« volonté » : refusé." in capsys.readouterr().out
    assert not table.enter("juge")


def test_find_is_a_cheat(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """Words are found only where the whole table allows it, and those that fit the cards alone."""
    table = session(judge)
    assert not table.enter("trouve") and "Chercher des mots serait tricher" in capsys.readouterr().out
    table = session(judge, finds=True)
    for line in ("l volonté", "F facile"):
        table.enter(line)
    capsys.readouterr()
    assert table.enter("trouve 3") and table.enter("find")
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"F \+ l : \d+ mots, dont", lines[0]) and len(lines) == 4 + 11
    assert not table.enter("find 0") and not table.enter("find 1000") and not table.enter("find x")


class Seconds:
    """A time that the test moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_p13_an_overrun_is_noted_before_the_card(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P13: more than 30 seconds from the end of one entry to the first key of the next join its entry; 30 do not."""
    time = Seconds()
    table = session(judge, clock=Clock(now=time))
    assert table.toolbar() == ("", FR("table.toolbar"))
    time.now = 500
    assert table.enter("l volonté")  # players sort their cards before the first
    time.now += 30.9
    assert table.toolbar() == ("", "Le Septentrional : 30 s")
    assert table.enter("e école")
    time.now += 42
    style, text = table.toolbar()
    assert "red" in style and text == "Le Levantin : 42 s, 12 de trop"
    table.clock.hold(True)
    time.now += 100  # the card lies: the arbiter types
    assert table.toolbar()[1] == "Le Levantin : 42 s, 12 de trop"
    table.clock.hold(False)
    assert table.clock.seconds == 142
    time.now -= 100
    assert table.enter("c raclette")
    events = [event for event in table.partie.log if isinstance(event, Overran)]
    assert len(events) == 1 and events[0].seconds == 42 and events[0].seat is LEV
    assert "Le Levantin a réfléchi 42 secondes, pour 30 permises" in capsys.readouterr().out


def test_p13_the_clock_waits_where_nobody_thinks(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """P13: no time runs after an undo, in a dispute, while hidden cards are told, or when it is switched off; an
    arbiter may note an overrun himself."""
    time = Seconds()
    table = session(judge, clock=Clock(now=time))
    for line in ("l volonté", "e école", "annuler"):
        assert table.enter(line)
    assert table.clock.seconds is None
    table.enter("e école")
    table.enter("conteste")
    assert table.clock.seconds is None
    table.enter("horloge")
    assert not table.clock.running and table.enter("c raclette") and table.clock.seconds is None
    table.enter("clock")
    assert table.clock.seconds == 0
    assert table.enter("42 s") and table.enter("passe maj")
    assert table.clock.seconds is None
    assert not table.enter("42 s")
    assert "L'horloge est arrêtée." in capsys.readouterr().out
    assert not session(judge).enter("30 s")


def test_mistakes_change_nothing(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """Each slip gets one sentence, with what is expected now, safe on a terminal, and the game stays as it was."""
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
    table = session(judge)
    before = (table.partie.state, table.journal.number)
    for slip, answer in slips.items():
        assert not table.enter(slip), slip
        out = capsys.readouterr().out
        assert answer in out and all(line.isprintable() and len(line) < 300 for line in out.splitlines()), slip
    assert (table.partie.state, table.journal.number) == before
    assert table.enter("l " + "é" * 5000) and table.enter("a \x1b[2Jtable\u202e")
    assert all(line.isprintable() and len(line) < 5000 for line in capsys.readouterr().out.splitlines())


def test_a_batch_goes_on_after_a_bad_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A batch names the number of each bad line, ends with the points, and its exit status is 1."""
    status, out = referee(monkeypatch, capsys, "# E1\nl volonté\nfoo\n\ne école\nSEP c raclette\nquitter\nl loup")
    assert status == 1
    assert "Ligne 3 : rien n'a changé." in out and "Ligne 6 : rien n'a changé." in out and "Ligne 8" not in out
    assert "> e école\nLe Septentrional pose la minuscule e." in out
    assert out.endswith("L'équipe Ponantais-Levantin : 0 point.\nL'équipe Septentrional-Méridional : 0 point.\n")
    assert referee(monkeypatch, capsys, "")[0] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages(judge: Judge, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every verb of both languages does the same in a session of either, and help names it."""
    say = Catalogue.load(language)
    table = session(judge, say=say, finds=True)
    for line in ("l volonté", "pass k" if language == "en" else "passe k", "undo", "annuler", "help"):
        assert table.enter(line)
    out = capsys.readouterr().out
    for key in ("events.dealt", "table.help_lay", "table.help_quit"):
        assert key == "events.dealt" or say(key) in out
    for verb in VERBS:
        if verb not in ("save", "quit"):
            for words in VERBS[verb]:
                for word in words:
                    table.enter(word)
    assert table.partie.actions_done == 0 and not table.left


def test_completion_offers_no_words(judge: Judge) -> None:
    """Verbs, seats, names and legal cards are completed, never a word: that would be a cheat."""
    partie = Partie.watched(judge)
    assert completions("pas", partie, (), 0) == ["passe"] and completions("DÉF", partie, (), 0) == ["défausse"]
    assert completions("rec", partie, (), 1) == [] and completions("ov", partie, (), 1) == ["overrule"]
    assert completions("an", partie, ["Ana"], 0) == ["annuler", "Ana"]
    assert completions("ramasse S", partie, (), 0) == ["SEP"] and completions("belettre m", partie, (), 0) == ["MER"]
    assert completions("passe ma", partie, (), 0) == ["maj"] and completions("SEP pa", partie, (), 0) == ["passe"]
    assert completions("arbitre ", partie, (), 0) == ["accepte", "refuse"]
    assert completions("l vol", partie, (), 0) == [] and completions("arbitre accepte mo", partie, (), 0) == []
    for card, word in (("l", "volonté"), ("F", "fatal")):
        partie.apply(Lay(partie.turn or PON, Card.of(card), word))
    assert completions("passe m", partie, (), 0) == ["m", "min"]
    assert "K" not in completions("", partie, (), 0) and "k" in completions("", partie, (), 0)


def test_the_record_is_saved(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """« sauve » writes what reads back as the game, with the players' names, and overwrites nothing."""
    path = tmp_path / "ma partie.jsonl"
    status, out = referee(monkeypatch, capsys, f"l volonté\nsauve {path}\nsave {path}", players="Ana,,Chloé,")
    assert status == 1 and f"Partie écrite dans {path}." in out and f"{path} existe déjà" in out
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.players == {PON: "Ana", LEV: "Chloé"} and partie_of(record, judge).state.words == ("volonté",)


def test_options_that_are_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each bad option is refused with one clear error, before anything is read."""
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
            referee(monkeypatch, capsys, "", **wrong)
    with pytest.raises(UnusableInputError, match="line 2"):
        referee(monkeypatch, capsys, b"l volont\xc3\xa9\n\xff\n")
    monkeypatch.setattr(sys, "stdin", None)
    assert run(TableOptions()) == 0


def test_late_start_and_names() -> None:
    """A table may be watched from its middle, as the short notation says it."""
    assert read_start("manche 2 pli 3 LEV 84-61") == read_start(" 2  3 Levantin 84-61")
    assert read_start("2") == {"first": 2, "before": 0, "opener": None, "points": (0, 0)} and read_start(None) == {}
    with pytest.raises(ArgumentError, match=r"pli \(1 to 8\)"):
        read_start("2 9 LEV")
    assert read_players(" Ana  Maria ,,,") == {PON: "Ana Maria"} and read_players(None) == {}


def test_a_late_start_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The points so far and the number of the pli are those that were given."""
    status, out = referee(monkeypatch, capsys, "table\nl volonté\nscore", start="2 3 LEV 84-61", manches=2)
    assert status == 0 and "Manche 2 sur 2, pli 3 — l'équipe Ponantais-Levantin : 84" in out
    assert "Le Levantin pose la minuscule l." in out and "L'équipe Septentrional-Méridional : 61 points." in out


def test_the_session_of_the_page_is_true(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The session that docs/table.md shows is what is said to these lines."""
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(> .*?)```", page, re.DOTALL)
    typed = re.findall(r"^> (.*)$", shown, re.MULTILINE)
    _, out = referee(monkeypatch, capsys, "\n".join(typed))
    assert len(typed) > 10 and out.startswith(shown)


def test_reveal_in_any_case_is_a_reveal(judge: Judge) -> None:
    """P7: « JOKER » alone tells a hidden majuscule, « ? » a hidden minuscule."""
    table = session(judge)
    for line in ("n dolmen", "o maison", "passe min", "passe maj"):
        table.enter(line)
    assert read_entry("?", table.partie, {}) == Reveal(LEV, Card.of("?"))
    assert table.enter("?") and read_entry("JOKER", table.partie, {}) == Reveal(MER, Card.of("JOKER"))
    assert read_entry("?", table.partie, {}) == Reveal(MER, Card.of("JOKER"))

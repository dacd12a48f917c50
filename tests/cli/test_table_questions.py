"""What an arbiter asks in a session of ``belettre table``: a dispute and its ruling, words that fit, an analysis."""

from __future__ import annotations

import re

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.games.belettre.events import PliTaken
from belettre_lexicon.games.belettre.seats import SEATS
from tests.cli.table_scripts import new_session

PON, SEP, LEV, MER = SEATS


@pytest.mark.parametrize("word", ["pluie", "séparer", "compter", "inverse", "tenir", "faire", "porte", "parade"])
def test_a_dispute_fits_a_screen(judge: Judge, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """W8: however many kin a word has, a dispute shows the path to it and its nearest kin, and says how to see all."""
    session = new_session(judge)
    assert session.enter(f"conteste {word}")
    lines = capsys.readouterr().out.splitlines()

    assert len(lines) <= 25
    assert any(f" {word}  " in line for line in lines[2:])
    assert any(f"« famille {word} »" in line for line in lines)


@pytest.mark.parametrize("word", ["prince", "vertical"])
def test_a_dispute_shows_a_small_family_whole(judge: Judge, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """W8: a family that fits is shown with all its words, and nothing refers to more."""
    session = new_session(judge)
    assert session.enter(f"conteste {word}")
    lines = capsys.readouterr().out.splitlines()

    assert len(lines) <= 25
    assert any(f" {word}  " in line or line.startswith(f"{word}  ") for line in lines[2:])
    assert not any("montre tout" in line or f"« famille {word} »" in line for line in lines)


def test_w4_the_referee_names_the_word_that_may_have_been_said(
    judge: Judge, capsys: pytest.CaptureFixture[str]
) -> None:
    """After a refused spelling with a valid sibling, the arbiter can ask which word was said."""
    session = new_session(judge)

    session.enter("i utilise")

    assert "« utilisé » (adjectif) serait valide." in capsys.readouterr().out


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
    assert "autres mots : « famille jouet » montre tout l'arbre." in out
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


def test_the_analysis_of_a_manche_waits_until_it_is_over(judge: Judge, capsys: pytest.CaptureFixture[str]) -> None:
    """« analyse » tells which words were there once the manche is over, and nothing while they may still be played."""
    session = new_session(judge, manches=1, before=7, opener=PON, points=(50, 20), players={LEV: "Chloé"})
    for line in ("l volonté", "e école", "c racine"):
        assert session.enter(line)
    capsys.readouterr()
    assert session.enter("analyse")

    assert capsys.readouterr().out == "L'analyse vient quand une manche est finie.\n"

    assert session.enter("F facil")
    capsys.readouterr()
    assert session.enter("analysis")
    out = capsys.readouterr().out

    assert out.startswith("Manche 1, ce qui était possible :")
    assert "Chloé (l, e, c) : « racine », refusé : il manque l (minuscules du pli : c, e, l). Il y avait " in out
    assert "→ 22 points laissés : Chloé pouvait dire « " in out

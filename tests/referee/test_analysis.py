"""The analysis of a manche in sentences and as JSON."""

from __future__ import annotations

import json

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.engine import Discard, Lay, Overrule, Partie, Passe, PickUp, Seat
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import Action
from belettre_lexicon.games.belettre.analysis import MancheAnalysis, analyse
from belettre_lexicon.referee.analysis import analysis_lines, analysis_object
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.names import with_players
from tests.engine.random_games import random_game_with_words

PON, SEP, LEV, MER = Seat
FR = Catalogue.load("fr")
THREE_WORDS: list[Action] = [
    Lay(PON, Card.of("w"), "Swing"),
    Lay(SEP, Card.of("s"), "Showroom"),
    Lay(LEV, Card.of("u"), "zzz\x1b[2J"),
]


def last_pli(judge: Judge, *actions: Action) -> MancheAnalysis:
    """Return the analysis of a manche whose last pli alone was watched, opened by the Ponantais."""
    partie = Partie.watched(judge, manches=1, before=7, opener=PON)
    for action in actions:
        partie.apply(action)
    return analyse(partie, judge)[0]


def test_the_lines_about_a_pli(judge: Judge) -> None:
    """First the points left, then the pli card by card; a refused word has its first reason, made safe to print."""
    lines = list(analysis_lines(last_pli(judge, *THREE_WORDS, Passe(MER, Card.of("Y"))), FR))

    assert lines[:4] == [
        "Manche 1, ce qui était possible :",
        "  L'équipe Ponantais-Levantin a laissé 29 points (pli 8) : un mot allait avec la carte posée.",
        "  Les mains ne sont pas connues : seules les cartes posées comptent.",
        "Pli 8, 29 points, ramassé par le Septentrional",
    ]
    assert lines[4].startswith("  Le Ponantais (w) : « Swing », ou encore ")
    assert lines[4].endswith(f"… ({judge.count(None, 'w')} mots)")
    assert lines[6].startswith("  Le Levantin (w, s, u) : « zzz\\u001b[2J », refusé : ")
    assert lines[7] == "  Le Méridional (Y + w, s) : « Passe ! » Il y avait yachtswoman."
    assert lines[8].startswith("  → 29 points laissés : le Levantin pouvait dire « ")
    assert len(lines) == 9


def test_a_word_of_the_arbiter_and_no_word_at_all(judge: Judge) -> None:
    """An accepted word says so; where no word fitted, the pass was right."""
    lines = list(analysis_lines(last_pli(judge, *THREE_WORDS, Overrule(True, "oui"), Passe(MER, Card.of("Y"))), FR))

    assert lines[1] == "  Aucune équipe n'a laissé de pli faute d'un mot."
    assert "accepté par l'arbitre, ou encore " in lines[6]
    assert lines[7] == "  Le Méridional (Y + w, s, u) : « Passe ! » Aucun mot n'allait."


def test_players_are_called_by_name_and_cards_without_a_word_share_a_line(judge: Judge) -> None:
    """P9: after the fault the others had no word to say."""
    discards = [Discard(seat, Card.of(card)) for seat, card in ((SEP, "?"), (LEV, "c"), (MER, "F"))]
    analysis = last_pli(judge, Passe(PON, Card.of("l")), *discards, PickUp(MER))
    lines = list(analysis_lines(analysis, with_players(FR, {PON: "Chloé", MER: "Zoé"})))

    assert lines[3] == "Pli 8, 21 points, ramassé par Zoé"
    assert lines[4].startswith("  Chloé (l) : « Passe ! » Il y avait ")
    assert lines[5] == "  Face cachée, sans mot possible : le Septentrional (joker), le Levantin (c), Zoé (F)."
    assert lines[6].startswith("  → 21 points perdus d'office : Chloé pouvait dire « ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_every_analysis_has_lines_and_json(judge: Judge, language: str, seed: int) -> None:
    """Lines are printable and have no placeholder left; the JSON object has the same plis and points."""
    for analysis in analyse(random_game_with_words(judge, seed, 2), judge):
        lines = list(analysis_lines(analysis, Catalogue.load(language)))
        described = json.loads(json.dumps(analysis_object(analysis)))
        left = sum(
            described["points_left"][team][kind]
            for team in ("PON+LEV", "SEP+MER")
            for kind in ("card_laid", "card_in_hand")
        )

        assert all(line.isprintable() and "{" not in line and "  " not in line.strip() for line in lines)
        assert sum(line.startswith("  →") for line in lines) == sum(pli.left is not None for pli in analysis.plis)
        assert left == sum(pli["points"] for pli in described["plis"] if pli["left"])
        assert [play["card"] for pli in described["plis"] for play in pli["plays"]] == [
            play.card.text for pli in analysis.plis for play in pli.plays
        ]


def test_the_json_of_a_card(judge: Judge) -> None:
    """A refused word has its reasons and the words that were there; a pass has no word."""
    (pli,) = analysis_object(last_pli(judge, *THREE_WORDS, Passe(MER, Card.of("Y"))))["plis"]

    assert pli["left"] == {"team": "PON+LEV", "seat": "LEV", "in_hand": False}
    assert (pli["taker"], pli["points"], pli["trap"]) == ("SEP", 29, False)
    assert pli["plays"][3] == {
        "seat": "MER",
        "card": "Y",
        "letter": "",
        "initial": "y",
        "letters": "ws",
        "word": None,
        "valid": False,
        "reasons": [],
        "overruled": False,
        "words": {"card": "Y", "count": 1, "words": ["yachtswoman"]},
        "in_hand": [],
    }
    assert pli["plays"][2]["reasons"]
    assert pli["plays"][2]["word"] == "zzz\x1b[2J"

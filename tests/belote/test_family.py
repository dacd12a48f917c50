"""Random games of every kind: no exception, exact records, only the promised errors, and nothing hidden is seen."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from belettre_lexicon.games.belote.options import Game
from tests.belote.compared import compare, options_for
from tests.belote.family import changed, twins, walk
from tests.belote.random_rules import GAMES
from tests.exhaustive import EXHAUSTIVE

#: How many games are walked through, how many records are changed, and how many views are compared, of each kind.
WALKS, CHANGES, VIEWS = (1000, 500, 10_000) if EXHAUSTIVE else (6, 40, 60)
#: What is met in the walks of each game, so that they test it.
MET = {
    "classic": {"Taken", "Completed", "PartieEnded"},
    "coinche": {"BidMade", "Coinched", "Completed"},
    "three": {"Taken", "Completed"},
    "decouverte": {"Taken", "Turned"},
    "bis": {"Taken", "Turned"},
    "comptoir": {"BidMade", "PartieEnded"},
    "lyonnaise": {"BidMade", "ChienTaken", "Swapped"},
}


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_random_games_come_back_from_their_records(game: Game) -> None:
    """With undos, any house rules and any legal action: record, short text and log lead to the same game."""
    met = Counter[str]()
    for seed in range(1, WALKS + 1):
        met += walk(options_for(game, random.Random(seed), all_options=True), seed)

    assert MET[game] <= met.keys()


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_changed_records_are_refused_or_follow_the_rules(game: Game) -> None:
    """Damage and forgery raise RecordError, which names a line, or leave a game that the rules allow."""
    found = Counter[str]()
    for seed in range(1, CHANGES // 10 + 1):
        found += changed(options_for(game, random.Random(seed), all_options=True), seed)

    assert found["refused"] > CHANGES * 0.8


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_view(game: Game) -> None:
    """BD8, V2.8, VK14 to VK16, VL8: deals that differ in cards that a seat has not seen look the same to it."""
    found, seed = Counter[str](), 0
    while found["compared"] < VIEWS:
        seed += 1
        found += twins(options_for(game, random.Random(seed)), seed)

    assert found["compared"] > found["no twin"] / 5


def test_what_is_hidden_is_looked_for_where_it_lies() -> None:
    """The rows of the découverte, the chien and blind hands are among what is compared."""
    found = Counter[str]()
    for seed in range(1, 12):
        found += twins({"game": "decouverte", "turn": "pli"}, seed)
        found += twins({"game": "lyonnaise", "seats": 3, "chien": 3}, seed)
        found += twins({"game": "comptoir", "seats": 5, "blind": True}, seed)

    assert found["compared"] > 100


def test_options_that_meet_seldom_are_compared() -> None:
    """Pairs of options that random house rules seldom have together agree with the slow model."""
    for options in (
        {"game": "classic", "annonces": True, "carre_seven": "void", "weak_hand": "no_trump"},
        {"game": "classic", "annonces": True, "carre_eight": "cancels", "rounding": "ten", "ballotage": True},
        {"game": "three", "moderne": True, "all_pass": "dealer_takes", "defence_scores": "half", "exact_end": True},
        {"game": "coinche", "volley": True, "sa_ta": True, "coinche_ends": True, "ta_values": "proportional"},
        {"game": "coinche", "generale": True, "generale_leads": True, "capot_score": "bid", "coinche_belote": "own"},
        {"game": "three", "both_over": "last_deal", "target": 162, "deck": "30", "annonces": True},
        {"game": "coinche", "weak_hand": "any", "both_over": "last_deal", "target": 300, "annonces": True},
        {"game": "coinche", "ta_belote": False, "sa_ta": True, "coinche_belote": "own"},
        {"game": "comptoir", "blind": True, "seats": 3, "scale": "one"},
        {"game": "comptoir", "shown": 2, "bid_step": 5, "cards": 3, "sheet": 12},
        {"game": "bis", "belote_hidden": True, "king_first": True, "turn": "pli"},
        {"game": "lyonnaise", "seats": 5, "chien": 6, "exchanges": 1, "cards": 4, "clockwise": True},
        {"game": "comptoir", "seats": 6, "cards": "dealer", "next_dealer": "winner", "clockwise": True},
    ):
        for seed in range(6):
            assert compare(options, seed, 4) > 0

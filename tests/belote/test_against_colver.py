"""Legal cards, winners and points of random deals are those of colver, an engine of contrée written apart.

colver (on the package index; MIT) plays ``undertrump="free"``, and no annonces. It is not needed: without it these
tests are skipped. ``BELETTRE_POSITIONS`` says how many positions are compared: a million in November 2026.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from belettre_lexicon.games.belote.cards import PACK, SUIT_SIZE, SUITS, Card, cards_of, mask_of, points_in, tables
from belettre_lexicon.games.belote.play import holder, legal_mask
from belettre_lexicon.games.belote.rules import BeloteRules

POSITIONS = int(os.environ.get("BELETTRE_POSITIONS", "20000"))
RULES = BeloteRules(undertrump="free")
#: colver's numbers of cards, by our index, and the other way round.
RANKS_OF_COLVER, SUITS_OF_COLVER = ("7", "8", "9", "V", "D", "R", "10", "A"), ("♠", "♥", "♦", "♣")
OURS = tuple(Card(suit, rank) for suit in SUITS_OF_COLVER for rank in RANKS_OF_COLVER)
DIX_DE_DER, CAPOT_DE_DER, EIGHT = 10, 100, 8


@pytest.fixture
def environments() -> Any:
    """The class of colver's deals."""
    return pytest.importorskip("colver", reason="colver, an optional peer, is not installed").Env


@pytest.mark.timeout(3600)
def test_bp12_random_deals_are_those_of_colver(environments: Any) -> None:
    """Before every card the same cards are legal, each pli has the same winner, and the points are the same."""
    rng = random.Random(12)
    compared = 0
    while compared < POSITIONS:
        compared += play_one(environments, rng)


def play_one(environments: Any, rng: random.Random) -> int:
    """Play a random deal in both engines; return how many positions were compared."""
    contract = rng.choice(SUITS)
    dealer = rng.randrange(4)
    env = environments.deal(dealer=dealer, seed=rng.randrange(1 << 32))
    env.set_contract(SUITS_OF_COLVER.index(contract), 80, 0, 0)
    env.set_phase_playing()
    hands = [mask_of(OURS[number] for number in hand) for hand in env.get_hands()]
    table, turn, won, points = tables(contract), (dealer + 1) % 4, [0, 0], [0, 0]
    for _ in range(EIGHT):
        pli: list[Card] = []
        opener = turn
        for _ in range(4):
            assert env.current_player() == turn
            allowed = hands[turn]
            if pli:
                place = holder(pli, contract)
                allowed = legal_mask(allowed, pli[0].index, pli[place].index, len(pli) - place == 2, table, RULES)
            assert {OURS[number] for number in env.legal_actions()} == set(cards_of(allowed)), (pli, hands[turn])
            card = rng.choice(cards_of(allowed))
            env.step(OURS.index(card))
            pli.append(card)
            hands[turn] ^= card.bit
            turn = (turn + 1) % 4
        turn = (opener + holder(pli, contract)) % 4
        won[turn % 2] += 1
        points[turn % 2] += points_in(mask_of(pli), contract)
    points[turn % 2] += CAPOT_DE_DER if EIGHT in won else DIX_DE_DER
    assert env.get_tricks_won() in (tuple(won), won)
    assert list(env.get_points()) == points
    return 4 * EIGHT


def test_the_cards_of_both_engines(environments: Any) -> None:
    """The numbers of colver name the same cards."""
    names = {"V": "J", "D": "Q", "R": "K"}

    assert len(OURS) == len(PACK) == SUIT_SIZE * len(SUITS)
    for number, card in enumerate(OURS):
        assert environments.card_name(number) == names.get(card.rank, card.rank) + card.suit

"""Which annonces of a team a score sheet accepts, compared with a search through the hands that can hold them."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest

from belettre_lexicon.games.belote.cards import RANKS, SUIT_SIZE, SUITS
from belettre_lexicon.games.belote.marque.entries import DealEntry, WriteDeal
from belettre_lexicon.games.belote.marque.marque import Marque
from belettre_lexicon.games.belote.marque.refusals import annonce_values
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.annonces import find_annonces
from belettre_lexicon.games.belote.seats import Team

#: The most annonces that are searched; a hand holds three.
MOST_OF_HAND, MOST_OF_TEAM = 3, 6
OPTIONS: list[dict[str, int | str | None]] = [
    {},
    {"shared_cards": False},
    {"carre_ace": 110},
    {"carre_nine": 140, "tierce": 30},
    {"annonce_order": "trick"},
    {"annonce_order": "trick", "shared_cards": False},
    {"contracts": "overcall"},
]


def held(contract: str, rules: BeloteRules) -> set[tuple[int, ...]]:
    """Return the points of annonces that two hands without a common card hold, each in ascending order."""
    order = RANKS if rules.annonce_order == "natural" else ("7", "8", "9", "V", "D", "R", "10", "A")
    runs = [
        sum(1 << suit * SUIT_SIZE + RANKS.index(rank) for rank in order[first : first + size])
        for suit in range(len(SUITS))
        for size in (3, 4, 5)
        for first in range(len(RANKS) - size + 1)
    ]
    carres = [sum(1 << suit * SUIT_SIZE + place for suit in range(len(SUITS))) for place in range(2, len(RANKS))]
    hands: dict[tuple[int, ...], set[int]] = {(): {0}}
    for number in range(1, MOST_OF_HAND + 1):
        for chosen in combinations(runs + carres, number):
            hand = 0
            for cards in chosen:
                hand |= cards
            if hand.bit_count() <= SUIT_SIZE:
                points = tuple(sorted(one.points for one in find_annonces(hand, contract, rules)))
                hands.setdefault(points, set()).add(hand)
    found = set()
    for first, second in combinations_with_replacement(sorted(hands), 2):
        points = tuple(sorted(first + second))
        if points not in found and any(not one & other for one in hands[first] for other in hands[second]):
            found.add(points)
    return found


def accepted(contract: str, rules: BeloteRules) -> set[tuple[int, ...]]:
    """Return the points of annonces of one team that a sheet accepts."""
    marque = Marque.new(rules)
    values = sorted(annonce_values(contract, rules))
    read = contract if contract != "♥" else None
    return {
        points
        for number in range(MOST_OF_TEAM + 2)
        for points in combinations_with_replacement(values, number)
        if marque.can(WriteDeal(DealEntry(Team.NS, 92, contract=read, annonces=(points, ()))))  # type: ignore[arg-type]
    }


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_sheet_accepts_the_annonces_that_two_hands_hold(options: dict[str, int | str | None]) -> None:
    """No annonces that a deal can give are refused; with shared cards no others are accepted (BN2, BN4, BN5)."""
    rules = BeloteRules.from_dict({"annonces": True, **options})
    contract = "SA" if rules.contracts == "overcall" else "♥"

    possible, allowed = held(contract, rules), accepted(contract, rules)

    assert not possible - allowed
    if rules.shared_cards:
        assert not allowed - possible


@pytest.mark.parametrize(
    ("points", "shared", "reason"),
    [
        ((20,) * 5, True, "annonces_too_long"),
        ((50, 50, 50, 20, 20), True, "annonces_too_long"),
        ((20,) * 7, True, "too_many_annonces"),
        ((200, 20, 20, 100, 20), False, "too_many_annonces"),
    ],
)
def test_annonces_that_no_hands_hold_are_refused(points: tuple[int, ...], shared: bool, reason: str) -> None:
    """Two hands of eight cards hold four sequences at most, and six annonces; without shared cards four."""
    marque = Marque.new(BeloteRules(annonces=True, shared_cards=shared))

    found = marque.refusals(WriteDeal(DealEntry(Team.NS, 92, annonces=(points, ()))))

    assert [refusal.reason for refusal in found] == [reason]

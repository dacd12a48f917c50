"""Annonces: those of a hand, which of two is stronger, and which team scores its own (BN). Start at ``find_annonces``.

The functions here are pure. They need only hands as masks, the contract and the house rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import msgspec

from ....base.errors import ArgumentError
from ....base.values import Value
from ..cards import PACK, RANKS, SUIT_SIZE, Card, cards_of, tables
from ..rules import BeloteRules

#: The kinds of annonces (BN2, BN4). A player says the kind only (BN6).
AnnonceKind = Literal["tierce", "cinquante", "cent", "carré"]
#: What decided a comparison; ``AnnonceResult.reason``.
AnnonceReason = Literal["none", "alone", "points", "carré", "cards", "height", "trump", "equal"]

#: The kinds from the weakest, as players list them.
ANNONCE_KINDS: tuple[AnnonceKind, ...] = get_args(AnnonceKind)

#: The lengths of the sequences (BN2).
_TIERCE_SIZE, _CINQUANTE_SIZE = 3, 4
_CINQUANTE_POINTS, _CENT_POINTS = 50, 100
#: The mask of the four cards of the lowest rank.
_FOUR_SEVENS = 0x01010101
#: The ranks of the carrés from the highest (BN8), and at sans atout (BV2). Carrés of 8 and 7 are worth nothing (BN4).
_CARRE_ORDER = ("V", "9", "A", "10", "R", "D")
_CARRE_ORDER_SA = ("A", "10", "R", "D", "V", "9")
_CARRE_POINTS = {"V": 200, "10": 100, "R": 100, "D": 100}  # the A and the 9 have options
_CARRE_POINTS_SA = {"A": 200, "10": 150, "R": 100, "D": 100, "V": 100, "9": 100}
#: The orders of the sequences from the lowest rank (BC5), as places in RANKS.
_ORDERS = {
    "natural": tuple(range(SUIT_SIZE)),
    "trick": tuple(map(RANKS.index, ("7", "8", "9", "V", "D", "R", "10", "A"))),
}


class Annonce(Value):
    """A combination of cards that a player may say in pli 1 (BN2, BN4). Equal annonces have the same hash.

    kind    "tierce", "cinquante", "cent" or "carré"
    points  what it is worth, in points
    cards   its cards, as a mask
    top     its highest card in the order of annonces (BC5); for a carré, its card of ♠
    """

    kind: AnnonceKind
    points: int
    cards: int
    top: Card

    def __init__(self, kind: AnnonceKind, points: int, cards: int, top: Card | None = None) -> None:
        self.kind = kind
        self.points = points
        self.cards = cards
        self.top = PACK[cards.bit_length() - 1] if top is None else top

    @property
    def size(self) -> int:
        """How many cards it has: 3 to 8."""
        return self.cards.bit_count()

    def __repr__(self) -> str:
        return f"Annonce({self.kind!r}, {self.points}, {' '.join(card.text for card in cards_of(self.cards))})"


class AnnonceResult(msgspec.Struct, frozen=True):
    """Whose annonces count in a deal, and why (BN7 to BN10).

    team    the index of the team that scores its annonces; None if no team does
    shown   for each team, the annonces that it must show (BN10), strongest first
    reason  what decided:
            "none"    nobody said an annonce
            "alone"   only one team said annonces
            "points", "carré", "cards", "height", "trump"
                      the first difference between the strongest annonces, in the order of BN8
            "equal"   the strongest annonces are equal in every respect, so nobody scores (BN9)
    rule    the id of the rule that decides
    """

    team: int | None
    shown: tuple[tuple[Annonce, ...], tuple[Annonce, ...]]
    rule: str
    reason: AnnonceReason

    @property
    def points(self) -> int:
        """What the annonces of the team are worth together, in points; 0 if no team scores."""
        return 0 if self.team is None else sum(annonce.points for annonce in self.shown[self.team])

    def __repr__(self) -> str:
        return f"AnnonceResult({self.team}, {self.points}, {self.rule}, {self.reason!r})"


def find_annonces(hand: int, contract: str, rules: BeloteRules) -> tuple[Annonce, ...]:
    """Return the annonces of a hand, strongest first (BN2 to BN5, BV2).

    *hand* is the mask of its cards. The option ``annonces`` is ignored (BN1). With ``shared_cards=False``, the result
    contains the annonces without common cards that are worth most; ``name_annonces`` allows the player's other choices.
    Raises ArgumentError if the contract is unknown.

    >>> from ..cards import mask_of, read_cards
    >>> from ..rules import BeloteRules
    >>> find_annonces(mask_of(read_cards("V♣ V♦ V♥ V♠ 9♥ 10♥ 7♣ 8♦")), "♥", BeloteRules())
    (Annonce('carré', 200, V♣ V♦ V♥ V♠), Annonce('tierce', 20, 9♥ 10♥ V♥))
    """
    tables(contract)
    # Without shared cards, a carré is worth as much as any sequence that shares a card with it, or more, and it is
    # stronger; four cards at most are left beside it. So the carrés come first.
    return _with_sequences(_carres(hand, contract, rules), hand, contract, rules)


def name_annonces(
    hand: int, kinds: Iterable[AnnonceKind], contract: str, rules: BeloteRules
) -> tuple[Annonce, ...] | None:
    """Return the annonces that a player means by saying their kinds (BN6), strongest first; None if one is lacking.

    hand   the mask of the player's cards
    kinds  the kinds, each as many times as the player says it. If the hand has more annonces of a kind, the strongest
           ones are meant

    With ``shared_cards=False`` a player may say a sequence in place of a carré that shares a card with it (BN5). Raises
    ArgumentError if a kind or the contract is unknown.

    >>> from ..cards import mask_of, read_cards
    >>> from ..rules import BeloteRules
    >>> hand = mask_of(read_cards("V♣ V♦ V♥ V♠ 9♥ 10♥ 7♣ 8♦"))
    >>> name_annonces(hand, ["tierce"], "♥", BeloteRules(shared_cards=False))
    (Annonce('tierce', 20, 9♥ 10♥ V♥),)
    >>> name_annonces(hand, ["tierce", "carré"], "♥", BeloteRules(shared_cards=False)) is None
    True
    """
    tables(contract)
    wanted = list(kinds)
    for kind in wanted:
        if kind not in ANNONCE_KINDS:
            raise ArgumentError(f"annonce {kind!r:.40}: expected one of {', '.join(ANNONCE_KINDS)} (BN6)")
    said = _carres(hand, contract, rules)[: wanted.count("carré")]
    meant = []
    for annonce in _with_sequences(said, hand, contract, rules):
        if annonce.kind in wanted:
            wanted.remove(annonce.kind)
            meant.append(annonce)
    return None if wanted else tuple(meant)


def strength(annonce: Annonce, contract: str, rules: BeloteRules) -> tuple[int, bool, int, int, bool]:
    """Return the key by which annonces are sorted from the weakest to the strongest (BN8).

    The key contains the points, whether the annonce is a carré, its number of cards, its height, and whether it is in
    trumps. At sans atout and tout atout no suit is stronger (BV2, BV3). Annonces with equal keys are equally strong
    (BN9).
    """
    if annonce.kind == "carré":
        order = _CARRE_ORDER_SA if contract == "SA" else _CARRE_ORDER
        return annonce.points, True, annonce.size, -order.index(annonce.top.rank), False
    height = _ORDERS[rules.annonce_order].index(annonce.top.index % SUIT_SIZE)
    return annonce.points, False, annonce.size, height, annonce.top.suit == contract


def compare_annonces(said: Sequence[Sequence[Annonce]], contract: str, rules: BeloteRules) -> AnnonceResult:
    """Return which team scores its annonces, and which annonces are shown (BN7 to BN10).

    said  the annonces of team 0, then those of team 1: all that the two players of the team said

    Raises ArgumentError if *said* does not have two teams, or the contract is unknown.

    >>> from ..cards import mask_of, read_cards
    >>> from ..rules import BeloteRules
    >>> hands = [mask_of(read_cards(text)) for text in ("7♥ 8♥ 9♥", "8♠ 9♠ 10♠")]
    >>> rules = BeloteRules(annonces=True)
    >>> compare_annonces([find_annonces(hand, "♥", rules) for hand in hands], "♥", rules)
    AnnonceResult(1, 20, BN8, 'height')
    """
    tables(contract)
    if len(said) != _TEAMS:
        raise ArgumentError(f"annonces of {len(said)} teams: expected those of team 0 and team 1 (BN7)")
    first, second = (_from_strongest(team, contract, rules) for team in said)
    if not first or not second:
        if not first and not second:
            return AnnonceResult(None, ((), ()), "BN7", "none")
        return AnnonceResult(0 if first else 1, (first, second), "BN7", "alone")
    best, other = strength(first[0], contract, rules), strength(second[0], contract, rules)
    if best == other:
        equal = [
            tuple(annonce for annonce in team if strength(annonce, contract, rules) == best) for team in (first, second)
        ]
        return AnnonceResult(None, (equal[0], equal[1]), "BN9", "equal")
    place = next(place for place in range(len(best)) if best[place] != other[place])
    shown: tuple[tuple[Annonce, ...], tuple[Annonce, ...]] = (first, ()) if best > other else ((), second)
    return AnnonceResult(0 if best > other else 1, shown, "BN8", _REASONS[place])


_TEAMS = 2
#: What decides a comparison, by the place of the first difference in the keys of ``strength``.
_REASONS: tuple[AnnonceReason, ...] = ("points", "carré", "cards", "height", "trump")


def _from_strongest(annonces: Iterable[Annonce], contract: str, rules: BeloteRules) -> tuple[Annonce, ...]:
    return tuple(sorted(annonces, key=lambda annonce: strength(annonce, contract, rules), reverse=True))


def _with_sequences(carres: Sequence[Annonce], hand: int, contract: str, rules: BeloteRules) -> tuple[Annonce, ...]:
    """Return some carrés of a hand and its sequences, strongest first; the sequences share cards with them or not."""
    free = hand if rules.shared_cards else hand & ~sum(carre.cards for carre in carres)
    return _from_strongest([*carres, *_sequences(free, rules)], contract, rules)


def _carres(hand: int, contract: str, rules: BeloteRules) -> tuple[Annonce, ...]:
    fours = hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFF
    found = [
        Annonce("carré", _carre_points(rank, contract, rules), _FOUR_SEVENS << place)
        for place, rank in enumerate(RANKS)
        if fours >> place & 1 and rank in _CARRE_ORDER
    ]
    return _from_strongest(found, contract, rules)


def _carre_points(rank: str, contract: str, rules: BeloteRules) -> int:
    """Return what a carré of a rank is worth (BN4, BV2). The options change the values of BN4, not those of BV2."""
    if contract == "SA":
        return _CARRE_POINTS_SA[rank]
    if rank == "A":
        return rules.carre_ace
    return rules.carre_nine if rank == "9" else _CARRE_POINTS[rank]


def _sequences(hand: int, rules: BeloteRules) -> list[Annonce]:
    """Return the sequences of a hand, each as long as it is (BN2, BN3)."""
    order = _ORDERS[rules.annonce_order]
    found = []
    for first in range(0, len(PACK), SUIT_SIZE):
        suit = hand >> first & 0xFF
        size = run = top = 0
        for place in (*order, -1):
            if place >= 0 and suit >> place & 1:
                size, run, top = size + 1, run | 1 << first + place, first + place
                continue
            if size == _TIERCE_SIZE:
                found.append(Annonce("tierce", rules.tierce, run, PACK[top]))
            elif size == _CINQUANTE_SIZE:
                found.append(Annonce("cinquante", _CINQUANTE_POINTS, run, PACK[top]))
            elif size > _CINQUANTE_SIZE:
                found.append(Annonce("cent", _CENT_POINTS, run, PACK[top]))
            size = run = 0
    return found

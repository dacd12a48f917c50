"""BF1, BF2: renonces that cards laid later prove, and what the deal is worth after one.

Seats are 0 to 3 in playing order; plis are cards with spaces in the order laid.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.cards import CONTRACTS, PACK, Card, read_cards
from belettre_lexicon.games.belote.play import holder, legal, obligation
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.disputes import Renonce, deciding, find_renonces, seats_of
from belettre_lexicon.games.belote.scoring.scores import score_renonce

DEFAULT = BeloteRules()
Plis = list[tuple[Card, ...]]
HOUSES = [
    BeloteRules(undertrump=undertrump, on_partners_trump=on_partners_trump)
    for undertrump in ("must", "free")
    for on_partners_trump in ("free", "over", "trump")
]


def laid(*plis: str) -> Plis:
    """Return plis from text."""
    return [read_cards(pli) for pli in plis]


def found(plis: Plis, contract: str = "♦", rules: BeloteRules = DEFAULT, opener: int = 0) -> list[tuple[object, ...]]:
    """Return what tells the renonces of some plis: pli, seat, card, rule, reason, proof and its pli."""
    return [
        (one.pli, one.seat, one.card.text, one.rule, one.reason, one.proof.text, one.proved)
        for one in find_renonces(plis, opener, contract, rules)
    ]


@pytest.mark.parametrize(
    ("plis", "renonce"),
    [
        # Seat 2 throws a spade on clubs and lays a club later.
        (("A♣ 7♣ 7♠ 8♣", "R♣ D♣ 10♣ V♣"), (1, 2, "7♠", "BP3", "follow", "10♣", 2)),
        # Seat 1 stays under the R of trumps, and had the A.
        (("R♦ 8♦ 7♦ D♦", "7♥ A♦ 8♥ 9♥"), (1, 1, "8♦", "BP4", "go_up", "A♦", 2)),
        # Seat 3 lays a heart on trumps, and had a trump, though a low one.
        (("V♦ 8♦ 9♦ 7♥", "A♣ 7♣ 8♣ 7♦"), (1, 3, "7♥", "BP4", "cannot_go_up", "7♦", 2)),
        # Seat 1 throws a heart on an opponent's ace, and had a trump.
        (("A♣ 7♥ 7♣ 8♣", "A♠ 7♦ 7♠ 8♠"), (1, 1, "7♥", "BP6", "trump", "7♦", 2)),
        # Seat 2 undertrumps, and had a trump above the 10.
        (("A♣ 10♦ 8♦ 8♣", "A♠ A♦ 8♠ 7♠"), (1, 2, "8♦", "BP7", "overtrump", "A♦", 2)),
        # Seat 2 throws a heart on an opponent's 9, and had the 8 of trumps: to undertrump is required.
        (("A♣ 9♦ 7♥ 8♣", "A♠ 8♦ 8♠ 7♠"), (1, 2, "7♥", "BP7", "undertrump", "8♦", 2)),
    ],
)
def test_bf1_each_obligation_can_be_broken(plis: tuple[str, ...], renonce: tuple[object, ...]) -> None:
    """A renonce against each obligation is found, with its rule and the card that proves it."""
    assert found(laid(*plis)) == [renonce]
    assert found(laid(plis[0])) == []


def test_bp5_a_discard_under_the_partner_is_free() -> None:
    """Who has no card of the suit led and whose partner holds owes nothing, whatever they lay later."""
    assert found(laid("A♣ 7♣ 7♥ 8♣", "A♠ 7♠ V♦ 8♠")) == []


def test_bp1_who_opens_owes_nothing() -> None:
    """The first card of a pli is never a renonce."""
    assert found(laid("A♣ 7♣ 10♣ 8♣", "A♠ 7♠ 10♠ 8♠", "V♦ 7♦ 8♦ 9♥")) == []


def test_bp9_the_partners_trump_binds_by_an_option() -> None:
    """A lower trump on the partner's is a renonce only where the table says so, and a discard only where it binds."""
    over, bound = BeloteRules(on_partners_trump="over"), BeloteRules(on_partners_trump="trump")
    lower = laid("7♣ 10♦ 8♣ 8♦", "A♠ 7♠ V♦ 8♠")
    assert found(lower) == []
    assert found(lower, rules=over) == [(1, 3, "8♦", "BP9", "over_partner", "V♦", 2)]
    assert found(lower, rules=bound) == [(1, 3, "8♦", "BP9", "overtrump", "V♦", 2)]

    discard = laid("7♣ 10♦ 8♣ 7♥", "A♠ 7♠ V♦ 8♠")
    assert found(discard, rules=over) == []
    assert found(discard, rules=bound) == [(1, 3, "7♥", "BP9", "overtrump", "V♦", 2)]


def test_bp7_nobody_has_to_undertrump_by_an_option() -> None:
    """Where undertrumping is free, the discard under an opponent's higher trump is no renonce."""
    plis = laid("A♣ 9♦ 7♥ 8♣", "A♠ 8♦ 8♠ 7♠")

    assert found(plis, rules=BeloteRules(undertrump="free")) == []


def test_bv3_at_tout_atout_everybody_goes_up() -> None:
    """At tout atout, also on the partner's card; at sans atout nobody has to."""
    plis = laid("10♣ 8♣ R♣ 7♣", "D♠ R♠ 9♠ A♣")

    assert found(plis, "TA") == [(1, 3, "7♣", "BV3", "go_up", "A♣", 2)]
    assert found(plis, "SA") == []


def test_bf2_the_rule_is_that_of_all_known_cards() -> None:
    """A trump proves that the player had to trump; a card of the suit led, laid later, that they had to follow."""
    plis = laid("A♣ 7♥ 7♣ 8♣", "A♠ 7♦ 7♠ 8♠", "10♣ V♥ 8♥ 9♥")

    (early,) = find_renonces(plis[:2], 0, "♦", DEFAULT)
    (late,) = find_renonces(plis, 0, "♦", DEFAULT)

    assert (early.rule, early.proof.text, early.proved, early.noticed) == ("BP6", "7♦", 2, 5)
    assert (late.rule, late.proof.text, late.proved, late.noticed) == ("BP3", "10♣", 3, 5)
    assert [card.text for card in late.instead] == ["10♣"]
    assert (late.led.text, late.best.text, late.team) == ("A♣", "A♣", 1)


def test_bf1_the_renonce_that_was_proved_first_decides() -> None:
    """The first proof ends the deal, though another renonce happened before."""
    # Seat 1 does not follow in pli 1, proved in pli 4; seat 2 does not in pli 2, proved in pli 3.
    plis = laid("A♣ 7♥ 7♣ 8♣", "A♠ 7♠ 8♥ 8♠", "A♥ V♥ 9♠ 9♥", "10♥ D♣ D♠ R♥")

    renonces = find_renonces(plis, 0, "♦", DEFAULT)

    assert [(one.pli, one.seat, one.proved) for one in renonces] == [(1, 1, 4), (2, 2, 3)]
    assert deciding(renonces) is renonces[1]
    assert deciding(()) is None


def test_bf1_the_example_of_the_rule_book() -> None:
    """Est renounces; E+O said the belote, N+S have a tierce, 81 wait: 263 to 20."""
    result = score_renonce(1, 0, DEFAULT, belote=(0, 20), annonces=(20, 0), waiting=81)

    assert result.points == (263, 20)
    assert (result.outcome, result.won_by, result.waiting) == ("renonce", 0, 0)


@st.composite
def deals(draw: st.DrawFn) -> tuple[list[tuple[Card, ...]], int, str, BeloteRules, int]:
    """Draw four hands of eight cards, who opens, a contract, house rules, and a number that chooses the cards."""
    pack = draw(st.permutations(PACK))
    hands = [tuple(pack[8 * seat : 8 * seat + 8]) for seat in range(4)]
    return (
        hands,
        draw(st.integers(0, 3)),
        draw(st.sampled_from(CONTRACTS)),
        draw(st.sampled_from(HOUSES)),
        draw(st.integers(0, 2**64)),
    )


def play_out(
    hands: list[tuple[Card, ...]], opener: int, contract: str, rules: BeloteRules, choice: int, *, lawful: bool
) -> tuple[Plis, list[tuple[object, ...]]]:
    """Play a deal and return its plis and the renonces in it; if *lawful*, only permitted cards are laid."""
    left = [list(hand) for hand in hands]
    plis: Plis = []
    renonces: list[tuple[object, ...]] = []
    for number in range(1, 9):
        pli: list[Card] = []
        for place in range(4):
            seat = (opener + place) % 4
            permitted = legal(left[seat], pli, contract, rules)
            cards = permitted if lawful else left[seat]
            choice, which = divmod(choice, len(cards))
            choice = choice * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
            card = cards[which]
            if card not in permitted:
                owed = obligation(sum(one.bit for one in left[seat]), pli, contract, rules)
                renonces.append((number, seat, card, owed.rule, owed.reason))
            left[seat].remove(card)
            pli.append(card)
        plis.append(tuple(pli))
        opener = (opener + holder(pli, contract)) % 4
    return plis, renonces


@given(deals())
def test_bf2_lawful_deals_prove_nothing(deal: tuple[list[tuple[Card, ...]], int, str, BeloteRules, int]) -> None:
    """No renonce is found in plis of permitted cards, however many of them were laid."""
    hands, opener, contract, rules, choice = deal
    plis, _ = play_out(hands, opener, contract, rules, choice, lawful=True)

    assert find_renonces(plis, opener, contract, rules) == ()


@given(deals(), st.integers(0, 32))
def test_bf2_every_renonce_is_proved_in_the_end(
    deal: tuple[list[tuple[Card, ...]], int, str, BeloteRules, int], size: int
) -> None:
    """Eight plis prove the very renonces that the hands show, with their rules; fewer cards prove some of them."""
    hands, opener, contract, rules, choice = deal
    plis, renonces = play_out(hands, opener, contract, rules, choice, lawful=False)

    whole = find_renonces(plis, opener, contract, rules)
    assert [(one.pli, one.seat, one.card, one.rule, one.reason) for one in whole] == renonces

    begun = [pli[: max(0, size - 4 * place)] for place, pli in enumerate(plis)]
    early = find_renonces([pli for pli in begun if pli], opener, contract, rules)
    known = {(one.pli, one.seat): one for one in whole}
    assert {(one.pli, one.seat) for one in early} == {key for key, one in known.items() if one.noticed < size}


@given(deals())
def test_bf1_a_renonce_names_its_proof(deal: tuple[list[tuple[Card, ...]], int, str, BeloteRules, int]) -> None:
    """The proof was laid by the same player in a later pli, and is one of the cards owed."""
    hands, opener, contract, rules, choice = deal
    plis, _ = play_out(hands, opener, contract, rules, choice, lawful=False)
    seats = seats_of(plis, opener, contract, BeloteRules())

    for one in find_renonces(plis, opener, contract, rules):
        place = plis[one.proved - 1].index(one.proof)
        assert seats[one.proved - 1][place] == one.seat
        assert one.proved > one.pli
        assert one.noticed <= 4 * (one.proved - 1) + place
        assert one.proof in one.instead
        assert one.card not in one.instead
        assert one.card in hands[one.seat]


@pytest.mark.parametrize(
    ("plis", "opener", "message"),
    [
        (laid("A♣ 7♣ 8♣", "R♣"), 0, r"pli 1: 3 cards, expected 4 \(BP2\)"),
        (laid("A♣ 7♣ 8♣ 9♣ V♣"), 0, r"pli 1: 5 cards, expected 4 \(BP2\)"),
        (laid("A♣ 7♣ 8♣ 9♣", "V♣ 7♣"), 0, r"pli 2: 7♣ was laid before \(BC1\)"),
        ([(PACK[0],)] * 9, 0, r"9 plis: expected 8 at most \(BP10\)"),
        (laid("A♣"), 4, "opener 4: expected the index of a seat, 0 to 3"),
        (laid("A♣"), None, "opener None: expected the index of a seat, 0 to 3"),
    ],
)
def test_impossible_plis_are_refused(plis: Plis, opener: int, message: str) -> None:
    """Plis that no deal has are an error that names the pli."""
    with pytest.raises(ArgumentError, match=message):
        find_renonces(plis, opener, "♦", DEFAULT)


def test_an_unknown_contract_is_refused() -> None:
    """The contract is checked as everywhere."""
    with pytest.raises(ArgumentError, match="contract 'X': expected one of"):
        find_renonces(laid("A♣ 7♣"), 0, "X", DEFAULT)


def test_seats_follow_the_holders() -> None:
    """Who took a pli opens the next one (BP10), the last pli may have fewer cards, and no plis have no seats."""
    assert seats_of(laid("A♣ 7♦ 8♣ 9♣", "V♣ 10♣"), 2, "♦", BeloteRules()) == ((2, 3, 0, 1), (3, 0))
    assert seats_of([], 0, "♦", BeloteRules()) == ()
    assert find_renonces([], 0, "♦", DEFAULT) == ()


def test_the_repr_of_a_renonce_says_what_it_is() -> None:
    """A renonce shows what happened and what proves it."""
    (renonce,) = find_renonces(laid("A♣ 7♥ 7♣ 8♣", "A♠ 7♦ 7♠ 8♠"), 0, "♦", DEFAULT)

    assert isinstance(renonce, Renonce)
    assert repr(renonce) == "Renonce(pli=1, seat=1, card=7♥, rule='BP6', proof=7♦)"

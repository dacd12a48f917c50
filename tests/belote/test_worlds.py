"""Worlds: deals of the hidden cards that fit what a seat knows, all equally likely."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon.games.belote.bots.worlds import Hidden, cards_ruled_out, hidden_cards, undealt_cards
from belettre_lexicon.games.belote.cards import ALL_CARDS, Card, cards_of, mask_of, read_cards
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.play import legal
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat
from belettre_lexicon.games.kit.matches import RandomBot
from tests.belote.played import turned
from tests.belote.random_deals import contracts, houses, laid_by, new_deal, play_until, random_hands, seeds

DEFAULT = BeloteRules()


def ruled_out(pli: str, contract: str = "♥", rules: BeloteRules = DEFAULT) -> str:
    """Return the cards that the last player of a pli cannot have had; a whole suit as its sign."""
    mask = cards_ruled_out(read_cards(pli), contract, rules)
    words = []
    for place, suit in enumerate("♣♦♥♠"):
        cards = cards_of(mask & 0xFF << 8 * place)
        unlaid = 8 - sum(card.suit == suit for card in read_cards(pli)[-1:])
        words += [suit] if len(cards) == unlaid else [card.text for card in cards]
    return " ".join(words)


@pytest.mark.parametrize(
    ("pli", "expected"),
    [
        ("A♠ 7♠", ""),
        ("A♠ 7♦", "♥ ♠"),
        ("A♠ 7♥", "♠"),
        ("A♠ 9♥ 10♥", "V♥ ♠"),
        ("A♠ 9♥ 7♦", "♥ ♠"),
        ("7♠ A♠ 8♠ 7♦", "♠"),
        ("7♠ 8♠ 9♥ R♥", "V♥ ♠"),
        ("9♥ 7♥", "V♥"),
        ("9♥ 7♦", "♥"),
    ],
    ids=[
        "BP3 follows",
        "BP6 void",
        "BP6 cuts",
        "BP7 undertrumps",
        "BP7 no trump",
        "BP5",
        "BP7 fourth",
        "BP4",
        "BP3 void",
    ],
)
def test_a_card_tells_what_its_player_does_not_hold(pli: str, expected: str) -> None:
    """Who does not follow is void, who does not cut has no trump, who undertrumps has none above (BP3 to BP8)."""
    assert ruled_out(pli) == expected


def test_options_change_what_a_card_tells() -> None:
    """With ``undertrump="free"`` a discard on a higher trump leaves low trumps possible (BP7)."""
    assert ruled_out("A♠ 9♥ 7♦", rules=BeloteRules(undertrump="free")) == "V♥ ♠"
    assert ruled_out("7♠ 9♥ 8♠ 7♥") == "♠"
    assert ruled_out("7♠ 9♥ 8♠ 7♥", rules=BeloteRules(on_partners_trump="over")) == "V♥ ♠"
    assert ruled_out("A♠ V♠", "TA") == ""
    assert ruled_out("A♠ R♠", "TA") == "9♠ V♠"
    assert ruled_out("A♠ R♦", "SA") == "♠"


@given(seeds, contracts, houses, st.integers(1, 3))
def test_a_card_is_legal_if_its_hand_has_nothing_that_it_rules_out(
    seed: int, contract: str, rules: BeloteRules, laid: int
) -> None:
    """What a card rules out is all that can be known from it: other hands could have laid it."""
    rng = random.Random(seed)
    hands = random_hands(rng, 8)
    pli: tuple[Card, ...] = ()
    for hand in hands[:laid]:
        pli = (*pli, rng.choice(legal(cards_of(hand), pli, contract, rules)))
    hand = hands[laid]

    for card in cards_of(hand):
        allowed = card in legal(cards_of(hand), pli, contract, rules)
        assert allowed == (not cards_ruled_out((*pli, card), contract, rules) & hand)


def position(rules: BeloteRules, seed: int, actions: int) -> tuple[Partie, Seat]:
    """Return a random position of a random deal, and the seat that has to act."""
    partie = new_deal(rules, seed)
    play_until(partie, [RandomBot(random.Random(seed))] * 4, actions)
    return partie, partie.turn or Seat.SUD


@settings(max_examples=60)
@given(seeds, houses, st.integers(2, 40))
def test_worlds_fit_what_was_laid(seed: int, rules: BeloteRules, actions: int) -> None:
    """In each world every card that was laid was legal, all cards are there once, and the true deal is a world."""
    partie, seat = position(rules, seed, actions)
    if partie.awaits != "lay" or partie.state.sheet.ended:
        return
    view, contract = partie.view(seat), partie.state.donne.contract or ""

    hidden = hidden_cards(view)
    hands = hidden.sample(random.Random(seed))

    assert hands[seat.index] == view.hand_mask
    assert sum(hands) == hands[0] | hands[1] | hands[2] | hands[3] == sum(partie.state.hands)
    for other in SEATS:
        true = partie.state.hands[other.index]
        assert hands[other.index].bit_count() == true.bit_count()
        if other is not seat:
            assert true & hidden.hands[other.index] == hidden.hands[other.index]
            assert not true & ~hidden.hands[other.index] & ~hidden.may[other.index]
        cards = laid_by(partie, other)
        held = {number: hands[other.index] | mask_of(cards[number:]) for number in range(len(cards))}
        for pli, before in plis_of(partie, other):
            assert pli in legal(cards_of(held[cards.index(pli)]), before, contract, rules)


def plis_of(partie: Partie, seat: Seat) -> list[tuple[Card, tuple[Card, ...]]]:
    """Return the cards that a seat laid, each with the cards that lay in the pli before it."""
    plis = [*((pli.opener, pli.cards) for pli in partie.state.taken), (SEATS[partie.state.opener], partie.state.pli)]
    found = []
    for opener, cards in plis:
        place = (seat.index - opener.index) % 4
        if place < len(cards):
            found.append((cards[place], cards[:place]))
    return found


@given(seeds, st.integers(0, 30))
def test_bd7_the_retourne_is_with_the_taker(seed: int, actions: int) -> None:
    """Until it is laid, the retourne is in the taker's hand in every world."""
    partie, seat = position(DEFAULT, seed, actions)
    taker, retourne = partie.state.donne.taker, turned(partie.state.donne.dealt)
    if partie.awaits != "lay" or taker is None or not retourne.bit & sum(partie.state.hands):
        return

    assert hidden_cards(partie.view(seat)).sample(random.Random(1))[taker.index] & retourne.bit


@given(seeds)
def test_bb2_the_second_card_of_a_belote_is_with_who_said_it(seed: int) -> None:
    """Once « Belote » was said, the other card of the pair is in that hand in every world, until it is laid."""
    partie = new_deal(DEFAULT, seed)
    bots = [RandomBot(random.Random(seed))] * 4
    while not partie.state.sheet.ended:
        for belote in partie.state.donne.belotes:
            pair = Card.of("R" + belote.suit).bit | Card.of("D" + belote.suit).bit
            left = pair & sum(partie.state.hands)
            if left and partie.awaits == "lay" and partie.turn is not None:
                hands = hidden_cards(partie.view(partie.turn)).sample(random.Random(1))
                assert hands[belote.seat.index] & left == left
        play_until(partie, bots, 1)


@settings(max_examples=30)
@given(seeds)
def test_bn10_annonces_that_were_shown_stay_with_their_player(seed: int) -> None:
    """Cards of annonces that were shown are in that hand in every world, until they are laid."""
    partie = new_deal(BeloteRules(annonces=True), seed)
    bots = [RandomBot(random.Random(seed))] * 4
    while not partie.state.sheet.ended:
        judged = partie.state.donne.judged
        if judged is not None and partie.awaits == "lay" and partie.turn is not None:
            hands = hidden_cards(partie.view(partie.turn)).sample(random.Random(1))
            for annonce in judged.shown:
                left = mask_of(annonce.cards) & sum(partie.state.hands)
                assert hands[annonce.seat.index] & left == left
        play_until(partie, bots, 1)


def test_every_deal_is_equally_likely() -> None:
    """The number of deals is that of all ways to deal the cards, and samples have all of them equally often."""
    cards = [card.bit for card in read_cards("7♠ 8♠ 9♠ V♠ D♠")]
    may = [0, sum(cards[:3]), sum(cards[1:]), sum(cards)]
    need = (0, 1, 2, 2)
    ways = set()
    for one in combinations(cards, 1):
        for two in combinations([card for card in cards if card not in one], 2):
            three = sum(cards) - sum(one) - sum(two)
            if not (sum(one) & ~may[1] or sum(two) & ~may[2] or three & ~may[3]):
                ways.add((0, sum(one), sum(two), three))
    rng = random.Random(5)

    hidden = Hidden((0, 0, 0, 0), need, may)
    drawn = Counter(tuple(hidden.sample(rng)) for _ in range(200 * len(ways)))

    assert hidden.deals == len(ways)
    assert set(drawn) == ways
    assert all(140 < times < 260 for times in drawn.values())


def test_no_deal_fits() -> None:
    """Cards that nobody may hold, or hands that cannot be filled, are an error."""
    with pytest.raises(ValueError, match="no deal fits"):
        Hidden((0, 0, 0, 0), (0, 1, 1, 0), (0, 1, 1, 0))
    with pytest.raises(ValueError, match="no deal fits"):
        Hidden((0, 0, 0, 0), (0, 1, 1, 0), (0, 7, 7, 0))


@given(seeds, st.sampled_from(SEATS))
def test_bd7_worlds_of_the_prise_are_whole_deals(seed: int, taker: Seat) -> None:
    """Before anybody took, a world has eight cards for each seat: one's own five, and the retourne with the taker."""
    partie = new_deal(DEFAULT, seed)
    view = partie.view(Seat.NORD)

    hands = undealt_cards(view, taker).sample(random.Random(seed))

    assert [hand.bit_count() for hand in hands] == [8] * 4
    assert hands[0] | hands[1] | hands[2] | hands[3] == ALL_CARDS
    assert hands[Seat.NORD.index] & view.hand_mask == view.hand_mask
    assert hands[taker.index] & turned(view).bit


def test_same_seed_same_worlds() -> None:
    """A world depends on the view and the random numbers alone."""
    partie, seat = position(DEFAULT, 3, 14)

    first, second = (hidden_cards(partie.view(seat)).sample(random.Random(9)) for _ in range(2))

    assert first == second

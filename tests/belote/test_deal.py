"""The deal: who deals first, shuffle, cut, five cards each, the retourne, and the rest after the prise (BD)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    PACK,
    SEATS,
    BeloteRules,
    DealEnded,
    Dealt,
    Partie,
    Pass,
    PliTaken,
    Seat,
    Setup,
    Take,
    Team,
    cards_of,
    mask_of,
    read_cards,
    shuffled,
)
from belettre_lexicon.games.belote.cards import RANKS
from belettre_lexicon.games.belote.deals.deal import (
    RETOURNE,
    check_pack,
    cut,
    first_dealer,
    first_hands,
    full_hands,
    gathered,
    gathered_unplayed,
    places_of,
)
from belettre_lexicon.games.belote.seats import SEATS_OF, following_of
from tests.belote.played import play_on, turned
from tests.exhaustive import EXHAUSTIVE

seeds = st.integers(-(1 << 63), (1 << 63) - 1)
seats = st.sampled_from(SEATS)


def texts(mask: int) -> str:
    """Return the cards of a mask, as text."""
    return " ".join(card.text for card in cards_of(mask))


def test_bd3_a_deal_is_shuffled_from_the_seed_and_its_number() -> None:
    """The packs of a seed are fixed: records name the seed, and other programs can deal the same cards."""
    assert " ".join(card.text for card in shuffled(7, 1)) == (
        "7♥ 10♠ A♠ 8♥ 8♠ 9♠ 10♦ V♣ 10♣ V♠ 7♣ A♣ V♥ D♦ 8♦ 7♦ 10♥ R♠ A♥ 9♥ 9♣ V♦ D♥ D♠ 9♦ R♦ 8♣ D♣ R♥ 7♠ R♣ A♦"
    )
    assert shuffled(7, 1) != shuffled(7, 2) != shuffled(8, 1)


@given(seeds, st.integers(0, 1 << 40))
def test_bc1_every_pack_has_the_32_cards(seed: int, number: int) -> None:
    """A shuffled pack has each card once."""
    assert sorted(shuffled(seed, number), key=PACK.index) == list(PACK)


def test_bd3_every_card_comes_to_every_place() -> None:
    """Over many deals, each card lies about as often at each place of the pack."""
    deals = 3200
    found = Counter((place, card) for seed in range(deals) for place, card in enumerate(shuffled(seed, 1)))

    # 100 expected each, with a standard deviation of 10.
    assert len(found) == 32 * 32
    assert 50 < min(found.values()) <= max(found.values()) < 155


@given(seeds)
def test_bd2_the_lowest_card_deals(seed: int) -> None:
    """Each seat draws; the lowest rank in natural order deals, and those who tie draw again."""
    pack = shuffled(seed, 0)
    ranks = [RANKS.index(card.rank) for card in pack]
    drawing, start = list(range(4)), 0
    while len(drawing) > 1:
        drawn = dict(zip(drawing, ranks[start:], strict=False))
        start += len(drawing)
        drawing = [seat for seat in drawing if drawn[seat] == min(drawn.values())]

    assert first_dealer(seed) is SEATS[drawing[0]]


@pytest.mark.parametrize("least", [3, 8])
def test_bd4_each_heap_of_the_cut_is_large_enough(least: int) -> None:
    """The lower heap goes on top; both have at least 3 or 8 cards, and every such cut occurs."""
    sizes = set()
    for seed in range(600):
        pack = cut(PACK, seed, 1, least)
        place = PACK.index(pack[0])
        assert pack == PACK[place:] + PACK[:place]
        sizes.add(place)

    assert sizes == set(range(least, 32 - least + 1))


@given(seeds, seats)
def test_bd5_bd6_three_cards_then_two_from_the_dealers_right(seed: int, dealer: Seat) -> None:
    """Each seat gets three cards in turn, then two; the next card is the retourne."""
    pack = shuffled(seed, 1)
    hands = first_hands(pack, dealer)

    seat = dealer
    for turn in range(4):
        seat = seat.next
        own = pack[3 * turn : 3 * turn + 3] + pack[12 + 2 * turn : 14 + 2 * turn]
        assert hands[seat.index] == mask_of(own)
    assert Partie.new(seed=seed, dealer=dealer).log[0] == Dealt(1, dealer, pack[20], pack)


@given(seeds, seats, seats)
def test_bd7_the_taker_gets_the_retourne_and_two_cards(seed: int, dealer: Seat, taker: Seat) -> None:
    """The others get three; then the four hands have all cards, eight each."""
    pack = shuffled(seed, 1)
    hands = full_hands(pack, dealer, taker, first_hands(pack, dealer))

    assert [hand.bit_count() for hand in hands] == [8, 8, 8, 8]
    assert sum(hands) == mask_of(PACK)
    assert hands[taker.index] & pack[RETOURNE].bit
    start = 21
    seat = dealer.next
    for _ in range(4):
        size = 2 if seat is taker else 3
        assert not mask_of(pack[start : start + size]) & ~hands[seat.index]
        start, seat = start + size, seat.next


@given(seeds, seats, seats)
def test_bd5_bd7_places_of_the_cards_of_each_seat(seed: int, dealer: Seat, taker: Seat) -> None:
    """The places of a seat are those of its cards; the first five were dealt before the prise."""
    pack = shuffled(seed, 1)
    five = first_hands(pack, dealer)
    eight = full_hands(pack, dealer, taker, five)

    for seat, places in places_of(dealer, taker).items():
        assert mask_of(pack[place] for place in places) == eight[seat.index]
        assert mask_of(pack[place] for place in places[:5]) == five[seat.index]


def test_bd7_the_taker_gets_the_retourne_of_another_suit_too() -> None:
    """BA4: who names another suit in the second round still gets the card."""
    partie = Partie.new(seed=7, dealer=Seat.SUD)
    retourne = turned(partie.state.donne.dealt)
    for seat in (Seat.EST, Seat.NORD, Seat.OUEST, Seat.SUD, Seat.EST):
        partie.apply(Pass(seat))
    partie.apply(Take(Seat.NORD, "♠" if retourne.suit != "♠" else "♥"))

    assert retourne in partie.view(Seat.NORD).hand
    assert partie.turn is Seat.EST


def test_bd10_the_next_dealer_is_right_of_the_last() -> None:
    """Also after a deal that nobody took (BA6)."""
    partie = Partie.new(BeloteRules(deals=8), seed=3, dealer=Seat.NORD)
    for _ in range(8):
        partie.apply(partie.legal_actions()[0])
    play_on(partie, random.Random(2))

    dealers = [event.dealer for event in partie.log if isinstance(event, Dealt)]
    assert partie.log[9] == DealEnded(1, "passed")
    assert dealers[:5] == [Seat.NORD, Seat.OUEST, Seat.SUD, Seat.EST, Seat.NORD]


def test_bd3_once_the_plis_are_gathered_and_cut() -> None:
    """The dealer's team's pile lies on the other one, the last pli of each on top."""
    plis = [
        (Team.NS, read_cards("7♣ 8♣ 9♣ 10♣")),
        (Team.EO, read_cards("7♦ 8♦ 9♦ 10♦")),
        (Team.NS, read_cards("A♣ R♣")),
    ]

    pack = gathered(plis, Seat.EST)

    assert " ".join(card.text for card in pack) == "7♦ 8♦ 9♦ 10♦ A♣ R♣ 7♣ 8♣ 9♣ 10♣"


def test_bd3_once_the_hands_of_an_unplayed_deal_are_gathered() -> None:
    """Hand by hand from the dealer's right, the retourne and the stock under them."""
    pack = gathered_unplayed(PACK, Seat.OUEST)

    hands = first_hands(PACK, Seat.OUEST)
    assert [mask_of(pack[start : start + 5]) for start in (0, 5, 10, 15)] == [*hands]
    assert pack[20:] == PACK[20:]


def test_bd3_once_the_next_deal_follows_from_the_one_before() -> None:
    """Deal 2 is deal 1 gathered and cut, at a place that depends on the seed; the partie replays."""
    rules = BeloteRules(shuffle="once", cut=8, deals=3)
    partie = Partie.new(rules, seed=5)
    partie.apply(partie.legal_actions()[1])
    play_on(partie, random.Random(1))

    first, second = [event for event in partie.log if isinstance(event, Dealt)][:2]
    plis = [event for event in partie.log if isinstance(event, PliTaken)][:8]
    together = gathered([(pli.seat.team, pli.cards) for pli in plis], first.dealer)
    assert second.pack == cut(together, 5, 2, 8)
    assert Partie.replay(partie.setup, partie.log) == partie


def test_bd3_given_packs_are_dealt_first() -> None:
    """A given pack is dealt as it is; the deals after those given are shuffled from the seed."""
    partie = Partie.new(BeloteRules(deals=3), seed=9, dealer=Seat.SUD, packs=(PACK, PACK[::-1]))
    play_on(partie, random.Random(1))

    packs = [event.pack for event in partie.log if isinstance(event, Dealt)]
    assert packs[:3] == [PACK, PACK[::-1], shuffled(9, 3)]


@pytest.mark.sampled
def test_bd3_no_deal_depends_on_what_was_undone() -> None:
    """Undo and play on differently: the next deal has the same cards."""
    rng = random.Random(4)
    packs = set()
    for _ in range(5 if not EXHAUSTIVE else 50):
        partie = Partie.new(BeloteRules(deals=2), seed=11)
        play_on(partie, rng, 20)
        partie.undo(rng.randint(1, 20))
        play_on(partie, rng)
        packs.add([event.pack for event in partie.log if isinstance(event, Dealt)][1])

    assert packs == {shuffled(11, 2)}


@pytest.mark.parametrize("pack", [PACK[1:], (*PACK[1:], PACK[1]), list(PACK), None, ("7♣",) * 32])
def test_bc1_what_is_no_pack_is_refused(pack: object) -> None:
    """A pack is a tuple of the 32 cards."""
    with pytest.raises(ArgumentError, match="BC1"):
        check_pack(pack)


@pytest.mark.parametrize(
    ("setup", "name"),
    [
        (Setup({}, 1), "rules"),  # type: ignore[arg-type]
        (Setup(BeloteRules(), "1"), "seed"),  # type: ignore[arg-type]
        (Setup(BeloteRules(), True), "seed"),
        (Setup(BeloteRules(), 1 << 63), "seed"),
        (Setup(BeloteRules(), 1, "S"), "dealer"),  # type: ignore[arg-type]
        (Setup(BeloteRules(), 1, Seat.SUD, [PACK]), "packs"),  # type: ignore[arg-type]
        (Setup(BeloteRules(), 1, Seat.SUD, (PACK,) * 1001), "packs"),
        (Setup(BeloteRules(), 1, Seat.SUD, (PACK, PACK[1:])), "pack 2"),
        ({}, "setup"),
    ],
)
def test_impossible_terms_are_refused_by_name(setup: Setup, name: str) -> None:
    """The error names the value that is wrong."""
    with pytest.raises(ArgumentError, match=name):
        Partie(setup)


def test_a_seed_is_drawn_if_none_is_given() -> None:
    """It comes from the given source of chance, else from the system's."""
    rng = random.Random(3)
    first, second = Partie.new(rng=rng), Partie.new(rng=random.Random(3))

    assert first == second
    assert Partie.new().setup.seed != Partie.new().setup.seed
    with pytest.raises(ArgumentError, match="seed"):
        Partie.new(seed="7")  # type: ignore[arg-type]


def test_bd1_the_next_seat_of_one_who_has_left_is_none() -> None:
    """VK11: seats that are not in the order have no next one; tables have two to six seats."""
    assert following_of((2, 3, 0)) == (2, -1, 3, 0)
    assert following_of((4, 0, 2)) == (2, -1, 4, -1, 0)
    assert sorted(SEATS_OF) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("seed", [1 << 63, -(1 << 63) - 1])
def test_a_seed_is_told_its_bounds(seed: int) -> None:
    """The error names the smallest and the largest seed."""
    with pytest.raises(ArgumentError, match=r"from -9223372036854775808 to 9223372036854775807$"):
        Setup(BeloteRules(), seed).check()

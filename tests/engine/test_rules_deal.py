"""D1 to D4: the deck, the deals, and who opens."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.french.cards import FACES, Card, Case, pack
from belettre_lexicon.french.decks import BOXED, Deck
from belettre_lexicon.games.belettre.events import Dealt, MancheEnded
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.setup import Deal, deal
from tests.engine.scripted_games import LEV, MER, PON, SEP, StubJudge, finish, points_of

WHOLE = Counter(pack(BOXED, Case.MAJ) + pack(BOXED, Case.MIN))
#: Cards of each letter by the table of the published rules (D1): letters → number of minuscules, number of majuscules.
TABLE = {"ae": (11, 1), "iou": (7, 1), "lnrst": (4, 1), "bcdfghmpv": (2, 1), "jkqwxyz": (1, 1), "?": (8, 1)}


def dealt_cards(one_deal: Deal) -> Counter[Card]:
    """Return the cards of all four hands."""
    return Counter(card for hand in one_deal.hands for card in hand)


def kept_cards(one_deal: Deal) -> Counter[Card]:
    """Return the cards of both packs that were not dealt."""
    return Counter(one_deal.kept[0] + one_deal.kept[1])


def test_d1_the_boxed_deck_has_123_cards_and_353_points() -> None:
    """The counts of the published table: 27 majuscules, 96 minuscules and 353 points."""
    wanted: Counter[Card] = Counter()
    for letters, (minuscules, majuscules) in TABLE.items():
        for letter in letters:
            wanted[Card(Case.MIN, letter)], wanted[Card(Case.MAJ, letter)] = minuscules, majuscules

    assert wanted == WHOLE
    assert [sum(card.case is case for card in WHOLE.elements()) for case in Case] == [27, 96]
    assert points_of(WHOLE.elements()) == 353


def test_d1_every_card_is_a_majuscule_or_a_minuscule() -> None:
    """Except for the jokers, a majuscule is written in upper case and a minuscule in lower case."""
    for card in FACES:
        assert card.known
        assert Card.of(card.text) is card
        assert card.wild or card.text.isupper() is (card.case is Case.MAJ)


@pytest.mark.parametrize("seed", range(5))
def test_d1_the_two_packs_are_shuffled_apart(seed: int) -> None:
    """A deal contains every card once, and each pack contains cards of its own kind only."""
    (one_deal,) = deal(BOXED, random.Random(seed), 1)

    assert dealt_cards(one_deal) + kept_cards(one_deal) == WHOLE
    assert {card.case for card in one_deal.kept[0]} == {Case.MAJ}
    assert {card.case for card in one_deal.kept[1]} == {Case.MIN}


@pytest.mark.parametrize(
    ("line", "message"),
    [("e 24 1 7 2", "7 majuscules"), ("e 23 1 8 2", "23 minuscules"), ("e 0 0 8 1", "0 minuscules")],
)
def test_d1_the_error_for_a_small_deck_names_the_pack(line: str, message: str) -> None:
    """Fewer than 8 majuscules or 24 minuscules are an error with the pack and its count."""
    with pytest.raises(ArgumentError, match=message):
        Deck.parse([line])


def test_d1_the_error_for_a_small_deck_names_both_packs() -> None:
    """If both packs are too small, both counts are named."""
    with pytest.raises(ArgumentError, match=r"7 majuscules.*23 minuscules"):
        Deck.parse(["e 23 1 7 2"])


def test_d1_the_smallest_deck_can_be_played() -> None:
    """8 majuscules and 24 minuscules are enough for a partie of four manches."""
    partie = Partie.new(StubJudge(), random.Random(3), deck=Deck.parse(["abcdefgh 3 1 1 2"]))

    finish(partie)

    assert sum(isinstance(event, MancheEnded) for event in partie.log) == 4


@pytest.mark.parametrize("seed", range(5))
def test_d2_each_player_gets_two_majuscules_and_six_minuscules(seed: int) -> None:
    """Every manche deals 2 majuscules and 6 minuscules to each player; after the first, 19 and 72 are kept."""
    deals = deal(BOXED, random.Random(seed))

    for one_deal in deals:
        for hand in one_deal.hands:
            assert [sum(card.case is case for card in hand) for case in Case] == [2, 6]

    assert list(map(len, deals[0].kept)) == [19, 72]


def test_d2_nobody_lays_a_card_that_they_were_not_dealt() -> None:
    """The cards that may be laid are exactly those of the hand."""
    partie = Partie.new(StubJudge(), random.Random(5), manches=1)
    hand = partie.view(PON).hand

    assert {move.card for move in partie.legal_actions() if hasattr(move, "card")} == set(hand)


@pytest.mark.parametrize("seed", range(5))
def test_d3_manches_2_and_3_are_dealt_from_the_cards_kept(seed: int) -> None:
    """The cards kept are dealt in their order, without a shuffle in between."""
    first, second, third, fourth = deal(BOXED, random.Random(seed))

    for before, after in ((first, second), (second, third)):
        assert dealt_cards(after) + kept_cards(after) == kept_cards(before)
        assert after.kept == (before.kept[0][8:], before.kept[1][24:])

    assert dealt_cards(fourth) + kept_cards(fourth) == WHOLE


def test_d3_all_cards_are_reshuffled_before_manche_4() -> None:
    """The cards of manches 1 to 3 are in the deck of manche 4 again."""
    deals = deal(BOXED, random.Random(11))
    used = sum((dealt_cards(one_deal) for one_deal in deals[:3]), Counter())

    assert (used & (dealt_cards(deals[3]) + kept_cards(deals[3]))) == used
    assert list(map(len, deals[3].kept)) == [19, 72]


@pytest.mark.parametrize(
    ("deck", "kept"),
    [
        ("abcdefgh 3 1 1 2", [(0, 0), (0, 0), (0, 0), (0, 0)]),
        ("abcdefgh 6 1 2 2", [(8, 24), (0, 0), (8, 24), (8, 24)]),
        ("abcdefgh 6 1 1 2", [(0, 24), (0, 24), (0, 24), (0, 24)]),
        ("abcdefgh 3 1 2 2", [(8, 0), (8, 0), (8, 0), (8, 0)]),
        ("abcdefgho 6 1 1 2", [(1, 30), (1, 30), (1, 30), (1, 30)]),
        ("abcdefgh 9 1 3 2", [(16, 48), (8, 24), (0, 0), (16, 48)]),
    ],
)
def test_d3_a_small_deck_is_reshuffled_when_too_few_cards_are_left(deck: str, kept: list[tuple[int, int]]) -> None:
    """Reading: both packs are shuffled before any manche for which one of them is too small."""
    deals = deal(Deck.parse([deck]), random.Random(2))

    assert [(len(one_deal.kept[0]), len(one_deal.kept[1])) for one_deal in deals] == kept


def test_d3_earlier_deals_stay_as_they_are() -> None:
    """Dealing further manches does not change the earlier ones."""
    first = deal(BOXED, random.Random(1), 2)

    assert deal(BOXED, random.Random(9), 4, first)[:2] == first


def test_d4_every_player_opens_one_manche_and_the_seat_before_them_deals() -> None:
    """The Méridional deals manche 1 and the Ponantais opens it; both move on by one seat each time."""
    partie = Partie.new(StubJudge(), random.Random(4))

    finish(partie)
    manches = [event for event in partie.log if isinstance(event, Dealt)]

    assert [event.opener for event in manches] == [PON, SEP, LEV, MER]
    assert [event.dealer for event in manches] == [MER, PON, SEP, LEV]
    assert [event.manche for event in manches] == [1, 2, 3, 4]


def test_d4_the_opener_lays_the_first_card() -> None:
    """The Ponantais begins manche 1, the Septentrional manche 2."""
    partie = Partie.new(StubJudge(), random.Random(4), manches=2)

    assert partie.turn is PON

    finish(partie, before=2)

    assert partie.turn is SEP
    assert partie.view(SEP).opener is SEP


@pytest.mark.parametrize("manches", [1, 2, 3])
def test_d4_a_short_game_has_one_to_three_manches(manches: int) -> None:
    """A game of one to three manches ends after the last of them."""
    partie = Partie.new(StubJudge(), random.Random(6), manches=manches)

    finish(partie)

    assert [event.number for event in partie.log if isinstance(event, MancheEnded)] == list(range(1, manches + 1))
    assert partie.awaits == "over"
    assert partie.turn is None
    assert partie.legal_actions() == []


@pytest.mark.parametrize("manches", [0, 5, -1, True, 2.0, "2", None])
def test_d4_no_other_number_of_manches_can_be_played(manches: int) -> None:
    """Any number of manches but 1 to 4 is an error that names it."""
    with pytest.raises(ArgumentError, match=repr(manches)):
        Partie.new(StubJudge(), random.Random(1), manches=manches)

    with pytest.raises(ArgumentError, match=repr(manches)):
        Partie.watched(StubJudge(), manches=manches)

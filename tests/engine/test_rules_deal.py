"""D1 to D4: the deck, the deals, and who opens."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.cards import FACES, Card, Case, pack
from belettre_lexicon.decks import BOXED, Deck
from belettre_lexicon.engine.deal import Deal, deal
from belettre_lexicon.engine.events import Dealt, MancheEnded
from belettre_lexicon.engine.partie import Partie
from tests.engine.scripted_games import LEV, MER, PON, SEP, StubJudge, finish, points_of

WHOLE = Counter(pack(BOXED, Case.MAJ) + pack(BOXED, Case.MIN))
#: Cards of each letter as the table of D1 has them: letters → minuscules, majuscules.
TABLE = {"ae": (11, 1), "iou": (7, 1), "lnrst": (4, 1), "bcdfghmpv": (2, 1), "jkqwxyz": (1, 1), "?": (8, 1)}


def dealt_cards(one: Deal) -> Counter[Card]:
    return Counter(card for hand in one.hands for card in hand)


def kept_cards(one: Deal) -> Counter[Card]:
    return Counter(one.kept[0] + one.kept[1])


def test_d1_the_boxed_deck_has_123_cards_and_353_points() -> None:
    """The counts of the published table, 27 majuscules and 96 minuscules, 353 points."""
    wanted: Counter[Card] = Counter()
    for letters, (minuscules, majuscules) in TABLE.items():
        for letter in letters:
            wanted[Card(Case.MIN, letter)], wanted[Card(Case.MAJ, letter)] = minuscules, majuscules

    assert wanted == WHOLE
    assert [sum(card.case is case for card in WHOLE.elements()) for case in Case] == [27, 96]
    assert points_of(WHOLE.elements()) == 353


def test_d1_each_kind_of_card_is_a_majuscule_or_a_minuscule() -> None:
    """A majuscule is written in upper case, a minuscule in lower case, the wild cards apart."""
    for card in FACES:
        assert card.known
        assert Card.of(card.text) is card
        assert card.wild or card.text.isupper() is (card.case is Case.MAJ)


@pytest.mark.parametrize("seed", range(5))
def test_d1_the_two_packs_are_shuffled_apart(seed: int) -> None:
    """Every deal has all cards of either pack once, and no pack has cards of the other."""
    (one,) = deal(BOXED, random.Random(seed), 1)

    assert dealt_cards(one) + kept_cards(one) == WHOLE
    assert {card.case for card in one.kept[0]} == {Case.MAJ}
    assert {card.case for card in one.kept[1]} == {Case.MIN}


@pytest.mark.parametrize(
    ("line", "message"),
    [("e 24 1 7 2", "7 majuscules"), ("e 23 1 8 2", "23 minuscules"), ("e 0 0 8 1", "0 minuscules")],
)
def test_d1_a_deck_that_is_too_small_says_which_cards_are_short(line: str, message: str) -> None:
    """Fewer than 8 majuscules or 24 minuscules are an error that names the pack and its count."""
    with pytest.raises(ArgumentError, match=message):
        Deck.parse([line])


def test_d1_a_deck_that_is_short_of_both_packs_says_both() -> None:
    """Both counts are named when both are short."""
    with pytest.raises(ArgumentError, match=r"7 majuscules.*23 minuscules"):
        Deck.parse(["e 23 1 7 2"])


def test_d1_the_smallest_deck_can_be_played() -> None:
    """8 majuscules and 24 minuscules are enough for a partie of four manches."""
    partie = Partie.new(StubJudge(), random.Random(3), deck=Deck.parse(["abcdefgh 3 1 1 2"]))

    finish(partie)

    assert sum(isinstance(event, MancheEnded) for event in partie.log) == 4


@pytest.mark.parametrize("seed", range(5))
def test_d2_each_player_gets_two_majuscules_and_six_minuscules(seed: int) -> None:
    """The hands of every manche; 19 majuscules and 72 minuscules are kept after the first."""
    deals = deal(BOXED, random.Random(seed))

    for one in deals:
        for hand in one.hands:
            assert [sum(card.case is case for card in hand) for case in Case] == [2, 6]

    assert list(map(len, deals[0].kept)) == [19, 72]


def test_d2_nobody_lays_a_card_that_he_was_not_dealt() -> None:
    """The cards that may be laid are those of the hand."""
    partie = Partie.new(StubJudge(), random.Random(5), manches=1)
    hand = partie.view(PON).hand

    assert {move.card for move in partie.legal_actions() if hasattr(move, "card")} == set(hand)


@pytest.mark.parametrize("seed", range(5))
def test_d3_manches_1_to_3_deal_from_what_is_kept(seed: int) -> None:
    """What was kept is what the next manche deals and keeps, without a shuffle in between."""
    one, two, three, four = deal(BOXED, random.Random(seed))

    for before, after in ((one, two), (two, three)):
        assert dealt_cards(after) + kept_cards(after) == kept_cards(before)
        assert after.kept == (before.kept[0][8:], before.kept[1][24:])

    assert dealt_cards(four) + kept_cards(four) == WHOLE


def test_d3_all_cards_are_reshuffled_before_manche_4() -> None:
    """Cards of manches 1 to 3 come back in manche 4, in another order."""
    deals = deal(BOXED, random.Random(11))
    used = sum((dealt_cards(one) for one in deals[:3]), Counter())

    assert (used & (dealt_cards(deals[3]) + kept_cards(deals[3]))) == used
    assert list(map(len, deals[3].kept)) == [19, 72]


@pytest.mark.parametrize(
    ("deck", "kept"),
    [
        ("abcdefgh 3 1 1 2", [(0, 0), (0, 0), (0, 0), (0, 0)]),
        ("abcdefgh 6 1 2 2", [(8, 24), (0, 0), (8, 24), (8, 24)]),
        ("abcdefgh 6 1 1 2", [(0, 24), (0, 24), (0, 24), (0, 24)]),
    ],
)
def test_d3_a_small_deck_is_reshuffled_when_too_few_cards_are_left(deck: str, kept: list[tuple[int, int]]) -> None:
    """Reading: before any manche for which one of the packs is too small, both are shuffled."""
    deals = deal(Deck.parse([deck]), random.Random(2))

    assert [(len(one.kept[0]), len(one.kept[1])) for one in deals] == kept


def test_d3_deals_that_were_made_stay_as_they_are() -> None:
    """Dealing on from earlier manches changes none of them."""
    first = deal(BOXED, random.Random(1), 2)

    assert deal(BOXED, random.Random(9), 4, first)[:2] == first


def test_d4_every_player_opens_one_manche_and_the_seat_before_him_deals() -> None:
    """The Méridional deals manche 1, the Ponantais opens it; then each moves one seat on."""
    partie = Partie.new(StubJudge(), random.Random(4))

    finish(partie)
    manches = [event for event in partie.log if isinstance(event, Dealt)]

    assert [event.opener for event in manches] == [PON, SEP, LEV, MER]
    assert [event.dealer for event in manches] == [MER, PON, SEP, LEV]
    assert [event.manche for event in manches] == [1, 2, 3, 4]


def test_d4_the_opener_lays_the_first_card() -> None:
    """The Ponantais is on turn at first, the Septentrional when manche 2 begins."""
    partie = Partie.new(StubJudge(), random.Random(4), manches=2)

    assert partie.turn is PON

    finish(partie, before=2)

    assert partie.turn is SEP
    assert partie.view(SEP).opener is SEP


@pytest.mark.parametrize("manches", [1, 2, 3])
def test_d4_a_short_game_has_one_to_three_manches(manches: int) -> None:
    """It ends after its last manche."""
    partie = Partie.new(StubJudge(), random.Random(6), manches=manches)

    finish(partie)

    assert [event.number for event in partie.log if isinstance(event, MancheEnded)] == list(range(1, manches + 1))
    assert partie.awaits == "over"
    assert partie.turn is None
    assert partie.legal_actions() == []


@pytest.mark.parametrize("manches", [0, 5, -1, True, 2.0, "2", None])
def test_d4_no_other_number_of_manches_can_be_played(manches: int) -> None:
    """The message names the number."""
    with pytest.raises(ArgumentError, match=repr(manches)):
        Partie.new(StubJudge(), random.Random(1), manches=manches)

    with pytest.raises(ArgumentError, match=repr(manches)):
        Partie.watched(StubJudge(), manches=manches)

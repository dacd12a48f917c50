"""The least and greatest values that setups, deals and actions may have; one more or less is refused by its name."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from belettre_lexicon import ArgumentError
from belettre_lexicon.french.cards import Card, Case, in_rank
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.games.belettre.actions import Lay, Overrule, Overtime
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.setup import Deal, Setup, check_deals, deal, dealer_of, opener_of
from tests.engine.scripted_games import LEV, MER, PON, SEP, StubJudge, new_partie, play


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"first": 4, "opener": MER}, ""),
        ({"first": 0}, "first: 0 is not a number from 1 to 4"),
        ({"first": 5}, "first: 5 is not a number from 1 to 4"),
        ({"manches": 2, "first": 3}, "first: 3 is not a number from 1 to 2"),
        ({"before": 7}, ""),
        ({"before": 7, "opener": LEV}, ""),
        ({"before": 8}, "before: 8 is not a number from 0 to 7"),
        ({"before": -1}, "before: -1 is not a number from 0 to 7"),
        ({"opener": SEP}, r"opener: SEP, but PON opens manche 1 \(D4\)"),
        ({"first": 2, "opener": PON}, r"opener: PON, but SEP opens manche 2 \(D4\)"),
        ({"opener": "PON"}, "opener: 'PON' is not a seat"),
        ({"points": (0, 100_000)}, ""),
        ({"points": (100_001, 0)}, "points: 100001 is not a number from 0 to 100000"),
        ({"points": (0, -1)}, "points: -1 is not a number from 0 to 100000"),
        ({"points": (0, 0, 0)}, r"points: expected the points of two teams, got \(0, 0, 0\)"),
        ({"points": [0, 0]}, r"points: expected the points of two teams, got \[0, 0\]"),
    ],
)
def test_d4_the_terms_of_a_game_with_real_cards_have_bounds(fields: dict[str, Any], message: str) -> None:
    """A message of "" says that the terms are good."""
    setup = Setup(**fields)

    if message:
        with pytest.raises(ArgumentError, match=f"^{message}"):
            setup.check()
    else:
        setup.check()


def test_d4_who_begins_to_watch_without_an_opener_sees_that_of_the_manche() -> None:
    """The Ponantais opens manche 1, the next seat the next; the dealer is the seat before."""
    openers = [Partie.watched(StubJudge(), first=manche).setup.opener for manche in (1, 2, 3, 4)]

    assert openers == [opener_of(manche) for manche in (1, 2, 3, 4)] == [PON, SEP, LEV, MER]
    assert [dealer_of(opener) for opener in openers] == [MER, PON, SEP, LEV]
    assert Partie.watched(StubJudge()).setup == Setup()
    for first in (0, 5):
        with pytest.raises(ArgumentError, match=f"first: {first} is not a number from 1 to 4"):
            Partie.watched(StubJudge(), first=first)


@pytest.mark.parametrize(
    ("first", "before", "lost"),
    [
        (1, 0, (0, 0, 0, 0)),
        (1, 3, (3, 3, 3, 0)),
        (2, 0, (0, 8, 8, 0)),
        (2, 5, (0, 13, 13, 0)),
        (3, 7, (0, 0, 23, 0)),
        (4, 6, (0, 0, 0, 6)),
    ],
)
def test_d3_plis_are_lost_sight_of_until_the_next_shuffle(first: int, before: int, lost: tuple[int, ...]) -> None:
    """Eight for each manche before the first that is watched, and those of that manche that were played before."""
    setup = Setup(first=first, before=before)

    assert tuple(setup.plis_lost_sight(manche) for manche in range(first, 5)) == lost[first - 1 :]


def test_d4_there_is_one_deal_for_each_manche() -> None:
    """Fewer or more are refused with their number; hands are known only if there are deals."""
    deals = deal(BOXED, random.Random(1), 2)
    setup = Setup(manches=2, deals=deals)

    setup.check()
    assert (setup.deal_of(1), setup.deal_of(2)) == deals
    assert setup.hands_known and not Setup().hands_known
    assert Setup().deal_of(1) is None
    for manches in (1, 3):
        with pytest.raises(ArgumentError, match=f"deals: expected one for each of {manches} manches, got 2"):
            Setup(manches=manches, deals=deals).check()


def changed_hand(dealt: Deal, *cards: Card) -> Deal:
    """The deal with these cards as the hand of the Levantin; nothing else is changed."""
    return replace(dealt, hands=(*dealt.hands[:2], in_rank(cards), dealt.hands[3]))


def test_d2_a_deal_gives_each_seat_two_majuscules_and_six_minuscules() -> None:
    """The error names manche and seat, and what the hand has."""
    first, second = deal(BOXED, random.Random(3), 2)
    hand = second.hands[2]
    majuscules = [card for card in hand if card.case is Case.MAJ]
    minuscules = [card for card in hand if card.case is Case.MIN]

    check_deals(BOXED, (first, second))
    for cards, has in (
        (hand[1:], rf"LEV has 7 cards with {sum(card.case is Case.MAJ for card in hand[1:])} majuscules"),
        ([*majuscules, *minuscules, minuscules[0]], "LEV has 9 cards with 2 majuscules"),
        ([majuscules[0], minuscules[0], *minuscules], "LEV has 8 cards with 1 majuscules"),
    ):
        with pytest.raises(ArgumentError, match=rf"^deals: in manche 2 {has}, expected 8 with 2 \(D2\)$"):
            check_deals(BOXED, (first, changed_hand(second, *cards)))


def test_d3_a_deal_has_the_cards_that_are_left() -> None:
    """Each manche is compared with the pack or with what the manche before it kept; manches are numbered from 1."""
    deals = deal(BOXED, random.Random(5))
    others = deal(BOXED, random.Random(6))

    check_deals(BOXED, deals)
    check_deals(BOXED, (*deals[:3], others[3]))  # all cards are shuffled before manche 4
    for place, number in ((1, 2), (2, 3)):
        forged = (*deals[:place], others[place], *deals[place + 1 :])
        with pytest.raises(ArgumentError, match=rf"the cards of manche {number} differ from those left to deal"):
            check_deals(BOXED, forged)
    with pytest.raises(ArgumentError, match="deals: expected manche 1, got manche 2"):
        check_deals(BOXED, deals[1:])


def test_d1_a_card_that_is_dealt_twice_is_noticed() -> None:
    """Cards of one pack cannot replace each other, not even in what is kept."""
    (dealt,) = deal(BOXED, random.Random(5), 1)
    majuscules, minuscules = dealt.kept

    for kept in (((majuscules[0], *majuscules[:-1]), minuscules), (majuscules, minuscules[1:])):
        with pytest.raises(ArgumentError, match=r"the cards of manche 1 differ from those left to deal \(D1, D3\)"):
            check_deals(BOXED, (replace(dealt, kept=kept),))


def test_d2_the_opener_gets_the_first_cards() -> None:
    """Two majuscules and six minuscules go to each seat in playing order, beginning with the opener of the manche."""
    first, second = deal(BOXED, random.Random(8), 2)
    majuscules, minuscules = first.kept

    for place, seat in enumerate((SEP, LEV, MER, PON)):
        expected = in_rank(majuscules[2 * place : 2 * place + 2] + minuscules[6 * place : 6 * place + 6])
        assert second.hands[seat.index] == expected
    assert second.kept == (majuscules[8:], minuscules[24:])


@pytest.mark.parametrize(
    ("seconds", "noted"),
    [(30, False), (31, True), (999_999, True), (1_000_000, False), (-1, False), ("31", False), (31.0, False)],
)
def test_p13_an_overtime_has_more_than_30_seconds(seconds: Any, noted: bool) -> None:
    """And fewer than a million; the refusal names the value."""
    partie = new_partie()

    assert partie.can(Overtime(PON, seconds)) is noted
    if not noted:
        (refusal,) = partie.refusals(Overtime(PON, seconds))
        assert str(refusal) == (f"P13: an overtime has more than 30 and fewer than 1000000 seconds ({seconds!r})")
    assert [refusal.reason for refusal in partie.refusals(Overtime(SEP, 31))] == ["not_his_turn"]


@pytest.mark.parametrize(
    ("reason", "given"),
    [("x", True), ("x" * 500, True), ("x" * 501, False), ("", False), ("   ", False), (5, False), ("\ud800", False)],
)
def test_w10_an_arbiter_gives_a_reason_of_500_characters_at_most(reason: Any, given: bool) -> None:
    """Blanks at the ends do not count."""
    partie = new_partie(judge=StubJudge())
    play(partie, "i!")

    assert partie.can(Overrule(True, reason)) is given
    if isinstance(reason, str):
        assert partie.can(Overrule(True, f"  {reason}  ")) is given


def test_p6_a_verdict_that_holds_already_shows_40_characters_of_the_word() -> None:
    """A long word does not fill the error."""
    partie = new_partie()
    partie.apply(Lay(PON, Card.of("l"), "a" * 41))

    (refusal,) = partie.refusals(Overrule(True, "si"))

    assert (refusal.reason, refusal.value) == ("holds_already", "a" * 40)


@pytest.mark.parametrize(
    ("character", "text"), [("\ud7ff", True), ("\ud800", False), ("\udfff", False), ("\ue000", True)]
)
def test_p1_a_word_is_text_that_a_record_can_keep(character: str, text: bool) -> None:
    """Half of a surrogate pair is none; its neighbours are."""
    partie = new_partie()

    assert partie.can(Lay(PON, Card.of("i"), f"a{character}b")) is text
    assert partie.can(Overrule(True, character)) is False  # no word was said yet
    refused = [refusal.reason for refusal in partie.refusals(Overrule(True, character))]
    assert refused == (["nothing_said"] if text else ["no_reason", "nothing_said"])

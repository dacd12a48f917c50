"""D2, P3, P7, T2: what a hand may hold and must hold, compared with every hand that fits what was seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from belettre_lexicon.cards import Card, Case
from belettre_lexicon.engine.hands import MAJUSCULES_DEALT, MINUSCULES_DEALT, KnownHand, UnknownHand
from tests.engine.scripted_games import parse_hand

BACK, MAJ_BACK, MIN_BACK = Card.of("unseen"), Card.of("maj"), Card.of("min")


def histories() -> Iterator[tuple[int, int, int]]:
    """How many majuscules, minuscules and cards of unknown pack a player may have laid."""
    for majuscules in range(MAJUSCULES_DEALT + 1):
        for minuscules in range(MINUSCULES_DEALT + 1):
            for unseen in range(MAJUSCULES_DEALT + MINUSCULES_DEALT - majuscules - minuscules + 1):
                yield majuscules, minuscules, unseen


def hand_after(majuscules: int, minuscules: int, unseen: int) -> UnknownHand:
    """The hand of a player who has laid that many cards."""
    hand = UnknownHand()
    for card, count in ((Card.of("A"), majuscules), (Card.of("b"), minuscules), (BACK, unseen)):
        for _ in range(count):
            hand = hand.without(card)
    return hand


def possible(majuscules: int, minuscules: int, unseen: int) -> list[tuple[int, int]]:
    """Every pair of majuscules and minuscules that the player may still hold, however the unseen cards are split."""
    splits = [
        (MAJUSCULES_DEALT - majuscules - hidden, MINUSCULES_DEALT - minuscules - (unseen - hidden))
        for hidden in range(unseen + 1)
    ]
    return [pair for pair in splits if min(pair) >= 0]


@pytest.mark.parametrize("history", list(histories()))
def test_d2_an_unknown_hand_holds_what_every_fitting_hand_holds(history: tuple[int, int, int]) -> None:
    """A pack may be there if it is in one hand that fits, and must be there if it is in all of them."""
    hand, hands = hand_after(*history), possible(*history)

    assert hands
    assert hand.size == sum(hands[0])
    assert hand.majuscules_left == (min(maj for maj, _ in hands), max(maj for maj, _ in hands))
    assert hand.may_have(Case.MAJ) is any(maj > 0 for maj, _ in hands)
    assert hand.must_have(Case.MAJ) is all(maj > 0 for maj, _ in hands)
    assert hand.may_have(Case.MIN) is any(minus > 0 for _, minus in hands)
    assert hand.must_have(Case.MIN) is all(minus > 0 for _, minus in hands)
    assert hand.may_hold(Card.of("A")) is hand.may_hold(MAJ_BACK) is hand.may_have(Case.MAJ)
    assert hand.may_hold(Card.of("b")) is hand.may_hold(MIN_BACK) is hand.may_have(Case.MIN)


@pytest.mark.parametrize("history", [history for history in histories() if history[2]])
def test_p7_an_unseen_card_may_be_of_a_pack_that_is_left(history: tuple[int, int, int]) -> None:
    """One card of the pack at least must not have been seen; the hand then counts it."""
    majuscules, minuscules, unseen = history
    hand = hand_after(*history)

    assert hand.may_have_laid(Case.MAJ) is (majuscules < MAJUSCULES_DEALT)
    assert hand.may_have_laid(Case.MIN) is (minuscules < MINUSCULES_DEALT)
    assert hand.with_pack_known(Case.MAJ) == UnknownHand(hand.size, majuscules + 1, unseen - 1)
    assert hand.with_pack_known(Case.MIN) == UnknownHand(hand.size, majuscules, unseen - 1)


@pytest.mark.parametrize("history", [history for history in histories() if history[0] and history[1]])
def test_t2_a_card_taken_back_is_held_until_it_may_have_been_laid(history: tuple[int, int, int]) -> None:
    """Who took « e » back must hold it, and another minuscule only if all hands have two; laying it ends that."""
    majuscules, minuscules, unseen = history
    hands = [(maj, minus) for maj, minus in possible(majuscules, minuscules - 1, unseen) if minus > 0]
    hand = hand_after(*history).taking_back(Card.of("e"))

    assert hand.size == hand_after(*history).size + 1
    assert hand.must_hold(Card.of("e"))
    assert hand.may_hold(Card.of("e"))
    assert not hand.must_hold(Card.of("b"))
    if hands:
        assert hand.may_hold(Card.of("b")) is any(minus > 1 for _, minus in hands)
        assert hand.may_have(Case.MAJ) is any(maj > 0 for maj, _ in hands)
        assert hand.must_have(Case.MAJ) is all(maj > 0 for maj, _ in hands)
    for laid, still in (("e", False), ("b", True), ("A", True), ("min", False), ("maj", True), ("unseen", False)):
        assert hand.without(Card.of(laid)).must_hold(Card.of("e")) is still, laid


def test_t2_a_back_that_is_taken_back_is_no_known_card() -> None:
    """A minuscule that nobody has seen may be any."""
    hand = hand_after(1, 1, 0).taking_back(MIN_BACK)

    assert hand == UnknownHand(7, 1)
    assert not hand.must_hold(MIN_BACK)


def test_j4_an_unknown_hand_may_always_be_wild_and_never_must() -> None:
    """What was laid says nothing about the letters of the rest."""
    assert UnknownHand().may_be_wild((Case.MAJ, Case.MIN)) is True
    assert UnknownHand().must_be_wild((Case.MAJ, Case.MIN)) is False


def test_a_known_hand_knows_its_cards() -> None:
    """Possible and certain are the same; a back is never held."""
    hand = KnownHand(parse_hand("AB?eilno"))

    assert hand.size == 8
    assert hand.may_hold(Card.of("A")) and hand.must_hold(Card.of("A"))
    assert not hand.may_hold(Card.of("a"))
    assert not hand.may_hold(BACK)
    assert hand.may_have(Case.MAJ) and hand.must_have(Case.MIN)
    assert not KnownHand(parse_hand("eio")).may_have(Case.MAJ)
    assert not hand.may_be_wild((Case.MIN,))
    assert KnownHand(parse_hand("A??")).may_be_wild((Case.MIN,))
    assert KnownHand(parse_hand("*a")).must_be_wild((Case.MAJ,))


def test_a_known_hand_loses_one_card_of_a_face_and_takes_it_back_in_order() -> None:
    """Two equal cards are two cards; a card that is not there cannot be laid."""
    hand = KnownHand(parse_hand("ABeeilno"))

    less = hand.without(Card.of("e"))

    assert less == KnownHand(parse_hand("ABeilno"))
    assert less.taking_back(Card.of("e")) == hand
    assert hand.without(Card.of("A")).cards == parse_hand("Beeilno")
    assert hand.without(hand.cards[-1]).cards == hand.cards[:-1]
    with pytest.raises(ValueError, match="not in tuple"):
        hand.without(Card.of("z"))

"""Known hands: what they hold, and what laying and taking back a card leaves (D2, T2, J4)."""

from __future__ import annotations

import pytest

from belettre_lexicon.cards import Card, Case
from belettre_lexicon.engine.hands import KnownHand
from tests.engine.scripted_games import parse_hand


def test_a_known_hand_knows_its_cards() -> None:
    """Possible and certain are the same; a back is never held."""
    hand = KnownHand(parse_hand("AB?eilno"))

    assert hand.size == 8
    assert hand.may_hold(Card.of("A")) and hand.must_hold(Card.of("A"))
    assert not hand.may_hold(Card.of("a"))
    assert not hand.may_hold(Card.of("unseen"))
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

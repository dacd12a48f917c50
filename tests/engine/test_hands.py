"""Hands: what they hold, and what laying and taking back a card leaves (D2, T2, J4)."""

from __future__ import annotations

import pytest

from belettre_lexicon.french.cards import Card, Case
from belettre_lexicon.games.belettre.checks import may_have_belettre
from belettre_lexicon.games.belettre.hands import KnownHand, UnknownHand
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
    with pytest.raises(ValueError, match="not in list"):
        hand.without(Card.of("z"))


@pytest.mark.parametrize(("cards", "has"), [("GHa", True), ("G*a", True), ("GIa", False), ("Ga", False), ("a", False)])
def test_s3_a_belettre_needs_two_majuscules(cards: str, has: bool) -> None:
    """A hand with fewer has none; nobody knows it of an unknown hand."""
    assert may_have_belettre(KnownHand(parse_hand(cards))) is has
    assert may_have_belettre(UnknownHand(size=1, majuscules_left=(0, 0)))


@pytest.mark.parametrize(
    ("size", "left", "may", "must"),
    [
        (8, (2, 2), (True, True), (True, True)),
        (2, (2, 2), (True, False), (True, False)),
        (2, (1, 2), (True, True), (True, False)),
        (2, (0, 2), (True, True), (False, False)),
        (2, (0, 1), (True, True), (False, True)),
        (2, (0, 0), (False, True), (False, True)),
        (0, (0, 0), (False, False), (False, False)),
    ],
)
def test_d2_an_unknown_hand_has_a_pack_as_the_majuscules_left_say(
    size: int, left: tuple[int, int], may: tuple[bool, bool], must: tuple[bool, bool]
) -> None:
    """The cards that are not majuscules are minuscules."""
    hand = UnknownHand(size=size, majuscules=left, majuscules_left=left)

    assert (hand.may_have(Case.MAJ), hand.may_have(Case.MIN)) == may
    assert (hand.must_have(Case.MAJ), hand.must_have(Case.MIN)) == must
    assert (hand.may_hold(Card.of("A")), hand.may_hold(Card.of("a"))) == may
    assert hand.may_hold(Card.of("unseen"))


def test_t2_an_unknown_hand_holds_what_was_taken_back() -> None:
    """A card taken back is certain; when it fills the places of the minuscules, there is no other."""
    hand = UnknownHand(size=1, majuscules=(0, 1), majuscules_left=(0, 1)).taking_back(Card.of("k"))

    assert hand.size == 2
    assert hand.must_hold(Card.of("k"))
    assert hand.may_hold(Card.of("a"))
    assert not hand.must_hold(Card.of("a"))
    assert hand.without(Card.of("k")) == UnknownHand(size=1, majuscules=(0, 1), majuscules_left=(0, 1))
    assert hand.taking_back(Card.of("min")).taken_back == hand.taken_back

    full = UnknownHand(size=2, majuscules=(1, 1), majuscules_left=(1, 1), taken_back=(Card.of("k"),))

    assert full.may_hold(Card.of("k"))
    assert not full.may_hold(Card.of("a"))


def test_t1_a_hand_without_majuscules_has_exactly_none() -> None:
    """Neither the cards in the hand nor the one that lies hidden can be one; nothing else changes."""
    hand = UnknownHand(size=5, majuscules=(0, 2), majuscules_left=(0, 1), taken_back=(Card.of("k"),))

    assert hand.without_majuscules() == UnknownHand(5, (0, 0), (0, 0), (Card.of("k"),))


def test_d2_an_unknown_hand_counts_the_majuscules_that_are_laid() -> None:
    """One fewer at least and at most, but never fewer than none; a minuscule changes only the size."""
    hand = UnknownHand(size=5, majuscules=(0, 2), majuscules_left=(0, 2))

    assert hand.without(Card.of("A")).majuscules == (0, 1)
    assert hand.without(Card.of("A")).without(Card.of("B")).without(Card.of("C")).majuscules == (0, 0)
    assert UnknownHand().without(Card.of("maj")).majuscules == (1, 1)
    assert hand.without(Card.of("a")) == UnknownHand(4, (0, 2), (0, 2))
    assert hand.with_revealed(Card.of("A"), pack_is_new=True).majuscules == (0, 1)
    assert hand.with_revealed(Card.of("A"), pack_is_new=False) == hand


def test_j4_a_hand_of_wild_cards_laid_only_such_cards() -> None:
    """Apart from those taken back; a card that is not wild is what a pass promised."""
    wild = UnknownHand(taken_back=(Card.of("k"),), all_wild=frozenset({Case.MIN}))
    promised = UnknownHand(not_wild=frozenset({frozenset({Case.MIN}), frozenset(Case)}))

    assert [wild.may_have_laid(Card.of(text), pack_is_new=False) for text in ("?", "k", "a", "A")] == [
        True,
        True,
        False,
        True,
    ]
    assert not wild.taken_back_is_wild
    assert promised.without(Card.of("?")).not_wild == promised.not_wild
    assert promised.without(Card.of("min")).not_wild == promised.not_wild
    assert promised.without(Card.of("A")).not_wild == {frozenset({Case.MIN})}
    assert promised.without(Card.of("a")).not_wild == set()


@pytest.mark.parametrize(
    ("size", "majuscules", "card", "fits"),
    [
        (3, (0, 0), "A", False),
        (3, (0, 1), "A", True),
        (1, (1, 1), "a", True),
        (1, (2, 2), "a", False),
        (1, (2, 2), "A", True),
    ],
)
def test_d2_a_card_of_unknown_pack_is_one_that_the_player_held(
    size: int, majuscules: tuple[int, int], card: str, fits: bool
) -> None:
    """The size is that without the card, the majuscules are counted with it."""
    hand = UnknownHand(size=size, majuscules=majuscules)

    assert hand.may_have_laid(Card.of(card), pack_is_new=True) is fits
    assert hand.may_have_laid(Card.of(card), pack_is_new=False)

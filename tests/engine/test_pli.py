"""``Pli`` by itself (P2 to P11, T1, T2): what it counts and allows after each card, from every opener."""

from __future__ import annotations

import itertools

import pytest

from belettre_lexicon.french.cards import Card, Case
from belettre_lexicon.games.belettre.pli import Laid, Pli, TrapPhase
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from tests.engine.scripted_games import LEV, MER, PON, SEP

#: The seats in playing order, from each opener.
ORDERS = {PON: (PON, SEP, LEV, MER), SEP: (SEP, LEV, MER, PON), LEV: (LEV, MER, PON, SEP), MER: (MER, PON, SEP, LEV)}


def said(pli: Pli, card: str, valid: bool = True, letter: str = "") -> Pli:
    """The pli after the next seat laid a card with a word."""
    return pli.with_word(pli.at(len(pli.laid) + 1), Card.of(card), "mot", letter, valid)


def down(pli: Pli, card: str) -> Pli:
    """The pli after the next seat laid a card face down."""
    return pli.with_card_down(pli.at(len(pli.laid) + 1), Card.of(card))


def pli_of(cards: str, opener: Seat = PON) -> Pli:
    """A pli of valid words with these cards, separated by blanks; ``-`` before a card lays it face down."""
    pli = Pli(opener)
    for card in cards.split():
        pli = down(pli, card[1:]) if card[0] == "-" else said(pli, card)
    return pli


@pytest.mark.parametrize("opener", SEATS)
def test_p1_positions_and_seats_are_counted_from_the_opener(opener: Seat) -> None:
    """The opener is in position 1, the seat before them in position 4; each finds the card they laid."""
    pli = pli_of("a b c D", opener)

    assert [pli.at(position) for position in (1, 2, 3, 4)] == list(ORDERS[opener])
    assert [pli.position(seat) for seat in ORDERS[opener]] == [1, 2, 3, 4]
    assert [pli.laid_by(seat).card.text for seat in ORDERS[opener]] == ["a", "b", "c", "D"]
    assert [pli.laid_by(seat).seat for seat in SEATS] == list(SEATS)


@pytest.mark.parametrize("cards", ["a b c D", "A b c d", "-a -B c d", "a -b -c -D", "-unseen a b c"])
def test_p3_cards_of_each_pack_are_counted_face_down_too(cards: str) -> None:
    """One majuscule and three minuscules are allowed; a card of unknown pack limits nothing."""
    for count in range(5):
        texts = cards.split()[:count]
        known = [Card.of(text.removeprefix("-")).case for text in texts]
        pli = pli_of(" ".join(texts))

        assert pli.majuscules == known.count(Case.MAJ)
        assert pli.minuscules == known.count(Case.MIN)
        assert pli.allows(Case.MAJ) is (Case.MAJ not in known)
        assert pli.allows(Case.MIN) is (known.count(Case.MIN) < 3)
        assert pli.full is (count == 4)


def test_p4_p6_a_refused_word_counts_its_card_and_gives_no_letter() -> None:
    """Initial, letters, joker and holder are those of the valid words only."""
    pli = said(said(said(Pli(PON), "a"), "?", valid=False), "B", valid=False)

    assert (pli.initial, pli.letters, pli.wild, pli.holder) == ("", "a", False, PON)
    assert (pli.minuscules, pli.majuscules) == (2, 1)
    assert [laid.up for laid in pli.laid] == [True, False, False]
    assert [laid.word for laid in pli.laid] == ["mot"] * 3

    pli = said(pli, "?")
    assert (pli.initial, pli.letters, pli.wild, pli.holder) == ("", "a?", True, MER)


def test_p4_a_word_must_fit_the_letters_that_lie_and_its_own() -> None:
    """A majuscule gives the initial, a minuscule is added; the JOKER is the letter that was named (J3)."""
    pli = pli_of("a b")

    assert pli.constraints(Card.of("c")) == ("", "abc")
    assert pli.constraints(Card.of("C")) == ("c", "ab")
    assert pli.constraints(Card.of("JOKER"), "x") == ("x", "ab")
    assert pli_of("F b").constraints(Card.of("?")) == ("f", "b?")
    named = said(pli, "JOKER", letter="x")
    assert (named.initial, named.letters, named.wild, named.laid[2].letter) == ("x", "ab", True, "x")


def test_j1_a_joker_stays_wild_for_the_pli() -> None:
    """A card that follows does not change that."""
    assert not pli_of("a b").wild
    assert pli_of("? b").wild
    assert pli_of("a ?").wild
    assert not pli_of("a -?").wild


def test_p9_j4_faults_and_forced_jokers_are_remembered() -> None:
    """Who passed in position 1 or 2 lost the pli, and stays so; a forced joker is no fault."""
    first = Pli(LEV).with_card_down(LEV, Card.of("a"), fault=True)
    second = first.with_card_down(MER, Card.of("?"), forced=True)

    assert (first.lost_by, second.lost_by) == (LEV, LEV)
    assert second.laid == (Laid(LEV, Card.of("a"), False), Laid(MER, Card.of("?"), False, forced=True))
    assert (second.letters, second.holder, second.wild) == ("", None, False)


@pytest.mark.parametrize("opener", SEATS)
def test_t1_t2_the_phases_of_a_trap(opener: Seat) -> None:
    """Three minuscules set it, a fourth springs it, a majuscule laid instead of one ends it."""
    second, fourth = ORDERS[opener][1], ORDERS[opener][3]
    assert [pli_of(cards, opener).trap for cards in ("", "a", "a b", "A b c", "A b c d", "-unseen a b")] == (
        [TrapPhase.NONE] * 6
    )
    assert pli_of("a b c", opener).trap is TrapPhase.SET
    assert pli_of("a b c D", opener).trap is TrapPhase.NONE
    assert pli_of("-unseen a b c", opener).trap is TrapPhase.NONE
    sprung = pli_of("a b c -d", opener)
    assert sprung.trap is TrapPhase.SPRUNG

    swapped = sprung.with_swap(second, Card.of("W"))

    assert swapped.trap is TrapPhase.SWAPPED
    assert (swapped.majuscules, swapped.minuscules, swapped.holder, swapped.swapper) == (1, 3, None, second)
    assert [laid.card.text for laid in swapped.laid] == ["a", "W", "c", "d"]
    assert [laid.seat for laid in swapped.laid] == list(ORDERS[opener])
    assert swapped.laid_by(second) == Laid(second, Card.of("W"), False)
    assert swapped.laid_by(fourth).card == Card.of("d")


@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize(("back", "face"), [("min", "k"), ("maj", "K"), ("unseen", "k"), ("unseen", "K")])
def test_p7_a_revealed_card_takes_the_place_of_its_back(place: int, back: str, face: str) -> None:
    """It is counted once: now if its pack was not known, when it was laid if it was."""
    texts = ["a", "b", "c"] if face == "K" else ["a", "b", "D"]
    texts.insert(place, f"-{back}")
    pli = pli_of(" ".join(texts), SEP)
    seat = ORDERS[SEP][place]
    assert pli.hidden == (seat,)

    revealed = pli.with_revealed(seat, Card.of(face))

    assert revealed.hidden == ()
    assert (revealed.majuscules, revealed.minuscules) == (1, 3)
    assert revealed.laid_by(seat) == Laid(seat, Card.of(face), False)
    assert [laid.seat for laid in revealed.laid] == list(ORDERS[SEP])
    assert [laid.card.text for laid in revealed.laid] == [text if text[0] != "-" else face for text in texts]


@pytest.mark.parametrize("opener", SEATS)
def test_p8_p9_p11_who_picks_up(opener: Seat) -> None:
    """The last valid word; the other team if position 1 or 2 passed, or if nobody had a word."""
    first, second, third, fourth = ORDERS[opener]
    full = pli_of("a b c -D", opener)

    assert full.takers() == (third,)
    assert pli_of("a -b -c -D", opener).takers() == (first,)
    assert pli_of("-a -b -c -D", opener).takers() == (second, fourth)
    for loser, takers in ((first, (second, fourth)), (second, (first, third))):
        pli = Pli(opener)
        for seat, text in zip(ORDERS[opener], "abcD", strict=True):
            pli = pli.with_card_down(seat, Card.of(text), fault=seat is loser)
        assert pli.takers() == takers


@pytest.mark.parametrize("valid", list(itertools.product([False, True], repeat=3)))
def test_t2_the_pli_of_a_trap_goes_to_the_last_word_of_the_other_team(valid: tuple[bool, bool, bool]) -> None:
    """Between positions 1 and 3; either of them if neither had a valid word."""
    pli = Pli(SEP)
    for text, good in zip("abc", valid, strict=True):
        pli = said(pli, text, good)

    takers = down(pli, "d").with_swap(LEV, Card.of("W")).takers()

    first, third = valid[0], valid[2]
    assert takers == ((MER,) if third else (SEP,) if first else (SEP, MER))

"""BC: the cards, their orders and points, how they are written and read, and hands as masks."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.cards import (
    ALL_CARDS,
    CONTRACTS,
    PACK,
    RANKS,
    SUITS,
    Card,
    cards_of,
    mask_of,
    points_in,
    read_cards,
    read_contract,
    read_suit,
    suit_mask,
    tables,
)

masks = st.integers(0, ALL_CARDS)


def by_strength(contract: str, suit: str) -> str:
    """Return the ranks of a suit under a contract, strongest first."""
    above = tables(contract).above
    cards = sorted((card for card in PACK if card.suit == suit), key=lambda card: above[card.index].bit_count())
    return " ".join(card.rank for card in cards)


def points_of_ranks(contract: str, suit: str, ta_values: str = "rescaled") -> dict[str, int]:
    """Return the points of the ranks of a suit under a contract; those without points are left out."""
    points = {card.rank: points_in(card.bit, contract, ta_values) for card in PACK if card.suit == suit}
    return {rank: number for rank, number in points.items() if number}


def test_bc1_there_are_32_cards_and_one_object_for_each() -> None:
    """Every suit has the ranks from 7 to A, and a card is found again by its text, suit and rank, or index."""
    assert len(set(PACK)) == 32
    assert {(card.suit, card.rank) for card in PACK} == {(suit, rank) for suit in SUITS for rank in RANKS}
    for index, card in enumerate(PACK):
        assert card is Card.of(card.text) is Card(card.suit, card.rank)
        assert (card.index, card.bit) == (index, 1 << index)


def test_bc1_a_copied_card_is_the_card_itself() -> None:
    """Copies and pickles of cards are compared by identity too."""
    card = Card.of("V♥")

    assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    assert (str(card), repr(card)) == ("V♥", "Card('V♥')")


def test_bc2_order_and_points_at_trump() -> None:
    """At trump the V and the 9 come before the A."""
    assert by_strength("♠", "♠") == "V 9 A 10 R D 8 7"
    assert points_of_ranks("♠", "♠") == {"V": 20, "9": 14, "A": 11, "10": 10, "R": 4, "D": 3}
    assert points_in(suit_mask("♠"), "♠") == 62


def test_bc3_order_and_points_of_a_plain_suit() -> None:
    """In a plain suit the 10 follows the A."""
    assert by_strength("♠", "♣") == "A 10 R D V 9 8 7"
    assert points_of_ranks("♠", "♣") == {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2}
    assert points_in(suit_mask("♣"), "♠") == 30


def test_bc4_a_trump_beats_every_other_card() -> None:
    """A trump takes the pli from any plain card; a plain card only from lower ones of its suit."""
    beats = tables("♦").beats
    for card in PACK:
        if card.suit == "♦":
            assert beats[card.index] & ~suit_mask("♦") == 0
        else:
            assert beats[card.index] & suit_mask("♦") == suit_mask("♦")
            assert beats[card.index] & ~suit_mask("♦") & ~suit_mask(card.suit) == 0


def test_bc5_the_order_of_annonces_is_that_of_the_indexes() -> None:
    """Neighbours in the natural order are neighbours in the masks."""
    assert [card.rank for card in PACK[8:16]] == ["7", "8", "9", "10", "V", "D", "R", "A"]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_bc6_a_deal_has_152_points_in_cards(contract: str) -> None:
    """At every contract the cards make 152; with plain values 120 at SA and 248 at TA."""
    assert points_in(ALL_CARDS, contract) == 152
    assert points_in(ALL_CARDS, contract, "plain") == {"SA": 120, "TA": 248}.get(contract, 152)


@pytest.mark.parametrize(
    ("cards", "points"), [("V♥ 9♥", 34), ("V♥ 9♥ A♥", 45), ("V♥ 9♥ A♥ 10♥", 55), ("A♠ 10♠", 21), ("A♠ 10♠ R♠", 25)]
)
def test_bc7_known_sums(cards: str, points: int) -> None:
    """The sums that players know by name."""
    assert points_in(mask_of(read_cards(cards)), "♥") == points


def test_bv2_sans_atout_has_plain_suits_with_an_ace_of_19() -> None:
    """Every suit has the plain order; ta_values="plain" leaves the A its 11."""
    for suit in SUITS:
        assert by_strength("SA", suit) == "A 10 R D V 9 8 7"
        assert points_of_ranks("SA", suit) == {"A": 19, "10": 10, "R": 4, "D": 3, "V": 2}
        assert points_of_ranks("SA", suit, "plain") == {"A": 11, "10": 10, "R": 4, "D": 3, "V": 2}
    assert tables("SA").trumps == 0
    assert tables("SA").beats == tables("SA").above


def test_bv3_tout_atout_has_the_order_of_trumps_in_every_suit() -> None:
    """Every suit has the order of trumps, and no card takes a pli from another suit."""
    for suit in SUITS:
        assert by_strength("TA", suit) == "V 9 A 10 R D 8 7"
        assert points_of_ranks("TA", suit) == {"V": 13, "9": 9, "A": 6, "10": 5, "R": 3, "D": 2}
        assert points_of_ranks("TA", suit, "plain") == {"V": 20, "9": 14, "A": 11, "10": 10, "R": 4, "D": 3}
    assert tables("TA").beats == tables("TA").above
    assert all(tables("TA").is_trump(card) for card in PACK)


@pytest.mark.parametrize(
    ("text", "lang", "card"),
    [
        ("V♥", "fr", "V♥"),
        ("vc", "fr", "V♥"),
        ("10p", "fr", "10♠"),
        (" 7 k ", "fr", "7♦"),
        ("RT", "fr", "R♣"),
        ("d♡", "fr", "D♥"),
        ("A♠\ufe0f", "fr", "A♠"),
        ("jh", "en", "V♥"),
        ("10s", "en", "10♠"),
        ("Ts", "en", "10♠"),
        ("qd", "en", "D♦"),
        ("kc", "en", "R♣"),
        ("V♥", "en", "V♥"),
        ("J♥", "en", "V♥"),
        ("vh", "en", "V♥"),
        ("dd", "en", "D♦"),
        ("J♥", "fr", "V♥"),
        ("kk", "fr", "R♦"),
    ],
)
def test_bc1_cards_are_read_as_players_type_them(text: str, lang: str, card: str) -> None:
    """Signs and letters of both languages name the same cards."""
    assert Card.of(text, lang).text == card


@pytest.mark.parametrize("text", ["", "V", "♥", "VV", "6♥", "1♥", "V♥♥", "jh", "B♥", "V\x00♥", "V♥" * 300, "۷♥"])
def test_bc1_what_is_no_card_is_refused(text: str) -> None:
    """Text that names no card raises ArgumentError, whatever its length."""
    with pytest.raises(ArgumentError, match="card"):
        Card.of(text)


@pytest.mark.parametrize("text", [None, 7, ["V♥"]])
def test_bc1_what_is_no_text_is_refused(text: object) -> None:
    """Values of other types raise ArgumentError too."""
    with pytest.raises(ArgumentError):
        Card.of(text)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError):
        read_cards(text)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError):
        read_contract(text)  # type: ignore[arg-type]


def test_bc1_a_card_stands_once_in_a_list() -> None:
    """A card that stands twice in a list is named in the error."""
    with pytest.raises(ArgumentError, match="A♠ is named twice"):
        read_cards("A♠ 7♠ ap")
    assert read_cards("") == ()


@pytest.mark.parametrize(
    ("text", "contract"),
    [("♥", "♥"), ("C", "♥"), ("Trèfle", "♣"), ("coeur", "♥"), ("SA", "SA"), ("tout atout", "TA"), (" pique ", "♠")],
)
def test_ba3_contracts_are_read_by_name(text: str, contract: str) -> None:
    """A contract is named by a sign, a letter or a name."""
    assert read_contract(text) == contract


def test_ba3_a_letter_means_another_suit_in_english() -> None:
    """The letter c is cœur in French and clubs in English."""
    assert (read_suit("c"), read_suit("c", "en"), read_suit("spade", "en")) == ("♥", "♣", "♠")


@pytest.mark.parametrize("text", ["", "x", "V♥", "♥♥", "sa ta"])
def test_ba3_what_is_no_contract_is_refused(text: str) -> None:
    """Text that names no contract raises ArgumentError; SA and TA are no suits."""
    with pytest.raises(ArgumentError):
        read_contract(text)
    with pytest.raises(ArgumentError):
        read_suit("SA")
    with pytest.raises(ArgumentError):
        tables(text)


@given(masks)
def test_masks_and_cards_are_the_same_sets(mask: int) -> None:
    """A mask is read as its cards in the order of their indexes, and made of them again."""
    cards = cards_of(mask)

    assert mask_of(cards) == mask
    assert [card.index for card in cards] == sorted(card.index for card in cards)
    assert read_cards(" ".join(card.text for card in cards)) == cards


@given(masks, st.sampled_from(CONTRACTS), st.sampled_from(["rescaled", "plain"]))
def test_bs1_points_of_a_set_and_of_the_other_cards_make_the_whole(mask: int, contract: str, values: str) -> None:
    """However the cards are shared between two teams, their points have the same sum."""
    others = ALL_CARDS & ~mask

    whole = points_in(ALL_CARDS, contract, values)

    assert points_in(mask, contract, values) + points_in(others, contract, values) == whole


@given(st.text())
def test_bc1_any_text_is_a_card_or_refused(text: str) -> None:
    """No text raises anything but ArgumentError."""
    for read in (Card.of, read_cards, read_contract):
        try:
            read(text)
        except ArgumentError:
            continue

"""V2.2 to V2.11: the rows of two players as they are dealt, seen, turned up and laid."""

from __future__ import annotations

import pytest

from belettre_lexicon.games.belote.cards import ALL_CARDS, PACK, Card, mask_of
from belettre_lexicon.games.belote.deals.rows import (
    Column,
    Rows,
    due_to_turn,
    first_rows,
    full_rows,
    last_cards,
    was_hidden,
)
from belettre_lexicon.games.belote.options import Game


def places(cards: tuple[Card, ...]) -> list[int]:
    """Return the places of cards in the pack that is not shuffled."""
    return [card.index for card in cards]


def test_v2_3_the_face_down_cards_of_the_decouverte_are_dealt_by_turns_the_other_player_first() -> None:
    """Before the prise, each row has five cards face down and none face up."""
    rows = first_rows(PACK, "decouverte", dealer=0)

    assert places(rows.down[1]) == [10, 12, 14, 16, 18]
    assert places(rows.down[0]) == [11, 13, 15, 17, 19]
    assert rows.up == ((), ())


def test_v2_3_the_face_up_cards_of_the_decouverte_are_dealt_after_the_prise() -> None:
    """The last ten cards lie face up upon the columns, the other player's column 1 first."""
    rows = full_rows(PACK, "decouverte", dealer=1)

    assert places(rows.down[0]) == [10, 12, 14, 16, 18]
    assert places(rows.up[0]) == [22, 24, 26, 28, 30]
    assert places(rows.up[1]) == [23, 25, 27, 29, 31]


def test_v2_4_the_face_up_cards_of_the_bis_are_dealt_before_the_prise() -> None:
    """Both rows of four columns are complete before anybody speaks."""
    rows = first_rows(PACK, "bis", dealer=0)

    assert places(rows.down[1]) == [10, 12, 14, 16]
    assert places(rows.up[1]) == [18, 20, 22, 24]
    assert places(rows.up[0]) == [19, 21, 23, 25]
    assert full_rows(PACK, "bis", dealer=0) == rows


@pytest.mark.parametrize(
    ("game", "dealer", "taker", "got"),
    [
        ("decouverte", 0, 1, ([21], [20])),
        ("decouverte", 0, 0, ([20], [21])),
        ("decouverte", 1, 1, ([21], [20])),
        ("bis", 0, 0, ([26, 30, 31], [27, 28, 29])),
        ("bis", 0, 1, ([29, 30, 31], [26, 27, 28])),
        ("bis", 1, 0, ([26, 27, 28], [29, 30, 31])),
    ],
)
def test_v2_3_v2_4_the_taker_gets_the_retourne_and_the_other_one_card_more(
    game: Game, dealer: int, taker: int, got: tuple[list[int], list[int]]
) -> None:
    """The cards dealt after the prise go to the player who did not deal first."""
    masks = last_cards(PACK, game, dealer, taker)

    assert masks == tuple(sum(1 << place for place in places) for places in got)


@pytest.mark.parametrize("game", ["decouverte", "bis"])
def test_v2_1_every_player_has_16_cards(game: Game) -> None:
    """The hands and the rows together are the whole pack, 16 cards for each player."""
    rows = full_rows(PACK, game, dealer=0)
    hands = last_cards(PACK, game, dealer=0, taker=1)

    first, second = (rows.mask(seat) | hands[seat] for seat in (0, 1))
    in_hands = mask_of(PACK[:10])

    assert first.bit_count() + 5 == second.bit_count() + 5 == 16
    assert first | second | in_hands == ALL_CARDS


def small_rows() -> Rows:
    """Return rows of two columns: V♥ under 7♠ and 8♠ under 9♠; A♦ under R♥ and D♥ under 10♦."""
    down = (Card.of("V♥"), Card.of("8♠")), (Card.of("A♦"), Card.of("D♥"))
    return Rows(down, ((Card.of("7♠"), Card.of("9♠")), (Card.of("R♥"), Card.of("10♦"))))


def test_v2_8_only_the_upper_card_of_a_column_is_seen() -> None:
    """A column with both its cards shows the upper one, and that another lies under it."""
    rows = small_rows()

    columns = rows.columns(0, played=0, covered=rows.covered)

    assert columns == (Column(Card.of("7♠"), hidden=True), Column(Card.of("9♠"), hidden=True))


def test_v2_8_before_the_open_cards_are_dealt_the_columns_show_nothing() -> None:
    """A face-down card alone in its column is known to nobody."""
    rows = Rows(small_rows().down)

    columns = rows.columns(1, played=0, covered=rows.covered)

    assert columns == (Column(None, hidden=True), Column(None, hidden=True))


def test_v2_7_the_card_under_is_due_to_be_turned_once_the_upper_one_is_laid() -> None:
    """7♠ is laid: V♥ under it is due; once it is turned up, nothing is."""
    rows = small_rows()
    played = Card.of("7♠").bit

    due = due_to_turn(rows, played, rows.covered)
    turned = rows.covered & ~Card.of("V♥").bit

    assert due == [(0, Card.of("V♥"))]
    assert due_to_turn(rows, played, turned) == []
    assert rows.columns(0, played, turned)[0] == Column(Card.of("V♥"), hidden=False)


def test_v2_7_a_laid_card_whose_lower_one_is_not_turned_yet_shows_a_face_down_card() -> None:
    """With turn="pli" the column shows a face-down card alone until the pli is complete."""
    rows = small_rows()

    column = rows.columns(0, Card.of("7♠").bit, rows.covered)[0]

    assert column == Column(None, hidden=True)
    assert not column.empty


def test_v2_7_a_column_is_empty_once_both_its_cards_are_laid() -> None:
    """Nothing is left of a column whose upper and lower card were laid."""
    rows = small_rows()
    played = Card.of("7♠").bit | Card.of("V♥").bit

    column = rows.columns(0, played, rows.covered & ~Card.of("V♥").bit)[0]

    assert column.empty


def test_v2_11_a_card_was_hidden_until_the_one_upon_it_was_laid() -> None:
    """D♥ under 10♦ was hidden when R♥ was laid before 10♦, and in sight when R♥ was laid after it."""
    rows = small_rows()
    queen, king, ten = Card.of("D♥"), Card.of("R♥"), Card.of("10♦")

    assert was_hidden(rows, queen, king, (king, ten))
    assert not was_hidden(rows, queen, king, (ten, king))


def test_v2_11_a_card_that_was_never_in_a_row_was_never_hidden() -> None:
    """R♣ is in a hand, so it was in sight of its player all the time."""
    rows = small_rows()

    assert not was_hidden(rows, Card.of("R♣"), Card.of("D♣"), (Card.of("D♣"),))


def test_v2_2_each_card_knows_the_other_one_of_its_column() -> None:
    """V♥ lies under 7♠; a card of a hand lies under and upon nothing."""
    rows = small_rows()

    assert rows.under(Card.of("7♠")) is Card.of("V♥")
    assert rows.upon(Card.of("V♥")) is Card.of("7♠")
    assert rows.under(Card.of("R♣")) is rows.upon(Card.of("R♣")) is None

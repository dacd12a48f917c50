"""The auctions of Belote de comptoir and of the lyonnaise, their deals, and who sees which cards (VK, VL)."""

from __future__ import annotations

from typing import Any

import pytest

from belettre_lexicon.games.belote.actions import Action, Bid, Direct, Pass, SayCards, Swap, Take, TakeChien
from belettre_lexicon.games.belote.auction import comptoir, lyonnaise
from belettre_lexicon.games.belote.auction.lyonnaise import Lyonnaise
from belettre_lexicon.games.belote.cards import PACK, cards_of, mask_of, read_cards
from belettre_lexicon.games.belote.deals.comptoir import cards_seen, cards_to_deal, dealt_cards, dealt_out, face_up
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import ALL_SEATS

SEATS = ALL_SEATS
RULES = BeloteRules(game="comptoir", seats=4)
#: Three players, the dealer is seat 2: seat 0 holds 7♣ 8♣, seat 1 9♣ 10♣, seat 2 V♣ D♣, and the chien is R♣ A♣.
LYONNAISE = BeloteRules(game="lyonnaise", seats=3, cards=2, chien=2)


def word(seat: int, said: object) -> Action:
    """Return the action of a seat that says a number, "pass", "direct", "take", or "A♣ for 7♣"."""
    speaker = SEATS[seat]
    if isinstance(said, int):
        return Bid(speaker, said)
    if isinstance(said, str) and " for " in said:
        taken, put = said.split(" for ")
        return Swap(speaker, read_cards(taken), read_cards(put))
    kinds: dict[object, type[Pass | Direct | TakeChien]] = {"pass": Pass, "direct": Direct, "take": TakeChien}
    return kinds[said](speaker)


def bids(*words: tuple[int, object], players: tuple[int, ...] = (1, 2, 3, 0), **options: Any) -> comptoir.Comptoir:
    """Return the auction of Belote de comptoir after some words, each of which must be allowed."""
    rules = BeloteRules(game="comptoir", seats=4, **options)
    auction = comptoir.opened(players, 5)
    for seat, said in words:
        assert comptoir.refusal(auction, word(seat, said), rules) is None
        auction = comptoir.after(auction, word(seat, said), rules)
    return auction


def chien(*words: tuple[int, object], rules: BeloteRules = LYONNAISE) -> Lyonnaise:
    """Return the auction of the lyonnaise after some words, each of which must be allowed."""
    order = (0, 1, 2)
    auction = dealt_out(PACK, order, rules.cards, rules)[1]  # type: ignore[arg-type]  # a number in these tests
    assert isinstance(auction, Lyonnaise)
    for seat, said in words:
        assert lyonnaise.refusal(auction, word(seat, said), rules) is None
        auction = lyonnaise.after(auction, word(seat, said), rules)
    return auction


def refused(auction: comptoir.Comptoir, seat: int, said: object, rules: BeloteRules = RULES) -> tuple[str, str] | None:
    """Return the rule and the reason against a word; None if it is allowed."""
    of_game = lyonnaise if isinstance(auction, Lyonnaise) else comptoir
    found = of_game.refusal(auction, word(seat, said), rules)
    return found and (found.rule, found.reason)


def text(mask: int) -> str:
    """Return the cards of a mask as text."""
    return " ".join(card.text for card in cards_of(mask))


def test_vk2_five_cards_are_dealt_as_three_then_two() -> None:
    """Five cards lie in packets of 3 and 2, four of 3 and 1, fewer in one, from the dealer's next."""
    dealt = {
        cards: [[card.index for card in hand] for hand in dealt_cards(PACK, (1, 0), cards)] for cards in range(1, 6)
    }

    assert dealt == {
        1: [[0], [1]],
        2: [[0, 1], [2, 3]],
        3: [[0, 1, 2], [3, 4, 5]],
        4: [[0, 1, 2, 6], [3, 4, 5, 7]],
        5: [[0, 1, 2, 6, 7], [3, 4, 5, 8, 9]],
    }


def test_vk2_who_has_left_gets_no_cards() -> None:
    """Hands are by seat; that of a player who has left is empty."""
    hands, auction = dealt_out(PACK, (3, 0), 2, RULES)

    assert auction.turn == 3
    assert [text(hand) for hand in hands] == ["9♣ 10♣", "", "", "7♣ 8♣"]


@pytest.mark.parametrize(
    ("cards", "played", "before", "dealt"),
    [(3, 7, 0, 3), ("falling", 0, 0, 5), ("falling", 4, 0, 1), ("falling", 5, 0, 5), ("dealer", 2, 0, 0)],
)
def test_vk2_how_many_cards_are_dealt(cards: int | str, played: int, before: int, dealt: int) -> None:
    """The table's number; or 5, 4, 3, 2, 1 and again; or 0 until the dealer says it."""
    assert cards_to_deal(BeloteRules(game="comptoir", cards=cards), played, before) == dealt


@pytest.mark.parametrize("cards", ["falling", "dealer"])
def test_vk4_a_redeal_has_as_many_cards(cards: str) -> None:
    """After a deal of 3 in which all passed, the next has 3."""
    assert cards_to_deal(BeloteRules(game="comptoir", cards=cards), 1, 3) == 3


def test_vk2_the_dealer_says_the_number_before_anybody_bids() -> None:
    """With ``cards="dealer"`` the dealer speaks first and says 1 to 5, once; then the next one bids."""
    auction = comptoir.opened((1, 2, 0), 0)

    assert comptoir.legal(auction, RULES) == [SayCards(SEATS[0], cards) for cards in (1, 2, 3, 4, 5)]
    assert refused(auction, 0, 20) == ("VK2", "awaits_cards")
    for cards in (0, 6, True, "5"):
        found = comptoir.refusal(auction, SayCards(SEATS[0], cards), RULES)  # type: ignore[arg-type]  # some are wrong
        assert found is not None
        assert found.reason == "cards_range"
    said = comptoir.after(auction, SayCards(SEATS[0], 3), RULES)
    assert (said.turn, said.cards) == (1, 3)
    again = comptoir.refusal(said, SayCards(SEATS[1], 2), RULES)
    assert again is not None
    assert again.reason == "cards_said"


def test_vk3_a_bid_is_above_the_last() -> None:
    """30 is followed by 31 or more, up to 152; it is refused below that, and out of turn."""
    auction = bids((1, 30))

    assert refused(auction, 2, 30) == ("VK3", "bid_low")
    assert refused(auction, 2, 153) == ("VK3", "bid_range")
    assert refused(auction, 3, 40) == ("BF4", "speaks_out_of_turn")
    assert refused(auction, 2, 31) is None
    assert refused(auction, 2, 152) is None
    words = comptoir.legal(auction, RULES)
    assert (words[0], words[1], words[-1]) == (Pass(SEATS[2]), Bid(SEATS[2], 31), Bid(SEATS[2], 152))


@pytest.mark.parametrize("value", [0, -5, True, "capot", 20.0, None])
def test_vk3_only_whole_numbers_from_1_to_152_are_bids(value: object) -> None:
    """Other values are refused and break nothing."""
    found = comptoir.refusal(bids(), Bid(SEATS[1], value), RULES)  # type: ignore[arg-type]  # wrong on purpose

    assert found is not None
    assert (found.rule, found.reason) == ("VK3", "bid_range")


def test_vk3_bids_have_the_step_of_the_table() -> None:
    """With ``bid_step=10``, 25 is refused, and 150 is the highest bid."""
    rules = BeloteRules(game="comptoir", seats=4, bid_step=10)

    assert refused(bids(), 1, 25, rules) == ("VK3", "bid_step")
    assert comptoir.legal(bids(), rules)[1:3] == [Bid(SEATS[1], 10), Bid(SEATS[1], 20)]
    assert comptoir.legal(bids(), rules)[-1] == Bid(SEATS[1], 150)


def test_vk3_a_pass_binds_nobody() -> None:
    """A player who passed may bid when their turn comes again."""
    auction = bids((1, "pass"), (2, 20), (3, "pass"), (0, "pass"))

    assert auction.turn == 1
    assert refused(auction, 1, 21) is None


def test_vk3_the_auction_ends_when_all_others_have_passed_in_a_row() -> None:
    """Three passes after the last bid end it; an earlier pass does not count."""
    auction = bids((1, "pass"), (2, 20), (3, "pass"), (0, 30), (1, "pass"), (2, "pass"))

    assert auction.turn == 3
    over = bids((1, "pass"), (2, 20), (3, "pass"), (0, 30), (1, "pass"), (2, "pass"), (3, "pass"))
    assert (over.turn, over.taker, over.bid) == (None, 0, 30)
    assert comptoir.legal(over, RULES) == []
    assert refused(over, 1, 40) == ("VK5", "auction_over")


def test_vk4_all_pass() -> None:
    """As many passes as players at the start end the auction without a taker."""
    auction = bids((1, "pass"), (3, "pass"), (0, "pass"), players=(1, 3, 0))

    assert (auction.turn, auction.taker, auction.bid) == (None, None, 0)


def test_vk5_a_bid_names_no_colour() -> None:
    """A colour, or a word of another auction, is refused."""
    auction = bids()

    coloured = comptoir.refusal(auction, Bid(SEATS[1], 90, "♥"), RULES)
    assert coloured is not None
    assert coloured.reason == "bid_colour"
    take = comptoir.refusal(auction, Take(SEATS[1], "♥"), RULES)
    assert take is not None
    assert take.reason == "no_such_word"


def test_vk14_the_first_cards_dealt_lie_face_up() -> None:
    """Two of five: the first two of the packet of three of each player; everybody sees them besides their own."""
    rules = BeloteRules(game="comptoir", seats=2, shown=2)
    up = face_up(PACK, (1, 0), 5, rules)
    hands, _ = dealt_out(PACK, (1, 0), 5, rules)

    assert [text(mask) for mask in up] == ["10♣ V♣", "7♣ 8♣"]
    seen = cards_seen(0, hands, up, blind=False, auction_over=False)
    assert [text(mask) for mask in seen] == ["10♣ V♣ D♣ 7♦ 8♦", "7♣ 8♣"]


def test_vk15_a_blind_player_sees_all_hands_but_their_own() -> None:
    """Until the auction is over; then they take up their own."""
    hands, _ = dealt_out(PACK, (1, 2, 0), 1, BeloteRules(game="comptoir", seats=3, cards=1))

    before = cards_seen(0, hands, (0, 0, 0), blind=True, auction_over=False)
    after = cards_seen(0, hands, (0, 0, 0), blind=True, auction_over=True)
    assert [text(mask) for mask in before] == ["", "7♣", "8♣"]
    assert [text(mask) for mask in after] == ["9♣", "7♣", "8♣"]


def test_vl2_the_chien_follows_the_hands() -> None:
    """The cards after the last hand, as many as the table says; Belote de comptoir has no chien."""
    assert text(chien().chien) == "R♣ A♣"
    assert not isinstance(dealt_out(PACK, (0, 1, 2), 2, RULES)[1], Lyonnaise)


def test_vl3_nothing_is_offered_before_the_chien_is_taken() -> None:
    """The cards that may be exchanged are those of the chien once it lies open, and none before."""
    auction = chien((0, 20))

    assert (auction.offered, auction.most) == (0, 0)


def test_vl3_the_winner_of_the_bids_plays_directly_or_takes_the_chien() -> None:
    """They may not pass or bid; "direct" ends the auction and the chien stays hidden; "take" turns it up."""
    choice = chien((0, 20), (1, "pass"), (2, "pass"))

    assert (choice.stage, choice.turn, choice.turned_up) == ("choice", 0, False)
    assert lyonnaise.legal(choice, LYONNAISE) == [Direct(SEATS[0]), TakeChien(SEATS[0])]
    assert refused(choice, 0, "pass") == ("VL3", "awaits_choice")
    assert refused(choice, 1, "take") == ("BF4", "speaks_out_of_turn")
    direct = lyonnaise.after(choice, Direct(SEATS[0]), LYONNAISE)
    assert (direct.turn, direct.taker, direct.turned_up) == (None, 0, False)
    assert refused(direct, 1, 30) == ("VK5", "auction_over")
    take = lyonnaise.after(choice, TakeChien(SEATS[0]), LYONNAISE)
    assert (take.stage, take.turn, take.turned_up, text(take.offered)) == ("swap", 0, True, "R♣ A♣")


def test_vl3_the_chien_waits_for_the_end_of_the_bids() -> None:
    """Nobody takes the chien, plays directly or exchanges while bids are made."""
    assert refused(chien((0, 20)), 1, "take") == ("VL3", "awaits_bids")
    assert refused(chien(), 0, "R♣ for 7♣") == ("VL3", "awaits_bids")
    assert refused(lyonnaise.opened((0, 1, 2), 0), 2, "direct") == ("VK2", "awaits_cards")


TAKEN = ((0, 20), (1, "pass"), (2, "pass"), (0, "take"))


@pytest.mark.parametrize(
    ("swap", "reason"),
    [
        ("R♣ A♣ for 7♣", "swap_uneven"),
        ("R♣ R♣ for 7♣ 8♣", "swap_uneven"),
        ("V♣ for 7♣", "swap_not_offered"),
        ("R♣ for 9♣", "swap_not_held"),
        ("R♣ A♣ for 7♣ R♣", "swap_not_held"),
        ("pass", "awaits_swap"),
        (30, "awaits_swap"),
    ],
)
def test_vl4_swaps_that_are_refused(swap: object, reason: str) -> None:
    """As many different cards of the chien as of the hand before; at least one; nothing else than a swap."""
    auction = chien(*TAKEN)
    if swap == "R♣ R♣ for 7♣ 8♣":
        action: Action = Swap(SEATS[0], read_cards("R♣") * 2, read_cards("7♣ 8♣"))
    else:
        action = word(0, swap)

    found = lyonnaise.refusal(auction, action, LYONNAISE)

    assert found is not None
    assert (found.rule, found.reason) == ("VL4", reason)


@pytest.mark.parametrize("cards", [(), ["R♣"], "R♣", ("R♣",), None])
def test_vl4_a_swap_of_something_else_than_cards_is_refused(cards: object) -> None:
    """Empty swaps and values that are no cards get a refusal."""
    action = Swap(SEATS[0], cards, cards)  # type: ignore[arg-type]  # wrong on purpose

    found = lyonnaise.refusal(chien(*TAKEN), action, LYONNAISE)

    assert found is not None
    assert found.reason in ("swap_count", "not_cards")


def test_vl4_the_taker_exchanges_cards() -> None:
    """The cards change places; every allowed swap is listed: 2 · 2 of one card and one of two."""
    auction = chien(*TAKEN)

    assert len(lyonnaise.legal(auction, LYONNAISE)) == 5
    after = chien(*TAKEN, (0, "A♣ for 7♣"))
    assert (text(after.hands[0]), text(after.chien), text(after.offered)) == ("8♣ A♣", "7♣ R♣", "7♣")
    assert (after.stage, after.turn, after.taker, after.bid) == ("overbids", 1, 0, 20)


def test_vl5_an_overbidder_exchanges_the_cards_put_back() -> None:
    """Only those that the last taker put back are offered; then the word goes to the next after the overbidder."""
    auction = chien(*TAKEN, (0, "A♣ for 7♣"), (1, 21))

    assert (auction.stage, auction.taker, auction.bid, text(auction.offered)) == ("swap", 1, 21, "7♣")
    assert refused(auction, 1, "R♣ for 9♣") == ("VL5", "swap_not_offered")
    after = lyonnaise.after(auction, word(1, "7♣ for 9♣"), LYONNAISE)
    assert (after.turn, text(after.chien), text(after.hands[1])) == (2, "9♣ R♣", "7♣ 10♣")
    assert refused(after, 2, 21) == ("VK3", "bid_low")


def test_vl5_an_overbidder_exchanges_two_cards_at_most() -> None:
    """After an exchange of three cards, an overbidder takes one or two of them."""
    rules = BeloteRules(game="lyonnaise", seats=3, cards=3, chien=3)
    first = ((0, 20), (1, "pass"), (2, "pass"), (0, "take"), (0, "8♦ 9♦ 10♦ for 7♣ 8♣ 9♣"))

    auction = chien(*first, (1, 30), rules=rules)

    assert refused(auction, 1, "7♣ 8♣ 9♣ for 10♣ V♣ D♣", rules) == ("VL5", "swap_count")
    assert refused(auction, 1, "7♣ 9♣ for 10♣ D♣", rules) is None
    assert max(len(swap.taken) for swap in lyonnaise.legal(auction, rules)) == 2  # type: ignore[union-attr]


def test_vl6_the_last_taker_plays_when_all_others_have_passed() -> None:
    """Passes are counted from the last exchange; the taker is not asked."""
    swapped = (*TAKEN, (0, "A♣ for 7♣"), (1, "pass"), (2, 30), (2, "7♣ for D♣"), (0, "pass"))

    assert chien(*swapped).turn == 1
    over = chien(*swapped, (1, "pass"))
    assert (over.turn, over.taker, over.bid, text(over.chien)) == (None, 2, 30, "D♣ R♣")


def test_vl6_a_table_may_limit_the_exchanges() -> None:
    """With ``exchanges=2`` the second exchange ends the auction."""
    rules = BeloteRules(game="lyonnaise", seats=3, cards=2, exchanges=2)
    swapped = (*TAKEN, (0, "A♣ for 7♣"))

    assert chien(*swapped, rules=rules).turn == 1
    assert chien(*swapped, (1, 30), (1, "7♣ for 9♣"), rules=rules).turn is None


def test_vl8_cards_taken_before_all_eyes_are_known() -> None:
    """A card of the chien that a taker holds is seen by all; the rest of the hand is not."""
    hands = (mask_of(read_cards("8♣ A♣")), mask_of(read_cards("9♣ 10♣")))

    seen = cards_seen(1, hands, (mask_of(read_cards("A♣")), 0), blind=False, auction_over=False)

    assert [text(mask) for mask in seen] == ["A♣", "9♣ 10♣"]

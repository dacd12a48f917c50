"""Sentences about auctions: what players say, where an auction stands, and why a word is not allowed.

Start reading at ``word_text``. The parameter ``say`` is always the catalogue of Belote (``load_belote``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...games.belote.actions import Action, Bid, Direct, Double, Pass, Redouble, SayCards, Swap, Take, TakeChien
from ...games.belote.auction import Auction, Bidding, Prise
from ...games.belote.events import Spoken, action_of
from ...games.belote.legality import MoveRefusal
from ...games.belote.options import SHEETS
from ...games.belote.seats import ALL_SEATS, Seat
from ...games.belote.view import View
from ..catalogue import Catalogue
from .game import bid_text, cards_text, contract_text, doubled_text, refusal_text, seat_text

#: The most words of an auction that are shown, the last ones; de comptoir there may be hundreds.
_MOST_SPOKEN = 8
#: What is said in an auction.
Word = Pass | Take | Bid | Double | Redouble | SayCards | Direct | TakeChien | Swap
#: The word of each kind of action that is only said, and the rule that permits it.
_WORDS = {Pass: "pass", Double: "double", Redouble: "redouble", Direct: "direct", TakeChien: "chien"}
_RULES = {Double: "VC9", Redouble: "VC10", Direct: "VL3", TakeChien: "VL3", Swap: "VL4", SayCards: "VK2", Take: "BA2"}


def word_text(action: Action, say: Catalogue) -> str:
    """Return what a player says with an action: « passe », « 90 cœur », « coinche », « V♥ contre 7♠ »."""
    match action:
        case Bid():
            return bid_text(action.value, action.colour, say)
        case Take():
            contract = contract_text(action.contract, say)
            return say("auction.take_capot", contract=contract) if action.capot else contract
        case SayCards():
            return say("auction.cards_one" if action.cards == 1 else "auction.cards", cards=action.cards)
        case Swap():
            return say("auction.swap", taken=cards_text(action.taken, say), put=cards_text(action.put, say))
    return say(f"auction.{_WORDS[type(action)]}")


def auction_text(auction: Auction, say: Catalogue) -> str:
    """Return sentences that say where an auction stands: the last bid or take, and whose turn it is."""
    turn = None if auction.turn is None else seat_text(ALL_SEATS[auction.turn], say)
    last = standing_text(auction, say)
    if last is None:
        return say("auction.nobody") if turn is None else say("auction.first", seat=turn)
    taker = seat_text(ALL_SEATS[auction.taker or 0], say)
    if turn is None:
        return say("auction.over", seat=taker, contract=last)
    return say("auction.last", seat=taker, contract=last, turn=turn)


def standing_text(auction: Auction, say: Catalogue) -> str | None:
    """Return the bid or the contract that stands: « 90 cœur, coinché », « pique », « 35 »; None if there is none."""
    if auction.taker is None:
        return None
    if isinstance(auction, Prise):
        return contract_text(auction.contract or "", say)
    if isinstance(auction, Bidding):
        contract = auction.contract
        if contract is None:
            return None
        return bid_text(contract.value, contract.colour, say) + doubled_text(contract.mult, say)
    return str(auction.bid)


def spoken_text(event: Spoken, seat: str, say: Catalogue) -> str:
    """Return what a player said in an auction, after their name: « Est : 90 cœur »."""
    action = action_of(event)
    return "" if action is None else say("play.spoken_one", seat=seat, word=word_text(action, say))


def spoken_words(view: View, say: Catalogue) -> list[str]:
    """Return what was said in the auction that a player sees, the last words of a long one: « vous : 90 cœur »."""
    last = view.spoken[-_MOST_SPOKEN:]
    names = (say("play.you") if event.seat is view.seat else seat_text(event.seat, say) for event in last)
    said = [spoken_text(event, name, say) for event, name in zip(last, names, strict=True)]
    return said if len(last) == len(view.spoken) else ["…", *said]


def contract_line(view: View, say: Catalogue) -> str:
    """Return a line with the number of the pli, and who has taken or bid what: « Pli 2. Est joue 90 cœur, coinché. »"""
    bid = None if isinstance(view.auction, Prise) else standing_text(view.auction, say)
    key = f"play.{'contract' if bid is None else 'bid'}{'_you' if view.taker is view.seat else ''}"
    taker = "" if view.taker is None else seat_text(view.taker, say)
    pli = min(len(view.taken) + 1, view.cards)
    if bid is not None and view.contract is not None and view.rules.game in SHEETS:
        bid = say("play.trump", bid=bid, contract=contract_text(view.contract, say))
    return say(key, pli=pli, seat=taker, contract=bid or contract_text(view.contract or "", say))


def permitted_text(action: Word, say: Catalogue) -> str:
    """Return a sentence that a player may say a word, with the rule: « Est, « surcoinche » : permis (VC10). »"""
    rule = _RULES.get(type(action), "")
    if not rule:
        coloured = isinstance(action, Bid) and action.colour is not None
        rule = {"Pass": "BA2", "Bid": "VC6" if coloured else "VK3"}[type(action).__name__]
    return say("auction.permitted", seat=seat_text(action.seat, say), word=word_text(action, say), rule=rule)


def refused_text(action: Word, refusal: MoveRefusal, say: Catalogue) -> str:
    """Return a sentence that a player may not say a word, with the reason and the rule."""
    proof = refusal_text(refusal, say)
    return say("auction.refused", seat=seat_text(action.seat, say), word=word_text(action, say), proof=proof)


def choices_lines(actions: Iterable[Action], say: Catalogue) -> Iterator[str]:
    """Yield a line for each player who may say something, with what they may say; bids are told from the lowest on."""
    by_seat: dict[Seat, list[Action]] = {}
    for action in actions:
        if isinstance(action, Word):
            by_seat.setdefault(action.seat, []).append(action)
    for seat, mine in by_seat.items():
        yield say("auction.may", seat=seat_text(seat, say), words=", ".join(choices(mine, say)))


def choices(actions: Sequence[Action], say: Catalogue, suit: str = "") -> list[str]:
    """Return the words that one player may say, each between « »; of the bids only the lowest, of exchanges only one.

    *suit* is the colour in which the lowest bid is shown, if it can be.
    """
    words = []
    bids = [action for action in actions if isinstance(action, Bid)]
    lowest = [bid for bid in bids if bid.value == bids[0].value]
    swaps = [action for action in actions if isinstance(action, Swap)]
    for action in (one for one in actions if not isinstance(one, Bid | Swap)):
        words.append(say("auction.word", word=word_text(action, say)))
    if bids:
        shown = next((bid for bid in lowest if bid.colour == suit), lowest[0])
        last = len(lowest) == len(bids)
        words.append(say("auction.word_other" if last else "auction.word_more", word=word_text(shown, say)))
    if swaps:
        words.append(say("auction.word_other", word=word_text(swaps[0], say)))
    return words

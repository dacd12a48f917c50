"""Legality in Belote: which actions are legal now, and which rules forbid an action that is not legal.

The methods ``legal_actions``, ``can``, ``refusals`` and ``apply`` of ``Partie`` use this module. ``play`` decides which
cards may be laid, ``auction`` what may be said before that. Start reading at ``refusals``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from ...base.errors import ArgumentError
from ..kit.machine import ActionRefusal, Dispatch
from . import auction as auctions
from .actions import (
    MOST_ANNONCES,
    Action,
    Announce,
    Bid,
    Cancel,
    Claim,
    Direct,
    Double,
    Lay,
    Pass,
    Redouble,
    SayCards,
    Swap,
    Take,
    TakeChien,
    VoidDeal,
)
from .auction import Auction, Comptoir, Lyonnaise, Prise, SpeechRefusal
from .auction.comptoir import MOST_BID, MOST_CARDS
from .auction.prise import takes
from .cards import CONTRACTS, PACK, SUIT_OF, SUITS, Card, cards_of, mask_of, points_in
from .deals.deal import Setup
from .donne import Donne
from .play import obligation
from .rules import BeloteRules
from .scoring.annonces import ANNONCE_KINDS, find_annonces, name_annonces
from .seats import ALL_SEATS, Seat, Team
from .state import CLAIM, LAY, OVER, SPEAK, WEAK_HAND, State

#: Every reason why an action may be refused.
BeloteMoveReason = Literal[
    "over", "not_a_seat", "not_a_team", "not_a_card", "not_a_contract", "not_annonces", "not_yes_or_no",
    "awaits_speak", "awaits_lay", "awaits_claim", "speaks_out_of_turn", "not_their_turn", "contract", "other_suit",
    "same_suit", "lower", "lower_ladder", "lower_moderne", "jack_forces", "jack_forces_moderne", "dealer_takes",
    "no_such_word", "bid_range", "bid_colour",
    "bid_low", "no_bid", "no_coinche", "own_bid", "coinched", "not_coinched", "not_own_bid", "not_held", "follow",
    "go_up", "go_up_tout_atout", "trump", "overtrump", "undertrump", "over_partner", "overtrump_partner",
    "undertrump_partner", "annonces_not_played", "annonces_too_late", "announced", "no_such_annonce",
    "nothing_to_claim", "not_their_claim", "awaits_cards", "cards_said", "cards_range", "bid_names_colour",
    "bid_points", "bid_step", "bid_not_above", "awaits_bids", "awaits_choice", "awaits_swap", "not_cards",
    "swap_uneven", "swap_not_offered", "swap_not_put_back", "swap_not_held", "swap_count", "swap_count_put_back",
    "capot_not_asked", "nothing_to_cancel", "nothing_to_void", "annonces_cancelled",
]  # fmt: skip
#: Reason → the id of the broken rule, and the text that errors show; the sentences for players are in the referee.
BELOTE_MOVE_REASONS: dict[BeloteMoveReason, tuple[str, str]] = {
    "over": ("BE2", "the partie is over"),
    "not_a_seat": ("BD1", "not a seat"),
    "not_a_team": ("BD1", "not a team"),
    "not_a_card": ("BC1", "not a card"),
    "not_a_contract": ("BA3", "not a contract"),
    "not_annonces": ("BN6", f"not a tuple of 1 to {MOST_ANNONCES} kinds of annonces"),
    "not_yes_or_no": ("BB2", "the value is neither True nor False"),
    "awaits_speak": ("BA1", "the prise is not over: a player has to pass or take"),
    "awaits_lay": ("BA4", "the prise is over: a player has to lay a card"),
    "awaits_claim": ("BB3", "a team has to claim the forgotten rebelote first, or let it go"),
    "speaks_out_of_turn": ("BF4", "it is another player's turn to speak"),
    "not_their_turn": ("BP2", "it is another player's turn"),
    "contract": ("BA2", "sans atout and tout atout are not played"),
    "other_suit": ("BA2", "in the first round only the suit of the retourne can be taken"),
    "same_suit": ("BA3", "in the second round another suit than that of the retourne must be named"),
    "lower": ("BV1", "this does not overcall the last take"),
    "lower_ladder": ("BV5", "this does not overcall the last take"),
    "lower_moderne": ("V3.12", "a suit is changed to sans or tout atout only, sans atout to tout atout"),
    "jack_forces_moderne": ("V3.14", "a V was turned up: the first player must take"),
    "jack_forces": ("BA7", "a V was turned up: the first player must take"),
    "dealer_takes": ("BA6", "everybody passed twice: the dealer must take"),
    "no_such_word": ("BA1", "this game has no such word in its auction"),
    "bid_range": ("VC5", "this value cannot be bid"),
    "bid_colour": ("VC7", "this colour cannot be bid"),
    "bid_low": ("VC6", "a bid must be above the last one"),
    "no_bid": ("VC9", "there is no bid to coinche"),
    "no_coinche": ("VC10", "there is no coinche to answer"),
    "own_bid": ("VC9", "a team cannot coinche its own bid"),
    "coinched": ("VC10", "the bid was coinched: nobody may bid or coinche again"),
    "not_coinched": ("VC10", "only a bid that was coinched can be surcoinched"),
    "not_own_bid": ("VC10", "only the coinched team can surcoinche"),
    "not_held": ("BP2", "the player does not hold this card"),
    "follow": ("BP3", "the player must lay a card of the suit led"),
    "go_up": ("BP4", "trump is led: the player must go above the card that holds the pli if possible"),
    "go_up_tout_atout": ("BV3", "at tout atout, the player must go above the card that holds the pli if possible"),
    "trump": ("BP6", "the player must trump"),
    "overtrump": ("BP7", "the player must overtrump"),
    "undertrump": ("BP7", "the player must undertrump, since they cannot overtrump"),
    "over_partner": ("BP9", "a trump laid on the partner's trump must be above it"),
    "overtrump_partner": ("BP9", "the player must overtrump the partner's trump"),
    "undertrump_partner": ("BP9", "the player must undertrump the partner's trump, since they cannot overtrump it"),
    "annonces_not_played": ("BN1", "annonces are not played at this table"),
    "annonces_too_late": ("BN6", "annonces are said before the player's first card"),
    "announced": ("BN6", "the player has said their annonces"),
    "no_such_annonce": ("BF5", "the player does not have these annonces"),
    "nothing_to_claim": ("BB3", "there is no forgotten rebelote to claim"),
    "not_their_claim": ("BB3", "the other team has to claim or let go first"),
    "awaits_cards": ("VK2", "the dealer has to say the number of cards first"),
    "cards_said": ("VK2", "the number of cards is known already"),
    "cards_range": ("VK2", "not a number of cards that can be dealt to each"),
    "bid_names_colour": ("VK5", "a bid names no colour: the first card makes trump"),
    "bid_points": ("VK3", "not a number of points that can be bid"),
    "bid_step": ("VK3", "bids are multiples of the step of the table"),
    "bid_not_above": ("VK3", "a bid must be above the last one"),
    "awaits_bids": ("VL3", "the chien waits for the end of the bids"),
    "awaits_choice": ("VL3", "the winner of the bids has to play directly or to take the chien"),
    "awaits_swap": ("VL4", "the taker has to exchange cards"),
    "not_cards": ("VL4", "not cards"),
    "swap_uneven": ("VL4", "as many different cards have to be taken as put back"),
    "swap_not_offered": ("VL4", "the card is not in the chien"),
    "swap_not_put_back": ("VL5", "the last taker did not put this card back"),
    "swap_not_held": ("VL4", "the card was not in the hand before the exchange"),
    "swap_count": ("VL4", "too few or too many cards"),
    "swap_count_put_back": ("VL5", "too few or too many cards: one or two may be taken"),
    "capot_not_asked": ("BV6", "nobody asks for a capot at this table"),
    "nothing_to_cancel": ("BN4", "the player has no carré that cancels the annonces now"),
    "nothing_to_void": ("BD11", "the player has no hand that may void the deal now"),
    "annonces_cancelled": ("BN4", "the annonces of this deal are cancelled"),
}
#: The reason against any other kind of action than the partie waits for, by its phase.
_AWAITED: tuple[BeloteMoveReason, ...] = ("awaits_speak", "awaits_lay", "awaits_claim", "over")
#: Rule and reason in ``play`` and ``prise`` → reason here, where they differ.
_RENAMED: dict[tuple[str, str], BeloteMoveReason] = {
    ("BP4", "cannot_go_up"): "follow",
    ("BV3", "cannot_go_up"): "follow",
    ("BV3", "go_up"): "go_up_tout_atout",
    ("BP9", "overtrump"): "overtrump_partner",
    ("BP9", "undertrump"): "undertrump_partner",
    ("BV5", "lower"): "lower_ladder",
    ("V3.12", "lower"): "lower_moderne",
    ("V3.14", "jack_forces"): "jack_forces_moderne",
    ("VK5", "auction_over"): "awaits_lay",
    ("VK5", "bid_colour"): "bid_names_colour",
    ("VK3", "bid_range"): "bid_points",
    ("VK3", "bid_low"): "bid_not_above",
    ("VL5", "swap_not_offered"): "swap_not_put_back",
    ("VL5", "swap_count"): "swap_count_put_back",
    ("VC10", "no_bid"): "no_coinche",
}


class MoveRefusal(ActionRefusal, frozen=True):
    """A reason why an action is refused.

    reason    a key of ``BELOTE_MOVE_REASONS``, which has the rule of each reason
    value     what is not allowed, such as a card or a seat, as text; "" if the reason needs no value
    expected  what would be legal instead, as text, such as "10♥ A♥"; "" if nothing is suggested
    """

    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = BELOTE_MOVE_REASONS

    reason: BeloteMoveReason
    value: str = ""
    expected: str = ""


def refusals(state: State, setup: Setup, action: Action) -> Sequence[MoveRefusal]:
    """Return the reasons why an action is refused; an empty sequence if it is legal.

    Raises ArgumentError if *action* is not an action.
    """
    # The hot path: the state knows which cards are allowed, so that a legal card needs no other check.
    if (
        action.__class__ is Lay
        and action.card.__class__ is Card
        and state.allowed & action.card.bit
        and action.seat is ALL_SEATS[state.turn]
        and action.says.__class__ is bool
    ):
        return ()
    check = _CHECKS.get(action.__class__)
    if check is None:
        raise ArgumentError(f"action {action!r:.80}: expected one of {', '.join(kind.__name__ for kind in _CHECKS)}")
    seat, seats = getattr(action, "seat", ALL_SEATS[0]), setup.rules.variant.table.seats
    if seat.__class__ is not Seat or seat not in seats:
        wrong = seat.value if isinstance(seat, Seat) else f"{seat!r:.40}"
        return [MoveRefusal("not_a_seat", wrong, ", ".join(known.value for known in seats))]
    return check(action, state, setup)


def legal_actions(state: State, setup: Setup) -> Iterator[Action]:
    """Return an iterator over the actions that a player may take now: what may be said, then the cards by index.

    Some legal actions are not listed: a ``Lay`` whose player does not say « Belote » or « Rebelote », and an
    ``Announce`` of some of the player's annonces.
    """
    return iter(list_actions(state, setup))


def list_actions(state: State, setup: Setup) -> list[Action]:
    """Return ``legal_actions`` as a new list, which the caller may change; [] if the partie is over."""
    allowed = state.allowed
    if allowed:
        lays = _LAYS[state.turn][allowed]
        if state.taken or (not setup.rules.annonces and setup.rules.weak_hand != "no_trump"):
            return [*lays]
        return [*_announcements(state, setup), *lays, *_rights(state, setup)]
    if state.phase == SPEAK:
        return [*auctions.legal(state.donne.auction, setup.rules)]
    if state.phase == CLAIM:
        team = setup.rules.variant.table.side(ALL_SEATS[state.turn])
        return [Claim(team), Claim(team, claims=False)]
    return []


class _Lays(dict[int, tuple[Lay, ...]]):
    """Mask of cards → the actions of a seat that lay them. Those of one suit are kept, since actions never change."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._lays = tuple(Lay(seat, card) for card in PACK)

    def __missing__(self, mask: int) -> tuple[Lay, ...]:
        if mask and mask & ~SUIT_OF[mask.bit_length() - 1]:
            return self[mask & 0xFF] + self[mask & 0xFF00] + self[mask & 0xFF0000] + self[mask & 0xFF000000]
        lays = self[mask] = tuple(self._lays[card.index] for card in cards_of(mask))
        return lays


_LAYS = tuple(map(_Lays, ALL_SEATS))


def _announcements(state: State, setup: Setup) -> list[Action]:
    """Return the announcement of all annonces of the player who is to lay their first card; [] if there are none."""
    seat, donne = ALL_SEATS[state.turn], state.donne
    if not setup.rules.annonces or donne.cancelled or any(said.seat is seat for said in donne.said):
        return []
    held = find_annonces(donne.hands[seat.index], donne.contract or "", setup.rules)
    return [Announce(seat, tuple(annonce.kind for annonce in held))] if held else []


def _rights(state: State, setup: Setup) -> list[Action]:
    """Return who may cancel the annonces or void the deal now, whoever has to lay a card (BN4, BD11)."""
    seats = setup.rules.variant.table.seats
    cancels = [Cancel(seat) for seat in seats if cancelling_rank(seat, state, setup)]
    return [*cancels, *(VoidDeal(seat) for seat in seats if _may_void(seat, state, setup))]


def cancelling_rank(seat: Seat, state: State, setup: Setup) -> str | None:
    """Return the rank of a carré that may cancel all annonces now, "8" or "7"; None if the seat has none (BN4)."""
    rules, names = setup.rules, {"8": setup.rules.carre_eight, "7": setup.rules.carre_seven}
    if not rules.annonces or state.donne.cancelled or not _is_before_first_card(seat, state):
        return None
    return next((rank for rank in names if names[rank] == "cancels" and _has_four(rank, seat, state)), None)


def _may_void(seat: Seat, state: State, setup: Setup) -> bool:
    """Return whether a seat may void the deal: with a weak hand before the first card, or with four 7s (BD11, BN4)."""
    rules, donne, hand = setup.rules, state.donne, state.donne.hands[seat.index]
    before_first_card = rules.annonces and rules.carre_seven == "void" and _is_before_first_card(seat, state)
    if before_first_card and _has_four("7", seat, state):
        return True
    if rules.weak_hand != "no_trump" or state.phase != LAY or state.played or donne.table.every_trump:
        return False
    return not hand & donne.table.trumps and points_in(hand, donne.contract or "", "plain") < WEAK_HAND


def _is_before_first_card(seat: Seat, state: State) -> bool:
    """Return whether a seat is about to lay its first card of the deal, when annonces are said (BN6)."""
    return state.phase == LAY and not state.taken and ALL_SEATS[state.turn] is seat


def _has_four(rank: str, seat: Seat, state: State) -> bool:
    four = mask_of(Card(suit, rank) for suit in SUITS)
    return state.donne.hands[seat.index] & four == four


def _cancel(action: Cancel, state: State, setup: Setup) -> list[MoveRefusal]:
    if wrong := _awaiting(LAY, state):
        return wrong
    allowed = cancelling_rank(action.seat, state, setup)
    return [] if allowed else [MoveRefusal("nothing_to_cancel", action.seat.value)]


def _void(action: VoidDeal, state: State, setup: Setup) -> list[MoveRefusal]:
    if wrong := _awaiting(LAY, state):
        return wrong
    return [] if _may_void(action.seat, state, setup) else [MoveRefusal("nothing_to_void", action.seat.value)]


def _awaiting(phase: int, state: State) -> list[MoveRefusal]:
    """Return the refusal of an action that is made in another phase of the partie; [] in this phase."""
    return [] if state.phase == phase else [MoveRefusal(_AWAITED[state.phase])]


def _out_of_turn(seat: Seat, state: State) -> list[MoveRefusal]:
    turn = ALL_SEATS[state.turn]
    return [] if seat is turn else [MoveRefusal("not_their_turn", seat.value, turn.value)]


def _speak(action: Action, state: State, setup: Setup) -> list[MoveRefusal]:
    """Return the refusals of a word of the auction (BA, VC4 to VC11)."""
    contract: object = getattr(action, "contract", CONTRACTS[0])
    if not isinstance(contract, str) or contract not in CONTRACTS:
        return [MoveRefusal("not_a_contract", f"{contract!r:.40}", ", ".join(CONTRACTS))]
    if isinstance(action, Take) and action.capot.__class__ is not bool:
        return [MoveRefusal("not_yes_or_no", f"{action.capot!r:.40}")]
    if wrong := _awaiting(SPEAK, state):
        return wrong
    auction = state.donne.auction
    refused = auctions.refusal(auction, action, setup.rules)
    return [] if refused is None else [speech_refusal(refused, action, auction, setup.rules)]


def speech_refusal(refused: SpeechRefusal, action: Action, auction: Auction, rules: BeloteRules) -> MoveRefusal:
    """Return why a word of an auction is refused, with its value and what could be said instead."""
    if auction.turn is None:
        return MoveRefusal("awaits_lay")
    if refused.reason == "speaks_out_of_turn" and not isinstance(action, Claim):
        return MoveRefusal("speaks_out_of_turn", action.seat.value, ALL_SEATS[auction.turn or 0].value)
    reason = _RENAMED.get((refused.rule, refused.reason), refused.reason)
    value, expected = getattr(action, "contract", ""), ""
    if isinstance(action, Take) and isinstance(auction, Prise):
        expected = ", ".join(takes(auction.now, rules))
    elif isinstance(auction, Comptoir):
        value, expected = _of_sheets(refused, action, auction, rules)
    elif isinstance(action, Bid):
        value = f"{action.value!s:.20} {action.colour!s:.20}"
    return MoveRefusal(reason, value, expected)  # type: ignore[arg-type]  # as in BELOTE_MOVE_REASONS


def _of_sheets(refused: SpeechRefusal, action: Action, auction: Comptoir, rules: BeloteRules) -> tuple[str, str]:
    """Return the value and what would be legal, as text, of a refusal in Belote de comptoir and in the lyonnaise."""
    if isinstance(action, Bid) and refused.reason.startswith("bid"):
        value = action.colour if refused.reason == "bid_colour" else action.value
        lowest = auction.bid // rules.bid_step * rules.bid_step + rules.bid_step
        most = MOST_BID // rules.bid_step * rules.bid_step
        expected = "" if refused.reason == "bid_colour" or lowest > most else f"{lowest}–{most}"
        return f"{value!s:.40}", expected
    if isinstance(action, SayCards) and refused.reason == "cards_range":
        return f"{action.cards!s:.40}", f"1–{MOST_CARDS}"
    if isinstance(action, Swap) and isinstance(auction, Lyonnaise):
        if refused.reason == "not_cards":
            return f"{(action.taken, action.put)!r:.80}", ""
        text = " ".join(card.text for card in (*action.taken, *action.put))
        if refused.reason == "swap_not_offered":
            return text, " ".join(card.text for card in cards_of(auction.offered))
        return text, f"1–{auction.most}" if refused.reason == "swap_count" else ""
    return "", ""


def _announce(action: Announce, state: State, setup: Setup) -> list[MoveRefusal]:
    kinds: object = action.kinds
    if (
        not isinstance(kinds, tuple)
        or not 1 <= len(kinds) <= MOST_ANNONCES
        or any(not isinstance(kind, str) or kind not in ANNONCE_KINDS for kind in kinds)
    ):
        return [MoveRefusal("not_annonces", f"{kinds!r:.40}", ", ".join(ANNONCE_KINDS))]
    if wrong := _awaiting(LAY, state):
        return wrong
    if not setup.rules.annonces:
        return [MoveRefusal("annonces_not_played")]
    if state.donne.cancelled:
        return [MoveRefusal("annonces_cancelled")]
    seat, donne = action.seat, state.donne
    if any(said.seat is seat for said in donne.said):
        return [MoveRefusal("announced", seat.value)]
    if state.taken or donne.hands[seat.index] & state.played:
        return [MoveRefusal("annonces_too_late", seat.value)]
    if wrong := _out_of_turn(seat, state):
        return wrong
    if name_annonces(donne.hands[seat.index], kinds, donne.contract or "", setup.rules) is None:
        return [MoveRefusal("no_such_annonce", ", ".join(kinds))]
    return []


def _lay(action: Lay, state: State, setup: Setup) -> list[MoveRefusal]:
    card: object = action.card
    if not isinstance(card, Card):
        return [MoveRefusal("not_a_card", f"{card!r:.40}")]
    if action.says.__class__ is not bool:
        return [MoveRefusal("not_yes_or_no", f"{action.says!r:.40}")]
    if wrong := _awaiting(LAY, state):
        return wrong
    wrong = _out_of_turn(action.seat, state)
    hand = state.hand(action.seat.index)
    if not hand & card.bit:
        return [*wrong, MoveRefusal("not_held", card.text)]
    if wrong:
        return wrong
    back = _partner_back(action.seat.index, state.donne)
    bound = obligation(hand, state.pli, state.donne.contract or "", setup.rules, back)
    if bound.cards & card.bit:
        return []
    reason = _RENAMED.get((bound.rule, bound.reason), bound.reason)
    return [MoveRefusal(reason, card.text, " ".join(one.text for one in cards_of(bound.cards)))]  # type: ignore[arg-type]


def _partner_back(seat: int, donne: Donne) -> int:
    """Return how many players before a seat its partner plays; 0 if it has none."""
    partner, back = donne.partners[seat], 0
    while partner >= 0 and partner != seat:
        partner, back = donne.following[partner], back + 1
    return back


def _claim(action: Claim, state: State, setup: Setup) -> list[MoveRefusal]:
    table = setup.rules.variant.table
    if action.team.__class__ is not Team or action.team not in table.sides:
        wrong = action.team.value if isinstance(action.team, Team) else f"{action.team!r:.40}"
        return [MoveRefusal("not_a_team", wrong, ", ".join(side.value for side in table.sides))]
    if action.claims.__class__ is not bool:
        return [MoveRefusal("not_yes_or_no", f"{action.claims!r:.40}")]
    if state.phase != CLAIM:
        return [MoveRefusal("over" if state.phase == OVER else "nothing_to_claim", action.team.value)]
    team = table.side(ALL_SEATS[state.turn])
    return [] if action.team is team else [MoveRefusal("not_their_claim", action.team.value, team.value)]


#: Type of an action → the function that returns its refusals.
_CHECKS = (
    Dispatch[[State, Setup], list[MoveRefusal]]()
    .on(Pass, _speak)
    .on(Take, _speak)
    .on(Bid, _speak)
    .on(Double, _speak)
    .on(Redouble, _speak)
    .on(Announce, _announce)
    .on(Cancel, _cancel)
    .on(VoidDeal, _void)
    .on(Lay, _lay)
    .on(Claim, _claim)
    .on(SayCards, _speak)
    .on(Direct, _speak)
    .on(TakeChien, _speak)
    .on(Swap, _speak)
)

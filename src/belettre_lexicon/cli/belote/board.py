"""The state of a game of Belote as lines of text for a player at the terminal.

Start reading at ``board_lines``, which shows what a player sees, and ``prompt_lines``, which say what they may do.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...games.belote.actions import Announce, Pass, Take
from ...games.belote.auction import Prise
from ...games.belote.cards import SANS_ATOUT, SUITS, Card, cards_of, suit_mask, tables
from ...games.belote.events import DealEnded, PassedOn
from ...games.belote.options import SHEETS, TWO_PLAYERS
from ...games.belote.play import obligation
from ...games.belote.rules import BeloteRules
from ...games.belote.scoring.disputes import partner_back
from ...games.belote.seats import TEAMS, Seat
from ...games.belote.state import PAIRS
from ...games.belote.view import View
from ...referee.belote.game import (
    bid_text,
    cards_text,
    contract_text,
    doubled_text,
    either_text,
    points_text,
    scores_text,
    seat_text,
    total_lines,
)
from ...referee.belote.names import capital, card_text
from ...referee.belote.spoken import choices, contract_line, spoken_words
from ...referee.catalogue import Catalogue
from ..kit.terminal import paint

#: The suits of a hand in the order in which they are shown, black and red in turn; trump goes first.
_SHOWN_SUITS = ("♠", "♥", "♣", "♦")
#: The letters of the suits in the order of SUITS, as they are typed in each language.
_LETTERS = {"fr": "tkcp", "en": "cdhs"}
#: The reasons of an obligation that leaves the player free.
_FREE = frozenset({"lead", "partner_holds", "free"})
#: A card that lies face down (V2.2).
_DOWN = "▒▒"
#: The lines of the help, in the catalogue section [play].
_HELP = (
    "card",
    "silent",
    "take",
    "announce",
    "claim",
    "show",
    "last",
    "legal",
    "score",
    "best",
    "rules",
    "undo",
    "quit",
)


def board_lines(view: View, say: Catalogue) -> Iterator[str]:
    """Yield the lines that show the game to a player: deal and points, prise or contract, the pli, and their hand."""
    yield paint(_header(view, say), "bold")
    if view.awaits == "speak":
        yield from _prise_lines(view, say)
    else:
        yield contract_line(view, say)
        if view.belotes:
            seats = ", ".join(_who(belote.seat, view, say) for belote in view.belotes)
            yield say("play.belote", seats=seats)
        if view.said and view.judged is None:
            said = ((_who(said.seat, view, say), " ".join(said.kinds)) for said in view.said)
            one = "play.announced_one"
            yield say("play.announced", list=", ".join(say(one, seat=seat, kinds=kinds) for seat, kinds in said))
        yield from _pli_lines(view, say)
    for seat in view.order:
        if seat is not view.seat and view.seen[seat.index]:
            shown = hand_text(view.seen[seat.index], _order_of(view), say)
            yield say("play.shown", seat=seat_text(seat, say), cards=shown)
    if view.chien:
        yield say("play.chien", cards=cards_text(view.chien, say))
    yield from _row_lines(view, say)
    yield hand_line(view, say)


def prompt_lines(view: View, say: Catalogue) -> Iterator[str]:
    """Yield the sentences that tell a player whose turn it is what they may do now. *view* is theirs."""
    if view.awaits == "speak":
        yield _speak_text(view, say)
        yield from _capot_hint(view, say)
    elif view.awaits == "claim":
        yield say("play.claim")
    elif view.awaits == "lay":
        announcing = next((action for action in view.actions if isinstance(action, Announce)), None)
        if announcing is not None:
            held = (
                say("play.annonce", kind=annonce.kind, cards=cards_text(cards_of(annonce.cards), say))
                for annonce in view.annonces
            )
            yield say("play.annonces", list=", ".join(held))
        yield from _belote_hints(view, say)
        yield say("play.lay", card=typed_text(_in_order(view.allowed, view)[0], say))


def typed_text(card: Card, say: Catalogue) -> str:
    """Return a card as a player types it in the language of *say*, rank before suit: « vc », in English « jh »."""
    letters = _LETTERS["en" if say.language == "en" else "fr"]
    return f"{card_text(card, say)[:-1].lower()}{letters[SUITS.index(card.suit)]}"


def help_lines(rules: BeloteRules, say: Catalogue) -> Iterator[str]:
    """Yield a line for everything that can be typed at a table with these rules."""
    jack = typed_text(Card.of("V♥"), say)
    for key in _HELP:
        if key == "take" and not rules.variant.retourne:
            key = {"coinche": "bid", "comptoir": "points"}.get(rules.game, "chien")
        if key == "best" and rules.variant.table.sides != TEAMS:
            continue
        if (rules.annonces or key != "announce") and (rules.game not in SHEETS or key not in ("silent", "claim")):
            yield say(f"play.help_{key}", card=jack, suit=contract_text("♠", say))
    if rules.capot_asked:
        yield say("play.help_capot", suit=contract_text("♠", say))
    if rules.annonces and "cancels" in (rules.carre_eight, rules.carre_seven):
        yield say("play.help_cancel")
    if rules.weak_hand == "no_trump" or (rules.annonces and rules.carre_seven == "void"):
        yield say("play.help_void")
    if rules.game in TWO_PLAYERS:
        yield say("play.help_rows", down=_DOWN)


def hand_line(view: View, say: Catalogue) -> str:
    """Return a line with the cards of the player's hand by suit: trumps first, the strongest card of a suit first."""
    if not view.hand_mask:
        return say("play.hand_hidden")
    return say("play.hand", cards=hand_text(view.hand_mask, _order_of(view), say))


def hand_text(mask: int, contract: str, say: Catalogue) -> str:
    """Return the cards of a hand by suit as text: trumps first, the strongest card of each suit first.

    mask      the cards, one bit for each (``Card.bit``)
    contract  the trump suit, "SA" (no trumps) or "TA" (all suits are trumps)
    """
    suits: dict[str, list[Card]] = {}
    for card in _sorted(mask, contract):
        suits.setdefault(card.suit, []).append(card)
    return " · ".join(cards_text(cards, say) for cards in suits.values())


def last_pli_line(view: View, say: Catalogue) -> str:
    """Return a line with the cards of the last pli that was picked up in this deal; if there is none, the line says so.

    By BF7 players may look at it until the next card is laid. Bots lay at once, so a player who is asked for a card
    may look until they lay it.
    """
    if not view.taken:
        return say("play.last_none")
    pli = view.taken[-1]
    place = view.order.index(pli.opener)
    seats = view.order[place:] + view.order[:place]
    laid = [
        say("play.card_of", seat=capital(_who(seat, view, say)), card=card_text(card, say))
        for seat, card in zip(seats, pli.cards, strict=False)
    ]
    key = "play.last_you" if pli.seat is view.seat else "play.last"
    return say(key, number=pli.number, seat=seat_text(pli.seat, say), cards=" · ".join(laid))


def legal_line(view: View, say: Catalogue) -> str:
    """Return a line with the cards that the player may lay, and the rule that forbids the others if there is one."""
    cards = either_text([card_text(card, say) for card in _in_order(view.allowed, view)], say)
    owed = obligation(view.held, view.pli, view.contract or "", view.rules, _partner_back(view))
    if owed.reason in _FREE:
        return say("play.legal", cards=cards)
    return say("play.legal_why", why=say(f"play.owed_{owed.reason}"), rule=owed.rule, cards=cards)


def sheet_lines(view: View, say: Catalogue) -> Iterator[str]:
    """Yield lines for the deals that are over, the totals, waiting points (BS6), and the target or number of deals."""
    if not view.ended:
        yield say("play.sheet_none")
    for ended in view.ended:
        yield _deal_line(ended, view, say)
    yield from total_lines(view.points, (), view.rules, say, view.seat)
    if view.waiting:
        yield say("events.waiting", points=points_text(view.waiting, say))
    rules = view.rules
    if rules.game in SHEETS:
        return
    key = "play.target" if rules.deals is None else "play.deals"
    yield say(key, target=rules.target, deals=rules.deals)


def _header(view: View, say: Catalogue) -> str:
    key = "play.header_you" if view.dealer is view.seat else "play.header"
    points = scores_text(view.points, view.rules, say, view.seat)
    text = say(key, number=view.number, dealer=seat_text(view.dealer, say), points=points)
    return f"{text}, {say('play.waiting', points=view.waiting)}" if view.waiting else text


def _prise_lines(view: View, say: Catalogue) -> Iterator[str]:
    if view.retourne is not None:
        yield say("play.retourne", card=card_text(view.retourne, say))
    said = spoken_words(view, say)
    if said:
        yield say("play.spoken", list=", ".join(said))


def _pli_lines(view: View, say: Catalogue) -> Iterator[str]:
    """Yield a line for each card of the pli; the one that holds it is marked (BP2)."""
    if not view.pli:
        yield say("play.empty")
        return
    rows = [(capital(_who(seat, view, say)), card_text(card, say), seat) for seat, card in view.laid]
    width = max(len(name) for name, _, _ in rows)
    for name, card, seat in rows:
        holds = say("play.holds") if seat is view.holder else ""
        yield f"  {name:<{width}}  {card:<3}  {holds}".rstrip()


def _row_lines(view: View, say: Catalogue) -> Iterator[str]:
    """Yield the rows of two players, that of the reader last: the upper cards, and under them what lies face down."""
    seats = sorted(view.order, key=lambda seat: seat is view.seat)
    names = [say("play.row_you") if seat is view.seat else say("play.row", seat=seat_text(seat, say)) for seat in seats]
    width = max(map(len, names))
    for seat, name in zip(seats, names, strict=True):
        if not view.rows:
            return
        row = view.rows[seat.index]
        upper = [card_text(column.card, say) if column.card else _DOWN * column.hidden for column in row]
        lower = [_DOWN if column.hidden and column.card else "" for column in row]
        yield f"{name:<{width}}  {'  '.join(f'{text:<3}' for text in upper)}".rstrip()
        if any(lower):
            yield f"{'':<{width}}  {'  '.join(f'{text:<3}' for text in lower)}".rstrip()


def _who(seat: Seat, view: View, say: Catalogue) -> str:
    return say("play.you") if seat is view.seat else seat_text(seat, say)


def _in_order(mask: int, view: View) -> list[Card]:
    return _sorted(mask, _order_of(view))


def _order_of(view: View) -> str:
    """Return the contract by which cards are sorted.

    Before anybody has taken, it is the suit of the retourne in the first round of the prise, "SA" in the second.
    """
    if view.contract is not None:
        return view.contract
    return SANS_ATOUT if view.retourne is None or second_round(view) else view.retourne.suit


def _sorted(mask: int, contract: str) -> list[Card]:
    suits = sorted(_SHOWN_SUITS, key=lambda suit: suit != contract)
    above = tables(contract).above
    return sorted(cards_of(mask), key=lambda card: (suits.index(card.suit), above[card.index].bit_count()))


def second_round(view: View) -> bool:
    """Return whether the prise has reached its second round, because all players passed in the first (BA3)."""
    players = len(view.order)
    return len(view.spoken) >= players and all(isinstance(said, PassedOn) for said in view.spoken[:players])


def _speak_text(view: View, say: Catalogue) -> str:
    """Return the sentence that says what the player may say in the prise (BA2, BA3, BV1)."""
    if not isinstance(view.auction, Prise):
        longest = max(SUITS, key=lambda suit: (view.hand_mask & suit_mask(suit)).bit_count())
        key = "play.speak_bid" if view.turn is view.seat else "play.speak_volley"
        return say(key, words=either_text(choices(view.actions, say, longest), say))
    takes = [action for action in view.actions if isinstance(action, Take)]
    contracts = [action.contract for action in takes if not action.capot]
    if not contracts:
        return say("play.speak_none")
    must, rule = "", ""
    if not any(isinstance(action, Pass) for action in view.actions):
        must, rule = "_must", _forced_by(view)
    if len(contracts) == 1:
        return say(f"play.speak{must}", suit=contract_text(contracts[0], say), rule=rule)
    named = either_text([contract_text(contract, say) for contract in contracts], say)
    return say(f"play.speak_which{must}", contracts=named, rule=rule)


def _capot_hint(view: View, say: Catalogue) -> Iterator[str]:
    """Yield how the capot is asked for with a take, at a table that plays so (BV6)."""
    asked = next((action for action in view.actions if isinstance(action, Take) and action.capot), None)
    if asked is not None:
        yield say("play.speak_capot", contract=contract_text(asked.contract, say))


def _forced_by(view: View) -> str:
    """Return the id of the rule that forbids passing (BA6, BA7)."""
    return "BA6" if second_round(view) else "BA7"


def _belote_hints(view: View, say: Catalogue) -> Iterator[str]:
    """Yield how to say « Belote » and « Rebelote » or keep silent, if the player may lay such a card now (BB2, BB5)."""
    for queen, king in map(cards_of, PAIRS[view.contract or "SA"]):
        held = view.held & (king.bit | queen.bit)
        if not held & view.allowed:
            continue
        if held == king.bit | queen.bit:
            key = "play.belote_king_first" if view.rules.king_first else "play.belote_hint"
            first = king if view.allowed & king.bit else queen
            values = {"king": card_text(king, say), "queen": card_text(queen, say)}
            yield say(key, card=typed_text(first, say), rule="BB2", **values)
        elif any(belote.seat is view.seat and belote.suit == king.suit for belote in view.belotes):
            yield say("play.rebelote_hint", card=typed_text(king if held == king.bit else queen, say))


def _partner_back(view: View) -> int | None:
    """Return how many players before this one the partner plays, as ``disputes.partner_back`` (V3.6)."""
    places = {seat: place for place, seat in enumerate(view.order)}
    return partner_back(places[view.seat], None if view.taker is None else places[view.taker], view.rules)


def _deal_line(ended: DealEnded, view: View, say: Catalogue) -> str:
    how = say("play.sheet_passed")
    if ended.taker is not None:
        outcome = say(f"play.sheet_{ended.outcome}")
        seat = _who(ended.taker, view, say)
        contract = contract_text(ended.contract or "", say)
        if ended.value is not None:
            colour = None if view.rules.game in SHEETS else ended.contract
            contract = bid_text(ended.value, colour, say) + doubled_text(ended.mult, say)
        key = "play.sheet_how" if ended.value is None else "play.sheet_bid"
        how = say(key, seat=seat, contract=contract, outcome=outcome)
    points = scores_text(ended.points, view.rules, say, view.seat)
    return say("play.sheet_deal", number=ended.number, points=points, how=capital(how))

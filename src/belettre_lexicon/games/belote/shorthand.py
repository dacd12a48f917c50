"""Shorthand of Belote: a text notation for games that people can read and write, with one line for each pli::

    # a line that starts with this sign is a comment
    rules annonces=true target=1001
    donne 1 SUD retourne 9♥
    EST passe · NORD passe · OUEST prend ♥
    EST annonce tierce · EST 7♠ · NORD A♠ · OUEST D♥ belote · SUD 8♠ → OUEST

Start reading at ``write_shorthand`` and ``read_shorthand``.

``rules`` lists the house rules that differ from the defaults; it is left out if there are none. ``donne 1 SUD`` starts
a deal, with its number and its dealer, followed by the cards in the order in which they are dealt (after the cut), or
by ``retourne`` and that card alone. In the second case the hands are found from the cards laid, so the deal must be
played to its end. Every other line lists moves of the auction or of a pli, separated by ``·``. A move is one of these:

=========================  ============================================================================================
``EST passe``              the player passes
``OUEST prend ♥``          the player takes, at a suit, ``SA`` or ``TA``; ``OUEST prend ♥ capot`` asks for a capot
``EST 90♥``                the player bids, with a colour in coinche: ``EST capot SA``; ``EST 60`` in Belote de comptoir
``EST coinche``            the player coinches the last bid; ``NORD surcoinche`` answers it
``SUD distribue 3``        the dealer deals three cards to each
``EST direct``             the winner of the bids of the lyonnaise plays directly; ``EST chien`` takes the chien
``EST échange 9♦ 7♣``      the player takes the 9♦ and puts back the 7♣; of more cards, the first half is taken
``EST annonce tierce``     the player says annonces before their first card; several kinds follow each other
``EST annule``             the player cancels all annonces with a carré of 8s or 7s
``EST redonne``            the player voids the deal
``EST 9♥``                 the player lays a card
``OUEST D♥ belote``        the player lays a card and says « Belote », or ``rebelote`` for « Rebelote »
``N+S réclame``            the team claims a belote whose « Rebelote » was forgotten; ``N+S laisse`` gives it up. In
                           games in which each player is a side: ``EST réclame``
``→ OUEST``                only at the end of the line: the seat that takes the pli
=========================  ============================================================================================

``;`` may be typed for ``·``, and ``->`` for ``→``; seats, cards and contracts may be typed as in ``cards`` and
``seats``, in upper or lower case. A ``#`` after the moves starts a comment. Every line is checked when it is read: it
is an error if a move is illegal, or if the rules give the pli to another seat. The error names the number of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...base.errors import ArgumentError, BelettreError
from . import events
from .actions import (
    Action,
    Announce,
    Bid,
    BidValue,
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
from .cards import Card, read_cards, read_contract
from .deals.deal import MOST_PACKS, Setup, check_pack, places_of
from .events import BELOTE, REBELOTE, Event, Laid, PliTaken
from .options import TWO_PLAYERS
from .partie import Partie
from .rules import OPTION_OF, BeloteRules
from .scoring.annonces import ANNONCE_KINDS, AnnonceKind
from .seats import TEAMS, Seat, Team

#: The maximum length of a line in characters, and the maximum number of lines.
MAX_LINE, MAX_LINES = 10_000, 10_000
_SEPARATOR, _ARROW = " · ", " → "
_RULES, _DEAL, _RETOURNE = "rules", "donne", "retourne"
_CAPOT, _CANCELS, _VOIDS = "capot", "annule", "redonne"
_PASSES, _TAKES, _ANNOUNCES, _CLAIMS, _LETS_GO = "passe", "prend", "annonce", "réclame", "laisse"
_COINCHES, _SURCOINCHES = "coinche", "surcoinche"
_DEALS, _DIRECT, _CHIEN, _SWAPS = "distribue", "direct", "chien", "échange"
#: A bid: a number or a word, and in coinche a colour. A number below 11 with a suit is a card.
_BID = re.compile(r"(\d{1,3}|capot|g[eé]n[eé]rale)\s*(\D.*)?", re.IGNORECASE)
_MOST_RANK = 10
#: Values of options that are not numbers, as they are written.
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "none": None}


class ShorthandError(BelettreError):
    """Raised if a text is not a valid game.

    line  the number of the line with the error, from 1
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class _Move(NamedTuple):
    """A move of a text. *after* is the seat after the arrow, if it is the last move of its line; None otherwise."""

    line: int
    text: str
    action: Action
    after: Seat | None = None


class _DealText(NamedTuple):
    """A deal of a text. *pack* is () if the *retourne* alone is given; *line* is the number of its first line."""

    line: int
    number: int
    dealer: Seat
    pack: tuple[Card, ...]
    retourne: Card | None
    moves: list[_Move]


def write_shorthand(partie: Partie) -> str:
    """Return a partie in shorthand, up to its last event. Comments give the points of the deals that are over."""
    options = partie.rules.as_dict().items()
    lines = [" ".join([_RULES, *(f"{name}={_option_text(value)}" for name, value in options)])] if options else []
    moves: list[str] = []
    for event in partie.log:
        if text := _move_text(event):
            moves.append(text)
        elif isinstance(event, PliTaken):
            lines.append(_SEPARATOR.join(moves) + _ARROW + event.seat.name)
            moves = []
        elif moves and isinstance(event, events.Completed | events.DealEnded):
            lines.append(_SEPARATOR.join(moves))
            moves = []
        if isinstance(event, events.Dealt):
            cards = " ".join(card.text for card in event.pack)
            lines.append(f"{_DEAL} {event.number} {event.dealer.name} {cards}")
        elif isinstance(event, events.DealEnded):
            points = ", ".join(f"{side.value} {event.points[side.index]}" for side in partie.rules.variant.table.sides)
            lines.append(f"# {event.outcome}: {points}")
    if moves:
        lines.append(_SEPARATOR.join(moves))
    return "\n".join(lines) + "\n"


def read_shorthand(text: str | Iterable[str], *, seed: int = 0) -> Partie:
    """Return the partie that a text in shorthand describes.

    text  the text as one string, or its lines
    seed  the seed from which the deals after those of the text are shuffled

    Raises ShorthandError, which names the line, if a line cannot be read, contains an illegal move, or contradicts the
    rules.
    """
    rules, deals = _read_lines(text.split("\n") if isinstance(text, str) else text)
    dealer = deals[0].dealer if deals else rules.variant.table.seats[0]
    partie = Partie(Setup(rules, seed, dealer, tuple(_pack_of(deal, rules) for deal in deals)))
    for number, deal in enumerate(deals, 1):
        dealt = partie.state.donne.dealt
        if deal.number != number:
            wrong = f"expected deal {number}"
        elif dealt.number < number:
            wrong = "the partie is over" if partie.over else f"expected the rest of deal {dealt.number}"
        elif dealt.number > number and not deal.moves:  # a void deal (VC3)
            wrong = ""
        elif dealt.dealer is not deal.dealer or dealt.number > number:
            wrong = f"{deal.dealer.name} deals, expected {dealt.dealer.name} (BD10)"
        else:
            wrong = ""
        if wrong:
            raise ShorthandError(deal.line, f"deal {deal.number}: {wrong}")
        for move in deal.moves:
            _play(partie, move)
    return partie


def _read_lines(lines: Iterable[str]) -> tuple[BeloteRules, list[_DealText]]:
    """Return the rules and the deals of a text. Raises ShorthandError if a line cannot be read."""
    rules, deals = BeloteRules(), list[_DealText]()
    for number, line in enumerate(lines, 1):
        if number > MAX_LINES or len(line) > MAX_LINE:
            raise ShorthandError(number, f"more than {MAX_LINES} lines, or {MAX_LINE} characters in a line")
        content = line.partition("#")[0].strip()
        if not content:
            continue
        first, *rest = content.split()
        try:
            if first.lower() == _RULES and not deals:
                rules = BeloteRules.from_dict(dict(map(_read_option, rest)))
            elif first.lower() == _DEAL:
                if len(deals) == MOST_PACKS:
                    raise ArgumentError(f"more than {MOST_PACKS} deals")
                deals.append(_read_deal(number, rest, rules))
            elif not deals:
                raise ArgumentError(f"{content:.60}: expected a deal first, as in « donne 1 SUD retourne 9♥ »")
            else:
                deals[-1].moves.extend(_read_moves(number, content, rules))
        except BelettreError as error:
            raise ShorthandError(number, str(error)) from error
    return rules, deals


def _option_text(value: object) -> str:
    return next((word for word, meant in _WORDS.items() if meant is value), str(value))


def _read_option(text: str) -> tuple[str, bool | int | str | None]:
    name, _, value = text.partition("=")
    option = BeloteRules.OF_NAME.get(name)
    if option is not None and value in option.values:  # such as misdeal=162, which is no number
        return name, value
    if value.lower() in _WORDS:
        return name, _WORDS[value.lower()]
    known = OPTION_OF.get(name)
    if known is not None and value in known.values:
        return name, value
    return name, int(value) if value.isdecimal() and len(value) <= _MOST_DIGITS else value


def _read_deal(line: int, parts: list[str], rules: BeloteRules) -> _DealText:
    size = len(rules.variant.pack)
    expected = f"expected its number, its dealer, and the {size} cards or {_RETOURNE!r} and a card"
    if len(parts) < _FEWEST_PARTS or not parts[0].isdecimal() or len(parts[0]) > _MOST_DIGITS:
        raise ArgumentError(f"deal: {expected}")
    number, dealer, cards = int(parts[0]), Seat.of(parts[1], rules.variant.players), parts[2:]
    if cards[0].lower() == _RETOURNE:
        if not rules.variant.retourne:
            raise ArgumentError(f"deal {number}: expected all its cards in this game")
        if len(cards) != len((_RETOURNE, "card")):
            raise ArgumentError(f"deal {number}: {expected}")
        return _DealText(line, number, dealer, (), Card.of(cards[1]), [])
    pack = read_cards(" ".join(cards))
    check_pack(pack, f"deal {number}", rules.variant.pack)
    return _DealText(line, number, dealer, pack, None, [])


#: The words of a deal after the first: at least its number, its dealer and one word more.
_FEWEST_PARTS = 3
#: The most digits of a number in a text.
_MOST_DIGITS = 9


def _read_moves(line: int, content: str, rules: BeloteRules) -> Iterator[_Move]:
    written, arrow, taker = content.replace("->", "→").partition("→")
    texts = [text for part in written.split("·") for text in part.split(";")]
    moves = [_Move(line, text.strip(), _read_action(text.split(), rules)) for text in texts if text.strip()]
    if not moves:
        raise ArgumentError("expected a move before the arrow")
    yield from moves[:-1]
    yield moves[-1]._replace(after=Seat.of(taker, rules.variant.players) if arrow else None)


def _read_action(words: list[str], rules: BeloteRules) -> Action:
    """Return the action that the words of a move mean. Raises ArgumentError if they mean none."""
    player, *rest = words
    if not rest:
        raise ArgumentError(f"{player:.40}: expected a move, as in « EST 9♥ »")
    verb, *objects = (word.lower() for word in rest)
    if verb in (_CLAIMS, _CLAIMS.replace("é", "e"), _LETS_GO) and not objects:
        return Claim(_read_side(player, rules), claims=verb != _LETS_GO)
    seat = Seat.of(player, rules.variant.players)
    if verb in _WORDS_ALONE and not objects:
        return _WORDS_ALONE[verb](seat)
    if verb == _TAKES:
        capot = objects[-1:] == [_CAPOT]
        return Take(seat, read_contract(" ".join(objects[: -1 if capot else None])), capot)
    if verb == _ANNOUNCES:
        kinds = tuple(_KINDS.get(kind) for kind in objects)
        if not kinds or None in kinds:
            raise ArgumentError(f"annonces: expected some of {', '.join(ANNONCE_KINDS)} (BN6)")
        return Announce(seat, tuple(kind for kind in kinds if kind is not None))
    if (spoken := _read_spoken(seat, verb, rest[1:])) is not None:
        return spoken
    if objects not in ([], [BELOTE], [REBELOTE]):
        raise ArgumentError(f"{' '.join(words):.60}: expected a move, as in « EST 9♥ »")
    return Lay(seat, Card.of(rest[0]), says=bool(objects))


def _read_spoken(seat: Seat, verb: str, objects: list[str]) -> Action | None:
    """Return what a player says or does in an auction with bids; None if the words mean something else."""
    if verb == _DEALS and len(objects) == 1 and objects[0].isdecimal() and len(objects[0]) <= _MOST_DIGITS:
        return SayCards(seat, int(objects[0]))
    if verb in (_SWAPS, _SWAPS.replace("é", "e")):
        cards = read_cards(" ".join(objects))
        if not cards or len(cards) % 2:
            raise ArgumentError(f"cards {' '.join(objects)!r:.60}: expected as many cards taken as put back (VL4)")
        return Swap(seat, cards[: len(cards) // 2], cards[len(cards) // 2 :])
    bid = _BID.fullmatch(" ".join((verb, *objects)))
    if bid is None or (bid[1].isdecimal() and bid[2] and int(bid[1]) <= _MOST_RANK):
        return None
    value: BidValue = int(bid[1]) if bid[1].isdecimal() else "capot" if bid[1].lower() == "capot" else "generale"
    return Bid(seat, value, read_contract(bid[2]) if bid[2] else None)


#: The kinds of annonces as they may be typed.
_KINDS: dict[str, AnnonceKind] = {**{kind: kind for kind in ANNONCE_KINDS}, "carre": "carré"}


#: What is said without anything else.
_WORDS_ALONE: dict[str, type[Cancel | VoidDeal | Pass | Double | Redouble | Direct | TakeChien]] = {
    _PASSES: Pass,
    _CANCELS: Cancel,
    _VOIDS: VoidDeal,
    _COINCHES: Double,
    _SURCOINCHES: Redouble,
    _DIRECT: Direct,
    _CHIEN: TakeChien,
}


def _read_side(text: str, rules: BeloteRules) -> Team:
    sides = rules.variant.table.sides
    for side in sides:
        if text.upper() in (side.value, side.name):
            return side
    raise ArgumentError(f"team {text!r:.40}: expected one of {', '.join(side.value for side in sides)}")


def _pack_of(deal: _DealText, rules: BeloteRules) -> tuple[Card, ...]:
    """Return the cards of a deal; if the retourne alone is given, a pack with the hands of the cards that were laid.

    Raises ShorthandError if not all cards were laid, or the game has rows, where the cards laid do not tell the pack.
    """
    retourne = deal.retourne
    if retourne is None:
        return deal.pack
    if rules.game in TWO_PLAYERS:
        raise ShorthandError(deal.line, f"deal {deal.number}: the cards must be given in game {rules.game!r} (V2.2)")
    variant = rules.variant
    hands: dict[Seat, list[Card]] = {seat: [] for seat in variant.table.seats}
    taker: Seat | None = None
    for move in deal.moves:
        if isinstance(move.action, Take):
            taker = move.action.seat
        elif isinstance(move.action, Lay):
            hands[move.action.seat].append(move.action.card)
    if taker is None:  # nobody took: which cards were dealt does not matter
        others, place = [card for card in variant.pack if card is not retourne], sum(variant.first) * variant.players
        return (*others[:place], retourne, *others[place:])
    laid = {card for hand in hands.values() for card in hand}
    if laid != set(variant.pack) or any(len(hand) != variant.hand for hand in hands.values()):
        raise ShorthandError(deal.line, f"deal {deal.number}: the cards must be given, because not all were laid")
    if retourne not in hands[taker]:
        raise ShorthandError(deal.line, f"deal {deal.number}: {taker.name} took, but did not lay {retourne.text} (BD7)")
    hands[taker].sort(key=lambda card: card is retourne)
    pack: dict[int, Card] = {}
    for seat, places in places_of(deal.dealer, taker, rules).items():
        pack |= zip(places, hands[seat], strict=True)
    return tuple(pack[place] for place in range(len(variant.pack)))


def _play(partie: Partie, move: _Move) -> None:
    """Make a move. Raises ShorthandError if it is illegal, or does not have the consequences that the text says."""
    try:
        event, *consequences = partie.apply(move.action)
    except BelettreError as error:
        raise ShorthandError(move.line, f"{move.text:.60}: {error}") from error
    if isinstance(event, Laid):
        said = move.text.split()[-1].lower() if isinstance(move.action, Lay) and move.action.says else ""
        if said != event.said:
            raise ShorthandError(move.line, f"{move.text:.60}: the player says {event.said or 'nothing'!r} (BB2, BF3)")
    taker = next((after.seat for after in consequences if isinstance(after, PliTaken)), None)
    if move.after is not None and move.after is not taker:
        goes = "the pli is not complete" if taker is None else f"the pli goes to {taker.name} (BP10)"
        raise ShorthandError(move.line, f"→ {move.after.name}: {goes}")


def _move_text(event: Event) -> str:
    match event:
        case Laid():
            return " ".join(filter(None, (event.seat.name, event.card.text, event.said)))
        case events.PassedOn():
            return f"{event.seat.name} {_PASSES}"
        case events.Taken():
            return f"{event.seat.name} {_TAKES} {event.contract}{f' {_CAPOT}' if event.capot else ''}"
        case events.Cancelled():
            return f"{event.seat.name} {_CANCELS}"
        case events.Voided():
            return f"{event.seat.name} {_VOIDS}"
        case events.BidMade():
            return f"{event.seat.name} {_bid_text(event)}"
        case events.Coinched():
            return f"{event.seat.name} {_COINCHES}"
        case events.Surcoinched():
            return f"{event.seat.name} {_SURCOINCHES}"
        case events.CardsSaid():
            return f"{event.seat.name} {_DEALS} {event.cards}"
        case events.WentDirect():
            return f"{event.seat.name} {_DIRECT}"
        case events.ChienTaken():
            return f"{event.seat.name} {_CHIEN}"
        case events.Swapped():
            return " ".join((event.seat.name, _SWAPS, *(card.text for card in (*event.taken, *event.put))))
        case events.Announced():
            return " ".join((event.seat.name, _ANNOUNCES, *event.kinds))
        case events.Claimed():
            side = event.team.value if event.team in TEAMS else event.team.name
            return f"{side} {_CLAIMS if event.claims else _LETS_GO}"
        case _:
            return ""


def _bid_text(bid: events.BidMade) -> str:
    """Return a bid as it is written: « 60 », « 90♥ », « 110SA », « capot ♠ »."""
    between = "" if isinstance(bid.value, int) else " "
    return f"{bid.value}{between}{bid.colour}" if bid.colour else str(bid.value)

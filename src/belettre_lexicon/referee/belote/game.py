"""Sentences about a game of Belote: its events and refused moves. ``house_rules`` has those of its table.

Start reading at ``event_text``. The result of ``event_text`` names every card of an event; to
hide cards from a player, pass the event through ``games.belote.view.seen_by`` first. The parameter ``say`` is always
the catalogue of Belote (``load_belote``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from ...games.belote import events
from ...games.belote.cards import CONTRACTS, SUITS, Card, Contract
from ...games.belote.deals.deal import order_of
from ...games.belote.donne import result_of
from ...games.belote.events import AnnoncesJudged, DealEnded, Dealt, Event, PartieEnded
from ...games.belote.legality import MoveRefusal
from ...games.belote.options import SHEETS, TWO_PLAYERS
from ...games.belote.rules import BeloteRules
from ...games.belote.scoring.scores import DealResult
from ...games.belote.scoring.totals import BELOTE_POINTS
from ...games.belote.seats import ALL_SEATS, TEAMS, Seat, Team
from ...games.kit.seats import Points
from ..catalogue import Catalogue, player_name_text, printable
from .names import capital, card_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...games.belote.bots.hindsight import PlayedCard

#: The seats and teams by the short names that refusals contain.
_SEAT_OF = {seat.value: seat for seat in ALL_SEATS}
_TEAM_OF = {team.value: team for team in TEAMS}
#: The reasons whose value is shown unchanged, because it may be any text.
_OTHER_VALUES = frozenset({"not_a_seat", "not_a_team", "not_a_card", "not_a_contract", "not_annonces", "not_yes_or_no"})

#: The bids that are no points (VC5).
BID_WORDS = ("capot", "generale")
#: The factor of a contract after a coinche; a surcoinche has more (VC14).
_DOUBLED = 2


def event_text(event: Event, rules: BeloteRules, say: Catalogue, you: Seat | None = None) -> str:
    """Return sentences that describe an event; the end of a deal and shown annonces need several lines.

    rules  the house rules of the table, which decide how a deal was counted
    you    the seat of the only reader, who is addressed: « Vous jouez V♥ »; None to name all players by their seats
    """
    return "\n".join(printable(capital(line)) for line in _event_lines(event, rules, say, you))


def refusal_text(refusal: MoveRefusal, say: Catalogue, *, numbered: bool = True) -> str:
    """Return a sentence that gives one reason why a move is illegal, with its rule: « Il faut couper (BP6). »

    *numbered* is False for those who learn the game: « Il faut couper. »
    """
    reason, value, expected = refusal.reason, refusal.value, refusal.expected
    named = value if reason in _OTHER_VALUES else ", ".join(_value_text(part, say) for part in value.split(", "))
    parts = expected.replace(",", " ").split()
    why = say(f"move.{reason}", value=named, expected=either_text([_value_text(part, say) for part in parts], say))
    return printable(say("move.proof" if numbered else "move.plain", why=capital(why), rule=refusal.rule))


def cards_text(cards: Sequence[Card], say: Catalogue) -> str:
    """Return cards in the given order, separated by spaces, as players of the language write them: « V♥ 10♠ »."""
    return " ".join(card_text(card, say) for card in cards)


def contract_text(contract: str, say: Catalogue) -> str:
    """Return the name of a contract in the language of *say*: « cœur », « sans atout », « tout atout ».

    *contract* is the sign of a suit, such as "♥", or "SA" or "TA".
    """
    if contract in SUITS:
        return say(f"names.suit_{SUITS.index(contract)}")
    return say(f"names.{contract.lower()}")


def bid_text(value: int | str, colour: Contract | None, say: Catalogue) -> str:
    """Return a bid as players say it: « 90 cœur », « capot sans atout »; the number alone without a colour."""
    points = str(value) if isinstance(value, int) else say(f"auction.{value}")
    return points if colour is None else say("auction.bid", value=points, colour=contract_text(colour, say))


def doubled_text(mult: int, say: Catalogue) -> str:
    """Return « , coinché » or « , surcoinché » behind a contract that was doubled; "" for any other (VC14)."""
    return "" if mult == 1 else say("auction.doubled" if mult == _DOUBLED else "auction.redoubled")


def seat_text(seat: Seat, say: Catalogue) -> str:
    """Return the name of a seat, or of its player if the catalogue was given names (``with_names``)."""
    return say(f"seats.{seat.name.lower()}")


def with_names(say: Catalogue, players: dict[Seat, str]) -> Catalogue:
    """Return a catalogue whose sentences call players by name; *players* has the names by seat.

    A seat without a name, or whose name another player has too, is called by the name of the seat.
    """
    names = [" ".join(name.split()).casefold() for name in players.values()]
    return say.with_messages(
        {
            f"seats.{seat.name.lower()}": player_name_text(name, say)
            for seat, name in players.items()
            if name.strip() and names.count(" ".join(name.split()).casefold()) == 1
        }
    )


def team_text(team: Team, say: Catalogue, you: Seat | None = None) -> str:
    """Return the name of a side: « Nord-Sud », or of a player who plays alone: « Est ».

    If *you* is the reader's seat: « votre camp » or « le camp adverse », and « vous » for the reader alone.
    """
    if team not in TEAMS:
        seat = ALL_SEATS[team.index]
        return say("play.you") if seat is you else seat_text(seat, say)
    if you is None:
        return say(f"names.team_{team.name.lower()}")
    return say("names.ours" if you.team is team else "names.theirs")


def scores_text(points: Points, rules: BeloteRules, say: Catalogue, you: Seat | None = None) -> str:
    """Return the points of all sides: « Nord-Sud 120, Est-Ouest 80 »; if *you* is the reader's seat, theirs first.

    The reader's team is called « vous » and the other one « eux ».
    """
    table = rules.variant.table
    named = []
    for team in table.sides:
        mine = you is not None and table.side(you) is team
        if team in TEAMS and you is not None:
            name = say("play.you" if mine else "play.them")
        else:
            name = team_text(team, say, you)
        named.append((not mine, say("play.points_of", name=name, points=points[team.index])))
    return ", ".join(text for _, text in sorted(named, key=itemgetter(0)))


def points_text(points: int, say: Catalogue) -> str:
    """Return a number of points with its unit: « 1 point », « 12 points »."""
    return say(f"names.point_{ {0: 'none', 1: 'one'}.get(points, 'many') }", points=points)


def either_text(texts: Sequence[str], say: Catalogue) -> str:
    """Return the texts as a list of alternatives: « A♠, 10♠ ou 7♠ »; "" if there are none."""
    if len(texts) < 2:
        return "".join(texts)
    return say("names.or", first=", ".join(texts[:-1]), last=texts[-1])


def best_lines(played: Sequence[PlayedCard], number: int, say: Catalogue, you: Seat | None = None) -> Iterator[str]:
    """Yield what should have been played in a deal, with all cards known: a line for each card that cost points.

    played  the cards of the deal, as ``best_cards`` returns them
    number  the number of the deal
    you     the only seat whose cards are told; None for all
    """
    first = played[0].pli
    yield say("play.best_head_from" if first > 1 else "play.best_head", number=number, pli=first)
    dear = [one for one in played if one.loss and you in (None, one.seat)]
    for one in dear:
        best = either_text([card_text(card, say) for card in one.best], say)
        seat, card = seat_text(one.seat, say), card_text(one.card, say)
        yield say("play.best_line", number=one.pli, seat=seat, card=card, best=best, points=one.loss)
    if not dear:
        yield say("play.best_none")


def total_lines(
    points: Points, fell: Points, rules: BeloteRules, say: Catalogue, you: Seat | None = None
) -> Iterator[str]:
    """Yield a line with the points of all sides so far, or with their sheets and a line for each player who leaves.

    points  the points after a deal
    fell    those of this deal alone; de comptoir they are 0 or less
    """
    sheets = rules.game in SHEETS
    yield say("play.sheets" if sheets else "play.total", points=scores_text(points, rules, say, you))
    for seat, left, lost in zip(rules.variant.table.seats, points, fell, strict=False):
        if sheets and not left and lost:
            yield say("you.leaves" if seat is you else "events.leaves", seat=seat_text(seat, say), rule="VK11")


def _event_lines(event: Event, rules: BeloteRules, say: Catalogue, you: Seat | None) -> Iterator[str]:
    """Yield the lines that describe an event. Raises TypeError if *event* is not an event."""
    actor: Seat | None = getattr(event, "seat", None)
    seat = "" if actor is None else seat_text(actor, say)
    about = "you" if actor is not None and actor is you else "events"
    match event:
        case DealEnded():
            yield from _deal_lines(event, rules, say, you)
        case AnnoncesJudged():
            yield from _annonces_lines(event, say, you)
        case events.Claimed():
            key = "events.claimed" if event.claims else "events.let_go"
            points = points_text(BELOTE_POINTS, say)
            yield say(key, team=team_text(event.team, say, you), points=points, rule="BB3")
        case PartieEnded():
            yield _partie_text(event, rules, say, you)
        case Dealt():
            yield _dealt_text(event, rules, say, you)
        case events.PassedOn():
            yield say(f"{about}.passed_{event.round}", seat=seat)
        case events.Taken():
            key = f"{about}.taken_capot" if event.capot else f"{about}.taken"
            yield say(key, seat=seat, contract=contract_text(event.contract, say))
        case events.Cancelled():
            yield say(f"{about}.cancelled", seat=seat, rank=event.rank)
        case events.Voided():
            yield say(f"{about}.voided", seat=seat)
        case events.Completed():
            stage = f"completed_{rules.game}" if rules.game in TWO_PLAYERS else "completed"
            if rules.game == "three":
                stage = "completed_other"
            if event.contract is None:
                yield say(f"{about}.leads", seat=seat)
            elif not rules.variant.retourne:
                yield say(f"{about}.agreed", seat=seat, contract=contract_text(event.contract, say))
            else:
                key = f"{about}.{stage}" if event.contract in SUITS else f"{about}.{stage}_none"
                yield say(key, seat=seat, contract=contract_text(event.contract, say))
        case events.BidMade():
            yield say(f"{about}.bid", seat=seat, bid=bid_text(event.value, event.colour, say))
        case events.Coinched() | events.Surcoinched() | events.WentDirect():
            yield say(f"{about}.{type(event).__name__.lower()}", seat=seat)
        case events.CardsSaid():
            yield say(f"{about}.cards" if event.cards > 1 else f"{about}.cards_one", seat=seat, cards=event.cards)
        case events.ChienTaken():
            yield say(f"{about}.chien", seat=seat, cards=cards_text(event.chien, say))
        case events.Swapped():
            yield say(f"{about}.swapped", seat=seat, taken=cards_text(event.taken, say), put=cards_text(event.put, say))
        case events.Announced():
            yield say(f"{about}.announced", seat=seat, kinds=", ".join(event.kinds))
        case events.Laid():
            key = f"{about}.laid_{event.said}" if event.said else f"{about}.laid"
            yield say(key, seat=seat, card=card_text(event.card, say))
        case events.Turned():
            yield say(f"{about}.turned", seat=seat, card=card_text(event.card, say))
        case events.PliTaken():
            last = event.number == rules.variant.plis and rules.game not in SHEETS  # with the dix de der
            key = f"{about}.pli_last" if last else f"{about}.pli"
            points, cards = points_text(event.points, say), cards_text(event.cards, say)
            yield say(key, seat=seat, number=event.number, points=points, cards=cards)
        case _:
            raise TypeError(f"{event!r:.80} is not an event")


def _dealt_text(event: Dealt, rules: BeloteRules, say: Catalogue, you: Seat | None) -> str:
    """Return a sentence that says who deals, who speaks first, and the card turned up, if there is one (BD6, BA1)."""
    dealer, opener = event.dealer, ALL_SEATS[order_of(event.dealer, rules)[0]]
    key = "you.dealt_dealer" if dealer is you else "you.dealt_opener" if opener is you else "events.dealt"
    names = {"dealer": seat_text(dealer, say), "opener": seat_text(opener, say)}
    text = say(key, number=event.number, **names)
    if event.retourne is None:
        return text
    return f"{text} {say('play.retourne', card=card_text(event.retourne, say))}"


def _annonces_lines(event: AnnoncesJudged, say: Catalogue, you: Seat | None) -> Iterator[str]:
    """Yield a line for each annonce that is shown (BN10), then which team scores (BN7, BN9)."""
    for shown in event.shown:
        yield say(
            "you.shown" if shown.seat is you else "events.shown",
            seat=seat_text(shown.seat, say),
            kind=shown.kind,
            points=points_text(shown.points, say),
            cards=cards_text(shown.cards, say),
        )
    if event.team is None:
        yield say("events.annonces_equal", rule="BN9")
    else:
        team = team_text(event.team, say, you)
        yield say("events.annonces", team=team, points=points_text(event.points, say), rule="BN7")


def _deal_lines(event: DealEnded, rules: BeloteRules, say: Catalogue, you: Seat | None) -> Iterator[str]:
    """Yield how a deal ended, what each team scores and for what, and the points that wait after a litige (BS)."""
    if event.taker is None or event.contract is None:
        rule = {"void": "VC3" if rules.game == "coinche" else "BD11"}.get(event.outcome, "BA6")
        yield say(f"events.deal_{event.outcome}", number=event.number, rule="VK4" if rules.game in SHEETS else rule)
        return
    if rules.game in SHEETS:
        yield say(
            f"{'you' if event.taker is you else 'events'}.points_{event.outcome}",
            number=event.number,
            seat=seat_text(event.taker, say),
            bid=event.value,
            points=points_text(event.plis[event.taker.index], say),
            worth=max(map(abs, event.points)),
            rule="VK9",
        )
        return
    result = result_of(event, rules)
    table = rules.variant.table
    taker = table.side(event.taker)
    total, other = taken_points(result, rules)
    key = f"{'you' if taker not in TEAMS and event.taker is you else 'events'}.deal_{event.outcome}"
    contract = contract_text(event.contract, say)
    if event.value is not None and rules.game == "coinche":
        key = f"events.bid_{event.outcome}{'' if isinstance(event.value, int) else '_all'}"
        contract = bid_text(event.value, event.contract, say) + doubled_text(event.mult, say)
    yield say(
        key,
        number=event.number,
        team=team_text(taker, say, you),
        contract=contract,
        total=total,
        other=other,
        rule=result.rule,
    )
    for team in table.sides:
        parts = ", ".join(
            say("events.part_nothing" if not line.points else f"events.part_{line.kind}", points=line.points)
            for line in result.lines
            if line.team == team.index
        )
        points = points_text(event.points[team.index], say)
        mine = you is not None and team not in TEAMS and table.side(you) is team
        key = "you.deal_team" if mine else "events.deal_team"
        yield say(key, team=capital(team_text(team, say, you)), points=points, parts=parts)
    if event.waiting[0]:
        yield say("events.waiting", points=points_text(event.waiting[0], say))


def taken_points(result: DealResult, rules: BeloteRules) -> Points:
    """Return the points that the takers and the others had, by which the contract was judged; 0 if by the plis."""
    if result.compared is None:
        return 0, 0
    first, second = result.compared
    return (second, first) if rules.variant.table.sides == TEAMS and result.taker else (first, second)


def _partie_text(event: PartieEnded, rules: BeloteRules, say: Catalogue, you: Seat | None) -> str:
    """Return a sentence that says who has won, with the points of all sides (BE, VE)."""
    winner, table = event.winner, rules.variant.table
    if winner is None:
        loser = ALL_SEATS[event.loser.index] if event.loser is not None else None
        key = "you.lost" if loser is you is not None else "events.lost"
        return say(key, seat="" if loser is None else seat_text(loser, say), rule="VK11")
    mine = you is not None and table.side(you) is winner
    if winner not in TEAMS:
        points = scores_text(event.points, rules, say, you)
        return say("you.over_first" if mine else "events.over_first", team=team_text(winner, say), points=points)
    key = "events.over" if you is None else "you.over_won" if mine else "you.over_lost"
    won, lost = event.points[winner.index], event.points[winner.other.index]
    ahead, behind = (lost, won) if key == "you.over_lost" else (won, lost)
    return say(key, team=team_text(winner, say), first=ahead, second=points_text(behind, say))


def _value_text(text: str, say: Catalogue) -> str:
    """Return the name of the seat, team, card or contract that a part of a refusal stands for; other text unchanged."""
    if text in _SEAT_OF:
        return seat_text(_SEAT_OF[text], say)
    if text in _TEAM_OF:
        return team_text(_TEAM_OF[text], say)
    if text in (*SUITS, "SA", "TA"):
        return contract_text(text, say)
    value, _, colour = text.rpartition(" ")
    if value:  # a bid: « 90 ♥ »
        if colour in CONTRACTS and (value.isdecimal() or value in BID_WORDS):
            return bid_text(int(value) if value.isdecimal() else value, colour, say)
        return text
    return card_text(Card.of(text), say) if text[-1:] in SUITS else text

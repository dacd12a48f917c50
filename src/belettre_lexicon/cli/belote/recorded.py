"""Reads a recorded game of Belote, compares its results with the rules, and describes it. Start at ``read_game``.

Records, journals of ``belote play`` and shorthand are read. Of the events of a file only the actions of the players are
replayed; the events that follow from them, such as the score of a deal, are then compared with those of the file.
``game_object`` returns a game as ``belote replay --json`` prints it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from ...base.errors import ArgumentError
from ...games.belote import events
from ...games.belote.cards import cards_of
from ...games.belote.donne import result_of
from ...games.belote.events import DealEnded, Dealt, Event, action_of
from ...games.belote.options import SHEETS
from ...games.belote.partie import Partie
from ...games.belote.records import EVENT_CODEC, RECORD_FORMAT, Record, fingerprint, parse_record, record_of, to_json
from ...games.belote.rules import BeloteRules
from ...games.belote.scoring.scores import ScoreLine
from ...games.belote.seats import Seat
from ...games.belote.shorthand import read_shorthand
from ...games.belote.state import State, with_states
from ...games.kit.chain import DAMAGE, LineErrorType, RecordError, follow_chain, read_head, unreadable
from ...games.kit.journal import JournalError
from ...games.kit.record import JOURNAL
from ..kit.text_files import complete_lines

#: What a file contains; "marque" is the journal of a score sheet.
GameFormat = Literal["record", "journal", "marque", "shorthand"]
#: The most characters of a first line in which the kind is looked for.
_MOST_HEAD = 1 << 16


class ResultDifference(NamedTuple):
    """A result in a file, such as the score of a deal, that differs from what the rules give for the same actions.

    line      the number of the event's line in the file; if the file lacks the event, that of the action before it
    recorded  the event of the file; None if it is missing
    found     the event that the rules give; None if they give none
    """

    line: int
    recorded: Event | None
    found: Event | None

    def changes(self) -> Iterator[tuple[str, str, object, object]]:
        """Yield for each field that differs the kind of event, the field's name, and its two values.

        The first value is that of the file, the second that of the rules; both are values of JSON, None if there is no
        such event. If the kinds of the two events differ, only the field "event", which has the kind, is yielded.
        """
        recorded, found = _fields(self.recorded), _fields(self.found)
        kind = str(recorded.get("event") or found.get("event"))
        names = [*found, *(name for name in recorded if name not in found)]
        if recorded.get("event") != found.get("event"):
            names = ["event"]
        for name in names:
            if recorded.get(name) != found.get(name):
                yield kind, name, recorded.get(name), found.get(name)


class RecordedPartie(NamedTuple):
    """A game that was read from a file.

    partie       the game, replayed from the actions of the players
    players      the names of the players by seat
    differences  the events of the file that differ from what the rules give
    torn         whether the last line of a journal is incomplete: it was being written when the process died
    """

    partie: Partie
    players: dict[Seat, str]
    differences: tuple[ResultDifference, ...] = ()
    torn: bool = False


def format_of(text: str) -> GameFormat:
    """Return whether *text* is "shorthand" or, if it begins with "{", a "record", a "journal" or a "marque" (sheet)."""
    first = text.removeprefix("\ufeff").lstrip()[:_MOST_HEAD].partition("\n")[0]
    if not first.startswith("{"):
        return "shorthand"
    try:
        kind = json.loads(first)["header"]["kind"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "record"  # reading it says what is wrong
    return kind if kind in ("journal", "marque") else "record"


def read_game(text: str) -> RecordedPartie:
    """Read a game from the text of a record, a journal or shorthand (but not of a score sheet).

    Raises RecordError, JournalError or ShorthandError, which name the line, if the game cannot be read or an action in
    it is not legal, and ArgumentError for shorthand without moves.
    """
    match format_of(text):
        case "record":
            record = parse_record(text)
            partie, differences = _replayed(record, [*enumerate(record.events, 2)], RecordError)
            return RecordedPartie(partie, record.players, tuple(differences))
        case "journal":
            return _read_journal(text)
        case _:
            partie = read_shorthand(text)
            if not partie.actions_done:
                raise ArgumentError("the text has no moves, expected a game of Belote")
            return RecordedPartie(partie, {})


def _read_journal(text: str) -> RecordedPartie:
    """Read a journal. Entries that were taken back are left out, and so is a last line without an end."""
    complete, torn = complete_lines(text)
    lines = iter(complete)
    head, check = read_head(next(lines), lambda raw: RECORD_FORMAT.decode_header(raw, JOURNAL), JournalError)
    entries: list[tuple[int, list[Event]]] = []
    for number, line in follow_chain(lines, 2, check, JournalError):
        if line.kind != "entry" or line.undid > len(entries) or line.undid < 0:
            raise JournalError(number, f"expected events, or at most {len(entries)} entries to take back")
        if line.undid:
            del entries[-line.undid :]
        if not line.did:
            continue
        try:
            entries.append((number, [EVENT_CODEC.read(bytes(raw)) for raw in line.did]))
        except DAMAGE as error:
            raise JournalError(number, unreadable(line.content(), error)) from error
    recorded = [(number, event) for number, did in entries for event in did]
    partie, differences = _replayed(head.header, recorded, JournalError)
    return RecordedPartie(partie, head.header.players, tuple(differences), torn=torn)


def _replayed(
    begun: Record, recorded: Sequence[tuple[int, Event]], error_type: LineErrorType
) -> tuple[Partie, list[ResultDifference]]:
    """Replay the actions among the *recorded* events; return the game, and the other events that differ from it.

    Each event comes with the number of its line. Raises *error_type*, which names the line, for an illegal action.
    """
    try:
        partie = Partie(begun.setup)
    except ArgumentError as error:
        raise error_type(1, str(error)) from error
    differences: list[ResultDifference] = []
    # A record begins with the first deal, a journal with the first action.
    begins = bool(recorded) and action_of(recorded[0][1]) is None
    expected, line = partie.log if begins else (), 1
    said: list[tuple[int, Event]] = []
    for number, event in recorded:
        action = action_of(event)
        if action is not None:
            differences += _compared(said, expected, line, last=False)
            refused = partie.refusals(action)
            if refused:
                raise error_type(number, "; ".join(map(str, refused)))
            expected, line, said = partie.apply(action), number, []
        said.append((number, event))
    differences += _compared(said, expected, line, last=True)
    return partie, differences


def _compared(
    said: Iterable[tuple[int, Event]], expected: Iterable[Event], line: int, *, last: bool
) -> Iterator[ResultDifference]:
    """Yield the differences between the events that follow an action in a file (*said*) and by the rules (*expected*).

    line  the line of the action
    last  whether these are the last events of the file, some of which may be missing
    """
    for recorded, found in zip_longest(said, expected):
        if recorded is None:
            if not last:
                yield ResultDifference(line, None, found)
        elif recorded[1] != found:
            yield ResultDifference(recorded[0], recorded[1], found)


def _fields(event: Event | None) -> dict[str, object]:
    described: dict[str, object] = {} if event is None else msgspec.json.decode(to_json(event))
    return described


def game_object(game: RecordedPartie, deal: int | None = None) -> dict[str, Any]:
    """Return a game as an object for JSON. Seats, sides and cards are texts; tuples are for N+S and E+O or each player.

    fingerprint, events    the fingerprint of the record of the game, and how many events it has
    over, awaits, turn     whether it is over; "speak", "lay", "claim" or "over"; the seat that has to act, or null
    players, rules, seed   the names by seat; the options that are not the default; the seed of the cards
    points, waiting, winner
                           the points written so far, those that wait (BS6), and the team that has won, or null
    deals                  each deal: number, dealer, retourne or null; *spoken*, seat and contract, null for a pass, or
                           the *word* ("bid", "coinched" …) with its values; taker and contract; *hands* of all cards
                           by seat, null before the auction is over; *announced* and
                           *judged* annonces; *laid*, the cards of an unfinished pli; *plis*; *claims* (BB3); *result*
                           with *lines*, the rule and the option behind every number, [] where sheets fall (VK9),
                           null before the end of the deal; in games with bids also their *value* and *mult*
    differences            what the file says otherwise: line, event, field, recorded, found

    deal  the number of the only deal to describe; None for all
    """
    partie = game.partie
    setup = partie.setup
    return {
        "fingerprint": fingerprint(record_of(partie, game.players)),
        "events": len(partie.log),
        "over": partie.over,
        "awaits": partie.awaits,
        "turn": None if partie.turn is None else partie.turn.value,
        "players": {seat.value: name for seat, name in game.players.items()},
        "rules": dict(partie.rules.as_dict()),
        "seed": setup.seed,
        "points": list(partie.points),
        "waiting": partie.state.sheet.waiting[0],
        "winner": None if partie.winner is None else partie.winner.value,
        "deals": [described for described in _deals(partie) if deal in (None, described["number"])],
        "differences": [
            {"line": difference.line, "event": event, "field": field, "recorded": recorded, "found": found}
            for difference in game.differences
            for event, field, recorded, found in difference.changes()
        ],
    }


def _deals(partie: Partie) -> list[dict[str, Any]]:
    deals: list[dict[str, Any]] = []
    for _, event, after in with_states(partie.log, partie.setup):
        if isinstance(event, Dealt):
            deals.append(_begun(event))
        else:
            _add(deals[-1], event, after, partie.rules)
    return deals


def _begun(event: Dealt) -> dict[str, Any]:
    return {
        "number": event.number,
        "dealer": event.dealer.value,
        "retourne": None if event.retourne is None else event.retourne.text,
        "spoken": [],
        "taker": None,
        "contract": None,
        "hands": None,
        "announced": [],
        "judged": None,
        "laid": [],
        "plis": [],
        "claims": [],
        "result": None,
    }


def _add(deal: dict[str, Any], event: Event, after: State, rules: BeloteRules) -> None:
    match event:
        case events.PassedOn():
            deal["spoken"].append(_fields_of(event, "seat") | {"contract": None})
        case events.Taken():
            deal["spoken"].append(_fields_of(event, "seat", "contract"))
            deal |= {"taker": event.seat.value, "contract": event.contract}
        case _ if isinstance(event, get_args(events.Spoken)):
            said = msgspec.json.decode(to_json(event), type=dict[str, Any])
            deal["spoken"].append({"word": said.pop("event"), **said})
        case events.Completed():
            deal |= {"taker": event.seat.value, "contract": event.contract}
            deal["hands"] = {
                seat.value: [card.text for card in cards_of(after.hands[seat.index])]
                for seat in rules.variant.table.seats
            }
        case events.Announced():
            deal["announced"].append(_fields_of(event, "seat", "kinds"))
        case events.Laid():
            deal["laid"].append(_fields_of(event, "seat", "card", "said"))
        case events.PliTaken():
            deal["plis"].append({"laid": deal["laid"]} | _fields_of(event, "seat", "points"))
            deal["laid"] = []
        case events.AnnoncesJudged():
            deal["judged"] = _fields_of(event, "team", "points", "shown")
        case events.Claimed():
            deal["claims"].append(_fields_of(event, "team", "claims"))
        case DealEnded():
            deal["contract"] = event.contract  # de comptoir the first card has made it (VK5)
            deal["result"] = _result(event, rules)
        case _:
            pass


def _result(event: DealEnded, rules: BeloteRules) -> dict[str, Any]:
    lines: tuple[ScoreLine, ...] = ()
    if event.taker is not None and rules.game not in SHEETS:
        lines = result_of(event, rules).lines
    bid = () if event.value is None else ("value", "mult")
    return {
        **_fields_of(event, "outcome", "plis", "plis_won", "belote", "annonces", "points"),
        "waiting": event.waiting[0],
        **_fields_of(event, "won_by", *bid),
        "lines": [
            {
                "team": rules.variant.table.sides[line.team].value,
                "points": line.points,
                "kind": line.kind,
                "rule": line.rule,
                "option": line.option,
            }
            for line in lines
        ],
    }


def _fields_of(event: Event, *names: str) -> dict[str, Any]:
    """Return the fields *names* of an event as values of JSON."""
    return msgspec.json.decode(to_json({name: getattr(event, name) for name in names}), type=dict[str, Any])

"""A recorded game of Belote as the object of ``belote replay --json``. Start reading at ``game_object``."""

from __future__ import annotations

from typing import Any

from ...games.belote.cards import Card, cards_of
from ...games.belote.donne import result_of
from ...games.belote.events import (
    PASSED,
    AnnoncesJudged,
    Announced,
    Claimed,
    Completed,
    DealEnded,
    Dealt,
    Event,
    Laid,
    PassedOn,
    PliTaken,
    Taken,
)
from ...games.belote.partie import Partie
from ...games.belote.records.json_lines import fingerprint, record_of
from ...games.belote.rules import BeloteRules
from ...games.belote.seats import SEATS, TEAMS
from ...games.belote.state import State, evolve, with_states
from .recorded import RecordedPartie


def game_object(game: RecordedPartie, deal: int | None = None) -> dict[str, Any]:
    """Return a game as an object for JSON. Seats, teams and cards are texts; pairs are for N+S and E+O.

    fingerprint, events    the fingerprint of the record of the game, and how many events it has
    over, awaits, turn     whether it is over; "speak", "lay", "claim" or "over"; the seat that has to act, or null
    players, rules, seed   the names by seat; the options that are not the default; the seed of the cards
    points, waiting, winner
                           the points written so far, those that wait (BS6), and the team that has won, or null
    deals                  each deal: number, dealer, retourne; *spoken*, seat and contract, null for a pass; taker and
                           contract; *hands* of eight cards by seat, null before the prise is over; *announced* and
                           *judged* annonces; *laid*, the cards of an unfinished pli; *plis*; *claims* (BB3); *result*
                           with *lines*, the rule and the option behind every number, null before the end of the deal
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
    """Return the deals of a game, the last of which may be unfinished."""
    deals: list[dict[str, Any]] = []
    for before, event in with_states(partie.log, partie.setup):
        if isinstance(event, Dealt):
            deals.append(_begun(event))
        else:
            _add(deals[-1], event, before and evolve(before, event, partie.setup), partie.rules)
    return deals


def _begun(event: Dealt) -> dict[str, Any]:
    """Return a deal in which nothing was said yet."""
    return {
        "number": event.number,
        "dealer": event.dealer.value,
        "retourne": event.retourne.text,
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


def _add(deal: dict[str, Any], event: Event, after: State | None, rules: BeloteRules) -> None:
    """Add an event to the deal in which it happened. *after* is the state after it."""
    match event:
        case PassedOn():
            deal["spoken"].append({"seat": event.seat.value, "contract": None})
        case Taken():
            deal["spoken"].append({"seat": event.seat.value, "contract": event.contract})
            deal |= {"taker": event.seat.value, "contract": event.contract}
        case Completed() if after is not None:
            deal["hands"] = {seat.value: _texts(cards_of(after.hands[seat.index])) for seat in SEATS}
        case Announced():
            deal["announced"].append({"seat": event.seat.value, "kinds": list(event.kinds)})
        case Laid():
            deal["laid"].append({"seat": event.seat.value, "card": event.card.text, "said": event.said})
        case PliTaken():
            laid, deal["laid"] = deal["laid"], []
            deal["plis"].append({"laid": laid, "seat": event.seat.value, "points": event.points})
        case AnnoncesJudged():
            deal["judged"] = _judged(event)
        case Claimed():
            deal["claims"].append({"team": event.team.value, "claims": event.claims})
        case DealEnded():
            deal["result"] = _result(event, rules)
        case _:
            pass


def _judged(event: AnnoncesJudged) -> dict[str, Any]:
    return {
        "team": None if event.team is None else event.team.value,
        "points": event.points,
        "shown": [
            {"seat": shown.seat.value, "kind": shown.kind, "points": shown.points, "cards": _texts(shown.cards)}
            for shown in event.shown
        ],
    }


def _result(event: DealEnded, rules: BeloteRules) -> dict[str, Any]:
    """Return how a deal ended, with the rule and the option behind every number."""
    lines: list[dict[str, Any]] = []
    if event.outcome != PASSED:
        lines = [
            {
                "team": TEAMS[line.team].value,
                "points": line.points,
                "kind": line.kind,
                "rule": line.rule,
                "option": line.option,
            }
            for line in result_of(event, rules).lines
        ]
    return {
        "outcome": event.outcome,
        "plis": list(event.plis),
        "plis_won": list(event.plis_won),
        "belote": list(event.belote),
        "annonces": list(event.annonces),
        "points": list(event.points),
        "waiting": event.waiting[0],
        "won_by": None if event.won_by is None else event.won_by.value,
        "lines": lines,
    }


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card.text for card in cards]

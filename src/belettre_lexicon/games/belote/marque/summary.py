"""A score sheet as plain values, for programs: JSON of the command line and of a server."""

from __future__ import annotations

from typing import Any

from ..scores import DealResult, ScoreLine
from .entries import DealEntry
from .marque import Marque
from .state import WrittenDeal


def summary(marque: Marque) -> dict[str, Any]:
    """Return a sheet as values that JSON has. Pairs are for N+S and E+O (« nous » and « eux »).

    rules, names   the options that are not the default; the names of the players in playing order
    deals          each deal: number, dealer, entry (null if nobody took), outcome, points, lines with rule and option
    totals, exact  the points as written, and without rounding; *waiting* those that wait (BS6)
    dealer         who deals next, and *speaker* who speaks first; null if the partie is over
    winner         "N+S" or "E+O"; null if the partie is not over
    """
    state, over = marque.state, marque.over
    return {
        "rules": dict(marque.rules.as_dict()),
        "names": list(marque.names),
        "deals": [_deal(deal) for deal in marque.deals],
        "totals": list(state.totals),
        "exact": list(state.exact),
        "waiting": state.waiting[0],
        "dealer": None if over else marque.dealer.value,
        "speaker": None if over else marque.speaker.value,
        "winner": None if marque.winner is None else marque.winner.value,
    }


def _deal(deal: WrittenDeal) -> dict[str, Any]:
    result = deal.result
    described: dict[str, Any] = {
        "number": deal.number,
        "dealer": deal.dealer.value,
        "entry": None if deal.entry is None else _entry(deal.entry),
        "counts": deal.counts,
        "outcome": "passed" if deal.entry is None else None,
    }
    if result is not None:
        described |= _result(result)
    return described | {"totals": list(deal.totals), "waiting": deal.waiting[0]}


def _entry(entry: DealEntry) -> dict[str, Any]:
    return {
        "team": entry.team.value,
        "taker": None if entry.taker is None else entry.taker.value,
        "contract": entry.contract,
        "plis": entry.plis,
        "capot": None if entry.capot is None else entry.capot.value,
        "renonce": None if entry.renonce is None else entry.renonce.value,
        "belotes": list(entry.belotes),
        "annonces": [list(points) for points in entry.annonces],
    }


def _result(result: DealResult) -> dict[str, Any]:
    return {
        "outcome": result.outcome,
        "rule": result.rule,
        "option": result.option,
        "points": list(result.points),
        "won_by": result.won_by,
        "lines": list(map(_line, result.lines)),
        "held": list(map(_line, result.held)),
    }


def _line(line: ScoreLine) -> dict[str, Any]:
    return {
        "team": line.team,
        "kind": line.kind,
        "points": line.points,
        "rule": line.rule,
        "option": line.option,
    }

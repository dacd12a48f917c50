"""``Marque``: the score sheet of a table with real cards, as a state machine. Start reading here.

    terms → Marque ── refusals(action) / can(action)    refusals: what no deal can give
                   └─ apply(action) → events            entries → state.evolve: scores, totals, end of the partie
                      undo(), replay(), needs()

The players enter one line for each deal; ``typed`` reads it. Nobody enters cards. ``summary`` returns a sheet as plain
values, for the JSON of the command line and of a server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

import msgspec

from ....base.errors import ArgumentError
from ...kit.journal import EntryJournal, JournalError
from ...kit.machine import Dispatch, Machine
from ...kit.record import EventCodec, GameRecord, JournalFormat, check_version
from ...kit.seats import Points
from ..rules import BeloteRules
from ..scoring.scores import DealResult, ScoreLine
from ..seats import Seat, Team
from . import refusals
from .entries import (
    NO_NAMES,
    CorrectDeal,
    DealCorrected,
    DealEntry,
    DealerSet,
    DealWritten,
    MarqueAction,
    MarqueEvent,
    MarqueTerms,
    PlayerNames,
    PlayersSeated,
    SeatPlayers,
    SetDealer,
    WriteDeal,
)
from .refusals import MarqueRefusal
from .state import MarqueState, WrittenDeal, begin, evolve, first_state


class Marque(Machine[MarqueTerms, MarqueState, MarqueAction, MarqueEvent, MarqueRefusal]):
    """A score sheet.

    >>> from .entries import DealEntry
    >>> marque = Marque.new(BeloteRules(), ("Ana", "Bob", "Chloé", "David"))
    >>> marque.apply(WriteDeal(DealEntry(Team.NS, 61, Seat.SUD, belotes=(0, 1))))[0].number
    1
    >>> marque.totals, marque.dealer, marque.speaker
    ((0, 182), <Seat.EST: 'E'>, <Seat.NORD: 'N'>)

    setup  the terms: rules, first dealer, first names
    state  the deals so far with their scores

    Sheets are equal if their terms and logs are. A sheet belongs to one thread at a time.
    """

    __slots__ = ()

    def __init__(self, setup: MarqueTerms) -> None:
        """Begin a sheet. Raises ArgumentError if the terms are invalid."""
        if not isinstance(setup, MarqueTerms):
            raise ArgumentError(f"terms: {setup!r:.40}, expected MarqueTerms")
        setup.check()
        first = begin(setup)
        super().__init__(setup, first, first_state(first))

    @classmethod
    def new(cls, rules: BeloteRules | None = None, names: PlayerNames = NO_NAMES, *, dealer: Seat = Seat.SUD) -> Marque:
        """Begin a sheet.

        rules   the house rules; None for those of RULES-BELOTE.md without options
        names   the names of the players in playing order, "" for a player without one
        dealer  who deals first (BD2)

        Raises ArgumentError if a value is invalid.
        """
        return cls(MarqueTerms(rules or BeloteRules(), dealer, names))

    @classmethod
    def replay(cls, setup: MarqueTerms, events: Iterable[MarqueEvent]) -> Marque:
        """Rebuild a sheet from its log. Raises ReplayError, which names the first event that breaks the rules."""
        marque = cls(setup)
        marque.follow_log(events)
        return marque

    def __reduce__(self) -> tuple[Callable[..., Marque], tuple[MarqueTerms, tuple[MarqueEvent, ...]]]:
        return type(self).replay, (self.setup, self.log)

    def __repr__(self) -> str:
        return f"Marque({len(self.deals)} deals, {self.totals[0]}-{self.totals[1]}, {len(self._log)} events)"

    @property
    def rules(self) -> BeloteRules:
        """The house rules."""
        return self.setup.rules

    @property
    def names(self) -> PlayerNames:
        """The names of the players in playing order; "" for a player without a name."""
        return self.state.names

    @property
    def deals(self) -> tuple[WrittenDeal, ...]:
        """The deals so far, with those that nobody took."""
        return self.state.deals

    @property
    def totals(self) -> Points:
        """The points of both teams as written, by ``Team.index``."""
        return self.state.totals

    @property
    def waiting(self) -> int:
        """The points that wait for the winner of the next deal (BS6)."""
        return self.state.waiting[0]

    @property
    def dealer(self) -> Seat:
        """Who deals the next deal (BD10)."""
        return self.state.dealer

    @property
    def speaker(self) -> Seat:
        """Who speaks first in the next deal, and lays its first card (BA1, BP1)."""
        return self.state.dealer.next

    @property
    def winner(self) -> Team | None:
        """The team that has won; None if the partie is not over."""
        return self.state.winner

    @property
    def over(self) -> bool:
        """Whether the partie is over. Deals can still be corrected."""
        return self.state.winner is not None

    _refusals_of = staticmethod(refusals.refusals)
    _legal_actions_of = staticmethod(refusals.legal_actions)
    _evolve = staticmethod(evolve)

    def _consequence(self, state: MarqueState) -> MarqueEvent | None:
        return None  # points and the end of the partie follow from the entries, so the log does not hold them

    def _event_of(self, action: MarqueAction, recorded: MarqueEvent | None) -> MarqueEvent:
        return _EVENTS[type(action)](action, self.state)

    @staticmethod
    def _action_of(event: MarqueEvent) -> MarqueAction | None:
        make = _ACTIONS.get(type(event))
        return None if make is None else make(event)


_EVENTS = (
    Dispatch[[MarqueState], MarqueEvent]()
    .on(WriteDeal, lambda action, state: DealWritten(len(state.deals) + 1, action.entry))
    .on(CorrectDeal, lambda action, state: DealCorrected(action.number, action.entry))
    .on(SeatPlayers, lambda action, state: PlayersSeated(action.names))
    .on(SetDealer, lambda action, state: DealerSet(action.seat))
)
_ACTIONS = (
    Dispatch[[], MarqueAction]()
    .on(DealWritten, lambda event: WriteDeal(event.entry))
    .on(DealCorrected, lambda event: CorrectDeal(event.number, event.entry))
    .on(PlayersSeated, lambda event: SeatPlayers(event.names))
    .on(DealerSet, lambda event: SetDealer(event.seat))
)


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


__all__ = ["JournalError", "MarqueJournal"]

#: The version of the format, and what the header says that the lines are.
VERSION = 1
KIND = "marque"


class MarqueRecord(GameRecord[MarqueTerms, MarqueEvent], frozen=True):
    """The terms and the log of a score sheet."""


class _MarqueHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    kind: str
    rules: dict[str, bool | int | str | None]
    dealer: Seat
    names: PlayerNames = NO_NAMES


class _Kind(msgspec.Struct, frozen=True):
    version: int
    kind: str = ""


def _encode_header(record: MarqueRecord) -> bytes:
    terms = record.setup
    return msgspec.json.encode(_MarqueHeader(VERSION, KIND, terms.rules.as_dict(), terms.dealer, terms.names))


def _decode_header(raw: bytes) -> MarqueRecord:
    found = msgspec.json.decode(raw, type=_Kind)
    if found.kind != KIND:
        raise ArgumentError(f"kind {found.kind!r:.40}, expected {KIND!r}: a score sheet of Belote")
    check_version(found.version, VERSION)
    header = msgspec.json.decode(raw, type=_MarqueHeader)
    return MarqueRecord(MarqueTerms(BeloteRules.from_dict(header.rules), header.dealer, header.names), ())


class MarqueJournal(EntryJournal[Marque, MarqueAction, MarqueEvent, MarqueRecord]):
    """A score sheet together with the journal of its entries.

    >>> from .entries import DealEntry, WriteDeal
    >>> from ..seats import Team
    >>> journal = MarqueJournal(Marque.new())
    >>> lines = [journal.header]
    >>> with journal.entering(WriteDeal(DealEntry(Team.NS, 92))) as line:
    ...     lines.append(line)
    >>> MarqueJournal.resume(lines).marque.totals
    (92, 70)

    header, number, check   as in ``EntryJournal``
    """

    __slots__ = ()
    format = JournalFormat(_encode_header, _decode_header, EventCodec[MarqueEvent](MarqueEvent))

    def __init__(self, marque: Marque) -> None:
        """Start the journal of a new sheet. Raises ArgumentError if something was entered already."""
        super().__init__(marque, MarqueRecord(marque.setup, marque.log))

    @property
    def marque(self) -> Marque:
        """The sheet, without entries that were taken back."""
        return self._game

    @classmethod
    def resume(cls, lines: Iterable[str]) -> Self:
        """Resume a sheet from the lines of its journal.

        Raises JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or that no
        sheet can have.
        """
        return cls.resume_game(lines, lambda record: Marque(record.setup))

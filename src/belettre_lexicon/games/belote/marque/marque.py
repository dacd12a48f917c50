"""``Marque``: the score sheet of a table with real cards, as a state machine, and its journal. Start reading here.

    terms → Marque ── refusals(action) / can(action)    refusals: impossible entries
                   └─ apply(action) → events            entries → state.evolve: scores, totals, end of the partie
                      undo(), replay()

The players enter one line for each deal; ``typed`` reads it. Nobody enters cards. ``summary`` returns a sheet as plain
values, for the JSON of the command line and of a server. A front-end writes each line of a ``MarqueJournal`` to
permanent storage before it acknowledges the entry. The lines have the format of ``kit.journal``; the first line
contains the terms::

    {"check":"…","header":{"version":1,"kind":"marque","rules":{"target":1001},"dealer":"S","names":["Ana","Bob","",""]}}
    {"check":"…","line":2,"did":[{"event":"written","number":1,"entry":{"team":"N+S","plis":92,"taker":"S"}}]}
    {"check":"…","line":3,"undid":1}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

import msgspec

from ....base.errors import ArgumentError
from ...kit.journal import EntryJournal
from ...kit.journal import JournalError as JournalError
from ...kit.machine import Dispatch, Machine
from ...kit.record import EventCodec, GameRecord, JournalFormat, check_version
from ...kit.seats import Points
from ..options import SHEETS
from ..rules import BeloteRules
from ..scoring.scores import line_object
from ..scoring.sheets import SheetResult
from ..seats import Seat, Team
from . import entries, refusals
from .entries import NO_NAMES, MarqueAction, MarqueEvent, MarqueTerms, PlayerNames
from .refusals import MarqueRefusal
from .state import EndedPartie, MarqueState, WrittenDeal, evolve, first_state, next_seat, sheet_begun


class Marque(Machine[MarqueTerms, MarqueState, MarqueAction, MarqueEvent, MarqueRefusal]):
    """A score sheet.

    >>> from .entries import DealEntry, WriteDeal
    >>> marque = Marque.new(BeloteRules(), ("Ana", "Bob", "Chloé", "David"))
    >>> marque.apply(WriteDeal(DealEntry(Team.NS, 61, Seat.SUD, belotes=(0, 1))))[0].number
    1
    >>> marque.totals, marque.dealer, marque.speaker
    ((0, 182), <Seat.EST: 'E'>, <Seat.NORD: 'N'>)

    setup  the terms: rules, first dealer, first names
    state  the deals so far with their scores, the current names, and who deals next

    Sheets are equal if their terms and logs are equal. A sheet must be used by one thread at a time.
    """

    def __init__(self, setup: MarqueTerms) -> None:
        """Begin a sheet. Raises ArgumentError if the terms are invalid."""
        if not isinstance(setup, MarqueTerms):
            raise ArgumentError(f"terms: {setup!r:.40}, expected MarqueTerms")
        setup.check()
        first = sheet_begun(setup)
        super().__init__(setup, first, first_state(first, setup.rules))

    @classmethod
    def new(cls, rules: BeloteRules | None = None, names: PlayerNames = NO_NAMES, *, dealer: Seat = Seat.SUD) -> Marque:
        """Begin a sheet.

        rules   the house rules; None for those of RULES-BELOTE.md without options
        names   the names of the players in playing order; "" for a player without a name
        dealer  the seat that deals first (BD2)

        Raises ArgumentError if a value is invalid.
        """
        rules = rules or BeloteRules()
        return cls(MarqueTerms(rules, dealer, names if any(names) else ("",) * rules.variant.players))

    @classmethod
    def replay(cls, setup: MarqueTerms, events: Iterable[MarqueEvent]) -> Marque:
        """Rebuild a sheet from its log. Raises ReplayError, which names the first event that breaks the rules."""
        marque = cls(setup)
        marque.follow_log(events)
        return marque

    def __reduce__(self) -> tuple[Callable[..., Marque], tuple[MarqueTerms, tuple[MarqueEvent, ...]]]:
        return type(self).replay, (self.setup, self.log)

    def __repr__(self) -> str:
        return f"Marque({len(self.deals)} deals, {'-'.join(map(str, self.totals))}, {len(self._log)} events)"

    @property
    def rules(self) -> BeloteRules:
        """The house rules of the table, which decide how the entries are scored; they never change on a sheet."""
        return self.setup.rules

    @property
    def names(self) -> PlayerNames:
        """The names of the players in playing order; "" for a player without a name."""
        return self.state.names

    @property
    def deals(self) -> tuple[WrittenDeal, ...]:
        """All deals so far, including those that nobody took and those that do not count (``WrittenDeal.counts``)."""
        return self.state.deals

    @property
    def totals(self) -> Points:
        """The points of the sides as written, by ``Team.index``, without the points that wait (BS6).

        In Belote de comptoir and the lyonnaise, the sheets of the players instead (VK10).
        """
        return self.state.totals

    @property
    def waiting(self) -> int:
        """The points that wait for the winner of the next deal, as written (BS6)."""
        return self.state.waiting[0]

    @property
    def dealer(self) -> Seat:
        """The seat that deals next: the one after the last dealer, unless ``SetDealer`` set another one (BD10)."""
        return self.state.dealer

    @property
    def speaker(self) -> Seat:
        """The seat that speaks first in the next deal and lays its first card (BA1, BP1)."""
        return next_seat(self.state.dealer, self.rules, self.totals)

    @property
    def parties(self) -> tuple[EndedPartie, ...]:
        """The earlier parties of the evening."""
        return self.state.parties

    @property
    def winner(self) -> Team | None:
        """The side that has won; None if the partie is not over, or has a loser instead."""
        return self.state.winner

    @property
    def loser(self) -> Team | None:
        """The player who is the last one left and has lost (VK11); None if there is none."""
        return self.state.loser

    @property
    def over(self) -> bool:
        """Whether the partie is over. Its deals can still be corrected, and another partie can begin."""
        return self.state.end is not None

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
    .on(entries.WriteDeal, lambda action, state: entries.DealWritten(len(state.deals) + 1, action.entry))
    .on(entries.CorrectDeal, lambda action, state: entries.DealCorrected(action.number, action.entry))
    .on(entries.SeatPlayers, lambda action, state: entries.PlayersSeated(action.names))
    .on(entries.SetDealer, lambda action, state: entries.DealerSet(action.seat))
    .on(entries.BeginPartie, lambda action, state: entries.PartieBegun(action.names or state.names))
)
_ACTIONS = (
    Dispatch[[], MarqueAction]()
    .on(entries.DealWritten, lambda event: entries.WriteDeal(event.entry))
    .on(entries.DealCorrected, lambda event: entries.CorrectDeal(event.number, event.entry))
    .on(entries.PlayersSeated, lambda event: entries.SeatPlayers(event.names))
    .on(entries.DealerSet, lambda event: entries.SetDealer(event.seat))
    .on(entries.PartieBegun, lambda event: entries.BeginPartie(event.names))
)


def summary(marque: Marque) -> dict[str, Any]:
    """Return a sheet as a JSON-ready dict with these keys. Pairs are for N+S and E+O (« nous » and « eux »).

    rules    the options that differ from their defaults
    names    the names of the players in playing order
    parties  a dict for each earlier partie of the evening, with its names, totals and winner
    deals    a dict for each deal, with its number, dealer, entry (null if nobody took), counts, outcome, and the totals
             and waiting points after it. If it was scored, it also has the rule, option, points, won_by, lines and held
             of ``DealResult``
    totals   the points as written
    exact    the points without rounding
    waiting  the points that wait (BS6)
    dealer   the seat that deals next; null if the partie is over
    speaker  the seat that speaks first in the next deal; null if the partie is over
    winner   "N+S" or "E+O", or a seat in games without teams; null if the partie is not over
    loser    the seat of the player who has lost; only in Belote de comptoir and the lyonnaise, whose totals are sheets
    """
    state, over = marque.state, marque.over
    described = msgspec.json.encode(
        {
            "rules": marque.rules.as_dict(),
            "names": marque.names,
            "parties": [{name: getattr(one, name) for name in ("names", "totals", "winner")} for one in marque.parties],
            "deals": [_deal(deal) for deal in marque.deals],
            "totals": state.totals,
            "exact": state.exact,
            "waiting": state.waiting[0],
            "dealer": None if over else marque.dealer,
            "speaker": None if over else marque.speaker,
            "winner": marque.winner,
            **({"loser": marque.loser} if marque.rules.game in SHEETS else {}),
        }
    )
    return msgspec.json.decode(described, type=dict[str, Any])


def _deal(deal: WrittenDeal) -> dict[str, Any]:
    described: dict[str, Any] = {
        "number": deal.number,
        "dealer": deal.dealer,
        "entry": deal.entry and _entry(deal.entry),
        "counts": deal.counts,
        "outcome": "passed" if deal.entry is None else None,
    }
    if isinstance(result := deal.result, SheetResult):
        described |= {"outcome": result.outcome, "rule": "VK9", "value": result.value}
        described |= {"fell": result.fell, "left": result.left}
    elif result is not None:
        described |= {name: getattr(result, name) for name in ("outcome", "rule", "option", "points", "won_by")}
        described |= {"lines": list(map(line_object, result.lines)), "held": list(map(line_object, result.held))}
    return described | {"totals": deal.totals, "waiting": deal.waiting[0]}


def _entry(entry: entries.DealEntry) -> dict[str, Any]:
    described = {name: getattr(entry, name) for name in _ENTRY}
    described |= {name: value for name in _RARE if (value := getattr(entry, name))}
    return described if entry.mult == 1 else described | {"mult": entry.mult}


#: The fields of an entry in the order in which they are described, and those that are left out where they say nothing.
_ENTRY = ("team", "taker", "contract", "plis", "capot", "renonce", "belotes", "annonces")
_RARE = ("fallen", "misdeal", "penalty", "reason", "made", "bid")


#: The version of the format, and what the header says that the lines are.
VERSION = 1
KIND = "marque"


class MarqueRecord(GameRecord[MarqueTerms, MarqueEvent], frozen=True):
    """The terms and the log of a score sheet, from which ``Marque.replay`` rebuilds it."""


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

    header, check  the first line of the journal, and the check of the last line
    number         how many lines follow the first; the lines of entries that were taken back are among them
    """

    format = JournalFormat(_encode_header, _decode_header, EventCodec[MarqueEvent](MarqueEvent))

    def __init__(self, marque: Marque) -> None:
        """Start the journal of a new sheet. Raises ArgumentError if the sheet already has entries."""
        super().__init__(marque, MarqueRecord(marque.setup, marque.log))

    @property
    def marque(self) -> Marque:
        """The sheet, without entries that were taken back."""
        return self._game

    @classmethod
    def resume(cls, lines: Iterable[str]) -> Self:
        """Resume a sheet from the lines of its journal.

        Raises JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or whose
        events break the rules.
        """
        return cls.resume_game(lines, lambda record: Marque(record.setup))

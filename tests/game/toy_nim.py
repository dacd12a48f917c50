"""Nim for 2 to 4 players, a toy game on the kit: machine, seats, journal and records.

In turn, the players take 1 to 3 matches from a heap; who has to take the last one loses. No player takes the last
match: when one is left, the event ``Over`` follows by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

import msgspec

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.kit.journal import EntryJournal
from belettre_lexicon.games.kit.machine import ActionRefusal, Machine
from belettre_lexicon.games.kit.record import EventCodec, GameRecord, RecordFormat, RecordHeader, replay_record
from belettre_lexicon.games.kit.seats import BaseSeat, Seating


class Corner(BaseSeat):
    """The places in playing order; with fewer than four players, the first ones are taken."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class NimSetup(msgspec.Struct, frozen=True):
    """The terms of a game: the matches of the heap, and the number of players."""

    heap: int
    players: int = 4

    @property
    def seating(self) -> Seating[Corner]:
        """The places that are taken; each player plays alone."""
        return Seating(tuple(Corner)[: self.players])


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag=str.lower):
    pass


class Started(_Event, frozen=True):
    """The first event of a game."""


class Take(_Event, frozen=True):
    """A place takes 1 to 3 matches: both the action and its event."""

    corner: Corner
    matches: int


class Over(_Event, frozen=True):
    """The event that follows by itself: one match is left, which *loser* has to take."""

    loser: Corner


Event = Started | Take | Over


class Heap(msgspec.Struct, frozen=True):
    """The state: matches left, whose turn it is, and who has lost; None while the game goes on."""

    left: int
    turn: Corner
    loser: Corner | None = None


class NimRefusal(ActionRefusal, frozen=True):
    """One rule against a move."""

    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = {
        "turn": ("N1", "it is another corner's turn"),
        "number": ("N2", "a player takes 1 to 3 matches and leaves at least one"),
        "over": ("N3", "the game is over"),
    }


class Nim(Machine[NimSetup, Heap, Take, Event, NimRefusal]):
    """The game."""

    def __init__(self, heap: int, players: int = 4) -> None:
        setup = NimSetup(heap, players)
        if heap <= 1:
            raise ArgumentError(f"heap: {heap}, expected 2 or more")
        super().__init__(setup, Started(), Heap(heap, setup.seating.seats[0]))

    @staticmethod
    def _refusals_of(state: Heap, setup: NimSetup, action: Take) -> list[NimRefusal]:
        if state.loser is not None:
            return [NimRefusal("over")]
        refused = []
        if action.corner is not state.turn:
            refused.append(NimRefusal("turn", action.corner.value, state.turn.value))
        if not 1 <= action.matches <= min(3, state.left - 1):
            refused.append(NimRefusal("number", str(action.matches)))
        return refused

    @staticmethod
    def _legal_actions_of(state: Heap, setup: NimSetup) -> Iterator[Take]:
        moves = (Take(state.turn, number) for number in (1, 2, 3))
        return (move for move in moves if not Nim._refusals_of(state, setup, move))

    @staticmethod
    def _evolve(state: Heap, event: Event, setup: NimSetup) -> Heap:
        if isinstance(event, Take):
            return Heap(state.left - event.matches, setup.seating.next(event.corner))
        return Heap(0, state.turn, event.loser) if isinstance(event, Over) else state

    def _consequence(self, state: Heap) -> Event | None:
        return Over(state.turn) if state.left == 1 else None

    def _event_of(self, action: Take, recorded: Event | None) -> Event:
        return action

    @staticmethod
    def _action_of(event: Event) -> Take | None:
        return event if isinstance(event, Take) else None


class NimRecord(GameRecord[NimSetup, Event], frozen=True):
    """All that is needed to rebuild a game."""


class _Header(RecordHeader, frozen=True, kw_only=True):
    heap: int
    players: int


RECORD_FORMAT = RecordFormat(
    1,
    "nim",
    header_type=_Header,
    to_header=lambda record: _Header(heap=record.setup.heap, players=record.setup.players),
    from_header=lambda header: NimRecord(NimSetup(header.heap, header.players), ()),
    codec=EventCodec[Event](Event),
)


def nim_of(record: NimRecord) -> Nim:
    """Rebuild the game of a record."""
    return replay_record(lambda: Nim(record.setup.heap, record.setup.players), record.events)


class NimJournal(EntryJournal[Nim, Take, Event, NimRecord]):
    """A game together with the journal of its entries."""

    __slots__ = ()
    format = RECORD_FORMAT.journal

    def __init__(self, game: Nim) -> None:
        super().__init__(game, NimRecord(game.setup, game.log))

    @classmethod
    def resume(cls, lines: Iterable[str]) -> Self:
        """Resume a game from the lines of its journal."""
        return cls.resume_game(lines, lambda record: Nim(record.setup.heap, record.setup.players))

"""A toy game built on ``game``: in turn, four places take 1 to 3 matches from a heap; taking the last one loses.

No player takes the last match: when one is left, the event ``Over`` follows by itself, and the next place has lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from belettre_lexicon.games.kit.seats import BaseSeat, BaseTeam

from belettre_lexicon.games.kit.machine import Machine
from belettre_lexicon.games.kit.refusals import ActionRefusal


class Side(BaseTeam):
    """The two teams."""

    ODD = "odd"
    EVEN = "even"


class Corner(BaseSeat, teams=Side):
    """The four places in playing order."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    team: Side


class Take(msgspec.Struct, frozen=True):
    """A place takes 1 to 3 matches: both the action and its event."""

    corner: Corner
    matches: int


class Over(msgspec.Struct, frozen=True, tag=True):
    """The event that follows by itself: one match is left, which *loser* has to take."""

    loser: Corner


class Started(msgspec.Struct, frozen=True, tag=True):
    """The first event of a game."""


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


Event = Started | Take | Over


def refusals(state: Heap, setup: int, action: Take) -> list[NimRefusal]:
    """Every rule against a move; [] if it is legal."""
    if state.loser is not None:
        return [NimRefusal("over")]
    refused = []
    if action.corner is not state.turn:
        refused.append(NimRefusal("turn", action.corner.value, state.turn.value))
    if not 1 <= action.matches <= min(3, state.left - 1):
        refused.append(NimRefusal("number", str(action.matches)))
    return refused


def legal_actions(state: Heap, setup: int) -> Iterator[Take]:
    """Every legal move; none if the game is over."""
    moves = (Take(state.turn, number) for number in (1, 2, 3))
    return (move for move in moves if not refusals(state, setup, move))


def evolve(state: Heap, event: Event, setup: int) -> Heap:
    """The heap after an event."""
    if isinstance(event, Take):
        return Heap(state.left - event.matches, event.corner.next)
    return Heap(0, state.turn, event.loser) if isinstance(event, Over) else state


class Nim(Machine[int, Heap, Take, Event, NimRefusal]):
    """The game; the setup is the size of the heap."""

    def __init__(self, heap: int) -> None:
        super().__init__(heap, Started(), Heap(heap, Corner.NORTH))

    _refusals_of = staticmethod(refusals)
    _legal_actions_of = staticmethod(legal_actions)
    _evolve = staticmethod(evolve)

    def _consequence(self, state: Heap) -> Event | None:
        return Over(state.turn) if state.left == 1 else None

    def _event_of(self, action: Take, recorded: Event | None) -> Event:
        return action

    @staticmethod
    def _action_of(event: Event) -> Take | None:
        return event if isinstance(event, Take) else None

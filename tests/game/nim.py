"""A toy game on the shared floor: four places take 1 to 3 matches in turn from a heap; who takes the last one loses.

When the heap is down to one match, the next place has to take it: the machine does so as a consequence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from belettre_lexicon.game.machine import Machine
from belettre_lexicon.game.places import Partnership, Place
from belettre_lexicon.game.refusals import ActionRefusal


class Side(Partnership):
    """The two teams."""

    ODD = "odd"
    EVEN = "even"


class Corner(Place, teams=Side):
    """The four places in playing order."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    team: Side


class Take(msgspec.Struct, frozen=True):
    """The action, and the event: a place takes some matches."""

    corner: Corner
    matches: int


class Over(msgspec.Struct, frozen=True, tag=True):
    """The event that follows by itself: the loser had to take the last match."""

    loser: Corner


class Started(msgspec.Struct, frozen=True, tag=True):
    """The first event."""


class Heap(msgspec.Struct, frozen=True):
    """The state: matches left, whose turn it is, who has lost."""

    left: int
    turn: Corner
    loser: Corner | None = None


class NimRefusal(ActionRefusal, frozen=True):
    """One rule against a move."""

    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = {
        "turn": ("N1", "it is another corner's turn"),
        "number": ("N2", "1 to 3 matches are taken, and one is left"),
        "over": ("N3", "the game is over"),
    }


Event = Started | Take | Over


def refusals(state: Heap, setup: int, action: Take) -> list[NimRefusal]:
    """Every rule against a move."""
    if state.loser is not None:
        return [NimRefusal("over")]
    found = []
    if action.corner is not state.turn:
        found.append(NimRefusal("turn", action.corner.value, state.turn.value))
    if not 1 <= action.matches <= min(3, state.left - 1):
        found.append(NimRefusal("number", str(action.matches)))
    return found


def legal_actions(state: Heap, setup: int) -> Iterator[Take]:
    """Every legal move."""
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

"""The state machine of a game, with actions, events, undo and replay. Start reading at ``Machine.apply``.

    action ── legality ──► event ── evolve ──► state ── consequence ──► event … until a player has to act

States are immutable values, so undo can return to an earlier state. A game is rebuilt by replaying the events of its
log, each of which is checked against the rules. Each game implements the abstract methods at the end of the class.
A ``Dispatch`` selects the function for each type of action or event.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from operator import itemgetter
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeVar

import msgspec

from ...base.errors import ArgumentError, BelettreError

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
RefusalT = TypeVar("RefusalT", bound="ActionRefusal")
T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


class ActionRefusal(msgspec.Struct, frozen=True):
    """A rule that forbids an action. Each game defines a subclass with its own REASONS.

    reason    the name of the reason, a key of REASONS
    value     what is not allowed, such as a card, seat or letter, as text; "" if the reason needs no value
    expected  what would be legal instead, as text; "" if the reason does not say it
    """

    #: Reason → the id of the broken rule, and the text that errors show.
    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = {}

    reason: str
    value: str = ""
    expected: str = ""

    @property
    def rule(self) -> str:
        """The id of the broken rule in the rules of the game, such as "P3"."""
        return self.REASONS[self.reason][0]

    def __str__(self) -> str:
        details = ", expected ".join(filter(None, (self.value, self.expected)))
        return f"{self.rule}: {self.REASONS[self.reason][1]}{f' ({details})' if details else ''}"


class IllegalActionError(BelettreError):
    """Raised if an action is not legal. ``refusals`` are the reasons why it is not. The game has not changed."""

    def __init__(self, action: object, refusals: tuple[ActionRefusal, ...]) -> None:
        super().__init__(f"{type(action).__name__}: {'; '.join(map(str, refusals))}")
        self.action = action
        self.refusals = refusals


class ReplayError(BelettreError):
    """Raised if a log breaks the rules. ``number`` is the number of the first event that is not allowed, from 1."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"event {number}: {message}")
        self.number = number
        self.message = message


class Machine(ABC, Generic[SetupT, StateT, ActionT, EventT, RefusalT]):
    """Base class of games: the state of a game, its log, and the actions that are legal.

    setup  the terms of the game, settled before the first move
    state  the whole current state, hidden cards included

    Actions in a copy do not affect the original. A deep copy is the same as a copy: states and events are immutable, so
    both games share them. Games are equal if their setups and logs are equal.
    """

    __slots__ = ("_log", "_steps", "setup", "state")

    def __init__(self, setup: SetupT, first: EventT, state: StateT) -> None:
        """Start a game: *first* is the first event of the log, *state* the state after it."""
        self.setup = setup
        self.state = state
        self._log = [first]
        #: The state before each action, and how long the log was then.
        self._steps: list[tuple[StateT, int]] = []

    def __copy__(self) -> Self:
        copied = object.__new__(type(self))
        copied.setup, copied.state = self.setup, self.state
        copied._log, copied._steps = self._log.copy(), self._steps.copy()
        return copied

    def __deepcopy__(self, memo: object) -> Self:
        return copy(self)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.setup == other.setup and self._log == other._log

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def refusals(self, action: ActionT) -> tuple[RefusalT, ...]:
        """Return the reasons why an action is not legal now; () if it is legal.

        Raises ArgumentError if *action* is not an action.
        """
        return tuple(self._refusals_of(self.state, self.setup, action))

    def can(self, action: ActionT) -> bool:
        """Return whether an action is legal now. Raises ArgumentError if *action* is not an action."""
        return not self._refusals_of(self.state, self.setup, action)

    def legal_actions(self) -> list[ActionT]:
        """Return the actions that the players may take now; [] if the game is over. A game may leave out rare ones."""
        return list(self._legal_actions_of(self.state, self.setup))

    def apply(self, action: ActionT) -> tuple[EventT, ...]:
        """Carry out an action. Return its event, followed by the events that follow from it automatically.

        Raises IllegalActionError, with the ``refusals``, if the action is not legal, and ArgumentError if *action* is
        not an action. In both cases the game has not changed.
        """
        refused = self._refusals_of(self.state, self.setup, action)
        if refused:
            raise IllegalActionError(action, tuple(refused))
        return self._do(action, None)

    def undo(self, steps: int = 1) -> None:
        """Take back the last *steps* actions, with all events that followed from them; 0 takes nothing back.

        Raises ArgumentError if fewer actions were taken.
        """
        if isinstance(steps, bool) or not isinstance(steps, int) or not 0 <= steps <= len(self._steps):
            raise ArgumentError(f"undo: {steps!r} is not a number of actions from 0 to {len(self._steps)}")
        length = len(self._log)
        for _ in range(steps):
            self.state, length = self._steps.pop()
        del self._log[length:]

    def follow(self, events: Iterable[EventT]) -> None:
        """Replay *events*, the next ones of a log. Each is checked against the rules; recorded verdicts are kept.

        If events that follow automatically are missing at the end, they are added. Raises ReplayError, which gives the
        number in the whole log of the first event that breaks the rules. In that case the game has not changed.
        """
        log, before, start = list(events), self.actions_done, len(self._log)
        try:
            while (done := len(self._log) - start) < len(log):
                self._follow(log, done, start)
        except ReplayError:
            self.undo(self.actions_done - before)
            raise

    def follow_log(self, events: Iterable[EventT]) -> None:
        """Replay a whole log, from its first event, in a new game. Raises ReplayError like ``follow``."""
        log, begun = list(events), len(self._log)
        for number, (logged, expected) in enumerate(zip(log, self._log, strict=False), 1):
            if logged != expected:
                raise ReplayError(number, f"{logged!r:.120}, expected {expected!r:.120}")
        self.follow(log[begun:])

    def since(self, actions: int) -> tuple[EventT, ...]:
        """Return the events of all actions but the first *actions* actions; () if there are none.

        *actions* is a number from 0 to ``actions_done``.
        """
        return tuple(self._log[self._steps[actions][1] :]) if actions < len(self._steps) else ()

    def action_at(self, event: int) -> int:
        """Return how many actions were taken before the one that caused an event of the log.

        *event* is the index of the event in the log, from 0. For the first event, which no action caused, return 0.
        """
        return max(0, bisect_right(self._steps, event, key=itemgetter(1)) - 1)

    def state_before(self, event: int) -> StateT:
        """Return the state before an event of the log, given its index in the log, from 0.

        Raises IndexError for the first event, which has no state before it, and for an index that is not in the log.
        """
        if not 0 < event < len(self._log):
            raise IndexError(f"event {event!r:.20}: expected an index from 1 to {len(self._log) - 1}")
        state, done = self._steps[self.action_at(event)]
        for earlier in self._log[done:event]:
            state = self._evolve(state, earlier, self.setup)
        return state

    @property
    def actions_done(self) -> int:
        """The number of actions that were taken and not undone. ``undo`` can take back all of these."""
        return len(self._steps)

    @property
    def log(self) -> tuple[EventT, ...]:
        """Every event so far, from the first."""
        return tuple(self._log)

    def _follow(self, log: Sequence[EventT], place: int, before: int) -> None:
        """Replay the event at *place* in *log*, and check that what it produces matches the log.

        *before* is the number of events that the game had before *log*, by which a ReplayError numbers an event.
        """
        event, number = log[place], before + place + 1
        action = self._action_of(event)
        if action is None:
            raise ReplayError(number, f"{type(event).__name__} does not follow here")
        refused = self._refusals_of(self.state, self.setup, action)
        if refused:
            raise ReplayError(number, "; ".join(map(str, refused)))
        done = self._do(action, event)
        for further, (expected, logged) in enumerate(zip(done, log[place : place + len(done)], strict=False)):
            if not self._agrees(logged, expected):
                raise ReplayError(number + further, f"{logged!r:.120}, expected {expected!r:.120}")

    def _do(self, action: ActionT, recorded: EventT | None) -> tuple[EventT, ...]:
        """Carry out a legal action. *recorded* is its event in the log that is replayed; None for a new action."""
        state, setup = self.state, self.setup
        event = self._event_of(action, recorded)
        events = [event]
        after = self._evolve(state, event, setup)
        while (following := self._consequence(after)) is not None:
            events.append(following)
            after = self._evolve(after, following, setup)
        self._steps.append((state, len(self._log)))
        self._log += events
        self.state = after
        return tuple(events)

    def _agrees(self, logged: EventT, expected: EventT) -> bool:
        """Return whether an event of a log that is replayed stands for the event *expected*, which takes its place."""
        return logged == expected

    @staticmethod
    @abstractmethod
    def _refusals_of(state: StateT, setup: SetupT, action: ActionT) -> Sequence[RefusalT]:
        """Return the reasons why an action is not legal. Raises ArgumentError if *action* is not an action."""

    @staticmethod
    @abstractmethod
    def _legal_actions_of(state: StateT, setup: SetupT) -> Iterator[ActionT]:
        """Return an iterator over the actions that a player may take now."""

    @abstractmethod
    def _event_of(self, action: ActionT, recorded: EventT | None) -> EventT:
        """Return the event that a legal action causes.

        *recorded* is the event in the log that is replayed; None for a new action. Details that are not computed again,
        such as a verdict, are copied from *recorded*.
        """

    @staticmethod
    @abstractmethod
    def _evolve(state: StateT, event: EventT, setup: SetupT) -> StateT:
        """Return the state after an event."""

    @abstractmethod
    def _consequence(self, state: StateT) -> EventT | None:
        """Return the event that follows automatically from a state; None if a player has to act or the game is over."""

    @staticmethod
    @abstractmethod
    def _action_of(event: EventT) -> ActionT | None:
        """Return the action that caused an event; None if the event followed automatically from the state."""


class Dispatch(dict[type, Callable[Concatenate[Any, P], R]]):
    """A dict from a type to the function that handles values of exactly that type, subclasses excluded.

    Each function takes the value as its first argument. Build the dict with ``on``, so that the type checker verifies
    that each function accepts the type for which it is registered.

    >>> text = Dispatch[[str], str]().on(int, lambda number, unit: f"{number} {unit}")
    >>> text[int](3, "points")
    '3 points'
    """

    def on(self, kind: type[T], function: Callable[Concatenate[T, P], R]) -> Self:
        """Register *function* for values of type *kind*. Return the dict itself, so that calls can be chained."""
        self[kind] = function
        return self

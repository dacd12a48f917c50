"""``Partie``: a whole game of Belote as a state machine. Start reading here.

    setup → Partie ── refusals(action) / can(action) / legal_actions()   legality (play, prise, annonces)
                   └─ apply(action) → events                             legality → state.evolve, consequences
                      undo(), replay(), view(seat)

``kit.machine`` contains what all games share: log, apply, undo and replay. ``Partie`` adds the rules of Belote: how an
event changes the state (``state``) and which actions are legal (``legality``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from ...base.errors import ArgumentError
from ..kit.machine import Dispatch, IllegalActionError, Machine, ReplayError
from ..kit.seats import Points
from . import legality
from .actions import (
    Action,
    Announce,
    Bid,
    Cancel,
    Claim,
    Direct,
    Double,
    Lay,
    Pass,
    Redouble,
    SayCards,
    Swap,
    Take,
    TakeChien,
    VoidDeal,
)
from .auction import Lyonnaise, Prise
from .cards import PACK, Card, cards_of
from .consequences import DUE, first_deal
from .deals.deal import MOST_SEED, Setup, first_dealer
from .events import (
    Announced,
    BidMade,
    Cancelled,
    CardsSaid,
    ChienTaken,
    Claimed,
    Coinched,
    Event,
    Laid,
    PassedOn,
    Surcoinched,
    Swapped,
    Taken,
    Voided,
    WentDirect,
    action_of,
)
from .legality import MoveRefusal, cancelling_rank
from .rules import BeloteRules
from .seats import ALL_SEATS, Seat, Team
from .state import AWAITS, EVOLVE, OVER, BeloteAwaits, State, evolve, first_state, word_of
from .view import View, view

__all__ = ["IllegalActionError", "Partie", "ReplayError"]


class Partie(Machine[Setup, State, Action, Event, MoveRefusal]):
    """A game of Belote: its state, its log, and the actions that are legal.

    >>> partie = Partie.new(BeloteRules(), random.Random(7), seed=7)
    >>> partie.turn, partie.awaits, partie.view(partie.turn).retourne
    (<Seat.EST: 'E'>, 'speak', Card('9♣'))
    >>> taken, completed = partie.apply(Take(Seat.EST, "♣"))
    >>> [str(refusal) for refusal in partie.refusals(Lay(Seat.NORD, Card.of("7♥")))]
    ["BP2: it is another player's turn (N, expected E)", 'BP2: the player does not hold this card (7♥)']

    setup  the terms of the game
    state  the whole current state, hidden cards included; front-ends show players ``view(seat)`` instead
    log    every event since the first deal

    A partie must be used by one thread at a time. States, events, actions and views are immutable, so every thread may
    keep and read them. ``copy.copy`` and ``copy.deepcopy`` return an independent partie, with its own undo. Pickling
    saves the setup and the log; unpickling replays the log. Parties are equal if their setups and logs are equal.
    """

    __slots__ = ()

    def __init__(self, setup: Setup) -> None:
        """Begin a game. Raises ArgumentError if the terms are invalid."""
        if not isinstance(setup, Setup):
            raise ArgumentError(f"setup: {setup!r:.40}, expected a Setup")
        setup.check()
        first = first_deal(setup)
        super().__init__(setup, first, first_state(first, setup))
        while (following := self._consequence(self.state)) is not None:  # a void deal (VC3)
            self._log.append(following)
            self.state = evolve(self.state, following, setup)

    @classmethod
    def new(
        cls,
        rules: BeloteRules | None = None,
        rng: random.Random | None = None,
        *,
        seed: int | None = None,
        dealer: Seat | None = None,
        packs: Sequence[Sequence[Card]] = (),
    ) -> Partie:
        """Begin a partie.

        rules   the house rules; None for those of RULES-BELOTE.md without options
        rng     draws the seed if *seed* is None; None to draw it from the system's source of random numbers
        seed    the seed from which each deal is shuffled, with the number of the deal; records keep it
        dealer  the seat that deals first; None to draw the first dealer from the seed (BD2)
        packs   the packs of the first deals, if they are given (``Setup.packs``)

        Raises ArgumentError if a value is invalid.
        """
        if seed is None:
            seed = (rng or random.SystemRandom()).randrange(MOST_SEED)
        elif isinstance(seed, bool) or not isinstance(seed, int):
            raise ArgumentError(f"seed: {seed!r:.40} is not a whole number")
        given = tuple(tuple(pack) for pack in packs)
        rules = rules or BeloteRules()
        return cls(Setup(rules, seed, dealer or first_dealer(seed, rules.variant.table.seats), given))

    @classmethod
    def replay(cls, setup: Setup, events: Iterable[Event]) -> Partie:
        """Rebuild a partie from its log. Each event is checked against the rules.

        Raises ReplayError, which names the first event that breaks the rules.
        """
        partie = cls(setup)
        partie.follow_log(events)
        return partie

    def __reduce__(self) -> tuple[Callable[..., Partie], tuple[Setup, tuple[Event, ...]]]:
        return type(self).replay, (self.setup, self.log)

    def __repr__(self) -> str:
        waits = f"{self.awaits} {self.turn.name}" if self.turn else "over"
        points = "-".join(map(str, self.points))
        pli = min(len(self.state.taken) + 1, self.rules.variant.plis)
        return f"Partie(deal {self.state.donne.dealt.number}, pli {pli}, {waits}, {points}, {len(self._log)} events)"

    @property
    def rules(self) -> BeloteRules:
        """The house rules of the table, which never change during a partie."""
        return self.setup.rules

    @property
    def turn(self) -> Seat | None:
        """The seat that has to act; None if the partie is over.

        If the partie awaits a claim (BB3), it is the seat that forgot « Rebelote »; its team acts.
        """
        return None if self.state.phase == OVER else ALL_SEATS[self.state.turn]

    @property
    def awaits(self) -> BeloteAwaits:
        """What the partie waits for: "speak", "lay", "claim" or "over"."""
        return AWAITS[self.state.phase]

    @property
    def over(self) -> bool:
        """Whether the partie is over: no action is legal any more, but the last ones can be undone."""
        return self.state.phase == OVER

    @property
    def points(self) -> Points:
        """The points that the sides have written so far, by ``Team.index``, without those that wait (BS6)."""
        return self.state.donne.sheet.points

    @property
    def winner(self) -> Team | None:
        """The team that has won; None as long as the partie is not over (BE2)."""
        last = self._log[-1]
        return getattr(last, "winner", None)

    @property
    def loser(self) -> Team | None:
        """The player who has lost Belote de comptoir; None in other games, and before the partie is over (VK11)."""
        return getattr(self._log[-1], "loser", None)

    def legal_actions(self) -> list[Action]:
        """Return the actions that a player may take now (``legality.legal_actions``); [] if the partie is over."""
        return legality.list_actions(self.state, self.setup)

    def view(self, seat: Seat) -> View:
        """Return the partie as *seat* may know it. Raises ArgumentError if *seat* is not a seat."""
        return view(self.state, self.setup, seat)

    def _do(self, action: Action, recorded: Event | None) -> tuple[Event, ...]:
        # As in Machine, with fewer calls: every card of a game passes here.
        state, setup = self.state, self.setup
        if action.__class__ is Lay and not state.donne.pairs & action.card.bit:
            event: Event = _LAID[state.turn][action.card.index]
        else:
            event = self._event_of(action, recorded)
        after = EVOLVE[event.__class__](event, state, setup)
        events: tuple[Event, ...] = (event,)
        while (due := DUE[after.phase]) is not None:
            following = due(after, setup)
            events += (following,)
            after = EVOLVE[following.__class__](following, after, setup)
        self._steps.append((state, len(self._log)))
        self._log += events
        self.state = after
        return events

    _refusals_of = staticmethod(legality.refusals)
    _legal_actions_of = staticmethod(legality.legal_actions)
    _evolve = staticmethod(evolve)
    _action_of = staticmethod(action_of)

    def _consequence(self, state: State) -> Event | None:
        due = DUE[state.phase]
        return due(state, self.setup) if due is not None else None

    def _event_of(self, action: Action, recorded: Event | None) -> Event:
        return _EVENTS[action.__class__](action, self.state, self.setup)


#: The ``Laid`` of each card without a word, by the index of the seat and of the card: events never change.
_LAID = tuple(tuple(Laid(seat, card) for card in PACK) for seat in ALL_SEATS)


def _passed(action: Pass, state: State, setup: Setup) -> Event:
    auction = state.donne.auction
    return PassedOn(action.seat, auction.now.round if isinstance(auction, Prise) else 1)


def _chien_taken(action: TakeChien, state: State, setup: Setup) -> Event:
    auction = state.donne.auction
    return ChienTaken(action.seat, cards_of(auction.chien) if isinstance(auction, Lyonnaise) else ())


#: Type of an action → the function that returns its event.
_EVENTS = (
    Dispatch[[State, Setup], Event]()
    .on(
        Lay,
        lambda action, state, setup: Laid(action.seat, action.card, word_of(state, setup, action.card, action.says)),
    )
    .on(Pass, _passed)
    .on(Take, lambda action, state, setup: Taken(action.seat, action.contract, action.capot))
    .on(Cancel, lambda action, state, setup: Cancelled(action.seat, cancelling_rank(action.seat, state, setup) or ""))
    .on(VoidDeal, lambda action, state, setup: Voided(action.seat))
    .on(Bid, lambda action, state, setup: BidMade(action.seat, action.value, action.colour))
    .on(SayCards, lambda action, state, setup: CardsSaid(action.seat, action.cards))
    .on(Direct, lambda action, state, setup: WentDirect(action.seat))
    .on(TakeChien, _chien_taken)
    .on(Swap, lambda action, state, setup: Swapped(action.seat, action.taken, action.put))
    .on(Double, lambda action, state, setup: Coinched(action.seat))
    .on(Redouble, lambda action, state, setup: Surcoinched(action.seat))
    .on(Announce, lambda action, state, setup: Announced(action.seat, action.kinds))
    .on(Claim, lambda action, state, setup: Claimed(action.team, action.claims))
)

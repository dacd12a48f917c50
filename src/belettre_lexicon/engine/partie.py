"""Floor 3. A whole game of Belettre as a state machine: start reading here.

    setup → Partie ── refusals(action) / can(action) / legal_actions()   legality
                   └─ apply(action) → events                             legality → judge → state.evolve, consequences
                      undo(), replay(), view(seat)

What every game's machine does is in ``game.machine``. Here the rules of Belettre are put in: states and how events
change them (``state``), what may be done (``legality``). Whether a word is valid is up to the judge alone, who gets the
initial, the letters and the history.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from ..cards import Case, points
from ..decks import BOXED, Deck
from ..errors import ArgumentError
from ..game.dispatch import Dispatch
from ..game.machine import Machine, ReplayError
from ..game.refusals import IllegalActionError
from ..options import HouseRules
from ..words.history import History
from ..words.verdicts import Verdict
from . import legality
from .actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    PickUp,
    Reveal,
    Swap,
)
from .deal import MANCHES
from .events import (
    BelettreAnnounced,
    Discarded,
    Event,
    NewStage,
    Overran,
    Overruled,
    Passed,
    Revealed,
    Swapped,
    TakerNamed,
    WordAccepted,
    WordRefused,
    WordSaid,
    action_of,
)
from .history_cache import HistoryCache
from .legality import MoveRefusal
from .manche import Manche
from .questions import Question, questions
from .seats import SEATS, Seat
from .setup import Setup, dealt_setup, watched_setup
from .state import PICK_UP, REVEAL, SWAP, Awaits, State, begin, consequence, evolve, first_state, total
from .view import View, view

__all__ = ["Partie", "ReplayError", "WordJudge"]


class WordJudge(Protocol):
    """What the engine asks about words: ``words.judge.Judge``, or any object with these two."""

    @property
    def rules(self) -> HouseRules:
        """The house rules of the judge; the engine reads how far back W7 and W8 look (W9)."""
        ...

    def __call__(self, word: str, *, initial: str | None, letters: str, played: History) -> Verdict:
        """The verdict on a word."""
        ...


class Partie(Machine[Setup, State, Action, Event, MoveRefusal]):
    """One game: its state, its log, and what may be done.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.cards import Card
    >>> partie = Partie.new(Judge(Lexicon.open()), random.Random(7), manches=1)
    >>> [card.text for card in partie.view(Seat.PONANTAIS).hand]
    ['F', 'J', 'd', 'i', 'r', 'u', 'u', '?']
    >>> partie.apply(Lay(Seat.PONANTAIS, Card.of("i"), "histoire"))[0].verdict.valid, partie.turn
    (True, <Seat.SEPTENTRIONAL: 'SEP'>)

    setup  the terms of the game
    state  everything that is true now, hidden cards included: front-ends get ``view(seat)`` instead
    log    every event since the first deal
    """

    __slots__ = ("_history_cache", "_judge", "_points")

    def __init__(self, judge: WordJudge, setup: Setup) -> None:
        """Begin a game. Raises ArgumentError for impossible terms, or for other house rules than the judge's."""
        setup.check()
        if judge.rules != setup.rules:
            raise ArgumentError(f"rules: the judge goes by {judge.rules!r}, the partie by {setup.rules!r}")
        self._judge = judge
        self._history_cache = HistoryCache(setup.rules)
        self._points = points(setup.deck)
        first = begin(setup)
        super().__init__(setup, first, first_state(first, setup))

    @classmethod
    def new(
        cls,
        judge: WordJudge,
        rng: random.Random,
        *,
        manches: int = MANCHES,
        deck: Deck = BOXED,
        seed: int | None = None,
    ) -> Partie:
        """A partie of *manches* (1 to 4) whose cards *rng* deals (D1 to D3).

        *seed* is the number that *rng* was made with, if there was one: records keep it.
        """
        return cls(judge, dealt_setup(deck, judge.rules, rng, manches, seed=seed))

    @classmethod
    def watched(
        cls,
        judge: WordJudge,
        *,
        manches: int = MANCHES,
        deck: Deck = BOXED,
        first: int = 1,
        before: int = 0,
        opener: Seat | None = None,
        points: tuple[int, int] = (0, 0),
    ) -> Partie:
        """A partie played with real cards: an arbiter enters what is laid on the table.

        Watching may start late: in manche *first*, after *before* of its plis, with *opener* to open the next pli and
        *points* for the teams. Raises ArgumentError for an impossible start.
        """
        return cls(
            judge,
            watched_setup(deck, judge.rules, manches, first=first, before=before, opener=opener, points=points),
        )

    @classmethod
    def replay(cls, judge: WordJudge, setup: Setup, events: Iterable[Event]) -> Partie:
        """The partie of a log. Every event is checked against the rules; words keep the verdicts they had.

        Raises ReplayError naming the first event that does not follow.
        """
        partie = cls(judge, setup)
        partie.follow_log(events)
        return partie

    @property
    def judge(self) -> WordJudge:
        """The judge of the words."""
        return self._judge

    @property
    def history(self) -> History:
        """The valid words that W7 and W8 look back on now; it changes with the partie."""
        return self._history_cache.of(self.state.words)

    @property
    def turn(self) -> Seat | None:
        """The seat whose card is awaited; None when something else is, or when the partie is over."""
        return self.state.turn

    @property
    def awaits(self) -> Awaits:
        """What the partie waits for: "lay", "swap", "reveal", "pick_up" or "over"."""
        return self.state.awaits

    def movers(self) -> tuple[Seat, ...]:
        """The seats that may act now; () when the partie is over.

        Before the first card of a manche these are the seats that may announce a Belettre (S3), then the opener.
        Otherwise, by what is awaited: the seat whose turn it is, those at fault for the trap, those whose hidden card
        has to be told, or the team that may choose who picks up.
        """
        pli, turn, awaits = self.state.manche.pli, self.turn, self.awaits
        if turn is None:
            return {SWAP: pli.fault, PICK_UP: pli.takers(), REVEAL: pli.hidden}.get(awaits, ())
        if self.state.manche.begun:
            return (turn,)
        return (*(seat for seat in SEATS if seat is not turn and self.can(AnnounceBelettre(seat))), turn)

    @property
    def over(self) -> bool:
        """Whether the last manche is over."""
        return self.state.over

    @property
    def points(self) -> tuple[int, int]:
        """The points of both teams so far, Ponantais and Levantin first (S5)."""
        return total(self.state, self.setup)

    def view(self, seat: Seat) -> View:
        """What one seat may know."""
        return view(self.state, self.setup, seat)

    def questions(self) -> tuple[Question, ...]:
        """What the arbiter should ask the table, since nobody entered it; () where hands are known."""
        return questions(self.state)

    _refusals_of = staticmethod(legality.refusals)
    _legal_actions_of = staticmethod(legality.legal_actions)
    _evolve = staticmethod(evolve)
    _action_of = staticmethod(action_of)

    def _consequence(self, state: State) -> Event | None:
        return consequence(state, self.setup, self._points)

    def _event_of(self, action: Action, recorded: Event | None) -> Event:
        if isinstance(action, Lay):
            if recorded is None:
                verdict = self._judged(action)
            elif isinstance(recorded, WordAccepted | WordRefused):
                verdict = recorded.verdict
            else:
                raise TypeError(f"{recorded!r:.80} does not record a word")
            return _word_said(action, self.state.manche, verdict)
        return _EVENTS[action.__class__](action, self.state)

    def _judged(self, lay: Lay) -> Verdict:
        initial, letters = self.state.manche.pli.constraints(lay.card, lay.letter)
        history = self._history_cache.of(self.state.words)
        return self._judge(lay.word, initial=initial or None, letters=letters, played=history)


def _word_said(lay: Lay, manche: Manche, verdict: Verdict) -> WordSaid:
    seat, card, letter = lay.seat, lay.card, lay.letter
    kind = WordAccepted if verdict.valid else WordRefused
    if card.case is not Case.MAJ:
        return kind(seat, card, verdict, letter, lay.says)
    stage = manche.new_stage(seat, manche.belettre_laying(seat, card, letter, lay.says))
    return kind(seat, card, verdict, letter, lay.says, stage)


def _stage_face_down(action: Passe | Discard | Swap | Reveal, state: State) -> NewStage:
    """The new stage of a Belettre whose player lays a card face down (S3); "" when it does not change."""
    manche = state.manche
    return manche.new_stage(action.seat, manche.belettre_discarding(action.seat, action.card))


def _passed(action: Passe, state: State) -> Event:
    return Passed(action.seat, action.card, len(state.manche.pli.laid) < 2, _stage_face_down(action, state))


def _discarded(action: Discard, state: State) -> Event:
    rule = "P9" if state.manche.pli.lost_by is not None else "J4"
    return Discarded(action.seat, action.card, rule, _stage_face_down(action, state))


def _swapped(action: Swap, state: State) -> Event:
    laid = state.manche.pli.laid_by(action.seat)
    return Swapped(action.seat, action.card, laid.card, laid.word is not None, _stage_face_down(action, state))


def _revealed(action: Reveal, state: State) -> Event:
    pack_was_known = state.manche.pli.laid_by(action.seat).card.case is not None
    return Revealed(action.seat, action.card, "" if pack_was_known else _stage_face_down(action, state))


def _announced(action: AnnounceBelettre, state: State) -> Event:
    return BelettreAnnounced(action.seat)


def _taker_named(action: PickUp, state: State) -> Event:
    return TakerNamed(action.seat)


def _overruled(action: Overrule, state: State) -> Event:
    last = state.last_word
    if last is None:
        raise IllegalActionError(action, (MoveRefusal("nothing_said"),))
    return Overruled(last.event.seat, last.event.verdict.word, action.accept, action.reason.strip())


def _overran(action: Overtime, state: State) -> Event:
    return Overran(action.seat, action.seconds)


#: The event of each kind of action but ``Lay``, whose word is judged.
_EVENTS = (
    Dispatch[[State], Event]()
    .on(Passe, _passed)
    .on(Discard, _discarded)
    .on(AnnounceBelettre, _announced)
    .on(Swap, _swapped)
    .on(Reveal, _revealed)
    .on(PickUp, _taker_named)
    .on(Overrule, _overruled)
    .on(Overtime, _overran)
)

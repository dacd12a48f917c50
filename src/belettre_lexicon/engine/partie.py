"""Floor 3. The state machine of a whole game: start reading here.

    setup → Partie ── refusals(action) / can(action) / legal_actions()   legality
                   └─ apply(action) → events                             legality → judge → state.evolve, consequences
                      undo(), replay(), view(seat)

What a state is and how events change it is in ``state``; what may be done in ``legality``; whether a word holds is the
judge's alone, who gets the initial, the letters and the history.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from ..cards import Case, points
from ..decks import BOXED, Deck
from ..errors import ArgumentError, BelettreError
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
from .legality import IllegalActionError, MoveRefusal
from .manche import Manche
from .questions import Question, questions
from .seats import SEATS, Seat
from .setup import Setup, dealt, watched
from .state import PICK_UP, REVEAL, SWAP, State, begin, consequence, evolve, total
from .view import View, view


class WordJudge(Protocol):
    """What the engine asks about words: ``words.judge.Judge``, or anything that answers like it."""

    @property
    def rules(self) -> HouseRules:
        """The house rules it judges by; the engine asks for its memory (W9)."""
        ...

    def __call__(self, word: str, *, initial: str | None, letters: str, played: History) -> Verdict:
        """The verdict on a word."""
        ...


class ReplayError(BelettreError):
    """A log that no partie can have; ``number`` is the event that does not follow, counted from 1."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"event {number}: {message}")
        self.number = number
        self.message = message


class Partie:
    """One game: its state, its log, and what may be done.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.cards import Card
    >>> partie = Partie.new(Judge(Lexicon.open()), random.Random(7), manches=1)
    >>> [card.text for card in partie.view(Seat.PONANTAIS).hand]
    ['F', 'J', 'd', 'i', 'r', 'u', 'u', '?']
    >>> partie.apply(Lay(Seat.PONANTAIS, Card.of("i"), "histoire"))[0].verdict.valid, partie.turn
    (True, <Seat.SEPTENTRIONAL: 'SEP'>)

    state  the whole truth, hidden cards included: give front-ends ``view(seat)`` instead
    log    every event since the first deal
    """

    __slots__ = ("_judge", "_log", "_memory", "_points", "_steps", "setup", "state")

    def __init__(self, judge: WordJudge, setup: Setup) -> None:
        """Begin. Raises ArgumentError for a setup that no partie has, or of other house rules than the judge's."""
        setup.check()
        if judge.rules != setup.rules:
            raise ArgumentError(f"rules: the judge goes by {judge.rules!r}, the partie by {setup.rules!r}")
        self._judge = judge
        self._memory = HistoryCache(setup.rules)
        self._points = points(setup.deck)
        self.setup = setup
        first = begin(setup)
        self._log: list[Event] = [first]
        #: The state before each action, and how long the log was.
        self._steps: list[tuple[State, int]] = []
        self.state = evolve(None, first, setup)

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

        *seed* is what *rng* was made of, when that is known: records keep it.
        """
        return cls(judge, dealt(deck, judge.rules, rng, manches, seed=seed))

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
        """A partie played with real cards, of which an arbiter enters what lies on the table.

        It may start late: at manche *first*, *before* of whose plis were played, *opener* opening the next, with
        *points* so far. Raises ArgumentError for a start that no partie has.
        """
        return cls(
            judge,
            watched(deck, judge.rules, manches, first=first, before=before, opener=opener, points=points),
        )

    @classmethod
    def replay(cls, judge: WordJudge, setup: Setup, events: Iterable[Event]) -> Partie:
        """The partie of a log: every event is checked against the rules, words keep the verdicts they had.

        Raises ReplayError naming the first event that does not follow.
        """
        partie = cls(judge, setup)
        log = list(events)
        for number, (event, own) in enumerate(zip(log, partie._log, strict=False), 1):
            if event != own:
                raise ReplayError(number, f"{event!r:.120}, expected {own!r:.120}")
        partie.follow(log[1:])
        return partie

    def follow(self, events: Iterable[Event]) -> None:
        """Do what the next events of a log say: each is checked against the rules, words keep the verdicts they had.

        Raises ReplayError naming the first event that does not follow, by its place in the log; then nothing changes.
        """
        log, before, start = list(events), self.actions_done, len(self._log)
        try:
            while (done := len(self._log) - start) < len(log):
                self._follow(log[done:], start + done)
        except ReplayError:
            self.undo(self.actions_done - before)
            raise

    def _follow(self, log: list[Event], before: int) -> None:
        """Do the first event of *log*, behind *before* others, and check what follows from it."""
        event = log[0]
        action = action_of(event)
        if action is None:
            raise ReplayError(before + 1, f"{type(event).__name__} does not follow here")
        refused = legality.refusals(self.state, self.setup, action)
        if refused:
            raise ReplayError(before + 1, "; ".join(map(str, refused)))
        verdict = event.verdict if isinstance(event, WordAccepted | WordRefused) else None
        for number, (own, logged) in enumerate(zip(self._do(action, verdict), log, strict=False), before + 1):
            if own != logged:
                raise ReplayError(number, f"{logged!r:.120}, expected {own!r:.120}")

    def refusals(self, action: Action) -> tuple[MoveRefusal, ...]:
        """Every rule against an action; () when it is legal. Raises ArgumentError for what is no action."""
        return tuple(legality.refusals(self.state, self.setup, action))

    def can(self, action: Action) -> bool:
        """Whether an action is legal. Raises ArgumentError for what is no action."""
        return not legality.refusals(self.state, self.setup, action)

    def legal_actions(self) -> list[Action]:
        """What may be done now; a ``Lay`` has no word yet (``Lay.saying``). Empty when the partie is over."""
        return list(legality.legal_actions(self.state, self.setup))

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Do it: what happened, the action first and then what follows from it.

        Raises IllegalActionError with the refusals when it is not legal, ArgumentError when it is no action; then
        nothing has changed.
        """
        refused = legality.refusals(self.state, self.setup, action)
        if refused:
            raise IllegalActionError(action, tuple(refused))
        return self._do(action, None)

    def undo(self, steps: int = 1) -> None:
        """Take back the last actions with all that followed from them. Raises ArgumentError when there are fewer."""
        if not isinstance(steps, int) or not 0 <= steps <= len(self._steps):
            raise ArgumentError(f"undo: {steps!r} is not a number of actions from 0 to {len(self._steps)}")
        if steps:
            self.state, length = self._steps[-steps]
            del self._steps[-steps:], self._log[length:]

    def since(self, actions: int) -> tuple[Event, ...]:
        """What happened since the first *actions* actions, 0 to ``actions_done``."""
        return tuple(self._log[self._steps[actions][1] :]) if actions < len(self._steps) else ()

    @property
    def actions_done(self) -> int:
        """How many actions ``undo`` can take back."""
        return len(self._steps)

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event, the first deal first."""
        return tuple(self._log)

    @property
    def judge(self) -> WordJudge:
        """Who judges the words."""
        return self._judge

    @property
    def history(self) -> History:
        """The valid words that W7 and W8 look back on now; it changes with the partie."""
        return self._memory.of(self.state.words)

    @property
    def turn(self) -> Seat | None:
        """Whose card is awaited; None when a swap, a hidden card or a choice is, or nothing more."""
        return self.state.turn

    @property
    def awaits(self) -> str:
        """What comes next: "lay", "swap", "reveal", "pick_up" or "over"."""
        return self.state.awaits

    def movers(self) -> tuple[Seat, ...]:
        """Who may act now; () when the partie is over.

        Before the first card of a manche those who may announce a Belettre (S3), and the opener last; who is at fault
        for the trap; the team that may choose, in playing order; who laid a card that is to be told.
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
        """What one seat may know, and no more."""
        return view(self.state, self.setup, seat)

    def questions(self) -> tuple[Question, ...]:
        """What the table should be asked because nobody entered it; () where hands are known."""
        return questions(self.state)

    def _do(self, action: Action, verdict: Verdict | None) -> tuple[Event, ...]:
        """Carry out a legal action; *verdict* is that of a record, the judge is asked otherwise."""
        state, setup = self.state, self.setup
        event = self._event(action, verdict)
        events = [event]
        after = evolve(state, event, setup)
        while (following := consequence(after, setup, self._points)) is not None:
            events.append(following)
            after = evolve(after, following, setup)
        self._steps.append((state, len(self._log)))
        self._log += events
        self.state = after
        return tuple(events)

    def _event(self, action: Action, verdict: Verdict | None) -> Event:
        """What a legal action makes happen first."""
        if isinstance(action, Lay):
            return _laid(action, self.state.manche, self._judged(action) if verdict is None else verdict)
        event: Event = _EVENTS[action.__class__](action, self.state)
        return event

    def _judged(self, lay: Lay) -> Verdict:
        initial, letters = self.state.manche.pli.asking(lay.card, lay.letter)
        history = self._memory.of(self.state.words)
        return self._judge(lay.word, initial=initial or None, letters=letters, played=history)


def _laid(lay: Lay, manche: Manche, verdict: Verdict) -> WordSaid:
    seat, card, letter, belettre = lay.seat, lay.card, lay.letter, ""
    if card.case is Case.MAJ:
        belettre = manche.changed(seat, manche.belettre_laying(seat, card, letter, lay.says))
    kind = WordAccepted if verdict.valid else WordRefused
    return kind(seat, card, verdict, letter, lay.says, belettre)


def _forfeited(action: Passe | Discard | Swap | Reveal, state: State) -> str:
    """What a card that goes face down does to its player's Belettre (S3)."""
    manche = state.manche
    return manche.changed(action.seat, manche.belettre_discarding(action.seat, action.card))


def _passed(action: Passe, state: State) -> Passed:
    return Passed(action.seat, action.card, len(state.manche.pli.laid) < 2, _forfeited(action, state))


def _discarded(action: Discard, state: State) -> Discarded:
    rule = "P9" if state.manche.pli.lost_by is not None else "J4"
    return Discarded(action.seat, action.card, rule, _forfeited(action, state))


def _swapped(action: Swap, state: State) -> Swapped:
    laid = state.manche.pli.laid_by(action.seat)
    return Swapped(action.seat, action.card, laid.card, laid.word is not None, _forfeited(action, state))


def _revealed(action: Reveal, state: State) -> Revealed:
    told = state.manche.pli.laid_by(action.seat).card.case is not None
    return Revealed(action.seat, action.card, "" if told else _forfeited(action, state))


def _overruled(action: Overrule, state: State) -> Overruled:
    said = state.said
    if said is None:
        raise IllegalActionError(action, (MoveRefusal("nothing_said"),))
    return Overruled(said.event.seat, said.event.verdict.word, action.accept, action.reason.strip())


#: The event of each kind of action but ``Lay``, whose word is judged.
_EVENTS: dict[type, Callable[[Any, State], Event]] = {
    Passe: _passed,
    Discard: _discarded,
    AnnounceBelettre: lambda action, _: BelettreAnnounced(action.seat),
    Swap: _swapped,
    Reveal: _revealed,
    PickUp: lambda action, _: TakerNamed(action.seat),
    Overrule: _overruled,
    Overtime: lambda action, _: Overran(action.seat, action.seconds),
}

"""``Partie``: a whole game of Belettre as a state machine. Start reading here.

    setup → Partie ── refusals(action) / can(action) / legal_actions()   legality
                   └─ apply(action) → events                             legality → judge → state.evolve, consequences
                      undo(), replay(), view(seat)

``kit.machine`` contains what all games share: log, apply, undo and replay. Only the judge decides whether a word is
valid. It considers the required initial, the letters on the table and the words played before (``HistoryCache``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Protocol

from ...base.errors import ArgumentError
from ...french.cards import Case, points
from ...french.decks import BOXED, Deck
from ...french.letters import MAX_WORD
from ...french.rules import HouseRules
from ...lexicon.lexicon import Lexicon
from ...words.history import History
from ...words.verdicts import Verdict
from ..kit.machine import Dispatch, IllegalActionError, Machine, ReplayError
from ..kit.seats import Points
from . import actions, events, legality
from .actions import Action, Lay, Passe
from .checks import MoveRefusal
from .events import Event, NewStage, WordAccepted, WordRefused, WordSaid
from .pli import MUST_ANNOUNCE
from .seats import SEATS, Seat
from .setup import MANCHES, Setup, check_number, deal, opener_of
from .state import Awaits, State, consequence, evolve, first_event, first_state, total
from .view import View, view

__all__ = ["Partie", "ReplayError", "WordJudge"]

#: Bound once: reading a member from its enum is a function call in Python 3.11, and every step of a game asks.
_MAJ = Case.MAJ


class WordJudge(Protocol):
    """The interface of judges that the engine uses. ``words.judge.Judge`` implements it."""

    @property
    def rules(self) -> HouseRules:
        """The house rules of the judge, which must be the house rules of the partie."""
        ...

    def __call__(self, word: str, *, initial: str | None, letters: str, played: History) -> Verdict:
        """Return the verdict on a word.

        initial  the letter with which the word must begin; None for any letter
        letters  the letters that the word must contain, with ? for any letter; "" if it need not contain any
        played   the words played before
        """
        ...


class Partie(Machine[Setup, State, Action, Event, MoveRefusal]):
    """A game of Belettre: its state, its log, and the actions that are legal.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.french.cards import Card
    >>> partie = Partie.new(Judge(Lexicon.open()), random.Random(7), manches=1)
    >>> [card.text for card in partie.view(Seat.PONANTAIS).hand]
    ['F', 'J', 'd', 'i', 'r', 'u', 'u', '?']
    >>> partie.apply(Lay(Seat.PONANTAIS, Card.of("i"), "histoire"))[0].verdict.valid, partie.turn
    (True, <Seat.SEPTENTRIONAL: 'SEP'>)

    setup  the terms of the game
    state  the whole current state, hidden cards included; front-ends show players ``view(seat)`` instead
    log    every event since the first deal

    A partie must be used by one thread at a time, because another thread could change it between the check of an action
    and its execution. Hold a lock around each use, or give each thread a copy; the judge may be shared. States, events,
    actions and views are immutable, so every thread may keep and read them. In asyncio, call a partie directly, because
    an action takes microseconds. A bot takes milliseconds, so call it in a thread:
    ``await asyncio.to_thread(bot.choose, partie.view(seat))``.

    ``copy.copy`` and ``copy.deepcopy`` return an independent partie, with its own undo. Pickling saves the judge, the
    setup and the log; unpickling replays the log with its recorded verdicts. Parties are equal if their setups and logs
    are equal.
    """

    __slots__ = ("_history_cache", "_judge", "_points")

    def __init__(self, judge: WordJudge, setup: Setup) -> None:
        """Begin a game. Raises ArgumentError if the terms are invalid or the judge has other house rules."""
        setup.check()
        if judge.rules != setup.rules:
            raise ArgumentError(f"rules: the judge has {judge.rules!r}, the partie {setup.rules!r}")
        self._judge = judge
        self._history_cache = HistoryCache(setup.rules, getattr(judge, "lexicon", None))
        self._points = points(setup.deck)
        first = first_event(setup)
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
        """Begin a partie of 1 to 4 *manches*, for which *rng* shuffles the cards (D1 to D3).

        *seed* is the seed of *rng*, if it is known; records keep it. Raises ArgumentError if a number is invalid.
        """
        return cls(judge, Setup(deck, judge.rules, manches, deals=deal(deck, rng, manches), seed=seed))

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
        points: Points = (0, 0),
    ) -> Partie:
        """Begin a partie played with real cards: an arbiter enters what is laid on the table.

        The arbiter may begin to watch later: in manche *first*, after *before* of its plis, when *opener* opens the
        next pli and the teams have scored *points*. If *opener* is None, it is the seat that opens manche *first* (D4).
        Raises ArgumentError if these values are invalid.
        """
        if opener is None:
            opener = opener_of(check_number("first", first, 1, MANCHES))
        setup = Setup(deck, judge.rules, manches, first=first, before=before, opener=opener, points=points)
        return cls(judge, setup)

    @classmethod
    def replay(cls, judge: WordJudge, setup: Setup, events: Iterable[Event]) -> Partie:
        """Rebuild a partie from its log. Each event is checked against the rules; words keep their recorded verdicts.

        Raises ReplayError, which names the first event that breaks the rules.
        """
        partie = cls(judge, setup)
        partie.follow_log(events)
        return partie

    def __copy__(self) -> Partie:
        copied = super().__copy__()
        copied._judge, copied._points = self._judge, self._points
        copied._history_cache = HistoryCache(self.setup.rules, getattr(self._judge, "lexicon", None))
        return copied

    def __reduce__(self) -> tuple[Callable[..., Partie], tuple[WordJudge, Setup, tuple[Event, ...]]]:
        return type(self).replay, (self._judge, self.setup, self.log)

    def __repr__(self) -> str:
        manche = self.state.manche
        waits = "over" if self.over else f"pli {manche.pli_number}, {self.turn.name if self.turn else self.awaits}"
        points = "-".join(map(str, self.points))
        return f"Partie(manche {manche.number} of {self.setup.manches}, {waits}, {points}, {len(self._log)} events)"

    @property
    def judge(self) -> WordJudge:
        """The judge that decides which words are valid."""
        return self._judge

    @property
    def history(self) -> History:
        """The valid words with which W7 and W8 compare a new word. Later actions change this same object.

        ``history.find(word)`` names the words that a word would repeat or be kin to, if the judge has a lexicon.
        """
        return self._history_cache.of(self.state.words)

    @property
    def turn(self) -> Seat | None:
        """The seat that has to lay a card; None if the partie waits for something else or is over."""
        return self.state.turn

    @property
    def awaits(self) -> Awaits:
        """What the partie waits for: "lay" (a card), "swap" (T2), "reveal" (P7), "pick_up" (who does, P9) or "over"."""
        return self.state.awaits

    def movers(self) -> tuple[Seat, ...]:
        """Return the seats that may act now, as far as all players know; () if the partie is over.

        Before the first card of a manche, these are the seats that have not announced a Belettre (S3), whatever they
        hold, then the opener. Later they depend on ``awaits``: the seat that has to lay a card, those that may have to
        swap, those whose hidden card has to be revealed, or those of the team that may choose who picks up.
        """
        pli, turn, awaits = self.state.manche.pli, self.turn, self.awaits
        if turn is None:
            return {"swap": pli.fault, "pick_up": pli.takers(), "reveal": pli.hidden}.get(awaits, ())
        manche = self.state.manche
        if manche.begun:
            return (turn,)
        return (
            *(seat for seat in SEATS if seat is not turn and manche.belettres[seat.index].stage == events.NONE),
            turn,
        )

    def acting_seats(self) -> tuple[Seat, ...]:
        """Return the seats of ``movers`` that have a legal action, in the same order.

        Before the first card of a manche this tells who holds a Belettre (S3). It is meant for programs that let bots
        play; do not show it to players.
        """
        movers, turn = self.movers(), self.turn
        if turn is None:
            return movers
        return tuple(seat for seat in movers if seat is turn or self.can(actions.AnnounceBelettre(seat)))

    @property
    def over(self) -> bool:
        """Whether the partie is over, that is, whether its last manche has ended."""
        return self.state.over

    @property
    def points(self) -> Points:
        """The points of both teams so far (S5). Those of Ponantais and Levantin come first."""
        return total(self.state, self.setup)

    def view(self, seat: Seat) -> View:
        """Return the partie as *seat* may know it. Raises ArgumentError if *seat* is not a seat."""
        return view(self.state, self.setup, seat)

    def questions(self) -> tuple[legality.Question, ...]:
        """Return the questions that the arbiter should ask the players now.

        Return () if there are none or the hands are known.
        """
        return legality.questions(self.state)

    _refusals_of = staticmethod(legality.refusals)
    _legal_actions_of = staticmethod(legality.legal_actions)
    _evolve = staticmethod(evolve)
    _action_of = staticmethod(events.action_of)

    def _agrees(self, logged: Event, expected: Event) -> bool:
        if isinstance(logged, events.Trapped) and isinstance(expected, events.Trapped):
            # Up to version 0.6, a card that was entered face down could rule out a seat that may have to swap (P7).
            return logged.seat is expected.seat and logged.fault != () and set(logged.fault) <= set(expected.fault)
        return logged == expected

    def _consequence(self, state: State) -> Event | None:
        return consequence(state, self.setup, self._points)

    def _event_of(self, action: Action, recorded: Event | None) -> Event:
        if isinstance(action, Lay):
            if not action.word.isalpha() and action.silent:  # most words are letters only, which saves a call
                return _passed(Passe(action.seat, action.card), self.state)
            if recorded is None:
                initial, letters = self.state.manche.pli.constraints(action.card, action.letter)
                history = self._history_cache.of(self.state.words)
                # Named, the method is called twice as fast as through the judge.
                verdict = self._judge.__call__(action.word, initial=initial or None, letters=letters, played=history)
            elif isinstance(recorded, WordSaid):
                verdict = recorded.verdict
            else:
                raise TypeError(f"{recorded!r:.80} does not record a word")
            return self._word_said(action, verdict)
        return _EVENTS[action.__class__](action, self.state)

    def _word_said(self, lay: Lay, verdict: Verdict) -> WordSaid:
        seat, card, letter, manche = lay.seat, lay.card, lay.letter, self.state.manche
        fault = (  # P9: whether the word counts as a pass that loses the pli
            not verdict.valid
            and self.setup.rules.nonsense_is_pass
            and verdict.reasons == ("unknown",)
            and len(manche.pli.laid) < MUST_ANNOUNCE
        )
        stage: NewStage = ""
        if card.case is _MAJ:
            stage = manche.new_stage(seat, manche.belettre_saying(seat, card, letter, lay.says, passed=fault))
        if verdict.valid:
            return WordAccepted(seat, card, verdict, letter, lay.says, stage)
        return WordRefused(seat, card, verdict, letter, lay.says, stage, fault)


def _stage_face_down(action: Passe | actions.Discard | actions.Swap | actions.Reveal, state: State) -> NewStage:
    """Return the new stage of a Belettre whose player lays a card face down (S3); "" if it does not change."""
    manche = state.manche
    return manche.new_stage(action.seat, manche.belettre_discarding(action.seat, action.card))


def _passed(action: Passe, state: State) -> Event:
    fault = len(state.manche.pli.laid) < MUST_ANNOUNCE
    return events.Passed(action.seat, action.card, fault, _stage_face_down(action, state))


def _discarded(action: actions.Discard, state: State) -> Event:
    rule = "P9" if state.manche.pli.lost_by is not None else "J4"
    return events.Discarded(action.seat, action.card, rule, _stage_face_down(action, state))


def _swapped(action: actions.Swap, state: State) -> Event:
    laid = state.manche.pli.laid_by(action.seat)
    taken, seen = laid.told or laid.card, laid.word is not None
    return events.Swapped(action.seat, action.card, taken, seen, _stage_face_down(action, state))


def _revealed(action: actions.Reveal, state: State) -> Event:
    pack_was_known = state.manche.pli.laid_by(action.seat).card.case is not None
    return events.Revealed(action.seat, action.card, "" if pack_was_known else _stage_face_down(action, state))


def _overruled(action: actions.Overrule, state: State) -> Event:
    last = state.last_word
    if last is None:
        raise IllegalActionError(action, (MoveRefusal("nothing_said"),))
    return events.Overruled(last.event.seat, last.event.verdict.word, action.accept, action.reason.strip())


#: Type of an action → the function that returns its event; ``Lay`` is missing, since its word has to be judged.
_EVENTS = (
    Dispatch[[State], Event]()
    .on(Passe, _passed)
    .on(actions.Discard, _discarded)
    .on(actions.AnnounceBelettre, lambda action, state: events.BelettreAnnounced(action.seat))
    .on(actions.Swap, _swapped)
    .on(actions.Reveal, _revealed)
    .on(actions.PickUp, lambda action, state: events.TakerNamed(action.seat))
    .on(actions.Overrule, _overruled)
    .on(actions.Overtime, lambda action, state: events.Overran(action.seat, action.seconds))
)


class HistoryCache:
    """Keeps one ``History``, words prepared for W7 and W8, and changes as few of its words as possible to match a list.

    >>> cache = HistoryCache(HouseRules())
    >>> len(cache.of(("Volonté", "École"))), len(cache.of(("Volonté",)))
    (2, 1)
    """

    __slots__ = ("_history", "_made_with", "_words")

    def __init__(self, rules: HouseRules, lexicon: Lexicon | None = None) -> None:
        """Create a cache.

        *lexicon* is the lexicon of the judge, with which ``History.find`` finds kin; None if the judge has no lexicon.
        """
        self._made_with = rules, lexicon
        self._history = History((), rules, lexicon)
        self._words: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[HistoryCache], tuple[HouseRules, Lexicon | None]]:
        return HistoryCache, self._made_with  # the words come with the next call

    def of(self, words: tuple[str, ...]) -> History:
        """Return the history of these words. Use it only until the next call, which changes the same object."""
        known = self._words
        if words is not known:
            common = len(known) if words[: len(known)] == known else _common(words, known)
            if common < len(known):
                self._history.forget_after(common)
            for word in words[common:]:
                self._history.add(word[:MAX_WORD])  # an arbiter may accept a text that is too long for a word
            self._words = words
        return self._history


def _common(words: tuple[str, ...], known: tuple[str, ...]) -> int:
    """Return the number of words at the beginning that are the same in both tuples."""
    common = 0
    for word, known_word in zip(words, known, strict=False):
        if word != known_word:
            break
        common += 1
    return common

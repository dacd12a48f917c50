"""Floor 3. Players that are programs: they see a ``View``, never the partie, and answer with one action.

Start reading at ``RandomBot``, a sensible amateur; ``wild`` makes it a fuzzer. ``strategy`` has the one that plays to
win.
"""

from __future__ import annotations

import random
from typing import Protocol

from ...cards import Case
from ...letters import neighbours
from ...lexicon.search import Word
from ...options import HouseRules
from ...words.history import History
from ..actions import Action, AnnounceBelettre, Lay
from ..events import ANNOUNCED, BEGUN
from ..history_cache import HistoryCache
from ..view import View

#: Words among which an amateur picks, the most frequent ones that fit: he knows common words.
KNOWN_WORDS = 30
#: Of the words of a fuzzer: how many fit the cards, and how often it says « Belettre » where it should.
FITTING, SAYING = 0.5, 0.9
#: Words that a fuzzer says whatever the cards: none, short, unknown, plural, a name, not French, not letters.
NONSENSE = ("", "a", "zzzzz", "portes", "Paris", "the weather", "12345", "École", "arc-en-ciel", "œ", "-")


class Bot(Protocol):
    """A player."""

    def choose(self, view: View) -> Action:
        """One of ``view.actions``, a ``Lay`` with its word. The view must have such actions."""
        ...


class WordFinder(Protocol):
    """What bots ask about words: ``words.judge.Judge``, or anything that answers like it."""

    @property
    def rules(self) -> HouseRules:
        """The house rules it goes by."""
        ...

    def find(
        self, initial: str | None = None, letters: str = "", *, limit: int | None = None, played: History = ...
    ) -> list[Word]:
        """The words that may be played, most frequent first."""
        ...

    def count(self, initial: str | None = None, letters: str = "", *, played: History = ...) -> int:
        """How many words ``find`` gives."""
        ...


def asking(view: View, lay: Lay) -> tuple[str | None, str]:
    """What a word must fit once the card of *lay* lies face up (P4), as ``Judge`` takes it."""
    if lay.card.case is Case.MAJ:
        return lay.letter or lay.card.letter, view.letters
    return view.initial or None, view.letters + lay.card.letter


def belettre_names(view: View) -> tuple[str, ...]:
    """S4: the letters that keep a Belettre of this seat when its JOKER is named so; () when there is none to keep."""
    belettre = view.belettres[view.seat.index]
    if belettre.stage == BEGUN:
        return neighbours(belettre.first)
    if belettre.stage == ANNOUNCED:
        others = [card for card in view.hand if card.case is Case.MAJ and not card.wild]
        return neighbours(others[0].letter) if others else ()
    return ()


def misfit(lay: Lay, words: list[Word]) -> str:
    """A word to be refused, so that the card goes face down without a pass (P6): one of *words*, which fit the table,
    that does not go with the card; "" when there is none."""
    card, letter = lay.card, lay.letter or lay.card.letter
    for word in words:
        if word.key[0] != letter if card.case is Case.MAJ else letter not in word.key and not card.wild:
            return word.spelling
    return ""


class RandomBot:
    """A sensible amateur: any card for which he knows a word, any such word; else he passes where he may.

    In positions 1 and 2 he says a word that is refused instead: that only turns his card (P6), a pass loses the pli
    (P9).

    finder  where its words come from
    memory  follows the words said so far; bots of one table may share it
    wild    a fuzzer instead: any action, words that are refused, « Belettre » forgotten
    """

    __slots__ = ("_finder", "_memory", "_rng", "_wild")

    def __init__(self, finder: WordFinder, rng: random.Random, memory: HistoryCache, *, wild: bool = False) -> None:
        self._finder = finder
        self._rng = rng
        self._memory = memory
        self._wild = wild

    def choose(self, view: View) -> Action:
        """One of the actions, at random."""
        if self._wild:
            return self._anything(view)
        announcements = [action for action in view.actions if isinstance(action, AnnounceBelettre)]
        if announcements:
            return announcements[0]
        if (lay := self._valid(view)) is not None:
            return lay
        refused = [action for action in view.actions if isinstance(action, Lay)]
        if refused and len(view.pli) < 2:
            lay = self._rng.choice(refused)
            return lay.saying(misfit(lay, self._known(view.initial or None, view.letters, view)))
        return self._rng.choice([action for action in view.actions if not isinstance(action, Lay)])

    def _valid(self, view: View) -> Lay | None:
        """A card with a word; None when no card has one."""
        names = belettre_names(view)
        lays = [action for action in view.actions if isinstance(action, Lay)]
        cards = list({lay.card: None for lay in lays})
        self._rng.shuffle(cards)
        self._rng.shuffle(lays)
        lays.sort(key=lambda lay: (cards.index(lay.card), lay.letter not in names))
        for lay in lays:
            if words := self._known(*asking(view, lay), view):
                return lay.saying(self._rng.choice(words).spelling)
        return None

    def _known(self, initial: str | None, letters: str, view: View) -> list[Word]:
        return self._finder.find(initial, letters, limit=KNOWN_WORDS, played=self._memory.of(view.words))

    def _anything(self, view: View) -> Action:
        rng = self._rng
        action = rng.choice(view.actions)
        if not isinstance(action, Lay):
            return action
        words = [word.spelling for word in self._known(*asking(view, action), view)] if rng.random() < FITTING else []
        word = rng.choice(words or [*NONSENSE, *view.words[-3:]])
        return Lay(action.seat, action.card, word, action.letter, says=rng.random() < SAYING)

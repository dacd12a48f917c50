"""Floor 3. The bot interface, and the amateur: a bot that plays any card for which it knows a word.

A bot sees a ``View`` of its own seat, never the ``Partie``, and answers with one action. Start reading at
``RandomBot``; with ``wild=True`` it is a fuzzer instead. The bot that plays to win is in ``strong``.
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

#: How many words the amateur knows for any set of cards: it picks among this many of the most frequent ones that fit.
KNOWN_WORDS = 30
#: Probabilities for the fuzzer: that it looks for a word that fits the cards, and that it says « Belettre » when due.
FITTING, SAYING = 0.5, 0.9
#: Words that the fuzzer says whatever the cards: empty, short, unknown, plural, a name, not French, not letters.
NONSENSE = ("", "a", "zzzzz", "portes", "Paris", "the weather", "12345", "École", "arc-en-ciel", "œ", "-")


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View) -> Action:
        """Return one of ``view.actions``, which must not be empty; a ``Lay`` is returned with its word filled in."""
        ...


class WordFinder(Protocol):
    """What a bot needs to find words. ``words.judge.Judge`` implements it."""

    @property
    def rules(self) -> HouseRules:
        """The house rules that decide which words may be played."""
        ...

    def find(
        self, initial: str | None = None, letters: str = "", *, limit: int | None = None, played: History = ...
    ) -> list[Word]:
        """Return the words that may be played on these cards, most frequent first, at most *limit* of them."""
        ...

    def count(self, initial: str | None = None, letters: str = "", *, played: History = ...) -> int:
        """Return how many words ``find`` would return without a limit."""
        ...


def word_constraints(view: View, lay: Lay) -> tuple[str | None, str]:
    """Return the initial (None if there is none) and the letters that the word said with *lay* must have (P4).

    They are those of the face-up cards, with the card of *lay* included, in the form that ``WordFinder.find`` takes.
    """
    if lay.card.case is Case.MAJ:
        return lay.letter or lay.card.letter, view.letters
    return view.initial or None, view.letters + lay.card.letter


def joker_letters_for_belettre(view: View) -> tuple[str, ...]:
    """Return the letters to name the JOKER so that this seat keeps its Belettre (S4); empty if it has none to keep."""
    belettre = view.belettres[view.seat.index]
    if belettre.stage == BEGUN:
        return neighbours(belettre.first)
    if belettre.stage == ANNOUNCED:
        others = [card for card in view.hand if card.case is Case.MAJ and not card.wild]
        return neighbours(others[0].letter) if others else ()
    return ()


def choose_unfit_word(lay: Lay, words: list[Word]) -> str:
    """Return the first of *words* that does not fit the card of *lay*, or "" if all of them fit.

    *words* are words that fit the cards already on the table. Saying one that does not fit the new card gets it
    refused: the card goes face down (P6), but the player has not passed.
    """
    card, letter = lay.card, lay.letter or lay.card.letter
    for word in words:
        if word.key[0] != letter if card.case is Case.MAJ else letter not in word.key and not card.wild:
            return word.spelling
    return ""


class RandomBot:
    """A sensible amateur: lays a random card for which it knows a word, with a random word that it knows.

    Without such a card it passes, except in positions 1 and 2. There a pass would lose the pli (P9), so it says a word
    that is refused, which only turns its card face down (P6).

    finder         where it finds words
    rng            the source of its random choices
    history_cache  the words said so far, prepared for searches; bots of one game may share it
    wild           if true, a fuzzer: takes any legal action, says refused words, and sometimes forgets « Belettre »
    """

    __slots__ = ("_finder", "_history_cache", "_rng", "_wild")

    def __init__(
        self, finder: WordFinder, rng: random.Random, history_cache: HistoryCache, *, wild: bool = False
    ) -> None:
        self._finder = finder
        self._rng = rng
        self._history_cache = history_cache
        self._wild = wild

    def choose(self, view: View) -> Action:
        """Return one of ``view.actions``, at random among the sensible ones; a Belettre is always announced (S3)."""
        if self._wild:
            return self._choose_any_action(view)
        announcements = [action for action in view.actions if isinstance(action, AnnounceBelettre)]
        if announcements:
            return announcements[0]
        if (lay := self._choose_lay_with_word(view)) is not None:
            return lay
        lays = [action for action in view.actions if isinstance(action, Lay)]
        if lays and len(view.pli) < 2:
            lay = self._rng.choice(lays)
            return lay.saying(choose_unfit_word(lay, self._known_words(view.initial or None, view.letters, view)))
        return self._rng.choice([action for action in view.actions if not isinstance(action, Lay)])

    def _choose_lay_with_word(self, view: View) -> Lay | None:
        """Return a random card with a known word, or None if no card has one. A JOKER is named to keep a Belettre."""
        joker_letters = joker_letters_for_belettre(view)
        lays = [action for action in view.actions if isinstance(action, Lay)]
        cards = list({lay.card: None for lay in lays})
        self._rng.shuffle(cards)
        self._rng.shuffle(lays)
        lays.sort(key=lambda lay: (cards.index(lay.card), lay.letter not in joker_letters))
        for lay in lays:
            if words := self._known_words(*word_constraints(view, lay), view):
                return lay.saying(self._rng.choice(words).spelling)
        return None

    def _known_words(self, initial: str | None, letters: str, view: View) -> list[Word]:
        return self._finder.find(initial, letters, limit=KNOWN_WORDS, played=self._history_cache.of(view.words))

    def _choose_any_action(self, view: View) -> Action:
        """The fuzzer's choice: any legal action, with a fitting word, a nonsense word or one said before."""
        rng = self._rng
        action = rng.choice(view.actions)
        if not isinstance(action, Lay):
            return action
        fitting: list[str] = []
        if rng.random() < FITTING:
            fitting = [word.spelling for word in self._known_words(*word_constraints(view, action), view)]
        spelling = rng.choice(fitting or [*NONSENSE, *view.words[-3:]])
        return Lay(action.seat, action.card, spelling, action.letter, says=rng.random() < SAYING)

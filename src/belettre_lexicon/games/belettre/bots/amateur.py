"""The amateur, a bot that lays any card for which it knows a word, the beginner, and the fuzzer, which does anything.

The beginner (``EasyBot``) plays as the amateur does, but knows short and frequent words only. The fuzzer takes any
legal action. All search for words with a ``WordFinder``, such as a judge. Start reading at ``AmateurBot``. The bot that
plays to win is in ``strong``.
"""

from __future__ import annotations

import random
import warnings
from typing import Protocol

from ....french.cards import Case
from ....french.letters import neighbours
from ....french.rules import HouseRules
from ....lexicon.find.search import Word
from ....words.history import History
from ....words.judge import Judge
from ...kit import matches
from ..actions import Action, AnnounceBelettre, Lay
from ..events import ANNOUNCED, BEGUN
from ..partie import HistoryCache
from ..view import View

#: The number of words that the amateur knows for given cards. These are the most frequent words that fit the cards.
KNOWN_WORDS = 30
#: The words that the beginner knows have at least this frequency on the Zipf scale (a word of everyday talk) and at
#: most this number of letters.
EASY_ZIPF, EASY_LETTERS = 3.5, 8
#: Two probabilities for the fuzzer: FITTING, that it looks for a word that fits the cards, and SAYING, that it says
#: « Belettre » or « Re-belettre » with a card that it lays (S3).
FITTING, SAYING = 0.5, 0.9
#: Words that the fuzzer says regardless of the cards. Most are invalid: empty, too short, unknown, plural, a proper
#: name, not French, not letters.
NONSENSE = ("", "a", "zzzzz", "portes", "Paris", "the weather", "12345", "École", "arc-en-ciel", "œ", "-")


#: The interface of bots of Belettre. If the action that a bot returns is a ``Lay``, its word is filled in.
Bot = matches.Bot[View, Action]


class WordFinder(Protocol):
    """The interface through which bots search for words. ``words.judge.Judge`` implements it."""

    @property
    def rules(self) -> HouseRules:
        """The house rules that decide which words may be played."""
        ...

    def find(
        self, initial: str | None = None, letters: str = "", *, limit: int | None = None, played: History = ...
    ) -> list[Word]:
        """Return the words that may be played on these cards, most frequent first, at most *limit* of them.

        initial  the letter with which the words must begin; None for any letter
        letters  the letters that the words must contain, with ? for a joker
        limit    None for no limit
        played   the words said so far; words that repeat them or are kin to them are left out (W7, W8)
        """
        ...

    def count(self, initial: str | None = None, letters: str = "", *, played: History = ...) -> int:
        """Return the number of words that ``find`` would return without a limit."""
        ...


def courteous(finder: WordFinder) -> WordFinder:
    """Return a finder without vulgar and offensive words (``Judge.courteous``); one that is no ``Judge`` as it is."""
    return finder.courteous() if isinstance(finder, Judge) else finder


def word_constraints(view: View, lay: Lay) -> tuple[str | None, str]:
    """Return the initial and the letters that the word said with *lay* must have (P4).

    They come from all face-up cards, including the card of *lay*, and are in the form that ``WordFinder.find`` takes.
    The initial is None if no majuscule lies face up.
    """
    if lay.card.case is Case.MAJ:
        return lay.letter or lay.card.letter, view.letters
    return view.initial or None, view.letters + lay.card.letter


def joker_letters_for_belettre(view: View) -> tuple[str, ...]:
    """Return the letters that the seat of *view* can name for the JOKER without forfeiting its Belettre (S4).

    Return () if any letter will do: the seat has no Belettre to forfeit, or both its majuscules are JOKERs.
    """
    belettre = view.belettres[view.seat.index]
    if belettre.stage == BEGUN:
        return neighbours(belettre.first)
    if belettre.stage == ANNOUNCED:
        others = [card for card in view.hand if card.case is Case.MAJ and not card.wild]
        return neighbours(others[0].letter) if others else ()
    return ()


class _BotWithWords:
    def __init__(
        self, judge: WordFinder, rng: random.Random | None = None, history_cache: HistoryCache | None = None
    ) -> None:
        self._finder = courteous(judge)
        self._rng = rng or random.Random()
        self._history_cache = history_cache or HistoryCache(judge.rules)

    def _known_words(self, initial: str | None, letters: str, view: View) -> list[Word]:
        return self._finder.find(initial, letters, limit=KNOWN_WORDS, played=self._history_cache.of(view.words))


class AmateurBot(_BotWithWords):
    """A sensible amateur: a bot that lays a random card for which it knows a word, and says such a word.

    If it knows several words, it chooses one at random. If it knows no word for any of its cards, it passes, even in
    positions 1 and 2, where a pass loses the pli (P9): it never says a word that it knows to be invalid.

    judge          finds words; any ``WordFinder`` will do
    rng            the random generator for the bot's choices; None for a new one with an unknown seed
    history_cache  prepares the words said so far for searches; the bots of one game may share it. If it is None, the
                   bot creates its own
    """

    def choose(self, view: View) -> Action:
        """Return a random sensible action from ``view.actions``. If a Belettre can be announced, announce it (S3)."""
        announcements = [action for action in view.actions if isinstance(action, AnnounceBelettre)]
        if announcements:
            return announcements[0]
        if (lay := self._choose_lay_with_word(view)) is not None:
            return lay
        return self._rng.choice([action for action in view.actions if not isinstance(action, Lay)])

    def _choose_lay_with_word(self, view: View) -> Lay | None:
        """Return a random card with a word that the bot knows; a JOKER keeps the Belettre if possible (S4)."""
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


class EasyBot(AmateurBot):
    """A beginner: a bot that plays as the amateur does, but only knows short words of everyday talk.

    It keeps no card for later and does not count points. Where only a rarer or longer word fits its cards, it passes.
    The parameters are those of ``AmateurBot``.
    """

    def _known_words(self, initial: str | None, letters: str, view: View) -> list[Word]:
        words = super()._known_words(initial, letters, view)
        return [word for word in words if word.zipf >= EASY_ZIPF and word.length <= EASY_LETTERS]


class FuzzerBot(_BotWithWords):
    """A bot that tests the engine: it takes any legal action, as ``kit.matches.RandomBot`` does, and says any word.

    It may say words that are refused, and sometimes forgets to say « Belettre ». The parameters are those of
    ``AmateurBot``.
    """

    def choose(self, view: View) -> Action:
        """Return a random action from ``view.actions``.

        The word of a ``Lay`` is one that fits the cards, one of ``NONSENSE`` (mostly invalid), or one of the last three
        valid words.
        """
        rng = self._rng
        action = rng.choice(view.actions)
        if not isinstance(action, Lay):
            return action
        fitting: list[str] = []
        if rng.random() < FITTING:
            fitting = [word.spelling for word in self._known_words(*word_constraints(view, action), view)]
        spelling = rng.choice(fitting or [*NONSENSE, *view.words[-3:]])
        return Lay(action.seat, action.card, spelling, action.letter, says=rng.random() < SAYING)


class FormerRandomBot(AmateurBot, FuzzerBot):
    """``RandomBot``: the former name of ``AmateurBot`` and, if *wild* is True, of ``FuzzerBot``.

    Deprecated: it will be removed in 0.7.0. The other parameters are those of ``AmateurBot``.
    """

    def __init__(
        self,
        judge: WordFinder,
        rng: random.Random | None = None,
        history_cache: HistoryCache | None = None,
        *,
        wild: bool = False,
    ) -> None:
        former, kind = ("RandomBot(wild=True)", FuzzerBot) if wild else ("RandomBot", AmateurBot)
        warnings.warn(f"{former} is deprecated, use {kind.__name__}", DeprecationWarning, stacklevel=2)
        super().__init__(judge, rng, history_cache)
        self._wild = wild

    def choose(self, view: View) -> Action:
        """Return the action that a ``FuzzerBot`` or an ``AmateurBot`` chooses."""
        return FuzzerBot.choose(self, view) if self._wild else AmateurBot.choose(self, view)


#: The name that programs use. The class has another one, because ``kit.matches.RandomBot`` is a different bot.
RandomBot = FormerRandomBot

"""Ideas for a person at a loss for a word: words that their own cards allow.

``find_ideas`` reads a ``View``, so that it knows nothing that the person may not know. The same position gives the same
ideas. They are the best known words, not the best cards: what to lay is still the person's decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ....french.cards import Card
from ....words.history import History
from ..actions import Lay
from ..view import View
from .amateur import WordFinder, courteous, joker_letters_for_belettre, word_constraints

#: The largest number of ideas.
IDEAS = 3


class Idea(NamedTuple):
    """A word that the player of a view could say now.

    word    the word
    card    the card to lay with it
    letter  the letter to name for the JOKER (J3); "" for any other card
    """

    word: str
    card: Card
    letter: str


def find_ideas(view: View, finder: WordFinder, played: History) -> list[Idea]:
    """Return at most IDEAS words that the player could say now; [] if no card has a word, or no card is due.

    finder  finds the words; vulgar and offensive ones are left out (``courteous``)
    played  the words said so far (``view.words``), prepared for searches

    Each idea has a word and, if there are enough cards with words, a card of its own; jokers come last. Frequent words
    come first. A JOKER is named so that a Belettre is kept (S4).
    """
    finder = courteous(finder)
    naming = joker_letters_for_belettre(view)
    lays = {(action.card, action.letter): action for action in view.actions if isinstance(action, Lay)}
    plain = [lay for lay in lays.values() if not lay.card.wild]
    jokers = [lay for lay in lays.values() if lay.card.wild and (not lay.letter or not naming or lay.letter in naming)]
    ideas: list[Idea] = []
    for some in (plain, jokers):
        if len(ideas) < IDEAS:
            ideas += _choose(_candidates(view, some, finder, played), ideas)
    return ideas


def _candidates(view: View, lays: Iterable[Lay], finder: WordFinder, played: History) -> list[Idea]:
    """Return the best known words for each of *lays*, the most frequent words of all first."""
    found = [
        (-word.zipf, Idea(word.spelling, lay.card, lay.letter))
        for lay in lays
        # At most all words of the other ideas fit this card as well.
        for word in finder.find(*word_constraints(view, lay), limit=IDEAS, played=played)
    ]
    return [idea for _, idea in sorted(found, key=lambda one: (one[0], one[1].word, one[1].card.text, one[1].letter))]


def _choose(candidates: Sequence[Idea], chosen: Sequence[Idea]) -> Iterator[Idea]:
    """Yield those of *candidates* to add to the *chosen* ideas: first words for further cards, then further words."""
    words, cards = {idea.word for idea in chosen}, {idea.card for idea in chosen}
    for other_card in (True, False):
        for idea in candidates:
            if len(words) < IDEAS and idea.word not in words and not (other_card and idea.card in cards):
                words.add(idea.word)
                cards.add(idea.card)
                yield idea

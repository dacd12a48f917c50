"""``WordQuestion``: the question that a verdict answers, with the cards, the earlier words and the rules.

Most programs never read the question of a verdict. A judge therefore only stores the values from which the question is
made on first use (``Asked``).
"""

from __future__ import annotations

from ..base.values import Value
from ..french.letters import fold, spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..french.rules import HouseRules
    from ..lexicon.lexicon import Lexicon
    from ..lexicon.readings import Reading
    from .history import PlayedWord
    from .house_list import HouseList
    from .objects import QuestionObject

    #: The part of a question that is the same for all words of a judge: its lexicon, its options and its house list.
    Terms = tuple[Lexicon, HouseRules, HouseList | None]
    #: The values that a judge stores of a question: the terms; the initial, "" for none; the minuscules as given; the
    #: list of the earlier words, and their number at the time, since words may be added to the list later.
    Asked = tuple[Terms, str, str, Sequence[PlayedWord], int]


class WordQuestion(Value):
    """The question to a judge about a word. Treat it as immutable.

    initial     the letter of the face-up majuscule, in lower case (W2); None if there was none
    letters     the face-up minuscules in the order of the question, with ``?`` for the joker (W3); "" for none
    played      the valid words played before, in order, as far back as the option ``memory`` says (W7 to W9)
    rules       the options of the table
    house_list  the lines of the house list about this word, in the form that ``HouseList.parse`` reads; () if the list
                does not have the word, None if the table has no list
    lexicon     the identity of the lexicon (``Lexicon.identity``); None for a judge without a lexicon

    A judge with the same lexicon and rules returns an equal verdict for the same question:

    >>> from belettre_lexicon import Judge
    >>> lexicon = Lexicon.open()
    >>> verdict = Judge(lexicon)("Facile", initial="F", letters="lec", played=["Volonté"])
    >>> asked = verdict.question
    >>> Judge(lexicon, asked.rules)(
    ...     verdict.word, initial=asked.initial, letters=asked.letters, played=asked.played
    ... ) == verdict
    True
    """

    initial: str | None
    letters: str
    played: tuple[str, ...]
    rules: HouseRules
    house_list: tuple[str, ...] | None
    lexicon: dict[str, str] | None

    @classmethod
    def of(cls, asked: Asked, word: str, key: str, notes: list[tuple[str, str]]) -> WordQuestion:
        """Return the question of a verdict.

        asked  the values that the judge has stored
        word   the word of the verdict
        key    the folded word
        notes  the entry of the house list about the word, as a list of one pair (the sign "+" or "-", note); [] if the
               list did not have the word when it was judged: the list may have changed since
        """
        (lexicon, rules, house_list), initial, letters, words, count = asked
        lines = None
        if house_list is not None:
            spelling = house_list.spellings.get(key) or spelled(word)
            lines = tuple(f"{sign} {spelling} {note}".rstrip() for sign, note in notes)
        played = tuple(earlier.word for earlier in words[:count])
        return cls(initial or None, fold(letters.replace(",", "")), played, rules, lines, lexicon.identity)

    def as_dict(self) -> QuestionObject:
        """Return the question as a JSON object, without the lexicon: the JSON object of the verdict has it already."""
        rules: Any = self.rules.as_dict(complete=True)
        return {
            "initial": self.initial,
            "letters": self.letters,
            "played": list(self.played),
            "rules": rules,
            "house_list": None if self.house_list is None else list(self.house_list),
        }

    def __hash__(self) -> int:
        return hash((self.initial, self.letters, self.played, self.rules))

    def __repr__(self) -> str:
        return f"WordQuestion(initial={self.initial!r}, letters={self.letters!r}, {len(self.played)} played)"


class Told(Value):
    """The readings and the question of a verdict that was decoded or unpickled, or whose question has been made.

    readings  the readings of the word, or a function that takes the word and returns them
    question  the question to the judge; None if it is unknown
    """

    readings: tuple[Reading, ...] | Callable[[str], tuple[Reading, ...]]
    question: WordQuestion | None

    def __call__(self, word: str) -> tuple[Reading, ...]:
        """Return the readings of the word of the verdict."""
        return self.readings if isinstance(self.readings, tuple) else self.readings(word)

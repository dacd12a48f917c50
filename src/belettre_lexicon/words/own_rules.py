"""Rules that a table adds to those of the library: checks with reasons and sentences of their own.

An ``OwnReason`` is a reason with its sentences. A ``Check`` also has a test, which a ``Judge`` calls for every word::

    def more_than_ten(said: Announcement) -> dict[str, int] | None:
        return {"letters": len(said.key)} if len(said.key) > 10 else None

    too_long = Check("too_long", more_than_ten, rule="maison", fr="{letters} lettres, dix suffisent",
                     en="{letters} letters, ten are enough")
    judge = Judge(Lexicon.open(), checks=[too_long])

A recorded refusal contains the sentences with the evidence (``OwnRefusal.as_dict``), so that programs without the check
can also show why a word was refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any

from ..base.errors import ArgumentError
from ..french.letters import fold
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading
from .history import History
from .verdicts import REASONS, Refusal

#: The test of a check: returns the evidence against an announced word, a dictionary that may be empty, or None if the
#: word passes.
Test = Callable[["Announcement"], Mapping[str, str | int] | None]
#: The largest number of characters in a reason or a rule, in a sentence, and in a text of the evidence.
MAX_NAME, MAX_SENTENCE, MAX_TEXT = 40, 500, 500
#: The largest number of facts in the evidence, and the largest number in it, positive or negative.
MAX_FACTS, MAX_NUMBER = 20, 2**53
#: What may follow the colon in a placeholder, by language: ``{earlier:de}`` is « de » or « d' » before a quoted word.
_PARTICLES = {"fr": ("", "de", "que"), "en": ("",)}


class Announcement:
    """A word as it was announced, with the cards on the table; the argument of the test of a ``Check``.

    word     the word as the player gave it, without leading and trailing spaces
    key      its folded letters (W4); text that is not a word keeps its other characters
    initial  the letter of the face-up majuscule, in lower case (W2); None if there is none
    letters  the letters of the face-up minuscules, with ``?`` for the joker (W3); "" if there are none
    """

    __slots__ = ("_history", "_lexicon", "initial", "key", "letters", "word")

    def __init__(
        self, word: str, key: str, initial: str | None, letters: str, lexicon: Lexicon, history: History | None
    ) -> None:
        self.word, self.key, self.initial, self.letters = word, key, initial, letters
        self._lexicon, self._history = lexicon, history

    @property
    def played(self) -> tuple[str, ...]:
        """The valid words played before, in order, as far back as the option ``memory`` says (W9)."""
        return tuple(self._history) if self._history is not None else ()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All readings of the spellings with these letters, playable ones first; () for an unknown word."""
        return self._lexicon.readings(self.word)


class OwnReason:
    """A reason for refusing a word that is not one of ``REASONS``, with its sentences.

    >>> reason = OwnReason("not_english", rule="dictionary", fr="« {said} » n'est pas anglais",
    ...                    en="“{said}” is not English")
    >>> reason.refusal(said="chou").evidence
    {'said': 'chou'}

    reason     its name: at most MAX_NAME small letters a-z, digits and underscores, no digit first
    rule       the name of the rule behind it, as the players know it: at most MAX_NAME characters
    sentences  language → its sentence, without a capital letter at the start and without a full stop. A placeholder
               ``{name}`` stands for a fact of the evidence; in French, ``{name:de}`` and ``{name:que}`` quote a word
               after « de » and « que » or their elided forms. Both languages must name the same facts
    facts      the names of the facts in the sentences

    Raises ArgumentError if the reason is one of ``REASONS``, or if a name or a sentence is invalid.
    """

    __slots__ = ("facts", "reason", "rule", "sentences")

    def __init__(self, reason: str, *, rule: str, fr: str, en: str) -> None:
        if not (_is_text(reason, MAX_NAME) and reason.isidentifier() and reason == reason.lower() and reason.isascii()):
            raise ArgumentError(f"reason {reason!r:.80}: expected {MAX_NAME} letters a-z, digits and _ at most")
        if reason in REASONS:
            raise ArgumentError(f"reason {reason!r}: the library has this reason, expected a name of its own")
        if not _is_text(rule, MAX_NAME):
            raise ArgumentError(f"reason {reason}: rule {rule!r:.80}, expected {MAX_NAME} printable characters at most")
        self.reason = reason
        self.rule = rule
        self.sentences = {"fr": fr, "en": en}
        in_french, in_english = (self._placeholders(language) for language in self.sentences)
        if in_french != in_english:
            raise ArgumentError(
                f"reason {reason}: expected the same placeholders in both sentences, got {sorted(in_french)} in French "
                f"and {sorted(in_english)} in English"
            )
        self.facts = in_french

    def refusal(self, /, **evidence: str | int) -> OwnRefusal:
        """Return a refusal for this reason; the keyword arguments are the facts of its evidence.

        Raises ArgumentError unless the evidence consists of texts and whole numbers and has every fact that the
        sentences name.
        """
        return self.refusal_with(evidence)

    def refusal_with(self, evidence: object) -> OwnRefusal:
        """Return a refusal for this reason, as ``refusal`` does, given its evidence as a dictionary name → fact."""
        if not (isinstance(evidence, Mapping) and all(map(_is_fact, evidence.items())) and len(evidence) <= MAX_FACTS):
            raise ArgumentError(
                f"reason {self.reason}: {evidence!r:.120}, expected a dictionary of at most {MAX_FACTS} texts and "
                "whole numbers by name, or None if the word passes"
            )
        if missing := self.facts - evidence.keys():
            raise ArgumentError(f"reason {self.reason}: the evidence lacks {', '.join(sorted(missing))}")
        return OwnRefusal(self, dict(evidence))

    def _placeholders(self, language: str) -> frozenset[str]:
        """Return the names of the placeholders in a sentence. Raises ArgumentError if the sentence is invalid."""
        text, particles = self.sentences[language], _PARTICLES[language]
        where = f"reason {self.reason}: the sentence {text!r:.80} ({language})"
        if not _is_text(text, MAX_SENTENCE):
            raise ArgumentError(f"{where}: expected one line of at most {MAX_SENTENCE} printable characters")
        try:
            fields = [field for field in Formatter().parse(text) if field[1] is not None]
        except ValueError as error:
            raise ArgumentError(f"{where}: {error}") from error
        for _, name, particle, conversion in fields:
            if not (name and name.isidentifier()) or particle not in particles or conversion:
                allowed = ", ".join(f"{{name:{particle}}}" if particle else "{name}" for particle in particles)
                raise ArgumentError(f"{where}: invalid placeholder {name!r:.40}, expected {allowed}")
        return frozenset(name for _, name, _, _ in fields if name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OwnReason):
            return NotImplemented
        return (self.reason, self.rule, self.sentences) == (other.reason, other.rule, other.sentences)

    def __hash__(self) -> int:
        return hash((self.reason, self.rule))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.reason!r}, rule={self.rule!r})"


class Check(OwnReason):
    """A rule of one table: a reason of its own, and the test that finds the words to refuse.

    test  a function that takes an ``Announcement`` and returns the evidence for refusing the word, or None if the word
          passes. It must always return the same result for the same announcement. Its exceptions are not caught

    A check can only refuse words; use a ``HouseList`` to accept words that the lexicon refuses. The test is called even
    for words that are refused for other reasons (W10), such as unknown words. The other parameters are those of
    ``OwnReason``.

    >>> from belettre_lexicon import Judge
    >>> def doubled(said: Announcement) -> dict[str, str] | None:
    ...     twice = next((a for a, b in zip(said.key, said.key[1:]) if a == b), "")
    ...     return {"letter": twice} if twice else None
    >>> check = Check("doubled", doubled, rule="maison", fr="{letter} est doublé", en="{letter} is doubled")
    >>> Judge(Lexicon.open(), checks=[check])("raclette").reasons
    ('doubled',)
    """

    __slots__ = ("test",)

    def __init__(self, reason: str, test: Test, *, rule: str, fr: str, en: str) -> None:
        super().__init__(reason, rule=rule, fr=fr, en=en)
        if not callable(test):
            raise ArgumentError(f"reason {reason}: test {test!r:.80}, expected a function of an Announcement")
        self.test = test


class OwnRefusal(Refusal["Any", "Any"]):
    """A refusal for an ``OwnReason``.

    own       the reason, with its rule and its sentences
    evidence  texts and whole numbers by name
    """

    __slots__ = ("own",)

    reason: str
    evidence: dict[str, str | int]

    def __init__(self, own: OwnReason, evidence: dict[str, str | int]) -> None:
        self.own = own
        self.reason = own.reason
        self.evidence = evidence

    @property
    def rule(self) -> str:
        """The name that the table gives to the rule that was broken, such as "maison"; ``OwnReason.rule``.

        Refusals by the library itself have a rule id such as "W8" here, or "house".
        """
        return self.own.rule

    def as_dict(self) -> dict[str, Any]:
        """Return the refusal as a JSON object with the keys "rule", "reason", "evidence" and "sentences"."""
        return {**super().as_dict(), "sentences": dict(self.own.sentences)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return isinstance(other, OwnRefusal) and self.as_dict() == other.as_dict()

    __hash__ = Refusal.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        # Without the test of a check: a verdict is not asked again, and a test may be a function that has no name.
        own = self.own
        return _refusal_of, (own.reason, own.rule, own.sentences, self.evidence)


class OwnChecks:
    """The checks of a judge, each with a different reason.

    checks  the checks, in the order in which their tests are called

    Raises ArgumentError if *checks* contains anything but ``Check`` objects, or two with the same reason.
    """

    __slots__ = ("_lexicon", "checks")

    def __init__(self, lexicon: Lexicon, checks: Iterable[Check]) -> None:
        self._lexicon = lexicon
        if not hasattr(checks, "__iter__"):
            raise ArgumentError(f"checks: {checks!r:.80}, expected Check objects")
        self.checks = tuple(checks)
        reasons: set[str] = set()
        for check in self.checks:
            if not isinstance(check, Check):
                raise ArgumentError(f"checks: {check!r:.80}, expected Check objects")
            if check.reason in reasons:
                raise ArgumentError(f"checks: two checks of the reason {check.reason!r}, expected one")
            reasons.add(check.reason)

    def refusals(
        self, word: str, key: str, initial: str | None, letters: str, history: History | None
    ) -> list[OwnRefusal]:
        """Return the refusals of a word by the checks, in the order of the checks; [] if it passes all of them.

        key      the folded word
        initial  the letter of the face-up majuscule, in lower case; None or "" if there is none
        letters  the face-up minuscules, as in a call of the judge
        history  the words played before; None if there are none

        Raises ArgumentError if the evidence that a test returns is invalid.
        """
        on_table = fold(letters.replace(",", "")) if letters else ""
        said = Announcement(word, key, initial or None, on_table, self._lexicon, history)
        return [check.refusal_with(evidence) for check in self.checks if (evidence := check.test(said)) is not None]


def _refusal_of(reason: str, rule: str, sentences: dict[str, str], evidence: dict[str, Any]) -> OwnRefusal:
    return OwnReason(reason, rule=rule, **sentences).refusal_with(evidence)


def _is_text(text: object, most: int) -> bool:
    """Return whether *text* is printable text of at most *most* characters that is not blank."""
    return isinstance(text, str) and len(text) <= most and text.isprintable() and bool(text.strip())


def _is_fact(fact: tuple[object, object]) -> bool:
    """Return whether a pair of a name and a value may be part of the evidence."""
    name, value = fact
    if not (isinstance(name, str) and name.isidentifier() and len(name) <= MAX_NAME):
        return False
    return len(value) <= MAX_TEXT if isinstance(value, str) else type(value) is int and abs(value) <= MAX_NUMBER

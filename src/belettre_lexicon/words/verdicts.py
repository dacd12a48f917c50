"""``Verdict``, the judgement of a word, and ``Refusal``, one reason for refusing it with its proof (W10)."""

from __future__ import annotations

from ..base.errors import ArgumentError
from ..french.letters import MAX_WORD, SPACES, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, Generic, Literal, Protocol

    from typing_extensions import TypeVar  # type checkers have it built in

    from ..lexicon.readings import Reading
    from ..literals import Reason
    from .evidence import (
        EarlierEvidence,
        HouseEvidence,
        InitialEvidence,
        JokersEvidence,
        KinEvidence,
        LengthEvidence,
        LettersEvidence,
        ParticipleEvidence,
        ProvedKinship,
        ReadingEvidence,
        UnknownEvidence,
    )
    from .objects import VerdictObject
    from .question import Asked, WordQuestion

    R_co = TypeVar("R_co", bound=Reason, default=Reason, covariant=True)
    E_co = TypeVar("E_co", bound=Mapping[str, Any], default=Any, covariant=True)

    class _Explained(Generic[R_co, E_co]):
        """The base of ``Refusal`` for type checkers, with the types of its reason and its evidence as parameters."""

    class LateRemarks(Protocol):
        """The interface of objects that look up the remarks of a verdict when they are read; judges implement it."""

        def other_spellings(self, word: str) -> tuple[Refusal, ...]:
            """Return the remarks "other_spelling" on a word (W4)."""
            ...

else:

    class _Explained:
        """The base of ``Refusal`` at run time: its parameters are ignored, because importing ``typing`` is slow."""

        __slots__ = ()

        def __class_getitem__(cls, _):
            return cls


#: Reason → the id of its rule, or "house". The names of the reasons are part of the public interface.
REASONS: dict[Reason, str] = {
    "too_short": "W1",
    "wrong_initial": "W2",
    "missing_letters": "W3",
    "too_many_jokers": "J1",
    "unknown": "W5",
    "proper_noun": "W5",
    "abbreviation": "W5",
    "plural": "W6",
    "plural_only": "W6b",
    "feminine_adjective": "W6",
    "conjugated": "W6",
    "participle": "W6a",
    "compound": "W6c",
    "repeated": "W7",
    "same_spelling": "W7",
    "same_family": "W8",
    "house_list": "house",
    "other_spelling": "W4",
}


#: The version of the JSON object of a verdict (``objects.VerdictObject``). It changes if a key is removed or gets
#: another meaning, but not if a key is added.
SCHEMA: Literal[1] = 1


class Refusal(_Explained["R_co", "E_co"]):
    """One reason why a word is refused, or one remark about a word, with its evidence.

    reason    a key of ``REASONS``, or the reason of a table's own rule (``own_rules.OwnRefusal``); "other_spelling" is
              the reason of a remark, never of a refusal
    rule      the id of the rule behind the reason; "house" for the house list and the option ``refuse_labels``
    evidence  the facts that prove the reason, by name

    The names in the evidence depend on the reason; the module ``evidence`` describes them. ``AnyRefusal`` pairs the
    types of reasons and evidence, so that a type checker that knows the reason knows the evidence.
    """

    __slots__ = ("evidence", "reason")

    reason: R_co
    evidence: E_co

    def __init__(self, reason: R_co, evidence: E_co) -> None:
        self.reason = reason
        self.evidence = evidence

    @property
    def rule(self) -> str:
        """The id of the rule behind the reason, as in RULES.md, or "house" for house rules without an id.

        Raises ArgumentError if the reason is not one of ``REASONS``.
        """
        try:
            return REASONS[self.reason]
        except KeyError as error:
            raise ArgumentError(f"reason {self.reason!r}: expected one of REASONS, or an OwnReason") from error

    def as_dict(self) -> dict[str, Any]:
        """Return the refusal as a JSON object with the keys "rule", "reason" and "evidence"."""
        values: Mapping[str, Any] = self.evidence
        evidence = {key: value.as_dict() if hasattr(value, "as_dict") else value for key, value in values.items()}
        return {"rule": self.rule, "reason": self.reason, "evidence": evidence}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return self.reason == other.reason and bool(self.evidence == other.evidence)

    def __hash__(self) -> int:
        return hash(self.reason)

    def __reduce__(self) -> tuple[object, ...]:
        return Refusal, (self.reason, self.evidence)

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.evidence!r})"


if TYPE_CHECKING:
    TooShort = Refusal[Literal["too_short"], LengthEvidence]
    WrongInitial = Refusal[Literal["wrong_initial"], InitialEvidence]
    MissingLetters = Refusal[Literal["missing_letters"], LettersEvidence]
    TooManyJokers = Refusal[Literal["too_many_jokers"], JokersEvidence]
    UnknownWord = Refusal[Literal["unknown"], UnknownEvidence]
    RepeatedWord = Refusal[Literal["repeated", "same_spelling"], EarlierEvidence]
    SameFamily = Refusal[Literal["same_family"], KinEvidence[ProvedKinship]]
    #: A refusal of a word, with the type of its evidence. Refusals by a table's own checks are ``own_rules.OwnRefusal``
    #: objects, which are not among them: their reason is any text, so it would not tell the other types apart.
    AnyRefusal = (
        TooShort
        | WrongInitial
        | MissingLetters
        | TooManyJokers
        | UnknownWord
        | Refusal[Literal["proper_noun", "abbreviation", "plural", "plural_only"], ReadingEvidence[Reading]]
        | Refusal[Literal["feminine_adjective", "conjugated", "compound"], ReadingEvidence[Reading]]
        | Refusal[Literal["participle"], ParticipleEvidence[Reading]]
        | RepeatedWord
        | SameFamily
        | Refusal[Literal["house_list"], HouseEvidence[Reading]]
    )
    #: A remark about a word.
    Remark = SameFamily | Refusal[Literal["other_spelling"], ReadingEvidence[Reading]]
    #: The refusals of a word in three parts: those by the rules before W5; a function that takes the word and its
    #: folded letters and returns those by W5 and W6, or None if there are none; those by the rules after W6.
    Proof = tuple[Sequence[Refusal], Callable[[str, str], Sequence[Refusal]] | None, Sequence[Refusal]]
    #: The remarks about a word, or the object that looks them up.
    Remarks = tuple[Refusal, ...] | LateRemarks
    #: The source of a verdict's readings and question: the arguments that a judge has kept (``question.Asked``), or a
    #: function that takes the word and returns its readings, such as ``question.Told``. () for a verdict without both.
    Source = Asked | Callable[[str], tuple[Reading, ...]] | tuple[()]
else:
    AnyRefusal = Remark = Refusal


class Verdict:
    """The judgement of one word: it is valid, or it is refused for every reason that applies (W10).

    word     the word as the player gave it, without leading and trailing spaces; text over MAX_WORD characters is cut
    key      the folded letters of the word, which W1, W2, W3 and W7 compare
    valid    whether the word may be played; ``bool(verdict)`` is the same
    house    the note in the house list if the list accepts the word, "" if it gives no note; None otherwise
    remarks  notices for the players that do not decide, as ``Refusal`` objects; () if there are none. There is one for
             each near kin among the earlier words (W8) and, if the word is refused although it fits the cards, one for
             each other spelling of its letters that would be valid instead (W4, "other_spelling"); of a valid word
             that was typed without its accents, "other_spelling" is what it would be as typed, such as a name

    A program that judges words without the lexicon makes verdicts with ``accepted`` and ``refused``.

    >>> Verdict.accepted("Zugzwang").valid, Verdict.refused("Zug", ["unknown"]).reasons
    (True, ('unknown',))

    ``refusals`` and ``readings`` are computed only when they are read, which saves time in a program that merely counts
    valid words. So are ``remarks`` if there are no earlier words. A verdict that was pickled or copied has all of them
    and its ``question``, and needs no judge or lexicon.
    """

    __slots__ = ("_proof", "_refusals", "_remarks", "_source", "house", "key", "valid", "word")

    _refusals: tuple[AnyRefusal, ...]

    def __init__(
        self,
        word: str,
        key: str,
        proof: Proof | None,
        source: Source,
        house: str | None,
        remarks: Remarks = (),
    ) -> None:
        self.word = word
        self.key = key
        self.valid = proof is None
        self.house = house
        self._remarks = remarks
        self._proof = proof
        self._source = source

    @classmethod
    def accepted(cls, word: str) -> Verdict:
        """Return the verdict that *word* is valid, with neither readings nor a question.

        Raises ArgumentError if *word* is not text.
        """
        return cls(*_word_and_key(word), None, (), None)

    @classmethod
    def refused(cls, word: str, refusals: Iterable[Refusal | Reason]) -> Verdict:
        """Return the verdict that *word* is refused, with neither readings nor a question.

        refusals  every reason for refusing it (W10), at least one: a ``Refusal`` with a reason of ``REASONS`` and its
                  evidence (as the module ``evidence`` describes), or a refusal for an ``OwnReason``, or the text
                  "unknown", which needs no evidence

        Raises ArgumentError if *word* is not text, if there is no refusal, or if one of them lacks its evidence.
        """
        if isinstance(refusals, str) or not hasattr(refusals, "__iter__"):
            raise ArgumentError(f"refusals: {refusals!r:.80}, expected a list of Refusal objects")
        every = [Refusal(refusal, {}) if isinstance(refusal, str) else refusal for refusal in refusals]
        if not every:
            raise ArgumentError("refusals: none, expected at least one: a word is refused for a reason (W10)")
        for refusal in every:
            _check_refusal(refusal)
        return cls(*_word_and_key(word), (every, None, []), (), None)

    @property
    def refusals(self) -> tuple[AnyRefusal, ...]:
        """Every refusal of the word; () if it is valid.

        The order is W1, W2, W3, J1, then W5 and W6 by part of speech, then W7, W8, the house list, and finally the
        table's own checks in their order.
        """
        if self._proof is None:
            return ()
        try:
            return self._refusals
        except AttributeError:  # the slot is filled on first use, because many programs never read the refusals
            before, find_lexical, after = self._proof
            lexical = find_lexical(self.word, self.key) if find_lexical else []
            refusals: Any = (*before, *lexical, *after)
            self._refusals = refusals
            return self._refusals

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The notices that do not decide: near kin (W8), then other spellings that would be valid instead (W4)."""
        remarks: Any = self._remarks
        if not isinstance(remarks, tuple):
            remarks = self._remarks = remarks.other_spellings(self.word)
        found: tuple[Remark, ...] = remarks
        return found

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All readings of the word, playable ones first; () if the word is unknown.

        Also () for a verdict from ``accepted``, ``refused`` or a record; ``decode.with_readings`` adds the readings.
        """
        source = self._source
        if isinstance(source, tuple):
            return source[0][0].readings(self.word) if source else ()
        return source(self.word)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The names of the reasons of ``refusals``, in the same order, each once; () if the word is valid."""
        return tuple(dict.fromkeys(refusal.reason for refusal in self.refusals))

    @property
    def question(self) -> WordQuestion | None:
        """The question to the judge: cards, earlier words, options, house list, lexicon; not the table's own checks.

        None for a verdict from the record of a game, which does not store it, and for one that no ``Judge`` has made.
        """
        source = self._source
        if not isinstance(source, tuple):
            told: WordQuestion | None = getattr(source, "question", None)
            return told
        if not source:
            return None
        from .question import Told, WordQuestion  # most verdicts are read for their decision alone

        notes = [] if self.house is None else [("+", self.house)]
        for refusal in self.refusals:
            if refusal.reason == "house_list" and "note" in refusal.evidence:
                notes.append(("-", refusal.evidence["note"]))
        question = WordQuestion.of(source, self.word, self.key, notes)
        self._source = Told(source[0][0].readings, question)
        return question

    def as_dict(self) -> VerdictObject:
        """Return the verdict as a JSON object, with the question and all refusals, remarks and readings.

        docs/verdict-json.md describes the format. ``decode.decode_verdict`` turns the object back into an equal
        verdict; ``referee.json_objects`` adds sentences.
        """
        question = self.question
        refusals: Any = [refusal.as_dict() for refusal in self.refusals]
        remarks: Any = [remark.as_dict() for remark in self.remarks]
        lexicon: Any = question.lexicon if question else None
        return {
            "schema": SCHEMA,
            "question": question.as_dict() if question else None,
            "word": self.word,
            "valid": self.valid,
            "house": self.house,
            "refusals": refusals,
            "remarks": remarks,
            "readings": [reading.as_dict() for reading in self.readings],
            "lexicon": lexicon,
        }

    def __eq__(self, other: object) -> bool:
        """Return whether two verdicts have the same word, decision, refusals, remarks (with evidence) and house note.

        Their readings and their questions are not compared.
        """
        if not isinstance(other, Verdict):
            return NotImplemented
        if self is other:
            return True
        if self.word != other.word or self.valid != other.valid:
            return False
        return self.house == other.house and self._proofs() == other._proofs()

    def _proofs(self) -> list[list[dict[str, Any]]]:
        """Return the refusals and the remarks as JSON objects, by which verdicts are compared."""
        return [[entry.as_dict() for entry in entries] for entries in (self.refusals, self.remarks)]

    def __hash__(self) -> int:
        return hash((self.word, self.valid))

    def __reduce__(self) -> tuple[type[Verdict], tuple[object, ...]]:
        from .question import Told  # not needed by a check

        proof: Proof | None = None if self.valid else (list(self.refusals), None, [])
        told = Told(self.readings, self.question)
        return Verdict, (self.word, self.key, proof, told, self.house, self.remarks)

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        return f"Verdict({self.word!r}, {'valid' if self.valid else ', '.join(self.reasons)})"


def _word_and_key(word: str) -> tuple[str, str]:
    """Return the attributes *word* and *key* of a verdict on *word*. Raises ArgumentError if *word* is not text."""
    if not isinstance(word, str):
        raise ArgumentError(f"word: expected text, got {type(word).__name__}")
    word = word.strip(SPACES)[: MAX_WORD + 1]
    return word, fold(word)


def _check_refusal(refusal: Refusal) -> None:
    """Raise ArgumentError unless *refusal* has a reason of ``REASONS`` with fitting evidence, or an ``OwnReason``."""
    from .evidence import ONLY_REMARKS, forms_of, has_form  # needed by judges of other words only

    if not isinstance(refusal, Refusal) or refusal.reason in ONLY_REMARKS:
        raise ArgumentError(f"refusals: {refusal!r:.80}, expected Refusal objects")
    if refusal.rule and refusal.reason in REASONS and not has_form(refusal.reason, refusal.evidence):
        expected = " or ".join(
            str({name: kind.__name__ for name, kind in form.items()}) for form in forms_of(refusal.reason)
        )
        raise ArgumentError(f"reason {refusal.reason!r}: evidence {refusal.evidence!r:.80}, expected {expected}")

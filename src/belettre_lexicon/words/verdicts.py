"""Floor 2. Verdicts and refusals: values that hold every reason against a word, each with its proof (W10)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    from ..lexicon.readings import Reading

    #: Why a word is refused; ``REASONS`` says which rule each reason rests on.
    Reason = Literal[
        "too_short",
        "wrong_initial",
        "missing_letters",
        "too_many_jokers",
        "unknown",
        "proper_noun",
        "abbreviation",
        "plural",
        "plural_only",
        "feminine_adjective",
        "conjugated",
        "participle",
        "compound",
        "repeated",
        "same_spelling",
        "same_family",
        "house_list",
    ]
    #: What refuses a word: the refusals of the rules before W5; a function of the word and its folded letters that
    #: finds those of W5 and W6 (None when there are none); the refusals of the rules after W6.
    Proof = tuple[list["Refusal"], Callable[[str, str], list["Refusal"]] | None, list["Refusal"]]

#: Reason → the rule it rests on. The names are part of the public contract.
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
}


class Refusal:
    """One reason why a word is refused.

    reason    a key of ``REASONS``
    rule      the rule it rests on; "house" for the house list and the option ``current_only``
    evidence  what proves it; the keys depend on the reason:

    ===================  ============================================================
    too_short            letters (how many the word has), minimum
    wrong_initial        found, expected
    missing_letters      missing (letters, ``?`` for a joker), letters (on the table)
    too_many_jokers      jokers (how many lie face up)
    unknown              nothing, or why it cannot be a word: character (the first one that is not a letter),
                         space (the same, if it is white space), length (most characters of a word)
    proper_noun … compound  reading: the reading that is refused; it names the lemma
    repeated             earlier (the word as it was played), turn (1 is the first word)
    same_spelling        the same; the earlier word was written with other accents
    same_family          earlier, turn, and kinship: its tier and the chain of links that proves it
    house_list           note (from the house list), or reading (refused because it is not current)
    ===================  ============================================================
    """

    __slots__ = ("evidence", "reason")

    def __init__(self, reason: Reason, evidence: dict[str, Any]) -> None:
        self.reason = reason
        self.evidence = evidence

    @property
    def rule(self) -> str:
        """The id of the rule that the reason rests on, as in RULES.md, or "house"."""
        return REASONS[self.reason]

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: rule, reason, evidence."""
        evidence = {
            key: value.as_dict() if hasattr(value, "as_dict") else value for key, value in self.evidence.items()
        }
        return {"rule": self.rule, "reason": self.reason, "evidence": evidence}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return self.reason == other.reason and self.evidence == other.evidence

    def __hash__(self) -> int:
        return hash(self.reason)

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.evidence!r})"


class Verdict:
    """The judgement of one word: valid, or refused for every reason that holds (W10).

    word     the word as the player gave it
    key      its folded letters, which W1, W2, W3 and W7 compare
    valid    whether it may be played
    house    the note of the house list if that list accepts the word ("" for an empty note), else None
    remarks  near kin among the earlier words (W8), in the form of refusals. They do not refuse the word:
             they are shown to the table for its information.

    ``refusals`` and ``readings`` are looked up when they are first read, so that a program that only counts
    valid words does not pay for the proofs.
    """

    __slots__ = ("_lookup", "_proof", "_refusals", "house", "key", "remarks", "valid", "word")

    def __init__(
        self,
        word: str,
        key: str,
        proof: Proof | None,
        lookup: Callable[[str], tuple[Reading, ...]],
        house: str | None,
        remarks: tuple[Refusal, ...] = (),
    ) -> None:
        self.word = word
        self.key = key
        self.valid = proof is None
        self.house = house
        self.remarks = remarks
        self._proof = proof
        self._lookup = lookup

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Every refusal, in the order of the rules; () when the word is valid."""
        if self._proof is None:
            return ()
        try:
            return self._refusals
        except AttributeError:  # the slot is filled on first use, so that a valid word does not pay for it
            before, find_lexical, after = self._proof
            lexical = find_lexical(self.word, self.key) if find_lexical else []
            self._refusals: tuple[Refusal, ...] = (*before, *lexical, *after)
            return self._refusals

    @property
    def readings(self) -> tuple[Reading, ...]:
        """All readings of the word, playable ones first; () when it is unknown."""
        return self._lookup(self.word)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons of the refusals, each once, in the order of the rules; () when the word is valid."""
        return tuple(dict.fromkeys(refusal.reason for refusal in self.refusals))

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: word and valid; refusals, remarks and house where there are any."""
        described: dict[str, Any] = {"word": self.word, "valid": self.valid}
        if not self.valid:
            described["refusals"] = [refusal.as_dict() for refusal in self.refusals]
        if self.remarks:
            described["remarks"] = [remark.as_dict() for remark in self.remarks]
        if self.house is not None:
            described["house"] = self.house
        return described

    def __eq__(self, other: object) -> bool:
        """Two verdicts are equal if they judge the same word alike, for the same reasons with the same evidence."""
        if not isinstance(other, Verdict):
            return NotImplemented
        if self is other:
            return True
        if self.word != other.word or self.valid != other.valid:
            return False
        if self.valid and not self.remarks and not other.remarks:
            return self.house == other.house
        return self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash((self.word, self.valid))

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        return f"Verdict({self.word!r}, {'valid' if self.valid else ', '.join(self.reasons)})"

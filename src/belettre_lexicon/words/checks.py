"""The checks of a word: one function for each rule about words.

A check takes what its rule needs and returns a refusal, or None if the word passes. The checks of readings (W5, W6)
return lists. ``single_word`` runs all checks, so that a refused word gets every reason that applies (W10).
"""

from __future__ import annotations

from ..french.grammar import BASE_PARTICIPLES, GHOST, unmask
from ..french.letters import APOSTROPHES, MAX_WORD, Demand, first_non_letter, fold, missing, missing_shared, spelled
from ..french.rules import HouseRules
from ..lexicon.readings import Reading, participial_spellings, reading_reasons, refusal_reasons
from .verdicts import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

    from ..lexicon.lexicon import Lexicon
    from ..literals import Reason
    from .evidence import LettersEvidence, ParticipleEvidence
    from .history import PlayedWord
    from .verdicts import MissingLetters, RepeatedWord, SameFamily, TooManyJokers, TooShort, UnknownWord, WrongInitial

#: The reasons that concern the spelling itself. All other reasons given by a reading concern its lemma.
_NAMED_BY_SPELLING = frozenset({"plural_only", "proper_noun", "abbreviation", "compound", "house_list"})


def too_short(key: str, minimum: int) -> TooShort | None:
    """Return a refusal if a folded word has fewer than *minimum* letters (W1), otherwise None.

    Characters that are not letters do not count.
    """
    letters = len(key) if key.isalpha() else sum(map(str.isalpha, key))
    if letters >= minimum:
        return None
    return Refusal("too_short", {"letters": letters, "minimum": minimum})


def wrong_initial(key: str, initial: str) -> WrongInitial | None:
    """Return a refusal if a folded word does not start with *initial*, the majuscule in lower case (W2), else None."""
    if key.startswith(initial):
        return None
    return Refusal("wrong_initial", {"found": key[:1], "expected": initial})


def missing_letters(key: str, initial: str, wanted: Demand, shared: bool) -> MissingLetters | None:
    """Return a refusal if a folded word lacks letters for the cards on the table (W3, J2), otherwise None.

    key      the folded word
    initial  the letter of the face-up majuscule in lower case; "" if there is none
    wanted   the demand of the face-up minuscules
    shared   whether cards may share a letter (option ``letters_shared``), even the first letter

    Unless *shared* is true, each minuscule, and the joker, needs a letter of its own in the word. A first letter that
    matches the majuscule cannot serve a minuscule as well; one that does not match can. The evidence has *initial* if
    fewer letters would be missing without the majuscule.
    """
    initial_served = initial != "" and key.startswith(initial)
    lacking = missing_shared(key, wanted) if shared else missing(key[1:] if initial_served else key, wanted)
    if not lacking:
        return None
    letters = "".join(letter * count for letter, count in wanted.counts) + "?" * wanted.jokers
    evidence: LettersEvidence = {"missing": lacking, "letters": letters}
    if initial_served and not shared and len(missing(key, wanted)) < len(lacking):
        evidence["initial"] = initial
    return Refusal("missing_letters", evidence)


def too_many_jokers(wanted: Demand) -> TooManyJokers | None:
    """Return a refusal if more than one joker lies face up in the pli (J1), otherwise None."""
    return Refusal("too_many_jokers", {"jokers": wanted.jokers}) if wanted.jokers > 1 else None


def repeated(word: str, earlier: PlayedWord) -> RepeatedWord:
    """Return the refusal of a word for repeating an earlier word (W7), which ``History.repeats_and_kin`` has found.

    Its reason is "repeated" for the same spelling, otherwise "same_spelling".
    """
    same_word = earlier.word == word or spelled(earlier.word) == spelled(word)
    return Refusal("repeated" if same_word else "same_spelling", {"earlier": earlier.word, "turn": earlier.turn})


def same_family(lexicon: Lexicon, word: str, earlier: PlayedWord, rules: HouseRules) -> SameFamily:
    """Return the refusal of a word that belongs to the family of an earlier word (W8), with their kinship as evidence.

    *earlier* is one of the kin that ``History.repeats_and_kin`` has found.
    """
    kinship: Any = lexicon.kinship(word, earlier.word, accents=rules.accents)
    return Refusal("same_family", {"earlier": earlier.word, "turn": earlier.turn, "kinship": kinship})


def unknown_word(word: str, key: str) -> UnknownWord:
    """Return the refusal of a word that is not in the lexicon (W5).

    *key* is the folded word. The evidence is empty, or it says what is wrong with the text: it is too long, it contains
    a character that is not a letter, or it contains an apostrophe, as an elided word before another (« l'arbre ») does.
    """
    if len(word) > MAX_WORD:
        return Refusal("unknown", {"length": MAX_WORD})
    character = first_non_letter(key)
    if not character:
        apostrophe = next((sign for sign in word if sign in APOSTROPHES), "")
        return Refusal("unknown", {"apostrophe": apostrophe} if apostrophe and key else {})
    return Refusal("unknown", {"space": character} if character.isspace() else {"character": character})


def refused_readings(readings: Collection[Reading], rules: HouseRules) -> list[Refusal]:
    """Return the refusals of the readings of a word (W5, W6), or [] if at least one reading is accepted.

    *readings* are all readings of the spellings that the word stands for (W4). Readings that are refused for the same
    reason result in one refusal if they have the same lemma, or, for reasons about the spelling, the same spelling; the
    spellings of a lemma before and after 1990 are one. What players are likelier to mean comes first: readings that are
    no ghosts and not marked as rare, old or regional, then in the order of the lexicon.
    """
    refusals: dict[tuple[Reason, str], Refusal] = {}
    participial = participial_spellings(readings)
    reformed = {fold(reading.lemma) for reading in readings if "reform1990" in reading.labels}
    for reading in sorted(readings, key=_likelihood):
        reasons = refusal_reasons(reading, rules, participial)
        if not reasons:
            return []
        for reason in reasons:
            name = reading.spelling if reason in _NAMED_BY_SPELLING else reading.lemma
            name = fold(name) if reformed and fold(name) in reformed else name
            if reason != "participle":
                refusals.setdefault((reason, name), Refusal(reason, {"reading": reading}))
            elif not _is_named_by_verb(reading, readings):
                refusals.setdefault((reason, name), Refusal(reason, _participle_evidence(reading, readings)))
    return list(refusals.values())


def _likelihood(reading: Reading) -> tuple[bool, bool, bool, bool]:
    """Return a key that sorts first what players are likelier to mean, and last what only an option refuses.

    Readings with the same key are in this order in the lexicon already.
    """
    labels = reading.labels
    return GHOST in labels, reading.marked, "reform1990" in labels, reading.playable


def _is_named_by_verb(reading: Reading, readings: Iterable[Reading]) -> bool:
    """Return whether a reading is an adjective or noun that the refusal of the same verb form names already (W6a)."""
    return (
        reading.tag[0] != "V"
        and reading.status == "participle"
        and any(other.spelling == reading.spelling and other.tag.startswith("V.pp") for other in readings)
    )


def _participle_evidence(reading: Reading, readings: Iterable[Reading]) -> ParticipleEvidence[Reading]:
    """Return the evidence for refusing a participle: its reading, and its reading as an adjective or noun (W6a).

    The fact « listed » is left out for a feminine or a plural, and if its adjective or noun is refused otherwise.
    """
    evidence: ParticipleEvidence[Reading] = {"reading": reading}
    others = [other for other in readings if other.spelling == reading.spelling and other.tag[0] in "AN"]
    listed = next((other for other in others if other.status == "participle"), None)
    if reading.tag[0] == "V" and (listed or (not others and reading.tag in BASE_PARTICIPLES)):
        evidence["listed"] = listed
    return evidence


def mask_reasons(mask: int, rules: HouseRules) -> set[Reason]:
    """Return all reasons for refusing the readings of a word under the house rules of a table, given its mask.

    A mask has one bit for each kind of reading that the word has (``grammar.mask_bit``). The result is right only if
    no bit makes the word playable or leaves it undecided (``HouseRules.accepted``, ``HouseRules.undecided``).
    """
    reasons: set[Reason] = set()
    for status, _, compound in unmask(mask):
        labels: tuple[str, ...] = ()
        reasons.update(reading_reasons(status, "", labels, compound, False, rules))
    return reasons

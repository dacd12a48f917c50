"""Floor 2. The checks of a word: one function for each rule about words.

A check takes what its rule needs and returns a refusal, or None if the word passes. The checks of readings (W5, W6)
return lists. ``single_word`` runs all checks, so that a refused word gets every reason that applies (W10).

A *reading* is one thing that a spelling can be, such as a noun or a verb form (``lexicon.readings``).
"""

from __future__ import annotations

from ..grammar import refused_as, unmask
from ..letters import MAX_WORD, Demand, first_non_letter, missing, missing_shared, spelled
from ..lexicon.readings import Reading
from ..options import HouseRules
from .verdicts import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..grammar import Status
    from ..lexicon.lexicon import Lexicon
    from .history import PlayedWord
    from .verdicts import Reason

#: The letters of the parts of speech in the order in which their readings are refused. Players think of nouns first.
_POS_ORDER = "NVAWRCJODBPZ"
#: The reasons that concern the spelling itself. All other reasons given by a reading concern its lemma.
_NAMED_BY_SPELLING = frozenset({"plural_only", "proper_noun", "abbreviation", "compound", "house_list"})


def too_short(key: str, minimum: int) -> Refusal | None:
    """Return a refusal if a folded word has fewer than *minimum* letters (W1), otherwise None.

    Characters that are not letters do not count.
    """
    letters = len(key) if key.isalpha() else sum(map(str.isalpha, key))
    if letters >= minimum:
        return None
    return Refusal("too_short", {"letters": letters, "minimum": minimum})


def wrong_initial(key: str, initial: str) -> Refusal | None:
    """Return a refusal if a folded word does not start with *initial*, the face-up majuscule (W2), otherwise None."""
    if key.startswith(initial):
        return None
    return Refusal("wrong_initial", {"found": key[:1], "expected": initial})


def missing_letters(key: str, initial: str, wanted: Demand, shared: bool) -> Refusal | None:
    """Return a refusal if a folded word lacks letters for the cards on the table (W3, J2), otherwise None.

    Each face-up minuscule, and the joker, needs a letter of its own in the word. A first letter that matches the
    majuscule *initial* cannot serve a minuscule as well; a first letter that does not match it can.
    *initial* is "" if there is no majuscule. If *shared* is true (option ``letters_shared``), cards may share a letter,
    and the first letter may serve both the majuscule and minuscules.
    """
    initial_served = initial != "" and key.startswith(initial)
    lacking = missing_shared(key, wanted) if shared else missing(key[1:] if initial_served else key, wanted)
    if not lacking:
        return None
    letters = "".join(letter * count for letter, count in wanted.counts) + "?" * wanted.jokers
    return Refusal("missing_letters", {"missing": lacking, "letters": letters})


def too_many_jokers(wanted: Demand) -> Refusal | None:
    """Return a refusal if more than one joker lies face up in the pli (J1), otherwise None."""
    return Refusal("too_many_jokers", {"jokers": wanted.jokers}) if wanted.jokers > 1 else None


def repeated(word: str, earlier: PlayedWord) -> Refusal:
    """Return the refusal of a word that repeats an earlier word (W7), as found by ``History.find``."""
    same_word = earlier.word == word or spelled(earlier.word) == spelled(word)
    return Refusal("repeated" if same_word else "same_spelling", {"earlier": earlier.word, "turn": earlier.turn})


def same_family(lexicon: Lexicon, word: str, earlier: PlayedWord) -> Refusal:
    """Return the refusal of a word that belongs to the family of an earlier word (W8), with their kinship as evidence.

    *earlier* is the word that ``History.kin`` found.
    """
    kinship = lexicon.kinship(word, earlier.word)
    return Refusal("same_family", {"earlier": earlier.word, "turn": earlier.turn, "kinship": kinship})


def unknown_word(word: str, key: str) -> Refusal:
    """Return the refusal of a word that is not in the lexicon (W5).

    The evidence is empty, or it says why the text cannot be a word at all: the text is too long or contains a character
    that is not a letter.
    """
    if len(word) > MAX_WORD:
        return Refusal("unknown", {"length": MAX_WORD})
    character = first_non_letter(key)
    if not character:
        return Refusal("unknown", {})
    return Refusal("unknown", {"space" if character.isspace() else "character": character})


def refused_readings(readings: Iterable[Reading], rules: HouseRules) -> list[Refusal]:
    """Return the refusals of the readings of a word (W5, W6), or [] if at least one reading is accepted.

    Readings that are refused for the same reason give only one refusal if they have the same lemma, or, for reasons
    about the spelling, the same spelling.
    """
    refusals: dict[tuple[Reason, str], Refusal] = {}
    for reading in sorted(readings, key=lambda reading: _POS_ORDER.index(reading.tag[0])):
        reasons = refusal_reasons(reading, rules)
        if not reasons:
            return []
        for reason in reasons:
            name = reading.spelling if reason in _NAMED_BY_SPELLING else reading.lemma
            refusals.setdefault((reason, name), Refusal(reason, {"reading": reading}))
    return list(refusals.values())


def refusal_reasons(reading: Reading, rules: HouseRules) -> list[Reason]:
    """Return the reasons for refusing one reading under the options of a table, or [] if the reading is accepted."""
    status = reading.status
    if status == "playable" or status == "plural_only":
        return _option_reasons(status, reading.marked, reading.compound, rules)
    return list(refused_as(status, reading.tag))


def mask_reasons(mask: int, rules: HouseRules) -> set[Reason]:
    """Return all reasons for refusing the readings of a word, given the mask of the word.

    A mask has one bit for each kind of reading that the word has (``grammar.mask_bit``).
    """
    reasons: set[Reason] = set()
    for status, marked, compound in unmask(mask):
        if status == "playable" or status == "plural_only":
            reasons.update(_option_reasons(status, marked, compound, rules))
        else:
            reasons.add(status)
    return reasons


def _option_reasons(status: Status, marked: bool, compound: bool, rules: HouseRules) -> list[Reason]:
    """Return the reasons why the options of a table refuse a playable or plural-only reading, or [] if they accept it.

    *marked* and *compound* are the values of these attributes of the reading.
    """
    if status == "plural_only" and not rules.plural_only:
        return ["plural_only"]
    reasons: list[Reason] = []
    if compound and not rules.compounds:
        reasons.append("compound")
    if marked and rules.current_only:
        reasons.append("house_list")
    return reasons

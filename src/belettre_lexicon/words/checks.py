"""Floor 2. One function per rule for words. Each takes what its rule needs and returns a refusal, or None if it passes.

``single_word`` runs them all, so that a refused word gets every reason that holds (W10).
"""

from __future__ import annotations

from ..grammar import refused_as, unmask
from ..letters import MAX_WORD, Demand, first_non_letter, missing, missing_shared
from ..lexicon.readings import Reading
from ..options import HouseRules
from .history import History, PlayedWord
from .verdicts import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..grammar import Status
    from ..lexicon.lexicon import Lexicon
    from .verdicts import Reason

#: Parts of speech (letters of a tag) in the order in which readings are refused: players think of the noun first.
_POS_ORDER = "NVAWRCJODBPZ"
#: Reasons about the spelling itself; the other reasons are about the lemma.
_NAMED_BY_SPELLING = frozenset({"plural_only", "proper_noun", "abbreviation", "compound", "house_list"})


def too_short(key: str, minimum: int) -> Refusal | None:
    """W1: a word has at least *minimum* letters, counted after folding; other characters do not count."""
    letters = len(key) if key.isalpha() else sum(map(str.isalpha, key))
    if letters >= minimum:
        return None
    return Refusal("too_short", {"letters": letters, "minimum": minimum})


def wrong_initial(key: str, initial: str) -> Refusal | None:
    """W2: a word starts with the face-up majuscule, *initial*."""
    if key.startswith(initial):
        return None
    return Refusal("wrong_initial", {"found": key[:1], "expected": initial})


def missing_letters(key: str, initial: str, wanted: Demand, shared: bool) -> Refusal | None:
    """W3, J2: each face-up minuscule, and the joker, needs a letter of its own in the word.

    The first letter serves the majuscule and no minuscule. If it is the wrong initial, it may serve a minuscule.
    With *shared* (option ``letters_shared``), cards may share a letter, and the first letter may serve both.
    """
    initial_served = initial != "" and key.startswith(initial)
    lacking = missing_shared(key, wanted) if shared else missing(key[1:] if initial_served else key, wanted)
    if not lacking:
        return None
    letters = "".join(letter * count for letter, count in wanted.counts) + "?" * wanted.jokers
    return Refusal("missing_letters", {"missing": lacking, "letters": letters})


def too_many_jokers(wanted: Demand) -> Refusal | None:
    """J1: at most one joker lies face up in a pli."""
    return Refusal("too_many_jokers", {"jokers": wanted.jokers}) if wanted.jokers > 1 else None


def repeated(word: str, key: str, history: History) -> Refusal | None:
    """W7: a word does not repeat an earlier word, nor another word with the same letters."""
    earlier = history.find(word, key)
    if earlier is None:
        return None
    same_word = earlier.word.lower() == word.lower()
    return Refusal("repeated" if same_word else "same_spelling", {"earlier": earlier.word, "turn": earlier.turn})


def same_family(lexicon: Lexicon, word: str, key: str, earlier: PlayedWord, history: History) -> Refusal | None:
    """W8: a word is not of the family of *earlier*, the earlier word that ``History.kin`` gave.

    Return the refusal with the kinship as evidence; None if the word repeats *earlier*, which W7 refuses.
    """
    if earlier is history.find(word, key):
        return None
    kinship = lexicon.kinship(word, earlier.word)
    return Refusal("same_family", {"earlier": earlier.word, "turn": earlier.turn, "kinship": kinship})


def unknown_word(word: str, key: str) -> Refusal:
    """W5: the refusal of a word that is not in the lexicon; the evidence says why if it cannot be a word at all."""
    if len(word) > MAX_WORD:
        return Refusal("unknown", {"length": MAX_WORD})
    character = first_non_letter(key)
    if not character:
        return Refusal("unknown", {})
    return Refusal("unknown", {"space" if character.isspace() else "character": character})


def refused_readings(readings: Iterable[Reading], rules: HouseRules) -> list[Refusal]:
    """W5, W6: the refusals of a word's readings; [] if one reading is accepted, which is enough (W6).

    Readings of the same lemma that are refused for the same reason give one refusal.
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
    """Return the reasons against one reading under the options of a table; [] if it is accepted."""
    status = reading.status
    if status == "playable" or status == "plural_only":
        return _option_reasons(status, reading.marked, reading.compound, rules)
    return list(refused_as(status, reading.tag))


def mask_reasons(mask: int, rules: HouseRules) -> set[Reason]:
    """Return the reasons against the readings that a mask stands for (``grammar.mask_bit``), all together."""
    reasons: set[Reason] = set()
    for status, marked, compound in unmask(mask):
        if status == "playable" or status == "plural_only":
            reasons.update(_option_reasons(status, marked, compound, rules))
        else:
            reasons.add(status)
    return reasons


def _option_reasons(status: Status, marked: bool, compound: bool, rules: HouseRules) -> list[Reason]:
    """Return the reasons against a playable or plural-only reading that follow from the options of the table."""
    if status == "plural_only" and not rules.plural_only:
        return ["plural_only"]
    reasons: list[Reason] = []
    if compound and not rules.compounds:
        reasons.append("compound")
    if marked and rules.current_only:
        reasons.append("house_list")
    return reasons

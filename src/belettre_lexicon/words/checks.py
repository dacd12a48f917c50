"""Floor 2. One function per rule. Each gets what its rule needs and returns a refusal or None.

The judge runs them all, so that a refused word gets every reason that holds (W10).
"""

from __future__ import annotations

from ..grammar import refused_as, unmask
from ..letters import MAX_WORD, Demand, missing, missing_shared, stray
from ..lexicon.readings import Reading
from ..options import HouseRules
from .history import History, Played
from .verdicts import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..lexicon.lexicon import Lexicon

#: Among readings with one lemma, the noun is what a player thinks of first.
_POS_ORDER = "NVAWRCJODBPZ"
#: Statuses on which the options of a house have a word.
_MAY_BE_PLAYED = ("playable", "plural_only")
#: Reasons that speak of the spelling itself; the others speak of the lemma.
_NAMED_BY_SPELLING = frozenset({"plural_only", "proper_noun", "abbreviation", "compound", "house_list"})


def too_short(key: str, minimum: int) -> Refusal | None:
    """W1: at least *minimum* letters, counted after folding; signs that are no letters do not count."""
    letters = len(key) if key.isalpha() else sum(map(str.isalpha, key))
    if letters >= minimum:
        return None
    return Refusal("too_short", {"letters": letters, "minimum": minimum})


def wrong_initial(key: str, initial: str) -> Refusal | None:
    """W2: the word starts with the face-up majuscule."""
    if key.startswith(initial):
        return None
    return Refusal("wrong_initial", {"found": key[:1], "expected": initial})


def missing_letters(key: str, initial: str, wanted: Demand, shared: bool) -> Refusal | None:
    """W3, J2: each face-up minuscule and the joker need a letter of their own; the initial that serves the majuscule
    is spent, a wrong one serves it not and may serve a minuscule."""
    spent = initial != "" and key.startswith(initial)
    short = missing_shared(key, wanted) if shared else missing(key[1:] if spent else key, wanted)
    if not short:
        return None
    letters = "".join(letter * count for letter, count in wanted.counts) + "?" * wanted.jokers
    return Refusal("missing_letters", {"missing": short, "letters": letters})


def too_many_jokers(wanted: Demand) -> Refusal | None:
    """J1: one joker at most lies face up in a pli."""
    return Refusal("too_many_jokers", {"jokers": wanted.jokers}) if wanted.jokers > 1 else None


def repeated(word: str, key: str, history: History) -> Refusal | None:
    """W7: neither a word played before nor another word of the same spelling."""
    earlier = history.find(word, key)
    if earlier is None:
        return None
    same = earlier.word.lower() == word.lower()
    return Refusal("repeated" if same else "same_spelling", {"earlier": earlier.word, "turn": earlier.turn})


def same_family(lexicon: Lexicon, word: str, key: str, earlier: Played, history: History) -> Refusal | None:
    """W8: no word of the family of an earlier one, which the history found; the kinship says which tier and why.

    A word played before is refused as repeated (W7), not as its own kin.
    """
    if earlier is history.find(word, key):
        return None
    kinship = lexicon.kinship(word, earlier.word)
    return Refusal("same_family", {"earlier": earlier.word, "turn": earlier.turn, "kinship": kinship})


def no_word(word: str, key: str) -> Refusal:
    """W5: a word that the lexicon does not know; when it is no word at all, the evidence says why."""
    if len(word) > MAX_WORD:
        return Refusal("unknown", {"length": MAX_WORD})
    character = stray(key)
    if not character:
        return Refusal("unknown", {})
    return Refusal("unknown", {"space" if character.isspace() else "character": character})


def refused_readings(readings: Iterable[Reading], rules: HouseRules) -> list[Refusal]:
    """W5, W6: why each of a word's readings is refused, doubles of one lemma once.

    Returns an empty list as soon as one reading is accepted: one is enough (W6).
    """
    refusals: dict[tuple[str, str], Refusal] = {}
    for reading in sorted(readings, key=lambda reading: _POS_ORDER.index(reading.tag[0])):
        reasons = refusal_reasons(reading, rules)
        if not reasons:
            return []
        for reason in reasons:
            named = reading.spelling if reason in _NAMED_BY_SPELLING else reading.lemma
            refusals.setdefault((reason, named), Refusal(reason, {"reading": reading}))
    return list(refusals.values())


def refusal_reasons(reading: Reading, rules: HouseRules) -> list[str]:
    """The reasons against one reading under the options of a house; [] when it is accepted."""
    status = reading.status
    if status in _MAY_BE_PLAYED:
        return _house_reasons(status, reading.marked, reading.compound, rules)
    return list(refused_as(status, reading.tag))


def mask_reasons(mask: int, rules: HouseRules) -> set[str]:
    """The reasons against every kind of reading that a mask tells of (``grammar.mask_bit``)."""
    reasons: set[str] = set()
    for status, marked, compound in unmask(mask):
        reasons.update(_house_reasons(status, marked, compound, rules) if status in _MAY_BE_PLAYED else [status])
    return reasons


def _house_reasons(status: str, marked: bool, compound: bool, rules: HouseRules) -> list[str]:
    if status == "plural_only" and not rules.plural_only:
        return ["plural_only"]
    reasons = []
    if compound and not rules.compounds:
        reasons.append("compound")
    if marked and rules.current_only:
        reasons.append("house_list")
    return reasons

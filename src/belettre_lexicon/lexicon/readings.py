"""``Reading``: one grammatical analysis of a spelling, such as « marche » as a noun or as a verb form.

``reading_reasons`` decides whether one reading may be played under the options of a table (W6), and if not, why. The
judge, its streams and the search call it for every word whose mask does not decide (``HouseRules.undecided``).
"""

from __future__ import annotations

from ..base.values import Value
from ..french.grammar import (
    BASE_PARTICIPLES,
    GENDERS,
    MARKING_LABELS,
    MOODS,
    NUMBERS,
    POS,
    is_participle,
    refused_as,
)
from ..french.letters import is_compound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ..french.rules import HouseRules
    from ..literals import Gender, Label, LexicalReason, Number, PartOfSpeech, Source, Status
    from .objects import ReadingObject

_PERSONS = ("1", "2", "3")


class Reading(Value):
    """A reading: one grammatical analysis of a spelling. Treat it as immutable.

    spelling   the spelling as in dictionaries: « école » for the folded word ``ecole``
    lemma      the headword that the spelling is a form of: « jouer » for « jouons »
    tag        the grammar in short form (``grammar``), such as ``N.f.s`` or ``V.pres13s``
    pos        the part of speech from the tag, a value of ``grammar.POS``: "noun", "verb", "proper_noun", …
    gender     the gender from the tag: "masculine", "feminine" or "either"; None if it does not apply
    number     the grammatical number from the tag: "singular", "plural" or "invariable"; None if it does not apply
    forms      the verb forms from the tag: ``("present 1s", "subjunctive 3s")``, ``("infinitive",)``, …; () if the
               reading is not a verb
    status     a value of ``grammar.STATUSES``: "playable", or the reason why it is not playable (W5, W6)
    labels     names from ``grammar.LABELS``: "old", "familiar", "gentile", …; () if there are none
    sources    the sources that attest the reading, names from ``grammar.SOURCES``
    zipf       the frequency of the spelling on the Zipf scale, the base-10 logarithm of occurrences per billion
               words; 0 means not attested, 3 is a word that many know, 7 is a word like « de »
    gloss      what the word means, in a few French words, if it would surprise players; "" otherwise
    dictionaries  for a participle: the usual dictionaries that two reviewers say list it as this part of speech (W6a);
                  () if none
    """

    spelling: str
    lemma: str
    tag: str
    status: Status
    labels: tuple[Label, ...]
    sources: tuple[Source, ...]
    zipf: float
    gloss: str = ""
    dictionaries: tuple[str, ...] = ()

    @property
    def pos(self) -> PartOfSpeech:
        """The part of speech, a value of ``grammar.POS`` such as "noun"."""
        return POS[self.tag[0]]

    @property
    def gender(self) -> Gender | None:
        """The grammatical gender: "masculine", "feminine" or "either"; None if it does not apply."""
        return GENDERS.get(self._agreement()[0])

    @property
    def number(self) -> Number | None:
        """The grammatical number: "singular", "plural" or "invariable"; None if it does not apply."""
        return NUMBERS.get(self._agreement()[1])

    @property
    def forms(self) -> tuple[str, ...]:
        """The verb forms, such as "infinitive" or "present 1s" (1st person singular); () for other words."""
        if self.tag[0] != "V":
            return ()
        moods = self.tag.split(".")[1]
        if moods in MOODS:
            return (MOODS[moods],)
        return tuple(form for part in moods.split("+") for form in _finite_forms(part))

    @property
    def playable(self) -> bool:
        """Whether the reading is playable under the published rules; house rules may accept more or fewer readings."""
        return self.status == "playable"

    @property
    def marked(self) -> bool:
        """Whether the reading is marked as rare, old or regional (``grammar.MARKING_LABELS``).

        The option ``current_only`` refuses marked readings (``HouseRules.refuse_labels``).
        """
        return not MARKING_LABELS.isdisjoint(self.labels)

    @property
    def compound(self) -> bool:
        """Whether the spelling has a hyphen or an apostrophe (W6c)."""
        return is_compound(self.spelling)

    def _agreement(self) -> tuple[str, str]:
        """Return the letters of the gender and the number in the tag; "" for both if the tag has neither."""
        parts = self.tag.split(".")
        return (parts[-2], parts[-1]) if len(parts) >= 3 else ("", "")

    def as_dict(self) -> ReadingObject:
        """Return a JSON-ready description: every attribute by its name, and *playable*."""
        return {
            "spelling": self.spelling,
            "lemma": self.lemma,
            "tag": self.tag,
            "pos": self.pos,
            "gender": self.gender,
            "number": self.number,
            "forms": list(self.forms),
            "status": self.status,
            "playable": self.playable,
            "labels": list(self.labels),
            "sources": list(self.sources),
            "zipf": self.zipf,
            "gloss": self.gloss,
            "dictionaries": list(self.dictionaries),
        }

    def __repr__(self) -> str:
        return f"Reading({self.spelling!r}, {self.lemma!r}, {self.tag!r}, {self.status!r}, zipf={self.zipf})"


def _finite_forms(part: str) -> list[str]:
    """Return the finite verb forms of one mood in a tag: ``["present 1s", "present 3s"]`` for ``pres13s``."""
    mood = part.rstrip("123sp")
    # Stripping may remove the end of the mood's own name (« imp », « pres »). Then use the longest known name.
    mood = next(name for name in (part[:4], part[:3]) if name in MOODS) if mood not in MOODS else mood
    persons = part[len(mood) : -1]
    return [f"{MOODS[mood]} {person}{part[-1]}" for person in persons if person in _PERSONS]


def reading_reasons(
    status: Status, tag: str, labels: Collection[str], compound: bool, participial: bool, rules: HouseRules
) -> tuple[LexicalReason, ...]:
    """Return the reasons for refusing a reading under the house rules of a table; () if the reading is accepted.

    The first four arguments are the attributes of the reading. *participial* is whether its spelling is a participle
    too (``participial_spellings``): with ``participles="never"``, an adjective is then refused (W6a). The reason
    "house_list" stands for a label that *rules* refuse.
    """
    if status == "participle" and rules.participles == "always" and tag in BASE_PARTICIPLES:
        status = "playable"
    if status != "playable" and status != "plural_only":
        return refused_as(status, tag)
    if status == "plural_only" and not rules.plural_only:
        return ("plural_only",)
    reasons: list[LexicalReason] = []
    if participial and rules.participles == "never" and tag[0] == "A" and status == "playable":
        reasons.append("participle")
    if compound and not rules.compounds:
        reasons.append("compound")
    if not rules.refused_labels.isdisjoint(labels):
        reasons.append("house_list")
    return tuple(reasons)


def refusal_reasons(
    reading: Reading, rules: HouseRules, participial: Collection[str] = ()
) -> tuple[LexicalReason, ...]:
    """Return the reasons for refusing a reading under the house rules of a table, as ``reading_reasons`` does.

    *participial* is the set of lower-case spellings of its word that are participles too (``participial_spellings``).
    """
    is_participial = bool(participial) and reading.spelling.lower() in participial
    return reading_reasons(reading.status, reading.tag, reading.labels, reading.compound, is_participial, rules)


def participial_spellings(readings: Iterable[Reading]) -> frozenset[str]:
    """Return the spellings, in lower case, of the readings that are participles of verbs."""
    return frozenset(reading.spelling.lower() for reading in readings if is_participle(reading.status, reading.tag))

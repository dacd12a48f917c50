"""Floor 1. ``Reading``: one grammatical analysis of a spelling (« marche » the noun, « marche » of « marcher »)."""

from __future__ import annotations

from ..grammar import GENDERS, MARKING_LABELS, MOODS, NUMBERS, POS
from ..letters import is_compound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..grammar import Status

_PERSONS = ("1", "2", "3")


class Reading:
    """One reading of a spelling, immutable by convention.

    spelling   as dictionaries write it: « école » for the folded word ``ecole``
    lemma      the headword it belongs to: « jouer » for « jouons »
    tag        its grammar in short (``grammar``): ``N.f.s``, ``V.pres13s``; the next four attributes spell it out
    pos        the part of speech, a value of ``grammar.POS``: "noun", "verb", "proper_noun", …
    gender     "masculine", "feminine", "either"; None where there is none
    number     "singular", "plural", "invariable"; None where there is none
    forms      the verb forms: ``("present 1s", "subjunctive 3s")``, ``("infinitive",)``, …; () for other words
    status     a value of ``grammar.STATUSES``: "playable", or why it is not (W5, W6)
    labels     names of ``grammar.LABELS``: "old", "familiar", "gentile", …
    sources    the sources that attest it, names of ``grammar.SOURCES``
    zipf       the frequency of the spelling on the Zipf scale, the base-10 logarithm of occurrences per billion
               words: 0 not attested, 3 known to many, 7 « de »
    """

    __slots__ = ("labels", "lemma", "sources", "spelling", "status", "tag", "zipf")

    def __init__(
        self,
        spelling: str,
        lemma: str,
        tag: str,
        status: Status,
        labels: tuple[str, ...],
        sources: tuple[str, ...],
        zipf: float,
    ) -> None:
        self.spelling = spelling
        self.lemma = lemma
        self.tag = tag
        self.status = status
        self.labels = labels
        self.sources = sources
        self.zipf = zipf

    @property
    def pos(self) -> str:
        """The part of speech, a value of ``grammar.POS``."""
        return POS[self.tag[0]]

    @property
    def gender(self) -> str | None:
        """The gender: "masculine", "feminine" or "either"; None where there is none."""
        return GENDERS.get(self._agreement()[0])

    @property
    def number(self) -> str | None:
        """The number: "singular", "plural" or "invariable"; None where there is none."""
        return NUMBERS.get(self._agreement()[1])

    @property
    def forms(self) -> tuple[str, ...]:
        """The verb forms: a mood, with person and number where it has them; () for other words."""
        if self.tag[0] != "V":
            return ()
        moods = self.tag.split(".")[1]
        if moods in MOODS:
            return (MOODS[moods],)
        return tuple(form for part in moods.split("+") for form in _finite_forms(part))

    @property
    def playable(self) -> bool:
        """Whether it is playable under the published rules; the options of a table may accept more or less."""
        return self.status == "playable"

    @property
    def marked(self) -> bool:
        """Whether it is out of use or regional (``grammar.MARKING_LABELS``); the option ``current_only`` refuses it."""
        return not MARKING_LABELS.isdisjoint(self.labels)

    @property
    def compound(self) -> bool:
        """Whether it is written with a hyphen or an apostrophe (W6c)."""
        return is_compound(self.spelling)

    def _agreement(self) -> tuple[str, str]:
        """Return the letters of gender and number in the tag; "" for both where the tag has none."""
        parts = self.tag.split(".")
        return (parts[-2], parts[-1]) if len(parts) >= 3 else ("", "")

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description: every attribute by its name."""
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
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reading):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.spelling, self.lemma, self.tag))

    def __repr__(self) -> str:
        return f"Reading({self.spelling!r}, {self.lemma!r}, {self.tag!r}, {self.status!r}, zipf={self.zipf})"


def _finite_forms(part: str) -> list[str]:
    """Return the forms of one mood of a tag: ``pres13s`` → ``["present 1s", "present 3s"]``."""
    mood = part.rstrip("123sp")
    # Stripping may take the end of the mood's own name (« imp », « pres »). Then the longest known name is right.
    mood = next(name for name in (part[:4], part[:3]) if name in MOODS) if mood not in MOODS else mood
    persons = part[len(mood) : -1]
    return [f"{MOODS[mood]} {person}{part[-1]}" for person in persons if person in _PERSONS]

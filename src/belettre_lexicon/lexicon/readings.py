"""A reading: one thing that a spelling can be (« marche » the noun, « marche » of « marcher »)."""

from __future__ import annotations

from ..grammar import GENDERS, MARKING_LABELS, MOODS, NUMBERS, POS
from ..letters import is_compound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PERSONS = ("1", "2", "3")


class Reading:
    """One reading of a spelling, immutable by convention.

    spelling   as dictionaries write it: ``École`` folds to ``ecole``, its reading says ``école``
    lemma      the headword it belongs to: ``jouer`` for ``jouons``
    tag        its grammar in one word (``grammar``): ``N.f.s``, ``V.pres13s``; the next four unfold it
    pos        a value of ``grammar.POS``: "noun", "verb", "proper_noun", …
    gender     "masculine", "feminine", "either" or None
    number     "singular", "plural", "invariable" or None
    forms      for verbs: ``("present 1s", "subjunctive 3s")``, ``("infinitive",)``, …; else ()
    status     a value of ``grammar.STATUSES``: "playable", or why not (W5, W6)
    labels     of ``grammar.LABELS``: "old", "familiar", "gentile", …
    sources    who attests it, of ``grammar.SOURCES``; "review" is a row read by hand
    zipf       frequency of the spelling on the Zipf scale: 0 not met, 3 known to many, 7 « de »
    """

    __slots__ = ("labels", "lemma", "sources", "spelling", "status", "tag", "zipf")

    def __init__(
        self,
        spelling: str,
        lemma: str,
        tag: str,
        status: str,
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
        """ "masculine", "feminine", "either", or None."""
        return GENDERS.get(self._agreement()[0])

    @property
    def number(self) -> str | None:
        """ "singular", "plural", "invariable", or None."""
        return NUMBERS.get(self._agreement()[1])

    @property
    def forms(self) -> tuple[str, ...]:
        """What a verb form is: mood, with person and number where it has them; () for other words."""
        if self.tag[0] != "V":
            return ()
        first = self.tag.split(".")[1]
        if first in MOODS:
            return (MOODS[first],)
        return tuple(form for part in first.split("+") for form in _unfold(part))

    @property
    def playable(self) -> bool:
        """Playable under the default rules; options of a house may accept more or less."""
        return self.status == "playable"

    @property
    def marked(self) -> bool:
        """Out of use or regional: what a table that plays current words refuses."""
        return not MARKING_LABELS.isdisjoint(self.labels)

    @property
    def compound(self) -> bool:
        """Written with a hyphen or an apostrophe (W6c)."""
        return is_compound(self.spelling)

    def _agreement(self) -> tuple[str, str]:
        parts = self.tag.split(".")
        return (parts[-2], parts[-1]) if len(parts) >= 3 else ("", "")

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready description."""
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


def _unfold(part: str) -> list[str]:
    """``pres13s`` → ``["present 1s", "present 3s"]``."""
    mood = part.rstrip("123sp")
    # A mood may itself end in s or p (« subj » does not, « imp » does): the longest name wins.
    mood = next(name for name in (part[:4], part[:3]) if name in MOODS) if mood not in MOODS else mood
    persons = part[len(mood) : -1]
    return [f"{MOODS[mood]} {person}{part[-1]}" for person in persons if person in _PERSONS]

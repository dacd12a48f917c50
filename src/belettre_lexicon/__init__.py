"""Finds out which French words may be played in Belettre, and why.

>>> from belettre_lexicon import HouseRules, Judge, Lexicon
>>> judge = Judge(Lexicon.open(), HouseRules())
>>> judge("Facile", initial="F", letters="lec").valid
True

The modules are grouped into floors, and a module imports only from its own floor and the floors below it. The floors
are, from floor 0 up: ``base`` · ``french`` · ``lexicon`` · ``words`` · ``games`` and ``harvest`` · ``referee`` · ``cli``
and ``web``. ``engine`` and ``belote`` have the public names of the two games.

The public names below are imported when they are first used, so importing the package takes little time and does not
load the lexicon.
"""

__version__ = "0.5.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .base.errors import ArgumentError, BelettreError, LayerError, LexiconError, SourceError
    from .french.cards import Card, Case
    from .french.decks import Deck
    from .french.rules import HouseRules
    from .games.belettre.partie import Partie, WordJudge
    from .games.belettre.seats import Seat
    from .lexicon.find.atlas import Atlas
    from .lexicon.find.search import Word
    from .lexicon.kin.kinship import Family, Kinship
    from .lexicon.kin.lexemes import Lexeme, Link
    from .lexicon.lexicon import Lexicon
    from .lexicon.readings import Reading
    from .lexicon.tables.export import export_families, export_readings
    from .lexicon.tables.rows import FamilyRow, ReadingRow, family_rows, reading_rows
    from .words.decode import decode_verdict
    from .words.history import History
    from .words.house_list import HouseList
    from .words.judge import Judge
    from .words.own_rules import Announcement, Check, OwnReason, OwnRefusal
    from .words.question import WordQuestion
    from .words.stream import StreamJudge
    from .words.verdicts import REASONS, AnyRefusal, Refusal, Remark, Verdict

__all__ = [
    "REASONS",
    "Announcement",
    "AnyRefusal",
    "ArgumentError",
    "Atlas",
    "BelettreError",
    "Card",
    "Case",
    "Check",
    "Deck",
    "Family",
    "FamilyRow",
    "History",
    "HouseList",
    "HouseRules",
    "Judge",
    "Kinship",
    "LayerError",
    "Lexeme",
    "Lexicon",
    "LexiconError",
    "Link",
    "OwnReason",
    "OwnRefusal",
    "Partie",
    "Reading",
    "ReadingRow",
    "Refusal",
    "Remark",
    "Seat",
    "SourceError",
    "StreamJudge",
    "Verdict",
    "Word",
    "WordJudge",
    "WordQuestion",
    "decode_verdict",
    "export_families",
    "export_readings",
    "family_rows",
    "reading_rows",
]

#: Public name → the module that defines it.
_MODULES = {
    "REASONS": "words.verdicts",
    "Announcement": "words.own_rules",
    "AnyRefusal": "words.verdicts",
    "ArgumentError": "base.errors",
    "Atlas": "lexicon.find.atlas",
    "BelettreError": "base.errors",
    "Card": "french.cards",
    "Case": "french.cards",
    "Check": "words.own_rules",
    "Deck": "french.decks",
    "Family": "lexicon.kin.kinship",
    "FamilyRow": "lexicon.tables.rows",
    "History": "words.history",
    "HouseList": "words.house_list",
    "HouseRules": "french.rules",
    "Judge": "words.judge",
    "Kinship": "lexicon.kin.kinship",
    "LayerError": "base.errors",
    "Lexeme": "lexicon.kin.lexemes",
    "Lexicon": "lexicon.lexicon",
    "LexiconError": "base.errors",
    "Link": "lexicon.kin.lexemes",
    "OwnReason": "words.own_rules",
    "OwnRefusal": "words.own_rules",
    "Partie": "games.belettre.partie",
    "Reading": "lexicon.readings",
    "ReadingRow": "lexicon.tables.rows",
    "Refusal": "words.verdicts",
    "Remark": "words.verdicts",
    "Seat": "games.belettre.seats",
    "SourceError": "base.errors",
    "StreamJudge": "words.stream",
    "Verdict": "words.verdicts",
    "Word": "lexicon.find.search",
    "WordJudge": "games.belettre.partie",
    "WordQuestion": "words.question",
    "decode_verdict": "words.decode",
    "export_families": "lexicon.tables.export",
    "export_readings": "lexicon.tables.export",
    "family_rows": "lexicon.tables.rows",
    "reading_rows": "lexicon.tables.rows",
}


def _load(name: str) -> object:
    from .base.exports import load  # importing the package needs nothing

    return load(__name__, _MODULES, name)


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

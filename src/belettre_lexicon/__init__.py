"""Finds out which French words may be played in Belettre, and why.

>>> from belettre_lexicon import HouseRules, Judge, Lexicon
>>> judge = Judge(Lexicon.open(), HouseRules())
>>> judge("Facile", initial="F", letters="lec").valid
True

The modules are grouped into floors, and a module imports only from its own floor and the floors below it. The floors
are, from floor 0 up: ``base`` · ``french`` · ``lexicon`` · ``words`` · ``games`` and ``harvest`` · ``referee`` ·
``cli`` and ``web``. ``engine`` and ``belote`` have the public names of the two games.

The public names below are imported when they are first used, so importing the package takes little time and does not
load the lexicon.
"""

__version__ = "0.6.0"

TYPE_CHECKING = False
if TYPE_CHECKING:  # the same names as in _EXPORTS, for type checkers
    from .base.errors import ArgumentError as ArgumentError
    from .base.errors import BelettreError as BelettreError
    from .base.errors import LayerError as LayerError
    from .base.errors import LexiconError as LexiconError
    from .base.errors import SourceError as SourceError
    from .french.cards import Card as Card
    from .french.cards import Case as Case
    from .french.decks import Deck as Deck
    from .french.rules import HouseRules as HouseRules
    from .games.belettre.partie import Partie as Partie
    from .games.belettre.partie import WordJudge as WordJudge
    from .games.belettre.seats import Seat as Seat
    from .lexicon.find.atlas import Atlas as Atlas
    from .lexicon.find.search import Word as Word
    from .lexicon.kin.kinship import Family as Family
    from .lexicon.kin.kinship import Kinship as Kinship
    from .lexicon.kin.lexemes import Lexeme as Lexeme
    from .lexicon.kin.lexemes import Link as Link
    from .lexicon.lexicon import Lexicon as Lexicon
    from .lexicon.readings import Reading as Reading
    from .lexicon.tables import FamilyRow as FamilyRow
    from .lexicon.tables import ReadingRow as ReadingRow
    from .lexicon.tables import export_families as export_families
    from .lexicon.tables import export_readings as export_readings
    from .lexicon.tables import family_rows as family_rows
    from .lexicon.tables import reading_rows as reading_rows
    from .words.decode import decode_verdict as decode_verdict
    from .words.history import History as History
    from .words.house_list import HouseList as HouseList
    from .words.judge import Judge as Judge
    from .words.own_rules import Announcement as Announcement
    from .words.own_rules import Check as Check
    from .words.own_rules import OwnReason as OwnReason
    from .words.own_rules import OwnRefusal as OwnRefusal
    from .words.question import WordQuestion as WordQuestion
    from .words.stream import StreamJudge as StreamJudge
    from .words.verdicts import REASONS as REASONS
    from .words.verdicts import AnyRefusal as AnyRefusal
    from .words.verdicts import Refusal as Refusal
    from .words.verdicts import Remark as Remark
    from .words.verdicts import Verdict as Verdict

#: The public names by the module that defines them.
_EXPORTS = {
    "base.errors": "ArgumentError BelettreError LayerError LexiconError SourceError",
    "french.cards": "Card Case",
    "french.decks": "Deck",
    "french.rules": "HouseRules",
    "games.belettre.partie": "Partie WordJudge",
    "games.belettre.seats": "Seat",
    "lexicon.find.atlas": "Atlas",
    "lexicon.find.search": "Word",
    "lexicon.kin.kinship": "Family Kinship",
    "lexicon.kin.lexemes": "Lexeme Link",
    "lexicon.lexicon": "Lexicon",
    "lexicon.readings": "Reading",
    "lexicon.tables": "FamilyRow ReadingRow export_families export_readings family_rows reading_rows",
    "words.decode": "decode_verdict",
    "words.history": "History",
    "words.house_list": "HouseList",
    "words.judge": "Judge",
    "words.own_rules": "Announcement Check OwnReason OwnRefusal",
    "words.question": "WordQuestion",
    "words.stream": "StreamJudge",
    "words.verdicts": "REASONS AnyRefusal Refusal Remark Verdict",
}
__all__ = sorted(name for names in _EXPORTS.values() for name in names.split())


def _load(name: str) -> object:
    from .base.exports import load  # importing the package needs nothing

    return load(__name__, _EXPORTS, name)


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

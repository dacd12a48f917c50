"""Which French words may be played in Belettre, and why.

>>> from belettre_lexicon import HouseRules, Judge, Lexicon
>>> judge = Judge(Lexicon.open(), HouseRules())
>>> judge("Facile", initial="F", letters="lec").valid
True

Floors, from the ground: ``errors letters grammar options`` · ``lexicon cards decks`` · ``words`` · ``engine`` ·
``referee`` · ``cli web``; ``pipeline`` stands beside and makes the lexicon. Imports only go down.
"""

from .errors import ArgumentError, BelettreError, LayerError, LexiconError, SourceError
from .lexicon.lexicon import Lexicon
from .lexicon.readings import Reading
from .options import HouseRules
from .words.history import History
from .words.judge import Judge
from .words.verdicts import REASONS, Refusal, Verdict

__all__ = [
    "REASONS",
    "ArgumentError",
    "Atlas",
    "BelettreError",
    "Card",
    "Deck",
    "Family",
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
    "Partie",
    "Reading",
    "Refusal",
    "Seat",
    "SourceError",
    "Verdict",
    "Word",
]
__version__ = "0.5.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cards import Card
    from .decks import Deck
    from .engine.partie import Partie
    from .engine.seats import Seat
    from .lexicon.atlas import Atlas
    from .lexicon.families import Lexeme, Link
    from .lexicon.kinship import Family, Kinship
    from .lexicon.search import Word
    from .words.house_list import HouseList

#: What a one-word check does not need is imported when somebody asks for it: name → module.
_LATER = {
    "Atlas": "lexicon.atlas",
    "Card": "cards",
    "Deck": "decks",
    "Family": "lexicon.kinship",
    "HouseList": "words.house_list",
    "Kinship": "lexicon.kinship",
    "Lexeme": "lexicon.families",
    "Link": "lexicon.families",
    "Partie": "engine.partie",
    "Seat": "engine.seats",
    "Word": "lexicon.search",
}


def __getattr__(name: str) -> object:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

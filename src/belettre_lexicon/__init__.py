"""Which French words may be played in Belettre, and why.

>>> from belettre_lexicon import HouseRules, Judge, Lexicon
>>> judge = Judge(Lexicon.open(), HouseRules())
>>> judge("Facile", initial="F", letters="lec").valid
True

Floors, from the ground: ``errors letters grammar options`` · ``lexicon`` · ``words`` · ``referee`` ·
``cli``; ``pipeline`` stands beside and makes the lexicon. Imports only go down.
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
    "BelettreError",
    "History",
    "HouseList",
    "HouseRules",
    "Judge",
    "LayerError",
    "Lexicon",
    "LexiconError",
    "Reading",
    "Refusal",
    "SourceError",
    "Verdict",
]
__version__ = "0.2.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .words.houselist import HouseList


def __getattr__(name: str) -> object:
    # A table seldom has a list of its own; the module is imported when somebody asks for it.
    if name == "HouseList":
        from .words.houselist import HouseList

        return HouseList
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

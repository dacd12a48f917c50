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
from .words.houselist import HouseList
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
__version__ = "0.1.0"

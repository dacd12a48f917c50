"""Bots: players that are programs.

The beginner knows short and frequent words, the amateur plays sensible cards, the strong bot plays to win, and the
fuzzer takes any legal action. ``simulate`` plays matches between them.

The public names below are imported when they are first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # the same names as in _EXPORTS, for type checkers
    from ...games.belettre.bots.amateur import AmateurBot as AmateurBot
    from ...games.belettre.bots.amateur import Bot as Bot
    from ...games.belettre.bots.amateur import EasyBot as EasyBot
    from ...games.belettre.bots.amateur import FuzzerBot as FuzzerBot
    from ...games.belettre.bots.amateur import RandomBot as RandomBot
    from ...games.belettre.bots.amateur import WordFinder as WordFinder
    from ...games.belettre.bots.playout import Vocabulary as Vocabulary
    from ...games.belettre.bots.simulation import BotFactory as BotFactory
    from ...games.belettre.bots.simulation import BotKind as BotKind
    from ...games.belettre.bots.simulation import MatchTerms as MatchTerms
    from ...games.belettre.bots.simulation import Statistics as Statistics
    from ...games.belettre.bots.simulation import play_out as play_out
    from ...games.belettre.bots.simulation import simulate as simulate
    from ...games.belettre.bots.simulation import statistics as statistics
    from ...games.belettre.bots.strong import StrongBot as StrongBot

#: The public names by the module that defines them.
_EXPORTS = {
    "amateur": "AmateurBot Bot EasyBot FuzzerBot RandomBot WordFinder",
    "playout": "Vocabulary",
    "simulation": "BotFactory BotKind MatchTerms Statistics play_out simulate statistics",
    "strong": "StrongBot",
}
__all__ = sorted(name for names in _EXPORTS.values() for name in names.split())


def _load(name: str) -> object:
    from ...base.exports import load  # importing the package needs nothing

    return load(__name__, _EXPORTS, name, "belettre_lexicon.games.belettre.bots")


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

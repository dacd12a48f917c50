"""Bots: players that are programs.

amateur     a bot that plays sensible cards, and one that tests the engine: start reading here
strong      a bot that plays to win
playout     plays the rest of a pli on hands that the other players may hold; used by ``strong``
simulation  plays matches between bots and computes statistics

The public names below are imported when they are first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...games.belettre.bots.amateur import AmateurBot, Bot, FuzzerBot, RandomBot, WordFinder
    from ...games.belettre.bots.playout import Vocabulary
    from ...games.belettre.bots.simulation import (
        BotFactory,
        BotKind,
        MatchTerms,
        Statistics,
        play_out,
        simulate,
        statistics,
    )
    from ...games.belettre.bots.strong import StrongBot

__all__ = [
    "AmateurBot",
    "Bot",
    "BotFactory",
    "BotKind",
    "FuzzerBot",
    "MatchTerms",
    "RandomBot",
    "Statistics",
    "StrongBot",
    "Vocabulary",
    "WordFinder",
    "play_out",
    "simulate",
    "statistics",
]

#: Public name → the module that defines it.
_MODULES = {
    "AmateurBot": "amateur",
    "Bot": "amateur",
    "BotFactory": "simulation",
    "BotKind": "simulation",
    "FuzzerBot": "amateur",
    "MatchTerms": "simulation",
    "RandomBot": "amateur",
    "Statistics": "simulation",
    "StrongBot": "strong",
    "Vocabulary": "playout",
    "WordFinder": "amateur",
    "play_out": "simulation",
    "simulate": "simulation",
    "statistics": "simulation",
}


def _load(name: str) -> object:
    from ...base.exports import load  # importing the package needs nothing

    return load(__name__, _MODULES, name, "belettre_lexicon.games.belettre.bots")


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

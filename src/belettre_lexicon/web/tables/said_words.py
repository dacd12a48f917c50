"""The words said in a game, and their numbers, by which addresses name them: ``find_word``.

The number of a word is that of its line in the journal. Lines are never removed or changed, so that a number means the
same word for ever: after an undo it means none, and a word that is said again has another. If a line has several words,
the second is told from the first by a suffix: ``17``, ``17.2``.
"""

from __future__ import annotations

from ...games.belettre.analysis import Moment, moments
from ...games.belettre.events import WordSaid
from .registry import Game


def word_number(game: Game, index: int) -> str:
    """Return the number of the word of an event; *index* is the index of the event in the log of the partie."""
    log, line = game.partie.log, game.journal.line_of(index)
    place, earlier = 1, index - 1
    while earlier and game.journal.line_of(earlier) == line:
        place += isinstance(log[earlier], WordSaid)
        earlier -= 1
    return str(line) if place == 1 else f"{line}.{place}"


def find_word(game: Game, number: str) -> Moment | None:
    """Return the moment of the word with a number; None if no word has it, or if the word was taken back."""
    said = (moment for moment in moments(game.partie) if isinstance(moment.event, WordSaid))
    return next((moment for moment in said if word_number(game, moment.at) == number), None)


def word_path(game: Game, index: int) -> str:
    """Return the path of the page with the verdict on the word of an event, as in ``word_number``."""
    return f"/g/{game.code}/words/{word_number(game, index)}"

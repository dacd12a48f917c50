"""The analyses of the manches of a game that are over, made apart from the threads that answer requests.

An analysis takes some milliseconds, but a second and more under some house rules (``games.belettre.analysis``). The
manche that is being played is never analysed, so that nobody learns of a hidden card. Start reading at ``analyses_of``.
"""

from __future__ import annotations

import asyncio
from copy import copy
from functools import partial
from typing import NamedTuple

from ....games.belettre.analysis import MancheAnalysis, analyse
from ....games.belettre.events import MancheEnded
from ....games.belettre.partie import Partie
from ....games.belettre.seats import Seat
from ....words.judge import Judge
from ...services import Services
from ...slow_tasks import BusyError
from .game import BelettreGame, judge_of

#: Seconds after which an analysis is not waited for any longer. It is finished all the same, and kept for the next
#: request. Pages wait for an answer for 10 seconds.
_SECONDS = 8


class GameAnalyses(NamedTuple):
    """The analyses of the manches of a game that are over.

    players  the names of the players by seat; seats without a name are left out
    manches  the analyses in order; [] while no manche is over
    """

    players: dict[Seat, str]
    manches: list[MancheAnalysis]


class _EndedManche(NamedTuple):
    """A manche that is over, as a key of the analyses that are kept.

    code    the code of the game
    line    the number of the line of the journal with its end. The lines of a journal never change, so that another
            line ends the manche if it is played again after an undo
    number  the number of the manche
    """

    code: str
    line: int
    number: int


async def analyses_of(services: Services, code: str, seconds: float | None = None) -> GameAnalyses:
    """Return the analyses of the manches of a game that are over.

    They are waited for *seconds* at most, or as long as a page waits for an answer.

    Raises BusyError if they take too long, and the errors of ``GameRegistry.open_game``.
    """

    def look_up() -> tuple[list[_EndedManche], Partie, Judge, dict[Seat, str]]:
        with services.games.open_game(code, BelettreGame) as game:
            # The judge of the game is used by the thread that holds the game, so that the analyst has its own.
            judge = judge_of(game.journal.record(), game.lexicon)
            return _ended_manches(game), copy(game.partie), judge, game.journal.players

    seconds = _SECONDS if seconds is None else seconds
    ended, partie, judge, players = await asyncio.to_thread(look_up)
    analyses = [
        services.tasks.begin(manche, partial(_analyse, partie, judge, manche.number), "manches wait to be analysed")
        for manche in ended
    ]
    # « wait » leaves those that are not finished alone: others may wait for the same analysis.
    if analyses and (await asyncio.wait(analyses, timeout=seconds))[1]:
        raise BusyError(f"{code}: the analysis takes more than {seconds} seconds")
    return GameAnalyses(players, [analysis.result() for analysis in analyses])


def _analyse(partie: Partie, judge: Judge, manche: int) -> MancheAnalysis:
    return analyse(partie, judge, manche)[0]


def _ended_manches(game: BelettreGame) -> list[_EndedManche]:
    """Return the manches of a game that are over, in order."""
    lines = {
        event.number: game.journal.line_of(index)
        for index, event in enumerate(game.partie.log)
        if isinstance(event, MancheEnded)
    }
    return [_EndedManche(game.code, lines[event.number], event.number) for event in game.partie.state.ended]

"""The analyses of the manches of a game that are over, made apart from the threads that answer requests.

An analysis takes some milliseconds, but a second and more under some house rules (``games.belettre.analysis``). The analyses
are therefore made one at a time by a thread of their own, and kept. The manche that is being played is never analysed,
so that nobody learns of a hidden card. Start reading at ``Analyst.analyse``.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import partial
from typing import NamedTuple

from ...base.errors import BelettreError
from ...games.belettre.analysis import MancheAnalysis, analyse
from ...games.belettre.events import MancheEnded
from ...games.belettre.partie import Partie
from ...games.belettre.seats import Seat
from ...words.judge import Judge
from .registry import Game, GameRegistry

#: Seconds after which an analysis is not waited for any longer. It is finished all the same, and kept for the next
#: request. Pages wait for an answer for 10 seconds.
_SECONDS = 8
#: The maximum number of manches that wait to be analysed, and of analyses that are kept.
_MAX_WAITING, _MAX_KEPT = 24, 256


class SlowError(BelettreError):
    """Raised if an analysis takes too long, or if too many manches are waiting. Later it may be there."""


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


class Analyst:
    """Analyses manches. Its coroutine is called on the event loop only. *games* is the registry of the games."""

    def __init__(self, games: GameRegistry) -> None:
        self._games = games
        self._thread = ThreadPoolExecutor(1, "analysis")
        #: Analyses, those that are still being made included; the most recently used last.
        self._kept: OrderedDict[_EndedManche, asyncio.Future[MancheAnalysis]] = OrderedDict()
        self._waiting = 0

    async def analyse(self, code: str, seconds: float | None = None) -> GameAnalyses:
        """Return the analyses of the manches of a game that are over.

        They are waited for *seconds* at most, or as long as a page waits for an answer.

        Raises SlowError if they take too long, and the errors of ``GameRegistry.open_game``.
        """

        def look_up() -> tuple[list[_EndedManche], Partie, Judge, dict[Seat, str]]:
            with self._games.open_game(code) as game:
                # The judge of the game is used by the thread that holds the game, so that the analyst has its own.
                judge = self._games.judge_of(game.journal.record())
                return _ended_manches(game), copy(game.partie), judge, game.journal.players

        seconds = _SECONDS if seconds is None else seconds
        ended, partie, judge, players = await asyncio.to_thread(look_up)
        analyses = [self._begin(manche, partie, judge) for manche in ended]
        # « wait » leaves those that are not finished alone: others may wait for the same analysis.
        if analyses and (await asyncio.wait(analyses, timeout=seconds))[1]:
            raise SlowError(f"{code}: the analysis takes more than {seconds} seconds")
        return GameAnalyses(players, [analysis.result() for analysis in analyses])

    def close(self) -> None:
        """Stop. An analysis that is being made is finished."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _begin(self, manche: _EndedManche, partie: Partie, judge: Judge) -> asyncio.Future[MancheAnalysis]:
        """Return the analysis of a manche, which may not be finished yet. Raises SlowError if too many are waiting."""
        if (analysis := self._kept.get(manche)) is None:
            if self._waiting >= _MAX_WAITING:
                raise SlowError(f"{_MAX_WAITING} manches wait to be analysed")
            self._waiting += 1
            analysis = asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: analyse(partie, judge, manche.number)[0]
            )
            analysis.add_done_callback(partial(self._finish, manche))
            self._kept[manche] = analysis
            if len(self._kept) > _MAX_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(manche)
        return analysis

    def _finish(self, manche: _EndedManche, analysis: asyncio.Future[MancheAnalysis]) -> None:
        """Forget an analysis that failed, so that the next request tries again."""
        self._waiting -= 1
        if (analysis.cancelled() or analysis.exception()) and self._kept.get(manche) is analysis:
            del self._kept[manche]


def _ended_manches(game: Game) -> list[_EndedManche]:
    """Return the manches of a game that are over, in order."""
    lines = {
        event.number: game.journal.line_of(index)
        for index, event in enumerate(game.partie.log)
        if isinstance(event, MancheEnded)
    }
    return [_EndedManche(game.code, lines[event.number], event.number) for event in game.partie.state.ended]

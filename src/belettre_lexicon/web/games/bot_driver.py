"""Floor 5. Plays the bots of practice games: start reading at ``BotDriver.drive``.

A bot's choice depends only on the seed of the game, its seat and the number of the entry. Any process can therefore
continue a game, even if the process that started it was killed.
"""

from __future__ import annotations

import asyncio
import logging
import random

from anyio import to_thread

from ...engine.bots.simulation import BotFactory
from ...engine.history_cache import HistoryCache
from ...engine.seats import Seat
from ...engine.state import LAY, PICK_UP
from ...errors import BelettreError
from ...words.judge import Judge
from .live import Hub
from .registry import Game, GameRegistry, StaleError

#: Seconds between two bot moves, so that a person can follow the game.
MOVE_INTERVAL = 0.7

_LOG = logging.getLogger(__name__)


class BotDriver:
    """Moves the bots of practice games in this process, one background task per game."""

    def __init__(self, games: GameRegistry, hub: Hub) -> None:
        self._games = games
        self._hub = hub
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: Codes of games for which ``drive`` was called while their bots were moving: look at them again at the end.
        self._requested_again: set[str] = set()

    def drive(self, code: str) -> None:
        """Let the bots of a game move in the background until it is the person's turn.

        Call it on the event loop; calling it again while the bots move is harmless.
        """
        if code in self._tasks:
            self._requested_again.add(code)
        else:
            self._tasks[code] = asyncio.create_task(self._drive(code))

    async def _drive(self, code: str) -> None:
        try:
            while True:
                self._requested_again.discard(code)
                if await to_thread.run_sync(self._move_once, code):
                    self._hub.wake(code)
                    await asyncio.sleep(MOVE_INTERVAL)
                elif code not in self._requested_again:
                    return
        except BelettreError as error:  # the next request for the game tries again
            _LOG.warning("%s", error)
        finally:
            del self._tasks[code]

    def _move_once(self, code: str) -> bool:
        """Let one bot move. Return whether a bot may have to move next."""
        with self._games.open_game(code) as game:
            try:
                return move(game)
            except StaleError:  # another process has moved
                return due(game)


def due(game: Game) -> bool:
    """Whether a bot has to act next in this game; always False at a table of real cards."""
    return _mover(game) is not None


def move(game: Game) -> bool:
    """Enter the next move of a bot. Return False if no bot has to act. Raises the errors of ``Game.enter``."""
    seat = _mover(game)
    if seat is None:
        return False
    partie = game.partie
    judge = partie.judge
    if not isinstance(judge, Judge):
        raise TypeError(f"{type(judge).__name__} finds no words for bots")
    chance = random.Random(f"{partie.setup.seed}:{seat.value}:{game.number}")
    bot = BotFactory(judge).bot(game.terms.level, chance, HistoryCache(judge.rules))
    game.enter(game.number, bot.choose(partie.view(seat)))
    return True


def asked(game: Game) -> bool:
    """Whether the person has to say whether they announce a Belettre before another player opens (S3)."""
    partie, own = game.partie, game.seat
    if own is None or partie.awaits != LAY or partie.turn is own or game.silent == partie.state.manche.number:
        return False
    return own in partie.movers()


def _mover(game: Game) -> Seat | None:
    """The seat of the bot that acts next; None if the person acts next or the game is over."""
    partie, own = game.partie, game.seat
    if own is None or partie.over or asked(game):
        return None
    movers = partie.movers()
    if partie.awaits == PICK_UP and own in movers:
        return None  # the person chooses before his partner
    keeps_silent = partie.awaits == LAY and partie.turn is not own
    seat = next((seat for seat in movers if not (seat is own and keeps_silent)), None)
    return None if seat is own else seat

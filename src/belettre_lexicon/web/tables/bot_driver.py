"""Plays the bots of practice games: start reading at ``BotDriver.drive``.

The random choices of a bot depend only on the seed of the game, the bot's seat and the number of entries so far. Any
process can therefore continue a game, even if the process that started it was killed.
"""

from __future__ import annotations

import asyncio
import logging
import random

from ...base.errors import BelettreError
from ...games.belettre.bots.simulation import BotFactory
from ...games.belettre.partie import HistoryCache
from ...games.belettre.seats import Seat
from ...words.judge import Judge
from ..live.live import Hub
from .registry import Game, GameRegistry, StaleError

#: Seconds between two bot moves, so that a person can follow the game.
MOVE_INTERVAL = 0.7

_LOG = logging.getLogger(__name__)


class BotDriver:
    """Plays the bots of practice games in this process, with one background task per game."""

    def __init__(self, games: GameRegistry, hub: Hub) -> None:
        self._games = games
        self._hub = hub
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: Codes of games for which ``drive`` was called while their task was running. The task checks such a game once
        #: more before it ends.
        self._requested_again: set[str] = set()

    def drive(self, code: str) -> None:
        """Start a background task in which the bots of a game move until it is the human player's turn.

        Must be called from the event loop. If the task is already running, it only checks the game once more before it
        ends.
        """
        if code in self._tasks:
            self._requested_again.add(code)
        else:
            self._tasks[code] = asyncio.create_task(self._drive(code))

    async def _drive(self, code: str) -> None:
        try:
            while True:
                self._requested_again.discard(code)
                if await asyncio.to_thread(self._move_once, code):
                    await asyncio.sleep(MOVE_INTERVAL)
                elif code not in self._requested_again:
                    return
        except BelettreError as error:  # the next request for the game tries again
            _LOG.warning("%s", error)
        finally:
            del self._tasks[code]

    def _move_once(self, code: str) -> bool:
        """Let one bot move if it is a bot's turn. Return whether this method must be called again.

        This is the case if a bot has moved, or if another process has made a move instead and a bot still has to act.
        """
        with self._games.open_game(code) as game:
            try:
                moved = move(game)
                if moved:
                    self._hub.publish(game)
                return moved
            except StaleError:  # another process has moved
                return due(game)


def due(game: Game) -> bool:
    """Return whether a bot has to act next in this game; always False in a game with real cards."""
    return _mover(game) is not None


def move(game: Game) -> bool:
    """Enter the next move of a bot and return True; return False if no bot has to act.

    Raises the same errors as ``Game.enter``, and TypeError if the game's judge cannot search for words.
    """
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
    """Return whether the human player must now decide if they announce a Belettre, before another player opens (S3).

    Always False in a game with real cards.
    """
    return game.practice is not None and game.practice.may_announce


def waiting(game: Game) -> bool:
    """Return whether bots wait until the human player has seen what the last entry did (``Game.pauses``)."""
    return game.pauses and _next_bot(game) is not None


def _mover(game: Game) -> Seat | None:
    """Return the seat of the bot that acts now, or None if no bot has to act or the bots wait for the human player."""
    return None if game.pauses else _next_bot(game)


def _next_bot(game: Game) -> Seat | None:
    """Return the seat of the bot that acts next, or None if no bot has to act.

    No bot has to act in a game with real cards, when the game is over, when it is the turn of the human player, or
    while the human player decides whether to announce a Belettre (S3).
    """
    if game.practice is None or game.practice.may_announce:
        return None
    seat = game.practice.mover()
    return None if seat is game.practice.person else seat

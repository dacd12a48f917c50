"""Floor 5. The bots of a practice game: start reading at ``BotDriver``.

What a bot does hangs on the seed of the game and the number of the entry alone, so that any process may move it, also
after the one that began was killed.
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
from .games import Game, GameRegistry, StaleError
from .live import Hub

#: Seconds between two moves of bots, so that a person can follow.
PACE = 0.7

_LOG = logging.getLogger(__name__)


class BotDriver:
    """Moves the bots of a process, game by game, while somebody looks at them."""

    def __init__(self, tables: GameRegistry, hub: Hub) -> None:
        self._tables = tables
        self._hub = hub
        self._driving: dict[str, asyncio.Task[None]] = {}
        #: Games that were asked for again while their bots moved: what they saw may be old.
        self._again: set[str] = set()

    def drive(self, code: str) -> None:
        """Let the bots of a game move until the person is to act; called from the event loop, as often as one likes."""
        if code in self._driving:
            self._again.add(code)
        else:
            self._driving[code] = asyncio.create_task(self._drive(code))

    async def _drive(self, code: str) -> None:
        try:
            while True:
                self._again.discard(code)
                if await to_thread.run_sync(self._move, code):
                    self._hub.wake(code)
                    await asyncio.sleep(PACE)
                elif code not in self._again:
                    return
        except BelettreError as error:  # the next look at the game tries again
            _LOG.warning("%s", error)
        finally:
            del self._driving[code]

    def _move(self, code: str) -> bool:
        with self._tables.open(code) as game:
            try:
                return move(game)
            except StaleError:  # another process moved it
                return due(game)


def due(game: Game) -> bool:
    """Whether a bot is to act: it is a practice game, not over, and not the person's move."""
    return _mover(game) is not None


def move(game: Game) -> bool:
    """Let the bot that is to act do so, as an entry; False when none is. Raises StaleError as ``Game.enter``."""
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
    """Whether the person is asked for a Belettre before another player opens (S3)."""
    partie, own = game.partie, game.seat
    if own is None or partie.awaits != LAY or partie.turn is own or game.silent == partie.state.manche.number:
        return False
    return own in partie.movers()


def _mover(game: Game) -> Seat | None:
    """The bot that acts next; None when the person does, or nobody."""
    partie, own = game.partie, game.seat
    if own is None or partie.over or asked(game):
        return None
    movers = partie.movers()
    if partie.awaits == PICK_UP and own in movers:
        return None  # the person chooses before his partner
    keeps_silent = partie.awaits == LAY and partie.turn is not own
    seat = next((seat for seat in movers if not (seat is own and keeps_silent)), None)
    return None if seat is own else seat

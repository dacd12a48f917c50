"""Floor 5. API calls: a decoded request, what its operation does with it, and what follows a change.

The function of an operation takes a ``Call`` and returns a response. Afterwards ``follow_up`` notifies the devices that
follow the game and lets its bots move. ``operation`` creates the calls.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from litestar import Response

from ...engine.records.json_lines import to_json
from ...engine.seats import Seat
from ...referee.catalogue import Catalogue
from ..edge.problems import ProblemError
from ..edge.request_context import catalogue_of, language_of, may_change, seat_of, token_of
from ..games.belote_sheet import BeloteSheet
from ..games.belote_snapshot import SheetSnapshot, take_sheet_snapshot
from ..games.registry import AnyGame, Game, GameRegistry, parse_code
from ..games.snapshot import Snapshot, take_snapshot
from ..services import Request, Services, services_of

Q_co = TypeVar("Q_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)


class Call(Generic[Q_co, B_co]):
    """A request to the API, as passed to the function of its operation.

    request    the request
    query      the decoded and validated query parameters
    body       the decoded and validated JSON body; None if the operation takes no body
    changed    whether the operation has changed the game; initially False
    move_bots  whether the bots of a practice game have to move after the operation; initially False. Set only if the
               device belongs to the human player, so that requests from spectators do not make the bots move
    """

    def __init__(self, request: Request, query: Q_co, body: B_co) -> None:
        self.request = request
        self.query = query
        self.body = body
        self.changed = False
        self.move_bots = False

    @property
    def games(self) -> GameRegistry:
        """The registry of the server's games."""
        return services_of(self.request).games

    @cached_property
    def say(self) -> Catalogue:
        """The message catalogue in the language of the response."""
        return catalogue_of(self.request)

    @cached_property
    def code(self) -> str:
        """The game code in the URL path. Raises UnknownGameError if it is not a valid code."""
        return parse_code(self.request.path_params["code"])

    def snapshot(self, game: Game) -> Snapshot:
        """Return the game as the device may see it.

        Also set ``move_bots``: True if the device belongs to the human player of a practice game, otherwise False.
        """
        seat = seat_of(self.request, game)
        self.move_bots = seat is not None
        return cached_snapshot(game, self.say, self.games, seat, language_of(self.request))

    def check_token(self, game: AnyGame) -> None:
        """Raise ProblemError unless the device may change the game.

        On a shared server the request must contain the token of the game.
        """
        if not may_change(self.request, game):
            raise ProblemError("token", "" if token_of(self.request, game.code) else "Authorization: Bearer …")


def cached_snapshot(game: Game, say: Catalogue, games: GameRegistry, seat: Seat | None, language: str) -> Snapshot:
    """Return a snapshot of a game as the device may see it.

    say       the message catalogue of *language*
    games     the registry of games, whose lexicon finds words similar to a refused word
    seat      the seat of the human player if the snapshot is for their device in a practice game; None otherwise
    language  the language code, "fr" or "en"; part of the cache key

    The snapshot is cached by seat and language until the game changes. The field ``elapsed`` is always up to date.
    """
    key = ("snapshot", language, seat)
    snapshot = game.rendered.get(key)
    if snapshot is None:
        snapshot = game.rendered[key] = take_snapshot(game, say, games.lexicon, seat)
    current: Snapshot = msgspec.structs.replace(snapshot, elapsed=game.elapsed)
    return current


def cached_sheet(sheet: BeloteSheet, services: Services, language: str) -> SheetSnapshot:
    """Return a snapshot of a score sheet in a language, from the cache until the sheet changes."""
    key = ("sheet", language)
    if key not in sheet.rendered:
        sheet.rendered[key] = take_sheet_snapshot(sheet, services.sheet_sayings[language])
    snapshot: SheetSnapshot = sheet.rendered[key]
    return snapshot


def follow_up(call: Call[Any, Any]) -> None:
    """Notify the devices that follow a changed game, and let the bots of a practice game move.

    Must be called on the event loop after each successful operation. The devices are notified only if ``Call.changed``
    is True, and the bots move only if ``Call.move_bots`` is True.
    """
    services = services_of(call.request)
    if call.changed:
        services.hub.wake(call.code)
    if call.move_bots:
        services.bot_driver.drive(call.code)


def json_answer(value: object, status: int = 200) -> Response[bytes]:
    """Return a response whose body is *value* encoded as JSON."""
    return Response(to_json(value), status_code=status, media_type="application/json")

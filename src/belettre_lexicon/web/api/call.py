"""Floor 5. How the JSON API reads a request, runs its operation and answers: start reading at ``Operation.endpoint``.

An operation is a plain function of a ``Call``. It may wait for the database, so it runs in a thread, not on the event
loop. ``follow_up`` then does what must happen on the event loop: notify the followers of a game and let its bots move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import iscoroutinefunction
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...engine.records.json_lines import json_reader, to_json
from ...engine.seats import Seat
from ...referee.catalogue import Catalogue
from ..edge.problems import ProblemError
from ..edge.request_context import catalogue_of, language_of, may_change, seat_of, token_of
from ..games.registry import Game, GameRegistry, parse_code
from ..games.snapshot import Snapshot, take_snapshot
from ..services import services_of
from .requests import Query

Q_co = TypeVar("Q_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)


class Call(Generic[Q_co, B_co]):
    """A request in progress, as its operation sees it.

    query, body  the checked query and body
    changed      set by operations that have changed the game
    move_bots    set by operations that showed a practice game to its person. Spectators do not make the bots move
    """

    def __init__(self, request: Request, query: Q_co, body: B_co) -> None:
        self.request = request
        self.query = query
        self.body = body
        self.changed = False
        self.move_bots = False

    @property
    def games(self) -> GameRegistry:
        """The games of the server."""
        return services_of(self.request).games

    @cached_property
    def say(self) -> Catalogue:
        """The catalogue of sentences in the language of the answer."""
        return catalogue_of(self.request)

    @cached_property
    def code(self) -> str:
        """The game code in the path. Raises UnknownGameError if it is invalid."""
        return parse_code(self.request.path_params["code"])

    def snapshot(self, game: Game) -> Snapshot:
        """The game as the device may see it."""
        seat = seat_of(self.request, game)
        self.move_bots = seat is not None
        return cached_snapshot(game, self.say, self.games, seat, language_of(self.request))

    def check_token(self, game: Game) -> None:
        """Raise ProblemError unless the device has the token to change the game."""
        if not may_change(self.request, game):
            raise ProblemError("token", "" if token_of(self.request, game.code) else "Authorization: Bearer …")


def cached_snapshot(game: Game, say: Catalogue, games: GameRegistry, seat: Seat | None, language: str) -> Snapshot:
    """Return a snapshot for a seat (None for spectators), computed once per state of the game, seat and language."""
    key = ("snapshot", language, seat)
    snapshot = game.rendered.get(key)
    if snapshot is None:
        snapshot = game.rendered[key] = take_snapshot(game, say, games.lexicon, seat)
    current: Snapshot = msgspec.structs.replace(snapshot, elapsed=game.elapsed)
    return current


class AnswerType(NamedTuple):
    """A possible answer of an operation, for the API document.

    type         the type of the JSON object or of the text; None for an empty answer
    media        the media type
    description  what the answer is, in a few words; "" for nothing special
    """

    type: Any = None
    media: str = "application/json"
    description: str = ""


class Operation(NamedTuple):
    """An operation of the API; ``operations.OPERATIONS`` lists them all.

    summary  what the operation does, for the API document
    answers  the successful answers by HTTP status
    run      the function that answers a call; a coroutine function runs on the event loop, any other in a thread
    query    the type of the query parameters
    body     the type of the JSON body; None if the operation takes no body
    """

    method: Literal["GET", "POST"]
    path: str
    summary: str
    answers: Mapping[int, AnswerType]
    run: Callable[[Call[Any, Any]], Any]
    query: type = Query
    body: Any = None

    def route(self) -> Route:
        """The Starlette route of the operation."""
        return Route(self.path, self.endpoint(), methods=[self.method])

    def endpoint(self) -> Callable[[Request], Any]:
        """The Starlette endpoint: it reads the request, runs the operation and returns its answer."""
        reader = json_reader(self.body) if self.body is not None else None

        async def answer(request: Request) -> Response:
            query = _read_query(request, self.query)
            body = _decode_body(await _read_json(request), reader) if reader is not None else None
            call: Call[Any, Any] = Call(request, query, body)
            if iscoroutinefunction(self.run):
                response: Response = await self.run(call)
            else:
                response = await run_in_threadpool(self.run, call)
            follow_up(call)
            return response

        return answer


def follow_up(call: Call[Any, Any]) -> None:
    """After an operation, on the event loop: notify the followers of a changed game, and let its bots move."""
    services = services_of(call.request)
    if call.changed:
        services.hub.wake(call.code)
    if call.move_bots:
        services.bot_driver.drive(call.code)


def json_answer(value: object, status: int = 200) -> Response:
    """Return a JSON answer."""
    return Response(to_json(value), status, media_type="application/json")


def _read_query(request: Request, query_type: type) -> Any:
    """Read the query parameters. Raises ProblemError for unknown, missing, invalid or repeated parameters."""
    pairs = request.query_params.multi_items()
    parameters = dict(pairs)
    if len(parameters) != len(pairs):
        raise ProblemError("query", "a parameter is said twice")
    try:
        return msgspec.convert(parameters, query_type, strict=False)
    except msgspec.ValidationError as error:
        raise ProblemError("query", str(error)) from error


async def _read_json(request: Request) -> bytes:
    """Read the body of a request. Raises ProblemError unless its Content-Type is JSON."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ProblemError("type", "Content-Type: application/json")
    return await request.body()


def _decode_body(raw: bytes, reader: msgspec.json.Decoder[Any]) -> Any:
    """Decode a JSON body. Raises ProblemError if it is not JSON or has the wrong shape."""
    try:
        return reader.decode(raw)
    except msgspec.ValidationError as error:
        raise ProblemError("body", str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("json", str(error)) from error

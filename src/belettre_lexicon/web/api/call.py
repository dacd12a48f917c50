"""Floor 5. API calls: reading a request, running its operation and returning the response.

The function of an operation takes a ``Call`` and returns a response. Plain functions run in a worker thread, because
they may wait for the database; coroutine functions run on the event loop. Afterwards ``follow_up`` notifies the devices
that follow the game and lets its bots move; this must be done on the event loop.

Start reading at ``Operation.endpoint``.
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
from ..games.belote_sheet import BeloteSheet
from ..games.belote_snapshot import SheetSnapshot, take_sheet_snapshot
from ..games.registry import AnyGame, Game, GameRegistry, parse_code
from ..games.snapshot import Snapshot, take_snapshot
from ..services import Services, services_of
from .requests import Query

Q_co = TypeVar("Q_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)


class Call(Generic[Q_co, B_co]):
    """A request to the API, as passed to the function of its operation.

    request    the Starlette request
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


class AnswerType(NamedTuple):
    """The type of a successful response of an operation, for the OpenAPI document.

    type         the Python type of the JSON body; str for text; None for a response without a body
    media        the media type of the body
    description  a few words that describe the response; "" for the default description
    """

    type: Any = None
    media: str = "application/json"
    description: str = ""


class Operation(NamedTuple):
    """An operation of the API: a method, a path and the function that handles them.

    method   the HTTP method
    path     the URL path, with parameters in braces: ``/api/games/{code}``
    summary  a short description of the operation, for the OpenAPI document
    answers  the types of the successful responses, by HTTP status
    run      the function that takes a ``Call`` and returns the response. Coroutine functions run on the event loop,
             other functions in a worker thread
    query    the type of the query parameters
    body     the type of the JSON body; None if the operation takes no body

    ``operations.OPERATIONS`` lists all operations.
    """

    method: Literal["GET", "POST"]
    path: str
    summary: str
    answers: Mapping[int, AnswerType]
    run: Callable[[Call[Any, Any]], Any]
    query: type = Query
    body: Any = None

    def route(self) -> Route:
        """Return the Starlette route of the operation."""
        return Route(self.path, self.endpoint(), methods=[self.method])

    def endpoint(self) -> Callable[[Request], Any]:
        """Return the Starlette endpoint of the operation.

        The endpoint decodes the query and the body, runs the operation, calls ``follow_up`` and returns the response.
        """
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
    """Notify the devices that follow a changed game, and let the bots of a practice game move.

    Must be called on the event loop after each successful operation. The devices are notified only if ``Call.changed``
    is True, and the bots move only if ``Call.move_bots`` is True.
    """
    services = services_of(call.request)
    if call.changed:
        services.hub.wake(call.code)
    if call.move_bots:
        services.bot_driver.drive(call.code)


def json_answer(value: object, status: int = 200) -> Response:
    """Return a response whose body is *value* encoded as JSON."""
    return Response(to_json(value), status, media_type="application/json")


def _read_query(request: Request, query_type: type) -> Any:
    """Return the query parameters of a request, decoded as *query_type*.

    Raises ProblemError for unknown, missing, invalid or repeated parameters.
    """
    pairs = request.query_params.multi_items()
    parameters = dict(pairs)
    if len(parameters) != len(pairs):
        raise ProblemError("query", "a parameter is said twice")
    try:
        return msgspec.convert(parameters, query_type, strict=False)
    except msgspec.ValidationError as error:
        raise ProblemError("query", str(error)) from error


async def _read_json(request: Request) -> bytes:
    """Return the undecoded body of a request. Raises ProblemError unless its Content-Type is ``application/json``."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ProblemError("type", "Content-Type: application/json")
    return await request.body()


def _decode_body(raw: bytes, reader: msgspec.json.Decoder[Any]) -> Any:
    """Return a JSON body decoded by *reader*.

    Raises ProblemError "json" if the body is not valid JSON, and "body" if its fields do not have the expected types.
    """
    try:
        return reader.decode(raw)
    except msgspec.ValidationError as error:
        raise ProblemError("body", str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("json", str(error)) from error

"""Floor 5. API calls: reading a request, running its operation and returning the response.

The function of an operation takes a ``Call`` and returns a response. Plain functions run in a worker thread, because
they may wait for the database; coroutine functions run on the event loop. Afterwards ``follow_up`` lets the bots of the
game move; this must be done on the event loop.

Pages use the same operations at addresses of their own. They pass a ``PageState`` to ``Operation.endpoint``, so that
the response contains the state of the page in place of the snapshot.

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
from starlette.types import ASGIApp

from ...engine.records.json_lines import json_reader, to_json
from ...referee.catalogue import Catalogue
from ..edge.problems import ProblemError
from ..edge.request_context import catalogue_of, may_change, seat_of, token_of
from ..games.registry import AnyGame, Game, GameRegistry, parse_code
from ..games.snapshot import Snapshot, current_snapshot
from ..services import services_of
from .requests import Query

Q_co = TypeVar("Q_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)


#: A function that returns the state of a game or a sheet as the script of its page expects it.
PageState = Callable[[Request, Any], object]


class Call(Generic[Q_co, B_co]):
    """A request to the API, as passed to the function of its operation.

    request     the Starlette request
    query       the decoded and validated query parameters
    body        the decoded and validated JSON body; None if the operation takes no body
    page_state  the function that returns the state of a game for the page that sent the request; None for a request to
                the API
    move_bots   whether the bots of a practice game have to move after the operation; initially False. Set only if the
                device belongs to the human player, so that requests from spectators do not make the bots move
    """

    def __init__(self, request: Request, query: Q_co, body: B_co, page_state: PageState | None = None) -> None:
        self.request = request
        self.query = query
        self.body = body
        self.page_state = page_state
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
        return current_snapshot(game, self.say, self.games.lexicon, seat)

    def check_token(self, game: AnyGame) -> None:
        """Raise ProblemError unless the device may change the game.

        On a shared server the request must contain the token of the game.
        """
        if not may_change(self.request, game):
            raise ProblemError("token", "" if token_of(self.request, game.code) else "Authorization: Bearer …")


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

    def endpoint(self, page_state: PageState | None = None) -> Callable[[Request], Any]:
        """Return the Starlette endpoint of the operation; for a page, with the function *page_state*.

        The endpoint decodes the query and the body, runs the operation, calls ``follow_up`` and returns the response.
        """
        reader = json_reader(self.body) if self.body is not None else None

        async def answer(request: Request) -> ASGIApp:
            query = _read_query(request, self.query)
            body = _decode_body(await _read_json(request), reader) if reader is not None else None
            call: Call[Any, Any] = Call(request, query, body, page_state)
            if iscoroutinefunction(self.run):
                response: ASGIApp = await self.run(call)
            else:
                response = await run_in_threadpool(self.run, call)
            follow_up(call)
            return response

        return answer


def follow_up(call: Call[Any, Any]) -> None:
    """Let the bots of a practice game move if ``Call.move_bots`` is True.

    Must be called on the event loop after each successful operation.
    """
    if call.move_bots:
        services_of(call.request).bot_driver.drive(call.code)


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

"""Floor 5. How a request of the JSON API is read, done and answered: start reading at ``Operation.endpoint``.

An operation is a plain function of a ``Call``, which may wait for the database: it never runs on the event loop. What
must happen there, waking the devices that follow a game and moving its bots, is done when it has returned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import iscoroutinefunction
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...engine.records.json_lines import json_reader, to_json
from ...engine.seats import Seat
from ...referee.catalogue import Catalogue
from ..edge.problems import ProblemError
from ..edge.request_context import hub_of, language_of, may_change, say_of, seat_of, tables_of, token_of
from ..games.bot_driver import BotDriver
from ..games.games import Game, GameRegistry, code_of
from ..games.snapshot import Snapshot, sight
from .requests import Query

Q_co = TypeVar("Q_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)


class Call(Generic[Q_co, B_co]):
    """A request that is being answered.

    query, body  what it says, checked
    changed      set by an operation that changed the game
    bots         set by one that showed a practice game to its person: bots go on for him, not for who only watches
    """

    def __init__(self, request: Request, query: Q_co, body: B_co) -> None:
        self.request = request
        self.query = query
        self.body = body
        self.changed = False
        self.bots = False

    @property
    def tables(self) -> GameRegistry:
        """The games of the server."""
        return tables_of(self.request)

    @cached_property
    def say(self) -> Catalogue:
        """The sentences of the answer."""
        return say_of(self.request)

    @cached_property
    def code(self) -> str:
        """The code in the path. Raises UnknownGameError for what is none."""
        return code_of(self.request.path_params["code"])

    def seen(self, game: Game) -> Snapshot:
        """The game as the device may see it."""
        seat = seat_of(self.request, game)
        self.bots = seat is not None
        return seen(game, self.say, self.tables, seat, language_of(self.request))

    def check_token(self, game: Game) -> None:
        """Raise ProblemError unless the device may change the game."""
        if not may_change(self.request, game):
            raise ProblemError("token", "" if token_of(self.request, game.code) else "Authorization: Bearer …")


def seen(game: Game, say: Catalogue, tables: GameRegistry, seat: Seat | None, language: str) -> Snapshot:
    """The game as a seat sees it, or who has none, made once for all devices that ask for it as it stands."""
    key = ("sight", language, seat)
    shown = game.shown.get(key)
    if shown is None:
        shown = game.shown[key] = sight(game, say, tables.lexicon, seat)
    now: Snapshot = msgspec.structs.replace(shown, elapsed=game.elapsed)
    return now


class Answer(NamedTuple):
    """What an operation may answer, for the API document: the type of the object, or the media type of a text."""

    kind: Any = None
    media: str = "application/json"
    about: str = ""


class Operation(NamedTuple):
    """A row of the API: ``api.OPERATIONS`` is the table that routes and the document are made of.

    do       answers a call: in a thread, or on the event loop when it is a coroutine
    answers  by status, those that are no problems
    """

    method: str
    path: str
    about: str
    answers: Mapping[int, Answer]
    do: Callable[[Call[Any, Any]], Any]
    query: type = Query
    body: Any = None

    def route(self) -> Route:
        """The route of Starlette."""
        return Route(self.path, self.endpoint(), methods=[self.method])

    def endpoint(self) -> Callable[[Request], Any]:
        """What answers its requests."""
        reader = json_reader(self.body) if self.body is not None else None

        async def answered(request: Request) -> Response:
            query = _query(request, self.query)
            body = _body(await _json(request), reader) if reader is not None else None
            call: Call[Any, Any] = Call(request, query, body)
            if iscoroutinefunction(self.do):
                response: Response = await self.do(call)
            else:
                response = await run_in_threadpool(self.do, call)
            follow_up(call)
            return response

        return answered


def follow_up(call: Call[Any, Any]) -> None:
    """On the event loop: tell the devices that follow a game, let its bots move."""
    if call.changed:
        hub_of(call.request).wake(call.code)
    if call.bots:
        driver: BotDriver = call.request.app.state.driver
        driver.drive(call.code)


def json_answer(value: object, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(to_json(value), status, media_type="application/json")


def _query(request: Request, kind: type) -> Any:
    """The query of a request. Raises ProblemError for what does not belong there, is missing or is said twice."""
    pairs = request.query_params.multi_items()
    said = dict(pairs)
    if len(said) != len(pairs):
        raise ProblemError("query", "a parameter is said twice")
    try:
        return msgspec.convert(said, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ProblemError("query", str(error)) from error


async def _json(request: Request) -> bytes:
    """The body of a request. Raises ProblemError unless it says that it is JSON."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ProblemError("type", "Content-Type: application/json")
    return await request.body()


def _body(raw: bytes, reader: msgspec.json.Decoder[Any]) -> Any:
    try:
        return reader.decode(raw)
    except msgspec.ValidationError as error:
        raise ProblemError("body", str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("json", str(error)) from error

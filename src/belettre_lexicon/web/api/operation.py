"""Operations of the API (``Operation``): one method of one path, with the function that handles it.

``Operation.handler`` returns the Litestar handler of an operation: it reads a request, runs the function and returns
the response. Litestar's own decoding of queries and bodies is not used, because it takes "5" for a number in JSON and
ignores unknown parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import iscoroutinefunction
from typing import Any, Literal

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from ...games.belettre.records.json_lines import json_reader
from ..edge.problems import ProblemError
from ..edge.request_context import KEY
from ..services import Request, services_of
from ..tables.kind import Kind
from ..tables.registry import AnyGame
from .call import Call
from .requests import Query


@dataclass(frozen=True)
class Operation:
    """An operation of the API: a method, a path and the function that handles them.

    It is used as a decorator of the function that handles it. An operation about games is defined once for all kinds
    that offer it; ``of`` returns that of one kind::

        @Operation("undo", "Undo the last entry of the {noun}", NumberOnly)
        def undo_entry(call: Call[Query, NumberOnly]) -> Response[bytes]: ...

    path         the URL path, with parameters in braces: ``/api/words/{word}``; before ``of`` is called, its last part
    summary      a short description of the operation, for the OpenAPI document; ``{noun}`` stands for what a game of
                 the kind is called
    body         the type of the JSON body of the request; None if the operation takes no body. An operation with a body
                 has the method POST, any other GET
    answer       the type of the JSON body of a successful response; str for text; None for a response without a body.
                 Before ``of``, *body* and *answer* may be the name of an attribute of the kind with the type: "NEW"
    status       the HTTP status of a successful response
    description  a few words that describe that response; "" for the default description
    media        the media type of that response
    query        the type of the query parameters
    kind         the kind of the games that it is about; without meaning if it is about words
    words        whether it needs the lexicon only, so that it runs apart from what waits for the database (``workers``)
    run          the function that takes a ``Call`` and returns the response; None until the decorator is applied to it.
                 Coroutine functions run on the event loop, other functions in a thread of ``Services``

    ``operations.operations_of`` lists all operations.
    """

    path: str
    summary: str
    body: Any = None
    answer: Any = "CHANGED"
    status: int = 200
    description: str = ""
    media: str = "application/json"
    query: type = Query
    kind: Any = Kind
    words: bool = False
    run: Any = None

    def __call__(self, run: Callable[[Call[Any, Any]], Any]) -> Operation:
        """Return this operation with the function that runs it."""
        return replace(self, run=run)

    @property
    def method(self) -> Literal["GET", "POST"]:
        """The HTTP method."""
        return "POST" if self.body else "GET"

    def of(self, kind: type[AnyGame]) -> Operation:
        """Return this operation for the games of one kind, with the path, the summary and the types of that kind."""
        last = {"create": "", "show": "/{code}"}.get(self.path, f"/{{code}}/{self.path}")
        return replace(
            self,
            path=f"/api/{kind.API}{last}",
            summary=kind.SUMMARIES.get(self.path, self.summary).format(noun=kind.NOUN),
            body=_type(self.body, kind),
            answer=_type(self.answer, kind),
            description=f"the changed {kind.NOUN.split()[-1]}" if self.answer == "CHANGED" else self.description,
            kind=kind,
        )

    def handler(self, page: str = "") -> HTTPRouteHandler:
        """Return the Litestar handler of the operation.

        It decodes the query and the body, runs the operation, starts the moves of bots that are due if ``Call.drives``
        is set, and returns the response. *page* is the path at which the script of a page uses the operation, to get
        the state of that page in the response; "" for the path of the API.
        """
        reader = json_reader(self.body) if self.body is not None else None
        is_coroutine = iscoroutinefunction(self.run)

        async def answer(request: Request) -> ASGIApp:
            query = _read_query(request, self.query)
            body = await _read_body(request, reader) if reader is not None else None
            call: Call[Any, Any] = Call(request, query, body, self.kind, bool(page))
            services = services_of(request)
            workers = services.for_words if self.words else services.for_games
            response: ASGIApp = await (self.run(call) if is_coroutine else workers.run(self.run, call))
            if call.drives:
                services.driver.drive(call.code)
            return response

        typed = re.sub(r"{(\w+)}", r"{\1:str}", page or self.path)
        return HTTPRouteHandler(typed, http_method=self.method, include_in_schema=False)(answer)


def _type(named: Any, kind: type[AnyGame]) -> Any:
    """Return the type that an operation has for a kind: that of an attribute, or one with the seats of the kind."""
    if isinstance(named, str):
        return getattr(kind, named)
    return named[type(kind.SEATS[0])] if getattr(named, "__parameters__", ()) else named


def _read_query(request: Request, query_type: type) -> Any:
    """Return the query parameters of a request, decoded as *query_type*, without the view key of its game.

    Raises ProblemError for unknown, missing, invalid or repeated parameters.
    """
    passed = KEY if "code" in request.path_params else ""
    pairs = [(name, value) for name, value in request.query_params.items() if name != passed]
    parameters = dict(pairs)
    if len(parameters) != len(pairs):
        raise ProblemError("query", "a parameter is said twice")
    try:
        return msgspec.convert(parameters, query_type, strict=False)
    except msgspec.ValidationError as error:
        raise ProblemError("query", str(error)) from error


async def _read_body(request: Request, reader: msgspec.json.Decoder[Any]) -> Any:
    """Return the JSON body of a request, decoded by *reader*.

    Raises ProblemError "type" unless its Content-Type is ``application/json``, "json" if the body is not valid JSON,
    and "body" if its fields do not have the expected types.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ProblemError("type", "Content-Type: application/json")
    raw = await request.body()
    try:
        return reader.decode(raw)
    except msgspec.ValidationError as error:
        raise ProblemError("body", str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError("json", str(error)) from error

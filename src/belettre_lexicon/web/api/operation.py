"""Operations of the API: one method of one path, with the function that handles it.

``Operation.handler`` makes a handler for Litestar of an operation: it reads a request, runs the function and returns
the response. Litestar's own decoding of queries and bodies is not used, because it takes "5" for a number in JSON and
ignores unknown parameters.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from inspect import iscoroutinefunction
from typing import Any, Literal, NamedTuple

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from ...games.belettre.records.json_lines import json_reader
from ..edge.problems import ProblemError
from ..services import Request
from ..tables.kind import Kind
from ..tables.registry import AnyGame
from .call import Call, follow_up
from .requests import Query


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
             other functions in a worker thread, because they may wait for the database
    query    the type of the query parameters
    body     the type of the JSON body; None if the operation takes no body
    kind     the kind of the games that it is about; any kind if it is about words

    ``operations.operations_of`` lists all operations.
    """

    method: Literal["GET", "POST"]
    path: str
    summary: str
    answers: Mapping[int, AnswerType]
    run: Callable[[Call[Any, Any]], Any]
    query: type = Query
    body: Any = None
    kind: type[AnyGame] = Kind

    def handler(self, page: str = "") -> HTTPRouteHandler:
        """Return the Litestar handler of the operation.

        It decodes the query and the body, runs the operation, calls ``follow_up`` and returns the response. *page* is
        the path at which a page uses the operation, which then answers with the state of the page.
        """
        reader = json_reader(self.body) if self.body is not None else None
        is_coroutine = iscoroutinefunction(self.run)

        async def answer(request: Request) -> ASGIApp:
            query = _read_query(request, self.query)
            body = _decode_body(await _read_json(request), reader) if reader is not None else None
            call: Call[Any, Any] = Call(request, query, body, self.kind, bool(page))
            response: ASGIApp = await (self.run(call) if is_coroutine else asyncio.to_thread(self.run, call))
            follow_up(call)
            return response

        typed = re.sub(r"{(\w+)}", r"{\1:str}", page or self.path)
        return HTTPRouteHandler(typed, http_method=self.method, include_in_schema=False)(answer)


def _read_query(request: Request, query_type: type) -> Any:
    """Return the query parameters of a request, decoded as *query_type*.

    Raises ProblemError for unknown, missing, invalid or repeated parameters.
    """
    pairs = list(request.query_params.items())
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

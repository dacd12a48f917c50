"""Floor 5. Error answers: a JSON object under ``/api``, a page for browsers, plain text otherwise.

    {"problem": "stale", "text": "Quelqu'un a été plus rapide : …", "detail": "…", …}

``problem`` is a name for programs (``STATUS`` lists them), ``text`` a sentence in the language of the device, and
``detail`` names the offending value and what was expected. No answer contains a traceback or a path of the server.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any, Literal

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from ...engine.records.journal import JournalError
from ...engine.records.json_lines import to_json
from ...errors import ArgumentError, BelettreError
from ...referee.sentences import printable
from ..games.database import StoreError
from ..games.live import CrowdedError
from ..games.registry import UnknownGameError
from .request_context import catalogue_of

#: The names of all problems.
ProblemName = Literal[
    "host",
    "query",
    "json",
    "body",
    "length",
    "request",
    "origin",
    "token",
    "private",
    "hidden",
    "no_hints",
    "game",
    "path",
    "method",
    "stale",
    "large",
    "long",
    "type",
    "illegal",
    "unusable",
    "not_yours",
    "often",
    "internal",
    "database",
    "damaged",
    "crowded",
]
#: HTTP status of each problem. Each has a sentence in the section « problem » of the message catalogues.
STATUS: dict[ProblemName, int] = {
    "host": 400,
    "query": 400,
    "json": 400,
    "body": 400,
    "length": 400,
    "request": 400,
    "origin": 403,
    "token": 403,
    "private": 403,
    "hidden": 403,
    "no_hints": 403,
    "game": 404,
    "path": 404,
    "method": 405,
    "stale": 409,
    "large": 413,
    "long": 414,
    "type": 415,
    "illegal": 422,
    "unusable": 422,
    "not_yours": 422,
    "often": 429,
    "internal": 500,
    "database": 503,
    "damaged": 503,
    "crowded": 503,
}
#: Maximum number of characters of a detail, which may quote the request.
_MAX_DETAIL = 300
#: Renders an error page from: the request, the status, the name of the problem, its sentence, its detail.
ProblemPage = Callable[[Request, int, str, str, str], Response]

_LOG = logging.getLogger(__name__)


class ProblemError(Exception):
    """Raised to refuse a request.

    name     a key of ``STATUS``
    detail   the offending value and what was expected; "" for none. Long details are cut
    headers  headers of the answer
    more     additional fields of the JSON answer
    """

    def __init__(
        self, name: ProblemName, detail: str = "", *, headers: dict[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name
        self.detail = printable(detail[:_MAX_DETAIL])
        self.headers = headers or {}
        self.more = more

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return STATUS[self.name]


def problem_of_error(error: Exception) -> ProblemError:
    """Return the problem that describes an error to the client.

    Unexpected errors are logged with their traceback under a random reference; the client gets only the reference.
    """
    match error:
        case ProblemError():
            return error
        case UnknownGameError():
            return ProblemError("game", str(error))
        case ArgumentError():
            return ProblemError("unusable", str(error))
        case CrowdedError():
            return ProblemError("crowded", headers={"Retry-After": "30"})
        case StoreError():  # its message names the database, which clients must not see
            _LOG.error("%s", error)
            return ProblemError("database", headers={"Retry-After": "5"})
        case JournalError():
            _LOG.error("%s", error)
            return ProblemError("damaged")
        case ClientDisconnect():  # the client is gone and will not receive the answer
            return ProblemError("request")
        case HTTPException():
            names: dict[int, ProblemName] = {404: "path", 405: "method"}
            return ProblemError(names.get(error.status_code, "request"), headers=dict(error.headers or {}))
    reference = secrets.token_hex(4)
    _LOG.error("reference %s", reference, exc_info=error)
    return ProblemError("internal", reference)


class ProblemResponder:
    """Makes the answers to refused requests.

    render_page  renders the page for browsers; it is passed in because pages are made above this wing
    """

    def __init__(self, render_page: ProblemPage) -> None:
        self._render_page = render_page

    def respond(self, request: Request, problem: ProblemError) -> Response:
        """Return the answer: JSON under ``/api``, a page if the client accepts HTML, else plain text."""
        text = catalogue_of(request)(f"problem.{problem.name}")
        if request.scope["path"].startswith("/api/"):
            fields = {"problem": problem.name, "text": text}
            if problem.detail:
                fields["detail"] = problem.detail
            body = to_json({**fields, **problem.more})
            return Response(body, problem.status, problem.headers, "application/json")
        if "text/html" in request.headers.get("accept", "")[:1000]:
            page = self._render_page(request, problem.status, problem.name, text, problem.detail)
            page.headers.update(problem.headers)
            return page
        return PlainTextResponse(f"{text} {problem.detail}".rstrip() + "\n", problem.status, problem.headers)

    def handlers(self) -> dict[Any, Any]:
        """The exception handlers for Starlette. Unexpected errors are left to ``middleware.SecurityHeaders``."""

        async def handle(request: Request, error: Exception) -> Response:
            return self.respond(request, problem_of_error(error))

        return {ProblemError: handle, BelettreError: handle, HTTPException: handle}

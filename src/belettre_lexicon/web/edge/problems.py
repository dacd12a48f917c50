"""Floor 5. What is said of a request that cannot be answered: one JSON object, or one page for a browser.

    {"problem": "stale", "text": "Quelqu'un a été plus rapide : …", "detail": "…", …}

``problem`` is a name for programs (``STATUS`` lists them), ``text`` a sentence in the language of the device,
``detail`` the value that offends and what was expected. No answer holds a trace or a path of the server.
"""

from __future__ import annotations

import logging
import secrets
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

from ...engine.records.journal import JournalError
from ...engine.records.json_lines import to_json
from ...errors import ArgumentError, BelettreError
from ...referee.sentences import printable
from ..games.database import StoreError
from ..games.games import UnknownGameError
from ..games.live import CrowdedError
from .request_context import say_of

#: ProblemError → status of the answer. Each has a sentence in the section « problem » of the catalogues.
STATUS = {
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
#: Characters of a detail at most: it may quote what was sent.
_MOST_DETAIL = 300

_LOG = logging.getLogger(__name__)


class ProblemError(Exception):  # it is what the answer is called (RFC 9457), not only an error
    """A request that is refused.

    name    of ``STATUS``; detail  what offends and what was expected; more  further fields of the JSON answer
    headers of the answer
    """

    def __init__(self, name: str, detail: str = "", *, headers: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name
        self.detail = printable(detail[:_MOST_DETAIL])
        self.headers = headers or {}
        self.more = more

    @property
    def status(self) -> int:
        """The status of the answer."""
        return STATUS[self.name]


def of_error(error: Exception) -> ProblemError:
    """What the answer says of an error; one that nobody foresaw is logged, and the client gets its reference alone."""
    match error:
        case ProblemError():
            return error
        case UnknownGameError():
            return ProblemError("game", str(error))
        case ArgumentError():
            return ProblemError("unusable", str(error))
        case CrowdedError():
            return ProblemError("crowded", headers={"Retry-After": "30"})
        case StoreError():  # the message names the database, which is no client's business
            _LOG.error("%s", error)
            return ProblemError("database", headers={"Retry-After": "5"})
        case JournalError():
            _LOG.error("%s", error)
            return ProblemError("damaged")
        case ClientDisconnect():  # it hung up before its body was sent: nobody hears the answer
            return ProblemError("request")
        case HTTPException():
            name = {404: "path", 405: "method"}.get(error.status_code, "request")
            return ProblemError(name, headers=dict(error.headers or {}))
    reference = secrets.token_hex(4)
    _LOG.error("reference %s", reference, exc_info=error)
    return ProblemError("internal", reference)


def answer(request: Request, problem: ProblemError) -> Response:
    """The answer to a request that is refused: JSON under /api, a page where a browser asked for one, else text."""
    text = say_of(request)(f"problem.{problem.name}")
    if request.scope["path"].startswith("/api/"):
        described = {"problem": problem.name, "text": text}
        if problem.detail:
            described["detail"] = problem.detail
        body = to_json({**described, **problem.more})
        return Response(body, problem.status, problem.headers, "application/json")
    if "text/html" in request.headers.get("accept", "")[:1000]:
        page: Response = request.app.state.problem_page(request, problem.status, problem.name, text, problem.detail)
        page.headers.update(problem.headers)
        return page
    return PlainTextResponse(f"{text} {problem.detail}".rstrip() + "\n", problem.status, problem.headers)


async def _handle(request: Request, error: Exception) -> Response:
    return answer(request, of_error(error))


#: For Starlette: what the routes raise. What nobody foresaw is left to the guard, which stands outside of them.
HANDLERS: dict[Any, Any] = {ProblemError: _handle, BelettreError: _handle, HTTPException: _handle}

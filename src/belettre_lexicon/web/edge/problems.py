"""Error responses: a JSON object under ``/api``, an HTML page for browsers, plain text otherwise.

    {"problem": "stale", "text": "Quelqu'un a été plus rapide : …", "detail": "…", …}

``problem`` is the name of the problem, for programs (the keys of ``STATUS``). ``text`` is a sentence in the language of
the response. ``detail`` contains the offending value and what was expected, and is omitted if there is nothing to add.
No error response contains a traceback or a file path of the server. Start reading at ``ProblemError``.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any, Literal, cast, get_args

from litestar import Response
from litestar.exceptions import HTTPException, LitestarException

from ...base.errors import ArgumentError
from ...games.belettre.records.json_lines import to_json
from ...games.kit.journal import JournalError
from ...referee.sentences import printable
from ..asgi import Receive, Scope, Send
from ..live.live import CrowdedError
from ..services import Request
from ..slow_tasks import BusyError
from ..store.database import StoreError
from ..tables.loaded_game import NotYoursError, UnknownGameError
from ..tables.table_state import TooManyAskError, UsedInvitationError
from .request_context import catalogue_of

#: The names of the problems, by their HTTP status.
_BadRequest = Literal["host", "query", "json", "body", "length", "request"]
_Forbidden = Literal["origin", "token", "invitation", "private", "hidden", "no_hints"]
_NotFound = Literal["game", "word", "path"]
_Refused = Literal["illegal", "later", "unusable", "not_yours", "unfinished", "no_request"]
_Unavailable = Literal["database", "damaged", "crowded", "full"]
_TooOften = Literal["often", "lists"]
_Other = Literal["method", "stale", "large", "long", "type", "internal"]
#: The names of all problems.
ProblemName = Literal[_BadRequest, _Forbidden, _NotFound, _Refused, _Unavailable, _TooOften, _Other]
#: The HTTP status of each problem. The section « problem » of the message catalogues has a sentence for each of them.
STATUS: dict[ProblemName, int] = {
    **dict.fromkeys(get_args(_BadRequest), 400),
    **dict.fromkeys(get_args(_Forbidden), 403),
    **dict.fromkeys(get_args(_NotFound), 404),
    "method": 405,
    "stale": 409,
    "large": 413,
    "long": 414,
    "type": 415,
    **dict.fromkeys(get_args(_Refused), 422),
    **dict.fromkeys(get_args(_TooOften), 429),
    "internal": 500,
    **dict.fromkeys(get_args(_Unavailable), 503),
}
#: Maximum number of characters of ``ProblemError.detail``, which may quote the request.
_MAX_DETAIL = 300
#: A function that renders an error page. Its arguments are the request, the HTTP status, and the name, the sentence and
#: the detail of the problem.
ProblemPage = Callable[[Request, int, str, str, str], Response[bytes]]

_LOG = logging.getLogger(__name__)


class ProblemError(Exception):
    """Raised to refuse a request.

    name     the name of the problem, a key of ``STATUS``
    detail   the offending value and what was expected, truncated if it is too long; "" if there is nothing to add
    headers  additional headers of the response
    more     additional fields of the JSON response
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
        """The HTTP status of the response."""
        return STATUS[self.name]


def problem_of_error(error: Exception) -> ProblemError:
    """Return the problem that describes an exception to the client.

    An unexpected exception is logged with its traceback and a random reference. The client gets only the reference.
    """
    match error:
        case ProblemError():
            return error
        case UnknownGameError():
            return ProblemError("game", str(error))
        case UsedInvitationError():
            return ProblemError("invitation")
        case NotYoursError():
            return ProblemError("not_yours", str(error))
        case ArgumentError():
            return ProblemError("unusable", str(error))
        case BusyError() | TooManyAskError():
            return ProblemError("often", str(error), headers={"Retry-After": "5"})
        case CrowdedError():
            return ProblemError("crowded", headers={"Retry-After": "30"})
        case StoreError():  # its message contains the name of the database, which clients must not see
            _LOG.error("%s", error)
            return ProblemError("database", headers={"Retry-After": "5"})
        case JournalError():
            _LOG.error("%s", error)
            return ProblemError("damaged")
        case HTTPException() if error.status_code < 500:
            names: dict[int, ProblemName] = {404: "path", 405: "method"}
            return ProblemError(names.get(error.status_code, "request"), headers=dict(error.headers or {}))
        case LitestarException(__cause__=Exception() as cause):  # raised while a response was being sent
            return problem_of_error(cause)
    reference = secrets.token_hex(4)
    _LOG.error("reference %s", reference, exc_info=error)
    return ProblemError("internal", reference)


class ProblemResponder:
    """Creates the responses to refused requests.

    render_page  the function that renders an error page for browsers. It is passed in because this package may not
                 import ``pages``
    """

    def __init__(self, render_page: ProblemPage) -> None:
        self._render_page = render_page

    async def send(self, problem: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the error response for a problem, as an ASGI application does."""
        request = Request(cast(Any, scope))  # Litestar's types of ASGI are narrower than those of ``asgi``
        response: Any = self._response(request, problem).to_asgi_response(None, request)
        await response(scope, receive, send)

    def handle(self, request: Request, error: Exception) -> Response[bytes]:
        """Return the error response for an exception that was raised while a request was handled."""
        return self._response(request, problem_of_error(error))

    def _response(self, request: Request, problem: ProblemError) -> Response[bytes]:
        """Return the error response for a problem.

        It is JSON under ``/api`` and for the scripts of pages, which accept JSON; an HTML page if the client accepts
        HTML; otherwise plain text.
        """
        accepted = request.headers.get("accept", "")[:1000]
        text = catalogue_of(request)(f"problem.{problem.name}")
        if request.scope["path"].startswith("/api/") or "application/json" in accepted:
            fields = {"problem": problem.name, "text": text}
            if problem.detail:
                fields["detail"] = problem.detail
            response = Response(to_json({**fields, **problem.more}), media_type="application/json")
        elif "text/html" in accepted:
            response = self._render_page(request, problem.status, problem.name, text, problem.detail)
        else:
            response = Response(f"{text} {problem.detail}".rstrip().encode() + b"\n", media_type="text/plain")
        response.status_code = problem.status
        response.headers.update(problem.headers)
        return response

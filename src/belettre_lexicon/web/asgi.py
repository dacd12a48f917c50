"""The types of ASGI, and the headers of its requests.

ASGI is the interface between a web server and an application: an application is a function of a *scope* (what is known
of the request), a function *receive* (the body of the request) and a function *send* (the response). The layers of this
package use it directly, so that they work with every web framework.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]


class HttpLayer:
    """A layer around an ASGI application that handles its HTTP requests. Everything else is passed on unchanged.

    app  the application, which a subclass calls in ``handle``
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection."""
        await (self.handle if scope["type"] == "http" else self._app)(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one HTTP request; by default, it is passed on unchanged. May raise ProblemError to refuse it."""
        await self._app(scope, receive, send)


def headers_named(scope: Scope, name: str) -> list[str]:
    """Return the values of all request headers with a name, in their order. *name* is in lower case."""
    wanted = name.encode("latin-1")
    return [value.decode("latin-1") for key, value in scope["headers"] if key == wanted]


def header(scope: Scope, name: str) -> str | None:
    """Return the value of the first request header with a name; None if there is none. *name* is in lower case."""
    return next(iter(headers_named(scope, name)), None)


def accepts_gzip(scope: Scope) -> bool:
    """Return whether the request accepts gzip. A refusal (« gzip;q=0 ») is respected."""
    for value in headers_named(scope, "accept-encoding"):
        for coding in value.lower().split(","):
            token, _, weight = coding.partition(";")
            if token.strip() == "gzip":
                return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False

"""Floor 5. What stands before every route: start reading at ``middleware``, which has them from the outside in.

    Shield   headers on every answer; an answer without a trace to what nobody foresaw
    Gate     names of hosts, origins, sizes; nothing behind it waits for a body (how long a body may take: ``patience``)
    Pace     how often an address may do what costs, and how often it may be wrong (``web.pace``)

An address is that of the connection: headers that name another are not believed.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import problems
from .problems import ProblemError
from .rate_limit import Pace
from .settings import Settings

#: Bytes of a body and of an address (path and query) at most.
MOST_BODY, MOST_ADDRESS = 64 * 1024, 8 * 1024
#: A « Host »: a name or an address, perhaps with a port.
_NAME = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?", re.ASCII)
#: Methods that change nothing.
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: On every answer. Codes stand in addresses, so that no other site is told where a visitor came from.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
#: On answers over https or to this machine; elsewhere browsers do not trust it, and complain.
OPENER = {"Cross-Origin-Opener-Policy": "same-origin"}
_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "[::1]"})
HANDLERS: dict[Any, Any] = problems.HANDLERS

_LOG = logging.getLogger(__name__)


def middleware(settings: Settings) -> list[Middleware]:
    """What stands before the routes of a server."""
    return [Middleware(Shield), Middleware(Gate, hosts=settings.hosts), Middleware(Pace)]


class Shield:
    """Gives every answer its headers, and answers what nobody foresaw."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False
        fixed = HEADERS | OPENER if _trustworthy(scope) else HEADERS

        async def shielded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in fixed.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            try:
                await send(message)
            except Exception as error:  # noqa: BLE001  # the connection broke: nobody hears the answer, whatever it is
                _LOG.info("not sent: %s", error)

        try:
            await self._app(scope, receive, shielded)
        except Exception as error:  # noqa: BLE001  # whatever it is, a client sees no trace
            problem = problems.of_error(error)
            if not started:
                await problems.answer(Request(scope), problem)(scope, receive, shielded)


class Gate:
    """Lets in requests that are meant for this server, come from its own pages or a program, and are not too big."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of ASGI. Raises ProblemError, and ClientDisconnect when its body never came whole."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._check_host(headers)
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MOST_ADDRESS:
            raise ProblemError("long", f"{MOST_ADDRESS} bytes at most")
        if scope["method"] not in _SAFE:
            _check_origin(headers)
        announced = headers.get("content-length", "0")
        if not (announced.isascii() and announced.isdecimal()):
            raise ProblemError("length", f"Content-Length {announced[:40]!r}")
        if len(announced) > len(str(MOST_BODY)) + 1 or int(announced) > MOST_BODY:
            raise _too_large()
        await self._app(scope, await _received(receive), send)

    def _check_host(self, headers: Headers) -> None:
        """A page of another site can point its own name at this machine, but not change what it is called."""
        named = headers.getlist("host")
        found = _NAME.fullmatch(named[0].lower()) if len(named) == 1 else None
        if found is None or found["name"] not in self._hosts:
            raise ProblemError("host", f"Host {', '.join(named)!r:.80}")


def _trustworthy(scope: Scope) -> bool:
    """Whether browsers take the connection for one that nobody listens in on."""
    found = _NAME.fullmatch(Headers(scope=scope).get("host", "").lower())
    return scope["scheme"] == "https" or (found is not None and found["name"] in _THIS_MACHINE)


def _check_origin(headers: Headers) -> None:
    """Only pages of this server change anything; a program sends no Origin, and has its token in no cookie.

    Behind a proxy that speaks https, pages come from https although the request does not.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise ProblemError("origin", f"Sec-Fetch-Site {site!r:.40}")
    host = headers["host"].lower()
    if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
        raise ProblemError("origin", f"Origin {origin!r:.80}")
    if origin is None and "cookie" in headers:
        raise ProblemError("origin", "Cookie without Origin; a program sends « Authorization: Bearer … »")


async def _received(receive: Receive) -> Receive:
    """Waits for a body, and counts it as it comes, whatever length was announced; gives it as one message."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BODY:
            raise _too_large()
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replayed() -> Message:
        return whole.pop() if whole else await receive()

    return replayed


def _too_large() -> ProblemError:
    return ProblemError("large", f"{MOST_BODY} bytes at most", headers={"Connection": "close"})

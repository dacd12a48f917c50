"""Floor 5. The ASGI middleware of the server, which every request passes through.

The layers, the outermost first:

    SecurityHeaders  sets the headers of every response, and turns errors into responses without a traceback
    RequestGate      checks the host, the origin and the size of a request, and receives its whole body. The time limit
                     for receiving the body is set in ``timeouts``
    RateLimiter      limits expensive requests and wrong guesses for each client address (``rate_limit``)

The client address is the address of the connection; headers such as X-Forwarded-For are ignored. Start reading at
``wrap``.
"""

from __future__ import annotations

import logging
import re

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..services import Request, Services
from .problems import ProblemError, ProblemResponder, problem_of_error
from .rate_limit import RateLimiter

#: Maximum size of a request body, and of a URL (path and query), in bytes.
MAX_BODY, MAX_URL = 64 * 1024, 8 * 1024
#: Matches the value of a Host header: a host name or an IP address, and an optional port.
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?", re.ASCII)
#: HTTP methods of requests that do not change anything.
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
#: Headers of every response. URLs contain game codes, so the referrer is never sent to other sites.
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
#: Additional headers for connections that browsers consider secure (https, or to this machine). On other connections
#: browsers ignore them and log a warning.
OPENER_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
#: Host names of this machine; browsers consider connections to them secure.
_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "[::1]"})

_LOG = logging.getLogger(__name__)


def wrap(app: ASGIApp, services: Services, responder: ProblemResponder) -> ASGIApp:
    """Return an application inside the middleware of a server."""
    limited = RateLimiter(app, services.games)
    return SecurityHeaders(RequestGate(limited, services.settings.hosts), responder)


class SecurityHeaders:
    """ASGI middleware that sets ``HEADERS`` on every response and turns errors into responses.

    These errors are refusals by the inner middleware and errors that the application did not expect. After the response
    has started, an error can no longer be reported to the client.
    """

    def __init__(self, app: ASGIApp, responder: ProblemResponder) -> None:
        self._app = app
        self._responder = responder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection; connections of a type other than "http" are passed on unchanged."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False
        fixed_headers = HEADERS | OPENER_HEADERS if _is_trustworthy(scope) else HEADERS

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableScopeHeaders(message)
                for name, value in fixed_headers.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            try:
                await send(message)
            except Exception as error:  # noqa: BLE001  # the connection is broken: the client gets no response anyway
                _LOG.info("not sent: %s", error)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception as error:  # noqa: BLE001  # clients never see a traceback
            problem = problem_of_error(error)
            if not started:
                await self._responder.respond(Request(scope), problem)(scope, receive, send_with_headers)


class RequestGate:
    """ASGI middleware that refuses requests for other hosts, requests from other sites' pages, and large requests.

    hosts  the accepted host names, without ports
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, receive its whole body and pass it on.

        Raises ProblemError if the request is refused, or disconnects before the body is complete.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers.from_scope(scope)
        self._check_host(headers)
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_URL:
            raise ProblemError("long", f"{MAX_URL} bytes at most")
        if scope["method"] not in _SAFE:
            _check_origin(headers)
        announced = headers.get("content-length", "0")
        if not (announced.isascii() and announced.isdecimal()):
            raise ProblemError("length", f"Content-Length {announced[:40]!r}")
        if len(announced) > len(str(MAX_BODY)) + 1 or int(announced) > MAX_BODY:
            raise _too_large()
        await self._app(scope, await _receive_body(receive), send)

    def _check_host(self, headers: Headers) -> None:
        """Raise ProblemError unless the request has exactly one Host header, with an accepted host name.

        This prevents DNS rebinding: another site can point its own domain name at this machine, but browsers then send
        that domain name in the Host header.
        """
        hosts = headers.getall("host", [])
        host = _HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
        if host is None or host["name"] not in self._hosts:
            raise ProblemError("host", f"Host {', '.join(hosts)!r:.80}")


def _is_trustworthy(scope: Scope) -> bool:
    """Return whether browsers consider the connection secure: it uses https or connects to this machine."""
    host = _HOST.fullmatch(Headers.from_scope(scope).get("host", "").lower())
    return scope["scheme"] == "https" or (host is not None and host["name"] in _THIS_MACHINE)


def _check_origin(headers: Headers) -> None:
    """Raise ProblemError if the request may come from a page of another site and carry the visitor's cookies.

    Requests from pages of this server have the server's own origin. Programs send no Origin header and no cookies; they
    send their token in the Authorization header. Both http and https origins are accepted, because behind an https
    proxy the page is loaded over https while its requests reach this server over http.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise ProblemError("origin", f"Sec-Fetch-Site {site!r:.40}")
    host = headers["host"].lower()
    if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
        raise ProblemError("origin", f"Origin {origin!r:.80}")
    if origin is None and "cookie" in headers:
        raise ProblemError("origin", "Cookie without Origin; a program sends « Authorization: Bearer … »")


async def _receive_body(receive: Receive) -> Receive:
    """Receive the whole body of a request, and return an ASGI ``receive`` function that returns it as one message.

    Raises ProblemError if more than MAX_BODY bytes arrive, even if the Content-Length header is smaller or missing, or
    if the client disconnects before the body is complete.
    """
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ProblemError("request")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MAX_BODY:
            raise _too_large()
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def receive_again() -> Message:
        return whole.pop() if whole else await receive()

    return receive_again


def _too_large() -> ProblemError:
    return ProblemError("large", f"{MAX_BODY} bytes at most", headers={"Connection": "close"})

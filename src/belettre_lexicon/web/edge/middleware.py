"""The ASGI layers of the server, which every request passes through.

The layers, the outermost first:

    TrustedProxies   finds the client address and the scheme behind trusted proxies (``proxies``)
    HeadRequests     answers HEAD as GET, without the body
    SecurityHeaders  sets the headers of every response, and turns errors into responses without a traceback
    RequestGate      checks the host, the origin, the path and the size of a request, and receives its whole body. The
                     time limit for receiving the body is set in ``connections``
    RateLimiter      limits expensive requests and wrong guesses for each client address (``rate_limit``)
    NormalPaths      allows one spelling of each path, so that the limits and the routes understand the same by it

Start reading at ``wrap``.
"""

from __future__ import annotations

import logging
import re
from urllib.parse import quote

from ..asgi import ASGIApp, Message, Receive, Scope, Send, header, headers_named, set_headers
from ..services import Services
from .problems import ProblemError, ProblemResponder, problem_of_error
from .proxies import TrustedProxies, parse_networks
from .rate_limit import RateLimiter

#: Maximum size of a request body, and of a URL (path and query), in bytes.
MAX_BODY, MAX_URL = 64 * 1024, 8 * 1024
#: Matches the value of a Host header: a host name or an IP address, and an optional port.
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?", re.ASCII)
#: Characters that remain as they are in the query of a redirect.
_QUERY = "%&=+;:@!$'()*,/?-._~"
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
#: Headers of responses that do not set them themselves.
_DEFAULT_HEADERS = {"Cache-Control": "no-store"}
#: Host names of this machine; browsers consider connections to them secure.
_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "[::1]"})

_LOG = logging.getLogger(__name__)


def wrap(app: ASGIApp, services: Services, responder: ProblemResponder) -> ASGIApp:
    """Return an application with all layers around it.

    The layers and the application find the services of the server in the scope (``services.services_of``). Raises
    ArgumentError if a network of the trusted proxies is invalid.
    """
    settings = services.settings
    limited = RateLimiter(NormalPaths(app), services.games)
    answering = SecurityHeaders(RequestGate(limited, settings.hosts), responder)
    layered = TrustedProxies(HeadRequests(answering), parse_networks(settings.trusted_proxies))

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})["services"] = services
        await layered(scope, receive, send)

    return serve


class HeadRequests:
    """ASGI layer that passes on a HEAD request as a GET request, and sends the response without its body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection; everything but HEAD requests is passed on unchanged."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        complete = False

        async def send_without_body(message: Message) -> None:
            nonlocal complete
            if message["type"] == "http.response.start":
                await send(message)
            elif not complete:  # a stream has no end, so the response ends at the first piece of the body
                complete = True
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        await self._app({**scope, "method": "GET"}, receive, send_without_body)


class SecurityHeaders:
    """ASGI layer that sets ``HEADERS`` on every response and turns errors into responses.

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
                set_headers(message, fixed_headers, _DEFAULT_HEADERS)
            try:
                await send(message)
            except Exception as error:  # noqa: BLE001  # the connection is broken: the client gets no response anyway
                _LOG.info("not sent: %s", error)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception as error:  # noqa: BLE001  # clients never see a traceback
            problem = problem_of_error(error)
            if not started:
                await self._responder.send(problem, scope, receive, send_with_headers)


class RequestGate:
    """ASGI layer that refuses requests for other hosts, requests from other sites' pages, and large requests.

    hosts  the accepted host names, without ports
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, receive its whole body and pass it on.

        Raises ProblemError if the request is refused.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._check_host(scope)
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_URL:
            raise ProblemError("long", f"{MAX_URL} bytes at most")
        if scope["method"] not in _SAFE:
            _check_origin(scope)
        announced = header(scope, "content-length") or "0"
        if not (announced.isascii() and announced.isdecimal()):
            raise ProblemError("length", f"Content-Length {announced[:40]!r}")
        if len(announced) > len(str(MAX_BODY)) + 1 or int(announced) > MAX_BODY:
            raise _too_large()
        await self._app(scope, await _receive_body(receive), send)

    def _check_host(self, scope: Scope) -> None:
        """Raise ProblemError unless the request has exactly one Host header, with an accepted host name.

        This prevents DNS rebinding: another site can point its own domain name at this machine, but browsers then send
        that domain name in the Host header.
        """
        hosts = headers_named(scope, "host")
        host = _HOST.fullmatch(hosts[0].lower()) if len(hosts) == 1 else None
        if host is None or host["name"] not in self._hosts:
            raise ProblemError("host", f"Host {', '.join(hosts)!r:.80}")


class NormalPaths:
    """ASGI layer that refuses paths with empty parts, and redirects those that end in a slash.

    Frameworks differ in what they make of them: some would serve ``//g//CODE`` as ``/g/CODE``, although the layers
    outside did not recognize it as the page of a game.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection. Raises ProblemError if the path is refused."""
        path = scope["path"] if scope["type"] == "http" else "/"
        if "//" in path:
            raise ProblemError("path")
        if path == "/" or not path.endswith("/"):
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        location = quote(path.rstrip("/"), errors="replace") + ("?" + quote(query, safe=_QUERY) if query else "")
        await send({"type": "http.response.start", "status": 307, "headers": [(b"location", location.encode("ascii"))]})
        await send({"type": "http.response.body", "body": b""})


def _is_trustworthy(scope: Scope) -> bool:
    """Return whether browsers consider the connection secure: it uses https or connects to this machine."""
    host = _HOST.fullmatch((header(scope, "host") or "").lower())
    return scope["scheme"] == "https" or (host is not None and host["name"] in _THIS_MACHINE)


def _check_origin(scope: Scope) -> None:
    """Raise ProblemError if the request may come from a page of another site and carry the visitor's cookies.

    Requests from pages of this server have the server's own origin. Programs send no Origin header and no cookies; they
    send their token in the Authorization header. Both http and https origins are accepted, because behind an https
    proxy the page is loaded over https while its requests reach this server over http.
    """
    site, origin = header(scope, "sec-fetch-site"), header(scope, "origin")
    if site is not None and site not in ("same-origin", "none"):
        raise ProblemError("origin", f"Sec-Fetch-Site {site!r:.40}")
    host = (header(scope, "host") or "").lower()
    if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
        raise ProblemError("origin", f"Origin {origin!r:.80}")
    if origin is None and header(scope, "cookie") is not None:
        raise ProblemError("origin", "Cookie without Origin; a program sends « Authorization: Bearer … »")


async def _receive_body(receive: Receive) -> Receive:
    """Receive the whole body of a request, and return an ASGI ``receive`` function that returns it as one message.

    Raises ProblemError if more than MAX_BODY bytes arrive, even if the Content-Length header is smaller or missing, and
    if the client disconnects before the body is complete (then nobody receives the response).
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

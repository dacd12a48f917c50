"""The ASGI layers of the server, through which every request passes. Their order is defined in ``wrap``.

``NormalPaths`` is inside ``rate_limit``, next to the routes: it refuses unusual paths, which a framework might
otherwise read differently from ``rate_limit``. The time limit for receiving the body is set in ``connections``. Start
reading at ``wrap``.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Iterable
from typing import Any, cast
from urllib.parse import quote

from litestar.datastructures import MutableScopeHeaders

from ...base.errors import ArgumentError
from ..asgi import ASGIApp, HttpLayer, Message, Receive, Scope, Send, header, headers_named
from ..services import Services
from .new_games import NewGames
from .problems import ProblemError, ProblemResponder, problem_of_error
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
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
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
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

#: The maximum number of addresses of X-Forwarded-For that are read, from the right: more proxies than any server has.
_MAX_HOPS = 16
#: The maximum length of an address in X-Forwarded-For: an IPv6 address with a zone and a port is shorter.
_MAX_ADDRESS = 80
#: The length of the prefix that IPv6 clients are counted by: a household usually has all addresses of a /64.
_IPV6_PREFIX = 64


def wrap(app: ASGIApp, services: Services, responder: ProblemResponder) -> ASGIApp:
    """Return *app* inside all ASGI layers of this module and the rate limiter: the application that the server runs.

    *responder* sends the responses to requests that are refused or fail unexpectedly. The layers and *app* find
    *services* in the scope of a request (``services.services_of``), and the quotas of new games (``new_games``).

    Raises ArgumentError if ``settings.trusted_proxies`` of *services* contains an invalid address or network.
    """
    settings = services.settings
    limited = RateLimiter(NormalPaths(app), services.games)
    answering = SecurityHeaders(RequestGate(limited, settings.hosts), responder)
    layered = TrustedProxies(HeadRequests(answering), parse_networks(settings.trusted_proxies))
    shared = {"services": services, "new_games": NewGames()}

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {}).update(shared)
        await layered(scope, receive, send)

    return serve


class TrustedProxies(HttpLayer):
    """ASGI layer that sets the client address and the scheme of the scope.

    networks  the networks of the trusted proxies; () if there are none

    A proxy appends the address that connected to it to the header X-Forwarded-For, and says in X-Forwarded-Proto
    whether that connection used https. Anyone can send these headers, so they are believed only if the connection comes
    from a trusted proxy, and only as far as trusted proxies wrote them: the client is the rightmost address that is not
    itself a trusted proxy. What stands to the left of it may be invented, and is not read.

    All other code reads the client address from ``scope["client"]``. For IPv6 it is the first address of the client's
    /64 network, because rate limits for single addresses would not limit anybody who has 2**64 of them.

    If X-Forwarded-For is missing, contains something else than addresses where it matters, or contains trusted proxies
    only, the client address is that of the connection. Then everybody behind the proxy shares the limits, which is
    inconvenient but safe.
    """

    def __init__(self, app: ASGIApp, networks: tuple[Network, ...]) -> None:
        super().__init__(app)
        self._networks = networks

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request: set the client address and the scheme of its scope."""
        if scope.get("client") is not None:
            host, port = scope["client"]
            if (address := parse_address(host)) is not None:
                if self._is_trusted(address):
                    address, port = self._forwarded_client(scope) or address, 0
                    scheme = ",".join(headers_named(scope, "x-forwarded-proto")).rpartition(",")[2].strip().lower()
                    if scheme in ("http", "https"):  # what the nearest proxy reports
                        scope["scheme"] = scheme
                scope["client"] = (_counted_as(address), port)
        await self._app(scope, receive, send)

    def _forwarded_client(self, scope: Scope) -> Address | None:
        """Return the rightmost address of X-Forwarded-For that is not a trusted proxy; None if it cannot be found."""
        forwarded = ",".join(headers_named(scope, "x-forwarded-for"))
        for text in reversed(forwarded.rsplit(",", _MAX_HOPS)[-_MAX_HOPS:]):
            address = parse_address(text)
            if address is None or not self._is_trusted(address):
                return address
        return None

    def _is_trusted(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks that texts such as ``10.0.0.0/8``, ``127.0.0.1`` and ``fd00::/8`` describe.

    Raises ArgumentError if a text is not an IP address or a network, or has bits outside its prefix.

    >>> parse_networks(["127.0.0.1", "fd00::/8"])
    (IPv4Network('127.0.0.1/32'), IPv6Network('fd00::/8'))
    """
    networks: list[Network] = []
    for text in texts:
        try:
            networks.append(ipaddress.ip_network(text))
        except ValueError as error:
            raise ArgumentError(
                f"trusted proxy {text!r:.80}: {error}; expected an address or a CIDR network"
            ) from error
    return tuple(networks)


def parse_address(text: str) -> Address | None:
    """Return the IP address in *text*, without its port and zone; None if it is invalid.

    An IPv4 address that is written as an IPv6 address (``::ffff:192.0.2.1``) is returned as an IPv4 address.

    >>> parse_address(" [2001:db8::1%eth0]:443 "), parse_address("192.0.2.1:5000"), parse_address("unknown")
    (IPv6Address('2001:db8::1'), IPv4Address('192.0.2.1'), None)
    """
    text = text.strip(" \t")
    if len(text) > _MAX_ADDRESS or not text.isascii():
        return None
    if text.startswith("["):
        text, bracket, port = text[1:].partition("]")
        if not bracket or (port and not (port.startswith(":") and _is_port(port[1:]))):
            return None
    elif text.count(":") == 1:
        text, _, port = text.partition(":")
        if not _is_port(port):
            return None
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_port(text: str) -> bool:
    return text.isdecimal() and len(text) <= 5


def _counted_as(address: Address) -> str:
    """Return the address that a client is counted by: for IPv6, the first address of its /64 network."""
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, _IPV6_PREFIX), strict=False).network_address)


class HeadRequests(HttpLayer):
    """ASGI layer that passes on a HEAD request as a GET request, and sends the response without its body."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; everything but HEAD requests is passed on unchanged."""
        if scope["method"] != "HEAD":
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


class SecurityHeaders(HttpLayer):
    """ASGI layer that sets ``HEADERS`` on every response and turns errors into responses.

    These errors are refusals by the inner middleware and errors that the application did not expect. After the response
    has started, an error can no longer be reported to the client.
    """

    def __init__(self, app: ASGIApp, responder: ProblemResponder) -> None:
        super().__init__(app)
        self._responder = responder

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Raises nothing: an error becomes a response."""
        started = False
        host = _HOST.fullmatch((header(scope, "host") or "").lower())
        secure = scope["scheme"] == "https" or (host is not None and host["name"] in _THIS_MACHINE)
        fixed_headers = HEADERS | OPENER_HEADERS if secure else HEADERS

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableScopeHeaders.from_message(cast(Any, {"headers": [], **message}))
                headers.update(fixed_headers)
                headers.setdefault("Cache-Control", "no-store")
                message = {**message, "headers": headers.headers}
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


class RequestGate(HttpLayer):
    """ASGI layer that refuses requests for other hosts, requests from other sites' pages, and large requests.

    hosts  the accepted host names, without ports
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        super().__init__(app)
        self._hosts = frozenset(host.lower() for host in hosts)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, receive its whole body and pass it on.

        Raises ProblemError if the request is refused.
        """
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


class NormalPaths(HttpLayer):
    """ASGI layer that refuses paths with empty parts, and redirects those that end in a slash.

    Frameworks treat such paths differently: some would serve ``//g//CODE`` as ``/g/CODE``, although the layers
    outside did not recognize it as the page of a game.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Raises ProblemError if the path is refused."""
        path = scope["path"]
        if "//" in path:
            raise ProblemError("path")
        if path == "/" or not path.endswith("/"):
            await self._app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        location = quote(path.rstrip("/"), errors="replace") + ("?" + quote(query, safe=_QUERY) if query else "")
        await send({"type": "http.response.start", "status": 307, "headers": [(b"location", location.encode("ascii"))]})
        await send({"type": "http.response.body", "body": b""})


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

"""The client address and the scheme of requests that come through trusted proxies.

A proxy appends the address that connected to it to the header X-Forwarded-For, and says in X-Forwarded-Proto whether
that connection used https. Anyone can send these headers, so they are believed only if the connection comes from a
trusted proxy, and only as far as trusted proxies wrote them: the client is the rightmost address that is not itself a
trusted proxy. What stands to the left of it may be invented, and is not read. Start reading at ``TrustedProxies``.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from ...base.errors import ArgumentError
from ..asgi import ASGIApp, Receive, Scope, Send, headers_named

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

#: The maximum number of addresses of X-Forwarded-For that are read, from the right: more proxies than any server has.
_MAX_HOPS = 16
#: The maximum length of an address in X-Forwarded-For: an IPv6 address with a zone and a port is shorter.
_MAX_ADDRESS = 80
#: The length of the prefix that IPv6 clients are counted by: a household usually has all addresses of a /64.
_IPV6_PREFIX = 64


class TrustedProxies:
    """ASGI layer that sets the client address and the scheme of the scope.

    networks  the networks of the trusted proxies; () if there are none

    All other code reads the client address from ``scope["client"]``. For IPv6 it is the first address of the client's
    /64 network, because rate limits for single addresses would not limit anybody who has 2**64 of them.

    If X-Forwarded-For is missing, contains something else than addresses where it matters, or contains trusted proxies
    only, the client address is that of the connection. Then everybody behind the proxy shares the limits, which is
    inconvenient and safe.
    """

    def __init__(self, app: ASGIApp, networks: tuple[Network, ...]) -> None:
        self._app = app
        self._networks = networks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection; connections of a type other than "http" are passed on unchanged."""
        if scope["type"] == "http" and scope.get("client") is not None:
            host, port = scope["client"]
            if (address := parse_address(host)) is not None:
                if self._is_trusted(address):
                    address, port = self._forwarded_client(scope) or address, 0
                    scope["scheme"] = _forwarded_scheme(scope) or scope["scheme"]
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


def _forwarded_scheme(scope: Scope) -> str | None:
    """Return the scheme that the nearest proxy reports, "http" or "https"; None if it does not report one of them."""
    scheme = ",".join(headers_named(scope, "x-forwarded-proto")).rpartition(",")[2].strip().lower()
    return scheme if scheme in ("http", "https") else None


def _counted_as(address: Address) -> str:
    """Return the address that a client is counted by: for IPv6, the first address of its /64 network."""
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, _IPV6_PREFIX), strict=False).network_address)

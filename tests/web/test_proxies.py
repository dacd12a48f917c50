"""Trusted proxies: whose addresses are believed, and what hostile chains of addresses lead to."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.web.asgi import Receive, Scope, Send
from belettre_lexicon.web.edge import rate_limit
from belettre_lexicon.web.edge.middleware import TrustedProxies, parse_address, parse_networks
from tests.web.asgi import Request, build, client, running, send

#: The networks of the trusted proxies, and a proxy of each.
TRUSTED = ("10.0.0.0/8", "127.0.0.1", "fd00::/8")
PROXY, PROXY6 = "10.1.2.3", "fd00::7"
HOST = (b"host", b"table.example")


def seen(client: Any, *headers: tuple[bytes, bytes], scheme: str = "http") -> tuple[str, str]:
    """The client address and the scheme that the application sees."""
    reached: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        reached.append(scope)

    async def unused(*_: Any) -> Any:
        raise AssertionError

    scope: Scope = {"type": "http", "client": client, "scheme": scheme, "headers": list(headers)}
    asyncio.run(_awaited(TrustedProxies(app, parse_networks(TRUSTED))(scope, unused, unused)))
    (scope,) = reached
    return (scope["client"] or ("",))[0], scope["scheme"]


async def _awaited(waiting: Any) -> None:
    await waiting


def forwarded(*lines: str, peer: str = PROXY) -> str:
    """The client address that the application sees for these lines of X-Forwarded-For."""
    return seen((peer, 5000), *((b"x-forwarded-for", line.encode("latin-1")) for line in lines))[0]


@pytest.mark.parametrize("peer", ["192.0.2.1", "11.0.0.1", "127.0.0.2"])
def test_other_connections_are_not_believed(peer: str) -> None:
    """The headers have no effect on a connection from anybody else."""
    headers = ((b"x-forwarded-for", b"198.51.100.1"), (b"x-forwarded-proto", b"https"))
    assert seen((peer, 5000), *headers) == (peer, "http")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["198.51.100.1"], "198.51.100.1"),
        (["198.51.100.1:4711"], "198.51.100.1"),
        (["198.51.100.1, 10.9.9.9"], "198.51.100.1"),
        (["198.51.100.1", "10.9.9.9", "127.0.0.1"], "198.51.100.1"),
        (["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
        (["127.0.0.1, 198.51.100.1"], "198.51.100.1"),
        (["127.0.0.1", "203.0.113.9", "198.51.100.1, 10.0.0.1"], "198.51.100.1"),
        (["garbage, 198.51.100.1"], "198.51.100.1"),
        (["\x00\xff, 198.51.100.1"], "198.51.100.1"),
        (["\t198.51.100.1 \t,10.0.0.1"], "198.51.100.1"),
        (["::ffff:198.51.100.1"], "198.51.100.1"),
        (["::ffff:198.51.100.1, ::ffff:10.0.0.1"], "198.51.100.1"),
        (["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::"),
        (["[2001:db8:1:2::9]"], "2001:db8:1:2::"),
        (["[2001:db8:1:2::9]:443"], "2001:db8:1:2::"),
        (["fe80::1%eth0"], "fe80::"),
        (["2001:db8:1:2::9, fd00::1"], "2001:db8:1:2::"),
    ],
)
def test_the_client_is_the_rightmost_address_that_is_no_proxy(lines: list[str], expected: str) -> None:
    """What a client itself wrote stands to the left of its address, and is not read."""
    assert forwarded(*lines) == expected


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        [","],
        ["198.51.100.1,"],
        ["198.51.100.1, garbage"],
        ["198.51.100.1, unknown, 10.0.0.1"],
        ["198.51.100.1\x00"],
        ["198.51.100.256"],
        ["198.51.100.1:x"],
        ["198.51.100.1:"],
        ["198.51.100.1:\xb2"],
        ["[2001:db8::1"],
        ["[2001:db8::1]443"],
        ["[2001:db8::1]:123456"],
        ["2001:db8::1%" + "z" * 5000],
        ["1" * 30_000],
        ["0x7f.1"],
        ["3232235521"],
        ["10.0.0.1, 127.0.0.1"],
        ["10.0.0.1, " * 5000 + "10.0.0.1"],
        ["198.51.100.1, " + "10.0.0.1, " * 100 + "10.0.0.1"],
    ],
)
def test_without_a_valid_address_the_connection_counts(lines: list[str]) -> None:
    """Invalid and overlong values, and chains of nothing but proxies, give the address of the connection."""
    assert forwarded(*lines) == PROXY


def test_thousands_of_invented_addresses_have_no_effect() -> None:
    """The address that the proxy appended counts, however many the client wrote before it."""
    assert forwarded("203.0.113.9, " * 3000 + "198.51.100.1") == "198.51.100.1"
    assert forwarded(*["203.0.113.9"] * 3000, "198.51.100.1") == "198.51.100.1"


def test_ipv6_clients_are_counted_by_their_network() -> None:
    """With and without a proxy, all addresses of a /64 count as one client; those of another network do not."""
    direct = {seen((f"2001:db8:1:2::{number}", 1))[0] for number in range(9)}

    assert direct == {"2001:db8:1:2::"}
    assert forwarded("2001:db8:1:2::9", peer=PROXY6) == "2001:db8:1:2::"
    assert seen(("2001:db8:1:3::1", 1))[0] == "2001:db8:1:3::"
    assert seen(("::ffff:192.0.2.1", 1))[0] == "192.0.2.1"


@pytest.mark.parametrize(
    ("values", "scheme"),
    [
        ([b"https"], "https"),
        ([b"HTTPS"], "https"),
        ([b"http"], "http"),
        ([b"http, https"], "https"),
        ([b"https", b"http"], "http"),
        ([b"javascript"], "http"),
        ([b"https\x00"], "http"),
        ([b""], "http"),
        ([], "http"),
    ],
)
def test_the_nearest_proxy_tells_the_scheme(values: list[bytes], scheme: str) -> None:
    """Only « http » and « https » are believed; of several values, the last is the nearest proxy's."""
    assert seen((PROXY, 1), *((b"x-forwarded-proto", value) for value in values))[1] == scheme


@pytest.mark.parametrize("client", [None, ("testclient", 1), ("", 0)])
def test_connections_without_an_ip_address_are_passed_on(client: Any) -> None:
    """A client without an IP address (a Unix socket, a test) remains what it is."""
    assert seen(client, (b"x-forwarded-for", b"198.51.100.1"))[0] == (client or ("",))[0]


@given(st.lists(st.binary(max_size=60), max_size=4), st.sampled_from([PROXY, PROXY6, "192.0.2.1"]))
def test_no_header_makes_it_fail(lines: list[bytes], peer: str) -> None:
    """Whatever bytes the header contains, the result is an address."""
    found, _ = seen((peer, 1), *((b"x-forwarded-for", line) for line in lines))
    assert parse_address(found) is not None


@pytest.mark.parametrize("text", ["", "10.0.0.1/8", "10.0.0.0/33", "proxy.example", "*", "10.0.0.0/8,::1", "1" * 999])
def test_invalid_networks_are_named(text: str) -> None:
    """A wrong network is an error that quotes it."""
    with pytest.raises(ArgumentError, match="trusted proxy"):
        parse_networks([text])


def test_guests_behind_a_proxy_have_limits_of_their_own() -> None:
    """Twenty wrong codes of one guest do not lock out the next one; invented addresses do not help the first one."""

    def guess(*chain: str) -> Request:
        line = ", ".join(chain).encode()
        return Request("GET", b"/api/games/BCDFGHJK", (HOST, (b"x-forwarded-for", line)), address=PROXY)

    async def guesses() -> list[int]:
        async with running(build(shared=True, hosts=("table.example",), trusted_proxies=TRUSTED)) as built:
            wrong = [guess(f"203.0.113.{number}", "198.51.100.1") for number in range(rate_limit.WRONG_GUESSES.amount)]
            last = [guess("203.0.113.99", "198.51.100.1"), guess("198.51.100.2")]
            return [(await send(built, request)).status for request in [*wrong, *last]]

    assert asyncio.run(guesses()) == [404] * rate_limit.WRONG_GUESSES.amount + [429, 404]


def test_pages_behind_an_https_proxy_use_https() -> None:
    """Behind https, the cookie is marked secure, links lead to https, and the opener policy is sent."""
    settings: dict[str, Any] = {
        "hosts": ("table.example",),
        "address": "http://192.0.2.7:8000",
        "trusted_proxies": ("192.0.2.10",),
    }
    https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1", "Host": "table.example"}
    with client(shared=True, **settings) as device:
        del device.headers["Origin"]
        begun = device.post("/api/games", json={"kind": "table"}, headers=https)
        page = device.get(f"/g/{begun.json()['code']}", headers=https)
        plain = device.get(f"/g/{begun.json()['code']}", headers={"Host": "table.example"})

    assert "; Secure" in begun.headers["set-cookie"]
    assert f"https://table.example/g/{begun.json()['code']}" in page.text
    assert "http://192.0.2.7" not in page.text
    assert page.headers["cross-origin-opener-policy"] == "same-origin"
    assert f"http://192.0.2.7:8000/g/{begun.json()['code']}" in plain.text

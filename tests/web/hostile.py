"""Malformed requests for the fuzz test: start reading at ``requests``. Equal seeds give equal requests.

Every request is wrong in at least one way, so none may change anything. If its token is right, its move is illegal.

"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tests.web.asgi import HOME, Request

_JSON = (b"content-type", b"application/json")
_HOST = (b"host", b"localhost")
_ORIGIN = (b"origin", HOME.encode())
#: Invalid values for numbers, words, cards and lists.
_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    31,
    2**31,
    2**53,
    2**63,
    2**64,
    10**30,
    1.5,
    -0.0,
    1e308,
    "",
    " ",
    "a",
    "é" * 300,
    "\x00",
    "\u202e",
    "\ufeff",
    "PON",
    "pon",
    "JOKER",
    "?",
    "??",
    "maj",
    "unseen",
    "=1+1",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "%00",
    "{{7*7}}",
    "${7*7}",
    "\U0001f600",
    "A" * 70,
    [],
    [[]],
    {},
    {"a": 1},
    [None] * 50,
    {"action": "lay"},
    {"kind": "table"},
    list(range(100)),
)
#: Bodies that are not JSON, or JSON that must be refused.
_NO_JSON = (
    b"",
    b" ",
    b"{",
    b"}",
    b"[",
    b"nul",
    b"NaN",
    b"Infinity",
    b"{'a':1}",
    b'{"a":1,}',
    b'{"number":01}',
    b"\xff\xfe{}",
    b"\xef\xbb\xbf{}",
    b'{"number":0,"actions":[{"action":"lay","seat":"PON","card":"l","word":"\\ud800"}]}',
    b'{"kind":"table","players":{"PON":"\\udfff\\ud800"}}',
    b'"\xc3\x28"',
    b"[" * 30_000,
    b'{"a":' * 9_000,
    b"1e99999",
    b'{"number":' + b"9" * 5_000 + b"}",
    b"\x00" * 100,
    b"a=1&b=2",
    b"<?xml version='1.0'?><a/>",
    b'"' + b"x" * 60_000,
)
_METHODS = ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "HEAD", "PROPFIND", "get", "BREW", "X" * 500, "")
#: A valid body for each path, from which invalid ones are made.
_BODIES: dict[bytes, dict[str, Any]] = {
    b"entries": {"number": 0, "actions": [{"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}]},
    b"undo": {"number": 1},
    b"redo": {"number": 1},
    b"correction": {"number": 1, "word": "Volonté"},
    b"silence": {"number": 0},
    b"arbiter": {"token": "wrong"},
}
_BEGIN: dict[str, Any] = {"kind": "table", "manches": 4, "rules": {}, "players": {}, "house_list": [], "points": [0, 0]}
_QUERIED = (b"/api/verdict", b"/api/kinship", b"/api/find", b"/api/lexicon", b"/api/health", b"/verdict", b"/")
_NAMES = (b"word", b"maj", b"min", b"played", b"a", b"b", b"limit", b"order", b"lang", b"memory", b"min_letters", b"x")
_ESCAPES = (
    b"../../../../etc/passwd",
    b"..%2f..%2f..%2fetc%2fpasswd",
    b"%2e%2e/%2e%2e/pyproject.toml",
    b"....//etc/hosts",
    b"..\\..\\windows\\win.ini",
    b"%5c..%5c..",
    b"/etc/passwd",
    b"//etc/passwd",
    b"%00",
    b"app.css%00.html",
    b"~root",
    b"..",
    b".",
    b"%c0%ae%c0%ae/",
    b"..;/",
    b"C:/",
    b"file:///etc/passwd",
    b"?/../..",
    b"a" * 5_000,
    b"\xff\xfe",
)


def requests(seed: int, games: Sequence[tuple[str, str]], number: int) -> Iterator[Request]:
    """Generate *number* requests against a server with these *games* (code and token of each).

    On the first game, a table, the Ponantais has laid a card; the others have no entries.
    """
    chance = random.Random(seed)
    codes = [code for code, _ in games]
    kinds = (_bad_json, _bad_value, _bad_query, _bad_path, _bad_method, _bad_headers, _bad_size, _no_token, _guess)
    for place in range(number):
        own = chance.random() < 0.1
        request = _bad_move(chance, games) if own else chance.choice(kinds)(chance, codes)
        yield request._replace(address=f"198.51.{place // 250 % 250}.{place % 250}")


def _post(path: bytes, body: bytes, *headers: tuple[bytes, bytes]) -> Request:
    return Request("POST", path, (_HOST, _ORIGIN, _JSON, *headers), (body,) if body else ())


def _of_game(chance: random.Random, codes: Sequence[str], rest: bytes) -> bytes:
    return b"/api/games/" + chance.choice(codes).encode() + b"/" + rest


def _bad_json(chance: random.Random, codes: Sequence[str]) -> Request:
    """A body that is not JSON."""
    path = chance.choice((b"/api/games", *(_of_game(chance, codes, rest) for rest in _BODIES)))
    body = chance.choice(_NO_JSON)
    if chance.random() < 0.3:
        body = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200)))
    return _post(path, body)


def _bad_value(chance: random.Random, codes: Sequence[str]) -> Request:
    """A body with invalid values."""
    if chance.random() < 0.4:
        spoilt = _spoilt(chance, _BEGIN)
        if spoilt.get("kind") == "table":  # the result may still be valid: add an unknown field
            spoilt["nothing"] = chance.choice(_VALUES)
        return _post(b"/api/games", _dumped(spoilt))
    rest = chance.choice(list(_BODIES))
    return _post(_of_game(chance, codes, rest), _dumped(_spoilt(chance, _BODIES[rest])))


def _spoilt(chance: random.Random, body: dict[str, Any]) -> dict[str, Any]:
    spoilt: dict[str, Any] = json.loads(json.dumps(body))
    for _ in range(chance.randrange(1, 4)):
        target = spoilt
        if isinstance(actions := spoilt.get("actions"), list) and actions and chance.random() < 0.6:
            target = actions[0] if isinstance(actions[0], dict) else spoilt
        name = chance.choice([*target, "actions", "nothing", "\x00"])
        target[name] = chance.choice(_VALUES)
    return spoilt


def _dumped(value: object) -> bytes:
    return json.dumps(value).encode("utf-8")


def _bad_query(chance: random.Random, codes: Sequence[str]) -> Request:
    """Query parameters that are repeated, invalid or unknown."""
    values = (
        b"",
        b"%00",
        b"%ff",
        b"%ud800",
        b"%ED%A0%80",
        b"a" * 3_000,
        b"9" * 400,
        b"-1",
        b"true",
        b"a,b",
        b"+",
        b"%",
    )
    said = [chance.choice(_NAMES) + b"=" + chance.choice(values) for _ in range(chance.randrange(1, 6))]
    paths = (*_QUERIED, *(_of_game(chance, codes, rest) for rest in (b"history", b"sheet.csv", b"record")))
    return Request("GET", chance.choice(paths) + b"?" + b"&".join(said), (_HOST,))


def _bad_path(chance: random.Random, codes: Sequence[str]) -> Request:
    """Paths that try to leave the folder of static files, and unknown paths."""
    folders = (b"/static/", b"/api/words/", b"/api/games/", b"/g/", b"/", b"/api/", b"/family.svg", b"/static//")
    accept = ((b"accept", b"text/html"),) if chance.random() < 0.5 else ()
    return Request("GET", chance.choice(folders) + chance.choice(_ESCAPES), (_HOST, *accept))


def _bad_method(chance: random.Random, codes: Sequence[str]) -> Request:
    """Methods that a path does not accept."""
    paths = (*_QUERIED, b"/api/games", b"/static/", *(_of_game(chance, codes, rest) for rest in (*_BODIES, b"events")))
    return Request(chance.choice(_METHODS), chance.choice(paths), (_HOST, _ORIGIN, _JSON), (b"{}",))


def _bad_headers(chance: random.Random, codes: Sequence[str]) -> Request:
    """Invalid or contradictory headers, and hundreds of headers."""
    lies: tuple[tuple[bytes, bytes], ...] = (
        (b"host", b"evil.example"),
        (b"host", b""),
        (b"host", b"localhost:99999999"),
        (b"host", b"[::1"),
        (b"origin", b"http://evil.example"),
        (b"origin", b"null"),
        (b"sec-fetch-site", b"cross-site"),
        (b"content-type", b"text/plain"),
        (b"content-type", b""),
        (b"content-length", b"-1"),
        (b"content-length", b"9" * 30),
        (b"content-length", b"\xb2"),
        (b"authorization", b"Bearer " + b"\xff" * 200),
        (b"authorization", b"Basic " + b"=" * 3_000),
        (b"cookie", b"belettre-" + codes[0].encode() + b"=" + b"x" * 999),
        (b"cookie", b"lang=\xff\xfe; lang=../../en"),
        (b"accept-language", b"," * 9_000),
        (b"accept", b"text/html\xff"),
        (b"accept-encoding", b"\x00"),
        (b"last-event-id", b"9" * 500),
        (b"x-forwarded-for", b"127.0.0.1"),
        (b"x-forwarded-for", b"198.51.0.1, " * 2_000 + b"\x00"),
        (b"x-forwarded-for", b"203.0.113.7:99999, [::1, 2001:db8::1%eth0, unknown"),
        (b"x-forwarded-for", b"2001:db8::" + b"f" * 3_000),
        (b"x-forwarded-for", b"\xff, ,"),
        (b"x-forwarded-proto", b"javascript, https\x00"),
        (b"range", b"bytes=0-99999999999999999999"),
        (b"if-modified-since", b"\xff"),
        (b"transfer-encoding", b"gzip"),
    )
    headers = [_HOST, *chance.sample(lies, chance.randrange(1, 6))]
    if chance.random() < 0.2:
        headers += [(b"x-%d" % place, b"y" * 20) for place in range(500)]
    rest = chance.choice((*_BODIES, b"events", b"history"))
    paths = (_of_game(chance, codes, rest), b"/", b"/static/app.css", b"/api/verdict?word=a")
    method = chance.choice(("GET", "POST"))
    return Request(method, chance.choice(paths), tuple(headers), (_dumped(_BODIES.get(rest, {})),))


def _bad_size(chance: random.Random, codes: Sequence[str]) -> Request:
    """Bodies that are too large, in one piece or many, and URLs that are too long."""
    if chance.random() < 0.3:
        return Request("GET", b"/api/verdict?word=" + b"a" * chance.randrange(8_000, 20_000), (_HOST,))
    pieces = tuple(b" " * 1_000 for _ in range(chance.randrange(66, 90)))
    path = chance.choice((b"/api/games", _of_game(chance, codes, b"entries")))
    announced = ((b"content-length", b"10"),) if chance.random() < 0.5 else ()
    headers = (_HOST, _ORIGIN, _JSON, *announced)
    if chance.random() < 0.2:
        return Request("POST", path, headers, pieces[: chance.randrange(60)], ends=False)
    return Request("POST", path, headers, pieces)


def _no_token(chance: random.Random, codes: Sequence[str]) -> Request:
    """A valid request without the right token."""
    rest = chance.choice(list(_BODIES))
    tokens: tuple[tuple[tuple[bytes, bytes], ...], ...] = (
        (),
        ((b"authorization", b"Bearer wrong"),),
        ((b"authorization", b"Bearer"),),
        ((b"authorization", b"\xe9"),),
        ((b"cookie", b"belettre-" + codes[0].encode() + b"=wrong"),),
    )
    return _post(_of_game(chance, codes, rest), _dumped(_BODIES[rest]), *chance.choice(tokens))


def _bad_move(chance: random.Random, games: Sequence[tuple[str, str]]) -> Request:
    """The right token with an outdated number, an illegal move or an invalid one."""
    code, token = chance.choice(games)
    rest = chance.choice((b"entries", b"undo", b"silence"))
    body: dict[str, Any] = {"number": chance.choice((2, 99, 2**31))}
    if rest == b"entries":
        seat, card = chance.choice(("PON", "LEV", "MER")), chance.choice(("l", "F", "?", "JOKER", "unseen"))
        kind = chance.choice(("lay", "passe", "discard", "swap", "reveal", "announce", "pick_up"))
        move = {"action": kind, "seat": seat} | ({} if kind in ("announce", "pick_up") else {"card": card})
        body = {"number": chance.choice((1, 1, 7)), "actions": [move] * chance.randrange(1, 5)}
    return _post(
        b"/api/games/" + code.encode() + b"/" + rest, _dumped(body), (b"authorization", b"Bearer " + token.encode())
    )


def _guess(chance: random.Random, codes: Sequence[str]) -> Request:
    """A random code, or a modified right one."""
    code = chance.choice(codes)
    guesses: tuple[Callable[[], str], ...] = (
        lambda: "".join(chance.choice("BCDFGHJKMNPQRSTVWXZ") for _ in range(8)),
        lambda: code[:-1],
        lambda: code + code[0],
        lambda: code[::-1],
        lambda: "%20".join(code),
        lambda: "A" * chance.randrange(1, 3_000),
        lambda: "%F0%9F%98%80" * 8,
    )
    guess = chance.choice(guesses)().encode("ascii")
    return Request("GET", chance.choice((b"/api/games/", b"/g/")) + guess, (_HOST,))

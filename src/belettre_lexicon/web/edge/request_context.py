"""Details of a request: the language of the response, the keys of a game, and what the device may do."""

from __future__ import annotations

from typing import Literal

from litestar.datastructures import Cookie

from ...referee.catalogue import LANGUAGES, Catalogue
from ..services import Request, services_of
from ..tables.keys import hash_token
from ..tables.kind import catalogue
from ..tables.loaded_game import Viewer
from ..tables.registry import AnyGame

#: How long browsers keep the cookies of this server, in seconds: 180 days.
COOKIE_LIFETIME = 180 * 24 * 3600
#: How long they keep the view key of a game: a day.
_VIEW_LIFETIME = 24 * 3600
#: What a cookie of a game stores: the token of the game, that of the seat of this phone, or the view key.
KeyKind = Literal["", "-seat", "-view"]
#: The query parameter with the view key of a game in links to it.
KEY = "key"


def language_of(request: Request) -> str:
    """Return the language of the response, "fr" or "en".

    The query parameter ``lang`` is used if it is a known language; otherwise the cookie ``lang``, then the browser's
    preferences (Accept-Language), then the server's default.
    """
    for language in (request.query_params.get("lang"), request.cookies.get("lang")):
        if language in LANGUAGES:
            return language
    for preference in request.headers.get("accept-language", "")[:200].lower().split(","):
        if (language := preference.strip()[:2]) in LANGUAGES:
            return language
    return services_of(request).settings.language


def catalogue_of(request: Request) -> Catalogue:
    """Return the message catalogue in the language of the response."""
    return catalogue(language_of(request))


def key_cookie(request: Request, code: str, key: str, kind: KeyKind = "") -> Cookie:
    """Return a cookie with a key of the game with this code, such as « belettre-BCDFGHJK-seat ».

    The cookie is limited to https if the page was loaded over https, which the Origin header shows even behind a proxy.
    """
    return Cookie(
        key=f"belettre-{code}{kind}",
        value=key,
        max_age=_VIEW_LIFETIME if kind == "-view" else COOKIE_LIFETIME,
        httponly=True,
        samesite="strict",
        secure="https" in (request.scope["scheme"], request.headers.get("origin", "").partition(":")[0]),
    )


def stored_keys(request: Request, code: str) -> list[str]:
    """Return the keys that a device has stored for the game with this code: bearer token and cookies. May be wrong."""
    kinds: tuple[KeyKind, ...] = ("", "-seat", "-view")
    return [token_of(request, code), *(request.cookies.get(f"belettre-{code}{kind}", "") for kind in kinds)]


def token_of(request: Request, code: str, *, seat: bool = False) -> str:
    """Return the token that a request sends for the game with this code; "" if there is none.

    If *seat* is True, return the token of the seat that the phone holds in the game. Programs send a token in the
    header ``Authorization: Bearer …``, browsers in a cookie (``key_cookie``). The header takes precedence. The token
    may be wrong.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(f"belettre-{code}{'-seat' * seat}", "")


def may_change(request: Request, game: AnyGame) -> bool:
    """Return whether the device that sent the request may change a game.

    On a server that only this machine can reach, every request may change every game. On a shared server, the request
    must contain the token of the game.
    """
    return not services_of(request).settings.shared or game.accepts_token(token_of(request, game.code))


def viewer_of(request: Request, game: AnyGame) -> Viewer:
    """Return what the device that sent the request may see and do in a game, which must be locked."""
    may = may_change(request, game)
    secret = hash_token(token_of(request, game.code, seat=True))
    seat = game.seat_of(secret, may)
    return Viewer(language_of(request), seat, may, secret if seat is not None else "")


def server_url(request: Request) -> str:
    """Return the base URL of this server for other devices, such as ``http://192.0.2.7:8000``.

    If only this machine can connect to the server, or the request came over https through a trusted proxy, return the
    base URL of the request.
    """
    scheme = request.scope["scheme"]
    own = f"{scheme}://{request.headers['host']}"
    return own if scheme == "https" else services_of(request).settings.address or own


def game_url(request: Request, game: AnyGame, below: str = "") -> str:
    """Return the link to a page of a game for other devices, with the view key. *below* is its path below that page."""
    return f"{server_url(request)}/{game.PAGES}/{game.code}{below}?{KEY}={game.keys.sign(game.code)}"

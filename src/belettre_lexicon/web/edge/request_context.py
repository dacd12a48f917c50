"""Details of a request: the language of the response, the game token, and what the device may do."""

from __future__ import annotations

from ...referee.catalogue import LANGUAGES, Catalogue
from ..services import Request, services_of
from ..tables.kind import catalogue
from ..tables.loaded_game import Viewer, hash_token
from ..tables.registry import AnyGame

#: How long browsers keep the cookies of this server, in seconds: 180 days.
COOKIE_LIFETIME = 180 * 24 * 3600


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


def token_cookie_name(code: str, *, seat: bool = False) -> str:
    """Return the name of the cookie that stores the token of the game with this code.

    If *seat* is True, return the name of the cookie that stores the token of this phone's seat in the game.

    >>> token_cookie_name("BCDFGHJK"), token_cookie_name("BCDFGHJK", seat=True)
    ('belettre-BCDFGHJK', 'belettre-BCDFGHJK-seat')
    """
    return f"belettre-{code}{'-seat' if seat else ''}"


def token_of(request: Request, code: str, *, seat: bool = False) -> str:
    """Return the token that a request sends for the game with this code; "" if there is none.

    If *seat* is True, return the token of the seat that the phone holds in the game. Programs send a token in the
    header ``Authorization: Bearer …``, browsers in a cookie (``token_cookie_name``). The header takes precedence. The
    token may be wrong.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(token_cookie_name(code, seat=seat), "")


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
    return Viewer(language_of(request), seat, may, seat is not None and game.is_sealed(seat, secret))

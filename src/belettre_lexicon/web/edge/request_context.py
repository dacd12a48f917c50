"""Details of a request: the language of the response, the game token, and what the device may do."""

from __future__ import annotations

from typing import NamedTuple

from ...games.belettre.seats import Seat
from ...referee.catalogue import LANGUAGES, Catalogue
from ..services import Request, services_of
from ..tables.loaded_game import hash_token
from ..tables.registry import AnyGame, Game

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
    return services_of(request).catalogues[language_of(request)]


def token_cookie_name(code: str) -> str:
    """Return the name of the cookie that stores the token of the game with this code."""
    return f"belettre-{code}"


def seat_cookie_name(code: str) -> str:
    """Return the name of the cookie that stores the token of this phone's seat in the game with this code."""
    return f"belettre-{code}-seat"


def token_of(request: Request, code: str) -> str:
    """Return the token that a request sends for the game with this code; "" if there is none.

    Programs send it in the header ``Authorization: Bearer …``, browsers in a cookie (``token_cookie_name``). The header
    takes precedence. The token may be wrong.
    """
    return _token_of(request, token_cookie_name(code))


def seat_token_of(request: Request, code: str) -> str:
    """Return the token of a seat that a request sends, as ``token_of`` does; "" if there is none."""
    return _token_of(request, seat_cookie_name(code))


def _token_of(request: Request, cookie: str) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(cookie, "")


def may_change(request: Request, game: AnyGame) -> bool:
    """Return whether the device that sent the request may change a game.

    On a server that only this machine can reach, every request may change every game. On a shared server, the request
    must contain the token of the game.
    """
    return not services_of(request).settings.shared or game.accepts_token(token_of(request, game.code))


def seat_of(request: Request, game: Game) -> Seat | None:
    """Return the seat whose cards the device may see.

    In a practice game, this is the seat of the human player if the device may change the game, otherwise None. In a
    game with real cards, it is the seat that the phone holds, if it holds one.
    """
    if game.practice is not None:
        return game.seat if may_change(request, game) else None
    return game.table_state.seat_of(hash_token(seat_token_of(request, game.code)))


class Standing(NamedTuple):
    """What a device may see and do.

    seat    the seat whose cards it may see (``seat_of``); None for a sheet of Belote
    may     whether it may change the game (``may_change``)
    rights  the hashes of the tokens that allow it something: that of the game, if it may change it, and that of its
            seat; () for a guest. They last until a token is replaced, so that a stream can tell whether they still do
    """

    seat: Seat | None
    may: bool
    rights: tuple[str, ...]


def standing_of(request: Request, game: AnyGame) -> Standing:
    """Return what the device that sent the request may see and do in a game, which must be locked."""
    may, seat = may_change(request, game), seat_of(request, game) if isinstance(game, Game) else None
    rights = (game.token_hash,) if may else ()
    if seat is not None and seat in game.table_state.holders:
        rights = (*rights, game.table_state.holders[seat])
    return Standing(seat, may, rights)

"""Floor 5. Details of a request: the language of its answer, its game token, and what that token allows."""

from __future__ import annotations

from starlette.requests import Request

from ...engine.seats import Seat
from ...referee.catalogue import LANGUAGES, Catalogue
from ..games.registry import Game
from ..services import services_of

#: Seconds that a browser keeps its cookies: 180 days.
COOKIE_LIFETIME = 180 * 24 * 3600


def language_of(request: Request) -> str:
    """The language of the answer, "fr" or "en".

    The first of: the query parameter ``lang``, the cookie ``lang``, the browser's preference, the server's default.
    """
    for language in (request.query_params.get("lang"), request.cookies.get("lang")):
        if language in LANGUAGES:
            return language
    for preference in request.headers.get("accept-language", "")[:200].lower().split(","):
        if (language := preference.strip()[:2]) in LANGUAGES:
            return language
    return services_of(request).settings.language


def catalogue_of(request: Request) -> Catalogue:
    """The sentences in the language of the answer."""
    return services_of(request).catalogues[language_of(request)]


def token_cookie_name(code: str) -> str:
    """The name of the cookie that holds the token of a game."""
    return f"belettre-{code}"


def token_of(request: Request, code: str) -> str:
    """The token for a game that a request carries; "" if none.

    It is in the header ``Authorization: Bearer …`` (programs) or in the game's cookie (browsers).
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(token_cookie_name(code), "")


def may_change(request: Request, game: Game) -> bool:
    """Whether the device may change a game: always on a server for one machine, else with the game's token."""
    return not services_of(request).settings.shared or game.accepts_token(token_of(request, game.code))


def seat_of(request: Request, game: Game) -> Seat | None:
    """The seat whose cards the device may see: the person's seat in their practice game, else None."""
    return game.seat if may_change(request, game) else None

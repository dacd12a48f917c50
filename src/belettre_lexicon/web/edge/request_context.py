"""Floor 5. What a request says of the device that made it: its language, and which games it may change."""

from __future__ import annotations

from starlette.requests import Request

from ...engine.seats import Seat
from ...referee.catalogue import LANGUAGES, Catalogue
from ..games.games import Game, GameRegistry
from ..games.live import Hub
from .settings import Settings

#: Seconds that a browser keeps a token: the games of a season.
KEEP_TOKEN = 180 * 24 * 3600


def tables_of(request: Request) -> GameRegistry:
    """The games of the server."""
    tables: GameRegistry = request.app.state.tables
    return tables


def hub_of(request: Request) -> Hub:
    """Who follows them."""
    hub: Hub = request.app.state.hub
    return hub


def settings_of(request: Request) -> Settings:
    """What the server was started with."""
    settings: Settings = request.app.state.settings
    return settings


def language_of(request: Request) -> str:
    """The language of the answer: ``?lang=``, else the cookie « lang », else what the browser prefers."""
    for asked in (request.query_params.get("lang"), request.cookies.get("lang")):
        if asked in LANGUAGES:
            return asked
    for preferred in request.headers.get("accept-language", "")[:200].lower().split(","):
        if (asked := preferred.strip()[:2]) in LANGUAGES:
            return asked
    return settings_of(request).language


def say_of(request: Request) -> Catalogue:
    """The sentences in the language of the answer."""
    catalogues: dict[str, Catalogue] = request.app.state.catalogues
    return catalogues[language_of(request)]


def cookie_of(code: str) -> str:
    """The name of the cookie that keeps a game's token."""
    return f"belettre-{code}"


def token_of(request: Request, code: str) -> str:
    """The token that the device has for a game: « Authorization: Bearer … », else its cookie; "" for none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else request.cookies.get(cookie_of(code), "")


def may_change(request: Request, game: Game) -> bool:
    """Whether the device may change a game."""
    return not settings_of(request).shared or game.opened_by(token_of(request, game.code))


def seat_of(request: Request, game: Game) -> Seat | None:
    """The seat whose cards the device may see: the person's of a practice game."""
    return game.seat if may_change(request, game) else None

"""Floor 5. What a server is started with (``Settings``) and what its requests share (``Services``).

``app.build`` stores the services on the application; routes read them with ``services_of`` and nothing else does.
"""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request

from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import LANGUAGES, Catalogue
from .games.bot_driver import BotDriver
from .games.database import GameStore
from .games.live import Hub
from .games.registry import GameRegistry


class Settings(NamedTuple):
    """The settings of a server.

    database  the SQLAlchemy URL of the database
    lexicon   the path of a compiled lexicon; None for the bundled one
    shared    whether other devices can reach the server (``--lan``). If so, changing a game needs its token and viewing
              it needs its code; otherwise anyone at this machine may do both
    address   the base URL for other devices, as ``http://192.0.2.7:8000``; "" if only this machine can connect
    hosts     accepted host names, without ports; requests under any other name are refused, because a foreign site
              could point its own name at this machine
    language  the language of answers to devices that do not state a preference: "fr" or "en"
    hints     whether the server lists words that fit the cards (``--find``), which most tables consider cheating
    """

    database: str
    lexicon: str | None = None
    shared: bool = False
    address: str = ""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    language: str = "fr"
    hints: bool = False


class Services(NamedTuple):
    """The objects that all requests of a server share.

    settings    what the server was started with
    games       the registry of games, which also holds the lexicon
    hub         the devices that follow games live
    bot_driver  plays the bots of practice games
    catalogues  the sentences of each language, by language code
    """

    settings: Settings
    games: GameRegistry
    hub: Hub
    bot_driver: BotDriver
    catalogues: dict[str, Catalogue]


def open_services(settings: Settings) -> Services:
    """Open the database and the lexicon, and create the objects that work on them.

    Raises ArgumentError for an invalid database URL, StoreError if the database cannot be used, and LexiconError if the
    lexicon or a message catalogue cannot be read.
    """
    games = GameRegistry(GameStore(settings.database), Lexicon.open(settings.lexicon))
    hub = Hub(games)
    catalogues = {language: Catalogue.load(language) for language in LANGUAGES}
    return Services(settings, games, hub, BotDriver(games, hub), catalogues)


def services_of(request: Request) -> Services:
    """The services of the server that received a request."""
    services: Services = request.app.state.services
    return services

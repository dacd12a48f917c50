"""The settings of a server (``Settings``) and the objects that all its requests share (``Services``).

``edge.middleware.wrap`` puts the services into the scope of every request. Code that handles a request gets them with
``services_of``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import litestar

from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import LANGUAGES, Catalogue
from .kinds.belote_snapshot import SheetSayings
from .live.live import Hub
from .pictures import Pictures
from .store.database import GameStore
from .tables.analyses import Analyst
from .tables.bot_driver import BotDriver
from .tables.registry import GameRegistry

#: A request. It has no user or state of its own, for which Litestar's class has type parameters.
Request = litestar.Request[Any, Any, Any]


class Settings(NamedTuple):
    """The settings of a server.

    database  the SQLAlchemy URL of the database
    lexicon   the path of a compiled lexicon; None for the bundled lexicon
    shared    whether other devices can reach the server (``--lan``). If True, viewing a game requires its code, and
              changing it requires its token. If False, anyone on this machine may list, view and change all games
    address   the base URL for other devices, such as ``http://192.0.2.7:8000``; "" if only this machine can connect
    hosts     accepted host names, without ports. Requests for any other host are refused, to prevent DNS rebinding
              (another site pointing its own domain name at this machine)
    language  the response language for devices that do not state a preference: "fr" or "en"
    hints     whether the server may list words that fit the cards (``--find``), which most players consider cheating

    trusted_proxies  the networks (CIDR) whose X-Forwarded-For and -Proto are believed; () if there is no proxy
    max_streams      the number of devices that may follow games through this process at the same time
    migrate          whether a database of an older format is converted; otherwise it is refused
    """

    database: str
    lexicon: str | None = None
    shared: bool = False
    address: str = ""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    language: str = "fr"
    hints: bool = False
    trusted_proxies: tuple[str, ...] = ()
    max_streams: int = 4000
    migrate: bool = False


class Services(NamedTuple):
    """The objects that all requests of a server share.

    settings       the settings of the server
    games          the registry of games, which also holds the database and the lexicon
    hub            sends live updates to the devices that follow a game
    bot_driver     makes the moves of the bots in practice games
    analyst        analyses the manches that are over
    catalogues     the messages for players in each language, as a mapping from language code to catalogue
    sheet_sayings  the messages about score sheets of Belote, likewise
    pictures       draws word families
    """

    settings: Settings
    games: GameRegistry
    hub: Hub
    bot_driver: BotDriver
    analyst: Analyst
    catalogues: dict[str, Catalogue]
    sheet_sayings: dict[str, SheetSayings]
    pictures: Pictures


def open_services(settings: Settings) -> Services:
    """Open the database, the lexicon and the message catalogues, and return the services that use them.

    Raises ArgumentError for an invalid database URL, StoreError if the database cannot be used, and LexiconError if the
    lexicon or a message catalogue cannot be read.
    """
    lexicon = Lexicon.open(settings.lexicon, verify=True)  # before a database is created for nothing
    games = GameRegistry(GameStore(settings.database, migrate=settings.migrate), lexicon)
    hub = Hub(games, settings.max_streams)
    catalogues = {language: Catalogue.load(language) for language in LANGUAGES}
    sheet_sayings = {language: SheetSayings.load(language) for language in LANGUAGES}
    pictures, analyst = Pictures(lexicon), Analyst(games)
    return Services(settings, games, hub, BotDriver(games, hub), analyst, catalogues, sheet_sayings, pictures)


def services_of(request: Request) -> Services:
    """Return the services of the server that received a request."""
    services: Services = request.scope["state"]["services"]
    return services

"""The settings of a server (``Settings``) and the objects that all its requests share (``Services``).

``edge.middleware.wrap`` puts the services into the scope of every request. Code that handles a request gets them with
``services_of``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import litestar

from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import LANGUAGES
from .live.background import Driver
from .live.live import Hub
from .slow_tasks import BusyError, Pictures, SlowTasks
from .store.database import GameStore, StoreError
from .tables.kind import catalogue
from .tables.registry import AnyGame, GameRegistry
from .workers import Workers

#: The maximum number of results of slow tasks that are kept.
MAX_TASKS = 256

#: The numbers of threads that answer requests about words, and about games: each of these may hold one of the 15
#: connections to the database.
_WORD_THREADS, _GAME_THREADS = 4, 15

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

    settings    the settings of the server
    games       the registry of games, which also holds the database, the lexicon and the kinds of games
    hub         sends live updates to the devices that follow a game
    driver      makes the moves that games make by themselves, such as those of bots
    tasks       slow tasks about games, such as analyses
    pictures    draws word families
    for_words   the threads of requests that need no database
    for_games   the threads of all other requests
    """

    settings: Settings
    games: GameRegistry
    hub: Hub
    driver: Driver
    tasks: SlowTasks[Any]
    pictures: Pictures
    for_words: Workers
    for_games: Workers

    def close(self) -> None:
        """Stop the threads and the slow tasks, and close the database."""
        self.for_words.close()
        self.for_games.close()
        self.pictures.close()
        self.tasks.close()
        self.games.store.close()


def open_services(settings: Settings, kinds: Sequence[type[AnyGame]]) -> Services:
    """Open the database, the lexicon and the message catalogues, and return the services that use them.

    *kinds* are the kinds of games that the server offers. Raises ArgumentError for an invalid database URL, StoreError
    if the database cannot be used, and LexiconError if the lexicon or a message catalogue cannot be read.
    """
    lexicon = Lexicon.open(settings.lexicon, verify=True)  # before a database is created for nothing
    games = GameRegistry(GameStore(settings.database, migrate=settings.migrate), lexicon, kinds)
    hub = Hub(games, settings.max_streams)
    for language in LANGUAGES:
        catalogue(language)  # raises the error now, not when somebody asks
    for kind in kinds:
        kind.prepare()
    tasks: SlowTasks[Any] = SlowTasks("analysis", MAX_TASKS)
    workers = Workers("words", _WORD_THREADS, BusyError), Workers("games", _GAME_THREADS, StoreError)
    return Services(settings, games, hub, Driver(games, hub), tasks, Pictures(lexicon), *workers)


def services_of(request: Request) -> Services:
    """Return the services of the server that received a request."""
    services: Services = request.scope["state"]["services"]
    return services

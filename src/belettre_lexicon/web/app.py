"""Floor 5. The server as an ASGI application: start reading at ``build``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from anyio import to_thread
from starlette.applications import Starlette

from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import LANGUAGES, Catalogue
from .api import operations as api
from .edge import middleware as guard
from .edge.settings import Settings
from .games.bot_driver import BotDriver
from .games.database import GameStore
from .games.games import GameRegistry
from .games.live import Hub
from .pages import site as pages

#: Threads that answer requests: what they wait for is the database, and its pool has as many connections.
THREADS = 15


def build(settings: Settings) -> Starlette:
    """The application. Raises ArgumentError, LexiconError or StoreError when it cannot serve."""
    tables = GameRegistry(GameStore(settings.database), Lexicon.open(settings.lexicon))
    hub = Hub(tables)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        watching = asyncio.create_task(hub.watch())
        try:
            yield
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            tables.store.close()

    app = Starlette(
        routes=[*api.ROUTES, *pages.ROUTES],
        middleware=guard.middleware(settings),
        exception_handlers=guard.HANDLERS,
        lifespan=life,
    )
    app.state.settings = settings
    app.state.tables = tables
    app.state.hub = hub
    app.state.driver = BotDriver(tables, hub)
    app.state.problem_page = pages.problem_page
    app.state.catalogues = {language: Catalogue.load(language) for language in LANGUAGES}
    return app

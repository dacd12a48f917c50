"""The command ``belettre serve``, which runs a web server with the web pages and the JSON API (extra ``web``).

Start reading at ``run``.
"""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import signal
import sys
from contextlib import suppress

from ...referee.catalogue import Catalogue
from ...referee.sentences import printable
from ..kit.terminal import UnusableInputError, write, write_exactly
from .database import back_up, database_url, migrate, say_migrated
from .network import LOOPBACK, allow_many_files, host_names, lan_address, listed, listen, trusted_networks

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Coroutine
    from types import FrameType

    import uvicorn

    from ...web.services import Settings
    from ..commands import ServeOptions

#: Seconds to wait for unfinished responses when the server stops.
_GRACE = 2
#: Seconds before an idle connection is closed, and the maximum size of the head of a request, in bytes.
_KEEP_ALIVE, _MAX_HEAD = 20, 32 * 1024
#: The number of connections that the system holds until the server accepts them.
_BACKLOG = 2048


def run(options: ServeOptions) -> int:
    """Run the web server until the process is stopped, or do only what an option asks for; return the exit status 0.

    Raises UnusableInputError if the extra ``web`` is not installed or an option cannot be used, such as a port in use,
    and the errors of ``open_services``.
    """
    say = Catalogue.load(options.lang)
    try:
        import uvicorn

        from ...web import app
        from ...web.edge.connections import Connections, Limits
        from ...web.kinds import KINDS
        from ...web.live.background import Purge
        from ...web.services import Settings, open_services
    except ModuleNotFoundError as error:
        missing = (
            f"serve: {error.name} is not installed; « pip install 'belettre-lexicon[web]' » installs what it needs"
        )
        raise UnusableInputError(missing) from error
    database = database_url(options)
    if options.backup:
        return back_up(database, options.backup, say)
    if options.migrate_only:
        return migrate(database, say)
    proxies = trusted_networks(options.trusted_proxy)
    with listen(options.port, options.lan) as listening:
        port = listening.getsockname()[1]
        names = listed(options.host_name.lower())
        own_names = [name for name in (lan_address(), *host_names()) if name] if options.lan else []
        reachable_as = next(iter((*own_names, *names)), "") if options.lan else ""
        settings = Settings(
            database=database,
            lexicon=options.lexicon,
            shared=options.lan,
            address=f"http://{reachable_as}:{port}" if reachable_as else "",
            hosts=(*Settings._field_defaults["hosts"], *own_names, *names),
            language=options.lang,
            hints=options.find,
            trusted_proxies=proxies,
            max_streams=options.max_streams,
            migrate=options.migrate,
        )
        _set_up_logging()
        allow_many_files()
        services = open_services(settings, KINDS)
        say_migrated(services.games.store.format_before, say)
        connections = Connections(app.build(services), Limits.of_system())
        config = uvicorn.Config(
            connections,
            http=connections.protocol,  # type: ignore[arg-type]  # uvicorn only calls it
            backlog=connections.limits.at_once,
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=_KEEP_ALIVE,
            timeout_graceful_shutdown=_GRACE,
            h11_max_incomplete_event_size=_MAX_HEAD,
        )

        def greet() -> None:
            # What exists now stays until the end. Collections that leave it out are 50 ms shorter.
            gc.collect()
            gc.freeze()
            listening.listen(_BACKLOG)
            _greet(settings, port, say)

        purge = Purge(services.games, services.hub, options.purge_after)
        server = _server(
            config,
            on_start=greet,
            background=lambda: purge.run_daily(lambda count: _write_now(say("serve.purged", count=count))),
            on_stop=services.hub.close,
        )
        return _serve(server, listening, say)


def _set_up_logging() -> None:
    """Write the warnings of all modules to standard error, without what clients cause."""
    from ...web.edge.moving_window import LogThrottle

    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(LogThrottle())
    logging.basicConfig(level=logging.WARNING, format="belettre: %(message)s", handlers=[handler])
    # Here uvicorn reports malformed requests and those cut off when the server stops, which are not worth logging.
    # Other errors are logged by the package ``web``.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)


def _serve(server: uvicorn.Server, listening: socket.socket, say: Catalogue) -> int:
    """Run the server on the open socket *listening* until it is stopped; return the exit status 0."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets a command in the background ignore it
    signal.signal(signal.SIGTERM, _stop)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    write(say("serve.stopped"))
    return 0


def _stop(number: int, frame: FrameType | None) -> None:
    """Handle the signal SIGTERM by raising KeyboardInterrupt, as Ctrl-C does."""
    raise KeyboardInterrupt


def _server(
    config: uvicorn.Config,
    on_start: Callable[[], None],
    background: Callable[[], Coroutine[object, object, None]],
    on_stop: Callable[[], None],
) -> uvicorn.Server:
    """Return a server that calls *on_start* as soon as it accepts connections, and then runs *background*.

    It calls *on_stop* before it waits for unfinished responses. The streams of live updates would never end otherwise.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                on_start()
                self._background = asyncio.create_task(background())  # the event loop itself keeps no tasks alive

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            on_stop()
            await super().shutdown(sockets)

    return Server(config)


def _greet(settings: Settings, port: int, say: Catalogue) -> None:
    """Print the addresses of the server. The local address comes last, because it is the one that most people need."""
    from ...web.store.database_engine import without_password

    write(say("serve.database", database=without_password(settings.database)))
    if settings.shared:
        if settings.address:
            write(say("serve.shared", address=f"{settings.address}/"))
            _write_code(f"{settings.address}/")
        else:
            write(say("serve.no_address"))
        write(say("serve.names", names=printable(", ".join(settings.hosts))))
    _write_now(say("serve.listening", address=f"http://{LOOPBACK}:{port}/"))


def _write_now(text: str) -> None:
    """Write text to standard output, where a pipe or a file shows it at once."""
    write(text)
    sys.stdout.flush()


def _write_code(address: str) -> None:
    """Print *address* as a QR code, unless the encoding of standard output lacks the block characters that draw it."""
    import segno

    picture = io.StringIO()
    segno.make(address, micro=False).terminal(picture, border=2, compact=True)
    try:
        picture.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    write_exactly(picture.getvalue().rstrip("\n"))

"""The command ``belettre serve``, which runs a web server with the web pages and the JSON API (extra ``web``).

Start reading at ``run``.
"""

from __future__ import annotations

import asyncio
import io
import ipaddress
import logging
import os
import signal
import socket
import stat
import sys
from contextlib import suppress
from pathlib import Path

from ..referee.catalogue import Catalogue
from ..referee.sentences import printable
from .kit.commands import split_words
from .kit.terminal import EXIT_OK, UnusableInputError, write, write_exactly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from types import FrameType

    import uvicorn

    from ..web.services import Settings
    from .commands import ServeOptions

#: The environment variable with the URL of the database. Unlike an option, it is not in the list of processes.
_DATABASE_VARIABLE = "BELETTRE_DATABASE"
#: The largest number of characters in a file that holds a URL.
_MAX_URL = 4096
#: The address that only this machine can reach, and the address that stands for all network interfaces.
_LOOPBACK, _EVERYWHERE = "127.0.0.1", "0.0.0.0"
#: An address and port that nobody uses (RFC 5737). Connecting a UDP socket to it sends nothing, but makes the system
#: choose the address of this machine on its network, which the socket can then be asked for.
_UNREACHABLE = ("192.0.2.1", 9)
#: The limit of open files to request from the system. Each device that follows a game needs one, and the default limit
#: is often only 1024.
MAX_FILES = 16 * 1024
#: Seconds to wait for unfinished responses when the server stops.
_GRACE = 2
#: Seconds before an idle connection is closed, and the maximum size of the head of a request, in bytes.
_KEEP_ALIVE, _MAX_HEAD = 20, 32 * 1024
#: The number of connections that the system holds until the server accepts them.
_BACKLOG = 2048


def run(options: ServeOptions) -> int:
    """Run the web server until the process is stopped, or do only what an option asks for; return the exit status 0.

    Raises UnusableInputError if the extra ``web`` is not installed or an option cannot be used, such as a port in use;
    ArgumentError, StoreError or LexiconError if the URL of the database, the database or the lexicon cannot be used.
    """
    say = Catalogue.load(options.lang)
    try:
        import uvicorn

        from ..web import app, collector
        from ..web.edge.connections import Connections, Limits
        from ..web.kinds import KINDS
        from ..web.live.background import Purge
        from ..web.services import Settings, open_services
        from ..web.store.database_schema import back_up
    except ModuleNotFoundError as error:
        missing = (
            f"serve: {error.name} is not installed; « pip install 'belettre-lexicon[web]' » installs what it needs"
        )
        raise UnusableInputError(missing) from error
    database = _database_url(options)
    if options.backup:
        write(say("serve.backed_up", count=back_up(database, Path(options.backup)), file=options.backup))
        return EXIT_OK
    if options.migrate_only:
        return _migrate(database, say)
    proxies = _trusted_networks(options.trusted_proxy)
    with listen(options.port, options.lan) as listening:
        port = listening.getsockname()[1]
        names = split_words(options.host_name.lower())
        addresses = lan_addresses() if options.lan else ()
        own_names = (*addresses, *_host_names()) if options.lan else ()
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
        _say_migrated(services.games.store.format_before, say)
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
            collector.keep_what_exists()
            listening.listen(_BACKLOG)
            _greet(settings, addresses, port, say)

        purge = Purge(services.games, services.hub, options.purge_after)
        server = _server(
            config,
            on_start=greet,
            background=(
                lambda: purge.run_daily(lambda count: _write_now(say("serve.purged", count=count))),
                collector.collect_when_quiet,
            ),
            on_stop=services.hub.close,
        )
        return _serve(server, listening, say)


def _database_url(options: ServeOptions) -> str:
    """Return the URL that the options name, or the environment; otherwise that of a file in the user's data folder.

    Raises UnusableInputError if two options name one, or if the file of the URL cannot be read or holds none, and
    StoreError if the data folder cannot be created. No error shows what is in the file.
    """
    from ..web.store.database import default_url

    if options.database and options.database_file:
        raise UnusableInputError("--database and --database-file name two databases; give one of them")
    if options.database_file:
        return _url_in(options.database_file)
    return options.database or os.environ.get(_DATABASE_VARIABLE, "").strip() or default_url()


def _migrate(url: str, say: Catalogue) -> int:
    from ..web.store.database import GameStore
    from ..web.store.database_schema import FORMAT

    store = GameStore(url, migrate=True)
    store.close()
    _say_migrated(store.format_before, say)
    if store.format_before == FORMAT:
        write(say("serve.current", format=FORMAT))
    return EXIT_OK


def _say_migrated(before: int, say: Catalogue) -> None:
    from ..web.store.database_schema import FORMAT

    if before < FORMAT:
        write(say("serve.migrated", before=before, format=FORMAT))


def _url_in(name: str) -> str:
    """Return the first line of a file. Warn on standard error if other users can read the file."""
    try:
        with Path(name).open(encoding="utf-8") as file:
            mode = os.fstat(file.fileno()).st_mode
            lines = file.read(_MAX_URL).splitlines()
    except OSError as error:
        raise UnusableInputError(f"--database-file {name}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise UnusableInputError(f"--database-file {name}: cannot be read: it is not text in UTF-8") from None
    url = lines[0].strip() if lines else ""
    if not url:
        raise UnusableInputError(f"--database-file {name}: its first line is empty; expected the URL of a database")
    if os.name == "posix" and mode & stat.S_IROTH:
        sys.stderr.write(f"belettre: --database-file {name}: all users of this machine can read it\n")
    return url


def listen(port: int, lan: bool) -> socket.socket:
    """Return a socket that listens on *port*; 0 lets the system choose a free port.

    If *lan* is true, other devices on the network can connect to the socket, otherwise only programs on this
    machine can. Raises UnusableInputError if the port is out of range or already in use.
    """
    if not 0 <= port <= 65535:
        raise UnusableInputError(f"--port {port}, expected a number from 0 to 65535")
    # asyncio sets TCP_NODELAY only if the protocol is given. Without it the second packet of a response waits 40 ms.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_EVERYWHERE if lan else _LOOPBACK, port))
        listening.listen(1)  # with SO_REUSEADDR two sockets may bind the port, but only one may listen
    except OSError as error:
        listening.close()
        reason = error.strerror or error
        raise UnusableInputError(f"--port {port} cannot be used: {reason}; « --port 0 » picks a free one") from error
    return listening


def lan_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses of this machine on its networks; () if it is connected to none.

    The address that leads to other networks comes first, if there is one: a machine that shares its own Wi-Fi, without
    Internet, has none. Addresses that a machine gives itself because it got none (RFC 3927) come last.
    """
    import ifaddr

    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(_UNREACHABLE)
        found.insert(0, probe.getsockname()[0])
    outside = [address for address in map(ipaddress.IPv4Address, found) if not address.is_loopback]
    return tuple(str(address) for address in dict.fromkeys(sorted(outside, key=lambda one: one.is_link_local)))


def _host_names() -> tuple[str, ...]:
    """Return the host names by which other devices may reach this machine; () if it has none."""
    name = socket.gethostname().lower().partition(".")[0]
    return (f"{name}.local", name) if name else ()


def allow_many_files() -> None:
    """Raise the limit of open files of this process to MAX_FILES, or as far as the system allows."""
    with suppress(ModuleNotFoundError, ValueError, OSError):
        import resource  # does not exist on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _trusted_networks(text: str) -> tuple[str, ...]:
    """Return the networks of ``--trusted-proxy`` in their usual notation; a single address is a network of its own.

    Raises UnusableInputError if one is not a network.

    >>> _trusted_networks("10.0.0.0/8, ::1")
    ('10.0.0.0/8', '::1/128')
    """
    networks = []
    for name in split_words(text):
        try:
            networks.append(str(ipaddress.ip_network(name)))
        except ValueError as error:
            raise UnusableInputError(
                f"--trusted-proxy {name!r:.60}: expected an address or a network, such as 10.0.0.0/8: {error}"
            ) from error
    return tuple(networks)


def _set_up_logging() -> None:
    """Write the warnings of all modules to standard error, without what clients cause."""
    from ..web.edge.moving_window import LogThrottle

    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(LogThrottle())
    logging.basicConfig(level=logging.WARNING, format="belettre: %(message)s", handlers=[handler])
    # Here uvicorn reports malformed requests and those cut off when the server stops, which are not worth logging.
    # Other errors are logged by the package ``web``.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)


def _serve(server: uvicorn.Server, listening: socket.socket, say: Catalogue) -> int:
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
    background: Sequence[Callable[[], Coroutine[object, object, None]]],
    on_stop: Callable[[], None],
) -> uvicorn.Server:
    """Return a server that calls *on_start* when it accepts connections, then *background*; *on_stop* at its end."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                on_start()
                self._tasks = [asyncio.create_task(run()) for run in background]  # the event loop keeps no tasks alive

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            on_stop()
            await super().shutdown(sockets)

    return Server(config)


def _greet(settings: Settings, addresses: tuple[str, ...], port: int, say: Catalogue) -> None:
    """Print the addresses of the server. The local address comes last, because it is the one that most people need.

    *addresses* are those of this machine on its networks (``lan_addresses``).
    """
    from ..web.store.database_engine import without_password

    write(say("serve.database", database=without_password(settings.database)))
    if settings.shared:
        if not addresses:
            write(say("serve.no_address"))
        if settings.address:
            write(say("serve.shared", address=f"{settings.address}/"))
            _write_code(f"{settings.address}/")
        if addresses[1:]:
            write(say("serve.also", addresses=", ".join(f"http://{address}:{port}/" for address in addresses[1:])))
        write(say("serve.names", names=printable(", ".join(settings.hosts))))
    _write_now(say("serve.listening", address=f"http://{_LOOPBACK}:{port}/"))


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

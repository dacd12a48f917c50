"""The command ``belettre serve``, which runs a web server with the web pages and the JSON API (extra ``web``).

Start reading at ``run``.
"""

from __future__ import annotations

import io
import logging
import signal
import socket
import sys
from contextlib import suppress

from ..referee.catalogue import Catalogue
from ..referee.sentences import printable
from .terminal import UnusableInputError, write, write_exactly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    import uvicorn

    from ..web.services import Settings
    from .arguments import ServeOptions

#: The address that only this machine can reach, and the address that stands for all network interfaces.
_LOOPBACK, _EVERYWHERE = "127.0.0.1", "0.0.0.0"
#: An address and port that nobody uses (RFC 5737). Connecting a UDP socket to it sends nothing, but makes the system
#: choose the address of this machine on its network, which the socket can then be asked for.
_UNREACHABLE = ("192.0.2.1", 9)
#: Seconds to wait for unfinished responses when the server stops.
_GRACE = 2
#: Seconds before an idle connection is closed, and the maximum size of the head of a request, in bytes.
_KEEP_ALIVE, _MAX_HEAD = 20, 32 * 1024
#: The limit of open files to request from the system. Each device that follows a game needs one, and the default limit
#: is often only 1024.
_MAX_FILES = 16 * 1024


def run(options: ServeOptions) -> int:
    """Run the web server until the process is stopped, and return the exit status 0.

    Raises UnusableInputError if the extra ``web`` is not installed or the port cannot be used.
    """
    say = Catalogue.load(options.lang)
    try:
        import uvicorn

        from ..web import app
        from ..web.edge.timeouts import DeadlineProtocol
        from ..web.games.database import default_url
        from ..web.services import Settings, open_services
    except ModuleNotFoundError as error:
        missing = (
            f"serve: {error.name} is not installed; « pip install 'belettre-lexicon[web]' » installs what it needs"
        )
        raise UnusableInputError(missing) from error
    listening = _listen(options.port, options.lan)
    with listening:
        port = listening.getsockname()[1]
        names = tuple(filter(None, (name.strip().lower() for name in options.host_name.split(","))))
        own_names = [name for name in (_lan_address(), *_host_names()) if name] if options.lan else []
        reachable_as = next(iter((*own_names, *names)), "") if options.lan else ""
        settings = Settings(
            database=options.database or default_url(),
            lexicon=options.lexicon,
            shared=options.lan,
            address=f"http://{reachable_as}:{port}" if reachable_as else "",
            hosts=(*Settings._field_defaults["hosts"], *own_names, *names),
            language=options.lang,
            hints=options.find,
        )
        logging.basicConfig(level=logging.WARNING, format="belettre: %(message)s", stream=sys.stderr)
        # Here uvicorn reports malformed requests and those cut off when the server stops, which are not worth logging.
        # Other errors are logged by the package ``web``.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        _allow_many_files()
        services = open_services(settings)
        config = uvicorn.Config(
            app.build(services),
            http=DeadlineProtocol,
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
        server = _server(config, lambda: _greet(settings, port, say), services.hub.close)
        return _serve(server, listening, say)


def _serve(server: uvicorn.Server, listening: socket.socket, say: Catalogue) -> int:
    """Run the server on the open socket *listening* until it is stopped; return the exit status 0."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets a command in the background ignore it
    signal.signal(signal.SIGTERM, _stop)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    write(say("serve.stopped"))
    return 0


def _allow_many_files() -> None:
    """Raise the limit of open files of this process to _MAX_FILES, or as far as the system allows."""
    with suppress(ModuleNotFoundError, ValueError, OSError):
        import resource  # does not exist on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MAX_FILES if hard == resource.RLIM_INFINITY else min(_MAX_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _stop(number: int, frame: FrameType | None) -> None:
    """Handle the signal SIGTERM by raising KeyboardInterrupt, as Ctrl-C does."""
    raise KeyboardInterrupt


def _server(config: uvicorn.Config, on_start: Callable[[], None], on_stop: Callable[[], None]) -> uvicorn.Server:
    """Return a server that calls *on_start* as soon as it accepts connections.

    It calls *on_stop* before it waits for unfinished responses. The streams of live updates would never end otherwise.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                on_start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            on_stop()
            await super().shutdown(sockets)

    return Server(config)


def _listen(port: int, lan: bool) -> socket.socket:
    """Return a socket that listens on *port*.

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


def _lan_address() -> str:
    """Return the address of this machine on its network; "" if it is not connected to one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNREACHABLE)
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def _host_names() -> tuple[str, ...]:
    """Return the host names by which other devices may reach this machine; () if it has none."""
    name = socket.gethostname().lower().partition(".")[0]
    return (f"{name}.local", name) if name else ()


def _greet(settings: Settings, port: int, say: Catalogue) -> None:
    """Print the addresses of the server. The local address comes last, because it is the one that most people need."""
    write(say("serve.database", database=_without_password(settings.database)))
    if settings.shared:
        if settings.address:
            write(say("serve.shared", address=f"{settings.address}/"))
            _write_code(f"{settings.address}/")
        else:
            write(say("serve.no_address"))
        write(say("serve.names", names=printable(", ".join(settings.hosts))))
    write(say("serve.listening", address=f"http://{_LOOPBACK}:{port}/"))
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


def _without_password(url: str) -> str:
    """Return a database URL with its password masked."""
    from sqlalchemy.engine import make_url

    return make_url(url).render_as_string(hide_password=True)

"""``belettre serve``: the web page for the table, and its JSON API (extra ``web``). Start reading at ``run``."""

from __future__ import annotations

import io
import logging
import signal
import socket
import sys
from contextlib import suppress

from ..referee.catalogue import Catalogue
from ..referee.sentences import printable
from .terminal import UnusableInputError, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

    import uvicorn

    from ..web.services import Settings
    from .arguments import ServeOptions

#: This machine alone, and whatever network it is on.
_LOOPBACK, _EVERYWHERE = "127.0.0.1", "0.0.0.0"
#: An address of no machine (RFC 5737): asking for the way there tells our own address, and nothing is sent.
_NOWHERE = ("192.0.2.1", 9)
#: Seconds that open answers are waited for when the server stops: devices that follow a game never hang up themselves.
_GRACE = 2
#: Seconds that an idle connection is kept, and bytes of the head of a request at most.
_KEEP_ALIVE, _MOST_HEAD = 20, 32 * 1024
#: Open files at most: each device that follows a game is one, and many systems begin with 1024.
_MOST_FILES = 16 * 1024


def run(options: ServeOptions) -> int:
    """Serve until somebody stops it; the exit status."""
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
        own = [name for name in (_lan_address(), *_host_names()) if name] if options.lan else []
        reached = next(iter((*own, *names)), "") if options.lan else ""
        settings = Settings(
            database=options.database or default_url(),
            lexicon=options.lexicon,
            shared=options.lan,
            address=f"http://{reached}:{port}" if reached else "",
            hosts=(*Settings._field_defaults["hosts"], *own, *names),
            language=options.lang,
            hints=options.find,
        )
        logging.basicConfig(level=logging.WARNING, format="belettre: %(message)s", stream=sys.stderr)
        # A request that is no HTTP, or that the end of the server cut off, is nobody's business; others web.edge logs.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        _allow_many_files()
        config = uvicorn.Config(
            app.build(open_services(settings)),
            http=DeadlineProtocol,
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=_KEEP_ALIVE,
            timeout_graceful_shutdown=_GRACE,
            h11_max_incomplete_event_size=_MOST_HEAD,
        )
        return _serve(_server(config, lambda: _greet(settings, port, say)), listening, say)


def _serve(server: uvicorn.Server, listening: socket.socket, say: Catalogue) -> int:
    signal.signal(signal.SIGTERM, _stop)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:  # the server has ended in good order, and hands on what it was stopped with
        write(say("serve.stopped"))
    return 0


def _allow_many_files() -> None:
    """Raise the limit of open files, where the system has one and allows it."""
    with suppress(ModuleNotFoundError, ValueError, OSError):
        import resource  # not on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _stop(number: int, frame: FrameType | None) -> None:
    """Being ended is the same as Ctrl-C."""
    raise KeyboardInterrupt


def _server(config: uvicorn.Config, started: Any) -> uvicorn.Server:
    """A server that calls *started* once it answers."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                started()

    return Server(config)


def _listen(port: int, lan: bool) -> socket.socket:
    """A socket on the port. Raises UnusableInputError when it cannot be had."""
    if not 0 <= port <= 65535:
        raise UnusableInputError(f"serve: port {port}, expected a number from 0 to 65535")
    # Named TCP, asyncio sends what is written at once; else the second part of an answer waits 40 ms for the first.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_EVERYWHERE if lan else _LOOPBACK, port))
        listening.listen(1)  # two may bind a port under SO_REUSEADDR, only one may listen
    except OSError as error:
        listening.close()
        reason = error.strerror or error
        raise UnusableInputError(
            f"serve: port {port} cannot be had: {reason}; « --port 0 » takes a free one"
        ) from error
    return listening


def _lan_address() -> str:
    """The address of this machine on its network; "" when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_NOWHERE)
            address: str = asking.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def _host_names() -> tuple[str, ...]:
    """What other devices may call this machine."""
    name = socket.gethostname().lower().partition(".")[0]
    return (f"{name}.local", name) if name else ()


def _greet(settings: Settings, port: int, say: Catalogue) -> None:
    """Say where the server is, now that it answers; last of all what most people need."""
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
    """The address as a QR code in half blocks, unless the terminal has none."""
    import segno

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    write(drawn.getvalue().rstrip("\n"))


def _without_password(url: str) -> str:
    from sqlalchemy.engine import make_url

    return make_url(url).render_as_string(hide_password=True)

"""The command ``belettre serve``: its output, its network access, and how it ends."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import ifaddr
import pytest

from belettre_lexicon.cli import serve
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.cli.main import main
from tests.web.servers import Server, serving


def wait_for(condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds, at most half a minute; return whether it does."""
    for _ in range(300):
        if condition():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def run_serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, and return its output and status."""
    command = [sys.executable, "-m", "belettre_lexicon", "serve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, timeout=60)


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN], ids=["foreground", "nohup"])
def started(request: pytest.FixtureRequest) -> Iterator[None]:
    """Programs are started as by a person at a terminal, or as by « nohup … & », whose signals are ignored at first.

    Started programs inherit which signals are ignored. Without this fixture the test would depend on how pytest itself
    was started.
    """
    signals = [signal.SIGINT, signal.SIGHUP] if hasattr(signal, "SIGHUP") else [signal.SIGINT]
    before = {number: signal.signal(number, request.param) for number in signals}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("started")
def test_it_serves_this_machine_only(database: str) -> None:
    """Without --lan it listens on the loopback address, prints its URL and database, and stops with Ctrl-C."""
    with serving(database, "--lang", "en") as server:
        with server.client() as client:
            answer = client.get("/api/health")

            assert answer.status_code == 200
            assert "server" not in answer.headers
            assert "x-powered-by" not in answer.headers
            assert client.get("/api/games").status_code == 200

        assert server.stop() == 0

        text = "".join(server.said)

    assert f"Belettre: {server.url}/ (Ctrl-C stops it)" in text
    assert database in text
    assert "Stopped. The games are kept." in text
    assert "█" not in text
    assert "Traceback" not in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_in_the_background_too(number: int, database: str) -> None:
    """Started by « nohup » or a shell's « & », which let it ignore SIGHUP and SIGINT, it stops as at a terminal."""
    before = {ignored: signal.signal(ignored, signal.SIG_IGN) for ignored in (signal.SIGHUP, signal.SIGINT)}
    try:
        server = Server(database, "--lang", "en")
    finally:
        for ignored, handler in before.items():
            signal.signal(ignored, handler)

    server.process.send_signal(signal.SIGHUP)
    server.process.send_signal(number)

    assert server.process.wait(timeout=60) == 0
    assert wait_for(lambda: "Stopped. The games are kept.\n" in server.said)
    assert "Traceback" not in "".join(server.said)


def test_it_serves_the_network(database: str) -> None:
    """With --lan it prints its address and QR code, accepts its own host names only, and does not list games."""
    with serving(database, "--lan", "--host-name", "belettre.example, jeu.example") as server:
        with server.client() as client:
            assert client.get("/api/games").json()["problem"] == "private"

            for name, status in (("jeu.example", 200), ("belettre.example:80", 200), ("evil.example", 400)):
                assert client.get("/api/health", headers={"Host": name}).status_code == status
            name = socket.gethostname().lower().partition(".")[0]

            assert client.get("/api/health", headers={"Host": f"{name}.local"}).status_code == 200
        server.stop()
        text = "".join(server.said)

    assert "jeu.example" in text
    assert "█" in text
    assert "Sur les téléphones du même réseau : http://" in text


def test_it_stops_while_devices_follow(database: str) -> None:
    """An open event stream does not keep the server from stopping."""
    with serving(database) as server, server.client() as client:
        code = client.post("/api/games", json={"kind": "table"}).json()["code"]
        with client.stream("GET", f"/api/games/{code}/events") as events:
            assert next(line for line in events.iter_lines() if line.startswith("event:")) == "event: state"
            assert server.stop() == 0
    assert "Traceback" not in "".join(server.said)


def test_sigterm_stops_it(database: str) -> None:
    """SIGTERM, as sent by service managers, works like Ctrl-C."""
    with serving(database) as server:
        server.process.terminate()
        assert server.process.wait(timeout=30) == 0
    assert "Arrêté" in "".join(server.said)


def test_a_port_in_use_is_refused(database: str) -> None:
    """The error is one sentence that names the port, with status 2."""
    with serving(database) as server:
        done = run_serve("--port", str(server.port), "--database", database)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"belettre: --port {server.port} cannot be used")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("--port", "70000"), "70000"),
        (("--database", "nothing"), "nothing"),
        (("--database", "sqlite:////no/such/folder/games.sqlite"), "/no/such/folder"),
        (("--lang", "xx"), "xx"),
        (("--trusted-proxy", "10.0.0.0/8,10.0.0.1/8"), "10.0.0.1/8"),
        (("--trusted-proxy", "proxy.example"), "proxy.example"),
        (("--max-streams", "0"), "0"),
        (("--lexicon", "nowhere.lexicon"), "nowhere.lexicon"),
    ],
)
def test_invalid_options_are_refused(arguments: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The error is one sentence that names the value, with status 2."""
    assert main(["serve", "--port", "0", *arguments]) == 2

    error = capsys.readouterr().err

    assert name in error
    assert error.count("\n") == 1


def test_without_the_extra_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the extra « web », one sentence says how to install it."""
    monkeypatch.setitem(sys.modules, "uvicorn", None)

    assert main(["serve"]) == 2
    assert "pip install 'belettre-lexicon[web]'" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_it_stops_if_its_output_is_lost(database: str) -> None:
    """If its URL cannot be printed, it prints one error and does not serve."""
    command = [sys.executable, "-m", "belettre_lexicon", "serve", "--database", database, "--port", "0"]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)

    assert (ended.returncode, ended.stderr) == (2, "belettre: cannot write the answer: No space left on device\n")


def test_it_stops_during_a_request(database: str) -> None:
    """An unfinished request body does not keep the server from stopping, and leaves no traceback."""
    with serving(database) as server, socket.create_connection(("127.0.0.1", server.port)) as connection:
        head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n"
        connection.sendall(f"{head}Expect: 100-continue\r\n\r\n".encode())

        assert b"100 Continue" in connection.recv(100)  # it waits for the body now

        connection.sendall(b"{")

        assert server.stop() == 0
        assert "Traceback" not in "".join(server.said)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_the_limit_of_open_files_is_raised(database: str) -> None:
    """Each follower is an open file, so the limit is raised as far as the system allows."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, soft), hard))
    try:
        serve.allow_many_files()

        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(serve.MAX_FILES, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_answers_are_sent_at_once() -> None:
    """Connections have TCP_NODELAY set; without it, answers would be delayed by 40 ms."""

    async def accepted(listening: socket.socket) -> int:
        connected = asyncio.get_running_loop().create_future()
        server = await asyncio.start_server(lambda _, writer: connected.set_result(writer), sock=listening)
        _, device = await asyncio.open_connection(*listening.getsockname())
        writer: asyncio.StreamWriter = await connected
        sent_at_once: int = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        device.close()
        writer.close()
        server.close()
        return sent_at_once

    with serve.listen(0, lan=False) as listening:
        assert asyncio.run(accepted(listening))


class Lost(socket.socket):
    """A socket of a machine without a route to other networks."""

    def connect(self, address: object) -> None:
        raise OSError("Network is unreachable")


class Routed(socket.socket):
    """A socket of a machine whose route to other networks leaves from 10.0.0.7."""

    def connect(self, address: object) -> None:
        pass

    def getsockname(self) -> tuple[str, int]:
        return ("10.0.0.7", 9)


@pytest.mark.parametrize(
    ("kind", "adapters", "addresses"),
    [
        (Lost, ["127.0.0.1"], ()),
        (Lost, ["127.0.0.1", "192.168.43.1"], ("192.168.43.1",)),
        (Lost, ["169.254.3.4", "192.168.43.1"], ("192.168.43.1", "169.254.3.4")),
        (Routed, ["127.0.0.1", "192.168.43.1", "10.0.0.7"], ("10.0.0.7", "192.168.43.1")),
    ],
)
def test_the_addresses_of_a_machine_on_its_networks(
    kind: type[socket.socket], adapters: list[str], addresses: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address with a route comes first; a machine that shares its own Wi-Fi has addresses without one."""
    monkeypatch.setattr(socket, "socket", kind)
    ips = [ifaddr.IP(address, 24, "wlan0") for address in adapters]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [ifaddr.Adapter("wlan0", "wlan0", ips)])

    assert serve.lan_addresses() == addresses


def test_a_forbidden_port_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error contains the reason given by the system."""

    class Refused(socket.socket):
        def bind(self, address: object) -> None:
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "socket", Refused)

    with pytest.raises(UnusableInputError, match="port 80 cannot be used: Permission denied"):
        serve.listen(80, lan=False)


def test_a_terminal_without_block_characters_gets_no_qr_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If block characters cannot be printed, there is no QR code and no error."""

    class Plain:
        encoding = "ascii"

        def __getattr__(self, name: str) -> object:
            return getattr(sys.__stdout__, name)

    monkeypatch.setattr(sys, "stdout", Plain())
    serve._write_code("http://192.0.2.1:8000/")

    assert capsys.readouterr().out == ""


def test_idle_connections_do_not_block_others(database: str) -> None:
    """A hundred idle connections do not keep the server from answering others."""
    with serving(database) as server:
        idle = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(100)]

        assert httpx2.get(f"{server.url}/api/health", timeout=20).status_code == 200

        for connection in idle:
            connection.close()

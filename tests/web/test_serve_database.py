"""The command ``belettre serve``: which database it opens, and what it does with it before it serves."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from sqlalchemy.engine import make_url

from belettre_lexicon.web.live.background import DAY
from belettre_lexicon.web.store.database import GameStore
from tests.exhaustive import EXHAUSTIVE
from tests.web.databases import postgresql
from tests.web.servers import Server, serving
from tests.web.test_api_serve import wait_for
from tests.web.test_database_formats import execute

PASSWORD = "geheim7"
#: URLs with a password that cannot be opened, each for another reason.
UNUSABLE = (
    f"postgresql+psycopg://me:{PASSWORD}@127.0.0.1:1/games?connect_timeout=2",
    f"postgresql+psycopg://127.0.0.1:1/games?user=me&password={PASSWORD}&connect_timeout=2",
    f"postgresql+psycopg://me:{PASSWORD}/x@127.0.0.1:1/games",
    f"postgresql+nodriver://me:{PASSWORD}@127.0.0.1:1/games",
    f"mysql://me:{PASSWORD}@127.0.0.1:1/games",
    f"me:{PASSWORD}@nowhere",
)


def run_serve(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with variables of the environment; return its output and status."""
    return subprocess.run(
        [sys.executable, "-m", "belettre_lexicon", "serve", "--port", "0", "--lang", "en", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env={**os.environ, **variables},
    )


@pytest.mark.sampled
@pytest.mark.parametrize("url", UNUSABLE)
def test_passwords_are_never_shown(url: str, tmp_path: Path) -> None:
    """However the URL is given and whatever is wrong with it, the error of one line does not contain the password."""
    file = tmp_path / "url"
    file.write_text(f"{url}\n")
    file.chmod(0o600)
    ways: list[tuple[tuple[str, ...], str]] = [
        (("--database", url), "none"),
        (("--database-file", str(file)), "none"),
        ((), url),
        (("--backup", str(tmp_path / "copy")), url),
    ]
    # All ways for all URLs in an exhaustive run; otherwise each way and each URL once.
    for options, variable in ways if EXHAUSTIVE else [ways[UNUSABLE.index(url) % len(ways)]]:
        done = run_serve(*options, BELETTRE_DATABASE=variable)
        assert done.returncode == 2
        assert done.stderr.startswith("belettre: ")
        assert done.stderr.count("\n") == 1
        assert PASSWORD not in done.stdout + done.stderr


@pytest.mark.parametrize("given", ["option", "file", "variable"])
def test_a_database_with_a_password(given: str, tmp_path: Path) -> None:
    """A server of PostgreSQL runs with the URL from an option, a file or the environment, and prints no password."""
    with postgresql() as plain:
        url = make_url(plain).set(password=PASSWORD).render_as_string(hide_password=False)
        (tmp_path / "url").write_text(f"{url}\nsecond line")
        (tmp_path / "url").chmod(0o600)
        options = {"option": ("--database", url), "file": ("--database-file", str(tmp_path / "url")), "variable": ()}
        server = Server("", *options[given], variables={"BELETTRE_DATABASE": url if given == "variable" else "none"})
        try:
            assert httpx2.get(f"{server.url}/api/health", timeout=20).json() == {"status": "ok"}
        finally:
            server.stop()
        text = "".join(server.said)

    assert plain.rpartition("/")[2] in text
    assert PASSWORD not in text


def test_files_that_hold_no_url(tmp_path: Path) -> None:
    """The error names the file and what is wrong with it; a file that all users can read is said."""
    (tmp_path / "empty").write_text("\nsqlite://")
    (tmp_path / "bytes").write_bytes(b"\xff")
    for name, reason in (("none", "No such file"), ("empty", "first line is empty"), ("bytes", "UTF-8")):
        done = run_serve("--database-file", str(tmp_path / name))

        assert done.returncode == 2
        assert done.stderr.startswith(f"belettre: --database-file {tmp_path / name}: ")
        assert reason in done.stderr

    (tmp_path / "open").write_text("nothing")
    (tmp_path / "open").chmod(0o644)

    assert "all users of this machine can read it" in run_serve("--database-file", str(tmp_path / "open")).stderr
    assert "give one of them" in run_serve("--database-file", "x", "--database", "y").stderr


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_new_files_are_for_their_user_alone(tmp_path: Path) -> None:
    """A database file that the server creates, and what SQLite keeps beside it, can be read by its user only."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with serving(database) as server:
        assert httpx2.post(f"{server.url}/api/games", json={"kind": "table"}, timeout=20).status_code == 201

        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}

    assert modes == dict.fromkeys(("games.sqlite", "games.sqlite-shm", "games.sqlite-wal"), 0o600)


def test_a_backup(tmp_path: Path) -> None:
    """--backup copies the database of a running server and ends; a file that exists stays, and so does the server."""
    database, copy = f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "copy"
    with serving(database) as server:
        assert httpx2.post(f"{server.url}/api/games", json={"kind": "table"}, timeout=20).status_code == 201

        done = run_serve("--database", database, "--backup", str(copy))
        again = run_serve("--database", database, "--backup", str(copy))

        assert httpx2.get(f"{server.url}/api/health", timeout=20).status_code == 200

    assert (done.returncode, done.stdout, done.stderr) == (0, f"Backup: {copy} (games: 1)\n", "")
    assert (again.returncode, again.stderr) == (2, f"belettre: --backup {copy}: the file exists; name a new one\n")
    assert len(GameStore(f"sqlite:///{copy}").load_latest(5)) == 1


def test_old_games_are_deleted_at_the_start(tmp_path: Path) -> None:
    """With --purge-after, the server says how many games it has deleted; without it, none is."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    store = GameStore(database)
    for code in ("OLD", "NEW"):
        store.create_game(code, secret="", terms="{}", header="h")
    execute(database, f"UPDATE games SET created = created - {31 * DAY} WHERE code = 'OLD'")
    with serving(database):
        pass

    assert len(store.load_latest(5)) == 2

    with serving(database, "--purge-after", "30", "--lang", "en") as server:
        assert wait_for(lambda: "Old games deleted: 1\n" in server.said)

    assert [game.code for game in store.load_latest(5)] == ["NEW"]

    store.close()


@pytest.mark.parametrize("days", ["0", "-1", "x"])
def test_days_that_make_no_sense(days: str) -> None:
    """The number of days is at least 1."""
    done = run_serve(f"--purge-after={days}")

    assert done.returncode == 2
    assert days in done.stderr

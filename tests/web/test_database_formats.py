"""Databases of older and newer formats: nothing is converted unasked, and games go on where they were."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from belettre_lexicon import Lexicon
from belettre_lexicon.engine import Lay
from belettre_lexicon.french.cards import Card
from belettre_lexicon.web.store.database import FORMAT, GameStore, StoreError
from belettre_lexicon.web.store.database_schema import METADATA, REVISIONS, OldFormatError
from belettre_lexicon.web.tables.registry import GameRegistry, GameTerms
from tests.engine.scripted_games import PON, SEP

#: The statements with which servers of format 1 created their tables.
FORMAT_1 = (
    "CREATE TABLE games (code VARCHAR(16) NOT NULL, created FLOAT NOT NULL, secret VARCHAR(64) NOT NULL, "
    "terms TEXT NOT NULL, header TEXT NOT NULL, PRIMARY KEY (code))",
    "CREATE TABLE entries (code VARCHAR(16) NOT NULL, number INTEGER NOT NULL, at FLOAT NOT NULL, line TEXT NOT NULL, "
    "PRIMARY KEY (code, number), FOREIGN KEY(code) REFERENCES games (code))",
    "CREATE TABLE belettre (format INTEGER NOT NULL, PRIMARY KEY (format))",
    "INSERT INTO belettre (format) VALUES (1)",
)
VOLONTE, ECOLE = Lay(PON, Card.of("l"), "Volonté"), Lay(SEP, Card.of("e"), "École")


def execute(url: str, *statements: str, rows: dict[str, list[dict[str, object]]] | None = None) -> None:
    """Execute statements without the package; *rows* are then inserted into the tables that they are listed for."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
        for table, its_rows in (rows or {}).items():
            columns = ", ".join(its_rows[0])
            values = ", ".join(f":{column}" for column in its_rows[0])
            connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), its_rows)
    engine.dispose()


def begun_game(lexicon: Lexicon, path: Path) -> tuple[str, str, dict[str, list[dict[str, object]]]]:
    """Return the code and the token of a game with one entry, and its rows."""
    games = GameRegistry(GameStore(f"sqlite:///{path}"), lexicon)
    code, token = games.create_game(GameTerms())
    with games.open_game(code) as game:
        game.enter(0, VOLONTE)
    stored = games.store.load_game(code)
    assert stored is not None
    lines = [{"code": code, **line._asdict()} for line in games.store.load_lines(code)]
    games.store.close()
    row = {name: value for name, value in stored._asdict().items() if name not in ("table_state", "revision")}
    return code, token, {"games": [row], "entries": lines}


def test_games_of_format_1_go_on(url: str, lexicon: Lexicon, tmp_path: Path) -> None:
    """A database of format 1 is refused, with what to do; converted when asked, its games go on with their tokens."""
    code, token, rows = begun_game(lexicon, tmp_path / "other")
    execute(url, *FORMAT_1, rows=rows)

    with pytest.raises(OldFormatError, match=r"format 1.*format 3; back it up.*« belettre serve --migrate »"):
        GameStore(url)

    store = GameStore(url, migrate=True)
    games = GameRegistry(store, lexicon)

    assert store.format_before == 1

    with games.open_game(code) as game:
        assert game.accepts_token(token)
        assert [laid.word for laid in game.partie.state.manche.pli.laid] == ["Volonté"]

        game.enter(1, ECOLE)

    again = GameStore(url)

    assert again.format_before == FORMAT
    assert len(again.load_lines(code)) == 2
    assert [game.code for game in again.load_latest(5)] == [code]

    store.close()
    again.close()


def test_both_ways_lead_to_the_same_tables(url: str) -> None:
    """The tables of a converted database are those of a new one, as Alembic compares them, and their index is used."""
    execute(url, *FORMAT_1)
    GameStore(url, migrate=True).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": REVISIONS.name})

        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == str(FORMAT)
        assert connection.execute(text("SELECT format FROM belettre")).scalars().all() == [FORMAT]
        assert [index["name"] for index in inspect(connection).get_indexes("games")] == ["games_by_creation"]

    engine.dispose()


def test_servers_that_start_together_convert_once(url: str) -> None:
    """Eight servers may be started with --migrate at the same moment: one converts, and the others wait for it."""
    execute(url, *FORMAT_1)
    together, before, errors = threading.Barrier(8), list[int](), list[BaseException]()

    def start() -> None:
        together.wait()
        try:
            store = GameStore(url, migrate=True)
            before.append(store.format_before)
            store.close()
        except StoreError as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    assert sorted(before) == [1, *[FORMAT] * 7]


def test_a_conversion_that_fails_changes_nothing(url: str) -> None:
    """If a statement fails, the database is as it was, in format 1."""
    execute(url, *FORMAT_1, "ALTER TABLE belettre ADD COLUMN checked INTEGER")

    with pytest.raises(StoreError, match="checked"):
        GameStore(url, migrate=True)

    engine = create_engine(url)

    assert inspect(engine).get_indexes("games") == []
    assert set(inspect(engine).get_table_names()) == {"games", "entries", "belettre"}

    engine.dispose()


def test_servers_of_format_1_refuse_the_new_format(url: str) -> None:
    """What such servers read is the new number, so that they say which version can read the database."""
    GameStore(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT format FROM belettre")).scalars().all() == [FORMAT] != [1]
    engine.dispose()


def test_a_server_that_converts_nothing_does_not_load_alembic() -> None:
    """Alembic takes as long to import as the rest of the server, and is not needed to create or open a database."""
    program = (
        "import sys; from belettre_lexicon.web.store.database import GameStore; GameStore('sqlite://')\n"
        "print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout == "False\n"


def test_a_newer_format_is_not_converted(url: str) -> None:
    """A database that a newer version made is refused with its own sentence, with and without --migrate."""
    GameStore(url).close()
    execute(url, f"UPDATE belettre SET format = {FORMAT + 1}")

    for migrate in (False, True):
        with pytest.raises(StoreError, match="use the version that made it") as refused:
            GameStore(url, migrate=migrate)
        assert not isinstance(refused.value, OldFormatError)

"""Databases of older and newer formats: nothing is converted unasked, and games go on where they were."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, MetaData, String, create_engine, inspect, text

from belettre_lexicon import Lexicon
from belettre_lexicon.cli.main import main
from belettre_lexicon.engine import Lay
from belettre_lexicon.french.cards import Card
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.game import GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.store import database_schema
from belettre_lexicon.web.store.database import FORMAT, GameStore, StoreError
from belettre_lexicon.web.store.database_schema import METADATA, REVISIONS, OldFormatError
from belettre_lexicon.web.tables.keys import RANDOM
from belettre_lexicon.web.tables.registry import GameRegistry
from tests.engine.scripted_games import PON, SEP
from tests.web.tables import create_game

#: A module that makes a format after the present one: a column more.
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "{number}"
down_revision = "{before}"


def upgrade():
    op.add_column("games", sa.Column("colour", sa.String(8), nullable=False, server_default=""))
    op.execute("UPDATE belettre SET format = {number}")
"""
VOLONTE, ECOLE = Lay(PON, Card.of("l"), "Volonté"), Lay(SEP, Card.of("e"), "École")


def execute(url: str, *statements: str) -> None:
    """Execute statements without the package."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
def next_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return a function after whose call this version has a format more, and which returns its number."""

    def upgrade() -> int:
        versions = tmp_path / "versions of tables"
        shutil.copytree(database_schema._VERSIONS, versions)
        number = FORMAT + 1
        (versions / "next.py").write_text(NEXT.format(number=number, before=FORMAT), encoding="utf-8")
        tables = MetaData()
        for table in METADATA.sorted_tables:
            table.to_metadata(tables)
        tables.tables["games"].append_column(Column("colour", String(8), nullable=False, server_default=""))
        monkeypatch.setattr(database_schema, "_VERSIONS", versions)
        monkeypatch.setattr(database_schema, "METADATA", tables)
        monkeypatch.setattr(database_schema, "FORMAT", number)
        return number

    return upgrade


def test_games_of_an_older_format_go_on(url: str, lexicon: Lexicon, next_format: Callable[[], int]) -> None:
    """An older database is refused, with what to do; converted when asked, its games go on with their tokens."""
    first = GameRegistry(GameStore(url), lexicon, KINDS)
    code, token = create_game(first, GameTerms())
    with first.open_game(code, BelettreTable) as game:
        game.enter(0, VOLONTE)
    first.store.close()
    number = next_format()

    with pytest.raises(
        OldFormatError, match=rf"format {FORMAT}.*format {number}; back it up.*« belettre serve --migrate »"
    ):
        GameStore(url)

    store = GameStore(url, migrate=True)
    games = GameRegistry(store, lexicon, KINDS)

    assert store.format_before == FORMAT

    with games.open_game(code, BelettreTable) as game:
        assert game.accepts_token(token)
        assert [laid.word for laid in game.partie.state.manche.pli.laid] == ["Volonté"]

        game.enter(1, ECOLE)

    again = GameStore(url)

    assert again.format_before == number
    assert len(again.load_lines(code)) == 2
    assert [game.code for game in again.load_latest(5)] == [code]

    store.close()
    again.close()


def test_format_3_gets_a_signing_key(url: str, lexicon: Lexicon) -> None:
    """A database of format 3 is converted: it has a key of its own, and the token of a game keeps its rights."""
    first = GameRegistry(GameStore(url), lexicon, KINDS)
    code, token = create_game(first, GameTerms())
    first.store.close()
    old = token[:RANDOM]  # tokens had no signature then
    execute(url, "ALTER TABLE belettre DROP COLUMN signing_key", "UPDATE belettre SET format = 3")

    with pytest.raises(OldFormatError, match="format 3"):
        GameStore(url)

    games = GameRegistry(GameStore(url, migrate=True), lexicon, KINDS)
    again = GameStore(url)

    assert games.store.format_before == 3
    assert games.store.signing_key == again.signing_key != first.store.signing_key
    assert len(again.signing_key) == 64
    with games.open_game(code, BelettreTable) as game:
        assert game.accepts_token(old)
        assert not games.keys.is_issued(old, code)
        assert games.keys.is_issued(games.keys.sign(code, old), code)

    games.store.close()
    again.close()


def test_both_ways_lead_to_the_same_tables(url: str, next_format: Callable[[], int]) -> None:
    """The tables of a converted database are those of a new one, as Alembic compares them, and their index is used."""
    GameStore(url).close()
    number = next_format()
    GameStore(url, migrate=True).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": REVISIONS.name})

        assert compare_metadata(context, database_schema.METADATA) == []
        assert context.get_current_revision() == str(number)
        assert connection.execute(text("SELECT format FROM belettre")).scalars().all() == [number]
        assert [index["name"] for index in inspect(connection).get_indexes("games")] == ["games_by_creation"]

    engine.dispose()


def test_servers_that_start_together_convert_once(url: str, next_format: Callable[[], int]) -> None:
    """Eight servers may be started with --migrate at the same moment: one converts, and the others wait for it."""
    GameStore(url).close()
    number = next_format()
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
    assert sorted(before) == [FORMAT, *[number] * 7]


def test_a_conversion_that_fails_changes_nothing(url: str, next_format: Callable[[], int]) -> None:
    """If a statement fails, the database is as it was, in the older format."""
    GameStore(url).close()
    execute(url, "ALTER TABLE games ADD COLUMN colour INTEGER")
    next_format()

    with pytest.raises(StoreError, match="colour"):
        GameStore(url, migrate=True)

    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT format FROM belettre")).scalars().all() == [FORMAT]
    engine.dispose()


def test_the_command_converts_and_says_so(
    url: str, next_format: Callable[[], int], capsys: pytest.CaptureFixture[str]
) -> None:
    """« serve --migrate-only » converts once, says from which format to which, and has nothing to do afterwards."""
    GameStore(url).close()
    number = next_format()

    for said in (f"converted from format {FORMAT} to format {number}", f"format {number}"):
        assert main(["serve", "--database", url, "--migrate-only", "--lang", "en"]) == 0
        assert said in capsys.readouterr().out


@pytest.mark.parametrize("statement", ["UPDATE belettre SET format = 2", "DELETE FROM belettre", "DROP TABLE belettre"])
def test_a_format_that_no_release_had_is_refused(url: str, statement: str) -> None:
    """A database from before format 3 is refused in a sentence of its own, with and without --migrate."""
    GameStore(url).close()
    execute(url, statement)

    for migrate in (False, True):
        with pytest.raises(StoreError, match="a format before 3, which no release had"):
            GameStore(url, migrate=migrate)


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

"""The tables of word families and readings: every format holds the rows of the lexicon, and no file is half written."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, get_args, get_origin

import pyarrow.parquet
import pytest

from belettre_lexicon import (
    ArgumentError,
    BelettreError,
    FamilyRow,
    Lexicon,
    LexiconError,
    ReadingRow,
    export_families,
    export_readings,
    family_rows,
    reading_rows,
)
from belettre_lexicon.cli.main import main
from belettre_lexicon.french.letters import ALPHABET
from belettre_lexicon.lexicon import tables
from belettre_lexicon.lexicon.kin.kinship import count_family_trees
from belettre_lexicon.lexicon.tables import FAMILIES, READINGS
from tests.exhaustive import EXHAUSTIVE
from tests.lexicon.toy_lexicon import opened, toy

ENDINGS = (".tsv", ".jsonl", ".parquet")


@pytest.fixture
def toy_lexicon() -> Lexicon:
    """A lexicon of eight readings in memory."""
    return Lexicon(opened(toy()))


def value_of(field: str, hint: Any) -> object:
    """Read a field of a TSV file, given the type of its column, as the page about the tables says."""
    if get_origin(hint) is list:
        item = int if get_args(hint) == (int,) else str
        return [item(part) for part in field.split("|")] if field else []
    if hint is bool:
        return {"true": True, "false": False}[field]
    if type(None) in get_args(hint):
        return field or None
    return hint(field) if hint in (int, float) else field


def rows_of(path: Path, columns: dict[str, Any]) -> list[dict[str, Any]]:
    """Read a file with the reader of its format that other programs have."""
    if path.suffix == ".parquet":
        return list(pyarrow.parquet.read_table(path).to_pylist())
    with path.open(encoding="utf-8", newline="\n") as stream:
        if path.suffix == ".jsonl":
            return [json.loads(line) for line in stream]
        read = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [{name: value_of(field, columns[name]) for name, field in row.items()} for row in read]


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_format_holds_the_same_rows(toy_lexicon: Lexicon, tmp_path: Path, ending: str) -> None:
    """What is read from a file is what the rows are: values, their types, the order of columns and rows."""
    families, readings = tmp_path / f"families{ending}", tmp_path / f"readings{ending}"

    assert export_families(toy_lexicon, families) == len(list(family_rows(toy_lexicon)))
    assert export_readings(toy_lexicon, readings) == toy_lexicon.store.reading_count

    assert rows_of(families, FAMILIES.columns) == list(family_rows(toy_lexicon))
    assert rows_of(readings, READINGS.columns) == list(reading_rows(toy_lexicon))


@pytest.fixture(scope="module")
def french_families(lexicon: Lexicon) -> list[FamilyRow]:
    """The families of the French lexicon, in an exhaustive run all of them; otherwise those with the first rows."""
    return list(islice(family_rows(lexicon), None if EXHAUSTIVE else 5_000))


@pytest.mark.sampled
@pytest.mark.parametrize("ending", ENDINGS)
def test_all_families_of_the_package_survive_the_journey(
    lexicon: Lexicon,
    french_families: list[FamilyRow],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
) -> None:
    """The families of the French lexicon are the same rows in every format."""
    monkeypatch.setattr(tables, "FAMILIES", FAMILIES._replace(rows=lambda lexicon: french_families))
    path = tmp_path / f"families{ending}"

    export_families(lexicon, path)

    assert rows_of(path, FAMILIES.columns) == french_families


@pytest.mark.exhaustive
def test_the_families_are_as_many_as_the_lexicon_says(lexicon: Lexicon, french_families: list[FamilyRow]) -> None:
    """Each tree has one root, and the words with bases are the links that the build counted."""
    roots = [(row["root"], row["root_pos"], row["root_homograph"]) for row in french_families if not row["bases"]]
    linked = {(row["word"], row["pos"], row["homograph"]) for row in french_families if row["bases"]}

    assert len(roots) == len(set(roots)) == count_family_trees(lexicon.family_index)
    assert len(linked) == int(lexicon.about["families.links"])


def test_the_rows_of_readings_reach_every_key(lexicon: Lexicon) -> None:
    """The keys that the rows walk over are all keys of the lexicon, sorted, and have all its readings."""
    store = lexicon.store
    keys = [key for initial in ALPHABET for key in store.keys(initial)]
    ids = [store.key_id(key) or 0 for key in keys]

    assert keys == sorted(set(keys))
    assert len(set(ids)) == store.key_count
    assert sum(store.first(key_id + 1) - store.first(key_id) for key_id in ids) == store.reading_count


@pytest.mark.parametrize("ending", ENDINGS)
def test_readings_of_the_package_survive_the_journey(
    lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """French readings, here those with two initials, are the same rows in every format as from the library."""
    monkeypatch.setattr(tables, "ALPHABET", "wy")
    path = tmp_path / f"readings{ending}"

    written = export_readings(lexicon, path)

    rows = rows_of(path, READINGS.columns)
    assert len(rows) == written > 1000
    assert rows == list(reading_rows(lexicon))
    for row in rows[::50]:
        own = [reading.as_dict() for reading in lexicon.readings(row["key"])]
        assert {name: value for name, value in row.items() if name != "key"} in own


def test_the_columns_are_those_of_the_rows(toy_lexicon: Lexicon) -> None:
    """The types of rows, the lists of columns and the rows have the same names in the same order, the key first."""
    assert list(FAMILIES.columns) == list(FamilyRow.__annotations__) == list(next(family_rows(toy_lexicon)))
    assert list(READINGS.columns) == list(next(reading_rows(toy_lexicon)))
    assert list(READINGS.columns) == ["key", *(name for name in ReadingRow.__annotations__ if name != "key")]


def test_a_compound_has_a_row_in_the_family_of_each_part(toy_lexicon: Lexicon) -> None:
    """« arc-en-ciel » is built on two lexemes here, and both families have it with the same link."""
    rows = [row for row in family_rows(toy_lexicon) if row["word"] == "arc-en-ciel"]

    assert sorted(row["root"] for row in rows) == ["cœur", "marche"]
    assert all(row["bases"] == ["marche", "cœur"] and row["relation"] == "compound" for row in rows)


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_lexicon_gives_the_same_bytes(toy_lexicon: Lexicon, tmp_path: Path, ending: str) -> None:
    """A file has no clock and no chance, ends its lines with \\n, and replaces an older export of the same table."""
    first, second = tmp_path / f"a{ending}", tmp_path / f"b{ending}"
    for path in (first, second, second):
        export_readings(toy_lexicon, path)

    assert first.read_bytes() == second.read_bytes()
    assert ending == ".parquet" or b"\r" not in first.read_bytes()
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_a_parquet_file_names_its_lexicon(toy_lexicon: Lexicon, tmp_path: Path) -> None:
    """The metadata of a Parquet file have the name of the table, and the edition and the hash of the lexicon."""
    export_families(toy_lexicon, tmp_path / "families.parquet")

    metadata = pyarrow.parquet.read_schema(tmp_path / "families.parquet").metadata
    assert metadata[b"belettre.table"] == b"families"
    assert metadata[b"belettre.hash"].decode() == toy_lexicon.hash
    assert metadata[b"belettre.edition"].decode() == toy_lexicon.edition


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("content", [b"mots\tde\tquelqu'un\n", b'{"root":"x"}\n', b"PAR1 and no more", b"[1]\n"])
def test_files_of_others_are_never_replaced(toy_lexicon: Lexicon, tmp_path: Path, ending: str, content: bytes) -> None:
    """A file that another program wrote stays as it is, whatever it resembles."""
    path = tmp_path / f"families{ending}"
    path.write_bytes(content)

    with pytest.raises(ArgumentError, match="was not written by this command"):
        export_families(toy_lexicon, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_table_never_replaces_the_other_table(toy_lexicon: Lexicon, tmp_path: Path, ending: str) -> None:
    """Readings are not written in place of families, although both are files of this program."""
    path = tmp_path / f"table{ending}"
    export_families(toy_lexicon, path)
    before = path.read_bytes()

    with pytest.raises(ArgumentError, match="was not written by this command"):
        export_readings(toy_lexicon, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_half_file_is_left(
    toy_lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """If the lexicon turns out to be damaged on the way, the older file is there unchanged and nothing beside it."""
    path = tmp_path / f"readings{ending}"
    export_readings(toy_lexicon, path)
    before = path.read_bytes()

    def damaged(lexicon: Lexicon) -> Iterator[ReadingRow]:
        yield from list(reading_rows(lexicon))[:3]
        raise LexiconError("part 'spells' is damaged")

    monkeypatch.setattr(tables, "READINGS", READINGS._replace(rows=damaged))
    with pytest.raises(LexiconError, match="spells"):
        export_readings(toy_lexicon, path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_text_that_tsv_cannot_hold_is_an_error(
    toy_lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lexicon of somebody else may have a tab in a text: no file is written that would be read wrongly."""

    def with_tab(lexicon: Lexicon) -> Iterator[ReadingRow]:
        for row in reading_rows(lexicon):
            row["gloss"] = "a\tb"
            yield row

    monkeypatch.setattr(tables, "READINGS", READINGS._replace(rows=with_tab))
    with pytest.raises(LexiconError, match="TSV cannot hold"):
        export_readings(toy_lexicon, tmp_path / "readings.tsv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("families.csv", "ends in .tsv, .jsonl or .parquet"),
        ("families", "ends in .tsv, .jsonl or .parquet"),
        (".tsv", "ends in .tsv, .jsonl or .parquet"),
        ("folder.tsv", "it is a directory"),
        ("link.tsv", "it is a symbolic link"),
        ("nowhere/families.tsv", "no file can be created in its folder"),
        ("a\0b.tsv", "cannot be written"),
        ("f" * 300 + ".tsv", "cannot be written"),
    ],
)
def test_unusable_paths_are_errors_that_say_why(
    toy_lexicon: Lexicon, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    """A path that cannot be written is refused in one line, by the function and by the command, before any work."""
    (tmp_path / "folder.tsv").mkdir()
    (tmp_path / "link.tsv").symlink_to(tmp_path / "folder.tsv")
    path = f"{tmp_path}/{name}"

    with pytest.raises(ArgumentError, match=why.replace(".", r"\.")):
        export_families(toy_lexicon, path)
    assert main(["lexicon", "export", "--readings", path]) == 2

    message = capsys.readouterr().err
    assert why in message
    assert message.count("\n") == 1


def test_parquet_without_pyarrow_says_what_to_install(
    toy_lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where pyarrow is missing, the error is the pip command; the other formats work."""
    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)

    with pytest.raises(BelettreError, match=r"pip install 'belettre-lexicon\[parquet\]'"):
        export_families(toy_lexicon, tmp_path / "families.parquet")
    assert export_families(toy_lexicon, tmp_path / "families.tsv") == 6


def test_progress_counts_families_and_readings(
    toy_lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The numbers grow to what there is to count: families for one table, readings for the other."""
    monkeypatch.setattr(tables, "_PER_CALL", 1)
    families: list[int] = []
    readings: list[int] = []

    export_families(toy_lexicon, tmp_path / "families.tsv", progress=families.append)
    export_readings(toy_lexicon, tmp_path / "readings.tsv", progress=readings.append)

    assert families == list(range(1, count_family_trees(toy_lexicon.family_index) + 1))
    assert readings == list(range(1, toy_lexicon.store.reading_count + 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["export"], "expected --families FILE, --readings FILE or both"),
        (["export", "--families", "a.tsv", "--readings", "./a.tsv"], "name the same file"),
        (["info", "--families", "a.tsv"], "belong to lexicon export"),
        (["verify", "--readings", "a.tsv"], "belong to lexicon export"),
        (["export", "--families", "a.tsv", "--readings", "b.ods"], "'b.ods': expected a name that ends in"),
    ],
)
def test_unusable_arguments_of_the_command(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    """The command says what is wrong with its options, and writes nothing: not even the one file that it could."""
    monkeypatch.chdir(tmp_path)

    assert main(["lexicon", *arguments]) == 2

    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_both_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both tables of the lexicon that is named are written, and a line for each says how many rows it has."""
    (tmp_path / "toy.lexicon").write_bytes(toy())
    families, readings = tmp_path / "families.jsonl", tmp_path / "readings.TSV"

    arguments = ["--families", str(families), "--readings", str(readings), "--lexicon", str(tmp_path / "toy.lexicon")]
    assert main(["lexicon", "export", *arguments, "--lang", "en"]) == 0

    assert capsys.readouterr().out == f"{families}: 6 rows\n{readings}: 8 rows\n"
    assert len(rows_of(families, FAMILIES.columns)) == 6
    assert len(rows_of(readings, READINGS.columns)) == 8


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program could catch")
def test_a_command_that_is_ended_leaves_nothing(tmp_path: Path) -> None:
    """SIGTERM in the middle of the work ends the command with status 143, and removes what it has written."""
    path = tmp_path / "readings.jsonl"
    arguments = ["lexicon", "export", "--readings", str(path)]
    command = subprocess.Popen([sys.executable, "-m", "belettre_lexicon", *arguments], stderr=subprocess.PIPE)
    for _ in range(3000):
        if any(one.stat().st_size for one in tmp_path.iterdir()):
            break
        time.sleep(0.02)

    assert [one.suffix for one in tmp_path.iterdir()] == [".tmp"]
    command.terminate()
    _, error = command.communicate(timeout=60)

    assert command.returncode == 143
    assert b"Traceback" not in error
    assert list(tmp_path.iterdir()) == []


def test_pyarrow_is_loaded_for_parquet_alone(tmp_path: Path) -> None:
    """A program that uses the public names and writes the other formats never imports pyarrow."""
    (tmp_path / "toy.lexicon").write_bytes(toy())
    code = (
        "import sys; from belettre_lexicon import Lexicon, export_families, export_readings\n"
        "lexicon = Lexicon.open('toy.lexicon')\n"
        "export_families(lexicon, 'families.tsv'); export_readings(lexicon, 'readings.jsonl')\n"
        "print('pyarrow' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout == "False\n"

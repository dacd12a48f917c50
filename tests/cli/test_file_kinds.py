"""Every command that reads a file and gets one of another kind says what the file is and which command reads it."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from belettre_lexicon import Judge, Lexicon, Partie
from belettre_lexicon.base.files import describe, kind_of
from belettre_lexicon.belote import Partie as BelotePartie
from belettre_lexicon.cli.belote.main import main as belote
from belettre_lexicon.cli.main import main
from belettre_lexicon.engine import Journal, Lay, Seat, format_record
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belote.marque.entries import DealEntry, WriteDeal
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal
from belettre_lexicon.games.belote.records import Journal as BeloteJournal
from belettre_lexicon.games.belote.records import format_record as format_belote_record
from belettre_lexicon.games.belote.records import record_of as belote_record_of
from belettre_lexicon.games.belote.seats import Team
from tests.import_graph import PACKAGE

JUDGE = Judge(Lexicon.open())


def journal_lines() -> list[str]:
    """Return the lines of a journal with one entry."""
    journal = Journal(Partie.watched(JUDGE))
    with journal.entering(Lay(Seat.PONANTAIS, Card.of("l"), "volonté")) as line:
        return [journal.header, line]


def record_text() -> str:
    """Return the record of the same game."""
    return format_record(Journal.resume(journal_lines(), lambda record: JUDGE).record())


def sheet_text() -> str:
    """Return a score sheet of Belote with one deal."""
    journal = MarqueJournal(Marque.new())
    with journal.entering(WriteDeal(DealEntry(Team.NS, 92))) as line:
        return "\n".join([journal.header, line, ""])


#: The contents of a file of each kind.
FILES: dict[str, bytes] = {
    "record": record_text().encode(),
    "journal": "\n".join([*journal_lines(), ""]).encode(),
    "shorthand": "# one pli\n\nPON l Volonté · SEP e École\n".encode(),
    "belote_record": format_belote_record(belote_record_of(BelotePartie.new(seed=7))).encode(),
    "belote_journal": f"{BeloteJournal(BelotePartie.new(seed=7), {}).header}\n".encode(),
    "score_sheet": sheet_text().encode(),
    "lexicon": (PACKAGE / "data" / "fr.lexicon").read_bytes()[:5000],
    "deck": b"# ours\nae 30 1 9 1\n",
    "house_list": b"+ chocolatine\n",
    "journal_end": b"belettre journal end         4 0123456789abcdef 0123456789abcdef 12345678\n",
}
#: The commands that read a file, with the kinds that each reads.
COMMANDS: dict[tuple[str, ...], set[str]] = {
    ("replay",): {"record", "journal", "shorthand"},
    ("table", "--save"): {"journal"},
    ("play", "--save"): {"journal"},
    ("check", "arbre", "--house-list"): {"house_list"},
    ("table", "--house-list"): {"house_list"},
    ("play", "--deck"): {"deck"},
    ("family", "--pairs"): set(),
}
#: What every command says of files of Belote.
BELOTE_FILES = {
    "belote_record": "the record of a game of Belote",
    "belote_journal": "game of Belote",
    "score_sheet": "a score sheet of Belote",
}
#: The same for the command ``belote``.
BELOTE_COMMANDS: dict[tuple[str, ...], set[str]] = {
    ("replay",): {"belote_record", "belote_journal", "score_sheet", "shorthand"},
    ("play", "--save"): {"belote_journal"},
    ("score", "--save"): {"score_sheet"},
}


@pytest.mark.parametrize("kind", FILES)
def test_the_kind_of_a_file_is_seen_at_its_beginning(kind: str) -> None:
    """The first bytes tell the kind, with a byte order mark as well."""
    assert kind_of(FILES[kind]) == kind
    assert kind == "lexicon" or kind_of(b"\xef\xbb\xbf" + FILES[kind]) == kind


@pytest.mark.parametrize("head", [b"", b"\n\n", b"notes\n", b"\xff\xfe", b"{}", b"# a comment\n", b"\x00" * 99, b"[1]"])
def test_other_files_are_none_of_ours(head: bytes) -> None:
    """Anything else, comments alone included, has no kind."""
    assert kind_of(head) is None


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", FILES)
def test_a_command_that_gets_another_kind_of_file_says_what_it_is(
    command: tuple[str, ...],
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The status is 2, one line names the file and its kind, and the file is unchanged."""
    if kind in COMMANDS[command]:
        return
    path = tmp_path / "file"
    path.write_bytes(FILES[kind])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))

    assert main([*command, str(path), "--lang", "en"]) == 2

    told = capsys.readouterr().err
    found = kind_of(FILES[kind])

    assert found is not None
    assert f"{path} is" in told
    assert describe(found) in told
    assert told.count("\n") == 1
    assert path.read_bytes() == FILES[kind]


@pytest.mark.parametrize("command", BELOTE_COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", FILES)
def test_a_command_of_belote_that_gets_another_kind_of_file_refuses_it(
    command: tuple[str, ...],
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The status is 2, one line names the file, and says what it is if it is one of Belote; the file is unchanged."""
    if kind in BELOTE_COMMANDS[command]:
        return
    path = tmp_path / "file"
    path.write_bytes(FILES[kind])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))

    assert belote([*command, str(path), "--lang", "en"]) == 2

    told = capsys.readouterr().err

    assert f"{path} is" in told
    assert kind not in BELOTE_FILES or BELOTE_FILES[kind] in told
    assert told.count("\n") == 1
    assert path.read_bytes() == FILES[kind]

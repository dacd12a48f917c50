"""The note beside a saved game: a journal that lost its end is told when it is resumed, and no kill says so falsely."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.cli.belettre.savegame import resume_game
from belettre_lexicon.cli.kit.journal_end import compare_end
from belettre_lexicon.cli.kit.save_file import OpenedJournal, SavegameError, open_saved
from belettre_lexicon.cli.main import main
from belettre_lexicon.engine import Journal, Lay, Partie, Seat
from belettre_lexicon.french.cards import Card
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue

LEXICON = Lexicon.open()
JUDGE = Judge(LEXICON)
MOVES = (
    Lay(Seat.PONANTAIS, Card.of("l"), "volonté"),
    Lay(Seat.SEPTENTRIONAL, Card.of("e"), "école"),
    Lay(Seat.LEVANTIN, Card.of("c"), "raclette"),
)
#: The system calls that change what is on the disk.
CALLS = ("write", "ftruncate", "fsync", "open", "replace", "rename", "unlink")


def opened(path: Path, **options: Any) -> OpenedJournal[Journal]:
    """Open the game that a file keeps, or begin a new one."""
    return open_saved(
        Journal(Partie.watched(JUDGE)),
        path,
        lambda lines: resume_game(lines, LEXICON, path, hands_known=False),
        done=lambda journal: False,
        **{"new": False, **options},
    )


def enter(game: OpenedJournal[Journal]) -> None:
    """Enter the moves of a new game and save them."""
    for move in MOVES:
        with game.journal.entering(move) as line:
            game.keep(line)


def saved(path: Path) -> list[bytes]:
    """Save a game of four lines, and return its lines."""
    game = opened(path)
    enter(game)
    game.close()
    return path.read_bytes().splitlines(keepends=True)


def note(path: Path) -> Path:
    """The note beside a file."""
    return path.with_name(f"{path.name}.end")


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_a_shorter_journal_is_told_and_resumed_on_request(kept: int, tmp_path: Path) -> None:
    """A journal cut at the end of a line is refused with the number of lost lines; accept_loss resumes it for good."""
    path = tmp_path / "game"
    lines = saved(path)
    path.write_bytes(b"".join(lines[:kept]))

    with pytest.raises(SavegameError) as caught:
        opened(path)

    assert caught.value.key == "shorter"
    assert (caught.value.line, caught.value.why) == (kept, str(4 - kept))
    assert path.read_bytes() == b"".join(lines[:kept])

    game = opened(path, accept_loss=True)

    assert game.journal.number == kept - 1
    assert game.end is not None
    assert (game.end.state, game.end.noted, game.end.found) == ("shorter", 4, kept)

    game.close()
    again = opened(path)

    assert again.end is not None
    assert again.end.state == "sound"

    again.close()


def test_a_journal_that_lost_everything_is_told(tmp_path: Path) -> None:
    """A new game begins in the empty file, and the number of lost lines is said."""
    path = tmp_path / "game"
    saved(path)
    path.write_bytes(b"")

    game = opened(path)

    assert not game.resumed
    assert game.end is not None
    assert game.end.shorter

    game.close()


@pytest.mark.parametrize(
    ("raw", "state"),
    [
        (None, "missing"),
        (b"", "missing"),
        (b"belettre journal end         4 0123456789abcdef", "unreadable"),
        (b"belettre journal end         x 0123456789abcdef 0123456789abcdef\n", "unreadable"),
        (b"notes\n", "unreadable"),
        (b"\xff" * 300, "unreadable"),
        (b"belettre journal end         2 0123456789abcdef 0123456789abcdef CRC\n", "other_game"),
        (b"belettre journal end        99 0123456789abcdef 0123456789abcdef CRC\n", "other_game"),
        (b"belettre journal end         2 0123456789abcdef FIRST CRC\n", "other_lines"),
        (b"belettre journal end         0 0123456789abcdef FIRST CRC\n", "other_lines"),
    ],
)
def test_a_note_that_does_not_fit_is_said_and_never_refuses_a_good_game(
    raw: bytes | None, state: str, tmp_path: Path
) -> None:
    """The game is resumed with a sentence about the note, in both languages; the next session finds a good note."""
    path = tmp_path / "game"
    first = saved(path)[0].decode()[10:26]
    note(path).unlink()
    if raw is not None:
        text = raw.replace(b"FIRST", first.encode())
        note(path).write_bytes(text.replace(b"CRC", b"%08x" % zlib.crc32(text.partition(b"CRC")[0])))

    game = opened(path)

    assert game.journal.number == 3
    assert game.end is not None
    assert game.end.state == state
    for language in LANGUAGES:
        assert game.end.text(Catalogue.load(language))

    game.close()

    assert compare_end(path, path.read_text(encoding="utf-8").splitlines()).state == "sound"


def test_a_note_that_cannot_be_written_hinders_nothing(tmp_path: Path) -> None:
    """With a folder in the place of the note, the game is saved and resumed all the same."""
    path = tmp_path / "game"
    note(path).mkdir()

    assert len(saved(path)) == 4

    game = opened(path)

    assert game.journal.number == 3
    assert game.end is not None
    assert game.end.state == "missing"

    game.close()


def test_an_old_game_set_aside_keeps_its_note(tmp_path: Path) -> None:
    """--new copies the game and moves its note beside the copy."""
    path = tmp_path / "game.jsonl"
    lines = saved(path)
    game = opened(path, new=True)
    game.close()

    assert game.aside is not None
    assert compare_end(game.aside, b"".join(lines).decode().splitlines()).state == "sound"
    assert compare_end(path, [game.journal.header]).state == "sound"


def killed_at(count: int, work: Callable[[], None], *, half: bool) -> bool:
    """Do *work* in a process that dies before its system call number *count*; return whether it died.

    half  whether a write is cut: half of its bytes are written first
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    calls = 0
    real = {name: getattr(os, name) for name in CALLS}

    def dying(name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == count:
                if half and name == "write":
                    real["write"](arguments[0], arguments[1][: len(arguments[1]) // 2])
                os._exit(9)
            return real[name](*arguments, **options)

        return call

    for name in CALLS:
        setattr(os, name, dying(name))
    try:
        work()
    finally:
        os._exit(0)
    raise AssertionError


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("begun", [0, 1, 2])
def test_a_kill_at_any_write_leaves_a_game_that_resumes_without_a_false_word(
    half: bool, begun: int, tmp_path: Path
) -> None:
    """Killed before each system call, or in the middle of a write, a session resumes with what it had acknowledged.

    *begun* is the number of entries that an earlier session made.
    """
    deaths = 0
    for count in range(1, 100):
        path, acknowledged = tmp_path / f"{count}.jsonl", tmp_path / f"{count}.said"
        acknowledged.write_bytes(b"." * begun)
        if begun:
            lines = saved(path)
            path.write_bytes(b"".join(lines[: begun + 1]))
            opened(path, accept_loss=True).close()

        def session(path: Path = path, acknowledged: Path = acknowledged) -> None:
            said = acknowledged.open("ab", buffering=0)
            game = opened(path)
            for move in MOVES[begun:]:
                with game.journal.entering(move) as line:
                    game.keep(line)
                said.write(b".")
            game.close()

        died = killed_at(count, session, half=half)
        deaths += died
        said = acknowledged.stat().st_size if acknowledged.exists() else 0
        game = opened(path)

        assert said <= game.journal.number <= said + 1
        # Half a note is unreadable, which is true; no other word is said.
        assert game.end is None or game.end.state in (("sound", "unreadable") if half else ("sound",)), count

        game.close()
        if not died:
            break

    assert deaths > 3


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
def test_a_kill_while_a_game_is_set_aside_loses_nothing(tmp_path: Path) -> None:
    """Killed at any point of --new, the old game is in the file or beside it, and nothing false is said."""
    for count in range(1, 100):
        folder = tmp_path / str(count)
        folder.mkdir()
        path = folder / "game.jsonl"
        old = b"".join(saved(path))

        died = killed_at(count, lambda path=path: opened(path, new=True).close(), half=False)  # type: ignore[misc]
        games = [file.read_bytes() for file in folder.glob("game*.jsonl")]

        assert old in games, count

        game = opened(path)

        assert game.end is None or game.end.state in ("sound", "missing"), count

        game.close()
        if not died:
            break
    else:
        raise AssertionError


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_says_that_the_end_of_a_journal_is_missing(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status is 1, and the sentence names the note and the numbers of lines; a whole journal has status 0."""
    path = tmp_path / "game"
    lines = saved(path)

    assert main(["replay", str(path), "--lang", language]) == 0

    path.write_bytes(b"".join(lines[:2]))
    capsys.readouterr()

    assert main(["replay", str(path), "--lang", language]) == 1

    told = capsys.readouterr().out.splitlines()[-1]

    assert str(note(path)) in told
    assert "4" in told
    assert "2" in told
    assert main(["replay", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["end_missing"] is True

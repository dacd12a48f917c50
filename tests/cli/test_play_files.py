"""The game of ``belettre play`` is kept line by line: it survives kills and full disks, and touches no other file.

The person types every card of the first hand with every verb, again and again: what is legal at the time is done.
"""

from __future__ import annotations

import errno
import io
import os
import pty
import random
import re
import select
import signal
import stat
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.cli.belettre import play, table
from belettre_lexicon.cli.commands import PlayOptions, TableOptions
from belettre_lexicon.cli.kit import save_file
from belettre_lexicon.cli.kit.save_file import SaveFile
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.games.belettre.events import Discarded, Passed, Swapped
from belettre_lexicon.games.belettre.records.json_lines import Journal, parse_record, partie_of
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.games.belettre.view import seen_by
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.game import event_text
from tests.exhaustive import EXHAUSTIVE

FR = Catalogue.load("fr")
#: Lines that play a whole manche, whatever the cards of the first hand of seed 7.
LINES = [f"{verb} {card}" for card in "FJdiru?" for verb in ("passe", "défausse", "échange", "ramasse")]
#: A line that tells what a player did, which is an acknowledgement that it is kept.
TOLD = re.compile(r"Le \w+ (pose|dit|ramasse|reprend|annonce)|Vous (posez|dites|ramassez|reprenez|annoncez)")
PON = Seat.PONANTAIS
#: How often the game of a test is killed. 150 kills were made of 15 games when the test was written.
KILLS = int(os.environ.get("BELETTRE_KILLS", "6"))
#: What other programs may have written, with and without line ends.
FOREIGN = [b"notes", b"notes\n", b"\n", b'{"check', b"{}", b"\x00" * 100, "été\r\nhiver".encode(), b"x" * 5000]


def run(monkeypatch: pytest.MonkeyPatch, typed: list[str], *, keyboard: bool = False, **values: object) -> int:
    """Play a short game on the lines *typed* and return the exit status; with *keyboard*, as at a terminal."""
    options = PlayOptions()
    vars(options).update({"seed": 7, "manches": 1, "level": "random", **values})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(typed).encode())))
    monkeypatch.setattr(save_file, "at_keyboard", lambda: keyboard)
    return play.run(options)


def load_game(path: Path, judge: Judge) -> Journal:
    """Return the game that a file keeps; a last line without end does not count."""
    return Journal.resume(path.read_text(encoding="utf-8").split("\n")[:-1], lambda record: judge)


@pytest.mark.exhaustive
def test_each_entry_is_on_the_disk_before_it_is_answered(judge: Judge, tmp_path: Path) -> None:
    """kill -9 at any moment loses at most the line that is being typed, and the next session plays on."""
    rng = random.Random(5)
    lost: list[str] = []
    games = kills = 0
    while kills < KILLS:
        data = tmp_path / str(games)
        path = data / "belettre" / "practice" / "partie.jsonl"
        games += 1
        for _ in range(40):
            killed, shown = play_until(data, rng.uniform(0.2, 2.5) if kills < KILLS else 60)
            kills += killed
            kept = [] if not path.exists() or not path.stat().st_size else load_game(path, judge).partie.log
            texts = {line for event in kept for line in event_text(seen_by(event, PON), FR, PON).splitlines()}
            lost += [line for line in shown.splitlines() if TOLD.match(line) and line not in texts]
            if not killed:
                assert "Traceback" not in shown
                break
            if kills == KILLS:
                break

    assert lost == []


def play_until(data: Path, seconds: float) -> tuple[bool, str]:
    """Play in a terminal of its own and kill the game after a time; return whether it was killed, and its output."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "belettre_lexicon", "play", "--seed", "7", "--manches", "1", "--level", "random"]
    process = subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env={**os.environ, "XDG_DATA_HOME": str(data), "TERM": "dumb", "COLUMNS": "1000"},
    )
    os.close(slave)
    shown, asked, end, number = b"", 0, time.monotonic() + seconds, 0
    while time.monotonic() < end:
        if select.select([master], [], [], 0.01)[0]:
            try:
                shown += os.read(master, 1 << 16)
            except OSError:  # the terminal is gone with the process
                break
        if shown.count(b"\n> ") > asked:
            asked = shown.count(b"\n> ")
            os.write(master, LINES[number % len(LINES)].encode() + b"\n")
            number += 1
    killed = process.poll() is None and time.monotonic() >= end
    if killed:
        process.send_signal(signal.SIGKILL)
    while select.select([master], [], [], 0.2)[0]:  # what was answered before the kill
        try:
            shown += os.read(master, 1 << 16)
        except OSError:
            break
    process.wait(timeout=60)
    os.close(master)
    return killed, shown.decode("utf-8", "replace").replace("\r", "")


def test_a_game_in_pieces_is_the_game_in_one(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play on as they would have done without the interruption."""
    whole, pieces = tmp_path / "whole", tmp_path / "pieces"
    typed = LINES * 10
    run(monkeypatch, typed, save=str(whole))

    while not pieces.exists() or not load_game(pieces, judge).partie.over:
        run(monkeypatch, typed[:5], save=str(pieces))
        typed = typed[5:]

    assert pieces.read_bytes() == whole.read_bytes()


def test_undo_is_a_line_too(judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was undone stays undone in the next session, where older decisions can be undone still."""
    path = tmp_path / "game"
    run(monkeypatch, ["F facile", "annuler", "F fatal"], save=str(path))
    assert load_game(path, judge).partie.state.words[0] == "fatal"

    run(monkeypatch, ["annuler", "F facile"], save=str(path))

    assert load_game(path, judge).partie.state.words[0] == "facile"


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["write", "fsync", "ftruncate"])
def test_a_full_disk_destroys_nothing(
    name: str, judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whichever call fails, the file keeps what was answered; the error names it, and the game can go on later.

    Every call fails once in an exhaustive run, otherwise the first, the last and some between them.
    """
    whole = tmp_path / "whole"
    run(monkeypatch, LINES * 2, save=str(whole))
    capsys.readouterr()
    lines = whole.read_bytes().splitlines()
    real = getattr(os, name)
    numbers = range(len(lines) + 1) if EXHAUSTIVE else (0, 1, 2, 6, 11, len(lines) - 1, len(lines))
    for number in numbers:
        path = tmp_path / f"{name}-{number}"
        end = tmp_path / f"{name}-{number}.end"
        calls = iter(range(1_000_000))

        def full(
            file: int, *arguments: object, failing: int = number, calls: object = calls, end: Path = end
        ) -> object:
            if end.exists() and os.path.samestat(os.fstat(file), end.stat()):
                return real(file, *arguments)  # the note beside the game may fail as well: test_journal_end
            if next(calls) == failing:  # type: ignore[call-overload]  # an iterator
                if name == "write":
                    real(file, bytes(arguments[0])[:7])  # type: ignore[call-overload]  # a part is written
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(file, *arguments)

        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            try:
                run(monkeypatch, LINES * 2, save=str(path))
                told = capsys.readouterr().out
            except UnusableInputError as error:
                told = str(error)

        folder = name == "fsync"  # the first call is for the folder of the file, and may fail
        fails = folder <= number < len(lines) + folder
        assert (f"{path} : il n'y a plus de place" in told or f"{path} : la partie" in told) is fails, number
        kept = path.read_bytes()
        assert not kept or kept.endswith(b"\n")
        if kept:
            assert load_game(path, judge).partie.setup.seed == 7
        run(monkeypatch, LINES * 10, save=str(path))
        assert load_game(path, judge).partie.over
        capsys.readouterr()


class Killed(BaseException):
    """Stands for a kill at a certain call of the system."""


@pytest.mark.parametrize("name", ["open", "write", "fsync", "ftruncate", "replace"])
def test_a_kill_while_a_new_game_begins_loses_no_old_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--new first copies the old game; wherever it is interrupted, the old game is whole in one file or the other."""
    game = tmp_path / "game"
    run(monkeypatch, ["F facile"], save=str(game))
    old = game.read_bytes()
    real = getattr(os, name)
    for number in range(6):
        path = tmp_path / f"{name}-{number}" / "game"
        path.parent.mkdir()
        path.write_bytes(old)
        calls = iter(range(1_000_000))

        def killing(*arguments: object, at: int = number, calls: object = calls, **options: object) -> object:
            if next(calls) == at:  # type: ignore[call-overload]  # an iterator
                raise Killed
            return real(*arguments, **options)

        with monkeypatch.context() as patch, suppress(Killed):
            patch.setattr(os, name, killing)
            run(monkeypatch, ["F fatal"], save=str(path), new=True)

        assert old in [other.read_bytes() for other in path.parent.iterdir()]


@pytest.mark.parametrize("raw", FOREIGN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_another_program_stays(
    raw: bytes, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither play nor table writes to a file that is no game, and the error names it."""
    path = tmp_path / "notes"
    path.write_bytes(raw)

    with pytest.raises(UnusableInputError, match=f"^{path}, .* 1"):
        run(monkeypatch, ["F facile"], save=str(path), lang=language)
    options = TableOptions()
    vars(options).update({"save": str(path), "lang": language})
    with pytest.raises(UnusableInputError, match=f"^{path}, .* 1"):
        table.run(options)

    assert path.read_bytes() == raw
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_plain_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links, pipes, devices and folders are refused before the game begins."""
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    target.touch()
    link.symlink_to(target)
    os.mkfifo(pipe)

    for path in (link, pipe, tmp_path, Path("/dev/null"), target / "game"):
        with pytest.raises(UnusableInputError, match=str(path)):
            run(monkeypatch, ["F facile"], save=str(path))

    assert target.read_bytes() == b""


def test_table_and_play_refuse_each_other_s_games(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game against bots is not refereed, one with real cards not played; the error says which command reads it."""
    against_bots, refereed = tmp_path / "against_bots", tmp_path / "refereed"
    run(monkeypatch, ["F facile"], save=str(against_bots))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("l volonté".encode())))
    options = TableOptions()
    options.save = str(refereed)
    table.run(options)
    before = against_bots.read_bytes(), refereed.read_bytes()

    options.save = str(against_bots)
    with pytest.raises(UnusableInputError, match="belettre play"):
        table.run(options)
    with pytest.raises(UnusableInputError, match="belettre table"):
        run(monkeypatch, ["F facile"], save=str(refereed))

    assert (against_bots.read_bytes(), refereed.read_bytes()) == before


def test_the_current_game_goes_on_until_it_is_over(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At a keyboard the game lies in the user's folder, for them alone; a finished one makes room for the next."""
    folder = tmp_path / "belettre"
    path = folder / "practice" / "partie.jsonl"
    monkeypatch.setattr(save_file, "data_folder", lambda: folder)

    def at_keyboard(typed: list[str], **values: object) -> str:
        assert run(monkeypatch, typed, keyboard=True, **values) == 0
        return capsys.readouterr().out

    assert f"La partie est gardée dans {path}" in at_keyboard(["F facile"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    out = at_keyboard([], seed=None, manches=None, level="strong")
    assert f"Reprise de la partie : manche 1, pli 2 ({path})." in out
    assert "Graine 7" in out
    assert "ses propres cartes" not in out
    for other in ({"seed": 8}, {"seat": "LEV"}, {"level": "strong"}, {"manches": 2}):
        assert "ses propres cartes" in at_keyboard([], **other)
    assert load_game(path, judge).players[Seat.PONANTAIS] == "joueur"

    assert "La partie finie est gardée" in at_keyboard(LINES * 10)
    out = at_keyboard(["F facile"], seed=9)

    (aside,) = [other for other in path.parent.glob("*.jsonl") if other != path]
    assert f"La partie d'avant est gardée dans {aside}." in out
    assert load_game(aside, judge).partie.over
    assert load_game(path, judge).partie.setup.seed == 9


def test_a_resumed_game_shows_no_hidden_card(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """P7: the file contains all hands, but a session tells no more of them when it resumes the game."""
    path = tmp_path / "game"
    hidden = 0
    for _ in range(12):
        run(monkeypatch, LINES[:20], save=str(path))
        out = capsys.readouterr().out
        for event in load_game(path, judge).partie.log:
            if isinstance(event, Passed | Discarded | Swapped) and event.seat is not Seat.PONANTAIS:
                hidden += 1
                assert event_text(event, FR).splitlines()[0] not in out

    assert hidden


def test_without_a_folder_the_game_is_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without platformdirs a game at a keyboard is not kept, which is said."""
    monkeypatch.setitem(sys.modules, "platformdirs", None)

    assert save_file.data_folder() is None
    assert run(monkeypatch, ["F facile"], keyboard=True) == 0
    assert "Cette partie n'est pas gardée" in capsys.readouterr().out


def test_a_second_session_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sessions do not play the same game at a time."""
    path = tmp_path / "game"
    first = SaveFile(path)

    with pytest.raises(UnusableInputError, match="une autre séance"):
        run(monkeypatch, ["F facile"], save=str(path))

    first.close()
    assert run(monkeypatch, ["F facile"], save=str(path)) == 0


def test_the_record_is_written_on_request(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """« sauve FILE » writes the record to a new file, with its players; a file that exists is refused."""
    path, notes = tmp_path / "partie 1.jsonl", tmp_path / "notes"
    notes.write_bytes(b"notes")

    run(monkeypatch, ["F facile", f"sauve {path}", f"save {notes}", "sauve", "sauve \x00"])
    out = capsys.readouterr().out

    record = parse_record(path.read_text(encoding="utf-8"))
    assert partie_of(record, judge).state.words[0] == "facile"
    assert record.players[Seat.SEPTENTRIONAL] == "machine (random)"
    assert f"Partie écrite dans {path}." in out
    assert f"{notes} existe déjà" in out
    assert "Dans quel fichier ?" in out
    assert "n'a pas pu être écrit" in out
    assert notes.read_bytes() == b"notes"
    assert sorted(tmp_path.iterdir()) == sorted([path, notes])

"""The game of ``belote play`` is kept line by line: it survives kills and full disks, and touches no other file."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.cli.belote import play
from belettre_lexicon.cli.belote.commands import BelotePlayCommand
from belettre_lexicon.cli.kit import save_file
from belettre_lexicon.cli.kit.parser import command_parser, parse
from belettre_lexicon.cli.kit.save_file import SaveFile
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.games.belettre.partie import Partie as BelettrePartie
from belettre_lexicon.games.belettre.records.json_lines import Journal as BelettreJournal
from belettre_lexicon.games.belote.events import Laid
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal
from belettre_lexicon.games.belote.records import Journal
from belettre_lexicon.games.belote.seats import Seat
from tests.belote.play_scripts import DEAL

#: How often the game of the test of kills is killed.
KILLS = int(os.environ.get("BELETTRE_KILLS", "3"))
COMMAND = [
    sys.executable,
    "-c",
    "import sys\nfrom belettre_lexicon.cli.belote.main import main\nsys.exit(main(sys.argv[1:]))",
    "play",
    "--seed=7",
    "--level=easy",
    "--deals=1",
]


def run(monkeypatch: pytest.MonkeyPatch, typed: list[str], *arguments: str, keyboard: bool = False) -> int:
    """Play a short game on the lines *typed* and return the exit status; with *keyboard*, as at a terminal."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(typed).encode())))
    monkeypatch.setattr(save_file, "at_keyboard", lambda: keyboard)
    typed_arguments = ["--seed", "7", "--level", "easy", "--deals", "1", *arguments]
    return play.run(parse(BelotePlayCommand(), command_parser(BelotePlayCommand, "belote"), typed_arguments))


def load(path: Path) -> Journal:
    """The game of a file."""
    return Journal.resume(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"))


def whole_game(monkeypatch: pytest.MonkeyPatch, path: Path) -> Journal:
    """A game that is played without interruption."""
    assert run(monkeypatch, DEAL, "--save", str(path)) == 0
    journal = load(path)
    assert journal.partie.over
    return journal


def test_a_game_goes_on_wherever_it_was_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Left after any line and gone on with, the game is the same as without the interruption."""
    whole = whole_game(monkeypatch, tmp_path / "whole.jsonl")
    for stop in range(1, 60, 7):
        path = tmp_path / f"{stop}.jsonl"
        run(monkeypatch, DEAL[:stop], "--save", str(path))
        capsys.readouterr()
        run(monkeypatch, DEAL[stop:], "--save", str(path))

        assert "Reprise de la partie : donne 1, pli " in capsys.readouterr().out
        assert load(path).partie == whole.partie


def test_every_action_is_on_the_disk_before_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """When an event is printed, the file contains its action."""
    path = tmp_path / "partie.jsonl"
    told: list[str] = []

    def write(text: str) -> int:
        if text.startswith("Vous jouez"):
            told.append(text.split()[2].strip(".:"))
            assert all(f'"card":"{card}"' in path.read_text(encoding="utf-8") for card in told)
        return len(text)

    monkeypatch.setattr(sys.stdout, "write", write)
    whole_game(monkeypatch, path)

    assert len(told) == 8


def test_a_killed_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed at any moment, the game has every action that was told, and goes on with it to the same end."""
    path = tmp_path / "partie.jsonl"
    for number in range(KILLS):
        process = subprocess.Popen(
            [*COMMAND, "--save", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        assert process.stdin is not None
        assert process.stdout is not None
        told = []
        process.stdin.write("\n".join(DEAL[: 35 + 40 * number]) + "\n")
        process.stdin.close()
        for line in process.stdout:
            if line.startswith("Vous jouez"):
                told.append(line.split()[2].strip(".:"))
            if len(told) > number:
                break
        time.sleep(0.002 * number)
        process.kill()
        process.wait()
        process.stdout.close()

        laid = {event.card.text for event in load(path).partie.log if isinstance(event, Laid)}
        assert told
        assert set(told) <= laid
    run(monkeypatch, DEAL, "--save", str(path))

    assert load(path).partie.over


def test_at_a_keyboard_the_game_is_saved_in_the_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --save the game is kept in the folder of the user, gone on with, and put aside once it is over."""
    monkeypatch.setattr(save_file, "data_folder", lambda: tmp_path)
    path = tmp_path / "belote" / "partie.jsonl"

    run(monkeypatch, DEAL[:9], keyboard=True)
    assert path.exists()
    run(monkeypatch, DEAL, keyboard=True)
    assert load(path).partie.over
    capsys.readouterr()
    run(monkeypatch, ["quitte"], keyboard=True)

    assert "La partie d'avant est gardée dans " in capsys.readouterr().out
    assert not load(path).partie.over
    assert len(list(path.parent.glob("partie-*.jsonl"))) == 1


def test_a_game_from_a_pipe_is_not_saved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a keyboard and without --save nothing is written; at a keyboard without a folder the player is told."""
    monkeypatch.setattr(save_file, "data_folder", lambda: None)
    monkeypatch.chdir(tmp_path)

    run(monkeypatch, ["quitte"])
    assert "gardée" not in capsys.readouterr().out
    run(monkeypatch, ["quitte"], keyboard=True)

    assert "Cette partie n'est pas gardée" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def test_new_puts_the_saved_game_aside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--new begins another game; the one before is kept in a file of its own."""
    path = tmp_path / "partie.jsonl"
    run(monkeypatch, DEAL[:9], "--save", str(path))
    before = load(path)
    run(monkeypatch, ["quitte"], "--save", str(path), "--new", "--seat", "nord")

    aside = next(tmp_path.glob("partie-*.jsonl"))
    assert load(aside).check == before.check
    assert Seat.NORD not in load(path).players
    assert f"La partie d'avant est gardée dans {aside}." in capsys.readouterr().out


def test_options_that_a_resumed_game_does_not_have_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A resumed game keeps its seat, level and rules; asking for others is answered with a sentence."""
    path = tmp_path / "partie.jsonl"
    run(monkeypatch, DEAL[:9], "--save", str(path))
    capsys.readouterr()

    run(monkeypatch, ["quitte"], "--save", str(path))
    assert "Cette partie a ses propres cartes" not in capsys.readouterr().out
    run(monkeypatch, ["quitte"], "--save", str(path), "--seat", "est")
    out = capsys.readouterr().out

    assert "Cette partie a ses propres cartes" in out
    assert "Vous êtes Sud" in out


def test_a_line_that_was_being_written_is_overwritten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Half a line at the end, as a kill leaves it, was never answered: the game goes on without it."""
    path = tmp_path / "partie.jsonl"
    whole = whole_game(monkeypatch, path)
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(lines[:10]) + "\n" + lines[10][:40], encoding="utf-8")
    Path(f"{path}.end").unlink()

    run(monkeypatch, DEAL, "--save", str(path))

    assert load(path).partie == whole.partie


def test_a_game_whose_end_is_missing_is_not_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines that are missing at the end are noticed; --accept-loss goes on with what is left."""
    path = tmp_path / "partie.jsonl"
    run(monkeypatch, DEAL[:60], "--save", str(path))
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(lines[:5]) + "\n", encoding="utf-8")

    with pytest.raises(UnusableInputError, match=r"des lignes manquent .* --accept-loss"):
        run(monkeypatch, DEAL, "--save", str(path))
    run(monkeypatch, DEAL, "--save", str(path), "--accept-loss")

    assert load(path).partie.over
    assert "La fin de la partie manque" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"notes", b"notes\n", b"\x00" * 9, b'{"check', b"{}\n", "été\n".encode()])
def test_other_files_are_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes) -> None:
    """A file that is no game is not written to; with --new its contents are kept in a file of their own."""
    path = tmp_path / "other"
    path.write_bytes(content)

    with pytest.raises(UnusableInputError):
        run(monkeypatch, DEAL, "--save", str(path))
    assert path.read_bytes() == content
    run(monkeypatch, ["quitte"], "--save", str(path), "--new")

    assert content in [other.read_bytes() for other in tmp_path.iterdir()]


def test_games_of_another_kind_are_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, judge: Judge) -> None:
    """A game of Belettre and a score sheet are not taken for a game of Belote."""
    for header in (
        BelettreJournal(BelettrePartie.new(judge, random.Random(1))).header,
        MarqueJournal(Marque.new()).header,
    ):
        path = tmp_path / "other.jsonl"
        path.write_text(f"{header}\n", encoding="utf-8")

        with pytest.raises(UnusableInputError, match=r"une partie ni une marque de belote|est une marque de belote"):
            run(monkeypatch, DEAL, "--save", str(path))

        assert path.read_text(encoding="utf-8") == f"{header}\n"


def test_a_game_without_bots_is_not_resumed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The journal of a game whose players are unknown is refused."""
    path = tmp_path / "partie.jsonl"
    run(monkeypatch, DEAL[:9], "--save", str(path))
    header = Journal(load(path).partie.replay(load(path).partie.setup, load(path).partie.log[:1])).header
    path.write_text(f"{header}\n", encoding="utf-8")
    Path(f"{path}.end").unlink()

    with pytest.raises(UnusableInputError, match="attendu une personne et des robots"):
        run(monkeypatch, DEAL, "--save", str(path))


def test_two_sessions_do_not_share_a_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """While a session has the file, another one is refused."""
    path = tmp_path / "partie.jsonl"
    file = SaveFile(path)
    try:
        with pytest.raises(UnusableInputError, match="une autre séance"):
            run(monkeypatch, DEAL, "--save", str(path))
    finally:
        file.close()

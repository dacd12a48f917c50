"""The file that keeps the game of ``belettre table``: one durable line per entry, resumed after any interruption.

``table_scripts`` explains the lines that the tests enter.
"""

from __future__ import annotations

import errno
import functools
import io
import os
import random
import stat
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, Judge, Lexicon
from belettre_lexicon.cli.belettre import table
from belettre_lexicon.cli.belettre.clock import Clock
from belettre_lexicon.cli.belettre.savegame import open_table
from belettre_lexicon.cli.belettre.table import run
from belettre_lexicon.cli.commands import TableOptions
from belettre_lexicon.cli.kit import save_file
from belettre_lexicon.cli.kit.save_file import MAX_BYTES, SaveFile, SavegameError
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.records.json_lines import RECORD_FORMAT, Journal
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.games.kit.chain import encode_line, header_line
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from tests.cli.table_scripts import new_session, random_game, typed_lines

JUDGE = Judge(Lexicon.open())


def options(**values: Any) -> TableOptions:
    """Return the options of the command, changed by *values*."""
    table_options = TableOptions()
    table_options.chosen.update({name: values.pop(name) for name in [*values] if name in HouseRules.OF_NAME})
    vars(table_options).update(values)
    return table_options


def enter_lines(monkeypatch: pytest.MonkeyPatch, typed: str, *, keyboard: bool = False, **values: object) -> int:
    """Run the command on the lines *typed* and return the exit status; with *keyboard*, as at a terminal."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    monkeypatch.setattr(save_file, "at_keyboard", lambda: keyboard)
    return run(options(**values))


def load_game(path: Path) -> Journal:
    """Return the game that a file keeps."""
    return Journal.resume(path.read_text(encoding="utf-8").splitlines(), lambda record: JUDGE)


def games_in(folder: Path) -> list[Path]:
    """Return the files in a folder, without the notes beside them that say how games end."""
    return [path for path in folder.iterdir() if path.suffix != ".end"]


@functools.cache
def game_lines(seed: int) -> tuple[str, ...]:
    """Return the lines of a whole game."""
    live = new_session(JUDGE, manches=1)
    typed = []
    for line in typed_lines(random_game(JUDGE, seed, wild=seed % 2 == 1), live.partie, random.Random(seed)):
        typed.append(line)
        assert live.enter(line)
    return tuple(typed)


@given(seed=st.integers(0, 3), undos=st.lists(st.sampled_from([0, 0, 0, 1, 2, 5]), max_size=90))
@settings(max_examples=40, deadline=None)
def test_a_game_resumed_is_the_live_one(seed: int, undos: list[int]) -> None:
    """Whatever the order of entries and undos, the lines kept give the same game, which can go on."""
    lines: list[str] = []
    live, typed, standing = new_session(JUDGE, lines=lines, manches=1), game_lines(seed), 0
    for undo in undos:
        if undo and standing:
            assert live.enter(f"annuler {min(undo, standing)}")
            standing -= min(undo, standing)
        elif standing < len(typed):
            assert live.enter(typed[standing])
            standing += 1

    again = Journal.resume(lines, lambda record: JUDGE)

    assert again.partie.state == live.partie.state
    assert again.partie.log == live.partie.log
    assert (again.number, again.undoable, again.check) == (live.journal.number, standing, live.journal.check)

    whole = new_session(JUDGE, manches=1)
    for line in typed[:standing]:
        whole.enter(line)
    assert whole.partie.state == live.partie.state


@pytest.mark.parametrize("torn", [b"", b"{", b'{"check":"0123', b"\xc3"])
def test_a_torn_last_line_is_cut_off(
    torn: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line that was being written when the process died is cut off; the next entry follows the last complete line."""
    path = tmp_path / "game"
    assert enter_lines(monkeypatch, "l volonté\ne école", save=str(path)) == 0

    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert enter_lines(monkeypatch, "c raclette", save=str(path)) == 0
    assert path.read_bytes().startswith(whole)
    assert load_game(path).partie.state.words == ("volonté", "école", "raclette")

    header = whole.split(b"\n")[0]
    path.write_bytes(header[:-5])
    assert enter_lines(monkeypatch, "l volonté", save=str(path)) == 0
    assert load_game(path).number == 1

    (aside,) = [other for other in games_in(tmp_path) if other != path]
    assert aside.read_bytes() == header[:-5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_damage_is_named_and_put_aside(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other damage is reported with file and line; --new keeps the damaged file under another name."""
    path = tmp_path / "game"
    enter_lines(monkeypatch, "l volonté\ne école", save=str(path))
    first, second, third = path.read_bytes().splitlines()
    damages = {
        b"\n".join([first, second.replace(b"PON", b"LEV"), third, b""]): 2,
        b"\n".join([first, third, b""]): 2,
        b"\n".join([first, second, b"\xff", b""]): 3,
        b"notes\n": 1,
        b"\n": 1,
    }
    for raw, line in damages.items():
        path.write_bytes(raw)

        with pytest.raises(UnusableInputError) as error:
            enter_lines(monkeypatch, "l volonté", save=str(path), lang=language)
        assert str(path) in str(error.value)
        assert f" {line}" in str(error.value)
        assert path.read_bytes() == raw
        assert enter_lines(monkeypatch, "l volonté", save=str(path), new=True, lang=language) == 0
        assert load_game(path).number == 1

    others = [other for other in games_in(tmp_path) if other != path]

    assert sorted(other.read_bytes() for other in others) == sorted(damages)


def test_two_sessions_on_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second session on the file is refused, with --new or without, until the first one closes it."""
    path = tmp_path / "game"
    first = open_table(options(save=str(path)), path, rotating=False)
    for new in (False, True):
        with pytest.raises(UnusableInputError, match="une autre séance tient cette partie"):
            enter_lines(monkeypatch, "l volonté", save=str(path), new=new)

    assert first.file is not None

    first.file.append("x")
    assert path.read_text(encoding="utf-8") == first.journal.header + "\nx\n"

    first.file.close()
    second = SaveFile(path)
    assert second.read()[1:] == ["x"]

    second.close()


def test_an_entry_that_cannot_be_kept_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a full disk an entry is refused, game and file stay as they were, and the game can go on later."""
    path = tmp_path / "game"
    opened = open_table(options(), path, rotating=False)
    assert opened.file is not None

    live = table.RefereeSession(opened.journal, Catalogue.load("fr"), opened.file.append, clock=Clock(running=False))
    assert live.enter("l volonté")
    before = path.read_bytes()
    write = os.write

    def full(file: int, raw: bytes) -> int:
        if len(raw) > 20:
            return write(file, raw[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        assert not live.enter("e école")
        assert not live.enter("annuler")

    assert (
        f"Rien n'est entré, car la partie n'a pas pu être gardée dans {path} : il n'y a plus de place"
        in capsys.readouterr().out
    )
    assert path.read_bytes() == before
    assert live.prompt().startswith("Le Septentrional")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: full(file, b""))
        assert not live.enter("e école")
    assert live.enter("e école")
    opened.file.close()

    assert load_game(path).partie.state == live.partie.state


def test_the_current_game_goes_on_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --save the game lies in the user's folder, for them alone, and the next session resumes it; a finished
    game, or one that --new replaces, is kept under its date."""
    folder = tmp_path / "data" / "belettre"
    monkeypatch.setattr(save_file, "data_folder", lambda: folder)
    path = folder / "tables/partie.jsonl"

    def run_at_keyboard(typed: str, **values: object) -> str:
        assert enter_lines(monkeypatch, typed, keyboard=True, **values) == 0
        return capsys.readouterr().out

    out = run_at_keyboard("l volonté", players="Ana,,,")

    assert f"Nouvelle partie, gardée dans {path}." in out
    assert out.endswith(f"La partie est gardée dans {path}.\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700

    out = run_at_keyboard("e école")
    assert f"Reprise de la partie : manche 1, pli 1 ({path})." in out
    assert "« volonté » : valide." in out
    assert "ses propres règles" not in out
    assert load_game(path).players == {Seat.PONANTAIS: "Ana"}
    assert "ses propres règles" in run_at_keyboard("", manches=2)
    assert "ses propres règles" not in run_at_keyboard("", players="Ana,,,")

    out = run_at_keyboard("annuler\nannuler\nl loup", new=True, start="4 8 PON 50-20")
    (retired,) = [other for other in games_in(path.parent) if other != path]
    assert f"La partie d'avant est gardée dans {retired}." in out
    assert load_game(retired).partie.state.words[0] == "volonté"
    assert "Il n'y a rien à annuler." in out

    run_at_keyboard("annuler\nl volonté\ne école\nc raclette\nF facile\nscore")
    assert load_game(path).partie.over
    assert "Manche 1 sur 4, pli 1" in run_at_keyboard("")
    assert not load_game(path).partie.actions_done
    assert len(games_in(path.parent)) == 3

    over = next(other for other in games_in(path.parent) if other != path and load_game(other).partie.over)
    assert "gagne la partie, 50 points" in run_at_keyboard("conteste facile\nannuler", save=str(over))
    assert not load_game(over).partie.over


def test_files_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder, an impossible path and a file that is too big each give one clear error, in both languages."""
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    for path in (str(tmp_path), "\x00", str(tmp_path / ("x" * 300)), str(big), "/proc/nowhere"):
        for language in LANGUAGES:
            with pytest.raises(UnusableInputError):
                enter_lines(monkeypatch, "l volonté", save=path, lang=language)

    monkeypatch.setattr(save_file, "data_folder", lambda: None)

    with pytest.raises(UnusableInputError, match="pip install"):
        enter_lines(monkeypatch, "", keyboard=True)
    with pytest.raises(SavegameError):
        SaveFile(tmp_path)


def test_a_batch_without_save_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch without --save does not even look for the user's data folder."""

    def asked() -> Path:
        raise AssertionError

    monkeypatch.setattr(save_file, "data_folder", asked)

    assert enter_lines(monkeypatch, "l volonté") == 0


def test_house_rules_and_words_are_kept_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A resumed game keeps the house rules and the table's own words that it began with, whatever the options say."""
    path, words = tmp_path / "game", tmp_path / "words"
    words.write_text("+ zyzomys la bête\n", encoding="utf-8")
    enter_lines(monkeypatch, "l volonté", save=str(path), house_list=str(words), plural_only=True)

    assert enter_lines(monkeypatch, "annuler\nf funérailles\nannuler\nz zyzomys", save=str(path)) == 0

    out = capsys.readouterr().out
    assert "« funérailles » : valide." in out
    assert "« zyzomys » : valide. Accepté" in out
    with pytest.raises(ArgumentError):
        enter_lines(monkeypatch, "", save=str(path), house_list=str(tmp_path / "nowhere"))


def test_a_failed_opening_frees_the_file(tmp_path: Path) -> None:
    """If opening a game fails, its file is not left locked."""
    path = tmp_path / "game"
    path.write_bytes(b"notes\n")

    with pytest.raises(SavegameError):
        open_table(options(), path, rotating=True)

    SaveFile(path).close()


def test_a_game_begun_with_another_lexicon_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game resumed with another edition of the lexicon names both editions."""
    path = tmp_path / "old.jsonl"
    begun = msgspec.structs.replace(
        Journal(new_session(JUDGE).partie).record(), lexicon={"edition": "2020.01", "hash": "0"}
    )
    header = header_line(RECORD_FORMAT.encode_header(begun, "journal"))
    path.write_text(encode_line(header).decode() + "\n", encoding="utf-8")

    assert enter_lines(monkeypatch, "", keyboard=True, save=str(path)) == 0
    assert "Jugée alors avec le lexique 2020.01 (0), maintenant avec " in capsys.readouterr().out

    path.unlink()
    assert enter_lines(monkeypatch, "l volonté", keyboard=True, save=str(path)) == 0
    assert enter_lines(monkeypatch, "", keyboard=True, save=str(path)) == 0
    assert "Jugée alors" not in capsys.readouterr().out

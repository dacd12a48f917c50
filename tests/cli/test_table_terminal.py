"""``belettre table`` at a pseudo-terminal, with line editing: a whole manche typed in, killed on the way and resumed.

``table_scripts`` explains the lines that are typed.
"""

from __future__ import annotations

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.engine.records.journal import Journal
from tests.cli.table_scripts import new_session, random_game, typed_lines

pytest.importorskip("prompt_toolkit")
#: The command, in a process of its own.
TABLE = [sys.executable, "-c", "import sys\nfrom belettre_lexicon.cli.main import main\nsys.exit(main(sys.argv[1:]))"]
#: Seconds to wait for an answer before the test fails: enough for the slowest machine.
PATIENCE = 60
#: The question by which the editor asks a terminal where the cursor is. Without an answer it shows no toolbar.
_WHERE = b"\x1b[6n"
#: An escape sequence: a style or a movement of the cursor.
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A session of the command at a pseudo-terminal of 40 lines and 120 columns.

    home  folder that takes the place of the user's data folder
    """

    def __init__(self, *arguments: str, home: Path) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {
            **os.environ,
            "TERM": "xterm",
            "NO_COLOR": "1",
            "XDG_DATA_HOME": str(home),
        }
        self._process = subprocess.Popen(
            [*TABLE, "table", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=environment,
        )
        os.close(slave)
        self._raw = b""
        self._seen = 0

    def type(self, keys: str | bytes) -> None:
        """Press keys."""
        os.write(self._master, keys if isinstance(keys, bytes) else keys.encode())

    def until(self, text: str) -> str:
        """Wait until *text* is shown; return what was shown since the last call, up to it."""
        end = time.monotonic() + PATIENCE  # the toolbar changes every second: output never stops
        while (place := self.shown.find(text, self._seen)) < 0:
            ready = select.select([self._master], [], [], PATIENCE)[0]
            assert ready, (text, self.shown[self._seen :])
            assert time.monotonic() < end, (text, self.shown[self._seen :])
            self._raw += self._read()
        part = self.shown[self._seen : place + len(text)]
        self._seen = place + len(text)
        return part

    def press(self, key: str, text: str) -> None:
        """Press a key repeatedly until *text* is shown: the editor loads its history in the background."""
        while self.shown.find(text, self._seen) < 0:
            self.type(key)
            assert select.select([self._master], [], [], PATIENCE)[0], text
            self._raw += self._read()
        self.until(text)

    @property
    def shown(self) -> str:
        """Everything that was shown, without styles and cursor movements."""
        return _STYLE.sub("", self._raw.decode("utf-8", "replace")).replace("\r", "")

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._master)

    def leave(self) -> int:
        """Wait for the process to end; return its exit status."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and select.select([self._master], [], [], PATIENCE)[0]:
            try:
                self._raw += self._read()
            except OSError:  # the terminal is gone with the process
                break
        os.close(self._master)
        return self._process.wait()

    def _read(self) -> bytes:
        raw = os.read(self._master, 1 << 16)
        if _WHERE in raw:
            self.type("\x1b[1;1R")
        return raw


@contextmanager
def terminal(*arguments: str, home: Path) -> Iterator[Terminal]:
    """Yield a terminal whose process is killed if it still runs at the end."""
    opened = Terminal(*arguments, home=home)
    try:
        yield opened
    finally:
        if opened._process.poll() is None:
            opened.kill()


def lines_with_prompts(judge: Judge, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the lines of a manche, each with the prompt that follows it."""
    live = new_session(judge, manches=1)
    for line in typed_lines(random_game(judge, seed), live.partie, random.Random(seed)):
        assert live.enter(line)
        yield line, live.prompt().removesuffix(" ")


def load_game(home: Path, judge: Judge) -> Journal:
    """Return the game that the session has kept in the data folder."""
    (path,) = (home / "belettre" / "tables").glob("*.jsonl")
    return Journal.resume(path.read_text(encoding="utf-8").split("\n")[:-1], lambda record: judge)


@pytest.mark.parametrize("every", [1000, 7])
def test_a_whole_manche_typed_and_killed_on_the_way(
    judge: Judge, every: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game can be played to its end although its session is killed every few lines, within a line and with a torn
    last line in its file."""
    lines = list(lines_with_prompts(judge, 2))
    opened = Terminal("--manches", "1", home=tmp_path)
    opened.until("pli 1 >")
    for number, (line, prompt) in enumerate(lines, 1):
        opened.type(line + "\r")
        opened.until(prompt)
        if number % every == 0:
            opened.type("k éco")
            opened.until("k éco")
            opened.kill()

            assert load_game(tmp_path, judge).number == number

            with (tmp_path / "belettre" / "tables" / "partie.jsonl").open("ab") as file:
                file.write(b'{"check":"' * (number % 2))
            opened = Terminal(home=tmp_path)
            opened.until("Reprise de la partie")
            opened.until(prompt)

    opened.type("score\r")
    opened.until("L'équipe Septentrional-Méridional")
    opened.until(">")
    opened.type("quitter\r")

    assert opened.leave() == 0
    assert "Traceback" not in opened.shown

    whole = new_session(judge, manches=1)
    for line, _ in lines:
        whole.enter(line)
    resumed = load_game(tmp_path, judge)

    assert resumed.partie.over
    assert resumed.partie.state == whole.partie.state
    assert resumed.undoable == resumed.number == len(lines)


def test_keys_of_the_editor(judge: Judge, tmp_path: Path) -> None:
    """Tab completes a verb, Ctrl-C clears a line or ends the session on an empty one, arrow up brings back the last
    line, the toolbar shows the clock; undecodable bytes and an endless line are not understood."""
    with terminal(home=tmp_path) as opened:
        opened.until("pli 1 >")
        opened.type("l volonté\r")
        opened.until("Le Septentrional · pli 1 : l >")
        opened.until("Le Septentrional : 0 s")
        opened.type("ann\t")
        opened.until("annuler")
        opened.type("\x03")
        opened.press("\x1b[A", "l volonté")
        opened.type("\x03")
        opened.type(b"\xff\xfe\x01\r")
        opened.until("Pas compris")
        opened.until("pli 1 : l >")
        opened.type("x" * 3000 + "\r")
        opened.until("Pas compris : « xxxx")
        opened.until("pli 1 : l >")
        opened.type("annuler\r")
        opened.until("Annulé")
        opened.until("pli 1 >")
        opened.type("\x03")

        assert opened.leave() == 0
        assert "Traceback" not in opened.shown
        assert "Séance finie." in opened.shown

    assert load_game(tmp_path, judge).number == 2

    history = tmp_path / "belettre" / "history"
    assert history.stat().st_mode & 0o777 == 0o600
    assert "l volonté" in history.read_text(encoding="utf-8")


def test_two_terminals_on_one_game(tmp_path: Path) -> None:
    """A second session is refused in one line; once the first is killed, another can resume the game."""
    with terminal("--lang", "en", home=tmp_path) as first:
        first.until("pli 1 >")
        with terminal("--lang", "en", home=tmp_path) as second:
            assert second.leave() == 2
            assert "another session has this game" in second.shown
            assert "Traceback" not in second.shown

        first.type("l volonté\r")
        first.until("pli 1: l >")
        first.kill()
        with terminal("--lang", "en", home=tmp_path) as third:
            third.until("The game goes on: manche 1, pli 1")
            third.until("pli 1: l >")


def test_without_prompt_toolkit(tmp_path: Path) -> None:
    """Without prompt_toolkit lines can still be typed, and one line says how to install it."""
    code = "import sys\nsys.modules['prompt_toolkit'] = None\n" + TABLE[2]
    command, TABLE[2] = TABLE[2], code
    try:
        with terminal("--no-clock", home=tmp_path) as opened:
            opened.until("pip install 'belettre-lexicon[table]'")
            opened.until("pli 1 >")
            opened.type("l volonté\r")
            opened.until("pli 1 : l >")
            opened.type("\x04")

            assert opened.leave() == 0
            assert "Séance finie." in opened.shown
    finally:
        TABLE[2] = command

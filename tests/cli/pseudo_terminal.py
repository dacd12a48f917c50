"""A pseudo-terminal in which the tests type at the command, with the line editor or without it."""

from __future__ import annotations

import fcntl
import os
import pty
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

#: The command, in a process of its own. A shell gives Ctrl-C to what it starts at a terminal; tests that run in the
#: background have it ignored, which the process would inherit.
COMMAND = (
    "import signal, sys\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from belettre_lexicon.cli.main import main\nsys.exit(main(sys.argv[1:]))"
)
#: What to run before it, so that the line editor is not there.
WITHOUT_EDITOR = "import sys\nsys.modules['prompt_toolkit'] = None\n"
#: Seconds to wait for an answer before the test fails: enough for the slowest machine.
PATIENCE = 60
#: The question by which the editor asks a terminal where the cursor is. Without an answer it shows no toolbar.
_WHERE = b"\x1b[6n"
#: An escape sequence: a style or a movement of the cursor.
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A session of the command at a pseudo-terminal of 40 lines.

    arguments    the command line, without ``belettre``
    home         folder that takes the place of the user's data folder
    columns      the width of the terminal
    editor       whether prompt_toolkit can be imported
    environment  variables that the process has besides those of this one; "" for one that is not set
    """

    def __init__(
        self, *arguments: str, home: Path, columns: int = 120, editor: bool = True, **environment: str
    ) -> None:
        self._master, slave = pty.openpty()
        self.resize(columns)
        environment = {
            **os.environ,
            "TERM": "xterm",
            "NO_COLOR": "1",
            "XDG_DATA_HOME": str(home),
            **environment,
        }
        environment.pop("COLUMNS", None)
        self._process = subprocess.Popen(
            [sys.executable, "-c", ("" if editor else WITHOUT_EDITOR) + COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=environment,
        )
        os.close(slave)
        self._raw = b""
        self._seen = 0

    def resize(self, columns: int) -> None:
        """Change the width of the terminal, which tells the process."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

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

    @property
    def styled(self) -> bool:
        """Whether anything was shown in a colour."""
        return re.search(rb"\x1b\[[0-9;]*3[0-7]m", self._raw) is not None

    def interrupt(self) -> None:
        """Send SIGINT to the process, as another program may."""
        self._process.send_signal(signal.SIGINT)

    def hang_up(self) -> int:
        """Close the terminal, as a window is closed; return the exit status of the process."""
        os.close(self._master)
        return self._process.wait(PATIENCE)

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
def terminal(
    *arguments: str, home: Path, columns: int = 120, editor: bool = True, **environment: str
) -> Iterator[Terminal]:
    """Yield a terminal whose process is killed if it still runs at the end."""
    opened = Terminal(*arguments, home=home, columns=columns, editor=editor, **environment)
    try:
        yield opened
    finally:
        if opened._process.poll() is None:
            opened.kill()

"""Commands that a signal ends: exit statuses, no process left, nothing said that nobody can read."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BELETTRE = [sys.executable, "-m", "belettre_lexicon"]
#: A match that takes minutes in two processes.
LONG = [*BELETTRE, "simulate", "--games", "500", "--processes", "2", "--players", "strong"]
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc to see which processes live")


def living(session: int) -> list[int]:
    """Return the ids of the processes of a session, except those that have ended and were not waited for."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def ignore_interrupts() -> None:
    """Ignore SIGINT, as a shell lets the commands do that it starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize(
    ("number", "everyone", "background", "status"),
    [
        (signal.SIGTERM, False, False, 143),
        (signal.SIGTERM, True, True, 143),
        (signal.SIGINT, False, False, 130),
        (signal.SIGINT, True, False, 130),
        (signal.SIGINT, False, True, 130),
        (signal.SIGINT, True, True, 130),
        (signal.SIGKILL, False, False, -9),
    ],
)
def test_simulate_ends_with_all_its_processes(number: int, everyone: bool, background: bool, status: int) -> None:
    """SIGTERM and SIGINT, to the command or its whole group, in the background too, end it with status 143 or 130."""
    command = subprocess.Popen(
        LONG,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=ignore_interrupts if background else None,
    )
    for _ in range(3000):
        if len(living(command.pid)) == 3:
            break
        time.sleep(0.02)
    time.sleep(0.5)  # the processes open their lexicons

    subprocess.run(["kill", f"-{number}", "--", str(-command.pid if everyone else command.pid)], check=True)
    out, told = command.communicate(timeout=60)

    assert command.returncode == status
    assert not out
    assert told in (b"belettre: interrupted\n", b"belettre: terminated\n", b"")
    for _ in range(500):
        if not living(command.pid):
            break
        time.sleep(0.02)
    assert living(command.pid) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "arbre"],
        ["check", "arbre", "--json"],
        ["check", "--help"],  # longer than what is written at once
        ["word", "arbre"],
        ["family", "scolaire"],
        ["find", "--maj", "a"],
        ["lexicon", "info"],
        ["completion", "bash"],
        ["simulate", "--games", "1", "--manches", "1", "--players", "random", "--processes", "1"],
        ["table"],
        ["play", "--seed", "7", "--level", "random"],
        ["serve", "--database", "sqlite://", "--port", "0"],
    ],
)
def test_output_that_nobody_reads_ends_a_command_silently(arguments: list[str]) -> None:
    """When the pipe of its output is closed, as by « | head », a command ends with status 141 and says nothing."""
    command = subprocess.Popen(
        [*BELETTRE, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout
    command.stdout.close()

    _, told = command.communicate(b"l volont\xc3\xa9\n" * 50, timeout=60)

    assert told == b""
    assert command.returncode == (0 if "--help" in arguments else 141)  # argparse itself ignores that it is not read


def test_ctrl_c_ends_a_command_with_its_status() -> None:
    """Ctrl-C while a command waits for words ends it with status 130 and one line."""
    command = subprocess.Popen(
        [*BELETTRE, "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert command.stdin
    assert command.stdout
    command.stdin.write(b"arbre\n")
    command.stdin.flush()
    command.stdout.readline()

    command.send_signal(signal.SIGINT)

    assert command.wait(timeout=60) == 130
    assert command.stderr
    assert command.stderr.read() == b"belettre: interrupted\n"

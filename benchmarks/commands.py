"""Measurements of whole commands: the time of a process from start to end, and of a stream of words through a pipe."""

from __future__ import annotations

import compileall
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

import belettre_lexicon

from .race import Rows, summary

HUNSPELL = "hunspell"


def belettre_command() -> list[str]:
    """Return the command line of ``belettre``: the script installed beside this interpreter, else the module."""
    script = Path(sys.executable).with_name("belettre")
    return [str(script)] if script.exists() else [sys.executable, "-m", "belettre_lexicon"]


def time_one_word(rounds: int) -> Rows:
    """Measure whole processes in nanoseconds: a bare interpreter, an import, one-word commands, and Hunspell.

    The package is compiled first, as pip compiles what it installs: PYTHONDONTWRITEBYTECODE would make every process
    of an editable installation compile it again.
    """
    compileall.compile_dir(Path(belettre_lexicon.__file__).parent, quiet=1)
    own, python = belettre_command(), sys.executable
    contestants: dict[str, tuple[Sequence[str], bytes]] = {
        "bare interpreter": ((python, "-c", "pass"), b""),
        "import belettre_lexicon": ((python, "-c", "import belettre_lexicon"), b""),
        "belettre check, valid": ((*own, "check", "facile", "--maj", "F", "--min", "l,e,c"), b""),
        "belettre check, refused": ((*own, "check", "portes"), b""),
        "belettre check, unknown": ((*own, "check", "bellete"), b""),
        "belettre check --json": ((*own, "check", "facile", "--json"), b""),
        "belettre find": ((*own, "find", "--maj", "F", "--min", "l,e,c"), b""),
    }
    if shutil.which(HUNSPELL):
        contestants["hunspell -a"] = ((HUNSPELL, "-a", "-d", "fr"), b"facile\n")
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in tqdm(range(rounds), desc="commands", leave=False):
        for name, (command, stdin) in contestants.items():
            times[name].append(time_command(command, stdin))
    return {name: summary(samples) for name, samples in times.items()}


def time_command(command: Sequence[str], stdin: bytes) -> float:
    """Run a command with this standard input; return the nanoseconds it took."""
    start = time.perf_counter_ns()
    subprocess.run(command, input=stdin, capture_output=True, check=False)
    return time.perf_counter_ns() - start


def measure_streams(words: list[str], rounds: int) -> Rows:
    """Measure words per second through a pipe, including the start of the process."""
    stdin = ("\n".join(words) + "\n").encode()
    own = belettre_command()
    contestants: dict[str, tuple[Sequence[str], bytes, int]] = {
        "belettre check --brief -": ((*own, "check", "--brief", "-"), stdin, len(words)),
    }
    slow: tuple[tuple[str, Sequence[str]], ...] = (
        ("belettre check - (sentences)", (*own, "check", "-")),
        ("belettre check --json -", (*own, "check", "--json", "-")),
    )
    for name, command in slow:
        few = words[:10_000]  # these are thirty times slower
        contestants[name] = (command, ("\n".join(few) + "\n").encode(), len(few))
    if shutil.which(HUNSPELL):
        few = words[:100_000]
        contestants["hunspell -l"] = ((HUNSPELL, "-l", "-d", "fr"), ("\n".join(few) + "\n").encode(), len(few))
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in tqdm(range(rounds), desc="streams", leave=False):
        for name, (command, text, count) in contestants.items():
            rates[name].append(count / time_command(command, text) * 1e9)
    return {name: {"median": sorted(samples)[len(samples) // 2]} for name, samples in rates.items()}

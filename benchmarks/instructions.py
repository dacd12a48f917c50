"""Processor instructions of the hot paths, counted by valgrind. Unlike timings they are exact on a busy machine.

    python -m benchmarks.instructions        print the instructions of one call of each path

Each path is run REPEATS times, then twice as often: the difference leaves out the cost of starting the process. The
figures depend on the builds of CPython and of marisa-trie, so compare only runs of one environment.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

from tqdm import tqdm

#: Calls of a path in the shorter of its two runs.
REPEATS = 500
#: The start of the measured program.
_SETUP = (
    "import itertools\n"
    "from belettre_lexicon import History, Judge, Lexicon\n"
    "lexicon = Lexicon.open(); judge = Judge(lexicon); store = lexicon.store\n"
    "words = [store.key(i) for i in range(0, lexicon.store.key_count, 1201)]\n"
    "history = History(['volonté', 'école', 'raclette'])\n"
    "import random\n"
    "from belettre_lexicon import Card, Partie, Seat\n"
    "from belettre_lexicon.engine import Lay\n"
    "from benchmarks.contestants.engine import NoJudge\n"
    "partie = Partie.new(NoJudge(), random.Random(7)); lay = Lay(Seat.PONANTAIS, Card.of('i'), 'mot')\n"
    "def step(_): partie.apply(lay); partie.undo()\n"
    "def repeat(call, times):\n"
    "    for word in itertools.islice(itertools.cycle(words), times): call(word)\n"
)
#: Name of a path → the call to measure, an expression in the measured program.
PATHS = {
    "membership": "lexicon.__contains__",
    "judge": "judge",
    "judge, 3 letters, 3 earlier words": "lambda w: judge(w, initial='c', letters='eri', played=history)",
    "kinship": "lambda w: lexicon.kinship(w, 'joueur')",
    "count": "lambda w: lexicon.count('f', 'lec')",
    "find 20": "lambda w: lexicon.find('f', 'lec', limit=20)",
    "find 20, any initial": "lambda w: lexicon.find(None, 'lec', limit=20)",
    "apply and undo without the judge": "step",
}


def count_instructions(call: str, times: int) -> int:
    """Return the instructions of a whole process that makes a call *times* times."""
    code = f"{_SETUP}\ncall = {call}\nrepeat(call, 100)\nrepeat(call, {times})"
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "0"})
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if collected is None:
        raise RuntimeError(f"no count in the output of valgrind: {done.stderr[-300:]}")
    return int(collected[1])


def count_per_call() -> dict[str, int]:
    """Return the instructions of one call of each path; {} if valgrind is not installed."""
    if not shutil.which("valgrind"):
        return {}
    return {
        name: (count_instructions(call, 2 * REPEATS) - count_instructions(call, REPEATS)) // REPEATS
        for name, call in tqdm(PATHS.items(), desc="instructions", leave=False)
    }


if __name__ == "__main__":
    for name, count in count_per_call().items():
        print(f"{name:<40} {count:>9,}")

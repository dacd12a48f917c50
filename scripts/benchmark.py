"""Measure this library beside its peers in one run: medians, 99th percentiles and ratios. The tests do not run it.

    python scripts/benchmark.py [--rounds 7] [--quick] [--json build/benchmark.json] [--docs docs] [--again JSON]

Every contestant runs in a process and an environment of its own, made below build/peers at the first run. Hunspell and
Grammalecte take part where their Debian packages are installed (libhunspell-1.7-0, hunspell, hunspell-fr,
python3-grammalecte). Contestants take turns, so that a busy moment of the machine slows all of them alike. The report
names those that cannot run, with the reason. Install the package first: pip install '.[plots]' tqdm.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from belettre_lexicon import Lexicon  # noqa: E402 (the benchmarks lie beside the scripts)
from benchmarks import commands, growth, instructions, questions, report  # noqa: E402
from benchmarks.race import Race, Rows  # noqa: E402

LAYERS = ROOT / "lexicons" / "fr"
BUILD = ROOT / "build"
HOSTILE = {
    "100,000 letters": "a" * 100_000,
    "5,000 combining marks": "a" + "\u0301" * 5000,
    "control characters": "\x00\x1b[31m" * 6,
    "bidi marks": "\u202eelcaf\u202c",
    "another script": "правильный",
    "lone surrogate": "fac\ud800ile",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds of every measurement (7)")
    parser.add_argument("--quick", action="store_true", help="the race alone: neither growth nor instructions")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--again", type=Path, help="take the figures from this JSON file instead of measuring")
    parser.add_argument("--docs", type=Path, help="write benchmark.md and its charts into this folder")
    options = parser.parse_args()
    found = json.loads(options.again.read_text(encoding="utf-8")) if options.again else measure(options)
    text = report.as_page(found)
    print(text)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
    if options.docs:
        options.docs.joinpath("benchmark.md").write_text(text, encoding="utf-8")
        report.draw_peers({title: found["race"][title] for title in CHARTED}, options.docs / "benchmark.svg")
        if found["growth"]:
            report.draw_growth(found["growth"], options.docs / "growth.svg")
    return 0


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Run all measurements; return the figures as the JSON file has them."""
    lexicon = Lexicon.open()
    asked = questions.draw_questions(lexicon, LAYERS)
    race = Race(BUILD / "peers", questions.write_words(lexicon, LAYERS, BUILD / "words"))
    try:
        raced = run_race(race, asked, lexicon, options.rounds)
    finally:
        race.close()
    return {
        "machine": machine(),
        "lexicon": lexicon.identity,
        "missing": race.missing,
        "race": raced,
        "growth": {} if options.quick else run_growth(lexicon, asked, options.rounds),
        "instructions": {} if options.quick else instructions.count_per_call(),
    }


#: Questions to the engines: indices of positions and games.
NUMBERS = [str(number) for number in range(600)]

#: The titles of the tables in the bar chart.
CHARTED = (
    "membership of known words, ns",
    "all readings of known words, ns",
    "how many words start with an initial and hold three letters, ns",
    "suggest, ns",
    "loading in a fresh process, ms",
    "private memory after 5,000 look-ups, KiB",
)


def run_race(race: Race, asked: questions.Questions, lexicon: Lexicon, rounds: int) -> dict[str, Rows]:
    """Return every table of the race by title, our own rows first."""

    def own(task: str, of: list[str], times: int = rounds) -> Rows:
        return race.run(task, of, times, only=f"belettre: {task}")

    loading, private, mapped = race.measure_loading(min(rounds, 5), asked.known)
    return {
        "membership of known words, ns": race.run("membership", asked.known, rounds),
        "membership of unknown words, ns": race.run("membership", asked.unknown, rounds),
        "all readings of known words, ns": race.run("readings", asked.known, rounds),
        "judge, ns": {
            **own("membership", asked.known),
            **{name: row for name, row in own("judge", asked.known).items() if "letters" not in name},
            **{f"{name} (fitting)": row for name, row in own("judge, 3 letters", asked.fitting).items()},
            **{f"{name} (unknown words)": row for name, row in own("judge, with its ref", asked.unknown).items()},
        },
        "judge, hostile words, ns": {
            name: next(iter(own("judge, with its ref", [word] * 200).values())) for name, word in HOSTILE.items()
        },
        "kinship, ns": {
            **own("membership", asked.known),
            **{f"{name}, no kin": row for name, row in own("kinship", asked.apart).items() if "chain" not in name},
            **{f"{name}, kin": row for name, row in own("kinship", asked.kin[:1000], 3).items()},
            **own("family", asked.known[:200], 3),
        },
        "how many words start with an initial and hold three letters, ns": race.run("count", asked.searches, rounds),
        "how many words hold three letters, any initial, ns": race.run("count", asked.open_searches, rounds),
        "find, ns": {**own("membership", asked.known), **race.run("find", asked.searches, rounds)},
        "find, any initial, ns": {**own("membership", asked.known), **race.run("find", asked.open_searches, rounds)},
        "a step of a game, ns": {**own("membership", asked.known), **race.run("step", NUMBERS, rounds)},
        "what may be done, ns": race.run("moves", NUMBERS, rounds),
        "a whole deal of a card game, random moves, ns": race.run("deal", NUMBERS, rounds),
        "records of games, ns": {**own("membership", asked.known), **race.run("record", NUMBERS[:40], rounds)},
        "suggest, ns": race.run("suggest", asked.unknown[:40], 3),
        "open, ns": own("open", [""] * 200),
        "loading in a fresh process, ms": loading,
        "private memory after 5,000 look-ups, KiB": private,
        "mapped memory after 5,000 look-ups, shared between processes, KiB": mapped,
        "a process from start to end, ns": commands.time_one_word(max(rounds, 9)),
        "words a second through a pipe, 1,000,000 running words": commands.measure_streams(
            questions.draw_running_words(lexicon, 1_000_000), 3
        ),
        "words a second through a pipe, 500,000 different words": commands.measure_streams(
            questions.draw_different_words(lexicon, 500_000), 3
        ),
        "size, bytes": {
            "compiled lexicon": {"median": float(Path(lexicon.store.container.path).stat().st_size)},
            **{
                f"of which {what}": {
                    "median": float(
                        sum(
                            p.size
                            for n, p in lexicon.store.container.parts.items()
                            if n.startswith(names) and n != "kinds"
                        )
                    )
                }
                for what, names in (
                    ("word families", ("kin", "lex", "link", "hom")),
                    ("words by letters", ("find",)),
                )
            },
            "text layers": {"median": float(sum(p.stat().st_size for p in LAYERS.glob("*.tsv")))},
        },
    }


def run_growth(lexicon: Lexicon, asked: questions.Questions, rounds: int) -> dict[str, dict[str, Rows]]:
    """Measure how cost grows; return the tables by what grows."""
    processes = max(os.cpu_count() or 1, 2)
    return {
        "with the lexicon, ns": growth.measure_lexicon_sizes(LAYERS, asked, min(rounds, 5)),
        "with the history, ns": growth.measure_history_sizes(lexicon, asked, min(rounds, 5)),
        "with the batch, running words, words a second": growth.measure_batch_sizes(
            lexicon, questions.draw_running_words(lexicon, 1_000_000), 3, processes
        ),
        "with the batch, different words, words a second": growth.measure_batch_sizes(
            lexicon, questions.draw_different_words(lexicon, 1_000_000), 3, processes
        ),
    }


def machine() -> dict[str, Any]:
    """Return the environment that the figures were measured in."""
    return {"python": platform.python_version(), "cores": os.cpu_count(), "system": platform.system()}


if __name__ == "__main__":
    sys.exit(main())

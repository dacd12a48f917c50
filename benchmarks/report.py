"""The results of a run as a Markdown page and as charts.

Start reading at ``as_page``, which makes docs/benchmark.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from .race import Rows

#: Title of a table → its rows.
Results = Mapping[str, Rows]
_OURS, _PEERS = "#1d4ed8", "#9ca3af"
_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "belettre",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
}

#: The beginning of the page; the placeholders are keys of ``machine`` in the results.
PREFACE = """# Benchmark

Made by `python scripts/benchmark.py --docs docs` on {cores} cores with CPython {python}: medians over
questions and rounds. Every contestant runs in a process and an environment of its own, and their
rounds are interleaved. Absolute figures are those of one machine at one hour; ratios carry over.
The last column of each table is the ratio to its first row. Contestants that count words are asked
the same questions and must give the same numbers, or the run stops.

![Our library in blue, peers in grey](benchmark.svg)

"""
#: The introduction to the tables about growth.
GROWTH = """## How cost grows

![Cost against the size of the lexicon, of the history and of the batch](growth.svg)

"""
#: Budgets of single operations: title of the table, row, nanoseconds at most.
BUDGETS = (
    ("judge, ns", "belettre: judge", 2_000),
    ("kinship, ns", "belettre: kinship, no kin", 2_000),
    ("find, ns", "belettre: find 20", 25_000),
    ("find, any initial, ns", "belettre: find 20", 60_000),
    ("how many words start with an initial and hold three letters, ns", "belettre: count", 5_000),
    ("a step of a game, ns", "belettre: step, apply and undo without the judge", 8_000),
    ("records of games, ns", "belettre: record, replay of 4 manches", 3_000_000),
)
#: Nanoseconds of one look-up in the reference run: the first edition, on the same machine when it was less busy.
REFERENCE_LOOK_UP = 721.0
#: What follows the table of budgets.
BUDGET_NOTES = f"""
The last column corrects for a busy machine: it scales the median to the run of the first edition,
when one look-up took {REFERENCE_LOOK_UP:.0f} ns.
What exceeds the budget there is the cost of Python itself: parsing the cards, creating one object
per word, one call per layer. The trie takes about half the time of a look-up, and of a stream of
different words, since half a million words do not fit the processor's caches. Sorting the words of
a chunk before looking them up was tried and gained nothing.
"""


def as_page(results: dict[str, Any]) -> str:
    """Return the whole page in Markdown; *results* are those of ``scripts/benchmark.py``."""
    race: Results = results["race"]
    text = PREFACE.format(**results["machine"]) + _budget_table(race) + BUDGET_NOTES + "\n" + as_markdown(race)
    if results["missing"]:
        text += "\n## Not in this run\n\n" + "".join(f"- {name}: {why}\n" for name, why in results["missing"].items())
    if results["growth"]:
        growth: Mapping[str, Results] = results["growth"]
        tables = {f"{title}: {task}": rows for title, tasks in growth.items() for task, rows in tasks.items()}
        text += "\n" + GROWTH + as_markdown(tables).replace("## ", "### ")
    if results["instructions"]:
        counts: Rows = {name: {"median": float(count)} for name, count in results["instructions"].items()}
        text += "\n" + as_markdown({"instructions of one call (callgrind)": counts})
    return text


def _budget_table(race: Results) -> str:
    """Return the table of budgets, each beside its median and beside the median scaled to the reference run."""
    lines = [
        "## Budgets",
        "",
        f"| | budget, ns | median, ns | in look-ups of this run | scaled to {REFERENCE_LOOK_UP:.0f} ns per look-up |",
        "|---|---|---|---|---|",
    ]
    look_up_of_the_run = race["membership of known words, ns"]["belettre: membership"]
    for table, row, budget in BUDGETS:
        median = race[table][row]["median"]
        # The speed of a machine varies within a run: where a table has a look-up of its own, that one is the unit.
        look_ups = median / race[table].get("belettre: membership", look_up_of_the_run)["median"]
        name = f"{row}, any initial" if "any initial" in table else row
        scaled = look_ups * REFERENCE_LOOK_UP
        lines.append(f"| {name} | {budget:,} | {median:,.0f} | {look_ups:.1f} | {scaled:,.0f} |")
    return "\n".join(lines) + "\n"


def as_markdown(results: Results) -> str:
    """Return one Markdown table per entry of *results*, with the ratio of each row to the first."""
    sections = []
    for title, rows in results.items():
        lines = [f"## {title}", "", "| | median | p99 | × first |", "|---|---|---|---|"]
        first = next((row["median"] for row in rows.values()), 1.0) or 1.0
        for name, row in rows.items():
            p99 = number(row["p99"]) if "p99" in row else ""
            lines.append(f"| {name} | {number(row['median'])} | {p99} | {row['median'] / first:.2f} |")
        sections.append("\n".join(lines))
    return "\n\n".join(sections) + "\n"


def number(value: float) -> str:
    """Return a figure for readers: whole numbers from 10 on, two decimals below.

    >>> number(1853.4), number(0.357)
    ('1,853', '0.36')
    """
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2f}"


def draw_peers(results: Results, path: Path) -> None:
    """Write a bar chart as SVG: one panel per table, logarithmic scale, our library in blue and its peers in grey."""
    with matplotlib.rc_context(_STYLE):
        figure = Figure(
            figsize=(12, 2.6 + 0.2 * max(map(len, results.values())) * -(-len(results) // 2)), layout="constrained"
        )
        panels = figure.subplots(-(-len(results) // 2), 2).flatten()
        for axes in panels[len(results) :]:
            axes.remove()
        for axes, (title, rows) in zip(panels, results.items(), strict=False):
            ranked = sorted(rows.items(), key=lambda item: -item[1]["median"])
            names = [label(name) for name, _ in ranked]
            values = [max(row["median"], 1) for _, row in ranked]
            colours = [_OURS if name.startswith("belettre") else _PEERS for name, _ in ranked]
            bars = axes.barh(range(len(values)), values, color=colours)
            axes.bar_label(bars, [number(value) for value in values], padding=3, fontsize=8)
            axes.set_yticks(range(len(values)), names)
            axes.set_xscale("log")
            axes.margins(x=0.2)
            axes.set_title(title, loc="left", fontsize=10)
        _save(figure, path)


def label(name: str) -> str:
    """Return the name of a row without its task, which is in the title of the panel.

    >>> label("belettre: count, 10 earlier words"), label("Python set")
    ('belettre, 10 earlier words', 'Python set')
    """
    contestant, _, task = name.partition(": ")
    return contestant + re.sub(r"^\w+", "", task)


def draw_growth(growth: Mapping[str, Results], path: Path) -> None:
    """Write a line chart as SVG: cost against size, one panel for each thing that grows, both scales logarithmic."""
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(12, 8), layout="constrained")
        for axes, (title, tasks) in zip(figure.subplots(2, 2).flatten(), growth.items(), strict=True):
            for task, rows in tasks.items():
                axes.plot(range(len(rows)), [row["median"] for row in rows.values()], marker="o", label=task)
                axes.set_xticks(range(len(rows)), [name.split()[0].rstrip(",") for name in rows])
            axes.set_yscale("log")
            axes.set_title(title, loc="left", fontsize=10)
            axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
        _save(figure, path)


def _save(figure: Figure, path: Path) -> None:
    """Write a figure without a date, so that the same figures give the same file."""
    metadata: dict[str, Any] = {"Date": None}
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata=metadata)

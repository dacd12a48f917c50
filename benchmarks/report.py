"""Figures as text, Markdown and charts."""

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


def as_markdown(results: Results) -> str:
    """Tables with the ratio of each row to the first one."""
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
    """A figure as people read it: « 1,853 », « 0.36 ».

    >>> number(1853.4), number(0.357)
    ('1,853', '0.36')
    """
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.2f}"


def draw_peers(results: Results, path: Path) -> None:
    """Bars beside each other, one panel a table, logarithmic; ours in blue."""
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
    """A row's name without its task, which the title says.

    >>> label("belettre: count, 10 earlier words"), label("Python set")
    ('belettre, 10 earlier words', 'Python set')
    """
    who, _, task = name.partition(": ")
    return who + re.sub(r"^\w+", "", task)


def draw_growth(growth: Mapping[str, Results], path: Path) -> None:
    """Lines over what grows, one panel each, both scales logarithmic."""
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
    metadata: dict[str, Any] = {"Date": None}
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata=metadata)

"""Write the report of a build of the layers: counts, decisions, rejects by reason, changes, and spaCy's disputes."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable

from belettre_lexicon.lexicon.compile.layers import LayerReading
from lexicons.build.build import Layers
from lexicons.build.decisions.overrides import DecisionTable
from lexicons.build.diff import LayerDiff, describe_diff
from lexicons.build.second_opinion import Dispute

#: The highest number of disputes shown of each kind; they are drawn at random with a fixed seed.
_SAMPLE = 40


def render_report(
    layers: Layers,
    diffs: dict[str, LayerDiff],
    tables: dict[str, DecisionTable],
    disputes: Iterable[Dispute] | None,
) -> str:
    """Return the report as Markdown.

    *diffs* maps the name of a layer to its changes. *disputes* is None if spaCy was not asked (``second_opinion``).
    """
    sections = ["# Build report", _counts(layers), _decisions(tables), _rejects(layers)]
    sections.append(
        "## Changes\n\n```\n" + "\n".join(describe_diff(name, diff) for name, diff in diffs.items()) + "\n```"
    )
    sections.append(_disputes(disputes))
    return "\n\n".join(sections) + "\n"


def _counts(layers: Layers) -> str:
    lines = [
        "## Counts",
        "",
        "| layer | readings | lemmas | playable readings | playable spellings |",
        "|---|---|---|---|---|",
    ]
    for name, readings in (("core", layers.core), ("extra", layers.extra)):
        playable = [reading for reading in readings if reading.status == "+"]
        lines.append(
            f"| {name} | {len(readings)} | {len({(r.lemma, r.tag[0]) for r in readings})} | {len(playable)} "
            f"| {len({reading.spelling for reading in playable})} |"
        )
    lines += ["", "Playable readings by source: " + _by_source([*layers.core, *layers.extra])]
    return "\n".join(lines)


def _by_source(readings: list[LayerReading]) -> str:
    counts = Counter(letter for reading in readings if reading.status == "+" for letter in reading.sources)
    return ", ".join(f"{letter} {n}" for letter, n in counts.most_common())


def _decisions(tables: dict[str, DecisionTable]) -> str:
    lines = ["## Decisions by hand", "", "| table | rows | verdicts |", "|---|---|---|"]
    for name, table in tables.items():
        verdicts = Counter(row.verdict for row in table)
        lines.append(
            f"| {name} | {len(table)} | {', '.join(f'{verdict} {n}' for verdict, n in verdicts.most_common())} |"
        )
    return "\n".join(lines)


def _rejects(layers: Layers) -> str:
    lines = ["## Left out, by named reason", ""]
    for name, rejects in layers.rejects.items():
        for reason, n in rejects.counts.most_common():
            lines.append(f"- {name}, {reason}: {n}, such as {'; '.join(rejects.examples[reason][:3])}")
    return "\n".join(lines).replace("\t", " ")


def _disputes(disputes: Iterable[Dispute] | None) -> str:
    if disputes is None:
        return "## Second opinion\n\nNot asked (`--second-opinion`)."
    kinds: dict[str, list[str]] = defaultdict(list)
    for dispute in disputes:
        kinds[dispute.kind].append(f"{dispute.spelling}: ours {dispute.ours}, spaCy {dispute.theirs}")
    lines = ["## Second opinion: what spaCy disputes", ""]
    for kind, rows in kinds.items():
        lines += [f"### {kind}: {len(rows)}", ""]
        lines += [f"- {row}" for row in sorted(random.Random(0).sample(rows, min(_SAMPLE, len(rows))))]
        lines.append("")
    return "\n".join(lines)

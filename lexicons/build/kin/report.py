"""Write the report on a build of families: counts by relation and evidence, the largest families, and changes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping

from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow, format_bases
from lexicons.build.sources.manifests import Source

from .decisions import Decision
from .trees import LARGE_FAMILY, Trees

#: The highest number of links shown for each kind of change; they are drawn at random with a fixed seed.
_SAMPLE = 15


def render_report(
    lexemes: Iterable[LexemeKey],
    links: Mapping[LexemeKey, LinkRow],
    before: Mapping[LexemeKey, LinkRow],
    decisions: Mapping[LexemeKey, Decision],
) -> str:
    """Return the report as Markdown.

    lexemes    all lexemes of the layers
    links      the links of the new layer
    before     the links of the layer that the build replaces
    decisions  the manual decisions
    """
    all_lexemes = list(lexemes)
    trees = Trees(all_lexemes, links)
    sizes = {root: trees.size(root) for root in trees.members}
    families = [root for root, size in sizes.items() if size > 1]
    counts = Counter((link.relation, _evidence(link)) for link in links.values() if link.bases)
    kinds = sorted({evidence for _, evidence in counts})
    etymons = sum(bool(link.etymons) for link in links.values())
    large = sum(sizes[root] >= LARGE_FAMILY for root in families)
    decided = sum(bool(decision.bases) for decision in decisions.values())
    lines = [
        "# Families",
        "",
        f"{len(all_lexemes)} lexemes; {sum(counts.values())} links; {etymons} lexemes with etymons of their own; "
        f"{len(families)} core families of two words or more, {large} of {LARGE_FAMILY} or more; "
        f"{len(decisions)} decisions by hand, {decided} of them links.",
        "",
        f"| relation | {' | '.join(kinds)} | all |",
        f"|---|{'---|' * (len(kinds) + 1)}",
    ]
    for relation in sorted({relation for relation, _ in counts}):
        row = [counts[relation, kind] for kind in kinds]
        lines.append(f"| {relation} | {' | '.join(map(str, row))} | {sum(row)} |")
    largest = sorted(families, key=lambda root: (-sizes[root], root))[:30]
    lines += [
        "",
        "Largest: " + ", ".join(f"{root.spelling} {sizes[root]}" for root in largest),
        "",
        "```",
        describe_changes(before, links),
        "```",
    ]
    return "\n".join(lines) + "\n"


def render_manifest(
    links: Mapping[LexemeKey, LinkRow], decisions: Mapping[LexemeKey, Decision], sources: Iterable[Source]
) -> str:
    """Return the manifest of the layer as TOML: its licence, its sources and the number of decisions of each kind.

    The kinds of decisions are "link" and "root".
    """
    lines = ['layer = "families"', 'licence = "MPL-2.0"', f"kept = {len(links)}"]
    for source in sources:
        lines += ["", "[[source]]", f'name = "{source.name}"', f'version = "{source.version}"']
        lines += [f'sha256 = "{source.sha256}"', f'licence = "{source.licence}"']
        lines += [f'attribution = "{source.attribution} (attestations only)"']
    verdicts = Counter("link" if decision.bases else "root" for decision in decisions.values())
    lines += ["", "[decisions]", *(f"{verdict} = {n}" for verdict, n in sorted(verdicts.items()))]
    return "\n".join(lines) + "\n"


def describe_changes(before: Mapping[LexemeKey, LinkRow], after: Mapping[LexemeKey, LinkRow]) -> str:
    """Return the changes of a rebuild as text: the number of changes and a sample of each kind.

    The sample is drawn with a fixed seed, so the text is always the same for the same changes.
    """
    gained = [x for x in after if x not in before]
    lost = [x for x in before if x not in after]
    changed = [x for x in after if x in before and _said(before[x]) != _said(after[x])]
    lines = [f"families: {len(gained)} gained, {len(lost)} lost, {len(changed)} changed"]
    lines += [f"  + {x} ← {format_bases(after[x].bases)} {after[x].evidence}" for x in _sample(gained)]
    lines += [f"  - {x} ← {format_bases(before[x].bases)} {before[x].evidence}" for x in _sample(lost)]
    lines += [f"  ~ {x} ← {_said(before[x])} → {_said(after[x])}" for x in _sample(changed)]
    return "\n".join(lines)


def _said(link: LinkRow) -> str:
    return f"{format_bases(link.bases)} ({' + '.join(link.etymons) or '-'})"


def _evidence(link: LinkRow) -> str:
    if "R" in link.evidence:
        return "read"
    sources = "".join(letter for letter in "TX" if letter in link.evidence)
    return {"": "rule alone", "T": "rule + Littré", "X": "rule + Lexique", "TX": "rule + both"}[sources]


def _sample(rows: list[LexemeKey]) -> list[LexemeKey]:
    return random.Random(0).sample(sorted(rows), min(_SAMPLE, len(rows)))

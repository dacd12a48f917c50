"""The judge against the development gold, where that folder lies beside the project."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from belettre_lexicon import Judge
from tests.conftest import ROOT

GOLD = ROOT.parent / "shared" / "gold"
pytestmark = pytest.mark.skipif(not GOLD.is_dir(), reason="the gold is not part of this repository")

#: Gold reasons that have several names here.
ALIASES = {
    "participle_inflected": {"participle", "conjugated"},
    "participle": {"participle", "conjugated"},
    "conjugated": {"participle", "conjugated"},
    "feminine_plural": {"plural", "feminine_adjective"},
    "plural": {"plural", "plural_only"},
}


def rows(name: str) -> list[dict[str, str]]:
    with Path(GOLD / name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def accuracy(judge: Judge, found: list[dict[str, str]]) -> float:
    assert len(found) > 20
    return sum(judge(row["form"]).valid == (row["expected"] == "playable") for row in found) / len(found)


def test_core_accuracy(judge: Judge) -> None:
    """Words of the treebanks: at least 99.5 in 100 verdicts agree."""
    assert accuracy(judge, [row for row in rows("verdicts.tsv") if row["source"].startswith("ud:")]) >= 0.995


def test_hard_accuracy(judge: Judge) -> None:
    """Words on which lexicons disagree: at least 9 in 10 verdicts agree."""
    assert accuracy(judge, rows("verdicts_hard.tsv")) >= 0.90


def test_inhabitants_names(judge: Judge) -> None:
    """Inhabitants' names outside the tail of small communes: at least 96 in 100 are known."""
    assert accuracy(judge, [row for row in rows("verdicts.tsv") if row["source"] == "prolex"]) >= 0.96


def test_reasons(judge: Judge) -> None:
    """The gold's reason is among ours for at least 95 in 100 refused words, and for 99 in 100 of those we know."""
    agree: dict[str, list[bool]] = defaultdict(list)
    for row in rows("verdicts.tsv"):
        verdict = judge(row["form"])
        if row["expected"] == "refused" and not verdict.valid:
            same = bool(ALIASES.get(row["reason"], {row["reason"]}) & set(verdict.reasons))
            agree["all"].append(same)
            if "unknown" not in verdict.reasons:
                agree["known"].append(same)
    assert len(agree["all"]) > 1000
    assert sum(agree["all"]) / len(agree["all"]) >= 0.95
    assert sum(agree["known"]) / len(agree["known"]) >= 0.985

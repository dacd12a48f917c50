"""The judge compared with the development gold standard; skipped unless that folder is beside the project."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from belettre_lexicon import Judge
from tests.conftest import ROOT

GOLD = ROOT.parent / "shared" / "gold"
pytestmark = pytest.mark.skipif(not GOLD.is_dir(), reason="the gold is not part of this repository")

#: Reasons of the gold standard → our reasons for the same thing.
ALIASES = {
    "participle_inflected": {"participle", "conjugated"},
    "participle": {"participle", "conjugated"},
    "conjugated": {"participle", "conjugated"},
    "feminine_plural": {"plural", "feminine_adjective"},
    "plural": {"plural", "plural_only"},
}


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a table of the gold standard."""
    with Path(GOLD / name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def accuracy(judge: Judge, gold_rows: list[dict[str, str]]) -> float:
    """Return the share (0 to 1) of rows on which the judge and the gold standard agree."""
    assert len(gold_rows) > 20
    return sum(judge(row["form"]).valid == (row["expected"] == "playable") for row in gold_rows) / len(gold_rows)


def test_core_accuracy(judge: Judge) -> None:
    """At least 99.5 % of the verdicts on words of the treebanks agree."""
    assert accuracy(judge, [row for row in rows("verdicts.tsv") if row["source"].startswith("ud:")]) >= 0.995


def test_hard_accuracy(judge: Judge) -> None:
    """At least 90 % of the verdicts on words that other lexicons disagree about agree."""
    assert accuracy(judge, rows("verdicts_hard.tsv")) >= 0.90


def test_inhabitants_names(judge: Judge) -> None:
    """At least 96 % of the verdicts on names of inhabitants agree, small communes left out."""
    assert accuracy(judge, [row for row in rows("verdicts.tsv") if row["source"] == "prolex"]) >= 0.96


def test_reasons(judge: Judge) -> None:
    """We give the reason of the gold standard for 95 % of the refused words, and for 98.5 % of those we know."""
    agree: dict[str, list[bool]] = defaultdict(list)
    for row in rows("verdicts.tsv"):
        verdict = judge(row["form"])
        if row["expected"] == "refused" and not verdict.valid:
            same_reason = bool(ALIASES.get(row["reason"], {row["reason"]}) & set(verdict.reasons))
            agree["all"].append(same_reason)
            if "unknown" not in verdict.reasons:
                agree["known"].append(same_reason)

    assert len(agree["all"]) > 1000
    assert sum(agree["all"]) / len(agree["all"]) >= 0.95
    assert sum(agree["known"]) / len(agree["known"]) >= 0.985

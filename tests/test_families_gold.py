"""Families compared with our own gold standard, and with the development one if it is beside the project.

Our own gold standard has two halves: families were improved with « tuned » at hand, « held » was held back to measure.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from tests.conftest import ROOT

OWN = ROOT / "tests" / "gold" / "families.tsv"
SHARED = ROOT.parent / "shared" / "gold" / "families.tsv"
#: Rows of the development gold standard by source and by whether they are one family ("1" or "0") → the share of
#: right answers that is required (recall for "1", specificity for "0"), and whether near kin count as one family.
REQUIRED = {
    ("hand", "1"): (0.97, False),
    ("morphynet+morpholex", "1"): (0.95, False),
    ("morphynet-suffix", "1"): (0.95, False),
    ("morphynet-prefix", "1"): (0.90, False),
    ("morphynet-sibling", "1"): (0.90, True),
    ("morpholex-sibling", "1"): (0.90, True),
    ("hand", "0"): (0.98, False),
    ("prefix4", "0"): (0.99, False),
    ("prefix5", "0"): (0.99, False),
}


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def playable(lexicon: Lexicon, word: str) -> bool:
    """Whether a word is playable under the published rules."""
    return any(reading.playable for reading in lexicon.readings(word))


def tier(lexicon: Lexicon, a: str, b: str) -> str | None:
    """Return the tier of two words, None if they are not kin."""
    kinship = lexicon.kinship(a, b)
    return kinship.tier if kinship else None


@pytest.mark.parametrize("half", ["tuned", "held"])
def test_own_gold_precision(lexicon: Lexicon, half: str) -> None:
    """At least 98 % of the pairs that we call core kin are core kin in our own gold standard."""
    found, _, wrong = count_pairs(lexicon, half)

    assert found / (found + wrong) >= 0.98


@pytest.mark.parametrize("half", ["tuned", "held"])
def test_own_gold_recall(lexicon: Lexicon, half: str) -> None:
    """At least 97 % of the core kin of our own gold standard are found."""
    found, missed, _ = count_pairs(lexicon, half)

    assert found / (found + missed) >= 0.97


def count_pairs(lexicon: Lexicon, half: str) -> tuple[int, int, int]:
    """Return how many pairs of core kin are found, how many are missed, and how many pairs are wrongly core kin.

    Each row of the gold standard decides the pairs of a family's members with each other (kin), with its near kin and
    with its look-alikes (both not core kin).
    """
    found = missed = wrong = 0
    families = [row for row in rows(OWN) if row["half"] == half]
    assert len(families) > 150
    for row in families:
        core, near, traps = (
            [word for word in text.split() if word != "-" and playable(lexicon, word)]
            for text in (f"{row['root']} {row['core']}", row["near"], row["traps"])
        )
        for place, a in enumerate(core):
            answers = [tier(lexicon, a, b) == "core" for b in core[place + 1 :]]
            found += sum(answers)
            missed += len(answers) - sum(answers)
            wrong += sum(tier(lexicon, a, b) == "core" for b in near + traps)
    assert found + missed > 5000
    return found, missed, wrong


@pytest.mark.skipif(not SHARED.is_file(), reason="the development gold is not part of this repository")
def test_development_gold(lexicon: Lexicon) -> None:
    """Each source has the required share of right answers, over the pairs whose words are both playable."""
    answers: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in rows(SHARED):
        key = (row["source"], row["same"])
        if key in REQUIRED and playable(lexicon, row["word_a"]) and playable(lexicon, row["word_b"]):
            kinship = tier(lexicon, row["word_a"], row["word_b"])
            one_family = kinship == "core" or (kinship == "near" and REQUIRED[key][1])
            answers[key].append(one_family == (row["same"] == "1"))

    assert set(answers) == set(REQUIRED)
    for key, right in answers.items():
        assert len(right) > 10
        assert sum(right) / len(right) >= REQUIRED[key][0], key

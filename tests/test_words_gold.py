"""The second edition's own gold: words and pairs that readers wrote down before any look at the lexicon."""

from __future__ import annotations

import csv

import pytest

from belettre_lexicon import Judge, Lexicon
from tests.conftest import ROOT

#: The tier of a pair → the smallest share of its sure pairs that must be right: core kin refused, look-alikes allowed,
#: near kin told as such.
LEAST_RIGHT = {"core": 0.985, "none": 0.985, "near": 0.88}


def rows(name: str, half: str) -> list[dict[str, str]]:
    """Return the rows of one half of a table of the gold."""
    with (ROOT / "tests" / "gold" / name).open(encoding="utf-8") as stream:
        return [row for row in csv.DictReader(stream, delimiter="\t") if row["half"] == half]


@pytest.mark.parametrize("half", ["seen", "unseen"])
@pytest.mark.parametrize(("sure", "least"), [(True, 0.99), (False, 0.985)])
def test_words_that_readers_wrote_down_get_their_verdicts(judge: Judge, half: str, sure: bool, least: float) -> None:
    """The verdict is right for the words of which a reader was sure, and for all words."""
    words = [row for row in rows("words.tsv", half) if row["sure"] == "sure" or not sure]
    right = [judge(row["word"]).valid == (row["verdict"] == "valid") for row in words]

    assert len(right) > 1000
    assert sum(right) / len(right) >= least


@pytest.mark.parametrize("half", ["seen", "unseen"])
@pytest.mark.parametrize("tier", LEAST_RIGHT)
def test_w8_pairs_that_a_reader_wrote_down_get_their_tier(lexicon: Lexicon, half: str, tier: str) -> None:
    """Core kin are refused, look-alikes allowed, and near kin get their remark."""
    pairs = [row for row in rows("pairs.tsv", half) if row["tier"] == tier and row["sure"] == "sure"]
    tiers = [kinship.tier if (kinship := lexicon.kinship(row["first"], row["second"])) else "none" for row in pairs]
    right = [(found == "core") == (tier == "core") if tier != "near" else found == tier for found in tiers]

    assert len(right) > 25
    assert sum(right) / len(right) >= LEAST_RIGHT[tier]

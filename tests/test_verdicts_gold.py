"""The accuracy floor of verdicts that holds everywhere: our own gold, and the decisions by hand seen through the judge.

``test_gold`` compares the judge with a larger gold that is not part of this repository.
"""

from __future__ import annotations

import csv
from collections import defaultdict

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.french.letters import fold
from lexicons.build.decisions.overrides import read_tables
from lexicons.build.readings.feminines import read_feminines
from lexicons.build.readings.participles import read_participles
from tests.conftest import ROOT

OVERRIDES = ROOT / "lexicons" / "overrides"
#: The verdicts of the tables of decisions (lexicons/overrides) that make a word playable, and those that keep it from
#: being so. Rows of other verdicts say nothing about the word as a whole.
ACCEPTING = {
    ("single", "keep"),
    ("inflected", "keep"),
    ("additions", "keep"),
    ("modern", "keep"),
    ("everyday", "keep"),
    ("gentiles", "keep"),
    ("collisions", "keep"),
}
REFUSING = {
    ("plurals", "plural"),
    ("plurals", "plural_only"),
    ("names", "name"),
}


def gold() -> dict[str, list[tuple[str, str]]]:
    """Return the words of our own gold by phenomenon, each with "valid" or the expected reason."""
    words: dict[str, list[tuple[str, str]]] = defaultdict(list)
    with (ROOT / "tests" / "gold" / "verdicts.tsv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            words[row["phenomenon"]].append((row["form"], row["expected"]))
    return words


def agrees(judge: Judge, word: str, expected: str) -> bool:
    """Return whether the judge accepts a word, or refuses it for the expected reason among others."""
    verdict = judge(word)
    return verdict.valid if expected == "valid" else expected in verdict.reasons


def decided(verdicts: set[tuple[str, str]]) -> list[str]:
    """Return the words of five letters or more that a table decides in one of these ways.

    Participles and feminines are left out: evidence decides them (``test_evidence``).
    """
    tables = read_tables(OVERRIDES)
    by_evidence = {*read_participles(OVERRIDES / "participles.tsv"), *read_feminines(OVERRIDES / "feminines.tsv")}
    return [
        row.spelling
        for name, table in tables.items()
        for row in table
        if (name, row.verdict) in verdicts and len(fold(row.spelling)) >= 5 and row.spelling not in by_evidence
    ]


def test_own_gold_of_verdicts(judge: Judge) -> None:
    """At least 99 % of the words of our own gold get the expected verdict, refused ones for the expected reason."""
    words = [row for rows in gold().values() for row in rows]
    wrong = [word for word, expected in words if not agrees(judge, word, expected)]

    assert len(words) > 250
    assert len(wrong) <= 0.01 * len(words), wrong


@pytest.mark.parametrize("phenomenon", gold())
def test_own_gold_by_phenomenon(judge: Judge, phenomenon: str) -> None:
    """No phenomenon of our own gold is lost: at most one of its words is judged otherwise."""
    rows = gold()[phenomenon]
    wrong = [word for word, expected in rows if not agrees(judge, word, expected)]

    assert len(rows) >= 3
    assert len(wrong) <= 1, wrong


def test_words_that_were_accepted_by_hand_are_valid(judge: Judge) -> None:
    """At least 99.9 % of the words that a reader accepted as words of their own are playable."""
    words = decided(ACCEPTING)
    wrong = [word for word in words if not judge(word).valid]

    assert len(words) > 30_000
    assert len(wrong) <= 0.001 * len(words), wrong[:20]


def test_words_that_were_refused_by_hand_are_refused(judge: Judge) -> None:
    """At least 99.9 % of the forms that a reader took for no word are refused, but for names that are kept as words."""
    kept = set(decided(ACCEPTING))
    words = [word for word in decided(REFUSING) if word.lower() not in kept]
    wrong = [word for word in words if judge(word).valid]

    assert len(words) > 12_000
    assert len(wrong) <= 0.001 * len(words), wrong[:20]

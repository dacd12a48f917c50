"""The lexicon decides participles and feminines as their evidence says, and treats parallel words alike."""

from __future__ import annotations

import csv
from itertools import combinations

import pytest

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.readings import Reading
from lexicons.build.readings.feminines import read_feminines
from lexicons.build.readings.participles import read_participles
from tests.conftest import ROOT

OVERRIDES = ROOT / "lexicons" / "overrides"
pytestmark = pytest.mark.no_cover  # whole tables: other tests run the same code on fewer words


def own_readings(judge: Judge, word: str) -> list[Reading]:
    """Return the readings of exactly this spelling."""
    return [reading for reading in judge.lexicon.readings(word) if reading.spelling == word]


def test_w6a_every_participle_is_decided_by_its_row(judge: Judge) -> None:
    """A participle that is listed is playable; any other is refused as a participle, unless it is another word too."""
    rows = read_participles(OVERRIDES / "participles.tsv")
    wrong = []
    for row in rows.values():
        if len(fold(row.spelling)) < 5:
            continue
        verdict = judge(row.spelling)
        readings = own_readings(judge, row.spelling)
        other = any(r.playable and (r.tag[0] not in "AN" or r.lemma != r.spelling) for r in readings)
        if (verdict.valid != row.listed and not other) or (not verdict.valid and "participle" not in verdict.reasons):
            wrong.append(row.spelling)

    assert len(rows) > 20_000
    assert len(wrong) <= 0.001 * len(rows), wrong[:40]


def test_w6d_masculine_and_feminine_nouns_of_persons_agree(judge: Judge) -> None:
    """Whoever is « un violent » may be « une violente »: both are nouns, or the feminine is an adjective only."""
    rows = read_feminines(OVERRIDES / "feminines.tsv")
    wrong = []
    for row in rows.values():
        masculine, feminine = (own_readings(judge, word) for word in (row.masculine, row.spelling))
        of_a_participle = any(r.tag[0] == "A" and r.status == "participle" for r in masculine)  # decided by W6a
        genders = "f" if row.verdict == "adjective" else "fe"  # « une caroline », of both genders, is another word
        is_noun = any(r.playable and r.tag[:2] == "N." and r.tag[2] in genders for r in feminine)
        has_masculine = any(r.playable and r.tag[0] == "N" for r in masculine)
        if of_a_participle:
            agrees = is_noun == (row.verdict == "sense" and row.listed)  # « une développante » is a curve
        else:
            agrees = is_noun == (row.verdict != "adjective") and (has_masculine or row.verdict != "pair")
        if not agrees:
            wrong.append((row.spelling, row.verdict))

    assert len(rows) > 4_500
    assert not wrong, wrong[:20]


def parallel_sets() -> list[dict[str, str]]:
    """Return the rows of the table of parallel words."""
    with (OVERRIDES / "parallel.tsv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def test_w8_parallel_words_are_in_one_tier(lexicon: Lexicon) -> None:
    """Every two words of a set have the tier of the set: what holds for « quarante » holds for « quatorze »."""
    sets = parallel_sets()
    wrong = [
        (row["tier"], first, second)
        for row in sets
        for first, second in combinations(row["words"].split(", "), 2)
        if (kinship.tier if (kinship := lexicon.kinship(first, second)) else "none") != row["tier"]
    ]

    assert len(sets) > 300
    assert not wrong, wrong[:20]

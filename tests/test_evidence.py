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


def test_words_of_one_set_are_judged_alike(judge: Judge) -> None:
    """What holds for « chinon » holds for « bergerac », and each exception comes with its reason."""
    with (OVERRIDES / "alike.tsv").open(encoding="utf-8") as stream:
        sets = list(csv.DictReader(stream, delimiter="\t"))
    wrong = []
    for row in sets:
        exceptions = {word for word in row["exceptions"].split(", ") if word != "-"}
        words = row["words"].split(", ")
        assert exceptions < {*words} and (not exceptions or ";" in row["reason"] or ":" in row["reason"]), row
        wrong += [word for word in words if judge(word).valid != ((row["verdict"] == "valid") != (word in exceptions))]

    assert sum(len(row["words"].split(", ")) for row in sets) > 150
    assert not wrong


def test_w6d_a_feminine_noun_without_a_gloss_has_a_masculine_noun(lexicon: Lexicon) -> None:
    """The verdict on « courageuse » says « comme un courageux »: the masculine of every such pair is a noun."""
    feminines = {row.spelling for row in read_feminines(OVERRIDES / "feminines.tsv").values()}
    seen, wrong = 0, []
    for word in feminines:
        readings = [reading for reading in lexicon.readings(word) if reading.spelling == word]
        masculines = [one.lemma for one in readings if one.tag == "A.f.s" and one.lemma != word]
        nouns = [one for one in readings if one.playable and one.tag.startswith("N.f") and not one.gloss]
        if not nouns or not masculines or "gentile" in nouns[0].labels:
            continue
        seen += 1
        if not any(one.playable and one.tag[0] == "N" for one in lexicon.readings(masculines[0])):
            wrong.append((word, masculines[0]))

    assert seen > 1_000
    assert not wrong

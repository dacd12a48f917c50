"""The bounds of core kinship (W8): what is not plain to the table needs two readers who call it plain."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow, Links, Roots
from lexicons.build.kin.bounds import BOUNDS, HEADER, MOST_LINKS, PlainRow, faults, read_plain
from tests.conftest import ROOT


def chain(*words: str, relation: str = "suffix") -> Links:
    """Links that lead from each word to the next."""
    keys = [LexemeKey(word, "N") for word in words]
    return {key: LinkRow((base,), relation, "", "R") for key, base in pairwise(keys)}


def known(links: Links) -> dict[str, float]:
    """Frequencies that make every word of the links one that players know."""
    return {x.spelling: 4.0 for x, link in links.items() for x in (x, *link.bases)}


FORM = ("formalisme", "formaliste", "formelle", "formel", "formule", "forme")


def test_w8_a_long_chain_needs_two_readers() -> None:
    """Five links between frequent words are a fault without a row, four are none; so is a row that is not needed."""
    links, root = chain(*FORM), LexemeKey("forme", "N")
    rows = {(root, "chain"): PlainRow("PP", "form- se voit", 2)}

    assert len(FORM) - 1 == MOST_LINKS + 1
    assert [fault.split("(")[0] for fault in faults(links, known(links), {}, {})] == [
        "families.tsv: forme N needs two readers who call it plain "
    ]
    assert faults(links, known(links), {}, rows) == []
    assert faults(links, {}, {}, {}) == []  # nobody knows the words
    shorter = chain(*FORM[1:])
    assert faults(shorter, known(shorter), {}, rows) == ["plain.tsv:2: forme N (chain) is within the bounds"]


@pytest.mark.parametrize("relation", ["clipping", "distant"])
def test_w8_no_kinship_passes_through_a_dead_end(relation: str) -> None:
    """A dead end has kin on both of its sides, who are no kin of each other; a distant one only near its base."""
    links = chain("photocopie", "photo", relation="compound") | chain("photo", "photographie", relation=relation)
    links |= chain("photographie", "graphie") | chain("photographe", "photographie")
    roots = {key.spelling: Roots(links).of(key) for key in [*links, LexemeKey("graphie", "N")]}

    assert roots["photo"] & roots["photographie"] and roots["photo"] & roots["photographe"]
    assert roots["photo"] & roots["photocopie"]
    assert not roots["photocopie"] & roots["photographie"]
    assert bool(roots["photo"] & roots["graphie"]) == (relation == "clipping")
    assert roots["photographie"] & roots["graphie"]


def test_w8_a_rare_homograph_needs_two_readers() -> None:
    """A second homograph or an old word at the root of words that players know is a fault without a row."""
    links = {
        LexemeKey(word, "N"): LinkRow((LexemeKey("voler", "V", 2),), "suffix", "", "R")
        for word in ("voleur", "volerie")
    }
    old = {
        LexemeKey(word, "N"): LinkRow((LexemeKey("arder", "V"),), "suffix", "", "R") for word in ("ardeur", "arderie")
    }

    assert "voler V2" in faults(links, known(links), {}, {})[0]
    assert "arder V" in faults(old, known(old), {LexemeKey("arder", "V"): ("old",)}, {})[0]
    assert faults(old, known(old), {}, {}) == []


def test_w8_nothing_is_built_on_a_particle() -> None:
    """A link to « pour » is a fault, a link to the noun « que » of a game would be none."""
    links = {LexemeKey("pourquoi", "W"): LinkRow((LexemeKey("pour", "R"),), "compound", "", "R")}

    assert faults(links, {}, {}, {}) == ["families.tsv: pourquoi W is built on the particle « pour »"]


@pytest.mark.parametrize(
    "row",
    ["forme\tN\tchain\tP\tplain", "forme\tN\tlong\tPP\tplain", "forme\tN\tchain\tPP\t-", "forme\tK\tchain\tPP\tplain"],
)
def test_a_row_that_says_too_little_is_refused(tmp_path: Path, row: str) -> None:
    """One reader, an unknown bound, no reason and a bad code are each refused with the place of the row."""
    path = tmp_path / "plain.tsv"
    path.write_text("\t".join(HEADER) + f"\n{row}\n", encoding="utf-8")

    with pytest.raises(LayerError, match=r"plain\.tsv:2"):
        read_plain(path)


def test_a_family_has_one_row_for_a_bound(tmp_path: Path) -> None:
    """A second row for the same family and bound is refused, with the line of the first."""
    path = tmp_path / "plain.tsv"
    path.write_text("\t".join(HEADER) + "\n" + "forme\tN\tchain\tPP\tform-\n" * 2, encoding="utf-8")

    with pytest.raises(LayerError, match="line 2"):
        read_plain(path)


def test_the_table_reads() -> None:
    """Every row of the table is valid, and both bounds have rows."""
    rows = read_plain(ROOT / "lexicons" / "overrides" / "plain.tsv")

    assert {bound for _, bound in rows} == set(BOUNDS)

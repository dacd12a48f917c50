"""The table of etymons (W8): parsed strictly, read back as written, about words of the lexicon."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.lexicon.compile.links import LexemeKey
from belettre_lexicon.lexicon.lexicon import Lexicon
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.families import etymon_text
from lexicons.build.kin.etymons import HEADER, EtymonRow, read_etymons, write_etymons
from tests.conftest import ROOT

GOLD = ROOT / "tests" / "gold" / "near_pairs.tsv"
TABLE = ROOT / "lexicons" / "overrides" / "etymons.tsv"
some_etymons = st.lists(
    st.sampled_from(["lat. hospes", "gr. pous", "germ. *wardon", "nom Marx", "lat. os oris"]), unique=True
).map(tuple)
some_rows = st.dictionaries(
    st.builds(LexemeKey, st.sampled_from(["hôtel", "hôte", "œuf"]), st.sampled_from("NAV"), st.integers(1, 3)),
    some_etymons.map(EtymonRow) | st.sampled_from([EtymonRow((), False), EtymonRow(("lat. pes",), note="discuté")]),
)


@given(some_rows)
def test_etymons_read_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, rows: dict[LexemeKey, EtymonRow]
) -> None:
    """Every row is the same after a journey through the file, but for the number of its line."""
    path = tmp_path_factory.mktemp("etymons") / "etymons.tsv"

    assert write_etymons(path, rows) == len(rows)
    assert {lexeme: row._replace(line=0) for lexeme, row in read_etymons(path).items()} == rows


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("hôtel\tQ\tlat. hospes\t-", r"etymons.tsv:3: 'hôtel': invalid code 'Q'"),
        ("hôtel\tN\thospes\t-", "etymons.tsv:3: etymon 'hospes', expected a language and a word"),
        ("hôtel\tN\tlat. hospes+lat. pes\t-", "etymons.tsv:3: etymon"),
        ("hôtel\tN\t\t-", "etymons.tsv:3: etymon ''"),
        ("hôtel\tN\tlat. hospes + lat. hospes\t-", "etymons.tsv:3: .* names an etymon twice"),
        ("hôte\tN\tlat. hospes\t-", "etymons.tsv:3: hôte N has a row on line 2"),
        ("hôtel\tN\tlat. hospes", "etymons.tsv:3: 3 fields, expected 4"),
    ],
)
def test_etymons_are_parsed_strictly(tmp_path: Path, row: str, message: str) -> None:
    """An invalid row stops the build, and the error names its line."""
    path = tmp_path / "etymons.tsv"
    path.write_text("\n".join(["\t".join(HEADER), "hôte\tN\tlat. hospes\t-", row, ""]), encoding="utf-8")
    with pytest.raises(LayerError, match=message):
        read_etymons(path)


def test_w8_the_table_is_about_words_of_the_lexicon(lexicon: Lexicon) -> None:
    """Every row is about a headword."""
    rows = read_etymons(TABLE)
    known = {spelling for lexeme in rows for spelling in [lexeme.spelling] if spelling in lexicon}

    assert {lexeme.spelling for lexeme in rows} == known


def test_w8_readers_name_an_etymon_alike() -> None:
    """No etymon stands in two writings that differ in accents, capitals or the asterisk alone."""
    etymons = Counter(etymon for row in read_etymons(TABLE).values() for etymon in row.etymons)
    writings: dict[str, set[str]] = {}
    for etymon in etymons:
        writings.setdefault(etymon.replace("*", "").lower(), set()).add(etymon)

    assert [both for both in writings.values() if len(both) > 1] == []


def test_w8_the_language_of_every_etymon_has_a_name() -> None:
    """Both catalogues name the language of each etymon."""
    etymons = {etymon for row in read_etymons(TABLE).values() for etymon in row.etymons}
    for language in LANGUAGES:
        say = Catalogue.load(language)
        assert all(etymon_text(etymon, say) for etymon in etymons)


def test_w8_near_kin_share_an_etymon_and_others_do_not(lexicon: Lexicon) -> None:
    """Of pairs written down before the table was measured, 98 of 100 are told apart rightly, in both halves."""
    right: Counter[str] = Counter()
    with GOLD.open(encoding="utf-8") as stream:
        pairs = list(csv.DictReader(stream, delimiter="\t"))
    for pair in pairs:
        kinship = lexicon.kinship(pair["first"], pair["second"])
        right[pair["tier"]] += pair["tier"] == (kinship.tier if kinship else "none")
    number = Counter(pair["tier"] for pair in pairs)

    assert number == {"near": 300, "none": 300}
    assert all(right[tier] >= 0.98 * number[tier] for tier in number), right

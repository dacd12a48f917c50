"""The formats of a harvest can be read by what they are for: tables, house lists, tables of decisions."""

from __future__ import annotations

from pathlib import Path

import pytest

from belettre_lexicon import HouseList, Judge, LayerError, Lexicon
from belettre_lexicon.harvest.tally import DECISIONS_HEAD, Harvest, decision_lines, house_lines, table_lines
from lexicons.build.decisions.overrides import HEADER, DecisionTable

TEXT = "Une trimule\tet un\nbellete ; le bellète \x07et la Trimule. Voici Glorbux dans la maison au bord de la rivière."


@pytest.fixture
def harvest(lexicon: Lexicon) -> Harvest:
    """The harvest of a short text."""
    harvest = Harvest(lexicon)
    harvest.read([TEXT])
    return harvest


def test_a_table_has_a_line_for_each_word(harvest: Harvest, lexicon: Lexicon) -> None:
    """Each line has the columns of the header, in one line each, and near words of the lexicon."""
    head, *rows = [line.split("\t") for line in table_lines(harvest.words(), lexicon)]

    assert [row[:3] for row in rows] == [
        ["2", "trimule", "trimule"],
        ["1", "bellete", "bellete"],
        ["1", "bellète", "bellète"],
    ]
    assert all(len(row) == len(head) for row in rows)
    assert "belette" in rows[1][3].split(", ")
    assert rows[0][4].startswith("Une trimule et un bellete ; le bellète \\u0007et la…")


def test_names_keep_their_capitals(harvest: Harvest, lexicon: Lexicon) -> None:
    """A name is listed as it is written, without near words."""
    (_, row) = table_lines(harvest.names(), lexicon)

    assert row.split("\t")[:4] == ["1", "Glorbux", "Glorbux", ""]


def test_a_house_list_is_one(harvest: Harvest, lexicon: Lexicon) -> None:
    """A house list accepts its words, each with a note, and has one line for words of the same letters (W4)."""
    house = HouseList.parse(house_lines(harvest.words(), lexicon))

    assert set(house.accepted) == {"trimule", "bellete"}
    assert house.accepted["trimule"].startswith("2 × : Une trimule")
    assert Judge(lexicon, house=house)("Trimule").valid


def test_rows_wait_for_a_decision(harvest: Harvest, lexicon: Lexicon, tmp_path: Path) -> None:
    """The build refuses rows that nobody has decided, and reads them once they are."""
    text = "\n".join(decision_lines(harvest.words(), lexicon)) + "\n"
    table = tmp_path / "additions.tsv"

    table.write_text(text, encoding="utf-8")
    with pytest.raises(LayerError, match=r"additions\.tsv:2"):
        DecisionTable(table)
    table.write_text(text.replace("\t?\t?\t", "\tkeep\tN.f\t"), encoding="utf-8")
    decided = DecisionTable(table)

    assert DECISIONS_HEAD == HEADER
    assert {row.spelling for row in decided} == {"trimule", "bellete", "bellète"}

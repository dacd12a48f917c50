"""The layer of glosses is gathered from the notes of the tables of decisions, and says nothing about words we lack."""

from __future__ import annotations

from pathlib import Path

import pytest

from belettre_lexicon.lexicon.compile.layers import Gloss, LayerReading, read_glosses
from lexicons.build.decisions.overrides import DecisionRow, DecisionTable
from lexicons.build.readings.feminines import FeminineRow
from lexicons.build.readings.glosses import gather_glosses, read_own_glosses, write_glosses
from lexicons.build.readings.participles import ParticipleRow

READINGS = [
    LayerReading(spelling, spelling, tag, "+", (), "R")
    for spelling, tag in (
        ("corgi", "N.m.s"),
        ("selfie", "N.m.s"),
        ("frontale", "N.f.s"),
        ("arrangé", "A.m.s"),
        ("carole", "N.f.s"),
        ("brume", "N.f.s"),
    )
]


class Rows(DecisionTable):
    """A table of decisions that was not read from a file."""

    def __init__(self, *rows: tuple[str, str, str]) -> None:
        self._rows = {s: DecisionRow(s, "keep", tuple(tags.split("+")), (), reason, "R", 0) for s, tags, reason in rows}


def glosses_of(
    added: tuple[tuple[str, str, str], ...] = (),
    participles: tuple[ParticipleRow, ...] = (),
    feminines: tuple[FeminineRow, ...] = (),
    own: dict[tuple[str, str], Gloss] | None = None,
) -> dict[tuple[str, str], Gloss]:
    """The glosses of READINGS, given the rows of the tables."""
    tables: dict[str, DecisionTable] = {"everyday": Rows(*added), "modern": Rows(), "additions": Rows()}
    return gather_glosses(
        READINGS,
        tables,
        {row.spelling: row for row in participles},
        {row.spelling: row for row in feminines},
        own or {},
    )


def test_what_the_readers_wrote_of_a_word_is_its_gloss() -> None:
    """The reason of an added word, the sense of a feminine and the sense of a participle are glosses."""
    glosses = glosses_of(
        (("corgi", "N.m", "petit chien gallois"),),
        (ParticipleRow("arrangé", "W", "", ("TLFi", "Larousse"), ("TLFi",), (), "mis en ordre"),),
        (FeminineRow("frontale", "frontal", "", "sense", "SSA", "lampe portée au front", 2),),
    )

    assert glosses == {
        ("arrangé", "A"): Gloss("mis en ordre", ("TLFi",), 0),
        ("corgi", "N"): Gloss("petit chien gallois", (), 0),
        ("frontale", "N"): Gloss("lampe portée au front", (), 0),
    }


def test_our_own_gloss_comes_first() -> None:
    """What was written for the players wins over the note of a reader."""
    own = {("corgi", "N"): Gloss("chien de la reine", (), 1)}

    assert glosses_of((("corgi", "N.m", "petit chien gallois"),), own=own)["corgi", "N"].text == "chien de la reine"


def test_notes_on_a_word_or_part_of_speech_that_the_layers_lack_are_left_out() -> None:
    """A gloss of no word would stop the compiler."""
    assert glosses_of((("barzoï", "N.m", "lévrier russe"), ("corgi", "A", "petit chien"))) == {}


@pytest.mark.parametrize(
    ("reason", "gloss"),
    [
        ("nom f. : femme qui ment", "femme qui ment"),
        ("adj. ; nom : femme qui ment", "femme qui ment"),
        ("adj. fam. : qui ment", "qui ment"),
        ("adj. d'héraldique : à bec", "à bec (héraldique)"),
        ("qui ment ; nom : femme qui ment", "qui ment"),
        ("qui ment ;nom (droit)", "qui ment"),
        ("nom d'une femme qui ment", "nom d'une femme qui ment"),
        ("adj. : rimes embrassées", "rimes embrassées"),
        ("adj. et nom : gallois", "gallois"),
        ("chien; berger", "chien ; berger"),
        ("petit chien.", "petit chien"),
        ("confirmed", ""),
        ("? chien", ""),
        ("graphie de corgy", ""),
        ("sens incertain", ""),
        ("x" * 61, ""),
    ],
)
def test_a_note_on_the_decision_is_no_gloss(reason: str, gloss: str) -> None:
    """Only what says what the word means is shown, without its grammar and full stop."""
    found = glosses_of((("corgi", "N.m", reason),))

    assert found.get(("corgi", "N"), Gloss("", (), 0)).text == gloss


def test_gathered_glosses_are_written_as_they_are_read(tmp_path: Path) -> None:
    """The layer and our own table have one format."""
    glosses = glosses_of(
        (("corgi", "N.m", "petit chien gallois"),),
        (ParticipleRow("arrangé", "W", "", ("TLFi", "Larousse"), ("TLFi", "Larousse")),),
    )

    assert write_glosses(tmp_path, glosses) == 2
    assert {word: gloss._replace(line=0) for word, gloss in read_glosses(tmp_path / "glosses.tsv").items()} == glosses
    assert read_own_glosses(tmp_path) == read_glosses(tmp_path / "glosses.tsv")
    assert "kept = 2" in (tmp_path / "glosses.toml").read_text(encoding="utf-8")

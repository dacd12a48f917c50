"""The two tables that a rule decides from: participles by who lists them (W6a), feminines by three readers (W6d)."""

from __future__ import annotations

from pathlib import Path

import pytest

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.lexicon.compile.layers import Gloss
from lexicons.build.build import lost_rows
from lexicons.build.decisions.overrides import contradictions
from lexicons.build.readings import feminines, merge, participles
from lexicons.build.readings.feminines import apply_feminines, read_feminines, undecided_feminines
from lexicons.build.readings.glosses import misfits
from lexicons.build.readings.participles import ParticipleRow, apply_participles, read_participles, write_participles
from lexicons.build.readings.votes import Votes
from lexicons.build.records import Rejects, SourceRecord
from tests.pipeline.test_tables_and_layers import table

OVERRIDES = "lexicons/overrides"


def tags(readings: merge.Readings, spelling: str) -> set[str]:
    """Tag, status and sources of every reading of a spelling, such as ``A.m.s:+:LT``."""
    return {f"{r.tag}:{r.status}:{r.sources}" for r in readings.values() if r.spelling == spelling}


def past_participle(masculine: str, infinitive: str) -> merge.Readings:
    """The core with a past participle and its feminine."""
    forms = ((masculine, "m"), (f"{masculine}e", "f"))
    records = [SourceRecord(spelling, infinitive, "V", gender, "s", ("ppa",)) for spelling, gender in forms]
    return merge.gather(records, "G")


# Participles


@pytest.mark.parametrize(
    ("row", "listed"),
    [
        (ParticipleRow("considéré", "TW", ""), True),
        (ParticipleRow("résumé", "L", "D"), True),
        (ParticipleRow("arrangé", "W", "", ("Larousse", "TLFi"), ("TLFi",)), True),
        (ParticipleRow("foulé", "W", "", ("Larousse",), ("TLFi",)), False),
        (ParticipleRow("foulé", "W", "", ("none",), ("none",)), False),
        (ParticipleRow("foulé", "W", "", ("Wiktionnaire",), ("Wiktionnaire",)), False),
        (ParticipleRow("foulé", "W", "", ("Larousse",), ()), False),
        (ParticipleRow("foulé", "W", "W"), False),
        (ParticipleRow("mangé", "", "", ("Larousse",), ("Larousse",)), False),
    ],
)
def test_w6a_two_sources_or_one_and_a_dictionary_that_both_readers_name(row: ParticipleRow, listed: bool) -> None:
    """A participle is a word by two sources, or by one and a dictionary that both readers name; by nothing else."""
    assert row.listed == listed


def test_w6a_a_listed_participle_is_an_adjective_with_its_forms() -> None:
    """The adjective says which sources list it; its feminine is a form of it."""
    core = past_participle("compliqué", "compliquer")

    apply_participles(core, {"compliqué": ParticipleRow("compliqué", "LT", "")})

    assert tags(core, "compliqué") == {"V.ppa.m.s:q:G", "A.m.s:+:LTR"}
    assert tags(core, "compliquée") == {"V.ppa.f.s:q:G", "A.f.s:f:R"}


def test_w6a_a_second_participle_is_not_the_adjective() -> None:
    """If « résolu » is an adjective, « résout » stays a participle of the same verb."""
    core = past_participle("résolu", "résoudre") | past_participle("résout", "résoudre")

    apply_participles(core, {"résolu": ParticipleRow("résolu", "LT", "")})

    assert tags(core, "résolu") == {"V.ppa.m.s:q:G", "A.m.s:+:LTR"}
    assert tags(core, "résout") == {"V.ppa.m.s:q:G"}


def test_w6a_a_participle_that_one_source_lists_is_told_from_one_that_none_lists() -> None:
    """The only source is named by a reading with the status of a participle."""
    core = past_participle("briqué", "briquer") | past_participle("mangé", "manger")

    apply_participles(core, {"briqué": ParticipleRow("briqué", "L", ""), "mangé": ParticipleRow("mangé", "", "")})

    assert tags(core, "briqué") == {"V.ppa.m.s:q:G", "A.m.s:q:LR"}
    assert tags(core, "mangé") == {"V.ppa.m.s:q:G"}


def test_w6a_an_entry_of_the_core_alone_is_not_enough() -> None:
    """Grammalecte's own entry is one source like the others."""
    core = past_participle("argumenté", "argumenter")
    merge.add(core, "argumenté", "argumenté", "A.m.s", (), "G")

    apply_participles(core, {"argumenté": ParticipleRow("argumenté", "G", "")})

    assert tags(core, "argumenté") == {"V.ppa.m.s:q:G", "A.m.s:q:GR"}


def test_w6a_a_present_participle_gets_its_agreeing_forms() -> None:
    """An adjective in -ant agrees, a participle does not."""
    core = merge.gather([SourceRecord("amusant", "amuser", "V", forms=("ppr",))], "G")

    apply_participles(core, {"amusant": ParticipleRow("amusant", "DL", "")})

    assert tags(core, "amusant") == {"V.ppr:q:G", "A.m.s:+:LDR"}
    assert tags(core, "amusante") == {"A.f.s:f:R"}


def test_w6a_a_participle_listed_as_a_noun_only_is_a_noun() -> None:
    """« un considérant » is no adjective."""
    core = merge.gather([SourceRecord("considérant", "considérer", "V", forms=("ppr",))], "G")

    apply_participles(core, {"considérant": ParticipleRow("considérant", "", "LT")})

    assert tags(core, "considérant") == {"V.ppr:q:G", "N.m.s:+:LTR"}


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("vissé\tX\t-\t-\t-\t-", "6 fields"),
        ("\tX\t-\t-\t-\t-\t-", "is not a word"),
        ("vissé\tXL\t-\t-\t-\t-\t-", "sources 'XL'"),
        ("vissé\tR\t-\t-\t-\t-\t-", "sources 'R'"),
        ("vissé\tX\t-\t-\t-\tnice\t-", "unknown label 'nice'"),
        ("gercé\tX\t-\t-\t-\t-\t-", "has a row on line 2"),
    ],
)
def test_rows_of_participles_are_parsed_strictly(tmp_path: Path, row: str, fault: str) -> None:
    """A row that does not parse is named by file and line."""
    path = tmp_path / "participles.tsv"
    path.write_text("\n".join(["\t".join(participles.HEADER), "gercé\tW\t-\t-\t-\t-\t-", row]) + "\n", encoding="utf-8")

    with pytest.raises(LayerError, match=rf"participles\.tsv:3: .*{fault}"):
        read_participles(path)


def test_rows_of_participles_are_written_as_they_were_read(tmp_path: Path) -> None:
    """The script that brings the rows up to date loses nothing that a reader wrote."""
    rows = [
        ParticipleRow("gercé", "W", "", ("Larousse", "TLFi"), ("none",), ("rare", "old"), "fendillé", 2),
        ParticipleRow("mangé", "", "", line=3),
    ]

    write_participles(tmp_path / "participles.tsv", reversed(rows))

    assert list(read_participles(tmp_path / "participles.tsv").values()) == rows


# Feminines

GRAND = [
    SourceRecord("grand", "grand", "A", "m", "s"),
    SourceRecord("grande", "grand", "A", "f", "s"),
    SourceRecord("grande", "grand", "N", "f", "s"),
    SourceRecord("grandes", "grand", "N", "f", "p"),
    SourceRecord("grandes", "grand", "A", "f", "p"),
]


def feminine_rows(folder: Path, *rows: str) -> dict[str, feminines.FeminineRow]:
    """A table of feminines, written to a folder and read."""
    path = folder / "feminines.tsv"
    path.write_text("\n".join(["\t".join(feminines.HEADER), *rows]) + "\n", encoding="utf-8")
    return read_feminines(path)


def test_w6d_a_feminine_that_is_an_adjective_loses_its_noun(tmp_path: Path) -> None:
    """The plural of the noun goes too, and both are counted."""
    core, rejects = merge.gather(GRAND, "G"), Rejects()

    stale = apply_feminines([core], feminine_rows(tmp_path, "grande\tgrand\t-\tadjective\tAAP\tellipse"), rejects)

    assert stale == []
    assert tags(core, "grande") == {"A.f.s:f:G"}
    assert tags(core, "grandes") == {"A.f.p:p:G"}
    assert rejects.counts == {"feminine_no_noun": 2}


def test_w6d_masculine_and_feminine_of_persons_share_the_decision(tmp_path: Path) -> None:
    """If « une violente » is a noun, « un violent » is one."""
    records = (SourceRecord("violent", "violent", "A", "m", "s"), SourceRecord("violente", "violent", "A", "f", "s"))
    core = merge.gather(records, "G")

    apply_feminines([core], feminine_rows(tmp_path, "violente\tviolent\t-\tpair\tPPA\tqui frappe"), Rejects())

    assert tags(core, "violente") == {"A.f.s:f:G", "N.f.s:+:R"}
    assert tags(core, "violent") == {"A.m.s:+:G", "N.m.s:+:R"}
    assert tags(core, "violentes") == {"N.f.p:p:R"}


def test_w6a_the_feminine_of_a_participle_that_too_few_list_is_no_noun(tmp_path: Path) -> None:
    """Three readers cannot make a noun of a participle: its evidence decides."""
    core = past_participle("mentoré", "mentorer")
    merge.add(core, "mentoré", "mentoré", "A.m.s", (), "G")
    merge.add(core, "mentorée", "mentoré", "A.f.s", (), "G")
    merge.add(core, "mentorée", "mentoré", "N.f.s", (), "G")
    apply_participles(core, {"mentoré": ParticipleRow("mentoré", "G", "")})

    apply_feminines([core], feminine_rows(tmp_path, "mentorée\tmentoré\t-\tpair\tPPP\tqui a un mentor"), Rejects())

    assert tags(core, "mentorée") == {"V.ppa.f.s:q:G", "A.f.s:f:G"}


def test_w6d_a_feminine_with_a_sense_of_its_own_has_no_masculine_noun(tmp_path: Path) -> None:
    """« une frontale » is a lamp; nobody is « un frontal »."""
    records = (SourceRecord("frontal", "frontal", "A", "m", "s"), SourceRecord("frontale", "frontal", "A", "f", "s"))
    core = merge.gather(records, "G")

    apply_feminines([core], feminine_rows(tmp_path, "frontale\tfrontal\t-\tsense\tSSA\tlampe au front"), Rejects())

    assert tags(core, "frontale") == {"A.f.s:f:G", "N.f.s:+:R"}
    assert tags(core, "frontal") == {"A.m.s:+:G"}


def test_w6d_a_row_without_a_feminine_is_stale_and_a_feminine_noun_without_a_row_is_named(tmp_path: Path) -> None:
    """The table and the words stay together."""
    core = merge.gather(GRAND, "G")
    rows = feminine_rows(tmp_path, "belle\tbeau\t-\tpair\tPPP\tbelle femme")

    assert apply_feminines([core], rows, Rejects()) == ["feminines.tsv:2: 'belle' is no feminine"]
    assert undecided_feminines([core], rows) == ["feminines.tsv: 'grande' has no row"]
    assert undecided_feminines([core], rows, {"grande"}) == []


def test_w6d_the_feminine_of_another_noun_stays(tmp_path: Path) -> None:
    """« copieuse » of « copieux » is an adjective; that of « copieur » is a noun all the same."""
    core: merge.Readings = {}
    merge.add(core, "copieuse", "copieux", "A.f.s", (), "G")
    merge.add(core, "copieuse", "copieur", "N.f.s", (), "G")

    apply_feminines([core], feminine_rows(tmp_path, "copieuse\tcopieux\t-\tadjective\tAAA\t-"), Rejects())

    assert tags(core, "copieuse") == {"A.f.s:f:G", "N.f.s:+:G"}


@pytest.mark.parametrize(
    ("sources", "listed"),
    [("-", False), ("LD", False), ("DX", False), ("LDT", True), ("TW", True), ("DR", True), ("TR", True)],
)
def test_w6d_two_voices_make_a_noun(tmp_path: Path, sources: str, listed: bool) -> None:
    """Lefff and DELA are one voice, Lexique is none, and a reader of another table is one."""
    row = f"grande\tgrand\t{sources}\tadjective\tAAP\tellipse"

    assert feminine_rows(tmp_path, row)["grande"].listed == listed


def test_w6d_the_sources_of_a_row_are_those_that_the_build_finds(tmp_path: Path) -> None:
    """The letters of a row are the evidence; a word that another table keeps as a noun is named with its row."""
    votes = Votes()
    votes.add("T", [SourceRecord("frontale", "frontale", "N", "f", "s")])
    kept = table(tmp_path, "inflected", "frontale\tkeep\tN.f\t-\tlampe\tLDT+R")
    rows = feminine_rows(tmp_path, "frontale\tfrontal\tTR\tsense\tSSA\tlampe au front")
    wrong = feminine_rows(tmp_path, "frontale\tfrontal\tD\tadjective\tAAA\t-")

    assert feminines.faults(rows, votes, [kept]) == []
    assert feminines.faults(wrong, votes, [kept]) == [
        "feminines.tsv:2: 'frontale' is listed by D, the build finds TR (R: inflected.tsv:2)"
    ]


def test_w6a_no_other_table_keeps_a_participle_that_too_few_list(tmp_path: Path) -> None:
    """The build names both rows, so that no decision is dropped silently; a preposition is another word."""
    row = ParticipleRow("mentoré", "", "", line=7)
    kept = table(tmp_path, "modern", "mentoré\tkeep\tN.m\tneologism\taccompagné\tR")
    other = table(tmp_path, "inflected", "mentoré\tkeep\tR\t-\tpréposition\tR")

    assert participles.faults(["mentoré"], {"mentoré": row}, Votes(), {}, [kept, other]) == [
        "modern.tsv:2: 'mentoré' is kept, but participles.tsv:7 names too few dictionaries"
    ]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("grande\tgrand\t-\tadjective\tAAP", "5 fields"),
        ("gran de\tgrand\t-\tadjective\tAAP\t-", "is not a word"),
        ("grande\tgrand\t-\tnoun\tAAP\t-", "unknown verdict 'noun'"),
        ("grande\tgrand\t-\tadjective\tAA\t-", "readers 'AA'"),
        ("grande\tgrand\t-\tadjective\tAAX\t-", "readers 'AAX'"),
        ("grande\tgrand\t-\tpair\tAAP\tqui grandit", "most readers said 'adjective'"),
        ("grande\tgrand\tDT\tadjective\tPPA\tellipse", "most readers said 'pair'"),
        ("grande\tgrand\tDT\tpair\tAAP\t-", "gives no reason"),
        ("grande\tgrand\tTD\tadjective\tAAP\t-", "in this order"),
        ("grande\tgrand\tDT\tadjective\tAAA\t-", "gives no reason"),
        ("grande\tgrand\t-\tadjective\tASP\t-", "gives no reason"),
        ("frontale\tfrontal\t-\tsense\tSSS\t-", "gives no reason"),
        ("belle\tbeau\t-\tpair\tPPP\t-", "has a row on line 2"),
    ],
)
def test_rows_of_feminines_are_parsed_strictly(tmp_path: Path, row: str, fault: str) -> None:
    """A row that does not parse, or goes against its readers, is named by file and line."""
    with pytest.raises(LayerError, match=rf"feminines\.tsv:3: .*{fault}"):
        feminine_rows(tmp_path, "belle\tbeau\t-\tpair\tPPP\tbelle femme", row)


def test_w6d_a_sense_for_which_there_is_evidence_stands_beside_a_participle(tmp_path: Path) -> None:
    """« une développante » is a curve, although « développant » is no word of its own."""
    core = past_participle("développé", "développer")
    apply_participles(core, {"développé": ParticipleRow("développé", "L", "")})
    (tmp_path / "feminines.tsv").write_text(
        "spelling\tmasculine\tsources\tverdict\treaders\treason\ndéveloppée\tdéveloppé\tDW\tsense\tSSS\tcourbe\n",
        encoding="utf-8",
    )
    merge.add(core, "développée", "développé", "A.f.s", (), "L", "f")

    assert apply_feminines([core], read_feminines(tmp_path / "feminines.tsv"), Rejects()) == []
    assert "N.f.s:+:R" in tags(core, "développée")


def test_no_table_keeps_what_another_rejects(tmp_path: Path) -> None:
    """The message names both rows, also for a feminine that a row of another table rejects (W6d)."""
    kept = table(tmp_path, "everyday", "brand\tkeep\tN.m\t-\tépée\tR\tarmes\tLarousse")
    rejected = table(tmp_path, "inflected", "brand\treject\t-\t-\tnom propre\tR")
    empty = {name: table(tmp_path, name) for name in ("additions", "modern", "single", "gentiles")}

    assert contradictions({**empty, "everyday": kept, "inflected": rejected}) == [
        "inflected.tsv:2: 'brand' is rejected, but kept by everyday.tsv:2"
    ]
    assert contradictions({**empty, "everyday": kept, "inflected": table(tmp_path, "inflected")}) == []


def test_a_kept_word_that_cannot_be_played_is_named(tmp_path: Path) -> None:
    """A row whose part of speech no playable reading has is named with its line; other statuses do not count."""
    kept = table(tmp_path, "everyday", "brand\tkeep\tN.m+A\t-\tépée\tR\tarmes\tLarousse")
    core: merge.Readings = {}
    merge.add(core, "brand", "brand", "N.m.s", (), "R")
    merge.add(core, "brand", "brand", "A.m.s", (), "R", "n")

    assert lost_rows([kept], core.values()) == [
        "everyday.tsv:2: 'brand' is kept as A, but the layers have no such reading to play"
    ]
    assert lost_rows([kept], [*core.values(), core["brand", "brand", "A.m.s"]._replace(status="+")]) == []


@pytest.mark.parametrize(
    ("pos", "text", "fits"),
    [
        ("N", "qui est recherché", False),
        ("N", "personne recherchée", True),
        ("A", "une personne recherchée", False),
        ("A", "qui est recherché", True),
        ("V", "recherche", False),
        ("V", "rechercher", True),
    ],
)
def test_a_gloss_defines_its_part_of_speech(pos: str, text: str, fits: bool) -> None:
    """A gloss that begins as one of another part of speech is named."""
    faults = misfits({("demandé", pos): Gloss(text, (), 0)})

    assert (not faults) == fits

"""The parsers: each source's own format becomes records, on rows made for the test."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgpack
import pytest

from belettre_lexicon.base.errors import SourceError
from lexicons.build.parse import dela, freedict, frequencies, grammalecte, lefff, lexique, littre
from lexicons.build.records import Rejects, SourceRecord, normalise, why_no_word
from lexicons.build.sources.debian import members
from tests.pipeline.source_files import deb, lexique_row, lexique_table, littre_files, tar_xz, wheel

FRENCH_LEX = """# comment
grande\tgrand\t:N:A:f:s/*
étouffes\tétouffer\t:V1_it_q_zz:Ip:Sp:2s/*
étouffé\tétouffer\t:V1_it_q_zz:Q:A:1ŝ:m:s/*
étouffant\tétouffer\t:V1_it_q_zz:P/*
étouffer\tétouffer\t:V1_it_q_zz:Y/*
Paris\tParis\t:MP:e:i#C/*
parisienne\tparisien\t:N:A:f:s#G/*
limites\tlimite\t:A:e:i/*
chrono\tchrono\t:N:m:s/*
ONU\tONU\t:N:f:i/*
maitre\tmaitre\t:N:A:T:m:s/R
après\taprès\t:G:R:W/*
quo\tquo\t:ÉN:m:i/*
H2O\tH2O\t:N:m:i/*
broken
"""
FRANCAIS_DIC = """5
grand/F.()\tpo:adj
chrono/S.()\tpo:nom\tis:mas\tlx:abr\tlx:fam
ONU/L'D'Q'\tpo:nom\tlx:sig
étouffer/a0p+()\tpo:v1_it_q_zz\tlx:vx
"""


def test_grammalecte(tmp_path: Path) -> None:
    """A row gives a record per part of speech, with verb forms, labels and spelling sets; rejects are counted."""
    path = tar_xz(tmp_path / "g.tar.xz", {grammalecte.LEXICON: FRENCH_LEX, grammalecte.ENTRIES: FRANCAIS_DIC})
    rejects = Rejects()

    by_spelling: dict[str, list[SourceRecord]] = {}
    for record in grammalecte.read(path, rejects):
        by_spelling.setdefault(record.spelling, []).append(record)

    assert {(r.pos, r.gender, r.number) for r in by_spelling["grande"]} == {("A", "f", "s"), ("N", "f", "s")}
    assert by_spelling["étouffes"] == [
        SourceRecord("étouffes", "étouffer", "V", forms=("pres2s", "subj2s"), labels=("old",))
    ]
    assert [r.forms for name in ("étouffé", "étouffant", "étouffer") for r in by_spelling[name]] == [
        ("ppa",),
        ("ppr",),
        ("inf",),
    ]
    assert by_spelling["Paris"][0].pos == "P"
    assert all(r.labels == ("gentile",) for r in by_spelling["parisienne"])
    assert by_spelling["limites"][0].number == "p"
    assert grammalecte.ABBREVIATION in by_spelling["chrono"][0].labels
    assert "familiar" in by_spelling["chrono"][0].labels
    assert {r.pos for r in by_spelling["ONU"]} == {"P", "Z"}
    assert all(r.labels == ("reform1990",) for r in by_spelling["maitre"])
    assert {r.pos for r in by_spelling["après"]} == {"R", "W"}
    assert rejects.counts == {"fragment": 1, "foreign_character": 1, "malformed": 1}


def test_lefff(tmp_path: Path) -> None:
    """Joined moods and persons are split, and participles listed as adjectives are verbs; rejects are counted."""
    rows = "porte\tv\tporter\tPS13s\n"
    rows += "portée\tadj\tporter\tKfs\ngai\tadj\tgai\tms\nParis\tnp\tParis\tms\n!\tponcts\t!\t\nx\n"
    rejects = Rejects()

    records = list(lefff.read(wheel(tmp_path / "l.whl", lefff.MEMBER, rows.encode()), rejects))

    assert records == [
        SourceRecord("porte", "porter", "V", forms=("pres1s", "pres3s", "subj1s", "subj3s")),
        SourceRecord("portée", "porter", "V", "f", "s", ("ppa",)),
        SourceRecord("gai", "gai", "A", "m", "s"),
        SourceRecord("Paris", "Paris", "P", "m", "s"),
    ]
    assert rejects.counts == {"foreign_character": 1, "malformed": 1}


def test_dela(tmp_path: Path) -> None:
    """Quoted characters, empty lemmas and several inflections are read; phrases are left out."""
    rows = (
        "arc\\-en\\-ciel,.N+z1:ms\nbelge,.N+z1:ms:fs\njouions,jouer.V+z1:I1p:S1p\npomme de terre,.N:fs\nanti,.PFX\n??\n"
    )
    rejects = Rejects()

    records = list(dela.read(wheel(tmp_path / "d.whl", dela.MEMBER, rows.encode()), rejects))

    assert records == [
        SourceRecord("arc-en-ciel", "arc-en-ciel", "N", "m", "s"),
        SourceRecord("belge", "belge", "N", "e", "s"),
        SourceRecord("jouions", "jouer", "V", forms=("impf1p",)),
        SourceRecord("jouions", "jouer", "V", forms=("subj1p",)),
    ]
    assert rejects.counts == {"phrase": 1, "other_category": 1, "malformed": 1}


def test_lexique(tmp_path: Path) -> None:
    """A Latin-1 row with decimal commas is read; its frequency is the mean of films and books."""
    row = lexique_row("été", "été", "NOM")
    row[8], row[9] = "81,5", "58,5"
    rejects = Rejects()

    (found,) = lexique.read(wheel(tmp_path / "x.whl", lexique.MEMBER, lexique_table([row, ["bad"]])), rejects)

    assert (found.spelling, found.pos, found.gender, found.per_million) == ("été", "N", "m", 70.0)
    assert rejects.counts == {"malformed": 1}


def test_littre(tmp_path: Path) -> None:
    """Headwords come without homograph numbers and feminine endings; participles are verbs, not adjectives."""
    articles = [
        ("ADIEU.1", "<i><small>(a-dieu) s. m.</small></i>\n"),
        ("COMPLIQUÉ", "<i><small>(kon-pli-ké) part. passé.</small></i>\n"),
        ("FUNÉRAILLES", "<i><small>(fu) s. f. plur.</small></i>\n"),
        ("GRAND, ANDE", "<i><small>(gran) adj.</small></i>\n"),
        ("RIEN DU TOUT", "nothing"),
    ]
    path = deb(tmp_path / "t.deb", littre_files(articles))
    rejects = Rejects()

    records = list(littre.read(path, rejects))

    assert records == [
        SourceRecord("adieu", "adieu", "N", "m", "s"),
        SourceRecord("compliqué", "compliqué", "V", "m", "s", ("ppa",)),
        SourceRecord("funérailles", "funérailles", "N", "f", "p"),
        SourceRecord("grand", "grand", "A", "m", "s"),
    ]
    assert sum(rejects.counts.values()) == 1


def test_freedict(tmp_path: Path) -> None:
    """Entries start a line, with or without pronunciation; translations are not headwords."""
    text = "veuve /vœv/ <n, fem>\nWitwe\nmanger /mɑ̃.ʒe/ <v>\nessen\nCadix <pn>\nabc def /a/ <n>\n"
    path = deb(tmp_path / "w.deb", {"x/freedict-fra-deu.dict.dz": gzip.compress(text.encode())})
    rejects = Rejects()

    records = list(freedict.read(path, rejects))

    assert records == [
        SourceRecord("veuve", "veuve", "N", "f", "s"),
        SourceRecord("manger", "manger", "V", forms=("inf",)),
        SourceRecord("Cadix", "Cadix", "P", "", "s"),
    ]
    assert rejects.counts == {"phrase": 1}


def test_frequencies(tmp_path: Path) -> None:
    """List number i of the cBpack holds words of 10^(-i/100) occurrences per word; the first mention counts."""
    data = gzip.compress(msgpack.packb([{"format": "cB", "version": 1}, [], ["de"], ["la", "de"]]))
    assert frequencies.read(wheel(tmp_path / "f.whl", frequencies.MEMBER, data)) == {"de": 8.99, "la": 8.98}


def test_frequencies_of_another_format(tmp_path: Path) -> None:
    """A file with another header is refused."""
    data = gzip.compress(msgpack.packb([{"format": "xx"}]))
    with pytest.raises(SourceError, match="not cB version 1"):
        frequencies.read(wheel(tmp_path / "f.whl", frequencies.MEMBER, data))


def test_invalid_debian_packages(tmp_path: Path) -> None:
    """A file that is not a Debian package, or has no data archive, is named."""
    path = tmp_path / "no.deb"
    path.write_bytes(b"hello")
    with pytest.raises(SourceError, match="no ar header"):
        members(path, (".idx",))
    path.write_bytes(b"!<arch>\n")
    with pytest.raises(SourceError, match=r"no data\.tar"):
        members(path, (".idx",))


@pytest.mark.parametrize(
    ("spelling", "fault"),
    [
        ("arc-en-ciel", None),
        ("cœur", None),
        ("aujourd'hui", None),
        ("", "length"),
        ("a" * 61, "length"),
        ("pomme de terre", "phrase"),
        ("-ment", "fragment"),
        ("anti-", "fragment"),
        ("H2O", "foreign_character"),
    ],
)
def test_what_can_be_a_word(spelling: str, fault: str | None) -> None:
    """Digits, phrases and affixes cannot be words; each fault has a name."""
    assert why_no_word(spelling) == fault


def test_apostrophes_and_hyphens_are_one() -> None:
    """Typographic apostrophes and hyphens become the plain ones."""
    assert normalise("presqu’île\u2011x") == "presqu'île-x"

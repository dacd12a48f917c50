"""The build of word families on toy data: etymologies, derivation, decisions, the layer, compiled memberships.

Lexemes are written as headword and part of speech, « jouer V »; several bases are joined by « + ».
"""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.lexicon.compile.layers import LayerReading
from belettre_lexicon.lexicon.compile.lexicon import compile_readings
from belettre_lexicon.lexicon.compile.links import (
    LexemeKey,
    LinkRow,
    check_links,
    circles,
    format_bases,
    parse_bases,
    parse_etymons,
    read_links,
    write_links,
)
from belettre_lexicon.lexicon.file.container import read_container
from belettre_lexicon.lexicon.file.store import Store
from belettre_lexicon.lexicon.lexicon import Lexicon
from lexicons.build.kin.affixes import AffixNamer
from lexicons.build.kin.build import make_links, needs_no_reading, participles_of
from lexicons.build.kin.candidates import BaseCandidate, Finder
from lexicons.build.kin.decisions import HEADER, Decision, read_decisions, stale_decisions, write_decisions
from lexicons.build.kin.forest import Forest, grow
from lexicons.build.kin.grammar import read_grammar
from lexicons.build.parse.littre_etymology import Etymology, parse
from tests.conftest import ROOT

GRAMMAR = read_grammar(ROOT / "lexicons" / "derivation")
WORDS = (
    "jouer V, joueur N, joueuse N, jouet N, jeu N, école N, scolaire A, porter V, porte N, feuille N, portefeuille N, "
    "transporter V, réel A, irréel A, thérapie N, chrysothérapie N, arc N, ciel N, arc-en-ciel N, blond A, blond N, "
    "fatigué A, fatiguer V, golf N, golfe N, danse N, danser V, chapeau N, chapelier N, culte N, difficulté N"
)
LEXEMES = [LexemeKey.parse(*word.split()) for word in WORDS.split(", ")]


def toy_finder(*etymologies: Etymology, segments: tuple[tuple[str, str, str], ...] = ()) -> Finder:
    return Finder(LEXEMES, GRAMMAR, {}, etymologies, segments)


def cheapest_bases(word: str) -> str:
    """The bases of the cheapest candidate of a lexeme, such as « porter V + feuille N »; "" for no candidate."""
    candidates = toy_finder().candidates(LexemeKey.parse(*word.split()))
    return format_bases(candidates[0].bases) if candidates else ""


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("joueur N", "jouer V"),
        ("jouet N", "jouer V"),
        ("joueuse N", "joueur N"),
        ("scolaire A", "école N"),
        ("transporter V", "porter V"),
        ("irréel A", "réel A"),
        ("chrysothérapie N", "thérapie N"),
        ("portefeuille N", "porter V + feuille N"),
        ("arc-en-ciel N", "arc N + ciel N"),
        ("blond N", "blond A"),
        ("fatigué A", "fatiguer V"),
        ("danse N", "danser V"),
        ("chapelier N", "chapeau N"),
        ("difficulté N", ""),
    ],
)
def test_derivation_grammar_finds_the_base(word: str, base: str) -> None:
    """The cheapest candidate has the right base, for each kind of derivation."""
    assert cheapest_bases(word) == base


@pytest.mark.parametrize(
    ("section", "bases", "see", "foreign"),
    [
        ("Jouer ; bourguig. jueu", ("jouer",), (), False),
        ("Insatiable, et le suffixe ment.", ("insatiable",), (), False),
        ("É- pour es- préfixe, et biseau.", ("biseau",), (), False),
        ("Lat. deputationem, de deputare (voy. DÉPUTER).", (), ("députer",), True),
        ("Voy. TRAVÉE.", (), ("travée",), False),
        ("Anc. haut allem. loc, boucle", (), (), True),
        ("", (), (), False),
    ],
)
def test_littre_etymologies(section: str, bases: tuple[str, ...], see: tuple[str, ...], foreign: bool) -> None:
    """A section names a base, refers to a word, or names a foreign etymon."""
    assert parse("mot", section) == Etymology("mot", bases, see, foreign)


def test_sources_weigh_for_and_against() -> None:
    """A base named by Littré or a segmentation of Lexique lowers the cost of a link, a foreign etymon raises it."""
    joueur = LexemeKey("joueur", "N")

    alone = toy_finder().candidates(joueur)[0]
    named = toy_finder(parse("joueur", "Jouer")).candidates(joueur)[0]
    segmented = toy_finder(segments=(("joueur", "N", "jouer-eur"),)).candidates(joueur)[0]
    foreign = toy_finder(parse("joueur", "lat. jocatorem")).candidates(joueur)[0]

    assert named.cost < alone.cost < foreign.cost
    assert segmented.cost < alone.cost
    assert alone.evidence == "F"
    assert named.evidence == "FT"
    assert segmented.evidence == "FX"
    assert needs_no_reading(joueur, named)
    assert not needs_no_reading(joueur, foreign._replace(cost=3.0))


def test_decisions_come_before_the_machine(tmp_path: Path) -> None:
    """A decided link is kept with the evidence that agrees, a decided root is kept, homographs get their own line."""
    decisions = {
        LexemeKey("jouet", "N"): Decision((), "", "cut for the test"),
        LexemeKey("jeu", "N"): Decision((LexemeKey("jouer", "V"),), "learned", "lat. jocus"),
        LexemeKey("joueur", "N"): Decision((LexemeKey("jouer", "V"),), "suffix", "confirmed"),
        LexemeKey("porter", "V", 2): Decision((), "", "a homograph for the test"),
    }

    links = make_links(LEXEMES, toy_finder(), decisions)

    assert LexemeKey("jouet", "N") not in links
    assert links[LexemeKey("jeu", "N")] == LinkRow((LexemeKey("jouer", "V"),), "learned", "", "R")
    assert links[LexemeKey("joueur", "N")] == LinkRow((LexemeKey("jouer", "V"),), "suffix", "-eur", "FR")
    assert links[LexemeKey("porter", "V", 2)].bases == ()
    check_links(links, LEXEMES)


def test_links_and_decisions_read_back_as_they_were_written(tmp_path: Path) -> None:
    """The layer and the table of decisions come back from their files."""
    decisions = {
        LexemeKey("jouet", "N"): Decision((), "", "cut for the test"),
        LexemeKey("jeu", "N"): Decision((LexemeKey("jouer", "V"),), "learned", "lat. jocus"),
        LexemeKey("porter", "V", 2): Decision((), "", "a homograph for the test"),
    }
    links = make_links(LEXEMES, toy_finder(), decisions)

    path = tmp_path / "families.tsv"
    assert write_links(path, links) == len(links)
    assert read_links(path) == links
    assert write_decisions(tmp_path / "decisions.tsv", decisions) == len(decisions)
    read = read_decisions(tmp_path / "decisions.tsv")
    assert {lexeme: decision._replace(line=0) for lexeme, decision in read.items()} == decisions


def test_decisions_that_no_longer_apply_or_go_in_circles_stop_the_build() -> None:
    """A row about a word that is gone is stale; rows whose bases lead back to the word are named."""
    gone = {LexemeKey("zut", "N"): Decision((LexemeKey("jouer", "V"),), "suffix", "x", 3)}
    assert stale_decisions(gone, LEXEMES) == ["families.tsv:3: zut N is no longer a headword"]
    with pytest.raises(LayerError, match="zut N"):
        make_links(LEXEMES, toy_finder(), gone)
    jouer, joueur = LexemeKey("jouer", "V"), LexemeKey("joueur", "N")
    circle = {
        jouer: Decision((joueur,), "suffix", "x"),
        joueur: Decision((jouer,), "suffix", "x"),
    }
    with pytest.raises(LayerError, match="lead back"):
        make_links(LEXEMES, toy_finder(), circle)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("jouet\tN\tlink\tjouer V\tsuffix", "5 fields"),
        ("jouet\tQ\troot\t-\t-\tx", "invalid code 'Q'"),
        ("jouet\tN\tlink\t-\tsuffix\tx", "verdict 'link'"),
        ("jouet\tN\troot\tjouer V\tsuffix\tx", "verdict 'root'"),
        ("jouet\tN\tlink\tjouer V\tsuffixe\tx", "relation 'suffixe'"),
        ("jouet\tN\tlink\tjouer V\tsuffix\t-", "gives no reason"),
        ("jouet\tN\tlink\tjouer\tsuffix\tx", "invalid code"),
    ],
)
def test_decisions_are_parsed_strictly(tmp_path: Path, row: str, message: str) -> None:
    """A row of the decisions that does not parse is named by file, line and value."""
    path = tmp_path / "families.tsv"
    path.write_text("\t".join(HEADER) + "\n" + row + "\n", encoding="utf-8")
    with pytest.raises(LayerError, match=rf"families.tsv:2: .*{message}"):
        read_decisions(path)
    path.write_text("spelling\n", encoding="utf-8")
    with pytest.raises(LayerError, match="header"):
        read_decisions(path)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("jouet\tN\tjouer V\tsuffix\t-et\t-", "6 fields"),
        ("jouet\tN\tjouer V\tsuffix\t-et\tiocus\tR", "etymon 'iocus'"),
        ("jouet\tN\tjouer V\tsuffix\t-et\tlat. iocus + lat. iocus\tR", "names an etymon twice"),
        ("jouet\tN\t-\tsuffix\t-\t-\tR", "no base but a relation"),
        ("jouet\tN\tjouer V\tsuffix\t-et\t-\tQ", "evidence 'Q'"),
        ("jouet\tN9x\tjouer V\tsuffix\t-et\t-\tR", "invalid code"),
        ("jouet\tN\tjouer V\tsuffix\t-et\t-\tR\njouet\tN\tjouer V\tsuffix\t-et\t-\tR", "a line already"),
    ],
)
def test_the_layer_is_parsed_strictly(tmp_path: Path, row: str, message: str) -> None:
    """A line of the layer that does not parse is named by file, line and value."""
    path = tmp_path / "families.tsv"
    path.write_text(row + "\n", encoding="utf-8")
    with pytest.raises(LayerError, match=rf"families.tsv:\d: .*{message}"):
        read_links(path)


def test_links_to_nowhere_and_circles_are_named() -> None:
    """A base that is not a headword, and links in a circle, stop the compilation."""
    jouer, joueur = LexemeKey("jouer", "V"), LexemeKey("joueur", "N")
    link = LinkRow((joueur,), "suffix", "", "R")
    with pytest.raises(LayerError, match="joueur N is not a headword"):
        check_links({jouer: link}, [jouer])
    links = {jouer: link, joueur: LinkRow((jouer,), "suffix", "", "R")}
    assert circles(links)
    with pytest.raises(LayerError, match="lead back"):
        check_links(links, [jouer, joueur])


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.floats(0, 5)), max_size=40))
def test_a_forest_never_has_circles(offers: list[tuple[int, int, float]]) -> None:
    """Whatever links are offered, each lexeme gets at most one, and none leads back to where it started."""
    nodes = [LexemeKey(f"mot{n}", "N") for n in range(13)]
    forest = Forest()
    grow(forest, [(nodes[a], BaseCandidate((nodes[b],), "suffix", "", cost, "F")) for a, b, cost in offers])
    links = {x: LinkRow(c.bases, c.relation, c.affix, "F") for x, c in forest.links.items()}
    assert not circles(links)


READINGS = [
    LayerReading(spelling, spelling, tag, "+", (), "G")
    for spelling, tag in (
        ("pêche", "N.f.s"),
        ("pécher", "V.inf"),
        ("pêcher", "V.inf"),
        ("pêcheur", "N.m.s"),
        ("pécheur", "N.m.s"),
        ("martin-pêcheur", "N.m.s"),
        ("martin", "N.m.s"),
        ("poisson", "N.m.s"),
        ("pescadou", "N.m.s"),
        ("seul", "A.m.s"),
        ("seulet", "A.m.s"),
        ("ermite", "N.m.s"),
    )
]


def lexicon_of(rows: str) -> Lexicon:
    """A lexicon compiled from READINGS and links, one per row: lexeme | bases | etymons."""
    links = {}
    for row in rows.strip().splitlines():
        word, bases, etymons = (part.strip() for part in row.split("|"))
        lexeme, relation = LexemeKey.parse(*word.split()), "suffix" if bases else ""
        links[lexeme] = LinkRow(parse_bases(bases), relation, "", "R", parse_etymons("toy", etymons or "-"))
    data = compile_readings(READINGS, {}, {"edition": "2026.11", "layers": "toy"}, links)
    return Lexicon(Store(read_container(memoryview(data), "toy")))


TOY = """
pécheur N | pécher V |
pécher V || lat. peccare
pêcheur N | pêcher V |
pêcher V || lat. piscari
pêche N | pêcher V |
pêche N2 || lat. persica
martin-pêcheur N | martin N + pêcheur N |
martin N || nom Martin
pescadou N || lat. piscari
seulet A | seul A |
seul A || lat. solus
"""


def tier(lexicon: Lexicon, a: str, b: str) -> str | None:
    """The tier of the kinship of two words; None if there is none."""
    kinship = lexicon.kinship(a, b)
    return kinship.tier if kinship else None


def test_compiled_memberships_tell_homographs_accents_compounds_and_tiers_apart() -> None:
    """Written accents decide, a word without them counts with all its lexemes, a compound is kin of each part."""
    lexicon = lexicon_of(TOY)

    assert tier(lexicon, "pécheur", "pêcheur") is None
    assert tier(lexicon, "pecheur", "pécher") == "core"
    assert tier(lexicon, "pecheur", "pêche") == "core"
    assert tier(lexicon, "pécheur", "pêche") is None
    assert tier(lexicon, "martin-pêcheur", "martin") == "core"
    assert tier(lexicon, "martin-pêcheur", "pêche") == "core"
    assert tier(lexicon, "martin", "pêche") is None
    assert tier(lexicon, "pescadou", "pêche") == "near"
    assert tier(lexicon, "pescadou", "martin-pêcheur") == "near"
    assert tier(lexicon, "seulet", "seul") == "core"
    assert tier(lexicon, "ermite", "ermite") == "core"
    assert tier(lexicon, "ermite", "seul") is None
    assert lexicon.family("ermite") == lexicon.origins("ermite") == ()
    assert [family.root.spelling for family in lexicon.family("pêche")] == ["pêcher"]
    assert [family.root.spelling for family in lexicon.family("martin-pêcheur")] == ["martin", "pêcher"]
    lexicon.verify()


def test_w8_near_kin_are_proved_by_their_etymon() -> None:
    """A near kinship names the common etymon, and the links up to the words that come from it themselves."""
    kinship = lexicon_of(TOY).kinship("pêcheur", "pescadou")

    assert kinship and kinship.tier == "near"
    assert kinship.etymon == kinship.common_spelling == "lat. piscari" and kinship.common is None
    assert [link.lexeme.spelling for link in kinship.chain] == ["pêcheur"]
    assert pickle.loads(pickle.dumps(kinship)) == kinship
    assert kinship.as_dict()["etymon"] == "lat. piscari"


def test_w8_a_compound_has_all_etymons_of_its_parts_and_joins_nobody() -> None:
    """« trident » is near kin of what has either etymon; what has the one is no kin of what has the other."""
    lexicon = lexicon_of("""
        martin-pêcheur N || nom Martin + lat. piscari
        martin N || nom Martin
        pêcheur N || lat. piscari
    """)

    assert tier(lexicon, "martin-pêcheur", "martin") == tier(lexicon, "martin-pêcheur", "pêcheur") == "near"
    assert tier(lexicon, "martin", "pêcheur") is None
    assert [origin.etymon for origin in lexicon.origins("martin-pêcheur")] == ["nom Martin", "lat. piscari"]


def test_w8_a_word_with_etymons_of_its_own_has_none_of_its_bases() -> None:
    """What a row says replaces what the bases say; without a row, a word has the etymons of all its bases."""
    links = """
        pêche N | pêcher V | lat. persica
        pêcheur N | pêcher V |
        pêcher V || lat. piscari
        pescadou N || lat. piscari
        poisson N || lat. persica
    """
    lexicon = lexicon_of(links)

    assert tier(lexicon, "pêche", "pêcher") == "core"
    assert tier(lexicon, "pêche", "pescadou") is None
    assert tier(lexicon, "pêche", "poisson") == tier(lexicon, "pêcheur", "pescadou") == "near"


def test_w8_an_etymon_within_one_family_makes_no_near_kin() -> None:
    """An etymon that only words of one core family have is told as their origin, and proves nothing."""
    lexicon = lexicon_of("""
        pêcheur N | pêcher V |
        pêcher V || lat. piscari
    """)

    assert lexicon.family_index.of_headword("pêcheur", lexicon.store.key_id("pecheur") or 0)[1] == ()
    assert [(one.etymon, [x.spelling for x in one.lexemes]) for one in lexicon.origins("pêcheur")] == [
        ("lat. piscari", [])
    ]


def test_a_lexicon_of_one_layer_leaves_out_links_to_words_it_lacks() -> None:
    """Links whose word or base is not compiled are left out."""
    links = {LexemeKey("seulet", "A"): LinkRow((LexemeKey("solitude", "N"),), "origin", "", "R")}
    data = compile_readings(READINGS, {}, {"edition": "2026.11", "layers": "toy"}, links)
    lexicon = Lexicon(Store(read_container(memoryview(data), "toy")))
    assert lexicon.about["families.links"] == "0"
    assert lexicon.kinship("seul", "seulet") is None


# Participles


def test_w8_an_adjective_that_is_a_participle_is_built_on_its_verb() -> None:
    """Nobody has to read that « blanchi » comes from « blanchir »."""
    readings = [
        LayerReading("blanchir", "blanchir", "V.inf", "+", (), "G"),
        LayerReading("blanchi", "blanchir", "V.ppa.m.s", "q", (), "G"),
        LayerReading("blanchi", "blanchi", "A.m.s", "+", (), "LT"),
        LayerReading("blanc", "blanc", "A.m.s", "+", (), "G"),
    ]

    assert participles_of(readings) == {LexemeKey("blanchi", "A"): LexemeKey("blanchir", "V")}


# Names of affixes


@pytest.mark.parametrize(
    ("word", "base", "relation", "affix"),
    [
        ("palomière N", "palombe N", "suffix", "-ière"),
        ("court-termiste N", "court-termisme N", "suffix", "-iste"),
        ("chevreau N", "chèvre N", "suffix", "-eau"),
        ("calmos A", "calme A", "suffix", "-os"),
        ("vente N", "vendre V", "suffix", "-te"),
        ("suspendre V", "pendre V", "prefix", "sus-"),
        ("dératiser V", "rat N", "prefix", "dé-"),
        ("bocage N", "bois N", "suffix", ""),
        ("danse N", "danser V", "conversion", ""),
        ("lunaire A", "lune N", "learned", ""),
    ],
)
def test_the_affix_of_a_decided_link_is_named_from_its_letters(word: str, base: str, relation: str, affix: str) -> None:
    """What a word has and its base lacks is its affix; a changed stem alone is none."""
    lexeme, on = (LexemeKey.parse(*text.split()) for text in (word, base))
    namer = AffixNamer(read_grammar(ROOT / "lexicons" / "derivation"))

    assert namer.name(lexeme, LinkRow((on,), relation, "", "R")) == affix


@given(
    st.text("abcéœ-", min_size=1, max_size=12),
    st.text("abcéœ-", min_size=1, max_size=12),
    st.sampled_from(["suffix", "prefix"]),
)
def test_an_affix_is_a_piece_of_the_word(word: str, base: str, relation: str) -> None:
    """Whatever the words, an affix is short, and starts or ends with its hyphen."""
    namer = AffixNamer(read_grammar(ROOT / "lexicons" / "derivation"))

    affix = namer.name(LexemeKey(word, "N"), LinkRow((LexemeKey(base, "N"),), relation, "", "R"))

    assert affix == "" or (affix[0] if relation == "suffix" else affix[-1]) == "-"
    assert len(affix) <= 15

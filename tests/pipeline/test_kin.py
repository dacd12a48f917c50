"""The family builder on toy data: etymologies, derivation, decisions, the layer, compiled memberships."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.errors import LayerError
from belettre_lexicon.lexicon.container import read_container
from belettre_lexicon.lexicon.lexicon import Lexicon
from belettre_lexicon.lexicon.store import Store
from belettre_lexicon.pipeline.compile.lexicon import compile_readings
from belettre_lexicon.pipeline.kin.build import make_links, needs_no_reading
from belettre_lexicon.pipeline.kin.candidates import Finder
from belettre_lexicon.pipeline.kin.decisions import HEADER, Decision, read_decisions, stale_decisions, write_decisions
from belettre_lexicon.pipeline.kin.forest import Forest, grow
from belettre_lexicon.pipeline.kin.grammar import read_grammar
from belettre_lexicon.pipeline.kin.lexemes import LexemeKey
from belettre_lexicon.pipeline.kin.links import LinkRow, check_links, circles, read_links, write_links
from belettre_lexicon.pipeline.layers import LayerReading
from belettre_lexicon.pipeline.parse.littre_etymology import Etymology, parse
from tests.conftest import ROOT

GRAMMAR = read_grammar(ROOT / "lexicons" / "derivation")
WORDS = (
    "jouer V, joueur N, joueuse N, jouet N, jeu N, école N, scolaire A, porter V, porte N, feuille N, portefeuille N, "
    "transporter V, réel A, irréel A, thérapie N, chrysothérapie N, arc N, ciel N, arc-en-ciel N, blond A, blond N, "
    "fatigué A, fatiguer V, golf N, golfe N, danse N, danser V, chapeau N, chapelier N, culte N, difficulté N"
)
LEXEMES = [LexemeKey.parse(*word.split()) for word in WORDS.split(", ")]


def finder(*etymologies: Etymology, segments: tuple[tuple[str, str, str], ...] = ()) -> Finder:
    return Finder(LEXEMES, GRAMMAR, {}, etymologies, segments)


def best(word: str, **sources: object) -> str:
    found = finder(**sources).candidates(LexemeKey.parse(*word.split()))  # type: ignore[arg-type]
    return " + ".join(map(str, found[0].bases)) if found else ""


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
    """Suffix, feminine, learned stem, prefix, combining form, compound, conversion, participle, allomorph."""
    assert best(word) == base


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
    """A base named, a word pointed to, a foreign etymon: for and against."""
    assert parse("mot", section) == Etymology("mot", bases, see, foreign)


def test_sources_weigh_for_and_against() -> None:
    """Littré naming the base or Lexique segmenting the word makes a link cheaper, a foreign etymon dearer."""
    joueur = LexemeKey("joueur", "N")
    alone = finder().candidates(joueur)[0]
    named = finder(parse("joueur", "Jouer")).candidates(joueur)[0]
    segmented = finder(segments=(("joueur", "N", "jouer-eur"),)).candidates(joueur)[0]
    foreign = finder(parse("joueur", "lat. jocatorem")).candidates(joueur)[0]
    assert named.cost < alone.cost < foreign.cost
    assert segmented.cost < alone.cost
    assert (alone.evidence, named.evidence, segmented.evidence) == ("F", "FT", "FX")
    assert needs_no_reading(joueur, named)
    assert not needs_no_reading(joueur, foreign._replace(cost=3.0))


def test_decisions_come_before_the_machine(tmp_path: Path) -> None:
    """A decided link stands with its corroboration, a decided root stays one, homographs get their own node."""
    decisions = {
        LexemeKey("jouet", "N"): Decision((), "", "", "cut for the test"),
        LexemeKey("jeu", "N"): Decision((LexemeKey("jouer", "V"),), "learned", "core", "lat. jocus"),
        LexemeKey("joueur", "N"): Decision((LexemeKey("jouer", "V"),), "suffix", "core", "confirmed"),
        LexemeKey("porter", "V", 2): Decision((), "", "", "a homograph for the test"),
    }
    links = make_links(LEXEMES, finder(), decisions)
    assert LexemeKey("jouet", "N") not in links
    assert links[LexemeKey("jeu", "N")] == LinkRow((LexemeKey("jouer", "V"),), "learned", "", "core", "R")
    assert links[LexemeKey("joueur", "N")] == LinkRow((LexemeKey("jouer", "V"),), "suffix", "-eur", "core", "FR")
    assert links[LexemeKey("porter", "V", 2)].bases == ()
    check_links(links, LEXEMES)
    path = tmp_path / "families.tsv"
    assert write_links(path, links) == len(links)
    assert read_links(path) == links
    write_decisions(tmp_path / "decisions.tsv", decisions)
    read = read_decisions(tmp_path / "decisions.tsv")
    assert {x: d._replace(line=0) for x, d in read.items()} == decisions


def test_decisions_that_no_longer_apply_or_go_in_circles_stop_the_build() -> None:
    """A row about a word that is gone is stale; rows that lead back to themselves are named."""
    gone = {LexemeKey("zut", "N"): Decision((LexemeKey("jouer", "V"),), "suffix", "core", "x", 3)}
    assert stale_decisions(gone, LEXEMES) == ["families.tsv:3: zut N is no headword any more"]
    with pytest.raises(LayerError, match="zut N"):
        make_links(LEXEMES, finder(), gone)
    jouer, joueur = LexemeKey("jouer", "V"), LexemeKey("joueur", "N")
    circle = {
        jouer: Decision((joueur,), "suffix", "core", "x"),
        joueur: Decision((jouer,), "suffix", "core", "x"),
    }
    with pytest.raises(LayerError, match="lead back"):
        make_links(LEXEMES, finder(), circle)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("jouet\tN\tlink\tjouer V\tsuffix\tcore", "6 fields"),
        ("jouet\tQ\troot\t-\t-\t-\tx", "'Q' is no part of speech"),
        ("jouet\tN\tlink\t-\tsuffix\tcore\tx", "verdict 'link'"),
        ("jouet\tN\troot\tjouer V\tsuffix\tcore\tx", "verdict 'root'"),
        ("jouet\tN\tlink\tjouer V\tsuffixe\tcore\tx", "relation 'suffixe'"),
        ("jouet\tN\tlink\tjouer V\tsuffix\tcore\t-", "gives no reason"),
        ("jouet\tN\tlink\tjouer\tsuffix\tcore\tx", "no part of speech"),
    ],
)
def test_decisions_are_parsed_strictly(tmp_path: Path, row: str, message: str) -> None:
    """Errors say file, line and value."""
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
        ("jouet\tN\tjouer V\tsuffix\t-et\tcore", "6 fields"),
        ("jouet\tN\tjouer V\tsuffix\t-et\tfar\tR", "tier 'far'"),
        ("jouet\tN\t-\tsuffix\t-\t-\tR", "no base but a relation"),
        ("jouet\tN\tjouer V\tsuffix\t-et\tcore\tQ", "evidence 'Q'"),
        ("jouet\tN9x\tjouer V\tsuffix\t-et\tcore\tR", "no part of speech"),
        ("jouet\tN\tjouer V\tsuffix\t-et\tcore\tR\njouet\tN\tjouer V\tsuffix\t-et\tcore\tR", "a line already"),
    ],
)
def test_the_layer_is_parsed_strictly(tmp_path: Path, row: str, message: str) -> None:
    """Errors say file, line and value."""
    path = tmp_path / "families.tsv"
    path.write_text(row + "\n", encoding="utf-8")
    with pytest.raises(LayerError, match=rf"families.tsv:\d: .*{message}"):
        read_links(path)


def test_links_to_nowhere_and_circles_are_named() -> None:
    """A base that is no headword and a circle stop the compilation."""
    jouer, joueur = LexemeKey("jouer", "V"), LexemeKey("joueur", "N")
    link = LinkRow((joueur,), "suffix", "", "core", "R")
    with pytest.raises(LayerError, match="joueur N is no headword"):
        check_links({jouer: link}, [jouer])
    links = {jouer: link, joueur: LinkRow((jouer,), "suffix", "", "core", "R")}
    assert circles(links)
    with pytest.raises(LayerError, match="lead back"):
        check_links(links, [jouer, joueur])


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.floats(0, 5)), max_size=40))
def test_a_forest_never_has_circles(offers: list[tuple[int, int, float]]) -> None:
    """Whatever is offered, each lexeme gets one link at most and no way leads back."""
    from belettre_lexicon.pipeline.kin.candidates import BaseCandidate

    nodes = [LexemeKey(f"mot{n}", "N") for n in range(13)]
    forest = Forest()
    grow(forest, [(nodes[a], BaseCandidate((nodes[b],), "suffix", "", cost, "F")) for a, b, cost in offers])
    links = {x: LinkRow(c.bases, c.relation, c.affix, "core", "F") for x, c in forest.links.items()}
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
    links = {}
    for row in rows.strip().splitlines():
        word, bases, tier = (part.strip() for part in row.split("|"))
        spelling, code = word.split()
        parsed = tuple(LexemeKey.parse(*base.split()) for base in bases.split(" + ")) if bases else ()
        links[LexemeKey.parse(spelling, code)] = LinkRow(parsed, "suffix" if bases else "", "", tier, "R")
    data = compile_readings(READINGS, {}, {"edition": "2026.11", "layers": "toy"}, links)
    return Lexicon(Store(read_container(memoryview(data), "toy")))


TOY = """
pécheur N | pécher V |core
pêcheur N | pêcher V | core
pêche N | pêcher V | core
pêche N2 ||
martin-pêcheur N | martin N + pêcheur N | core
pescadou N | pêcheur N | near
seulet A | seul A | core
"""


def test_compiled_memberships_tell_homographs_accents_compounds_and_tiers_apart() -> None:
    """A word counts by all its lexemes; accents that are written decide; a compound is in each family of its parts."""
    lexicon = lexicon_of(TOY)

    def tier(a: str, b: str) -> str | None:
        kinship = lexicon.kinship(a, b)
        return kinship.tier if kinship else None

    assert tier("pécheur", "pêcheur") is None
    assert tier("pecheur", "pécher") == tier("pecheur", "pêche") == "core"
    assert tier("pécheur", "pêche") is None
    assert tier("martin-pêcheur", "martin") == tier("martin-pêcheur", "pêche") == "core"
    assert tier("martin", "pêche") is None
    assert tier("pescadou", "pêche") == tier("pescadou", "martin-pêcheur") == "near"
    assert tier("seulet", "seul") == "core"
    assert tier("ermite", "ermite") == "core"
    assert tier("ermite", "seul") is None
    assert lexicon.family("ermite") == ()
    assert [family.root.spelling for family in lexicon.family("pêche")] == ["pêcher"]
    assert [family.root.spelling for family in lexicon.family("martin-pêcheur")] == ["martin", "pêcher"]
    lexicon.verify()


def test_a_lexicon_of_one_layer_leaves_out_links_to_words_it_lacks() -> None:
    """Links whose word or base is not compiled are left out, not invented."""
    links = {LexemeKey("seulet", "A"): LinkRow((LexemeKey("solitude", "N"),), "origin", "", "core", "R")}
    data = compile_readings(READINGS, {}, {"edition": "2026.11", "layers": "toy"}, links)
    lexicon = Lexicon(Store(read_container(memoryview(data), "toy")))
    assert lexicon.about["families.links"] == "0"
    assert lexicon.kinship("seul", "seulet") is None

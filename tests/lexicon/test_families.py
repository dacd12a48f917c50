"""Families (W8) on the real lexicon, by linguistic phenomenon, and the laws that hold for every kinship."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import Lexicon
from belettre_lexicon.french.grammar import POS
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.compile.layers import read_readings
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow, check_links, lexemes_of, read_links
from belettre_lexicon.lexicon.kin.lexemes import Lexeme
from tests.conftest import ROOT

LAYERS = ROOT / "lexicons" / "fr"

#: Pairs of core kin, by what links them.
CORE = {
    "suffix": [("jouer", "joueur"), ("jouer", "jouet"), ("dent", "dentiste"), ("laver", "lavage"), ("lent", "lenteur")],
    "root and changed stem": [
        ("jouer", "enjoué"),
        ("vouloir", "volonté"),
        ("boire", "boisson"),
        ("devoir", "redevable"),
    ],
    "conversion": [("danse", "danser"), ("clou", "clouer"), ("marche", "marcher"), ("amuser", "amusant")],
    "prefix": [("porter", "transporter"), ("prendre", "comprendre"), ("faire", "refaire"), ("cadre", "encadrer")],
    "learned stem": [("école", "scolaire"), ("lumière", "lumineux"), ("main", "manuel"), ("fleur", "floral")],
    "feminine": [("danseur", "danseuse"), ("acteur", "actrice"), ("ouvrier", "ouvrière")],
    "compound": [("porter", "portefeuille"), ("feuille", "portefeuille"), ("climat", "microclimat")],
    "siblings": [("joueur", "jouet"), ("lavage", "lavabo"), ("vendeur", "vente"), ("scolaire", "écolier")],
    "short root": [("sel", "saler"), ("eau", "aquatique"), ("nez", "nasal"), ("riz", "rizière")],
}
#: Pairs of words that look alike but are not kin.
APART = [
    ("souris", "sourire"),
    ("boucher", "bouche"),
    ("couleur", "couler"),
    ("passion", "passer"),
    ("portion", "porter"),
    ("lave", "laver"),
    ("peuplier", "peuple"),
    ("bouton", "boutique"),
    ("cheval", "équestre"),
    ("biologie", "géologie"),
    ("attentat", "attente"),
    ("primevère", "déprimer"),
    ("tache", "attachement"),
    ("chatouiller", "chat"),
]
#: Pairs of near kin.
NEAR = [("hôtel", "hôpital"), ("poison", "potion"), ("chef", "capitaine")]


@pytest.mark.parametrize(("a", "b"), [pair for pairs in CORE.values() for pair in pairs])
def test_w8_core_kin(lexicon: Lexicon, a: str, b: str) -> None:
    """Words of one root are core kin, and core links lead from each of them to their common base."""
    kinship = lexicon.kinship(a, b)

    assert kinship is not None
    assert kinship.tier == "core"
    assert kinship.chain
    assert all(link.tier == "core" for link in kinship.chain)
    bases = {link.lexeme: link.bases for link in kinship.chain}
    for lexeme in (kinship.first, kinship.second):
        reached = {lexeme}
        while new := {base for member in reached for base in bases.get(member, ())} - reached:
            reached |= new
        assert kinship.common in reached


@pytest.mark.parametrize(("a", "b"), APART)
def test_w8_look_alikes_are_not_core_kin(lexicon: Lexicon, a: str, b: str) -> None:
    """Words of different roots are not core kin, however alike they look."""
    kinship = lexicon.kinship(a, b)

    assert kinship is None or kinship.tier == "near", kinship and kinship.chain


@pytest.mark.parametrize(("a", "b"), NEAR)
def test_w8_near_kin(lexicon: Lexicon, a: str, b: str) -> None:
    """Words whose kinship only an etymologist recognises are near kin, by an etymon that both have."""
    kinship = lexicon.kinship(a, b)

    assert kinship is not None
    assert kinship.tier == "near"
    assert kinship.etymon in {origin.etymon for origin in lexicon.origins(a)}
    assert kinship.etymon in {origin.etymon for origin in lexicon.origins(b)}


def test_w8_homographs_belong_to_their_own_families(lexicon: Lexicon) -> None:
    """« pêche » (fishing, peach) has at least two families; words of different ones are not kin."""
    assert lexicon.kinship("pêche", "pêcheur") is not None
    assert len(lexicon.family("pêche")) >= 2
    assert lexicon.kinship("pêcheur", "péché") is None


def test_w4_w8_accents_tell_families_apart(lexicon: Lexicon) -> None:
    """« pécheur » is not kin of « pêche », but « pecheur », without accents, may be « pécheur » or « pêcheur »."""
    assert lexicon.kinship("pécheur", "pêche") is None
    assert lexicon.kinship("pecheur", "pêche") is not None
    assert lexicon.kinship("pecheur", "péché") is not None
    assert lexicon.kinship("bouché", "boucher") is not None
    assert lexicon.kinship("bouche", "boucher") is None


def test_w8_no_kinship_passes_a_dead_end(lexicon: Lexicon) -> None:
    """Short forms and words of distant sense are kin of their base; what is built on them is near at most.

    A short form has nothing of the part that it drops: « hyper » has none of « marché ».
    """
    tiers = {
        ("promo", "promotion"): "core",
        ("perso", "personne"): "core",
        ("hyper", "hypermarché"): "core",
        ("hyper", "marché"): None,
        ("photocopie", "photo"): "core",
        ("photocopie", "photographie"): "near",
        ("attendre", "tendre"): "core",
        ("attendre", "tension"): "core",
        ("attente", "tension"): "near",
        ("précédent", "excessive"): "near",
        ("confort", "forcément"): "near",
        ("promo", "émotive"): "near",
    }

    for (a, b), tier in tiers.items():
        for first, second in ((a, b), (b, a)):
            kinship = lexicon.kinship(first, second)
            assert (kinship.tier if kinship else None) == tier, (first, second)
            assert bool(kinship and kinship.common) == (tier == "core")
    (tree, *_) = lexicon.family("attente")
    assert tree.root.spelling == "attendre"
    assert {"tendre", "attendre"} == {tree.root.spelling for tree in lexicon.family("attendre")}


def test_unknown_words_have_no_kin_and_forms_no_family_of_their_own(lexicon: Lexicon) -> None:
    """Unknown words have no kin and no family; plurals, participles and conjugated forms have no tree of their own."""
    assert lexicon.kinship("xyzzy", "xyzzy") is None
    assert lexicon.family("jouons") == ()
    assert lexicon.family("pêché") == ()
    assert lexicon.family("xyzzy") == ()
    assert lexicon.kinship("", "jouer") is None


def test_a_family_is_a_tree_with_its_links(lexicon: Lexicon) -> None:
    """Every member but the root has a link to another member; the JSON description has the same members."""
    (family,) = lexicon.family("joueur")

    assert family.root.spelling == "jeu"
    members = set(family.members)
    assert {"jouet", "joueuse", "enjoué"} <= {lexeme.spelling for lexeme in members}
    for lexeme in family.members[1:]:
        assert members & set(family.links[lexeme].bases)
    described = family.as_dict()
    assert len(family) == len(members)
    assert len(described["members"]) == len(members)
    assert described["members"][0]["link"] is None


def _spellings() -> list[str]:
    """Return 3,000 spellings of the layer of families."""
    with (LAYERS / "families.tsv").open(encoding="utf-8") as stream:
        words = sorted({line.partition("\t")[0] for line in stream})
    return random.Random(8).sample(words, 3000)


SPELLINGS = st.sampled_from(_spellings())


@given(SPELLINGS, SPELLINGS)
def test_kinship_is_symmetric_and_reflexive(lexicon: Lexicon, a: str, b: str) -> None:
    """Kinship does not depend on the order of the words, and every word is kin of itself."""
    forward, backward = lexicon.kinship(a, b), lexicon.kinship(b, a)
    reflexive = lexicon.kinship(a, a)

    assert (forward and forward.tier) == (backward and backward.tier)
    assert reflexive is not None
    assert reflexive.tier == "core"
    assert reflexive.chain == ()
    assert reflexive.common == reflexive.first


@given(SPELLINGS)
def test_a_word_is_kin_of_its_whole_family(lexicon: Lexicon, word: str) -> None:
    """All members of a tree are core kin of each word that it is shown for."""
    for family in lexicon.family(word):
        for lexeme in random.Random(word).sample(family.members, min(8, len(family))):
            kinship = lexicon.kinship(word, lexeme.spelling)
            assert kinship is not None and kinship.tier == "core", (word, lexeme)


@given(SPELLINGS)
def test_what_comes_from_an_etymon_of_a_word_is_its_kin(lexicon: Lexicon, word: str) -> None:
    """Lexemes that come from an etymon of a word are core or near kin of it; near kin name an etymon of both words."""
    for origin in lexicon.origins(word):
        for lexeme in origin.lexemes[:8]:
            kinship = lexicon.kinship(word, lexeme.spelling)
            assert kinship is not None, (word, lexeme, origin.etymon)
            if kinship.tier == "near":
                assert kinship.etymon in {other.etymon for other in lexicon.origins(lexeme.spelling)}


#: A lexeme and what is said of its link: the names of its bases, relation, affix and evidence.
NamedLinks = dict[str, tuple[list[str], str, str, str]]


def named(links: Mapping[LexemeKey, LinkRow]) -> NamedLinks:
    """Return the links of the layer by the names of their lexemes."""
    return {
        _name(x.spelling, x.pos, x.homograph): (
            [_name(b.spelling, b.pos, b.homograph) for b in link.bases],
            link.relation,
            link.affix,
            link.evidence,
        )
        for x, link in links.items()
        if link.bases
    }


def compiled_links(lexicon: Lexicon, key_ids: Iterable[int]) -> tuple[NamedLinks, set[str]]:
    """Return the links of the lexemes with some keys, and the names of all these lexemes."""
    letters = {"derivation": "F", "littre": "T", "lexique": "X", "review": "R"}
    pos_letters: dict[str, str] = {name: letter for letter, name in POS.items()}

    def name_of(lexeme: Lexeme) -> str:
        return _name(lexeme.spelling, pos_letters[lexeme.pos], lexeme.homograph)

    families, compiled, known = lexicon.family_index, NamedLinks(), set()
    for key_id in key_ids:
        if families.number(key_id) < 0:
            continue
        for lexeme in families.lexemes(key_id):
            known.add(name_of(lexeme))
            if link := families.link(lexeme):
                evidence = "".join(letters[source] for source in link.sources)
                bases = [name_of(base) for base in link.bases]
                compiled[name_of(lexeme)] = (bases, link.relation, link.affix, evidence)
    return compiled, known


@pytest.mark.exhaustive
@pytest.mark.no_cover  # every link: other tests run the same code on fewer
def test_compiled_families_say_what_the_layer_says(lexicon: Lexicon) -> None:
    """The compiled file has exactly the links of the layer: bases, relation, affix and evidence."""
    readings = [r for name in lexicon.about["layers"].split() for r in read_readings(LAYERS / f"{name}.tsv")]
    links = read_links(LAYERS / "families.tsv")
    check_links(links, lexemes_of(readings))

    expected = named(links)
    compiled, known = compiled_links(lexicon, range(lexicon.store.key_count))

    assert compiled == expected
    assert {base for bases, *_ in expected.values() for base in bases} <= known
    assert len(compiled) == int(lexicon.about["families.links"])
    assert len(compiled) > 50_000


def test_a_part_of_the_compiled_families_says_what_the_layer_says(lexicon: Lexicon) -> None:
    """The lexemes with one key in fifty have exactly the links that the layer has for these keys."""
    store = lexicon.store
    key_ids = range(0, store.key_count, 50)
    keys = {store.key(key_id) for key_id in key_ids}
    links = {x: link for x, link in read_links(LAYERS / "families.tsv").items() if fold(x.spelling) in keys}

    compiled, _ = compiled_links(lexicon, key_ids)

    assert compiled == named(links)
    assert len(compiled) > 1_000


def _name(spelling: str, pos: str, number: int) -> str:
    """Return a name of a lexeme that the layer and the compiled file can be compared by: « voler V2 »."""
    return f"{spelling} {pos}{number}"

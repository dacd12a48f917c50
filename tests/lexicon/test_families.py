"""W8: families by phenomenon on the real lexicon, and the laws that every kinship keeps."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import Lexicon
from belettre_lexicon.lexicon.families import Lexeme
from belettre_lexicon.lexicon.kinship import climb
from belettre_lexicon.pipeline.kin.lexemes import lexemes_of
from belettre_lexicon.pipeline.kin.links import check_links, read_links
from belettre_lexicon.pipeline.layers import read_readings
from tests.conftest import ROOT

LAYERS = ROOT / "lexicons" / "fr"

#: Pairs of one core family, by what links them.
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
#: Look-alikes that are no kin at all.
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
NEAR = [("hôtel", "hôpital"), ("poison", "potion"), ("chef", "capitaine")]


@pytest.mark.parametrize(("a", "b"), [pair for pairs in CORE.values() for pair in pairs])
def test_w8_core_kin(lexicon: Lexicon, a: str, b: str) -> None:
    """Words built on one root that is seen or felt are core kin, with a chain that leads from each to a common base."""
    kinship = lexicon.kinship(a, b)
    assert kinship is not None and kinship.tier == "core"
    assert kinship.chain
    assert all(link.tier == "core" for link in kinship.chain)
    steps = {link.lexeme: link.bases for link in kinship.chain}
    for side in (kinship.first, kinship.second):
        reached = {side}
        while more := {base for lexeme in reached for base in steps.get(lexeme, ())} - reached:
            reached |= more
        assert kinship.common in reached


@pytest.mark.parametrize(("a", "b"), APART)
def test_w8_look_alikes_are_no_kin(lexicon: Lexicon, a: str, b: str) -> None:
    """Words of different roots are not kin, however alike."""
    kinship = lexicon.kinship(a, b)
    assert kinship is None or kinship.tier == "near", kinship and kinship.chain


@pytest.mark.parametrize(("a", "b"), NEAR)
def test_w8_near_kin(lexicon: Lexicon, a: str, b: str) -> None:
    """What only an etymologist sees is near: a remark, with at least one near link in the chain."""
    kinship = lexicon.kinship(a, b)
    assert kinship is not None and kinship.tier == "near"
    assert any(link.tier == "near" for link in kinship.chain)


def test_w8_homographs_belong_to_their_own_families(lexicon: Lexicon) -> None:
    """Fishing and the peach, to fly and to steal: one spelling, two families, and no kinship between them."""
    assert lexicon.kinship("pêche", "pêcheur") is not None
    assert len(lexicon.family("pêche")) >= 2
    kinship = lexicon.kinship("pêcheur", "péché")
    assert kinship is None


def test_w4_w8_accents_that_are_written_count(lexicon: Lexicon) -> None:
    """« pécheur » is no kin of « pêche », but « pecheur », as on the cards, may be either."""
    assert lexicon.kinship("pécheur", "pêche") is None
    assert lexicon.kinship("pecheur", "pêche") is not None
    assert lexicon.kinship("pecheur", "péché") is not None
    assert lexicon.kinship("bouché", "boucher") is not None
    assert lexicon.kinship("bouche", "boucher") is None


def test_only_playable_words_have_kin(lexicon: Lexicon) -> None:
    """Unknown words, plurals and conjugated forms have no family; anything but text is misuse."""
    assert lexicon.kinship("jouons", "joueur") is None
    assert lexicon.kinship("xyzzy", "xyzzy") is None
    assert lexicon.family("jouons") == ()
    assert lexicon.family("xyzzy") == ()
    assert lexicon.kinship("", "jouer") is None


def test_a_family_is_a_tree_with_its_links(lexicon: Lexicon) -> None:
    """Every member but the root has a link, and hangs on a member; JSON says the same."""
    (family,) = lexicon.family("joueur")
    assert family.root.spelling == "jeu"
    members = set(family.members)
    assert {"jouet", "joueuse", "enjoué"} <= {lexeme.spelling for lexeme in members}
    for lexeme in family.members[1:]:
        assert members & set(family.links[lexeme].bases)
    described = family.as_dict()
    assert len(described["members"]) == len(family) == len(members)
    assert described["members"][0]["link"] is None


def _spellings() -> list[str]:
    links = read_links(LAYERS / "families.tsv")
    words = sorted({lexeme.spelling for lexeme in links})
    return random.Random(8).sample(words, 3000)


SPELLINGS = st.sampled_from(_spellings())


@given(SPELLINGS, SPELLINGS)
def test_kinship_is_symmetric_and_reflexive(lexicon: Lexicon, a: str, b: str) -> None:
    """Whatever the words, kinship does not depend on their order, and a word is kin of itself."""
    one, other = lexicon.kinship(a, b), lexicon.kinship(b, a)
    assert (one and one.tier) == (other and other.tier)
    own = lexicon.kinship(a, a)
    assert own is not None and own.tier == "core" and own.chain == () and own.common == own.first


@given(SPELLINGS)
def test_a_word_is_kin_of_its_whole_family_and_tiers_are_monotone(lexicon: Lexicon, word: str) -> None:
    """All of a tree are kin; the kinship is core exactly when some chain has core links only."""
    families = lexicon.families
    for family in lexicon.family(word):
        for lexeme in random.Random(word).sample(family.members, min(8, len(family))):
            kinship = lexicon.kinship(word, lexeme.spelling)
            assert kinship is not None, (word, lexeme)
            assert (kinship.tier == "core") == all(link.tier == "core" for link in kinship.chain)
            if kinship.tier == "near":
                up = climb(families, kinship.first.number, True).keys()
                assert not up & climb(families, kinship.second.number, True).keys()


def test_compiled_families_say_what_the_layer_says(lexicon: Lexicon) -> None:
    """Bases, relation, affix, tier and evidence agree for EVERY lexeme, both ways; no circle, every base known."""
    letters = {"derivation": "F", "littre": "T", "lexique": "X", "review": "R"}
    readings = [r for name in lexicon.about["layers"].split() for r in read_readings(LAYERS / f"{name}.tsv")]
    links = read_links(LAYERS / "families.tsv")
    lexemes = lexemes_of(readings)
    check_links(links, lexemes)
    expected = {
        _name(x.spelling, x.pos, x.homograph): (
            [_name(b.spelling, b.pos, b.homograph) for b in link.bases],
            link.relation,
            link.affix,
            link.tier,
            link.evidence,
        )
        for x, link in links.items()
        if link.bases
    }
    families, store, found = lexicon.families, lexicon.store, {}
    from belettre_lexicon.grammar import POS

    code = {name: letter for letter, name in POS.items()}

    def named(lexeme: Lexeme) -> str:
        return _name(lexeme.spelling, code[lexeme.pos], lexeme.homograph)

    seen = set()
    for key_id in range(store.key_count):
        if families.rank(key_id) < 0:
            continue
        for lexeme in families.lexemes(key_id):
            seen.add(named(lexeme))
            if link := families.link(lexeme):
                evidence = "".join(letters[source] for source in link.sources)
                found[named(lexeme)] = ([named(b) for b in link.bases], link.relation, link.affix, link.tier, evidence)
    assert found == expected
    assert {base for bases, *_ in expected.values() for base in bases} <= seen
    assert len(found) == int(lexicon.about["families.links"]) > 50_000


def _name(spelling: str, pos: str, number: int) -> str:
    return f"{spelling} {pos}{number}"

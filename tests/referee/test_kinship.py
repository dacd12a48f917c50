"""Kinship in a sentence: how two words are kin (W8), from the chain of links, fresh or read from a record."""

from __future__ import annotations

import random
from typing import Any

import pytest

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.families import kinship_text
from belettre_lexicon.referee.sentences import verdict_text
from belettre_lexicon.words.decode import decode_verdict
from belettre_lexicon.words.evidence import RecordedKinship

FR = Catalogue.load("fr")

#: The word, the earlier word and the sentence, by what is told.
SENTENCES = [
    ("joueur", "jouer", "« joueur » est formé sur « jouer » (suffixe -eur)"),
    ("jouer", "joueur", "« joueur » est formé sur « jouer » (suffixe -eur)"),
    ("refaire", "faire", "« refaire » est formé sur « faire » (préfixe re-)"),
    ("danse", "danseur", "« danse » et « danseur » (-eur) viennent tous deux de « danser »"),
    ("jouet", "joueur", "« jouet » (-et) et « joueur » (-eur) viennent tous deux de « jouer »"),
    ("joueuse", "joueur", "« joueuse » est le féminin de « joueur »"),
    ("scolaire", "école", "« scolaire » est formé sur « école » (radical savant, -aire)"),
    ("jouabilité", "jouer", "« jouabilité » vient de « jouer » (par « jouable »)"),
    ("jouabilité", "joueur", "« jouabilité » (par « jouable ») et « joueur » (-eur) viennent tous deux de « jouer »"),
    ("professeur", "prof", "« prof » est une forme abrégée de « professeur »"),
    ("clé", "clef", "« clef » est une variante de « clé »"),
    ("printemps", "temps", "« printemps » est composé avec « temps »"),
    ("poison", "potion", "« poison » et « potion » remontent au même mot, latin « potare »"),
    ("portefeuille", "feuille", "« portefeuille » est composé de « porter » et « feuille »"),
    (
        "portefeuille",
        "portemanteau",
        "« portefeuille » (porter + feuille) et « portemanteau » (porter + manteau) "
        "sont tous deux composés avec « porter »",
    ),
    (
        "portefeuille",
        "feuillage",
        "« portefeuille » (porter + feuille) et « feuillage » (-age) viennent tous deux de « feuille »",
    ),
    ("arbre", "arbres", "« arbres » est une forme d'« arbre »"),
    ("arbres", "arbre", "« arbres » est une forme d'« arbre »"),
    ("aimons", "aimez", "« aimons » et « aimez » sont deux formes d'« aimer »"),
]


@pytest.mark.parametrize(("word", "earlier", "sentence"), SENTENCES)
def test_w8_a_sentence_says_how_two_words_are_kin(lexicon: Lexicon, word: str, earlier: str, sentence: str) -> None:
    """A word that is built on the other, two words with a common base, doublets, compounds, forms of one word."""
    kinship = lexicon.kinship(word, earlier)

    assert kinship is not None
    assert kinship_text(kinship, word, earlier, FR) == sentence


def test_w8_an_affix_is_always_named(lexicon: Lexicon) -> None:
    """No sentence says « suffixe » alone where the link has an affix, and one without an affix has a changed stem."""
    with_affix, without = lexicon.kinship("joueur", "jouer"), lexicon.kinship("accueil", "accueillir")

    assert with_affix is not None
    assert "(suffixe -eur)" in kinship_text(with_affix, "joueur", "jouer", FR)
    assert without is not None
    assert "(radical modifié)" in kinship_text(without, "accueil", "accueillir", FR)


@pytest.mark.parametrize("language", LANGUAGES)
def test_w8_every_pair_of_a_family_has_a_sentence_with_both_words(lexicon: Lexicon, language: str) -> None:
    """Of 400 random pairs of kin, in both directions: the sentence names the lexemes of both, and no brace is left."""
    say, chance = Catalogue.load(language), random.Random(15)
    families = lexicon.family_index
    seen = 0
    while seen < 400:
        members = [lexicon.store.key(key) for key in lexicon.matrix.keys_of_family(chance.randrange(families.single))]
        a, b = chance.choice(members), chance.choice(members)
        kinship = lexicon.kinship(a, b)
        if kinship is None or a == b:
            continue
        seen += 1
        sentence = kinship_text(kinship, a, b, say)
        for lexeme in (kinship.first, kinship.second):
            assert lexeme.spelling in sentence or "même mot" in sentence or "same word" in sentence
        assert "{" not in sentence
        assert "()" not in sentence


def test_w8_w10_the_sentence_of_a_record_is_that_of_the_verdict(judge: Judge) -> None:
    """A verdict that was written and read again is told in the same words, except for readings."""
    for word, earlier, _ in SENTENCES:
        verdict = judge(word, played=[earlier])
        if not verdict.valid:
            assert verdict_text(decode_verdict(verdict.as_dict()), FR) == verdict_text(verdict, FR)


def test_w10_one_line_names_three_kin_and_counts_the_others(judge: Judge) -> None:
    """The verdict itself has all of them."""
    played = ["danse", "danser", "dansant", "danseuse", "danseurs", "volonté"]

    verdict = judge("danseur", played=played)
    line = verdict_text(verdict, FR)

    assert [refusal.evidence["turn"] for refusal in verdict.refusals] == [1, 2, 3, 4, 5]
    assert line.count("déjà joué (mot nº") == 3
    assert line.endswith("; et de celle de 2 autres mots déjà joués.")


def test_w10_near_kin_are_remarked_each(judge: Judge) -> None:
    """Core kin refuse, near kin are remarks, and both are told."""
    verdict = judge("hôpital", played=["hôtel", "hospitalier", "hospice"])

    assert [(refusal.evidence["earlier"]) for refusal in verdict.refusals] == ["hospitalier"]
    assert [remark.evidence["earlier"] for remark in verdict.remarks] == ["hôtel", "hospice"]
    assert verdict_text(verdict, FR).count("À noter") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_w8_a_forged_chain_is_told_as_it_is(lexicon: Lexicon, language: str) -> None:
    """Links in another order, repeated or left out, as a forged record may have them, give some sentence."""
    say, chance = Catalogue.load(language), random.Random(15)
    pairs = [(word, earlier) for word, earlier, _ in SENTENCES]
    links = [link for pair in pairs for kinship in [lexicon.kinship(*pair)] if kinship for link in kinship.chain]

    for _ in range(500):
        chain = tuple(chance.choice(links) for _ in range(chance.randrange(6)))
        kinship = RecordedKinship("core", chance.choice(["", "jouer", "école"]), chain)
        sentence = kinship_text(kinship, "jouet", "joueur", say)
        assert sentence
        assert "{" not in sentence


def test_a_recorded_link_without_bases_is_refused(judge: Judge) -> None:
    """A link goes to one base at least."""
    described: Any = judge("jouet", played=["joueur"]).as_dict()
    described["refusals"][0]["evidence"]["kinship"]["chain"][0]["bases"] = []

    with pytest.raises(ArgumentError, match="is not a recorded verdict"):
        decode_verdict(described)

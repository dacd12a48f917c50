"""Elision: « de » and « que » before a word in French sentences, by one function for all messages."""

from __future__ import annotations

import re
import tomllib

import pytest

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.referee.catalogue import Catalogue, with_elision
from belettre_lexicon.referee.sentences import verdict_text
from tests.conftest import ROOT

FR = Catalogue.load("fr")
ELIDED = (
    "école École arbre œuvre ïambe île oued ouïe œil usine ouïr habit habile habitude haleine hameçon harmonie héroïne "
    "heure heureux hier hippique hiver homme honnête horreur huile huître huissier humain humeur hurluberlu hyène "
    "haïtien haltère hebdo hirondelle honneur hôtel yeuse yttrium ypérite"
)
FULL = (
    "porte chat haricot hache haine hareng hasard haut héros hérisson hernie hêtre heurt hibou hideux hiérarchie "
    "hockey homard honte hongrois hors hotte housse huit huitaine hublot hurler hussard hutte onze oui ouistiti uhlan "
    "yaourt yacht yoga yeti wapiti iourte huit-reflets halte"
)


@pytest.mark.parametrize("word", ELIDED.split())
def test_a_particle_is_elided_before_a_vowel_or_a_mute_h(word: str) -> None:
    """« d'« école » », « qu'« école » »."""
    assert with_elision("de", word) == f"d'« {word} »"
    assert with_elision("que", word) == f"qu'« {word} »"


@pytest.mark.parametrize("word", FULL.split())
def test_a_particle_is_whole_before_a_consonant_an_aspirated_h_or_a_semivowel(word: str) -> None:
    """« de « hibou » », « que « onze » »."""
    assert with_elision("de", word) == f"de « {word} »"
    assert with_elision("que", word) == f"que « {word} »"


@pytest.mark.parametrize("word", ["", " ", "-", "1", "y", "h", "\\u200eécole", "字", "'"])
def test_a_text_that_is_no_word_is_quoted_as_it_is(word: str) -> None:
    """Whatever a record holds, the text stands between quotation marks after the particle."""
    assert with_elision("de", word).endswith(f"« {word} »")


def test_no_french_message_has_a_particle_of_its_own_before_a_word() -> None:
    """A message that needs « de » or « que » before a quoted word leaves it to the one function."""
    catalogue = tomllib.loads((ROOT / "src/belettre_lexicon/referee/fr.toml").read_text(encoding="utf-8"))

    texts = [text for section in catalogue.values() for text in section.values()]

    assert [text for text in texts if re.search(r"\b([Dd]e|[Qq]ue) « \{", text)] == []


@pytest.mark.parametrize(
    ("word", "played", "part"),
    [
        ("arbres", [], "Pluriel d'« arbre » (nom)"),
        ("haricots", [], "Pluriel de « haricot » (nom)"),
        ("aimons", [], "Forme conjuguée d'« aimer »"),
        ("haïssons", [], "Forme conjuguée de « haïr »"),
        ("écolier", ["école"], "De la famille d'« école »"),
        ("héroïne", ["héros"], "De la famille de « héros »"),
        ("hôpital", ["hôtel"], "de même origine lointaine qu'« hôtel »"),
    ],
)
def test_verdicts_elide(judge: Judge, lexicon: Lexicon, word: str, played: list[str], part: str) -> None:
    """Lemmas and earlier words alike."""
    assert part in verdict_text(judge(word, played=played), FR)

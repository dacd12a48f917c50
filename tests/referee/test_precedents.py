"""The rule behind a contested verdict (W6a, W6d): told once, with words that went each way."""

from __future__ import annotations

import pytest

from belettre_lexicon import HouseRules, Judge, Lexicon
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.dossier import build_dossier
from belettre_lexicon.referee.precedents import _CASES, rule_text

FR = Catalogue.load("fr")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("utilisé", "aucun ne le fait de « nettoyé », qui est refusé."),
        ("nettoyé", "comme d'« utilisé », accepté ; « vissé » est refusé de même."),
        ("mangeant", "« nettoyé » est refusé de même."),
        ("courageuse", "« prudente » n'en est pas un, et est refusé."),
        ("prudente", "à la différence d'« anxieuse » ; « grande » est refusé de même."),
        ("plusieurs", "ainsi « fiançailles », refusé"),
        ("brillante", "« une brillante » ne se dit pas seule d'une personne"),
    ],
)
def test_w6_a_contested_verdict_names_a_word_that_went_the_other_way(judge: Judge, word: str, told: str) -> None:
    """The rule of a participle or a feminine comes with another word that it accepts or refuses."""
    assert told in rule_text(judge(word), FR)


@pytest.mark.parametrize(
    "word", ["danse", "marche", "portes", "bonnes", "cette", "parisienne", "née", "xyzzyx", "belle-mère"]
)
def test_other_verdicts_need_no_rule(judge: Judge, word: str) -> None:
    """Plain nouns, plurals, determiners, inhabitants, and words with further reasons have none."""
    assert rule_text(judge(word), FR) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_rules_name_are_judged_so(judge: Judge, language: str) -> None:
    """Each word is accepted or refused as the rule says; the rule of a refused one names another of each."""
    say = Catalogue.load(language)
    for kind, (accepted, refused) in _CASES.items():
        assert all(judge(word).valid for word in accepted), kind
        assert all(judge(word).reasons[0].startswith(kind[:8]) for word in refused), kind
        for word in refused if kind != "plural" else ():
            rule = rule_text(judge(word), say)
            assert any(case in rule for case in accepted), word
            assert any(case in rule for case in refused if case != word), word


@pytest.mark.parametrize(
    ("word", "rules"),
    [
        ("amusant", HouseRules(participles="never")),
        ("utilisé", HouseRules(participles="always")),
        ("vissée", HouseRules(participles="always")),
        ("plusieurs", HouseRules(plural_only=True)),
        ("vissée", HouseRules()),
    ],
)
def test_a_rule_is_not_told_where_an_option_replaces_it(lexicon: Lexicon, word: str, rules: HouseRules) -> None:
    """A table with another rule for participles or plurals judges the named words otherwise; nor has « vissée » one."""
    assert rule_text(Judge(lexicon, rules)(word), FR) == ""


def test_a_dossier_has_the_rule(lexicon: Lexicon, judge: Judge) -> None:
    """An arbiter who shows the dossier has the rule at hand."""
    verdict = judge("prudente")

    assert build_dossier(lexicon, verdict, FR).rule == rule_text(verdict, FR) != ""

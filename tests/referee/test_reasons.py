"""Reasons in sentences: what each refusal tells the player, and what a valid verdict tells of the word."""

from __future__ import annotations

from pathlib import Path

import pytest

from belettre_lexicon import HouseRules, Judge, Lexicon
from belettre_lexicon.lexicon.compile.layers import Gloss, LayerReading
from belettre_lexicon.lexicon.compile.lexicon import compile_readings
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.dossier import build_dossier, reading_line
from belettre_lexicon.referee.sentences import refusal_text, verdict_proof, verdict_text
from belettre_lexicon.words.decode import decode_verdict

FR = Catalogue.load("fr")


@pytest.fixture(scope="module")
def participles(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """A small lexicon with participles that many, one, or no dictionaries list as adjective (W6a)."""
    readings = [
        LayerReading("mangé", "manger", "V.ppa.m.s", "q", (), "GLDX"),
        LayerReading("mangée", "manger", "V.ppa.f.s", "q", (), "GLDX"),
        LayerReading("mangeant", "manger", "V.ppr", "q", (), "GLDX"),
        LayerReading("frotté", "frotter", "V.ppa.m.s", "q", (), "GLDX"),
        LayerReading("frotté", "frotté", "A.m.s", "q", (), "D"),
        LayerReading("tanguant", "tanguer", "V.ppr", "q", (), "GLDX"),
        LayerReading("tanguant", "tanguant", "N.m.s", "q", ("rare",), "DR"),
        LayerReading("zézayé", "zézayé", "A.m.s", "q", (), "X"),
        LayerReading("zéphyré", "zéphyré", "A.m.s", "q", (), "R"),
        LayerReading("zesté", "zester", "V.ppa.m.s", "q", (), "GLDX"),
        LayerReading("zesté", "zesté", "A.m.s", "q", (), "R"),
        LayerReading("vissé", "visser", "V.ppa.m.s", "q", (), "GLDX"),
        LayerReading("vissé", "vissé", "A.m.s", "+", (), "TWR"),
        LayerReading("vissée", "visser", "V.ppa.f.s", "q", (), "GLDX"),
        LayerReading("vissée", "vissé", "A.f.s", "f", (), "TWR"),
        LayerReading("gercé", "gercer", "V.ppa.m.s", "q", (), "GLDX"),
        LayerReading("gercé", "gercé", "A.m.s", "+", (), "GLDXTWR"),
        LayerReading("enfoui", "enfouir", "V.ppa.m.s", "q", (), "GLDX"),
        LayerReading("enfoui", "enfoui", "A.m.s", "+", ("old",), "R"),
        LayerReading("gagné", "gagner", "V.ppa.m.s", "q", (), "GLDX"),
        LayerReading("gagné", "gagné", "A.m.s", "+", ("old",), "DR"),
    ]
    glosses = {("gagné", "A"): Gloss("acquis, obtenu", ("Larousse", "Robert"), 1)}
    path: Path = tmp_path_factory.mktemp("lexicon") / "participles.lexicon"
    path.write_bytes(compile_readings(readings, {}, {"edition": "2026.11", "layers": "toy"}, {}, glosses))
    return Lexicon.open(path)


@pytest.mark.parametrize(
    ("word", "proof"),
    [
        ("mangé", "Participe passé de « manger » ; aucun des dictionnaires consultés n'en fait un nom ou un adjectif."),
        (
            "mangeant",
            "Participe présent de « manger » ; aucun des dictionnaires consultés n'en fait un nom ou un adjectif.",
        ),
        ("mangée", "Participe passé de « manger »."),
        ("frotté", "Participe passé de « frotter » ; adjectif selon DELA seulement."),
        ("tanguant", "Participe présent de « tanguer » ; nom selon DELA seulement."),
        ("zézayé", "Participe ; adjectif selon Lexique seulement."),
        ("zéphyré", "Participe."),
        ("zesté", "Participe passé de « zester »."),
        ("vissé", "Adjectif masculin selon Littré et Wiktionnaire."),
        ("vissée", "Participe passé de « visser » ; féminin de l'adjectif « vissé »."),
        ("gercé", "Adjectif masculin selon Littré, Wiktionnaire, Lefff et 3 autres."),
        ("enfoui", "Adjectif masculin (vieux)."),
        ("gagné", "Adjectif masculin selon Larousse, Robert et DELA (vieux) : acquis, obtenu."),
    ],
)
def test_w6a_the_verdict_names_who_lists_a_participle(participles: Lexicon, word: str, proof: str) -> None:
    """As adjective or noun, or says that nobody does; our own review is no dictionary."""
    assert verdict_proof(Judge(participles)(word), FR) == proof


@pytest.mark.parametrize("language", LANGUAGES)
def test_w6a_a_recorded_participle_is_told_in_the_same_words(participles: Lexicon, language: str) -> None:
    """Who lists it is evidence, written and read with the verdict."""
    say = Catalogue.load(language)
    for word in ("mangé", "mangée", "frotté", "tanguant", "zézayé"):
        verdict = Judge(participles)(word)

        recorded = decode_verdict(verdict.as_dict())

        assert recorded == verdict
        assert verdict_text(recorded, say) == verdict_text(verdict, say)


def test_w6a_a_table_that_accepts_or_refuses_participles_is_told_what_they_are(participles: Lexicon) -> None:
    """A participle that the option accepts, and an adjective that the option refuses."""
    always, never = (Judge(participles, HouseRules(participles=value)) for value in ("always", "never"))

    assert verdict_text(always("mangé"), FR) == "« mangé » : valide. Participe passé de « manger »."
    assert verdict_text(always("mangeant"), FR) == "« mangeant » : valide. Participe présent de « manger »."
    assert verdict_proof(never("gercé"), FR) == (
        "Participe passé de « gercer » ; « gercé » est aussi un participe, et la table refuse ces adjectifs."
    )


def test_w6a_one_refusal_for_a_participle_and_its_adjective(participles: Lexicon) -> None:
    """The adjective that too few dictionaries list is the evidence of the participle, not a second refusal."""
    (refusal,) = Judge(participles)("frotté").refusals

    assert refusal.reason == "participle"
    assert refusal.evidence["reading"].lemma == "frotter"
    listed = refusal.evidence["listed"]
    assert listed is not None
    assert listed.sources == ("dela",)


@pytest.mark.parametrize(
    ("word", "initial", "letters", "text"),
    [
        ("exact", "E", "e", "la première lettre sert la majuscule E ; il ne reste pas d'autre e pour la minuscule e"),
        ("école", "E", "ee", "la première lettre sert la majuscule E ; il ne reste qu'un autre e pour 2 minuscules e"),
        (
            "éphémère",
            "E",
            "eeee",
            "la première lettre sert la majuscule E ; il ne reste que 3 autres e pour 4 minuscules e",
        ),
        ("exact", "E", "ez", "il manque e, z (minuscules du pli : e, z) ; la première lettre sert la majuscule E"),
        ("exact", "", "ez", "il manque z (minuscules du pli : e, z)"),
        ("exact", "", "cc", "il manque un second c (minuscules du pli : c, c)"),
        ("exact", "", "ccc", "il manque c, c (minuscules du pli : c, c, c)"),
        ("exact", "", "exact?", "il ne reste pas de lettre pour le joker"),
        ("exact", "", "exac??", "il ne reste pas de lettre pour le joker"),
        ("exact", "", "exact??", "il ne reste pas de lettre pour 2 jokers"),
        ("exact", "E", "xact?", "il ne reste pas de lettre pour le joker ; la première lettre sert la majuscule E"),
        (
            "exact",
            "",
            "xactz?",
            "il manque z (minuscules du pli : a, c, t, x, z, joker)",
        ),
        (
            "exact",
            "",
            "exactz?",
            "il manque z (minuscules du pli : a, c, e, t, x, z, joker) ; il ne reste pas de lettre pour le joker",
        ),
    ],
)
def test_w3_the_refusal_says_what_is_missing(judge: Judge, word: str, initial: str, letters: str, text: str) -> None:
    """Letters, the joker, and the first letter that is spent on the majuscule; so do JSON and dossier."""
    verdict = judge(word, initial=initial or None, letters=letters)

    refusal = next(refusal for refusal in verdict.refusals if refusal.reason == "missing_letters")
    assert refusal_text(refusal, FR) == text
    assert ("W3", text) in build_dossier(judge.lexicon, verdict, FR).reasons
    assert decode_verdict(verdict.as_dict()) == verdict


@pytest.mark.parametrize(
    ("word", "rules", "proof"),
    [
        ("pomme de terre", HouseRules(), "C'est une locution de plusieurs mots."),
        ("l'arbre", HouseRules(), "Inconnu du lexique avec un article ; annoncez le mot seul : « arbre »."),
        ("L\u2019arbre", HouseRules(), "Inconnu du lexique avec un article ; annoncez le mot seul : « arbre »."),
        ("un éléphant", HouseRules(), "Inconnu du lexique avec un article ; annoncez le mot seul : « éléphant »."),
        ("mienne", HouseRules(), "Pronom : celle qui est à moi."),
        ("cette", HouseRules(), "Féminin de « ce » (déterminant)."),
        ("ladite", HouseRules(), "Féminin de « ledit » (déterminant)."),
        ("cieux", HouseRules(), "Pluriel de « ciel » (nom)."),
        ("mesdames", HouseRules(), "Pluriel de « madame » (nom)."),
        ("chère", HouseRules(), "Nom féminin : nourriture : la bonne chère."),
        ("J\u2019aime-t-il", HouseRules(), "Inconnu du lexique : ce texte contient une apostrophe."),
        ("pomme\tverte", HouseRules(), "C'est une locution de plusieurs mots."),
        (
            "aujourd'hui",
            HouseRules(compounds=False),
            "« aujourd'hui » contient une apostrophe, et la table refuse ces mots.",
        ),
        ("arc-en-ciel", HouseRules(compounds=False), "« arc-en-ciel » est un mot composé, et la table les refuse."),
        (
            "douloureuses",
            HouseRules(),
            "Pluriel de « douloureuse » (nom, familier) ; féminin pluriel de l'adjectif « douloureux ».",
        ),
    ],
)
def test_w5_w6_a_reason_says_what_the_word_is(lexicon: Lexicon, word: str, rules: HouseRules, proof: str) -> None:
    """A phrase, an apostrophe, a compound; labels are told of refused readings too."""
    assert verdict_proof(Judge(lexicon, rules)(word), FR) == proof


def test_a_gloss_is_told_with_the_verdict_and_the_reading(lexicon: Lexicon, judge: Judge) -> None:
    """« Carole » is a word, and the verdict says which one, in both languages; the lines of readings have it too."""
    verdict = judge("Carole")

    (reading,) = (reading for reading in verdict.readings if reading.playable)
    assert verdict_proof(verdict, FR) == "Nom féminin (vieux) : danse en rond du Moyen Âge."
    assert verdict_proof(verdict, Catalogue.load("en")).endswith(": danse en rond du Moyen Âge.")
    assert reading_line(reading, FR).gloss == "danse en rond du Moyen Âge"
    assert build_dossier(lexicon, verdict, FR).readings[0].gloss == "danse en rond du Moyen Âge"


def test_w4_a_remark_about_another_spelling_says_what_it_means(judge: Judge) -> None:
    """The word that would be valid may surprise: its gloss stands beside its part of speech."""
    proof = verdict_proof(judge("brillante"), FR)

    assert proof.endswith("« brillanté » (adjectif : au fini luisant (tissu)) serait valide.")

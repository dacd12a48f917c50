"""Verdicts as sentences: the line that every front end shows, and the near words that it offers."""

from __future__ import annotations

import pytest

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.referee.catalogue import LANGUAGES, Catalogue
from belettre_lexicon.referee.dossier import build_dossier
from belettre_lexicon.referee.sentences import (
    MAX_NEAR,
    MAX_NEAR_IN_DOSSIER,
    near_words,
    verdict_head,
    verdict_proof,
    verdict_text,
)
from belettre_lexicon.words.decode import decode_verdict, encode_record

FR = Catalogue.load("fr")


def test_a_valid_word(judge: Judge) -> None:
    """The line of a valid word is the decision and the reading that proves it."""
    verdict = judge("Volonté")

    assert verdict_head("Volonté", True, FR) == "« Volonté » : valide."
    assert verdict_proof(verdict, FR) == "Nom féminin."
    assert verdict_text(verdict, FR) == "« Volonté » : valide. Nom féminin."


@pytest.mark.parametrize("word", ["aujourd’hui", "Pique\u2011nique", "E\u0301cole", "facile\u00a0"])
def test_w4_a_word_in_another_writing_is_not_another_spelling(judge: Judge, word: str) -> None:
    """The line names no other spelling if only the apostrophe, the hyphen or the composition differs."""
    assert "«" not in verdict_proof(judge(word), FR)


def test_a_refused_word(judge: Judge) -> None:
    """The line of a refused word has every reason, then the near words that it gets."""
    verdict = judge("bellete")

    assert verdict_head("bellete", False, FR) == "« bellete » : refusé."
    assert verdict_text(verdict, FR) == "« bellete » : refusé. Inconnu du lexique."
    assert verdict_text(verdict, FR, ["belette"]).endswith("Inconnu du lexique. Mots proches : belette.")


def test_a_valid_word_of_a_record_has_no_proof(judge: Judge) -> None:
    """Records keep no readings, so the line ends after the decision, without a space."""
    recorded = decode_verdict(encode_record(judge("Volonté")))

    assert verdict_proof(recorded, FR) == ""
    assert verdict_text(recorded, FR) == "« Volonté » : valide."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["Volonté", "portes", "bellete", "\x1b[2J", ""])
def test_the_text_is_head_and_proof(judge: Judge, word: str, language: str) -> None:
    """The two parts, joined by a space, are the whole line, which is printable whatever the word is."""
    say, verdict = Catalogue.load(language), judge(word)

    text = verdict_text(verdict, say)

    assert text == f"{verdict_head(word, verdict.valid, say)} {verdict_proof(verdict, say)}"
    assert text.isprintable()


def test_near_words_are_offered_for_unknown_words_alone(judge: Judge, lexicon: Lexicon) -> None:
    """A valid word, and a word that is refused for another reason, get no near words."""
    assert near_words(judge("Volonté"), lexicon) == []
    assert near_words(judge("portes"), lexicon) == []
    assert near_words(judge("bellete"), lexicon) == ["belette", "billeté"]


def test_near_words_have_two_limits(judge: Judge, lexicon: Lexicon) -> None:
    """A line offers few words that are one edit away; a dossier lists more, and looks two edits away."""
    many_near, none_near = judge("zorte"), judge("bibliotekque")

    assert len(near_words(many_near, lexicon)) == MAX_NEAR
    assert len(near_words(many_near, lexicon, in_dossier=True)) == MAX_NEAR_IN_DOSSIER
    assert near_words(none_near, lexicon) == []
    assert near_words(none_near, lexicon, in_dossier=True) == ["bibliothèque"]


def test_the_dossier_says_what_the_line_says(judge: Judge, lexicon: Lexicon) -> None:
    """Head and proof of a dossier are those of the line with the dossier's own near words."""
    verdict = judge("bellete")

    dossier = build_dossier(lexicon, verdict, FR)

    assert dossier.near == tuple(near_words(verdict, lexicon, in_dossier=True))
    assert f"{dossier.head} {dossier.proof}" == verdict_text(verdict, FR, dossier.near)


@pytest.mark.parametrize("word", ["hallux", "impec", "cowpox", "garde-crotte"])
def test_no_word_is_told_not_to_be_its_own_plural(judge: Judge, word: str) -> None:
    """A word that is its own plural is not contested: there is neither a remark on the plural nor on the sources."""
    text = verdict_text(judge(word), FR)

    assert "valide" in text
    assert "pluriel" not in text
    assert "selon" not in text

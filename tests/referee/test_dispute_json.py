"""The dispute sheet from JSON: what was written down when the word was judged is what the sheet says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from belettre_lexicon import Judge, decode_verdict
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.referee.dossier import build_dossier
from belettre_lexicon.referee.json_objects import verdict_object
from belettre_lexicon.referee.sentences import refusal_text, remark_text
from tests.words.test_decode import WORDS
from tests.words.verdict_schema import faults


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("word", "arguments"), WORDS)
def test_w10_a_dispute_sheet_is_made_from_json(
    judge: Judge, word: str, arguments: dict[str, Any], language: str
) -> None:
    """The sheet of a verdict and that of its JSON object are equal, sentences and chains included."""
    say = Catalogue.load(language)
    verdict = judge(word, **arguments)

    decoded = decode_verdict(json.loads(json.dumps(verdict_object(verdict, judge.lexicon, say))))

    sheet, original = (build_dossier(judge.lexicon, one, say) for one in (decoded, verdict))
    assert sheet._replace(families=()) == original._replace(families=())
    assert [family.as_dict() for family in sheet.families] == [family.as_dict() for family in original.families]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("word", "arguments"), WORDS)
def test_w10_the_object_with_sentences_fits_the_schema(
    judge: Judge, word: str, arguments: dict[str, Any], language: str
) -> None:
    """Every refusal and remark has its text; without the texts, the object is that of the verdict."""
    say = Catalogue.load(language)
    verdict = judge(word, **arguments)

    described: Any = verdict_object(verdict, judge.lexicon, say)

    assert faults(described) == []
    texts = [refusal.pop("text") for refusal in described["refusals"]]
    assert texts == [refusal_text(refusal, say, verdict.word) for refusal in verdict.refusals]
    texts = [remark.pop("text") for remark in described["remarks"]]
    assert texts == [remark_text(remark, say, verdict.word) for remark in verdict.remarks]
    assert described == verdict.as_dict()


def test_a_verdict_from_a_record_gets_the_lexicon_that_shows_it(judge: Judge) -> None:
    """It does not name its own."""
    recorded = decode_verdict({"word": "facile", "valid": True})

    described = verdict_object(recorded, judge.lexicon, Catalogue.load("fr"))

    assert described["lexicon"] == judge.lexicon.identity
    assert described["question"] is None

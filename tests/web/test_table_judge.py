"""The answers of the server to the page of the judge for a table with one phone, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from belettre_lexicon.web.api.requests import MAX_PLAYED
from belettre_lexicon.web.pages.judge import MAX_REASON
from tests.web.asgi import Device, client


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    """A browser at a server, in French."""
    with client(f"sqlite:///{tmp_path / 'games.sqlite'}") as device:
        device.headers["accept-language"] = "fr"
        yield device


def ask(device: Device, path: str, status: int = 200, /, **parameters: str) -> dict[str, Any]:
    """The answer to a question of the page, which must have this status."""
    answer = device.get(f"/judge/{path}?{urlencode(parameters)}")
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_w3_a_verdict_is_that_of_the_api(device: Device) -> None:
    """W2, W3, W7, W8: the same parameters lead to the same decision as in the API, and the proof is linked."""
    for word, maj, played in (("facile", "F", ""), ("facile", "G", ""), ("scolaire", "", "école"), ("xyzt", "", "")):
        parameters = {"word": word, "maj": maj, "min": "l,e", "played": played}
        answer = ask(device, "verdict", **parameters)
        judged = device.get(f"/api/verdict?{urlencode(parameters)}").json()

        assert answer["valid"] is judged["valid"]
        assert answer["said"].startswith(f"« {word} » : ")
        assert f'href="/verdict?word={word}' in answer["html"]
        assert answer["shared"] == ""


def test_w4_w5_words_that_may_be_meant_are_offered(device: Device) -> None:
    """W4, W5: other spellings that would be valid, and words spelled almost like an unknown one, are buttons."""
    assert 'data-word="parlé"' in ask(device, "verdict", word="parle")["html"]
    assert 'data-word="école"' in ask(device, "verdict", word="écolle")["html"]
    assert "data-word" not in ask(device, "verdict", word="écolle", accept="true", reason="dit")["html"]
    assert "data-word" not in ask(device, "verdict", word="école")["html"]


def test_w8_distant_kin_are_named_with_a_valid_word(device: Device) -> None:
    """W8: a word with distant kin among the earlier words is valid, and the table is told."""
    answer = ask(device, "verdict", word="hôpital", played="hôtel")

    assert answer["valid"]
    assert 'class="remark"' in answer["html"]
    assert "hôtel" in answer["html"]


@pytest.mark.parametrize(("word", "accept"), [("école", "false"), ("écoles", "true")])
def test_a_ruling_against_the_judge_is_told_and_shared(word: str, accept: str, device: Device) -> None:
    """The band shows the ruling; the text to share has verdict, ruling, reason, edition and link."""
    answer = ask(device, "verdict", word=word, accept=accept, reason="<b>tous</b> d'accord")

    assert answer["valid"] is (accept == "false")
    assert f'class="band {"yes" if accept == "true" else "no"}' in answer["html"]
    assert "La table a tranché\u00a0: &lt;b&gt;tous&lt;/b&gt; d&#39;accord" in answer["html"]

    verdict, ruling, edition, link = answer["shared"].splitlines()

    assert verdict.startswith(f"« {word} » : ")
    assert ruling.endswith("Motif : <b>tous</b> d'accord")
    assert device.get("/api/lexicon").json()["edition"] in edition
    assert device.get(link.removeprefix("http://localhost")).status_code == 200


def test_a_ruling_that_agrees_with_the_judge_is_none(device: Device) -> None:
    """Nothing is decided against a verdict that says the same."""
    answer = ask(device, "verdict", word="école", accept="true", reason="oui")

    assert answer["shared"] == ""
    assert "tranché" not in answer["html"]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({}, "Quel mot"),
        ({"word": " "}, "Quel mot"),
        ({"word": "a" * 1000}, "Quel mot"),
        ({"word": "école", "maj": "xx"}, "« xx » n'est pas une majuscule"),
        ({"word": "école", "min": "8"}, "« 8 »"),
        ({"word": "école", "min": "a,b,c,d"}, "les minuscules"),
        ({"word": "école", "min_letters": "99"}, "« 99 »"),
        ({"word": "école", "played": ",".join(["mot"] * (MAX_PLAYED + 1))}, "trop longue"),
        ({"word": "école", "accept": "maybe", "reason": "x"}, "« maybe »"),
        ({"word": "école", "accept": "true", "reason": " "}, "n'est pas une valeur"),
        ({"word": "école", "accept": "true", "reason": "x" * (MAX_REASON + 1)}, "n'est pas une valeur"),
    ],
)
def test_an_invalid_question_gets_a_sentence(parameters: dict[str, str], said: str, device: Device) -> None:
    """The sentence names the value and what was expected."""
    assert said in ask(device, "verdict", 400, **parameters)["text"]


def test_a_word_is_looked_up_without_a_verdict(device: Device) -> None:
    """Readings and families of a word are shown, not whether it may be said; an unknown word is said to be unknown."""
    known = ask(device, "word", word="jouet")["html"]

    assert 'class="readings"' in known and 'class="family"' in known
    assert 'class="band' not in known and "reasons" not in known

    forms = ask(device, "word", word="portes")["html"]

    assert "pluriel" in forms and "forme conjuguée" in forms
    assert forms.count('class="family"') == 2  # of « porte » and of « porter »

    assert "pas dans le lexique" in ask(device, "word", word="xyzt")["html"]
    assert "école" in ask(device, "word", word="écolle")["html"]
    assert "Quel mot" in ask(device, "word", 400)["text"]


def test_the_page_is_in_the_language_of_the_device(device: Device) -> None:
    """An English device gets an English page and answers; the plain form is for devices without scripts."""
    device.headers["accept-language"] = "en"
    page = device.get("/judge").text

    assert "The judge of the table" in page
    assert page.index("<noscript>") < page.index('action="/verdict"') < page.index("</noscript>")
    assert ask(device, "verdict", word="école")["said"].startswith("“école”: valid.")

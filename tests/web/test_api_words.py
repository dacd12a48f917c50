"""The JSON API on words: the same objects as on the command line, and the problems of bad requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from belettre_lexicon import Judge
from belettre_lexicon.cli.main import main
from belettre_lexicon.french.letters import MAX_WORD
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.web.api import responses as answers
from belettre_lexicon.web.api.operations import judge_query
from belettre_lexicon.web.api.requests import Rules, VerdictQuery
from belettre_lexicon.web.store.database import StoreError
from tests.web.asgi import Device, client
from tests.words.hostile_words import hostile_words
from tests.words.verdict_schema import faults


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with client() as device:
        yield device


def run_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON object that the command line prints."""
    main(list(arguments))
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        ("word=École&maj=e", ["École", "--maj", "e"]),
        ("word=portes", ["portes"]),
        ("word=facile&maj=F&min=l,e,c", ["facile", "--maj", "F", "--min", "l,e,c"]),
        ("word=joueur&played=jouet,%20souris", ["joueur", "--played", "jouet, souris"]),
        ("word=funérailles&plural_only=true", ["funérailles", "--plural-only"]),
        ("word=raclete&min=%3F", ["raclete", "--min", "?"]),
        ("word=arc-en-ciel&compounds=false", ["arc-en-ciel", "--no-compounds"]),
        ("word=parle&maj=P", ["parle", "--maj", "P"]),
        ("word=parle&accents=free", ["parle", "--accents", "free"]),
        ("word=boulot&refuse_labels=old,familiar", ["boulot", "--refuse-labels", "old,familiar"]),
        ("word=fatigué&participles=never", ["fatigué", "--participles", "never"]),
        ("word=mangé&participles=always", ["mangé", "--participles", "always"]),
        ("word=%E2%80%AEabc%00", ["\u202eabc\x00"]),
    ],
)
def test_a_verdict_is_the_object_of_the_command_line(
    device: Device, capsys: pytest.CaptureFixture[str], query: str, arguments: list[str], language: str
) -> None:
    """GET /api/verdict answers what « belettre check --json » prints, in both languages."""
    answer = device.get(f"/api/verdict?{query}&lang={language}")

    assert answer.status_code == 200
    assert answer.json() == run_command(capsys, "check", *arguments, "--json", "--lang", language)

    assert faults(answer.json()) == []


@pytest.mark.parametrize("word", ["joueur", "portes", "raclete", "École", "arc-en-ciel"])
def test_a_word_is_the_objects_of_the_command_line(
    device: Device, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    """GET /api/words combines « belettre word --json » and « belettre family --json »."""
    answer = device.get(f"/api/words/{quote(word)}")
    expected = {**run_command(capsys, "word", word, "--json"), **run_command(capsys, "family", word, "--json")}
    del expected["dictionaries"]  # the server leaves out the dictionaries of its machine

    assert answer.json() == expected

    msgspec.json.decode(answer.content, type=answers.WordObject)


@pytest.mark.parametrize(
    ("a", "b", "same", "tier", "etymon"),
    [
        ("joueur", "jouet", True, "core", None),
        ("hôtel", "hôpital", False, "near", "lat. hospes"),
        ("souris", "sourire", False, None, None),
        ("portes", "porte", False, None, None),
    ],
)
def test_w8_kinship(device: Device, a: str, b: str, same: bool, tier: str | None, etymon: str | None) -> None:
    """W8: GET /api/kinship says whether two words are related, in which tier, and by which derivations or etymon."""
    answer = device.get("/api/kinship", params={"a": a, "b": b})
    kinship = msgspec.json.decode(answer.content, type=answers.KinshipObject)

    assert (kinship.same, kinship.tier, kinship.etymon) == (same, tier, etymon)
    assert bool(kinship.chain) == (tier == "core")


def test_every_house_rule_is_a_parameter(device: Device) -> None:
    """The house rules are query parameters, with the same names and defaults."""
    assert Rules().rules() == HouseRules()
    derived = {"accepted", "refused_labels", "undecided"}  # they follow from the others
    assert {*Rules.__struct_fields__, *derived} == set(HouseRules.__slots__)

    for name in Rules.__struct_fields__:
        value = str(getattr(Rules(), name)).lower()
        assert device.get("/api/verdict", params={"word": "a", name: value}).status_code == 200


def test_find_works_only_on_servers_started_with_it(device: Device, capsys: pytest.CaptureFixture[str]) -> None:
    """GET /api/find is refused unless the server was started with --find."""
    refused = device.get("/api/find?maj=F")

    assert (refused.status_code, refused.json()["problem"]) == (403, "no_hints")

    with client(hints=True) as helped:
        answer = helped.get("/api/find?maj=F&min=lec&limit=3&played=facile")
        expected = run_command(
            capsys, "find", "--maj", "F", "--min", "lec", "--limit", "3", "--played", "facile", "--json"
        )

        assert answer.json() == expected
        assert len(expected["words"]) == 3

        msgspec.json.decode(answer.content, type=answers.FoundObject)


@pytest.mark.parametrize(
    ("path", "status", "problem"),
    [
        ("/api/verdict", 400, "query"),
        ("/api/verdict?word=a&word=b", 400, "query"),
        ("/api/verdict?word=a&wrod=b", 400, "query"),
        ("/api/verdict?word=a&plural_only=perhaps", 400, "query"),
        ("/api/verdict?word=a&min_letters=99", 400, "query"),
        ("/api/verdict?word=" + "a" * 300, 400, "query"),
        ("/api/verdict?word=a&played=" + "a," * 3000, 400, "query"),
        ("/api/verdict?word=a&played=" + "a," * 129, 400, "query"),
        ("/api/verdict?word=a&maj=7", 422, "unusable"),
        ("/api/verdict?word=a&min=7", 422, "unusable"),
        ("/api/verdict?word=facile&min=a,b,c,d", 422, "unusable"),
        ("/api/words/" + "a" * 65, 400, "query"),
        ("/api/kinship?a=x", 400, "query"),
        ("/api/nothing", 404, "path"),
        ("/api/games/BCDFGHJK", 404, "game"),
        ("/api/games/wrong", 404, "game"),
    ],
)
def test_bad_requests_are_refused(device: Device, path: str, status: int, problem: str) -> None:
    """The answer has the problem's name, and a sentence in the language of the device."""
    answers_by_language = {}
    for language in ("fr", "en"):
        answer = device.get(path, headers={"Accept-Language": f"{language}-XX,de"})
        assert answer.status_code == status, answer.text
        answers_by_language[language] = answer.json()
        assert answers_by_language[language]["problem"] == problem
        assert len(answer.content) < 800

    assert answers_by_language["fr"]["text"] != answers_by_language["en"]["text"]


def test_the_language_of_an_answer(device: Device) -> None:
    """The query parameter comes before the cookie, the cookie before the browser, the browser before the server."""
    text = "/api/verdict?word=portes"

    def is_english(path: str, **headers: str) -> bool:
        """Whether the answer is in English."""
        answer = device.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return "plural of" in answer.json()["refusals"][0]["text"]

    assert not is_english(text)
    assert is_english(f"{text}&lang=en")
    assert is_english(text, Accept_Language="de, en;q=0.5")
    assert not is_english(f"{text}&lang=fr", Accept_Language="en")
    assert is_english(text, Cookie="lang=en", Accept_Language="fr")
    assert not is_english(text, Cookie="lang=xx")


def test_the_lexicon_and_the_health(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lexicon has an edition and a hash. A database failure is answered without the database's name."""
    assert set(device.get("/api/lexicon").json()) == {"edition", "hash"}
    assert device.get("/api/health").json() == {"status": "ok"}

    def broken() -> None:
        raise StoreError("database postgresql://somewhere: it is gone")

    monkeypatch.setattr(device.services.games.store, "check_health", broken)
    answer = device.get("/api/health")

    assert (answer.status_code, answer.json()["problem"]) == (503, "database")
    assert "postgresql" not in answer.text
    assert answer.headers["retry-after"] == "5"


def test_w5_the_word_route_knows_what_the_lexicon_knows() -> None:
    """A hostile word has readings in the answer if and only if the lexicon contains it; verdicts agree as well."""
    with client() as device:
        lexicon = device.services.games.lexicon
        words = (word for word in hostile_words(lexicon, 3) if max(word) < "\ud800" and len(word) <= MAX_WORD)
        asked = list(islice((word for word in words if not set("/.") & set(word)), 50))

        for word in asked:
            answer = device.get(f"/api/words/{quote(word, safe='')}").json()
            assert answer["word"] == word
            assert bool(answer["readings"]) == (word in lexicon)
            assert judge_query(VerdictQuery(word=word), lexicon).reasons == Judge(lexicon)(word).reasons

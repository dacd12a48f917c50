"""The API document: it covers every route, and programs can read it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from belettre_lexicon.french.cards import CARDS
from belettre_lexicon.french.letters import MAX_WORD
from belettre_lexicon.web.api import openapi
from belettre_lexicon.web.api import operations as api
from belettre_lexicon.web.edge.problems import STATUS
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.tables.registry import CODE_LENGTH, CODE_LETTERS
from belettre_lexicon.words.objects import verdict_schema
from tests.web.asgi import client

DOCUMENT: dict[str, Any] = json.loads(api.document_of(KINDS))


def test_the_document_is_served() -> None:
    """GET /api/openapi.json returns the document."""
    with client() as device:
        answer = device.get("/api/openapi.json")

    assert answer.json() == DOCUMENT
    assert answer.headers["content-type"] == "application/json"
    assert DOCUMENT["openapi"].startswith("3.1")


def test_routes_and_document_are_the_same() -> None:
    """The document describes exactly the routes of the API, except its own and that of the schema of verdicts."""
    routes = {
        (path.replace(":str}", "}"), method.lower())
        for handler in api.routes(KINDS)
        for path in handler.paths
        for method in handler.http_methods - {"HEAD"}
    }
    documented = {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}

    assert routes == documented | {("/api/openapi.json", "get"), ("/api/verdict.schema.json", "get")}


def test_the_schema_of_verdicts_is_served() -> None:
    """GET /api/verdict.schema.json returns the schema of the package."""
    with client() as device:
        answer = device.get("/api/verdict.schema.json")

    assert answer.json() == verdict_schema()
    assert answer.headers["content-type"] == "application/schema+json"


def test_every_reference_has_a_schema() -> None:
    """Every referenced schema is in the document."""
    text = json.dumps(DOCUMENT)
    named = {part.partition('"')[0] for part in text.split("#/components/schemas/")[1:]}

    assert named
    assert named <= set(DOCUMENT["components"]["schemas"])


def test_cards_codes_and_problems_are_described() -> None:
    """D1, P7: the values of a card, the letters of a code, and the statuses of problems are listed."""
    lay = DOCUMENT["components"]["schemas"]["Lay"]

    assert lay["properties"]["card"]["enum"] == list(CARDS)

    code = DOCUMENT["paths"]["/api/games/{code}"]["get"]["parameters"][0]

    assert code["schema"]["pattern"] == f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"

    statuses = {
        status
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
        for status in operation["responses"]
    }

    assert {str(status) for status in STATUS.values()} - statuses == {"405", "500"}


@pytest.mark.parametrize("path", list(DOCUMENT["paths"]))
def test_every_operation_is_described(path: str) -> None:
    """Every operation has a summary, a successful answer, and the problem of a bad request."""
    for operation in DOCUMENT["paths"][path].values():
        assert operation["summary"]
        assert any(status.startswith("2") for status in operation["responses"])
        assert "400" in operation["responses"]


def test_operations_on_a_game_and_no_others_take_its_token() -> None:
    """An operation with a code in its path accepts the token of the game, its view key or none; the others no key."""
    for path, methods in DOCUMENT["paths"].items():
        for operation in methods.values():
            assert operation.get("security", []) == ([{"token": []}, {"key": []}, {}] if "{code}" in path else []), path


def test_every_problem_is_documented_where_it_can_occur() -> None:
    """404 with a name in the path, 413 and 415 with a body, 409 with both; the other problems everywhere."""
    for path, methods in DOCUMENT["paths"].items():
        for operation in methods.values():
            named, body = "{" in path, "requestBody" in operation
            expected = {"400", "403", "414", "422", "429", "503"}
            expected |= {"404"} if named else set()
            expected |= {"413", "415"} if body else set()
            expected |= {"409"} if named and body else set()
            found = {status for status in operation["responses"] if status >= "400"}
            assert found == expected, path


def test_parameters_in_the_path_are_required() -> None:
    """Every name in a path is a required parameter, and no other parameter has its name."""
    for path, methods in DOCUMENT["paths"].items():
        for operation in methods.values():
            in_path = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"}
            assert in_path == {part[1:-1] for part in path.split("/") if part.startswith("{")}, path
            assert all(p["required"] for p in operation["parameters"] if p["in"] == "path"), path


def test_a_body_is_described_where_one_is_sent() -> None:
    """Exactly the operations that change something have a body; it is required and described as JSON."""
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            assert ("requestBody" in operation) is (method == "post"), path
            if method == "post":
                assert operation["requestBody"]["required"] is True
                assert list(operation["requestBody"]["content"]) == ["application/json"]


def test_answers_have_the_media_type_in_which_they_are_sent() -> None:
    """JSON answers have the schema of their type; texts, such as the score sheet, are strings; 204 has no content."""
    sheet = DOCUMENT["paths"]["/api/games/{code}/sheet.csv"]["get"]["responses"]["200"]
    game = DOCUMENT["paths"]["/api/games/{code}"]["get"]["responses"]["200"]
    arbiter = DOCUMENT["paths"]["/api/games/{code}/arbiter"]["post"]["responses"]["204"]

    assert [one["schema"] for one in sheet["content"].values()] == [{"type": "string"}]
    assert "application/json" not in sheet["content"]
    assert "$ref" in game["content"]["application/json"]["schema"]
    assert "content" not in arbiter


def test_a_type_without_a_schema_is_an_error() -> None:
    """A new type that msgspec cannot describe raises TypeError instead of being described wrongly."""
    with pytest.raises(TypeError, match="no schema for <class 'complex'>"):
        openapi._schema(complex)


def test_a_word_in_a_path_has_the_lengths_that_are_judged() -> None:
    """The word of /api/words/{word} has 1 to MAX_WORD characters."""
    (word,) = (p for p in DOCUMENT["paths"]["/api/words/{word}"]["get"]["parameters"] if p["in"] == "path")

    assert (word["schema"]["minLength"], word["schema"]["maxLength"]) == (1, MAX_WORD)


def test_every_answer_has_a_description() -> None:
    """The answer of an operation is described by its own words, or as « the answer »."""
    answers = [
        operation["responses"][status]["description"]
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
        for status in operation["responses"]
        if status < "300"
    ]

    assert "" not in answers
    assert {"the answer"} < set(answers)


def test_a_problem_has_only_what_applies() -> None:
    """Fields of a problem that do not apply are left out of the answer."""
    problem = openapi.problem_type(KINDS)

    assert json.loads(msgspec.json.encode(problem("game", "text"))) == {"problem": "game", "text": "text"}


def test_query_parameters_are_required_where_nothing_stands_for_them() -> None:
    """A verdict needs its word, a kinship its two words; all other parameters of these requests may be left out."""
    for path, needed in (("/api/verdict", "word"), ("/api/kinship", "a b"), ("/api/games", "")):
        parameters = DOCUMENT["paths"][path]["get"]["parameters"]

        assert {p["name"] for p in parameters if p["required"]} == set(needed.split()), path


def test_a_status_is_described_by_the_problems_that_have_it() -> None:
    """The description of an error lists exactly the names of the problems with this status."""
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            for status in (status for status in operation["responses"] if status >= "400"):
                expected = [name for name, own in STATUS.items() if own == int(status)]
                assert operation["responses"][status]["description"].split(", ") == expected, status

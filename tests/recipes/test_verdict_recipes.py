"""The recipes for verdicts as JSON and for typed evidence: each does what its docstring says."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from belettre_lexicon import ArgumentError, Judge, Lexicon
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.words.objects import verdict_schema
from recipes import arbiter_log, ask_server, reason_statistics
from tests.web.asgi import client


@contextmanager
def server_with(answers: dict[str, Any]) -> Iterator[str]:
    """Run an HTTP server that answers each path with a JSON object; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer with the object of the path; a function is called with the query."""
            parts = urlsplit(self.path)
            answer = answers[parts.path]
            body = json.dumps(answer(parse_qs(parts.query)) if callable(answer) else answer).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def real_answers() -> dict[str, Any]:
    """Return what the application of the package answers to the two requests of the recipe."""

    def verdict(query: dict[str, list[str]]) -> Any:
        with client() as device:
            values = {name: values[0] for name, values in query.items()}
            return device.get("/api/verdict", params=values).json()

    with client() as device:
        schema = device.get("/api/verdict.schema.json")
    assert schema.headers["content-type"] == "application/schema+json"
    return {"/api/verdict.schema.json": schema.json(), "/api/verdict": verdict}


def test_a_server_is_asked_about_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Each word gets a line; the status says whether one was refused."""
    with server_with(real_answers()) as address:
        refused = ask_server.main([address, "facile", "portes", "--maj", "F", "--min", "l,e,c"])
        valid = ask_server.main([address, "raclette"])

    assert (refused, valid) == (1, 0)
    assert capsys.readouterr().out.splitlines() == [
        "facile: valid",
        "portes: W2 wrong_initial, W3 missing_letters, W6 plural, W6 conjugated",
        "raclette: valid",
    ]


def test_the_server_has_the_schema_of_the_package() -> None:
    """The server serves the schema in the package."""
    assert real_answers()["/api/verdict.schema.json"] == verdict_schema()


@pytest.mark.parametrize(
    "answers",
    [
        {"/api/verdict.schema.json": {"$id": "urn:belettre:verdict:2"}},
        {"/api/verdict.schema.json": {"$id": ask_server.SCHEMA}, "/api/verdict": {"word": "facile"}},
        {"/api/verdict.schema.json": {"$id": ask_server.SCHEMA}, "/api/verdict": {"word": "autre", "valid": True}},
    ],
    ids=["another version", "no verdict", "another word"],
)
def test_a_server_of_another_kind_is_an_error(answers: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """Another version, an object that is not a verdict, or a verdict on another word ends the program."""
    with server_with(answers) as address:
        status = ask_server.main([address, "facile"])

    assert status == 2
    assert capsys.readouterr().err.startswith("ask_server: ")


def test_no_server_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """A port without a server is named by the system's error."""
    assert ask_server.main(["http://127.0.0.1:1", "facile"]) == 2
    assert "refused" in capsys.readouterr().err


def test_a_log_explains_itself_without_the_lexicon(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sentences, cards and earlier words come from the lines alone."""
    log = str(tmp_path / "evening.jsonl")
    assert arbiter_log.main(["judge", log, "facile", "portes", "facilité", "--maj", "F"]) == 0

    def no_lexicon(*_: object) -> Lexicon:
        raise AssertionError("the lexicon was opened")

    monkeypatch.setattr(Lexicon, "open", no_lexicon)
    status = arbiter_log.main(["explain", log])

    first, second, third = capsys.readouterr().out.splitlines()
    assert status == 0
    assert first.startswith("[F] « facile » : valide")
    assert second.startswith("[F, after facile] « portes » : refusé.")
    assert "« facile »" in third.partition("]")[2]


def test_a_log_grows_and_keeps_every_verdict(judge: Judge, tmp_path: Path) -> None:
    """The log reads back as it was written, in order."""
    log = tmp_path / "evening.jsonl"
    verdicts = [judge(word, played=["jouer"]) for word in ("jouet", "raclette", "mot\u2028mot", "\ud800", "")]

    for verdict in verdicts:
        arbiter_log.append(log, [verdict])

    assert list(arbiter_log.read(log)) == verdicts


@pytest.mark.parametrize("line", ["", "{}", "nonsense", "[]", '{"word": "a", "valid": false}'])
def test_a_damaged_line_is_named(judge: Judge, tmp_path: Path, line: str) -> None:
    """The error has the file and the number of the line."""
    log = tmp_path / "evening.jsonl"
    arbiter_log.append(log, [judge("raclette")])
    with log.open("a") as stream:
        stream.write(line + "\n")

    with pytest.raises(ArgumentError, match=r"evening\.jsonl:2: "):
        list(arbiter_log.read(log))


def test_a_missing_log_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The program says so and returns 2."""
    assert arbiter_log.main(["explain", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err


def test_a_verdict_from_a_record_is_explained_without_its_question(judge: Judge) -> None:
    """Its sentence is all there is."""
    from belettre_lexicon.words.decode import decode_verdict, encode_record

    recorded = decode_verdict(encode_record(judge("portes")))

    assert arbiter_log.explain(recorded, Catalogue.load("fr")).startswith("« portes » : refusé")


def test_statistics_count_the_facts_of_the_evidence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each reason has its number and its most frequent facts."""
    words = tmp_path / "words.txt"
    words.write_text("chat\nportes\n\nraclette\nmot\nfatigué\nparlé\ngrande\nx y z\n", encoding="utf-8")

    status = reason_statistics.main([str(words)])

    lines = {line.split()[1]: line for line in capsys.readouterr().out.splitlines()}
    assert status == 0
    assert "1 missing 1" in lines["too_short"]
    assert "2 missing" in lines["too_short"]
    assert "noun 1" in lines["plural"]
    assert "space 1" in lines["unknown"]
    assert "adjective 1" in lines["feminine_adjective"]


def test_statistics_know_every_reason_with_cards_and_kin(judge: Judge) -> None:
    """Letters of the cards, kin and initials are facts as well."""
    verdicts = [
        judge("jouet", initial="f", letters="kk", played=["joueur"]),
        judge("", initial="f"),
        judge("considéré"),
    ]

    reasons, proofs = reason_statistics.count(verdicts)

    assert reasons["wrong_initial"] == 2
    assert proofs["wrong_initial"] == {"j": 1, "none": 1}
    assert proofs["missing_letters"] == {"k": 2}
    assert proofs["same_family"] == {"kin of joueur": 1}


def test_a_missing_list_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The program says so and returns 2."""
    assert reason_statistics.main([str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err

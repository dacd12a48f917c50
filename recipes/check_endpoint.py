"""Answer ``GET /check`` over HTTP: a WSGI application of one endpoint, with nothing but the standard library.

    python -m recipes.check_endpoint [--port 8080]
    gunicorn 'recipes.check_endpoint:application()'

    GET /check?word=facile&maj=F&min=lec&played=école,raclette

The answer is the JSON object of the verdict (docs/verdict-json.md), or ``{"error": …}`` with status 400, 404, 405 or
414. All threads of a server may share the application, since they may share a judge.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qs
from wsgiref.simple_server import make_server

from belettre_lexicon import ArgumentError, Judge, Lexicon

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

#: The most bytes of a query, and the most earlier words: a partie has 128 cards, and at most a word for each.
MOST_BYTES, MOST_PLAYED = 2000, 128
#: What a query may ask.
FIELDS = frozenset({"word", "maj", "min", "played"})


class RequestError(Exception):
    """A request that gets no verdict: the HTTP status, and why."""

    def __init__(self, status: str, why: str) -> None:
        super().__init__(why)
        self.status = status


def application() -> WSGIApplication:
    """Return the application, which reads and verifies the lexicon once."""
    judge = Judge(Lexicon.open(verify=True))

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        try:
            status, found = "200 OK", check(judge, environ)
        except RequestError as error:
            status, found = error.status, {"error": str(error)}
        body = json.dumps(found, ensure_ascii=False).encode()
        kind = ("Content-Type", "application/json; charset=utf-8")
        start_response(status, [kind, ("Content-Length", str(len(body))), ("Allow", "GET")])
        return [body]

    return answer


def check(judge: Judge, environ: WSGIEnvironment) -> Mapping[str, object]:
    """Return the JSON object of the verdict that a request asks for. Raises RequestError for an invalid request."""
    if environ.get("PATH_INFO") != "/check":
        raise RequestError("404 Not Found", "unknown path, expected /check")
    if environ["REQUEST_METHOD"] != "GET":
        raise RequestError("405 Method Not Allowed", "expected GET")
    fields = read_query(environ.get("QUERY_STRING", ""))
    played = [word for word in fields.get("played", "").split(",") if word.strip()]
    if len(played) > MOST_PLAYED:
        raise RequestError("400 Bad Request", f"played: {len(played)} words, expected {MOST_PLAYED} at most")
    try:
        verdict = judge(fields["word"], initial=fields.get("maj"), letters=fields.get("min", ""), played=played)
    except ArgumentError as error:
        raise RequestError("400 Bad Request", str(error)) from error
    return verdict.as_dict()


def read_query(query: str) -> dict[str, str]:
    """Return the fields of a query, each of which it has once. Raises RequestError if it is too long or invalid."""
    if len(query) > MOST_BYTES:
        raise RequestError("414 URI Too Long", f"the query has {len(query)} bytes, expected {MOST_BYTES} at most")
    try:
        values = parse_qs(query, keep_blank_values=True, errors="strict", max_num_fields=len(FIELDS))
    except ValueError as error:  # too many fields, or bytes that are not UTF-8
        raise RequestError("400 Bad Request", f"query: {error}") from error
    if unknown := sorted(values.keys() - FIELDS):
        raise RequestError("400 Bad Request", f"{unknown[0]!r:.40}: unknown, expected {', '.join(sorted(FIELDS))}")
    if twice := [name for name, given in values.items() if len(given) > 1]:
        raise RequestError("400 Bad Request", f"{twice[0]}: given twice")
    if not values.get("word", [""])[0].strip():
        raise RequestError("400 Bad Request", "word: missing")
    return {name: given[0] for name, given in values.items()}


def main(arguments: list[str] | None = None) -> int:
    """Serve until the program is stopped; return its exit status, 130 after Ctrl-C or 2 if the port is taken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, default=8080, help="the port to listen on (8080)")
    options = parser.parse_args(arguments)
    try:
        with make_server("127.0.0.1", options.port, application()) as server:
            server.serve_forever()
    except KeyboardInterrupt:
        return 130
    except (OSError, OverflowError) as error:
        print(f"check_endpoint: port {options.port}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

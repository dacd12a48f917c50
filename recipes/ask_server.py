"""Ask a Belettre server about words over HTTP, with nothing but the standard library, and check its answers.

    belettre serve &
    python -m recipes.ask_server http://127.0.0.1:8000 facile portes --maj F --min l,e,c

Prints one line for each word: « word: valid », or the reasons with the ids of their rules. The answer is the same JSON
object that ``belettre check --json`` prints and ``Verdict.as_dict`` returns. Before the first question, the program
asks the server for the JSON Schema of its verdicts: another version may mean something else, so it is refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from belettre_lexicon import BelettreError, Verdict, decode_verdict

#: The schema that this program understands.
SCHEMA = "urn:belettre:verdict:1"


def get(address: str) -> dict[str, Any]:
    """Return the JSON object at an HTTP address. Raises OSError if there is no answer, or if it is an error."""
    with urlopen(address, timeout=10) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def ask(server: str, word: str, *, maj: str = "", minuscules: str = "", played: str = "") -> Verdict:
    """Return the verdict of a server on a word; *played* are the earlier words, separated by commas.

    Raises BelettreError if the answer is no verdict, or is one on another word; OSError as ``get`` does.
    """
    query = urlencode({"word": word, "maj": maj, "min": minuscules, "played": played, "lang": "en"})
    verdict = decode_verdict(get(f"{server}/api/verdict?{query}"))
    if verdict.word != word or verdict.question is None:
        raise BelettreError(f"{server}: asked about {word!r}, got a verdict on {verdict.word!r}")
    return verdict


def line(verdict: Verdict) -> str:
    """Return a verdict as one line: « facile: valid », « portes: W6 plural, W6 conjugated »."""
    reasons = ", ".join(dict.fromkeys(f"{refusal.rule} {refusal.reason}" for refusal in verdict.refusals))
    return f"{verdict.word}: {reasons or 'valid'}"


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return 0, 1 if a word was refused, or 2 if the server or its answer is of no use."""
    parser = argparse.ArgumentParser(description="Ask a Belettre server about words.")
    parser.add_argument("server", help="its address: http://127.0.0.1:8000")
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--maj", default="", help="the majuscule on the table")
    parser.add_argument("--min", default="", help="the minuscules on the table: l,e,c")
    options = parser.parse_args(arguments)
    try:
        schema = get(f"{options.server}/api/verdict.schema.json")["$id"]
        if schema != SCHEMA:
            raise BelettreError(f"{options.server}: verdicts of {schema}, expected {SCHEMA}")
        verdicts = [ask(options.server, word, maj=options.maj, minuscules=options.min) for word in options.words]
    except (BelettreError, OSError) as error:
        print(f"ask_server: {error}", file=sys.stderr)
        return 2
    for verdict in verdicts:
        print(line(verdict))
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())

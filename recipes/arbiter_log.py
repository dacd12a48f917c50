"""Keep an arbiter's log: verdicts as JSON lines, which explain themselves later without the lexicon or the game.

    python -m recipes.arbiter_log judge evening.jsonl facile portes --maj F --min l,e,c
    python -m recipes.arbiter_log explain evening.jsonl --lang en

Each valid word is an earlier word of those after it. A line has the whole question (cards, earlier words, options,
lexicon) and the whole answer (reasons with their proof, readings), so « explain » needs nothing else.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from belettre_lexicon import ArgumentError, BelettreError, Judge, Lexicon, Verdict, decode_verdict
from belettre_lexicon.referee import Catalogue, verdict_text


def judge_words(words: Iterable[str], initial: str | None, letters: str) -> Iterator[Verdict]:
    """Yield the verdict on each word; the words before it that were valid are its earlier words (W7, W8)."""
    judge = Judge(Lexicon.open())
    history = judge.history(())
    for word in words:
        yield (verdict := judge(word, initial=initial, letters=letters, played=history))
        if verdict.valid:
            history.add(verdict.word)


def append(path: Path, verdicts: Iterable[Verdict]) -> None:
    """Append a line for each verdict to the log, in ASCII: a word may have characters that end a line."""
    with path.open("a", encoding="ascii") as log:
        log.writelines(json.dumps(verdict.as_dict()) + "\n" for verdict in verdicts)


def read(path: Path) -> Iterator[Verdict]:
    """Yield the verdicts of a log. Raises ArgumentError, which names the line, if one is damaged."""
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        try:
            yield decode_verdict(json.loads(line))
        except ValueError as error:  # JSONDecodeError and ArgumentError
            raise ArgumentError(f"{path}:{number}: {error}") from error


def explain(verdict: Verdict, say: Catalogue) -> str:
    """Return the verdict as sentences, and before it what was on the table: « [F l e c, after école] »."""
    if (asked := verdict.question) is None:
        return verdict_text(verdict, say)
    table = " ".join([(asked.initial or "").upper(), *asked.letters]).strip()
    after = f", after {', '.join(asked.played)}" if asked.played else ""
    return f"[{table or '-'}{after}] {verdict_text(verdict, say)}"


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the log cannot be read or written."""
    parser = argparse.ArgumentParser(description="Keep the verdicts of an evening, and explain them later.")
    parser.add_argument("task", choices=("judge", "explain"))
    parser.add_argument("log", type=Path)
    parser.add_argument("words", nargs="*", metavar="WORD", help="the words to judge, in order")
    parser.add_argument("--maj", help="the majuscule on the table")
    parser.add_argument("--min", default="", help="the minuscules on the table: l,e,c")
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    options: Any = parser.parse_args(arguments)
    say = Catalogue.load(options.lang)
    try:
        if options.task == "judge":
            append(options.log, judge_words(options.words, options.maj, options.min))
        else:
            print(*(explain(verdict, say) for verdict in read(options.log)), sep="\n")
    except (BelettreError, OSError) as error:
        print(f"arbiter_log: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

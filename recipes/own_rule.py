"""Judge words at a table with a rule of its own: a word must not begin as the word before it ended.

    python -m recipes.own_rule Volonté École Raclette Élan [--lang en]

Each word that is valid counts as played before the next one.
"""

from __future__ import annotations

import argparse
import sys

from belettre_lexicon import Announcement, Check, Judge, Lexicon
from belettre_lexicon.french.letters import fold
from belettre_lexicon.referee import LANGUAGES, Catalogue, verdict_text


def begins_as_the_last_ended(said: Announcement) -> dict[str, str] | None:
    """Return the evidence against a word that takes up the last letter of the word before it; None if it does not."""
    if not said.played or not said.key.startswith(fold(said.played[-1])[-1:]):
        return None
    return {"letter": said.key[:1].upper(), "earlier": said.played[-1]}


NO_CHAINS = Check(
    "chained",
    begins_as_the_last_ended,
    rule="maison",
    fr="commence par {letter}, la dernière lettre {earlier:de}",
    en="begins with {letter}, the last letter of “{earlier}”",
)


def judge_in_turn(words: list[str], judge: Judge, say: Catalogue) -> list[str]:
    """Return the verdict on each word as a line; the words that are valid are earlier words for the next."""
    history = judge.history([])
    lines: list[str] = []
    for word in words:
        verdict = judge(word, played=history)
        if verdict.valid:
            history.add(verdict.word)
        lines.append(verdict_text(verdict, say))
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the script; return its exit status, 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", nargs="+", metavar="WORD", help="the words, in the order in which they are said")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="the language of the sentences (fr)")
    options = parser.parse_args(arguments)
    judge = Judge(Lexicon.open(), checks=[NO_CHAINS])
    print("\n".join(judge_in_turn(options.words, judge, Catalogue.load(options.lang))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

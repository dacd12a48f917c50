"""Say why the words of a list are refused, in figures that come from the evidence of the refusals.

    python -m recipes.reason_statistics words.txt [--maj F] [--min l,e,c]

The list is text with one word per line. The program counts the reasons, and for some the facts that prove them: which
letters are missing for the cards, of which part of speech the refused forms are, which words are kin to which.

It is also an example of typed evidence: where ``refusal.reason`` is known, mypy and pyright know which facts
``refusal.evidence`` has and of which type they are, and they refuse a name that is not among them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from belettre_lexicon import AnyRefusal, Judge, Lexicon, Verdict

#: The largest number of facts that are shown for a reason.
MOST_SHOWN = 5


def facts(refusal: AnyRefusal) -> Iterable[str]:
    """Return what the evidence of a refusal says, in a form that can be counted; () for reasons that say no more."""
    match refusal.reason:
        case "too_short":
            return [f"{refusal.evidence['minimum'] - refusal.evidence['letters']} missing"]
        case "wrong_initial":
            return [refusal.evidence["found"] or "none"]
        case "missing_letters":
            return refusal.evidence["missing"]
        case "plural" | "conjugated" | "feminine_adjective":
            return [refusal.evidence["reading"].pos]
        case "participle":
            listed = refusal.evidence.get("listed")
            return [f"listed by {', '.join(listed.sources)}" if listed else "listed nowhere"]
        case "same_family":
            return [f"kin of {refusal.evidence['earlier']}"]
        case "unknown":
            return list(refusal.evidence)
        case _:
            return []


def count(verdicts: Iterable[Verdict]) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """Return how often each reason refuses a word, and for each reason how often each fact proves it."""
    reasons: Counter[str] = Counter()
    proofs: dict[str, Counter[str]] = {}
    for verdict in verdicts:
        reasons.update(verdict.reasons or ("valid",))
        for refusal in verdict.refusals:
            proofs.setdefault(refusal.reason, Counter()).update(facts(refusal))
    return reasons, proofs


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the list cannot be read."""
    parser = argparse.ArgumentParser(description="Say why the words of a list are refused.")
    parser.add_argument("list", type=Path, help="a text file, one word per line")
    parser.add_argument("--maj", help="the majuscule on the table")
    parser.add_argument("--min", default="", help="the minuscules on the table: l,e,c")
    options = parser.parse_args(arguments)
    try:
        words = options.list.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        print(f"reason_statistics: {error}", file=sys.stderr)
        return 2
    judge = Judge(Lexicon.open())
    reasons, proofs = count(judge.many(filter(str.strip, words), initial=options.maj, letters=options.min))
    for reason, number in reasons.most_common():
        shown = ", ".join(f"{fact} {many}" for fact, many in proofs.get(reason, Counter()).most_common(MOST_SHOWN))
        print(f"{number:>8,} {reason}{f' ({shown})' if shown else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

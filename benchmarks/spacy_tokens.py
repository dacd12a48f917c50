"""What the spaCy component costs: ``python -m benchmarks.spacy_tokens [TOKENS]``, with the extra ``spacy``.

Texts of 200 words, drawn by their frequencies, pass through a blank French pipeline without the component, with it, and
with it while the verdict of every token is read. Printed are medians of the ratios of processor time within each of
five rounds, so that the pace of the machine does not matter.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import median

import spacy

from belettre_lexicon import Lexicon

#: Rounds, each of which measures all three pipelines.
ROUNDS = 5
#: Words of a text.
WORDS = 200


def texts(tokens: int) -> list[str]:
    """Return texts of words of the lexicon, as frequent in them as in French, with some *tokens* words in all."""
    readings = {word: reading[0].zipf for word in Lexicon.open() if (reading := Lexicon.open().readings(word))}
    words = random.Random(1).choices(list(readings), [10**zipf for zipf in readings.values()], k=tokens)
    return [f"{' '.join(words[start : start + WORDS])}." for start in range(0, tokens, WORDS)]


def seconds(lines: list[str], component: bool, read: bool = False) -> float:
    """Return the seconds of processor time that a pipeline takes for texts."""
    nlp = spacy.blank("fr")
    if component:
        nlp.add_pipe("belettre_lexicon")
    start = time.process_time()
    for doc in nlp.pipe(lines):
        if read:
            for token in doc:
                token._.belettre  # noqa: B018  # reading it is what is measured
    return time.process_time() - start


def main() -> None:
    lines = texts(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
    rounds = [(seconds(lines, False), seconds(lines, True), seconds(lines, True, read=True)) for _ in range(ROUNDS)]
    print(f"with the component: {median(one[1] / one[0] for one in rounds):.2f} × without")
    print(f"with every verdict read: {median(one[2] / one[0] for one in rounds):.2f} × without")


if __name__ == "__main__":
    main()

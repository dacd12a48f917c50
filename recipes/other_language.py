"""Play Belettre in another language: a judge that knows the words of a file, one per line, and bots that play with it.

    python -m recipes.other_language words.txt [--seed 7]

Judging by families would need a lexicon (W8).
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from belettre_lexicon import HouseRules, OwnReason, Partie, Refusal, Verdict, Word
from belettre_lexicon.engine import SEATS
from belettre_lexicon.engine.bots import AmateurBot, play_out
from belettre_lexicon.french.letters import fold
from belettre_lexicon.literals import Reason
from belettre_lexicon.referee import Catalogue, event_text

MISFIT = OwnReason("misfit", rule="W2, W3", fr="ne va pas avec les cartes", en="does not fit the cards")


class WordListJudge:
    """Judges words by a list of words: a ``WordJudge`` for games, and a ``WordFinder`` for bots; no families (W8)."""

    def __init__(self, words: Iterable[str]) -> None:
        self.rules = HouseRules()
        self._words = {fold(word): word for word in words if len(fold(word)) >= self.rules.min_letters}

    def __call__(self, word: str, *, initial: str | None, letters: str, played: Iterable[str]) -> Verdict:
        """Return the verdict on a word, with every reason against it (W10)."""
        key = fold(word.strip())
        turns = {fold(earlier): (turn, earlier) for turn, earlier in enumerate(played, 1)}
        refusals: list[Refusal | Reason] = [] if fits(key, initial, letters) else [MISFIT.refusal()]
        if key not in self._words:
            refusals.append("unknown")
        if key in turns:
            refusals.append(Refusal("repeated", {"earlier": turns[key][1], "turn": turns[key][0]}))
        return Verdict.refused(word, refusals) if refusals else Verdict.accepted(word)

    def find(
        self, initial: str | None = None, letters: str = "", *, limit: int | None = None, played: Iterable[str] = ()
    ) -> list[Word]:
        """Return the words that may be played, in the order of the list."""
        left = self._words.keys() - map(fold, played)
        found = [Word.of(word) for key, word in self._words.items() if key in left and fits(key, initial, letters)]
        return found[:limit]

    def count(self, initial: str | None = None, letters: str = "", *, played: Iterable[str] = ()) -> int:
        """Return the number of words that ``find`` returns without a limit."""
        return len(self.find(initial, letters, played=played))


def fits(key: str, initial: str | None, letters: str) -> bool:
    """Return whether a word has the initial and, besides it, the letters; ``?`` stands for any letter (W2, W3).

    >>> fits("teapot", "t", "ao?"), fits("teapot", "t", "tt")
    (True, False)
    """
    start, rest, wanted = (initial or "").lower(), key[bool(initial) :], Counter(letters.replace("?", ""))
    return key.startswith(start) and wanted <= Counter(rest) and len(letters) <= len(rest)


def main(arguments: list[str] | None = None) -> None:
    """Run the script."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", type=Path, metavar="FILE", help="the words, one per line")
    parser.add_argument("--seed", type=int, default=7, help="the seed of the game (7)")
    options = parser.parse_args(arguments)
    judge, rng = WordListJudge(options.words.read_text(encoding="utf-8").split()), random.Random(options.seed)
    partie = Partie.new(judge, rng, manches=1, seed=options.seed)
    play_out(partie, {seat: AmateurBot(judge, rng) for seat in SEATS})
    print("\n".join(event_text(event, Catalogue.load("en")) for event in partie.log))


if __name__ == "__main__":
    main()

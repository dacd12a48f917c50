"""Draw a whole manche as felts, one for each pli: docs/fr/manche, which docs/fr/une-manche.md shows.

The manche is in docs/fr/manche/manche.txt, in shorthand; the library judges its words and says who takes each pli.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from belettre_lexicon import Judge, Lexicon
from belettre_lexicon.engine import Event, Partie, Passed, PliTaken, Swapped, WordAccepted, WordRefused, read_shorthand
from belettre_lexicon.french.decks import BOXED
from scripts.generated.draw_plis import PASSED, REFUSED, VALID, Example, Turn, draw
from scripts.generated.felt import ROOT

FOLDER = ROOT / "docs" / "fr" / "manche"
MANCHE = FOLDER / "manche.txt"


def play() -> Partie:
    """The game of the file, judged again. Raises ShorthandError if it is against the rules."""
    return read_shorthand(MANCHE.read_text(encoding="utf-8"), Judge(Lexicon.open()))


def plis_of(log: Iterable[Event]) -> list[Example]:
    """The finished plis of a log, each as a picture needs it."""
    plis = []
    turns: list[Turn] = []
    swap = None
    for event in log:
        match event:
            case WordAccepted() | WordRefused():
                outcome = VALID if isinstance(event, WordAccepted) else REFUSED
                letter = f"{event.card.text}={event.letter.upper()}" if event.letter else event.card.text
                turns.append(Turn(event.seat.value, letter, event.verdict.word, outcome))
            case Passed():
                turns.append(Turn(event.seat.value, event.card.text, "Passe\u202f!", PASSED))
            case Swapped():
                swap = event.seat.value, event.card.text
            case PliTaken():
                plis.append(Example(f"pli-{event.number}", turns, swap, event.seat.value))
                turns, swap = [], None
            case _:
                pass
    return plis


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    return {FOLDER / f"{pli.id}.svg": draw(pli, BOXED) for pli in plis_of(play().log)}

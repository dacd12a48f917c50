"""Draw the published plis as felts: docs/fr/plis, a picture for each example of the rules.

The plis are those of tests/engine/examples.txt, which the engine replays.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon.french.cards import Card
from belettre_lexicon.french.decks import BOXED, Deck
from scripts.generated.felt import BACK, CARD, EDGE, GOLD, INK, PLACE, ROOT, felt

EXAMPLES = ROOT / "tests" / "engine" / "examples.txt"
FOLDER = ROOT / "docs" / "fr" / "plis"

SEATS = {"PON": "Ponantais", "SEP": "Septentrional", "LEV": "Levantin", "MER": "Méridional"}
#: What a player says: a word, a word that is refused, or « Passe ! ».
VALID, REFUSED, PASSED = "valid", "refused", "passed"


class Turn(NamedTuple):
    """One player's card and word."""

    #: As in the file: ``PON``.
    seat: str
    #: The letter of the card, which a picture shows only if it lies face up; « JOKER=T » for a JOKER with its letter.
    letter: str
    #: The word as it was said; « Passe ! » for a pass.
    word: str
    #: VALID, REFUSED or PASSED; only the card of a valid word lies face up.
    outcome: str


class Example(NamedTuple):
    """A published pli."""

    #: E1 to E10.
    id: str
    turns: list[Turn]
    #: The majuscule that takes a minuscule's place in a trap, with its seat; None without a trap.
    swap: tuple[str, str] | None
    taker: str


def read_examples(text: str) -> list[Example]:
    """The plis of a file such as tests/engine/examples.txt. Raises ValueError for a line that is none.

    >>> read_examples("E1: PON l Volonté · SEP [e] Passe → PON")[0].turns[1]
    Turn(seat='SEP', letter='e', word='Passe\\u202f!', outcome='passed')
    """
    examples = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        head = re.fullmatch(r"(E\d+): (?:.* / )?(.*) → (\w+)", line)
        if head is None:
            raise ValueError(f"not an example: {line!r}")
        turns: list[Turn] = []
        swap = None
        for part in head[2].split(" · "):
            if swapped := re.fullmatch(r"(\w+) \w>\[(\w)\]", part):
                swap = swapped[1], swapped[2]
            elif passed := re.fullmatch(r"(\w+) \[(\w)\] Passe", part):
                turns.append(Turn(passed[1], passed[2], "Passe\u202f!", PASSED))
            elif refused := re.fullmatch(r"(\w+) (\w) \((.+)\)", part):
                turns.append(Turn(refused[1], refused[2], refused[3], REFUSED))
            elif laid := re.fullmatch(r"(\w+) (\w) (.+)", part):
                turns.append(Turn(laid[1], laid[2], laid[3], VALID))
            else:
                raise ValueError(f"not a turn: {part!r}")
        examples.append(Example(head[1], turns, swap, head[3]))
    return examples


def describe(example: Example) -> str:
    """The pli as a sentence, for those who cannot see it."""
    turns = []
    for turn in example.turns:
        card = f"{turn.letter} " if turn.outcome == VALID else "carte cachée "
        turns.append(
            f"{SEATS[turn.seat]}\u00a0: {card}«\u00a0{turn.word}\u00a0»{' refusé' if turn.outcome == REFUSED else ''}"
        )
    if example.swap:
        turns.append(f"piège\u00a0: {SEATS[example.swap[0]]} donne une majuscule")
    told = "\u202f; ".join(turns)
    return f"{told}. {SEATS[example.taker]} ramasse."


def draw_place(turn: Turn, position: int, example: Example, points: int) -> list[str]:
    """The lines of one place of the felt: position, seat, card and word."""
    left = 20 + (position - 1) * PLACE
    middle = left + PLACE // 2
    takes = turn.seat == example.taker
    swapped = example.swap is not None and example.swap[0] == turn.seat
    lines = [
        f'<text x="{middle}" y="28" class="seat{" takes" if takes else ""}">'
        f"{position} · {SEATS[turn.seat]}{' ★' if takes else ''}</text>"
    ]
    face_up = turn.outcome == VALID and not swapped
    colour = CARD if face_up else BACK
    lines.append(f'<rect x="{middle - 27}" y="42" width="54" height="74" rx="7" fill="{colour}" stroke="{EDGE}"/>')
    if face_up:
        lines.append(f'<text x="{middle}" y="90" class="letter">{escape(turn.letter.rpartition("=")[2])}</text>')
        lines.append(f'<text x="{middle + 22}" y="111" class="points">{points}</text>')
    elif swapped and example.swap:
        lines.append(f'<text x="{middle}" y="84" class="hidden">majuscule</text>')
    word = f"«\u00a0{turn.word}\u00a0»"
    lines.append(f'<text x="{middle}" y="146" class="word {turn.outcome}">{escape(word)}</text>')
    if turn.outcome == REFUSED:
        lines.append(f'<text x="{middle}" y="164" class="note">refusé</text>')
    if "=" in turn.letter:
        lines.append(f'<text x="{middle}" y="164" class="note">le JOKER</text>')
    if swapped:
        lines.append(f'<text x="{middle}" y="164" class="note">reprend sa minuscule</text>')
    return lines


def draw(example: Example, deck: Deck) -> str:
    """The picture of a pli, as SVG: four places in playing order, the one who picks up with a star."""
    sentence = escape(describe(example))
    style = (
        f".letter{{font-size:36px;font-weight:bold;fill:{INK}}}.points{{font-size:12px;fill:{INK};text-anchor:end}}"
        f".word{{font-size:17px;fill:{CARD};font-weight:bold}}.refused{{text-decoration:line-through}}"
        f".passed{{font-style:italic;font-weight:normal}}.note{{font-size:12px;fill:{GOLD}}}"
        f".hidden{{font-size:10px;fill:{CARD}}}"
    )
    lines: list[str] = []
    for position, turn in enumerate(example.turns, 1):
        lines += draw_place(turn, position, example, Card.of(turn.letter.partition("=")[0]).points(deck))
    return felt(sentence, style, lines)


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    examples = read_examples(EXAMPLES.read_text(encoding="utf-8"))
    return {FOLDER / f"{example.id}.svg": draw(example, BOXED) for example in examples}

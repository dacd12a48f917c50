"""Draw the pli of Belote that docs/fr/regles-belote.md explains.

Who wins it, and its points, are what the library says.
"""

from __future__ import annotations

from pathlib import Path

from belettre_lexicon.belote import holder, points_in, read_cards
from belettre_lexicon.games.belote.cards import mask_of
from scripts.generated.felt import CARD, EDGE, INK, PLACE, RED, ROOT, felt

PICTURE = ROOT / "docs" / "fr" / "belote" / "surcoupe.svg"
SEATS = ("Sud", "Est", "Nord", "Ouest")
#: The pli in the order in which it was laid, the trump, and what each player did.
PLI, TRUMP = "A♦ 8♦ D♥ R♥", "♥"
DONE = ("entame", "fournit", "coupe", "surcoupe")


def draw(pli: str, trump: str, done: tuple[str, ...]) -> str:
    """The picture of a pli that Sud opened, as SVG: four places in playing order, the one who wins with a star."""
    cards = read_cards(pli)
    winner = holder(cards, trump)
    points = points_in(mask_of(cards), trump)
    told = "\u202f; ".join(f"{seat} {act}, {card.text}" for seat, act, card in zip(SEATS, done, cards, strict=True))
    sentence = f"Atout {trump}. {told}. {SEATS[winner]} prend le pli, {points} points."
    style = f".rank{{font-size:30px;font-weight:bold}}.done{{font-size:16px;fill:{CARD}}}"
    lines: list[str] = []
    for place, card in enumerate(cards):
        middle = 20 + place * PLACE + PLACE // 2
        takes, star = (" takes", " ★") if place == winner else ("", "")
        colour = RED if card.suit in "♥♦" else INK
        lines += [
            f'<text x="{middle}" y="28" class="seat{takes}">{place + 1} · {SEATS[place]}{star}</text>',
            f'<rect x="{middle - 27}" y="42" width="54" height="74" rx="7" fill="{CARD}" stroke="{EDGE}"/>',
            f'<text x="{middle}" y="76" class="rank" fill="{colour}">{card.rank}</text>',
            f'<text x="{middle}" y="106" class="rank" fill="{colour}">{card.suit}</text>',
            f'<text x="{middle}" y="146" class="done">{done[place]}</text>',
        ]
    return felt(sentence, style, lines)


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    return {PICTURE: draw(PLI, TRUMP, DONE)}

"""Write docs/table-faces.md: the moments at a table before and after, with what was looked at and mended.

``regenerate --pictures`` makes the pictures of docs/screens/after.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "table-faces.md"
COLUMNS = 100

INTRODUCTION = """\
The pages of `belettre serve` were tried as four friends would try them: whole manches, on phones of 360 × 740 pixels
and on a laptop. This page shows the moments of a game as they were and as they are, what was looked at, and what was
mended. Where there is no picture above, the page did not exist before.

`python -m scripts.regenerate --pictures` makes the pictures in `docs/screens/after` and this page; those in
`docs/screens/before` are of the pages before the changes, and stay. Both folders hold more than this page shows.

`tests/web/browser/test_walk.py` walks all views at six sizes, in both themes and both languages. It finds texts that
are cut or outside the page, words broken in two, buttons that overlap or are too small for a thumb, elements that the
focus reaches but nobody sees, and violations of WCAG that axe knows. `test_taps.py` counts the taps."""


class Row(NamedTuple):
    """Pictures beside each other: what each shows, by the name of its file."""

    pictures: dict[str, str]


class Part(NamedTuple):
    """A part of the page.

    title   its heading
    rows    its pictures, those before above those after
    was     what was wrong, a sentence or more for each point
    mended  what was done about it
    """

    title: str
    rows: tuple[Row, ...]
    was: tuple[str, ...]
    mended: tuple[str, ...]


PARTS = (
    Part(
        "The deciding word",
        (
            Row(
                {
                    "quatrieme-mot": "the fourth word was just entered",
                    "quatrieme-mot-landscape": "in landscape",
                    "quatrieme-mot-dark": "dark",
                }
            ),
            Row({"mot-refuse": "a word was refused", "il-a-dit": "another spelling is valid"}),
        ),
        (
            "The pli was cleared as its fourth word was entered, so that nobody saw the word that decided it.",
            "A refused word differed from a valid one by a sign of 13 pixels. The sentence below the felt had the "
            "same colour and size for both.",
            "In landscape, the verdict was behind the word field.",
        ),
        (
            "The finished pli stays on the felt, with its words, verdicts, taker and points, until the next card is "
            "laid or somebody continues.",
            "A band in green or red has the word, as large as it fits, and the first reason.",
            "A refused spelling beside a valid one (W4) offers it: one tap puts right what was said.",
        ),
    ),
    Part(
        "Practice",
        (Row({"entrainement-aussitot": "a word was just refused", "entrainement-refuse": "two seconds later"}),),
        ("A refusal was shown for 44 milliseconds: the next bot played at once.",),
        ("It stays until the person goes on, with words that would have been possible.",),
    ),
    Part(
        "Entering cards and words",
        (
            Row(
                {
                    "table-debut": "a table begins",
                    "table": "in the middle of a pli",
                    "manche-finie": "after a manche",
                }
            ),
            Row({"table-320": "a phone of 320 pixels", "table-landscape": "in landscape"}),
            Row({"table-laptop": "a laptop", "table-tv": "a large display"}),
        ),
        (
            "The keypad jumped with the length of the text above it. After a manche, eight lines of prose pushed it "
            "behind the word field.",
            "On a small phone and in landscape, no letter could be tapped without scrolling, and in landscape the "
            "words lay behind the word field.",
            "The page was a column of 520 pixels on every display.",
        ),
        (
            "What the last entry did has a place of one height, so that the keypad stays where it is. The points of "
            "a manche are one tap away.",
            "Low displays have a flatter felt, and the word and its buttons in one line. Low or wide displays show the "
            "table and the keypad side by side.",
        ),
    ),
    Part(
        "Hidden cards, and the points of a manche",
        (
            Row({"passe": "a hidden card", "cartes-cachees": "hidden cards at the pick-up"}),
            Row({"manche-points": "the points of a manche", "manche-points-320": "at 320 pixels"}),
        ),
        (
            "The dialog of a pass showed the same pair of buttons twice.",
            "The walk found that the table of points broke « Plis » and « Points » in two on phones.",
        ),
        (
            "The dialog asks once what is known of the card.",
            "Only names may be broken in these tables.",
        ),
    ),
    Part(
        "Each player on their own phone",
        (
            Row({"invite": "a guest", "place-demandee": "who asks for a seat", "arbitre-demande": "the arbiter"}),
            Row(
                {
                    "joueur-tour": "a player's turn",
                    "joueur-carte-posee": "their card waits",
                    "arbitre-carte": "the arbiter confirms",
                }
            ),
            Row({"joueur-tour-laptop": "a player with a laptop", "joueur-tour-landscape": "in landscape"}),
            Row({"arbitre-places": "the seats", "arbitre-place": "a link to a seat", "inviter": "an invitation"}),
        ),
        (
            "All words and hidden cards were entered on one phone.",
            "The invitation was the last thing on the page, folded, below everything else.",
        ),
        (
            "A player's phone has its own seat at the bottom of the felt, types its own words and tells its own "
            "hidden cards; the arbiter's phone confirms the cards laid.",
            "A phone that asks for a seat shows two digits, which the arbiter compares. The QR code of a seat gives "
            "it at once.",
            "« Inviter » is at the top of the page.",
        ),
    ),
    Part(
        "The screen for everybody",
        (Row({"ecran-tv": "a word was refused", "ecran-pli-fini-tv": "a pli is finished"}),),
        ("A television showed the phones' page in letters that nobody reads from a chair.",),
        ("It has a page of its own: a large felt, the scores, the clock and the last verdict; nothing to tap.",),
    ),
    Part(
        "Names, words, themes and languages",
        (
            Row({"longs-noms": "long names and words", "longs-noms-320": "at 320 pixels"}),
            Row({"table-dark": "dark", "table-en": "English", "longs-noms-joueur": "on a player's phone"}),
        ),
        (
            "« Septentrional » and « Raclette » were broken in two on small phones. A long name hid the star of the "
            "player who holds the pli.",
            "On the home page, a house rule was cut on phones of 360 pixels, and its label broken in two.",
        ),
        (
            "Words of up to 13 letters stay whole. Those beside a card are the exception: browsers hyphenate them, if "
            "they can. Long words are drawn smaller in the band.",
            "Labels and house rules wrap between words.",
        ),
    ),
    Part(
        "The end, and the history",
        (
            Row({"fin": "the game is over", "fin-points": "its points", "fin-dark": "dark"}),
            Row({"fin-laptop": "the end on a laptop", "feuille-finie-laptop": "the history on a laptop"}),
            Row({"feuille-finie": "the history", "analyse": "what was possible", "feuille-du-mot": "a word's sheet"}),
        ),
        (
            "The end of a game was a paragraph above an empty felt.",
            "The verdict sheet of a word could not be reached from the history.",
        ),
        (
            "A card names the winner, draws the points pli by pli and offers the next game. The last pli is still on "
            "the felt.",
            "Each word of the history leads to its verdict, and a manche that is over tells what was possible.",
            "The walk found broken words in the table of points by pli, which now stay whole.",
        ),
    ),
)


def page_text() -> str:
    """Return the text of the page. Pictures that do not exist are left out."""
    paragraphs = (_wrapped(paragraph) for paragraph in INTRODUCTION.split("\n\n"))
    blocks = ["# The faces of a table, before and after", *paragraphs]
    for part in PARTS:
        blocks += [f"## {part.title}", *(_table(row) for row in part.rows)]
        blocks += ["Looked at:", _points(part.was), "Mended:", _points(part.mended)]
    return "\n\n".join(blocks) + "\n"


def _table(row: Row) -> str:
    """Return a table of pictures: a line of captions, and a line of pictures for each folder that has any."""
    lines = [f"| | {' | '.join(row.pictures.values())} |", "|---" * (len(row.pictures) + 1) + "|"]
    for folder in ("before", "after"):
        cells = [_picture(folder, name, caption) for name, caption in row.pictures.items()]
        if any(cells):
            lines.append(f"| {folder} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _picture(folder: str, name: str, caption: str) -> str:
    path = f"screens/{folder}/{name}.png"
    return f"![{folder}: {caption}]({path})" if (PAGE.parent / path).exists() else ""


def _points(texts: tuple[str, ...]) -> str:
    return "\n".join(_wrapped(text, "- ") for text in texts)


def _wrapped(text: str, bullet: str = "") -> str:
    indent = " " * len(bullet)
    return textwrap.fill(
        text, COLUMNS, initial_indent=bullet, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    return {PAGE: page_text()}

"""Look at a hand in the terminal: choose a card with the arrow keys, and see the words that it allows.

    python -m recipes.hand_viewer F J d i r u u ? [--maj A] [--min l,e] [--played école]

The cards of the hand are arguments: F a majuscule, f a minuscule, ? the joker, JOKER the JOKER. ``--maj`` and ``--min``
are the cards that lie on the table. Left and right choose a card, q quits. On Windows, the module ``curses`` has to be
installed first: ``pip install windows-curses``.
"""

from __future__ import annotations

import argparse
import curses
import sys
from collections.abc import Sequence
from contextlib import suppress

from belettre_lexicon import ArgumentError, Card, Case, Judge, Lexicon

#: The most words that are shown for a card.
MOST_WORDS = 15
#: The most cards of a hand (D2).
MOST_CARDS = 8


class Viewer:
    """A hand, the cards on the table, and the card that is chosen; it says what to draw and knows no terminal."""

    def __init__(self, judge: Judge, hand: Sequence[Card], initial: str, letters: str, played: Sequence[str]) -> None:
        """Find the words for each card. Raises ArgumentError if the cards on the table are invalid."""
        self.hand, self.chosen = list(hand), 0
        self._table = " ".join([initial.upper(), *letters.replace(",", "")]).strip() or "-"
        judge.count(initial, letters)
        self._words = [words_for(card, judge, initial, letters, played) for card in hand]

    def move(self, steps: int) -> None:
        """Choose another card; after the last comes the first."""
        self.chosen = (self.chosen + steps) % len(self.hand)

    def lines(self) -> list[str]:
        """Return what to draw: the hand with the chosen card in brackets, the table, and the words."""
        hand = "".join(f"[{card}]" if place == self.chosen else f" {card} " for place, card in enumerate(self.hand))
        return [hand, f"table: {self._table}", "", *self._words[self.chosen]]


def words_for(card: Card, judge: Judge, initial: str, letters: str, played: Sequence[str]) -> list[str]:
    """Return the most frequent words that a card allows, or one line that says why there are none."""
    if card.case is Case.MAJ and initial:
        return ["(a majuscule lies already)"]  # P3
    if card.case is Case.MAJ:
        initial = "" if card.wild else card.letter  # the JOKER may be any letter (J3)
    else:
        letters += card.letter
    found = judge.find(initial, letters, limit=MOST_WORDS, played=played)
    return [word.spelling for word in found] or ["(no word: pass)"]


def show(screen: curses.window, viewer: Viewer) -> None:
    """Draw the viewer and obey keys until q is typed. What a small window has no room for is not drawn."""
    with suppress(curses.error):  # a terminal without colours
        curses.use_default_colors()
    while True:
        height, width = screen.getmaxyx()
        screen.erase()
        for row, line in enumerate(viewer.lines()[:height]):
            screen.insnstr(row, 0, line, width, curses.A_BOLD if row == 0 else curses.A_NORMAL)
        key = screen.getch()
        if key == ord("q"):
            return
        viewer.move({curses.KEY_LEFT: -1, curses.KEY_RIGHT: 1}.get(key, 0))


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if a card is invalid or there is no terminal."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cards", nargs="+", metavar="CARD", help="the cards of the hand: F, f, ? or JOKER")
    parser.add_argument("--maj", default="", help="the majuscule on the table")
    parser.add_argument("--min", default="", help="the minuscules on the table: l,e,c")
    parser.add_argument("--played", default="", help="the earlier words, separated by commas")
    options = parser.parse_args(arguments)
    try:
        hand = [Card.of(text) for text in options.cards]
        if len(hand) > MOST_CARDS or not all(card.known for card in hand):
            raise ArgumentError(f"{' '.join(options.cards):.60}: expected up to {MOST_CARDS} cards, without backs (D2)")
        viewer = Viewer(Judge(Lexicon.open()), hand, options.maj, options.min, options.played.split(","))
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise ArgumentError("no terminal, expected one to draw on")
        curses.wrapper(show, viewer)
    except (ArgumentError, curses.error) as error:  # curses.error: a terminal that the system does not know
        print(f"hand_viewer: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

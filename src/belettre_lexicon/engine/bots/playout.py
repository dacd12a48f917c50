"""Floor 3. A pli played out in thought: hands that the others may hold, and whose word comes last.

    view → ``sketch_of`` (the table) and ``worlds`` (hands)  →  ``Playout.finish`` → points won or lost

Only the existence of words matters here, so that ``Vocabulary`` counts and no word is read. A place is a position in
the pli counted from 0; places of one team have the same parity.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from ...cards import Card, Case
from ...letters import ALPHABET
from ...words.history import History
from ..seats import SEATS, Seat
from ..view import View
from .amateur import WordFinder

_MAJ, _MIN = Case.MAJ, Case.MIN
#: Playouts take counts of the whole lexicon above this as they are; below, what was said so far is left out (W7, W8).
#: A partie says some 115 words and seldom uses up so many that fit the same cards; seldom is not never.
PLENTY = 20
#: What a trap's swap adds to a pli (T2): a majuscule of the boxed game is worth 5.9 points on average, a minuscule 2.0.
SWAP_POINTS = 4

#: Cards by place in the pli; the own hand is filled in for each card tried.
Hands = list[list[Card]]
Pools = Mapping[Case, list[Card]]


class Vocabulary:
    """How many words cards leave, remembered: the same cards come again and again, from pli to pli and game to game.

    Bots of one process share it. What it answers depends on the words said so far alone, not on earlier questions.
    """

    __slots__ = ("_all", "_history", "_names", "_now", "_ordered", "_words", "finder")

    def __init__(self, finder: WordFinder) -> None:
        self.finder = finder
        self._ordered: dict[str, str] = {}
        self._all: dict[tuple[str, str], int] = {}
        self._now: dict[tuple[str, str], int] = {}
        self._names: dict[str, str] = {}
        self._words: tuple[str, ...] = ()
        self._history = History((), finder.rules)

    def look(self, words: tuple[str, ...], history: History) -> None:
        """Count for a table where *words* were said; *history* holds them."""
        if words != self._words:
            self._words = words
            self._now.clear()
        self._history = history

    def count(self, initial: str, letters: str) -> int:
        """How many words are left for the cards, in any order of *letters*; *initial* is "" without a majuscule."""
        key = initial, self._in_order(letters)
        found = self._all.get(key)
        if found is None:
            found = self._all[key] = self.finder.count(initial or None, key[1])
        return self.exact(initial, letters) if 0 < found <= PLENTY else found

    def exact(self, initial: str, letters: str) -> int:
        """As ``count``, never above what is left: one family may hold more than PLENTY words of a question (W8)."""
        key = initial, self._in_order(letters)
        now = self._now.get(key)
        if now is None:
            now = self._now[key] = self.finder.count(initial or None, key[1], played=self._history)
        return now

    def _in_order(self, letters: str) -> str:
        ordered = self._ordered.get(letters)
        if ordered is None:
            ordered = self._ordered[letters] = "".join(sorted(letters))
        return ordered

    def fits(self, card: Card, initial: str, letters: str) -> int:
        """How many words are left once *card* lies as well; a JOKER gets its easiest name."""
        if card.case is _MIN:
            return self.count(initial, letters + card.letter)
        return self.count(self.easiest(letters) if card.wild else card.letter, letters)

    def easiest(self, letters: str) -> str:
        """What to name a JOKER so that most words of the whole lexicon are left (J3)."""
        found = self._names.get(letters)
        if found is None:
            count = self.finder.count
            found = self._names[letters] = max(ALPHABET, key=lambda name: count(name, letters))
        return found


class Sketch:
    """The table as a playout sees it.

    place   who lays next, from 0; 4 when the pli is full
    wild    whether a joker or the JOKER lies face up (J1)
    holder  the place of the last valid word (P8), -1 for none
    lost    the place that passed and lost the pli (P9), -1 for none
    points  of the cards so far
    """

    __slots__ = ("holder", "initial", "letters", "lost", "majuscules", "place", "points", "wild")

    def __init__(
        self, initial: str, letters: str, wild: bool, majuscules: int, place: int, holder: int, lost: int, points: float
    ) -> None:
        self.initial = initial
        self.letters = letters
        self.wild = wild
        self.majuscules = majuscules
        self.place = place
        self.holder = holder
        self.lost = lost
        self.points = points

    def with_card(self, card: Card, points: int, up: bool, name: str = "") -> Sketch:
        """The table after a card was laid, face up with a valid word or down; *name* is the JOKER's (J3)."""
        initial, letters, holder = self.initial, self.letters, self.holder
        if up:
            holder = self.place
            if card.case is _MAJ:
                initial = name or card.letter
            else:
                letters += card.letter
        return Sketch(
            initial,
            letters,
            self.wild or (up and card.wild),
            self.majuscules + (card.case is _MAJ),
            self.place + 1,
            holder,
            self.lost,
            self.points + points,
        )


def pools(view: View, packs: Pools) -> dict[Case, list[Card]]:
    """What this seat has not seen in this manche, by pack: the other hands and what was kept.

    What earlier manches showed since the shuffle (D3) is left out: that would sharpen manches 2 and 3 a little.
    """
    unseen = {case: list(cards) for case, cards in packs.items()}
    for laid in (*(taken.laid for taken in view.taken), view.pli):
        for one in laid:
            if one.card.known and one.card.case is not None:
                unseen[one.card.case].remove(one.card)
    for card in view.hand:
        if card.case is not None:
            unseen[card.case].remove(card)
    return unseen


def sketch_of(view: View, unseen: Pools, points: Mapping[Card, int]) -> Sketch:
    """The table of a view; a card that lies face down counts as many points as its pack has on average."""
    worth = 0.0
    for laid in view.pli:
        card, case = laid.card, laid.card.case
        if card.known or case is None:
            worth += points.get(card, 0)
        else:
            worth += sum(map(points.__getitem__, unseen[case])) / len(unseen[case])
    return Sketch(
        view.initial,
        view.letters,
        any(laid.up and laid.card.wild for laid in view.pli),
        sum(laid.card.case is _MAJ for laid in view.pli),
        len(view.pli),
        _place(view, view.holder),
        _place(view, view.lost_by),
        worth,
    )


def _place(view: View, seat: Seat | None) -> int:
    return (seat.index - view.opener.index) % 4 if seat is not None else -1


def worlds(view: View, unseen: Pools, rng: random.Random, number: int) -> list[Hands]:
    """Hands that the others may hold, by place, each with the majuscules that it is known to have (P12)."""
    dealt = []
    for place in range(4):
        seat = SEATS[(view.opener.index + place) % 4]
        size, majuscules, _ = view.left[seat.index]
        dealt.append((0, 0) if seat is view.seat else (majuscules, size - majuscules))
    found = []
    for _ in range(number):
        majuscules_left = rng.sample(unseen[_MAJ], sum(of for of, _ in dealt))
        minuscules_left = rng.sample(unseen[_MIN], sum(of for _, of in dealt))
        hands = []
        for majuscules, minuscules in dealt:
            hands.append(majuscules_left[:majuscules] + minuscules_left[:minuscules])
            del majuscules_left[:majuscules], minuscules_left[:minuscules]
        found.append(hands)
    return found


class Playout:
    """Plays a pli to its end: opponents lay any card that has a word, the partner lays the best one.

    vocabulary  counts words; points what cards are worth
    """

    __slots__ = ("_points", "_rng", "_vocabulary")

    def __init__(self, vocabulary: Vocabulary, points: Mapping[Card, int], rng: random.Random) -> None:
        self._vocabulary = vocabulary
        self._points = points
        self._rng = rng

    def finish(self, sketch: Sketch, hands: Hands, side: int) -> tuple[float, bool]:
        """Points that the team of parity *side* wins, negative where it loses them, and whether it picks up."""
        if sketch.lost >= 0:  # P9: what is still to be laid is not guessed, it is alike for every card tried
            ours = sketch.lost % 2 != side
            return (sketch.points if ours else -sketch.points), ours
        fits = self._vocabulary.fits
        initial, letters, wild = sketch.initial, sketch.letters, sketch.wild
        majuscules, holder, points = sketch.majuscules, sketch.holder, sketch.points
        for place in range(sketch.place, 4):
            cards = hands[place]
            if majuscules:
                cards = [card for card in cards if card.case is _MIN]
            elif place == 3:
                cards = [card for card in cards if card.case is _MAJ]
                if not cards:
                    points += self._points[self._rng.choice(hands[3])]
                    break
            playable = [card for card in cards if not (wild and card.wild) and fits(card, initial, letters)]
            partner = place % 2 == side
            if playable:
                card = self._partners(playable, place, initial, letters) if partner else self._rng.choice(playable)
                holder = place
                wild = wild or card.wild
                if card.case is _MIN:
                    letters += card.letter
                else:
                    initial = self._vocabulary.easiest(letters) if card.wild else card.letter
            elif partner:
                card = (max if holder % 2 == side and holder >= 0 else min)(cards, key=self._points.__getitem__)
            else:
                card = self._rng.choice(cards)
            majuscules += card.case is _MAJ
            points += self._points[card]
        if not majuscules:
            points += SWAP_POINTS
            taker = _taker_of_trap(hands, holder)
        else:
            taker = holder if holder >= 0 else 1  # P8, P11
        ours = taker % 2 == side
        return (points if ours else -points), ours

    def _partners(self, playable: Sequence[Card], place: int, initial: str, letters: str) -> Card:
        """The dearest card when nobody comes after the partner, else the one that leaves the next player least."""
        if place == 3:
            return max(playable, key=self._points.__getitem__)
        fits = self._vocabulary.fits
        return min(playable, key=lambda card: fits(card, initial, letters))


def _taker_of_trap(hands: Hands, holder: int) -> int:
    """T2 to T4: to whom a pli of four minuscules goes; *holder* said the last valid word."""
    if any(card.case is _MAJ for card in hands[1]):
        return holder if holder in (0, 2) else 0
    return 1

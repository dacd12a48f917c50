"""Playouts: simulations of the rest of a pli, with hands that the other players may hold.

``sample_hands`` draws possible hands of the other players, and ``Playout.finish`` plays the rest of the pli with these
hands and returns the points won or lost. It needs the number of words that fit some cards, which ``Vocabulary`` counts,
but not the words themselves. Start reading at ``Playout``.

In this module, a *place* is a position in the pli counted from 0 to 3. The places 0 and 2 (parity 0) belong to one
team, the places 1 and 3 (parity 1) to the other.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ....french.cards import Card, Case
from ....french.letters import ALPHABET
from ....words.history import History
from ..pli import MUST_ANNOUNCE
from ..seats import SEATS, Seat
from ..view import View
from .amateur import WordFinder, courteous

_MAJ, _MIN = Case.MAJ, Case.MIN
#: If more words of the lexicon than this fit some cards, ``Vocabulary.count`` ignores the words said so far (W7, W8).
#: This is an approximation: the words of a partie, some 115, rarely exclude 20 or more words that fit the same cards.
PLENTY = 20
#: Estimated points that the swap after a trap adds to a pli (T2). It is about the difference between an average
#: majuscule (5.9 points in the boxed deck) and an average minuscule (2.0 points).
SWAP_POINTS = 4

#: One possible distribution of the hidden cards: a list of the hands at places 0 to 3. The bot's own hand, without the
#: card that is being tried, is filled in later.
Hands = list[list[Card]]
#: Cards by pack: majuscules and minuscules.
Packs = Mapping[Case, list[Card]]


class Vocabulary:
    """Counts the words that fit some cards, and caches the counts.

    The same cards occur repeatedly in all games, so the bots of one process share one instance. A count depends only on
    the cards and the words said so far, not on earlier calls.

    finder  searches for words and counts them, without those that no bot says (``courteous``)
    """

    def __init__(self, finder: WordFinder) -> None:
        self.finder = courteous(finder)
        self._sorted_letters: dict[str, str] = {}
        #: Cache: (initial, sorted letters) → the number of words in the whole lexicon that fit.
        self._counts: dict[tuple[str, str], int] = {}
        #: Cache: (initial, sorted letters) → the number of words that fit and may still be said.
        self._counts_left: dict[tuple[str, str], int] = {}
        self._easiest_letters: dict[str, str] = {}
        self._words: tuple[str, ...] = ()
        self._history = History((), finder.rules)

    def __reduce__(self) -> tuple[type[Vocabulary], tuple[WordFinder]]:
        return Vocabulary, (self.finder,)  # a count does not depend on what was counted before

    def set_history(self, words: tuple[str, ...], history: History) -> None:
        """Set the words said so far. *history* contains the same words, prepared for searches."""
        if words != self._words:
            self._words = words
            self._counts_left.clear()
        self._history = history

    def count(self, initial: str, letters: str) -> int:
        """Return how many words fit the cards.

        If more than ``PLENTY`` (20) words of the lexicon fit, words that may not be said any more (W7, W8) are counted
        too. *initial* is "" if no majuscule lies face up. *letters* may be in any order, with ? for the joker.
        """
        key = initial, self._sort_letters(letters)
        count = self._counts.get(key)
        if count is None:
            count = self._counts[key] = self.finder.count(initial or None, key[1])
        return self.exact_count(initial, letters) if 0 < count <= PLENTY else count

    def exact_count(self, initial: str, letters: str) -> int:
        """Return how many words fit the cards and may still be said (W7, W8).

        The arguments are those of ``count``. Its result may be too high, because one word said may exclude a family of
        more than ``PLENTY`` words.
        """
        key = initial, self._sort_letters(letters)
        count = self._counts_left.get(key)
        if count is None:
            count = self._counts_left[key] = self.finder.count(initial or None, key[1], played=self._history)
        return count

    def _sort_letters(self, letters: str) -> str:
        in_order = self._sorted_letters.get(letters)
        if in_order is None:
            in_order = self._sorted_letters[letters] = "".join(sorted(letters))
        return in_order

    def count_with(self, card: Card, initial: str, letters: str) -> int:
        """Return how many words fit *card* and the face-up cards, given by *initial* and *letters* as for ``count``.

        For a JOKER, count with the letter that ``easiest_letter`` returns.
        """
        if card.case is _MIN:
            return self.count(initial, letters + card.letter)
        return self.count(self.easiest_letter(letters) if card.wild else card.letter, letters)

    def easiest_letter(self, letters: str) -> str:
        """Return the letter to name for a JOKER (J3): the initial with which the most words contain *letters*.

        All words of the lexicon are counted, including the words said so far.
        """
        letter = self._easiest_letters.get(letters)
        if letter is None:
            count = self.finder.count
            letter = self._easiest_letters[letters] = max(ALPHABET, key=lambda name: count(name, letters))
        return letter


class PlayoutState(msgspec.Struct, frozen=True):
    """The state of a pli, reduced to what a playout needs.

    initial     the letter of the face-up majuscule; "" if there is none
    letters     the letters of the face-up minuscules, with ? for the joker
    wild        whether a joker or the JOKER lies face up (J1)
    majuscules  the number of majuscules on the table, including face-down cards (P3)
    place       the place (position from 0) that lays the next card; 4 if the pli is complete
    holder      the place that said the last valid word (P8); -1 if no valid word was said
    lost_by     the place whose pass lost the pli (P9); -1 if it is not lost
    points      the points of the cards laid so far (S1); may be a fraction if hidden cards are estimated
    """

    initial: str
    letters: str
    wild: bool
    majuscules: int
    place: int
    holder: int
    lost_by: int
    points: float

    def with_card(self, card: Card, points: int, up: bool, name: str = "") -> PlayoutState:
        """Return the state after *card* has been laid.

        points  the points of the card (S1)
        up      whether the card lies face up, with a valid word
        name    the letter named for a JOKER (J3); "" for any other card
        """
        initial, letters, holder = self.initial, self.letters, self.holder
        if up:
            holder = self.place
            if card.case is _MAJ:
                initial = name or card.letter
            else:
                letters += card.letter
        return replace(
            self,
            initial=initial,
            letters=letters,
            wild=self.wild or (up and card.wild),
            majuscules=self.majuscules + (card.case is _MAJ),
            place=self.place + 1,
            holder=holder,
            points=self.points + points,
        )


def unseen_cards(view: View, packs: Packs) -> dict[Case, list[Card]]:
    """Return *packs*, all cards, without those that the seat of *view* holds or knows in the plis of this manche.

    The rest are in other hands, lie face down, were not dealt, or were laid in earlier manches since the last shuffle
    (D3). Without the latter, the estimates for manches 2 and 3 would be slightly more accurate.
    """
    unseen = {case: list(cards) for case, cards in packs.items()}
    for pli in (*(taken.laid for taken in view.taken), view.pli):
        for laid in pli:
            if laid.card.known and laid.card.case is not None:
                unseen[laid.card.case].remove(laid.card)
    for card in view.hand:
        if card.case is not None:
            unseen[card.case].remove(card)
    return unseen


def make_playout_state(view: View, unseen: Packs, points: Mapping[Card, int]) -> PlayoutState:
    """Return the pli of *view* as a playout state. *points* are the points of each card (S1).

    A hidden card is counted with the average points of the cards of its pack in *unseen*, as ``unseen_cards`` returns.
    """
    pli_points = 0.0
    for laid in view.pli:
        card, case = laid.card, laid.card.case
        if card.known or case is None:
            pli_points += points.get(card, 0)
        else:
            pli_points += sum(map(points.__getitem__, unseen[case])) / len(unseen[case])
    return PlayoutState(
        initial=view.initial,
        letters=view.letters,
        wild=any(laid.up and laid.card.wild for laid in view.pli),
        majuscules=sum(laid.card.case is _MAJ for laid in view.pli),
        place=len(view.pli),
        holder=_place_of(view, view.holder),
        lost_by=_place_of(view, view.lost_by),
        points=pli_points,
    )


def _place_of(view: View, seat: Seat | None) -> int:
    """Return the place of *seat* in the pli, from 0 to 3; -1 if *seat* is None."""
    return (seat.index - view.opener.index) % 4 if seat is not None else -1


def sample_hands(view: View, unseen: Packs, rng: random.Random, number: int) -> list[Hands]:
    """Return *number* random distributions of the unseen cards over the hands of the other players.

    A distribution is a list of four hands in playing order from the opener of the pli; that of the view's own seat is
    empty. The other players get as many cards and majuscules as *view* states for their hands (P12).
    """
    sizes = []
    for place in range(4):
        seat = SEATS[(view.opener.index + place) % 4]
        size, majuscules, _ = view.left[seat.index]
        sizes.append((0, 0) if seat is view.seat else (majuscules, size - majuscules))
    samples = []
    for _ in range(number):
        majuscules_left = rng.sample(unseen[_MAJ], sum(majuscules for majuscules, _ in sizes))
        minuscules_left = rng.sample(unseen[_MIN], sum(minuscules for _, minuscules in sizes))
        hands = []
        for majuscules, minuscules in sizes:
            hands.append(majuscules_left[:majuscules] + minuscules_left[:minuscules])
            del majuscules_left[:majuscules], minuscules_left[:minuscules]
        samples.append(hands)
    return samples


class Playout:
    """Simulates the rest of a pli with given hands.

    An opponent of the bot lays a random card for which there is a word; the bot's partner lays the best of these cards.

    vocabulary  counts the words that fit the cards
    points      the points of each card (S1)
    rng         the source of the opponents' random choices
    """

    def __init__(self, vocabulary: Vocabulary, points: Mapping[Card, int], rng: random.Random) -> None:
        self._vocabulary = vocabulary
        self._points = points
        self._rng = rng

    def finish(self, state: PlayoutState, hands: Hands, parity: int) -> tuple[float, bool]:
        """Play a pli to its end. Return its points, and whether the bot's team picks it up.

        The points are negative if the other team picks it up. *hands* are in playing order from the opener. *parity* is
        0 if the opener is in the bot's team, otherwise 1. If *state* is lost (P9), later cards are not counted.
        """
        if state.lost_by >= 0:  # P9: cards still to come are not counted; they are the same for every card tried
            ours = state.lost_by % 2 != parity
            return (state.points if ours else -state.points), ours
        count_with = self._vocabulary.count_with
        initial, letters, wild = state.initial, state.letters, state.wild
        majuscules, holder, points = state.majuscules, state.holder, state.points
        lost = False
        for place in range(state.place, 4):
            cards = hands[place]
            if majuscules:
                cards = [card for card in cards if card.case is _MIN]
            elif place == 3:
                cards = [card for card in cards if card.case is _MAJ]
                if not cards:
                    points += self._points[self._rng.choice(hands[3])]
                    break
            playable = []
            if not lost:
                playable = [card for card in cards if not (wild and card.wild) and count_with(card, initial, letters)]
            partner = place % 2 == parity
            if not playable and not lost and place < MUST_ANNOUNCE:
                lost, holder = True, 1 - place  # P9: the other team picks up
            if playable:
                card = self._partner_card(playable, place, initial, letters) if partner else self._rng.choice(playable)
                holder = place
                wild = wild or card.wild
                if card.case is _MIN:
                    letters += card.letter
                else:
                    initial = self._vocabulary.easiest_letter(letters) if card.wild else card.letter
            elif partner:
                card = (max if holder % 2 == parity and holder >= 0 else min)(cards, key=self._points.__getitem__)
            else:
                card = self._rng.choice(cards)
            majuscules += card.case is _MAJ
            points += self._points[card]
        taker = holder if holder >= 0 else 1  # P8, P9, P11
        if not majuscules:
            points += SWAP_POINTS
            if not lost:
                taker = _trap_taker(hands, holder)
        ours = taker % 2 == parity
        return (points if ours else -points), ours

    def _partner_card(self, playable: Sequence[Card], place: int, initial: str, letters: str) -> Card:
        """Return the card of the bot's partner: in the last place that of most points, else of fewest words."""
        if place == 3:
            return max(playable, key=self._points.__getitem__)
        count_with = self._vocabulary.count_with
        return min(playable, key=lambda card: count_with(card, initial, letters))


def _trap_taker(hands: Hands, holder: int) -> int:
    """Return the place that picks up a pli of four minuscules (T2 to T4). *holder* is -1 if there is no valid word."""
    if any(card.case is _MAJ for card in hands[1]):
        return holder if holder in (0, 2) else 0
    return 1

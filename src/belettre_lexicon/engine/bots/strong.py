"""Floor 3. The player that plays to win: start reading at ``StrongBot.choose``.

    view.actions → ``_options``: every card, with a word or without
                 → ``_value``: the pli played out in many worlds (``playout``) and what the rest of the hand is worth
                 → the best option, and a word for it: ``_word``

The constants were measured over matches of 200 to 300 parties of 4 manches against the amateur, seats swapped. Margins
are the mean points of a partie that the match was won by, known to some 3 points; compare those of one line only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ...cards import Card, Case, pack, points
from ...decks import BOXED, Deck
from ..actions import Action, AnnounceBelettre, Discard, Lay, Passe, Swap
from ..events import ANNOUNCED, BEGUN, BELETTRE, DIX_DE_DER
from ..history_cache import HistoryCache
from ..view import View
from .amateur import asking, belettre_names, misfit
from .playout import Hands, Playout, Sketch, Vocabulary, pools, sketch_of, worlds

#: Worlds in which each card is tried. With 80 the margin was 57, with 24 it was 62: more do not help.
WORLDS = 24
#: How much of a card's points its holder may count on: dear cards go to plis that are won, cheap ones to those that are
#: lost. Margins: 0 → 63, 0.5 → 70, 1 → 59; in another match 0.25 → 75, 0.4 → 79.
HOLD = 0.4
#: How surely plis go to the teams in turn: position 4 takes nine in ten, and who takes opens the next.
#: Margins: 0.5 → 66, 0.8 → 81, 0.9 → 88, 1 → 82.
ALTERNATE = 0.9
#: Points that it costs to open the next pli, apart from the own cards and the Dix de Der. Margins: 1 → 79, 3 → 85, but
#: 3 won six parties in 240 fewer; in another match 1 and 2 → 88.
LEAD = 2.0
#: Points that a joker is worth in hand; it gives an opponent's pli nothing. Margins: 1 → 62, 3 → 53; 0 is as good as 1.
KEEP_JOKER = 1.0
#: Points for saying a word where a pass would do as well, so that the noise of the playouts does not decide: a word may
#: win yet. Chosen, not measured.
SPEAK = 0.5
#: Points for laying a majuscule of a Belettre now: who waits may be made to lay it face down. Chosen, not measured.
BELETTRE_HASTE = 2.0
#: Words among which one that does not go with a card is looked for.
BLUFFS = 20


class Option:
    """A card to lay: ``up`` with a valid word, or down by a pass, a discard or a word that will be refused."""

    __slots__ = ("action", "card", "name", "up")

    def __init__(self, action: Action, card: Card, up: bool) -> None:
        self.action = action
        self.card = card
        self.up = up
        self.name = action.letter if isinstance(action, Lay) else ""


class StrongBot:
    """Weighs every card by what the pli will bring.

    vocabulary  counts words and finds them; bots of one process share it
    memory      follows the words said so far; bots of one table may share it
    deck        what is played with: which cards are unseen, and what they are worth
    worlds      hands of the others that are tried for each card
    """

    __slots__ = ("_memory", "_packs", "_playout", "_points", "_rng", "_vocabulary", "_worlds")

    def __init__(
        self,
        vocabulary: Vocabulary,
        rng: random.Random,
        memory: HistoryCache,
        deck: Deck = BOXED,
        *,
        worlds: int = WORLDS,
    ) -> None:
        self._vocabulary = vocabulary
        self._rng = rng
        self._memory = memory
        self._packs = {case: pack(deck, case) for case in Case}
        self._points = points(deck)
        self._playout = Playout(vocabulary, self._points, rng)
        self._worlds = worlds

    def choose(self, view: View) -> Action:
        """The best action, as far as one pli shows."""
        first = view.actions[0]
        if isinstance(first, AnnounceBelettre):
            return first
        swaps = [action for action in view.actions if isinstance(action, Swap)]
        if swaps:  # the pli is the other team's (T2 to T4)
            return min(swaps, key=lambda swap: self._points[swap.card])
        self._vocabulary.look(view.words, self._memory.of(view.words))
        options = self._options(view)
        if not options:  # who picks up: nothing speaks for either (P9)
            return first
        option = self._best(view, options)
        if not isinstance(option.action, Lay):
            return option.action
        return option.action.saying(self._word(view, option.action, option.up))

    def _options(self, view: View) -> list[Option]:
        """Every card as it may be laid with sense.

        A pass in position 1 or 2 loses the pli (P9), so a word that is refused stands for it (P6); so it does for a
        majuscule of a Belettre, which a pass would forfeit (S3).
        """
        lays = [action for action in view.actions if isinstance(action, Lay)]
        found = self._with_word(view, lays)
        names = belettre_names(view)
        must_speak = len(view.pli) < 2
        for card in dict.fromkeys(lay.card for lay in lays):
            if not found if must_speak else names and card.case is Case.MAJ:
                down = [lay for lay in lays if lay.card is card]
                kept = [lay for lay in down if lay.letter in names]
                found.append(Option((kept or down)[0], card, up=False))
        if not (must_speak and lays):
            downs = [action for action in view.actions if isinstance(action, Passe | Discard)]
            found += [Option(action, action.card, up=False) for action in downs]
        return found

    def _with_word(self, view: View, lays: Sequence[Lay]) -> list[Option]:
        """The cards that have a word. A JOKER is named what leaves most words, or fewest, or keeps a Belettre (S4)."""
        found, named = [], []
        names = belettre_names(view)
        for lay in lays:
            initial, letters = asking(view, lay)
            if words := self._vocabulary.exact(initial or "", letters):
                if lay.letter:
                    named.append((words, lay))
                else:
                    found.append(Option(lay, lay.card, up=True))
        named.sort(key=lambda pair: pair[0])
        extremes = (0, len(named) - 1)
        found += [
            Option(lay, lay.card, up=True)
            for place, (_, lay) in enumerate(named)
            if place in extremes or lay.letter in names
        ]
        return found

    def _best(self, view: View, options: Sequence[Option]) -> Option:
        if len(options) == 1:
            return options[0]
        unseen = pools(view, self._packs)
        sketch = sketch_of(view, unseen, self._points)
        hands = worlds(view, unseen, self._rng, self._worlds if len(view.pli) < 3 else 1)
        return max(options, key=lambda option: self._value(view, sketch, hands, option))

    def _value(self, view: View, sketch: Sketch, tried: Sequence[Hands], option: Option) -> float:
        """Points that laying the card is worth to the team, beyond what all cards have in common."""
        card = option.card
        own = list(view.hand)
        own.remove(card)
        after = sketch.with_card(card, self._points[card], option.up, option.name)
        won, lost = self._after(own, True), self._after(own, False)
        value = 0.0
        for hands in tried:
            hands[sketch.place] = own
            swing, ours = self._playout.finish(after, hands, sketch.place % 2)
            value += swing + (won if ours else lost)
        value /= len(tried)
        if option.up:
            value += SPEAK
        if card.wild:
            value -= KEEP_JOKER
        return value + _belettre(view, option)

    def _after(self, own: Sequence[Card], won: bool) -> float:
        """Points that the rest of the manche is worth with these cards, after the pli was won or lost.

        Plis go to the teams in turn, more or less: the dearer half of the cards will be won, the last pli brings the
        Dix de Der (S2) to whom the number of plis says.
        """
        left = len(own)
        sign = 1 if won else -1
        worth = sorted(map(self._points.__getitem__, own), reverse=True)
        to_win = left // 2 if won else (left + 1) // 2
        value = HOLD * (sum(worth[:to_win]) - sum(worth[to_win:]))
        value += sign * DIX_DE_DER * (-ALTERNATE) ** left
        return value - sign * LEAD if left else value

    def _word(self, view: View, lay: Lay, up: bool) -> str:
        """What to say: the most frequent word that is left, or one that will be refused (P6)."""
        find = self._vocabulary.finder.find
        history = self._memory.of(view.words)
        if not up:
            return misfit(lay, find(view.initial or None, view.letters, limit=BLUFFS, played=history))
        return find(*asking(view, lay), limit=1, played=history)[0].spelling


def _belettre(view: View, option: Option) -> float:
    """S3, S4: what a majuscule of a Belettre that is announced and not scored wins or forfeits by being laid so."""
    if option.card.case is not Case.MAJ or view.belettres[view.seat.index].stage not in (ANNOUNCED, BEGUN):
        return 0.0
    kept = isinstance(option.action, Lay) and (not option.name or option.name in belettre_names(view))
    return BELETTRE_HASTE if kept else -BELETTRE

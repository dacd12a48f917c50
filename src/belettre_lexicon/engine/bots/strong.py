"""Floor 3. The bot that plays to win: start reading at ``StrongBot.choose``.

    view.actions → ``_candidates``: every card, with a word or without
                 → ``_value``: the rest of the pli played out on many sampled hands (``playout``), and the value of
                   the bot's remaining cards
                 → the best candidate, and a word for it: ``_choose_word``

The constants were measured over matches of 200 to 300 parties of 4 manches against the amateur, with seats swapped in
every second game. A *margin* is the mean difference of points per partie, exact to about 3 points. Compare only margins
given in the same comment.
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
from .amateur import choose_unfit_word, joker_letters_for_belettre, word_constraints
from .playout import Hands, Playout, PlayoutState, Vocabulary, make_playout_state, sample_hands, unseen_cards

#: Samples of the other players' hands on which each card is tried. With 80 the margin was 57, with 24 it was 62: more
#: samples do not help.
SAMPLES = 24
#: Fraction of a card's points that its holder may count on later: dear cards are kept for plis that will be won, cheap
#: ones for those that will be lost. Margins: 0 → 63, 0.5 → 70, 1 → 59; in another match 0.25 → 75, 0.4 → 79.
HOLD = 0.4
#: How regularly plis go to the two teams in turn: position 4 takes nine plis in ten, and the taker opens the next.
#: Margins: 0.5 → 66, 0.8 → 81, 0.9 → 88, 1 → 82.
ALTERNATE = 0.9
#: Cost in points of opening the next pli, apart from the bot's own cards and the Dix de Der. Margins: 1 → 79, 3 → 85,
#: but 3 won six parties fewer in 240; in another match 1 and 2 → 88.
LEAD = 2.0
#: Value in points of keeping a joker in hand: laid on a lost pli, it would give the opponents nothing. Margins: 1 → 62,
#: 3 → 53; 0 is as good as 1.
KEEP_JOKER = 1.0
#: Bonus in points for saying a word where a pass would do as well, since the word may still win the pli. It keeps the
#: noise of the playouts from deciding. Chosen, not measured.
SPEAK = 0.5
#: Bonus in points for laying a majuscule of a Belettre now: a player who waits may be forced to lay it face down.
#: Chosen, not measured.
BELETTRE_HASTE = 2.0
#: How many words are searched for one that does not fit the card.
BLUFFS = 20


class Candidate:
    """A card that may be laid: face up with a valid word, or face down.

    action  the action that lays it: a ``Lay`` without its word yet, a pass or a discard
    card    the card
    up      whether it will lie face up; a ``Lay`` with ``up`` false is one whose word will be refused
    name    the letter that a JOKER is named (J3), "" for any other card
    """

    __slots__ = ("action", "card", "name", "up")

    def __init__(self, action: Action, card: Card, up: bool) -> None:
        self.action = action
        self.card = card
        self.up = up
        self.name = action.letter if isinstance(action, Lay) else ""


class StrongBot:
    """A bot that lays the card with the highest expected value for its team.

    vocabulary     counts words and finds them; bots of one process share it
    rng            the source of its random choices
    history_cache  the words said so far, prepared for searches; bots of one game may share it
    deck           the deck in play: tells which cards are unseen and what they are worth
    samples        on how many samples of the other players' hands each card is tried
    """

    __slots__ = ("_history_cache", "_packs", "_playout", "_points", "_rng", "_samples", "_vocabulary")

    def __init__(
        self,
        vocabulary: Vocabulary,
        rng: random.Random,
        history_cache: HistoryCache,
        deck: Deck = BOXED,
        *,
        samples: int = SAMPLES,
    ) -> None:
        self._vocabulary = vocabulary
        self._rng = rng
        self._history_cache = history_cache
        self._packs = {case: pack(deck, case) for case in Case}
        self._points = points(deck)
        self._playout = Playout(vocabulary, self._points, rng)
        self._samples = samples

    def choose(self, view: View) -> Action:
        """Return the best of ``view.actions``, judged by the current pli and the cards left in hand."""
        first = view.actions[0]
        if isinstance(first, AnnounceBelettre):
            return first
        swaps = [action for action in view.actions if isinstance(action, Swap)]
        if swaps:  # the other team gets the pli (T2 to T4)
            return min(swaps, key=lambda swap: self._points[swap.card])
        self._vocabulary.set_history(view.words, self._history_cache.of(view.words))
        candidates = self._candidates(view)
        if not candidates:  # a choice of who picks up: neither is better (P9)
            return first
        best = self._best(view, candidates)
        if not isinstance(best.action, Lay):
            return best.action
        return best.action.saying(self._choose_word(view, best.action, best.up))

    def _candidates(self, view: View) -> list[Candidate]:
        """Return every reasonable way to lay each card.

        A pass in position 1 or 2 loses the pli (P9), and passing a majuscule of a Belettre forfeits it (S3). In both
        cases the candidate is a word that will be refused (P6) instead of a pass.
        """
        lays = [action for action in view.actions if isinstance(action, Lay)]
        candidates = self._candidates_with_word(view, lays)
        joker_letters = joker_letters_for_belettre(view)
        must_speak = len(view.pli) < 2
        for card in dict.fromkeys(lay.card for lay in lays):
            if not candidates if must_speak else joker_letters and card.case is Case.MAJ:
                lays_of_card = [lay for lay in lays if lay.card is card]
                keeping_belettre = [lay for lay in lays_of_card if lay.letter in joker_letters]
                candidates.append(Candidate((keeping_belettre or lays_of_card)[0], card, up=False))
        if not (must_speak and lays):
            face_down = [action for action in view.actions if isinstance(action, Passe | Discard)]
            candidates += [Candidate(action, action.card, up=False) for action in face_down]
        return candidates

    def _candidates_with_word(self, view: View, lays: Sequence[Lay]) -> list[Candidate]:
        """Return the cards that have a word.

        A JOKER is tried with three kinds of name: the letter with the fewest words, the letter with the most, and the
        letters that keep a Belettre (S4).
        """
        candidates: list[Candidate] = []
        jokers: list[tuple[int, Lay]] = []
        joker_letters = joker_letters_for_belettre(view)
        for lay in lays:
            initial, letters = word_constraints(view, lay)
            if count := self._vocabulary.exact_count(initial or "", letters):
                if lay.letter:
                    jokers.append((count, lay))
                else:
                    candidates.append(Candidate(lay, lay.card, up=True))
        jokers.sort(key=lambda pair: pair[0])
        extremes = (0, len(jokers) - 1)
        candidates += [
            Candidate(lay, lay.card, up=True)
            for place, (_, lay) in enumerate(jokers)
            if place in extremes or lay.letter in joker_letters
        ]
        return candidates

    def _best(self, view: View, candidates: Sequence[Candidate]) -> Candidate:
        if len(candidates) == 1:
            return candidates[0]
        unseen = unseen_cards(view, self._packs)
        state = make_playout_state(view, unseen, self._points)
        samples = sample_hands(view, unseen, self._rng, self._samples if len(view.pli) < 3 else 1)
        return max(candidates, key=lambda candidate: self._value(view, state, samples, candidate))

    def _value(self, view: View, state: PlayoutState, samples: Sequence[Hands], candidate: Candidate) -> float:
        """Return what laying the card is worth to the team in points, apart from what all candidates have in common."""
        card = candidate.card
        own = list(view.hand)
        own.remove(card)
        after = state.with_card(card, self._points[card], candidate.up, candidate.name)
        hand_value_won, hand_value_lost = self._hand_value(own, True), self._hand_value(own, False)
        value = 0.0
        for hands in samples:
            hands[state.place] = own
            pli_points, ours = self._playout.finish(after, hands, state.place % 2)
            value += pli_points + (hand_value_won if ours else hand_value_lost)
        value /= len(samples)
        if candidate.up:
            value += SPEAK
        if card.wild:
            value -= KEEP_JOKER
        return value + _belettre_value(view, candidate)

    def _hand_value(self, own: Sequence[Card], won: bool) -> float:
        """Return what the rest of the manche is worth in points with the cards *own*, if this pli was *won* or lost.

        Plis are assumed to go to the two teams in turn, so the dearer half of the cards goes to plis that will be won.
        The number of plis left tells who is likely to win the last one and its Dix de Der (S2).
        """
        left = len(own)
        sign = 1 if won else -1
        card_points = sorted(map(self._points.__getitem__, own), reverse=True)
        to_win = left // 2 if won else (left + 1) // 2
        value = HOLD * (sum(card_points[:to_win]) - sum(card_points[to_win:]))
        value += sign * DIX_DE_DER * (-ALTERNATE) ** left
        return value - sign * LEAD if left else value

    def _choose_word(self, view: View, lay: Lay, up: bool) -> str:
        """Return the most frequent word that fits, or, with *up* false, a word that will be refused (P6)."""
        find = self._vocabulary.finder.find
        history = self._history_cache.of(view.words)
        if not up:
            return choose_unfit_word(lay, find(view.initial or None, view.letters, limit=BLUFFS, played=history))
        return find(*word_constraints(view, lay), limit=1, played=history)[0].spelling


def _belettre_value(view: View, candidate: Candidate) -> float:
    """Return the points that a candidate gains or forfeits for a Belettre announced and not yet scored (S3, S4)."""
    if candidate.card.case is not Case.MAJ or view.belettres[view.seat.index].stage not in (ANNOUNCED, BEGUN):
        return 0.0
    kept = isinstance(candidate.action, Lay) and (
        not candidate.name or candidate.name in joker_letters_for_belettre(view)
    )
    return BELETTRE_HASTE if kept else -BELETTRE

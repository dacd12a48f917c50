"""The bot that plays to win: start reading at ``StrongBot.choose``.

The bot rates each reasonable way to lay a card: it plays the rest of the pli on random hands of the other players
(``playout``) and adds the value of the cards that the bot keeps. Then it finds a word for the best one.

The constants below were tuned in matches of 200 to 300 parties of 4 manches against the amateur, with seats swapped in
every second game. A *margin* is the bot's mean lead in points per partie in such a match, accurate to about 3 points;
"0 → 63" means that the value 0 of the constant gave a margin of 63. Compare only margins of the same series.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence

from msgspec.structs import replace

from ....french.cards import Card, Case, pack, points
from ....french.decks import BOXED, Deck
from ..actions import Action, AnnounceBelettre, Discard, Lay, Passe, Swap
from ..events import ANNOUNCED, BEGUN, BELETTRE, DIX_DE_DER
from ..partie import HistoryCache
from ..pli import MUST_ANNOUNCE
from ..view import View
from .amateur import WordFinder, joker_letters_for_belettre, word_constraints
from .playout import Hands, Playout, PlayoutState, Vocabulary, make_playout_state, sample_hands, unseen_cards

#: The number of random distributions of the other players' hands on which each card is tried. Margins: 24 → 62,
#: 80 → 57, so more samples do not help.
SAMPLES = 24
#: The fraction of the points of a card in hand that the bot expects to gain or lose with it later: it will lay valuable
#: cards on plis that its team wins, and cheap cards on plis that its team loses. Margins: 0 → 63, 0.5 → 70, 1 → 59; in
#: another series 0.25 → 75, 0.4 → 79.
HOLD = 0.4
#: How regularly the two teams win plis in turn, from 0 (no pattern) to 1 (always). They often do, because position 4
#: wins nine plis in ten and then opens the next pli. Margins: 0.5 → 66, 0.8 → 81, 0.9 → 88, 1 → 82.
ALTERNATE = 0.9
#: The cost in points if the bot's team opens the next pli, in addition to the effects of ``HOLD`` and ``ALTERNATE``.
#: Margins: 1 → 79, 3 → 85, but with 3 the bot won six parties fewer out of 240; in another series 1 → 88, 2 → 88.
LEAD = 2.0
#: The value in points of keeping a joker in hand, because a joker laid on a lost pli later gives the opponents no
#: points. Margins: 1 → 62, 3 → 53; 0 is as good as 1.
KEEP_JOKER = 1.0
#: The bonus in points for saying a valid word instead of passing, because the word may win the pli. Without the bonus,
#: the randomness of the playouts would decide between the two. This constant was chosen, not measured.
SPEAK = 0.5
#: The bonus in points for laying a majuscule of a Belettre now, because a player who waits may later be forced to lay
#: it face down. This constant was chosen, not measured.
BELETTRE_HASTE = 2.0

#: A way to lay a card: face up with a valid word, which a ``Lay`` does not have yet, or face down.
Candidate = Lay | Passe | Discard


class StrongBot:
    """A bot that lays the card with the highest expected value for its team.

    judge          finds and counts words; any ``WordFinder`` will do
    rng            the random generator for the bot's choices; None for a new one with an unknown seed
    history_cache  prepares the words said so far for searches; the bots of one game may share it. If it is None, the
                   bot creates its own
    deck           the deck of the game: its cards and their points
    samples        the number of random distributions of the other players' hands on which each card is tried
    vocabulary     caches the counts of words of the same judge; bots that share one start faster. If it is None, the
                   bot creates its own

    Passing a ``Vocabulary`` in place of the judge is deprecated, and will not be possible in 0.7.0.
    """

    def __init__(
        self,
        judge: WordFinder | Vocabulary,
        rng: random.Random | None = None,
        history_cache: HistoryCache | None = None,
        deck: Deck = BOXED,
        *,
        samples: int = SAMPLES,
        vocabulary: Vocabulary | None = None,
    ) -> None:
        if isinstance(judge, Vocabulary):
            message = "StrongBot(vocabulary) is deprecated, use StrongBot(judge, vocabulary=vocabulary)"
            warnings.warn(message, DeprecationWarning, stacklevel=2)
            vocabulary = judge
            judge = vocabulary.finder
        self._vocabulary = vocabulary or Vocabulary(judge)
        self._rng = rng or random.Random()
        self._history_cache = history_cache or HistoryCache(judge.rules)
        self._packs = {case: pack(deck, case) for case in Case}
        self._points = points(deck)
        self._playout = Playout(self._vocabulary, self._points, self._rng)
        self._samples = samples

    def choose(self, view: View) -> Action:
        """Return the best of ``view.actions``, considering the current pli and the cards that the bot keeps."""
        first = view.actions[0]
        if isinstance(first, AnnounceBelettre):
            return first
        swaps = [action for action in view.actions if isinstance(action, Swap)]
        if swaps:  # the other team gets the pli (T2 to T4), so lay the cheapest card
            return min(swaps, key=lambda swap: self._points[swap.card])
        self._vocabulary.set_history(view.words, self._history_cache.of(view.words))
        candidates = self._candidates(view)
        if not candidates:  # only a choice of who picks up is left, and either is as good (P9)
            return first
        best = self._best(view, candidates)
        return best.saying(self._choose_word(view, best)) if isinstance(best, Lay) else best

    def _candidates(self, view: View) -> list[Candidate]:
        """Return every reasonable way to lay a card: a pass that loses the pli (P9) only if no card has a word."""
        candidates = self._candidates_with_word(view, [action for action in view.actions if isinstance(action, Lay)])
        if not (candidates and len(view.pli) < MUST_ANNOUNCE):
            candidates += [action for action in view.actions if isinstance(action, Passe | Discard)]
        return candidates

    def _candidates_with_word(self, view: View, lays: Sequence[Lay]) -> list[Candidate]:
        """Return a candidate for each card of *lays* for which there is a word.

        A JOKER gets several candidates: with the letter for which the fewest words fit, with the letter for which the
        most words fit, and with the letters that do not forfeit a Belettre (S4).
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
                    candidates.append(lay)
        jokers.sort(key=lambda pair: pair[0])
        extremes = (0, len(jokers) - 1)
        named = [lay for place, (_, lay) in enumerate(jokers) if place in extremes or lay.letter in joker_letters]
        return candidates + named

    def _best(self, view: View, candidates: Sequence[Candidate]) -> Candidate:
        if len(candidates) == 1:
            return candidates[0]
        unseen = unseen_cards(view, self._packs)
        state = make_playout_state(view, unseen, self._points)
        samples = sample_hands(view, unseen, self._rng, self._samples if len(view.pli) < 3 else 1)
        return max(candidates, key=lambda candidate: self._value(view, state, samples, candidate))

    def _value(self, view: View, state: PlayoutState, samples: Sequence[Hands], candidate: Candidate) -> float:
        """Return the expected value of a candidate in points, without amounts that are the same for all candidates."""
        card, up = candidate.card, isinstance(candidate, Lay)
        own = list(view.hand)
        own.remove(card)
        name = candidate.letter if isinstance(candidate, Lay) else ""
        after = state.with_card(card, self._points[card], up, name)
        if isinstance(candidate, Passe) and state.place < MUST_ANNOUNCE:
            after = replace(after, lost_by=state.place)  # P9
        hand_value_won, hand_value_lost = self._hand_value(own, True), self._hand_value(own, False)
        value = 0.0
        for hands in samples:
            hands[state.place] = own
            pli_points, ours = self._playout.finish(after, hands, state.place % 2)
            value += pli_points + (hand_value_won if ours else hand_value_lost)
        value /= len(samples)
        if up:
            value += SPEAK
        if card.wild:
            value -= KEEP_JOKER
        return value + _belettre_value(view, candidate)

    def _hand_value(self, own: Sequence[Card], won: bool) -> float:
        """Return the expected value in points of the rest of the manche for the bot's team.

        *own* are the cards that the bot keeps; *won* says whether its team wins the current pli. The teams are assumed
        to win the remaining plis in turn, so the more valuable half of the cards can be laid on plis that the team
        wins. The number of remaining plis tells which team is likely to win the last pli and its Dix de Der (S2).
        """
        left = len(own)
        sign = 1 if won else -1
        card_points = sorted(map(self._points.__getitem__, own), reverse=True)
        to_win = left // 2 if won else (left + 1) // 2
        value = HOLD * (sum(card_points[:to_win]) - sum(card_points[to_win:]))
        value += sign * DIX_DE_DER * (-ALTERNATE) ** left
        return value - sign * LEAD if left else value

    def _choose_word(self, view: View, lay: Lay) -> str:
        history = self._history_cache.of(view.words)
        return self._vocabulary.finder.find(*word_constraints(view, lay), limit=1, played=history)[0].spelling


def _belettre_value(view: View, candidate: Candidate) -> float:
    """Return the points that a candidate adds by keeping the seat's Belettre; negative if it forfeits it (S3, S4)."""
    if candidate.card.case is not Case.MAJ or view.belettres[view.seat.index].stage not in (ANNOUNCED, BEGUN):
        return 0.0
    keeping = joker_letters_for_belettre(view)  # () if every letter keeps it
    kept = isinstance(candidate, Lay) and (not candidate.letter or not keeping or candidate.letter in keeping)
    return BELETTRE_HASTE if kept else -BELETTRE

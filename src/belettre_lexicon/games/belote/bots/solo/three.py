"""The strong bot at a table of three: the taker against two partners (V3). Start reading at ``ThreeBot``.

It thinks as ``strong`` does: it tries cards and takes in worlds, first by playouts (``alone``), and in the last plis as
well as possible (``PerfectThree``).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from ...actions import Action, Lay, Take
from ...cards import SUITS, Contract, mask_of, points_in, suit_mask
from ...donne import BEGUN, SCORED
from ...scoring.scores import score
from ...scoring.totals import BELOTE_POINTS, DIX_DE_DER, DealTotals, whole_deal
from ...seats import Seat, following_of
from ...state import PAIRS
from ...view import View
from ..easy import lay, matter_of_course, sensible_cards
from ..search import SWEEP
from ..worlds import JACKS_AND_NINES, Hidden, hidden_cards, undealt_cards
from .alone import AloneDeals, alone_for

#: In how many worlds cards are tried by playouts and by search, from how many plis on, and takes.
PLAYOUT_WORLDS, SEARCH_WORLDS, SEARCH_PLIS, PRISE_WORLDS = 60, 16, 4, 80
#: In how few worlds the amateur tries them.
AMATEUR_OF_THREE: Final = {"playout_worlds": 6, "search_worlds": 2, "search_plis": 2, "prise_worlds": 12}
#: The bot takes if the mean of its points minus those of a defender is above this.
TAKE_FROM = -20.0
#: How often another world is drawn in which the taker has a reason to take; the last one is kept anyway.
DRAWS = 6
#: The fewest trumps of a taker who has a reason.
TRUMPS = 3
_OPEN = 1000


class ThreeBot:
    """A bot that plays to win against two others. What it does depends only on the view and on its random numbers.

    rng     the random generator that draws the worlds; None for a new one with an unknown seed

    The other arguments are those of ``StrongBot``.
    """

    def __init__(
        self,
        rng: random.Random | None = None,
        *,
        playout_worlds: int = PLAYOUT_WORLDS,
        search_worlds: int = SEARCH_WORLDS,
        search_plis: int = SEARCH_PLIS,
        prise_worlds: int = PRISE_WORLDS,
    ) -> None:
        self._rng = rng or random.Random()
        self._playout_worlds = playout_worlds
        self._search_worlds = search_worlds
        self._search_plis = search_plis
        self._prise_worlds = prise_worlds

    def choose(self, view: View) -> Action:
        """Return the action of ``view.actions`` that is best in the worlds that the bot tries."""
        if (action := matter_of_course(view)) is not None:
            return action
        if view.awaits == "speak" or view.contract is None or view.taker is None:
            return self._speak(view)
        table = _Deal(view, view.contract, view.taker)
        hidden = hidden_cards(view)
        cards = [action.card.index for action in view.actions if isinstance(action, Lay)]
        cards = [card for card in dict.fromkeys(cards) if sensible_cards(view) >> card & 1]
        exact = view.rules.variant.plis - len(view.taken) <= self._search_plis
        sums = dict.fromkeys(cards, 0.0)
        for _ in range(self._search_worlds if exact else self._playout_worlds):
            hands = self._world(view, hidden, view.contract, view.taker)
            belotes = table.belotes(hands)
            values = table.values(hands, cards, exact=exact)
            for card in cards:
                sums[card] += table.margin(values[card], belotes) + (0.2 if table.own else -0.2) * values[card]
        return lay(view, max(cards, key=sums.__getitem__))

    def _speak(self, view: View) -> Action:
        takes = [action for action in view.actions if isinstance(action, Take)]
        others = [action for action in view.actions if not isinstance(action, Take)]
        if not takes:
            return others[0]
        values = [self._mean(view, take.contract, view.seat) for take in takes]
        best = values.index(max(values))
        without = TAKE_FROM
        if view.contract is not None and view.taker is not None:  # moderne (V3.12)
            without = self._mean(view, view.contract, view.taker)
        return takes[best] if not others or values[best] > without else others[0]

    def _mean(self, view: View, contract: Contract, taker: Seat) -> float:
        """Return the mean of the points written, the bot's own less another's, if *taker* plays at a contract."""
        hidden, table = undealt_cards(view, taker), _Deal(view, contract, taker)
        margins = []
        for _ in range(self._prise_worlds):
            hands = self._world(view, hidden, contract, taker)
            margins.append(table.margin(table.played_out(hands), table.belotes(hands)))
        return fmean(margins)

    def _world(self, view: View, hidden: Hidden, contract: Contract, taker: Seat) -> list[int]:
        """Return the hands of a world, if possible one in which the taker had a reason to take at a suit."""
        hands = hidden.sample(self._rng)
        if taker is view.seat or contract not in SUITS or hidden.deals == 1:
            return hands
        trumps, laid = suit_mask(contract), 0
        for card in (card for seat, card in view.laid if seat is taker):
            laid |= card.bit
        for pli in view.taken:
            first = view.order.index(pli.opener)
            place = (view.order.index(taker) - first) % len(view.order)
            laid |= pli.cards[place].bit
        for _ in range(DRAWS):
            held = (hands[taker.index] | laid) & trumps
            if held.bit_count() >= TRUMPS and held & JACKS_AND_NINES:
                break
            hands = hidden.sample(self._rng)
        return hands


class _Deal:
    """A deal under a contract, as far as it has been played in a view.

    own  whether the seat of the view is the taker
    """

    def __init__(self, view: View, contract: Contract, taker: Seat) -> None:
        rules = view.rules
        self.own = taker is view.seat
        self._rules, self._contract, self._taker = rules, contract, taker.index
        self._deals = alone_for(contract, rules)
        self._view, self._waiting = view, view.waiting
        self._following = following_of(tuple([seat.index for seat in view.order]))
        self._pli = [self._deals.places[card.index] for card in view.pli]
        self._whole, self._plis = whole_deal(contract, rules), rules.variant.plis
        points = [points_in(mask_of(pli.cards), contract, rules.ta_values) for pli in view.taken]
        self._made = sum(number for number, pli in zip(points, view.taken, strict=True) if pli.seat is taker)
        self._rest = self._whole - sum(points)
        by_taker = sum(pli.seat is taker for pli in view.taken)
        self._sweeps = by_taker == len(view.taken), by_taker == 0
        laid = mask_of(view.pli) | sum(mask_of(pli.cards) for pli in view.taken)
        self._pairs = [pair for pair in PAIRS[contract] if not pair & laid]
        said = [belote.seat is taker for belote in view.belotes if belote.stage in (BEGUN, SCORED)]
        self._said = said.count(True) * BELOTE_POINTS, said.count(False) * BELOTE_POINTS
        judged = view.judged
        self._annonces = (0, 0)
        if judged is not None and judged.shown and judged.team is not None:
            own = any(annonce.seat is taker for annonce in judged.shown)
            self._annonces = (judged.points, 0) if own else (0, judged.points)
        self._margins: dict[tuple[int, tuple[int, int]], int] = {}

    def belotes(self, hands: Sequence[int]) -> tuple[int, int]:
        """Return the points of the belotes of the taker and of the others, said or still to be said."""
        own, other = self._said
        for pair in self._pairs:
            for seat, hand in enumerate(hands):
                if hand & pair == pair:
                    own, other = (own + BELOTE_POINTS, other) if seat == self._taker else (own, other + BELOTE_POINTS)
        return own, other

    def margin(self, points: int, belotes: tuple[int, int]) -> int:
        """Return what the seat writes more than a player against it, if the taker makes *points* from now on."""
        found = self._margins.get((points, belotes))
        if found is None:
            won = None
            if not 0 <= points <= self._rest:
                won = (self._plis, 0) if points > 0 else (0, self._plis)
                points = self._rest if points > 0 else 0
            made = self._made + points
            totals = DealTotals(
                0,
                (made, self._whole - made),
                won,
                belotes,
                self._annonces,
                self._contract,
                self._waiting,
                all_plis=self._plis,
            )
            taker, defender = score(totals, self._rules).points
            found = self._margins[points, belotes] = taker - defender if self.own else defender - taker
        return found

    def played_out(self, hands: Sequence[int]) -> int:
        """Return the points that the taker makes in a playout of whole hands."""
        ordered = [self._deals.ordered(hand) for hand in hands]
        return self._finish(ordered, self._view.order[0].index, ())

    def values(self, hands: Sequence[int], cards: Sequence[int], *, exact: bool) -> dict[int, int]:
        """Return for each card of the seat the points that the taker makes from the current pli on."""
        seat, leader = self._view.seat.index, self._view.opener.index
        ordered = [self._deals.ordered(hand) for hand in hands]
        allied = self._rules.defenders_partners
        play = PerfectThree(self._deals, self._taker, self._following, allied=allied, sweeps=self._sweeps)
        own, found = ordered[seat], {}
        for card in cards:
            place = self._deals.places[card]
            ordered[seat] = own ^ 1 << place
            pli = (*self._pli, place)
            found[card] = play.value(ordered, leader, pli) if exact else self._finish(ordered, leader, pli)
        return found

    def _finish(self, ordered: Sequence[int], leader: int, pli: Sequence[int]) -> int:
        return self._deals.finish_alone(
            ordered,
            self._taker,
            leader,
            self._following,
            pli,
            allied=self._rules.defenders_partners,
            last_pli=DIX_DE_DER,
            sweeps=self._sweeps,
        )


class PerfectThree:
    """What the taker makes if all three see all cards and play as well as possible. Masks are in the order of value.

    deals      the cards under the contract
    taker      the index of the taker's seat
    following  the index of the next seat, by the index of a seat
    allied     whether the two others are partners for the obligations (V3.6)
    sweeps     whether the taker, and the others, may still take all plis
    """

    def __init__(
        self, deals: AloneDeals, taker: int, following: Sequence[int], *, allied: bool, sweeps: tuple[bool, bool]
    ) -> None:
        self._deals, self._taker, self._following, self._allied = deals, taker, following, allied
        self._sweeps = sweeps
        self._known: dict[tuple[int, int, bool, bool], int] = {}

    def value(self, hands: Sequence[int], leader: int, pli: Sequence[int]) -> int:
        """Return the points that the taker makes from the current pli on; ``SWEEP`` more for a capot, less for none.

        hands  the masks of the three hands, without the cards of the pli
        pli    the places of the cards laid in the current pli, one or more, in order
        """
        beats, points = self._deals.rules_of_cards
        best, holder, player, laid = -1, leader, leader, 0
        for card in pli:
            if best < 0 or beats[best] >> card & 1:
                best, holder = card, player
            laid += points[card]
            player = self._following[player]
        return self._play(list(hands), player, pli[0], best, holder, laid, len(pli), self._sweeps)

    def _from_pli(self, held: list[int], leader: int, sweeps: tuple[bool, bool], *, taken: bool) -> int:
        live = held[0] | held[1] | held[2]
        if not live:
            return (DIX_DE_DER if taken else 0) + SWEEP * sweeps[0] - SWEEP * sweeps[1]
        key = live, leader, *sweeps
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._play(held, leader, -1, -1, leader, 0, 0, sweeps)
        return found

    def _play(
        self,
        held: list[int],
        player: int,
        led: int,
        best: int,
        holder: int,
        laid: int,
        count: int,
        sweeps: tuple[bool, bool],
    ) -> int:
        taker = self._taker
        if count == len(held):
            won = holder == taker
            rest = self._from_pli(held, holder, (sweeps[0] and won, sweeps[1] and not won), taken=won)
            return rest + laid if won else rest
        beats, points = self._deals.rules_of_cards
        hand = held[player]
        allied = self._allied and player != taker != holder
        may = hand if led < 0 else self._deals.may_lay(hand, led, best, partner_holds=allied)
        most = -_OPEN
        sign = 1 if player == taker else -1
        while may:
            card = may.bit_length() - 1
            may ^= 1 << card
            held[player] = hand ^ 1 << card
            takes = led < 0 or beats[best] >> card & 1
            value = sign * self._play(
                held,
                self._following[player],
                card if led < 0 else led,
                card if takes else best,
                player if takes else holder,
                laid + points[card],
                count + 1,
                sweeps,
            )
            most = max(most, value)
        held[player] = hand
        return sign * most

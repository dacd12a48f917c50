"""Random deals, hands and house rules for the tests of bots, and the same deal with other hidden cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from belettre_lexicon.games.belote.bots.simulation import Bot
from belettre_lexicon.games.belote.cards import CONTRACTS, PACK, Card, cards_of, mask_of
from belettre_lexicon.games.belote.deals.deal import RETOURNE, shuffled
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat

#: House rules that change which cards may be laid.
HOUSES = [
    BeloteRules(undertrump=undertrump, on_partners_trump=on_partners_trump)
    for undertrump in ("must", "free")
    for on_partners_trump in ("free", "over", "trump")
]
houses = st.sampled_from(HOUSES)
contracts = st.sampled_from(CONTRACTS)
seeds = st.integers(0, 10**6)


def random_hands(rng: random.Random, size: int) -> list[int]:
    """Return four random hands of *size* cards as masks."""
    pack = rng.sample(PACK, 4 * size)
    return [mask_of(pack[seat * size : (seat + 1) * size]) for seat in range(4)]


def new_deal(rules: BeloteRules, seed: int) -> Partie:
    """Return a partie whose first deal depends on the seed alone."""
    return Partie.new(rules, seed=seed, dealer=SEATS[seed % 4], packs=(shuffled(seed, 1),))


def play_until(partie: Partie, bots: Sequence[Bot], actions: int) -> None:
    """Let bots, by seat, take *actions* actions, or fewer if the first deal ends."""
    for _ in range(actions):
        if partie.turn is None or partie.state.sheet.ended:
            return
        partie.apply(bots[partie.turn.index].choose(partie.view(partie.turn)))


def with_full_hands(partie: Partie, hands: Sequence[int]) -> Partie:
    """Return the same deal with other hands of eight cards, after the same actions.

    The cards of the seats that hold the same eight as before are dealt to them in the same order.
    """
    donne = partie.state.donne
    pack = list(donne.dealt.pack)
    for seat, places in places_in_pack(donne.dealt.dealer, donne.taker).items():
        before = [pack[place] for place in places]
        if set(before) != set(cards_of(hands[seat.index])):
            cards = list(cards_of(hands[seat.index]))
            if RETOURNE in places:  # the retourne stays where it is
                cards.remove(pack[RETOURNE])
                cards.insert(places.index(RETOURNE), pack[RETOURNE])
            for place, card in zip(places, cards, strict=True):
                pack[place] = card
    twin = Partie.new(partie.rules, seed=partie.setup.seed, dealer=donne.dealt.dealer, packs=(tuple(pack),))
    for event in partie.log[1:]:
        action = Partie._action_of(event)
        if action is not None:
            twin.apply(action)
    return twin


def places_in_pack(dealer: Seat, taker: Seat | None) -> dict[Seat, list[int]]:
    """Return the places in the pack of the eight cards of each seat (BD5, BD7)."""
    places: dict[Seat, list[int]] = {seat: [] for seat in SEATS}
    start = RETOURNE + 1
    for number, seat in enumerate(dealer.next.in_order):
        places[seat] += [*range(3 * number, 3 * number + 3), *range(12 + 2 * number, 14 + 2 * number)]
        size = 2 if seat is taker else 3
        places[seat] += [*([RETOURNE] if seat is taker else []), *range(start, start + size)]
        start += size
    return places


def laid_by(partie: Partie, seat: Seat) -> list[Card]:
    """Return the cards that a seat has laid in this deal."""
    plis = [*((pli.opener, pli.cards) for pli in partie.state.taken), (SEATS[partie.state.opener], partie.state.pli)]
    return [
        card for opener, cards in plis for place, card in enumerate(cards) if SEATS[(opener.index + place) % 4] is seat
    ]

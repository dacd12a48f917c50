"""Parties that differ only in cards that a seat does not know: they must look the same to it. Start at ``twins``."""

from __future__ import annotations

import random
from collections.abc import Iterator

from belettre_lexicon.games.belote.events import action_of
from belettre_lexicon.games.belote.partie import IllegalActionError, Partie
from belettre_lexicon.games.belote.seats import Seat
from belettre_lexicon.games.belote.view import seen_by


def twins(partie: Partie, seat: Seat, rng: random.Random, number: int) -> Iterator[Partie]:
    """Yield up to *number* twins of a partie in its first deal, in which everybody did the same before all eyes."""
    dealt, state = partie.state.donne.dealt, partie.state
    known = state.donne.hands[seat.index] | state.played | (0 if dealt.retourne is None else dealt.retourne.bit)
    hidden = [place for place, card in enumerate(dealt.pack) if not known & card.bit]
    for _ in range(number):
        cards, pack = [dealt.pack[place] for place in hidden], list(dealt.pack)
        rng.shuffle(cards)
        for place, card in zip(hidden, cards, strict=True):
            pack[place] = card
        setup = partie.setup
        twin = Partie.new(partie.rules, seed=setup.seed, dealer=setup.dealer, packs=(tuple(pack),))
        try:
            for event in partie.log[len(twin.log) :]:
                action = action_of(event)
                if action is not None:
                    twin.apply(action)
        except IllegalActionError:
            continue
        public = [[seen_by(event, None, rules=one.rules) for event in one.log] for one in (partie, twin)]
        if public[0] == public[1]:
            yield twin


def same_to(partie: Partie, twin: Partie, seat: Seat) -> bool:
    """Return whether two parties look the same to a seat: the view, and every event on the way to it."""
    logs = [[seen_by(event, seat, rules=one.rules) for event in one.log] for one in (partie, twin)]
    return (
        logs[0] == logs[1] and partie.view(seat) == twin.view(seat) and repr(partie.view(seat)) == repr(twin.view(seat))
    )

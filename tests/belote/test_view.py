"""Views: what a seat may know, and nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    SEATS,
    BeloteRules,
    Card,
    Completed,
    Dealt,
    Event,
    IllegalActionError,
    Laid,
    Lay,
    Partie,
    Pass,
    Seat,
    Setup,
    Take,
    cards_of,
    mask_of,
    seen_by,
)
from belettre_lexicon.games.belote.deals.deal import RETOURNE, places_of
from tests.belote.played import (
    actions_in,
    dealt_partie,
    lay,
    pack_with,
    play_on,
    random_action,
    random_rules,
    rules_of_houses,
    turned,
)
from tests.exhaustive import EXHAUSTIVE


def with_pack(partie: Partie, pack: tuple[Card, ...]) -> Partie | None:
    """Return the partie with other cards in its first deal, after the same actions; None if these are not legal then.

    None also if the players would have been seen to do something else.
    """
    twin = Partie(Setup(partie.rules, partie.setup.seed, partie.setup.dealer, (pack,)))
    try:
        for action in actions_in(partie.log):
            twin.apply(action)
    except IllegalActionError:
        return None
    seen = [[seen_by(event, None, rules=one.rules) for event in one.log] for one in (partie, twin)]
    return twin if seen[0] == seen[1] else None


def hidden_places(partie: Partie, seat: Seat) -> list[int]:
    """Return the places in the pack of the cards of which the seat does not know who has them."""
    state = partie.state
    dealt, taker = state.donne.dealt, state.donne.taker
    if partie.awaits == "speak":
        own = state.hands[seat.index]
        return [place for place, card in enumerate(dealt.pack) if place != RETOURNE and not own & card.bit]
    if taker is None:
        raise AssertionError("nobody took")
    places = places_of(dealt.dealer, taker, partie.rules)
    others = [place for other in SEATS if other is not seat for place in places[other] if place != RETOURNE]
    return [place for place in others if not state.played & dealt.pack[place].bit]


def twins(partie: Partie, seat: Seat, rng: random.Random, number: int) -> list[Partie]:
    """Return up to *number* parties that differ from this one only in cards that the seat does not know."""
    pack = list(partie.state.donne.dealt.pack)
    places = hidden_places(partie, seat)
    found = []
    for _ in range(number):
        cards = [pack[place] for place in places]
        rng.shuffle(cards)
        other = pack.copy()
        for place, card in zip(places, cards, strict=True):
            other[place] = card
        twin = with_pack(partie, tuple(other))
        if twin is not None and twin.state.hands != partie.state.hands:
            found.append(twin)
    return found


def seen(partie: Partie, seat: Seat) -> list[Event]:
    """Return the events of a partie as the seat saw them."""
    return [seen_by(event, seat, rules=partie.rules) for event in partie.log]


def first_deal(seed: int, actions: int) -> Partie:
    """Return a partie at a random table, somewhere in its first deal."""
    rng = random.Random(seed)
    partie = Partie.new(random_rules(rng), seed=seed)
    for _ in range(actions):
        before = partie.actions_done
        partie.apply(random_action(partie, rng))
        if partie.state.sheet.ended:
            partie.undo(partie.actions_done - before)
            break
    return partie


@pytest.mark.sampled
@settings(max_examples=1000 if EXHAUSTIVE else 100)
@given(st.integers(0, 10**9), st.integers(0, 38), st.sampled_from(SEATS))
def test_hidden_cards_do_not_change_a_view(seed: int, actions: int, seat: Seat) -> None:
    """BD8, BF6: games that differ only in what a seat may not know look the same to it."""
    partie = first_deal(seed, actions)
    view = partie.view(seat)

    for twin in twins(partie, seat, random.Random(seed), 10):
        assert twin.view(seat) == view
        assert repr(twin.view(seat)) == repr(view)
        assert seen(twin, seat) == seen(partie, seat)


def test_twins_are_found_in_every_part_of_a_deal() -> None:
    """The test of twins compares something: in the prise, in the first plis and in later ones."""
    found = {
        actions: sum(len(twins(first_deal(seed, actions), Seat.SUD, random.Random(1), 10)) for seed in range(40))
        for actions in (0, 2, 8, 14, 20)
    }

    assert found[0] == 400
    assert min(found.values()) >= 10


def test_bb5_a_silent_belote_stays_unknown() -> None:
    """Others cannot tell who kept silent with R and D from who has the R alone."""
    others = {Seat.EST: "V♥ 9♥ A♥ 7♠ 8♠ 9♠ A♦ 7♦", Seat.NORD: "A♠ 10♠ 8♦ 9♦ 7♣ 8♣ D♣ V♣"}
    hands = others | {Seat.OUEST: "R♥ D♥ R♠ D♠ 10♦ V♦ 9♣ 10♣", Seat.SUD: "7♥ 8♥ 10♥ V♠ R♦ D♦ A♣ R♣"}
    alone = others | {Seat.OUEST: "R♥ 10♥ R♠ D♠ 10♦ V♦ 9♣ 10♣", Seat.SUD: "7♥ 8♥ D♥ V♠ R♦ D♦ A♣ R♣"}
    views = []
    for dealt in (hands, alone):
        partie = dealt_partie(dealt, "V♥")
        lay(partie, "A♥ 7♣ R♥ 7♥", silent="R♥")
        views.append(partie.view(Seat.NORD))

    assert views[0] == views[1]
    assert views[0].belotes == ()


def test_a_view_tells_what_a_player_sees() -> None:
    """Each field, in the middle of a deal."""
    partie = Partie.new(seed=7, dealer=Seat.SUD)
    before = partie.view(Seat.EST)
    assert (before.number, before.dealer, before.awaits, before.turn) == (1, Seat.SUD, "speak", Seat.EST)
    assert (len(before.hand), before.contract, before.taker, before.holder, before.laid) == (5, None, None, None, ())
    assert before.annonces == ()
    partie.apply(Pass(Seat.EST))
    partie.apply(Take(Seat.NORD, turned(before).suit))
    partie.apply(partie.legal_actions()[0])

    view = partie.view(Seat.NORD)
    laid = partie.log[-1]
    assert isinstance(laid, Laid)
    assert (view.contract, view.taker, view.opener, view.holder) == (
        turned(before).suit,
        Seat.NORD,
        Seat.EST,
        Seat.EST,
    )
    assert (view.laid, view.pli, view.turn) == (((Seat.EST, laid.card),), (laid.card,), Seat.NORD)
    assert before.retourne in view.hand
    assert mask_of(view.hand) == view.hand_mask
    assert view.actions == tuple(Lay(Seat.NORD, card) for card in cards_of(view.allowed))
    assert view.allowed & view.hand_mask == view.allowed
    assert [type(speech).__name__ for speech in view.spoken] == ["PassedOn", "Taken"]
    assert partie.view(Seat.SUD).actions == ()
    assert partie.view(Seat.SUD).allowed == 0


@pytest.mark.sampled
@given(rules_of_houses, st.integers(0, 10**6), st.integers(0, 120))
@settings(max_examples=300 if EXHAUSTIVE else 40)
def test_one_seat_at_a_time_may_act(rules: BeloteRules, seed: int, actions: int) -> None:
    """The legal actions are those of the seat in turn; for a claim, of both players of the team (BB3)."""
    partie = play_on(Partie.new(rules, seed=seed), random.Random(seed), actions)
    views = [partie.view(seat) for seat in SEATS]

    for seat, view in zip(SEATS, views, strict=True):
        acts = seat is partie.turn or (partie.awaits == "claim" and partie.turn is seat.partner)
        assert view.actions == (tuple(partie.legal_actions()) if acts else ())
        assert view.turn is partie.turn
        assert view.points == partie.points
        assert view.seat is seat
    if partie.awaits == "lay":
        own = [views[seat.index].hand_mask for seat in SEATS]
        assert sum(own).bit_count() == sum(map(int.bit_count, own)) == 32 - partie.state.played.bit_count()


@pytest.mark.parametrize("seat", [None, "S", 0])
def test_a_view_needs_a_seat(seat: object) -> None:
    """Anything else is an error that says so."""
    with pytest.raises(ArgumentError, match="expected a Seat"):
        Partie.new(seed=1).view(seat)  # type: ignore[arg-type]


def test_bd8_an_event_shows_each_player_their_own_cards() -> None:
    """The deal shows five cards, the completion eight if the hand is passed; the rest of the pack stays hidden."""
    pack = pack_with({}, "9♦")
    partie = Partie.new(seed=1, dealer=Seat.SUD, packs=(pack,))
    hand = partie.view(Seat.EST).hand
    assert seen_by(partie.log[0], Seat.EST) == Dealt(1, Seat.SUD, Card.of("9♦"), (), hand)
    assert seen_by(seen_by(partie.log[0], Seat.EST), Seat.EST) == Dealt(1, Seat.SUD, Card.of("9♦"), (), hand)
    assert seen_by(partie.log[0], None) == Dealt(1, Seat.SUD, Card.of("9♦"))

    events = partie.apply(Take(Seat.EST, "♦"))
    full = partie.view(Seat.EST).hand
    assert seen_by(events[1], Seat.EST, full) == Completed(Seat.EST, "♦", full)
    assert seen_by(events[1], None, full) == Completed(Seat.EST, "♦")
    laid = lay(partie, full[0].text)[0]
    assert seen_by(laid, Seat.SUD) == seen_by(laid, None) == laid


def test_bn6_a_player_sees_their_annonces() -> None:
    """Those of the hand, once the contract is known and if annonces are played."""
    hands = {Seat.EST: "7♠ 8♠ 9♠ 7♥ 8♥ 9♥ 10♥ A♣"}
    seen = dealt_partie(hands, "9♥", annonces=True).view(Seat.EST).annonces

    assert [annonce.kind for annonce in seen] == ["cinquante", "tierce"]
    assert dealt_partie(hands, "9♥").view(Seat.EST).annonces == ()

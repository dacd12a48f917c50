"""House rules, deals and random games for the tests of a partie of Belote."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from belettre_lexicon.belote import (
    OPTIONS,
    PACK,
    SEATS,
    Action,
    Announce,
    BeloteRules,
    Card,
    DealEnded,
    Dealt,
    Event,
    Lay,
    Partie,
    Pass,
    Seat,
    Take,
    View,
    action_of,
    read_cards,
)
from belettre_lexicon.games.belote.deals.deal import RETOURNE, places_of
from belettre_lexicon.games.belote.options import OPTIONS_OF
from tests.belote.random_rules import allowed

#: Numbers of the options that have any number, small enough for short games.
_NUMBERS: dict[str, st.SearchStrategy[Any]] = {"target": st.integers(1, 700), "deals": st.none() | st.integers(1, 4)}
#: How often a player passes who might take, so that some deals are passed out (BA6).
_SHY = 0.8

#: A deal at ♥ that Est took: Est has V 9 A of trumps, Ouest R and D.
HANDS = {
    Seat.EST: "V♥ 9♥ A♥ 7♠ 8♠ 9♠ A♦ 7♦",
    Seat.NORD: "10♥ 8♥ A♠ 10♠ 8♦ 9♦ 7♣ 8♣",
    Seat.OUEST: "R♥ D♥ R♠ D♠ 10♦ V♦ 9♣ 10♣",
    Seat.SUD: "7♥ V♠ R♦ D♦ A♣ R♣ D♣ V♣",
}

#: The options of the classic game.
_CLASSIC = [option for option in OPTIONS if option.name in OPTIONS_OF["classic"]]

#: Any house rules of the classic game.
rules_of_houses = st.builds(
    BeloteRules,
    **{
        option.name: _NUMBERS.get(option.name, st.sampled_from([*dict.fromkeys(allowed(option, "classic"))]))
        for option in _CLASSIC
    },
)


def turned(shown: View | Dealt) -> Card:
    """Return the retourne of a view or of a deal, in a game that has one."""
    assert shown.retourne is not None
    return shown.retourne


def random_rules(rng: random.Random) -> BeloteRules:
    """Return random house rules, with a target that ends a game after some ten deals."""
    chosen = {option.name: rng.choice(allowed(option, "classic")) for option in _CLASSIC if option.least is None}
    target, deals = rng.randint(1, 1000), rng.choice([None, None, rng.randint(1, 5)])
    return BeloteRules.from_dict({**chosen, "target": target, "deals": deals})


def random_action(partie: Partie, rng: random.Random) -> Action:
    """Return a random legal action, among them those that ``legal_actions`` does not list."""
    actions = partie.legal_actions()
    if isinstance(actions[0], Pass) and rng.random() < _SHY:
        return actions[0]
    action = rng.choice(actions)
    if isinstance(action, Lay) and rng.random() < 0.2:
        return replace(action, says=False)
    if isinstance(action, Announce) and rng.random() < 0.3:
        return replace(action, kinds=tuple(rng.sample(action.kinds, rng.randint(1, len(action.kinds)))))
    return action


def play_on(partie: Partie, rng: random.Random, actions: int = 1_000_000) -> Partie:
    """Take up to *actions* random actions; return the partie."""
    for _ in range(actions):
        if partie.over:
            break
        partie.apply(random_action(partie, rng))
    return partie


def actions_in(events: Iterable[Event]) -> Iterator[Action]:
    """Yield the actions that caused events."""
    for event in events:
        action = action_of(event)
        if action is not None:
            yield action


def pack_with(
    hands: Mapping[Seat, str], retourne: str, *, dealer: Seat = Seat.SUD, taker: Seat = Seat.EST
) -> tuple[Card, ...]:
    """Return a pack with which the seats hold the given cards once *taker* took.

    hands     the hands of eight cards, that of the taker with the retourne; seats that are left out get other cards
    retourne  the card that is turned up
    """
    up = Card.of(retourne)
    given = {seat: list(read_cards(text)) for seat, text in hands.items()}
    others = iter([card for card in PACK if card is not up and all(card not in hand for hand in given.values())])
    pack: dict[int, Card] = {RETOURNE: up}
    for seat, places in places_of(dealer, taker).items():
        cards = iter([card for card in given.get(seat, ()) if card is not up])
        for place in places:
            if place != RETOURNE:
                pack[place] = next(cards, None) or next(others)
    return tuple(pack[place] for place in range(len(PACK)))


def dealt_partie(
    hands: Mapping[Seat, str],
    retourne: str,
    *,
    taker: Seat = Seat.EST,
    contract: str | None = None,
    **options: Any,
) -> Partie:
    """Return a partie whose first deal was taken, with the given hands of eight cards. Sud deals, Est opens.

    contract  the contract; None for the suit of the retourne
    options   the house rules
    """
    pack = pack_with(hands, retourne, taker=taker)
    partie = Partie.new(BeloteRules(**options), seed=1, dealer=Seat.SUD, packs=(pack,))
    suit: Any = contract or Card.of(retourne).suit
    while partie.turn is not taker:
        partie.apply(partie.legal_actions()[0])
    partie.apply(Take(taker, suit))
    while partie.awaits == "speak":  # the others pass (BV1)
        partie.apply(partie.legal_actions()[0])
    return partie


def lay(partie: Partie, cards: str, *, silent: str = "") -> list[Event]:
    """Let the players lay cards in turn, those of *silent* without a word; return the events."""
    events: list[Event] = []
    for card in read_cards(cards):
        seat = partie.turn or SEATS[0]
        events += partie.apply(Lay(seat, card, says=card.text not in silent.split()))
    return events


def new(retourne: str = "9♦", **options: Any) -> Partie:
    """Return a partie that Sud dealt, with this retourne."""
    pack = pack_with({}, retourne)
    return Partie.new(BeloteRules(**options), seed=1, dealer=Seat.SUD, packs=(pack,))


def passes(partie: Partie, number: int) -> None:
    """Let that many players pass."""
    for _ in range(number):
        partie.apply(Pass(partie.turn or Seat.SUD))


def refused(partie: Partie, action: Action) -> list[tuple[str, str]]:
    """Return the rule and the reason of each refusal."""
    return [(refusal.rule, refusal.reason) for refusal in partie.refusals(action)]


def deal_ended(partie: Partie) -> DealEnded:
    """Return the end of the first deal."""
    return next(event for event in partie.log if isinstance(event, DealEnded))


def finish(partie: Partie, seed: int = 1) -> DealEnded:
    """Play the first deal to its end with random cards, of which every belote is said; return its end."""
    rng = random.Random(seed)
    while not partie.state.sheet.ended:
        partie.apply(rng.choice(partie.legal_actions()))
    return deal_ended(partie)

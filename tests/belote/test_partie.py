"""A whole game of Belote: prise and plis, rule by rule, the machine, and counts of all ways to play."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    PACK,
    SEATS,
    Action,
    Announce,
    BeloteRules,
    Card,
    Claim,
    Completed,
    DealEnded,
    Dealt,
    IllegalActionError,
    Laid,
    Lay,
    Partie,
    Pass,
    PassedOn,
    PliTaken,
    ReplayError,
    Seat,
    Setup,
    Take,
    Taken,
    Team,
    cards_of,
    legal,
    read_cards,
)
from belettre_lexicon.games.belote.deals.rows import Column
from belettre_lexicon.games.belote.donne import Sheet
from belettre_lexicon.games.belote.legality import BELOTE_MOVE_REASONS
from belettre_lexicon.games.belote.options import Game
from tests.belote.played import HANDS, dealt_partie, lay, new, passes, play_on, refused

# BA: the prise


def test_ba1_ba2_speech_begins_right_of_the_dealer() -> None:
    """In the first round a player passes or takes at the suit of the retourne."""
    partie = new("9♦")

    assert (partie.turn, partie.awaits) == (Seat.EST, "speak")
    assert partie.legal_actions() == [Pass(Seat.EST), Take(Seat.EST, "♦")]
    assert refused(partie, Take(Seat.EST, "♥")) == [("BA2", "other_suit")]
    assert refused(partie, Take(Seat.EST, "SA")) == [("BA2", "contract")]


def test_ba3_the_second_round_names_another_suit() -> None:
    """After four passes, one of the three other suits is taken; by an option any suit."""
    partie = new("9♦")
    passes(partie, 4)

    assert partie.log[-1] == PassedOn(Seat.SUD, 1)
    assert partie.legal_actions() == [Pass(Seat.EST), *(Take(Seat.EST, suit) for suit in ("♣", "♥", "♠"))]
    assert refused(partie, Take(Seat.EST, "♦")) == [("BA3", "same_suit")]
    passes(partie, 1)
    assert partie.log[-1] == PassedOn(Seat.EST, 2)

    partie = new("9♦", second_round="any")
    passes(partie, 4)
    assert partie.can(Take(Seat.EST, "♦"))


def test_ba4_the_first_take_ends_the_prise() -> None:
    """The cards are completed at once, and the seat right of the dealer opens (BP1)."""
    partie = new("9♦")
    passes(partie, 1)

    assert partie.apply(Take(Seat.NORD, "♦")) == (Taken(Seat.NORD, "♦"), Completed(Seat.NORD, "♦"))
    assert (partie.turn, partie.awaits) == (Seat.EST, "lay")
    assert refused(partie, Pass(Seat.EST)) == [("BA4", "awaits_lay")]
    assert refused(partie, Take(Seat.EST, "♦")) == [("BA4", "awaits_lay")]
    assert refused(partie, Claim(Team.NS)) == [("BB3", "nothing_to_claim")]


def test_ba6_eight_passes_end_the_deal_without_points() -> None:
    """The next dealer deals, and what waits goes on waiting (BS6)."""
    partie = new()
    passes(partie, 7)
    events = partie.apply(Pass(Seat.SUD))

    assert events[:2] == (PassedOn(Seat.SUD, 2), DealEnded(1, "passed"))
    assert isinstance(events[2], Dealt)
    assert (events[2].number, events[2].dealer, partie.turn, partie.points) == (2, Seat.EST, Seat.NORD, (0, 0))


def test_ba6_the_dealer_takes_by_an_option() -> None:
    """The last to speak in the second round may not pass."""
    partie = new("9♦", all_pass="dealer_takes")
    passes(partie, 7)

    assert refused(partie, Pass(Seat.SUD)) == [("BA6", "dealer_takes")]
    assert [type(action) for action in partie.legal_actions()] == [Take] * 3


def test_ba7_a_jack_forces_by_an_option() -> None:
    """If a V is turned up, the first to speak must take it."""
    partie = new("V♦", jack_forces=True)

    assert refused(partie, Pass(Seat.EST)) == [("BA7", "jack_forces")]
    assert partie.legal_actions() == [Take(Seat.EST, "♦")]
    assert new("D♦", jack_forces=True).can(Pass(Seat.EST))


def test_bf4_speech_out_of_turn_is_void() -> None:
    """It is refused and changes nothing."""
    partie = new("9♦")

    assert refused(partie, Take(Seat.NORD, "♦")) == [("BF4", "speaks_out_of_turn")]
    assert refused(partie, Pass(Seat.OUEST)) == [("BF4", "speaks_out_of_turn")]
    assert refused(partie, Lay(Seat.EST, Card.of("7♦"))) == [("BA1", "awaits_speak")]
    with pytest.raises(IllegalActionError, match="BF4"):
        partie.apply(Pass(Seat.NORD))
    assert len(partie.log) == 1


def test_bv1_overcalls_end_after_three_passes() -> None:
    """A suit is overcalled at SA and TA, even one's partner's; who took last is the taker."""
    partie = new("9♦", contracts="overcall")
    partie.apply(Take(Seat.EST, "♦"))
    assert refused(partie, Take(Seat.NORD, "♥")) == [("BV1", "lower")]
    passes(partie, 1)
    partie.apply(Take(Seat.OUEST, "SA"))
    passes(partie, 2)
    assert partie.awaits == "speak"
    assert partie.apply(Pass(Seat.NORD))[-1] == Completed(Seat.OUEST, "SA")
    assert Card.of("9♦") in partie.view(Seat.OUEST).hand
    assert partie.turn is Seat.EST


def test_bv5_the_ladder_goes_up_by_contract() -> None:
    """Any higher contract overcalls; nothing overcalls tout atout."""
    partie = new("9♦", contracts="ladder")
    partie.apply(Take(Seat.EST, "♦"))

    assert refused(partie, Take(Seat.NORD, "♣")) == [("BV5", "lower_ladder")]
    assert [str(action.contract) for action in partie.legal_actions() if isinstance(action, Take)] == [
        "♥",
        "♠",
        "SA",
        "TA",
    ]
    assert partie.apply(Take(Seat.NORD, "TA"))[-1] == Completed(Seat.NORD, "TA")


# BP: the plis


def test_bp1_bp2_bp10_players_lay_in_turn_and_the_holder_opens() -> None:
    """The player right of the dealer opens whoever took; who takes the pli opens the next."""
    partie = dealt_partie(HANDS, "V♥")
    assert partie.view(Seat.NORD).turn is Seat.EST

    events = lay(partie, "A♦ 8♦ 10♦ R♦")
    assert events[-1] == PliTaken(1, Seat.EST, Seat.EST, read_cards("A♦ 8♦ 10♦ R♦"), 25)
    lay(partie, "7♠")
    assert (partie.turn, partie.view(Seat.NORD).holder) == (Seat.NORD, Seat.EST)
    lay(partie, "A♠ R♠ V♠")
    assert partie.state.taken[-1].seat == partie.turn == Seat.NORD


def test_bp2_a_card_of_another_player_or_hand_is_refused() -> None:
    """All rules that forbid a card are named."""
    partie = dealt_partie(HANDS, "V♥")

    assert refused(partie, Lay(Seat.NORD, Card.of("10♥"))) == [("BP2", "not_their_turn")]
    assert refused(partie, Lay(Seat.EST, Card.of("10♥"))) == [("BP2", "not_held")]
    assert refused(partie, Lay(Seat.NORD, Card.of("V♥"))) == [("BP2", "not_their_turn"), ("BP2", "not_held")]


#: Deals at ♥ in which Est opens A♠ and Nord, without ♠, cuts with the 9. In the first two Ouest has no ♠ either; in the
#: others Sud has none, the partner of Nord.
_EST, _NORD = "A♠ R♠ D♠ V♠ A♣ R♣ D♣ 10♥", "9♥ R♥ A♦ R♦ D♦ V♦ 10♦ 9♦"
OVER = {Seat.EST: _EST, Seat.NORD: _NORD, Seat.OUEST: "V♥ 7♥ 8♦ 7♦ V♣ 10♣ 9♣ 8♣", Seat.SUD: "10♠ 9♠ 8♠ 7♠ A♥ D♥ 8♥ 7♣"}
UNDER = OVER | {Seat.OUEST: "8♥ 7♥ 8♦ 7♦ V♣ 10♣ 9♣ 8♣", Seat.SUD: "10♠ 9♠ 8♠ 7♠ A♥ D♥ V♥ 7♣"}
PARTNER = OVER | {Seat.OUEST: OVER[Seat.SUD], Seat.SUD: OVER[Seat.OUEST]}
PARTNER_UNDER = OVER | {Seat.OUEST: UNDER[Seat.SUD], Seat.SUD: UNDER[Seat.OUEST]}


@pytest.mark.parametrize(
    ("hands", "laid", "card", "options", "refusal"),
    [
        (OVER, "A♠", "A♦", {}, ("BP6", "trump", "9♥ R♥")),
        (OVER, "A♠ 9♥", "7♥", {}, ("BP7", "overtrump", "V♥")),
        (OVER, "A♠ 9♥", "8♦", {}, ("BP7", "overtrump", "V♥")),
        (UNDER, "A♠ 9♥", "8♦", {}, ("BP7", "undertrump", "7♥ 8♥")),
        (UNDER, "A♠ 9♥", "8♦", {"undertrump": "free"}, None),
        (OVER, "A♠ 9♥ V♥", "A♥", {}, ("BP3", "follow", "7♠ 8♠ 9♠ 10♠")),
        (OVER, "10♥", "A♦", {}, ("BP4", "go_up", "9♥")),
        (OVER, "10♥", "R♥", {}, ("BP4", "go_up", "9♥")),
        (PARTNER, "A♠ 9♥ 7♠", "7♥", {}, None),
        (PARTNER, "A♠ 9♥ 7♠", "8♦", {"on_partners_trump": "over"}, None),
        (
            PARTNER,
            "A♠ 9♥ 7♠",
            "7♥",
            {"on_partners_trump": "over"},
            ("BP9", "over_partner", "8♣ 9♣ 10♣ V♣ 7♦ 8♦ V♥"),
        ),
        (PARTNER, "A♠ 9♥ 7♠", "8♦", {"on_partners_trump": "trump"}, ("BP9", "overtrump_partner", "V♥")),
        (PARTNER_UNDER, "A♠ 9♥ 7♠", "8♦", {"on_partners_trump": "trump"}, ("BP9", "undertrump_partner", "7♥ 8♥")),
        (PARTNER_UNDER, "A♠ 9♥ 7♠", "7♥", {"on_partners_trump": "trump"}, None),
    ],
)
def test_bp_a_renonce_is_refused_with_its_rule(
    hands: dict[Seat, str], laid: str, card: str, options: dict[str, Any], refusal: tuple[str, str, str] | None
) -> None:
    """BF2: where hands are known, only the cards that a player may lay are allowed; the refusal names them."""
    partie = dealt_partie(hands, "10♥", **options)
    lay(partie, laid)
    found = partie.refusals(Lay(partie.turn or Seat.SUD, Card.of(card)))

    assert [(one.rule, one.reason, one.expected) for one in found] == ([refusal] if refusal else [])


def test_bp4_who_can_go_up_at_trump_must() -> None:
    """Even over the partner; who cannot lays any trump."""
    partie = dealt_partie(HANDS, "V♥")
    lay(partie, "A♥")
    assert [card.text for card in cards_of(partie.view(Seat.NORD).allowed)] == ["8♥", "10♥"]
    lay(partie, "8♥ D♥ 7♥")


def test_bv3_at_tout_atout_every_suit_goes_up() -> None:
    """The refusal names the rule of tout atout."""
    partie = dealt_partie(HANDS, "V♥", contract="TA", contracts="overcall")
    lay(partie, "7♦")
    assert [card.text for card in cards_of(partie.view(Seat.NORD).allowed)] == ["8♦", "9♦"]
    lay(partie, "8♦")

    assert refused(partie, Lay(Seat.OUEST, Card.of("R♠"))) == [("BV3", "go_up_tout_atout")]


# The machine


def test_every_reason_is_met_in_these_tests() -> None:
    """Each reason of a refusal stands in a test of the modules about a partie."""
    modules = Path(__file__).parent.glob("test_partie*.py")
    text = "".join(module.read_text(encoding="utf-8") for module in modules)

    for reason in BELOTE_MOVE_REASONS:
        assert f'"{reason}"' in text, reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Pass("S"), "not_a_seat"),  # type: ignore[arg-type]
        (Lay(None, Card.of("7♥")), "not_a_seat"),  # type: ignore[arg-type]
        (Take(Seat.EST, "coeur"), "not_a_contract"),  # type: ignore[arg-type]
        (Take(Seat.EST, ["♥"]), "not_a_contract"),  # type: ignore[arg-type]
        (Lay(Seat.EST, "7♥"), "not_a_card"),  # type: ignore[arg-type]
        (Lay(Seat.EST, Card.of("7♥"), says="yes"), "not_yes_or_no"),  # type: ignore[arg-type]
        (Announce(Seat.EST, ()), "not_annonces"),
        (Announce(Seat.EST, ["tierce"]), "not_annonces"),  # type: ignore[arg-type]
        (Announce(Seat.EST, ("tierce",) * 5), "not_annonces"),
        (Announce(Seat.EST, (["tierce"],)), "not_annonces"),  # type: ignore[arg-type]
        (Announce(Seat.EST, ("quinte",)), "not_annonces"),  # type: ignore[arg-type]
        (Claim("N+S"), "not_a_team"),  # type: ignore[arg-type]
        (Claim(Team.NS, claims=1), "not_yes_or_no"),  # type: ignore[arg-type]
    ],
)
def test_values_of_other_types_are_refused(action: Action, reason: str) -> None:
    """Python does not check the fields of actions, so the game does, in every phase."""
    for partie in (new(), dealt_partie(HANDS, "V♥", annonces=True)):
        assert [refusal.reason for refusal in partie.refusals(action)] == [reason]
        with pytest.raises(IllegalActionError):
            partie.apply(action)


@pytest.mark.parametrize("action", [None, "pass", Card.of("7♥"), Passed := PassedOn(Seat.EST), Pass])
def test_what_is_not_an_action_is_an_argument_error(action: Any) -> None:
    """Nothing is lost."""
    partie = new()

    with pytest.raises(ArgumentError, match="expected one of Pass, Take, Bid"):
        partie.apply(action)
    assert partie == new()


def test_a_partie_copies_pickles_and_compares() -> None:
    """A copy goes on independently; a pickle holds the terms and the log."""
    partie = play_on(new(), random.Random(3), 60)
    twin = copy.deepcopy(partie)
    assert twin == partie == pickle.loads(pickle.dumps(partie))

    play_on(twin, random.Random(1), 1)
    assert twin != partie
    assert len(twin.log) > len(partie.log)
    assert repr(partie).startswith("Partie(deal ")


def test_a_log_of_other_cards_does_not_replay() -> None:
    """The first event that differs is named by its number."""
    partie = play_on(new(), random.Random(3), 20)
    other = Setup(partie.setup.rules, 2, partie.setup.dealer)

    with pytest.raises(ReplayError) as caught:
        Partie.replay(other, partie.log)
    assert caught.value.number == 1
    forged = list(partie.log)
    place = next(place for place, event in enumerate(forged) if isinstance(event, PliTaken))
    forged[place] = PliTaken(1, Seat.SUD, Seat.EST, PACK[:4], 0)
    with pytest.raises(ReplayError) as caught:
        Partie.replay(partie.setup, forged)
    assert caught.value.number == place + 1


def test_bf3_a_forged_belote_does_not_replay() -> None:
    """A log that says « Belote » where there is none is refused."""
    partie = dealt_partie(HANDS, "V♥")
    lay(partie, "7♦")
    forged = [*partie.log[:-1], Laid(Seat.EST, Card.of("7♦"), "belote")]

    with pytest.raises(ReplayError, match="belote"):
        Partie.replay(partie.setup, forged)


# Counts of all ways to play


def ways(partie: Partie, plis: int) -> int:
    """Return in how many ways the deal can be played until that many plis are taken, by apply and undo."""
    if len(partie.state.taken) == plis or partie.state.sheet.ended:
        return 1
    count = 0
    for action in partie.legal_actions():
        partie.apply(action)
        count += ways(partie, plis)
        partie.undo()
    return count


def ways_of_hands(hands: list[frozenset[Card]], pli: tuple[Card, ...], turn: int, plis: int, partie: Partie) -> int:
    """Return the same, from sets of cards and ``legal`` alone."""
    if plis == 0:
        return 1
    contract = partie.state.donne.contract or ""
    count = 0
    for card in legal(hands[turn], pli, contract, partie.rules):
        left = [hand - {card} for hand in hands]
        laid = (*pli, card)
        if len(laid) < 4:
            count += ways_of_hands(left, laid, (turn + 1) % 4, plis, partie)
            continue
        suit, best = laid[0].suit, laid[0]
        for other in laid[1:]:
            if _beats(other, best, contract, suit):
                best = other
        opener = (turn + 1) % 4
        count += ways_of_hands(left, (), (opener + laid.index(best)) % 4, plis - 1, partie)
    return count


def _beats(card: Card, best: Card, contract: str, led: str) -> bool:
    """Return whether a card takes the pli from the best one, by the orders of BC2 and BC3."""
    if card.suit != best.suit:
        return card.suit == contract
    order = "7 8 D R 10 A 9 V" if contract in (card.suit, "TA") else "7 8 9 V D R 10 A"
    return order.split().index(card.rank) > order.split().index(best.rank)


@pytest.mark.parametrize(
    ("seed", "options", "contract", "count"),
    [
        (1, {}, "", 1296),
        (2, {"undertrump": "free", "on_partners_trump": "over"}, "", 76),
        (3, {"contracts": "overcall"}, "TA", 136),
    ],
)
def test_bp_all_ways_to_play_are_counted(seed: int, options: dict[str, Any], contract: str, count: int) -> None:
    """The last three plis of a deal: as many ways by the game as by the pure rules, and a known number."""
    partie = Partie.new(BeloteRules(**options), seed=seed)
    while partie.awaits == "speak":
        takes = [action for action in partie.legal_actions() if isinstance(action, Take)]
        wanted = [take for take in takes if take.contract == contract] or takes[:1]
        partie.apply(wanted[0])
    rng = random.Random(seed)
    while len(partie.state.taken) < 5:
        partie.apply(rng.choice(partie.legal_actions()))
    hands = [frozenset(cards_of(hand)) for hand in partie.state.hands]

    found = ways(partie, 8)

    assert found == ways_of_hands(hands, (), partie.state.turn, 3, partie) == count
    assert SEATS[partie.state.turn] is partie.turn


@pytest.mark.parametrize(("all_pass", "dealer"), [("redeal", Seat.EST), ("same_dealer", Seat.SUD)])
def test_ba6_the_next_player_deals_when_nobody_took_or_the_same_one(all_pass: Any, dealer: Seat) -> None:
    """BA6, BD10: after eight passes the deal goes on, unless the table lets the same player deal again."""
    partie = new(all_pass=all_pass)

    passes(partie, 8)

    assert partie.state.donne.dealt.dealer is dealer


def test_bn6_annonces_are_too_late_once_the_player_has_laid_a_card() -> None:
    """In pli 1 too, whoever has to lay: that is the reason that is told."""
    partie = dealt_partie(HANDS, "9♥", annonces=True)
    lay(partie, "7♠")

    assert refused(partie, Announce(Seat.EST, ("tierce",))) == [("BN6", "annonces_too_late")]


def test_states_are_not_watched_by_the_garbage_collector() -> None:
    """States hold no cycles: each has the option that keeps a game quick."""
    partie = Partie.new(seed=1)
    games: tuple[Game, ...] = ("classic", "coinche", "comptoir", "lyonnaise")
    auctions = [Partie.new(BeloteRules(game=game), seed=1).state.donne.auction for game in games]
    views: list[Any] = [partie.view(Seat.SUD), Column(None, hidden=True)]
    kept: list[Any] = [partie.state, partie.state.donne, partie.state.sheet, *views, *auctions]

    assert [one.__struct_config__.gc for one in kept] == [False] * len(kept)
    assert [one.__struct_config__.frozen for one in kept] == [True] * len(kept)


def test_ba1_the_state_of_a_new_deal_is_empty() -> None:
    """Nobody has points, and the seat right of the dealer opens and would hold the pli."""
    state = Partie.new(seed=1, dealer=Seat.SUD).state

    assert (state.turn, state.holder, state.opener) == (1, 1, 1)
    assert Sheet().points == Sheet().exact == Sheet().waiting == (0, 0)


def test_v22_no_card_lies_face_down_in_the_game_of_four() -> None:
    """Only the games of two players have covered cards."""
    assert Partie.new(seed=1).state.donne.covered == 0

"""Three players in a partie: the packs, the deal, the prise, partners, scores and the end (V3)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.actions import Action, Announce, Claim, Lay, Pass, Take
from belettre_lexicon.games.belote.cards import PACK, Card, mask_of, points_in, read_cards
from belettre_lexicon.games.belote.deals.deal import places_of, shuffled
from belettre_lexicon.games.belote.donne import end_of, result_of, unplayed, winners_of
from belettre_lexicon.games.belote.events import AnnoncesJudged, Completed, DealEnded, Dealt, PliTaken
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.records import RecordError, format_record, parse_record, partie_of, record_of
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS_OF, Seat, Team
from belettre_lexicon.games.belote.shorthand import read_shorthand, write_shorthand
from belettre_lexicon.games.belote.view import seen_by
from tests.belote.twins import same_to, twins

SUD, EST, NORD = SEATS_OF[3]


def new(seed: int = 3, retourne: str = "", **options: Any) -> Partie:
    """Return a partie of three whose first dealer is South, with a given retourne or any."""
    rules = BeloteRules(game="three", **options)
    pack = list(shuffled(seed, 1, rules.variant.pack))
    if retourne:
        place = pack.index(Card.of(retourne))
        pack[15], pack[place] = pack[place], pack[15]
    return Partie.new(rules, seed=seed, dealer=SUD, packs=(tuple(pack),))


def say(partie: Partie, *words: str) -> Partie:
    """Let the players speak in turn: "-" for a pass, or a contract."""
    for word in words:
        seat = partie.turn
        assert seat is not None
        partie.apply(Pass(seat) if word == "-" else Take(seat, word))  # type: ignore[arg-type]
    return partie


def refused(partie: Partie, action: Action) -> list[tuple[str, str]]:
    """Return the rule and the reason of each refusal."""
    return [(refusal.rule, refusal.reason) for refusal in partie.refusals(action)]


def play_on(partie: Partie, seed: int = 0) -> DealEnded:
    """Lay random cards to the end of the deal, and return it."""
    rng, before = random.Random(seed), len(partie.state.sheet.ended)
    while len(partie.state.sheet.ended) == before:
        partie.apply(rng.choice(partie.legal_actions()))
    return partie.state.sheet.ended[-1]


def dealt(hands: dict[Seat, str], taker: Seat, contract: str, **options: Any) -> Partie:
    """Return a deal of 24 cards with given hands of eight cards each; the taker's last card is the retourne."""
    partie = new(**options)
    pack: dict[int, Card] = {}
    for seat, places in places_of(SUD, taker, partie.rules).items():
        pack |= zip(places, read_cards(hands[seat]), strict=True)
    packs = (tuple(pack[place] for place in range(24)),)
    partie = Partie.new(partie.rules, seed=1, dealer=SUD, packs=packs)
    while partie.turn is not taker:
        say(partie, "-")
    return say(partie, contract)


@pytest.mark.parametrize(
    ("options", "missing", "hand"),
    [
        ({}, "7♣ 8♣ 7♦ 8♦ 7♥ 8♥ 7♠ 8♠", 8),
        ({"deck": "30"}, "7♣ 7♠", 10),
        ({"deck": "30", "sevens": "red"}, "7♦ 7♥", 10),
    ],
)
def test_v3_2_v3_5_the_packs(options: dict[str, Any], missing: str, hand: int) -> None:
    """24 cards without 7s and 8s, or 30 without two 7s; always 152 points, and as many plis as cards in a hand."""
    partie = say(new(**options), "-")
    retourne = partie.view(EST).retourne
    assert retourne is not None
    say(partie, retourne.suit)

    assert mask_of(PACK) & ~sum(partie.state.hands) == mask_of(read_cards(missing))
    assert [held.bit_count() for held in partie.state.hands] == [hand] * 3
    assert points_in(sum(partie.state.hands), "♥") == 152
    ended = play_on(partie)
    assert sum(ended.plis_won) == hand
    assert sum(ended.plis) == 162


def test_v3_3_five_cards_then_the_rest() -> None:
    """3 and 2 from the dealer's right, the retourne; then three more, the taker two and the retourne."""
    partie = new(retourne="9♦")
    pack = partie.state.donne.dealt.pack

    assert partie.log[0] == Dealt(1, SUD, pack[15], pack)
    assert partie.state.hands[NORD.index] == mask_of((*pack[3:6], *pack[11:13]))
    say(partie, "-", "♦")
    assert partie.log[-1] == Completed(NORD, "♦")
    assert partie.state.hands[NORD.index] == mask_of((*pack[3:6], *pack[11:13], pack[15], *pack[19:21]))
    assert partie.state.hands[EST.index] == mask_of((*pack[0:3], *pack[9:11], *pack[16:19]))
    assert partie.turn is EST


def test_v3_4_three_passes_end_a_round() -> None:
    """Three more end the deal; the next player deals, or the dealer must take (BA6)."""
    partie = say(new(retourne="9♦"), "-", "-", "-")
    assert refused(partie, Take(EST, "♦")) == [("BA3", "same_suit")]
    say(partie, "-", "-", "-")
    assert partie.log[7] == replace(unplayed(partie.state.donne, "passed", partie.rules), number=1)
    assert partie.turn is NORD
    forced = say(new(retourne="9♦", all_pass="dealer_takes"), "-", "-", "-", "-", "-")
    assert refused(forced, Pass(SUD)) == [("BA6", "dealer_takes")]


@pytest.mark.parametrize(("together", "refusals"), [(True, []), (False, [("BP6", "trump")])])
def test_v3_6_defenders_are_partners(*, together: bool, refusals: list[tuple[str, str]]) -> None:
    """South, void, need not trump the pli that East holds; by an option each is bound as if alone."""
    hands = {
        EST: "A♠ 10♠ R♠ A♣ 10♣ R♣ D♣ V♣",
        NORD: "D♠ V♠ 9♠ A♥ 10♥ 9♦ V♦ A♦",
        SUD: "9♣ R♥ D♥ V♥ 9♥ 10♦ R♦ D♦",
    }
    partie = dealt(hands, NORD, "♦", defenders_partners=together)
    lay(partie, "A♠", "D♠")

    assert refused(partie, Lay(SUD, Card.of("9♣"))) == refusals
    assert len(partie.legal_actions()) == (8 if together else 3)


def test_v3_6_the_taker_has_no_partner() -> None:
    """He must trump whoever holds the pli, and go above (BP6, BP7)."""
    hands = {
        EST: "A♠ 10♠ R♠ A♣ 10♣ R♣ D♣ V♣",
        SUD: "D♠ V♠ 9♠ A♥ 10♥ 9♦ V♦ A♦",
        NORD: "9♣ R♥ D♥ V♥ 9♥ 10♦ R♦ D♦",
    }
    partie = dealt(hands, NORD, "♦")
    lay(partie, "A♠")

    assert refused(partie, Lay(NORD, Card.of("9♣"))) == [("BP6", "trump")]


def lay(partie: Partie, *cards: str) -> None:
    """Let the players lay cards in turn."""
    for text in cards:
        assert partie.turn is not None
        partie.apply(Lay(partie.turn, Card.of(text)))


def test_v3_7_annonces_of_the_taker_against_those_of_both_defenders() -> None:
    """The defenders score theirs together."""
    hands = {
        EST: "9♥ 10♥ V♥ A♣ 9♣ V♣ 9♠ D♣",
        NORD: "A♦ D♦ R♣ 10♣ V♠ 10♠ D♥ 10♦",
        SUD: "A♠ R♠ D♠ R♥ A♥ 9♦ V♦ R♦",
    }
    partie = dealt(hands, NORD, "♦", annonces=True)
    partie.apply(Announce(EST, ("tierce",)))
    lay(partie, "9♥", "D♥")
    partie.apply(Announce(SUD, ("tierce",)))
    ended = play_on(partie)

    judged = next(event for event in partie.log if isinstance(event, AnnoncesJudged))
    assert (judged.team, judged.points, [one.seat for one in judged.shown]) == (Team.EST, 40, [EST, SUD])
    assert ended.annonces == (0, 40, 0)


def test_v3_8_v3_9_what_the_players_score() -> None:
    """The taker against both; each defender scores the whole of what the defence does, or by an option half."""
    for seed in range(40):
        for half in (False, True):
            partie = new(seed, defence_scores="half" if half else "each")
            retourne = partie.view(EST).retourne
            assert retourne is not None
            ended = play_on(say(partie, retourne.suit), seed)
            ours = ended.plis[1] + ended.belote[1]
            theirs = sum(ended.plis) + sum(ended.belote) - ours
            if ended.outcome == "chute":
                defence = 162 // 2 if half else 162 + ended.belote[0] + ended.belote[2]
                assert ended.points[0] == defence + (ended.belote[0] if half else 0)
                assert winners_of(ended, partie.rules) == (0, 2)
            elif ended.outcome == "made":
                assert ended.points[1] == ours > theirs
                assert winners_of(ended, partie.rules) == (1,)


@pytest.mark.parametrize(
    ("taker_points", "options", "points", "waiting"),
    [
        (81, {}, (81, 0, 81), 162),
        (100, {}, (62, 181, 62), 0),
        (70, {}, (243, 0, 243), 0),
        (70, {"defence_scores": "half"}, (121, 0, 121), 0),
    ],
)
def test_v3_10_what_waits_goes_to_the_next_winners(
    taker_points: int, options: dict[str, Any], points: tuple[int, ...], waiting: int
) -> None:
    """81 wait: the taker gets them on top, or each defender; with half, half of the sum."""
    ended = DealEnded(
        2, "passed", EST, "♥", (60, taker_points, 102 - taker_points), (3, 3, 2), (0, 0, 0), (0, 0, 0), waited=(81, 81)
    )

    result = result_of(ended, BeloteRules(game="three", **options))

    assert (result.points, result.waiting) == (points, waiting)


def test_v3_11_each_for_himself_to_the_end() -> None:
    """The dealer turns, and the player with the highest total wins."""
    partie = new(target=300)
    rng = random.Random(5)
    while not partie.over:
        partie.apply(rng.choice(partie.legal_actions()))

    dealers = [event.dealer for event in partie.log if isinstance(event, Dealt)]
    assert dealers == [SEATS_OF[3][number % 3] for number in range(len(dealers))]
    assert partie.winner is not None
    assert partie.points[partie.winner.index] == max(partie.points) >= 300
    assert end_of(partie.state.sheet, partie.rules).winner == partie.winner.index
    assert refused(partie, Claim(Team.NS)) == [("BD1", "not_a_team")]


def test_v3_12_v3_13_moderne() -> None:
    """A suit is changed by SA or TA, SA by TA; a take stands once the two others have passed, TA at once."""
    partie = say(new(retourne="9♦", moderne=True), "♦")
    assert refused(partie, Take(NORD, "♠")) == [("V3.12", "lower_moderne")]
    say(partie, "-", "SA")
    assert refused(partie, Take(EST, "SA")) == [("V3.12", "lower_moderne")]
    say(partie, "-", "-")
    assert partie.log[-1] == Completed(SUD, "SA")
    assert say(new(retourne="9♦", moderne=True), "-", "TA").log[-1] == Completed(NORD, "TA")
    assert say(new(retourne="9♦", moderne=True), "-", "♦", "-", "SA", "-", "-").log[-1] == Completed(EST, "SA")
    assert say(new(retourne="9♦", moderne=True), "-", "-", "-", "-", "♠", "-", "-").log[-1] == Completed(NORD, "♠")


def test_v3_14_a_jack_forces_the_first_to_speak() -> None:
    """Its suit, SA or TA."""
    partie = new(retourne="V♥", moderne=True)

    assert partie.legal_actions() == [Take(EST, "♥"), Take(EST, "SA"), Take(EST, "TA")]
    assert refused(partie, Pass(EST)) == [("V3.14", "jack_forces_moderne")]
    assert refused(new(retourne="V♥"), Pass(EST)) == []


def test_v3_15_plain_values() -> None:
    """130 points at SA, 258 at TA, with the dix de der."""
    for contract, whole in (("SA", 130), ("TA", 258)):
        partie = new(retourne="9♦", moderne=True)
        say(partie, contract)
        while partie.awaits == "speak":
            say(partie, "-")
        ended = play_on(partie)
        assert sum(ended.plis) == whole
        assert ended.contract == contract


def test_v3_seats_of_others_are_refused() -> None:
    """West has no seat at a table of three."""
    partie = new()

    assert refused(partie, Pass(Seat.OUEST)) == [("BD1", "not_a_seat")]
    with pytest.raises(ArgumentError, match="seat O: expected one of S, E, N"):
        partie.view(Seat.OUEST)
    with pytest.raises(ArgumentError, match="dealer"):
        Partie.new(partie.rules, seed=1, dealer=Seat.OUEST)
    with pytest.raises(ArgumentError, match="the 24 cards"):
        Partie.new(partie.rules, seed=1, packs=(PACK,))


def test_v3_a_record_names_players_of_its_table() -> None:
    """A name for a seat that the table does not have is refused, with its line."""
    text = format_record(record_of(new(), {NORD: "Ana"}))
    assert parse_record(text).players == {NORD: "Ana"}

    with pytest.raises(RecordError, match="players: O, expected one of S, E, N"):
        parse_record(format_record(record_of(new(), {Seat.OUEST: "Ana"})))


def test_v3_parties_are_written_and_read() -> None:
    """Records, shorthand and undo, with the retourne alone too; a seat sees its own cards only."""
    for seed in range(40):
        rng = random.Random(seed)
        options: dict[str, Any] = {
            "deck": rng.choice(["24", "30"]),
            "moderne": seed % 2 == 0,
            "annonces": seed % 3 == 0,
        }
        partie = new(seed, clockwise=seed % 5 == 0, **options)
        for _ in range(200):
            if partie.over:
                break
            partie.apply(rng.choice(partie.legal_actions()))
        assert partie_of(parse_record(format_record(record_of(partie)))) == partie
        text = write_shorthand(partie)
        assert read_shorthand(text, seed=seed).log == partie.log
        for seat in SEATS_OF[3]:
            for event in partie.log:
                shown = seen_by(event, seat, rules=partie.rules)
                if isinstance(shown, Dealt):
                    assert (len(shown.hand), shown.pack) == (5, ())
            assert partie.view(seat).hand_mask == partie.state.hand(seat.index)
        plis = [event for event in partie.log if isinstance(event, PliTaken)]
        assert all(len(pli.cards) == 3 for pli in plis)


def test_v3_hidden_cards_do_not_change_a_view() -> None:
    """BD8: parties that differ in what a seat may not know look the same to it."""
    compared = 0
    for seed in range(80):
        rng = random.Random(seed)
        partie = new(seed, deck=rng.choice(["24", "30"]), moderne=seed % 2 == 0, annonces=seed % 3 == 0)
        for _ in range(seed % 20):
            partie.apply(rng.choice(partie.legal_actions()))
        if partie.state.sheet.ended:
            continue
        for seat in SEATS_OF[3]:
            for twin in twins(partie, seat, rng, 5):
                compared += 1
                assert same_to(partie, twin, seat)
    assert compared >= 200

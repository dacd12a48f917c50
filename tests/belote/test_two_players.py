"""V2: parties of two players, découverte and bis: what is dealt, seen, turned up, said and counted."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    PACK,
    Action,
    BeloteRules,
    Card,
    IllegalActionError,
    Laid,
    Lay,
    Partie,
    Pass,
    Seat,
    Setup,
    Take,
)
from belettre_lexicon.games.belote.cards import mask_of, read_cards
from belettre_lexicon.games.belote.deals.rows import Column
from belettre_lexicon.games.belote.events import Completed, DealEnded, Dealt, Event, PliTaken, Turned
from belettre_lexicon.games.belote.records import format_record, parse_record, partie_of, record_of
from belettre_lexicon.games.belote.seats import SEATS_OF
from belettre_lexicon.games.belote.shorthand import ShorthandError, read_shorthand, write_shorthand
from belettre_lexicon.games.belote.view import seen_by
from tests.belote.played import actions_in
from tests.exhaustive import EXHAUSTIVE

SUD, EST = SEATS_OF[2]
PARTIES, TWINS = (2_000, 1_000) if EXHAUSTIVE else (60, 60)
#: Options of the two games that change what happens in a deal, with their values.
CHOICES: dict[str, list[Any]] = {
    "turn": ["play", "pli"],
    "belote_hidden": [False, True],
    "second_round": ["others", "any"],
    "all_pass": ["redeal", "dealer_takes"],
    "jack_forces": [False, True],
    "rebelote": ["once", "required", "optional"],
    "king_first": [False, True],
    "target": [200, 1000],
    "rounding": ["exact", "ten", "five"],
    "make": ["all", "belote", "plis"],
}


def random_rules(rng: random.Random) -> BeloteRules:
    """Return random house rules of one of the two games."""
    options: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items()}
    return BeloteRules.from_dict({"game": rng.choice(["decouverte", "bis"]), **options})


def random_action(partie: Partie, rng: random.Random) -> Action:
    """Return a random legal action; now and then, a card is laid without a word."""
    action = rng.choice(partie.legal_actions())
    if isinstance(action, Lay) and rng.random() < 0.1:
        return Lay(action.seat, action.card, says=False)
    return action


def pack_of(**given: str) -> tuple[Card, ...]:
    """Return a pack with some cards in given places, as in ``p10="V♥"``, and the others in the order of PACK."""
    placed = {int(place[1:]): Card.of(text) for place, text in given.items()}
    others = iter([card for card in PACK if card not in placed.values()])
    return tuple(placed[place] if place in placed else next(others) for place in range(len(PACK)))


def dealt(pack: tuple[Card, ...] = PACK, **options: Any) -> Partie:
    """Return a partie of découverte, or of another game in *options*, in which Sud deals and Est is to speak."""
    rules = BeloteRules.from_dict({"game": "decouverte", **options})
    return Partie.new(rules, seed=1, dealer=SUD, packs=[pack])


def turned_up(partie: Partie) -> Card:
    """Return the retourne of the current deal."""
    retourne = partie.state.donne.dealt.retourne
    assert retourne is not None
    return retourne


def play(partie: Partie, *cards: str) -> list[Event]:
    """Lay cards, each by the player whose turn it is; return the events."""
    events: list[Event] = []
    for text in cards:
        assert partie.turn is not None
        events += partie.apply(Lay(partie.turn, Card.of(text)))
    return events


def test_v2_1_two_players_play_for_themselves() -> None:
    """Each player is a side; they deal by turns."""
    partie = dealt()

    for seat in (EST, SUD, EST, SUD):
        events = partie.apply(Pass(seat))

    assert partie.points == (0, 0)
    assert isinstance(events[-1], Dealt)
    assert events[-1].dealer is EST
    assert partie.turn is SUD


def test_v2_1_only_two_seats_exist() -> None:
    """A third seat can neither deal, nor act, nor look."""
    partie = dealt()

    assert [refusal.reason for refusal in partie.refusals(Pass(Seat.NORD))] == ["not_a_seat"]
    with pytest.raises(ArgumentError, match="expected one of S, E"):
        partie.view(Seat.NORD)
    with pytest.raises(ArgumentError, match="dealer"):
        Partie.new(BeloteRules(game="bis"), seed=1, dealer=Seat.OUEST)


def test_v2_3_in_the_decouverte_the_open_cards_come_after_the_prise() -> None:
    """Before the prise each player sees five cards and the retourne #20; the taker gets it, the other one #21."""
    partie = dealt()
    before = partie.view(EST)

    completed = partie.apply(Take(EST, turned_up(partie).suit))[-1]

    assert before.hand == (PACK[0], PACK[1], PACK[2], PACK[6], PACK[7])
    assert before.rows == ((Column(None, hidden=True),) * 5,) * 2
    assert before.retourne is PACK[20]
    assert isinstance(completed, Completed)
    assert completed.up == (PACK[23:32:2], PACK[22:32:2])
    assert partie.view(EST).hand == (*before.hand, PACK[20])
    assert PACK[21] in partie.view(SUD).hand
    assert [column.card for column in partie.view(SUD).rows[EST.index]] == list(PACK[22:32:2])


def test_v2_4_in_the_bis_the_open_cards_are_known_before_the_prise() -> None:
    """Both rows lie open before the first word, and everybody sees the event with them."""
    partie = dealt(game="bis")
    first = partie.log[0]

    assert isinstance(first, Dealt)
    assert first.up == (PACK[19:26:2], PACK[18:26:2])
    assert seen_by(first, None) == Dealt(1, SUD, PACK[26], up=first.up)
    assert [column.card for column in partie.view(EST).rows[EST.index]] == list(PACK[18:26:2])
    assert partie.view(EST).retourne is PACK[26]


def test_v2_4_in_the_bis_each_player_has_eight_cards_in_hand() -> None:
    """The taker gets the retourne and two cards, the other three."""
    partie = dealt(game="bis")

    partie.apply(Take(EST, turned_up(partie).suit))

    assert set(partie.view(EST).hand) == {*PACK[:3], *PACK[6:8], PACK[26], PACK[27], PACK[28]}
    assert set(partie.view(SUD).hand) == {*PACK[3:6], *PACK[8:10], *PACK[29:32]}


def test_v2_6_a_face_down_card_is_not_held() -> None:
    """A card that lies face down cannot be laid, and the refusal is that of a card of the other player's hand."""
    partie = dealt()
    partie.apply(Take(EST, "♥"))

    hidden, foreign = Lay(EST, PACK[10]), Lay(EST, PACK[3])

    assert [refusal.reason for refusal in partie.refusals(hidden)] == ["not_held"]
    assert [refusal.reason for refusal in partie.refusals(foreign)] == ["not_held"]


def test_v2_7_a_card_is_turned_before_the_other_player_answers() -> None:
    """Est lays the open card of column 1: the card under it is turned up at once, and may be laid in the next pli."""
    partie = dealt()
    partie.apply(Take(EST, "♥"))

    events = play(partie, PACK[22].text)

    assert events == [Laid(EST, PACK[22]), Turned(EST, PACK[10])]
    assert partie.turn is SUD
    assert partie.view(SUD).rows[EST.index][0] == Column(PACK[10], hidden=False)
    assert [refusal.reason for refusal in partie.refusals(Lay(EST, PACK[10]))] == ["not_their_turn"]


def test_v2_7_with_the_option_both_cards_are_turned_after_the_pli() -> None:
    """With turn="pli" nothing is turned until both cards lie; then Sud's card is turned, and Est's."""
    partie = dealt(turn="pli")
    partie.apply(Take(EST, "♥"))

    first = play(partie, PACK[22].text)
    column = partie.view(SUD).rows[EST.index][0]
    answer = partie.legal_actions()[-1]
    assert isinstance(answer, Lay)
    second = partie.apply(answer)

    assert first == [Laid(EST, PACK[22])]
    assert column == Column(None, hidden=True)
    assert [type(event) for event in second] == [Laid, PliTaken, Turned, Turned]
    assert {event.seat for event in second if isinstance(event, Turned)} == {SUD, EST}


def test_v2_9_v2_10_a_deal_has_sixteen_plis_of_two_cards() -> None:
    """The plis of a whole deal have two cards each; with the der after the 16th there are 162 points."""
    partie, rng = dealt(), random.Random(4)
    partie.apply(Take(EST, "♥"))

    while not partie.state.sheet.ended:
        partie.apply(rng.choice(partie.legal_actions()))
    plis = [event for event in partie.log if isinstance(event, PliTaken)]
    (ended,) = partie.state.sheet.ended

    assert [pli.number for pli in plis] == list(range(1, 17))
    assert {len(pli.cards) for pli in plis} == {2}
    assert sum(ended.plis) == 162
    assert sum(ended.plis_won) == 16
    assert ended.plis[plis[-1].seat.index] - sum(pli.points for pli in plis if pli.seat is plis[-1].seat) == 10


def test_v2_10_a_capot_is_all_sixteen_plis() -> None:
    """Est has every ♥ and every ♠ but one in sight, in hand and in the row, and takes all plis: 252, and the belote."""
    hearts, spades = "A♥ R♥ D♥ V♥ 10♥ 9♥ 8♥ 7♥", "A♠ R♠ D♠ V♠ 10♠ 9♠ 8♠ 7♠"
    own = (0, 1, 2, 6, 7, 20, 10, 12, 14, 16, 18, 22, 24, 26, 28, 30)
    cards = iter(read_cards(f"{hearts} {spades}"))
    partie = dealt(pack_of(**{f"p{place}": next(cards).text for place in own}))
    partie.apply(Take(EST, turned_up(partie).suit))

    while not partie.state.sheet.ended:
        trumps = [lay for lay in partie.legal_actions() if isinstance(lay, Lay) and lay.card.suit == "♥"]
        partie.apply((trumps or partie.legal_actions())[-1])
    (ended,) = partie.state.sheet.ended

    assert ended.plis_won == (0, 16)
    assert ended.outcome == "capot"
    assert ended.points == (0, 272)


#: R♥ in Est's hand, D♥ face down in Est's column 1 under 8♦, A♥ in Sud's hand: D♥ can be laid from the third pli on.
BELOTE_UNDER = pack_of(p0="R♥", p10="D♥", p22="8♦", p3="A♥", p4="7♦", p5="9♦", p20="V♥", p1="A♠", p2="7♠")


@pytest.mark.parametrize(("hidden", "said", "belote"), [(False, ["", ""], (0, 0)), (True, ["", "belote"], (0, 20))])
def test_v2_11_a_queen_face_down_is_no_belote_but_by_option(
    hidden: bool, said: list[str], belote: tuple[int, int]
) -> None:
    """Est lays R♥ while D♥ lies face down: no belote; with belote_hidden it counts, and is said with D♥."""
    partie = dealt(BELOTE_UNDER, belote_hidden=hidden)
    partie.apply(Take(EST, "♥"))
    play(partie, "R♥", "A♥", "7♦", "8♦")

    while not partie.state.sheet.ended:
        queen = [lay for lay in partie.legal_actions() if isinstance(lay, Lay) and lay.card.text == "D♥"]
        partie.apply((queen or partie.legal_actions())[0])
    words = [event.said for event in partie.log if isinstance(event, Laid) and event.card.text in ("R♥", "D♥")]

    assert words == said
    assert partie.state.sheet.ended[0].belote == belote


def test_v2_11_a_belote_in_hand_and_row_is_said_as_ever() -> None:
    """R♥ in hand and D♥ open in the row: « Belote » with the first, « Rebelote » with the second."""
    partie = dealt(pack_of(p0="R♥", p22="D♥", p20="V♥", p3="7♥", p4="8♥", p12="A♥", p14="10♥", p16="9♥"))
    partie.apply(Take(EST, "♥"))

    first = play(partie, "R♥", "7♥")[0]
    second = play(partie, "D♥")[0]

    assert (first, second) == (Laid(EST, Card.of("R♥"), "belote"), Laid(EST, Card.of("D♥"), "rebelote"))


def test_v2_11_a_card_turned_up_by_the_first_was_not_in_sight() -> None:
    """D♥ lies right under R♥: as R♥ is laid D♥ is still face down, so there is no belote; by option there is one."""
    pack = pack_of(p22="R♥", p10="D♥", p20="V♥", p3="7♥", p4="8♥", p12="A♥", p14="10♥", p16="9♥")
    words = {}
    for hidden in (False, True):
        partie = dealt(pack, belote_hidden=hidden)
        partie.apply(Take(EST, "♥"))
        play(partie, "R♥", "7♥", "D♥")
        words[hidden] = [event.said for event in partie.log if isinstance(event, Laid) and event.seat is EST]

    assert words == {False: ["", ""], True: ["", "belote"]}


def test_v2_11_bb2_where_the_king_is_first_a_hidden_king_makes_no_belote() -> None:
    """With king_first and belote_hidden, D♥ laid while R♥ lies face down loses the belote; R♥ laid first keeps it."""
    words = {}
    for first, under in (("D♥", "R♥"), ("R♥", "D♥")):
        pack = pack_of(p22=first, p10=under, p20="V♥", p3="7♥", p4="8♥", p12="A♥", p14="10♥", p16="9♥")
        partie = dealt(pack, belote_hidden=True, king_first=True)
        partie.apply(Take(EST, "♥"))
        play(partie, first, "7♥", under)
        words[first] = [event.said for event in partie.log if isinstance(event, Laid) and event.seat is EST]

    assert words == {"D♥": ["", ""], "R♥": ["", "belote"]}


def test_v2_11_who_kept_silent_with_both_cards_in_sight_has_no_hidden_belote() -> None:
    """BB5: with belote_hidden too, a word that could have been said with the first card is not made good."""
    partie = dealt(
        pack_of(p0="R♥", p22="D♥", p20="V♥", p3="7♥", p4="8♥", p12="A♥", p14="10♥", p16="9♥"), belote_hidden=True
    )
    partie.apply(Take(EST, "♥"))

    partie.apply(Lay(EST, Card.of("R♥"), says=False))
    play(partie, "7♥", "D♥")

    assert partie.view(EST).belotes == ()


def twin_of(partie: Partie, seat: Seat, rng: random.Random) -> Partie | None:
    """Return a partie with the cards that a seat cannot know in other places; None if it would look different."""
    state, pack = partie.state, list(partie.state.donne.dealt.pack)
    view = partie.view(seat)
    known = view.held | turned_up(partie).bit | state.played
    known |= mask_of([column.card for row in view.rows for column in row if column.card is not None])
    places = [place for place, card in enumerate(pack) if not known & card.bit]
    cards = [pack[place] for place in places]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
    twin = Partie(Setup(partie.rules, partie.setup.seed, partie.setup.dealer, (tuple(pack),)))
    try:
        for action in actions_in(partie.log):
            twin.apply(action)
    except IllegalActionError:
        return None
    return twin if public(twin) == public(partie) else None


def public(partie: Partie) -> list[Event]:
    """Return the events of a partie as a spectator sees them."""
    return [seen_by(event, None, rules=partie.rules) for event in partie.log]


@pytest.mark.sampled
@settings(max_examples=TWINS)
@given(st.integers(0, 10**9), st.integers(0, 34), st.sampled_from([SUD, EST]))
def test_v2_8_hidden_cards_do_not_change_a_view(seed: int, actions: int, seat: Seat) -> None:
    """Parties that differ in the other hand and in face-down cards look the same; so do refusals of any card."""
    rng = random.Random(seed)
    partie = Partie.new(random_rules(rng), seed=seed)
    for _ in range(actions):
        partie.apply(random_action(partie, rng))
        if partie.state.sheet.ended:
            partie.undo()
            break
    view = partie.view(seat)

    for _ in range(10):
        twin = twin_of(partie, seat, rng)
        if twin is not None:
            assert twin.view(seat) == view
            assert [seen_by(event, seat, rules=twin.rules) for event in twin.log] == [
                seen_by(event, seat, rules=partie.rules) for event in partie.log
            ]
            for card in PACK:
                assert twin.refusals(Lay(seat, card)) == partie.refusals(Lay(seat, card))


def test_v2_8_twins_are_found_in_every_part_of_a_deal() -> None:
    """The test of twins compares something: in the prise and in each quarter of the play."""
    found = dict.fromkeys((0, 2, 8, 16, 24), 0)
    for actions in found:
        for seed in range(40):
            rng = random.Random(seed)
            partie = Partie.new(random_rules(rng), seed=seed)
            for _ in range(actions):
                partie.apply(random_action(partie, rng))
            twin = None if partie.state.sheet.ended else twin_of(partie, SUD, rng)
            found[actions] += twin is not None and twin.setup != partie.setup and twin.state != partie.state

    assert all(found.values()), found


def test_v2_random_parties_are_counted_recorded_and_replayed() -> None:
    """Whole parties with random options: 162 points and 16 plis a deal; record, shorthand and undo are exact."""
    for seed in range(PARTIES):
        rng = random.Random(seed)
        partie = Partie.new(random_rules(rng), seed=seed)
        while not partie.over:
            partie.apply(random_action(partie, rng))
            if rng.random() < 0.02:
                partie.undo()
        text, short = format_record(record_of(partie)), write_shorthand(partie)
        again = partie_of(parse_record(text))
        read = read_shorthand(short, seed=seed)
        partie.undo(partie.actions_done)

        for ended in (event for event in again.log if isinstance(event, DealEnded) and event.taker is not None):
            assert (sum(ended.plis), sum(ended.plis_won)) == (162, 16)
        assert format_record(record_of(again)) == text
        assert read.log == again.log
        assert partie == Partie(partie.setup)


def test_v2_3_a_shorthand_needs_all_cards_of_a_deal() -> None:
    """From the cards laid alone nobody can say which lay in the rows, so the text must give the pack."""
    with pytest.raises(ShorthandError, match="line 2: deal 1: the cards must be given in game 'bis'"):
        read_shorthand("rules game=bis\ndonne 1 SUD retourne 9♥\nEST prend ♥\n")

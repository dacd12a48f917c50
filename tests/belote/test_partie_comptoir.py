"""Parties of Belote de comptoir and of the lyonnaise: rule by rule, walks, views, and what is written (VK, VL)."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.games.belote.actions import Action, Bid, Direct, Lay, Pass, SayCards, Swap, Take, TakeChien
from belettre_lexicon.games.belote.cards import PACK, Card, cards_of, mask_of, read_cards
from belettre_lexicon.games.belote.donne import settled
from belettre_lexicon.games.belote.events import (
    CardsSaid,
    ChienTaken,
    Completed,
    DealEnded,
    Dealt,
    PartieEnded,
    PliTaken,
    Swapped,
    action_of,
)
from belettre_lexicon.games.belote.partie import IllegalActionError, Partie
from belettre_lexicon.games.belote.records import Journal, format_record, parse_record, partie_of, record_of
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import ALL_SEATS, SEATS_OF, Seat, Team
from belettre_lexicon.games.belote.shorthand import ShorthandError, read_shorthand, write_shorthand
from belettre_lexicon.games.belote.view import seen_by
from tests.exhaustive import EXHAUSTIVE

SUD, EST, NORD = Seat.SUD, Seat.EST, Seat.NORD
PARTIES = 1000 if EXHAUSTIVE else 60


def pack_of(cards: str) -> tuple[Card, ...]:
    """Return a pack that begins with some cards; the others follow in their order."""
    first = read_cards(cards)
    return (*first, *(card for card in PACK if card not in first))


def new(pack: str = "", *packs: str, **options: Any) -> Partie:
    """Return a partie that Sud deals first; two players with two cards each, unless *options* say otherwise."""
    rules = BeloteRules(**{"game": "comptoir", "seats": 2, "cards": 2, **options})
    return Partie.new(rules, seed=1, dealer=SUD, packs=[pack_of(one) for one in (pack, *packs)])


def play(partie: Partie, *actions: Action) -> tuple[object, ...]:
    """Take some actions and return the events of the last one."""
    events: tuple[object, ...] = ()
    for action in actions:
        events = partie.apply(action)
    return events


def lays(text: str) -> list[Lay]:
    """Return the cards that a text names, laid by the seats before them: « E V♥ S 9♥ »."""
    words = text.split()
    return [Lay(Seat.of(seat, 6), Card.of(card)) for seat, card in zip(words[::2], words[1::2], strict=True)]


def reason(partie: Partie, action: Action) -> str:
    """Return the reason against an action, which must be refused for one reason."""
    (refusal,) = partie.refusals(action)
    with pytest.raises(IllegalActionError):
        partie.apply(action)
    assert str(refusal).startswith(f"{refusal.rule}: ")
    return refusal.reason


def text(mask: int) -> str:
    """Return the cards of a mask as text."""
    return " ".join(card.text for card in cards_of(mask))


# A deal


def test_vk5_the_first_card_makes_trump() -> None:
    """The taker opens, whoever dealt; the suit of this card is trump, and the points have no dix de der (VK7)."""
    partie = new("V♥ 7♥ A♠ 9♥")

    *_, completed = play(partie, Bid(EST, 20), Pass(SUD))
    assert completed == Completed(EST, None)
    assert (partie.turn, partie.awaits, partie.state.donne.contract) == (EST, "lay", None)
    play(partie, *lays("E V♥"))
    assert partie.state.donne.contract == "♥"
    assert partie.legal_actions() == [Lay(SUD, Card.of("9♥"))]
    events = play(partie, *lays("S 9♥ E 7♥ S A♠"))
    ended = next(event for event in events if isinstance(event, DealEnded))
    assert (ended.outcome, ended.taker, ended.contract, ended.value) == ("made", EST, "♥", 20)
    assert (ended.plis, ended.plis_won) == ((0, 34 + 11), (0, 2))


def test_vk9_a_bid_that_is_made_lowers_the_sheet_of_the_taker() -> None:
    """60 made is worth 2 (VK8); the sheets began at 6 (VK10)."""
    partie = new("V♥ 9♥ A♥ 10♥")

    play(partie, Bid(EST, 51), Pass(SUD), *lays("E V♥ S A♥ E 9♥ S 10♥"))

    assert partie.points == (6, 4)
    assert partie.view(SUD).points == (6, 4)


def test_vk9_a_bid_that_is_missed_lowers_the_sheets_of_all_others() -> None:
    """One point short, with three players."""
    partie = new("7♥ 8♥ 9♣ 10♣ 9♥ A♥", seats=3)

    events = play(partie, Bid(EST, 1), Pass(NORD), Pass(SUD), *lays("E 7♥ N 9♣ S 9♥ S A♥ E 8♥ N 10♣"))

    ended = next(event for event in events if isinstance(event, DealEnded))
    assert (ended.outcome, ended.points, ended.won_by) == ("chute", (-1, 0, -1), None)
    assert partie.points == (5, 6, 5)


def test_vk4_all_pass_and_the_next_player_deals() -> None:
    """No sheet changes; with falling cards the step stays as it is."""
    partie = new(cards="falling")

    ended, dealt = play(partie, Pass(EST), Pass(SUD))[1:]

    assert isinstance(ended, DealEnded)
    assert (ended.outcome, ended.points, partie.points) == ("passed", (0, 0), (6, 6))
    assert isinstance(dealt, Dealt)
    assert (dealt.dealer, dealt.cards) == (EST, 5)


def test_vk2_the_cards_fall_with_each_deal_that_was_played() -> None:
    """5, then 4."""
    partie = new("", cards="falling")
    play(partie, Bid(EST, 1), Pass(SUD))

    while len(partie.state.sheet.ended) == 0:
        partie.apply(partie.legal_actions()[0])

    assert partie.state.donne.dealt.cards == 4
    assert [hand.bit_count() for hand in partie.state.hands] == [4, 4]


def test_vk2_the_dealer_says_how_many_cards() -> None:
    """Nobody has cards before; a redeal has as many, and is not asked."""
    partie = new("V♥ 9♥ A♥ 10♥", cards="dealer")
    assert (partie.turn, partie.view(EST).hand_mask, partie.view(EST).cards) == (SUD, 0, 0)
    assert partie.state.donne.dealt == Dealt(1, SUD, None, partie.setup.packs[0], (), (EST, SUD))

    (said,) = play(partie, SayCards(SUD, 2))

    assert said == CardsSaid(SUD, 2)
    assert (partie.turn, text(partie.view(EST).hand_mask), partie.view(EST).cards) == (EST, "9♥ V♥", 2)
    assert seen_by(CardsSaid(SUD, 2), EST, partie.view(EST).hand) == CardsSaid(SUD, 2, read_cards("9♥ V♥"))
    play(partie, Pass(EST), Pass(SUD))
    assert (partie.turn, partie.state.donne.dealt.cards) == (SUD, 2)
    assert partie.state.hands[0].bit_count() == 2


def test_vk11_players_leave_and_the_last_one_has_lost() -> None:
    """Sud leaves with sheet 0; Est and Nord go on alone, and Nord has lost when Est leaves."""
    deals = ("7♥ 8♥ 9♣ 10♣ V♠ A♠",) * 30
    partie = new(*deals, seats=3)
    seen: list[tuple[int, ...]] = []
    while not partie.over:
        view = partie.view(partie.turn or SUD)
        seen.append(tuple(seat.index for seat in view.order))
        bids = [action for action in view.actions if isinstance(action, Bid)]
        wanted = Bid(SUD, 1) if view.points[0] else Bid(EST, 1)
        partie.apply(wanted if wanted in bids else view.actions[0])

    assert partie.points[0] == 0
    assert {len(order) for order in seen} == {3, 2}
    last = partie.log[-1]
    assert isinstance(last, PartieEnded)
    assert (last.winner, last.loser) == (None, partie.loser)
    assert partie.winner is None
    assert partie.loser in (Team.EST, Team.NORD)
    assert partie.points[partie.loser.index] > 0 == sum(partie.points) - partie.points[partie.loser.index]


def test_vk6_nobody_has_a_partner() -> None:
    """A void player must trump and go over, though another player than the taker holds the pli."""
    partie = new("7♥ 7♠ 8♥ 8♠ 9♥ A♥ 10♥ R♥", seats=4)

    play(partie, Bid(EST, 1), Pass(NORD), Pass(Seat.OUEST), Pass(SUD), *lays("E 7♠ N 8♠"))

    assert reason(partie, Lay(Seat.OUEST, Card.of("7♥"))) == "not_held"
    play(partie, *lays("O 9♥"))
    assert {action.card.text for action in partie.legal_actions() if isinstance(action, Lay)} == {"10♥", "R♥"}
    trumped = new("V♠ 7♥ 8♠ 8♥ 7♠ 9♥ 9♠ A♥", seats=4)
    play(trumped, Bid(EST, 1), Pass(NORD), Pass(Seat.OUEST), Pass(SUD), *lays("E V♠ N 8♠ O 7♠ S 9♠ E 7♥"))
    assert reason(trumped, Lay(SUD, Card.of("A♥"))) == "not_their_turn"


@pytest.mark.parametrize(
    ("clockwise", "winner", "dealer"), [(False, False, EST), (True, False, NORD), (False, True, EST)]
)
def test_vk13_who_deals_next(clockwise: bool, winner: bool, dealer: Seat) -> None:
    """The next player in playing order, to the left at a clockwise table; or who won the deal."""
    options = {"clockwise": clockwise, "next_dealer": "winner" if winner else "next"}
    partie = new("7♥ 8♥ 9♣ 10♣ V♠ A♠", seats=3, **options)

    first = partie.turn or SUD
    play(partie, Bid(first, 1))
    while not partie.state.sheet.ended:
        partie.apply(partie.legal_actions()[0])

    ended = partie.state.sheet.ended[0]
    made = ended.outcome == "made"
    assert partie.state.donne.dealt.dealer is (dealer if not winner or made else dealer.in_order[1])


def test_vk1_six_players_have_seats() -> None:
    """Each of two to six; the fifth and the sixth are CINQ and SIX."""
    for seats in range(2, 7):
        partie = new(seats=seats, cards=5)
        assert [seat.value for seat in partie.view(SUD).order] == [*"SENO56"[1:seats], "S"]
    with pytest.raises(ArgumentError):
        new().view(NORD)


# The lyonnaise


def lyonnaise(pack: str = "7♣ 8♣ 9♣ 10♣ V♣ D♣ R♣ A♣", **options: Any) -> Partie:
    """Return a partie of three: Est 7♣ 8♣, Nord 9♣ 10♣, Sud V♣ D♣, and the chien R♣ A♣."""
    return new(pack, game="lyonnaise", seats=3, **options)


def test_vl3_a_direct_taker_opens_and_nobody_sees_the_chien() -> None:
    """The auction is over."""
    partie = lyonnaise()

    play(partie, Bid(EST, 20), Pass(NORD), Pass(SUD), Direct(EST))

    assert (partie.turn, partie.awaits) == (EST, "lay")
    assert [partie.view(seat).chien for seat in SEATS_OF[3]] == [(), (), ()]


def test_vl4_the_chien_is_turned_up_and_exchanged_before_all_eyes() -> None:
    """The card taken is known to all, the card put back too; the last taker opens for the last bid (VL6)."""
    partie = lyonnaise()

    (taken,) = play(partie, Bid(EST, 20), Pass(NORD), Pass(SUD), TakeChien(EST))
    assert taken == ChienTaken(EST, read_cards("R♣ A♣"))
    (swapped,) = play(partie, Swap(EST, read_cards("A♣"), read_cards("7♣")))
    assert swapped == Swapped(EST, read_cards("A♣"), read_cards("7♣"))
    assert text(partie.state.hands[1]) == "8♣ A♣"
    assert [text(mask) for mask in partie.view(NORD).seen] == ["", "A♣", "9♣ 10♣"]
    assert partie.view(SUD).chien == read_cards("7♣ R♣")
    play(partie, Bid(NORD, 30), Swap(NORD, read_cards("7♣"), read_cards("9♣")), Pass(SUD), Pass(EST))
    assert (partie.turn, partie.awaits, partie.view(NORD).bid) == (NORD, "lay", 30)
    assert [text(mask) for mask in partie.view(SUD).seen] == ["V♣ D♣", "A♣", "7♣"]


def test_vl2_an_open_chien_is_seen_from_the_deal() -> None:
    """By all players; nobody sees a chien that lies face down."""
    assert lyonnaise(chien_open=True).view(NORD).chien == read_cards("R♣ A♣")
    assert lyonnaise().view(NORD).chien == ()


def test_vl2_no_chien_is_seen_before_the_cards_are_dealt() -> None:
    """Nor has anybody cards; once the dealer has said the number, an open chien lies after the hands."""
    partie = lyonnaise(cards="dealer", chien_open=True)
    assert (partie.view(NORD).chien, partie.view(NORD).seen) == ((), (0, 0, 0))

    play(partie, SayCards(SUD, 2))

    assert partie.view(NORD).chien == read_cards("R♣ A♣")


def test_vk14_cards_face_up_stay_known_after_an_exchange_of_others() -> None:
    """The first card of Est lies face up and is kept; the one put back is in the hand no more."""
    partie = lyonnaise(shown=1)

    play(partie, Bid(EST, 20), Pass(NORD), Pass(SUD), TakeChien(EST))
    play(partie, Swap(EST, read_cards("A♣"), read_cards("8♣")))

    assert [text(mask) for mask in partie.view(NORD).seen] == ["V♣", "7♣ A♣", "9♣ 10♣"]


# What is refused


def test_actions_out_of_place_are_refused() -> None:
    """Each with its reason, and nothing changes."""
    fresh, dealer = new(), new(cards="dealer")
    playing = new()
    play(playing, Bid(EST, 1), Pass(SUD))
    taken = lyonnaise()
    choice = lyonnaise()
    play(choice, Bid(EST, 20), Pass(NORD), Pass(SUD))
    play(taken, Bid(EST, 20), Pass(NORD), Pass(SUD), TakeChien(EST))
    overbids = copy.copy(taken)
    play(overbids, Swap(EST, read_cards("A♣"), read_cards("7♣")), Bid(NORD, 30))
    ace, seven = read_cards("A♣"), read_cards("7♣")

    assert reason(fresh, Take(EST, "♥")) == "no_such_word"
    assert reason(fresh, Direct(EST)) == "no_such_word"
    assert reason(Partie.new(BeloteRules(), seed=1, dealer=SUD), Bid(EST, 60)) == "no_such_word"
    assert reason(fresh, Bid(SUD, 20)) == "speaks_out_of_turn"
    assert reason(fresh, Bid(NORD, 20)) == "not_a_seat"
    assert reason(fresh, Bid(EST, 153)) == "bid_points"
    assert reason(fresh, Bid(EST, 20, "♥")) == "bid_names_colour"
    assert reason(new(bid_step=5), Bid(EST, 21)) == "bid_step"
    assert reason(playing, Bid(EST, 20)) == "awaits_lay"
    assert reason(dealer, Bid(EST, 20)) == "awaits_cards"
    assert reason(dealer, SayCards(SUD, 6)) == "cards_range"
    assert reason(fresh, SayCards(EST, 2)) == "cards_said"
    play(fresh, Bid(EST, 20))
    (low,) = fresh.refusals(Bid(SUD, 20))
    assert (low.reason, low.rule, low.value, low.expected) == ("bid_not_above", "VK3", "20", "21–152")
    assert reason(lyonnaise(), TakeChien(EST)) == "awaits_bids"
    assert reason(choice, Pass(EST)) == "awaits_choice"
    assert reason(taken, Pass(EST)) == "awaits_swap"
    assert reason(taken, Swap(EST, "A♣", seven)) == "not_cards"  # type: ignore[arg-type]  # wrong on purpose
    assert reason(taken, Swap(EST, ace, ())) == "swap_uneven"
    assert reason(taken, Swap(EST, read_cards("D♠"), seven)) == "swap_not_offered"
    assert reason(taken, Swap(EST, ace, read_cards("9♣"))) == "swap_not_held"
    assert reason(taken, Swap(EST, (), ())) == "swap_count"
    assert reason(overbids, Swap(NORD, read_cards("R♣"), read_cards("9♣"))) == "swap_not_put_back"
    assert reason(overbids, Swap(NORD, (), ())) == "swap_count_put_back"


# Walks


def random_rules(rng: random.Random, game: str) -> BeloteRules:
    """Return random house rules of one of the two games."""
    seats, cards = rng.randint(2, 6), rng.choice((1, 2, 3, 4, 5, 5, "falling", "dealer"))
    most, least = (cards, cards) if isinstance(cards, int) else (5, 1)
    options: dict[str, Any] = {
        "seats": seats,
        "cards": cards,
        "sheet": rng.choice((6, 12)),
        "scale": rng.choice(("banco", "one")),
        "bid_step": rng.choice((1, 5, 10)),
        "next_dealer": rng.choice(("next", "winner")),
        "undertrump": rng.choice(("must", "free")),
        "shuffle": rng.choice(("each", "once")),
        "clockwise": rng.random() < 0.3,
    }
    if game == "comptoir" and rng.random() < 0.4:
        options["blind"] = True
    elif rng.random() < 0.5:
        options["shown"] = rng.randint(1, min(2, least))
    if game == "lyonnaise":
        options["chien"] = rng.randint(1, min(6, 32 - seats * most))
        options["chien_open"] = rng.random() < 0.4
        options["exchanges"] = rng.choice((0, 0, 1, 2))
    return BeloteRules.from_dict({"game": game, **options})


def random_action(partie: Partie, rng: random.Random) -> Action:
    """Return a legal action; half of the time a low bid, where bids are made, otherwise a pass."""
    actions = partie.legal_actions()
    bids = [action for action in actions if isinstance(action, Bid)]
    if not bids:
        return rng.choice(actions)
    return bids[min(len(bids) - 1, int(rng.expovariate(0.1)))] if rng.random() < 0.5 else actions[0]


def walked(seed: int, game: str, actions: int = 100_000) -> Partie:
    """Return a partie at a random table after random actions, of which some were taken back."""
    rng = random.Random(seed)
    partie = Partie.new(random_rules(rng, game), seed=seed)
    for _ in range(actions):
        if partie.over:
            break
        action = random_action(partie, rng)
        assert partie.can(action)
        before = partie.state
        partie.apply(action)
        if rng.random() < 0.02:
            partie.undo()
            assert partie.state == before
    return partie


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["comptoir", "lyonnaise"])
def test_random_parties_come_to_their_end(game: str) -> None:
    """Sheets never rise, the last player loses, and records, journals and shorthand give the same partie."""
    for seed in range(PARTIES):
        partie = walked(seed, game)
        check_log(partie)
        assert partie_of(parse_record(format_record(record_of(partie)))) == partie
        assert read_shorthand(write_shorthand(partie), seed=seed).log == partie.log
        assert pickle.loads(pickle.dumps(partie)) == partie


def check_log(partie: Partie) -> None:
    """Check a finished partie against what must hold of every one, from its log alone."""
    sheets = [partie.rules.sheet] * partie.rules.seats
    plis: list[PliTaken] = []
    dealt: Dealt | None = None
    for event in partie.log:
        match event:
            case Dealt():
                plis, dealt = [], event
                assert mask_of(event.pack) == mask_of(PACK)
                assert {seat.index for seat in event.order} == {seat for seat, left in enumerate(sheets) if left}
                assert event.order[-1] is event.dealer
            case PliTaken():
                plis.append(event)
                assert dealt is not None
                assert len(event.cards) == len(dealt.order)
            case DealEnded() if event.taker is None:
                assert (plis, set(event.points)) == ([], {0})
            case DealEnded():
                assert event.taker is not None
                made = event.plis[event.taker.index] >= event.value  # type: ignore[operator]  # a number here
                fallen = {seat for seat, points in enumerate(event.points) if points}
                still = {seat for seat, left in enumerate(sheets) if left}
                assert fallen == ({event.taker.index} if made else still - {event.taker.index})
                sheets = [left + points for left, points in zip(sheets, event.points, strict=True)]
                assert min(sheets) >= 0
            case PartieEnded():
                assert event is partie.log[-1]
                assert [seat for seat, left in enumerate(sheets) if left] == [event.loser.index]  # type: ignore[union-attr]
                assert event.points == tuple(sheets) == partie.points


def test_a_journal_is_resumed() -> None:
    """Every line of a journal of the lyonnaise is read again."""
    journal = Journal(lyonnaise())
    lines = [journal.header]
    swap = Swap(EST, read_cards("A♣"), read_cards("7♣"))
    for action in (Bid(EST, 20), Pass(NORD), Pass(SUD), TakeChien(EST), swap, Pass(NORD), Pass(SUD)):
        with journal.entering(action) as line:
            lines.append(line)

    assert Journal.resume(lines).partie == journal.partie


def test_shorthand_of_a_lyonnaise() -> None:
    """Bids, the chien and exchanges are written as players say them; what cannot be meant is refused with its line."""
    partie = lyonnaise()
    swap = Swap(EST, read_cards("A♣"), read_cards("7♣"))
    play(partie, Bid(EST, 20), Pass(NORD), Pass(SUD), TakeChien(EST), swap, Bid(NORD, 30))

    written = write_shorthand(partie)

    assert "EST 20 · NORD passe · SUD passe · EST chien · EST échange A♣ 7♣ · NORD 30" in written
    assert read_shorthand(written.replace("échange", "echange"), seed=1).log == partie.log
    for wrong in ("EST échange A♣ 7♣ 8♣", "EST distribue trois", "CINQ 20", "EST 200", "EST capot ♥"):
        with pytest.raises(ShorthandError, match="line 3"):
            read_shorthand("\n".join([*written.splitlines()[:2], wrong]), seed=1)


# Views


def known_mask(partie: Partie, seat: Seat) -> int:
    """Return the cards that a seat has seen in this deal."""
    view = partie.view(seat)
    seen = sum(view.seen) | partie.state.played | mask_of(view.chien)
    for event in view.spoken:
        if isinstance(event, Swapped):
            seen |= mask_of(event.taken) | mask_of(event.put)
    return seen


def twin_of(partie: Partie, seat: Seat, rng: random.Random) -> Partie | None:
    """Return a partie that differs only in cards that the seat does not know; None if its actions are not legal."""
    pack = list(partie.state.donne.dealt.pack)
    places = [place for place, card in enumerate(pack) if not known_mask(partie, seat) & card.bit]
    cards = [pack[place] for place in places]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
    setup = partie.setup
    twin = Partie.new(setup.rules, seed=setup.seed, dealer=setup.dealer, packs=[pack])
    for event in partie.log:
        action = action_of(event)
        if action is not None:
            if not twin.can(action):
                return None
            twin.apply(action)
    return twin


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["comptoir", "lyonnaise"])
def test_vk16_hidden_cards_do_not_change_a_view(game: str) -> None:
    """Parties that differ only in what a seat may not know look the same to it, event by event."""
    compared = 0
    for seed in range(PARTIES * 5):
        rng = random.Random(seed)
        partie = walked(seed, game, rng.randint(0, 24))
        if len(partie.state.sheet.ended):
            continue
        seat = rng.choice(partie.view(SUD).order)
        for _ in range(3):
            twin = twin_of(partie, seat, rng)
            if twin is None or twin.setup == partie.setup:
                continue
            compared += 1
            assert twin.view(seat) == partie.view(seat)
            assert repr(twin.view(seat)) == repr(partie.view(seat))
            assert [seen_by(event, seat, (), twin.rules) for event in twin.log] == [
                seen_by(event, seat, (), partie.rules) for event in partie.log
            ]
    assert compared > PARTIES


def test_vk15_a_blind_player_is_shown_no_card_of_their_own() -> None:
    """Neither in the view nor in the event of the deal; the others see them, and after the auction so do they."""
    partie = new("V♥ 7♥ A♠ 9♥", blind=True)

    assert [text(mask) for mask in partie.view(EST).seen] == ["9♥ A♠", ""]
    dealt = seen_by(partie.log[0], EST, (), partie.rules)
    assert isinstance(dealt, Dealt)
    assert (dealt.hand, dealt.pack) == ((), ())
    play(partie, Bid(EST, 1), Pass(SUD))
    assert [text(mask) for mask in partie.view(EST).seen] == ["9♥ A♠", "7♥ V♥"]
    assert all(seat in ALL_SEATS for seat in partie.view(EST).order)


def test_vk4_a_deal_that_nobody_took_has_no_sheets_to_settle() -> None:
    """What a deal does to the sheets is asked for only where somebody took; another deal is an error that says so."""
    with pytest.raises(ArgumentError, match=r"deal 3: nobody took.*VK4"):
        settled(DealEnded(3, "passed"), (6, 6), Seat.SUD, BeloteRules(game="comptoir", seats=2))


def test_bf4_the_refusal_names_whose_turn_it_is() -> None:
    """Also where it is the turn of the first seat."""
    partie = Partie.new(BeloteRules(game="comptoir", seats=2), seed=1, dealer=Seat.EST)

    (refusal,) = partie.refusals(Pass(Seat.EST))

    assert (refusal.reason, refusal.value, refusal.expected) == ("speaks_out_of_turn", "E", "S")


def test_vl4_the_refusal_of_a_swap_says_how_many_cards_may_be_exchanged() -> None:
    """The number is named where it is wrong, and only there."""
    partie = Partie.new(BeloteRules(game="lyonnaise", seats=2, chien=3), seed=1, dealer=Seat.EST, packs=(PACK,))
    for action in (Bid(Seat.SUD, 10), Pass(Seat.EST), TakeChien(Seat.SUD), Swap(Seat.SUD, *swapped(partie, 3))):
        partie.apply(action)
    partie.apply(Bid(Seat.EST, 20))
    put, held = partie.view(Seat.SUD).chien, partie.view(Seat.EST).hand

    (too_many,) = partie.refusals(Swap(Seat.EST, put[:3], held[:3]))
    (uneven,) = partie.refusals(Swap(Seat.EST, put[:2], held[:1]))

    assert (too_many.reason, too_many.expected) == ("swap_count_put_back", "1–2")
    assert (uneven.reason, uneven.expected) == ("swap_uneven", "")


def swapped(partie: Partie, number: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return as many cards of the chien, and of the hand of Sud."""
    auction: Any = partie.state.donne.auction
    return cards_of(auction.chien)[:number], partie.view(Seat.SUD).hand[:number]

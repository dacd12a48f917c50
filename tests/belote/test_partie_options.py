"""Options of the classic game that change a deal: a capot that is asked for, carrés that cancel, hands that void it."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.games.belote.actions import Action, Announce, Cancel, Lay, Pass, Take, VoidDeal
from belettre_lexicon.games.belote.cards import PACK, Card, mask_of, points_in, read_cards
from belettre_lexicon.games.belote.deals.deal import Setup, places_of
from belettre_lexicon.games.belote.events import DealEnded, Dealt
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.records import Journal, format_record, parse_record, partie_of, record_of
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat
from belettre_lexicon.games.belote.shorthand import read_shorthand, write_shorthand

S, E, N, O = SEATS  # noqa: E741  # as players write the seats


def partie_with(hands: dict[Seat, str], **options: object) -> Partie:
    """Return a partie that Sud deals and Est takes at once; the hands that are not given have the other cards."""
    given = {seat: list(read_cards(text)) for seat, text in hands.items()}
    others = iter([card for card in PACK if not any(card in cards for cards in given.values())])
    rules = BeloteRules.from_dict(options)
    pack: dict[int, Card] = {}
    for seat, places in places_of(S, E, rules).items():
        cards = given.get(seat) or [next(others) for _ in places]
        pack |= zip(places, cards, strict=True)
    return Partie(Setup(rules, 7, S, (tuple(pack[place] for place in range(32)),)))


def refused(partie: Partie, action: Action) -> list[str]:
    """Return the reasons against an action."""
    return [refusal.reason for refusal in partie.refusals(action)]


#: Est has all trumps and every pli; Nord four 7s but that of trumps, Ouest four 8s.
SWEEP = {E: "V♥ 9♥ A♥ 10♥ R♥ D♥ 8♥ 7♥"}


def play_out(partie: Partie) -> DealEnded:
    """Play the deal to its end with the first card that may be laid. Return its end."""
    while True:
        lay = next(action for action in partie.legal_actions() if isinstance(action, Lay))
        for event in partie.apply(lay):
            if isinstance(event, DealEnded):
                return event


def test_bv6_a_capot_that_was_asked_for_is_worth_500() -> None:
    """All plis after « je prends et je demande le capot »: 500 and the belote; the others score nothing."""
    partie = partie_with(SWEEP, capot_asked=True)
    partie.apply(Take(E, "♥", capot=True))

    ended = play_out(partie)

    assert (ended.outcome, ended.points) == ("capot", (0, 520))


def test_bv6_a_capot_that_was_missed_is_worth_500_to_the_defence() -> None:
    """A single pli for the defence costs 500."""
    hands = {E: "7♣ V♥ 9♥ A♥ 10♥ R♥ D♥ 8♥", S: "A♣ 10♣ R♣ D♣ V♣ 9♣ 8♣ 7♥"}
    partie = partie_with(hands, capot_asked=True)
    partie.apply(Take(E, "♥", capot=True))

    ended = play_out(partie)

    assert (ended.won_by, ended.points[0]) == (S.team, 500)


def test_bv6_a_capot_is_asked_for_where_the_table_allows_it() -> None:
    """Without the option the word is refused by its rule, and not listed."""
    partie = partie_with(SWEEP)

    assert refused(partie, Take(E, "♥", capot=True)) == ["capot_not_asked"]
    assert Take(E, "♥", capot=True) not in partie.legal_actions()
    assert Take(E, "♥", capot=True) in partie_with(SWEEP, capot_asked=True).legal_actions()


@pytest.mark.parametrize(("rank", "option"), [("8", "carre_eight"), ("7", "carre_seven")])
def test_bn4_a_carre_of_low_cards_may_cancel_all_annonces(rank: str, option: str) -> None:
    """Its player cancels the annonces of both teams before laying a card of pli 1, and nobody else may."""
    four = " ".join(f"{rank}{suit}" for suit in "♣♦♥♠")
    hands = {E: "A♠ A♦ A♣ 10♣ V♥ 9♥ A♥ 10♥", N: f"{four} V♣ V♦ D♠ R♠"}
    partie = partie_with(hands, annonces=True, **{option: "cancels"})
    partie.apply(Take(E, "♥"))

    assert refused(partie, Cancel(N)) == ["nothing_to_cancel"]  # Est speaks first

    partie.apply(Announce(E, ("tierce",)))
    partie.apply(Lay(E, Card.of("A♠")))

    assert refused(partie, Cancel(E)) == ["nothing_to_cancel"]

    partie.apply(Cancel(N))

    assert refused(partie, Cancel(N)) == ["nothing_to_cancel"]
    assert refused(partie, Announce(N, ("tierce",))) == ["annonces_cancelled"]

    ended = play_out(partie)

    assert (ended.annonces, ended.annonces_said) == ((0, 0), True)


def test_bn4_a_carre_of_sevens_may_void_the_deal() -> None:
    """With the option its player ends the deal, nobody scores, and the next player deals (BD10)."""
    hands = {E: "A♠ A♦ A♣ 10♣ V♥ 9♥ A♥ 10♥", N: "7♣ 7♦ 7♥ 7♠ V♣ V♦ D♠ R♠"}
    partie = partie_with(hands, annonces=True, carre_seven="void")
    partie.apply(Take(E, "♥"))
    partie.apply(Lay(E, Card.of("A♠")))

    _, ended, dealt = partie.apply(VoidDeal(N))

    assert ended == DealEnded(1, "void")
    assert isinstance(dealt, Dealt)
    assert dealt.dealer is E


def test_bd11_a_weak_hand_without_a_trump_may_void_the_deal() -> None:
    """Before the first card, at any turn; with a trump, with 11 points, or later it is refused."""
    hands = {
        E: "A♠ A♦ A♣ 10♣ V♥ 9♥ A♥ 10♥",
        N: "7♣ 8♣ 9♣ 7♦ 8♦ 9♦ 7♠ D♠",
        O: "8♥ 8♠ 9♠ D♣ V♦ V♣ 10♠ 10♦",
    }
    partie = partie_with(hands, weak_hand="no_trump")
    partie.apply(Take(E, "♥"))

    assert refused(partie, VoidDeal(S)) == refused(partie, VoidDeal(O)) == ["nothing_to_void"]
    assert partie.view(N).actions == (VoidDeal(N),)
    assert partie.view(O).actions == ()

    copied = Partie.replay(partie.setup, partie.log)
    copied.apply(Lay(E, Card.of("A♠")))

    assert refused(copied, VoidDeal(N)) == ["nothing_to_void"]

    ended = partie.apply(VoidDeal(N))[1]

    assert ended == DealEnded(1, "void")


def test_bd11_eleven_points_are_no_weak_hand() -> None:
    """A hand without a trump and with 10 points may be declared, one with 11 may not."""
    for cards, weak in (("A♣ 7♣ 8♣ 9♣ 7♦ 8♦ 9♦ 9♠", False), ("10♣ 7♣ 8♣ 9♣ 7♦ 8♦ 9♦ 9♠", True)):
        partie = partie_with({E: "A♠ A♦ D♣ R♣ V♥ 9♥ A♥ 10♥", N: cards}, weak_hand="no_trump")
        partie.apply(Take(E, "♥"))

        assert partie.can(VoidDeal(N)) is weak


def test_bd11_the_first_to_lay_may_void_it_where_four_sevens_may_too() -> None:
    """BN4 and BD11 are two rights: the player who opens has both."""
    weak = {E: "7♣ 8♣ 9♣ 7♦ 8♦ 9♦ 8♥ 9♥"}
    partie = partie_with(weak, weak_hand="no_trump", annonces=True, carre_seven="void")
    for seat in (E, N, O, S):
        partie.apply(Pass(seat))
    partie.apply(Take(E, "♠"))

    assert VoidDeal(E) in partie.view(E).actions
    assert partie.can(VoidDeal(E))


@pytest.mark.parametrize("seed", range(30))
def test_options_that_change_a_deal_are_recorded(seed: int) -> None:
    """Records, journals and shorthand of random games with these options give the same game."""
    rng = random.Random(seed)
    rules = BeloteRules(
        annonces=True,
        capot_asked=True,
        carre_eight="cancels",
        carre_seven=rng.choice(["cancels", "void"]),
        weak_hand="no_trump",
        target=300,
    )
    partie = Partie.new(rules, seed=seed)
    journal = Journal(Partie.new(rules, seed=seed))
    lines = [journal.header]
    while not partie.over and len(partie.log) < 200:
        actions = partie.legal_actions()
        rare = [action for action in actions if isinstance(action, VoidDeal | Cancel)]
        action = rare[0] if rare and rng.random() < 0.5 else rng.choice(actions)
        if isinstance(action, Pass) and len(actions) > 1 and rng.random() < 0.5:
            action = actions[1]
        partie.apply(action)
        with journal.entering(action) as line:
            lines.append(line)

    assert partie_of(parse_record(format_record(record_of(partie)))) == partie
    assert Journal.resume(lines).partie == partie
    assert read_shorthand(write_shorthand(partie), seed=seed).log[: len(partie.log)] == partie.log


def test_bd11_a_deal_with_any_weak_hand_is_void_after_the_take() -> None:
    """Points by the trump that was taken, told before the first card; the next player deals (BD10)."""
    outcomes = set()
    for seed in range(40):
        partie = Partie.new(BeloteRules(weak_hand="any"), seed=seed, dealer=S)
        take = partie.legal_actions()[1]
        assert isinstance(take, Take)
        pack = partie.state.donne.dealt.pack
        hands = [mask_of(pack[place] for place in places) for places in places_of(S, E).values()]

        void = min(points_in(hand, take.contract) for hand in hands) < 11
        events = partie.apply(take)

        outcomes.add(void)
        assert (partie.awaits == "lay") is not void
        if void:
            assert events[2] == DealEnded(1, "void")
            assert isinstance(events[3], Dealt)
            assert (events[3].dealer, partie.points) == (E, (0, 0))
            assert partie_of(parse_record(format_record(record_of(partie)))) == partie
    assert outcomes == {True, False}


def test_bd1_a_clockwise_table() -> None:
    """Cards, speech, play and the deal go to the left; the teams stay."""
    partie = Partie.new(BeloteRules(clockwise=True, deals=2), seed=3, dealer=S)
    pack = partie.state.donne.dealt.pack

    assert partie.state.hands[O.index] == mask_of((*pack[0:3], *pack[12:14]))
    assert partie.view(S).order == (O, N, E, S)
    for seat in (O, N, E, S):
        assert partie.turn is seat
        partie.apply(Pass(seat))
    partie.apply(next(action for action in partie.legal_actions() if isinstance(action, Take)))
    for seat in (O, N, E, S):
        assert partie.turn is seat
        partie.apply(partie.legal_actions()[0])

    assert partie.view(S).taken[0].opener is O
    assert partie.state.donne.partners == (2, 3, 0, 1)
    play_out(partie)
    assert partie.state.donne.dealt.dealer is O
    assert read_shorthand(write_shorthand(partie), seed=3).log == partie.log

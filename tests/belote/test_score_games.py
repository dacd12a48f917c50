"""The score sheet of every game but the classic one: evenings typed line by line, with sums worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from belettre_lexicon.games.belote.marque.entries import CorrectDeal, DealEntry, SetDealer, WriteDeal
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal, summary
from belettre_lexicon.games.belote.marque.sets import SETS, rules_of_set
from belettre_lexicon.games.belote.marque.typed import SheetCommand, UnclearEntry, UnclearReason, read_line
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import Seat, Team

FOUR = ("Ana", "Bob", "Chloé", "David")
THREE = FOUR[:3]
NS, EO = Team.NS, Team.EO
COINCHE = BeloteRules(game="coinche")
#: Coinche with everything that may be bid and counted.
RICH = BeloteRules(game="coinche", generale=True, sa_ta=True, annonces=True)
COMPTOIR = BeloteRules(game="comptoir", seats=3)


def evening(lines: Sequence[tuple[str, tuple[int, ...]]], names: tuple[str, ...], rules: BeloteRules) -> Marque:
    """Type lines on a new sheet, check the totals after each, and return the sheet, resumed from its journal."""
    journal = MarqueJournal(Marque.new(rules, names))
    kept = [journal.header]
    for line, totals in lines:
        read = read_line(line, names, rules, dealer=journal.marque.dealer)
        assert not isinstance(read, UnclearEntry), line
        if isinstance(read, SheetCommand):
            with journal.taking_back() as text:
                kept.append(text)
        else:
            with journal.entering(read) as text:
                kept.append(text)
        assert journal.marque.totals == totals, line
    again = MarqueJournal.resume(kept).marque
    assert again == journal.marque
    return again


def test_vc_an_evening_of_coinche() -> None:
    """Points made and bid, a missed, a coinched and a surcoinched contract, capots, belotes, sans atout."""
    marque = evening(
        [
            # 134 made and 120 bid; 28
            ("ana 120 carreau 134", (254, 28)),
            # missed: 160 + 100
            ("bob 100 coeur dedans", (514, 28)),
            # 70 + 20 makes 90: 90 + 90; 92
            ("chloé 90 ♥ 70 belote chloé", (694, 120)),
            # coinched and made: (160 + 80) · 2
            ("david 80 pique coinche ana 95", (694, 600)),
            # coinched and missed, with the belote of those who fall: (160 + 110) · 2 + 20
            ("ana 110 trèfle coinche 80 belote ana", (694, 1160)),
            ("annuler", (694, 600)),
            # nobody takes
            ("passe", (694, 600)),
            # all plis without having bid them: 252 + 130; the defence keeps its belote
            ("bob 130 ♠ capot belote ana", (714, 982)),
            # 60 and 102 at sans atout
            ("ana 100 sa dedans", (714, 1242)),
        ],
        FOUR,
        BeloteRules(game="coinche", sa_ta=True),
    )

    assert marque.winner is EO and marque.deals[-1].end is not None
    assert marque.deals[-1].end.reason == "target"


def test_vc_an_evening_with_capots_and_generales() -> None:
    """A capot is 500 made or missed, a générale 1000; annonces go to whoever wins the deal, or with the plis."""
    evening(
        [
            ("ana capot coeur fait", (500, 0)),
            ("bob capot coeur dedans", (1000, 0)),
            # a capot with 150 points is missed; the takers' annonces go along: 500 + 50
            ("chloé capot pique 150 annonces chloé 50", (1000, 550)),
            ("david générale pique fait", (1000, 1550)),
            # all plis of the team, but not of the bidder alone
            ("ana générale pique capot dedans", (1000, 2550)),
            # coinched: 1000 · 4
            ("bob capot ta surcoinche fait", (1000, 4550)),
            # 160 of annonces are none of the points that are made: 70 + 50 >= 100
            ("ana 100 ♦ 70 annonces nous 50", (1220, 4642)),
        ],
        FOUR,
        BeloteRules(game="coinche", generale=True, sa_ta=True, annonces=True, target=10_000),
    )


def test_vc_an_evening_of_a_club() -> None:
    """The set of clubs: each side is rounded by itself, each keeps its belote, all plis are worth no more."""
    evening(
        [
            # 105 is 110, 57 is 60; + 110
            ("ana 110 ♥ 105 belote ana", (110 + 20 + 110, 60)),
            # 160 + 90 for them; the fallen belote stays
            ("chloé 90 ♠ 60 belote chloé", (260, 310)),
            # 162 is written 160
            ("bob 160 ♠ capot", (260, 310 + 160 + 160)),
        ],
        FOUR,
        rules_of_set("club", {}, {}),
    )


def test_vc29_an_evening_of_points_that_were_bid() -> None:
    """Only the bid is written, doubled or not; whether it was made is enough."""
    evening(
        [
            ("ana 120 ♥ fait", (120, 0)),
            ("bob 80 ♥ coinche dedans", (280, 0)),
            ("chloé capot ♠ dedans", (280, 250)),
            ("david 100 ♣ 140", (280, 350)),
            ("ana 90 ♣ renonce chloé", (280, 440)),
        ],
        FOUR,
        rules_of_set("points-demandes", {}, {}),
    )


def test_v3_an_evening_of_three() -> None:
    """Each defender scores the whole of the defence; what waits goes to the next taker who makes it."""
    marque = evening(
        [
            ("ana 92", (92, 70, 70)),
            ("bob coeur 60 belote chloé", (92 + 182, 70, 70 + 182)),
            ("ana capot", (526, 70, 252)),
            # 81 each: the taker's 81 wait
            ("chloé 81", (607, 151, 252)),
            ("bob 100", (669, 151 + 100 + 81, 314)),
            ("pénalité bob 50 bavardage", (669, 282, 314)),
            ("bob renonce chloé", (669, 444, 314)),
            ("passe", (669, 444, 314)),
            ("chloé dedans", (831, 606, 314)),
            ("chloé 20", (993, 768, 314)),
            # 993 + 20 and 768 + 252 reach 1000, but the first with a belote alone (VE2)
            ("ana capot bob belote ana", (1013, 1020, 566)),
        ],
        THREE,
        BeloteRules(game="three"),
    )

    assert marque.winner is Team.EST
    assert marque.deals[4].dealer is Seat.EST  # the deal goes round three seats


def test_v3_an_evening_of_belote_moderne() -> None:
    """At sans atout all plis are 130, at tout atout 258; half for each defender by the option."""
    rules = BeloteRules(game="three", moderne=True, defence_scores="half")

    evening(
        [
            ("ana sa 80", (80, 25, 25)),
            ("bob ta 120 belote ana", (80 + 129 + 20, 25, 25 + 129)),
            ("chloé ♥ 101", (229 + 30, 55, 255)),
        ],
        THREE,
        rules,
    )


@pytest.mark.parametrize("game", ["decouverte", "bis"])
def test_v2_an_evening_of_two(game: Any) -> None:
    """One against one, and the deal changes from one to the other."""
    marque = evening(
        [
            ("ana 92", (92, 70)),
            # 70 + 20 against 92
            ("bob 70 92 belote bob", (254, 90)),
            ("ana capot", (506, 90)),
            ("bob dedans", (668, 90)),
            ("ana 81", (668, 171)),
            ("bob 162", (668, 171 + 162 + 81)),
        ],
        ("Ana", "Bob"),
        BeloteRules(game=game),
    )

    assert marque.dealer is Seat.SUD
    assert marque.speaker is Seat.EST


def test_vk_an_evening_of_comptoir() -> None:
    """Sheets of 6 fall to 0; who is at 0 leaves, deals no more, and the last one has lost."""
    marque = evening(
        [
            ("ana 60 55", (6, 4, 4)),
            ("bob 60 70", (6, 2, 4)),
            ("passe", (6, 2, 4)),
            # 91 to 110 is 4
            ("chloé 100 fait", (6, 2, 0)),
            ("ana 30 dedans", (6, 1, 0)),
            ("ana 75 80", (3, 1, 0)),
            ("bob 20 20", (3, 0, 0)),
        ],
        THREE,
        COMPTOIR,
    )

    assert (marque.over, marque.winner, marque.loser) == (True, None, Team.SUD)
    # Chloé has left after deal 4, which Ana dealt: Bob deals, then Ana again.
    assert [deal.dealer for deal in marque.deals[3:]] == [Seat.SUD, Seat.EST, Seat.SUD, Seat.EST]
    assert summary(marque)["loser"] == "S"


def test_vk13_the_winner_deals_by_the_option() -> None:
    """The taker who made the bid deals next, otherwise the first after them; twelve points on each sheet."""
    rules = BeloteRules(game="lyonnaise", seats=4, next_dealer="winner", sheet=12)

    marque = evening(
        [("chloé 60 70", (12, 12, 10, 12)), ("bob 40 10", (11, 12, 9, 11)), ("ana 20 20", (10, 12, 9, 11))],
        FOUR,
        rules,
    )

    assert [deal.dealer for deal in marque.deals] == [Seat.SUD, Seat.NORD, Seat.NORD]
    assert marque.dealer is Seat.SUD


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("ana carreau 120 134", DealEntry(NS, 134, Seat.SUD, contract="♦", bid=120)),
        ("134 carreau ana 120", DealEntry(NS, 134, Seat.SUD, contract="♦", bid=120)),
        ("ana 120 demandés à carreau, 134 faits", DealEntry(NS, 134, Seat.SUD, contract="♦", bid=120)),
        ("ana 120 k 134 28", DealEntry(NS, 134, Seat.SUD, contract="♦", bid=120)),
        ("ana 120 coinche 134", DealEntry(NS, 134, Seat.SUD, bid=120, mult=2)),
        ("ana 120, bob coinche, chloé surcoinche, 134", DealEntry(NS, 134, Seat.SUD, bid=120, mult=4)),
        ("ana 120 contré dedans", DealEntry(NS, None, Seat.SUD, bid=120, mult=2, fallen=True)),
        ("eux 120 capot", DealEntry(EO, capot=EO, bid=120)),
        ("ana capot", None),
        ("ana capot 162", DealEntry(NS, None, Seat.SUD, NS, bid="capot")),
        ("ana générale ♥ réussie", DealEntry(NS, None, Seat.SUD, NS, contract="♥", bid="generale")),
        ("ana capot ♥ 150", DealEntry(NS, 150, Seat.SUD, contract="♥", bid="capot")),
        ("ana 120 capot bob", DealEntry(NS, None, Seat.SUD, EO, bid=120)),
        ("ana 120 134 belote bob", DealEntry(NS, 134, Seat.SUD, bid=120, belotes=(0, 1))),
        ("ana 120 renonce eux", DealEntry(NS, None, Seat.SUD, renonce=EO, bid=120)),
        ("ana 120 hearts made 134", DealEntry(NS, 134, Seat.SUD, contract="♥", bid=120)),
    ],
)
def test_vc_lines_of_coinche(line: str, entry: DealEntry | None) -> None:
    """The bid is the first number, or the one that can be bid; the other words come in any order."""
    read = read_line(line, FOUR, RICH)

    assert isinstance(read, UnclearEntry) if entry is None else read == WriteDeal(entry)


def test_vk_lines_of_comptoir() -> None:
    """The bid, and the points or only whether they were made."""
    taken: dict[str, Any] = {"taker": Seat.EST, "bid": 60}

    assert read_line("bob 60 55", THREE, COMPTOIR) == WriteDeal(DealEntry(Team.EST, 55, **taken))
    assert read_line("bob demande 60, fait 70", THREE, COMPTOIR) == WriteDeal(DealEntry(Team.EST, 70, **taken))
    assert read_line("bob 60 fait", THREE, COMPTOIR) == WriteDeal(DealEntry(Team.EST, **taken, made=True))
    assert read_line("bob 60 down", THREE, COMPTOIR) == WriteDeal(DealEntry(Team.EST, **taken, fallen=True))


@pytest.mark.parametrize(
    ("line", "names", "rules", "reason"),
    [
        ("ana carreau", FOUR, RICH, "bid"),
        ("ana carreau 134", FOUR, RICH, "bid"),
        ("ana 120 carreau", FOUR, RICH, "bid_points"),
        ("ana 120 carreau fait", FOUR, RICH, "bid_points"),
        ("ana capot carreau", FOUR, RICH, "bid_points"),
        ("ana 120 coinche chloé 134", FOUR, RICH, "doubled_who"),
        ("ana 120 surcoinche bob 134", FOUR, RICH, "doubled_who"),
        ("ana 120 134 29", FOUR, RICH, "two_totals"),
        ("ana 60", THREE, COMPTOIR, "bid_points"),
        ("ana 60 coeur 70", THREE, COMPTOIR, "word"),
        ("nous 60 70", THREE, COMPTOIR, "who"),
        ("david 92", THREE, BeloteRules(game="three"), "who"),
        ("eux 92", THREE, BeloteRules(game="three"), "who"),
        ("ana 92 coinche", THREE, BeloteRules(game="three"), "word"),
        ("joueurs Ana Bob", THREE, COMPTOIR, "players"),
    ],
)
def test_lines_of_other_games_that_are_not_understood(
    line: str, names: tuple[str, ...], rules: BeloteRules, reason: UnclearReason
) -> None:
    """A line that lacks something is a question; a word of another game is not understood."""
    found = read_line(line, names, rules)

    assert isinstance(found, UnclearEntry)
    assert found.reason == reason


@pytest.mark.parametrize(
    ("line", "answer", "entry"),
    [
        ("ana carreau 134", "120", DealEntry(NS, 134, Seat.SUD, contract="♦", bid=120)),
        ("ana 120 carreau", "134", DealEntry(NS, 134, Seat.SUD, contract="♦", bid=120)),
        ("ana 120 carreau", "dedans", DealEntry(NS, None, Seat.SUD, contract="♦", bid=120, fallen=True)),
        ("ana capot carreau", "fait", DealEntry(NS, None, Seat.SUD, NS, contract="♦", bid="capot")),
        ("ana 120 134 29", "134", DealEntry(NS, 134, Seat.SUD, bid=120)),
    ],
)
def test_a_question_about_a_bid_keeps_the_line(line: str, answer: str, entry: DealEntry) -> None:
    """The answer completes the line that was typed before."""
    question = read_line(line, FOUR, RICH)

    assert isinstance(question, UnclearEntry)
    assert read_line(question.answered(answer), FOUR, RICH) == WriteDeal(entry)


def test_bv6_a_capot_that_was_asked_for() -> None:
    """« capot demandé » is made, or missed with points or « dedans »: 500 either way."""
    rules = BeloteRules(capot_asked=True)

    evening(
        [
            ("ana capot demandé", (500, 0)),
            ("bob capot demandé dedans", (1000, 0)),
            ("annuler", (500, 0)),
            ("bob capot demandé 150", (1000, 0)),
        ],
        FOUR,
        rules,
    )


def refused(marque: Marque, action: Any) -> list[str]:
    """Return the reasons why an action is refused."""
    return [refusal.reason for refusal in marque.refusals(action)]


def test_vk11_nobody_who_has_left_takes_or_deals() -> None:
    """A player at 0 takes no more and is not made the dealer; a correction may not let an earlier taker leave."""
    lines = [("ana 95 100", (2, 6, 6)), ("bob 95 100", (2, 2, 6)), ("ana 60 70", (0, 2, 6)), ("bob 20 10", (0, 2, 5))]
    marque = evening(lines, THREE, COMPTOIR)

    assert refused(marque, WriteDeal(DealEntry(Team.SUD, 30, bid=20))) == ["has_left"]
    assert refused(marque, SetDealer(Seat.SUD)) == ["has_left"]
    # A bid of 131 is worth 6: Ana would leave at once, but she takes in deal 3.
    assert refused(marque, CorrectDeal(1, DealEntry(Team.SUD, 134, bid=131))) == ["later_taker"]
    assert refused(marque, CorrectDeal(1, DealEntry(Team.SUD, 100, bid=90))) == []


@pytest.mark.parametrize("rules", [COINCHE, COMPTOIR, BeloteRules(game="three"), BeloteRules(game="bis")])
def test_legal_actions_of_every_game_can_be_taken(rules: BeloteRules) -> None:
    """What is listed as legal is accepted."""
    marque = Marque.new(rules)
    legal = marque.legal_actions()

    assert len(legal) > 100
    assert all(map(marque.can, legal))


@pytest.mark.parametrize("name", SETS)
def test_every_set_of_options_has_a_sheet(name: str) -> None:
    """A set by its name, and an option that the table changes besides."""
    assert Marque.new(rules_of_set(name, {}, {})).rules.as_dict() == dict(SETS[name])
    assert rules_of_set(name, {}, {"target": 3000}).target == 3000

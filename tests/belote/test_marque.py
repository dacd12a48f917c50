"""The score sheet: what it refuses, corrections, names and dealers, the end of the partie, journals."""

from __future__ import annotations

import copy
import json
import pickle
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.marque.entries import (
    NO_NAMES,
    BeginPartie,
    CorrectDeal,
    DealEntry,
    DealWritten,
    MarqueAction,
    MarqueEvent,
    MarqueTerms,
    PlayerNames,
    SeatPlayers,
    SetDealer,
    SheetBegun,
    WriteDeal,
)
from belettre_lexicon.games.belote.marque.marque import JournalError, Marque, MarqueJournal, summary
from belettre_lexicon.games.belote.marque.refusals import MARQUE_REASONS, MOST_DEALS, MarqueReason
from belettre_lexicon.games.belote.marque.state import deals_left, needs_of
from belettre_lexicon.games.belote.marque.vocabulary import find_players, names_problem, split_names
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.scores import DealResult
from belettre_lexicon.games.belote.seats import SEATS, TEAMS, Seat, Team
from belettre_lexicon.games.kit.machine import IllegalActionError, ReplayError

PLAYERS: PlayerNames = ("Ana", "Bob", "Chloé", "David")
PLAIN = BeloteRules()
COINCHE, COMPTOIR = BeloteRules(game="coinche"), BeloteRules(game="comptoir", seats=3)
WITH_ANNONCES = BeloteRules(annonces=True)
OVERCALLS = BeloteRules(annonces=True, contracts="overcall")
NS, EO = TEAMS


def sheet(*entries: DealEntry | None, rules: BeloteRules = PLAIN) -> Marque:
    """Return a sheet with some deals."""
    marque = Marque.new(rules, PLAYERS)
    for entry in entries:
        marque.apply(WriteDeal(entry))
    return marque


def reasons(action: MarqueAction, rules: BeloteRules = PLAIN, marque: Marque | None = None) -> list[str]:
    """Return the reasons why an action is refused on a sheet, an empty one by default."""
    return [refusal.reason for refusal in (marque or Marque.new(rules)).refusals(action)]


# What no deal can give

#: Reason, action, rules of the table.
REFUSED: list[tuple[MarqueReason, MarqueAction, BeloteRules]] = [
    ("too_many_points", WriteDeal(DealEntry(NS, 163)), PLAIN),
    ("too_many_points", WriteDeal(DealEntry(NS, 252)), PLAIN),
    ("impossible_points", WriteDeal(DealEntry(NS, 1)), PLAIN),
    ("impossible_points", WriteDeal(DealEntry(NS, 161)), PLAIN),
    ("not_points", WriteDeal(DealEntry(NS, -1)), PLAIN),
    ("not_points", WriteDeal(DealEntry(NS, True)), PLAIN),
    ("not_points", WriteDeal(DealEntry(NS, "92")), PLAIN),  # type: ignore[arg-type]  # on purpose
    ("no_points", WriteDeal(DealEntry(NS)), PLAIN),
    ("capot_points", WriteDeal(DealEntry(NS, 152, capot=NS)), PLAIN),
    ("points_and_renonce", WriteDeal(DealEntry(NS, 92, renonce=EO)), PLAIN),
    ("capot_and_renonce", WriteDeal(DealEntry(NS, capot=NS, renonce=EO)), PLAIN),
    ("too_many_belotes", WriteDeal(DealEntry(NS, 92, belotes=(1, 1))), PLAIN),
    ("too_many_belotes", WriteDeal(DealEntry(NS, 92, belotes=(2, 0))), PLAIN),
    ("too_many_belotes", WriteDeal(DealEntry(NS, 92, contract="TA", belotes=(3, 2))), OVERCALLS),
    ("belote_sans_atout", WriteDeal(DealEntry(NS, 92, contract="SA", belotes=(1, 0))), OVERCALLS),
    ("not_belotes", WriteDeal(DealEntry(NS, 92, belotes=(5, 0))), PLAIN),
    ("not_belotes", WriteDeal(DealEntry(NS, 92, belotes=(0, -1))), PLAIN),
    ("not_belotes", WriteDeal(DealEntry(NS, 92, belotes=(1,))), PLAIN),
    ("annonces_not_played", WriteDeal(DealEntry(NS, 92, annonces=((50,), ()))), PLAIN),
    ("annonces_of_both", WriteDeal(DealEntry(NS, 92, annonces=((50,), (20,)))), WITH_ANNONCES),
    ("annonce_points", WriteDeal(DealEntry(NS, 92, annonces=((30,), ()))), WITH_ANNONCES),
    ("annonce_points", WriteDeal(DealEntry(NS, 92, annonces=((70,), ()))), WITH_ANNONCES),
    ("annonces_too_long", WriteDeal(DealEntry(NS, 92, annonces=((20,) * 5, ()))), WITH_ANNONCES),
    ("carre_twice", WriteDeal(DealEntry(NS, 92, annonces=((200, 200), ()))), WITH_ANNONCES),
    ("too_many_annonces", WriteDeal(DealEntry(NS, 92, annonces=((20,) * 9, ()))), WITH_ANNONCES),
    ("not_annonces", WriteDeal(DealEntry(NS, 92, annonces=(50, 20))), WITH_ANNONCES),  # type: ignore[arg-type]
    ("not_fallen", WriteDeal(DealEntry(NS, 120, fallen=True)), PLAIN),
    ("not_fallen", WriteDeal(DealEntry(NS, capot=NS, fallen=True)), PLAIN),
    ("misdeal_alone", WriteDeal(DealEntry(NS, 92, misdeal=True)), PLAIN),
    ("penalty_alone", WriteDeal(DealEntry(NS, 92, penalty=50)), PLAIN),
    ("penalty_points", WriteDeal(DealEntry(NS, penalty=-50)), PLAIN),
    ("penalty_points", WriteDeal(DealEntry(NS, penalty=1001)), PLAIN),
    ("penalty_points", WriteDeal(DealEntry(NS, reason="bavardage")), PLAIN),
    ("not_an_entry", WriteDeal(DealEntry(NS, penalty=50, reason="\x1b[31m")), PLAIN),
    ("partie_not_over", BeginPartie(), PLAIN),
    ("contract", WriteDeal(DealEntry(NS, 92, contract="SA")), PLAIN),
    ("not_a_contract", WriteDeal(DealEntry(NS, 92, contract="x")), PLAIN),  # type: ignore[arg-type]  # on purpose
    ("taker_of_other_team", WriteDeal(DealEntry(NS, 92, Seat.EST)), PLAIN),
    ("not_an_entry", WriteDeal(DealEntry("nous", 92)), PLAIN),  # type: ignore[arg-type]  # on purpose
    ("not_an_entry", WriteDeal("92"), PLAIN),  # type: ignore[arg-type]  # on purpose
    ("dealer_takes", WriteDeal(), BeloteRules(all_pass="dealer_takes")),
    ("no_such_deal", CorrectDeal(1, DealEntry(NS, 92)), PLAIN),
    ("no_such_deal", CorrectDeal(0), PLAIN),
    ("not_a_seat", SetDealer("Ana"), PLAIN),  # type: ignore[arg-type]  # on purpose
    ("not_four_names", SeatPlayers(("Ana", "Bob")), PLAIN),
    ("no_bids", WriteDeal(DealEntry(NS, 92, bid=80)), PLAIN),
    ("no_bids", WriteDeal(DealEntry(NS, 92, mult=2)), PLAIN),
    ("capot_not_asked", WriteDeal(DealEntry(NS, capot=NS, bid="capot")), PLAIN),
    ("no_bid", WriteDeal(DealEntry(NS, 92)), COINCHE),
    ("no_points", WriteDeal(DealEntry(NS, bid=80)), COINCHE),
    ("no_points", WriteDeal(DealEntry(NS, bid=80, made=True)), COINCHE),
    ("not_a_bid", WriteDeal(DealEntry(NS, 92, bid=85)), COINCHE),
    ("not_a_bid", WriteDeal(DealEntry(NS, 92, bid=170)), COINCHE),
    ("not_a_bid", WriteDeal(DealEntry(NS, 92, bid="tout")), COINCHE),  # type: ignore[arg-type]  # on purpose
    ("generale", WriteDeal(DealEntry(NS, capot=NS, bid="generale")), COINCHE),
    ("not_doubled", WriteDeal(DealEntry(NS, 92, bid=80, mult=3)), COINCHE),
    ("surcoinche", WriteDeal(DealEntry(NS, 92, bid=80, mult=4)), BeloteRules(game="coinche", coinche_ends=True)),
    ("not_fallen", WriteDeal(DealEntry(NS, 92, bid=80, fallen=True)), COINCHE),
    ("not_made", WriteDeal(DealEntry(NS, 72, bid=80, made=True)), COINCHE),
    ("contract", WriteDeal(DealEntry(NS, 92, bid=80, contract="SA")), COINCHE),
    (
        "belote_tout_atout",
        WriteDeal(DealEntry(NS, 92, bid=80, contract="TA", belotes=(1, 0))),
        BeloteRules(game="coinche", sa_ta=True, ta_belote=False),
    ),
    ("not_bid_points", WriteDeal(DealEntry(Team.SUD, 60, bid=153)), COMPTOIR),
    ("not_bid_points", WriteDeal(DealEntry(Team.SUD, 60)), COMPTOIR),
    ("no_points", WriteDeal(DealEntry(Team.SUD, bid=60)), COMPTOIR),
    ("not_made", WriteDeal(DealEntry(Team.SUD, bid=152, made=True)), COMPTOIR),
    ("impossible_points", WriteDeal(DealEntry(Team.SUD, 152, bid=60)), COMPTOIR),
    ("not_counted", WriteDeal(DealEntry(Team.SUD, 60, bid=60, contract="♥")), COMPTOIR),
    ("not_counted", WriteDeal(DealEntry(Team.SUD, penalty=10)), COMPTOIR),
    ("not_an_entry", WriteDeal(DealEntry(NS, 60, bid=60)), COMPTOIR),
    ("taker_of_other_team", WriteDeal(DealEntry(Team.SUD, 60, Seat.EST, bid=60)), COMPTOIR),
    ("not_a_seat", SetDealer(Seat.OUEST), COMPTOIR),
    ("not_four_names", SeatPlayers(("Ana", "Bob", "Chloé", "David")), COMPTOIR),
    ("not_a_name", SeatPlayers(("Ana", "Bob", "Chloé", "7")), PLAIN),
    ("not_a_name", SeatPlayers(("Ana", "Bob", "Chloé", "D" * 41)), PLAIN),
    ("not_a_name", SeatPlayers(("Ana", "Bob", "Chloé", "D\x1b[31m")), PLAIN),
    ("same_name", SeatPlayers(("Ana", "Bob", "Chloé", "chloe")), PLAIN),
    ("reserved_name", SeatPlayers(("Ana", "Capot", "Chloé", "David")), PLAIN),
    ("reserved_name", SeatPlayers(("Nord", "Bob", "Chloé", "David")), PLAIN),
]


@pytest.mark.parametrize(("reason", "action", "rules"), REFUSED)
def test_bc6_what_no_deal_can_give_is_refused(reason: str, action: MarqueAction, rules: BeloteRules) -> None:
    """An entry that no deal can give is refused for its reason, and the sheet does not change."""
    marque = Marque.new(rules)

    assert reason in reasons(action, rules)
    with pytest.raises(IllegalActionError):
        marque.apply(action)
    assert marque == Marque.new(rules)


def test_every_reason_is_met() -> None:
    """Every reason why an entry is refused has a case above, or in the tests of full sheets and of finished ones.

    Reasons about players who have left are tested with the games that have sheets.
    """
    elsewhere = {"over", "too_many_deals", "too_many_parties", "has_left", "later_taker"}

    assert {reason for reason, _, _ in REFUSED} | elsewhere == set(MARQUE_REASONS)
    assert set(MARQUE_REASONS) == set(get_args(MarqueReason))


def test_bs_everything_else_can_be_written() -> None:
    """All points from 0 to 162 but 1 and 161 can be written for each team, and a capot of either team."""
    marque = Marque.new(PLAIN)
    legal = marque.legal_actions()

    assert all(map(marque.can, legal))
    assert {action.entry.plis for action in legal if isinstance(action, WriteDeal) and action.entry} == {
        None,
        *range(163),
    } - {1, 161}


def test_bv3_plain_values_have_other_totals() -> None:
    """At tout atout with plain values a deal has 258 points, at sans atout 130."""
    rules = BeloteRules(contracts="overcall", ta_values="plain")

    assert reasons(WriteDeal(DealEntry(NS, 200, contract="TA")), rules) == []
    assert reasons(WriteDeal(DealEntry(NS, 131, contract="SA")), rules) == ["too_many_points"]
    assert sheet(DealEntry(NS, 200, contract="TA"), rules=rules).totals == (200, 58)


def test_an_action_that_is_none() -> None:
    """Something else than an action raises ArgumentError."""
    with pytest.raises(ArgumentError, match="not an action"):
        Marque.new().apply("ana 92")  # type: ignore[arg-type]  # on purpose


# Corrections


def test_a_correction_scores_all_later_deals_again() -> None:
    """If a litige was none, the winner of the next deal gets nothing that waited."""
    marque = sheet(DealEntry(NS, 81), DealEntry(EO, 100))
    assert marque.totals == (62, 81 + 100 + 81)

    marque.apply(CorrectDeal(1, DealEntry(NS, 82)))

    assert marque.totals == (82 + 62, 80 + 100)
    marque.undo()
    assert marque.totals == (62, 262)


def test_a_correction_changes_no_dealer() -> None:
    """Every deal keeps its dealer, and so does the next one."""
    marque = sheet(*[DealEntry(NS, 82)] * 3)
    dealers = [deal.dealer for deal in marque.deals]
    marque.apply(CorrectDeal(1, DealEntry(EO, 90)))

    assert [deal.dealer for deal in marque.deals] == dealers == [Seat.SUD, Seat.EST, Seat.NORD]
    assert marque.dealer is Seat.OUEST


def test_be2_deals_after_a_corrected_end_do_not_count() -> None:
    """If a correction shows that the partie was over earlier, later deals stay on the sheet but do not count."""
    marque = sheet(*[DealEntry(NS, 82)] * 6, rules=BeloteRules(target=500))
    assert marque.totals == (492, 480)
    marque.apply(CorrectDeal(1, DealEntry(NS, capot=NS)))

    assert marque.winner is NS
    # 252 and four times 82
    assert marque.totals == (580, 320)
    assert [deal.counts for deal in marque.deals] == [True] * 5 + [False]
    assert reasons(WriteDeal(DealEntry(NS, 82)), marque=marque) == ["over"]

    marque.apply(CorrectDeal(1, DealEntry(NS, 82)))
    assert marque.totals == (492, 480)
    assert not marque.over


def test_ba6_a_deal_can_be_corrected_to_passed() -> None:
    """A deal that nobody took gives nothing; what waits goes on waiting."""
    marque = sheet(DealEntry(NS, 81), DealEntry(NS, 100))
    marque.apply(CorrectDeal(2))

    assert (marque.totals, marque.waiting) == ((0, 81), 81)


# Names and dealers


def test_bd10_dealers() -> None:
    """The dealer goes round; the table may say that somebody else deals next; undo takes that back."""
    marque = sheet(DealEntry(NS, 92), None)
    assert (marque.dealer, marque.speaker) == (Seat.NORD, Seat.OUEST)

    marque.apply(SetDealer(Seat.SUD))
    marque.apply(WriteDeal())

    assert [deal.dealer for deal in marque.deals] == [Seat.SUD, Seat.EST, Seat.SUD]
    marque.undo(2)
    assert marque.dealer is Seat.NORD


def test_names_can_change() -> None:
    """A player may be replaced at any time; a seat may keep its own name."""
    marque = sheet(DealEntry(NS, 92))
    marque.apply(SeatPlayers(("Ana", "Est", "", "Zoé")))

    assert marque.names == ("Ana", "Est", "", "Zoé")


def test_split_names() -> None:
    """Names stand between commas; without a comma, between spaces."""
    assert split_names(" Ana ,Jean  Paul, ,Zoé") == ("Ana", "Jean Paul", "", "Zoé")
    assert names_problem(("Ana", "b,c", "", "")) == ("not_a_name", "b,c")
    assert names_problem(("", "Bob", "", "7")) == ("not_a_name", "7")
    assert find_players("s", NO_NAMES) == [0]
    assert find_players("s", PLAYERS) == []


# The end of the partie


def test_be4_a_belote_alone_does_not_win() -> None:
    """A team that reaches the target by its belote in a fallen deal does not win with that deal."""
    rules = BeloteRules(target=200)
    marque = sheet(DealEntry(EO, 70), DealEntry(NS, 60, belotes=(1, 0)), rules=BeloteRules(target=180))

    # 162 + 20 is over 180, but the 20 are a belote alone; the other team has 162
    assert (marque.totals, marque.winner) == ((182, 162), None)
    assert marque.deals[-1].end is not None
    assert (marque.deals[-1].end.rule, marque.deals[-1].end.reason) == ("BE4", "belote_alone")
    assert sheet(DealEntry(EO, 70), DealEntry(NS, 100), rules=rules).winner is NS


def test_be3_equal_totals_need_another_deal() -> None:
    """Equal totals at the target do not end the partie."""
    marque = sheet(DealEntry(NS, 100), DealEntry(EO, 100), rules=BeloteRules(target=162))

    assert (marque.totals, marque.over) == ((162, 162), False)


def test_be1_a_full_or_finished_sheet_takes_no_deal() -> None:
    """A sheet that is over refuses deals (BE2), and a sheet has a bounded number of deals."""
    assert reasons(WriteDeal(), marque=sheet(DealEntry(NS, 100), rules=BeloteRules(target=100))) == ["over"]
    marque = sheet(*[None] * MOST_DEALS)
    assert reasons(WriteDeal(), marque=marque) == ["too_many_deals"]
    assert marque.legal_actions() == []


def test_be5_exact_totals_decide() -> None:
    """Where scores are rounded, the option exact_end looks at the exact totals."""
    deals = [DealEntry(NS, 86), DealEntry(NS, 86)]  # written 90 each, exact 86

    assert sheet(*deals, rules=BeloteRules(target=180, rounding="ten")).winner is NS
    assert sheet(*deals, rules=BeloteRules(target=180, rounding="ten", exact_end=True)).winner is None


def test_needs_say_what_the_next_deal_must_give() -> None:
    """With 92 to 70 points and a target of 200, taking needs 108 points; a fallen team gives 162."""
    marque = sheet(DealEntry(NS, 92), rules=BeloteRules(target=200))
    ours, theirs = needs_of(marque.state, marque.rules)

    assert (ours.missing, ours.taking, ours.defending) == (108, 108, 82)
    assert (theirs.missing, theirs.taking, theirs.defending) == (130, 130, 82)
    far, _ = needs_of(Marque.new().state, PLAIN)
    assert (far.missing, far.taking, far.defending, far.capot) == (1000, None, None, False)


def test_be1_needs_where_a_number_of_deals_ends_the_partie() -> None:
    """With one deal left and 22 points ahead, the other team must make up for them."""
    marque = sheet(DealEntry(NS, 92), rules=BeloteRules(deals=2))
    ours, theirs = needs_of(marque.state, marque.rules)

    assert deals_left(marque.state, marque.rules) == 1
    assert ours.missing is None
    assert theirs.taking == 93
    assert deals_left(Marque.new().state, PLAIN) is None


# Records


def test_a_sheet_copies_pickles_and_replays() -> None:
    """Copies go on independently; a pickle and a replay of the log are equal to the sheet."""
    marque = sheet(DealEntry(NS, 81), None, DealEntry(EO, 100, Seat.EST, belotes=(0, 1)))
    other = copy.deepcopy(marque)
    other.apply(WriteDeal())

    assert pickle.loads(pickle.dumps(marque)) == marque == Marque.replay(marque.setup, marque.log) != other
    assert "3 deals" in repr(marque)


def test_a_log_with_a_wrong_number_is_refused() -> None:
    """Events whose numbers do not follow each other are no log of a sheet."""
    with pytest.raises(ReplayError, match="event 2"):
        Marque.replay(MarqueTerms(PLAIN), [SheetBegun(Seat.SUD), DealWritten(2)])
    with pytest.raises(ReplayError, match="does not follow here"):
        Marque.replay(MarqueTerms(PLAIN), [SheetBegun(Seat.SUD), SheetBegun(Seat.SUD)])


def test_actions_and_events_are_json() -> None:
    """Actions and events decode from the JSON that they encode to."""
    for action in (WriteDeal(DealEntry(NS, 92, Seat.SUD, contract="♥")), CorrectDeal(1), SeatPlayers(PLAYERS)):
        assert msgspec.json.decode(msgspec.json.encode(action), type=MarqueAction) == action
    for event in sheet(DealEntry(EO, capot=NS), None).log:
        assert msgspec.json.decode(msgspec.json.encode(event), type=MarqueEvent) == event


@pytest.mark.parametrize(
    ("line", "damage", "message"),
    [
        (0, ('"marque"', '"partie"'), "the line was changed"),
        (1, ('"plis":92', '"plis":93'), "the line was changed"),
        (1, ("did", "event"), "line 2"),
    ],
)
def test_a_changed_journal_is_refused(line: int, damage: tuple[str, str], message: str) -> None:
    """A journal of which a line was changed names the line."""
    journal = MarqueJournal(Marque.new())
    lines = [journal.header]
    with journal.entering(WriteDeal(DealEntry(NS, 92))) as written:
        lines.append(written)
    lines[line] = lines[line].replace(*damage)

    with pytest.raises(JournalError, match=message):
        MarqueJournal.resume(lines)


@pytest.mark.parametrize(
    "header",
    [
        {"version": 1, "kind": "journal"},
        {"version": 2, "kind": "marque"},
        {"version": 1, "kind": "marque", "rules": {"target": 0}, "dealer": "S"},
        {"version": 1, "kind": "marque", "rules": {}, "dealer": "S", "names": ["Capot", "", "", ""]},
        {"version": 1, "kind": "marque", "rules": {}, "dealer": "X"},
        {"version": 1, "kind": "marque", "rules": {"unknown": 1}, "dealer": "S"},
    ],
)
def test_a_header_that_no_sheet_has(header: dict[str, object]) -> None:
    """A header of another kind or version, or with terms that no sheet has, is refused in line 1."""
    from belettre_lexicon.games.kit.chain import encode_line, header_line

    line = encode_line(header_line(json.dumps(header).encode())).decode()

    with pytest.raises(JournalError, match="line 1"):
        MarqueJournal.resume([line])


def test_a_journal_with_a_deal_that_no_deal_gives() -> None:
    """A journal whose checks are right, but whose deal is impossible, is refused."""
    from belettre_lexicon.games.kit.chain import ChainedLine, encode_line, next_check

    journal = MarqueJournal(Marque.new())
    raw = b'{"event":"written","number":1,"entry":{"team":"N+S","plis":161}}'
    line = ChainedLine(next_check(journal.check, raw), 2, did=(msgspec.Raw(raw),))

    with pytest.raises(JournalError, match="BC6"):
        MarqueJournal.resume([journal.header, encode_line(line).decode()])


def test_a_journal_begins_with_an_empty_sheet() -> None:
    """The journal of a sheet with deals cannot be begun, for their lines would be missing."""
    with pytest.raises(ArgumentError, match="new partie"):
        MarqueJournal(sheet(DealEntry(NS, 92)))


def test_terms_are_checked() -> None:
    """Terms with other values than rules, a seat and names are refused."""
    with pytest.raises(ArgumentError, match="rules"):
        Marque(MarqueTerms("x"))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ArgumentError, match="dealer"):
        Marque(MarqueTerms(PLAIN, "S"))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ArgumentError, match="players"):
        Marque.new(names=("Ana", "Ana", "", ""))
    with pytest.raises(ArgumentError, match="terms"):
        Marque("x")  # type: ignore[arg-type]  # on purpose


def test_the_summary_is_json() -> None:
    """The plain values of a sheet are JSON, with the rule and option behind every number."""
    marque = sheet(DealEntry(NS, 60, Seat.SUD, belotes=(1, 0)), None, rules=BeloteRules(chute=160, target=200))
    read = json.loads(json.dumps(summary(marque)))

    assert (read["totals"], read["dealer"], read["speaker"], read["winner"]) == ([20, 160], "N", "O", None)
    first, second = read["deals"]
    assert (first["outcome"], first["rule"], second["outcome"]) == ("chute", "BS5", "passed")
    assert {"team": 1, "kind": "chute", "points": 160, "rule": "BS5", "option": "chute"} in first["lines"]
    assert read["rules"] == {"chute": 160, "target": 200}


# Random sheets

ENTRIES = st.none() | st.builds(
    DealEntry,
    st.sampled_from(TEAMS),
    st.integers(0, 162).filter(lambda points: points not in (1, 161)),
    belotes=st.sampled_from([(0, 0), (1, 0), (0, 1)]),
    annonces=st.sampled_from([((), ()), ((50,), ()), ((), (20, 100))]),
)
RULES = st.sampled_from(
    [
        WITH_ANNONCES,
        BeloteRules(annonces=True, belote_lost=True),
        BeloteRules(annonces=True, litige_belote=False),
        BeloteRules(annonces=True, make="plis"),
    ]
)


@given(st.lists(ENTRIES, max_size=8), RULES)
def test_bs8_every_deal_shares_out_its_points(entries: list[DealEntry | None], rules: BeloteRules) -> None:
    """What both teams write, and what waits after less what waited before, is 162 with belotes and annonces."""
    marque = sheet(*entries, rules=BeloteRules(**{**rules.as_dict(), "target": 10_000}))
    waited = 0
    for deal in marque.deals:
        if isinstance(deal.result, DealResult) and deal.entry is not None:
            extra = 20 * sum(deal.entry.belotes) + sum(map(sum, deal.entry.annonces))
            assert sum(deal.result.points) + deal.waiting[0] - waited == 162 + extra
        waited = deal.waiting[0]


@given(st.lists(ENTRIES, min_size=1, max_size=8), ENTRIES, st.data())
def test_a_corrected_sheet_is_the_sheet_typed_so_at_once(
    entries: list[DealEntry | None], entry: DealEntry | None, data: st.DataObject
) -> None:
    """Correcting a deal gives the deals that a sheet has on which it was typed so at once; undo gives the old ones."""
    rules = BeloteRules(annonces=True, target=10_000)
    number = data.draw(st.integers(1, len(entries)))
    marque = sheet(*entries, rules=rules)
    before = [(deal.totals, deal.waiting) for deal in marque.deals]
    marque.apply(CorrectDeal(number, entry))

    other = sheet(*entries[: number - 1], entry, *entries[number:], rules=rules)

    assert [(deal.totals, deal.waiting) for deal in marque.deals] == [
        (deal.totals, deal.waiting) for deal in other.deals
    ]
    marque.undo()
    assert [(deal.totals, deal.waiting) for deal in marque.deals] == before


def test_seats_and_teams_are_those_of_the_sentences() -> None:
    """« nous » are the first and the third player."""
    assert [seat.team for seat in SEATS] == [NS, EO, NS, EO]
    assert Team.NS.index == 0

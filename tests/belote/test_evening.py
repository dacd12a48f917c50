"""Real evenings typed on the sheet line by line: the totals after each deal are worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from belettre_lexicon.games.belote.marque.entries import PlayerNames
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal
from belettre_lexicon.games.belote.marque.typed import SheetCommand, UnclearEntry, read_line
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import Team
from belettre_lexicon.games.kit.machine import IllegalActionError

#: Ana and Chloé are « nous », Bob and David are « eux ».
PLAYERS: PlayerNames = ("Ana", "Bob", "Chloé", "David")

#: An evening to 2200 points: the line, what the deal gives to « nous » and « eux », and the totals after it. Lines that
#: are refused or take something back give nothing.
EVENING = [
    # 92 against 70: made
    ("ana 92", (92, 70), (92, 70)),
    # 60 against 102 + 20: fallen, so 162 + 20 for the defence
    ("bob 60 belote ana", (182, 0), (274, 70)),
    # 81 each: litige, 81 for the defence, 81 wait
    ("chloé 81", (0, 81), (274, 151)),
    # 100 against 62: made, and the 81 that waited go to the winners: 100 + 81
    ("david 100", (62, 181), (336, 332)),
    ("passe", (0, 0), (336, 332)),
    ("Ana capot", (252, 0), (588, 332)),
    ("eux 90", (72, 90), (660, 422)),
    # 75 + 20 against 87: made thanks to the belote
    ("chloé ♠ 75 belote chloé", (95, 87), (755, 509)),
    ("bob 70", (162, 0), (917, 509)),
    # typed for the wrong number, taken back at once
    ("ana 100", (100, 62), (1017, 571)),
    ("annuler", (0, 0), (917, 509)),
    ("ana 110", (110, 52), (1027, 561)),
    # 71 + 20 against 91: litige, the takers keep their belote, 71 wait
    ("david 71 belote david", (91, 20), (1118, 581)),
    ("passe", (0, 0), (1118, 581)),
    # fallen: 162 and the 71 that waited
    ("chloe 60", (0, 233), (1118, 814)),
    ("b 82 80", (80, 82), (1198, 896)),
    # 95 against 67 + 20
    ("nous 95 belote eux", (95, 87), (1293, 983)),
    ("david à cœur 130", (32, 130), (1325, 1113)),
    # 50 + 20 against 112: fallen, the belote stays
    ("ana 50 belote ana", (20, 162), (1345, 1275)),
    ("bob 84", (78, 84), (1423, 1359)),
    ("chloé 120", (120, 42), (1543, 1401)),
    # deal 7 was 60, not 90: the takers had fallen. Instead of 72 and 90 it gives 162 and 0: + 90 and - 90
    ("corrige 7 eux 60", (90, -90), (1633, 1311)),
    # 88 + 20, and 74
    ("david 88 belote bob", (74, 108), (1707, 1419)),
    ("ana 161", (0, 0), (1707, 1419)),
    ("ana 101", (101, 61), (1808, 1480)),
    ("eux 62", (162, 0), (1970, 1480)),
    ("bob 99", (63, 99), (2033, 1579)),
    ("chloé 85", (85, 77), (2118, 1656)),
    ("ana 97", (97, 65), (2215, 1721)),
]
#: An evening to 1001 points with annonces, where scores are rounded to tens.
ROUNDED = [
    # 92 + 70 against 70; written 90 + 70 and 70
    ("ana 92 annonces nous 50 20", (160, 70), (160, 70)),
    # 88 + 20 against 74; written 90 + 20 and 70
    ("bob 88 annonces eux tierce", (70, 110), (230, 180)),
    # 61 against 101 + 100: fallen; 162 is written 160
    ("chloé 61 annonces eux cent", (0, 260), (230, 440)),
    # 81 each: 80 for the defence, 80 wait
    ("david 81", (80, 0), (310, 440)),
    # 250, the belote 20, the defence's 50, the 80 that waited
    ("ana capot belote chloé annonces eux 50", (400, 0), (710, 440)),
    # 106 and 56 both go up
    ("bob 106", (60, 110), (770, 550)),
    # a renonce of « eux »: 160 and the annonces
    ("chloé renonce bob annonces nous 20", (180, 0), (950, 550)),
    # 54 + 20 against 108: fallen
    ("ana 54 belote ana", (20, 160), (970, 710)),
    # 60 against 102 + 20: fallen; 160 + 20
    ("david 60 belote ana", (180, 0), (1150, 710)),
]


def type_lines(
    rules: BeloteRules, lines: Sequence[tuple[str, tuple[int, int], tuple[int, int]]]
) -> tuple[MarqueJournal, list[str]]:
    """Type lines on a new sheet and compare the totals after each; return the sheet and the lines of its journal."""
    journal = MarqueJournal(Marque.new(rules, PLAYERS))
    kept = [journal.header]
    before = (0, 0)
    for line, change, totals in lines:
        entry = read_line(line, PLAYERS, rules)
        assert not isinstance(entry, UnclearEntry), line
        if isinstance(entry, SheetCommand):
            assert entry.verb == "undo"
            with journal.taking_back(entry.argument) as written:
                kept.append(written)
            assert journal.marque.totals == totals, line
        else:
            try:
                with journal.entering(entry) as written:
                    kept.append(written)
            except IllegalActionError:
                assert change == (0, 0), line
            assert (before[0] + change[0], before[1] + change[1]) == totals, f"{line}: the sum worked out by hand"
            assert journal.marque.totals == totals, line
        before = totals
    return journal, kept


def test_bs_a_real_evening_equals_the_sum_worked_out_by_hand() -> None:
    """25 deals with two litiges, a capot, a correction and an undo give the totals worked out by hand."""
    journal, _ = type_lines(BeloteRules(target=2200), EVENING)
    marque = journal.marque

    assert len(marque.deals) == 25
    assert [deal.number for deal in marque.deals if deal.result and deal.result.outcome == "litige"] == [3, 11]
    assert [deal.number for deal in marque.deals if deal.result and deal.result.outcome == "capot"] == [6]
    assert (marque.totals, marque.waiting, marque.winner) == ((2215, 1721), 0, Team.NS)
    # BS8: 22 deals of 162 points, one of 252, and six belotes
    assert sum(marque.totals) == 22 * 162 + 252 + 6 * 20


def test_br_an_evening_with_rounding_and_annonces() -> None:
    """Rounded points, annonces of either team, a renonce and a capot with points that waited, worked out by hand."""
    journal, _ = type_lines(BeloteRules(target=1001, rounding="ten", annonces=True), ROUNDED)

    assert (journal.marque.totals, journal.marque.winner) == ((1150, 710), Team.NS)


@pytest.mark.parametrize("lines", range(len(EVENING) + 1))
def test_an_evening_goes_on_after_any_line(lines: int) -> None:
    """A sheet that is resumed from its journal after any line is the same sheet, and can still be undone."""
    journal, kept = type_lines(BeloteRules(target=2200), EVENING[:lines])

    resumed = MarqueJournal.resume(kept)

    assert resumed.marque == journal.marque
    assert (resumed.marque.totals, resumed.undoable) == (journal.marque.totals, journal.undoable)


def test_bd10_the_dealer_goes_round_through_the_evening() -> None:
    """Each deal is dealt by the next player, also after deals that nobody took; who speaks first sits after them."""
    journal, _ = type_lines(BeloteRules(target=2200), EVENING)
    seats = [deal.dealer.index for deal in journal.marque.deals]

    assert seats == [number % 4 for number in range(25)]
    assert journal.marque.speaker is journal.marque.dealer.next

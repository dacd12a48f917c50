"""Lines of a score sheet in any order, questions that keep their line, entries without cards, and whole evenings."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon.games.belote.marque.entries import BeginPartie, DealEntry, PlayerNames, WriteDeal
from belettre_lexicon.games.belote.marque.marque import Marque, MarqueJournal, summary
from belettre_lexicon.games.belote.marque.refusals import MOST_PARTIES
from belettre_lexicon.games.belote.marque.typed import UnclearEntry, read_line
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import TEAMS, Seat
from belettre_lexicon.games.kit.machine import IllegalActionError
from belettre_lexicon.referee.belote import load_belote
from belettre_lexicon.referee.belote.sheet import sheet_lines
from tests.belote.test_evening import PLAYERS
from tests.belote.test_typed_deals import WORDS
from tests.belote.typed_sheet import Sheet

FRENCH = load_belote("fr")
NS, EO = TEAMS
HEARTS = DealEntry(NS, 92, Seat.SUD, contract="♥")


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("ana 92 cœur", HEARTS),
        ("92 ana cœur", HEARTS),
        ("cœur 92 ana", HEARTS),
        ("à cœur 92 ana", HEARTS),
        ("92 à cœur : ana", HEARTS),
        ("92 c ana", None),
        ("belote bob 61 ana", DealEntry(NS, 61, Seat.SUD, belotes=(0, 1))),
        ("capot ana", DealEntry(NS, taker=Seat.SUD, capot=NS)),
        ("renonce bob ana", DealEntry(NS, taker=Seat.SUD, renonce=EO)),
        ("annonces nous 50 20 ana 92", DealEntry(NS, 92, Seat.SUD, annonces=((50, 20), ()))),
        ("ana annonces nous 50 92", DealEntry(NS, 92, Seat.SUD, annonces=((50,), ()))),
        ("ana dedans", DealEntry(NS, taker=Seat.SUD, fallen=True)),
        ("ana cœur dedans belote bob", DealEntry(NS, None, Seat.SUD, None, None, "♥", (0, 1), fallen=True)),
        ("dedans eux", DealEntry(EO, fallen=True)),
        ("ana down", DealEntry(NS, taker=Seat.SUD, fallen=True)),
        ("maldonne", DealEntry(EO, misdeal=True)),
        ("maldonne ana", DealEntry(NS, misdeal=True)),
        ("pénalité eux 50", DealEntry(EO, penalty=50)),
        ("pénalité 50 points bob cartes vues", DealEntry(EO, penalty=50, reason="cartes vues")),
    ],
)
def test_words_of_a_deal_come_in_any_order(line: str, entry: DealEntry | None) -> None:
    """The same words in another order are the same entry; a word with two meanings names the player first."""
    found = read_line(line, PLAYERS, BeloteRules(annonces=True), dealer=Seat.EST)

    if entry is None:
        assert isinstance(found, UnclearEntry)  # « c » is Chloé, so that Ana is one too many
    else:
        assert found == WriteDeal(entry)


@pytest.mark.parametrize(
    ("lines", "row"),
    [
        (["ana 92 belote", "bob"], "Ana 92 belote eux"),
        (["ana belote 92", "eux"], "Ana 92 belote eux"),
        (["ana 92 belote zoé", "bob"], "Ana 92 belote eux"),
        (["ana 92 belote", "zoé", "bob"], "Ana 92 belote eux"),
        (["ana", "92"], "Ana 92"),
        (["ana cœur", "92 belote ana"], "Ana ♥ 92 belote nous"),
        (["92 cœur", "chloé"], "Chloé ♥ 92"),
        (["zoé 92", "david"], "David 92"),
        (["ana 92 71", "92 70"], "Ana 92"),
        (["ana renonce", "bob"], "Ana renonce eux"),
        (["ana 50 annonces", "nous", "50 20"], "Ana 50 annonces nous 50 20"),
        (["ana 50 annonces", "nous 50 20"], "Ana 50 annonces nous 50 20"),
        (["pénalité", "eux", "50"], "pénalité eux 50"),
        (["ana 92 belote", "bob 100"], "Bob 100"),
        (["ana 92 belote", "marque", "ana"], "Ana 92 belote nous"),
    ],
)
def test_a_question_keeps_the_line(lines: list[str], row: str) -> None:
    """The answer to a question completes the line that lacks a word; a whole line is a deal of its own."""
    typed = Sheet(annonces=True)

    typed.say(*lines)

    assert len(typed.session.marque.deals) == 1
    assert typed.say("annuler")[0] == f"Annulé : donne 1, {row}"


def test_bn7_annonces_of_both_teams_name_the_rule() -> None:
    """« annonces nous 20 eux 50 » is understood and refused, because only one team scores."""
    said = Sheet(annonces=True).say("ana 92 annonces nous 20 eux 50")

    assert said == ["Refusé : les annonces d'un seul camp comptent, celles de la plus forte (BN7)."]
    assert Sheet(annonces=True).say("annonces nous 20 eux 50")[0].startswith("Qui a pris ?")
    assert Sheet(annonces=True).say("annonces nous 20 eux 50", "ana 92") == said


def test_bs5_dedans_scores_as_a_chute() -> None:
    """Takers who fell without a count: 162 and all annonces to the defence, the belote stays, what waited goes on."""
    typed = Sheet(annonces=True)
    typed.say("ana 81", "bob dedans belote bob annonces eux 50")

    assert typed.session.marque.totals == (162 + 50 + 81, 81 + 20)
    assert typed.say("bob 70 dedans")[0].startswith("Donne 3, Bob : dedans, 70 contre 92 ;")
    assert typed.say("ana 120 dedans") == ["Refusé : avec 120 points, les preneurs ne sont pas dedans (BS5)."]


def test_bd9_after_a_misdeal_the_same_player_deals_again() -> None:
    """A misdeal costs nothing, the dealer deals again and what waits goes on waiting."""
    typed = Sheet()
    said = typed.say("ana 81", "maldonne")

    assert said[0] == "Donne 2 : maldonne, Bob redonne."
    assert (typed.session.marque.dealer, typed.session.marque.waiting) == (Seat.EST, 81)
    assert any(line.endswith("maldonne eux") for line in typed.say("marque"))


def test_bd9_a_misdeal_may_cost_162() -> None:
    """With the option the other team scores 162, rounded as the rest, and the next player deals."""
    typed = Sheet(misdeal="162", rounding="ten", target=300)
    said = typed.say("ana 81", "maldonne")

    assert said[0].startswith("Donne 2, eux : maldonne (maldonne : 162 en face) ; nous 160")
    assert (typed.session.marque.totals, typed.session.marque.waiting) == ((160, 80), 80)
    assert typed.session.marque.dealer is Seat.NORD


def test_a_penalty_is_an_entry_of_its_own() -> None:
    """A penalty takes points from a team; the deal goes on with the same dealer, and it can be corrected."""
    typed = Sheet(deals=2)
    said = typed.say("ana 100", "pénalité eux 50 bavardage")

    assert said[0] == "N° 2, pénalité pour eux : 50 points de moins (bavardage)."
    assert (typed.session.marque.totals, typed.session.marque.dealer) == ((100, 12), Seat.EST)
    assert typed.session.marque.winner is None  # one deal is played
    typed.say("corrige 2 pénalité nous 20")
    assert typed.session.marque.totals == (80, 62)


def test_ba6_the_same_player_may_deal_again() -> None:
    """With all_pass="same_dealer" the dealer does not change when nobody takes."""
    typed = Sheet(all_pass="same_dealer")
    typed.say("passe")

    assert typed.session.marque.dealer is Seat.SUD


def test_bd1_a_table_may_play_clockwise() -> None:
    """Names are typed in playing order; the deal goes to the left, and partners stay partners."""
    typed = Sheet(clockwise=True)
    typed.say("joueurs Ana, Bob, Chloé, David", "ana 100")
    marque = typed.session.marque

    assert marque.names == ("Ana", "David", "Chloé", "Bob")
    assert (marque.dealer, marque.speaker) == (Seat.OUEST, Seat.NORD)
    assert typed.session.prompt() == "2 · Bob donne, Chloé parle > "


#: An evening of three parties to 200: the line, and the totals of the partie after it.
EVENING = [
    ("ana capot", (252, 0)),
    ("revanche", (0, 0)),
    ("bob 100", (62, 100)),
    ("chloé 60", (62, 262)),
    ("nouvelle partie Ana, Chloé, Bob, David", (0, 0)),
    ("ana capot belote bob", (272, 0)),
]


def test_be_an_evening_has_several_parties_and_a_tally() -> None:
    """Rematch and new partners: each partie begins at 0, the deal goes on, and the tally counts each player."""
    typed = Sheet(target=200)
    kept, said = typed.kept, []
    for line, totals in EVENING:
        said.append(typed.say(line))
        assert typed.session.marque.totals == totals, line
    marque = typed.session.marque

    assert said[1][:2] == ["Partie 2 : Ana et Chloé contre Bob et David.", "Nous 0, eux 0."]
    assert said[3][-1] == "Parties gagnées : nous 1, eux 1."
    assert said[4][0] == "Partie 3 : Ana et Bob contre Chloé et David."
    assert said[5][-1] == "Parties gagnées : Ana 2, Bob 2, Chloé 1, David 1."
    assert [deal.dealer for deal in marque.deals] == [Seat.NORD]  # Bob sits after Chloé, who dealt last
    assert [(one.totals, one.winner) for one in marque.parties] == [((252, 0), NS), ((62, 262), EO)]
    assert typed.say("marque")[:2] == [
        "Partie 1, Ana et Chloé, Bob et David : 252 à 0.",
        "Partie 2, Ana et Chloé, Bob et David : 62 à 262.",
    ]
    resumed = MarqueJournal.resume(kept).marque
    assert (resumed.parties, resumed.deals) == (marque.parties, marque.deals)
    assert summary(resumed)["parties"][1]["winner"] == "E+O"


def test_be_an_evening_of_three_players_is_counted_by_player() -> None:
    """Where each plays alone, the rows of earlier parties and the tally keep to the players, wherever they sit now."""
    typed = Sheet(names=("Ana", "Bob", "Chloé"), game="three", target=160)
    typed.say("ana capot", "nouvelle partie Chloé, Bob, Ana", "bob dedans")
    said = typed.say("ana 92", "bob 100", "marque")

    assert said[0] == "Partie 1 : Ana 252, Bob 0, Chloé 0."
    assert said[-1].startswith("Parties gagnées : ")
    assert typed.session.marque.parties[0].totals == (252, 0, 0)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=14))
def test_any_lines_of_an_evening_are_answered(lines: list[str]) -> None:
    """Whatever is typed in an evening, the session says something, and its file gives the same sheet."""
    typed = Sheet(target=90, annonces=True, misdeal="162", all_pass="same_dealer")
    for line in lines:
        assert typed.say(line) or not line.strip()
    list(sheet_lines(typed.session.marque, FRENCH))

    assert MarqueJournal.resume(typed.kept).marque == typed.session.marque


def test_be_a_partie_must_be_over() -> None:
    """« revanche » is refused before the end, an undo takes it back, and an evening has a bounded number of parties."""
    typed = Sheet(target=90)

    assert typed.say("revanche") == ["Refusé : la partie n'est pas finie (BE1)."]
    assert typed.say("ana 92", "rematch", "annuler")[0] == "Annulé : nouvelle partie"
    assert typed.session.marque.over
    marque = typed.session.marque
    for _ in range(MOST_PARTIES - 1):
        marque.apply(BeginPartie())
        marque.apply(WriteDeal(DealEntry(NS, 92)))
    with pytest.raises(IllegalActionError, match="100 parties"):
        marque.apply(BeginPartie())


def test_old_entries_are_written_as_before() -> None:
    """The JSON of an entry has only what it says, so that files without the new kinds of entries stay the same."""
    entry = DealEntry(NS, 92, Seat.SUD)
    names: PlayerNames = ("Ana", "", "", "")
    described: dict[str, Any] = summary(_written(entry, names))["deals"][0]["entry"]

    assert json.loads(msgspec.json.encode(entry)) == {"team": "N+S", "plis": 92, "taker": "S"}
    assert list(described) == ["team", "taker", "contract", "plis", "capot", "renonce", "belotes", "annonces"]


def _written(entry: DealEntry, names: PlayerNames) -> Marque:
    marque = Marque.new(names=names)
    marque.apply(WriteDeal(entry))
    return marque

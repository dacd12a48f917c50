"""Duplicate matches between bots: statistics, processes, and the command ``belote simulate``."""

from __future__ import annotations

import json
import sys
from types import ModuleType

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.cli.belote.main import main
from belettre_lexicon.cli.kit.long_work import progress_bar
from belettre_lexicon.games.belote.bots.simulation import MatchTerms, play_deal, simulate, statistics
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import Seat

QUICK = ["simulate", "--games", "4", "--players", "easy,random", "--seed", "5"]


def test_equal_sides_have_no_margin() -> None:
    """Bots without random choices write the same on both plays of a deal, so the margin of equal sides is 0."""
    found = simulate(20, 7, ("easy", "easy"), processes=1)

    assert (found.margin, found.error) == (0.0, 0.0)
    assert found.sides[0] == found.sides[1]


def test_both_plays_have_the_same_cards_and_dealer() -> None:
    """A deal is dealt twice alike, and deals differ in cards and dealer."""
    terms = MatchTerms(3, ("easy", "easy"), BeloteRules(all_pass="dealer_takes"))

    tallies = [play_deal(terms, number) for number in range(4)]

    assert all(tally.ended[0] == tally.ended[1] for tally in tallies)
    assert len({tally.ended[0].points for tally in tallies}) > 1


def test_results_do_not_depend_on_the_processes() -> None:
    """One process and two processes give the same statistics, and progress is told deal by deal."""
    done: list[int] = []

    one = simulate(5, 1, ("easy", "random"), processes=1, progress=done.append)

    assert one == simulate(5, 1, ("easy", "random"), processes=2)
    assert one != simulate(5, 2, ("easy", "random"), processes=1)
    assert done == [1, 2, 3, 4, 5]


def test_statistics_add_up() -> None:
    """Points, takes and passed deals are those of the plays; the margin is the mean of the differences."""
    terms = MatchTerms(9, ("easy", "random"), BeloteRules())
    played = [play_deal(terms, number) for number in range(12)]

    found = statistics(played, terms)

    easy, other = found.sides
    assert easy.takes + other.takes + found.passed == 24
    assert sum(easy.outcomes.values()) == easy.takes
    assert found.margin == round((easy.points - other.points) / 24, 2)
    margins = [tally.margin() / 2 for tally in played]
    mean = sum(margins) / 12
    assert found.error == round((sum((one - mean) ** 2 for one in margins) / 11 / 12) ** 0.5, 2)
    assert found.as_dict()["margin"] == found.margin


@pytest.mark.parametrize(("game", "plays"), [("coinche", 2), ("three", 3), ("decouverte", 2), ("bis", 2)])
def test_v3_the_first_side_has_each_place_in_turn(game: str, plays: int) -> None:
    """A deal of n players who play alone is played n times; equal bots without chance have no margin."""
    rules = BeloteRules(game=game)  # type: ignore[arg-type]  # the name of a game
    tally = play_deal(MatchTerms(3, ("easy", "easy"), rules), 1)

    assert len(tally.plays) == plays
    assert len(set(tally.ended)) == 1
    assert simulate(4, 2, ("easy", "easy"), rules=rules, processes=1).margin == 0
    found = simulate(4, 2, ("easy", "random"), rules=rules, processes=1)
    assert found.sides[0].takes + found.sides[1].takes + found.passed == 4 * plays


def test_vk11_parties_de_comptoir_are_lost(capsys: pytest.CaptureFixture[str]) -> None:
    """With sheets whole parties are played, one player loses each, and the shares that are lost are told."""
    rules = BeloteRules(game="comptoir", seats=3)
    found = simulate(3, 5, ("random", "random"), rules=rules, processes=1)

    assert sum(side.points for side in found.sides) == -9
    assert main(["simulate", "--game", "comptoir", "--seats", "3", "--games", "3", "--players", "random"]) == 0
    assert "Le camp 1 perd" in capsys.readouterr().out


def test_a_single_deal_has_no_error() -> None:
    """From one deal no standard error can be computed."""
    assert simulate(1, 0, ("easy", "random"), processes=1).error is None


def test_sides_are_swapped() -> None:
    """The first side has Nord and Sud in the first play, Ouest and Est in the second."""
    terms = MatchTerms(2, ("easy", "random"), BeloteRules(jack_forces=True))
    tallies = [play_deal(terms, number) for number in range(30)]
    found = statistics(tallies, terms)

    takers = [ended.taker for tally in tallies for ended in tally.ended if ended.taker is not None]
    first = sum(tally.ended[0].taker in (Seat.NORD, Seat.SUD) for tally in tallies)
    second = sum(tally.ended[1].taker in (Seat.OUEST, Seat.EST) for tally in tallies)
    assert first + second == found.sides[0].takes
    assert len(takers) == found.sides[0].takes + found.sides[1].takes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deals": 0}, "deals"),
        ({"deals": True}, "deals"),
        ({"seed": 1 << 63}, "seed"),
        ({"seed": "x"}, "seed"),
        ({"processes": 0}, "processes"),
        ({"players": ("easy", "genius")}, "players"),
        ({"players": ("easy",)}, "players"),
    ],
)
def test_impossible_matches_are_refused(arguments: dict[str, object], message: str) -> None:
    """Numbers out of range and unknown bots are an error that names them."""
    terms: dict[str, object] = {"deals": 1, "seed": 0, "players": ("easy", "easy"), "processes": 1, **arguments}

    with pytest.raises(ArgumentError, match=message):
        simulate(**terms)  # type: ignore[arg-type]  # on purpose


def test_no_deals_have_no_statistics() -> None:
    """Statistics of nothing are an error."""
    with pytest.raises(ArgumentError, match="no deals"):
        statistics([], MatchTerms(0, ("easy", "easy"), BeloteRules()))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_statistics_as_text(capsys: pytest.CaptureFixture[str], language: str) -> None:
    """The statistics are printed in either language, without unfilled placeholders, and the same again."""
    assert main([*QUICK, "--lang", language, "--processes", "1"]) == 0

    told = capsys.readouterr().out
    assert "{" not in told
    assert len(told.splitlines()) >= 8
    assert main([*QUICK, "--lang", language, "--processes", "2"]) == 0
    assert capsys.readouterr().out == told


def test_one_deal_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    """A single deal has sentences of its own."""
    assert main(["simulate", "--games", "1", "--players", "easy", "--processes", "1"]) == 0

    told = capsys.readouterr().out
    assert "Une donne" in told
    assert "erreur" not in told


def test_statistics_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """--json prints one object with the statistics."""
    assert main([*QUICK, "--json", "--processes", "1", "--annonces"]) == 0

    described = json.loads(capsys.readouterr().out)
    assert described["deals"] == 4
    assert [side["player"] for side in described["sides"]] == ["easy", "random"]
    assert set(described) == {"deals", "seed", "sides", "passed", "margin", "error"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "genius"], "'genius'"),
        (["--players", "easy,easy,easy"], "one or two"),
        (["--games", "0"], "--games"),
        (["--games", "10000000"], "--games"),
        (["--processes", "0"], "--processes"),
        (["--seed", "1e9"], "--seed"),
        (["--contracts", "coinche"], "'coinche' (BV1), expected"),
    ],
)
def test_unusable_arguments_are_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    """An unusable argument ends in one line that names it, with exit status 2."""
    assert main(["simulate", *arguments]) == 2

    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out


class _Terminal:
    """A standard error that is a terminal and keeps what is written."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_the_progress_bar_needs_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Off a terminal there is no bar, on a terminal without tqdm neither, and with it there is one."""
    with progress_bar(3, "simulate") as progress:
        assert progress is None

    monkeypatch.setattr(sys, "stderr", _Terminal())
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with progress_bar(3, "simulate") as progress:
        assert progress is None

    done: list[int] = []

    class Bar:
        n = 0

        def __init__(self, total: int, **_: object) -> None:
            self.total = total

        def __enter__(self) -> Bar:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def update(self, more: int) -> None:
            self.n += more
            done.append(self.n)

    tqdm = ModuleType("tqdm")
    tqdm.tqdm = Bar  # type: ignore[attr-defined]  # a stand-in
    monkeypatch.setitem(sys.modules, "tqdm", tqdm)
    with progress_bar(3, "simulate") as progress:
        assert progress is not None
        progress(1)
        progress(3)
    assert done == [1, 3]

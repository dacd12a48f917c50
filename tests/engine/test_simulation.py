"""Whole parties between bots: what is counted adds up, chance is the seed's alone, the strong player wins."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from belettre_lexicon import Judge
from belettre_lexicon.engine.bots.simulation import (
    LISTED,
    RANDOM,
    STRONG,
    WILD,
    BotFactory,
    BotKind,
    MatchTerms,
    Statistics,
    play_out,
    simulate,
    statistics,
)
from belettre_lexicon.engine.deal import MANCHES
from belettre_lexicon.engine.events import BELETTRE, DIX_DE_DER, BelettreAnnounced, MancheEnded, WordAccepted
from belettre_lexicon.engine.history_cache import HistoryCache
from belettre_lexicon.engine.manche import PLIS
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.seats import SEATS, TEAMS
from belettre_lexicon.errors import ArgumentError


@pytest.fixture(scope="module")
def table(judge: Judge) -> BotFactory:
    return BotFactory(judge)


def simulated(
    table: BotFactory, games: int, seed: int, players: tuple[BotKind, BotKind], manches: int = 1
) -> Statistics:
    """As ``simulate`` in one process, at the table of the tests."""
    terms = MatchTerms(seed, players, True, manches)
    return statistics([table.play(terms, number) for number in range(games)], terms)


def test_the_number_of_processes_changes_nothing(table: BotFactory) -> None:
    """One process, two, and the judge at hand give the same statistics; another seed gives others."""
    one = simulate(3, 5, (STRONG, RANDOM), manches=1, processes=1)
    two = simulate(3, 5, (STRONG, RANDOM), manches=1, processes=2)
    assert one == two == simulated(table, 3, 5, (STRONG, RANDOM))
    assert one != simulated(table, 3, 6, (STRONG, RANDOM))


def test_a_game_does_not_depend_on_those_before_it(judge: Judge, table: BotFactory) -> None:
    """What a table keeps from game to game makes it faster and changes no game."""
    terms = MatchTerms(3, (STRONG, STRONG), True, 1)
    games = [table.play(terms, number) for number in range(3)]
    assert BotFactory(judge).play(terms, 2) == games[2]


@pytest.mark.parametrize("players", [(RANDOM, RANDOM), (WILD, WILD), (STRONG, WILD)])
def test_what_is_counted_adds_up(table: BotFactory, players: tuple[BotKind, BotKind]) -> None:
    """Points are those of plis, Belettres and Dix de Der (S5); every pli is somebody's, every card one thing."""
    games, manches = 4, 2
    found = simulated(table, games, 1, players, manches)
    assert found.draws + sum(side.wins for side in found.sides) == games
    assert sum(sum(side.plis) for side in found.sides) == games * manches * PLIS
    assert sum(side.dix_de_der for side in found.sides) == games * manches
    extra = sum(BELETTRE * side.scored + DIX_DE_DER * side.dix_de_der for side in found.sides) / games
    assert sum(side.points for side in found.sides) == pytest.approx(sum(found.seats.values()) + extra, abs=0.1)
    assert found.margin == pytest.approx(found.sides[0].points - found.sides[1].points, abs=0.02)
    laid = sum(side.words + side.refused + side.passes for side in found.sides)
    assert laid <= games * manches * PLIS * 4
    for side, player in zip(found.sides, players, strict=True):
        assert side.player == player
        assert side.scored <= side.announced
        assert side.faults <= side.passes


def test_the_counts_are_those_of_the_log(judge: Judge, table: BotFactory) -> None:
    """Belettres, words and points of one game are those of its events."""
    terms = MatchTerms(2, (RANDOM, RANDOM), False, 1)
    game = table.play(terms, 7)
    partie = Partie.new(judge, random.Random("2:7"), manches=1)
    rng, memory = random.Random("2:7:bots"), HistoryCache(judge.rules)
    play_out(partie, {seat: table.bot(RANDOM, rng, memory) for seat in SEATS})
    assert game.points == partie.points
    said = [event.verdict for event in partie.log if isinstance(event, WordAccepted)]
    assert game.words == [(verdict.word, len(verdict.key)) for verdict in said]
    announced = sum(isinstance(event, BelettreAnnounced) for event in partie.log)
    assert announced == sum(counts["announced"] for counts in game.counts)
    ended = next(event for event in partie.log if isinstance(event, MancheEnded))
    assert sum(ended.belettres) == BELETTRE * sum(counts["scored"] for counts in game.counts)


def test_sides_change_seats_in_every_second_game(table: BotFactory) -> None:
    """With seats swapped the first side is Ponantais and Levantin in even games alone; else always."""
    for swapped, expected in ((True, [TEAMS[0], TEAMS[1], TEAMS[0]]), (False, [TEAMS[0]] * 3)):
        terms = MatchTerms(1, (WILD, WILD), swapped, 1)
        assert [table.play(terms, number).first for number in range(3)] == expected


def test_the_longest_and_most_frequent_words_come_first(table: BotFactory) -> None:
    """Ten at most of each, in order, with the first game that had them."""
    found = simulated(table, 3, 1, (RANDOM, RANDOM))
    assert len(found.longest) == len(found.frequent) == LISTED
    assert [word.letters for word in found.longest] == sorted((word.letters for word in found.longest), reverse=True)
    assert [word.times for word in found.frequent] == sorted((word.times for word in found.frequent), reverse=True)
    assert all(0 <= word.game < 3 for word in found.longest)
    assert 5 <= found.letters <= found.longest[0].letters


def test_statistics_are_json(table: BotFactory) -> None:
    """They go through JSON and come back."""
    found = simulated(table, 2, 1, (WILD, RANDOM))
    assert msgspec.json.decode(json.dumps(found.as_dict()), type=Statistics) == found


def test_progress_is_told_after_every_game() -> None:
    """The callback hears 1, 2, … in order."""
    heard: list[int] = []
    simulate(3, 1, (WILD, WILD), manches=1, processes=1, progress=heard.append)
    assert heard == [1, 2, 3]


def test_arguments_that_are_none() -> None:
    """Numbers and names out of range are refused before a card is dealt."""
    for games, manches, processes, players in (
        (0, 1, 1, (RANDOM, RANDOM)),
        (1, 0, 1, (RANDOM, RANDOM)),
        (1, MANCHES + 1, 1, (RANDOM, RANDOM)),
        (1, 1, 0, (RANDOM, RANDOM)),
        (1, 1, 1, (RANDOM, "nobody")),
        (1, 1, 1, (RANDOM,)),
    ):
        with pytest.raises(ArgumentError):
            simulate(games, 1, players, manches=manches, processes=processes)  # type: ignore[arg-type]  # on purpose


def test_wild_games_never_fail(table: BotFactory) -> None:
    """A fuzzer meets every kind of fault and no exception."""
    found = simulated(table, 40, 11, (WILD, WILD), MANCHES)
    for side in found.sides:
        assert min(side.words, side.refused, side.passes, side.faults, side.trapped, side.announced) > 0
        assert min(side.plis) > 0


def test_the_strong_player_beats_the_amateur(table: BotFactory) -> None:
    """In a short tournament with seats swapped it wins clearly, in points and in parties."""
    found = simulated(table, 24, 1, (STRONG, RANDOM))
    strong, amateur = found.sides
    assert strong.wins >= 2 * amateur.wins
    assert found.margin > 10

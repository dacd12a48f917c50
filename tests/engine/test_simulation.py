"""Simulated matches between bots: the statistics add up, depend only on the seed, and show that the strong bot wins."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from belettre_lexicon import Judge
from belettre_lexicon.base.errors import ArgumentError, LexiconError
from belettre_lexicon.games.belettre.bots.simulation import (
    AMATEUR,
    EASY,
    LISTED,
    STRONG,
    WILD,
    BotFactory,
    BotKind,
    GameTally,
    MatchTerms,
    SaidWord,
    Side,
    Statistics,
    play_out,
    simulate,
    statistics,
)
from belettre_lexicon.games.belettre.events import BELETTRE, DIX_DE_DER, BelettreAnnounced, MancheEnded, WordAccepted
from belettre_lexicon.games.belettre.manche import PLIS
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie
from belettre_lexicon.games.belettre.seats import SEATS, TEAMS, Team
from belettre_lexicon.games.belettre.setup import MANCHES
from belettre_lexicon.lexicon.file.lexicon_file import bundled_path
from tests.exhaustive import EXHAUSTIVE


@pytest.fixture(scope="module")
def bot_factory(judge: Judge) -> BotFactory:
    return BotFactory(judge)


def simulate_with(
    bot_factory: BotFactory, games: int, seed: int, players: tuple[BotKind, BotKind], manches: int = 1
) -> Statistics:
    """Return the statistics of a match, like ``simulate``, but in this process and with the bots of the factory."""
    terms = MatchTerms(seed, players, True, manches)
    return statistics([bot_factory.play(terms, number) for number in range(games)], terms)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("kind", "manches"),
    [
        (EASY, 5000 if EXHAUSTIVE else 100),
        (AMATEUR, 5000 if EXHAUSTIVE else 100),
        (STRONG, 60 if EXHAUSTIVE else 4),
    ],
)
def test_no_bot_says_a_vulgar_or_offensive_word(bot_factory: BotFactory, kind: BotKind, manches: int) -> None:
    """The judge accepts such words from players; programs do not choose them."""
    courteous = bot_factory.judge.courteous()
    terms = MatchTerms(11, (kind, kind), True, 1)

    said = {word for number in range(manches) for word, _ in bot_factory.play(terms, number).words}

    assert len(said) > 5 * manches**0.5
    assert [word for word in said if not courteous(word).valid] == []


@pytest.mark.parametrize("players", [(AMATEUR, EASY), (STRONG, EASY)])
def test_the_levels_differ_in_strength(bot_factory: BotFactory, players: tuple[BotKind, BotKind]) -> None:
    """The beginner loses to the amateur and to the strong bot by more than chance explains."""
    match = simulate_with(bot_factory, 12, 3, players)

    assert match.margin > 20
    assert match.sides[0].wins > match.sides[1].wins


def test_random_is_the_former_name_of_the_amateur(bot_factory: BotFactory) -> None:
    """Stored games and programs that say "random" get the same bot."""
    former, amateur = (bot_factory.play(MatchTerms(4, (kind, kind), True, 1), 0) for kind in ("random", AMATEUR))

    assert former == amateur


def test_the_number_of_processes_does_not_change_the_statistics(bot_factory: BotFactory) -> None:
    """One process, two and the test's own judge give the same statistics; another seed gives others."""
    one_process = simulate(3, 5, (STRONG, AMATEUR), manches=1, processes=1)
    two_processes = simulate(3, 5, (STRONG, AMATEUR), manches=1, processes=2)

    assert one_process == two_processes == simulate_with(bot_factory, 3, 5, (STRONG, AMATEUR))
    assert one_process != simulate_with(bot_factory, 3, 6, (STRONG, AMATEUR))


def test_a_game_does_not_depend_on_earlier_games(judge: Judge, bot_factory: BotFactory) -> None:
    """What a factory caches from game to game makes it faster but does not change any game."""
    terms = MatchTerms(3, (STRONG, STRONG), True, 1)

    games = [bot_factory.play(terms, number) for number in range(3)]

    assert BotFactory(judge).play(terms, 2) == games[2]


@pytest.mark.parametrize("players", [(AMATEUR, AMATEUR), (WILD, WILD), (STRONG, WILD)])
def test_the_statistics_add_up(bot_factory: BotFactory, players: tuple[BotKind, BotKind]) -> None:
    """Points are the sum of plis, Belettres and Dix de Der (S5); every pli and every card is counted once."""
    games, manches = 4, 2

    match = simulate_with(bot_factory, games, 1, players, manches)

    assert match.draws + sum(side.wins for side in match.sides) == games
    assert sum(sum(side.plis) for side in match.sides) == games * manches * PLIS
    assert sum(side.dix_de_der for side in match.sides) == games * manches

    extra = sum(BELETTRE * side.scored + DIX_DE_DER * side.dix_de_der for side in match.sides) / games

    assert sum(side.points for side in match.sides) == pytest.approx(sum(match.seats.values()) + extra, abs=0.1)
    assert match.margin == pytest.approx(match.sides[0].points - match.sides[1].points, abs=0.02)

    laid = sum(side.words + side.refused + side.passes for side in match.sides)

    assert laid <= games * manches * PLIS * 4

    for side, player in zip(match.sides, players, strict=True):
        assert side.player == player
        assert side.scored <= side.announced
        assert side.faults <= side.passes


def test_the_counts_of_a_game_match_its_log(judge: Judge, bot_factory: BotFactory) -> None:
    """The points, words and Belettres counted for one game are those of its events."""
    terms = MatchTerms(2, (AMATEUR, AMATEUR), False, 1)

    game = bot_factory.play(terms, 7)
    partie = Partie.new(judge, random.Random("2:7"), manches=1)
    rng, history_cache = random.Random("2:7:bots"), HistoryCache(judge.rules)

    play_out(partie, {seat: bot_factory.bot(AMATEUR, rng, history_cache) for seat in SEATS})

    assert game.points == partie.points

    verdicts = [event.verdict for event in partie.log if isinstance(event, WordAccepted)]

    assert game.words == [(verdict.word, len(verdict.key)) for verdict in verdicts]

    announced = sum(isinstance(event, BelettreAnnounced) for event in partie.log)

    assert announced == sum(counts["announced"] for counts in game.counts)

    ended = next(event for event in partie.log if isinstance(event, MancheEnded))

    assert sum(ended.belettres) == BELETTRE * sum(counts["scored"] for counts in game.counts)


def test_sides_change_seats_in_every_second_game(bot_factory: BotFactory) -> None:
    """With swapped seats, the first side plays Ponantais and Levantin in even games; without, in all games."""
    for swapped, expected in ((True, [TEAMS[0], TEAMS[1], TEAMS[0]]), (False, [TEAMS[0]] * 3)):
        terms = MatchTerms(1, (WILD, WILD), swapped, 1)
        assert [bot_factory.play(terms, number).first for number in range(3)] == expected


def test_the_longest_and_most_frequent_words_come_first(bot_factory: BotFactory) -> None:
    """The statistics list at most ten of each, in order, with the first game in which they were said."""
    match = simulate_with(bot_factory, 3, 1, (AMATEUR, AMATEUR))

    assert len(match.longest) == len(match.frequent) == LISTED
    assert [word.letters for word in match.longest] == sorted((word.letters for word in match.longest), reverse=True)
    assert [word.times for word in match.frequent] == sorted((word.times for word in match.frequent), reverse=True)
    assert all(0 <= word.game < 3 for word in match.longest)
    assert 5 <= match.letters <= match.longest[0].letters


def test_statistics_read_back_from_json(bot_factory: BotFactory) -> None:
    """Statistics written as JSON read back equal."""
    match = simulate_with(bot_factory, 2, 1, (WILD, AMATEUR))

    assert msgspec.json.decode(json.dumps(match.as_dict()), type=Statistics) == match


def test_progress_is_reported_after_every_game() -> None:
    """The callback gets 1, 2, … in order."""
    reported: list[int] = []

    simulate(3, 1, (WILD, WILD), manches=1, processes=1, progress=reported.append)

    assert reported == [1, 2, 3]


def test_invalid_arguments_are_refused() -> None:
    """Invalid numbers and names of players raise ArgumentError before a card is dealt."""
    for games, manches, processes, players, name in (
        (0, 1, 1, (AMATEUR, AMATEUR), "games"),
        (-1, 1, 1, (AMATEUR, AMATEUR), "games"),
        (1.5, 1, 1, (AMATEUR, AMATEUR), "games"),
        ("3", 1, 1, (AMATEUR, AMATEUR), "games"),
        (1, 0, 1, (AMATEUR, AMATEUR), "manches"),
        (1, MANCHES + 1, 1, (AMATEUR, AMATEUR), "manches"),
        (1, 1, 0, (AMATEUR, AMATEUR), "processes"),
        (1, 1, -1, (AMATEUR, AMATEUR), "processes"),
        (1, 1, 1.5, (AMATEUR, AMATEUR), "processes"),
        (1, 1, 1, (AMATEUR, "nobody"), "players"),
        (1, 1, 1, ("nobody", AMATEUR), "players"),
        (1, 1, 1, (AMATEUR,), "players"),
        (1, 1, 1, (AMATEUR, AMATEUR, AMATEUR), "players"),
    ):
        with pytest.raises(ArgumentError, match=f"^{name}\\b"):
            simulate(games, 1, players, manches=manches, processes=processes)  # type: ignore[arg-type]  # on purpose


def test_one_game_is_a_match() -> None:
    """The smallest match has one game; by default, a partie has four manches and the sides change seats."""
    match = simulate(1, 1, (WILD, WILD), processes=1)

    assert (match.games, match.manches, match.swapped) == (1, MANCHES, True) == (1, 4, True)


def test_a_game_counts_for_four_positions_and_four_seats(bot_factory: BotFactory) -> None:
    """The counts of a game have four elements each."""
    game = bot_factory.play(MatchTerms(1, (WILD, WILD), True, 1), 0)

    assert [len(counts) for counts in (*game.plis, game.seats)] == [4, 4, 4]


def test_a_damaged_lexicon_is_noticed_before_the_first_game(tmp_path: Path) -> None:
    """Every byte of the lexicon is verified, also where no game reads it."""
    raw = bytearray(Path(bundled_path()).read_bytes())
    raw[len(raw) // 2] ^= 1  # in a part that judging a game does not read
    damaged = tmp_path / "fr.lexicon"
    damaged.write_bytes(raw)
    reported: list[int] = []

    with pytest.raises(LexiconError):
        simulate(1, 1, (WILD, WILD), manches=1, processes=1, lexicon_path=str(damaged), progress=reported.append)

    assert reported == []


def tally(number: int, first: Team, points: tuple[int, int], words: str, share: int) -> GameTally:
    """Return the counts of a made-up game. *words* are written with blanks; all other counts follow from *share*."""
    names = ("words", "refused", "passes", "faults", "trapped", "announced", "scored", "dix_de_der")
    counts = [Counter({name: share * (place + 1) + side for place, name in enumerate(names)}) for side in (0, 1)]
    plis = [1, 2, 3, share], [4, 5, 6, share]
    said = [(word, len(word)) for word in words.split()]
    return GameTally(number, first, points, (counts[0], counts[1]), plis, [1, 10, 100, share], said)


def test_statistics_are_the_sums_and_means_of_the_games() -> None:
    """Each number of the statistics follows from the counts of three games; means are rounded to two decimals."""
    played = [
        tally(0, TEAMS[0], (20, 10), "chat chien", 1),
        tally(1, TEAMS[1], (31, 11), "chien loutre", 2),
        tally(2, TEAMS[0], (5, 5), "chat chien", 4),
    ]

    match = statistics(played, MatchTerms(7, (STRONG, WILD), True, 2))

    assert (match.games, match.seed, match.manches, match.swapped, match.draws) == (3, 7, 2, True, 1)
    assert match.sides == (
        Side(STRONG, 1, 12.0, (3, 6, 9, 7), 7, 14, 21, 28, 35, 42, 49, 56),
        Side(WILD, 1, 15.33, (12, 15, 18, 7), 10, 17, 24, 31, 38, 45, 52, 59),
    )
    assert match.margin == -3.33
    assert match.seats == {"PON": 1.0, "SEP": 10.0, "LEV": 100.0, "MER": 2.33}
    assert match.letters == 4.833
    assert match.longest == (SaidWord("loutre", 6, 1, 1), SaidWord("chien", 5, 3, 0), SaidWord("chat", 4, 2, 0))
    assert match.frequent == (SaidWord("chien", 5, 3, 0), SaidWord("chat", 4, 2, 0), SaidWord("loutre", 6, 1, 1))


def test_words_that_rank_equal_are_sorted_and_ten_are_listed() -> None:
    """The longest words are ranked by letters, times and alphabet, the most frequent by times and alphabet."""
    words = "bb aa ccc ccc ddd eee d f g h i j k"

    match = statistics([tally(0, TEAMS[0], (1, 0), words, 1)], MatchTerms(7, (WILD, WILD), True, 1))

    assert [word.word for word in match.longest] == ["ccc", "ddd", "eee", "aa", "bb", *"dfghi"]
    assert [word.word for word in match.frequent] == ["ccc", "aa", "bb", "d", "ddd", "eee", *"fghi"]


def test_statistics_are_immutable() -> None:
    """The statistics, their parts and the terms of a match cannot be changed."""
    terms = MatchTerms(7, (WILD, WILD), True, 1)
    match = statistics([tally(0, TEAMS[0], (1, 0), "mot", 1)], terms)

    for value, field in ((terms, "seed"), (match, "seed"), (match.sides[0], "wins"), (match.longest[0], "times")):
        with pytest.raises(AttributeError):
            setattr(value, field, 0)


def test_without_a_valid_word_the_mean_of_letters_is_0() -> None:
    """A match in which no valid word was said has lists without words."""
    match = statistics([tally(0, TEAMS[0], (1, 0), "", 1)], MatchTerms(7, (WILD, WILD), True, 1))

    assert (match.letters, match.longest, match.frequent) == (0.0, (), ())


def test_wild_games_never_fail(bot_factory: BotFactory) -> None:
    """Games between fuzzers show every kind of fault and raise nothing."""
    match = simulate_with(bot_factory, 40, 11, (WILD, WILD), MANCHES)

    for side in match.sides:
        assert min(side.words, side.refused, side.passes, side.faults, side.trapped, side.announced) > 0
        assert min(side.plis) > 0


def test_the_strong_player_beats_the_amateur(bot_factory: BotFactory) -> None:
    """In a short match with swapped seats, the strong bot clearly wins more points and more parties."""
    match = simulate_with(bot_factory, 24, 1, (STRONG, AMATEUR))
    strong, amateur = match.sides

    assert strong.wins >= 2 * amateur.wins
    assert match.margin > 10


def test_statistics_of_no_games_are_refused() -> None:
    """Without games there are no averages: the error says that one or more are expected."""
    with pytest.raises(ArgumentError, match="played: no games, expected one or more"):
        statistics([], MatchTerms(0, ("random", "random"), False, 1))

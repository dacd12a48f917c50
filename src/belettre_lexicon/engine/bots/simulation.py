"""Floor 3. Matches of whole parties between bots, and their statistics. Start reading at ``simulate``.

    number of a game → deal → bots play until the partie is over → GameTally       in several processes (game.matches)
    tallies in the order of their numbers → Statistics

A game depends only on the seed and on its own number, so the results do not depend on the number of processes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, get_args

import msgspec

from ...errors import ArgumentError
from ...game.matches import play_matches
from ...lexicon.lexicon import Lexicon
from ...options import HouseRules
from ...words.judge import Judge
from ..deal import MANCHES, check_manches
from ..events import (
    BELETTRE,
    BelettreAnnounced,
    Dealt,
    MancheEnded,
    Passed,
    PliTaken,
    Trapped,
    WordAccepted,
    WordRefused,
)
from ..history_cache import HistoryCache
from ..partie import Partie
from ..seats import SEATS, TEAMS, Seat, Team
from .amateur import Bot, RandomBot
from .playout import Vocabulary
from .strong import StrongBot

#: The kinds of bot: "strong" plays to win, "random" is a sensible amateur, "wild" is a fuzzer that does anything legal.
BotKind = Literal["strong", "random", "wild"]
STRONG: Final = "strong"
RANDOM: Final = "random"
WILD: Final = "wild"
BOT_KINDS: tuple[BotKind, ...] = get_args(BotKind)
#: How many words ``Statistics.longest`` and ``Statistics.frequent`` list at most.
LISTED = 10


class Side(msgspec.Struct, frozen=True):
    """One of the two sides of a match: a bot that plays both seats of a team. Sums over all games, except ``points``.

    player      the kind of bot
    wins        parties won
    points      mean points per partie (S5)
    plis        plis picked up, by the position of the taker in the pli, 1 to 4
    words       valid words
    refused     refused words (P6)
    passes      how often a seat said « Passe ! »
    faults      how many of these passes were in position 1 or 2 (P9)
    trapped     traps in which the side was at fault and had to swap (T2 to T4)
    announced   Belettres announced
    scored      how many of these Belettres were scored (S3)
    dix_de_der  how often the side took the last pli of a manche (S2)
    """

    player: BotKind
    wins: int
    points: float
    plis: tuple[int, int, int, int]
    words: int
    refused: int
    passes: int
    faults: int
    trapped: int
    announced: int
    scored: int
    dix_de_der: int


class SaidWord(msgspec.Struct, frozen=True):
    """A valid word of a match.

    letters  its number of letters, as W1 counts them
    times    how often it was played in all games
    game     the number of the first game in which it was played, from 0
    """

    word: str
    letters: int
    times: int
    game: int


class Statistics(msgspec.Struct, frozen=True):
    """The statistics of a match.

    games, seed, manches, swapped  the parameters of ``simulate``
    sides     the two sides. The first plays Ponantais and Levantin; if ``swapped``, only in games 0, 2, 4 …
    draws     parties with equal points
    margin    mean over all parties of the first side's points minus the second's
    seats     short name of a seat → mean points per partie of the plis that it picked up (S1)
    letters   mean number of letters of the valid words, each counted as often as it was played; 0.0 if there were none
    longest   the words with the most letters, at most ``LISTED``
    frequent  the words played most often, at most ``LISTED``
    """

    games: int
    seed: int
    manches: int
    swapped: bool
    sides: tuple[Side, Side]
    draws: int
    margin: float
    seats: dict[str, float]
    letters: float
    longest: tuple[SaidWord, ...]
    frequent: tuple[SaidWord, ...]

    def as_dict(self) -> dict[str, object]:
        """The statistics as a dict that can be written as JSON."""
        described: dict[str, object] = msgspec.to_builtins(self)
        return described


class MatchTerms(msgspec.Struct, frozen=True):
    """The terms that all games of a match share; fields as the parameters of ``simulate``."""

    seed: int
    players: tuple[BotKind, BotKind]
    swapped: bool
    manches: int


class GameTally(msgspec.Struct):
    """The counts of one partie.

    number   the number of the game in its match, from 0
    first    the team that the first side played
    points   of each team, by ``Team.index``
    counts   for each side: name of a field of ``Side`` → number
    plis     for each side: plis picked up by position, as in ``Side``
    seats    points of the plis that each seat picked up, by ``Seat.index``
    words    the valid words in order, each with its number of letters (W1)
    """

    number: int
    first: Team
    points: tuple[int, int]
    counts: tuple[Counter[str], Counter[str]]
    plis: tuple[list[int], list[int]]
    seats: list[int]
    words: list[tuple[str, int]]


class BotFactory:
    """Makes the bots of one process. They share a judge and a vocabulary, whose counts are kept from game to game."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._vocabulary = Vocabulary(judge)

    def bot(self, kind: BotKind, rng: random.Random, history_cache: HistoryCache) -> Bot:
        """Make a bot of this kind. Bots of the same game may share *history_cache*."""
        if kind == STRONG:
            return StrongBot(self._vocabulary, rng, history_cache)
        return RandomBot(self.judge, rng, history_cache, wild=kind == WILD)

    def play(self, terms: MatchTerms, number: int) -> GameTally:
        """Play game *number* of a match to its end, and return its counts."""
        partie = Partie.new(self.judge, random.Random(f"{terms.seed}:{number}"), manches=terms.manches)
        rng = random.Random(f"{terms.seed}:{number}:bots")
        first = TEAMS[number % 2 if terms.swapped else 0]
        history_cache = HistoryCache(self.judge.rules)
        bots = {seat: self.bot(terms.players[seat.team is not first], rng, history_cache) for seat in SEATS}
        play_out(partie, bots)
        return _tally(number, first, partie)


def play_out(partie: Partie, bots: Mapping[Seat, Bot]) -> None:
    """Let bots play a partie to its end; *bots* has one for each seat."""
    while movers := partie.movers():
        partie.apply(bots[movers[0]].choose(partie.view(movers[0])))


def simulate(
    games: int,
    seed: int,
    players: tuple[BotKind, BotKind] = (STRONG, RANDOM),
    *,
    manches: int = MANCHES,
    swapped: bool = True,
    processes: int | None = None,
    lexicon_path: str | None = None,
    rules: HouseRules | None = None,
    progress: Callable[[int], None] | None = None,
) -> Statistics:
    """Play a match of *games* parties between two sides, and return its statistics.

    seed          the same seed gives the same games
    players       the kind of bot for each side
    manches       the length of a partie, 1 to 4
    swapped       whether the sides change seats in every second game
    processes     1 plays in this process; None starts one process for each processor of the machine
    lexicon_path  the compiled lexicon; None for the one in the package
    rules         the house rules; None for the published rules
    progress      called after every game with the number of games finished

    Raises ArgumentError for invalid numbers and unknown kinds of bot.
    """
    if not isinstance(games, int) or games < 1:
        raise ArgumentError(f"games: expected a number of parties, 1 or more, got {games!r:.40}")
    if processes is not None and (not isinstance(processes, int) or processes < 1):
        raise ArgumentError(f"processes: expected a number of processes, 1 or more, or None, got {processes!r:.40}")
    if len(players) != 2 or any(player not in BOT_KINDS for player in players):
        raise ArgumentError(f"players: {players!r:.80}, expected two of {', '.join(BOT_KINDS)}")
    terms = MatchTerms(seed, players, swapped, check_manches(manches))
    played: list[GameTally] = []
    for game in play_matches(games, _start_worker, terms, lexicon_path, rules, processes=processes):
        played.append(game)
        if progress is not None:
            progress(len(played))
    return statistics(played, terms)


def statistics(played: Sequence[GameTally], terms: MatchTerms) -> Statistics:
    """The statistics of one or more games that were played under the same terms."""
    games = len(played)
    points = [
        [game.points[game.first.index] for game in played],
        [game.points[game.first.other.index] for game in played],
    ]
    wins = [sum(own > other for own, other in zip(*pair, strict=True)) for pair in (points, points[::-1])]
    words = _words_of(played)
    times = sum(word.times for word in words)
    return Statistics(
        games=games,
        seed=terms.seed,
        manches=terms.manches,
        swapped=terms.swapped,
        sides=(_side(0, played, terms, wins[0], points[0]), _side(1, played, terms, wins[1], points[1])),
        draws=games - sum(wins),
        margin=round((sum(points[0]) - sum(points[1])) / games, 2),
        seats={seat.value: round(sum(game.seats[seat.index] for game in played) / games, 2) for seat in SEATS},
        letters=round(sum(word.letters * word.times for word in words) / times, 3) if times else 0.0,
        longest=tuple(sorted(words, key=lambda word: (-word.letters, -word.times, word.word))[:LISTED]),
        frequent=tuple(sorted(words, key=lambda word: (-word.times, word.word))[:LISTED]),
    )


def _side(side: int, played: Sequence[GameTally], terms: MatchTerms, wins: int, points: Sequence[int]) -> Side:
    """The counts of side 0 or 1; *points* are its points in each game."""
    counts: Counter[str] = Counter()
    for game in played:
        counts.update(game.counts[side])
    return Side(
        player=terms.players[side],
        wins=wins,
        points=round(sum(points) / len(played), 2),
        plis=tuple(sum(game.plis[side][position] for game in played) for position in range(4)),  # type: ignore[arg-type]  # four of them
        **{name: counts[name] for name in _COUNTED},
    )


def _words_of(played: Sequence[GameTally]) -> list[SaidWord]:
    """The different valid words of all games, in the order in which they were first played."""
    times: Counter[str] = Counter()
    first: dict[str, tuple[int, int]] = {}
    for game in played:
        for word, letters in game.words:
            times[word] += 1
            first.setdefault(word, (letters, game.number))
    return [SaidWord(word, first[word][0], count, first[word][1]) for word, count in times.items()]


#: The fields of ``Side`` that are added up from ``GameTally.counts``.
_COUNTED = ("words", "refused", "passes", "faults", "trapped", "announced", "scored", "dix_de_der")


def _tally(number: int, first: Team, partie: Partie) -> GameTally:
    """Count what happened in a partie that is over; *first* is the team of the first side."""
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    tally = GameTally(number, first, partie.points, counts, ([0] * 4, [0] * 4), [0] * 4, [])
    side_of = {team: int(team is not first) for team in TEAMS}
    opener = SEATS[0]
    for event in partie.log:
        match event:
            case Dealt():
                opener = event.opener
            case WordAccepted():
                counts[side_of[event.seat.team]]["words"] += 1
                tally.words.append((event.verdict.word, len(event.verdict.key)))
            case WordRefused():
                counts[side_of[event.seat.team]]["refused"] += 1
            case Passed():
                counts[side_of[event.seat.team]]["passes"] += 1
                counts[side_of[event.seat.team]]["faults"] += event.fault
            case Trapped():
                counts[side_of[event.fault[0].team]]["trapped"] += 1
            case BelettreAnnounced():
                counts[side_of[event.seat.team]]["announced"] += 1
            case PliTaken():
                tally.plis[side_of[event.seat.team]][(event.seat.index - opener.index) % 4] += 1
                tally.seats[event.seat.index] += event.points
                opener = event.seat
            case MancheEnded():
                counts[side_of[event.dix_de_der]]["dix_de_der"] += 1
                for team, points in zip(TEAMS, event.belettres, strict=True):
                    counts[side_of[team]]["scored"] += points // BELETTRE
            case _:
                pass
    return tally


def _start_worker(terms: MatchTerms, lexicon_path: str | None, rules: HouseRules | None) -> Callable[[int], GameTally]:
    """Return the function that plays the games of a match in one process, with a lexicon of its own."""
    factory = BotFactory(Judge(Lexicon.open(lexicon_path), rules))
    return partial(factory.play, terms)

"""Floor 3. Matches of whole parties between bots, and their statistics: start reading at ``simulate``.

    number of a game → deal → bots choose until the partie is over → GameTally     in several processes (game.matches)
    tallies in the order of their numbers → Statistics

A game depends on the seed and its own number alone, so the results do not depend on the number of processes.
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

#: The kinds of bot: one that plays to win, a sensible amateur, a fuzzer.
BotKind = Literal["strong", "random", "wild"]
STRONG: Final = "strong"
RANDOM: Final = "random"
WILD: Final = "wild"
BOT_KINDS: tuple[BotKind, ...] = get_args(BotKind)
#: Words that the statistics list.
LISTED = 10


class Side(msgspec.Struct, frozen=True):
    """One of the two sides of a match, a bot for both seats of a team. Sums over all games, except ``points``.

    player      the kind of bot
    wins        parties won
    points      the mean of a partie (S5)
    plis        plis picked up, by the position from which they were won, 1 to 4
    words       valid words; ``refused`` counts the others (P6)
    passes      « Passe ! », of which ``faults`` in position 1 or 2 (P9)
    trapped     traps in which the side was at fault and had to swap (T2 to T4)
    announced   Belettres announced, of which ``scored`` (S3)
    dix_de_der  last plis of a manche taken (S2)
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
    """A valid word: its number of letters as W1 counts them, how often it was said, and its first game, from 0."""

    word: str
    letters: int
    times: int
    game: int


class Statistics(msgspec.Struct, frozen=True):
    """The statistics of a match. ``msgspec.to_builtins`` makes them ready for JSON.

    sides     the two sides; with ``swapped`` the first one is Ponantais and Levantin in games 0, 2, 4 … only
    draws     parties with equal points
    margin    the mean of the first side's points minus the second's
    seats     short name of a seat → mean points of the plis that it picked up in a partie (S1)
    letters   the mean length of a valid word (W1)
    longest, frequent  the words with most letters, and those said most often
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
        """A JSON-ready description."""
        described: dict[str, object] = msgspec.to_builtins(self)
        return described


class MatchTerms(msgspec.Struct, frozen=True):
    """The terms that all games of a match share; ``swapped`` as in ``simulate``."""

    seed: int
    players: tuple[BotKind, BotKind]
    swapped: bool
    manches: int


class GameTally(msgspec.Struct):
    """The counts of one partie.

    first    the team of the first side
    counts   for each side: name of a field of ``Side`` → number
    plis     for each side: plis picked up by position, as in ``Side``
    seats    points of the plis picked up, by ``Seat.index``
    words    valid words in order, each with its number of letters
    """

    number: int
    first: Team
    points: tuple[int, int]
    counts: tuple[Counter[str], Counter[str]]
    plis: tuple[list[int], list[int]]
    seats: list[int]
    words: list[tuple[str, int]]


class BotFactory:
    """Makes bots for the games of one process; they share a judge and a vocabulary, which grows from game to game."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._vocabulary = Vocabulary(judge)

    def bot(self, kind: BotKind, rng: random.Random, history_cache: HistoryCache) -> Bot:
        """A bot of this kind. Bots of one game may share *history_cache*."""
        if kind == STRONG:
            return StrongBot(self._vocabulary, rng, history_cache)
        return RandomBot(self.judge, rng, history_cache, wild=kind == WILD)

    def play(self, terms: MatchTerms, number: int) -> GameTally:
        """Play one game of a match, and count it."""
        partie = Partie.new(self.judge, random.Random(f"{terms.seed}:{number}"), manches=terms.manches)
        rng = random.Random(f"{terms.seed}:{number}:bots")
        first = TEAMS[number % 2 if terms.swapped else 0]
        history_cache = HistoryCache(self.judge.rules)
        bots = {seat: self.bot(terms.players[seat.team is not first], rng, history_cache) for seat in SEATS}
        play_out(partie, bots)
        return _game(number, first, partie)


def play_out(partie: Partie, bots: Mapping[Seat, Bot]) -> None:
    """Let bots play a partie to its end."""
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
    """Play *games* parties between two sides, and count.

    players    the kind of bot for each side
    swapped    whether the sides change seats in every second game
    processes  1 plays in this process; None takes as many as the machine has processors
    progress   called after every game with the number of games done

    Raises ArgumentError for invalid numbers and unknown kinds of bot.
    """
    if not isinstance(games, int) or games < 1:
        raise ArgumentError(f"games: {games!r} is not a number of parties, 1 or more")
    if processes is not None and (not isinstance(processes, int) or processes < 1):
        raise ArgumentError(f"processes: {processes!r} is not a number of processes, 1 or more")
    if len(players) != 2 or any(player not in BOT_KINDS for player in players):
        raise ArgumentError(f"players: {players!r:.80}, expected two of {', '.join(BOT_KINDS)}")
    terms = MatchTerms(seed, players, swapped, check_manches(manches))
    played: list[GameTally] = []
    for game in play_matches(games, _open_table, terms, lexicon_path, rules, processes=processes):
        played.append(game)
        if progress is not None:
            progress(len(played))
    return statistics(played, terms)


def statistics(played: Sequence[GameTally], terms: MatchTerms) -> Statistics:
    """The statistics of games that were played under the same terms."""
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
    times: Counter[str] = Counter()
    first: dict[str, tuple[int, int]] = {}
    for game in played:
        for word, letters in game.words:
            times[word] += 1
            first.setdefault(word, (letters, game.number))
    return [SaidWord(word, first[word][0], count, first[word][1]) for word, count in times.items()]


#: The fields of ``Side`` that are sums of ``GameTally.counts``.
_COUNTED = ("words", "refused", "passes", "faults", "trapped", "announced", "scored", "dix_de_der")


def _game(number: int, first: Team, partie: Partie) -> GameTally:
    """The counts of a partie that is over."""
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    game = GameTally(number, first, partie.points, counts, ([0] * 4, [0] * 4), [0] * 4, [])
    side_of = {seat: int(seat.team is not first) for seat in SEATS}
    opener = SEATS[0]
    for event in partie.log:
        match event:
            case Dealt():
                opener = event.opener
            case WordAccepted():
                counts[side_of[event.seat]]["words"] += 1
                game.words.append((event.verdict.word, len(event.verdict.key)))
            case WordRefused():
                counts[side_of[event.seat]]["refused"] += 1
            case Passed():
                counts[side_of[event.seat]]["passes"] += 1
                counts[side_of[event.seat]]["faults"] += event.fault
            case Trapped():
                counts[side_of[event.fault[0]]]["trapped"] += 1
            case BelettreAnnounced():
                counts[side_of[event.seat]]["announced"] += 1
            case PliTaken():
                game.plis[side_of[event.seat]][(event.seat.index - opener.index) % 4] += 1
                game.seats[event.seat.index] += event.points
                opener = event.seat
            case MancheEnded():
                counts[side_of[SEATS[event.dix_de_der.index]]]["dix_de_der"] += 1
                for team, points in zip(TEAMS, event.belettres, strict=True):
                    counts[side_of[SEATS[team.index]]]["scored"] += points // BELETTRE
            case _:
                pass
    return game


def _open_table(terms: MatchTerms, lexicon_path: str | None, rules: HouseRules | None) -> Callable[[int], GameTally]:
    """What plays the games of a match in one process, with a lexicon of its own."""
    factory = BotFactory(Judge(Lexicon.open(lexicon_path), rules))
    return partial(factory.play, terms)

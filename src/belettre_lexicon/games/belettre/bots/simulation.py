"""Matches between bots, and their statistics: start reading at ``simulate``.

A *match* is a number of whole parties (games) between two *sides*; a side is a kind of bot that plays both seats of a
team. ``BotFactory.play`` plays one game and counts what happens in it (``GameTally``); ``kit.matches`` does this for
all games. ``statistics`` combines the tallies, in the order of the numbers of the games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, get_args

import msgspec

from ....base.errors import ArgumentError
from ....french.rules import HouseRules
from ....lexicon.lexicon import Lexicon
from ....words.judge import Judge
from ...kit.matches import MatchStatistics, check_match, mean_margin, play_match
from ...kit.seats import Points
from .. import events
from ..partie import HistoryCache, Partie
from ..seats import PLAYERS, SEATS, TEAMS, Seat, Team
from ..setup import MANCHES, check_manches
from .amateur import AmateurBot, Bot, EasyBot, FuzzerBot
from .playout import Vocabulary
from .strong import StrongBot

#: The kinds of bot: one that plays to win ("strong"), a sensible amateur ("amateur"), a beginner ("easy"), and a fuzzer
#: ("wild"). "random" is the former name of "amateur", which stored games still have.
BotKind = Literal["strong", "amateur", "easy", "wild", "random"]
STRONG: Final = "strong"
AMATEUR: Final = "amateur"
EASY: Final = "easy"
WILD: Final = "wild"
BOT_KINDS: tuple[BotKind, ...] = get_args(BotKind)
#: The bots that only need words, by kind, except the amateur.
_WITH_WORDS: dict[BotKind, type[EasyBot | FuzzerBot]] = {EASY: EasyBot, WILD: FuzzerBot}
#: The maximum number of words in each word list of the statistics.
LISTED = 10


class Side(msgspec.Struct, frozen=True):
    """The statistics of one of the two sides of a match. The numbers are sums over all games, except ``points``.

    player      the kind of bot
    wins        the number of parties won
    points      the mean number of points per partie (S5)
    plis        the numbers of plis picked up from positions 1, 2, 3 and 4
    words       the number of valid words
    refused     the number of refused words (P6)
    passes      the number of passes (P5)
    faults      the number of passes in positions 1 and 2, which lose the pli (P9); they are also in ``passes``
    trapped     the number of traps in which this side was at fault and had to swap (T2 to T4)
    announced   the number of Belettres announced (S3)
    scored      the number of Belettres that scored their points (S3)
    dix_de_der  the number of manches whose last pli this side picked up (S2)
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
    """A valid word and how often it was said in a match.

    word     the word
    letters  its number of letters (W1)
    times    how often it was said in all games
    game     the number of the first game in which it was said, from 0
    """

    word: str
    letters: int
    times: int
    game: int


class Statistics(MatchStatistics, frozen=True):
    """The statistics of a match.

    games     the number of games
    seed      the seed of the match
    manches   the number of manches per game
    swapped   whether the sides changed seats after each game: the first side is then Ponantais and Levantin in games
              0, 2, 4 …, and the second side in games 1, 3, 5 …
    sides     the statistics of the first and the second side
    draws     the number of games that ended with equal points
    margin    the mean of the first side's points minus the second side's points, per game
    seats     short name of a seat → the mean number of points of the plis that it picked up in a game (S1)
    letters   the mean number of letters of the valid words (W1); 0.0 if no valid word was said
    longest   the words with the most letters, at most LISTED
    frequent  the words said most often, at most LISTED
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


class MatchTerms(msgspec.Struct, frozen=True):
    """The terms that all games of a match share. The fields have the same meaning as the arguments of ``simulate``."""

    seed: int
    players: tuple[BotKind, BotKind]
    swapped: bool
    manches: int


class GameTally(msgspec.Struct):
    """What happened in one game of a match, as counts.

    number  the number of the game, from 0
    first   the team whose seats the first side played
    points  the points of the two teams, by ``Team.index``
    counts  for each side, a mapping from the name of a field of ``Side`` to its value in this game
    plis    for each side, the numbers of plis picked up from positions 1, 2, 3 and 4
    seats   the points of the plis that each seat picked up, by ``Seat.index``
    words   the valid words in the order in which they were said, with their numbers of letters
    """

    number: int
    first: Team
    points: Points
    counts: tuple[Counter[str], Counter[str]]
    plis: tuple[list[int], list[int]]
    seats: list[int]
    words: list[tuple[str, int]]


class BotFactory:
    """Creates bots, and plays games between them. All bots share one judge and one cache of word counts.

    judge  judges the words of the games, and finds words for the bots
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._vocabulary = Vocabulary(judge)

    def bot(self, kind: BotKind, rng: random.Random, history_cache: HistoryCache) -> Bot:
        """Return a new bot of a given kind. The bots of one game may share *history_cache*."""
        if kind == STRONG:
            return StrongBot(self.judge, rng, history_cache, vocabulary=self._vocabulary)
        return _WITH_WORDS.get(kind, AmateurBot)(self.judge, rng, history_cache)

    def play(self, terms: MatchTerms, number: int) -> GameTally:
        """Play game *number* of a match, counted from 0, and return its counts."""
        partie = Partie.new(self.judge, random.Random(f"{terms.seed}:{number}"), manches=terms.manches)
        rng = random.Random(f"{terms.seed}:{number}:bots")
        first = TEAMS[number % 2 if terms.swapped else 0]
        history_cache = HistoryCache(self.judge.rules)
        bots = {seat: self.bot(terms.players[seat.team is not first], rng, history_cache) for seat in SEATS}
        play_out(partie, bots)
        return _tally(number, first, partie)


def play_out(partie: Partie, bots: Mapping[Seat, Bot]) -> None:
    """Let the bots of the four seats play a partie to its end."""
    while seats := partie.acting_seats():
        partie.apply(bots[seats[0]].choose(partie.view(seats[0])))


def simulate(
    games: int,
    seed: int,
    players: tuple[BotKind, BotKind] = (STRONG, AMATEUR),
    *,
    manches: int = MANCHES,
    swapped: bool = True,
    processes: int | None = None,
    lexicon_path: str | None = None,
    rules: HouseRules | None = None,
    progress: Callable[[int], None] | None = None,
) -> Statistics:
    """Play a match of *games* parties between two kinds of bot, and return its statistics.

    seed          determines all deals and all random choices of the bots
    players       the kinds of bot of the first and the second side
    manches       the number of manches per partie
    swapped       whether the sides change seats after each game, so that neither side always opens the first manche
    processes     the number of processes; 1 to play in this process, None for one process per processor
    lexicon_path  the path of a compiled lexicon; None for the bundled lexicon
    rules         the house rules; None for the published rules
    progress      called after each game with the number of games played so far

    Raises ArgumentError if a number is invalid or a kind of bot is unknown, LexiconError if the lexicon is missing or
    damaged.
    """
    if not isinstance(games, int) or games < 1:
        raise ArgumentError(f"games: expected a number of parties, 1 or more, got {games!r:.40}")
    check_match(players, BOT_KINDS, processes)
    terms = MatchTerms(seed, players, swapped, check_manches(manches))
    Lexicon.open(lexicon_path, verify=True)  # once, and before there are processes that an error would have to leave
    played = play_match(games, _start_worker, terms, lexicon_path, rules, processes=processes, progress=progress)
    return statistics(played, terms)


def statistics(played: Sequence[GameTally], terms: MatchTerms) -> Statistics:
    """Return the statistics of games that were played under the same terms.

    Raises ArgumentError if *played* is empty.
    """
    games = len(played)
    if not games:
        raise ArgumentError("played: no games, expected one or more")
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
        margin=mean_margin([first - second for first, second in zip(*points, strict=True)])[0],
        seats={seat.value: round(sum(game.seats[seat.index] for game in played) / games, 2) for seat in SEATS},
        letters=round(sum(word.letters * word.times for word in words) / times, 3) if times else 0.0,
        longest=tuple(sorted(words, key=lambda word: (-word.letters, -word.times, word.word))[:LISTED]),
        frequent=tuple(sorted(words, key=lambda word: (-word.times, word.word))[:LISTED]),
    )


def _side(side: int, played: Sequence[GameTally], terms: MatchTerms, wins: int, points: Sequence[int]) -> Side:
    """Return the statistics of side 0 or 1. *points* are its points in each game."""
    counts: Counter[str] = Counter()
    for game in played:
        counts.update(game.counts[side])
    return Side(
        player=terms.players[side],
        wins=wins,
        points=round(sum(points) / len(played), 2),
        plis=tuple(sum(game.plis[side][position] for game in played) for position in range(4)),  # type: ignore[arg-type]  # the tuple has four elements
        **{name: counts[name] for name in _COUNTED},
    )


def _words_of(played: Sequence[GameTally]) -> list[SaidWord]:
    """Return the different valid words of all games, in the order in which they were first said."""
    times: Counter[str] = Counter()
    first: dict[str, tuple[int, int]] = {}
    for game in played:
        for word, letters in game.words:
            times[word] += 1
            first.setdefault(word, (letters, game.number))
    return [SaidWord(word, first[word][0], count, first[word][1]) for word, count in times.items()]


#: The fields of ``Side`` that are sums over ``GameTally.counts`` of all games.
_COUNTED = ("words", "refused", "passes", "faults", "trapped", "announced", "scored", "dix_de_der")


def _tally(number: int, first: Team, partie: Partie) -> GameTally:
    """Return the counts of game *number* of a match, whose *partie* is over. *first* is the team of the first side."""
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    tally = GameTally(number, first, partie.points, counts, ([0] * 4, [0] * 4), [0] * 4, [])
    side_of = {team: int(team is not first) for team in TEAMS}
    opener = SEATS[0]
    for event in partie.log:
        match event:
            case events.Dealt():
                opener = event.opener
            case events.WordAccepted():
                counts[side_of[event.seat.team]]["words"] += 1
                tally.words.append((event.verdict.word, len(event.verdict.key)))
            case events.WordRefused():
                counts[side_of[event.seat.team]]["refused"] += 1
            case events.Passed():
                counts[side_of[event.seat.team]]["passes"] += 1
                counts[side_of[event.seat.team]]["faults"] += event.fault
            case events.Trapped():
                counts[side_of[event.fault[0].team]]["trapped"] += 1
            case events.BelettreAnnounced():
                counts[side_of[event.seat.team]]["announced"] += 1
            case events.PliTaken():
                tally.plis[side_of[event.seat.team]][(event.seat.index - opener.index) % PLAYERS] += 1
                tally.seats[event.seat.index] += event.points
                opener = event.seat
            case events.MancheEnded():
                counts[side_of[event.dix_de_der]]["dix_de_der"] += 1
                for team, points in zip(TEAMS, event.belettres, strict=True):
                    counts[side_of[team]]["scored"] += points // events.BELETTRE
            case _:
                pass
    return tally


def _start_worker(terms: MatchTerms, lexicon_path: str | None, rules: HouseRules | None) -> Callable[[int], GameTally]:
    """Return a function that plays the game of a number. It opens a lexicon of its own, as each process needs one."""
    factory = BotFactory(Judge(Lexicon.open(lexicon_path), rules))
    return partial(factory.play, terms)

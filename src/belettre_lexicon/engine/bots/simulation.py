"""Floor 3. Whole parties between bots, and what came of them: start reading at ``simulate``.

    games × (deal → bots choose until it is over → GameTally)   in several processes, each with a lexicon of its own
    Games in the order of their numbers → Statistics

A game is dealt and played from the seed and its own number alone, so that the number of processes changes nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import msgspec

from ...errors import ArgumentError
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

#: The kinds of player, by name: plays to win, a sensible amateur, a fuzzer.
STRONG, RANDOM, WILD = "strong", "random", "wild"
PLAYERS = (STRONG, RANDOM, WILD)
#: Words that the statistics list.
LISTED = 10
#: Games that a process is given at once: few, so that all work to the end and the progress bar runs smoothly.
CHUNK = 2


class Side(msgspec.Struct, frozen=True):
    """One of the two players of a match, who plays both seats of a team: sums over all games but for ``points``.

    player     its kind, one of ``PLAYERS``
    wins       parties won
    points     mean of a partie (S5)
    plis       plis picked up, by the position from which they were won, 1 to 4
    words      words that were valid; ``refused`` those that were not (P6)
    passes     « Passe ! », of which ``faults`` in position 1 or 2 (P9)
    trapped    traps in which it was at fault and swapped (T2 to T4)
    announced  Belettres announced, of which ``scored`` (S3)
    dix_de_der last plis taken (S2)
    """

    player: str
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
    """A word with its letters as the cards count them (W1), how often it was valid, and its first game, from 0."""

    word: str
    letters: int
    times: int
    game: int


class Statistics(msgspec.Struct, frozen=True):
    """What came of many parties. ``msgspec.to_builtins`` makes it ready for JSON.

    sides     the two players; with ``swapped`` the first is Ponantais and Levantin in games 0, 2, 4 …
    draws     parties with equal points
    margin    mean of the first side's points less the second's
    seats     by short name of the seat: mean points of the plis that it picked up in a partie (S1)
    letters   mean length of a valid word (W1)
    longest, frequent  the words that had most letters, and that were said most often
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
    """What all games of a simulation have in common."""

    seed: int
    players: tuple[str, str]
    swapped: bool
    manches: int


class GameTally(msgspec.Struct):
    """What is counted of one partie.

    first    the team of the first side
    counts   by side: name of a field of ``Side`` → number
    seats    points of the plis by ``Seat.index``
    words    valid words in order, with their letters
    """

    number: int
    first: Team
    points: tuple[int, int]
    counts: tuple[Counter[str], Counter[str]]
    plis: tuple[list[int], list[int]]
    seats: list[int]
    words: list[tuple[str, int]]


class BotFactory:
    """A lexicon, its judge, and what bots keep from game to game; one a process."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self._vocabulary = Vocabulary(judge)

    def bot(self, player: str, rng: random.Random, memory: HistoryCache) -> Bot:
        """A player by its name, one of ``PLAYERS``."""
        if player == STRONG:
            return StrongBot(self._vocabulary, rng, memory)
        return RandomBot(self.judge, rng, memory, wild=player == WILD)

    def play(self, terms: MatchTerms, number: int) -> GameTally:
        """One game, from the seed and its number alone."""
        partie = Partie.new(self.judge, random.Random(f"{terms.seed}:{number}"), manches=terms.manches)
        rng = random.Random(f"{terms.seed}:{number}:bots")
        first = TEAMS[number % 2 if terms.swapped else 0]
        memory = HistoryCache(self.judge.rules)
        bots = {seat: self.bot(terms.players[seat.team is not first], rng, memory) for seat in SEATS}
        play_out(partie, bots)
        return _game(number, first, partie)


def play_out(partie: Partie, bots: Mapping[Seat, Bot]) -> None:
    """Let bots play to the end."""
    while movers := partie.movers():
        partie.apply(bots[movers[0]].choose(partie.view(movers[0])))


def simulate(
    games: int,
    seed: int,
    players: tuple[str, str] = (STRONG, RANDOM),
    *,
    manches: int = MANCHES,
    swapped: bool = True,
    processes: int | None = None,
    lexicon_path: str | None = None,
    rules: HouseRules | None = None,
    progress: Callable[[int], None] | None = None,
) -> Statistics:
    """Play *games* parties and count.

    players    one name of ``PLAYERS`` for each side
    swapped    whether the sides change their seats in every second game
    processes  1 plays in this process; None takes as many as the machine has processors
    progress   is called after every game with how many are done

    Raises ArgumentError for numbers and names that are none.
    """
    if not isinstance(games, int) or games < 1:
        raise ArgumentError(f"games: {games!r} is not a number of parties, 1 or more")
    if processes is not None and (not isinstance(processes, int) or processes < 1):
        raise ArgumentError(f"processes: {processes!r} is not a number of processes, 1 or more")
    if len(players) != 2 or any(player not in PLAYERS for player in players):
        raise ArgumentError(f"players: {players!r:.80}, expected two of {', '.join(PLAYERS)}")
    terms = MatchTerms(seed, players, swapped, check_manches(manches))
    played = []
    for game in _games(games, terms, processes, lexicon_path, rules):
        played.append(game)
        if progress is not None:
            progress(len(played))
    return statistics(played, terms)


def statistics(played: Sequence[GameTally], terms: MatchTerms) -> Statistics:
    """What came of games that were played under the same terms."""
    games = len(played)
    points = [
        [game.points[game.first.index] for game in played],
        [game.points[game.first.other.index] for game in played],
    ]
    wins = [sum(own > other for own, other in zip(*pair, strict=True)) for pair in (points, points[::-1])]
    said = _words_of(played)
    times = sum(word.times for word in said)
    return Statistics(
        games=games,
        seed=terms.seed,
        manches=terms.manches,
        swapped=terms.swapped,
        sides=(_side(0, played, terms, wins[0], points[0]), _side(1, played, terms, wins[1], points[1])),
        draws=games - sum(wins),
        margin=round((sum(points[0]) - sum(points[1])) / games, 2),
        seats={seat.value: round(sum(game.seats[seat.index] for game in played) / games, 2) for seat in SEATS},
        letters=round(sum(word.letters * word.times for word in said) / times, 3) if times else 0.0,
        longest=tuple(sorted(said, key=lambda word: (-word.letters, -word.times, word.word))[:LISTED]),
        frequent=tuple(sorted(said, key=lambda word: (-word.times, word.word))[:LISTED]),
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
    """Count the events of a partie that is over."""
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


def _games(
    games: int, terms: MatchTerms, processes: int | None, lexicon_path: str | None, rules: HouseRules | None
) -> Iterator[GameTally]:
    """The games in the order of their numbers."""
    if processes == 1:
        table = BotFactory(Judge(Lexicon.open(lexicon_path), rules))
        for number in range(games):
            yield table.play(terms, number)
        return
    with ProcessPoolExecutor(processes, initializer=_open, initargs=(lexicon_path, rules)) as pool:
        yield from pool.map(_play, repeat(terms), range(games), chunksize=CHUNK)


#: The table of a process that plays for another; made by ``_open``.
_tables: list[BotFactory] = []


def _open(lexicon_path: str | None, rules: HouseRules | None) -> None:
    _tables[:] = [BotFactory(Judge(Lexicon.open(lexicon_path), rules))]


def _play(terms: MatchTerms, number: int) -> GameTally:
    return _tables[0].play(terms, number)

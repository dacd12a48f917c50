"""Duplicate matches between bots of Belote, and their statistics: start reading at ``simulate``.

A *match* is a number of deals between two *sides*; a side is a kind of bot that plays both seats of a team. Each deal
is played twice, with the sides swapped, so that both have the same luck with the cards. Where each player plays alone,
the first side has one seat, each in turn, and the second all others. ``play_deal`` does this for one
deal; ``kit.matches`` does it for all. The first dealer changes from deal to deal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, get_args

import msgspec

from ....base.errors import ArgumentError
from ...kit import matches
from ...kit.matches import MatchStatistics, check_kind, check_match, mean_margin, play_match
from ...kit.matches import RandomBot as RandomBot
from ...kit.seats import Points
from ..actions import Action
from ..deals.deal import MOST_SEED, shuffled
from ..events import DealEnded, DealOutcome
from ..options import SHEETS, TWO_PLAYERS, Game
from ..partie import Partie
from ..rules import BeloteRules
from ..seats import Seat
from ..view import View
from .easy import EasyBot
from .solo.comptoir import AMATEUR_OF_COMPTOIR, StrongComptoirBot
from .solo.comptoir_easy import EasyComptoirBot
from .solo.three import AMATEUR_OF_THREE, ThreeBot
from .solo.two import AMATEUR_OF_TWO, TwoBot
from .strong import StrongBot

#: The kinds of bot: one that plays to win ("strong"), one that does so with little thought ("amateur"), one that plays
#: by a rule of thumb ("easy"), and one that does anything that is legal ("random").
BotKind = Literal["strong", "amateur", "easy", "random"]
#: The interface of bots of Belote.
Bot = matches.Bot[View, Action]
STRONG: Final = "strong"
AMATEUR: Final = "amateur"
EASY: Final = "easy"
RANDOM: Final = "random"
BOT_KINDS: tuple[BotKind, ...] = get_args(BotKind)
#: In how few worlds the amateur tries its cards and its takes; it searches the last plis alone.
AMATEUR_WORLDS: Final = {"playout_worlds": 6, "search_worlds": 2, "search_plis": 3, "prise_worlds": 20}


class Side(msgspec.Struct, frozen=True):
    """The statistics of one of the two sides of a match. The numbers are sums over all plays of all deals.

    player    the kind of bot
    points    the points written
    takes     how often it took
    outcomes  how the deals that it took ended: outcome (``events.DealOutcome``) → number
    """

    player: BotKind
    points: int
    takes: int
    outcomes: dict[DealOutcome, int]


class Statistics(MatchStatistics, frozen=True):
    """The statistics of a match.

    deals   the number of deals; each was played twice
    seed    the seed of the match
    sides   the statistics of the first and the second side
    passed  the number of plays in which nobody took (BA6)
    margin  the mean of the first side's points minus the second side's points, per play of a deal
    error   the standard error of the margin, from the differences between deals; None for a single deal
    """

    deals: int
    seed: int
    sides: tuple[Side, Side]
    passed: int
    margin: float
    error: float | None


class MatchTerms(msgspec.Struct, frozen=True):
    """The terms that all deals of a match share. The fields have the same meaning as the arguments of ``simulate``."""

    seed: int
    players: tuple[BotKind, BotKind]
    rules: BeloteRules


class Play(msgspec.Struct, frozen=True):
    """One play of a deal, or of a whole partie in the games with sheets.

    points  what each side wrote, by ``Team.index``; in the games with sheets -1 for the player who lost the partie
    deals   how the deals ended that were played
    """

    points: Points
    deals: tuple[DealEnded, ...]


class DealTally(msgspec.Struct, frozen=True):
    """The plays of one deal. In play *n* the first side of the match has the seats of side *n*, the second all others.

    number  the number of the deal, from 0
    """

    number: int
    plays: tuple[Play, ...]

    @property
    def ended(self) -> tuple[DealEnded, ...]:
        """How the last deal of each play ended."""
        return tuple(play.deals[-1] for play in self.plays)

    def margin(self) -> float:
        """Return what the first side wrote more than the players of the second on average, in all plays together."""
        margin = 0.0
        for first, play in enumerate(self.plays):
            others = sum(play.points) - play.points[first]
            margin += play.points[first] - others / (len(play.points) - 1)
        return margin


def make_bot(kind: BotKind, rng: random.Random | None = None, game: Game = "classic") -> Bot:
    """Return a new bot of a kind in ``BOT_KINDS`` for a game. Raises ArgumentError if the kind is unknown.

    *rng* is the random generator for its choices; None for a new one with an unknown seed.
    """
    check_kind(kind, BOT_KINDS)
    if game in TWO_PLAYERS and kind in (STRONG, AMATEUR):
        return TwoBot(rng) if kind == STRONG else TwoBot(rng, **AMATEUR_OF_TWO)
    if game == "three" and kind in (STRONG, AMATEUR):
        return ThreeBot(rng) if kind == STRONG else ThreeBot(rng, **AMATEUR_OF_THREE)
    if game in SHEETS and kind != RANDOM:
        if kind == EASY:
            return EasyComptoirBot()
        return StrongComptoirBot(rng) if kind == STRONG else StrongComptoirBot(rng, **AMATEUR_OF_COMPTOIR)
    if kind == STRONG:
        return StrongBot(rng)
    if kind == AMATEUR:
        return StrongBot(rng, **AMATEUR_WORLDS)
    return EasyBot() if kind == EASY else RandomBot(rng)


def play_out(partie: Partie, bots: Mapping[Seat, Bot]) -> None:
    """Let the bots of all seats play a partie to its end."""
    while not partie.over:
        _act(partie, bots)


def plays_of(rules: BeloteRules) -> int:
    """Return how often each deal is played: once for each side that the first side of the match can have."""
    return rules.variant.sides


def play_deal(terms: MatchTerms, number: int) -> DealTally:
    """Play deal *number* of a match, counted from 0, once for each way to seat the sides."""
    return DealTally(number, tuple(_play_once(terms, number, side) for side in range(plays_of(terms.rules))))


def simulate(
    deals: int,
    seed: int,
    players: tuple[BotKind, BotKind] = (STRONG, EASY),
    *,
    rules: BeloteRules | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Statistics:
    """Play a match of *deals* deals, each ``plays_of`` times, between two kinds of bot, and return its statistics.

    With sheets (VK10) whole parties are played for deals.

    seed       determines all deals and all random choices of the bots
    players    the kinds of bot of the first and the second side
    rules      the house rules; None for those of RULES-BELOTE.md without options
    processes  the number of processes; 1 to play in this process, None for one process per processor
    progress   called after each deal with the number of deals played so far

    Raises ArgumentError if a number is invalid or a kind of bot is unknown.
    """
    if isinstance(deals, bool) or not isinstance(deals, int) or deals < 1:
        raise ArgumentError(f"deals: expected a number of deals, 1 or more, got {deals!r:.40}")
    check_match(players, BOT_KINDS, processes)
    if isinstance(seed, bool) or not isinstance(seed, int) or not -MOST_SEED <= seed < MOST_SEED:
        raise ArgumentError(f"seed: {seed!r:.40} is not a number from {-MOST_SEED} to {MOST_SEED - 1}")
    terms = MatchTerms(seed, players, rules or BeloteRules())
    return statistics(play_match(deals, partial, play_deal, terms, processes=processes, progress=progress), terms)


def statistics(played: Sequence[DealTally], terms: MatchTerms) -> Statistics:
    """Return the statistics of deals that were played under the same terms. Raises ArgumentError if there are none."""
    if not played:
        raise ArgumentError("played: no deals, expected one or more")
    margin, error = mean_margin([tally.margin() / plays_of(terms.rules) for tally in played])
    return Statistics(
        deals=len(played),
        seed=terms.seed,
        sides=(_side(0, played, terms), _side(1, played, terms)),
        passed=sum(ended.taker is None for tally in played for play in tally.plays for ended in play.deals),
        margin=margin,
        error=error,
    )


def _side(side: int, played: Iterable[DealTally], terms: MatchTerms) -> Side:
    points, table = 0, terms.rules.variant.table
    outcomes: Counter[DealOutcome] = Counter()
    for tally in played:
        for first, play in enumerate(tally.plays):
            points += play.points[first] if side == 0 else sum(play.points) - play.points[first]
            for ended in play.deals:
                if ended.taker is not None and (table.side(ended.taker).index != first) == side:
                    outcomes[ended.outcome] += 1
    return Side(terms.players[side], points, outcomes.total(), dict(sorted(outcomes.items())))


def _play_once(terms: MatchTerms, number: int, first: int) -> Play:
    """Play a deal in which the first side of the match has the seats of the side with the index *first*."""
    variant = terms.rules.variant
    table, seats = variant.table, variant.table.seats
    dealer = seats[number % len(seats)]
    pack = shuffled(terms.seed, number + 1, variant.pack)
    seed = terms.seed + number if variant.game in SHEETS else terms.seed  # for the deals after the first
    partie = Partie.new(terms.rules, seed=seed % MOST_SEED, dealer=dealer, packs=(pack,))
    rng = random.Random(f"{terms.seed}:{number}:{table.sides[first].value}")
    kinds = {seat: terms.players[table.side(seat).index != first] for seat in seats}
    bots = {seat: make_bot(kind, rng, variant.game) for seat, kind in kinds.items()}
    if variant.game not in SHEETS:
        while not partie.state.sheet.ended:
            _act(partie, bots)
        ended = partie.state.sheet.ended[0]
        return Play(ended.points, (ended,))
    play_out(partie, bots)
    lost = [-int(left > 0) for left in partie.points]  # only the loser has something left (VK11)
    return Play(tuple(lost), partie.state.sheet.ended)


def _act(partie: Partie, bots: Mapping[Seat, Bot]) -> None:
    seat = partie.turn
    if seat is not None:
        partie.apply(bots[seat].choose(partie.view(seat)))

"""The story of a game: a chart and a table of the points, and facts worth telling; the points after each manche.

Start reading at ``story_view``. ``finale`` tells how the game ended.

The chart is drawn here, in the units of its view box, and coloured by the style sheet. The lines of the teams differ in
more than their colour, so that the chart can be printed in black.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ....french.letters import fold
from ....games.belettre.analysis import Moment, moments
from ....games.belettre.events import SCORED, MancheEnded, PliTaken, WordAccepted, WordRefused
from ....games.belettre.manche import PLIS, Manche
from ....games.belettre.pli import Laid
from ....games.belettre.seats import SEATS, TEAMS, Seat
from ....games.belettre.setup import Setup
from ....games.belettre.state import evolve, total
from ....games.kit.seats import Points
from ....referee.names import points_text
from ....referee.sentences import printable
from ....words.judge import Judge
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .game import BelettreGame
from .naming import name_for

#: The size of the view box of a chart, and the place of the lines in it.
WIDTH, HEIGHT = 320, 176
_LEFT, _RIGHT, _TOP, _BOTTOM = 24, 288, 10, 156
#: The steps between the lines of the grid, of which there are at most as many as _MAX_LINES.
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
_MAX_LINES = 4
#: How far the points at the ends of the lines are apart at least, so that both can be read.
_APART = 12.0


class PliPoints(NamedTuple):
    """A pli that was picked up, and the points of the teams after it.

    manche  the number of its manche
    pli     the number of the pli in its manche
    seat    the seat that picked it up
    taker   the short name of the player who picked it up
    points  the points of its cards (S1)
    totals  the points of both teams after it, with Belettres and the Dix de Der, by ``Team.index``
    laid    its cards in playing order, all of them known (P7)
    """

    manche: int
    pli: int
    seat: Seat
    taker: str
    points: int
    totals: Points
    laid: tuple[Laid, ...]


def picked_up(game: BelettreGame, told: Sequence[Moment], viewer: Viewer) -> list[PliPoints]:
    """Return the plis of a game that were picked up, in order. *told* are its moments; the game must be locked."""
    return [
        PliPoints(
            moment.state.manche.number,
            event.number,
            event.seat,
            name_for(game, event.seat, viewer),
            event.points,
            total(evolve(moment.state, event, game.partie.setup), game.partie.setup),
            moment.state.manche.pli.laid,
        )
        for moment in told
        if isinstance(event := moment.event, PliTaken)
    ]


def _scored_belettres(told: Sequence[Moment], current: Manche) -> list[tuple[int, Seat]]:
    """Return the number of the manche and the seat of each Belettre that was scored; *current* is the last manche."""
    over = [moment.state.manche for moment in told if isinstance(moment.event, MancheEnded)]
    manches = over if over and over[-1].number == current.number else [*over, current]
    return [
        (manche.number, seat) for manche in manches for seat in SEATS if manche.belettres[seat.index].stage == SCORED
    ]


def manche_totals(game: BelettreGame) -> dict[int, Points]:
    """Return the points of both teams in the partie after each manche that is over (S5), by the number of the manche.

    The points are by ``Team.index``. What the teams scored in the manche is in its event (``MancheEnded``).
    """
    first, second = game.partie.setup.points
    totals: dict[int, Points] = {}
    for ended in game.partie.state.ended:
        first, second = first + ended.points[0], second + ended.points[1]
        totals[ended.number] = first, second
    return totals


def ended_manche(game: BelettreGame) -> MancheEnded | None:
    """Return the event that ended the manche just played; None once the next manche has begun.

    Also None if the partie is over: the finale shows the points (``finale.ending_view``).
    """
    state = game.partie.state
    if state.over or not state.ended or state.manche.begun or state.ended[-1].number == state.manche.number:
        return None
    return state.ended[-1]


class Chart(NamedTuple):
    """A chart of the points of both teams. Coordinates are those of the view box.

    lines  the lines of the teams, by ``Team.index``: for each, its points at the beginning and after each pli as pairs
           of coordinates, and the y at which its last points are written
    grid   the horizontal lines of the grid: for each, its y and the points that it stands for
    marks  the manches: for each, its number, the x at which it begins, and the x at which its number stands
    """

    lines: list[tuple[list[tuple[float, float]], float]]
    grid: list[tuple[float, int]]
    marks: list[tuple[int, float, float]]


def story_view(game: BelettreGame, viewer: Viewer, teams: Sequence[str]) -> dict[str, Any]:
    """Return the story of a game so far for its template; plis that an arbiter corrected count so. Lock it first.

    *teams* are the names of both teams. The values of the story are:

    chart  the chart; None before the first pli was picked up
    about  the chart in one sentence
    rows   the rows of its table: the plis that were picked up, in order (``PliPoints``)
    facts  what else is worth telling: for each, its key, its heading and its text
    """
    partie, told, say = game.partie, moments(game.partie), catalogue(viewer.language)
    plis = picked_up(game, told, viewer)
    first, second = partie.points
    return {
        "chart": _draw_chart(plis, partie.setup) if plis else None,
        "about": say("story.about", a=teams[0], b=teams[1], x=first, y=second, plis=len(plis)),
        "rows": plis,
        "facts": [
            (key, say(f"story.fact_{key}"), printable(text)) for key, text in _facts(told, plis, game, viewer, teams)
        ],
    }


def _draw_chart(plis: Sequence[PliPoints], setup: Setup) -> Chart:
    """Return the chart of a game after some plis, at least one, with room for those that are still to be played."""
    wide = (_RIGHT - _LEFT) / ((setup.manches - setup.first + 1) * PLIS - setup.before)
    most = max(1, *setup.points, *(points for pli in plis for points in pli.totals))
    step = next(step for step in _STEPS if most / step <= _MAX_LINES)

    def height(points: int) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * points / most, 1)

    def place(manche: int, pli: int) -> float:
        """Return where the end of a pli is; 0 means the beginning of the manche."""
        return round(_LEFT + wide * ((manche - setup.first) * PLIS + pli - setup.before), 1)

    lines = []
    ends = _apart([height(points) for points in plis[-1].totals])
    for index in (team.index for team in TEAMS):
        dots: list[tuple[float, float]] = [(_LEFT, height(setup.points[index]))]
        dots += [(place(pli.manche, pli.pli), height(pli.totals[index])) for pli in plis]
        lines.append((dots, ends[index]))
    grid = [(height(points), points) for points in range(0, most + 1, step)]
    marks = []
    for number in range(setup.first, setup.manches + 1):
        start = max(_LEFT, place(number, 0))
        marks.append((number, start, round((start + place(number, PLIS)) / 2, 1)))
    return Chart(lines, grid, marks)


def _apart(heights: Sequence[float]) -> list[float]:
    """Return two heights, moved so far apart that what is written there can be read."""
    a, b = heights
    if (missing := _APART - abs(a - b)) <= 0:
        return [a, b]
    move = missing / 2 if a > b else -missing / 2
    return [round(a + move, 1), round(b - move, 1)]


def _facts(
    told: Sequence[Moment], plis: Sequence[PliPoints], game: BelettreGame, viewer: Viewer, teams: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield facts worth telling about a game, as pairs of the key of a heading and a text; of equal ones the first."""
    say = catalogue(viewer.language)
    if plis:
        best = max(plis, key=lambda pli: pli.points)
        points = points_text(best.points, say)
        yield "best", say("story.best_pli", name=best.taker, points=points, manche=best.manche, pli=best.pli)
    if belettres := _scored_belettres(told, game.partie.state.manche):
        scored = [say("story.in_manche", name=name_for(game, seat, viewer), manche=n) for n, seat in belettres]
        yield "belettres", ", ".join(scored)
    if ders := [event.dix_de_der for moment in told if isinstance(event := moment.event, MancheEnded)]:
        yield "ders", " · ".join(say("story.times", name=teams[team.index], count=ders.count(team)) for team in TEAMS)
    said = [(event, one.valid) for one in told if isinstance(event := one.event, WordAccepted | WordRefused)]
    if said:
        yield "words", say("story.words_said", said=len(said), refused=sum(not valid for _, valid in said))
    if (best_word := word_of_the_game(told, game.partie.judge)) is not None:
        word, name = best_word.verdict.word, name_for(game, best_word.seat, viewer)
        yield "longest", say("story.word_of", word=word, letters=len(fold(word)), name=name)


def word_of_the_game(told: Sequence[Moment], judge: object) -> WordAccepted | WordRefused | None:
    """Return the event of the word of a game: its longest word that counts as valid, of equal ones the first.

    *told* are the moments of the game, *judge* is its judge. Everybody reads this word in large letters, so that vulgar
    and offensive words are left out (``Judge.courteous``), and words that neither the lexicon nor the house list knows:
    nobody can tell what they mean. None if no word is left.
    """
    if not isinstance(judge, Judge):
        return None
    courteous = judge.courteous()
    said = [event for one in told if one.valid and isinstance(event := one.event, WordAccepted | WordRefused)]
    by_length = sorted(said, key=lambda event: -len(fold(event.verdict.word)))
    return next((event for event in by_length if courteous(event.verdict.word).valid), None)

"""The story of a game as pages tell it: a chart of the points by pli, its table, and facts: ``story_view``.

The chart is drawn here, in the units of its view box, and coloured by the style sheet. The lines of the teams differ in
more than their colour, so that the chart can be printed in black.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...french.letters import MAX_WORD
from ...games.belettre.events import PartieEnded
from ...games.belettre.manche import PLIS
from ...games.belettre.seats import TEAMS, Seat
from ...games.belettre.setup import Setup
from ...games.kit.seats import Points
from ...referee.catalogue import Catalogue
from ...referee.game import event_text
from ...referee.names import points_text, with_players
from ...referee.sentences import printable
from ..tables.registry import Game
from ..tables.story import PliPoints, Story, tell_story
from .places import short_name

#: The size of the view box of a chart, and the place of the lines in it.
WIDTH, HEIGHT = 320, 176
_LEFT, _RIGHT, _TOP, _BOTTOM = 24, 288, 10, 156
#: The steps between the lines of the grid, of which there are at most as many as _MAX_LINES.
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000)
_MAX_LINES = 4
#: How far the points at the ends of the lines are apart at least, so that both can be read.
_APART = 12.0


class Dot(NamedTuple):
    """The points of a team after a pli, in a chart."""

    x: float
    y: float


class GridLine(NamedTuple):
    """A line of the grid at a number of points."""

    y: float
    points: int


class MancheMark(NamedTuple):
    """A manche in a chart.

    number  the number of the manche
    start   where it begins
    middle  where its number stands
    """

    number: int
    start: float
    middle: float


class TeamLine(NamedTuple):
    """The line of a team.

    dots   its points after each pli, from its points at the beginning
    total  the points at its end, and where they are written
    """

    dots: list[Dot]
    total: GridLine

    @property
    def path(self) -> str:
        """The dots as the attribute ``points`` of a polyline."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


class Chart(NamedTuple):
    """A chart of the points of both teams, by ``Team.index``."""

    lines: list[TeamLine]
    grid: list[GridLine]
    marks: list[MancheMark]


class StoryRow(NamedTuple):
    """A row of the table with the same facts as the chart.

    manche, pli  the numbers of the pli
    taker        the short name of the player who picked it up
    points       the points of its cards
    totals       the points of both teams after it
    """

    manche: int
    pli: int
    taker: str
    points: int
    totals: Points


class StoryView(NamedTuple):
    """The story of a game.

    chart  the chart; None before the first pli was picked up
    about  the chart in one sentence
    rows   the rows of its table
    facts  what else is worth telling: pairs of a heading and a text
    """

    chart: Chart | None
    about: str
    rows: list[StoryRow]
    facts: list[tuple[str, str]]


class Ending(NamedTuple):
    """The card at the end of a game.

    winner  a sentence that says who has won
    best    the index of the winning team; None if both have the same points
    story   the story of the game
    """

    winner: str
    best: int | None
    story: StoryView


def ending_view(game: Game, say: Catalogue, teams: Sequence[str], seat: Seat | None) -> Ending | None:
    """Return the card at the end of a game; None while it is not over. The parameters are those of ``winner_text``."""
    last = game.partie.log[-1]
    if not isinstance(last, PartieEnded):
        return None
    best = last.winner.index if last.winner is not None else None
    return Ending(winner_text(last, game, say, seat), best, story_view(game, say, teams))


def story_view(game: Game, say: Catalogue, teams: Sequence[str]) -> StoryView:
    """Return the story of a game so far. *teams* are the names of both teams. The game must be locked."""
    story, setup = tell_story(game), game.partie.setup
    totals = game.partie.points
    return StoryView(
        draw_chart(story, setup) if story.plis else None,
        say("story.about", a=teams[0], b=teams[1], x=totals[0], y=totals[1], plis=len(story.plis)),
        [StoryRow(pli.manche, pli.pli, short_name(pli.taker, game, say), pli.points, pli.totals) for pli in story.plis],
        _facts(story, game, say, teams),
    )


def winner_text(last: PartieEnded, game: Game, say: Catalogue, seat: Seat | None) -> str:
    """Return a sentence that says who has won a game that is over.

    *seat* is the seat of the human player if the sentence is for their device in a practice game; None otherwise.
    """
    if seat is None or last.winner is None:
        return event_text(last, with_players(say, game.journal.players))
    most, least = max(last.points), min(last.points)
    return say("story.you_won" if last.winner is seat.team else "story.you_lost", points=most, other=least)


def draw_chart(story: Story, setup: Setup) -> Chart:
    """Return the chart of a story, with room for the plis that are still to be played."""
    wide = (_RIGHT - _LEFT) / ((setup.manches - setup.first + 1) * PLIS - setup.before)
    most = max(1, *story.start, *(points for pli in story.plis for points in pli.totals))
    step = next(step for step in _STEPS if most / step <= _MAX_LINES)

    def height(points: int) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * points / most, 1)

    def place(pli: PliPoints) -> float:
        return _after(pli.manche, pli.pli, setup, wide)

    lines = []
    ends = _apart([height(points) for points in (story.plis[-1].totals if story.plis else story.start)])
    for team in TEAMS:
        index = team.index
        dots = [Dot(_LEFT, height(story.start[index]))]
        dots += [Dot(place(pli), height(pli.totals[index])) for pli in story.plis]
        total = story.plis[-1].totals[index] if story.plis else story.start[index]
        lines.append(TeamLine(dots, GridLine(ends[index], total)))
    grid = [GridLine(height(points), points) for points in range(0, most + 1, step)]
    return Chart(lines, grid, [_mark(number, setup, wide) for number in range(setup.first, setup.manches + 1)])


def _after(manche: int, pli: int, setup: Setup, wide: float) -> float:
    """Return where the end of a pli is in a chart in which a pli is *wide*."""
    return round(_LEFT + wide * ((manche - setup.first) * PLIS + pli - setup.before), 1)


def _mark(number: int, setup: Setup, wide: float) -> MancheMark:
    """Return the mark of a manche."""
    start = max(_LEFT, _after(number, 0, setup, wide))
    return MancheMark(number, start, round((start + _after(number, PLIS, setup, wide)) / 2, 1))


def _apart(heights: Sequence[float]) -> list[float]:
    """Return two heights, moved so far apart that what is written there can be read."""
    a, b = heights
    if (missing := _APART - abs(a - b)) <= 0:
        return [a, b]
    move = missing / 2 if a > b else -missing / 2
    return [round(a + move, 1), round(b - move, 1)]


def _facts(story: Story, game: Game, say: Catalogue, teams: Sequence[str]) -> list[tuple[str, str]]:
    """Return facts worth telling about a game, as pairs of a heading and a text."""
    facts = []
    if (best := story.best) is not None:
        name = short_name(best.taker, game, say)
        points = points_text(best.points, say)
        facts.append(("best", say("story.best_pli", name=name, points=points, manche=best.manche, pli=best.pli)))
    if story.belettres:
        scored = [say("story.in_manche", name=short_name(seat, game, say), manche=n) for n, seat in story.belettres]
        facts.append(("belettres", ", ".join(scored)))
    if story.ders:
        counts = [sum(team is other for _, other in story.ders) for team in TEAMS]
        named = [say("story.times", name=teams[team.index], count=counts[team.index]) for team in TEAMS]
        facts.append(("ders", " · ".join(named)))
    if story.said:
        facts.append(("words", say("story.words_said", said=story.said, refused=story.refused)))
    if (longest := story.longest) is not None and longest.letters <= MAX_WORD:
        name = short_name(longest.seat, game, say)
        facts.append(("longest", say("story.word_of", word=longest.word, letters=longest.letters, name=name)))
    return [(say(f"story.fact_{key}"), printable(text)) for key, text in facts]

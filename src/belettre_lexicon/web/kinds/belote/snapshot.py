"""Snapshots of score sheets of Belote: a sheet with its sentences in one language, for pages and JSON.

Every device may see everything on a sheet. Lists of points are by the index of the sides (``seats.Table``): the teams,
South and North first, or in games without teams the players.
Start reading at ``take_sheet_snapshot``.
"""

from __future__ import annotations

from functools import cache

import msgspec

from ....games.belote.marque.entries import DealEntry, MarqueAction
from ....games.belote.marque.marque import Marque, MarqueJournal
from ....games.belote.marque.state import TeamNeeds, WrittenDeal, deals_left, needs_of
from ....games.belote.options import SHEETS
from ....games.belote.scoring.scores import DealResult
from ....games.belote.scoring.sheets import SheetResult, die_of
from ....games.belote.seats import SEATS, TEAMS, Seat
from ....referee.belote.names import player_text
from ....referee.belote.sheet import (
    deal_text,
    end_text,
    named_side,
    next_text,
    partie_lines,
    proof_text,
    sheet_event_text,
    tally_text,
)
from ....referee.catalogue import Catalogue
from ...tables.kind import catalogue
from ...tables.loaded_game import LoadedGame

#: A sheet that a process has loaded.
SheetGame = LoadedGame[MarqueJournal, MarqueAction, Seat]


@cache
def sheet_catalogue(language: str) -> Catalogue:
    """Return the sentences about sheets in a language: the catalogues of the game and of its pages, as one.

    Raises LexiconError if one of them was not built or is damaged.
    """
    pages = catalogue(language, "belote_web")
    return catalogue(language, "belote").with_messages({key: pages(key) for key in pages.keys()})  # noqa: SIM118


class SheetPlayer(msgspec.Struct):
    """A player of the table.

    seat  the seat
    name  the player's name, or the name of the seat if the player has none
    team  the index of the player's side: 0 is South and North, 1 East and West; in games without teams, of the player
    """

    seat: Seat
    name: str
    team: int


class SheetTeam(msgspec.Struct):
    """A side with its points: a team, or in games without teams a player.

    name       the names of its players
    points     its points so far, as written; in Belote de comptoir and the lyonnaise, what is left on the sheet
    missing    the points up to the target, 0 if it has them; null if a number of deals ends the partie, and for sheets
    needs      what the side needs, in words; "" if there is nothing to say or the partie is over. For a player with a
               sheet: the die, or that the player has left or lost
    die        the face of the die that shows a sheet, and its round, counted from the end (VK12); null for points, and
               for a player who has left
    """

    name: str
    points: int
    missing: int | None
    needs: str
    die: tuple[int, int] | None = None


class SheetDeal(msgspec.Struct):
    """A deal on the sheet.

    number   the number of the deal, from 1
    dealer   who dealt it
    entry    what was entered; null if nobody took (BA6)
    counts   whether the deal was played before the partie was over
    outcome  how it ended, such as "made", "chute" or "litige"; "passed" if nobody took, "misdeal" also if the cards
             are dealt again, "" if it does not count
    points   what the sides score in the deal; in Belote de comptoir and the lyonnaise, how far the sheets fall, as
             negative numbers
    totals   the points of the sides after the deal, or what is left on the sheets, in the same order
    waiting  the points that wait after the deal for the team that wins the next one (BS6)
    text     a sentence that explains the score, with the ids of the rules
    """

    number: int
    dealer: Seat
    entry: DealEntry | None
    counts: bool
    outcome: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    waiting: int
    text: str


class SheetSnapshot(msgspec.Struct):
    """A score sheet of Belote.

    code        the code of the sheet
    number      the number of entries so far, including undos; a device sends it along with every change
    players     the players in playing order, from South: two to six, by the game
    teams       the sides with their points: the two teams, South and North first, or each player
    deals       the deals so far
    waiting     the points that wait for the team that wins the next deal (BS6)
    deals_left  how many deals are left; null if points end the partie, or if it is over
    dealer      who deals next (BD10); null if the partie is over
    speaker     who speaks first in the next deal and lays its first card (BA1, BP1); null if the partie is over
    over        whether the partie is over. Deals can still be corrected
    winner      the index of the side that has won; null if the partie is not over, or has a loser instead
    loser       the index of the player who is the last one left and has lost (VK11); null if there is none
    parties     a sentence for each earlier partie of the evening, with its last totals
    tally       a sentence: the parties of the evening that each has won; "" in the first one
    awaits      a sentence that says who deals and speaks, or who has won
    last        sentences: the last entry that was not undone, and why the partie goes on if the target is reached
    undoable    whether there is an entry to undo
    redoable    whether the entry that the last undo took back can be entered again
    rules       the options of the table that differ from their defaults
    """

    code: str
    number: int
    players: list[SheetPlayer]
    teams: list[SheetTeam]
    deals: list[SheetDeal]
    waiting: int
    deals_left: int | None
    dealer: Seat | None
    speaker: Seat | None
    over: bool
    winner: int | None
    loser: int | None
    parties: list[str]
    tally: str
    awaits: str
    last: list[str]
    undoable: bool
    redoable: bool
    rules: dict[str, bool | int | str | None]


def take_sheet_snapshot(sheet: SheetGame, say: Catalogue) -> SheetSnapshot:
    """Return the state of a sheet with sentences in the language of *say* (``sheet_catalogue``)."""
    marque = sheet.journal.marque
    say = _with_team_names(say, marque)
    state, rules, over = marque.state, marque.rules, marque.over
    table = state.table
    return SheetSnapshot(
        code=sheet.code,
        number=sheet.number,
        players=[
            SheetPlayer(seat, player_text(seat, marque.names, say), table.side_of[seat.index]) for seat in table.seats
        ],
        teams=_sheets(marque, say) if rules.game in SHEETS else _teams(marque, say),
        deals=[_deal(deal, marque, say) for deal in marque.deals],
        waiting=marque.waiting,
        deals_left=None if over or rules.game in SHEETS else deals_left(state, rules),
        dealer=None if over else marque.dealer,
        speaker=None if over else marque.speaker,
        over=over,
        winner=None if marque.winner is None else marque.winner.index,
        loser=None if marque.loser is None else marque.loser.index,
        parties=list(partie_lines(marque, say)),
        tally=tally_text(marque, say),
        awaits=_won_text(marque, say) if over else next_text(marque, say),
        last=_last_texts(sheet, say),
        undoable=sheet.undoable > 0,
        redoable=sheet.redoable > 0,
        rules=dict(rules.as_dict()),
    )


def _with_team_names(say: Catalogue, marque: Marque) -> Catalogue:
    """Return a catalogue that calls the teams by their players, because « us » means another team on another phone."""
    if not marque.rules.variant.teams:
        return say  # a side is called by its player anyway
    names = [player_text(seat, marque.names, say) for seat in SEATS]
    teams = {
        f"teams.{team.name.lower()}": say("page.pair", first=names[team.index], second=names[team.index + 2])
        for team in TEAMS
    }
    return say.with_messages(teams)


def _teams(marque: Marque, say: Catalogue) -> list[SheetTeam]:
    """Return the sides of a game with points."""
    return [
        SheetTeam(
            name=named_side(needs.team, marque.names, say),
            points=marque.totals[needs.team.index],
            missing=needs.missing,
            needs=_needs_text(needs, marque, say),
        )
        for needs in needs_of(marque.state, marque.rules)
    ]


def _sheets(marque: Marque, say: Catalogue) -> list[SheetTeam]:
    """Return the players of a game with sheets, each with the die that shows what is left (VK10, VK12)."""
    found = []
    for side, left in zip(marque.state.table.sides, marque.totals, strict=True):
        die = die_of(left)
        if die is None:
            needs = say("page.left")
        elif side is marque.loser:
            needs = say("page.lost")
        else:
            needs = say("page.die" if die[1] == 1 else "page.die_twice", face=die[0])
        found.append(SheetTeam(named_side(side, marque.names, say), left, None, needs, die))
    return found


def _needs_text(needs: TeamNeeds, marque: Marque, say: Catalogue) -> str:
    if marque.over:
        return ""
    parts = []
    if needs.missing is not None:
        parts.append(say("page.missing", points=needs.missing) if needs.missing else say("page.reached"))
    ways = []
    if needs.taking is not None:
        ways.append(say("page.wins_taking", points=needs.taking))
    if needs.defending is not None:
        ways.append(say("page.wins_defending", points=needs.defending))
    if not ways and needs.capot:
        ways.append(say("page.wins_capot"))
    if ways:
        parts.append(say("page.wins", ways=", ".join(ways)))
    return " ; ".join(parts)


def _deal(deal: WrittenDeal, marque: Marque, say: Catalogue) -> SheetDeal:
    result = deal.result
    unplayed = "passed" if deal.entry is None else "misdeal"
    outcome = "" if not deal.counts else unplayed if result is None else result.outcome
    points = marque.state.table.zeros()
    if isinstance(result, DealResult):
        points = result.points
    elif isinstance(result, SheetResult):
        points = tuple(-fall for fall in result.fell)
    return SheetDeal(
        number=deal.number,
        dealer=deal.dealer,
        entry=deal.entry,
        counts=deal.counts,
        outcome=outcome,
        points=points,
        totals=deal.totals,
        waiting=deal.waiting[0],
        text=deal_text(deal, marque.names, marque.rules, say, numbered=True),
    )


def _last_texts(sheet: SheetGame, say: Catalogue) -> list[str]:
    marque = sheet.journal.marque
    texts = [sheet_event_text(event, marque, say) for event in sheet.journal.last]
    if not marque.over:
        texts.append(end_text(marque, say))
    return [text for text in texts if text]


def _won_text(marque: Marque, say: Catalogue) -> str:
    """Return a sentence that says who has won the partie, or lost it, and by which rule (BE, VK11)."""
    if not marque.rules.variant.teams:
        return end_text(marque, say)
    for deal in marque.deals:
        if (end := deal.end) is not None and end.winner is not None:
            winner = TEAMS[end.winner]
            return say(
                f"page.won_{end.reason}",
                team=named_side(winner, marque.names, say),
                first=deal.totals[winner.index],
                second=deal.totals[winner.other.index],
                proof=proof_text(end.rule, end.option, marque.rules, say),
            )
    return ""

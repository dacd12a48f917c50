"""Snapshots of score sheets of Belote: a sheet with its sentences in one language, for pages and JSON.

Every device may see everything on a sheet. Pairs are by the index of the teams: 0 is South and North, 1 East and West.
Start reading at ``take_sheet_snapshot``.
"""

from __future__ import annotations

from functools import cache

import msgspec

from ....games.belote.marque.entries import DealEntry, MarqueAction
from ....games.belote.marque.marque import Marque, MarqueJournal
from ....games.belote.marque.state import TeamNeeds, WrittenDeal, deals_left, needs_of
from ....games.belote.scoring.scores import DealResult
from ....games.belote.seats import SEATS, TEAMS, Seat, Team
from ....referee.belote.names import player_text
from ....referee.belote.sheet import (
    deal_text,
    end_text,
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
    team  the index of the player's team: 0 is South and North, 1 East and West
    """

    seat: Seat
    name: str
    team: int


class SheetTeam(msgspec.Struct):
    """A team with its points.

    name       the names of its players
    points     its points so far, as written
    missing    the points up to the target, 0 if it has them; null if a number of deals ends the partie
    needs      what the team needs, in words; "" if there is nothing to say or the partie is over
    """

    name: str
    points: int
    missing: int | None
    needs: str


class SheetDeal(msgspec.Struct):
    """A deal on the sheet.

    number   the number of the deal, from 1
    dealer   who dealt it
    entry    what was entered; null if nobody took (BA6)
    counts   whether the deal was played before the partie was over
    outcome  how it ended, such as "made", "chute" or "litige"; "passed" if nobody took, "misdeal" also if the cards
             are dealt again, "" if it does not count
    points   what the teams score in the deal, South and North first
    totals   the points of the teams after the deal, in the same order
    waiting  the points that wait after the deal for the team that wins the next one (BS6)
    text     a sentence that explains the score, with the ids of the rules
    """

    number: int
    dealer: Seat
    entry: DealEntry | None
    counts: bool
    outcome: str
    points: tuple[int, int]
    totals: tuple[int, int]
    waiting: int
    text: str


class SheetSnapshot(msgspec.Struct):
    """A score sheet of Belote.

    code        the code of the sheet
    number      the number of entries so far, including undos; a device sends it along with every change
    players     the four players in playing order, from South
    teams       the two teams with their points, South and North first
    deals       the deals so far
    waiting     the points that wait for the team that wins the next deal (BS6)
    deals_left  how many deals are left; null if points end the partie, or if it is over
    dealer      who deals next (BD10); null if the partie is over
    speaker     who speaks first in the next deal and lays its first card (BA1, BP1); null if the partie is over
    over        whether the partie is over. Deals can still be corrected
    winner      0 or 1, the index of the team that has won; null if the partie is not over
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
    return SheetSnapshot(
        code=sheet.code,
        number=sheet.number,
        players=[SheetPlayer(seat, player_text(seat, marque.names, say), seat.team.index) for seat in SEATS],
        teams=[
            SheetTeam(
                name=_team_text(needs.team, say),
                points=marque.totals[needs.team.index],
                missing=needs.missing,
                needs=_needs_text(needs, marque, say),
            )
            for needs in needs_of(state, rules)
        ],
        deals=[_deal(deal, marque, say) for deal in marque.deals],
        waiting=marque.waiting,
        deals_left=None if over else deals_left(state, rules),
        dealer=None if over else marque.dealer,
        speaker=None if over else marque.speaker,
        over=over,
        winner=None if marque.winner is None else marque.winner.index,
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
    names = [player_text(seat, marque.names, say) for seat in SEATS]
    teams = {
        f"teams.{team.name.lower()}": say("page.pair", first=names[team.index], second=names[team.index + 2])
        for team in TEAMS
    }
    return say.with_messages(teams)


def _team_text(team: Team, say: Catalogue) -> str:
    return say(f"teams.{team.name.lower()}")


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
    return SheetDeal(
        number=deal.number,
        dealer=deal.dealer,
        entry=deal.entry,
        counts=deal.counts,
        outcome=outcome,
        points=(result.points[0], result.points[1]) if isinstance(result, DealResult) else (0, 0),
        totals=(deal.totals[0], deal.totals[1]),
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
    """Return a sentence that says who has won the partie, and by which rule (BE)."""
    for deal in marque.deals:
        if (end := deal.end) is not None and end.winner is not None:
            winner = TEAMS[end.winner]
            return say(
                f"page.won_{end.reason}",
                team=_team_text(winner, say),
                first=deal.totals[winner.index],
                second=deal.totals[winner.other.index],
                proof=proof_text(end.rule, end.option, marque.rules, say),
            )
    return ""

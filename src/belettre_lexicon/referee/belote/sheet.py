"""Sentences of a score sheet of Belote: the score of a deal and its reasons, the totals, the dealer, unclear lines.

A number is followed by the choice of the table that changed it, « plis 90 (à la dizaine) », and where somebody asks
why, by the id of its rule as well: « plis 90 (BS4, à la dizaine) ».
*names* are always the names of the players in playing order, "" for a player without one. A side is called « nous » or
« eux », or in games without teams by the name of its player. Start reading at ``deal_text``; ``replies`` has the
sentences about lines that are refused or not understood, and about what is needed to win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ...games.belote.marque.entries import (
    DealCorrected,
    DealEntry,
    DealerSet,
    DealWritten,
    MarqueEvent,
    PartieBegun,
    PlayersSeated,
)
from ...games.belote.marque.marque import Marque
from ...games.belote.marque.state import WrittenDeal
from ...games.belote.options import SHEETS
from ...games.belote.rules import OPTION_OF, BeloteRules
from ...games.belote.scoring.scores import DealResult, ScoreLine
from ...games.belote.scoring.sheets import SheetResult, die_of
from ...games.belote.seats import ALL_SEATS, SEATS, SOLO, TEAMS, Team
from ..catalogue import Catalogue, printable
from .names import capital, choice_text, player_text, side_text

#: Returns what stands behind a number, from the id of its rule and the option that changed it.
Proof = Callable[[str, str | None], str]
#: The kinds of lines of which a plain made deal consists: its numbers need no explanation.
_PLAIN = ("plis", "nothing")
#: A sheet up to here shows on one die by itself (VK12).
_ONE_DIE = 6


def deal_text(
    deal: WrittenDeal, names: Sequence[str], rules: BeloteRules, say: Catalogue, *, numbered: bool = False
) -> str:
    """Return one sentence that says how a deal ended, and how many points each team gets and why.

    names     the names of the players by ``Seat.index``, "" for a player without one
    numbered  whether the ids of the rules are said
    """
    result, entry = deal.result, deal.entry
    proof = partial(proof_text, rules=rules, say=say, numbered=numbered)
    if not deal.counts:
        return say("marque.deal_not_counted", number=deal.number, proof=proof("BE2", None))
    if entry is None:
        return say("marque.deal_passed", number=deal.number, proof=proof("BA6", None))
    if result is None:
        dealer = player_text(deal.dealer, names, say)
        return say("marque.deal_misdeal", number=deal.number, dealer=dealer, proof=proof("BD9", None))
    if isinstance(result, SheetResult):
        return _sheets_text(deal, result, entry, names, proof, say)
    if entry.penalty:
        reason = f" ({printable(entry.reason)})" if entry.reason else ""
        team = named_side(entry.team, names, say)
        return say("marque.deal_penalty", number=deal.number, team=team, points=entry.penalty, reason=reason)
    return say(
        "marque.deal_waiting" if result.waiting else "marque.deal",
        number=deal.number,
        taker=_contract_text(entry, names, say),
        outcome=_outcome_text(result, entry, names, proof, say),
        scores=_scores_text(result, rules, names, proof, say),
        waiting=_waiting_text(result, proof, say),
    )


def hint_text(deal: WrittenDeal, names: Sequence[str], say: Catalogue) -> str:
    """Return a sentence that asks if a deal entered with all points for one team was a capot (BS7); "" if not."""
    entry, result = deal.entry, deal.result
    if entry is None or not isinstance(result, DealResult) or entry.plis is None:
        return ""
    if result.outcome not in ("made", "chute") or entry.bid is not None or entry.team not in TEAMS:
        return ""
    loses_all = any(line.kind == "plis" and not line.exact for line in result.lines)
    key = "zero_hint" if entry.plis == 0 else "whole_hint" if loses_all else ""
    if not key:
        return ""
    taker, other = taker_text(entry, names, say), side_text(entry.team.other, say)
    return say(f"marque.{key}", taker=taker, other=other)


def standing_text(marque: Marque, say: Catalogue) -> str:
    """Return the totals of all sides in one sentence, and the points that wait if there are any (BS6).

    In Belote de comptoir and the lyonnaise these are the sheets of the players, and their dice (VK10, VK12).
    """
    points = marque.totals
    if marque.rules.game in SHEETS:
        players = enumerate(zip(marque.state.table.seats, points, strict=True))
        shown = [_sheet_text(player_text(seat, marque.names, say), sheet, say) for _, (seat, sheet) in players]
        return capital(say("marque.standing_sides", sides=", ".join(shown)))
    if not marque.rules.variant.teams:
        sides = _points_text(points, marque, say)
        key = "marque.standing_sides_waiting" if marque.waiting else "marque.standing_sides"
        return capital(say(key, sides=sides, waiting=marque.waiting))
    key = "marque.standing_waiting" if marque.waiting else "marque.standing"
    named = {"first_team": capital(side_text(TEAMS[0], say)), "second_team": side_text(TEAMS[1], say)}
    return say(key, first=points[0], second=points[1], waiting=marque.waiting, **named)


def _points_text(points: Sequence[int], marque: Marque, say: Catalogue, names: Sequence[str] | None = None) -> str:
    """Return the points of each side: « Ana 62, Bob 162, Chloé 162 ». *names* are those of now if it is None."""
    sides, names = marque.state.table.sides, names or marque.names
    return ", ".join(f"{named_side(side, names, say)} {number}" for side, number in zip(sides, points, strict=True))


def _sheet_text(player: str, sheet: int, say: Catalogue) -> str:
    """Return a sheet: « Bob 4 », with the face of the die where it is another number, or that the player has left."""
    die = die_of(sheet)
    if die is None:
        return say("marque.sheet_left", player=player)
    key = "marque.sheet_die" if sheet > _ONE_DIE else "marque.sheet"
    return say(key, player=player, sheet=sheet, face=die[0])


def end_text(marque: Marque, say: Catalogue) -> str:
    """Return a sentence that says who has won the partie, or why it goes on although a team has the target (BE).

    It also says which deals do not count after a correction; "" if there is nothing to say.
    """
    counting = [deal for deal in marque.deals if deal.end is not None]
    if not counting or (end := counting[-1].end) is None:
        return ""
    sentences = []
    proof = proof_text(end.rule, end.option, marque.rules, say)
    over = marque.winner or marque.loser
    if end.over and over is not None and over not in TEAMS:
        player, totals = named_side(over, marque.names, say), _points_text(end.totals, marque, say)
        sentences.append(capital(say(f"marque.over_{end.reason}_one", player=player, totals=totals, proof=proof)))
    elif end.winner is not None:
        winner = TEAMS[end.winner]
        key = f"marque.over_{end.reason}_{winner.name.lower()}"
        first, second = end.totals[winner.index], end.totals[winner.other.index]
        sentences.append(say(key, first=first, second=second, proof=proof))
    elif end.reason in ("equal", "belote_alone"):
        sentences.append(say(f"marque.on_{end.reason}", proof=proof))
    if surplus := len(marque.deals) - len(counting):
        key = "marque.surplus_one" if surplus == 1 else "marque.surplus"
        sentences.append(say(key, last=len(counting), first=len(counting) + 1))
    return " ".join(sentences)


def next_text(marque: Marque, say: Catalogue, *, key: str = "marque.next") -> str:
    """Return a sentence that says who deals next and who speaks first (BD10, BA1). *key* is its key in *say*."""
    number = len(marque.deals) + 1
    dealer, speaker = (player_text(seat, marque.names, say) for seat in (marque.dealer, marque.speaker))
    return say(key, number=number, dealer=dealer, speaker=speaker)


def sheet_event_text(event: MarqueEvent, marque: Marque, say: Catalogue) -> str:
    """Return a sentence that says what *event* has changed on the sheet *marque*; "" for the beginning of the sheet."""
    match event:
        case DealWritten():
            return deal_text(marque.deals[event.number - 1], marque.names, marque.rules, say)
        case DealCorrected():
            text = deal_text(marque.deals[event.number - 1], marque.names, marque.rules, say)
            return say("marque.corrected", text=text)
        case PlayersSeated():
            return _seated_text("marque.seated", event.names, marque.rules, say)
        case DealerSet():
            return next_text(marque, say, key="marque.dealer_set")
        case PartieBegun():
            return _seated_text("marque.partie", event.names, marque.rules, say, number=len(marque.parties) + 1)
        case _:
            return ""


def _seated_text(key: str, names: Sequence[str], rules: BeloteRules, say: Catalogue, **more: Any) -> str:
    """Return a sentence about who sits where; *key* is its key for two teams, « key_sides » for players alone."""
    players = [player_text(seat, names, say) for seat in rules.variant.table.seats]
    if not rules.variant.teams:
        return say(f"{key}_sides", sides=", ".join(players), **more)
    first, second, third, fourth = players
    return say(key, first=first, second=second, third=third, fourth=fourth, **more)


def entry_named(event: MarqueEvent, names: Sequence[str], say: Catalogue) -> str:
    """Return a name for an entry that was taken back or entered again: the number of its deal and what was entered.

    names  the names of the players in playing order, "" for a player without one
    """
    match event:
        case DealWritten(entry=None):
            return say("marque.entry_passed", number=event.number)
        case DealWritten(entry=DealEntry() as entry):
            return say("marque.entry", number=event.number, what=entry_text(entry, names, say))
        case DealCorrected(entry=entry):
            shown = entry_text(entry, names, say) if entry else say("marque.row_passed")
            return say("marque.entry_corrected", number=event.number, what=shown)
    kinds = {PlayersSeated: "players", PartieBegun: "partie"}
    return say(f"marque.entry_{kinds.get(type(event), 'dealer')}")


def entry_text(entry: DealEntry, names: Sequence[str], say: Catalogue) -> str:
    """Return an entry about a deal as it could be typed: taker, contract, points and so on, « Ana ♥ 61 belote eux »."""
    if not entry.played:
        kind = "misdeal" if entry.misdeal else "penalty"
        side, points, reason = named_side(entry.team, names, say), entry.penalty, printable(entry.reason)
        return say(f"marque.row_{kind}", team=side, points=points, reason=reason).rstrip()
    parts = [taker_text(entry, names, say), *_bid_parts(entry, say)]
    if entry.plis is not None:
        parts.append(str(entry.plis))
    if entry.capot is not None:
        parts.append(say("marque.row_capot" if entry.capot is entry.team else "marque.row_capot_defence"))
    if entry.fallen:
        parts.append(say("marque.row_chute"))
    if entry.renonce is not None:
        parts += [say("marque.row_renonce"), named_side(entry.renonce, names, say)]
    if entry.made:
        parts.append(say("marque.row_made"))
    sides = TEAMS if entry.team in TEAMS else SOLO
    for one, number in zip(sides, entry.belotes, strict=False):
        parts += [say("marque.row_belote", team=named_side(one, names, say))] * number
    for one, annonces in zip(sides, entry.annonces, strict=False):
        if annonces:
            said = " ".join(map(str, annonces))
            parts.append(say("marque.row_annonces", team=named_side(one, names, say), points=said))
    return " ".join(filter(None, parts))


def _bid_parts(entry: DealEntry, say: Catalogue) -> list[str]:
    """Return the contract as words: « 120 ♦ coinche », « capot ♥ », or the trump of a game without bids."""
    doubled = "" if entry.mult == 1 else say("marque.bid_coinche" if entry.mult == 2 else "marque.bid_surcoinche")
    return [bid_text(entry, say), entry.contract or "", doubled]


def bid_text(entry: DealEntry, say: Catalogue) -> str:
    """Return the value of a bid, « 120 » or « capot »; "" without a bid."""
    bid = entry.bid
    return say(f"marque.bid_{bid}") if isinstance(bid, str) else "" if bid is None else str(bid)


def _contract_text(entry: DealEntry, names: Sequence[str], say: Catalogue) -> str:
    """Return who took, with the contract in games where it is bid: « Ana 120 ♦ coinche »."""
    taker = taker_text(entry, names, say)
    return taker if entry.bid is None else " ".join(filter(None, [taker, *_bid_parts(entry, say)]))


def partie_lines(marque: Marque, say: Catalogue) -> Iterator[str]:
    """Yield a line for each earlier partie of the evening: who played, and the last totals."""
    for number, partie in enumerate(marque.parties, 1):
        if marque.rules.variant.teams:
            shown = {"names": _sides_text(partie.names, say), "first": partie.totals[0], "second": partie.totals[1]}
            yield say("marque.row_partie", number=number, **shown)
        else:
            points = _points_text(partie.totals, marque, say, partie.names)
            yield say("marque.row_partie_sides", number=number, sides=points)


def sheet_lines(marque: Marque, say: Catalogue) -> Iterator[str]:
    """Yield the sheet as a table: a heading, a line for each deal, the totals, points that wait, and who has won."""
    sides = marque.state.table.sides
    yield from partie_lines(marque, say)
    if not marque.deals:
        yield from filter(None, (say("marque.no_deal"), tally_text(marque, say)))
        return
    heads = [named_side(side, marque.names, say) for side in sides]
    rows = [[say("marque.column_number"), say("marque.column_dealer"), *heads, say("marque.column_deal")]]
    for deal in marque.deals:
        dealer = player_text(deal.dealer, marque.names, say)
        rows.append([str(deal.number), dealer, *_row_points(deal, len(sides)), _row_text(deal, marque, say)])
    rows.append(["", say("marque.row_total"), *map(str, marque.totals), ""])
    widths = [max(len(row[column]) for row in rows) for column in range(len(sides) + 2)]
    for row in rows:
        cells = [
            text.ljust(width) if column == 1 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=False))
        ]
        yield "  ".join([*cells, row[-1]]).rstrip()
    if marque.waiting:
        yield say("marque_needs.waiting", points=marque.waiting)
    yield from filter(None, (end_text(marque, say), tally_text(marque, say)))


def _row_points(deal: WrittenDeal, sides: int) -> list[str]:
    """Return what the sides score in a deal, or by how much their sheets fall, as « -2 »; "" if nothing changes."""
    if isinstance(deal.result, SheetResult):
        return [f"-{fall}" if fall else "" for fall in deal.result.fell]
    return [""] * sides if deal.result is None else list(map(str, deal.result.points))


def tally_text(marque: Marque, say: Catalogue) -> str:
    """Return how many parties of the evening each team has won, or if partners have changed each player.

    Return "" if the first partie has not ended.
    """
    if not marque.parties:
        return ""
    lost = marque.rules.game in SHEETS
    ended = [(one.names, one.loser if lost else one.winner) for one in marque.parties]
    if marque.over:
        ended.append((marque.names, marque.loser if lost else marque.winner))
    table = marque.state.table
    won: Counter[str] = Counter()
    for names, winner in ended:
        won.update({player_text(seat, names, say): int(table.side(seat) is winner) for seat in table.seats})
    if marque.rules.variant.teams and len({_pairs(names, say) for names in (marque.names, *dict(ended))}) == 1:
        first, second = (won[player_text(seat, marque.names, say)] for seat in SEATS[:2])
        sides = {"first_team": side_text(TEAMS[0], say), "second_team": side_text(TEAMS[1], say)}
        return say("marque.tally", scores=say("marque.scores", first=first, second=second, **sides))
    scores = ", ".join(f"{name} {number}" for name, number in won.most_common())
    return say("marque.tally_lost" if lost else "marque.tally", scores=scores)


def _pairs(names: Sequence[str], say: Catalogue) -> frozenset[frozenset[str]]:
    """Return who plays with whom."""
    first, second, third, fourth = (player_text(seat, names, say) for seat in SEATS)
    return frozenset({frozenset({first, third}), frozenset({second, fourth})})


def _sides_text(names: Sequence[str], say: Catalogue) -> str:
    first, second, third, fourth = (player_text(seat, names, say) for seat in SEATS)
    return say("marque.sides", first=first, second=second, third=third, fourth=fourth)


def proof_text(rule: str, option: str | None, rules: BeloteRules, say: Catalogue, *, numbered: bool = False) -> str:
    """Return what stands behind a number, « (à la dizaine) »: the choice of the table that changed it; "" if none did.

    numbered  whether the id of the rule is said as well: « (BS4, à la dizaine) »
    """
    said = [rule] * numbered
    if option is not None:
        said.append(choice_text(OPTION_OF[option], getattr(rules, option), say))
    return f" ({', '.join(said)})" if said else ""


def taker_text(entry: DealEntry, names: Sequence[str], say: Catalogue) -> str:
    """Return the name of the player who took in a deal, or the word for their team if the player is not known."""
    return named_side(entry.team, names, say) if entry.taker is None else player_text(entry.taker, names, say)


def named_side(side: Team, names: Sequence[str], say: Catalogue) -> str:
    """Return the word for a team, or the name of a player who plays alone."""
    return side_text(side, say) if side in TEAMS else player_text(ALL_SEATS[side.index], names, say)


def _sheets_text(
    deal: WrittenDeal, result: SheetResult, entry: DealEntry, names: Sequence[str], proof: Proof, say: Catalogue
) -> str:
    """Return one sentence about a deal for sheets: « Donne 2, Bob 60 : dedans, 55 points ; Ana et Chloé -2 »."""
    key = f"marque.sheets_{'made' if result.made else 'chute'}"
    outcome = say(key if entry.plis is not None else f"{key}_said", points=entry.plis or 0, proof=proof("VK9", None))
    falls = ", ".join(
        say("marque.sheets_fall", player=player_text(seat, names, say), points=fell, sheet=sheet)
        for seat, fell, sheet in zip(ALL_SEATS, result.fell, result.sheets, strict=False)
        if fell
    )
    sentence = say(
        "marque.deal_sheets",
        number=deal.number,
        taker=_contract_text(entry, names, say),
        outcome=outcome,
        value=say("marque.sheets_value", points=result.value, proof=proof("VK8", None)),
        falls=falls,
    )
    left = [player_text(ALL_SEATS[seat], names, say) for seat in result.left]
    return f"{sentence} {say('marque.sheets_left', players=', '.join(left))}" if left else sentence


def _outcome_text(result: DealResult, entry: DealEntry, names: Sequence[str], proof: Proof, say: Catalogue) -> str:
    """Return how a deal ended, with the totals that were compared: « dedans, 81 contre 101 (BS5) »."""
    key = f"marque.outcome_{result.outcome}"
    first, second = 0, 0
    if result.compared is not None:
        # With three players, what is compared is the taker's total and the defence's (V3.8).
        taker = result.taker if entry.team in TEAMS else 0
        first, second = result.compared[taker], result.compared[1 - taker]
        if isinstance(entry.bid, int):
            key += "_bid"
    elif isinstance(entry.bid, str) and result.outcome == "capot":
        key += "_asked"
    elif result.outcome in ("made", "chute"):
        key += "_said" if entry.fallen or entry.bid is not None else "_capot"
    loser = named_side(entry.renonce, names, say) if entry.renonce is not None else ""
    shown = proof(result.rule, result.option)
    return say(key, first=first, second=second, bid=entry.bid or 0, loser=loser, proof=shown)


def _scores_text(result: DealResult, rules: BeloteRules, names: Sequence[str], proof: Proof, say: Catalogue) -> str:
    """Return the scores of all sides: only numbers after a plain made deal, otherwise each number with its rule."""
    sides = rules.variant.table.sides
    if all(line.kind in _PLAIN and line.option is None for line in result.lines) and result.outcome == "made":
        return ", ".join(
            say("marque.side_points", side=named_side(side, names, say), points=points)
            for side, points in zip(sides, result.points, strict=True)
        )
    return say("marque.separator").join(_side_scores(side, result, names, proof, say) for side in sides)


def _side_scores(side: Team, result: DealResult, names: Sequence[str], proof: Proof, say: Catalogue) -> str:
    parts = [_part_text(line, proof, say) for line in result.lines if line.team == side.index and line.points]
    named = named_side(side, names, say)
    if not parts:
        return say("marque.team_nothing", team=named)
    return say("marque.team_parts", team=named, points=result.points[side.index], parts=", ".join(parts))


def _waiting_text(result: DealResult, proof: Proof, say: Catalogue) -> str:
    """Return the points that wait after a litige (BS6), with their parts if there are several."""
    if len(result.held) < 2:
        return str(result.waiting)
    parts = ", ".join(_part_text(line, proof, say) for line in result.held if line.points)
    return say("marque.waiting_parts", points=result.waiting, parts=parts)


def _part_text(line: ScoreLine, proof: Proof, say: Catalogue) -> str:
    return say(f"marque.part_{line.kind}", points=line.points, proof=proof(line.rule, line.option))


def _row_text(deal: WrittenDeal, marque: Marque, say: Catalogue) -> str:
    if deal.entry is None:
        return say("marque.row_passed")
    shown = entry_text(deal.entry, marque.names, say)
    if not deal.counts:
        return f"{shown} · {say('marque.row_not_counted')}"
    if (
        deal.result is None
        or not deal.entry.played
        or {deal.entry.capot, deal.entry.renonce} != {None}
        or deal.entry.fallen
        or deal.entry.made
    ):
        return shown
    return f"{shown} · {say(f'marque.row_{deal.result.outcome}')}"

"""Sentences of a score sheet of Belote: the score of a deal and its reasons, the totals, the dealer, unclear lines.

A number is followed by the choice of the table that changed it, « plis 90 (à la dizaine) », and where somebody asks
why, by the id of its rule as well: « plis 90 (BS4, à la dizaine) ».
*names* are always the names of the players in playing order, "" for a player without one. Start reading at
``deal_text``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

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
from ...games.belote.marque.refusals import MarqueRefusal
from ...games.belote.marque.state import TeamNeeds, WrittenDeal, deals_left, needs_of
from ...games.belote.marque.typed import UnclearEntry
from ...games.belote.rules import OPTION_OF, BeloteRules
from ...games.belote.scoring.scores import DealResult, ScoreLine
from ...games.belote.seats import SEATS, TEAMS, Team
from ..catalogue import Catalogue, printable
from .names import capital, choice_text, player_text, side_text

#: Returns what stands behind a number, from the id of its rule and the option that changed it.
Proof = Callable[[str, str | None], str]
#: The kinds of lines of which a plain made deal consists: its numbers need no explanation.
_PLAIN = ("plis", "nothing")
#: The topics of the help, in order.
_HELP = "deal team belote capot annonces renonce fallen passed penalty correct show why players evening quit"


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
    if entry.penalty:
        reason = f" ({printable(entry.reason)})" if entry.reason else ""
        team = side_text(entry.team, say)
        return say("marque.deal_penalty", number=deal.number, team=team, points=entry.penalty, reason=reason)
    return say(
        "marque.deal_waiting" if result.waiting else "marque.deal",
        number=deal.number,
        taker=taker_text(entry, names, say),
        outcome=_outcome_text(result, entry, proof, say),
        scores=_scores_text(result, proof, say),
        waiting=_waiting_text(result, proof, say),
    )


def hint_text(deal: WrittenDeal, names: Sequence[str], say: Catalogue) -> str:
    """Return a sentence that asks if a deal entered with all points for one team was a capot (BS7); "" if not."""
    entry, result = deal.entry, deal.result
    if entry is None or result is None or entry.plis is None or result.outcome not in ("made", "chute"):
        return ""
    loses_all = any(line.kind == "plis" and not line.exact for line in result.lines)
    key = "zero_hint" if entry.plis == 0 else "whole_hint" if loses_all else ""
    if not key:
        return ""
    taker, other = taker_text(entry, names, say), side_text(entry.team.other, say)
    return say(f"marque.{key}", taker=taker, other=other)


def standing_text(marque: Marque, say: Catalogue) -> str:
    """Return the totals of both teams in one sentence, N+S first, and the points that wait if there are any (BS6)."""
    first, second = marque.totals
    key = "marque.standing_waiting" if marque.waiting else "marque.standing"
    sides = {"first_team": capital(side_text(TEAMS[0], say)), "second_team": side_text(TEAMS[1], say)}
    return say(key, first=first, second=second, waiting=marque.waiting, **sides)


def end_text(marque: Marque, say: Catalogue) -> str:
    """Return a sentence that says who has won the partie, or why it goes on although a team has the target (BE).

    It also says which deals do not count after a correction; "" if there is nothing to say.
    """
    counting = [deal for deal in marque.deals if deal.end is not None]
    if not counting or (end := counting[-1].end) is None:
        return ""
    sentences = []
    proof = proof_text(end.rule, end.option, marque.rules, say)
    if end.winner is not None:
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
            first, second, third, fourth = (player_text(seat, event.names, say) for seat in SEATS)
            return say("marque.seated", first=first, second=second, third=third, fourth=fourth)
        case DealerSet():
            return next_text(marque, say, key="marque.dealer_set")
        case PartieBegun():
            first, second, third, fourth = (player_text(seat, event.names, say) for seat in SEATS)
            number = len(marque.parties) + 1
            return say("marque.partie", number=number, first=first, second=second, third=third, fourth=fourth)
        case _:
            return ""


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
        side, points, reason = side_text(entry.team, say), entry.penalty, printable(entry.reason)
        return say(f"marque.row_{kind}", team=side, points=points, reason=reason).rstrip()
    parts = [taker_text(entry, names, say), entry.contract or ""]
    if entry.plis is not None:
        parts.append(str(entry.plis))
    if entry.capot is not None:
        parts.append(say("marque.row_capot" if entry.capot is entry.team else "marque.row_capot_defence"))
    if entry.fallen:
        parts.append(say("marque.row_chute"))
    if entry.renonce is not None:
        parts += [say("marque.row_renonce"), side_text(entry.renonce, say)]
    for team in TEAMS:
        side = side_text(team, say)
        parts += [say("marque.row_belote", team=side)] * entry.belotes[team.index]
        if points := entry.annonces[team.index]:
            parts.append(say("marque.row_annonces", team=side, points=" ".join(map(str, points))))
    return " ".join(filter(None, parts))


def sheet_lines(marque: Marque, say: Catalogue) -> Iterator[str]:
    """Yield the sheet as a table: a heading, a line for each deal, the totals, points that wait, and who has won."""
    for number, partie in enumerate(marque.parties, 1):
        shown = {"names": _sides_text(partie.names, say), "first": partie.totals[0], "second": partie.totals[1]}
        yield say("marque.row_partie", number=number, **shown)
    if not marque.deals:
        yield from filter(None, (say("marque.no_deal"), tally_text(marque, say)))
        return
    sides = [side_text(team, say) for team in TEAMS]
    rows = [[say("marque.column_number"), say("marque.column_dealer"), *sides, say("marque.column_deal")]]
    for deal in marque.deals:
        points = deal.result.points if deal.result is not None else ("", "")
        dealer = player_text(deal.dealer, marque.names, say)
        rows.append([str(deal.number), dealer, str(points[0]), str(points[1]), _row_text(deal, marque, say)])
    rows.append(["", say("marque.row_total"), str(marque.totals[0]), str(marque.totals[1]), ""])
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        number, dealer, first, second = (
            text.ljust(width) if column == 1 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row[:4], widths, strict=True))
        )
        yield f"{number}  {dealer}  {first}  {second}  {row[4]}".rstrip()
    if marque.waiting:
        yield say("marque_needs.waiting", points=marque.waiting)
    yield from filter(None, (end_text(marque, say), tally_text(marque, say)))


def tally_text(marque: Marque, say: Catalogue) -> str:
    """Return how many parties of the evening each team has won, or if partners have changed each player.

    Return "" if the first partie has not ended.
    """
    ended = [(one.names, one.winner) for one in marque.parties]
    if marque.winner is not None:
        ended.append((marque.names, marque.winner))
    won: Counter[str] = Counter()
    pairs = {_pairs(marque.names, say)}
    for names, winner in ended:
        pairs.add(_pairs(names, say))
        won.update({player_text(seat, names, say): int(seat.team is winner) for seat in SEATS})
    if not marque.parties:
        return ""
    if len(pairs) == 1:
        first, second = (won[player_text(seat, marque.names, say)] for seat in SEATS[:2])
        sides = {"first_team": side_text(TEAMS[0], say), "second_team": side_text(TEAMS[1], say)}
        return say("marque.tally", scores=say("marque.scores", first=first, second=second, **sides))
    return say("marque.tally", scores=", ".join(f"{name} {number}" for name, number in won.most_common()))


def _pairs(names: Sequence[str], say: Catalogue) -> frozenset[frozenset[str]]:
    """Return who plays with whom."""
    first, second, third, fourth = (player_text(seat, names, say) for seat in SEATS)
    return frozenset({frozenset({first, third}), frozenset({second, fourth})})


def _sides_text(names: Sequence[str], say: Catalogue) -> str:
    first, second, third, fourth = (player_text(seat, names, say) for seat in SEATS)
    return say("marque.sides", first=first, second=second, third=third, fourth=fourth)


def needs_lines(marque: Marque, say: Catalogue) -> Iterator[str]:
    """Yield sentences about the points that each team needs to win, and whether one deal can give them (BE1, BE4)."""
    if marque.over:
        yield say("marque_needs.over")
        return
    state, rules = marque.state, marque.rules
    yield standing_text(marque, say)
    left = deals_left(state, rules)
    if left is not None:
        yield say("marque_needs.deals_one" if left == 1 else "marque_needs.deals", deals=left)
    counted = False
    for needs in needs_of(state, rules):
        side = needs.team.name.lower()
        if needs.missing is not None:
            key = f"marque_needs.{'missing' if needs.missing else 'reached'}_{side}"
            yield say(key, points=needs.missing or needs.total)
        if ways := _ways(needs, say):
            either = ways[0] if len(ways) == 1 else say("marque_needs.or", first=ways[0], last=ways[1])
            yield say(f"marque_needs.now_{side}", ways=either)
            counted = True
    if counted:
        yield say("marque_needs.without")
    if marque.waiting:
        yield say("marque_needs.waiting", points=marque.waiting)


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
    return side_text(entry.team, say) if entry.taker is None else player_text(entry.taker, names, say)


def _outcome_text(result: DealResult, entry: DealEntry, proof: Proof, say: Catalogue) -> str:
    """Return how a deal ended, with the totals that were compared: « dedans, 81 contre 101 (BS5) »."""
    key = f"marque.outcome_{result.outcome}"
    first, second = 0, 0
    if result.compared is not None:
        first, second = result.compared[result.taker], result.compared[1 - result.taker]
    elif result.outcome == "chute":
        key += "_said" if entry.fallen else "_capot"
    loser = side_text(entry.renonce, say) if entry.renonce is not None else ""
    shown = proof(result.rule, result.option)
    return say(key, first=first, second=second, loser=loser, proof=shown)


def _scores_text(result: DealResult, proof: Proof, say: Catalogue) -> str:
    """Return the scores of both teams: two numbers after a plain made deal, otherwise each number with its rule."""
    if all(line.kind in _PLAIN and line.option is None for line in result.lines) and result.outcome == "made":
        first_team, second_team = (side_text(team, say) for team in TEAMS)
        first, second = result.points
        return say("marque.scores", first_team=first_team, first=first, second_team=second_team, second=second)
    return say("marque.separator").join(_team_scores(team, result, proof, say) for team in TEAMS)


def _team_scores(team: Team, result: DealResult, proof: Proof, say: Catalogue) -> str:
    parts = [_part_text(line, proof, say) for line in result.lines if line.team == team.index and line.points]
    if not parts:
        return say("marque.team_nothing", team=side_text(team, say))
    points = result.points[team.index]
    return say("marque.team_parts", team=side_text(team, say), points=points, parts=", ".join(parts))


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
    ):
        return shown
    return f"{shown} · {say(f'marque.row_{deal.result.outcome}')}"


def _ways(needs: TeamNeeds, say: Catalogue) -> list[str]:
    ways = []
    if needs.taking is not None:
        ways.append(say("marque_needs.taking", points=needs.taking))
    if needs.defending is not None:
        ways.append(say("marque_needs.defending", points=needs.defending))
    if not ways and needs.capot:
        ways.append(say("marque_needs.capot"))
    return ways


# -- replies to lines that are refused or not understood, and the help -------------------------------
def marque_refusal_text(refusal: MarqueRefusal, say: Catalogue) -> str:
    """Return a sentence that says why an entry is refused, with the id of the rule."""
    key = f"marque_refusal.{refusal.reason}"
    if refusal.reason == "no_such_deal" and refusal.expected:
        key += "_expected"
    if refusal.reason == "too_many_belotes" and refusal.expected == "1":
        key += "_one"
    why = say(key, value=printable(refusal.value), expected=printable(refusal.expected))
    return say("marque_refusal.sentence", why=why, proof=refusal.rule)


def unclear_entry_text(unclear: UnclearEntry, names: Sequence[str], say: Catalogue) -> str:
    """Return a sentence that says what a typed line lacks, or which word of it was not understood."""
    reason = unclear.reason
    if reason == "who" and not unclear.value:
        return say("marque_unclear.who_missing", known=_known(names, say))
    example, other = _examples(names, say)
    return say(
        f"marque_unclear.{reason}",
        value=printable(unclear.value),
        expected=unclear.expected,
        known=_known(names, say),
        example=example,
        other=other,
    )


def sheet_help_lines(names: Sequence[str], say: Catalogue) -> Iterator[str]:
    """Yield the lines of the help, one for each kind of line that may be typed, with players as examples."""
    example, other = _examples(names, say)
    for topic in _HELP.split():
        yield say(f"marque_help.{topic}", example=example, other=other)


def _known(names: Sequence[str], say: Catalogue) -> str:
    players = [player_text(seat, names, say) for seat in SEATS]
    return ", ".join([*players, *(side_text(team, say) for team in TEAMS)])


def _examples(names: Sequence[str], say: Catalogue) -> tuple[str, str]:
    """Return the names of two players of different teams, as they may be typed."""
    return player_text(SEATS[0], names, say).lower(), player_text(SEATS[1], names, say).lower()

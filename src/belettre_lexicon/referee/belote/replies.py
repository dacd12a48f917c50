"""Sentences of a score sheet of Belote that answer lines: refusals, questions, the help, and what is needed to win.

*names* are always the names of the players by ``Seat.index``, "" for a player without one. Start reading at
``unclear_entry_text``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...games.belote.marque.marque import Marque
from ...games.belote.marque.refusals import MarqueRefusal
from ...games.belote.marque.state import TeamNeeds, deals_left, needs_of
from ...games.belote.marque.typed import UnclearEntry
from ...games.belote.marque.vocabulary import NamesProblem
from ...games.belote.options import SHEETS
from ...games.belote.rules import BeloteRules
from ...games.belote.seats import TEAMS
from ..catalogue import Catalogue, printable
from .names import player_text, side_text
from .sheet import named_side, standing_text

#: The topics of the help by game, in order: those of the deals, then those of all games.
_DEALS = {
    "classic": "deal team belote capot annonces renonce fallen",
    "coinche": "bid bid_capot doubled bid_fallen belote_bid annonces_bid renonce_bid",
    "three": "deal_alone belote capot_alone annonces_alone renonce_alone fallen_alone",
    "decouverte": "deal_alone belote capot_alone renonce_alone fallen_alone",
    "sheets": "sheets sheets_fallen",
}
_ALWAYS = "show why"
#: The house rules of a classic table.
CLASSIC = BeloteRules()


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
        side = needs.team.name.lower() if needs.team in TEAMS else "one"
        player = named_side(needs.team, marque.names, say)
        if needs.missing is not None:
            key = f"marque_needs.{'missing' if needs.missing else 'reached'}_{side}"
            yield say(key, points=needs.missing or needs.total, player=player)
        if ways := _ways(needs, say):
            either = ways[0] if len(ways) == 1 else say("marque_needs.or", first=ways[0], last=ways[1])
            yield say(f"marque_needs.now_{side}", ways=either, player=player)
            counted = True
    if counted:
        yield say("marque_needs.without")
    if marque.waiting:
        yield say("marque_needs.waiting", points=marque.waiting)


def _ways(needs: TeamNeeds, say: Catalogue) -> list[str]:
    ways = []
    if needs.taking is not None:
        ways.append(say("marque_needs.taking", points=needs.taking))
    if needs.defending is not None:
        ways.append(say("marque_needs.defending", points=needs.defending))
    if not ways and needs.capot:
        ways.append(say("marque_needs.capot"))
    return ways


def refused_names_text(problem: tuple[NamesProblem, str], players: int, say: Catalogue) -> str:
    """Return a clause that says why names cannot be used, by the problem that ``names_problem`` returns."""
    refusal = MarqueRefusal(problem[0], problem[1], str(players))
    return say(_refusal_key(refusal), value=printable(refusal.value), expected=refusal.expected)


def marque_refusal_text(refusal: MarqueRefusal, say: Catalogue) -> str:
    """Return a sentence that says why an entry is refused, with the id of the rule."""
    why = say(_refusal_key(refusal), value=printable(refusal.value), expected=printable(refusal.expected))
    return say("marque_refusal.sentence", why=why, proof=refusal.rule)


def _refusal_key(refusal: MarqueRefusal) -> str:
    key = f"marque_refusal.{refusal.reason}"
    if refusal.reason == "no_such_deal" and refusal.expected:
        key += "_expected"
    if refusal.reason == "too_many_belotes" and refusal.expected == "1":
        key += "_one"
    if refusal.reason in ("not_fallen", "not_made") and not refusal.value:
        key += "_said"
    if refusal.reason == "not_four_names" and refusal.expected not in ("", "4"):
        key += "_other"
    return key


def unclear_entry_text(
    unclear: UnclearEntry, names: Sequence[str], say: Catalogue, rules: BeloteRules = CLASSIC
) -> str:
    """Return a sentence that says what a typed line lacks, or which word of it was not understood."""
    reason, known = unclear.reason, _known(names, rules, say)
    if reason == "who" and not unclear.value:
        return say("marque_unclear.who_missing", known=known)
    example, other = _examples(names, rules, say)
    key = f"marque_unclear.{reason}"
    if reason == "players" and unclear.expected != "4":
        key += "_other"
    if reason == "bid_points":
        key += "_sheets" if rules.game in SHEETS else "" if unclear.expected.isdigit() else "_capot"
    return say(
        key,
        value=printable(unclear.value),
        expected=unclear.expected,
        known=known,
        example=example,
        other=other,
    )


def sheet_help_lines(names: Sequence[str], say: Catalogue, rules: BeloteRules = CLASSIC) -> Iterator[str]:
    """Yield the lines of the help, one for each kind of line that may be typed, with players as examples."""
    example, other = _examples(names, rules, say)
    teams, in_sheets = rules.variant.teams, rules.game in SHEETS
    deals = _DEALS.get("sheets" if in_sheets else rules.game, _DEALS["decouverte"])
    passed = "passed_alone" if in_sheets else "passed penalty" if teams else "passed penalty_alone"
    corrected = "correct_sheets" if in_sheets else "correct_bid" if rules.game == "coinche" else "correct"
    players = "players evening" if teams else "players_alone evening_alone"
    for topic in f"{deals} {passed} {corrected} {_ALWAYS} {players} quit".split():
        yield say(f"marque_help.{topic}", example=example, other=other)


def _known(names: Sequence[str], rules: BeloteRules, say: Catalogue) -> str:
    players = [player_text(seat, names, say) for seat in rules.variant.table.seats]
    return ", ".join([*players, *(side_text(team, say) for team in TEAMS if rules.variant.teams)])


def _examples(names: Sequence[str], rules: BeloteRules, say: Catalogue) -> tuple[str, str]:
    """Return the names of two players of different sides, as they may be typed."""
    first, second = (player_text(seat, names, say).lower() for seat in rules.variant.table.seats[:2])
    return first, second

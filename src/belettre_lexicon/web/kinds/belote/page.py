"""The pages of score sheets of Belote: the part that changes with the sheet, and the form for a new sheet.

Start reading at ``sheet_state``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from litestar import Response

from ....games.belote.cards import CONTRACTS, SUITS
from ....games.belote.marque.marque import Marque
from ....games.belote.marque.refusals import annonce_values
from ....games.belote.rules import OPTION_OF
from ....games.belote.scoring.totals import whole_deal
from ....games.belote.seats import SEATS
from ....referee.belote.game import contract_text
from ....referee.belote.names import capital
from ...edge.request_context import language_of
from ...pages.render import page, render_page, render_template
from ...services import Request
from .snapshot import SheetDeal, SheetSayings, SheetSnapshot

#: The options of the form: those in which tables differ most, and the others. Rules that only concern the play of the
#: cards, such as BP7, are left out.
_MAIN = ("target", "deals", "annonces", "contracts", "rounding")
_MORE = (
    "all_pass",
    "make",
    "chute",
    "capot",
    "capot_defence",
    "belote_lost",
    "litige_belote",
    "ballotage",
    "tierce",
    "carre_ace",
    "carre_nine",
    "capot_scores_annonces",
    "ta_values",
    "both_over",
    "exact_end",
)
#: Options whose values are shown as numbers.
_NUMBERS = frozenset({"chute", "capot", "tierce", "carre_ace", "carre_nine"})


class DealRow(NamedTuple):
    """A deal on the page.

    deal     the deal
    took     who took, and at what
    outcome  how the deal ended
    entry    what was entered, as JSON: the form is filled with it to correct the deal
    """

    deal: SheetDeal
    took: str
    outcome: str
    entry: str


def sheet_state(snapshot: SheetSnapshot, marque: Marque, sayings: SheetSayings, may: bool) -> dict[str, Any]:
    """Return the state of a sheet for the page's script: the HTML fragment, and values that update the other parts.

    *snapshot* shows the sheet *marque*. *may* says whether the device may change the sheet. The keys of the result are:

    number, version  the number of entries so far
    html    the HTML fragment
    said    what the last entry did, in one line
    title   a sentence that says who deals next, or who has won
    """
    rules = marque.rules
    contracts = SUITS if rules.contracts == "suits" else CONTRACTS
    html = render_template(
        "_belote_state.html",
        sayings.pages,
        snapshot=snapshot,
        may=may,
        annonces=sorted(annonce_values(None, rules)) if rules.annonces else [],
        names=marque.names,
        can_pass=rules.all_pass == "redeal",
        contracts=[(contract, contract_text(contract, sayings.belote)) for contract in contracts],
        wholes={contract: whole_deal(contract, rules) for contract in contracts},
        rows=[_row(deal, snapshot, sayings) for deal in reversed(snapshot.deals)],
        next_number=len(snapshot.deals) + 1,
    )
    return {
        "number": snapshot.number,
        "version": snapshot.number,
        "html": html,
        "said": " ".join(snapshot.last),
        "title": snapshot.awaits,
    }


def _row(deal: SheetDeal, snapshot: SheetSnapshot, sayings: SheetSayings) -> DealRow:
    entry, pages = deal.entry, sayings.pages
    outcome = capital(sayings.belote(f"marque.row_{deal.outcome or 'not_counted'}"))
    if entry is None:
        return DealRow(deal, pages("page.nobody_took"), outcome, "null")
    team = snapshot.teams[entry.team.index].name
    name = team if entry.taker is None else snapshot.players[entry.taker.index].name
    contract = "" if entry.contract is None else contract_text(entry.contract, sayings.belote)
    took = pages("page.took_contract", name=name, contract=contract) if contract else pages("page.took", name=name)
    return DealRow(deal, took, outcome, msgspec.json.encode(entry).decode("utf-8"))


class RuleField(NamedTuple):
    """A field for an option.

    name     the name of the option
    rule     the id of its rule
    label    what the option is about
    kind     "number", "switch" or "choice"
    default  the default of a number, or whether a switch is on; "" for a choice
    least    the smallest number, and *most* the greatest
    choices  the values of a choice with their texts, the default first
    """

    name: str
    rule: str
    label: str
    kind: str
    default: object
    least: int = 0
    most: int = 0
    choices: tuple[tuple[object, str], ...] = ()


def rule_fields(sayings: SheetSayings) -> tuple[list[RuleField], list[RuleField]]:
    """Return the fields for the options that matter most, and those for the others."""
    return [_field(name, sayings) for name in _MAIN], [_field(name, sayings) for name in _MORE]


def _field(name: str, sayings: SheetSayings) -> RuleField:
    option = OPTION_OF[name]
    label = sayings.pages(f"option.{name}")
    if option.least is not None:
        default = "" if option.default is None else option.default
        return RuleField(name, option.rule, label, "number", default, option.least, option.most)
    if isinstance(option.default, bool):
        return RuleField(name, option.rule, label, "switch", option.default)
    choices = tuple((value, _value_text(name, value, sayings)) for value in option.values)
    return RuleField(name, option.rule, label, "choice", "", choices=choices)


def _value_text(name: str, value: object, sayings: SheetSayings) -> str:
    return str(value) if name in _NUMBERS else sayings.pages(f"option.{name}_{value}")


@page("/belote")
def new_sheet_page(request: Request) -> Response[bytes]:
    """Return the page with the form for a new sheet."""
    sayings = SheetSayings.load(language_of(request))
    main, more = rule_fields(sayings)
    return render_page(request, "belote_new.html", tell=sayings.pages, seats=SEATS, main_rules=main, more_rules=more)

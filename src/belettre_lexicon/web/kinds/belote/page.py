"""The pages of score sheets of Belote: the part that changes with the sheet, and the form for a new sheet.

Start reading at ``sheet_state``.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from litestar import Response

from ....base.options import Option
from ....games.belote.cards import CONTRACTS, SUITS
from ....games.belote.marque.marque import Marque
from ....games.belote.marque.refusals import annonce_values
from ....games.belote.rules import OPTIONS
from ....games.belote.scoring.totals import whole_deal
from ....games.belote.seats import SEATS
from ....referee.belote.game import contract_text
from ....referee.belote.names import capital
from ...edge.request_context import language_of
from ...pages.render import page, render_page, render_template
from ...services import Request
from .snapshot import SheetDeal, SheetSayings, SheetSnapshot

#: The options of the form with a smaller place (``Option.form``) are those in which tables differ most. Rules that only
#: concern the play of the cards, such as BP7, are left out.
_MORE = 10


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
    """A field for an option: a number, a switch for one that is on or off, or a choice between its values.

    option   the option
    label    what it is about
    choices  the values of a choice with their texts, the default first; () for a number or a switch
    """

    option: Option
    label: str
    choices: tuple[tuple[object, str], ...] = ()


def rule_fields(sayings: SheetSayings) -> tuple[list[RuleField], list[RuleField]]:
    """Return the fields for the options that matter most, and those for the others, in the order of the form."""
    offered = sorted((option for option in OPTIONS if option.form), key=attrgetter("form"))
    main = [_field(option, sayings) for option in offered if option.form < _MORE]
    return main, [_field(option, sayings) for option in offered[len(main) :]]


def _field(option: Option, sayings: SheetSayings) -> RuleField:
    label = sayings.pages(f"option.{option.name}")
    if option.takes_number or isinstance(option.default, bool):
        return RuleField(option, label)
    return RuleField(option, label, tuple((value, _value_text(option, value, sayings)) for value in option.values))


def _value_text(option: Option, value: object, sayings: SheetSayings) -> str:
    return sayings.pages(f"option.{option.name}_{value}") if isinstance(value, str) else str(value)


@page("/belote")
def new_sheet_page(request: Request) -> Response[bytes]:
    """Return the page with the form for a new sheet."""
    sayings = SheetSayings.load(language_of(request))
    main, more = rule_fields(sayings)
    return render_page(request, "belote_new.html", tell=sayings.pages, seats=SEATS, main_rules=main, more_rules=more)

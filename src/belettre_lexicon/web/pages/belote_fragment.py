"""Renders the fragment ``_belote_state.html``: the part of the page of a score sheet that changes with it.

Start reading at ``sheet_state``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ...games.belote.cards import CONTRACTS, SUITS
from ...games.belote.marque.marque import Marque
from ...games.belote.marque.refusals import annonce_values
from ...games.belote.scoring.totals import whole_deal
from ...referee.belote.game import contract_text
from ...referee.belote.names import capital
from ..kinds.belote_snapshot import SheetDeal, SheetSayings, SheetSnapshot
from .render import render_template


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

"""Score sheets of Belote as a kind of game: start reading at ``BeloteSheet``.

The players have real cards and enter each deal; ``games.belote.marque`` scores it. Every device may see everything.
``new_sheet_page`` has the form for a new sheet, whose fields are made of the table of options.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Any, ClassVar, Self

import msgspec
from litestar import Response
from msgspec import Meta

from ....base.errors import ArgumentError
from ....base.options import Option
from ....games.belote.cards import CONTRACTS, SUITS
from ....games.belote.marque.entries import MarqueAction, PlayerNames
from ....games.belote.marque.marque import Marque, MarqueJournal
from ....games.belote.marque.refusals import MarqueRefusal, annonce_values, plays_all_trumps
from ....games.belote.marque.vocabulary import names_problem
from ....games.belote.rules import OPTIONS, BeloteRules
from ....games.belote.scoring.totals import whole_deal
from ....games.belote.seats import SEATS, Seat
from ....games.belote.sets import SETS
from ....lexicon.lexicon import Lexicon
from ....referee.belote.game import contract_text, topic_lines
from ....referee.belote.names import capital
from ....referee.belote.replies import marque_refusal_text
from ....referee.belote.sheet import bid_text
from ....referee.catalogue import Catalogue
from ...api.call import RefusedRule
from ...api.requests import Name, Seen, option_fields
from ...edge.problems import ProblemError
from ...edge.request_context import language_of
from ...pages.lessons import CATALOGUE
from ...pages.render import page, render_page, render_template
from ...services import Request
from ...tables.kind import Kind, NewGame
from ...tables.loaded_game import LoadedRows, Terms, Viewer
from .lesson import LESSON, lesson_page
from .practice import practice_page
from .snapshot import SheetDeal, SheetSnapshot, sheet_catalogue, take_sheet_snapshot

_NAME = "belote"
#: The games whose deals the page has a form for. The sheets of the others are those of ``belote score``.
_GAMES = ("classic", "coinche")
SheetRules = msgspec.defstruct(
    "SheetRules",
    option_fields(BeloteRules),
    namespace={"__doc__": "House rules of Belote; the options are those of RULES-BELOTE.md."},
    forbid_unknown_fields=True,
    kw_only=True,
)
#: The options of the form with a smaller place (``Option.form``) are those in which tables differ most. Rules that only
#: concern the play of the cards, such as BP7, are left out.
_MORE = 10


class NewSheet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a new score sheet of Belote.

    names   the names of the players in playing order, that of the seat Sud first; "" for a player without a name
    dealer  the seat that deals first
    rules   the house rules
    """

    names: tuple[Name, Name, Name, Name] = ("", "", "", "")
    dealer: Seat = Seat.SUD
    rules: SheetRules = msgspec.field(default_factory=SheetRules)  # type: ignore[valid-type]  # made of the options

    def house_rules(self) -> BeloteRules:
        """Return the house rules as a sheet keeps them. Raises ArgumentError for a game whose deals have no form."""
        rules = BeloteRules(**msgspec.structs.asdict(self.rules))
        if rules.game not in _GAMES:
            raise ArgumentError(f"game: {rules.game!r} (BV), expected one of {', '.join(_GAMES)}")
        return rules

    def players(self) -> PlayerNames:
        """Return the names. Line breaks and repeated spaces are replaced by one space."""
        first, second, third, fourth = (" ".join(name.split()) for name in self.names)
        return first, second, third, fourth


class SheetEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that changes a score sheet. All actions form one entry, which is undone as a whole.

    number   the number of entries that the device had seen
    actions  the actions in order; usually there is one
    """

    number: Seen
    actions: Annotated[list[MarqueAction], Meta(min_length=1, max_length=4)]


class ChangedSheet(msgspec.Struct):
    """A score sheet after a change.

    number  the number of entries, including undos
    sheet   the sheet
    """

    number: int
    sheet: SheetSnapshot


def _row(deal: SheetDeal, snapshot: SheetSnapshot, say: Catalogue) -> tuple[SheetDeal, str, str, str]:
    """Return a deal as a row of the page: the deal, who took and at what, how it ended, and what was entered.

    What was entered is JSON: the form is filled with it to correct the deal.
    """
    entry = deal.entry
    outcome = capital(say(f"page.outcome_{deal.outcome or 'not_counted'}"))
    if entry is None:
        return deal, say("page.nobody_took"), outcome, "null"
    team = snapshot.teams[entry.team.index].name
    if not entry.played:
        return deal, team, outcome, msgspec.json.encode(entry).decode("utf-8")
    name = team if entry.taker is None else snapshot.players[entry.taker.index].name
    contract = " ".join(filter(None, [bid_text(entry, say), entry.contract and contract_text(entry.contract, say)]))
    took = say("page.took_contract", name=name, contract=contract) if contract else say("page.took", name=name)
    return deal, took, outcome, msgspec.json.encode(entry).decode("utf-8")


def form_options() -> tuple[list[Option], list[Option]]:
    """Return the options of the form for a new sheet in two lists, in the order of the form: the main ones, the others.

    The form shows an option as a number (``Option.takes_number``), as a switch if it is on or off, and otherwise as a
    choice between its values, with the default first.
    """
    offered = sorted((option for option in OPTIONS if option.form), key=attrgetter("form"))
    main = [option for option in offered if option.form < _MORE]
    return main, offered[len(main) :]


def form_sets() -> list[tuple[str, str]]:
    """Return the sets of house rules of the form for a new sheet: the name of each, and its options as JSON."""
    return [
        (name, msgspec.json.encode(options).decode("utf-8"))
        for name, options in SETS.items()
        if options.get("game", "classic") in _GAMES
    ]


@page("/belote")
def new_sheet_page(request: Request) -> Response[bytes]:
    """Return the page with the form for a new sheet."""
    main, more = form_options()
    say = sheet_catalogue(language_of(request))
    return render_page(
        request, "belote_new.html", tell=say, seats=SEATS, main_rules=main, more_rules=more, sets=form_sets()
    )


def _bids(rules: BeloteRules, say: Catalogue) -> list[tuple[int | str, str]]:
    """Return the bids of the form, each as a value and in words (VC5); [] in a game without bids."""
    if rules.game != "coinche":
        return []
    words = ["capot", "generale"] if rules.generale else ["capot"]
    points = range(rules.bid_min, rules.bid_max + 1, 10)
    return [*((value, str(value)) for value in points), *((word, say(f"marque.bid_{word}")) for word in words)]


class BeloteSheet(Kind[MarqueJournal, MarqueAction, Seat]):
    """The kind of the score sheets of Belote (``tables.kind.Kind``); an object is one sheet."""

    NAMES = (_NAME,)
    CATALOGUES = ("belote", "belote_web", CATALOGUE)
    LESSON = LESSON.name
    TITLE = "score sheet of Belote"
    NOUN = "score sheet"
    PAGES = "belote"
    API = "belote"
    NEW = NewSheet
    ENTRY = SheetEntry
    SNAPSHOT = SheetSnapshot
    CHANGED = ChangedSheet
    SUMMARIES: ClassVar = {
        "create": "Begin a score sheet of Belote; sets the cookie that allows this device to change it",
        "show": "A score sheet of Belote",
        "entries": "Enter a deal, a correction, names or the dealer; they are stored when the answer is sent",
    }
    TEMPLATE = "belote.html"
    HOME: ClassVar = {2: "_home_belote.html"}
    ROUTES = (new_sheet_page, lesson_page, practice_page)

    @classmethod
    def begin(cls, body: NewSheet, lexicon: Lexicon, language: str) -> NewGame:
        """Return the sheet that a request asks for. Raises ProblemError if the names cannot be used."""
        names = body.players()
        if (problem := names_problem(names)) is not None:
            refusal = MarqueRefusal(problem[0], problem[1])
            text = marque_refusal_text(refusal, sheet_catalogue(language))
            raise ProblemError("illegal", refusals=[RefusedRule(refusal.reason, refusal.rule, text)])
        marque = Marque.new(body.house_rules(), names, dealer=body.dealer)
        return NewGame(Terms(_NAME), MarqueJournal(marque).header)

    @classmethod
    def resume(cls, rows: LoadedRows) -> Self:
        """Return a stored sheet. Raises JournalError if its journal cannot be read."""
        return cls(rows, MarqueJournal.resume(rows.lines))

    @property
    def over(self) -> bool:
        """Whether the partie is over. Deals can still be corrected."""
        return self.journal.marque.over

    def awaits_text(self, language: str) -> str:
        """Return a sentence that says who deals and speaks, or who has won."""
        text: str = self.current_snapshot(Viewer(language)).awaits
        return text

    def snapshot(self, viewer: Viewer) -> SheetSnapshot:
        """Return the sheet, which is the same for all devices."""
        return take_sheet_snapshot(self, sheet_catalogue(viewer.language))

    def page_state(self, viewer: Viewer) -> dict[str, Any]:
        """Return the state of the sheet for the script of its page; the keys are those of ``Kind.page_state``."""
        snapshot, say = self.current_snapshot(viewer), sheet_catalogue(viewer.language)
        marque, rules = self.journal.marque, self.journal.marque.rules
        contracts = CONTRACTS if plays_all_trumps(rules) else SUITS
        html = render_template(
            "_belote_state.html",
            say,
            snapshot=snapshot,
            may=viewer.may,
            annonces=sorted(annonce_values(None, rules)) if rules.annonces else [],
            names=marque.names,
            can_pass=rules.all_pass != "dealer_takes",
            contracts=[(contract, contract_text(contract, say)) for contract in contracts],
            wholes={contract: whole_deal(contract, rules) for contract in contracts},
            rows=[_row(deal, snapshot, say) for deal in reversed(snapshot.deals)],
            next_number=len(snapshot.deals) + 1,
            bids=_bids(rules, say),
            doubles=[
                (mult, say(f"marque.bid_{word}") if word else "–")
                for mult, word in ((1, ""), (2, "coinche"), (rules.surcoinche, "surcoinche"))
                if mult <= 2 or not rules.coinche_ends
            ],
        )
        return {
            "number": snapshot.number,
            "version": snapshot.number,
            "html": html,
            "said": " ".join(snapshot.last),
            "title": snapshot.awaits,
        }

    def page_values(self, viewer: Viewer) -> dict[str, Any]:
        """Return the sentences of the page, and the house rules in sentences."""
        say = sheet_catalogue(viewer.language)
        return {"tell": say, "rules": list(topic_lines(self.journal.marque.rules, say))}

    def refusal_text(self, refusal: Any, language: str) -> str:
        """Return a sentence that says why an entry was refused, that is, why no deal can have such a result."""
        return marque_refusal_text(refusal, sheet_catalogue(language))

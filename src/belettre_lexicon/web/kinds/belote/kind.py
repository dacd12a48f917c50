"""Score sheets of Belote as a kind of game: start reading at ``BeloteSheet``.

The players have real cards and enter each deal; ``games.belote.marque`` scores it. Every device may see everything.
``new_sheet_page`` has the form for a new sheet, whose fields are made of the table of options.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple, Self

import msgspec
from litestar import Response
from msgspec import UNSET, Meta, UnsetType

from ....base.errors import ArgumentError
from ....base.options import Option
from ....games.belote.cards import CONTRACTS, SUITS
from ....games.belote.marque.entries import MarqueAction, PlayerNames
from ....games.belote.marque.marque import Marque, MarqueJournal
from ....games.belote.marque.refusals import MarqueRefusal, annonce_values, plays_all_trumps
from ....games.belote.marque.vocabulary import names_problem
from ....games.belote.options import SHEETS
from ....games.belote.rules import OPTION_OF, OPTIONS, BeloteRules
from ....games.belote.scoring.sheets import MOST_BID
from ....games.belote.scoring.totals import whole_deal
from ....games.belote.seats import ALL_SEATS, Seat
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
#: The most players of a game: a sheet has as many names as its game has players.
_MOST_PLAYERS = len(ALL_SEATS)


def _rule_fields() -> list[tuple[str, Any, Any]]:
    """Return the fields of the house rules. *ta_values* may be left out, because its default depends on the game."""
    return [
        (name, kind | UnsetType, UNSET) if name == "ta_values" else (name, kind, default)
        for name, kind, default in option_fields(BeloteRules)
    ]


SheetRules = msgspec.defstruct(
    "SheetRules",
    _rule_fields(),
    namespace={"__doc__": "House rules of Belote; the options are those of RULES-BELOTE.md."},
    forbid_unknown_fields=True,
    kw_only=True,
)
#: The options of the form with a smaller place (``Option.form``) are those in which tables differ most. Rules that only
#: concern the play of the cards, such as BP7, are left out.
_MORE = 10


class NewSheet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a new score sheet of Belote.

    names   the names of the players in playing order, that of the seat Sud first, as many as the game has players; ""
            for a player without a name. Left out if no player has a name
    dealer  the seat that deals first
    rules   the house rules; *game* is the game, and *seats* the number of players where it is not given by the game
    """

    names: Annotated[tuple[Name, ...], Meta(max_length=_MOST_PLAYERS)] = ()
    dealer: Seat = Seat.SUD
    rules: SheetRules = msgspec.field(default_factory=SheetRules)  # type: ignore[valid-type]  # made of the options

    def house_rules(self) -> BeloteRules:
        """Return the house rules as a sheet keeps them. Raises ArgumentError if the game has no such option."""
        chosen = msgspec.structs.asdict(self.rules)
        return BeloteRules(**{name: value for name, value in chosen.items() if value is not UNSET})

    def players(self, number: int) -> PlayerNames:
        """Return the names, or *number* players without one. Line breaks and repeated spaces become one space."""
        return tuple(" ".join(name.split()) for name in self.names) or ("",) * number


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


class FormSet(NamedTuple):
    """A set of house rules of the form for a new sheet.

    name     the name of the set; that of the game for its usual rules, if they have no name
    game     the game that is played
    rules    the options that differ from their defaults, as JSON
    players  the number of players; 0 if the table chooses it
    alone    whether nobody has a partner
    without  the fields that the form leaves out, « capot », and values that a field leaves out, « rounding=nearest »
    """

    name: str
    game: str
    rules: str
    players: int
    alone: bool
    without: str

    @property
    def usual(self) -> bool:
        """Whether these are the usual rules of the game, and have no name."""
        return self.name == self.game


@cache
def form_sets() -> list[FormSet]:
    """Return the sets of house rules of the form for a new sheet: those with a name, and the usual rules of each game.

    They are sorted by game; of a game the usual rules come first.
    """
    games = OPTION_OF["game"].values
    named = {name: dict(options) for name, options in SETS.items()}
    usual: list[dict[str, Any]] = [{"game": game} for game in games[1:]]
    named |= {options["game"]: options for options in usual if options not in named.values()}
    found = [_form_set(name, options) for name, options in named.items()]
    return sorted(found, key=lambda one: (games.index(one.game), not one.usual))


def _form_set(name: str, options: dict[str, Any]) -> FormSet:
    rules, without = BeloteRules(**options), []
    for option in OPTIONS:
        if not option.form and option.name != "seats":
            continue
        values = (option.least, option.most) if option.takes_number else option.values
        refused = [value for value in values if not _allows({**options, option.name: value})]
        if len(values) - len(refused) <= 1:
            without.append(option.name)
        else:
            without += [f"{option.name}={value}" for value in refused]
    changed = {one.name: value for one in OPTIONS if (value := getattr(rules, one.name)) != one.default}
    variant = rules.variant
    players = 0 if "seats" not in without else variant.players
    encoded = msgspec.json.encode(changed).decode("utf-8")
    return FormSet(name, rules.game, encoded, players, not variant.teams, " ".join(without))


def _allows(options: dict[str, Any]) -> bool:
    try:
        BeloteRules(**options)
    except ArgumentError:
        return False
    return True


@page("/belote")
def new_sheet_page(request: Request) -> Response[bytes]:
    """Return the page with the form for a new sheet."""
    main, more = form_options()
    say = sheet_catalogue(language_of(request))
    return render_page(
        request, "belote_new.html", tell=say, seats=ALL_SEATS, main_rules=main, more_rules=more, sets=form_sets()
    )


def _bids(rules: BeloteRules, say: Catalogue) -> list[tuple[int | str, str]]:
    """Return the bids of the form, each as a value and in words (VC5, BV6); [] in a game without such bids."""
    if rules.game != "coinche":
        return [("capot", say("marque.bid_capot"))] if rules.capot_asked else []
    words = ["capot", "generale"] if rules.generale else ["capot"]
    points = range(rules.bid_min, rules.bid_max + 1, 10)
    return [*((value, str(value)) for value in points), *((word, say(f"marque.bid_{word}")) for word in words)]


def _endings(rules: BeloteRules) -> list[str]:
    """Return how a deal of the form may end. A contract is « made » without points where none are written (VC29)."""
    if rules.game in SHEETS:
        return ["points", "made", "fallen"]
    made = ["made"] if rules.game == "coinche" and rules.coinche_score == "bid" else []
    return ["points", *made, "fallen", "capot", "renonce"]


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
        rules = body.house_rules()
        players = rules.variant.players
        names = body.players(players)
        if (problem := names_problem(names, players)) is not None:
            refusal = MarqueRefusal(problem[0], problem[1], str(players))
            text = marque_refusal_text(refusal, sheet_catalogue(language))
            raise ProblemError("illegal", refusals=[RefusedRule(refusal.reason, refusal.rule, text)])
        marque = Marque.new(rules, names, dealer=body.dealer)
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
        table, in_sheets = marque.state.table, rules.game in SHEETS
        contracts = () if in_sheets else CONTRACTS if plays_all_trumps(rules) else SUITS
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
            bid_step=rules.bid_step if in_sheets else 0,
            most_bid=MOST_BID,
            coinche=rules.game == "coinche",
            in_sheets=in_sheets,
            alone=not rules.variant.teams,
            endings=_endings(rules),
            sides=table.sides,
            dealing=snapshot.dealer and table.side(snapshot.dealer).value,
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

"""Belote, the card game that Belettre comes from, as a second rule set (RULES-BELOTE.md).

>>> from belettre_lexicon.belote import BeloteRules, legal, read_cards
>>> [card.text for card in legal(read_cards("A♥ 8♥ 9♦"), read_cards("A♠ 7♠ 10♥"), "♥", BeloteRules())]
['A♥']

    cards · rules · play · prise · annonces · totals, scores, rounding, ends · disputes
        the rules, as functions without a game: start reading at ``play``
    seats · deal · setup · actions · events · donne, state · counting · legality · view · partie
        a whole game: start reading at ``partie``
    records/    formats in which games are saved
    marque/     the score sheet of a table with real cards
    search · worlds · bots/ · simulation
        programs that play

The public names below are imported when they are first used: rules without a game take little time.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.belote.actions import Action, Announce, Claim, Lay, Pass, Take
    from ..games.belote.annonces import Annonce, AnnonceResult, compare_annonces, find_annonces, name_annonces
    from ..games.belote.bots.easy import EasyBot
    from ..games.belote.bots.player import Bot, RandomBot
    from ..games.belote.bots.strong import StrongBot
    from ..games.belote.cards import (
        CONTRACTS,
        PACK,
        SUITS,
        Card,
        cards_of,
        mask_of,
        points_in,
        read_cards,
        read_contract,
        read_suit,
    )
    from ..games.belote.counting import result_of
    from ..games.belote.deal import shuffled
    from ..games.belote.disputes import Renonce, deciding, find_renonces
    from ..games.belote.donne import Belote
    from ..games.belote.ends import PartieEnd, partie_end, partie_winner
    from ..games.belote.events import (
        AnnoncesJudged,
        Announced,
        Claimed,
        Completed,
        DealEnded,
        Dealt,
        Event,
        Laid,
        PartieEnded,
        PassedOn,
        PliTaken,
        ShownAnnonce,
        Taken,
        action_of,
    )
    from ..games.belote.legality import MoveRefusal
    from ..games.belote.marque.journal import MarqueJournal
    from ..games.belote.marque.marque import Marque
    from ..games.belote.marque.terms import MarqueTerms
    from ..games.belote.partie import IllegalActionError, Partie, ReplayError
    from ..games.belote.play import Obligation, holder, legal, obligation
    from ..games.belote.prise import Speech, may_pass, takes
    from ..games.belote.records.json_lines import (
        Journal,
        JournalError,
        Record,
        RecordError,
        fingerprint,
        format_record,
        parse_record,
        partie_of,
        record_of,
    )
    from ..games.belote.records.shorthand import ShorthandError, read_shorthand, write_shorthand
    from ..games.belote.rounding import rounded
    from ..games.belote.rules import OPTIONS, BeloteOption, BeloteRules
    from ..games.belote.scores import DealResult, ScoreLine, score, score_renonce
    from ..games.belote.search import DoubleDummy
    from ..games.belote.seats import SEATS, TEAMS, Seat, Team
    from ..games.belote.setup import Setup
    from ..games.belote.simulation import make_bot, play_out, simulate
    from ..games.belote.totals import DealTotals, count_plis, possible_points
    from ..games.belote.view import View, seen_by

__all__ = [
    "CONTRACTS",
    "OPTIONS",
    "PACK",
    "SEATS",
    "SUITS",
    "TEAMS",
    "Action",
    "Annonce",
    "AnnonceResult",
    "AnnoncesJudged",
    "Announce",
    "Announced",
    "Belote",
    "BeloteOption",
    "BeloteRules",
    "Bot",
    "Card",
    "Claim",
    "Claimed",
    "Completed",
    "DealEnded",
    "DealResult",
    "DealTotals",
    "Dealt",
    "DoubleDummy",
    "EasyBot",
    "Event",
    "IllegalActionError",
    "Journal",
    "JournalError",
    "Laid",
    "Lay",
    "Marque",
    "MarqueJournal",
    "MarqueTerms",
    "MoveRefusal",
    "Obligation",
    "Partie",
    "PartieEnd",
    "PartieEnded",
    "Pass",
    "PassedOn",
    "PliTaken",
    "RandomBot",
    "Record",
    "RecordError",
    "Renonce",
    "ReplayError",
    "ScoreLine",
    "Seat",
    "Setup",
    "ShorthandError",
    "ShownAnnonce",
    "Speech",
    "StrongBot",
    "Take",
    "Taken",
    "Team",
    "View",
    "action_of",
    "cards_of",
    "compare_annonces",
    "count_plis",
    "deciding",
    "find_annonces",
    "find_renonces",
    "fingerprint",
    "format_record",
    "holder",
    "legal",
    "make_bot",
    "mask_of",
    "may_pass",
    "name_annonces",
    "obligation",
    "parse_record",
    "partie_end",
    "partie_of",
    "partie_winner",
    "play_out",
    "points_in",
    "possible_points",
    "read_cards",
    "read_contract",
    "read_shorthand",
    "read_suit",
    "record_of",
    "result_of",
    "rounded",
    "score",
    "score_renonce",
    "seen_by",
    "shuffled",
    "simulate",
    "takes",
    "write_shorthand",
]

#: Public name → the module that defines it.
_MODULES = {
    "CONTRACTS": "cards",
    "OPTIONS": "rules",
    "PACK": "cards",
    "SEATS": "seats",
    "SUITS": "cards",
    "TEAMS": "seats",
    "Action": "actions",
    "Annonce": "annonces",
    "AnnonceResult": "annonces",
    "AnnoncesJudged": "events",
    "Announce": "actions",
    "Announced": "events",
    "Belote": "donne",
    "BeloteOption": "rules",
    "BeloteRules": "rules",
    "Bot": "bots.player",
    "Card": "cards",
    "Claim": "actions",
    "Claimed": "events",
    "Completed": "events",
    "DealEnded": "events",
    "DealResult": "scores",
    "DealTotals": "totals",
    "Dealt": "events",
    "DoubleDummy": "search",
    "EasyBot": "bots.easy",
    "Event": "events",
    "IllegalActionError": "partie",
    "Journal": "records.json_lines",
    "JournalError": "records.json_lines",
    "Laid": "events",
    "Lay": "actions",
    "Marque": "marque.marque",
    "MarqueJournal": "marque.journal",
    "MarqueTerms": "marque.terms",
    "MoveRefusal": "legality",
    "Obligation": "play",
    "Partie": "partie",
    "PartieEnd": "ends",
    "PartieEnded": "events",
    "Pass": "actions",
    "PassedOn": "events",
    "PliTaken": "events",
    "RandomBot": "bots.player",
    "Record": "records.json_lines",
    "RecordError": "records.json_lines",
    "Renonce": "disputes",
    "ReplayError": "partie",
    "ScoreLine": "scores",
    "Seat": "seats",
    "Setup": "setup",
    "ShorthandError": "records.shorthand",
    "ShownAnnonce": "events",
    "Speech": "prise",
    "StrongBot": "bots.strong",
    "Take": "actions",
    "Taken": "events",
    "Team": "seats",
    "View": "view",
    "action_of": "events",
    "cards_of": "cards",
    "compare_annonces": "annonces",
    "count_plis": "totals",
    "deciding": "disputes",
    "find_annonces": "annonces",
    "find_renonces": "disputes",
    "fingerprint": "records.json_lines",
    "format_record": "records.json_lines",
    "holder": "play",
    "legal": "play",
    "make_bot": "simulation",
    "mask_of": "cards",
    "may_pass": "prise",
    "name_annonces": "annonces",
    "obligation": "play",
    "parse_record": "records.json_lines",
    "partie_end": "ends",
    "partie_of": "records.json_lines",
    "partie_winner": "ends",
    "play_out": "simulation",
    "points_in": "cards",
    "possible_points": "totals",
    "read_cards": "cards",
    "read_contract": "cards",
    "read_shorthand": "records.shorthand",
    "read_suit": "cards",
    "record_of": "records.json_lines",
    "result_of": "counting",
    "rounded": "rounding",
    "score": "scores",
    "score_renonce": "scores",
    "seen_by": "view",
    "shuffled": "deal",
    "simulate": "simulation",
    "takes": "prise",
    "write_shorthand": "records.shorthand",
}


def _load(name: str) -> object:
    from ..base.exports import load  # importing the package needs nothing

    return load(__name__, _MODULES, name, "belettre_lexicon.games.belote")


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

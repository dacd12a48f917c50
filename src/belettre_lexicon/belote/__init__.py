"""Belote, the card game that Belettre comes from, as a second rule set (RULES-BELOTE.md).

>>> from belettre_lexicon.belote import BeloteRules, legal, read_cards
>>> [card.text for card in legal(read_cards("A♥ 8♥ 9♦"), read_cards("A♠ 7♠ 10♥"), "♥", BeloteRules())]
['A♥']

    cards · rules · play · prise
        the rules of the cards, as functions without a game: start reading at ``play``
    scoring/    annonces, points of plis, what is written, the end of the partie, renonces: likewise without a game
    seats · deal · setup · actions · events · donne, state · legality · view · partie
        a whole game: start reading at ``partie``
    records/    formats in which games are saved
    marque/     the score sheet of a table with real cards
    bots/       programs that play, and matches between them

The public names below are imported when they are first used: rules without a game take little time.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..games.belote.actions import Action, Announce, Claim, Lay, Pass, Take
    from ..games.belote.bots.easy import EasyBot
    from ..games.belote.bots.search import DoubleDummy
    from ..games.belote.bots.simulation import Bot, make_bot, play_out, simulate
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
    from ..games.belote.deal import shuffled
    from ..games.belote.donne import Belote, result_of
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
    from ..games.belote.marque.entries import MarqueTerms
    from ..games.belote.marque.journal import MarqueJournal
    from ..games.belote.marque.marque import Marque
    from ..games.belote.partie import IllegalActionError, Partie, ReplayError
    from ..games.belote.play import Obligation, holder, legal, obligation
    from ..games.belote.prise import Speech, may_pass, takes
    from ..games.belote.records.journal import Journal, JournalError
    from ..games.belote.records.json_lines import (
        Record,
        RecordError,
        fingerprint,
        format_record,
        parse_record,
        partie_of,
        record_of,
    )
    from ..games.belote.records.shorthand import ShorthandError, read_shorthand, write_shorthand
    from ..games.belote.rules import OPTIONS, BeloteOption, BeloteRules
    from ..games.belote.scoring.annonces import Annonce, AnnonceResult, compare_annonces, find_annonces, name_annonces
    from ..games.belote.scoring.disputes import Renonce, deciding, find_renonces
    from ..games.belote.scoring.ends import PartieEnd, partie_end, partie_winner
    from ..games.belote.scoring.scores import DealResult, ScoreLine, score, score_renonce
    from ..games.belote.scoring.totals import DealTotals, count_plis, possible_points, rounded
    from ..games.belote.seats import SEATS, TEAMS, Seat, Team
    from ..games.belote.setup import Setup
    from ..games.belote.view import View, seen_by
    from ..games.kit.bots import RandomBot

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
    "Annonce": "scoring.annonces",
    "AnnonceResult": "scoring.annonces",
    "AnnoncesJudged": "events",
    "Announce": "actions",
    "Announced": "events",
    "Belote": "donne",
    "BeloteOption": "rules",
    "BeloteRules": "rules",
    "Bot": "bots.simulation",
    "Card": "cards",
    "Claim": "actions",
    "Claimed": "events",
    "Completed": "events",
    "DealEnded": "events",
    "DealResult": "scoring.scores",
    "DealTotals": "scoring.totals",
    "Dealt": "events",
    "DoubleDummy": "bots.search",
    "EasyBot": "bots.easy",
    "Event": "events",
    "IllegalActionError": "partie",
    "Journal": "records.journal",
    "JournalError": "records.journal",
    "Laid": "events",
    "Lay": "actions",
    "Marque": "marque.marque",
    "MarqueJournal": "marque.journal",
    "MarqueTerms": "marque.entries",
    "MoveRefusal": "legality",
    "Obligation": "play",
    "Partie": "partie",
    "PartieEnd": "scoring.ends",
    "PartieEnded": "events",
    "Pass": "actions",
    "PassedOn": "events",
    "PliTaken": "events",
    "RandomBot": "bots.simulation",
    "Record": "records.json_lines",
    "RecordError": "records.json_lines",
    "Renonce": "scoring.disputes",
    "ReplayError": "partie",
    "ScoreLine": "scoring.scores",
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
    "compare_annonces": "scoring.annonces",
    "count_plis": "scoring.totals",
    "deciding": "scoring.disputes",
    "find_annonces": "scoring.annonces",
    "find_renonces": "scoring.disputes",
    "fingerprint": "records.json_lines",
    "format_record": "records.json_lines",
    "holder": "play",
    "legal": "play",
    "make_bot": "bots.simulation",
    "mask_of": "cards",
    "may_pass": "prise",
    "name_annonces": "scoring.annonces",
    "obligation": "play",
    "parse_record": "records.json_lines",
    "partie_end": "scoring.ends",
    "partie_of": "records.json_lines",
    "partie_winner": "scoring.ends",
    "play_out": "bots.simulation",
    "points_in": "cards",
    "possible_points": "scoring.totals",
    "read_cards": "cards",
    "read_contract": "cards",
    "read_shorthand": "records.shorthand",
    "read_suit": "cards",
    "record_of": "records.json_lines",
    "result_of": "donne",
    "rounded": "scoring.totals",
    "score": "scoring.scores",
    "score_renonce": "scoring.scores",
    "seen_by": "view",
    "shuffled": "deal",
    "simulate": "bots.simulation",
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

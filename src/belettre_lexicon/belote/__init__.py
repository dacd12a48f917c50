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
if TYPE_CHECKING:  # the same names as in _EXPORTS, for type checkers
    from ..games.belote.actions import Action as Action
    from ..games.belote.actions import Announce as Announce
    from ..games.belote.actions import Claim as Claim
    from ..games.belote.actions import Lay as Lay
    from ..games.belote.actions import Pass as Pass
    from ..games.belote.actions import Take as Take
    from ..games.belote.bots.easy import EasyBot as EasyBot
    from ..games.belote.bots.search import DoubleDummy as DoubleDummy
    from ..games.belote.bots.simulation import Bot as Bot
    from ..games.belote.bots.simulation import RandomBot as RandomBot
    from ..games.belote.bots.simulation import make_bot as make_bot
    from ..games.belote.bots.simulation import play_out as play_out
    from ..games.belote.bots.simulation import simulate as simulate
    from ..games.belote.bots.strong import StrongBot as StrongBot
    from ..games.belote.cards import CONTRACTS as CONTRACTS
    from ..games.belote.cards import PACK as PACK
    from ..games.belote.cards import SUITS as SUITS
    from ..games.belote.cards import Card as Card
    from ..games.belote.cards import cards_of as cards_of
    from ..games.belote.cards import mask_of as mask_of
    from ..games.belote.cards import points_in as points_in
    from ..games.belote.cards import read_cards as read_cards
    from ..games.belote.cards import read_contract as read_contract
    from ..games.belote.cards import read_suit as read_suit
    from ..games.belote.deal import shuffled as shuffled
    from ..games.belote.donne import Belote as Belote
    from ..games.belote.donne import result_of as result_of
    from ..games.belote.events import AnnoncesJudged as AnnoncesJudged
    from ..games.belote.events import Announced as Announced
    from ..games.belote.events import Claimed as Claimed
    from ..games.belote.events import Completed as Completed
    from ..games.belote.events import DealEnded as DealEnded
    from ..games.belote.events import Dealt as Dealt
    from ..games.belote.events import Event as Event
    from ..games.belote.events import Laid as Laid
    from ..games.belote.events import PartieEnded as PartieEnded
    from ..games.belote.events import PassedOn as PassedOn
    from ..games.belote.events import PliTaken as PliTaken
    from ..games.belote.events import ShownAnnonce as ShownAnnonce
    from ..games.belote.events import Taken as Taken
    from ..games.belote.events import action_of as action_of
    from ..games.belote.legality import MoveRefusal as MoveRefusal
    from ..games.belote.marque.entries import MarqueTerms as MarqueTerms
    from ..games.belote.marque.journal import MarqueJournal as MarqueJournal
    from ..games.belote.marque.marque import Marque as Marque
    from ..games.belote.partie import IllegalActionError as IllegalActionError
    from ..games.belote.partie import Partie as Partie
    from ..games.belote.partie import ReplayError as ReplayError
    from ..games.belote.play import Obligation as Obligation
    from ..games.belote.play import holder as holder
    from ..games.belote.play import legal as legal
    from ..games.belote.play import obligation as obligation
    from ..games.belote.prise import Speech as Speech
    from ..games.belote.prise import may_pass as may_pass
    from ..games.belote.prise import takes as takes
    from ..games.belote.records.json_lines import Journal as Journal
    from ..games.belote.records.json_lines import JournalError as JournalError
    from ..games.belote.records.json_lines import Record as Record
    from ..games.belote.records.json_lines import RecordError as RecordError
    from ..games.belote.records.json_lines import fingerprint as fingerprint
    from ..games.belote.records.json_lines import format_record as format_record
    from ..games.belote.records.json_lines import parse_record as parse_record
    from ..games.belote.records.json_lines import partie_of as partie_of
    from ..games.belote.records.json_lines import record_of as record_of
    from ..games.belote.records.shorthand import ShorthandError as ShorthandError
    from ..games.belote.records.shorthand import read_shorthand as read_shorthand
    from ..games.belote.records.shorthand import write_shorthand as write_shorthand
    from ..games.belote.rules import OPTIONS as OPTIONS
    from ..games.belote.rules import BeloteOption as BeloteOption
    from ..games.belote.rules import BeloteRules as BeloteRules
    from ..games.belote.scoring.annonces import Annonce as Annonce
    from ..games.belote.scoring.annonces import AnnonceResult as AnnonceResult
    from ..games.belote.scoring.annonces import compare_annonces as compare_annonces
    from ..games.belote.scoring.annonces import find_annonces as find_annonces
    from ..games.belote.scoring.annonces import name_annonces as name_annonces
    from ..games.belote.scoring.disputes import Renonce as Renonce
    from ..games.belote.scoring.disputes import deciding as deciding
    from ..games.belote.scoring.disputes import find_renonces as find_renonces
    from ..games.belote.scoring.ends import PartieEnd as PartieEnd
    from ..games.belote.scoring.ends import partie_end as partie_end
    from ..games.belote.scoring.ends import partie_winner as partie_winner
    from ..games.belote.scoring.scores import DealResult as DealResult
    from ..games.belote.scoring.scores import ScoreLine as ScoreLine
    from ..games.belote.scoring.scores import score as score
    from ..games.belote.scoring.scores import score_renonce as score_renonce
    from ..games.belote.scoring.totals import DealTotals as DealTotals
    from ..games.belote.scoring.totals import count_plis as count_plis
    from ..games.belote.scoring.totals import possible_points as possible_points
    from ..games.belote.scoring.totals import rounded as rounded
    from ..games.belote.seats import SEATS as SEATS
    from ..games.belote.seats import TEAMS as TEAMS
    from ..games.belote.seats import Seat as Seat
    from ..games.belote.seats import Team as Team
    from ..games.belote.setup import Setup as Setup
    from ..games.belote.view import View as View
    from ..games.belote.view import seen_by as seen_by

#: The public names by the module that defines them.
_EXPORTS = {
    "actions": "Action Announce Claim Lay Pass Take",
    "bots.easy": "EasyBot",
    "bots.search": "DoubleDummy",
    "bots.simulation": "Bot RandomBot make_bot play_out simulate",
    "bots.strong": "StrongBot",
    "cards": "CONTRACTS Card PACK SUITS cards_of mask_of points_in read_cards read_contract read_suit",
    "deal": "shuffled",
    "donne": "Belote result_of",
    "events": (
        "AnnoncesJudged Announced Claimed Completed DealEnded Dealt Event Laid PartieEnded PassedOn "
        "PliTaken ShownAnnonce Taken action_of"
    ),
    "legality": "MoveRefusal",
    "marque.entries": "MarqueTerms",
    "marque.journal": "MarqueJournal",
    "marque.marque": "Marque",
    "partie": "IllegalActionError Partie ReplayError",
    "play": "Obligation holder legal obligation",
    "prise": "Speech may_pass takes",
    "records.json_lines": (
        "Journal JournalError Record RecordError fingerprint format_record parse_record partie_of record_of"
    ),
    "records.shorthand": "ShorthandError read_shorthand write_shorthand",
    "rules": "BeloteOption BeloteRules OPTIONS",
    "scoring.annonces": "Annonce AnnonceResult compare_annonces find_annonces name_annonces",
    "scoring.disputes": "Renonce deciding find_renonces",
    "scoring.ends": "PartieEnd partie_end partie_winner",
    "scoring.scores": "DealResult ScoreLine score score_renonce",
    "scoring.totals": "DealTotals count_plis possible_points rounded",
    "seats": "SEATS Seat TEAMS Team",
    "setup": "Setup",
    "view": "View seen_by",
}
__all__ = sorted(name for names in _EXPORTS.values() for name in names.split())


def _load(name: str) -> object:
    from ..base.exports import load  # importing the package needs nothing

    return load(__name__, _EXPORTS, name, "belettre_lexicon.games.belote")


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

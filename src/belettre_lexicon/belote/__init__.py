"""Belote, the card game that Belettre comes from, as a second rule set (RULES-BELOTE.md).

>>> from belettre_lexicon.belote import BeloteRules, legal, read_cards
>>> [card.text for card in legal(read_cards("A♥ 8♥ 9♦"), read_cards("A♠ 7♠ 10♥"), "♥", BeloteRules())]
['A♥']

    cards · rules · play · scoring/            the rules, as functions without a game: start reading at ``play``
    actions · events · deals/ · auction/ · partie  a whole game of any of the family: start reading at ``partie``
    records · shorthand · marque/ · bots/      formats of games, the score sheet of a table, programs that play

This module only exports public names from ``games.belote``; the diagram above shows its modules. Each name is imported
when it is first used, so that a program that needs only the rules starts fast.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # the same names as in _EXPORTS, for type checkers
    from ..games.belote.actions import Action as Action
    from ..games.belote.actions import Announce as Announce
    from ..games.belote.actions import Bid as Bid
    from ..games.belote.actions import Cancel as Cancel
    from ..games.belote.actions import Claim as Claim
    from ..games.belote.actions import Direct as Direct
    from ..games.belote.actions import Double as Double
    from ..games.belote.actions import Lay as Lay
    from ..games.belote.actions import Pass as Pass
    from ..games.belote.actions import Redouble as Redouble
    from ..games.belote.actions import SayCards as SayCards
    from ..games.belote.actions import Swap as Swap
    from ..games.belote.actions import Take as Take
    from ..games.belote.actions import TakeChien as TakeChien
    from ..games.belote.actions import VoidDeal as VoidDeal
    from ..games.belote.auction.coinche import Bidding as Bidding
    from ..games.belote.auction.coinche import CoincheContract as CoincheContract
    from ..games.belote.auction.prise import Speech as Speech
    from ..games.belote.auction.prise import may_pass as may_pass
    from ..games.belote.auction.prise import takes as takes
    from ..games.belote.bots.easy import EasyBot as EasyBot
    from ..games.belote.bots.hindsight import best_cards as best_cards
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
    from ..games.belote.deals.deal import Setup as Setup
    from ..games.belote.deals.deal import shuffled as shuffled
    from ..games.belote.donne import Belote as Belote
    from ..games.belote.donne import result_of as result_of
    from ..games.belote.events import AnnoncesJudged as AnnoncesJudged
    from ..games.belote.events import Announced as Announced
    from ..games.belote.events import BidMade as BidMade
    from ..games.belote.events import Cancelled as Cancelled
    from ..games.belote.events import CardsSaid as CardsSaid
    from ..games.belote.events import ChienTaken as ChienTaken
    from ..games.belote.events import Claimed as Claimed
    from ..games.belote.events import Coinched as Coinched
    from ..games.belote.events import Completed as Completed
    from ..games.belote.events import DealEnded as DealEnded
    from ..games.belote.events import Dealt as Dealt
    from ..games.belote.events import Event as Event
    from ..games.belote.events import Laid as Laid
    from ..games.belote.events import PartieEnded as PartieEnded
    from ..games.belote.events import PassedOn as PassedOn
    from ..games.belote.events import PliTaken as PliTaken
    from ..games.belote.events import ShownAnnonce as ShownAnnonce
    from ..games.belote.events import Surcoinched as Surcoinched
    from ..games.belote.events import Swapped as Swapped
    from ..games.belote.events import Taken as Taken
    from ..games.belote.events import Turned as Turned
    from ..games.belote.events import Voided as Voided
    from ..games.belote.events import WentDirect as WentDirect
    from ..games.belote.events import action_of as action_of
    from ..games.belote.legality import MoveRefusal as MoveRefusal
    from ..games.belote.marque.entries import MarqueTerms as MarqueTerms
    from ..games.belote.marque.marque import Marque as Marque
    from ..games.belote.marque.marque import MarqueJournal as MarqueJournal
    from ..games.belote.marque.sets import SETS as SETS
    from ..games.belote.partie import IllegalActionError as IllegalActionError
    from ..games.belote.partie import Partie as Partie
    from ..games.belote.partie import ReplayError as ReplayError
    from ..games.belote.play import Obligation as Obligation
    from ..games.belote.play import holder as holder
    from ..games.belote.play import legal as legal
    from ..games.belote.play import obligation as obligation
    from ..games.belote.records import Journal as Journal
    from ..games.belote.records import JournalError as JournalError
    from ..games.belote.records import Record as Record
    from ..games.belote.records import RecordError as RecordError
    from ..games.belote.records import fingerprint as fingerprint
    from ..games.belote.records import format_record as format_record
    from ..games.belote.records import parse_record as parse_record
    from ..games.belote.records import partie_of as partie_of
    from ..games.belote.records import record_of as record_of
    from ..games.belote.rules import OPTIONS as OPTIONS
    from ..games.belote.rules import BeloteOption as BeloteOption
    from ..games.belote.rules import BeloteRules as BeloteRules
    from ..games.belote.scoring.annonces import Annonce as Annonce
    from ..games.belote.scoring.annonces import AnnonceResult as AnnonceResult
    from ..games.belote.scoring.annonces import compare_annonces as compare_annonces
    from ..games.belote.scoring.annonces import find_annonces as find_annonces
    from ..games.belote.scoring.annonces import name_annonces as name_annonces
    from ..games.belote.scoring.coinche import score_coinche as score_coinche
    from ..games.belote.scoring.disputes import Renonce as Renonce
    from ..games.belote.scoring.disputes import deciding as deciding
    from ..games.belote.scoring.disputes import find_renonces as find_renonces
    from ..games.belote.scoring.ends import PartieEnd as PartieEnd
    from ..games.belote.scoring.ends import partie_end as partie_end
    from ..games.belote.scoring.ends import partie_winner as partie_winner
    from ..games.belote.scoring.flat import score_flat as score_flat
    from ..games.belote.scoring.scores import DealResult as DealResult
    from ..games.belote.scoring.scores import ScoreLine as ScoreLine
    from ..games.belote.scoring.scores import score as score
    from ..games.belote.scoring.scores import score_renonce as score_renonce
    from ..games.belote.scoring.sheets import SheetResult as SheetResult
    from ..games.belote.scoring.sheets import bid_worth as bid_worth
    from ..games.belote.scoring.sheets import die_of as die_of
    from ..games.belote.scoring.sheets import settle as settle
    from ..games.belote.scoring.totals import DealTotals as DealTotals
    from ..games.belote.scoring.totals import count_plis as count_plis
    from ..games.belote.scoring.totals import possible_points as possible_points
    from ..games.belote.scoring.totals import rounded as rounded
    from ..games.belote.seats import SEATS as SEATS
    from ..games.belote.seats import TEAMS as TEAMS
    from ..games.belote.seats import Seat as Seat
    from ..games.belote.seats import Team as Team
    from ..games.belote.shorthand import ShorthandError as ShorthandError
    from ..games.belote.shorthand import read_shorthand as read_shorthand
    from ..games.belote.shorthand import write_shorthand as write_shorthand
    from ..games.belote.view import View as View
    from ..games.belote.view import seen_by as seen_by

#: The public names by the module that defines them.
_EXPORTS = {
    "actions": "Action Announce Bid Cancel Claim Direct Double Lay Pass Redouble SayCards Swap Take TakeChien VoidDeal",
    "auction.coinche": "Bidding CoincheContract",
    "auction.prise": "may_pass Speech takes",
    "bots.easy": "EasyBot",
    "bots.hindsight": "best_cards",
    "bots.search": "DoubleDummy",
    "bots.simulation": "Bot make_bot play_out RandomBot simulate",
    "bots.strong": "StrongBot",
    "cards": "Card cards_of CONTRACTS mask_of PACK points_in read_cards read_contract read_suit SUITS",
    "deals.deal": "Setup shuffled",
    "donne": "Belote result_of",
    "events": (
        "action_of AnnoncesJudged Announced BidMade Cancelled CardsSaid ChienTaken Claimed Coinched Completed "
        "DealEnded Dealt Event Laid PartieEnded PassedOn PliTaken ShownAnnonce Surcoinched Swapped Taken Turned "
        "Voided WentDirect"
    ),
    "legality": "MoveRefusal",
    "marque.entries": "MarqueTerms",
    "marque.marque": "Marque MarqueJournal",
    "partie": "IllegalActionError Partie ReplayError",
    "play": "holder legal Obligation obligation",
    "records": "fingerprint format_record Journal JournalError parse_record partie_of Record record_of RecordError",
    "rules": "BeloteOption BeloteRules OPTIONS",
    "scoring.annonces": "Annonce AnnonceResult compare_annonces find_annonces name_annonces",
    "scoring.coinche": "score_coinche",
    "scoring.disputes": "deciding find_renonces Renonce",
    "scoring.ends": "partie_end partie_winner PartieEnd",
    "scoring.flat": "score_flat",
    "scoring.scores": "DealResult score score_renonce ScoreLine",
    "scoring.sheets": "bid_worth die_of settle SheetResult",
    "scoring.totals": "count_plis DealTotals possible_points rounded",
    "seats": "Seat SEATS Team TEAMS",
    "marque.sets": "SETS",
    "shorthand": "read_shorthand ShorthandError write_shorthand",
    "view": "seen_by View",
}
__all__ = sorted(name for names in _EXPORTS.values() for name in names.split())


def _load(name: str) -> object:
    from ..base.exports import load  # importing the package needs nothing

    return load(__name__, _EXPORTS, name, "belettre_lexicon.games.belote")


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

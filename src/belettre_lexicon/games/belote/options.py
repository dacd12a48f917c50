"""The options that choose a game of the Belote family, and those that only its variants have.

``BeloteRules`` (``rules``) adds the options of the classic game. ``OPTIONS_OF`` says which options each game has, and a
``Variant`` what the engine has to know about the game. In RULES-BELOTE.md the ids of rules begin with VC for coinche,
V3 for three players, V2 for two, VK for Belote de comptoir, VL for the lyonnaise, and VE for the end of a partie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import force_setattr

from ...base.errors import ArgumentError
from ...base.options import Option, OptionSet, option
from .cards import PACK, Card
from .seats import Table, table_of

if TYPE_CHECKING:
    from ...base.options import OptionValue

#: The games of the family; ``BeloteRules.game``.
Game = Literal["classic", "coinche", "three", "decouverte", "bis", "comptoir", "lyonnaise"]
#: The games with a table of two players, and those with bids for points, where each player has a sheet.
TWO_PLAYERS, SHEETS = ("decouverte", "bis"), ("comptoir", "lyonnaise")


#: What players call some games; a flag understands it: « --game trois ».
_FRENCH_GAMES = {
    "classique": "classic",
    "contree": "coinche",
    "contrée": "coinche",
    "trois": "three",
    "deux": "decouverte",
    "découverte": "decouverte",
}


class BeloteOption(Option):
    """One option of the rules of Belote: its name, its values, its default, the id of its rule, and its help text."""

    def read(self, text: str) -> OptionValue:
        """Return the value that *text* stands for, as ``Option.read``; a game may have its French name."""
        return super().read(_FRENCH_GAMES.get(text.lower(), text) if self.name == "game" else text)


class Variant(msgspec.Struct, frozen=True, gc=False):
    """What is special about a game at a table with certain house rules.

    players  the number of players: the first so many seats (``seats.SEATS_OF``)
    sides    the number of sides that have points: 2 teams, or as many as players
    pack     the cards that are played with, by ``Card.index``
    first    the cards that each player gets at once before the auction, as packets: (3, 2)
    hand     the number of cards of each player when play begins, those on the table included
    retourne whether a card is turned up before the auction
    table    the seats and the sides; set from *players* and *sides*
    """

    game: Game
    players: int
    sides: int
    pack: tuple[Card, ...]
    first: tuple[int, ...]
    hand: int
    retourne: bool
    table: Table = None  # type: ignore[assignment]  # set by __post_init__

    def __post_init__(self) -> None:
        force_setattr(self, "table", table_of(self.players, self.sides))

    @property
    def teams(self) -> bool:
        """Whether partners play together, in two teams of two; otherwise each player has points of their own."""
        return self.sides < self.players

    @property
    def plis(self) -> int:
        """The number of plis of a deal: each player lays a card in each."""
        return self.hand


class VariantOptions(OptionSet):
    """The options that the classic game does not have. ``BeloteRules`` describes them."""

    OPTION = BeloteOption

    game: Game = option(
        "BV7",
        default="classic",
        others=("coinche", "three", "decouverte", "bis", "comptoir", "lyonnaise"),
        topic="game",
        about="which game of the family is played",
    )
    seats: int = option("VK1", default=4, least=2, most=6, topic="game", about="number of players")
    coinche_deal: Literal["323", "332", "233"] = option(
        "VC2", default="323", others=("332", "233"), topic="deal", about="packets in which the cards are dealt"
    )
    bid_min: int = option("VC5", default=80, others=(90, 100), topic="auction", about="lowest bid")
    bid_max: int = option("VC5", default=160, least=160, most=650, topic="auction", about="highest bid of points")
    generale: bool = option("VC5", default=False, topic="auction", about="a générale may be bid")
    generale_leads: bool = option("VC16", default=False, topic="auction", about="a générale's bidder leads")
    sa_ta: bool = option("VC7", default=False, topic="auction", about="sans atout and tout atout may be bid")
    ta_belote: bool = option("VC20", default=True, topic="belote", about="no belotes count at tout atout")
    volley: bool = option("VC11", default=False, topic="auction", about="coinche and surcoinche out of turn")
    coinche_ends: bool = option("VC12", default=False, topic="auction", about="a coinche ends the auction")
    surcoinche: int = option("VC14", default=4, others=(3,), topic="scores", about="factor of a surcoinche")
    must_beat: bool = option(
        "VC22", default=False, topic="contract", about="the takers must also have more than the defence"
    )
    coinche_score: Literal["made+bid", "bid", "made"] = option(
        "VC27",
        default="made+bid",
        others=("bid", "made"),
        topic="scores",
        about="what is written: points made and bid, the bid alone, or points made",
    )
    fall: int = option("VC27", default=160, others=(162,), topic="chute", about="points of a missed contract")
    doubles: Literal["all", "bid"] = option(
        "VC27", default="all", others=("bid",), topic="scores", about="what a coinche multiplies: all, or the bid"
    )
    capot_score: Literal["flat", "bid"] = option(
        "VC28", default="flat", others=("bid",), topic="capot", about="a capot bid: 500, or as other bids"
    )
    capot_unasked: bool = option("VC25", default=True, topic="capot", about="a capot that was not bid is worth no more")
    coinche_belote: Literal["winner", "own"] = option(
        "VC31",
        default="winner",
        others=("own",),
        topic="belote",
        about="belotes of a missed or doubled contract: to the winner, or each keeps its own",
    )
    deck: Literal["24", "30"] = option(
        "V3.2", default="24", others=("30",), topic="deal", form=6, about="cards of the pack"
    )
    sevens: Literal["black", "red"] = option(
        "V3.2", default="black", others=("red",), topic="deal", about="the two sevens that are left out"
    )
    defenders_partners: bool = option(
        "V3.6", default=True, topic="play", about="two defenders are bound as if each played alone"
    )
    defence_scores: Literal["each", "half"] = option(
        "V3.9",
        default="each",
        others=("half",),
        topic="scores",
        form=29,
        about="two defenders score the whole each, or half",
    )
    moderne: bool = option("V3.12", default=False, topic="auction", about="a take may be changed to sans or tout atout")
    turn: Literal["play", "pli"] = option(
        "V2.7", default="play", others=("pli",), topic="play", about="when a covered card is turned up"
    )
    belote_hidden: bool = option(
        "V2.11", default=False, topic="belote", about="a belote counts though its second card lies face down"
    )
    cards: int | str = option(
        "VK2",
        default=5,
        others=(1, 2, 3, 4, "falling", "dealer"),
        topic="deal",
        form=8,
        about="cards dealt to each player",
    )
    sheet: int = option("VK10", default=6, others=(12,), topic="scores", form=7, about="where sheets begin")
    scale: Literal["banco", "one"] = option(
        "VK8",
        default="banco",
        others=("one",),
        topic="scores",
        form=30,
        about="what a bid is worth: more above 50, or always 1",
    )
    bid_step: int = option("VK3", default=1, others=(5, 10), topic="auction", form=31, about="step of the bids")
    shown: int = option("VK14", default=0, others=(1, 2), topic="deal", about="cards of each hand that lie face up")
    blind: bool = option("VK15", default=False, topic="deal", about="players see all hands but their own")
    next_dealer: Literal["next", "winner"] = option(
        "VK13",
        default="next",
        others=("winner",),
        topic="deal",
        form=32,
        about="who deals next: the next player, or the winner",
    )
    chien: int = option("VL2", default=2, least=1, most=6, topic="deal", about="cards of the chien")
    chien_open: bool = option("VL2", default=False, topic="deal", about="the chien lies face up from the deal")
    exchanges: int = option("VL6", default=0, least=0, most=20, topic="auction", about="exchanges at most; 0: no limit")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PLAY = _names("undertrump on_partners_trump appels")
_BELOTE = _names("rebelote king_first")
_ANNONCES = _names(
    "annonces tierce carre_ace carre_nine annonce_order shared_cards carre_eight carre_seven capot_scores_annonces"
)
_SCORES = _names("make chute capot capot_defence litige belote_lost litige_belote rounding ballotage")
_END = _names("target deals both_over exact_end")
_PRISE = _names("second_round all_pass jack_forces")
_COMPTOIR = _names("seats cards sheet scale bid_step shown next_dealer undertrump shuffle cut clockwise")
#: The options that each game has (VX, OV). Every other option must have its default, except *game* itself.
OPTIONS_OF: dict[Game, frozenset[str]] = {
    "classic": _PLAY | _BELOTE | _ANNONCES | _SCORES | _END | _PRISE
    | _names("contracts ta_values capot_asked shuffle cut misdeal weak_hand clockwise"),
    "coinche": _PLAY | _BELOTE | _ANNONCES | _END
    | _names("coinche_deal bid_min bid_max generale generale_leads sa_ta ta_belote volley coinche_ends surcoinche")
    | _names("ta_values must_beat make coinche_score fall doubles capot_score capot_unasked coinche_belote rounding")
    | _names("shuffle cut misdeal weak_hand clockwise"),
    "three": _PLAY | _BELOTE | _ANNONCES | _SCORES | _END | _PRISE
    | _names("deck sevens defenders_partners defence_scores moderne ta_values cut misdeal weak_hand clockwise"),
    "decouverte": _BELOTE | _SCORES | _END | _PRISE | _names("undertrump turn belote_hidden cut misdeal"),
    "bis": _BELOTE | _SCORES | _END | _PRISE | _names("undertrump turn belote_hidden cut misdeal"),
    "comptoir": _COMPTOIR | {"blind"},
    "lyonnaise": _COMPTOIR | _names("chien chien_open exchanges"),
}  # fmt: skip


def variant_of(rules: VariantOptions) -> Variant:
    """Return what is special about the game of some house rules.

    Raises ArgumentError if an option contradicts another one, or the game does not have an option that was changed.
    """
    game = rules.game
    others = frozenset().union(*OPTIONS_OF.values()) - OPTIONS_OF[game]
    for one in rules.OPTIONS:
        if one.name in others and getattr(rules, one.name) != one.default:
            raise ArgumentError(
                f"{one.name}: {getattr(rules, one.name)!r:.40} ({one.rule}), game {game!r} has no such option"
            )
    values, rounding = getattr(rules, "ta_values", "rescaled"), getattr(rules, "rounding", "exact")
    if values == "proportional" and game != "coinche":
        raise ArgumentError("ta_values: 'proportional' (VC19), expected 'rescaled' or 'plain' in this game")
    if rounding == "nearest" and game not in ("classic", "coinche"):
        raise ArgumentError("rounding: 'nearest' (VC33), expected another one in this game")
    if game in SHEETS:
        return _with_sheets(rules)
    if game == "coinche":
        _check_coinche(rules, values, rounding)
        return Variant(game, 4, 2, PACK, tuple(map(int, rules.coinche_deal)), 8, retourne=False)
    if game == "three":
        return _three(rules)
    if game in TWO_PLAYERS:
        return Variant(game, 2, 2, PACK, (3, 2), 16, retourne=True)
    return Variant(game, 4, 2, PACK, (3, 2), 8, retourne=True)


def _check_coinche(rules: VariantOptions, values: str, rounding: str) -> None:
    if rules.bid_max % 10:
        raise ArgumentError(f"bid_max: {rules.bid_max} (VC5), expected a multiple of 10")
    if getattr(rules, "weak_hand", "never") == "no_trump":
        raise ArgumentError("weak_hand: 'no_trump' (VC3), expected 'never' or 'any' in coinche")
    if values == "plain" and rounding in ("ten160", "five"):
        raise ArgumentError(f"rounding: {rounding!r} (VC33), expected another one with ta_values='plain'")
    if rules.generale_leads and not rules.generale:
        raise ArgumentError("generale_leads: True (VC16), expected generale=True as well")


def _three(rules: VariantOptions) -> Variant:
    if not rules.moderne and getattr(rules, "ta_values", "rescaled") != "rescaled":
        raise ArgumentError("ta_values: 'plain' (V3.15), expected moderne=True as well")
    if rules.deck == "24":
        if rules.sevens != "black":
            raise ArgumentError("sevens: 'red' (V3.2), expected deck='30': a pack of 24 has no sevens")
        pack = tuple(card for card in PACK if card.rank not in ("7", "8"))
        return Variant("three", 3, 3, pack, (3, 2), 8, retourne=True)
    left_out = "♣♠" if rules.sevens == "black" else "♦♥"
    pack = tuple(card for card in PACK if card.rank != "7" or card.suit not in left_out)
    return Variant("three", 3, 3, pack, (3, 2), 10, retourne=True)


def packets_of(cards: int) -> tuple[int, ...]:
    """Return the packets in which 1 to 5 cards are dealt to each player (VK2)."""
    return {5: (3, 2), 4: (3, 1)}.get(cards, (cards,))


def _with_sheets(rules: VariantOptions) -> Variant:
    most = rules.cards if isinstance(rules.cards, int) else 5
    if rules.shown > (1 if isinstance(rules.cards, str) else most):
        raise ArgumentError(f"shown: {rules.shown} (VK14), expected no more cards than are dealt to each")
    if rules.blind and rules.shown:
        raise ArgumentError(f"shown: {rules.shown} (VK15), expected 0 with blind=True")
    if rules.game == "lyonnaise" and rules.seats * most + rules.chien > len(PACK):
        room = len(PACK) - rules.seats * most
        raise ArgumentError(f"chien: {rules.chien} (VL2), expected at most {room} with {rules.seats} players")
    return Variant(rules.game, rules.seats, rules.seats, PACK, packets_of(most), most, retourne=False)

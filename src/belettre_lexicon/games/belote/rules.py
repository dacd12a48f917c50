"""``BeloteRules``: the house rules of a table of Belote, as RULES-BELOTE.md lists them.

The fields of the class are the table of the options (``base.options``): their values, their rules, and which values are
not implemented yet (``unbuilt``). Start there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ...base.options import option
from .options import BeloteOption as BeloteOption
from .options import Variant, VariantOptions, variant_of


class BeloteRules(VariantOptions):
    """The house rules of a table of Belote. Each option is an attribute; the defaults are those of RULES-BELOTE.md.

    undertrump             BP7: a player who cannot overtrump "must" lay a lower trump, or is "free"
    on_partners_trump      BP9: if the partner holds with a trump: "free", no lower trump ("over"), or bound ("trump")
    appels                 BF6: bots call a suit by discarding a low card of it ("direct"), or of the other suit of its
                           colour ("indirect"), or not at all ("none"); players may do as they like
    second_round           BA3: the second round names one of the three "others", or "any" suit
    all_pass               BA6: eight passes: "redeal", or the last to speak may not pass ("dealer_takes")
    jack_forces            BA7: a V turned up must be taken by the first to speak
    rebelote               BB3: a forgotten « Rebelote »: claimed "once" a partie, always lost ("required"), "optional"
    king_first             BB2: the R is laid first, or the belote is lost
    belote_lost            BB4: fallen takers give their belote to the defence
    litige_belote          BB4: whether the belote scores in litige at once; otherwise it waits with the rest
    make                   BS3: the points that decide the contract: "all", plis and "belote", or "plis" alone
    chute                  BS5: what the defence scores for a chute: 162, 160 or 250
    capot, capot_defence   BS7: the points of a capot, 252 or 250; one of the defence counts as a "capot" or a "chute"
    rounding               BR: points are written "exact", or rounded to "ten", "ten160" (always 160 in all) or "five"
    ballotage, exact_end   BR6: takers with 75 to 81 points: the defence gets 80, and 80 wait; BE5: exact totals decide
                           the end
    target, deals          BE1: the points that end the partie, 1 to 10,000; a number of deals instead, or None
    both_over              BE2: both teams reach the target: the "higher" total wins, or the winner of the "last_deal"
    annonces               BN1: whether annonces are played
    tierce, carre_ace, carre_nine, annonce_order, shared_cards, carre_eight, carre_seven, capot_scores_annonces
                           BN2, BN4, BC5, BN5, BN13: what annonces are worth, and which count
    contracts, ta_values, capot_asked
                           BV1, BV5, BV3, BV6: "suits", "overcall" or "ladder"; points at SA and TA
    shuffle, cut, misdeal, weak_hand
                           BD3, BD4, BD9, BD11: how the cards are dealt

    Rules are immutable: assigning to an attribute raises AttributeError. Equal rules have the same hash. Raises
    ArgumentError for an unknown option, and for a value that the option does not have or that is not implemented yet.

    >>> BeloteRules(target=1001).target, BeloteRules().undertrump
    (1001, 'must')
    """

    DERIVED = ("variant",)

    if TYPE_CHECKING:  # a type checker would take an attribute for an option

        @property
        def variant(self) -> Variant:
            """What the engine has to know about the game."""

    undertrump: Literal["must", "free"] = option(
        "BP7",
        default="must",
        others=("free",),
        topic="play",
        about="a player who cannot overtrump must lay a lower trump, or is free",
    )
    on_partners_trump: Literal["free", "over", "trump"] = option(
        "BP9",
        default="free",
        others=("over", "trump"),
        topic="play",
        about="the partner holds with a trump: free, no lower trump, or bound as by an opponent's",
    )
    second_round: Literal["others", "any"] = option(
        "BA3",
        default="others",
        others=("any",),
        topic="prise",
        about="the second round names one of the three others, or any suit",
    )
    all_pass: Literal["redeal", "dealer_takes", "same_dealer"] = option(
        "BA6",
        default="redeal",
        others=("dealer_takes", "same_dealer"),
        topic="prise",
        form=11,
        about="eight passes: the next player deals, the dealer must take, or the same player deals again",
    )
    jack_forces: bool = option(
        "BA7", default=False, topic="prise", about="a V turned up must be taken by the first to speak"
    )
    rebelote: Literal["once", "required", "optional"] = option(
        "BB3",
        default="once",
        others=("required", "optional"),
        topic="belote",
        about="« Rebelote » forgotten: claimed once a partie, always lost, or not needed",
    )
    king_first: bool = option(
        "BB2", default=False, topic="belote", order=-1, about="the R of a belote must be laid before the D"
    )
    belote_lost: bool = option(
        "BB4", default=False, topic="belote", form=16, about="fallen takers give their belote to the defence"
    )
    litige_belote: bool = option(
        "BB4", default=True, topic="litige", form=17, about="in a litige the takers' belote waits with their points"
    )
    litige: Literal["waits", "chute"] = option(
        "BS6",
        default="waits",
        others=("chute",),
        topic="litige",
        order=-1,
        form=26,
        about="equal points: the takers' points wait, or the takers fall",
    )
    make: Literal["all", "belote", "plis"] = option(
        "BS3",
        default="all",
        others=("belote", "plis"),
        topic="contract",
        form=12,
        about="what makes the contract: all points, plis and belote, or plis alone",
    )
    chute: int = option("BS5", default=162, others=(160, 250), topic="chute", form=13, about="points for a chute")
    capot: int = option("BS7", default=252, others=(250,), topic="capot", form=14, about="points for a capot")
    capot_defence: Literal["capot", "chute"] = option(
        "BS7",
        default="capot",
        others=("chute",),
        topic="capot",
        form=15,
        about="the defence wins all plis: a capot, or a chute",
    )
    rounding: Literal["exact", "ten", "ten160", "five", "nearest"] = option(
        "BR1",
        default="exact",
        others=("ten", "ten160", "five", "nearest"),
        topic="rounding",
        form=5,
        about="how points are written",
    )
    ballotage: bool = option(
        "BR6", default=False, topic="litige", form=18, about="takers with 75 to 81 points: 80 for the defence, 80 wait"
    )
    exact_end: bool = option("BE5", default=False, topic="end", order=1, form=25, about="exact totals decide the end")
    target: int = option(
        "BE1", default=1000, least=1, most=10_000, topic="end", form=1, about="points that end the partie"
    )
    deals: int | None = option(
        "BE1",
        default=None,
        least=1,
        most=1000,
        topic="end",
        form=2,
        about="number of deals that ends the partie instead",
    )
    both_over: Literal["higher", "last_deal"] = option(
        "BE2",
        default="higher",
        others=("last_deal",),
        topic="end",
        form=24,
        about="both teams reach the target: the higher total wins, or who won the last deal",
    )
    annonces: bool = option("BN1", default=False, topic="annonces", form=3, about="annonces are played")
    tierce: int = option("BN2", default=20, others=(30,), topic="annonces", form=19, about="points of a tierce")
    carre_ace: int = option(
        "BN4", default=100, others=(110,), topic="annonces", form=20, about="points of a carré of aces"
    )
    carre_nine: int = option(
        "BN4", default=150, others=(140,), topic="annonces", form=21, about="points of a carré of nines"
    )
    annonce_order: Literal["natural", "trick"] = option(
        "BC5", default="natural", others=("trick",), topic="annonces", about="order of the cards in sequences"
    )
    shared_cards: bool = option("BN5", default=True, topic="annonces", about="a card serves one annonce only")
    carre_eight: Literal["nothing", "cancels"] = option(
        "BN4",
        default="nothing",
        others=("cancels",),
        topic="annonces",
        about="a carré of eights: nothing, or it may cancel all annonces",
    )
    carre_seven: Literal["nothing", "cancels", "void"] = option(
        "BN4",
        default="nothing",
        others=("cancels", "void"),
        topic="annonces",
        about="a carré of sevens: nothing, it may cancel all annonces, or void the deal",
    )
    capot_scores_annonces: bool = option(
        "BN13", default=False, topic="annonces", form=22, about="a team without a pli scores its annonces"
    )
    contracts: Literal["suits", "overcall", "ladder"] = option(
        "BV1",
        default="suits",
        others=("overcall", "ladder"),
        topic="prise",
        order=-1,
        form=4,
        about="suits alone; or SA and TA too, over a suit; or each contract over the lower ones",
    )
    ta_values: Literal["rescaled", "plain", "proportional"] = option(
        "BV3",
        default="rescaled",
        others=("plain", "proportional"),
        topic="prise",
        order=-1,
        form=23,
        about="points of the cards at SA and TA: the same sum, or as at a trump suit",
    )
    capot_asked: bool = option("BV6", default=False, topic="prise", form=33, about="the taker may ask for a capot")
    shuffle: Literal["each", "once"] = option(
        "BD3", default="each", others=("once",), topic="deal", about="the pack is shuffled before each deal, or once"
    )
    cut: int = option("BD4", default=3, others=(8,), topic="deal", about="fewest cards of a heap when cutting")
    misdeal: Literal["again", "162"] = option(
        "BD9",
        default="again",
        others=("162",),
        topic="deal",
        form=27,
        about="a misdeal: the same player deals again, or the other team scores 162",
    )
    weak_hand: Literal["never", "any", "no_trump"] = option(
        "BD11",
        default="never",
        others=("any", "no_trump"),
        topic="deal",
        about="a hand below 11 points: nothing, the deal is void, or void if its player has no trump and says so",
    )
    appels: Literal["direct", "indirect", "none"] = option(
        "BF6",
        default="direct",
        others=("indirect", "none"),
        topic="play",
        about="how partners call a suit by a discard: by a card of it, of the other suit of its colour, or not at all",
    )
    clockwise: bool = option(
        "BD1", default=False, topic="deal", form=28, about="cards, speech and the deal go to the left"
    )

    if not TYPE_CHECKING:  # as in ``OptionSet``

        def __init__(self, **options: Any) -> None:
            if options.get("moderne") is True:
                options = {"ta_values": _MODERNE, **options}
            super().__init__(**options)

    def as_dict(self, *, complete: bool = False) -> dict[str, Any]:
        """Return the options by name, as ``OptionSet.as_dict``. *ta_values* has another default in Belote moderne."""
        described = super().as_dict(complete=complete)
        if self.moderne and not complete:
            described.pop("ta_values", None)
            if self.ta_values != _MODERNE:
                described["ta_values"] = self.ta_values
        return described

    def __repr__(self) -> str:
        return f"BeloteRules({', '.join(f'{name}={value!r}' for name, value in self.as_dict().items())})"

    def _settle(self) -> None:
        """Set ``variant``. Raises ArgumentError if the game has no such option, or options contradict each other."""
        self._set(variant=variant_of(self))


#: The value of *ta_values* in Belote moderne if the table does not choose another (V3.15).
_MODERNE = "plain"

#: Every option, by topic: play, prise, belote, scores, end, annonces, contracts, deal. Records keep this order.
OPTIONS = BeloteRules.OPTIONS
OPTION_OF = BeloteRules.OF_NAME

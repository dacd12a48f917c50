"""``BeloteRules``: the house rules of a table of Belote, as RULES-BELOTE.md lists them.

``OPTIONS`` is the one description of every option: its values, its rule, and which of them are built. Start there.
"""

from __future__ import annotations

from ...base.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    OptionValue = bool | int | str | None


class BeloteOption:
    """One option of the rules.

    name     the field of ``BeloteRules``
    rule     the id of the rule that it changes
    values   the values that it may have, the default first; for *target* and *deals* the default alone
    least    the smallest number, if any number from *least* to *most* is a value; otherwise None
    most     the greatest number
    unbuilt  values that the rules know, but this version does not play: they are refused by name
    """

    __slots__ = ("least", "most", "name", "rule", "unbuilt", "values")

    def __init__(
        self,
        name: str,
        rule: str,
        *values: OptionValue,
        least: int | None = None,
        most: int = 0,
        unbuilt: tuple[OptionValue, ...] = (),
    ) -> None:
        self.name = name
        self.rule = rule
        self.values = values
        self.least = least
        self.most = most
        self.unbuilt = unbuilt

    @property
    def default(self) -> OptionValue:
        """The value of the option if the table does not choose another."""
        return self.values[0]

    def check(self, value: object) -> None:
        """Raise ArgumentError if *value* is not a value of the option, or is not built yet."""
        if any(value == other and type(value) is type(other) for other in self.unbuilt):
            raise ArgumentError(f"{self.name}: {value!r} ({self.rule}) is not built yet, expected {self._expected()}")
        if self.least is not None and isinstance(value, int) and not isinstance(value, bool):
            if self.least <= value <= self.most:
                return
        elif any(value == other and type(value) is type(other) for other in self.values):
            return
        raise ArgumentError(f"{self.name}: {value!r:.40} ({self.rule}), expected {self._expected()}")

    def _expected(self) -> str:
        known = " or ".join(map(repr, self.values))
        if self.least is None:
            return known
        span = f"a number from {self.least} to {self.most}"
        return span if type(self.default) is int else f"{known} or {span}"

    def __repr__(self) -> str:
        return f"BeloteOption({self.name!r}, {self.rule!r}, {', '.join(map(repr, self.values))})"


#: Every option, by topic: play, prise, belote, scores, end, annonces, contracts, deal. Records keep this order.
OPTIONS = (
    BeloteOption("undertrump", "BP7", "must", "free"),
    BeloteOption("on_partners_trump", "BP9", "free", "over", "trump"),
    BeloteOption("second_round", "BA3", "others", "any"),
    BeloteOption("all_pass", "BA6", "redeal", "dealer_takes"),
    BeloteOption("jack_forces", "BA7", False, True),
    BeloteOption("rebelote", "BB3", "once", "required", "optional"),
    BeloteOption("king_first", "BB2", False, True),
    BeloteOption("belote_lost", "BB4", False, True),
    BeloteOption("litige_belote", "BB4", True, False),
    BeloteOption("make", "BS3", "all", "belote", "plis"),
    BeloteOption("chute", "BS5", 162, 160, 250),
    BeloteOption("capot", "BS7", 252, 250),
    BeloteOption("capot_defence", "BS7", "capot", "chute"),
    BeloteOption("rounding", "BR1", "exact", "ten", "ten160", "five"),
    BeloteOption("ballotage", "BR6", False, True),
    BeloteOption("exact_end", "BE5", False, True),
    BeloteOption("target", "BE1", 1000, least=1, most=10_000),
    BeloteOption("deals", "BE1", None, least=1, most=1_000),
    BeloteOption("both_over", "BE2", "higher", "last_deal"),
    BeloteOption("annonces", "BN1", False, True),
    BeloteOption("tierce", "BN2", 20, 30),
    BeloteOption("carre_ace", "BN4", 100, 110),
    BeloteOption("carre_nine", "BN4", 150, 140),
    BeloteOption("annonce_order", "BC5", "natural", "trick"),
    BeloteOption("shared_cards", "BN5", True, False),
    BeloteOption("carre_eight", "BN4", "nothing", unbuilt=("cancels",)),
    BeloteOption("carre_seven", "BN4", "nothing", unbuilt=("cancels", "void")),
    BeloteOption("capot_scores_annonces", "BN13", False, True),
    BeloteOption("contracts", "BV1", "suits", "overcall", "ladder", unbuilt=("coinche",)),
    BeloteOption("ta_values", "BV3", "rescaled", "plain"),
    BeloteOption("capot_asked", "BV6", False, unbuilt=(True,)),
    BeloteOption("shuffle", "BD3", "each", "once"),
    BeloteOption("cut", "BD4", 3, 8),
    BeloteOption("misdeal", "BD9", "again", unbuilt=("162",)),
    BeloteOption("weak_hand", "BD11", "never", unbuilt=("any", "no_trump")),
)
OPTION_OF = {option.name: option for option in OPTIONS}


class BeloteRules:
    """The house rules of a table of Belote. Each option is an attribute; the defaults are those of RULES-BELOTE.md.

    undertrump             BP7: a player who cannot overtrump "must" lay a lower trump, or is "free"
    on_partners_trump      BP9: the partner holds with a trump: "free", no lower trump ("over"), or bound ("trump")
    second_round           BA3: the second round names one of the three "others", or "any" suit
    all_pass               BA6: eight passes: "redeal", or the last to speak may not pass ("dealer_takes")
    jack_forces            BA7: a V turned up must be taken by the first to speak
    rebelote               BB3: « Rebelote » forgotten: claimed "once" a partie, "required", or "optional"
    king_first             BB2: the R is laid first, or the belote is lost
    belote_lost            BB4: fallen takers give their belote to the defence
    litige_belote          BB4: whether the belote scores in litige at once; otherwise it waits with the rest
    make                   BS3: what decides the contract: "all", points and "belote", or "plis" alone
    chute                  BS5: what the defence scores for a chute: 162, 160 or 250
    capot, capot_defence   BS7: 252 or 250; a capot of the defence is a "capot" or a "chute"
    rounding               BR: "exact", "ten", "ten160" or "five"
    ballotage, exact_end   BR6: takers with 75 to 81 points; BE5: exact totals decide the end
    target, deals          BE1: the points that end the partie, 1 to 10,000; a number of deals instead, or None
    both_over              BE2: both teams reach the target: the "higher" total wins, or the winner of the "last_deal"
    annonces               BN1: whether annonces are played
    tierce, carre_ace, carre_nine, annonce_order, shared_cards, carre_eight, carre_seven, capot_scores_annonces
                           BN2, BN4, BC5, BN5, BN13: what annonces are worth, and which count
    contracts, ta_values, capot_asked
                           BV1, BV5, BV3, BV6: "suits", "overcall" or "ladder"; points at tout atout
    shuffle, cut, misdeal, weak_hand
                           BD3, BD4, BD9, BD11: how the cards are dealt

    Rules never change: assigning raises AttributeError; equal rules have the same hash. Raises ArgumentError for an
    unknown option, a value that it does not have, or one that is not built yet.

    >>> BeloteRules(target=1001).target, BeloteRules().undertrump
    (1001, 'must')
    """

    __slots__ = tuple(OPTION_OF)

    undertrump: Literal["must", "free"]
    on_partners_trump: Literal["free", "over", "trump"]
    second_round: Literal["others", "any"]
    all_pass: Literal["redeal", "dealer_takes"]
    jack_forces: bool
    rebelote: Literal["once", "required", "optional"]
    king_first: bool
    belote_lost: bool
    litige_belote: bool
    make: Literal["all", "belote", "plis"]
    chute: int
    capot: int
    capot_defence: Literal["capot", "chute"]
    rounding: Literal["exact", "ten", "ten160", "five"]
    ballotage: bool
    exact_end: bool
    target: int
    deals: int | None
    both_over: Literal["higher", "last_deal"]
    annonces: bool
    tierce: int
    carre_ace: int
    carre_nine: int
    annonce_order: Literal["natural", "trick"]
    shared_cards: bool
    carre_eight: Literal["nothing"]
    carre_seven: Literal["nothing"]
    capot_scores_annonces: bool
    contracts: Literal["suits", "overcall", "ladder"]
    ta_values: Literal["rescaled", "plain"]
    capot_asked: bool
    shuffle: Literal["each", "once"]
    cut: int
    misdeal: Literal["again"]
    weak_hand: Literal["never"]

    def __init__(self, **options: OptionValue) -> None:
        for name in options:
            if name not in OPTION_OF:
                raise ArgumentError(f"option {name!r:.40}: unknown, expected one of {', '.join(OPTION_OF)}")
        for option in OPTIONS:
            value = options.get(option.name, option.default)
            option.check(value)
            object.__setattr__(self, option.name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: rules of Belote never change, make other ones")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name}: rules of Belote never change, make other ones")

    def as_dict(self) -> dict[str, OptionValue]:
        """Return the options that differ from their defaults, by name; records keep rules in this form.

        >>> BeloteRules(annonces=True).as_dict(), BeloteRules().as_dict()
        ({'annonces': True}, {})
        """
        return {
            option.name: getattr(self, option.name)
            for option in OPTIONS
            if getattr(self, option.name) != option.default
        }

    @classmethod
    def from_dict(cls, options: Mapping[str, OptionValue]) -> BeloteRules:
        """Return the rules with the given options, as in the result of ``as_dict``.

        Raises ArgumentError if an option is unknown, its value invalid or not built yet, or *options* is not a mapping.
        """
        try:
            given = dict(options)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"rules: {options!r:.40}, expected options by name") from error
        for name in given:
            if not isinstance(name, str):
                raise ArgumentError(f"option {name!r:.40}: unknown, expected one of {', '.join(OPTION_OF)}")
        return cls(**given)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BeloteRules):
            return NotImplemented
        return self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash(tuple(self.as_dict().items()))

    def __reduce__(self) -> tuple[object, tuple[dict[str, OptionValue]]]:
        return BeloteRules.from_dict, (self.as_dict(),)

    def __repr__(self) -> str:
        return f"BeloteRules({', '.join(f'{name}={value!r}' for name, value in self.as_dict().items())})"

"""The types of query parameters and request bodies of the API.

Requests are validated against these types: unknown fields and values out of bounds are refused. The bounds are also
listed in the OpenAPI document. The bodies that differ between kinds of games are defined by the kinds.

An entry of a game is one stored change: actions that were entered together, or an undo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ...base.options import Option, OptionSet
from ...french.letters import MAX_WORD, SPACES
from ...french.rules import HouseRules
from ...games.belettre.manche import PLIS
from ...games.belettre.seats import MAX_PLAYER_NAME, SEATS
from ...games.belettre.setup import MANCHES
from ...literals import SortOrder
from ..tables.table_state import Confirmation

#: A word as typed. It may be longer than every word of the lexicon; the judge then refuses it as unknown (W5).
Word = Annotated[str, Meta(min_length=1, max_length=4 * MAX_WORD)]
#: Maximum number of words in a partie: one word for each card that the players lay.
MAX_PLAYED = len(SEATS) * PLIS * MANCHES
#: The earlier valid words, separated by commas.
Played = Annotated[
    str,
    Meta(max_length=4000, description=f"The earlier valid words, {MAX_PLAYED} at most, separated by commas (W7, W8)"),
]
Maj = Annotated[str, Meta(max_length=4, description="The majuscule on the table (W2); empty for none")]
Min = Annotated[
    str,
    Meta(
        max_length=MAX_WORD, description="The minuscules on the table, three at most, as « l,e,c »; ? is the joker (W3)"
    ),
]
#: The number of entries that the device had seen when it sent the request.
Seen = Annotated[int, Meta(ge=0, le=1 << 31, description="How many entries the device had seen (« number »)")]
#: The name of a player; "" if the player has no name.
Name = Annotated[str, Meta(max_length=MAX_PLAYER_NAME)]
Language = Annotated[str, Meta(max_length=20, description="The language of the answer: fr or en")]
Token = Annotated[str, Meta(max_length=200)]


class Query(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The query parameter that all operations have in common.

    lang  the language of the response, "fr" or "en"; "" for the preference of the device (cookie or browser)
    """

    lang: Language = ""


def option_type(option: Option) -> Any:
    """Return the type of the values of an option of house rules, with the bounds that a request must respect."""
    if option.least is not None:
        number = Annotated[int, Meta(ge=option.least, le=option.most)]
        return number | None if option.default is None else number
    if option.members:
        return Annotated[
            str,
            Meta(
                max_length=60,
                pattern=rf"^(?!,)(?:(?:^|,)(?:{'|'.join(option.members)}))*$",
                description=f"The labels of words to refuse, separated by commas: {', '.join(option.members)}",
            ),
        ]
    return bool if isinstance(option.default, bool) else Literal[option.values]


def option_fields(rules: type[OptionSet]) -> list[tuple[str, Any, Any]]:
    """Return the fields for a struct with the options of a game: the name, type and default of each.

    The options are sorted by ``Option.since``, so that those added later come last.

    rules  the class of the options, such as ``HouseRules``
    """
    options = sorted(rules.OPTIONS, key=lambda option: option.since)
    return [(option.name, option_type(option), option.default) for option in options]


class RulesFields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The base of a struct with a field for each option of ``HouseRules``."""

    def rules(self) -> HouseRules:
        """Return these house rules as the object that a ``Judge`` takes."""
        return HouseRules(**{name: getattr(self, name) for name in HouseRules.OF_NAME})


if TYPE_CHECKING:
    Rules = RulesFields
else:
    Rules = msgspec.defstruct(
        "Rules",
        option_fields(HouseRules),
        bases=(RulesFields,),
        namespace={
            "__doc__": """House rules. The defaults are the published rules.

    The fields have the same names and meanings as the arguments of ``options.HouseRules``.
    """
        },
        kw_only=True,
        forbid_unknown_fields=True,
    )


class CardsQuery(Rules, kw_only=True):
    """The query of an operation that compares words with the cards on the table, the earlier words and the house rules.

    lang    the language of the response, as in ``Query``
    maj     the majuscule on the table (W2); "" if there is none
    min     the minuscules on the table, separated by commas: "l,e,c"; ``?`` is the joker (W3)
    played  the earlier valid words, separated by commas (W7, W8)
    """

    lang: Language = ""
    maj: Maj = ""
    min: Min = ""
    played: Played = ""

    def words(self) -> list[str]:
        """Return the earlier words of ``played`` as a list, leaving out empty ones."""
        return [word for text in self.played.split(",") if (word := text.strip(SPACES))]


class VerdictQuery(CardsQuery, kw_only=True):
    """The query for the verdict on a word.

    word  the word to judge

    The cards, the earlier words and the house rules are fields of the base class.
    """

    word: Word


class FindQuery(CardsQuery, kw_only=True):
    """The query of a search for words that fit the cards.

    The cards, the earlier words and the house rules are fields of the base class.

    limit       the maximum number of words to list
    order       "zipf" (most frequent first), "alpha" (alphabetical), "points" (most points first) or "length" (longest
                first)
    min_length  the minimum number of letters, if it is larger than the minimum of the rules (W1); None for the minimum
                of the rules
    """

    limit: Annotated[int, Meta(ge=1, le=200)] = 20
    order: SortOrder = "zipf"
    min_length: Annotated[int, Meta(ge=1, le=30)] | None = None


class PairQuery(Query, kw_only=True):
    """The query that asks whether two words are related (W8).

    a  the first word
    b  the second word
    """

    a: Word
    b: Word


class NumberOnly(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that changes a game without further data, such as an undo.

    number  the number of entries that the device had seen
    """

    number: Seen


class ArbiterToken(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that lets the device change the game from now on, as the device of an arbiter.

    token  the token of the game, or an invitation that contains it
    """

    token: Token


class SeatInvitation(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that takes a seat with an invitation to it.

    invitation  the invitation
    """

    invitation: Token


class ConfirmationRule(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that says who confirms what players enter on their own phones.

    confirm  "arbiter" for an arbiter's device, "any" for any other phone at the table too, "none" if it counts at once
    """

    confirm: Confirmation


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that says everything by its path: an empty object."""

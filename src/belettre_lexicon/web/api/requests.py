"""Floor 5. The shapes of API queries and bodies. Their bounds are checked strictly and stated in the API document."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...engine.actions import Action
from ...engine.deal import MANCHES
from ...engine.manche import PLIS
from ...engine.seats import MAX_PLAYER_NAME, SEATS, Seat
from ...engine.setup import MOST_POINTS, MOST_SEED
from ...letters import MAX_WORD
from ...options import HouseRules
from ..games.registry import BotLevel

#: A word as typed; it may be longer than any word of the lexicon, which the judge then refuses (W5).
Word = Annotated[str, Meta(min_length=1, max_length=4 * MAX_WORD)]
#: Maximum number of words in a partie: one for each card laid.
MAX_PLAYED = len(SEATS) * PLIS * MANCHES
#: Earlier words, separated by commas.
Played = Annotated[
    str,
    Meta(max_length=4000, description=f"The earlier valid words, {MAX_PLAYED} at most, separated by commas (W7, W8)"),
]
Maj = Annotated[str, Meta(max_length=4, description="The majuscule on the table (W2); empty for none")]
Min = Annotated[
    str, Meta(max_length=MAX_WORD, description="The minuscules on the table, as « l,e,c »; ? is the joker (W3)")
]
#: The number of entries that the device had seen.
Seen = Annotated[int, Meta(ge=0, le=1 << 31, description="How many entries the device had seen (« number »)")]
#: The name of a player; "" for none.
Name = Annotated[str, Meta(max_length=MAX_PLAYER_NAME)]
Language = Annotated[str, Meta(max_length=20, description="The language of the answer: fr or en")]
#: The points of a team at the start of a table that begins in mid-partie.
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Token = Annotated[str, Meta(max_length=200)]


class Query(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The query of every operation: the language of the answer, "fr" or "en"; "" for the device's preference."""

    lang: Language = ""


class Rules(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """House rules by name, as in ``options.HouseRules``. The defaults are the published rules."""

    min_letters: Annotated[int, Meta(ge=1, le=30)] = 5
    letters_shared: bool = False
    plural_only: bool = False
    compounds: bool = True
    current_only: bool = False
    accents_differ: bool = False
    refuse_near_kin: bool = False
    memory: Literal["partie", "manche", "pli"] = "partie"

    def rules(self) -> HouseRules:
        """Return the rules for the judge."""
        return HouseRules(**{name: getattr(self, name) for name in Rules.__struct_fields__})


class CardsQuery(Rules, kw_only=True):
    """The cards on the table, the earlier words, and house rules."""

    lang: Language = ""
    maj: Maj = ""
    min: Min = ""
    played: Played = ""

    def words(self) -> list[str]:
        """Return the earlier words as a list."""
        return [word for word in map(str.strip, self.played.split(",")) if word]


class VerdictQuery(CardsQuery, kw_only=True):
    """A word to judge, with the cards, earlier words and house rules that it has to fit."""

    word: Word


class FindQuery(CardsQuery, kw_only=True):
    """A search for words that fit the cards: how many to list, in which order, of which minimum length."""

    limit: Annotated[int, Meta(ge=1, le=200)] = 20
    order: Literal["zipf", "alpha", "points", "length"] = "zipf"
    min_length: Annotated[int, Meta(ge=1, le=30)] | None = None


class PairQuery(Query, kw_only=True):
    """Two words that may be related (W8)."""

    a: Word
    b: Word


class Players(msgspec.Struct, forbid_unknown_fields=True):
    """The names of the players by seat; "" for a player without a name."""

    PON: Name = ""
    SEP: Name = ""
    LEV: Name = ""
    MER: Name = ""

    def named(self) -> dict[Seat, str]:
        """Return the names that are not empty, with line breaks and repeated spaces removed."""
        names = {seat: " ".join(getattr(self, seat.value).split()) for seat in Seat}
        return {seat: name for seat, name in names.items() if name}


class _NewGame(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """The fields that a new table and a new practice game share.

    house_list  the lines of the table's own word list: « + word note » accepts a word, « - word note » refuses one
    """

    manches: Annotated[int, Meta(ge=1, le=MANCHES)] = MANCHES
    rules: Rules = msgspec.field(default_factory=Rules)
    players: Players = msgspec.field(default_factory=Players)
    house_list: Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(max_length=500)] = []


class NewTable(_NewGame, tag="table", kw_only=True):
    """A new game with real cards, which an arbiter enters. The other fields are for a game that starts in mid-partie.

    first   the manche it starts in
    before  the number of plis of that manche that were played already
    opener  the seat that opens the next pli; None if it follows from the rules
    points  the points of both teams so far
    """

    first: Annotated[int, Meta(ge=1, le=MANCHES)] = 1
    before: Annotated[int, Meta(ge=0, le=PLIS - 1)] = 0
    opener: Seat | None = None
    points: tuple[Points, Points] = (0, 0)


class NewPractice(_NewGame, tag="practice", kw_only=True):
    """A new game of one person against bots.

    seat   the person's seat; level  how well the bots play
    seed   equal seeds deal equal cards; None for a random deal
    """

    seat: Seat = Seat.PONANTAIS
    level: BotLevel = "strong"
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED - 1)] | None = None


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """The actions of one entry: usually one, or an overrun of the clock (P13) and the card that follows it."""

    number: Seen
    actions: Annotated[list[Action], Meta(min_length=1, max_length=4)]


class NumberOnly(msgspec.Struct, forbid_unknown_fields=True):
    """The body of changes without parameters: the number of entries that the device had seen."""

    number: Seen


class ArbiterToken(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a game, which makes a device an arbiter's."""

    token: Token

"""Floor 5. What requests say: queries and bodies, checked strictly, with the bounds that the API document tells."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...engine.actions import Action
from ...engine.seats import MAX_PLAYER_NAME, Seat
from ...engine.setup import MOST_POINTS, MOST_SEED
from ...letters import MAX_WORD
from ...options import HouseRules

#: A word as somebody typed it: longer ones than any word are judged too (W5).
Word = Annotated[str, Meta(min_length=1, max_length=4 * MAX_WORD)]
#: Words of a partie at most.
MOST_PLAYED = 128
#: Earlier words, separated by commas.
Played = Annotated[
    str,
    Meta(max_length=4000, description=f"The {MOST_PLAYED} valid words before at most, separated by commas (W7, W8)"),
]
Maj = Annotated[str, Meta(max_length=4, description="The majuscule on the table (W2); empty for none")]
Min = Annotated[
    str, Meta(max_length=MAX_WORD, description="The minuscules on the table, as « l,e,c »; ? is the joker (W3)")
]
#: Entries of a game that the device had seen.
Seen = Annotated[int, Meta(ge=0, le=1 << 31, description="How many entries the device had seen (« number »)")]
#: The name of a player.
Name = Annotated[str, Meta(max_length=MAX_PLAYER_NAME)]
Language = Annotated[str, Meta(max_length=20, description="The language of the answer: fr or en")]
#: Points of a team when a table is begun late.
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Token = Annotated[str, Meta(max_length=200)]


class Query(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every request may ask: the language of the answer, "fr" or "en"."""

    lang: Language = ""


class Rules(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """House rules by name, as ``options.HouseRules`` has them; those left out are the published ones."""

    min_letters: Annotated[int, Meta(ge=1, le=30)] = 5
    letters_shared: bool = False
    plural_only: bool = False
    compounds: bool = True
    current_only: bool = False
    accents_differ: bool = False
    refuse_near_kin: bool = False
    memory: Literal["partie", "manche", "pli"] = "partie"

    def rules(self) -> HouseRules:
        """The rules of the judge."""
        return HouseRules(**{name: getattr(self, name) for name in Rules.__struct_fields__})


class CardsQuery(Rules, kw_only=True):
    """The cards on the table, the words before, house rules."""

    lang: Language = ""
    maj: Maj = ""
    min: Min = ""
    played: Played = ""

    def words(self) -> list[str]:
        """The words before."""
        return [word for word in map(str.strip, self.played.split(",")) if word]


class VerdictQuery(CardsQuery, kw_only=True):
    """A word, and what it has to fit."""

    word: Word


class FindQuery(CardsQuery, kw_only=True):
    """What words are asked for."""

    limit: Annotated[int, Meta(ge=1, le=200)] = 20
    order: Literal["zipf", "alpha", "points", "length"] = "zipf"
    min_length: Annotated[int, Meta(ge=1, le=30)] | None = None


class PairQuery(Query, kw_only=True):
    """Two words whose kinship is asked for (W8)."""

    a: Word
    b: Word


class Players(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits where; a seat without a name has its own."""

    PON: Name = ""
    SEP: Name = ""
    LEV: Name = ""
    MER: Name = ""

    def named(self) -> dict[Seat, str]:
        """The names that were given, in one line each."""
        named = {seat: " ".join(getattr(self, seat.value).split()) for seat in Seat}
        return {seat: name for seat, name in named.items() if name}


class _NewGame(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """What a table and a practice game share.

    house_list  the table's own words, a line each: « + word note », « - word note »
    """

    manches: Annotated[int, Meta(ge=1, le=4)] = 4
    rules: Rules = msgspec.field(default_factory=Rules)
    players: Players = msgspec.field(default_factory=Players)
    house_list: Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(max_length=500)] = []


class NewTable(_NewGame, tag="table", kw_only=True):
    """A game with real cards, which an arbiter enters. It may start late: at manche ``first``, ``before`` of whose plis
    were played, ``opener`` opening the next, with ``points`` of both teams so far."""

    first: Annotated[int, Meta(ge=1, le=4)] = 1
    before: Annotated[int, Meta(ge=0, le=7)] = 0
    opener: Seat | None = None
    points: tuple[Points, Points] = (0, 0)


class NewPractice(_NewGame, tag="practice", kw_only=True):
    """One person in ``seat`` against bots; ``seed`` deals the same cards again."""

    seat: Seat = Seat.PONANTAIS
    level: Literal["strong", "random"] = "strong"
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED - 1)] | None = None


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """What is entered at once: an action, or an overrun of the clock and the card after it."""

    number: Seen
    actions: Annotated[list[Action], Meta(min_length=1, max_length=4)]


class Counted(msgspec.Struct, forbid_unknown_fields=True):
    """A change that needs no more than what the device had seen."""

    number: Seen


class Arbiter(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a game."""

    token: Token

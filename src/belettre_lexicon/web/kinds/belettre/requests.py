"""The types of request bodies for games of Belettre; ``api.requests`` has those for games of all kinds."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ....games.belettre.actions import Action
from ....games.belettre.manche import PLIS
from ....games.belettre.seats import Seat
from ....games.belettre.setup import MANCHES, MOST_POINTS, MOST_SEED
from ...api.requests import Name, Rules, Seen, Word
from ...tables.table_state import Confirmation, Pace

#: The points that a team already has when the arbiter starts entering a game.
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
#: How well bots play. "random" is the former name of "amateur", which programs and stored games may have.
BotLevel = Literal["easy", "amateur", "strong", "random"]


class Players(msgspec.Struct, forbid_unknown_fields=True):
    """The names of the players, one field per seat; "" for a player without a name."""

    PON: Name = ""
    SEP: Name = ""
    LEV: Name = ""
    MER: Name = ""

    def named(self) -> dict[Seat, str]:
        """Return the names that are not blank, by seat. Line breaks and repeated spaces are replaced by one space."""
        names = {seat: " ".join(getattr(self, seat.value).split()) for seat in Seat}
        return {seat: name for seat, name in names.items() if name}


class _NewGame(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """The fields that ``NewTable`` and ``NewPractice`` have in common.

    manches     the number of manches of the partie
    rules       the house rules
    players     the names of the players
    house_list  the lines of the house list, the players' own list of words: « + word note » accepts the word,
                « - word note » refuses it. The note is optional
    """

    manches: Annotated[int, Meta(ge=1, le=MANCHES)] = MANCHES
    rules: Rules = msgspec.field(default_factory=Rules)
    players: Players = msgspec.field(default_factory=Players)
    house_list: Annotated[list[Annotated[str, Meta(max_length=120)]], Meta(max_length=500)] = []


class NewTable(_NewGame, tag="table", kw_only=True):
    """A request for a new game with real cards, in which an arbiter enters what the players lay.

    The defaults are for a partie entered from its beginning. If the partie is already in progress, set these fields:

    first   the number of the current manche, from 1
    before  the number of plis of the current manche that have already been played
    opener  the seat that opens the next pli; None for the seat that opens the manche under the rules (D4)
    points  the points of the two teams so far, those of the Ponantais and the Levantin first

    Another field is about players who enter their words on their own phones:

    confirm  who confirms what they enter: "arbiter" for an arbiter's device, "any" for any other phone at the table
             too, or "none" if it counts at once
    """

    first: Annotated[int, Meta(ge=1, le=MANCHES)] = 1
    before: Annotated[int, Meta(ge=0, le=PLIS - 1)] = 0
    opener: Seat | None = None
    points: tuple[Points, Points] = (0, 0)
    confirm: Confirmation = "arbiter"


class NewPractice(_NewGame, tag="practice", kw_only=True):
    """A request for a new practice game, in which one human player plays with three bots.

    seat     the seat of the human player
    level    how well the bots play: "easy", "amateur" or "strong"; "random" is the former name of "amateur"
    pace     how fast the bots move: "slow", "normal" or "fast"; see the operation « pace »
    patient  whether the bots wait for « continue » after the human player's word was refused and after each pli
    seed     the seed of the deals: games with the same seed have the same cards. None to choose a random seed
    """

    seat: Seat = Seat.PONANTAIS
    level: BotLevel = "strong"
    pace: Pace = "normal"
    patient: bool = False
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED - 1)] | None = None


class PaceRule(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that sets how fast the bots of a practice game move.

    pace  "slow", "normal" or "fast": 2 seconds, 1 second or 0.3 seconds between two moves of bots
    """

    pace: Pace


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that enters actions. All actions form one entry, which is undone as a whole.

    number   the number of entries that the device had seen
    actions  the actions in order. Usually there is one. If a player exceeded the thinking time (P13) before laying a
             card, there are two: the first records the exceeded time, the second lays the card
    """

    number: Seen
    actions: Annotated[list[Action], Meta(min_length=1, max_length=4)]


class Correction(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that corrects the last word laid, which was mistyped.

    number  the number of entries that the device had seen
    word    the word that was said
    """

    number: Seen
    word: Word

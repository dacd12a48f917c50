"""Floor 0. The options that a table may switch, one field per « Option » of the rules."""

from __future__ import annotations

from .errors import ArgumentError
from .grammar import accepted_mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MEMORIES = ("partie", "manche", "pli")
_OPTIONS = (
    "accents_differ",
    "compounds",
    "current_only",
    "letters_shared",
    "memory",
    "min_letters",
    "plural_only",
    "refuse_near_kin",
)


class HouseRules:
    """The options of a table; the defaults are the rules as published and read.

    min_letters      W1: letters a word must have, counted after folding (5; 1 to 30)
    letters_shared   W3: cards may share a letter, and the initial may serve a minuscule as well
    plural_only      W6b: accept nouns that exist in the plural only (« funérailles »)
    compounds        W6c: accept words with a hyphen or an apostrophe (« arc-en-ciel »)
    current_only     accept current words only: refuse those marked old, rare or regional
    accents_differ   W7: words that differ by their accents are different words (« pécher », « pêcher »)
    refuse_near_kin  W8: refuse words of a kinship that only an etymologist sees (« hôtel », « hôpital ») as well
    memory           W9: how far back W7 and W8 look: "partie", "manche" or "pli"

    >>> HouseRules(plural_only=True).plural_only
    True
    """

    __slots__ = (*_OPTIONS, "accepted")

    def __init__(
        self,
        *,
        min_letters: int = 5,
        letters_shared: bool = False,
        plural_only: bool = False,
        compounds: bool = True,
        current_only: bool = False,
        accents_differ: bool = False,
        refuse_near_kin: bool = False,
        memory: str = "partie",
    ) -> None:
        if not isinstance(min_letters, int) or not 1 <= min_letters <= 30:
            raise ArgumentError(f"min_letters: {min_letters!r} is not a number between 1 and 30")
        if memory not in MEMORIES:
            raise ArgumentError(f"memory: {memory!r} is none of {', '.join(MEMORIES)}")
        self.min_letters = min_letters
        self.letters_shared = letters_shared
        self.plural_only = plural_only
        self.compounds = compounds
        self.current_only = current_only
        self.accents_differ = accents_differ
        self.refuse_near_kin = refuse_near_kin
        self.memory = memory
        #: The bits of a word's mask (``grammar.mask_bit``) that make it playable under W6b, W6c and ``current_only``.
        self.accepted = accepted_mask(plural_only=plural_only, compounds=compounds, current_only=current_only)

    def as_dict(self) -> dict[str, bool | int | str]:
        """Every option by its name, as a record keeps them.

        >>> HouseRules(**HouseRules().as_dict()) == HouseRules()
        True
        """
        return {name: getattr(self, name) for name in _OPTIONS}

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> HouseRules:
        """The rules of a record. Raises ArgumentError for an option that there is none of, or of another type."""
        defaults = _DEFAULTS.as_dict()
        for name, value in options.items():
            if name not in defaults or type(value) is not type(defaults[name]):
                raise ArgumentError(f"rules: {name!r:.40} = {value!r:.40} is no option of a house")
        given: dict[str, Any] = dict(options)
        return cls(**given)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HouseRules):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _OPTIONS)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in _OPTIONS))

    def __repr__(self) -> str:
        changed = [f"{n}={getattr(self, n)!r}" for n in _OPTIONS if getattr(self, n) != getattr(_DEFAULTS, n)]
        return f"HouseRules({', '.join(changed)})"


_DEFAULTS = HouseRules()

"""Floor 0. ``HouseRules``: the optional rules that players may choose, as described in RULES.md."""

from __future__ import annotations

from .errors import ArgumentError
from .grammar import accepted_mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    #: How far back W7 and W8 look for earlier words (W9).
    Memory = Literal["partie", "manche", "pli"]

#: The values of the option ``memory`` (W9), the longest memory first.
MEMORIES: tuple[Memory, ...] = ("partie", "manche", "pli")
#: The largest value of the option ``min_letters``.
_MOST_MIN_LETTERS = 30
_OPTIONS = (
    "accents_differ",
    "compounds",
    "current_only",
    "letters_shared",
    "memory",
    "min_letters",
    "nonsense_is_pass",
    "plural_only",
    "refuse_near_kin",
)
#: The options that version 1 of records did not have at first (``HouseRules.as_dict``).
_YOUNGER_THAN_RECORDS = ("nonsense_is_pass",)


class HouseRules:
    """The optional rules that players choose. The defaults are the published rules (RULES.md).

    min_letters      W1: the smallest number of letters that a word may have, counted after folding; 1 to 30, default 5
    letters_shared   W3: one letter of a word may count for several cards, also the first letter; default False
    plural_only      W6b: accept nouns that exist only in the plural (« funérailles »); default False
    compounds        W6c: accept words with a hyphen or an apostrophe (« arc-en-ciel »); default True
    current_only     refuse words labelled as old, rare or regional; default False
    accents_differ   W7: treat words with different accents as different (« pécher », « pêcher »); default False
    refuse_near_kin  W8: also refuse kin that only an etymologist recognises (« hôtel », « hôpital »); default False
    memory           W9: whether W7 and W8 look back over the "partie", the "manche" or the "pli"; default "partie"
    nonsense_is_pass P9: in positions 1 and 2, a word refused only because it is unknown counts as a pass; default False

    Raises ArgumentError if *min_letters* is out of range or *memory* is unknown.

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
        memory: Memory = "partie",
        nonsense_is_pass: bool = False,
    ) -> None:
        if not isinstance(min_letters, int) or not 1 <= min_letters <= _MOST_MIN_LETTERS:
            raise ArgumentError(f"min_letters: {min_letters!r} is not a number between 1 and {_MOST_MIN_LETTERS}")
        if memory not in MEMORIES:
            raise ArgumentError(f"memory: {memory!r} is not one of {', '.join(MEMORIES)}")
        self.min_letters = min_letters
        self.letters_shared = letters_shared
        self.plural_only = plural_only
        self.compounds = compounds
        self.current_only = current_only
        self.accents_differ = accents_differ
        self.refuse_near_kin = refuse_near_kin
        self.memory = memory
        self.nonsense_is_pass = nonsense_is_pass
        #: The bits of a mask (``grammar.mask_bit``) that make a word playable with the options ``plural_only`` (W6b),
        #: ``compounds`` (W6c) and ``current_only``.
        self.accepted = accepted_mask(plural_only=plural_only, compounds=compounds, current_only=current_only)

    def as_dict(self) -> dict[str, bool | int | str]:
        """Return a dictionary with the values of the options by their names; records keep options in this form.

        An option that is younger than the format of records is left out while it has its default value, so that the
        header of a record, and with it the check of every line, stays what it was.

        >>> HouseRules(**HouseRules().as_dict()) == HouseRules()
        True
        """
        options = {name: getattr(self, name) for name in _OPTIONS}
        for name in _YOUNGER_THAN_RECORDS:
            if options[name] == getattr(PUBLISHED_RULES, name):
                del options[name]
        return options

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> HouseRules:
        """Return the house rules with the given options; options that are missing have their default values.

        *options* maps names to values, as in the result of ``as_dict``. Raises ArgumentError if an option is unknown or
        its value is invalid.
        """
        for name, value in options.items():
            if name not in _OPTIONS or type(value) is not type(getattr(PUBLISHED_RULES, name)):
                raise ArgumentError(
                    f"rules: {name!r:.40} = {value!r:.40}: unknown option, or a value of the wrong type"
                )
        given: dict[str, Any] = dict(options)
        return cls(**given)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HouseRules):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _OPTIONS)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in _OPTIONS))

    def __repr__(self) -> str:
        changed = [f"{n}={getattr(self, n)!r}" for n in _OPTIONS if getattr(self, n) != getattr(PUBLISHED_RULES, n)]
        return f"HouseRules({', '.join(changed)})"


#: The published rules. Code that takes None for them uses this object.
PUBLISHED_RULES = HouseRules()

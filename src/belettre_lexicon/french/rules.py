"""``HouseRules``: the optional rules that players may choose, as described in RULES.md."""

from __future__ import annotations

from ..base.errors import ArgumentError
from .grammar import CONDITIONAL_BITS, CURRENT_ONLY, LABEL_GROUPS, PARTICIPLE_BIT, accepted_mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Final

    from ..literals import Accents, LabelGroup, Memory, Participles

#: The values of the option ``memory`` (W9), the longest memory first.
MEMORIES: tuple[Memory, ...] = ("partie", "manche", "pli")
#: The values of the option ``accents`` (W4), the default first.
ACCENTS: tuple[Accents, ...] = ("announced", "free")
#: The values of the option ``participles`` (W6a), the default first.
PARTICIPLES: tuple[Participles, ...] = ("listed", "never", "always")
#: The largest value of the option ``min_letters``.
_MOST_MIN_LETTERS = 30
_OPTIONS = (
    "accents",
    "accents_differ",
    "compounds",
    "current_only",
    "letters_shared",
    "memory",
    "min_letters",
    "nonsense_is_pass",
    "participles",
    "plural_only",
    "refuse_labels",
    "refuse_near_kin",
)
#: The options that version 1 of records did not have at first (``HouseRules.as_dict``).
_YOUNGER_THAN_RECORDS = ("nonsense_is_pass", "accents", "participles", "refuse_labels")


class HouseRules:
    """The optional rules that players choose. The defaults are the published rules (RULES.md).

    min_letters      W1: the smallest number of letters that a word may have, counted after folding; 1 to 30, default 5
    letters_shared   W3: one letter of a word may count for several cards, also the first letter; default False
    accents          W4: "announced" judges a word typed in a known spelling as that word; "free" accepts it if any
                     spelling of its letters is accepted, as on the cards; default "announced"
    plural_only      W6b: accept nouns that exist only in the plural (« funérailles »); default False
    compounds        W6c: accept words with a hyphen or an apostrophe (« arc-en-ciel »); default True
    current_only     short for refuse_labels=("old", "rare", "regional"); default False
    refuse_labels    refuse words with labels of these groups: "old", "rare", "regional" (Belgian, Swiss, from Québec or
                     from Africa too), "familiar" (slang too), "vulgar"; the names, or one text with commas; default ()
    participles      W6a: "listed" accepts a participle that dictionaries list as adjective or noun; "never" only as a
                     noun; "always" accepts every present participle and masculine singular; default "listed"
    accents_differ   W7: treat words with different accents as different (« pécher », « pêcher »); default False
    refuse_near_kin  W8: also refuse kin that only an etymologist recognises (« hôtel », « hôpital »); default False
    memory           W9: whether W7 and W8 look back over the "partie", the "manche" or the "pli"; default "partie"
    nonsense_is_pass P9: in positions 1 and 2, a word refused only because it is unknown counts as a pass; default False

    After that, *refuse_labels* is a tuple in the order above, and *current_only* whether it has exactly its groups.
    House rules never change: assigning to an option raises AttributeError, and equal rules have the same hash.

    Raises ArgumentError if *min_letters* is out of range, or another value is unknown.

    >>> HouseRules(plural_only=True).plural_only
    True
    """

    __slots__ = (*_OPTIONS, "accepted", "refused_labels", "undecided")

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
        accents: Accents = "announced",
        refuse_labels: Iterable[str] = (),
        participles: Participles = "listed",
    ) -> None:
        if not isinstance(min_letters, int) or not 1 <= min_letters <= _MOST_MIN_LETTERS:
            raise ArgumentError(f"min_letters: {min_letters!r} is not a number between 1 and {_MOST_MIN_LETTERS}")
        if memory not in MEMORIES:
            raise ArgumentError(f"memory: {memory!r} is not one of {', '.join(MEMORIES)}")
        if accents not in ACCENTS:
            raise ArgumentError(f"accents: {accents!r:.40} is not one of {', '.join(ACCENTS)}")
        if participles not in PARTICIPLES:
            raise ArgumentError(f"participles: {participles!r:.40} is not one of {', '.join(PARTICIPLES)}")
        groups = _known_groups(refuse_labels, CURRENT_ONLY if current_only else ())
        self.min_letters: Final = min_letters
        self.letters_shared: Final = letters_shared
        self.plural_only: Final = plural_only
        self.compounds: Final = compounds
        self.current_only: Final = groups == CURRENT_ONLY
        self.refuse_labels: Final = groups
        self.participles: Final = participles
        self.accents_differ: Final = accents_differ
        self.refuse_near_kin: Final = refuse_near_kin
        self.memory: Final = memory
        self.nonsense_is_pass: Final = nonsense_is_pass
        self.accents: Final = accents
        #: The labels of the groups in ``refuse_labels``.
        self.refused_labels: Final = frozenset(label for group in groups for label in LABEL_GROUPS[group])
        # Whether conditional readings have to be looked at: an option refuses some of them.
        look = bool(groups) or participles == "never"
        #: The bits of a mask (``grammar.mask_bit``) that make a word playable with these options (W6).
        self.accepted: Final = accepted_mask(plural_only=plural_only, compounds=compounds, conditional=not look)
        #: The bits of a mask that leave the decision to the readings (``lexicon.readings``); 0 under published rules.
        self.undecided: Final = (CONDITIONAL_BITS if look else 0) | (PARTICIPLE_BIT if participles == "always" else 0)

    def as_dict(self, *, complete: bool = False) -> dict[str, bool | int | str]:
        """Return a dictionary with the values of the options by their names; records keep options in this form.

        Unless *complete* is true, an option that is younger than the format of records is left out while it has its
        default value, so that the header of a record, and with it the check of every line, stays what it was. Groups of
        labels that ``current_only`` stands for are left out too; other groups are one text, separated by commas.

        >>> HouseRules(**HouseRules().as_dict()) == HouseRules()
        True
        """
        options = {name: getattr(self, name) for name in _OPTIONS}
        options["refuse_labels"] = "" if self.current_only else ",".join(self.refuse_labels)
        for name in _YOUNGER_THAN_RECORDS:
            if options[name] == _DEFAULTS[name] and not complete:
                del options[name]
        return options

    @classmethod
    def from_dict(cls, options: Mapping[str, object]) -> HouseRules:
        """Return the house rules with the given options; options that are missing have their default values.

        *options* maps names to values, as in the result of ``as_dict``. Raises ArgumentError if an option is unknown or
        its value is invalid.
        """
        for name, value in options.items():
            if name not in _OPTIONS or type(value) is not type(_DEFAULTS[name]):
                raise ArgumentError(
                    f"rules: {name!r:.40} = {value!r:.40}: unknown option, or a value of the wrong type"
                )
        given: dict[str, Any] = dict(options)
        return cls(**given)

    if not TYPE_CHECKING:  # a type checker knows from ``Final`` that options are never assigned

        def __setattr__(self, name: str, value: object) -> None:
            """Set an attribute for the first time. Raises AttributeError if it is set already."""
            if hasattr(self, name):
                raise AttributeError(f"house rules never change: make new ones instead of assigning to {name!r}")
            object.__setattr__(self, name, value)

        def __delattr__(self, name: str) -> None:
            """Raise AttributeError."""
            raise AttributeError(f"house rules never change: {name!r} cannot be deleted")

    def __reduce__(self) -> tuple[Callable[..., HouseRules], tuple[dict[str, bool | int | str]]]:
        return type(self).from_dict, (self.as_dict(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HouseRules):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _OPTIONS)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in _OPTIONS))

    def __repr__(self) -> str:
        changed = [f"{n}={getattr(self, n)!r}" for n in _OPTIONS if getattr(self, n) != getattr(PUBLISHED_RULES, n)]
        return f"HouseRules({', '.join(changed)})"


def _known_groups(groups: Iterable[str], more: Iterable[str]) -> tuple[LabelGroup, ...]:
    """Return the groups of labels of both arguments, in the order of ``LABEL_GROUPS``.

    Raises ArgumentError if *groups* is neither a text with commas nor names, or one of them is unknown.
    """
    if isinstance(groups, str):
        groups = filter(None, map(str.strip, groups.split(",")))
    elif not hasattr(groups, "__iter__"):
        raise ArgumentError(f"refuse_labels: {groups!r:.40}: expected names out of {', '.join(LABEL_GROUPS)}")
    given = [*groups, *more]
    for name in given:
        if not isinstance(name, str) or name not in LABEL_GROUPS:
            raise ArgumentError(f"refuse_labels: {name!r:.40} is not one of {', '.join(LABEL_GROUPS)}")
    return tuple(name for name in LABEL_GROUPS if name in given)


#: The published rules. Code that takes None for them uses this object.
PUBLISHED_RULES = HouseRules()
#: The values of its options, in the form of ``HouseRules.as_dict``.
_DEFAULTS = {name: getattr(PUBLISHED_RULES, name) for name in _OPTIONS} | {"refuse_labels": ""}

"""``HouseRules``: the optional rules that players may choose, as described in RULES.md.

The fields of the class are the table of the options (``base.options``): start there.
"""

from __future__ import annotations

from ..base.errors import ArgumentError
from ..base.options import Option, OptionSet, option
from .grammar import CONDITIONAL_BITS, CURRENT_ONLY, LABEL_GROUPS, PARTICIPLE_BIT, accepted_mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Self

    from ..literals import Accents, LabelGroup, Memory, Participles

    class _Groups:
        """The type of ``HouseRules.refuse_labels``: set from group names or one text with commas, read as a tuple."""

        def __get__(self, rules: object, kind: object) -> tuple[LabelGroup, ...]: ...
        def __set__(self, rules: object, groups: Iterable[str]) -> None: ...


#: The values of the option ``memory`` (W9), the longest memory first.
MEMORIES: tuple[Memory, ...] = ("partie", "manche", "pli")
#: The values of the option ``accents`` (W4), the default first.
ACCENTS: tuple[Accents, ...] = ("announced", "free")
#: The values of the option ``participles`` (W6a), the default first.
PARTICIPLES: tuple[Participles, ...] = ("listed", "never", "always")
#: The beginning of the help text of every house rule.
HELP_PREFIX = "house rule: "


class WordOption(Option):
    """An option of Belettre. If its default is True or False, it accepts any value, which counts as true or false."""

    @property
    def help(self) -> str:
        """The help text of the flag: "house rule: ", what the option decides, and the id of its rule if it has one."""
        return f"{HELP_PREFIX}{self.about}{f' ({self.rule})' if self.rule else ''}"

    def check(self, value: object) -> None:
        """Raise ArgumentError if *value* is not allowed. Lists of groups are checked later, by ``HouseRules``."""
        if self.least is not None:
            if not isinstance(value, int) or not self.least <= value <= self.most:
                raise ArgumentError(f"{self.name}: {value!r} is not a number between {self.least} and {self.most}")
        elif self.switched is None and not self.members and value not in self.values:
            raise ArgumentError(f"{self.name}: {value!r:.40} is not one of {', '.join(map(str, self.values))}")


class _Decided:
    """The attributes of ``HouseRules`` that are computed from the options.

    refused_labels  the labels of the groups in ``refuse_labels``
    accepted        the bits of a mask (``grammar.mask_bit``) that make a word playable with these options (W6)
    undecided       the bits of a mask for which each reading must be looked at (``lexicon.readings.reading_reasons``);
                    0 under the published rules
    """

    __slots__ = ()

    refused_labels: frozenset[str]
    accepted: int
    undecided: int


class HouseRules(_Decided, OptionSet):
    """The optional rules that players choose. The defaults are the published rules (RULES.md).

    min_letters      W1: the smallest number of letters that a word may have, counted after folding; 1 to 30, default 5
    letters_shared   W3: one letter of a word may count for several cards, even the first letter; default False
    accents          W4: "announced" judges a word typed in a known spelling as that word; "free" accepts it if any
                     spelling of its letters is accepted, as on the cards; default "announced"
    plural_only      W6b: accept nouns that exist only in the plural (« funérailles »); default False
    compounds        W6c: accept words with a hyphen or an apostrophe (« arc-en-ciel »); default True
    current_only     short for refuse_labels=("old", "rare", "regional"); default False
    refuse_labels    refuse words with labels of these groups: "old", "rare", "regional" (Belgian, Swiss, from Québec or
                     from Africa too), "familiar" (slang too), "vulgar", "offensive"; the names, or one text with
                     commas; default ()
    participles      W6a: "listed" accepts a participle that dictionaries list as adjective or noun; "never" only as a
                     noun; "always" accepts every present participle and masculine singular; default "listed"
    accents_differ   W7: treat words with different accents as different (« pécher », « pêcher »); default False
    refuse_near_kin  W8: also refuse kin that only an etymologist recognises (« hôtel », « hôpital »); default False
    memory           W9: whether W7 and W8 look back over the "partie", the "manche" or the "pli"; default "partie"
    nonsense_is_pass P9: in positions 1 and 2, a word refused only because it is unknown counts as a pass; default False

    The attribute *refuse_labels* is a tuple of group names in the order above, to which *current_only* adds its three.
    The attribute *current_only* is True if the tuple has exactly these three, however they were given. House rules are
    immutable: assigning raises AttributeError. Equal rules have the same hash.

    Raises ArgumentError if *min_letters* is out of range, or another value is unknown.

    >>> HouseRules(plural_only=True).plural_only
    True
    """

    OPTION = WordOption
    BY_NAME = True
    DERIVED = ("refused_labels", "accepted", "undecided")

    min_letters: int = option(
        "W1",
        default=5,
        least=1,
        most=30,
        topic="words",
        since=0,
        about="smallest number of letters of a word, 1 to 30 (default 5)",
        means="the smallest number of letters that a word may have, 1 to 30",
    )
    letters_shared: bool = option(
        "W3",
        default=False,
        topic="cards",
        since=0,
        typed="shared_letters",
        about="cards may share a letter",
        means="whether one letter of a word may count for several cards",
    )
    accents: Accents = option(
        "W4",
        default="announced",
        others=("free",),
        topic="words",
        since=2,
        about="announced (default), a word in a known spelling is that word, or free, every spelling counts",
        means='"announced" judges a word typed in a known spelling as that word; "free" every spelling',
    )
    plural_only: bool = option(
        "W6b",
        default=False,
        topic="words",
        since=0,
        about="accept nouns that exist only in the plural",
        means="whether nouns that exist only in the plural are accepted",
    )
    compounds: bool = option(
        "W6c",
        default=True,
        topic="words",
        since=0,
        about="refuse words with a hyphen or an apostrophe",
        means="whether words with a hyphen or an apostrophe are accepted",
    )
    current_only: bool = option(
        "",
        default=False,
        topic="words",
        since=0,
        about="refuse rare, old and regional words",
        means="whether words with the labels old, rare and regional are refused, and no others",
    )
    refuse_labels: _Groups = option(
        "",
        default="",
        members=tuple(LABEL_GROUPS),
        topic="words",
        since=3,
        ticked="familiar,vulgar,offensive",
        about="refuse words labelled old, rare, regional, familiar, vulgar or offensive; separate several by commas",
        means='the groups of labels that are refused, separated by commas; "" if *current_only* says it all',
    )
    participles: Participles = option(
        "W6a",
        default="listed",
        others=("never", "always"),
        topic="words",
        since=4,
        about="listed (default), participles that are listed as adjective or noun, never or always",
        means="which participles are accepted: those that dictionaries list, none as adjective, or all",
    )
    accents_differ: bool = option(
        "W7",
        default=False,
        topic="kin",
        since=0,
        about="words that differ only in their accents are not repeats",
        means="whether words with different accents are different",
    )
    refuse_near_kin: bool = option(
        "W8",
        default=False,
        topic="kin",
        since=0,
        about="also refuse words related only by a distant origin",
        means="whether kin that only an etymologist recognises are refused too",
    )
    memory: Memory = option(
        "W9",
        default="partie",
        others=("manche", "pli"),
        topic="game",
        since=0,
        about="how far back W7 and W8 look, partie (default), manche or pli",
        means="whether W7 and W8 look back over the partie, the manche or the pli",
    )
    nonsense_is_pass: bool = option(
        "P9",
        default=False,
        topic="game",
        about="an unknown word in position 1 or 2 counts as a pass, which loses the pli",
        means="whether an unknown word counts as a pass in positions 1 and 2",
    )

    def _settle(self) -> None:
        groups = _known_groups(self.refuse_labels, CURRENT_ONLY if self.current_only else ())
        # Whether conditional readings have to be looked at: an option refuses some of them.
        look = bool(groups) or self.participles == "never"
        self._set(
            refuse_labels=groups,
            current_only=groups == CURRENT_ONLY,
            refused_labels=frozenset(label for group in groups for label in LABEL_GROUPS[group]),
            accepted=accepted_mask(plural_only=self.plural_only, compounds=self.compounds, conditional=not look),
            undecided=(CONDITIONAL_BITS if look else 0) | (PARTICIPLE_BIT if self.participles == "always" else 0),
        )

    def _recorded(self, name: str) -> bool | int | str:
        """Return the value of an option as records keep it: groups of labels are one text, "" for *current_only*."""
        value: bool | int | str = getattr(self, name)
        if name == "refuse_labels":
            return "" if self.current_only else ",".join(self.refuse_labels)
        return value

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Self:
        """Return the house rules with these *options* (name → value, as from ``as_dict``) and defaults for all others.

        Raises ArgumentError if an option is unknown, or its value is not allowed or of another type than its default.
        """
        for name, value in options.items():
            if name not in cls.OF_NAME or type(value) is not type(cls.OF_NAME[name].default):
                raise ArgumentError(
                    f"rules: {name!r:.40} = {value!r:.40}: unknown option, or a value of the wrong type"
                )
        return super().from_dict(options)


def _known_groups(groups: Iterable[str], more: Iterable[str]) -> tuple[LabelGroup, ...]:
    """Return the groups of both arguments, in the order of ``LABEL_GROUPS``. Raises ArgumentError for unknown ones."""
    if isinstance(groups, str):
        groups = filter(None, map(str.strip, groups.split(",")))
    elif not hasattr(groups, "__iter__"):
        raise ArgumentError(f"refuse_labels: {groups!r:.40}: expected names out of {', '.join(LABEL_GROUPS)}")
    given = [*groups, *more]
    for name in given:
        if not isinstance(name, str) or name not in LABEL_GROUPS:
            raise ArgumentError(f"refuse_labels: {name!r:.40} is not one of {', '.join(LABEL_GROUPS)}")
    return tuple(name for name in LABEL_GROUPS if name in given)


#: The published rules. Functions whose *rules* may be None use this object instead of None.
PUBLISHED_RULES = HouseRules()

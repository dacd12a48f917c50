"""Sets of house rules that clubs and apps use, by name: ``SETS``.

A set names only what differs from the defaults. The names are what players type, so they are French and without
accents. The sets of coinche are those of VC-P in RULES-BELOTE.md.
"""

from __future__ import annotations

from ....base.errors import ArgumentError
from ..rules import BeloteRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....base.options import OptionValue

    #: The options of a set by name.
    Changes = Mapping[str, OptionValue]

#: Name → the options that differ from the defaults.
SETS: dict[str, Changes] = {
    "classique": {},
    "arrondi": {"rounding": "ten", "target": 1010},
    "club-belote": {"litige": "chute", "all_pass": "same_dealer", "misdeal": "162", "rounding": "nearest"},
    "annonces": {"annonces": True},
    "federation": {"game": "coinche"},
    "contree": {"game": "coinche", "fall": 162, "coinche_belote": "own"},
    "club": {
        "game": "coinche",
        "rounding": "nearest",
        "coinche_belote": "own",
        "capot_unasked": False,
        "target": 2000,
    },
    "points-demandes": {"game": "coinche", "coinche_score": "bid"},
    "iscool": {"game": "coinche", "make": "plis", "surcoinche": 3, "sa_ta": True, "annonces": True},
    "bga": {
        "game": "coinche",
        "coinche_ends": True,
        "volley": True,
        "sa_ta": True,
        "ta_values": "proportional",
        "ta_belote": False,
        "target": 2000,
    },
    "moderne": {"game": "three", "moderne": True},
}


def rules_of_set(name: str, own: Mapping[str, Changes], changes: Changes) -> BeloteRules:
    """Return the house rules of a set, with some options changed.

    name     the name of the set
    own      the sets of the table's own, by name
    changes  options that the table chooses besides, which come first

    Raises ArgumentError if there is no such set, or an option of it is not allowed.

    >>> rules_of_set("contree", {}, {"target": 2000}).as_dict()
    {'game': 'coinche', 'fall': 162, 'coinche_belote': 'own', 'target': 2000}
    """
    sets = {**SETS, **own}
    if name not in sets:
        raise ArgumentError(f"set {name!r:.40}: expected one of {', '.join(sets)}")
    return BeloteRules.from_dict({**sets[name], **changes})

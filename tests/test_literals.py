"""The closed sets of names: the types that type checkers know are the tables that the program uses."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from belettre_lexicon import REASONS, HouseRules, Judge, Lexicon, Reading, literals
from belettre_lexicon.french import grammar
from belettre_lexicon.french import rules as options
from belettre_lexicon.lexicon.find.search import SORT_KEYS
from belettre_lexicon.words import verdicts
from tests import public_types

#: Name of a type → the names at run time.
TABLES = {
    "PartOfSpeech": grammar.POS.values(),
    "Gender": grammar.GENDERS.values(),
    "Number": grammar.NUMBERS.values(),
    "Label": grammar.LABELS,
    "LabelGroup": grammar.LABEL_GROUPS,
    "Source": grammar.SOURCES,
    "RefusedStatus": [status for status in grammar.STATUSES.values() if status != "playable"],
    "Status": grammar.STATUSES.values(),
    "LexicalReason": [
        *(status for status in grammar.STATUSES.values() if status != "playable"),
        "compound",
        "house_list",
    ],
    "Reason": REASONS,
    "Relation": grammar.RELATIONS,
    "Tier": grammar.TIERS,
    "LinkTier": grammar.LINK_TIERS,
    "LinkEvidence": grammar.EVIDENCE.values(),
    "Accents": options.ACCENTS,
    "Participles": options.PARTICIPLES,
    "Memory": options.MEMORIES,
    "SortOrder": SORT_KEYS,
}


def names_of(kind: object) -> list[str]:
    """Return the strings of a ``Literal``, or of a union of several."""
    return [name for part in get_args(kind) for name in ([part] if isinstance(part, str) else names_of(part))]


@pytest.mark.parametrize("kind", TABLES)
def test_a_type_has_the_names_of_its_table(kind: str) -> None:
    """Neither has a name more than the other, and the order is the same."""
    typed = names_of(getattr(literals, kind))

    assert sorted(typed) == sorted(TABLES[kind])
    assert len(set(typed)) == len(typed)


def test_every_type_has_a_table() -> None:
    """A set that is added to the module is compared with what the program uses."""
    defined = {name for name, value in vars(literals).items() if get_args(value)}

    assert defined == set(TABLES)


def test_the_types_of_refusals_are_refusals_at_run_time() -> None:
    """A program may import them without TYPE_CHECKING; subscripts mean nothing there."""
    names: dict[str, Any] = vars(verdicts)

    assert names["AnyRefusal"] is names["Remark"] is names["Refusal"]
    assert names["Refusal"]["plural", dict] is names["Refusal"]


def test_a_type_can_be_asked_for_at_run_time() -> None:
    """The literals are real types, for programs that validate their own fields with them."""

    class Row:
        tier: literals.Tier

    assert get_args(get_type_hints(Row)["tier"]) == ("core", "near")


def test_words_of_the_house_keep_their_names(judge: Judge) -> None:
    """What a reading and the options say is one of the names."""
    (reading, *_) = judge("actrice").readings

    assert isinstance(reading, Reading)
    assert reading.pos in names_of(literals.PartOfSpeech)
    assert reading.gender in names_of(literals.Gender)
    assert reading.number in names_of(literals.Number)
    assert set(reading.sources) <= set(names_of(literals.Source))
    assert HouseRules().memory in names_of(literals.Memory)


def test_the_public_types_hold_for_real_values(lexicon: Lexicon) -> None:
    """The types asserted in ``public_types`` match the values at run time."""
    public_types.check(lexicon)

"""The values of the engine: actions, events, states and all others are immutable; actions and events as JSON."""

from __future__ import annotations

import importlib
import json
import pkgutil
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from belettre_lexicon.french.cards import Card, Case
from belettre_lexicon.games import belettre as engine
from belettre_lexicon.games.belettre.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Passe,
    PickUp,
    Swap,
)
from belettre_lexicon.games.belettre.events import (
    Discarded,
    Event,
    PartieEnded,
    Passed,
    Revealed,
    Swapped,
    WordAccepted,
    WordRefused,
)
from belettre_lexicon.games.belettre.hands import UnknownHand
from belettre_lexicon.games.belettre.manche import Belettre, Manche
from belettre_lexicon.games.belettre.pli import Laid, Pli
from belettre_lexicon.games.belettre.records.json_lines import event_from_json, json_reader, to_json
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.games.belettre.state import State
from tests.engine.scripted_games import LEV, MER, PON, SEP

#: The fields of actions and events that JSON leaves out if they have these values.
DEFAULTS: dict[type[msgspec.Struct], dict[str, Any]] = {
    Lay: {"word": "", "letter": "", "says": True},
    WordAccepted: {"letter": "", "says": True, "belettre": ""},
    WordRefused: {"letter": "", "says": True, "belettre": "", "fault": False},
    Passed: {"fault": False, "belettre": ""},
    Discarded: {"belettre": ""},
    Swapped: {"seen": False, "belettre": ""},
    Revealed: {"belettre": ""},
    PartieEnded: {"winner": None},
}
#: The only structs of the engine that change: a game is counted while it is played.
MUTABLE = {"GameTally"}


def structs() -> list[type[msgspec.Struct]]:
    """Return every struct that the modules of the engine define, private ones included."""
    found = []
    for info in pkgutil.walk_packages(engine.__path__, f"{engine.__name__}."):
        kinds = vars(importlib.import_module(info.name)).values()
        found += [kind for kind in kinds if isinstance(kind, type) and kind.__module__ == info.name]
    return [kind for kind in found if issubclass(kind, msgspec.Struct) and kind.__name__ not in MUTABLE]


@pytest.mark.parametrize("kind", structs(), ids=lambda kind: kind.__name__)
def test_values_are_immutable(kind: type[msgspec.Struct]) -> None:
    """No field can be set; equal values have the same hash, so that sets and dicts can hold them."""
    fields: dict[str, Any] = dict.fromkeys(kind.__struct_fields__)
    value = kind(**fields)

    assert hash(value) == hash(kind(**fields))
    for name in fields:
        with pytest.raises(AttributeError, match="immutable"):
            setattr(value, name, 1)


def reachable(kind: type[msgspec.Struct]) -> set[object]:
    """Return the types that the fields of a struct may hold, and those that these may hold, down to plain types."""
    found: set[object] = set()
    waiting: list[object] = list(get_type_hints(kind).values())
    while waiting:
        hint = waiting.pop()
        if get_origin(hint) is not Literal and get_args(hint):
            waiting += get_args(hint)
        elif hint not in found:
            found.add(hint)
            if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
                waiting += get_type_hints(hint).values()
    return {kind for kind in found if get_origin(kind) is not Literal}


def test_values_that_no_collector_sees_hold_nothing_that_refers_back() -> None:
    """A struct without tracking holds cards, seats, plain values and such structs alone: it cannot be in a cycle."""
    untracked = [kind for kind in structs() if not kind.__struct_config__.gc]
    plain = {Card, Case, Seat, str, int, bool, type(None), Ellipsis, UnknownHand}

    held = {kind.__name__: reachable(kind) - plain - set(untracked) for kind in untracked}

    assert "Manche" in held
    assert not any(held.values()), held


def test_what_json_leaves_out_is_always_the_same() -> None:
    """Records of earlier versions leave these values out, so a default never changes."""
    kinds: list[type[msgspec.Struct]] = [*get_args(Action), *get_args(Event)]

    for kind in kinds:
        defaults = {field.name: field.default for field in msgspec.structs.fields(kind) if not field.required}

        assert defaults == DEFAULTS.get(kind, {}), kind


def test_a_state_begins_with_nothing_played() -> None:
    """No pli, card, Belettre or word: the fields that are left out say so."""
    manche = Manche(1, PON, (), Pli(PON))
    state = State(manche)
    laid = Laid(PON, Card.of("a"), True)
    hand = UnknownHand()

    assert (hand.size, hand.majuscules, hand.majuscules_left) == (8, (2, 2), (2, 2))
    assert (manche.taken, manche.before, manche.taken_back) == ((), 0, ((), (), (), ()))
    assert manche.belettres == (Belettre("none", ""),) * 4
    assert (manche.pli_number, manche.plis_left, manche.begun) == (1, 8, False)
    assert (manche.pli.wild, manche.pli.majuscules, manche.pli.minuscules) == (False, 0, 0)
    assert (state.over, state.last_word, state.words, state.seen) == (False, None, (), ())
    assert (laid.word, laid.letter, laid.forced) == (None, "", False)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (AnnounceBelettre(SEP), '{"action":"announce","seat":"SEP"}'),
        (Lay(PON, Card.of("l")), '{"action":"lay","seat":"PON","card":"l"}'),
        (Lay(PON, Card.of("l"), "", "", True), '{"action":"lay","seat":"PON","card":"l"}'),
        (
            Lay(MER, Card.of("JOKER"), "Kiosque", "k", False),
            '{"action":"lay","seat":"MER","card":"JOKER","word":"Kiosque","letter":"k","says":false}',
        ),
        (Passe(LEV, Card.of("min")), '{"action":"passe","seat":"LEV","card":"min"}'),
        (Discard(LEV, Card.of("?")), '{"action":"discard","seat":"LEV","card":"?"}'),
        (Swap(SEP, Card.of("A")), '{"action":"swap","seat":"SEP","card":"A"}'),
        (PickUp(MER), '{"action":"pick_up","seat":"MER"}'),
        (Overrule(False, "non"), '{"action":"overrule","accept":false,"reason":"non"}'),
    ],
)
def test_the_json_of_an_action_leaves_out_what_has_its_default(action: Action, text: str) -> None:
    """The field ``action`` says the kind; the JSON reads back, but not with a field that the action does not have."""
    reader: msgspec.json.Decoder[Action] = json_reader(Action)  # type: ignore[arg-type]  # a union is not a class

    assert to_json(action).decode() == text
    assert reader.decode(text) == action
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        reader.decode(json.dumps({**json.loads(text), "colour": "red"}))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Passed(PON, Card.of("k")), '{"event":"passed","seat":"PON","card":"k"}'),
        (Passed(PON, Card.of("k"), True), '{"event":"passed","seat":"PON","card":"k","fault":true}'),
        (Discarded(SEP, Card.of("?"), "J4"), '{"event":"discarded","seat":"SEP","card":"?","rule":"J4"}'),
        (Swapped(LEV, Card.of("A"), Card.of("b")), '{"event":"swapped","seat":"LEV","card":"A","back":"b"}'),
        (
            Swapped(LEV, Card.of("A"), Card.of("b"), True, "forfeited"),
            '{"event":"swapped","seat":"LEV","card":"A","back":"b","seen":true,"belettre":"forfeited"}',
        ),
    ],
)
def test_the_json_of_an_event_leaves_out_what_has_its_default(event: Event, text: str) -> None:
    """The field ``event`` says the kind; the JSON reads back, but not with a field that the event does not have."""
    assert to_json(event).decode() == text
    assert event_from_json(text.encode()) == event
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        event_from_json(json.dumps({**json.loads(text), "colour": "red"}).encode())


@pytest.mark.parametrize(("value", "name"), [(object(), "object"), ([b"", object()], "object"), (1j, "complex")])
def test_a_value_that_no_event_holds_is_a_type_error(value: object, name: str) -> None:
    """The error names its type, and is not a null in the record."""
    with pytest.raises(TypeError, match=f"^{name} cannot be part of an event$"):
        to_json(value)

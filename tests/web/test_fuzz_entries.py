"""Random entries with the right token: each is accepted completely or refused completely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon.french.cards import CARDS
from belettre_lexicon.games.belettre.actions import Action
from belettre_lexicon.games.belettre.seats import SEATS
from belettre_lexicon.web.edge import rate_limit
from belettre_lexicon.web.edge.moving_window import Limit
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.tables.registry import GameRegistry
from tests.web.asgi import Device, client

_TEXTS = st.one_of(
    st.sampled_from(["Volonté", "école", "facile", "", "zzzzz", "a" * 999, "\x00", "\u202e", "c'est", "l e c"]),
    st.text(max_size=20).filter(lambda text: text.isascii() or text.encode("utf-8", "ignore").decode("utf-8") == text),
)
_SEATS = st.sampled_from([seat.value for seat in SEATS])
_CARDS = st.sampled_from(list(CARDS))
_FIELDS = {
    "seat": _SEATS,
    "card": _CARDS,
    "word": _TEXTS,
    "letter": st.one_of(st.just(""), _TEXTS),
    "says": st.booleans(),
    "accept": st.booleans(),
    "reason": _TEXTS,
    "seconds": st.integers(-(2**70), 2**70),
}
_OPTIONAL = frozenset({"letter", "says"})


def _actions() -> st.SearchStrategy[dict[str, Any]]:
    """Random actions of all kinds, legal or not."""
    kinds = []
    for kind in Action.__args__:
        names = kind.__struct_fields__
        kinds.append(
            st.fixed_dictionaries(
                {"action": st.just(kind.__struct_config__.tag)}
                | {name: _FIELDS[name] for name in names if name not in _OPTIONAL},
                optional={name: _FIELDS[name] for name in names if name in _OPTIONAL},
            )
        )
    return st.one_of(kinds)


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("NEW_GAMES", "CHANGES"):
            patch.setattr(rate_limit, limit, Limit(1_000_000, 1))
        with client(shared=True) as device:
            yield device


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(_actions(), min_size=1, max_size=4), max_size=20), st.sampled_from(["table", "practice"]))
def test_entries_are_accepted_or_refused_as_a_whole(device: Device, entries: list[Any], kind: str) -> None:
    """An accepted entry adds one journal line, a refused one none; the game can be loaded again."""
    begun = device.post("/api/games", json={"kind": kind, "manches": 1}).json()
    device.cookies.clear()
    games = device.services.games
    game = f"/api/games/{begun['code']}"
    token = {"Authorization": f"Bearer {begun['token']}"}
    for actions in entries:
        lines = len(games.store.load_lines(begun["code"]))
        answer = device.post(f"{game}/entries", json={"number": lines, "actions": actions}, headers=token)
        assert answer.status_code in (200, 400, 409, 422), answer.text
        if kind == "table":  # in a practice game, bots add lines too
            assert len(games.store.load_lines(begun["code"])) == lines + (answer.status_code == 200)
    with games.open_game(begun["code"], BelettreTable) as here:
        again = GameRegistry(games.store, games.lexicon, KINDS)
        with again.open_game(begun["code"], BelettreTable) as there:
            assert there.partie.log == here.partie.log
            assert there.number == here.number

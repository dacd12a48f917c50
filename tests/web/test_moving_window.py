"""Moving windows against a list of all hits: what is counted, how long to wait, and what is forgotten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.web.edge import moving_window
from belettre_lexicon.web.edge.moving_window import LONGEST, Limit, MovingWindows

LIMITS = {"a": Limit(1, 7), "b": Limit(3, 10), "c": Limit(2, LONGEST)}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 12)), max_size=60))
def test_a_hit_is_counted_if_the_last_seconds_have_room(steps: list[tuple[str, int]]) -> None:
    """Windows agree with a model that remembers everything, and « wait » says when the next hit is counted."""
    now = 1000.0
    windows, counted = MovingWindows(), {key: list[float]() for key in LIMITS}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moving_window, "monotonic", lambda: now)
        for key, pause in steps:
            now += pause
            limit = LIMITS[key]
            recent = [at for at in counted[key] if at > now - limit.seconds]
            free = limit.amount - len(recent)

            assert windows.allows(limit, key, hits=free)
            assert not windows.allows(limit, key, hits=free + 1)
            assert windows.wait(limit, key) == (recent[0] + limit.seconds - now if free <= 0 else 0)
            assert windows.hit(limit, key) is (free > 0)

            if free > 0:
                counted[key].append(now)


def test_keys_are_forgotten_after_the_longest_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many addresses that come once do not fill the memory."""
    now = [1000.0]
    monkeypatch.setattr(moving_window, "monotonic", lambda: now[0])
    windows = MovingWindows()
    for address in range(1000):
        assert windows.hit(Limit(5, 10), str(address))
        now[0] += 1

    assert len(windows) == LONGEST

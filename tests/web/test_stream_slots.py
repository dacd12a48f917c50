"""The slots of streams: how many devices can follow, and who gives up a slot to whom."""

from __future__ import annotations

import pytest

from belettre_lexicon.web.live.live import MAX_PER_GAME, CrowdedError, Slot, StreamSlots

GAME, OTHER = "BCDFGHJK", "KJHGFDCB"


class Devices:
    """Devices that take slots. ``displaced`` holds the addresses of those that had to give theirs up, in order."""

    def __init__(self, maximum: int = 4000) -> None:
        self.slots = StreamSlots(maximum)
        self.displaced: list[str] = []

    def take(self, address: str, count: int = 1, *, code: str = GAME, guest: bool = True) -> list[Slot]:
        """Take slots for some devices at an address."""
        taken = [Slot(code, address, guest, lambda: self.displaced.append(address)) for _ in range(count)]
        for slot in taken:
            self.slots.take(slot)
        return taken


def test_a_game_has_a_limited_number_of_slots() -> None:
    """One address may fill them all, and one device more is refused; other games are not affected."""
    devices = Devices()
    devices.take("a", MAX_PER_GAME)

    with pytest.raises(CrowdedError, match=GAME):
        devices.take("a")
    devices.take("a", code=OTHER)

    assert devices.displaced == []
    assert len(devices.slots) == MAX_PER_GAME + 1


def test_a_released_slot_is_free_again() -> None:
    """A slot is released once; releasing it again changes nothing."""
    devices = Devices()
    first, *_ = devices.take("a", MAX_PER_GAME)
    devices.slots.release(first)
    devices.slots.release(first)
    devices.take("a")

    assert len(devices.slots) == MAX_PER_GAME


def test_one_guest_cannot_keep_all_slots() -> None:
    """Guests at other addresses displace the oldest devices of the address with the most, up to an equal share."""
    devices = Devices()
    first, *_ = devices.take("a", MAX_PER_GAME)
    devices.take("b", MAX_PER_GAME // 2)

    assert devices.displaced == ["a"] * (MAX_PER_GAME // 2)
    devices.slots.release(first)
    assert len(devices.slots) == MAX_PER_GAME, "it was displaced first, so its slot is free already"

    for address in ("a", "b"):
        with pytest.raises(CrowdedError):
            devices.take(address)


def test_a_displaced_device_cannot_displace_in_turn() -> None:
    """Two addresses with an equal share do not take slots from each other, so no device is displaced in a circle."""
    devices = Devices()
    devices.take("a", 17)
    devices.take("b", 15)
    with pytest.raises(CrowdedError):
        devices.take("a")
    devices.take("b")

    assert devices.displaced == ["a"]
    with pytest.raises(CrowdedError):
        devices.take("a")


def test_the_arbiter_and_seats_always_get_in() -> None:
    """They displace guests, also at their own address; only when there are no guests are they refused."""
    devices = Devices()
    devices.take("a", MAX_PER_GAME)
    devices.take("a", guest=False)
    devices.take("b", MAX_PER_GAME - 1, guest=False)

    assert devices.displaced == ["a"] * MAX_PER_GAME
    with pytest.raises(CrowdedError):
        devices.take("b", guest=False)
    with pytest.raises(CrowdedError):
        devices.take("c")


def test_the_total_is_shared_by_the_same_rule() -> None:
    """A guest that fills the process displaces nobody, but gives up slots of any game to other addresses."""
    devices = Devices(maximum=4)
    devices.take("a", 2)
    devices.take("a", 2, code=OTHER)
    with pytest.raises(CrowdedError):
        devices.take("a", code="ZZZZZZZZ")
    devices.take("b", 2, code="ZZZZZZZZ")
    devices.take("c", code="ZZZZZZZZ", guest=False)

    assert devices.displaced == ["a", "a", "a"]
    assert len(devices.slots) == 4

"""Who may follow a game when many want to: a limited number of slots, shared fairly between addresses.

There are MAX_PER_GAME slots for each game, and a total for the process. As long as there is a free slot, anyone gets
it, because the phones of a whole club can have one address. When there is none, a device that may change the game or
has a seat takes the slot of a guest. A guest takes a slot only from an address that holds more slots than its own then
would. One guest can therefore fill all slots, but keeps them only while nobody else wants them, and two addresses never
take slots from each other in turns.

The slot that is given up is the oldest slot of a guest from the address that holds the most. Start reading at
``StreamSlots.take``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...base.errors import BelettreError

#: The number of devices that can follow one game.
MAX_PER_GAME = 32


class CrowdedError(BelettreError):
    """Raised if too many devices already follow the game, or the games of this process in total."""


@dataclass(eq=False, slots=True)
class Slot:
    """A slot that a device has taken.

    code       the code of the game that the device follows
    address    the client address of the device
    guest      whether the device may not change the game and has no seat in it
    displaced  called when the slot is given to another device. The slot is then already free
    """

    code: str
    address: str
    guest: bool
    displaced: Callable[[], None]


class StreamSlots:
    """The slots of a process. Not safe for use from several threads: use it from the event loop only.

    maximum  the number of devices that can follow games in total
    """

    def __init__(self, maximum: int) -> None:
        self.maximum = maximum
        #: The slots that are taken, the oldest first.
        self._taken: dict[Slot, None] = {}

    def __len__(self) -> int:
        """The number of slots that are taken."""
        return len(self._taken)

    def take(self, slot: Slot) -> None:
        """Take a slot, displacing another device if necessary.

        Raises CrowdedError if there is no free slot and none that the device may take from another.
        """
        in_game = [other for other in self._taken if other.code == slot.code]
        given_up = None
        if len(in_game) >= MAX_PER_GAME:
            given_up = _slot_to_give_up(slot, in_game)
        elif len(self._taken) >= self.maximum:
            given_up = _slot_to_give_up(slot, self._taken)
        self._taken[slot] = None
        if given_up is not None:
            self.release(given_up)
            given_up.displaced()

    def release(self, slot: Slot) -> None:
        """Free a slot. Has no effect if it is free already, because its device was displaced."""
        self._taken.pop(slot, None)


def _slot_to_give_up(newcomer: Slot, taken: Iterable[Slot]) -> Slot:
    """Return the slot that a newcomer takes from another device; *taken* are the slots, the oldest first.

    Raises CrowdedError if there is none.
    """
    guests: dict[str, list[Slot]] = {}
    for slot in taken:
        if slot.guest:
            guests.setdefault(slot.address, []).append(slot)
    address = max(guests, key=lambda address: len(guests[address]), default=None)
    own = len(guests.get(newcomer.address, ())) + 1
    if address is None or (newcomer.guest and len(guests[address]) <= own):
        raise CrowdedError(f"{newcomer.code}: too many devices follow")
    return guests[address][0]

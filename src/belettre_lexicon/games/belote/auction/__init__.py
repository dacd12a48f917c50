"""The auctions of the Belote family: in each module a frozen state, and ``refusal``, ``legal`` and ``after`` for it."""

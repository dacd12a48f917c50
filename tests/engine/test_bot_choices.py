"""The recorded choices of the bots: ``bot_choices`` explains the file and how to write it again."""

from __future__ import annotations

from tests.engine.bot_choices import CHOICES, lines


def test_the_bots_choose_as_recorded() -> None:
    """In every recorded position, the bots choose and count what the file says.

    If they were changed on purpose, write the file again with ``python -m tests.engine.bot_choices``.
    """
    assert lines() == CHOICES.read_text(encoding="utf-8").splitlines()

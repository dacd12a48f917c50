"""The options of a command of ``belote`` as they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belettre_lexicon.cli.kit.parser import command_parser, parse

if TYPE_CHECKING:
    from belettre_lexicon.cli.kit.commands import AnyCommand


def typed(kind: type[AnyCommand], *arguments: str) -> AnyCommand:
    """Return the options of a command, of which *arguments* are typed."""
    return parse(kind(), command_parser(kind, "belote"), list(arguments))

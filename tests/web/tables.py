"""Games at tables of Belettre, made without a request."""

from __future__ import annotations

from typing import Any

from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.web.kinds.belettre.game import GameTerms, new_game
from belettre_lexicon.web.tables.registry import GameRegistry
from belettre_lexicon.words.house_list import HouseList
from belettre_lexicon.words.judge import Judge


def create_game(
    games: GameRegistry,
    terms: GameTerms,
    rules: HouseRules | None = None,
    *,
    house: HouseList | None = None,
    **setup: Any,
) -> tuple[str, str]:
    """Create a game of Belettre and return its code and its token. *setup* is that of ``new_game``."""
    return games.create(new_game(terms, Judge(games.lexicon, rules or HouseRules(), house), **setup))

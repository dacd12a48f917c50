"""House rules of every game of the family, and which of them contradict each other, read from the rules alone."""

from __future__ import annotations

import random
from typing import Any, get_args

from hypothesis import strategies as st

from belettre_lexicon.base.options import Option
from belettre_lexicon.games.belote.options import OPTIONS_OF, Game
from belettre_lexicon.games.belote.rules import OPTION_OF, BeloteRules

GAMES: tuple[Game, ...] = get_args(Game)
#: Options that have a meaning only beside another one, with the value that the other needs.
NEEDS: dict[tuple[str, Any], dict[str, Any]] = {
    ("generale_leads", True): {"generale": True},
    ("sevens", "red"): {"deck": "30"},
}


def values_of(option: Option) -> list[Any]:
    """Return the values of an option that are built; of a number the ends of its range."""
    return [*option.values, *(() if option.least is None else (option.least, option.most))]


def allowed(option: Option, game: Game) -> list[Any]:
    """Return the values that an option of a game can have at all."""
    left_out: set[Any] = set()
    if option.name == "ta_values":
        left_out = {"coinche": set(), "three": {"proportional"}}.get(game, {"proportional"})
    if option.name == "weak_hand" and game == "coinche":
        left_out = {"no_trump"}
    if option.name == "rounding" and game not in ("classic", "coinche"):
        left_out = {"nearest"}
    return [value for value in values_of(option) if value not in left_out]


def contradiction(game: Game, options: dict[str, Any]) -> str | None:
    """Return the name of an option that contradicts another one, or None."""
    value: dict[str, Any] = {name: options.get(name, option.default) for name, option in OPTION_OF.items()}
    if game == "coinche":
        if value["bid_max"] % 10:
            return "bid_max"
        if value["ta_values"] == "plain" and value["rounding"] in ("ten160", "five"):
            return "rounding"
        if value["generale_leads"] and not value["generale"]:
            return "generale_leads"
    if game == "three":
        if options.get("ta_values", "rescaled") != "rescaled" and not value["moderne"]:
            return "ta_values"
        if value["sevens"] == "red" and value["deck"] == "24":
            return "sevens"
    if game in ("comptoir", "lyonnaise"):
        least, most = {"falling": (1, 5), "dealer": (1, 5)}.get(value["cards"], (value["cards"], value["cards"]))
        if value["shown"] > least or (value["shown"] and value["blind"]):
            return "shown"
        if game == "lyonnaise" and value["seats"] * most + value["chien"] > 32:
            return "chien"
    return None


def game_options(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Return options of a game, with the game among them, that do not contradict each other."""
    drawn = {name: st.sampled_from(allowed(OPTION_OF[name], game)) for name in sorted(OPTIONS_OF[game])}
    return (
        st.fixed_dictionaries({}, optional=drawn)
        .filter(lambda options: contradiction(game, options) is None)
        .map(lambda options: {"game": game, **options})
    )


def random_options(rng: random.Random, game: Game, changes: int = 8) -> dict[str, Any]:
    """Return random options of a game that do not contradict each other; some *changes* of them are drawn."""
    while True:
        options: dict[str, Any] = {}
        for name in rng.sample(sorted(OPTIONS_OF[game]), min(changes, len(OPTIONS_OF[game]))):
            option = OPTION_OF[name]
            values = allowed(option, game)
            if option.takes_number:
                values.append(rng.randint(option.least or 0, option.most))
            options[name] = rng.choice(values)
        if contradiction(game, options) is None:
            return {"game": game, **options}


#: Options of any game, with the game.
options = st.sampled_from(GAMES).flatmap(game_options)


def rules_of(game: Game, name: str, value: Any) -> BeloteRules:
    """Return the house rules of a game with one option changed, and whatever that value needs (NEEDS)."""
    needed = dict(NEEDS.get((name, value), {}))
    if game == "three" and name == "ta_values" and value != "rescaled":
        needed["moderne"] = True
    if name == "chien":
        needed["seats"] = 2
    return BeloteRules(game=game, **needed, **{name: value})

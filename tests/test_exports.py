"""The public names of the packages: all there, documented, and loaded when they are used; and the former names."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import random
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import pytest

import belettre_lexicon
from belettre_lexicon import ArgumentError, Card, Deck, History, HouseList, Judge, Lexicon, belote, engine, referee
from belettre_lexicon.engine import bots
from belettre_lexicon.engine.bots import AmateurBot, Bot, FuzzerBot, RandomBot, StrongBot, Vocabulary, play_out
from belettre_lexicon.french.cards import CARDS, Case, pack
from belettre_lexicon.french.decks import BOXED

PACKAGES = [belettre_lexicon, engine, bots, belote, referee]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_public_name_is_there_and_is_listed(package: Any) -> None:
    """``__all__`` is sorted as ruff sorts it, its names exist, and ``dir`` has them."""
    assert len(set(package.__all__)) == len(package.__all__)
    for name in package.__all__:
        assert getattr(package, name) is not None
        assert name in dir(package)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_an_unknown_name_is_an_attribute_error(package: Any) -> None:
    """The error names the package and the name."""
    with pytest.raises(AttributeError, match=f"'{package.__name__}' has no attribute 'nonsense'"):
        _ = package.nonsense


@pytest.mark.parametrize(
    ("package", "union", "least"),
    [(engine, engine.Event, 9), (engine, engine.Action, 9), (belote, belote.Event, 11), (belote, belote.Action, 5)],
)
def test_every_event_and_action_is_exported_by_its_game(package: Any, union: UnionType, least: int) -> None:
    """Each type of an event or an action is a public name of the package of its game."""
    kinds = get_args(union)

    assert len(kinds) >= least
    assert {kind.__name__ for kind in kinds} <= set(package.__all__)


def test_importing_the_referee_or_the_bots_loads_nothing() -> None:
    """Importing the packages loads none of their modules."""
    code = "import sys, belettre_lexicon.referee; print(sorted(n for n in sys.modules if 'belettre' in n))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split("\n")[0] == "['belettre_lexicon', 'belettre_lexicon.referee']"


def test_a_card_has_its_points_in_a_deck() -> None:
    """The points of a card are those of the deck, 0 if the deck does not have the card (S1)."""
    deck = Deck.parse(["e 24 3 8 7"])

    assert (Card.of("e").points(deck), Card.of("E").points(deck), Card.of("k").points(deck)) == (3, 7, 0)
    assert sum(card.points(BOXED) for card in [*pack(BOXED, Case.MAJ), *pack(BOXED, Case.MIN)]) == 353


@pytest.mark.parametrize("text", ["maj", "min", "unseen"])
def test_a_back_has_no_points(text: str) -> None:
    """The letter of a back is unknown, so its points are an error."""
    with pytest.raises(ArgumentError, match="no known points"):
        CARDS[text].points(BOXED)


def test_bots_need_a_judge_only(judge: Judge) -> None:
    """Both bots are made of a judge, and of a judge and a source of chance."""
    rng = random.Random(3)
    partie = belettre_lexicon.Partie.new(judge, rng, manches=1)
    seated: list[Bot] = [
        AmateurBot(judge),
        StrongBot(judge, samples=1),
        AmateurBot(judge, rng),
        StrongBot(judge, rng, samples=1),
    ]

    play_out(partie, dict(zip(engine.SEATS, seated, strict=True)))

    assert partie.over


def test_the_former_names_warn(judge: Judge, lexicon: Lexicon) -> None:
    """Each former name works and says what replaces it."""
    history = History(["facile"])
    house = HouseList()

    with pytest.warns(DeprecationWarning, match="use played="):
        found = lexicon.find("F", "lec", limit=2, exclude=history)
    with pytest.warns(DeprecationWarning, match="use played="):
        count = lexicon.count("F", "lec", exclude=history)
    with pytest.warns(DeprecationWarning, match=r"use Judge\.house"):
        former = Judge(lexicon, house=house).house_list
    with pytest.warns(DeprecationWarning, match="vocabulary=vocabulary"):
        StrongBot(Vocabulary(judge))
    with pytest.warns(DeprecationWarning, match="RandomBot is deprecated, use AmateurBot"):
        amateur = RandomBot(judge)
    with pytest.warns(DeprecationWarning, match="use FuzzerBot"):
        fuzzer = RandomBot(judge, wild=True)

    assert found == lexicon.find("F", "lec", limit=2, played=history)
    assert count == lexicon.count("F", "lec", played=history)
    assert former is house
    assert isinstance(amateur, RandomBot) and isinstance(amateur, AmateurBot)
    assert isinstance(fuzzer, RandomBot) and isinstance(fuzzer, FuzzerBot)


def test_warnings_point_at_the_caller(lexicon: Lexicon) -> None:
    """The warning names the file that uses the former name."""
    with pytest.warns(DeprecationWarning) as caught:
        lexicon.count("F", "lec", exclude=History(["facile"]))

    assert caught[0].filename == __file__


@pytest.mark.parametrize("package", [belettre_lexicon, bots, belote, referee], ids=lambda package: package.__name__)
def test_type_checkers_see_the_names_that_a_package_loads(package: Any) -> None:
    """The imports for type checkers are the names and the modules that ``_EXPORTS`` has, each name once."""
    tree = ast.parse(Path(package.__file__).read_text(encoding="utf-8"))
    imports = [
        (importlib.util.resolve_name("." * node.level + (node.module or ""), package.__name__), name.name, name.asname)
        for branch in tree.body
        if isinstance(branch, ast.If)
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]
    exported = [(module, name, name) for module, names in package._EXPORTS.items() for name in names.split()]
    source = {bots: "belettre_lexicon.games.belettre.bots", belote: "belettre_lexicon.games.belote"}

    root = source.get(package, package.__name__)

    assert sorted(imports) == sorted((f"{root}.{module}", name, again) for module, name, again in exported)
    assert [name for _, name, _ in sorted(exported, key=lambda entry: entry[1])] == package.__all__

"""What a shell shows and allows: ``repr`` is short, ``dir`` is complete, house rules never change."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import belettre_lexicon
from belettre_lexicon import History, HouseList, HouseRules, Judge, Lexicon, Partie
from tests.library.samples import played, values

LEXICON = Lexicon.open()
SHORT = {name: value for name, value in values(LEXICON).items() if not isinstance(value, tuple | list)}
#: Values of msgspec, whose ``repr`` shows every field.
WHOLE = {"state", "setup", "view", "record", "announcement"}


@pytest.mark.parametrize("name", sorted(SHORT.keys() - WHOLE))
def test_repr_is_one_short_line(name: str) -> None:
    """It fits three lines of a terminal, and begins with the name of the class."""
    shown = repr(SHORT[name])

    assert "\n" not in shown
    assert len(shown) <= 240
    assert type(SHORT[name]).__name__ in shown


def test_repr_says_what_matters() -> None:
    """The words of a history, the rules that were changed, the numbers of a list, the score of a partie."""
    judge = Judge(LEXICON, HouseRules(min_letters=4), HouseList.parse(["+ abc", "- wagon"]))

    assert repr(judge) == f"Judge({LEXICON!r}, HouseRules(min_letters=4), HouseList(1 accepted, 1 refused))"
    assert repr(History()) == "History(0 words)"
    assert repr(History(["Volonté"])) == "History(1 word: 'Volonté')"
    assert repr(Partie.watched(Judge(LEXICON))) == "Partie(manche 1 of 4, pli 1, PONANTAIS, 0-0, 1 events)"
    assert repr(played(Judge(LEXICON), 3)).startswith("Partie(manche 2 of 2, over, ")


@pytest.mark.parametrize("word", ["a" * 64, "\n\0\ud800", "é" * 64])
def test_repr_of_many_or_odd_words_is_bounded(word: str) -> None:
    """A history of thousands of words, or of words that no terminal can show, has a short ``repr``."""
    history = History([word] * 1000)

    shown = repr(history)

    assert shown.startswith("History(1000 words: …, ")
    assert shown.isprintable()
    assert len(shown) < 200


@pytest.mark.parametrize("name", ["min_letters", "memory", "accepted", "undecided", "refused_labels", "unknown"])
def test_house_rules_never_change(name: str) -> None:
    """Assigning to an option, or to what follows from the options, raises AttributeError; so does deleting it."""
    rules = HouseRules(min_letters=4)

    with pytest.raises(AttributeError):
        setattr(rules, name, 7)
    with pytest.raises(AttributeError):
        delattr(rules, name)

    assert rules == HouseRules(min_letters=4)
    assert not hasattr(rules, "__dict__")


def test_a_frozen_option_says_what_to_do() -> None:
    """The error names the option."""
    with pytest.raises(AttributeError, match="make new ones instead of assigning to 'min_letters'"):
        HouseRules().min_letters = 4  # type: ignore[misc]  # on purpose


def test_house_rules_are_keys() -> None:
    """Equal rules are one key of a mapping."""
    assert {HouseRules(min_letters=4): "a", HouseRules(): "b"}[HouseRules(min_letters=4)] == "a"
    assert len({HouseRules(current_only=True), HouseRules(refuse_labels="old,rare,regional")}) == 1


@pytest.mark.parametrize("changing", [History(), HouseList(), played(Judge(LEXICON), 3, 0)])
def test_what_changes_is_no_key(changing: Any) -> None:
    """Histories, lists and parties are compared by what they hold now, so they have no hash."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(changing)


def test_values_of_other_types_are_not_equal() -> None:
    """Comparing with anything else is false, never an error."""
    for value in values(LEXICON).values():
        assert value != object()
        assert value is not None
        assert (value == "text") is False


@pytest.mark.parametrize("name", ["belettre_lexicon", "belettre_lexicon.engine"])
def test_dir_lists_every_public_name(name: str) -> None:
    """Completion lists names before their modules are imported."""
    module = importlib.import_module(name)

    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, public) is not None for public in module.__all__)


def test_every_public_class_has_a_docstring() -> None:
    """``help`` says what each is for."""
    for name in belettre_lexicon.__all__:
        value = getattr(belettre_lexicon, name)
        if isinstance(value, type):
            assert value.__doc__, name

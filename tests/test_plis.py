"""The drawn plis of docs/fr are those that the engine replays."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from scripts.generated.draw_plis import EXAMPLES, FOLDER, REFUSED, generated, read_examples
from scripts.regenerate import outdated
from tests.engine.published_examples import TAKERS

PLIS = read_examples(EXAMPLES.read_text(encoding="utf-8"))


def test_the_pictures_are_up_to_date() -> None:
    """Every published pli has its picture, as the script draws it today, and there is no other picture."""
    assert outdated(generated()) == []
    assert sorted(FOLDER.iterdir()) == sorted(generated())


def test_the_pictures_show_who_picks_up() -> None:
    """The starred player is the one to whom the engine gives the pli."""
    assert {pli.id: pli.taker for pli in PLIS} == {name: seat.name[:3] for name, seat in TAKERS.items()}


def test_the_pictures_are_xml_with_every_word() -> None:
    """Each picture parses, and shows the four words and a title for those who cannot see it."""
    for pli, text in zip(PLIS, generated().values(), strict=True):
        texts = [element.text or "" for element in ElementTree.fromstring(text).iter()]
        title = next(found for found in texts if "ramasse" in found)

        assert [
            turn.word for turn in pli.turns if f"«\N{NO-BREAK SPACE}{turn.word}\N{NO-BREAK SPACE}»" not in texts
        ] == []
        assert ("refusé" in title) == any(turn.outcome == REFUSED for turn in pli.turns)


@pytest.mark.parametrize("line", ["E1 PON l Volonté → PON", "E1: PON Volonté → PON", "a line"])
def test_other_lines_are_refused(line: str) -> None:
    """A line that is no pli raises ValueError and draws nothing."""
    with pytest.raises(ValueError, match="not a"):
        read_examples(line)

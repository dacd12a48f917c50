"""The data card is current: its figures are those of the compiled lexicon and of the tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.french.grammar import RELATIONS, STATUSES
from scripts.generated import data_card
from scripts.regenerate import COMMAND, main
from tests.conftest import ROOT


@pytest.fixture
def page() -> str:
    """The page of the repository."""
    return data_card.PAGE.read_text(encoding="utf-8")


@pytest.mark.exhaustive
def test_the_page_is_current(lexicon: Lexicon, page: str) -> None:
    """What the script would write is what the page says."""
    assert page == data_card.current_page(lexicon), f"run {COMMAND} data-card"


@pytest.mark.parametrize("section", [data_card.quality, data_card.licences])
def test_a_section_is_current(section: Callable[[Lexicon], Iterator[str]], lexicon: Lexicon, page: str) -> None:
    """The quality and the licences are what the script would write; the counts of all readings take longer."""
    assert "\n".join(section(lexicon)) in page, f"run {COMMAND} data-card"


def test_the_sizes_are_those_of_the_lexicon(lexicon: Lexicon, page: str) -> None:
    """The readings by status add up to all readings, and the links by relation to all links."""
    found = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|$", page, re.MULTILINE)
    counts = {name: int(number.replace(",", "")) for name, number in found}

    assert sum(counts[status] for status in STATUSES.values()) == lexicon.store.reading_count
    assert sum(counts.get(relation, 0) for relation in RELATIONS) == int(lexicon.about["families.links"])
    assert f"{len(lexicon):,}" in page


def test_no_figure_stands_in_the_text_by_hand() -> None:
    """The text around the figures has no number with thousands and no share, which nobody would keep up to date."""
    text = data_card.PAGE.read_text(encoding="utf-8")
    by_hand = text.partition(data_card.BEGIN)[0] + text.partition(data_card.END)[2]

    assert re.findall(r"\d[\d,.]*\s?%|\d,\d{3}", by_hand) == []


def test_every_layer_has_its_licence(lexicon: Lexicon, page: str) -> None:
    """The table of licences has a row for each layer of the lexicon, with the licence that the build recorded."""
    layers = [key.removesuffix(".licence") for key in lexicon.about if key.endswith(".licence")]

    assert len(layers) >= 5
    for name in layers:
        assert re.search(
            rf"^\| `{name}` \| [\d,]+ \| {re.escape(lexicon.about[f'{name}.licence'])} \|", page, re.MULTILINE
        )


def test_check_notices_an_old_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: str
) -> None:
    """« --check » has status 1 for a page with other figures, and leaves it as it is; without it, they are mended."""
    old = tmp_path / "data-card.md"
    old.write_text(page.replace("## Families", "## Few families"), encoding="utf-8")
    monkeypatch.setattr(data_card, "PAGE", old)
    monkeypatch.setattr(data_card, "data_card", lambda lexicon: "the figures")

    assert main(["--check", "data-card"]) == 1
    assert "## Few families" in old.read_text(encoding="utf-8")
    assert f"is out of date: run {COMMAND} data-card" in capsys.readouterr().err

    assert main(["data-card"]) == 0
    assert f"{data_card.BEGIN}\n\nthe figures\n{data_card.END}" in old.read_text(encoding="utf-8")


def test_a_page_without_markers_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lexicon: Lexicon) -> None:
    """A page from which the markers were lost is not overwritten."""
    lost = tmp_path / "data-card.md"
    lost.write_text("# Data card\n", encoding="utf-8")
    monkeypatch.setattr(data_card, "PAGE", lost)

    with pytest.raises(ValueError, match="expected one begin marker"):
        data_card.current_page(lexicon)


def test_a_changed_sentence_about_the_second_reading_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shares that only a page of prose has are read from it, and a page that lost them is an error."""
    assert (ROOT / "docs" / "families.md").is_file()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "families.md").write_text("nothing was read twice\n", encoding="utf-8")
    monkeypatch.setattr(data_card, "ROOT", tmp_path)

    with pytest.raises(ValueError, match=r"docs/families\.md no longer says"):
        list(data_card.disagreements())

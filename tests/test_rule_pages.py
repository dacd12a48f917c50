"""The French pages of rules tell every rule, and no other, and show every published example and option."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from belettre_lexicon import HouseRules
from belettre_lexicon.belote import OPTIONS, BeloteRules, legal, read_cards
from scripts.generated import draw_belote
from scripts.generated.draw_plis import EXAMPLES, read_examples
from scripts.regenerate import outdated
from tests.conftest import ROOT

#: The page of each game → the page that numbers its rules, and the numbered rules that may lie beside the repository.
GAMES = {
    "regles-belettre.md": ("RULES.md", "belettre-rules.md"),
    "regles-belote.md": ("RULES-BELOTE.md", "belote-rules.md"),
}
SHARED = ROOT.parent / "shared" / "rules"
#: What looks like the id of a rule.
RULE_ID = r"B[ABCDEFNPRSV]\d+|V[CEKL]\d+|V[23]\.\d+|[DPTJWS]\d+[a-d]?"


def page(name: str) -> str:
    """The text of a page of rules."""
    return (ROOT / "docs" / "fr" / name).read_text(encoding="utf-8")


def rules_of(name: str) -> set[str]:
    """The rules of the game of a page: the ids that begin a row or an item of a list."""
    numbered = [path for path in (ROOT / GAMES[name][0], SHARED / GAMES[name][1]) if path.exists()]
    text = "\n".join(path.read_text(encoding="utf-8") for path in numbered)
    return set(re.findall(rf"^\s*(?:\| |- )({RULE_ID})[ :]", text, re.MULTILINE))


def places(text: str) -> list[tuple[str, str]]:
    """The anchors of a page, each with the id that it shows."""
    return re.findall(r'<a\s+id="([\w.]+)">([\w.]+)</a>', text)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_one_place(name: str) -> None:
    """Each rule of RULES.md or RULES-BELOTE.md has one anchor on its page, named by its id."""
    told = places(page(name))
    rules = rules_of(name)

    assert len(rules) > 40
    assert sorted(rules - {shown for _, shown in told}) == []
    assert [anchor for anchor, shown in told if anchor != shown.lower()] == []
    assert [anchor for anchor, times in Counter(anchor for anchor, _ in told).items() if times > 1] == []


@pytest.mark.parametrize("name", GAMES)
def test_no_other_rule_is_named(name: str) -> None:
    """Every id on a page is one of the rules of its game, and every link to an anchor has one."""
    text = page(name)
    rules = rules_of(name)
    examples = {example.id for example in read_examples(EXAMPLES.read_text(encoding="utf-8"))}
    shown = {shown for _, shown in places(text)}

    assert sorted(set(re.findall(rf"\b(?:{RULE_ID})\b", re.sub(r"`[^`]*`", "", text))) - rules) == []
    assert sorted(shown - rules - examples) == []
    headings = {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in re.findall(r"^#+ (.*)", text, re.M)}
    assert sorted(set(re.findall(r"\]\(#([^)]+)\)", text)) - {anchor for anchor, _ in places(text)} - headings) == []


def test_every_example_is_drawn_and_described() -> None:
    """The page of Belettre has each published pli once, with the words in its description and its own anchor below."""
    text = page("regles-belettre.md")
    figures = re.findall(r"!\[([^]]+)\]\(plis/(\w+)\.svg\)\s+<a id=\"(\w+)\">", text)
    examples = {example.id: example for example in read_examples(EXAMPLES.read_text(encoding="utf-8"))}

    assert sorted(name for _, name, _ in figures) == sorted(examples)
    for description, name, anchor in figures:
        assert anchor == name.lower()
        words = [turn.word.lower() for turn in examples[name].turns if "Passe" not in turn.word]
        assert [word for word in words if word not in description.lower()] == []
        assert "ramasse" in description


def test_every_option_of_belettre_is_on_the_page() -> None:
    """Each house rule has a row that begins with its name."""
    rows = re.findall(r"^\| `(\w+)` \|", page("regles-belettre.md"), re.MULTILINE)

    assert sorted(rows) == sorted(HouseRules().as_dict(complete=True))


def test_every_option_of_belote_is_on_the_page() -> None:
    """Each option has a row with its name, its default, its other values and its rule; none is left out."""
    text = page("regles-belote.md")
    rows = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) ?\| (.*) \|$", text, re.MULTILINE)}

    def told(value: object) -> str:
        if isinstance(value, bool):
            return "oui" if value else "non"
        return "aucun" if value is None else f"`{value}`"

    assert sorted(rows) == sorted(option.name for option in OPTIONS)
    for option in OPTIONS:
        default, others, effect = rows[option.name]
        assert default == told(option.default), option.name
        assert [value for value in option.values if value != option.default and told(value) not in others] == []
        assert f"[{option.rule}](#{option.rule.lower()})" in effect, option.name
        assert ("pas encore" in effect) == (len(option.values) == 1 and option.least is None), option.name


def test_the_pli_of_belote_is_played_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """The picture is up to date, and its players do what the page says: Nord may trump, Ouest has to overtrump."""
    assert outdated(draw_belote.generated()) == []
    cards = read_cards(draw_belote.PLI)
    north, west = read_cards("D♥ 7♠"), read_cards("R♥ 7♥ A♣")

    assert legal(north, cards[:2], draw_belote.TRUMP, BeloteRules()) == north
    assert [card.text for card in legal(west, cards[:3], draw_belote.TRUMP, BeloteRules())] == ["R♥"]
    assert "Ouest prend le pli, 18 points." in draw_belote.PICTURE.read_text(encoding="utf-8")
    assert "18 points" in " ".join(page("regles-belote.md").split())

"""Write the figures of docs/data-card.md: sizes, measured quality and licences, read from the lexicon and the tables.

The text around the figures is written by hand; no figure stands in it.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

from belettre_lexicon import Judge, Lexicon, Link, Reading
from belettre_lexicon.french.grammar import STATUSES
from belettre_lexicon.lexicon.kin.kinship import all_family_trees

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "data-card.md"
COMMAND = "python -m scripts.regenerate"
BEGIN = f"<!-- The figures begin; they are written by `{COMMAND}`. -->"
END = "<!-- The figures end. -->"
#: The families of this many words or more are counted as large.
LARGE = 16
#: What the second reading of families found, in docs/families.md: rows read twice, and the two shares in per cent.
_SECOND_READING = re.compile(
    r"([\d,]+) rows of the first list.*?On ([\d.]+) % of them the second reader.*?On ([\d.]+) % the difference",
    re.DOTALL,
)


def data_card(lexicon: Lexicon) -> str:
    """Return the figures of the card as Markdown, section by section."""
    sections = (sizes(lexicon), families(lexicon), quality(lexicon), licences(lexicon))
    return "\n".join(line for section in sections for line in section)


def sizes(lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines about the size: words, spellings, and readings by status."""
    statuses: Counter[str] = Counter()
    spellings = 0
    for readings in _readings(lexicon):
        statuses.update(reading.status for reading in readings)
        spellings += len({reading.spelling for reading in readings})
    yield f"## Size of edition {lexicon.edition}"
    yield ""
    yield from _table(
        ("", "number"),
        [
            ("words that may be played under the published rules", _number(len(lexicon))),
            ("words as letters a to z (keys): what is the same word in the game", _number(lexicon.store.key_count)),
            ("spellings with their accents", _number(spellings)),
            ("readings: one grammatical analysis of one spelling", _number(lexicon.store.reading_count)),
        ],
    )
    yield "Readings by status, that is, why they may not be played (W5, W6):"
    yield ""
    rows = [(f"`{status}`", _number(statuses[status])) for status in STATUSES.values()]
    yield from _table(("status", "readings"), rows)


def families(lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines about the families: how many, how large, and their links by relation and evidence."""
    large = trees = 0
    links: dict[int, Link] = {}
    for family in all_family_trees(lexicon.family_index):
        trees += 1
        large += len(family) >= LARGE
        links.update((lexeme.number, link) for lexeme, link in family.links.items())
    counts: Counter[tuple[str, str]] = Counter()
    for link in links.values():
        counts["relation", link.relation] += 1
        counts.update(("evidence", source) for source in link.sources)
        counts["read", ""] += "review" in link.sources
    yield "## Families"
    yield ""
    yield from _table(
        ("", "number"),
        [
            ("families: roots that other words are built on", _number(trees)),
            (f"families of {LARGE} words or more", _number(large)),
            ("links: words with a base, by part of speech", _number(len(links))),
            ("links that were decided by hand", _number(counts["read", ""])),
            ("etymons, which near kin have in common", _number(lexicon.store.container.parts["etymon"].items)),
        ],
    )
    for kind, title in (("relation", "Relation"), ("evidence", "Evidence (a link may have several)")):
        rows = sorted((name, count) for (its_kind, name), count in counts.items() if its_kind == kind)
        rows.sort(key=lambda row: -row[1])
        yield from _table((title, "links"), [(f"`{name}`", _number(count)) for name, count in rows])


def quality(lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines about the quality: the gold sets of the repository, and where readers disagreed."""
    yield "## Measured quality"
    yield ""
    yield "Against words and pairs that readers wrote down before they saw the lexicon (`tests/gold`). The"
    yield "half *seen* was looked at while the lexicon was mended, the half *unseen* never. Words are all of"
    yield "them; pairs are those of which the writer was sure."
    yield ""
    judge = Judge(lexicon)
    words, pairs = _rows("tests/gold/words.tsv"), _rows("tests/gold/pairs.tsv")

    def tier_of(row: dict[str, str]) -> str:
        kinship = lexicon.kinship(row["first"], row["second"])
        return kinship.tier if kinship else "none"

    def is_right(row: dict[str, str]) -> bool:
        return (
            (tier_of(row) == "near") if row["tier"] == "near" else (tier_of(row) == "core") == (row["tier"] == "core")
        )

    table = [
        _measured("verdicts of words", words, lambda row: judge(row["word"]).valid == (row["verdict"] == "valid")),
        *(
            _measured(what, [row for row in pairs if row["tier"] == tier and row["sure"] == "sure"], is_right)
            for tier, what in (
                ("core", "pairs that are kin, refused as such"),
                ("none", "look-alikes that are no kin, allowed"),
                ("near", "pairs that are near kin, told as such"),
            )
        ),
    ]
    yield from _table(("what", "seen", "right", "unseen", "right"), table)
    yield "Against families that were written before any output was seen; the half *held* was only measured:"
    yield ""
    rows = _rows("tests/gold/families.tsv")
    halves = [(half, [row for row in rows if row["half"] == half]) for half in ("tuned", "held")]
    shares = [(half, _number(len(chosen)), *family_shares(lexicon, chosen)) for half, chosen in halves]
    yield from _table(("half", "families", "kin pairs found (recall)", "found pairs right (precision)"), shares)
    yield "Where readers disagree, the data cannot be surer than they are:"
    yield ""
    yield from _table(("what was read more than once", "rows", "share"), list(disagreements()))


def family_shares(lexicon: Lexicon, rows: Iterable[dict[str, str]]) -> tuple[str, str]:
    """Return recall and precision of core kinship over families of the gold, as texts.

    Members of a family are kin; a member with a near relative or a look-alike is not. Only playable words count.
    """
    found = missed = wrong = 0
    for row in rows:
        core, near, traps = (
            [word for word in text.split() if any(reading.playable for reading in lexicon.readings(word))]
            for text in (f"{row['root']} {row['core']}", row["near"], row["traps"])
        )
        for first, second in combinations(core, 2):
            is_found = _is_core(lexicon, first, second)
            found += is_found
            missed += not is_found
        wrong += sum(_is_core(lexicon, first, second) for first in core for second in near + traps)
    return _share(found, found + missed), _share(found, found + wrong)


def disagreements() -> Iterator[tuple[str, str, str]]:
    """Yield what was read more than once, how many rows of it, and how far the readers agreed or differed.

    Raises ValueError if docs/families.md no longer says what the second reading of families found.
    """
    match = _SECOND_READING.search((ROOT / "docs" / "families.md").read_text(encoding="utf-8"))
    if match is None:
        raise ValueError("docs/families.md no longer says what the second reading found: mend _SECOND_READING")
    count, otherwise, kin = match.groups()
    yield "links: the second reader names another base, or called it near", count, f"{otherwise} %"
    yield "the same rows: the difference changes who is core kin", count, f"{kin} %"
    readers = [row["readers"] for row in _rows("lexicons/overrides/feminines.tsv")]
    alike = sum(len(set(letters)) == 1 for letters in readers)
    yield "feminines as nouns: all three readers agree", _number(len(readers)), _share(alike, len(readers))
    named = [(row["first"], row["second"]) for row in _rows("lexicons/overrides/participles.tsv")]
    read = [(first, second) for first, second in named if first != "-" and second != "-"]
    alike = sum(not set(first.split(",")).isdisjoint(second.split(",")) for first, second in read)
    what = "participles: both readers name a dictionary in common, or both none"
    yield what, _number(len(read)), _share(alike, len(read))


def licences(lexicon: Lexicon) -> Iterator[str]:
    """Yield the table of the layers: rows, licence and sources, as the build recorded them in the lexicon."""
    yield "## Layers and licences"
    yield ""
    about = lexicon.about
    rows = []
    for name in (key.removesuffix(".licence") for key in about if key.endswith(".licence")):
        manifest = tomllib.loads((ROOT / "lexicons" / "fr" / f"{name}.toml").read_text(encoding="utf-8"))
        if manifest["licence"] != about[f"{name}.licence"]:
            raise ValueError(f"the licence of layer {name} differs between the lexicon and its manifest")
        row = (f"`{name}`", _number(int(about[f"{name}.rows"])), about[f"{name}.licence"], about[f"{name}.sources"])
        rows.append(row)
    yield from _table(("layer", "rows", "licence", "made from"), rows)


def _readings(lexicon: Lexicon) -> Iterator[tuple[Reading, ...]]:
    """Yield the readings of each key."""
    return (lexicon.store.readings(key_id) for key_id in range(lexicon.store.key_count))


def _measured(
    what: str, rows: list[dict[str, str]], is_right: Callable[[dict[str, str]], bool]
) -> tuple[str, str, str, str, str]:
    """Return a row with the number of rows of each half, and the share of them that are right."""
    cells = []
    for half in ("seen", "unseen"):
        answers = [is_right(row) for row in rows if row["half"] == half]
        cells += [_number(len(answers)), _share(sum(answers), len(answers))]
    seen, seen_right, unseen, unseen_right = cells
    return what, seen, seen_right, unseen, unseen_right


def _is_core(lexicon: Lexicon, first: str, second: str) -> bool:
    """Return whether two words are core kin."""
    kinship = lexicon.kinship(first, second)
    return kinship is not None and kinship.tier == "core"


def _rows(path: str) -> list[dict[str, str]]:
    """Return the rows of a table of the repository."""
    with (ROOT / path).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield a Markdown table and an empty line."""
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _number(number: int) -> str:
    """Return a whole number with commas: ``741,323``."""
    return f"{number:,}"


def _share(part: int, whole: int) -> str:
    """Return a share in per cent. Raises ValueError if there is nothing to measure."""
    if not whole:
        raise ValueError("nothing to measure")
    return f"{100 * part / whole:.1f} %"


def current_page(lexicon: Lexicon) -> str:
    """The text of docs/data-card.md with the figures as they are now. Raises ValueError for a page without markers."""
    page = PAGE.read_text(encoding="utf-8")
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise ValueError(f"{PAGE.name}: expected one begin marker and one end marker of the figures")
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{data_card(lexicon)}\n{END}{rest.partition(END)[2]}"


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    return {PAGE: current_page(Lexicon.open())}

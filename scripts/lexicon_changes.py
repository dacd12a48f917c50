"""Tell what changed between two lexicons, as a section of docs/lexicon-changes.md.

    python -m scripts.lexicon_changes OLD [NEW] [--title TEXT] [--since TEXT]

OLD and NEW are compiled lexicons, or commits of this repository, such as a tag, whose text layers are then compiled.
NEW is the lexicon of the package if it is left out. Every spelling of either lexicon is judged under the published
rules by the present code, so that only changes of the data are told; a spelling that a lexicon does not have is unknown
there, even if a player who types it means another spelling of its letters (W4).

Exit status: 0 if the section was printed, 1 if a lexicon cannot be had.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
import textwrap
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from belettre_lexicon import Judge, Lexeme, Lexicon
from belettre_lexicon.base.errors import BelettreError
from belettre_lexicon.lexicon.compile.lexicon import compile_folder

ROOT = Path(__file__).resolve().parent.parent
LAYERS = "lexicons/fr"
#: The layers that lexicons of earlier versions did not have; an empty layer stands for them.
LATER_LAYERS = ("families", "glosses")
#: The tiers of links in layers of earlier versions, which had no etymons → how many of the bases are core kin.
OLD_TIERS = {"core": None, "near": 0, "mixed": 1}
#: The highest number of words or links shown for each kind of change, and of kinds of change for other reasons.
SHOWN, KINDS_SHOWN = 16, 8
COLUMNS = 100
#: The reasons of a verdict, in the order of REASONS; () for a word that may be played.
Reasons = tuple[str, ...]
#: The verdict on a spelling that a lexicon does not have.
UNKNOWN: Reasons = ("unknown",)
#: A word and one of its bases, as they are shown: ("jouet (noun)", "jouer (verb)").
Pair = tuple[str, str]


class ChangesError(Exception):
    """Raised if a lexicon cannot be had; the message says which one and why."""


class Contents(NamedTuple):
    """What is compared of a lexicon.

    edition   its edition, such as "2026.11"
    hash      the hash of its file
    readings  the number of its readings
    zipf      its spellings in lower case, each with the highest frequency of its letters on the Zipf scale
    playable  the number of its spellings that may be played under the published rules
    links     the pairs of a word and its base, and of a word and its etymon
    """

    edition: str
    hash: str
    readings: int
    zipf: dict[str, float]
    playable: int
    links: set[Pair]


class Changes(NamedTuple):
    """The differences between two lexicons; words and links are listed in order of frequency.

    gained    former reasons → words that may be played now and could not be before
    lost      present reasons → words that could be played before and may not be now
    others    former and present reasons → words that are refused for other reasons than before; a word that was or is
              unknown has the reason "unknown"
    added     links that only the new lexicon has
    removed   links that only the old lexicon has
    """

    gained: dict[Reasons, list[str]]
    lost: dict[Reasons, list[str]]
    others: dict[tuple[Reasons, Reasons], list[str]]
    added: list[Pair]
    removed: list[Pair]


def read_contents(lexicon: Lexicon) -> Contents:
    """Return what is compared of a lexicon."""
    store, families = lexicon.store, lexicon.family_index
    zipf: dict[str, float] = {}
    links: set[Pair] = set()
    for key_id in range(store.key_count):
        zipf |= dict.fromkeys(store.masks_of_spellings(key_id), store.highest_zipf(key_id))
        for lexeme in families.lexemes(key_id) if families.number(key_id) >= 0 else ():
            if link := families.link(lexeme):
                links.update((_name(lexeme), _name(base)) for base in link.bases)
            links.update((_name(lexeme), etymon) for etymon in families.etymons_of(lexeme.number))
    playable = sum(not reasons for reasons in Judge(lexicon).reasons(zipf))
    return Contents(lexicon.edition, lexicon.hash, store.reading_count, zipf, playable, links)


def _name(lexeme: Lexeme) -> str:
    """Return a lexeme with its part of speech, and with its number if it is not the first of its namesakes."""
    number = f" {lexeme.homograph}" if lexeme.homograph > 1 else ""
    return f"{lexeme.spelling}{number} ({lexeme.pos})"


def compare(old: Lexicon, new: Lexicon, before: Contents, after: Contents) -> Changes:
    """Return the differences between two lexicons, given their contents."""

    def rank(word: str) -> tuple[float, str]:
        """Sort frequent words first, and words that are equally frequent by their letters."""
        return -max(before.zipf.get(word, 0.0), after.zipf.get(word, 0.0)), word

    def sorted_links(links: Iterable[Pair]) -> list[Pair]:
        return sorted(links, key=lambda link: (rank(link[0].partition(" (")[0].lower()), link))

    changes = Changes({}, {}, {}, [], [])
    old_verdicts, new_verdicts = _verdicts(old, before), _verdicts(new, after)
    for word in sorted(old_verdicts.keys() | new_verdicts.keys(), key=rank):
        was, now = old_verdicts.get(word, UNKNOWN), new_verdicts.get(word, UNKNOWN)
        if was and not now:
            changes.gained.setdefault(was, []).append(word)
        elif now and not was:
            changes.lost.setdefault(now, []).append(word)
        elif was != now:
            changes.others.setdefault((was, now), []).append(word)
    return changes._replace(
        added=sorted_links(after.links - before.links),
        removed=sorted_links(before.links - after.links),
    )


def _verdicts(lexicon: Lexicon, contents: Contents) -> dict[str, Reasons]:
    """Return the reasons for refusing each spelling of a lexicon under the published rules."""
    return dict(zip(contents.zipf, Judge(lexicon).reasons(contents.zipf), strict=True))


def render_section(title: str, since: str, before: Contents, after: Contents, changes: Changes) -> str:
    """Return the section of docs/lexicon-changes.md. *since* names the old lexicon, as « version 0.5.0 » does."""
    rows = [
        ("spellings", len(before.zipf), len(after.zipf)),
        ("readings", before.readings, after.readings),
        ("words that may be played", before.playable, after.playable),
        ("links between a word and a base", len(before.links), len(after.links)),
    ]
    gained = {f"{_reasons(was)} before": words for was, words in changes.gained.items()}
    lost = {f"{_reasons(now)} now": words for now, words in changes.lost.items()}
    others = {f"{_reasons(was)} before, {_reasons(now)} now": words for (was, now), words in changes.others.items()}
    links = [("added", changes.added), ("removed", changes.removed)]
    blocks = [
        f"## {title}",
        f"Edition {after.edition}, hash `{after.hash[:12]}`, compared with that of {since}:\n"
        f"edition {before.edition}, hash `{before.hash[:12]}`.",
        "\n".join(["| | before | now |", "|---|---|---|", *(f"| {name} | {a:,} | {b:,} |" for name, a, b in rows)]),
        *_words_blocks("became playable", gained),
        *_words_blocks("no longer playable", lost),
        *_words_blocks("refused for other reasons", others),
        "### Links of families",
        "\n".join(
            _item(f"{len(pairs):,} {what}", [f"{word} ← {base}" for word, base in pairs]) for what, pairs in links
        ),
    ]
    return "\n\n".join(blocks) + "\n"


def _reasons(reasons: Reasons) -> str:
    return " + ".join(f"`{reason}`" for reason in reasons)


def _words_blocks(what: str, groups: Mapping[str, list[str]]) -> list[str]:
    """Return a heading with the number of words, and a list of the largest groups with the first words of each.

    Returns [] if there are no words.
    """
    if not groups:
        return []
    largest = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    lines = [_item(f"{len(words):,} {kind}", words) for kind, words in largest[:KINDS_SHOWN]]
    if rest := largest[KINDS_SHOWN:]:
        lines.append(f"- {sum(len(words) for _, words in rest):,} in {len(rest)} smaller groups.")
    return [f"### {what[0].upper()}{what[1:]}: {sum(map(len, groups.values())):,}", "\n".join(lines)]


def _item(what: str, shown: list[str]) -> str:
    """Return an item of a list, wrapped: what it is about, and the first words or links."""
    more = " …" if len(shown) > SHOWN else ""
    text = f"{what}: {', '.join(shown[:SHOWN])}{more}" if shown else f"{what}."
    return textwrap.fill(
        text, COLUMNS, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def open_lexicon(name: str, folder: Path) -> Lexicon:
    """Open a compiled lexicon, or compile the layers of a commit in *folder*, which is empty, and open the result.

    Raises ChangesError if *name* is neither a file nor a commit with layers. Raises LexiconError if the file is damaged
    or has another format, and LayerError if the present compiler cannot read the layers.
    """
    if Path(name).is_file():
        return Lexicon.open(name, verify=True)
    packed = subprocess.run(
        ["git", "archive", "--format=tar", name, LAYERS], cwd=ROOT, capture_output=True, check=False
    )
    if packed.returncode:
        reason = packed.stderr.decode(errors="replace").strip()
        raise ChangesError(f"{name}: neither a compiled lexicon nor a commit with {LAYERS} ({reason})")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    layers = folder / LAYERS
    for layer in LATER_LAYERS:
        if not (layers / f"{layer}.tsv").exists():
            (layers / f"{layer}.tsv").touch()
            (layers / f"{layer}.toml").write_text('licence = "MPL-2.0"\nkept = 0\nsource = []\n', encoding="utf-8")
    _renew_links(layers / "families.tsv")
    compile_folder(layers, folder / "fr.lexicon")
    return Lexicon.open(folder / "fr.lexicon")


def _renew_links(path: Path) -> None:
    """Rewrite a layer of families of an earlier version, whose sixth field is a tier, without its near kinships."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if row[5] in OLD_TIERS:
            kept = row[2].split(" + ")[: OLD_TIERS[row[5]]]
            row[2:6] = [" + ".join(kept), row[3], row[4], "-"] if kept else ["-"] * 4
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.lexicon_changes", description=__doc__.splitlines()[0])
    parser.add_argument("old", help="a compiled lexicon, or a commit whose layers are compiled")
    parser.add_argument("new", nargs="?", help="the same; by default the lexicon of the package")
    parser.add_argument("--title", default="Unreleased", help="the heading of the section (default: %(default)s)")
    parser.add_argument("--since", help="how the section names the old lexicon (default: as given)")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            places = Path(temporary, "old"), Path(temporary, "new")
            for place in places:
                place.mkdir()
            old = open_lexicon(options.old, places[0])
            new = open_lexicon(options.new, places[1]) if options.new else Lexicon.open(verify=True)
            with old, new:
                before, after = read_contents(old), read_contents(new)
                changes = compare(old, new, before, after)
    except (BelettreError, ChangesError) as error:
        print(f"lexicon_changes: {error}", file=sys.stderr)
        return 1
    print(render_section(options.title, options.since or options.old, before, after, changes), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())

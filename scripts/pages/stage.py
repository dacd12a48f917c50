"""Copies the pages of the repository to the folder that Sphinx reads, with their links as the site needs them.

The pages stand in docs/ and at the root, where a code host shows them too. On the site, those outside docs/ are in
the folder « project ». A link to a file that is not a page leads to a copy of the file; a link to a folder or to a
README, whose place the front page takes, is only text. A comment « toctree » becomes a table of contents, which a
code host would show as code. An anchor of HTML that holds the id of a rule becomes one that Sphinx knows, so that
links to it are checked.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

#: The pages outside docs/ that the site has.
PROJECT = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "NOTICE.md",
    "RULES-BELOTE.md",
    "RULES.md",
    "SECURITY.md",
    "lexicons/overrides/FAMILIES.md",
    "lexicons/overrides/ETYMONS.md",
)
#: A link to something in the repository: its text, its path and its heading.
_LINK = re.compile(r"(!?)\[((?:[^][]|!\[[^]]*\]\([^)]*\))*)\]\((?![a-z]+:)([^)#\s]+)(#[^)\s]*)?\)")
#: Code, in which nothing is a link; code that is the text of a link is none of it.
_CODE = re.compile(r"(^```.*?^```|`[^`\n]+`(?!\]))", re.DOTALL | re.MULTILINE)
#: The id of a rule at the place where a page tells it; other pages link to it.
_RULE = re.compile(r'<a id="([\w.]+)">([\w.]+)</a>')
#: A link to a rule whose id has a dot, « V3.2 »: Sphinx allows none in anchors.
_DOTTED = re.compile(r"(\]\([^)#\s]*#v\d)\.(\d+\))")
_TOCTREE = re.compile(r"<!-- toctree\n(.*?)-->", re.DOTALL)


def stage(root: Path, folder: Path) -> None:
    """Copy the pages of the repository at *root*, their pictures, and the files that they link to, to *folder*.

    Raises ValueError for a link that leads nowhere.
    """
    pages = {root / name: folder / "project" / Path(name).name for name in PROJECT}
    for path in sorted((root / "docs").rglob("*.md")):
        pages[path] = folder / path.relative_to(root / "docs")
    for source, page in pages.items():
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_staged(source, page, root, pages, folder), encoding="utf-8")


def quotes_held(text: str) -> str:
    """Return text whose French quotation marks stay with what they quote, as no line may end between them.

    >>> quotes_held("« mot »") == "«\u00a0mot\u00a0»"
    True
    """
    return text.replace("« ", "«\u00a0").replace(" »", "\u00a0»")


def _staged(source: Path, page: Path, root: Path, pages: dict[Path, Path], folder: Path) -> str:
    """Return the text of a page as the site has it. *pages* maps the pages of the repository to those of the site."""

    def link(found: re.Match[str]) -> str:
        picture, text, path, heading = found[1], _LINK.sub(link, found[2]), found[3], found[4] or ""
        target = (source.parent / path).resolve()
        if target.is_dir() or (target.parent == root and target.name.startswith("README.")):
            return text
        if not target.exists():
            raise ValueError(f"{source.relative_to(root)}: the link to {path} leads nowhere")
        copy = pages.get(target)
        if copy is None:
            inside = target.is_relative_to(root / "docs")
            copy = folder / (target.relative_to(root / "docs") if inside else Path("files", target.relative_to(root)))
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(target, copy)
        return f"{picture}[{text}]({Path(os.path.relpath(copy, page.parent)).as_posix()}{heading})"

    parts = _CODE.split(source.read_text(encoding="utf-8"))
    text = "".join(part if part.startswith("`") else _marked(_LINK.sub(link, part)) for part in parts)
    return _TOCTREE.sub(lambda found: _contents(found[1], pages, folder), text)


def _marked(text: str) -> str:
    """Return prose with quotation marks that hold, and with the ids of rules as Sphinx writes anchors."""
    text = _RULE.sub(lambda found: f"[{found[2]}]{{#{found[1].replace('.', '-')} .regle}}", text)
    return quotes_held(_DOTTED.sub(r"\1-\2", text))


def _contents(lines: str, pages: dict[Path, Path], folder: Path) -> str:
    """Return a table of contents without the patterns that no page matches: a folder of pages may not be there.

    The pattern « ** » stands for the pages that no table of contents lists.
    """
    names = [page.relative_to(folder).with_suffix("").as_posix() for page in pages.values()]
    kept: list[str] = []
    for line in lines.splitlines():
        if line == "**":
            listed = {name for source in pages for name in _listed(source.read_text(encoding="utf-8"), names)}
            kept += sorted(set(names) - listed)
        elif "*" not in line or fnmatch.filter(names, line):
            kept.append(line)
    is_empty = all(not line or line.startswith(":") for line in kept)
    return "" if is_empty else "\n".join(["```{toctree}", *kept, "```"])


def _listed(text: str, names: list[str]) -> Iterator[str]:
    """Yield the pages that the tables of contents of a page list, and the front page, which none lists."""
    yield "index"
    for found in _TOCTREE.finditer(text):
        for line in found[1].splitlines():
            if line != "**":
                yield from fnmatch.filter(names, line)

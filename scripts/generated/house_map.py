"""Write the map of the house in docs/house.md: each module with the first sentence of its docstring."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "belettre_lexicon"
PAGE = ROOT / "docs" / "house.md"
COMMAND = "python -m scripts.regenerate"
BEGIN = f"<!-- The map begins; it is written by `{COMMAND}`. -->"
END = "<!-- The map ends. -->"

#: Package or module of the first level → floor. A module imports from its own floor or below.
FLOORS = {
    "base": 0,
    "literals": 0,
    "french": 1,
    "lexicon": 2,
    "words": 3,
    "harvest": 4,
    "games": 4,
    "engine": 4,
    "belote": 4,
    "referee": 5,
    "cli": 6,
    "web": 6,
    "__init__": 7,
    "__main__": 7,
}
#: What each floor is for; index: floor.
FLOOR_TITLES = (
    "what every module may use",
    "French and its cards",
    "the compiled lexicon",
    "the judge of words",
    "the games, and the words of texts",
    "sentences for players",
    "the faces: command line and web server",
    "the package",
)
#: Folders that stand beside the floors, each with its path from the root.
BESIDE = {
    "lexicons": ROOT / "lexicons",
    "scripts": ROOT / "scripts",
    "benchmarks": ROOT / "benchmarks",
    "recipes": ROOT / "recipes",
}


def first_sentence(docstring: str) -> str:
    """The first sentence of a docstring in Markdown, without its floor.

    >>> first_sentence("Floor 3. One ``Pli``: what lies\\n    on the table. More follows.")
    'One `Pli`: what lies on the table.'
    """
    paragraph = " ".join(docstring.strip().split("\n\n")[0].split())
    paragraph = re.sub(r"^Floor \d\. ", "", paragraph)
    sentence = re.split(r"(?<=[.!?])\s+(?=[A-Z«`])", paragraph)[0].rstrip(":")
    return sentence.replace("``", "`").replace("|", r"\|")


def sentence_of(path: Path) -> str:
    """The first sentence of a module's docstring. Raises ValueError for a module without one."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    if not docstring:
        raise ValueError(f"{path}: no docstring")
    return first_sentence(docstring)


def module_table(paths: list[Path]) -> list[str]:
    """A Markdown table of modules, its columns aligned."""
    rows = [("module", "what it is"), *((f"`{path.stem}`", sentence_of(path)) for path in paths)]
    width = max(len(name) for name, _ in rows)
    lines = [f"| {name:{width}} | {sentence} |" for name, sentence in rows]
    return [lines[0], f"|{'-' * (width + 2)}|---|", *lines[1:], ""]


def folder_section(folder: Path, name: str, level: int) -> list[str]:
    """A heading, the modules of a folder, and then its wings, each in a section of its own."""
    lines = [f"{'#' * level} {name}/", "", textwrap.fill(sentence_of(folder / "__init__.py"), 100), ""]
    modules = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
    if modules:
        lines += module_table(modules)
    for wing in sorted(path.parent for path in folder.glob("*/__init__.py")):
        lines += folder_section(wing, f"{name}/{wing.name}", level + 1)
    return lines


def house_map() -> str:
    """The whole map, floor by floor. Raises KeyError for a room of the package that has no floor."""
    rooms = {path.stem: path for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    unknown = sorted(rooms.keys() - FLOORS.keys() - BESIDE.keys())
    if unknown:
        raise KeyError(f"no floor for {', '.join(unknown)}: add it to FLOORS in scripts/generated/house_map.py")
    lines: list[str] = []
    for floor, title in enumerate(FLOOR_TITLES):
        names = [name for name, its_floor in FLOORS.items() if its_floor == floor]
        lines += [f"## Floor {floor}: {title}", ""]
        modules = [rooms[name] for name in names if rooms[name].suffix == ".py"]
        if modules:
            lines += module_table(modules)
        for name in names:
            if rooms[name].is_dir():
                lines += folder_section(rooms[name], name, 3)
    lines += ["## Beside the floors", ""]
    for name, folder in BESIDE.items():
        lines += folder_section(folder, name, 3)
    return "\n".join(lines).rstrip() + "\n"


def page_with_map(page: str) -> str:
    """The page with the map between its two markers. Raises ValueError if a marker is missing."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name}: a marker of the map is missing")
    return f"{before}{BEGIN}\n\n{house_map()}\n{END}{after}"


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    return {PAGE: page_with_map(PAGE.read_text(encoding="utf-8"))}

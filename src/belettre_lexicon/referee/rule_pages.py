"""The rules of the games as HTML for the pages of the server, made by the build from the texts that the project has.

    docs/fr/regles-belettre.md, RULES.md …  →  compile_rules (build)  →  data/rules/*.html, *.svg  →  load_rules

Every rule has an anchor with its id, so that a refusal can link to it: ``/rules/belettre#W6``. Links to other documents
become links to pages of the server, or plain text. Markdown is read when the package is built, never at run time.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ..base.errors import LexiconError

#: Game and language → the text with its rules, in the repository.
SOURCES = {
    ("belettre", "fr"): "docs/fr/regles-belettre.md",
    ("belettre", "en"): "RULES.md",
    ("belote", "fr"): "docs/fr/regles-belote.md",
    ("belote", "en"): "RULES-BELOTE.md",
}
GAMES = tuple(dict.fromkeys(game for game, _ in SOURCES))
#: The folder of the compiled pages and of their pictures.
_FOLDER = Path(__file__).parents[1] / "data" / "rules"
#: The pages of the server that other documents lead to, by the name of the document.
_PAGES = {Path(source).name: f"/rules/{game}" for (game, _), source in SOURCES.items()}
#: What begins a row of a table or an item of a list about one rule, and a rule's anchor in a French text.
_RULE = re.compile(r"(B[ABCDEFNPRSV]\d+|V[CEKL]\d+|V[23]\.\d+|[DPTJWS]\d+[a-d]?)(?: |$)")
_ANCHOR = re.compile(r'<a id="([\w.]+)">')
#: The heading of the columns of tables that name modules: they are for readers of the code.
_CODE = "in code"


def compile_rules(root: Path, target: Path) -> list[str]:
    """Write the rules of each game in each language, and their pictures, to the folder ``rules`` in *target*.

    root  the root of the repository

    Returns the names of the files in *target*, such as "rules/belettre_fr.html".
    """
    folder = target / "rules"
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for (game, language), source in SOURCES.items():
        path = root / source
        html, pictures = _Page(path.read_text(encoding="utf-8")).render()
        names.append(f"{game}_{language}.html")
        (folder / names[-1]).write_text(html, encoding="utf-8", newline="\n")
        for picture in pictures:
            names.append(Path(picture).name)
            (folder / names[-1]).write_bytes((path.parent / picture).read_bytes())
    return [f"rules/{name}" for name in names]


@cache
def load_rules(game: str, language: str) -> str:
    """Return the rules of one of GAMES in a language as HTML. Raises LexiconError if they were not built."""
    return _read(f"{game}_{language}.html").decode("utf-8")


@cache
def load_pictures() -> dict[str, bytes]:
    """Return the pictures of the rules (SVG) by the names of their files."""
    return {path.name: path.read_bytes() for path in sorted(_FOLDER.glob("*.svg"))}


def _read(name: str) -> bytes:
    try:
        return (_FOLDER / name).read_bytes()
    except OSError as error:
        raise LexiconError(f"{_FOLDER / name}: no page of rules; build it with « pip install . »") from error


class _Page:
    """A text with rules that is turned into HTML. ``render`` does it."""

    def __init__(self, text: str) -> None:
        from markdown_it import MarkdownIt  # not needed at run time

        self._markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
        self._tokens: list[Any] = self._markdown.parse(_ANCHOR.sub(lambda found: f'<a id="{_id(found[1])}">', text))
        self._ids = {_id(anchor) for anchor in _ANCHOR.findall(text)}
        self._pictures: list[str] = []

    def render(self) -> tuple[str, list[str]]:
        """Return the HTML, and the paths of its pictures beside the text."""
        contents = []
        self._drop_code_columns()
        for index, token in enumerate(self._tokens):
            following = self._tokens[index + 1] if index + 1 < len(self._tokens) else None
            if token.type == "heading_open" and following is not None:
                slug = _slug(following.content)
                token.attrSet("id", slug)
                if token.tag == "h2":
                    contents.append(f'<li><a href="#{slug}">{self._markdown.renderInline(following.content)}</a></li>')
            elif token.type in ("td_open", "list_item_open"):
                self._mark_rule(token, index)
            token.attrs.pop("style", None)  # the pages of the server allow no styles of their own
            for child in token.children or ():
                self._rewrite(child)
        html = self._markdown.renderer.render(self._tokens, self._markdown.options, {})
        # A table that is wider than a phone scrolls by itself, also with the keyboard.
        html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
        nav = f'<ul class="contents">{"".join(contents)}</ul>\n'
        heading, end, rest = html.partition("</h1>\n")
        return f"{heading}{end}{nav}{rest}", self._pictures

    def _mark_rule(self, token: Any, index: int) -> None:
        """Give a row or an item the id of the rule with which it begins, unless the rule has an anchor already."""
        inline = next((one for one in self._tokens[index + 1 : index + 3] if one.type == "inline"), None)
        found = _RULE.match(inline.content) if inline is not None else None
        if found and found[1] not in self._ids:
            self._ids.add(found[1])
            token.attrSet("id", found[1])

    def _rewrite(self, token: Any) -> None:
        """Turn the target of a link or of a picture into one of the server. Other links lose theirs."""
        if token.type == "image":
            self._pictures.append(token.attrs["src"])
            token.attrs |= {"src": f"/rules/pictures/{Path(token.attrs['src']).name}", "loading": "lazy"}
        elif token.type == "link_open":
            target = token.attrs["href"]
            document, _, anchor = target.partition("#")
            if not document:
                token.attrs["href"] = f"#{_id(unquote(anchor))}"
            elif page := _PAGES.get(Path(document).name):
                token.attrs["href"] = page + (f"#{_id(anchor)}" if anchor else "")
            else:
                del token.attrs["href"]

    def _drop_code_columns(self) -> None:
        """Take the columns about the code out of all tables."""
        kept: list[Any] = []
        column = dropped = -1
        skipping = False
        for index, token in enumerate(self._tokens):
            if token.type == "table_open":
                dropped = -1
            elif token.type == "tr_open":
                column = -1
            elif token.type in ("th_open", "td_open"):
                column += 1
                if token.type == "th_open" and self._tokens[index + 1].content == _CODE:
                    dropped = column
                skipping = column == dropped
            if not skipping:
                kept.append(token)
            if token.type in ("th_close", "td_close"):
                skipping = False
        self._tokens = kept


def _id(anchor: str) -> str:
    """Return an anchor of a French text as the server writes it: the id of a rule as it is printed, « W6a »."""
    written = anchor[:-1].upper() + anchor[-1] if anchor[-1:] in "abcd" else anchor.upper()
    return written if _RULE.fullmatch(written) else anchor


def _slug(heading: str) -> str:
    """Return the anchor of a heading as Markdown pages have it: « le-piège »."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")

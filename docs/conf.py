"""The settings with which Sphinx builds the site; ``python -m scripts.build_site`` calls it."""

from __future__ import annotations

import inspect
from typing import Any

from belettre_lexicon import __version__
from scripts.pages.docstrings import as_rest
from scripts.pages.public_names import PACKAGES, public_names, resolve_type_imports

project = "belettre-lexicon"
author = "The belettre-lexicon maintainers"
version = release = __version__
root_doc = "index"
language = "en"
#: Options begin with two hyphens, and texts say which quotation marks they mean.
smartquotes = False

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline", "colon_fence"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
add_module_names = False
#: Prompts are not copied with a command or an example.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_title = f"Belettre {__version__}"
html_show_sphinx = html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"footer_icons": []}

#: Short names and names of members, as docstrings write them → full names, by package.
_NAMES = {package: {one.name: one for one in public_names(package)} for package in PACKAGES}


def _target_of(code: str, package: str, owner: str) -> str | None:
    """Return the full name of a public name or of a member as a docstring in *package* writes it."""
    head, _, member = code.removesuffix("()").partition(".")
    for place in (package, *PACKAGES):
        if head in _NAMES[place]:
            found = _NAMES[place][head]
            if not member or hasattr(found.value, member):
                return f"{place}.{head}" + (f".{member}" if member else "")
    if owner in _NAMES[package] and not member and not head.startswith("_"):
        value = _NAMES[package][owner].value
        if inspect.isclass(value) and inspect.getdoc(getattr(value, head, None)) and hasattr(value, head):
            return f"{package}.{owner}.{head}"
    return None


def _rewrite(app: object, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Give autodoc each docstring as reStructuredText."""
    package = max((one for one in PACKAGES if name.startswith(f"{one}.")), key=len, default=PACKAGES[0])
    owner = name.removeprefix(f"{package}.").split(".")[0]
    lines[:] = as_rest("\n".join(lines), lambda code: _target_of(code, package, owner))


#: The labels that the theme puts around a page, for the pages in French.
_FRENCH = {
    "Back to top": "Haut de la page",
    "Home": "Accueil",
    "Made with ": "Fait avec ",
    "Next": "Suivant",
    "On this page": "Sur cette page",
    "Previous": "Précédent",
    "Search": "Rechercher",
}


def _name_language(app: object, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Tell browsers and screen readers which pages are French, and give these pages French labels."""
    if page.startswith("fr/"):
        context["language"] = "fr"
        context["_"] = context["gettext"] = lambda label: _FRENCH.get(label, label)
        if "body" in context:
            context["body"] = context["body"].replace("Link to this heading", "Lien vers ce titre")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    resolve_type_imports()
    app.connect("autodoc-process-docstring", _rewrite)
    app.connect("html-page-context", _name_language)

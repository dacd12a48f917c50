"""The reference of the library: a page for each module with public names, and a table of names for each package."""

from __future__ import annotations

import importlib
import inspect
import re
from itertools import groupby
from types import UnionType
from typing import get_args

from sphinx.pycode import ModuleAnalyzer

from scripts.generated.house_map import first_sentence
from scripts.pages.public_names import PACKAGES, PublicName, is_documented_by_autodoc, public_names

#: The methods with special names that a reader of the reference looks for.
_SPECIAL = "__call__, __contains__, __getitem__, __iter__, __len__"
#: The classes whose members are not those of a class of ours.
_FOREIGN = "Exception, Enum, str, int, tuple, Struct, Generic, Protocol, object"
#: The longest constant that is shown, in characters.
_LONGEST = 300
TITLES = {
    "belettre_lexicon": "Words: `belettre_lexicon`",
    "belettre_lexicon.engine": "Belettre: `belettre_lexicon.engine`",
    "belettre_lexicon.belote": "Belote: `belettre_lexicon.belote`",
    "belettre_lexicon.referee": "Sentences: `belettre_lexicon.referee`",
}


def pages() -> dict[str, str]:
    """Return the pages of the reference by their paths below its folder."""
    first: dict[int, PublicName] = {}
    for package in PACKAGES:
        for one in public_names(package):
            if getattr(one.value, "__name__", one.name) == one.name:  # not an alias, as for a type checker
                first.setdefault(id(one.value), one)
    written = {}
    for package in PACKAGES:
        names = public_names(package)
        folder = package.removeprefix("belettre_lexicon").strip(".") or "words"
        index = [f"# {TITLES[package]}", "", _about(package), "", "| name | what it is |", "|---|---|"]
        index += [f"| {{py:obj}}`{one.name} <{one.path}>` | {_summary(one)} |" for one in sorted(names, key=_lower)]
        modules = []
        for module, group in groupby(sorted(names, key=lambda one: (one.module, one.name.lower())), _module_of):
            short = module.removeprefix(package).strip(".").removeprefix("belettre_lexicon.")
            modules.append(short)
            written[f"{folder}/{short}.rst"] = _module_page(package, module, list(group), first)
        toctree = "\n".join(f"{folder}/{short}" for short in modules)
        index += ["", f"```{{toctree}}\n:maxdepth: 1\n:caption: By module\n\n{toctree}\n```"]
        written[f"{folder}.md"] = "\n".join(index) + "\n"
    return written


def _lower(one: PublicName) -> str:
    return one.name.lower()


def _module_of(one: PublicName) -> str:
    return one.module


def _about(package: str) -> str:
    return first_sentence(importlib.import_module(package).__doc__ or "")


def _summary(one: PublicName) -> str:
    """Return one sentence about a public name, for the table of its package."""
    if is_documented_by_autodoc(one.value):
        return first_sentence(inspect.getdoc(one.value) or "")
    if isinstance(one.value, UnionType):
        return f"One of {len(get_args(one.value))} types."
    return first_sentence(_comment(one))


def _comment(one: PublicName) -> str:
    """Return the comment « #: » with which a module describes a constant of its own."""
    module = importlib.import_module(one.module)
    analyzer = ModuleAnalyzer.for_module(module.__name__)
    return " ".join(analyzer.find_attr_docs().get(("", one.name), [])).strip()


def _module_page(package: str, module: str, names: list[PublicName], first: dict[int, PublicName]) -> str:
    """Return the page of a module: its docstring, then its public names."""
    title = module.removeprefix("belettre_lexicon.")
    lines = [f"``{title}``", "=" * (len(title) + 4), "", _plain(first_sentence(inspect.getdoc(_get(module)) or "")), ""]
    for one in names:
        lines += [*_entry(one, first), ""]
    return "\n".join(lines) + "\n"


def _get(module: str) -> object:
    return importlib.import_module(module)


def _plain(text: str) -> str:
    """Return a sentence of Markdown as reStructuredText."""
    return re.sub(r"`([^`]+)`", r"``\1``", text).replace("\\|", "|")


def _entry(one: PublicName, first: dict[int, PublicName]) -> list[str]:
    """Return the entry of a public name: its signature and docstring, or what a constant is and holds."""
    imported = f"   ``from {one.package} import {one.name}``"
    earlier = first.get(id(one.value), one)
    kind = "class" if inspect.isclass(one.value) else "function" if inspect.isfunction(one.value) else "data"
    if earlier != one:
        return [f".. py:{kind}:: {one.path}", "", f"   The same as :py:obj:`{earlier.path}`.", "", imported]
    if is_documented_by_autodoc(one.value):
        lines = [f".. auto{kind}:: {one.path}"]
        if kind == "class":
            lines += ["   :members:", f"   :inherited-members: {_FOREIGN}", f"   :special-members: {_SPECIAL}"]
        return [*lines, ""]
    lines = [f".. py:data:: {one.path}", "", imported]
    if _comment(one):
        lines += ["", f"   {_comment(one)}"]
    if isinstance(one.value, UnionType):
        parts = ", ".join(f":py:obj:`{part.__name__} <{one.package}.{part.__name__}>`" for part in get_args(one.value))
        lines += ["", f"   One of {parts}."]
    elif len(repr(one.value)) <= _LONGEST:
        lines += ["", "   ::", "", f"      {one.name} = {one.value!r}"]
    return lines

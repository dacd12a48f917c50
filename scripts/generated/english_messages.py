"""Collects what the commands say in English: help texts, usage errors and the messages of exceptions.

These are the texts that ``src/belettre_lexicon/cli/kit/fr.po`` has in French (``french_messages``). An exception
is raised with its English message, an f-string as a rule, and stays English in the library. Its *template* is the
f-string with names in place of the expressions: ``f"suit {text!r:.40}: expected one of {', '.join(SUITS)}"`` has the
template « suit {text}: expected one of {choices} ». ``referee.translation`` finds the template that a message was made
from, and puts the values into its French. Start reading at ``english_messages``.
"""

from __future__ import annotations

import argparse
import ast
import errno
import inspect
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from belettre_lexicon.base import files
from belettre_lexicon.cli.belettre.play import PLAYERS_EXPECTED
from belettre_lexicon.cli.belote import commands as belote_commands
from belettre_lexicon.cli.belote import main as belote
from belettre_lexicon.cli.belote.play import BELOTE_PLAYERS_EXPECTED
from belettre_lexicon.cli.kit.parser import command_parser, parser_texts
from belettre_lexicon.cli.main import build_parser
from belettre_lexicon.french.rules import HELP_PREFIX
from belettre_lexicon.games.belote.marque.vocabulary import NAMES_EXPECTED
from belettre_lexicon.referee.translation import SPOKEN

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "belettre_lexicon"
#: The calls that take a message, with the index of its argument.
_CALLS = {
    "ArgumentError": 0,
    "ArgumentTypeError": 0,
    "BelettreError": 0,
    "JournalError": 1,
    "LexiconError": 0,
    "OldFormatError": 0,
    "RecordError": 1,
    "ReplayError": 1,
    "ShorthandError": 1,
    "StoreError": 0,
    "UnusableInputError": 0,
    "UnwritableFileError": 1,
    "WorkerError": 0,
    "__init__": 0,
    "_fail": 0,
    "fail": 0,
    "run_command": 3,
}
#: The variables in which parts of a message are prepared.
_PARTS = frozenset({"changed", "expected", "goes", "known", "missing", "problem", "span", "wanted", "why", "wrong"})
#: The functions that return a message or a part of one, by their modules.
_RETURNING = {
    "base/options.py": frozenset({"_expected"}),
    "cli/kit/terminal.py": frozenset({"_internal_error"}),
    "games/belettre/records/shorthand.py": frozenset({"_actual_taker"}),
    "games/kit/chain.py": frozenset({"of", "_missing", "_named", "unreadable"}),
}
#: The arguments whose names stand at the beginning of an error, where a command puts the option that was typed.
_TYPED = ("initial", "letters", "played", "contract")
#: The folders whose errors only those see who build the lexicon, or a browser, which gets them in its own way.
_LEFT_OUT = ("lexicon/compile", "web/pages", "web/edge")
#: The words of argparse that no command of ours can say: it has no options of these kinds.
_UNSAID = re.compile(
    r"(?i)deprecated|metavar|dest|nargs|mutually|can't open|unknown parser|type'|subcommand|conflicting|callable|merge"
    r"|subparser|invalid argument|with mode|error:|unexpected|positionals|required' is|prefix_char|conflict_res"
    r"|__call__|invalid conversion|python"
)
#: What the exceptions of Python and msgspec say within ours.
_OF_PYTHON = (
    "{value} does not appear to be an IPv4 or IPv6 network",
    "{value} has host bits set",
    "embedded null byte",
    "JSON is malformed: {value}",
)
#: The errors of the operating system that a command may report.
_SYSTEM_ERRORS = (
    *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ENAMETOOLONG),
    *(errno.ENOSPC, errno.EROFS, errno.EIO, errno.EMFILE, errno.ELOOP, errno.EFBIG, errno.EBADF, errno.EDQUOT),
    *(errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.ENXIO, errno.ENOMEM, errno.EINVAL, errno.ETXTBSY),
)


def english_messages() -> list[str]:
    """Return every text and template that the commands may say, without repeats, those of one kind together."""
    texts = [
        *help_texts(),
        *argparse_templates(),
        *error_templates(),
        *files._DESCRIPTIONS.values(),
        *NAMES_EXPECTED.values(),
        PLAYERS_EXPECTED,
        BELOTE_PLAYERS_EXPECTED,
        *_OF_PYTHON,
        *map(os.strerror, _SYSTEM_ERRORS),
    ]
    return list(dict.fromkeys(text for text in texts if _is_said(text)))


def _is_said(text: str) -> bool:
    """Return whether a text has words to translate, or passes on a message, as « {path}: {error} » does."""
    words = re.search(r"[^\W\d_]{2}", re.sub(r"\{\w*\}", "", text))
    return words is not None or re.search(rf": \{{{SPOKEN}\}}", text) is not None


def help_texts() -> Iterator[str]:
    """Yield the texts of the help pages of ``belettre`` and ``belote``."""
    yield from parser_texts(build_parser())
    yield HELP_PREFIX
    yield from (belote.HELP, belote.COMPLETION_HELP, *belote.SUMMARIES.values())
    for command in sorted(belote_commands.COMMANDS, key=lambda command: command.NAME):
        yield from parser_texts(command_parser(command, "belote"))


def argparse_templates() -> Iterator[str]:
    """Yield the templates of the words of argparse itself, those of the running Python."""
    for call in _calls(ast.parse(inspect.getsource(argparse))):
        if isinstance(call.func, ast.Name) and call.func.id in ("_", "ngettext"):
            for argument in call.args:
                if (
                    isinstance(argument, ast.Constant)
                    and isinstance(argument.value, str)
                    and not _UNSAID.search(argument.value)
                ):
                    yield _from_percents(argument.value)


def _from_percents(text: str) -> str:
    """Return the template of a text with placeholders for the operator ``%``.

    >>> _from_percents("argument %(argument_name)s: %(message)s"), _from_percents("ambiguous option: %s")
    ('argument {name}: {message}', 'ambiguous option: {value}')
    """
    text = text.replace("%(argument_name)s", "{name}")
    return re.sub(r"%\((\w+)\)[sr]", r"{\1}", re.sub(r"%[srd]", "{value}", text))


def error_templates() -> Iterator[str]:
    """Yield the templates of all messages of exceptions that a command may report."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).as_posix().startswith(_LEFT_OUT):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in _calls(tree):
            index = _CALLS.get(_name(call.func), len(call.args))
            if index < len(call.args):
                yield from _templates(call.args[index])
            if _name(call.func) == "SavegameError":
                for keyword in call.keywords:
                    yield from _templates(keyword.value) if keyword.arg == "why" else ()
        returning = _RETURNING.get(path.relative_to(PACKAGE).as_posix(), frozenset())
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in returning:
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and inner.value is not None:
                        yield from _templates(inner.value)
            if isinstance(node, ast.Assign) and any(_name(target) in _PARTS for target in node.targets):
                yield from _templates(node.value)


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _templates(node: ast.expr) -> Iterator[str]:
    """Yield the template of a text, of each of two texts after a condition, and of the texts inside of an f-string."""
    if isinstance(node, ast.IfExp):
        yield from (*_templates(node.body), *_templates(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        template = "".join(_pieces(node.values))
        yield template
        if template.startswith(_TYPED):
            yield re.sub(r"^\w+", "{flag}", template)
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                yield from _templates(value.value)


def _pieces(values: Iterable[ast.expr]) -> Iterator[str]:
    """Yield the pieces of the template of an f-string; a name that occurs again gets a number."""
    names: dict[str, int] = {}
    for value in values:
        if isinstance(value, ast.FormattedValue):
            name = _placeholder(value.value)
            names[name] = names.get(name, 0) + 1
            yield f"{{{name}{names[name] if names[name] > 1 else ''}}}"
        elif isinstance(value, ast.Constant):
            yield str(value.value)


def _placeholder(node: ast.expr) -> str:
    """Return the name that stands for an expression in a template."""
    source = ast.unparse(node)
    if "error" in source:
        return "error"
    if ".join(" in source:
        return "either" if source.startswith("' or '") else "choices"
    if isinstance(node, ast.IfExp):
        return "part"
    if isinstance(node, ast.Call) and _name(node.func) in ("len", "sum", "bit_count"):
        return "count"
    if isinstance(node, ast.Call) and _name(node.func) == "describe":
        return "kind"
    if isinstance(node, ast.Call) and _name(node.func) in (
        "_actual_taker",
        "_expected",
        "_found",
        "_missing",
        "_named",
    ):
        return _name(node.func).strip("_")
    found = _name(node.value) if isinstance(node, ast.Subscript) else _name(node)
    return found.strip("_").lower() or "value"

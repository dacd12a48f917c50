"""Builds argparse parsers from the tables of arguments in ``commands``, and parses command lines with them.

The texts of a parser are in English; ``_translate_parser`` puts them into French. Start reading at ``parse``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NoReturn, TypeVar

from ...base.errors import ArgumentError
from ...base.options import Option, parse_number
from ...referee.translation import Translation
from .commands import Argument, CommandOptions, is_readable
from .language import translation

AnyCommand = TypeVar("AnyCommand", bound=CommandOptions)


class OneLineParser(argparse.ArgumentParser):
    """A parser that raises ArgumentError with a message of one line instead of printing the usage and exiting."""

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(f"{message} (see « {self.prog} --help »)")


def parse(command: AnyCommand, parser: argparse.ArgumentParser, arguments: list[str]) -> AnyCommand:
    """Parse *arguments*, set the attributes of *command* to their values, and return *command*.

    parser  the parser of the command (``command_parser``), or one that has it as a subparser

    Raises ArgumentError for arguments that the command does not accept; --help prints a page and raises SystemExit.
    """
    return fill(command, parse_with(parser, arguments))


def parse_with(parser: argparse.ArgumentParser, arguments: list[str]) -> argparse.Namespace:
    """Return the values that *parser* finds in *arguments*, with its help page and errors in the user's language.

    Raises ArgumentError for arguments that the parser does not accept; --help prints a page and raises SystemExit.
    """
    if (translated := translation()) is not None:
        _translate_parser(parser, translated)
    return parser.parse_args(arguments)


def fill(command: AnyCommand, parsed: argparse.Namespace) -> AnyCommand:
    """Set the attributes of *command* to the values that argparse parsed, and return *command*.

    House rules that were given are put into ``command.chosen``. Raises ArgumentError if an argument that may be given
    only once was given again.
    """
    for made in command.arguments():
        value = getattr(parsed, made.name)
        if made.once and value is not None and len(value) > 1:
            raise ArgumentError(f"{made.flag}: given {len(value)} times ({', '.join(map(repr, value))}), expected once")
        if value is not None and (made.adds or made.once):
            value = ",".join(value)
        if made.option is None:
            setattr(command, made.name, made.default if value is None and made.adds else value)
        elif value is not None:
            command.chosen[made.name] = value
    return command


def command_parser(command: type[CommandOptions], program: str) -> argparse.ArgumentParser:
    """Return the parser of one command, for a *program* (such as "belote") that makes a parser for each command."""
    operands = "".join(f" {made.metavar}" for made in command.arguments() if not made.flag)
    parser = OneLineParser(
        prog=f"{program} {command.NAME}",
        usage=f"{program} {command.NAME}{operands} [options]",  # the list of all house rules would fill the screen
        description=command.DESCRIPTION,
    )
    add_arguments(parser, command())
    return parser


def add_arguments(parser: argparse.ArgumentParser, command: CommandOptions) -> None:
    """Add every argument of a command to its parser. The attributes of *command* are the defaults."""
    group: argparse._ActionsContainer = parser
    one_of = parser.add_mutually_exclusive_group(required=True) if command.ONE_OF else parser
    for made in command.arguments():
        if made.option is not None and command.GROUPED and group is parser:
            group = parser.add_argument_group(
                "house rules", "Options of the table; RULES-BELOTE.md explains each under its id."
            )
        owner = one_of if made.name in command.ONE_OF else group
        more: dict[str, Any] = {"dest": made.name} if made.flag else {"nargs": made.many} if made.many else {}
        if made.is_switch:
            switched, unset = (made.option.switched, None) if made.option else (True, False)
            more |= {"action": "store_const", "const": switched, "default": unset}
        else:
            more |= {"type": _type_of(made, command.GROUPED), "choices": made.values, "metavar": made.metavar}
        if made.flag and not made.is_switch:
            several = made.adds or made.once
            more["action"] = "append" if several else "store"
            more["default"] = None if made.option or several else getattr(command, made.name)
        owner.add_argument(made.flag or made.name, help=made.about, **more)


def _type_of(made: Argument, grouped: bool) -> Callable[[str], object]:
    """Return the function by which argparse reads a value; it raises argparse.ArgumentTypeError."""
    if made.option is not None and grouped:
        return partial(_read_rule, made.option)
    if made.number:
        return lambda text: _number_within(text, made.least, made.most)
    return str if made.path or (made.values is not None and not made.flag) else _readable_text


def _read_rule(option: Option, text: str) -> object:
    try:
        return option.read(text)
    except ArgumentError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix(f"{option.flag}: ")) from error


def _number_within(text: str, least: int | None, most: int | None) -> int:
    """Return *text* as a number. Raises ArgumentTypeError if it is none, or outside the limits; None is no limit."""
    number = parse_number(text, least, most)
    if number is not None:
        return number
    if most is not None:
        raise argparse.ArgumentTypeError(f"{text!r:.40}: expected a whole number from {least} to {most}")
    if least is not None:
        raise argparse.ArgumentTypeError(f"{text!r:.40}: expected a whole number, {least} or more")
    raise argparse.ArgumentTypeError(f"{text!r:.40}: expected a whole number")


def _readable_text(text: str) -> str:
    """Return *text* unchanged. Raises ArgumentTypeError, which names the encoding, if it could not be decoded."""
    if is_readable(text):
        return text
    try:
        shown = os.fsencode(text).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        shown = text.encode("utf-8", "backslashreplace").decode()
    encoding = sys.getfilesystemencoding()
    advice = "" if encoding == "utf-8" else "; LC_ALL=C.UTF-8 selects one with UTF-8"
    raise argparse.ArgumentTypeError(
        f"« {shown:.60} » cannot be read: expected text in {encoding}, the encoding of this locale{advice}"
    )


def _translate_parser(parser: argparse.ArgumentParser, translation: Translation) -> None:
    for owner, attribute in _texts_of(parser):
        setattr(owner, attribute, translation.text(getattr(owner, attribute)))
    parser.formatter_class = _FrenchFormatter
    for inner in _commands_of(parser):
        _translate_parser(inner, translation)


class _FrenchFormatter(argparse.HelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, "utilisation : " if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        super().start_section(f"{heading} ")  # argparse puts the colon behind it


def parser_texts(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the English texts of a parser and its subparsers, for translation: descriptions, help texts, titles."""
    yield from (getattr(owner, attribute) for owner, attribute in _texts_of(parser))
    for inner in _commands_of(parser):
        yield from parser_texts(inner)


def _texts_of(parser: argparse.ArgumentParser) -> Iterator[tuple[object, str]]:
    """Yield each text of a parser, without those of its subparsers: the object that has it, and its attribute."""
    owners: list[object] = [parser, *parser._action_groups, *parser._actions]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            owners += action._choices_actions  # what the page says of each command
    for owner in owners:
        for attribute in ("description", "epilog", "title", "help", "metavar"):
            text = getattr(owner, attribute, None)
            if isinstance(text, str) and not (attribute == "metavar" and text.islower()):  # the name of a command
                yield owner, attribute


def _commands_of(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()

"""The options of ``belettre check``, stated once for both parsers.

A check of a few words with plain long options is parsed here in microseconds; anything else
(help, ``--maj=F``, abbreviations, a misspelt option) goes to argparse, which takes as long to
import as the rest of the check together.
"""

from __future__ import annotations

from ..options import HouseRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

#: Options of ``check`` with a value: flag → (name, help).
VALUE_OPTIONS = {
    "--maj": ("maj", "the upper-case card on the table: the word must start with it (W2)"),
    "--min": ("min", "the lower-case cards on the table, as l,e,c; ? is the joker (W3)"),
    "--played": ("played", "the valid words before, separated by commas (W7, W8)"),
    "--lang": ("lang", "language of the answer: fr (default) or en"),
    "--house-list": ("house_list", "a file with the table's own words: « + word note », « - word note »"),
    "--lexicon": ("lexicon", "another compiled lexicon"),
}
#: Options of ``check`` without a value: flag → (name, help).
SWITCHES = {
    "--joker": ("joker", "a joker lies face up as well (J2)"),
    "--json": ("json", "one JSON object a line"),
    "--brief": ("brief", "one short line a word: word, + or -, reasons, separated by tabs; for corpora"),
}
#: House rules of every command that judges or searches: flag → (name, help).
HOUSE_SWITCHES = {
    "--shared-letters": ("letters_shared", "house rule: cards may share a letter (W3)"),
    "--plural-only": ("plural_only", "house rule: accept nouns that exist in the plural only (W6b)"),
    "--no-compounds": ("no_compounds", "house rule: refuse words with a hyphen or an apostrophe (W6c)"),
    "--current-only": ("current_only", "house rule: refuse rare, old and regional words"),
    "--accents-differ": ("accents_differ", "house rule: words that differ by accents are not repeats (W7)"),
    "--refuse-near-kin": ("refuse_near_kin", "house rule: refuse kin of a distant origin as well (W8)"),
}
_CHECK_SWITCHES = {**SWITCHES, **HOUSE_SWITCHES}


class HouseOptions:
    """The house rules of a command line; defaults are the published rules."""

    def __init__(self) -> None:
        self.letters_shared = False
        self.plural_only = False
        self.no_compounds = False
        self.current_only = False
        self.accents_differ = False
        self.refuse_near_kin = False

    def rules(self) -> HouseRules:
        """The options as rules of a table."""
        return HouseRules(
            letters_shared=self.letters_shared,
            plural_only=self.plural_only,
            compounds=not self.no_compounds,
            current_only=self.current_only,
            accents_differ=self.accents_differ,
            refuse_near_kin=self.refuse_near_kin,
        )


class CheckOptions(HouseOptions):
    """The parsed options of a check."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.maj: str | None = None
        self.min = ""
        self.played = ""
        self.lang = "fr"
        self.house_list: str | None = None
        self.lexicon: str | None = None
        self.joker = False
        self.json = False
        self.brief = False


def parse_plain(arguments: list[str]) -> CheckOptions | None:
    """Options of a check written the plain way, or None when argparse must look at them."""
    options = CheckOptions()
    waiting = iter(arguments)
    for argument in waiting:
        if argument in VALUE_OPTIONS:
            value = next(waiting, None)
            if value is None or value.startswith("-"):
                return None
            setattr(options, VALUE_OPTIONS[argument][0], value)
        elif argument in _CHECK_SWITCHES:
            setattr(options, _CHECK_SWITCHES[argument][0], True)
        elif argument.startswith("-") and argument != "-":
            return None
        else:
            options.words.append(argument)
    return options


def add_check_options(parser: argparse.ArgumentParser) -> None:
    """Give argparse the same options."""
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="words to judge; - reads one a line from standard input"
    )
    for flag, (name, text) in VALUE_OPTIONS.items():
        parser.add_argument(flag, dest=name, help=text)
    add_switches(parser, _CHECK_SWITCHES)
    parser.set_defaults(**vars(CheckOptions()))


def add_switches(parser: argparse.ArgumentParser, switches: Mapping[str, tuple[str, str]]) -> None:
    """Give a command options without a value."""
    for flag, (name, text) in switches.items():
        parser.add_argument(flag, dest=name, action="store_true", help=text)

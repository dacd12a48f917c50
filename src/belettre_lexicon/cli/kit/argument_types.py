"""The values of options as argparse reads them, for the parsers of ``belettre`` and ``belote``.

Each function returns the value of a text, or raises argparse.ArgumentTypeError with a message for the user. Start
reading at ``number_within``.
"""

from __future__ import annotations

import argparse
import os
import sys

from .arguments import is_readable, parse_number


def number_within(text: str, least: int | None, most: int | None) -> int:
    """Return the number that *text* is; the error names the text and the limits, of which None is no limit."""
    number = parse_number(text, least, most)
    if number is not None:
        return number
    if most is not None:
        raise argparse.ArgumentTypeError(f"{text!r:.40}: expected a whole number from {least} to {most}")
    if least is not None:
        raise argparse.ArgumentTypeError(f"{text!r:.40}: expected a whole number, {least} or more")
    raise argparse.ArgumentTypeError(f"{text!r:.40}: expected a whole number")


def readable_text(text: str) -> str:
    """Return *text* if it is readable; the error names it and the encoding of the locale."""
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

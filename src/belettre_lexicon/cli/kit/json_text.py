"""JSON without the module ``json``, which takes as long to import as the rest of a one-word check takes to run.

Start reading at ``JsonText``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: The characters that JSON does not allow in a text, and their escape sequences, as the module ``json`` writes them.
_ESCAPES = {number: f"\\u{number:04x}" for number in range(0x20)} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
    ord("\f"): "\\f",
    ord("\b"): "\\b",
}
#: The number of values that are written before ``json`` is imported. Writing them takes about as long as the import, so
#: that a long answer or many answers never take more than twice the time of the faster way.
_VALUES = 4000


class _NotPlainError(Exception):
    """Raised for a value that ``json`` has to write: it is not plain, or too many values were written."""


class JsonText:
    """Writes plain values as one line of JSON, with the same result as ``json.dumps(value, ensure_ascii=False)``.

    A value is plain if it is a text, a finite number, True, False or None, or a list, tuple or dict of plain values;
    the keys of a dict are texts. Other values are left to ``json``, and so is every value after the first few thousand.

    >>> JsonText()({"word": "école", "refusals": [], "zipf": 5.1})
    '{"word": "école", "refusals": [], "zipf": 5.1}'
    """

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = _VALUES

    def __call__(self, value: object) -> str:
        """Return *value* as one line of JSON in which non-ASCII characters are not escaped.

        Raises TypeError or ValueError if JSON has no such value, as ``json.dumps`` does.
        """
        pieces: list[str] = []
        try:
            self._write(value, pieces.append)
        except _NotPlainError:
            import json  # takes 5 ms to import

            return json.dumps(value, ensure_ascii=False)
        return "".join(pieces)

    def _write(self, value: Any, add: Callable[[str], None]) -> None:
        """Pass *value* to *add*, piece by piece. Raises _NotPlainError if ``json`` has to write it."""
        self._left -= 1
        if self._left < 0:
            raise _NotPlainError
        kind = type(value)
        if kind is str:
            add(_quoted(value))
        elif value is None or value is True or value is False:
            add("null" if value is None else "true" if value else "false")
        elif kind is int or (kind is float and value - value == 0):  # neither NaN nor infinite
            add(repr(value))
        elif kind is dict:
            separator = "{"
            for key, item in value.items():
                if type(key) is not str:
                    raise _NotPlainError
                add(f"{separator}{_quoted(key)}: ")
                self._write(item, add)
                separator = ", "
            add("}" if value else "{}")
        elif kind is list or kind is tuple:
            separator = "["
            for item in value:
                add(separator)
                self._write(item, add)
                separator = ", "
            add("]" if value else "[]")
        else:
            raise _NotPlainError


def _quoted(text: str) -> str:
    """Return a text between quotation marks, with the characters escaped that JSON does not allow."""
    if text.isprintable() and '"' not in text and "\\" not in text:  # half the time of ``translate``
        return f'"{text}"'
    return f'"{text.translate(_ESCAPES)}"'

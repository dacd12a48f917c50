"""Translates help pages and errors into French. Their English texts are written in the code, in parsers and errors.

The message of an exception arrives here complete, but it was made from a template (« suit {text}: expected one of
{choices} »). ``Translation.message`` finds the template and puts the values of the message into its French, so that
an exception keeps a plain English text, as Python programmers expect. This module is imported only when a help page or
an error has to be printed. Start reading at ``Translation``.

The build compiles the gettext catalogue ``fr.po`` of these texts, and the catalogues of sentences ``referee/*.toml``,
to ``data/*.messages``, which load quickly (``compile_messages``). ``fr.toml`` and ``en.toml`` are about Belettre. The
names of another game's catalogues begin with that game, as in ``belote_fr.toml``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ..base.errors import LayerError, LexiconError

#: A pattern for the names of placeholders whose values are messages, which are translated too. Other values are kept.
SPOKEN = (
    r"(?:actual_taker|advice|changed|error|expected|found|goes|kind|known|message|missing|named|names_expected|part|problem"
    r"|reason|span|wanted|why|wrong)\d*"
)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
#: How deeply messages may be nested in messages, and how many characters a message may have, to be translated.
_DEPTH, _MOST_TEXT = 10, 2000
#: A template with at most this many characters besides its placeholders fits almost any text. It is used only if one of
#: its values can be translated.
_WRAPPER = 3


class _Template:
    """An English template: its literal pieces, and the names of the values between them."""

    __slots__ = ("literals", "names", "weight")

    def __init__(self, text: str) -> None:
        pieces = _PLACEHOLDER.split(text)
        self.literals, self.names = pieces[::2], pieces[1::2]
        #: The number of characters besides the placeholders. Of several templates that fit, the longest one is right.
        self.weight = sum(map(len, self.literals))

    def values(self, message: str) -> dict[str, str] | None:
        """Return the values of the placeholders with which the template gives *message*; None if it does not fit.

        If several values fit, the first ones are as short as possible.

        >>> _Template("{path}: more than {count} bytes").values("a: b: more than 9 bytes")
        {'path': 'a: b', 'count': '9'}
        """
        first, *rest = self.literals
        if not message.startswith(first):
            return None
        if not rest:
            return {} if message == first else None
        *inner, last = rest
        start, end = len(first), len(message) - len(last)
        if end < start or not message.endswith(last):
            return None
        values = []
        for literal in inner:
            found = message.find(literal, start, end)
            if found < 0:
                return None
            if literal.startswith(":") and message[start:found].endswith(" "):
                return None  # a sentence that is in French already
            values.append(message[start:found])
            start = found + len(literal)
        return dict(zip(self.names, [*values, message[start:end]], strict=True))


class Translation:
    """The French texts of help pages and errors, by their English texts."""

    def __init__(self, texts: dict[str, tuple[str, ...]]) -> None:
        """*texts* maps each English text or template to its French: one text, or the singular and the plural."""
        self._texts = texts
        self._templates = [(_Template(text), french) for text, french in texts.items() if "{" in text]

    @classmethod
    @cache
    def load(cls) -> Translation:
        """Return the translation of the package. Raises LexiconError if its file is missing or damaged."""
        path = Path(__file__).parents[1] / "data" / "commands_fr.messages"
        try:
            text = path.read_text(encoding="utf-8")
            lines = [line.replace("\\n", "\n").split("\t") for line in text.splitlines()]
            return cls({english: tuple(french) for english, *french in lines})
        except (OSError, ValueError) as error:
            raise LexiconError(f"{path}: no message catalogue; build it with « pip install . »") from error

    def text(self, english: str) -> str:
        """Return the French of a text of a help page; *english* itself if it has no translation, such as « check »."""
        return self._texts.get(english, (english,))[-1]

    def message(self, english: str) -> str:
        """Return an error message in French, with the same values; *english* itself if no known template fits it.

        >>> Translation({"card {text}: {error}": ("carte {text} : {error}",), "too long": ("trop long",)}).message(
        ...     "card 'x': too long"
        ... )
        "carte 'x' : trop long"
        """
        return self._translated(english, _DEPTH, {})[0] if len(english) <= _MOST_TEXT else english

    def _translated(self, english: str, depth: int, known: dict[str, tuple[str, int]]) -> tuple[str, int]:
        """Return a message in French, and how many of its characters are translated.

        Of several templates that fit the message, the one that leaves the least in English is chosen. *known* has the
        results for parts of the message that were translated already; *depth* is how deeply further ones may be nested.
        """
        if english in self._texts:
            return self.text(english), len(english)
        if english in known or depth == 0:
            return known.get(english, (english, 0))
        best = english, 0
        for template, french in self._templates:
            values = template.values(english)
            if values is None:
                continue
            said, weight = {}, template.weight
            for name, value in values.items():
                said[name] = value.replace(" or ", " ou ") if name == "either" else value
                if re.fullmatch(SPOKEN, name):
                    said[name], translated = self._translated(value, depth - 1, known)
                    weight += translated
            if weight > best[1] and (template.weight > _WRAPPER or said != values):
                best = french[_plural(values) if len(french) > 1 else 0].format_map(said), weight
        known[english] = best
        return best


def _plural(values: dict[str, str]) -> int:
    """Return 0 if the first value that is a number is 0 or 1 (in French, singular); otherwise, or without one, 1."""
    number = next((int(value) for value in values.values() if value.isdecimal()), 2)
    return int(number > 1)


def compile_messages(folder: Path, target: Path) -> list[str]:
    """Compile every catalogue ``*.toml`` in *folder* into the folder *target*, which is created if it does not exist.

    Returns the names of the files written, such as "fr.messages". Raises LayerError if the catalogues of a game do not
    all have the same keys and placeholders, or if a message contains a tab or a line break.
    """
    games: dict[str, dict[str, dict[str, str]]] = {}
    for path in sorted(folder.glob("*.toml")):
        games.setdefault(path.stem.rpartition("_")[0], {})[path.stem] = _flat(path)
    for game, catalogues in games.items():
        _compile_catalogues(catalogues, f"{game}_fr" if game else "fr", target)
    return [f"{name}.messages" for catalogues in games.values() for name in catalogues]


def compile_translation(path: Path, target: Path) -> str:
    """Compile a gettext file of the commands, ``cli/fr.po``, to ``commands_fr.messages`` in the folder *target*.

    The compiled file has one line « English TAB French » per message, with a second French text after another tab for
    a message with a plural, and ``\\n`` for a line break. Returns the name of the file written. Raises LayerError if a
    message has no French, has other placeholders in French than in English, or contains a tab.
    """
    from babel.messages.pofile import read_po  # the rest of the pipeline does without Babel

    with path.open("rb") as stream:
        catalogue = read_po(stream)
    lines = []
    for message in catalogue:
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[0]
        french = [message.string] if isinstance(message.string, str) else list(message.string or ("",))
        for text in french:
            if not text or _placeholders(text) != _placeholders(english):
                raise LayerError(f"{path.name}: {english!r}: expected a text with the same placeholders, got {text!r}")
        fields = "\t".join([english, *french])
        if fields.count("\t") != len(french):
            raise LayerError(f"{path.name}: {english!r}: a message has no tabs")
        lines.append(fields.replace("\n", "\\n") + "\n")
    target.mkdir(parents=True, exist_ok=True)
    name = f"commands_{path.stem}.messages"
    (target / name).write_text("".join(lines), encoding="utf-8")
    return name


def _compile_catalogues(catalogues: dict[str, dict[str, str]], first: str, target: Path) -> None:
    """Compile the catalogues of one game, given by name. All are compared with the one that has the name *first*."""
    reference = catalogues[first]
    for name, messages in catalogues.items():
        if missing := sorted(set(reference) ^ set(messages)):
            raise LayerError(f"{name}.toml: {missing[0]!r} is not in every catalogue")
        for key, text in messages.items():
            if _placeholders(text) != _placeholders(reference[key]):
                raise LayerError(f"{name}.toml: {key}: placeholders differ from {first}.toml")
            if "\t" in text or "\n" in text:
                raise LayerError(f"{name}.toml: {key}: a message is one line without tabs")
        target.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{key}\t{text}\n" for key, text in messages.items())
        (target / f"{name}.messages").write_text(lines, encoding="utf-8")


def _flat(path: Path) -> dict[str, str]:
    """Return the messages of a catalogue as a mapping « section.key » → text."""
    import tomllib  # not needed at run time

    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, messages in sections.items() for key, text in messages.items()}


def _placeholders(text: str) -> set[str]:
    from string import Formatter  # not needed at run time

    return {name for _, name, _, _ in Formatter().parse(text) if name}

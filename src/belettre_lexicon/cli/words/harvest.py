"""The command ``belettre harvest``: the words of texts that the lexicon does not know. Start reading at ``run``.

Texts are read piece by piece, so they may be of any size. The package ``harvest`` counts the words and formats the
list.
"""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from ...base.errors import ArgumentError
from ...base.files import LEXICON_MAGIC, ForeignFileError, UnwritableFileError, check_writable, describe, write_file
from ...harvest.model import analyser, is_installed, load_model
from ...harvest.tally import FORMATS, Harvest
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.sentences import printable
from ..commands import HarvestOptions
from ..kit.long_work import progress_bar
from ..kit.terminal import EXIT_OK, UnusableInputError, write, write_exactly

#: Bytes read at once.
_BLOCK = 1 << 16


def run(options: HarvestOptions) -> int:
    """Read the texts, list the words that the lexicon does not know, or the names, and return EXIT_OK.

    How many paragraphs in other languages were left out is printed on standard error. Raises UnusableInputError for an
    unknown encoding; ArgumentError if a text cannot be read, or the file *output* cannot be written or exists already.
    """
    say = Catalogue.load(options.lang)
    output = options.output
    _check_encoding(options.encoding)
    if output is not None:
        _check_new(output)
    lexicon = Lexicon.open(options.lexicon, verify=True)
    model = None if options.plain or not is_installed() else analyser(load_model())
    harvest = Harvest(lexicon, options.min_letters, model, all_languages=options.all_languages)
    with progress_bar(sum(map(_size, options.texts)), "harvest") as show:
        done = 0
        for path in options.texts:
            harvest.read(_chunks(path, options.encoding, show, done))
            done += _size(path)
    found = harvest.names(options.min_count) if options.names else harvest.words(options.min_count)
    lines = FORMATS[options.format](found, lexicon)
    if output is None:
        for line in lines:
            write_exactly(line)
    else:
        write_file(output, "".join(f"{line}\n" for line in lines).encode("utf-8"), lambda head: False)
        write(say("harvest.written", count=len(found), path=printable(output)))
    if harvest.foreign and sys.stderr is not None:
        sys.stderr.write(say("harvest.foreign", count=harvest.foreign) + "\n")
    return EXIT_OK


def _check_encoding(encoding: str) -> None:
    """Raise UnusableInputError if *encoding* is not the name of an encoding of text."""
    try:
        io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    except (LookupError, ValueError) as error:
        raise UnusableInputError(
            f"--encoding {encoding!r:.60}: expected an encoding such as utf-8 or latin-1"
        ) from error


def _check_new(output: str) -> None:
    """Raise UnwritableFileError if *output* cannot be written, or exists: somebody may have edited such a list."""
    try:
        check_writable(output, lambda head: False)
    except ForeignFileError as error:
        raise UnwritableFileError(output, "it exists, and a harvest replaces no file; choose another name") from error


def _size(path: str) -> int:
    """Return the number of bytes of a file; 0 for standard input (``-``), and if the size cannot be found out."""
    try:
        return 0 if path == "-" else Path(path).stat().st_size
    except (OSError, ValueError):
        return 0


def _chunks(path: str, encoding: str, show: Callable[[int], None] | None, done: int) -> Iterator[str]:
    """Yield the text of a file, or of standard input for ``-``, piece by piece; line ends become ``\\n``.

    *show* is called with the number of bytes read so far, in this file and the earlier ones (*done* bytes). Raises
    ArgumentError if the file cannot be read, is a compiled lexicon, or is not in the encoding; it names the first wrong
    byte.
    """
    name = "standard input" if path == "-" else path
    is_utf8 = codecs.lookup(encoding).name == "utf-8"
    decoder = codecs.getincrementaldecoder("utf-8-sig" if is_utf8 else encoding)()
    lines = io.IncrementalNewlineDecoder(decoder, translate=True)
    read = 0
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as stream:
            for block in _blocks(stream):
                if not read and block.startswith(LEXICON_MAGIC):
                    raise ArgumentError(f"{name} is {describe('lexicon')}; expected text")
                waiting = len(decoder.getstate()[0])
                try:
                    yield lines.decode(block, final=not block)
                except UnicodeDecodeError as error:
                    place = read - waiting + error.start + 1
                    raise ArgumentError(
                        f"{name}: byte {place} is not {encoding}; name its encoding, as --encoding latin-1"
                    ) from error
                read += len(block)
                if show is not None:
                    show(done + read)
    except ArgumentError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name, or text that does not say its byte order
        raise ArgumentError(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the bytes of a stream in blocks, and an empty one at its end."""
    while block := stream.read(_BLOCK):
        yield block
    yield b""

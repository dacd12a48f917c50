"""Runs the command line of ``belettre`` or ``belote``: its output, errors, exit statuses and input.

Every error is reported in one line, even if standard output cannot be written. Colours are used only on a terminal,
and only there are wide lines wrapped (``wrapped``), so that each line in a pipe or a file is one answer. Start reading
at ``run_command``. A plain ``belettre check`` imports this module, so it must not import slow modules.
"""

from __future__ import annotations

import gc
import os
import sys

from ...base.errors import BelettreError
from ...referee.catalogue import printable
from .language import listen, spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, BinaryIO, ClassVar, Literal, NoReturn

    Style = Literal["green", "red", "dim", "bold"]

#: The exit statuses. EXIT_OK: the command has done its work and the result, if it can be yes or no, is yes.
#: EXIT_NEGATIVE: the result is no, for example because a word was refused. EXIT_UNUSABLE: the command cannot work with
#: its input. EXIT_INTERNAL: the command has failed, either by a fault of its own or because a file of the package is
#: damaged; there is no result. The others say which signal ended a command, as shells do: 128 and the number of SIGINT
#: (Ctrl-C), SIGPIPE (nobody reads the output any more, as after « | head ») or SIGTERM.
EXIT_OK, EXIT_NEGATIVE, EXIT_UNUSABLE, EXIT_INTERNAL = 0, 1, 2, 3
EXIT_INTERRUPTED, EXIT_UNREAD, EXIT_TERMINATED = 130, 141, 143
#: The maximum length of a line of input, in bytes. A longer line cannot be a word; the rest of it is skipped as it is
#: read, so that the use of memory is limited.
MAX_LINE = 4096
#: The maximum number of bytes to read from standard input at once.
_BLOCK = 1 << 16

#: Text of at most this many characters is not wrapped: it fits the narrowest terminal.
_NARROW = 20
#: What is typed instead of a line whose bytes cannot be read: no word has this character, and no command.
UNREADABLE = "\N{REPLACEMENT CHARACTER}"

#: The code of each style in the escape sequences of ANSI terminals (SGR).
_CODES: dict[Style, str] = {"green": "32", "red": "31", "dim": "2", "bold": "1"}
#: In a wrapped line, text that ends with this sign stays with the word after it.
_OPENING = "«"
#: Text that begins with one of these signs stays with the word before it: French puts a space between them.
_CLOSING = ("»", ":", ";", "!", "?", "·", "—")
#: The first characters of an escape sequence that sets a style (SGR), and the last one.
_STYLE, _STYLE_END = "\x1b[", "m"


class Program:
    """The command that runs, "belettre" or "belote": its name begins every error message."""

    name: ClassVar[str] = "belettre"


class Terminated(KeyboardInterrupt):
    """Raised when the process gets SIGTERM, in a command that has to clean up before it ends (``ended_by_signals``)."""


class UnusableInputError(Exception):
    """Raised for arguments or input that a command cannot work with; the message has one line."""


def run_command(program: str, run: Callable[[list[str]], int], arguments: list[str] | None, advice: str) -> int:
    """Run a command line and return the exit status.

    An error is reported in one line on standard error, never as a traceback. The status is EXIT_UNUSABLE for an error
    that a user can cause, and EXIT_INTERNAL for any other; after Ctrl-C or SIGTERM it says which signal ended the
    command. Raises SystemExit after argparse has printed a help page.

    program    the name of the program, with which its errors begin
    run        runs a command with its arguments, the name of the command first, and returns its exit status
    arguments  the command line; None for that of the process
    advice     what a user can do about an error that should not occur
    """
    Program.name = program
    arguments = listen(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:
        return fail("there is no standard output to write the answer to")
    try:
        return _flush_or_fail(run(arguments))
    except (BelettreError, UnusableInputError) as error:
        _flush_or_fail(0)
        return fail(str(error))
    except OSError as error:
        return _report_lost_output(error)
    except KeyboardInterrupt as interrupt:
        terminated = isinstance(interrupt, Terminated)
        return fail("terminated", EXIT_TERMINATED) if terminated else fail("interrupted", EXIT_INTERRUPTED)
    except SystemExit as leaving:  # argparse has printed a help page
        raise SystemExit(_flush_or_fail(EXIT_OK) or leaving.code) from None
    except Exception as error:  # noqa: BLE001  # a bug or a damaged file; with status 1, it would look like a refusal
        _flush_or_fail(0)
        return fail(_internal_error(error, advice), EXIT_INTERNAL)


def leave(main: Callable[[], int]) -> NoReturn:
    """Call *main*, then end the process at once with the status that it returns (``os._exit``).

    *main* must flush standard output itself; only standard error is flushed here. The regular shutdown of the
    interpreter is skipped, because a one-word check would be about 10 % slower with it; so functions registered with
    ``atexit`` do not run. An exception of *main* is passed on.

    Before the call, garbage collection is enabled, but not for the objects that exist by then, such as imported modules
    (``gc.freeze``): none of them can become garbage.
    """
    gc.freeze()
    gc.enable()
    status = main()
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    finally:
        os._exit(status)


def _internal_error(error: Exception, advice: str) -> str:
    """Return a message about an exception that should not occur: its type, its text and where it was raised."""
    place, trace = "", error.__traceback__
    while trace is not None:
        place = f"{trace.tb_frame.f_globals.get('__name__')}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"internal error: {type(error).__name__}: {error!s:.200} ({place}); {advice}"


def paint(text: str, style: Style) -> str:
    """Return *text* between the escape sequences that print it in a style.

    Return *text* unchanged if standard output is not a terminal, is one without styles (TERM=dumb), or the environment
    variable NO_COLOR is set.
    """
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or is_dumb():
        return text
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def write(text: str, indent: str | None = None) -> None:
    """Write text to standard output; its lines are wrapped between words if they are wider than the terminal.

    indent  what to begin the following lines of a wrapped line with; by default, the spaces that the line begins with
            and two more
    """
    if len(text) > _NARROW and (width := screen_width()) is not None:
        text = wrapped(text, width, indent)
    write_exactly(text)


def write_exactly(line: str) -> None:
    """Write *line* and a line end to standard output without wrapping it, for lines that programs read.

    Characters that the encoding of standard output lacks are escaped.
    """
    try:
        sys.stdout.write(line + "\n")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def screen_width() -> int | None:
    """Return the width of the terminal in columns, or the value of the environment variable COLUMNS if it is set.

    Return None if standard output is not a terminal, or if its width is unknown.
    """
    if not sys.stdout.isatty():
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 6:  # more columns than any terminal has
        return int(columns) or None
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError):  # standard output has no file descriptor, or is not a terminal
        return None


def is_dumb() -> bool:
    """Return whether the terminal says that it has neither styles nor movements of the cursor (TERM=dumb)."""
    return os.environ.get("TERM") == "dumb"


def wrapped(text: str, width: int, indent: str | None = None) -> str:
    """Return *text* with line breaks between words, so that no line is wider than *width* columns.

    A word that is wider stays whole, and French punctuation stays with its word.

    indent  what the second and each further line of a line that was wrapped begin with; None for the spaces that the
            line begins with and two more. If it takes more than half of the columns, two spaces are used instead.

    >>> print(wrapped("« volonté » : valide. Nom féminin.", 20))
    « volonté » :
      valide. Nom
      féminin.
    """
    return "\n".join(_wrapped_line(line, width, indent) for line in text.split("\n"))


def columns(text: str) -> int:
    """Return the number of columns that *text* takes: escape sequences that set a style take none.

    >>> columns("\\x1b[31mrefusé\\x1b[0m")
    6
    """
    first, *styled = text.split(_STYLE)
    return len(first) + sum(len(part) - part.find(_STYLE_END) - 1 for part in styled)


def _wrapped_line(line: str, width: int, indent: str | None) -> str:
    if columns(line) <= width:
        return line
    body = line.lstrip(" ")
    margin = line[: len(line) - len(body)]
    if indent is None:
        indent = margin + "  "
    if 2 * len(indent) > width:
        indent = "  "
    lines, current, used = [], margin, len(margin)
    empty = True
    for gap, chunk in _chunks(body):
        size = columns(chunk)
        if not empty and used + gap + size > width:
            lines.append(current)
            current, used, gap = indent, len(indent), 0
        current += " " * (0 if empty else gap) + chunk
        used += gap + size
        empty = False
    return "\n".join([*lines, current])


def _chunks(body: str) -> list[tuple[int, str]]:
    """Return the parts of a line between which it may be wrapped, each with the number of spaces before it."""
    chunks: list[tuple[int, str]] = []
    gap = 0
    for word in body.split(" "):
        if not word:
            gap += 1
            continue
        if chunks and (word.startswith(_CLOSING) or chunks[-1][1].endswith(_OPENING)):
            before, chunk = chunks.pop()
            chunks.append((before, f"{chunk}{' ' * gap}{word}"))
        else:
            chunks.append((gap, word))
        gap = 1
    return chunks


def write_json(described: dict[str, Any]) -> None:
    """Write an object to standard output as one line of JSON.

    If the line contains characters that are unsafe to print on a terminal, all non-ASCII characters are escaped.
    """
    import json  # takes 5 ms to import, and a plain check writes none

    line = json.dumps(described, ensure_ascii=False)
    write_exactly(line if line.isprintable() else json.dumps(described))


def fail(message: str, status: int = EXIT_UNUSABLE) -> int:
    """Write the English *message* to standard error in one line, in the language of the command; return *status*."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"{Program.name}: {printable(spoken(message))}\n")
        except OSError:
            return status  # standard error cannot be written either
    return status


def at_keyboard() -> bool:
    """Return whether standard input is a terminal rather than a pipe or a file."""
    return sys.stdin is not None and sys.stdin.isatty()


def plain_lines(prompt: Callable[[], str] = lambda: "> ") -> Iterator[str]:
    """Yield the lines of standard input until its end.

    On a terminal, *prompt* returns the prompt of each line, and lines can be edited if Python has the module readline.
    Lines from a pipe or a file are printed before they are yielded, so that the output reads like a dialogue.
    """
    if sys.stdin is None:
        return
    if not at_keyboard():
        for line in read_stdin_lines():
            write(f"> {printable(line)}")
            yield line
        return
    try:  # noqa: SIM105  # importing contextlib would slow down every check
        import readline  # noqa: F401  # once imported, it gives input() line editing
    except ImportError:  # lines can be typed without it
        pass
    while True:
        try:
            encoding = sys.stdout.encoding or "ascii"
            line = input(prompt().encode(encoding, "backslashreplace").decode(encoding))
        except EOFError:
            write("")
            return
        except UnicodeDecodeError:
            line = UNREADABLE
        yield legible(line)


def legible(line: str) -> str:
    """Return at most the first MAX_LINE characters of *line*, or UNREADABLE if it has a lone surrogate.

    Lone surrogates stand for bytes that Python could not decode, as in a locale that does not use UTF-8. A line with
    one is not what was typed, so nothing in it may be judged.
    """
    return UNREADABLE if any("\ud800" <= character <= "\udfff" for character in line) else line[:MAX_LINE]


def read_stdin_lines() -> Iterator[str]:
    """Yield the lines of standard input one at a time, each cut to MAX_LINE bytes.

    Raises UnusableInputError if standard input cannot be read; for a line that is not UTF-8, the error names the line.
    """
    for lines in read_stdin_blocks():
        yield from lines


def read_stdin_blocks() -> Iterator[list[str]]:
    """Yield the lines of standard input in lists, each line cut to MAX_LINE bytes.

    A list contains the lines that could be read without waiting for more input. Raises UnusableInputError if standard
    input cannot be read; for a line that is not UTF-8, the error names the line.
    """
    stream = sys.stdin.buffer
    lines_before, rest = 0, b""
    while block := _read_block(stream):
        *lines, rest = (rest + block).split(b"\n")
        rest = rest[: MAX_LINE + 1]  # so that an endless line does not fill the memory
        yield from _decode(lines, lines_before)
        lines_before += len(lines)
    yield from _decode([rest] if rest else [], lines_before)


def _decode(lines: list[bytes], lines_before: int) -> Iterator[list[str]]:
    """Decode *lines* and yield them in lists.

    There is one list if no line is too long and all are UTF-8, otherwise one list per line. Lines longer than MAX_LINE
    bytes are cut. Raises UnusableInputError if a line is not UTF-8; the error names the line.

    lines_before  the number of input lines before *lines*, used for the line number in the error
    """
    if not lines:
        return
    try:
        text = b"\n".join(lines).decode("utf-8") if max(map(len, lines)) <= MAX_LINE else ""
    except UnicodeDecodeError:
        text = ""
    if text:
        plain = text.replace("\r\n", "\n").replace("\n\ufeff", "\n").removesuffix("\r").removeprefix("\ufeff")
        yield plain.split("\n")
        return
    # Some line is too long or not UTF-8. Yield the lines one by one, so that the lines before it are still processed.
    for number, line in enumerate(lines, lines_before + 1):
        try:
            whole = len(line) <= MAX_LINE
            decoded = line[:MAX_LINE].decode("utf-8", "strict" if whole else "ignore")
        except UnicodeDecodeError as error:
            raise UnusableInputError(f"standard input, line {number}: byte {error.start + 1} is not UTF-8") from error
        yield [decoded.rstrip("\r").removeprefix("\ufeff")]


def _read_block(stream: BinaryIO) -> bytes:
    """Wait for input and return the bytes that are available, at most _BLOCK; b"" at the end of the stream."""
    try:
        block: bytes = stream.read1(_BLOCK)  # type: ignore[attr-defined]  # a buffered stream has read1
        return block
    except OSError as error:
        raise UnusableInputError(f"standard input cannot be read: {error.strerror or error}") from error


def _flush_or_fail(status: int) -> int:
    """Flush standard output and return *status*; if flushing fails, return the status of ``_report_lost_output``."""
    try:
        sys.stdout.flush()
        return status
    except OSError as error:
        return _report_lost_output(error)


def _report_lost_output(error: OSError) -> int:
    """Report that standard output cannot be written, unless nobody reads the pipe any more; return the exit status."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return EXIT_UNREAD
    return fail(f"cannot write the answer: {error.strerror or error}")

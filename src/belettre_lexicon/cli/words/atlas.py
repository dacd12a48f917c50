"""The command ``belettre atlas``, which counts the words that fit each combination of cards. Start reading at ``run``.

The counts (an ``Atlas``) are printed as a summary or as JSON, and can be written to a file as a table or as two heat
maps: one has a square for each majuscule with each minuscule, the other for each pair of minuscules (``draw_atlas``).

Commands overwrite a picture only if this program wrote it (``is_our_picture``). To show that, an SVG has a comment in
its first line, behind the XML declaration; a PNG names the software that wrote it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...base.errors import BelettreError
from ...base.files import check_writable, write_file
from ...french.decks import BOXED, JOKER
from ...french.letters import ALPHABET
from ...lexicon.find.atlas import INITIALS, Atlas, Combination
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.names import cards_text
from ...referee.sentences import printable
from ..commands import AtlasOptions
from ..kit.long_work import progress_bar
from ..kit.terminal import EXIT_OK, UnusableInputError, paint, write, write_json

#: The first line of a table of tab-separated values.
_TABLE_HEAD = "maj\tmin\twords\n"


def run(options: AtlasOptions) -> int:
    """Count the words, write the requested files, print the summary or JSON, and return EXIT_OK.

    Raises UnusableInputError if the name of a requested file has an unsupported suffix, ArgumentError if a file cannot
    be written.
    """
    say = Catalogue.load(options.lang)
    _check_suffix("--picture", options.picture, (".svg", ".png"))
    _check_suffix("--table", options.table, (".tsv", ".json"))
    if options.table:
        check_writable(options.table, _is_our_table)
    if options.picture:
        check_writable(options.picture, is_our_picture)
    lexicon = Lexicon.open(options.lexicon, verify=True)
    with progress_bar(len(INITIALS), "atlas") as progress:

        def shown(initials: Sequence[str]) -> Iterator[str]:
            for done, initial in enumerate(initials, 1):
                yield initial
                if progress is not None:
                    progress(done)

        atlas = Atlas(lexicon, options.rules(), show=shown)
    if options.table:
        _write_table(atlas, lexicon, options.table)
    if options.picture:
        draw_atlas(atlas, options.picture, say)
    hardest, dead = atlas.hardest(BOXED), atlas.dead_share(BOXED)
    if options.json:
        write_json(
            {
                "words": {initial: atlas[initial, ""] for initial in ("", *dead)},
                "dead_share": {initial: round(share, 6) for initial, share in dead.items()},
                "hardest": [combination.as_dict() for combination in hardest],
                "lexicon": lexicon.identity,
            }
        )
        return EXIT_OK
    _write_summary(atlas, dead, hardest, say)
    for path in filter(None, (options.table, options.picture)):
        write(say("atlas.written", path=printable(path)))
    return EXIT_OK


def _check_suffix(flag: str, path: str | None, suffixes: tuple[str, ...]) -> None:
    """Raise UnusableInputError if *path*, the value of *flag*, is not None and does not end in one of *suffixes*."""
    if path is not None and Path(path).suffix.lower() not in suffixes:
        raise UnusableInputError(f"{flag} {path!r}: expected a name that ends in {' or '.join(suffixes)}")


def _write_table(atlas: Atlas, lexicon: Lexicon, path: str) -> None:
    """Write every combination of cards and its number of words to *path*, as JSON or as tab-separated values.

    The suffix of *path* selects the format. In both formats a combination consists of the majuscule ("" if there is
    none) and the minuscules (``?`` is the joker).
    """
    if path.lower().endswith(".json"):
        nested: dict[str, dict[str, int]] = {}
        for (initial, letters), words in atlas.words.items():
            nested.setdefault(initial, {})[letters] = words
        text = json.dumps({"lexicon": lexicon.identity, "words": nested}, separators=(",", ":")) + "\n"
    else:
        rows = (f"{initial}\t{letters}\t{words}\n" for (initial, letters), words in atlas.words.items())
        text = _TABLE_HEAD + "".join(rows)
    write_file(path, text.encode("utf-8"), _is_our_table)


def _is_our_table(head: bytes) -> bool:
    """Return whether a file that begins with *head* is a table from ``_write_table``, in either format."""
    return head.startswith((_TABLE_HEAD.encode(), b'{"lexicon":{'))


def _write_summary(atlas: Atlas, dead: dict[str, float], hardest: Sequence[Combination], say: Catalogue) -> None:
    """Print the number of words for each majuscule, then the combinations that fit the fewest words (*hardest*).

    dead  for each majuscule, the share (0 to 1) of the draws of three minuscules that fit no word; it is printed as a
          percentage beside the number of words
    """
    write(say("atlas.head", words=atlas["", ""]))
    for initial, share in dead.items():
        write(
            say(
                "atlas.initial",
                initial=initial.upper(),
                words=f"{atlas[initial, '']:6}",
                share=say.number(100 * share, "4.1f"),
            )
        )
    write("")
    write(paint(say("atlas.hardest", count=len(hardest)), "bold"))
    for combination in hardest:
        cards = cards_text(combination.initial, combination.letters, say)
        key = "atlas.combination" if combination.words else "atlas.combination_none"
        write(say(key, cards=f"{cards:<16}", words=combination.words, ways=combination.ways))


#: The name that a PNG gives as the software that wrote it.
SOFTWARE = "belettre"
_SVG_MARK = "<!-- belettre -->"
#: How PNG files begin, and the part of them that contains SOFTWARE.
_PNG, _PNG_MARK = b"\x89PNG\r\n", f"tEXtSoftware\0{SOFTWARE}".encode()


def draw_atlas(atlas: Atlas, path: str, say: Catalogue) -> None:
    """Write the heat maps of an atlas to *path*: as SVG if it ends in ".svg", otherwise as PNG.

    Raises BelettreError if matplotlib is not installed, ArgumentError if the file cannot be written, or exists and was
    not written by this program.
    """
    try:
        import matplotlib  # an extra, which takes half a second to import
        from matplotlib.colors import LogNorm
        from matplotlib.figure import Figure
    except ImportError:
        raise BelettreError("pictures of the atlas need matplotlib: pip install 'belettre-lexicon[plots]'") from None
    cards = [*ALPHABET, JOKER]
    by_initial = [[atlas[initial, card] for card in cards] for initial in ALPHABET]
    by_pair = [[atlas["", "".join(sorted(row + column))] for column in ALPHABET] for row in ALPHABET]
    # The file contains no date and no random ids, so that the same lexicon always produces the same file.
    with matplotlib.rc_context({"svg.hashsalt": "belettre", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(15, 7.5), layout="constrained")
        left, right = figure.subplots(1, 2)
        most = max(max(map(max, by_initial)), max(map(max, by_pair)))
        for axes, rows, columns, lines, title in (
            (left, by_initial, cards, list(ALPHABET.upper()), say("atlas.by_initial")),
            (right, by_pair, list(ALPHABET), list(ALPHABET), say("atlas.by_pair")),
        ):
            # The colours are on a logarithmic scale. Zero has no logarithm, so cells without words stay white.
            shown = [[value or float("nan") for value in row] for row in rows]
            image = axes.imshow(shown, norm=LogNorm(1, most), cmap="viridis", interpolation="nearest")
            axes.set_xticks(range(len(columns)), columns)
            axes.set_yticks(range(len(lines)), lines)
            axes.tick_params(top=True, labeltop=True, length=0)
            axes.set_title(title)
        left.set_xlabel(f"{JOKER} : {say('find.joker')}")
        figure.colorbar(image, ax=[left, right], label=say("atlas.scale"), fraction=0.03)
        as_svg = path.lower().endswith(".svg")
        picture = io.BytesIO()
        figure.savefig(
            picture,
            dpi=100,
            format="svg" if as_svg else "png",
            metadata={"Date": None} if as_svg else {"Software": SOFTWARE},
        )
    raw = picture.getvalue()
    write_file(path, marked_svg(raw.decode("utf-8")) if as_svg else raw, is_our_picture)


def is_our_picture(head: bytes) -> bool:
    """Return whether a file is a picture that this program wrote. *head* is the beginning of its contents."""
    if head.startswith(_PNG):
        return _PNG_MARK in head
    return _SVG_MARK.encode() in head.partition(b"\n")[0]


def marked_svg(svg: str) -> bytes:
    """Return an SVG picture as the bytes of a file, with the mark that ``is_our_picture`` recognizes.

    >>> marked_svg("<?xml version='1.0'?> <svg/>")
    b"<?xml version='1.0'?><!-- belettre --> <svg/>"
    """
    head, mark, rest = svg.partition("?>")
    return f"{head}{mark}{_SVG_MARK}{rest}".encode()

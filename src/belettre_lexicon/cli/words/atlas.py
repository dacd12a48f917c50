"""The command ``belettre atlas``, which counts the words that fit each combination of cards. Start reading at ``run``.

The counts (an ``Atlas``) are printed as a summary or as JSON, and can be written to a file as a table or a heat map.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...base.files import check_writable, write_file
from ...french.decks import BOXED
from ...lexicon.find.atlas import Atlas, Combination
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.names import cards_text
from ...referee.sentences import printable
from ..commands import AtlasOptions
from ..kit.terminal import EXIT_OK, UnusableInputError, paint, write, write_json
from .pictures import draw_atlas, is_our_picture

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
    atlas = Atlas(lexicon, options.rules(), show=_progress)
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
    """Raise UnusableInputError if *path*, the value of *flag*, does not end in one of *suffixes*; None is no path."""
    if path is not None and Path(path).suffix.lower() not in suffixes:
        raise UnusableInputError(f"{flag} {path!r}: expected a name that ends in {' or '.join(suffixes)}")


def _progress(initials: Sequence[str]) -> Iterable[str]:
    """Return *initials*, wrapped in a progress bar if possible.

    The bar needs a terminal on standard error and the library tqdm (extra ``plots``). Without them *initials* is
    returned as it is.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        return initials
    try:
        from tqdm import tqdm
    except ImportError:
        return initials
    bar: Iterable[str] = tqdm(initials, desc="atlas", leave=False)
    return bar


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

"""The pictures that commands write, and the marks by which they replace their own files alone.

A picture as SVG has a comment in its first line, behind the XML declaration; one as PNG names the software that wrote
it. The picture of ``belettre atlas`` shows how many words fit pairs of cards, in two heat maps: a cell for each
majuscule and minuscule, and a cell for each pair of minuscules. Start reading at ``draw_atlas``.
"""

from __future__ import annotations

import io

from ...base.errors import BelettreError
from ...base.files import write_file
from ...french.decks import JOKER
from ...french.letters import ALPHABET
from ...lexicon.find.atlas import Atlas
from ...referee.catalogue import Catalogue

#: The name that a PNG gives as the software that wrote it.
SOFTWARE = "belettre"
_SVG_MARK = "<!-- belettre -->"
#: How PNG files begin, and the part of them that contains SOFTWARE.
_PNG, _PNG_MARK = b"\x89PNG\r\n", f"tEXtSoftware\0{SOFTWARE}".encode()


def draw_atlas(atlas: Atlas, path: str, say: Catalogue) -> None:
    """Write the picture of an atlas to *path*, as SVG or PNG depending on the suffix.

    Raises BelettreError if matplotlib is not installed, ArgumentError if the file cannot be written.
    """
    try:
        import matplotlib  # an extra, which takes half a second to import
        from matplotlib.colors import LogNorm
        from matplotlib.figure import Figure
    except ImportError:
        raise BelettreError("pictures of the atlas need matplotlib: pip install 'belettre-lexicon[plots]'") from None
    cards = [*ALPHABET, JOKER]
    by_initial = [[atlas[initial, card] for card in cards] for initial in ALPHABET]
    by_pair = [[atlas["", _pair(row, column)] for column in ALPHABET] for row in ALPHABET]
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


def _pair(first: str, second: str) -> str:
    """Return the text that stands for two minuscules in an ``Atlas``: their letters in alphabetical order.

    >>> _pair("l", "a")
    'al'
    """
    return "".join(sorted(first + second))


def is_our_picture(head: bytes) -> bool:
    """Return whether a file that begins with *head* is a picture that this program wrote."""
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

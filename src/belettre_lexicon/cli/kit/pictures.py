"""The marks by which a command recognizes the pictures that it wrote, so that it replaces no others.

A picture as SVG has a comment in its first line, behind the XML declaration; one as PNG names the software that wrote
it. Start reading at ``is_our_picture``.
"""

from __future__ import annotations

#: The name that a PNG gives as the software that wrote it.
SOFTWARE = "belettre"
_SVG_MARK = "<!-- belettre -->"
#: How PNG files begin, and the part of them that contains SOFTWARE.
_PNG, _PNG_MARK = b"\x89PNG\r\n", f"tEXtSoftware\0{SOFTWARE}".encode()


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

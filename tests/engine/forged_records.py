"""Forged records and journals: changed by hand, with numbers and checks that are right again."""

from __future__ import annotations

import re

import msgspec

from belettre_lexicon.games.kit.chain import ChainedLine, encode_line, next_check

#: The number of lines in the header of a record.
_LINES = re.compile(r'"lines":\d+')


def recompute_checks(text: str) -> str:
    """Return a record or journal with the right numbers and checks, as a careful forger would write it."""
    lines = text.splitlines()
    check = ""
    forged: list[str] = []
    for number, line in enumerate(lines, 1):
        if number == 1:
            line = _LINES.sub(f'"lines":{len(lines)}', line, count=1)
        decoded = msgspec.json.decode(line, type=ChainedLine)
        check = next_check(check, decoded.content())
        place = number if number > 1 else 0
        forged.append(encode_line(msgspec.structs.replace(decoded, check=check, line=place)).decode())
    return "\n".join(forged) + "\n"

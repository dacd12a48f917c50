"""Forged game records: changed by hand, with checks that are right again."""

from __future__ import annotations

import hashlib


def recompute_checks(text: str) -> str:
    """Return a record in which the check of every line was computed again, as a careful forger would do."""
    check = ""
    lines: list[str] = []
    for line in text.splitlines():
        body = line.partition(',"')[2].partition(":")[2][:-1]
        check = hashlib.sha256((check + body).encode()).hexdigest()[:16]
        kind = "header" if not lines else "event"
        lines.append(f'{{"check":"{check}","{kind}":{body}}}')
    return "\n".join(lines) + "\n"

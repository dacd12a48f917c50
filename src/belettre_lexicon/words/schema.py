"""The JSON Schema of verdicts (draft 2020-12), for programs that read or check them.

The schema is a file of the package, ``verdict.schema.json``; the web server has it at ``/api/verdict.schema.json``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

#: The file, which ``scripts/generated/verdict_schema.py`` writes from the types of ``objects``.
PATH = Path(__file__).with_name("verdict.schema.json")


def verdict_schema() -> dict[str, Any]:
    """Return the schema of the JSON object that ``Verdict.as_dict`` returns.

    >>> verdict_schema()["$id"]
    'urn:belettre:verdict:1'
    """
    schema: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return schema

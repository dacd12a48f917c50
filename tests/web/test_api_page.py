"""The page about the API: it shows the whole document, in both languages, without scripts or hosts of its own."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from belettre_lexicon.web.api import operations as api
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.pages.site import type_text
from tests.web.asgi import client

DOCUMENT: dict[str, Any] = json.loads(api.document_of(KINDS))


@pytest.mark.parametrize(("language", "title"), [("fr", "Pour les programmes"), ("en", "For programs")])
def test_the_page_shows_every_operation_and_type(language: str, title: str) -> None:
    """Every path and every type of the document is on the page, and every link inside the page has a target."""
    with client() as device:
        answer = device.get(f"/api/docs?lang={language}")
    text = answer.text

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert title in text
    assert all(f"{method.upper()} {path}" in text for path, methods in DOCUMENT["paths"].items() for method in methods)

    targets = set(re.findall(r'id="(\w+)"', text))

    assert set(DOCUMENT["components"]["schemas"]) <= targets
    assert set(re.findall(r'href="#(\w+)"', text)) <= targets


def test_the_page_needs_no_other_host() -> None:
    """Scripts, styles and links lead to this server."""
    with client() as device:
        text = device.get("/api/docs").text
    addresses = re.findall(r'(?:src|href)="([^"#]+)"', text)

    assert addresses
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"$ref": "#/components/schemas/Seat"}, "Seat"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "integer | null"),
        ({"enum": ["é", 1]}, '"é" | 1'),
        ({"const": 1}, "1"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "x/Seat"}], "items": False}, "[string, Seat]"),
        ({"type": "array", "items": {"type": "string"}}, "[string, …]"),
        ({}, "object"),
    ],
)
def test_a_type_in_writing(schema: dict[str, Any], text: str) -> None:
    """Names, choices, values, tuples and lists are written as programmers write them."""
    assert "".join(part for part, _ in type_text(schema)) == text

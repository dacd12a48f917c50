"""The page about the API of the server, made from its OpenAPI document."""

from __future__ import annotations

from belettre_lexicon.web.api.operations import document_of
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.pages.api_page import ApiField, ApiOperation, ApiType, TypeText, contents


def pages() -> dict[str, str]:
    """Return the page of the API by its path below the folder of the reference."""
    info, operations, types = contents(document_of(KINDS))
    lines = [
        "# The API of the server",
        "",
        f"Version {info['version']}. {info['description']}",
        "",
        "A running server has the OpenAPI document at `/api/openapi.json`, from which this page is made. "
        "[The page for the table](../serve.md#for-programs) shows how to begin.",
        "",
        "## Operations",
        "",
    ]
    for operation in operations:
        lines += _operation(operation)
    lines += ["## Types", ""]
    for one in types:
        lines += _type(one)
    return {"api.md": "\n".join(lines) + "\n"}


def _operation(one: ApiOperation) -> list[str]:
    """Return the section of an operation."""
    lines = [f"### `{one.method} {one.path}`", "", one.summary, ""]
    lines += _fields(one.parameters)
    if one.body:
        lines += [f"Body: {_text(one.body)}", ""]
    lines += ["| status | answer |", "|---|---|"]
    for answer in one.answers:
        kind = f": {_text(answer.type)}" if answer.type else ""
        lines.append(f"| {answer.status} | {_cell(answer.about)}{kind} |")
    return [*lines, ""]


def _type(one: ApiType) -> list[str]:
    """Return the section of a type."""
    lines = [f"(api-{one.name.lower()})=", "", f"### {one.name}", "", one.about, ""]
    return [*lines, *_fields(one.fields)] if one.fields else [*lines, _text(one.type), ""]


def _fields(fields: list[ApiField]) -> list[str]:
    """Return a table of parameters or of the fields of an object; nothing if there are none."""
    if not fields:
        return []
    rows = [
        f"| `{one.name}` | {_text(one.type)} | {'yes' if one.required else 'no'} | {_cell(one.about)} |"
        for one in fields
    ]
    return ["| name | type | required | meaning |", "|---|---|---|---|", *rows, ""]


def _text(kind: TypeText) -> str:
    """Return a type in writing, with links to the types that it names."""
    return "".join(
        f"[{text}](#api-{text.lower()})" if is_name else _cell(text).replace("[", r"\[").replace("<", r"\<")
        for text, is_name in kind
    )


def _cell(text: str) -> str:
    """Return text as the cell of a table."""
    return " ".join(text.split()).replace("|", r"\|").replace("*", r"\*")

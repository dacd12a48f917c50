"""JSON written without the module ``json``: the same text, however unusual the value."""

from __future__ import annotations

import json
import subprocess
import sys
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.cli.kit import json_text
from belettre_lexicon.cli.kit.json_text import JsonText

#: Texts with lone surrogates, NUL and whatever else a str may hold.
_ODD = ["", '"', "\\", "\x7f\u2028\ufeff", "\ud800", "\0", "é"]
_TEXTS = st.text(st.characters(), max_size=20) | st.sampled_from(_ODD)
_PLAIN = st.recursive(
    _TEXTS | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(_TEXTS, inner),
    max_leaves=30,
)


class Number(IntEnum):
    """A number that is not of the type int itself."""

    ONE = 1


@given(_PLAIN)
def test_a_plain_value_is_written_as_json_writes_it(value: object) -> None:
    """The text is that of ``json.dumps``, byte for byte, non-ASCII characters unescaped."""
    assert JsonText()(value) == json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        [float("inf"), -float("inf")],
        {1: "a", None: "b", False: "c", 1.5: "d"},
        {"one": Number.ONE},
        [type("Text", (str,), {})("é")],
        10**400,
        -0.0,
        1e300,
        1e16,
    ],
    ids=repr,
)
def test_a_value_that_is_not_plain_is_left_to_json(value: object) -> None:
    """NaN, keys that are not text, and subclasses are written as ``json.dumps`` writes them."""
    assert JsonText()(value) == json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("value", [{1, 2}, {"word": ...}, [b"bytes"], {(1, 2): 3}], ids=str)
def test_a_value_that_json_does_not_have_is_a_type_error(value: object) -> None:
    """The error is the one of ``json.dumps``."""
    with pytest.raises(TypeError):
        JsonText()(value)


def test_long_answers_are_left_to_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first few thousand values, in one answer or in many, ``json`` writes, since it is faster."""
    written: list[object] = []

    def record(value: Any, **options: Any) -> str:
        written.append(value)
        return "…"

    monkeypatch.setattr(json, "dumps", record)
    long = list(range(json_text._VALUES + 1))
    many = JsonText()

    assert JsonText()(long) == "…"
    assert [many([1, 2, 3]) for _ in range(json_text._VALUES)][-1] == "…"
    assert written[0] == long
    assert len(written) == json_text._VALUES - json_text._VALUES // 4 + 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "facile", "--json"],
        ["check", "danseur", "portes", "--played", "danse", "--json"],
        ["find", "--maj", "F", "--min", "l,e,c"],
        ["find", "--maj", "F", "--min", "l,e,c", "--json"],
        ["find", "--played", "facile", "--count"],
    ],
    ids=" ".join,
)
def test_a_plain_check_or_find_imports_no_parser_and_no_json(arguments: list[str]) -> None:
    """Neither argparse nor what json and contextlib need is imported for an answer of ordinary length."""
    code = (
        f"import sys; from belettre_lexicon.cli.main import main; main({arguments!r})\n"
        "print(*sorted(sys.modules), sep=' ')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )

    loaded = set(done.stdout.splitlines()[-1].split())

    assert loaded & {"argparse", "json", "re", "enum", "functools", "collections", "contextlib", "typing"} == set()
    assert ("belettre_lexicon.lexicon.kin.families" in loaded) == ("--played" in arguments)

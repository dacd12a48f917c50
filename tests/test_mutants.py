"""Mutants (``scripts.mutations``): what is changed, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.mutants import TESTS, chosen_mutants
from scripts.mutations import compiled, diff, mutants_of
from tests.conftest import ROOT


def diffs(tmp_path: Path, code: str) -> list[str]:
    """The changed lines of every mutant of a module."""
    path = tmp_path / "module.py"
    path.write_text(code, encoding="utf-8")
    mutants = mutants_of(path)
    for mutant in mutants:
        compiled(mutant)
    return [" ".join(line[1:].strip() for line in diff(mutant).splitlines() if line[0] == "+") for mutant in mutants]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a in b", ["x = a not in b"]),
        (
            "x = 0 < a == b",
            ["x = 0 <= a == b", "x = 0 >= a == b", "x = 0 < a != b", "x = 1 < a == b", "x = -1 < a == b"],
        ),
        ("x = a + b", ["x = a - b"]),
        ("x = a and b", ["x = a or b"]),
        ("x = not a", ["x = a"]),
        ("x = True", ["x = False"]),
        ("x = a[7]", ["x = a[8]", "x = a[6]"]),
        ("x = a if b else c", ["x = a if not b else c"]),
        ("x = [a for a in b if c]", ["x = [a for a in b if not c]"]),
        ("if a:\n    b()", ["if not a:", "pass"]),
        ("if a == b:\n    raise c", ["if a != b:", "pass"]),
        ("x += a", ["x -= a", "pass"]),
        ("x.a = b", ["pass"]),
        ("def f(a: int = 3) -> int: ...", ["def f(a: int=4) -> int:", "def f(a: int=2) -> int:"]),
        ("for a in b:\n    break", ["continue"]),
    ],
)
def test_one_thing_is_changed_in_each_mutant(tmp_path: Path, code: str, expected: list[str]) -> None:
    """Each comparison, operator, number, condition and statement has its mutants, in the order of the syntax tree."""
    assert sorted(diffs(tmp_path, code)) == sorted(expected)


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring."""',
        "x = 'text'",
        "x: 'int | None' = a",
        "def f(a: list[int] | None) -> int | None: ...",
        "TYPE_CHECKING = False",
        "if TYPE_CHECKING:\n    x = 1",
    ],
)
def test_texts_and_annotations_have_no_mutants(tmp_path: Path, code: str) -> None:
    """What has no effect at run time, and texts, are left alone."""
    assert diffs(tmp_path, code) == []


def test_a_sample_is_drawn_by_its_seed() -> None:
    """The same seed draws the same mutants, another one others; 0 takes all; a line has only its own mutants."""
    first, again, other = (chosen_mutants([], 20, seed) for seed in (1, 1, 2))
    everything = chosen_mutants(["games/kit"], 0, 1)["games/kit"]
    path, line = everything[0].path, everything[0].line

    assert first == again != other
    assert sum(map(len, first.values())) == 20
    assert len(everything) > 200
    assert chosen_mutants([f"games/kit/{path.name}:{line}"], 0, 1)["games/kit"] == [
        m for m in everything if (m.path, m.line) == (path, line)
    ]


def test_what_is_mutated_and_its_tests_exist() -> None:
    """A folder that was renamed would otherwise have no mutants, or no tests."""
    assert set(chosen_mutants([], 0, 1)) == set(TESTS)
    assert all((ROOT / path).exists() for paths in TESTS.values() for path in paths)

"""List the mutants of a module: copies in which one comparison, operator, number, condition or statement is changed.

Not mutated: annotations, docstrings and other texts, and what only type checkers read. Start reading at ``mutants_of``.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
#: The fields of a node that hold annotations.
ANNOTATIONS = {"annotation", "returns", "type_comment"}


class Mutant(NamedTuple):
    """One change to a module.

    path    the file of the module
    number  the number of this mutant among those of its file, from 0
    line    the line in which the changed expression or statement begins
    """

    path: Path
    number: int
    line: int


class _Change(NamedTuple):
    """A node to replace: the place where its parent holds it, and the new node."""

    parent: ast.AST
    field: str
    place: int | None
    line: int
    new: ast.AST

    def swap(self) -> ast.AST:
        """Put the new node in its place. Return the old one."""
        value = getattr(self.parent, self.field)
        if self.place is None:
            setattr(self.parent, self.field, self.new)
            return value  # type: ignore[no-any-return]  # fields of a node have no types
        old: ast.AST = value[self.place]
        value[self.place] = self.new
        return old


def mutants_of(path: Path) -> list[Mutant]:
    """Return the mutants of a module, in the order of its syntax tree."""
    tree = ast.parse(path.read_bytes())
    return [Mutant(path, number, change.line) for number, change in enumerate(_changes(tree, 1))]


def compiled(mutant: Mutant) -> CodeType:
    """Return the bytecode of a mutant."""
    tree = ast.parse(mutant.path.read_bytes())
    _nth_change(tree, mutant.number).swap()
    return compile(ast.fix_missing_locations(tree), str(mutant.path), "exec", dont_inherit=True)


def diff(mutant: Mutant) -> str:
    """Return what a mutant changes, as lines that begin with - or +, in the formatting of ``ast.unparse``."""
    tree = ast.parse(mutant.path.read_bytes())
    before = ast.unparse(tree).splitlines()
    _nth_change(tree, mutant.number).swap()
    after = ast.unparse(tree).splitlines()
    lines = difflib.unified_diff(before, after, n=0, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def _nth_change(tree: ast.AST, number: int) -> _Change:
    return next(change for counted, change in enumerate(_changes(tree, 1)) if counted == number)


def _changes(node: ast.AST, line: int) -> Iterator[_Change]:
    """Yield every change to the nodes below *node*, which begins in *line*."""
    for field, value in ast.iter_fields(node):
        if field in ANNOTATIONS:
            continue
        places = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, child in places:
            if isinstance(child, ast.AST) and not _for_type_checkers(child):
                child_line = getattr(child, "lineno", line)
                for new in _replacements(child, node, field):
                    yield _Change(node, field, index, child_line, ast.copy_location(new, child))
                yield from _changes(child, child_line)


def _for_type_checkers(node: ast.AST) -> bool:
    """Return whether a node has no effect at run time: ``TYPE_CHECKING = False``, and what stands under it."""
    if isinstance(node, ast.Assign):
        return ast.unparse(node) == "TYPE_CHECKING = False"
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _replacements(node: ast.AST, parent: ast.AST, field: str) -> Iterator[ast.AST]:
    """Yield the nodes that replace *node*, one per mutant."""
    match node:
        case ast.Compare(left, ops, comparators):
            for place, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield ast.Compare(left, [*ops[:place], other(), *ops[place + 1 :]], comparators)
        case ast.BinOp(left, op, right):
            yield ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.Constant(value):
            yield from map(ast.Constant, _other_values(value))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.AugAssign(target, op, value):
            yield ast.AugAssign(target, OPERATORS[type(op)](), value)
            yield ast.Pass()
        case ast.Expr(ast.Call()) | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
    if _is_condition(parent, field) and isinstance(node, ast.expr) and not _has_opposite(node):
        yield ast.UnaryOp(ast.Not(), node)


def _other_values(value: Any) -> tuple[Any, ...]:
    """Return the values that replace a constant: one more and one less for numbers; none for texts and None."""
    if isinstance(value, bool):
        return (not value,)
    return (value + 1, value - 1) if isinstance(value, int | float) else ()


def _is_condition(parent: ast.AST, field: str) -> bool:
    """Return whether a field of *parent* is a condition: of an if, or of a comprehension."""
    return (isinstance(parent, ast.If | ast.IfExp) and field == "test") or field == "ifs"


def _has_opposite(node: ast.expr) -> bool:
    """Return whether a replacement of a condition is its opposite, so that no ``not`` is needed."""
    return (isinstance(node, ast.Compare) and len(node.ops) == 1) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )

"""``Value``, the base of small classes that are compared by their fields, such as a reading; ``Cache``, a dictionary.

A class derived from ``Value`` declares its fields as annotations, with or without defaults::

    class Point(Value):
        x: int
        y: int = 0

It then has slots for the fields, an ``__init__`` that takes them by position or by name, equality and a hash by the
fields, ``repr`` and pickling. ``dataclasses`` would do the same, but importing it takes half as long as a one-word
check. A class may define any of these methods itself; one that defines ``__eq__`` needs a ``__hash__`` too. Treat
instances as immutable.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar
    from typing import dataclass_transform as dataclass_transform

    K = TypeVar("K")
    V = TypeVar("V")

else:

    def dataclass_transform(**_):
        """Do nothing: ``typing.dataclass_transform``, which is for type checkers only, would be slow to import."""
        return lambda cls: cls


class _ValueType(type):
    """The metaclass of ``Value``: makes the slots and the ``__init__`` of a class from its annotations."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _ValueType:
        own = [field for field in namespace.get("__annotations__", {}) if field not in namespace.get("__slots__", ())]
        defaults = {field: namespace.pop(field) for field in own if field in namespace}
        namespace["__slots__"] = (*own, *namespace.get("__slots__", ()))
        fields = (*(field for base in bases for field in getattr(base, "_fields", ())), *own)
        namespace["_fields"] = fields
        if own and "__init__" not in namespace:
            arguments = ", ".join(f"{field}=defaults[{field!r}]" if field in defaults else field for field in fields)
            body = "; ".join(f"self.{field} = {field}" for field in fields)
            made: dict[str, Any] = {"defaults": defaults}
            exec(f"def __init__(self, {arguments}): {body}", made)  # the names are those of fields
            namespace["__init__"] = made["__init__"]
        return super().__new__(cls, name, bases, namespace)


@dataclass_transform()
class Value(metaclass=_ValueType):
    """The base of classes whose instances are equal if their class and the values of all their fields are equal.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(3) == Point(3, y=0), len({Point(3), Point(3)})
    (Point(x=3, y=0), True, 1)
    """

    if TYPE_CHECKING:
        _fields: tuple[str, ...]

    def _values(self) -> tuple[Any, ...]:
        """Return the values of the fields, in order."""
        return tuple([getattr(self, field) for field in self._fields])

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        return type(self), self._values()

    def __repr__(self) -> str:
        shown = ", ".join(f"{field}={getattr(self, field)!r}" for field in self._fields)
        return f"{type(self).__name__}({shown})"


class Cache(dict["K", "V"]):
    """A dictionary that computes the value of a missing key when it is looked up with ``cache[key]``, and keeps it.

    A cache with a limit is emptied when it is full. Threads may share a cache if they may call its function.

    >>> lengths = Cache(len)
    >>> lengths["mot"], dict(lengths)
    (3, {'mot': 3})
    """

    __slots__ = ("_most", "_value_of")

    def __init__(self, value_of: Callable[[K], V], most: int = 0) -> None:
        """*value_of* computes the value of a key. A cache with *most* values is emptied before it grows (0: never)."""
        self._value_of = value_of
        self._most = most

    def __missing__(self, key: K) -> V:
        if self._most and len(self) >= self._most:
            self.clear()
        value = self[key] = self._value_of(key)
        return value

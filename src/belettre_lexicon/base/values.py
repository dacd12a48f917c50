"""``Value``: the base of small classes that are what their fields are, such as a reading or a link; ``Cache``.

A class derived from it names its fields as annotations, with or without defaults::

    class Point(Value):
        x: int
        y: int = 0

It then has slots for the fields, an ``__init__`` that takes them by place or by name, equality and a hash by the
fields, ``repr`` and pickling. This is what ``dataclasses`` would do, whose import takes half as long as a one-word
check. A class may define any of these methods itself; one that defines ``__eq__`` needs a ``__hash__`` too. Treat
values as immutable.
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
        """Stand for the function of ``typing``, which is for type checkers alone and slow to import."""
        return lambda cls: cls


class _ValueType(type):
    """Makes the slots and the ``__init__`` of a class of values from its annotations."""

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
    """The base of classes that are what their fields are.

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
    """A mapping that works out a value when its key is first looked up with ``cache[key]``, and keeps it.

    Threads may share a cache if they may share the function.

    >>> lengths = Cache(len)
    >>> lengths["mot"], dict(lengths)
    (3, {'mot': 3})
    """

    __slots__ = ("_most", "_value_of")

    def __init__(self, value_of: Callable[[K], V], most: int = 0) -> None:
        """*value_of* returns the value of a key. With *most* values, all are forgotten first; 0 for no limit."""
        self._value_of = value_of
        self._most = most

    def __missing__(self, key: K) -> V:
        if self._most and len(self) >= self._most:
            self.clear()
        value = self[key] = self._value_of(key)
        return value

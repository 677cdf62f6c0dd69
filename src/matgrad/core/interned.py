"""Tables of the one object for each key, which keep none of these objects alive."""

from __future__ import annotations

from functools import partial
from threading import RLock
from typing import NoReturn, TypeVar
from weakref import ref

from matgrad.errors import UnsupportedError

Key = TypeVar("Key")
Value = TypeVar("Value")


class Interned(dict[Key, "ref[Value]"]):
    """A WeakValueDictionary in which `table.get(key, nothing)()` is all it takes to look.

    To look, and to keep what is not there, hold the lock.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lock = RLock()  # one may go while another is made, in the same thread

    def keep(self, key: Key, value: Value) -> Value:
        """Remember the object for this key as long as somebody else does."""
        self[key] = ref(value, partial(self._forget, key))
        return value

    def _forget(self, key: Key, gone: ref[Value]) -> None:
        with self.lock:
            if self.get(key) is gone:  # and not yet another one that is equal
                del self[key]


def nothing() -> None:
    """What stands for a reference to an object that is not there."""


def not_pickled(self: object) -> NoReturn:
    """Says so: elsewhere it would be another object than the one that is there."""
    raise UnsupportedError(
        "expressions and derivations cannot be pickled",
        hint="save their text, d.to_json() or d.certificate(); d.compile() can be pickled",
    )

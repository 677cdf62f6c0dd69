"""What names of a program stand for besides arrays and numbers."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from matgrad.core.dims import Dim
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array


class Unread(UnsupportedError):
    """Something in a program that is not read; `line` says where."""

    line: int = 0

    def on(self, line: int) -> Unread:
        """Fill in the line, unless an inner one is known."""
        self.line = self.line or line
        return self


class Depends(Unread):
    """The function uses a value that was taken for a derivative."""

    def __init__(self, name: str, why: str = "") -> None:
        super().__init__(why or f"{name} is not read")
        self.name = name


class ToldShape(ShapeError):
    """A derivative from above has another shape than the text says."""


class MissingShape(Unread):
    """An input whose shape is not known yet."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the shape of {name} is not known")
        self.name = name


class Returned(Exception):
    """A routine has come to its end."""

    def __init__(self, found: Any, node: ast.expr | None) -> None:
        super().__init__()
        self.found, self.node = found, node


@dataclass(frozen=True)
class Module:
    """A library or a part of it: np, np.linalg."""

    name: str
    of: str = ""  # the library itself


@dataclass(frozen=True)
class Known:
    """A function of a library, by its own name."""

    name: str
    of: str = ""  # the library, if it is named, or Python
    given: tuple[Any, ...] = ()  # arguments that are known: those that nn.Softmax is made with
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Bound:
    """A method, and what it is called on."""

    of: Any
    name: str


@dataclass(eq=False)
class Record:
    """Something with named parts: self, params, cache; parts that nobody sets are inputs."""

    parts: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, eq=False)
class Routine:
    """A function of the program itself, perhaps a method of something."""

    name: str
    parameters: tuple[str, ...]
    defaults: dict[str, ast.expr]
    body: tuple[ast.stmt, ...]
    scope: Scope
    own: Record | None = None  # what it is a method of: its first argument
    kind: str = ""  # staticmethod, classmethod, property
    rest: tuple[str, str] = ("", "")  # *args and **options


@dataclass(eq=False)
class Class:
    """A class of the program."""

    name: str
    methods: dict[str, Routine] = field(default_factory=dict[str, Routine])
    others: tuple[str, ...] = ()  # bases that the program does not define: nn.Module

    def method(self, name: str) -> Routine | None:
        """The method of this name."""
        return self.methods.get(name)

    def is_a(self, name: str) -> bool:
        """Is it one of these, by a base that the program does not define?"""
        return any(x.rpartition(".")[2] == name for x in self.others)


@dataclass(eq=False)
class Instance(Record):
    """Something that a class of the program makes."""

    of: Class = field(default_factory=lambda: Class(""))
    is_starting: bool = False  # is __init__ being carried out?
    is_used: bool = False  # has the program called a method of it?
    result: Any = None  # of its forward pass


@dataclass(eq=False)
class Scope:
    """The names of a function, or of the whole program."""

    names: dict[str, Any] = field(default_factory=dict[str, Any])
    outer: Scope | None = None
    is_main: bool = True  # do values get the names that they have here?
    is_own: bool = True  # is it that of the program, or of the function itself?
    parameters: tuple[str, ...] = ()  # of the routine whose names these are
    own: Record | None = None  # the object whose method it is

    def find(self, name: str) -> Scope | None:
        """The scope that has a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        return scope


@dataclass(frozen=True)
class Made:
    """An array whose entries are numbers or random: only its axes matter."""

    axes: tuple[Dim, ...]
    number: int | None = None  # zeros or ones, which may be meant as numbers


@dataclass(frozen=True)
class Samples:
    """The places along an axis whose size is a name, as np.arange(n) has them."""

    count: Dim


@dataclass(frozen=True)
class Chosen:
    """The places of an array that whole numbers choose, as ones among zeros."""

    ones: Array  # a vector, or a row for each class number
    is_row: bool = False  # do class numbers choose whole rows?


@dataclass(frozen=True)
class Misfit:
    """A derivative of the program that could not be computed: its shapes do not fit, or so."""

    name: str
    why: MatgradError

    def used(self, name: str) -> Depends:
        """What it means that the function uses it under this name."""
        found = Depends(name, self.why.message)
        found.line = self.why.line if isinstance(self.why, Unread) else 0
        return found


def parts_of(value: Any) -> tuple[Any, ...]:
    """The parts of a tuple; anything else is its only part."""
    return cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)

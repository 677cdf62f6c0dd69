"""What names of a program stand for besides arrays and numbers."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, cast

from matgrad.core.dims import Dim
from matgrad.errors import MatgradError, UnsupportedError


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
    of: str = ""  # the library, if it is named


@dataclass(frozen=True)
class Builtin:
    """A function of Python itself."""

    name: str


@dataclass(frozen=True)
class Bound:
    """A method, and what it is called on."""

    of: Any
    name: str


@dataclass
class Record:
    """Something with named parts: self, params, cache; parts that nobody sets are inputs."""

    parts: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Routine:
    """A function of the program itself."""

    name: str
    parameters: tuple[str, ...]
    defaults: dict[str, ast.expr]
    body: tuple[ast.stmt, ...]
    scope: Scope


@dataclass(eq=False)
class Scope:
    """The names of a function, or of the whole program."""

    names: dict[str, Any] = field(default_factory=dict[str, Any])
    outer: Scope | None = None
    is_main: bool = True  # do values get the names that they have here?
    is_own: bool = True  # is it that of the program, or of the function itself?

    def find(self, name: str) -> Scope | None:
        """The scope that has a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        return scope


@dataclass(frozen=True, eq=False)
class Index:
    """The variable of a loop over all samples."""

    count: Dim


@dataclass(frozen=True)
class Made:
    """An array whose entries are numbers or random: only its axes matter."""

    axes: tuple[Dim, ...]
    number: int | None = None  # zeros or ones, which may be meant as numbers


@dataclass(frozen=True)
class Classes:
    """Class numbers, one for each sample: what they choose is written with one-hot rows."""

    name: str
    is_row: bool = False  # do they choose whole rows?


@dataclass(frozen=True)
class Misfit:
    """A derivative of the program that could not be computed: its shapes do not fit, or so."""

    name: str
    why: MatgradError


def parts_of(value: Any) -> tuple[Any, ...]:
    """The parts of a tuple; anything else is its only part."""
    return cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)

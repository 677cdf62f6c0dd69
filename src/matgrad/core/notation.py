"""How an operator is written: a few shapes of notation, each with three spellings.

text is what a user types and what parses back; plain is Unicode for people (Bᵀ(y ⊙ a)); latex is
LaTeX. Printers and parsers know these shapes, never single operators.
"""

from __future__ import annotations

from dataclasses import dataclass

# Binding strengths, loosest first, as in the table of operators of the input language.
SUM, INNER, PRODUCT, HADAMARD, KRON, SIGN, POWER, POSTFIX, ATOM = 10, 20, 30, 40, 50, 60, 70, 80, 90


@dataclass(frozen=True)
class Spelling:
    """One sign or name in the three spellings."""

    text: str
    plain: str
    latex: str


@dataclass(frozen=True)
class Leaf:
    """A symbol, a number, or a constant with sizes; the printers spell its data."""


@dataclass(frozen=True)
class Sum:
    """Terms with signs between them."""

    binds: int = SUM


@dataclass(frozen=True)
class Scaled:
    """Scalar factors in front of something; negative powers go under a fraction bar."""

    binds: int = PRODUCT


@dataclass(frozen=True)
class Infix:
    """An associative sign between the arguments."""

    sign: Spelling
    binds: int


@dataclass(frozen=True)
class Postfix:
    """A mark after the argument, such as a transpose."""

    mark: Spelling
    binds: int = POSTFIX


@dataclass(frozen=True)
class Power:
    """A base and an exponent, which is the second argument or the data of the node."""

    elementwise: bool
    binds: int = POWER


@dataclass(frozen=True)
class Call:
    """A function name before its arguments in parentheses."""

    name: Spelling
    binds: int = ATOM


def in_latex(name: str) -> str:
    r"""The name of a function in LaTeX, with what stands behind _ below it.

    >>> in_latex("softmax_rows")
    '\\operatorname{softmax}_{\\mathrm{rows}}'
    """
    stem, _, below = name.partition("_")
    if not below:
        return rf"\operatorname{{{stem}}}"
    index = f"\\{below}" if below in ("max", "min", "exp", "log") else rf"\mathrm{{{below}}}"
    return rf"\operatorname{{{stem}}}_{{{index}}}"


@dataclass(frozen=True)
class Fence:
    """Delimiters around the argument in plain and LaTeX, a call in text: ‖x‖."""

    name: str
    plain: tuple[str, str]
    latex: tuple[str, str]
    binds: int = ATOM


@dataclass(frozen=True)
class Named:
    """A function that is only named, or a derivative of it: the data of the node say which."""

    binds: int = ATOM


@dataclass(frozen=True)
class Entry:
    """An entry of a vector or matrix, its indices being the data of the node."""

    binds: int = POSTFIX


@dataclass(frozen=True)
class Grid:
    """Blocks beside or below each other in brackets."""

    vertical: bool
    binds: int = ATOM


@dataclass(frozen=True)
class Member:
    """The members of a family, under the index that the data of the node say."""

    binds: int = ATOM


@dataclass(frozen=True)
class Over:
    """Something made of all members of a family, with the index that it goes over."""

    binds: int = INNER


Notation = (
    Leaf | Sum | Scaled | Infix | Postfix | Power | Call | Fence | Named | Entry | Grid
    | Member | Over
)  # fmt: skip


# The capitals of Greek letters that look like Latin ones.
_CAPITALS = {
    "alpha": "A", "beta": "B", "epsilon": "E", "zeta": "Z", "eta": "H", "kappa": "K", "mu": "M",
    "nu": "N", "rho": "P", "tau": "T", "upsilon": "Y", "chi": "X",
}  # fmt: skip


def capital(stem: str) -> str:
    """The name of the matrix in which vectors stand: X for x_i, M for mu_i, Theta for theta_i."""
    return _CAPITALS.get(stem, stem[:1].upper() + stem[1:])

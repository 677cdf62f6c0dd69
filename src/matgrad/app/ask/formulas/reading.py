"""What the formulas of a question say, before it is decided what belongs together."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from matgrad.app.ask.formulas.claimed import Claimed, Dressed
from matgrad.app.ask.formulas.lists import Stacked
from matgrad.app.ask.formulas.notation import Derivative, Left
from matgrad.app.ask.formulas.relations import Stated
from matgrad.app.ask.text.marks import numbers


@dataclass(frozen=True)
class Declared:
    """A name and the set it is in, such as R^{m×n}, in LaTeX."""

    name: str
    latex: str  # the name as it is written
    within: str
    segment: int

    @property
    def kind(self) -> str:
        """A matrix, a vector, a row or a number."""
        if r"\times" in self.within:
            sides = re.sub(r"\\mathbb\s*\{\w\}|[{}^\s]", "", self.within).split(r"\times")
            return "vector" if sides[1:] == ["1"] else "row" if sides[0] == "1" else "matrix"
        return "vector" if "^" in self.within else "scalar"


@dataclass(frozen=True)
class Defined:
    """A definition: what stands left, and what it is equal to, one or more times."""

    left: Left
    latex: str  # the left side
    values: tuple[str, ...]
    segment: int

    @property
    def equation(self) -> str:
        """All of it in LaTeX."""
        return f"{self.latex} = {' = '.join(self.values)}"


@dataclass
class Reading:
    """All that formulas say, before it is decided what belongs together."""

    declared: list[Declared] = field(default_factory=list[Declared])
    defined: list[Defined] = field(default_factory=list[Defined])
    mapped: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    signatures: dict[str, str] = field(default_factory=dict[str, str])  # f: R^n \to R
    claimed: list[Claimed] = field(default_factory=list[Claimed])
    asked: list[tuple[Derivative, int]] = field(default_factory=list[tuple[Derivative, int]])
    written: dict[int, str] = field(default_factory=dict[int, str])  # those, in LaTeX
    products: dict[int, str] = field(default_factory=dict[int, str])  # \\nabla^2 f(x) v
    names: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    spelled: dict[str, str] = field(default_factory=dict[str, str])  # a name as it is written
    bare: dict[int, str] = field(default_factory=dict[int, str])
    sizes: dict[int, str] = field(default_factory=dict[int, str])  # m × n, alone in a formula
    spaces: dict[int, str] = field(default_factory=dict[int, str])  # R^n, alone in a formula
    lengths: dict[int, str] = field(default_factory=dict[int, str])  # a number alone
    unread: list[str] = field(default_factory=list[str])
    aliases: dict[str, Dressed] = field(default_factory=dict[str, Dressed])  # g = \nabla f
    valued: dict[str, str] = field(default_factory=dict[str, str])  # what they are said to be
    broken: list[str] = field(default_factory=list[str])  # claims whose brackets do not match
    identities: list[str] = field(default_factory=list[str])
    intervals: dict[int, list[str]] = field(default_factory=dict[int, list[str]])  # x \\in [0, 1]
    equal: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    beside: list[tuple[int, tuple[str, ...]]] = field(
        default_factory=list[tuple[int, tuple[str, ...]]]
    )  # further ones of the same formula
    supposing: set[int] = field(default_factory=set[int])  # formulas with “if” or ⇒ inside
    constrained: set[int] = field(default_factory=set[int])  # formulas with “subject to” inside
    stacked: list[tuple[str, Stacked, int]] = field(default_factory=list[tuple[str, Stacked, int]])
    solved: dict[int, str] = field(default_factory=dict[int, str])  # … = 0 at the end of claims
    following: dict[int, list[tuple[str, ...]]] = field(
        default_factory=dict[int, list[tuple[str, ...]]]
    )  # equations behind these in the same formula
    over: list[str] = field(default_factory=list[str])  # names below \\min
    stated: list[Stated] = field(default_factory=list[Stated])  # facts that formulas state

    @property
    def functions(self) -> set[str]:
        """The names that are defined with arguments."""
        return {each.left.name for each in self.defined if each.left.arguments}

    def state(self, stated: Stated) -> None:
        """Keep a fact that a formula states."""
        self.names.setdefault(stated.segment, []).append(stated.name)
        self.stated.append(stated)

    def hold(self, pieces: tuple[str, ...], segment: int) -> tuple[str, ...]:
        """Keep an equation that defines nothing; the first one of its formula."""
        self.identities.append(" = ".join(pieces))
        self.beside += [(segment, pieces)] if segment in self.equal else []
        return self.equal.setdefault(segment, pieces)

    def listed(self, stated: Stated) -> list[str]:
        r"""All of Q, R \succ 0, where the comma ended the first formula."""
        is_matrix = stated.fact in ("positive_definite", "symmetric")
        before = self.names.get(stated.segment, []) if is_matrix else []
        return [*(name for name in before if name[0].isupper()), stated.name]

    def enlarge(self, name: str, rows: int, columns: int) -> None:
        """Declare a vector or a matrix of so many entries, as x = (1, 2)^T says how long x is."""
        size = f"{rows}" if columns == 1 else rf"{rows} \times {columns}"
        latex = self.spelled.get(name, name)
        self.declared.append(Declared(name, latex, rf"\mathbb{{R}}^{{{size}}}", -1))

    def forget(self, segment: int) -> None:
        """A formula that names a point is neither a definition nor an equation to be used."""
        self.defined = [each for each in self.defined if each.segment != segment]
        self.equal.pop(segment, None)
        self.bare.pop(segment, None)

    def formula(self, segment: int) -> str:
        """A formula that is no statement, or the name that it is."""
        if segment in self.bare:
            return self.bare[segment]
        if segment in self.lengths:
            return self.lengths[segment]
        names = self.names.get(segment, [])
        return self.spelled.get(names[0], names[0]) if len(names) == 1 else ""


def names_of(marks: str, reading: Reading) -> list[str]:
    """The names that the marked formulas are."""
    return [name for i in numbers(marks) for name in reading.names.get(i, [])]


def defined_in(marks: str, reading: Reading) -> list[Defined]:
    """The definitions without arguments that the marked formulas are."""
    marked = {*numbers(marks)}
    return [x for x in reading.defined if x.segment in marked and x.left.arguments is None]

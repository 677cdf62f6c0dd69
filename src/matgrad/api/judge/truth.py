"""The derivative that a claim is compared with, in every layout in which people write it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from matgrad.api.code import array_axes
from matgrad.api.derivation import Derivation
from matgrad.api.judge.labels import GRADIENT, HESSIAN, JACOBIAN
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition, Problem, Trace
from matgrad.core.walk import postorder, substitute
from matgrad.derive.layout import arrange
from matgrad.errors import ParseError, UnknownNameError, UnsupportedError
from matgrad.ops import (
    Function,
    diag_matrix,
    functions_of,
    matmul,
    symbol,
    transpose,
    unit,
    zeros_op,
)
from matgrad.programs import is_code, problem_of_code
from matgrad.render.labels import acts_on_vec, is_map
from matgrad.syntax import Limits, Meaning, read_formula, tokens_in
from matgrad.verify.cases import Case
from matgrad.verify.claim import LAYOUT, RIGHT, ClaimReport, check_claim, check_where
from matgrad.verify.lines import WRONG
from matgrad.verify.slips import TRANSPOSED

NUMERATOR, DENOMINATOR = "numerator", "denominator"
HERE = {JACOBIAN: NUMERATOR, GRADIENT: DENOMINATOR}  # in which answers are given
TURNED = "in {} layout it is the transpose"
IN_OTHER = "it is in {} layout, the transpose of what is given here"
ROW_ORDER = "it is right if vec takes the entries row by row"
DIAGONAL = "element by element: this is the diagonal of the Jacobian"
IN_NUMERATOR = "the derivative is written in numerator layout"
NO_MATRIX = "this derivative is a map dX ↦ dF without a matrix"


def names_of(problem: Problem) -> dict[str, Expr]:
    """The variables of a problem and its intermediates."""
    return {**problem.symbols, **{d.symbol.name: d.symbol for d in problem.definitions}}


def named_in(problem: Problem) -> dict[str, Function | None]:
    """The functions that are only named in a problem; claims use them and their derivatives."""
    roots = [problem.function, *(d.value for d in problem.definitions)]
    return functions_of(postorder(*roots))


@dataclass(frozen=True)
class Truth:
    """A derivative, with what is known where claims about it are read.

    `layout` is the one in which its author writes; `zero` are expressions that are supposed to
    vanish. `trace` is that of the derivation where nothing but its own answer is compared. Without
    a variable it is any formula that another one is compared with.
    """

    problem: Problem
    x: Expr | None
    value: Expr
    kind: str = GRADIENT
    layout: str = ""
    zero: tuple[Expr, ...] = ()
    trace: Trace | None = None
    spelling: str = ""  # of claims, where it is known

    def knowing(self, parts: Iterable[Definition]) -> Truth:
        """The same where more names are known."""
        problem = replace(self.problem, definitions=(*self.problem.definitions, *parts))
        return replace(self, problem=problem)

    @cached_property
    def names(self) -> dict[str, Expr]:
        """The names that claims may use."""
        problem = self.problem
        function = symbol(problem.name, *problem.function.shape)
        return {problem.name: function, **names_of(problem)}

    @property
    def applied(self) -> list[str]:
        """The names that may have arguments: r(x) is r, f(x) the value of the function."""
        return [self.problem.name, *(d.symbol.name for d in self.problem.definitions)]

    def read(
        self, text: str, shape: Shape | None = None, free: Sequence[str] = ()
    ) -> list[Meaning]:
        """The readings of a formula in these names."""
        functions = named_in(self.problem)
        return read_formula(
            text, self.names, functions, self.spelling, shape=shape, free=free, applied=self.applied
        )

    def as_formula(self, text: str, limits: Limits | None = None) -> str:
        """The formula for a claim in NumPy, as A.T @ np.cos(A @ x), or the text as it stands."""
        try:
            tokens_in(text, limits)
        except ParseError:
            return str(self.computed(text)) if is_code(text) else text
        return text

    def computed(self, text: str) -> Expr:
        """The value of lines of NumPy in these names."""
        code = problem_of_code(text, {name: array_axes(X.shape) for name, X in self.names.items()})
        unknown = [name for name in code.symbols if name not in self.names]
        if unknown:
            raise UnknownNameError(f"unknown name {unknown[0]}")
        found = {X: self.names[name] for name, X in code.symbols.items()}
        for each in code.definitions:
            found[each.symbol] = substitute(each.value, found)
        return substitute(code.function, found)

    @cached_property
    def closed(self) -> Mapping[Expr, Expr]:
        """What the named parts are, in the variables."""
        found: dict[Expr, Expr] = {}
        for each in self.problem.definitions:
            found[each.symbol] = substitute(each.value, found)
        function = self.names[self.problem.name]
        return found | {function: substitute(self.problem.function, found)}

    @property
    def shapes(self) -> list[Shape]:
        """The shapes in which people write it, its own first."""
        shape, size = self.value.shape, self.value.shape.rows * self.value.shape.cols
        found = [shape, shape.transposed, Shape(size, ONE), Shape(ONE, size)]
        is_diagonal = self.kind == JACOBIAN and shape.is_square
        return [*found, Shape(shape.rows, ONE)] if is_diagonal else found

    def turned(self) -> Truth:
        """Its transpose."""
        return replace(self, value=transpose(self.value), layout="", trace=None)

    def entry(self, indices: Sequence[str]) -> Truth:
        """The derivative by the entry of a variable with these places."""
        shape, numbers = self.value.shape, [int(i) for i in indices]
        rows = unit(numbers[0], shape.rows) if shape.rows != ONE else unit(1, 1)
        cols = unit(numbers[-1], shape.cols) if shape.cols != ONE else unit(1, 1)
        entry = matmul(transpose(rows), self.value, cols)
        return replace(self, value=entry, layout="", trace=None)

    @property
    def own(self) -> Sequence[Expr]:
        """The variable, if there is one."""
        return () if self.x is None else (self.x,)

    @property
    def moving(self) -> Sequence[Expr]:
        """The variables that move in a differential: all of a derivation."""
        return self.trace.wrt if self.trace is not None else self.own

    # ------------------------------------------------------------ comparing

    def compared(self, claim: Expr) -> ClaimReport:
        """A claimed expression against the derivative, also in another layout."""
        if is_map(self.value):
            raise UnsupportedError(NO_MATRIX, hint="check its differential, df = …")
        found = self._in_layout(claim, self._compared(claim))
        if found.right or self.kind == GRADIENT:
            is_open = found.slip == TRANSPOSED and self.kind == GRADIENT and not self.layout
            is_open = is_open and self.x is not None
            return replace(found, condition=IN_NUMERATOR) if is_open else found
        if self.x is None:
            return found
        if self.trace is not None and acts_on_vec(self.trace, self.x.name):
            rows = arrange(self.trace, "rows", NUMERATOR).arranged[self.x.name]
            other = check_claim(self.problem, self.x, claim, rows)
            words = "; ".join(word for word in (other.slip, ROW_ORDER) if word)
            return replace(other, status=LAYOUT, slip=words) if other.right else found
        if claim.shape.is_column and not claim.is_scalar and self.value.shape.is_square:
            other = self._compared(diag_matrix(claim))
            return replace(other, status=LAYOUT, slip=DIAGONAL) if other.right else found
        return found

    def _compared(self, claim: Expr) -> ClaimReport:
        found = check_claim(self.problem, self.x, claim, self.value)
        if found.status != WRONG or not self.zero or claim.shape != self.value.shape:
            return found
        there = check_where(Case(self.problem, self.x, claim, self.value, zero=self.zero))
        return there if there.right or there.counterexample is not None else found

    def _in_layout(self, claim: Expr, found: ClaimReport) -> ClaimReport:
        """The verdict in the layout of its author, if that is known."""
        shape, layout = self.value.shape, self.layout
        is_other = layout not in ("", HERE.get(self.kind, layout))
        is_alike = claim.shape in (shape, shape.transposed) and not claim.is_scalar
        if not layout or not is_alike or self.kind == HESSIAN or claim.op is zeros_op:
            return found
        if shape.is_vector:  # nobody takes a row for a column
            if found.status == LAYOUT and is_other:
                return ClaimReport(RIGHT, IN_OTHER.format(layout))
            is_turned = found.right and (found.status == LAYOUT) != is_other
            return ClaimReport(LAYOUT, TURNED.format(layout)) if is_turned else found
        if not is_other:
            is_turned = found.status == LAYOUT
            return ClaimReport(WRONG, TURNED.format(layout)) if is_turned else found
        turned = self._compared(transpose(claim)).status == RIGHT
        if turned:
            return ClaimReport(RIGHT, IN_OTHER.format(layout))
        is_here = found.status == RIGHT
        return ClaimReport(WRONG, TURNED.format(layout)) if is_here else found


def truth_of(d: Derivation, layout: str = "") -> Truth:
    """What a derivation says, by its first variable; by all of them in a differential."""
    problem, x = d.trace.origin.problem, d.trace.wrt[0]
    value = next(iter(d.results.values()))
    return Truth(problem, x, value, d.kind, layout, trace=d.trace)

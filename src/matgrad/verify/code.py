"""Generated code, run at a real point and compared with the ball that holds the true value."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, isfinite, prod
from typing import Any, cast
from warnings import catch_warnings, simplefilter

from matgrad.core.expr import Axes, Expr, is_differential
from matgrad.core.shape import Shape
from matgrad.core.walk import moves, symbols
from matgrad.errors import MissingPackageError
from matgrad.ops import Data, Form, Weighted
from matgrad.optional import load
from matgrad.verify.arithmetic import Matrix
from matgrad.verify.ball import Balls
from matgrad.verify.evaluate import Memo, evaluate, fill, spread
from matgrad.verify.jumps import sits_at_kink
from matgrad.verify.point import Point

RELATIVE = 1e-8  # of the largest entry
NOISE = 1e-14  # of the largest number on the way
COARSE = 0.01  # of the largest entry: a comparison that allows more would say nothing
DOUBLE = 53  # bits
LARGE = 1e150  # the squares of such numbers overflow
# Entries of results times those of arguments of functions that are only named, in one run. Each
# column of a Jacobian may call them, and a polynomial of that many variables is slow: two seconds.
MOST_WORK = 400_000


class CannotRun(Exception):
    """Doubles overflow on the way to a function that is only named, or it is called too often."""


def array(value: Matrix, shape: Shape, indices: Axes = (), sizes: Mapping[str, int] = {}) -> Any:
    """The value as an array: a number, a vector (n,) or a matrix (m, n), whatever n is here.

    Of a family the axes that count its members come first, in the order in which they are given.
    """
    numbers = load("numpy").array([[float(x) for x in row] for row in value])
    if indices:
        counts = {name: size.evaluate(sizes) for name, size in sorted(indices)}
        rows = len(numbers) // prod(counts.values())
        order = [[*counts].index(axis.name) for axis in indices]
        numbers = numbers.reshape(*counts.values(), rows, -1)
        numbers = numbers.transpose(*order, len(order), len(order) + 1)
    if shape.is_scalar:
        return numbers[..., 0, 0]
    return numbers[..., 0] if shape.is_column else numbers


def arguments(
    at: Point, wanted: Sequence[str] | None, directions: Mapping[str, str] | None = None
) -> dict[str, Any] | None:
    """Arrays for the inputs by name, directions as dX; None if an input has no value here.

    `directions` says which variables other names are directions of.
    """
    known = {symbol.name: at.R.values[symbol] for symbol in at.directions}
    for symbol, tangent in at.directions.items():
        known.setdefault("d" + symbol.name, tangent)
    alike = {symbol.name: symbol for symbol in at.directions}
    alike |= {"d" + name: symbol for name, symbol in alike.items() if "d" + name not in alike}
    for name, of in (directions or {}).items():
        if f"d{of}" in known and name not in known:
            known[name], alike[name] = known[f"d{of}"], alike[f"d{of}"]
    inputs = [symbol.name for symbol in at.directions] if wanted is None else wanted
    found: dict[str, Any] = {}
    for name in inputs:
        if name in known and name in alike:
            indices = alike[name].data.axes
            found[name] = array(known[name], alike[name].shape, indices, at.R.sizes)
        elif name in at.R.sizes:
            found[name] = at.R.sizes[name]
        else:
            return None
    return found


def keywords(compiled: Any, at: Point) -> dict[str, Any]:
    """What a compiled function takes besides arrays: named functions, and sizes no input tells."""
    found: dict[str, Any] = {name: at.R.sizes[name] for name in getattr(compiled, "sizes", ())}
    labels: Sequence[str] = getattr(compiled, "functions", ())
    named: Sequence[Any] = list(compiled.program.function_names) if labels else []
    for label, data in zip(labels, named, strict=True):
        is_smooth = isinstance(data, Data)
        found[label] = _smooth(at.R, data) if is_smooth else _unknown_function(at.R, *data)
    return found


def _smooth(R: Any, data: Data) -> Any:
    """The polynomial that real numbers take a named function to be, on arrays."""
    shapes, result = (
        list(data.function.domain),
        data.base.shape if isinstance(data, Form) else data.shape,
    )
    if isinstance(data, Form):
        slots = [data.function.domain[i] for i in data.directions]
        if data.turned:
            slots[0], result = result, slots[0]
        shapes += slots
    if isinstance(data, Weighted):
        shapes.append(data.function.shape)

    work = 0

    def value(*given: Any) -> Any:
        nonlocal work
        args = [_balls(R, each, shape) for each, shape in zip(given, shapes, strict=True)]
        entries = result.rows.evaluate(R.sizes) * result.cols.evaluate(R.sizes)
        work += entries * sum(len(A) * len(A[0]) for A in args)
        if work > MOST_WORK:
            raise CannotRun
        found = array(R.smooth(data, args), result)
        return found.ravel() if result.is_vector and not result.is_scalar else found

    return value


def _balls(R: Any, given: Any, shape: Shape) -> Matrix:
    """An array as a matrix of balls; in code rows and columns have one axis."""
    numbers = load("numpy").asarray(given, dtype=float)
    if not load("numpy").isfinite(numbers).all():
        raise CannotRun
    if shape.is_vector:
        numbers = numbers.reshape((-1, 1) if shape.is_column else (1, -1))
    return [[R.rational(Fraction(float(x))) for x in row] for row in numbers]


def _unknown_function(R: Any, name: str, primes: int) -> Any:
    """The function that real numbers take an unspecified one to be, on arrays."""

    def value(x: float) -> float:
        if not isfinite(x):
            raise CannotRun
        return float(R.unknown(name, primes, R.rational(Fraction(x))).mid())

    return load("numpy").vectorize(value, otypes=[float])


def run_code(
    compiled: Callable[..., Any],
    at: Point,
    wrt: Sequence[Expr],
    results: Mapping[str, Expr],
    forms: Sequence[Expr] = (),
) -> str | None:
    """Run the code at a point: "" if it agrees, what is wrong if not, None if it cannot be run.

    `forms` are the results as the code may compute them, where that is not how they are given.
    Code that needs a package which is not installed raises a MissingPackageError.
    """
    directions = _directions(results.values())
    given = arguments(at, getattr(compiled, "inputs", None), directions)
    # At a kink rounding would decide the side.
    if given is None or sits_at_kink(at.R) or _overflows(at):
        return None
    given |= keywords(compiled, at)
    wanted = {X.name: results[X.name] for X in wrt if X.name in results} or results
    try:
        answers = _answers(compiled, given)
    except CannotRun:
        return None
    except MissingPackageError:
        raise
    except Exception as error:  # whatever goes wrong inside of it, the code is at fault,
        known = _survive(at, (*wanted.values(), *forms))
        return f"the code fails: {error!r}" if known else None  # unless doubles lose everything
    if len(answers) != len(wanted):
        return f"the code returns {len(answers)} arrays, not {len(wanted)}"
    taken = {of for moved, of in directions.items() if moved in given}
    return _compared(at, wanted, answers, taken, forms)


def _directions(results: Iterable[Expr]) -> dict[str, str]:
    """By their names, what the directions in a differential are directions of."""
    found = [s.data for s in symbols(*results) if is_differential(s)]
    return {data.name: data.differential_of or "" for data in found}


def _compared(
    at: Point,
    wanted: Mapping[str, Expr],
    answers: Sequence[Any],
    taken: Container[str],
    forms: Sequence[Expr],
) -> str | None:
    """What is wrong with the first array that is; of variables `taken` the code took directions."""
    orders = {X.name: X.data.axes for X in at.directions}
    for (name, G), answer in zip(wanted.items(), answers, strict=True):
        given = answer if name in taken else _along(at, name, G, answer)
        indices = _indices(at, G, orders.get(name, ()), load("numpy").ndim(given))
        wrong = _difference(at, G, given, indices)
        if wrong != "":
            known = wrong is not None and _survive(at, forms)
            return f"the code for {name} returns {wrong}" if known else None
    return ""


def _answers(compiled: Callable[..., Any], given: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the code returns; what overflows or loses digits is seen there."""
    with load("numpy").errstate(all="ignore"), catch_warnings():
        simplefilter("ignore")
        returned: Any = compiled(**given)
    return cast("tuple[Any, ...]", returned) if isinstance(returned, tuple) else (returned,)


def _survive(at: Point, formulas: Sequence[Expr]) -> bool:
    """Is something left of formulas in doubles? Of A⁻¹ det(A), near a singular A, nothing is."""
    return all(load("numpy").isfinite(_roundoff(at, G)).all() for G in formulas)


def _overflows(at: Point) -> bool:
    """Is a number on the way too large for doubles, or the square of one?"""
    return not _largest(at.memo) < LARGE


def _largest(memo: Memo) -> float:
    """The largest number among values, or one that is not finite."""
    values = (value for value in memo.values() if isinstance(value, list))
    found = [abs(float(x)) for value in values for row in value for x in row]
    return max(found) if all(map(isfinite, found)) else inf


def _along(at: Point, name: str, G: Expr, answer: Any) -> Any:
    """The array of a derivative that is written as a map, applied to the direction of the point."""
    moved = [X for X in at.directions if X.name == name]
    if not moved:
        return answer
    numpy: Any = load("numpy")
    X = moved[0]
    dX = array(at.directions[X], X.shape, X.data.axes, at.R.sizes)
    whole = numpy.asarray(answer, dtype=float)
    if not (any(map(is_differential, symbols(G))) or _is_zero_map(at, G, whole.size / dX.size)):
        return answer
    count = numpy.ndim(dX)
    if count > whole.ndim or whole.shape[whole.ndim - count :] != numpy.shape(dX):
        return answer  # the wrong shape, which is said
    return numpy.tensordot(whole, dX, axes=count)


def _is_zero_map(at: Point, G: Expr, images: float) -> bool:
    """Is this a map of dX in which nothing is left of it? Its array has an image for each entry."""
    value = at.memo[G]
    return isinstance(value, list) and images == len(value) * len(value[0]) and at.R.is_zero(value)


def _indices(at: Point, G: Expr, order: Axes, count: int) -> Axes:
    """What counts the members in an array of so many axes: of the variable or the function."""
    own = 0 if G.shape.is_scalar else 1 if G.shape.is_column else 2
    candidates = (order, at.problem.function.axes)
    for axes in candidates[::-1] if moves(G) else candidates:
        if {*G.axes} <= {*axes} and len(axes) + own == count:
            return axes
    return G.axes


def _difference(at: Point, G: Expr, answer: Any, indices: Axes) -> str | None:
    """What is wrong with an answer, "" if nothing is, None if doubles cannot tell at this point."""
    numpy = load("numpy")
    truth = at.memo[G]
    assert isinstance(truth, list)
    if indices:
        truth = spread(at.R, G, truth, tuple(sorted(indices)))
        expected = array(truth, G.shape, indices, at.R.sizes)
    else:
        expected = numpy.array([[float(x) for x in row] for row in truth])
    got = numpy.asarray(answer, dtype=float)
    if got.size != expected.size or (indices and got.shape != expected.shape):
        return f"shape {got.shape}, not {expected.shape}"
    largest = abs(expected).max()
    lost = _roundoff(at, G)
    allowed = numpy.maximum(RELATIVE * largest, lost.max() if indices else lost)
    if not (allowed < COARSE * largest).all():
        return None
    # A tensor's axes come in the order of vec.
    flat = got if indices else got.reshape(expected.shape, order="F")
    if not (abs(flat - expected) <= allowed).all():  # catches NaN as well
        return f"{got.tolist()}, not {expected.tolist()}"
    return ""


class _Doubles(Balls):
    """What doubles know: functions of whole matrices are computed for one that is near, by norm.

    The small entries of a matrix whose columns differ by many orders of magnitude may be lost.
    """

    def matrix_function(self, name: str, *args: Matrix) -> Matrix:
        return super().matrix_function(name, *map(self._blurred, args))

    def _blurred(self, A: Matrix) -> Matrix:
        if len(A) * len(A[0]) == 1:
            return A
        largest = max(abs(float(x)) for row in A for x in row)
        blur = self.flint.arb(0, 2.0**-DOUBLE * largest)
        return [[x + blur for x in row] for row in A]


def _roundoff(at: Point, G: Expr) -> Any:
    """What double precision may lose: the radii of the same formula in balls of 53 bits.

    Code may take another way to the same value, so the largest number on the way counts too.
    """
    numpy = load("numpy")
    R = _Doubles(at.R.sizes)
    with R.flint.ctx.workprec(DOUBLE):
        named = {plan.symbol for plan in at.plans}
        memo = {s: v for s, v in at.memo.items() if not s.args and s not in named}
        for plan in at.plans:
            if plan.symbol is not None and plan.symbol not in memo:
                fill(R, plan.nodes, memo)
                memo[plan.symbol] = memo[plan.value]
        evaluate(R, [G], memo)
        largest = _largest(memo)
        outcome = memo[G]
        if not isinstance(outcome, list):
            return numpy.array(
                numpy.inf
            )  # nothing is left of it, as of 1/(1 − tanh(x)) for large x
        return numpy.array([[4 * float(x.rad()) for x in row] for row in outcome]) + NOISE * largest

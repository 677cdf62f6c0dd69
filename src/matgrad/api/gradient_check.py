"""A gradient that somebody wrote, run as a black box and compared with the derived one.

It is called with small arrays of several sizes; what it returns is compared with the gradient of
the function, which is derived and checked. What is wrong is named by fitting slips to the numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import Parameter, getsource, signature
from itertools import chain, islice
from random import Random
from runpy import run_path
from textwrap import dedent
from typing import Any

from matgrad.api.derivation import Derivation
from matgrad.api.pipeline import Assumptions, Shapes, gradient, problem_of
from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.derive.definitions import closed_values
from matgrad.errors import MatgradError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.ops import frobenius, scale, symbol
from matgrad.optional import load
from matgrad.programs import problem_of_code
from matgrad.programs.bridges.trace import trace
from matgrad.render.glyphs import plain_name
from matgrad.render.plain import plain
from matgrad.rules import multiplied_out
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.code import array
from matgrad.verify.counterexamples import all_small
from matgrad.verify.fitting import Fit, Sample, close, explain
from matgrad.verify.jumps import sits_at_kink
from matgrad.verify.point import Point, Setting, real_points, setting
from matgrad.verify.sample import Holding, Sampler

TOLERANCES = {"float64": 1e-7, "float32": 1e-4, "float16": 3e-2, "bfloat16": 1e-1}
SAMPLES = 4  # points
TRIES = 24  # draws of moderate ones
PREFIXES = ("", "d", "grad_", "d_", "g_", "D")
DIGITS = 6
USUAL = ("forward", "loss", "loss_fn", "cost", "objective", "f")  # names of functions


class GradientError(AssertionError):
    """A gradient that is wrong; `findings` say by which variable, and what it equals instead."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n\n".join(map(str, self.findings)))


@dataclass(frozen=True)
class Finding:
    """One wrong gradient: what is wrong with it, the right formula, and small numbers."""

    variable: str
    slip: str  # what explains all that was returned, or an empty string
    right: str
    yours: str  # the formula that has the returned values, if it is known
    inputs: Mapping[str, str]
    returned: str
    expected: str

    def __str__(self) -> str:
        name = plain_name(self.variable)
        lines = [f"the gradient by {name} is wrong" + (f": {self.slip}" if self.slip else "")]
        lines.append(f"  right:  {self.right}")
        lines += [f"  yours:  {self.yours}"] if self.yours else []
        lines += ["For example, with"]
        lines += [f"  {key} = {value}" for key, value in self.inputs.items()]
        lines += [f"  yours:  {self.returned}", f"  right:  {self.expected}"]
        return "\n".join(lines)


def assert_gradient(  # noqa: PLR0913
    f: Problem | str | Callable[..., Any],
    grad: Any,
    *,
    shapes: Shapes | None = None,
    arguments: Mapping[str, Any] | None = None,
    wrt: Sequence[str] | str | None = None,
    assume: Assumptions | None = None,
    dtype: str = "float64",
    array: Callable[[Any], Any] | None = None,
) -> None:
    """Raise a `GradientError` that says what is wrong if `grad` is not the gradient of `f`.

    `f` is a formula, a problem, or a function of arrays of NumPy, PyTorch or JAX. `grad` takes the
    inputs, by name or in the order of `f`, and returns the gradients: an array, a tuple in the
    order of `wrt` or of the inputs, or a dictionary by name (W, dW, grad_W).
    If `f` is no number, or `grad` has a parameter more, that is the derivative from above. A
    `torch.autograd.Function`, or a function of JAX with a `custom_vjp`, is differentiated by its
    library.

    `shapes` has sizes by name, {"X": ("n", "d")}, so that several are tried; or `arguments` has
    arrays. `array` makes the arrays that `grad` takes, such as `torch.tensor`.

    >>> assert_gradient(
    ...     "||X w - y||^2/n",
    ...     lambda X, w, y: 2 * X.T @ (X @ w - y) / len(y),
    ...     wrt="w",
    ...     shapes={"X": ("n", "d"), "w": "d", "y": "n"},
    ... )
    """
    __tracebackhide__ = True
    found = findings(
        f,
        grad,
        shapes=shapes,
        arguments=arguments,
        wrt=wrt,
        assume=assume,
        dtype=dtype,
        array=array,
    )
    if found:
        raise GradientError(found)


def findings(f: Problem | str | Callable[..., Any], grad: Any, **given: Any) -> list[Finding]:
    """What is wrong with each gradient, as data; nothing if all are right."""
    return [found for found in judged(f, grad, **given).values() if found is not None]


def judged(  # noqa: PLR0913
    f: Problem | str | Callable[..., Any],
    grad: Any,
    *,
    shapes: Shapes | None = None,
    arguments: Mapping[str, Any] | None = None,
    wrt: Sequence[str] | str | None = None,
    assume: Assumptions | None = None,
    dtype: str = "float64",
    array: Callable[[Any], Any] | None = None,
) -> dict[str, Finding | None]:
    """What is wrong with the gradient by each variable, or None if it is right."""
    if dtype not in TOLERANCES:
        raise UnsupportedError(f"unknown dtype {dtype}", hint=", ".join(TOLERANCES))
    if arguments is not None:
        shapes = {name: _shape_of(value) for name, value in arguments.items()}
    problem = _problem(f, shapes, assume)
    box = BlackBox(grad, problem, dtype, array)
    return dict(_Check(box, arguments or {}, TOLERANCES[dtype]).judged(wrt))


def judged_in_file(
    path: str, run: str, of: str | None = None, **given: Any
) -> dict[str, Finding | None]:
    """The same of a routine in a file, which is imported and run.

    `of` is the function, as a formula or as its name in the file; else the usual names are tried.
    """
    try:
        space = run_path(path)
    except Exception as error:
        raise UnsupportedError(f"{path} cannot be imported: {_told(error)}") from error
    if run not in space:
        raise UnknownNameError(f"there is no {run} in {path}", hint=", ".join(_routines(space)))
    named = next((name for name in USUAL if callable(space.get(name))), None)
    if of is None and named is None:
        raise UnknownNameError(
            "of which function is this the gradient?", hint='--of "||Ax - b||^2"'
        )
    function = of or named
    try:
        return judged(space.get(str(function), function), space[run], **given)
    except MatgradError:
        raise
    except Exception as error:
        raise UnsupportedError(f"{run} raises {_told(error)}") from error


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _routines(space: Mapping[str, Any]) -> list[str]:
    return [name for name, value in space.items() if callable(value) and not name.startswith("_")]


def _shape_of(value: Any) -> tuple[int, ...]:
    return tuple(load("numpy").shape(value))


def _problem(f: Any, shapes: Shapes | None, assume: Assumptions | None) -> Problem:
    if isinstance(f, Problem | str):
        return problem_of(f, shapes, assume, None)
    if not callable(f):
        raise UnsupportedError("a function is a formula, a problem, or a function of Python")
    names = [x.name for x in signature(f).parameters.values() if x.name in (shapes or {})]
    given: Any = {name: (shapes or {})[name] for name in names}
    problem = _traced(f, given)
    known = {name: frozenset(facts) for name, facts in (assume or {}).items()}
    new = {
        X: symbol(name, *X.shape, facts=tuple(known[name]))
        for name, X in problem.symbols.items()
        if name in known
    }
    symbols_ = {name: new.get(X, X) for name, X in problem.symbols.items()}
    return Problem(substitute(problem.function, new), problem.name, symbols=symbols_)


def _traced(f: Callable[..., Any], shapes: Any) -> Problem:
    """The problem that a function computes: it is traced, or else its source is read."""
    try:
        return trace(f, shapes)
    except UnsupportedError as error:
        try:
            source = dedent(getsource(f))
        except (OSError, TypeError):
            raise error from None
        try:
            return problem_of_code(source, shapes)
        except MatgradError:
            raise error from None


class BlackBox:
    """A routine that returns gradients, and how it is called."""

    def __init__(
        self, grad: Any, problem: Problem, dtype: str, array: Callable[[Any], Any] | None
    ) -> None:
        self.grad, self.dtype, self._array = grad, dtype, array
        self.names = [*problem.symbols]
        self.is_torch = isinstance(grad, type) and hasattr(grad, "apply")
        self.is_jax = hasattr(grad, "defvjp")
        self.above = self._above(problem)
        f = problem.function
        if self.above:
            if self.above in problem.symbols:
                raise UnknownNameError(f"{self.above} is an input and the derivative from above")
            G = symbol(self.above, *f.shape)
            weighted = scale(G, f) if f.is_scalar else frobenius(G, f)
            known = {**problem.symbols, self.above: G}
            problem = Problem(weighted, problem.name, problem.definitions, known)
        self.problem = problem

    def _above(self, problem: Problem) -> str:
        """The parameter for the derivative from above, if there is one."""
        if self.is_torch or self.is_jax:
            return "dout"
        own = [
            x.name
            for x in _parameters(self.grad)
            if x.kind in (x.POSITIONAL_OR_KEYWORD, x.POSITIONAL_ONLY, x.KEYWORD_ONLY)
            and x.default is x.empty
        ]
        more = [name for name in own if name not in self.names]
        if len(own) == len(self.names) + 1 and len(more) == 1:
            return more[0]
        return "" if problem.function.is_scalar else "dout"

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """What it returns for these arrays."""
        np = load("numpy")
        small = "float32" if self.dtype in ("float16", "bfloat16") else self.dtype
        given = {name: np.asarray(value, dtype=small) for name, value in values.items()}
        if self.is_torch:
            return self._by_torch(given)
        if self.is_jax:
            return self._by_jax(given)
        arrays: dict[str, Any] = {name: x if x.ndim else x[()] for name, x in given.items()}
        if self._array is not None:
            arrays = {name: self._array(x) for name, x in given.items()}
        own = [x.name for x in _parameters(self.grad)]
        if set(own) >= {name for name in arrays if name != self.above} and (
            not self.above or self.above in own
        ):
            return self.grad(**{name: value for name, value in arrays.items() if name in own})
        return self.grad(*arrays.values())

    def _by_torch(self, given: Mapping[str, Any]) -> Any:
        torch = load("torch")
        inputs = {
            name: torch.tensor(value, requires_grad=True)
            for name, value in given.items()
            if name != self.above
        }
        out = self.grad.apply(*inputs.values())
        above = torch.tensor(given[self.above]).reshape(out.shape)
        found = torch.autograd.grad(out, [*inputs.values()], above, allow_unused=True)
        return dict(zip(inputs, found, strict=True))

    def _by_jax(self, given: Mapping[str, Any]) -> Any:
        jax = load("jax")
        inputs = {name: jax.numpy.asarray(x) for name, x in given.items() if name != self.above}
        out, pull = jax.vjp(self.grad, *inputs.values())
        above = jax.numpy.asarray(given[self.above], dtype=out.dtype).reshape(out.shape)
        return dict(zip(inputs, pull(above), strict=True))

    def gradients(self, values: Mapping[str, Any], wrt: Sequence[str]) -> dict[str, Any]:
        """What it returns by variable, as arrays of doubles."""
        return self.named(self(values), wrt)

    def named(self, found: Any, wrt: Sequence[str]) -> dict[str, Any]:
        """Results by variable: a dictionary, a tuple, or one array."""
        named: dict[str, Any] = {wrt[0]: found}
        several = _several(found)
        if _is_dictionary(found):
            keys = {name: f"{p}{name}" for name in wrt for p in PREFIXES if f"{p}{name}" in found}
            named = {name: found[key] for name, key in keys.items()}
        elif several is not None:
            inputs = [name for name in self.names if name != self.above]
            targets = wrt if len(several) == len(wrt) else inputs
            if len(several) != len(targets):
                message = f"{len(several)} gradients were returned, by what is not said"
                raise UnsupportedError(message, hint='wrt="W, b"')
            named = dict(zip(targets, several, strict=True))
        return {name: _doubles(x) for name, x in named.items() if x is not None and name in wrt}


def _parameters(grad: Any) -> list[Parameter]:
    try:
        return [*signature(grad).parameters.values()]
    except (TypeError, ValueError):  # compiled: nothing is known
        return []


def _is_dictionary(found: Any) -> bool:
    return isinstance(found, Mapping)


def _several(found: Any) -> list[Any] | None:
    """The parts of a tuple or a list, but for those of an array."""
    return [*found] if issubclass(type(found), tuple | list) else None


def _doubles(value: Any) -> Any:
    np = load("numpy")
    detach = getattr(value, "detach", None)
    value = detach().cpu().double().numpy() if detach is not None else value
    return np.asarray(value, dtype=np.float64)


class _Check:
    """The comparison of one black box."""

    def __init__(self, box: BlackBox, arguments: Mapping[str, Any], tolerance: float) -> None:
        self.box, self.problem, self.tolerance = box, box.problem, tolerance
        self.arguments = arguments
        self.derived: dict[str, Derivation] = {}

    def judged(self, wrt: Sequence[str] | str | None) -> Iterator[tuple[str, Finding | None]]:
        """What is wrong, by variable."""
        with precision():
            place = setting(self.problem, [*self.problem.symbols.values()])
            points = list(islice(self._points(place), SAMPLES))
            if not points:
                raise UnsupportedError(f"no point was found to try it at: {place.failure}")
            names = self._variables(wrt, points[0])
            right = {name: self._right(name) for name in names}
            runs = [(at, self.box.gradients(_values(at), names)) for at in points]
            for name in names:
                samples = list(self._samples(name, runs, right))
                if all(close(s.yours, s.true, s.tolerance) for s in samples):
                    yield name, None
                    continue
                fit = explain(samples, name, right[name], self._forms(name, right[name]))
                yield name, self._finding(place, name, names, right[name], fit, samples)

    def _variables(self, wrt: Sequence[str] | str | None, at: Point) -> list[str]:
        """By which variables gradients are returned."""
        inputs = [name for name in self.problem.symbols if name != self.box.above]
        if wrt is not None:
            names = [x.strip() for x in wrt.split(",")] if isinstance(wrt, str) else [*wrt]
            if unknown := [name for name in names if name not in inputs]:
                raise UnknownNameError(f"{unknown[0]} is no input", hint=", ".join(inputs))
            return names
        found = self.box(_values(at))
        if _is_dictionary(found):
            return [x for x in inputs if any(f"{p}{x}" in found for p in PREFIXES)]
        several = _several(found)
        if several is not None and len(several) == len(inputs):
            return [x for x, each in zip(inputs, several, strict=True) if each is not None]
        called = str(getattr(self.box.grad, "__name__", ""))
        named = [x for x in inputs if any(f"{p}{x}" == called for p in PREFIXES[1:])]
        if len(inputs) == 1 or named:
            return (named or inputs)[:1]
        raise UnknownNameError("by which variable is this the gradient?", hint='wrt="W"')

    def _right(self, name: str) -> Expr:
        """The right gradient, derived and checked, in the inputs alone."""
        d = gradient(self.problem, name, structure="free")
        self.derived[name] = d
        if not d.verdict.ok:
            raise MatgradError(f"the gradient by {name} could not be verified: {d.verdict.status}")
        closed = d.trace.forms["closed"].get(name)
        if closed is not None:
            return closed
        return substitute(d.trace.results[name], closed_values(list(d.trace.definitions)))

    def _points(self, place: Setting) -> Iterator[Point]:
        """The arguments that were given; else points of several sizes, away from kinks."""
        if self.arguments:
            yield _given(place, self.arguments)
        for at in chain(_moderate(place), real_points(place, 1)):
            sizes = at.R.sizes.values()
            if not sits_at_kink(at.R) and (min(sizes, default=2) > 1 or not place.larger):
                yield at

    def _samples(
        self,
        name: str,
        runs: Sequence[tuple[Point, Mapping[str, Any]]],
        right: Mapping[str, Expr],
    ) -> Iterator[Sample]:
        for at, returned in runs:
            if name not in returned:
                raise UnsupportedError(f"no gradient by {name} was returned")
            memo = at.evaluate([*right.values()])
            values = {other: memo[G] for other, G in right.items()}
            true = {
                other: array(value, right[other].shape)
                for other, value in values.items()
                if isinstance(value, list)
            }
            if len(true) == len(right):
                sizes = self._sizes(at)
                mine = returned[name]
                yield Sample(at, mine, true[name], returned, true, sizes, self.tolerance)

    def _forms(self, name: str, right: Expr) -> list[Expr]:
        """The right gradient in other forms: people make slips in each of them."""
        d = self.derived[name]
        values = closed_values(list(d.trace.definitions))
        named = substitute(d.trace.results[name], values)
        return [*dict.fromkeys((right, named, multiplied_out(right, Context())))]

    def _sizes(self, at: Point) -> dict[str, float]:
        """Sizes and numbers among the inputs, by which a factor may be named."""
        found: dict[str, float] = {name: float(n) for name, n in at.R.sizes.items()}
        for name, X in self.problem.symbols.items():
            if X.is_scalar and name != self.box.above:
                found[name] = abs(float(at.R.values[X][0][0].mid()))
            for axis, d in enumerate(X.shape):
                number = d.value
                if number is not None and number > 1:
                    found[f"{name}.shape[{axis}]"] = number
        return found

    def _finding(  # noqa: PLR0913, PLR0917
        self,
        place: Setting,
        name: str,
        names: Sequence[str],
        right: Expr,
        fit: Fit | None,
        samples: Sequence[Sample],
    ) -> Finding:
        shown = next((s for s in samples if not close(s.yours, s.true, s.tolerance)), samples[0])
        at, yours, true = shown.at, shown.yours, shown.true
        for small in islice(all_small(place, 1), 12) if not self.arguments else ():
            found = self._tried(small, name, names, right)
            if found is not None:
                at, (yours, true) = small, found
                break
        used = {*symbols(self.problem.function)}
        inputs = {X.name: _shown(_value(at, X)) for X in place.inputs if X in used}
        formula = plain(fit.formula) if fit is not None and fit.formula is not None else ""
        words = fit.words if fit is not None else ""
        return Finding(name, words, plain(right), formula, inputs, _shown(yours), _shown(true))

    def _tried(
        self, at: Point, name: str, names: Sequence[str], right: Expr
    ) -> tuple[Any, Any] | None:
        """What is returned and what is right at a point where these differ."""
        try:
            if not isinstance(at.value(), list) or sits_at_kink(at.R):
                return None
            found = at.evaluate([right])[right]
        except Undecided:
            return None
        if not isinstance(found, list):
            return None
        yours, true = self.box.gradients(_values(at), names)[name], array(found, right.shape)
        differs = _shown(yours) != _shown(true) and not close(yours, true, self.tolerance)
        return (yours, true) if differs else None


def _moderate(place: Setting) -> Iterator[Point]:
    """Points with numbers below one, at which nothing is saturated or lost to rounding."""
    for i in range(TRIES):
        R = Balls(place.sizes[place.larger[i % len(place.larger)]])
        S = Sampler(R, Random(7919 + i))
        S.unit = 32
        try:
            at = Point(place, R, BallJets(R), S)
            if isinstance(at.value(), list):
                yield at
        except (OutsideDomain, Undecided):
            continue


def _value(at: Point, X: Expr) -> Any:
    return array(at.R.values[X], X.shape)


def _values(at: Point) -> dict[str, Any]:
    return {X.name: _value(at, X) for X in at.place.problem.symbols.values()}


def _given(place: Setting, arguments: Mapping[str, Any]) -> Point:
    """The point at which the inputs have these values."""
    np = load("numpy")
    R = Balls({})
    S = Holding(R, Random(1))
    known: dict[Expr, Matrix] = {}
    for X in place.inputs:
        if X.name in arguments:
            rows, cols = (R.size(d) for d in X.shape)
            value = np.asarray(arguments[X.name], dtype=float)
            if value.size != rows * cols:
                raise ShapeError(f"{X.name} has {value.size} entries, not {rows * cols}")
            known[X] = [[R.rational(Fraction(float(x))) for x in row]
                        for row in value.reshape(rows, cols)]  # fmt: skip
    S.known = known
    return Point(place, R, BallJets(R), S)


def _shown(value: Any) -> str:
    """Numbers in one line, matrices as [1 2; 3 4]."""
    np = load("numpy")
    found = np.asarray(value, dtype=float)
    if not found.ndim:
        return f"{float(found):.{DIGITS}g}"
    if found.ndim == 1:
        return "[" + "  ".join(map(_shown, found)) + "]"
    return "[" + "; ".join(_shown(row).strip("[]") for row in found) + "]"

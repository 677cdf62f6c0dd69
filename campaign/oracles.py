"""Further opinions on an answer: code in other languages, and the derivatives of JAX and PyTorch.

They are slow, so each is asked about a fixed share of the cases, told by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import matgrad as mg
from campaign.case import Case
from matgrad.api.derivation import Derivation
from matgrad.codegen import Wanted, compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.optional import available, load
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.ball import precision
from matgrad.verify.check import answer_of
from matgrad.verify.code import arguments, array, run_code, sits_at_kink
from matgrad.verify.point import Point, real_points, setting
from matgrad.verify.result import setting_of

AGREES, CANNOT = "agrees", "cannot be asked"
POINTS = 3  # a disagreement counts if it is there at each of them: rounding is not everywhere
RELATIVE = 1e-6  # of the sum of the sizes of all terms
NOISE = 1e-10  # of the largest number on the way
# One case in so many is put to each of these.
SHARES = {
    "PyTorch code": 40, "PyTorch autograd": 40, "array API code": 80,
    "JAX code": 2000, "JAX jvp": 2000, "C code": 5000,
}  # fmt: skip


@cache
def asked() -> tuple[str, ...]:
    """The oracles whose packages or programs are there."""
    packages = {"PyTorch": "torch", "JAX": "jax", "array": "array_api_compat"}
    return tuple(
        name
        for name in SHARES
        if (compiler() if name == "C code" else available(packages[name.split()[0]]))
    )


def oracles_for(index: int) -> tuple[str, ...]:
    """Who is asked about the case with this number."""
    return tuple(name for name in asked() if index % SHARES[name] == 0)


def opinion(oracle: str, d: Derivation, problem: Problem) -> str:
    """What an oracle says: that it agrees, that it cannot be asked, or how it differs."""
    try:
        return ORACLES[oracle](d, problem)
    except (Undecided, MatgradError, NotImplementedError):
        return CANNOT


# ---------------------------------------------------------------- code in other languages


def _code(target: str) -> Callable[[Derivation, Problem], str]:
    def ask(d: Derivation, problem: Problem) -> str:
        _double(target)
        answer = answer_of(d.trace)
        compiled = d.compile(target)
        if compiled.functions:
            return CANNOT  # what is only named stands for a function on NumPy's arrays
        place = setting_of(answer, list(answer.results.values()))
        said = CANNOT
        with precision():
            for _, at in zip(range(POINTS), real_points(place, 3), strict=False):
                values = at.evaluate(list(answer.results.values()))
                if not all(isinstance(values[G], list) for G in answer.results.values()):
                    continue
                wrong = run_code(compiled, at, answer.wrt, answer.results)
                if wrong == "":
                    return AGREES
                said = wrong or said
        return said

    return ask


@cache
def _double(target: str) -> None:
    if target == "jax":
        load("jax").config.update("jax_enable_x64", True)
    if target == "torch":
        load("torch").set_num_threads(1)


def value_in(target: str, case: Case) -> str:
    """In which way code for the function itself is wrong in a language; "" if it is right."""
    try:
        _double(target)
        problem = mg.parse(case.text, case.shapes, case.assume)
        compiled = compile_program(
            target,
            program(Wanted(problem.function, problem.definitions, list(problem.symbols.values()))),
        )
        if compiled.functions:
            return ""
        place, wrong = setting(problem, ()), ""
        with precision():
            for _, at in zip(range(POINTS), real_points(place, 3), strict=False):
                at.evaluate([problem.function])
                found = run_code(compiled, at, (), {"": problem.function})
                if found == "":
                    return ""
                wrong = found or wrong  # None is a point at which it cannot be run
        return wrong
    except (Undecided, MatgradError, NotImplementedError):
        return ""


# ---------------------------------------------------------------- derivatives of other libraries


def _derivative(
    target: str,
    along: Callable[[Callable[..., Any], Mapping[str, Any], Mapping[str, Any]], Any],
    weighted: Callable[[Any], Any],
) -> Callable[[Derivation, Problem], str]:
    """Compare a library's derivative of the function along a direction with the true one."""

    def ask(d: Derivation, problem: Problem) -> str:
        _double(target)
        inputs = list(problem.symbols.values())
        wanted = Wanted(problem.function, problem.definitions, inputs)
        function = compile_program(target, program(wanted))
        if function.functions or d.trace.kind == "hessian":
            return CANNOT
        said = CANNOT
        for given, moves, truth, noise in _points(problem, d.trace.wrt, function):
            said = _compared(along(function, given, moves), weighted(truth), noise)
            if said in (AGREES, CANNOT):
                return said
        return said

    return ask


def _points(
    problem: Problem, wrt: Sequence[Expr], function: Any
) -> Iterator[tuple[dict[str, Any], dict[str, Any], Any, float]]:
    """Inputs, directions of those that move, the true differential, and what doubles may lose."""
    place = setting(problem, wrt)
    with precision():
        for _, at in zip(range(POINTS), real_points(place, 3), strict=False):
            given = arguments(at, (*function.inputs, *function.sizes))
            tangent = at.tangent
            if given is None or not isinstance(tangent, list) or sits_at_kink(at.J):
                continue
            moves = {X.name: array(at.directions[X], X.shape) for X in wrt}
            truth = load("numpy").asarray(array(tangent, problem.function.shape))
            yield given, moves, truth, NOISE * _largest(at)


def _largest(at: Point) -> float:
    """The largest number on the way to the function and its differential."""
    parts = [at.J.part(A, k) for A in at.jets.values() if isinstance(A, list) for k in (0, 1)]
    return max(abs(float(x.mid())) for A in parts for row in A for x in row)


def _compared(got: Any, truth: Any, noise: float) -> str:
    """`got` is a derivative and the numbers whose sizes say what rounding may do."""
    numpy = load("numpy")
    found, sizes = (numpy.asarray(part, dtype=float) for part in got)
    if not numpy.isfinite(found).all():
        return CANNOT  # overflow, or a place where the library has no derivative
    if found.size != truth.size:
        return f"shape {found.shape}, not {truth.shape}"
    scale = float(abs(sizes).sum() + abs(truth).sum())
    if (abs(found.reshape(-1) - truth.reshape(-1)) <= RELATIVE * scale + noise).all():
        return AGREES
    return f"{found.tolist()}, not {truth.tolist()}"


def _weights(shape: tuple[int, ...]) -> Any:
    """Weights that turn an array into one number: reverse mode needs one."""
    draw = Random(5)
    count = load("numpy").prod(shape, dtype=int)
    return load("numpy").array([draw.uniform(0.5, 1.5) for _ in range(count)]).reshape(shape)


def _in_one(truth: Any) -> Any:
    return (_weights(truth.shape) * truth).sum()


def _forward(f: Callable[..., Any], given: Mapping[str, Any], moves: Mapping[str, Any]) -> Any:
    """JAX, forward mode: the differential, and the value for its size."""
    jax = load("jax")
    fixed = {name: value for name, value in given.items() if name not in moves}
    start = {name: load("jax.numpy").asarray(given[name]) for name in moves}
    way = {name: load("jax.numpy").asarray(move) for name, move in moves.items()}
    value, tangent = jax.jvp(lambda moving: f(**fixed, **moving), (start,), (way,))
    moved = tangent if tangent.dtype != jax.dtypes.float0 else load("jax.numpy").zeros(value.shape)
    return moved, value


def _reverse(f: Callable[..., Any], given: Mapping[str, Any], moves: Mapping[str, Any]) -> Any:
    """PyTorch, reverse mode: the inner product of gradient and direction, and its terms."""
    torch: Any = load("torch")
    numpy = load("numpy")
    leaves = {name: torch.tensor(given[name], dtype=torch.float64) for name in moves}
    for leaf in leaves.values():
        leaf.requires_grad_(True)
    value = f(**{**given, **leaves})
    weights = torch.tensor(_weights(tuple(value.shape)), dtype=torch.float64)
    whole = (weights * value).sum()
    if whole.requires_grad:  # else nothing moves
        whole.backward()
    terms = [
        numpy.asarray(leaf.grad) * moves[name] if leaf.grad is not None else numpy.zeros(1)
        for name, leaf in leaves.items()
    ]
    sizes = [abs(t).ravel() for t in (*terms, numpy.asarray(value.detach()))]
    return sum(term.sum() for term in terms), numpy.concatenate(sizes)


ORACLES: dict[str, Callable[[Derivation, Problem], str]] = {
    "PyTorch code": _code("torch"),
    "JAX code": _code("jax"),
    "array API code": _code("array_api"),
    "C code": _code("c"),
    "PyTorch autograd": _derivative("torch", _reverse, _in_one),
    "JAX jvp": _derivative("jax", _forward, lambda truth: truth),
}

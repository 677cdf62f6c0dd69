"""The pipeline: text in, a checked derivation out. Every shell calls these functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from matgrad import syntax
from matgrad.api.code import array_axes, compile_trace
from matgrad.api.derivation import Derivation
from matgrad.api.limits import bounded
from matgrad.api.verified import verify, verify_second, without_false_remarks
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.reading import Reading
from matgrad.core.steps import Problem, Trace
from matgrad.derive import differential as derive_differential
from matgrad.derive import gradient as derive_gradient
from matgrad.derive import hessian as derive_hessian
from matgrad.derive import jacobian as derive_jacobian
from matgrad.derive.conditions import once
from matgrad.derive.layout import arrange
from matgrad.errors import (
    AmbiguousError,
    DomainError,
    MatgradError,
    Option,
    ParseError,
    ShapeError,
    UnknownNameError,
    UnsupportedError,
)
from matgrad.nets.network import layer_name
from matgrad.programs import is_code, problem_of_code
from matgrad.render.glyphs import with_plain_names
from matgrad.render.problem_form import problem_form
from matgrad.syntax import (
    Limits,
    declared_before,
    is_latex,
    otherwise,
    place_of,
    plain_name,
)
from matgrad.verify.domain import check_domain
from matgrad.verify.result import Verdict

UNCHECKED = Verdict(False, "not verified: checks are switched off")
Shapes = Mapping[str, Sequence[str | int | Dim] | int]
Assumptions = Mapping[str, Sequence[str]]
Wrt = str | Sequence[str] | None
# Names that stand for something else as long as nothing declares them.
_CONSTANTS = {"pi": "the number π", "e": "the number e", "I": "the identity matrix"}


@bounded
def parse(
    text: str,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    limits: Limits | None = None,
    *,
    strict: bool = False,
) -> Problem:
    """Read a function as people type it: text, LaTeX or code; shapes not given are inferred.

    `shapes` has sizes by name: {"A": ("m", "n"), "x": "n", "y": 3, "c": ()}. A size is a name, a
    number or a formula such as "2*n"; one size is a vector, none is a scalar. `assume` says what is
    known: {"A": "symmetric"}, {"A": ["symmetric", "invertible"]}.

    `reading` of the problem says how sure it is that this was meant: "read", or "assumed" with
    guesses. Where `strict`, a guess is a question: an error with options to choose from.

    >>> problem = parse("||Ax - b||^2", shapes={"A": ("m", 3)})
    >>> str(problem.function), problem.reading.status
    ('norm2(A*x - b)^2', 'read')
    >>> parse("A + x").reading.guesses[0].alternative
    'A: m x n; x: m'
    """
    return problem_of(text, shapes, assume, limits, strict=strict)


@bounded
def parse_latex(
    text: str,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    limits: Limits | None = None,
) -> Problem:
    r"""Read a function from LaTeX; `parse` does the same wherever a text shows that it is LaTeX.

    >>> str(parse_latex(r"\|Ax-b\|_2^2").function)
    'norm2(A*x - b)^2'
    """
    return problem_in_latex(text, shapes, assume, limits)


@bounded
def gradient(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    structure: str = "projected",
    check: bool = True,
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The gradient of a scalar function with respect to one or more variables, with its steps.

    `f` is what `parse` reads, or its result; `wrt` is "x", "V, W" or ["V", "W"], and may be left
    out where the text says it. `shapes` has sizes by name, {"A": ("m", "n"), "x": "n", "c": ()},
    `assume` what is known, {"A": "symmetric"}; what is not given is inferred.

    >>> d = gradient("||Ax - b||^2", "x")
    >>> print(d.result)
    2*A'*(A*x - b)
    >>> d.verdict.ok, d.reading.status
    (True, 'read')
    >>> print(gradient("x'Ax", "x", assume={"A": "symmetric"}).result)
    2*A*x
    >>> print(gradient("tr(VW)", "V, W").results["W"])
    V'

    `print(d)` shows the derivation, `d.compile("numpy")` is the function that computes it.
    `structure` says what it is for a symmetric, triangular, … variable: "projected" onto the
    structure, by the "independent" entries, or that of a "free" matrix.
    """
    problem = problem_of(f, shapes, assume, limits, scalar=True, wrt=wrt, strict=strict)
    return checked(partial(derive_gradient, structure=structure), problem, wrt, check)


@bounded
def differential(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    check: bool = True,
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The differential of a function of any shape, linear in dX, with its steps.

    >>> print(differential("X^-1", "X").result)
    -inv(X)*dX*inv(X)

    The other arguments are those of `gradient`.
    """
    problem = problem_of(f, shapes, assume, limits, wrt=wrt, strict=strict)
    return checked(derive_differential, problem, wrt, check)


@bounded
def jacobian(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    order: str = "columns",
    layout: str = "numerator",
    structure: str = "free",
    check: bool = True,
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The Jacobian of a function of any shape: the map dX ↦ dF, and its matrix.

    >>> print(jacobian("sin(Ax)", "x").result)
    Diag(cos(A*x))*A

    `order` says how vec takes a matrix apart, by "columns" or by "rows"; `layout` is "numerator"
    (a row for each output) or "denominator". Arrays in code have the axes of f, then of X.
    `structure="independent"` gives derivatives by vech(X) for a symmetric or triangular X.
    """
    problem = problem_of(f, shapes, assume, limits, wrt=wrt, strict=strict)

    def derive(problem: Problem, variables: Sequence[Expr]) -> Trace:
        return arrange(derive_jacobian(problem, variables, structure), order, layout)

    return checked(derive, problem, wrt, check)


@bounded
def hessian(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    order: str = "columns",
    layout: str = "numerator",
    structure: str = "free",
    check: bool = True,
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The Hessian of a scalar function; with two variables, the mixed second derivative.

    >>> print(hessian("1/2 x^T A x", "x").result)
    (A + A')/2

    The options are those of the Jacobian, for that of the gradient.
    """
    problem = problem_of(f, shapes, assume, limits, scalar=True, wrt=wrt, strict=strict)
    names = variable_names(problem, wrt)
    if len(names) > 2:
        raise UnknownNameError("a second derivative has at most two variables")
    X, Y = variable_of(problem, names[0]), variable_of(problem, names[-1])
    if check:
        defined(problem)
    before, trace = derive_hessian(problem, X, Y, structure)
    trace = arrange(trace, order, layout)
    verdict = verify_second(before, trace, X is Y) if check else UNCHECKED
    trace = without_false_remarks(before, trace) if check else trace
    needed = once((*before.conditions, *trace.conditions))
    whole = replace(trace, kind="hessian", before=before, conditions=needed)
    return Derivation(whole, verdict)


@bounded
def value_and_grad(  # noqa: PLR0913
    f: Problem | str,
    wrt: Wrt = None,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    *,
    structure: str = "projected",
    check: bool = True,
    limits: Limits | None = None,
    strict: bool = False,
) -> Derivation:
    """The gradient, compiled to a function that returns the value as well.

    >>> value, slope = value_and_grad("x'x", "x").compile("numpy")([1, 2])
    >>> print(value, slope)
    5.0 [2. 4.]
    """
    problem = problem_of(f, shapes, assume, limits, scalar=True, wrt=wrt, strict=strict)
    derive = partial(derive_gradient, structure=structure)
    return checked(derive, problem, wrt, check, with_value=True)


def problem_of(  # noqa: PLR0913, PLR0917
    f: Problem | str,
    shapes: Shapes | None,
    assume: Assumptions | None,
    limits: Limits | None,
    scalar: bool = False,
    wrt: Wrt = None,
    strict: bool = False,
) -> Problem:
    """The problem; `scalar` tells c from x in c*x'*x, where a gradient is asked for."""
    problem = _problem(f, shapes, assume, limits, scalar, wrt)
    if strict and problem.reading.guesses:
        raise _refused(problem)
    return problem


def problem_in_latex(
    text: str,
    shapes: Shapes | None,
    assume: Assumptions | None,
    limits: Limits | None,
    scalar: bool = False,
) -> Problem:
    """The problem in a text that is said to be LaTeX, whatever it looks like."""
    return syntax.parse_latex(text, shapes, assume, limits, scalar)


def options_of(problem: Problem) -> tuple[Option, ...]:
    """The inputs that say otherwise where this problem was guessed, each as it can be sent."""
    guesses = problem.reading.guesses
    return tuple(otherwise(guesses, problem.source, partial(_again, problem)))


def _refused(problem: Problem) -> AmbiguousError:
    """The question for somebody who wants no guesses; the last option is the problem as read."""
    guesses = problem.reading.guesses
    as_read = problem_form(replace(problem, reading=Reading()))
    error = AmbiguousError(
        "this would be guessed: " + "; ".join(guess.words for guess in guesses),
        guesses[0].place,
        "declare what is meant, or allow guesses",
        options=(*options_of(problem), Option(as_read, "as it was read")),
    )
    error.source = problem.source
    return error


def _problem(  # noqa: PLR0913, PLR0917
    f: Problem | str,
    shapes: Shapes | None,
    assume: Assumptions | None,
    limits: Limits | None,
    scalar: bool,
    wrt: Wrt,
) -> Problem:
    if isinstance(f, Problem):
        return _as_scalar(f) if scalar and not f.function.is_scalar else f
    if not isinstance(f, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ParseError(f"a function is a text or a problem, not {type(f).__name__}")
    names = wrt.split(",") if isinstance(wrt, str) else list(wrt or ())
    asked = [plain_name(name.strip()) for name in names]
    try:
        return _read(f, shapes, assume, limits, scalar, asked)
    except ShapeError:
        if not scalar:
            raise
        # so that it is said what a gradient needs
        return _read(f, shapes, assume, limits, False, asked)


def _read(  # noqa: PLR0913, PLR0917
    text: str,
    shapes: Shapes | None,
    assume: Assumptions | None,
    limits: Limits | None,
    scalar: bool = False,
    asked: Sequence[str] = (),
) -> Problem:
    """The problem that a text is in any spelling: code, LaTeX, or as people type formulas."""
    last = re.split("[;\n]", text)[-1]
    is_open = is_latex_or_code(text) or (last != text and is_latex_or_code(last))
    declared, rest = declared_before(text) if is_open else ([], text)
    if declared and is_latex_or_code(rest):
        told = {each.name: array_axes(each.shape) for each in declared if each.shape is not None}
        known = {each.name: sorted(each.facts) for each in declared if each.facts}
        shapes, assume = {**told, **(shapes or {})}, {**known, **(assume or {})}
        problem = _read(rest, shapes, assume, limits, scalar, asked)
        moved = problem.reading.moved(len(text) - len(rest))
        return replace(problem, source=text, reading=moved)
    parse = syntax.parse_latex if is_latex(text) else syntax.parse_problem
    if is_latex(text) or not is_code(text):
        return parse(text, shapes, assume, limits, scalar, asked)
    try:
        return problem_of_code(text, shapes, assume, asked, scalar, limits)
    except UnsupportedError:  # normF(A @ X) has a function of this language, not of a library
        try:
            return parse(text, shapes, assume, limits, scalar, asked)
        except MatgradError:
            pass
        raise


def is_latex_or_code(text: str) -> bool:
    """Is this a text that is read as a whole, and not line by line as people type formulas?"""
    return is_latex(text) or is_code(text)


def _as_scalar(problem: Problem) -> Problem:
    """The same text read with a scalar function in mind, where shapes were inferred."""
    if not problem.source or not problem.inferred:
        return problem
    try:
        return _again(problem, problem.source, scalar=True)
    except MatgradError:
        return problem


def _again(problem: Problem, text: str, scalar: bool | None = None) -> Problem:
    """Another text or the same one, read with what was declared of a problem."""
    given = {name: X for name, X in problem.symbols.items() if name not in problem.inferred}
    shapes = {name: array_axes(node.shape) for name, node in given.items()}
    assume = {name: sorted(node.data.facts) for name, node in given.items()}
    scalar = problem.function.is_scalar if scalar is None else scalar
    return _read(text, shapes, assume, None, scalar)


def defined(problem: Problem) -> None:
    """Refuse a function that has a value at no point, with the place of what has none."""
    try:
        check_domain(problem)
    except DomainError as error:
        about = error.about
        parts = (about, *about.args[:1]) if isinstance(about, Expr) and problem.source else ()
        places = (place_of(problem.source, problem.symbols, part) for part in parts)
        place = next((place for place in places if place), None)
        raise error.at(place, problem.source if place else None) from None


def checked(
    derive: Callable[[Problem, Sequence[Expr]], Trace],
    problem: Problem,
    wrt: Wrt,
    check: bool,
    with_value: bool = False,
) -> Derivation:
    """Derive, and check what was derived unless told otherwise."""
    variables = [variable_of(problem, name) for name in variable_names(problem, wrt)]
    if not check:
        return Derivation(derive(problem, variables), UNCHECKED, with_value)
    try:
        trace = derive(problem, variables)
        code = compile_trace(trace, "numpy")
        verdict = verify(trace, code)
    except MatgradError:
        defined(problem)  # that it is defined nowhere explains whatever else went wrong
        raise
    if not verdict.is_defined:  # most answers were checked at a point where the function is
        defined(problem)
    return Derivation(trace, verdict, with_value, code)


def variable_names(problem: Problem, wrt: Wrt) -> list[str]:
    """The names of the variables that are asked for, here or in the text of the problem."""
    if wrt is None:
        if problem.asked is not None:
            return list(problem.asked[1])
        raise UnknownNameError("with respect to what?", hint=_listed(problem))
    names = wrt.split(",") if isinstance(wrt, str) else list(wrt)
    return [_name_of(problem, name.strip()) for name in names]


def _name_of(problem: Problem, name: str) -> str:
    r"""The name of a variable that may be written as in LaTeX: \mathbf{w}, W_{1}, \hat x."""
    plain = layer_name(plain_name(name), problem.symbols)
    families = {n: [axis.name for axis in X.axes] for n, X in problem.symbols.items() if X.axes}
    if (found := syntax.member_of(plain, families)) is not None:
        plain = found[0]
    if plain in problem.symbols or "$" in name or not re.search(r"[\\_{]", name):
        return plain
    try:
        found = syntax.parse_latex_expression(name, problem.symbols)
    except MatgradError:
        return plain
    return next((each for each, X in problem.symbols.items() if X is found), plain)


def _listed(problem: Problem) -> str:
    return "variables: " + ", ".join(map(with_plain_names, problem.symbols))


def variable_of(problem: Problem, name: str) -> Expr:
    """The variable of a name."""
    if name in problem.symbols:
        return problem.symbols[name]
    if any(d.symbol.name == name for d in problem.definitions):
        raise UnknownNameError(
            f"{with_plain_names(name)} is an intermediate, not a variable", hint=_listed(problem)
        )
    if name in _CONSTANTS:
        hint = f"declare its shape to make it a variable, as {name} = 1; {_listed(problem)}"
        raise UnknownNameError(f"{name} is {_CONSTANTS[name]} here, not a variable", hint=hint)
    raise UnknownNameError(
        f"{with_plain_names(name)} does not occur in the function", hint=_listed(problem)
    )

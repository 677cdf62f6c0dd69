"""`mg.read`: how a text is read, how sure that is, and what else may be meant."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from matgrad.api import pipeline as api
from matgrad.api.limits import bounded
from matgrad.api.pipeline import Assumptions, Shapes, Wrt
from matgrad.core.expr import Axes
from matgrad.core.reading import Guess
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, Option, ShapeError, UnknownNameError
from matgrad.render.problem_form import named_functions, problem_form, variables
from matgrad.syntax import Limits, plain_name

OF_NUMBERS, OF_ANY_SHAPE = ("gradient", "hessian"), ("jacobian", "differential")
KINDS = ("gradient", "jacobian", "hessian", "differential")


@dataclass(frozen=True)
class Read:
    """A text as it was read: `str` is the problem form, which can be edited and sent back.

    The status is "read" (one meaning), "assumed" (something was guessed: `guesses`), or "unclear"
    (a `question`, and no problem). `options` are whole texts: what else may be meant.
    """

    problem: Problem | None
    question: str = ""
    options: tuple[Option, ...] = ()

    @property
    def status(self) -> str:
        """One word for how sure it is."""
        return "unclear" if self.problem is None else self.problem.reading.status

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """What was guessed, each with what to write to have it otherwise."""
        return () if self.problem is None else self.problem.reading.guesses

    def __str__(self) -> str:
        if self.problem is not None:
            return problem_form(self.problem)
        lines = (
            f"  {option.text.replace(chr(10), '; ')}   # {option.words}" for option in self.options
        )
        return "\n".join([f"# unclear: {self.question}", *lines])

    def to_json(self) -> dict[str, Any]:
        """The same as data, as docs/reading.schema.json describes it."""
        return {
            **_problem_data(self.problem),
            "claims": [],
            "status": self.status,
            "guesses": [asdict(guess) for guess in self.guesses],
            "question": self.question or None,
            "options": [asdict(option) for option in self.options],
        }


@bounded
def read(  # noqa: PLR0913
    f: str,
    shapes: Shapes | None = None,
    assume: Assumptions | None = None,
    wrt: Wrt = None,
    kind: str | None = None,
    *,
    limits: Limits | None = None,
    strict: bool = False,
) -> Read:
    """How a function is read: the problem with everything declared, or a question with options.

    >>> print(read("||Ax - b||^2", wrt="x"))
    A: m x n; x: n; b: m
    f = norm2(A*x - b)^2
    gradient of f wrt x
    >>> [option.text for option in read("x*y").options][:2]
    ["x'*y", 'x .* y']
    """
    if kind is not None and kind not in KINDS:
        raise UnknownNameError(
            f"there is no derivative {kind!r}", hint="kinds: " + ", ".join(KINDS)
        )
    scalar = kind not in OF_ANY_SHAPE and bool(kind or wrt)
    try:
        problem = api.problem_of(f, shapes, assume, limits, scalar, wrt, strict)
    except AmbiguousError as error:
        if strict:
            raise
        return Read(None, error.message, error.options)
    if kind in OF_NUMBERS and not problem.function.is_scalar:
        raise ShapeError(
            f"a {kind} needs a scalar function, this one is {problem.function.shape}",
            hint="ask for the jacobian, or take sum(…) or norm2(…)^2 of it",
            source=f,
        )
    if kind or wrt:
        of_text = problem.asked[0] if problem.asked else None
        usual = "gradient" if problem.function.is_scalar else "jacobian"
        names = tuple(api.variable_names(problem, wrt))
        problem = replace(problem, asked=(kind or of_text or usual, names))
    return Read(problem, options=api.options_of(problem))


# ---------------------------------------------------------------- as data


def _problem_data(problem: Problem | None) -> dict[str, Any]:
    if problem is None:
        return {"declarations": [], "definitions": [], "function": None, "asked": None}
    asked = problem.asked and {"kind": problem.asked[0], "wrt": list(problem.asked[1])}
    return {
        "declarations": [*_functions(problem), *_variables(problem)],
        "definitions": [_named(d.symbol.name, d.value) for d in problem.definitions],
        "function": _named(problem.name, problem.function),
        "asked": asked,
    }


def _named(name: str, value: object) -> dict[str, str]:
    return {"name": name, "text": str(value)}


def _variables(problem: Problem) -> list[dict[str, Any]]:
    guessed = {
        plain_name(problem.source[slice(*guess.place)].strip())
        for guess in problem.reading.guesses
        if guess.place
    }
    inferred = dict.fromkeys(problem.inferred, "inferred")
    evidence = inferred | dict.fromkeys(guessed, "assumed")
    return [
        {
            "name": name,
            "shape": _sizes(X.shape),
            "facts": sorted(X.data.facts),
            "evidence": evidence.get(name, "declared"),
            **_axes(X.data.axes),
        }
        for name, X in variables(problem).items()
    ]


def _axes(axes: Axes) -> dict[str, list[dict[str, str]]]:
    """What counts the members of a family."""
    found = [{"name": name, "size": str(size)} for name, size in axes]
    return {"axes": found} if found else {}


def _functions(problem: Problem) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "shape": _sizes(function.shape) if function else None,
            "facts": sorted(function.facts) if function else [],
            "evidence": "declared",
            "arguments": list(function.params) if function else [],
        }
        for name, function in named_functions(problem).items()
    ]


def _sizes(shape: Shape) -> list[str]:
    return [str(size) for size in api.array_axes(shape)]

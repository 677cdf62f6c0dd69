"""A finished derivation, as callers meet it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from matgrad.api.certificate import certificate
from matgrad.api.chain import ChainForm, chain_form, chain_products
from matgrad.api.code import compile_trace, factored_trace, summed_trace
from matgrad.api.differentiable import differentiable
from matgrad.api.docstrings import label
from matgrad.api.entries import entry_matrix, entry_section
from matgrad.api.operators import compile_map, compile_value, linear_operator
from matgrad.api.pages import Readable
from matgrad.api.picture import Picture, drawable
from matgrad.api.told import Told, told_options
from matgrad.codegen import Compiled, FactoredFunction, MapReduce
from matgrad.core.expr import Condition, Expr
from matgrad.core.reading import Guess, Reading
from matgrad.core.steps import Definition, Phase, Problem, Step, Trace
from matgrad.errors import LimitError, ShapeError, UnknownNameError
from matgrad.nets.graph import graph_of
from matgrad.render import document, plain
from matgrad.render.document import Document
from matgrad.render.indexed import how_far
from matgrad.render.outline import before_remarks
from matgrad.verify.result import Verdict


@dataclass(frozen=True)
class Assumption:
    """A condition the answer needs, in words and as a predicate on an expression."""

    words: str
    predicate: str
    subject: Expr

    def __str__(self) -> str:
        return self.words


def in_words(condition: Condition) -> Assumption:
    """A condition with its subject printed."""
    words = condition.words.format(plain(condition.subject))
    return Assumption(words, condition.predicate, condition.subject)


class Derivation(Readable):
    """A derivative with the steps that lead to it, what it assumes and how it was checked.

    >>> import matgrad as mg
    >>> d = mg.gradient("norm2(A*x - b)^2", "x")
    >>> print(d.result)
    2*A'*(A*x - b)
    """

    def __init__(
        self,
        trace: Trace,
        verdict: Verdict,
        with_value: bool = False,
        checked: Compiled | None = None,
        with_entries: bool = False,
    ) -> None:
        self.trace = trace
        self.verdict = verdict
        self.with_value = with_value
        self.checked = checked  # the code that was run to check the answer
        self.with_entries = with_entries

    @property
    def problem(self) -> Problem:
        """The function as it was understood."""
        return self.trace.problem

    @property
    def shapes(self) -> dict[str, str]:
        """The shapes of the variables in words: m×n, or m×n for i = 1..N."""
        symbols = self.problem.symbols.items()
        return {name: f"{X.shape}{how_far(X.data.axes)}" for name, X in symbols}

    @property
    def reading(self) -> Reading:
        """How sure it is that this is the function that was meant: `.status`, `.guesses`."""
        return self.trace.origin.problem.reading

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """What was guessed when the function was read, each with what to write if it is wrong."""
        return self.reading.guesses

    @property
    def kind(self) -> str:
        """Gradient or differential."""
        return self.trace.kind

    @property
    def results(self) -> Mapping[str, Expr]:
        """The answers by variable, written in the given variables."""
        if self.trace.arranged:
            return self.trace.arranged
        closed = self.trace.forms["closed"]
        for name in self.trace.results:
            if name not in closed:
                raise LimitError(
                    f"written in the given variables, {label(self.trace, name)} is too long",
                    hint='take d.forms["cascade"], which uses d.definitions; d.text() shows both',
                )
        return closed

    @property
    def answers(self) -> Mapping[str, Expr]:
        """The answers in the given variables, or in names of the cascade where that is too long."""
        return {**self.trace.results, **self.trace.forms["closed"]}

    @property
    def result(self) -> Expr:
        """The answer, written in the given variables."""
        if len(self.results) != 1:
            names = ", ".join(self.results)
            raise ShapeError(
                f"this derivation has several results: {names}",
                hint='take one of them: d.results["' + next(iter(self.results)) + '"]',
            )
        return next(iter(self.results.values()))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the derivation, without the rewrites inside a line."""
        return tuple(step for step in self.trace.steps if step.phase is not Phase.DETAIL)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The names that the cascade form uses, in order."""
        return (*self.trace.definitions, *self.trace.form_definitions.get("cascade", ()))

    @cached_property
    def forms(self) -> Mapping[str, Any]:
        """The answer in each form: an expression, or one for each of several variables."""
        single = len(self.trace.results) == 1
        forms = {**self.trace.forms, "chain": chain_products(self.trace)}
        return {
            form: next(iter(answers.values())) if single else answers
            for form, answers in forms.items()
            if answers
        }

    def chain(self, variable: str | None = None, entries: bool = False) -> ChainForm:
        """The gradient as a product of Jacobians, each factor derived in turn."""
        return chain_form(self.trace, variable, entries)

    def graph(
        self, values: Mapping[str, Any] | None = None, step: int | None = None, moving: bool = False
    ) -> Picture:
        """The computation graph, with values by name if they are given, as a picture."""
        return Picture(graph_of(drawable(self.trace), values), step, moving)

    @cached_property
    def assumptions(self) -> tuple[Assumption, ...]:
        """The conditions the answer needs."""
        return tuple(in_words(condition) for condition in self.trace.conditions)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else a Hessian tells: its structure, and that the function is convex and why."""
        return tuple(remark.words for remark in self.trace.remarks)

    def compile(self, target: str = "numpy", **told: Unpack[Told]) -> Compiled:
        """A function that computes the answer from arrays given by name.

        Products are ordered by `sizes` where they are given, with `guard` by those of each call;
        what follows from `fixed` inputs alone is computed once, by `prepare`; `expand` allows
        products of sums to be multiplied out, which may cost digits; `skip` names rewrites that are
        not wanted. The target "auto"
        is NumPy until C is compiled and faster; `shard={"N": "data"}` splits every array of JAX
        that has a size N over the axis "data" of a mesh of devices; `dtype` "float32" or
        "float64", or a library's name for it, computes so whatever the arrays given have; `blas`
        lets C multiply matrices by BLAS, SciPy's where it is run from here; `gpu` plans for a GPU,
        where starting a product costs; `definite` names inputs and parts of the function that are
        positive definite, such as a matrix of covariances.
        """
        options = told_options(self.trace, told)
        return compile_trace(self.trace, target, self.with_value, options)

    def factored(self, target: str = "numpy", **told: Unpack[Told]) -> FactoredFunction:
        """A function whose large results stay products: outer, Kronecker, diagonal times matrix.

        They have `toarray()` and `@`, and are small where the array is large; a result without
        factors is a plain array. The options are those of `compile` but `fixed`, `guard`, `shard`.
        """
        options = told_options(self.trace, told)
        return factored_trace(self.trace, target, self.with_value, options)

    def map_reduce(self, over: str) -> MapReduce:
        """The answer from sums over samples, whose number is called `over`, chunk by chunk.

        `partial(chunk, params)` gives the sums of a chunk, `combine` adds two of them, `finish`
        computes the answer; calling the whole does all of it on any executor.
        """
        return summed_trace(self.trace, self.with_value, over)

    def compile_value(self, target: str = "numpy", **told: Unpack[Told]) -> Compiled:
        """The function itself, without any derivative, with the options of `compile`.

        Products of sums are never multiplied out in it, which may cost digits.
        """
        first = self.trace.origin
        return compile_value(first.problem, target, told_options(first, told))

    def compile_map(
        self,
        target: str = "numpy",
        variable: str | None = None,
        adjoint: bool = False,
        **told: Unpack[Told],
    ) -> Compiled:
        """The map dX ↦ dF of a Jacobian, or its adjoint; of a Hessian, Hessian-vector products.

        The options are those of `compile`.
        """
        options = told_options(self.trace, told)
        return compile_map(self.trace, target, variable, adjoint, options)

    def operator(self, variable: str | None = None, **arrays: Any) -> Any:
        """A Jacobian or Hessian at a point as a LinearOperator of SciPy, entries row by row."""
        return linear_operator(self.trace, arrays, variable)

    def differentiable(self, target: str, **told: Unpack[Told]) -> Compiled:
        """The function itself for "jax" or "torch", which take its derivatives from matgrad.

        The options are `sizes`, `skip`, `dtype` and `definite` of `compile`.
        """
        first = self.trace.origin
        return differentiable(first.problem, target, told_options(first, told))

    def document(self, level: str = "normal") -> Document:
        """The derivation laid out for reading, before a spelling is chosen."""
        checked = verdict_lines(self.verdict)
        if not self.with_entries:
            return document(self.trace, checked, level)
        entries, how = entry_section(self.trace)
        return before_remarks(document(self.trace, [*checked, how], level), entries)

    def explain(self, number: str = "") -> str:
        """The steps with numbers, or the one of this number with the rewrites inside of it."""
        lines = [step for step in self.trace.steps if step.phase is Phase.LINE]
        if not number:
            shown = (f"{i}  {plain(s.after)}    {s.why or s.rule}" for i, s in enumerate(lines, 1))
            return "\n".join(shown) or "there is only one step"
        if not number.isdecimal() or not 1 <= int(number) <= len(lines):
            raise UnknownNameError(f"there is no step {number}", hint=f"1 to {len(lines)}")
        chosen = lines[int(number) - 1]
        inside = [s for s in _inside(self.trace.steps, chosen) if plain(s.before) != plain(s.after)]
        rows = [f"    {plain(s.before)} = {plain(s.after)}    {s.why or s.rule}" for s in inside]
        first = [f"  {plain(chosen.before)}", f"= {plain(chosen.after)}"]
        return "\n".join([*first, _reason(chosen.why or chosen.rule), *rows])

    def in_entries(self) -> Derivation:
        """The same, with small matrices of numeric sizes written out entry by entry."""
        return type(self)(self.trace, self.verdict, self.with_value, self.checked, True)

    def entries(self, variable: str | None = None) -> list[list[Expr]]:
        """The entries of an answer of numeric sizes, in the entries x_1, A_12, … of the inputs."""
        known = list(self.trace.results)
        if variable is None and len(known) == 1:
            variable = known[0]
        if variable not in known:
            raise UnknownNameError(f"which variable? {', '.join(known)}")
        return entry_matrix(self.trace, variable)

    def certificate(self) -> dict[str, Any]:
        """The derivation as data that `python -m matgrad.recheck` confirms without the engine."""
        return certificate(self.trace)

    def to_json(self) -> dict[str, Any]:
        """The derivation as data: input, shapes, answers with forms, steps, verdict and code."""
        return as_json(self)

    def __repr__(self) -> str:
        answers = ", ".join(f"{name}: {result}" for name, result in self.answers.items())
        return f"<{self.kind} {answers}>"


def _reason(why: str) -> str:
    """Why a step holds, as a sentence: dr follows from its definition."""
    name, definition, _ = why.partition(" from its definition")
    return f"because {name} follows{definition}" if definition else f"because of the rule: {why}"


def _inside(steps: Sequence[Step], chosen: Step) -> list[Step]:
    """The rewrites that made up a step."""
    end = start = steps.index(chosen)
    while start and steps[start - 1].phase is Phase.DETAIL:
        start -= 1
    return list(steps[start:end])


def verdict_lines(verdict: Verdict) -> list[str]:
    """The verdict in words: how the answer was checked, then the lines and other details."""
    if not verdict.ok:
        return [verdict.status, *verdict.details]
    ways = verdict.status.replace("real (", "with real numbers (").replace(
        "code", "by running its code"
    )
    return ["the printed answer: " + ways.replace(" + ", ", "), *verdict.details]


def as_json(d: Derivation) -> dict[str, Any]:
    """The JSON form of a derivation."""
    trace, whole = d.trace, d.trace.origin
    shared = _shared(d)
    answers: list[dict[str, Any]] = [
        {
            "wrt": name,
            "result": str(result),
            "latex": result.latex(),
            "forms": {
                form: str(values[name]) for form, values in trace.forms.items() if name in values
            },
            **shared,
        }
        for name, result in {**d.answers, **trace.arranged}.items()
    ]
    if d.with_entries:
        for each in answers:
            each["entries"] = [[str(x) for x in row] for row in d.entries(each["wrt"])]
    return {
        "ok": d.verdict.ok,
        "input": whole.problem.source or str(whole.problem.function),
        "shapes": d.shapes,
        "notes": list(trace.problem.notes),
        "reading": d.reading.to_json(),
        "answers": answers,
        "error": None,
    }


def steps_as_data(d: Derivation) -> list[dict[str, str]]:
    """The recorded steps as text that parses back."""
    return [
        {"before": str(s.before), "after": str(s.after), "rule": s.rule, "why": s.why}
        for s in d.steps
    ]


def verdict_as_data(verdict: Verdict) -> dict[str, Any]:
    """How an answer was checked, as data."""
    return {"ok": verdict.ok, "status": verdict.status, "details": list(verdict.details)}


def _shared(d: Derivation) -> dict[str, Any]:
    """What the answers for all variables have in common."""
    return {
        "definitions": [{"name": x.symbol.name, "value": str(x.value)} for x in d.definitions],
        "layout": d.trace.arrangement,
        "structure": d.trace.structure,
        "steps": steps_as_data(d),
        "assumptions": [str(a) for a in d.assumptions],
        "remarks": list(d.remarks),
        "verdict": verdict_as_data(d.verdict),
        "code": {"numpy": d.compile("numpy").source},
    }

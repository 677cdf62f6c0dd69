"""A finished derivation checked: its lines, its results as they read, and its code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from matgrad.api.code import compile_trace
from matgrad.api.limits import LIMITS
from matgrad.codegen import Compiled
from matgrad.core.collection import uncollected
from matgrad.core.expr import Expr
from matgrad.core.steps import Trace
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError, VerifyError
from matgrad.ops import Function, functions_of, symbol, symbol_op
from matgrad.render.plain import plain_with_sizes
from matgrad.syntax import parse_expression, parse_latex_expression, parse_plain_expression
from matgrad.verify.check import answer_of
from matgrad.verify.check import check as check_trace
from matgrad.verify.remarks import tenable
from matgrad.verify.result import Answer, Verdict, check_result, symmetry
from matgrad.verify.sizes import dimensions

UNREAD = "its Unicode spelling, which a terminal shows, was not read back"


@uncollected
def verify(trace: Trace, code: Compiled | None = None) -> Verdict:
    """Check every line, the results as printed, and their code; what disagrees is withheld."""
    return _verified(trace, code or compile_trace(trace, "numpy"))


def _verified(trace: Trace, code: Compiled | None) -> Verdict:
    unread: list[Expr] = []
    verdict = check_trace(trace, _reader(trace, unread), code)
    longest = max((G.size for G in answer_of(trace).results.values()), default=0)
    if longest > LIMITS.printed:
        words = f"its text, of {longest:,} parts, was not read back"
        verdict = replace(verdict, details=(*verdict.details, words))
    if unread and verdict.ok:
        verdict = replace(verdict, details=(*verdict.details, UNREAD))
    if verdict.wrong:
        raise VerifyError(
            "the checks disagree with this answer, so it is withheld",
            hint="; ".join(verdict.details),
        )
    return verdict


def _reader(trace: Trace, unread: list[Expr]) -> Callable[[Expr], list[Expr]]:
    """Reads an expression back from its own text, LaTeX and Unicode, in the names of a derivation.

    What is too long to be shown is not read: text has every shared part as often as it occurs.
    What a terminal shows may be short for several things; where it cannot be read it is `unread`.
    """
    given = dict(trace.problem.symbols)
    given.update((d.symbol.name, d.symbol) for d in trace.definitions)

    def read(result: Expr) -> list[Expr]:
        if result.size > LIMITS.printed:
            return []
        nodes = postorder(result)
        known = given | {node.name: node for node in nodes if node.op is symbol_op}
        sizes = {name for d in dimensions([result])[0] for name in d.names}
        known |= {f"size {n}": symbol(f"size {n}", n) for n in sizes}  # ones(m,n) alone has an n
        functions = functions_of(nodes)
        return [
            parse_expression(str(result), known, functions),
            parse_latex_expression(result.latex(), known, functions),
            as_shown(result, known, functions),
        ]

    def as_shown(
        result: Expr, known: Mapping[str, Expr], functions: Mapping[str, Function | None]
    ) -> Expr:
        try:
            shown = plain_with_sizes(result)
            return parse_plain_expression(shown, known, functions, result.shape)
        except MatgradError:
            unread.append(result)
            return result

    return read


def without_false_remarks(before: Trace, trace: Trace) -> Trace:
    """A Hessian without what it says of its function where a sampled point speaks against it."""
    variables = dict.fromkeys((*before.wrt, *trace.wrt))
    results = trace.forms["closed"] or trace.results
    answer = Answer(
        before.problem, tuple(variables), results, "hessian", trace.definitions, trace.structure
    )
    return replace(trace, remarks=tenable(answer, trace.remarks))


def verify_second(before: Trace, trace: Trace, same: bool) -> Verdict:
    """The gradient, its Jacobian, and the Hessian against second-order series of the function."""
    first, second = _verified(before, None), verify(trace)  # code of the gradient is not given out
    if not (first.ok and second.ok):
        return second if first.ok else first
    if not same:
        return second
    closed = trace.forms["closed"] or trace.results
    named, structure = trace.definitions, trace.structure
    answer = Answer(before.problem, trace.wrt, closed, "hessian", named, structure)
    whole = check_result(answer)
    if whole.wrong:
        raise VerifyError("the checks disagree with this answer, so it is withheld")
    what = "second order and symmetry" if symmetry(answer) else "second order"
    return replace(second, ok=whole.ok, details=(*second.details, f"{what}: {whole.status}"))

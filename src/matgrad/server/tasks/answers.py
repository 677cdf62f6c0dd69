"""`/api/derive`: the answer, its derivation and its code, as data for a page."""

from __future__ import annotations

from collections.abc import Iterable

from matgrad.api import pipeline as api
from matgrad.api.chain import chain_products
from matgrad.api.code import compile_trace
from matgrad.api.derivation import Derivation, verdict_lines
from matgrad.api.limits import LIMITS
from matgrad.codegen.targets import TARGETS
from matgrad.core.expr import Expr
from matgrad.core.steps import Trace
from matgrad.errors import UnknownNameError
from matgrad.render import latex
from matgrad.render.glyphs import latex_name
from matgrad.render.labels import derivative_label
from matgrad.render.outline import condition_rows
from matgrad.render.results import all_definitions
from matgrad.server.tasks.given import Given, Request, read
from matgrad.server.tasks.preview import reading, understanding
from matgrad.server.tasks.shown import (
    Data,
    named,
    parts,
    sections,
    sentence,
    shape_latex,
    sizes,
)
from matgrad.syntax import is_latex

FORMS = ("cascade", "closed", "diagonal")
OPTIONS: dict[str, tuple[str, ...]] = {
    "gradient": ("structure",),
    "differential": (),
    "jacobian": ("order", "layout", "structure"),
    "hessian": ("order", "layout", "structure"),
}
FEW = 60  # steps that are listed without being asked for


def derived(given: Given, request: Request) -> Derivation:
    """The derivation that a request asks for, by the same functions as everywhere else."""
    if not given.wrt:
        raise UnknownNameError("there is no variable in it to differentiate by")
    options = {name: request[name] for name in OPTIONS[given.kind] if request.get(name)}
    if (d := given.as_asked()) is None or options:
        d = getattr(api, given.kind)(given.problem, given.wrt, **options)
    LIMITS.check_answer(d)
    return d


def derive(request: Request) -> Data:
    """The answer with its derivation."""
    given = read(request)
    d = derived(given, request)
    trace, whole = d.trace, d.trace.origin
    forms = form_table(trace, request.get("forms") or FORMS)
    named_once = {definition.symbol: named(definition) for definition in all_definitions(trace)}
    common = of_all(d, request)
    return {
        "ok": d.verdict.ok,
        "mode": given.mode,
        "kind": d.kind,
        "input": request["input"],
        "name": whole.problem.name,
        "latex": f"{latex_name(whole.problem.name)} = {latex(whole.problem.function)}",
        "shapes": {name: str(x.shape) for name, x in trace.problem.symbols.items()},
        "notes": list(trace.problem.notes),
        "definitions": list(named_once.values()),
        "answers": [{**answer_data(d, name, forms), **common} for name in trace.results],
        "sections": sections(d.document(request.get("level") or "normal"), trace),
        "conditions": conditions(trace),
        "remarks": list(trace.remarks),
        "verdict": common["verdict"],
        "code": common["code"],
        **understanding(given),
        "reading": reading(given),
        "claims": claims(given, d),
        "error": None,
    }


def of_all(d: Derivation, request: Request) -> Data:
    """What the answers by several variables have in common; many steps only if they are wanted."""
    wanted: bool | None = request.get("steps")
    common: Data = {
        "assumptions": [str(each) for each in d.assumptions],
        "verdict": verdict(d),
        "code": {target: source(d, target) for target in request.get("code") or ()},
    }
    if wanted or (wanted is None and len(d.steps) * len(d.trace.results) <= FEW):
        common["steps"] = steps(d)
    return common


# ---------------------------------------------------------------- answers and their forms


def form_table(trace: Trace, wanted: Iterable[str]) -> dict[str, dict[str, Expr]]:
    """Form by form, the answer for each variable."""
    found = {form: trace.forms[form] for form in wanted if form in trace.forms}
    if "chain" in wanted:
        found["chain"] = chain_products(trace)
    return {form: answers for form, answers in found.items() if answers}


def answer_data(d: Derivation, name: str, forms: dict[str, dict[str, Expr]]) -> Data:
    """One answer in all its forms."""
    trace, result = d.trace, d.answers[name]
    of_this = {form: answers[name] for form, answers in forms.items() if name in answers}
    spelled = {form: latex(x) for form, x in of_this.items()}
    for each in spelled.values():
        LIMITS.check_latex(each)
    arranged = trace.arranged.get(name)
    return {
        "wrt": name,
        "label": derivative_label(trace, name).latex,
        "result": str(result),
        "latex": spelled.get("closed") or latex(result),
        "shape": sizes(result.shape),
        "shape_latex": shape_latex(result.shape),
        "forms": {form: str(x) for form, x in of_this.items()},
        "forms_latex": spelled,
        "forms_definitions": {
            form: [named(x) for x in trace.form_definitions.get(form, ())] for form in of_this
        },
        "arranged": None
        if arranged is None
        else {"text": str(arranged), "latex": latex(arranged), "words": trace.arrangement},
    }


def conditions(trace: Trace) -> list[Data]:
    """What the answer needs, in words and formulas."""
    return [
        {"words": sentence(row.words), "parts": parts(row.words)}
        for row in condition_rows(trace.conditions)
    ]


def verdict(d: Derivation) -> Data:
    """How the answer was checked."""
    return {
        "ok": d.verdict.ok,
        "status": d.verdict.status,
        "details": list(d.verdict.details),
        "words": verdict_lines(d.verdict),
    }


def steps(d: Derivation) -> list[Data]:
    """The recorded steps as text that parses back."""
    return [
        {"before": str(s.before), "after": str(s.after), "rule": s.rule, "why": s.why}
        for s in d.steps
    ]


def claims(given: Given, d: Derivation) -> list[Data]:
    """The formulas that a question claims, each with what was found about it."""
    if given.reply is None or given.as_asked() is not d:
        return []
    return [{**each, "claim": _typeset(each["claim"])} for each in given.reply.claim_data()]


def _typeset(claim: str) -> str:
    """A claim as LaTeX: as it was written there, or as plain letters."""
    if is_latex(claim):
        return claim.strip("$ ")
    return r"\mathtt{" + "".join(f"\\{c}" if c in " _^#&%${}" else c for c in claim) + "}"


# ---------------------------------------------------------------- code


def source(d: Derivation, target: str, value: bool = False) -> str:
    """The code of a derivation in one language."""
    if target not in TARGETS:
        raise UnknownNameError(f"no language {target!r}", hint="known: " + ", ".join(TARGETS))
    with_value = d.with_value or (value and d.kind == "gradient")
    if target == "numpy" and d.checked is not None and not with_value:
        return d.checked.source
    return compile_trace(d.trace, target, with_value).source

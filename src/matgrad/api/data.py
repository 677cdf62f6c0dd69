"""Problems and derivations as data for a page: formulas in LaTeX, shapes, rows with their steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace

from matgrad.api.chain import chain_products
from matgrad.api.code import compile_trace
from matgrad.api.derivation import Derivation, steps_as_data, verdict_as_data, verdict_lines
from matgrad.api.judge import Claim
from matgrad.api.limits import LIMITS
from matgrad.api.pipeline import options_of
from matgrad.api.reading import KINDS, OF_NUMBERS
from matgrad.codegen.targets import TARGETS
from matgrad.core.expr import Expr
from matgrad.core.facts import IMPLIES, SQUARE_ONLY, VECTOR_ONLY
from matgrad.core.reading import Guess, Reading
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition, Problem, Trace
from matgrad.errors import UnknownNameError
from matgrad.render.data import Data, parts, row_data, sections, sentence
from matgrad.render.document import Row
from matgrad.render.glyphs import latex_name, latex_size, plain_name, spelled_shape
from matgrad.render.indexed import how_far
from matgrad.render.labels import derivative_label
from matgrad.render.marked import with_shapes
from matgrad.render.outline import condition_rows
from matgrad.render.problem_form import problem_form
from matgrad.render.results import all_definitions
from matgrad.syntax import is_latex
from matgrad.syntax.functions import FUNCTIONS

FEW = 60  # steps that are listed without being asked for
FACTS = tuple(IMPLIES)  # what may be assumed of a variable
NAMES = frozenset(FUNCTIONS)  # of functions that may be typed
OF_MATRICES = SQUARE_ONLY | {"identity", "full_column_rank", "full_row_rank", "simplex_rows"}


def assumptions() -> list[Data]:
    """What may be assumed, each with the kinds of variables that it makes sense for."""
    return [{"id": x, "name": x.replace("_", " "), "for": _kinds(x)} for x in FACTS]


def _kinds(fact: str) -> list[str]:
    if fact in OF_MATRICES:
        return ["matrix"]
    return ["vector"] if fact in VECTOR_ONLY else ["scalar", "vector", "row", "matrix"]


# ---------------------------------------------------------------- shapes and names


def sizes(shape: Shape) -> list[str]:
    """A shape as it is written in a request: [] for a scalar, [n] for a vector, [m, n]."""
    if shape.is_scalar:
        return []
    return [str(shape.rows)] if shape.is_column else [str(shape.rows), str(shape.cols)]


def kind_of(shape: Shape) -> str:
    """Scalar, vector, row or matrix."""
    if shape.is_scalar:
        return "scalar"
    return "vector" if shape.is_column else "row" if shape.is_vector else "matrix"


def shape_latex(shape: Shape) -> str:
    """A shape in LaTeX."""
    if shape.is_scalar:
        return "1"
    rows, cols = (latex_size(size) for size in shape)
    return rows if shape.is_column else rf"{rows} \times {cols}"


def named(definition: Definition) -> Data:
    """A name and what it stands for."""
    symbol, value = definition.symbol, definition.value
    return {
        "name": symbol.name,
        "latex": latex_name(symbol.name),
        "value_latex": value.latex(),
        "shape": sizes(symbol.shape),
        "shape_latex": shape_latex(symbol.shape),
    }


# ---------------------------------------------------------------- a problem


def of_problem(problem: Problem, kind: str, wrt: tuple[str, ...]) -> Data:
    """A function typeset, with shapes, and what can be asked of it; `kind` and `wrt` are asked."""
    function, name = problem.function, latex_name(problem.name)
    names = {**{d.symbol.name: d.symbol for d in problem.definitions}, **problem.symbols}
    return {
        "name": problem.name,
        "latex": f"{name} = {function.latex()}",
        "latex_shapes": f"{name} = {with_shapes(function, names)}",
        "shape": sizes(function.shape),
        "shape_latex": shape_latex(function.shape),
        "symbols": symbols(problem),
        "definitions": [named(d) for d in problem.definitions],
        "variables": list(problem.symbols),
        "kinds": [k for k in KINDS if function.is_scalar or k not in OF_NUMBERS],
        "form": problem_form(replace(problem, asked=(kind, wrt) if wrt else None)),
        "notes": list(problem.notes),
    }


def shapes_in_words(problem: Problem) -> str:
    """f: scalar, with A: m×n, x: n."""
    own = f"{plain_name(problem.name)}: {spelled_shape(problem.function.shape).plain}"
    others = ", ".join(
        f"{plain_name(name)}: {spelled_shape(x.shape).plain}" for name, x in problem.symbols.items()
    )
    return f"{own}, with {others}" if others else own


def symbols(problem: Problem) -> list[Data]:
    """The variables as chips show them."""
    return [
        {
            "name": name,
            "latex": x.latex(),
            "kind": kind_of(x.shape),
            "shape": sizes(x.shape),
            "shape_text": f"{x.shape}{how_far(x.data.axes)}",
            "shape_latex": shape_latex(x.shape),
            "inferred": name in problem.inferred,
            "assume": sorted(x.data.facts),
        }
        for name, x in problem.symbols.items()
    ]


def reading(problem: Problem, guesses: Collection[Guess] | None = None) -> Data:
    """How sure it is that this was meant; of a formula, also the inputs that say otherwise."""
    if guesses is not None:  # of a whole question
        return {**Reading(tuple(guesses)).to_json(), "options": []}
    options = [asdict(option) for option in options_of(problem)]
    return {**problem.reading.to_json(), "options": options}


# ---------------------------------------------------------------- a derivation


def of_derivation(
    d: Derivation, level: str, forms: Iterable[str], code: Iterable[str], steps: bool | None
) -> Data:
    """The answers with their forms and code, and the derivation, row by row.

    Where `steps` is None, they are listed if they are few.
    """
    trace, problem = d.trace, d.trace.origin.problem
    common: Data = {
        "assumptions": [str(each) for each in d.assumptions],
        "verdict": {**verdict_as_data(d.verdict), "words": verdict_lines(d.verdict)},
        "code": {target: source(d, target) for target in code},
    }
    if steps or (steps is None and len(d.steps) * len(trace.results) <= FEW):
        common["steps"] = steps_as_data(d)
    table = form_table(trace, forms)
    return {
        "ok": d.verdict.ok,
        "kind": d.kind,
        "name": problem.name,
        "latex": f"{latex_name(problem.name)} = {problem.function.latex()}",
        "shapes": {name: str(x.shape) for name, x in trace.problem.symbols.items()},
        "notes": list(trace.problem.notes),
        "definitions": list({x.symbol: named(x) for x in all_definitions(trace)}.values()),
        "answers": [{**answer(d, name, table), **common} for name in trace.results],
        "sections": sections(d.document(level), trace),
        "conditions": conditions(trace),
        "remarks": [remark.words for remark in trace.remarks],
        "verdict": common["verdict"],
        "code": common["code"],
    }


def form_table(trace: Trace, wanted: Iterable[str]) -> dict[str, dict[str, Expr]]:
    """Form by form, the answer for each variable."""
    found = {form: trace.forms[form] for form in wanted if form in trace.forms}
    if "chain" in wanted:
        found["chain"] = chain_products(trace)
    return {form: answers for form, answers in found.items() if answers}


def answer(d: Derivation, name: str, forms: dict[str, dict[str, Expr]]) -> Data:
    """One answer in all its forms."""
    trace, result = d.trace, d.answers[name]
    of_this = {form: answers[name] for form, answers in forms.items() if name in answers}
    spelled = {form: x.latex() for form, x in of_this.items()}
    for each in spelled.values():
        LIMITS.check_latex(each)
    arranged = trace.arranged.get(name)
    return {
        "wrt": name,
        "label": label(d, name),
        "result": str(result),
        "latex": spelled.get("closed") or result.latex(),
        "shape": sizes(result.shape),
        "shape_latex": shape_latex(result.shape),
        "forms": {form: str(x) for form, x in of_this.items()},
        "forms_latex": spelled,
        "forms_definitions": {
            form: [named(x) for x in trace.form_definitions.get(form, ())] for form in of_this
        },
        "arranged": arranged
        and {"text": str(arranged), "latex": arranged.latex(), "words": trace.arrangement},
    }


def label(d: Derivation, name: str) -> str:
    """∂f/∂X in LaTeX."""
    return derivative_label(d.trace, name).latex


def conditions(trace: Trace) -> list[Data]:
    """What the answer needs, in words and formulas."""
    return [
        {"words": sentence(row.words), "parts": parts(row.words)}
        for row in condition_rows(trace.conditions)
    ]


def source(d: Derivation, target: str, value: bool = False) -> str:
    """The code of a derivation in one language."""
    if target not in TARGETS:
        raise UnknownNameError(f"no language {target!r}", hint="known: " + ", ".join(TARGETS))
    with_value = d.with_value or (value and d.kind == "gradient")
    if target == "numpy" and d.checked is not None and not with_value:
        return d.checked.source
    return compile_trace(d.trace, target, with_value).source


# ---------------------------------------------------------------- a claim


def of_claim(d: Derivation, found: Claim) -> Data:
    """The verdict on a claim about an answer, which stands beside it."""
    name, result = next(iter(d.answers.items()))
    return {
        **found.to_json(),
        "claim_latex": " = ".join(formula.latex() for formula in found.formulas),
        "answer": str(result),
        "answer_latex": result.latex(),
        "wrt": name,
        "label": label(d, name),
    }


def of_claims(verdicts: Iterable[Mapping[str, str]]) -> list[Data]:
    """The claims of a question, typeset as they were written there, or as plain letters."""
    return [{**each, "claim": _typeset(each["claim"])} for each in verdicts]


def _typeset(claim: str) -> str:
    if is_latex(claim):
        return claim.strip("$ ")
    return r"\mathtt{" + "".join(f"\\{c}" if c in " _^#&%${}" else c for c in claim) + "}"


def row(shown: Row) -> Data:
    """A row of words about a question."""
    return row_data(shown, "short")

"""How an answer is shown: in its names, in other forms, in the layout that was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.steps import Definition, Phase, Step, Trace
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.ops import units_op
from matgrad.render.document import Equation, Item, Row, Section, Words
from matgrad.render.glyphs import plain_name, plain_size
from matgrad.render.labels import conventions, derivative_label

LONGEST = 4_000  # nodes of one printed expression; what is longer is described, not printed
FORMS = {
    "closed": "Closed form",
    "diagonal": "With diagonal matrices",
    "cascade": "As a cascade",
    "chain": "As a chain of factors",
}
RESULTS = {"gradient": "Gradients", "jacobian": "Jacobians", "hessian": "Hessians"}
RESULTS |= {"directional": "Directional derivatives"}
ANSWER_ROLES = ("adjoint", "diagonal")
NAMED = "cascade"  # the form in which the answer is shown first


def equation(left: Item | None, right: Expr) -> Equation:
    """An equation, unless its right side would fill pages."""
    return Equation(left, right if right.size <= LONGEST else Spelling("...", "…", r"\cdots"))


def all_definitions(trace: Trace) -> list[Definition]:
    """The names of the user that the engine did not touch, then those of the derivation."""
    known = {definition.symbol for definition in trace.definitions}
    given = [d for d in trace.problem.definitions if d.symbol not in known]
    return [*given, *trace.definitions]


def reason(step: Step) -> Words:
    """Why a step is right, in words."""
    return (step.why or step.rule,) if step.why or step.rule else ()


def result_title(trace: Trace) -> str:
    """Gradient, or Gradients."""
    title = RESULTS.get(trace.kind, trace.kind.capitalize())
    return title if len(trace.results) > 1 else title.removesuffix("s")


def named_rows(definitions: Iterable[Definition]) -> list[Row]:
    """Names that only the answer needs."""
    return [Row(equation(d.symbol, d.value)) for d in definitions]


def answer_rows(trace: Trace, answers: dict[str, Expr]) -> list[Row]:
    """One row per variable."""
    return [row for name, answer in answers.items() for row in _answer(trace, name, answer)]


def _answer(trace: Trace, name: str, answer: Expr) -> list[Row]:
    words = (f"{answer.size} terms, too long to print",) if answer.size > LONGEST else ()
    return [Row(equation(derivative_label(trace, name), answer), words=words)]


def _explained(trace: Trace, name: str, answer: Expr) -> list[Row]:
    """The answer, after what the convention for a structure makes of the free gradient."""
    (row,) = _answer(trace, name, answer)
    for step in trace.steps:
        if step.phase is not Phase.STRUCTURE or step.after is not trace.results[name]:
            continue
        if name in trace.coordinates:
            return [replace(row, words=row.words or reason(step))]
        named = {d.value: d.symbol for d in trace.form_definitions.get(NAMED, ())}
        is_same = answer in (step.before, substitute(step.before, named))
        if LONGEST >= step.before.size > answer.size > 1 and not is_same:
            words = (f"by the convention below, from what stands left of d{plain_name(name)}",)
            first = Row(equation(derivative_label(trace, name), step.before), words=words)
            return [first, Row(equation(None, answer), words=row.words)]
    return [row]


def _put_in(trace: Trace, name: str, answer: Expr) -> list[Row]:
    """The answer; after what the last line gave where it is shorter with the names put in."""
    (row,) = _answer(trace, name, answer)
    factor = trace.results[name]
    is_closed = answer is not factor and answer is trace.forms.get("closed", {}).get(name)
    if trace.kind != "gradient" or not is_closed or factor.size > LONGEST:
        return [row]
    steps = [s for s in trace.steps if s.before is factor and s.after is answer]
    first = Row(equation(derivative_label(trace, name), factor))
    return [
        first,
        Row(equation(None, answer), words=row.words or (reason(steps[0]) if steps else ())),
    ]


def result_rows(trace: Trace, is_short: bool = False) -> tuple[Row, ...]:
    """The answer, after the names that only the answer needs."""
    named = (*all_definitions(trace), *trace.form_definitions.get(NAMED, ()))
    needed = used_in(named_answers(trace).values(), named)
    laid_out = [Row(words=(words,)) for words in conventions(trace)]
    laid_out += placed_rows([*named_answers(trace).values(), *(d.value for d in needed)])
    is_explained = any(s.phase is Phase.STRUCTURE for s in trace.steps)
    told = _answer if is_short else _explained if is_explained else _put_in
    rows = [row for name, G in named_answers(trace).items() for row in told(trace, name, G)]
    return (*named_rows(needed), *rows, *laid_out)


def placed_rows(answers: Iterable[Expr]) -> list[Row]:
    """What the first of the columns of an identity in answers does, which few know: e[2:n]."""
    found = [node for node in postorder(*answers) if node.op is units_op]
    if not found:
        return []
    first, last, _ = found[0].data
    words = (
        f" are the columns {plain_size(first)} to {plain_size(last)} of the identity: such columns "
        "times a vector are its entries in these places, and 0 in the others"
    )
    return [Row(words=(found[0], words))]


def used_in(answers: Iterable[Expr], definitions: Sequence[Definition]) -> list[Definition]:
    """The names that only answers need, as far as these use them."""
    needed = needed_by(answers, definitions)
    return [d for d in needed if d.role in (*ANSWER_ROLES, "part")]


def needed_by(answers: Iterable[Expr], definitions: Sequence[Definition]) -> list[Definition]:
    """The names in which answers are written, also those inside of others."""
    known = {d.symbol: d for d in definitions}
    used, waiting = set[Expr](), list(answers)
    while waiting:
        new = {s for s in symbols(waiting.pop()) if s in known} - used
        used |= new
        waiting += [known[s].value for s in new]
    return [d for d in definitions if d.symbol in used]


def named_answers(trace: Trace) -> dict[str, Expr]:
    """The answers in the names of the derivation and of their own parts."""
    named = trace.forms.get(NAMED, {})
    return named if named.keys() == trace.results.keys() else trace.results


def form_sections(trace: Trace) -> list[Section]:
    """The answer in its other forms, where they differ from it."""
    sections: list[Section] = []
    for name, answers in trace.forms.items():
        if answers and answers != named_answers(trace):
            title = FORMS.get(name, name.capitalize())
            rows = named_rows(trace.form_definitions.get(name, ()))
            sections.append(Section(title, (*rows, *answer_rows(trace, answers))))
        missing = [variable for variable in trace.results if variable not in answers]
        if missing:
            words = " in the given variables is too long to write out"
            rows = [Row(words=(derivative_label(trace, variable), words)) for variable in missing]
            sections.append(Section(FORMS.get(name, name.capitalize()), tuple(rows)))
    return sections


def arranged_section(trace: Trace) -> list[Section]:
    """The answer in the layout that was asked for, with its name."""
    if not trace.arranged:
        return []
    rows = (*answer_rows(trace, trace.arranged), Row(words=(trace.arrangement,)))
    return [Section("In the layout asked for", rows)]

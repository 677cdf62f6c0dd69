"""From the trace of a derivation to a document: what is shown, in which order, in how much detail.

The rows are the recorded steps; this module leaves some out and adds none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple, replace
from itertools import groupby

from matgrad.core.expr import Condition, Expr
from matgrad.core.facts import fact_words
from matgrad.core.notation import Spelling
from matgrad.core.reading import Reading
from matgrad.core.steps import Phase, Step, Trace
from matgrad.core.walk import symbols
from matgrad.ops import differential_symbol
from matgrad.render.document import Document, Item, Row, Section, Verbatim, Words
from matgrad.render.glyphs import plain_name, spelled_shape, with_plain_names
from matgrad.render.labels import derivative_label, spelled, with_set_names
from matgrad.render.plain import plain
from matgrad.render.results import (
    ANSWER_ROLES,
    NAMED,
    all_definitions,
    arranged_section,
    equation,
    form_sections,
    named_answers,
    needed_by,
    reason,
    result_rows,
    result_title,
)

LEVELS = ("short", "normal", "full")
EARLIER = ("First derivative", "Second derivative", "Third derivative")
INFERRED = " (inferred)"
SHORT = 4  # nodes of what a line says of an assumption


def document(trace: Trace, verdict_lines: Sequence[str] = (), level: str = "normal") -> Document:
    """Lay out a derivation: "short" is names and answer, "full" shows every rewrite."""
    if level not in LEVELS:
        raise ValueError(f"unknown level of detail {level!r}; known: {', '.join(LEVELS)}")
    is_short = level == "short"
    sections = [
        assumed_section(trace.origin.problem.reading, trace.problem.symbols),
        *opening(trace, details=level == "full"),
        Section("Let", name_rows(trace) if is_short else definition_rows(trace)),
        Section("Then", () if is_short else line_rows(trace.steps, details=level == "full")),
        Section(result_title(trace), result_rows(trace, is_short)),
        *(() if is_short else form_sections(trace)),
        *arranged_section(trace),
        Section("Remarks", tuple(Row(words=(remark.words,)) for remark in trace.remarks)),
        Section("Conditions", condition_rows(trace.conditions)),
        Section("Checked", tuple(Row(words=(line,)) for line in verdict_lines)),
    ]
    return Document(tuple(section for section in sections if section.rows))


def before_remarks(whole: Document, more: Section) -> Document:
    """A document with one more section, after the answer and before what is said about it."""
    last = ("Remarks", "Conditions", "Checked")
    at = next((i for i, s in enumerate(whole.sections) if s.title in last), len(whole.sections))
    return Document((*whole.sections[:at], more, *whole.sections[at:]))


def assumed_section(reading: Reading, names: Collection[str]) -> Section:
    """What was guessed, each with what to write to have it otherwise; before everything else."""
    rows: list[Row] = []
    for guess in reading.guesses:
        words = with_set_names(with_plain_names(guess.words, names))
        to_write = (
            (" (if not, write ", Verbatim(guess.alternative), ")") if guess.alternative else ()
        )
        rows.append(Row(words=("Assumed: ", *words, *to_write)))
    return Section("", tuple(rows), is_prose=True)


# ---------------------------------------------------------------- the function and its symbols


def opening(trace: Trace, details: bool = False) -> list[Section]:
    """The function and its symbols; then each derivative that is differentiated again."""
    order = trace.orders
    sections = [Section("", (function_row(order[0]),)), Section("where", shape_rows(order[0]))]
    for first, after, title in zip(order, order[1:], EARLIER, strict=False):
        if details:
            sections.append(Section("Let", definition_rows(first)))
            sections.append(Section("Then", line_rows(first.steps, details=True)))
        is_number = trace.kind == "derivative"
        found = _differentiated(first, after)
        sections.append(Section(title if is_number else "Gradient, derived first", (found,)))
    return sections


def _differentiated(first: Trace, after: Trace) -> Row:
    """A derivative with the name under which it is differentiated again."""
    (name,) = first.results
    gradient = next(iter((first.forms.get("closed") or first.results).values()))
    if after.coordinates and name in after.results:
        gradient, first = after.problem.function, replace(first, coordinates=after.coordinates)
    label, g = derivative_label(first, name), spelled(after.problem.name)
    both = (f"{a} = {b}" for a, b in zip(astuple(g), astuple(label), strict=True))
    return Row(equation(Spelling(*both), gradient))


def function_row(trace: Trace) -> Row:
    """The function as the user wrote it."""
    return Row(equation(spelled(trace.problem.name), trace.problem.function))


def shape_rows(trace: Trace) -> tuple[Row, ...]:
    """The shapes of the symbols, those of one shape together, and how the input was read."""
    defined = {definition.symbol for definition in trace.problem.definitions}
    symbols = [symbol for symbol in trace.problem.symbols.values() if symbol not in defined]
    words: list[str | Item] = []
    for (shape, facts), group in groupby(symbols, key=lambda s: (s.shape, s.data.facts)):
        for symbol in group:
            words += [", ", symbol]
        called = (f" {fact_words(fact).removeprefix('a ')}" for fact in sorted(facts))
        words += [": ", spelled_shape(shape), *called]
    for axis in dict.fromkeys(axis for symbol in symbols for axis in symbol.data.axes):
        words += [", " if len(words) > 1 else "", f"{axis.name} = 1, …, {axis.size}"]
    inferred = [note for note in trace.problem.notes if note.endswith(INFERRED)]
    told = [note for note in trace.problem.notes if note not in inferred]
    names = trace.problem.symbols
    notes = [Row(words=with_set_names(with_plain_names(note, names))) for note in told]
    if len(inferred) == len(symbols) and inferred:
        words.append(" (inferred)")
    elif inferred:
        names = ", ".join(plain_name(note.split(":")[0]) for note in inferred)
        notes.insert(0, Row(words=(f"inferred: {names}",)))
    return (Row(words=tuple(words[1:])), *notes) if words else tuple(notes)


# ---------------------------------------------------------------- names and their differentials


def name_rows(trace: Trace) -> tuple[Row, ...]:
    """The names of the user, and those in which the answer is written."""
    named = (*all_definitions(trace), *trace.form_definitions.get(NAMED, ()))
    needed = needed_by((*named_answers(trace).values(), *trace.arranged.values()), named)
    given = {d.symbol for d in trace.problem.definitions} | {d.symbol for d in needed}
    return tuple(
        Row(equation(d.symbol, d.value))
        for d in all_definitions(trace)
        if d.symbol in given and d.role not in ANSWER_ROLES
    )


def definition_rows(trace: Trace) -> tuple[Row, ...]:
    """Every name of the function with its differential, then the function in these names."""
    differentials = {
        step.before: step.after for step in trace.steps if step.phase is Phase.DIFFERENTIAL
    }
    rows: list[Row] = []
    for definition in all_definitions(trace):
        if definition.role not in ANSWER_ROLES:
            d = differential_symbol(definition.symbol)
            found = differentials.get(d)
            implies = None if found is None else equation(d, found)
            rows.append(Row(equation(definition.symbol, definition.value), implies))
    for step in trace.steps:
        if step.phase is Phase.REWRITE:
            is_function = step.before is trace.problem.function
            left = spelled(trace.problem.name) if is_function else step.before
            rows.append(Row(equation(left, step.after), words=reason(step)))
    return tuple(rows)


def line_rows(steps: Iterable[Step], details: bool) -> tuple[Row, ...]:
    """df = … = …, with what is used of assumptions; the rewrites inside a line stand below it."""
    rows: list[Row] = []
    inside: list[Row] = []
    assumed: dict[Words, None] = {}
    last: Expr | None = None
    for step in steps:
        if step.phase is Phase.DETAIL:
            if _is_assumed(step):
                assumed[_assumption(step)] = None
            if not details or _looks_the_same(step):
                continue
            inside.append(Row(equation(step.before, step.after), None, reason(step), True))
        elif step.phase is Phase.LINE:
            if step.before is last and _looks_the_same(step):
                last = step.after
                continue
            left = None if step.before is last else step.before
            why = [word for each in (reason(step), *assumed) if each for word in ("; ", *each)][1:]
            rows.append(Row(equation(left, step.after), words=tuple(why)))
            rows += inside
            inside, assumed, last = [], {}, step.after
    return tuple(rows)


def _looks_the_same(step: Step) -> bool:
    """Is a step none to a reader: c dx with the brackets around another factor?"""
    return plain(step.before) == plain(step.after)


def _is_assumed(step: Step) -> bool:
    """Is a rewrite right only for what is assumed of a variable in it?"""
    return step.needs_fact and any(s.data.facts for s in symbols(step.before))


def _assumption(step: Step) -> Words:
    """What is used of an assumption: Xᵀ = X where it is as short as that, else the rule."""
    is_short = len(step.before.args) == 1 and step.before.size <= SHORT
    return (step.before, " = ", step.after) if is_short else (step.why,)


def condition_rows(conditions: Iterable[Condition]) -> tuple[Row, ...]:
    """What the answer needs, each thing once."""
    rows: dict[Words, Row] = {}
    for condition in conditions:
        before, *rest = condition.words.split("{0}")
        words: list[str | Item] = [before]
        for after in rest:
            words += [condition.subject, after]
        key = tuple(word for word in words if word != "")
        rows.setdefault(key, Row(words=key))
    return tuple(rows.values())

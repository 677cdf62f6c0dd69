"""Derivations and their code as the command line prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from matgrad.api.limits import LIMITS
from matgrad.cli.options import names
from matgrad.cli.output import (
    ANSWERED,
    AT_FAULT,
    BOLD,
    NOT_TRUE,
    RESET,
    Reply,
    Style,
    as_json,
    visible,
    written,
)
from matgrad.errors import UnknownNameError
from matgrad.optional import part

if TYPE_CHECKING:
    from matgrad.api.chain import ChainForm
    from matgrad.api.convex import Convexity
    from matgrad.api.derivation import Derivation
    from matgrad.api.judge import Claim, Counterexample
    from matgrad.api.reading import Read

UNCLEAR = "unclear"


def chosen_form(d: Derivation, form: str) -> Derivation:
    """The derivation with its answer in one form only."""
    if form == "all":
        return d
    trace = d.trace
    if form not in trace.forms:
        known = ", ".join(trace.forms)
        raise UnknownNameError(f"this answer has no {form} form", hint=f"forms: {known}")
    names = (*trace.definitions, *trace.form_definitions.get(form, ()))
    answers = {form: trace.forms[form]}
    trace = replace(trace, results=trace.forms[form], forms=answers, definitions=names)
    return type(d)(trace, d.verdict, d.with_value, with_entries=d.with_entries)


def shown(d: Derivation, style: Style) -> Derivation:
    """The part of a derivation that is asked for: a short closed form needs no names."""
    chosen = chosen_form(d, style.form)
    if (style.form, style.level) != ("closed", "short"):
        return chosen
    trace = replace(chosen.trace, definitions=(), steps=())
    return type(d)(trace, d.verdict, d.with_value, with_entries=d.with_entries)


def words(d: Derivation, style: Style) -> str | bytes:
    """For a person."""
    printed = written(shown(d, style), style)
    if style.spelling in ("latex", "markdown"):
        LIMITS.check_latex(str(printed))
    return printed


def data(d: Derivation, style: Style) -> str:
    """For other programs."""
    LIMITS.check_forms(d)
    answer = d.to_json()
    for each in answer["answers"]:
        LIMITS.check_latex(each["latex"])
        if style.form != "all":
            each["forms"] = {style.form: each["forms"][style.form]}
    return as_json(answer)


def derivation(d: Derivation, style: Style, entries: bool = False) -> Reply:
    """A derivation as it was asked for."""
    LIMITS.check_answer(d)
    if entries:
        d = d.in_entries()
    if style.form == "chain":
        return chained(d, d.trace.results, style)
    chosen_form(d, style.form)
    return checked(d, data(d, style) if style.spelling == "json" else words(d, style))


def code(d: Derivation, asked: Mapping[str, Any], style: Style) -> Reply:
    """The code of a derivation: the source and nothing else."""
    LIMITS.check_answer(d)
    target: str = asked["target"]
    pairs: list[tuple[str, str, str]] = [each.partition("=") for each in asked["shard"]]
    told: dict[str, Any] = {name: bool(asked[name]) for name in ("blas", "gpu", "guard", "expand")}
    told |= {name: names(asked[name]) for name in ("fixed", "definite", "skip")}
    told |= {"dtype": asked["dtype"] or "", "sizes": asked["size"]}
    told["shard"] = {size: axis for size, _, axis in pairs}
    source = (d.compile_map if asked["map"] else d.compile)(target, **told).source
    if style.spelling == "json":
        return checked(d, as_json({**outline(d), "answers": [{"code": {target: source}}]}))
    return checked(d, source.rstrip("\n") + "\n")


def reading(found: Read, style: Style) -> Reply:
    """How a text was read; a question is no answer."""
    printed = as_json(found.to_json()) if style.spelling == "json" else f"{found}\n"
    return Reply(visible(printed), AT_FAULT if found.status == UNCLEAR else ANSWERED)


def checked(d: Derivation, printed: str | bytes) -> Reply:
    """A reply that says so when the answer could not be verified."""
    LIMITS.check_response(printed)
    if d.verdict.ok:
        return Reply(printed)
    return Reply(printed, NOT_TRUE, "; ".join([d.verdict.status, *d.verdict.details]))


def outline(d: Derivation) -> dict[str, Any]:
    """The part of a JSON answer that does not depend on what was asked."""
    return {
        "ok": d.verdict.ok,
        "input": d.problem.source,
        "shapes": d.shapes,
        "notes": list(d.problem.notes),
        "reading": d.reading.to_json(),
        "answers": [],
        "error": None,
    }


def asked(d: Any) -> Any:
    """The derivation, if its kind is the one that the text of the problem asks for."""
    wanted = d.problem.asked
    if wanted is not None and wanted[0] != d.kind:
        raise UnknownNameError(
            f"the text asks for the {wanted[0]}, the command for the {d.kind}",
            hint=f"matgrad {wanted[0]} …",
            source=d.problem.source,
        )
    return d


def chained(d: Derivation, names: Iterable[str], style: Style, entries: bool = False) -> Reply:
    """Gradients as products of Jacobians, one after the other."""
    forms = [d.chain(name, entries) for name in names]
    if style.spelling == "json":
        answers = [as_data(form) for form in forms]
        found = {
            "ok": all(each.report.ok and each.of_factors.ok for each in forms),
            "input": d.problem.source,
            "reading": d.reading.to_json(),
        }
        return Reply(as_json({**found, "answers": answers, "error": None}))
    printed = written(part("matgrad.api.chain").together(forms), style)
    LIMITS.check_response(printed)
    return Reply(printed)


def as_data(form: ChainForm) -> dict[str, Any]:
    """One chain form for other programs."""
    return {
        "wrt": form.chain.variable.name,
        "factors": [str(factor) for factor in form.factors],
        "product": str(form.product),
        "result": str(form.chain.gradient),
    }


def convexity(found: Convexity, style: Style) -> Reply:
    """Whether a function is convex, with the proof."""
    printed = as_json(found.to_json()) if style.spelling == "json" else visible(found.text())
    LIMITS.check_response(printed)
    return Reply(printed, NOT_TRUE if found.status == "undecided" else ANSWERED)


# ---------------------------------------------------------------- claims
def judged(d: Derivation, formula: str, report: Claim, style: Style) -> Reply:
    """What was found about a claimed formula."""
    LIMITS.check_answer(d)
    is_right = report.right and d.verdict.ok
    write = claim_data if style.spelling == "json" else claim_text
    printed = write(d, formula, report, style)
    LIMITS.check_response(printed)
    return Reply(printed, ANSWERED if is_right else NOT_TRUE)


def claim_text(d: Derivation, formula: str, report: Claim, style: Style) -> str:
    """The verdict first, then the two formulas, then numbers to redo by hand."""
    found = report.status + (f": {report.slip}" if report.slip else "")
    claimed = [" ".join(visible(line).split()) for line in formula.splitlines() if line.strip()]
    rows = [("claim:", claimed[0] if claimed else ""), *(("", line) for line in claimed[1:])]
    rows += [("read:", note) for note in report.notes]
    rows.append(("right answer:", str(d.result)))
    lines = [f"{BOLD}{found}{RESET}" if style.color else found, ""]
    lines += [f"  {name:<13} {value}" for name, value in rows]
    if not d.verdict.ok:
        lines.append(f"  {'but:':<13} {d.verdict.status}")
    if report.counterexample is not None:
        lines += ["", *counterexample(report.counterexample, style.width)]
    return "\n".join(lines) + "\n"


def claim_data(d: Derivation, formula: str, report: Claim, style: Style) -> str:
    """The verdict on a claim for other programs."""
    LIMITS.check_forms(d)
    (answer,) = d.to_json()["answers"]
    known = {key: answer[key] for key in ("wrt", "result", "latex", "assumptions", "verdict")}
    found = {"claim": formula, **report.to_json(), **known}
    return as_json({**outline(d), "ok": report.right and d.verdict.ok, "answers": [found]})


def counterexample(
    at: Counterexample, width: int, names: tuple[str, str] = ("claim", "right answer")
) -> list[str]:
    """The numbers of a counterexample, matrices as people write them; `names` are of both sides."""
    sizes = ", ".join(f"{name} = {size}" for name, size in at.sizes.items())
    title = f"For example, with {sizes}:" if sizes else "For example:"
    values = [matrix(name, rows) for name, rows in at.spelled.items()]
    sides = [matrix(names[0], at.claimed), matrix(names[1], at.true)]
    return [title, *beside(values, width), "", *beside(sides, width)]


def matrix(name: str, rows: list[list[str]]) -> list[str]:
    """`A = ` and the rows of a matrix below each other; a scalar has no brackets."""
    rows = [[entry.replace("-", "−") for entry in row] for row in rows]
    if len(rows) == 1 and len(rows[0]) == 1:
        return [f"{name} = {rows[0][0]}"]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [" ".join(x.rjust(w) for x, w in zip(row, widths, strict=True)) for row in rows]
    label = f"{name} = "
    return [f"{'' if i else label:<{len(label)}}[{line}]" for i, line in enumerate(lines)]


def beside(blocks: list[list[str]], width: int) -> list[str]:
    """Blocks of lines next to each other, as many as fit, then the next ones below."""
    shelves: list[list[list[str]]] = [[]]
    used = 2
    for block in blocks:
        wide = max(map(len, block)) + 4
        if shelves[-1] and used + wide - 4 > width:
            shelves.append([])
            used = 2
        shelves[-1].append(block)
        used += wide
    return list(chain.from_iterable(map(_shelf, shelves)))


def _shelf(blocks: list[list[str]]) -> list[str]:
    widths = [max(map(len, block)) for block in blocks]
    return [
        "  " + "    ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip()
        for row in zip_longest(*blocks, fillvalue="")
    ]

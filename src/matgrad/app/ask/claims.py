"""Formulas that a text gives as derivatives, checked one by one, each = as a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from matgrad.app.ask.calls import applied
from matgrad.app.ask.links import Link, chain_fault, links_in
from matgrad.app.ask.names import Names, missing, names_for
from matgrad.app.ask.notation import DIFFERENTIAL, HESSIAN, whole_name
from matgrad.app.ask.reading import Claimed, Defined
from matgrad.app.ask.said import Told
from matgrad.app.ask.steps import NOT_READ, Verdict, check_differential, check_lines
from matgrad.app.ask.understand import is_about
from matgrad.app.ask.understood import Understood
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError
from matgrad.render.glyphs import plain_name
from matgrad.syntax import parse_latex_expression
from matgrad.verify.claim import check_claim
from matgrad.verify.lines import WRONG

Derive = Callable[[str, str], Expr]  # kind and variable to the true derivative
CHAIN = "it is a chain of derivatives, not a formula in the variables"


# ---------------------------------------------------------------- checking


def check_all(found: Understood, problem: Problem, derive: Derive) -> list[Verdict]:
    """Every claim of the text about this function."""
    names = names_for(found, problem)
    verdicts: list[Verdict] = []
    for claim in found.reading.claimed:
        if claim.derivative.kind == DIFFERENTIAL:
            verdicts.append(check_differential(found, problem, names, claim))
        else:
            verdicts.append(_derivative(found, problem, names, claim, derive))
    verdicts += [_told(found, problem, names, each, derive) for each in found.said.told]
    verdicts += _restated(found, problem, names)
    return _distinct(verdicts)


def _told(found: Understood, problem: Problem, names: Names, told: Told, derive: Derive) -> Verdict:
    """A formula that words give as the answer."""
    latex = found.reading.bare[told.segment]
    kind = found.kind
    if HESSIAN in (told.kind, kind):
        kind = told.kind or kind
    label = rf"\text{{{kind}}} = {latex}"
    if not is_about(found, told.of):
        return Verdict(label, NOT_READ, "it is about another function")
    return _check(found, problem, names, latex, label, (kind, found.variables[0]), derive)


def not_given(found: Understood) -> list[Verdict]:
    """The claims of a text that does not say what the function is."""
    verdicts: list[Verdict] = []
    for claim in found.reading.claimed:
        label = " = ".join((claim.latex, *claim.values))
        name = whole_name(claim.derivative.function.partition("(")[0].strip()) or "the function"
        words = f"{plain_name(name)} is not given by an equation"
        if name in found.meaning.defined:
            words = "a matrix written out entry by entry is not compared"
        if claim.derivative.variables and (links := links_in(claim.values[0])):
            fault = chain_fault(links, name, claim.derivative.variables[0], found)
            words += f"; {fault}" if fault else "; its factors fit to each other"
        verdicts.append(Verdict(label, NOT_READ, words))
    return _distinct(verdicts)


def _distinct(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Each claim once; what a later one repeats and carries on, as slides do, is left to that."""
    found = {each.latex.replace(" ", ""): each for each in reversed(verdicts)}
    begun = {key[:at] for key in found for at, sign in enumerate(key) if sign == "="}
    return [each for key, each in found.items() if key not in begun or each.is_wrong][::-1]


def _derivative(
    found: Understood, problem: Problem, names: Names, claim: Claimed, derive: Derive
) -> Verdict:
    label = " = ".join((claim.latex, *claim.values))
    name = whole_name(claim.derivative.function.partition("(")[0].strip() or "f")
    variables = claim.derivative.variables or found.variables[:1]
    if (
        name not in (problem.name, None)
        and claim.derivative.function
        and not _is_function(found, claim)
    ):
        return Verdict(
            label, NOT_READ, f"{plain_name(name or '')} is not the function that is asked about"
        )
    if len(variables) != 1 or variables[0] not in problem.symbols:
        wrong = next((v for v in variables if v not in problem.symbols), "")
        return Verdict(label, NOT_READ, f"{plain_name(wrong)} is not a variable of {problem.name}")
    chains = [links_in(value) for value in claim.values]
    if chains[0] and name:
        return _chain(found, label, chains, variables[0], name)
    kind = "hessian" if claim.derivative.kind == "hessian" else found.kind
    last = Verdict(label, NOT_READ)
    for line, value in enumerate(claim.values, 1):
        last = _check(found, problem, names, value, label, (kind, variables[0]), derive)
        if last.is_wrong and len(claim.values) > 1:
            return replace(last, line=line)
    return last


def _chain(
    found: Understood, label: str, chains: Sequence[list[Link] | None], variable: str, name: str
) -> Verdict:
    """A product of derivatives is right if its links are those of the definitions."""
    for links in chains:
        fault = chain_fault(links, name, variable, found) if links else None
        if fault:
            return Verdict(label, WRONG, fault)
    return Verdict(label, "right", "the chain rule along the definitions")


def _is_function(found: Understood, claim: Claimed) -> bool:
    text = claim.derivative.function.replace(" ", "")
    return found.function is not None and text == found.function.latex.replace(" ", "")


def _check(  # noqa: PLR0913, PLR0917
    found: Understood, problem: Problem, names: Names, value: str, label: str,
    what: tuple[str, str], derive: Derive,
) -> Verdict:  # fmt: skip
    kind, variable = what
    unknown = missing(value, found, names)
    if r"\partial" in value or r"\nabla" in value:
        return Verdict(
            label, NOT_READ, "it is a chain of derivatives, not a formula in the variables"
        )
    if unknown:
        return Verdict(
            label,
            NOT_READ,
            f"{' and '.join(map(plain_name, unknown))} stands for nothing that is known",
        )
    try:
        claimed = parse_latex_expression(
            applied(value, found.meaning), names.known, names.functions
        )
        claimed = substitute(claimed, names.closed)
        true = derive(kind, variable)
        result = check_claim(problem, problem.symbols[variable], claimed, true)
    except ShapeError as error:
        return Verdict(label, WRONG, f"its shapes do not fit: {error.message}")
    except MatgradError as error:
        return Verdict(label, NOT_READ, error.message)
    return Verdict(label, result.status, result.slip, result, None, claimed, true)


def _restated(found: Understood, problem: Problem, names: Names) -> list[Verdict]:
    """The function, written once more in another way."""
    verdicts: list[Verdict] = []
    for each in found.reading.defined:
        is_same = each is found.function or each.left.name != problem.name
        values = each.values[1:] if each is found.function else each.values
        if is_same and each is not found.function:
            continue
        if each.left.arguments is not None and not _same_arguments(each, found):
            continue
        for value in values:
            label = f"{each.latex} = {value}"
            try:
                made = parse_latex_expression(
                    applied(value, found.meaning), names.known, names.functions
                )
            except MatgradError:
                continue
            lines = [(0, problem.function), (1, made)]
            if made is not problem.function:
                verdict = check_lines(found, problem, names, label, lines, [])
                words = "the same function" if verdict.is_right else "not the same function"
                verdicts.append(Verdict(label, verdict.status, words))
    return verdicts


def _same_arguments(each: Defined, found: Understood) -> bool:
    return found.function is not None and each.left.arguments == found.function.left.arguments

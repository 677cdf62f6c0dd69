"""Expressions at a point that the text names, and claims about it there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from matgrad.app.ask.asking.places import ANY
from matgrad.app.ask.formulas.claimed import listed
from matgrad.app.ask.formulas.constants import constant, primed
from matgrad.app.ask.formulas.lists import NUMBER, as_column
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr, Op, Symbol, make, number_value
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY
from matgrad.core.rule import Context, Rule, Table, normalise
from matgrad.core.steps import Problem
from matgrad.core.walk import fold, postorder, rebuild, substitute, symbols
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.ops import (
    absolute,
    adj,
    asin,
    below,
    beside,
    chol,
    cos,
    cosh,
    exp,
    eye,
    eye_op,
    number,
    ones,
    scale,
    sigmoid,
    sign,
    step,
    symbol_op,
    zeros_of,
    zeros_op,
)
from matgrad.render import plain
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import NORMAL, simplify
from matgrad.syntax.latex_problem import parse_latex_expression
from matgrad.verify.claim import check_claim
from matgrad.verify.found import ClaimReport
from matgrad.verify.lines import WRONG

Place = dict[Expr, Expr]  # variables with their values
# What functions of the entries are where all entries are zero, and functions of matrices at I.
AT_ZERO = {exp: 1, cos: 1, cosh: 1, asin: 0, sigmoid: Fraction(1, 2)}
_CATS = (beside, below)
AT_IDENTITY = (adj, chol)  # which give it back
OF_NUMBERS: dict[Op, Callable[[Fraction], Fraction | int]] = {
    sign: lambda c: (c > 0) - (c < 0),
    absolute: abs,
    step: lambda c: int(c > 0),
}


def _known(_: Context, node: Expr) -> Expr | None:
    (arg,) = node.args
    if node.op in AT_IDENTITY:
        return arg if arg.op is eye_op else None
    if node.op in OF_NUMBERS:
        given = number_value(arg)
        return number(OF_NUMBERS[node.op](given)) if given else None  # at 0 there is a kink
    if arg.op is not zeros_op and number_value(arg) != 0:
        return None
    value = number(AT_ZERO[node.op])
    return value if arg.is_scalar else simplify(scale(value, ones(arg.shape.rows, arg.shape.cols)))


VALUES = Table("values", Rule("value", (*AT_ZERO, *AT_IDENTITY, *OF_NUMBERS), _known, ())) + NORMAL


def valued(node: Expr, place: Place) -> Expr:
    """An expression at a point, simplified."""
    return _multiplied(simplify(normalise(substitute(node, place), VALUES, Context())))


def _multiplied(node: Expr) -> Expr:
    """[2; 4] for 2[1; 2], numbers times a matrix of numbers."""
    if node.op is not scale:
        return node
    factor, matrix = number_value(node.args[0]), node.args[1]
    if factor is None or any(x.args and x.op not in _CATS for x in postorder(matrix)):
        return node

    def entry(each: Expr, args: list[Expr]) -> Expr:
        given = number_value(each)
        return rebuild(each, args) if given is None else number(factor * given)

    is_numbers = all(x.args or number_value(x) is not None for x in postorder(matrix))
    return fold(matrix, entry) if is_numbers else node


_NUMBERS = (r"\pi", "π", "e", r"\mathrm{e}")  # which letters are


def value_of(latex: str, x: Expr, known: Mapping[str, Expr] | None = None) -> Expr:
    """What stands for a variable at a point: 0 and 1 fill it, and a new letter is of its shape."""
    at = constant(latex)
    if at == "I" and x.shape.is_square:
        return eye(x.shape.rows)
    if at == "0" or (at == "1" and not x.is_scalar):
        return zeros_of(x.shape) if at == "0" else ones(x.shape.rows, x.shape.cols)
    if at not in ("", "I") and x.is_scalar:
        return number(int(at))
    is_number = latex.strip() in _NUMBERS and x.is_scalar and "e" not in (known or {})
    name = None if is_number else whole_name(latex)
    if name is not None and name not in (known or {}) and not primed(f"f'({latex})"):
        return make(symbol_op, (), Symbol(name, x.shape))
    value = parse_latex_expression(as_column(latex), dict(known or {}))
    if value.shape != x.shape:
        what = "number" if x.is_scalar else "vector" if x.shape.is_vector else "matrix"
        raise UnsupportedError(f"{quoted(latex).plain} is no {what} like {plain_name(x.name)}")
    return value


def place_of(found: Understood, problem: Problem) -> Place:
    """The values that the text gives to variables of a problem."""
    place: Place = _listed(found, problem)
    if place:
        return place
    for name, latex in ((name, latex) for name, latex in found.said.at.items() if latex):
        for each in (name,) if name != ANY else found.variables:
            x, point = problem.symbols.get(each), whole_name(latex)
            is_other = name == ANY and point is not None and not constant(latex)
            is_other = is_other and latex not in found.said.points_called
            if x is None or point == each or (is_other and point and not _is_like(point, each)):
                continue
            place[x] = with_facts(found, value_of(latex, x, problem.symbols))
    return place


def with_facts(found: Understood, value: Expr) -> Expr:
    """A letter for a point with what the text says of it: at a unit vector q."""
    if value.op is not symbol_op:
        return value
    said = found.said
    facts = {*said.facts.get(value.name, ())}
    facts |= {f for n, f in said.supposed if n == value.name and not said.generally}
    known = [f for f in sorted(facts) if value.shape.is_vector or f not in VECTOR_ONLY]
    known = [f for f in known if value.shape.is_square or f not in SQUARE_ONLY]
    return make(symbol_op, (), value.data._replace(facts=value.data.facts | {*known}))


def _listed(found: Understood, problem: Problem) -> Place:
    """The point (1, 2) of a function of two variables."""
    main, latex = found.function, found.said.at.get(ANY, "")
    names = [whole_name(x) or "" for x in (main.left.arguments or () if main else ())]
    names = names or sorted(found.variables)  # of x²y, which has no name
    variables = [problem.symbols[name] for name in names if name in problem.symbols]
    if not variables and len(names) == 1:  # of f(x), written in x_1 and x_2
        variables = [problem.symbols[x] for x in sorted(found.variables) if x in problem.symbols]
    return dict(bracketed(listed(latex), variables)) if len(variables) > 1 else {}


def readable(found: Understood, problem: Problem) -> Place:
    """The values, or none where one cannot be read."""
    try:
        return place_of(found, problem)
    except MatgradError:
        return {}


def is_unreadable(found: Understood, problem: Problem) -> bool:
    """Does the text name a point that cannot be read?"""
    try:
        place_of(found, problem)
    except MatgradError:
        return True
    return False


def bracketed(arguments: Sequence[str], variables: Sequence[Expr]) -> tuple[tuple[Expr, Expr], ...]:
    """The point (1, 3) of a function of two variables, or of one that has two entries."""
    values = [as_column(f"({','.join(arguments)})")] if len(variables) == 1 else arguments
    if len(values) != len(variables) or not all(map(NUMBER.fullmatch, arguments)):
        return ()
    return tuple((x, value_of(value, x)) for x, value in zip(variables, values, strict=True))


def points_in(found: Understood, problem: Problem) -> dict[str, Expr]:
    """The letters that stand for points, as x_0, which claims may use."""
    inside = [x for value in readable(found, problem).values() for x in symbols(value)]
    return {x.name: x for x in inside if x.name not in problem.symbols}


def _is_like(point: str, name: str) -> bool:
    """Is one letter meant by both, as by x_0 and x?"""
    return point[0].lower() == name[0].lower()


def shown(place: Place) -> str:
    """A point in words: t = 0."""
    return ", ".join(f"{plain_name(x.name)} = {plain(value)}" for x, value in place.items())


def broken_at(d: Derivation, place: Place) -> list[str]:
    """The conditions of a derivation that fail at a point, in words."""
    return [words for words, holds in _conditions(d, place) if not holds]


def _conditions(d: Derivation, place: Place) -> list[tuple[str, bool]]:
    """The conditions of a derivation, and whether they hold at the point as far as one can see."""
    definitions = {each.symbol: each.value for each in d.trace.definitions}
    found: list[tuple[str, bool]] = []
    for each, words in zip(d.trace.conditions, d.assumptions, strict=True):
        subject = each.subject
        for _ in definitions:
            subject = substitute(subject, definitions)
        value = valued(subject, place)
        number_there = number_value(value)
        is_zero = value.op is zeros_op or (number_there is not None and number_there == 0)
        is_low = each.predicate == "positive" and number_there is not None and number_there < 0
        found.append((words.words, not (is_zero or is_low)))
    return found


def claim_at(
    found: Understood, problem: Problem, variable: str, claim: Expr, true: Expr
) -> ClaimReport | None:
    """The verdict on a claim, where the text says at which point it is.

    One with the variable in it, 3x at x = b, may be right there; it is not called wrong for that.
    """
    place = readable(found, problem)
    moves = bool({*symbols(claim)} & {*place})
    if not place or (moves and not all(map(symbols, place.values()))):
        return None
    value = valued(true, place)
    given = valued(claim, place) if moves else claim
    result = check_claim(problem, problem.symbols[variable], given, value)
    if result.right:
        return ClaimReport(result.status, f"at {shown(place)}")
    if moves or result.status != WRONG or result.counterexample is None:
        return None
    inputs = result.counterexample.inputs
    there = {name: rows for name, rows in inputs.items() if name not in {x.name for x in place}}
    example = replace(result.counterexample, inputs=there) if there else None
    return ClaimReport(WRONG, f"at {shown(place)} it is {plain(value)}", example)

"""Equations that a text states of its matrices and that no assumption covers: P² = P, UᵀU = I.

The derivative is found without them. A claim that is not right without them is tried again with
the left side of each replaced by the right one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from matgrad.app.ask.facts.properties import VALUES, given_by
from matgrad.app.ask.facts.said import MENTIONED, Given
from matgrad.app.ask.facts.sizes import is_wide
from matgrad.app.ask.formulas.notation import names_in, with_bases
from matgrad.app.ask.formulas.reading import Declared
from matgrad.app.ask.formulas.relations import is_identity, side
from matgrad.app.ask.problem.expressions import with_sizes
from matgrad.app.ask.problem.function import declarations, read_function
from matgrad.app.ask.problem.names import Names
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.patterns import ONES
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Rule, Table, normalise
from matgrad.core.shape import Shape
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError
from matgrad.ops import eye, matmul, ones, transpose, zeros_of
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import NORMAL, multiplied_out, simplify
from matgrad.syntax.latex_problem import parse_latex_expression

_ONES = re.compile(ONES)
SQUARE = frozenset("QOR")  # letters of orthogonal matrices, which are square unless it is said


_BELOW = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*(\{[^{}=]*|\w)")


def about(found: Understood, names: Names, segment: int = -1) -> list[Given]:
    """The equations about what is held fixed; one about a variable may be a result instead."""
    fixed = {*names.known} - {*found.variables}
    kept: list[Given] = []
    for each in dict.fromkeys(found.said.given):
        if segment not in found.said.given_for.get(each, (segment,)):
            continue
        inside = {*names_in(each.left), *names_in(each.right)}
        inside = {name for name in inside if not is_identity(name)}
        if running := _running(each.left):  # \sum_j P_{ij} = 1 is about P
            inside = {_whole(name, names) for name in inside - running}
        known = names.known.keys() if each in found.said.imposed else fixed
        kept += [each] if inside and inside <= known else []
    return kept


def _running(latex: str) -> set[str]:
    """The indices of sums in a formula, which are no names."""
    below = _BELOW.findall(latex)
    return {letter for part in below for letter in re.findall(r"(?<![A-Za-z\\])[a-z]", part)}


def _whole(name: str, names: Names) -> str:
    """The matrix of which a name is an entry: P for P_ij."""
    return next((x for x in with_bases([name]) if x in names.known), name)


Sides = tuple[Expr, Expr]


def sides_of(given: Iterable[Given], names: Names) -> dict[Given, Sides]:
    """The two sides of each equation that can be read."""
    found: dict[Given, Sides] = {}
    for each in given:
        inside = [x for name in names_in(each.left) if (x := names.known.get(name))]
        for pair in ((each.left, each.right), *_sized(each, inside)):
            if (sides := _sides(*pair, names)) is not None:
                found[each] = sides
                break
    return found


def _sized(each: Given, inside: Sequence[Expr]) -> Iterator[tuple[str, str]]:
    """The sides of an equation with each size of its matrices below its ones."""
    both = (with_sizes(latex, inside) for latex in (each.left, each.right))
    return zip(*both, strict=False) if _ONES.search(each.left) else iter(())


def _sides(left: str, right: str, names: Names) -> Sides | None:
    try:
        first = parse_latex_expression(left, names.known, names.functions)
        first = normalise(first, NORMAL, Context())
        second = _right(right, first.shape, names)
    except MatgradError:
        return None
    return (first, second) if first.shape == second.shape else None


def rules_of(sides: Mapping[Given, Sides]) -> list[Rule]:
    """Each equation as a rule from the longer side to the shorter one."""
    rules: list[Rule] = []
    for each, (left, right) in sides.items():
        is_turned = left.size < right.size  # P = P²
        pair = (normalise(right, NORMAL, Context()), left) if is_turned else (left, right)
        rules += [_rule(*pair, each.shown)] if pair[0].args else []
    return rules


def _right(latex: str, shape: Shape, names: Names) -> Expr:
    """What stands right of an equation, where I and 0 are as large as what stands left."""
    if is_identity(latex) and shape.is_square:
        return eye(shape.rows)
    if latex.strip() == "0":
        return zeros_of(shape)
    is_one = latex.strip() == "1" or _ONES.fullmatch(latex.strip()) is not None
    if is_one and not shape.is_scalar:
        return ones(shape.rows, shape.cols)
    return parse_latex_expression(latex, names.known, names.functions)


def _rule(left: Expr, right: Expr, shown: str) -> Rule:
    def apply(_: Context, node: Expr) -> Expr | None:
        if node is left:
            return right
        if node.op is not matmul or left.op is not matmul:
            return None
        width = len(left.args)
        for at in range(len(node.args) - width + 1):
            if node.args[at : at + width] == left.args:
                rest = (*node.args[:at], right, *node.args[at + width :])
                return matmul(*rest)
        return None

    heads = tuple({left.op: None, matmul: None})
    return Rule(shown, heads, apply, (left,), why=shown)


def using(node: Expr, rules: Sequence[Rule]) -> Expr:
    """The expression after all equations are used."""
    context = Context()
    spread = multiplied_out(simplify(node, context), context)
    return simplify(normalise(spread, Table("given", *rules) + NORMAL, Context()))


# ---------------------------------------------------------------- what makes a matrix orthogonal


def turn(found: Understood, names: Iterable[str]) -> None:
    """Take these matrices to be orthogonal, as Q^TQ = I says of a square one, and read again."""
    turned = {*names}
    if not turned:
        return
    doubts = found.said.not_taken([(name, "orthogonal") for name in turned], MENTIONED)
    for each in found.said.given:
        if each.turned in turned:
            found.said.facts.setdefault(each.turned, set()).add("orthogonal")
    found.said.given = [each for each in found.said.given if each.turned not in turned]
    found.notes = [line for line in found.notes if line not in doubts]
    read_function(found, scalar=found.is_scalar)


def unturn(found: Understood) -> None:
    """Of an m×n matrix that is called orthogonal, Q^TQ = I is what is meant, or QQ^T = I.

    Of the entries of a diagonal matrix that are said to be ±1 only those on the diagonal are.
    """
    for name, facts in found.said.facts.items():
        signs = given_by(*VALUES["signs"], name)
        if "diagonal" in facts and signs in found.said.given:
            found.said.given.remove(signs)
            facts.add("orthogonal")
    for each in declarations(found):
        facts = found.said.facts.get(each.name, set())
        sizes = re.search(r"\^\s*\{(.+?)\\times(.+?)\}", each.within)
        if "orthogonal" in facts and sizes and sizes[1].strip() != sizes[2].strip():
            facts.discard("orthogonal")
            _turn_sides(found, each)
        if "symmetric" in facts and sizes and sizes[1].strip() != sizes[2].strip():
            facts.discard("symmetric")
            found.notes.append(f"{plain_name(each.name)} is not square, so it is not symmetric")


def _turn_sides(found: Understood, each: Declared) -> None:
    """Say what is orthonormal of a matrix that is not square: what the text says, or the rows of
    one with fewer rows than columns."""
    said, wide = found.said, is_wide(each.within, found.reading)
    if any(known.turned == each.name for known in (*said.given, *said.doubtful_given)):
        return
    product = f"{each.latex}{each.latex}^T" if wide else f"{each.latex}^T{each.latex}"
    said.given.append(Given(product, "I", each.name))
    parts = "rows" if wide else "columns"
    found.notes.append(f"{plain_name(each.name)} is not square: its {parts} are orthonormal")


def square_ones(found: Understood) -> list[str]:
    """The matrices of which Q^TQ = I is said and that are square."""
    known = found.problem.symbols if found.problem else {}
    names = [each.turned for each in _general(found) if each.turned in known]
    names = [name for name in names if name not in found.variables]  # which are only constrained
    return [name for name in names if known[name].shape.is_square]


def _general(found: Understood) -> list[Given]:
    """The equations that hold for the whole text, not for some of its claims."""
    return [each for each in found.said.given if each not in found.said.given_for]


def free_ones(found: Understood, answers: Iterable[Expr]) -> list[str]:
    """The matrices that may as well be square: no answer has the other product, QQ^T, in it."""
    if not found.said.given or found.problem is None:
        return []
    known, declared = found.problem.symbols, {d.name for d in declarations(found)}
    inside = [node for e in answers for node in postorder(multiplied_out(e, Context()))]
    pairs = {pair for node in inside if node.op is matmul for pair in pairwise(node.args)}
    found_ones: list[str] = []
    for each in _general(found):
        if each.turned in known and each.turned not in (*declared, *found.variables):
            A = known[each.turned]
            is_left = side(each.left)[1] == "A'A"
            other = (A, transpose(A)) if is_left else (transpose(A), A)
            is_free = other not in pairs or each.turned in SQUARE
            found_ones += [each.turned] if is_free else []
    return found_ones

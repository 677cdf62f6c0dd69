"""The other forms of an answer: substituted back, and with Hadamard products as diagonals."""

from __future__ import annotations

from matgrad.core.expr import Expr, Symbol
from matgrad.core.notation import capital
from matgrad.core.rule import Context
from matgrad.core.steps import Definition, Phase
from matgrad.core.walk import fold, rebuild, substitute
from matgrad.derive.cascade import Cascade
from matgrad.derive.definitions import closed_sizes, closed_values, printed_size
from matgrad.derive.naming import name_parts
from matgrad.ops import diag_matrix, hadamard, matmul, symbol_op, transpose
from matgrad.ops.families import named_part
from matgrad.render.names import Names
from matgrad.rules import shortest

READABLE_SIZE = 2_000  # a substituted form is simplified up to this printed size
NAMED_SIZE = 600  # a function whose parts are all named is read in its names
WRITTEN_SIZE = 20_000  # and written at all up to this one: sharing can make it exponentially long

Forms = dict[str, dict[str, Expr]]


def all_forms(
    results: dict[str, Expr], parts: Cascade, context: Context
) -> tuple[Forms, dict[str, tuple[Definition, ...]]]:
    """Cascade, closed and, where it differs, diagonal form of each result."""
    closed = close(results, parts, context)
    short, names = name_parts(results, closed, parts, context)
    diagonal, extra = diagonalise(results, parts, context)  # in other letters than those names
    forms: Forms = {"cascade": short, "closed": closed}
    if diagonal != results:
        forms["diagonal"] = diagonal
    return forms, {"cascade": names, "diagonal": tuple(extra)}


def close(results: dict[str, Expr], parts: Cascade, context: Context) -> dict[str, Expr]:
    """Every name substituted back into the given variables, unless that fills pages."""
    definitions, sizes = parts.definitions, closed_sizes(parts.definitions)
    printed = {name: printed_size(G, sizes) for name, G in results.items()}
    fills_pages = sum(printed.values()) > WRITTEN_SIZE  # all of them, as for many layers
    most = NAMED_SIZE if parts.is_named or fills_pages else WRITTEN_SIZE
    short = {name: G for name, G in results.items() if printed[name] <= most}
    values = closed_values(definitions) if short else {}
    closed: dict[str, Expr] = {}
    for name, result in short.items():
        value = substitute(result, values)
        if value.size <= READABLE_SIZE:
            value = shortest(value, context)
        if value is not result:
            why = "every name replaced by what it stands for"
            context.trail.record(Phase.FORM, result, value, "substitute back", why)
        closed[name] = value
    return closed


def diagonalise(
    results: dict[str, Expr], parts: Cascade, context: Context
) -> tuple[dict[str, Expr], list[Definition]]:
    """Hadamard products of vectors as products with diagonal matrices, S = Diag(s)."""
    letters = Names(parts.names.taken)
    names: dict[Expr, tuple[Definition, Expr]] = {}

    def named(value: Expr, letter: str) -> Expr:
        if value not in names:
            named = named_part(letters.fresh(value.shape, [letter]), value)
            names[value] = Definition(named.symbol, named.value, "diagonal"), named.here
        return names[value][1]

    def visit(node: Expr, args: list[Expr]) -> Expr:
        if node.op is hadamard and node.shape.is_column:
            *diagonals, last = args
            factors = [named(diag_matrix(v), _capital(v)) for v in diagonals]
            return matmul(*factors, last)
        if node.op is diag_matrix and node.args[0].op is hadamard:
            return matmul(*(named(diag_matrix(v), _capital(v)) for v in node.args[0].args))
        if node.op is transpose and node.args[0].op is symbol_op and node.shape.is_column:
            return named(node, node.args[0].name.lower())
        return rebuild(node, args)

    diagonal: dict[str, Expr] = {}
    for name, result in results.items():
        if not _has_vector_hadamard(result):
            diagonal[name] = result
            continue
        diagonal[name] = fold(result, visit)
        why = "u ⊙ v = Diag(u) v"
        context.trail.record(Phase.FORM, result, diagonal[name], "diagonal matrices", why)
    return diagonal, [definition for definition, _ in names.values()]


def _capital(v: Expr) -> str:
    return capital(v.name) if isinstance(v.data, Symbol) else "D"


def _has_vector_hadamard(root: Expr) -> bool:
    def visit(node: Expr, below: list[bool]) -> bool:
        return any(below) or (node.op is hadamard and node.shape.is_column)

    return fold(root, visit)

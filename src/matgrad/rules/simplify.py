"""The phases, in order; each runs one table of rules to a normal form."""

from __future__ import annotations

from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.facts import facts_of
from matgrad.core.rule import Context, Table, equation, normalise
from matgrad.core.steps import Phase
from matgrad.core.walk import postorder, substitute
from matgrad.ops import det, log, logdet, symbol_op
from matgrad.rules.adjugates import ADJUGATES
from matgrad.rules.blocks import BLOCKS, READABLE_BLOCKS
from matgrad.rules.canonical import CANONICAL, powers, scalar_factors
from matgrad.rules.collect import COLLECT
from matgrad.rules.commutation import COLLECT_COMMUTATION, COMMUTATION
from matgrad.rules.contractions import CONTRACTIONS
from matgrad.rules.expand import EXPAND
from matgrad.rules.exponentials import EXPONENTIALS, SHARES
from matgrad.rules.families import FAMILIES
from matgrad.rules.functions import FUNCTIONS, even_powers, maximum_with_zero
from matgrad.rules.kronecker import KRONECKER, READABLE_KRONECKER
from matgrad.rules.kronecker_sums import COLLECT_KRONECKER
from matgrad.rules.matrix_functions import MATRIX_FUNCTIONS, TRACES
from matgrad.rules.named import NAMED_FUNCTIONS
from matgrad.rules.onehot import ONEHOT, PICK
from matgrad.rules.parts import PARTS, READABLE_PARTS
from matgrad.rules.products import PRODUCTS
from matgrad.rules.pseudoinverse import PSEUDOINVERSE
from matgrad.rules.push import PUSH, push_determinant
from matgrad.rules.quotients import QUOTIENTS, READABLE_QUOTIENTS
from matgrad.rules.readable import READABLE
from matgrad.rules.reduce import REDUCE
from matgrad.rules.row_sums import ROW_SUMS
from matgrad.rules.selection import SELECTION
from matgrad.rules.spectra import SPECTRA
from matgrad.rules.toeplitz import TOEPLITZ
from matgrad.rules.transposes import TRANSPOSES
from matgrad.rules.triangles import TRIANGLES
from matgrad.rules.vectorised import COLLECT_VECTORISED, VECTORISED
from matgrad.rules.wildcards import M

PREPARE = Table(
    "prepare",
    even_powers,
    equation("log of det", log(det(M)), logdet(M), why="log det"),
    push_determinant,
    maximum_with_zero,
    PICK,
    *EXPONENTIALS.rules,
    *TRACES.rules,
    *SPECTRA.rules,
)
LIGHT = Table("light", scalar_factors, powers)
NORMAL = CANONICAL + PUSH + PRODUCTS + REDUCE + FUNCTIONS + EXPONENTIALS + SHARES
NORMAL += KRONECKER + COMMUTATION + VECTORISED + CONTRACTIONS + MATRIX_FUNCTIONS + PSEUDOINVERSE
NORMAL += PARTS + BLOCKS + TOEPLITZ + SELECTION + TRIANGLES + NAMED_FUNCTIONS
NORMAL += QUOTIENTS + ROW_SUMS + SPECTRA + ONEHOT + ADJUGATES + FAMILIES
COLLECT_STRUCTURED = COLLECT_KRONECKER + COLLECT_COMMUTATION + COLLECT_VECTORISED
COLLECTED = NORMAL.then(COLLECT + COLLECT_STRUCTURED)
ALL_READABLE = READABLE + READABLE_QUOTIENTS + READABLE_KRONECKER + READABLE_BLOCKS + READABLE_PARTS
EXPANDED = NORMAL.then(EXPAND)
SHORT = 50  # nodes of what is multiplied out and collected again, however long it gets
MUCH_LONGER = 1.7
TABLES = (
    *(QUOTIENTS, READABLE_QUOTIENTS),
    *(PREPARE, CANONICAL, PUSH, TRANSPOSES, PRODUCTS, REDUCE, FUNCTIONS, EXPONENTIALS, SHARES),
    *(KRONECKER, COMMUTATION, VECTORISED, CONTRACTIONS, COLLECT, EXPAND, READABLE),
    *(COLLECT_STRUCTURED, READABLE_KRONECKER, MATRIX_FUNCTIONS, PSEUDOINVERSE),
    *(PARTS, BLOCKS, TOEPLITZ, SELECTION, TRIANGLES, READABLE_BLOCKS, READABLE_PARTS),
    *(NAMED_FUNCTIONS, ROW_SUMS, SPECTRA, ONEHOT, ADJUGATES, FAMILIES),
)


def prepare(node: Expr, context: Context) -> Expr:
    """The function in a form that is easier to differentiate, ‖x‖² as x : x."""
    return normalise(node, PREPARE, context)


def canonical(node: Expr, context: Context) -> Expr:
    """Normal form with common factors pulled out."""
    return normalise(normalise(node, NORMAL, context), COLLECTED, context)


def light(node: Expr, context: Context) -> Expr:
    """Numbers multiplied together and nothing else, so that a line keeps its form."""
    return normalise(node, LIGHT, context)


def tidy(node: Expr, context: Context) -> Expr:
    """Readable normal form with products left apart, as in dy = B dV r + BV dr."""
    return readable(normalise(node, NORMAL, context), context)


def readable(node: Expr, context: Context) -> Expr:
    """A canonical expression in the form people like to read."""
    return normalise(node, ALL_READABLE, context)


def simplify(node: Expr, context: Context | None = None) -> Expr:
    """The simplest form of an expression that the tables know."""
    context = context or Context()
    return readable(canonical(node, context), context)


def shortest(node: Expr, context: Context) -> Expr:
    """Simplified as it stands or after multiplying out, whichever is shorter."""
    plain = simplify(node, context)
    start = canonical(node, context)
    done = {table: dict(forms) for table, forms in context.normal.items()}
    # It leaves no record unless it is shorter.
    trial = Context(known=context.known, normal=done, settled=context.settled)
    atoms = _atoms(start, context)
    outline = substitute(start, atoms)
    expanded = normalise(outline, EXPANDED, trial)
    if expanded is outline:  # there is nothing to multiply out
        return plain
    if outline.size > SHORT and expanded.size > MUCH_LONGER * outline.size:
        return plain  # what grows so much is hardly ever collected to less
    back = {symbol: atom for atom, symbol in atoms.items()}
    again = simplify(substitute(expanded, back), trial)
    if again.size > _most(plain, again, context) * plain.size:
        return plain
    context.trail.record(Phase.DETAIL, plain, again, "multiply out", "and collect again")
    return again


def _most(plain: Expr, again: Expr, context: Context) -> float:
    """How long the second form may be: clearly shorter, unless it alone shows that it is symmetric.

    x(2axᵀ − yᵀ) − yxᵀ is easier to read as 2axxᵀ − xyᵀ − yxᵀ.
    """
    forms = (again, plain) if plain.shape.is_square and not plain.is_scalar else ()
    shows = ["symmetric" in facts_of(form, context.known) for form in forms]
    return 1.25 if shows == [True, False] else 0.85


def multiplied_out(node: Expr, context: Context) -> Expr:
    """Products over sums as sums of products."""
    return normalise(canonical(node, context), EXPANDED, context)


def _atoms(root: Expr, context: Context) -> dict[Expr, Expr]:
    """Symbols in place of the functions that are not linear: their insides stay as they are."""
    atoms: dict[Expr, Expr] = {}
    for node in postorder(root, into=lambda node: node.op.partials is None):
        if node.op.partials is not None:
            facts = facts_of(node, context.known)
            data = Symbol(f"#{len(atoms)}", node.shape, facts, axes=node.axes)
            atoms[node] = make(symbol_op, (), data)
    return atoms

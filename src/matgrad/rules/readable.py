"""The last phase, where taste lives: the same value in the form people like to read."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.core.walk import postorder
from matgrad.ops import (
    add,
    constant,
    constant_op,
    diag,
    diag_matrix,
    entry_op,
    exp,
    eye,
    hadamard,
    matmul,
    mean,
    number,
    number_op,
    ones,
    ones_op,
    power,
    power_op,
    scale,
    size,
    softmax,
    sqrt,
    total,
    transpose,
    unit,
    unit_op,
    unvec,
    vec,
)
from matgrad.rules.terms import as_term, chain_of, from_term, hadamard_of, product_of, scaled
from matgrad.rules.transposes import flip, scalars_first
from matgrad.rules.wildcards import A, B, C, M, N, P, rewrite, u, x, y
from matgrad.rules.words import in_reading_order

HALF = Fraction(1, 2)
PI = constant("pi")


@rewrite("square roots", power_op, examples=(power(P, HALF), power(P, -HALF)))
def square_roots(context: Context, node: Expr) -> Expr | None:
    """x^½ = √x."""
    base, exponent = node.args
    k = number_value(exponent)
    if k == HALF:
        return sqrt(base)
    return power(sqrt(base), -1) if k == -HALF else None


def _root_of_constant(node: Expr) -> tuple[Expr, bool] | None:
    """c and True for √c, c and False for 1/√c, where c is a number or a constant such as π."""
    below = node.op is power_op and number_value(node.args[1]) == -1
    root = node.args[0] if below else node
    if root.op is not sqrt or root.args[0].op not in (number_op, constant_op):
        return None
    return root.args[0], not below


@rewrite("roots of constants under one root", scale, examples=(
    scale(sqrt(number(2)), power(sqrt(PI), -1), A),
    scale(power(sqrt(number(2)), -1), power(sqrt(PI), -1)),
), needs=(sqrt,))  # fmt: skip
def one_root(context: Context, node: Expr) -> Expr | None:
    """√2/√π = √(2/π), and 1/(√2√π) = 1/√(2π)."""
    found = [(arg, _root_of_constant(arg)) for arg in node.args]
    roots = [root for _, root in found if root is not None]
    if len(roots) < 2:
        return None
    above, under = ([c for c, top in roots if top is side] for side in (True, False))
    rest = [arg for arg, root in found if root is None]
    inverse = not above
    factors = [*(under if inverse else above), *([] if inverse else [power(c, -1) for c in under])]
    whole = sqrt(factors[0] if len(factors) == 1 else scale(*factors))
    parts = [power(whole, -1) if inverse else whole, *rest]
    return parts[0] if len(parts) == 1 else scale(*parts)


@rewrite("fractions where they belong", add, scale, examples=(
    M - number("1/2") * N - number("1/2") * N.T, number("1/2") * (M + N - 2 * M.T),
))  # fmt: skip
def fractions(context: Context, node: Expr) -> Expr | None:
    """A − ½B − ½C = A − ½(B + C), and ½(B + C − 2A) the same."""
    factor, total = Fraction(1), node
    if node.op is scale:
        number_, total = node.args[0], node.args[-1]
        factor = number_value(number_) or Fraction(1)
        if len(node.args) != 2 or total.op is not add or factor.denominator == 1:
            return None
    terms = [as_term(arg) for arg in total.args]
    if node.op is scale:
        terms = [t._replace(coefficient=factor * t.coefficient) for t in terms]
    parts = [t for t in terms if t.coefficient.denominator > 1]
    if not parts or len(parts) == len(terms) or (node.op is add and len(parts) < 2):
        return None
    units = {abs(t.coefficient) for t in parts}
    unit = units.pop()
    if units:
        return None
    if all(t.coefficient < 0 for t in parts):
        unit = -unit
    inner = [from_term(t._replace(coefficient=t.coefficient / unit), node.shape) for t in parts]
    rest = [from_term(t, node.shape) for t in terms if t.coefficient.denominator == 1]
    share = inner[0] if len(inner) == 1 else add(*in_reading_order(inner))
    return add(*in_reading_order([*rest, scale(number(unit), share)]))


@rewrite("the mean of the entries", scale, examples=(
    scale(total(x), power(size("n"), -1), y), scale(number(2), total(x), power(size("n"), -1)),
), needs=(total,))  # fmt: skip
def find_mean(context: Context, node: Expr) -> Expr | None:
    """sum(x)/n = mean(x) for a vector x with n entries."""
    for i, factor in enumerate(node.args):
        if factor.op is not total or not factor.args[0].shape.is_column:
            continue
        below = power(size(factor.args[0].shape.rows), -1)
        if below in node.args:
            args = [mean(*factor.args) if j == i else arg for j, arg in enumerate(node.args)]
            args.remove(below)
            return args[0] if len(args) == 1 else scale(*args)
    return None


@rewrite("transpose of the whole", matmul, examples=(matmul(C.T, A.T),), needs=(transpose,))
def transposed_product(context: Context, node: Expr) -> Expr | None:
    """CᵀAᵀ = (AC)ᵀ when every factor is transposed."""
    if all(arg.op is transpose for arg in node.args):
        return matmul(*(arg.args[0] for arg in reversed(node.args))).T
    return None


@rewrite("a sum beside its transpose", matmul, examples=(
    matmul(A.T - matmul(x, ones(1, "m")), A - matmul(ones("m"), x.T)),
    matmul(M.T + matmul(x, y.T), N, M + matmul(y, x.T)),
), needs=(add,))  # fmt: skip
def twin_sums(context: Context, node: Expr) -> Expr | None:
    """(Xᵀ − m1ᵀ)(X − 1mᵀ) = (X − 1mᵀ)ᵀ(X − 1mᵀ): one sum, read twice."""
    sums = [i for i, arg in enumerate(node.args) if arg.op is add]
    for i in sums:
        for j in reversed(sums):
            twin = node.args[j]
            fewer = (_turns(twin), -j) < (_turns(node.args[i]), -i)
            if fewer and Counter(flip(context, twin).args) == Counter(node.args[i].args):
                return matmul(*node.args[:i], twin.T, *node.args[i + 1 :])
    return None


def _turns(node: Expr) -> int:
    return sum(each.op is transpose for each in postorder(node))


@rewrite("transpose of the whole", add, hadamard, examples=(
    A.T + B.T, A.T - 2 * B.T, x.T - ones(1, "n"), hadamard(x.T, y.T),
), needs=(transpose,))  # fmt: skip
def transposed_terms(context: Context, node: Expr) -> Expr | None:
    """Aᵀ + Bᵀ = (A + B)ᵀ and xᵀ ⊙ yᵀ = (x ⊙ y)ᵀ when everything is transposed."""
    turned = [_turned(arg) for arg in node.args]
    known = [arg for arg in turned if arg is not None]
    if len(known) < len(node.args) or not any(_is_turned(arg) for arg in node.args):
        return None
    return node.op(*(in_reading_order(known) if node.op is add else known)).T


def _is_turned(node: Expr) -> bool:
    return (node.args[-1] if node.op is scale else node).op is transpose


def _turned(node: Expr) -> Expr | None:
    """The transpose of a term that is written as one, or of a row of ones."""
    *scalars, body = node.args if node.op is scale else (node,)
    is_row = body.op is ones_op and body.shape.rows == ONE
    if body.op is not transpose and not is_row:
        return None
    return scaled(scalars, ones(body.shape.cols) if is_row else body.args[0])


@rewrite("entries", matmul, examples=(
    matmul(unit(1, "m").T, A, unit(1, "n")), matmul(unit(1, "n").T, x),
), needs=(unit_op,))  # fmt: skip
def entries(context: Context, node: Expr) -> Expr | None:
    """e(i)ᵀ A e(j) is the entry A[i,j]."""
    if not node.is_scalar:
        return None
    first, last = node.args[0], node.args[-1]
    if first.op is not transpose or first.args[0].op is not unit_op:
        return None
    if last.op is unit_op and len(node.args) > 2:
        inner = product_of(node.args[1:-1])
        return entry_op(inner, first.args[0], last)
    inner = product_of(node.args[1:])
    return entry_op(inner, first.args[0], unit(1, 1))


@rewrite("rows or columns scaled by a vector", hadamard, examples=(
    hadamard(A, matmul(u, ones(1, "n"))), hadamard(A, matmul(ones("m"), x.T), B),
    hadamard(A, matmul(B, C, ones("k"), ones(1, "n"))),
), why="A ⊙ (u 1ᵀ) = Diag(u) A", needs=(ones_op,))  # fmt: skip
def scaled_rows(context: Context, node: Expr) -> Expr | None:
    """A ⊙ (u 1ᵀ) = Diag(u) A and A ⊙ (1 vᵀ) = A Diag(v)."""
    if node.shape.is_vector:
        return None
    for i, arg in enumerate(node.args):
        chain = chain_of(arg)
        rest = hadamard_of([*node.args[:i], *node.args[i + 1 :]])
        if len(chain) < 2:
            continue
        if chain[-1].op is ones_op and chain[-1].shape.rows == ONE:
            return matmul(diag_matrix(product_of(chain[:-1])), rest)
        if chain[0].op is ones_op and chain[0].shape.cols == ONE:
            v = product_of(chain[1:])
            return matmul(rest, diag_matrix(v.args[0] if v.op is transpose else v.T))
    return None


@rewrite("the diagonal of a matrix in a sum", add, examples=(
    M + M.T - diag_matrix(diag(M)), 2 * diag_matrix(diag(M)) + M,
), why="Diag(diag(A)) = A ⊙ I", needs=(diag_matrix,))  # fmt: skip
def diagonal_in_sum(context: Context, node: Expr) -> Expr | None:
    """A + Aᵀ − A ⊙ I, as people write it."""
    terms: list[Expr] = []
    for term in node.args:
        *scalars, body = term.args if term.op is scale else (term,)
        if body.op is diag_matrix and body.args[0].op is diag:
            inner = body.args[0].args[0]
            body = hadamard(inner, eye(inner.shape.rows))
        terms.append(scale(*scalars, body) if scalars else body)
    return None if tuple(terms) == node.args else add(*in_reading_order(terms))


READABLE = Table(
    "readable form",
    equation(
        "shares of a matrix",
        unvec(softmax(vec(A)), A.shape),
        exp(A) / total(exp(A)),
        why="softmax of all entries is exp(X)/sum(exp(X))",
    ),
    scalars_first,
    square_roots,
    one_root,
    fractions,
    find_mean,
    transposed_product,
    twin_sums,
    transposed_terms,
    entries,
    scaled_rows,
    diagonal_in_sum,
)

"""Parts of matrices: products with unit vectors, which pick blocks out of block matrices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from matgrad.core.dims import ONE, dim
from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.core.shape import Span
from matgrad.ops import (
    add,
    below,
    beside,
    eye,
    eye_op,
    hadamard,
    matmul,
    multiply,
    number,
    ones,
    ones_op,
    part,
    part_op,
    scale,
    spans,
    symbol,
    transpose,
    unit,
    unit_op,
    units,
    units_op,
    zeros_of,
)
from matgrad.rules.terms import product_of
from matgrad.rules.wildcards import A, C, M, rewrite, u, x

P, T = symbol("P", "k", "n"), symbol("T", "k", "k")
m, k = A.shape.rows, P.shape.rows
_stack, _row = below(A, P), beside(A.T, P.T)
_first, _second = units(1, m, m + k), units(m + 1, m + k, m + k)
_grid = below(beside(M, P.T), beside(P, T))


@rewrite("a part as a product", part_op, examples=(
    part(A, unit(1, "m"), eye("n")), part(A, eye("m"), units(1, 2, "n")),
    part(x, units(1, 2, "n"), eye(1)), part(A, unit(1, "m"), unit(2, "n")),
))  # fmt: skip
def as_product(context: Context, node: Expr) -> Expr | None:
    """A[i,:] = e(i)ᵀ A."""
    inner, rows, cols = node.args
    factors = (rows.T, inner, cols)
    whole = (rows.op is eye_op, False, cols.op is eye_op)
    kept = [factor for factor, skip in zip(factors, whole, strict=True) if not skip]
    result = kept[0]
    for factor in kept[1:]:
        result = multiply(result, factor)
    return result


@rewrite("a 1×1 factor of a product", matmul, scale, examples=(
    matmul(u, unit(1, 1)), matmul(u, eye(1), x.T), matmul(unit(1, 1), x.T), scale(eye(1), A),
))  # fmt: skip
def unit_factors(context: Context, node: Expr) -> Expr | None:
    """The only entry of the 1×1 identity is one, and other 1×1 factors are scalars."""
    if node.op is scale and not any(arg.op in (eye_op, unit_op) for arg in node.args[:-1]):
        return None
    if not any(arg.is_scalar for arg in node.args):
        return None
    scalars = [arg for arg in node.args if arg.is_scalar and arg.op not in (eye_op, unit_op)]
    rest = [arg for arg in node.args if not arg.is_scalar]
    body = product_of(rest) if rest else number(1)
    return scale(*scalars, body) if scalars else body


def span_of(chosen: Expr) -> Span | None:
    """The indices that columns of the identity stand for."""
    if chosen.op is units_op:
        return chosen.data
    if chosen.op is unit_op:
        index, size = chosen.data
        return Span(dim(index), dim(index), size)
    return None


def picks(node: Expr) -> Span | None:
    """The rows that a factor on the left picks out."""
    return span_of(node.args[0]) if node.op is transpose else None


def _of(span: Span) -> Expr:
    return units(span.first, span.last, span.size)


def _within(span: Span, outer: Span) -> Span | None:
    """A range counted from the beginning of another that surely holds it."""
    before, after = (span.first - outer.first).value, (outer.last - span.last).value
    if before is None or after is None or before < 0 or after < 0:
        return None
    start = span.first - outer.first + 1
    return Span(start, start + span.length - 1, outer.length)


def _apart(one: Span, other: Span) -> bool:
    gaps = ((other.first - one.last).value, (one.first - other.last).value)
    return any(gap is not None and gap > 0 for gap in gaps)


@rewrite("parts of the identity, of ones, of parts", matmul, examples=(
    matmul(unit(1, "n").T, unit(2, "n")), matmul(unit(1, "n").T, unit(1, "n"), u.T),
    matmul(units(1, 2, "n").T, units(1, 2, "n")), matmul(_first.T, _second),
    matmul(units(1, 2, "n").T, ones("n")), matmul(ones("m", "n"), units(1, 2, "n")),
), needs=(unit_op, units_op))  # fmt: skip
def of_constants(context: Context, node: Expr) -> Expr | None:
    """e(i)ᵀ e(j) is one or zero."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        rows, cols = picks(left), span_of(right)
        if rows is not None and cols is not None:
            if rows == cols:
                new = eye(rows.length) if rows.length != ONE else number(1)
            elif _apart(rows, cols):
                return zeros_of(node.shape)
            else:
                continue
        elif (rows is not None and right.op is ones_op) or (
            cols is not None and left.op is ones_op
        ):
            new = ones(left.shape.rows, right.shape.cols)
        else:
            continue
        return replaced(node, i, new)
    return None


def replaced(node: Expr, i: int, new: Expr) -> Expr:
    """The product with factors i and i+1 replaced; a 1×1 factor scales the rest."""
    before, after = node.args[:i], node.args[i + 2 :]
    if new.is_scalar and (before or after):
        return scale(new, product_of((*before, *after)))
    return product_of((*before, new, *after))


def _picked(
    span: Span, blocks: Sequence[Expr], places: Sequence[Span]
) -> list[tuple[Expr, Span]] | None:
    """The blocks that a range takes, whole ones or a part of one."""
    starts = [i for i, place in enumerate(places) if place.first == span.first]
    ends = [i for i, place in enumerate(places) if place.last == span.last]
    if starts and ends:
        whole = range(starts[0], ends[0] + 1)
        return [(blocks[i], Span(ONE, places[i].length, places[i].length)) for i in whole]
    for block, place in zip(blocks, places, strict=True):
        inside = _within(span, place)
        if inside is not None:
            return [(block, inside)]
    return None


@rewrite("a part of blocks", matmul, examples=(
    matmul(_first.T, _stack), matmul(_second.T, _stack, x), matmul(_row, _first),
    matmul(unit(2, m + 2).T, below(x.T, x.T, A)),
    matmul(units(1, 2, m + 2).T, below(x.T, x.T, A)),
), needs=(unit_op, units_op))  # fmt: skip
def of_blocks(context: Context, node: Expr) -> Expr | None:
    """The first rows of [A; B] are A."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        rows, cols = picks(left), span_of(right)
        if rows is not None and right.op is below:
            found = _picked(rows, right.args, spans([b.shape.rows for b in right.args]))
            if found is not None:
                parts = [multiply(_of(inside).T, block) for block, inside in found]
                return replaced(node, i, below(*parts))
        if cols is not None and left.op is beside:
            found = _picked(cols, left.args, spans([b.shape.cols for b in left.args]))
            if found is not None:
                parts = [multiply(block, _of(inside)) for block, inside in found]
                return replaced(node, i, beside(*parts))
    return None


@rewrite("a part of a sum or an entrywise product with blocks in it", matmul, examples=(
    matmul(_first.T, _stack + symbol("E", m + k, "n")),
    matmul(hadamard(_row, symbol("E", "n", m + k)), _first),
), needs=(unit_op, units_op))  # fmt: skip
def over_sums(context: Context, node: Expr) -> Expr | None:
    """Taking rows goes into a sum where a term gets simpler."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        pairs: list[tuple[Expr, list[Expr], list[Expr]]] = []
        if picks(left) is not None and right.op in (add, hadamard):
            bare = [multiply(left, _bare(term)) for term in right.args]
            pairs.append((right, [multiply(left, term) for term in right.args], bare))
        if span_of(right) is not None and left.op in (add, hadamard):
            bare = [multiply(_bare(term), right) for term in left.args]
            pairs.append((left, [multiply(term, right) for term in left.args], bare))
        for inner, terms, bare in pairs:
            if any(t.op is matmul and of_blocks.apply(context, t) for t in bare):
                return replaced(node, i, inner.op(*terms))
    return None


def _bare(term: Expr) -> Expr:
    return term.args[-1] if term.op is scale else term


def _tile(term: Expr, left: bool) -> tuple[Span, Expr] | None:
    """A term e(i:j) A or A e(i:j)ᵀ as its place and its block."""
    *scalars, body = term.args if term.op is scale else (term,)
    if body.op is not matmul:
        return None
    span = span_of(body.args[0]) if left else picks(body.args[-1])
    if span is None:
        return None
    block = product_of(body.args[1:] if left else body.args[:-1])
    return span, scale(*scalars, block) if scalars else block


@rewrite("blocks put in their places", add, examples=(
    matmul(_first, A) + matmul(_second, P), matmul(A.T, _first.T) - 2 * matmul(P.T, _second.T),
), needs=(unit_op, units_op))  # fmt: skip
def tiles(context: Context, node: Expr) -> Expr | None:
    """e(1:m) A + e(m+1:m+k) B = [A; B] where the places are all there are."""
    for left, op in ((True, below), (False, beside)):
        found = [_tile(term, left) for term in node.args]
        placed = {tile[0].first: tile for tile in found if tile is not None}
        if len(placed) != len(node.args):
            continue
        ordered: list[Expr] = []
        at, end = ONE, node.shape.rows if left else node.shape.cols
        while at in placed:
            span, block = placed.pop(at)
            ordered.append(block)
            at = span.last + 1
        if not placed and at == end + 1:
            return op(*ordered)
    return None


@rewrite("a product with unit vectors as a part", matmul, examples=(
    matmul(unit(1, "m").T, A), matmul(A, units(1, 2, "n")), matmul(units(1, 2, "m").T, A, C),
    matmul(units(1, 2, "m").T, A, unit(1, "n")), matmul(unit(1, "n").T, A.T),
), needs=(unit_op, units_op))  # fmt: skip
def as_part(context: Context, node: Expr) -> Expr | None:
    """e(i)ᵀ A = A[i,:]."""
    args = list(node.args)
    if len(args) == 3 and picks(args[0]) and span_of(args[2]) and not span_of(args[1]):
        return _part(args[1], args[0].args[0], args[2])
    for i, (left, right) in enumerate(pairwise(args)):
        if picks(left) and not (span_of(right) or picks(right)):
            new = _part(right, left.args[0], eye(right.shape.cols))
        elif span_of(right) and not (span_of(left) or picks(left)):
            new = _part(left, eye(left.shape.rows), right)
        else:
            continue
        return product_of((*args[:i], new, *args[i + 2 :]))
    return None


def _part(inner: Expr, rows: Expr, cols: Expr) -> Expr:
    """A part of a transpose is the transpose of a part."""
    if inner.op is transpose:
        return part(inner.args[0], cols, rows).T
    return part(inner, rows, cols)


PARTS = Table("parts", as_product, unit_factors, of_constants, of_blocks, over_sums, tiles)
READABLE_PARTS = Table("readable parts", as_part)

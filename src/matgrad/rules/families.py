"""Sums over an index, and members of families: factors before a sum, and what cancels."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.expr import Axis, Expr, make
from matgrad.core.rule import Context, Rule, Table
from matgrad.ops import add, frobenius, hadamard, matmul, multiply, scale, size, symbol, transpose
from matgrad.ops.families import (
    INNERMOST,
    Delta,
    delta,
    delta_op,
    has_innermost,
    merge,
    merge_op,
    opened,
    split,
    split_op,
    sum_op,
    sum_over,
)
from matgrad.rules.wildcards import A, c

_N = Axis("i", symbol("x", "N").shape.rows)
_X = symbol("X", "m", "N")


def _outside(node: Expr) -> Expr:
    """Something that does not change with the index of a sum, as it is outside of it."""
    return opened(node, INNERMOST)  # there is no index in it that could get the name


def _constant_sum(context: Context, node: Expr) -> Expr | None:
    """Σ_i A = N A."""
    (body,) = node.args
    return None if has_innermost(body) else multiply(size(node.data), _outside(body))


def _factors(context: Context, node: Expr) -> Expr | None:
    """Σ_i c X_i = c Σ_i X_i: factors of a product that are the same for all terms."""
    (body,) = node.args
    if body.op is transpose:
        return transpose(make(sum_op, body.args, node.data))
    if body.op not in (scale, matmul, hadamard, frobenius):
        return None
    varying = [has_innermost(arg) for arg in body.args]
    if all(varying) or not any(varying):
        return None
    return PULLED[body.op](body, varying, node)


def _summed(node: Expr, inside: list[Expr], op: Callable[..., Expr]) -> Expr:
    body = inside[0] if len(inside) == 1 else op(*inside)
    return make(sum_op, (body,), node.data)


def _of_scale(body: Expr, varying: list[bool], node: Expr) -> Expr | None:
    still = [_outside(x) for x, moves in zip(body.args, varying, strict=True) if not moves]
    moving = [x for x, moves in zip(body.args, varying, strict=True) if moves]
    if varying[-1]:
        return scale(*still, _summed(node, moving, scale))
    *scalars, last = still
    found = scale(_summed(node, moving, scale), last)
    return scale(*scalars, found) if scalars else found


def _of_matmul(body: Expr, varying: list[bool], node: Expr) -> Expr | None:
    first, last = varying.index(True), len(varying) - varying[::-1].index(True)
    if first == 0 and last == len(varying):
        return None
    left, right = map(_outside, body.args[:first]), map(_outside, body.args[last:])
    return matmul(*left, _summed(node, [*body.args[first:last]], matmul), *right)


def _of_hadamard(body: Expr, varying: list[bool], node: Expr) -> Expr | None:
    still = [_outside(x) for x, moves in zip(body.args, varying, strict=True) if not moves]
    moving = [x for x, moves in zip(body.args, varying, strict=True) if moves]
    return hadamard(*still, _summed(node, moving, hadamard))


def _of_frobenius(body: Expr, varying: list[bool], node: Expr) -> Expr | None:
    one, other = (x if moves else _outside(x) for x, moves in zip(body.args, varying, strict=True))
    moving = varying.index(True)
    summed = _summed(node, [body.args[moving]], frobenius)
    return frobenius(summed, other) if moving == 0 else frobenius(one, summed)


PULLED = {scale: _of_scale, matmul: _of_matmul, hadamard: _of_hadamard, frobenius: _of_frobenius}


def _terms(context: Context, node: Expr) -> Expr | None:
    """Σ_i (A + X_i) = N A + Σ_i X_i: terms that are the same for all."""
    (body,) = node.args
    if body.op is not add or all(map(has_innermost, body.args)):
        return None
    still = [_outside(x) for x in body.args if not has_innermost(x)]
    moving = [x for x in body.args if has_innermost(x)]
    terms = [multiply(size(node.data), x) for x in still]
    return add(*terms, _summed(node, moving, add)) if moving else None


def _delta(context: Context, node: Expr) -> Expr | None:
    """Σ_i δ_ij X_i = X_j."""
    (body,) = node.args
    factors = body.args if body.op in (scale, matmul, hadamard) else (body,)
    for factor in factors:
        data = factor.data
        if factor.op is not delta_op or INNERMOST not in data[:2]:
            continue
        assert isinstance(data, Delta)
        other = data.other if data.one == INNERMOST else data.one
        rest = [x for x in factors if x is not factor]
        inside = rest[0] if len(rest) == 1 else body.op(*rest) if rest else None
        # The other index as it is seen from outside: #1 is #0 there.
        return size(1) if inside is None else opened(inside, _seen(other))
    return None


def _seen(place: str | int) -> str | int:
    if isinstance(place, int) or not place.startswith("#"):
        return place
    return f"#{int(place[1:]) - 1}"


def _split_of_merged(context: Context, node: Expr) -> Expr | None:
    """Block i of [X_1, …, X_n] is X_i."""
    (inner,) = node.args
    is_same = inner.op is merge_op and inner.data == node.data.number
    return opened(inner.args[0], node.data.place) if is_same else None


def _merged_of_split(context: Context, node: Expr) -> Expr | None:
    """[X_1, …, X_n] of all blocks of X is X."""
    (inner,) = node.args
    is_same = (
        inner.op is split_op and inner.data.place == INNERMOST and not has_innermost(inner.args[0])
    )
    return _outside(inner.args[0]) if is_same and inner.data.number == node.data else None


FAMILIES = Table(
    "families",
    Rule("sum of the same", (sum_op,), _constant_sum, (make(sum_op, (A,), _N.size),)),
    Rule(
        "delta in a sum", (sum_op,), _delta,
        (sum_over(_N, scale(delta("i", "j", _N.size), split(_X, _N))),),
    ),
    Rule(
        "factors of a sum", (sum_op,), _factors,
        (sum_over(_N, scale(c, split(_X, _N))), sum_over(_N, A @ split(symbol("X", "n", "N"), _N))),
        "factors that are the same for all terms",
    ),
    Rule(
        "terms of a sum", (sum_op,), _terms,
        (sum_over(_N, add(symbol("y", "m"), split(_X, _N))),),
    ),
    Rule("block of blocks", (split_op,), _split_of_merged, (split(merge(_N, split(_X, _N)), _N),)),
    Rule("blocks of blocks", (merge_op,), _merged_of_split, (merge(_N, split(_X, _N)),)),
)  # fmt: skip

"""The equations of Moore and Penrose, and inverses beside the product they invert."""

from __future__ import annotations

from collections import Counter

from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Table
from matgrad.core.walk import postorder
from matgrad.ops import (
    add,
    eye,
    eye_op,
    inv,
    matmul,
    number,
    pinv,
    power,
    scale,
    symbol,
    transpose,
    zeros_of,
)
from matgrad.rules.terms import chain_of, product_of
from matgrad.rules.transposes import flip
from matgrad.rules.wildcards import A, B, C, M, rewrite, u

TALL = symbol("A", "m", "n", facts=("full_column_rank",))
WIDE = symbol("A", "m", "n", facts=("full_row_rank",))

# With P = X⁺, marked by t where transposed: three factors that are one of them.
SHORTER: dict[tuple[str, ...], str] = {
    ("X", "P", "X"): "X", ("Xt", "Pt", "Xt"): "Xt", ("Xt", "X", "P"): "Xt", ("P", "X", "Xt"): "Xt",
    ("X", "Xt", "Pt"): "X", ("Pt", "Xt", "X"): "X",
    ("P", "X", "P"): "P", ("Pt", "Xt", "Pt"): "Pt", ("P", "Pt", "Xt"): "P", ("Xt", "Pt", "P"): "P",
    ("X", "P", "Pt"): "Pt", ("Pt", "P", "X"): "Pt",
}  # fmt: skip
STRAIGHT = {("Pt", "Xt"): ("X", "P"), ("Xt", "Pt"): ("P", "X")}  # X X⁺ and X⁺X are symmetric
COLUMN_RANK = (("P", "X"), ("Xt", "Pt"))  # the identity if X has full column rank
ROW_RANK = (("X", "P"), ("Pt", "Xt"))
# What vanishes before and after I − XX⁺, and I − X⁺X.
OUTSIDE = (("P", "Xt"), ("X", "Pt"))
NULL = (("X", "Pt"), ("P", "Xt"))


def _roles(context: Context, X: Expr) -> dict[Expr, str]:
    P = pinv(X)
    return {flip(context, P): "Pt", P: "P", flip(context, X): "Xt", X: "X"}


def _inverted(chain: tuple[Expr, ...]) -> list[Expr]:
    """The matrices whose pseudoinverse occurs in a product, also inside of I − XX⁺."""
    found: dict[Expr, None] = {}
    for factor in chain:
        terms = factor.args if factor.op is add else (factor,)
        for part in (part for term in terms for part in chain_of(_unscaled(term))):
            inner = part.args[0] if part.op is transpose else part
            if inner.op is pinv:
                found[inner.args[0]] = None
    return list(found)


def _unscaled(node: Expr) -> Expr:
    return node.args[-1] if node.op is scale else node


@rewrite("equations of Moore and Penrose", matmul, examples=(
    matmul(A, pinv(A), A), matmul(pinv(A), A, pinv(A)), matmul(A.T, A, pinv(A)),
    matmul(pinv(A).T, pinv(A), A), matmul(pinv(TALL), TALL, C), matmul(u.T, WIDE, pinv(WIDE)),
    matmul(pinv(A).T, A.T),
), why="X X⁺X = X, X⁺X X⁺ = X⁺, and X X⁺ and X⁺X are symmetric", needs=(pinv,))  # fmt: skip
def moore_penrose(context: Context, node: Expr) -> Expr | None:
    """X X⁺X = X, X⁺X X⁺ = X⁺, and X X⁺ and X⁺X are symmetric."""
    for X in _inverted(node.args):
        roles = _roles(context, X)
        factor = {role: f for f, role in roles.items()}
        kinds = [roles.get(f, "") for f in node.args]
        for i in range(len(kinds) - 1):
            before, two, three = node.args[:i], (kinds[i], kinds[i + 1]), tuple(kinds[i : i + 3])
            if three in SHORTER:
                return product_of((*before, factor[SHORTER[three]], *node.args[i + 3 :]))
            whole = (two in COLUMN_RANK and context.has(X, "full_column_rank")) or (
                two in ROW_RANK and context.has(X, "full_row_rank")
            )
            if whole:
                size = node.args[i].shape.rows
                return product_of((*before, eye(size), *node.args[i + 2 :]))
            if two in STRAIGHT and not node.is_scalar:  # numbers have a direction of their own
                straight = (factor[role] for role in STRAIGHT[two])
                return product_of((*before, *straight, *node.args[i + 2 :]))
    return None


@rewrite("outside of the range", matmul, examples=(
    matmul(pinv(A), eye("m") - A @ pinv(A)), matmul(eye("m") - A @ pinv(A), A, C),
    matmul(A, eye("n") - pinv(A) @ A), matmul(eye("n") - pinv(A) @ A, A.T),
), why="X⁺(I − XX⁺) = 0 and X (I − X⁺X) = 0", needs=(pinv,))  # fmt: skip
def outside_of_range(context: Context, node: Expr) -> Expr | None:
    """X⁺(I − XX⁺) = 0 and X (I − X⁺X) = 0, and so on."""
    for X in _inverted(node.args):
        roles = _roles(context, X)
        kinds = [roles.get(f, "") for f in node.args]
        for i, f in enumerate(node.args):
            for product, (before, after) in (((X, pinv(X)), OUTSIDE), ((pinv(X), X), NULL)):
                if not _is_complement(f, product):
                    continue
                left = kinds[i - 1] if i else ""
                right = kinds[i + 1] if i + 1 < len(kinds) else ""
                if left in before or right in after:
                    return zeros_of(node.shape)
    return None


def _is_complement(node: Expr, product: tuple[Expr, ...]) -> bool:
    """Is this I minus a product?"""
    return node.op is add and Counter(node.args) == Counter(_complement(product).args)


def _complement(product: tuple[Expr, ...]) -> Expr:
    return add(eye(product[0].shape.rows), scale(number(-1), matmul(*product)))


def _turns(node: Expr) -> int:
    return sum(part.op is transpose for part in postorder(node))


@rewrite("pseudoinverse of simple matrices", pinv, examples=(
    pinv(A.T), pinv(A.T + B.T), pinv(pinv(A)), pinv(2 * A), pinv(eye("n")), pinv(inv(M)),
))  # fmt: skip
def of_simple(context: Context, node: Expr) -> Expr | None:
    """(Xᵀ)⁺ = (X⁺)ᵀ, (X⁺)⁺ = X, and the inverse where there is one."""
    (X,) = node.args
    if (turns := _turns(X)) and _turns(turned := flip(context, X)) < turns:
        return pinv(turned).T
    if X.op is pinv:
        return X.args[0]
    if X.op is scale and all(context.has(s, "nonzero") for s in X.args[:-1]):
        return scale(*(power(s, -1) for s in X.args[:-1]), pinv(X.args[-1]))
    if X.op is eye_op:
        return X
    return inv(X) if context.has(X, "invertible") and X.shape.is_square else None


@rewrite("an inverse beside its product", matmul, examples=(
    matmul(inv(A.T @ A), A.T, A), matmul(M, A.T, A, inv(A.T @ A)),
), needs=(inv,))  # fmt: skip
def cancel_product(context: Context, node: Expr) -> Expr | None:
    """(AB)⁻¹ A B = I, where neither A nor B has an inverse."""
    args = node.args
    for i, factor in enumerate(args):
        if factor.op is not inv or factor.args[0].op is not matmul:
            continue
        chain = factor.args[0].args
        k = len(chain)
        if args[i + 1 : i + 1 + k] == chain:
            return product_of((*args[:i], eye(factor.shape.rows), *args[i + 1 + k :]))
        if i >= k and args[i - k : i] == chain:
            return product_of((*args[: i - k], eye(factor.shape.rows), *args[i + 1 :]))
    return None


PSEUDOINVERSE = Table(
    "pseudoinverse",
    moore_penrose,
    outside_of_range,
    of_simple,
    cancel_product,
)

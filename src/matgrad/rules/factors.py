"""Common factors at the ends of products pulled out of sums: AᵀAx − Aᵀb becomes Aᵀ(Ax − b)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.ops import add, diag_matrix, eye, kron, matmul
from matgrad.rules.terms import Term, as_term, chain_of, from_term, product_of
from matgrad.rules.transposes import flip
from matgrad.rules.wildcards import A, B, C, M, N, a, b, rewrite, u, x

Side = Callable[[tuple[Expr, ...]], tuple[Expr, tuple[Expr, ...]]]


def _left(chain: tuple[Expr, ...]) -> tuple[Expr, tuple[Expr, ...]]:
    return chain[0], chain[1:]


def _right(chain: tuple[Expr, ...]) -> tuple[Expr, tuple[Expr, ...]]:
    return chain[-1], chain[:-1]


def _largest_group(
    terms: Sequence[Term], together: Callable[[list[int]], bool]
) -> tuple[Side, list[int]] | None:
    """The side and the terms that share a factor there; the most terms win, left before right."""
    best: tuple[Side, list[int]] | None = None
    for side in (_left, _right):
        groups: dict[Expr, list[int]] = {}
        for i, term in enumerate(terms):
            if term.body is not None and term.body.op is matmul:
                groups.setdefault(side(term.body.args)[0], []).append(i)
        for members in groups.values():
            larger = len(members) > 1 and (best is None or len(members) > len(best[1]))
            if larger and together(members):
                best = side, members
    return best


def _pairs(context: Context, node: Expr) -> dict[int, int] | None:
    """For each term of a symmetric sum the place of its transpose; None if it is not symmetric."""
    if not node.shape.is_square:
        return None
    ends = {_ends(arg) for arg in node.args}
    if any(end[::-1] not in ends for end in ends):  # which tells most sums, and at once
        return None
    places = {arg: i for i, arg in enumerate(node.args)}
    if len(places) < len(node.args):  # a term that stands twice has one partner only
        return None
    partners: dict[int, int] = {}
    for i, arg in enumerate(node.args):
        partner = places.get(flip(context, arg))
        if partner is None:
            return None
        partners[i] = partner
    return partners if any(i != j for i, j in partners.items()) else None


def _ends(term: Expr) -> tuple[bool, bool]:
    """Does a product begin with a column, and does it end with a row?"""
    body = as_term(term).body
    if body is None or body.op is not matmul:
        return False, False
    return body.args[0].shape.is_column, body.args[-1].shape.rows == ONE


def _shared_factors(context: Context, chains: Sequence[tuple[Expr, ...]]) -> int:
    """How many factors all chains begin with, up to where their rest is a vector or symmetric.

    Such a rest is looked at by itself. A chain B … of a symmetric sum has a partner … Bᵀ.
    """
    count, first = 1, chains[0]
    while all(len(c) > count + 1 and c[count] is first[count] for c in chains):
        turned = flip(context, first[count])
        if first[count - 1].shape.is_vector or all(chain[-1] is turned for chain in chains):
            break
        count += 1
    return count


@rewrite("common left or right factor", add, examples=(
    A.T @ A @ x - A.T @ (B @ x), M @ C + N @ C, M @ N + M @ M + N, a * (M @ N) + b * (M @ M),
), needs=(matmul,))  # fmt: skip
def common_factor(context: Context, node: Expr) -> Expr | None:
    """AB + AC = A(B + C), for as many terms as share a factor."""
    terms = [as_term(arg) for arg in node.args]
    if node.is_scalar or sum(t.body is not None and t.body.op is matmul for t in terms) < 2:
        return None
    found: list[dict[int, int] | None] = []

    def together(members: list[int]) -> bool:  # xuᵀ + uxᵀ stays symmetric: neither goes alone
        if not found:
            found.append(_pairs(context, node))
        return found[0] is None or all(found[0][i] in members for i in members)

    group = _largest_group(terms, together)
    if group is None:
        return None
    side, members = group
    product = _pulled(context, [terms[i] for i in members], side is _left)
    others = [arg for i, arg in enumerate(node.args) if i not in members]
    return add(product, *others) if others else product


def _pulled(context: Context, terms: Sequence[Term], left: bool) -> Expr:
    """The sum of terms as a product with what they have in common at one end."""
    chains = [chain_of(t.body) for t in terms if t.body is not None]
    ends = chains if left else [chain[::-1] for chain in chains]
    is_plain = all(abs(t.coefficient) == 1 for t in terms)  # numbers are looked at step by step
    count = _shared_factors(context, ends) if is_plain else 1
    inner: list[Expr] = []
    for term, chain in zip(terms, chains, strict=True):
        rest = product_of(chain[count:] if left else chain[:-count])
        inner.append(from_term(term._replace(body=rest), rest.shape))
    total = add(*inner)
    return matmul(*chains[0][:count], total) if left else matmul(total, *chains[0][-count:])


@rewrite("a product with its transpose around a sum", matmul, examples=(
    matmul(A.T, A - matmul(u, u.T, A)), matmul(A.T, diag_matrix(u), A + matmul(u, u.T, A)),
), needs=(add,))  # fmt: skip
def around_sum(context: Context, node: Expr) -> Expr | None:
    """Aᵀ(A − uuᵀA) = Aᵀ(I − uuᵀ)A."""
    total = node.args[-1]
    if total.op is not add or total.shape.is_vector:
        return None
    terms = [as_term(arg) for arg in total.args]
    chains = [chain_of(t.body) for t in terms if t.body is not None]
    ends = {chain[-1] for chain in chains}
    last = ends.pop()
    if ends or min(map(len, chains)) > 1 or last.op is diag_matrix:  # D goes into I + B again
        return None
    if last.op is not kron and flip(context, last) not in node.args[:-1]:
        return None
    inner: list[Expr] = []
    for term, chain in zip(terms, chains, strict=True):
        rest = product_of(chain[:-1]) if len(chain) > 1 else eye(last.shape.rows)
        inner.append(from_term(term._replace(body=rest), rest.shape))
    return matmul(*node.args[:-1], add(*inner), last)

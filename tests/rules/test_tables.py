"""Every rule of every table is tested by itself; the phases come to rest and keep values."""

import random

import pytest

from matgrad.core.expr import Expr
from matgrad.core.rule import Context, Rule, Table, equation, normalise
from matgrad.core.steps import Phase
from matgrad.core.walk import postorder
from matgrad.ops import (
    add,
    commutation,
    diag_matrix,
    exp,
    hadamard,
    inv,
    kron,
    matmul,
    ones,
    power,
    sigmoid,
    symbol,
    tanh,
    trace,
    vec,
)
from matgrad.render import text
from matgrad.rules import simplify
from matgrad.rules.simplify import TABLES
from tests.equality import equal

RULES = [
    pytest.param(rule, example, id=f"{table.name}: {rule.name} {k}.{i}")
    for table in TABLES
    for k, rule in enumerate(table.rules)
    for i, example in enumerate(rule.examples)
]


@pytest.mark.parametrize(("rule", "example"), RULES)
def test_a_rule_fires_on_its_examples_and_keeps_their_value(rule: Rule, example: Expr) -> None:
    after = rule.apply(Context(), example)
    assert after is not None
    assert after is not example
    assert equal(example, after)


def test_every_rule_has_an_example() -> None:
    assert all(rule.examples for table in TABLES for rule in table.rules)


PARTS = postorder(*(example for t in TABLES for rule in t.rules for example in rule.examples))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_rule_fits_only_where_the_operators_that_it_needs_occur(table: Table) -> None:
    for rule in table.rules:
        for node in PARTS:
            if node.op in rule.heads and not rule.may_fit(node):
                assert rule.apply(Context(), node) in (None, node), (rule.name, node)


def test_a_layer_that_fits_nowhere_is_not_tried_again() -> None:
    tried: list[Expr] = []

    def refuse(context: Context, node: Expr) -> Expr | None:
        tried.append(node)
        return None

    first = Table("first", Rule("never", (add,), refuse, (A + B,)))
    context = Context()
    for table in (first, first.then(Table("second")), first.then(Table("third"))):
        normalise(A + B, table, context)
    assert tried == [A + B]


A, B = symbol("A", "m", "n"), symbol("B", "m", "n")
C = symbol("C", "n", "m")
M, N = symbol("M", "n", "n"), symbol("N", "n", "n")
S = symbol("S", "n", "n", facts=("symmetric",))
Q = symbol("Q", "n", "n", facts=("orthogonal",))
x, y, b = symbol("x", "n"), symbol("y", "n"), symbol("b", "m")
c = symbol("c")

GOLDEN = [
    (A.T @ A @ x - A.T @ b, "A'*(A*x - b)"),
    (x.T @ M @ x + x.T @ M.T @ x, "2*x'*M*x"),
    (inv(M) @ M @ x, "x"),
    (Q.T @ Q @ x, "x"),
    (S.T @ x + S @ x, "2*S*x"),
    (trace(N @ M) - trace(M @ N), "0"),
    (trace(x @ y.T), "x'*y"),
    ((A + B) - B, "A"),
    (2 * A - 4 * B, "2*(A - 2*B)"),
    (c * A + c * B, "c*(A + B)"),
    (hadamard(x, ones("n")), "x"),
    (x - power(x, 2), "x .* (1 - x)"),
    (M.T.T, "M"),
    (inv(inv(M)), "M"),
    (0 * A + B, "B"),
    (matmul(x, x.T, y), "(x'*y)*x"),
    (power(power(x, 2), -1), "1 ./ x.^2"),
    (matmul(ones("n").T, x), "sum(x)"),
]


@pytest.mark.parametrize(("before", "after"), GOLDEN)
def test_simplification_reads_as_people_write(before: Expr, after: str) -> None:
    assert text(simplify(before)) == after


def leaves(rng: random.Random, shape: str) -> Expr:
    return rng.choice({"n": [x, y], "nn": [M, N, S, Q], "": [c, x.T @ y]}[shape])


def draw(rng: random.Random, shape: str, depth: int) -> Expr:
    """A random expression: a vector, a square matrix or a scalar."""
    if depth == 0:
        return leaves(rng, shape)

    def sub(kind: str) -> Expr:
        return draw(rng, kind, depth - 1)

    common = [lambda: sub(shape) + sub(shape), lambda: sub("") * sub(shape), lambda: -sub(shape)]
    special = {
        "n": [
            lambda: matmul(sub("nn"), sub("n")),
            lambda: hadamard(sub("n"), sub("n")),
            lambda: tanh(sub("n")),
            lambda: sigmoid(sub("n")),
        ],
        "nn": [
            lambda: matmul(sub("nn"), sub("nn")),
            lambda: sub("nn").T,
            lambda: matmul(sub("n"), sub("n").T),
            lambda: hadamard(sub("nn"), sub("nn")),
        ],
        "": [lambda: trace(sub("nn")), lambda: sub("n").T @ sub("n"), lambda: exp(sub(""))],
    }[shape]
    return rng.choice(common + special)()


@pytest.mark.parametrize("seed", range(150))
def test_simplification_keeps_value_and_is_idempotent(seed: int) -> None:
    rng = random.Random(seed)
    before = draw(rng, rng.choice(["n", "nn", ""]), 3)
    context = Context()
    after = simplify(before, context)
    assert equal(before, after)
    assert simplify(after) is after
    assert not context.circles


@pytest.mark.parametrize("seed", range(30))
def test_the_order_of_terms_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    terms = [draw(rng, "n", 2) for _ in range(4)]
    shuffled = rng.sample(terms, len(terms))
    assert simplify(add(*terms)) is simplify(add(*shuffled))


def test_every_rewrite_is_recorded() -> None:
    context = Context()
    after = simplify(A.T @ A @ x - A.T @ b, context)
    assert any(s.rule == "common left or right factor" for s in context.trail.steps)
    assert all(s.phase is Phase.DETAIL for s in context.trail.steps)
    assert after in {s.after for s in context.trail.steps}


def test_a_table_that_goes_in_circles_comes_to_rest_and_is_named() -> None:
    there = equation("there", A + B, B + A)
    context = Context()
    after = normalise(add(x, y), Table("circle", there), context)
    assert equal(after, add(x, y))
    assert "there leads back to itself" in context.circles[0]


K = symbol("K", "n", "n", facts=("skew",))


@pytest.mark.parametrize(
    "root",
    [
        commutation("n", "n") @ diag_matrix(vec(M)) + diag_matrix(vec(M)),
        kron(M.T, M) @ (diag_matrix(vec(M)) - kron(M, M) @ diag_matrix(vec(M))),
        trace(matmul(K, M.T, N)),
        trace((K @ M.T + M @ K.T) @ N),
        matmul(x.T, K, M, x),
    ],
    ids=str,
)
def test_rules_that_undo_each_other_do_not_meet(root: Expr) -> None:
    context = Context()
    after = simplify(root, context)
    assert not context.circles
    assert simplify(after) is after

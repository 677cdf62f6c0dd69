"""What is printed as text parses back."""

from contextlib import suppress
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matgrad.core.expr import Expr
from matgrad.core.walk import symbols
from matgrad.errors import DomainError
from matgrad.ops import (
    cos,
    divide,
    entry,
    entrywise,
    eye,
    frobenius,
    inv,
    matrix_power,
    maximum,
    minus,
    multiply,
    norm2,
    number,
    ones,
    plus,
    power,
    scale,
    size,
    symbol,
    tanh,
    total,
    trace,
    unspecified,
)
from matgrad.render import latex, plain, text
from matgrad.rules.simplify import simplify
from matgrad.syntax import parse_expression
from matgrad.verify.evaluate import Memo, evaluate
from matgrad.verify.field import Field
from tests.render.test_spellings import LEAVES, MARKS_AND_CALLS, POWERS, PRODUCTS, SCALED, SUMS

# Printed with less, or read with more, than the node has: the value is the same.
ONLY_BY_VALUE = {
    "(-X)*x",  # scalars of a factor come to the front
    "(2*X)*x",
    "x'*X*b",  # an entry with index vectors that are not unit vectors
    "ones(n) + 1 + x",
    "x'*X*x",
    "(c^2)^3",
    "m*n",  # a size is one node, the parser makes a product of sizes
    "sum(M)/(m*n)",
    "(2*n+1)*c",
}


def parsed(expr: Expr) -> Expr:
    """The expression that the text of an expression stands for."""
    known = [symbol("M", "m", "n"), *symbols(expr)]  # the sizes m and n are known through M
    return parse_expression(text(expr), {s.name: s for s in known}, {"sigma"})


def agree(left: Expr, right: Expr) -> bool:
    """Are two expressions equal at a random point, where both have a value?"""
    sizes, draw = {"m": 2, "n": 3}, Random(1)
    values: Memo = {}
    for s in symbols(left, right):
        rows, cols = (size.evaluate(sizes) for size in s.shape)
        values[s] = [[draw.randrange(1, 1 << 60) for _ in range(cols)] for _ in range(rows)]
    evaluate(Field(sizes, key=1), [left, right], values)
    found, wanted = values[left], values[right]
    return found == wanted or isinstance(wanted, Exception)


@pytest.mark.parametrize(
    "expr",
    [row[0] for row in (*PRODUCTS, *SUMS, *SCALED, *POWERS, *MARKS_AND_CALLS, *LEAVES)],
    ids=text,
)
def test_printed_text_parses_to_the_same_node(expr: Expr):
    found = parsed(expr)
    assert found is expr or (text(expr) in ONLY_BY_VALUE and agree(found, expr))


X, Y = symbol("X", "n", "n"), symbol("Y", "n", "n")
x, y = symbol("x", "n"), symbol("y", "n")
a, c = symbol("a"), symbol("c")

NUMBERS = [-3, -1, 2, Fraction(1, 2), Fraction(-2, 3), Fraction(1, 100), Fraction(1, 11)]
EXPONENTS = [2, 3, -1, -2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3)]
numbers = st.sampled_from(NUMBERS).map(number)
exponents = st.sampled_from(EXPONENTS)

Three = st.SearchStrategy[tuple[Expr, Expr, Expr]]


def grow(below: Three) -> Three:
    """A scalar, a vector and a matrix one level deeper than those given."""
    return st.builds(deeper, below, below, numbers, exponents, st.integers(0, 11))


def deeper(one, two, factor: Expr, exponent, choice: int):
    (s, v, A), (t, w, B) = one, two
    scalars = [
        s + t, minus(s, t), s * t, divide(s, t), scale(factor, s), power(s, exponent),
        frobenius(v, w), norm2(v), trace(A), multiply(v.T, w), total(v) / size("n"), entry(A, 1, 2),
    ]  # fmt: skip
    vectors = [
        v + w, minus(v, w), scale(s, w), divide(v, t), scale(factor, v), power(v, exponent),
        entrywise(v, w), multiply(A, w), tanh(v), unspecified("sigma", v, 1), plus(factor, v),
        entrywise(v, power(w, -1)),
    ]  # fmt: skip
    matrices = [
        A + B, minus(A, B), scale(s, B), divide(A, t), scale(factor, A), A.T,
        entrywise(A, B), multiply(A, B), inv(A), multiply(v, w.T), maximum(A, B),
        matrix_power(A, 3),
    ]  # fmt: skip
    return scalars[choice], vectors[(choice * 5) % 12], matrices[(choice * 7) % 12]


leaves = st.tuples(
    st.sampled_from([a, c, size("n"), number(2)]),
    st.sampled_from([x, y, ones("n")]),
    st.sampled_from([X, Y, eye("n")]),
)
expressions = st.recursive(leaves, grow, max_leaves=6).flatmap(st.sampled_from)


@given(expressions)
def test_simplified_results_parse_back_to_the_same_node(expr: Expr):
    result = simplify(expr)
    with suppress(DomainError):  # a/(a - a) is simplified to a/0, which is not read
        assert parsed(result) is result


@given(expressions)
def test_any_expression_parses_back_to_its_value(expr: Expr):
    with suppress(DomainError):
        found = parsed(expr)
        assert found is expr or agree(found, expr)


@given(expressions)
def test_brackets_are_balanced_in_every_spelling(expr: Expr):
    for string in (text(expr), plain(expr), latex(expr)):
        assert string.count("(") == string.count(")")
    assert latex(expr).count("{") == latex(expr).count("}")
    assert latex(expr).count(r"\left") == latex(expr).count(r"\right")


def test_a_transpose_after_a_function_is_not_a_prime():
    assert parsed(cos(x).T) is cos(x).T

"""What a formula says, decided on its tokens: one row for each kind of statement."""

import pytest

from matgrad.syntax.latex.lexer import tokens_of
from matgrad.syntax.statement import Statement, What, statements
from matgrad.syntax.tokens import tokenise

LATEX = [
    (r"x, y\in\mathbb R^n", What.DECLARATION),
    (r"X(a)\in\mathbb{R}^{N\times K}", What.DECLARATION),
    (r"f\colon\mathbb R^{m\times k}\times\mathbb R^d\to\mathbb R", What.MAP),
    (r"f(\Phi(V,W)) = A\sigma(BV)", What.DEFINITION),
    (r"\sigma: x\mapsto x^2", What.DEFINITION),
    (r"\log p(x\mid\mu) = -\mu^T\mu", What.DEFINITION),
    (r"\frac{\partial L}{\partial W^{(1)}} = \delta x^T", What.DERIVATIVE),
    (r"\frac{d}{dX}\operatorname{tr}(AX)", What.DERIVATIVE),
    (r"\nabla_x^2 f(x)", What.DERIVATIVE),
    (r"\frac{dx}{dAx}", What.WORKING),
    (r"df = 2x^T dx", What.DIFFERENTIAL),
    (r"A^\top = A", What.FACT),
    (r"K = K^T \succeq 0", What.FACT),
    (r"\det(A) \neq 0", What.FACT),
    (r"\min_x \|Ax-b\|^2", What.MINIMISATION),
    (r"\|Ax\|^2 = x^TA^TAx", What.CHAIN),
    (r"n\times n", What.SIZE),
    (r"A, B", What.NAMES),
    (r"2Ax + b", What.EXPRESSION),
    (r"N > K", What.OTHER),
    (r"\{-1, 1\}", What.OTHER),
]
TYPED = [
    ("A: m x n", What.DECLARATION),
    ("f(x) = x'*A*x", What.DEFINITION),
    ("dL/dz = p - y", What.DERIVATIVE),
    ("d/dx (x'*x)", What.DERIVATIVE),
    ("∂E/∂W", What.DERIVATIVE),
    ("3x4", What.SIZE),
]


def only(found: list[Statement | str]) -> Statement:
    (statement,) = found
    assert isinstance(statement, Statement)
    return statement


@pytest.mark.parametrize(("text", "what"), LATEX, ids=[text for text, _ in LATEX])
def test_a_formula_in_latex_says(text: str, what: What):
    assert only(statements(tokens_of(text))).what is what


@pytest.mark.parametrize(("text", "what"), TYPED, ids=[text for text, _ in TYPED])
def test_a_typed_formula_says(text: str, what: What):
    assert only(statements(tokenise(text))).what is what


def test_a_derivative_has_its_function_its_variable_and_its_order():
    found = only(statements(tokens_of(r"\frac{\partial^2 g}{\partial x\partial y} = A")))
    assert (found.head[0].text, found.by, found.order) == ("g", ("x", "y"), 2)


def test_words_between_statements_are_kept():
    found = statements(tokens_of(r"f = x^Tx \quad\text{where}\quad x\in\mathbb R^n"))
    assert found[1] == "where"
    assert len(found) == 3

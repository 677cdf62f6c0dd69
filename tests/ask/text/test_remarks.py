"""Remarks in brackets behind typed formulas, and lines without a sign at their end."""

import pytest

import matgrad as mg

ANSWERS = [
    ("f = a^T x (x is a vector). df/dx?", {"x": "a"}),
    ("f(x) = 3x^2 + x (x is real). f'(x)?", {"x": "6*x + 1"}),
    ("f = ||A x - b||^2 (A is m x n). df/dx?", {"x": "2*A'*(A*x - b)"}),
    ("f = log det X (X is symmetric positive definite). df/dX?", {"X": "inv(X)"}),
    ("f(X) = tr(X^T X) (X is a matrix). gradient wrt X?", {"X": "2*X"}),
    ("y = W x (W is m by n). dy/dx?", {"x": "W"}),
    ("L = -log(p) (p is a number). dL/dp?", {"p": "-1/p"}),
    ("L = (w^T x + b (b is the bias) - y)^2. dL/db?", {"b": "2*(w'*x + b - y)"}),
    ("f = x^T A x + b^T x (x is a vector). Gradient wrt x?", {"x": "(A + A')*x + b"}),
    ("z = W x\nf = z^T z\ndf/dW?", {"W": "2*W*x*x'"}),
    ("u = 2x\nf = -u^2\ndf/dx?", {"x": "-8*x"}),
    ("z = W x + b\np = softmax(z)\nL = -y^T log(p), y one-hot\nWhat is dL/dW?",
     {"W": "(softmax(W*x + b) - y)*x'"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answers"), ANSWERS, ids=range(len(ANSWERS)))
def test_what_is_remarked_and_the_next_line_are_no_factors(
    text: str, answers: dict[str, str]
) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == answers


@pytest.mark.parametrize(
    "text",
    [
        "Let a > 0. d/dx arcsin(x/a) = 1/sqrt(a^2 - x^2)?",
        "f(x) = arcsin(x/a) (a > 0). Is f' = 1/sqrt(a^2 - x^2)?",
        "given C = A*B (matrices) and scalar loss L with G = dL/dC, is dL/dA = G*B'?",
    ],
)
def test_conditions_and_kinds_in_brackets_are_no_factors(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    "remark",
    ["(X tall, full column rank)", "($X$ tall with full column rank)", "(X full column rank)"],
)
def test_the_rank_may_stand_in_brackets(remark: str) -> None:
    reply = mg.ask(rf"What is the gradient of $\log\det(X^TX)$ with respect to $X$ {remark}?")
    assert reply.problem is not None
    assert "full_column_rank" in reply.problem.symbols["X"].data.facts


def test_an_entry_with_a_number_is_no_difference() -> None:
    entropy = r"Let $H(p) = -\sum_i p_i\log p_i$. What is the gradient? "
    reply = mg.ask(rf"{entropy} I get $-\log p_i - 1$ for the i-th component.")
    assert [claim.status for claim in reply.claims] == ["right"]
    reply = mg.ask("Let $x_i$ be the i-th row of X and f(w) = sum_i (x_i^T w)^2. Gradient wrt w?")
    assert str(reply.results["w"]) == "2*X'*X*w"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (
            "`p = softmax(z)` (z is a vector), upstream `dp`. Is `dz = dp * p * (1 - p)` ok?",
            "wrong",
        ),
        ("`f = x'*A*x` (A is symmetric). Is `2*A*x` the gradient wrt x?", "right"),
        ("`f = x'*A*x` (A symmetric). Is `A*x` the gradient wrt x?", "wrong"),
        ("`y = W*x` (linear layer). Given `dy`, is `dW = dy*x'` right?", "right"),
    ],
)
def test_nor_are_remarks_behind_code(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]

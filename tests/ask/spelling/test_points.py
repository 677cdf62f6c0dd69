"""A prime beside its letter, below a nabla or before a transpose makes a point of its own."""

import pytest

from matgrad.app.ask import ask


def test_a_letter_with_a_prime_below_a_nabla_is_a_point() -> None:
    reply = ask(r"$d=\|x-x'\|^2$; $\nabla_xd=2(x-x')$, $\nabla_{x'}d=-2(x-x')$")
    assert [claim.status for claim in reply.claims] == ["right", "right"]
    assert str(reply.results["x"]) == "2*(x - x_prime)"


def test_a_prime_before_a_transpose_is_no_transpose() -> None:
    reply = ask(r"$J(w)=\frac12(r+\gamma v'^Tw-v^Tw)^2$; full gradient wrt w?")
    assert str(reply.results["w"]) == "(gamma*v_prime'*w + r - v'*w)*(gamma*v_prime - v)"


@pytest.mark.parametrize(
    ("function", "claim", "status"),
    [
        ("k(x,x') = \\exp(-\\|x-x'\\|^2)", "k/\\partial x' = 2(x'-x)k(x,x')", "wrong"),
        ("k(x,x') = \\exp(-\\|x-x'\\|^2)", "k/\\partial x' = 2(x-x')k(x,x')", "right"),
        ("f(x) = x'Ax", "f/\\partial x' = x'(A+A')", "right"),
    ],
)
def test_below_a_slash_a_prime_belongs_to_the_point(function: str, claim: str, status: str) -> None:
    reply = ask(rf"Let ${function}$. Is $\partial {claim}$?")
    assert [claim.status for claim in reply.claims] == [status]


@pytest.mark.parametrize("formula", ["x'Ax", "(x-y)'A(x-y)", "x'x"])
def test_other_primes_are_transposes(formula: str) -> None:
    reply = ask(f"What is the gradient of ${formula}$ with respect to $x$?")
    assert "prime" not in reply.text("short")


@pytest.mark.parametrize("question", [
    r"What is $\partial \operatorname{tr}(P')/\partial K$?",
    r"Find the gradient of $\operatorname{tr}(P')$ with respect to $K$.",
])  # fmt: skip
def test_what_is_defined_with_a_prime_is_a_name_of_its_own(question: str) -> None:
    given = r"Let $P' = (I-KH)P(I-KH)^T + KRK^T$ with $P$ and $R$ symmetric."
    result = ask(f"{given} {question}").results["K"]
    assert str(result) == "2*(K*R - (I(m) - K*H)*P*H')"


def test_the_prime_of_what_stands_before_brackets_is_a_transpose() -> None:
    text = "Let $y = W'(x - b)$ and $f = y'y$. Find the gradient with respect to $x$."
    assert str(ask(text).results["x"]) == "2*W*W'*(x - b)"

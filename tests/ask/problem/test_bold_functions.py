"""Functions in bold type are called as others are."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "function", "answer"),
    [
        (
            r"Let $\mathbf{f}(\mathbf{x})=A\mathbf{x}$ and"
            r" $g(\mathbf x)=\|\mathbf{f}(\mathbf{x})\|^2$."
            r" Gradient of $g$ with respect to $\mathbf x$?",
            "norm2(f)^2",
            "2*A'*A*x",
        ),
        (
            r"Let $\mathbf{R}(t)=tA$. What is $\frac{d}{dt}\|\mathbf{R}(t)v\|^2$?",
            "norm2(R*v)^2",
            "2*t*v'*A'*A*v",
        ),
        (
            r"Let $\boldsymbol{\mu}(t)=ta$ and $f(t)=\|\boldsymbol{\mu}(t)-b\|^2$."
            r" Derivative of $f$ with respect to $t$?",
            "norm2(mu - b)^2",
            "2*a'*(t*a - b)",
        ),
        (
            r"Let $\mathbf{h}(\mathbf{x})=\tanh(\mathbf{W}\mathbf{x})$ and"
            r" $L=\frac12\|\mathbf{h}(\mathbf x)-\mathbf{t}\|^2$."
            r" Find $\partial L/\partial \mathbf{W}$.",
            "norm2(h - t)^2/2",
            "((tanh(W*x) - t) .* (1 - tanh(W*x).^2))*x'",
        ),
    ],
)
def test_a_bold_function_of_its_own_arguments_is_its_value(
    text: str, function: str, answer: str
) -> None:
    reply = ask(text)
    assert reply.problem is not None
    assert str(reply.problem.function) == function
    assert [str(each) for each in reply.results.values()] == [answer]

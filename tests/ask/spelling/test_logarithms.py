"""A function whose logarithm is given is not confused with it."""

import pytest

from matgrad.app.ask import ask

GIVEN = r"Let $\log p(x)=x^TAx$."


def test_the_function_itself_is_the_exponential() -> None:
    reply = ask(f"{GIVEN} What is the gradient of $p$?")
    assert str(reply.results["x"]) == "exp(x'*A*x)*(A + A')*x"


def test_the_logarithm_is_what_is_given() -> None:
    reply = ask(rf"{GIVEN} What is the gradient of $\log p$?")
    assert str(reply.results["x"]) == "(A + A')*x"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"$\ln y = a_0 + a^Tz + z^TBz$. Find $\frac{\partial\ln y}{\partial z}$.", "∂lny/∂z = "),
        (r"$\ln y = \sum_{i=1}^n a_i \ln x_i$. Find $\frac{\partial \ln y}{\partial x_k}$.",
         "∂lny/∂x = a ⊘ x"),
        (r"Taking logs, $\ln y = x\ln x$. What is $y'$?", "y' = exp(x log(x)) (log(x) + 1)"),
        (r"Let $f(y) = \ln y$. What is the derivative?", "∂f/∂y = 1/y"),
    ],
)  # fmt: skip
def test_a_logarithm_without_arguments_is_a_name(text: str, shown: str) -> None:
    assert shown in ask(text).text("short")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"$\ln y = x\ln x$. What is $\frac{dy}{dx}$? I get $x^x(\ln x+1)$.", "right"),
        (r"Let $y = ax^\alpha$. Is $\frac{\partial\ln y}{\partial\ln x} = \alpha$?", "right"),
        (r"Let $Q(p)=ap^{-\epsilon}$. Is the elasticity $\frac{d\ln Q}{d\ln p}=\epsilon$?",
         "wrong"),
        (r"Demand is $q = a - bp$. The elasticity is $\frac{dq}{dp}\frac pq = -\frac{bp}{a-bp}$.",
         "right"),
        (r"Demand is $q(p) = a - bp$. The elasticity is $\frac{dq}{dp}\frac pq = \frac{bp}{a-bp}$.",
         "wrong"),
    ],
)  # fmt: skip
def test_elasticities_are_judged(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert "is not used" not in reply.text("short")

r"""Equations side by side in one display, a = b, \quad c = d."""

import pytest

import matgrad as mg

MEAN = r"For $x\in\mathbb{R}^m$ let $$\mu = \frac1m\sum_{i=1}^m x_i, \quad "
GIVEN = r"Given the upstream gradients $\frac{\partial L}{\partial y_i}$, "


@pytest.mark.parametrize("gap", [r",\quad ", r", \qquad ", r"\qquad "])
def test_a_derivative_that_is_given_may_be_by_one_of_them(gap: str) -> None:
    text = rf"Let $$z = Wx{gap}y = \tanh(z)$$ Given $\partial L/\partial y$, find "
    text += r"$\partial L/\partial W$."
    assert str(mg.ask(text).results["W"]) == "(g .* (1 - tanh(W*x).^2))*x'"


def test_a_sum_with_limits_is_one_equation() -> None:
    text = rf"{MEAN}y_i = \gamma(x_i - \mu) + \beta$$ {GIVEN}"
    reply = mg.ask(rf"{text}what is $\frac{{\partial L}}{{\partial\beta}}$?")
    assert str(reply.results["beta"]) == "sum(g)"


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\sum_{i=1}^m\frac{\partial L}{\partial y_i}\hat x_i", "right"),
        (r"\sum_{i=1}^m\frac{\partial L}{\partial y_i}x_i", "wrong"),
    ],
)
def test_batch_normalisation_in_one_display(claim: str, status: str) -> None:
    reply = mg.ask(
        rf"{MEAN}\sigma^2 = \frac1m\sum_{{i=1}}^m(x_i-\mu)^2,\quad \hat x_i = "
        rf"\frac{{x_i-\mu}}{{\sqrt{{\sigma^2+\epsilon}}}},\quad y_i = \gamma\hat x_i+\beta$$ "
        rf"{GIVEN}I have $\frac{{\partial L}}{{\partial\gamma}} = {claim}$. Correct?"
    )
    assert [each.status for each in reply.claims] == [status]


def test_a_square_may_be_defined_behind_a_gap() -> None:
    text = rf"{MEAN}\sigma^2 = \frac1m\sum_{{i=1}}^m(x_i-\mu)^2.$$ What is "
    reply = mg.ask(rf"{text}$\frac{{\partial\sigma^2}}{{\partial x}}$?")
    assert str(reply.results["x"]) == "2*(x - mean(x)*ones(m))/m"

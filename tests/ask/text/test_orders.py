"""The order of a derivative, as people write it."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.orders import with_orders


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("the 2nd derivative of f", "the second derivative of f"),
        ("the second order derivative of f", "the second derivative of f"),
        ("all second-order partials of f", "all second derivatives of f"),
        ("the second partial of f wrt x", "the second derivative of f wrt x"),
        ("the $2^{nd}$ derivative", "the second derivative"),
        ("partial derivatives of order two", "second derivatives"),
        ("derivatives of the third order", "third derivatives"),
        ("a double derivative", "a second derivative"),
        ("1st, 2nd and 3rd derivatives", "First and second derivatives and the third derivatives"),
        ("mixed partials of f", "mixed second derivatives of f"),
        ("the second-order mixed partial derivative", "the mixed second derivative"),
        ("the 1st order partial derivative", "the first partial derivative"),
        ("higher-order derivatives", "higher derivatives"),
    ],
)
def test_one_spelling_of_orders(written: str, known: str) -> None:
    assert with_orders(written) == known


@pytest.mark.parametrize(
    "text",
    [
        "the second gradient is that of g",
        "a second-order method needs a gradient",
        "the first-order conditions on the derivative",
        "The first partial derivative is 2xy and the second partial derivative is x^2.",
    ],
)
def test_other_seconds_stay(text: str) -> None:
    assert with_orders(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "What is the 2nd derivative of $x^TAx$ with respect to $x$? I find $A + A^T$.",
        "What is the second-order derivative of $x^TAx$ with respect to $x$? Is it $A+A^T$?",
        "Is the 2nd order gradient of $x^TAx$ with respect to $x$ equal to $A + A^T$?",
    ],
)
def test_a_claim_about_the_second_derivative(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "A + A'"
    assert [claim.status for claim in reply.claims] == ["right"]


def test_all_second_partial_derivatives() -> None:
    reply = ask("Compute the second-order partials of f(x,y) = x^2 y. I get f_xx = 2y, f_xy = 2x.")
    assert "the Hessian with respect to x, y" in reply.text()
    assert [claim.status for claim in reply.claims] == ["right", "right"]


@pytest.mark.parametrize("order", ["3rd", "third-order", "4th", "fourth", "higher-order", "n-th"])
def test_higher_derivatives_are_not_answered_with_the_first(order: str) -> None:
    reply = ask(f"What is the {order} derivative of $x^4$ with respect to $x$? I get $4x^3$.")
    assert not reply.results
    assert not any(claim.is_right or claim.is_wrong for claim in reply.claims)
    assert "Derivatives end with the second." in reply.text()


def test_a_claim_about_the_third_derivative_beside_a_gradient() -> None:
    reply = ask("What is the gradient of $x^4$? The third derivative is $24x$.")
    assert [claim.status for claim in reply.claims] == ["not checked"]

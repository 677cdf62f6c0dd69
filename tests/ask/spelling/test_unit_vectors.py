r"""Gradients by their components: with unit vectors, and as lists of partial derivatives."""

import pytest

from matgrad.app.ask import ask

F = "Let f(x,y,z) = x^2 y z."
G = "Let $f(x,y) = x^2y$."


@pytest.mark.parametrize(
    "text",
    [
        f"{F} Is the gradient 2xyz î + x^2 z ĵ + x^2 y k̂?",
        f"{F} Is the gradient 2xyz i + x^2 z j + x^2 y k?",
        f"{F} Is the gradient (2xyz, x^2 z, x^2 y)?",
        rf"{F} I get $\nabla f = 2xyz\,\hat{{i}} + x^2z\,\hat{{j}} + x^2y\,\hat{{k}}$.",
        rf"{F} I get $\nabla f = x^2z\,\mathbf e_y + 2xyz\,\mathbf e_x + x^2y\,\mathbf e_z$.",
        rf"{G} Is $\nabla f = 2xy\,\mathbf{{i}} + x^2\,\mathbf{{j}}$ right?",
        rf"{G} Is $\nabla f = 2xy\,\hat{{\mathbf i}} + x^2\,\hat{{\mathbf j}}$ right?",
        rf"{G} Is $\nabla f = 2xy\,\hat{{\imath}} + x^2\,\hat{{\jmath}}$ right?",
        rf"{G} Is $\nabla f = 2xyi + x^2j$ right?",
        "For f = x^2 y z, (∂f/∂x, ∂f/∂y, ∂f/∂z) = (2xyz, x^2 z, x^2 y). Is this right?",
        r"$\nabla f = \left(\frac{\partial f}{\partial x}, \frac{\partial f}{\partial y}\right) "
        r"= (2xy, x^2)$ for $f = x^2y$. Correct?",
        rf"{G} Then $\nabla f = \langle f_x, f_y\rangle = \langle 2xy, x^2\rangle$. Correct?",
    ],
)
def test_components_are_judged(text: str) -> None:
    (claim,) = ask(text).claims
    assert claim.status == "right"


@pytest.mark.parametrize(
    "claim",
    [
        r"\nabla f = 2xy\,\hat{i} - x^2\,\hat{j}",
        r"\nabla f = 2xy\,\hat{j} + x^2\,\hat{i}",
        r"(\partial f/\partial y, \partial f/\partial x) = (2xy, x^2)",
    ],
)
def test_wrong_components_are_wrong(claim: str) -> None:
    (verdict,) = ask(f"{G} I get ${claim}$.").claims
    assert verdict.status == "wrong"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("f(x,y,z) = xyz. What is the derivative wrt x?", "y*z"),
        ("What is the derivative of 3xyz^2 wrt z?", "6*x*y*z"),
        ("What is the derivative of sin(xyw) wrt w?", "x*y*cos(w*x*y)"),
    ],
)
def test_coordinates_side_by_side_are_a_product(text: str, result: str) -> None:
    (found,) = ask(text).results.values()
    assert str(found) == result

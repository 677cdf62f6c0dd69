"""The Riemannian gradient is compared with the gradient within the constraint."""

import pytest

from matgrad.app.ask import ask

SPHERE = r"On the unit sphere $\|x\|=1$ I want to maximize $x^TAx$ for symmetric $A$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (SPHERE + "What is the Riemannian gradient, and is it $2(I-xx^T)Ax$?", "right"),
        (SPHERE + "What is the Riemannian gradient? I get $2Ax-2(x^TAx)x$.",
         "right by convention"),
        (SPHERE + "What is the Riemannian gradient, and is it $2Ax$?", "wrong"),
        (r"Maximize $x^TAx$ subject to $\|x\|=1$, $A$ symmetric. Is the Riemannian gradient "
         "$2(Ax-xx^TAx)$?", "right"),
        (r"Maximize $x^TAx$ subject to $\|x\|=1$, $A$ symmetric. Is the projected gradient "
         "$3Ax$?", "undecided"),
        ("Let $f(x)=x^TAx$, $A$ symmetric. The Riemannian gradient is $2(I-xx^T)Ax$.",
         "not checked"),
    ],
)  # fmt: skip
def test_a_riemannian_gradient_is_that_within_the_constraint(text: str, status: str) -> None:
    assert [each.status for each in ask(text).claims] == [status]


def test_a_sphere_with_its_equation_is_a_constraint() -> None:
    assert "If x stays a unit vector" in str(ask(SPHERE + "What is the gradient by $x$?"))

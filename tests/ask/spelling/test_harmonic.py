"""A function that is called harmonic has the Laplacian zero."""

import pytest

import matgrad as mg

TEXTS = [
    ("Show that $g(x,y)=x^2-y^2$ is harmonic.", "right"),
    ("Show that $g(x,y)=x^2+y^2$ is harmonic.", "wrong"),
    (r"Let $g(x,y)=\ln(x^2+y^2)$. Show that $g$ is harmonic, i.e. $\Delta g=0$.", "right"),
    ("u(x,y) = x^2 - y^2. Is u harmonic?", "right"),
    (r"Let $u(x)=\|x\|^{-1}$ for $x\in\mathbb R^3$. Then $u$ is harmonic.", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), TEXTS, ids=range(len(TEXTS)))
def test_the_laplacian_is_judged(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_a_harmonic_mean_is_none() -> None:
    text = r"The harmonic mean of $x$ and $y$ is $h=\frac{2xy}{x+y}$. Find $\partial h/\partial x$."
    assert "Laplacian" not in mg.ask(text).text("short")

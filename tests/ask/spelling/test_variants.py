r"""Two forms of a Greek letter, \phi and \varphi: two names, or one that is written carelessly."""

import pytest

from matgrad import ask

TWO = [
    (r"Let $f(x)=\sigma^2\|x-\varsigma\|^2$. What is the gradient with respect to $\varsigma$?"
     r" I get $2\sigma^2(\varsigma-x)$.", "varsigma"),
    (r"Let $f=\phi\|x-\varphi\|^2$ with $x,\varphi\in\mathbb R^n$ and $\phi>0$. What is the"
     r" gradient with respect to $\varphi$? I get $2\phi(\varphi-x)$.", "varphi"),
    (r"Let $f=\phi\|x-\varphi\|^2$ with $x,\varphi\in\mathbb R^n$ and $\phi>0$. What is the"
     r" derivative with respect to $\phi$? I get $\|x-\varphi\|^2$.", "phi"),
    (r"Let $y = \theta x$ with a scalar $\theta$ and $f = \|y-\vartheta\|^2$."
     r" Find $\frac{\partial f}{\partial\vartheta}$. I get $2(\vartheta - \theta x)$.", "vartheta"),
    (r"Let $f = \epsilon\|x-\varepsilon\|^2$ with a scalar $\epsilon$ and a vector $\varepsilon$."
     r" Is $\nabla_\varepsilon f = 2\epsilon(\varepsilon - x)$?", "varepsilon"),
    ("Let f(x) = σ² ‖x − ς‖². What is the gradient with respect to ς? I get 2σ²(ς − x).",
     "varsigma"),
]  # fmt: skip
ONE = [
    (r"Let $f(\varphi) = \|A\varphi - b\|^2$. What is the gradient with respect to $\phi$?"
     r" I get $2A^T(A\phi-b)$.", "phi"),
    (r"Let $f(\theta) = \|A\theta - b\|^2$. Is $\nabla_\vartheta f = 2A^T(A\vartheta-b)$?",
     "theta"),
    (r"Let $y = X\beta + \varepsilon$. Minimise $\epsilon^T\epsilon$ over $\beta$. Is the gradient"
     r" with respect to $\beta$ equal to $-2X^T(y-X\beta)$?", "beta"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "variable"), TWO, ids=range(len(TWO)))
def test_both_in_one_function_are_two_names(text: str, variable: str) -> None:
    reply = ask(text)
    assert [*reply.results] == [variable]
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "are two names" in reply.text("short")


@pytest.mark.parametrize(("text", "variable"), ONE, ids=range(len(ONE)))
def test_one_in_the_function_and_one_in_the_question_are_one(text: str, variable: str) -> None:
    reply = ask(text)
    assert [*reply.results] == [variable]
    assert [claim.status for claim in reply.claims] == ["right"]

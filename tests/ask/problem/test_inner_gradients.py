"""Functions in which a gradient of another function of the text stands."""

import pytest

from matgrad.app.ask import ask

CLAIMS = [
    (r"Let $f(x)=x^TAx$ with symmetric $A$ and $p=\nabla f(x)$. Is $\nabla\|p\|^2=8A^2x$?",
     ["right"]),
    ("Let f(x) = 1/2 x'Ax - b'x with A symmetric and p = ∇f(x). Is the gradient of ‖p‖² equal to "
     "2Ap?", ["right"]),
    (r"Let $f(x)=\frac12\|Ax-b\|^2$, $g=\nabla f(x)$, $H=\nabla^2f(x)$. Show that "
     r"$\nabla_x(g^Tg)=Hg$.", ["wrong"]),
    (r"Let $f(x)=\sum_i\log(1+e^{a_i^Tx})$. With $p=\nabla f(x)$ and $H=\nabla^2f(x)$, is "
     r"$\nabla\frac12\|p\|^2=Hp$?", ["right"]),
    (r"Let $f(x)=\|Ax-b\|^2$. Is $\nabla\|\nabla f(x)\|^2=2\nabla^2f(x)\nabla f(x)$?", ["right"]),
    (r"Let $f(x)=x^TAx$ with symmetric $A$ and $p=\nabla f(x)$. I know $\nabla f(x)=2Ax$. Is "
     r"$\nabla\|p\|^2=8A^2x$?", ["right", "right"]),
    (r"Hypergradient: $\theta_1=\theta_0-\eta\nabla L(\theta_0)$ with "
     r"$L(\theta)=\frac12\|X\theta-y\|^2$. Is $\frac{d}{d\eta}L(\theta_1)="
     r"-\nabla L(\theta_1)^T\nabla L(\theta_0)$?", ["right"]),
    (r"Let $f(x)=x^TAx$ and $g=\nabla f(x)$. Is $g=2Ax$?", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_the_gradient_is_worked_out_and_put_in(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(
    ("text", "name", "result"),
    [
        ("What is d/dη h(θ − η ∇h(θ)) for h(θ) = θ'θ?", "eta", "-4*(theta'*theta)*(1 - 2*eta)"),
        (r"Let $\phi(\eta)=f(x-\eta\nabla f(x))$ with $f(x)=x^Tx$. What is $\phi'(\eta)$?",
         "eta", "-4*(x'*x)*(1 - 2*eta)"),
        (r"Let $f(x)=x^Tx$ and $q(x)=\|\nabla f(x)\|^2$. What is the gradient of $q$?", "x", "8*x"),
    ],
)  # fmt: skip
def test_a_step_along_the_gradient_is_differentiated(text: str, name: str, result: str) -> None:
    reply = ask(text)
    assert str(reply.results[name]) == result
    assert any(note.startswith("∇") for note in reply.understood.notes)


def test_a_step_may_be_called_by_a_plus() -> None:
    reply = ask(r"Let $f(x)=x^Tx$ and $x^+=x-t\nabla f(x)$. What is $\frac{d}{dt}f(x^+)$?")
    assert str(reply.results["t"]) == "-4*(x'*x)*(1 - 2*t)"


def test_a_gradient_of_a_function_that_is_not_given_is_not_put_in() -> None:
    reply = ask(r"Let $\phi(\eta)=h(\theta-\eta\nabla h(\theta))$. What is $\phi'(\eta)$?")
    assert not reply.results and reply.questions


def test_a_function_of_two_vectors_holds_a_gradient() -> None:
    reply = ask(r"The Bregman divergence is $D(x,y)=\phi(x)-\phi(y)-\nabla\phi(y)^T(x-y)$ with "
                r"$\phi(x)=\frac12x^TQx$ and symmetric $Q$. Find $\nabla_x D$.")  # fmt: skip
    assert {name: str(x) for name, x in reply.results.items()} == {"x": "Q*(x - y)"}

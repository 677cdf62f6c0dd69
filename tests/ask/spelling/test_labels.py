"""Letters in brackets that are labels, and spaces before brackets."""

import pytest

from matgrad.app.ask import ask

SQUARES = r"minimise $\|Ax-b\|^2$ over $x$."


@pytest.mark.parametrize(
    "text",
    [
        f"Consider the problem (P): {SQUARES} What is the gradient of the objective of (P)?",
        f"We call (Q) this problem: {SQUARES} What is the gradient of the function in (Q)?",
    ],
)
def test_a_label_is_no_function(text: str) -> None:
    assert {name: str(x) for name, x in ask(text).results.items()} == {"x": "2*A'*(A*x - b)"}


def test_a_letter_of_a_formula_is_no_label() -> None:
    reply = ask("Let f(x) = x'Px. What is the gradient of (P) with respect to x?")
    assert "2*" not in "".join(map(str, reply.results.values()))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (r"$f=c\,(x^Tx)$, gradient wrt $x$", "2*c*x"),
        (r"$f=\sin t\,(x^Tx)$, gradient wrt $x$", "2*sin(t)*x"),
        (r"$f=c^T(a.*x)$ with vectors $a$ and $c$, gradient wrt $x$", "a .* c"),
        (r"$f(x)=\lambda\;\left(a^Tx\right)$, gradient with respect to $x$?", "lambda*a"),
        (r"Let $c(x)=x^Tx$ and $f(x)=c\,(Ax)$. Gradient wrt $x$?", "2*A'*A*x"),
    ],
)
def test_a_space_makes_a_product_unless_it_is_a_function(text: str, result: str) -> None:
    assert {name: str(x) for name, x in ask(text).results.items()} == {"x": result}

"""Lagrangians that a text asks for and does not write."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (
            "Maximise f(x,y) = xy subject to x + y = c. Form the Lagrangian and find its gradient.",
            {"x": "y - lambda", "y": "x - lambda", "lambda": "-(x + y - c)"},
        ),
        (
            r"Maximize $f(x) = b^Tx$ subject to $x^TAx = 1$. Write down the Lagrangian and the "
            r"first-order conditions.",
            {"x": "b - lambda*(A + A')*x", "lambda": "-(x'*A*x - 1)"},
        ),
        (
            r"We want to minimise $\|x\|^2$ subject to $Cx = d$. What is the Lagrangian and its "
            r"gradient?",
            {"x": "C'*lambda + 2*x", "lambda": "C*x - d"},
        ),
        (
            r"Minimise $\frac12\|x-y\|^2$ s.t. $Ax=b$. Form the Lagrangian, its gradient by $x$.",
            {"x": "A'*lambda + x - y"},
        ),
        (
            r"$\min_x c^Tx$ subject to $Ax = b$. Form the Lagrangian and its gradient.",
            {"x": "A'*lambda + c", "lambda": "A*x - b"},
        ),
        (
            "Minimise f(x) = x'x subject to a'x = 1 and b'x = 2. Form the Lagrangian, gradient.",
            {"x": "lambda*a + mu*b + 2*x", "lambda": "a'*x - 1", "mu": "b'*x - 2"},
        ),
        (
            r"Minimise $x^2 + y^2$ subject to $x + y = 1$. Write the Lagrangian and its partial "
            r"derivatives.",
            {"x": "lambda + 2*x", "y": "lambda + 2*y", "lambda": "x + y - 1"},
        ),
    ],
)
def test_the_lagrangian_of_equations_is_formed(text: str, results: dict[str, str]) -> None:
    reply = ask(text)
    assert {name: str(value) for name, value in reply.results.items()} == results
    assert any("Lagrangian is formed" in line for line in reply.to_json()["understood"])


@pytest.mark.parametrize(
    "text",
    [
        r"Minimise $f(x) = x^Tx$ subject to $Ax \le b$. Form the Lagrangian and its gradient.",
        r"Minimise $x^Tx$ subject to $x - z = 0$. Form the Lagrangian, its gradient by $x$.",
        r"Minimise $x^TAx$ s.t. $x^Tx = 1$. Form the Lagrangian. I get $2Ax - 2\lambda x$.",
        r"Minimise $f(x) = x^Tx$ subject to $a^Tx = 1$. Form the Lagrangian. Is $\nabla f = 2x$?",
    ],
)
def test_where_it_is_not_clear_the_lagrangian_is_not_formed(text: str) -> None:
    reply = ask(text)
    assert any("Lagrangian is not formed" in each for each in reply.questions)
    assert "wrong" not in {claim.status for claim in reply.claims}


PLANE = r"Minimise $\frac12\|x-a\|^2$ subject to $Cx=d$. "


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            r"Compute the gradient of the Lagrangian with respect to $x$ and $\lambda$.",
            ["x", "lambda"],
        ),
        (r"Write the Lagrangian and compute its gradients by $x$ and $\nu$.", ["x", "nu"]),
        (r"What are $\nabla_x L$ and $\nabla_\lambda L$ of the Lagrangian $L$?", ["x", "lambda"]),
        (r"Find $\frac{\partial L}{\partial\lambda}$ of the Lagrangian $L$.", ["lambda"]),
    ],
)
def test_a_multiplier_that_is_only_named_is_that_of_the_lagrangian(
    text: str, names: list[str]
) -> None:
    results = {name: str(each) for name, each in ask(PLANE + text).results.items()}
    assert [*results] == names
    assert results[names[-1]] == "C*x - d"

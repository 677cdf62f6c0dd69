"""Several functions in one text: each is answered."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "kinds", "answers"),
    [
        (r"Let $f(x)=x^TAx$ and $g(x)=\log(1+x^Tx)$. Find the gradients of $f$ and $g$.",
         ["gradient"], ["2*x/(x'*x + 1)"]),
        (r"Let $f(x)=x^TAx$ and $g(x)=b^Tx$. Find $\nabla f$ and $\nabla g$.", ["gradient"], ["b"]),
        ("What is the gradient of $x^TAx$ wrt $x$? What is the Hessian of $y^TBy$ wrt $y$?",
         ["hessian"], ["B + B'"]),
        ("Find the gradient of $x^TAx$ and of $a^Tx$ with respect to $x$.", ["gradient"], ["a"]),
        (r"Find the gradient of $x^TAx$ by $x$ and the Hessian of $\|y\|^2$ by $y$.",
         ["hessian"], ["2*I(n)"]),
        (r"Compute the derivatives with respect to $X$: $\operatorname{tr}(X)$, $\log\det X$.",
         ["gradient"], ["inv(X)'"]),
        ("Compute: (a) the gradient of $a^Tx$ wrt x. (b) the gradient of $x^TAx$ wrt x. "
         "(c) the Hessian of $x^TAx$ wrt x.", ["gradient", "hessian"], ["(A + A')*x", "A + A'"]),
        (r"Find the derivatives with respect to $x$ of: 1) $a^Tx$ 2) $x^TAx$ 3) $\|x\|^2$.",
         ["gradient", "gradient"], ["(A + A')*x", "2*x"]),
        (r"Let $u = x^TAx$ and $v = b^Tx$. What is the gradient with respect to $x$?",
         ["gradient"], ["b"]),
        ("u = x'Ax, v = norm(x)^2. derivative wrt x?", ["gradient"], ["2*x"]),
        (r"Let $f(x)=x^TAy$ and $g(y)=x^TAy$. Find $\nabla f$ and $\nabla g$.",
         ["gradient"], ["A'*x"]),
        ("Let f(x) = x'A y and g(A) = x'A y. What are the gradients of f and g?",
         ["gradient"], ["x*y'"]),
    ],
)  # fmt: skip
def test_each_function_has_its_answer(text: str, kinds: list[str], answers: list[str]) -> None:
    reply = ask(text)
    assert [d.kind for d in reply.further] == kinds
    assert [str(d.result) for d in reply.further] == answers
    assert all(d.verdict.ok for d in reply.further)
    assert not reply.questions
    assert not reply.to_json()["unused"]


def test_two_functions_without_names_get_different_ones() -> None:
    reply = ask("Find the gradient of $x^TAx$ and of $a^Tx$ with respect to $x$.")
    assert "∂F/∂x = a" in str(reply)
    assert reply.to_json()["further"][0]["name"] == "F"


def test_what_cannot_be_answered_is_named() -> None:
    text = "What is the gradient of $x^TAx$ wrt $x$? What is the gradient of $b^Tu$?"
    assert "The derivative of bᵀu is asked for as well" in ask(text).questions[0]


@pytest.mark.parametrize(
    "text",
    [
        "The gradient of $b^Tx$ is $b$. What is it for $x^TAx$?",
        "I know the gradient of ||x||^2 is 2x. What is the same for x^TAx?",
        "The gradient of $a^Tx$ with respect to $x$ is $a$. What is that of $x^TAx$?",
    ],
)
def test_the_same_may_be_asked_of_another_function(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [claim.status for claim in reply.claims] == ["right"]


def test_what_it_is_for_a_case_names_no_variable() -> None:
    reply = ask("Let $f(x)=x^TAx$. The gradient is $2Ax$. What is it for symmetric $A$?")
    assert {name: str(x) for name, x in reply.results.items()} == {"x": "(A + A')*x"}


def test_claims_are_about_functions_of_one_breath() -> None:
    text = "Let $f(x) = x^TAx$ and $g(x) = b^Tx$. Find the gradients. I get $2Ax$ and $b$."
    assert [claim.status for claim in ask(text).claims] == ["wrong", "right"]


def test_a_function_of_the_variable_is_meant_and_no_name_beside_it() -> None:
    reply = ask(r"Let $f(x)=\|Ax-b\|^2$, $r=Ax-b$. Find the gradient by $x$.")
    assert [str(reply.results["x"]), *reply.further] == ["2*A'*(A*x - b)"]


def test_a_case_that_makes_a_matrix_square_is_derived_with_it() -> None:
    reply = ask(r"Let $f(X)=\operatorname{tr}(AX)$. What if $X$ is symmetric?")
    (case,) = reply.cases
    assert [str(x) for x in case.derivation.answers.values()] == ["(A + A')/2"]
    assert "the answer is the same" not in reply.text("short")

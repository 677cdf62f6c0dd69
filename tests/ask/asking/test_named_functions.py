"""Behind a question, a function of the same arguments is an answer: I get u(x) = …."""

import pytest

from matgrad import ask

F = "Let $f(x) = x^TAx$ with symmetric $A$. "
L = r"The log-likelihood is $\ell(b) = \sum_{i=1}^n (y_i x_i^Tb - e^{x_i^Tb})$. "
SCORE = r"\sum_i (y_i - e^{x_i^Tb})x_i"
CUBE = "Let $s(t) = t^3$. "
CASES = [
    (F + "Find the gradient. I get $u(x) = 3Ax$.", "x", ["wrong"]),
    (F + "What is its gradient? My answer is $v(x) = 2Ax$.", "x", ["right"]),
    (F + "Find the gradient vector and the Hessian. I got $u(x) = 2Ax$ and $M(x) = 3A$.", "x",
     ["right", "wrong"]),
    (F + "I get $u(x) = 3Ax$ for the gradient.", "x", ["wrong"]),
    (F + "The gradient is $v(x) = 2Ax$ and the Hessian is $M(x) = 2A$.", "x", ["right", "right"]),
    (CUBE + "The derivative is $v(t) = 3t^2$ and the second derivative is $a(t) = 6$.", "t",
     ["right", "wrong"]),
    (CUBE + "The derivative of $s$ is $v = 3t^2$.", "t", ["right"]),
    (CUBE + "The derivative of $s$ is $v = 2t^2$.", "t", ["wrong"]),
    (CUBE + "The derivative is $v(t) = t^2$.", "t", ["wrong"]),
    (L + rf"Find the score vector. I got $U(b) = {SCORE}$.", "b", ["right"]),
    (L + rf"Find the score and the Fisher information. I got $U(b) = {SCORE}$ and $J(b) = X^TX$.",
     "b", ["right"]),
    (L + rf"Find the score and the Hessian. I got ${SCORE}$ and $X^TX$.", "b", ["right", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "variable", "statuses"), CASES, ids=range(len(CASES)))
def test_an_answer_with_a_name_is_no_function(
    text: str, variable: str, statuses: list[str]
) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert [*reply.results] == [variable]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x) = \|Ax\|^2$. Find the gradient. After expanding I get $h(x) = x^TA^TAx$.",
        r"Let $q(x) = x^TAx$. By symmetry I get $h(x) = \frac12x^T(A+A^T)x$. The gradient of $h$?",
        r"What is the gradient? Let $u(x) = Ax$. Then I get $h(x) = \|u(x)\|^2$.",
    ],
    ids=range(3),
)
def test_another_form_of_the_function_is_no_answer(text: str) -> None:
    reply = ask(text)
    assert not reply.claims
    assert reply.derivations[0].problem.name == "h"

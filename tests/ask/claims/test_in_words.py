"""Claims of which a part is said in words."""

import pytest

from matgrad import ask

F = "Let $f(x)=x^TAx$. "
CASES = [
    (F + "The gradient is $Ax$ plus its transpose.", ["undecided"]),
    ("f(x) = x' A x. The gradient is A plus A transposed times x. Right?", ["undecided"]),
    (r"Let $f(x)=\|Ax-b\|^2$. My answer is two times $A^T$ times the residual.", ["undecided"]),
    (F + "I get $Ax$ plus $A^Tx$.", ["right"]),
    (F + "I get $2$ times $Ax$.", ["wrong"]),
]


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_words_that_carry_a_formula_on_leave_it_undecided(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


NUMBERS = [
    (
        r"Is the gradient of $\|x\|^4$ equal to four times the squared norm of $x$ times $x$?",
        "right",
    ),
    ("Is the gradient of $x^Tx$ equal to two times $x$?", "right"),
    (r"The gradient of $\frac12\|Ax-b\|^2$ in $x$ is minus $A^T(b-Ax)$, right?", "right"),
    (r"The gradient of $\frac12\|Ax-b\|^2$ in $x$ is half of $A^T(Ax-b)$, right?", "wrong"),
    ("The gradient of $f(x) = (a^Tx)^3$ is three times $(a^Tx)^2$ times $a$. OK?", "right"),
    ("Let $f(x)=x^Tx$. The gradient of $f(x)$ is twice $x$.", "right"),
    (r"The Hessian of $\|x\|^2$ is two times the identity matrix $I$. Correct?", "right"),
    ("The derivative of $f(x)=x^3$ is three times $x$ squared.", "right"),
    ("Let $f(x)=x^Tx$. My friend says it's just three times $x$.", "wrong"),
    (r"Let $f(x)=\|x\|^2$. The gradient is a third of $x$.", "wrong"),
    ("Let $f(x)=x^TAx$ with symmetric $A$. My answer: two times $Ax$.", "right"),
    (r"$f(x)=\frac{1}{\|x\|}$. $\nabla f$ is minus $x$ over $\|x\|^3$. OK?", "right"),
    (r"Let $f(x)=\sin x$. The second derivative is minus the function itself. Right?", "right"),
    ("Let $f(x)=e^{3x}$. The derivative is twice the function. Right?", "wrong"),
    (r"Let $y=\ln(x)$. Then $dy/dx$ is one over $x$. True?", "right"),
    (r"Let $y=\ln(x)$. Then $dy/dx$ is one over $x$ squared. True?", "wrong"),
    (r"Let $f(x)=\sin x$. Its derivative is minus $\cos x$.", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), NUMBERS, ids=range(len(NUMBERS)))
def test_numbers_in_words_belong_to_the_claim(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_a_count_is_no_claim() -> None:
    assert not ask("Let $f(x)=x^Tx$. The gradient has twice $n$ entries.").claims

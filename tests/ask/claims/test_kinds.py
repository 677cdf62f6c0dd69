"""An answer is one to what is asked: the second derivative is not the first."""

import pytest

import matgrad as mg

ROWS = [
    ("Let $f(x)=x^3$. What is the derivative? I get $6x$.", "wrong", "second"),
    (r"I want $\nabla_x f$ for $f(x)=x^TA^TAx$. My TA says it is $2A^TA$.", "wrong", "second"),
    ("What is the Hessian of $f(x)=x^TAx$? I get $(A+A^T)x$.", "wrong", "first"),
    ("What is the gradient of $f(x)=x^3$ and its Hessian? I get $6x$.", "right", ""),
    ("What is the Hessian of $f(x)=x^TAx$? For the gradient I get $(A+A^T)x$.", "right", ""),
]


@pytest.mark.parametrize(("text", "status", "which"), ROWS, ids=range(len(ROWS)))
def test_a_derivative_of_the_other_order_is_no_answer(text: str, status: str, which: str) -> None:
    (claim,) = mg.ask(text).claims
    assert claim.status == status
    assert not which or claim.words.endswith(f"it is the {which} derivative")

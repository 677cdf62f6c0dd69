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

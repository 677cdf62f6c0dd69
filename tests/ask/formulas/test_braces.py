r"""\{ … \} around a formula is a bracket; around words it is a comment."""

import pytest

from tests.ask.reading import function_of

CASES = [
    (r"3\{\operatorname{tr}(X^TX)\}", "3*tr(X'*X)"),
    (r"\frac12\left\{\mathrm{tr}(AX) + 1\right\}", "(tr(A*X) + 1)/2"),
    (r"\bigl\{\text{tr}(AX)\bigr\}^2", "tr(A*X)^2"),
    (r"2\{{\rm tr}(AX) + \text{const}\}", "2*(tr(A*X) + const)"),
    (r"\operatorname{tr}(AX)\quad\{\text{a linear function}\}", "tr(A*X)"),
    (r"\operatorname{tr}(AX)\quad\{{\rm linear}\}", "tr(A*X)"),
]


@pytest.mark.parametrize(("formula", "function"), CASES, ids=[formula for formula, _ in CASES])
def test_braces(formula: str, function: str) -> None:
    assert (
        function_of(rf"What is the gradient of $f(X) = {formula}$ with respect to $X$?") == function
    )

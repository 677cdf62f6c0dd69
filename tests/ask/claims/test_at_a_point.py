"""df(x) and Df(x) are derivatives at x, not along it."""

import pytest

import matgrad as mg

QUADRATIC = "Let $f(x)=x^TAx$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (QUADRATIC + "I get $df(x) = x^T(A+A^T)dx$.", "right"),
        (QUADRATIC + r"Is $\mathrm{d}f(x) = x^T(A+A^T)\,\mathrm{d}x$?", "right"),
        (QUADRATIC + "I get $df(x) = 2Ax$.", "wrong"),
        (QUADRATIC + "Is $Df(x) = x^T(A+A^T)$?", "right up to layout"),
        (QUADRATIC + "Is $Df = 2x^TA$?", "wrong"),
        (QUADRATIC + "Is $Df(x)[h] = h^T(A+A^T)x$?", "right"),
        (QUADRATIC + "Is $df[h] = h^T(A+A^T)x$?", "right"),
        (r"Let $f(x)=\sin(Wx)$. Then $Df(x) = \operatorname{diag}(\cos(Wx))W$.", "right"),
    ],
)
def test_claims(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_a_matrix_called_d_is_one() -> None:
    text = r"Let $f(x)=Dx$ with $D$ diagonal. Gradient of $g(x) = \|Df(x)\|^2$ w.r.t. $x$?"
    assert str(mg.ask(text).results["x"]) == "2*D^4*x"

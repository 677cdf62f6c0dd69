import pytest

import matgrad as mg

CONDITIONS = [
    ("min over b: (y-Xb)'(y-Xb). FOC: -2X'(y-Xb)=0. Is FOC right?", "right"),
    (r"Let $Q(b)=\frac1n\|y-Xb\|^2$. The first-order condition is $X^T(y-Xb)=0$.", "right"),
    (r"Let $Q(b)=\frac1n\|y-Xb\|^2$. The first-order condition is $X^T(y+Xb)=0$.", "wrong"),
    (r"Let $f(x)=c\|Ax-b\|^2$ with $c>0$. Setting $\nabla f(x)=0$ gives $A^TAx=A^Tb$.", "right"),
    (r"Let $f(x)=c\|Ax-b\|^2$ with $c>0$. Setting $\nabla f(x)=0$ gives $A^TAx=2A^Tb$.", "wrong"),
    (
        r"Let $f(w)=\frac{1}{2n}\|Xw-y\|^2+\frac{\lambda}{2}\|w\|^2$. The first-order condition is "
        r"$X^TXw+n\lambda w=X^Ty$.",
        "right",
    ),
    ("f(x) = 1/(2 s^2) ||y - A x||^2. The first-order condition is A'(y - A x) = 0.", "right"),
    (r"Let $f(x)=\exp(-\frac12x^Tx)$. The stationarity condition is $2x=0$.", "right"),
    (r"Let $f(x)=(x^Tx-1)^2$. The first-order condition is $4x=0$.", "wrong"),
    (r"Let $f(b)=\|y-Xb\|^2$. The first-order condition is $X^T(y-Xb)=0$. Correct?", "right"),
    (r"Let $f(b)=\|y-Xb\|^2$. The first-order condition is $X^T(y+Xb)=0$. Correct?", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), CONDITIONS, ids=range(len(CONDITIONS)))
def test_a_first_order_condition_says_what_the_gradient_is(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_a_factor_that_may_be_zero_is_told() -> None:
    text = r"Let $f(x)=c\|Ax-b\|^2$. Setting $\nabla f(x)=0$ gives $A^TAx=A^Tb$."
    (claim,) = mg.ask(text).claims
    assert claim.words.endswith("where c is not zero")

import pytest

import matgrad as mg

CONDITIONS = [
    ("min over b: (y-Xb)'(y-Xb). FOC: -2X'(y-Xb)=0. Is FOC right?", "right"),
    (r"Let $f(b)=\|y-Xb\|^2$. The first-order condition is $X^T(y-Xb)=0$. Correct?", "right"),
    (r"Let $f(b)=\|y-Xb\|^2$. The first-order condition is $X^T(y+Xb)=0$. Correct?", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), CONDITIONS, ids=range(len(CONDITIONS)))
def test_a_first_order_condition_says_what_the_gradient_is(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]

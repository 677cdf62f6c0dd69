import pytest

import matgrad as mg

CLAIMS = [
    ("f(x,y) = x^2 y. Is f_x = 2xy? Is f_y = x? Is f_xy = 2x?", ["right", "wrong", "right"]),
    (r"Let $f(x,y)=x^2y$. Is $\partial_{xy}f=2x$? Is $f_{xx}=2y$?", ["right", "right"]),
    ("f(x) = x^T A x, A symmetric. grad = 2Ax?", ["right"]),
    ("Minimise ½‖V − WH‖². grad_W = (WH − V)Hᵀ, grad_H = W(WH − V). ok?", ["right", "wrong"]),
]


@pytest.mark.parametrize(("text", "verdicts"), CLAIMS, ids=range(len(CLAIMS)))
def test_a_derivative_by_its_name_is_a_claim(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == verdicts


def test_an_index_of_a_function_without_that_argument_is_a_name() -> None:
    text = r"Let $f_x = x^TAx$. What is $\nabla f_x$ with respect to $x$?"
    assert "f_x" in mg.ask(text).text()

"""Products of a vector with a Jacobian, which are derivatives of a number."""

import pytest

from matgrad.app.ask import ask

F = r"Let $f(h)=\tanh(Wh)$. "


@pytest.mark.parametrize(
    "product",
    [
        r"v^T\frac{\partial f}{\partial h}",
        r"v^\top\,\frac{\partial f(h)}{\partial h}",
        r"v^T\left(\frac{df}{dh}\right)",
        r"\left(\frac{\partial f}{\partial h}\right)^Tv",
        r"\frac{\partial f}{\partial h}^\top v",
        "v^TJ_f",
        "J_f(h)^Tv",
    ],
)
def test_the_product_is_the_derivative_of_a_number(product: str) -> None:
    reply = ask(f"{F}I need the vector-Jacobian product ${product}$.")
    assert {x: str(y) for x, y in reply.results.items()} == {"h": "W'*(v .* (1 - tanh(W*h).^2))"}


@pytest.mark.parametrize(
    ("claim", "is_right"),
    [(r"v^T\operatorname{diag}(1-f^2)W", True), (r"v^TW\operatorname{diag}(1-f^2)", False)],
)
def test_a_claim_about_the_product_is_judged(claim: str, is_right: bool) -> None:
    reply = ask(rf"{F}The VJP $v^T\frac{{\partial f}}{{\partial h}}$ is ${claim}$?")
    assert [claim.is_right for claim in reply.claims] == [is_right]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x)=\|Ax\|^2$. What is $g^\top\frac{\partial f}{\partial x}$?",
        r"Let $f(x)=\sin(Ax)$ and $v=Bx$. What is $v^\top\frac{\partial f}{\partial x}$?",
        r"What is $v^\top\frac{\partial f}{\partial x}$?",
    ],
)
def test_nothing_is_given_where_it_is_another_thing(text: str) -> None:
    assert ask(text).results == {}

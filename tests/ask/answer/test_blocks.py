"""The Hessian of a function of several variables has a block for each pair of them."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "results", "shown"),
    [
        (r"What is the Hessian of $f(x,y)=x^TAy+\|x\|^2$?",
         {"x": "2*I(m)", "x, y": "A", "y": "zeros(n,n)"}, "∇²f = [2I, A; Aᵀ, 0]"),
        ("Find the Hessian of f(x,y) = x^2*y + y^3.",
         {"x": "2*y", "x, y": "2*x", "y": "6*y"}, "∇²f = [2y, 2x; 2x, 6y]"),
        ("What is the Hessian of $f(x,y,z)=xyz$?",
         {"x": "0", "x, y": "z", "x, z": "y", "y": "0", "y, z": "x", "z": "0"},
         "∇²f = [0, z, y; z, 0, x; y, x, 0]"),
    ],
)  # fmt: skip
def test_all_blocks_are_given(text: str, results: dict[str, str], shown: str) -> None:
    reply = ask(text)
    assert {name: str(x) for name, x in reply.results.items()} == results
    assert shown in str(reply)
    assert reply.ok


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x,y)=x^TAy$. Find $\frac{\partial^2 f}{\partial x\partial y^T}$.",
        "What is the mixed second derivative of $f(x,y)=x^TAy$?",
    ],
)
def test_a_mixed_derivative_is_one_block(text: str) -> None:
    assert [str(d.result) for d in ask(text).derivations] == ["A"]


@pytest.mark.parametrize(
    "text",
    [
        "Find all second-order partial derivatives. My answer for the mixed one: $h_{xy}=2x$.",
        "Compute the second partial derivatives. I have $h_{xy}=2x$.",
        r"Find the Hessian. I get $\frac{\partial^2h}{\partial x\partial y}=2x$.",
    ],
)
def test_a_claim_of_one_block_leaves_the_others_asked_for(text: str) -> None:
    reply = ask(f"Let $h(x,y)=x^2y+y^3$. {text}")
    assert {name: str(x) for name, x in reply.results.items()} == {
        "x": "2*y",
        "x, y": "2*x",
        "y": "6*y",
    }
    assert [each.status for each in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        "Find the mixed partial derivative. I have $h_{xy}=2x$.",
        "Show that the Hessian entry is $h_{xy}=2x$.",
        "Show that $h_{xy}=2x$.",
    ],
)
def test_a_claim_of_one_block_is_about_this_block(text: str) -> None:
    derived = ask(f"Let $h(x,y)=x^2y+y^3$. {text}").derivations
    assert [str(d.result) for d in derived] == ["2*x"]


def test_blocks_at_a_point_stand_together() -> None:
    text = ask("Find the Hessian of $f(x,y)=x^2y+y^3$ at $x=1$ and $y=2$.").text()
    assert text.count("At x = 1, y = 2") == 1
    assert "∂²f/∂y² = 12" in text


def test_a_gradient_by_several_numbers_is_a_column_besides() -> None:
    text = "Let $f(u,v) = u^2v + v^2$. Compute the gradient and the Hessian."
    assert "∇f = [2uv; u² + 2v]" in ask(text).text("short")

"""A name that the text defines is put in, unless the text derives by it."""

import pytest

from matgrad.app.ask import ask

INNER = [
    (r"With $r=b-Ax$ and $f=r^Tr$: $$df=2r^Tdr=2r^TA\,dx\quad\Rightarrow\quad\nabla f=2A^Tr.$$",
     "x", [("wrong", 2), ("wrong", None)]),
    (r"With $e=y-Xw$ and $E=e^Te$, I get $dE=2e^Tde=-2e^TX\,dw$, so $\nabla E=-2X^Te$.",
     "w", [("right", None), ("right", None)]),
    (r"Let $f=r^Tr$ with $r=b-Ax$. Then $df=2r^TA\,dx$.", "x", [("wrong", None)]),
    (r"With $r=b-Ax$ and $f=r^Tr$, the gradient is $\nabla f=-2A^Tr$", "x", [("right", None)]),
    (r"Let $f = \|u\|^2$ where $u = Bz$. I get $2B^TBz$ for the gradient.", "z", [("right", None)]),
    (r"Let $f=r^Tr$ with $r=b-Ax$. Then $\nabla f=2r$.", "r", [("right", None)]),
    (r"The derivative of $\|X\|_F^2$ with $X=U\Sigma V^T$ is $2X$.", "X", [("right", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "variable", "claims"), INNER)
def test_what_the_text_differentiates(
    text: str, variable: str, claims: list[tuple[str, int | None]]
) -> None:
    reply = ask(text)
    assert list(reply.results) == [variable]
    assert [(each.status, each.line) for each in reply.claims] == claims


def test_a_definition_is_not_dropped_without_a_line() -> None:
    text = ask(r"Let $f=r^Tr$ with $r=b-Ax$. Then $\nabla f=2r$.").text("short")
    assert "the variable is r: r = b − Ax is not put in" in text


def test_without_a_sign_of_the_variable_it_is_asked_for() -> None:
    reply = ask("Let $f=r^Tr$ with $r=b-Ax$. What is the gradient?")
    assert reply.questions == ["With respect to which variable? There are b, A, x, r."]


def test_a_claim_by_another_variable_is_not_called_wrong() -> None:
    text = r"With $y=\exp(x)$ elementwise and $f=\mathbf 1^Ty$, the gradient is $y$. Correct?"
    assert [claim.status for claim in ask(text).claims] == ["undecided"]


def test_a_definition_that_says_nothing_is_left() -> None:
    reply = ask(r"Let $z=x^TAy$ where $x=f(t)$... never mind, just give me $\partial z/\partial A$ "
                r"and $\partial z/\partial x$.")  # fmt: skip
    found = {name: str(x) for name, x in reply.results.items()}
    assert found == {"A": "x*y'", "x": "A*y"}


def test_an_entry_of_a_part_is_one_of_a_variable() -> None:
    reply = ask(
        r"Let $z = Wx$, $h = \tanh(z)$, $E = \frac12\|h - t\|^2$. "
        r"Find $\delta_j = \frac{\partial E}{\partial z_j}$."
    )
    assert list(reply.results) == ["z"]

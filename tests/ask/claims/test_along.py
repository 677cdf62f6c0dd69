"""Derivatives along a direction that words name."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Find the directional derivative of $f(x,y,z)=x^2+yz$ in the direction $(1,1,1)$.",
         ["2*x + y + z", "(2*x + y + z)/sqrt(3)"]),
        ("What is the directional derivative of x^2 y along v = (1,2)?",
         ["2*x*(x + y)", "2*x*(x + y)/sqrt(5)"]),
        ("Find the directional derivative of f(x,y) = x^2 + y^2 at (1,2) in the direction of the "
         "vector (3,4).", ["2*(3*x + 4*y)", "22", "2/5*(3*x + 4*y)", "22/5"]),
        (r"directional derivative of $f(x,y)=xy$ in the direction of "
         r"$\mathbf{v}=\langle 3,4\rangle$", ["4*x + 3*y", "(4*x + 3*y)/5"]),
        (r"Let $f(x)=x^TAx$ with $x\in\mathbb{R}^2$. What is the directional derivative in the "
         "direction $(1,0)^T$?", ["[1, 0]*(A + A')*x"]),
        (r"The directional derivative of $f(x,y)=e^{xy}$ in the direction "
         r"$u=(\frac{1}{\sqrt2},\frac{1}{\sqrt2})$?", ["exp(x*y)*(x + y)/sqrt(2)"]),
    ],
)  # fmt: skip
def test_a_direction_in_numbers_is_taken_as_given_and_with_length_one(
    text: str, values: list[str]
) -> None:
    reply = ask(text)
    assert [str(each.value) for each in reply.made] == values
    assert not reply.questions and not reply.unused


def test_a_direction_with_other_entries_than_the_function_is_asked_for() -> None:
    reply = ask("What is the directional derivative of $f(x,y)=xy$ along $(1,2,3)$?")
    assert reply.questions == ["In which direction is the directional derivative taken?"]


def test_a_unit_vector_that_is_the_direction_is_no_variable() -> None:
    reply = ask(
        r"Directional derivative of $f(x)=\|x\|^2$ in the direction of the unit vector $u$?"
    )
    assert "f′(x; u) = 2xᵀu" in reply.text("short")
    assert not reply.questions


CLAIMS = [
    ("The directional derivative of $f(x,y)=x^2y$ in the direction $(1,1)$ at $(1,2)$ is $5$.",
     ["right"]),
    ("The directional derivative of $f(x,y)=x^2y$ at $(1,2)$ in the direction $(3,4)$: I get $4$.",
     ["wrong"]),
    ("The directional derivative of $f(x,y)=xy$ at $(1,2)$ in the direction $(3,4)$: I get $2$.",
     ["right"]),
    ("Find the directional derivative of x^2 + 3xy at (1,-1) in direction (1,2). I got sqrt(5).",
     ["right"]),
    ("Find the directional derivative of x^2 + 3xy at (1,-1) in direction (1,2). I got -1/sqrt(5).",
     ["wrong"]),
    ("$f(x,y)=x^2y$. The gradient is $(2xy, x^2)$ and the directional derivative along $(1,0)$ is "
     "$2xy$.", ["right", "right"]),
    ("Find the directional derivative of f(x,y,z) = xyz at P(1,2,3) in the direction from P "
     "towards the point Q(2,2,1). I got 20/3.", ["wrong"]),
    ("Find the directional derivative of f(x,y,z) = xyz at P(1,2,3) in the direction from P "
     "towards the point Q(2,2,1). I got 2/sqrt(5).", ["right"]),
    ("Directional derivative of f(x,y) = x^2 + y^2 at A(1,1) in the direction toward B(4,5). I got "
     "14/5.", ["right"]),
    ("What is the rate of change of f(x,y) = x y^2 at (1,2) in the direction from (1,2) to (4,6)? "
     "I obtain 28/5.", ["right"]),
    ("Find the directional derivative of f(x,y) = x y^2 at P = (1,2) in the direction of Q = (4,6) "
     "from P. I get 28/5.", ["right"]),
    (r"Find the directional derivative of $f(x,y)=xy^2$ at $(1,2)$ towards the origin. I get "
     r"$-12/\sqrt5$.", ["right"]),
    (r"Find the directional derivative of $f(x,y)=x^2+y^2$ at $P=(1,1)$ in the direction of "
     r"$\vec{PQ}$ where $Q=(4,5)$. I get $14/5$.", ["right"]),
    ("Find the directional derivative of $f(x,y)=x^2+y^2$ at $(1,1)$ in the direction of the point "
     "$(4,5)$. I get $14/5$.", ["right"]),
    ("Find the directional derivative of $f(x,y)=x^2+y^2$ at $(1,1)$ towards $v=(3,4)$. I get "
     "$14/5$.", ["right"]),
    ("Find the directional derivative of $f(x,y)=x^2+y^2$ at $(1,1)$ towards $(4,5)$. I get "
     "$14/5$.", ["undecided"]),
    ("Find the directional derivative of $f(x,y)=x^2+y^2$ at $(1,1)$ in the direction of the line "
     r"$y = 2x$. I get $6/\sqrt5$.", ["undecided"]),
    ("Let $f(x)=x^TAx$. The directional derivative of $f$ along $v$ is $v^T(A+A^T)x$, right?",
     ["right"]),
    ("Let $f(x)=x^TAx$. The directional derivative of $f$ along $v$ is $2v^TAx$, right?",
     ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMS)
def test_what_is_claimed_along_a_direction_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses

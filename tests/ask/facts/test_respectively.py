"""What is said of each of several names is said of this one alone."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.facts.respectively import one_by_one

F = r"$f(x)=x^TAx+\|Bx\|^2$"
EACH = "2*(A*x + x)"
G = "$f(x)=x^TAx+x^TBx$"
ONLY_A, ONLY_B = "(2*A + B + B')*x", "(A + A' + 2*B)*x"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"Let {F}, where $A$ and $B$ are symmetric and orthogonal, respectively.", EACH),
        (f"Let {F}, where $A$ and $B$ are symmetric and orthogonal respectively.", EACH),
        (f"Let $A$ and $B$ be symmetric and orthogonal, resp., and {F}.", EACH),
        (f"Let {F} with $A$ and $B$ respectively symmetric and orthogonal.", EACH),
        (f"Let $A$, $B$ be a symmetric and an orthogonal matrix, respectively, and {F}.", EACH),
        (f"Let {G} with matrices $A$ and $B$, where the first is symmetric.", ONLY_A),
        (f"Let {G} with matrices $A$ and $B$, the second of which is symmetric.", ONLY_B),
        (f"Let {G}, where only $B$ is symmetric.", ONLY_B),
        (f"Let {G} with symmetric $A$ but general $B$.", ONLY_A),
        (f"Let {G}. $A$ is symmetric whereas $B$ is arbitrary.", ONLY_A),
    ],
)
def test_each_name_has_its_own_property(text: str, answer: str) -> None:
    assert str(ask(f"{text} What is the gradient with respect to $x$?").results["x"]) == answer


def test_what_does_not_fit_one_by_one_is_left_open() -> None:
    reply = ask(
        f"Let {G}, where $A$ and $B$ are symmetric, respectively. "
        "What is the gradient with respect to $x$?"
    )
    assert str(reply.results["x"]) == "(A + A' + B + B')*x"


def test_the_second_derivative_is_no_name() -> None:
    text = "⟦1⟧ and ⟦3⟧ are given, the second derivative is ⟦5⟧"
    assert one_by_one(text) == text

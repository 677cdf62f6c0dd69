"""Words inside of formulas say what they say outside of them."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.inside import with_words_apart

CLAIM = r"Is $\nabla f=2Ax$?"


@pytest.mark.parametrize(
    "formula",
    [
        r"f(x)=x^TAx\quad(A\text{ symmetric})",
        r"f(x)=x^TAx,\quad A\text{ symmetric}.",
        r"f(x)=x^TAx\qquad\text{(}A\text{ is symmetric)}",
        r"f(x)=x^TAx\quad\text{with }A\text{ symmetric}.",
        r"f(x)=x^TAx,\; A\mbox{ diagonal}",
    ],
)
def test_a_fact_inside_of_a_formula(formula: str) -> None:
    reply = ask(f"Let $${formula}$$. {CLAIM}")
    assert [(each.status, each.words) for each in reply.claims] == [("right", "")]


@pytest.mark.parametrize(
    "formula",
    [
        r"f(x)=x^TAx\quad(A\text{ not symmetric})",
        r"f(x)=x^TAx\quad\text{unless }A\text{ is symmetric}",
        r"f(x)=x^TAx,\quad A\text{ symmetric or not}",
    ],
)
def test_what_is_denied_inside_of_a_formula(formula: str) -> None:
    assert str(ask(f"Let ${formula}$. {CLAIM}").results["x"]) == "(A + A')*x"


@pytest.mark.parametrize(
    "formula",
    [
        r"f(x)=x^2\text{ if }x>0,\ 0\text{ otherwise}",
        r"f(x)=x^2\ \text{for}\ x>0,\quad f(x)=0\ \text{otherwise}",
    ],
)
def test_a_function_by_pieces_inside_of_a_formula(formula: str) -> None:
    reply = ask(f"Let ${formula}$, $x\\in\\mathbb{{R}}$. What is $f'(x)$?")
    assert str(reply.results["x"]) == "2*relu(x)"


def test_names_with_words_stay_whole() -> None:
    formula = r"x^TA_{\text{diagonal}}x"
    assert with_words_apart(formula) == [(True, formula)]

"""A function that is defined piece by piece is read with all its pieces, or asked for."""

import pytest

from matgrad.app.ask import ask

SUM = r"and $f(x)=\sum_{i=1}^m\phi(a_i^Tx)$. What is $\nabla f$?"


@pytest.mark.parametrize(
    "pieces",
    [
        r"$\phi(t)=t^2$ if $t>0$, else $0$,",
        r"$\phi(t)=t^2$ when $t>0$ and $0$ otherwise,",
        r"$\phi(t)=t^2$ for $t>0$ and $\phi(t)=0$ for $t\le0$,",
        r"$\phi(t)=t^2$ for all $t>0$, and otherwise 0,",
    ],
)
def test_two_pieces_are_one_function(pieces: str) -> None:
    reply = ask(f"Let {pieces} {SUM}")
    assert "step(Ax)" in reply.text("short")


def test_pieces_may_be_typed() -> None:
    reply = ask("Let f(x) = x² for x ≥ 0 and -x for x < 0. What is f'(x)?")
    assert "f = −x step(−x) + x²(1 − step(−x))" in reply.text("short")


def test_pieces_in_other_words_are_asked_for() -> None:
    text = "Let $f(x)=x^2$ for $x>0$ while left of it, $f(x)=-x$. What is the derivative of $f$?"
    reply = ask(text)
    assert not reply.derivations
    assert "cases" in reply.questions[0]


def test_a_domain_is_no_piece() -> None:
    reply = ask(r"Let $f(x)=\log x$ for $x>0$. What is the derivative of $f$ with respect to $x$?")
    assert str(reply.results["x"]) == "1/x"


@pytest.mark.parametrize(
    "formula",
    [
        r"f(x)=x^2\text{ if }x>0,\ 0\text{ otherwise}",
        r"f(x)=x^2 \text{ for } x > 0, \quad f(x) = 0 \text{ for } x\le0",
    ],
)
def test_pieces_may_stand_in_one_formula(formula: str) -> None:
    reply = ask(f"Let ${formula}$. What is $f'(x)$?")
    assert str(reply.results["x"]) == "2*relu(x)"

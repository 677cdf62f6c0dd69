"""Runs of capitals in typed brackets are products; letters that begin words are remarks."""

import pytest

from matgrad.app.ask import ask
from tests.ask.reading import by


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tr(D (C - AXB))", "tr(D*(C - A*X*B))"),
        ("tr(D (AXB - C))", "tr(D*(A*X*B - C))"),
        ("tr(D (AXB))", "tr(D*A*X*B)"),
        ("tr(A (BXC)^T)", "tr(A*(B*X*C)')"),
        ("a^T (C - AXB) b", "a'*(C - A*X*B)*b"),
        ("||AXB - C||_F^2", "normF(A*X*B - C)^2"),
        ("||aXB - C||_F^2 (the OLS loss)", "normF(a*X*B - C)^2"),
    ],
)
def test_brackets_around_products_are_kept(typed: str, meant: str) -> None:
    assert by(typed, "X") == meant


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("-2 A^T (C - AXB) B^T", "right"),
        ("2 A' (AXB - C) B'", "right"),
        ("2 A^T (AXB - C) B", "wrong"),
        ("-2 A^T (C - AXB)", "wrong"),
    ],
)
def test_a_claim_goes_on_with_its_bracket(claim: str, status: str) -> None:
    reply = ask(f"f(X) = ||C - AXB||_F^2. What is df/dX? My answer: {claim}")
    assert [(each.status, "AXB" in each.latex) for each in reply.claims] == [(status, True)]


def test_a_product_alone_in_brackets_is_a_factor() -> None:
    text = "What is the gradient of f(X) = ||AXB||_F^2 wrt X? I get 2 A^T (AXB) B^T."
    assert [each.status for each in ask(text).claims] == ["right"]


@pytest.mark.parametrize("remark", ["(MSE)", "(SVD)", "(OLS loss)", "(see ABC)"])
def test_letters_that_begin_words_are_a_remark(remark: str) -> None:
    text = f"Let f(W) = ||Y - XW||_F^2 {remark}. Is df/dW = -2 X^T (Y - XW) {remark}?"
    assert [each.status for each in ask(text).claims] == ["right"]


def test_the_pronoun_before_a_claim_is_no_factor() -> None:
    text = "f(x) = (1/2) ||ABx - c||^2. I get (AB)^T (ABx - c)."
    assert [each.status for each in ask(text).claims] == ["right"]

"""Nablas that people type as words, and claims about them that are read whole."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    "text",
    [
        "f(x) = x'x. grad_x f = 2x.",
        "L(w) = ||Xw - y||^2. nabla_w L = 2X'(Xw - y).",
        "f(x, y) = x'Ay. gradient_y f = A'x, right?",
        "c(u) = q*||B u||^2. grad_u c = 2 q B'(B u)?",
        "J(theta) = ||X theta - y||^2. grad_theta J(theta) = 2X'(X theta - y)",
        "f(w1) = w1'w1. grad_w1 f = 2 w1?",
        "f(x) = x'Ax. hess_x f = A + A'.",
        "f(x) = x'Ax, A symmetric. Is -grad_x f = -2Ax?",
        "Is grad_X tr(AX) = A'?",
        "Is grad_x ||Ax - b||^2 = 2A'(Ax - b)?",
        "loss(w) = ||Xw - y||^2. grad loss = 2X'(Xw - y).",
        "Loss(b) = ||Xb - y||^2. Is grad_b Loss = 2X'(Xb - y)?",
        "f = x'y. What's grad_x f? For grad_y f a friend has x.",
    ],
)
def test_grad_with_an_index_is_a_derivative(text: str) -> None:
    (claim,) = mg.ask(text).claims
    assert claim.status == "right"


@pytest.mark.parametrize("text", ["f = x'y. What's grad_y f?", "f(x, y) = x'Ay. grad_y f?"])
def test_grad_with_an_index_asks_for_that_variable(text: str) -> None:
    assert [*mg.ask(text).results] == ["y"]


@pytest.mark.parametrize(
    ("f", "claim"),
    [
        ("||Ax - b||^2 + lam*||x||^2", "Is grad f = 2A'(Ax-b) + 2 lam x?"),
        ("||Ax - b||^2 + lam*||x||^2", "I think grad = 2A'(Ax-b) + 2*lam*x"),
        ("0.5*||Ax - b||^2 + lam*||x||^2", "Is grad f = A'(Ax-b) + 2 lam x?"),
        ("x'x + lam*b'x", "Is grad f = 2(x) + lam b?"),
        ("||Ax||^2 + lam*||x||^2", "My gradient: 2 A^T A x + 2lam x"),
        ("eps*||Ax - b||^2 + lam*||x||^2", "Is grad_x f = 2 eps A'(Ax-b) + 2 lam x?"),
        ("||Ax - b||^2/sig^2 + lam*||x||^2", "Is -grad f = -2 A'(Ax-b)/sig^2 - 2 lam x?"),
    ],
)
def test_names_of_programs_cut_no_claim(f: str, claim: str) -> None:
    (found,) = mg.ask(f"f(x) = {f}. {claim}").claims
    assert found.status == "right"

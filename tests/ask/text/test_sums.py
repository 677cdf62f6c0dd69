"""A capital sigma is the sign of a sum, or a matrix, as what stands around it says."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.sums import with_sums


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Σ_i x_i²", "∑_i x_i²"),
        ("Σᵢ xᵢ²", "∑ᵢ xᵢ²"),
        ("Σ_{i=1}^n x_i", "∑_{i=1}^n x_i"),
        ("λ Σ x_i", "λ ∑_i x_i"),
        ("Σ_{i<j} (x_i - x_j)^2", "∑_{i<j} (x_i - x_j)^2"),
        ("-∑ p_i log p_i", "-∑_i p_i log p_i"),
        ("Σ_i max(0, 1 - y_i w^T x_i). Then", "∑_i max(0, 1 - y_i w^T x_i). Then"),
        ("Σ_i min(1, θ^T x_i)", "∑_i min(1, θ^T x_i)"),
        ("Σᵢ exp(wᵀxᵢ)", "∑ᵢ exp(wᵀxᵢ)"),
        ("Σⱼ ‖Wxⱼ‖²", "∑ⱼ ‖Wxⱼ‖²"),
        ("Σ_i exp(w^Tx_i)", "∑_i exp(w^Tx_i)"),
        ("Σᵢ₌₁ⁿ (yᵢ − wᵀxᵢ)²", "∑_{i=1}^{n}  (yᵢ − wᵀxᵢ)²"),
    ],
)
def test_a_sigma_before_members_is_a_sum(typed: str, meant: str) -> None:
    assert with_sums(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "(x_i-μ)'Σ_i^{-1}(x_i-μ)",
        "x_iᵀ Σ_i x_i",
        "Σ is symmetric and Σ x_i",
        "w'Σw",
        "∑ x_i y_j",
        "a (x'Σ_i y, and x_i)",
    ],
)
def test_a_sigma_that_is_a_matrix_stays(typed: str) -> None:
    assert with_sums(typed) == typed


def test_a_claim_with_a_sum_of_unicode_is_judged() -> None:
    reply = ask("Let f(x) = Σᵢ xᵢ². Is ∇f(x) = 2x?")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize("sign", ["!=", "≠", " != "])
def test_a_sum_over_others_may_be_typed(sign: str) -> None:
    reply = ask(f"gradient of sum_{{i{sign}j}} x_i x_j wrt x")
    assert [str(x) for x in reply.results.values()] == ["2*(sum(x)*ones(n) - x)"]


@pytest.mark.parametrize(
    ("text", "gradient"),
    [
        ("L(w) = Σᵢ log(1 + exp(wᵀxᵢ)) − yᵀXw. What is the gradient with respect to w?",
         "X'*sigmoid(X*w) - X'*y"),
        ("L = log Σⱼ exp(sᵀtⱼ/τ). Gradient with respect to s?", "T'*softmax(T*s/τ)/τ"),
        ("ℓ(w) = Σᵢ yᵢ log σ(wᵀxᵢ) + (1−yᵢ) log(1−σ(wᵀxᵢ)). Gradient in w?",
         "X'*(y - sigmoid(X*w))"),
        ("f(w) = ∑ᵢ₌₁ⁿ exp(wᵀxᵢ). Gradient?", "X'*exp(X*w)"),
    ],
)  # fmt: skip
def test_sums_in_signs_are_those_of_latex(text: str, gradient: str) -> None:
    (claim,) = ask(f"{text} I get {gradient}.").claims
    assert claim.status == "right"

"""Derivatives that are often asked for, each on one line, with the steps that lead to it."""

import pytest

import matgrad as mg

SHOWCASE = [
    (
        "jacobian", "function sigma; sigma(W*X)", "W",
        "df = σ′(A) ⊙ dA",
        "∂vec(f)/∂vec(W) = Diag(vec(σ′(WX))) (Xᵀ ⊗ I)",
    ),
    ("jacobian", "inv(X)", "X", "df = −X⁻¹ dX X⁻¹", "∂vec(f)/∂vec(X) = −X⁻ᵀ ⊗ X⁻¹"),
    (
        "hessian", "sum(softplus(X*w)) - y'*X*w", "w",
        "dg = Xᵀ dz",
        "∂²f/∂w² = Xᵀ Diag(z ⊙ (1 − z)) X",
    ),
    (
        "hessian", "normF(T - U*V')^2", "U",
        "dg = −2(−dU Vᵀ)V",
        "∂²f/∂U² = 2VᵀV ⊗ I",
    ),
    ("hessian", "logdet(X)", "X", "= −(X⁻¹ dX X⁻¹)ᵀ", "∂²f/∂X² = −K(n,n) (X⁻ᵀ ⊗ X⁻¹)"),
    (
        "hessian", "logsumexp(W*x) - t'*W*x", "W",
        "dg = dp xᵀ",
        "∂²f/∂W² = xxᵀ ⊗ (Diag(p) − ppᵀ)",
    ),
    ("hessian", "sum(sqrt(abs(x)))", "x", "dg = ½(dy ⊘ u", "∂²f/∂x² = −¼ Diag(1 ⊘ |x|^(3/2))"),
    (
        "hessian", "det(X)", "X",
        "= det(X)",
        "∂²f/∂X² = det(X) K(n,n) (vec(X⁻¹) vec(X⁻ᵀ)ᵀ − X⁻ᵀ ⊗ X⁻¹)",
    ),
    (
        "jacobian", "softmax(x)", "x",
        "df = softmax(x) ⊙ dx − (softmax(x) : dx) softmax(x)",
        "∂f/∂x = Diag(p) − ppᵀ",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "function", "variable", "step", "answer"), SHOWCASE)
def test_the_answer_is_one_line_after_its_steps(
    kind: str, function: str, variable: str, step: str, answer: str
) -> None:
    d = getattr(mg, kind)(function, variable)
    lines = [line.strip() for line in d.text().splitlines()]
    assert answer in lines
    steps = [i for i, line in enumerate(lines) if line.startswith(step)]
    assert steps and steps[0] < lines.index(answer)
    assert d.verdict.ok

"""Answers as a demanding reader wants them: printed forms that once were clumsy."""

import pytest

import matgrad as mg
from matgrad.render import plain

PD = {"P": ["positive_definite"]}
CLOSED: list[tuple[str, str, str, dict[str, list[str]], str]] = [
    ("gradient", "logdet(P) - tr(P*C)", "P", PD, "P⁻¹ − ½(C + Cᵀ)"),
    ("gradient", "-logdet(P) - tr(inv(P)*C)", "P", PD, "½P⁻¹(C + Cᵀ)P⁻¹ − P⁻¹"),
    ("gradient", "mean((x - mean(x)*ones(n)).^2)", "x", {}, "2(x − mean(x) 𝟏)/n"),
    ("gradient", "log(1 + norm2(x)^2/c)", "x", {}, "2x/(xᵀx + c)"),
    ("gradient", "log(sigmoid(w'*x)/(1 - sigmoid(w'*x)))", "w", {}, "x"),
    ("gradient", "a'*log(sin(X))*b", "X", {}, "abᵀ ⊘ tan(X)"),
    ("gradient", "det(X^3)", "X", {}, "3 det(X)² adj(X)ᵀ"),
    ("gradient", "A: n×n; X: n×n; det(X'*A*X)", "X", {}, "2 det(A) det(X) adj(X)ᵀ"),
    ("gradient", "A: n×n; B: n×n; det(A*X*B)", "X", {}, "det(A) det(B) adj(X)ᵀ"),
    ("gradient", "k: scalar integer; logdet(X^k)", "X", {}, "kX⁻ᵀ"),
    ("gradient", "tr(A*inv(X))", "X", {"X": ["skew"], "A": ["skew"]}, "X⁻¹AX⁻¹"),
    ("gradient", "tr(A*expm(P))", "P", {"P": ["symmetric"], "A": ["symmetric"]}, "L_exp(P, A)"),
    ("gradient", "c: scalar; x: scalar; log(1 + c/x^2)", "x", {}, "−2c/(x(x² + c))"),
    ("gradient", "x: scalar; a: scalar; x/(x + a)^2", "x", {}, "(a − x)/(a + x)³"),
    ("gradient", "x: scalar; atan(1/x)", "x", {}, "−1/(x² + 1)"),
    ("gradient", "x: n; sum(i,1,n, sum(j,i+1,n, x[i]*x[j]))", "x", {}, "sum(x) 𝟏 − x"),
    ("gradient", "x: n; sum(i,1,n, sum(j,i+1,n, (x[i]-x[j])^2))", "x", {}, "2(nx − sum(x) 𝟏)"),
    ("gradient", "tr(A*X^4)", "X", {}, "(AX³ + XAX² + X²AX + X³A)ᵀ"),
    ("gradient", "x: scalar; 1 + x + x^2 + x^3 + x^4", "x", {}, "4x³ + 3x² + 2x + 1"),
    ("gradient", "logdet(L*L')", "L", {"L": ["lower_triangular"]}, "2 Diag(1 ⊘ diag(L))"),
    ("gradient", "sqrt(norm2(x)^2/2)", "x", {}, "x/(√2 ‖x‖)"),
    ("gradient", "sum(X)^2", "X", {}, "2 sum(X) 𝟏𝟏ᵀ"),
    ("gradient", "sum(abs(x)) + norm1(x)", "x", {"x": ["positive"]}, "2𝟏"),
    ("gradient", "tr(A*(X + X' - I(n).*X))", "X", {}, "A + Aᵀ − A ⊙ I"),
    ("hessian", "c'*x/(b'*x)", "x", {}, "(2(cᵀx)bbᵀ/(bᵀx) − bcᵀ − cbᵀ)/(bᵀx)²"),
    ("hessian", "exp(-x'*P*x/2)", "x", PD, "exp(−½xᵀPx) (PxxᵀP − P)"),
    ("hessian", "sum(sqrt(1 + x.^2))", "x", {}, "Diag(1 ⊘ (x² + 1)^(3/2))"),
    ("hessian", "sum(gelu(x))", "x", {}, "Diag(exp(−½x²) ⊙ (2 − x²))/√(2π)"),
    ("jacobian", "x/norm2(x)^3", "x", {}, "(I − 3xxᵀ/(xᵀx))/‖x‖³"),
    ("jacobian", "x/sum(x)", "x", {}, "(I − x𝟏ᵀ/sum(x))/sum(x)"),
]
NAMED: list[tuple[str, str, str, dict[str, list[str]], str]] = [
    ("hessian", "sum(softmax(x).*c)", "x", {}, "Diag(a) − paᵀ − apᵀ"),
    ("hessian", "0.5*norm2(sigmoid(X*w) - y)^2", "w", {},
     "Xᵀ Diag(z ⊙ (1 − z) ⊙ ((1 − 2z) ⊙ (z − y) + z ⊙ (1 − z))) X"),
    ("hessian", "sum(logsumexp_rows(X*W))", "W", {}, "(I ⊗ Xᵀ)(M − M(𝟏𝟏ᵀ ⊗ I)M)(I ⊗ X)"),
    ("hessian", "norm2(A*x - b)", "x", {}, "Aᵀ(I − rrᵀ/y²)A/y"),
    ("hessian", "log(1 + exp(a'*x))", "x", {}, "s(1 − s)aaᵀ"),
    ("gradient", "tr(W'*B*W)/tr(W'*S*W)", "W", {}, "(B + Bᵀ − tr(BWWᵀ) (S + Sᵀ)/y)W/y"),
    ("jacobian", "inv(A + x*x')*b", "x", {}, "−((xᵀR⁻¹b)R⁻¹ + R⁻¹xbᵀR⁻ᵀ)"),
    ("jacobian", "B*(x*y' + y*x')*C*z", "x", {}, "(yᵀCz)B + ByzᵀCᵀ"),
    ("gradient", "sum(x.*log(x)) - sum(x)", "x", {}, "log(x)"),
    ("gradient", "sum(log(cosh(X*w - y)))", "w", {}, "Xᵀ tanh(r)"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "function", "variable", "assume", "answer"), CLOSED)
def test_a_closed_form_reads_well(
    kind: str, function: str, variable: str, assume: dict[str, list[str]], answer: str
) -> None:
    facts = {name: words for name, words in assume.items() if name in function}
    d = getattr(mg, kind)(function, variable, assume=facts)
    assert plain(d.result) == answer
    assert d.verdict.ok


@pytest.mark.parametrize(("kind", "function", "variable", "assume", "answer"), NAMED)
def test_an_answer_in_names_reads_well(
    kind: str, function: str, variable: str, assume: dict[str, list[str]], answer: str
) -> None:
    d = getattr(mg, kind)(function, variable, assume=assume)
    assert plain(d.forms["cascade"]) == answer
    assert d.verdict.ok

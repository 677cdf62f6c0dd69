"""Formulas of the text are quoted with the signs of their commands."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.formulas.quote import quoted, readable


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"\log X + I", "log X + I"),
        (r"\det (X)", "det(X)"),
        (r"t \le 0", "t ≤0"),
        (r"2\mathbf 1\mathbf{1}^TX", "2𝟏𝟏ᵀX"),
        (r"\dot is not read", r"\dot is not read"),
        (r"x_1,\dots,x_n", "x₁,…,x_n"),
        (r"\frac{\partial L}{\partial \hat W}", "∂L/∂W\N{COMBINING CIRCUMFLEX ACCENT}"),
    ],
)
def test_commands_are_signs_or_words(latex: str, shown: str) -> None:
    assert readable(latex) == shown


def test_a_command_in_a_message_is_a_word() -> None:
    text = ask(r"What is the gradient of $\verb x$ with respect to $x$?").text("short")
    assert "verb is not a command that is read" in text


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac12\{t_n-w^T\phi_n\}^2+\frac\lambda2w^Tw", "1/2 {t_n-wᵀφ_n}²+λ/2 wᵀw"),
        (r"\frac{a}\lambda", "a/λ"),
        (r"\hat\beta+\bar x", "β\N{COMBINING CIRCUMFLEX ACCENT}+x\N{COMBINING MACRON}"),
        (r"\frobnicate x", r"\frobnicate x"),
        (r"X^{\dagger}A", "X^†A"),
    ],
)
def test_commands_are_shown_as_people_read_them(latex: str, plain: str) -> None:
    assert readable(latex) == plain


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"-\sum_ip_i\log p_i", "−∑_i p_i log p_i"),
        (r"\Sigma_k^{-1}-S\Sigma^{-2}", "Σ_k⁻¹ − SΣ⁻²"),
        (r"X^{-T}ab^TX^{-T}", "X⁻ᵀabᵀX⁻ᵀ"),
        (r"x\cos(xy)+2xy", "x cos(xy) + 2xy"),
        (r"Ae^{At}-e^{-x}", "Ae^(At) − e^(−x)"),
        (r"\log\det\Sigma", "log det Σ"),
        (r"\frac{2}{x^Tx}(Ax-f(x)x)", "2/(xᵀx) (Ax − f(x)x)"),
        (r"\frac{\partial^2 f}{\partial x\partial y}", "∂²f/(∂x∂y)"),
        (r"\frac{\partial J}{\partial\theta_j}", "∂J/∂θ_j"),
        (r"\frac{x}{\|x\|_2}-|y|-1", "x/‖x‖₂ − |y| − 1"),
        (r"\begin{pmatrix}1&-2\\ 3&4\end{pmatrix}x", "[1, −2; 3, 4]x"),
        (r"\text{log-likelihood at } x-1", "log-likelihood at x − 1"),
        (r"\sum_{i<j}a_{ij}", "∑_(i<j) a_ij"),
        (r"t\le 0", "t ≤ 0"),
    ],
)
def test_formulas_are_spaced_as_answers_are(latex: str, plain: str) -> None:
    assert quoted(latex).plain == plain


def test_a_quotient_behind_a_matrix_keeps_its_place() -> None:
    assert quoted(r"D^T\frac{Dx}{r}").plain == "Dᵀ(Dx/r)"
    assert quoted(r"K^{-1}\frac{\partial K}{\partial t}").plain == "K⁻¹∂K/∂t"

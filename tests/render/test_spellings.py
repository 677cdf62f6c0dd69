"""Each expression in its three spellings."""

from fractions import Fraction

import pytest

from matgrad.core.dims import dim
from matgrad.core.expr import Expr, catalogue
from matgrad.core.notation import Call
from matgrad.ops import (
    absolute,
    add,
    constant,
    diag_matrix,
    entry,
    entry_op,
    exp,
    eye,
    frobenius,
    hadamard,
    inv,
    logdet,
    matmul,
    maximum,
    norm1,
    norm2,
    number,
    ones,
    power,
    scale,
    size,
    sqrt,
    tanh,
    total,
    trace,
    unit,
    unspecified,
    zeros,
)
from matgrad.render import latex, plain, text
from matgrad.syntax import parse_latex, parse_problem
from tests.render.symbols import W1, A, B, M, V, X, a, b, c, dV, dx, lam, loss, mn, n, r, x, y, yhat

half, third = number(Fraction(1, 2)), number(Fraction(1, 3))
minus_one, two = number(-1), number(2)

PRODUCTS = [
    (X @ x, "X*x", "Xx", "X x"),
    (X.T @ (X @ x - b), "X'*(X*x - b)", "Xᵀ(Xx − b)", r"X^{\top} \left(X x - b\right)"),
    (-(X @ x), "-X*x", "−Xx", "-X x"),
    (matmul(-X, x), "(-X)*x", "(−X)x", r"\left(-X\right) x"),
    (matmul(2 * X, x), "(2*X)*x", "(2X)x", r"\left(2 X\right) x"),
    (matmul(B, dV, r), "B*dV*r", "B dV r", r"B \, dV \, r"),
    (matmul(B, V, r), "B*V*r", "BVr", "B V r"),
    (X.T @ tanh(X @ x), "X'*tanh(X*x)", "Xᵀ tanh(Xx)", r"X^{\top} \tanh\left(X x\right)"),
    (W1 @ yhat, "W1*yhat", "W₁ŷ", r"W_{1} \hat{y}"),
    (
        scale(two, matmul(B.T, hadamard(y, A.T), r.T)),
        "2*B'*(y .* A')*r'",
        "2Bᵀ(y ⊙ Aᵀ)rᵀ",
        r"2 B^{\top} \left(y \odot A^{\top}\right) r^{\top}",
    ),
    (hadamard(X @ x, b), "(X*x) .* b", "Xx ⊙ b", r"\left(X x\right) \odot b"),
    (hadamard(b, power(x, -1)), "b ./ x", "b ⊘ x", r"b \oslash x"),
    (hadamard(power(x, -1), b), "x.^(-1) .* b", "b ⊘ x", r"b \oslash x"),
    (hadamard(x, b + x), "x .* (b + x)", "x ⊙ (b + x)", r"x \odot \left(b + x\right)"),
    (frobenius(x, dx), "x : dx", "x : dx", "x : dx"),
    (frobenius(x, -b), "x : (-b)", "x : (−b)", r"x : \left(-b\right)"),
    (frobenius(x + b, b), "(x + b) : b", "(x + b) : b", r"\left(x + b\right) : b"),
    (2 * frobenius(x, b), "2*(x : b)", "2(x : b)", r"2 \left(x : b\right)"),
    (
        frobenius(hadamard(x, b), x),
        "(x .* b) : x",
        "(x ⊙ b) : x",
        r"\left(x \odot b\right) : x",
    ),
]

SUMS = [
    (1 - power(x, 2), "1 - x.^2", "1 − x²", r"1 - x^{\odot 2}"),
    (x - 1, "x - 1", "x − 1", "x - 1"),
    (c - 2, "c - 2", "c − 2", "c - 2"),
    (add(x, scale(number(-2), b)), "x - 2*b", "x − 2b", "x - 2 b"),
    (add(-x, b), "-x + b", "−x + b", "-x + b"),
    (x - (b - x), "x - (b - x)", "x − (b − x)", r"x - \left(b - x\right)"),
    (X + ones("n", "n"), "X + ones(n,n)", "X + 𝟏𝟏ᵀ", r"X + \mathbf{1}_{n \times n}"),
    (M + 1, "M + 1", "M + 1", "M + 1"),
    (
        add(ones("n"), ones("n"), x),
        "ones(n) + 1 + x",
        "𝟏 + 1 + x",
        r"\mathbf{1}_{n} + 1 + x",
    ),
    (add(scale(half, ones("n")), x), "1/2 + x", "1/2 + x", r"\tfrac{1}{2} + x"),
    (add(x, scale(number(Fraction(-1, 100)), ones("n"))), "x - 0.01", "x − 0.01", "x - 0.01"),
    (
        frobenius(x, dx) - frobenius(b, dx),
        "x : dx - b : dx",
        "x : dx − b : dx",
        "x : dx - b : dx",
    ),
]

SCALED = [
    (x / norm2(x), "x/norm2(x)", "x/‖x‖", r"\frac{x}{\left\|x\right\|_2}"),
    (a * x / c / norm2(x), "a*x/(c*norm2(x))", "ax/(c‖x‖)", r"\frac{a x}{c \left\|x\right\|_2}"),
    (half * x, "x/2", "½x", r"\tfrac{1}{2} x"),
    (third * x, "x/3", "⅓x", r"\tfrac{1}{3} x"),
    (scale(number(Fraction(-1, 2)), X @ x), "-1/2*X*x", "−½Xx", r"-\tfrac{1}{2} X x"),
    (scale(number(Fraction(-1, 2)), x), "-x/2", "−½x", r"-\tfrac{1}{2} x"),
    (scale(number(Fraction(3, 2)), power(n, -1), x), "3/2*x/n", "3x/(2n)", r"\frac{3 x}{2 n}"),
    (scale(number(Fraction(1, 50)), x), "0.02*x", "0.02x", "0.02 x"),
    (scale(number(Fraction(-5, 7)), x), "-5/7*x", "−5x/7", r"-\tfrac{5}{7} x"),
    ((X @ x) / n, "X*x/n", "Xx/n", r"\frac{X x}{n}"),
    (2 * (X @ x) / n, "2*X*x/n", "2Xx/n", r"\frac{2 X x}{n}"),
    (
        2 * (X.T @ (X @ x - b)) / n,
        "2*X'*(X*x - b)/n",
        "2Xᵀ(Xx − b)/n",
        r"\frac{2}{n} X^{\top} \left(X x - b\right)",
    ),
    (half * (x + b) / n, "(x + b)/(2*n)", "(x + b)/(2n)", r"\frac{x + b}{2 n}"),
    (total(M) / mn, "sum(M)/(m*n)", "sum(M)/(mn)", r"\frac{\operatorname{sum}(M)}{m n}"),
    (scale(minus_one, power(c, -1)), "-1/c", "−1/c", r"-\frac{1}{c}"),
    (scale(minus_one, hadamard(x, b)), "-(x .* b)", "−x ⊙ b", r"-x \odot b"),
    (scale(number(-2), hadamard(x, b)), "-2*(x .* b)", "−2(x ⊙ b)", r"-2 \left(x \odot b\right)"),
    (scale(two, power(x, -1)), "2 ./ x", "2 ⊘ x", r"2 \oslash x"),
    (scale(c, power(x, -1)), "c*x.^(-1)", "c(1 ⊘ x)", r"c \left(1 \oslash x\right)"),
    (scale(x.T @ x, x), "(x'*x)*x", "(xᵀx)x", r"\left(x^{\top} x\right) x"),
    (scale(power(x.T @ x, -1), x), "x/(x'*x)", "x/(xᵀx)", r"\frac{x}{x^{\top} x}"),
    (2 * matmul(x.T, X, x), "2*x'*X*x", "2xᵀXx", r"2 x^{\top} X x"),
    (lam * x, "lam*x", "λx", r"\lambda x"),
    (loss * x, "loss*x", "loss x", r"\mathit{loss} \, x"),
    (norm2(x) * x, "norm2(x)*x", "‖x‖ x", r"\left\|x\right\|_2 x"),
    (2 * norm2(x), "2*norm2(x)", "2‖x‖", r"2 \left\|x\right\|_2"),
    (scale(two, number(3), x), "2*3*x", "2·3x", r"2 \cdot 3 x"),
    (-(x - b), "-(x - b)", "−(x − b)", r"-\left(x - b\right)"),
    (size(dim("n") * 2 + 1) * c, "(2*n+1)*c", "(2n + 1)c", r"\left(2 n + 1\right) c"),
]

POWERS = [
    (power(x, 2), "x.^2", "x²", r"x^{\odot 2}"),
    (power(X, 2), "X.^2", "X^⊙2", r"X^{\odot 2}"),
    (X**3, "X^3", "X³", "X^3"),
    (X**-2, "X^(-2)", "X⁻²", "X^{-2}"),
    (c**2, "c^2", "c²", "c^2"),
    (power(c**2, 3), "(c^2)^3", "(c²)³", r"\left(c^2\right)^3"),
    (power(-c, 2), "(-c)^2", "(−c)²", r"\left(-c\right)^2"),
    (power(c, -1), "1/c", "1/c", r"\frac{1}{c}"),
    (power(x, -1), "1 ./ x", "1 ⊘ x", r"1 \oslash x"),
    (power(c, Fraction(-1, 2)), "1/c^(1/2)", "1/√c", r"\frac{1}{\sqrt{c}}"),
    (power(c, Fraction(1, 3)), "c^(1/3)", "c^(1/3)", "c^{1/3}"),
    (power(c, a), "c^a", "c^a", "c^a"),
    (power(c, a + 1), "c^(a + 1)", "c^(a + 1)", "c^{a + 1}"),
    (power(dx, 2), "dx.^2", "(dx)²", r"\left(dx\right)^{\odot 2}"),
    (norm2(X @ x - b) ** 2, "norm2(X*x - b)^2", "‖Xx − b‖²", r"\left\|X x - b\right\|_2^2"),
    (power(x.T, 2), "x'.^2", "(xᵀ)²", r"\left(x^{\top}\right)^{\odot 2}"),
]

MARKS_AND_CALLS = [
    (X.T, "X'", "Xᵀ", r"X^{\top}"),
    (X.T.T, "X''", "(Xᵀ)ᵀ", r"\left(X^{\top}\right)^{\top}"),
    (inv(X), "inv(X)", "X⁻¹", "X^{-1}"),
    (inv(X).T, "inv(X)'", "X⁻ᵀ", r"X^{-\top}"),
    (inv(X.T), "inv(X')", "(Xᵀ)⁻¹", r"\left(X^{\top}\right)^{-1}"),
    (inv(X @ X).T, "inv(X*X)'", "(XX)⁻ᵀ", r"\left(X X\right)^{-\top}"),
    ((2 * X).T, "(2*X)'", "(2X)ᵀ", r"\left(2 X\right)^{\top}"),
    (exp(x).T, "exp(x)'", "exp(x)ᵀ", r"\exp(x)^{\top}"),
    (trace(X @ X), "tr(X*X)", "tr(XX)", r"\operatorname{tr}\left(X X\right)"),
    (maximum(x, b), "max(x, b)", "max(x, b)", r"\max(x, b)"),
    (diag_matrix(x), "Diag(x)", "Diag(x)", r"\operatorname{Diag}(x)"),
    (logdet(X), "logdet(X)", "log det(X)", r"\log\det(X)"),
    (sqrt(x + b), "sqrt(x + b)", "√(x + b)", r"\sqrt{x + b}"),
    (absolute(x), "abs(x)", "|x|", r"\operatorname{abs}\left(x\right)"),
    (norm1(x), "norm1(x)", "‖x‖₁", r"\left\|x\right\|_1"),
    (unspecified("sigma", x), "sigma(x)", "σ(x)", r"\sigma(x)"),
    (unspecified("sigma", x, 1), "sigma'(x)", "σ′(x)", r"\sigma'(x)"),
    (entry(X, 2, 3), "X[2,3]", "X[2,3]", r"\left[X\right]_{2,3}"),
    (entry(x, 2), "x[2]", "x[2]", r"\left[x\right]_{2}"),
    (entry(x.T, 1, 2), "x'[1,2]", "(xᵀ)[1,2]", r"\left[x^{\top}\right]_{1,2}"),
    (entry_op(X, x, b), "x'*X*b", "xᵀXb", r"x^{\top} X b"),
]

LEAVES = [
    (number(-2), "-2", "−2", "-2"),
    (third, "1/3", "1/3", r"\tfrac{1}{3}"),
    (number(Fraction(3, 8)), "3/8", "3/8", r"\tfrac{3}{8}"),
    (constant("pi"), "pi", "π", r"\pi"),
    (n, "n", "n", "n"),
    (mn, "m*n", "mn", "m n"),
    (eye("n"), "I(n)", "I", "I_{n}"),
    (eye(dim("n") * 2), "I(2*n)", "I", "I_{2 n}"),
    (ones("n"), "ones(n)", "𝟏", r"\mathbf{1}_{n}"),
    (ones("m", "n"), "ones(m,n)", "𝟏𝟏ᵀ", r"\mathbf{1}_{m \times n}"),
    (ones(1, "n"), "ones(1,n)", "𝟏ᵀ", r"\mathbf{1}_{n}^{\top}"),
    (eye(dim("n") * dim("n")), "I(n*n)", "I", "I_{n^2}"),
    (zeros("n"), "zeros(n)", "0", r"\mathbf{0}_{n}"),
    (unit(2, "n"), "e(2,n)", "e₂", r"\mathbf{e}_{2,n}"),
    (dx, "dx", "dx", "dx"),
]


@pytest.mark.parametrize(
    ("expr", "as_text", "as_plain", "as_latex"),
    [*PRODUCTS, *SUMS, *SCALED, *POWERS, *MARKS_AND_CALLS, *LEAVES],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_expression_is_spelled_three_ways(
    expr: Expr, as_text: str, as_plain: str, as_latex: str
):
    assert (text(expr), plain(expr), latex(expr)) == (as_text, as_plain, as_latex)


def test_expressions_show_themselves_as_text():
    assert str(2 * x) == "2*x"
    assert (2 * x).latex() == "2 x"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("frechet_expm(A, B)", r"\operatorname{L}_{\exp}(A, B)"),
        ("onehot_max(x)", r"\operatorname{onehot}_{\max}(x)"),
        ("softmax_rows(A)", r"\operatorname{softmax}_{\mathrm{rows}}(A)"),
        ("lower_sums(A)", r"\operatorname{sums}_{\mathrm{lower}}(A)"),
        ("eigproj_max(A)", r"\operatorname{P}_{\max}(A)"),
        ("eigmax(A)", r"\lambda_{\max}(A)"),
    ],
)
def test_a_function_with_an_index_is_read_back(typed: str, written: str) -> None:
    function = parse_problem(typed).function
    assert latex(function) == written
    assert latex(parse_latex(written).function) == written


def test_no_operator_is_written_with_an_underscore() -> None:
    names = [op.notation.name.latex for op in catalogue.values() if isinstance(op.notation, Call)]
    assert not [name for name in names if r"\_" in name]

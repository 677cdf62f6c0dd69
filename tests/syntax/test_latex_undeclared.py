r"""Formulas without declarations: Greek vectors, entries beside their vector, n of a mean."""

import pytest

from matgrad.errors import AmbiguousError
from matgrad.render.text import text
from matgrad.syntax.latex_problem import parse_latex
from matgrad.syntax.problem import parse_problem


def read(latex: str) -> str:
    return text(parse_latex(latex).function)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\|A\theta\|^2 + \lambda\|\theta\|^2", "norm2(A*theta)^2 + lambda*norm2(theta)^2"),
        (r"\|X\beta\|_2^2", "norm2(X*beta)^2"),
        (r"(A\mu)^T(A\mu)", "(A*mu)'*A*mu"),
        (r"\mathbf{1}^\top\exp(\mathbf{X}\boldsymbol\beta)", "ones(m)'*exp(X*beta)"),
        (r"\Sigma^{-1}\mu", "inv(Sigma)*mu"),
        (r"\|A\theta-b\|^2+\|B\mu\|^2", "norm2(A*theta - b)^2 + norm2(B*mu)^2"),
        (r"\|A(\theta-\mu)\|^2", "norm2(A*(theta - mu))^2"),
        (r"S = A^TA, S\alpha", "S*alpha"),
        (r"x^TA\lambda", "x'*A*lambda"),
        (r"A\mu\sigma", "sigma*A*mu"),
        (r"A\theta/2", "A*theta/2"),
        (r"U\operatorname{diag}(\sigma)V^T", "U*Diag(sigma)*V'"),
    ],
)
def test_a_greek_letter_behind_a_matrix_is_a_vector(latex: str, meant: str) -> None:
    assert read(latex) == meant


@pytest.mark.parametrize(
    "latex",
    [r"\|\theta\|^2", r"\|\theta\|_1", r"\boldsymbol\theta", r"\|2\theta\|", r"\|\theta-\mu\|",
     r"\langle\theta,H\theta\rangle", r"\langle\theta,\mu\rangle", r"\vec\theta"],
)  # fmt: skip
def test_lengths_inner_products_and_bold_are_of_vectors(latex: str) -> None:
    assert str(parse_latex(latex).symbols["theta"].shape) == "n×1"


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\lambda x^TAx", "lambda*x'*A*x"),
        (r"x^TAx\lambda", "lambda*x'*A*x"),
        (r"\operatorname{tr}(A\lambda)", "tr(lambda*A)"),
        (r"A\lambda + B", "lambda*A + B"),
        (r"A\lambda B", "lambda*A*B"),
        (r"x^T\lambda x", "lambda*x'*x"),
        (r"\|A - uv^T\sigma\|_F^2", "normF(A - sigma*u*v')^2"),
        (r"\det(A-I\lambda)", "det(A - lambda*I(n))"),
        (r"R\cos\theta", "cos(theta)*R"),
        (r"\|\lambda x\|", "norm2(lambda*x)"),
    ],
)
def test_other_greek_letters_stay_numbers(latex: str, meant: str) -> None:
    assert read(latex) == meant


@pytest.mark.parametrize(
    "latex",
    [r"\|A\lambda\|_F^2", r"\|X\beta\|^2 + \beta^2", r"\|\lambda\theta\|", r"\|A\theta\|_*"],
)
def test_a_letter_that_may_be_both_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="a number here, or a vector"):
        read(latex)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("norm2(X*beta)^2", "norm2(X*beta)^2"),
        ("A*theta/2", "A*theta/2"),
        ("A*lam + B", "lam*A + B"),
        ("dot(theta, A*theta)", "theta : A*theta"),
        ("x'*theta*x", "theta*x'*x"),
    ],
)
def test_typed_letters_are_read_alike(typed: str, meant: str) -> None:
    assert text(parse_problem(typed).function) == meant


# ---------------------------------------------------------------- entries


@pytest.mark.parametrize(
    "latex",
    [r"\sum_i x_i + x_1", r"x_1 + \sum_{i=2}^n x_i", r"x^TAx + x_1x_2", r"\|x\|^2 + x_i",
     r"\operatorname{tr}(A) + A_{11}", r"\operatorname{tr}(A) + a_{12}", r"\|\mathbf x\|^2 + x_1",
     r"y = Wx, \|y\|^2 + y_1", r"\|\theta\|^2+\theta_1"],
)  # fmt: skip
def test_a_number_beside_its_vector_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="an entry, or another name"):
        read(latex)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\log\det A - \sum_i \log a_{ii}", "logdet(A) - sum(log(diag(A)))"),
        (r"\sum_{ij} a_{ij}^2 + \operatorname{tr}(A)", "sum(A.^2) + tr(A)"),
        (r"\|\theta\|^2+\left[\theta\right]_{1}", "norm2(theta)^2 + theta[1]"),
        (r"\|x-x_0\|^2", "norm2(x - x0)^2"),
        (r"w^Tx + w_0", "w'*x + w0"),
        (r"x_1^2+x_2^2", "x1^2 + x2^2"),
        (r"\sigma^2+\sigma_1^2", "sigma^2 + sigma1^2"),
        (r"\|x\|^2 + x_{\max}", "norm2(x)^2 + x_max"),
        (r"\|A_1x\|^2+\|Ax\|^2", "norm2(A1*x)^2 + norm2(A*x)^2"),
    ],
)
def test_entries_and_names_of_their_own(latex: str, meant: str) -> None:
    assert read(latex) == meant


# ---------------------------------------------------------------- means


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\bar x = \frac1n\sum_i x_i, \sum_i(x_i-\bar x)^2", "sum((x - xbar*ones(n)).^2)"),
        (r"\frac1n\sum_i(x_i - \frac1n\sum_j x_j)^2", "sum((x - sum(x)*ones(n)/n).^2)/n"),
        (r"\|x - \frac1n\mathbf{1}\mathbf{1}^Tx\|^2", "norm2(x - ones(n)*ones(n)'*x/n)^2"),
        (r"(I - \frac1n\mathbf{1}\mathbf{1}^T)x", "(I(n) - ones(n)*ones(n)'/n)*x"),
        (r"\frac{\sum_i x_i}{n}", "sum(x)/n"),
        (r"\frac{1}{2n}\sum_i x_i^2", "sum(x.^2)/(2*n)"),
        (r"\frac1n\mathbf 1^Tx", "ones(n)'*x/n"),
    ],
)
def test_what_divides_a_sum_without_limits_is_the_number_of_its_terms(latex: str, meant: str):
    problem = parse_latex(latex)
    assert text(problem.function) == meant
    assert str(problem.symbols["x"].shape) == "n×1"
    assert "n is read as the number of terms that it divides the sum of" in problem.notes


@pytest.mark.parametrize(
    "latex", [r"\frac1n\sum_{i=1}^m x_i", r"\frac1n x^Tx", r"x \in \mathbb{R}^m, \frac1n\sum_i x_i"]
)
def test_other_divisors_are_numbers(latex: str) -> None:
    assert parse_latex(latex).symbols["n"].is_scalar


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"w^\top\mu+w^\top w", "w'*mu + w'*w"),
        (r"x^\top\theta-x^\top Ax", "x'*theta - x'*A*x"),
        (r"w^\top\Sigma w-\lambda(w^\top\mu-r)", "w'*Sigma*w - lambda*(w'*mu - r)"),
        (r"(w^\top\mu)^2+\|w\|^2", "(w'*mu)^2 + norm2(w)^2"),
        (r"x^\top x\lambda+x^\top Ax", "lambda*x'*x + x'*A*x"),
    ],
)
def test_a_greek_letter_behind_a_row_is_a_vector_where_the_row_would_shrink(
    latex: str, meant: str
) -> None:
    assert read(latex) == meant

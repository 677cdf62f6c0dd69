r"""Texts of several sentences: functions they name, domains, entries, and what they ask for."""

import pytest

from matgrad.core.steps import Problem
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.render import text as text_of
from matgrad.syntax import parse_latex
from tests.syntax.agreement import whole


def filled(problem: Problem) -> str:
    return text_of(whole(problem))


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{\partial^2}{\partial x^2} x^\top A x",
        r"\frac{\partial^2 x^\top A x}{\partial x\,\partial x^\top}",
        r"\frac{\partial^2 x^\top A x}{\partial x_i\partial x_j}",
        r"\frac{d^2}{dx^2} x^\top A x",
        r"\nabla^2_x\, x^\top A x",
        r"\nabla_x^2 (x^\top A x)",
        r"\nabla^2 f(x),\ f(x) = x^\top A x",
    ],
)
def test_second_derivatives_ask_for_the_hessian(latex: str):
    problem = parse_latex(latex)
    assert (text_of(problem.function), problem.asked) == ("x'*A*x", ("hessian", ("x",)))


@pytest.mark.parametrize(
    ("latex", "asked"),
    [
        (r"\nabla f(x),\ f(x) = x^\top A x", ("gradient", ("x",))),
        (r"f = x^\top A x,\ \frac{\partial f}{\partial x}", ("gradient", ("x",))),
        (r"\nabla_{x,A}\, x^\top A x", ("gradient", ("x", "A"))),
        (r"\frac{\partial x^\top A x}{\partial A_{ij}}", ("gradient", ("A",))),
    ],
)
def test_first_derivatives_ask_for_the_gradient(latex: str, asked: tuple[str, tuple[str, ...]]):
    problem = parse_latex(latex)
    assert (filled(problem), problem.asked) == ("x'*A*x", asked)


def test_a_derivative_of_a_composition_is_not_that_of_the_function():
    with pytest.raises(MatgradError):
        parse_latex(r"\nabla f(Ax),\ f(x) = x^\top x")


def test_mixed_second_derivatives_are_refused():
    with pytest.raises(MatgradError, match="one variable"):
        parse_latex(r"\frac{\partial^2 x^\top A y}{\partial x\,\partial y}")


@pytest.mark.parametrize(
    "said",
    [
        r"\sigma(z) = \frac{1}{1+e^{-z}}",
        r"\sigma = \mathrm{sigmoid}",
        r"\sigma\text{ is the elementwise sigmoid}",
        r"\sigma\text{ the logistic function}",
    ],
)
def test_a_text_names_its_functions(said: str):
    problem = parse_latex(rf"\|\sigma(Wx) - y\|^2,\ {said}")
    assert filled(problem) == "norm2(sigmoid(W*x) - y)^2"
    assert "sigma is read as sigmoid" in problem.notes


def test_a_function_that_is_only_the_formula_keeps_its_formula():
    assert text_of(parse_latex(r"f(x) = x^2").function) == "x^2"


def test_words_that_say_more_than_a_function_are_refused():
    with pytest.raises(MatgradError):
        parse_latex(r"\|\sigma(Wx)\|^2,\ \sigma\text{ the sigmoid of the transpose}")


def test_a_mapping_declares_the_argument():
    problem = parse_latex(r"f: \mathbb{R}^p\to\mathbb{R},\ f(x) = \|Ax\|^2")
    assert str(problem.symbols["x"].shape) == "p×1"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\|p - y\|^2,\ p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}", "norm2(exp(z)/sum(exp(z)) - y)^2"),
        (r"\operatorname{tr}(S^\top B),\ S_{ij} = x_i y_j", "tr((x*y')'*B)"),
        (r"\operatorname{tr}(S^\top B),\ S_{ij} = y_j x_i", "tr((y*x')''*B)"),
        (r"\sum_i(x_i-\bar x)^2,\ \bar x = \frac1n\sum_{i=1}^n x_i",
         "sum((x - sum(x)*ones(n)/n).^2)"),
    ],
)  # fmt: skip
def test_a_vector_or_matrix_may_be_given_by_its_entries(latex: str, expected: str):
    assert filled(parse_latex(latex)) == expected


def test_kernels_are_given_by_their_entries():
    shapes = {"A": ("n", "k"), "X": ("d", "n")}
    problem = parse_latex(r"\operatorname{tr}(A^\top SA),\ S_{ij} = e^{-\|x_i-x_j\|^2}", shapes)
    assert str(problem.definitions[0].value.shape) == "n×n"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\|x\|_p^p", "sum(abs(x).^p)"),
        (r"\|x\|_4", "sum(abs(x).^4)^(1/4)"),
        (r"\|x-\mu\|_{\Sigma^{-1}}^2", "(x - mu)'*inv(Sigma)*(x - mu)"),
        (r"\|x\|_A + \operatorname{tr}(A)", "sqrt(x'*A*x) + tr(A)"),
        (r"\langle A, X\rangle_F", "A : X"),
        (r"(Wx+b)_+", "relu(W*x + b)"),
        (r"\lambda_{\max}(S)", "eigmax(S)"),
        (r"\sigma_{\max}(X)", "normspec(X)"),
        (r"1^\top x", "ones(n)'*x"),
        (r"x^\top 1", "x'*ones(n)"),
        (r"\left|\left|Ax\right|\right|^2", "norm2(A*x)^2"),
        (r"\left|\left|Ax\right|\right|_2^2", "norm2(A*x)^2"),
        (r"\Phi w", "Phi*w"),
        (r"x^\top x \tag{1} \label{eq:1}", "x'*x"),
        (r"\mathrm{MSE}(y, Xw)", "mean((y - X*w).^2)"),
        (r"x^\top A x + \text{const.}", "x'*A*x + const"),
        (r"W^{[2]}\tanh(W^{[1]}x)", "W__2*tanh(W__1*x)"),
        (r"\frac{x-\bar x\mathbf{1}}{\|x\|}", "(x - mean(x)*ones(n))/norm2(x)"),
    ],
)
def test_marks_that_decide_the_meaning(latex: str, expected: str):
    assert text_of(parse_latex(latex).function) == expected


def test_bars_are_a_determinant_where_only_that_fits():
    problem = parse_latex(r"y^\top C^{-1}y + \log|C|", {"C": ("n", "n"), "y": ("n",)})
    assert text_of(problem.function) == "y'*inv(C)*y + log(det(C))"
    assert "bars around a square matrix are read as its determinant" in problem.notes


@pytest.mark.parametrize("latex", [r"\mathbb{E}[x^\top A x]", r"\mathrm{KL}(p\|q)"])
def test_refusals_say_what_to_write(latex: str):
    with pytest.raises(MatgradError) as caught:
        parse_latex(latex)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("latex", "name", "fact"),
    [
        (r"A\succ0, f = x^TA^{-1}x", "A", "positive_definite"),
        (r"f = x^TAx, \quad A \succeq 0", "A", "symmetric"),
        (r"0 \prec \Sigma, f = x^T\Sigma x", "Sigma", "positive_definite"),
        (r"A=A^\top, f = x^TAx", "A", "symmetric"),
        (r"f(x) = x^TAx \text{ with } A^{\mathsf T}=A", "A", "symmetric"),
        (r"A=-A^T, f = x^TAx", "A", "skew"),
        (r"x > 0, f = \sum_i \log x_i", "x", "positive"),
        (r"\lambda \ge 0, f = \lambda\|x\|^2", "lambda", "nonnegative"),
    ],
)
def test_what_is_stated_of_a_name_is_assumed(latex: str, name: str, fact: str) -> None:
    assert parse_latex(latex).symbols[name].data.facts == {fact}


@pytest.mark.parametrize("latex", [r"A > 0, f = x^TAx", r"A \succ B, f = x^TAx"])
def test_other_conditions_are_refused(latex: str) -> None:
    with pytest.raises(UnsupportedError):
        parse_latex(latex)

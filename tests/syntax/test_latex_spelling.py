r"""Ways to spell one formula: fonts around it, frames, upright differentials, remarks in words."""

from __future__ import annotations

import pytest

from matgrad.errors import AmbiguousError, MatgradError, UnsupportedError
from matgrad.render import text
from matgrad.syntax import parse_latex, parse_problem
from tests.syntax.agreement import agree, whole

SHAPES = {
    **dict.fromkeys("xyab", ("n",)), **dict.fromkeys("ABM", ("n", "n")), "t": (), "c": (),
    "X": ("m", "n"), "w": ("n",), "z": ("m",), "S": ("n", "n"), "Y": ("m", "k"), "W": ("k", "n"),
}  # fmt: skip


def means(latex: str, expr: str, **shapes: tuple[str, ...]) -> bool:
    """Does a formula mean what the text means?"""
    known = {**SHAPES, **shapes}
    read = parse_latex(latex, known)
    return agree(whole(parse_problem(expr, known)), whole(read)) is True


@pytest.mark.parametrize(
    ("latex", "expr"),
    [
        (r"\mathbf{X^TX}", "X'*X"), (r"\|\mathbf{Ax-b}\|^2", "norm2(A*x-b)^2"),
        (r"{\bf x^T A x}", "x'*A*x"), (r"\mathbf{\frac{x^TAx}{x^Tx}}", "x'*A*x/(x'*x)"),
        (r"\mathrm{X^TX}", "X'*X"),
        (r"\boxed{x^\top Ax}", "x'*A*x"), (r"\|\underbrace{Ax-b}_{=:r}\|^2", "norm2(A*x-b)^2"),
        (r"A^{-1}{}^\top b", "inv(A)'*b"), (r"\|x\|{}^2", "x'*x"), (r"x\!^\top y", "x'*y"),
        (r"A^{'}b", "A'*b"), (r".5x", "x/2"), (r"\underline{x}^T\underline{y}", "x'*y"),
        (r"\mbox{tr}(A)", "tr(A)"), (r"\|\,|x|\,\|_2", "norm2(abs(x))"),
        (r"\lfloor x\rfloor", "floor(x)"), (r"\langle x,y\rangle_M", "x'*M*y"),
        (r"\lambda_{\min}(S)", "-eigmax(-S)"), (r"\|x_+\|^2", "norm2(relu(x))^2"),
        (r"\mathbf1^\top\tanh^2(Ax)", "sum(tanh(A*x).^2)"), (r"\sin^2 t", "sin(t)^2"),
    ],
)  # fmt: skip
def test_what_decorates_a_formula_does_not_change_it(latex: str, expr: str) -> None:
    assert means(latex, expr)


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\mathbf{X^TX}^{-1}", "belong to all letters"), (r"\mathbf{tr(A)}", "not one name"),
        (r"\frac{c}\mathbf{t+c}", "not one name"), (r"\|x_+-x\|^2", "positive part"),
        (r"\underbrace{Ax-b}_{r}, f=r^\top r", "brace"), (r"\Sigma_{i=1}^nx_i", "index"),
    ],
)  # fmt: skip
def test_what_may_change_it_is_refused(latex: str, words: str) -> None:
    with pytest.raises(MatgradError, match=words):
        parse_latex(latex, SHAPES)


@pytest.mark.parametrize(
    ("latex", "expr", "asked"),
    [
        (r"\frac{\mathrm d}{\mathrm dt}\det(A+tB)", "det(A+t*B)", "gradient"),
        (r"\frac{\mathrm{d}^2}{\mathrm{d}x^2}x^\top Ax", "x'*A*x", "hessian"),
        (r"\nabla^2f,\ f(x)=x^\top Ax", "x'*A*x", "hessian"),
        (r"\frac{\partial}{\partial x}x^\top Ax = \,?", "x'*A*x", "gradient"),
    ],
)
def test_what_is_asked_may_be_written_otherwise(latex: str, expr: str, asked: str) -> None:
    assert means(latex, expr)
    question = parse_latex(latex, SHAPES).asked
    assert question is not None
    assert question[0] == asked


def test_an_upright_d_that_is_declared_is_no_differential() -> None:
    latex = r"\frac{\mathrm{d}^\top x}{\mathrm{d}^\top A\mathrm{d}}"
    assert means(latex, "d'*x/(d'*A*d)", d=("n",))


@pytest.mark.parametrize(
    ("latex", "expr"),
    [
        (r"\log p(y\mid x)=-\tfrac12(y-Ax)^\top(y-Ax)", "-1/2*(y-A*x)'*(y-A*x)"),
        (r"x^\top Ax \quad (A \text{ symmetric})", "x'*A*x"), (r"x^\top Ax,\ (A=A^\top)", "x'*A*x"),
        (r"\text{Let } u = Ax.\ \text{ Then } f = u^\top u", "(A*x)'*(A*x)"),
        (r"A\in\mathbb{R}^{n\times n},\ x\in\mathbb{R}^n:\ \|Ax\|_2", "norm2(A*x)"),
        (r"a^\top f(Ab),\ f\text{ applied elementwise, } f(u)=\tanh(u)", "a'*tanh(A*b)"),
        (r"a^\top\sigma(Ab),\ \sigma\text{ the logistic sigmoid}", "a'*sigmoid(A*b)"),
    ],
)  # fmt: skip
def test_words_and_left_sides(latex: str, expr: str) -> None:
    assert means(latex, expr)


@pytest.mark.parametrize(
    "latex",
    [r"\log x = y", r"\log p(x) = c + p(x)", r"f\text{ applied elementwise, } f(u)=u^3, f(A)"],
)
def test_an_equation_and_a_remark_that_changes_something_are_refused(latex: str) -> None:
    with pytest.raises(UnsupportedError):
        parse_latex(latex, SHAPES)


@pytest.mark.parametrize(
    ("latex", "expr"),
    [
        (r"\sum_{i=1}^m(h_w(x^{(i)})-z^{(i)})^2,\ h_w(u)=w^\top u", "norm2(X*w-z)^2"),
        (r"\sum_{i=1}^m\|e_i\|^2,\ e_i=y_i-Wx_i", "normF(Y-X*W')^2"),
        (r"\sum_{t=1}^m e_t'e_t,\ e_t=y_t-Wx_t", "normF(Y-X*W')^2"),
        (r"u_i=Wx_i,\ \sum_{i=1}^m\log\sum_{j=1}^ke^{u_{ij}}", "sum(logsumexp_rows(X*W'))"),
        (r"\sum_{i=1}^m\|\mathbf{Wx_i-y_i}\|^2", "normF(Y-X*W')^2"), (r"\sum_{i'}z_{i'}^2", "z'*z"),
        (r"\sum_i(z_i-\bar z)^2", "sum((z-mean(z)*ones(m)).^2)"),
    ],
)  # fmt: skip
def test_members_of_sums(latex: str, expr: str) -> None:
    known = {name: SHAPES[name] for name in "XYWwz"}
    read = parse_latex(latex, known)
    assert agree(whole(parse_problem(expr, known)), whole(read)) is True


@pytest.mark.parametrize(
    "latex", [r"u_i=Wx_i,\ \sum_{i=1}^m\|u_i\|^2+\|u\|^2", r"\sum_{l=1}^m\|W^{(l)}\|_F^2",
              r"\sum_{i=1}^m\|x_i-\bar x\|^2"]
)  # fmt: skip
def test_members_that_are_not_clear_are_refused(latex: str) -> None:
    with pytest.raises(MatgradError):
        parse_latex(latex, {"X": ("m", "n"), "W": ("k", "n")})


def test_a_letter_below_is_joined_where_nothing_else_fits() -> None:
    shapes = {"Wh": ("n", "n"), "h": ("n",)}
    problem = parse_latex("W_hh", shapes)
    assert text(problem.function) == "Wh*h"
    assert "W_h is read as the declared Wh, which occurs nowhere else" in problem.notes
    with pytest.raises(MatgradError):
        parse_latex(r"\sum_i x_i", {"xi": ("n",)})


def test_an_entry_by_its_number_is_read_where_the_size_is_a_number() -> None:
    assert text(parse_latex("x_1+a_{12}", {"x": (2,), "A": (3, 3)}).function) == "x[1] + A[1,2]"
    for latex, size in (("x_1", "n"), ("x_3", 2), (r"x_1^\top x", 2)):
        with pytest.raises(MatgradError):
            parse_latex(latex, {"x": (size,)})


@pytest.mark.parametrize(
    ("latex", "expr"),
    [(r"|A|^{-1/2}e^{-x^\top x}", "det(A)^(-1/2)*exp(-x'*x)"), (r"\log|A|", "log(det(A))"),
     (r"|A+B|^2", "det(A+B)^2"), ("|A|", "det(A)"), ("|A-2I|", "det(A-2*I)")],
)  # fmt: skip
def test_bars_alone_or_in_a_power_or_a_logarithm_are_a_determinant(latex: str, expr: str) -> None:
    assert means(latex, expr)


@pytest.mark.parametrize("latex", ["|A|B", r"\|\log|A|\|_F^2", r"x^\top|A|^{-1/2}x", r"A\log|A|"])
def test_bars_that_may_hold_a_matrix_are_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError):
        parse_latex(latex, SHAPES)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (
            r"\log|\Sigma|+(x-\mu)^\top\Sigma^{-1}(x-\mu)",
            "log(det(Sigma)) + (x - mu)'*inv(Sigma)*(x - mu)",
        ),
        (r"y^\top K^{-1}y+\log|K|", "y'*inv(K)*y + log(det(K))"),
        (r"\log\frac{|S|}{|R|}+\operatorname{tr}(S^{-1}R)", "log(det(S)/det(R)) + tr(inv(S)*R)"),
    ],
)
def test_bars_around_what_is_inverted_elsewhere_are_a_determinant(latex: str, meant: str) -> None:
    assert text(parse_latex(latex).function) == meant


@pytest.mark.parametrize("latex", [r"\log|X|", "|X|"])
def test_bars_around_a_matrix_of_any_shape_are_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError):
        parse_latex(latex)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"1/2\|Ax-b\|^2", "norm2(A*x - b)^2/2"),
        (r"\|x\|^2+1/2\left\|x-y\right\|^2", "norm2(x)^2 + norm2(x - y)^2/2"),
        (r"1/n\sum_{i=1}^nx_i^2", "sum(x.^2)/n"),
        (r"1/2 (x-y)^\top(x-y)", "(x - y)'*(x - y)/2"),
        (r"1/2x^\top Ax", "x'*A*x/2"),
        (r"-1/2 x'Ax", "-1/2*x'*A*x"),
    ],
)
def test_a_fraction_before_a_norm_a_sum_or_a_row_is_a_factor(latex: str, meant: str) -> None:
    assert text(parse_latex(latex).function) == meant


@pytest.mark.parametrize("latex", ["1/2x", "1/2(a+b)", "x/2y", r"1/2\lambda", r"1/x\|y\|^2"])
def test_a_fraction_before_a_letter_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="what belongs together"):
        parse_latex(latex)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        ("λ‖x‖₂²", "lambda*norm2(x)^2"),
        ("x₁²+x₂", "x1^2 + x2"),
        ("‖W₂W₁x‖²", "norm2(W2*W1*x)^2"),
        (r"x\mapsto x^\top Ax", "x'*A*x"),
        (r"\theta \mapsto \|X\theta-y\|^2", "norm2(X*theta - y)^2"),
    ],
)
def test_lowered_digits_and_the_arrow_of_a_map_are_read(latex: str, meant: str) -> None:
    assert text(parse_latex(latex).function) == meant

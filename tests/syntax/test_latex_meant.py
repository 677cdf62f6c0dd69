r"""Formulas that fit in two ways: the one that people mean is read, or they are asked."""

import pytest

from matgrad.errors import AmbiguousError, MatgradError, UnsupportedError
from matgrad.render import latex as printed
from matgrad.render import text
from matgrad.syntax import parse_expression, parse_latex

_SHAPES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(["c", "t"], ()),
    **dict.fromkeys("xya", ("n",)),
    **dict.fromkeys("ABX", ("n", "n")),
    "W": ("m", "n"),
}


def read(formula: str, used: str) -> str:
    return text(parse_latex(formula, {name: _SHAPES[name] for name in used}).function)


@pytest.mark.parametrize(
    ("formula", "used", "meant"),
    [
        (r"{\|x\|}_1", "x", "norm1(x)"),
        (r"{\left\|W\right\|}_F^2", "W", "normF(W)^2"),
        (r"{\norm{x}}_\infty", "x", "max(abs(x))"),
        (r"\sum_iA^{-1}_{ii}", "A", "sum(diag(inv(A)))"),
        (r"\sum_{ij}x_i(A+B)^{-1}_{ij}x_j", "ABx", "sum(x .* (inv(A + B)*x))"),
        (r"\sum_{ij}A^\top_{ij}B_{ij}", "AB", "sum(A' .* B)"),
        (r"\sum_{ij}A_{ij}^2", "A", "sum(A.^2)"),
        (r"\sum_{ij}W^2_{ij}", "W", "sum(W.^2)"),
        (r"(1-t)^+", "t", "relu(1 - t)"),
        (r"\|(x-y)^+\|^2", "xy", "norm2(relu(x - y))^2"),
        (r"\sum_i(x_i)^+", "x", "sum(relu(x))"),
        (r"W^+c", "Wc", "c*pinv(W)"),
        (r"\prod_ix_i\prod_jy_j", "xy", "prod(x)*prod(y)"),
        (r"\prod_ix_i\cdot c", "xc", "c*prod(x)"),
        (r"\max_ix_i\sum_jy_j", "xy", "max(x)*sum(y)"),
        (r"\prod_ix_i\cdot y_i", "xy", "prod(x .* y)"),
        (r"\log\sum_ie^{x_i}\log\sum_je^{y_j}", "xy", "log(sum(exp(x)))*log(sum(exp(y)))"),
        (r"\sum_{ij}\delta_{ij}x_iy_j", "xy", "sum(x .* (I(n)*y))"),
        (r"\bf x^TAx", "xA", "x'*A*x"),
        (r"f(x)=\bf a^Tx", "xa", "a'*x"),
        (r"\sum_{ij}x_i\log(A_{ij})y_j", "xyA", "sum(x .* (log(A)*y))"),
        (r"\sum_{i=1}^ni^2x_i", "x", "sum(k.^2 .* x)"),
        (r"A^{2\top}", "A", "(A^2)'"),
        (r"\operatorname{tr}[A\,B]", "AB", "tr(A*B)"),
    ],
)
def test_what_people_mean_is_read(formula: str, used: str, meant: str) -> None:
    assert read(formula, used) == meant


@pytest.mark.parametrize(
    ("formula", "used"),
    [
        (r"\sum_{ij}A_{ij}^{-1}B_{ij}", "AB"),
        (r"\sum_iA^3_{ii}", "A"),
        (r"\sum_{ij}A_{ij}^\top B_{ij}", "AB"),
        (r"\operatorname{tr}[A(\log A-\log B)]", "AB"),
        (r"\operatorname{tr}(-\log A)", "A"),
        (r"\|\log A-\log B\|_F^2", "AB"),
        (r"\det(\exp A)", "A"),
        (r"\exp(tA)", "tA"),
        (r"\prod_ix_i\,c", "xc"),
        (r"\max_ix_i/c", "xc"),
        (r"\log\sum_ie^{x_i}\sum_jy_j", "xy"),
        (r"\operatorname{tr}A\odot B", "AB"),
        (r"\det A\otimes B", "AB"),
        (r"(t-t')^2", "t"),
        (r"x''", "x"),
        (r"\|[A\ x]\|_F^2", "Ax"),
        (r"\log\det[A\quad\mathbf 1]", "A"),
        (r"\det{A}B", "AB"),
        (r"\pi^\top x", "x"),
        (r"f(x)=x^\top x,\ g(x)=a^\top x", "xa"),
        (r"A^{2T}", "A"),
    ],
)
def test_what_may_be_meant_in_two_ways_is_asked(formula: str, used: str) -> None:
    with pytest.raises(AmbiguousError) as caught:
        read(formula, used)
    assert caught.value.position is not None
    assert caught.value.hint


@pytest.mark.parametrize(
    ("formula", "used"),
    [(r"(x^\top y)_1", "xy"), (r"\operatorname{tr}(A\,dX)", "AX"), (r"dx^\top Ax", "Ax")],
)
def test_what_nobody_means_is_refused(formula: str, used: str) -> None:
    with pytest.raises(UnsupportedError):
        read(formula, used)


@pytest.mark.parametrize(
    ("formula", "used", "hint"),
    [
        (r"\frac{x}{y}", "xy", r"x \oslash y divides entrywise"),
        ("xy", "xy", r"x^\top y is a scalar"),
        (r"(Wx)^2", "Wx", r"(Wx)^{\odot 2}"),
    ],
)
def test_hints_are_in_latex(formula: str, used: str, hint: str) -> None:
    with pytest.raises(MatgradError) as caught:
        read(formula, used)
    assert hint in (caught.value.hint or "")


@pytest.mark.parametrize(
    "written",
    [
        "commutation(n,n)*kron(X, A)",
        "diagonal_selection(n)*x",
        "det(X)*(X + A)",
        "tr(X)^2*(X + A)'",
        "abs(x)",
        "Phi(x)",
        "pinv(x)*y",
        "frechet_expm(X, dX)",
    ],
)
def test_an_answer_is_read_as_a_formula(written: str) -> None:
    shapes = {**{name: _SHAPES[name] for name in "xyAX"}, "dX": ("n", "n")}
    known = parse_latex("x+y+A(x+y)+dX x+Xx", shapes).symbols
    expr = parse_expression(written, known)
    used = {name: shape for name, shape in shapes.items() if name in written}
    assert text(parse_latex(printed(expr), used).function) == text(expr)

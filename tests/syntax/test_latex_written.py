r"""Formulas as people write them: commands of packages, extremes over an index, iterates."""

import pytest

from matgrad.errors import AmbiguousError, MatgradError
from matgrad.render import text
from matgrad.syntax import parse_latex

_MEANT = {
    r"\norm{x}^2": "norm2(x)^2",
    r"\norm{Ax-b}_2^2": "norm2(A*x - b)^2",
    r"\norm{X}_F^2": "normF(X)^2",
    r"\frac{\norm{Ax}^2}{\norm{x}^2}": "norm2(A*x)^2/norm2(x)^2",
    r"\norm(x)": "norm2(x)",
    r"\max_i x_i": "max(x)",
    r"\max_i |x_i|": "max(abs(x))",
    r"\max_i x_i + \sum_i x_i": "max(x) + sum(x)",
    r"\min_j c_jx_j - 1": "min(c .* x) - 1",
    r"\prod_i x_i": "prod(x)",
    r"\log\prod_i x_i + \lambda": "log(prod(x)) + lambda",
    r"\sum_{i=1}^n\sum_{j=1}^n a_{ij}x_ix_j": "sum(x .* (a*x))",
    r"\sum_{i,j} \lambda_{ij} y_iy_j": "sum(y .* (lambda*y))",
    r"\sum_i w_i(y_i-c)^2": "sum(w .* (y - c*ones(n)).^2)",
    r"\sum_{ij} w_{ij}(x_i-x_j)^2": "sum(w .* (x*ones(n)' - ones(n)*x').^2)",
}


@pytest.mark.parametrize("latex", _MEANT)
def test_what_people_write_is_read(latex: str) -> None:
    assert text(parse_latex(latex).function) == _MEANT[latex]


@pytest.mark.parametrize("latex", ["x^{(k+1)}", r"\|x^{(t-1)}\|^2"])
def test_an_iterate_is_no_power(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="the index of an iterate, or a power"):
        parse_latex(latex)


def test_a_sum_in_brackets_has_a_power() -> None:
    assert text(parse_latex("(1+x)^{(k+1)}").function) == "(1 + x)^(k + 1)"


@pytest.mark.parametrize(
    "latex", [r"\sum_i \phi_i(x_i-c)", r"\sum_i a_i(x)", r"\min_{i\in S} x_i", r"\max_x x^TAx"]
)
def test_what_is_not_clear_is_refused(latex: str) -> None:
    with pytest.raises(MatgradError):
        parse_latex(latex)


def test_the_transpose_of_a_trace_is_asked_about() -> None:
    with pytest.raises(AmbiguousError, match="does its argument go on"):
        parse_latex(r"\operatorname{tr}(A-B)^\top A")

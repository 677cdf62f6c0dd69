"""Sums over an index mean what adding up their terms one by one gives."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from matgrad.codegen import compile_numpy
from matgrad.errors import AmbiguousError, MatgradError, UnsupportedError
from matgrad.render import text as text_of
from matgrad.syntax import parse_latex, parse_problem
from tests.syntax.agreement import whole

SIZES = {"m": 3, "n": 2, "q": 4}
SHAPES: dict[str, tuple[str, ...]] = {
    **{"X": ("m", "n"), "Z": ("n", "q"), "A": ("n", "n"), "K": ("m", "q")},
    **{"y": ("m",), "t": ("q",), "w": ("n",), "c": ()},
}
rng = np.random.default_rng(5)
VALUES: dict[str, Any] = {
    name: rng.normal(size=tuple(SIZES[size] for size in shape)) for name, shape in SHAPES.items()
}
X, Z, A, K, y, t, w, c = (VALUES[name] for name in "XZAKytwc")
Indices = Mapping[str, int]
RANGES = {"i": range(SIZES["m"]), "j": range(SIZES["q"])}


class Term(NamedTuple):
    """LaTeX, and what it is for given indices."""

    latex: str
    value: Callable[[Indices], float]


def value_of(latex: str) -> float:
    """The value of a formula as it is read."""
    problem = parse_latex(latex, SHAPES)
    function = compile_numpy(whole(problem))
    sizes = {name: SIZES[name] for name in function.sizes}
    return float(function(**{name: VALUES[name] for name in function.inputs}, **sizes))


OF_I = [
    Term("y_i", lambda at: y[at["i"]]),
    Term("(Xw)_i", lambda at: (X @ w)[at["i"]]),
    Term(r"(x_i^\top w)", lambda at: X[at["i"]] @ w),
    Term(r"(x_i^\top A x_i)", lambda at: X[at["i"]] @ A @ X[at["i"]]),
    Term(r"\|x_i-w\|^2", lambda at: float(np.sum((X[at["i"]] - w) ** 2))),
    Term(r"\|Ax_i\|_2", lambda at: float(np.linalg.norm(A @ X[at["i"]]))),
]
OF_J = [
    Term("t_j", lambda at: t[at["j"]]),
    Term(r"(w^\top z_j)", lambda at: w @ Z[:, at["j"]]),
    Term(r"\langle z_j, w\rangle", lambda at: w @ Z[:, at["j"]]),
]
OF_BOTH = [
    Term("K_{ij}", lambda at: K[at["i"], at["j"]]),
    Term("(XZ)_{ij}", lambda at: (X @ Z)[at["i"], at["j"]]),
    Term(r"(x_i^\top z_j)", lambda at: X[at["i"]] @ Z[:, at["j"]]),
    Term(r"\|x_i-z_j\|^2", lambda at: float(np.sum((X[at["i"]] - Z[:, at["j"]]) ** 2))),
]
PLAIN = [
    Term("c", lambda at: float(c)),
    Term("2", lambda at: 2.0),
    Term(r"w^\top Aw", lambda at: w @ A @ w),
]


def wrapped(term: Term, latex: str, function: Callable[[float], float]) -> Term:
    return Term(latex.replace("#", term.latex), lambda at: function(term.value(at)))


def joined(a: Term, b: Term, latex: str, function: Callable[[float, float], float]) -> Term:
    both = latex.replace("#1", a.latex).replace("#2", b.latex)
    return Term(both, lambda at: function(a.value(at), b.value(at)))


def grown(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return st.one_of(
        st.builds(lambda a, b: joined(a, b, r"(#1+#2)", lambda u, v: u + v), terms, terms),
        st.builds(lambda a, b: joined(a, b, r"(#1-#2)", lambda u, v: u - v), terms, terms),
        st.builds(lambda a, b: joined(a, b, r"#1 \cdot #2", lambda u, v: u * v), terms, terms),
        st.builds(
            lambda a, b: joined(a, b, r"\frac{#1}{1+(#2)^2}", lambda u, v: u / (1 + v * v)),
            terms,
            terms,
        ),
        st.builds(lambda a: wrapped(a, r"\log(1+e^{#})", lambda u: np.log1p(np.exp(u))), terms),
        st.builds(lambda a: wrapped(a, r"(#)^2", lambda u: u * u), terms),
        st.builds(lambda a: wrapped(a, r"\max(0,#)", lambda u: max(0.0, u)), terms),
        st.builds(lambda a: wrapped(a, r"\sqrt{1+(#)^2}", lambda u: np.sqrt(1 + u * u)), terms),
    )


def summed(term: Term, index: str, limit: str) -> Term:
    def value(at: Indices) -> float:
        return sum(term.value({**at, index: k}) for k in RANGES[index])

    return Term(rf"\sum_{{{index}=1}}^{limit}\left({term.latex}\right)", value)


def terms_of(*bases: list[Term]) -> st.SearchStrategy[Term]:
    return st.recursive(st.sampled_from([t for base in bases for t in base]), grown, max_leaves=4)


@settings(max_examples=60, deadline=None)
@given(terms_of(OF_I, PLAIN))
def test_a_sum_over_one_index_is_the_sum_of_its_terms(term: Term):
    check(summed(term, "i", "m"))


@settings(max_examples=60, deadline=None)
@given(terms_of(OF_I, OF_J, OF_BOTH, PLAIN), st.booleans())
def test_a_double_sum_is_the_sum_of_its_terms(term: Term, swapped: bool):
    order = [("i", "m"), ("j", "q")]
    for index, limit in reversed(order) if swapped else order:
        term = summed(term, index, limit)
    check(term)


@settings(max_examples=40, deadline=None)
@given(terms_of(OF_J, OF_BOTH, PLAIN), terms_of(OF_I, PLAIN))
def test_a_sum_inside_a_sum_is_a_term_of_it(inner: Term, outer: Term):
    inside = wrapped(summed(inner, "j", "q"), r"\sqrt{1+(#)^2}", lambda u: np.sqrt(1 + u * u))
    check(summed(joined(inside, outer, r"#1 \cdot #2", lambda u, v: u * v), "i", "m"))


def check(term: Term) -> None:
    """What is read has the value of the sum; refusing is allowed, another value is not."""
    try:
        found = value_of(term.latex)
    except MatgradError as refusal:
        assume(refusal.code not in ("E_UNSUP", "E_AMBIG"))
        raise
    expected = term.value({})
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\sum_i y_i", "sum(y)"),
        (r"\sum_{i=1}^m y_i\log y_i", "sum(y .* log(y))"),
        (r"\sum_{ij} K_{ij}", "sum(K)"),
        (r"\sum_i y_i x_i^\top w", "sum(y .* (X*w))"),
        (r"\sum_{i=2}^m y_i", "sum(y[2:m])"),
        (r"\sum_{i=1}^{m-1} (y_{i+1}-y_i)^2", "sum((y[2:m] - y[1:m-1]).^2)"),
        (r"\sum_{i=1}^{m-1} \|x_{i+1}-x_i\|^2", "normF(X[2:m,:]' - X[1:m-1,:]')^2"),
        (r"\sum_{j=1}^{q-1} \|z_{j+1}-Az_j\|^2", "normF(Z[:,2:q] - A*Z[:,1:q-1])^2"),
        (r"\sum_{i\ne j} A_{ij}", "sum((ones(n,n) - I(n)) .* A)"),
        (r"\sum_{i<j} A_{ij}", "sum(toeplitz(zeros(n), [0; ones(n-1)]) .* A)"),
        (r"\sum_{1\le i<j\le n} A_{ij}", "sum(toeplitz(zeros(n), [0; ones(n-1)]) .* A)"),
        (r"\sum_{i\le j} A_{ij}", "sum(toeplitz([1; zeros(n-1)], ones(n)) .* A)"),
        (r"\sum_i\sum_{j\ne i} A_{ij}", "sum((ones(n,n) - I(n)) .* A)"),
        (r"\sum_i y_i - \sum_{i,j} y_i K_{ij} t_j", "sum(y) - sum(y .* (K*t))"),
        (r"\prod_{i=1}^m y_i", "prod(y)"),
        (r"\sum_{i=1}^m x_ix_i^\top", "X'*X"),
        (r"\sum_{i=1}^m\|x_i\|^2", "normF(X')^2"),
        (r"\sum_i (Xw-y)_i^2+c", "sum((X*w - y).^2) + c"),
        (r"\sum_i y_i-(Xw)_i", "sum(y - X*w)"),
        (r"\sum_{i=1}^m c", "m*c"),
        (r"\log\sum_i e^{y_i}", "log(sum(exp(y)))"),
    ],
)
def test_sums_are_written_with_matrices(latex: str, expected: str):
    assert text_of(parse_latex(latex, SHAPES).function) == expected


@pytest.mark.parametrize(
    ("latex", "code"),
    [
        (r"\sum_{j\ne i} A_{ij}", "E_AMBIG"),
        (r"\sum_{i=1}^n y_i", "E_SHAPE"),
        (r"\sum_{i\ne j} K_{ij}", "E_SHAPE"),
        (r"\sum_i i y_i", "E_UNSUP"),
        (r"\sum_i c", "E_UNSUP"),
        (r"\sum_i y_i + 1 + (Xw)_i", "E_AMBIG"),
        (r"\sum_i \|x_i\|", "E_AMBIG"),
        (r"\sum_i y_i^\top y_i", "E_AMBIG"),
        (r"\sum_i y_{i+1}", "E_UNSUP"),
        (r"y_i", "E_UNSUP"),
        (r"K_{ij}", "E_UNSUP"),
        (r"\prod_{i<j} y_iy_j", "E_UNSUP"),
    ],
)
def test_sums_without_a_matrix_form_are_refused(latex: str, code: str):
    with pytest.raises(MatgradError) as caught:
        parse_latex(latex, SHAPES)
    assert caught.value.code == code


def test_text_has_the_same_sums():
    shapes = {"Y": ("k", "T"), "B": ("k", "p"), "X": ("p", "T"), "S": ("k", "k")}
    term = "(Y*e(t,T) - B*X*e(t,T))"
    problem = parse_problem(f"sum(t, 1, T, {term}'*inv(S)*{term})", shapes)
    assert text_of(problem.function) == "inv(S)'*(Y - B*X) : (Y - B*X)"
    rows = parse_problem("sum(i, 1, m, X[i,:]*w)", {"X": ("m", "n"), "w": ("n",)})
    assert text_of(rows.function) == "sum(X*w)"


@pytest.mark.parametrize("name", ["A_i", "x_i__1"])
def test_a_declared_matrix_with_the_index_of_the_sum_is_no_constant(name: str):
    with pytest.raises(MatgradError) as caught:
        parse_problem(f"sum(i, 1, n, v'*{name}*v)", {name: ("d", "d"), "v": ("d",)})
    assert caught.value.code == "E_AMBIG"
    assert "change with the index" in str(caught.value)


def test_a_declared_matrix_of_latex_with_the_index_of_the_sum_is_no_constant():
    shapes = {"A_i": ("d", "d"), "v": ("d",)}
    with pytest.raises(MatgradError, match="change with the index"):
        parse_latex(r"\sum_{i=1}^n v^\top A_i v", shapes)


MEMBERS = {"x_i": ("d",), "y_i": (), "w": ("d",), "mu": ("d",)}
FAMILIES = [
    (r"\sum_{i=1}^n (y_i - w^\top x_i)^2", "sum((y - X*w).^2)"),
    (r"\sum_i (y_i - w^\top x_i)^2", "sum((y - X*w).^2)"),
    (r"\sum_{i=1}^n \|x_i - \mu\|^2", "normF(X' - mu*ones(n)')^2"),
    (r"\sum_{i=1}^n x_i^\top x_i", "X' : X'"),
]


@pytest.mark.parametrize(("latex", "written"), FAMILIES)
def test_declared_members_are_rows_and_entries(latex: str, written: str):
    used = {name: shape for name, shape in MEMBERS.items() if name in latex}
    problem = parse_latex(latex, used)
    assert text_of(problem.function) == written
    assert "x_i is the i-th row of X" in problem.notes


def test_text_reads_declared_members_as_latex_does():
    shapes = {"x_i": ("d",), "y_i": (), "w": ("d",)}
    problem = parse_problem("sum(i, 1, n, (y_i - w'*x_i)^2)", shapes)
    assert text_of(problem.function) == "sum((y - X*w).^2)"
    assert problem.notes == ("x_i is the i-th row of X", "y_i is the i-th entry of y")


@pytest.mark.parametrize(
    "text",
    [
        "sum(i, 1, n, w'*x_i) + w'*x_i",
        "sum(i, 1, n, w'*x_i) + sum(i, 1, m, w'*x_i)",
        "sum(i, 2, n, w'*x_i)",
        "sum(i, 1, n, w'*x_i) + tr(X)",
    ],
)
def test_members_of_no_clear_whole_are_refused(text: str):
    with pytest.raises(MatgradError, match="change with the index"):
        parse_problem(text, {"x_i": ("d",), "w": ("d",)})


def test_another_member_that_is_not_declared_is_no_entry():
    with pytest.raises(MatgradError, match="change with the index"):
        parse_latex(r"\sum_{i=1}^n\sum_{j=1}^n K_{ij} x_i^\top x_j", {"x_i": ("d",)})


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\sum_i x_i^T\sum_jK_{ij}z_j", np.sum(X * (K @ Z.T))),
        (r"\sum_i\left(\sum_jK_{ij}z_j^T\right)x_i", np.sum(X * (K @ Z.T))),
        (r"\sum_i x_i^T\left(-2\sum_j(K_{ij}-x_i^Tz_j)z_j\right)",
         -2 * np.sum(X * ((K - X @ Z) @ Z.T))),
        (r"\sum_i x_i^T\left(\sum_jK_{ij}z_j+cx_i\right)", np.sum(X * (K @ Z.T + c * X))),
        (r"\sum_i\left\|\sum_jK_{ij}z_j-x_i\right\|^2", np.sum((K @ Z.T - X) ** 2)),
        (r"\sum_i x_i^T\sum_jz_jz_j^Tx_i", np.sum((X @ Z) ** 2)),
        (r"\sum_i x_i^T\sum_jK_{ij}(x_i-z_j)",
         sum(K[i, j] * X[i] @ (X[i] - Z[:, j]) for i in RANGES["i"] for j in RANGES["j"])),
        (r"\sum_i\left(\sum_jt_jK_{ij}(z_j-x_i)^T\right)x_i",
         sum(t[j] * K[i, j] * (Z[:, j] - X[i]) @ X[i] for i in RANGES["i"] for j in RANGES["j"])),
    ],
)  # fmt: skip
def test_a_vector_for_each_index_may_itself_be_a_sum(latex: str, expected: float) -> None:
    assert value_of(latex) == pytest.approx(expected, rel=1e-12)


def test_the_letter_of_the_real_numbers_stays_free() -> None:
    problem = parse_latex(r"X \in \mathbb{R}^{m \times n} \\ \sum_{i,j} R_{ij} X_{ij}")
    assert list(problem.symbols) == ["R", "X"]


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\sum_{i=1}^n (X_{i,:}w - y_i)^2,\ X\in\mathbb{R}^{n\times d}", "sum((X*w - y).^2)"),
        (r"\sum_{n=1}^N (t_n - w^T\phi_n)^2,\ \phi_n\in\mathbb{R}^d", "sum((t - Phi*w).^2)"),
        (r"\sum_{i=1}^n (x_iw - y_i)^2,\ x_i\in\mathbb{R}^{1\times d}", "sum((X*w - y).^2)"),
    ],
)
def test_rows_are_written_in_several_ways(latex: str, meant: str) -> None:
    assert text_of(parse_latex(latex).function) == meant


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\sum_i y_i^2-\frac{1}{3}\left(\sum_i y_i\right)^2", np.sum(y**2) - np.sum(y) ** 2 / 3),
        (r"-\sum_i y_i^4+c\left(\sum_i y_i-1\right)", -np.sum(y**4) + c * (np.sum(y) - 1)),
        (r"\sum_i y_i^2+c(1-\sum_i y_i)", np.sum(y**2) + c * (1 - np.sum(y))),
        (r"\sum_i y_i^2+\frac{\sum_i y_i}{2}", np.sum(y**2) + np.sum(y) / 2),
        (r"\sum_i y_i^2+\sqrt{\sum_i y_i^4}", np.sum(y**2) + np.sqrt(np.sum(y**4))),
        (r"\sum_i y_i^2+\exp\Bigl(\sum\limits_{i=1}^m y_i\Bigr)", np.sum(y**2) + np.exp(np.sum(y))),
        (r"\sum_{ij}K_{ij}^2-(\sum_i y_i)^2", np.sum(K**2) - np.sum(y) ** 2),
        (r"\sum_i\left(y_i-\frac13\sum_i y_i\right)^2", np.sum((y - np.sum(y) / 3) ** 2)),
        (r"\sum_i y_i+\left(\sum_i y_i^2\right)y_i^3", np.sum(y + np.sum(y**2) * y**3)),
        (r"\sum_i y_i+\sum^m_{i=1} y_i^2", np.sum(y) + np.sum(y**2)),
        (r"\sum_i y_i^2-\frac13(\sum^m_{i=1} y_i)^2", np.sum(y**2) - np.sum(y) ** 2 / 3),
        (r"\sum_i y_i^2-\max_i y_i", np.sum(y**2) - np.max(y)),
        (r"\sum_i y_i^2+\exp(\min_i y_i)", np.sum(y**2) + np.exp(np.min(y))),
    ],
)
def test_a_sum_inside_of_a_later_term_has_an_index_of_its_own(latex: str, expected: float) -> None:
    assert value_of(latex) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", [r"\operatorname{tr}", r"\mathrm{tr}", r"\text{tr}", r"{\rm tr}"])
@pytest.mark.parametrize("index", ["t", "r"])
def test_the_letters_of_a_word_are_no_indices(name: str, index: str) -> None:
    latex = rf"\sum_{index} y_{index}+{name}(A)"
    assert value_of(latex) == pytest.approx(np.sum(y) + np.trace(A), rel=1e-12)


def test_the_letters_of_a_word_in_brackets_are_no_indices() -> None:
    latex = r"\sum_i y_i-\log(9+w^T\operatorname{diag}(w)w)"
    assert value_of(latex) == pytest.approx(np.sum(y) - np.log(9 + np.sum(w**3)), rel=1e-12)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\sum_e x_e+e^{c}", "sum(x) + exp(c)"),
        (r"\sum_T x_T+x^Ty", "sum(x) + x'*y"),
        (r"\sum_T x_T+x^{\mathsf T}y", "sum(x) + x'*y"),
        (r"\sum_F x_F+\|A\|_F^2", "sum(x) + normF(A)^2"),
        (r"\sum_F x_F+\|A\|^2_F", "sum(x) + normF(A)^2"),
    ],
)
def test_marks_and_eulers_number_are_no_indices(latex: str, meant: str) -> None:
    assert text_of(parse_latex(latex).function) == meant


def test_a_set_of_pairs_is_a_mask() -> None:
    problem = parse_latex(r"\sum_{(i,j)\in\Omega}(A_{ij}-x_iy_j)^2+\lambda\|x\|^2")
    assert text_of(problem.function) == "sum(Omega .* (A - x*y').^2) + lambda*norm2(x)^2"
    assert "Omega is a matrix here, with a 1 for each pair of the set and else 0" in problem.notes


def test_a_range_in_brackets_is_all_of_an_index() -> None:
    assert text_of(parse_latex(r"\sum_{i\in[n]} x_iy_i").function) == "sum(x .* y)"


@pytest.mark.parametrize("latex", [r"\sum_{i\in S} x_i", r"\sum_{j\in N_i} x_j"])
def test_a_part_of_an_index_is_refused(latex: str) -> None:
    with pytest.raises(UnsupportedError, match="only all values"):
        parse_latex(latex)


def test_a_small_letter_for_a_product_with_a_greek_one_is_a_vector() -> None:
    latex = r"p = \operatorname{sigmoid}(X\beta), \ell = \sum_i y_i \log p_i"
    problem = parse_latex(latex, {})
    assert text_of(problem.function) == "sum(y .* log(p))"
    assert str(problem.symbols["beta"].shape) == "n×1"


def test_rows_of_a_product_of_matrices_stay_open() -> None:
    with pytest.raises(AmbiguousError, match="the rows or the columns of z"):
        parse_latex(r"z = XW, \ell = \sum_i \|z_i\|^2", {})


def test_sums_to_two_limits_over_one_vector_are_asked_about() -> None:
    with pytest.raises(AmbiguousError, match="a part of the other"):
        parse_latex(r"\sum_{i=1}^kx_i^2+\sum_{i=1}^nx_i", {"x": ("n",)})
    one = parse_latex(r"\sum_{i=1}^Nx_i^2+\sum_{i=1}^Nx_i", {"x": ("n",)})
    assert "the size N is n (inferred)" in one.notes


@pytest.mark.parametrize(
    "latex",
    [
        r"\sum_{i=1}^kx_i^2",
        r"\sum_{i=1}^{k-1}x_i",
        r"\prod_{i=1}^kx_i",
        r"\max_{1\le i\le k}x_i",
        r"\frac1m\sum_{i=1}^mx_i",
    ],
)
def test_a_sum_to_another_limit_than_the_declared_length_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="a sum over a part"):
        parse_latex(latex, {"x": ("n",)})
    with pytest.raises(AmbiguousError, match="a sum over a part"):
        parse_latex(rf"x\in\mathbb R^n,\ {latex}", {})
    assert parse_latex(latex, {}).symbols["x"].shape.is_column


def test_a_trace_of_a_part_and_a_limit_that_is_a_variable_are_asked_about() -> None:
    with pytest.raises(AmbiguousError, match="a sum over a part"):
        parse_latex(r"\sum_{i=1}^kA_{ii}", {"A": ("n", "n")})
    with pytest.raises(AmbiguousError, match="a sum over a part"):
        parse_latex(r"\frac1k\sum_{i=1}^kx_i", {"x": ("n",), "k": ()})

"""Parts of matrices, block matrices, Toeplitz matrices and convolutions, from text to code."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.core.dims import dim
from matgrad.core.expr import Expr
from matgrad.ops import below, beside, eye, matmul, number, part, symbol, unit, units
from matgrad.render import latex, plain, text
from tests.codegen.reference import agree

A, B = symbol("A", "m", "n"), symbol("B", "m", "k")
C, D = symbol("C", "l", "n"), symbol("D", "l", "k")
M, x, y, c = symbol("M", "n", "n"), symbol("x", "n"), symbol("y", "k"), symbol("c")
r, u = symbol("r", 1, "n"), symbol("u", "m")
n, m = dim("n"), dim("m")
w = symbol("w", m + n)

BUILT = [
    below(beside(A, B), beside(C, D)), beside(A, B), beside(A, u, B), below(A, C), below(A, r),
    below(x, y, c), below(beside(A, u), beside(r, c)), below(x.T, r), beside(x, x),
    beside(r, c), matmul(below(beside(number(1), number(2)), beside(c, number(4))), symbol("z", 2)),
    part(A, unit(2, "m"), eye("n")), part(A, eye("m"), unit(2, "n")),
    part(M, units(1, 2, "n"), units(2, "n", "n")), part(x, units(1, n - 1, "n"), eye(1)),
    part(x, units(n - 1, n, "n"), eye(1)), part(x.T, eye(1), units(1, 2, "n")),
    part(x, units(n, n, "n"), eye(1)), part(w, units(m + 1, m + n, m + n), eye(1)) + x,
    part(w, units(1, "m", m + n), eye(1)) + u, matmul(units(2, 3, "n"), symbol("z", 2)) + x,
]  # fmt: skip


@pytest.mark.parametrize("expr", BUILT, ids=text)
def test_code_puts_blocks_and_parts_where_they_belong(expr: Expr) -> None:
    agree(expr)


@pytest.mark.parametrize(
    ("expr", "spellings"),
    [
        (
            below(beside(A, B), beside(C, D)),
            ("[A, B; C, D]", "[A, B; C, D]", r"\begin{bmatrix}A & B \\ C & D\end{bmatrix}"),
        ),
        (part(A, unit(2, "m"), eye("n")), ("A[2,:]", "A[2,:]", r"\left[A\right]_{2,:}")),
        (
            part(x, units(1, n - 1, "n"), eye(1)),
            ("x[1:n-1]", "x[1:n − 1]", r"\left[x\right]_{1:n - 1}"),
        ),
        (units(1, 3, "n"), ("e(1:3,n)", "e[1:3]", r"\left[I_{n}\right]_{:,1:3}")),
    ],
)
def test_spellings(expr: Expr, spellings: tuple[str, str, str]) -> None:
    assert (text(expr), plain(expr), latex(expr)) == spellings


@pytest.mark.parametrize(
    "written",
    [
        "[A, B; C, D]*x", "[A, 0; 0, B]", "[1, 2; 3, 4]*x", "[x; y]'*[y; x]", "[A, B; C]*x",
        "x[1:3]", "A[1,:]*x", "A[:,2]", "A[1:2,:]*B", "x[2:n] - x[1:n-1]", "x'[1,2:3]",
        "e(1:3,n)'*x", "e(1:n-1,n)'*x", "(A*B)[1:2,:]", "toeplitz(c, r)*x", "conv(x, y)",
        "x: n; [x; 2]",
    ],
)  # fmt: skip
def test_what_is_printed_reads_back(written: str) -> None:
    problem = mg.parse(written)
    shapes = {name: tuple(symbol.shape) for name, symbol in problem.symbols.items()}
    assert mg.parse(str(problem.function), shapes).function is problem.function


def test_blocks_may_also_be_written_as_functions() -> None:
    written = [mg.parse(t).function for t in ("[A, B; C, D]", "blocks(A, B; C, D)")]
    assert written[0] is written[1]
    assert mg.parse("hcat(A, B)").function is mg.parse("[A, B]").function


def test_a_zero_among_blocks_is_as_large_as_it_must_be() -> None:
    assert str(mg.parse("[A, 0; 0, B]").function) == "[A, zeros(m,p); zeros(k,n), B]"
    assert str(mg.parse("[0, 0; 0, 1]").function) == "[0, 0; 0, 1]"


@pytest.mark.parametrize(
    ("written", "code", "message"),
    [
        ("A: m x n; B: k x p; [A, B]", "E_SHAPE", "beside"),
        ("A: m x n; B: k x p; [A; B]", "E_SHAPE", "above"),
        ("A[1,2,3]", "E_SHAPE", "at most two"),
        ("x[3:1]", "E_SHAPE", "3:1 is not a part"),
        ("x: 3; x[2:5]", "E_SHAPE", "2:5 is not a part of 1:3"),
        ("[A, B", "E_PARSE", "never closed"),
        ("sin(x; y)", "E_PARSE", "there is a function already"),
    ],
)
def test_what_does_not_fit_is_refused(written: str, code: str, message: str) -> None:
    with pytest.raises(mg.MatgradError, match=message) as caught:
        mg.parse(written)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("function", "variable", "gradient"),
    [
        ("norm2([A; B]*x - [c; d])^2", "x", "2*(A'*(A*x - c) + B'*(B*x - d))"),
        ("A: m x n; c: m; norm2([A; B]*x - [c; d])^2", "A", "2*(A*x - c)*x'"),
        ("A[1,:]*x", "A", "e(1,m)*x'"),
        ("A[1,:]*x", "x", "A[1,:]'"),
        ("sum(exp(x[1:3]))", "x", "e(1:3,n)*exp(x[1:3])"),
        ("tr([A,B;C,D]*[A,B;C,D]')", "B", "2*B"),
        ("sum(log([x;y]))", "x", "1 ./ x"),
        ("norm2(A[:,1])^2", "A", "2*A[:,1]*e(1,n)'"),
        ("x: n; y = [x; 1]; norm2(W*y)^2", "x", "2*W[:,1:n]'*W*[x; 1]"),
        ("x[1]*x[2]", "x", "x[2]*e(1,n) + x[1]*e(2,n)"),
        ("tr(A*symtoeplitz(t))", "t", "lower_sums(A) + upper_sums(A)"),
        ("norm2(toeplitz(c,r)*x - b)^2", "x", "2*toeplitz(c, r)'*(toeplitz(c, r)*x - b)"),
        ("norm2(conv(x,y) - b)^2", "x", "2*correlate(conv(x, y) - b, y)"),
    ],
)
def test_gradients(function: str, variable: str, gradient: str) -> None:
    d = mg.gradient(function, variable)
    assert str(d.result) == gradient
    assert d.verdict.ok


def test_toeplitz_matrices_are_constant_along_diagonals() -> None:
    d = mg.differential("toeplitz(c, r)", ["c", "r"])
    T = d.compile()(dc=np.array([1.0, 2, 3]), dr=np.array([9.0, 4, 5, 6]))
    assert T.tolist() == [[1, 4, 5, 6], [2, 1, 4, 5], [3, 2, 1, 4]]


def test_a_convolution_multiplies_polynomials() -> None:
    d = mg.differential("conv(x, y)", "x", {"x": ("m",), "y": ("n",)})
    assert d.compile()(dx=np.array([1.0, 1]), y=np.array([1.0, 2, 1])).tolist() == [1, 3, 3, 1]


@pytest.mark.parametrize(
    ("function", "jacobian"),
    [
        ("conv(x, y)", "toeplitz(e(1:n,m+n-1)*y, zeros(m))"),
        ("x[1:3]", "e(1:3,n)'"),
        ("[A; B]*x", "[A; B]"),
        ("[x; y]", "e(1:m,m+n)"),
    ],
)
def test_jacobians_are_matrices(function: str, jacobian: str) -> None:
    d = mg.jacobian(function, "x")
    assert str(d.result) == jacobian
    assert d.verdict.ok


def test_a_row_of_zeros_has_as_many_blocks_as_the_others_and_reads_back() -> None:
    d = mg.jacobian("expm([A,x;0,0])", "A", {"A": ("n", "n"), "x": ("n",)})
    assert plain(d.trace.maps["A"]) == "L_exp(X, [dA, 0; 0, 0])"
    assert d.verdict.ok

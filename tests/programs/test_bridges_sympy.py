"""Expressions to SymPy and back mean the same; what has no counterpart is refused."""

from collections.abc import Callable
from typing import Any

import pytest

import matgrad as mg
from matgrad.errors import AmbiguousError, MatgradError, UnknownNameError, UnsupportedError
from tests.syntax.agreement import agree

sympy = pytest.importorskip("sympy")
m, n = sympy.symbols("m n", integer=True, positive=True)
i, j = sympy.symbols("i j", integer=True)
c = sympy.Symbol("c", real=True)
A, B = sympy.MatrixSymbol("A", m, n), sympy.MatrixSymbol("B", m, n)
X, x, y = (
    sympy.MatrixSymbol("X", n, n),
    sympy.MatrixSymbol("x", n, 1),
    sympy.MatrixSymbol("y", n, 1),
)


@pytest.mark.parametrize(
    "text",
    [
        "sum(x)", "mean(A)", "norm1(x)", "logdet(X)", "softmax(x)", "logsumexp(x)", "sigmoid(x)",
        "max(x, 0)", "min(A, 2)", "X[1,2]", "x[2]", "tr(inv(X)*A)", "A .* B", "A ./ B", "A : B",
        "norm2(x)", "normF(A)", "kron(A, B)", "diag(X)", "Diag(x)", "X^3",
        "relu(x)", "softplus(x)", "abs(x)", "sqrt(x)", "x'*X*x", "step(x)", "silu(x)",
        "atan(x)", "2^c", "sum_rows(A)", "x/n",
        "ones(m,n) + A", "I(n) + X", "exp(x) .* cos(x)", "c*X'*x/(1 + x'*x)",
    ],
)  # fmt: skip
def test_what_goes_to_sympy_comes_back_the_same(text: str) -> None:
    function = mg.parse(text, shapes={"c": ()} if "c" in text else {}).function
    assert agree(function, mg.from_sympy(mg.to_sympy(function)).function)


@pytest.mark.parametrize(
    "limits",
    [((j, 0, i), (i, 0, n - 1)), ((j, 0, i - 1), (i, 0, n - 1)), ((i, 0, j), (j, 0, n - 1))],
    ids=range(3),
)
def test_a_sum_that_ends_at_another_index_is_refused(limits: Any) -> None:
    with pytest.raises(UnsupportedError, match="another index"):
        mg.from_sympy(sympy.Sum(X[i, j], *limits))


def test_symbols_that_do_not_commute_are_refused() -> None:
    P, Q = sympy.symbols("P Q", commutative=False)
    with pytest.raises(UnsupportedError, match="P does not commute"):
        mg.from_sympy(P * Q - Q * P)


@pytest.mark.parametrize(
    "expression",
    [
        lambda: sympy.Dummy("x") * sympy.Dummy("x"),
        lambda: x.T * sympy.MatrixSymbol("x", n, n) * x,
        lambda: sympy.Symbol("x") * x,
        lambda: sympy.Symbol("n") * x,
    ],
    ids=range(4),
)
def test_two_symbols_of_one_name_are_refused(expression: Callable[[], Any]) -> None:
    with pytest.raises(AmbiguousError, match="two different symbols are called"):
        mg.from_sympy(expression())


@pytest.mark.parametrize("name", ["x^2", "a b", "", "2x"])
def test_a_symbol_that_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownNameError, match="no name of a variable"):
        mg.from_sympy(sympy.Symbol(name) + 1)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (lambda: sympy.Sum(x[i, 0] ** 2, (i, 0, n - 1)), "sum(x.^2)"),
        (lambda: (x.T * X * x)[0, 0], "x'*X*x"),
        (lambda: sympy.Sum(sympy.exp(x[i, 0]) * y[i, 0], (i, 0, n - 1)), "sum(exp(x) .* y)"),
        (lambda: sympy.sqrt((x.T * x)[0]), "norm2(x)"),
        (lambda: x.applyfunc(lambda t: 1 / (1 + sympy.exp(-t))), "sigmoid(x)"),
        (lambda: x.applyfunc(lambda t: t**2 + c * sympy.sin(t)), "x.^2 + c*sin(x)"),
        (lambda: x.applyfunc(lambda t: sympy.Max(t, 0)), "relu(x)"),
        (lambda: sympy.exp(X), "expm(X)"),
        (lambda: sympy.DotProduct(x, y), "x'*y"),
        (lambda: sympy.Adjoint(A), "A'"),
        (lambda: sympy.DiagonalMatrix(X), "Diag(diag(X))"),
        (lambda: sympy.Matrix([[1, 2], [3, 4]]) * sympy.MatrixSymbol("z", 2, 1), "[1, 2; 3, 4]*z"),
        (lambda: sympy.Matrix([[c, 1], [1, c]]), "[c, 1; 1, c]"),
        (lambda: 0.5 * c + sympy.Max(c, 1) + sympy.cot(c), "c/2 + max(c, 1) + cos(c)/sin(c)"),
        (lambda: sympy.ZeroMatrix(m, n) + A, "A"),
    ],
    ids=range(15),
)
def test_objects_of_sympy_are_read(expression: Callable[[], Any], expected: str) -> None:
    read = mg.from_sympy(expression()).function
    shapes: dict[str, Any] = {"A": ("m", "n"), "X": ("n", "n"), "x": ("n",), "y": ("n",), "c": ()}
    shapes |= {"z": (2,)}
    used = {name: shape for name, shape in shapes.items() if name in expected.replace("exp", "")}
    assert agree(read, mg.parse(expected, shapes=used).function)


@pytest.mark.parametrize(
    "expression",
    [
        lambda: X[i, j],
        lambda: X**n,
        lambda: sympy.sin(X),
        lambda: sympy.Derivative(c**2, c),
        lambda: sympy.Piecewise((c, c > 0), (0, True)),
        lambda: sympy.Piecewise((c, c > 0), (1, c > -1), (0, True)),
        lambda: sympy.BlockDiagMatrix(X, X),
        lambda: sympy.Trace(X[0:1, 0:1]),
        lambda: sympy.Sum(i * x[i, 0], (i, 0, n - 1)),
        lambda: sympy.Sum(x[i, 0], (i, 1, n - 1)),
        lambda: "x + 1",
        lambda: sympy.gamma(c),
    ],
    ids=range(12),
)
def test_what_is_not_read_is_an_error_with_a_code(expression: Callable[[], Any]) -> None:
    with pytest.raises(MatgradError):
        mg.from_sympy(expression())


def test_a_size_that_stands_in_a_formula_is_that_size() -> None:
    assert list(mg.from_sympy(x / n).symbols) == ["x"]


def test_what_sympy_lacks_is_said_with_a_hint() -> None:
    with pytest.raises(UnsupportedError) as caught:
        mg.to_sympy(mg.parse("pinv(A)").function)
    assert caught.value.hint


def test_powers_of_matrices_are_read() -> None:
    k = sympy.Symbol("k", integer=True)
    power = mg.from_sympy(sympy.Trace(X**k))
    assert str(power.function) == "tr(X^k)"
    assert str(mg.gradient(power, "X").result) == "k*(X^(k - 1))'"
    assert mg.to_sympy(power.function, symbols=X**k) == sympy.Trace(X**k)
    assert str(mg.from_sympy(sympy.MatPow(X, sympy.Rational(1, 2))).function) == "sqrtm(X)"


def test_symbols_come_back_as_they_were() -> None:
    t = sympy.Symbol("t")
    f = sympy.sin(t) * sympy.exp(t**2)
    found = mg.to_sympy(mg.gradient(mg.from_sympy(f), "t").result)
    assert sympy.simplify(found - sympy.diff(f, t)) == 0
    g = c * sympy.Trace(X * X)  # declared real, and of sizes that are positive integers
    answer = mg.gradient(mg.from_sympy(g), "X").result
    assert mg.to_sympy(answer, symbols=g) == mg.to_sympy(answer, symbols=[c, X]) == 2 * c * X.T
    with pytest.raises(AmbiguousError):
        mg.to_sympy(answer, symbols=[c, sympy.Symbol("c")])


def test_the_gradient_of_a_determinant_goes_to_sympy() -> None:
    answer = mg.gradient(mg.from_sympy(sympy.Determinant(X)), "X").result
    assert mg.to_sympy(answer, symbols=X) == sympy.Determinant(X) * X.T.I

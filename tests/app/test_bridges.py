"""Functions from NumPy, expressions from and to SymPy, objectives for SciPy."""

import numpy as np
import pytest
from scipy.optimize import check_grad, minimize

import matgrad as mg
from matgrad.app.bridges import trace
from matgrad.app.bridges_scipy import objective
from matgrad.app.bridges_sympy import to_sympy
from matgrad.app.bridges_sympy_in import from_sympy
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.optional import available
from matgrad.verify.claim import check_claim

SHAPES = {"A": ("m", "n"), "x": ("n",), "b": ("m",), "X": ("n", "n"), "c": ()}


@pytest.mark.parametrize(
    ("function", "result"),
    [
        (lambda A, x, b: ((A @ x - b) ** 2).sum(), "2*A'*(A*x - b)"),
        (lambda A, x, b: np.linalg.norm(A @ x - b) ** 2, "2*A'*(A*x - b)"),
        (lambda A, x: np.sum(np.sin(A @ x)), "A'*cos(A*x)"),
        (lambda x, c: c * (x @ x) + 1, "2*c*x"),
        (lambda x, X: x @ X @ x, "(X + X')*x"),
        (lambda A, x, b: np.sum(b * np.exp(A @ x) / 2), "1/2*A'*(b .* exp(A*x))"),
        (lambda A, x: np.sum(np.maximum(A @ x, 0)), "A'*step(A*x)"),
        (lambda x: np.dot(np.tanh(x), x), None),
    ],
    ids=range(8),
)
def test_a_numpy_function_is_traced(function, result) -> None:
    d = mg.gradient(trace(function, SHAPES), "x")
    assert d.verdict.ok
    assert result is None or mg.check(d.problem, "x", result).right


def test_the_traced_function_computes_what_the_python_function_does() -> None:
    def f(A, x, b):
        return np.sum(np.log(1 + np.exp(A @ x))) - b @ (A @ x)

    rng = np.random.default_rng(1)
    A, x, b = rng.normal(size=(3, 2)), rng.normal(size=2), rng.normal(size=3)
    both = mg.value_and_grad(trace(f, SHAPES), "x").compile("numpy")
    assert both(A=A, x=x, b=b)[0] == pytest.approx(f(A, x, b))


def test_what_cannot_be_traced_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"numpy\.cumsum cannot be traced"):
        trace(lambda x: np.cumsum(x) + 1, SHAPES)
    with pytest.raises(ShapeError, match="the shape of y is not given"):
        trace(lambda y: y, SHAPES)
    with pytest.raises(ShapeError, match="no common axes"):
        trace(lambda A, b: A + b, SHAPES)


def test_an_objective_has_the_gradient_and_hessian_products_of_its_function() -> None:
    rng = np.random.default_rng(2)
    T = rng.normal(size=(4, 3))
    start = {"U": rng.normal(size=(4, 2)), "V": rng.normal(size=(3, 2))}
    o = objective("normF(T - U*V')^2", start, {"T": T})
    assert check_grad(o.fun, o.jac, o.x0) < 1e-4
    v, h = rng.normal(size=o.x0.size), 1e-6
    assert np.allclose(
        o.hessp(o.x0, v), (o.jac(o.x0 + h * v) - o.jac(o.x0 - h * v)) / (2 * h), atol=1e-5
    )


def test_an_objective_is_minimised_and_unpacked() -> None:
    A, b = np.array([[2.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([1.0, 2.0, 3.0])
    o = objective("norm2(A*x - b)^2", {"x": np.zeros(2)}, {"A": A, "b": b})
    found = minimize(o.fun, o.x0, jac=o.jac, hessp=o.hessp, method="trust-ncg")
    assert np.allclose(o.unpack(found.x)["x"], np.linalg.lstsq(A, b)[0])


needs_sympy = pytest.mark.skipif(not available("sympy"), reason="sympy is not installed")


@needs_sympy
@pytest.mark.parametrize(
    ("f", "x"),
    [
        ("norm2(A*x - b)^2", "x"),
        ("tr(X'*A*X*B)", "X"),
        ("sum(sin(A*x) .* b)", "x"),
        ("logdet(X) + tr(inv(X)*S)", "X"),
        ("c*x'*x/2", "c"),
    ],
)
def test_an_answer_goes_to_sympy_and_back(f: str, x: str) -> None:
    d = mg.gradient(f, x)
    back = from_sympy(to_sympy(d.result)).function
    assert check_claim(d.problem, d.problem.symbols[x], back, d.result).right


@needs_sympy
def test_a_sympy_expression_is_differentiated() -> None:
    sympy = pytest.importorskip("sympy")
    m, n = sympy.symbols("m n", integer=True, positive=True)
    A, x = sympy.MatrixSymbol("A", m, n), sympy.MatrixSymbol("x", n, 1)
    problem = from_sympy(sympy.Trace(x.T * A.T * A * x) + sympy.Trace(x.T * x))
    d = mg.gradient(problem, "x")
    assert str(d.result) in ("2*x + 2*A'*A*x", "2*A'*A*x + 2*x", "2*(A'*A*x + x)")


@needs_sympy
def test_what_sympy_has_and_we_do_not_is_refused() -> None:
    sympy = pytest.importorskip("sympy")
    with pytest.raises(UnsupportedError, match="gamma is not read"):
        from_sympy(sympy.gamma(sympy.Symbol("x")))


@needs_sympy
def test_an_entry_of_a_sympy_matrix_is_that_entry() -> None:
    sympy = pytest.importorskip("sympy")
    X = sympy.MatrixSymbol("X", 3, 3)
    assert str(mg.gradient(from_sympy(2 * X[0, 1]), "X").result) == "2*e(1,3)*e(2,3)'"
    with pytest.raises(UnsupportedError, match="index is a symbol"):
        from_sympy(X[sympy.Symbol("i", integer=True), 0])


@needs_sympy
def test_functions_without_a_name_in_sympy_are_written_as_formulas() -> None:
    sympy = pytest.importorskip("sympy")
    x = mg.parse("sigmoid(x)", shapes={"x": ()}).function
    assert to_sympy(x) == 1 / (1 + sympy.exp(-sympy.Symbol("x", real=True)))

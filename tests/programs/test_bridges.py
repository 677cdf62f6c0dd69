"""Functions from NumPy, expressions from and to SymPy, objectives for SciPy."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import check_grad, minimize

import matgrad as mg
from matgrad.api.objective import Objective, objective
from matgrad.errors import DomainError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import available
from matgrad.programs.bridges.sympy_in import from_sympy
from matgrad.programs.bridges.sympy_out import to_sympy
from matgrad.programs.bridges.trace import trace
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


def test_a_size_may_be_a_formula() -> None:
    f = trace(lambda X, a: a @ X.reshape(-1), {"X": ("m", "n"), "a": ("m*n",)})
    assert str(f.function) == "a'*vec(X')"


def test_what_cannot_be_traced_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"numpy\.sort cannot be traced"):
        trace(lambda x: np.sort(x) + 1, SHAPES)
    with pytest.raises(ShapeError, match="the shape of y is not given"):
        trace(lambda y: y, SHAPES)


def test_a_function_without_shapes_is_told_how_to_give_them() -> None:
    with pytest.raises(ShapeError, match="the shape of A is not given") as caught:
        trace(lambda A, x: A @ x)
    assert '"A"' in (caught.value.hint or "")


def test_the_length_of_an_array_is_in_its_shape() -> None:
    with pytest.raises(UnsupportedError) as caught:
        trace(lambda x: x.sum() / len(x), SHAPES)
    assert "x.shape[0]" in (caught.value.hint or "")


def test_numbers_of_32_bits_are_read_by_their_digits() -> None:
    scales = np.array([0.1, 0.3], dtype=np.float32)
    assert str(trace(lambda x: scales @ x, {"x": (2,)}).function) == "[0.1; 0.3]'*x"
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
    assert to_sympy(x) == 1 / (1 + sympy.exp(-sympy.Symbol("x")))


def sized() -> Objective:
    return objective("norm2(x)^2", {"x": np.ones(2)}, {})


@pytest.mark.parametrize("vector", [np.zeros(3), np.zeros(1), np.zeros((2, 2)), "ab", None])
def test_a_vector_of_another_length_is_refused(vector: object) -> None:
    o = sized()
    for call in (o.fun, o.jac, o.unpack, lambda v: o.hessp(np.ones(2), v)):
        with pytest.raises(ShapeError):
            call(vector)


def test_what_is_packed_has_the_shapes_of_the_start() -> None:
    with pytest.raises(ShapeError, match="3 entries"):
        sized().pack({"x": np.ones(3)})
    with pytest.raises(UnknownNameError, match="x has no value"):
        sized().pack({})


def test_a_transposed_matrix_is_not_packed() -> None:
    objective = mg.objective("normF(U)^2", {"U": np.ones((3, 2))}, {})
    with pytest.raises(ShapeError, match="shape"):
        objective.pack({"U": np.ones((2, 3))})


@pytest.mark.parametrize(
    ("fact", "rows"),
    [
        ("symmetric", [[1, 2], [0, 1]]),
        ("skew", [[0, 1], [1, 0]]),
        ("diagonal", [[1, 0], [1, 1]]),
        ("orthogonal", [[1, 0], [0, 2]]),
        ("positive_definite", [[1, 2], [2, 1]]),
        ("nonnegative", [[1, -1], [0, 1]]),
    ],
)
def test_arrays_are_what_is_assumed_of_them(fact: str, rows: list[list[int]]) -> None:
    A, identity = np.array(rows, float), np.eye(2)
    with pytest.raises(DomainError, match=f"assumed to be {fact.partition('_')[0]}"):
        objective("x'*A*x", {"x": np.ones(2)}, {"A": A}, assume={"A": [fact]})
    good = identity if fact != "skew" else np.array([[0.0, 1.0], [-1.0, 0.0]])
    assert objective("x'*A*x", {"x": np.ones(2)}, {"A": good}, assume={"A": [fact]}).size == 2


def doubled_by_another_name(x: Any) -> Any:
    y = x
    y *= 2
    return x.sum()


def increased_by_another_name(x: Any) -> Any:
    y = x
    y += 1
    return (x * y).sum()


def doubled_copy(x: Any) -> Any:
    y = x.copy()
    y *= 2
    return x.sum()


def doubled_other(x: Any) -> Any:
    y = +x
    y *= 2
    y -= x
    return (y * y).sum()


def doubled_number(x: Any) -> Any:
    s = t = x.sum()
    t *= 2
    return s * t


@pytest.mark.parametrize(
    "function",
    [
        doubled_by_another_name, increased_by_another_name, doubled_copy, doubled_other,
        doubled_number,
    ],
)  # fmt: skip
def test_an_array_changed_in_place_changes_under_all_its_names(function: Any) -> None:
    x = np.array([1.0, 2.0, 4.0])
    o = objective(mg.trace(function, {"x": (3,)}), {"x": x}, {})
    assert o.fun(x) == pytest.approx(function(x.copy()))


def through_a_part(X: Any) -> Any:
    y = X[0]
    y *= 2
    return X.sum()


def under_a_view(X: Any) -> Any:
    Y = X.T
    X *= 2
    return Y.sum()


def under_another_shape(X: Any) -> Any:
    Y = X.reshape(9)
    X *= 2
    return Y.sum()


@pytest.mark.parametrize("function", [through_a_part, under_a_view, under_another_shape])
def test_an_array_with_a_view_is_not_changed_in_place(function: Any) -> None:
    with pytest.raises(UnsupportedError, match="shares its entries"):
        mg.trace(function, {"X": (3, 3)})


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.sum() * (1 / 0),  # pyright: ignore
        lambda x: {}["a"],  # pyright: ignore
        lambda x: next(iter(())),  # pyright: ignore
    ],
    ids=range(3),
)
def test_what_a_function_raises_has_a_code(function: Any) -> None:
    with pytest.raises(UnsupportedError, match="the function raises"):
        mg.trace(function, {"x": (3,)})


def test_eigenvalues_of_a_matrix_that_may_not_be_symmetric_have_a_note() -> None:
    problem = mg.trace(lambda A: np.linalg.eigvalsh(A)[-1], {"A": (3, 3)})
    assert problem.notes == (
        "eigvalsh is taken of the symmetric part: A is not known to be symmetric",
    )
    assert not mg.trace(lambda A: np.linalg.eigvalsh(A + A.T)[-1], {"A": (3, 3)}).notes


@pytest.mark.parametrize("fact", ["symmetric", "skew", "lower_triangular", "diagonal", "toeplitz"])
def test_an_objective_of_a_matrix_with_a_structure_is_one_of_every_vector(fact: str) -> None:
    rng = np.random.default_rng(3)
    data = {"A": rng.normal(size=(3, 3)), "B": rng.normal(size=(3, 3))}
    f = "tr(A*X*B*X) + sum(sin(X)) + tr(X'*A*X)"
    o = mg.objective(f, {"X": np.zeros((3, 3))}, data, assume={"X": [fact]})
    at, along = rng.normal(size=9), rng.normal(size=9)
    change = (o.fun(at + 1e-6 * along) - o.fun(at - 1e-6 * along)) / 2e-6
    assert o.jac(at) @ along == pytest.approx(change, rel=1e-6)
    change = (o.jac(at + 1e-6 * along) - o.jac(at - 1e-6 * along)) / 2e-6
    assert o.hessp(at, along) == pytest.approx(change, rel=1e-5, abs=1e-6)
    X = o.unpack(at)["X"]
    assert o.unpack(o.pack({"X": X}))["X"] == pytest.approx(X)


@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B", "Newton-CG"])
def test_steps_out_of_the_domain_are_taken_back(method: str) -> None:
    S = np.array([[2.0, 0.5], [0.5, 1.0]])
    f = "X: n x n positive_definite; tr(S*X) - logdet(X)"
    o = objective(f, {"X": 5 * np.eye(2)}, {"S": S})
    assert o.fun(-o.x0) == o.wall > o.fun(o.x0)
    found = minimize(o.fun, o.x0, jac=o.jac, method=method)
    assert np.allclose(o.unpack(found.x)["X"], np.linalg.inv(S), atol=1e-4)


def test_a_start_of_the_wrong_size_is_refused_at_once() -> None:
    with pytest.raises(ShapeError, match="axis 0 of x has size 3"):
        objective("norm2(A*x - b)^2", {"x": np.zeros(3)}, {"A": np.eye(2), "b": np.ones(2)})


def test_an_objective_is_shown_in_one_line() -> None:
    o = objective("norm2(A*x - b)^2", {"x": np.zeros(2)}, {"A": np.eye(2), "b": np.ones(2)})
    assert repr(o) == "<objective ‖Ax − b‖² of x: 2 numbers>"

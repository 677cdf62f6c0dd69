"""Functions written for NumPy compute the same when they are traced."""

# ruff: noqa: PLW0108 (the names of the parameters say which arrays are given)

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import special

import matgrad as mg
from matgrad.codegen import compile_numpy
from matgrad.errors import MatgradError
from matgrad.optional import available
from matgrad.programs.bridges.trace import trace

SIZES = {"A": (3, 2), "B": (3, 2), "X": (3, 3), "x": (2,), "b": (3,), "c": ()}
rng = np.random.default_rng(3)
VALUES: dict[str, Any] = {name: rng.uniform(0.3, 1.2, size) for name, size in SIZES.items()}
VALUES["X"] = VALUES["X"] + 2 * np.eye(3)
K = np.array([[1.0, 2.0, 0.5], [0.0, 3.0, 1.0]])

FUNCTIONS: list[Callable[..., Any]] = [
    lambda A, x, b: A @ x + b * 0.1,
    lambda A, b: A + b[:, None],
    lambda A, x: A * x - x,
    lambda A, x: A / x[None, :],
    lambda A, b: b @ A,
    lambda A, x: (A @ x).mean() / A.shape[0],
    lambda A: A.sum(axis=0),
    lambda A: A.sum(axis=1, keepdims=True) * A,
    lambda A: np.mean(A, axis=1),
    lambda A: A.mean(axis=0, keepdims=True) + A,
    lambda A: A - A.mean(axis=0),
    lambda A: np.var(A),
    lambda A: A.std(axis=0),
    lambda x: np.var(x, ddof=1),
    lambda x: np.var(x, correction=1),
    lambda A: np.linalg.vector_norm(A, ord=2) + np.linalg.vector_norm(A, ord=1),
    lambda x: np.clip(x, None, 0.7) + np.clip(x, 0.7, None),
    lambda x: np.stack([x[0], 2 * x[1]]),
    lambda A, x: x @ A.T + A.T.T @ x,
    lambda A: np.max(A),
    lambda A: A.max(axis=1, keepdims=True) * A,
    lambda A: np.min(A, axis=0) + A.max(axis=0),
    lambda c, B: np.inner(c, B),
    lambda A, B: np.vdot(A.T, B),
    lambda A, b: np.vdot(A[:, :1], b),
    lambda b: np.where(b[:, None] > 0.7, b, 0.7),
    lambda b: b.min() + b.max(),
    lambda b: np.prod(b),
    lambda X: np.linalg.slogdet(X)[1],
    lambda X: np.linalg.slogdet(X).logabsdet,
    lambda X: np.linalg.inv(X),
    lambda X, b: np.linalg.solve(X, b),
    lambda X, A: np.linalg.solve(X, A),
    lambda X: np.linalg.det(X),
    lambda X: np.trace(X) + X.trace(),
    lambda X: np.linalg.matrix_power(X, 3),
    lambda A: np.linalg.norm(A, "nuc"),
    lambda A: np.linalg.norm(A, 2),
    lambda b: np.linalg.norm(b, 1) + np.linalg.norm(b, np.inf),
    lambda A: np.linalg.norm(A, axis=1),
    lambda A: np.linalg.pinv(A),
    lambda X: np.linalg.eigvalsh(X + X.T),
    lambda A, B: np.kron(A, B),
    lambda x, b: np.outer(x, b),
    lambda A, B: np.vdot(A, B),
    lambda A, B: np.inner(A, B),
    lambda A, B: np.linalg.multi_dot([A.T, B, A.T]),
    lambda X: np.diag(X) + np.diagonal(X),
    lambda x: np.diag(x),
    lambda X: np.tril(X) + np.triu(X),
    lambda x, b: np.concatenate([x, b]),
    lambda A, B: np.concatenate((A, B), axis=1),
    lambda A, B: np.vstack([A, B]),
    lambda A: A.ravel() + A.flatten(),
    lambda A: A.reshape(2, 3),
    lambda A: np.reshape(A, (-1, 3)),
    lambda b: b.reshape(-1, 1) @ b.reshape(1, -1),
    lambda x: x[0] * x[-1],
    lambda A: A[1, 0] * A[0],
    lambda A: A[:, 1],
    lambda A: A[1:, :],
    lambda b: b[:2] - b[1:],
    lambda X: X[0:2, 1:3],
    lambda A: sum(row @ row for row in A),
    lambda x: np.maximum(x, 0.5) + np.minimum(x, 1) + np.clip(x, 0.4, 0.9),
    lambda x: np.log1p(x) + np.expm1(x) + np.exp2(x) + np.log2(x) + np.log10(x),
    lambda x: np.cbrt(x) + np.reciprocal(x) + np.square(x) + np.hypot(x, 1),
    lambda x: np.logaddexp(0, x) + np.logaddexp(x, 1),
    lambda x: 2**x + x**0.5 + np.power(x, 3) + abs(-x),
    lambda x, c: x**c + c / x,
    lambda x: np.arctan(x) + np.arcsin(x / 2) + np.arccos(x / 2),
    lambda x: special.expit(x) + special.erf(x) + special.xlogy(x, x),
    lambda x: np.exp(x) / np.sum(np.exp(x)),
    lambda x: np.pi * x + np.float64(2) * x,
    lambda x: K.T @ x + np.ones(3),
    lambda b: np.eye(3) @ b + K @ b @ np.zeros(2),
    lambda A, B: np.einsum("ij,kj->ik", A, B),
    lambda A, B: np.einsum("ij,ij->", A, B),
    lambda A, x: np.einsum("ab,b->a", A, x),
    lambda A, x: np.einsum("b,ab->ab", x, A),
    lambda X, b: np.einsum("i,ij,j->", b, X, b),
    lambda x: np.einsum("i,i,i->", x, x, x),
    lambda X, b: np.einsum("ij,jk,k->i", X, X, b),
    lambda X: np.einsum("ii", X),
    lambda A: np.einsum("ij->ji", A),
    lambda x: np.where(x > 0.7, x, 0.7) + np.where(x < 0.7, x, 0),
    lambda x, c: np.where(x >= c, x**2, c * x) + np.where(x <= c, 0, x),
    lambda A: np.where((A > 0.5) & (A < 0.9), A, np.exp(A)),
    lambda A: np.where((A < 0.5) | ~(A <= 0.9), A, 2),
    lambda x: (x > 0.6) * x + (x > 0.6).astype(float) + np.greater(x, 1),
    lambda x: np.sum(x > 0.6) + np.mean(x < 0.6),
    lambda x: np.heaviside(x - 0.6, 0) + np.heaviside(0 * x, 0.5),
    lambda x: np.cumsum(x) + x.cumsum(),
    lambda b: np.diff(b) + np.diff(b**2)[0],
    lambda A: np.diff(A, axis=0) + np.diff(A[:, :1], axis=0),
    lambda b: np.diff(b, n=2),
    lambda x: np.round(3 * x) + np.rint(x) + np.ceil(5 * x),
    lambda A, B: np.block([[A, B], [B, A]]),
    lambda x: np.stack([x, 2 * x]) + np.stack([x, x], axis=1).T,
    lambda x, A: np.column_stack([x, A.T]),
    lambda x, b: np.convolve(x, b),
    lambda A, B: np.tensordot(A, B) + np.sum(np.tensordot(A, B.T, axes=1)),
    lambda X, b: b @ X @ b + b @ np.linalg.inv(X) @ b,
    lambda A, x: sum([A @ x, A @ x]),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(FUNCTIONS)))
def test_a_traced_function_computes_what_numpy_does(number: int) -> None:
    f = FUNCTIONS[number]
    problem = trace(f, SIZES)
    inputs = [problem.symbols[name] for name in problem.symbols]
    expected = np.asarray(f(*(VALUES[name] for name in problem.symbols)))
    found = compile_numpy(problem.function, (), inputs)(**{x.name: VALUES[x.name] for x in inputs})
    assert np.allclose(np.reshape(found, expected.shape), expected), str(problem.function)


REFUSED: list[Callable[..., Any]] = [
    lambda x: np.where(x, x, 0),
    lambda x: np.where(x > 0),
    lambda x: (x > 0) + (x < 1),
    lambda x: -(x > 0),
    lambda x: x[x > 0],
    lambda x: x.astype(int),
    lambda x: np.where(0 < x < 1, x, 0),
    lambda x: np.where(x == 0, 1, x),
    lambda A: np.stack([A, A]),
    lambda A: np.cumsum(A),
    lambda x: np.block([x, x]),
    lambda x: np.convolve(x, x, "same"),
    lambda x: x if x > 0 else -x,
    lambda x: float(x),
    lambda x: np.eye(x.shape[0]) @ x,
    lambda x: [row for row in x],  # noqa: C416
    lambda x: x[[0, 1]],
    lambda x: x[::2],
    lambda x: x.argmax(),
    lambda x: x.sort(),
    lambda x: np.sum(x, axis=1),
    lambda x: np.array(x),
    lambda A: np.linalg.svd(A),
    lambda A: A @ A,
    lambda A, x: A + x @ A,
    lambda x: np.linalg.norm(x, 3),
    lambda x: np.einsum("i,j,k->ijk", x, x, x),
    lambda x: x + "a",
    lambda x: x + np.ones((2, 2, 2)),
    lambda x: (x, x),
    lambda x: special.logsumexp(x),
    lambda x: x % 2,
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_cannot_be_traced_is_an_error_with_a_code(number: int) -> None:
    with pytest.raises(MatgradError):
        trace(REFUSED[number], {"A": ("m", "n"), "x": ("n",)})


def test_symbolic_sizes_stand_in_formulas() -> None:
    problem = trace(lambda x: np.sum(x**2) / x.shape[0], {"x": ("n",)})
    assert str(mg.gradient(problem, "x").result) == "2*x/n"


def test_a_bias_is_added_to_every_row() -> None:
    shapes = {"X": ("N", "d"), "W": ("d", "k"), "b": ("k",)}
    problem = trace(lambda X, W, b: np.sum((X @ W + b) ** 2), shapes)
    assert mg.check(problem, "b", "2*(X*W + ones(N)*b')'*ones(N)").right


def test_an_entry_from_the_end_of_an_axis_with_a_name_is_its_last() -> None:
    problem = trace(lambda A: A[-1, 0] * A[0, -2], {"A": ("m", "n")})
    assert str(problem.function) == "A[1,n-1:n-1]*A[m:m,1]"
    assert mg.gradient(trace(lambda x: x[-1] ** 2, {"x": ("n",)}), "x").verdict.ok


def test_what_only_pytorch_calls_so_is_what_pytorch_computes() -> None:
    assert "/(m - 1)" in str(trace(lambda A: A.var(dim=0), {"A": ("m", "n")}).function)
    assert "/(n - 1)" in str(trace(lambda x: x.std(unbiased=True), {"x": ("n",)}).function)
    assert "/n" in str(trace(lambda x: x.var(dim=0, unbiased=False), {"x": ("n",)}).function)
    assert str(trace(lambda A: A.t().pow(2).sum(dim=1), {"A": (3, 2)}).function) == "A'.^2*ones(3)"
    assert str(trace(lambda A: A.norm(p=1), {"A": (3, 2)}).function) == "norm1(vec(A'))"


def test_shapes_are_given_as_everywhere_and_defaults_are_numbers() -> None:
    assert str(trace(lambda x, c, k=2: c * x**k, {"x": "n", "c": "scalar"}).function) == "c*x.^2"
    with pytest.raises(MatgradError, match="the shape of c is not given"):
        trace(lambda x, c: c * x, {"x": "n"})


def test_transposes_of_transposes_are_not_written() -> None:
    problem = trace(lambda A, x: x @ A.T, {"A": ("m", "n"), "x": ("n",)})
    assert str(problem.function) == "A*x"


def test_numbers_are_what_is_written() -> None:
    assert str(trace(lambda x: 0.1 * x, {"x": ()}).function) == "0.1*x"


@pytest.mark.skipif(not available("torch"), reason="torch is not installed")
def test_functions_of_torch_are_traced() -> None:
    torch = pytest.importorskip("torch")
    shapes = {"A": ("m", "n"), "x": ("n",)}
    problem = trace(lambda A, x: torch.sum(torch.sigmoid(A @ x), dim=0), shapes)
    assert str(problem.function) == "sum(sigmoid(A*x))"


def _torch_functions(torch: Any) -> list[Callable[..., Any]]:
    F = torch.nn.functional
    return [
        lambda A: torch.var(A),
        lambda A: A.max(dim=1, keepdim=True).values * A,
        lambda A: torch.min(A, dim=0)[0],
        lambda A, B: F.cross_entropy(A, B),
        lambda A, x: F.layer_norm(A, (2,), x, x),
        lambda A, B: F.scaled_dot_product_attention(A, B, B),
        lambda A: torch.std(A, dim=0) + torch.var(A, False),
        lambda A: torch.var(A, 1, unbiased=False),
        lambda b: torch.var(b, correction=2),
        lambda A: torch.norm(A) + torch.norm(A, 1) + torch.linalg.norm(A, 2),
        lambda A: torch.norm(A, dim=1),
        lambda A: torch.clamp(A, min=0.5) + torch.clamp(A, 0.4, 0.8),
        lambda A, B: torch.mm(A.t(), B) + torch.transpose(A, 0, 1) @ B,
        lambda A, x: torch.mv(A, torch.pow(x, 3) + torch.div(x, 2)),
        lambda A: F.softmax(A, dim=1) + torch.nn.Softmax(dim=0)(A) + F.relu(A),
        lambda A: torch.log_softmax(A, dim=1),
        lambda A, B: F.mse_loss(A, B) + torch.max(A, B),
        lambda A, b, x: F.linear(torch.tensor([2.0, 1.0]) - x, A, b),
    ]


@pytest.mark.skipif(not available("torch"), reason="torch is not installed")
@pytest.mark.parametrize("number", range(18))
def test_a_traced_function_computes_what_torch_does(number: int) -> None:
    torch = pytest.importorskip("torch")
    f = _torch_functions(torch)[number]
    problem = trace(f, SIZES)
    given = {name: VALUES[name] for name in problem.symbols}
    expected = f(*(torch.as_tensor(value) for value in given.values())).numpy()
    found = compile_numpy(problem.function, (), list(problem.symbols.values()))(**given)
    assert np.allclose(np.reshape(found, expected.shape), expected), str(problem.function)


def test_a_fraction_of_integers_is_recognised_behind_its_digits() -> None:
    assert str(trace(lambda x: (x @ x) ** (1 / 3), {"x": (2,)}).function) == "(x'*x)^(1/3)"


def test_what_is_chosen_by_a_comparison_is_written_as_people_write_it() -> None:
    shapes = {"A": ("m", "n"), "x": ("n",)}
    problem = trace(lambda A, x: np.sum(np.where(A @ x > 0, A @ x, 0)), shapes)
    assert str(mg.gradient(problem, "x").result) == "A'*step(A*x)"
    huber = trace(lambda x: np.sum(np.where(abs(x) <= 1, x**2 / 2, abs(x) - 0.5)), {"x": ("n",)})
    assert mg.check(huber, "x", "min(max(x, -1), 1)").right


def test_a_row_times_a_matrix_stays_in_its_order() -> None:
    problem = trace(lambda B, x: x @ np.linalg.inv(B) @ x, {"B": ("n", "n"), "x": ("n",)})
    assert str(problem.function) == "x'*inv(B)*x"


def test_the_cube_root_of_a_negative_number_is_negative() -> None:
    given = trace(lambda x: np.cbrt(x).sum(), {"x": ("n",)})
    found = mg.gradient(given, "x").compile()(x=np.array([-8.0, 27.0]))
    assert np.allclose(found, [1 / 12, 1 / 27])

"""What explain() says a program costs is what it costs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import program
from matgrad.codegen.plan.operations import cost, total
from matgrad.codegen.plan.program import Options
from matgrad.codegen.plan.values import Value
from matgrad.core.dims import dim
from matgrad.core.expr import Expr
from matgrad.ops import symbol

SIZES = {"m": 12, "n": 20, "k": 7}
M, N, K = SIZES.values()
A, B, S = symbol("A", "m", "n"), symbol("B", "n", "k"), symbol("Q", "n", "n")
D = symbol("D", "n", "n", facts=["positive_definite"])
x, y = symbol("x", "n"), symbol("y", "m")
E = 15  # operations that exp counts as
# Expressions with the operations that their kernel takes, counted by hand; Cholesky's factor is
# n³/3, an inverse from it 2n³/3, LU 2n³/3, a system of equations 2n² beside the factors.
KERNELS: list[tuple[Expr, int]] = [
    (A @ B, 2 * M * N * K),
    (A @ x, 2 * M * N),
    (x.T @ x, 2 * N),
    (S @ S, 2 * N**3),
    (A.T @ A, N * N * M),
    (A @ A.T, M * M * N),
    (x @ y.T, N * M),
    (o.diag_matrix(y) @ A, M * N),
    (A @ o.diag_matrix(x), M * N),
    (x + o.square(x), 2 * N),
    (1 - x - 2 * x, 3 * N),
    (o.hadamard(x, x, x), 2 * N),
    (o.exp(x), E * N),
    (o.total(A), M * N),
    (A @ o.ones("n"), M * N),
    (o.norm2(x), 2 * N),
    (o.total(o.hadamard(A, o.exp(A))), (E + 2) * M * N),
    (o.kron(A, B), M * N * N * K),
    (o.inv(S), 2 * N**3),
    (o.inv(S) @ x, 2 * N**3 // 3 + 2 * N * N),
    (o.inv(S) @ B, 2 * N**3 // 3 + 2 * N * N * K),
    (o.logdet(S), 2 * N**3 // 3),
    (o.inv(D), N**3 // 3 + 2 * N**3 // 3),
    (o.inv(D) @ x, N**3 // 3 + 2 * N * N),
    (o.logdet(D), N**3 // 3 + (E + 1) * N),
    (o.matrix_power(S, 3), 4 * N**3),
    (o.matrix_power(S, 4), 4 * N**3),
]


@pytest.mark.parametrize(("expr", "wanted"), KERNELS, ids=range(len(KERNELS)))
def test_operations_of_each_kernel(expr: Expr, wanted: int) -> None:
    made = program(expr, options=Options(SIZES))
    assert total(made.values, SIZES).operations == pytest.approx(wanted, abs=2)


@pytest.mark.parametrize(
    "sums",
    ["ab,bc->ac", "ab,cd->abcd", "abc,bd->acd", "abc,abd->cd", "ab,ab->a", "ab->a", "ab->ba"],
)
def test_operations_of_sums_over_indices_are_numpys_count(sums: str) -> None:
    lengths: dict[str, int] = dict(zip("abcd", (3, 4, 5, 6), strict=True))
    words, shown = (part.split(",") for part in sums.split("->"))
    args = tuple(Value("symbol", (), i, _axes(word, lengths)) for i, word in enumerate(words))
    value = Value("einsum", args, sums, _axes(shown[0], lengths))
    arrays = [np.zeros([lengths[name] for name in word]) for word in words]
    assert cost(value, {}).operations == _numpys(sums, *arrays)


def _axes(word: str, lengths: dict[str, int]) -> Any:
    return tuple(dim(lengths[name]) for name in word)


def _numpys(sums: str, *arrays: Any) -> int:
    said = np.einsum_path(sums, *arrays, optimize=False)[1]
    found = re.search(r"Naive FLOP count: *(\S+)", str(said))
    assert found
    return int(float(found[1]))


def _counted(function: Callable[..., Any], **given: Any) -> int:
    """Multiplications and additions of products, sums over indices and tensordot, as they run."""
    count = 0

    class Counting(np.ndarray):
        def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
            nonlocal count
            plain = [np.asarray(each) for each in inputs]
            result = getattr(ufunc, method)(*plain, **kwargs)
            if ufunc is np.matmul:
                count += 2 * result.size * plain[0].shape[-1]
            return np.asarray(result).view(Counting)

        def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
            nonlocal count
            plain: list[Any] = [
                np.asarray(each) if isinstance(each, Counting) else each for each in args
            ]
            if func is np.einsum:
                count += _numpys(*plain)
            result = func(*plain, **kwargs)
            if func is np.tensordot:
                (axis,) = plain[2][0]
                count += 2 * result.size * plain[0].shape[axis]
            return np.asarray(result).view(Counting)

    function(**{name: array.view(Counting) for name, array in given.items()})
    return count


def test_what_is_said_of_a_hessian_is_what_its_products_take() -> None:
    """Two layers for many samples, where nearly all is one product of arrays with three axes."""
    shapes = {"X": ("m", "d"), "W": ("d", "k"), "V": ("k", "n"), "Y": ("m", "n")}
    d = mg.hessian("sum(square(tanh(tanh(X*W)*V) - Y))", "W", shapes=shapes, check=False)
    f = d.compile()
    given = {name: np.zeros([16] * len(shape)) for name, shape in shapes.items()}
    true = _counted(f.function, **given)
    assert true > 2 * 16**5
    said = total(f.program.values, dict.fromkeys("mdkn", 16)).operations
    assert said == pytest.approx(true, rel=0.05)
    assert re.search(r"in all +2\.\d+M", f.explain(m=16, d=16, k=16, n=16))

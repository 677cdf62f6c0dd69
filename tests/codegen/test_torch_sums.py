"""PyTorch adds products up without copies, and autograd and vmap still go through."""

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import Options, compile_program, program
from matgrad.ops import symbol

torch = pytest.importorskip("torch")

A, B, C = symbol("A", "m", "n"), symbol("B", "n", "k"), symbol("C", "m", "k")
x, y, S = symbol("x", "n"), symbol("y", "m"), symbol("S", "n", "n")
GIVEN = {
    name: np.random.default_rng(1).normal(size=shape)
    for name, shape in {
        "A": (2, 3), "B": (3, 4), "C": (2, 4), "x": (3,), "y": (2,), "S": (3, 3),
    }.items()
}  # fmt: skip
CENTRED = (o.diag_matrix(o.softmax(x)) - o.softmax(x) @ o.softmax(x).T) @ S


@pytest.mark.parametrize(
    ("expr", "code"),
    [
        (C + A @ B, "torch.addmm(C, A, B)"),
        (A @ B - C, "torch.addmm(C, A, B, beta=-1)"),
        (C - 3 * (A @ B), "torch.addmm(C, A, B, alpha=-3)"),
        (A - y @ x.T, "torch.addr(A, y, x, alpha=-1)"),
        (A + o.sin(A) - y @ x.T, "torch.addr(A + torch.sin(A), y, x, alpha=-1)"),
        (o.exp(C) + o.sin(A @ B), "torch.sin("),
        (A @ x + y, "A @ x + y"),
        (CENTRED, ".mul_("),
    ],
)
def test_sums(expr, code):
    f, wanted = (compile_program(target, program(expr)) for target in ("torch", "numpy"))
    given = {name: GIVEN[name] for name in f.inputs}
    assert code in f.source
    np.testing.assert_allclose(np.asarray(f(**given)), wanted(**given), rtol=1e-12)


@pytest.mark.parametrize("expr", [A.T @ A, A @ A.T])
def test_half_of_a_large_product_with_its_transpose_is_computed(expr):
    f = compile_program("torch", program(expr, options=Options({"m": 500, "n": 500})))
    assert "gram(" in f.source
    given = np.random.default_rng(2).normal(size=(407, 409))
    wanted = np.asarray(compile_program("numpy", program(expr))(given))
    np.testing.assert_allclose(np.asarray(f(given)), wanted, rtol=1e-9, atol=1e-11)


def test_autograd_and_vmap_go_through_what_is_done_in_place():
    f = compile_program("torch", program(CENTRED)).function
    at = [torch.tensor(GIVEN[name]) for name in ("x", "S")]
    leaves = [tensor.clone().requires_grad_() for tensor in at]
    assert torch.autograd.gradcheck(f, leaves)
    assert torch.autograd.gradgradcheck(f, leaves)
    for place in range(2):
        several = [tensor[None].repeat(2, *[1] * tensor.ndim) for tensor in at]
        mixed = [*at[:place], several[place], *at[place + 1 :]]
        dims = tuple(0 if i == place else None for i in range(2))
        assert torch.allclose(torch.vmap(f, in_dims=dims)(*mixed)[1], f(*at))


def test_indices_without_a_sum_are_products_of_entries():
    hessian = mg.hessian("sum(square(tanh(tanh(X*W)*V) - Y))", "W", check=False)
    shapes = {"X": (5, 3), "W": (3, 4), "V": (4, 2), "Y": (5, 2)}
    rng = np.random.default_rng(4)
    given = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    f = hessian.compile("torch")
    assert f.source.count("einsum") < hessian.compile("jax").source.count("einsum")
    np.testing.assert_allclose(np.asarray(f(**given)), hessian.compile()(**given), rtol=1e-10)


def test_a_number_in_every_entry_is_no_product_of_matrices():
    x, y = symbol("x", "n"), symbol("y", "n")
    expr = x @ y.T + (x.T @ y) * o.ones("n", "n")
    f = compile_program("torch", program(expr))
    a, b = np.array([1.0, 2.0, 3.0]), np.array([2.0, -1.0, 0.5])
    np.testing.assert_allclose(np.asarray(f(x=a, y=b)), np.outer(a, b) + a @ b, rtol=1e-12)

"""Backward passes of PyTorch and JAX, run as black boxes."""

from typing import Any

import pytest

from matgrad.testing import assert_gradient, findings

SHAPES = {"x": ("n", "d"), "w": ("d", "k")}


def test_a_function_of_pytorch_with_a_wrong_backward_is_named() -> None:
    torch = pytest.importorskip("torch")

    class Linear(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, w: Any) -> Any:
            ctx.save_for_backward(x, w)
            return torch.relu(x @ w)

        @staticmethod
        def backward(ctx: Any, dout: Any) -> Any:
            x, w = ctx.saved_tensors
            dz = dout * (x @ w > 0)
            return dz @ w.T, x.T @ dout

    (found,) = findings(lambda x, w: torch.relu(x @ w), Linear, shapes=SHAPES)
    assert (found.variable, found.slip) == ("w", "the factor step(xw) is missing")


def test_a_function_of_jax_with_its_own_rule_is_compared() -> None:
    jax = pytest.importorskip("jax")

    @jax.custom_vjp
    def norm(x: Any) -> Any:
        return jax.numpy.sum(x**2)

    norm.defvjp(lambda x: (norm(x), x), lambda x, g: (g * x,))
    (found,) = findings("x: n; x'*x", norm, dtype="float32")
    assert found.slip == "it is 1/2 times the right gradient"


def test_tensors_are_made_for_a_routine_of_pytorch() -> None:
    torch = pytest.importorskip("torch")

    def backward(x: Any, w: Any, dout: Any) -> Any:
        dz = dout * (torch.matmul(x, w) > 0)
        return dz @ w.T, x.T @ dz

    assert_gradient(lambda x, w: torch.relu(x @ w), backward, shapes=SHAPES, array=torch.from_numpy)

"""JAX and PyTorch differentiate wrapped functions by matgrad's formulas, as often as they like."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import UnsupportedError
from tests.codegen.agreement import double_precision

FUNCTIONS = {
    "least squares": ("norm2(A*x - b)^2", "x"),
    "a network": ("norm2(sin(A*cos(C*y)))^2", "y"),
    "solve and determinant": ("logdet(S'*S) + x'*inv(S'*S)*x", "x"),
    "a vector": ("sin(A*x) + b", "x"),
    "a matrix": ("A*exp(x)*b'", "x"),
}
SHAPES = {"A": (2, 3), "x": (3,), "b": (2,), "C": (3, 4), "y": (4,), "S": (3, 3)}


def arrays(function: Any) -> list[Any]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=SHAPES[name]) for name in function.inputs]


def asked(name: str) -> Any:
    text, wrt = FUNCTIONS[name]
    used = {k: v for k, v in SHAPES.items() if k in text}
    return mg.differential(text, wrt, shapes=used, check=False)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_torch_accepts_first_and_second_derivatives(name):
    torch = pytest.importorskip("torch")
    f = asked(name).differentiable("torch")
    inputs = [torch.tensor(a, requires_grad=True) for a in arrays(f)]
    assert torch.autograd.gradcheck(f, inputs)
    assert torch.autograd.gradgradcheck(f, inputs)


def test_torch_saves_inputs_only():
    source = asked("a network").differentiable("torch").source
    assert "ctx.save_for_backward(*inputs)" in source
    assert "setup_context" in source


@pytest.mark.parametrize("name", ["least squares", "a vector"])
def test_jax_differentiates_both_ways_and_twice(name):
    jax = pytest.importorskip("jax")
    test_util = pytest.importorskip("jax.test_util")
    double_precision()
    f = asked(name).differentiable("jax")
    test_util.check_grads(f.function, arrays(f), order=2, rtol=1e-6)
    given = arrays(f)
    assert "@jax.custom_jvp\ndef value(" in f.source
    np.testing.assert_allclose(jax.jit(f)(*given), f(*given))


def test_other_targets_are_refused():
    with pytest.raises(UnsupportedError, match="numpy takes no derivatives"):
        asked("a vector").differentiable("numpy")

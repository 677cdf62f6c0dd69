"""Gradients of every layer type and loss equal those of PyTorch and JAX."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.nets.numbers import random_arrays
from matgrad.optional import available
from tests.nets import reference

WIDTHS = [3, 5, 5, 4]
CASES = [
    *(
        {"activation": a}
        for a in ("relu", "tanh", "sigmoid", "gelu", "silu", "softmax", "softplus")
    ),
    *(
        {"loss": each, "activation": "tanh"}
        for each in ("binary_cross_entropy", "squared_error", "hinge", "huber")
    ),
    {"residual": True, "activation": "tanh"},
    {"bias": False},
    {"dropout": True, "weight_decay": True},
    {"layer_norm": True, "activation": "gelu"},
]
OTHERS = {"torch": reference.torch_gradients, "jax": reference.jax_gradients}


@pytest.mark.parametrize("batch", [None, 6])
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case.values())))
def test_gradients_equal_those_of_other_tools(case: dict[str, object], batch: int | None):
    others = [name for name in OTHERS if available(name)]
    if not others:
        pytest.skip("neither PyTorch nor JAX is installed")
    options = {"layers": WIDTHS, **case}
    net = mg.network(**options, batch=batch)  # pyright: ignore[reportArgumentType]
    arrays = random_arrays(net, seed=1)
    ours = mg.gradient(net, check=False).compile("numpy")(**arrays)
    for name in others:
        for mine, theirs in zip(ours, OTHERS[name](net, dict(arrays), options), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-13)

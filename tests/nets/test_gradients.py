"""Gradients of every layer type and loss equal those of PyTorch and JAX."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.nets.layers import ACTIVATIONS as KNOWN
from matgrad.nets.losses import LOSSES
from matgrad.nets.numbers import random_arrays
from matgrad.optional import available
from tests.nets import reference

WIDTHS = [3, 5, 5, 4]
ACTIVATIONS = [*("relu", "tanh", "sigmoid", "gelu", "silu", "softplus", "softmax", "identity")]
LAYERS: dict[str, dict[str, object]] = {
    "no bias": {"bias": False},
    "residual": {"residual": True},
    "dropout": {"dropout": True},
    "layer norm": {"layer_norm": True},
    "weight decay": {"weight_decay": True},
    "all": {"residual": True, "dropout": True, "layer_norm": True, "weight_decay": True},
}
CASES = [
    *({"activation": activation} for activation in ACTIVATIONS),
    *({"activation": "tanh", **layer} for layer in LAYERS.values()),
]
OTHERS = {"torch": reference.torch_gradients, "jax": reference.jax_gradients}


@pytest.mark.parametrize("batch", [None, 6])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: " ".join(f"{k} {v}" for k, v in case.items())
)
def test_gradients_equal_those_of_other_tools(
    case: dict[str, object], loss: str, batch: int | None
):
    others = [name for name in OTHERS if available(name)]
    if not others:
        pytest.skip("neither PyTorch nor JAX is installed")
    options = {"layers": WIDTHS, "loss": loss, **case}
    net = mg.network(**options, batch=batch)  # pyright: ignore[reportArgumentType]
    arrays = random_arrays(net, seed=1)
    ours = mg.gradient(net, check=False).compile("numpy")(**arrays)
    for name in others:
        for mine, theirs in zip(ours, OTHERS[name](net, dict(arrays), options), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-13)


def test_no_activation_is_left_out():
    assert set(ACTIVATIONS) == set(KNOWN) - {"sigma"}

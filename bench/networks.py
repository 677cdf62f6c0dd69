"""Networks beside PyTorch and JAX: one training step, and the time until the first gradient."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

import matgrad as mg
from bench.report import Report
from bench.timing import milliseconds, rounds
from matgrad.nets.compare import forward_code
from matgrad.nets.model import build, initial
from matgrad.nets.numbers import random_arrays
from matgrad.optional import available, load

WIDTHS = (64, 128, 10)
BATCH = 32
LAYERS, WIDTH = 100, 16


def networks(count: int = 7) -> Report:
    """A step of the digits network, and gradients of a network of a hundred layers."""
    steps = {
        name: 1000 * ms / 200 for name, ms in rounds(step_actions(), count, perf_counter).items()
    }
    first = {name: milliseconds(action, perf_counter) for name, action in first_actions().items()}
    names = list(dict.fromkeys([*steps, *first]))
    return Report(
        f"Networks: a step of {'-'.join(map(str, WIDTHS))}, batch {BATCH}; "
        f"{LAYERS} layers until the first gradient",
        ("", "step, µs", f"{LAYERS} layers, ms"),
        [(name, steps.get(name, ""), first.get(name, "")) for name in names],
        [f"wall-clock time; the step is the median of {count} × 200, in double precision"],
        {"step_microseconds": steps, "first_gradient_milliseconds": first},
    )


def step_actions() -> dict[str, Callable[[], Any]]:
    """200 evaluations of loss and gradients, in each tool."""
    model = build(WIDTHS)
    parameters = initial(model, 0)
    draw = np.random.default_rng(0)
    X, Y = draw.standard_normal((BATCH, 64)), np.eye(10)[draw.integers(10, size=BATCH)]
    actions = {"matgrad": lambda: repeat(lambda: model.gradients(parameters, X, Y, 1e-4))}
    if available("torch"):
        actions["PyTorch eager"] = torch_step(parameters, X, Y)
    if available("jax"):
        actions["jax.jit"] = jax_step(parameters, X, Y)
    return actions


def repeat(action: Callable[[], Any]) -> None:
    """200 times."""
    for _ in range(200):
        action()


def torch_step(parameters: dict[str, Any], X: Any, Y: Any) -> Callable[[], Any]:
    """The same network by hand, differentiated by torch.autograd."""
    torch: Any = load("torch")
    torch.set_num_threads(1)  # the network is so small that threads only wait for each other
    given = {k: torch.tensor(v, requires_grad=True) for k, v in parameters.items()}
    x, y = torch.tensor(X), torch.tensor(Y)

    def step() -> Any:
        h = torch.relu(x @ given["W__1"] + given["b__1"])
        z = h @ given["W__2"] + given["b__2"]
        decay = sum((given[n] ** 2).sum() for n in ("W__1", "W__2")) * 0.5e-4
        loss = -(y * torch.log_softmax(z, -1)).sum() / len(x) + decay
        return torch.autograd.grad(loss, list(given.values()))

    return lambda: repeat(step)


def jax_step(parameters: dict[str, Any], X: Any, Y: Any) -> Callable[[], Any]:
    """The same network by hand, compiled by jax.jit."""
    jax: Any = load("jax")
    jax.config.update("jax_enable_x64", True)

    def loss(p: dict[str, Any], x: Any, y: Any) -> Any:
        h = jax.nn.relu(x @ p["W__1"] + p["b__1"])
        z = h @ p["W__2"] + p["b__2"]
        decay = sum((p[n] ** 2).sum() for n in ("W__1", "W__2")) * 0.5e-4
        return -(y * jax.nn.log_softmax(z)).sum() / len(x) + decay

    step = jax.jit(jax.value_and_grad(loss))
    given = {k: jax.numpy.asarray(v) for k, v in parameters.items()}
    x, y = jax.numpy.asarray(X), jax.numpy.asarray(Y)
    jax.block_until_ready(step(given, x, y))
    return lambda: repeat(lambda: jax.block_until_ready(step(given, x, y)))


def first_actions() -> dict[str, Callable[[], Any]]:
    """From the description of a deep network to its first gradients."""
    net = mg.network([WIDTH] * (LAYERS + 1), "tanh")
    arrays = random_arrays(net, 0)

    def ours() -> Any:
        return mg.gradient(net, check=False).compile("numpy")(**arrays)

    actions: dict[str, Callable[[], Any]] = {"matgrad": ours}
    if available("jax"):
        jax: Any = load("jax")
        jax.config.update("jax_enable_x64", True)
        f = forward_code(net, "jax")
        moving = [f.inputs.index(name) for name in net.parameters]
        given = [jax.numpy.asarray(arrays[name], dtype=float) for name in f.inputs]
        fresh = jax.jit(jax.grad(f.function, argnums=tuple(moving)))
        actions["jax.jit"] = lambda: jax.block_until_ready(fresh(*given))
    return actions

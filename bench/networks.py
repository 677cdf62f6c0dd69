"""Networks beside PyTorch and JAX: one training step, and the time until the first gradient."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

import matgrad as mg
from bench.report import Report
from bench.timing import fastest, milliseconds
from matgrad.codegen.c.native import compiler
from matgrad.nets.compare import forward_code
from matgrad.nets.model import Model, build, initial
from matgrad.nets.numbers import random_arrays
from matgrad.nets.optimise import optimiser, packed, put
from matgrad.optional import available, load

WIDTHS = (64, 128, 10)
BATCH, STEPS, DECAY = 32, 50, 1e-4
LAYERS, WIDTH = 100, 16


def networks(count: int = 20) -> Report:
    """A step of the digits network, and gradients of a network of a hundred layers."""
    alone, whole = (
        {name: 1000 * ms / STEPS for name, ms in fastest(actions, count, perf_counter).items()}
        for actions in (step_actions(with_adam=False), step_actions(with_adam=True))
    )
    first = {name: milliseconds(action, perf_counter) for name, action in first_actions().items()}
    names = list(dict.fromkeys([*alone, *first]))
    return Report(
        f"Networks: a step of {'-'.join(map(str, WIDTHS))}, batch {BATCH}; "
        f"{LAYERS} layers until the first gradient",
        ("", "loss and gradients, µs", "with Adam, µs", f"{LAYERS} layers, ms"),
        [(name, alone.get(name, ""), whole.get(name, ""), first.get(name, "")) for name in names],
        [f"wall-clock time; steps are the fastest of {count} × {STEPS}, in double precision"],
        {
            "step_microseconds": alone,
            "step_with_adam_microseconds": whole,
            "first_gradient_milliseconds": first,
        },
    )


def step_actions(with_adam: bool) -> dict[str, Callable[[], Any]]:
    """Many evaluations of loss and gradients in each tool, each followed by a step of Adam."""
    model = build(WIDTHS)
    parameters = initial(model, 0)
    draw = np.random.default_rng(0)
    X, Y = draw.standard_normal((BATCH, 64)), np.eye(10)[draw.integers(10, size=BATCH)]
    actions = {"matgrad": our_step(model, parameters, X, Y, with_adam)}
    if compiler() is not None:
        native = build(WIDTHS, code="c")
        actions["matgrad, C"] = our_step(native, parameters, X, Y, with_adam)
    if available("torch"):
        actions["PyTorch eager"] = torch_step(parameters, X, Y, with_adam)
    if available("jax"):
        actions["jax.jit"] = jax_step(parameters, X, Y, with_adam)
    return actions


def repeat(action: Callable[[], Any]) -> Callable[[], None]:
    """The same many times."""

    def run() -> None:
        for _ in range(STEPS):
            action()

    return run


def our_step(
    model: Model, given: dict[str, Any], X: Any, Y: Any, with_adam: bool
) -> Callable[[], Any]:
    """What training does with a batch."""
    x, parameters = packed(given)
    slope, gradients = packed(given)
    chosen = optimiser("adam")
    memory = chosen.begin(x)

    def step() -> None:
        _, found = model.gradients(parameters, X, Y, DECAY)
        if with_adam:
            put(gradients, found)
            chosen.step(x, slope, memory, chosen.rate)

    return repeat(step)


def torch_step(parameters: dict[str, Any], X: Any, Y: Any, with_adam: bool) -> Callable[[], Any]:
    """The same network by hand, differentiated by torch.autograd."""
    torch: Any = load("torch")
    torch.set_num_threads(1)  # the network is so small that threads only wait for each other
    given = {k: torch.tensor(v, requires_grad=True) for k, v in parameters.items()}
    x, y = torch.tensor(X), torch.tensor(Y)
    adam = torch.optim.Adam(given.values(), lr=0.002)

    def step() -> Any:
        h = torch.relu(x @ given["W__1"] + given["b__1"])
        z = h @ given["W__2"] + given["b__2"]
        decay = sum((given[n] ** 2).sum() for n in ("W__1", "W__2")) * (DECAY / 2)
        loss = -(y * torch.log_softmax(z, -1)).sum() / len(x) + decay
        if not with_adam:
            return torch.autograd.grad(loss, list(given.values()))
        adam.zero_grad()
        loss.backward()
        return adam.step()

    return repeat(step)


def jax_step(parameters: dict[str, Any], X: Any, Y: Any, with_adam: bool) -> Callable[[], Any]:
    """The same network by hand, compiled by jax.jit."""
    jax: Any = load("jax")
    jax.config.update("jax_enable_x64", True)
    jnp, tree = jax.numpy, jax.tree_util.tree_map

    def loss(p: dict[str, Any], x: Any, y: Any) -> Any:
        h = jax.nn.relu(x @ p["W__1"] + p["b__1"])
        z = h @ p["W__2"] + p["b__2"]
        decay = sum((p[n] ** 2).sum() for n in ("W__1", "W__2")) * (DECAY / 2)
        return -(y * jax.nn.log_softmax(z)).sum() / len(x) + decay

    def moved(state: Any, x: Any, y: Any) -> Any:
        t, p, mean, square = state
        value, g = jax.value_and_grad(loss)(p, x, y)
        mean = tree(lambda m, d: m + 0.1 * (d - m), mean, g)
        square = tree(lambda s, d: s + 0.001 * (d * d - s), square, g)
        rate = 0.002 * jnp.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        p = tree(lambda w, m, s: w - rate * m / (jnp.sqrt(s) + 1e-8), p, mean, square)
        return value, (t + 1, p, mean, square)

    given = {k: jnp.asarray(v) for k, v in parameters.items()}
    x, y = jnp.asarray(X), jnp.asarray(Y)
    zeros = tree(jnp.zeros_like, given)
    kept = {"state": (jnp.asarray(1.0), given, zeros, zeros)}
    alone, whole = jax.jit(jax.value_and_grad(loss)), jax.jit(moved)

    def step() -> None:
        if with_adam:
            _, kept["state"] = jax.block_until_ready(whole(kept["state"], x, y))
        else:
            jax.block_until_ready(alone(given, x, y))

    step()
    return repeat(step)


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

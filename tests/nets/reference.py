"""The same networks written by hand for PyTorch and JAX, to compare gradients with."""

from typing import Any

import numpy as np

from matgrad.optional import load

EPSILON = 1e-5


def torch_functions() -> dict[str, Any]:
    torch: Any = load("torch")
    F = torch.nn.functional
    return {
        "relu": torch.relu,
        "tanh": torch.tanh,
        "sigmoid": torch.sigmoid,
        "gelu": F.gelu,
        "silu": F.silu,
        "softplus": lambda z: torch.logaddexp(z, torch.zeros_like(z)),
        "softmax": lambda z: torch.softmax(z, -1),
        "identity": lambda z: z,
        "log_softmax": lambda z: torch.log_softmax(z, -1),
        "mean": lambda z: z.mean(-1, keepdim=True),
        "abs": torch.abs,
        "where": torch.where,
        "sum": torch.sum,
    }


def jax_functions() -> dict[str, Any]:
    jax: Any = load("jax")
    jnp = jax.numpy
    return {
        **{name: getattr(jax.nn, name) for name in ("relu", "sigmoid", "silu", "softplus")},
        "tanh": jnp.tanh,
        "gelu": lambda z: jax.nn.gelu(z, approximate=False),
        "softmax": jax.nn.softmax,
        "identity": lambda z: z,
        "log_softmax": jax.nn.log_softmax,
        "mean": lambda z: z.mean(-1, keepdims=True),
        "abs": jnp.abs,
        "where": jnp.where,
        "sum": jnp.sum,
    }


def value(F: dict[str, Any], net: Any, arrays: dict[str, Any], options: dict[str, Any]) -> Any:
    """The loss, by matrix products on the last axis: works for one sample and for a batch."""
    is_batch = net.batch is not None
    h = z = arrays[net.inputs]
    last = len(options["layers"]) - 1
    for i in range(1, last + 1):
        W = arrays[f"W__{i}"]
        z = h @ W if is_batch else W @ h
        z = z + arrays[f"b__{i}"] if f"b__{i}" in arrays else z
        if i == last:
            break
        if options.get("layer_norm"):
            off = z - F["mean"](z)
            z = off / (F["mean"](off * off) + EPSILON) ** 0.5
            z = arrays[f"gamma__{i}"] * z + arrays[f"beta__{i}"]
        out = F[options.get("activation", "relu")](z)
        mask = arrays.get(f"M__{i}" if is_batch else f"m__{i}")
        out = out if mask is None else mask * out
        h = h + out if options.get("residual") and h.shape == out.shape else out
    total = LOSSES[options.get("loss", "softmax_cross_entropy")](F, z, arrays[net.target])
    total = total / h.shape[0] if is_batch else total
    if options.get("weight_decay"):
        weights = [arrays[f"W__{i}"] for i in range(1, last + 1)]
        total = total + arrays["lambda"] / 2 * sum(F["sum"](W * W) for W in weights)
    return total


def _bce(F: dict[str, Any], z: Any, y: Any) -> Any:
    return F["sum"](F["softplus"](z) - y * z)


def _huber(F: dict[str, Any], z: Any, y: Any) -> Any:
    r = F["abs"](z - y)
    return F["sum"](F["where"](r < 1, r * r / 2, r - 0.5))


LOSSES: dict[str, Any] = {
    "softmax_cross_entropy": lambda F, z, y: -F["sum"](y * F["log_softmax"](z)),
    "binary_cross_entropy": _bce,
    "squared_error": lambda F, z, y: F["sum"]((z - y) ** 2) / 2,
    "hinge": lambda F, z, y: F["sum"](F["relu"](1 - y * z)),
    "huber": _huber,
}


def torch_gradients(net: Any, arrays: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    torch: Any = load("torch")
    given = {name: torch.tensor(a, dtype=torch.float64) for name, a in arrays.items()}
    wanted = [given[name].requires_grad_() for name in net.parameters]
    return [
        g.numpy()
        for g in torch.autograd.grad(value(torch_functions(), net, given, options), wanted)
    ]


def jax_gradients(net: Any, arrays: dict[str, Any], options: dict[str, Any]) -> list[Any]:
    jax: Any = load("jax")
    jax.config.update("jax_enable_x64", True)

    def f(parameters: dict[str, Any]) -> Any:
        return value(jax_functions(), net, {**arrays, **parameters}, options)

    gradients = jax.grad(f)({name: arrays[name] for name in net.parameters})
    return [np.asarray(gradients[name]) for name in net.parameters]


# ---------------------------------------------------------------- cells, by the modules of PyTorch


def cell_gradients(net: Any, arrays: dict[str, Any], kind: str) -> dict[str, Any]:
    """The gradients of an attention block or of an unrolled cell, in the module's own words."""
    torch: Any = load("torch")
    given = {name: torch.tensor(a, dtype=torch.float64) for name, a in arrays.items()}
    wanted = [given[name].requires_grad_() for name in net.parameters]
    value = {"attention": _attention, "rnn": _rnn, "lstm": _lstm}[kind](torch, given)
    return dict(
        zip(net.parameters, (g.numpy() for g in torch.autograd.grad(value, wanted)), strict=True)
    )


def _attention(torch: Any, p: dict[str, Any]) -> Any:
    Q, K, V = (p["X"] @ p[f"W_{name}"] for name in "QKV")
    H = torch.nn.functional.scaled_dot_product_attention(Q[None], K[None], V[None])[0]
    return ((H - p["Y"]) ** 2).sum() / 2 / len(H)


def _read_out(torch: Any, p: dict[str, Any], h: Any) -> Any:
    return -(p["y"] * torch.log_softmax(p["V"] @ h + p["c"], -1)).sum()


def _unrolled(torch: Any, p: dict[str, Any], cell: Any, weights: Any, state: Any) -> Any:
    zero = torch.zeros(len(weights[2]), dtype=torch.float64)
    named = dict(zip(("weight_hh", "weight_ih", "bias_ih"), weights, strict=True))
    steps = sum(name.startswith("x__") for name in p)
    for t in range(1, steps + 1):
        state = torch.func.functional_call(
            cell, {**named, "bias_hh": zero}, (p[f"x__{t}"][None], state)
        )
    return state


def _rnn(torch: Any, p: dict[str, Any]) -> Any:
    hidden, inputs = p["U"].shape
    cell = torch.nn.RNNCell(inputs, hidden, dtype=torch.float64)
    h = _unrolled(torch, p, cell, (p["W"], p["U"], p["b"]), p["h__0"][None])
    return _read_out(torch, p, h[0])


def _lstm(torch: Any, p: dict[str, Any]) -> Any:
    hidden, inputs = p["U_i"].shape
    cell = torch.nn.LSTMCell(inputs, hidden, dtype=torch.float64)
    order = "ifuo"  # PyTorch stacks input, forget, update and output
    weights = tuple(torch.cat([p[f"{name}_{gate}"] for gate in order]) for name in "WUb")
    state = _unrolled(torch, p, cell, weights, (p["h__0"][None], p["c__0"][None]))
    return _read_out(torch, p, state[0][0])

"""Attention and recurrent cells, built from the same parts as every other network."""

from __future__ import annotations

from fractions import Fraction

from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError
from matgrad.nets.layers import Width, sized
from matgrad.nets.losses import full_name
from matgrad.nets.losses import loss as loss_of
from matgrad.nets.network import ONE, Builder, Network
from matgrad.ops import (
    add,
    hadamard,
    matmul,
    multiply,
    power,
    scale,
    sigmoid,
    size,
    softmax_rows,
    tanh,
)


def attention(
    length: Width = "T", width: Width = "d", key: Width = "k", value: Width = "v",
    loss: str = "squared_error",
) -> Network:  # fmt: skip
    """One head of attention, softmax_rows(Q Kᵀ/√k) V, on a sequence with its items in rows.

    >>> [d.symbol.name for d in attention().definitions]
    ['Q', 'K', 'V', 'S', 'A', 'H', 'Yhat']
    """
    made = Builder(sized(length))
    d, k, v = sized(width), sized(key), sized(value)
    X = made.given("X", Shape(sized(length), d))
    Q = made.define("Q", matmul(X, made.parameter("W_Q", Shape(d, k))))
    K = made.define("K", matmul(X, made.parameter("W_K", Shape(d, k))))
    V = made.define("V", matmul(X, made.parameter("W_V", Shape(d, v))))
    S = made.define("S", scale(power(size(k), Fraction(-1, 2)), matmul(Q, K.T)))
    A = made.define("A", softmax_rows(S))
    H = made.define("H", matmul(A, V))
    made.adjoints.update({"H": "Delta", "A": "Gamma", "S": "Omega"})
    return _finish(made, H, loss, "X")


def rnn(
    steps: int, inputs: Width = "n", hidden: Width = "k", outputs: Width = "m",
    loss: str = "softmax_cross_entropy",
) -> Network:  # fmt: skip
    """A recurrent cell h = tanh(W h + U x + b), unrolled; the last state is read out.

    >>> rnn(2).parameters
    ('W', 'U', 'b', 'V', 'c')
    """
    made, n, k = _cell(steps), sized(inputs), sized(hidden)
    W, U = made.parameter("W", Shape(k, k)), made.parameter("U", Shape(k, n))
    b = made.parameter("b", Shape(k, ONE))
    h = made.given("h__0", Shape(k, ONE))
    for t in range(1, steps + 1):
        x = made.given(f"x__{t}", Shape(n, ONE))
        z = made.define(f"z__{t}", add(multiply(W, h), multiply(U, x), b))
        h = made.define(f"h__{t}", tanh(z))
        made.adjoints[f"z__{t}"] = f"delta__{t}"
    return _finish(made, _read_out(made, h, sized(outputs)), loss, "x__1")


GATES = (("i", "sigmoid"), ("f", "sigmoid"), ("o", "sigmoid"), ("u", "tanh"))


def lstm(
    steps: int, inputs: Width = "n", hidden: Width = "k", outputs: Width = "m",
    loss: str = "softmax_cross_entropy",
) -> Network:  # fmt: skip
    """A long short-term memory cell, unrolled; the last state is read out.

    Its gates i, f, o and its update u are functions of x and of the state before; the memory is
    c = f ⊙ c + i ⊙ u and the state h = o ⊙ tanh(c).
    """
    made, n, k = _cell(steps), sized(inputs), sized(hidden)
    column = Shape(k, ONE)
    weights = {
        g: (
            made.parameter(f"W_{g}", Shape(k, k)),
            made.parameter(f"U_{g}", Shape(k, n)),
            made.parameter(f"b_{g}", column),
        )
        for g, _ in GATES
    }
    h, c = made.given("h__0", column), made.given("c__0", column)
    for t in range(1, steps + 1):
        x = made.given(f"x__{t}", Shape(n, ONE))
        gates: dict[str, Expr] = {}
        for gate, kind in GATES:
            W, U, b = weights[gate]
            z = made.define(f"z_{gate}__{t}", add(multiply(W, h), multiply(U, x), b))
            gates[gate] = made.define(f"{gate}__{t}", (tanh if kind == "tanh" else sigmoid)(z))
            made.adjoints[f"z_{gate}__{t}"] = f"delta_{gate}__{t}"
        kept = add(hadamard(gates["f"], c), hadamard(gates["i"], gates["u"]))
        c = made.define(f"c__{t}", kept)
        h = made.define(f"h__{t}", hadamard(gates["o"], tanh(c)))
        made.adjoints |= {f"c__{t}": f"gamma__{t}", f"h__{t}": f"eta__{t}"}
    return _finish(made, _read_out(made, h, sized(outputs)), loss, "x__1", "L")


def _cell(steps: int) -> Builder:
    if not isinstance(steps, int) or steps < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ShapeError("a recurrent network is unrolled for at least one step")
    return Builder(None)


def _read_out(made: Builder, h: Expr, outputs: Width) -> Expr:
    m = sized(outputs)
    V, c = made.parameter("V", Shape(m, h.shape.rows)), made.parameter("c", Shape(m, ONE))
    return made.define("s", add(multiply(V, h), c))


def _finish(made: Builder, z: Expr, loss: str, inputs: str, name: str = "f") -> Network:
    """Add the loss; returns the network."""
    last = loss_of(loss)
    y, prediction, value = made.ending(last, z)
    names = tuple(p.name for p in made.parameters)
    return Network(
        function=value,
        name=name,
        definitions=tuple(made.definitions),
        symbols=made.symbols,
        notes=(last.words,),
        asked=("gradient", names),
        adjoints=made.adjoints,
        is_named=True,
        parameters=names,
        inputs=inputs,
        target=y.name,
        output=prediction.name,
        batch=made.batch,
        settings={"loss": full_name(loss)},
    )

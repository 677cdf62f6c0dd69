"""A network is a function like any other: named parts, a scalar at the end, and variables.

One sample stands in a column, z = W x + b; a batch of samples in rows, Z = X W + 1 bᵀ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import pairwise

from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr, Facts, Symbol, make
from matgrad.core.shape import SCALAR, Shape
from matgrad.core.steps import Definition, Problem
from matgrad.errors import ShapeError
from matgrad.nets.layers import (
    LAYER_NORM_EPSILON,
    Dense,
    Width,
    centred_rows,
    dense,
    sized,
    spread_rows,
)
from matgrad.nets.layers import activation as known_activation
from matgrad.nets.losses import Loss, averaged, decay, full_name, loss
from matgrad.ops import add, filled, hadamard, layernorm_eps, multiply, power, size, symbol_op

ONE = dim(1)


@dataclass(frozen=True)
class Network(Problem):
    """A problem that knows which of its symbols are parameters, and its parts in order."""

    parameters: tuple[str, ...] = ()
    inputs: str = "x"
    target: str = "y"
    output: str = "yhat"
    batch: Dim | None = None
    settings: dict[str, str] = field(default_factory=dict[str, str])  # how it was asked for

    def __getitem__(self, name: str) -> Expr:
        """A symbol of the network; W1 is short for W__1."""
        known = {d.symbol.name: d.symbol for d in self.definitions} | self.symbols
        return known[layer_name(name, known)]


def layer_name(name: str, known: dict[str, Expr]) -> str:
    """The name with its number raised, if only that one is known."""
    stem = name.rstrip("0123456789")
    raised = f"{stem}__{name[len(stem) :]}"
    return raised if name not in known and raised in known else name


def short_name(name: str) -> str:
    """A name as it is typed: W1 for W__1."""
    return name.replace("__", "")


@dataclass
class Builder:
    """A network while it is built: its symbols, its definitions, and what came last."""

    batch: Dim | None
    symbols: dict[str, Expr] = field(default_factory=dict[str, Expr])
    parameters: list[Expr] = field(default_factory=list[Expr])
    weights: list[Expr] = field(default_factory=list[Expr])
    definitions: list[Definition] = field(default_factory=list[Definition])
    adjoints: dict[str, str] = field(default_factory=dict[str, str])

    def letter(self, name: str) -> str:
        """A vector of one sample is a matrix of a batch, and named like one."""
        return name if self.batch is None else name[0].upper() + name[1:]

    def values(self, width: Dim) -> Shape:
        """The shape of what flows through the network."""
        return Shape(width, ONE) if self.batch is None else Shape(self.batch, width)

    def given(self, name: str, shape: Shape, facts: Facts = frozenset()) -> Expr:
        """A variable of the network."""
        found = make(symbol_op, (), Symbol(name, shape, facts))
        return self.symbols.setdefault(name, found)

    def parameter(self, name: str, shape: Shape) -> Expr:
        """A variable that training changes."""
        self.parameters.append(self.given(name, shape))
        return self.parameters[-1]

    def define(self, name: str, value: Expr, facts: Facts = frozenset()) -> Expr:
        """Give a part its name."""
        symbol = make(symbol_op, (), Symbol(name, value.shape, facts))
        self.definitions.append(Definition(symbol, value, given=True))
        return symbol

    def spread(self, vector: Expr) -> Expr:
        """A vector for one sample; for a batch, the vector in every row."""
        if self.batch is None:
            return vector
        return multiply(filled(1, Shape(self.batch, ONE)), vector.T)

    def affine(self, number: int, layer: Dense, h: Expr) -> Expr:
        """W h + b, or H W + 1 bᵀ."""
        width = layer.width
        entering = h.shape.rows if self.batch is None else h.shape.cols
        shape = Shape(width, entering) if self.batch is None else Shape(entering, width)
        W = self.parameter(f"W__{number}", shape)
        self.weights.append(W)
        product = multiply(W, h) if self.batch is None else multiply(h, W)
        if not layer.bias:
            return product
        return add(product, self.spread(self.parameter(f"b__{number}", Shape(width, ONE))))

    def layer(self, number: int, layer: Dense, h: Expr, is_last: bool) -> Expr:
        """Add one layer; returns what leaves it."""
        z = self.define(self.letter(f"z__{number}"), self.affine(number, layer, h))
        if layer.layer_norm:
            z = self._normalise(number, layer, z)
        is_plain = not (layer.residual or layer.dropout)
        if is_last and layer.activation == "identity" and is_plain:
            return z
        value = known_activation(layer.activation)(z)
        if layer.dropout:
            value = hadamard(self.given(self.letter(f"m__{number}"), value.shape), value)
        if layer.residual:
            value = add(self._same(h, value, number), value)
        return z if value is z else self.define(self.letter(f"h__{number}"), value)

    def _normalise(self, number: int, layer: Dense, z: Expr) -> Expr:
        shape = Shape(layer.width, ONE)
        u = self._standardise(number, z)
        scaled = hadamard(self.spread(self.parameter(f"gamma__{number}", shape)), u)
        moved = add(scaled, self.spread(self.parameter(f"beta__{number}", shape)))
        return self.define(self.letter(f"v__{number}"), moved)

    def _standardise(self, number: int, z: Expr) -> Expr:
        """Mean 0 and variance 1 for each sample; in a batch, each row by itself."""
        if self.batch is None:
            return self.define(f"u__{number}", layernorm_eps(z, LAYER_NORM_EPSILON))
        C = self.define(f"C__{number}", centred_rows(z))
        S = self.define(f"S__{number}", spread_rows(C))
        return self.define(f"U__{number}", hadamard(C, power(S, Fraction(-1, 2))))

    def ending(self, last: Loss, z: Expr) -> tuple[Expr, Expr, Expr]:
        """The target, the prediction, and the loss, averaged over a batch."""
        given, known = last.facts(self.batch is not None)
        prediction = self.define(self.letter("yhat"), last.predict(z), known)
        y = self.given(self.letter("y"), z.shape, given)
        value = last.value(z, prediction, y)
        return y, prediction, value if self.batch is None else averaged(value, size(self.batch))

    @staticmethod
    def _same(h: Expr, value: Expr, number: int) -> Expr:
        if h.shape != value.shape:
            raise ShapeError(
                f"layer {number} cannot be residual: {h.shape} enters, {value.shape} leaves",
                hint="give it the width of the layer before",
            )
        return h


def network(  # noqa: PLR0913 - one option for each thing a network may have
    layers: Sequence[Width | Dense],
    activation: str = "relu",
    loss: str = "softmax_cross_entropy",
    *,
    bias: bool = True,
    residual: bool = False,
    dropout: bool = False,
    layer_norm: bool = False,
    weight_decay: bool = False,
    batch: Width | None = None,
) -> Network:
    """A network from its widths, or layer by layer; the first entry is the width of the input.

    >>> net = network([2, 2, 4])
    >>> net.parameters
    ('W__1', 'b__1', 'W__2', 'b__2')
    """
    first = _input(layers)
    known_activation(activation)
    if residual:
        _check_residual(layers)
    inner = partial(dense, activation=activation, bias=bias, dropout=dropout, layer_norm=layer_norm)
    parts = [
        inner(b, residual=residual and _width(a) == _width(b)) if not isinstance(b, Dense) else b
        for a, b in pairwise(layers[:-1])
    ]
    final = layers[-1]
    parts.append(final if isinstance(final, Dense) else dense(final, "identity", bias=bias))
    return build(first, parts, loss, weight_decay, None if batch is None else sized(batch))


def _check_residual(layers: Sequence[Width | Dense]) -> None:
    if not any(_width(a) == _width(b) for a, b in pairwise(layers[:-1])):
        raise ShapeError(
            "no layer can be residual: none has the width of what enters it",
            hint="give neighbours the same width, as in 2,4,4,3",
        )


def _input(layers: Sequence[Width | Dense]) -> Width:
    """The width of the input, which is the first entry."""
    if len(layers) < 2:
        raise ShapeError("a network has an input and at least one layer", hint="layers=[2, 2, 4]")
    if isinstance(layers[0], Dense):
        raise ShapeError("the first entry is the width of the input", hint="layers=[2, dense(4)]")
    return layers[0]


def _width(layer: Width | Dense) -> Dim:
    return layer.width if isinstance(layer, Dense) else sized(layer)


def build(
    inputs: Width, layers: Sequence[Dense], name: str, weight_decay: bool, batch: Dim | None
) -> Network:
    """The network with these layers and this loss."""
    made, last = Builder(batch), loss(name)
    x = h = made.given(made.letter("x"), made.values(sized(inputs)))
    for number, layer in enumerate(layers, 1):
        h = made.layer(number, layer, h, number == len(layers))
    y, prediction, value = made.ending(last, h)
    if weight_decay:
        value = add(
            value, decay(made.weights, made.given("lambda", SCALAR, frozenset({"positive"})))
        )
    return Network(
        function=value,
        definitions=tuple(made.definitions),
        symbols=made.symbols,
        notes=(last.words,),
        adjoints=_adjoints(made, layers, last),
        asked=("gradient", tuple(p.name for p in made.parameters)),
        is_named=True,
        parameters=tuple(p.name for p in made.parameters),
        inputs=x.name,
        target=y.name,
        output=prediction.name,
        batch=batch,
        settings={"loss": full_name(name)},
    )


def _adjoints(made: Builder, layers: Sequence[Dense], last: Loss) -> dict[str, str]:
    """δ for each z; g alone where only one is hidden and ŷ − y is short, as the lecture has it."""
    zs = [made.letter(f"z__{i}") for i in range(1, len(layers) + 1)]
    is_plain = not any(layer.residual or layer.layer_norm for layer in layers)
    if len(layers) == 2 and is_plain and made.batch is None and last.is_difference:
        return {zs[0]: "g"}
    names = {z: made.letter(f"delta__{i}") for i, z in enumerate(zs, 1)}
    prediction = made.definitions[-1]
    if prediction.value.op is symbol_op and prediction.value.name in names:  # ŷ is z itself
        names[prediction.symbol.name] = names[prediction.value.name]
    if any(layer.residual for layer in layers):
        known = {d.symbol.name for d in made.definitions}
        hidden = [made.letter(f"h__{i}") for i in range(1, len(layers) + 1)]
        names |= {h: made.letter(f"g__{h[3:]}") for h in hidden if h in known}
    if any(layer.layer_norm for layer in layers):
        normed = [i for i, layer in enumerate(layers, 1) if layer.layer_norm]
        names |= {made.letter(f"v__{i}"): made.letter(f"q__{i}") for i in normed}
        names |= {f"C__{i}": f"P__{i}" for i in normed}  # there is a C where samples stand in rows
    return names

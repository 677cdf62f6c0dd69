"""A network that classifies: code for its steps, its parameters, and its predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matgrad.codegen import Compiled, compile_numpy, compile_program
from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.core.walk import substitute
from matgrad.derive import gradient
from matgrad.errors import UnknownNameError
from matgrad.nets.network import Network, network
from matgrad.optional import load
from matgrad.rules import simplify

Arrays = dict[str, Any]
CODES = ("numpy", "c")  # what steps can be computed by; C is compiled first


@dataclass(frozen=True)
class Model:
    """The derived gradients and the forward pass of a batch, as compiled functions."""

    net: Network
    step: Compiled  # the loss, and the gradient of each parameter
    forward: Compiled  # the prediction
    recipe: tuple[Any, ...]  # what it was built from

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Saved as what it was built from: expressions are not pickled."""
        return build, self.recipe

    def gradients(
        self, parameters: Mapping[str, Any], X: Any, Y: Any, decay: float = 0.0
    ) -> tuple[float, Arrays]:
        """The loss of a batch and its gradients."""
        given = {**parameters, self.net.inputs: X, self.net.target: Y, "lambda": decay}
        step = self.step.function if self.step.target == "numpy" else self.step
        value, found = step(*self._arrays(self.step, given))
        return float(value), dict(zip(self.net.parameters, found, strict=True))

    def predict(self, parameters: Mapping[str, Any], X: Any) -> Any:
        """The probability of each class, for samples in rows."""
        given = {**parameters, self.net.inputs: X}
        return self.forward.function(*self._arrays(self.forward, given))

    def _arrays(self, code: Compiled, given: Mapping[str, Any]) -> list[Any]:
        """The inputs of a function; one column is a vector."""
        flat = {name for name, s in self.net.symbols.items() if s.shape.is_column}
        return [
            given[name].reshape(-1) if name in flat and given[name] is given.get(self.net.inputs)
            else given[name]
            for name in code.inputs
        ]  # fmt: skip

    def loss(self, parameters: Mapping[str, Any], X: Any, Y: Any) -> float:
        """The loss without weight decay."""
        return self.gradients(parameters, X, Y)[0]


def build(
    widths: Sequence[int], activation: str = "relu", layer_norm: bool = False,
    residual: bool = False, code: str = "numpy",
) -> Model:  # fmt: skip
    """Derive and compile the network for batches of any size."""
    if code not in CODES:
        raise UnknownNameError(f"unknown code {code!r}", hint="known ones: " + ", ".join(CODES))
    net = network(
        list(widths), activation, batch="N", weight_decay=True,
        layer_norm=layer_norm, residual=residual,
    )  # fmt: skip
    trace = gradient(net, [net.symbols[name] for name in net.parameters])
    assert trace.function is not None
    inputs = list(net.symbols.values())
    results = tuple(trace.results.values())
    stable = stable_loss(net, trace.function)
    step = compile_numpy((stable, results), trace.definitions, inputs, "step")
    step = step if code == "numpy" else compile_program(code, step.program)
    output = next(d for d in net.definitions if d.symbol.name == net.output)
    needed = [s for s in inputs if s.name in (net.inputs, *net.parameters)]
    forward = compile_numpy(output.symbol, net.definitions, needed, "forward")
    return Model(net, step, forward, (tuple(widths), activation, layer_norm, residual, code))


def stable_loss(net: Network, function: Expr) -> Expr:
    """The loss with log softmax(z) = z − logsumexp(z), which stays finite where log(0) does not."""
    values = {d.symbol: d.value for d in net.definitions if d.symbol.name == net.output}
    return simplify(substitute(function, values), Context())


def initial(model: Model, seed: int) -> Arrays:
    """Weights drawn with the variance of He, 2/n for n inputs; the rest zero, scales one."""
    np: Any = load("numpy")
    draw = np.random.default_rng(seed)
    found: Arrays = {}
    for name in model.net.parameters:
        symbol = model.net.symbols[name]
        rows, cols = (d.value or 1 for d in symbol.shape)
        shape = () if symbol.is_scalar else (rows,) if symbol.shape.is_column else (rows, cols)
        if name.startswith("W"):
            found[name] = draw.standard_normal(shape) * (2 / rows) ** 0.5
        else:
            found[name] = np.full(shape, 1.0 if name.startswith("gamma") else 0.0)
    return found

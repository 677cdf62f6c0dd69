"""Networks as callers meet them: forward and backward propagation of a derivation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matgrad.app.api import gradient
from matgrad.app.derivation import Derivation, verdict_lines
from matgrad.nets import Network
from matgrad.nets.compare import Comparison, compared
from matgrad.nets.numbers import check_target, everything, random_arrays
from matgrad.nets.propagation import propagation


class Backpropagation(Derivation):
    """The gradients of all parameters of a network, shown as forward and backward propagation.

    >>> import matgrad as mg
    >>> d = mg.backpropagate(mg.network([2, 2, 4]))
    >>> print(d.results["b__2"])
    softmax(W__2*relu(W__1*x + b__1) + b__2) - y
    """

    def _document(self, level: str) -> Any:
        return propagation(self.trace, verdict_lines(self.verdict), level)

    def run(self, arrays: Mapping[str, Any] | None = None, seed: int = 0) -> dict[str, Any]:
        """Forward and backward propagation with numbers, by name; random ones if none are given."""
        given = random_arrays(self.net, seed) if arrays is None else arrays
        check_target(self.net, given)
        return everything(self.trace, given)

    def compare(self, arrays: Mapping[str, Any]) -> list[Comparison]:
        """The gradients against central differences, and JAX and PyTorch where installed."""
        values = everything(self.trace, arrays)
        gradients = {name: values[f"grad {name}"] for name in self.trace.results}
        return compared(self.net, gradients, arrays)

    @property
    def net(self) -> Network:
        """The network."""
        assert isinstance(self.trace.problem, Network)
        return self.trace.problem


def backpropagate(net: Network, *, check: bool = True) -> Backpropagation:
    """The gradients of all parameters, with the equations that compute them in order."""
    d = gradient(net, net.parameters, check=check)
    return Backpropagation(d.trace, d.verdict, with_value=True)

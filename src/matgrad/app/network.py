"""Networks as callers meet them: forward and backward propagation of a derivation."""

from __future__ import annotations

from typing import Any

from matgrad.app.api import gradient
from matgrad.app.derivation import Derivation, verdict_lines
from matgrad.nets import Network
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


def backpropagate(net: Network, *, check: bool = True) -> Backpropagation:
    """The gradients of all parameters, with the equations that compute them in order."""
    d = gradient(net, net.parameters, check=check)
    return Backpropagation(d.trace, d.verdict, with_value=True)

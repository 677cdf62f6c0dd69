"""Networks as callers meet them: forward and backward propagation of a derivation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matgrad.api.derivation import Derivation, verdict_as_data, verdict_lines
from matgrad.api.pages import Sheet
from matgrad.api.pipeline import gradient
from matgrad.core.steps import Definition
from matgrad.nets import Network, attention, lstm, rnn
from matgrad.nets.compare import Comparison, compared, left_out
from matgrad.nets.numbers import check_target, everything, load_arrays, random_arrays
from matgrad.nets.propagation import ADJOINT, propagation
from matgrad.nets.worksheet import worksheet
from matgrad.render.document import Document

SEQUENCES: dict[str, Callable[..., Network]] = {"attention": attention, "rnn": rnn, "lstm": lstm}
LONGEST = 200  # nodes of a closed form that is given beside the names


class Backpropagation(Derivation):
    """The gradients of all parameters of a network, shown as forward and backward propagation.

    >>> import matgrad as mg
    >>> d = mg.backpropagate(mg.network([2, 2, 4]))
    >>> print(d.results["b__2"])
    softmax(W__2*relu(W__1*x + b__1) + b__2) - y
    """

    def document(self, level: str = "normal") -> Document:
        """Forward and backward propagation laid out for reading."""
        return propagation(self.trace, verdict_lines(self.verdict), level)

    def run(self, arrays: Mapping[str, Any] | None = None, seed: int = 0) -> dict[str, Any]:
        """Forward and backward propagation with numbers, by name; random ones if none are given."""
        given = random_arrays(self.net, seed) if arrays is None else arrays
        check_target(self.net, given)
        return everything(self.trace, given)

    def compare(self, arrays: Mapping[str, Any]) -> list[Comparison]:
        """The gradients against central differences, and JAX and PyTorch where installed."""
        check_target(self.net, arrays)
        values = everything(self.trace, arrays)
        gradients = {name: values[f"grad {name}"] for name in self.trace.results}
        return compared(self.net, gradients, arrays)

    def worksheet(
        self, arrays: Mapping[str, Any], values: Mapping[str, Any], compared: Sequence[Comparison]
    ) -> Sheet:
        """Every value next to its formula, and how the gradients compare."""
        remarks = [str(each) for each in compared]
        if compared and (absent := left_out()):
            remarks.append(absent)
        return Sheet(worksheet(self.net, self.trace, arrays, values, remarks))

    def values(self, path: str | None, seed: int = 0) -> Mapping[str, Any]:
        """Arrays for all symbols, from a file or drawn at random."""
        return random_arrays(self.net, seed) if path is None else load_arrays(self.net, path)

    def to_json(self) -> dict[str, Any]:
        """Forward and backward equations, and the gradients in their names; steps are left out."""
        forward = [d for d in self.definitions if d.role != ADJOINT]
        backward = [d for d in self.definitions if d.role == ADJOINT]
        return {
            "ok": self.verdict.ok,
            "input": str(self.problem.function),
            "shapes": {name: str(x.shape) for name, x in self.problem.symbols.items()},
            "notes": list(self.problem.notes),
            "forward": [_named(d) for d in forward],
            "backward": [_named(d) for d in backward],
            "answers": [self._answer(name) for name in self.trace.results],
            "assumptions": [str(a) for a in self.assumptions],
            "verdict": verdict_as_data(self.verdict),
            "code": {"numpy": self.compile("numpy").source},
            "error": None,
        }

    def _answer(self, name: str) -> dict[str, Any]:
        closed = self.trace.forms["closed"].get(name)
        short = {"cascade": str(self.trace.results[name])}
        if closed is not None and closed.size <= LONGEST:
            short["closed"] = str(closed)
        result = self.trace.results[name]
        return {"wrt": name, "result": str(result), "latex": result.latex(), "forms": short}

    @property
    def net(self) -> Network:
        """The network."""
        assert isinstance(self.trace.problem, Network)
        return self.trace.problem


def _named(definition: Definition) -> dict[str, str]:
    value = definition.value
    return {"name": definition.symbol.name, "value": str(value), "latex": value.latex()}


def backpropagate(net: Network, *, check: bool = True) -> Backpropagation:
    """The gradients of all parameters, with the equations that compute them in order."""
    d = gradient(net, net.parameters, check=check)
    return Backpropagation(d.trace, d.verdict, with_value=True)

"""Products with Kronecker products and identities, computed without forming those.

(A ⊗ B) vec X becomes vec(B X Aᵀ), the Hessian of a loss over samples one product over the samples.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from matgrad.codegen.contract import contracted
from matgrad.codegen.forms import read
from matgrad.codegen.indices import Space
from matgrad.codegen.terms import Form, Term
from matgrad.codegen.values import Axes, Graph, Value, ordered

NAME = "deltas"
WHY = "Kronecker products and identities in products are sums over indices, and never formed"


def without_deltas(graph: Graph, roots: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same results; a value that gains by it is computed by its indices."""
    values = ordered(roots)
    if not any(value.op in ("kron", "diagonal_selection") for value in values):
        return roots
    work = _Work(graph, Space(graph))
    for value in values:
        work.add(value)
    found = tuple(work.value(root) for root in roots)
    if work.gained:
        graph.rewrote(NAME, WHY)
    graph.replaced(work.better)
    return found


@dataclass
class _Work:
    """What became of each value: another value, or a form that is written out when it is needed."""

    graph: Graph
    space: Space
    better: dict[Value, Value] = field(default_factory=dict[Value, Value])
    forms: dict[Value, Form] = field(default_factory=dict[Value, Form])
    gained: bool = False

    def add(self, value: Value) -> None:
        """Read a value whose arguments are read."""
        known = all(arg in self.forms or not 1 <= len(arg.axes) <= 2 for arg in value.args)
        form = read(self.space, value, self.forms) if known and 1 <= len(value.axes) <= 2 else None
        if form is not None:
            self.forms[value] = form
            if form.gains:
                return
        if value.op == "tensor" and self.forms[value.args[0]].gains:
            array = self._array(value, self.forms[value.args[0]])
            if array is not None:
                self.better[value] = array
                return
        args = tuple(self.value(arg) for arg in value.args)
        new = value
        if args != value.args:
            new = self.graph.again(value, args)
        self.better[value] = new
        if form is None and 1 <= len(value.axes) <= 2:
            self.forms[value] = self.space.leaf(new)

    def value(self, value: Value) -> Value:
        """The value itself, written out if it was not."""
        if value not in self.better:
            self.better[value] = self._flat(value, self.forms[value])
        return self.better[value]

    def _array(self, value: Value, form: Form) -> Value | None:
        """An array whose axes are the indices, of rows and of columns the last first."""
        shown = [t.rows[::-1] + t.cols[::-1] for t in form.terms]
        if any(self.space.lengths(at) != value.axes for at in shown):
            return None
        self.gained = True
        return contracted(self.space, form.terms, shown)

    def _flat(self, value: Value, form: Form) -> Value:
        """The matrix or vector, whose rows and columns are several indices."""
        self.gained = True
        groups: dict[Axes, list[Term]] = {}  # terms whose rows fall into the same indices
        for term in form.terms:
            groups.setdefault(self.space.lengths(term.rows + term.cols), []).append(term)
        parts = [self._whole(value, terms) for terms in groups.values()]
        if len(parts) == 1:
            return parts[0]
        signs = (False,) * len(parts)
        return self.graph.make("add", *parts, data=signs, axes=value.axes)

    def _whole(self, value: Value, terms: list[Term]) -> Value:
        graph = self.graph
        if value.is_vector and len(terms[0].rows) == 2:
            array = contracted(self.space, terms, [t.rows[::-1] for t in terms])
            return graph.make("vec", array, axes=value.axes)
        array = contracted(self.space, terms, [t.rows + t.cols for t in terms])
        if array.axes == value.axes:
            return array
        return graph.make("reshape", array, *map(graph.size, value.axes), axes=value.axes)

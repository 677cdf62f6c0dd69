"""Results that stay products: outer, Kronecker and diagonal products are returned by their factors.

They are small where the array is large; `toarray` writes it out, `@` applies it without.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from matgrad.codegen.plan.program import Groups, Options, Program, assemble, grouped
from matgrad.codegen.plan.values import Graph, Value
from matgrad.codegen.run.auto import compile_for
from matgrad.codegen.run.compiled import Compiled
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.optional import load

NAME = "factored"
WHY = "products are returned by their factors, and written out when they are asked for"
# The indices of a product, and how many factors it has; None for a result that is as it was.
Split = tuple[str, int] | None


@dataclass(frozen=True)
class Factored:
    """An array as a product of smaller ones, with a letter for each axis: "i,j->ij"."""

    indices: str
    factors: tuple[Any, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes that the array has."""
        inputs, shown = self.indices.split("->")
        pairs = zip(inputs.split(","), self.factors, strict=True)
        lengths = {i: n for word, array in pairs for i, n in zip(word, array.shape, strict=True)}
        return tuple(lengths[i] for i in shown)

    def toarray(self) -> Any:
        """The array itself."""
        return load("numpy").einsum(self.indices, *self.factors)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return load("numpy").asarray(self.toarray(), dtype=dtype)

    def __matmul__(self, other: Any) -> Any:
        """The sum over the last axes, as many as the other array has, without the array itself."""
        np: Any = load("numpy")
        array = np.asarray(other)
        inputs, shown = self.indices.split("->")
        kept = len(shown) - array.ndim
        if array.ndim == 0 or kept < 0 or self.shape[kept:] != array.shape:
            raise ShapeError(f"axes {self.shape} do not end in {array.shape}")
        indices = f"{inputs},{shown[kept:]}->{shown[:kept]}"
        return np.einsum(indices, *self.factors, array, optimize=True)


@dataclass(frozen=True, eq=False, repr=False)
class FactoredFunction:
    """A compiled function whose large results are returned by their factors."""

    compiled: Compiled
    splits: tuple[Split, ...]  # none where no result has factors
    groups: Groups

    def __repr__(self) -> str:
        return f"<factors by {self.compiled!r}>"

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the arrays it takes."""
        return self.compiled.inputs

    @property
    def source(self) -> str:
        """The code, which returns factors one after the other."""
        return self.compiled.source

    def explain(self, **sizes: int) -> str:
        """The program line by line with what each line costs, and the rewrites behind it."""
        return self.compiled.explain(**sizes)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Compute the factors of the results."""
        if not self.splits:
            return self.compiled(*args, **kwargs)
        parts = iter(self.compiled(*args, **kwargs))
        results = [
            next(parts)
            if split is None
            else Factored(split[0], tuple(next(parts) for _ in range(split[1])))
            for split in self.splits
        ]
        return grouped(results, self.groups)


def compile_factored(target: str, planned: Program) -> FactoredFunction:
    """A program as a function that returns the factors of its results."""
    _refuse(planned.options)
    graph = Graph(bounds=list(planned.bounds))
    graph.named = {v: n for v, n in planned.names.items() if v.op not in ("symbol", "flatten")}
    splits: list[Split] = []
    parts: list[Value] = []
    for value in planned.results:
        found = _factors(graph, value)
        splits.append(None if found is None else (found[0], len(found[1])))
        parts += [value] if found is None else found[1]
    new = replace(
        assemble(graph, list(planned.given), tuple(parts)),
        groups=tuple(None for _ in parts),
        name=planned.name,
        docstring=planned.docstring,
        rewrites=(*planned.rewrites, (NAME, WHY)),
        options=planned.options,
    )
    return FactoredFunction(compile_for(target, new), tuple(splits), planned.groups)


def unfactored(compiled: Compiled, options: Options) -> FactoredFunction:
    """A function whose results have no factors, called like one whose results have."""
    _refuse(options)
    return FactoredFunction(compiled, (), None)


def _refuse(options: Options) -> None:
    for option in ("fixed", "guard", "shard"):
        if getattr(options, option):
            raise UnsupportedError(f"factors are not written with {option}", hint="d.compile()")


def _factors(graph: Graph, value: Value) -> tuple[str, list[Value]] | None:
    indices = {"outer": "i,j->ij", "scale_rows": "i,ij->ij", "scale_columns": "ij,j->ij"}
    if value.op in indices:
        return indices[value.op], list(value.args)
    if value.op == "outer_array":
        left, right, shown = value.data
        return f"{left},{right}->{shown}", list(value.args[:2])
    if value.op == "identity_blocks":
        return "ij,ab->iajb", [graph.eye(value.axes[0]), value.args[0]]
    if value.op == "einsum" and len(value.args) > 1:
        inputs, shown = value.data.split("->")
        if set(inputs) <= {*shown, ","}:
            return value.data, list(value.args)
    return None

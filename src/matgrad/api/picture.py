"""Pictures of computations, as callers meet them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from matgrad.api.verified import verify
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import SCALAR, Shape
from matgrad.core.steps import Definition, Trace
from matgrad.derive import gradient
from matgrad.errors import UnsupportedError
from matgrad.ops import frobenius, symbol_op
from matgrad.optional import load
from matgrad.render.graph import Graph
from matgrad.render.graph_svg import steps_of, svg
from matgrad.render.names import fresh_name


def drawable(trace: Trace) -> Trace:
    """The gradient that a picture shows: of a Hessian the one that it came from, of a function
    that is no number that of ⟨G, F⟩ for any G.
    """
    if trace.kind == "gradient":
        return trace
    if trace.before is not None:
        return drawable(trace.before)
    given = trace.problem
    F = _symbol(given.name, given.function.shape)
    taken = {*given.symbols, given.name, *(d.symbol.name for d in given.definitions)}
    name = fresh_name(SCALAR, taken, ("s", "r"))
    G = _symbol(fresh_name(F.shape, {*taken, name}, ("G", "H")), F.shape)
    pairing = replace(
        given,
        function=frobenius(G, F),
        name=name,
        definitions=(*given.definitions, Definition(F, given.function, given=True)),
        symbols={**given.symbols, G.name: G},
    )
    paired = gradient(pairing, trace.wrt)
    verify(paired)
    return paired


def _symbol(name: str, shape: Shape) -> Expr:
    return make(symbol_op, (), Symbol(name, shape))


FORMATS = (".svg", ".png")


@dataclass(frozen=True)
class Picture:
    """A computation graph; notebooks show it, `save` writes SVG or PNG."""

    graph: Graph
    step: int | None = None  # what later steps add is faint
    moving: bool = False  # forward and backward propagation, one step after another

    @property
    def svg(self) -> str:
        """The picture as one stand-alone SVG."""
        return svg(self.graph, self.step, self.moving)

    @property
    def steps(self) -> list[Picture]:
        """One picture for each step of forward and backward propagation."""
        return [replace(self, step=i) for i in range(1, steps_of(self.graph) + 1)]

    def save(self, path: str | Path) -> None:
        """Write the picture; the name decides the format, .svg or .png."""
        target = Path(path)
        if target.suffix not in FORMATS:
            raise UnsupportedError(
                f"a picture is not written as {target.name}", hint="names end in .svg or .png"
            )
        if target.suffix == ".svg":
            target.write_text(self.svg, encoding="utf-8")
        elif self.moving:
            raise UnsupportedError("a PNG picture does not move", hint="write it as .svg")
        else:
            convert: Any = load("cairosvg")
            target.write_bytes(convert.svg2png(bytestring=self.svg.encode(), scale=2))

    def _repr_svg_(self) -> str:
        return self.svg

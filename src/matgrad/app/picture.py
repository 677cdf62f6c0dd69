"""Pictures of computations, as callers meet them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from matgrad.optional import load
from matgrad.render.graph import Graph
from matgrad.render.graph_svg import steps_of, svg


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
        if target.suffix == ".png":
            convert: Any = load("cairosvg")
            target.write_bytes(convert.svg2png(bytestring=self.svg.encode(), scale=2))
        else:
            target.write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

"""How a program is to be planned and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from matgrad.core.expr import Expr
from matgrad.errors import UnsupportedError

PRECISIONS = ("", "float32", "float64")


def nothing_known(node: Expr) -> bool:
    """No matrix is known to be positive definite."""
    return False


@dataclass(frozen=True)
class Options:
    """How a program is to be planned.

    `sizes` are numbers that sizes are expected to be about, by which products are ordered; `fixed`
    names inputs that stay the same from call to call; `skip` names rewrites that are not wanted;
    `shard` says along which axis of a mesh of devices the arrays with a size are split; `dtype` is
    the precision to compute in, "" for that of the arrays given; `definite` names parts that are
    positive definite though that does not follow from how they are written.
    """

    sizes: Mapping[str, int] = field(default_factory=dict[str, int])
    fixed: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()
    expand: bool = False  # multiply out where that is cheaper, also if it costs digits
    shard: Mapping[str, str] = field(default_factory=dict[str, str])
    dtype: str = ""
    definite: frozenset[str] = frozenset()
    blas: bool = False  # C multiplies matrices by BLAS
    gpu: bool = False  # the code is for a GPU, where starting an operation costs
    guard: bool = False  # products are ordered by the sizes of each call
    # Of an inverse, a power or a determinant: is its matrix known to be positive definite?
    has_cholesky: Callable[[Expr], bool] = field(default=nothing_known, compare=False)

    def __post_init__(self) -> None:
        if self.dtype not in PRECISIONS:
            raise UnsupportedError(
                f"no code computes in {self.dtype}: float32 and float64 are there"
            )

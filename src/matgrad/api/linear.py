"""Derivatives at a point as operators of SciPy, which can be sent to other processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from matgrad.codegen import Compiled
from matgrad.codegen.run.arrays import real_array
from matgrad.errors import ShapeError
from matgrad.optional import load


@dataclass(frozen=True)
class Along:
    """A compiled map at a point: takes and gives the entries of arrays row by row."""

    map: Compiled
    at: Mapping[str, Any]
    label: str  # of the array that is given
    shape: tuple[int, ...]
    dtype: Any

    def __call__(self, entries: Any) -> Any:
        """The entries of the image."""
        np: Any = load("numpy")
        real = real_array(self.label, entries)
        array = np.reshape(real, self.shape).astype(self.dtype, copy=False)
        return np.ravel(self.map(**self.at, **{self.label: array}))


def operator(forward: Along, backward: Along, shape: tuple[int, int]) -> Any:
    """SciPy's LinearOperator of two maps, each the adjoint of the other."""
    return _kind()(forward, backward, shape)


@cache
def _kind() -> Any:
    return type("Operator", (_Derivative, load("scipy.sparse.linalg").LinearOperator), {})


class _Derivative:
    """What an operator of SciPy does, without SciPy."""

    shape: tuple[int, int]

    def __init__(self, forward: Along, backward: Along, shape: tuple[int, int]) -> None:
        self._above.__init__(forward.dtype, shape)
        self._forward, self._backward = forward, backward

    def __reduce__(self) -> tuple[Any, ...]:
        return operator, (self._forward, self._backward, self.shape)

    @property
    def _above(self) -> Any:
        return super()

    def _matvec(self, x: Any) -> Any:
        return self._forward(x)

    def _rmatvec(self, x: Any) -> Any:
        return self._backward(x)

    def _adjoint(self) -> Any:
        rows, cols = self.shape
        return operator(self._backward, self._forward, (cols, rows))

    _transpose = _adjoint  # all is real

    def matvec(self, x: Any) -> Any:
        """The image of one direction."""
        return self._above.matvec(_fitting(x, self.shape[1]))

    def rmatvec(self, x: Any) -> Any:
        """The image of one direction under the adjoint."""
        return self._above.rmatvec(_fitting(x, self.shape[0]))

    def matmat(self, X: Any) -> Any:
        """The images of directions, which are columns."""
        return self._above.matmat(_fitting(X, self.shape[1]))

    def rmatmat(self, X: Any) -> Any:
        """The images of directions under the adjoint."""
        return self._above.rmatmat(_fitting(X, self.shape[0]))


def _fitting(v: Any, size: int) -> Any:
    shape = load("numpy").shape(v)
    if shape[:1] != (size,):
        raise ShapeError(
            f"the operator acts on {size} entries, the array given has shape {shape}",
            hint="a matrix is given by its entries, row by row: X.ravel()",
        )
    return v

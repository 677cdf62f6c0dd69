"""SymPy on one matrix expression, in a process of its own: `python -m bench.sympy_peer NAME`.

Prints JSON: milliseconds for the derivative, and its value at given arrays.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from resource import RLIMIT_CPU, setrlimit
from time import process_time
from typing import Any

import numpy as np
import sympy
from sympy import Determinant, MatrixSymbol, Trace, log

PATIENCE = 20  # seconds of processor time before this is given up

m, n = sympy.symbols("m n", integer=True, positive=True)
A, B, X = (MatrixSymbol(name, n, n) for name in "ABX")
R = MatrixSymbol("R", m, n)
a, b, x = (MatrixSymbol(name, n, 1) for name in "abx")
c = MatrixSymbol("c", m, 1)


def nested(levels: int) -> Callable[[], Any]:
    """tr(e) with e = A e + X, so many times."""

    def build() -> Any:
        e: Any = X
        for _ in range(levels):
            e = A * e + X
        return Trace(e)

    return build


FUNCTIONS: dict[str, tuple[Callable[[], Any], Any]] = {
    "tr(A*X)": (lambda: Trace(A * X), X),
    "a'*X*b": (lambda: a.T * X * b, X),
    "x'*A*x": (lambda: x.T * A * x, x),
    "tr(X'*A*X)": (lambda: Trace(X.T * A * X), X),
    "tr(A*X*B*X')": (lambda: Trace(A * X * B * X.T), X),
    "tr(inv(X)*A)": (lambda: Trace(X.I * A), X),
    "(R*x - c)'*(R*x - c)": (lambda: (R * x - c).T * (R * x - c), x),
    "log(det(X))": (lambda: log(Determinant(X)), X),
    **{f"nested {k}": (nested(k), X) for k in (5, 8, 10, 15)},
}


def main(name: str, repeat: int, arrays: dict[str, Any]) -> None:
    """Differentiate, then evaluate at the arrays."""
    setrlimit(RLIMIT_CPU, (PATIENCE, PATIENCE + 1))
    function, variable = FUNCTIONS[name]
    times: list[float] = []
    for _ in range(repeat):
        sympy.core.cache.clear_cache()
        start = process_time()
        derivative = function().diff(variable)
        times.append(1000 * (process_time() - start))
    sizes = {m: 3, n: 4}
    given = [s.subs(sizes) for s in (A, B, X, R, a, b, x, c) if s.name in arrays]
    run: Any = sympy.lambdify(given, derivative.subs(sizes), "numpy")
    value = run(*(np.array(arrays[symbol.name]) for symbol in given))
    print(json.dumps({"milliseconds": times, "value": np.asarray(value, float).tolist()}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.load(sys.stdin))

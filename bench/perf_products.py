"""The products of matrices in a generated program by themselves: what BLAS alone takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from matgrad.codegen.plan.values import Value
from matgrad.optional import load


def products(f: Any, sizes: Mapping[str, int], dtype: str) -> dict[str, Callable[[], Any]]:
    """All products of a compiled function in NumPy and in PyTorch, of arrays made beforehand."""
    torch = load("torch")
    found = [value for value in f.program.values if value.op == "matmul"]
    pairs = [[_operand(arg, sizes, dtype) for arg in value.args] for value in found]
    if not pairs:
        return {}
    tensors = [[_like(torch, array) for array in pair] for pair in pairs]
    return {
        "NumPy products": lambda: [A @ B for A, B in pairs],
        "PyTorch products": lambda: [A @ B for A, B in tensors],
    }


def _operand(value: Value, sizes: Mapping[str, int], dtype: str) -> Any:
    """An array of this shape, a view of its transpose where the program has one."""
    shape = [size.evaluate(dict(sizes)) for size in value.axes]
    rng = np.random.default_rng(0)
    if value.op == "transpose":
        return rng.normal(size=shape[::-1]).astype(dtype).T
    return rng.normal(size=shape).astype(dtype)


def _like(torch: Any, array: Any) -> Any:
    return torch.as_tensor(array) if array.flags.c_contiguous else torch.as_tensor(array.T).T

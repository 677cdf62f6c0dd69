"""What is known of each operation of a program: what operators declare, and what programs add."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matgrad.core.expr import catalogue
from matgrad.ops.code import by_name

# Functions of entries that programs have beside those of operators: the work and the code of each.
FUNCTIONS: Mapping[str, Mapping[str, str]] = {
    "log1p": by_name("log1p"),
    "expm1": by_name("expm1"),
    "asinh": by_name("asinh", numpy="np.arcsinh({0})"),
    "erfc": by_name("erfc", numpy="special.erfc({0})", array_api=""),
}
# The code that operations have in each language, by themselves and not by that of a target.
DECLARED: Mapping[str, Mapping[str, Any]] = {
    **{name: op.code for name, op in catalogue.items()},
    **FUNCTIONS,
}
ELEMENTWISE = frozenset(
    {*FUNCTIONS, *(name for name, op in catalogue.items() if op.derivative is not None)}
)
# What acts on the entries at one place of its arguments.
ENTRYWISE = ELEMENTWISE | frozenset("add mul div neg power max min".split())
# The same memory, looked at in another way.
VIEWS = frozenset(
    "symbol flatten transpose entry diag as_row as_column as_vector reshape vec unvec"
    " tensor".split()
)
# What costs nothing to compute, or next to nothing.
FREE = VIEWS - {"vec", "tensor"} | frozenset("number size constant unit eye full".split())
# What makes a new array, which may be changed where nothing else uses it.
NEW = frozenset("add mul div neg matmul outer scale_rows scale_columns exp inverse_spd".split())

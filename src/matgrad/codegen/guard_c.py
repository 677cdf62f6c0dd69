"""C with all orders of products that are cheapest for some sizes: a function that calls one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from matgrad.codegen.compiled import CompiledC
from matgrad.codegen.narrow import TIMES
from matgrad.codegen.program import Program
from matgrad.codegen.running import native_function
from matgrad.codegen.targets.c import Native, head_of, native
from matgrad.codegen.targets.c_single import single
from matgrad.codegen.targets.python import polynomial
from matgrad.core.dims import Dim, dim


@dataclass(frozen=True, eq=False, repr=False)
class GuardedC(CompiledC):
    """C that chooses an order of products by the sizes it is called with."""

    native: Native | None = None

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function that chooses, as machine code."""
        return native_function(self.program, self.native)


# Multiplications, and sizes that have to be much smaller than others.
Costs = Sequence[tuple[Dim, tuple[tuple[Dim, Dim], ...]]]


def compile_c(variants: Sequence[Program], costs: Costs, told: Program) -> GuardedC | None:
    """All variants and what chooses among them; None where they need different sizes."""
    named = [replace(each, name=f"{told.name}_{i + 1}") for i, each in enumerate(variants)]
    codes = [native(each) for each in named]
    if len({code.sizes for code in codes}) > 1:
        return None
    first = codes[0]
    chooser = _chooser(told, codes, costs)
    blocks = dict.fromkeys(block for i, code in enumerate(codes) for block in _blocks(code, i))
    whole = Native(
        source="\n\n".join([*blocks, chooser]) + "\n",
        name=told.name,
        parameters=first.parameters,
        sizes=first.sizes,
        work=_work(codes),
        outputs=first.outputs,
        columns_first=first.columns_first,
        fails=any(code.fails for code in codes),
    )
    return GuardedC("c", whole.source, told, native=whole)


def _blocks(code: Native, place: int) -> list[str]:
    """The parts of a source, whose loops have names of their own."""
    text = re.sub(r"\bloop(\d+)\(", rf"loop{place + 1}_\1(", code.source)
    return text.rstrip("\n").split("\n\n")


def _work(codes: Sequence[Native]) -> tuple[Dim, ...]:
    """Room for all of them: which of them needs most depends on the sizes."""
    return tuple(length for code in codes for length in code.work)


def _cost(count: Dim, narrow: Sequence[tuple[Dim, Dim]], sizes: dict[str, str]) -> str:
    code = polynomial(count, sizes, "/")[0]
    needs = " && ".join(
        f"{polynomial(rank * TIMES, sizes, '/')[0]} <= {polynomial(rows, sizes, '/')[0]}"
        for rank, rows in narrow
    )
    return f"{needs} ? {code} : 1e30" if needs else code


def _chooser(told: Program, codes: Sequence[Native], costs: Costs) -> str:
    first = codes[0]
    fails = any(code.fails for code in codes)
    names = [re.split(r"\W+", parameter)[-1] for parameter in first.parameters]
    sizes = {n: f"(double){c}" for n, c in zip(first.sizes, names, strict=False)}
    room = polynomial(sum(_work(codes), start=dim(0)), sizes, "/")[0].replace("(double)", "")
    cases: list[str] = []
    for i, code in enumerate(codes):
        call = f"{code.name}({', '.join(names)});"
        done = f"return {call}" if code.fails else f"{call} return{' 0' * fails};"
        cases.append(f"    {f'case {i}' if i + 1 < len(codes) else 'default'}: {done}")
    text = "\n".join(
        [
            "/* The same with the order of products that takes the fewest multiplications;",
            f"   work: room for {room} of what the arrays hold. */",
            head_of(told.name, first.parameters, fails),
            "{",
            "    const double multiplications[] = {",
            *(f"        {_cost(cost, narrow, sizes)}," for cost, narrow in costs),
            "    };",
            "    int best = 0;",
            f"    for (int i = 1; i < {len(codes)}; i++)",
            "        if (multiplications[i] < multiplications[best]) best = i;",
            "    switch (best) {",
            *cases,
            "    }",
            "}",
        ]
    )
    return single(text) if told.options.dtype == "float32" else text

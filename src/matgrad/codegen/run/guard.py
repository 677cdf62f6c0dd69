"""Products in the order that is cheapest for the sizes of a call, where none is known before.

A program is planned for several sizes; where the plans differ, all of them are written, and a
function that counts what each costs for the arrays it is given calls the cheapest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from matgrad.codegen.c.source import Native, head_of, native, single
from matgrad.codegen.plan import optimise
from matgrad.codegen.plan.lowrank import TIMES
from matgrad.codegen.plan.operations import cubes
from matgrad.codegen.plan.program import Options, Program, readings
from matgrad.codegen.plan.values import Value
from matgrad.codegen.run.compiled import Compiled, CompiledC, compile_program, native_function
from matgrad.codegen.targets import TARGETS, joined
from matgrad.codegen.write.function import parameters
from matgrad.codegen.write.python import polynomial, read_sizes
from matgrad.core.dims import Dim, dim
from matgrad.errors import UnsupportedError

# ---------------------------------------------------------------- C

# C with all orders of products that are cheapest for some sizes: a function that calls one.


@dataclass(frozen=True, eq=False, repr=False)
class GuardedC(CompiledC):
    """C that chooses an order of products by the sizes it is called with."""

    native: Native | None = None

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function that chooses, as machine code."""
        return native_function(self.program, self.native)


def compile_c(variants: Sequence[Program], told: Program) -> GuardedC | None:
    """All variants and what chooses among them; None where they need different sizes."""
    named = [replace(each, name=f"{told.name}_{i + 1}") for i, each in enumerate(variants)]
    codes = [native(each) for each in named]
    if len({code.sizes for code in codes}) > 1:
        return None
    first = codes[0]
    # Room for all of them: which of them needs most depends on the sizes.
    work = tuple(length for code in codes for length in code.work)
    chooser = _c_chooser(told, variants, codes, sum(work, start=dim(0)))
    blocks = dict.fromkeys(block for i, code in enumerate(codes) for block in _blocks(code, i))
    whole = Native(
        source="\n\n".join([*blocks, chooser]) + "\n",
        name=told.name,
        parameters=first.parameters,
        sizes=first.sizes,
        work=work,
        outputs=first.outputs,
        columns_first=first.columns_first,
        fails=any(code.fails for code in codes),
    )
    return GuardedC("c", whole.source, told, native=whole)


def _blocks(code: Native, place: int) -> list[str]:
    """The parts of a source, whose loops have names of their own."""
    text = re.sub(r"\bloop(\d+)\(", rf"loop{place + 1}_\1(", code.source)
    return text.rstrip("\n").split("\n\n")


def _c_chooser(
    told: Program, variants: Sequence[Program], codes: Sequence[Native], work: Dim
) -> str:
    first = codes[0]
    fails = any(code.fails for code in codes)
    names = [re.split(r"\W+", parameter)[-1] for parameter in first.parameters]
    sizes = {n: f"(double){c}" for n, c in zip(first.sizes, names, strict=False)}
    room = polynomial(work, sizes, "/")[0].replace("(double)", "")
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
            *(f"        {_cost(each, sizes, *_IN_C)}," for each in variants),
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


# ---------------------------------------------------------------- variants

NAME = "guard"
_GUARDED = ("numpy", "jax", "torch", "array_api", "c")
_SMALL, _LARGE = 10, 100_000  # beside sizes that are taken to be about a thousand
_SIZES = 6  # names of sizes that are tried
_VARIANTS = 4
_PRODUCTS = frozenset({"matmul", "outer", "solve", "solve_lu", "solve_spd", "solve_triangular"})


def compile_guarded(target: str, plan: Callable[[Options], Program], options: Options) -> Compiled:
    """The function with all orders of products that are cheapest for some sizes."""
    if target not in _GUARDED:
        raise UnsupportedError(
            f"{target} code has one order of products", hint="give sizes={…} instead of guard=True"
        )
    if options.shard:
        raise UnsupportedError("over several devices there is one order of products")
    if options.fixed:
        raise UnsupportedError(
            "with fixed inputs there is one order of products: what follows from them is kept",
            hint="give sizes={…} instead of guard=True",
        )
    variants = _variants(target, plan, options)
    if len(variants) == 1:
        return compile_program(target, variants[0])
    first = variants[0]
    why = f"{len(variants)} orders of products, chosen by the sizes of each call"
    made = dict.fromkeys(rewrite for each in variants for rewrite in each.rewrites)
    told = replace(first, rewrites=(*made, (NAME, why)))
    if target == "c":
        return compile_c(variants, told) or compile_program(target, first)
    named = [replace(each, name=f"{first.name}_{i + 1}") for i, each in enumerate(variants)]
    blocks = joined(*(TARGETS[target].write(each) for each in named))
    source = "\n\n\n".join([*blocks, _chooser(first, named)]) + "\n"
    return Compiled(target, source, told)


def _variants(target: str, plan: Callable[[Options], Program], options: Options) -> list[Program]:
    """Plans with different products, for sizes of which one is much smaller or larger."""
    first = plan(replace(options, sizes={}))
    told = [reading.name for _, reading in readings(first.inputs)]
    tried = [{name: size} for name in told[:_SIZES] for size in (_SMALL, _LARGE)]
    found = {_products(first): first}
    for sizes in tried:
        made = plan(replace(options, sizes=sizes, skip=options.skip | optimise.TURNED))
        found.setdefault(_products(made), replace(made, options=first.options))
    return list(found.values())[:_VARIANTS]


def _products(program: Program) -> Dim:
    """Multiplications of all products and factorisations, as a formula of the sizes."""
    return sum((_count(value) for value in program.values), start=dim(0))


def _count(value: Value) -> Dim:
    if times := cubes(value.op) / 2:  # additions are not counted
        n = value.args[0].axes[0]
        return n * n * n * times.numerator / times.denominator
    if value.op not in _PRODUCTS:
        return dim(0)
    count = value.args[0].axes[-1] if value.op != "outer" else dim(1)
    for size in value.axes:
        count = count * size
    n = value.args[0].axes[0]
    return count + n * n * n / 3 if value.op == "solve" else count


_IN_PYTHON = ("//", " and ", '{0} if {1} else float("inf")')  # a quotient, both of two, a choice
_IN_C = ("/", " && ", "{1} ? {0} : 1e30")


def _cost(variant: Program, sizes: dict[str, str], quotient: str, both: str, choice: str) -> str:
    """What a variant costs, where what it takes to be narrow is."""

    def code(size: Dim) -> str:
        return polynomial(size, sizes, quotient)[0]

    needs = both.join(f"{code(rank * TIMES)} <= {code(rows)}" for rank, rows in variant.narrow)
    count = code(_products(variant))
    return choice.format(count, needs) if needs else count


def _chooser(first: Program, variants: Sequence[Program]) -> str:
    names = first.allocate.copy()
    read = tuple(readings(first.inputs))
    sizes = {reading.name: names.take(reading.name) for _, reading in read}
    known = replace(first, read=read, size_names=sizes)
    passed = [each.name for each in first.inputs]
    passed += [f"{each.name}={each.name}" for each in (*first.functions, *first.sizes)]
    told = sizes | {each.label: each.name for each in first.sizes}  # by arrays or by keyword
    costs = [f"        {each.name}: {_cost(each, told, *_IN_PYTHON)}," for each in variants]
    return "\n".join(
        [
            f"def {first.name}({parameters(first)}):",
            '    """The same with the order of products that takes the fewest multiplications."""',
            *(f"    {line}" for line in read_sizes(known)),
            "    multiplications = {",
            *costs,
            "    }",
            "    cheapest = min(multiplications, key=multiplications.get)",
            f"    return cheapest({', '.join(passed)})",
        ]
    )

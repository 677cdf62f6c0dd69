"""Products in the order that is cheapest for the sizes of a call, where none is known before.

A program is planned for several sizes; where the plans differ, all of them are written, and a
function that counts what each costs for the arrays it is given calls the cheapest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from matgrad.codegen import turned
from matgrad.codegen.compiled import Compiled, compile_program
from matgrad.codegen.guard_c import compile_c
from matgrad.codegen.narrow import TIMES
from matgrad.codegen.options import Options
from matgrad.codegen.program import Program
from matgrad.codegen.sizes import Axis, Reading, readings
from matgrad.codegen.targets import TARGETS
from matgrad.codegen.targets.function import parameters
from matgrad.codegen.targets.python import polynomial
from matgrad.codegen.targets.reading import read_sizes
from matgrad.codegen.together import joined
from matgrad.codegen.values import Value
from matgrad.core.dims import Dim, dim
from matgrad.errors import UnsupportedError

NAME = "guard"
_GUARDED = ("numpy", "jax", "torch", "array_api", "c")
_SMALL, _LARGE = 10, 100_000  # beside sizes that are taken to be about a thousand
_SIZES = 6  # names of sizes that are tried
_VARIANTS = 4
_PRODUCTS = frozenset({"matmul", "outer", "solve", "solve_lu", "solve_spd", "solve_triangular"})
# Of the cube of the size, what is multiplied; of products, all of what they have.
_CUBES = {
    **dict.fromkeys(("lu", "det", "logdet", "inverse_spd"), Fraction(1, 3)),
    **dict.fromkeys(("cholesky", "chol"), Fraction(1, 6)),
    "inverse_lu": Fraction(2, 3),
    "inv": Fraction(1),
}


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
        found = compile_c(variants, [(_products(v), v.narrow) for v in variants], told)
        return found or compile_program(target, first)
    named = [replace(each, name=f"{first.name}_{i + 1}") for i, each in enumerate(variants)]
    blocks = joined(*(TARGETS[target].write(each) for each in named))
    source = "\n\n\n".join([*blocks, _chooser(first, named)]) + "\n"
    return Compiled(target, source, told)


def _variants(target: str, plan: Callable[[Options], Program], options: Options) -> list[Program]:
    """Plans with different products, for sizes of which one is much smaller or larger."""
    first = plan(replace(options, sizes={}))
    told = [reading.name for _, reading in _readings(first)]
    tried = [{name: size} for name in told[:_SIZES] for size in (_SMALL, _LARGE)]
    found = {_products(first): first}
    for sizes in tried:
        made = plan(replace(options, sizes=sizes, skip=options.skip | turned.NAMES))
        found.setdefault(_products(made), replace(made, options=first.options))
    return list(found.values())[:_VARIANTS]


def _readings(program: Program) -> list[tuple[Axis, Reading]]:
    return list(readings([each.shape for each in program.inputs], set()))


def _products(program: Program) -> Dim:
    """Multiplications of all products and factorisations, as a formula of the sizes."""
    return sum((_count(value) for value in program.values), start=dim(0))


def _count(value: Value) -> Dim:
    if value.op in _CUBES:
        n = value.args[0].axes[0]
        return n * n * n * _CUBES[value.op].numerator / _CUBES[value.op].denominator
    if value.op not in _PRODUCTS:
        return dim(0)
    count = value.args[0].axes[-1] if value.op != "outer" else dim(1)
    for size in value.axes:
        count = count * size
    n = value.args[0].axes[0]
    return count + n * n * n / 3 if value.op == "solve" else count


def _cost(variant: Program, sizes: dict[str, str]) -> str:
    """What a variant costs, where what it takes to be narrow is."""
    code = polynomial(_products(variant), sizes)[0]
    needs = " and ".join(
        f"{polynomial(rank * TIMES, sizes)[0]} <= {polynomial(rows, sizes)[0]}"
        for rank, rows in variant.narrow
    )
    return f'{code} if {needs} else float("inf")' if needs else code


def _chooser(first: Program, variants: Sequence[Program]) -> str:
    names = first.allocate.copy()
    read = tuple(_readings(first))
    sizes = {reading.name: names.take(reading.name) for _, reading in read}
    known = replace(first, read=read, size_names=sizes)
    passed = [each.name for each in first.inputs]
    passed += [f"{each.name}={each.name}" for each in (*first.functions, *first.sizes)]
    told = sizes | {each.label: each.name for each in first.sizes}  # by arrays or by keyword
    costs = [f"        {each.name}: {_cost(each, told)}," for each in variants]
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

"""Rewrites of a program that make it cheaper and leave its results the same.

Each pass is a table of rules, value by value, and has a name by which it can be switched off.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import NamedTuple

from matgrad.codegen.plan import deltas, known, selections
from matgrad.codegen.plan.arithmetic import negated, peel, product, total_of
from matgrad.codegen.plan.known import (
    SYMMETRY,
    Rule,
    Uses,
    is_definite,
    is_nonnegative,
    is_symmetric,
)
from matgrad.codegen.plan.products import Factor, multiply
from matgrad.codegen.plan.values import Graph, Value, nominal, ordered
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape

# ---------------------------------------------------------------- entries

# Rewrites of what happens entry by entry: rows and columns that are not spread out, fused sums.


def spread(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A sum or product with u 1ᵀ takes the column u, with 1 vᵀ the row v."""
    if not value.is_matrix:
        return None
    args = [_flat(graph, arg) for arg in value.args]
    shapes = {arg.axes for arg in args}
    whole = value.axes in shapes or len(shapes - {()}) == 2
    if not whole or tuple(args) == value.args:
        return None
    return graph.make(value.op, *args, axes=value.axes, data=value.data)


def _flat(graph: Graph, arg: Value) -> Value:
    scalars, bare = peel(graph, arg)
    if bare.op != "outer":
        return arg
    for place, (one, other) in enumerate((bare.args, bare.args[::-1])):
        if one.op == "full":
            flat = product(graph, [*scalars, one.args[0], other], other.axes)
            if place:
                return graph.make("as_column", flat, axes=(other.axes[0], ONE))
            return graph.make("as_row", flat, axes=(ONE, other.axes[0]))
    return arg


def centred(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """Diag(p)A − p vᵀ is Diag(p)(A − 1vᵀ): one pass less, and no difference of large numbers."""
    if len(value.args) != 2 or not value.is_matrix:
        return None
    for place in (0, 1):
        scaled, term = value.args[place], value.args[1 - place]
        if scaled.op != "scale_rows" or uses[scaled] > 1 or value.data[place]:
            continue
        scalars, bare = peel(graph, term)
        if bare.op != "outer" or bare.args[0] is not scaled.args[0]:
            continue
        sign = [graph.number(-1)] if value.data[1 - place] else []
        row = product(graph, [*sign, *scalars, bare.args[1]], bare.args[1].axes)
        signs = (False, row.op == "neg")
        shift = graph.make("as_row", row.args[0] if signs[1] else row, axes=(ONE, row.axes[0]))
        A = graph.make("add", scaled.args[1], shift, axes=value.axes, data=signs)
        return graph.make("scale_rows", scaled.args[0], A, axes=value.axes)
    return None


def inner(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """The sum of A ⊙ B in one pass, without the matrix A ⊙ B."""
    (both,) = value.args
    if both.op != "mul" or uses[both] > 1 or not both.is_matrix:
        return None
    scalars, bare = peel(graph, both)
    if bare.op != "mul" or any(arg.axes != bare.axes for arg in bare.args):
        return None
    *rest, last = bare.args
    first = rest[0] if len(rest) == 1 else graph.make("mul", *rest, axes=bare.axes)
    if first.op == last.op == "transpose":
        first, last = first.args[0], last.args[0]
    done = graph.make("vdot", first, last, axes=())
    return product(graph, [*scalars, done], ()) if scalars else done


# ---------------------------------------------------------------- products of other entries

# prod(x)/x as products of the other entries, which are finite where an entry is zero.

OTHERS = "others"
WHY_OTHERS = "prod(x)/x is the product of the other entries, also where one is zero"


def quotient(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """c prod(x) / x"""
    top, x = value.args
    factors = list(top.args) if top.op == "mul" else [top]
    found = next((f for f in factors if f.op == "prod" and f.args[0] is x), None)
    if found is None or not x.axes:
        return None
    factors.remove(found)
    return product(graph, [*factors, graph.make("others", x, axes=x.axes)], value.axes)


def over_entries(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """prod(x) (c / x + a) is c times the products of others, and prod(x) a."""
    numbers = [arg for arg in value.args if arg.op == "mul" and not arg.axes]
    factors = [f for arg in value.args for f in (arg.args if arg in numbers else (arg,))]
    for whole in factors:
        sums = [arg for arg in factors if arg.op == "add"]
        if whole.op != "prod" or len(sums) != 1:
            continue
        (terms,) = sums
        pairs = _all_but_two(graph, whole, terms)
        rest = [arg for arg in factors if arg is not whole and arg is not terms]
        if pairs is not None:
            return product(graph, [*rest, pairs], value.axes)
        parts = [_by_others(graph, whole, term) for term in terms.args]
        if all(part is None for part in parts):
            continue
        done = [
            part if part is not None else product(graph, [whole, term], value.axes)
            for part, term in zip(parts, terms.args, strict=True)
        ]
        signed = map(partial(negated, graph), terms.data, done)
        return product(graph, [*rest, total_of(graph, [*signed], value.axes)], value.axes)
    return None


def _all_but_two(graph: Graph, whole: Value, terms: Value) -> Value | None:
    """prod(x) ((1 / x)(1 / x)ᵀ − Diag(1 / x²)), the products of all entries but two."""
    (x,) = whole.args
    if len(x.axes) != 1 or tuple(terms.data) != (False, True):
        return None
    outer, diagonal = terms.args
    fits = outer.op == "outer" and diagonal.op == "Diag" and _is_over(diagonal.args[0], x, 2)
    if not fits or not all(_is_over(a, x, 1) for a in outer.args):
        return None
    return graph.make("all_but_two", x, axes=terms.axes)


def _is_over(value: Value, x: Value, k: int) -> bool:
    """Is this 1/x, or 1/x²?"""
    if value.op != "div" or value.args[0].op != "number" or value.args[0].data != 1:
        return False
    below = value.args[1]
    if k == 1:
        return below is x
    return below.op == "power" and below.args[0] is x and below.args[1].data == k


def _by_others(graph: Graph, whole: Value, term: Value) -> Value | None:
    (x,) = whole.args
    if term.op != "div" or term.args[1] is not x or not x.axes:
        return None
    return product(graph, [term.args[0], graph.make("others", x, axes=x.axes)], term.axes)


# ---------------------------------------------------------------- sums of matrices

# Products with a sum of matrices, term by term, where its sum need not be written for that.

STRUCTURE = "structure"
WHY_STRUCTURE = "diagonal and rank-one terms, and inputs before vectors, are multiplied one by one"
_READ = 4  # inputs that are read one by one
_NARROW = 16  # columns that they are multiplied by, at most
_STRUCTURED = frozenset({"Diag", "eye", "outer", "units", "diagonals"})


def _bare(term: Value) -> Value:
    while term.op == "neg" or (term.op == "mul" and len(term.args) == 2 and term.args[0].is_scalar):
        term = term.args[-1]
    turned = term.op == "transpose" and term.args[0].op == "units"
    return term.args[0] if turned else term


def distributed(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """(Diag(p) − u vᵀ) A is p ⊙ A − u (vᵀA), and (A + Aᵀ) x is A x + Aᵀx: no matrix is written."""
    for place, terms in enumerate(value.args):
        other = value.args[1 - place]
        if terms.op != "add" or not terms.is_matrix or uses[terms] > 1:
            continue
        if not all(term.is_matrix for term in terms.args):  # a number stands for all entries
            continue
        full = [bare for bare in map(_bare, terms.args) if bare.op not in _STRUCTURED]
        if len(full) > (not other.is_matrix) and not _are_read(graph, terms, full, other):
            continue
        parts = [_times(graph, term, other, place) for term in terms.args]
        return total_of(graph, [*map(partial(negated, graph), terms.data, parts)], value.axes)
    return None


def _are_read(graph: Graph, terms: Value, full: list[Value], other: Value) -> bool:
    """Is it less to read inputs for each of these than to write their sum, which is not kept?"""
    if len(full) > _READ or (graph.is_constant(terms) and not graph.is_constant(other)):
        return False
    given = (term.args[0] if term.op == "transpose" else term for term in full)
    narrow = not other.is_matrix or min(nominal(n, graph.sizes) for n in other.axes) <= _NARROW
    return narrow and all(term.op == "symbol" for term in given)


def _times(graph: Graph, term: Value, other: Value, place: int) -> Value:
    shape = Shape(*other.axes) if other.is_matrix else None
    if shape is None:
        shape = Shape(ONE, other.axes[0]) if place else Shape(other.axes[0], ONE)
    scalars, bare = peel(graph, term)
    if bare.op == "outer":
        u, v = bare.args
        parts = [Factor(u, Shape(u.axes[0], ONE)), Factor(v, Shape(ONE, v.axes[0]))]
    else:
        parts = [Factor(bare, Shape(*term.axes))]
    whole = Factor(other, shape)
    done = multiply(graph, [whole, *parts] if place else [*parts, whole])
    return product(graph, [*scalars, done], done.axes) if scalars else done


# ---------------------------------------------------------------- products turned round

# Products of matrices turned round: AB as (BᵀAᵀ)ᵀ, the same numbers in another order.
#
# Libraries are not equally fast at both where the product is narrow; measured with OpenBLAS and
# MKL.

TURNED = frozenset({"thin", "slim", "turned"})
_ONE = 8  # columns of what is as good as a vector
_FEW = 32  # columns of a thin matrix
_MANY = 256  # rows of a large matrix
_WORK = 1 << 18  # multiplications below which other things cost more than the product


def thin(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A product with a few columns, of matrices whose sizes are said to be large."""
    m, n, k = _sizes(graph, value)
    return _turn(graph, value) if _ONE < n <= _FEW and min(m, k) >= _MANY else None


def slim(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """The same for smaller matrices."""
    m, n, k = _sizes(graph, value)
    fits = _ONE < n <= min(_FEW, m // 2) and min(m, k) < _MANY and m * n * k >= _WORK
    return _turn(graph, value) if fits else None


def turned(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """AᵀB with few columns, or with fewer than rows if it is a result and nothing meets it."""
    A, B = value.args
    if A.op != "transpose" or B.op == "transpose":
        return None
    m, n, k = _sizes(graph, value)
    alone = value in graph.results and uses[value] == 1
    narrow = n <= _FEW or (alone and 4 * m >= 5 * n)
    return _turn(graph, value) if n > _ONE and m >= n and narrow and m * n * k >= _WORK else None


def _sizes(graph: Graph, value: Value) -> tuple[int, int, int]:
    """Rows, columns and what is summed over; zeros where nothing is said, or half is computed."""
    A, B = value.args
    if not (graph.sizes and value.is_matrix) or B is graph.transpose(A):
        return 0, 0, 0
    rows, columns = (nominal(size, graph.sizes) for size in value.axes)
    return rows, columns, nominal(A.axes[1], graph.sizes)


def _turn(graph: Graph, value: Value) -> Value:
    known = SYMMETRY not in graph.skipped
    turned = [
        factor
        if known and is_symmetric(graph, factor, graph.symmetric)
        else graph.transpose(factor)
        for factor in reversed(value.args)
    ]
    product = graph.make("matmul", *turned, axes=value.axes[::-1])
    return graph.make("transpose", product, axes=value.axes)


# ---------------------------------------------------------------- passes


class Pass(NamedTuple):
    """Rules by operation, and what they are good for."""

    rules: dict[str, Rule]
    why: str


def optimise(graph: Graph, roots: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same results at less cost; every rewrite is noted in the graph."""
    if deltas.NAME not in graph.skipped:
        roots = deltas.without_deltas(graph, roots)
    values = ordered(roots)
    occurring = {value.op for value in values}
    for name, each in PASSES.items():
        if name in graph.skipped or occurring.isdisjoint(each.rules):
            continue
        better = _run(graph, roots, values, name, each)
        if better != roots:
            roots, values = better, ordered(better)
            occurring = {value.op for value in values}
    return roots


def _run(
    graph: Graph, roots: tuple[Value, ...], values: list[Value], name: str, each: Pass
) -> tuple[Value, ...]:
    uses: Uses = Counter(arg for value in values for arg in value.args)
    uses.update(roots)
    better: dict[Value, Value] = {}
    graph.results, graph.equations = set(roots), known.counted(values)
    for value in values:
        args = tuple(better[arg] for arg in value.args)
        new = value
        if args != value.args:
            new = graph.again(value, args)
            uses[new] = uses[value]
            graph.equations[new] += graph.equations[value]
            graph.results |= {new} if value in graph.results else set()
        rule = each.rules.get(new.op)  # a transpose may have become another outer product
        found = rule(graph, new, uses) if rule else None
        if found is not None and found is not new:
            graph.rewrote(name, each.why)
            uses[found] = uses[value]
        better[value] = found or new
    graph.replaced(better)
    return tuple(better[root] for root in roots)


# ---------------------------------------------------------------- products


def _transposed(graph: Graph, value: Value, uses: Uses) -> Value | None:
    A, B = value.args
    if not (A.op == B.op == "transpose" and value.is_matrix):
        return None
    product_ = graph.make("matmul", B.args[0], A.args[0], axes=value.axes[::-1])
    return graph.transpose(product_)


def _syrk(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """Xᵀ Diag(d) X with d ≥ 0 is ZᵀZ with Z = Diag(√d) X, of which BLAS computes one half."""
    left, right = value.args
    if left.op == "scale_columns" and left.args[0] is graph.transpose(right):
        weights, X = left.args[1], right
    elif right.op == "scale_rows" and left is graph.transpose(right.args[1]):
        weights, X = right.args
    else:
        return None
    if not is_nonnegative(weights) or X.op == "transpose":
        return None
    root = graph.make("sqrt", weights, axes=weights.axes)
    Z = graph.make("scale_rows", root, X, axes=X.axes)
    return graph.make("matmul", graph.transpose(Z), Z, axes=value.axes)


# ---------------------------------------------------------------- functions of entries


def _half_angle(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """sin(x) cos(x) is sin(2x)/2, if neither is needed by itself."""
    sines = {f.args[0]: f for f in value.args if f.op == "sin" and uses[f] == 1}
    for cosine in value.args:
        sine = sines.get(cosine.args[0]) if cosine.op == "cos" and uses[cosine] == 1 else None
        if sine is not None:
            (x,) = sine.args
            twice = product(graph, [graph.number(2), x], x.axes)
            both = graph.make("sin", twice, axes=x.axes)
            rest = [f for f in value.args if f is not sine and f is not cosine]
            half = graph.make("div", graph.number(1), graph.number(2), axes=())
            return product(graph, [half, both, *rest], value.axes)
    return None


# ---------------------------------------------------------------- arrays with more axes


def _outer_array(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A Kronecker product seen as an array with four axes is an outer product."""
    whole = value.args[0]
    scalars = [] if whole.op != "mul" else [arg for arg in whole.args if arg.is_scalar]
    inside = whole.args[-1] if whole.op == "mul" else whole
    if inside.op != "kron" or (whole.op == "mul" and len(scalars) != len(whole.args) - 1):
        return None
    A, B = inside.args
    if not (A.is_matrix and B.is_matrix):
        return None
    letters = {"b": B.axes[0], "a": A.axes[0], "d": B.axes[1], "c": A.axes[1]}
    shown = "".join(name for name, size in letters.items() if size != ONE)
    if tuple(letters[name] for name in shown) != value.axes:
        return None
    names = ["".join(n for n in pair if letters[n] != ONE) for pair in ("ac", "bd")]
    A, B = (_dropped(graph, part) for part in (A, B))
    if scalars:
        A = product(graph, [*scalars, A], A.axes)
    sizes = [graph.size(size) for size in value.axes]
    if B.op == "eye" and len(names[0]) == 2:
        return graph.make("identity_blocks", A, *sizes, axes=value.axes)
    data = (names[0], names[1], shown)
    return graph.make("outer_array", A, B, *sizes, data=data, axes=value.axes)


def _dropped(graph: Graph, part: Value) -> Value:
    """Without axes of size one."""
    if ONE not in part.axes or part.op in ("as_row", "as_column"):
        return part.args[0] if ONE in part.axes else part
    axes = tuple(size for size in part.axes if size != ONE)
    return graph.make("reshape", part, *map(graph.size, axes), axes=axes)


# ---------------------------------------------------------------- positive definite matrices


def _by_cholesky(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """By the Cholesky factor of a matrix that is known to have one."""
    matrix, _ = known.base_of(value.args[0])
    if not is_definite(graph, matrix):
        return None
    L = graph.make("cholesky", matrix, axes=matrix.axes)
    if value.op != "det":
        name = known.FACTORED[value.op].replace("_lu", "_spd")
        return graph.make(name, L, *value.args[1:], axes=value.axes)
    root = graph.make("prod", graph.make("diag", L, axes=L.axes[:1]), axes=())
    return graph.make("power", root, graph.number(2), axes=())


PASSES: dict[str, Pass] = {
    known.TRIANGULAR: Pass(known.TRIANGULAR_RULES, known.WHY_TRIANGULAR),
    "cholesky": Pass(
        dict.fromkeys(known.FACTORED, _by_cholesky),
        "a positive definite matrix is factored once, at half the cost of LU",
    ),
    STRUCTURE: Pass({"matmul": distributed}, WHY_STRUCTURE),
    selections.RUNNING: Pass(
        {"add": selections.with_own, "toeplitz": selections.triangle}, selections.RUNNING_WHY
    ),
    selections.NAME: Pass(
        {
            "transpose": selections.turned_diagonals,
            **dict.fromkeys(("mul", "div", "neg"), selections.scaled_diagonals),
            "add": selections.in_sums,
        },
        selections.WHY,
    ),
    "syrk": Pass({"matmul": _syrk}, "X'DX with D >= 0 is Z'Z, of which one half is computed"),
    "transposes": Pass({"matmul": _transposed}, "A'B' is (BA)', which may be there already"),
    known.SYMMETRY: Pass(
        {**dict.fromkeys(("transpose", "matmul"), known.untransposed), "add": known.doubled},
        known.WHY_SYMMETRY,
    ),
    known.FACTORS: Pass(known.RULES, known.WHY_FACTORS),
    "half angle": Pass({"mul": _half_angle}, "sin(x)cos(x) = sin(2x)/2 is one function, not two"),
    OTHERS: Pass({"div": quotient, "mul": over_entries}, WHY_OTHERS),
    "centred": Pass({"add": centred}, "Diag(p)A - p v' is Diag(p)(A - 1v'): one pass, and stable"),
    "spread": Pass(
        {"add": spread, "mul": spread}, "rows and columns of equal entries are not written out"
    ),
    "inner": Pass({"sum": inner}, "the sum of A .* B is one pass, without that matrix"),
    "thin": Pass({"matmul": thin}, "AB with few columns is (B'A')', which libraries do faster"),
    "slim": Pass({"matmul": slim}, "AB with few columns is (B'A')', also if it is small"),
    "turned": Pass(
        {"matmul": turned}, "A'B with fewer columns than rows is (B'A)', which is faster"
    ),
    "outer arrays": Pass(
        {"tensor": _outer_array}, "a Kronecker product as an array is an outer product"
    ),
}

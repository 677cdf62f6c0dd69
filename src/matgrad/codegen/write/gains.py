"""Rewrites that one target or a few gain by, made just before a program is written.

They make operations that only these targets have code for. `STAGES` is the table of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import prod
from typing import Any, NamedTuple

from matgrad.codegen.plan import row_blocks
from matgrad.codegen.plan.operations import ENTRYWISE, NEW, SHARES, TWINS
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.row_blocks import Turn
from matgrad.codegen.plan.values import Graph, Value, nominal, ordered
from matgrad.core.dims import ONE, dim


@dataclass
class Forms:
    """A program that is being rewritten: the uses and names of its values, and what was done."""

    program: Program
    uses: Counter[Value]
    names: dict[Value, str] = field(default_factory=dict[Value, str])
    made: list[Form] = field(default_factory=list["Form"])
    origin: dict[Value, Value] = field(default_factory=dict[Value, Value])  # before its arguments
    graph: Graph = field(default_factory=Graph)  # of values that several others may need

    def length(self, value: Value, axis: int) -> int:
        """A size as it is said to be."""
        return nominal(value.axes[axis], self.program.options.sizes)

    def is_inner(self, value: Value, uses: int = 1) -> bool:
        """May this be merged with what uses it?"""
        return self.uses[value] == uses and value not in self.names

    @cached_property
    def turns(self) -> dict[Value, Turn]:
        """Products that may be computed some rows at a time, by their last value."""
        found = row_blocks.turns(self.program.values, ENTRYWISE)
        return {turn.last: turn for turn in found.values()}

    @cached_property
    def taken(self) -> set[tuple[str, Value]]:
        """Which operations are applied to which values."""
        return {(value.op, value.args[0]) for value in self.program.values if value.args}


Rule = Callable[[Forms, Value], Value | None]


class Form(NamedTuple):
    """One rewrite, of values of some operations in programs for some targets.

    If it is `told`, it is made where sizes are told: what it saves depends on how large arrays are.
    """

    name: str
    why: str
    targets: Sequence[str]
    heads: Sequence[str]
    rule: Rule
    told: bool = True


def rewritten(target: str, program: Program, forms: Sequence[Form]) -> Forms:
    """The program with rules applied to its values, arguments first."""
    uses = Counter(arg for value in program.values for arg in value.args)
    uses.update(program.results)
    found, options = Forms(program, uses), program.options
    rules: dict[str, list[Form]] = {}
    for form in forms:
        if target in form.targets and form.name not in options.skip:
            for head in form.heads if options.sizes or not form.told else ():
                rules.setdefault(head, []).append(form)
    if not any(value.op in rules for value in program.values):
        return found
    better: dict[Value, Value] = {}
    for value in program.values:
        args = tuple(better[arg] for arg in value.args)
        new = value if args == value.args else replace(value, args=args)
        uses[new] = uses[value]
        found.origin[new] = value
        new = better[value] = _better(found, new, rules.get(value.op, ()))
        if value in program.names:
            found.names[new] = program.names[value]
    results = tuple(better[value] for value in program.results)
    reached = set(ordered(results))
    values = ordered((*(value for value in found.names if value in reached), *results))
    found.program = replace(program, values=tuple(values), results=results, names=found.names)
    return found


def _better(forms: Forms, value: Value, rules: Sequence[Form]) -> Value:
    for form in rules:
        found = form.rule(forms, value)
        if found is not None:
            forms.made.append(form)
            forms.uses[found] = forms.uses[value]
            return found
    return value


# ---------------------------------------------------------------- spread over a matrix

# NumPy: a large matrix with a row or a column spread over it, and outer products.
#
# What is repeated NumPy copies into buffers of thousands of entries, which takes longer than the
# arithmetic; with small buffers it goes row by row, which is faster where rows are long. A matrix
# that is new and used once is changed in place: fresh memory costs more than to compute with it.

_UNBUFFERED = "unbuffered"
_WHY_UNBUFFERED = "rows and columns that are spread over a large matrix are not copied into buffers"
_LONG_ROW = 256  # entries of a row from which on it is faster to go row by row
_MANY = 8  # such rows from which on it pays to make them
_LARGE_MATRIX = 1 << 16  # entries of a matrix of which this is felt

_OPERATIONS = ("add", "subtract", "multiply", "divide")
# The operations that are written without buffers: `_into_0` overwrites the first argument.
UNBUFFERED = frozenset(
    ["spread_arrays", "spread_pairs"]
    + [f"spread_{name}{into}" for name in _OPERATIONS for into in ("", "_into_0", "_into_1")]
)


def _is_large(forms: Forms, value: Value) -> bool:
    """Is this an array with many long rows?"""
    if len(value.axes) < 2:
        return False
    lengths = [forms.length(value, axis) for axis in range(len(value.axes))]
    return lengths[-1] >= _LONG_ROW and prod(lengths) >= _LARGE_MATRIX


def _made(forms: Forms, operation: str, x: Value, y: Value, whole: Value) -> Value:
    """One operation on a matrix and what is spread over it, in place if the matrix is new."""
    into = [
        place
        for place, arg in enumerate((x, y))
        if arg.axes == whole.axes
        and (arg.op in NEW or arg.op in UNBUFFERED)
        and forms.is_inner(arg)
    ]
    where = f"_into_{into[0]}" if into else ""
    for arg in (x, y):
        forms.uses[arg] = max(forms.uses[arg], 1)
    return Value(f"spread_{operation}{where}", (x, y), None, whole.axes)


def _products(forms: Forms, value: Value) -> Value | None:
    """Rows or columns of a matrix scaled, and outer products."""
    first, second = value.args
    if value.op != "scale_columns":
        first = Value("as_column", (first,), None, (first.axes[0], ONE))
    return _made(forms, "multiply", first, second, value) if _is_large(forms, value) else None


def _outer_array(forms: Forms, value: Value) -> Value | None:
    """An outer product of arrays whose axes are in the order in which they are shown."""
    left, right, shown = value.data
    if any([*word] != sorted(word, key=shown.index) for word in (left, right)):
        return None
    if _is_large(forms, value):
        return Value("spread_arrays", value.args, value.data, value.axes)
    *outer, one, other = (forms.length(value, axis) for axis in range(len(value.axes)))
    parted = len(outer) == 2 and all(len({*word} & {*shown[-2:]}) == 1 for word in (left, right))
    if (
        not parted
        or one * other < _LONG_ROW
        or min(outer) < _MANY
        or prod(outer) * one * other < _LARGE_MATRIX
    ):
        return None
    return Value("spread_pairs", value.args, value.data, value.axes)


def _fills(value: Value, x: Value, y: Value) -> bool:
    """Make two terms the whole matrix of which one is a row or a column?"""
    both = {x.axes, y.axes} - {value.axes}
    fit = [len(a) == len(value.axes) and {*a} - {*value.axes} <= {ONE} for a in both]
    return bool(both) and all(fit) and (value.axes in (x.axes, y.axes) or len(both) == 2)


def _steps(value: Value) -> tuple[Value, list[tuple[str, Value]]] | None:
    """What a sum, product or quotient begins with, and what is done to it; None if it is minus."""
    if value.op == "add":
        signs = value.data
        if signs == (True, False):
            return value.args[1], [("subtract", value.args[0])]
        rest = zip(signs[1:], value.args[1:], strict=True)
        steps = [("subtract" if minus else "add", term) for minus, term in rest]
        return None if signs[0] else (value.args[0], steps)
    operation = {"mul": "multiply", "div": "divide"}[value.op]
    return value.args[0], [(operation, term) for term in value.args[1:]]


def _chain(forms: Forms, value: Value) -> Value | None:
    """A sum, product or quotient that begins with such a pair, in the order that it has."""
    found = _steps(value) if _is_large(forms, value) else None
    if found is None or not found[1]:
        return None
    made, steps = found
    pair = (made, steps[0][1])
    # A matrix that was made here is changed by what follows.
    own = [t for t in pair if t.op in UNBUFFERED and t.axes == value.axes and forms.is_inner(t)]
    if not (own or _fills(value, *pair)):
        return None
    for operation, term in steps:
        made = _made(forms, operation, made, term, value)
        forms.uses[made] = 1
    return made


_SPREAD: dict[str, Rule] = {
    **dict.fromkeys(("scale_rows", "scale_columns", "outer"), _products),
    "outer_array": _outer_array,
    **dict.fromkeys(("add", "mul", "div"), _chain),
}


# ---------------------------------------------------------------- sums of outer products

Pair = tuple[Value, Value]


def _outer_sum(forms: Forms, value: Value) -> Value | None:
    """u vᵀ + w zᵀ is [u w] [v z]ᵀ, written at once."""
    pairs: list[Pair] = []
    rest: list[tuple[bool, Value]] = []
    for minus, term in zip(value.data, value.args, strict=True):
        is_turned = term.op == "neg" and forms.is_inner(term)
        found = _outer_pairs(forms, term.args[0] if is_turned else term)
        pairs += [(_negative(u) if minus is not is_turned else u, v) for u, v in found]
        rest += [] if found else [(minus, term)]
    if len(pairs) < 2:
        return None
    left, right = (  # vectors as the rows of a matrix
        Value("stacked", vectors, None, (dim(len(vectors)), *vectors[0].axes))
        for vectors in zip(*pairs, strict=True)
    )
    turned = Value("transpose", (left,), None, left.axes[::-1])
    done = Value("matmul", (turned, right), None, value.axes)
    for each in (left, right, turned, done):
        forms.uses[each] = 1
    if not rest:
        return done
    signs, terms = zip(*rest, strict=True)
    if signs[0]:  # a sum begins with what is added
        return Value("add", (done, *terms), (False, *signs), value.axes)
    return Value("add", (*terms, done), (*signs, False), value.axes)


def _outer_pairs(forms: Forms, term: Value) -> list[Pair]:
    """The pairs of vectors of which a term is the sum of outer products."""
    if not forms.is_inner(term):
        return []
    if term.op == "outer":
        return [(term.args[0], term.args[1])] if all(v.is_vector for v in term.args) else []
    if term.op == "matmul" and term.args[1].op == "stacked":  # made before
        turned, right = term.args
        return list(zip(turned.args[0].args, right.args, strict=True))
    return []


def _negative(u: Value) -> Value:
    return u.args[0] if u.op == "neg" else Value("neg", (u,), None, u.axes)


# ---------------------------------------------------------------- diagonals

_STACK = 3  # axes of an array of matrices


def _diagonal(forms: Forms, value: Value, rows: int = 1, stacked: bool = False) -> Value | None:
    """A with something added to its diagonal, if it has so many rows; is A a new array?

    An array of matrices may be `stacked` along its first axis.
    """
    is_stack = stacked and len(value.axes) == _STACK
    if not (value.is_matrix or is_stack) or forms.length(value, 0) < rows:
        return None
    for place, (minus, term) in enumerate(zip(value.data, value.args, strict=True)):
        added = _on_diagonals(forms, term) if is_stack else _on_diagonal(forms, term)
        rest = [i for i in range(len(value.args)) if i != place]
        if added is None or not any(value.args[i].axes == value.axes for i in rest):
            continue
        args, signs = tuple(value.args[i] for i in rest), tuple(value.data[i] for i in rest)
        if len(rest) == 1:
            whole = Value("neg", args, None, value.axes) if signs[0] else args[0]
        else:
            whole = Value("add", args, signs, value.axes)
        is_new = whole.op in NEW and (len(rest) > 1 or forms.is_inner(whole))
        forms.uses[whole] = max(forms.uses[whole], 1)
        signed = Value("neg", (added,), None, added.axes) if minus else added
        return Value("add_diagonal", (whole, signed), is_new, value.axes)
    return None


def _on_diagonal(forms: Forms, term: Value) -> Value | None:
    """The number or vector that a term has on its diagonal, if it has nothing else."""
    if term.op == "Diag" and forms.is_inner(term):
        return term.args[0]
    if term.op == "eye":
        return Value("number", (), Fraction(1), ())
    scaled = term.op == "mul" and [arg.op == "eye" for arg in term.args] == [False, True]
    return term.args[0] if scaled and term.args[0].is_scalar and forms.is_inner(term) else None


def _on_diagonals(forms: Forms, term: Value) -> Value | None:
    """The vectors that an array of matrices has on their diagonals, if it has nothing else."""
    *scalars, whole = term.args if term.op == "mul" else (term,)
    inner = [term, whole] if scalars else [term]
    if whole.op != "einsum" or not all(map(forms.is_inner, inner)):
        return None
    given, shown = whole.data.split("->")
    for word, other, eye, v in zip(*_both(given.split(",")), *_both(whole.args), strict=True):
        spots = (shown[0] + letter for letter in shown[1:])
        if eye.op == "eye" and {*word} == {*shown[1:]} and other in spots:
            scaled = any(not s.is_scalar for s in scalars)
            return None if scaled else Value("mul", (*scalars, v), None, v.axes) if scalars else v
    return None


def _both(pair: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """Two things in both orders; none where there are not two."""
    return (pair, pair[::-1]) if len(pair) == 2 else ((), ())


# ---------------------------------------------------------------- sums over rows

_SHORT = 64  # entries of rows that are multiplied by each other, however they lie in memory
_LONG = 4096  # entries of rows that are not added up in pairs


def _row_products(forms: Forms, value: Value) -> Value | None:
    """The sums over the rows or columns of A ⊙ B."""
    (both,) = value.args
    if not forms.is_inner(both) or (args := _two(both)) is None:
        return None
    if value.data == 0:
        return Value("einsum", args, "ij,ij->j", value.axes)
    length = forms.length(both, 1)
    if length <= _SHORT:
        return Value("row_products", args, None, value.axes)
    return Value("einsum", args, "ij,ij->i", value.axes) if length <= _LONG else None


def _two(both: Value) -> tuple[Value, ...] | None:
    """The matrices of which this is the entrywise product, if they are two."""
    if both.op == "power" and both.args[1].op == "number" and both.args[1].data == 2:
        return both.args[0], both.args[0]
    is_product = both.op == "mul" and [arg.axes for arg in both.args] == [both.axes] * 2
    return both.args if is_product else None


# ---------------------------------------------------------------- halves of products

_COLUMNS = 8  # columns from which on half of their products are computed
_WORK = 1 << 20  # multiplications from which on that is felt
_HALVES = 192  # columns from which on Z'Z is put together from blocks


def _halves(forms: Forms, value: Value) -> Value | None:
    """The sum over e of X[e, a] X[e, c] M[e, …], which is the same for a, c and c, a."""
    given, shown = value.data.split("->")
    words = given.split(",")
    if len(words) != 2:
        return None
    for place in (0, 1):
        square, word, other = value.args[place], words[place], words[1 - place]
        X = _square(square)
        if X is None or not forms.is_inner(square) or len({*word}) < 3:
            continue
        e, a, c = word
        rest = [letter for letter in shown if letter not in (a, c)]
        if e in shown or e not in other or sorted(other) != sorted([e, *rest]) or len(rest) < 1:
            continue
        work = forms.length(X, 0)
        for axis in range(len(value.axes)):
            work *= forms.length(value, axis)
        if forms.length(X, 1) < _COLUMNS or work < _WORK:
            continue
        at = tuple(other.index(letter) for letter in (e, *rest))
        order = [a, c, *rest]
        there = tuple(order.index(letter) for letter in shown)
        return Value("pair_sums", (X, value.args[1 - place]), (at, there), value.axes)
    return None


def _square(value: Value) -> Value | None:
    """X, if this is the array of X[e, a] X[e, c]."""
    if value.op != "einsum" or len(value.args) != 2 or value.args[0] is not value.args[1]:
        return None
    given, shown = value.data.split("->")
    words = given.split(",")
    pairs = [shown[:2], shown[:1] + shown[2:]]
    return value.args[0] if len(shown) == 3 and words == pairs else None


def _half_gram(forms: Forms, value: Value) -> Value | None:
    """Z'Z, and X'Diag(w)²X without the matrix Diag(w)X."""
    A, B = value.args
    if not (_turned(A) is B or _turned(B) is A):
        return None
    if not _HALVES <= forms.length(A, 0) <= forms.length(A, 1):
        return None
    if B.op == "scale_rows" and forms.is_inner(A) and forms.is_inner(B, 2):
        return Value("scaled_gram", B.args[::-1], None, value.axes)
    return Value("gram", (B,), None, value.axes)


def _turned(value: Value) -> Value | None:
    return value.args[0] if value.op == "transpose" else None


# ---------------------------------------------------------------- tall matrices

_TALL = 8  # times as many rows as columns has a matrix that is read by blocks of rows
_LARGE = 1 << 20  # entries of a matrix that does not stay in the cache
_LONGEST = 12  # operations in one line


def _is_tall(forms: Forms, matrix: Value) -> bool:
    """Has a matrix many rows, and more entries than stay in the cache?"""
    rows, columns = (forms.length(matrix, axis) for axis in (0, 1))
    return rows >= _TALL * columns and rows * columns >= _LARGE


def _blocks(forms: Forms, value: Value) -> Value | None:
    """A'φ(Ax) for a tall matrix A that is given, as everything in φ is, in one expression."""
    turn = forms.turns.get(value)
    if turn is None or not _is_tall(forms, turn.matrix):
        return None
    own = [turn.first, *turn.members, value]
    outside = dict.fromkeys(arg for each in own for arg in each.args if arg not in own)
    given = dict.fromkeys(arg.args[0] if arg.op == "transpose" else arg for arg in outside)
    given = [each for each in given if each.op != "number"]
    if len(own) > _LONGEST or any(forms.uses[each] > 1 for each in own[:-1]):
        return None
    split = [each for each in given if each.axes[:1] == turn.first.axes]
    if any(each.op != "symbol" for each in given) or turn.first.args[1] in split:
        return None
    others = [each for each in given if each not in split]
    return Value("by_rows", (*split, *others), (len(split), value), value.axes)


def _tall_gram(forms: Forms, value: Value) -> Value | None:
    """X'Diag(w)²X of a tall matrix X, without the matrix Diag(w)X."""
    A, B = value.args
    if A.op != "transpose" or A.args[0] is not B or B.op != "scale_rows":
        return None
    w, X = B.args
    if not (forms.is_inner(A) and forms.is_inner(B, 2) and _is_tall(forms, X)):
        return None
    return Value("scaled_gram", (X, w), None, value.axes)


# ---------------------------------------------------------------- factors and transposes


def _scaled(forms: Forms, value: Value) -> Value | None:
    """A number times a product of matrices goes to a factor that is computed entry by entry."""
    number, *rest = value.args
    if number.op != "number" or len(rest) != 1 or not value.is_matrix:
        return None
    around: list[tuple[Value, int]] = []
    inner = rest[0]
    while inner.op == "matmul" and inner.is_matrix and forms.is_inner(inner):
        index = next((i for i in (0, 1) if _leads(forms, inner.args[i])), None)
        if index is None:
            return None
        around.append((inner, index))
        inner = inner.args[index]
    if not around or inner.op not in ENTRYWISE:
        return None
    done = Value("mul", (number, inner), None, inner.axes)
    for outer, index in reversed(around):
        forms.uses[done] = 1
        args = (*outer.args[:index], done, *outer.args[index + 1 :])
        done = replace(outer, args=args)
    return done


def _leads(forms: Forms, value: Value) -> bool:
    """Is this computed entry by entry, or a product with such a factor?"""
    while value.op == "matmul" and value.is_matrix and forms.is_inner(value):
        value = next((arg for arg in value.args if arg.op in ENTRYWISE), value.args[0])
    return value.is_matrix and value.op in ENTRYWISE


def _turned_sum(forms: Forms, value: Value) -> Value | None:
    """A sum of transposes as the transpose of a sum, if there is a product in it."""
    inside = [_turned(arg) for arg in value.args]
    if not value.is_matrix or not all(map(forms.is_inner, value.args)):
        return None
    if any(each is None for each in inside) or all(each.op != "matmul" for each in inside if each):
        return None
    terms = tuple(each for each in inside if each is not None)
    total = Value("add", terms, value.data, value.axes[::-1])
    forms.uses[total] = 1
    return Value("transpose", (total,), None, value.axes)


# ---------------------------------------------------------------- exponentials


def _exponentials(forms: Forms, value: Value) -> Value | None:
    """softmax(x) beside logsumexp(x): one maximum, exponential and sum serve for both.

    Other libraries have functions of their own for the two, of which XLA joins nothing, and C
    shares the loops.
    """
    is_family = len(value.args[0].axes) > 2
    if is_family or (TWINS[value.op], forms.origin[value].args[0]) not in forms.taken:
        return None
    graph, (x,) = forms.graph, value.args
    axes = (x.axes[0], ONE) if value.op.endswith("_rows") and x.is_matrix else ()
    top = graph.make("top", x, axes=axes)  # the largest entry, of each row in a column
    below = graph.make("add", x, top, axes=x.axes, data=(False, True))
    powers = graph.make("exp", below, axes=x.axes)
    total = graph.make("total", powers, axes=axes)
    if value.op in SHARES:
        return graph.make("div", powers, total, axes=value.axes)
    logs = graph.make("log", total, axes=axes)
    whole = graph.make("add", logs, top, axes=axes, data=(False, False))
    return graph.make("flatten", whole, axes=value.axes) if value.axes else whole


# ---------------------------------------------------------------- all of them

_ALL_ROWS = "the sums of products of rows or columns take one function, without the products"
_HALF = "of a sum of products with their transposes one half is computed"
_DIAGONAL = "A + tI changes the diagonal of A only"

# Each stage goes through a program once; of the rewrites of one value the first that fits is made.
STAGES: tuple[tuple[Form, ...], ...] = (
    (
        Form(
            "outer sums",
            "a sum of outer products is one product of matrices",
            ("numpy", "torch"),
            ("add",),
            _outer_sum,
            told=False,
        ),
    ),
    (
        Form("diagonal", _DIAGONAL, ("numpy",), ("add",), partial(_diagonal, stacked=True)),
        Form("diagonal", _DIAGONAL, ("torch",), ("add",), partial(_diagonal, rows=128)),
        *(
            Form(_UNBUFFERED, _WHY_UNBUFFERED, ("numpy",), (op,), rule)
            for op, rule in _SPREAD.items()
        ),
        Form("halves", _HALF, ("numpy", "torch"), ("einsum",), _halves),
        Form("halves", _HALF, ("torch",), ("matmul",), _half_gram),
        Form(row_blocks.NAME, row_blocks.WHY, ("numpy", "torch"), ("matmul",), _blocks),
        Form(row_blocks.NAME, row_blocks.WHY, ("numpy",), ("matmul",), _tall_gram),
        Form("row products", _ALL_ROWS, ("numpy",), ("sum_axis",), _row_products),
        Form(
            "turned",
            "A' + B' is (A + B)', a sum with a product in one call",
            ("torch",),
            ("add",),
            _turned_sum,
        ),
        Form(
            "scaled",
            "c (A R B) is A (c R) B: R is computed entry by entry, and c in the same pass",
            ("jax",),
            ("mul",),
            _scaled,
        ),
    ),
    (
        Form(
            "exponentials",
            "softmax and logsumexp of the same take one exponential, not two",
            ("numpy", "jax"),
            tuple(TWINS),
            _exponentials,
            told=False,
        ),
    ),
)
NAMES = frozenset(form.name for stage in STAGES for form in stage)


def stages(target: str, program: Program) -> list[Forms]:
    """The program after each stage, in the forms that a target gains by."""
    found = [Forms(program, Counter())]
    for forms in STAGES:
        found.append(rewritten(target, found[-1].program, forms))
    return found


def prepared(target: str, program: Program) -> Program:
    """The program in the forms that a target gains by."""
    return stages(target, program)[-1].program


def notes(target: str, program: Program) -> list[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    made = [form for stage in stages(target, program) for form in stage.made]
    return list(dict.fromkeys((form.name, form.why) for form in made))

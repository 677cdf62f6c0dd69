"""PyTorch: operations in the forms that its libraries are fastest at, where sizes are large.

Its BLAS has no product that computes one half of what is symmetric, so such products are put
together from pieces; and what is added to a diagonal touches the diagonal only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from matgrad.codegen.program import Program
from matgrad.codegen.values import Value, nominal, ordered

_HALVES = 192  # columns from which on Z'Z is put together from blocks
_DIAGONAL = 128  # rows from which on an identity is not written out
_PAIRS = 8  # columns from which on half of their products are computed
_WORK = 1 << 20  # multiplications from which on that is felt
WHY = {
    "halves": "of a sum of products with their transposes one half is computed",
    "diagonal": "A + tI changes the diagonal of A only",
    "turned": "A' + B' is (A + B)', a sum with a product in one call",
}


@dataclass
class Forms:
    """A program that is being rewritten: the uses and names of its values, and what was done."""

    program: Program
    uses: Counter[Value]
    names: dict[Value, str] = field(default_factory=dict[Value, str])
    made: list[str] = field(default_factory=list[str])

    def length(self, value: Value, axis: int) -> int:
        """A size as it is said to be."""
        return nominal(value.axes[axis], self.program.options.sizes)

    def is_inner(self, value: Value, uses: int = 1) -> bool:
        """May this be merged with what uses it?"""
        return self.uses[value] == uses and value not in self.names


Rule = Callable[[Forms, Value], Value | None]


def prepared(program: Program) -> Program:
    """The same program in these forms."""
    return _rewritten(program)[0]


def notes(program: Program) -> Sequence[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    return [(name, WHY[name]) for name in dict.fromkeys(_rewritten(program)[1])]


def _rewritten(program: Program) -> tuple[Program, Sequence[str]]:
    if not program.options.sizes:
        return program, ()
    uses = Counter(arg for value in program.values for arg in value.args)
    uses.update(program.results)
    forms = Forms(program, uses)
    better: dict[Value, Value] = {}
    for value in program.values:
        args = tuple(better[arg] for arg in value.args)
        new = value if args == value.args else replace(value, args=args)
        uses[new] = uses[value]
        new = better[value] = _better(forms, new)
        if value in program.names:
            forms.names[new] = program.names[value]
    results = tuple(better[value] for value in program.results)
    reached = set(ordered(results))
    values = ordered((*(value for value in forms.names if value in reached), *results))
    done = replace(program, values=tuple(values), results=results, names=forms.names)
    return done, forms.made


def _better(forms: Forms, value: Value) -> Value:
    for name, rule in _RULES.get(value.op, ()):
        found = rule(forms, value) if name not in forms.program.options.skip else None
        if found is not None:
            forms.made.append(name)
            forms.uses[found] = forms.uses[value]
            return found
    return value


# ---------------------------------------------------------------- halves


def _gram(forms: Forms, value: Value) -> Value | None:
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


def _pairs(forms: Forms, value: Value) -> Value | None:
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
        if forms.length(X, 1) < _PAIRS or work < _WORK:
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


# ---------------------------------------------------------------- sums


def _sum(forms: Forms, value: Value) -> Value | None:
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


def _diagonal(forms: Forms, value: Value) -> Value | None:
    """A + tI and A + Diag(v) change the diagonal of A."""
    if not value.is_matrix or forms.length(value, 0) < _DIAGONAL:
        return None
    for place, (minus, term) in enumerate(zip(value.data, value.args, strict=True)):
        added = _on_diagonal(forms, term)
        rest = [i for i in range(len(value.args)) if i != place]
        if added is None or not any(value.args[i].axes == value.axes for i in rest):
            continue
        args, signs = tuple(value.args[i] for i in rest), tuple(value.data[i] for i in rest)
        if len(rest) == 1 and signs[0]:
            return None
        whole = args[0] if len(rest) == 1 else Value("add", args, signs, value.axes)
        forms.uses[whole] = max(forms.uses[whole], 1)
        signed = Value("neg", (added,), None, added.axes) if minus else added
        return Value("add_diagonal", (whole, signed), None, value.axes)
    return None


def _on_diagonal(forms: Forms, term: Value) -> Value | None:
    """The number or vector that a term has on its diagonal, if it has nothing else."""
    if term.op == "Diag" and forms.is_inner(term):
        return term.args[0]
    if term.op == "eye":
        return Value("number", (), Fraction(1), ())
    scaled = term.op == "mul" and len(term.args) == 2 and term.args[1].op == "eye"
    return term.args[0] if scaled and forms.is_inner(term) else None


_RULES: dict[str, Sequence[tuple[str, Rule]]] = {
    "matmul": (("halves", _gram),),
    "einsum": (("halves", _pairs),),
    "add": (("diagonal", _diagonal), ("turned", _sum)),
}

"""Sums over samples of products with their own transposes, of which one half is computed."""

from __future__ import annotations

from matgrad.codegen.targets.forms import Forms
from matgrad.codegen.values import Value

NAME = "halves"
WHY = "of a sum of products with their transposes one half is computed"
_PAIRS = 8  # columns from which on half of their products are computed
_WORK = 1 << 20  # multiplications from which on that is felt


def pairs(forms: Forms, value: Value) -> Value | None:
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

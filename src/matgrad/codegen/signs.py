"""Which values are known to have no negative entry."""

from __future__ import annotations

from matgrad.codegen.values import Value, ordered

_ALWAYS = frozenset(
    "exp sigmoid softplus softmax softmax_rows abs square step relu cosh norm1 norm2 normF sqrt"
    " Phi eye unit size onehot_max onehot_min".split()
)
_AT_MOST_ONE = frozenset({"sigmoid", "softmax", "softmax_rows", "Phi", "step", "tanh"})
_KEPT = frozenset("mul div add outer Diag sum sum_axis full transpose diag entry as_row".split())


def is_nonnegative(value: Value) -> bool:
    """Is no entry negative, whatever the inputs are?

    Signs follow from operations only; subtraction is understood in 1 − σ(x) and 1 − tanh(x)².
    """
    known: dict[Value, bool] = {}
    for each in ordered((value,)):
        if each.op == "number":
            known[each] = each.data >= 0
        elif each.op == "add" and any(each.data):
            known[each] = _below_one(each)
        elif each.op == "power":
            p = each.args[1]
            even = p.op == "number" and p.data.denominator == 1 and p.data % 2 == 0
            known[each] = even or known[each.args[0]]
        else:
            kept = each.op in _KEPT and all(known[arg] for arg in each.args)
            known[each] = each.op in _ALWAYS or kept
    return known[value]


def _below_one(value: Value) -> bool:
    """1 − p with p ≤ 1."""
    if len(value.args) != 2 or value.data != (False, True):
        return False
    one, p = value.args
    if p.op == "power" and p.args[0].op == "tanh":
        p = p.args[0]
    return one.op == "number" and one.data >= 1 and p.op in _AT_MOST_ONE

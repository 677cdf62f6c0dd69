"""Which derivatives a program computes, and by what each is: by its name, place or shape."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.likely import (
    CLASSES,
    DATA,
    NUMBER,
    PLAIN,
    UNKNOWN,
    UPSTREAM,
    WEIGHTS,
    derivative_of,
    likeliest,
)
from matgrad.programs.listings.machine import inside
from matgrad.programs.listings.values import Made, Misfit, Unread
from matgrad.programs.verdicts.reading import Claim, Reader
from matgrad.programs.verdicts.source import OBJECTIVE, is_data, outside, stored, walked

# No formula of the asker's.
_BY_LIBRARY = re.compile(r"\bgrad\(|\.grad\b|value_and_grad")
_BY_TORCH = re.compile(rf"{_BY_LIBRARY.pattern}|backward\(")
_WORD = re.compile(r"[A-Za-z_]\w*")
_TARGET = re.compile(rf"{CLASSES.pattern}|[YT]|Y_\w+")
_PLAIN = re.compile(r"a|alpha")  # weights now and then

UNKEPT = "it is not judged: nothing that is judged is made of it"
NOT_READ = "it is not judged: its line in {0} is not read"
NO_TARGET = "What is the loss? {1} uses {2}, and {0}, the last value of the program, does not."
OTHER_SHAPE = 1.0  # how unlikely a derivative is that has not the shape of its variable


def claim(m: Reader) -> None:
    """Find the derivatives of a program that was read; those of unlikely shapes count."""
    see_that_the_loss_is_there(m)
    for each in (*_named(m), *m.placed):
        found = _settled(m, each)
        if not _is_known(m, found):
            m.claims.append(found)
    m.claims += _unjudged(m)


def known(m: Reader) -> list[str]:
    """The names by which derivatives may be: inputs and what is computed of them."""
    return [x for x in m.latest if x not in m.upstream and x != m.called_so]


# ---------------------------------------------------------------- is the loss there?


def see_that_the_loss_is_there(m: Reader) -> None:
    """Derivatives that use targets are those of a loss, not of what is computed before it."""
    assert m.function is not None
    inside, is_value = m.uses(m.whole), not m.function.axes
    if m.upstream or (is_value and OBJECTIVE.fullmatch(m.called_so)):
        return
    given = {name: x for name, x in m.inputs.items() if x.expr not in inside}
    targets = {n: x for n, x in given.items() if _TARGET.fullmatch(n) or (x.axes and not is_value)}
    for name, found in [x for scope in m.spaces for x in scope.names.items()]:
        is_one = derivative_of(name, m.latest) or PLAIN.fullmatch(name)
        if is_one and isinstance(found, Array | Misfit):
            used = used_by(m, found, m.written.get(name, ""))
            if lacks := [n for n, x in targets.items() if x.expr in used]:
                raise Unread(NO_TARGET.format(m.called_so, name, lacks[0]))


def used_by(m: Reader, found: Array | Misfit, written: str) -> set[Expr]:
    """The inputs and values that a derivative uses, also one that could not be computed."""
    if isinstance(found, Array):
        return m.uses(found.expr)
    names = (x for x in _WORD.findall(written) if x in m.latest)
    return {y for x in names for y in m.uses(m.latest[x].expr)}


# ---------------------------------------------------------------- by their names


def _named(m: Reader) -> Iterator[Claim]:
    """The derivatives that the program has names for: values, parts of objects, entries."""
    inside = m.uses(m.whole)
    scopes = [*m.spaces, *(x for x in m.left if x not in m.spaces)]
    holders = [(x.names, x.parameters) for x in scopes]
    holders += [(x.parts, ()) for x in m.records()]
    for names, order in holders:
        for name, found in [*names.items()]:
            if isinstance(found, Array | Misfit):
                made = _by_name(m, name, found, inside)
                if made is not None:
                    yield replace(made, order=order)
            elif isinstance(found, dict):
                yield from _by_key(m, name, cast("dict[str, Any]", found))


def _unjudged(m: Reader) -> Iterator[Claim]:
    """Names like those of derivatives for which nothing above has a verdict, wherever they are."""
    judged = m.uses(m.whole) | {y for x in m.claims if isinstance(x.found, Array)
                                for y in m.uses(x.found.expr)}  # fmt: skip
    seen = {n for x in (*m.spaces, *m.left) for n, found in x.names.items()
            if isinstance(found, Array | Misfit)}  # fmt: skip
    seen |= {x.name for x in m.claims} | m.covered | {*m.inputs}
    for name, written, routine in _set_in(m.body):
        is_read = not routine or routine in m.ended
        scopes = m.ended.get(routine, [m.main])
        values = [x.names[name] for x in scopes if name in x.names]
        is_several = PLAIN.fullmatch(name) and any(isinstance(x, tuple | list) for x in values)
        target = target_of(m, name)
        if (name in seen and is_read) or not (target or is_several):
            continue
        arrays = [x.expr for each in values for _, x in inside(name, each)]
        is_start = any(isinstance(x, Made) and UPSTREAM.fullmatch(name) for x in values)
        is_setting = any(isinstance(x, int | float) and x for x in values)  # dt = 0.1
        if not (is_read and (is_start or is_setting or (arrays and judged.issuperset(arrays)))):
            words = UNKEPT if is_read else NOT_READ.format(routine)
            yield Claim(target, Misfit(name, Unread(words)), written, name, is_read=False)


def _set_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str, str]]:
    """The names that a program sets, what is written for each, and in which routine."""
    routines = [x for x in walked(body) if isinstance(x, ast.FunctionDef)]
    for routine, inner in [("", outside(body)), *((x.name, x.body) for x in routines)]:
        for each in walked(inner):
            if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None:
                written = ast.unparse(each.value)
                yield from ((name, written, routine) for name in sorted(stored(each)))


def _by_key(m: Reader, name: str, held: Mapping[str, Any]) -> Iterator[Claim]:
    """Derivatives that are kept in a dict, grads["W1"] = …, by the names of variables."""
    for key, found in held.items():
        names = known(m)
        is_own = PLAIN.fullmatch(name) is not None and key in names
        target = derivative_of(str(key), names) or (key if is_own else "")
        if target and isinstance(found, Array | Misfit):
            yield Claim(target, found, m.written.get(f"{name}[{key!r}]", str(key)))


def _by_name(m: Reader, name: str, found: Array | Misfit, inside: set[Expr]) -> Claim | None:
    """A value of the program, if its name says that it is a derivative."""
    target = target_of(m, name)
    if not target and PLAIN.fullmatch(name) is None:
        return None
    if isinstance(found, Array):
        own = any(x.expr is found.expr for x in m.versions.get(name, ()))
        if name in m.inputs or (own and found.expr in inside):
            return None  # what the function is made of
    own_pass = any(made.method("backward") for made in m.kinds.values())
    if (_BY_LIBRARY if own_pass else _BY_TORCH).search(m.written.get(name, "")):
        return None
    if name in m.masked:  # handed on in place
        found = _before_masking(m, name, target, found)
    return Claim(target, found, m.written.get(name, name), name)


def target_of(m: Reader, name: str) -> str:
    """By what a name is the derivative; dy is by the prediction, not by the target y."""
    target = derivative_of(name, known(m)) or ""
    if target not in m.inputs or not CLASSES.fullmatch(target):
        return target
    predicted = [f"{target}{end}" for end in ("_hat", "hat", "_pred", "pred", "_out")]
    return next((x for x in predicted if x in m.latest and x not in m.inputs), target)


def _before_masking(m: Reader, name: str, target: str, found: Array | Misfit) -> Array | Misfit:
    """A derivative by what max(…, 0) gives, before it is made one by what stands inside."""
    of, before = m.latest.get(target), m.masked[name]
    values = [d.value for d in m.definitions if of is not None and d.symbol is of.expr]
    is_active = any(x.op in (ops.maximum, ops.relu) for x in values)
    return before if is_active and isinstance(before, Array | Misfit) else found


def _is_known(m: Reader, claim: Claim) -> bool:
    """Is the same value claimed to be the same derivative already, under another name?"""
    one, found = m.version(claim.target, m.whole), claim.found
    if one is None or not isinstance(found, Array):
        return any(x.target == claim.target and x.found is found for x in m.claims)
    same = [x for x in m.claims if isinstance(x.found, Array) and x.found.expr is found.expr]
    others = (m.version(x.target, m.whole) for x in same)
    return any(x is not None and x.expr is one.expr for x in others)


# ---------------------------------------------------------------- by their shapes


def _settled(m: Reader, claim: Claim) -> Claim:
    """A claim with a variable; one that has not its shape is unlikely."""
    if not claim.target:
        target, others = _by_shape(m, claim)
        claim = replace(claim, target=target, others=others)
    if _fits(m, claim, claim.target) is False:
        m.cost += OTHER_SHAPE
        fitting = [x for x in claim.others if _fits(m, claim, x)]
        if len(fitting) == 1:  # its shape tells what it is by
            return replace(claim, target=fitting[0], others=())
        m.misfits += 1
    return claim


def _fits(m: Reader, claim: Claim, target: str) -> bool | None:
    """Has a claim the shape of a variable? None if the function does not use that."""
    variable = m.version(target, m.whole)
    if variable is None:
        return None
    return isinstance(claim.found, Array) and claim.found.axes == variable.axes


def _by_shape(m: Reader, claim: Claim) -> tuple[str, tuple[str, ...]]:
    """The variable of a claim that names none, and others by which it may be meant."""
    if claim.name == "grad" and m.upstream:  # what a backward pass hands on
        return next((x for x in m.inputs if UNKNOWN.fullmatch(x)), ""), ()
    asked = [x for x in m.wrt if x in m.latest]
    only = asked or m.parameters
    if len(only) == 1:
        return only[0], ()
    inside = m.uses(m.whole)
    inputs = [x for x, y in m.inputs.items() if y.expr in inside and x not in m.upstream]
    fitting = [x for x in asked or inputs if x in m.latest]
    if isinstance(claim.found, Array):
        axes = claim.found.axes
        fitting = [x for x in fitting if m.latest[x].axes == axes] or fitting
    orders = (claim.order, m.parameters)  # backward(self) is by what forward takes
    named = [[x for x in each if x in (asked or inputs)] for each in orders]
    return variable_of(named[0] or named[1], fitting, m.told)


def variable_of(
    order: Sequence[str], fitting: Sequence[str], told: Collection[str]
) -> tuple[str, tuple[str, ...]]:
    """The variable of a derivative, weights or the first argument, and others it may be.

    `fitting` have the shape of the derivative; one of `told` has no other shape than it has.

    >>> variable_of(["mu", "x"], ["mu", "x"], ())
    ('mu', ())
    >>> variable_of(["x", "w", "y"], ["x", "w"], ())
    ('w', ('x',))
    """
    first = next(iter(order), "")
    weights = [x for x in fitting if WEIGHTS.fullmatch(x) and not _PLAIN.fullmatch(x)]
    is_sure = DATA.fullmatch(first) is None
    if not first or is_data(first):
        others = [x for x in order if x in fitting and not is_data(x)]
        chosen = likeliest(fitting) or (others[0] if len(others) == 1 else "")
    elif not is_sure and first not in weights and len(weights) == 1:
        chosen = weights[0]
    elif first in fitting or (NUMBER.fullmatch(first) and first not in told):
        if is_sure and first in fitting:
            return first, ()
        chosen = first
    else:
        chosen = next((x for x in order if x in fitting), likeliest(fitting))
    return chosen, tuple(x for x in fitting if x != chosen)
